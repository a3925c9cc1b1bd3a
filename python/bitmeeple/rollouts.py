"""Many playouts at once."""

from __future__ import annotations

import os
import sys
import time
from typing import Any, overload

from bitmeeple.arguments import MAX_THREADS, checked_int, checked_policy, checked_seed
from bitmeeple.cpus import available_threads
from bitmeeple.game import Game
from bitmeeple.native import version
from bitmeeple.origin import Origin
from bitmeeple.results import Progress, RolloutFile, RolloutResult, play_rows
from bitmeeple.state import State
from bitmeeple.summary import Summary

__all__ = ["RolloutResult", "Summary", "available_threads", "perft", "rollout"]


@overload
def rollout(
    game: Game | State,
    n: int,
    *,
    seed: int = 0,
    first: int = 0,
    policy: str = "uniform",
    threads: int | None = None,
    progress: bool | Progress | None = None,
    executor: Any = None,
    chunk: int | None = None,
    retries: int = 3,
    out: None = None,
) -> RolloutResult: ...
@overload
def rollout(
    game: Game | State,
    n: int,
    *,
    seed: int = 0,
    first: int = 0,
    policy: str = "uniform",
    threads: int | None = None,
    progress: bool | Progress | None = None,
    executor: Any = None,
    chunk: int | None = None,
    retries: int = 3,
    out: str | os.PathLike[str],
) -> RolloutFile: ...
def rollout(
    game: Game | State,
    n: int,
    *,
    seed: int = 0,
    first: int = 0,
    policy: str = "uniform",
    threads: int | None = None,
    progress: bool | Progress | None = None,
    executor: Any = None,
    chunk: int | None = None,
    retries: int = 3,
    out: str | os.PathLike[str] | None = None,
) -> RolloutResult | RolloutFile:
    """Play ``n`` random games.

    Row i is the playout of stream ``first + i``, which draws from ``Rng(seed, first + i)`` and
    nothing else: the result is the same for every number of threads, on every machine, in any
    partition, and on the reference. The GIL is released; Ctrl-C stops it at once.

    Parameters
    ----------
    game
        A game, or a state where every playout starts (it is not changed).
    n
        Number of playouts, at least 1.
    seed
        0 .. 2**64-1.
    first
        Stream of the first playout; ``first + n`` is at most 2**64.
    policy
        ``"uniform"``, or ``"eager"``: passive actions are mostly struck out.
    threads
        Default: the CPUs this process may use; 1 under an executor. The reference uses one.
    progress
        True or False: with or without a progress bar on standard error; by default with one if
        that is a terminal. A function is called with the number of playouts done.
    executor
        Who plays: any `concurrent.futures.Executor`, a ``dask.distributed.Client``, or a function
        without arguments that makes an executor, which is then made anew when its pool breaks.
        The work goes out in chunks; see ``docs/many-machines.md``.
    chunk
        Playouts a chunk; by default about two seconds' worth, measured on the first.
    retries
        How often a chunk that was lost with its worker is played again.
    out
        A Parquet file to write (needs pyarrow). Finished chunks are kept beside it in
        ``<out>.parts``; the same call goes on with them if it was broken off. Memory does not
        grow with ``n``.

    Returns
    -------
    RolloutResult
        Its arrays take ``8 * players + 16`` bytes a playout; nothing else grows with ``n``.
        With ``out`` a `RolloutFile`.

    Raises
    ------
    ValueError, TypeError
        An argument is out of range or of the wrong type.
    KeyboardInterrupt
        Ctrl-C. With ``executor`` or ``out`` a `RolloutInterrupted`, which holds what is finished.
    RolloutError
        A chunk failed, or killed its worker again and again; or the workers have another version
        or other data.

    Examples
    --------
    >>> import bitmeeple as bm
    >>> result = bm.rollout(bm.load_game("latria", players=4), 100, seed=7)
    >>> result.scores.shape
    (100, 4)
    """
    start = game.new_initial_state() if isinstance(game, Game) else game
    if not isinstance(start, State):
        raise TypeError(f"rollout takes a game or a state, not {type(game).__name__}")
    n = checked_int(n, "n", 1, 1 << 40)
    seed, first, policy = checked_seed(seed), checked_seed(first, "first"), checked_policy(policy)
    if first + n > 1 << 64:
        raise ValueError(f"first + n is {first + n}; allowed is up to 2**64 = {1 << 64}")
    retries = checked_int(retries, "retries", 0, 1000)
    chunk = None if chunk is None else checked_int(chunk, "chunk", 1, 1 << 40)
    threads = None if threads is None else checked_int(threads, "threads", 1, MAX_THREADS)

    is_initial = isinstance(game, Game)
    if executor is not None or out is not None:
        from bitmeeple import chunks  # with the machinery of executors

        origin = Origin.of(start, is_initial, seed, policy, version)
        task = chunks.Task(origin, first, n, threads or (1 if executor else available_threads()))
        with _reporter(progress, n) as report:
            return chunks.rollout(task, start.clone(), executor, chunk, retries, out, report)
    begin = time.perf_counter()
    used = min(threads or available_threads(), start.game._max_threads)
    with _reporter(progress, n) as report:
        rows = play_rows(start, first, n, seed, policy, used, report)
    seconds = time.perf_counter() - begin
    return RolloutResult(
        start.clone(),
        is_initial,
        seed,
        policy,
        used,
        seconds,
        *rows,
        first=first,
        version=version,
    )


class _reporter:  # noqa: N801
    """A context that gives the function to report progress to, if any."""

    def __init__(self, progress: bool | Progress | None, n: int) -> None:
        self.progress = sys.stderr.isatty() if progress is None else progress
        self.n = n
        self.bar: Any = None

    def __enter__(self) -> Progress | None:
        if callable(self.progress):
            return self.progress
        return self._update if self.progress else None

    def _update(self, done: int) -> None:
        if self.bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

            columns = (BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn())
            self.bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task("playouts", total=self.n)
            self.bar.start()
        self.bar.update(self.task, completed=done)

    def __exit__(self, *error: object) -> None:
        if self.bar is not None:
            self.bar.stop()


def perft(state: Game | State, depth: int) -> int:
    """Number of nodes at exactly ``depth`` below a state (or a game's initial state).

    A terminal above ``depth`` counts 0; chance outcomes count once each, unweighted.

    Raises
    ------
    ValueError, TypeError
        ``depth`` is not an int in 0 .. 10,000.
    KeyboardInterrupt
        Ctrl-C.
    """
    start = state.new_initial_state() if isinstance(state, Game) else state
    if not isinstance(start, State):
        raise TypeError(f"perft takes a game or a state, not {type(state).__name__}")
    depth = checked_int(depth, "depth", 0, 10_000)
    return start._perft(depth)
