"""A few chapters of what ``cocite-spark links`` wrote, that one task reads together: their keys, links, and what their pages say.

Keys come sorted from the parser, a chapter's once: here they are only merged. What names a key does so by a number that holds in its chapter.
Links and pages are read from Parquet, or, where `import` had none written, from the files that have their numbers (parse.py).
"""

from __future__ import annotations

from typing import Any, Iterator

import numpy
import pyarrow as pa
import pyarrow.compute as pc

from .. import _core
from .files import Folder
from .parse import CHAPTER_COST, NO_TARGET

STATUSES = pa.schema([("key", pa.binary()), ("status", pa.int64()), ("date", pa.int64())])


Chapters = list[list[str]]  # names of their batches


def cut_units(batches: list[list[Any]], chapters: list[int], most_links: int = CHAPTER_COST) -> list[Chapters]:
    """Chapters, some together; ``batches``: name, links, pages, aliases; ``chapters``: how many of them each has."""
    units: list[Chapters] = []
    room = at = 0
    for count in chapters:
        some = batches[at : at + count]
        at += count
        cost = sum(links + 50 * pages for _, links, pages, _ in some)
        if not units or cost > room:
            units.append([])
            room = most_links
        units[-1].append([one[0] for one in some])
        room -= cost
    return units


class Links:
    """Of one batch: its rows, and for each source and target its place among the unit's keys (no target: the page has no links)."""

    def __init__(self, numbers: pa.Table, told: pa.Table | None, places: Any, by_number: dict[int, Any], generation: int) -> None:
        self._numbers, self._places, self._by_number, self._generation = numbers, places, by_number, generation
        self._told = told if told is not None else numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def _numbered(self, by_key: Any) -> Any:
        """What ``by_key`` has for each number of the chapter: the same for all its batches."""
        if id(by_key) not in self._by_number:
            self._by_number[id(by_key)] = (by_key[self._places], by_key)  # which is kept, and so is its id
        return self._by_number[id(by_key)][0]

    def source_of(self, by_key: Any) -> Any:
        """For each row what ``by_key`` has for its source."""
        return self._numbered(by_key)[self._numbers.column("source").to_numpy()]

    def target_of(self, by_key: Any, none: int) -> Any:
        targets = self._numbers.column("target").to_numpy()
        values = self._numbered(by_key)[numpy.minimum(targets, numpy.uint32(len(self._places) - 1))]
        values[targets == NO_TARGET] = none
        return values

    def order(self) -> dict[str, Any]:
        """Of each link what decides which list counts, and where it stands in it: date, generation, place."""
        generation = _generations(self._told, self._generation)
        if "date" in self._told.column_names:
            date = self._told.column("date").to_numpy().astype(numpy.uint32, copy=False)
        else:
            date = numpy.zeros(len(self), dtype=numpy.uint32)
        return {"date": date, "generation": generation, "place": self._told.column("place").to_numpy().astype(numpy.uint32, copy=False)}

    def anchors(self) -> pa.Array | None:
        """None where no link says anything."""
        if "anchor" not in self._told.column_names:
            return None
        anchors = self._told.column("anchor").combine_chunks()
        return anchors if pc.max(pc.binary_length(anchors)).as_py() else None


def _generations(table: pa.Table, first: int) -> Any:
    """As Parquet has them; or from the number of the fetch, counted from the input's first; or there are no fetches."""
    if "generation" in table.column_names:
        return table.column("generation").to_numpy()
    if "fetch" in table.column_names:
        return table.column("fetch").to_numpy().astype(numpy.int64) + first
    return numpy.full(len(table), first, dtype=numpy.int64)


