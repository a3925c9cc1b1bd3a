"""What all decoders use: the slices of one tensor by name, turned back into plain values.

A decoder ``decoders.<game>`` has ``decode(game, parts, seat)``, the entries of ``view(seat)`` that
can be read from the tensor, and ``DERIVED``, the paths of those that it leaves out because the
interface page derives them from others.
"""

from __future__ import annotations

import numpy as np


class Parts:
    """The slices of a tensor, and where its observer sits."""

    def __init__(self, state, seat):
        tensor = state.observation_tensor(seat)
        self.seat, self.players = seat, state.game.num_players()
        self.slices = {
            part.name: tensor[part.offset : part.offset + part.size].reshape(part.shape)
            for part in state.game.observation_spec()
        }

    def __getitem__(self, name):
        return self.slices[name]

    def __contains__(self, name):
        return name in self.slices

    def seats(self, name):
        """The rows of a slice in seat order instead of the observer's."""
        return np.roll(self[name], self.seat, axis=0)

    def who(self, name):
        """A one-hot seat, relative in the tensor; None for zeros."""
        index = one(self[name])
        return None if index is None else (self.seat + index) % self.players


def one(values, first=0):
    """The index of a one-hot, counted from ``first``; None for zeros."""
    (where,) = np.nonzero(values)
    assert len(where) <= 1
    assert all(values[where] == 1)
    return int(where[0]) + first if len(where) else None


def ids(values, first=0):
    """The ids of a set of flags, ascending."""
    assert set(np.unique(values)) <= {0, 1}
    return [int(i) + first for i in np.flatnonzero(values)]


def flags(values):
    """Flags as bools."""
    assert set(np.unique(values)) <= {0, 1}
    return [bool(v) for v in values]


def flag(values):
    """A single flag."""
    return flags(values.reshape(1))[0]


def whole(value, scale=1):
    """The integer that was divided by ``scale``, exactly."""
    number = round(float(value) * scale)
    assert np.float32(number) / np.float32(scale) == np.float32(value)
    return number


def counts(values, scale=1):
    """A list of such integers."""
    return [whole(v, scale) for v in values]
