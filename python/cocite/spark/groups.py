"""The graph of hosts or sites without that of pages: what `cocite-spark store --on hosts|sites` makes.

Lists of pages are chosen as for a graph of pages (newest fetch, aliases resolved, each target once). Where they are made they are
added up by host or site: so many links, of so many pages; only these sums travel on. A list of a host is that of its pages by
key, each target where it first stands: sums of one part of the pages after another's keep that order.
"""

from __future__ import annotations

from typing import Any, Iterator

import numpy
import pyarrow as pa

from .. import _core
from .blobs import DRIVER, Received, Row, pack, spread, unpack
from .files import Folder
from .lists import BAND, BLOBS, Newest, group_links, summary, write_lists
from .group_numbering import FIRST_CHOICE, SECOND_CHOICE, UnitGroups
from .numbering import Numbered, ids_of
from .unit import Chapters, Unit, texts


class GroupRouter:
    """Sends the links of a unit to where their pages are, with the groups of both ends; and the titles of roots."""

    def __init__(self, address: str, units: list[Chapters], on: str, bounds: Any, numbered: Numbered) -> None:
        self.address, self.units, self.on, self.bounds = address, units, on, bounds
        self.bases, self.group_bases = numbered.bases, numbered.group_bases

    def __call__(self, number: int, received: Received) -> Iterator[Row]:
        unit = Unit(self.address, self.units[number])
        keys, places, _ = unit.read_keys()
        links = unit.links(["generation", "date", "place"], places)
        ids = ids_of(received, "names", self.bases)
        mine = UnitGroups(keys, received, self.on)
        group_ids = ids_of(received, "groups", self.group_bases)
        groups = group_ids[mine.place] if len(group_ids) else numpy.zeros(len(keys), dtype=numpy.int64)
        part = numpy.maximum(numpy.searchsorted(self.bounds, ids, side="right") - 1, 0)
        yield from self._links(number, links, ids, groups.astype(numpy.uint32), part)
        yield from self._roots(number, unit, places, ids, groups, mine.root, part)

    def _links(self, number: int, links: Iterator[Any], ids: Any, groups: Any, part: Any) -> Iterator[Row]:
        first = (ids - self.bounds[part]).astype(numpy.uint32)
        part = part.astype(numpy.uint32)
        for at, some in enumerate(links):
            columns = {"source": some.source_of(first), "target": some.target_of(ids, -1)} | some.order()
            columns |= {"source_group": some.source_of(groups), "target_group": some.target_of(groups, 0)}
            yield from spread(number, "links", some.source_of(part), len(self.bounds) - 1, columns, at * BLOBS)

    def _roots(self, number: int, unit: Unit, places: list[Any], ids: Any, groups: Any, choices: Any, part: Any) -> Iterator[Row]:
        for at, pages, place in unit.pages_by_batch(["url", "title"], places):
            # What stands under an alias of a root is the root's, which is another key here: all of it goes, and the part decides.
            choice = choices[place]
            rows = numpy.flatnonzero(choice)
            pages, place, choice = pages.take(pa.array(rows)), place[rows], choice[rows]
            columns: dict[str, Any] = {"page": ids[place] - self.bounds[part[place]], "group": groups[place].astype(numpy.uint32), "choice": choice}
            columns |= {name: pages.column(name).to_numpy().astype(numpy.int64, copy=False) for name in ("date", "generation")}
            columns |= {name: pages.column(name).combine_chunks().cast(pa.string()) for name in ("title", "url")}
            yield from spread(number, "roots", part[place], len(self.bounds) - 1, columns, at * BLOBS)


