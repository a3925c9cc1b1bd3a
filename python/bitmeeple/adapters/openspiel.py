"""Every game in OpenSpiel, as ``bitmeeple_<game>``.

Importing this module registers them into ``pyspiel``; parameters are the options of the game. An
option that takes a number or a word is a number here, -1 for its first word (``first_parent=-1``:
``"random"``); ``data`` is a path.

>>> import pyspiel
>>> import bitmeeple.adapters.openspiel
>>> game = pyspiel.load_game("bitmeeple_lata(players=2,turn_order=open)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

What works: everything that OpenSpiel runs on games written in Python, including ``rl_environment``,
its MCTS bots and ``open_spiel.python.algorithms.ismcts``. Its IS-MCTS bot in C++
(``pyspiel.ISMCTSBot``) does not: it crashes the interpreter on every game written in Python.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from bitmeeple.adapters import missing
from bitmeeple.contract.data import Option
from bitmeeple.game import Game
from bitmeeple.native import Rng
from bitmeeple.native import load_game as load_own_game
from bitmeeple.registry import game_module, registered_games, shipped_data
from bitmeeple.rollouts import rollout
from bitmeeple.state import State

try:
    import pyspiel
except ModuleNotFoundError as error:
    if error.name != "pyspiel":
        raise
    raise missing("open_spiel", "openspiel") from None

PREFIX = "bitmeeple_"


class Line:
    """What has been played since the start of a game; immutable, shared by copies of a state.

    Parameters
    ----------
    before
        The line without its last step; None for the empty line.
    state
        The state in which the last step was taken; not modified afterwards.
    action
        Its id; None in a resampled world, where the observer has not seen which.
    """

    __slots__ = ("_dict", "action", "before", "state")

    def __init__(self, before: Line | None, state: State | None, action: int | None) -> None:
        self.before, self.state, self.action = before, state, action
        self._dict: Mapping[str, Any] | None = None

    def steps(self) -> list[tuple[Mapping[str, Any], int | None]]:
        """(dict before the step, id), the oldest first."""
        return [(line._position(), line.action) for line in reversed(list(self._back()))]

    def _back(self) -> Iterator[Line]:
        line: Line | None = self
        while line is not None and line.state is not None:
            yield line
            line = line.before

    def _position(self) -> Mapping[str, Any]:
        if self._dict is None:
            assert self.state is not None
            self._dict = self.state.to_dict()
        return self._dict

    def observed(self, game: Game, player: int) -> list[int | None]:
        """The ids as seat ``player`` has observed them."""
        steps: Any = self.steps()
        masked: list[int | None] = game._spec.text.mask_history(game, steps, player)
        return masked

    def as_seen_by(self, game: Game, player: int) -> Line:
        """The same line with what ``player`` has not seen taken out."""
        line = Line(None, None, None)
        seen = self.observed(game, player)
        for old, action in zip(reversed(list(self._back())), seen):
            line = Line(line, old.state, action)
        return line

    def __deepcopy__(self, memo: dict[int, Any]) -> Line:
        return self


class OpenSpielState(pyspiel.State):
    """A state of ours behind OpenSpiel's interface."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.position = game.bitmeeple_game.new_initial_state()
        self.line = Line(None, None, None)

    def current_player(self) -> int:
        """A seat, chance or terminal; OpenSpiel's numbers are ours."""
        return self.position.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(id, probability)."""
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        before = self.position.clone()
        self.position.apply_action(action)
        self.line = Line(self.line, before, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.action_to_string(player, action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_terminal()

    def returns(self) -> list[float]:
        """Utility of each seat; zeros before the end."""
        return self.position.returns()

    def __str__(self) -> str:
        return str(self.position)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """A world drawn uniformly among those that ``player`` cannot tell apart.

        Its information-state strings of any seat have, of the past, only what ``player`` has seen;
        OpenSpiel's own ``history()`` starts anew there.
        """
        return self._resampled(player, Rng(int(sampler() * (1 << 53)), 0))

    def _resampled(self, player: int, rng: Any) -> OpenSpielState:
        game = self.get_game()
        world: OpenSpielState = game.new_initial_state()
        world.position = self.position.resample_from_infostate(player, rng)
        world.line = self.line.as_seen_by(game.bitmeeple_game, player)
        return world


class OpenSpielGame(pyspiel.Game):
    """A game of the core behind OpenSpiel's interface; ``bitmeeple_game`` is ours."""

    def __init__(self, name: str, parameters: Mapping[str, Any]) -> None:
        game = self.bitmeeple_game = load_own_game(name, **_options(name, parameters))
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_distinct_actions(),
            max_chance_outcomes=game.max_chance_outcomes(),
            num_players=game.num_players(),
            min_utility=game.min_utility(),
            max_utility=game.max_utility(),
            utility_sum=game.utility_sum(),
            max_game_length=game.max_game_length(),
        )
        super().__init__(_game_type(game.name, game), info, dict(parameters))

    def new_initial_state(self) -> OpenSpielState:
        """The state before the first event."""
        return OpenSpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No game has more chance events."""
        return self.bitmeeple_game.max_chance_nodes_in_history()

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a seat sees."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.bitmeeple_game, kind.perfect_recall, params)


class Observer:
    """OpenSpiel's observer: our tensor and strings.

    With perfect recall the string is what the seat has observed of every step, then
    ``information_state_string``; without, it is ``observation_string``.
    """

    def __init__(self, game: Game, perfect_recall: bool, params: Any = None) -> None:
        if params:
            raise ValueError(f"no parameters of observations are supported, got {params}")
        self._game, self._perfect_recall = game, perfect_recall
        self.tensor = np.zeros(game.observation_tensor_shape(), np.float32)
        self.dict = {
            part.name: self.tensor[part.offset : part.offset + part.size].reshape(part.shape)
            for part in game.observation_spec()
        }

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill ``tensor``, of which ``dict`` has the slices by name."""
        state.position.observation_tensor(player, out=self.tensor)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """What the seat sees, or all it has ever seen."""
        if not self._perfect_recall:
            return state.position.observation_string(player)
        seen = ("?" if a is None else str(a) for a in state.line.observed(self._game, player))
        return f"{' '.join(seen)}\n{state.position.information_state_string(player)}"


