"""Lata: shape of the state dict, slices of the observation tensor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bitmeeple.contract.data import Option
from bitmeeple.contract.shapes import (
    Bool,
    Fields,
    Int,
    ListOf,
    Optional,
    Shape,
    Tuple,
    Word,
)
from bitmeeple.contract.tensor import Slice

BOARDS = ("setubal", "portimao", "aveiro", "matosinhos")

OPTIONS = (
    Option("players", 4, (1, 2, 3, 4), "number of seats"),
    Option("turn_order", "hidden", ("hidden", "open"), "phase A by hidden bids or open auction"),
    Option("solo_board", "setubal", BOARDS, "board of the solo game"),
)

NODES = (
    "TOKEN",
    "PRODUCTION_DRAW",
    "MARKET_DRAW",
    "SCORING_DRAW",
    "START_PICK",
    "SPEND",
    "BID",
    "AUCTION",
    "SET",
    "PICK",
    "KEEP",
    "PLACE",
    "REPLACE_MARKETS",
    "FREE",
    "PRODUCE",
    "SELL",
    "DELIVER",
    "REPLACE_SCORING",
    "SCORE",
    "END",
)
CONTEXTS = ("setup", "refill", "replace", "free", "produce", "sell", "score")

COUNTS = ListOf(Int(0, 31), 3)
PRODUCTION = ListOf(Int(5, 46), 0, 42, ascending=True)
MARKETS = ListOf(Int(47, 85), 0, 39, ascending=True)
SCORING = ListOf(Int(86, 120), 0, 35, ascending=True)
POINTS = Int(0, 2**31 - 1)


@dataclass(frozen=True)
class Display(Shape):
    """Displayed markets with the cubes on them, ascending by card."""

    def check(self, value: object, path: str) -> None:
        """Raise `ValueError` or `TypeError` naming ``path`` unless ``value`` has this shape."""
        entry = Fields({"card": Int(47, 85), "cubes": ListOf(Int(0, 4), 3)})
        ListOf(entry, 0, 39).check(value, path)
        assert isinstance(value, list)
        if any(a["card"] >= b["card"] for a, b in pairwise(value)):
            raise ValueError(f"{path}: cards are not strictly ascending")


def number_of_sets(options: Mapping[str, Any], tables: Mapping[str, Any]) -> int:
    """Entries of ``sets``."""
    players: int = options["players"]
    if players > 1:
        return players + 1
    board = tables["solo"]["boards"][options["solo_board"]]
    return 2 if board["phase_b"] == "sets" else 0


def state_schema(options: Mapping[str, Any], tables: Mapping[str, Any]) -> Fields:
    """Shape of ``to_dict()`` (interface page, section 3)."""
    players = options["players"]
    return Fields(
        {
            "node": Word(NODES),
            "current_player": Int(-4, players - 1),
            "actor": Optional(Int(0, players - 1)),
            "round": Int(0, 6),
            "points": ListOf(POINTS, players),
            "context": Optional(Word(CONTEXTS)),
            "draws_left": Optional(Int(1, 3)),
            "sets": ListOf(
                Optional(ListOf(Int(5, 46), 0, 2, ascending=True)), number_of_sets(options, tables)
            ),
            "drawn": PRODUCTION,
            "picked": Optional(Int(5, 46)),
            "pending": PRODUCTION,
            "placed_space": Optional(Int(1, 5)),
            "pointer": Optional(Int(0, 10)),
            "paid": Optional(Bool()),
            "uses": Optional(ListOf(Int(0, 2), 5)),
            "revealed": Optional(Bool()),
            "sale_market": Optional(Int(47, 85)),
            "sale_colour": Optional(Int(0, 2)),
            "bought": Optional(Bool()),
            "seen": Optional(Bool()),
            "marked": ListOf(Int(47, 120), 0, 74, ascending=True),
            "supply": COUNTS,
            "market_display": Display(),
            "scoring_display": SCORING,
            "production_deck": PRODUCTION,
            "market_deck": MARKETS,
            "scoring_deck": SCORING,
            "discard": PRODUCTION,
            "removed_markets": MARKETS,
            "removed_scoring": SCORING,
            "seats": ListOf(_seat_schema(players), players),
        },
        derived=(
            "current_player",
            "points",
            "supply",
            "production_deck",
            "market_deck",
            "scoring_deck",
        ),
    )


def _seat_schema(players: int) -> Fields:
    token = Optional(Int(1, players))
    return Fields(
        {
            "token": token,
            "new_token": token,
            "bid": Optional(Int(0, 9)),
            "ap": Int(0, 9),
            "money": Int(0, 999),
            "held": COUNTS,
            "stacks": ListOf(ListOf(Int(1, 46), 0, 7), 5),
            "markets": MARKETS,
            "scoring": SCORING,
            "breakdown": ListOf(Tuple((Int(86, 128), POINTS)), 1, 36),
        },
        derived=("breakdown",),
    )


def observation_slices(options: Mapping[str, Any], tables: Mapping[str, Any]) -> list[Slice]:
    """Slices of the tensor (interface page, section 7); seats are relative, own first."""
    n = options["players"]
    slices = [
        Slice("node", (20,), "one-hot " + ", ".join(NODES)),
        Slice("context", (7,), "why a card is drawn: one-hot " + ", ".join(CONTEXTS)),
        Slice("actor", (n,), "one-hot seat whose choice or turn it is, own first"),
        Slice("player", (n,), "one-hot number of the observing seat"),
        Slice("round", (7,), "one-hot 0..6"),
        Slice("draws_left", (1,), "replacements still to be drawn / 3"),
    ]
    for k in range(n):
        slices += _seat_slices(f"seat{k}", n)
    return slices + _common_slices() + _factory_slices(options, tables) + _turn_slices()


def _seat_slices(seat: str, n: int) -> list[Slice]:
    return [
        Slice(f"{seat}.token", (n,), "one-hot turn-order token 1..n"),
        Slice(f"{seat}.new_token", (n,), "one-hot token taken in the auction"),
        Slice(f"{seat}.bid", (10,), "one-hot pending bid 0..9; zeros if unknown"),
        Slice(f"{seat}.ap", (10,), "one-hot action points 0..9"),
        Slice(f"{seat}.money", (1,), "$ / 16, above 1 from 17$ on", high=64),
        Slice(f"{seat}.held", (3,), "silver, red, yellow cubes / 16", high=64),
        Slice(f"{seat}.stacks", (5, 46), "card 1..46 in space 1..5: (7 - cards above it) / 7"),
        Slice(f"{seat}.markets", (39,), "completed markets 47..85"),
        Slice(f"{seat}.scoring", (35,), "bought scoring cards 86..120"),
    ]


def _common_slices() -> list[Slice]:
    return [
        Slice("supply", (3,), "silver, red, yellow cubes / 16", high=64),
        Slice("market_display", (39, 4), "market 47..85: displayed, then cubes S, R, Y on it / 4"),
        Slice("scoring_display", (35,), "scoring cards 86..120"),
        Slice("production_deck", (42,), "production cards 5..46"),
        Slice("market_deck", (39,), "markets 47..85"),
        Slice("scoring_deck", (35,), "scoring cards 86..120"),
        Slice("discard", (42,), "production cards 5..46 on the discard pile"),
        Slice("removed_markets", (39,), "markets replaced in a solo game"),
        Slice("removed_scoring", (35,), "scoring cards replaced in a solo game"),
    ]


def _factory_slices(options: Mapping[str, Any], tables: Mapping[str, Any]) -> list[Slice]:
    m = number_of_sets(options, tables)
    sets = [
        Slice("sets_open", (m,), "1 for a set that is being dealt or can still be taken"),
        Slice("sets", (m, 42), "production cards 5..46 of each set"),
    ]
    return [
        *(sets if m else []),
        Slice("drawn", (42,), "solo: cards drawn in this phase B"),
        Slice("picked", (42,), "one-hot first pick"),
        Slice("pending", (42,), "cards waiting to be placed"),
        Slice("placed_space", (5,), "one-hot space of the first card of a pair"),
    ]


def _turn_slices() -> list[Slice]:
    return [
        Slice("pointer", (11,), "one-hot index of the current icon of the line"),
        Slice("paid", (1,), "the card of the current icon is paid"),
        Slice("uses", (5,), "uses spent of the special card in each space / 2"),
        Slice("revealed", (1,), "the paid market reveal of this turn is used"),
        Slice("sale_market", (39,), "one-hot market 47..85 of the sale under way"),
        Slice("sale_colour", (3,), "one-hot colour delivered last"),
        Slice("bought", (1,), "a scoring card was bought in this turn"),
        Slice("seen", (1,), "a scoring card was revealed in this turn"),
        Slice("marked_markets", (39,), "markets 47..85 marked for replacement"),
        Slice("marked_scoring", (35,), "scoring cards 86..120 marked for replacement"),
    ]
