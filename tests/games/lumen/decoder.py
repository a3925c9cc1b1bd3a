"""Lumen."""

from bitmeeple.games.lumen.interface import NODES
from games.decoding import counts, flag, flags, ids, one, whole

DERIVED = {"reserved", "neutral_bag"}


def cells(parts, who):
    """The values of the cells: -1 empty, -2 barred."""
    rows = zip(parts[f"{who}_filled"], parts[f"{who}_barred"], parts[f"{who}_values"])
    return [whole(v, 30) if filled else -2 if barred else -1 for filled, barred, v in rows]


def links(game, parts, who):
    """The cell that the up-link of each cell leads to; up is to the greater number."""
    edges, values = game._spec.flat_tables()["edges"], cells(parts, who)
    found = [0] * 20
    for pair in ids(parts[f"{who}_links"]):
        low, high = sorted(edges[2 * pair : 2 * pair + 2], key=lambda c: values[c - 1])
        found[low - 1] = high
    return found


def fighters(parts, who):
    """Every class of Fighters in every Territory."""
    counted = parts[f"{who}_fighters"]
    there = [(int(t), int(row)) for row, t in zip(*counted.nonzero())]
    return [[t, row // 2, row % 2, whole(counted[row, t], 16)] for t, row in sorted(there)]


def seat_of(game, parts, who):
    """A seat's entries."""
    known, *objectives = parts[f"{who}_objectives"]
    slots = [one(slot) for slot in parts[f"{who}_slots"]]
    planning, foul_play = parts[f"{who}_tokens"]
    return {
        "cells": cells(parts, who),
        "links": links(game, parts, who),
        "rows": counts(parts[f"{who}_rows"], 17),
        "boxes": whole(parts[f"{who}_boxes"].item(), 7),
        "slots": [-1 if token is None else token for token in slots],
        "reserve": counts(parts[f"{who}_reserve"], 3),
        "bag": counts(parts[f"{who}_bag"], 16),
        "fighters": fighters(parts, who),
        "loots": counts(parts[f"{who}_loots"], 5),
        "planning": whole(planning, 3),
        "foul_play": whole(foul_play, 3),
        "bag_awarded": flag(parts[f"{who}_bag_awarded"]),
        "objectives_held": whole(parts[f"{who}_held"].item(), 21),
        "objectives": counts(objectives, 21) if known else None,
    }


def decode(game, parts, seat):
    """View of ``seat``, but for what other entries say."""

    def person(index):
        return None if index is None else (seat, 1 - seat)[index]

    node = NODES[one(parts["node"])]
    mover = one(parts["to_move"])
    dice, value, pending = parts["dice"], parts["value"], parts["pending"]
    target, enter, step = parts["target"], parts["enter"], flags(parts["step"])
    owner = person(one(target[:2]))
    white = one(dice[:6])
    seats = {person(i): seat_of(game, parts, who) for i, who in enumerate(("self", "other"))}
    points = {person(i): parts[f"{who}_points"] for i, who in enumerate(("self", "other"))}
    closed = flags(parts["closed"])
    frontiers = len(game._spec.flat_tables()["frontiers"])
    aimed = {"owner": owner, "type": one(target[2:16]), "side": whole(target[16])}
    draws = [person(one(row)) for row in parts["awards"] if row.any()]
    placed = [one(row) for row in parts["discovery"]]
    kind = one(pending[1:15])
    half_done = {
        "type": kind,
        "side": None if kind is None else whole(pending[15]),
        "territory": one(pending[16:]),
    }
    assert flag(pending[0]) == pending[1:].any()
    return {
        "player": seat,
        "node": node,
        "current_player": (seat, 1 - seat, -1, -4)[mover],
        "turn": whole(parts["turn"].item(), 17),
        "half": whole(parts["half"].item()),
        "first_player": person(one(parts["first_player"])),
        "dice": None if white is None else [white, one(dice[6:], 1)],
        "first_row": one(parts["first_row"]),
        "value": whole(value[1], 30) if value[0] else None,
        "cell": one(parts["cell"], 1),
        "reinforcements": whole(parts["counters"][0], 7),
        "actions": whole(parts["counters"][1], 6),
        "step": "DEPLOY" if step[0] else "ACT" if step[1] else None,
        "act_left": step[2],
        "pending": half_done if pending[0] else None,
        "target": None if owner is None else aimed,
        "enter_player": person(one(enter[:2])),
        "enter_territory": one(enter[2:]),
        "awards": draws,
        "marker": one(parts["marker"]),
        "discovery": [(-1, 0, 1, 2, 8)[kind] for kind in placed],
        "unrevealed": counts(parts["unrevealed"], 15),
        "frontiers_closed": closed[:frontiers],
        "reach_closed": closed[8],
        "crossing_closed": closed[9],
        "mercenary_closed": closed[10],
        "seats": [seats[0], seats[1]],
        "points": [
            whole(points[q].item(), 100) if q == seat or node == "TERMINAL" else None
            for q in range(2)
        ],
    }
