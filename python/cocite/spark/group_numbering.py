"""Numbers of hosts or sites: as pages are numbered (numbering.py), once it is known which keys are pages and where aliases lead."""

from __future__ import annotations

from typing import Any, Iterator

import numpy
import pyarrow as pa
import pyarrow.compute as pc

from .. import _core
from .blobs import DRIVER, Received, Row, pack, unpack
from .files import Folder
from .numbering import Numbered, answers, bases_of, host_starts, read_part, send_keys
from .unit import Chapters, Unit, keys_of, merge_keys, places_of, sorted_keys, sum_votes, texts

FIRST_CHOICE, SECOND_CHOICE = 1, 2  # the page at the root of a host or site, and that of its "www."
OWN_VOTES = _core.OWN_VOTES  # what the scheme of such a root counts, in hosts


def number_groups(exchange: Any, address: str, units: list[Chapters], work: str, splitters: list[bytes], on: str, numbered: Numbered) -> None:
    """Adds to ``numbered`` how many groups there are, and what units are told of theirs."""
    sent = exchange.run(len(units), _GroupSender(address, units, splitters, on), "sending groups", numbered.sent[0], again=True)
    votes = exchange.run(len(splitters) + 1, _SchemeVotes(work, splitters, on, numbered.ranges), "schemes of groups")
    ranks = exchange.run(len(splitters) + 1, _GroupRanges(work), "numbering groups", [sent, votes], keep=True)
    told = {one.origin: unpack(one.payload) for one in ranks.told()}
    numbered.sent.append(ranks)
    numbered.group_bases = bases_of([told[dest].column("groups")[0].as_py() for dest in range(len(splitters) + 1)])


class UnitGroups:
    """The hosts or sites of a unit's pages, in order of their keys. An alias has the group of the page that it leads to."""

    def __init__(self, keys: pa.Array, received: Received, on: str) -> None:
        ranks = [table.column("rank").to_numpy() for _, table in received.each("names")]
        is_page = numpy.concatenate([numpy.zeros(0, dtype=numpy.int32), *ranks]) >= 0
        numbers, names, roots = _groups_of(keys.filter(pa.array(is_page)) if not is_page.all() else keys, on)
        # Keys come by ranges, which are in order, and so do the aliases among them.
        to = pa.concat_arrays([pa.array([], pa.binary()), *(table.column("key").combine_chunks() for _, table in received.each("to"))])
        order = pc.sort_indices(to)
        end_numbers, end_names, end_roots = _groups_of(to.take(order), on)
        # Hosts of a site need not be neighbours: its key may have come twice.
        unique = pa.concat_arrays([names, end_names]).unique()
        self.keys = unique.take(pc.sort_indices(unique))
        of_page, of_end = places_of(names, self.keys)[numbers], numpy.zeros(len(to), dtype=numpy.int64)
        of_end[order.to_numpy()] = places_of(end_names, self.keys)[end_numbers]
        root_of_end = numpy.zeros(len(to), dtype=numpy.uint8)
        root_of_end[order.to_numpy()] = end_roots
        self.place = numpy.zeros(len(keys), dtype=numpy.int64)  # of each key's group
        self.place[is_page], self.place[~is_page] = of_page, of_end
        self.root = numpy.zeros(len(keys), dtype=numpy.uint8)  # 1: its title is the group's; 2: if there is no other
        self.root[is_page], self.root[~is_page] = roots, root_of_end
        self.root_flags = numpy.zeros(len(self.keys), dtype=numpy.uint8)
        numpy.bitwise_or.at(self.root_flags, of_page[roots > 0], roots[roots > 0])


def _groups_of(keys: pa.Array, on: str) -> tuple[Any, pa.Array, Any]:
    """Of keys in order: the number of each one's group among those that are named, their names, and which keys are roots."""
    numbers, offsets, letters, roots = _core.group_keys(*texts(keys), on)
    return numbers, keys_of(offsets, letters), roots


class _GroupSender:
    """The keys of a unit's hosts or sites to their ranges, with whether the page at its root is there."""

    def __init__(self, address: str, units: list[Chapters], splitters: list[bytes], on: str) -> None:
        self.address, self.units, self.splitters, self.on = address, units, splitters, on

    def __call__(self, number: int, received: Received) -> Iterator[Row]:
        keys, _, _ = Unit(self.address, self.units[number]).read_keys()
        groups = UnitGroups(keys, received, self.on)
        yield from send_keys(number, "groups", {"key": groups.keys, "roots": pa.array(groups.root_flags)}, self.splitters)


class _SchemeVotes:
    """Of the hosts that begin in a range of pages: is the first page of each https? To the ranges of their groups."""

    def __init__(self, work: str, splitters: list[bytes], on: str, ranges: list[dict[str, Any]]) -> None:
        self.work, self.splitters, self.on, self.ranges = work, splitters, on, ranges

    def __call__(self, dest: int) -> Iterator[Row]:
        table = read_part(self.work, "keys", dest)
        if table is None or not len(table):
            return
        pages = table.column("key").combine_chunks()
        starts = numpy.flatnonzero(host_starts(pages))
        before = [one["last_host"] for one in self.ranges[:dest] if one["pages"]]
        if before and before[-1] == self.ranges[dest]["first_host"]:
            starts = starts[1:]
        if not len(starts):
            return
        numbers, names, roots = _groups_of(pages.take(pa.array(starts)), self.on)
        votes = numpy.where(table.column("secure").to_numpy()[starts], 1, -1) * numpy.where(roots == FIRST_CHOICE, OWN_VOTES, 1)
        keys = sorted_keys(names)
        sums = numpy.zeros(len(keys), dtype=numpy.int32)
        numpy.add.at(sums, places_of(names, keys)[numbers], votes)
        yield from send_keys(dest, "schemes", {"key": keys, "votes": pa.array(sums.view(numpy.uint32))}, self.splitters)


class _GroupRanges:
    """One range of keys of groups, numbered."""

    def __init__(self, work: str) -> None:
        self.work = work

    def __call__(self, dest: int, received: Received) -> Iterator[Row]:
        tables = received.each("groups")
        keys, places = merge_keys([table.column("key").combine_chunks() for _, table in tables])
        roots = numpy.zeros(len(keys), dtype=numpy.uint8)
        for (_, table), where in zip(tables, places):
            roots[where] |= table.column("roots").to_numpy()
        if len(keys):
            schemes = [table for _, table in received.each("schemes")]
            secure = sum_votes(schemes, [places_of(table.column("key").combine_chunks(), keys) for table in schemes], len(keys)) > 0
            Folder(self.work).child("groups").write_bytes(f"{dest:06d}.arrow", pack({"key": keys, "roots": roots, "secure": secure}))
        yield from answers(dest, "groups", tables, [where.astype(numpy.int32) for where in places])
        yield Row(DRIVER, dest, "range", pack({"groups": pa.array([len(keys)])}))
