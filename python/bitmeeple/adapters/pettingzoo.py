"""Every game as a PettingZoo AEC environment.

>>> from bitmeeple.adapters import pettingzoo
>>> env = pettingzoo.env("latria", players=3)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     done = terminated or truncated
...     env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from bitmeeple.adapters import (
    Seeds,
    as_game,
    checked_render_mode,
    missing,
    observation_bounds,
    resolve_chance,
)
from bitmeeple.game import Game
from bitmeeple.search import from_spec
from bitmeeple.state import State

try:
    import pettingzoo
    from gymnasium import spaces
except ModuleNotFoundError as error:
    if error.name not in ("pettingzoo", "gymnasium"):
        raise
    raise missing("pettingzoo", "pettingzoo") from None

RENDER_MODES = ("ansi", "human")


class BitmeepleAECEnv(pettingzoo.AECEnv):
    """A game with one agent per seat, ``player_0``, ``player_1``, ...; chance is resolved inside.

    An observation is a dict of ``observation``, the tensor of the seat (float32, shape (D,)), and
    ``action_mask`` (int8, shape (A,)); the mask, all zeros unless the agent is to move, is also in
    the info. Rewards are ``returns()`` at the end, zeros before. An illegal action raises
    `bitmeeple.IllegalActionError` and changes nothing. ``deepcopy`` and pickle keep the position.

    The k-th game after ``reset(seed=s)`` draws its chance from ``Rng(s, k)``.

    Parameters
    ----------
    game
        A game of either implementation, or the first argument of `bitmeeple.load_game`.
    render_mode
        ``"ansi"``: `render` returns the whole position as text; ``"human"``: prints it.
    **options
        Options of the game.

    Raises
    ------
    ValueError, TypeError
        As `bitmeeple.load_game`, or no such render mode (which is both).
    """

    def __init__(
        self,
        game: Game | str | Mapping[str, Any],
        *,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = as_game(game, options)
        self.render_mode = checked_render_mode(render_mode, RENDER_MODES)
        self.metadata = {
            "name": f"bitmeeple_{self.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players())]
        self.agents: list[str] = []
        actions = self.game.num_distinct_actions()
        low, high = observation_bounds(self.game)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        seats = self.game.num_players()
        self.state_space = spaces.Box(np.tile(low, seats), np.tile(high, seats), dtype=np.float32)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._nothing_legal = np.zeros(actions, np.int8)
        self._nothing_legal.flags.writeable = False
        self._seeds = Seeds()
        self._rng: Any = None
        self._position: State | None = None

    @property
    def position(self) -> State:
        """A copy of the live state, hidden parts included.

        Raises
        ------
        ValueError
            No reset yet.
        """
        return self._live().clone()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what `observe` returns.

        Raises
        ------
        ValueError
            No such agent.
        """
        return self.observation_spaces[self._checked(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All action ids; the mask says which are legal.

        Raises
        ------
        ValueError
            No such agent.
        """
        return self.action_spaces[self._checked(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start the next game; ``options`` are ignored.

        Raises
        ------
        ValueError, TypeError
            ``seed`` is not an integer in 0 .. 2**64-1.
        """
        self._rng = self._seeds.next_game(seed)
        self._position = state = self.game.new_initial_state()
        resolve_chance(state, self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._select()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What the seat of ``agent`` sees now, and what it may play.

        Raises
        ------
        ValueError
            No such agent, or no reset yet.
        """
        state, seat = self._live(), self.possible_agents.index(self._checked(agent))
        mask = state.legal_actions_mask() if seat == state.current_player() else self._nothing_legal
        return {"observation": state.observation_tensor(seat), "action_mask": mask.copy()}

    def state(self) -> npt.NDArray[np.float32]:
        """What all seats together see: their tensors in the order of seats, shape (players * D,).

        For learners with one critic for all (QMIX and the like).

        Raises
        ------
        ValueError
            No reset yet.
        """
        state = self._live()
        return np.concatenate(
            [state.observation_tensor(seat) for seat in range(len(self.possible_agents))]
        )

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Of `agent_selection`: observation (if wanted), reward, terminated, truncated, info.

        Raises
        ------
        ValueError
            No reset yet, or all agents have taken their last step.
        """
        self._going_on()
        seen: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return seen

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The agents in the order in which they are to step, at most ``max_iter``.

        Raises
        ------
        ValueError
            No reset yet.
        """
        self._live()
        return super().agent_iter(max_iter)

    def step(self, action: int | None) -> None:
        """Play the action of `agent_selection`; None for an agent that is terminated.

        Raises
        ------
        IllegalActionError
            Not legal here; nothing has changed.
        ValueError, TypeError
            Not an action, no reset yet, or an action for a terminated agent.
        """
        state = self._going_on()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"{agent} is to move: an action is an int, not None")
        state.apply_action(action)
        resolve_chance(state, self._rng)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if state.is_terminal():
            self.rewards = dict(zip(self.agents, state.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The whole position as text, hidden parts included; see ``render_mode``."""
        if self.render_mode is None:
            return None
        picture = str(self._live())
        if self.render_mode == "ansi":
            return picture
        print(picture)
        return None

    def close(self) -> None:
        """Nothing to do."""

    def _live(self) -> State:
        if self._position is None:
            raise ValueError("no game is going on; call reset()")
        return self._position

    def _going_on(self) -> State:
        state = self._live()
        if not self.agents:
            raise ValueError("the game is over; call reset()")
        return state

    def _checked(self, agent: object) -> str:
        if not isinstance(agent, str) or agent not in self.possible_agents:
            raise ValueError(f"no agent {agent!r}; agents are {', '.join(self.possible_agents)}")
        return agent

    def _select(self) -> None:
        """Point to the seat to move, and put the masks into the infos."""
        state = self._live()
        self.infos = {agent: {"action_mask": self._nothing_legal} for agent in self.agents}
        if not state.is_terminal():
            self.agent_selection = self.possible_agents[state.current_player()]
            self.infos[self.agent_selection] = {"action_mask": state.legal_actions_mask()}

    def __repr__(self) -> str:
        return f"<PettingZoo AEC environment of {self.game}>"


def policy(
    search: str = "ismcts", **options: Any
) -> Callable[[pettingzoo.AECEnv, str], int | None]:
    """A function of (environment, agent) that gives the agent's action; None for one that is done.

    Parameters
    ----------
    search
        ``flat``, ``ismcts``, ``mcts`` or ``pimc``, and options: ``"ismcts:iterations=100"``.
    **options
        More options of the search.

    Raises
    ------
    ValueError, TypeError
        From the function, as `bitmeeple.search.from_spec`, or the agent is not the one to move.
    """
    searches: dict[Game, Any] = {}

    def choose(env: pettingzoo.AECEnv, agent: str) -> int | None:
        inner: Any = env.unwrapped
        if agent != inner.agent_selection:
            raise ValueError(f"{agent!r} is not to move, {inner.agent_selection!r} is")
        if inner.terminations[agent] or inner.truncations[agent]:
            return None
        if inner.game not in searches:
            searches[inner.game] = from_spec(inner.game, search, **options)
        action: int = searches[inner.game].step(inner.position)
        return action

    return choose


def env(
    game: Game | str | Mapping[str, Any], *, render_mode: str | None = None, **options: Any
) -> BitmeepleAECEnv:
    """A `BitmeepleAECEnv`, under the name that PettingZoo's users look for."""
    return BitmeepleAECEnv(game, render_mode=render_mode, **options)


raw_env = env
