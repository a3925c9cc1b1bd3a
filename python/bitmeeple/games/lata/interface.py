"""Lata: what both implementations show, said once (`bitmeeple.contract`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bitmeeple.contract.data import Option
from bitmeeple.contract.ids import Ids
from bitmeeple.contract.shapes import (
    Bool,
    Field,
    Fields,
    Hidden,
    Int,
    ListOf,
    Optional,
    Tuple,
    Word,
)
from bitmeeple.contract.tensor import Code, Each, Flag, Flags, Number, OneHot, Slice, Who, part

BOARDS = ("setubal", "portimao", "aveiro", "matosinhos")

SUMMARY = "hidden-bid auction and engine building in a cannery"
OPTIONS = (
    Option("players", 4, (1, 2, 3, 4), "number of seats"),
    Option(
        "turn_order",
        "hidden",
        ("hidden", "open"),
        "turn order by hidden bids or in an open auction (2 players or more)",
    ),
    Option("solo_board", "setubal", BOARDS, "board of the game for 1 player; unused otherwise"),
)
CHANCE_NODES = ("TOKEN", "PRODUCTION_DRAW", "MARKET_DRAW", "SCORING_DRAW")
NODES = (
    *CHANCE_NODES,
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
END = "END"
CONTEXTS = ("setup", "refill", "replace", "free", "produce", "sell", "score")

# Cards by number
STARTING_PRODUCTION = range(1, 5)
PRODUCTION = range(5, 47)
MARKETS = range(47, 86)
SCORING = range(86, 121)
STARTING_SCORING = range(121, 129)

# Decisions (specification, section 4.1)
BID = Ids(0, 10)  # AP spent, at SPEND
STAY, PASS = Ids(10), Ids(11)
SET = Ids(12, 5)
SPACE = Ids(17, 5)  # from space 1
MAKE = Ids(22, 3)  # by colour
SKIP, FINISH = Ids(25), Ids(26)
SELL_TWO = Ids(27, 6)
CONVERT = Ids(33, 6)
MONEY_TO_AP = Ids(39)
BUY_CUBE = Ids(40, 3)
REVEAL_MARKET, FREE_REVEAL, NO_FREE_REVEAL = Ids(43), Ids(44), Ids(45)
DELIVER = Ids(46, 3)
STOP_DELIVERY, END_SALES, REVEAL_SCORING, END_SCORING = Ids(49), Ids(50), Ids(51), Ids(52)
KEEP_BOTH, DISCARD_LOWER, DISCARD_HIGHER = Ids(53), Ids(54), Ids(55)
REPLACE_DONE = Ids(56)
PICK = Ids(57, len(PRODUCTION))
MARKET = Ids(99, len(MARKETS))
SCORING_CARD = Ids(138, len(SCORING))
ACTIONS = {
    "BID": BID,
    "STAY": STAY,
    "PASS": PASS,
    "SET": SET,
    "SPACE": SPACE,
    "MAKE": MAKE,
    "SKIP": SKIP,
    "FINISH": FINISH,
    "SELL_TWO": SELL_TWO,
    "CONVERT": CONVERT,
    "MONEY_TO_AP": MONEY_TO_AP,
    "BUY_CUBE": BUY_CUBE,
    "REVEAL_MARKET": REVEAL_MARKET,
    "FREE_REVEAL": FREE_REVEAL,
    "NO_FREE_REVEAL": NO_FREE_REVEAL,
    "DELIVER": DELIVER,
    "STOP_DELIVERY": STOP_DELIVERY,
    "END_SALES": END_SALES,
    "REVEAL_SCORING": REVEAL_SCORING,
    "END_SCORING": END_SCORING,
    "KEEP_BOTH": KEEP_BOTH,
    "DISCARD_LOWER": DISCARD_LOWER,
    "DISCARD_HIGHER": DISCARD_HIGHER,
    "REPLACE_DONE": REPLACE_DONE,
    "PICK": PICK,
    "MARKET": MARKET,
    "SCORING": SCORING_CARD,
}
OUTCOMES = {"DRAWN": Ids(0, 121)}  # the number of a token or card
PASSIVE = tuple(
    id.first
    for id in (
        PASS,
        SKIP,
        FINISH,
        NO_FREE_REVEAL,
        STOP_DELIVERY,
        END_SALES,
        END_SCORING,
        REPLACE_DONE,
    )
)

DERIVED = "I-31"
UNSAID = ()


def _ids(cards: range) -> ListOf:
    return ListOf(Int(cards[0], cards[-1]), 0, len(cards), ascending=True)


COUNTS = ListOf(Int(0, 31), 3)
POINTS = Int(0, 2**31 - 1)


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
    pair = ListOf(Int(5, 46), 0, 2, ascending=True)
    display = Fields({"card": Int(47, 85), "cubes": ListOf(Int(0, 4), 3)}, name="DisplayPosition")
    producing = {"node": ("PRODUCE",), "context": ("produce",)}
    selling = {"node": ("PRODUCE", "SELL", "DELIVER"), "context": ("produce", "sell")}
    scoring = {"node": ("SCORE",), "context": ("score",)}
    return Fields(
        {
            "node": Field(Word(NODES, "At")),
            "current_player": Field(Int(-4, players - 1), "seat, -1, -4", derived=True),
            "actor": Field(
                Optional(Int(0, players - 1)),
                "whose choice or turn it is; null at `TOKEN`, `PRODUCTION_DRAW`, `END` and at"
                " contexts setup and refill",
            ),
            "round": Field(Int(0, 6)),
            "points": Field(ListOf(POINTS, players), "sums of `breakdown`", derived=True),
            "context": Field(
                Optional(Word(CONTEXTS, "Why")),
                "why a card is drawn",
                at={"node": ("MARKET_DRAW", "SCORING_DRAW")},
            ),
            "draws_left": Field(
                Optional(Int(1, 3)),
                "replacements still to be drawn, this one included",
                at={"context": ("replace",)},
            ),
            "sets": Field(
                ListOf(Optional(pair), number_of_sets(options, tables)),
                "production cards by set; null when taken or not dealt",
            ),
            "drawn": Field(_ids(PRODUCTION), "solo: cards drawn in this phase B"),
            "picked": Field(Optional(Int(5, 46)), "`PICK`: the first pick"),
            "pending": Field(_ids(PRODUCTION), "`KEEP`, `PLACE`: cards to be placed"),
            "placed_space": Field(
                Optional(Int(1, 5)), "`PLACE`: space of the first card of a pair, after it"
            ),
            "pointer": Field(
                Optional(Int(0, 10)), "index of the current icon of the line", at=producing
            ),
            "paid": Field(
                Optional(Bool()), "the card of the current icon has been paid", at=producing
            ),
            "uses": Field(
                Optional(ListOf(Int(0, 2), 5)), "uses spent in this turn, by space", at=producing
            ),
            "revealed": Field(
                Optional(Bool()), "the paid market reveal of this turn is used", at=selling
            ),
            "sale_market": Field(
                Optional(Int(47, 85)), "market of the sale under way", at={"node": ("DELIVER",)}
            ),
            "sale_colour": Field(
                Optional(Int(0, 2)), "`DELIVER`: colour delivered last, null before the first cube"
            ),
            "bought": Field(Optional(Bool()), "a scoring card was bought this turn", at=scoring),
            "seen": Field(Optional(Bool()), "a scoring card was revealed this turn", at=scoring),
            "marked": Field(
                ListOf(Int(47, 120), 0, 74, ascending=True),
                "`REPLACE_MARKETS`, `REPLACE_SCORING`: cards marked so far, still displayed",
            ),
            "supply": Field(
                COUNTS, "cubes neither held nor on a displayed market, by colour", derived=True
            ),
            "market_display": Field(ListOf(display, 0, 39, ascending=("card",)), "cubes: S, R, Y"),
            "scoring_display": Field(_ids(SCORING)),
            "production_deck": Field(_ids(PRODUCTION), "cards of the game elsewhere", derived=True),
            "market_deck": Field(_ids(MARKETS), "markets that are nowhere else", derived=True),
            "scoring_deck": Field(_ids(SCORING), "cards of the game elsewhere", derived=True),
            "discard": Field(_ids(PRODUCTION), "production discard pile"),
            "removed_markets": Field(_ids(MARKETS), "solo: replaced markets"),
            "removed_scoring": Field(_ids(SCORING), "solo: replaced scoring cards"),
            "seats": Field(ListOf(_seat_schema(players), players), "in seat order"),
        },
        name="Position",
    )


def _seat_schema(players: int) -> Fields:
    token = Optional(Int(1, players))
    worth = Tuple((Int(86, 128), POINTS))
    return Fields(
        {
            "token": Field(token, "turn-order token; null before it is drawn, and in solo"),
            "new_token": Field(token, "`AUCTION`: taken by a seat that is out"),
            # Nothing is hidden but pending bids.
            "bid": Field(Optional(Int(0, 9)), "`BID`: of a seat that has bid", hidden=Hidden()),
            "ap": Field(Int(0, 9), "9 during set-up"),
            "money": Field(Int(0, 999), "a gain above 999 is cut to 999"),
            "held": Field(COUNTS, "cubes S, R, Y"),
            "stacks": Field(ListOf(ListOf(Int(1, 46), 0, 7), 5), "by space, bottom to top"),
            "markets": Field(_ids(MARKETS), "completed markets"),
            "scoring": Field(_ids(SCORING), "bought cards, without the starting card"),
            "breakdown": Field(
                ListOf(worth, 1, 36),
                "[card, vp] of each own scoring card as if the game ended here, starting card last",
                derived=True,
            ),
        },
        name="SeatPosition",
    )


class Stack(Code):
    """A stack of production cards: how near to the top each lies."""

    shape = (46,)

    def write(self, value: Sequence[int], view: Mapping[str, Any]) -> list[float]:
        """(7 - cards above it) / 7 by card."""
        floats = [0.0] * 46
        for above, card in enumerate(reversed(value)):
            floats[card - 1] = (7 - above) / 7
        return floats

    def read(self, floats: Sequence[float], view: Mapping[str, Any]) -> list[int]:
        """From bottom to top."""
        there = [(depth, card) for card, depth in enumerate(floats, 1) if depth]
        return [card for _, card in sorted(there)]


class Display(Code):
    """Displayed markets and the cubes on them."""

    shape = (39, 4)

    def write(self, value: Sequence[Any], view: Mapping[str, Any]) -> list[float]:
        """Per market: displayed, cubes / 4."""
        floats = [0.0] * self.size
        for entry in value:
            start = 4 * MARKETS.index(entry["card"])
            floats[start : start + 4] = [1.0, *(cubes / 4 for cubes in entry["cubes"])]
        return floats

    def read(self, floats: Sequence[float], view: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Ascending by card."""
        rows = [floats[4 * i : 4 * i + 4] for i in range(39)]
        return [
            {"card": card, "cubes": [round(4 * cubes) for cubes in row[1:]]}
            for card, row in zip(MARKETS, rows)
            if row[0]
        ]


