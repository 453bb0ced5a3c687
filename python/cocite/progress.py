"""How far long work is: a bar of tqdm, in a notebook or on a terminal, or whatever is given."""

from __future__ import annotations

import importlib.util
import sys
import time
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Union

Show = Callable[[str, int, int, str, str], object]
Progress = Union[bool, Show, None]

_PATIENCE = 0.5  # seconds: what is done sooner shows nothing


def _is_notebook() -> bool:
    return "ipykernel" in sys.modules


def _is_wanted() -> bool:
    return _is_notebook() or sys.stderr.isatty()


class _Cell:
    """A line of a notebook's output that is written again and again, where there are no widgets. Without it every step of a bar would be a line of its own."""

    def __init__(self) -> None:
        from IPython.display import display  # type: ignore[import-not-found,unused-ignore]

        self._handle: Any = display({"text/plain": ""}, raw=True, display_id=True)

    def write(self, text: str) -> None:
        line = text.strip("\r\n")
        if line.strip():
            self._handle.update({"text/plain": line}, raw=True)

    def flush(self) -> None:
        pass

    def clear(self) -> None:
        self._handle.update({"text/plain": ""}, raw=True)


class _Bar:
    """One bar for all stages of the work."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._bar: Any = None
        self._cell: _Cell | None = None
        self._stage = ""

    def _open(self) -> Any:
        options: dict[str, Any] = {"unit_scale": True, "leave": False, "smoothing": 0}
        if _is_notebook() and importlib.util.find_spec("ipywidgets") is not None:
            from tqdm.notebook import tqdm
        else:
            from tqdm.std import tqdm

            if _is_notebook():
                self._cell = _Cell()
                options.update(file=self._cell, ncols=100)
        return tqdm(**options)

    def show(self, stage: str, done: int, total: int, unit: str, detail: str) -> None:
        if not stage or (self._bar is None and time.monotonic() - self._begin < _PATIENCE):
            return
        if self._bar is None:
            self._bar = self._open()
        bar = self._bar
        if stage != self._stage:
            self._stage = stage
            bar.reset(total=total or None)
            bar.unit = unit or "it"
            bar.initial = done  # what was done before is no speed
            bar.set_description(stage, refresh=False)
            bar.set_postfix_str("", refresh=False)
        bar.total = total or None
        bar.n = done
        if detail:
            bar.set_postfix_str(detail, refresh=False)
        bar.refresh()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
        if self._cell is not None:
            self._cell.clear()


@contextmanager
def shown(progress: Progress) -> Iterator[Show | None]:
    """What the native side is to call: nothing, the user's own function, or a bar.

    None shows a bar in notebooks and on terminals.
    """
    if progress is None:
        progress = _is_wanted()
    if callable(progress):
        yield progress
        return
    if not progress or importlib.util.find_spec("tqdm") is None:
        yield None
        return
    bar = _Bar()
    try:
        yield bar.show
    finally:
        bar.close()
