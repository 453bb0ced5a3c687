"""``cocite-spark store``: what ``links`` wrote becomes segments, which ``cocite import --from segments`` puts together.

    1  keys are numbered                  by ranges (numbering.py)
    2  links go to their pages            which take their newest list, and what they say goes into pages-*.segment (lists.py)
    3  out-lists are packed               chunk by chunk, as `import` cuts them, with codes made from a sample: out-*.segment
    4  links are turned round, packed     in-*.segment
    5  head.segment                       codes, aliases and what was asked for: with it the folder is whole

What is done is noted task by task (journal.py): a run that was stopped goes on from there.

With ``on="hosts"`` or ``"sites"``, 2 adds the lists of pages up to lists of hosts or sites (groups.py), and the rest is the same.

Which chunks there are follows from the number of links of each 128 pages, and which of them the codes are made from follows from
that. So the driver needs eight bytes for each 128 pages to have all packed anywhere as one machine would.
"""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any, Callable, Iterator

import numpy
import pyarrow as pa

from .. import __version__, _core
from .blobs import DRIVER, Row, unpack
from .exchange import context_of, open_exchange
from .files import Folder
from .journal import PLAN, Damaged, OtherPlan, open_journal
from .links import NothingRead, check_format, sum_up
from .lists import BAND, GROUP, InBuilder, ListFiles, PageBuilder, Router, Transposer
from .numbering import choose_splitters, number_pages
from .unit import Chapters, cut_units

if TYPE_CHECKING:
    from .exchange import Spark

HEAD = "head.segment"
MOST_PAGES = 0xFFFFFFFF  # numbers of pages have 32 bits
SORTED_EVIDENCE = 200  # rising links, and no falling one: as `import` has it
PACKED_LINKS = 8_000_000  # of one segment, about


