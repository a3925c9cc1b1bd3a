"""Lumen: the picture of a position (`bitmeeple.svg`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bitmeeple.games.lumen.text import (
    BARRED,
    CLANS,
    EMPTY,
    FACE_DOWN,
    RIVER,
    ROWS,
    bonus_name,
    discovery_name,
    fighter_name,
    territory_name,
    title,
)
from bitmeeple.svg import dot, el, group, label, picture

if TYPE_CHECKING:
    from bitmeeple.game import Game

WIDTH, MARGIN = 480, 14
INNER = WIDTH - 2 * MARGIN
STEP_X, STEP_Y, BOX_W, BOX_H = 46, 47, 84, 80
INKS, TINTS = ("vermilion-ink", "blue-ink"), ("orange-tint", "blue-tint")
CALC, DICE, CELL, TO, GLOW, DEPLOY, MOVE, ACTIVATE, TARGET = 5, 10, 45, 66, 83, 86, 310, 758, 982
# Id of a Territory -> half columns, half rows: no road crosses another, nothing overlaps.
_PLACES = {
    "A": "11:4,2 15:4,0 27:6,0 31:6,4 33:8,6 41:2,0 45:0,1 51:4,6 53:4,4 54:6,2 61:7,8 63:5,8 "
    "65:6,6 71:0,3 73:2,2 75:2,4",
    "B": "11:4,0 15:6,0 27:2,6 31:8,4 33:8,6 41:6,2 45:8,2 51:6,4 53:6,6 54:4,6 61:0,0 63:1,4 "
    "65:0,2 71:3,4 73:2,2 75:4,2",
    "C": "11:0,4 15:1,2 27:0,0 31:4,6 33:6,6 41:6,4 45:4,4 51:8,7 53:8,5 54:8,3 61:2,6 63:0,6 "
    "65:2,4 71:2,0 73:4,0 75:3,2",
    "D": "11:4,7 15:6,7 27:8,0 31:0,2 33:2,2 41:2,0 45:0,0 51:8,2 53:6,2 54:6,0 61:2,4 63:0,6 "
    "65:0,4 71:6,5 73:8,5 75:8,7",
    "E": "11:0,7 15:0,5 31:2,4 33:4,4 41:7,1 45:7,3 51:2,8 53:2,6 54:4,8 61:5,0 63:5,2 65:3,2 "
    "71:6,8 73:5,6 75:7,5",
    "F": "11:3,7 15:1,7 31:6,4 33:8,4 41:7,6 45:7,8 51:5,7 53:3,5 54:2,3 61:4,2 63:0,2 65:2,1 "
    "71:6,2 73:6,0 75:8,2",
    "G": "11:4,7 15:2,7 27:4,3 31:2,3 33:4,5 41:8,2 45:6,4 51:6,2 53:4,1 54:6,0 61:2,5 63:0,8 "
    "65:0,6 71:6,6 73:8,4 75:8,6",
}
_WORDS = ("low", "high", "diff.", "sum", "prod.")
_SEASONS = {
    "winter": ("M0-11V11M-9.5-5.5L9.5 5.5M-9.5 5.5L9.5-5.5", "sky"),
    "autumn": ("M0 11C-8 6-10-2-6-10C0-8 2-4 0 2C1-3 4-7 9-8C11 1 8 7 0 11Z", "vermilion"),
    "summer": ("M0-11L3-4L10-6L6 0L10 6L3 4L0 11L-3 4L-10 6L-6 0L-10-6L-3-4Z", "orange"),
    "spring": (
        "M0-2A5 5 0 1 1 5-7A5 5 0 1 1 8 2A5 5 0 1 1 0 6A5 5 0 1 1-8 2A5 5 0 1 1-5-7A5 5 0 1 1 0-2Z",
        "green",
    ),
}
_FLAG = "M-8-11H-5.5V12H-8ZM-4-11H9L5-5.5L9 0H-4Z"
_MOON = "M3-11.5A11.5 11.5 0 1 0 11.5 5A10 10 0 0 1 3-11.5Z"
_LETTERS = "SMRPAFPAIBWRHM"  # of the Fighters; a circle is a basic one, a hexagon a Mercenary
_DEEDS = {
    "ROLL": "roll the dice",
    "ORDER": "what comes first?",
    "PLANNING": "set the dice, or be done",
    "CALC": "choose a calculation",
    "LINK_DOWN": "link the cell down",
    "LINK_UP": "link the cell up",
    "BAR": "bar a cell of the other clan",
    "DEPLOY": "deploy Fighters",
    "ACT": "move or use Fighters",
    "MOVE_DEST": "move: where to?",
    "FLY_DEST": "fly: where to?",
    "EPIC_MOVE": "step: where to?",
    "PUSH_TARGET": "push: whom?",
    "PUSH_DEST": "push: where to?",
    "KILL_TARGET": "kill: whom?",
    "HYPNO": "hypnotise: whom?",
    "FURY_1": "Fury: the first target?",
    "FURY_2": "Fury: the second target?",
    "SWAP_1": "Teleportation: the first Fighter?",
    "SWAP_2": "Teleportation: swapped with whom?",
    "MARKER_DEST": "the Initiative marker: where to?",
    "CLEAN": "clear a Territory",
}
_MENU = ("Roll", "Done", "Foul Play: one more action", "Deploy first", "Act first")


class _Scene:
    """What is drawn, and the marks on it."""

    def __init__(
        self, game: Game, view: Mapping[str, Any], marked: Collection[int], last: int | None
    ) -> None:
        self.game, self.view, self.last = game, view, last
        deciding = view["current_player"] >= 0  # outcomes of chance have numbers of their own
        self.marked = frozenset(marked if deciding else ())
        self.used: set[int] = set()
        rows = game.tables["scenarios"]["rows"]
        chosen = game.options["scenario"]
        self.scenario: Mapping[str, Any] = next(row for row in rows if row["id"] == chosen)
        self.territories = game.tables["territories"]["rows"]

    def action(self, *actions: int) -> int | None:
        """The first of these that is to be marked and is not yet."""
        for action in actions:
            if action in self.marked and action not in self.used:
                self.used.add(action)
                return action
        return None

    @property
    def mover(self) -> int | None:
        """The clan that decides."""
        seat: int = self.view["current_player"]
        return seat if seat >= 0 else None

    @cached_property
    def places(self) -> Mapping[int, tuple[float, float]]:
        """Index of a Territory -> its middle; of an own map in order of the ids."""
        known = dict(
            (int(word.split(":")[0]), tuple(map(int, word.split(":")[1].split(","))))
            for word in _PLACES.get(self.scenario["id"], "").split()
        )
        inside = [i for i, row in enumerate(self.territories) if self.plays(row["id"])]
        if not all(self.territories[i]["id"] in known for i in inside):
            known = {
                self.territories[i]["id"]: (2 * (k % 5), 2 * (k // 5)) for k, i in enumerate(inside)
            }
        return {
            i: (
                MARGIN + BOX_W / 2 + STEP_X * known[self.territories[i]["id"]][0],
                BOX_H / 2 + 12 + STEP_Y * known[self.territories[i]["id"]][1],
            )
            for i in inside
        }

    def plays(self, number: int) -> bool:
        """Whether the Territory with this id is part of the scenario."""
        return number in self.scenario["territories"]

    def army(self, clan: int, territory: int) -> list[tuple[int, int, int]]:
        """Type, side and number of a clan's Fighters in a Territory."""
        fighters = self.view["seats"][clan]["fighters"]
        return [(kind, side, number) for t, kind, side, number in fighters if t == territory]

    def strength(self, clan: int, territory: int) -> int:
        """The sum of the strengths of their visible sides."""
        rows = self.game.tables["fighters"]["rows"]
        keys = ("strength_active", "strength_inactive")
        army = self.army(clan, territory)
        return sum(number * int(rows[kind][keys[side]]) for kind, side, number in army)


