"""The rules in pure Python, written for reading and for checking the core against.

`load_game` gives games with the same surface as `bitmeeple.load_game`, hundreds of times slower.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bitmeeple.game import Game
from bitmeeple.reference.rng import Rng
from bitmeeple.reference.surface import ReferenceGame, ReferenceState, load
from bitmeeple.registry import make_spec

__all__ = ["ReferenceGame", "ReferenceState", "Rng", "load_game"]


def load_game(game: str | Mapping[str, Any], /, **options: Any) -> Game:
    """A game on the reference implementation; parameters as for `bitmeeple.load_game`."""
    return load(make_spec(game, options))
