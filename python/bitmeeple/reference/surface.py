"""The public surface over the reference: `Game` and `State` on top of a `Rules` object."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from bitmeeple.arguments import as_int, checked_policy, checked_rng
from bitmeeple.canonical import canonical_json
from bitmeeple.constants import CHANCE_PLAYER, TERMINAL_PLAYER
from bitmeeple.contract.tensor import encode
from bitmeeple.game import Game
from bitmeeple.reference.playout import Digest, perft, pick_action, pick_outcome, play_out
from bitmeeple.reference.protocol import Rules
from bitmeeple.reference.rng import Rng
from bitmeeple.registry import GameSpec, shared
from bitmeeple.state import State, illegal_action, wrong_node


class ReferenceGame(Game):
    """A game on the pure Python reference: slow, written for reading."""

    implementation = "reference"
    _module = "bitmeeple.reference"
    _max_threads = 1

    def __init__(self, spec: GameSpec) -> None:
        self._game_spec = spec
        self._rules: Rules[Any] = spec.rules

    @property
    def _spec(self) -> GameSpec:
        return self._game_spec

    def new_initial_state(self) -> ReferenceState:
        """The state before the first event."""
        return ReferenceState(self, self._rules.initial_state())

    def _from_dict(self, d: Mapping[str, Any]) -> ReferenceState:
        return ReferenceState(self, self._rules.from_dict(d))

    def num_players(self) -> int:
        """Number of seats."""
        return self._rules.num_players()

    def num_distinct_actions(self) -> int:
        """Number of decision ids."""
        return self._rules.num_distinct_actions()

    def max_chance_outcomes(self) -> int:
        """Number of chance outcome ids."""
        return self._rules.max_chance_outcomes()

    def max_game_length(self) -> int:
        """Bound of the player decisions of a game."""
        return self._rules.max_game_length()

    def max_chance_nodes_in_history(self) -> int:
        """Bound of the chance events of a game."""
        return self._rules.max_chance_nodes_in_history()

    def min_utility(self) -> float:
        """Lower bound of ``returns()``."""
        return self._rules.min_utility()

    def max_utility(self) -> float:
        """Upper bound of ``returns()``."""
        return self._rules.max_utility()

    def utility_sum(self) -> float | None:
        """Constant sum of ``returns()``, or None."""
        return self._rules.utility_sum()


class ReferenceState(State):
    """A state on the pure Python reference."""

    __hash__ = None

    def __init__(self, game: ReferenceGame, position: Any) -> None:
        self._game = game
        self._rules = game._rules
        self._position = position

    @property
    def game(self) -> ReferenceGame:
        """The game of this state."""
        return self._game

    def current_player(self) -> int:
        """Seat, -1 or -4."""
        return self._rules.current_player(self._position)

    def is_chance_node(self) -> bool:
        """Whether chance acts next."""
        return self.current_player() == CHANCE_PLAYER

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == TERMINAL_PLAYER

    def is_player_node(self) -> bool:
        """Whether a seat acts next."""
        return self.current_player() >= 0

    def legal_actions(self, player: SupportsIndex | None = None, /) -> list[int]:
        """Legal ids, ascending."""
        actor = self.current_player()
        if player is not None and self._seat(player) != actor:
            return []
        if actor == CHANCE_PLAYER:
            return [outcome for outcome, _ in self._rules.chance_outcomes(self._position)]
        return [] if actor == TERMINAL_PLAYER else self._rules.legal_actions(self._position)

    def legal_actions_mask(self) -> npt.NDArray[np.int8]:
        """Legal ids as a mask."""
        chance = self.is_chance_node()
        game = self._game
        size = game.max_chance_outcomes() if chance else game.num_distinct_actions()
        mask = np.zeros(size, np.int8)
        mask[self.legal_actions()] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(id, probability), ascending."""
        weights = self.chance_weights()
        total = sum(weight for _, weight in weights)
        return [(outcome, weight / total) for outcome, weight in weights]

    def chance_weights(self) -> list[tuple[int, int]]:
        """(id, weight), ascending."""
        if not self.is_chance_node():
            raise wrong_node(self, "chance_weights()")
        return self._rules.chance_outcomes(self._position)

    def apply_action(self, action: SupportsIndex, /) -> None:
        """Play an action or outcome."""
        number = as_int(action, "an action")
        if number not in self.legal_actions():
            raise illegal_action(self, number)
        self._rules.apply_action(self._position, number)

    def sample_action(self, rng: Any, policy: str = "uniform") -> int:
        """Draw a legal action."""
        checked_rng(rng)
        checked_policy(policy)
        if not self.is_player_node():
            raise wrong_node(self, "sample_action()")
        return pick_action(self._rules, self._position, rng, policy)

    def sample_chance(self, rng: Any) -> int:
        """Draw an outcome."""
        checked_rng(rng)
        if not self.is_chance_node():
            raise wrong_node(self, "sample_chance()")
        return pick_outcome(self._rules, self._position, rng)

    def play_random(self, rng: Any, policy: str = "uniform") -> None:
        """Play to the end."""
        checked_rng(rng)
        checked_policy(policy)
        play_out(self._rules, self._position, rng, policy)

    def clone(self) -> ReferenceState:
        """An independent equal state."""
        return ReferenceState(self._game, self._rules.copy(self._position))

    def key(self) -> int:
        """64-bit hash of the position."""
        digest = hashlib.blake2b(canonical_json(self.to_dict()).encode(), digest_size=8)
        return int.from_bytes(digest.digest(), "little")

    def scores(self) -> list[int]:
        """Final scores."""
        return self._rules.scores(self._position)

    def returns(self) -> list[float]:
        """Utilities."""
        return self._rules.returns(self._position)

    def ranking(self) -> list[int]:
        """Ranks."""
        return self._rules.ranking(self._position)

    def to_dict(self) -> dict[str, Any]:
        """The complete position."""
        return self._rules.to_dict(self._position)

    def view(self, player: SupportsIndex, /) -> dict[str, Any]:
        """What a seat may know."""
        seat = self._seat(player)
        own = getattr(self._rules, "view", None)
        if own is not None:  # a game whose interface does not say yet what is hidden
            return own(self._position, seat)  # type: ignore[no-any-return]
        view = self._game._spec.fields.view(self.to_dict(), seat)
        finish = getattr(self._rules, "finish_view", None)
        return finish(self._position, view) if finish else view

    def resample_from_infostate(self, player: SupportsIndex, rng: Any, /) -> ReferenceState:
        """A consistent world."""
        seat = self._seat(player)
        checked_rng(rng)
        return ReferenceState(self._game, self._rules.resample(self._position, seat, rng))

    def _write_observation(self, player: int, out: npt.NDArray[np.float32]) -> None:
        own = getattr(self._rules, "observation", None)
        slices = self._game._spec.observation_slices
        out[:] = own(self._position, player) if own else encode(slices, self.view(player))

    def _perft(self, depth: int) -> int:
        return perft(self._rules, self._position, depth)

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
    ) -> None:
        for i in range(count):
            state, digest = self.clone(), Digest()
            rng = Rng(seed, first + i)
            plies[i], chance[i] = play_out(state._rules, state._position, rng, policy, digest)
            scores[i], returns[i] = state.scores(), state.returns()
            for score in state.scores():
                digest.add_score(score)
            digests[i] = digest.value
            if report is not None:
                report(i + 1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ReferenceState):
            return NotImplemented
        return self._game == other._game and self.to_dict() == other.to_dict()


@shared
def load(spec: GameSpec) -> ReferenceGame:
    """The reference's game of a spec."""
    return ReferenceGame(spec)