def draw(
    game: Game,
    view: Mapping[str, Any],
    *,
    marked: Collection[int] = (),
    last: int | None = None,
) -> str:
    """The picture of a view, or of a complete dict, with marks (`bitmeeple.svg.svg`)."""
    scene = _Scene(game, view, marked, last)
    # The list of buttons comes last: it takes what found no place in the picture.
    blocks = [block(scene) for block in (_status, _dice, _map, _stakes, _sheets, _legend)]
    blocks.insert(1, _buttons(scene))
    y, drawn = float(MARGIN), []
    for height, content in blocks:
        if content:
            drawn.append(group(content, at=(0, y)))
            y += height + 10
    return picture(WIDTH, y + 4, *drawn, title=f"Lumen: {_sentence(scene)}")


def _sentence(scene: _Scene) -> str:
    view = scene.view
    node, mover = view["node"], scene.mover
    if node == "TERMINAL":
        return f"the end, Day {view['points'][0]} : {view['points'][1]} Night"
    if mover is None:
        return "chance decides"
    deed = f"write {view['value']} in a cell" if node == "FILL" else _DEEDS.get(node, node)
    return f"{CLANS[mover]}: {deed}"


# Pieces


def _ink(clan: int) -> str:
    return f"var(--{INKS[clan]})"


