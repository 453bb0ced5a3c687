"""What a file of a crawl says, as Arrow batches: a plain generator, without Spark.

>>> import tempfile, pathlib
>>> path = pathlib.Path(tempfile.mkdtemp()) / "links.tsv"
>>> _ = path.write_text("a.example/\\tb.example/\\n")
>>> for batch in Parser(str(path)):
...     batch["links"].column("target").to_pylist()
['example,b)/']

Memory holds one batch (about 2 million links or 100 MB of texts), whatever the size of the file.
"""

from __future__ import annotations

import os
import threading
from typing import Any, Iterator

import numpy
import pyarrow as pa
import pyarrow.compute as pc

from .. import _core

NO_TARGET = 0xFFFFFFFF  # the source was seen, and nothing more

LINKS = pa.schema(
    [
        ("source", pa.string()),
        ("target", pa.string()),
        ("generation", pa.int64()),  # input << 32 | fetch in it
        ("date", pa.int64()),  # seconds since 1970; 0: not known
        ("place", pa.int64()),
        ("anchor", pa.string()),
    ]
)
# Pages that were seen, with links or without; and, without generation, keys that have no links but are named otherwise.
SEEN = pa.schema([("key", pa.string()), ("generation", pa.int64()), ("date", pa.int64()), ("place", pa.int64())])
PAGES = pa.schema(
    [
        ("key", pa.string()),
        ("url", pa.string()),
        ("title", pa.string()),
        ("date", pa.int64()),
        ("status", pa.int32()),  # of addresses that gave no page
        ("language", pa.string()),
        ("text", pa.string()),
        ("ip", pa.string()),  # of the machine that it came from; empty: not told
        ("generation", pa.int64()),  # null: no page, a status only
    ]
)
ALIASES = pa.schema([("from", pa.string()), ("to", pa.string()), ("date", pa.int64()), ("generation", pa.int64())])
TABLES = {"links": LINKS, "seen": SEEN, "pages": PAGES, "aliases": ALIASES}
# What `store` reads. Keys are written once a chapter (a few batches), in bytewise order; links and pages name them by number. To read millions of
# keys out of Parquet and find out which are the same takes longer than all else that is done with them.
#   keys          the keys of a chapter, in order
#   places        for each number, where its key is among them; not written where the numbers of a chapter are these places
#   numbers       of each link source and target (NO_TARGET: none); without Parquet also fetch, date, place and anchor, as far as there are any
#   page_numbers  of each page its key; without Parquet all else that it says
#   statuses      of addresses that gave no page
#   alias_keys    which key stands for which, as bytes
OWN_TABLES = ("keys", "places", "numbers", "page_numbers", "statuses", "alias_keys")
CHAPTER_COST = 8_000_000  # links and, for each page, 50 more: what a task of `store` takes at a time

# As the command line of `import` has them.
OPTIONS = ("opaque_names", "fold_www", "frames", "drop_nofollow", "keep_text", "keep_anchors", "aliases", "from_date", "to_date")


class Parser:
    """Iterate over it for batches, {"links": …, "seen": …, "pages": …, "aliases": …} and what OWN_TABLES names; ``counts`` tells what was read and left out.

    ``source``: a path, or an open binary file (of any store of objects). ``number``: the place of this input among all, which
    decides which of two lists of a page is the newer one where dates do not. ``with_keys=False``: no links and pages, for who takes them from
    ``numbers`` and ``page_numbers``; then keys come with the last batch of a chapter, which takes up ``chapter_cost``.
    """

    def __init__(
        self, source: Any, name: str = "", *, number: int = 0, kind: str = "", with_keys: bool = True, chapter_cost: int = CHAPTER_COST, batch_links: int = 0, **options: Any
    ) -> None:
        unknown = set(options) - set(OPTIONS)
        if unknown:
            raise TypeError(f"unknown options: {', '.join(sorted(unknown))}; known are {', '.join(OPTIONS)}")
        self.number, self._with_keys = number, with_keys
        self._pipe = None if isinstance(source, (str, os.PathLike)) else _Pipe(source)
        path = self._pipe.path if self._pipe else os.fspath(source)
        try:
            self._native = _core.Parsing(path, name or path, kind, options, self._pipe.head if self._pipe else b"", 0 if with_keys else chapter_cost, batch_links)
        except BaseException:
            if self._pipe:
                self._pipe.close()
            raise
        self._aliases = 0

    @property
    def kind(self) -> str:
        return str(self._native.kind)

    @property
    def counts(self) -> dict[str, Any]:
        return dict(self._native.counts())

    def __iter__(self) -> Iterator[dict[str, pa.RecordBatch]]:
        try:
            while (tables := self._native.next()) is not None:
                yield self._batch({name: pa.record_batch(_Arrow(table)) for name, table in tables.items()})
            if self._pipe:
                self._pipe.check()
        finally:
            if self._pipe:
                self._pipe.close()

    def _batch(self, tables: dict[str, pa.RecordBatch]) -> dict[str, pa.RecordBatch]:
        base = self.number << 32
        links, pages, statuses, aliases = tables["links"], tables["pages"], tables["statuses"], self._alias_batch(tables["aliases"], base)
        own = {"statuses": statuses, "alias_keys": aliases}
        if not self._with_keys:
            own |= {name: tables[name] for name in ("keys", "places") if name in tables}
            return own | {"numbers": _own_links(links, len(pages) > 0), "page_numbers": pages}
        names = text_of(tables["keys"].column(0))
        return own | {
            "keys": tables["keys"],
            "numbers": links.select(["source", "target"]),
            "page_numbers": pages.select(["page"]),
            "links": _links(names, links, base),
            "seen": _seen(names, links, _only_named(names, links, tables["aliases"]), base),
            "pages": _pages(names, pages, statuses, base),
            "aliases": pa.record_batch([*map(text_of, aliases.columns[:2]), *aliases.columns[2:]], schema=ALIASES),
        }

    def _alias_batch(self, aliases: pa.RecordBatch, base: int) -> pa.RecordBatch:
        order = numpy.arange(len(aliases), dtype=numpy.int64) + self._aliases + base
        self._aliases += len(aliases)
        keys = [aliases.column(name).cast(pa.binary()) for name in ("from_key", "to_key")]
        return pa.record_batch([*keys, aliases.column("date").cast(pa.int64()), pa.array(order)], names=ALIASES.names)


