"""Lumen: the invariants of a state that is set up from a dict (interface page, section 5).

One function per invariant, in their order; each may rely on those before it. They return what is
wrong, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bitmeeple.games.lumen.reference import act, awards, observe, turn
from bitmeeple.games.lumen.reference.state import Pending, Position
from bitmeeple.games.lumen.reference.tables import Tables
from bitmeeple.games.lumen.reference.types import (
    ASSASSIN,
    BARRED,
    BOMBER,
    CELLS,
    EPIC_ASSASSIN,
    EPIC_PUSHER,
    FACE_DOWN,
    FEATHERED,
    FOUL_PLAY,
    HYPNOTIST,
    IMPATIENT,
    INACTIVE,
    INTERFERENCE,
    LOOTS,
    NO_TOKEN,
    NODES,
    PLANNING,
    PUSHER,
    SEATS,
    TERRITORIES,
    TYPES,
)

Found = str | None

ACT_NODES = NODES[NODES.index("MOVE_DEST") : NODES.index("TERMINAL")]
ENTER_DRAWS = ("DISCOVERY_REVEAL", "PARA_DRAW")
EPICS = (EPIC_PUSHER, EPIC_ASSASSIN)

SETUP, START, CALC, FILL, LINKS, ORDER, DEPLOY, ACT, END, TERMINAL = range(10)


def check(k: Tables, s: Position, d: Mapping[str, Any]) -> None:
    """Raise `ValueError` naming the first broken invariant, or a derived entry that disagrees."""
    for number, invariant in enumerate(INVARIANTS, 1):
        found = invariant(k, s)
        if found is not None:
            raise ValueError(f"I-{number:02d}: {found}")
    check_derived(observe.to_dict(k, s), d)


def check_derived(rebuilt: Mapping[str, Any], d: Mapping[str, Any]) -> None:
    """Entries that follow from the others and are given must agree."""
    for key in ("current_player", "reserved", "neutral_bag", "points"):
        _agree(key, rebuilt[key], d.get(key, rebuilt[key]))
    for p in SEATS:
        for key in ("bag", "objectives_held"):
            right = rebuilt["seats"][p][key]
            _agree(f"seats.{p}.{key}", right, d["seats"][p].get(key, right))


def _agree(key: str, right: object, given: object) -> None:
    if given != right:
        raise ValueError(f"derived: {key} is {given}, but follows from the rest to be {right}")


def situation(s: Position) -> int:
    """Row of the table "Keys by situation"; unique once I-24 holds."""
    node = s.node
    fixed = {
        "FIRST_PLAYER": SETUP,
        "PLANNING": START,
        "DICE_ROLL": START,
        "CALC": CALC,
        "FILL": FILL,
        "LINK_DOWN": LINKS,
        "LINK_UP": LINKS,
        "ORDER": ORDER,
        "TERMINAL": TERMINAL,
    }
    if node in fixed:
        return fixed[node]
    if s.step == "DEPLOY":
        return DEPLOY
    if s.step == "ACT":
        return ACT
    if s.cell is not None:
        return LINKS
    return SETUP if node == "RESERVE_DRAW" else END


def mover(s: Position) -> int | None:
    """P, or None while no first player is known."""
    return None if s.first_player is None else s.mover()


def bonus_seat(s: Position) -> int | None:
    """Whose token is being drawn at BONUS_DRAW."""
    if s.node != "BONUS_DRAW":
        return None
    return mover(s) if s.enter_player is None else s.enter_player


def tokens(s: Position, p: int) -> list[int]:
    """Number of p's tokens on the map, by type."""
    counts = [0 for _ in TYPES]
    for army in s.seats[p].armies:
        for kind, number in army.items():
            counts[kind >> 1] += number
    return counts


