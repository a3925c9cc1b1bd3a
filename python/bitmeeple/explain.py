"""Observation tensors in words, for people who debug what their network sees."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, SupportsIndex, TextIO

import numpy as np
import numpy.typing as npt

from bitmeeple.state import State

if TYPE_CHECKING:
    from bitmeeple.contract.tensor import Slice


def explain_observation(
    state: State, player: SupportsIndex | None = None, /, *, file: TextIO | None = None
) -> None:
    """Print an observation tensor slice by slice.

    Per slice its name, offset, shape and meaning, then its entries that are not 0 as
    ``index=value`` (``index`` alone for 1).

    Parameters
    ----------
    state
        A state of any game.
    player
        A seat; by default the one to move.
    file
        Where to print; by default ``sys.stdout``.

    Raises
    ------
    ValueError
        No such seat, or none given and none to move.
    TypeError
        Not a state, or a seat that is no int.
    """
    if not isinstance(state, State):
        raise TypeError(f"explain_observation takes a state, not {type(state).__name__}")
    tensor = state.observation_tensor(player)
    lines = []
    for part in state.game.observation_spec():
        values = tensor[part.offset : part.offset + part.size].reshape(part.shape)
        shape = "x".join(map(str, part.shape))
        lines.append(f"[{part.offset:4}] {part.name} ({shape}): {part.meaning}")
        lines += [f"           {line}" for line in _entries(part, values)]
    print("\n".join(lines), file=file or sys.stdout)


def _entries(part: Slice, values: npt.NDArray[np.float32]) -> list[str]:
    """What is not zero, one line per row of the last axis."""
    if part.size == 1:
        return [f"{values.item():.4g}"]
    lines = []
    for row in np.ndindex(part.shape[:-1]):
        there = np.flatnonzero(values[row])
        if len(there):
            shown = " ".join(_entry(int(i), float(values[row][i])) for i in there)
            lines.append(f"{','.join(map(str, row))}: {shown}" if row else shown)
    return lines or ["all 0"]


def _entry(index: int, value: float) -> str:
    return str(index) if value == 1 else f"{index}={value:.4g}"
