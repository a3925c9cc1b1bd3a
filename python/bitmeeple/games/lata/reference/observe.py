"""Lata: state dict, what a seat sees, observation, resampling (section 7; interface page)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bitmeeple.games.lata.reference.scoring import breakdown
from bitmeeple.games.lata.reference.state import Position, Seat
from bitmeeple.games.lata.reference.tables import Tables, all_of
from bitmeeple.games.lata.reference.types import (
    BIDS,
    CHANCE_NODES,
    COLOURS,
    CONTEXTS,
    MARKETS,
    NODES,
    PRODUCTION,
    ROUNDS,
    SCORING,
    SPACES,
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


def visible_bid(s: Position, seat: int, player: int) -> int | None:
    """A pending bid is known to its owner only."""
    return s.seats[seat].bid if seat == player else None


def view(t: Tables, s: Position, player: int) -> dict[str, Any]:
    """What seat ``player`` may know."""
    d = {"player": player, **to_dict(t, s)}
    for seat, entry in enumerate(d["seats"]):
        entry["bid"] = visible_bid(s, seat, player)
    return d


def resample(s: Position, player: int, rng: SupportsRng) -> Position:
    """Pending bids of the others are any of 0..9, independently."""
    new = s.copy()
    for seat, own in enumerate(new.seats):
        if own.bid is not None and seat != player:
            own.bid = rng.below(len(BIDS))
    return new


# Observation (interface page, section 7)


def one_hot(value: object, values: Iterable[object]) -> list[float]:
    """All 0 if the value is not among them."""
    return [1.0 if value == other else 0.0 for other in values]


def flags(members: Iterable[int], values: Iterable[int]) -> list[float]:
    """One flag per id."""
    present = set(members)
    return [1.0 if value in present else 0.0 for value in values]


def observation(t: Tables, s: Position, player: int) -> list[float]:
    """The tensor."""
    order = [(player + k) % t.options.players for k in t.seats]
    out = one_hot(s.node, NODES)
    out += one_hot(s.context, CONTEXTS)
    out += one_hot(s.actor, order)
    out += one_hot(player, t.seats)
    out += one_hot(s.round, range(ROUNDS + 1))
    out.append((s.draws_left or 0) / 3)
    for seat in order:
        out += observe_seat(t, s, seat, player)
    return out + observe_common(s) + observe_factory_phase(s) + observe_turn(s)


def observe_seat(t: Tables, s: Position, seat: int, player: int) -> list[float]:
    """Slices ``seat<k>.*``."""
    own = s.seats[seat]
    tokens = range(1, t.options.players + 1)
    out = one_hot(own.token, tokens)
    out += one_hot(own.new_token, tokens)
    out += one_hot(visible_bid(s, seat, player), BIDS)
    out += one_hot(own.ap, range(10))
    out.append(own.money / 16)
    out += [cubes / 16 for cubes in own.held]
    for stack in own.stacks:
        depths = [0.0] * 46
        for above, card in enumerate(reversed(stack)):
            depths[card - 1] = (7 - above) / 7
        out += depths
    return out + flags(own.markets, MARKETS) + flags(own.scoring, SCORING)


def observe_common(s: Position) -> list[float]:
    """Supply, displays, decks and piles."""
    out = [cubes / 16 for cubes in s.supply]
    for market in MARKETS:
        cubes = s.market_display.get(market)
        out += [0.0] * 4 if cubes is None else [1.0, *(number / 4 for number in cubes)]
    out += flags(s.scoring_display, SCORING)
    out += flags(s.production_deck, PRODUCTION)
    out += flags(s.market_deck, MARKETS)
    out += flags(s.scoring_deck, SCORING)
    out += flags(s.discard, PRODUCTION)
    out += flags(s.removed_markets, MARKETS)
    return out + flags(s.removed_scoring, SCORING)


def observe_factory_phase(s: Position) -> list[float]:
    """Sets and cards of phase B."""
    out = [0.0 if cards is None else 1.0 for cards in s.sets]
    for cards in s.sets:
        out += flags(cards or [], PRODUCTION)
    out += flags(s.drawn, PRODUCTION)
    out += one_hot(s.picked, PRODUCTION)
    out += flags(s.pending, PRODUCTION)
    return out + one_hot(s.placed_space, SPACES)


def observe_turn(s: Position) -> list[float]:
    """Pending data of phases C and D."""
    out = one_hot(s.pointer, range(11))
    out.append(1.0 if s.paid else 0.0)
    out += [uses / 2 for uses in s.uses or [0] * 5]
    out.append(1.0 if s.revealed else 0.0)
    out += one_hot(s.sale_market, MARKETS)
    out += one_hot(s.sale_colour, COLOURS)
    out.append(1.0 if s.bought else 0.0)
    out.append(1.0 if s.seen else 0.0)
    out += flags(s.marked, MARKETS)
    return out + flags(s.marked, SCORING)
