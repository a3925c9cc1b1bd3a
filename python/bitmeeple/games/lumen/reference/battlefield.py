"""Lumen: who controls what, who may go where, who may be hit. Section 4.2 and conditions of 4.7.

Nothing here changes a position. ``p`` is the owner of the Fighter concerned, ``t`` where it stands,
``kind`` its class. Targets are returned as the action ids that name them.
"""

from __future__ import annotations

from collections.abc import Iterable

from bitmeeple.games.lumen.reference.state import Position
from bitmeeple.games.lumen.reference.tables import Tables
from bitmeeple.games.lumen.reference.types import (
    INACTIVE,
    MUDSHELL,
    RIVER,
    ROOTSPRING_INACTIVE,
    SEATS,
    SHROOMLING,
    TERRITORIES,
    WEAVER_INACTIVE,
    target_action,
)

# Strength and control


def strength(k: Tables, s: Position, p: int, t: int) -> int:
    """[L-39] Sum of the strengths of p's Fighters in t, each by its visible side."""
    value = k.strength
    return sum(value[kind] * number for kind, number in s.seats[p].armies[t].items())


def controller(k: Tables, s: Position, t: int) -> int | None:
    """Who is stronger in t; None if both are equal."""
    day, night = strength(k, s, 0, t), strength(k, s, 1, t)
    if day == night:
        return None
    return 0 if day > night else 1


# Predicates


def captured(s: Position, p: int, t: int) -> bool:
    """[L-40] [L-41] An inactive Weaver of the opponent is in t."""
    return WEAVER_INACTIVE in s.seats[1 - p].armies[t]


def rooted(s: Position, p: int, t: int) -> bool:
    """[L-41] An inactive Rootspring of p's opponent is in t."""
    return ROOTSPRING_INACTIVE in s.seats[1 - p].armies[t]


def stuck_in_mud(k: Tables, kind: int, t: int) -> bool:
    """[L-56] Fighters but Mudshells cannot leave a Territory of the muddy season."""
    return k.muddy[t] and kind >> 1 != MUDSHELL


# Destinations


def may_leave_by_land(s: Position, p: int, t: int) -> bool:
    """[L-36] [L-40] Neither captured nor rooted where it stands."""
    return not captured(s, p, t) and not rooted(s, p, t)


def land_steps(k: Tables, s: Position, p: int, t: int) -> list[int]:
    """[L-36] Adjacent Territories that p's Fighters in t may step into."""
    if not may_leave_by_land(s, p, t):
        return []
    return [u for u in k.near[t] if not rooted(s, p, u)]


def move_destinations(k: Tables, s: Position, p: int, kind: int, t: int) -> dict[int, int]:
    """[L-37] [L-38] [L-55] [L-56] [L-59] Destinations of a land move, each with its cost."""
    if not k.mobile[kind] or stuck_in_mud(k, kind, t) or not may_leave_by_land(s, p, t):
        return {}
    costs = {}
    if s.actions >= 2:
        costs = {u: 2 for u in k.river[t] if not rooted(s, p, u)}
    if kind >> 1 == SHROOMLING:
        costs |= {u: 1 for u in k.passages[t] if not rooted(s, p, u)}
    return costs | {u: 1 for u in k.near[t] if not rooted(s, p, u)}


def epic_destinations(k: Tables, s: Position, p: int, kind: int, t: int) -> list[int]:
    """[L-43] One step by land: no river, no passage, not out of mud."""
    return [] if stuck_in_mud(k, kind, t) else land_steps(k, s, p, t)


def push_destinations(k: Tables, s: Position, p: int, t: int) -> list[int]:
    """[L-36] [L-59] Where p's Fighters in t can be pushed; the river from every bank."""
    steps = land_steps(k, s, p, t)
    if k.banks[t] and may_leave_by_land(s, p, t):
        steps.append(RIVER)
    return steps


