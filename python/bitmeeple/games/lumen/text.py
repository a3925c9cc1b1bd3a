"""Lumen: notation and drawing (the contract of text modules is in `bitmeeple.games.toy.text`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bitmeeple.game import Game


SEATS = ("day", "night")
CLANS = ("Day", "Night")
ROWS = ("low", "high", "difference", "sum", "product")
RIVER = 16
EMPTY, BARRED = -1, -2
FACE_DOWN = 8
# Half cells by which each row of the command board is shifted, so that neighbours touch
SHIFTS = (6, 5, 2, 1, 2, 3)

# Names


def fighter_name(game: Game, fighter: int, side: int = 0) -> str:
    """``shroomling``, ``weaver/inactive``."""
    name: str = game.tables["fighters"]["rows"][fighter]["name"]
    return f"{name}/inactive" if side else name


def territory_name(game: Game, territory: int) -> str:
    """The id printed on the board; ``river`` for a push into it."""
    if territory == RIVER:
        return "river"
    return str(game.tables["territories"]["rows"][territory]["id"])


def bonus_name(game: Game, bonus: int) -> str:
    """A Mercenary, a Glow Action or a Secret Mission."""
    rows = [
        *game.tables["fighters"]["rows"][6:],
        *game.tables["glow_actions"]["rows"],
        *game.tables["secret_missions"]["rows"],
    ]
    name: str = rows[bonus]["name"]
    return name


def discovery_name(game: Game, kind: int) -> str:
    """``loot_3``, ``interference``, ..."""
    name: str = game.tables["discovery_tokens"]["rows"][kind]["name"]
    return name


def title(name: str) -> str:
    """``Priority Message``."""
    return name.replace("_", " ").title()


# Notation (interface page, section 6)


def action_notation(game: Game, d: Mapping[str, Any], action: int) -> str:
    """One string per id, whatever the node."""
    if action < 5:
        return ("roll", "done", "foul_play", "deploy_first", "act_first")[action]
    if action < 10:
        return f"calc:{ROWS[action - 5]}"
    if action < 46:
        white, black = divmod(action - 10, 6)
        return f"dice:{white},{black + 1}"
    if action < 66:
        return f"cell:{action - 45}"
    if action < 83:
        return f"to:{territory_name(game, action - 66)}"
    if action < 86:
        return f"glow:{bonus_name(game, action - 83 + 8)}"
    if action < 310:
        fighter, t = divmod(action - 86, 16)
        return f"deploy:{fighter_name(game, fighter)}@{territory_name(game, t)}"
    if action < 758:
        kind, t = divmod(action - 310, 16)
        return f"move:{fighter_name(game, *divmod(kind, 2))}@{territory_name(game, t)}"
    if action < 982:
        fighter, t = divmod(action - 758, 16)
        return f"activate:{fighter_name(game, fighter)}@{territory_name(game, t)}"
    owner, fighter, side, t = split_target(action)
    return f"target:{SEATS[owner]}:{fighter_name(game, fighter, side)}@{territory_name(game, t)}"


def split_target(action: int) -> tuple[int, int, int, int]:
    """Owner, type, side, Territory of a TARGET."""
    rest, t = divmod(action - 982, 16)
    owner, kind = divmod(rest, 28)
    return owner, *divmod(kind, 2), t


OUTCOMES = {
    "RESERVE_DRAW": 6,
    "PARA_DRAW": 6,
    "FIRST_PLAYER": 2,
    "DICE_ROLL": 36,
    "BONUS_DRAW": 14,
    "DISCOVERY_REVEAL": 8,
}
"""Number of outcome ids by kind of draw; Objective tokens have any value."""


def outcome_notation(game: Game, d: Mapping[str, Any], outcome: int) -> str:
    """The string depends on the kind of draw.

    Raises
    ------
    ValueError
        There is no such outcome at this node.
    """
    node = d["node"]
    if node != "OBJECTIVE_DRAW" and outcome >= OUTCOMES.get(node, 0):
        raise ValueError(f"outcome {outcome} means nothing at {node}")
    if node in ("RESERVE_DRAW", "PARA_DRAW"):
        return f"draw:{fighter_name(game, outcome)}"
    if node == "FIRST_PLAYER":
        return f"first:{SEATS[outcome]}"
    if node == "DICE_ROLL":
        return f"roll:{outcome // 6},{outcome % 6 + 1}"
    if node == "BONUS_DRAW":
        return f"bonus:{bonus_name(game, outcome)}"
    if node == "OBJECTIVE_DRAW":
        return f"objective:{outcome}"
    return f"reveal:{discovery_name(game, outcome)}"


# Sentences


def describe(game: Game, d: Mapping[str, Any], player: int, action: int) -> str:
    """One sentence."""
    if player < 0:
        return _describe_draw(game, d, action)
    return f"{CLANS[player]} {_describe_choice(game, d, action)}"


def _describe_draw(game: Game, d: Mapping[str, Any], outcome: int) -> str:
    node = d["node"]
    if node == "FIRST_PLAYER":
        return f"{CLANS[outcome]} is first player"
    if node == "DICE_ROLL":
        return f"the dice show white {outcome // 6} and black {outcome % 6 + 1}"
    if node == "DISCOVERY_REVEAL":
        where = territory_name(game, d["enter_territory"])
        return (
            f"{CLANS[d['enter_player']]} reveals {title(discovery_name(game, outcome))} in {where}"
        )
    who = CLANS[drawing_seat(game, d)]
    if node == "BONUS_DRAW":
        return f"{who} gets {title(bonus_name(game, outcome))}"
    if node == "OBJECTIVE_DRAW":
        return f"{who} gets an Objective token of value {outcome}"
    name = title(fighter_name(game, outcome))
    article = "an" if name[0] in "AEIOU" else "a"
    if node == "PARA_DRAW":
        where = territory_name(game, d["enter_territory"])
        return f"{article} {name} of {who} parachutes into {where}"
    return f"{who} draws {article} {name} into the Reserve"


def drawing_seat(game: Game, d: Mapping[str, Any]) -> int:
    """Whose draw it is (interface page, section 3)."""
    seat: int
    if d["node"] == "OBJECTIVE_DRAW":
        seat = d["awards"][0]
    elif d["enter_player"] is not None:
        seat = d["enter_player"]
    elif d["turn"] == 0:
        day = d["seats"][0]
        slots = game.tables["reserve"]["slots"]
        seat = 0 if sum(day["reserve"]) < slots and any(day["bag"]) else 1
    else:
        seat = d["first_player"] ^ d["half"]
    return seat


def _describe_choice(game: Game, d: Mapping[str, Any], action: int) -> str:
    if action < 5:
        return (
            "rolls the dice",
            "is done",
            "uses Foul Play for one more action",
            "deploys first",
            "acts first",
        )[action]
    if action < 10:
        return f"crosses a box of the row {ROWS[action - 5]}"
    if action < 46:
        white, black = divmod(action - 10, 6)
        return f"sets the dice to white {white} and black {black + 1}"
    if action < 66:
        return _describe_cell(d, action - 45)
    if action < 83:
        return _describe_destination(game, d, action - 66)
    if action < 86:
        return f"uses {title(bonus_name(game, action - 83 + 8))}"
    if action >= 982:
        return _describe_target(game, d, action)
    return _describe_fighter(game, action)


def _describe_fighter(game: Game, action: int) -> str:
    if action < 310:
        fighter, t = divmod(action - 86, 16)
        return f"deploys {_words(game, fighter)} in {territory_name(game, t)}"
    if action < 758:
        kind, t = divmod(action - 310, 16)
        return f"moves {_words(game, *divmod(kind, 2))} out of {territory_name(game, t)}"
    fighter, t = divmod(action - 758, 16)
    return f"activates {_words(game, fighter)} in {territory_name(game, t)}"


def _describe_cell(d: Mapping[str, Any], cell: int) -> str:
    node = d["node"]
    if node == "FILL":
        return f"writes {d['value']} in cell {cell}"
    if node == "BAR":
        return f"bars cell {cell} of {CLANS[1 - d['enter_player']]}"
    return f"links cell {d['cell']} {'down' if node == 'LINK_DOWN' else 'up'} to cell {cell}"


def _describe_destination(game: Game, d: Mapping[str, Any], t: int) -> str:
    node, where = d["node"], territory_name(game, t)
    verbs = {
        "MOVE_DEST": "goes to",
        "FLY_DEST": "flies to",
        "EPIC_MOVE": "steps to",
        "MARKER_DEST": "moves the Initiative marker to",
        "CLEAN": "clears",
    }
    if node == "PUSH_DEST":
        pushed = _words(game, d["target"]["type"], d["target"]["side"])
        return f"pushes {pushed} into the river" if t == RIVER else f"pushes {pushed} to {where}"
    return f"{verbs[node]} {where}"


def _describe_target(game: Game, d: Mapping[str, Any], action: int) -> str:
    owner, fighter, side, t = split_target(action)
    verbs = {
        "PUSH_TARGET": "pushes",
        "KILL_TARGET": "kills",
        "HYPNO": "hypnotises",
        "FURY_1": "strikes",
        "FURY_2": "strikes",
        "SWAP_1": "teleports",
        "SWAP_2": "swaps it with",
    }
    whom = f"{CLANS[owner]}'s {_words(game, fighter, side)}"
    return f"{verbs[d['node']]} {whom} in {territory_name(game, t)}"


def _words(game: Game, fighter: int, side: int = 0) -> str:
    """``Epic Pusher (inactive)``."""
    name = title(fighter_name(game, fighter))
    return f"{name} (inactive)" if side else name


# Drawing


def draw(game: Game, d: Mapping[str, Any]) -> str:
    """What is going on, both command boards, the map, what each clan holds, the tokens left."""
    lines = [heading(game, d), *_what_is_pending(game, d), ""]
    boards = [_draw_board(game, seat) for seat in d["seats"]]
    width = max(len(line) for line in boards[0]) + 6
    lines.append(f"  {CLANS[0]:<{width}}{CLANS[1]}")
    lines += [f"  {a:<{width}}{b}".rstrip() for a, b in zip(*boards)]
    lines += ["", *_draw_map(game, d), ""]
    for p in range(2):
        lines += _draw_seat(game, d, p)
    return "\n".join([*lines, *_draw_tokens(game, d)])


def heading(game: Game, d: Mapping[str, Any]) -> str:
    """What is going on, in a line of open facts."""
    words = [f"scenario {game.options['scenario']}", d["node"], f"turn {d['turn']}/17"]
    if d["first_player"] is not None:
        words.append(f"first player {CLANS[d['first_player']]}")
        words.append(f"half-turn of {CLANS[d['first_player'] ^ d['half']]}")
    if d["dice"] is not None:
        words.append(f"dice {d['dice'][0]}/{d['dice'][1]}")
    if d["first_row"] is not None:
        words.append(f"first row {ROWS[d['first_row']]}")
    return ", ".join(words)


def _what_is_pending(game: Game, d: Mapping[str, Any]) -> list[str]:
    words = []
    if d["value"] is not None:
        words.append(f"to write {d['value']}")
    if d["cell"] is not None:
        words.append(f"cell {d['cell']} just filled")
    if d["step"] is not None:
        words.append(f"step {d['step']}" + (", ACT to come" if d["act_left"] else ""))
    if d["reinforcements"] or d["actions"]:
        words.append(f"reinforcements {d['reinforcements']}, actions {d['actions']}")
    if d["pending"] is not None:
        where = territory_name(game, d["pending"]["territory"])
        if d["pending"]["type"] is None:
            words.append(f"second target of Fury, first was in {where}")
        else:
            fighter = fighter_name(game, d["pending"]["type"], d["pending"]["side"])
            words.append(f"acting {fighter}@{where}")
    if d["target"] is not None:
        fighter = fighter_name(game, d["target"]["type"], d["target"]["side"])
        words.append(f"pushing {CLANS[d['target']['owner']]}'s {fighter}")
    if d["enter_player"] is not None:
        words.append(f"token found by {CLANS[d['enter_player']]}")
    if d["enter_territory"] is not None:
        words.append(f"in {territory_name(game, d['enter_territory'])}")
    if d["awards"]:
        words.append(f"Objective tokens due to {' '.join(CLANS[p] for p in d['awards'])}")
    return ["; ".join(words)] if words else []


def _draw_board(game: Game, seat: Mapping[str, Any]) -> list[str]:
    """Hexagonal rows: value, ``.`` empty, ``#`` barred; then the Chains."""
    rows = game.tables["command_board"]["layout_rows"]
    lines = []
    for index, row in enumerate(rows):
        shift = SHIFTS[index] if len(rows) == len(SHIFTS) else index % 2
        cells = "".join(" " * 4 if c is None else f"{_cell(seat, c):>4}" for c in row)
        lines.append("  " * shift + cells)
    width = max(len(line) for line in lines)
    return [line.ljust(width) for line in [*lines, f"chains {_line(_chains(seat))}"]]


