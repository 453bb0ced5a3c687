"""``cocite-spark store``: what ``links`` wrote becomes segments, which ``cocite assemble`` puts together.

    1  keys are numbered                  by ranges (numbering.py)
    2  links go to their pages            which take their newest list, and what they say goes into pages-*.segment (lists.py)
    3  out-lists are packed               chunk by chunk, as `import` cuts them, with codes made from a sample: out-*.segment
    4  links are turned round, packed     in-*.segment
    5  head.segment                       codes, aliases and what was asked for: with it the folder is whole

Which chunks there are follows from the number of links of each 128 pages, and which of them the codes are made from follows from
that. So the driver needs eight bytes for each 128 pages to have all packed anywhere as one machine would.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Callable, Iterator

import numpy
import pyarrow as pa

from .. import _core
from .blobs import ROW, hand_out, row, run_tasks, unpack
from .files import Folder
from .links import sum_up
from .lists import BAND, GROUP, InBuilder, ListFiles, PageBuilder, Router, Transposer
from .numbering import DRIVER, number_pages
from .unit import cut_units

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

MOST_PAGES = 0xFFFFFFFF  # numbers of pages have 32 bits
SORTED_EVIDENCE = 200  # rising links, and no falling one: as `import` has it
PACKED_LINKS = 8_000_000  # of one segment, about


def make_segments(
    spark: SparkSession,
    links: str,
    out: str,
    *,
    seen_again: str = "newest",
    order: str = "auto",
    fast: bool = False,
    index: bool = True,
    stem: str = "auto",
    partitions: int = 0,
    keep_work: bool = False,
    say: Callable[[str], None] = print,
) -> dict[str, Any]:
    """Returns counts: pages, links and so on."""
    spark.conf.set("spark.sql.adaptive.enabled", "false")  # partitions are ours to choose
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "4")  # a row is megabytes
    source, folder = Folder(links), Folder(out)
    if any(name.endswith(".segment") for name in folder.names()):
        raise FileExistsError(f"{out}: has segments in it already; take another folder")
    asked = source.read_json("inputs.json")
    read = sum_up(source)
    if read["inputs"] < len(asked["inputs"]):
        missing = len(asked["inputs"]) - read["inputs"]
        raise ValueError(f"{links}: {missing} of {len(asked['inputs'])} inputs are not read; run cocite-spark links again")
    units = cut_units(read["batches"])
    total = sum(one[1] for one in read["batches"])
    parts = partitions or max(spark.sparkContext.defaultParallelism, total // 4_000_000 + 1)
    work = folder.child("_work").address
    job = _Job(spark, links, out, work, units, parts, say)
    try:
        counts = job.run(asked, read, seen_again, order, fast, index, stem)
    finally:
        job.release()
    if not keep_work:
        Folder(work).remove()
    return counts


class _Job:
    def __init__(self, spark: SparkSession, links: str, out: str, work: str, units: list[list[str]], parts: int, say: Any) -> None:
        self.spark, self.links, self.out, self.work, self.units, self.parts, self.say = spark, links, out, work, units, parts, say
        self.build = int.from_bytes(os.urandom(8), "little")
        self.kept: list[DataFrame] = []

    def release(self) -> None:
        for frame in self.kept:
            frame.unpersist()

    def run(self, asked: Any, read: Any, seen_again: str, order: str, fast: bool, index: bool, stem: str) -> dict[str, Any]:
        facts, resolved = self._aliases(read)
        numbered = number_pages(self.spark, self.links, self.units, self.work, resolved, self.parts)
        self.kept.append(numbered.ranks)
        pages = numbered.pages
        self.say(f"{pages} pages, {len(resolved)} aliases")
        if pages > MOST_PAGES:
            raise ValueError(f"{pages} pages are more than a store numbers, {MOST_PAGES}; take --on hosts, or fewer inputs")
        if pages == 0:
            raise ValueError(f"{self.links}: there is no page in it")
        opaque = bool(asked["options"].get("opaque_names"))
        plan = {"work": self.work, "out": self.out, "build": self.build, "pages": pages, "seen_again": seen_again, "order": order, "opaque": opaque}

        bounds = _even(pages, self.parts)
        built = self._lists_of_pages(numbered, plan, bounds)
        totals = {name: sum(one["about"][name] for one in built) for name in built[0]["about"]}
        looks_sorted = totals["falling"] == 0 and totals["broken"] == 0 and totals["rising"] >= SORTED_EVIDENCE
        ordered = order == "page" or (order == "auto" and not looks_sorted)
        self.say(f"{totals['links']} links")
        out_codes = self._pack("out", bounds, built, ordered, fast, pages, (totals["childless"], totals["same_host_links"]))

        bands = numpy.zeros(pages // BAND + 1, dtype=numpy.uint64)
        for one in built:
            bands[one["bands"].astype(numpy.int64)] += one["band_links"]
        in_bounds = _by_weight(bands, pages, self.parts)
        turned = run_tasks(self.spark, len(bounds) - 1, Transposer(self.work, in_bounds))
        in_built = _collect(hand_out(_with_all(self.spark, turned, len(in_bounds) - 1), len(in_bounds) - 1).mapInArrow(InBuilder(self.work, in_bounds), ROW))
        in_codes = self._pack("in", in_bounds, in_built, False, fast, pages, (0, 0))

        self._head(asked, read, totals, facts, plan, ordered, order, fast, index, stem, out_codes, in_codes)
        return {"pages": pages, "aliases": len(resolved), "ordered": ordered, **totals}

    def _aliases(self, read: Any) -> tuple[list[Any], list[Any]]:
        """As in an import, all of them are held in one place."""
        rows: list[tuple[int, bytes, bytes, int]] = []
        names = [one[0] for one in read["batches"] if one[3]]
        address = self.links

        def load(number: int) -> Iterator[pa.RecordBatch]:
            yield row(DRIVER, number, "aliases", Folder(address).child("aliases").read_bytes(names[number] + ".parquet"))

        import pyarrow.parquet as pq

        for one in run_tasks(self.spark, len(names), load).collect() if names else []:
            table = pq.read_table(pa.BufferReader(bytes(one["payload"])))
            rows += zip(*(table.column(name).to_pylist() for name in ("generation", "from", "to", "date")))
        rows.sort(key=lambda one: one[0])
        facts, resolved = _core.resolve_aliases([(a, b, date) for _, a, b, date in rows])
        return facts, resolved

    def _lists_of_pages(self, numbered: Any, plan: Any, bounds: Any) -> list[dict[str, Any]]:
        back = hand_out(numbered.ranks.filter(f"dest <> {DRIVER}"), len(self.units))
        router = Router(self.links, self.units, bounds, numbered.bases, numbered.alias_ids)
        sent = back.mapInArrow(router, ROW)
        everyone = _with_all(self.spark, sent, len(bounds) - 1)
        builder = PageBuilder(plan, bounds, numbered.bases, numbered.ranges)
        return _collect(hand_out(everyone, len(bounds) - 1).mapInArrow(builder, ROW))

    def _pack(self, kind: str, bounds: Any, built: list[Any], ordered: bool, fast: bool, pages: int, counts: tuple[int, int]) -> bytes:
        groups = numpy.concatenate([one["groups"] for one in built])
        cuts = _core.cut_chunks(groups, pages)
        chunks = len(cuts) - 1
        files = ListFiles(Folder(self.work).child(kind))
        step = _core.training_step(int(groups.sum()))
        samples = [(int(cuts[c]), *files.read(bounds, int(cuts[c]), int(cuts[c + 1]))) for c in range(0, chunks, step)]
        codes = _core.train_codes(ordered, fast, samples)
        del samples
        # Runs of chunks with about as many links each.
        before = numpy.concatenate([[0], numpy.cumsum(groups)]).astype(numpy.int64)
        at_cut = before[numpy.minimum((cuts.astype(numpy.int64) + GROUP - 1) // GROUP, len(before) - 1)]
        runs = [0]
        for c in range(1, chunks):
            if at_cut[c + 1] - at_cut[runs[-1]] > PACKED_LINKS or cuts[c + 1] - cuts[runs[-1]] > 4 * PACKED_LINKS:
                runs.append(c)
        runs.append(chunks)
        work, out, build = self.work, self.out, self.build

        def pack_run(number: int) -> Iterator[pa.RecordBatch]:
            def make(path: str) -> None:
                files = ListFiles(Folder(work).child(kind))
                segment = _core.LinkSegment(path, kind, build, pages, int(cuts[runs[number]]), ordered, fast, codes)
                for c in range(runs[number], runs[number + 1]):
                    segment.add(int(cuts[c]), *files.read(bounds, int(cuts[c]), int(cuts[c + 1])))
                segment.finish(*(counts if number == 0 else (0, 0)))

            Folder(out).write_native(f"{kind}-{number:06d}.segment", make)
            yield row(DRIVER, number, "packed", b"")

        run_tasks(self.spark, len(runs) - 1, pack_run).collect()
        return bytes(codes)

    def _head(self, asked: Any, read: Any, totals: Any, aliases: Any, plan: Any, ordered: bool, order: str, fast: bool, index: bool, stem: str, out_codes: bytes, in_codes: bytes) -> None:
        def yes(value: Any) -> str:
            return "yes" if value else "no"

        facts = {
            "pages": str(plan["pages"]),
            "link_order": yes(ordered),
            "order": order,
            "names": "opaque" if plan["opaque"] else "url",
            "fold_www": yes(asked["options"].get("fold_www")),
            "fast": yes(fast),
            "index": yes(index),
            "stem": stem,
        }
        report = _report(read, totals)

        def make(path: str) -> None:
            _core.write_head(path, self.build, facts, out_codes, in_codes, aliases, report)

        Folder(self.out).write_native("head.segment", make)


def _report(read: Any, totals: Any) -> str:
    lines = [f"{name}\t{read.get(name, 0)}" for name in ("inputs", "lines", "bytes", "links_read", "fetches")]
    lines.append(f"self_links\t{read.get('self_links', 0) + totals['self_links']}")
    lines += [f"{name}\t{totals[name]}" for name in ("repeated_links", "replaced_links", "pages_seen_again")]
    lines += [f"record\t{name}\t{count}" for name, count in sorted(read["records"].items())]
    lines += [f"link_use\t{name}\t{count}" for name, count in sorted(read["link_uses"].items())]
    for reason, skipped in sorted(read["skipped"].items()):
        lines.append(f"skipped\t{reason}\t{skipped['count']}")
        lines += ["sample\t" + " ".join(sample.split()) for sample in skipped["samples"]]
    return "".join(line + "\n" for line in lines)


def _even(pages: int, parts: int) -> Any:
    """Bounds of parts of like many pages, each at the beginning of a group."""
    groups = (pages + GROUP - 1) // GROUP
    bounds = numpy.unique(numpy.arange(parts + 1, dtype=numpy.int64) * groups // parts * GROUP)
    bounds[-1] = pages
    return bounds


def _by_weight(bands: Any, pages: int, parts: int) -> Any:
    """Bounds of parts with about as many links to them; a page that very many link to may be a part by itself."""
    each = bands.sum() / parts + 1
    bounds, room = [0], each
    for band, links in enumerate(bands):
        if links > room and band * BAND > bounds[-1]:
            bounds.append(band * BAND)
            room = each
        room -= links
    return numpy.array([*bounds, pages], dtype=numpy.int64)


def _with_all(spark: SparkSession, sent: DataFrame, receivers: int) -> DataFrame:
    """Also who is sent nothing has something to write."""
    return sent.unionAll(run_tasks(spark, 1, lambda _: (row(dest, DRIVER, "nothing", b"") for dest in range(receivers))))


def _collect(frame: DataFrame) -> list[dict[str, Any]]:
    built = []
    for one in sorted(frame.collect(), key=lambda one: one["origin"]):
        table = unpack(bytes(one["payload"]))
        told = {name: numpy.array(table.column(name)[0].values) for name in table.column_names if name != "about"}
        built.append(told | {"about": json.loads(table.column("about")[0].as_py())})
    return built
