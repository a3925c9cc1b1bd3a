"""Many games stepped together, for learners."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from bitmeeple.arguments import available_threads, checked_int
from bitmeeple.constants import POLICIES
from bitmeeple.errors import IllegalActionError
from bitmeeple.game import Game
from bitmeeple.native import core
from bitmeeple.state import State

AUTORESET_MODES = ("next_step", "same_step", "disabled")
MASKS = ("int8", "packed")
MAX_ENVS = 1 << 20


class VectorStep(NamedTuple):
    """What `VectorEnv.reset` and `VectorEnv.step` return: views, valid until the next call.

    Attributes
    ----------
    current_player : ndarray of int8, shape (n,)
        Seat to move; -4 after the end of a game.
    legal_actions_mask : ndarray of int8, shape (n, A), or of uint8, shape (n, ceil(A / 8))
        Packed masks have action a in bit ``a % 8`` of byte ``a // 8``
        (``np.unpackbits(..., bitorder="little")``). Zeros after the end of a game.
    observations : ndarray of float32, shape (n, D), or None
        Tensor of the seat to move; zeros after the end of a game.
    rewards : ndarray of float32, shape (n, players)
        ``returns()`` of all seats on the terminal step, else zeros.
    terminated : ndarray of bool, shape (n,)
        Whether this call ended the game.
    final_observations : ndarray of float32, shape (n, players, D), or None
        Where ``terminated``: the tensors of all seats at the end. Other rows are old.
    """

    current_player: npt.NDArray[np.int8]
    legal_actions_mask: npt.NDArray[np.int8] | npt.NDArray[np.uint8]
    observations: npt.NDArray[np.float32] | None
    rewards: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    final_observations: npt.NDArray[np.float32] | None


class VectorEnv:
    """``num_envs`` games of the core stepped by native threads without the GIL.

    Chance is resolved inside. Environment i plays its k-th game (k = 0, 1, ...) with
    ``Rng(seed, k * num_envs + i)``, or with ``Rng(seeds[i], k)`` for a list of seeds, and
    `sample_actions` draws from the same stream: ``step(sample_actions())``, called once per step,
    replays playout ``k * num_envs + i`` of ``rollout(game, ..., seed=seed)``, digest included.
    Trajectories do not depend on the number of threads. Pickle and deepcopy keep the position.

    Parameters
    ----------
    game
        A game of the core (`bitmeeple.load_game`).
    num_envs
        1 .. 1,048,576.
    seed
        0 .. 2**64-1, or one such number per environment.
    threads
        Default: the CPUs this process may use.
    autoreset_mode
        Gymnasium's meaning. ``"next_step"``: the step after the end ignores the action and starts
        a new game. ``"same_step"``: it starts at once; ``rewards``, ``terminated`` and
        ``final_observations`` are the old game's. ``"disabled"``: a finished game refuses to step.
    masks
        ``"int8"``: one byte an action. ``"packed"``: one bit.
    observations, final_observations
        Whether to fill tensors.
    copy
        Return copies instead of views.

    Raises
    ------
    ValueError, TypeError
        An argument is out of range or of the wrong type.

    Examples
    --------
    >>> import bitmeeple as bm
    >>> env = bm.VectorEnv(bm.load_game("latria"), 8, seed=7)
    >>> step = env.reset()
    >>> while not step.terminated.all():
    ...     step = env.step(env.sample_actions())
    >>> step.rewards.shape
    (8, 4)
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        seed: int | Sequence[int] | npt.NDArray[Any] = 0,
        threads: int | None = None,
        autoreset_mode: str = "next_step",
        masks: str = "int8",
        observations: bool = False,
        final_observations: bool = False,
        copy: bool = False,
    ) -> None:
        if not isinstance(game, core.CoreGame):
            raise TypeError("VectorEnv takes a game of the core (bitmeeple.load_game)")
        self.game = game
        self.num_envs = n = checked_int(num_envs, "num_envs", 1, MAX_ENVS)
        self.autoreset_mode = _word(autoreset_mode, "autoreset_mode", AUTORESET_MODES)
        self.masks = _word(masks, "masks", MASKS)
        self.copy = bool(copy)
        self.threads = checked_int(
            available_threads() if threads is None else threads, "threads", 1, 1024
        )
        self._options = (bool(observations), bool(final_observations))
        self._started = False

        actions, players = game.num_distinct_actions(), game.num_players()
        size = game.observation_tensor_shape()[0]
        packed = masks == "packed"
        self._player = np.full(n, -4, np.int8)
        self._masks = np.zeros((n, (actions + 7) // 8 if packed else actions), np.uint8)
        self._observations = np.zeros((n, size) if observations else (0, size), np.float32)
        rows = n if final_observations else 0
        self._final = np.zeros((rows, players, size), np.float32)
        self._rewards = np.zeros((n, players), np.float32)
        self._terminated = np.zeros(n, np.uint8)
        self._digests = np.zeros(n, np.uint64)
        self._everyone = np.arange(n, dtype=np.int32)
        self._seeds = self._checked_seeds(seed)
        self._batch = core.CoreBatch(
            game,
            n,
            self._seeds,
            AUTORESET_MODES.index(autoreset_mode),
            packed,
            self.threads,
            self._player,
            self._masks,
            self._observations,
            self._final,
            self._rewards,
            self._terminated,
            self._digests,
        )
        self._step = VectorStep(
            _read_only(self._player),
            _read_only(self._masks if packed else self._masks.view(np.int8)),
            _read_only(self._observations) if observations else None,
            _read_only(self._rewards),
            _read_only(self._terminated.view(np.bool_)),
            _read_only(self._final) if final_observations else None,
        )

    @property
    def digests(self) -> npt.NDArray[np.uint64]:
        """Digest of the last finished game of each environment; 0 before the first ends."""
        return _read_only(self._digests)

    @property
    def last_step(self) -> VectorStep:
        """The rows as they are now: what the last `reset` or `step` returned."""
        return self._result()

    def state(self, i: SupportsIndex) -> State:
        """A copy of the state of environment ``i``.

        Raises
        ------
        IndexError
            There is no such environment.
        """
        number = i.__index__()
        if not 0 <= number < self.num_envs:
            raise IndexError(f"environment {number} is not in 0..{self.num_envs - 1}")
        return self._batch.state(number)

    def reset(
        self,
        *,
        seed: int | Sequence[int] | npt.NDArray[Any] | None = None,
        mask: npt.ArrayLike | None = None,
    ) -> VectorStep:
        """Start the next game of every environment.

        Parameters
        ----------
        seed
            Start again with the first game of these seeds; only without ``mask``.
        mask
            Bools, shape (n,): reset only these; the others keep their position.

        Raises
        ------
        ValueError
            ``mask`` has a wrong shape or dtype, or comes with ``seed`` or before the first reset.
        """
        ids = self._everyone
        if mask is not None:
            chosen = np.asarray(mask)
            if chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,):
                raise ValueError(
                    f"mask is bool of shape ({self.num_envs},), not {chosen.dtype} {chosen.shape}"
                )
            if seed is not None:
                raise ValueError("seed and mask exclude each other")
            if not self._started and not chosen.all():
                raise ValueError("the first reset is of every environment")
            ids = np.flatnonzero(chosen).astype(np.int32)
        if seed is not None:
            self._seeds = self._checked_seeds(seed)
            self._batch.set_seeds(self._seeds)
        self._batch.reset(ids)
        self._started = True
        return self._result()

    def step(self, actions: npt.ArrayLike, *, env_ids: npt.ArrayLike | None = None) -> VectorStep:
        """Play one action in every environment, or in some.

        Parameters
        ----------
        actions
            Integers, shape (n,), or one per entry of ``env_ids``.
        env_ids
            Distinct environments to step; the others keep their rows, with rewards 0 and
            ``terminated`` False.

        Raises
        ------
        IllegalActionError
            Names the first environment whose action is not legal; nothing is stepped.
        ValueError
            Wrong shape or dtype, ids out of range or repeated, a finished game with autoreset
            disabled, or no reset yet; nothing is stepped.
        RuntimeError
            Another thread is stepping this object.
        """
        if not self._started:
            raise ValueError("call reset() before step()")
        ids = self._everyone if env_ids is None else self._checked_ids(env_ids)
        chosen = _integers(actions, "actions", len(ids))
        bad = self._batch.step(ids, chosen)
        if bad >= 0:
            raise self._refusal(int(ids[bad]), int(np.asarray(actions)[bad]))
        return self._result()

    def sample_actions(
        self, policy: str = "uniform", *, env_ids: npt.ArrayLike | None = None
    ) -> npt.NDArray[np.int32]:
        """Draw a legal action for every environment, or for some, each from its own stream.

        Parameters
        ----------
        policy
            ``"uniform"`` or ``"eager"``.
        env_ids
            Distinct environments; nothing is drawn from the streams of the others.

        Returns
        -------
        ndarray of int32, shape (n,), or one per entry of ``env_ids``
            0 where the game is over. Call it once per step to replay the rollout's playouts.

        Raises
        ------
        ValueError
            No such policy, ids out of range or repeated, or no reset yet; nothing is drawn.
        """
        _word(policy, "policy", POLICIES)
        if not self._started:
            raise ValueError("call reset() before sample_actions()")
        ids = self._everyone if env_ids is None else self._checked_ids(env_ids)
        out = np.zeros(len(ids), np.int32)
        self._batch.sample_actions(policy, ids, out)
        return out

    def close(self) -> None:
        """Nothing to do; for loops that close their environments."""

    def _result(self) -> VectorStep:
        if not self.copy:
            return self._step
        copies: Any = (None if part is None else part.copy() for part in self._step)
        return VectorStep(*copies)

    def _refusal(self, i: int, action: int) -> ValueError:
        state = self.state(i)
        if state.is_terminal():
            return ValueError(f"environment {i}: the game is over; reset it (mask=)")
        from bitmeeple.state import illegal_action

        return IllegalActionError(f"environment {i}: {illegal_action(state, action)}")

    def _checked_seeds(self, seed: Any) -> list[int]:
        if isinstance(seed, str | bytes) or not hasattr(seed, "__len__"):
            return [checked_int(seed, "seed", 0, (1 << 64) - 1)]
        if len(seed) != self.num_envs:
            raise ValueError(f"{len(seed)} seeds for {self.num_envs} environments")
        seeds = [checked_int(one, "seed", 0, (1 << 64) - 1) for one in seed]
        # One environment with a list of one seed: stream k either way.
        return seeds

    def _checked_ids(self, env_ids: npt.ArrayLike) -> npt.NDArray[np.int32]:
        ids = _integers(env_ids, "env_ids", None)
        if len(ids) and (ids.min() < 0 or ids.max() >= self.num_envs):
            raise ValueError(f"env_ids are not all in 0..{self.num_envs - 1}")
        if len(np.unique(ids)) != len(ids):
            raise ValueError("env_ids are not distinct")
        return ids

    def __reduce__(self) -> tuple[Any, ...]:
        outputs = (self._player, self._rewards, self._terminated, self._digests, self._final)
        bits = b"".join(part.tobytes() for part in outputs)
        body = self._batch.dump() + bits
        arguments = {
            "threads": None,
            "autoreset_mode": self.autoreset_mode,
            "masks": self.masks,
            "observations": self._options[0],
            "final_observations": self._options[1],
            "copy": self.copy,
        }
        seed = self._seeds if len(self._seeds) > 1 or self.num_envs == 1 else self._seeds[0]
        return _restore, (
            self.game,
            self.num_envs,
            seed,
            arguments,
            self._started,
            body,
            zlib.crc32(body),
        )

    def __repr__(self) -> str:
        return f"<VectorEnv of {self.num_envs} x {self.game}, {self.threads} threads>"


def _restore(
    game: Game,
    num_envs: int,
    seed: Any,
    arguments: dict[str, Any],
    started: bool,
    body: bytes,
    crc: int,
) -> VectorEnv:
    """A VectorEnv from its pickle."""
    if zlib.crc32(body) != crc:
        raise ValueError("the pickled VectorEnv is corrupted")
    env = VectorEnv(game, num_envs, seed=seed, **arguments)
    outputs = (env._player, env._rewards, env._terminated, env._digests, env._final)
    split = len(body) - sum(part.nbytes for part in outputs)
    if started:
        env._batch.load(body[:split])
    position = split
    for part in outputs:
        raw = np.frombuffer(body, part.dtype, part.size, position)
        part[...] = raw.reshape(part.shape)
        position += part.nbytes
    env._started = started
    return env


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def _word(value: object, name: str, allowed: Sequence[str]) -> str:
    if value not in allowed:
        raise ValueError(f"{name} is {value!r}; allowed are {', '.join(allowed)}")
    return str(value)


def _integers(values: npt.ArrayLike, name: str, size: int | None) -> npt.NDArray[np.int32]:
    """Integers of shape (size,) as contiguous int32; what does not fit becomes -1."""
    array = np.asarray(values)
    if array.size == 0 and isinstance(values, list | tuple):  # NumPy makes floats of []
        array = array.astype(np.int32)
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name} are integers, not {array.dtype}")
    if array.ndim != 1 or (size is not None and len(array) != size):
        wanted = "(k,)" if size is None else f"({size},)"
        raise ValueError(f"{name} have shape {wanted}, not {array.shape}")
    if array.dtype != np.int32:
        fits = (array >= 0) & (array < 1 << 31)
        array = array.astype(np.int32)  # a copy; wraps, but not where it fits
        array[~fits] = -1
    return np.ascontiguousarray(array)
