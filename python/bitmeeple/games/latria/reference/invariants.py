"""Latria: positions from dicts, and the invariants they must keep (interface page, section 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from bitmeeple.games.latria.reference.state import Area, Position, Seat
from bitmeeple.games.latria.reference.tables import Tables
from bitmeeple.games.latria.reference.types import (
    BODIES,
    CHANCE,
    CHILD_PLAY,
    DEAL,
    END,
    FIRST_PARENT,
    LATRIA,
    MOON,
    NAME_BODY,
    PARENT_PLAY,
    POLARIS,
    REMOVE,
    REVEALS,
    SPECIAL,
    SUN,
    TERMINAL,
    TYPES,
    Options,
)


def from_dict(options: Options, tables: Tables, d: Mapping[str, Any]) -> Position:
    """Build a position; refuse it with the first broken invariant."""
    s = build(tables, d)
    for number, invariant in enumerate(INVARIANTS, start=1):
        broken = invariant(options, tables, s)
        if broken is not None:
            raise ValueError(f"I-{number:02}: {broken}")
    s.player = player_to_act(s)
    return s


def build(tables: Tables, d: Mapping[str, Any]) -> Position:
    """The position of a dict of the right shape; who acts is not yet set."""
    seats = [
        Seat(
            list(seat["hand"]),
            seat["table"],
            Area(set(seat["open"]), list(seat["open_celestial"])),
            Area(set(seat["eclipse"]), list(seat["eclipse_celestial"])),
            seat["marker"],
            set(seat["void"]),
            list(seat["game_points"]),
        )
        for seat in d["seats"]
    ]
    in_hands = {card for seat in seats for card in seat.hand}
    return Position(
        seats,
        list(d["pile"]),
        list(d["ecl"]),
        [c for c in tables.deck if c not in in_hands] if d["round"] == 0 else [],
        d["node"],
        CHANCE,
        d["game_index"],
        d["round"],
        d["first_parent"],
        d["parent"],
        d["target"],
        list(d["stack"]),
        set(d["set_aside"]),
        set(d["removed"]),
        d["remover"],
        d["removals"],
    )


def player_to_act(s: Position) -> int:
    """The seat to move, chance or nobody, of a position that keeps the invariants."""
    if s.node in (PARENT_PLAY, NAME_BODY):
        assert s.parent is not None
        return s.parent
    if s.node == CHILD_PLAY:
        assert s.parent is not None
        played = sum(seat.table is not None for seat in s.seats) - 1
        return (s.parent + 1 + played) % len(s.seats)
    if s.node == REMOVE:
        assert s.remover is not None
        return s.remover
    return TERMINAL if s.node == END else CHANCE


# Small questions about a position that may be broken


def before_play(s: Position) -> bool:
    """Whether the node is one of the setup."""
    return s.node in (DEAL, FIRST_PARENT)


def named_cards(s: Position) -> Iterator[int]:
    """Cards in hands, on the table, set aside, removed, acquired; with repetitions."""
    for seat in s.seats:
        yield from seat.hand
        if seat.table is not None:
            yield seat.table
        yield from seat.open.cards
        yield from seat.eclipse.cards
    yield from s.set_aside
    yield from s.removed


def copies_in_use(s: Position, kind: int) -> int:
    """Copies of a celestial type in its pile, its stack and all piles of seats."""
    acquired = (seat.open.celestial[kind] + seat.eclipse.celestial[kind] for seat in s.seats)
    return s.pile[kind] + s.stack[kind] + sum(acquired)


def children(s: Position) -> list[int]:
    """Seats other than the parent, clockwise from its left."""
    assert s.parent is not None
    players = len(s.seats)
    return [(s.parent + k) % players for k in range(1, players)]


def reveals_done(s: Position, body: int) -> int:
    """Cards of a body revealed in this game, as node and round have it."""
    if s.round == 0:
        return 0
    still_to_come = {
        REVEALS[SUN]: (SUN, MOON, POLARIS),
        REVEALS[MOON]: (MOON, POLARIS),
        REVEALS[POLARIS]: (POLARIS,),
    }
    return s.round - 1 if body in still_to_come.get(s.node, ()) else s.round


# The invariants, each None or what is wrong


def cards_are_in_deck(options: Options, tables: Tables, s: Position) -> str | None:
    """I-01."""
    strange = [c for c in named_cards(s) if c not in tables.deck]
    return f"card {min(strange)} is not in the deck" if strange else None


def cards_are_in_one_place(options: Options, tables: Tables, s: Position) -> str | None:
    """I-02."""
    twice = [card for card, count in Counter(named_cards(s)).items() if count > 1]
    return f"card {min(twice)} is in two places" if twice else None


def entries_fit_node(options: Options, tables: Tables, s: Position) -> str | None:
    """I-03."""
    if (s.parent is None) != before_play(s):
        return "parent is null exactly in DEAL and FIRST_PARENT"
    if (s.target is not None) != (s.node == CHILD_PLAY):
        return "target is given exactly in CHILD_PLAY"
    if (s.remover is not None) != (s.node == REMOVE):
        return "remover is given exactly in REMOVE"
    if (s.removals is not None) != (s.node == REMOVE):
        return "removals is given exactly in REMOVE"
    return None


def game_index_fits(options: Options, tables: Tables, s: Position) -> str | None:
    """I-04."""
    if not options.campaign:
        return None if s.game_index == 0 else "game_index is 0 without campaign"
    if s.node == END and s.game_index != options.players - 1:
        return f"game_index is {options.players - 1} in END"
    return None


def first_parent_fits(options: Options, tables: Tables, s: Position) -> str | None:
    """I-05."""
    if not options.campaign:
        return None if s.first_parent is None else "first_parent is null without campaign"
    if options.first_parent is not None:
        right = s.first_parent == options.first_parent
        return None if right else f"first_parent is {options.first_parent}, as the option says"
    unknown = s.game_index == 0 and before_play(s)
    if (s.first_parent is None) != unknown:
        return "first_parent is null exactly in DEAL and FIRST_PARENT of game 0"
    return None


def first_parent_is_drawn_once(options: Options, tables: Tables, s: Position) -> str | None:
    """I-06."""
    if s.node != FIRST_PARENT or (options.first_parent is None and s.game_index == 0):
        return None
    return "FIRST_PARENT occurs only with a random first parent, in game 0"


def game_points_fit(options: Options, tables: Tables, s: Position) -> str | None:
    """I-07."""
    games = options.players if s.node == END else s.game_index
    length = games if options.campaign else 0
    for index, seat in enumerate(s.seats):
        if len(seat.game_points) != length:
            return f"game_points of seat {index} has {len(seat.game_points)} entries, not {length}"
    return None


def round_fits_node(options: Options, tables: Tables, s: Position) -> str | None:
    """I-08."""
    if (s.round == 0) != before_play(s):
        return "round is 0 exactly in DEAL and FIRST_PARENT"
    if s.node in (REMOVE, END) and s.round != tables.rounds:
        return f"round is {tables.rounds} in {s.node}"
    return None


def tables_fit_node(options: Options, tables: Tables, s: Position) -> str | None:
    """I-09."""
    has_played = [seat.table is not None for seat in s.seats]
    if s.node not in (NAME_BODY, CHILD_PLAY):
        return f"there are table cards in {s.node}" if any(has_played) else None
    assert s.parent is not None
    played = [has_played[child] for child in children(s)]
    if not has_played[s.parent]:
        return f"the parent has no table card in {s.node}"
    if s.node == NAME_BODY and any(played):
        return "a child has a table card in NAME_BODY"
    if all(played) or played != sorted(played, reverse=True):
        return "the children with a table card are not the first ones clockwise, or they are all"
    return None


def lead_fits_target(options: Options, tables: Tables, s: Position) -> str | None:
    """I-10."""
    if s.node not in (NAME_BODY, CHILD_PLAY):
        return None
    assert s.parent is not None
    lead = s.seats[s.parent].table
    assert lead is not None
    if tables.suit[lead] in (LATRIA, s.target):
        return None
    return f"the parent's card {lead} does not lead to {s.node} with target {s.target}"


def hand_sizes_fit(options: Options, tables: Tables, s: Position) -> str | None:
    """I-11."""
    sizes = [len(seat.hand) for seat in s.seats]
    dealt, hand = sum(sizes), tables.hand
    if s.node == DEAL and dealt >= len(tables.deck):
        return "all cards are dealt in DEAL"
    for index, seat in enumerate(s.seats):
        if s.node == DEAL:
            wanted = min(hand, max(0, dealt - index * hand))
        elif s.node == FIRST_PARENT:
            wanted = hand
        elif s.node in (REMOVE, END) or seat.table is not None:
            wanted = hand - s.round
        else:
            wanted = hand - s.round + 1
        if sizes[index] != wanted:
            return f"the hand of seat {index} has {sizes[index]} cards, not {wanted}"
    return None


def setup_has_only_hands(options: Options, tables: Tables, s: Position) -> str | None:
    """I-12."""
    acquired = any(seat.open.cards or seat.eclipse.cards for seat in s.seats)
    if s.round == 0 and (s.set_aside or acquired):
        return "cards are set aside or acquired at round 0"
    return None


def removed_fits_node(options: Options, tables: Tables, s: Position) -> str | None:
    """I-13."""
    if s.removed and s.node not in (REMOVE, END):
        return f"cards are removed in {s.node}"
    return None


def deck_is_complete(options: Options, tables: Tables, s: Position) -> str | None:
    """I-14."""
    if s.round == 0:
        return None
    missing = set(tables.deck).difference(named_cards(s))
    return f"card {min(missing)} is nowhere" if missing else None


def copies_are_enough(options: Options, tables: Tables, s: Position) -> str | None:
    """I-15."""
    for kind in TYPES:
        if copies_in_use(s, kind) > tables.avail[kind]:
            return f"more than {tables.avail[kind]} copies of celestial type {kind}"
    return None


def missing_is_removed(options: Options, tables: Tables, s: Position) -> str | None:
    """I-16."""
    missing = sum(tables.avail[kind] - copies_in_use(s, kind) for kind in TYPES)
    missing += len(s.removed)
    if s.node == END:
        most = 0 if options.simple else 2
        return f"{missing} cards are removed, more than {most}" if missing > most else None
    wanted = s.removals or 0
    return f"{missing} cards are removed, not {wanted}" if missing != wanted else None


def piles_fit_round(options: Options, tables: Tables, s: Position) -> str | None:
    """I-17."""
    for body in BODIES:
        left = sum(s.pile[kind] for kind in tables.types_of[body])
        wanted = tables.size[body] - reveals_done(s, body)
        if left != wanted:
            return f"the pile of body {body} has {left} cards, not {wanted}"
    return None


def boards_fit(options: Options, tables: Tables, s: Position) -> str | None:
    """I-18. [D-05] Whether the mutations revealed lead to these boards is not asked."""
    fixed: dict[int, bool] = {POLARIS: options.star_eclipse}
    if options.simple:
        fixed |= {SUN: False, MOON: False}
    else:
        fixed[LATRIA] = False
    for board, eclipsed in enumerate(s.ecl):
        if eclipsed != fixed.get(board, eclipsed and s.round > 0):
            return f"ecl[{board}] may not be {str(eclipsed).lower()}"
    return None


def setup_knows_nothing(options: Options, tables: Tables, s: Position) -> str | None:
    """I-19."""
    if s.round == 0 and any(seat.marker or seat.void for seat in s.seats):
        return "a marker is taken or a void is known at round 0"
    return None


def simple_has_no_markers(options: Options, tables: Tables, s: Position) -> str | None:
    """I-20."""
    if options.simple and any(seat.marker or seat.eclipse.size() for seat in s.seats):
        return "there is a marker or an eclipse pile in simple"
    return None


def eclipse_has_marker(options: Options, tables: Tables, s: Position) -> str | None:
    """I-21."""
    for index, seat in enumerate(s.seats):
        if seat.eclipse.size() and not seat.marker:
            return f"seat {index} has an eclipse pile and no marker"
    return None


def voids_hold(options: Options, tables: Tables, s: Position) -> str | None:
    """I-22."""
    for index, seat in enumerate(s.seats):
        cards = seat.hand if seat.table is None else [*seat.hand, seat.table]
        if any(tables.suit[card] in seat.void for card in cards):
            return f"seat {index} holds a card of a suit in its void"
    return None


def face_down_cards_follow(options: Options, tables: Tables, s: Position) -> str | None:
    """I-23."""
    if s.node != CHILD_PLAY:
        return None
    assert s.target is not None
    for index in children(s):
        seat = s.seats[index]
        if seat.table is None or tables.follows(seat.table, s.target):
            continue
        if any(tables.follows(card, s.target) for card in seat.hand):
            return f"seat {index} has not followed and could have"
    return None


def remover_has_special(options: Options, tables: Tables, s: Position) -> str | None:
    """I-24."""
    if s.node != REMOVE:
        return None
    if options.simple:
        return "REMOVE does not occur in simple"
    assert s.remover is not None
    seat = s.seats[s.remover]
    held = seat.open.celestial[SPECIAL] or seat.eclipse.celestial[SPECIAL]
    gone = s.removals == 1 and copies_in_use(s, SPECIAL) == 0
    return None if held or gone else "the remover does not have the special card"


def remover_has_choice(options: Options, tables: Tables, s: Position) -> str | None:
    """I-25."""
    if s.node != REMOVE:
        return None
    assert s.remover is not None and s.removals is not None
    seat = s.seats[s.remover]
    held = seat.open.size() + seat.eclipse.size() + s.removals
    return None if held >= 3 else "the remover had fewer than 3 cards"


INVARIANTS = (
    cards_are_in_deck,
    cards_are_in_one_place,
    entries_fit_node,
    game_index_fits,
    first_parent_fits,
    first_parent_is_drawn_once,
    game_points_fit,
    round_fits_node,
    tables_fit_node,
    lead_fits_target,
    hand_sizes_fit,
    setup_has_only_hands,
    removed_fits_node,
    deck_is_complete,
    copies_are_enough,
    missing_is_removed,
    piles_fit_round,
    boards_fit,
    setup_knows_nothing,
    simple_has_no_markers,
    eclipse_has_marker,
    voids_hold,
    face_down_cards_follow,
    remover_has_special,
    remover_has_choice,
)
