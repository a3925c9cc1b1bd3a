"""Latria: worlds consistent with what a seat sees, drawn by counting (specification, section 7).

A world puts every unseen card into a *slot*: a hand, a face-down card, or the undealt deck. Some
suits are forbidden in a slot, apart from that all ways to fill the slots are equally likely. A
face-down card forbids one thing or the other: either it follows, or its owner's whole share of
cards does without target and Latria. These are *cases* of the world, disjoint; one is drawn with
the number of its fillings as weight. Then suits are drawn slot by slot, again with the number of
ways to fill the rest as weights, and cards of a suit are all alike. All of it is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import comb, prod

from bitmeeple.games.latria.reference.state import Position
from bitmeeple.games.latria.reference.tables import Tables
from bitmeeple.games.latria.reference.types import LATRIA, SUITS
from bitmeeple.reference.protocol import SupportsRng

Counts = tuple[int, ...]  # cards by suit


@dataclass(frozen=True)
class Slot:
    """A place for ``size`` unseen cards of a seat (None: the undealt deck)."""

    seat: int | None
    face_down: bool
    size: int
    forbidden: frozenset[int]


@dataclass
class Group:
    """Slots that forbid the same suits."""

    forbidden: frozenset[int]
    slots: list[Slot] = field(default_factory=list)

    @property
    def size(self) -> int:
        return sum(slot.size for slot in self.slots)


def resample(tables: Tables, s: Position, player: int, rng: SupportsRng) -> Position:
    """Redraw hands and face-down cards of the other seats, and the undealt deck."""
    cases = list(product(*slot_choices(s, player)))
    plans = [Plan([slot for choice in case for slot in choice]) for case in cases]
    unseen = [[c for c in unseen_cards(s, player) if tables.suit[c] == suit] for suit in SUITS]
    left = tuple(len(cards) for cards in unseen)
    plan = plans[draw_weighted([plan.ways(0, left) for plan in plans], rng)]
    new = s.copy()
    for cards in unseen:
        shuffle(cards, rng)
    for slot, cards in plan.fill(unseen, rng):
        place(new, slot, sorted(cards))
    return new


def is_hidden(s: Position, player: int, index: int) -> bool:
    """Whether seat ``index`` has a face-down card that ``player`` does not know."""
    return index not in (player, s.parent) and s.seats[index].table is not None


def unseen_cards(s: Position, player: int) -> list[int]:
    """Cards whose place ``player`` does not know."""
    cards = list(s.undealt)
    for index, seat in enumerate(s.seats):
        if index != player:
            cards += seat.hand
        if is_hidden(s, player, index):
            assert seat.table is not None
            cards.append(seat.table)
    return cards


def slot_choices(s: Position, player: int) -> list[list[list[Slot]]]:
    """Per other seat its cases, each a list of slots."""
    choices = [[[Slot(None, False, len(s.undealt), frozenset())]]]
    for index, seat in enumerate(s.seats):
        if index == player:
            continue
        void, size = frozenset(seat.void), len(seat.hand)
        if not is_hidden(s, player, index):
            choices.append([[Slot(index, False, size, void)]])
            continue
        assert s.target is not None
        following = frozenset((s.target, LATRIA))
        off_suit = frozenset(SUITS) - following
        follows = [Slot(index, True, 1, void | off_suit), Slot(index, False, size, void)]
        cannot = [
            Slot(index, True, 1, void | following),
            Slot(index, False, size, void | following),
        ]
        choices.append([follows, cannot])
    return choices


class Plan:
    """One case: its slots by forbidden suits, those that take anything last."""

    def __init__(self, slots: list[Slot]) -> None:
        groups: dict[frozenset[int], Group] = {}
        for slot in slots:
            if slot.size:
                groups.setdefault(slot.forbidden, Group(slot.forbidden)).slots.append(slot)
        self.groups = sorted(
            groups.values(), key=lambda g: (-len(g.forbidden), sorted(g.forbidden))
        )
        self.arrangements = prod(arrangements(group) for group in self.groups)
        self._fillings: Callable[[int, Counts], int] = cache(self._count_fillings)

    def ways(self, index: int, left: Counts) -> int:
        """Number of ways to put the cards left into the slots of group ``index`` and after."""
        return self.arrangements * self._fillings(index, left)

    def _count_fillings(self, index: int, left: Counts) -> int:
        """The same by groups, not telling the slots of a group apart."""
        if index == len(self.groups):
            return 1 if not any(left) else 0
        return sum(weight for _, weight in self._splits(index, left))

    def _splits(self, index: int, left: Counts) -> Iterator[tuple[Counts, int]]:
        """Suits that group ``index`` can take, each with the number of fillings it leads to."""
        group = self.groups[index]
        room = [0 if suit in group.forbidden else left[suit] for suit in SUITS]
        for taken in splits(group.size, room):
            rest = tuple(n - k for n, k in zip(left, taken))
            fillings = self._fillings(index + 1, rest)
            if fillings:
                yield taken, prod(map(comb, left, taken)) * fillings

    def fill(self, unseen: list[list[int]], rng: SupportsRng) -> Iterator[tuple[Slot, list[int]]]:
        """Draw a filling; ``unseen`` are shuffled cards by suit, used up by this."""
        for index, group in enumerate(self.groups):
            options = list(self._splits(index, tuple(map(len, unseen))))
            taken, _ = options[draw_weighted([weight for _, weight in options], rng)]
            cards = [unseen[suit].pop() for suit in SUITS for _ in range(taken[suit])]
            shuffle(cards, rng)
            for slot in group.slots:
                yield slot, [cards.pop() for _ in range(slot.size)]


def arrangements(group: Group) -> int:
    """Ways to share out the cards of a group among its slots."""
    left, ways = group.size, 1
    for slot in group.slots:
        ways *= comb(left, slot.size)
        left -= slot.size
    return ways


def splits(size: int, room: list[int]) -> Iterator[Counts]:
    """All ways to take ``size`` cards, at most ``room`` of each suit."""
    if len(room) == 1:
        if size <= room[0]:
            yield (size,)
        return
    for first in range(max(0, size - sum(room[1:])), min(size, room[0]) + 1):
        for rest in splits(size - first, room[1:]):
            yield (first, *rest)


def place(s: Position, slot: Slot, cards: list[int]) -> None:
    """Put cards, ascending, where the slot is."""
    if slot.seat is None:
        s.undealt = cards
    elif slot.face_down:
        s.seats[slot.seat].table = cards[0]
    else:
        s.seats[slot.seat].hand = cards


def shuffle(cards: list[int], rng: SupportsRng) -> None:
    """Every order equally likely."""
    for last in range(len(cards) - 1, 0, -1):
        other = rng.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def draw_weighted(weights: list[int], rng: SupportsRng) -> int:
    """An index with probability proportional to its weight, a whole number of any size."""
    r = draw_below(sum(weights), rng)
    for index, weight in enumerate(weights):
        if r < weight:
            return index
        r -= weight
    raise AssertionError("no world is consistent with this position")


def draw_below(n: int, rng: SupportsRng) -> int:
    """Uniform in 0 .. n-1, n of any size: as many bits as n-1 has, again if they are too many."""
    bits = (n - 1).bit_length()
    while True:
        r = 0
        for _ in range(-(-bits // 64)):
            r = r << 64 | rng.next()
        r >>= -bits % 64
        if r < n:
            return r
