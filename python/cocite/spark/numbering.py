"""Page numbers: the place of a key among all keys in bytewise order, as in every store.

Each unit sorts its own keys and sends them by ranges; a range sorts what it got, leaves aliases out, and sends back where each
key stands. With the number of pages in each range, which the driver adds up, that is the page's number. A key that a million
links name travels once from each unit: nothing is joined link by link, and no target is too hot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

import numpy
import pyarrow as pa
import pyarrow.compute as pc

from .. import _core
from .blobs import MOST_BYTES, ROW, each_receiver, hand_out, pack, row, run_tasks, unpack
from .files import Folder
from .unit import Unit, cut_at, places_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

DRIVER = -1  # to whom sums go
UNKNOWN = -1
FIRST_ALIAS = -2  # alias number k is written as FIRST_ALIAS - k
SAMPLES = 512  # keys of a unit that tell where ranges may begin


class Numbered:
    """What is known when pages have numbers."""

    def __init__(self, ranks: DataFrame, ranges: list[dict[str, Any]], splitters: list[bytes], alias_ids: Any) -> None:
        self.ranks, self.ranges, self.splitters, self.alias_ids = ranks, ranges, splitters, alias_ids
        sizes = numpy.array([one["pages"] for one in ranges], dtype=numpy.int64)
        self.bases = numpy.concatenate([[0], numpy.cumsum(sizes)])
        self.pages = int(self.bases[-1])


def choose_splitters(spark: SparkSession, address: str, units: list[list[str]], ranges: int) -> list[bytes]:
    """Keys that cut all keys into ranges of like size, by samples of each unit's."""
    if ranges <= 1:
        return []

    def sample(number: int) -> Iterator[pa.RecordBatch]:
        keys, _ = Unit(address, units[number]).keys()
        step = max(1, len(keys) // SAMPLES)
        yield row(DRIVER, number, "sample", pack({"key": keys.take(pa.array(range(step // 2, len(keys), step)))}))

    some: list[bytes] = []
    for one in run_tasks(spark, len(units), sample).collect():
        some += unpack(bytes(one["payload"])).column("key").to_pylist()
    some = sorted(some)
    if not some:
        return []
    return sorted({some[len(some) * i // ranges] for i in range(1, ranges)})


def number_pages(
    spark: SparkSession, address: str, units: list[list[str]], work: str, aliases: list[tuple[bytes, bytes]], ranges: int
) -> Numbered:
    from pyspark import StorageLevel

    splitters = choose_splitters(spark, address, units, ranges)
    alias_table = pack({"from": pa.array([a for a, _ in aliases], pa.binary()), "to": pa.array([b for _, b in aliases], pa.binary())})
    Folder(work).write_bytes("aliases.arrow", alias_table)

    def send(number: int) -> Iterator[pa.RecordBatch]:
        for kind, keys in zip(("names", "asked"), Unit(address, units[number]).keys()):
            cuts = cut_at(keys, splitters)
            for dest, (begin, end) in enumerate(zip(cuts, cuts[1:])):
                step = max(1, int((end - begin) * MOST_BYTES / max(1, keys.slice(begin, end - begin).nbytes)))
                for place, at in enumerate(range(begin, end, step)):
                    some = pa.concat_arrays([keys.slice(at, min(step, end - at))])
                    yield row(dest, number, kind, pack({"key": some}), place)

    sent = run_tasks(spark, len(units), send)
    ranks = hand_out(sent, len(splitters) + 1).mapInArrow(_Ranges(work, splitters), ROW).persist(StorageLevel.DISK_ONLY)
    summaries = {one["origin"]: one for one in ranks.filter(f"dest = {DRIVER}").collect()}
    sizes, ends = [], numpy.zeros(len(aliases), dtype=numpy.int64)
    base = 0
    for dest in range(len(splitters) + 1):
        if dest not in summaries:  # no key at all
            sizes.append({"pages": 0})
            continue
        told = unpack(bytes(summaries[dest]["payload"]))
        about = {name: told.column(name)[0].as_py() for name in ("pages", "first_host", "last_host", "first_run", "last_run")}
        which, place = told.column("alias")[0].as_py(), told.column("alias_place")[0].as_py()
        ends[numpy.array(which, dtype=numpy.int64)] = base + numpy.array(place, dtype=numpy.int64)
        base += about["pages"]
        sizes.append(about)
    return Numbered(ranks, sizes, splitters, ends)


class _Ranges:
    """One range of keys: all that units sent, numbered."""

    def __init__(self, work: str, splitters: list[bytes]) -> None:
        self.work, self.splitters = work, splitters

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for dest, received in each_receiver(batches):
            names, asked = received.each("names"), received.each("asked")
            everything = pa.concat_arrays([pa.array([], pa.binary()), *(table.column("key").combine_chunks() for _, table in names)])
            unique = pc.unique(everything)
            keys = unique.take(pc.sort_indices(unique))
            aliases = unpack(Folder(self.work).read_bytes("aliases.arrow"))
            alias_of = places_of(keys, aliases.column("from").combine_chunks())
            is_page = alias_of < 0
            pages = keys.filter(pa.array(is_page))
            told = numpy.where(is_page, numpy.cumsum(is_page) - 1, FIRST_ALIAS - alias_of)
            Folder(self.work).child("keys").write_bytes(f"{dest:06d}.arrow", pack({"key": pages}))
            for kind, tables in (("names", names), ("asked", asked)):
                counts: dict[int, int] = {}
                for origin, table in tables:
                    place = counts[origin] = counts.get(origin, -1) + 1
                    where = places_of(table.column("key").combine_chunks(), keys)
                    ranks = numpy.where(where < 0, UNKNOWN, told[where] if len(told) else UNKNOWN)
                    yield row(origin, dest, kind, pack({"rank": ranks.astype(numpy.int32)}), place)
            # Where aliases of any range lead to: the pages of this range among them.
            ends = places_of(aliases.column("to").combine_chunks(), pages)
            which = numpy.flatnonzero(ends >= 0)
            yield row(DRIVER, dest, "range", _summary(pages, which, ends[which]))


def _summary(pages: pa.Array, which: Any, ends: Any) -> bytes:
    hosts = [b"", b""]
    runs = [0, 0]
    if len(pages):
        hosts = [_core.host_of_key(pages[at].as_py()) for at in (0, len(pages) - 1)]
        starts = numpy.flatnonzero(host_starts(pages))
        runs = [int(starts[1]) if len(starts) > 1 else len(pages), len(pages) - int(starts[-1])]
    return pack(
        {
            "pages": pa.array([len(pages)]),
            "first_host": pa.array([hosts[0]], pa.binary()),
            "last_host": pa.array([hosts[1]], pa.binary()),
            "first_run": pa.array([runs[0]]),
            "last_run": pa.array([runs[1]]),
            "alias": pa.array([which.tolist()], pa.list_(pa.int64())),
            "alias_place": pa.array([ends.tolist()], pa.list_(pa.int64())),
        }
    )


def host_starts(keys: pa.Array) -> Any:
    """1 where the host is another one than that of the key before."""
    return _core.host_starts(*texts(keys))


def texts(column: Any) -> tuple[Any, Any]:
    """Offsets and letters of a column of texts or bytes, without nulls, as the native part takes them."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    column = column.cast(pa.large_binary())
    _, offsets, data = column.buffers()
    places = numpy.frombuffer(offsets, dtype=numpy.int64)[column.offset : column.offset + len(column) + 1]
    letters = numpy.frombuffer(data, dtype=numpy.uint8) if data is not None and data.size else numpy.zeros(0, dtype=numpy.uint8)
    return places if len(column) else numpy.zeros(1, dtype=numpy.int64), letters


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
            mine = unpack(self.folder.read_bytes(f"{at:06d}.arrow")).column("key").combine_chunks()
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
    """Page numbers of a unit's keys, in their order, by what the ranges sent back; -1: no page."""
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
