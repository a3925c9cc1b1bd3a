"""Latria: what everybody at the table can work out from what lies open."""

from __future__ import annotations

from math import prod
from typing import Any

from bitmeeple.games.latria.reference.scoring import gain, sums_and_products
from bitmeeple.games.latria.reference.state import Position, Seat
from bitmeeple.games.latria.reference.tables import Tables
from bitmeeple.games.latria.reference.types import BODIES, SUITS


def table(t: Tables, s: Position) -> dict[str, Any]:
    """Interface page, section 9."""
    return {
        "boards": [board(t, s, body) for body in BODIES],
        "seats": [groups(t, seat) for seat in s.seats],
        "lead": None if s.parent is None else s.seats[s.parent].table,
        "unseen": unseen(t, s),
    }


def board(t: Tables, s: Position, body: int) -> dict[str, Any]:
    """Who takes this stack takes so many cards, with this sum and this product."""
    kinds = t.types_of[body]
    return {
        "eclipsed": s.ecl[body],
        "stack_cards": sum(s.stack[kind] for kind in kinds),
        "stack_vp": sum(s.stack[kind] * t.type_vp[kind] for kind in kinds),
        "stack_multiplier": prod(t.type_mult[kind] ** s.stack[kind] for kind in kinds),
        "pile_cards": sum(s.pile[kind] for kind in kinds),
    }


def groups(t: Tables, seat: Seat) -> dict[str, Any]:
    """[L-35] By suit: the sum and the product of the open pile; what it is worth; the eclipse."""
    sums, products = sums_and_products(t, seat.open)
    eclipse_sums, eclipse_products = sums_and_products(t, seat.eclipse)
    return {
        "open_sums": sums,
        "open_multipliers": products,
        "gain": gain(t, seat),
        "eclipse_sum": sum(eclipse_sums[suit] for suit in SUITS),
        "eclipse_multiplier": prod(eclipse_products[suit] for suit in SUITS),
    }


def unseen(t: Tables, s: Position) -> list[int]:
    """Cards that have not been shown to everybody: in hands, face down, undealt."""
    shown = {*s.set_aside, *s.removed}
    for seat in s.seats:
        shown |= seat.open.cards | seat.eclipse.cards
    if s.parent is not None:
        lead = s.seats[s.parent].table
        shown |= set() if lead is None else {lead}
    return [card for card in t.deck if card not in shown]
