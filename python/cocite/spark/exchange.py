"""How things get from task to task: by files that the tasks write and map, or by Spark's shuffle.

    sent = exchange.run(4, send, "sending")               4 tasks, send(number); they yield Rows
    sent = exchange.run(9, build, "building", sent)       9 tasks, build(number, received)
    sent.told()                                           what tasks sent to DRIVER

Where the folder of the work is a path, on a file system that all executors mount, files are the way: no JVM takes what is sent apart
and packs it again, which took it as long as most tasks take themselves, and what was sent is not made anew when a machine is lost. In
a store of objects that would be millions of small requests: there, and on HDFS, Spark's shuffle carries it.
"""

from __future__ import annotations

import functools
import gc
from typing import TYPE_CHECKING, Any, Callable, Iterator, Union

import numpy
import pyarrow as pa

from .blobs import DRIVER, Received, Row
from .clock import clock
from .files import Folder

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.sql import DataFrame, SparkSession

    Spark = Union[SparkSession, SparkContext]

Work = Callable[..., Iterator[Row]]
ALIGNED = 64  # bytes, as Arrow likes its arrays
WAYS = ("auto", "files", "spark")


def context_of(spark: Spark) -> Any:
    """Sessions bring all of SQL along, which takes as long to start as the rest of Spark: a context is enough here."""
    return spark.sparkContext if hasattr(spark, "sparkContext") else spark


def run_each(spark: Spark, count: int, work: Callable[[Iterator[int]], Iterator[Any]]) -> list[Any]:
    """``work`` on each of 0, 1 … count - 1, a task each; what they yield, which should be little."""

    def run(numbers: Iterator[int]) -> Iterator[Any]:
        set_modules_aside()
        return work(numbers)

    return list(context_of(spark).parallelize(range(count), count).mapPartitions(run).collect()) if count else []


@functools.cache
def set_modules_aside() -> None:
    """Spark's worker collects garbage after each task, and looks at all that pyarrow and pandas brought along: 20 ms a task, unless it is told not to."""
    gc.freeze()


def open_exchange(spark: Spark, work: str, way: str = "auto") -> FileExchange | ShuffleExchange:
    if way not in WAYS:
        raise ValueError(f"'{way}' is no way to exchange things; there are {', '.join(WAYS)}")
    is_shared = Folder(work).is_local
    if way == "files" and not is_shared:
        raise ValueError(f"{work}: things are exchanged by files only where all executors mount them, as a path")
    return FileExchange(spark, work) if is_shared and way != "spark" else ShuffleExchange(spark)


class FileExchange:
    def __init__(self, spark: Spark, work: str) -> None:
        self.spark, self.folder, self.stages = spark, Folder(work).child("sent"), 0

    def run(self, count: int, work: Work, stage: str, sent: FileSent | None = None, *, keep: bool = False) -> FileSent:
        """A task for each number below ``count``. What was ``sent`` is gone then; ``keep`` is for the shuffle, which makes things when they are asked for."""
        folder = self.folder.child(f"{self.stages:02d}").address
        self.stages += 1
        done = sorted(run_each(self.spark, count, _FileTask(work, stage, folder, sent)), key=lambda one: one[0])
        if sent is not None:
            Folder(sent.folder).remove()
        return FileSent(folder, [number for number, is_written, _ in done if is_written], [row for _, _, told in done for row in told])

    def release(self) -> None:
        self.folder.remove()


class FileSent:
    """What the tasks of a stage sent: ``origins`` are those that sent something to others than the driver."""

    def __init__(self, folder: str, origins: list[int], told: list[Row]) -> None:
        self.folder, self.origins, self._told = folder, origins, told

    def told(self) -> list[Row]:
        return self._told


class _FileTask:
    def __init__(self, work: Work, stage: str, folder: str, sent: FileSent | None) -> None:
        self.work, self.stage, self.folder = work, stage, folder
        self.source = (sent.folder, sent.origins) if sent is not None else None

    def __call__(self, numbers: Iterator[int]) -> Iterator[tuple[int, bool, list[Row]]]:
        for number in numbers:
            with clock(self.stage):
                one = self._run(number)
            yield one

    def _run(self, number: int) -> tuple[int, bool, list[Row]]:
        told: list[Row] = []

        def others(rows: Iterator[Row]) -> Iterator[Row]:
            for row in rows:
                if row.dest == DRIVER:
                    told.append(row._replace(payload=bytes(row.payload)))
                else:
                    yield row

        given = (number,) if self.source is None else (number, read_sent(*self.source, number))
        rows = others(self.work(*given))
        first = next(rows, None)
        if first is not None:
            Folder(self.folder).write(f"{number:06d}.sent", lambda stream: _write_sent(stream, first, rows))
        return number, first is not None, told


