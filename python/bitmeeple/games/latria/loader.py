"""Latria: options and data file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bitmeeple.contract.data import FlatTables, Reader, header

SUITS = ["sun", "moon", "polaris", "latria"]
BODIES = ["sun", "moon", "polaris"]
NUMBERS = range(1, 16)
PLAYERS = range(3, 7)
BODY_OF_TYPE = [0] * 5 + [1] * 4 + [2] * 3
SPECIAL = 11
TYPE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_+-]{0,23}")


def validate(data: object) -> None:
    """Check a data file (specification, section 2.6; the numbers are those of its list)."""
    top = header(
        data,
        "latria",
        [
            "suits",
            "bodies",
            "player_setup",
            "astrology",
            "celestial",
            "special_remove",
            "variants",
            "campaign",
        ],
    )
    _words(top["suits"], SUITS)
    _words(top["bodies"], BODIES)
    _validate_player_setup(top["player_setup"])
    doubling = _validate_astrology(top["astrology"])
    counts, doubling_celestial = _validate_celestial(top["celestial"])
    doubling += doubling_celestial
    if doubling > 16:  # 6
        raise ValueError(f"data: {doubling} cards with mult 2 over both decks; at most 16 may be")
    _validate_special_remove(top["special_remove"])
    _validate_variants(top["variants"], counts)
    _validate_campaign(top["campaign"])


def _words(entry: Reader, wanted: list[str]) -> None:
    """1: a fixed list of words."""
    entry.require(entry.value == wanted, f"must be [{', '.join(wanted)}]")


def _source(entry: Reader) -> None:
    entry.str(("rulebook", "published", "reconstructed"))


def _validate_player_setup(setup: Reader) -> None:
    """2: decks, hands and rounds that fit together."""
    members = setup.object(["source", *map(str, PLAYERS)])
    _source(members["source"])
    for players in PLAYERS:
        row = members[str(players)].object(["removed_numbers", "deck", "hand", "rounds"])
        removed = [n.int(1, 15) for n in row["removed_numbers"].list(0, 15)]
        row["removed_numbers"].require(
            len(set(removed)) == len(removed), "the numbers are not distinct"
        )
        cards = 4 * (15 - len(removed))
        deck, hand = row["deck"].int(0, 60), row["hand"].int(1, 60)
        row["deck"].require(
            deck == cards, f"{deck} instead of the {cards} cards that are not removed"
        )
        row["hand"].require(
            players * hand == deck, f"{players} hands of {hand} are not the deck of {deck}"
        )
        rounds = row["rounds"].int(1, 11)
        row["rounds"].require(
            rounds == hand - 1, f"{rounds} instead of one less than the hand of {hand}"
        )


def _validate_card(vp: Reader, mult: Reader) -> bool:
    """3, 4: ranges of one card; returns whether it doubles."""
    points, factor = vp.int(0, 9), mult.int(0, 2)
    mult.require(factor == 1 or points == 0, f"a card with mult {factor} has vp {points}, not 0")
    return factor == 2


def _validate_astrology(astrology: Reader) -> int:
    """3: values of the astrology cards; returns the number of doubling cards."""
    doubling = 0
    members = astrology.object(SUITS)
    for suit in SUITS:
        row = members[suit].object(["source", "vp", "mult"])
        _source(row["source"])
        cards = zip(row["vp"].list(15), row["mult"].list(15))
        doubling += sum(_validate_card(vp, mult) for vp, mult in cards)
    return doubling


def _validate_celestial(celestial: Reader) -> tuple[list[int], int]:
    """4, 5: the celestial types; returns copies by type and the number of doubling cards."""
    members = celestial.object(["source", "types"])
    _source(members["source"])
    counts, names, doubling = [], [], 0
    keys = ["id", "body", "name", "vp", "mult", "mutation", "special", "count"]
    for index, entry in enumerate(members["types"].list(12)):
        row = entry.object(keys)
        body = BODIES[BODY_OF_TYPE[index]]
        row["id"].require(row["id"].int(0, 11) == index, f"must be the position, {index}")
        row["body"].require(row["body"].str(BODIES) == body, f"type {index} belongs to {body}")
        names.append(_type_name(row["name"]))
        count = row["count"].int(1, 13)
        counts.append(count)
        doubling += count * _validate_card(row["vp"], row["mult"])
        _validate_effects(index, row)
    members["types"].require(len(set(names)) == 12, "the names are not distinct")
    for body_id, body in enumerate(BODIES):
        total = sum(n for n, b in zip(counts, BODY_OF_TYPE) if b == body_id)
        members["types"].require(total == 13, f"{total} cards of {body} instead of 13")
    return counts, doubling


def _type_name(name: Reader) -> str:
    """4 and [D-01]: a name that can stand in an action string."""
    word = name.str()
    name.require(
        TYPE_NAME.fullmatch(word) is not None,
        "must be a letter and at most 23 letters, digits, '_', '+' or '-'",
    )
    return word


def _validate_effects(index: int, row: Mapping[str, Reader]) -> None:
    """5: mutation and special effect of one celestial type."""
    mutation, special = row["mutation"].bool(), row["special"].bool()
    row["mutation"].require(
        not (mutation and BODY_OF_TYPE[index] == 2), "no Polaris type has a mutation"
    )
    row["special"].require(special == (index == SPECIAL), "exactly type 11 is special")
    if special:
        for key, wanted in (("count", 1), ("vp", 0), ("mult", 1)):
            row[key].require(row[key].value == wanted, f"must be {wanted} for the special type")


def _validate_special_remove(entry: Reader) -> None:
    """7: the special card removes two cards."""
    members = entry.object(["source", "cards"])
    _source(members["source"])
    members["cards"].int(2, 2)


def _validate_variants(variants: Reader, counts: list[int]) -> None:
    """8: what the variants change."""
    members = variants.object(["source", "simple", "star_eclipse"])
    _source(members["source"])
    entry = members["simple"].object(["removed_types"])["removed_types"]
    removed = [t.int(0, 11) for t in entry.list(0, 12)]
    entry.require(len(set(removed)) == len(removed), "the types are not distinct")
    entry.require(SPECIAL in removed, "the special type 11 must be among them")
    for body_id, body in enumerate(BODIES):
        kept = sum(
            n for t, n in enumerate(counts) if BODY_OF_TYPE[t] == body_id and t not in removed
        )
        entry.require(kept >= 11, f"they leave {kept} cards of {body}; at least 11 must stay")
    star = members["star_eclipse"].object(["eclipsed_from_start"])
    _words(star["eclipsed_from_start"], ["polaris"])


def _validate_campaign(campaign: Reader) -> None:
    """7: the last place of a campaign game."""
    members = campaign.object(["source", "last_place_points"])
    _source(members["source"])
    members["last_place_points"].int(-1, -1)


def flatten(data: Mapping[str, Any], options: Mapping[str, Any]) -> FlatTables:
    """The flat tables of the interface page, section 2."""
    setup = [data["player_setup"][str(players)] for players in PLAYERS]
    suits = [data["astrology"][suit] for suit in SUITS]
    types = data["celestial"]["types"]
    removed = data["variants"]["simple"]["removed_types"]
    return {
        "deck_numbers": [
            int(number not in row["removed_numbers"]) for row in setup for number in NUMBERS
        ],
        "hand_size": [row["hand"] for row in setup],
        "rounds": [row["rounds"] for row in setup],
        "card_vp": [vp for suit in suits for vp in suit["vp"]],
        "card_mult": [mult for suit in suits for mult in suit["mult"]],
        "type_body": list(BODY_OF_TYPE),
        "type_vp": [t["vp"] for t in types],
        "type_mult": [t["mult"] for t in types],
        "type_mutation": [int(t["mutation"]) for t in types],
        "type_count": [t["count"] for t in types],
        "simple_removed": [int(t in removed) for t in range(12)],
    }