class Unit:
    def __init__(self, address: str, chapters: Chapters) -> None:
        self.folder, self.chapters = Folder(address), chapters

    def _batches(self) -> Iterator[tuple[int, int, str]]:
        """Of each batch its number, its chapter's, and its name."""
        every = [(chapter, name) for chapter, names in enumerate(self.chapters) for name in names]
        return ((at, chapter, name) for at, (chapter, name) in enumerate(every))

    def _parquet(self, table: str, name: str, columns: list[str]) -> pa.Table | None:
        """None where nothing of this sort was in it, or no Parquet was written."""
        try:
            file = self.folder.child(table).open(name + ".parquet")
        except FileNotFoundError:
            return None
        import pyarrow.parquet as pq

        with file:
            return pq.ParquetFile(file).read(columns)

    def _own(self, table: str, name: str) -> pa.Table | None:
        try:
            return pa.ipc.open_stream(self.folder.child(table).map(name + ".arrow")).read_all()
        except FileNotFoundError:
            return None

    def read_keys(self) -> tuple[pa.Array, list[Any], Any]:
        """All keys that are pages, or stand for one, in order; for each chapter's numbers where their keys are among them; and the votes for the scheme
        of each key."""
        tables: list[Any] = [self._own("keys", names[0]) for names in self.chapters]
        keys, places = merge_keys([table.column("key").combine_chunks().cast(pa.binary()) for table in tables])
        votes = sum_votes(tables, places, len(keys))
        for at, names in enumerate(self.chapters):
            own = self._own("places", names[0]) if len(names) > 1 else None
            if own is not None:
                places[at] = places[at][own.column("place").to_numpy()]
        return keys, places, votes

    def links(self, columns: list[str], places: list[Any]) -> Iterator[Links]:
        """Of each batch that has some, one at a time."""
        by_number: list[dict[int, Any]] = [{} for _ in self.chapters]
        for _, chapter, name in self._batches():
            numbers = self._own("numbers", name)
            if numbers is None or not len(numbers):
                continue
            by_number[:chapter] = [{}] * chapter  # they are large
            told = None if "place" in numbers.column_names else self._links_told(name, numbers, columns)
            yield Links(numbers, told, places[chapter], by_number[chapter], generation_of(name))

    def _links_told(self, name: str, numbers: pa.Table, columns: list[str]) -> pa.Table:
        """What Parquet says of each row of ``numbers``: links stand in one table, pages that were seen in another."""
        links = self._parquet("links", name, columns)
        is_seen = numbers.column("target").to_numpy() == NO_TARGET
        if links is not None and not is_seen.any():
            return links.combine_chunks()
        seen = self._parquet("seen", name, [one for one in columns if one != "anchor"]).slice(0, int(is_seen.sum()))  # type: ignore[union-attr] # keys that are only named stand behind
        if links is None:
            return seen.combine_chunks()
        row = numpy.where(is_seen, len(links) + numpy.cumsum(is_seen) - 1, numpy.cumsum(~is_seen) - 1)
        every = pa.concat_tables([links, seen], promote_options="default").take(pa.array(row)).combine_chunks()
        return every.set_column(every.schema.get_field_index("anchor"), "anchor", pc.fill_null(every.column("anchor"), "")) if "anchor" in columns else every

    def page_orders(self, places: list[Any]) -> Iterator[tuple[Any, Any, Any]]:
        """Of each batch's pages the places of their keys, the dates and the generations."""
        for _, _, pages, where in self._pages([], places):
            yield where, pages.column("date").to_numpy(), _generations(pages, 0)

    def pages_by_batch(self, columns: list[str], places: list[Any]) -> Iterator[tuple[int, pa.Table, Any]]:
        """The pages of each batch with date and generation, and with the places of their keys. One batch at a time: texts are large."""
        for at, _, pages, where in self._pages(columns, places):
            yield at, pages, where

    def _pages(self, columns: list[str], places: list[Any]) -> Iterator[tuple[int, str, pa.Table, Any]]:
        for at, chapter, name in self._batches():
            numbers = self._own("page_numbers", name)
            if numbers is None or not len(numbers):
                continue
            if "date" in numbers.column_names:
                pages = numbers.select([*columns, "date"]).append_column("generation", pa.array(_generations(numbers, generation_of(name))))
            else:
                told = self._parquet("pages", name, [*columns, "date", "generation"])
                pages = told.slice(0, len(numbers)).combine_chunks()  # type: ignore[union-attr] # statuses stand behind the pages
            yield at, name, pages, places[chapter][numbers.column("page").to_numpy()]

    def statuses(self) -> pa.Table | None:
        """Of addresses that gave no page: key, status, date."""
        every = (self._own("statuses", name) for _, _, name in self._batches())
        tables = [table.cast(STATUSES) for table in every if table is not None and len(table)]
        return pa.concat_tables(tables).combine_chunks() if tables else None


