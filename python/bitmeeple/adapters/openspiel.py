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
the bots of ``open_spiel.python.algorithms`` (``mcts``, ``ismcts``) and its tabular solvers. Its
bots in C++ (``pyspiel.MCTSBot``, ``pyspiel.ISMCTSBot``) do not: they crash the interpreter on every
game written in Python, OpenSpiel's own included.

The small games that exist for tests are registered too: they are what solvers can enumerate.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from bitmeeple.adapters import checked_policy, missing
from bitmeeple.arguments import checked_int
from bitmeeple.contract.data import Option
from bitmeeple.game import Game
from bitmeeple.native import Rng
from bitmeeple.native import load_game as load_own_game
from bitmeeple.registry import _listed, game_options, shipped_data
from bitmeeple.rollouts import rollout
from bitmeeple.search import from_spec
from bitmeeple.state import State

try:
    import pyspiel
except ModuleNotFoundError as error:
    if error.name != "pyspiel":
        raise
    raise missing("open_spiel", "openspiel") from None

PREFIX = "bitmeeple_"
_LAST_SEED = (1 << 64) - 1


class Line:
    """What has been played since the start of a game; immutable, shared by copies of a state.

    What a seat has observed of it is remembered, so that a longer line costs its new steps only.

    Parameters
    ----------
    before
        The line without its last step; None for the empty line.
    state
        The state in which the last step was taken; not modified afterwards.
    action
        Its id; None in a resampled world, where the observer has not seen which.
    """

    __slots__ = ("_observed", "_position", "_worlds", "action", "before", "state")

    def __init__(self, before: Line | None, state: Any, action: int | None) -> None:
        self.before, self.state, self.action = before, state, action
        self._position: Mapping[str, Any] | None = None
        self._observed: dict[int, str] = {}
        self._worlds: dict[int, Line] = {}

    @classmethod
    def of(cls, steps: Iterable[tuple[Any, int | None]]) -> Line:
        """The line of these states and the ids played there, the oldest first."""
        line = cls(None, None, None)
        for state, action in steps:
            line = cls(line, state, action)
        return line

    @classmethod
    def played(cls, start: State, actions: Iterable[int]) -> Line:
        """The line of a game that is played again, all ids being known."""
        line, state = cls(None, None, None), start.clone()
        for action in actions:
            line = cls(line, state.clone(), action)
            state.apply_action(action)
        return line

    def steps(self) -> list[tuple[Mapping[str, Any], int | None]]:
        """(dict before the step, id), the oldest first."""
        return [(line._as_dict(), line.action) for line in self._forwards()]

    def observed(self, game: Game, player: int) -> str:
        """The ids as seat ``player`` has observed them, ``?`` where it has not seen which."""
        later: list[str] = []
        line, known = self, self._observed.get(player)
        while known is None:
            shown = line._shown_to(player)
            if line.before is None:
                known = ""
            elif shown is None:
                known = line._masked(game, player)
            else:
                later.append(shown)
                line = line.before
                known = line._observed.get(player)
        words = [known, *reversed(later)] if known else later[::-1]
        self._observed[player] = " ".join(words)
        return self._observed[player]

    def as_seen_by(self, game: Game, player: int) -> Line:
        """The same line with what ``player`` has not seen taken out."""
        if player not in self._worlds:
            ids = [None if a == "?" else int(a) for a in self.observed(game, player).split()]
            self._worlds[player] = Line.of(zip((line.state for line in self._forwards()), ids))
        return self._worlds[player]

    def _forwards(self) -> list[Line]:
        """This line and those that it continues, but the empty one; the shortest first."""
        lines = []
        line = self
        while line.before is not None:
            lines.append(line)
            line = line.before
        return lines[::-1]

    def _shown_to(self, player: int) -> str | None:
        """What the last step adds to the seat's line; None if it may change older ids as well."""
        if self.action is None or self.before is None:
            return None
        shown = self.state._seen(self.action, player)
        return str(shown) if shown == self.action else "?" if shown < 0 else None

    def _masked(self, game: Game, player: int) -> str:
        """`observed`, from the beginning."""
        masked = game._spec.text.mask_history(game, self.steps(), player)
        return " ".join("?" if action is None else str(action) for action in masked)

    def _as_dict(self) -> Mapping[str, Any]:
        if self._position is None:
            self._position = self.state.to_dict()
        return self._position

    def __reduce__(self) -> tuple[Any, ...]:  # flat: a long line is no deep pickle
        steps = [(line.state, line.action) for line in self._forwards()]
        actions = [action for _, action in steps]
        if not steps or None in actions:
            return Line.of, (steps,)
        return Line.played, (steps[0][0], actions)

    def __deepcopy__(self, memo: dict[int, Any]) -> Line:
        return self


