"""The randomness contract in Python: the same numbers as the core's `bitmeeple.Rng`."""

from __future__ import annotations

_MASK = (1 << 64) - 1


def mix(z: int) -> int:
    """Finaliser of splitmix64."""
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & _MASK
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & _MASK
    return z ^ (z >> 31)


class Rng:
    """xoshiro256++ seeded by (seed, stream), both in 0 .. 2**64-1.

    Examples
    --------
    >>> hex(Rng(0, 0).next())
    '0x7b5a9b11faac50c7'
    """

    __slots__ = ("_s",)

    def __init__(self, seed: int, stream: int = 0) -> None:
        for name, value in (("seed", seed), ("stream", stream)):
            if isinstance(value, bool) or not hasattr(value, "__index__"):
                raise TypeError(f"{name} is an int, not {type(value).__name__}")
            if not 0 <= value <= _MASK:
                raise ValueError(f"{name} is {value}; allowed is 0 .. 2**64-1")
        x = mix(seed + 0x9E3779B97F4A7C15 & _MASK) ^ mix(stream + 0xD1B54A32D192ED03 & _MASK)
        self._s = []
        for _ in range(4):
            x = x + 0x9E3779B97F4A7C15 & _MASK
            self._s.append(mix(x))

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

    def below(self, n: int) -> int:
        """A number in 0 .. n-1, 1 <= n < 2**32."""
        if not 1 <= n < 1 << 32:
            raise ValueError(f"below({n}): allowed is 1 .. 2**32-1")
        return (self.next() >> 32) * n >> 32
