"""Lata: cards and constants of one game: the data file as the options select it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from bitmeeple.contract.data import FlatTables
from bitmeeple.games.lata.reference.types import (
    BUY_CUBES,
    COLOURS,
    FIRST_STARTING_SCORING,
    MARKETS,
    NO_EFFECT,
    PRODUCTION,
    SCORING,
    TINPLATE,
    Options,
)

KEPT_LINES = 4096


@dataclass(frozen=True, slots=True)
class ProductionCard:
    """A production card; ``icons`` from top to bottom."""

    color: int
    icons: tuple[int, ...]
    tinplate: int
    effect: int
    two_player_removed: bool

    @property
    def uses(self) -> int:
        """Uses of its effect in a turn [L-37]."""
        return 0 if self.effect == NO_EFFECT else 2 if self.effect == BUY_CUBES else 1

    def count_icon(self, icon: int) -> int:
        """How often it shows an icon; tinplate is a number of its own (6.1)."""
        return self.tinplate if icon == TINPLATE else self.icons.count(icon)


@dataclass(frozen=True, slots=True)
class Market:
    """A market card; ``needed``: cubes S, R, Y that complete it."""

    flags: tuple[int, ...]
    ap: int
    needed: tuple[int, int, int]
    reward: int


@dataclass(frozen=True, slots=True)
class ScoringCard:
    """A scoring card and its rule (6.1). ``select``: the things which the rule names."""

    cost: int
    two_player_removed: bool
    kind: int
    select: frozenset[int]
    all_cards: bool
    per: int
    vp: int
    vp2: int
    at_least: int


@dataclass(frozen=True, slots=True)
class Board:
    """A solo board (8.2)."""

    start_money: int
    starting_scoring: int
    sets: bool
    replace: bool
    salt_all: bool
    start_pick: bool
    spend: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineIcon:
    """An entry of the line L (4.6): ``colours`` that the icon may make."""

    space: int
    second: bool
    colours: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """What the five visible cards of a factory can do in phase C."""

    icons: tuple[LineIcon, ...]
    uses: tuple[int, ...]
    """Uses a turn of the special effect in each space."""
    spaces: tuple[tuple[int, ...], ...]
    """Per effect: indices of the spaces that show it, from left to right."""


@dataclass(frozen=True)
class Tables:
    """Everything a game under fixed options needs to know.

    ``board`` is the solo board, None with more players.
    """

    options: Options
    board: Board | None
    start_money: int
    cubes: tuple[int, ...]
    recipes: tuple[tuple[int, ...], ...]
    set_sizes: tuple[int, ...]
    market_display: int
    scoring_display: int
    space_costs: tuple[int, ...]
    nations: int
    production: dict[int, ProductionCard]
    markets: dict[int, Market]
    scoring: dict[int, ScoringCard]
    production_deck: tuple[int, ...]
    scoring_deck: tuple[int, ...]
    lines: dict[tuple[int, ...], Line] = field(default_factory=dict, compare=False)

    @property
    def seats(self) -> range:
        return range(self.options.players)

    def starting_scoring(self, seat: int) -> int:
        """The starting scoring card of a seat."""
        return self.board.starting_scoring if self.board else FIRST_STARTING_SCORING + seat

    def line(self, visible: tuple[int, ...]) -> Line:
        """The line of five visible cards (0: empty space); the last ones used are kept."""
        line = self.lines.get(visible)
        if line is None:
            if len(self.lines) >= KEPT_LINES:
                self.lines.clear()
            line = self.lines[visible] = self._line(visible)
        return line

    def _line(self, visible: tuple[int, ...]) -> Line:
        """[L-03] [L-08] Spaces 1 to 5, icons of visible cards top to bottom; gaps are skipped.

        [L-38] Special cards bear no icons of recipes unless the data file says so. [L-39] Cards
        without icons and effect add nothing.
        """
        cards = [(space, self.production[card]) for space, card in enumerate(visible) if card]
        row = [(space, i, icon) for space, card in cards for i, icon in enumerate(card.icons)]
        shown = [icon for _, _, icon in row]
        icons = tuple(
            LineIcon(space, i == 1, self._colours(icon, shown[q + 1 :]))
            for q, (space, i, icon) in enumerate(row)
        )
        uses = tuple(self.production[card].uses if card else 0 for card in visible)
        spaces = tuple(
            tuple(space for space, card in cards if card.effect == effect)
            for effect in range(BUY_CUBES + 1)
        )
        return Line(icons, uses, spaces)

    def _colours(self, icon: int, later: list[int]) -> tuple[int, ...]:
        """[L-23] [L-24] [L-25] [L-27] [L-28] Colours of an icon, given the icons after it.

        A partner must come later, is not used up, and need not be paid; each ingredient of a
        recipe may take the cube.
        """
        return tuple(
            c
            for c in COLOURS
            if icon in self.recipes[c] and all(i == icon or i in later for i in self.recipes[c])
        )

    @classmethod
    def from_flat(cls, options: Options, flat: FlatTables) -> Tables:
        """Pick from the flat tables what these options use [L-67] [L-75] [L-79]."""
        row = options.players - 1
        solo = options.solo
        board = _board(_rows(flat["solo"], 7)[options.solo_board]) if solo else None
        costs = _rows(flat["space_costs"], 5)[1 + options.solo_board if solo else 0]
        production = {i: _production(r) for i, r in enumerate(_rows(flat["production"], 6), 1)}
        scoring = {i: _scoring(r) for i, r in enumerate(_rows(flat["scoring"], 10), SCORING[0])}
        pair = options.players == 2
        return cls(
            options=options,
            board=board,
            start_money=board.start_money if board else flat["start_money"][0],
            cubes=tuple(flat["cubes"]),
            recipes=tuple(_present(r) for r in _rows(flat["recipes"], 2)),
            set_sizes=tuple(size for size in _rows(flat["set_sizes"], 5)[row] if size),
            market_display=flat["market_display"][row],
            scoring_display=flat["scoring_display"][row],
            space_costs=tuple(costs),
            nations=flat["nations"][0],
            production=production,
            markets={i: _market(r) for i, r in enumerate(_rows(flat["markets"], 7), MARKETS[0])},
            scoring=scoring,
            production_deck=tuple(
                c for c in PRODUCTION if not (pair and production[c].two_player_removed)
            ),
            scoring_deck=tuple(c for c in SCORING if not (pair and scoring[c].two_player_removed)),
        )


def _rows(flat: list[int], width: int) -> list[list[int]]:
    return [flat[i : i + width] for i in range(0, len(flat), width)]


def _present(row: list[int]) -> tuple[int, ...]:
    """A row without its fillers."""
    return tuple(value for value in row if value >= 0)


def _bits(mask: int) -> Iterator[int]:
    return (bit for bit in range(mask.bit_length()) if mask >> bit & 1)


def _board(row: list[int]) -> Board:
    money, starting, sets, replace, salt_all, start_pick, spend = row
    flags = (sets == 1, replace == 1, salt_all == 1, start_pick == 1)
    return Board(money, starting, *flags, tuple(_bits(spend)))


def _production(row: list[int]) -> ProductionCard:
    color, top, second, tinplate, effect, removed = row
    return ProductionCard(color, _present([top, second]), tinplate, effect, removed == 1)


def _market(row: list[int]) -> Market:
    first, second, ap, silver, red, yellow, reward = row
    return Market(_present([first, second]), ap, (silver, red, yellow), reward)


def _scoring(row: list[int]) -> ScoringCard:
    cost, _, removed, kind, select, scope, per, vp, vp2, at_least = row
    named = frozenset(_bits(select))
    return ScoringCard(cost, removed == 1, kind, named, scope == 1, per, vp, vp2, at_least)


def all_of(stacks: list[list[int]]) -> list[int]:
    """All cards of the stacks, covered ones too."""
    return list(chain.from_iterable(stacks))