def _rect(x: float, y: float, width: float, height: float, **attrs: object) -> str:
    return el("rect", x=x, y=y, width=width, height=height, **attrs)


def _icon(path: str, x: float, y: float, r: float, fill: str, stroke: str | None = None) -> str:
    moved = f"translate({x:.1f} {y:.1f}) scale({r / 12:.2f})"
    return el("path", d=path, fill=fill, stroke=stroke, stroke_width=stroke and 4, transform=moved)


def _emblem(clan: int, x: float, y: float, r: float, fill: str) -> str:
    """The sun of Day, the moon of Night."""
    return _icon(_SEASONS["summer"][0] if clan == 0 else _MOON, x, y, r, fill)


def _words(scene: _Scene, kind: int, side: int = 0) -> str:
    return title(fighter_name(scene.game, kind)) + (", inactive" if side else "")


def _token(
    scene: _Scene,
    clan: int,
    kind: int,
    side: int,
    number: int,
    x: float,
    y: float,
    r: float,
    action: int | None = None,
) -> str:
    """A Fighter: filled is active, outlined and dashed inactive; its number if there are more."""
    look = {
        "fill": "var(--card)" if side else _ink(clan),
        "stroke": "var(--yellow)" if action is not None else _ink(clan),
        "stroke_width": 3.5 if action is not None else 1.8,
        "stroke_dasharray": "3 2" if side and action is None else None,
    }
    if scene.game.tables["fighters"]["rows"][kind]["kind"] == "basic":
        shape = el("circle", cx=x, cy=y, r=r, **look)
    else:
        points = ((0.5, -0.9), (1.05, 0), (0.5, 0.9), (-0.5, 0.9), (-1.05, 0), (-0.5, -0.9))
        where = " ".join(f"{x + r * a:.1f},{y + r * b:.1f}" for a, b in points)
        shape = el("polygon", points=where, **look)
    word = (str(number) if number > 1 else "") + _LETTERS[kind]
    size = min(12.0, 1.5 * r) if len(word) == 1 else min(11.0, 1.15 * r)
    ink = _ink(clan) if side else "var(--bg)"
    letter = label(x, y + 0.36 * size, word, size, fill=ink, bold=True, anchor="middle")
    times = f" ×{number}" if number > 1 else ""
    tip = f"{CLANS[clan]}: {_words(scene, kind, side)}{times}"
    return group(shape, letter, title=tip, action=action)


# What is going on


def _status(scene: _Scene) -> tuple[float, str]:
    view, mover = scene.view, scene.mover
    words = f"{scene.scenario['id']} · {scene.scenario['name']}"
    fill = "var(--tray)" if mover is None else _ink(mover)
    ink = "var(--ink)" if mover is None else "var(--bg)"
    parts = [
        label(MARGIN, 14, words, 14, fill="var(--soft)"),
        label(WIDTH - MARGIN, 14, f"turn {view['turn']} of 17", 14, anchor="end"),
        _rect(MARGIN, 22, INNER, 34, rx=7, fill=fill),
        label(MARGIN + 40, 45, _sentence(scene), 18, fill=ink, bold=True),
    ]
    if mover is not None:
        parts.append(_emblem(mover, MARGIN + 20, 39, 11, ink))
    left = [f"{view[key]} {key}" for key in ("reinforcements", "actions") if view[key]]
    if view["first_player"] is not None:
        left.insert(0, f"{CLANS[view['first_player']]} plays first")
    if not left:
        return 56, "".join(parts)
    parts.append(label(MARGIN, 76, " · ".join(left), 14))
    return 80, "".join(parts)


def _button_words(scene: _Scene, action: int) -> str:
    """What a button says of an action that has no place in the picture."""
    if action < CALC:
        return _MENU[action]
    if action < CELL + 1:
        white, black = divmod(action - DICE, 6)
        return f"{white} and {black + 1}"
    if action < GLOW:
        return f"to {territory_name(scene.game, action - TO)}"
    if action < DEPLOY:
        return title(bonus_name(scene.game, action - GLOW + 8))
    if action < MOVE:
        fighter, t = divmod(action - DEPLOY, 16)
        return f"{_words(scene, fighter)} → {territory_name(scene.game, t)}"
    base = MOVE if action < ACTIVATE else ACTIVATE
    fighter, t = divmod(action - base, 16)
    if action < ACTIVATE:
        kind, side = divmod(fighter, 2)
        return f"Move {_words(scene, kind, side)} from {territory_name(scene.game, t)}"
    return f"Use {_words(scene, fighter)} in {territory_name(scene.game, t)}"


