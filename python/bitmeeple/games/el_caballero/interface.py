"""El Caballero: shape of the state dict, slices of the observation tensor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bitmeeple.contract.data import Option
from bitmeeple.contract.shapes import Bool, Fields, Int, ListOf, Optional, Shape, Word
from bitmeeple.contract.tensor import Slice

VARIANT_NAMES = ("base", "expanded")

SUMMARY = "tile laying and area control"
OPTIONS = (
    Option("players", 2, (2, 3, 4), "number of seats"),
    Option(
        "variant",
        "base",
        VARIANT_NAMES,
        "base: 7 rounds; expanded: 10 rounds, with governors and the Grande",
    ),
    Option(
        "first_player",
        0,
        lambda chosen, data: range(chosen["players"]),
        "seat that begins the first round",
    ),
)

NODES = (
    "START",
    "DRAW",
    "POWER",
    "TURN",
    "TILE_CELL",
    "TILE_ROT",
    "CARD_CELL",
    "CARD_ORI",
    "RAISE_CELL",
    "RAISE_ORI",
    "SHIP_CELL",
    "SHIP_SIDE",
    "UNSHIP_CELL",
    "UNSHIP_SIDE",
    "CASTILLO_CELL",
    "MOVECAS_FROM",
    "MOVECAS_TO",
    "BACK_CELL",
    "GOV_CELL",
    "GOV_SIDE",
    "GRANDE_CELL",
    "GRANDE_TO",
    "GAME_OVER",
)
DECK = 48
POWER_VALUES = 13
DERIVED = "I-26"  # starts the message about a derived entry that disagrees


@dataclass(frozen=True)
class Sorted(Shape):
    """A list of dicts, strictly ascending by some of their keys."""

    inner: Fields
    highest: int
    keys: Sequence[str]

    def check(self, value: object, path: str) -> None:
        """Every entry, then their order."""
        ListOf(self.inner, 0, self.highest).check(value, path)
        assert isinstance(value, list)
        order = [tuple(entry[key] for key in self.keys) for entry in value]
        if any(a >= b for a, b in pairwise(order)):
            raise ValueError(f"{path}: not strictly ascending by {', '.join(self.keys)}")


def state_schema(options: Mapping[str, Any], tables: Mapping[str, Any]) -> Fields:
    """Shape of ``to_dict()`` (interface page, section 3)."""
    players = options["players"]
    variant = tables["variants"][options["variant"]]
    limits = tables["turn_limits"]
    types = len(tables["area_cards"]["types"])
    cell = Int(0, tables["table"]["size"] ** 2 - 1)
    side = Int(0, 3)
    seat = Int(0, players - 1)
    area_card = Fields({"cell": cell, "type": Int(0, types - 1), "rotation": side})
    governor = Fields({"cell": cell, "side": side, "owner": seat, "ship": Bool()})
    turn = Fields(
        {
            "index": seat,
            "tiles_left": Int(0, 2),
            "supply_taken": Bool(),
            "card_actions": Int(0, limits["card_actions"]),
            "ship_buys": Int(0, limits["buy_ship"]),
            "castillo_builds": Int(0, limits["build_castillo"]),
            "grande_moves": Int(0, limits["move_grande"]),
        }
    )
    pending = Fields(
        {
            "tile": Optional(Int(0, types - 1)),
            "cell": Optional(cell),
            "ship_from": Optional(Word(("supply", "court"))),
        }
    )
    return Fields(
        {
            "node": Word(NODES),
            "current_player": Int(-4, players - 1),
            "round": Int(1, variant["rounds"]),
            "first_player": seat,
            "points": ListOf(Int(0, 2**16 - 1), players),
            "area_cards": Sorted(area_card, DECK, ("cell",)),
            "display": ListOf(Int(0, tables["setup"]["display_size"]), types),
            "undrawn": ListOf(Int(0, DECK), types),
            "supply_ships": Int(0, 16),
            "supply_castillos": Int(0, 16),
            "governors": Sorted(
                governor, players * variant["governors_per_player"], ("cell", "side")
            ),
            "seats": ListOf(_seat_shape(variant, cell), players),
            "turn": Optional(turn),
            "pending": pending,
        },
        derived=("current_player", "undrawn", "supply_ships", "supply_castillos"),
    )


def _seat_shape(variant: Mapping[str, Any], cell: Int) -> Fields:
    cards = variant["caballero_cards_per_player"]
    power = Int(1, POWER_VALUES)
    card = Fields(
        {
            "cell": cell,
            "orientation": Int(0, 7),
            "castillo": Bool(),
            "ships": ListOf(Int(0, 3), 0, 4, ascending=True),
        }
    )
    return Fields(
        {
            "court": Int(0, 8 * cards),
            "ships": Int(0, variant["ships"]),
            "stock": Int(0, 10),
            "governors": Int(0, variant["governors_per_player"]),
            "grande": Optional(cell),
            "hand": ListOf(power, 0, POWER_VALUES, ascending=True),
            "played": Optional(power),
            "cards": Sorted(card, cards, ("cell",)),
        },
        derived=("stock", "governors"),
    )


def observation_slices(options: Mapping[str, Any], tables: Mapping[str, Any]) -> list[Slice]:
    """Slices of the tensor (interface page, section 7); seats from the observer on, clockwise."""
    players = options["players"]
    variant = tables["variants"][options["variant"]]
    cards = variant["caballero_cards_per_player"]
    governors = variant["governors_per_player"]
    types = len(tables["area_cards"]["types"])
    slices = [
        Slice("node", (len(NODES),), "one-hot " + ", ".join(NODES)),
        Slice("current_player", (players,), "one-hot seat to act, own first; zeros if none is"),
        Slice("round", (1,), "round / 10"),
        Slice("first_player", (players,), "one-hot seat with the round's first power card"),
        Slice("played", (players, POWER_VALUES), "one-hot value of the open power card"),
        Slice("hand", (players, POWER_VALUES), "1 for each power card in hand"),
        Slice("points", (players,), "points / 100", high=100),
        Slice("court", (players,), "caballeros at court / 80"),
        Slice("court_ships", (players,), "ships at court / 16"),
        Slice("stock", (players,), "caballero cards in stock / 10"),
        Slice("court_governors", (players,), "governors at court / 5"),
        Slice("supply", (2,), "ships, castillos in the supply / 16"),
        Slice("display", (types,), "face-up area cards of each type / 5"),
        Slice("undrawn", (types,), "undrawn area cards of each type / 48"),
        Slice("turn_index", (players,), "one-hot number of turns of the round that have ended"),
        Slice(
            "turn",
            (6,),
            "tiles left / 2, supply taken, card actions, ships, castillos / 2, Grande moves",
        ),
        Slice("pending_tile", (types,), "one-hot type chosen to be laid"),
        Slice("pending_cell", (3,), "1 if a cell is chosen, row, column / (table size - 1)"),
        Slice("pending_ship", (2,), "1 for a ship from the supply, from the court"),
        Slice(
            "area_cards",
            (DECK, 11 + types),
            "by cell: 1, row, column, one-hot rotation, land on N E S W, one-hot type",
        ),
        Slice(
            "cards",
            (players, cards, 17),
            "by cell: 1, row, column, one-hot orientation, castillo, Grande, ship on N E S W",
        ),
        Slice("governors", (players, governors, 8), "by edge: 1, row, column, one-hot side, ship"),
    ]
    return [entry for entry in slices if entry.size]
