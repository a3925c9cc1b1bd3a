"""Lata."""

import numpy as np
from bitmeeple.games.lata.interface import CONTEXTS, NODES
from games.decoding import counts, flag, ids, one, whole

DERIVED = {"points", "seats.*.breakdown"}
CHANCE = ("TOKEN", "PRODUCTION_DRAW", "MARKET_DRAW", "SCORING_DRAW")


def stack(depths):
    """A stack from bottom to top; the slice says how many cards lie above each."""
    cards = {whole(depths[i], 7): int(i) + 1 for i in np.flatnonzero(depths)}
    assert sorted(cards) == list(range(8 - len(cards), 8))
    return [cards[depth] for depth in sorted(cards)]


def market(row, card):
    """An entry of the display."""
    return {"card": card, "cubes": counts(row[1:], 4)}


def seat_of(parts, k):
    """A seat's entries."""
    return {
        "token": one(parts[f"seat{k}.token"], 1),
        "new_token": one(parts[f"seat{k}.new_token"], 1),
        "bid": one(parts[f"seat{k}.bid"]),
        "ap": one(parts[f"seat{k}.ap"]),
        "money": whole(parts[f"seat{k}.money"].item(), 16),
        "held": counts(parts[f"seat{k}.held"], 16),
        "stacks": [stack(space) for space in parts[f"seat{k}.stacks"]],
        "markets": ids(parts[f"seat{k}.markets"], 47),
        "scoring": ids(parts[f"seat{k}.scoring"], 86),
    }


def turn(parts, node, context):
    """The entries that are null outside of their nodes."""
    producing = node == "PRODUCE" or context == "produce"
    revealing = producing or node in ("SELL", "DELIVER") or context == "sell"
    scoring = node == "SCORE" or context == "score"
    uses = counts(parts["uses"], 2)
    return {
        "pointer": one(parts["pointer"]),
        "paid": flag(parts["paid"]) if producing else None,
        "uses": uses if producing else None,
        "revealed": flag(parts["revealed"]) if revealing else None,
        "sale_market": one(parts["sale_market"], 47),
        "sale_colour": one(parts["sale_colour"]),
        "bought": flag(parts["bought"]) if scoring else None,
        "seen": flag(parts["seen"]) if scoring else None,
        "marked": [*ids(parts["marked_markets"], 47), *ids(parts["marked_scoring"], 86)],
    }


def decode(game, parts, seat):
    """View of ``seat``, but for the points."""
    n = parts.players
    node = NODES[one(parts["node"])]
    context = one(parts["context"])
    word = None if context is None else CONTEXTS[context]
    actor = parts.who("actor")
    draws = whole(parts["draws_left"].item(), 3)
    display = parts["market_display"]
    sets = []
    if "sets" in parts:
        pairs = zip(parts["sets_open"], parts["sets"])
        sets = [ids(cards, 5) if there else None for there, cards in pairs]
    assert one(parts["player"]) == seat
    return {
        "player": seat,
        "node": node,
        "current_player": -1 if node in CHANCE else -4 if node == "END" else actor,
        "actor": actor,
        "round": one(parts["round"]),
        "context": word,
        "draws_left": draws or None,
        "sets": sets,
        "drawn": ids(parts["drawn"], 5),
        "picked": one(parts["picked"], 5),
        "pending": ids(parts["pending"], 5),
        "placed_space": one(parts["placed_space"], 1),
        **turn(parts, node, word),
        "supply": counts(parts["supply"], 16),
        "market_display": [market(display[i - 47], i) for i in ids(display[:, 0], 47)],
        "scoring_display": ids(parts["scoring_display"], 86),
        "production_deck": ids(parts["production_deck"], 5),
        "market_deck": ids(parts["market_deck"], 47),
        "scoring_deck": ids(parts["scoring_deck"], 86),
        "discard": ids(parts["discard"], 5),
        "removed_markets": ids(parts["removed_markets"], 47),
        "removed_scoring": ids(parts["removed_scoring"], 86),
        "seats": [seat_of(parts, (q - seat) % n) for q in range(n)],
    }
