"""Toy: shape of the state dict, slices of the observation tensor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bitmeeple.contract.shapes import Fields, Int, ListOf, Optional, Slice, Word

NODES = ("DEAL", "TURN", "TOKEN", "END")


def state_schema(options: Mapping[str, Any], tables: Mapping[str, Any]) -> Fields:
    """Shape of ``to_dict()`` (interface page, section 3)."""
    players = options["players"]
    kind = Int(0, 3)
    seat = Fields({"dealt": Optional(kind), "drawn": ListOf(kind, 0, 2)})
    return Fields(
        {
            "node": Word(NODES),
            "current_player": Int(-4, players - 1),
            "seat": Optional(Int(0, players - 1)),
            "seats": ListOf(seat, players),
            "bag": ListOf(Int(0, 9), 4),
            "points": ListOf(Int(0, 40), players),
        },
        derived=("current_player", "bag", "points"),
    )


def observation_slices(options: Mapping[str, Any], tables: Mapping[str, Any]) -> list[Slice]:
    """Slices of the tensor (interface page, section 7)."""
    players = options["players"]
    slices = []
    for k in range(players):
        slices.append(Slice(f"seat{k}.dealt", (4,), "one-hot token type; zeros if unknown"))
        slices.append(Slice(f"seat{k}.drawn", (4,), "tokens drawn of each type / 2"))
    return [
        *slices,
        Slice("bag", (4,), "unseen tokens of each type / 9"),
        Slice("turn", (players,), "one-hot seat to act, own first; zeros at END"),
        Slice("node", (4,), "one-hot " + ", ".join(NODES)),
    ]