class Marked(Flags):
    """The marked cards of one kind: two slices make the entry."""

    def read(self, floats: Sequence[float], view: Mapping[str, Any]) -> list[int]:
        """What has been read before, and these."""
        return [*view.get("marked", ()), *super().read(floats, view)]


class SetsOpen(Each):
    """Which sets are lists; the cards are in the slice after it."""

    def write(self, value: Sequence[Any] | None, view: Mapping[str, Any]) -> list[float]:
        """1 for a list, also an empty one."""
        assert value is not None
        return [float(cards is not None) for cards in value]

    def read(self, floats: Sequence[float], view: Mapping[str, Any]) -> list[Any]:
        """Empty lists."""
        return [[] if is_open else None for is_open in floats]


class SetCards(Each):
    """The cards of each set."""

    def read(self, floats: Sequence[float], view: Mapping[str, Any]) -> list[Any]:
        """Null where the slice before says so."""
        cards = super().read(floats, view)
        return [one if was is not None else None for one, was in zip(cards, view["sets"])]


def observation_slices(options: Mapping[str, Any], tables: Mapping[str, Any]) -> list[Slice]:
    """Slices of the tensor (interface page, section 7); seats are relative, own first."""
    n = options["players"]
    slices = [
        part("node", OneHot(NODES), "one-hot " + ", ".join(NODES)),
        part("context", OneHot(CONTEXTS), "why a card is drawn: one-hot " + ", ".join(CONTEXTS)),
        part("actor", Who(n), "one-hot seat whose choice or turn it is, own first"),
        part("player", OneHot(range(n)), "one-hot number of the observing seat"),
        part("round", OneHot(range(7)), "one-hot 0..6"),
        part("draws_left", Number(3), "replacements still to be drawn / 3"),
    ]
    for k in range(n):
        slices += _seat_slices(k, n)
    return slices + _common_slices() + _factory_slices(options, tables) + _turn_slices()


