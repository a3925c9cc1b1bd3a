"""El Caballero: options and data file (specification, section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from bitmeeple.contract.data import FlatTables, Reader, header
from bitmeeple.games.el_caballero.interface import VARIANT_NAMES

SIDES = "NESW"
LETTERS = "LW"
COSTS = (
    "buy_ship",
    "build_castillo",
    "ship_from_court",
    "move_castillo",
    "water_only_card",
    "place_governor",
    "place_grande",
    "move_grande",
)
LIMITS = ("card_actions", "buy_ship", "build_castillo", "move_grande")
SOURCES = ("rulebook", "published", "reconstructed")

MAX_ROUNDS = 10
CARDS = 48
POWER_VALUES = 13


def validate(data: object) -> None:
    """Check a data file (specification, section 2.4); `ValueError` names the broken rule."""
    top = header(
        data,
        "el_caballero",
        (
            "variants",
            "setup",
            "costs",
            "turn_limits",
            "power_cards",
            "caballero_card",
            "table",
            "area_cards",
        ),
    )
    _check_variants(_table(top["variants"], *VARIANT_NAMES))
    setup = _table(top["setup"], "start_court", "display_size")
    setup["start_court"].int(0, 8)
    setup["display_size"].int(5, 5)
    costs = _table(top["costs"], *COSTS)
    for name in COSTS:
        costs[name].int(1, 8)
    limits = _table(top["turn_limits"], *LIMITS)
    for name in LIMITS:
        limits[name].int(1, 1 if name == "move_grande" else 2)
    _check_power_cards(_table(top["power_cards"], "cards")["cards"])
    sides = _table(top["caballero_card"], "front", "back")
    _check_numbers(sides["front"], 1)
    _check_numbers(sides["back"], 5)
    table = _table(top["table"], "size", "start_row", "start_col")
    size = table["size"].int(9, 31)
    table["start_row"].int(0, size - 1)
    table["start_col"].int(0, size - 1)
    _check_area_cards(_table(top["area_cards"], "types")["types"])


def _table(reader: Reader, *keys: str) -> dict[str, Reader]:
    """The members of a table; each table names its source."""
    members = reader.object(["source", *keys])
    members["source"].str(SOURCES)
    return members


def _check_variants(variants: dict[str, Reader]) -> None:
    for name in VARIANT_NAMES:
        variant = variants[name].object(
            [
                "rounds",
                "scoring_after",
                "caballero_cards_per_player",
                "ships",
                "castillos",
                "governors_per_player",
                "grandes_per_player",
            ]
        )
        rounds = variant["rounds"].int(1, MAX_ROUNDS)
        scoring = [entry.int(1, rounds) for entry in variant["scoring_after"].list(1, rounds)]
        rising = all(a < b for a, b in pairwise(scoring))
        variant["scoring_after"].require(rising, "not strictly increasing")
        variant["scoring_after"].require(
            scoring[-1] == rounds, f"the last scoring is not after the last round ({rounds})"
        )
        variant["caballero_cards_per_player"].int(1, 10)
        variant["ships"].int(0, 16)
        variant["castillos"].int(0, 16)
        base = name == "base"
        variant["governors_per_player"].int(0, 0 if base else 5)
        variant["grandes_per_player"].int(0, 0 if base else 1)


def _check_power_cards(reader: Reader) -> None:
    values, doubles = [], 0
    for entry in reader.list(POWER_VALUES):
        card = entry.object(["value", "caballeros", "tiles"])
        values.append(card["value"].int(1, POWER_VALUES))
        card["caballeros"].int(0, 8)
        doubles += card["tiles"].int(1, 2) == 2
    reader.require(len(set(values)) == POWER_VALUES, "the values are not distinct")
    reader.require(doubles == 1, f"{doubles} cards with 2 tiles instead of exactly one")


def _check_numbers(reader: Reader, lowest: int) -> None:
    numbers = reader.ints(lowest, lowest + 3, 4)
    reader.require(
        len(set(numbers)) == 4, f"not a permutation of {lowest}, {lowest + 1} .. {lowest + 3}"
    )


def _check_area_cards(reader: Reader) -> None:
    total, plain = 0, 0
    for index, entry in enumerate(reader.list(1, CARDS)):
        card = entry.object(["id", "edges", "gold", "fish", "fish_side", "count"])
        number = card["id"].int(0, CARDS - 1)
        card["id"].require(number == index, f"{number} instead of {index}: ids go up from 0")
        edges = card["edges"].str()
        card["edges"].require(
            len(edges) == 4 and set(edges) <= set(LETTERS),
            f"{edges!r} is not four letters L or W",
        )
        gold = card["gold"].int(0, 3)
        fish = card["fish"].int(0, 3)
        entry.require(not (gold and fish), "gold and fish on one card")
        card["gold"].require(gold == 0 or "L" in edges, f"gold, but no land in {edges}")
        _check_fish_side(card["fish_side"], edges, fish)
        total += card["count"].int(1, CARDS)
        plain += not gold and not fish
    reader.require(total == CARDS, f"the counts sum to {total} instead of {CARDS}")
    reader.require(plain > 0, "no type without gold and fish (start card)")


def _check_fish_side(reader: Reader, edges: str, fish: int) -> None:
    if not fish:
        reader.require(reader.value is None, "not null, but there is no fish")
        return
    side = reader.str(SIDES)
    reader.require(edges[SIDES.index(side)] == "W", f"{side} is not a water side of {edges}")


def flatten(data: Mapping[str, Any], options: Mapping[str, Any]) -> FlatTables:
    """The flat tables of the interface page; they do not depend on the options."""
    variants = [data["variants"][name] for name in VARIANT_NAMES]
    power = sorted(data["power_cards"]["cards"], key=lambda card: int(card["value"]))
    types = data["area_cards"]["types"]
    table = data["table"]
    return {
        "ROUNDS": [v["rounds"] for v in variants],
        "SCORING": [
            int(number in v["scoring_after"])
            for v in variants
            for number in range(1, MAX_ROUNDS + 1)
        ],
        "CABALLERO_CARDS": [v["caballero_cards_per_player"] for v in variants],
        "SHIPS": [v["ships"] for v in variants],
        "CASTILLOS": [v["castillos"] for v in variants],
        "GOVERNORS": [v["governors_per_player"] for v in variants],
        "GRANDES": [v["grandes_per_player"] for v in variants],
        "SETUP": [data["setup"]["start_court"], data["setup"]["display_size"]],
        "COSTS": [data["costs"][name] for name in COSTS],
        "LIMITS": [data["turn_limits"][name] for name in LIMITS],
        "POWER_CABALLEROS": [card["caballeros"] for card in power],
        "POWER_TILES": [card["tiles"] for card in power],
        "NUMBERS": [*data["caballero_card"]["front"], *data["caballero_card"]["back"]],
        "TABLE": [table["size"], table["start_row"], table["start_col"]],
        "EDGES": [int(letter == "L") for t in types for letter in t["edges"]],
        "GOLD": [t["gold"] for t in types],
        "FISH": [t["fish"] for t in types],
        "FISH_SIDE": [SIDES.index(t["fish_side"]) if t["fish"] else -1 for t in types],
        "COUNT": [t["count"] for t in types],
    }