def _write_sent(stream: Any, first: Row, rows: Iterator[Row]) -> None:
    """The things; where those of each receiver begin in the index; the index (sort, place, where, bytes), by receiver; sizes of both, where they begin."""
    index: list[tuple[int, int, int, int, int]] = []
    at = 0
    row: Row | None = first
    while row is not None:
        payload = pa.py_buffer(row.payload)
        index.append((row.dest, int.from_bytes(row.kind.encode().ljust(8, b"\0"), "little"), row.place, at, payload.size))
        padding = -payload.size % ALIGNED
        stream.write(payload)
        stream.write(b"\0" * padding)
        at += payload.size + padding
        row = next(rows, None)
    table = numpy.array(index, dtype=numpy.int64)
    table = table[numpy.argsort(table[:, 0], kind="stable")]
    starts = numpy.searchsorted(table[:, 0], numpy.arange(table[-1, 0] + 2))
    for part in (starts, table[:, 1:], [len(starts) - 1, len(table), at]):
        stream.write(numpy.ascontiguousarray(part, dtype=numpy.int64).tobytes())


def read_sent(folder: str, origins: list[int], dest: int) -> Received:
    received = Received()
    for origin in origins:
        with pa.memory_map(f"{Folder(folder).path}/{origin:06d}.sent") as file:

            def numbers(at: int, count: int) -> Any:
                return numpy.frombuffer(file.read_at(8 * count, at), dtype=numpy.int64)

            receivers, _, at = (int(value) for value in numbers(file.size() - 24, 3))
            if dest >= receivers:
                continue
            begin, end = (int(value) for value in numbers(at + 8 * dest, 2))
            for kind, place, where, size in numbers(at + 8 * (receivers + 1) + 32 * begin, 4 * (end - begin)).reshape(-1, 4).tolist():
                file.seek(where)
                received.add(kind.to_bytes(8, "little").rstrip(b"\0").decode(), origin, place, file.read_buffer(size))
    return received


ROW = "dest int, origin int, kind string, place int, payload binary"
SCHEMA = pa.schema([("dest", pa.int32()), ("origin", pa.int32()), ("kind", pa.string()), ("place", pa.int32()), ("payload", pa.binary())])


class ShuffleExchange:
    def __init__(self, spark: Spark) -> None:
        if hasattr(spark, "range") and hasattr(spark, "conf"):
            self.session: Any = spark
        else:
            from pyspark.sql import SparkSession

            self.session = SparkSession(context_of(spark))
        self.session.conf.set("spark.sql.adaptive.enabled", "false")  # partitions are ours to choose
        self.session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "4")  # a row is megabytes
        self.kept: list[DataFrame] = []

    def run(self, count: int, work: Work, stage: str, sent: ShuffleSent | None = None, *, keep: bool = False) -> ShuffleSent:
        """``keep``: both the driver and others are sent something, and it should not be made for each of them."""
        if sent is None:

            def start(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
                for batch in batches:
                    for number in batch.column(0).to_pylist():
                        yield from map(_batch_of, work(number))

            frame = self._numbers(count).mapInArrow(start, ROW)
        else:

            def go_on(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
                for number, received in _each_receiver(batches):
                    yield from map(_batch_of, work(number, received))

            frame = self._hand_out(sent.frame.filter(f"dest <> {DRIVER}"), count).mapInArrow(go_on, ROW)
        if keep:
            from pyspark import StorageLevel

            frame = frame.persist(StorageLevel.DISK_ONLY)
            self.kept.append(frame)
        return ShuffleSent(frame)

    def _numbers(self, count: int) -> Any:
        return self.session.range(0, count, 1, numPartitions=max(1, count))

    def _hand_out(self, frame: DataFrame, receivers: int) -> DataFrame:
        """A partition for each receiver. Also who is sent nothing has something to do."""

        def nothing(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for _ in batches:
                yield from (_batch_of(Row(dest, DRIVER, "nothing", b"")) for dest in range(receivers))

        frame = frame.unionAll(self._numbers(1).mapInArrow(nothing, ROW))
        if hasattr(frame, "repartitionById"):
            return frame.repartitionById(receivers, "dest")
        return frame.repartition(receivers, "dest")

    def release(self) -> None:
        for frame in self.kept:
            frame.unpersist()


class ShuffleSent:
    def __init__(self, frame: DataFrame) -> None:
        self.frame = frame

    def told(self) -> list[Row]:
        rows = self.frame.filter(f"dest = {DRIVER}").collect()
        every = [Row(DRIVER, one["origin"], one["kind"], bytes(one["payload"]), one["place"]) for one in rows]
        return sorted(every, key=lambda one: (one.origin, one.place))


def _batch_of(row: Row) -> pa.RecordBatch:
    buffer = pa.py_buffer(row.payload)  # not copied
    ends = pa.py_buffer(numpy.array([0, buffer.size], dtype=numpy.int32))
    thing = pa.BinaryArray.from_buffers(pa.binary(), 1, [None, ends, buffer])
    numbers = [pa.array([value], pa.int32()) for value in (row.dest, row.origin, row.place)]
    return pa.record_batch([*numbers[:2], pa.array([row.kind]), numbers[2], thing], schema=SCHEMA)


def _each_receiver(batches: Iterator[pa.RecordBatch]) -> Iterator[tuple[int, Received]]:
    """With one receiver a partition, as repartitionById() has it, this holds one receiver's rows at a time."""
    received: dict[int, Received] = {}
    for batch in batches:
        dest, origin, kind, place = (batch.column(i).to_pylist() for i in range(4))
        for i, payload in enumerate(batch.column(4)):
            received.setdefault(dest[i], Received()).add(kind[i], origin[i], place[i], payload.as_buffer())
    for dest in sorted(received):
        yield dest, received.pop(dest)