def _seat_slices(k: int, n: int) -> list[Slice]:
    def seat(name: str, code: Code, meaning: str) -> Slice:
        return part(f"seat{k}.{name}", code, meaning, f"seats[{k}].{name}")

    tokens = OneHot(range(1, n + 1))
    cubes = Each(Number(16, high=64), 3)
    return [
        seat("token", tokens, "one-hot turn-order token 1..n"),
        seat("new_token", tokens, "one-hot token taken in the auction"),
        seat("bid", OneHot(range(10)), "one-hot pending bid 0..9; zeros if unknown"),
        seat("ap", OneHot(range(10)), "one-hot action points 0..9"),
        seat("money", Number(16, high=64), "$ / 16, above 1 from 17$ on"),
        seat("held", cubes, "silver, red, yellow cubes / 16"),
        seat("stacks", Each(Stack(), 5), "card 1..46 in space 1..5: (7 - cards above it) / 7"),
        seat("markets", Flags(MARKETS), "completed markets 47..85"),
        seat("scoring", Flags(SCORING), "bought scoring cards 86..120"),
    ]


def _common_slices() -> list[Slice]:
    production, markets, scoring = Flags(PRODUCTION), Flags(MARKETS), Flags(SCORING)
    return [
        part("supply", Each(Number(16, high=64), 3), "silver, red, yellow cubes / 16"),
        part("market_display", Display(), "market 47..85: displayed, then cubes S, R, Y on it / 4"),
        part("scoring_display", scoring, "scoring cards 86..120"),
        part("production_deck", production, "production cards 5..46"),
        part("market_deck", markets, "markets 47..85"),
        part("scoring_deck", scoring, "scoring cards 86..120"),
        part("discard", production, "production cards 5..46 on the discard pile"),
        part("removed_markets", markets, "markets replaced in a solo game"),
        part("removed_scoring", scoring, "scoring cards replaced in a solo game"),
    ]


