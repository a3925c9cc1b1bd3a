"""Many games stepped together, for learners."""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from bitmeeple.arguments import checked_int, checked_seed
from bitmeeple.constants import POLICIES
from bitmeeple.cpus import available_threads
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
    >>> step, finished = env.reset(), 0
    >>> while finished < 20:
    ...     step = env.step(env.sample_actions())
    ...     finished += int(step.terminated.sum())  # then `rewards` has a row of results
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
        self._started = False
        self._seeds = self._checked_seeds(seed)
        self._batch = core.make_batch(
            game,
            n,
            self._seeds,
            AUTORESET_MODES.index(autoreset_mode),
            masks == "packed",
            self.threads,
            bool(observations),
            bool(final_observations),
        )
        self._everyone = np.arange(n, dtype=np.int32)
        self._everyone.flags.writeable = False
        player, mask_rows, tensors, rewards, terminated, finals, self._digests = self._batch.rows()
        self._step = VectorStep(
            player,
            mask_rows if masks == "packed" else mask_rows.view(np.int8),
            tensors,
            rewards,
            terminated.view(np.bool_),
            finals,
        )

    @property
    def digests(self) -> npt.NDArray[np.uint64]:
        """Digest of the last finished game of each environment; 0 before the first ends."""
        return self._digests

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
        TypeError
            ``i`` is not an int.
        ValueError
            No reset yet.
        """
        number = checked_int(i, "i", -(1 << 63), (1 << 63) - 1)
        if not 0 <= number < self.num_envs:
            raise IndexError(f"environment {number} is not in 0..{self.num_envs - 1}")
        self._require_games("state()")
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
        seeds = None if seed is None else self._checked_seeds(seed)
        ids = self._everyone if mask is None else self._masked(mask)
        if mask is not None and seeds is not None:
            raise ValueError("seed and mask exclude each other")
        self._batch.reset(ids, seeds)
        self._seeds = self._seeds if seeds is None else seeds
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
        self._require_games("step()")
        ids = self._everyone if env_ids is None else self._checked_ids(env_ids)
        given, chosen = _integers(actions, "actions", len(ids))
        bad = self._batch.step(ids, chosen)
        if bad >= 0:
            raise self._refusal(int(ids[bad]), int(given[bad]))
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
        self._require_games("sample_actions()")
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

    def _require_games(self, call: str) -> None:
        if not self._started:
            raise ValueError(f"call reset() before {call}")

    def _checked_seeds(self, seed: Any) -> npt.NDArray[np.uint64]:
        """One seed, or one per environment; what was converted is what is checked."""
        if isinstance(seed, str | bytes) or not hasattr(seed, "__len__"):
            given = [seed]
        else:
            given = list(itertools.islice(seed, self.num_envs + 1))
            if len(given) != self.num_envs:
                more = "more than " * (len(given) > self.num_envs)
                count = min(len(given), self.num_envs)
                raise ValueError(f"{more}{count} seeds for {self.num_envs} environments")
        return np.array([checked_seed(s) for s in given], np.uint64)

    def _checked_ids(self, env_ids: npt.ArrayLike) -> npt.NDArray[np.int32]:
        _, ids = _integers(env_ids, "env_ids", None)
        if len(ids) and (ids.min() < 0 or ids.max() >= self.num_envs):
            raise ValueError(f"env_ids are not all in 0..{self.num_envs - 1}")
        if len(np.unique(ids)) != len(ids):
            raise ValueError("env_ids are not distinct")
        return ids

    def _masked(self, mask: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """The environments that a mask names."""
        chosen = np.array(mask)
        if chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,):
            raise ValueError(
                f"mask is bool of shape ({self.num_envs},), not {chosen.dtype} {chosen.shape}"
            )
        if not self._started and not chosen.all():
            raise ValueError("the first reset is of every environment")
        return np.flatnonzero(chosen).astype(np.int32)

    def __reduce__(self) -> tuple[Any, ...]:
        body = self._batch.dump()
        arguments = {
            "threads": None,
            "autoreset_mode": self.autoreset_mode,
            "masks": self.masks,
            "observations": self._step.observations is not None,
            "final_observations": self._step.final_observations is not None,
            "copy": self.copy,
        }
        seeds = self._seeds.tolist()
        seed = seeds if len(seeds) > 1 or self.num_envs == 1 else seeds[0]
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
    env._batch.load(body, started)
    env._started = started
    return env


def _word(value: object, name: str, allowed: Sequence[str]) -> str:
    if value not in allowed:
        raise ValueError(f"{name} is {value!r}; allowed are {', '.join(allowed)}")
    return str(value)


def _integers(
    values: npt.ArrayLike, name: str, size: int | None
) -> tuple[npt.NDArray[Any], npt.NDArray[np.int32]]:
    """Integers of shape (size,): a copy as they came, and as int32; what does not fit is -1.

    Copied first: who gave them may write to them while they are checked and used.
    """
    array = np.array(values)
    if array.size == 0 and isinstance(values, list | tuple):  # NumPy makes floats of []
        array = array.astype(np.int32)
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name} are integers, not {array.dtype}")
    if array.ndim != 1 or (size is not None and len(array) != size):
        wanted = "(k,)" if size is None else f"({size},)"
        raise ValueError(f"{name} have shape {wanted}, not {array.shape}")
    if array.dtype == np.int32 and array.flags.c_contiguous:
        return array, array
    narrow = array.astype(np.int32, order="C")  # wraps, but not where it fits
    narrow[(array < 0) | (array >= 1 << 31)] = -1
    return array, narrow