def in_play(k: Tables, s: Position) -> Found:
    """I-01"""
    for p in SEATS:
        for t in TERRITORIES:
            if s.seats[p].armies[t] and not k.in_play[t]:
                return f"a Fighter of seat {p} is in Territory {k.place(t)}, which is not in play"
    for t in TERRITORIES:
        if s.discovery[t] != NO_TOKEN and not k.in_play[t]:
            return f"a Discovery token is in Territory {k.place(t)}, which is not in play"
    if not k.in_play[s.marker]:
        return f"the marker is in Territory {k.place(s.marker)}, which is not in play"
    if s.pending is not None and not k.in_play[s.pending.territory]:
        return f"pending is in Territory {k.place(s.pending.territory)}, which is not in play"
    if s.enter_territory is not None and not k.in_play[s.enter_territory]:
        return f"enter_territory {k.place(s.enter_territory)} is not in play"
    return None


def sides(k: Tables, s: Position) -> Found:
    """I-02 [L-60]"""
    seen = [kind for seat in s.seats for army in seat.armies for kind in army]
    for entry in (s.pending, s.target):
        if entry is not None and entry.type is not None:
            seen.append(2 * entry.type + (entry.side or 0))
    for kind in seen:
        if kind & 1 == INACTIVE and not k.two_sided[kind >> 1]:
            return f"type {kind >> 1} has one side only"
    return None


def bags(k: Tables, s: Position) -> Found:
    """I-03 [L-01]"""
    for p in SEATS:
        for fighter, left in enumerate(s.seats[p].bag):
            if left < 0:
                return f"seat {p} has {-left} tokens of type {fighter} too many"
    return None


def reserves(k: Tables, s: Position) -> Found:
    """I-04"""
    for p in SEATS:
        if sum(s.seats[p].reserve) > k.reserve_slots:
            return f"the Reserve of seat {p} holds more than {k.reserve_slots} tokens"
    return None


def bonus_tokens(k: Tables, s: Position) -> Found:
    """I-05"""
    uses = [bonus for seat in s.seats for bonus in seat.slots if bonus != NO_TOKEN]
    for p in SEATS:
        uses += [y - 6 for y, number in enumerate(tokens(s, p)) if y >= 6 for _ in range(number)]
    for bonus in uses:
        if uses.count(bonus) > 1:
            return f"Bonus token {bonus} is in more than one place"
    return None


def open_slots(k: Tables, s: Position) -> Found:
    """I-06"""
    for p in SEATS:
        for slot, box in enumerate(k.slot_boxes):
            if box > s.seats[p].boxes and s.seats[p].slots[slot] != NO_TOKEN:
                return f"slot {slot} of seat {p} is not completed, but occupied"
    return None


def bonuses_drawn(k: Tables, s: Position) -> Found:
    """I-07"""
    for p in SEATS:
        seat = s.seats[p]
        used = sum(bonus != NO_TOKEN for bonus in seat.slots) + sum(tokens(s, p)[6:])
        drawn = sum(box <= seat.boxes for box in k.slot_boxes) - (bonus_seat(s) == p)
        if used > drawn:
            return f"seat {p} has {used} Bonus tokens, but has drawn {max(drawn, 0)}"
    return None


def row_boxes(k: Tables, s: Position) -> Found:
    """I-08"""
    for p in SEATS:
        for row, boxes in enumerate(k.row_boxes):
            if s.seats[p].rows[row] > boxes:
                return f"row {row} of seat {p} has only {boxes} boxes"
    return None


def links_fit(k: Tables, s: Position) -> Found:
    """I-09"""
    for p in SEATS:
        cells = s.seats[p].cells
        for low, high in enumerate(s.seats[p].up):
            if high and not (
                high in k.near_cells[low] and cells[low] >= 0 and cells[high] == cells[low] + 1
            ):
                return f"seat {p}: the link from cell {low} to {high} joins no such values"
    return None


def links_distinct(k: Tables, s: Position) -> Found:
    """I-10"""
    for p in SEATS:
        ends = [high for high in s.seats[p].up if high]
        if len(set(ends)) < len(ends):
            return f"seat {p}: two up-links lead to the same cell"
    return None


