"""Toy: the state."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Seat:
    """Tokens of one seat."""

    dealt: int | None = None
    drawn: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Position:
    """A position; ``seat`` is None at the end."""

    node: str
    seat: int | None
    seats: list[Seat]

    def copy(self) -> Position:
        seats = [Seat(s.dealt, s.drawn.copy()) for s in self.seats]
        return Position(self.node, self.seat, seats)
