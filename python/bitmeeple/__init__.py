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
from typing import TYPE_CHECKING, Any

from bitmeeple.constants import CHANCE_PLAYER, POLICIES, TERMINAL_PLAYER
from bitmeeple.errors import IllegalActionError, RolloutError, RolloutInterrupted
from bitmeeple.explain import explain_observation
from bitmeeple.game import Game
from bitmeeple.native import Rng, load_game, version
from bitmeeple.records import Record, record_playout, replay
from bitmeeple.registry import registered_games
from bitmeeple.results import RolloutFile, RolloutResult
from bitmeeple.rollouts import perft, rollout
from bitmeeple.search import ISMCTS, MCTS, PIMC, FlatMonteCarlo, SearchResult, TreeAction
from bitmeeple.state import State
from bitmeeple.summary import Summary
from bitmeeple.svg import svg
from bitmeeple.vector_env import VectorEnv, VectorStep

if TYPE_CHECKING:  # imported by `__getattr__` when they are first used
    from bitmeeple import adapters, reference

__version__ = version

__all__ = [
    "CHANCE_PLAYER",
    "ISMCTS",
    "MCTS",
    "PIMC",
    "POLICIES",
    "TERMINAL_PLAYER",
    "FlatMonteCarlo",
    "Game",
    "IllegalActionError",
    "Record",
    "Rng",
    "RolloutError",
    "RolloutFile",
    "RolloutInterrupted",
    "RolloutResult",
    "SearchResult",
    "State",
    "Summary",
    "TreeAction",
    "VectorEnv",
    "VectorStep",
    "adapters",
    "explain_observation",
    "load_game",
    "perft",
    "record_playout",
    "reference",
    "registered_games",
    "replay",
    "rollout",
    "svg",
]


def __getattr__(name: str) -> Any:
    """Subpackages that are imported when they are first used."""
    if name in ("adapters", "reference"):
        return importlib.import_module(f"bitmeeple.{name}")
    raise AttributeError(f"module 'bitmeeple' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
