"""Page numbers: the place of a key among all keys in bytewise order, as in every store.

Each unit sends its keys, which are in order, by ranges; a range merges what it got, leaves aliases out, and sends back where each
key stands. With the number of pages in each range, which the driver adds up, that is the page's number. A key that a million
links name travels once from each unit: nothing is joined link by link, and no target is too hot. Hosts and sites are numbered in
the same way, by ranges of their own (groups.py).
"""

from __future__ import annotations

from typing import Any, Iterator

import numpy
import pyarrow as pa
import pyarrow.compute as pc

from .. import _core
from .blobs import DRIVER, MOST_BYTES, Received, Row, pack, unpack
from .files import Folder
from .unit import Chapters, PlaceFiles, Unit, keys_of, merge_keys, places_of, slices_of, sorted_keys, texts

UNKNOWN = -1
FIRST_ALIAS = -2  # alias number k is written as FIRST_ALIAS - k


class Numbered:
    """What is known when pages have numbers; and groups, where there are any."""

    def __init__(self, ranks: Any, ranges: list[dict[str, Any]], alias_ids: Any) -> None:
        self.ranks, self.ranges, self.alias_ids = ranks, ranges, alias_ids
        self.bases = numpy.concatenate([[0], numpy.cumsum([one["pages"] for one in ranges])]).astype(numpy.int64)
        self.pages = int(self.bases[-1])
        self.group_bases = numpy.concatenate([[0], numpy.cumsum([one["groups"] for one in ranges])]).astype(numpy.int64)
        self.groups = int(self.group_bases[-1])
        self.alias_groups = numpy.zeros(len(alias_ids), dtype=numpy.int64)


