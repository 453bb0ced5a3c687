"""Where the time goes: processor seconds of each stage's Python, added up in a folder that COCITE_SPARK_TIMES names.

>>> with clock("packing"):
...     pass

Without that variable nothing is written. bench/spark/compare.py makes its table of this; what is left of all time is the JVM's.
"""

from __future__ import annotations

import contextlib
import os
import time
import uuid
from typing import Any, Callable, Iterator


@contextlib.contextmanager
def clock(stage: str) -> Iterator[None]:
    begin = time.process_time()
    try:
        yield
    finally:
        _note(stage, time.process_time() - begin)


def clocked(stage: str, work: Callable[[Any], Iterator[Any]]) -> Callable[[Any], Iterator[Any]]:
    """The same generator, with its own time noted: not that of who feeds it or takes from it."""

    def run(given: Any) -> Iterator[Any]:
        spent, waited = 0.0, [0.0]
        rows = work(_watched(given, waited) if hasattr(given, "__next__") else given)
        while True:
            begin = time.process_time()
            row = next(rows, None)
            spent += time.process_time() - begin
            if row is None:
                break
            yield row
        _note(stage, spent - waited[0])
        _note("rows from the JVM", waited[0])

    return run


def _watched(given: Iterator[Any], waited: list[float]) -> Iterator[Any]:
    while True:
        begin = time.process_time()
        one = next(given, None)
        waited[0] += time.process_time() - begin
        if one is None:
            return
        yield one


def _note(stage: str, seconds: float) -> None:
    folder = os.environ.get("COCITE_SPARK_TIMES")
    if folder:
        with open(os.path.join(folder, uuid.uuid4().hex), "w", encoding="utf-8") as file:
            file.write(f"{stage}\t{seconds}\n")
