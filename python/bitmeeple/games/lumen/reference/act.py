"""Lumen: the ACT step (4.7): choices, abilities, Glow Actions, and ENTER (4.2)."""

from __future__ import annotations

from collections.abc import Callable

from bitmeeple.games.lumen.reference.awards import bag_check, cross, return_fighter
from bitmeeple.games.lumen.reference.battlefield import (
    bomber_victims,
    clean_territories,
    epic_destinations,
    flight_destinations,
    fury_victims,
    hypno_targets,
    move_destinations,
    push_destinations,
    push_targets,
    restorable,
    second_fury_victims,
    swap_firsts,
    swap_partners,
    victims,
)
from bitmeeple.games.lumen.reference.state import Pending, Position, Target, flip, put, take
from bitmeeple.games.lumen.reference.tables import Tables
from bitmeeple.games.lumen.reference.turn import conclude, end_act, go_on_acting
from bitmeeple.games.lumen.reference.types import (
    ACTIVATE_0,
    ASSASSIN,
    BARRED,
    BOMBER,
    CLEAN_SHEET,
    DO_DONE,
    DO_FOUL_PLAY,
    EPIC_ASSASSIN,
    EPIC_PUSHER,
    FACE_DOWN,
    FEATHERED,
    FOUL_PLAY,
    FURY,
    GLOW_0,
    HYPNOTIST,
    IMPATIENT,
    INACTIVE,
    INTERFERENCE,
    LOOTS,
    METAMORPH,
    MOVE_0,
    NO_TOKEN,
    PARATROOPER,
    PLANNING,
    PRIORITY_MESSAGE,
    PUSHER,
    RESTORER,
    RESTORER_INACTIVE,
    RIVER,
    ROOTSPRING,
    SEATS,
    TELEPORTATION,
    TERR_0,
    WEAVER,
    split_target,
)

# What P may do


def act_choices(k: Tables, s: Position) -> list[int]:
    """ACT [L-22] [L-25] Declining and Foul Play always; the rest needs an action."""
    seat = s.seats[s.mover()]
    choices = [DO_DONE]
    if seat.foul_play:
        choices.append(DO_FOUL_PLAY)
    if s.actions:
        choices += glow_choices(k, s)
        choices += move_choices(k, s)
        choices += activate_choices(k, s)
    return choices


def glow_choices(k: Tables, s: Position) -> list[int]:
    """[L-42] Glow Actions with an effect."""
    p = s.mover()
    return [
        GLOW_0 + bonus - FURY
        for bonus in s.seats[p].slots
        if bonus in GLOW_CONDITION and GLOW_CONDITION[bonus](k, s, p)
    ]


def move_choices(k: Tables, s: Position) -> list[int]:
    """Classes and Territories with a move destination."""
    p = s.mover()
    return [
        MOVE_0 + 16 * kind + t
        for t, army in enumerate(s.seats[p].armies)
        for kind in army
        if move_destinations(k, s, p, kind, t)
    ]


def activate_choices(k: Tables, s: Position) -> list[int]:
    """[L-42] [L-57] Active two-sided Fighters whose ability has an effect."""
    p = s.mover()
    return [
        ACTIVATE_0 + 16 * (kind >> 1) + t
        for t, army in enumerate(s.seats[p].armies)
        if not k.no_activation[t]
        for kind in army
        if kind & 1 != INACTIVE and k.two_sided[kind >> 1] and CONDITION[kind >> 1](k, s, p, t)
    ]


# Conditions, judged before the flip

Condition = Callable[[Tables, Position, int, int], bool]


def can_restore(k: Tables, s: Position, p: int, t: int) -> bool:
    """[L-34] [L-42] Restorer."""
    return bool(restorable(k, s, p, t))


def can_push(k: Tables, s: Position, p: int, t: int) -> bool:
    """[L-35] [L-42] Pusher."""
    return bool(push_targets(k, s, p, 2 * PUSHER, t))


def can_kill_here(k: Tables, s: Position, p: int, t: int) -> bool:
    """[L-42] [L-48] Assassin."""
    return bool(victims(k, s, p, [t]))


def can_fly(k: Tables, s: Position, p: int, t: int) -> bool:
    """[L-42] Feathered."""
    return bool(flight_destinations(k, s, p, t))


def can_step(k: Tables, s: Position, p: int, t: int) -> bool:
    """[L-42] [L-43] Epic Fighters need only the first step; both are equally bound."""
    return bool(epic_destinations(k, s, p, 2 * EPIC_PUSHER, t))


