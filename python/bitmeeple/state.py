"""The public type of a state: what both implementations share, and what each must bring."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from bitmeeple import codec
from bitmeeple.arguments import as_int, checked_policy, checked_seat, shown
from bitmeeple.canonical import canonical_json
from bitmeeple.constants import CHANCE_PLAYER, TERMINAL_PLAYER
from bitmeeple.errors import IllegalActionError
from bitmeeple.svg import has_picture, svg

if TYPE_CHECKING:
    from bitmeeple.game import Game

_SHOWN = 12  # actions named in an error message


class State(ABC):
    """A position of a game: a mutable value without history.

    Made by `Game.new_initial_state`, `Game.state_from_dict`, `Game.deserialize_state`. Unhashable,
    because mutable; `key` hashes. ``==`` compares positions, hidden parts included; states of
    different games are unequal. ``copy``, ``deepcopy`` and pickle give independent equal states.

    ``str`` draws everything, hidden parts included (`observation_string` is what a seat sees);
    ``repr`` is one line of open facts.
    """

    __hash__ = None  # type: ignore[assignment]

    # What an implementation brings

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game of this state."""

    @abstractmethod
    def current_player(self) -> int:
        """Seat to move; -1 (`CHANCE_PLAYER`) for chance, -4 (`TERMINAL_PLAYER`) at the end."""

    @abstractmethod
    def is_chance_node(self) -> bool:
        """Whether chance acts next."""

    @abstractmethod
    def is_terminal(self) -> bool:
        """Whether the game is over."""

    @abstractmethod
    def is_player_node(self) -> bool:
        """Whether a seat acts next."""

    @abstractmethod
    def legal_actions(self, player: SupportsIndex | None = None, /) -> list[int]:
        """Ids that `apply_action` takes now, ascending.

        Parameters
        ----------
        player
            A seat: only its actions; empty unless it is to move.

        Returns
        -------
        list of int
            At a chance node the outcome ids; empty at a terminal.

        Raises
        ------
        ValueError
            No such seat.
        """

    @abstractmethod
    def legal_actions_mask(self) -> npt.NDArray[np.int8]:
        """Legal actions as a mask.

        Returns
        -------
        ndarray of int8, 0 or 1
            Length ``num_distinct_actions()``; ``max_chance_outcomes()`` at a chance node; all
            zeros at a terminal.
        """

    @abstractmethod
    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(id, probability) of every outcome, ascending ids.

        Raises
        ------
        ValueError
            Not a chance node.
        """

    @abstractmethod
    def chance_weights(self) -> list[tuple[int, int]]:
        """(id, weight) of every outcome: weights are numbers of tokens, cards or faces, >= 1.

        Raises
        ------
        ValueError
            Not a chance node.
        """

    @abstractmethod
    def apply_action(self, action: SupportsIndex, /) -> None:
        """Play an action, or a chance outcome at a chance node, and all automatic consequences.

        Raises
        ------
        IllegalActionError
            Not legal here; the state is unchanged.
        TypeError
            Not an integer (bool, float, None, str); the state is unchanged.
        """

    @abstractmethod
    def sample_action(self, rng: Any, policy: str = "uniform") -> int:
        """Draw a legal action as a playout does; nothing is drawn for a single one.

        Parameters
        ----------
        rng
            `bitmeeple.Rng`.
        policy
            ``"uniform"`` or ``"eager"``.

        Raises
        ------
        ValueError
            No seat is to move, or no such policy.
        TypeError
            ``rng`` is something else.
        """

    @abstractmethod
    def sample_chance(self, rng: Any) -> int:
        """Draw an outcome by weight as a playout does; nothing is drawn for a single one.

        Raises
        ------
        ValueError
            Not a chance node.
        """

    @abstractmethod
    def play_random(self, rng: Any, policy: str = "uniform") -> None:
        """Play this state to its end."""

    @abstractmethod
    def clone(self) -> State:
        """An independent equal state."""

    @abstractmethod
    def key(self) -> int:
        """64-bit hash of the position, stable within a version and implementation."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Final score of each seat; zeros before the terminal."""

    @abstractmethod
    def returns(self) -> list[float]:
        """Utility of each seat; zeros before the terminal. A victory of k seats counts 1/k each.

        These are exact shares; arrays of returns (`bitmeeple.rollout`) round them to float32.
        """

    @abstractmethod
    def ranking(self) -> list[int]:
        """1 + number of seats strictly better, per seat; ones before the terminal."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The complete position, hidden parts included: ints, bools, strs, None, lists, dicts."""

    @abstractmethod
    def view(self, player: SupportsIndex, /) -> dict[str, Any]:
        """What seat ``player`` may know: the keys of `to_dict`, None where hidden, plus ``player``.

        Raises
        ------
        ValueError
            No such seat.
        """

    @abstractmethod
    def resample_from_infostate(self, player: SupportsIndex, rng: Any, /) -> State:
        """A world drawn uniformly among those consistent with ``view(player)``.

        The rules' certain inferences are included. The state itself is unchanged; the result is
        deterministic for a given ``rng`` on each implementation.

        Raises
        ------
        ValueError
            No such seat.
        """

    @abstractmethod
    def _write_observation(self, player: int, out: npt.NDArray[np.float32]) -> None: ...

    @abstractmethod
    def _perft(self, depth: int) -> int: ...

    @abstractmethod
    def _rollout(
        self,
        count: int,
        seed: int,
        first: int,
        policy: str,
        threads: int,
        scores: npt.NDArray[np.int32],
        returns: npt.NDArray[np.float32],
        plies: npt.NDArray[np.int32],
        chance: npt.NDArray[np.int32],
        digests: npt.NDArray[np.uint64],
        report: Callable[[int], object] | None,
    ) -> None: ...

    # Shared

    def table(self) -> dict[str, Any]:
        """What everybody at the table can work out from what lies open, as plain data.

        Worth and totals of regions (El Caballero), strengths and distances (Lumen), what each
        column produces (Lata), worth of the stacks (Latria): section 9 of the game's interface
        page. The same on both implementations; nothing in it depends on hidden parts. It is
        worked out anew by the rules in Python, which takes milliseconds.

        Examples
        --------
        >>> import bitmeeple as bm
        >>> bm.load_game("lata").new_initial_state().table()["seats"][0]["columns"][0]["card"]
        1
        """
        rules = self.game._spec.rules
        facts: dict[str, Any] = rules.table(rules.from_dict(self.to_dict()))
        return facts

    def rewards(self) -> list[float]:
        """``returns()`` at the terminal, zeros before: games pay out once."""
        return self.returns()

    def sample(self, rng: Any, policy: str = "uniform") -> int:
        """Draw what comes next as a playout does: an action by ``policy``, or an outcome.

        Raises
        ------
        ValueError
            The game is over, or no such policy.
        TypeError
            ``rng`` is no `bitmeeple.Rng`.

        Examples
        --------
        >>> import bitmeeple as bm
        >>> state, rng = bm.load_game("latria").new_initial_state(), bm.Rng(7)
        >>> while not state.is_terminal():
        ...     state.apply_action(state.sample(rng))
        >>> sum(state.returns())
        1.0
        """
        if self.is_chance_node():
            checked_policy(policy)
            return self.sample_chance(rng)
        if self.is_terminal():
            raise wrong_node(self, "sample()")
        return self.sample_action(rng, policy)

    def child(self, action: SupportsIndex, /) -> State:
        """The state after ``action``; this one is unchanged. Raises like `apply_action`."""
        state = self.clone()
        state.apply_action(action)
        return state

    def observation_tensor(
        self,
        player: SupportsIndex | None = None,
        /,
        out: npt.NDArray[np.float32] | None = None,
    ) -> npt.NDArray[np.float32]:
        """Everything seat ``player`` may know as numbers; slices: ``game.observation_spec()``.

        Parameters
        ----------
        player
            A seat; by default the one to move.
        out
            Where to write: float32, C-contiguous, shape ``game.observation_tensor_shape()``.

        Returns
        -------
        ndarray of float32, shape (D,)
            Values in [0, 1] unless the slice says otherwise. ``out`` if given.

        Raises
        ------
        ValueError
            No such seat, none given and none to move, or ``out`` of a wrong shape or layout.
        TypeError
            ``out`` is not a float32 array.
        """
        seat = self._observer(player)
        shape = self.game.observation_tensor_shape()
        if out is None:
            out = np.empty(shape, np.float32)
        elif not isinstance(out, np.ndarray) or out.dtype != np.float32:
            raise TypeError("out must be a NumPy array of float32")
        elif out.shape != shape or not out.flags.c_contiguous or not out.flags.writeable:
            raise ValueError(f"out must be writeable, C-contiguous and of shape {shape}")
        self._write_observation(seat, out)
        return out

    def _observer(self, player: SupportsIndex | None) -> int:
        """A seat, by default the one to move."""
        if player is not None:
            return self._seat(player)
        seat = self.current_player()
        if seat < 0:
            raise ValueError("no seat is to move: name the observing seat")
        return seat

    def action_to_string(self, *arguments: SupportsIndex) -> str:
        """``action_to_string([player,] action)``: an action in the game's notation.

        ASCII without spaces, unique within the node. ``player`` is a seat, or -1 for a chance
        outcome; by default who acts now.

        Raises
        ------
        ValueError
            The id is out of range or means nothing here, or the state is terminal and no player
            is given.
        """
        player, action = self._player_and(arguments, "action_to_string")
        if player == TERMINAL_PLAYER:
            raise ValueError("the state is terminal: name the player")
        number = as_int(action, "an action")
        game = self.game
        chance = player == CHANCE_PLAYER
        count = game.max_chance_outcomes() if chance else game.num_distinct_actions()
        if not 0 <= number < count:
            kind = "outcome" if chance else "action"
            raise ValueError(f"{kind} {shown(number)} is not in 0..{count - 1}")
        text = game._spec.text
        name = text.outcome_notation if chance else text.action_notation
        result: str = name(game, self.to_dict(), number)
        return result

    def string_to_action(self, *arguments: Any) -> int:
        """``string_to_action([player,] text)``: the exact inverse, among the legal actions.

        Raises
        ------
        IllegalActionError
            No legal action is written so; close ones are named.
        ValueError
            ``player`` is given and does not act now.
        """
        player, text = self._player_and(arguments, "string_to_action")
        if not isinstance(text, str):
            raise TypeError(f"an action's notation is a str, not {type(text).__name__}")
        if player != self.current_player():
            raise ValueError(f"player {player} does not act now, but {self.current_player()}")
        known = self._notations()
        if text in known:
            return known[text]
        import difflib  # only where something is misspelt

        close = difflib.get_close_matches(text, known, n=5, cutoff=0.4) or list(known)[:_SHOWN]
        more = ", ..." if len(close) < len(known) else ""
        raise IllegalActionError(
            f"no legal action {shown(text)}; legal are {', '.join(close)}{more}"
            if known
            else f"no legal action {shown(text)}: the game is over"
        )

    def _notations(self) -> dict[str, int]:
        """Notation -> id of the legal actions."""
        game, d = self.game, self.to_dict()
        text = game._spec.text
        name = text.outcome_notation if self.is_chance_node() else text.action_notation
        return {name(game, d, action): action for action in self.legal_actions()}

    def _player_and(self, arguments: tuple[Any, ...], name: str) -> tuple[int, Any]:
        if len(arguments) == 1:
            return self.current_player(), arguments[0]
        if len(arguments) != 2:
            raise TypeError(f"{name} takes [player,] and one more, got {len(arguments)} arguments")
        player = as_int(arguments[0], "a player")
        return (player if player == CHANCE_PLAYER else self._seat(player)), arguments[1]

    def _seat(self, player: SupportsIndex) -> int:
        return checked_seat(player, self.game.num_players())

    def to_json(self) -> str:
        """`to_dict` as compact JSON with sorted keys."""
        return canonical_json(self.to_dict())

    def serialize(self) -> bytes:
        """The state as bytes with a checksum, for `Game.deserialize_state`."""
        game = self.game
        return codec.pack(self.to_dict(), game.implementation, game._spec.identity_digest)

    def observation_string(self, player: SupportsIndex, /) -> str:
        """The picture of ``str(state)`` as seat ``player`` sees it; hidden things are ``?``."""
        picture: str = self.game._spec.text.draw(self.game, self.view(player))
        return picture

    def information_state_string(self, player: SupportsIndex | None = None, /) -> str:
        """``view(player)`` as compact JSON: sufficient for play, but not perfect recall."""
        return canonical_json(self.view(self._observer(player)))

    def information_state_key(self, player: SupportsIndex | None = None, /) -> int:
        """64-bit hash of exactly what ``view(player)`` shows: a name for tabular methods.

        Parameters
        ----------
        player
            A seat; by default the one to move.

        Returns
        -------
        int
            0 .. 2**64-1. Equal views of a seat have equal keys, and nothing hidden enters. Stable
            within a version and implementation, for one game with its options and data.

        Raises
        ------
        ValueError
            No such seat, or none given and none to move.
        """
        import hashlib  # loads a library for cryptography

        if player is None:
            player = self.current_player()
            if player < 0:
                raise ValueError("no seat is to move: name the observing seat")
        text = self.information_state_string(player).encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")

    def __str__(self) -> str:
        picture: str = self.game._spec.text.draw(self.game, self.to_dict())
        return picture

    def __repr__(self) -> str:
        game = self.game
        heading = game._spec.text.heading(game, self.to_dict())
        return f"<State of {game._spec.label()}: {heading}; {self._who_is_next()}>"

    def _repr_svg_(self) -> str | None:
        """The picture in notebooks: it shows everything, as ``str`` does (`bitmeeple.svg`)."""
        return svg(self) if has_picture(self.game) else None

    def _who_is_next(self) -> str:
        if self.is_terminal():
            return f"over, scores {' '.join(map(str, self.scores()))}"
        return "chance to act" if self.is_chance_node() else f"seat {self.current_player()} to act"

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return codec.restore_state, (self.game, self.serialize())


def illegal_action(state: State, action: int) -> IllegalActionError:
    """The exception for an action that is not legal in ``state``."""
    if state.is_terminal():
        return IllegalActionError(f"action {shown(action)}: the game is over, nothing is legal")
    legal = state.legal_actions()
    some = ", ".join(map(str, legal[:_SHOWN])) + (", ..." if len(legal) > _SHOWN else "")
    kind = "outcome" if state.is_chance_node() else "action"
    return IllegalActionError(f"{kind} {shown(action)} is not legal here; legal are {some}")


def wrong_node(state: State, wanted: str) -> ValueError:
    """The exception for a call that needs another kind of node."""
    if state.is_terminal():
        what = "the game is over; see scores() and returns()"
    elif state.is_chance_node():
        what = "chance is to act; see chance_outcomes() and sample_chance()"
    else:
        what = f"seat {state.current_player()} is to act; see legal_actions() and sample_action()"
    return ValueError(f"{wanted} needs another node: {what}")
