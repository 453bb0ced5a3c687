"""How things get from task to task: by files that the tasks write and map, or by Spark's shuffle.

    sent = exchange.run(4, send, "sending")               4 tasks, send(number); they yield Rows
    sent = exchange.run(9, build, "building", sent)       9 tasks, build(number, received)
    sent.told()                                           what tasks sent to DRIVER

Where the folder of the work is a path, on a file system that all executors mount, files are the way: no JVM takes what is sent apart
and packs it again, which took it as long as most tasks take themselves, and data survives the loss of a machine. In
a store of objects that would be millions of small requests: there, and on HDFS, Spark's shuffle carries it.
"""

from __future__ import annotations

import functools
import gc
from typing import TYPE_CHECKING, Any, Callable, Iterator, Union

import numpy
import pyarrow as pa
import pyarrow.compute as pc

from .blobs import DRIVER, Received, Row
from .clock import clock
from .files import Folder, Written, recording
from .journal import Damaged, Done, Journal, problem_of
from .sent_files import file_groups, merge_sent, name_of, read_sent, write_sent

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.sql import DataFrame, SparkSession

    Spark = Union[SparkSession, SparkContext]

Work = Callable[..., Iterator[Row]]
Source = tuple[str, list[int]]  # a folder, and which files of senders are in it
FILES_PER_CHECK = 64
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


def check_files(spark: Spark, files: list[Written]) -> None:
    """Holds files of an earlier run against their checksums, some in each task."""
    parts = [files[at : at + FILES_PER_CHECK] for at in range(0, len(files), FILES_PER_CHECK)]
    for problem in run_each(spark, len(parts), lambda numbers: (problem_of(parts[number]) for number in numbers)):
        if problem:
            raise Damaged(problem)


@functools.cache
def set_modules_aside() -> None:
    """Spark's worker collects garbage after each task, and looks at all that pyarrow and pandas brought along: 20 ms a task, unless these objects are frozen."""
    gc.freeze()


def open_exchange(spark: Spark, work: str, way: str = "auto", journal: Journal | None = None) -> FileExchange | ShuffleExchange:
    if way not in WAYS:
        raise ValueError(f"'{way}' is no way to exchange things; there are {', '.join(WAYS)}")
    is_shared = Folder(work).is_local
    if way == "files" and not is_shared:
        raise ValueError(f"{work}: things are exchanged by files only where all executors mount them, as a path")
    journal = journal or Journal(work, goes_on=False)
    return FileExchange(spark, work, journal) if is_shared and way != "spark" else ShuffleExchange(spark, journal)


class _Task:
    """A task of a stage: works on what it received, sends, tells, and notes in the journal what it did."""

    def __init__(self, work: Work, stage: str, place: int, journal: Journal) -> None:
        self.work, self.stage, self.place, self.journal = work, stage, place, journal

    def run(self, number: int, given: list[Received], send: Callable[[Iterator[Row]], bool]) -> Done:
        told: list[Row] = []

        def others(rows: Iterator[Row]) -> Iterator[Row]:
            for row in rows:
                if row.dest == DRIVER:
                    told.append(row._replace(payload=bytes(row.payload)))
                else:
                    yield row

        with clock(self.stage), recording() as files:
            is_sent = send(others(self.work(number, *given)))
        done = Done(number, is_sent, told, files)
        self.journal.note(self.place, done)
        return done

    def rows(self, number: int, given: list[Received]) -> Iterator[Row]:
        """All rows, one by one as they are made: they are large, and are not all held in memory."""
        told: list[Row] = []
        with recording() as files:
            for row in self.work(number, *given):
                if row.dest == DRIVER:
                    told.append(row._replace(payload=bytes(row.payload)))
                yield row
        self.journal.note(self.place, Done(number, False, told, files))


