"""Lumen: the state as a dict, what a seat sees of it, observation, resampling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bitmeeple.games.lumen.reference.awards import neutral_bag, objectives_left, reserved
from bitmeeple.games.lumen.reference.scoring import points
from bitmeeple.games.lumen.reference.state import Army, Pending, Position, Seat, Target
from bitmeeple.games.lumen.reference.tables import Tables
from bitmeeple.games.lumen.reference.types import (
    BARRED,
    CELLS,
    CHANCE_NODES,
    EMPTY,
    FACE_DOWN,
    NO_TOKEN,
    NODES,
    TERRITORIES,
)
from bitmeeple.reference.protocol import SupportsRng

# Dict (interface page, section 3)


def current_player(s: Position) -> int:
    """Seat to move, -1 at a chance node, -4 at the end."""
    if s.node == "TERMINAL":
        return -4
    if s.node in CHANCE_NODES:
        return -1
    if s.node == "BAR":
        assert s.enter_player is not None
        return s.enter_player
    return s.mover()


def to_dict(k: Tables, s: Position) -> dict[str, Any]:
    """The whole state."""
    return {
        "node": s.node,
        "current_player": current_player(s),
        "turn": s.turn,
        "half": s.half,
        "first_player": s.first_player,
        "dice": None if s.dice is None else list(s.dice),
        "first_row": s.first_row,
        "value": s.value,
        "cell": s.cell,
        "reinforcements": s.reinforcements,
        "actions": s.actions,
        "step": s.step,
        "act_left": s.act_left,
        "pending": None if s.pending is None else s.pending._asdict(),
        "target": None if s.target is None else s.target._asdict(),
        "enter_player": s.enter_player,
        "enter_territory": s.enter_territory,
        "awards": list(s.awards),
        "marker": s.marker,
        "discovery": list(s.discovery),
        "unrevealed": list(s.unrevealed),
        "frontiers_closed": list(s.frontiers_closed),
        "reach_closed": s.reach_closed,
        "crossing_closed": s.crossing_closed,
        "mercenary_closed": s.mercenary_closed,
        "reserved": reserved(k, s),
        "neutral_bag": neutral_bag(s),
        "points": points(k, s),
        "seats": [_seat_dict(seat) for seat in s.seats],
    }


def _seat_dict(seat: Seat) -> dict[str, Any]:
    return {
        "cells": seat.cells[1:],
        "links": seat.up[1:],
        "rows": list(seat.rows),
        "boxes": seat.boxes,
        "slots": list(seat.slots),
        "reserve": list(seat.reserve),
        "bag": list(seat.bag),
        "fighters": [
            [t, kind >> 1, kind & 1, army[kind]]
            for t, army in enumerate(seat.armies)
            for kind in sorted(army)
        ],
        "loots": list(seat.loots),
        "planning": seat.planning,
        "foul_play": seat.foul_play,
        "bag_awarded": seat.bag_awarded,
        "objectives_held": sum(seat.objectives),
        "objectives": list(seat.objectives),
    }


def from_dict(k: Tables, d: Mapping[str, Any]) -> Position:
    """A position from a dict of the right shape; derived entries are worked out, not read."""
    pending, target, dice = d["pending"], d["target"], d["dice"]
    return Position(
        seats=[_seat_from_dict(k, entry) for entry in d["seats"]],
        marker=d["marker"],
        discovery=list(d["discovery"]),
        unrevealed=list(d["unrevealed"]),
        frontiers_closed=list(d["frontiers_closed"]),
        node=d["node"],
        turn=d["turn"],
        half=d["half"],
        first_player=d["first_player"],
        dice=None if dice is None else (dice[0], dice[1]),
        first_row=d["first_row"],
        value=d["value"],
        cell=d["cell"],
        reinforcements=d["reinforcements"],
        actions=d["actions"],
        step=d["step"],
        act_left=d["act_left"],
        pending=None if pending is None else Pending(**pending),
        target=None if target is None else Target(**target),
        enter_player=d["enter_player"],
        enter_territory=d["enter_territory"],
        awards=list(d["awards"]),
        reach_closed=d["reach_closed"],
        crossing_closed=d["crossing_closed"],
        mercenary_closed=d["mercenary_closed"],
    )


def _seat_from_dict(k: Tables, d: Mapping[str, Any]) -> Seat:
    armies: list[Army] = [{} for _ in TERRITORIES]
    bag = [count - held for count, held in zip(k.counts, d["reserve"])]
    for t, fighter, side, number in d["fighters"]:
        armies[t][2 * fighter + side] = number
        if fighter < len(bag):
            bag[fighter] -= number
    down = [0] * 21
    for cell, high in zip(CELLS, d["links"]):
        down[high] = cell
    down[0] = 0
    return Seat(
        bag=bag,
        cells=[EMPTY, *d["cells"]],
        up=[0, *d["links"]],
        down=down,
        rows=list(d["rows"]),
        boxes=d["boxes"],
        slots=list(d["slots"]),
        reserve=list(d["reserve"]),
        armies=armies,
        loots=list(d["loots"]),
        planning=d["planning"],
        foul_play=d["foul_play"],
        bag_awarded=d["bag_awarded"],
        objectives=list(d["objectives"]),
    )


# What a seat sees (section 7; interface page, section 4)


def view(k: Tables, s: Position, player: int) -> dict[str, Any]:
    """[L-65] Only the values of the opponent's Objective tokens are hidden, until the end."""
    d = to_dict(k, s)
    if s.node != "TERMINAL":
        d["seats"][1 - player]["objectives"] = None
        d["points"][1 - player] = None
    return {"player": player, **d}