def _factory_slices(options: Mapping[str, Any], tables: Mapping[str, Any]) -> list[Slice]:
    m = number_of_sets(options, tables)
    being = "1 for a set that is being dealt or can still be taken"
    sets = [
        part("sets_open", SetsOpen(Flag(), m), being, "sets"),
        part("sets", SetCards(Flags(PRODUCTION), m), "production cards 5..46 of each set"),
    ]
    return [
        *(sets if m else []),
        part("drawn", Flags(PRODUCTION), "solo: cards drawn in this phase B"),
        part("picked", OneHot(PRODUCTION), "one-hot first pick"),
        part("pending", Flags(PRODUCTION), "cards waiting to be placed"),
        part("placed_space", OneHot(range(1, 6)), "one-hot space of the first card of a pair"),
    ]


def _turn_slices() -> list[Slice]:
    marked = "marked for replacement"
    return [
        part("pointer", OneHot(range(11)), "one-hot index of the current icon of the line"),
        part("paid", Flag(), "the card of the current icon is paid"),
        part("uses", Each(Number(2), 5), "uses spent of the special card in each space / 2"),
        part("revealed", Flag(), "the paid market reveal of this turn is used"),
        part("sale_market", OneHot(MARKETS), "one-hot market 47..85 of the sale under way"),
        part("sale_colour", OneHot(range(3)), "one-hot colour delivered last"),
        part("bought", Flag(), "a scoring card was bought in this turn"),
        part("seen", Flag(), "a scoring card was revealed in this turn"),
        part("marked_markets", Marked(MARKETS), f"markets 47..85 {marked}", "marked"),
        part("marked_scoring", Marked(SCORING), f"scoring cards 86..120 {marked}", "marked"),
    ]
