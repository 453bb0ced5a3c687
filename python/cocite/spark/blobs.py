"""What tasks send each other: a few large rows instead of many small ones, so that Spark moves bytes and looks at none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterator

import numpy
import pyarrow as pa

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# To whom, from whom, what sort of thing, the how many-th, and the thing.
ROW = "dest int, origin int, kind string, place int, payload binary"
SCHEMA = pa.schema([("dest", pa.int32()), ("origin", pa.int32()), ("kind", pa.string()), ("place", pa.int32()), ("payload", pa.binary())])
MOST_BYTES = 8 << 20  # of one, about


def row(dest: int, origin: int, kind: str, payload: bytes, place: int = 0) -> pa.RecordBatch:
    return pa.record_batch([[dest], [origin], [kind], [place], [payload]], schema=SCHEMA)


def pack(columns: dict[str, Any]) -> bytes:
    """Arrays, of numpy or Arrow, as bytes."""
    batch = pa.record_batch({name: pa.array(values) if isinstance(values, numpy.ndarray) else values for name, values in columns.items()})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return sink.getvalue().to_pybytes()


def unpack(payload: bytes) -> pa.Table:
    return pa.ipc.open_stream(pa.py_buffer(payload)).read_all()


def spread(origin: int, kind: str, parts: Any, columns: dict[str, Any]) -> Iterator[pa.RecordBatch]:
    """Rows to whom ``parts`` says, in the order in which they are; each receiver's in blobs of bounded size."""
    if not len(parts):
        return
    order = numpy.argsort(parts, kind="stable")
    table = pa.table({name: pa.array(values) if isinstance(values, numpy.ndarray) else values for name, values in columns.items()})
    table = table.take(pa.array(order)).combine_chunks()
    receivers, starts = numpy.unique(parts[order], return_index=True)
    ends = [*starts[1:], len(order)]
    for dest, begin, end in zip(receivers, starts, ends):
        mine = table.slice(begin, end - begin)
        step = max(1, int(len(mine) * MOST_BYTES / max(1, mine.nbytes)))
        for place, at in enumerate(range(0, len(mine), step)):
            some = mine.slice(at, step).combine_chunks()
            yield row(int(dest), origin, kind, pack({name: _whole(some.column(name)) for name in some.column_names}), place)


def _whole(column: pa.ChunkedArray) -> pa.Array:
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


class Received:
    """All that was sent to one receiver, in order of who sent it."""

    def __init__(self) -> None:
        self.rows: dict[str, list[tuple[int, int, bytes]]] = {}

    def add(self, kind: str, origin: int, place: int, payload: bytes) -> None:
        self.rows.setdefault(kind, []).append((origin, place, payload))

    def each(self, kind: str) -> list[tuple[int, pa.Table]]:
        return [(origin, unpack(payload)) for origin, _, payload in sorted(self.rows.get(kind, []), key=lambda one: one[:2])]

    def table(self, kind: str) -> pa.Table | None:
        tables = [table for _, table in self.each(kind)]
        return pa.concat_tables(tables).combine_chunks() if tables else None


def each_receiver(batches: Iterator[pa.RecordBatch]) -> Iterator[tuple[int, Received]]:
    """With one receiver a partition, as repartitionById() has it, this holds one receiver's rows at a time."""
    received: dict[int, Received] = {}
    for batch in batches:
        for one in batch.to_pylist():
            received.setdefault(one["dest"], Received()).add(one["kind"], one["origin"], one["place"], one["payload"])
    for dest in sorted(received):
        yield dest, received.pop(dest)


def hand_out(frame: DataFrame, receivers: int) -> DataFrame:
    """A partition for each receiver."""
    if hasattr(frame, "repartitionById"):
        return frame.repartitionById(receivers, "dest")
    return frame.repartition(receivers, "dest")


def run_tasks(spark: SparkSession, count: int, work: Callable[[int], Iterator[pa.RecordBatch]]) -> DataFrame:
    """``work(i)`` for each i, a task each; its rows."""

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from work(number)

    return spark.range(0, count, 1, numPartitions=max(1, count)).mapInArrow(run, ROW)
