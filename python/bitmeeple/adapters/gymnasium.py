"""Every game as a single-agent Gymnasium environment, one by one or many at once.

Importing this module registers ``bitmeeple/<game>-v0`` for every game of
`bitmeeple.registered_games`; keywords of ``make`` are options of the game or parameters of
`SeatEnv`, those of ``make_vec`` parameters of `SeatVectorEnv`; both take ``max_episode_steps``.

>>> import gymnasium as gym
>>> import bitmeeple.adapters.gymnasium
>>> env = gym.make("bitmeeple/latria-v0", players=3, others="eager")
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
>>> envs = gym.make_vec("bitmeeple/latria-v0", num_envs=8, players=3)
>>> observations, infos = envs.reset(seed=7)
>>> infos["action_mask"].shape
(8, 105)
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from bitmeeple.adapters import (
    Seeds,
    as_game,
    checked_policy,
    checked_render_mode,
    missing,
    observation_bounds,
    resolve_chance,
)
from bitmeeple.arguments import checked_int
from bitmeeple.errors import IllegalActionError
from bitmeeple.game import Game
from bitmeeple.native import Rng
from bitmeeple.registry import registered_games
from bitmeeple.search import KINDS, from_spec
from bitmeeple.state import State, illegal_action
from bitmeeple.vector_env import VectorEnv

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    if error.name != "gymnasium":
        raise
    raise missing("gymnasium", "gymnasium") from None

Policy = str | Callable[[State, Any], int]
RENDER_MODES = ("ansi", "human")
_NEVER = (1 << 63) - 1  # steps
_MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class LegalDiscrete(spaces.Discrete):
    """All action ids, of which `sample` without a mask draws a currently legal one.

    Attributes
    ----------
    legal : list of int
        What is legal now; kept by the environment. Empty after the end: then 0 is drawn.
    """

    def __init__(self, n: int, seed: int | None = None) -> None:
        super().__init__(n, seed)
        self.legal: list[int] = []
        self.drawn: Any = None  # the last one that was drawn without a mask

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Draw a legal action, or as `gymnasium.spaces.Discrete` with ``mask``, ``probability``."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        choice = self.legal[int(self.np_random.integers(len(self.legal)))] if self.legal else 0
        self.drawn = np.int64(choice)
        return self.drawn


class LegalMultiDiscrete(spaces.MultiDiscrete):
    """Actions of a batch, of which `sample` without a mask draws currently legal ones.

    Attributes
    ----------
    masks : ndarray of int8, shape (n, A)
        What is legal now; kept by the environment.
    """

    def __init__(self, n: int, actions: int, seed: int | None = None) -> None:
        super().__init__(np.full(n, actions), seed=seed)
        self.masks = np.zeros((n, actions), np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Draw legal actions, or as `gymnasium.spaces.MultiDiscrete` with an argument."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        n, actions = self.masks.shape
        legal = np.flatnonzero(self.masks)
        counts = np.count_nonzero(self.masks, axis=1)
        nth = (self.np_random.random(n) * counts).astype(np.int64)
        where = np.cumsum(counts) - counts + nth
        chosen = np.zeros(n, np.int64)
        some = counts > 0
        chosen[some] = legal[where[some]] % actions
        return chosen


class SeatEnv(gymnasium.Env):
    """One seat is the agent; the others, and chance, are part of the environment.

    The observation is the seat's tensor (float32, shape (D,)), ``info["action_mask"]`` its legal
    actions (int8, shape (A,); zeros after the end), the reward ``returns()[seat]`` at the end and
    0 before. `step` raises `bitmeeple.IllegalActionError` on an illegal action and changes nothing.
    A step is whole or none: if a function of ``others`` raises in its midst, the game is given up,
    and everything but `reset` is refused. ``deepcopy`` and pickle keep the position.

    ``action_space.sample()`` draws a legal action. Because ``check_env`` (and much other code)
    draws before `reset` and plays after it, the first action of a game may be the very object that
    was drawn last before the reset; if it is not legal any more, it stands for one that is.

    The k-th game after ``reset(seed=s)`` draws chance and the other seats' moves from
    ``Rng(s, k)``.

    Parameters
    ----------
    game
        A game of either implementation, or the first argument of `bitmeeple.load_game`.
    seat
        The agent's seat.
    others
        ``"uniform"``, ``"eager"``, a search (``"ismcts:iterations=100"``, see
        `bitmeeple.search.from_spec`), or a function of (state, rng) that returns a legal action, of
        Python's or NumPy's integers; it gets a copy of the state, hidden parts included, and a
        `bitmeeple.Rng`.
    render_mode
        ``"ansi"``: `render` returns what the agent sees as text; ``"human"``: prints it.
    **options
        Options of the game.

    Raises
    ------
    ValueError, TypeError
        As `bitmeeple.load_game`, or no such seat, policy or render mode (which is both).
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str | Mapping[str, Any],
        *,
        seat: int = 0,
        others: Policy = "uniform",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = as_game(game, options)
        self.seat = _checked_seat(self.game, seat)
        self.others = _checked_policy(others, self.game)
        self.render_mode = checked_render_mode(render_mode, RENDER_MODES)
        self.action_space = LegalDiscrete(self.game.num_distinct_actions())
        low, high = observation_bounds(self.game)
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self._seeds = Seeds()
        self._rng: Any = None
        self._position: State | None = None
        self._is_first = False

    @property
    def position(self) -> State:
        """A copy of the live state, hidden parts included.

        Raises
        ------
        ValueError
            No reset yet.
        """
        return self._live().clone()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Start the next game and play it up to the agent's first turn; ``options`` are ignored.

        Raises
        ------
        ValueError, TypeError
            ``seed`` is not an integer in 0 .. 2**64-1.
        """
        self._rng = self._seeds.next_game(seed)
        super().reset(seed=None if seed is None else self._seeds.seed)
        self._position = None
        state = self._first_turn()
        while state.is_terminal():  # over before the agent's first turn
            self._rng = self._seeds.next_game(None)
            state = self._first_turn()
        self._position = state
        self._is_first = True
        return self._observation(), self._info()

    def step(
        self, action: SupportsIndex
    ) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play the agent's action, and the others up to its next turn or the end.

        Raises
        ------
        IllegalActionError
            Not legal here, or the game is over; nothing has changed.
        TypeError
            Not an integer.
        ValueError
            No reset yet, or none since a step that failed in its midst.
        """
        state = self._live()
        space = self.action_space
        if self._is_first and action is space.drawn and action not in (None, *space.legal):
            action = space.legal[int(action) % len(space.legal)]
        state.apply_action(action)
        self._is_first = False
        self._position = None
        self._play_others(state)
        self._position = state
        done = state.is_terminal()
        reward = state.returns()[self.seat] if done else 0.0
        return self._observation(), reward, done, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Legal actions as bools, shape (A,), as maskable algorithms ask for them."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """What the agent sees, as text; see ``render_mode``."""
        if self.render_mode is None:
            return None
        picture = self._live().observation_string(self.seat)
        if self.render_mode == "ansi":
            return picture
        print(picture)
        return None

    def _live(self) -> State:
        if self._position is None:
            raise ValueError("no game is going on; call reset()")
        return self._position

    def _first_turn(self) -> State:
        """A new game, at the agent's first turn or over."""
        state = self.game.new_initial_state()
        self._play_others(state)
        return state

    def _play_others(self, state: State) -> None:
        """Play to the agent's next turn; `_position` is None meanwhile: half a step is none."""
        while not state.is_terminal() and state.current_player() != self.seat:
            if state.is_chance_node():
                resolve_chance(state, self._rng)
            else:
                state.apply_action(_choose(self.others, state, self._rng))
        self.action_space.legal = state.legal_actions()

    def _observation(self) -> npt.NDArray[np.float32]:
        return self._live().observation_tensor(self.seat)

    def _mask(self) -> npt.NDArray[np.int8]:
        return self._live().legal_actions_mask()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}

    def __repr__(self) -> str:
        return f"<Gymnasium environment of seat {self.seat} of {self.game}>"


