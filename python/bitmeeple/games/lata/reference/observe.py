"""Lata: state dict, resampling (section 7; interface page)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bitmeeple.games.lata.reference.scoring import breakdown
from bitmeeple.games.lata.reference.state import Position, Seat
from bitmeeple.games.lata.reference.tables import Tables, all_of
from bitmeeple.games.lata.reference.types import (
    BIDS,
    CHANCE_NODES,
    COLOURS,
    MARKETS,
    PRODUCTION,
)
from bitmeeple.reference.protocol import SupportsRng


def current_player(s: Position) -> int:
    """Seat, -1 at a chance node, -4 at the end."""
    if s.node in CHANCE_NODES:
        return -1
    return -4 if s.actor is None else s.actor


# State dict (interface page, section 3)


def to_dict(t: Tables, s: Position) -> dict[str, Any]:
    """The state dict."""
    seats = [seat_dict(t, s, seat) for seat in t.seats]
    return {
        "node": s.node,
        "current_player": current_player(s),
        "actor": s.actor,
        "round": s.round,
        "points": [sum(vp for _, vp in seat["breakdown"]) for seat in seats],
        "context": s.context,
        "draws_left": s.draws_left,
        "sets": [cards if cards is None else list(cards) for cards in s.sets],
        "drawn": list(s.drawn),
        "picked": s.picked,
        "pending": list(s.pending),
        "placed_space": s.placed_space,
        "pointer": s.pointer,
        "paid": s.paid,
        "uses": s.uses if s.uses is None else list(s.uses),
        "revealed": s.revealed,
        "sale_market": s.sale_market,
        "sale_colour": s.sale_colour,
        "bought": s.bought,
        "seen": s.seen,
        "marked": list(s.marked),
        "supply": list(s.supply),
        "market_display": [
            {"card": market, "cubes": list(s.market_display[market])}
            for market in sorted(s.market_display)
        ],
        "scoring_display": list(s.scoring_display),
        "production_deck": list(s.production_deck),
        "market_deck": list(s.market_deck),
        "scoring_deck": list(s.scoring_deck),
        "discard": list(s.discard),
        "removed_markets": list(s.removed_markets),
        "removed_scoring": list(s.removed_scoring),
        "seats": seats,
    }


def seat_dict(t: Tables, s: Position, seat: int) -> dict[str, Any]:
    """The entry of a seat."""
    own = s.seats[seat]
    return {
        "token": own.token,
        "new_token": own.new_token,
        "bid": own.bid,
        "ap": own.ap,
        "money": own.money,
        "held": list(own.held),
        "stacks": [list(stack) for stack in own.stacks],
        "markets": list(own.markets),
        "scoring": list(own.scoring),
        "breakdown": breakdown(t, s, seat),
    }


def position_of(t: Tables, d: Mapping[str, Any]) -> Position:
    """The position of a dict; derived entries are computed, not read."""
    seats = [seat_of(entry) for entry in d["seats"]]
    display = {entry["card"]: list(entry["cubes"]) for entry in d["market_display"]}
    s = Position(
        node=d["node"],
        seats=seats,
        supply=[],
        production_deck=[],
        market_deck=[],
        scoring_deck=[],
        sets=[cards if cards is None else list(cards) for cards in d["sets"]],
        actor=d["actor"],
        round=d["round"],
        context=d["context"],
        draws_left=d["draws_left"],
        drawn=list(d["drawn"]),
        picked=d["picked"],
        pending=list(d["pending"]),
        placed_space=d["placed_space"],
        pointer=d["pointer"],
        paid=d["paid"],
        uses=d["uses"] if d["uses"] is None else list(d["uses"]),
        revealed=d["revealed"],
        sale_market=d["sale_market"],
        sale_colour=d["sale_colour"],
        bought=d["bought"],
        seen=d["seen"],
        marked=list(d["marked"]),
        market_display=display,
        scoring_display=list(d["scoring_display"]),
        discard=list(d["discard"]),
        removed_markets=list(d["removed_markets"]),
        removed_scoring=list(d["removed_scoring"]),
    )
    production, markets, scoring = placed_production(s), placed_markets(s), placed_scoring(s)
    s.supply = [t.cubes[c] - cubes_in_use(s, c) for c in COLOURS]
    s.production_deck = [card for card in t.production_deck if card not in production]
    s.market_deck = [market for market in MARKETS if market not in markets]
    s.scoring_deck = [card for card in t.scoring_deck if card not in scoring]
    return s


def seat_of(d: Mapping[str, Any]) -> Seat:
    """The seat of an entry."""
    return Seat(
        money=d["money"],
        token=d["token"],
        new_token=d["new_token"],
        bid=d["bid"],
        ap=d["ap"],
        held=list(d["held"]),
        stacks=[list(stack) for stack in d["stacks"]],
        markets=list(d["markets"]),
        scoring=list(d["scoring"]),
    )


def placed_production(s: Position) -> list[int]:
    """Every card 5..46 that is not in the deck, as often as it lies somewhere."""
    cards = [card for seat in s.seats for card in all_of(seat.stacks)]
    cards += [card for entry in s.sets for card in entry or []]
    return [card for card in cards + s.drawn + s.pending + s.discard if card in PRODUCTION]


def placed_markets(s: Position) -> list[int]:
    """Every market that is not in the deck."""
    own = [market for seat in s.seats for market in seat.markets]
    return [*s.market_display, *own, *s.removed_markets]


def placed_scoring(s: Position) -> list[int]:
    """Every scoring card 86..120 that is not in the deck."""
    own = [card for seat in s.seats for card in seat.scoring]
    return [*s.scoring_display, *own, *s.removed_scoring]


def cubes_in_use(s: Position, colour: int) -> int:
    """Cubes held and on displayed markets."""
    held = sum(seat.held[colour] for seat in s.seats)
    return held + sum(cubes[colour] for cubes in s.market_display.values())


# Hidden information (section 7)


def resample(s: Position, player: int, rng: SupportsRng) -> Position:
    """Pending bids of the others are any of 0..9, independently."""
    new = s.copy()
    for seat, own in enumerate(new.seats):
        if own.bid is not None and seat != player:
            own.bid = rng.below(len(BIDS))
    return new
