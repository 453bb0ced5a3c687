"""Links as lists of pages' numbers: each page's newest list, tidied as `import` does it, in both directions.

Out-lists are made where all links of a page meet; from them, turned round, the in-lists. Lists wait in files of our own shape
(first page, pages, links, offsets, targets), of which any stretch can be read.
"""

from __future__ import annotations

import json
from typing import Any, Iterator

import numpy
import pyarrow as pa
import pyarrow.compute as pc

from .. import _core
from .blobs import DRIVER, Received, Row, pack, send_sorted, spread
from .files import Folder
from .numbering import KeyFiles, ids_of
from .parse import NO_TARGET
from .unit import Chapters, PlaceFiles, Unit, places_of, sorted_keys, texts

GROUP = 128  # pages; cuts of lists are at multiples of this
BAND = 1024  # pages; in-links are counted by these
BLOBS = 1_000_000  # at most, that a batch sends to one receiver


class Router:
    """Sends what a unit says to where its pages are. Sources are counted from the first page of their part."""

    def __init__(self, address: str, units: list[Chapters], work: str, bounds: Any, bases: Any, takes_oldest: bool) -> None:
        self.address, self.units, self.work, self.bounds, self.bases = address, units, work, bounds, bases
        self.takes_oldest = takes_oldest

    def __call__(self, number: int, received: Received) -> Iterator[Row]:
        unit = Unit(self.address, self.units[number])
        places = PlaceFiles(self.work).read(number)
        ids = ids_of(received, "names", self.bases)
        yield from self._links(number, unit.links(["generation", "date", "place", "anchor"], places), ids)
        yield from self._pages(number, unit, places, ids)
        yield from self._statuses(number, unit, received)

    def _part(self, pages: Any) -> Any:
        return numpy.maximum(numpy.searchsorted(self.bounds, pages, side="right") - 1, 0)

    def _links(self, number: int, links: Iterator[Any], ids: Any) -> Iterator[Row]:
        part = self._part(ids)
        first = (ids - self.bounds[part]).astype(numpy.uint32)
        part, ids = part.astype(numpy.uint32), ids.astype(numpy.uint32)
        for at, some in enumerate(links):
            columns = {"source": some.source_of(first), "target": some.target_of(ids, NO_TARGET)} | some.order()
            anchors = some.anchors()
            if anchors is not None:
                columns["anchor"] = anchors.cast(pa.string())
            yield from spread(number, "links", some.source_of(part), len(self.bounds) - 1, columns, at * BLOBS)

    def _pages(self, number: int, unit: Unit, places: list[Any], ids: Any) -> Iterator[Row]:
        said = ["title", "text", "url", "language", "ip"]
        best = self._best_fetches(unit, places, ids)
        for at, pages, where in unit.pages_by_batch(said, places):
            rows = numpy.flatnonzero(numpy.isin(pages.column("generation").to_numpy(), best))
            if not len(rows):
                continue
            page = ids[where[rows]]
            some = pages if len(rows) == len(pages) else pages.take(pa.array(rows))
            columns: dict[str, Any] = {"page": page.astype(numpy.uint32)}
            columns |= {name: some.column(name).to_numpy().astype(dtype, copy=False) for name, dtype in (("date", numpy.uint32), ("generation", numpy.int64))}
            columns |= {name: some.column(name).combine_chunks().cast(pa.string()) for name in said}
            yield from spread(number, "pages", self._part(page), len(self.bounds) - 1, columns, at * BLOBS)

    def _best_fetches(self, unit: Unit, places: list[Any], ids: Any) -> Any:
        """Generations of the fetches that may count: of each page the one that all others of this unit give way to. What those say, no one reads."""
        orders = list(unit.page_orders(places))
        if not orders:
            return numpy.zeros(0, dtype=numpy.int64)
        page, date, generation = (numpy.concatenate(column) for column in zip(*orders))
        page = ids[page]
        order = numpy.lexsort((generation, date, page))
        is_other = numpy.diff(page[order]) != 0
        is_best = numpy.append(True, is_other) if self.takes_oldest else numpy.append(is_other, True)
        return generation[order[is_best]]

    def _statuses(self, number: int, unit: Unit, received: Received) -> Iterator[Row]:
        statuses = unit.statuses()
        if statuses is None:
            return
        keys = statuses.column("key").combine_chunks()
        page = ids_of(received, "asked", self.bases)[places_of(keys, sorted_keys(keys))]
        known = page >= 0
        columns = {
            "page": page[known].astype(numpy.uint32),
            "status": statuses.column("status").to_numpy()[known].astype(numpy.uint32),
            "date": statuses.column("date").to_numpy()[known].astype(numpy.uint32),
        }
        yield from spread(number, "statuses", self._part(page[known]), len(self.bounds) - 1, columns)


