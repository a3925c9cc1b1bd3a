"""bitmeeple: modern tabletop games as compact bitboard states.

>>> import bitmeeple as bm
>>> game = bm.load_game("latria", players=4)
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

See `load_game`, `rollout`, `State`; `bitmeeple.reference` has the same games in pure Python.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from bitmeeple.constants import CHANCE_PLAYER, POLICIES, TERMINAL_PLAYER
from bitmeeple.errors import IllegalActionError
from bitmeeple.explain import explain_observation
from bitmeeple.game import Game
from bitmeeple.native import core as _core
from bitmeeple.native import load as _load
from bitmeeple.records import Record, record_playout, replay
from bitmeeple.registry import make_spec, registered_games
from bitmeeple.rollouts import RolloutResult, Summary, perft, rollout
from bitmeeple.state import State
from bitmeeple.vector_env import VectorEnv, VectorStep

Rng = _core.Rng
__version__ = _core.version

__all__ = [
    "CHANCE_PLAYER",
    "POLICIES",
    "TERMINAL_PLAYER",
    "Game",
    "IllegalActionError",
    "Record",
    "Rng",
    "RolloutResult",
    "State",
    "Summary",
    "VectorEnv",
    "VectorStep",
    "explain_observation",
    "load_game",
    "perft",
    "record_playout",
    "reference",
    "registered_games",
    "replay",
    "rollout",
]


def load_game(game: str | Mapping[str, Any], /, **options: Any) -> Game:
    """A game of the compiled core.

    Parameters
    ----------
    game
        A name (`registered_games`), a game string ``"latria(players=4,variant=simple)"``, or a
        mapping with the key ``name`` and options.
    **options
        Typed options of the game (``players=4``, ``campaign=True``); ``data``: own data file as a
        path, a dict or JSON text, at most 1 MiB.

    Raises
    ------
    ValueError
        Unknown game, option or value, the nearest known one is named; broken data.
    TypeError
        An option of the wrong type: ``players="4"``.
    OSError
        The data file cannot be read.

    Examples
    --------
    >>> str(load_game("latria", players=3))
    'latria(players=3)'
    """
    return _load(make_spec(game, options))


def __getattr__(name: str) -> Any:
    """Submodules that are imported when they are first used."""
    if name == "reference":
        return importlib.import_module("bitmeeple.reference")
    raise AttributeError(f"module 'bitmeeple' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), "reference"])
