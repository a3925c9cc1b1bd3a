"""Latria: shape of the state dict, slices of the observation tensor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bitmeeple.contract.shapes import Bool, Fields, Int, ListOf, Optional, Shape, Slice, Word

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
CARD = Int(0, 59)
CARDS = ListOf(CARD, 0, 60, ascending=True)
COUNTS = ListOf(Int(0, 13), 12)
POINTS = Int(-(2**31), 2**31 - 1)


def state_schema(options: Mapping[str, Any], tables: Mapping[str, Any]) -> Fields:
    """Shape of ``to_dict()`` (interface page, section 3)."""
    players = options["players"]
    setup = tables["player_setup"][str(players)]
    seat: Shape = Optional(Int(0, players - 1))
    return Fields(
        {
            "node": Word(NODES),
            "current_player": Int(-4, players - 1),
            "game_index": Int(0, players - 1),
            "round": Int(0, setup["rounds"]),
            "first_parent": seat,
            "parent": seat,
            "target": Optional(Int(0, 2)),
            "ecl": ListOf(Bool(), 4),
            "pile": COUNTS,
            "stack": COUNTS,
            "set_aside": CARDS,
            "removed": CARDS,
            "remover": seat,
            "removals": Optional(Int(0, 1)),
            "seats": ListOf(_seat_schema(players, setup["hand"]), players),
            "points": ListOf(POINTS, players),
            "totals": ListOf(POINTS, players),
        },
        derived=("current_player", "points", "totals"),
    )


def _seat_schema(players: int, hand: int) -> Fields:
    return Fields(
        {
            "hand": ListOf(CARD, 0, hand, ascending=True),
            "hand_size": Int(0, hand),
            "table": Optional(CARD),
            "has_played": Bool(),
            "open": CARDS,
            "open_celestial": COUNTS,
            "eclipse": CARDS,
            "eclipse_celestial": COUNTS,
            "marker": Bool(),
            "void": ListOf(Int(0, 3), 0, 4, ascending=True),
            "game_points": ListOf(Int(-1, players), 0, players),
            "loss": POINTS,
        },
        derived=("hand_size", "has_played", "loss"),
    )


def observation_slices(options: Mapping[str, Any], tables: Mapping[str, Any]) -> list[Slice]:
    """Slices of the tensor (interface page, section 7); seats are relative, own first."""
    n = options["players"]
    return [
        Slice("player", (n,), "one-hot observing seat, absolute"),
        Slice("node", (10,), "one-hot " + ", ".join(NODES)),
        Slice("current_player", (n,), "one-hot seat to act; zeros at chance and END"),
        Slice("game_index", (1,), "game of the campaign / 6"),
        Slice("round", (1,), "round / 11"),
        Slice("first_parent", (n,), "one-hot first parent of game 0; zeros without campaign"),
        Slice("parent", (n,), "one-hot parent"),
        Slice("target", (3,), "one-hot target body; zeros outside of CHILD_PLAY"),
        Slice("ecl", (4,), "1 if the board of the suit is eclipsed"),
        Slice("pile", (12,), "undrawn celestial cards by type / 13"),
        Slice("stack", (12,), "celestial cards on the boards by type / 13"),
        Slice("set_aside", (60,), "1 for each card set aside"),
        Slice("removed", (60,), "1 for each card removed by the special card"),
        Slice("remover", (n,), "one-hot owner of the special card in REMOVE"),
        Slice("removals", (1,), "removals already done in REMOVE, 0 or 1"),
        Slice("hand", (60,), "1 for each card of the own hand"),
        Slice("hand_size", (n,), "cards in hand / 12"),
        Slice("has_played", (n,), "1 if a card lies before the seat"),
        Slice("own_table", (60,), "one-hot own card on the table"),
        Slice("parent_table", (60,), "one-hot card of the parent on the table, face up"),
        Slice("open", (n, 60), "1 for each card of the open pile"),
        Slice("open_celestial", (n, 12), "celestial cards of the open pile by type / 13"),
        Slice("eclipse", (n, 60), "1 for each card of the eclipse pile"),
        Slice("eclipse_celestial", (n, 12), "celestial cards of the eclipse pile by type / 13"),
        Slice("marker", (n,), "1 if the eclipse marker is taken"),
        Slice("void", (n, 4), "1 for each suit the seat is known not to hold"),
        Slice("game_points", (n, n), "campaign points by game / 6; 0 for unfinished games", low=-1),
        Slice("points", (n,), "victory points of the piles as they lie now / 64", low=-64, high=64),
        Slice("totals", (n,), "campaign points so far / 36", low=-1),
        Slice("loss", (n,), "loss of the eclipse pile as it lies now / 64", high=64),
    ]
