"""Latria: options, ids and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bitmeeple.contract.ids import number_of
from bitmeeple.games.latria import interface

# Suits; the first three are the bodies.
SUN, MOON, POLARIS, LATRIA = range(4)
BODIES = (SUN, MOON, POLARIS)
SUITS = (SUN, MOON, POLARIS, LATRIA)
CARDS = range(60)
TYPES = range(12)
SPECIAL = 11

NAME_BASE = interface.NAME_BODY.first
REVEAL_BASE = interface.REVEAL.first
REMOVE_OPEN_BASE = interface.REMOVE_OPEN.first
REMOVE_ECLIPSE_BASE = interface.REMOVE_ECLIPSE.first
FIRST_PARENT_BASE = interface.FIRST_PARENT.first
NUM_ACTIONS = number_of(interface.ACTIONS)

CHANCE, TERMINAL = -1, -4

DEAL, FIRST_PARENT, _, _, _, PARENT_PLAY, NAME_BODY, CHILD_PLAY, REMOVE, END = interface.NODES
REVEALS = interface.NODES[2:5]  # by body


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
