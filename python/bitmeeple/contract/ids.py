"""Named ranges of ids."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping


class Ids:
    """Consecutive ids, one for each index of a grid in C order.

    Examples
    --------
    >>> deploy = Ids(86, 14, 16)  # by type and Territory
    >>> deploy.at(2, 3), deploy.where(121)
    (121, (2, 3))
    >>> 310 in deploy, deploy.stop
    (False, 310)
    >>> Ids(60, 3).index(62)
    2
    """

    __slots__ = ("first", "shape", "stop")

    def __init__(self, first: int, *shape: int) -> None:
        self.first = first
        self.shape = shape or (1,)
        self.stop = first + math.prod(self.shape)

    def __contains__(self, id: int) -> bool:
        return self.first <= id < self.stop

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.stop))

    def __len__(self) -> int:
        return self.stop - self.first

    def index(self, id: int) -> int:
        """Which of them ``id`` is, counted from 0."""
        if id not in self:
            raise ValueError(f"{id} is not in {self.first}..{self.stop - 1}")
        return id - self.first

    def where(self, id: int) -> tuple[int, ...]:
        """The indices of ``id`` in the grid."""
        rest = self.index(id)
        found = []
        for size in reversed(self.shape):
            rest, index = divmod(rest, size)
            found.append(index)
        return tuple(reversed(found))

    def at(self, *indices: int) -> int:
        """The id of a place in the grid."""
        if len(indices) != len(self.shape):
            raise IndexError(f"{len(indices)} indices instead of {len(self.shape)}")
        id = 0
        for index, size in zip(indices, self.shape):
            if not 0 <= index < size:
                raise IndexError(f"{index} is not in 0..{size - 1}")
            id = id * size + index
        return self.first + id


def number_of(ids: Mapping[str, Ids]) -> int:
    """The greatest id + 1."""
    return max(one.stop for one in ids.values())
