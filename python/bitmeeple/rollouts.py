"""Many playouts at once, and what they say."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bitmeeple.constants import POLICIES
from bitmeeple.game import Game
from bitmeeple.state import State

if TYPE_CHECKING:
    from bitmeeple.records import Record

MAX_THREADS = 1024
QUANTILES = (0, 5, 25, 50, 75, 95, 100)
Progress = Callable[[int], object]


@dataclass(frozen=True, eq=False)
class RolloutResult:
    """Results of n playouts; row i is playout i, whatever the number of threads.

    Attributes
    ----------
    start : State
        Where every playout began.
    seed, policy, threads, seconds
        How it was run, and how long it took.
    scores : ndarray of int32, shape (n, players)
    returns : ndarray of float32, shape (n, players)
    plies, chance : ndarray of int32, shape (n,)
        Player decisions and chance events of each playout.
    digests : ndarray of uint64, shape (n,)
        Hash of all ids in order of play and of the scores.
    """

    start: State
    is_initial: bool
    seed: int
    policy: str
    threads: int
    seconds: float
    scores: npt.NDArray[np.int32] = field(repr=False)
    returns: npt.NDArray[np.float32] = field(repr=False)
    plies: npt.NDArray[np.int32] = field(repr=False)
    chance: npt.NDArray[np.int32] = field(repr=False)
    digests: npt.NDArray[np.uint64] = field(repr=False)

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.start.game

    def __len__(self) -> int:
        return len(self.plies)

    def record(self, i: int) -> Record:
        """Playout ``i`` played again, as a `Record`.

        Raises
        ------
        IndexError
            ``i`` is not in ``0 .. n-1``.
        """
        from bitmeeple.records import record_playout

        if not 0 <= i < len(self):
            raise IndexError(f"playout {i} is not in 0..{len(self) - 1}")
        start = self.game if self.is_initial else self.start
        return record_playout(start, self.seed, i, self.policy)

    def summary(self) -> Summary:
        """Means, intervals and quantiles."""
        return Summary.of(self)


@dataclass(frozen=True)
class SeatSummary:
    """One seat of a `Summary`.

    ``win_share``: a shared victory of k seats counts 1/k; None for a game of one seat.
    ``win_low``, ``win_high``: its 95 % Wilson interval.
    ``score_quantiles``: at 0, 5, 25, 50, 75, 95 and 100 %.
    """

    win_share: float | None
    win_low: float | None
    win_high: float | None
    score_mean: float
    score_quantiles: tuple[float, ...]


@dataclass(frozen=True)
class Summary:
    """What a rollout says; ``str`` is a readable table, `to_dict` plain data."""

    game: str
    playouts: int
    policy: str
    seed: int
    threads: int
    seconds: float
    playouts_per_second: float
    plies_mean: float
    chance_mean: float
    plies_range: tuple[int, int]
    seats: tuple[SeatSummary, ...]
    version: str
    implementation: str

    @classmethod
    def of(cls, result: RolloutResult) -> Summary:
        """Summarise a rollout."""
        from bitmeeple.native import version

        n, players = result.scores.shape
        seats = []
        for seat in range(players):
            share = low = high = None
            if players > 1:
                share = float(result.returns[:, seat].mean(dtype=np.float64))
                low, high = wilson(share, n)
            scores = result.scores[:, seat]
            quantiles = tuple(float(q) for q in np.percentile(scores, QUANTILES))
            mean = float(scores.mean(dtype=np.float64))
            seats.append(SeatSummary(share, low, high, mean, quantiles))
        return cls(
            game=str(result.game),
            playouts=n,
            policy=result.policy,
            seed=result.seed,
            threads=result.threads,
            seconds=result.seconds,
            playouts_per_second=n / result.seconds if result.seconds > 0 else math.inf,
            plies_mean=float(result.plies.mean(dtype=np.float64)),
            chance_mean=float(result.chance.mean(dtype=np.float64)),
            plies_range=(int(result.plies.min()), int(result.plies.max())),
            seats=tuple(seats),
            version=version,
            implementation=result.game.implementation,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        from dataclasses import asdict

        return asdict(self)

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Header and one row per seat, as text."""
        head = ["seat", "wins", "95 % interval", "mean score"]
        head += [f"{q} %" if 0 < q < 100 else ("min", "max")[q == 100] for q in QUANTILES]
        rows = []
        for number, seat in enumerate(self.seats):
            if seat.win_share is None or seat.win_low is None or seat.win_high is None:
                wins, interval = "-", "-"
            else:
                wins = f"{seat.win_share:.2%}"
                interval = f"{100 * seat.win_low:.2f}-{seat.win_high:.2%}"
            quantiles = [f"{q:g}" for q in seat.score_quantiles]
            rows.append([str(number), wins, interval, f"{seat.score_mean:.2f}", *quantiles])
        return head, rows

    def lines(self) -> list[str]:
        """The facts beside the table."""
        low, high = self.plies_range
        return [
            f"{self.playouts:,} playouts of {self.game}, policy {self.policy}",
            f"per playout: {self.plies_mean:.1f} plies ({low} to {high}), "
            f"{self.chance_mean:.1f} chance events",
            f"{self.playouts_per_second:,.0f} playouts/s, {self.seconds:.2f} s, "
            f"{self.threads} thread{'s' * (self.threads != 1)}",
            f"seed {self.seed}, bitmeeple {self.version} ({self.implementation})",
        ]

    def __str__(self) -> str:
        head, rows = self.table()
        widths = [max(len(row[k]) for row in [head, *rows]) for k in range(len(head))]
        body = ["  ".join(cell.rjust(w) for cell, w in zip(row, widths)) for row in [head, *rows]]
        first, *rest = self.lines()
        return "\n".join([first, *body, *rest])


