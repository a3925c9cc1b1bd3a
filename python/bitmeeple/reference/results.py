"""Results that every game computes alike."""

from __future__ import annotations

from collections.abc import Callable


def rank_seats(players: int, better: Callable[[int, int], bool]) -> list[int]:
    """rank = 1 + number of seats strictly better; ``better(a, b)``: seat a is better than b."""
    seats = range(players)
    return [1 + sum(better(other, seat) for other in seats) for seat in seats]


def share_win(ranking: list[int]) -> list[float]:
    """k seats of rank 1 get 1/k each, the others 0."""
    winners = ranking.count(1)
    return [1 / winners if rank == 1 else 0.0 for rank in ranking]
