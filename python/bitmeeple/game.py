"""The public type of a game: what both implementations share, and what each must bring."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bitmeeple import codec
from bitmeeple.display import rows_html
from bitmeeple.registry import revive

if TYPE_CHECKING:
    from bitmeeple.contract.tensor import Slice
    from bitmeeple.registry import GameSpec
    from bitmeeple.state import State


class Game(ABC):
    """A game under fixed options and data; immutable, hashable, safe to share between threads.

    Made by `bitmeeple.load_game` (core) or `bitmeeple.reference.load_game`. ``str`` gives the game
    string, ``repr`` evaluates back (unless the data came as a dict or text: then it names their
    digest), ``==`` compares implementation, options and data.
    """

    implementation: str  # "core" or "reference"
    _module: str  # whose `load_game` makes such games
    _max_threads: int  # that its rollouts can use

    # What an implementation brings

    @property
    @abstractmethod
    def _spec(self) -> GameSpec: ...

    @abstractmethod
    def new_initial_state(self) -> State:
        """The state before the first event, often a chance node."""

    @abstractmethod
    def _from_dict(self, d: Mapping[str, Any]) -> State: ...

    @abstractmethod
    def num_players(self) -> int:
        """Number of seats; they are ``0 .. num_players()-1``."""

    @abstractmethod
    def num_distinct_actions(self) -> int:
        """Decision ids are ``0 .. num_distinct_actions()-1``."""

    @abstractmethod
    def max_chance_outcomes(self) -> int:
        """Chance outcome ids are ``0 .. max_chance_outcomes()-1``."""

    @abstractmethod
    def max_game_length(self) -> int:
        """No game has more player decisions."""

    @abstractmethod
    def max_chance_nodes_in_history(self) -> int:
        """No game has more chance events."""

    @abstractmethod
    def min_utility(self) -> float:
        """No entry of ``returns()`` is smaller."""

    @abstractmethod
    def max_utility(self) -> float:
        """No entry of ``returns()`` is greater."""

    @abstractmethod
    def utility_sum(self) -> float | None:
        """The sum of ``returns()`` at every terminal, or None if it varies."""

    # Shared

    @property
    def name(self) -> str:
        """Its name in `bitmeeple.registered_games`."""
        return self._spec.name

    @property
    def options(self) -> Mapping[str, Any]:
        """All options, defaults filled in; ``data`` is None for the shipped data. Read-only."""
        return self._spec.options

    @property
    def tables(self) -> Mapping[str, Any]:
        """The data in use, nested as in the file; lists are tuples. Read-only."""
        return self._spec.tables

    @property
    def data_digest(self) -> str:
        """SHA-256 of the canonical JSON of the data in use, 64 hexadecimal digits."""
        return self._spec.digest

    def deserialize_state(self, data: bytes) -> State:
        """The inverse of `State.serialize`.

        Raises
        ------
        ValueError
            The bytes are truncated, corrupted, of another game, options, data or implementation.
        TypeError
            Not bytes.
        """
        d = codec.unpack(data, self.implementation, self._spec.identity_digest, self._spec.label())
        try:
            return self.state_from_dict(d)
        except TypeError as error:
            raise ValueError(f"serialized state has a broken payload: {error}") from None

    def state_from_dict(self, d: Mapping[str, Any]) -> State:
        """Set up any position; the inverse of `State.to_dict`.

        Parameters
        ----------
        d
            The keys of ``to_dict()`` (see the game's interface page); derived keys may be left out.

        Raises
        ------
        TypeError, ValueError
            A key is missing, unknown, of the wrong type or out of range (its path is named), or
            an invariant is broken (its id is named), or a derived key disagrees with the rest
            (what it should be is said).
        """
        if not isinstance(d, Mapping):
            raise TypeError(f"a state dict is a mapping, not {type(d).__name__}")
        plain = dict(d)
        fields = self._spec.fields
        fields.check(plain, "state")
        state = self._from_dict(fields.without_derived(plain))
        wrong = fields.disagreement(plain, state.to_dict())
        if wrong:
            raise ValueError(f"{self._spec.interface.DERIVED}: {wrong}")
        return state

    def observation_spec(self) -> list[Slice]:
        """The slices of the observation tensor, in order: name, offset, shape, meaning, range."""
        return list(self._spec.observation_slices)

    def observation_tensor_shape(self) -> tuple[int]:
        """Shape ``(D,)`` of ``observation_tensor()``, the same for every state and seat."""
        last = self._spec.observation_slices[-1]
        return (last.offset + last.size,)

    def __str__(self) -> str:
        return str(self._spec)

    def __repr__(self) -> str:
        if self._spec.embeds_data:
            return f"<{self._module} game {self._spec.label()}>"
        return f"{self._module}.load_game({str(self)!r})"

    def _repr_html_(self) -> str:
        facts = {
            "implementation": self.implementation,
            **self._spec.plain_options,
            "data": None if self._spec.is_shipped else f"SHA-256 {self.data_digest}",
            "action ids": self.num_distinct_actions(),
            "chance outcome ids": self.max_chance_outcomes(),
            "floats of the tensor": self.observation_tensor_shape()[0],
        }
        return rows_html(self._spec.label(), facts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.implementation == other.implementation and self._spec == other._spec

    def __hash__(self) -> int:
        return hash((self.implementation, self._spec))

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return revive, (self.implementation, *self._spec.words)
