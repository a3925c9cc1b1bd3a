"""Exceptions of the public surface."""

from __future__ import annotations


class IllegalActionError(ValueError):
    """An action that is not legal in the state it was given to.

    The message lists what is legal (shortened); the state is unchanged.
    """
