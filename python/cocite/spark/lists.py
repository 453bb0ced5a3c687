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
from .blobs import Received, each_receiver, pack, row, spread
from .files import Folder
from .numbering import DRIVER, KeyFiles, ids_of, texts
from .unit import Unit, dictionary_of, places_of

GROUP = 128  # pages; cuts of lists are at multiples of this
BAND = 1024  # pages; in-links are counted by these


class Router:
    """Sends what a unit says to where its pages are, under their numbers."""

    def __init__(self, address: str, units: list[list[str]], bounds: Any, bases: Any, alias_ids: Any) -> None:
        self.address, self.units, self.bounds, self.bases, self.alias_ids = address, units, bounds, bases, alias_ids

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for number, received in each_receiver(batches):
            unit = Unit(self.address, self.units[number])
            names, asked = unit.keys()
            ids = ids_of(received, "names", self.bases, self.alias_ids)
            yield from self._links(number, unit, names, ids)
            yield from self._pages(number, unit, names, ids)
            yield from self._statuses(number, unit, asked, ids_of(received, "asked", self.bases, self.alias_ids))

    def _part(self, pages: Any) -> Any:
        return numpy.searchsorted(self.bounds, pages, side="right") - 1

    def _links(self, number: int, unit: Unit, names: pa.Array, ids: Any) -> Iterator[pa.RecordBatch]:
        links = unit.links(["source", "target", "generation", "date", "place", "anchor"])
        if links is None:
            return
        links = links.filter(pc.is_valid(links.column("generation"))).combine_chunks()
        if not len(links):
            return
        numbers = {}
        for name in ("source", "target"):
            by_dictionary = ids[places_of(dictionary_of(links.column(name)), names)]
            indices = pa.concat_arrays([chunk.indices for chunk in links.column(name).chunks])
            places = pc.fill_null(indices, -1).to_numpy()
            numbers[name] = numpy.where(places < 0, -1, by_dictionary[places] if len(by_dictionary) else -1)
        columns = {
            "source": numbers["source"].astype(numpy.uint32),
            "target": numbers["target"],
            "date": links.column("date").to_numpy(),
            "generation": links.column("generation").to_numpy(),
            "place": links.column("place").to_numpy(),
            "anchor": links.column("anchor").combine_chunks(),
        }
        yield from spread(number, "links", self._part(numbers["source"]), columns)

    def _pages(self, number: int, unit: Unit, names: pa.Array, ids: Any) -> Iterator[pa.RecordBatch]:
        pages = unit.pages(["key", "url", "title", "date", "language", "text", "ip", "generation"])
        if pages is None:
            return
        pages = pages.filter(pc.is_valid(pages.column("generation"))).combine_chunks()
        if not len(pages):
            return
        page = ids[places_of(pages.column("key").combine_chunks(), names)]
        columns: dict[str, Any] = {"page": page.astype(numpy.uint32)}
        columns |= {name: pages.column(name).to_numpy() for name in ("date", "generation")}
        columns |= {name: pages.column(name).combine_chunks() for name in ("title", "text", "url", "language", "ip")}
        yield from spread(number, "pages", self._part(page), columns)

    def _statuses(self, number: int, unit: Unit, asked: pa.Array, ids: Any) -> Iterator[pa.RecordBatch]:
        statuses = unit.statuses()
        if statuses is None or not len(statuses):
            return
        page = ids[places_of(statuses.column("key").combine_chunks(), asked)]
        known = page >= 0
        columns = {
            "page": page[known].astype(numpy.uint32),
            "status": statuses.column("status").to_numpy()[known].astype(numpy.uint32),
            "date": statuses.column("date").to_numpy()[known].astype(numpy.uint32),
        }
        yield from spread(number, "statuses", self._part(page[known]), columns)


