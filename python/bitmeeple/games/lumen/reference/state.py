"""Lumen: the state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from bitmeeple.games.lumen.reference.types import EMPTY, NO_TOKEN

Army = dict[int, int]  # class (2 * type + side) -> number of tokens, at least 1


class Pending(NamedTuple):
    """The Fighter of a half-done action; type and side are None for the second Fury target."""

    type: int | None
    side: int | None
    territory: int


class Target(NamedTuple):
    """Class of a pushed Fighter."""

    owner: int
    type: int
    side: int


@dataclass(slots=True)
class Seat:
    """What belongs to one clan. Lists over cells have 21 entries; entry 0 is unused.

    ``up[c]`` is the cell that c's link to the next higher value leads to (0: none); ``down`` is
    its inverse. ``bag`` follows from Reserve and armies.
    """

    bag: list[int]
    cells: list[int] = field(default_factory=lambda: [EMPTY] * 21)
    up: list[int] = field(default_factory=lambda: [0] * 21)
    down: list[int] = field(default_factory=lambda: [0] * 21)
    rows: list[int] = field(default_factory=lambda: [0] * 5)
    boxes: int = 0
    slots: list[int] = field(default_factory=lambda: [NO_TOKEN] * 5)
    reserve: list[int] = field(default_factory=lambda: [0] * 6)
    armies: list[Army] = field(default_factory=lambda: [{} for _ in range(16)])
    loots: list[int] = field(default_factory=lambda: [0] * 3)
    planning: int = 0
    foul_play: int = 0
    bag_awarded: bool = False
    objectives: list[int] = field(default_factory=lambda: [0] * 3)

    def copy(self) -> Seat:
        return Seat(
            self.bag.copy(),
            self.cells.copy(),
            self.up.copy(),
            self.down.copy(),
            self.rows.copy(),
            self.boxes,
            self.slots.copy(),
            self.reserve.copy(),
            [army.copy() for army in self.armies],
            self.loots.copy(),
            self.planning,
            self.foul_play,
            self.bag_awarded,
            self.objectives.copy(),
        )

    def has_fighters(self) -> bool:
        """Whether any Fighter is on the Battlefield."""
        return any(self.armies)

    def filled(self) -> list[int]:
        """Numbers of the filled cells."""
        return [c for c, value in enumerate(self.cells) if value >= 0]


@dataclass(slots=True)
class Position:
    """A position; the fields are those of the interface page, section 3."""

    seats: list[Seat]
    marker: int
    discovery: list[int]
    unrevealed: list[int]
    frontiers_closed: list[bool]
    node: str = "RESERVE_DRAW"
    turn: int = 0
    half: int = 0
    first_player: int | None = None
    dice: tuple[int, int] | None = None
    first_row: int | None = None
    value: int | None = None
    cell: int | None = None
    reinforcements: int = 0
    actions: int = 0
    step: str | None = None
    act_left: bool = False
    pending: Pending | None = None
    target: Target | None = None
    enter_player: int | None = None
    enter_territory: int | None = None
    awards: list[int] = field(default_factory=list)
    reach_closed: bool = False
    crossing_closed: bool = False
    mercenary_closed: bool = False

    def copy(self) -> Position:
        return Position(
            [seat.copy() for seat in self.seats],
            self.marker,
            self.discovery.copy(),
            self.unrevealed.copy(),
            self.frontiers_closed.copy(),
            self.node,
            self.turn,
            self.half,
            self.first_player,
            self.dice,
            self.first_row,
            self.value,
            self.cell,
            self.reinforcements,
            self.actions,
            self.step,
            self.act_left,
            self.pending,
            self.target,
            self.enter_player,
            self.enter_territory,
            self.awards.copy(),
            self.reach_closed,
            self.crossing_closed,
            self.mercenary_closed,
        )

    def mover(self) -> int:
        """P, whose half-turn it is."""
        assert self.first_player is not None
        return self.first_player if self.half == 0 else 1 - self.first_player


def put(army: Army, kind: int, number: int = 1) -> None:
    """Add tokens of a class."""
    army[kind] = army.get(kind, 0) + number


def take(army: Army, kind: int) -> None:
    """Remove one token of a class."""
    if army[kind] == 1:
        del army[kind]
    else:
        army[kind] -= 1


def flip(army: Army, kind: int) -> None:
    """Turn one token of a class over."""
    take(army, kind)
    put(army, kind ^ 1)
