"""``cocite-spark links``: crawls to Parquet, a task an input.

    OUT/inputs.json                 which inputs, in which order, and with which options they are read
    OUT/links/00000017-0000.parquet the batches of input 17, one file each; seen/, pages/ and aliases/ likewise
    OUT/keys/00000017-0000.arrow    its keys in bytewise order; numbers/, page_numbers/: its links and pages as places among them; statuses/ and
                                    alias_keys/ (Arrow IPC, for `store`; parse.py)
    OUT/done/00000017.json          input 17 is read: what it had, and what was left out

A file is named after its input, appears whole, and is the same in every run: a task that failed, was killed or ran twice
leaves no doubles. ``done/`` is written last, so that a run that was stopped goes on with what is missing.

With ``with_keys=False``, for `import`, nothing is written that others could read: only Arrow IPC, with all that `store` needs, and not packed where it
can be mapped; and keys only once a chapter, under the name of its first batch.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Callable, Iterator

import pyarrow as pa
import pyarrow.fs as pafs
import pyarrow.parquet as pq

from .clock import clock
from .exchange import run_each
from .files import Folder, open_address
from .parse import OWN_TABLES, TABLES, Parser

KEYS_PER_SAMPLE = 16384
FORMAT = 2  # of the files; 1 had keys as bytes, and links without targets

if TYPE_CHECKING:
    from .exchange import Spark


class NothingRead(ValueError):
    """The inputs have nothing that a store could be made of: to go on from here is of no use."""


def read_links(
    spark: Spark,
    inputs: list[str],
    out: str,
    *,
    kind: str = "",
    force: bool = False,
    say: Callable[[str], None] = print,
    **options: Any,
) -> dict[str, Any]:
    """Reads all inputs that are not read yet. Returns what was read, summed up."""
    folder = Folder(out)
    asked = {"format": FORMAT, "inputs": inputs, "kind": kind, "options": {k: v for k, v in sorted(options.items()) if v not in (None, "")}}
    if "inputs.json" in folder.names():
        known = folder.read_json("inputs.json")
        if not force:
            check_format(out, known)
        if not force and (known["kind"], known["options"]) != (asked["kind"], asked["options"]):
            raise ValueError(f"{out}: was begun with other options, {known['options']}; take another folder, or --force to start again")
        if not force and asked["inputs"][: len(known["inputs"])] != known["inputs"]:
            raise ValueError(f"{out}: was begun with other inputs; more may follow at the end, or take another folder")
        if force:
            for name in ("done", *TABLES, *OWN_TABLES):
                folder.child(name).remove()
    folder.write_json("inputs.json", asked)
    done = set(folder.child("done").names())
    todo = [(number, name) for number, name in enumerate(inputs) if f"{number:08d}.json" not in done]
    if len(todo) < len(inputs):
        say(f"{len(inputs) - len(todo)} of {len(inputs)} inputs are read already")
    if todo:
        run_each(spark, len(todo), _Task(todo, out, kind, asked["options"]))
        for name in ("done", *TABLES, *OWN_TABLES):
            folder.child(name).remove_drafts()
    return sum_up(folder)


def check_format(out: str, known: dict[str, Any]) -> None:
    if known.get("format") != FORMAT:
        raise ValueError(f"{out}: was written by another version of cocite-spark; run cocite-spark links again, with --force")


def sum_up(folder: Folder) -> dict[str, Any]:
    """What all inputs had, and what was left out, with a few samples."""
    total: dict[str, Any] = {"inputs": 0, "batches": [], "chapters": [], "records": {}, "link_uses": {}, "skipped": {}, "damaged": [], "samples": [], "fetched": []}
    done = folder.child("done")
    names = done.names()
    with ThreadPoolExecutor(32) as pool:  # a store of objects answers slowly, and many at a time
        every = list(pool.map(done.read_json, names))
    for name, counts in zip(names, every):
        total["inputs"] += 1
        total["samples"] += counts.get("samples", [])
        total["batches"] += [[f"{name[:8]}-{batch:04d}", *sizes] for batch, sizes in enumerate(counts["batches"])]
        total["chapters"] += counts.get("chapters", [1] * len(counts["batches"]))  # before there were chapters each batch had its keys
        total["fetched"] += [int(name[:8])] if counts["fetches"] else []
        for what in ("lines", "bytes", "links_read", "self_links", "fetches"):
            total[what] = total.get(what, 0) + counts[what]
        for what in ("records", "link_uses"):
            for key, count in counts[what].items():
                total[what][key] = total[what].get(key, 0) + count
        for reason, skipped in counts["skipped"].items():
            known = total["skipped"].setdefault(reason, {"count": 0, "samples": []})
            known["count"] += skipped["count"]
            known["samples"] = (known["samples"] + skipped["samples"])[:3]
        if counts.get("error"):
            total["damaged"].append([counts["input"], counts["error"]])
    return total


class _Task:
    """Runs where Spark puts it; all that it needs travels with it."""

    def __init__(self, todo: list[tuple[int, str]], out: str, kind: str, options: dict[str, Any]) -> None:
        self.todo, self.out, self.kind, self.options = todo, out, kind, options

    def __call__(self, numbers: Iterator[int]) -> Iterator[int]:
        for row in numbers:
            number, name = self.todo[row]
            read_input(number, name, self.out, self.kind, self.options)
            yield number


def read_input(number: int, name: str, out: str, kind: str, options: dict[str, Any]) -> None:
    """One input, whole: its batches, then the word that it is done."""
    folder = Folder(out)
    fs, path = open_address(name)
    error = ""
    is_mapped = folder.is_local and not options.get("with_keys", True)
    sizes: list[list[int]] = []
    chapters: list[int] = []  # batches of each
    samples: list[str] = []
    counts: dict[str, Any] = {"lines": 0, "bytes": 0, "links_read": 0, "self_links": 0, "fetches": 0}
    counts |= {"records": {}, "link_uses": {}, "skipped": {}}
    from .. import errors

    try:
        if fs.type_name != "web" and fs.get_file_info(path).type == pafs.FileType.NotFound:
            raise FileNotFoundError(f"{name}: is not there")
        source: Any = path if fs.type_name == "local" else fs.open_input_stream(path, compression=None)
        parser = Parser(source, name, number=number, kind=kind, **options)
        batches = iter(parser)
        while True:
            with clock("parsing to Arrow"):
                batch = next(batches, None)
            if batch is None:
                break
            with clock("writing what was parsed"):
                first = sum(chapters)
                for table, rows in batch.items():
                    file = f"{number:08d}-{first if table in ('keys', 'places') else len(sizes):04d}"
                    if table in OWN_TABLES and (len(rows) or table in ("keys", "numbers")):
                        # Neighbours among keys are alike: to pack them takes less time than to write three times as much.
                        _write_own(folder.child(table), file + ".arrow", rows, None if is_mapped and table != "keys" else "lz4")
                    elif table in TABLES and len(rows):
                        _write(folder.child(table), file + ".parquet", rows)
                sizes.append([len(batch["numbers"]), len(batch["page_numbers"]), len(batch["alias_keys"])])
                if "keys" in batch:
                    chapters.append(len(sizes) - first)
                    samples += sample_keys(batch["keys"].column("key"))
        counts = parser.counts
    except (errors.InvalidArgument, errors.Corrupt, errors.Unsupported, FileNotFoundError) as failed:
        # This file costs itself; the others go on. What the network or the disk did is no such thing: that is tried again.
        error = re.sub(r"/dev/fd/\d+", name, str(failed))  # the native part reads the end of a pipe
        counts["skipped"]["file cannot be read"] = {"count": 1, "samples": [error if error.startswith(name) else f"{name}: {error}"]}
    del sizes[sum(chapters) :]  # the keys of an unfinished chapter are unknown
    folder.child("done").write_json(f"{number:08d}.json", {"input": name, "batches": sizes, "chapters": chapters, "samples": samples, "error": error, **counts})


def sample_keys(keys: pa.Array) -> list[str]:
    """A few of a batch's keys, which are in order: from them `store` knows where to cut all keys into ranges."""
    count = min(len(keys), max(16, len(keys) // KEYS_PER_SAMPLE))
    return [keys[(2 * i + 1) * len(keys) // (2 * count)].as_py().decode("latin-1") for i in range(count)]


def _write_own(folder: Folder, name: str, rows: pa.RecordBatch, packing: str | None) -> None:
    def fill(stream: Any) -> None:
        # Read once or twice: zstd would halve it, and takes five times as long as lz4, which takes five times as long as to write it as it is.
        with pa.ipc.new_stream(stream, rows.schema, options=pa.ipc.IpcWriteOptions(compression=packing)) as writer:
            writer.write_batch(rows)

    folder.write(name, fill)


def _write(folder: Folder, name: str, rows: pa.RecordBatch) -> None:
    # Columns that repeat themselves, and those that rise.
    repeated = [one for one in rows.schema.names if one in ("date", "language", "ip", "status")]
    rising = {one: "DELTA_BINARY_PACKED" for one in rows.schema.names if one in ("generation", "place")}

    def fill(stream: Any) -> None:
        # Keys and words of links are not put into a dictionary: that takes up to three times as long, and zstd finds their repetitions in less room.
        with pq.ParquetWriter(
            stream, rows.schema, compression="zstd", dictionary_pagesize_limit=1 << 30, use_dictionary=repeated,
            column_encoding=rising, write_statistics=False,
        ) as writer:  # fmt: skip
            writer.write_table(pa.Table.from_batches([rows]), row_group_size=max(1, len(rows)))

    folder.write(name, fill)
