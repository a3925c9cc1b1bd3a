"""Lumen: the course of the game (4.3 to 4.6), and what goes on after each draw.

Functions named after a node or a step of the specification change the position up to the next node.
"""

from __future__ import annotations

from bitmeeple.games.lumen.reference.awards import (
    award_first_mercenary,
    bag_check,
    cross,
    place_bonus,
    settle,
)
from bitmeeple.games.lumen.reference.battlefield import (
    controller,
    push_targets,
    second_fury_victims,
    victims,
)
from bitmeeple.games.lumen.reference.scoring import award_end
from bitmeeple.games.lumen.reference.state import Position, Seat, put
from bitmeeple.games.lumen.reference.tables import Tables
from bitmeeple.games.lumen.reference.types import (
    BARRED,
    BASIC,
    CELLS,
    DEPLOY_0,
    DICE_0,
    DO_ACT_FIRST,
    DO_DEPLOY_FIRST,
    DO_DONE,
    DO_ROLL,
    EMPTY,
    EPIC_PUSHER,
    FACE_DOWN,
    INACTIVE,
    NO_TOKEN,
    SEATS,
    TERRITORIES,
)

# Set-up (section 3)


def initial_state(k: Tables) -> Position:
    """[L-01] [L-02] Starting Fighters, tokens on the boards in use, full bags; then the draws."""
    seats = [Seat(bag=list(k.counts[:6])) for _ in SEATS]
    for p, fighter, t in k.start:
        seats[p].bag[fighter] -= 1
        put(seats[p].armies[t], 2 * fighter)
    taken = {t for _, _, t in k.start}
    s = Position(
        seats=seats,
        marker=k.initiative,
        discovery=[FACE_DOWN if k.in_play[t] and t not in taken else NO_TOKEN for t in TERRITORIES],
        unrevealed=list(k.discovery_counts),
        frontiers_closed=[False] * len(k.frontiers),
        first_player=k.options.first_player,
    )
    set_up(k, s)
    return s


def set_up(k: Tables, s: Position) -> None:
    """[L-08] Reserves of Day and Night, then the first player, then Turn 1."""
    if drawing_seat(k, s) is not None:
        s.node = "RESERVE_DRAW"
    elif s.first_player is None:
        s.node = "FIRST_PLAYER"
    else:
        s.turn = 1
        begin_turn(s)


def first_player_drawn(k: Tables, s: Position, seat: int) -> None:
    """[L-08] FIRST_PLAYER."""
    s.first_player = seat
    set_up(k, s)


# Turn (4.3)


def begin_turn(s: Position) -> None:
    """[L-26] Dice, or the choice of them with a Planning token."""
    assert s.first_player is not None
    s.half = 0
    s.node = "PLANNING" if s.seats[s.first_player].planning else "DICE_ROLL"


def planning(k: Tables, s: Position, action: int) -> None:
    """PLANNING [L-26] Roll, or discard a token and name the dice."""
    if action == DO_ROLL:
        s.node = "DICE_ROLL"
    else:
        s.seats[s.mover()].planning -= 1
        dice_rolled(k, s, action - DICE_0)


def dice_rolled(k: Tables, s: Position, outcome: int) -> None:
    """DICE_ROLL Both half-turns use these dice."""
    white, black = divmod(outcome, 6)
    s.dice = (white, black + 1)
    s.node = "CALC"


def end_half(k: Tables, s: Position) -> None:
    """Second half-turn, or the end of the Turn."""
    if s.half == 0:
        s.half = 1
        s.node = "CALC"
    else:
        end_turn(k, s)


def end_turn(k: Tables, s: Position) -> None:
    """[L-64] Next first player: who controls the marker's Territory, else who was second."""
    assert s.first_player is not None
    s.dice = s.first_row = None
    if s.turn < k.turns:
        holder = controller(k, s, s.marker)
        s.first_player = 1 - s.first_player if holder is None else holder
        s.turn += 1
        begin_turn(s)
    else:
        award_end(k, s)
        go_on(k, s)


