"""Positions of Lumen from short descriptions. Territories by id, everything else by name."""

from itertools import pairwise

CLANS = ("day", "night")
ROWS = ("low", "high", "difference", "sum", "product")
SETUP = ("RESERVE_DRAW", "FIRST_PLAYER")
START = (*SETUP, "PLANNING", "DICE_ROLL", "TERMINAL")
ACT_NODES = (
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
    "DISCOVERY_REVEAL",
    "PARA_DRAW",
)


class Names:
    """Numbers of the names in the data of a game."""

    def __init__(self, game):
        tables = game.tables
        self.fighters = [row["name"] for row in tables["fighters"]["rows"]]
        self.bonuses = [*self.fighters[6:]]
        self.bonuses += [row["name"] for row in tables["glow_actions"]["rows"]]
        self.bonuses += [row["name"] for row in tables["secret_missions"]["rows"]]
        self.kinds = [row["name"] for row in tables["discovery_tokens"]["rows"]]
        self.kind_counts = [row["count"] for row in tables["discovery_tokens"]["rows"]]
        self.values = [row["value"] for row in tables["objective_tokens"]["rows"]]
        self.slot_boxes = [s["complete_at_box"] for s in tables["high_command"]["slots"]]
        rows = tables["territories"]["rows"]
        self.territories = [row["id"] for row in rows]
        self.winter = [row["id"] for row in rows if row["season"] == "winter"]
        rows = tables["scenarios"]["rows"]
        self.scenario = next(r for r in rows if r["id"] == game.options["scenario"])

    def territory(self, number):
        return None if number is None else self.territories.index(int(number))

    def kind(self, word):
        """(type, side) of ``weaver/inactive``."""
        name, _, side = word.partition("/")
        assert side in ("", "inactive"), word
        return self.fighters.index(name), int(side == "inactive")

    def counts(self, words, names):
        """Count list of ``{"shroomling": 2}``."""
        unknown = set(words) - set(map(str, names))
        assert not unknown, unknown
        return [words.get(str(name), 0) for name in names]

    def fighter(self, place):
        """``day:weaver/inactive*2`` as clan, type, side, number."""
        clan, _, word = place.partition(":")
        word, _, number = word.partition("*")
        return CLANS.index(clan), *self.kind(word), int(number or 1)


def build(
    game,
    node="ACT",
    player=0,
    half=0,
    turn=12,
    fighters=None,
    discovery=None,
    marker=None,
    day=None,
    night=None,
    pending=None,
    target=None,
    enter_territory=None,
    first_row=None,
    unrevealed=None,
    raw=None,
    **changes,
):
    """Complete a position.

    ``player``: seat whose half-turn it is; ``fighters``: ``{"73": ["day:pusher/inactive*2"]}``;
    ``discovery``: ``{"41": "down", "73": "loot_5"}``, other Territories hold no token;
    ``day``, ``night``: see `_seat`; ``pending``: ``"pusher/inactive@73"`` or ``"@73"``; ``target``:
    ``"night:shroomling"``; ``unrevealed``: changes to what follows from the rest, by kind;
    ``changes``: other keys of the state dict; ``raw``: ``{"seats.0.boxes": 3}``, set at the end.
    """
    names = Names(game)
    tokens = _discovery(names, discovery or {})
    seats = [_seat(names, clan or {}) for clan in (day, night)]
    _place_fighters(names, seats, fighters or {})
    for seat in seats:
        _complete_boxes(names, seat)
    links = node in ("LINK_DOWN", "LINK_UP") or changes.get("cell") is not None
    step = "ACT" if node in ACT_NODES else "DEPLOY" if node == "DEPLOY" else None
    ended = node == "OBJECTIVE_DRAW" and not links and "step" not in changes
    playing = node not in START and not ended
    if node == "RESERVE_DRAW" and turn:
        step, playing = "DEPLOY", True
    setting_up = turn == 0
    d = {
        "node": node,
        "turn": turn,
        "half": half,
        "first_player": None if setting_up else player ^ half,
        "dice": [2, 3] if playing else None,
        "first_row": None,
        "value": None,
        "cell": None,
        "reinforcements": 1 if node in ("DEPLOY", "ORDER") else 0,
        "actions": 1 if step == "ACT" or node == "ORDER" else 0,
        "step": step,
        "act_left": False,
        "pending": _pending(names, pending),
        "target": _target(names, target),
        "enter_player": None,
        "enter_territory": names.territory(enter_territory),
        "awards": [],
        "marker": names.territory(marker or names.scenario["initiative_territory"]),
        "discovery": tokens,
        "unrevealed": _unrevealed(names, tokens, seats, node, unrevealed or {}),
        "frontiers_closed": [False] * len(names.scenario["frontiers"]),
        "reach_closed": False,
        "crossing_closed": False,
        "mercenary_closed": False,
        "seats": seats,
    }
    if playing and (node != "CALC" or half == 1):
        d["first_row"] = ROWS.index(first_row or "sum")
    unknown = set(changes) - set(d)
    assert not unknown, unknown
    d.update(changes)
    for path, value in (raw or {}).items():
        _put(d, path.split("."), value)
    return d


