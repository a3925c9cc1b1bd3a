"""Lumen: shape of the state dict, slices of the observation tensor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def scenario_ids(chosen: Mapping[str, Any], data: Mapping[str, Any]) -> Sequence[str]:
    """Ids of the scenarios of a file, in its order."""
    return tuple(row["id"] for row in data["scenarios"]["rows"])


SUMMARY = "roll-and-write skirmish"
OPTIONS = (
    Option("scenario", "A", scenario_ids, "map, starting Fighters and special rules"),
    Option(
        "first_player",
        "random",
        ("random", "day", "night"),
        "clan that begins Turn 1, or random: it is drawn",
    ),
    Option(
        "edition",
        "rulebook",
        ("rulebook", "original"),
        "wording of Restorer, Clean Sheet and Discovery Mission: the English rulebook's, or "
        "the designers' original",
    ),
)

NODES = (
    "RESERVE_DRAW",
    "FIRST_PLAYER",
    "DICE_ROLL",
    "BONUS_DRAW",
    "OBJECTIVE_DRAW",
    "DISCOVERY_REVEAL",
    "PARA_DRAW",
    "PLANNING",
    "CALC",
    "FILL",
    "LINK_DOWN",
    "LINK_UP",
    "ORDER",
    "DEPLOY",
    "ACT",
    "MOVE_DEST",
    "PUSH_TARGET",
    "PUSH_DEST",
    "KILL_TARGET",
    "FLY_DEST",
    "EPIC_MOVE",
    "MARKER_DEST",
    "HYPNO",
    "FURY_1",
    "FURY_2",
    "CLEAN",
    "SWAP_1",
    "SWAP_2",
    "BAR",
    "TERMINAL",
)
SEAT = Int(0, 1)
TYPE = Int(0, 13)
SIDE = Int(0, 1)
POINTS = Int(0, 10_000)
DERIVED = "derived"  # starts the message about a derived entry that disagrees


@dataclass(frozen=True)
class Token(Shape):
    """What lies on a Territory: -1 nothing, 0..2 a face-up Loot, 8 a face-down token."""

    def check(self, value: object, path: str) -> None:
        """See `Shape.check`."""
        Int(-1, 8).check(value, path)
        if value not in (-1, 0, 1, 2, 8):
            raise ValueError(f"{path}: {value} is not one of -1, 0, 1, 2, 8")


@dataclass(frozen=True)
class FighterList(Shape):
    """Entries [Territory, type, side, number], strictly ascending by the first three."""

    territory: Territory

    def check(self, value: object, path: str) -> None:
        """See `Shape.check`."""
        entry = Tuple((self.territory, TYPE, SIDE, Int(1, 11)))
        ListOf(entry, 0, 16 * 28).check(value, path)
        assert isinstance(value, list)
        if any(a[:3] >= b[:3] for a, b in pairwise(value)):
            raise ValueError(f"{path}: not strictly ascending by Territory, type and side")


@dataclass(frozen=True)
class Territory(Int):
    """An index 0..15, in the order of ``ids``, which are printed on the board."""

    lowest: int = 0
    highest: int = 15
    ids: tuple[int, ...] = ()

    def check(self, value: object, path: str) -> None:
        """See `Shape.check`."""
        if type(value) is int and value > self.highest and value in self.ids:
            index = self.ids.index(value)
            raise ValueError(
                f"{path}: {value} is the id on the board; dicts have the index 0..15: {index}"
            )
        super().check(value, path)


def frontier_letters(options: Mapping[str, Any], tables: Mapping[str, Any]) -> list[str]:
    """Letters of the frontiers of the chosen scenario, ascending."""
    rows = tables["scenarios"]["rows"]
    frontiers = next(row for row in rows if row["id"] == options["scenario"])["frontiers"]
    return sorted(letter for letter in frontiers if letter != "note")


def state_schema(options: Mapping[str, Any], tables: Mapping[str, Any]) -> Fields:
    """Shape of ``to_dict()`` (interface page, section 3)."""
    territory = Territory(ids=tuple(row["id"] for row in tables["territories"]["rows"]))
    pending = {"type": Optional(TYPE), "side": Optional(SIDE), "territory": territory}
    return Fields(
        {
            "node": Word(NODES),
            "current_player": Int(-4, 1),
            "turn": Int(0, 17),
            "half": Int(0, 1),
            "first_player": Optional(SEAT),
            "dice": Optional(Tuple((Int(0, 5), Int(1, 6)))),
            "first_row": Optional(Int(0, 4)),
            "value": Optional(Int(0, 30)),
            "cell": Optional(Int(1, 20)),
            "reinforcements": Int(0, 7),
            "actions": Int(0, 6),
            "step": Optional(Word(("DEPLOY", "ACT"))),
            "act_left": Bool(),
            "pending": Optional(Fields(pending)),
            "target": Optional(Fields({"owner": SEAT, "type": TYPE, "side": SIDE})),
            "enter_player": Optional(SEAT),
            "enter_territory": Optional(territory),
            "awards": ListOf(SEAT, 0, 21),
            "marker": territory,
            "discovery": ListOf(Token(), 16),
            "unrevealed": ListOf(Int(0, 15), 8),
            "frontiers_closed": ListOf(Bool(), len(frontier_letters(options, tables))),
            "reach_closed": Bool(),
            "crossing_closed": Bool(),
            "mercenary_closed": Bool(),
            "reserved": Int(0, 9),
            "neutral_bag": ListOf(Int(0, 1), 14),
            "points": ListOf(POINTS, 2),
            "seats": ListOf(_seat_schema(territory), 2),
        },
        derived=("current_player", "reserved", "neutral_bag", "points"),
    )


def _seat_schema(territory: Territory) -> Fields:
    return Fields(
        {
            "cells": ListOf(Int(-2, 30), 20),
            "links": ListOf(Int(0, 20), 20),
            "rows": ListOf(Int(0, 17), 5),
            "boxes": Int(0, 7),
            "slots": ListOf(Int(-1, 13), 5),
            "reserve": ListOf(Int(0, 3), 6),
            "bag": ListOf(Int(0, 11), 6),
            "fighters": FighterList(territory),
            "loots": ListOf(Int(0, 5), 3),
            "planning": Int(0, 3),
            "foul_play": Int(0, 3),
            "bag_awarded": Bool(),
            "objectives_held": Int(0, 21),
            "objectives": ListOf(Int(0, 21), 3),
        },
        derived=("bag", "objectives_held"),
    )


def observation_slices(options: Mapping[str, Any], tables: Mapping[str, Any]) -> list[Slice]:
    """Slices of the tensor (interface page, section 7); own seat first."""
    near = tables["command_board"]["adjacency"]
    edges = sum(len(cells) for name, cells in near.items() if name != "note") // 2
    return [
        Slice("node", (30,), "one-hot " + ", ".join(NODES)),
        Slice("to_move", (4,), "one-hot: self, other, chance, terminal"),
        Slice("seat", (2,), "one-hot: self is Day, Night"),
        Slice("turn", (1,), "turn / 17"),
        Slice("half", (1,), "1 in the half-turn of the second player"),
        Slice("first_player", (2,), "one-hot: self, other"),
        Slice("dice", (12,), "one-hot white 0..5, then one-hot black 1..6"),
        Slice("first_row", (5,), "one-hot row the first player took"),
        Slice("value", (2,), "1 if a number is to be written; the number / 30"),
        Slice("cell", (20,), "one-hot cell just filled"),
        Slice("step", (3,), "1 if the step is DEPLOY; ACT; 1 if ACT is still to come"),
        Slice("counters", (2,), "reinforcements / 7, actions / 6"),
        Slice("pending", (32,), "present, one-hot type 14, side, one-hot Territory 16"),
        Slice("target", (17,), "one-hot owner self, other; one-hot type 14; side"),
        Slice("enter", (18,), "one-hot player self, other; one-hot Territory 16"),
        Slice("awards", (21, 2), "one-hot owner of the k-th Objective draw due: self, other"),
        Slice("marker", (16,), "one-hot Territory of the Initiative marker"),
        Slice("discovery", (16, 5), "one-hot: none, face-up Loot kind 0, 1, 2, face down"),
        Slice("unrevealed", (8,), "Discovery tokens never revealed by kind / 15"),
        Slice("closed", (11,), "1 if awarded: frontiers (8), reach, crossing, Mercenary"),
        *_seat_slices("self", edges),
        *_seat_slices("other", edges),
    ]


def _seat_slices(who: str, edges: int) -> list[Slice]:
    return [
        Slice(f"{who}_filled", (20,), "1 if the cell is filled"),
        Slice(f"{who}_barred", (20,), "1 if the cell is barred"),
        Slice(f"{who}_values", (20,), "value / 30; 0 if not filled"),
        Slice(f"{who}_links", (edges,), "1 if the two cells are linked, by pair of neighbours"),
        Slice(f"{who}_rows", (5,), "crossed boxes by calculation row / 17"),
        Slice(f"{who}_boxes", (1,), "crossed High Command boxes / 7"),
        Slice(f"{who}_slots", (5, 14), "one-hot Bonus token; zeros if empty"),
        Slice(f"{who}_reserve", (6,), "Reserve by Basic type / 3"),
        Slice(f"{who}_bag", (6,), "bag by Basic type / 16"),
        Slice(f"{who}_fighters", (28, 16), "tokens by 2 * type + side and Territory / 16"),
        Slice(f"{who}_strength", (16,), "strength by Territory / 32", high=16),
        Slice(f"{who}_loots", (3,), "claimed Loots by kind / 5"),
        Slice(f"{who}_tokens", (2,), "Planning / 3, Foul Play / 3"),
        Slice(f"{who}_bag_awarded", (1,), "1 if the emptied bag has been awarded"),
        Slice(f"{who}_held", (1,), "Objective tokens held / 21"),
        Slice(f"{who}_objectives", (4,), "1 if known; tokens by value / 21; zeros if hidden"),
        Slice(f"{who}_points", (1,), "Lumen / 100; 0 if hidden", high=100),
    ]