class Newest:
    """The links of some pages: which list each page takes, and that list as it came. Pages are counted from the first of the part."""

    def __init__(self, table: pa.Table | None, pages: int, seen_again: str, target_type: Any = numpy.uint32) -> None:
        types = {"source": numpy.uint32, "target": target_type, "date": numpy.uint32, "generation": numpy.int64, "place": numpy.uint32}
        columns = [table.column(name).to_numpy() if table is not None else numpy.zeros(0, dtype=dtype) for name, dtype in types.items()]
        choose = _core.newest_lists if target_type == numpy.uint32 else _core.newest_far_lists
        self.table, self.source = table, columns[0]
        self.offsets, self.targets, self.rows, self.is_told, self.crawled, self._date, self._generation, self.about = choose(pages, *columns, seen_again)

    def is_chosen(self, page: Any, date: Any, generation: Any) -> Any:
        return (self._date[page] == date) & (self._generation[page] == generation)

    def inputs(self) -> Any:
        """From which the pages have their lists."""
        return self._generation[self._generation >= 0] >> 32

    def anchors(self) -> tuple[Any, Any, pa.Array]:
        """Of the links that say something: page, target and words, by page and place."""
        if self.table is None or "anchor" not in self.table.column_names:
            return numpy.zeros(0, numpy.uint32), numpy.zeros(0, numpy.uint32), pa.array([], pa.string())
        words = self.table.column("anchor").combine_chunks()
        says = pc.fill_null(pc.greater(pc.binary_length(words), 0), False).to_numpy(zero_copy_only=False)
        told = numpy.flatnonzero(says[self.rows] & (self.is_told != 0))
        rows = self.rows[told]
        return self.source[rows], self.targets[told], words.take(pa.array(rows))


class PageBuilder:
    """All of some pages: their out-lists into a file, and what they say into a segment."""

    def __init__(self, plan: dict[str, Any], bounds: Any, bases: Any, ranges: list[dict[str, Any]]) -> None:
        self.plan, self.bounds, self.bases, self.ranges = plan, bounds, bases, ranges

    def __call__(self, part: int, received: Received) -> Iterator[Row]:
        first, end = int(self.bounds[part]), int(self.bounds[part + 1])
        keys, host_begin, host_end, secure = KeyFiles(self.plan["work"], self.bases, self.ranges).read(first, end)
        newest = Newest(received.table("links"), end - first, self.plan["seen_again"])
        offsets, targets, self_links, repeated = _core.tidy_lists(first, newest.offsets, newest.targets, self.plan["order"] != "none")
        same_host = 0 if self.plan["opaque"] else _core.count_same_host(offsets, targets, host_begin, host_end)
        write_lists(Folder(self.plan["work"]).child("out"), part, first, offsets, targets)

        def make(path: str) -> None:
            segment = _core.PageSegment(path, self.plan["build"], self.plan["pages"], first, *texts(keys))
            segment.crawled(newest.crawled + numpy.uint32(first))
            segment.secure(secure)
            self._records(segment, first, received, newest, offsets, targets)
            statuses = received.table("statuses")
            if statuses is not None:
                segment.statuses(*(statuses.column(name).to_numpy() for name in ("page", "status", "date")))
            segment.finish()

        Folder(self.plan["out"]).write_native(f"pages-{part:06d}.segment", make)
        counts = numpy.bincount(targets >> 10)  # by BAND
        bands = numpy.flatnonzero(counts)
        about = {
            "links": len(targets),
            "childless": int((numpy.diff(offsets) == 0).sum()),
            "same_host_links": same_host,
            "self_links": self_links,
            "repeated_links": repeated,
            "crawled": len(newest.crawled),
        }
        about |= newest.about
        yield Row(DRIVER, part, "built", pack(summary(about, groups=group_links(offsets), bands=bands, band_links=counts[bands])))

    def _records(self, segment: Any, first: int, received: Received, newest: Newest, offsets: Any, targets: Any) -> None:
        pages = received.table("pages")
        if pages is None:
            return
        page = pages.column("page").to_numpy()
        chosen = newest.is_chosen(page - numpy.uint32(first), pages.column("date").to_numpy(), pages.column("generation").to_numpy())
        rows = numpy.flatnonzero(chosen)
        rows = rows[numpy.argsort(page[rows], kind="stable")]
        pages = pages.take(pa.array(rows))
        page = page[rows]
        anchor_pages, anchor_targets, words = newest.anchors()
        # Only pages that say something have anchors; so where one's end, the next one's begin.
        starts = numpy.append(numpy.searchsorted(anchor_pages, page - numpy.uint32(first)), len(anchor_pages)).astype(numpy.uint64)
        segment.records(
            page,
            pages.column("date").to_numpy().astype(numpy.uint32),
            [texts(pc.fill_null(pages.column(name), "")) for name in ("title", "text", "url", "language", "ip")],
            starts,
            anchor_targets,
            texts(words),
            offsets,
            targets,
        )


