"""Page numbers: the place of a key among all keys in bytewise order, as in every store.

Each unit sends its keys, which are in order, by ranges; a range merges what it got, leaves aliases out, and sends back where each
key stands. With the number of pages in each range, which the driver adds up, that is the page's number. A key that a million
links name travels once from each unit: nothing is joined link by link, and no target is too hot.

An alias goes to the range of its own key, and to that of the page it leads to, which tells the first one that page's place; from there units
that name the alias learn it. No task has more of them than these. Hosts and sites are numbered in the same way as pages, by ranges of their
own (group_numbering.py).
"""

from __future__ import annotations

from typing import Any, Iterator

import numpy
import pyarrow as pa

from .. import _core
from .blobs import DRIVER, MOST_BYTES, Received, Row, pack, unpack
from .files import Folder
from .unit import Chapters, PlaceFiles, Unit, cut_at, merge_keys, places_of, slices_of, sorted_keys, sum_votes, texts

UNKNOWN = -1
FIRST_ALIAS = -2  # the k-th alias that a range and a unit have in common is written as FIRST_ALIAS - k


class Numbered:
    """What is known when pages have numbers: what ranges sent to units, and of each range how many pages it has; and of groups, where there are any."""

    def __init__(self, sent: list[Any], ranges: list[dict[str, Any]]) -> None:
        self.sent, self.ranges = sent, ranges
        self.bases = bases_of([one["pages"] for one in ranges])
        self.pages = int(self.bases[-1])
        self.group_bases = numpy.zeros(1, dtype=numpy.int64)

    @property
    def groups(self) -> int:
        return int(self.group_bases[-1])


def bases_of(counts: list[int]) -> Any:
    return numpy.concatenate([[0], numpy.cumsum(counts)]).astype(numpy.int64)