def _buttons(scene: _Scene) -> tuple[float, str]:
    parts, x, y = [], float(MARGIN), 0.0
    for action in sorted(scene.marked - scene.used):
        words = _button_words(scene, action)
        width = 8.6 * len(words) + 18
        if x + width > WIDTH - MARGIN and x > MARGIN:
            x, y = float(MARGIN), y + 32
        face = _rect(
            0, 0, width, 27, rx=13, fill="var(--card)", stroke="var(--ink)", stroke_width=2
        )
        name = label(width / 2, 18, words, 14, bold=True, anchor="middle")
        parts.append(group(face, name, action=action, at=(x, y)))
        x += width + 6
    return (y + 27 if parts else 0), "".join(parts)


def _dice(scene: _Scene) -> tuple[float, str]:
    """The dice, and the value of each calculation."""
    view = scene.view
    if view["dice"] is None:
        return 0, ""
    white, black = view["dice"]
    parts = []
    for k, (number, fill, ink) in enumerate(
        ((white, "card", "ink"), (black, "night", "night-ink"))
    ):
        face = _rect(
            MARGIN + 46 * k + 1,
            1,
            40,
            40,
            rx=7,
            fill=f"var(--{fill})",
            stroke="var(--soft)",
            stroke_width=2,
        )
        x = MARGIN + 46 * k + 21
        parts.append(face)
        parts.append(label(x, 30, number, 24, fill=f"var(--{ink})", bold=True, anchor="middle"))
    low, high = min(white, black), max(white, black)
    values = (low, high, high - low, low + high, low * high)
    for row, (word, value) in enumerate(zip(_WORDS, values, strict=True)):
        action, taken = scene.action(CALC + row), view["first_row"] == row
        framed = action is not None or taken
        face = _rect(
            0,
            1,
            66,
            40,
            rx=7,
            fill="var(--tray)" if taken else "var(--panel)",
            stroke="var(--ink)" if framed else "var(--line)",
            stroke_width=3 if framed else 1,
            stroke_dasharray="6 3" if action is not None else None,
        )
        words = label(33, 15, word, 14, fill="var(--soft)", anchor="middle")
        number = label(33, 35, value, 19, bold=True, anchor="middle")
        tip = f"{ROWS[row]}: {value}" + (", taken by the first player" if taken else "")
        mark = dot(60, 6) if scene.last == CALC + row else ""
        parts.append(
            group(face, words, number, mark, title=tip, action=action, at=(110 + 71.2 * row, 0))
        )
    return 42, "".join(parts)


# The battlefield


def _map(scene: _Scene) -> tuple[float, str]:
    height = max(y for _, y in scene.places.values()) + BOX_H / 2 + 10
    roads, boxes = [], []
    index = {row["id"]: i for i, row in enumerate(scene.territories)}
    for start, ends in scene.scenario["adjacency"].items():
        for end in ends:
            if int(start) < end and index[int(start)] in scene.places:
                roads.append(_road(scene, index[int(start)], index[end], river=False))
    for start, end in scene.scenario["river_links"]:
        roads.append(_road(scene, index[start], index[end], river=True))
    boxes += [_territory(scene, t, *scene.places[t]) for t in scene.places]
    sea = _rect(4, 0, WIDTH - 8, height, rx=10, fill="var(--tray)")
    return height, sea + "".join(roads) + "".join(boxes)


def _road(scene: _Scene, start: int, end: int, *, river: bool) -> str:
    (x1, y1), (x2, y2) = scene.places[start], scene.places[end]
    return el(
        "line",
        x1=x1,
        y1=y1,
        x2=x2,
        y2=y2,
        stroke_width=5 if river else 7,
        stroke="var(--blue)" if river else "var(--silver)",
        stroke_dasharray="3 8" if river else None,
        stroke_linecap="round",
    )