def unbarred_connected(k: Tables, s: Position) -> Found:
    """I-11 [L-28]"""
    for p in SEATS:
        if not turn.connected(k, [c for c in CELLS if s.seats[p].cells[c] != BARRED]):
            return f"seat {p}: the cells that are not barred are not connected"
    return None


def filled_connected(k: Tables, s: Position) -> Found:
    """I-12 [L-13]"""
    for p in SEATS:
        if not turn.connected(k, s.seats[p].filled()):
            return f"seat {p}: the filled cells are not connected"
    return None


def loots(k: Tables, s: Position) -> Found:
    """I-13 [L-06]"""
    for kind in LOOTS:
        claimed = sum(seat.loots[kind] for seat in s.seats)
        total = s.discovery.count(kind) + claimed + s.unrevealed[kind]
        if total != k.discovery_counts[kind]:
            return f"{total} Loots of kind {kind} instead of {k.discovery_counts[kind]}"
    return None


def other_discoveries(k: Tables, s: Position) -> Found:
    """I-14"""
    held = {
        PLANNING: sum(seat.planning for seat in s.seats),
        FOUL_PLAY: sum(seat.foul_play for seat in s.seats),
    }
    for kind in range(INTERFERENCE, len(k.discovery_counts)):
        total = s.unrevealed[kind] + held.get(kind, 0)
        if total > k.discovery_counts[kind]:
            return f"{total} tokens of kind {kind}, more than {k.discovery_counts[kind]}"
    return None


def face_down_tokens(k: Tables, s: Position) -> Found:
    """I-15"""
    placed = s.discovery.count(FACE_DOWN)
    if placed > sum(s.unrevealed):
        return f"{placed} face-down tokens, but {sum(s.unrevealed)} unrevealed"
    return None


def barred_cells(k: Tables, s: Position) -> Found:
    """I-16"""
    barred = sum(seat.cells[1:].count(BARRED) for seat in s.seats) + (s.node == "BAR")
    revealed = k.discovery_counts[INTERFERENCE] - s.unrevealed[INTERFERENCE]
    if barred > revealed:
        return f"{barred} cells barred (or about to be) by {revealed} Interferences"
    return None


def objective_values(k: Tables, s: Position) -> Found:
    """I-17 [L-06]"""
    for value, left in zip(k.objective_values, awards.objectives_left(k, s)):
        if left < 0:
            return f"{-left} Objective tokens of value {value} too many"
    return None


def objective_total(k: Tables, s: Position) -> Found:
    """I-18 [L-07] [L-52]"""
    left = sum(awards.objectives_left(k, s)) - len(s.awards) - awards.reserved(k, s)
    if left < 0:
        return f"{-left} Objective tokens too many are held, due or reserved"
    return None


def awards_exist(k: Tables, s: Position) -> Found:
    """I-19"""
    flags = {
        "reach_closed": s.reach_closed and k.reach is None,
        "crossing_closed": s.crossing_closed and k.crossing is None,
        "mercenary_closed": s.mercenary_closed and not k.first_mercenary,
        "bag_awarded": any(seat.bag_awarded for seat in s.seats) and not k.empty_bag,
    }
    for name, wrong in flags.items():
        if wrong:
            return f"{name}, but the scenario has no such award"
    return None


def set_up_turn(k: Tables, s: Position) -> Found:
    """I-20"""
    set_up = s.node == "FIRST_PLAYER" or (s.node == "RESERVE_DRAW" and s.step is None)
    if (s.turn == 0) != set_up:
        return f"turn {s.turn} at {s.node}; it is 0 exactly during set-up"
    return None


def first_player(k: Tables, s: Position) -> Found:
    """I-21 [L-08]"""
    if s.turn == 0 and s.first_player != k.options.first_player:
        return f"first_player during set-up must be {k.options.first_player}"
    if s.turn >= 1 and s.first_player is None:
        return "first_player is null after set-up"
    return None


def first_half(k: Tables, s: Position) -> Found:
    """I-22"""
    if s.half == 1 and (s.turn == 0 or s.node in ("PLANNING", "DICE_ROLL")):
        return f"half is 1 at {s.node} of turn {s.turn}"
    return None


