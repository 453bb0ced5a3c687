"""Spark's parent of Python workers, which has loaded what tasks need before it forks the first: each worker would load it again, in 0.4 s.

``spark.python.daemon.module=cocite.spark.daemon``, as ``cocite-spark`` sets it. What is loaded starts no threads and opens nothing (pyarrow begins
with S3 when it is first asked for), so that it can be forked safely.
"""

from __future__ import annotations

import gc
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads for matrices, of which there are none here, would wait busily

import pyarrow as pa  # noqa: E402
import pyarrow.parquet  # noqa: E402, F401
import pyspark.worker  # noqa: E402, F401
from pyspark.daemon import manager  # noqa: E402

from . import groups, links, store  # noqa: E402, F401

if __name__ == "__main__":
    pa.array([b""])  # with the first array that it makes of a list, pyarrow loads pandas, if that is there
    gc.freeze()  # workers collect garbage after each task: not in what they share
    manager()