def _territory(scene: _Scene, t: int, x: float, y: float) -> str:
    """Id, season with its lumens, token, marks; the strength and Fighters of Day, then Night's."""
    row = scene.territories[t]
    strengths = [scene.strength(clan, t) for clan in (0, 1)]
    leader = None if strengths[0] == strengths[1] else int(strengths[1] > strengths[0])
    action = scene.action(TO + t)
    stroke = "var(--grey)" if leader is None else _ink(leader)
    parts = [
        _rect(
            0,
            0,
            BOX_W,
            BOX_H,
            rx=8,
            stroke=stroke,
            stroke_width=1.5 if leader is None else 3,
            fill="var(--panel)" if leader is None else f"var(--{TINTS[leader]})",
        ),
        label(6, 17, row["id"], 15, bold=True),
    ]
    path, colour = _SEASONS[row["season"]]
    tint = f"var(--{colour})"
    parts.append(_icon(path, 36, 12, 7.5, tint, tint if row["season"] == "winter" else None))
    parts.append(label(46, 17, row["lumens"], 14))
    parts.append(_discovery(scene, t))
    parts += _flags(scene, t, row["id"])
    for clan, top in ((0, 26), (1, 52)):
        parts += _fighters(scene, t, clan, top, strengths[clan], leads=leader == clan)
    words = [f"Territory {row['id']}, {row['season']}, {row['lumens']} lumens"]
    words += [f"{CLANS[clan]} {strengths[clan]}" for clan in (0, 1)]
    if action is not None:
        parts.append(
            _rect(
                -4,
                -4,
                BOX_W + 8,
                BOX_H + 8,
                rx=11,
                fill="none",
                stroke="var(--ink)",
                stroke_width=3,
                stroke_dasharray="7 4",
            )
        )
    if scene.last is not None and _place_of(scene.last) == t:
        parts.append(dot(2, 2))
    at = (x - BOX_W / 2, y - BOX_H / 2)
    return group(*parts, title=", ".join(words), action=action, at=at)


def _place_of(action: int) -> int | None:
    """The Territory that an action is about."""
    if TO <= action < GLOW:
        return action - TO if action - TO != RIVER else None
    if action < DEPLOY:
        return None
    base = next(base for base in (TARGET, ACTIVATE, MOVE, DEPLOY) if action >= base)
    return (action - base) % 16


def _discovery(scene: _Scene, t: int) -> str:
    """A face-down Discovery token, or Loot with its value."""
    token = scene.view["discovery"][t]
    if token == EMPTY:
        return ""
    if token == FACE_DOWN:
        face = _rect(58, 8, 16, 16, rx=3, fill="var(--back)", stroke="var(--back-line)")
        mark = label(66, 21, "?", 13, fill="var(--night-ink)", bold=True, anchor="middle")
        return group(face, mark, title="Discovery token, face down")
    loot = scene.game.tables["discovery_tokens"]["rows"][token]["loot"]
    face = el(
        "polygon",
        points="66,5 77,15 66,25 55,15",
        fill="var(--yellow)",
        stroke="var(--brown)",
        stroke_width=1.5,
    )
    mark = label(66, 20, loot, 13, fill="#14171b", bold=True, anchor="middle")
    return group(face, mark, title=f"{title(discovery_name(scene.game, token))}")


def _flags(scene: _Scene, t: int, number: int) -> list[str]:
    """The Initiative marker; letters of frontiers and of the Territory to reach, still open."""
    view, scenario, parts = scene.view, scene.scenario, []
    letters = sorted(letter for letter in scenario["frontiers"] if letter != "note")
    marks = [
        (letter, f"frontier {letter}")
        for letter, closed in zip(letters, view["frontiers_closed"], strict=False)
        if number in scenario["frontiers"][letter] and not closed
    ]
    reach = scenario["reach_objective"]
    if reach is not None and reach["territory"] == number and not view["reach_closed"]:
        marks.append((reach["letter"], f"reach {reach['letter']}"))
    crossing = scenario["great_crossing"]
    if crossing is not None and not view["crossing_closed"]:
        for clan, key in enumerate(("day_start", "night_start")):
            if crossing[key] == number:
                marks.append((CLANS[clan][0], f"start of {CLANS[clan]} for the Great Crossing"))
    x = BOX_W - 6.0
    for letter, words in marks:
        face = _rect(x - 8, -12, 17, 17, rx=3, fill="var(--card)", stroke="var(--ink)")
        mark = label(x + 0.5, 1, letter, 13, bold=True, anchor="middle")
        parts.append(group(face, mark, title=words))
        x -= 20
    if view["marker"] == t:
        disc = el("circle", cx=x, cy=-3, r=9.5, fill="var(--yellow)", stroke="var(--brown)")
        parts.append(group(disc, _icon(_FLAG, x, -3, 6.5, "#14171b"), title="Initiative marker"))
    return parts


