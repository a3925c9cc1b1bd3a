"""Latria: cards, celestial types, and what depends on the number of players."""

from __future__ import annotations

from dataclasses import dataclass

from bitmeeple.contract.data import FlatTables
from bitmeeple.games.latria.reference.types import BODIES, CARDS, LATRIA, TYPES, Options


@dataclass(frozen=True)
class Tables:
    """Everything looked up by card, type, suit or body.

    Parameters
    ----------
    deck
        Card ids in play, ascending.
    hand, rounds
        Cards dealt to a seat; rounds of a game.
    suit, number, card_vp, card_mult, valuable
        By card.
    body, type_vp, type_mult, mutation, avail
        By celestial type; ``avail`` are the copies in use.
    types_of
        By body: its types, ascending.
    size
        By body: cards in its full pile.
    """

    deck: tuple[int, ...]
    hand: int
    rounds: int
    suit: tuple[int, ...]
    number: tuple[int, ...]
    card_vp: tuple[int, ...]
    card_mult: tuple[int, ...]
    valuable: tuple[bool, ...]
    body: tuple[int, ...]
    type_vp: tuple[int, ...]
    type_mult: tuple[int, ...]
    mutation: tuple[bool, ...]
    avail: tuple[int, ...]
    types_of: tuple[tuple[int, ...], ...]
    size: tuple[int, ...]

    @classmethod
    def from_flat(cls, flat: FlatTables, options: Options) -> Tables:
        """Read the flat tables (interface page, section 2); values are the file's [L-01]."""
        row = options.players - 3
        suit, number = [c // 15 for c in CARDS], [c % 15 + 1 for c in CARDS]
        vp, mult = flat["card_vp"], flat["card_mult"]
        body = flat["type_body"]
        avail = celestial_cards(flat, options)
        types_of = [tuple(t for t in TYPES if body[t] == b) for b in BODIES]
        return cls(
            deck=deck_of(flat["deck_numbers"][15 * row : 15 * row + 15]),
            hand=flat["hand_size"][row],
            rounds=flat["rounds"][row],  # [L-05] one less than the hand
            suit=tuple(suit),
            number=tuple(number),
            card_vp=tuple(vp),
            card_mult=tuple(mult),
            # [L-26] a multiplier is an effect, x0 included
            valuable=tuple(vp[c] > 0 or mult[c] != 1 for c in CARDS),
            body=tuple(body),
            type_vp=tuple(flat["type_vp"]),
            type_mult=tuple(flat["type_mult"]),
            mutation=tuple(m == 1 for m in flat["type_mutation"]),
            avail=tuple(avail),
            types_of=tuple(types_of),
            size=tuple(sum(avail[t] for t in types_of[b]) for b in BODIES),
        )

    def follows(self, card: int, target: int) -> bool:
        """[L-17] [L-18] Whether a card counts as following: the target's suit, or Latria."""
        return self.suit[card] in (target, LATRIA)


def deck_of(in_deck: list[int]) -> tuple[int, ...]:
    """[L-02] [L-03] The same numbers of all four suits; nothing is removed for 5 or 6 players."""
    return tuple(c for c in CARDS if in_deck[c % 15])


def celestial_cards(flat: FlatTables, options: Options) -> list[int]:
    """[L-44] Copies by type; ``simple`` does without the types listed for it."""
    removed = flat["simple_removed"] if options.simple else [0] * len(TYPES)
    return [0 if removed[t] else flat["type_count"][t] for t in TYPES]
