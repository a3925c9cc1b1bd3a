"""Latria: notation and drawing (the contract of text modules is in `bitmeeple.games.toy.text`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bitmeeple.games.latria import interface as ids

if TYPE_CHECKING:
    from bitmeeple.game import Game


SUITS = "SMPL"
BODIES = ("sun", "moon", "polaris")
BOARDS = ("Sun", "Moon", "Polaris", "Latria")


def card_name(card: int | None) -> str:
    """``M12``; ``?`` for a card that is not known."""
    return "?" if card is None else f"{SUITS[card // 15]}{card % 15 + 1}"


def type_name(game: Game, kind: int) -> str:
    """The name a celestial type has in the data."""
    name: str = game.tables["celestial"]["types"][kind]["name"]
    return name


def _body_of(game: Game, kind: int) -> str:
    body: str = game.tables["celestial"]["types"][kind]["body"]
    return body.capitalize()


def _notation(game: Game, action: int) -> str:
    """Interface page, section 6: one string per id, whatever the node."""
    if action in ids.CARD:
        return card_name(action)
    if action in ids.NAME_BODY:
        return BODIES[ids.NAME_BODY.index(action)]
    if action in ids.REVEAL:
        return type_name(game, ids.REVEAL.index(action))
    if action in ids.REMOVE_OPEN:
        return f"open:{type_name(game, ids.REMOVE_OPEN.index(action))}"
    if action in ids.REMOVE_ECLIPSE:
        return f"eclipse:{type_name(game, ids.REMOVE_ECLIPSE.index(action))}"
    return f"seat{ids.FIRST_PARENT.index(action)}"


def action_notation(game: Game, d: Mapping[str, Any], action: int) -> str:
    """``M12``, ``moon``, ``open:pol2``, ``eclipse:sun4``."""
    return _notation(game, action)


def outcome_notation(game: Game, d: Mapping[str, Any], outcome: int) -> str:
    """``M12``, ``sun1m``, ``seat2``."""
    return _notation(game, outcome)


def describe(game: Game, d: Mapping[str, Any], player: int, action: int) -> str:
    """One sentence."""
    if player >= 0:
        return _describe_choice(game, d, player, action)
    if d["node"] == "DEAL":
        return f"seat {_receiver(game, d)} is dealt {card_name(action)}"
    if d["node"] == "FIRST_PARENT":
        return f"seat {ids.FIRST_PARENT.index(action)} is the first parent"
    kind = ids.REVEAL.index(action)
    sentence = f"{type_name(game, kind)} joins the {_body_of(game, kind)} stack"
    if not game.tables["celestial"]["types"][kind]["mutation"]:
        return sentence
    board = 3 if game.options["variant"] == "simple" else BOARDS.index(_body_of(game, kind))
    change = "is no longer eclipsed" if d["ecl"][board] else "is eclipsed"
    return f"{sentence}: {BOARDS[board]} {change}"


def _describe_choice(game: Game, d: Mapping[str, Any], player: int, action: int) -> str:
    who = f"seat {player}"
    if d["node"] == "PARENT_PLAY":
        return f"{who} leads {card_name(action)}"
    if d["node"] == "NAME_BODY":
        return f"{who} names {BOARDS[ids.NAME_BODY.index(action)]}"
    if d["node"] == "CHILD_PLAY":
        return f"{who} plays {card_name(action)} face down"
    if action in ids.CARD:
        return f"{who} removes {card_name(action)}"
    in_open = action in ids.REMOVE_OPEN
    area, kinds = ("open", ids.REMOVE_OPEN) if in_open else ("eclipse", ids.REMOVE_ECLIPSE)
    return f"{who} removes {type_name(game, kinds.index(action))} from its {area} pile"


def _receiver(game: Game, d: Mapping[str, Any]) -> int:
    """The seat that gets the next card of the deal."""
    dealt: int = sum(seat["hand_size"] for seat in d["seats"])
    hand: int = game.tables["player_setup"][str(game.options["players"])]["hand"]
    return dealt // hand


def _celestial(game: Game, counts: Sequence[int], kinds: Iterable[int] = range(12)) -> list[str]:
    """``sun4x2``-like words for a multiset of celestial cards."""
    return [
        type_name(game, kind) + (f"(x{counts[kind]})" if counts[kind] > 1 else "")
        for kind in kinds
        if counts[kind]
    ]


def _line(words: Iterable[str]) -> str:
    return " ".join(words) or "-"


def draw(game: Game, d: Mapping[str, Any]) -> str:
    """The boards with their stacks, then a block per seat."""
    lines = [heading(game, d)]
    kinds_of: list[list[int]] = [[], [], []]
    for kind, entry in enumerate(game.tables["celestial"]["types"]):
        kinds_of[BODIES.index(entry["body"])].append(kind)
    for body, kinds in enumerate(kinds_of):
        mark = ">" if d["target"] == body else " "
        side = "ECLIPSE" if d["ecl"][body] else "normal"
        stack = _line(_celestial(game, d["stack"], kinds))
        pile = sum(d["pile"][kind] for kind in kinds)
        lines.append(f"{mark} {BOARDS[body]:<7} {side:<7} stack {stack} (pile {pile})")
    if game.options["variant"] == "simple":
        lines.append(f"  Latria  {'ECLIPSE: strength is reversed' if d['ecl'][3] else 'normal'}")
    for index, seat in enumerate(d["seats"]):
        lines += _draw_seat(game, d, index, seat)
    lines.append(f"  set aside {_line(map(card_name, d['set_aside']))}")
    if d["removed"]:
        lines.append(f"  removed {_line(map(card_name, d['removed']))}")
    return "\n".join(lines)


def heading(game: Game, d: Mapping[str, Any]) -> str:
    """What is going on, in a line of open facts."""
    rounds = game.tables["player_setup"][str(game.options["players"])]["rounds"]
    words = [d["node"], f"round {d['round']}/{rounds}"]
    if game.options["campaign"]:
        words.insert(0, f"game {d['game_index'] + 1}/{game.options['players']}")
    if d["parent"] is not None:
        words.append(f"parent seat {d['parent']}")
    if d["target"] is not None:
        words.append(f"target {BOARDS[d['target']]}")
    if d["removals"] is not None:
        words.append(f"removal {d['removals'] + 1} of 2")
    return ", ".join(words)


def _draw_seat(game: Game, d: Mapping[str, Any], index: int, seat: Mapping[str, Any]) -> list[str]:
    mark = ">" if d["current_player"] == index else " "
    hand = seat["hand"] if seat["hand"] is not None else [None] * seat["hand_size"]
    head = f"{mark} seat {index}: {d['points'][index]} vp"
    if game.options["campaign"]:
        head += f", {d['totals'][index]} campaign points"
    if seat["has_played"]:
        side = "lead" if d["parent"] == index else "face down"
        head += f", {side} {card_name(seat['table'])}"
    lines = [head, f"    hand {_line(map(card_name, hand))}"]
    if seat["void"]:
        lines[-1] += f" (no {' or '.join(BOARDS[suit] for suit in seat['void'])})"
    acquired = [*map(card_name, seat["open"]), *_celestial(game, seat["open_celestial"])]
    lines.append(f"    open {_line(acquired)}")
    if seat["marker"]:
        hit = [*map(card_name, seat["eclipse"]), *_celestial(game, seat["eclipse_celestial"])]
        lines.append(f"    eclipse {_line(hit)} (loss {seat['loss']})")
    return lines


def mask_history(
    game: Game, steps: Sequence[tuple[Mapping[str, Any], int]], player: int
) -> list[int | None]:
    """Cards dealt to others stay hidden, face-down cards until their round is resolved."""
    masked: list[int | None] = [action for _, action in steps]
    face_down: list[int] = []
    for index, (d, _) in enumerate(steps):
        if d["node"] == "DEAL" and _receiver(game, d) != player:
            masked[index] = None
        elif d["node"] == "CHILD_PLAY":
            if d["current_player"] != player:
                face_down.append(index)
            on_table = sum(seat["has_played"] for seat in d["seats"])
            if on_table == len(d["seats"]) - 1:  # the last child: all cards are turned over
                face_down.clear()
    for index in face_down:
        masked[index] = None
    return masked