def _fighters(
    scene: _Scene, t: int, clan: int, top: float, strength: int, *, leads: bool
) -> list[str]:
    """A clan's strength in a Territory, and its tokens."""
    army = scene.army(clan, t)
    if not army:
        return []
    face = _rect(
        4,
        top + 2,
        22,
        22,
        rx=4,
        fill=_ink(clan) if leads else "var(--card)",
        stroke=_ink(clan),
        stroke_width=1.5,
    )
    number = label(
        15,
        top + 18,
        strength,
        14,
        fill="var(--bg)" if leads else _ink(clan),
        bold=True,
        anchor="middle",
    )
    parts = [group(face, number, title=f"{CLANS[clan]}: strength {strength}")]
    # A clan that is alone has both rows.
    alone = len(army) > 3 and not scene.army(1 - clan, t)
    first = (len(army) + 1) // 2 if alone else len(army)
    pitch, other = min(18.5, 54 / first), 78 - top
    for k, (kind, side, count) in enumerate(army):
        targets = [TARGET + ((clan * 14 + kind) * 2 + side) * 16 + t]
        if clan == scene.mover:
            targets.append(MOVE + (2 * kind + side) * 16 + t)
        x, y = 28 + pitch * (k % first + 0.5), (top if k < first else other) + 13
        r = min(8.8, pitch / 2 + 1.5)
        parts.append(_token(scene, clan, kind, side, count, x, y, r, scene.action(*targets)))
    return parts


def _stakes(scene: _Scene) -> tuple[float, str]:
    """Objectives that can still be won."""
    view, scenario = scene.view, scene.scenario
    letters = sorted(letter for letter in scenario["frontiers"] if letter != "note")
    words = [
        (f"{letter}: {' '.join(map(str, scenario['frontiers'][letter]))}", closed)
        for letter, closed in zip(letters, view["frontiers_closed"], strict=False)
    ]
    reach, crossing = scenario["reach_objective"], scenario["great_crossing"]
    if reach is not None:
        words.append((f"{reach['letter']}: reach {reach['territory']}", view["reach_closed"]))
    if crossing is not None:
        words.append(("the Great Crossing", view["crossing_closed"]))
    if scenario["first_mercenary_objective"]:
        words.append(("first Mercenary", view["mercenary_closed"]))
    if scenario["empty_bag_objective"]:
        words.append((f"empty bag: {scenario['empty_bag_objective']}", False))
    words += [
        (f"at the end: {name.rstrip('_0123456789').replace('_', ' ')}", False)
        for name in scenario["end_objectives"]
    ]
    parts, x, y = [label(MARGIN, 15, "Objectives", 14, fill="var(--soft)", bold=True)], 110.0, 15
    for word, won in words:
        width = 8.0 * len(word) + 14
        if x + width > WIDTH and x > 110:
            x, y = 110.0, y + 20
        line = "line-through" if won else None
        ink = "var(--grey)" if won else "var(--ink)"
        parts.append(el("g", label(x, y, word, 14, fill=ink), text_decoration=line))
        x += width
    return y + 4, "".join(parts)


# Sheets


def _sheets(scene: _Scene) -> tuple[float, str]:
    return 352, "".join(group(_sheet(scene, clan), at=(4 + 238 * clan, 0)) for clan in (0, 1))


