"""Latria: full positions from short descriptions.

Cards and celestial cards are words, ``"M10 L8 2*sun4"``; seats are keys ``"0"`` .. ``"5"``. What
is not mentioned is filled in:

* hands up to their size with the lowest cards of the deck that are free, without the suits of
  ``void`` and ``avoid`` of the seat (the most restricted seats first); what is left of the deck
  is set aside;
* piles keep the highest types; revealed cards that are mentioned nowhere lie on the stack of their
  body, or in the area ``rest`` (``"<seat> open"`` or ``"<seat> eclipse"``) if ``stacks`` says what
  lies on that board.

``override`` sets entries of the finished dict by path, to break it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

SUITS = "SMPL"
BODIES = ("sun", "moon", "polaris")
BOARDS = (*BODIES, "latria")
SETUP = ("DEAL", "FIRST_PARENT")
LAST = ("REMOVE", "END")
TO_REVEAL = {"REVEAL_SUN": (0, 1, 2), "REVEAL_MOON": (1, 2), "REVEAL_POLARIS": (2,)}
LATRIA = 3


def build(
    game: Any,
    *,
    node: str = "PARENT_PLAY",
    round: int = 1,
    parent: int | None = 0,
    target: str | None = None,
    hands: Mapping[str, str] | None = None,
    avoid: Mapping[str, str] | None = None,
    table: Mapping[str, str] | None = None,
    ecl: Iterable[str] = (),
    stacks: Mapping[str, str] | None = None,
    open: Mapping[str, str] | None = None,
    eclipse: Mapping[str, str] | None = None,
    rest: str | None = None,
    removed: str = "",
    remover: int | None = None,
    removals: int | None = None,
    void: Mapping[str, str] | None = None,
    marker: Iterable[int] = (),
    game_index: int | None = None,
    first_parent: int | None = None,
    game_points: list[list[int]] | None = None,
    override: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return a state dict without its derived entries."""
    box = _Box(game)
    if node in SETUP:
        round, parent = 0, None
    elif node in LAST:
        round = box.rounds
    if game_index is None:
        game_index = box.players - 1 if box.campaign and node == "END" else 0
    seats = [_seat(box, str(i), hands, table, open, eclipse, void) for i in range(box.players)]
    for index, seat in enumerate(seats):
        seat["marker"] = index in marker or bool(seat["eclipse"] or any(seat["eclipse_celestial"]))
        seat["game_points"] = _game_points(box, node, game_index, index, game_points)
    d = {
        "node": node,
        "game_index": game_index,
        "round": round,
        "first_parent": _first_parent(box, node, game_index, first_parent),
        "parent": parent,
        "target": None if target is None else BODIES.index(target),
        "ecl": [board in ecl or (board == "polaris" and box.star_eclipse) for board in BOARDS],
        "removed": box.split(removed)[0],
        "remover": remover,
        "removals": removals,
        "seats": seats,
    }
    _fill_hands(box, d, {key: _suits(text) for key, text in (avoid or {}).items()})
    _fill_celestial(box, d, stacks or {}, rest)
    for path, value in (override or {}).items():
        _set(d, path, value)
    return d


class _Box:
    """What is in the box for this game."""

    def __init__(self, game: Any) -> None:
        setup = game.tables["player_setup"][str(game.options["players"])]
        self.players: int = game.options["players"]
        self.campaign: bool = game.options["campaign"]
        self.option_parent = game.options["first_parent"]
        self.simple = game.options["variant"] == "simple"
        self.star_eclipse = game.options["variant"] == "star_eclipse"
        self.hand: int = setup["hand"]
        self.rounds: int = setup["rounds"]
        gone = setup["removed_numbers"]
        self.deck = [c for c in range(60) if c % 15 + 1 not in gone]
        types = game.tables["celestial"]["types"]
        without = game.tables["variants"]["simple"]["removed_types"] if self.simple else ()
        self.names = [t["name"] for t in types]
        self.body = [BODIES.index(t["body"]) for t in types]
        self.avail = [0 if t["id"] in without else t["count"] for t in types]

    def split(self, text: str) -> tuple[list[int], list[int]]:
        """Cards, ascending, and celestial counts of a description."""
        cards, counts = [], [0] * 12
        for word in text.split():
            times, _, name = word.rpartition("*")
            if re.fullmatch(r"[SMPL]\d+", name):
                cards.append(_card(name))
            else:
                counts[self.names.index(name)] += int(times or 1)
        return sorted(cards), counts