def end_game(s: Position) -> None:
    """[L-49] TERMINAL; nothing is left pending."""
    s.node = "TERMINAL"
    s.dice = s.first_row = s.value = s.cell = s.step = None
    s.pending = s.target = s.enter_player = s.enter_territory = None
    s.reinforcements = s.actions = 0
    s.act_left = False
    s.awards = []


# What goes on after a draw, or without one


def conclude(k: Tables, s: Position) -> None:
    """[L-49] SETTLE, then whatever was interrupted."""
    if settle(k, s):
        go_on(k, s)
    else:
        end_game(s)


def go_on(k: Tables, s: Position) -> None:
    """Objective draws that are due, then the step in progress."""
    if s.awards:
        s.node = "OBJECTIVE_DRAW"
    elif s.cell is not None:
        link_down(k, s)
    elif s.step == "DEPLOY":
        go_on_deploying(k, s)
    elif s.step == "ACT":
        go_on_acting(k, s)
    else:
        end_game(s)


def objective_drawn(k: Tables, s: Position, value: int) -> None:
    """OBJECTIVE_DRAW"""
    s.seats[s.awards.pop(0)].objectives[k.value_index(value)] += 1
    go_on(k, s)


def bonus_drawn(k: Tables, s: Position, bonus: int) -> None:
    """BONUS_DRAW [L-19] During FILL, or for a Priority Message."""
    if s.enter_player is None:
        place_bonus(k, s, s.mover(), bonus)
        go_on(k, s)
    else:
        p, s.enter_player = s.enter_player, None
        place_bonus(k, s, p, bonus)
        conclude(k, s)


# Half-turn: calculation (4.4)


def calc_choices(k: Tables, s: Position) -> list[int]:
    """[L-09] Rows with a free box, not the first player's row if there is another."""
    rows = s.seats[s.mover()].rows
    free = [r for r, boxes in enumerate(k.row_boxes) if rows[r] < boxes]
    if s.half == 1 and s.first_row in free and len(free) > 1:
        free.remove(s.first_row)
    return free


def calculate(row: int, white: int, black: int) -> int:
    """[L-10] [L-11] low, high, difference, sum, product."""
    return (
        min(white, black),
        max(white, black),
        abs(white - black),
        white + black,
        white * black,
    )[row]


def calc(k: Tables, s: Position, row: int) -> None:
    """CALC"""
    assert s.dice is not None
    s.seats[s.mover()].rows[row] += 1
    if s.half == 0:
        s.first_row = row
    s.value = calculate(row, *s.dice)
    s.node = "FILL"


def fill_choices(k: Tables, s: Position) -> list[int]:
    """[L-13] Empty cells beside a filled one; any empty cell on an empty board."""
    seat = s.seats[s.mover()]
    empty = [c for c in CELLS if seat.cells[c] == EMPTY]
    if not seat.filled():
        return empty
    return [c for c in empty if any(seat.cells[d] >= 0 for d in k.near_cells[c])]


def fill(k: Tables, s: Position, cell: int) -> None:
    """FILL [L-19] Write the value; a high one crosses a High Command box, before any link."""
    assert s.value is not None
    p, value = s.mover(), s.value
    seat = s.seats[p]
    s.reinforcements = count_reinforcements(k, seat, cell, value)
    seat.cells[cell] = value
    s.cell, s.value = cell, None
    if value >= k.threshold and cross(k, s, p):
        s.node = "BONUS_DRAW"
    else:
        link_down(k, s)


# Areas and Chains (4.5)


def count_reinforcements(k: Tables, seat: Seat, cell: int, value: int) -> int:
    """[L-14] Cells new to the Area that ``value`` in ``cell``, still empty, would make."""
    equal = [d for d in k.near_cells[cell] if seat.cells[d] == value]
    if not equal:
        return 0
    single = [d for d in equal if all(seat.cells[e] != value for e in k.near_cells[d])]
    return 1 + len(single)