class GroupTally:
    """The lists of some pages, added up by group and sent to where the groups are."""

    def __init__(self, bounds: Any, group_bounds: Any, seen_again: str, fetched: list[int]) -> None:
        self.bounds, self.group_bounds, self.seen_again, self.fetched = bounds, group_bounds, seen_again, fetched

    def __call__(self, part: int, received: Received) -> Iterator[Row]:
        first, end = int(self.bounds[part]), int(self.bounds[part + 1])
        table = received.table("links")
        newest = Newest(table, end - first, self.seen_again, numpy.int64)
        page_groups = numpy.zeros(end - first, dtype=numpy.uint32)
        target_groups = numpy.zeros(0, dtype=numpy.uint32)
        if table is not None:
            page_groups[newest.source] = table.column("source_group").to_numpy()
            target_groups = table.column("target_group").to_numpy()[newest.rows]
        group, target, links, pages, self_links, repeated = _core.tally_groups(first, newest.offsets, newest.targets, target_groups, page_groups)
        columns = {"group": group, "target": target, "links": links, "pages": pages}
        yield from self._send(part, "tallies", columns)
        yield from self._send(part, "crawled", {"group": numpy.unique(page_groups[newest.crawled])})
        yield from self._roots(part, received, newest)
        about = {"page_links": len(newest.targets) - self_links - repeated, "self_links": self_links, "repeated_links": repeated}
        about["fetched"] = int(numpy.isin(newest.inputs(), self.fetched).sum())
        yield Row(DRIVER, part, "built", pack(summary(about | newest.about)))

    def _send(self, part: int, kind: str, columns: dict[str, Any]) -> Iterator[Row]:
        parts = numpy.searchsorted(self.group_bounds, columns["group"], side="right") - 1
        yield from spread(part, kind, parts, len(self.group_bounds) - 1, columns)

    def _roots(self, part: int, received: Received, newest: Newest) -> Iterator[Row]:
        roots = received.table("roots")
        if roots is None:
            return
        chosen = newest.is_chosen(roots.column("page").to_numpy(), roots.column("date").to_numpy(), roots.column("generation").to_numpy())
        roots = roots.filter(pa.array(chosen)).combine_chunks()
        if not len(roots):
            return
        columns: dict[str, Any] = {name: roots.column(name).to_numpy() for name in ("group", "choice")}
        columns |= {name: roots.column(name).combine_chunks() for name in ("title", "url")}
        yield from self._send(part, "roots", columns)