def _cell(seat: Mapping[str, Any], cell: int) -> str:
    value: int = seat["cells"][cell - 1]
    return {EMPTY: ".", BARRED: "#"}.get(value, str(value))


def _chains(seat: Mapping[str, Any]) -> list[str]:
    """Cells of each Chain, ascending by value: ``1-5-6``."""
    links = seat["links"]
    chains = []
    for start in range(1, 21):
        if links[start - 1] and start not in links:
            chain = [start]
            while links[chain[-1] - 1]:
                chain.append(links[chain[-1] - 1])
            chains.append("-".join(map(str, chain)))
    return chains


def _draw_map(game: Game, d: Mapping[str, Any]) -> list[str]:
    """A line per Territory in play, ascending by id."""
    scenario = _scenario(game)
    rows = game.tables["territories"]["rows"]
    lines = []
    for t, row in enumerate(rows):
        if row["id"] not in scenario["territories"]:
            continue
        armies = [_army(game, seat, t) for seat in d["seats"]]
        line = f"  {row['id']} {row['season']:<6} {row['lumens']:>2} {_token(game, d, t):<7} "
        line += " | ".join(f"{clan} {army}" for clan, army in zip(CLANS, armies))
        lines.append(line + _marks(scenario, d, t, row["id"]))
    return lines


