"""The rules in pure Python, written for reading and for checking the core against.

`load_game` gives games with the same surface as `bitmeeple.load_game`, hundreds of times slower.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from bitmeeple.game import Game
from bitmeeple.reference.rng import Rng
from bitmeeple.reference.surface import ReferenceGame, ReferenceState
from bitmeeple.registry import GameSpec, make_spec

__all__ = ["ReferenceGame", "ReferenceState", "Rng", "load_game"]


def load_game(game: str | Mapping[str, Any], /, **options: Any) -> Game:
    """A game on the reference implementation; parameters as for `bitmeeple.load_game`."""
    return _load(make_spec(game, options))


@functools.lru_cache(maxsize=64)
def _load(spec: GameSpec) -> ReferenceGame:
    return ReferenceGame(spec)