def _put(d, path, value):
    *way, last = path
    for key in way:
        d = d[int(key)] if isinstance(d, list) else d[key]
    d[int(last) if isinstance(d, list) else last] = value


def _discovery(names, discovery):
    tokens = [-1] * len(names.territories)
    for number, word in discovery.items():
        tokens[names.territory(number)] = 8 if word == "down" else names.kinds.index(word)
    return tokens


def _seat(names, clan):
    """One seat.

    ``cells``: ``{"4": 5}``; ``barred``: cells; ``chains``: lists of cells, ascending by value;
    ``rows``, ``reserve``, ``loots``, ``objectives``: counts by name (or value); ``slots``: names of
    Bonus tokens from slot 0 on, null for an empty one; other keys as in the state dict.
    """
    clan = dict(clan)
    cells, links = [-1] * 20, [0] * 20
    for cell, value in clan.pop("cells", {}).items():
        cells[int(cell) - 1] = value
    for cell in clan.pop("barred", []):
        cells[cell - 1] = -2
    for chain in clan.pop("chains", []):
        for low, high in pairwise(chain):
            links[low - 1] = high
    bonuses = [-1 if b is None else names.bonuses.index(b) for b in clan.pop("slots", [])]
    seat = {
        "cells": cells,
        "links": links,
        "rows": names.counts(clan.pop("rows", {}), ROWS),
        "boxes": clan.pop("boxes", None),
        "slots": bonuses + [-1] * (5 - len(bonuses)),
        "reserve": names.counts(clan.pop("reserve", {}), names.fighters[:6]),
        "fighters": [],
        "loots": names.counts(clan.pop("loots", {}), names.kinds[:3]),
        "planning": 0,
        "foul_play": 0,
        "bag_awarded": False,
        "objectives": names.counts(clan.pop("objectives", {}), names.values),
    }
    unknown = set(clan) - set(seat)
    assert not unknown, unknown
    return seat | clan


def _place_fighters(names, seats, fighters):
    for number, places in fighters.items():
        for place in places:
            clan, kind, side, count = names.fighter(place)
            seats[clan]["fighters"].append([names.territory(number), kind, side, count])
    for seat in seats:
        seat["fighters"].sort()


def _complete_boxes(names, seat):
    """As many High Command boxes as the Bonus tokens of the seat need, if not given."""
    if seat["boxes"] is not None:
        return
    occupied = [i + 1 for i, bonus in enumerate(seat["slots"]) if bonus >= 0]
    used = len(occupied) + sum(n for _, kind, _, n in seat["fighters"] if kind >= 6)
    slots = max([used, *occupied])
    seat["boxes"] = names.slot_boxes[min(slots, 5) - 1] if slots else 0


def _unrevealed(names, tokens, seats, node, changes):
    """Everything that is not seen to be revealed."""
    left = list(names.kind_counts)
    for kind in range(3):
        left[kind] -= tokens.count(kind) + sum(seat["loots"][kind] for seat in seats)
    left[3] -= sum(seat["cells"].count(-2) for seat in seats) + (node == "BAR")
    left[4] -= sum(seat["planning"] for seat in seats)
    left[7] -= sum(seat["foul_play"] for seat in seats)
    left[5] -= node == "PARA_DRAW"
    for name, number in changes.items():
        left[names.kinds.index(name)] = number
    return left


def _pending(names, text):
    if text is None:
        return None
    word, _, number = text.partition("@")
    kind, side = names.kind(word) if word else (None, None)
    return {"type": kind, "side": side, "territory": names.territory(number)}


def _target(names, text):
    if text is None:
        return None
    owner, kind, side, _ = names.fighter(text)
    return {"owner": owner, "type": kind, "side": side}
