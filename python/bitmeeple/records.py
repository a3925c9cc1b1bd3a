"""Lines of play: what a state does not remember."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, SupportsIndex

from bitmeeple.arguments import checked_int
from bitmeeple.canonical import canonical_json
from bitmeeple.constants import CHANCE_PLAYER, TERMINAL_PLAYER
from bitmeeple.game import Game
from bitmeeple.native import Rng
from bitmeeple.registry import implement, make_spec
from bitmeeple.state import State, check_action_type

_FORMAT = 1


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
    >>> record.append(0)
    >>> record.actions
    (0,)
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
        self.seed: int | None = None
        self.stream: int | None = None
        self.policy: str | None = None

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
        number = check_action_type(action)
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

        Raises
        ------
        ValueError
            Not a record, or its line cannot be played under its game and data.
        """
        try:
            content = json.loads(text)
        except (json.JSONDecodeError, RecursionError) as error:
            raise ValueError(f"not a record: {error}") from None
        if not isinstance(content, dict) or content.get("bitmeeple_record") != _FORMAT:
            raise ValueError(f"not a record of format {_FORMAT}")
        try:
            return cls._from_content(content, implementation)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"a broken record: {error!r}") from None

    @classmethod
    def _from_content(cls, content: Mapping[str, Any], implementation: str) -> Record:
        options = {**content["options"], "data": content["data"]}
        game = implement(make_spec(content["game"], options), implementation)
        if game.data_digest != content["data_digest"]:
            raise ValueError("the record was made with other shipped data than this version's")
        start = content["start"]
        record = cls(game if start is None else game.state_from_dict(start))
        record.seed, record.stream = content["seed"], content["stream"]
        record.policy = content["policy"]
        for action in content["actions"]:
            record.append(action)
        return record

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
        return f"<Record of {self.game}: {len(self)} actions>"


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
    """
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
    record.seed = checked_int(seed, "seed", 0, (1 << 64) - 1)
    record.stream = checked_int(stream, "stream", 0, (1 << 64) - 1)
    record.policy = policy
    rng = Rng(seed, stream)
    state = record._state
    while (player := state.current_player()) != TERMINAL_PLAYER:
        chance = player == CHANCE_PLAYER
        record.append(state.sample_chance(rng) if chance else state.sample_action(rng, policy))
    return record
