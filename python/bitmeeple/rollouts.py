"""Many playouts at once."""

from __future__ import annotations

import os
import time
from typing import Any, overload

from bitmeeple.arguments import MAX_THREADS, checked_int, checked_policy, checked_seed
from bitmeeple.cpus import available_threads
from bitmeeple.game import Game
from bitmeeple.native import version
from bitmeeple.origin import Origin
from bitmeeple.progress import Progress, reporting
from bitmeeple.results import RolloutFile, RolloutResult, play_rows
from bitmeeple.state import State
from bitmeeple.summary import Summary

__all__ = ["RolloutResult", "Summary", "available_threads", "perft", "rollout"]

PARTS = 128
"""A tree is counted in at least that many parts, if it has them: each is a step of progress."""


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
        with reporting(progress, n, "playouts") as report:
            return chunks.rollout(task, start.clone(), executor, chunk, retries, out, report)
    begin = time.perf_counter()
    used = min(threads or available_threads(), start.game._max_threads)
    with reporting(progress, n, "playouts") as report:
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


def perft(state: Game | State, depth: int, *, progress: bool | Progress | None = None) -> int:
    """Number of nodes at exactly ``depth`` below a state (or a game's initial state).

    A terminal above ``depth`` counts 0; chance outcomes count once each, unweighted.

    Parameters
    ----------
    state
        Where to count from.
    depth
        0 .. 10,000.
    progress
        As in `rollout`. A function is called with the number of parts of the tree counted so far;
        they are some hundred, of different sizes.

    Raises
    ------
    ValueError, TypeError
        ``depth`` is not an int in its range.
    KeyboardInterrupt
        Ctrl-C.
    """
    start = state.new_initial_state() if isinstance(state, Game) else state
    if not isinstance(start, State):
        raise TypeError(f"perft takes a game or a state, not {type(state).__name__}")
    depth = checked_int(depth, "depth", 0, 10_000)
    parts, rest = _parts_of_tree(start, depth)
    nodes = 0
    with reporting(progress, len(parts), "parts") as report:
        for done, part in enumerate(parts, 1):
            nodes += part._perft(rest)
            if report is not None:
                report(done)
    return nodes


def _parts_of_tree(start: State, depth: int) -> tuple[list[State], int]:
    """The states some steps below ``start``, and how deep the trees below them are to count."""
    parts = [start]
    while depth > 2 and 0 < len(parts) < PARTS:
        parts = [part.child(action) for part in parts for action in _ids(part)]
        depth -= 1
    return parts, depth


def _ids(state: State) -> list[int]:
    if state.is_terminal():
        return []
    if state.is_chance_node():
        return [outcome for outcome, _ in state.chance_outcomes()]
    return state.legal_actions()