def choose_splitters(samples: list[bytes], ranges: int) -> list[bytes]:
    """Keys that cut all keys into ranges of like size, by samples of each batch's."""
    some = sorted(samples)
    return sorted({some[len(some) * i // ranges] for i in range(1, ranges)}) if some else []


def number_pages(exchange: Any, address: str, units: list[Chapters], work: str, aliases: list[tuple[bytes, bytes]], splitters: list[bytes], on: str = "pages") -> Numbered:
    write_aliases(work, aliases, splitters)
    ranges = len(splitters) + 1
    sent = exchange.run(len(units), _Sender(address, units, work, splitters, on), "sending keys")
    ranks = exchange.run(ranges, _Ranges(work, len(units), on), "numbering keys", sent, keep=True)
    told = {one.origin: unpack(one.payload) for one in ranks.told()}
    names = ("pages", "first_host", "last_host", "first_run", "last_run")
    numbered = Numbered([ranks], [{name: told[dest].column(name)[0].as_py() for name in names} for dest in range(ranges)])
    if aliases:  # ranges receive what is sent to the numbers behind those of units
        numbered.sent.append(exchange.run(ranges, _AliasEnds(work, numbered.bases), "where aliases lead", ranks, first=len(units), again=True))
    if on != "pages":
        from .group_numbering import number_groups

        number_groups(exchange, address, units, work, splitters, on, numbered)
    return numbered


def write_aliases(work: str, aliases: list[tuple[bytes, bytes]], splitters: list[bytes]) -> None:
    """aliases/: for each range those whose own key is in it; ends/: those that lead into it, with the range and the place in it of the first."""
    pairs = sorted(aliases)
    froms, order = pa.array([a for a, _ in pairs], pa.binary()), numpy.array(sorted(range(len(pairs)), key=lambda at: pairs[at][1]), dtype=numpy.int64)
    tos = pa.array([b for _, b in pairs], pa.binary())
    cuts = numpy.array(cut_at(froms, splitters))
    home = numpy.searchsorted(cuts, numpy.arange(len(pairs)), side="right") - 1 if len(pairs) else numpy.zeros(0, dtype=numpy.int64)
    _write_cut(Folder(work).child("aliases"), cuts, {"from": froms, "to": tos})
    ends = tos.take(pa.array(order))
    _write_cut(Folder(work).child("ends"), cut_at(ends, splitters), {"key": ends, "range": home[order], "place": order - cuts[home[order]]})


def _write_cut(folder: Folder, cuts: Any, columns: dict[str, Any]) -> None:
    for dest, (begin, end) in enumerate(zip(cuts, cuts[1:])):
        if end > begin:
            folder.write_bytes(f"{dest:06d}.arrow", pack({name: values[int(begin) : int(end)] for name, values in columns.items()}))


def read_part(work: str, table: str, dest: int) -> pa.Table | None:
    """What a range has of a table; None where that is nothing."""
    try:
        return unpack(Folder(work).child(table).map(f"{dest:06d}.arrow"))
    except FileNotFoundError:
        return None


class _Sender:
    """A unit's keys to their ranges."""

    def __init__(self, address: str, units: list[Chapters], work: str, splitters: list[bytes], on: str) -> None:
        self.address, self.units, self.work, self.splitters, self.on = address, units, work, splitters, on

    def __call__(self, number: int) -> Iterator[Row]:
        unit = Unit(self.address, self.units[number])
        keys, places, votes = unit.read_keys()
        PlaceFiles(self.work).write(number, places)
        yield from send_keys(number, "names", {"key": keys, "votes": pa.array(votes.astype(numpy.int32).view(numpy.uint32))}, self.splitters)
        if self.on == "pages":  # statuses are no part of a graph of hosts
            statuses = unit.statuses()
            if statuses is not None:
                yield from send_keys(number, "asked", {"key": sorted_keys(statuses.column("key").combine_chunks())}, self.splitters)


def send_keys(number: int, kind: str, columns: dict[str, pa.Array], splitters: list[bytes]) -> Iterator[Row]:
    """Keys that are in order, with what belongs to them, to their ranges."""
    for dest, place, begin, end in slices_of(columns["key"], splitters, MOST_BYTES):
        yield Row(dest, number, kind, pack({name: column.slice(begin, end - begin) for name, column in columns.items()}), place)


class _Ranges:
    """One range of keys: all that units sent, numbered."""

    def __init__(self, work: str, units: int, on: str) -> None:
        self.work, self.units, self.on = work, units, on

    def __call__(self, dest: int, received: Received) -> Iterator[Row]:
        names, asked = received.each("names"), received.each("asked")
        keys, places = merge_keys([table.column("key").combine_chunks() for _, table in names])
        aliases = read_part(self.work, "aliases", dest)
        alias_of = places_of(keys, aliases.column("from").combine_chunks()) if aliases is not None else numpy.full(len(keys), -1, dtype=numpy.int64)
        is_page = alias_of < 0
        pages = keys if is_page.all() else keys.filter(pa.array(is_page))
        secure = sum_votes([table for _, table in names], places, len(keys))[is_page] > 0
        Folder(self.work).child("keys").write_bytes(f"{dest:06d}.arrow", pack({"key": pages, "secure": secure}))
        told = numpy.where(is_page, numpy.cumsum(is_page) - 1, UNKNOWN).astype(numpy.int32)
        used = _Used([origin for origin, _ in names], [alias_of[where] for where in places])
        yield from answers(dest, "names", names, [used.marked(at, told[where]) for at, where in enumerate(places)])
        # A status of an address that stands for another page is of no page.
        where_asked = [places_of(table.column("key").combine_chunks(), keys) for _, table in asked]
        found = [numpy.where(where < 0, UNKNOWN, told[where] if len(told) else UNKNOWN).astype(numpy.int32) for where in where_asked]
        yield from answers(dest, "asked", asked, found)
        if aliases is not None:
            yield from self._aliases(dest, aliases, used)
        yield from self._ends(dest, pages)
        yield Row(DRIVER, dest, "range", pack(_about_pages(pages)))

    def _aliases(self, dest: int, aliases: pa.Table, used: _Used) -> Iterator[Row]:
        """Which of them each unit has: kept, until it is known where they lead. For groups, the keys of those pages are added."""
        units = [numpy.full(len(which), unit, dtype=numpy.int64) for unit, which in used.by_unit.items()]
        columns = {"unit": numpy.concatenate([numpy.zeros(0, dtype=numpy.int64), *units])}
        columns["alias"] = numpy.concatenate([numpy.zeros(0, dtype=numpy.int64), *used.by_unit.values()])
        Folder(self.work).child("used").write_bytes(f"{dest:06d}.arrow", pack(columns))
        if self.on != "pages":
            to = aliases.column("to").combine_chunks()
            for unit, which in used.by_unit.items():
                yield Row(unit, dest, "to", pack({"key": to.take(pa.array(which))}))

    def _ends(self, dest: int, pages: pa.Array) -> Iterator[Row]:
        """To the ranges of aliases that lead here: where."""
        ends = read_part(self.work, "ends", dest)
        if ends is None:
            return
        home, place = (ends.column(name).to_numpy() for name in ("range", "place"))
        where = places_of(ends.column("key").combine_chunks(), pages)
        for one in numpy.unique(home):
            mine = home == one
            yield Row(self.units + int(one), dest, "end", pack({"place": place[mine], "where": where[mine]}))


class _Used:
    """The aliases that each unit names, in the order of its keys; ``alias_of``: of the keys of each blob of a unit, -1 for pages."""

    def __init__(self, units: list[int], alias_of: list[Any]) -> None:
        self._alias_of = alias_of
        self._begin: list[int] = []  # how many the unit's earlier blobs have
        some: dict[int, list[Any]] = {}
        for unit, aliases in zip(units, alias_of):
            mine = some.setdefault(unit, [])
            self._begin.append(sum(len(one) for one in mine))
            mine.append(aliases[aliases >= 0])
        self.by_unit = {unit: numpy.concatenate(mine) for unit, mine in some.items() if any(len(one) for one in mine)}

    def marked(self, at: int, ranks: Any) -> Any:
        """What a blob's keys are told, with a number of its own for each alias."""
        is_alias = self._alias_of[at] >= 0
        ranks[is_alias] = FIRST_ALIAS - self._begin[at] - numpy.arange(is_alias.sum())
        return ranks


class _AliasEnds:
    """The aliases of one range: where they lead, to the units that have them."""

    def __init__(self, work: str, bases: Any) -> None:
        self.work, self.bases = work, bases

    def __call__(self, dest: int, received: Received) -> Iterator[Row]:
        used, aliases = read_part(self.work, "used", dest), read_part(self.work, "aliases", dest)
        if used is None or aliases is None:
            return
        pages = numpy.zeros(len(aliases), dtype=numpy.int64)
        for origin, table in received.each("end"):
            pages[table.column("place").to_numpy()] = self.bases[origin] + table.column("where").to_numpy()
        unit, alias = used.column("unit").to_numpy(), used.column("alias").to_numpy()
        for one in numpy.unique(unit):
            yield Row(int(one), dest, "ends", pack({"page": pages[alias[unit == one]]}))


def answers(dest: int, kind: str, tables: list[tuple[int, pa.Table]], ranks: list[Any]) -> Iterator[Row]:
    counts: dict[int, int] = {}
    for (origin, _), rank in zip(tables, ranks):
        place = counts[origin] = counts.get(origin, -1) + 1
        yield Row(origin, dest, kind, pack({"rank": rank}), place)


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

    def read(self, first: int, end: int) -> tuple[pa.Array, Any, Any, Any]:
        """Keys of the pages [first, end), of each where its host begins and ends, and the numbers of those that are https."""
        keys, begins, ends = [pa.array([], pa.binary())], [numpy.zeros(0, numpy.int64)], [numpy.zeros(0, numpy.int64)]
        secure = [numpy.zeros(0, numpy.uint32)]
        for at in range(len(self.ranges)):
            low, high = int(self.bases[at]), int(self.bases[at + 1])
            if high <= first or low >= end:
                continue
            table = unpack(self.folder.map(f"{at:06d}.arrow"))
            mine = table.column("key").combine_chunks()
            starts = numpy.flatnonzero(host_starts(mine))
            run = numpy.repeat(numpy.arange(len(starts)), numpy.diff([*starts, len(mine)]))
            begin_of = starts + low
            end_of = numpy.append(starts[1:], len(mine)) + low
            begin_of[0] = self._begin(at)
            end_of[-1] = self._end(at)
            part = slice(max(first, low) - low, min(end, high) - low)
            keys.append(mine.slice(part.start, part.stop - part.start))
            secure.append((numpy.flatnonzero(table.column("secure").to_numpy()[part]) + max(first, low)).astype(numpy.uint32))
            begins.append(begin_of[run][part])
            ends.append(end_of[run][part])
        return pa.concat_arrays(keys), numpy.concatenate(begins), numpy.concatenate(ends), numpy.concatenate(secure)

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


def ids_of(received: Received, kind: str, bases: Any) -> Any:
    """Numbers of a unit's keys, in their order, by what the ranges sent back; -1: no page."""
    ends = {dest: table.column("page").to_numpy() for dest, table in received.each("ends")}
    parts = [numpy.zeros(0, dtype=numpy.int64)]
    for dest, table in received.each(kind):
        ranks = table.column("rank").to_numpy().astype(numpy.int64)
        ids = numpy.where(ranks >= 0, ranks + bases[dest], -1)
        is_alias = ranks <= FIRST_ALIAS
        if is_alias.any():
            ids[is_alias] = ends[dest][FIRST_ALIAS - ranks[is_alias]]
        parts.append(ids)
    return numpy.concatenate(parts)