def calculated(s: Position, p: int) -> bool:
    """Whether p has made its CALC of this Turn."""
    if s.half == 1 and p == s.first_player:
        return True
    return p == mover(s) and s.node not in ("PLANNING", "DICE_ROLL", "CALC")


def calculations_due(k: Tables, s: Position) -> Found:
    """I-23"""
    for p in SEATS:
        made = s.node == "TERMINAL" or calculated(s, p)
        due = s.turn if made else max(0, s.turn - 1)
        if sum(s.seats[p].rows) > due:
            return f"seat {p} has crossed more than {due} row boxes"
        due -= s.node == "FILL" and p == mover(s)
        if len(s.seats[p].filled()) > due:
            return f"seat {p} has filled more than {due} cells"
    return None


def wanted_step(s: Position) -> tuple[str | None, ...]:
    """Values of ``step`` that the node allows."""
    node = s.node
    if node == "OBJECTIVE_DRAW":
        if s.cell is not None:
            return (None,)
        end = s.turn == 17 and s.half == 1
        return ("DEPLOY", "ACT", None) if end else ("DEPLOY", "ACT")
    if node == "DEPLOY" or (node == "RESERVE_DRAW" and s.turn >= 1):
        return ("DEPLOY",)
    if node == "ACT" or node in ACT_NODES or node in ENTER_DRAWS:
        return ("ACT",)
    if node == "BONUS_DRAW" and s.cell is None:
        return ("ACT",)
    return (None,)


def unique_situation(k: Tables, s: Position) -> Found:
    """I-24"""
    if s.cell is not None and s.step is not None:
        return "both cell and step are set"
    linking = s.node in ("LINK_DOWN", "LINK_UP")
    if linking and s.cell is None:
        return f"cell is null at {s.node}"
    if s.cell is not None and not linking and s.node not in ("BONUS_DRAW", "OBJECTIVE_DRAW"):
        return f"cell is set at {s.node}"
    if s.node == "BONUS_DRAW" and (s.cell is None) == (s.enter_player is None):
        return "BONUS_DRAW needs exactly one of cell and enter_player"
    if s.step not in wanted_step(s):
        return f"step is {s.step} at {s.node}"
    return None


def dice_and_rows(k: Tables, s: Position) -> Found:
    """I-25"""
    where = situation(s)
    playing = where not in (SETUP, START, END, TERMINAL)
    if (s.dice is not None) != playing:
        return f"dice must {'' if playing else 'not '}be set at {s.node}"
    row = playing and (where != CALC or s.half == 1)
    if (s.first_row is not None) != row:
        return f"first_row must {'' if row else 'not '}be set at {s.node}"
    if (s.value is not None) != (where == FILL):
        return "value is set exactly at FILL"
    return None


def reinforcements(k: Tables, s: Position) -> Found:
    """I-26"""
    if s.reinforcements:
        if situation(s) not in (LINKS, ORDER, DEPLOY, ACT) or s.node == "RESERVE_DRAW":
            return f"there are no reinforcements at {s.node}"
    elif s.node in ("ORDER", "DEPLOY"):
        return f"reinforcements is 0 at {s.node}"
    return None


def actions(k: Tables, s: Position) -> Found:
    """I-27"""
    where = situation(s)
    if s.actions and where not in (ORDER, DEPLOY, ACT):
        return f"there are no actions at {s.node}"
    if s.actions and where == DEPLOY and not s.act_left:
        return "there are no actions when the ACT step is over"
    if s.act_left and where != DEPLOY:
        return "act_left is set outside the DEPLOY step"
    return None


def awards_due(k: Tables, s: Position) -> Found:
    """I-28"""
    if bool(s.awards) != (s.node == "OBJECTIVE_DRAW"):
        return f"awards are due exactly at OBJECTIVE_DRAW, not at {s.node}"
    return None


