"""Lines of play: what a state does not remember."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any, SupportsIndex

from bitmeeple.arguments import as_int, checked_policy, checked_seed
from bitmeeple.canonical import canonical_json
from bitmeeple.display import rows_html
from bitmeeple.game import Game
from bitmeeple.native import Rng
from bitmeeple.registry import GameSpec, implement, make_spec
from bitmeeple.state import State

_FORMAT = 1
_KEYS = ("game", "options", "data", "data_digest", "start", "seed", "stream", "policy", "actions")


class Record:
    """A line of play: a game, where it starts, and every action and chance outcome since.

    Parameters
    ----------
    start
        A game (from its initial state) or a state.

    Attributes
    ----------
    game : Game
    actions : tuple of int
        Decisions and chance outcomes in order of play.
    seed, stream, policy
        Where a recorded playout came from; None for a line put together by `append`.

    Examples
    --------
    >>> import bitmeeple as bm
    >>> record = bm.Record(bm.load_game("latria"))
    >>> outcomes = record.state.legal_actions()  # chance deals: outcome ids
    >>> record.append(outcomes[0])
    >>> len(record)
    1
    """

    def __init__(self, start: Game | State) -> None:
        if isinstance(start, Game):
            self.game, self._start = start, None
            self._state = start.new_initial_state()
        elif isinstance(start, State):
            self.game, self._start = start.game, start.clone()
            self._state = start.clone()
        else:
            raise TypeError(f"a record starts at a game or a state, not {type(start).__name__}")
        self._actions: list[int] = []
        self._origin: tuple[int | None, int | None, str | None] = (None, None, None)

    @property
    def seed(self) -> int | None:
        """Seed of the recorded playout."""
        return self._origin[0]

    @property
    def stream(self) -> int | None:
        """Number of the recorded playout among those of its seed."""
        return self._origin[1]

    @property
    def policy(self) -> str | None:
        """Policy of the recorded playout."""
        return self._origin[2]

    @property
    def actions(self) -> tuple[int, ...]:
        """Decisions and chance outcomes in order of play."""
        return tuple(self._actions)

    @property
    def state(self) -> State:
        """A copy of the state at the end of the line."""
        return self._state.clone()

    def append(self, action: SupportsIndex) -> None:
        """Play on. Raises like `State.apply_action`; the record is unchanged then."""
        number = as_int(action, "an action")
        self._state.apply_action(number)
        self._actions.append(number)

    def for_player(self, player: SupportsIndex) -> list[int | None]:
        """The actions as seat ``player`` has observed them: None where it has not seen which.

        Raises
        ------
        ValueError
            No such seat.
        """
        seat = self._state._seat(player)
        steps = []
        state = self._first()
        for action in self._actions:
            steps.append((state.to_dict(), action))
            state.apply_action(action)
        masked: list[int | None] = self.game._spec.text.mask_history(self.game, steps, seat)
        return masked

    def to_json(self) -> str:
        """The record as JSON; data that is not shipped is embedded."""
        spec = self.game._spec
        content = {
            "bitmeeple_record": _FORMAT,
            "game": spec.name,
            "options": spec.plain_options,
            "data": None if spec.is_shipped else dict(spec.data),
            "data_digest": spec.digest,
            "start": None if self._start is None else self._start.to_dict(),
            "seed": self.seed,
            "stream": self.stream,
            "policy": self.policy,
            "actions": self._actions,
        }
        return canonical_json(content)

    @classmethod
    def from_json(cls, text: str, *, implementation: str = "core") -> Record:
        """Read a record and check it by playing it.

        Nothing but ``text`` is read: no file that it names.

        Raises
        ------
        ValueError
            Not a record, or its line cannot be played under its game and data.
        TypeError
            Not a str.
        """
        if not isinstance(text, str):
            raise TypeError(f"a record is a str of JSON, not {type(text).__name__}")
        try:
            content = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"not a record: {error}") from None
        if not isinstance(content, dict) or content.get("bitmeeple_record") != _FORMAT:
            raise ValueError(f"not a record of format {_FORMAT}")
        for key in _KEYS:
            if key not in content:
                raise ValueError(f"a broken record: the key {key!r} is missing")
        try:
            return cls._from_content(content, implementation)
        except TypeError as error:
            raise ValueError(f"a broken record: {error}") from None

    @classmethod
    def _from_content(cls, content: Mapping[str, Any], implementation: str) -> Record:
        game = implement(_spec_of(content), implementation)
        if game.data_digest != content["data_digest"]:
            raise ValueError("the record was made with other shipped data than this version's")
        start = content["start"]
        record = cls(game if start is None else game.state_from_dict(start))
        seed, stream, policy = (content[key] for key in ("seed", "stream", "policy"))
        record._origin = (
            None if seed is None else checked_seed(seed),
            None if stream is None else checked_seed(stream, "stream"),
            None if policy is None else checked_policy(policy),
        )
        if not isinstance(content["actions"], list):
            raise TypeError("actions is a list")
        for action in content["actions"]:
            record.append(action)
        return record

    def __copy__(self) -> Record:
        twin = Record(self.game if self._start is None else self._start)
        twin._state, twin._actions = self._state.clone(), list(self._actions)
        twin._origin = self._origin
        return twin

    def __setstate__(self, members: dict[str, Any]) -> None:
        """Pickles of 0.1.0 have seed, stream and policy one by one."""
        members = dict(members)
        if "_origin" not in members:
            members["_origin"] = tuple(members.pop(key) for key in ("seed", "stream", "policy"))
        self.__dict__.update(members)

    def __deepcopy__(self, memo: dict[int, Any]) -> Record:
        return copy.copy(self)

    def _first(self) -> State:
        return self.game.new_initial_state() if self._start is None else self._start.clone()

    def __len__(self) -> int:
        return len(self._actions)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        state = self._state
        return f"<Record of {self._label()}: {len(self)} actions; {state._who_is_next()}>"

    def _label(self) -> str:
        label = self.game._spec.label()
        if self._start is not None:
            label += " from a state"
        if self.seed is not None:
            label += f", playout {self.stream or 0} of seed {self.seed}, policy {self.policy}"
        return label

    def _repr_html_(self) -> str:
        facts = {
            "from": "the start" if self._start is None else repr(self._start),
            "seed": self.seed,
            "stream": self.stream,
            "policy": self.policy,
            "actions": len(self),
            "now": repr(self._state),
        }
        return rows_html(f"Record of {self.game._spec.label()}", facts)


def _spec_of(content: Mapping[str, Any]) -> GameSpec:
    """The game of a record. A record of a stranger names no file: data is embedded or shipped."""
    name, options, data = (content[key] for key in ("game", "options", "data"))
    if not isinstance(name, str) or not isinstance(options, dict):
        raise TypeError("game is a str and options an object")
    if not (data is None or isinstance(data, dict)):
        raise TypeError("data is an object or null")
    for key in ("name", "data"):
        if key in options:
            raise ValueError(f"a broken record: options have the key {key!r}")
    return make_spec({**options, "name": name, "data": data}, {})


def replay(record: Record, *, implementation: str | None = None) -> Iterator[State]:
    """Every state of a line of play, the first and the last included; each is independent.

    Parameters
    ----------
    record
        A line of play.
    implementation
        ``"core"`` or ``"reference"``; by default the record's own.

    Raises
    ------
    ValueError
        No such implementation.
    TypeError
        Not a record.
    """
    if not isinstance(record, Record):
        raise TypeError(f"replay takes a Record, not {type(record).__name__}")
    state = record._first()
    if implementation is not None and implementation != record.game.implementation:
        game = implement(record.game._spec, implementation)
        state = game.state_from_dict(state.to_dict())
    return _replay(state, record.actions)


def _replay(state: State, actions: tuple[int, ...]) -> Iterator[State]:
    yield state.clone()
    for action in actions:
        state.apply_action(action)
        yield state.clone()


def record_playout(
    game: Game | State, seed: int, stream: int = 0, policy: str = "uniform"
) -> Record:
    """Playout ``stream`` of ``rollout(game, ..., seed=seed, policy=policy)`` as a record.

    Raises
    ------
    ValueError, TypeError
        An argument is out of range or of the wrong type.
    """
    record = Record(game)
    origin = (checked_seed(seed), checked_seed(stream, "stream"), checked_policy(policy))
    record._origin = origin
    rng = Rng(*origin[:2])
    while not record._state.is_terminal():
        record.append(record._state.sample(rng, policy))
    return record
