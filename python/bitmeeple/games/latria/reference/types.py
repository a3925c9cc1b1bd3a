"""Latria: options, ids and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# Suits; the first three are the bodies.
SUN, MOON, POLARIS, LATRIA = range(4)
BODIES = (SUN, MOON, POLARIS)
SUITS = (SUN, MOON, POLARIS, LATRIA)
CARDS = range(60)
TYPES = range(12)
SPECIAL = 11

# Action ids (specification, section 2.5).
NAME_BASE = 60
REVEAL_BASE = 63
REMOVE_OPEN_BASE = 75
REMOVE_ECLIPSE_BASE = 87
FIRST_PARENT_BASE = 99
NUM_ACTIONS = 105

CHANCE, TERMINAL = -1, -4

DEAL, FIRST_PARENT, PARENT_PLAY, NAME_BODY, CHILD_PLAY, REMOVE, END = (
    "DEAL",
    "FIRST_PARENT",
    "PARENT_PLAY",
    "NAME_BODY",
    "CHILD_PLAY",
    "REMOVE",
    "END",
)
REVEALS = ("REVEAL_SUN", "REVEAL_MOON", "REVEAL_POLARIS")  # by body
NODES = (DEAL, FIRST_PARENT, *REVEALS, PARENT_PLAY, NAME_BODY, CHILD_PLAY, REMOVE, END)


@dataclass(frozen=True)
class Options:
    """Options as the rules use them; ``first_parent`` is None for a random one."""

    players: int
    simple: bool
    star_eclipse: bool
    campaign: bool
    first_parent: int | None
    lower_captures: bool

    @classmethod
    def from_flat(cls, flat: Mapping[str, int]) -> Options:
        """Read the flat options (interface page, section 1)."""
        first = flat["first_parent"]
        return cls(
            players=flat["players"],
            simple=flat["variant"] == 1,
            star_eclipse=flat["variant"] == 2,
            campaign=flat["campaign"] == 1,
            first_parent=None if first < 0 else first,
            lower_captures=flat["simple_capture"] == 1,
        )
