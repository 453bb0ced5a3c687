"""What tasks send each other: a few large rows instead of many small ones, so that Spark moves bytes and looks at none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterator

import numpy
import pyarrow as pa
import pyarrow.compute as pc

from .. import _core
from .clock import clocked

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# To whom, from whom, what sort of thing, the how many-th, and the thing.
ROW = "dest int, origin int, kind string, place int, payload binary"
SCHEMA = pa.schema([("dest", pa.int32()), ("origin", pa.int32()), ("kind", pa.string()), ("place", pa.int32()), ("payload", pa.binary())])
MOST_BYTES = 8 << 20  # of one, about
IN_RUNS = ("date", "generation")  # are the same for all links of a fetch, or of a list: what the JVM moves is dearer than packing it


def row(dest: int, origin: int, kind: str, payload: Any, place: int = 0) -> pa.RecordBatch:
    """``payload``: bytes or a buffer, which is not copied."""
    buffer = pa.py_buffer(payload)
    ends = pa.py_buffer(numpy.array([0, buffer.size], dtype=numpy.int32))
    thing = pa.BinaryArray.from_buffers(pa.binary(), 1, [None, ends, buffer])
    return pa.record_batch([pa.array([dest], pa.int32()), pa.array([origin], pa.int32()), pa.array([kind]), pa.array([place], pa.int32()), thing], schema=SCHEMA)


def pack(columns: dict[str, Any]) -> pa.Buffer:
    """Arrays, of numpy or Arrow, as bytes."""
    batch = pa.record_batch({name: _short(name, pa.array(values) if isinstance(values, numpy.ndarray) else values) for name, values in columns.items()})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return sink.getvalue()


def _short(name: str, array: pa.Array) -> pa.Array:
    return pc.run_end_encode(array) if name in IN_RUNS and len(array) else array


def unpack(payload: Any) -> pa.Table:
    table = pa.ipc.open_stream(pa.py_buffer(payload)).read_all()
    for place, field in enumerate(table.schema):
        if pa.types.is_run_end_encoded(field.type):
            table = table.set_column(place, field.name, pc.run_end_decode(table.column(place)))
    return table


def spread(origin: int, kind: str, parts: Any, receivers: int, columns: dict[str, Any], at: int = 0) -> Iterator[pa.RecordBatch]:
    """Rows to whom ``parts`` says, in the order in which they are; each receiver's in blobs of bounded size, numbered from ``at`` on."""
    if not len(parts):
        return
    starts, order = _core.split_rows(parts.astype(numpy.uint32, copy=False), receivers)
    rows = pa.array(order)
    sorted_columns = {name: values[order] if isinstance(values, numpy.ndarray) else values.take(rows) for name, values in columns.items()}
    yield from send_sorted(origin, kind, starts, sorted_columns, at)


def send_sorted(origin: int, kind: str, starts: Any, columns: dict[str, Any], at: int = 0) -> Iterator[pa.RecordBatch]:
    """Rows that are in the order of their receivers, who begin at ``starts``."""
    batch = pa.record_batch({name: pa.array(values) if isinstance(values, numpy.ndarray) else values for name, values in columns.items()})
    for dest in numpy.flatnonzero(numpy.diff(starts)):
        begin, end = int(starts[dest]), int(starts[dest + 1])
        step = max(1, int((end - begin) * MOST_BYTES / max(1, batch.slice(begin, end - begin).nbytes)))
        for place, first in enumerate(range(begin, end, step)):
            some = batch.slice(first, min(step, end - first))
            yield row(int(dest), origin, kind, pack(dict(zip(some.schema.names, some.columns))), at + place)


class Received:
    """All that was sent to one receiver, in order of who sent it."""

    def __init__(self) -> None:
        self.rows: dict[str, list[tuple[int, int, Any]]] = {}

    def add(self, kind: str, origin: int, place: int, payload: Any) -> None:
        self.rows.setdefault(kind, []).append((origin, place, payload))

    def each(self, kind: str) -> list[tuple[int, pa.Table]]:
        return [(origin, unpack(payload)) for origin, _, payload in sorted(self.rows.get(kind, []), key=lambda one: one[:2])]

    def table(self, kind: str) -> pa.Table | None:
        tables = [table for _, table in self.each(kind)]
        return pa.concat_tables(tables, promote_options="default").combine_chunks() if tables else None


def each_receiver(batches: Iterator[pa.RecordBatch]) -> Iterator[tuple[int, Received]]:
    """With one receiver a partition, as repartitionById() has it, this holds one receiver's rows at a time."""
    received: dict[int, Received] = {}
    for batch in batches:
        dest, origin, kind, place = (batch.column(i).to_pylist() for i in range(4))
        for i, payload in enumerate(batch.column(4)):
            received.setdefault(dest[i], Received()).add(kind[i], origin[i], place[i], payload.as_buffer())
    for dest in sorted(received):
        yield dest, received.pop(dest)


def hand_out(frame: DataFrame, receivers: int) -> DataFrame:
    """A partition for each receiver."""
    if hasattr(frame, "repartitionById"):
        return frame.repartitionById(receivers, "dest")
    return frame.repartition(receivers, "dest")


def run_receivers(frame: DataFrame, receivers: int, work: Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]], stage: str) -> DataFrame:
    """``work`` on all that was sent, a task for each receiver; its rows."""
    return hand_out(frame, receivers).mapInArrow(clocked(stage, work), ROW)


def run_tasks(spark: SparkSession, count: int, work: Callable[[int], Iterator[pa.RecordBatch]], stage: str) -> DataFrame:
    """``work(i)`` for each i, a task each; its rows."""

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from work(number)

    return spark.range(0, count, 1, numPartitions=max(1, count)).mapInArrow(clocked(stage, run), ROW)