def _sheet(scene: _Scene, clan: int) -> str:
    """Head, reserve, command board, rows, High Command: 234 wide."""
    view, seat = scene.view, scene.view["seats"][clan]
    mine = scene.mover == clan
    points = view["points"][clan]
    values = [row["value"] for row in scene.game.tables["objective_tokens"]["rows"]]
    if seat["objectives"] is None:
        tokens = ["?"] * seat["objectives_held"]
    else:
        held = zip(values, seat["objectives"], strict=True)
        tokens = [str(value) for value, number in held for _ in range(number)]
    parts = [
        _rect(
            0,
            0,
            234,
            352,
            rx=9,
            fill="var(--panel)",
            stroke=_ink(clan) if mine else "var(--line)",
            stroke_width=3 if mine else 1,
        ),
        _emblem(clan, 20, 22, 11, _ink(clan)),
        label(38, 28, CLANS[clan], 18, fill=_ink(clan), bold=True),
        group(
            label(224, 29, "?" if points is None else points, 22, bold=True, anchor="end"),
            title="lumen",
        ),
    ]
    loots = [str(3 + k) for k, number in enumerate(seat["loots"]) for _ in range(number)]
    held_words = [f"Objectives {' '.join(tokens) or '–'}"]
    held_words += [f"Loot {' '.join(loots)}"] if loots else []
    held_words += [f"Pl {seat['planning']}"] if seat["planning"] else []
    held_words += [f"Fo {seat['foul_play']}"] if seat["foul_play"] else []
    parts.append(
        group(
            label(10, 50, " · ".join(held_words), 14),
            title="Objective tokens, Loot, Planning, Foul Play",
        )
    )
    bag = [f"{_words(scene, kind)} ×{n}" for kind, n in enumerate(seat["bag"]) if n]
    parts.append(label(10, 76, "Reserve", 14, fill="var(--soft)"))
    waiting = [kind for kind, number in enumerate(seat["reserve"]) for _ in range(number)]
    for k, kind in enumerate(waiting):
        parts.append(_token(scene, clan, kind, 0, 1, 82 + 25 * k, 71, 10.5))
    parts.append(
        group(
            label(224, 76, f"bag {sum(seat['bag'])}", 14, anchor="end"),
            title=", ".join(bag) or "empty",
        )
    )
    parts.append(_board(scene, clan))
    parts += _rows(scene, seat)
    parts += _command(scene, seat, clan)
    return "".join(parts)


def _cells(scene: _Scene) -> Mapping[int, tuple[float, float]]:
    """Cell -> its place on a sheet."""
    places = {}
    for row, cells in enumerate(scene.game.tables["command_board"]["layout_rows"]):
        # The gap before cell 3 is as wide as the cell that the row above 7 and 8 lacks.
        start = (5, 4, 1, 0, 1, 2)[row] if row < 6 else 0
        for k, cell in enumerate(cells):
            if cell is not None:
                places[cell] = (22 + 15.6 * (start + 2 * k), 106 + 28.5 * row)
    return places


def _board(scene: _Scene, clan: int) -> str:
    """The command board with its chains, areas and legal cells."""
    seat, places = scene.view["seats"][clan], _cells(scene)
    near = scene.game.tables["command_board"]["adjacency"]
    chained = {cell for pair in enumerate(seat["links"], 1) if pair[1] for cell in pair}
    under, over = [], []
    for cell, others in near.items():
        for other in others:
            value = seat["cells"][int(cell) - 1]
            if int(cell) < other and value >= 0 and value == seat["cells"][other - 1]:
                under.append(_bar(places[int(cell)], places[other], 22, "var(--yellow)"))
    for cell, other in enumerate(seat["links"], 1):
        if other:
            under.append(_bar(places[cell], places[other], 8, _ink(clan)))
    node = scene.view["node"]
    decider = scene.mover
    if node == "BAR" and scene.view["enter_player"] is not None:
        decider = 1 - scene.view["enter_player"]
    for cell, (x, y) in places.items():
        value = seat["cells"][cell - 1]
        action = scene.action(CELL + cell) if clan == decider else None
        over.append(_cell(scene, cell, value, x, y, clan, action, chain=cell in chained))
    return "".join(under + over)


def _bar(start: tuple[float, float], end: tuple[float, float], width: float, colour: str) -> str:
    return el(
        "line",
        x1=start[0],
        y1=start[1],
        x2=end[0],
        y2=end[1],
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
    )


def _cell(
    scene: _Scene,
    cell: int,
    value: int,
    x: float,
    y: float,
    clan: int,
    action: int | None,
    *,
    chain: bool,
) -> str:
    """A cell: empty, barred, or with its number; a ring if it is in a Chain."""
    legal = action is not None
    stroke = "var(--ink)" if legal else _ink(clan) if chain else "var(--grey)"
    parts = [
        el(
            "circle",
            cx=x,
            cy=y,
            r=13,
            fill="var(--grey)" if value == BARRED else "var(--card)",
            stroke=stroke,
            stroke_width=3 if legal or chain else 1.2,
            stroke_dasharray="4 3" if legal else None,
        )
    ]
    if value == BARRED:
        cross = f"M{x - 6:.1f},{y - 6:.1f}l12,12m0,-12l-12,12"
        parts.append(el("path", d=cross, stroke="var(--bg)", stroke_width=3))
        words = "barred"
    elif value == EMPTY:
        words = "empty"
        if legal:
            parts.append(label(x, y + 4, cell, 11, fill="var(--soft)", anchor="middle"))
    else:
        words = f"{value}, in a Chain" if chain else str(value)
        parts.append(label(x, y + 5.5, value, 15, bold=True, anchor="middle"))
    mover = scene.view["first_player"]
    fresh = mover is not None and scene.view["cell"] == cell and mover ^ scene.view["half"] == clan
    if fresh:
        parts.append(
            el("circle", cx=x, cy=y, r=15.5, fill="none", stroke="var(--last)", stroke_width=2)
        )
    return group(*parts, title=f"cell {cell}: {words}", action=action)