def wilson(share: float, n: int) -> tuple[float, float]:
    """95 % Wilson interval of a share of n.

    Examples
    --------
    >>> low, high = wilson(0.5, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    z = 1.959963984540054
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def available_threads() -> int:
    """CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def checked_int(value: object, name: str, lowest: int, highest: int) -> int:
    """An int argument in a range; bools and floats are refused."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is an int, not {type(value).__name__}")
    number: int = value.__index__()
    if not lowest <= number <= highest:
        raise ValueError(f"{name} is {number}; allowed is {lowest} .. {highest}")
    return number


def rollout(
    game: Game | State,
    n: int,
    *,
    seed: int = 0,
    policy: str = "uniform",
    threads: int | None = None,
    progress: bool | Progress | None = None,
) -> RolloutResult:
    """Play ``n`` random games.

    Playout i draws from ``Rng(seed, i)`` and nothing else, so the result is the same for every
    number of threads, on every machine, and on the reference. The GIL is released; Ctrl-C stops
    it at once.

    Parameters
    ----------
    game
        A game, or a state where every playout starts (it is not changed).
    n
        Number of playouts, at least 1.
    seed
        0 .. 2**64-1.
    policy
        ``"uniform"``, or ``"eager"``: passive actions are mostly struck out.
    threads
        Default: the CPUs this process may use. The reference uses one.
    progress
        True or False: with or without a progress bar on standard error; by default with one if
        that is a terminal. A function is called with the number of playouts done.

    Returns
    -------
    RolloutResult
        Its arrays take ``8 * players + 16`` bytes a playout; nothing else grows with ``n``.

    Raises
    ------
    ValueError, TypeError
        An argument is out of range or of the wrong type.
    KeyboardInterrupt
        Ctrl-C; the results so far are lost.

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
    seed = checked_int(seed, "seed", 0, (1 << 64) - 1)
    if policy not in POLICIES:
        raise ValueError(f"policy is {policy!r}; allowed are {', '.join(POLICIES)}")
    used = available_threads() if threads is None else checked_int(threads, "threads", 1, 1024)

    players = start.game.num_players()
    scores = np.empty((n, players), np.int32)
    returns = np.empty((n, players), np.float32)
    plies, chance = np.empty(n, np.int32), np.empty(n, np.int32)
    digests = np.empty(n, np.uint64)
    rows = (scores, returns, plies, chance, digests)
    used = min(used, start.game._max_threads)
    begin = time.perf_counter()
    with _reporter(progress, n) as report:
        start._rollout(n, seed, policy, used, *rows, report)
    seconds = time.perf_counter() - begin
    is_initial = isinstance(game, Game)
    return RolloutResult(start.clone(), is_initial, seed, policy, used, seconds, *rows)


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