def can_bomb(k: Tables, s: Position, p: int, t: int) -> bool:
    """[L-42] [L-48] Bomber."""
    return bool(bomber_victims(k, s, p, t))


def can_hypnotise(k: Tables, s: Position, p: int, t: int) -> bool:
    """[L-42] Hypnotist."""
    return bool(hypno_targets(k, s, p, t))


def always(k: Tables, s: Position, p: int, t: int) -> bool:
    """[L-39] [L-47] Impatient, Weaver, Rootspring, Metamorph."""
    return True


CONDITION: dict[int, Condition] = {
    RESTORER: can_restore,
    PUSHER: can_push,
    ASSASSIN: can_kill_here,
    FEATHERED: can_fly,
    EPIC_PUSHER: can_step,
    EPIC_ASSASSIN: can_step,
    IMPATIENT: always,
    BOMBER: can_bomb,
    WEAVER: always,
    ROOTSPRING: always,
    HYPNOTIST: can_hypnotise,
    METAMORPH: always,
}


def can_use_fury(k: Tables, s: Position, p: int) -> bool:
    """[L-44] Fury."""
    return bool(fury_victims(k, s, p))


def can_clean(k: Tables, s: Position, p: int) -> bool:
    """[L-45] Clean Sheet: somebody, or in the original edition P, has a Fighter; always so."""
    return bool(clean_territories(k, s, p))


def can_teleport(k: Tables, s: Position, p: int) -> bool:
    """[L-46] Teleportation."""
    return bool(swap_firsts(k, s, p))


GLOW_CONDITION: dict[int, Callable[[Tables, Position, int], bool]] = {
    FURY: can_use_fury,
    CLEAN_SHEET: can_clean,
    TELEPORTATION: can_teleport,
}

# ACT


def act(k: Tables, s: Position, action: int) -> None:
    """ACT"""
    if action == DO_DONE:
        end_act(k, s)
    elif action == DO_FOUL_PLAY:
        use_foul_play(k, s)
    elif action < MOVE_0:
        use_glow(k, s, action - GLOW_0 + FURY)
    elif action < ACTIVATE_0:
        kind, t = divmod(action - MOVE_0, 16)
        s.pending = Pending(*divmod(kind, 2), t)
        s.node = "MOVE_DEST"
    else:
        activate(k, s, *divmod(action - ACTIVATE_0, 16))


def use_foul_play(k: Tables, s: Position) -> None:
    """FOUL_PLAY [L-25] One more action."""
    s.seats[s.mover()].foul_play -= 1
    s.actions += 1
    go_on_acting(k, s)


def use_glow(k: Tables, s: Position, bonus: int) -> None:
    """GLOW [L-21] The slot stays empty."""
    slots = s.seats[s.mover()].slots
    slots[slots.index(bonus)] = NO_TOKEN
    s.actions -= 1
    s.node = {FURY: "FURY_1", CLEAN_SHEET: "CLEAN", TELEPORTATION: "SWAP_1"}[bonus]


NODE_OF_ABILITY = {
    PUSHER: "PUSH_TARGET",
    ASSASSIN: "KILL_TARGET",
    FEATHERED: "FLY_DEST",
    EPIC_PUSHER: "EPIC_MOVE",
    EPIC_ASSASSIN: "EPIC_MOVE",
    IMPATIENT: "MARKER_DEST",
    BOMBER: "KILL_TARGET",
    HYPNOTIST: "HYPNO",
}


def activate(k: Tables, s: Position, fighter: int, t: int) -> None:
    """ACTIVATE [L-41] Flip, then the effect; for three Mercenaries the flip is the effect."""
    p = s.mover()
    s.actions -= 1
    flip(s.seats[p].armies[t], 2 * fighter)
    if fighter in NODE_OF_ABILITY:
        s.pending = Pending(fighter, INACTIVE, t)
        s.node = NODE_OF_ABILITY[fighter]
        return
    if fighter == RESTORER:
        restore(k, s, p, t)
    conclude(k, s)


# Choices and effects of the nodes within the step


def pending(s: Position) -> tuple[int, int, int]:
    """P, class and Territory of the Fighter that is acting."""
    assert s.pending is not None
    fighter, side, t = s.pending
    assert fighter is not None and side is not None
    return s.mover(), 2 * fighter + side, t


def restore(k: Tables, s: Position, p: int, t: int) -> None:
    """[L-34] All other inactive Fighters there become active; the Restorer (inactive) does not."""
    for owner, kind, u in restorable(k, s, p, t):
        army = s.seats[owner].armies[u]
        itself = owner == p and u == t and kind == RESTORER_INACTIVE
        for _ in range(army[kind] - itself):
            flip(army, kind)


