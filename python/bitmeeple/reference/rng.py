"""The randomness contract in Python: the same numbers as the core's `bitmeeple.Rng`."""

from __future__ import annotations

from typing import Any, SupportsIndex

from bitmeeple.arguments import MAX_WORD, checked_int, checked_seed

_MASK = MAX_WORD


def mix(z: int) -> int:
    """Finaliser of splitmix64."""
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & _MASK
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & _MASK
    return z ^ (z >> 31)


class Rng:
    """xoshiro256++ seeded by (seed, stream), both in 0 .. 2**64-1.

    ``repr`` evaluates back; ``==`` compares what will be drawn.

    Examples
    --------
    >>> hex(Rng(0, 0).next())
    '0x7b5a9b11faac50c7'
    """

    __slots__ = ("_s",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, seed: SupportsIndex, stream: SupportsIndex = 0) -> None:
        key, branch = checked_seed(seed), checked_seed(stream, "stream")
        x = mix(key + 0x9E3779B97F4A7C15 & _MASK) ^ mix(branch + 0xD1B54A32D192ED03 & _MASK)
        self._s = []
        for _ in range(4):
            x = x + 0x9E3779B97F4A7C15 & _MASK
            self._s.append(mix(x))

    @classmethod
    def from_words(
        cls, w0: SupportsIndex, w1: SupportsIndex, w2: SupportsIndex, w3: SupportsIndex, /
    ) -> Rng:
        """The generator in the middle of its stream: what ``repr`` shows.

        Raises
        ------
        ValueError, TypeError
            Not four ints in 0 .. 2**64-1, or all 0.
        """
        words = [checked_seed(word, "a word") for word in (w0, w1, w2, w3)]
        if not any(words):
            raise ValueError("the four words are all 0")
        rng = cls(0)
        rng._s = words
        return rng

    def next(self) -> int:
        """64 random bits."""
        s0, s1, s2, s3 = self._s
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
        return self._s == other._s if isinstance(other, Rng) else NotImplemented

    def __repr__(self) -> str:
        return f"bitmeeple.reference.Rng.from_words({', '.join(map(str, self._s))})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Rng.from_words, tuple(self._s)
