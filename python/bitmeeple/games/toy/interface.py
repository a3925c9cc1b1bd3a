"""Toy: what both implementations show, said once (`bitmeeple.contract`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bitmeeple.contract.data import Option
from bitmeeple.contract.ids import Ids
from bitmeeple.contract.shapes import Field, Fields, Hidden, Int, ListOf, Optional, Word
from bitmeeple.contract.tensor import Each, Number, OneHot, Slice, Who, part

SUMMARY = "draw tokens and do not go over the limit"
OPTIONS = (
    Option("players", 2, (2, 3), "number of seats"),
    Option("open", False, (False, True), "dealt tokens lie face up"),
)
NODES = ("DEAL", "TURN", "TOKEN", "END")
CHANCE_NODES = ("DEAL", "TOKEN")
END = "END"

DRAW, STAY = Ids(0), Ids(1)
TOKEN = Ids(0, 4)
ACTIONS = {"DRAW": DRAW, "STAY": STAY}
OUTCOMES = {"TOKEN": TOKEN}
PASSIVE = (*STAY,)

DERIVED = "I-06"
UNSAID = ("seats.*.drawn",)  # the tensor counts drawn tokens, their order is lost


def state_schema(options: Mapping[str, Any], tables: Mapping[str, Any]) -> Fields:
    """Shape of ``to_dict()`` (interface page, section 3)."""
    players = options["players"]
    kind = Int(0, 3)
    seat = Fields(
        {
            "dealt": Field(
                Optional(kind),
                "token type dealt face down",
                hidden=None if options["open"] else Hidden(),
            ),
            "drawn": Field(ListOf(kind, 0, 2), "token types in order of drawing"),
        },
        name="SeatPosition",
    )
    return Fields(
        {
            "node": Field(Word(NODES, "Node")),
            "current_player": Field(Int(-4, players - 1), "seat, -1, -4", derived=True),
            "seat": Field(Optional(Int(0, players - 1)), "who is dealt to or whose turn it is"),
            "seats": Field(ListOf(seat, players), "in seat order"),
            "bag": Field(ListOf(Int(0, 9), 4), "tokens left by type", derived=True),
            "points": Field(
                ListOf(Int(0, 40), players), "value of the tokens drawn face up", derived=True
            ),
        },
        name="Position",
    )


def observation_slices(options: Mapping[str, Any], tables: Mapping[str, Any]) -> list[Slice]:
    """Slices of the tensor (interface page, section 7)."""
    players = options["players"]
    slices = []
    for k in range(players):
        dealt, drawn = f"seats[{k}].dealt", f"seats[{k}].drawn"
        slices += [
            part(f"seat{k}.dealt", OneHot(range(4)), "one-hot token type; zeros if unknown", dealt),
            part(f"seat{k}.drawn", TypeCounts(), "tokens drawn of each type / 2", drawn),
        ]
    return [
        *slices,
        part("bag", Each(Number(9), 4), "unseen tokens of each type / 9"),
        part("turn", Who(players), "one-hot seat to act, own first; zeros at END", "seat"),
        part("node", OneHot(NODES), "one-hot " + ", ".join(NODES)),
    ]


class TypeCounts(Each):
    """A list of token types as the number of each type: what is special about the toy."""

    def __init__(self) -> None:
        super().__init__(Number(2), 4)

    def write(self, value: Any, view: Mapping[str, Any]) -> list[float]:
        """Without the order."""
        return super().write([value.count(kind) for kind in range(4)], view)

    def read(self, floats: Any, view: Mapping[str, Any]) -> list[int]:
        """In ascending order."""
        return [kind for kind, n in enumerate(super().read(floats, view)) for _ in range(n)]
