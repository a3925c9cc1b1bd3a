"""Latria: the state."""

from __future__ import annotations

from dataclasses import dataclass, field

from bitmeeple.games.latria.reference.types import CHANCE, DEAL


def no_types() -> list[int]:
    """Counts by celestial type, all zero."""
    return [0] * 12


@dataclass(slots=True)
class Area:
    """Acquired cards of a seat: its open pile, or the pile under its eclipse marker."""

    cards: set[int] = field(default_factory=set)
    celestial: list[int] = field(default_factory=no_types)

    def size(self) -> int:
        """Number of cards of both kinds."""
        return len(self.cards) + sum(self.celestial)

    def copy(self) -> Area:
        return Area(self.cards.copy(), self.celestial.copy())


@dataclass(slots=True)
class Seat:
    """What belongs to one seat.

    ``hand`` is ascending; ``table`` is the card played in this round, face up for the parent,
    face down for a child; ``void`` are the suits the seat is known not to hold.
    """

    hand: list[int] = field(default_factory=list)
    table: int | None = None
    open: Area = field(default_factory=Area)
    eclipse: Area = field(default_factory=Area)
    marker: bool = False
    void: set[int] = field(default_factory=set)
    game_points: list[int] = field(default_factory=list)

    def copy(self) -> Seat:
        return Seat(
            self.hand.copy(),
            self.table,
            self.open.copy(),
            self.eclipse.copy(),
            self.marker,
            self.void.copy(),
            self.game_points.copy(),
        )


@dataclass(slots=True)
class Position:
    """A position.

    ``player`` (who acts: a seat, chance or nobody) and ``undealt`` (ascending) follow from the
    rest.
    """

    seats: list[Seat]
    pile: list[int]
    ecl: list[bool]
    undealt: list[int]
    node: str = DEAL
    player: int = CHANCE
    game_index: int = 0
    round: int = 0
    first_parent: int | None = None
    parent: int | None = None
    target: int | None = None
    stack: list[int] = field(default_factory=no_types)
    set_aside: set[int] = field(default_factory=set)
    removed: set[int] = field(default_factory=set)
    remover: int | None = None
    removals: int | None = None

    def copy(self) -> Position:
        return Position(
            [seat.copy() for seat in self.seats],
            self.pile.copy(),
            self.ecl.copy(),
            self.undealt.copy(),
            self.node,
            self.player,
            self.game_index,
            self.round,
            self.first_parent,
            self.parent,
            self.target,
            self.stack.copy(),
            self.set_aside.copy(),
            self.removed.copy(),
            self.remover,
            self.removals,
        )
