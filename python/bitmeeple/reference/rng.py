"""The randomness contract in Python: the same numbers as the core's `bitmeeple.Rng`."""

from __future__ import annotations

import copyreg
from typing import Any, SupportsIndex

from bitmeeple.arguments import checked_int

_MASK = (1 << 64) - 1


def mix(z: int) -> int:
    """Finaliser of splitmix64."""
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & _MASK
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & _MASK
    return z ^ (z >> 31)


class Rng:
    """xoshiro256++ seeded by (seed, stream), both in 0 .. 2**64-1; ``repr`` evaluates back.

    Raises
    ------
    ValueError, TypeError
        Not ints in that range.

    Examples
    --------
    >>> hex(Rng(0, 0).next())
    '0x7b5a9b11faac50c7'
    """

    __slots__ = ("_s", "_seeds")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, seed: SupportsIndex, stream: SupportsIndex = 0) -> None:
        first = checked_int(seed, "seed", 0, _MASK)
        second = checked_int(stream, "stream", 0, _MASK)
        self._s = _seeded(first, second)
        self._seeds = (first, second)

    @classmethod
    def from_words(
        cls, w0: SupportsIndex, w1: SupportsIndex, w2: SupportsIndex, w3: SupportsIndex, /
    ) -> Rng:
        """The generator in the middle of its stream: what ``repr`` shows once numbers are drawn.

        Raises
        ------
        ValueError, TypeError
            Not four ints in 0 .. 2**64-1, or all 0.
        """
        rng = cls.__new__(cls)
        rng.__setstate__((w0, w1, w2, w3))
        return rng

    def _words(self) -> list[int]:
        if not hasattr(self, "_s"):
            raise ValueError("this Rng has not been seeded")
        return self._s

    def next(self) -> int:
        """64 random bits."""
        s0, s1, s2, s3 = self._words()
        total = s0 + s3 & _MASK
        result = ((total << 23 | total >> 41) + s0) & _MASK
        t = s1 << 17 & _MASK
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = (s3 << 45 | s3 >> 19) & _MASK
        self._s = [s0, s1, s2, s3]
        return result

    def below(self, n: SupportsIndex) -> int:
        """A number in 0 .. n-1, 1 <= n < 2**32."""
        bound = checked_int(n, "n", 1, (1 << 32) - 1)
        return (self.next() >> 32) * bound >> 32

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rng):
            return NotImplemented
        return self._words() == other._words()

    def __repr__(self) -> str:
        if not hasattr(self, "_s"):
            return "<bitmeeple.reference.Rng, not seeded>"
        if self._s == _seeded(*self._seeds):
            seed, stream = self._seeds
            return f"bitmeeple.reference.Rng({seed}{f', {stream}' * (stream != 0)})"
        return f"bitmeeple.reference.Rng.from_words{tuple(self._s)}"

    def __copy__(self) -> Rng:
        rng = self.from_words(*self._words())
        rng._seeds = self._seeds
        return rng

    def __deepcopy__(self, memo: dict[int, Any]) -> Rng:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return copyreg.__newobj__, (type(self),), tuple(self._words())  # type: ignore[attr-defined]

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        if hasattr(self, "_s"):
            raise ValueError("this Rng is in use; unpickle into a new one")
        if not isinstance(state, tuple):
            raise TypeError(f"the state of an Rng is a tuple, not {type(state).__name__}")
        if len(state) == 2 and isinstance(state[1], dict):  # of 0.1.0
            state = tuple(state[1].get("_s", ()))
        if len(state) != 4:
            raise ValueError("an Rng has four words")
        words = [checked_int(word, "a word", 0, _MASK) for word in state]
        if not any(words):
            raise ValueError("not all words of an Rng are 0")
        self._s = words
        self._seeds = (0, 0)


def _seeded(seed: int, stream: int) -> list[int]:
    x = mix(seed + 0x9E3779B97F4A7C15 & _MASK) ^ mix(stream + 0xD1B54A32D192ED03 & _MASK)
    words = []
    for _ in range(4):
        x = x + 0x9E3779B97F4A7C15 & _MASK
        words.append(mix(x))
    return words
