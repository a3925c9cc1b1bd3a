"""Toy: what a seat does not see, resampling, positions from dicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bitmeeple.games.toy.reference.state import Position, Seat
from bitmeeple.games.toy.reference.tables import Tables
from bitmeeple.games.toy.reference.types import MAX_DRAWN, TYPES, Options
from bitmeeple.reference.protocol import SupportsRng


def tokens_left(tables: Tables, s: Position) -> list[int]:
    """The bag: all tokens minus those of the seats."""
    left = list(tables.count)
    for seat in s.seats:
        for token in seat.drawn:
            left[token] -= 1
        if seat.dealt is not None:
            left[seat.dealt] -= 1
    return left


def unseen(options: Options, tables: Tables, s: Position, player: int) -> list[int]:
    """Tokens whose place ``player`` does not know."""
    counts = tokens_left(tables, s)
    for index, seat in enumerate(s.seats):
        if seat.dealt is not None and index != player and not options.open:
            counts[seat.dealt] += 1
    return counts


def resample(
    options: Options, tables: Tables, s: Position, player: int, rng: SupportsRng
) -> Position:
    """Redraw the tokens dealt face down to the other seats, token by token."""
    new = s.copy()
    if options.open:
        return new
    pool = unseen(options, tables, s, player)
    for index, seat in enumerate(new.seats):
        if index == player or seat.dealt is None:
            continue
        tokens = [t for t in TYPES for _ in range(pool[t])]
        seat.dealt = tokens[rng.below(len(tokens))]
        pool[seat.dealt] -= 1
    return new


def from_dict(options: Options, tables: Tables, d: Mapping[str, Any]) -> Position:
    """Build a position and check the invariants I-01 .. I-05."""
    seats = [Seat(seat["dealt"], list(seat["drawn"])) for seat in d["seats"]]
    s = Position(d["node"], d["seat"], seats)
    if (s.seat is None) != (s.node == "END"):
        raise ValueError("I-01: seat is null exactly at END")
    turn = options.players if s.seat is None else s.seat
    for index, seat in enumerate(seats):
        if (seat.dealt is None) != (s.node == "DEAL" and index >= turn):
            raise ValueError(f"I-02: dealt of seat {index} does not fit the node")
    for index, seat in enumerate(seats):
        if seat.drawn and (s.node == "DEAL" or index > turn):
            raise ValueError(f"I-03: seat {index} has drawn before its turn")
    if s.node == "TOKEN" and len(seats[turn].drawn) >= MAX_DRAWN:
        raise ValueError("I-04: a third token is due")
    left = tokens_left(tables, s)
    if min(left) < 0:
        raise ValueError("I-05: a type is used more often than it exists")
    if s.node in ("DEAL", "TOKEN") and not any(left):
        raise ValueError("I-05: a token is due and the bag is empty")
    return s
