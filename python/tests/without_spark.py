"""As much of Spark as cocite.spark uses, in this process and one task after the other: the same tasks and the same files, without a JVM.

    make_segments(WithoutSpark(), links, out)
"""

from __future__ import annotations

import operator
import types
from typing import Any, Callable

import pyarrow as pa


class Frame:
    """Batches by partition; the first column of what tasks send is to whom."""

    def __init__(self, parts: list[list[pa.RecordBatch]]) -> None:
        self.parts = parts

    def mapInArrow(self, work: Callable[..., Any], schema: str) -> Frame:
        return Frame([list(work(iter(part))) for part in self.parts])

    def _rows(self) -> list[list[pa.RecordBatch]]:
        return [[batch.slice(i, 1) for batch in part for i in range(batch.num_rows)] for part in self.parts]

    def repartitionById(self, count: int, column: str) -> Frame:
        parts: list[list[pa.RecordBatch]] = [[] for _ in range(count)]
        for row in (row for part in self._rows() for row in part):
            parts[row.column(column)[0].as_py()].append(row)
        return Frame(parts)

    def unionAll(self, other: Frame) -> Frame:
        return Frame(self.parts + other.parts)

    def filter(self, condition: str) -> Frame:
        column, name, value = condition.split()
        holds = {"=": operator.eq, ">=": operator.ge, "<": operator.lt}[name]
        return Frame([[row for row in part if holds(row.column(column)[0].as_py(), int(value))] for part in self._rows()])

    def persist(self, level: Any) -> Frame:
        return self

    def unpersist(self) -> None:
        pass

    def collect(self) -> list[dict[str, Any]]:
        return [row for part in self.parts for batch in part for row in batch.to_pylist()]


class Parts:
    """Lists of rows by partition, which Spark calls an RDD."""

    def __init__(self, parts: list[list[Any]]) -> None:
        self.parts = parts

    def mapPartitions(self, work: Callable[..., Any]) -> Parts:
        return Parts([list(work(iter(part))) for part in self.parts])

    def collect(self) -> list[Any]:
        return [row for part in self.parts for row in part]


class WithoutSpark:
    conf = types.SimpleNamespace(set=lambda name, value: None)
    sparkContext = types.SimpleNamespace(defaultParallelism=2, parallelize=lambda rows, count: Parts([[row] for row in rows]))

    def range(self, begin: int, end: int, step: int, numPartitions: int) -> Frame:
        return Frame([[pa.record_batch({"id": pa.array([number])})] for number in range(begin, end, step)])