class SeatVectorEnv(GymnasiumVectorEnv):
    """`SeatEnv` many times, on the native batch `bitmeeple.VectorEnv`.

    Infos have ``action_mask`` (int8, shape (n, A)). Rewards, observations and terminations are
    copies that stay valid. With ``same_step`` autoreset, infos have ``final_obs`` (shape (n, D),
    valid where ``_final_obs``). A step is whole or none, as in `SeatEnv`.

    Parameters
    ----------
    game
        A game of the core, or the first argument of `bitmeeple.load_game`.
    num_envs
        1 .. 1,048,576.
    seat, others
        As for `SeatEnv`; a function is called for one environment at a time.
    autoreset_mode
        Of `gymnasium.vector.AutoresetMode`, or its value as a string.
    max_episode_steps
        After so many steps of the agent a game is truncated; None: never.
    threads
        Default: the CPUs this process may use.
    **options
        Options of the game.

    Raises
    ------
    ValueError, TypeError
        As `SeatEnv` and `bitmeeple.VectorEnv`.
    """

    def __init__(
        self,
        game: Game | str | Mapping[str, Any],
        num_envs: int = 1,
        *,
        seat: int = 0,
        others: Policy = "uniform",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        threads: int | None = None,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        self.game = as_game(game, options)
        self.seat = _checked_seat(self.game, seat)
        self.others = _checked_policy(others, self.game)
        self.render_mode = checked_render_mode(render_mode, ())
        self.autoreset_mode = mode = _checked_mode(autoreset_mode)
        self.max_episode_steps = _NEVER
        if max_episode_steps is not None:
            self.max_episode_steps = checked_int(max_episode_steps, "max_episode_steps", 1, _NEVER)
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self._same_step = mode is AutoresetMode.SAME_STEP
        self.batch = VectorEnv(
            self.game,
            num_envs,
            seed=secrets.randbits(64),
            threads=threads,
            autoreset_mode=_MODES[mode],
            observations=True,
            final_observations=self._same_step,
        )
        self.num_envs = num_envs = self.batch.num_envs
        actions = self.game.num_distinct_actions()
        low, high = observation_bounds(self.game)
        self.single_action_space = LegalDiscrete(actions)
        self.single_observation_space = spaces.Box(low, high, dtype=np.float32)
        self.action_space = LegalMultiDiscrete(num_envs, actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._others_rng = Rng(0, 0)
        self._rewards = np.zeros(num_envs)
        self._terminated = np.zeros(num_envs, np.bool_)
        self._truncated = np.zeros(num_envs, np.bool_)
        self._elapsed = np.zeros(num_envs, np.int64)
        self._is_whole = True
        self._final: npt.NDArray[np.float32] | None = None

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Start the next game of every environment, or of those with ``options["reset_mask"]``.

        Parameters
        ----------
        seed
            One per environment, or a single s for s, s + 1, ...: start again with the first game
            of these seeds. Each is the game of a `SeatEnv` with that seed (with a function as
            ``others`` only as far as the function draws nothing).
        options
            ``reset_mask``: bools, shape (n,).

        Raises
        ------
        ValueError, TypeError
            As `bitmeeple.VectorEnv.reset`.
        """
        mask = _reset_mask(options)
        seeds = _consecutive(seed, self.num_envs)
        if mask is not None and not self._is_whole:
            raise ValueError("the last step failed in its midst; reset all environments")
        self.batch.reset(seed=seeds, mask=mask)
        if seeds is not None:
            super().reset(seed=int(seeds[0]))
            self._others_rng = Rng(int(seeds[0]), 1 << 63)
        started = np.ones(self.num_envs, np.bool_) if mask is None else np.array(mask)
        self._elapsed[started] = 0
        self._truncated[started] = False
        self._begin()
        self._play_others()
        return self._observations(), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.float32],
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Play the agent's action in every environment, and the others up to its next turn.

        Raises
        ------
        IllegalActionError, ValueError, RuntimeError
            As `bitmeeple.VectorEnv.step`, or no reset since a step that failed in its midst;
            nothing is stepped.
        """
        if not self._is_whole:
            raise ValueError("the last step failed in its midst; call reset()")
        over = self.batch.last_step.current_player < 0
        stopped = self._truncated & ~over
        result = self._step_all(actions, stopped)
        self._elapsed += 1
        if not self._same_step:  # there they have started at once
            self._elapsed[over | stopped] = 0
        self._begin()
        self._collect(result)
        self._play_others()
        self._truncated = self._elapsed >= self.max_episode_steps
        truncated = self._truncated.copy()
        if self._same_step:
            self._start_truncated()
        return (
            self._observations(),
            self._rewards.copy(),
            self._terminated.copy(),
            truncated,
            self._infos(),
        )

    def _step_all(self, actions: npt.ArrayLike, stopped: npt.NDArray[np.bool_]) -> Any:
        """One step of the batch, to which ``stopped`` games, truncated ones, are not over."""
        ids = np.flatnonzero(stopped)
        if not len(ids):
            return self.batch.step(actions)
        if self.autoreset_mode is AutoresetMode.DISABLED:
            raise ValueError(f"environment {ids[0]}: the game is truncated; reset it")
        chosen = np.asarray(actions)
        if chosen.shape != stopped.shape:
            raise ValueError(f"actions have shape {stopped.shape}, not {chosen.shape}")
        step = self.batch.step(chosen[~stopped], env_ids=np.flatnonzero(~stopped))
        rewards, terminated = step.rewards.copy(), step.terminated.copy()
        self.batch.reset(mask=stopped)
        return step._replace(rewards=rewards, terminated=terminated)

    def _start_truncated(self) -> None:
        """Start the next games where one is truncated, and count anew wherever one has ended."""
        stopped = self._truncated & ~self._terminated
        rows: Any = self.batch.last_step.observations
        self._elapsed[self._truncated | self._terminated] = 0
        self._truncated[:] = False
        if not stopped.any():
            return
        self._finals()[stopped] = rows[stopped]
        self._has_final |= stopped
        self.batch.reset(mask=stopped)
        self._play_others()

    def _begin(self) -> None:
        self._rewards[:] = 0
        self._terminated[:] = False
        self._final = None
        self._has_final = np.zeros(self.num_envs, np.bool_)

    def _finals(self) -> npt.NDArray[np.float32]:
        """Where the last observations of games go that have ended in this step."""
        if self._final is None:
            shape = (self.num_envs, *self.game.observation_tensor_shape())
            self._final = np.zeros(shape, np.float32)
        return self._final

    def _collect(self, step: Any) -> None:
        """Add up what one step of the batch says."""
        ended = step.terminated
        if not ended.any():
            return
        self._rewards += step.rewards[:, self.seat]
        self._terminated |= ended
        if self._same_step:
            self._finals()[ended] = step.final_observations[ended, self.seat]
            self._has_final |= ended

    def _play_others(self) -> None:
        """Play to the agent's next turn everywhere; what stops it leaves no whole step."""
        self._is_whole = False
        batch = self.batch
        while True:
            player = batch.last_step.current_player
            ids = np.flatnonzero((player >= 0) & (player != self.seat))
            if not len(ids):
                break
            if isinstance(self.others, str):
                actions = batch.sample_actions(self.others, env_ids=ids)
            else:
                states = [batch.state(int(i)) for i in ids]
                chosen = [_choose(self.others, state, self._others_rng) for state in states]
                actions = np.array(chosen, np.int32)
            self._collect(batch.step(actions, env_ids=ids))
        self.action_space.masks = np.array(batch.last_step.legal_actions_mask)
        self._is_whole = True

    def _observations(self) -> npt.NDArray[np.float32]:
        """Tensors of the agent; the final ones where a game has just ended."""
        rows = np.array(self.batch.last_step.observations)
        if not self._same_step:
            for i in np.flatnonzero(self.batch.last_step.current_player < 0):
                self.batch.state(int(i)).observation_tensor(self.seat, out=rows[i])
        return rows

    def _infos(self) -> dict[str, Any]:
        everyone = np.ones(self.num_envs, np.bool_)
        infos: dict[str, Any] = {
            "action_mask": self.action_space.masks.copy(),
            "_action_mask": everyone,
        }
        if self._final is not None:
            infos["final_obs"], infos["_final_obs"] = self._final, self._has_final
        return infos

    def __repr__(self) -> str:
        return f"<Gymnasium batch of {self.num_envs} x seat {self.seat} of {self.game}>"


def _consecutive(seed: Any, count: int) -> Any:
    """Seeds of a batch: Gymnasium counts up from a single one."""
    if seed is None:
        return None
    if isinstance(seed, np.ndarray) and seed.ndim:
        return list(seed)
    if isinstance(seed, Sequence) and not isinstance(seed, str | bytes):
        return list(seed)
    first = checked_int(seed, "seed", 0, (1 << 64) - count)
    return [first + i for i in range(count)]


def _reset_mask(options: object) -> Any:
    """The only option of `reset` that means something here; the others are ignored."""
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise TypeError(f"options are a dict, not {type(options).__name__}")
    return options.get("reset_mask")


def _checked_mode(mode: object) -> AutoresetMode:
    allowed = [one.value for one in AutoresetMode]
    if not isinstance(mode, AutoresetMode | str):
        raise TypeError(f"autoreset_mode is one of {', '.join(allowed)}, not {type(mode).__name__}")
    if mode not in (*AutoresetMode, *allowed):
        raise ValueError(f"autoreset_mode is {mode!r}; allowed are {', '.join(allowed)}")
    return AutoresetMode(mode)


def _checked_seat(game: Game, seat: object) -> int:
    return checked_int(seat, "seat", 0, game.num_players() - 1)


class _Searching:
    """A search as a function of ``others``."""

    def __init__(self, search: Any) -> None:
        self.search = search

    def __call__(self, state: State, rng: Any) -> int:
        action: int = self.search.step(state)
        return action


def _checked_policy(others: Policy, game: Game) -> Policy:
    if callable(others):
        return others
    if isinstance(others, str) and others.partition(":")[0] in KINDS:
        return _Searching(from_spec(game, others))
    return checked_policy(others, "others (or a function)")


def _choose(policy: Policy, state: State, rng: Any) -> int:
    """The move of a seat that is not the agent."""
    if isinstance(policy, str):
        return state.sample_action(rng, policy)
    action: Any = policy(state.clone(), rng)
    if isinstance(action, bool | np.bool_) or not hasattr(action, "__index__"):
        raise TypeError(f"the function of `others` chose a {type(action).__name__}, not an int")
    number: int = action.__index__()
    if number not in state.legal_actions():
        raise IllegalActionError(f"the function of `others` chose: {illegal_action(state, number)}")
    return number


def register() -> None:
    """Register ``bitmeeple/<game>-v0`` for every game; done on import, harmless when repeated."""
    for name in registered_games():
        if f"bitmeeple/{name}-v0" not in gymnasium.registry:
            gymnasium.register(
                f"bitmeeple/{name}-v0",
                entry_point=f"{__name__}:SeatEnv",
                vector_entry_point=f"{__name__}:SeatVectorEnv",
                kwargs={"game": name},
            )


register()
