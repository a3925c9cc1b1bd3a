"""Progress of long work, with the time left, on a terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

Progress = Callable[[int], object]


@contextlib.contextmanager
def reporting(progress: bool | Progress | None, total: int, what: str) -> Iterator[Progress | None]:
    """The function to call with how much of the work is done, or None if nobody asks.

    Parameters
    ----------
    progress
        True or False: with or without a bar on standard error; None: with one if that is a
        terminal. A function is handed on.
    total
        Size of the work.
    what
        A word for it: ``"playouts"``.
    """
    if callable(progress):
        yield progress
    elif sys.stderr.isatty() if progress is None else progress:
        bar = _Bar(total, what)
        try:
            yield bar.update
        finally:
            bar.stop()
    else:
        yield None


class _Bar:
    """Starts at the first report: short work shows none, and needs no library for bars."""

    def __init__(self, total: int, what: str) -> None:
        self.total, self.what = total, what
        self.bar: Any = None

    def update(self, done: int) -> None:
        if self.bar is None:
            self.bar = self._start()
        self.bar.update(self.bar.task_ids[0], completed=done)

    def _start(self) -> Any:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        left = (TimeRemainingColumn(), "left")
        columns = ("{task.description}", BarColumn(None), MofNCompleteColumn(), *left)
        bar = Progress(*columns, console=Console(stderr=True), transient=True)
        bar.add_task(self.what, total=self.total)
        bar.start()
        return bar

    def stop(self) -> None:
        if self.bar is not None:
            self.bar.stop()
