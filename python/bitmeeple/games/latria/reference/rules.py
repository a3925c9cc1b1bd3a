"""Latria: the rules, in the order of the specification (docs/games/latria/rules.md)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from typing import Any

from bitmeeple.contract.data import FlatTables
from bitmeeple.games.latria.reference import invariants, observe, resample, scoring
from bitmeeple.games.latria.reference.state import Position, Seat
from bitmeeple.games.latria.reference.table import table
from bitmeeple.games.latria.reference.tables import Tables
from bitmeeple.games.latria.reference.types import (
    BODIES,
    CHANCE,
    CHILD_PLAY,
    DEAL,
    END,
    FIRST_PARENT,
    FIRST_PARENT_BASE,
    LATRIA,
    NAME_BASE,
    NAME_BODY,
    NUM_ACTIONS,
    PARENT_PLAY,
    POLARIS,
    REMOVE,
    REMOVE_ECLIPSE_BASE,
    REMOVE_OPEN_BASE,
    REVEAL_BASE,
    REVEALS,
    SPECIAL,
    SUN,
    TERMINAL,
    TYPES,
    Options,
)
from bitmeeple.reference.protocol import SupportsRng
from bitmeeple.reference.results import share_win

BODY_OF_REVEAL = {node: body for body, node in enumerate(REVEALS)}


class Rules:
    """Latria under fixed options and tables."""

    def __init__(self, options: Mapping[str, int], tables: FlatTables) -> None:
        self.options = Options.from_flat(options)
        self.tables = Tables.from_flat(tables, self.options)
        self._effects = {
            DEAL: self.deal,
            FIRST_PARENT: self.draw_first_parent,
            **dict.fromkeys(REVEALS, self.reveal),
            PARENT_PLAY: self.play_as_parent,
            NAME_BODY: self.name_body,
            CHILD_PLAY: self.play_as_child,
            REMOVE: self.remove,
        }

    # Bounds

    def num_players(self) -> int:
        return self.options.players

    def num_distinct_actions(self) -> int:
        return NUM_ACTIONS

    def max_chance_outcomes(self) -> int:
        return NUM_ACTIONS

    def max_game_length(self) -> int:
        rounds = self.tables.rounds
        return self._games() * (rounds * (self.options.players + 1) + 2)

    def max_chance_nodes_in_history(self) -> int:
        per_game = len(self.tables.deck) + 3 * self.tables.rounds
        return self._games() * per_game + (self.options.first_parent is None)

    def min_utility(self) -> float:
        return 0.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float | None:
        return 1.0

    def _games(self) -> int:
        return self.options.players if self.options.campaign else 1

    # Setup [section 3]

    def initial_state(self) -> Position:
        seats = [Seat() for _ in range(self.options.players)]
        s = Position(seats, pile=[], ecl=[], undealt=[])
        if self.options.campaign:
            s.first_parent = self.options.first_parent
        self.begin_game(s)
        return s

    def begin_game(self, s: Position) -> None:
        """Setup up to the first card; only the campaign's bookkeeping is kept (8.3.4) [D-03]."""
        s.seats = [Seat(game_points=seat.game_points) for seat in s.seats]
        s.undealt = list(self.tables.deck)
        s.pile = list(self.tables.avail)
        s.stack = [0] * len(TYPES)
        s.ecl = self.boards_at_start()
        s.set_aside, s.removed = set(), set()
        s.round, s.parent = 0, None
        s.node, s.player = DEAL, CHANCE

    def boards_at_start(self) -> list[bool]:
        """[L-06] [L-50] All boards normal, but for Polaris in ``star_eclipse``."""
        ecl = [False] * 4
        ecl[POLARIS] = self.options.star_eclipse
        return ecl

    def deal(self, s: Position, card: int) -> None:
        """[L-08] Seat 0 gets its whole hand first, then seat 1, and so on."""
        dealt = len(self.tables.deck) - len(s.undealt)
        s.undealt.remove(card)
        insort(s.seats[dealt // self.tables.hand].hand, card)
        if not s.undealt:
            self.after_deal(s)

    def after_deal(self, s: Position) -> None:
        """[L-04] [L-51] First parent: given, drawn, or one seat clockwise per campaign game."""
        if s.game_index > 0:
            assert s.first_parent is not None
            s.parent = (s.first_parent + s.game_index) % self.options.players
        elif self.options.first_parent is not None:
            s.parent = self.options.first_parent
        else:
            s.node = FIRST_PARENT
            return
        self.begin_round(s)

    def draw_first_parent(self, s: Position, outcome: int) -> None:
        """[L-04] The seat that starts game 0; kept if later games count from it [D-04]."""
        s.parent = outcome - FIRST_PARENT_BASE
        if self.options.campaign:
            s.first_parent = s.parent
        self.begin_round(s)

    def begin_round(self, s: Position) -> None:
        """[L-10] A round opens with three reveals, the Sun's first."""
        s.round += 1
        s.node, s.player = REVEALS[SUN], CHANCE

    # Play as a state machine [section 4]

    def copy(self, s: Position) -> Position:
        return s.copy()

    def current_player(self, s: Position) -> int:
        return s.player

    def legal_actions(self, s: Position) -> list[int]:
        seat = s.seats[s.player]
        if s.node == CHILD_PLAY:
            return self.following_cards(s, seat)
        if s.node == PARENT_PLAY:
            return seat.hand.copy()  # [L-15] any card
        if s.node == NAME_BODY:
            return [NAME_BASE + body for body in BODIES]  # [L-16] whatever lies there
        return self.removable_cards(seat)

    def following_cards(self, s: Position, seat: Seat) -> list[int]:
        """[L-17] [L-18] [L-19] Cards of the target or Latria; without any, the whole hand."""
        suit, target = self.tables.suit, s.target
        cards = [c for c in seat.hand if suit[c] == target or suit[c] == LATRIA]
        return cards or seat.hand.copy()

    def removable_cards(self, seat: Seat) -> list[int]:
        """[L-38] [L-39] Every distinct card of both piles, the special card included."""
        return [
            *sorted(seat.open.cards | seat.eclipse.cards),
            *(REMOVE_OPEN_BASE + t for t in TYPES if seat.open.celestial[t]),
            *(REMOVE_ECLIPSE_BASE + t for t in TYPES if seat.eclipse.celestial[t]),
        ]

    def chance_outcomes(self, s: Position) -> list[tuple[int, int]]:
        if s.node == DEAL:
            return [(card, 1) for card in s.undealt]
        if s.node == FIRST_PARENT:
            return [(FIRST_PARENT_BASE + seat, 1) for seat in range(self.options.players)]
        return self.reveal_outcomes(s)

    def reveal_outcomes(self, s: Position) -> list[tuple[int, int]]:
        """[L-07] One of the undrawn cards of the body, each equally likely."""
        types = self.tables.types_of[BODY_OF_REVEAL[s.node]]
        return [(REVEAL_BASE + t, s.pile[t]) for t in types if s.pile[t]]

    def apply_action(self, s: Position, action: int) -> None:
        self._effects[s.node](s, action)

    def is_passive(self, action: int) -> bool:
        return False

    # Effect of a reveal [section 4.1]

    def reveal(self, s: Position, outcome: int) -> None:
        """[L-09] [L-10] One card joins the stack of each body, in the order of the bodies.

        [L-12] Only mutations turn boards; the special card is none.
        """
        kind = outcome - REVEAL_BASE
        s.pile[kind] -= 1
        s.stack[kind] += 1
        if self.tables.mutation[kind]:
            self.mutate(s, self.tables.body[kind])
        body = BODY_OF_REVEAL[s.node]
        if body == POLARIS:
            assert s.parent is not None
            s.node, s.player = PARENT_PLAY, s.parent
        else:
            s.node = REVEALS[body + 1]

    def mutate(self, s: Position, body: int) -> None:
        """[L-11] [L-13] [L-14] Turn the board over at once; it stays until the next mutation.

        [L-06] [L-45] [L-46] In ``simple`` all mutations turn the common Latria board, which is out
        of the game otherwise.
        """
        board = LATRIA if self.options.simple else body
        s.ecl[board] = not s.ecl[board]

    # Playing cards

    def play_as_parent(self, s: Position, card: int) -> None:
        """[L-15] The suit of the card is the target; after Latria a body is named."""
        self._lay_card(s, card)
        if self.tables.suit[card] == LATRIA:
            s.node = NAME_BODY
        else:
            self.begin_children(s, self.tables.suit[card])

    def name_body(self, s: Position, action: int) -> None:
        """[L-16] [L-17] The named body is the target; Latria never is."""
        self.begin_children(s, action - NAME_BASE)

    def begin_children(self, s: Position, target: int) -> None:
        """[L-20] The children choose clockwise from the parent's left."""
        s.target = target
        s.node, s.player = CHILD_PLAY, (s.player + 1) % self.options.players

    def play_as_child(self, s: Position, card: int) -> None:
        """[L-20] A card face down; after the last child the round is resolved."""
        self._lay_card(s, card)
        s.player = (s.player + 1) % self.options.players
        if s.player == s.parent:
            self.resolve(s)

    def _lay_card(self, s: Position, card: int) -> None:
        seat = s.seats[s.player]
        seat.hand.remove(card)
        seat.table = card

    # The end of a round [section 5.1]

    def resolve(self, s: Position) -> None:
        """Steps 1-7, after the last child's choice."""
        assert s.parent is not None and s.target is not None
        eclipsed = s.ecl[s.target]  # never in simple
        reverse = s.ecl[LATRIA]  # [L-45] only in simple
        self.note_voids(s, s.target)
        winner = self.winner(s, s.target, reverse)
        if winner is not None:
            self.take_stack(s, s.seats[winner], s.target, eclipsed)
        self.settle_cards(s, s.parent, eclipsed, reverse)
        s.target = None
        self.end_round(s, winner)

    def note_voids(self, s: Position, target: int) -> None:
        """Step 1 [L-19]: a child that did not follow holds neither target nor Latria."""
        for index, seat in enumerate(s.seats):
            assert seat.table is not None
            if index != s.parent and not self.tables.follows(seat.table, target):
                seat.void |= {target, LATRIA}

    def winner(self, s: Position, target: int, reverse: bool) -> int | None:
        """Steps 2-3 [L-21] [L-22] [L-23] [L-49]: the strongest card of all suits.

        Among equals the target goes before Latria, Latria before the rest; two equal cards of
        the rest have no winner, and none is sought below them.
        """
        best, winners = (-1, 0), []
        for index, seat in enumerate(s.seats):
            assert seat.table is not None
            number, suit = self.tables.number[seat.table], self.tables.suit[seat.table]
            strength = 16 - number if reverse else number
            tie_class = 0 if suit == target else 1 if suit == LATRIA else 2
            rank = (strength, -tie_class)
            if rank > best:
                best, winners = rank, [index]
            elif rank == best:
                winners.append(index)
        return winners[0] if len(winners) == 1 else None

    def take_stack(self, s: Position, seat: Seat, target: int, eclipsed: bool) -> None:
        """Step 4 [L-24] [L-25] [L-30]: the whole stack of the target, and nothing else.

        [L-27] [L-28] The state of the target in this round decides where the cards go; cards
        acquired before stay where they are. [L-14] The board stays as it is. [D-02] The marker
        is due even if the stack is empty.
        """
        area = seat.eclipse if eclipsed else seat.open
        for kind in self.tables.types_of[target]:
            area.celestial[kind] += s.stack[kind]
            s.stack[kind] = 0
        if eclipsed:
            seat.marker = True

    def settle_cards(self, s: Position, parent: int, eclipsed: bool, reverse: bool) -> None:
        """Steps 5-6 [L-24] [L-25] [L-29]: own cards captured, all others set aside."""
        lead = s.seats[parent].table
        assert lead is not None
        for index, seat in enumerate(s.seats):
            card = seat.table
            assert card is not None
            seat.table = None
            if index == parent or not self.captures(card, lead, reverse):
                s.set_aside.add(card)
            elif eclipsed:
                seat.eclipse.cards.add(card)
                seat.marker = True
            else:
                seat.open.cards.add(card)

    def captures(self, card: int, lead: int, reverse: bool) -> bool:
        """Step 5 [L-26] [L-47] [L-48]: a valuable card that is weaker than the parent's.

        Under reversal the higher number is the weaker one; with ``simple_capture = lower`` the
        lower number captures all the same.
        """
        if not self.tables.valuable[card]:
            return False
        number, lead_number = self.tables.number[card], self.tables.number[lead]
        if reverse and not self.options.lower_captures:
            return number > lead_number
        return number < lead_number

    def end_round(self, s: Position, winner: int | None) -> None:
        """Step 7 [L-32] [L-33]: who took the stack is the next parent, except at the end.

        [L-05] The last round leaves one card in each hand.
        """
        if s.round == self.tables.rounds:
            self.use_special_card(s)
            return
        if winner is not None:
            s.parent = winner
        self.begin_round(s)

    # Special card [section 5.2]

    def use_special_card(self, s: Position) -> None:
        """[L-12] [L-38] Its owner, if any, gives up two cards of either pile."""
        for index, seat in enumerate(s.seats):
            if seat.open.celestial[SPECIAL] or seat.eclipse.celestial[SPECIAL]:
                if seat.open.size() + seat.eclipse.size() >= 3:
                    s.node, s.player = REMOVE, index
                    s.remover, s.removals = index, 0
                    return
                self.remove_all(s, seat)
        self.score_game(s)

    def remove_all(self, s: Position, seat: Seat) -> None:
        """[L-40] Two cards or fewer leave the game without a choice."""
        for area in (seat.open, seat.eclipse):
            s.removed |= area.cards
            area.cards.clear()
            area.celestial = [0] * len(TYPES)

    def remove(self, s: Position, action: int) -> None:
        """[L-38] [L-39] [L-41] One card leaves the game, in the open.

        [D-06] Celestial cards are listed nowhere.
        """
        seat = s.seats[s.player]
        if action >= REMOVE_ECLIPSE_BASE:
            seat.eclipse.celestial[action - REMOVE_ECLIPSE_BASE] -= 1
        elif action >= REMOVE_OPEN_BASE:
            seat.open.celestial[action - REMOVE_OPEN_BASE] -= 1
        else:
            seat.open.cards.discard(action)
            seat.eclipse.cards.discard(action)
            s.removed.add(action)
        if s.removals == 0:
            s.removals = 1
        else:
            s.remover = s.removals = None
            self.score_game(s)

    # End of a game [sections 5.3, 6, 8.3]

    def score_game(self, s: Position) -> None:
        """The end; in a campaign points for this game, and the next game at once [L-51]."""
        if self.options.campaign:
            vp = [scoring.victory_points(self.tables, seat) for seat in s.seats]
            for seat, points in zip(s.seats, scoring.campaign_points(vp)):
                seat.game_points.append(points)
            if s.game_index < self.options.players - 1:
                s.game_index += 1
                self.begin_game(s)
                return
        s.node, s.player = END, TERMINAL

    # Results

    def scores(self, s: Position) -> list[int]:
        return scoring.scores(self.options, self.tables, s)

    def ranking(self, s: Position) -> list[int]:
        return scoring.ranking(self.options, self.tables, s)

    def returns(self, s: Position) -> list[float]:
        return share_win(self.ranking(s)) if s.node == END else [0.0] * len(s.seats)

    # Text, views, worlds

    def to_dict(self, s: Position) -> dict[str, Any]:
        return observe.to_dict(self.tables, s)

    def table(self, s: Position) -> dict[str, Any]:
        return table(self.tables, s)

    def from_dict(self, d: Mapping[str, Any]) -> Position:
        return invariants.from_dict(self.options, self.tables, d)

    def resample(self, s: Position, player: int, rng: SupportsRng) -> Position:
        return resample.resample(self.tables, s, player, rng)
