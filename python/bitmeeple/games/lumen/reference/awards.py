"""Lumen: procedures of section 4.2 that give or return tokens, and SETTLE (section 5).

Draws of Objective tokens change no condition, so they are queued in ``awards`` and made after
everything else (specification, section 12).
"""

from __future__ import annotations

from bitmeeple.games.lumen.reference.battlefield import controller, strength
from bitmeeple.games.lumen.reference.state import Position, take
from bitmeeple.games.lumen.reference.tables import Tables
from bitmeeple.games.lumen.reference.types import (
    BONUSES,
    LOOTS,
    NO_TOKEN,
    SEATS,
)

# Tokens nobody holds


def reserved(k: Tables, s: Position) -> int:
    """[L-07] Objective tokens that lie on the map for frontiers and reach."""
    open_reach = k.reach is not None and not s.reach_closed
    return s.frontiers_closed.count(False) + open_reach


def objectives_left(k: Tables, s: Position) -> list[int]:
    """Objective tokens held by nobody, by value."""
    day, night = s.seats
    return [
        count - a - b for count, a, b in zip(k.objective_counts, day.objectives, night.objectives)
    ]


def neutral_bag(s: Position) -> list[int]:
    """[L-21] [L-32] [L-61] Bonus tokens in no slot and not on the map; 0 or 1 of each."""
    bag = [1 for _ in BONUSES]
    for seat in s.seats:
        for bonus in seat.slots:
            if bonus != NO_TOKEN:
                bag[bonus] = 0
        for army in seat.armies:
            for kind in army:
                if kind >= 12:
                    bag[(kind >> 1) - 6] = 0
    return bag


def return_fighter(s: Position, owner: int, kind: int, t: int) -> None:
    """RETURN [L-32] [L-33] A Basic Fighter to its bag; a Mercenary to the neutral bag."""
    seat = s.seats[owner]
    take(seat.armies[t], kind)
    if kind < 12:
        seat.bag[kind >> 1] += 1


# Awards


def gain(k: Tables, s: Position, p: int, number: int) -> None:
    """GAIN [L-52] Ordinary awards; lost when only reserved tokens are left."""
    left = sum(objectives_left(k, s)) - len(s.awards) - reserved(k, s)
    s.awards += [p] * min(number, max(0, left))


def cross(k: Tables, s: Position, p: int) -> bool:
    """CROSS [L-20] Cross the next box; true if that completes a slot, so that a draw is due."""
    seat = s.seats[p]
    if seat.boxes == k.slot_boxes[-1]:
        return False
    seat.boxes += 1
    return k.completed_slot(seat.boxes) is not None


def place_bonus(k: Tables, s: Position, p: int, bonus: int) -> None:
    """The token drawn goes to the slot just completed, which may award an Objective token."""
    seat = s.seats[p]
    slot = k.completed_slot(seat.boxes)
    assert slot is not None
    seat.slots[slot] = bonus
    if k.slot_objective[slot]:
        gain(k, s, p, 1)


def bag_check(k: Tables, s: Position, p: int) -> None:
    """BAG_CHECK [L-53] Scenario B: the first draw that empties p's bag."""
    seat = s.seats[p]
    if k.empty_bag and not seat.bag_awarded and not any(seat.bag):
        seat.bag_awarded = True
        gain(k, s, p, k.empty_bag)


def award_first_mercenary(k: Tables, s: Position, p: int) -> None:
    """Scenario A: the first Mercenary deployed by anybody (4.6)."""
    if k.first_mercenary and not s.mercenary_closed:
        s.mercenary_closed = True
        gain(k, s, p, 1)


# SETTLE


def settle(k: Tables, s: Position) -> bool:
    """SETTLE, in its order [L-62]; false if the game is over [L-49]."""
    if not all(seat.has_fighters() for seat in s.seats):
        return False
    claim_loot(k, s)
    award_frontiers(k, s)
    award_reach(k, s)
    award_great_crossing(k, s)
    return True


def claim_loot(k: Tables, s: Position) -> None:
    """[L-31] A Loot goes to who is stronger by at least its value."""
    for t, kind in enumerate(s.discovery):
        if kind in LOOTS:
            lead = strength(k, s, 0, t) - strength(k, s, 1, t)
            if abs(lead) >= k.loot_values[kind]:
                s.seats[0 if lead > 0 else 1].loots[kind] += 1
                s.discovery[t] = NO_TOKEN


def award_frontiers(k: Tables, s: Position) -> None:
    """[L-07] Control of all Territories of a letter: GAIN_RESERVED."""
    for letter, territories in enumerate(k.frontiers):
        if not s.frontiers_closed[letter]:
            p = controller(k, s, territories[0])
            if p is not None and all(controller(k, s, t) == p for t in territories):
                s.frontiers_closed[letter] = True
                s.awards.append(p)


def award_reach(k: Tables, s: Position) -> None:
    """[L-07] Scenario E: a Fighter in the Territory of the reach objective: GAIN_RESERVED."""
    if k.reach is None or s.reach_closed:
        return
    for p in SEATS:
        if s.seats[p].armies[k.reach]:
            s.reach_closed = True
            s.awards.append(p)
            return


def award_great_crossing(k: Tables, s: Position) -> None:
    """[L-58] Scenario G: a Fighter in the other clan's starting Territory."""
    if k.crossing is None or s.crossing_closed:
        return
    for p in SEATS:
        if s.seats[p].armies[k.crossing[1 - p]]:
            s.crossing_closed = True
            gain(k, s, p, k.crossing_tokens)
            return