class FileExchange:
    def __init__(self, spark: Spark, work: str, journal: Journal) -> None:
        self.spark, self.folder, self.journal = spark, Folder(work).child("sent"), journal
        self.stages = 0
        self.checked: set[str] = set()  # folders of stages of which nothing is of an earlier run, or all was looked at

    def run(
        self, count: int, work: Work, stage: str, sent: FileSent | list[FileSent] | None = None, *, first: int = 0, again: bool = False, keep: bool = False
    ) -> FileSent:
        """A task for each number below ``count``, which receives what was ``sent`` to ``first`` and that number. What was sent is gone then, unless it
        is needed ``again``. ``keep`` is for the shuffle, which makes things when they are asked for."""
        sources = sent if isinstance(sent, list) else [sent] if sent is not None else []
        received = [(one.folder, one.files) for one in sources]
        made = self._stage(count, lambda place, folder: _FileTask(_Task(work, stage, place, self.journal), folder, received if sources else None, first), received)
        if not again:
            for one in sources:
                Folder(one.folder).remove()
        groups = file_groups(made.files)
        if not groups:
            return made
        merged = self._stage(len(groups), lambda place, folder: _MergeTask(made.folder, groups, folder, place, self.journal), [(made.folder, made.files)])
        Folder(made.folder).remove()
        return FileSent(merged.folder, merged.files, made.told())

    def _stage(self, count: int, task_of: Callable[[int, str], _FileTask | _MergeTask], sources: list[Source]) -> FileSent:
        place = self.stages
        self.stages += 1
        folder = self.folder.child(f"{place:02d}").address
        done = self.journal.finished(place)
        todo = [one for one in range(count) if one not in done]
        check_files(self.spark, [file for one in done.values() for file in one.files if file.address.rpartition("/")[0] != folder])
        if not done:
            self.checked.add(folder)
        if todo:
            for one, _ in sources:
                self._check_sent(one)
            done |= {one.number: one for one in run_each(self.spark, len(todo), _Todo(task_of(place, folder), todo))}
        every = [done[one] for one in range(count)]
        return FileSent(folder, [one.number for one in every if one.is_sent], [row for one in every for row in one.told])

    def _check_sent(self, folder: str) -> None:
        """What tasks of an earlier run sent, and is about to be received."""
        if folder not in self.checked:
            every = self.journal.finished(int(folder.rpartition("/")[2])).values()
            check_files(self.spark, [file for one in every for file in one.files if file.address.rpartition("/")[0] == folder])
            self.checked.add(folder)

    def release(self) -> None:
        """Nothing: what is in files stays, so that another run goes on with it."""


class FileSent:
    """What the tasks of a stage sent: ``files`` are the numbers of those with something for others than the driver."""

    def __init__(self, folder: str, files: list[int], told: list[Row]) -> None:
        self.folder, self.files, self._told = folder, files, told

    def told(self) -> list[Row]:
        return self._told


class _Todo:
    def __init__(self, task: _FileTask | _MergeTask, todo: list[int]) -> None:
        self.task, self.todo = task, todo

    def __call__(self, rows: Iterator[int]) -> Iterator[Done]:
        for row in rows:
            yield self.task.run(self.todo[row])._replace(files=[])  # they are in the journal


class _FileTask:
    def __init__(self, task: _Task, folder: str, sources: list[Source] | None, first: int) -> None:
        self.task, self.folder, self.sources, self.first = task, folder, sources, first

    def run(self, number: int) -> Done:
        given = [read_sent(self.sources, self.first + number)] if self.sources is not None else []

        def send(rows: Iterator[Row]) -> bool:
            first = next(rows, None)
            if first is not None:
                Folder(self.folder).write(name_of(number), lambda stream: write_sent(stream, first, rows))
            return first is not None

        return self.task.run(number, given, send)


class _MergeTask:
    """The files of some senders as one."""

    def __init__(self, source: str, groups: list[list[int]], folder: str, place: int, journal: Journal) -> None:
        self.source, self.groups, self.folder, self.place, self.journal = source, groups, folder, place, journal

    def run(self, number: int) -> Done:
        with clock("merging what was sent"), recording() as files:
            merge_sent(self.source, self.groups[number], Folder(self.folder), number)
        done = Done(number, True, [], files)
        self.journal.note(self.place, done)
        return done