def text_of(keys: pa.Array) -> pa.Array:
    """Keys as text. Those of addresses are ASCII; an opaque name that is no UTF-8 has its strange bytes as \\xff."""
    try:
        return keys.cast(pa.binary()).cast(pa.string())
    except pa.ArrowInvalid:
        return pa.array([key.decode(errors="backslashreplace") for key in keys.cast(pa.binary()).to_pylist()], pa.string())


def parse(source: Any, name: str = "", *, number: int = 0, kind: str = "", **options: Any) -> Iterator[dict[str, pa.RecordBatch]]:
    """The batches of one input; see Parser."""
    return iter(Parser(source, name, number=number, kind=kind, **options))


def _only_named(names: pa.Array, links: pa.RecordBatch, aliases: pa.RecordBatch) -> Any:
    """Keys that are pages though nothing else is known of them, such as where a redirect leads nowhere."""
    used = numpy.zeros(len(names) + 1, dtype=bool)
    targets = numpy.minimum(links.column("target").to_numpy(), numpy.uint32(len(names)))  # where there is no target, what is behind all names
    for numbers in (links.column("source").to_numpy(), targets, aliases.column("from").to_numpy(), aliases.column("to").to_numpy()):
        used[numbers] = True
    return numpy.flatnonzero(~used[:-1]).astype(numpy.uint32)


def _own_links(links: pa.RecordBatch, has_fetches: bool) -> pa.RecordBatch:
    """Without columns that say nothing: links of a list are of no fetch, and few lists have words."""
    columns = ["source", "target", "place"] + (["fetch", "date"] if has_fetches else [])
    return links.select(columns + (["anchor"] if len(links) and pc.max(pc.binary_length(links.column("anchor"))).as_py() else []))


def _links(names: pa.Array, links: pa.RecordBatch, base: int) -> pa.RecordBatch:
    is_link = links.column("target").to_numpy() != NO_TARGET
    some = links if is_link.all() else links.filter(pa.array(is_link))
    return pa.record_batch(
        [
            names.take(some.column("source")),
            names.take(some.column("target")),
            pa.array(some.column("fetch").to_numpy().astype(numpy.int64) + base),
            some.column("date").cast(pa.int64()),
            some.column("place").cast(pa.int64()),
            some.column("anchor").cast(pa.string()),
        ],
        schema=LINKS,
    )


def _seen(names: pa.Array, links: pa.RecordBatch, only_named: Any, base: int) -> pa.RecordBatch:
    some = links.filter(pa.array(links.column("target").to_numpy() == NO_TARGET))
    more = len(only_named)
    zeros = pa.array(numpy.zeros(more, dtype=numpy.int64))
    return pa.record_batch(
        [
            pa.concat_arrays([names.take(some.column("source")), names.take(pa.array(only_named))]),
            pa.concat_arrays([pa.array(some.column("fetch").to_numpy().astype(numpy.int64) + base), pa.nulls(more, pa.int64())]),
            *(pa.concat_arrays([some.column(name).cast(pa.int64()), zeros]) for name in ("date", "place")),
        ],
        schema=SEEN,
    )


def _pages(names: pa.Array, pages: pa.RecordBatch, statuses: pa.RecordBatch, base: int) -> pa.RecordBatch:
    rows, more = len(pages), len(statuses)

    def text(name: str) -> pa.Array:
        return pa.concat_arrays([pages.column(name).cast(pa.string()), pa.nulls(more, pa.string())])

    return pa.record_batch(
        [
            pa.concat_arrays([names.take(pages.column("page")), text_of(statuses.column("key"))]),
            text("url"),
            text("title"),
            pa.concat_arrays([pages.column("date").cast(pa.int64()), statuses.column("date").cast(pa.int64())]),
            pa.concat_arrays([pa.nulls(rows, pa.int32()), statuses.column("status").cast(pa.int32())]),
            text("language"),
            text("text"),
            text("ip"),
            pa.concat_arrays([pa.array(pages.column("fetch").to_numpy().astype(numpy.int64) + base), pa.nulls(more, pa.int64())]),
        ],
        schema=PAGES,
    )


class _Arrow:
    """A table of the native part, as Arrow's readers want it."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._table.arrow_batch()  # type: ignore[no-any-return]


class _Pipe:
    """An open file, which the native part reads as the end of a pipe."""

    def __init__(self, source: Any) -> None:
        self._source = source
        self.head = source.read(1 << 20)  # tells what it is; a pipe is read only once
        self._read, self._write = os.pipe()
        self.path = f"/dev/fd/{self._read}"
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._feed, daemon=True)
        self._thread.start()

    def _feed(self) -> None:
        try:
            with os.fdopen(self._write, "wb", buffering=0) as out:
                out.write(self.head)
                while chunk := self._source.read(1 << 20):
                    out.write(chunk)
        except BrokenPipeError:
            pass
        except BaseException as error:  # the reader sees an early end, and gets the reason
            self._error = error

    def check(self) -> None:
        self._thread.join()
        if self._error is not None:
            raise self._error

    def close(self) -> None:
        if self._read >= 0:
            os.close(self._read)
            self._read = -1