def flight_destinations(k: Tables, s: Position, p: int, t: int) -> tuple[int, ...]:
    """[L-40] [L-55] [L-58] Everywhere the scenario allows, unless captured."""
    return () if captured(s, p, t) else k.flights[t]


# Targets


def push_targets(k: Tables, s: Position, p: int, pusher: int, t: int) -> list[int]:
    """[L-35] [L-37] Fighters in t with a push destination, the Pusher (class, of p) not counted."""
    found = []
    for owner in SEATS:
        if push_destinations(k, s, owner, t):
            for kind, number in s.seats[owner].armies[t].items():
                itself = owner == p and kind == pusher
                if number > itself:
                    found.append(target_action(owner, kind, t))
    return found


def victims(k: Tables, s: Position, p: int, territories: Iterable[int]) -> list[int]:
    """[L-48] The opponent's Fighters but Mudshells in these Territories."""
    q = 1 - p
    armies = s.seats[q].armies
    return [
        target_action(q, kind, t)
        for t in territories
        for kind in armies[t]
        if not k.immune[kind >> 1]
    ]


def bomber_victims(k: Tables, s: Position, p: int, t: int) -> list[int]:
    """[L-55] Victims everywhere, with islands on the Bomber's own."""
    return victims(k, s, p, [u for u in TERRITORIES if k.island[u] == k.island[t]])


def fury_victims(k: Tables, s: Position, p: int) -> list[int]:
    """Victims of the first strike of Fury."""
    return victims(k, s, p, TERRITORIES)


def second_fury_victims(k: Tables, s: Position, p: int, first: int) -> list[int]:
    """[L-44] [L-55] Victims in another Territory, on the same island."""
    others = [t for t in TERRITORIES if t != first and k.island[t] == k.island[first]]
    return victims(k, s, p, others)


def restorable(k: Tables, s: Position, p: int, t: int) -> list[tuple[int, int, int]]:
    """[L-34] [L-60] Inactive Fighters in t or beside it: (owner, class, Territory)."""
    owners = (p,) if k.options.original else SEATS
    return [
        (owner, kind, u)
        for u in k.around[t]
        for owner in owners
        for kind in s.seats[owner].armies[u]
        if kind & 1 == INACTIVE
    ]


def hypno_targets(k: Tables, s: Position, p: int, t: int) -> list[int]:
    """[L-60] Active two-sided Fighters of the opponent in t or beside it."""
    q = 1 - p
    return [
        target_action(q, kind, u)
        for u in k.around[t]
        for kind in s.seats[q].armies[u]
        if kind & 1 != INACTIVE and k.two_sided[kind >> 1]
    ]


def clean_territories(k: Tables, s: Position, p: int) -> list[int]:
    """[L-45] Territories with a Fighter, in the original edition with one's own."""
    owners = (p,) if k.options.original else SEATS
    return [t for t in TERRITORIES if any(s.seats[owner].armies[t] for owner in owners)]


def swappable(k: Tables, s: Position, p: int) -> dict[int, list[int]]:
    """[L-40] [L-46] By Territory: classes of p that Teleportation can take out of it."""
    free = {}
    for t, army in enumerate(s.seats[p].armies):
        if army and not captured(s, p, t):
            kinds = [kind for kind in army if not stuck_in_mud(k, kind, t)]
            if kinds:
                free[t] = kinds
    return free


def swap_firsts(k: Tables, s: Position, p: int) -> list[int]:
    """[L-46] [L-55] Own Fighters with a partner in another Territory of the same island."""
    free = swappable(k, s, p)
    return [
        target_action(p, kind, t)
        for t, kinds in free.items()
        if any(u != t and k.island[u] == k.island[t] for u in free)
        for kind in kinds
    ]


def swap_partners(k: Tables, s: Position, p: int, first: int) -> list[int]:
    """[L-46] [L-55] Partners of a Fighter that stands in ``first``."""
    return [
        target_action(p, kind, t)
        for t, kinds in swappable(k, s, p).items()
        if t != first and k.island[t] == k.island[first]
        for kind in kinds
    ]