def move_dest_choices(k: Tables, s: Position) -> list[int]:
    """MOVE_DEST"""
    return [TERR_0 + u for u in move_destinations(k, s, *pending(s))]


def move_dest(k: Tables, s: Position, action: int) -> None:
    """MOVE_DEST [L-59] Pay and go."""
    p, kind, t = pending(s)
    u = action - TERR_0
    s.actions -= move_destinations(k, s, p, kind, t)[u]
    s.pending = None
    relocate(s, p, kind, t, u)
    enter(k, s, p, u)


def relocate(s: Position, p: int, kind: int, t: int, u: int) -> None:
    """One of p's Fighters goes from t to u, its side unchanged."""
    armies = s.seats[p].armies
    take(armies[t], kind)
    put(armies[u], kind)


def fly_dest_choices(k: Tables, s: Position) -> list[int]:
    """FLY_DEST"""
    p, _, t = pending(s)
    return [TERR_0 + u for u in flight_destinations(k, s, p, t)]


def fly_dest(k: Tables, s: Position, action: int) -> None:
    """FLY_DEST"""
    p, kind, t = pending(s)
    s.pending = None
    relocate(s, p, kind, t, action - TERR_0)
    enter(k, s, p, action - TERR_0)


def epic_move_choices(k: Tables, s: Position) -> list[int]:
    """EPIC_MOVE [L-43]"""
    return [TERR_0 + u for u in epic_destinations(k, s, *pending(s))]


def epic_move(k: Tables, s: Position, action: int) -> None:
    """EPIC_MOVE [L-43] Tokens are revealed before the second part."""
    p, kind, t = pending(s)
    u = action - TERR_0
    s.pending = Pending(*divmod(kind, 2), u)
    relocate(s, p, kind, t, u)
    enter(k, s, p, u)


def push_target_choices(k: Tables, s: Position) -> list[int]:
    """PUSH_TARGET [L-35]"""
    return push_targets(k, s, *pending(s))


def push_target(k: Tables, s: Position, action: int) -> None:
    """PUSH_TARGET"""
    owner, kind, _ = split_target(action)
    s.target = Target(owner, *divmod(kind, 2))
    s.node = "PUSH_DEST"


def push_dest_choices(k: Tables, s: Position) -> list[int]:
    """PUSH_DEST [L-36]"""
    assert s.target is not None
    _, _, t = pending(s)
    return [TERR_0 + u for u in push_destinations(k, s, s.target.owner, t)]


def push_dest(k: Tables, s: Position, action: int) -> None:
    """PUSH_DEST [L-29] [L-59] It enters for its owner; the river takes it off the Battlefield."""
    assert s.target is not None
    _, _, t = pending(s)
    owner, fighter, side = s.target
    s.pending = s.target = None
    u = action - TERR_0
    if u == RIVER:
        return_fighter(s, owner, 2 * fighter + side, t)
        conclude(k, s)
    else:
        relocate(s, owner, 2 * fighter + side, t, u)
        enter(k, s, owner, u)


def kill_target_choices(k: Tables, s: Position) -> list[int]:
    """KILL_TARGET [L-48]"""
    p, kind, t = pending(s)
    if kind >> 1 == BOMBER:
        return bomber_victims(k, s, p, t)
    return victims(k, s, p, [t])


def kill_target(k: Tables, s: Position, action: int) -> None:
    """KILL_TARGET"""
    s.pending = None
    return_fighter(s, *split_target(action))
    conclude(k, s)


def marker_dest_choices(k: Tables, s: Position) -> list[int]:
    """MARKER_DEST [L-47]"""
    _, _, t = pending(s)
    return [TERR_0 + u for u in k.around[t]]


def marker_dest(k: Tables, s: Position, action: int) -> None:
    """MARKER_DEST [L-47] No position or side has changed: no SETTLE."""
    s.pending = None
    s.marker = action - TERR_0
    go_on_acting(k, s)


def hypno_choices(k: Tables, s: Position) -> list[int]:
    """HYPNO"""
    p, _, t = pending(s)
    return [DO_DONE, *hypno_targets(k, s, p, t)]


def hypno(k: Tables, s: Position, action: int) -> None:
    """HYPNO [L-63] Flip one more, or stop; one SETTLE after the last."""
    p, _, t = pending(s)
    if action != DO_DONE:
        owner, kind, u = split_target(action)
        flip(s.seats[owner].armies[u], kind)
        if hypno_targets(k, s, p, t):
            return
    s.pending = None
    conclude(k, s)