class PageBuilder:
    """All of some pages: their out-lists into a file, and what they say into a segment."""

    def __init__(self, plan: dict[str, Any], bounds: Any, bases: Any, ranges: list[dict[str, Any]]) -> None:
        self.plan, self.bounds, self.bases, self.ranges = plan, bounds, bases, ranges

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for part, received in each_receiver(batches):
            yield self.build(part, received)

    def build(self, part: int, received: Received) -> pa.RecordBatch:
        first, end = int(self.bounds[part]), int(self.bounds[part + 1])
        keys, host_begin, host_end = KeyFiles(self.plan["work"], self.bases, self.ranges).read(first, end)
        links = _Links(received.table("links"), first, end, self.plan["seen_again"])
        offsets, targets, self_links, repeated = _core.tidy_lists(first, links.offsets, links.targets, self.plan["order"] != "none")
        sources = numpy.repeat(numpy.arange(end - first), numpy.diff(offsets).astype(numpy.int64))
        same_host = 0
        if not self.plan["opaque"]:
            same_host = int(((targets >= host_begin[sources]) & (targets < host_end[sources])).sum())
        write_lists(Folder(self.plan["work"]).child("out"), part, first, offsets, targets)

        def make(path: str) -> None:
            segment = _core.PageSegment(path, self.plan["build"], self.plan["pages"], first, *texts(keys))
            segment.crawled(links.crawled)
            self._records(segment, received, links, offsets, targets)
            statuses = received.table("statuses")
            if statuses is not None:
                segment.statuses(*(statuses.column(name).to_numpy() for name in ("page", "status", "date")))
            segment.finish()

        Folder(self.plan["out"]).write_native(f"pages-{part:06d}.segment", make)
        bands, counts = numpy.unique(targets // BAND, return_counts=True)
        about = {
            "links": len(targets),
            "childless": int((numpy.diff(offsets) == 0).sum()),
            "same_host_links": same_host,
            "self_links": self_links,
            "repeated_links": repeated,
            "crawled": len(links.crawled),
        }
        about |= links.about
        payload = pack({"about": pa.array([json.dumps(about)]), **_lists("groups", group_links(offsets)), **_lists("bands", bands), **_lists("band_links", counts)})
        return row(DRIVER, part, "built", payload)

    def _records(self, segment: Any, received: Received, links: _Links, offsets: Any, targets: Any) -> None:
        pages = received.table("pages")
        if pages is None:
            return
        page = pages.column("page").to_numpy()
        chosen = links.is_chosen(page, pages.column("date").to_numpy(), pages.column("generation").to_numpy())
        rows = numpy.flatnonzero(chosen)
        rows = rows[numpy.argsort(page[rows], kind="stable")]
        pages = pages.take(pa.array(rows))
        page = page[rows]
        starts = numpy.append(numpy.searchsorted(links.anchor_pages, page), len(links.anchor_pages)).astype(numpy.uint64)
        segment.records(
            page,
            pages.column("date").to_numpy().astype(numpy.uint32),
            [texts(pc.fill_null(pages.column(name), "")) for name in ("title", "text", "url", "language", "ip")],
            _anchor_starts(links.anchor_pages, page, starts),
            links.anchor_targets,
            texts(links.anchors),
            offsets,
            targets,
        )


def _anchor_starts(anchor_pages: Any, page: Any, starts: Any) -> Any:
    # Only pages that say something have anchors; so where one's end, the next one's begin.
    assert len(numpy.setdiff1d(anchor_pages, page)) == 0
    return starts


def _lists(name: str, values: Any) -> dict[str, Any]:
    return {name: pa.array([numpy.asarray(values).astype(numpy.uint64)], pa.list_(pa.uint64()))}


class _Links:
    """The links of some pages: which list each page takes, and that list as it came."""

    def __init__(self, table: pa.Table | None, first: int, end: int, seen_again: str) -> None:
        none = numpy.zeros(0, dtype=numpy.int64)
        column = (lambda name: table.column(name).to_numpy().astype(numpy.int64)) if table is not None else (lambda name: none)
        source, target, date, generation, place = (column(name) for name in ("source", "target", "date", "generation", "place"))
        # The newest list of each page: the later date, or else the later input.
        order = numpy.lexsort((generation, date, source))
        sources = source[order]
        is_edge = numpy.ones(len(order), dtype=bool)
        is_edge[1:] = sources[1:] != sources[:-1]
        if seen_again != "oldest":
            is_edge = numpy.append(is_edge[1:], True) if len(order) else is_edge
        best = order[is_edge]
        self._first = first
        self._date = numpy.full(end - first, -1, dtype=numpy.int64)
        self._generation = numpy.full(end - first, -1, dtype=numpy.int64)
        self._date[source[best] - first] = date[best]
        self._generation[source[best] - first] = generation[best]
        chosen = self.is_chosen(source, date, generation)
        again = numpy.zeros(end - first, dtype=bool)
        again[source[~chosen] - first] = True
        kept = chosen | (seen_again == "union")
        self.crawled = numpy.unique(source[kept]).astype(numpy.uint32)
        linked = numpy.flatnonzero(kept & (target >= 0))
        linked = linked[numpy.lexsort((place[linked], generation[linked], source[linked]))]
        self.targets = target[linked].astype(numpy.uint32)
        self.offsets = numpy.zeros(end - first + 1, dtype=numpy.uint64)
        self.offsets[1:] = numpy.cumsum(numpy.bincount(source[linked] - first, minlength=end - first))
        # Whether lists came sorted, and in one stretch each: then their order says nothing.
        same = source[linked][1:] == source[linked][:-1]
        step = numpy.diff(target[linked])
        in_one = (numpy.diff(generation[linked]) == 0) & (numpy.diff(place[linked]) == 1)
        self.about = {
            "rising": int((same & (step > 0)).sum()),
            "falling": int((same & (step < 0)).sum()),
            "broken": int((same & ~in_one).sum()),
            "replaced_links": int((~kept & (target >= 0)).sum()),
            "pages_seen_again": int(again.sum()),
        }
        told = linked[chosen[linked]]
        texts_of = table.column("anchor").combine_chunks().take(pa.array(told)) if table is not None else pa.array([], pa.string())
        says = pc.fill_null(pc.greater(pc.binary_length(texts_of), 0), False).to_numpy(zero_copy_only=False)
        told = told[says]
        self.anchors = texts_of.filter(pa.array(says))
        self.anchor_pages = source[told]
        self.anchor_targets = target[told].astype(numpy.uint32)

    def is_chosen(self, page: Any, date: Any, generation: Any) -> Any:
        place = page.astype(numpy.int64) - self._first
        return (self._date[place] == date) & (self._generation[place] == generation)


class Transposer:
    """Turns the out-lists of a part round, and sends each link to where its target is."""

    def __init__(self, work: str, bounds: Any) -> None:
        self.work, self.bounds = work, bounds

    def __call__(self, part: int) -> Iterator[pa.RecordBatch]:
        first, offsets, targets = ListFiles(Folder(self.work).child("out")).whole(part)
        sources = numpy.repeat(numpy.arange(len(offsets) - 1, dtype=numpy.uint32) + numpy.uint32(first), numpy.diff(offsets).astype(numpy.int64))
        parts = numpy.searchsorted(self.bounds, targets.astype(numpy.int64), side="right") - 1
        yield from spread(part, "turned", parts, {"page": targets, "other": sources})


class InBuilder:
    """The in-lists of some pages. Sources come in order, part after part: each list is sorted."""

    def __init__(self, work: str, bounds: Any) -> None:
        self.work, self.bounds = work, bounds

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for part, received in each_receiver(batches):
            yield self.build(part, received)

    def build(self, part: int, received: Received) -> pa.RecordBatch:
        first, end = int(self.bounds[part]), int(self.bounds[part + 1])
        table = received.table("turned")
        pages = table.column("page").to_numpy().astype(numpy.int64) if table is not None else numpy.zeros(0, numpy.int64)
        others = table.column("other").to_numpy() if table is not None else numpy.zeros(0, numpy.uint32)
        order = numpy.argsort(pages, kind="stable")
        offsets = numpy.zeros(end - first + 1, dtype=numpy.uint64)
        offsets[1:] = numpy.cumsum(numpy.bincount(pages - first, minlength=end - first))
        write_lists(Folder(self.work).child("in"), part, first, offsets, others[order])
        payload = pack({"about": pa.array([json.dumps({"links": len(others)})]), **_lists("groups", group_links(offsets))})
        return row(DRIVER, part, "built", payload)


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