ACTING_TYPES: dict[str, tuple[int, ...]] = {
    "PUSH_TARGET": (PUSHER, EPIC_PUSHER),
    "PUSH_DEST": (PUSHER, EPIC_PUSHER),
    "KILL_TARGET": (ASSASSIN, EPIC_ASSASSIN, BOMBER),
    "FLY_DEST": (FEATHERED,),
    "EPIC_MOVE": EPICS,
    "MARKER_DEST": (IMPATIENT,),
    "HYPNO": (HYPNOTIST,),
}


def pending_allowed(s: Position, pending: Pending | None) -> bool:
    """Whether the node allows such an entry."""
    node = s.node
    fury = pending is not None and pending.type is None and pending.side is None
    fighter = pending is not None and pending.type is not None and pending.side is not None
    epic = pending is not None and pending.type in EPICS and pending.side == INACTIVE
    if node in ("MOVE_DEST", "SWAP_2"):
        return fighter
    if node in ACTING_TYPES:
        return pending is not None and (
            pending.type in ACTING_TYPES[node] and pending.side == INACTIVE
        )
    if node == "FURY_2":
        return fury
    if node in (*ENTER_DRAWS, "BAR") or (node == "BONUS_DRAW" and s.enter_player is not None):
        return pending is None or epic
    if node == "OBJECTIVE_DRAW" and s.step == "ACT":
        return pending is None or epic or fury
    return pending is None


def pending_form(k: Tables, s: Position) -> Found:
    """I-29"""
    if not pending_allowed(s, s.pending):
        return f"pending is not of a form allowed at {s.node}"
    if (s.target is not None) != (s.node == "PUSH_DEST"):
        return "target is set exactly at PUSH_DEST"
    return None


def entering(k: Tables, s: Position) -> Found:
    """I-30 [L-29]"""
    if (s.enter_territory is not None) != (s.node in ENTER_DRAWS):
        return f"enter_territory does not fit the node {s.node}"
    entered = s.node in (*ENTER_DRAWS, "BAR") or (s.node == "BONUS_DRAW" and s.cell is None)
    if (s.enter_player is not None) != entered:
        return f"enter_player does not fit the node {s.node}"
    if entered and s.pending is not None:
        if s.enter_player != s.mover():
            return "an Epic Fighter enters for its owner"
        if s.enter_territory not in (None, s.pending.territory):
            return "enter_territory is not where the Epic Fighter stands"
    return None


def pending_fighter(k: Tables, s: Position) -> Found:
    """I-31"""
    if s.pending is not None and s.pending.type is not None:
        p, kind, t = act.pending(s)
        if kind not in s.seats[p].armies[t]:
            return f"seat {p} has no such Fighter as pending in Territory {k.place(t)}"
    return None


def target_fighter(k: Tables, s: Position) -> Found:
    """I-32 [L-35]"""
    if s.target is not None:
        p, pusher, t = act.pending(s)
        owner, kind = s.target.owner, 2 * s.target.type + s.target.side
        itself = owner == p and kind == pusher
        if s.seats[owner].armies[t].get(kind, 0) <= itself:
            return f"no such Fighter as target in Territory {k.place(t)}"
    return None


def elimination(k: Tables, s: Position) -> Found:
    """I-33 [L-49]"""
    lost = [p for p in SEATS if not s.seats[p].has_fighters()]
    if s.node != "TERMINAL":
        return f"seat {lost[0]} has no Fighter on the map" if lost else None
    if not lost and not (s.turn == k.turns and s.half == 1):
        return "TERMINAL before the end, with Fighters of both clans"
    return None


def cell_being_linked(k: Tables, s: Position) -> Found:
    """I-34"""
    if s.cell is None:
        return None
    seat = s.seats[s.mover()]
    if seat.cells[s.cell] < 0:
        return f"cell {s.cell} is not filled"
    if seat.up[s.cell]:
        return f"cell {s.cell} has an up-link already"
    if seat.down[s.cell] and s.node != "LINK_UP":
        return f"cell {s.cell} has a down-link already"
    return None