def lower_candidates(k: Tables, seat: Seat, cell: int) -> list[int]:
    """[L-11] [L-15] [L-16] [L-18] Neighbours one lower without an up-link."""
    wanted = seat.cells[cell] - 1
    if wanted < 0:
        return []
    return [d for d in k.near_cells[cell] if seat.cells[d] == wanted and not seat.up[d]]


def upper_candidates(k: Tables, seat: Seat, cell: int) -> list[int]:
    """[L-15] [L-16] [L-18] Neighbours one higher without a down-link."""
    wanted = seat.cells[cell] + 1
    return [d for d in k.near_cells[cell] if seat.cells[d] == wanted and not seat.down[d]]


def make_link(seat: Seat, low: int, high: int) -> None:
    """A link of a Chain."""
    seat.up[low] = high
    seat.down[high] = low


def link_down(k: Tables, s: Position) -> None:
    """LINK_DOWN [L-17] A node only if there is a choice."""
    assert s.cell is not None
    seat = s.seats[s.mover()]
    candidates = lower_candidates(k, seat, s.cell)
    if len(candidates) > 1:
        s.node = "LINK_DOWN"
        return
    for low in candidates:
        make_link(seat, low, s.cell)
    link_up(k, s)


def link_down_chosen(k: Tables, s: Position, low: int) -> None:
    """LINK_DOWN [L-17]"""
    assert s.cell is not None
    make_link(s.seats[s.mover()], low, s.cell)
    link_up(k, s)


def link_up(k: Tables, s: Position) -> None:
    """LINK_UP [L-17] A node only if there is a choice."""
    assert s.cell is not None
    seat = s.seats[s.mover()]
    candidates = upper_candidates(k, seat, s.cell)
    if len(candidates) > 1:
        s.node = "LINK_UP"
        return
    for high in candidates:
        make_link(seat, s.cell, high)
    begin_phase_3(k, s)


def link_up_chosen(k: Tables, s: Position, high: int) -> None:
    """LINK_UP [L-17]"""
    assert s.cell is not None
    make_link(s.seats[s.mover()], s.cell, high)
    begin_phase_3(k, s)


def count_actions(seat: Seat, cell: int) -> int:
    """[L-16] Cells newly in a Chain: the one just filled, and neighbours single so far."""
    low, high = seat.down[cell], seat.up[cell]
    if not low and not high:
        return 0
    return 1 + (low > 0 and not seat.down[low]) + (high > 0 and not seat.up[high])


# Phase 3: order and deployment (4.4, 4.6)


def begin_phase_3(k: Tables, s: Position) -> None:
    """[L-24] PHASE 3: both steps in an order to be chosen, or the only one there is."""
    assert s.cell is not None
    seat = s.seats[s.mover()]
    s.actions = count_actions(seat, s.cell)
    s.cell = None
    if not s.reinforcements:
        begin_act(k, s)
    elif s.actions or seat.foul_play:
        s.node = "ORDER"
    else:
        begin_deploy(k, s, act_left=True)


def order(k: Tables, s: Position, action: int) -> None:
    """ORDER [L-24]"""
    if action == DO_DEPLOY_FIRST:
        begin_deploy(k, s, act_left=True)
    else:
        assert action == DO_ACT_FIRST
        begin_act(k, s)


def begin_deploy(k: Tables, s: Position, act_left: bool) -> None:
    """The DEPLOY step."""
    s.step, s.act_left = "DEPLOY", act_left
    go_on_deploying(k, s)


def go_on_deploying(k: Tables, s: Position) -> None:
    """[L-23] DEPLOY while Reinforcements are left, then REFILL, then the end of the step."""
    if s.reinforcements:
        s.node = "DEPLOY"
    elif drawing_seat(k, s) is not None:
        s.node = "RESERVE_DRAW"
    elif s.act_left:
        s.act_left = False
        begin_act(k, s)
    else:
        s.step = None
        end_half(k, s)


