"""El Caballero: the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bitmeeple.games.el_caballero.reference.regions import Areas, Region


@dataclass(slots=True)
class Card:
    """A caballero card on the map; ``ships`` are the sides that have one."""

    orientation: int
    castillo: bool = False
    ships: set[int] = field(default_factory=set)

    def copy(self) -> Card:
        return Card(self.orientation, self.castillo, self.ships.copy())


@dataclass(slots=True)
class Governor:
    """A governor on the map."""

    owner: int
    ship: bool = False


@dataclass(slots=True)
class Seat:
    """What belongs to one player; ``cards`` by cell, ``grande`` the cell of his Grande."""

    court: int
    hand: list[int]
    ships: int = 0
    grande: int | None = None
    played: int | None = None
    cards: dict[int, Card] = field(default_factory=dict)

    def copy(self) -> Seat:
        cards = {cell: card.copy() for cell, card in self.cards.items()}
        return Seat(self.court, self.hand.copy(), self.ships, self.grande, self.played, cards)


@dataclass(slots=True)
class Turn:
    """Whose turn it is, and its counters; ``index`` turns of the round have ended."""

    seat: int
    index: int
    tiles_left: int
    supply_taken: bool
    card_actions: int
    ship_buys: int
    castillo_builds: int
    grande_moves: int


@dataclass(slots=True)
class Pending:
    """What has been chosen of an action that is not complete."""

    tile: int | None = None
    cell: int | None = None
    ship_from: str | None = None


@dataclass(slots=True)
class Position:
    """A position. ``governors`` by canonical edge; ``areas`` is shared between copies.

    ``totals`` is derived when it is asked for (placing.totals), and forgotten with any change.
    """

    node: str
    round: int
    first_player: int
    points: list[int]
    areas: Areas
    display: list[int]
    undrawn: list[int]
    supply_ships: int
    supply_castillos: int
    governors: dict[int, Governor]
    seats: list[Seat]
    turn: Turn | None = None
    pending: Pending = field(default_factory=Pending)
    totals: Mapping[Region, list[int]] | None = None

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        assert self.turn is not None
        return self.turn.seat

    def copy(self) -> Position:
        return replace(
            self,
            points=self.points.copy(),
            display=self.display.copy(),
            undrawn=self.undrawn.copy(),
            governors={edge: replace(g) for edge, g in self.governors.items()},
            seats=[seat.copy() for seat in self.seats],
            turn=None if self.turn is None else replace(self.turn),
            pending=replace(self.pending),
        )

    def taken(self) -> set[int]:
        """The cells with caballero cards."""
        return {cell for seat in self.seats for cell in seat.cards}


def turn_order(seats: list[Seat]) -> list[int]:
    """Seats by the played power card, the greatest first."""
    return sorted(range(len(seats)), key=lambda p: -(seats[p].played or 0))


def seat_to_play(s: Position) -> int:
    """The seat that plays the next power card."""
    played = sum(seat.played is not None for seat in s.seats)
    return (s.first_player + played) % len(s.seats)


def mover(s: Position) -> tuple[Turn, Seat]:
    """The counters and the seat of the player whose turn it is."""
    assert s.turn is not None
    return s.turn, s.seats[s.turn.seat]


def pending_cell(s: Position) -> int:
    """The cell chosen in the node before."""
    assert s.pending.cell is not None
    return s.pending.cell
