"""El Caballero: notation, sentences, drawing. Nothing is hidden in this game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bitmeeple.game import Game


SIDES = "NESW"
SEATS = "abcd"  # owners in drawings, so that they are not taken for numbers
POWER, TILE, ROT, ORI, SIDE, MENU = 0, 13, 61, 65, 73, 77
MENU_WORDS = (
    "supply",
    "place_card",
    "raise_card",
    "buy_ship",
    "ship_from_court",
    "ship_to_court",
    "build_castillo",
    "move_castillo",
    "take_back",
    "place_governor",
    "place_grande",
    "move_grande",
    "end_turn",
)
MENU_SENTENCES = (
    "takes the caballeros of the power card",
    "is about to place a caballero card",
    "is about to raise a caballero card",
    "is about to buy a ship",
    "is about to send a ship from the court to the map",
    "is about to fetch a ship to the court",
    "is about to build a castillo",
    "is about to move a castillo",
    "is about to take back a caballero card",
    "is about to place a governor",
    "is about to place the Grande",
    "is about to move the Grande",
    "ends the turn",
)
CELL_SENTENCES = {
    "TILE_CELL": "chooses cell {} for the area card",
    "CARD_CELL": "chooses cell {} for a caballero card",
    "RAISE_CELL": "chooses the caballero card in cell {} to be raised",
    "SHIP_CELL": "chooses cell {} for a ship",
    "UNSHIP_CELL": "chooses cell {} to fetch a ship from",
    "CASTILLO_CELL": "builds a castillo in cell {}",
    "MOVECAS_FROM": "takes the castillo from cell {}",
    "MOVECAS_TO": "puts the castillo into cell {}",
    "BACK_CELL": "takes back the caballero card in cell {}",
    "GOV_CELL": "chooses cell {} for a governor",
    "GRANDE_CELL": "places the Grande in cell {}",
    "GRANDE_TO": "moves the Grande to cell {}",
}
SIDE_SENTENCES = {
    "SHIP_SIDE": "places a ship on side {} of cell {}",
    "UNSHIP_SIDE": "fetches the ship on side {} of cell {} to the court",
    "GOV_SIDE": "places a governor in the region of side {} of cell {}",
}
ORI_SENTENCES = {
    "CARD_ORI": "places a caballero card with {} in cell {}",
    "RAISE_ORI": "raises the caballero card in cell {1} to {0}",
}


# Notation


def type_text(game: Game, kind: int) -> str:
    """Edges and symbol of an area card type; with its id if another type has the same text."""
    types = game.tables["area_cards"]["types"]
    if kind >= len(types):
        return f"#{kind}"
    text = _plain_type_text(types[kind])
    same = sum(_plain_type_text(other) == text for other in types)
    return text if same == 1 else f"{text}#{kind}"


def _plain_type_text(entry: Mapping[str, Any]) -> str:
    text = str(entry["edges"])
    if entry["gold"]:
        text += f"+g{entry['gold']}"
    if entry["fish"]:
        text += f"+f{entry['fish']}{entry['fish_side']}"
    return text


def cell_text(game: Game, cell: int) -> str:
    """``row,column``."""
    row, col = divmod(cell, game.tables["table"]["size"])
    return f"{row},{col}"


def _offset(game: Game, action: int) -> int:
    """The id without the cells; negative for a cell."""
    size: int = game.tables["table"]["size"]
    return action - size * size


def action_notation(game: Game, d: Mapping[str, Any], action: int) -> str:
    """Interface page, section 6."""
    offset = _offset(game, action)
    if offset < 0:
        return f"cell:{cell_text(game, action)}"
    if offset < TILE:
        return f"power:{offset - POWER + 1}"
    if offset < ROT:
        return f"tile:{type_text(game, offset - TILE)}"
    if offset < ORI:
        return f"rot:{offset - ROT}"
    if offset < SIDE:
        return f"ori:{offset - ORI}"
    if offset < MENU:
        return f"side:{SIDES[offset - SIDE]}"
    return MENU_WORDS[offset - MENU]


def outcome_notation(game: Game, d: Mapping[str, Any], outcome: int) -> str:
    """``draw:`` and the type."""
    offset = _offset(game, outcome)
    if TILE <= offset < ROT:
        return f"draw:{type_text(game, offset - TILE)}"
    return action_notation(game, d, outcome)


# Sentences


def describe(game: Game, d: Mapping[str, Any], player: int, action: int) -> str:
    """One sentence."""
    offset = _offset(game, action)
    if player < 0:
        what = type_text(game, offset - TILE)
        if d["node"] == "START":
            return f"area card {what} is the start card"
        return f"area card {what} is added to the display"
    return f"seat {player} {_deed(game, d, action, offset)}"


def _deed(game: Game, d: Mapping[str, Any], action: int, offset: int) -> str:
    node, pending = d["node"], d["pending"]
    if offset < 0:
        return CELL_SENTENCES[node].format(cell_text(game, action))
    if offset < TILE:
        return f"plays power card {offset - POWER + 1}"
    if offset < ROT:
        return f"is about to lay area card {type_text(game, offset - TILE)}"
    if offset >= MENU:
        return MENU_SENTENCES[offset - MENU]
    cell = cell_text(game, pending["cell"])
    if offset < ORI:
        card = type_text(game, pending["tile"])
        return f"lays area card {card} in cell {cell}, turned {90 * (offset - ROT)} degrees"
    if offset < SIDE:
        numbers = "-".join(map(str, card_numbers(game, offset - ORI)))
        return ORI_SENTENCES[node].format(numbers, cell)
    return SIDE_SENTENCES[node].format(SIDES[offset - SIDE], cell)


def card_numbers(game: Game, orientation: int) -> list[int]:
    """The numbers of a caballero card on its sides N, E, S, W."""
    card = game.tables["caballero_card"]
    numbers = card["front"] if orientation < 4 else card["back"]
    return [numbers[(orientation % 4 + d) % 4] for d in range(4)]


def mask_history(
    game: Game, steps: Sequence[tuple[Mapping[str, Any], int]], player: int
) -> list[int | None]:
    """Everything is played openly."""
    return [action for _, action in steps]


# Drawing


LEGEND = """\
area card: # land, ~ water on its sides; g gold, f fish (and its side on a strip); Ga governor \
of a, * its ship
caballero card [ ]: numbers on its sides, * ship; owner, C castillo, G Grande"""

Picture = tuple[str, str, str]
BLANK: Picture = (" " * 9, "    .    ", " " * 9)


def heading(game: Game, d: Mapping[str, Any]) -> str:
    """Node and round, in a line of open facts."""
    rounds = game.tables["variants"][game.options["variant"]]["rounds"]
    return f"{d['node']}, round {d['round']}/{rounds}"


def draw(game: Game, d: Mapping[str, Any]) -> str:
    """The map, then display and supply, then one line per seat."""
    lines = [heading(game, d)]
    lines += [*draw_map(game, d), LEGEND] if d["area_cards"] else ["the map is empty"]
    lines.append(f"display: {_cards_text(game, d['display']) or 'empty'}")
    lines.append(f"undrawn: {_cards_text(game, d['undrawn']) or 'none'}")
    lines.append(f"supply: {d['supply_ships']} ships, {d['supply_castillos']} castillos")
    lines += [_seat_line(game, d, p) for p in range(len(d["seats"]))]
    lines += _turn_lines(game, d)
    return "\n".join(lines)


def draw_map(game: Game, d: Mapping[str, Any]) -> list[str]:
    """All cards and one row and column of cells around them, with row and column numbers."""
    size = game.tables["table"]["size"]
    pictures = _pictures(game, d)
    rows = [cell // size for cell in pictures]
    cols = [cell % size for cell in pictures]
    across = range(max(min(cols) - 1, 0), min(max(cols) + 2, size))
    lines = ["   " + "".join(f"{col:^9}" for col in across).rstrip()]
    for row in range(max(min(rows) - 1, 0), min(max(rows) + 2, size)):
        cells = [pictures.get(size * row + col, BLANK) for col in across]
        for line in range(3):
            label = f"{row:>2} " if line == 1 else "   "
            lines.append((label + "".join(cell[line] for cell in cells)).rstrip())
    return lines


def _pictures(game: Game, d: Mapping[str, Any]) -> dict[int, Picture]:
    """Cell -> its three lines of nine characters."""
    governors = {(g["cell"], g["side"]): g for g in d["governors"]}
    pictures = {}
    for card in d["area_cards"]:
        sides = [governors.get((card["cell"], side)) for side in range(4)]
        pictures[card["cell"]] = _area_picture(game, card, sides)
    for owner, seat in zip(SEATS, d["seats"]):
        for card in seat["cards"]:
            grande = seat["grande"] == card["cell"]
            pictures[card["cell"]] = _card_picture(game, card, owner, grande)
    return pictures


def _area_picture(
    game: Game, card: Mapping[str, Any], governors: Sequence[Mapping[str, Any] | None]
) -> Picture:
    entry = game.tables["area_cards"]["types"][card["type"]]
    kinds = ["#" if entry["edges"][(d - card["rotation"]) % 4] == "L" else "~" for d in range(4)]
    marks = []
    for kind, governor in zip(kinds, governors):
        ship = governor is not None and governor["ship"]
        marks.append((f"G{SEATS[governor['owner']]}" if governor else "", "*" if ship else kind))
    (north, n), (east, e), (south, s), (west, w) = marks
    symbol = _symbol(entry, card["rotation"])
    return (
        f"+{(north + n if north else n * 3):^7}+",
        f"{w}{west:<2}{symbol:^3}{east:>2}{e}",
        f"+{(south + s if south else s * 3):^7}+",
    )


def _symbol(entry: Mapping[str, Any], rotation: int) -> str:
    if entry["gold"]:
        return f"g{entry['gold']}"
    if not entry["fish"]:
        return ""
    strip = entry["edges"] in ("LWLW", "WLWL")
    side = SIDES[(SIDES.index(entry["fish_side"]) + rotation) % 4] if strip else ""
    return f"f{entry['fish']}{side}"


def _card_picture(game: Game, card: Mapping[str, Any], owner: str, grande: bool) -> Picture:
    sides = [
        f"{number}{'*' if side in card['ships'] else ' '}"
        for side, number in enumerate(card_numbers(game, card["orientation"]))
    ]
    middle = owner + ("C" if card["castillo"] else " ") + ("G" if grande else " ")
    return (f"[   {sides[0]}  ]", f"[{sides[3]}{middle}{sides[1]}]", f"[   {sides[2]}  ]")


def _cards_text(game: Game, counts: Sequence[int]) -> str:
    words = []
    for kind, count in enumerate(counts):
        if count:
            words.append(type_text(game, kind) + (f" x{count}" if count > 1 else ""))
    return ", ".join(words)


def _seat_line(game: Game, d: Mapping[str, Any], p: int) -> str:
    seat = d["seats"][p]
    variant = game.tables["variants"][game.options["variant"]]
    parts = [
        f"{d['points'][p]} points",
        f"court {seat['court']} caballeros and {seat['ships']} ships",
        f"stock {seat['stock']}",
    ]
    if variant["governors_per_player"]:
        parts.append(f"{seat['governors']} governors")
    if variant["grandes_per_player"]:
        where = "at court" if seat["grande"] is None else f"in {cell_text(game, seat['grande'])}"
        parts.append(f"Grande {where}")
    if seat["played"] is not None:
        parts.append(f"played {seat['played']}")
    parts.append(f"hand {' '.join(map(str, seat['hand'])) or 'empty'}")
    mark = ">" if d["current_player"] == p else " "
    return f"{mark} seat {p} ({SEATS[p]}): {', '.join(parts)}"


def _turn_lines(game: Game, d: Mapping[str, Any]) -> list[str]:
    lines, turn, pending = [], d["turn"], d["pending"]
    if turn is not None:
        supply = "taken" if turn["supply_taken"] else "not taken"
        lines.append(
            f"turn: area cards {turn['tiles_left']}, card actions {turn['card_actions']}, "
            f"ships {turn['ship_buys']}, castillos {turn['castillo_builds']}, "
            f"Grande moves {turn['grande_moves']} left; supply {supply}"
        )
    chosen = []
    if pending["tile"] is not None:
        chosen.append(f"area card {type_text(game, pending['tile'])}")
    if pending["cell"] is not None:
        chosen.append(f"cell {cell_text(game, pending['cell'])}")
    if pending["ship_from"] is not None:
        chosen.append(f"ship from {pending['ship_from']}")
    if chosen:
        lines.append(f"chosen: {', '.join(chosen)}")
    return lines