def deploy_choices(k: Tables, s: Position) -> list[int]:
    """[L-22] [L-30] Types at hand, to Territories where one has a Fighter."""
    seat = s.seats[s.mover()]
    types = [y for y in BASIC if seat.reserve[y]] + [6 + b for b in seat.slots if 0 <= b < 8]
    places = [t for t in TERRITORIES if seat.armies[t]]
    return [DO_DONE, *(DEPLOY_0 + 16 * y + t for y in types for t in places)]


def deploy(k: Tables, s: Position, action: int) -> None:
    """DEPLOY [L-21] [L-22] [L-23] Put a Fighter, or decline the rest."""
    if action == DO_DONE:
        s.reinforcements = 0
        go_on_deploying(k, s)
        return
    p = s.mover()
    seat = s.seats[p]
    fighter, t = divmod(action - DEPLOY_0, 16)
    if fighter in BASIC:
        seat.reserve[fighter] -= 1
    else:
        seat.slots[seat.slots.index(fighter - 6)] = NO_TOKEN
        award_first_mercenary(k, s, p)
    put(seat.armies[t], 2 * fighter)
    s.reinforcements -= 1
    conclude(k, s)


def drawing_seat(k: Tables, s: Position) -> int | None:
    """Whose RESERVE_DRAW is next: at set-up Day, then Night; in a half-turn P; None if nobody's."""
    for p in SEATS if s.turn == 0 else (s.mover(),):
        if sum(s.seats[p].reserve) < k.reserve_slots and any(s.seats[p].bag):
            return p
    return None


def reserve_drawn(k: Tables, s: Position, fighter: int) -> None:
    """RESERVE_DRAW at set-up or in REFILL [L-53]"""
    p = drawing_seat(k, s)
    assert p is not None
    s.seats[p].bag[fighter] -= 1
    s.seats[p].reserve[fighter] += 1
    if s.turn == 0:
        set_up(k, s)
    else:
        bag_check(k, s, p)
        go_on(k, s)


# Phase 3: frame of the ACT step (4.4, 4.7)


def begin_act(k: Tables, s: Position) -> None:
    """The ACT step."""
    s.step = "ACT"
    go_on_acting(k, s)


def go_on_acting(k: Tables, s: Position) -> None:
    """[L-25] [L-42] Second part of an ability, else ACT while it can be used."""
    if s.pending is not None:
        node = second_part(k, s)
        if node is not None:
            s.node = node
            return
        s.pending = None
    if s.actions or s.seats[s.mover()].foul_play:
        s.node = "ACT"
    else:
        end_act(k, s)


def second_part(k: Tables, s: Position) -> str | None:
    """[L-42] [L-44] Node of the second part of an Epic ability or of Fury, if possible."""
    assert s.pending is not None
    p, (fighter, _, t) = s.mover(), s.pending
    if fighter is None:
        return "FURY_2" if second_fury_victims(k, s, p, t) else None
    if fighter == EPIC_PUSHER:
        return "PUSH_TARGET" if push_targets(k, s, p, 2 * fighter + INACTIVE, t) else None
    return "KILL_TARGET" if victims(k, s, p, [t]) else None


def end_act(k: Tables, s: Position) -> None:
    """[L-22] The rest is lost; a DEPLOY step may follow."""
    s.actions, s.step = 0, None
    if s.reinforcements:
        begin_deploy(k, s, act_left=False)
    else:
        end_half(k, s)


# Interference (4.7)


def bar_choices(k: Tables, s: Position) -> list[int]:
    """BAR [L-28] Empty cells of the opponent that leave its unbarred cells connected."""
    assert s.enter_player is not None
    cells = s.seats[1 - s.enter_player].cells
    free = [c for c in CELLS if cells[c] != BARRED]
    return [c for c in CELLS if cells[c] == EMPTY and connected(k, [d for d in free if d != c])]


def connected(k: Tables, cells: list[int]) -> bool:
    """Whether these cells are connected through one another; no cells are."""
    lost = set(cells)
    todo = cells[:1]
    lost.difference_update(todo)
    while todo:
        near = lost.intersection(k.near_cells[todo.pop()])
        lost -= near
        todo.extend(near)
    return not lost
