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
from typing import Iterator


@contextlib.contextmanager
def clock(stage: str) -> Iterator[None]:
    begin = time.process_time()
    try:
        yield
    finally:
        _note(stage, time.process_time() - begin)


def _note(stage: str, seconds: float) -> None:
    folder = os.environ.get("COCITE_SPARK_TIMES")
    if folder:
        with open(os.path.join(folder, uuid.uuid4().hex), "w", encoding="utf-8") as file:
            file.write(f"{stage}\t{seconds}\n")
