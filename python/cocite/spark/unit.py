"""A few batches of ``cocite-spark links`` that one task reads together: their keys, links, and what their pages say.

Keys come sorted from the parser, a batch's once: here they are only merged. What names a key does
so by its place among the unit's.
"""

from __future__ import annotations

from typing import Any, Iterator

import numpy
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from .. import _core
from .files import Folder

MOST_LINKS = 8_000_000  # of a unit, and as many pages as come with them
NO_KEYS = pa.array([], pa.binary())


def cut_units(batches: list[list[Any]], most_links: int = MOST_LINKS) -> list[list[str]]:
    """Names of batches, some together; ``batches``: name, links, pages, aliases."""
    units: list[list[str]] = []
    room = 0
    for name, links, pages, _ in batches:
        cost = links + 50 * pages
        if not units or cost > room:
            units.append([])
            room = most_links
        units[-1].append(name)
        room -= cost
    return units


class Links:
    """Of one batch: its rows, and for each source and target its place among the unit's keys (no target: the page has no links)."""

    def __init__(self, table: pa.Table, numbers: pa.Table, places: Any) -> None:
        self.table = table.slice(0, len(numbers)).combine_chunks()  # keys that are only named stand behind the links
        self._source, self._target = (numbers.column(name).to_numpy() for name in ("source", "target"))
        self._places = places

    def __len__(self) -> int:
        return len(self.table)

    def source_of(self, by_key: Any) -> Any:
        """For each row what ``by_key`` has for its source."""
        return by_key[self._places][self._source]

    def target_of(self, by_key: Any, none: int) -> Any:
        # One more, which is taken where there is no target.
        values = numpy.append(by_key[self._places], numpy.array([none], dtype=by_key.dtype))
        return values[numpy.minimum(self._target, numpy.uint32(len(values) - 1))]

    def numbers(self, name: str, dtype: Any) -> Any:
        return self.table.column(name).to_numpy().astype(dtype)


class Unit:
    def __init__(self, address: str, names: list[str]) -> None:
        self.folder, self.names = Folder(address), names

    def _read(self, table: str, columns: list[str]) -> list[pa.Table | None]:
        """Of each batch; None where nothing of this sort was in it."""
        folder = self.folder.child(table)
        tables: list[pa.Table | None] = []
        for name in self.names:
            try:
                file = folder.open(name + ".parquet")
            except FileNotFoundError:
                tables.append(None)
                continue
            with file:
                tables.append(pq.ParquetFile(file).read(columns))
        return tables

    def _own(self, table: str) -> list[pa.Table]:
        folder = self.folder.child(table)
        return [pa.ipc.open_stream(folder.read_bytes(name + ".arrow")).read_all() for name in self.names]

    def _all(self, table: str, columns: list[str]) -> pa.Table | None:
        tables = [one for one in self._read(table, columns) if one is not None]
        return pa.concat_tables(tables).combine_chunks() if tables else None

    def read_keys(self) -> tuple[pa.Array, list[Any]]:
        """All keys that are pages, or stand for one, in order; and where the keys of each batch are among them."""
        return merge_keys([table.column("key").combine_chunks() for table in self._own("keys")])

    def links(self, columns: list[str], places: list[Any]) -> Iterator[Links]:
        """Of each batch that has some, one at a time."""
        for one, where in zip(self._batches(), places):
            table = one._read("links", columns)[0]
            if table is not None:
                yield Links(table, one._own("numbers")[0], where)

    def _batches(self) -> list[Unit]:
        return [Unit(self.folder.address, [name]) for name in self.names]

    def pages_by_batch(self, columns: list[str], places: list[Any]) -> Iterator[tuple[int, pa.Table, Any]]:
        """The pages of each batch, statuses left out, with the places of their keys. One batch at a time: texts are large."""
        for at, (one, where) in enumerate(zip(self._batches(), places)):
            pages = one.pages([*columns, "generation"])
            if pages is None:
                continue
            is_page = pc.is_valid(pages.column("generation"))
            pages = pages if pc.all(is_page).as_py() else pages.filter(is_page).combine_chunks()
            if len(pages):
                yield at, pages, where[one._own("page_numbers")[0].column("page").to_numpy()]

    def pages(self, columns: list[str]) -> pa.Table | None:
        return self._all("pages", columns)

    def statuses(self) -> pa.Table | None:
        pages = self.pages(["key", "status", "date", "generation"])
        return pages.filter(pc.is_null(pages.column("generation"))).combine_chunks() if pages is not None else None

    def asked(self) -> pa.Array:
        """Keys of statuses, which make no pages, each once and in order."""
        statuses = self.statuses()
        return sorted_keys(statuses.column("key").combine_chunks()) if statuses is not None else NO_KEYS


class PlaceFiles:
    """Where the keys of each batch are among their unit's: told when they are merged, so that nobody has to merge them again."""

    def __init__(self, work: str) -> None:
        self.folder = Folder(work).child("places")

    def write(self, unit: int, places: list[Any]) -> None:
        head = [len(places), *(len(where) for where in places)]
        self.folder.write_bytes(f"{unit:06d}.places", numpy.concatenate([head, *places]).astype(numpy.uint32).tobytes())

    def read(self, unit: int) -> list[Any]:
        values = numpy.frombuffer(self.folder.read_bytes(f"{unit:06d}.places"), dtype=numpy.uint32)
        batches = int(values[0])
        return numpy.split(values[1 + batches :], numpy.cumsum(values[1 : 1 + batches].astype(numpy.int64))[:-1]) if batches else []


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