def resample(k: Tables, s: Position, player: int, rng: SupportsRng) -> Position:
    """Redraw the opponent's Objective tokens among those the player does not hold."""
    new = s.copy()
    if s.node == "TERMINAL":
        return new
    other = new.seats[1 - player]
    number = sum(other.objectives)
    other.objectives = [0, 0, 0]
    for _ in range(number):
        left = objectives_left(k, new)
        tokens = [i for i, count in enumerate(left) for _ in range(count)]
        other.objectives[tokens[rng.below(len(tokens))]] += 1
    return new


# Observation (interface page, section 7)


def one_hot(size: int, position: int | None) -> list[float]:
    """Zeros, with a 1 at the position, if any."""
    out = [0.0] * size
    if position is not None:
        out[position] = 1.0
    return out


def observation(k: Tables, s: Position, player: int) -> list[float]:
    """All slices."""
    d = view(k, s, player)
    out = _observe_common(k, d, player)
    for p in (player, 1 - player):
        out += _observe_seat(k, d["seats"][p], d["points"][p])
    return out


def _relative(player: int, seat: int | None) -> list[float]:
    """One-hot: self, other."""
    return one_hot(2, None if seat is None else seat ^ player)


def _observe_common(k: Tables, d: Mapping[str, Any], player: int) -> list[float]:
    white, black = d["dice"] or (None, None)
    acting = {-1: 2, -4: 3}.get(d["current_player"], d["current_player"] ^ player)
    step = d["step"]
    out = [
        *one_hot(30, NODES.index(d["node"])),
        *one_hot(4, acting),
        *one_hot(2, player),
        d["turn"] / 17,
        float(d["half"]),
        *_relative(player, d["first_player"]),
        *one_hot(6, white),
        *one_hot(6, None if black is None else black - 1),
        *one_hot(5, d["first_row"]),
        *((0.0, 0.0) if d["value"] is None else (1.0, d["value"] / 30)),
        *one_hot(20, None if d["cell"] is None else d["cell"] - 1),
        float(step == "DEPLOY"),
        float(step == "ACT"),
        float(d["act_left"]),
        d["reinforcements"] / 7,
        d["actions"] / 6,
    ]
    out += _observe_pending(d, player)
    out += _relative(player, d["enter_player"]) + one_hot(16, d["enter_territory"])
    for draw in range(21):
        out += _relative(player, d["awards"][draw] if draw < len(d["awards"]) else None)
    out += one_hot(16, d["marker"])
    for token in d["discovery"]:
        out += one_hot(5, {NO_TOKEN: 0, FACE_DOWN: 4}.get(token, token + 1))
    out += [count / 15 for count in d["unrevealed"]]
    letters = [float(closed) for closed in d["frontiers_closed"]]
    out += letters + [0.0] * (8 - len(letters))
    return out + [float(d[f"{award}_closed"]) for award in ("reach", "crossing", "mercenary")]


def _observe_pending(d: Mapping[str, Any], player: int) -> list[float]:
    pending = d["pending"] or {"type": None, "side": None, "territory": None}
    target = d["target"] or {"owner": None, "type": None, "side": None}
    return [
        float(d["pending"] is not None),
        *one_hot(14, pending["type"]),
        float(pending["side"] or 0),
        *one_hot(16, pending["territory"]),
        *_relative(player, target["owner"]),
        *one_hot(14, target["type"]),
        float(target["side"] or 0),
    ]


def _observe_seat(k: Tables, seat: Mapping[str, Any], total: int | None) -> list[float]:
    cells, links = seat["cells"], seat["links"]
    fighters = [[0] * 16 for _ in range(28)]
    strengths = [0] * 16
    for t, fighter, side, number in seat["fighters"]:
        kind = 2 * fighter + side
        fighters[kind][t] = number
        strengths[t] += number * k.strength[kind]
    out = [float(value >= 0) for value in cells]
    out += [float(value == BARRED) for value in cells]
    out += [max(value, 0) / 30 for value in cells]
    out += [float(links[a - 1] == b or links[b - 1] == a) for a, b in k.edges]
    out += [boxes / 17 for boxes in seat["rows"]]
    out.append(seat["boxes"] / 7)
    for bonus in seat["slots"]:
        out += one_hot(14, None if bonus == NO_TOKEN else bonus)
    out += [count / 3 for count in seat["reserve"]]
    out += [count / 16 for count in seat["bag"]]
    for row in fighters:
        out += [number / 16 for number in row]
    out += [value / 32 for value in strengths]
    out += [count / 5 for count in seat["loots"]]
    out += [seat["planning"] / 3, seat["foul_play"] / 3, float(seat["bag_awarded"])]
    out.append(seat["objectives_held"] / 21)
    if seat["objectives"] is None:
        out += [0.0] * 4
    else:
        out += [1.0, *(count / 21 for count in seat["objectives"])]
    out.append(0.0 if total is None else total / 100)
    return out