def _card(name: str) -> int:
    return 15 * SUITS.index(name[0]) + int(name[1:]) - 1


def _suits(text: str) -> list[int]:
    return sorted(SUITS.index(letter) for letter in text)


def _seat(box: _Box, key: str, *descriptions: Mapping[str, str] | None) -> dict[str, Any]:
    hand, table, open_, eclipse, void = ((text or {}).get(key, "") for text in descriptions)
    open_cards, open_celestial = box.split(open_)
    eclipse_cards, eclipse_celestial = box.split(eclipse)
    return {
        "hand": box.split(hand)[0],
        "table": _card(table) if table else None,
        "open": open_cards,
        "open_celestial": open_celestial,
        "eclipse": eclipse_cards,
        "eclipse_celestial": eclipse_celestial,
        "void": _suits(void),
    }


def _game_points(
    box: _Box, node: str, game_index: int, seat: int, given: list[list[int]] | None
) -> list[int]:
    if given is not None:
        return list(given[seat])
    games = box.players if node == "END" else game_index
    return [0] * games if box.campaign else []


def _first_parent(box: _Box, node: str, game_index: int, given: int | None) -> int | None:
    if given is not None or not box.campaign:
        return given
    if box.option_parent != "random":
        return int(box.option_parent)
    return None if node in SETUP and game_index == 0 else 0


def _hand_size(box: _Box, d: Mapping[str, Any], seat: Mapping[str, Any]) -> int:
    if d["node"] == "DEAL":
        return len(seat["hand"])
    if d["node"] == "FIRST_PARENT":
        return box.hand
    played = d["node"] in LAST or seat["table"] is not None
    return box.hand - d["round"] + (0 if played else 1)


def _fill_hands(box: _Box, d: dict[str, Any], avoid: Mapping[str, list[int]]) -> None:
    free = [c for c in box.deck if c not in d["removed"]]
    banned: dict[int, set[int]] = {}
    for index, seat in enumerate(d["seats"]):
        used = [*seat["hand"], seat["table"], *seat["open"], *seat["eclipse"]]
        free = [c for c in free if c not in used]
        banned[index] = {*seat["void"], *avoid.get(str(index), [])}
        if d["target"] is not None and index != d["parent"] and seat["table"] is not None:
            follow = {d["target"], LATRIA}
            if seat["table"] // 15 not in follow:
                banned[index] |= follow
    for index in sorted(banned, key=lambda i: -len(banned[i])):
        seat = d["seats"][index]
        missing = _hand_size(box, d, seat) - len(seat["hand"])
        filler = [c for c in free if c // 15 not in banned[index]][: max(0, missing)]
        seat["hand"] = sorted([*seat["hand"], *filler])
        free = [c for c in free if c not in filler]
    d["set_aside"] = free if d["round"] else []


def _fill_celestial(
    box: _Box, d: dict[str, Any], stacks: Mapping[str, str], rest: str | None
) -> None:
    seats = d["seats"]
    d["stack"] = box.split(" ".join(stacks.values()))[1]
    placed = [d["stack"], *(s["open_celestial"] for s in seats)]
    placed += [s["eclipse_celestial"] for s in seats]
    left = [box.avail[t] - sum(counts[t] for counts in placed) for t in range(12)]
    missing = d["removals"] or 0  # cards removed by the special card are nowhere
    missing -= len(d["removed"])
    for body, name in enumerate(BODIES):
        revealed = d["round"]
        if body in TO_REVEAL.get(d["node"], ()):
            revealed -= 1
        kinds = [t for t in range(12) if box.body[t] == body]
        revealed -= sum(counts[t] for counts in placed for t in kinds)
        where = d["stack"]
        if name in stacks and rest is not None:
            index, area = rest.split()
            where = seats[int(index)][f"{area}_celestial"]
        for kind in kinds:
            if kind == 11 and missing > 0:  # it removed itself
                left[kind], missing, revealed = 0, 0, revealed - 1
            taken = min(left[kind], max(0, revealed))
            where[kind] += taken
            left[kind] -= taken
            revealed -= taken
    d["pile"] = left
    for seat in seats:
        seat["marker"] = seat["marker"] or any(seat["eclipse_celestial"])


def _set(d: Any, path: str, value: Any) -> None:
    *steps, last = path.split(".")
    for step in steps:
        d = d[int(step)] if isinstance(d, list) else d[step]
    d[int(last) if isinstance(d, list) else last] = value
