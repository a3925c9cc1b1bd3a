"""Exceptions of the public surface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class IllegalActionError(ValueError):
    """An action that is not legal in the state it was given to.

    The message lists what is legal (shortened); the state is unchanged.
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(message)


class RolloutError(RuntimeError):
    """A rollout over many workers that cannot be finished.

    Attributes
    ----------
    finished : list
        What is finished: a `RolloutResult` (with ``out=`` a `RolloutFile`) for each run of streams.
    """

    def __init__(self, message: str = "", finished: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.finished = list(finished)


class RolloutInterrupted(KeyboardInterrupt):
    """Ctrl-C in a rollout over many workers; what was queued is cancelled.

    Attributes
    ----------
    finished : list
        As of `RolloutError`.
    """

    def __init__(self, message: str = "", finished: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.finished = list(finished)