def _rows(scene: _Scene, seat: Mapping[str, Any]) -> list[str]:
    """The boxes of the calculations, right of the board's foot."""
    parts = []
    for row, entry in enumerate(scene.game.tables["calculation_rows"]["rows"]):
        y, crossed = 186 + 19.5 * row, seat["rows"][row]
        boxes = [_box(166 + 15 * k, y, crossed=k < crossed) for k in range(entry["boxes"])]
        words = label(124, y + 11.5, _WORDS[row], 14)
        tip = f"{entry['name']}: {crossed} of {entry['boxes']} boxes crossed"
        parts.append(group(words, *boxes, title=tip))
    return parts


def _box(x: float, y: float, *, crossed: bool) -> str:
    face = _rect(x, y, 12, 12, rx=2, fill="var(--card)", stroke="var(--soft)")
    if not crossed:
        return face
    cross = f"M{x + 2:.1f},{y + 2:.1f}l8,8m0,-8l-8,8"
    return face + el("path", d=cross, stroke="var(--ink)", stroke_width=2.2)


def _command(scene: _Scene, seat: Mapping[str, Any], clan: int) -> list[str]:
    """High Command: boxes up to each slot, and what lies in it."""
    parts = [label(10, 302, "High Command", 14, fill="var(--soft)")]
    first = 0
    for k, slot in enumerate(scene.game.tables["high_command"]["slots"]):
        x, last = 10 + 44 * k, slot["complete_at_box"]
        boxes = [
            _box(x + 15 * (box - first), 310, crossed=box < seat["boxes"])
            for box in range(first, last)
        ]
        first = last
        bonus = seat["slots"][k]
        face = _rect(x, 326, 38, 20, rx=4, fill="var(--card)", stroke="var(--line)")
        tip, word = f"slot {k + 1}, complete at box {last}", ""
        if bonus >= 0:
            name = title(bonus_name(scene.game, bonus))
            tip, word = f"{tip}: {name}", name[:4]
        elif slot["objective"]:
            word = "Obj"
        inner = label(x + 19, 341, word, 13, fill=_ink(clan), bold=bonus >= 0, anchor="middle")
        parts.append(group(*boxes, face, inner, title=tip))
    return parts


def _legend(scene: _Scene) -> tuple[float, str]:
    """The letters of the Fighters in the picture."""
    kinds = {kind for seat in scene.view["seats"] for _, kind, _, _ in seat["fighters"]} | {
        kind for seat in scene.view["seats"] for kind, n in enumerate(seat["reserve"]) if n
    }
    words = [f"{_LETTERS[kind]} {_words(scene, kind)}" for kind in sorted(kinds)]
    lines: list[str] = [""]
    for word in words:
        if len(lines[-1]) + len(word) > 52:
            lines.append("")
        lines[-1] += f" · {word}" if lines[-1] else word
    rows: Sequence[str] = [
        label(MARGIN, 14 + 19 * k, line, 14, fill="var(--soft)") for k, line in enumerate(lines)
    ]
    y = 14 + 19.0 * len(rows)
    return y + 4, "".join(rows) + _left_over(scene, y)


def _left_over(scene: _Scene, y: float) -> str:
    """The neutral bag, and the Discovery tokens of which nobody knows where they lie."""
    view, game = scene.view, scene.game
    bag = [title(bonus_name(game, bonus)) for bonus, n in enumerate(view["neutral_bag"]) if n]
    hidden = [
        f"{title(discovery_name(game, kind))} ×{n}"
        for kind, n in enumerate(view["unrevealed"])
        if n
    ]
    words = f"Neutral bag {len(bag)}", f"Discovery tokens unrevealed {sum(view['unrevealed'])}"
    return group(label(MARGIN, y, words[0], 14), title=", ".join(bag) or "empty") + group(
        label(WIDTH - MARGIN, y, words[1], 14, anchor="end"), title=", ".join(hidden) or "none"
    )