class RolloutEvaluator:
    """Evaluator for OpenSpiel's Python MCTS and IS-MCTS bots that plays out in the core.

    Replaces ``open_spiel.python.algorithms.mcts.RandomRolloutEvaluator``; much faster, and
    reproducible.

    Parameters
    ----------
    n_rollouts
        Playouts per evaluation.
    policy
        ``"uniform"`` or ``"eager"``.
    seed
        Of the first evaluation; the next ones use the next numbers.
    """

    def __init__(self, n_rollouts: int = 1, *, policy: str = "uniform", seed: int = 0) -> None:
        self.n_rollouts, self.policy, self.seed = n_rollouts, policy, seed

    def evaluate(self, state: OpenSpielState) -> Any:
        """Mean returns, one per seat."""
        seed = self.seed
        self.seed += 1
        if self.n_rollouts == 1:  # without the arrays of a rollout
            end = state.position.clone()
            end.play_random(Rng(seed, 0), self.policy)
            return np.array(end.returns())
        result = rollout(state.position, self.n_rollouts, seed=seed, policy=self.policy, threads=1)
        return result.returns.mean(axis=0, dtype=np.float64)

    def prior(self, state: OpenSpielState) -> list[tuple[int, float]]:
        """The chance outcomes, or equal probabilities."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def resampler(seed: int) -> Callable[[OpenSpielState, int], OpenSpielState]:
    """For ``ISMCTSBot.set_resampler``: worlds that depend on ``seed`` only."""
    rng = Rng(seed, 0)

    def resample(state: OpenSpielState, player: int) -> OpenSpielState:
        return state._resampled(player, rng)

    return resample


def _parameters(name: str) -> dict[str, tuple[Option, Any, list[str]]]:
    """Option name -> (option, default in OpenSpiel, the words of an option with numbers too)."""
    data, _ = shipped_data(name)
    chosen: dict[str, Any] = {}
    found = {}
    for option in game_module(name, "loader").OPTIONS:
        values = option.allowed(chosen, data)
        words = [v for v in values if isinstance(v, str)]
        mixed = words if len(words) < len(values) else []
        default = option.code(option.default, chosen, data) if mixed else option.default
        chosen[option.name] = option.default
        found[option.name] = (option, default, mixed)
    return found


def _options(name: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Our options for OpenSpiel's parameters."""
    known = _parameters(name)
    options = {key: value for key, value in parameters.items() if key != "data" or value}
    for key, value in options.items():
        words = known[key][2] if key in known else []
        if words and isinstance(value, int) and value < 0:
            if value < -len(words):
                raise ValueError(f"{key}={value}: negative numbers down to -{len(words)} are words")
            options[key] = words[-1 - value]
    return options


def _game_type(name: str, game: Game) -> Any:
    kind = pyspiel.GameType
    total = game.utility_sum()
    utility = kind.Utility.GENERAL_SUM
    if total is not None:
        utility = kind.Utility.CONSTANT_SUM if total else kind.Utility.ZERO_SUM
    parameters = {key: default for key, (_, default, _) in _parameters(name).items()}
    seats: Any = [game.num_players()]
    if "players" in parameters:
        option = _parameters(name)["players"][0]
        seats = option.allowed({}, shipped_data(name)[0])
    return kind(
        short_name=PREFIX + name,
        long_name=f"{name.replace('_', ' ').title()} (bitmeeple)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        # Also where everything lies open: search over information sets is then plain search.
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # a tensor of fixed size has no perfect recall
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**parameters, "data": ""},
    )


def register() -> None:
    """Register every game; done on import, harmless when repeated."""
    known = set(pyspiel.registered_names())
    for name in registered_games():
        if PREFIX + name not in known:
            make: Any = functools.partial(_make, name)
            # OpenSpiel drops it after the interpreter has ended, when nothing of Python's may be
            # freed any more; an object that refers to itself is not.
            make.itself = make
            pyspiel.register_game(_game_type(name, load_own_game(name)), make)


def _make(name: str, parameters: Mapping[str, Any] | None = None) -> OpenSpielGame:
    return OpenSpielGame(name, parameters or {})


register()
