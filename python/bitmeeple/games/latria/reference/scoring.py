"""Latria: victory points, ranking, campaign points (specification, sections 5.3, 6 and 8.3)."""

from __future__ import annotations

from bitmeeple.games.latria.reference.state import Area, Position, Seat
from bitmeeple.games.latria.reference.tables import Tables
from bitmeeple.games.latria.reference.types import END, SUITS, TYPES, Options
from bitmeeple.reference.results import rank_seats


def sums_and_products(tables: Tables, area: Area) -> tuple[list[int], list[int]]:
    """[L-35] By suit: sum of vp, product of multipliers of its astrology and celestial cards."""
    points, factor = [0] * len(SUITS), [1] * len(SUITS)
    for card in area.cards:
        suit = tables.suit[card]
        points[suit] += tables.card_vp[card]
        factor[suit] *= tables.card_mult[card]
    for kind in TYPES:
        count = area.celestial[kind]
        if count:
            body = tables.body[kind]
            points[body] += count * tables.type_vp[kind]
            factor[body] *= tables.type_mult[kind] ** count
    return points, factor


def gain(tables: Tables, seat: Seat) -> int:
    """[L-36] Every group of the open pile on its own, each multiplier for its whole group."""
    points, factor = sums_and_products(tables, seat.open)
    return sum(points[suit] * factor[suit] for suit in SUITS)


def loss(tables: Tables, seat: Seat) -> int:
    """[L-37] The cards under the marker are one group, with their own multipliers only."""
    points, factor = sums_and_products(tables, seat.eclipse)
    product = 1
    for suit in SUITS:
        product *= factor[suit]
    return sum(points) * product


def victory_points(tables: Tables, seat: Seat) -> int:
    """[L-43] May be negative. [L-34] Nothing but acquired cards counts."""
    return gain(tables, seat) - loss(tables, seat)


def total(seat: Seat) -> int:
    """Campaign points so far (8.3)."""
    return sum(seat.game_points)


def campaign_points(vp: list[int]) -> list[int]:
    """[L-52] [L-53] [L-54] Points of one game of a campaign, by vp alone.

    The first value gets N, each further one less than the value above it, the lowest -1 unless
    it is the only one.
    """
    values = sorted(set(vp), reverse=True)
    points = {value: len(vp) - place for place, value in enumerate(values)}
    if len(values) > 1:
        points[values[-1]] = -1
    return [points[value] for value in vp]


def scores(options: Options, tables: Tables, s: Position) -> list[int]:
    """Final vp, or campaign totals; zeros before the end."""
    if s.node != END:
        return [0] * options.players
    if options.campaign:
        return [total(seat) for seat in s.seats]
    return [victory_points(tables, seat) for seat in s.seats]


def ranking(options: Options, tables: Tables, s: Position) -> list[int]:
    """[L-42] Higher vp, then smaller loss. [L-55] In a campaign the total only."""
    if s.node != END:
        return [1] * options.players
    points = scores(options, tables, s)
    losses = [0 if options.campaign else loss(tables, seat) for seat in s.seats]
    return rank_seats(
        options.players, lambda a, b: (points[a], -losses[a]) > (points[b], -losses[b])
    )