def fighter_draws(k: Tables, s: Position) -> Found:
    """I-35"""
    if s.node == "RESERVE_DRAW" and turn.drawing_seat(k, s) is None:
        return "nobody can draw into the Reserve"
    if s.node == "PARA_DRAW":
        assert s.enter_player is not None
        if not any(s.seats[s.enter_player].bag):
            return f"the bag of seat {s.enter_player} is empty"
    if s.node == "FIRST_PLAYER":
        if k.options.first_player is not None:
            return "the first player is not drawn under these options"
        if turn.drawing_seat(k, s) is not None:
            return "a RESERVE_DRAW comes before FIRST_PLAYER"
    return None


def bonus_slot(k: Tables, s: Position) -> Found:
    """I-36"""
    p = bonus_seat(s)
    if p is not None:
        slot = k.completed_slot(s.seats[p].boxes)
        if slot is None or s.seats[p].slots[slot] != NO_TOKEN:
            return f"seat {p} has no slot just completed"
    return None


def discovery_here(k: Tables, s: Position) -> Found:
    """I-37"""
    if s.enter_territory is None:
        return None
    token = s.discovery[s.enter_territory]
    if s.node == "DISCOVERY_REVEAL" and token != FACE_DOWN:
        return f"no face-down token in Territory {k.place(s.enter_territory)}"
    if s.node == "PARA_DRAW" and token != NO_TOKEN:
        return f"a token lies in Territory {k.place(s.enter_territory)}"
    return None


def means_at_hand(k: Tables, s: Position) -> Found:
    """I-38"""
    if s.node == "PLANNING" and not s.seats[s.mover()].planning:
        return "the first player holds no Planning token"
    if s.node in ("ORDER", "ACT") and not (s.actions or s.seats[s.mover()].foul_play):
        return f"neither actions nor Foul Play at {s.node}"
    if s.node == "MOVE_DEST" and not s.actions:
        return "no actions at MOVE_DEST"
    return None


def link_choices(k: Tables, s: Position) -> Found:
    """I-39 [L-17]"""
    if s.cell is None:
        return None
    seat = s.seats[s.mover()]
    if s.node == "LINK_DOWN" and len(turn.lower_candidates(k, seat, s.cell)) < 2:
        return "LINK_DOWN without a choice"
    if s.node == "LINK_UP" and len(turn.upper_candidates(k, seat, s.cell)) < 2:
        return "LINK_UP without a choice"
    return None


CHOICES: dict[str, Callable[[Tables, Position], list[int]]] = {
    "MOVE_DEST": act.move_dest_choices,
    "PUSH_TARGET": act.push_target_choices,
    "PUSH_DEST": act.push_dest_choices,
    "KILL_TARGET": act.kill_target_choices,
    "FLY_DEST": act.fly_dest_choices,
    "EPIC_MOVE": act.epic_move_choices,
    "FURY_1": act.fury_1_choices,
    "FURY_2": act.fury_2_choices,
    "SWAP_1": act.swap_1_choices,
    "SWAP_2": act.swap_2_choices,
    "HYPNO": lambda k, s: act.hypno_choices(k, s)[1:],
}


def some_choice(k: Tables, s: Position) -> Found:
    """I-40"""
    if s.node in CHOICES and not CHOICES[s.node](k, s):
        return f"nothing to choose at {s.node}"
    return None


INVARIANTS: tuple[Callable[[Tables, Position], Found], ...] = (
    in_play,
    sides,
    bags,
    reserves,
    bonus_tokens,
    open_slots,
    bonuses_drawn,
    row_boxes,
    links_fit,
    links_distinct,
    unbarred_connected,
    filled_connected,
    loots,
    other_discoveries,
    face_down_tokens,
    barred_cells,
    objective_values,
    objective_total,
    awards_exist,
    set_up_turn,
    first_player,
    first_half,
    calculations_due,
    unique_situation,
    dice_and_rows,
    reinforcements,
    actions,
    awards_due,
    pending_form,
    entering,
    pending_fighter,
    target_fighter,
    elimination,
    cell_being_linked,
    fighter_draws,
    bonus_slot,
    discovery_here,
    means_at_hand,
    link_choices,
    some_choice,
)
