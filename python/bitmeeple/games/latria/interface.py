"""Latria: what both implementations show, said once (`bitmeeple.contract`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bitmeeple.contract.data import Option, Value
from bitmeeple.contract.ids import Ids
from bitmeeple.contract.shapes import Bool, Field, Fields, Hidden, Int, ListOf, Optional, Word
from bitmeeple.contract.tensor import BySeat, Each, Flag, Flags, Number, OneHot, Slice, Who, part


def _first_parents(chosen: Mapping[str, Any], data: Mapping[str, Any]) -> Sequence[Value]:
    return ("random", *range(chosen["players"]))


SUMMARY = "trick-taking under eclipses"
OPTIONS = (
    Option("players", 4, (3, 4, 5, 6), "number of seats"),
    Option(
        "variant",
        "standard",
        ("standard", "simple", "star_eclipse"),
        "standard game; simple: an eclipse only turns the order of strength round; "
        "star_eclipse: Polaris is eclipsed throughout",
    ),
    Option(
        "campaign",
        False,
        (False, True),
        "as many games as players, one after another, with points for the place in each",
    ),
    Option(
        "first_parent",
        "random",
        _first_parents,
        "seat that leads the first round, or random: it is drawn",
    ),
    Option(
        "simple_capture",
        "weaker",
        ("weaker", "lower"),
        "variant simple, while strength is turned round: a child captures its own card if it is "
        "weaker than the leader's, or if its number is lower",
    ),
)
NODES = (
    "DEAL",
    "FIRST_PARENT",
    "REVEAL_SUN",
    "REVEAL_MOON",
    "REVEAL_POLARIS",
    "PARENT_PLAY",
    "NAME_BODY",
    "CHILD_PLAY",
    "REMOVE",
    "END",
)
CHANCE_NODES = NODES[:5]
END = "END"

# Decisions and outcomes share one space of ids (specification, section 2.5).
CARD = Ids(0, 60)
NAME_BODY = Ids(60, 3)
REVEAL = Ids(63, 12)  # by celestial type, as the next two
REMOVE_OPEN = Ids(75, 12)
REMOVE_ECLIPSE = Ids(87, 12)
FIRST_PARENT = Ids(99, 6)
ACTIONS = {
    "CARD": CARD,
    "NAME_BODY": NAME_BODY,
    "REVEAL": REVEAL,
    "REMOVE_OPEN": REMOVE_OPEN,
    "REMOVE_ECLIPSE": REMOVE_ECLIPSE,
    "FIRST_PARENT": FIRST_PARENT,
}
OUTCOMES = ACTIONS
PASSIVE = ()

DERIVED = "I-26"
UNSAID = ()

CARDS = ListOf(Int(0, 59), 0, 60, ascending=True)
COUNTS = ListOf(Int(0, 13), 12)
POINTS = Int(-(2**31), 2**31 - 1)


def state_schema(options: Mapping[str, Any], tables: Mapping[str, Any]) -> Fields:
    """Shape of ``to_dict()`` (interface page, section 3)."""
    players = options["players"]
    setup = tables["player_setup"][str(players)]
    seat = Optional(Int(0, players - 1))
    removing = {"node": ("REMOVE",)}
    points = ListOf(POINTS, players)
    return Fields(
        {
            "node": Field(Word(NODES, "Node")),
            "current_player": Field(Int(-4, players - 1), "seat, -1, -4", derived=True),
            "game_index": Field(Int(0, players - 1), "game of the campaign; 0 without `campaign`"),
            "round": Field(Int(0, setup["rounds"]), "0 in `DEAL` and `FIRST_PARENT`"),
            "first_parent": Field(seat, "of game 0, only in a campaign (D-04)"),
            "parent": Field(seat, "null in `DEAL` and `FIRST_PARENT` of every game"),
            "target": Field(
                Optional(Int(0, 2)), "body that the children follow", at={"node": ("CHILD_PLAY",)}
            ),
            "ecl": Field(ListOf(Bool(), 4), "Sun, Moon, Polaris, Latria board eclipsed"),
            "pile": Field(COUNTS, "undrawn celestial cards, by type"),
            "stack": Field(COUNTS, "celestial cards on the boards, each on its body's"),
            "set_aside": Field(CARDS, "the public set-aside set"),
            "removed": Field(CARDS, "astrology cards removed by the special card in this game"),
            "remover": Field(seat, "owner of the special card", at=removing),
            "removals": Field(Optional(Int(0, 1)), "removals already done", at=removing),
            "seats": Field(ListOf(_seat_schema(players, setup["hand"]), players), "in seat order"),
            "points": Field(points, "victory points of the piles as they lie now", derived=True),
            "totals": Field(points, "sums of `game_points`", derived=True),
        },
        name="Position",
    )


def _seat_schema(players: int, hand: int) -> Fields:
    card = Optional(CARDS.inner)
    return Fields(
        {
            # [L-31] [L-41] Nothing is hidden but hands and face-down cards [L-20].
            "hand": Field(ListOf(CARDS.inner, 0, hand, ascending=True), hidden=Hidden()),
            "hand_size": Field(Int(0, hand), "length of `hand`", derived=True),
            "table": Field(
                card,
                "on the table in this round: the parent's face up, a child's face down",
                hidden=Hidden(but="parent"),
            ),
            "has_played": Field(Bool(), "`table` is not null", derived=True),
            "open": Field(CARDS, "open pile, astrology"),
            "open_celestial": Field(COUNTS, "open pile, celestial, by type"),
            "eclipse": Field(CARDS, "pile under the eclipse marker, astrology"),
            "eclipse_celestial": Field(COUNTS, "the same, celestial, by type"),
            "marker": Field(Bool(), "eclipse marker taken"),
            "void": Field(
                ListOf(Int(0, 3), 0, 4, ascending=True), "suits that it is known not to hold"
            ),
            "game_points": Field(
                ListOf(Int(-1, players), 0, players), "campaign points of the finished games"
            ),
            "loss": Field(POINTS, "value of the eclipse pile as it lies now", derived=True),
        },
        name="SeatPosition",
    )


class GamePoints(Each):
    """Campaign points by game, zeros for games that are not finished."""

    def __init__(self, players: int, campaign: bool) -> None:
        super().__init__(Number(6, low=-1), players)
        self.campaign = campaign

    def write(self, value: Any, view: Mapping[str, Any]) -> list[float]:
        """One float for each game of a campaign."""
        return super().write([*value, *[0] * (self.count - len(value))], view)

    def read(self, floats: Any, view: Mapping[str, Any]) -> list[int]:
        """The finished games."""
        games = self.count if view["node"] == END else view["game_index"]
        points: list[int] = super().read(floats, view)
        return points[: games if self.campaign else 0]


def observation_slices(options: Mapping[str, Any], tables: Mapping[str, Any]) -> list[Slice]:
    """Slices of the tensor (interface page, section 7); seats are relative, own first."""
    n = options["players"]
    types, flags = Each(Number(13), 12), Flags(CARD)

    def seats(name: str, code: Any, meaning: str) -> Slice:
        return part(name, BySeat(code, n), meaning, f"seats[*].{name}")

    return [
        part("player", OneHot(range(n)), "one-hot observing seat, absolute"),
        part("node", OneHot(NODES), "one-hot " + ", ".join(NODES)),
        part("current_player", Who(n, over=END), "one-hot seat to act; zeros at chance and END"),
        part("game_index", Number(6), "game of the campaign / 6"),
        part("round", Number(11), "round / 11"),
        part("first_parent", Who(n), "one-hot first parent of game 0; zeros without campaign"),
        part("parent", Who(n), "one-hot parent"),
        part("target", OneHot(range(3)), "one-hot target body; zeros outside of CHILD_PLAY"),
        part("ecl", Each(Flag(), 4), "1 if the board of the suit is eclipsed"),
        part("pile", types, "undrawn celestial cards by type / 13"),
        part("stack", types, "celestial cards on the boards by type / 13"),
        part("set_aside", flags, "1 for each card set aside"),
        part("removed", flags, "1 for each card removed by the special card"),
        part("remover", Who(n), "one-hot owner of the special card in REMOVE"),
        part("removals", Number(), "removals already done in REMOVE, 0 or 1"),
        part("hand", flags, "1 for each card of the own hand", "seats[0].hand"),
        seats("hand_size", Number(12), "cards in hand / 12"),
        seats("has_played", Flag(), "1 if a card lies before the seat"),
        part("own_table", OneHot(CARD), "one-hot own card on the table", "seats[0].table"),
        part(
            "parent_table",
            OneHot(CARD),
            "one-hot card of the parent on the table, face up",
            "seats[parent].table",
        ),
        seats("open", flags, "1 for each card of the open pile"),
        seats("open_celestial", types, "celestial cards of the open pile by type / 13"),
        seats("eclipse", flags, "1 for each card of the eclipse pile"),
        seats("eclipse_celestial", types, "celestial cards of the eclipse pile by type / 13"),
        seats("marker", Flag(), "1 if the eclipse marker is taken"),
        seats("void", Flags(range(4)), "1 for each suit the seat is known not to hold"),
        seats(
            "game_points",
            GamePoints(n, options["campaign"]),
            "campaign points by game / 6; 0 for unfinished games",
        ),
        part(
            "points",
            BySeat(Number(64, low=-64, high=64), n),
            "victory points of the piles as they lie now / 64",
        ),
        part("totals", BySeat(Number(36, low=-1), n), "campaign points so far / 36"),
        seats("loss", Number(64, high=64), "loss of the eclipse pile as it lies now / 64"),
    ]