def summary(about: dict[str, Any], **lists: Any) -> dict[str, Any]:
    """What a task tells the driver."""
    columns = {name: pa.array([numpy.asarray(values).astype(numpy.uint64)], pa.list_(pa.uint64())) for name, values in lists.items()}
    return {"about": pa.array([json.dumps(about)]), **columns}


class Transposer:
    """Turns the out-lists of a part round, and sends each link to where its target is."""

    def __init__(self, work: str, bounds: Any) -> None:
        self.work, self.bounds = work, bounds

    def __call__(self, part: int) -> Iterator[Row]:
        first, offsets, targets = ListFiles(Folder(self.work).child("out")).whole(part)
        starts, pages, others = _core.turn_lists(first, offsets, targets, self.bounds)
        yield from send_sorted(part, "turned", starts, {"page": pages, "other": others})


class InBuilder:
    """The in-lists of some pages. Sources come in order, part after part: each list is sorted."""

    def __init__(self, work: str, bounds: Any) -> None:
        self.work, self.bounds = work, bounds

    def __call__(self, part: int, received: Received) -> Iterator[Row]:
        first, end = int(self.bounds[part]), int(self.bounds[part + 1])
        table = received.table("turned")
        columns = [table.column(name).to_numpy() if table is not None else numpy.zeros(0, numpy.uint32) for name in ("page", "other")]
        offsets, others = _core.lists_of_pairs(first, end - first, *columns)
        write_lists(Folder(self.work).child("in"), part, first, offsets, others)
        yield Row(DRIVER, part, "built", pack(summary({"links": len(others)}, groups=group_links(offsets))))


def group_links(offsets: Any) -> Any:
    """Links of each GROUP pages. The first page is at the beginning of one."""
    return numpy.diff(offsets[numpy.append(numpy.arange(0, len(offsets) - 1, GROUP), len(offsets) - 1)])


def write_lists(folder: Folder, part: int, first: int, offsets: Any, targets: Any) -> None:
    head = numpy.array([first, len(offsets) - 1, len(targets)], dtype=numpy.uint64)

    def fill(stream: Any) -> None:
        stream.write(head.tobytes())
        stream.write(numpy.ascontiguousarray(offsets, dtype=numpy.uint64).tobytes())
        stream.write(numpy.ascontiguousarray(targets, dtype=numpy.uint32).tobytes())

    folder.write(f"{part:06d}.lists", fill)


class ListFiles:
    def __init__(self, folder: Folder) -> None:
        self.folder = folder

    def whole(self, part: int) -> tuple[int, Any, Any]:
        with self.folder.open(f"{part:06d}.lists") as file:
            first, pages, links = numpy.frombuffer(file.read_at(24, 0), dtype=numpy.uint64)
            return self._read(file, int(first), 0, int(pages), int(pages))

    def read(self, bounds: Any, first: int, end: int) -> tuple[Any, Any]:
        """Lists of the pages [first, end), wherever they are."""
        lengths, targets = [numpy.zeros(0, numpy.uint64)], [numpy.zeros(0, numpy.uint32)]
        part = int(numpy.searchsorted(bounds, first, side="right")) - 1
        while part + 1 < len(bounds) and bounds[part] < end:
            low, high = int(bounds[part]), int(bounds[part + 1])
            if high > low:
                with self.folder.open(f"{part:06d}.lists") as file:
                    _, offsets, some = self._read(file, low, max(first, low) - low, min(end, high) - low, high - low)
                lengths.append(numpy.diff(offsets))
                targets.append(some)
            part += 1
        return numpy.concatenate([numpy.zeros(1, numpy.uint64), numpy.cumsum(numpy.concatenate(lengths))]).astype(numpy.uint64), numpy.concatenate(targets)

    @staticmethod
    def _read(file: Any, first: int, begin: int, end: int, pages: int) -> tuple[int, Any, Any]:
        offsets = numpy.frombuffer(file.read_at(8 * (end - begin + 1), 24 + 8 * begin), dtype=numpy.uint64)
        at = 24 + 8 * (pages + 1) + 4 * int(offsets[0])
        size = int(offsets[-1] - offsets[0])
        targets = numpy.frombuffer(file.read_at(4 * size, at), dtype=numpy.uint32) if size else numpy.zeros(0, numpy.uint32)
        return first, offsets - offsets[0], targets

    def link_range(self, part: int, begin: int, end: int) -> tuple[int, int]:
        """Where the links of the pages [begin, end) of a part, counted from its first, begin and end among all of the part."""
        with self.folder.open(f"{part:06d}.lists") as file:
            low, high = (numpy.frombuffer(file.read_at(8, 24 + 8 * at), dtype=numpy.uint64)[0] for at in (begin, end))
        return int(low), int(high)
