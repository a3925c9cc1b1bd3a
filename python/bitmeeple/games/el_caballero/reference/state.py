"""El Caballero: the state."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bitmeeple.games.el_caballero.reference.areas import Areas
from bitmeeple.games.el_caballero.reference.tables import Tables
from bitmeeple.games.el_caballero.reference.types import CARD_NUMBERS


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
    """A position. ``governors`` by canonical edge; ``areas`` is shared between copies."""

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


def turn_seat(s: Position) -> int:
    """The seat whose turn it is."""
    assert s.turn is not None
    return s.turn.seat


def court_limit(t: Tables, on_map: int) -> int:
    """[L-06] Caballeros that the cards which are not on the map can show."""
    return CARD_NUMBERS * (t.caballero_cards - on_map)


def stock(t: Tables, seat: Seat) -> int:
    """[L-06] Caballero cards that are neither on the map nor needed to show the court."""
    shown = -(-seat.court // CARD_NUMBERS)
    return t.caballero_cards - len(seat.cards) - shown


def governors_at_court(t: Tables, s: Position, p: int) -> int:
    """Governors of a seat that are not on the map."""
    return t.governors - sum(governor.owner == p for governor in s.governors.values())
