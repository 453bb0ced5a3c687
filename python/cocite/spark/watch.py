"""How far a job is, told every few seconds: Spark's own bar is gone as soon as its output goes to a file."""

from __future__ import annotations

import contextlib
import threading
import time
from typing import TYPE_CHECKING, Any, Callable, Iterator

from .exchange import context_of

if TYPE_CHECKING:
    from .exchange import Spark

EVERY_SECONDS = 10.0


@contextlib.contextmanager
def watching(spark: Spark, say: Callable[[str], None], every: float = EVERY_SECONDS) -> Iterator[None]:
    """While it lasts, a line for each stage that has tasks left: how many are done, and about how long the rest takes."""
    ended = threading.Event()
    thread = threading.Thread(target=_tell, args=(context_of(spark).statusTracker(), say, every, ended), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _tell(tracker: Any, say: Callable[[str], None], every: float, ended: threading.Event) -> None:
    begun: dict[int, float] = {}
    while not ended.wait(every):
        for stage in tracker.getActiveStageIds():
            about = tracker.getStageInfo(stage)
            if about is None or about.numTasks == 0:
                continue
            spent = time.monotonic() - begun.setdefault(stage, time.monotonic() - every)
            line = f"stage {stage}: {about.numCompletedTasks} of {about.numTasks} tasks"
            if about.numFailedTasks:
                line += f", {about.numFailedTasks} failed and are tried again"
            if about.numCompletedTasks:
                left = spent * (about.numTasks - about.numCompletedTasks) / about.numCompletedTasks
                line += f", about {left:.0f} s left"
            say(line)
