"""What a rollout says: means, intervals and quantiles."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bitmeeple.display import table_html

if TYPE_CHECKING:
    from bitmeeple.results import RolloutResult

QUANTILES = (0, 5, 25, 50, 75, 95, 100)


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


@dataclass(frozen=True, repr=False)
class Summary:
    """What a rollout says; ``str`` is a readable table, `to_dict` plain data.

    ``game`` is the game string, in which embedded data are named by their digest.
    """

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
            game=result.game._spec.label(),
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
            version=result.version,
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

    def __repr__(self) -> str:
        shares = [seat.win_share for seat in self.seats if seat.win_share is not None]
        wins = f"wins {' '.join(f'{share:.1%}' for share in shares)}, " if shares else ""
        means = " ".join(f"{seat.score_mean:.2f}" for seat in self.seats)
        return f"<Summary of {self.lines()[0]}: {wins}mean scores {means}>"

    def _repr_html_(self) -> str:
        head, rows = self.table()
        first, *rest = self.lines()
        return table_html(first, head, rows, rest)

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