class OpenSpielState(pyspiel.State):
    """A state of ours behind OpenSpiel's interface."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.position = game.bitmeeple_game.new_initial_state()
        self.line = Line(None, None, None)
        self._told: dict[int, str] = {}  # seat -> `told` of this very position

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
        self._told = {}

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

    def told(self, player: int) -> str:
        """All that a seat has ever seen; searches ask for it several times at each node."""
        if player not in self._told:
            seen = self.line.observed(self.position.game, player)
            self._told[player] = f"{seen}\n{self.position.information_state_string(player)}"
        return self._told[player]

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
        self._perfect_recall = perfect_recall
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
        if self._perfect_recall:
            return state.told(player)
        return state.position.observation_string(player)


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
        Of the first evaluation; the next ones use the next numbers (0 follows 2**64-1).

    Raises
    ------
    ValueError, TypeError
        ``n_rollouts`` or ``seed`` is no integer or out of range, or no such policy.
    """

    def __init__(self, n_rollouts: int = 1, *, policy: str = "uniform", seed: int = 0) -> None:
        self.n_rollouts = checked_int(n_rollouts, "n_rollouts", 1, 1 << 40)
        self.policy = checked_policy(policy)
        self.seed = checked_int(seed, "seed", 0, _LAST_SEED)

    def evaluate(self, state: OpenSpielState) -> Any:
        """Mean returns, one per seat."""
        seed = self.seed
        self.seed = (seed + 1) & _LAST_SEED
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


class SearchBot(pyspiel.Bot):
    """A search of ours as a bot of OpenSpiel's; see `bot`."""

    def __init__(self, search: Any) -> None:
        super().__init__()
        self.search = search

    def step(self, state: OpenSpielState) -> int:
        """The action to take."""
        action: int = self.search.step(state.position)
        return action

    def step_with_policy(self, state: OpenSpielState) -> tuple[list[tuple[int, float]], int]:
        """``([(action, probability)], action)``: everything on the action to take."""
        found: tuple[list[tuple[int, float]], int] = self.search.step_with_policy(state.position)
        return found

    def provides_policy(self) -> bool:
        """It does."""
        return True

    def get_policy(self, state: OpenSpielState) -> list[tuple[int, float]]:
        """The policy of `step_with_policy`."""
        return self.step_with_policy(state)[0]

    def restart(self) -> None:
        """Nothing is kept between moves."""

    def restart_at(self, state: OpenSpielState) -> None:
        """Nothing is kept between moves."""

    def inform_action(self, state: OpenSpielState, player: int, action: int) -> None:
        """Nothing is kept between moves."""


def bot(game: OpenSpielGame, search: str = "ismcts", **options: Any) -> SearchBot:
    """A bot for OpenSpiel's tools (`pyspiel.evaluate_bots` and the like), native and fair.

    Parameters
    ----------
    game
        A game of ours, from `pyspiel.load_game`.
    search
        ``flat``, ``ismcts``, ``mcts`` or ``pimc``, and options: ``"ismcts:observer=multi"``.
    **options
        More options of the search: ``iterations=1000``.

    Raises
    ------
    ValueError, TypeError
        Not a game of ours, or as `bitmeeple.search.from_spec`.
    """
    if not isinstance(game, OpenSpielGame):
        raise TypeError(f"bot() takes a game {PREFIX}..., not {game}")
    return SearchBot(from_spec(game.bitmeeple_game, search, **options))


def _parameters(name: str) -> dict[str, tuple[Option, Any, list[str]]]:
    """Option name -> (option, default in OpenSpiel, the words of an option with numbers too)."""
    data, _ = shipped_data(name)
    chosen: dict[str, Any] = {}
    found = {}
    for option in game_options(name):
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
    """Register every game, the tests' too; done on import, harmless when repeated."""
    known = set(pyspiel.registered_names())
    for name in sorted(_listed()):
        if PREFIX + name not in known:
            make: Any = functools.partial(_make, name)
            # OpenSpiel drops it after the interpreter has ended, when nothing of Python's may be
            # freed any more; an object that refers to itself is not.
            make.itself = make
            pyspiel.register_game(_game_type(name, load_own_game(name)), make)


def _make(name: str, parameters: Mapping[str, Any] | None = None) -> OpenSpielGame:
    return OpenSpielGame(name, parameters or {})


register()