ROW = "dest int, origin int, kind string, place int, payload binary"
SCHEMA = pa.schema([("dest", pa.int32()), ("origin", pa.int32()), ("kind", pa.string()), ("place", pa.int32()), ("payload", pa.binary())])


class ShuffleExchange:
    def __init__(self, spark: Spark, journal: Journal) -> None:
        if hasattr(spark, "range") and hasattr(spark, "conf"):
            self.session: Any = spark
        else:
            from pyspark.sql import SparkSession

            self.session = SparkSession(context_of(spark))
        self.session.conf.set("spark.sql.adaptive.enabled", "false")  # partitions are ours to choose
        self.session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "4")  # a row is megabytes
        self.spark, self.journal, self.stages = spark, journal, 0
        self.kept: list[DataFrame] = []

    def run(
        self, count: int, work: Work, stage: str, sent: ShuffleSent | list[ShuffleSent] | None = None, *, first: int = 0, again: bool = False, keep: bool = False
    ) -> ShuffleSent:
        """As FileExchange.run(). ``keep``: both the driver and others are sent something, and it should not be made for each of them."""
        task = _Task(work, stage, self.stages, self.journal)
        self.stages += 1
        if sent is None:

            def start(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
                for batch in batches:
                    for number in batch.column(0).to_pylist():
                        yield from map(_batch_of, task.rows(number, []))

            frame = self._numbers(count).mapInArrow(start, ROW)
        else:

            def go_on(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
                for number, received in _each_receiver(batches):
                    yield from map(_batch_of, task.rows(number, [received]))

            frame = self._hand_out(sent if isinstance(sent, list) else [sent], first, count).mapInArrow(go_on, ROW)
        if keep:
            from pyspark import StorageLevel

            frame = frame.persist(StorageLevel.DISK_ONLY)
            self.kept.append(frame)
        return ShuffleSent(frame, self._known(self.stages - 1, count))

    def _known(self, place: int, count: int) -> list[Row] | None:
        """What a stage told the driver, if all its tasks were done in an earlier run. Data in the shuffle is not kept: stages that need it are repeated."""
        done = self.journal.finished(place)
        if any(number not in done for number in range(count)):
            return None
        check_files(self.spark, [file for one in done.values() for file in one.files])
        return [row for number in range(count) for row in done[number].told]

    def _numbers(self, count: int) -> Any:
        return self.session.range(0, count, 1, numPartitions=max(1, count))

    def _hand_out(self, sent: list[ShuffleSent], first: int, receivers: int) -> DataFrame:
        """A partition for each receiver, who are counted from ``first`` on. Also who is sent nothing has something to do."""

        def nothing(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for _ in batches:
                yield from (_batch_of(Row(dest, DRIVER, "nothing", b"")) for dest in range(receivers))

        def from_zero(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                yield batch.set_column(0, SCHEMA.field(0), pc.subtract(batch.column(0), pa.scalar(first, pa.int32())))

        frame = self._numbers(1).mapInArrow(nothing, ROW)
        for one in sent:
            mine = one.frame.filter(f"dest >= {first}").filter(f"dest < {first + receivers}")
            frame = frame.unionAll(mine.mapInArrow(from_zero, ROW) if first else mine)
        if hasattr(frame, "repartitionById"):
            return frame.repartitionById(receivers, "dest")
        return frame.repartition(receivers, "dest")

    def release(self) -> None:
        """Of Spark, what was kept there."""
        for frame in self.kept:
            frame.unpersist()


class ShuffleSent:
    def __init__(self, frame: DataFrame, known: list[Row] | None) -> None:
        self.frame, self._known = frame, known

    def told(self) -> list[Row]:
        if self._known is not None:
            return self._known
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
