"""Latria: the state as a dict, what a seat sees of it, the observation tensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bitmeeple.games.latria.reference import scoring
from bitmeeple.games.latria.reference.state import Position, Seat
from bitmeeple.games.latria.reference.tables import Tables
from bitmeeple.games.latria.reference.types import BODIES, CARDS, NODES, SUITS


def to_dict(tables: Tables, s: Position) -> dict[str, Any]:
    """The complete state (interface page, section 3)."""
    return {
        "node": s.node,
        "current_player": s.player,
        "game_index": s.game_index,
        "round": s.round,
        "first_parent": s.first_parent,
        "parent": s.parent,
        "target": s.target,
        "ecl": list(s.ecl),
        "pile": list(s.pile),
        "stack": list(s.stack),
        "set_aside": sorted(s.set_aside),
        "removed": sorted(s.removed),
        "remover": s.remover,
        "removals": s.removals,
        "seats": [_seat_dict(tables, seat) for seat in s.seats],
        "points": [scoring.victory_points(tables, seat) for seat in s.seats],
        "totals": [scoring.total(seat) for seat in s.seats],
    }


def _seat_dict(tables: Tables, seat: Seat) -> dict[str, Any]:
    return {
        "hand": list(seat.hand),
        "hand_size": len(seat.hand),
        "table": seat.table,
        "has_played": seat.table is not None,
        "open": sorted(seat.open.cards),
        "open_celestial": list(seat.open.celestial),
        "eclipse": sorted(seat.eclipse.cards),
        "eclipse_celestial": list(seat.eclipse.celestial),
        "marker": seat.marker,
        "void": sorted(seat.void),
        "game_points": list(seat.game_points),
        "loss": scoring.loss(tables, seat),
    }


def sees_hand(player: int, index: int) -> bool:
    """Section 7: a hand is its owner's secret, for ever."""
    return index == player


def sees_table(s: Position, player: int, index: int) -> bool:
    """Section 7: the parent's card lies face up, a child's face down [L-20]."""
    return index in (player, s.parent)


def view(tables: Tables, s: Position, player: int) -> dict[str, Any]:
    """[L-31] [L-41] What seat ``player`` knows: all but hands and face-down cards of others."""
    d = to_dict(tables, s)
    for index, seat in enumerate(d["seats"]):
        if not sees_hand(player, index):
            seat["hand"] = None
        if not sees_table(s, player, index):
            seat["table"] = None
    return {**d, "player": player}


def _flags(members: Iterable[int], size: int) -> list[float]:
    flags = [0.0] * size
    for member in members:
        flags[member] = 1.0
    return flags


def _one_hot(value: int | None, size: int) -> list[float]:
    return _flags([] if value is None else [value], size)


def _scaled(counts: Iterable[int], constant: int) -> list[float]:
    return [count / constant for count in counts]


def observation(tables: Tables, s: Position, player: int) -> list[float]:
    """The tensor (interface page, section 7): own seat first, then clockwise."""
    players, cards = len(s.seats), len(CARDS)
    order = [(player + k) % players for k in range(players)]
    seats = [s.seats[index] for index in order]

    def relative(seat: int | None) -> list[float]:
        known = seat is not None and seat >= 0
        return [float(known and index == seat) for index in order]

    def each(rows: Iterable[list[float]]) -> list[float]:
        return [value for row in rows for value in row]

    # The only cards on the table whose face the seat sees [L-20].
    parent_table = None if s.parent is None else s.seats[s.parent].table
    finished = [seat.game_points for seat in seats]
    return [
        *_one_hot(player, players),
        *_one_hot(NODES.index(s.node), len(NODES)),
        *relative(s.player),
        s.game_index / 6,
        s.round / 11,
        *relative(s.first_parent),
        *relative(s.parent),
        *_one_hot(s.target, len(BODIES)),
        *map(float, s.ecl),
        *_scaled(s.pile, 13),
        *_scaled(s.stack, 13),
        *_flags(s.set_aside, cards),
        *_flags(s.removed, cards),
        *relative(s.remover),
        float(s.removals or 0),
        *_flags(s.seats[player].hand, cards),
        *_scaled((len(seat.hand) for seat in seats), 12),
        *(float(seat.table is not None) for seat in seats),
        *_one_hot(s.seats[player].table, cards),
        *_one_hot(parent_table, cards),
        *each(_flags(seat.open.cards, cards) for seat in seats),
        *each(_scaled(seat.open.celestial, 13) for seat in seats),
        *each(_flags(seat.eclipse.cards, cards) for seat in seats),
        *each(_scaled(seat.eclipse.celestial, 13) for seat in seats),
        *(float(seat.marker) for seat in seats),
        *each(_flags(seat.void, len(SUITS)) for seat in seats),
        *each(_scaled(points + [0] * (players - len(points)), 6) for points in finished),
        *_scaled((scoring.victory_points(tables, seat) for seat in seats), 64),
        *_scaled((scoring.total(seat) for seat in seats), 36),
        *_scaled((scoring.loss(tables, seat) for seat in seats), 64),
    ]