def make_segments(
    spark: Spark,
    links: str,
    out: str,
    *,
    on: str = "pages",
    seen_again: str = "newest",
    order: str = "auto",
    fast: bool = False,
    index: bool = True,
    stem: str = "auto",
    partitions: int = 0,
    exchange: str = "auto",
    keep_work: bool = False,
    force: bool = False,
    replaces: bool = False,
    say: Callable[[str], None] = print,
) -> dict[str, Any]:
    """Returns counts: pages, links and so on. Goes on where an earlier call with the same arguments was stopped, unless ``force`` says otherwise;
    segments of other calls are only replaced with ``force`` or ``replaces``."""
    source, folder = Folder(links), Folder(out)
    work = folder.child("_work").address
    if "inputs.json" not in source.names():
        raise FileNotFoundError(f"{links}: is no folder that cocite-spark links wrote")
    asked = source.read_json("inputs.json")
    check_format(links, asked)
    read = sum_up(source)
    if read["inputs"] < len(asked["inputs"]):
        missing = len(asked["inputs"]) - read["inputs"]
        raise ValueError(f"{links}: {missing} of {len(asked['inputs'])} inputs are not read; run cocite-spark links again")
    if on not in ("pages", "hosts", "sites"):
        raise ValueError(f"'{on}' is nothing that a graph can be on; there are pages, hosts and sites")
    if on != "pages" and asked["options"].get("opaque_names"):
        raise ValueError(f"{links}: its names are opaque, and have no hosts; leave --on out")
    wish = _Wish(on, seen_again, order, fast, index, stem)
    units = cut_units(read["batches"], read["chapters"])
    total = sum(one[1] for one in read["batches"])
    parts = partitions or max(context_of(spark).defaultParallelism, total // 4_000_000 + 1)
    plan = {"version": __version__, "asked": asked, "read": read, "wish": dataclasses.asdict(wish), "partitions": partitions, "exchange": exchange}
    starts_again = force
    while True:
        if starts_again or not can_go_on(out):
            _clear(folder, may_replace=force or replaces or starts_again)
            starts_again = True
        try:
            journal, build, parts = open_journal(work, plan, parts, starts_again)
        except OtherPlan as error:
            if not replaces:
                raise FileExistsError(f"{error}; take another folder, or --force to start again") from None
            starts_again = True
            continue
        if journal.goes_on:
            say(f"{out}: goes on where it was stopped")
        job = _Job(open_exchange(spark, work, exchange, journal), links, out, work, units, parts, build, say)
        try:
            counts = job.run(asked, read, wish)
        except Damaged as error:
            say(f"{error}; starts again")
            starts_again = True
            continue
        except ValueError:  # of what was asked for: to go on would not help
            Folder(work).remove()
            raise
        finally:
            job.exchange.release()
        folder.remove_drafts()
        if not keep_work:
            Folder(work).remove()
        return counts


def _clear(folder: Folder, may_replace: bool) -> None:
    old = [name for name in folder.names() if name.endswith(".segment")]
    if old and not may_replace:
        raise FileExistsError(f"{folder.address}: has segments in it already; take another folder, or --force to replace them")
    for name in sorted(old, key=lambda one: one != HEAD):  # without its head a folder is no store
        folder.delete(name)


def can_go_on(out: str) -> bool:
    """Whether there is what a run that was stopped had done."""
    return not is_whole(out) and PLAN in Folder(out).child("_work").names()


def is_whole(out: str) -> bool:
    """Whether a folder has all segments of a store: the head is the last."""
    return HEAD in Folder(out).names()


@dataclasses.dataclass
class _Wish:
    on: str
    seen_again: str
    order: str
    fast: bool
    index: bool
    stem: str


class _Job:
    def __init__(self, exchange: Any, links: str, out: str, work: str, units: list[Chapters], parts: int, build: int, say: Any) -> None:
        self.exchange, self.links, self.out, self.work, self.units, self.parts, self.build, self.say = exchange, links, out, work, units, parts, build, say

    def run(self, asked: Any, read: Any, wish: _Wish) -> dict[str, Any]:
        facts, resolved = self._aliases(read)
        splitters = choose_splitters([one.encode("latin-1") for one in read["samples"]], self.parts)
        numbered = number_pages(self.exchange, self.links, self.units, self.work, resolved, splitters, wish.on)
        nodes = numbered.pages if wish.on == "pages" else numbered.groups
        self.say(f"{numbered.pages} pages, {len(resolved)} aliases" + (f", {nodes} {wish.on}" if wish.on != "pages" else ""))
        if nodes > MOST_PAGES:
            hint = "take --on hosts, or fewer inputs" if wish.on == "pages" else "take --on sites, or fewer inputs"
            raise ValueError(f"{nodes} {wish.on} are more than a store numbers, {MOST_PAGES}; {hint}")
        if nodes == 0:
            raise NothingRead("there is no page in what was read")
        plan = {"work": self.work, "out": self.out, "build": self.build, "pages": nodes, "seen_again": wish.seen_again, "order": wish.order}
        plan |= {"opaque": bool(asked["options"].get("opaque_names"))}
        bounds = _even(nodes, self.parts)
        plan["fetched"] = read["fetched"]
        make = self._lists_of_pages if wish.on == "pages" else self._lists_of_groups
        built, totals, ordered = make(numbered, plan, bounds, wish)
        self.say(f"{totals['links']} links")
        counts = (totals["childless"], totals["same_host_links"])
        out_codes = self._pack("out", bounds, built, ordered, wish.fast, nodes, counts, has_counts=wish.on != "pages")

        bands = numpy.zeros(nodes // BAND + 1, dtype=numpy.uint64)
        for one in built:
            bands[one["bands"].astype(numpy.int64)] += one["band_links"]
        in_bounds = _by_weight(bands, nodes, self.parts)
        turned = self.exchange.run(len(bounds) - 1, Transposer(self.work, in_bounds), "turning links round")
        in_built = _collect(self.exchange.run(len(in_bounds) - 1, InBuilder(self.work, in_bounds), "in-lists", turned))
        in_codes = self._pack("in", in_bounds, in_built, False, wish.fast, nodes, (0, 0))

        # Hosts and sites have no aliases: those of pages are resolved, and that is all.
        self._head(asked, read, totals, facts if wish.on == "pages" else [], plan, ordered, wish, out_codes, in_codes)
        return totals | {"pages": nodes, "aliases": len(resolved), "ordered": ordered}

    def _aliases(self, read: Any) -> tuple[list[Any], list[Any]]:
        """As in an import, all of them are held in one place."""
        rows: list[tuple[int, bytes, bytes, int]] = []
        names = [one[0] for one in read["batches"] if one[3]]
        address = self.links

        def load(number: int) -> Iterator[Row]:
            yield Row(DRIVER, number, "aliases", Folder(address).child("alias_keys").read_bytes(names[number] + ".arrow"))

        for one in self.exchange.run(len(names), load, "aliases").told() if names else []:
            table = pa.ipc.open_stream(one.payload).read_all()
            rows += zip(*(table.column(name).to_pylist() for name in ("generation", "from", "to", "date")))
        rows.sort(key=lambda one: one[0])
        facts, resolved = _core.resolve_aliases([(a, b, date) for _, a, b, date in rows])
        return facts, resolved

    def _lists_of_pages(self, numbered: Any, plan: Any, bounds: Any, wish: _Wish) -> tuple[list[dict[str, Any]], dict[str, Any], bool]:
        router = Router(self.links, self.units, self.work, bounds, numbered.bases, takes_oldest=wish.seen_again == "oldest")
        routed = self.exchange.run(len(self.units), router, "links to their pages", numbered.sent)
        builder = PageBuilder(plan, bounds, numbered.bases, numbered.ranges)
        built = _collect(self.exchange.run(len(bounds) - 1, builder, "lists of pages, page segments", routed))
        totals = _sums(built)
        looks_sorted = totals["falling"] == 0 and totals["broken"] == 0 and totals["rising"] >= SORTED_EVIDENCE
        return built, totals, wish.order == "page" or (wish.order == "auto" and not looks_sorted)

    def _lists_of_groups(self, numbered: Any, plan: Any, bounds: Any, wish: _Wish) -> tuple[list[dict[str, Any]], dict[str, Any], bool]:
        from .groups import GroupBuilder, GroupRouter, GroupTally

        page_bounds = _even(numbered.pages, self.parts)
        router = GroupRouter(self.links, self.units, wish.on, page_bounds, numbered)
        routed = self.exchange.run(len(self.units), router, "links to their pages", numbered.sent)
        tally = GroupTally(page_bounds, bounds, wish.seen_again, plan["fetched"])
        tallied = self.exchange.run(len(page_bounds) - 1, tally, "adding up by group", routed, keep=True)
        pages = _sums(_collect(tallied))
        # Whether the graph of pages would have an order, and then whether that of groups has one: as in an import.
        looks_sorted = pages["falling"] == 0 and pages["broken"] == 0 and pages["rising"] >= SORTED_EVIDENCE
        keeps_order = wish.order == "page" or (wish.order == "auto" and not looks_sorted)
        builder = GroupBuilder(plan, bounds, numbered.group_bases, keeps_order, has_addresses=pages["fetched"] > 0)
        built = _collect(self.exchange.run(len(bounds) - 1, builder, "lists of groups", tallied))
        totals = _sums(built)
        rises = totals["falling"] == 0 and totals["rising"] >= SORTED_EVIDENCE
        ordered = wish.order == "page" or (wish.order == "auto" and keeps_order and not rises)
        return built, pages | totals | {"same_host_links": 0}, ordered

    def _pack(self, kind: str, bounds: Any, built: list[Any], ordered: bool, fast: bool, pages: int, counts: tuple[int, int], has_counts: bool = False) -> bytes:
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
        from .groups import read_counts

        def pack_run(number: int) -> Iterator[Row]:
            def make(path: str) -> None:
                files = ListFiles(Folder(work).child(kind))
                segment = _core.LinkSegment(path, kind, build, pages, int(cuts[runs[number]]), ordered, fast, codes)
                for c in range(runs[number], runs[number + 1]):
                    segment.add(int(cuts[c]), *files.read(bounds, int(cuts[c]), int(cuts[c + 1])))
                    if has_counts:
                        segment.add_counts(*read_counts(work, bounds, files, int(cuts[c]), int(cuts[c + 1])))
                segment.finish(*(counts if number == 0 else (0, 0)))

            Folder(out).write_native(f"{kind}-{number:06d}.segment", make)
            yield Row(DRIVER, number, "packed", b"")

        self.exchange.run(len(runs) - 1, pack_run, "packing links").told()
        return bytes(codes)

    def _head(self, asked: Any, read: Any, totals: Any, aliases: Any, plan: Any, ordered: bool, wish: _Wish, out_codes: bytes, in_codes: bytes) -> None:
        def yes(value: Any) -> str:
            return "yes" if value else "no"

        facts = {
            "pages": str(plan["pages"]),
            "link_order": yes(ordered),
            "order": wish.order,
            "names": "opaque" if plan["opaque"] else "url",
            "fold_www": yes(asked["options"].get("fold_www")),
            "fast": yes(wish.fast),
            "index": yes(wish.index),
            "stem": wish.stem,
        }
        if wish.on != "pages":
            facts["on"] = wish.on
        report = _report(read, totals)

        def make(path: str) -> None:
            _core.write_head(path, self.build, facts, out_codes, in_codes, aliases, report)

        Folder(self.out).write_native(HEAD, make)


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


def _sums(built: list[dict[str, Any]]) -> dict[str, Any]:
    return {name: sum(one["about"][name] for one in built) for name in built[0]["about"]}


def _collect(sent: Any) -> list[dict[str, Any]]:
    built = []
    for one in sent.told():
        table = unpack(one.payload)
        told = {name: numpy.array(table.column(name)[0].values) for name in table.column_names if name != "about"}
        built.append(told | {"about": json.loads(table.column("about")[0].as_py())})
    return built
