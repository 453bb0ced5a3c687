"""How far long work is: a bar of tqdm, in a notebook or on a terminal, or whatever is given."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Union

Show = Callable[[str, int, int, str, str], object]
Progress = Union[bool, Show, None]


def _is_wanted() -> bool:
    return "ipykernel" in sys.modules or sys.stderr.isatty()


def _bar() -> tuple[Show, Callable[[], None]] | None:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    bars: list[Any] = []
    stages: list[str] = []

    def show(stage: str, done: int, total: int, unit: str, detail: str) -> None:
        if not stage:
            return
        if stages != [stage]:
            close()
            stages[:] = [stage]
            bars.append(tqdm(desc=stage, total=total or None, unit=unit or "it", unit_scale=True, leave=False))
        bar = bars[-1]
        bar.total = total or None
        bar.n = done
        if detail:
            bar.set_postfix_str(detail, refresh=False)
        bar.refresh()

    def close() -> None:
        for bar in bars:
            bar.close()
        bars.clear()

    return show, close


@contextmanager
def shown(progress: Progress) -> Iterator[Show | None]:
    """What the native side is to call: nothing, the user's own function, or a bar.

    None means a bar where somebody looks: in notebooks and on terminals.
    """
    if progress is None:
        progress = _is_wanted()
    if callable(progress):
        yield progress
        return
    bar = _bar() if progress else None
    if bar is None:
        yield None
        return
    show, close = bar
    try:
        yield show
    finally:
        close()
