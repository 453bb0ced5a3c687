"""What a store answers, on a cluster: ranks by one executor, related pages and lists of links by all.

A store is mapped, not read: executors on one machine share its memory. It stands on a shared file system, or travels with the
job (``spark.archives=web.tar.gz#web`` makes it ``./web/web.cocite`` everywhere).
"""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any, Callable, Iterator

import pyarrow as pa

from .files import Folder

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def rank_store(spark: SparkSession, store: str, by: str, memory: str = "") -> str:
    """One task: a rank goes over all links again and again, and what moves them between machines each time is no help."""

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import subprocess
        import sys

        for _ in batches:
            words = [sys.executable, "-m", "cocite", "rank", store, "--by", by, "--save", "--top", "0", *(["--memory", memory] if memory else [])]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            yield pa.record_batch({"code": pa.array([done.returncode]), "said": pa.array([done.stderr or done.stdout])})

    one = spark.range(0, 1, 1, numPartitions=1).mapInArrow(run, "code long, said string").collect()[0]
    if one["code"] != 0:
        raise ValueError(one["said"].strip().removeprefix("cocite: "))
    return f"{by} is saved in {store}"


def related_pages(spark: SparkSession, store: str, out: str, *, by: str = "blend", top: int = 20, pages_per_task: int = 20000) -> int:
    """A row an answer: page, rank, related, score; by the key of the page. Written by Spark, so that repeated tasks leave no doubles."""

    def sample(opened: Any) -> bytes:
        some = [opened.graph.key(0)] if opened.graph.pages else []
        return bytes(_for_spark(opened.related_many(some, by=by, top=top, threads=1).to_arrow()).schema.serialize())

    pages, answer = _ask_store(spark, store, sample)
    schema = pa.ipc.read_schema(pa.py_buffer(answer))

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import cocite

        opened = cocite.open(store, save=False)
        graph = opened.graph
        for batch in batches:
            for number in batch.column(0).to_pylist():
                begin, end = number * pages_per_task, min(pages, (number + 1) * pages_per_task)
                for at in range(begin, end, 500):
                    keys = [graph.key(page) for page in range(at, min(end, at + 500))]
                    yield from _for_spark(opened.related_many(keys, by=by, top=top, threads=1).to_arrow()).to_batches()

    tasks = (pages + pages_per_task - 1) // pages_per_task
    frame = spark.range(0, tasks, 1, numPartitions=tasks).mapInArrow(run, _spark_schema(schema))
    frame.write.mode("errorifexists").parquet(out)
    return int(spark.read.parquet(out).count())


def write_graph(spark: SparkSession, store: str, out: str, pages_per_task: int = 500000) -> tuple[int, int]:
    """OUT/vertices/part-*.txt.gz: number<TAB>name, as Common Crawl names hosts and domains, or the key of a page; OUT/edges/part-*.txt.gz: number<TAB>number."""
    pages, _ = _ask_store(spark, store, lambda _: b"")
    tasks = (pages + pages_per_task - 1) // pages_per_task

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import cocite

        opened = cocite.open(store, save=False)
        graph = opened.graph
        is_grouped = opened.info().to_dict().get("on", "pages") != "pages"
        name_of = turned_name if is_grouped else str
        for batch in batches:
            for number in batch.column(0).to_pylist():
                begin, end = number * pages_per_task, min(pages, (number + 1) * pages_per_task)
                links = 0
                vertices, edges = [], []
                for page in range(begin, end):
                    vertices.append(f"{page}\t{name_of(graph.key(page))}\n")
                    children = graph.out(page)
                    links += len(children)
                    edges += [f"{page}\t{child}\n" for child in sorted(int(child) for child in children)]
                for name, lines in (("vertices", vertices), ("edges", edges)):
                    data = gzip.compress("".join(lines).encode(), compresslevel=4, mtime=0)
                    Folder(out).child(name).write_bytes(f"part-{number:05d}.txt.gz", data)
                yield pa.record_batch({"links": pa.array([links])})

    rows = spark.range(0, tasks, 1, numPartitions=tasks).mapInArrow(run, "links long").collect()
    return pages, sum(one["links"] for one in rows)


def turned_name(key: str) -> str:
    """A host or site as Common Crawl names it: "com,example,www)/" is com.example.www."""
    return key[:-2].replace(",", ".") if key.endswith(")/") else key


def _ask_store(spark: SparkSession, store: str, question: Callable[[Any], bytes]) -> tuple[int, bytes]:
    """Its number of pages and one answer, asked of an executor: the driver may not have the store."""

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import cocite

        for _ in batches:
            opened = cocite.open(store, save=False)
            yield pa.record_batch({"pages": pa.array([opened.graph.pages]), "answer": pa.array([question(opened)], pa.binary())})

    told = spark.range(0, 1, 1, numPartitions=1).mapInArrow(run, "pages long, answer binary").collect()[0]
    return int(told["pages"]), bytes(told["answer"])


def _for_spark(table: pa.Table) -> pa.Table:
    """Spark knows no numbers without a sign, and no large texts before they are its own."""
    plain = {pa.uint64(): pa.int64(), pa.uint32(): pa.int64(), pa.large_string(): pa.string()}
    return table.cast(pa.schema([(field.name, plain.get(field.type, field.type)) for field in table.schema]))


def _spark_schema(schema: Any) -> Any:
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(schema)
