"""Lata: the state.

Sets are ascending lists, so that equal positions are equal objects. Entries that mean something
only at some nodes are None (or empty) elsewhere, as in the state dict: there they are explained.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bitmeeple.games.lata.reference.types import ACTION_POINTS, MAX_MONEY


@dataclass(slots=True)
class Seat:
    """What lies before one player. ``held``: one pool of cubes, salt included [L-36] [L-48]."""

    money: int
    token: int | None = None
    new_token: int | None = None
    bid: int | None = None
    ap: int = ACTION_POINTS
    held: list[int] = field(default_factory=lambda: [0, 0, 0])
    stacks: list[list[int]] = field(default_factory=lambda: [[], [], [], [], []])
    markets: list[int] = field(default_factory=list)
    scoring: list[int] = field(default_factory=list)

    def visible(self) -> tuple[int, ...]:
        """[L-08] The top card of each space, 0 if it is empty."""
        return tuple([stack[-1] if stack else 0 for stack in self.stacks])

    def gain(self, money: int) -> None:
        """[L-55] Money is a plain amount."""
        self.money = min(MAX_MONEY, self.money + money)

    def copy(self) -> Seat:
        return Seat(
            self.money,
            self.token,
            self.new_token,
            self.bid,
            self.ap,
            self.held.copy(),
            [stack.copy() for stack in self.stacks],
            self.markets.copy(),
            self.scoring.copy(),
        )


@dataclass(slots=True)
class Position:
    """A position."""

    node: str
    seats: list[Seat]
    supply: list[int]
    production_deck: list[int]
    market_deck: list[int]
    scoring_deck: list[int]
    sets: list[list[int] | None]
    actor: int | None = None
    round: int = 0
    context: str | None = None
    draws_left: int | None = None
    drawn: list[int] = field(default_factory=list)
    picked: int | None = None
    pending: list[int] = field(default_factory=list)
    placed_space: int | None = None
    pointer: int | None = None
    paid: bool | None = None
    uses: list[int] | None = None
    revealed: bool | None = None
    sale_market: int | None = None
    sale_colour: int | None = None
    bought: bool | None = None
    seen: bool | None = None
    marked: list[int] = field(default_factory=list)
    market_display: dict[int, list[int]] = field(default_factory=dict)
    scoring_display: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    removed_markets: list[int] = field(default_factory=list)
    removed_scoring: list[int] = field(default_factory=list)

    @property
    def me(self) -> Seat:
        """The seat whose choice or turn it is."""
        assert self.actor is not None
        return self.seats[self.actor]

    def copy(self) -> Position:
        return Position(
            self.node,
            [seat.copy() for seat in self.seats],
            self.supply.copy(),
            self.production_deck.copy(),
            self.market_deck.copy(),
            self.scoring_deck.copy(),
            [cards if cards is None else cards.copy() for cards in self.sets],
            self.actor,
            self.round,
            self.context,
            self.draws_left,
            self.drawn.copy(),
            self.picked,
            self.pending.copy(),
            self.placed_space,
            self.pointer,
            self.paid,
            self.uses if self.uses is None else self.uses.copy(),
            self.revealed,
            self.sale_market,
            self.sale_colour,
            self.bought,
            self.seen,
            self.marked.copy(),
            {market: cubes.copy() for market, cubes in self.market_display.items()},
            self.scoring_display.copy(),
            self.discard.copy(),
            self.removed_markets.copy(),
            self.removed_scoring.copy(),
        )

    def turn_order(self) -> list[int]:
        """Seats by token ascending; solo: seat 0 alone."""
        return sorted(range(len(self.seats)), key=lambda seat: self.seats[seat].token or 0)

    def next_seat(self) -> int | None:
        """The seat after the actor in turn order, None after the last."""
        token = self.me.token
        if token is None:
            return None
        return next((i for i, seat in enumerate(self.seats) if seat.token == token + 1), None)