def _scenario(game: Game) -> Mapping[str, Any]:
    rows: Sequence[Mapping[str, Any]] = game.tables["scenarios"]["rows"]
    return next(row for row in rows if row["id"] == game.options["scenario"])


def _army(game: Game, seat: Mapping[str, Any], territory: int) -> str:
    """``5: shroomling x2, restorer/inactive``: strength, then Fighters."""
    rows = game.tables["fighters"]["rows"]
    strength, words = 0, []
    for t, fighter, side, number in seat["fighters"]:
        if t == territory:
            strength += number * rows[fighter]["strength_inactive" if side else "strength_active"]
            times = f" x{number}" if number > 1 else ""
            words.append(fighter_name(game, fighter, side) + times)
    return f"{strength}: {', '.join(words)}" if words else "-"


def _token(game: Game, d: Mapping[str, Any], t: int) -> str:
    token = d["discovery"][t]
    if token == FACE_DOWN:
        return "[?]"
    return "" if token < 0 else f"[{discovery_name(game, token)}]"


def _marks(scenario: Mapping[str, Any], d: Mapping[str, Any], t: int, number: int) -> str:
    """Initiative marker, and awards still open."""
    marks = ["marker"] if d["marker"] == t else []
    letters = sorted(letter for letter in scenario["frontiers"] if letter != "note")
    for letter, closed in zip(letters, d["frontiers_closed"]):
        if number in scenario["frontiers"][letter] and not closed:
            marks.append(f"frontier {letter}")
    reach = scenario["reach_objective"]
    if reach is not None and reach["territory"] == number and not d["reach_closed"]:
        marks.append(f"reach {reach['letter']}")
    crossing = scenario["great_crossing"]
    if crossing is not None and not d["crossing_closed"]:
        starts = (crossing["day_start"], crossing["night_start"])
        marks += [f"start of {clan}" for clan, start in zip(CLANS, starts) if start == number]
    return f"  <{', '.join(marks)}>" if marks else ""


