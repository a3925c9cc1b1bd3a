"""What the reference implementation of a game consists of.

``bitmeeple.reference.<game>`` exports a class ``Rules`` with these members: the counterpart of
the core's game concept, under the same names. Positions are plain mutable objects; ``apply_action``
changes its argument, `copy` makes an independent one. Preconditions (legal action, right kind of
node) are the caller's business: `bitmeeple.reference.surface` checks them.

Views and tensors follow from `to_dict` and the interface. A game whose views say more than nulls
brings ``finish_view(s, view)``, which gets the view with its nulls and returns the right one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from bitmeeple.contract.data import FlatTables

P = TypeVar("P")


class SupportsRng(Protocol):
    """A source of randomness: `bitmeeple.Rng` or `bitmeeple.reference.Rng`."""

    def next(self) -> int:
        """64 random bits."""
        ...

    def below(self, n: int) -> int:
        """A number in 0 .. n-1, 1 <= n < 2**32."""
        ...


class Rules(Protocol[P]):
    """Rules of one game under fixed options and tables; immutable."""

    def __init__(self, options: Mapping[str, int], tables: FlatTables) -> None:
        """Flat options and tables: interface page, sections 1 and 2."""

    # Bounds that always hold
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def max_chance_outcomes(self) -> int: ...
    def max_game_length(self) -> int: ...
    def max_chance_nodes_in_history(self) -> int: ...
    def min_utility(self) -> float: ...
    def max_utility(self) -> float: ...
    def utility_sum(self) -> float | None: ...

    # Playing
    def initial_state(self) -> P: ...
    def copy(self, s: P) -> P: ...
    def current_player(self, s: P) -> int:
        """Seat, -1 at a chance node, -4 at a terminal."""
        ...

    def legal_actions(self, s: P) -> list[int]:
        """Ascending ids; a seat is to move. Never empty."""
        ...

    def chance_outcomes(self, s: P) -> list[tuple[int, int]]:
        """(id, integer weight >= 1), ascending ids; at a chance node."""
        ...

    def apply_action(self, s: P, action: int) -> None:
        """Play a legal action or outcome and everything automatic after it."""
        ...

    def is_passive(self, action: int) -> bool: ...

    # Results; before the terminal zeros, and ranks 1
    def scores(self, s: P) -> list[int]: ...
    def ranking(self, s: P) -> list[int]: ...
    def returns(self, s: P) -> list[float]: ...

    # Text, views, worlds
    def to_dict(self, s: P) -> dict[str, Any]: ...
    def table(self, s: P) -> dict[str, Any]:
        """What everybody can work out from what lies open: interface page, section 9."""
        ...

    def from_dict(self, d: Mapping[str, Any]) -> P:
        """The inverse; raises `ValueError` naming the first broken invariant.

        The shape of ``d`` (keys, types, ranges) has been checked already, and derived entries will
        be compared with `to_dict`.
        """
        ...

    def resample(self, s: P, player: int, rng: SupportsRng) -> P:
        """A uniformly drawn world consistent with ``view(s, player)``; ``s`` is unchanged."""
        ...
