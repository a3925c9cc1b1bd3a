"""Lumen: end of the game and scoring (section 6)."""

from __future__ import annotations

from bitmeeple.games.lumen.reference.awards import gain
from bitmeeple.games.lumen.reference.battlefield import controller
from bitmeeple.games.lumen.reference.state import Position, Seat
from bitmeeple.games.lumen.reference.tables import Tables, group_seasons
from bitmeeple.games.lumen.reference.types import (
    DISCOVERY_MISSION,
    SEATS,
    SHROOMLING,
    SHROOMLING_MISSION,
    TERRITORIES,
    WINTER,
    WINTER_MISSION,
)
from bitmeeple.reference.results import rank_seats

# Awards after Turn 17 [L-52] [L-64]


def award_end(k: Tables, s: Position) -> None:
    """Secret Missions, then the end objectives of the scenario (6.1.1, 6.1.2)."""
    assert s.first_player is not None
    for p in (s.first_player, 1 - s.first_player):
        award_missions(k, s, p)
    if k.end_initiative:
        award_initiative(k, s)
    if k.end_loose_cells:
        award_fewest_loose_cells(k, s)
    if k.end_islands:
        award_islands(k, s)
    if k.end_winter:
        award_winter_fighters(k, s)


def award_missions(k: Tables, s: Position, p: int) -> None:
    """[L-65] Missions lying in p's slots, in Bonus index order."""
    counts = {
        DISCOVERY_MISSION: max(0, discovery_tokens(k, s.seats[p]) - 1),
        WINTER_MISSION: max(0, controlled_winter(k, s, p) - 1),
        SHROOMLING_MISSION: sum(max(0, n - 1) for n in shroomlings(s.seats[p])),
    }
    for mission, number in counts.items():
        if mission in s.seats[p].slots:
            gain(k, s, p, number)


def discovery_tokens(k: Tables, seat: Seat) -> int:
    """[L-51] Tokens lying with a player; the original edition counts Loots only."""
    loots = sum(seat.loots)
    return loots if k.options.original else loots + seat.planning + seat.foul_play


def controlled_winter(k: Tables, s: Position, p: int) -> int:
    """Winter Territories that p controls."""
    return sum(controller(k, s, t) == p for t in group_seasons(k.season, k.in_play, WINTER))


def shroomlings(seat: Seat) -> list[int]:
    """Own Shroomlings in each Territory."""
    return [army.get(2 * SHROOMLING, 0) for army in seat.armies]


def award_initiative(k: Tables, s: Position) -> None:
    """[L-50] Who controls the marker's Territory: 1 token."""
    p = controller(k, s, s.marker)
    if p is not None:
        gain(k, s, p, 1)


def loose_cells(k: Tables, seat: Seat) -> int:
    """[L-54] Filled cells in no Area and in no Chain."""
    return sum(
        not seat.up[c]
        and not seat.down[c]
        and all(seat.cells[d] != seat.cells[c] for d in k.near_cells[c])
        for c in seat.filled()
    )


def award_fewest_loose_cells(k: Tables, s: Position) -> None:
    """Scenario B: 1 token."""
    day, night = (loose_cells(k, seat) for seat in s.seats)
    if day != night:
        gain(k, s, 0 if day < night else 1, 1)


def fighters_on(seat: Seat, territories: list[int]) -> int:
    """Number of tokens, whatever their strength."""
    return sum(sum(seat.armies[t].values()) for t in territories)


def award_islands(k: Tables, s: Position) -> None:
    """Scenario D: most Fighters on an island 1 token, 1 more if the other clan has none there."""
    for island in range(k.island_count):
        territories = [t for t in TERRITORIES if k.island[t] == island]
        day, night = (fighters_on(seat, territories) for seat in s.seats)
        if day != night:
            gain(k, s, 0 if day > night else 1, 1 + (min(day, night) == 0))


def award_winter_fighters(k: Tables, s: Position) -> None:
    """Scenario F: most Fighters in winter Territories, 2 tokens."""
    winter = [*group_seasons(k.season, k.in_play, WINTER)]
    day, night = (fighters_on(seat, winter) for seat in s.seats)
    if day != night:
        gain(k, s, 0 if day > night else 1, 2)


# Scores


def points(k: Tables, s: Position) -> list[int]:
    """Lumen of both clans (6.1.3), at any time."""
    totals = [
        sum(v * n for v, n in zip(k.loot_values, seat.loots))
        + sum(v * n for v, n in zip(k.objective_values, seat.objectives))
        for seat in s.seats
    ]
    for t in TERRITORIES:
        p = controller(k, s, t)
        if p is not None:
            totals[p] += k.lumens[t]
    return totals


def scores(k: Tables, s: Position) -> list[int]:
    """[L-49] Points, or after an elimination 1 for the survivor."""
    alive = [seat.has_fighters() for seat in s.seats]
    return points(k, s) if all(alive) else [int(a) for a in alive]


def ranking(k: Tables, s: Position) -> list[int]:
    """Higher score, then control of the marker's Territory (6.2), else shared [L-49]."""
    holder = controller(k, s, s.marker)
    strengths = [(score, p == holder) for p, score in enumerate(scores(k, s))]
    return rank_seats(len(SEATS), lambda a, b: strengths[a] > strengths[b])