def generation_of(name: str) -> int:
    """Of the first fetch of the input that a batch is named after."""
    return int(name[:8]) << 32


class PlaceFiles:
    """Where the keys of each chapter are among their unit's: written when they are merged, so that they are not merged again."""

    def __init__(self, work: str) -> None:
        self.folder = Folder(work).child("places")

    def write(self, unit: int, places: list[Any]) -> None:
        head = [len(places), *(len(where) for where in places)]
        self.folder.write_bytes(f"{unit:06d}.places", numpy.concatenate([numpy.array(head, dtype=numpy.uint32), *places]))

    def read(self, unit: int) -> list[Any]:
        values = numpy.frombuffer(self.folder.map(f"{unit:06d}.places"), dtype=numpy.uint32)
        chapters = int(values[0])
        return numpy.split(values[1 + chapters :], numpy.cumsum(values[1 : 1 + chapters].astype(numpy.int64))[:-1]) if chapters else []


def sorted_keys(keys: pa.Array) -> pa.Array:
    """Each once, in bytewise order."""
    unique = pc.unique(keys)
    return unique.take(pc.sort_indices(unique))


def merge_keys(runs: list[pa.Array]) -> tuple[pa.Array, list[Any]]:
    """Runs of keys in order as one, each once; and where the keys of each run are in it."""
    if len(runs) == 1:
        return runs[0], [numpy.arange(len(runs[0]), dtype=numpy.uint32)]
    offsets, letters, places = _core.merge_keys([texts(run) for run in runs])
    return keys_of(offsets, letters), places


def sum_votes(tables: list[pa.Table], places: list[Any], count: int) -> Any:
    """By key, the votes for its scheme: more than 0 is https. Files of older versions have none."""
    votes = numpy.zeros(count, dtype=numpy.int64)
    for table, where in zip(tables, places):
        if "votes" in table.column_names:
            votes[where] += table.column("votes").to_numpy().astype(numpy.uint32).view(numpy.int32)
    return votes


def keys_of(offsets: Any, letters: Any) -> pa.Array:
    """The other way round than texts()."""
    large = pa.LargeBinaryArray.from_buffers(pa.large_binary(), len(offsets) - 1, [None, pa.py_buffer(offsets), pa.py_buffer(letters)])
    return large.cast(pa.binary())


def texts(column: Any) -> tuple[Any, Any]:
    """Offsets and letters of a column of texts or bytes, without nulls, as the native part takes them."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    column = column.cast(pa.large_binary())
    _, offsets, data = column.buffers()
    places = numpy.frombuffer(offsets, dtype=numpy.int64)[column.offset : column.offset + len(column) + 1] if len(column) else numpy.zeros(1, numpy.int64)
    letters = numpy.frombuffer(data, dtype=numpy.uint8) if data is not None and data.size else numpy.zeros(0, dtype=numpy.uint8)
    return places, letters


def places_of(keys: pa.Array, among: pa.Array) -> Any:
    """By number: where each key is among these; -1 where it is not."""
    if len(among) == 0 or len(keys) == 0:
        return numpy.full(len(keys), -1, dtype=numpy.int64)
    return pc.fill_null(pc.index_in(keys, value_set=among), -1).to_numpy().astype(numpy.int64)


def cut_at(keys: pa.Array, splitters: list[bytes]) -> list[int]:
    """Where the ranges begin, in keys that are in order; and their end."""
    cuts = [0]
    for splitter in splitters:
        low, high = cuts[-1], len(keys)
        while low < high:
            middle = (low + high) // 2
            if keys[middle].as_py() < splitter:
                low = middle + 1
            else:
                high = middle
        cuts.append(low)
    return [*cuts, len(keys)]


def slices_of(keys: pa.Array, splitters: list[bytes], most_bytes: int) -> Iterator[tuple[int, int, int, int]]:
    """Keys cut by ranges, and those into pieces of bounded size: range, piece, begin, end."""
    cuts = cut_at(keys, splitters)
    for dest, (begin, end) in enumerate(zip(cuts, cuts[1:])):
        step = max(1, int((end - begin) * most_bytes / max(1, keys.slice(begin, end - begin).nbytes)))
        for place, at in enumerate(range(begin, end, step)):
            yield dest, place, at, min(end, at + step)
