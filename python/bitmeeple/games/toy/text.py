"""Toy: notation and drawing.

A text module ``bitmeeple.games.<game>.text`` has

``action_notation(game, d, action)``, ``outcome_notation(game, d, outcome)``
    the notation of any id that is in range: ASCII, no spaces, unique within a node. ``d`` is the
    dict (or view) of the node, for games whose notation depends on it.
``describe(game, d, player, action)``
    a sentence in the game's own words; ``player`` is -1 for a chance outcome.
``heading(game, d)``
    node and progress in one line, of open facts only: the first line of the picture, and ``repr``.
``draw(game, d)``
    an ASCII picture of a dict or view; unknown entries are drawn as ``?``.
``mask_history(game, steps, player)``
    the ids of a line of play as seat ``player`` has observed them, None where it has not (yet)
    seen which; ``steps`` is a list of (dict before the step, id).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bitmeeple.games.toy.interface import DRAW

if TYPE_CHECKING:
    from bitmeeple.game import Game


def _name(game: Game, kind: int | None) -> str:
    if kind is None:
        return "?"
    name: str = game.tables["tokens"]["types"][kind]["name"]
    return name


def action_notation(game: Game, d: Mapping[str, Any], action: int) -> str:
    """``draw`` or ``stay``."""
    return "draw" if action in DRAW else "stay"


def outcome_notation(game: Game, d: Mapping[str, Any], outcome: int) -> str:
    """``token:<name>``."""
    return f"token:{_name(game, outcome)}"


def describe(game: Game, d: Mapping[str, Any], player: int, action: int) -> str:
    """One sentence."""
    if player >= 0:
        return f"seat {player} {'draws a token' if action in DRAW else 'stays'}"
    how = "is dealt" if d["node"] == "DEAL" else "gets"
    return f"seat {d['seat']} {how} a {_name(game, action)}"


def heading(game: Game, d: Mapping[str, Any]) -> str:
    """The node."""
    return str(d["node"])


def draw(game: Game, d: Mapping[str, Any]) -> str:
    """One line per seat, one for the bag."""
    lines = [heading(game, d)]
    for seat, entry in enumerate(d["seats"]):
        mark = ">" if seat == d["seat"] else " "
        tokens = [_name(game, entry["dealt"]), *(_name(game, t) for t in entry["drawn"])]
        lines.append(f"{mark} seat {seat}: {' '.join(tokens)}")
    bag = " ".join(f"{_name(game, t)}x{n}" for t, n in enumerate(d["bag"]))
    return "\n".join([*lines, f"unseen: {bag}"])


def mask_history(
    game: Game, steps: Sequence[tuple[Mapping[str, Any], int]], player: int
) -> list[int | None]:
    """Tokens dealt to others stay hidden unless the game is open."""
    return [
        None if d["node"] == "DEAL" and d["seat"] != player and not game.options["open"] else action
        for d, action in steps
    ]