def fury_1_choices(k: Tables, s: Position) -> list[int]:
    """FURY_1 [L-44]"""
    return fury_victims(k, s, s.mover())


def fury_1(k: Tables, s: Position, action: int) -> None:
    """FURY_1 [L-44] [L-63] The second part is judged after SETTLE."""
    owner, kind, t = split_target(action)
    s.pending = Pending(None, None, t)
    return_fighter(s, owner, kind, t)
    conclude(k, s)


def fury_2_choices(k: Tables, s: Position) -> list[int]:
    """FURY_2 [L-44]"""
    assert s.pending is not None
    return second_fury_victims(k, s, s.mover(), s.pending.territory)


def fury_2(k: Tables, s: Position, action: int) -> None:
    """FURY_2 [L-44]"""
    s.pending = None
    return_fighter(s, *split_target(action))
    conclude(k, s)


def clean_choices(k: Tables, s: Position) -> list[int]:
    """CLEAN [L-45]"""
    return [TERR_0 + t for t in clean_territories(k, s, s.mover())]


def clean(k: Tables, s: Position, action: int) -> None:
    """CLEAN [L-45] Everything there goes, together."""
    t = action - TERR_0
    for owner in SEATS:
        for kind, number in list(s.seats[owner].armies[t].items()):
            for _ in range(number):
                return_fighter(s, owner, kind, t)
    conclude(k, s)


def swap_1_choices(k: Tables, s: Position) -> list[int]:
    """SWAP_1 [L-46]"""
    return swap_firsts(k, s, s.mover())


def swap_1(k: Tables, s: Position, action: int) -> None:
    """SWAP_1"""
    _, kind, t = split_target(action)
    s.pending = Pending(*divmod(kind, 2), t)
    s.node = "SWAP_2"


def swap_2_choices(k: Tables, s: Position) -> list[int]:
    """SWAP_2 [L-46]"""
    p, _, t = pending(s)
    return swap_partners(k, s, p, t)


def swap_2(k: Tables, s: Position, action: int) -> None:
    """SWAP_2 [L-30] They exchange places; no token is revealed."""
    p, kind, t = pending(s)
    _, other, u = split_target(action)
    s.pending = None
    relocate(s, p, kind, t, u)
    relocate(s, p, other, u, t)
    conclude(k, s)


# ENTER (4.2)


def enter(k: Tables, s: Position, p: int, t: int) -> None:
    """ENTER [L-29] [L-30] One of p's Fighters has come into t."""
    if s.discovery[t] == FACE_DOWN:
        s.enter_player, s.enter_territory = p, t
        s.node = "DISCOVERY_REVEAL"
    else:
        conclude(k, s)


def discovery_revealed(k: Tables, s: Position, kind: int) -> None:
    """DISCOVERY_REVEAL [L-27] [L-29] What the token does, for the owner of the Fighter."""
    p, t = s.enter_player, s.enter_territory
    assert p is not None and t is not None
    seat = s.seats[p]
    s.unrevealed[kind] -= 1
    s.discovery[t] = kind if kind in LOOTS else NO_TOKEN
    if kind == PARATROOPER and any(seat.bag):
        s.node = "PARA_DRAW"
        return
    s.enter_territory = None
    if kind == INTERFERENCE:
        s.node = "BAR"
        return
    if kind == PRIORITY_MESSAGE and cross(k, s, p):
        s.node = "BONUS_DRAW"
        return
    if kind == PLANNING:
        seat.planning += 1
    elif kind == FOUL_PLAY:
        seat.foul_play += 1
    s.enter_player = None
    conclude(k, s)


def para_drawn(k: Tables, s: Position, fighter: int) -> None:
    """PARA_DRAW [L-27] [L-53] The Fighter drawn arrives active; it reveals nothing."""
    p, t = s.enter_player, s.enter_territory
    assert p is not None and t is not None
    s.seats[p].bag[fighter] -= 1
    put(s.seats[p].armies[t], 2 * fighter)
    s.enter_player = s.enter_territory = None
    bag_check(k, s, p)
    conclude(k, s)


def bar(k: Tables, s: Position, cell: int) -> None:
    """BAR [L-28] The cell of the opponent is barred for good."""
    assert s.enter_player is not None
    s.seats[1 - s.enter_player].cells[cell] = BARRED
    s.enter_player = None
    conclude(k, s)