def choose_splitters(samples: list[bytes], ranges: int) -> list[bytes]:
    """Keys that cut all keys into ranges of like size, by samples of each batch's."""
    some = sorted(samples)
    return sorted({some[len(some) * i // ranges] for i in range(1, ranges)}) if some else []


def number_pages(
    exchange: Any, address: str, units: list[Chapters], work: str, aliases: list[tuple[bytes, bytes]], splitters: list[bytes], on: str = "pages"
) -> Numbered:
    write_aliases(work, aliases, on)
    sent = exchange.run(len(units), _Sender(address, units, work, splitters, on), "sending keys")
    ranks = exchange.run(len(splitters) + 1, _Ranges(work, on), "numbering keys", sent, keep=True)
    told = {one.origin: unpack(one.payload) for one in ranks.told()}
    sizes: list[dict[str, Any]] = []
    for dest in range(len(splitters) + 1):
        names = ("pages", "groups", "first_host", "last_host", "first_run", "last_run")
        sizes.append({name: told[dest].column(name)[0].as_py() for name in names} if dest in told else {"pages": 0, "groups": 0})
    numbered = Numbered(ranks, sizes, numpy.zeros(len(aliases), dtype=numpy.int64))
    for dest, one in told.items():
        for kind, bases, ends in (("alias", numbered.bases, numbered.alias_ids), ("alias_group", numbered.group_bases, numbered.alias_groups)):
            which, place = (numpy.array(one.column(name)[0].as_py(), dtype=numpy.int64) for name in (kind, kind + "_place"))
            ends[which] = bases[dest] + place
    return numbered


def write_aliases(work: str, aliases: list[tuple[bytes, bytes]], on: str) -> None:
    to = pa.array([b for _, b in aliases], pa.binary())
    columns = {"from": pa.array([a for a, _ in aliases], pa.binary()), "to": to}
    if on != "pages":
        columns["group"] = pa.array([group_of(b, on) for _, b in aliases], pa.binary())
    Folder(work).write_bytes("aliases.arrow", pack(columns))


def read_aliases(work: str) -> pa.Table:
    return unpack(Folder(work).map("aliases.arrow"))


def group_of(key: bytes, on: str) -> bytes:
    _, offsets, letters, _ = _core.group_keys(*texts(pa.array([key], pa.binary())), on)
    return bytes(keys_of(offsets, letters)[0].as_py())


class _Sender:
    """A unit's keys to their ranges; and the keys of their hosts or sites, with whether the page at its root is there."""

    def __init__(self, address: str, units: list[Chapters], work: str, splitters: list[bytes], on: str) -> None:
        self.address, self.units, self.work, self.splitters, self.on = address, units, work, splitters, on

    def __call__(self, number: int) -> Iterator[Row]:
        unit = Unit(self.address, self.units[number])
        keys, places = unit.read_keys()
        PlaceFiles(self.work).write(number, places)
        yield from self._send(number, "names", {"key": keys})
        if self.on == "pages":  # who asks for hosts is not told of statuses
            statuses = unit.statuses()
            if statuses is not None:
                yield from self._send(number, "asked", {"key": sorted_keys(statuses.column("key").combine_chunks())})
        else:
            groups = UnitGroups(keys, read_aliases(self.work), self.on)
            yield from self._send(number, "groups", {"key": groups.keys, "roots": pa.array(groups.root_flags)})

    def _send(self, number: int, kind: str, columns: dict[str, pa.Array]) -> Iterator[Row]:
        for dest, place, begin, end in slices_of(columns["key"], self.splitters, MOST_BYTES):
            yield Row(dest, number, kind, pack({name: column.slice(begin, end - begin) for name, column in columns.items()}), place)


class UnitGroups:
    """The hosts or sites of a unit's pages, in order of their keys; aliases are no pages."""

    def __init__(self, keys: pa.Array, aliases: pa.Table, on: str) -> None:
        self.is_page = places_of(keys, aliases.column("from").combine_chunks()) < 0
        pages = keys.filter(pa.array(self.is_page)) if not self.is_page.all() else keys
        numbers, offsets, letters, roots = _core.group_keys(*texts(pages), on)
        told = keys_of(offsets, letters)
        # Hosts of a site need not be neighbours: its key may have come twice.
        unique = told.unique()
        self.keys = unique.take(pc.sort_indices(unique))
        places = places_of(told, self.keys)[numbers] if len(numbers) else numpy.zeros(0, dtype=numpy.int64)
        self.place = numpy.full(len(keys), -1, dtype=numpy.int64)  # of each key's group; aliases have none
        self.place[self.is_page] = places
        self.root = numpy.zeros(len(keys), dtype=numpy.uint8)  # 1: its title is the group's; 2: if there is no other
        self.root[self.is_page] = roots
        self.root_flags = numpy.zeros(len(self.keys), dtype=numpy.uint8)
        numpy.bitwise_or.at(self.root_flags, places[roots > 0], roots[roots > 0])


class _Ranges:
    """One range of keys: all that units sent, numbered."""

    def __init__(self, work: str, on: str) -> None:
        self.work, self.on = work, on

    def __call__(self, dest: int, received: Received) -> Iterator[Row]:
        aliases = read_aliases(self.work)
        pages, answers = self._pages(dest, received, aliases)
        yield from answers
        groups, answers = self._groups(dest, received)
        yield from answers
        summary = _about_pages(pages) | {"groups": pa.array([len(groups)])}
        summary |= _ends("alias", aliases.column("to").combine_chunks(), pages)
        group_of_alias = aliases.column("group").combine_chunks() if self.on != "pages" else pa.array([], pa.binary())
        summary |= _ends("alias_group", group_of_alias, groups)
        yield Row(DRIVER, dest, "range", pack(summary))

    def _pages(self, dest: int, received: Received, aliases: pa.Table) -> tuple[pa.Array, list[Row]]:
        names, asked = received.each("names"), received.each("asked")
        keys, places = merge_keys([table.column("key").combine_chunks() for _, table in names])
        alias_of = places_of(keys, aliases.column("from").combine_chunks())
        is_page = alias_of < 0
        pages = keys if is_page.all() else keys.filter(pa.array(is_page))
        told = numpy.where(is_page, numpy.cumsum(is_page) - 1, FIRST_ALIAS - alias_of).astype(numpy.int32)
        Folder(self.work).child("keys").write_bytes(f"{dest:06d}.arrow", pack({"key": pages}))
        answers = list(_answers(dest, "names", names, [told[where] for where in places]))
        where_asked = [places_of(table.column("key").combine_chunks(), keys) for _, table in asked]
        found = [numpy.where(where < 0, UNKNOWN, told[where] if len(told) else UNKNOWN).astype(numpy.int32) for where in where_asked]
        return pages, answers + list(_answers(dest, "asked", asked, found))

    def _groups(self, dest: int, received: Received) -> tuple[pa.Array, list[Row]]:
        tables = received.each("groups")
        keys, places = merge_keys([table.column("key").combine_chunks() for _, table in tables])
        if not tables:
            return keys, []
        roots = numpy.zeros(len(keys), dtype=numpy.uint8)
        for (_, table), where in zip(tables, places):
            roots[where] |= table.column("roots").to_numpy()
        Folder(self.work).child("groups").write_bytes(f"{dest:06d}.arrow", pack({"key": keys, "roots": roots}))
        return keys, list(_answers(dest, "groups", tables, [where.astype(numpy.int32) for where in places]))


def _answers(dest: int, kind: str, tables: list[tuple[int, pa.Table]], ranks: list[Any]) -> Iterator[Row]:
    counts: dict[int, int] = {}
    for (origin, _), rank in zip(tables, ranks):
        place = counts[origin] = counts.get(origin, -1) + 1
        yield Row(origin, dest, kind, pack({"rank": rank}), place)


def _ends(name: str, ends: pa.Array, keys: pa.Array) -> dict[str, pa.Array]:
    """Where aliases of any range lead to: those that lead into this one."""
    where = places_of(ends, keys)
    which = numpy.flatnonzero(where >= 0)
    return {name: pa.array([which.tolist()], pa.list_(pa.int64())), name + "_place": pa.array([where[which].tolist()], pa.list_(pa.int64()))}


def _about_pages(pages: pa.Array) -> dict[str, pa.Array]:
    hosts, runs = [b"", b""], [0, 0]
    if len(pages):
        hosts = [_core.host_of_key(pages[at].as_py()) for at in (0, len(pages) - 1)]
        starts = numpy.flatnonzero(host_starts(pages))
        runs = [int(starts[1]) if len(starts) > 1 else len(pages), len(pages) - int(starts[-1])]
    return {
        "pages": pa.array([len(pages)]),
        "first_host": pa.array([hosts[0]], pa.binary()),
        "last_host": pa.array([hosts[1]], pa.binary()),
        "first_run": pa.array([runs[0]]),
        "last_run": pa.array([runs[1]]),
    }


def host_starts(keys: pa.Array) -> Any:
    """1 where the host is another one than that of the key before."""
    return _core.host_starts(*texts(keys))


class KeyFiles:
    """The keys of any pages, from the files of their ranges."""

    def __init__(self, work: str, bases: Any, ranges: list[dict[str, Any]]) -> None:
        self.folder, self.bases, self.ranges = Folder(work).child("keys"), bases, ranges

    def read(self, first: int, end: int) -> tuple[pa.Array, Any, Any]:
        """Keys of the pages [first, end), and of each where its host begins and ends."""
        keys, begins, ends = [pa.array([], pa.binary())], [numpy.zeros(0, numpy.int64)], [numpy.zeros(0, numpy.int64)]
        for at in range(len(self.ranges)):
            low, high = int(self.bases[at]), int(self.bases[at + 1])
            if high <= first or low >= end:
                continue
            mine = unpack(self.folder.map(f"{at:06d}.arrow")).column("key").combine_chunks()
            starts = numpy.flatnonzero(host_starts(mine))
            run = numpy.repeat(numpy.arange(len(starts)), numpy.diff([*starts, len(mine)]))
            begin_of = starts + low
            end_of = numpy.append(starts[1:], len(mine)) + low
            begin_of[0] = self._begin(at)
            end_of[-1] = self._end(at)
            part = slice(max(first, low) - low, min(end, high) - low)
            keys.append(mine.slice(part.start, part.stop - part.start))
            begins.append(begin_of[run][part])
            ends.append(end_of[run][part])
        return pa.concat_arrays(keys), numpy.concatenate(begins), numpy.concatenate(ends)

    def _begin(self, at: int) -> int:
        """Where the first host of a range begins, which may be in ranges before."""
        host, begin = self.ranges[at]["first_host"], int(self.bases[at])
        for before in range(at - 1, -1, -1):
            one = self.ranges[before]
            if one["pages"] == 0:
                continue
            if one["last_host"] != host:
                break
            begin = int(self.bases[before + 1]) - one["last_run"]
            if one["last_run"] != one["pages"]:
                break
        return begin

    def _end(self, at: int) -> int:
        host, end = self.ranges[at]["last_host"], int(self.bases[at + 1])
        for after in range(at + 1, len(self.ranges)):
            one = self.ranges[after]
            if one["pages"] == 0:
                continue
            if one["first_host"] != host:
                break
            end = int(self.bases[after]) + one["first_run"]
            if one["first_run"] != one["pages"]:
                break
        return end


def ids_of(received: Any, kind: str, bases: Any, alias_ids: Any) -> Any:
    """Numbers of a unit's keys, in their order, by what the ranges sent back; -1: no page."""
    parts = [numpy.zeros(0, dtype=numpy.int64)]
    for dest, table in received.each(kind):
        ranks = table.column("rank").to_numpy().astype(numpy.int64)
        ids = numpy.where(ranks >= 0, ranks + bases[dest], -1)
        is_alias = ranks <= FIRST_ALIAS
        if is_alias.any():
            # A status of an address that stands for another page is of no page.
            ids[is_alias] = alias_ids[FIRST_ALIAS - ranks[is_alias]] if kind == "names" else -1
        parts.append(ids)
    return numpy.concatenate(parts)


def alias_numbers(received: Any) -> Any:
    """Of a unit's keys: which alias each is; -1 for pages."""
    parts = [numpy.zeros(0, dtype=numpy.int64)]
    for _, table in received.each("names"):
        ranks = table.column("rank").to_numpy().astype(numpy.int64)
        parts.append(numpy.where(ranks <= FIRST_ALIAS, FIRST_ALIAS - ranks, -1))
    return numpy.concatenate(parts)