def _draw_seat(game: Game, d: Mapping[str, Any], p: int) -> list[str]:
    seat = d["seats"][p]
    boxes = [row["boxes"] for row in game.tables["calculation_rows"]["rows"]]
    rows = " ".join(f"{n} {a}/{b}" for n, a, b in zip(ROWS, seat["rows"], boxes))
    slots = [bonus_name(game, b) if b >= 0 else "-" for b in seat["slots"]]
    rest = [f"{discovery_name(game, i)} x{n}" for i, n in enumerate(seat["loots"]) if n]
    rest += [f"{key} x{seat[key]}" for key in ("planning", "foul_play") if seat[key]]
    mark = ">" if d["current_player"] == p else " "
    points = "?" if d["points"][p] is None else d["points"][p]
    return [
        f"{mark} {CLANS[p]}: {points} lumen, objectives {_objectives(game, seat)}",
        f"    rows {rows}",
        f"    high command {seat['boxes']}/7: {' '.join(slots)}",
        f"    reserve {_counts(game, seat['reserve'])}; bag {_counts(game, seat['bag'])}",
        f"    tokens {_line(rest)}",
    ]


def _objectives(game: Game, seat: Mapping[str, Any]) -> str:
    """Values of the tokens held, ``?`` each if hidden."""
    if seat["objectives"] is None:
        return _line("?" * seat["objectives_held"])
    values = [row["value"] for row in game.tables["objective_tokens"]["rows"]]
    return _line(str(v) for v, n in zip(values, seat["objectives"]) for _ in range(n))


def _counts(game: Game, counts: Sequence[int]) -> str:
    return _line(f"{fighter_name(game, y)} x{n}" for y, n in enumerate(counts) if n)


def _draw_tokens(game: Game, d: Mapping[str, Any]) -> list[str]:
    gray = [bonus_name(game, b) for b, n in enumerate(d["neutral_bag"]) if n]
    hidden = [f"{discovery_name(game, i)} x{n}" for i, n in enumerate(d["unrevealed"]) if n]
    return [
        f"  neutral bag {_line(gray)}",
        f"  unrevealed {_line(hidden)}",
        f"  reserved objectives {d['reserved']}",
    ]


def _line(words: Iterable[str]) -> str:
    return " ".join(words) or "-"


def mask_history(
    game: Game, steps: Sequence[tuple[Mapping[str, Any], int]], player: int
) -> list[int | None]:
    """Values of Objective tokens that the other seat draws stay hidden, nothing else."""
    return [
        None if d["node"] == "OBJECTIVE_DRAW" and d["awards"][0] != player else action
        for d, action in steps
    ]