class GroupBuilder:
    """All of some groups: their lists with counts into files, their names and titles into a segment."""

    def __init__(self, plan: dict[str, Any], group_bounds: Any, group_bases: Any, keeps_order: bool, has_addresses: bool) -> None:
        self.plan, self.bounds, self.bases, self.keeps_order, self.has_addresses = plan, group_bounds, group_bases, keeps_order, has_addresses

    def __call__(self, part: int, received: Received) -> Iterator[Row]:
        first, end = int(self.bounds[part]), int(self.bounds[part + 1])
        types = {"group": numpy.uint32, "target": numpy.uint32, "links": numpy.uint64, "pages": numpy.uint64}
        table = received.table("tallies")
        columns = [table.column(name).to_numpy() if table is not None else numpy.zeros(0, dtype=dtype) for name, dtype in types.items()]
        offsets, targets, links, pages, rising, falling = _core.merge_tallies(first, end - first, *columns, self.keeps_order)
        work = Folder(self.plan["work"])
        write_lists(work.child("out"), part, first, offsets, targets)
        write_counts(work, part, links, pages)
        crawled = received.table("crawled")
        marked = numpy.unique(crawled.column("group").to_numpy()) if crawled is not None else numpy.zeros(0, dtype=numpy.uint32)

        def make(path: str) -> None:
            keys, roots, secure = read_groups(self.plan["work"], self.bases, first, end)
            segment = _core.PageSegment(path, self.plan["build"], self.plan["pages"], first, *texts(keys))
            segment.crawled(marked)
            segment.secure((numpy.flatnonzero(secure) + first).astype(numpy.uint32))
            self._records(segment, first, keys, (roots, secure), received.table("roots"), offsets, targets)
            segment.finish()

        Folder(self.plan["out"]).write_native(f"pages-{part:06d}.segment", make)
        counts = numpy.bincount(targets // BAND)
        bands = numpy.flatnonzero(counts)
        about = {"links": len(targets), "childless": int((numpy.diff(offsets) == 0).sum()), "rising": rising, "falling": falling, "crawled": len(marked)}
        yield Row(DRIVER, part, "built", pack(summary(about, groups=group_links(offsets), bands=bands, band_links=counts[bands])))

    def _records(self, segment: Any, first: int, keys: pa.Array, about: tuple[Any, Any], told: pa.Table | None, offsets: Any, targets: Any) -> None:
        """The title and address of the page at the root; where there is none, the title of that of "www.". A root that was never fetched has the
        address that its key stands for, in a crawl whose other pages have theirs."""
        roots, secure = about
        known: dict[int, tuple[str, str]] = {}
        if told is not None:
            for group, choice, title, url in zip(*(told.column(name).to_pylist() for name in ("group", "choice", "title", "url"))):
                wanted = FIRST_CHOICE if roots[group - first] & FIRST_CHOICE else SECOND_CHOICE
                if choice == wanted:
                    known[group] = (title or "", (url or "") if choice == FIRST_CHOICE else "")
        groups = numpy.flatnonzero(roots) + first

        def unknown(group: int) -> tuple[str, str]:
            has_address = self.has_addresses and roots[group - first] & FIRST_CHOICE
            return "", _core.url_of_key(keys[group - first].as_py(), bool(secure[group - first])) if has_address else ""

        records = [known.get(group) or unknown(group) for group in groups.tolist()]
        nothing = pa.array([""] * len(groups), pa.string())
        columns = [pa.array([title for title, _ in records], pa.string()), nothing, pa.array([url for _, url in records], pa.string()), nothing, nothing]
        segment.records(
            groups.astype(numpy.uint32),
            numpy.zeros(len(groups), dtype=numpy.uint32),
            [texts(column) for column in columns],
            numpy.zeros(len(groups) + 1, dtype=numpy.uint64),
            numpy.zeros(0, dtype=numpy.uint32),
            texts(pa.array([], pa.string())),
            offsets,
            targets,
        )


def read_groups(work: str, bases: Any, first: int, end: int) -> tuple[pa.Array, Any, Any]:
    """Keys of the groups [first, end), which of their roots are pages, and which groups are https."""
    keys, roots, secure = [pa.array([], pa.binary())], [numpy.zeros(0, dtype=numpy.uint8)], [numpy.zeros(0, dtype=bool)]
    for at in range(len(bases) - 1):
        low, high = int(bases[at]), int(bases[at + 1])
        if high <= first or low >= end or high == low:
            continue
        table = unpack(Folder(work).child("groups").read_bytes(f"{at:06d}.arrow"))
        part = slice(max(first, low) - low, min(end, high) - low)
        keys.append(table.column("key").combine_chunks().slice(part.start, part.stop - part.start))
        roots.append(table.column("roots").to_numpy()[part])
        secure.append(table.column("secure").to_numpy()[part])
    return pa.concat_arrays(keys), numpy.concatenate(roots), numpy.concatenate(secure)


def write_counts(work: Folder, part: int, links: Any, pages: Any) -> None:
    data = numpy.concatenate([numpy.array([len(links)], dtype=numpy.uint64), links, pages])
    work.child("counts").write_bytes(f"{part:06d}.counts", data.tobytes())


def read_counts(work: str, bounds: Any, lists: Any, first: int, end: int) -> tuple[Any, Any]:
    """What stands behind the links of the groups [first, end); ``lists``: the files of their lists."""
    some: list[tuple[Any, Any]] = []
    part = int(numpy.searchsorted(bounds, first, side="right")) - 1
    while part + 1 < len(bounds) and bounds[part] < end:
        low, high = int(bounds[part]), int(bounds[part + 1])
        if high > low:
            begin, stop = lists.link_range(part, max(first, low) - low, min(end, high) - low)
            with Folder(work).child("counts").open(f"{part:06d}.counts") as file:
                every = int(numpy.frombuffer(file.read_at(8, 0), dtype=numpy.uint64)[0])
                some.append(tuple(numpy.frombuffer(file.read_at(8 * (stop - begin), 8 + 8 * at), dtype=numpy.uint64) for at in (begin, every + begin)))
        part += 1
    none = numpy.zeros(0, dtype=numpy.uint64)
    return numpy.concatenate([none, *(one for one, _ in some)]), numpy.concatenate([none, *(one for _, one in some)])
