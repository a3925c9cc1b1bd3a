"""Lata: options and data file (specification, sections 1 and 2; interface page, 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from bitmeeple.contract.data import FlatTables, Reader, header
from bitmeeple.games.lata.interface import BOARDS

ROUNDS = 6
SPACES = 5
CUBES = ("silver", "red", "yellow")
ICONS = ("sardine", "mackerel", "tomato", "olive_oil", "tinplate")
COLORS = ("blue", "brown", "yellow", "green")
EFFECTS = ("sell_two", "convert_cube", "money_to_ap", "buy_cubes")
PHASES_B = ("reveal", "sets")
SCOPES = ("visible", "all")
THRESHOLDS = ("salt", "money", "ap")
MAX_NATIONS = 16

# Rule kinds in the order of section 6.1, with their fields.
KINDS: dict[str, tuple[str, ...]] = {
    "flat": ("vp",),
    "color": ("color", "scope", "vp"),
    "icon": ("icon", "scope", "vp"),
    "market_cubes": ("cube", "per", "vp"),
    "market_flags": ("nations", "per", "vp"),
    "market_ap_sum": ("per", "vp"),
    "market_ap_icon": ("ap", "vp"),
    "flag_sets": ("nations", "vp"),
    "best_space": ("vp",),
    "space_cost": ("costs", "vp"),
    "color_sets": ("colors", "vp"),
    "discard_cards": ("vp",),
    "discard_icon": ("icon", "vp"),
    "threshold": ("what", "at_least", "vp"),
    "flags_and_pairs": ("per_flag", "per_pair"),
    "money": ("vp",),
    "cubes_made": ("per", "vp"),
}


def validate(data: object) -> None:
    """Check a data file (specification, section 2.7 and section 12)."""
    top = header(
        data,
        "lata",
        [
            "general",
            "players",
            "factory",
            "solo",
            "nations",
            "starting_production_cards",
            "production_cards",
            "market_cards",
            "scoring_cards",
            "starting_scoring_cards",
        ],
    )
    cubes = _check_general(top["general"])
    nations = _check_nations(top["nations"])
    _check_factory(top["factory"])
    _check_solo(top["solo"])
    for card in _cards(top["starting_production_cards"], 1, 4):
        card.require(not _check_production(card), "a starting card is removed with two players")
    production = [_check_production(card) for card in _cards(top["production_cards"], 5, 46)]
    for card in _cards(top["market_cards"], 47, 85):
        _check_market(card, nations, cubes)
    scoring = [_check_scoring(card, nations) for card in _cards(top["scoring_cards"], 86, 120)]
    for index, card in enumerate(_cards(top["starting_scoring_cards"], 121, 128)):
        _check_starting_scoring(card, index, nations)
    _check_players(top["players"], production.count(False), scoring.count(False))


def _check_general(general: Reader) -> list[int]:
    """Constants; returns the cubes per colour."""
    g = general.object(
        [
            "source",
            "rounds",
            "action_points",
            "start_money",
            "max_scoring_cards_per_round",
            "cubes",
            "coins",
            "recipes",
            "produce_cost_ap",
            "reveal_market_cost_ap",
            "reveal_scoring_cost_money",
        ]
    )
    g["source"].source()
    g["rounds"].int(ROUNDS, ROUNDS)
    g["action_points"].int(9, 9)
    g["start_money"].int(0, 9)
    for key in (
        "max_scoring_cards_per_round",
        "produce_cost_ap",
        "reveal_market_cost_ap",
        "reveal_scoring_cost_money",
    ):
        g[key].int(1, 1)
    cubes = g["cubes"].object(CUBES)
    coins = g["coins"].object(("1", "3"))
    for coin in ("1", "3"):  # information only [L-55]
        coins[coin].int(0, 99)
    recipes = g["recipes"].object(CUBES)
    for color in CUBES:
        _words(recipes[color], ICONS[:4], 1, 2)
    return [cubes[color].int(1, 31) for color in CUBES]


def _check_nations(table: Reader) -> list[str]:
    """The list of nations."""
    members = table.object(["source", "list"])
    members["source"].source()
    names = [entry.str() for entry in members["list"].list(1, MAX_NATIONS)]
    members["list"].require(len(set(names)) == len(names), "a nation is listed twice")
    members["list"].require(all(names), "a nation has no name")
    return names


def _check_factory(table: Reader) -> None:
    members = table.object(["source", "spaces", "start_space", "costs"])
    members["source"].source()
    members["spaces"].int(SPACES, SPACES)
    members["start_space"].int(1, 1)
    _check_costs(members["costs"])


def _check_costs(costs: Reader) -> None:
    """Placing must always be possible: two spaces are free [L-04]."""
    values = costs.ints(0, 3, SPACES)
    costs.require(values.count(0) >= 2, "fewer than two spaces cost 0")


def _check_solo(table: Reader) -> None:
    members = table.object(["source", "boards", "ratings"])
    members["source"].source()
    boards = members["boards"].object(BOARDS)
    for name in BOARDS:
        _check_board(boards[name])
    lowest = []
    for rating in members["ratings"].list(1, 20):
        entry = rating.object(["at_least", "name"])
        lowest.append(entry["at_least"].int(0, 9999))
        entry["name"].str()
    ascending = lowest[0] == 0 and all(a < b for a, b in pairwise(lowest))
    members["ratings"].require(ascending, "at_least does not start at 0 and ascend")


def _check_board(board: Reader) -> None:
    b = board.object(
        [
            "start_money",
            "costs",
            "starting_scoring",
            "spend",
            "phase_b",
            "replace",
            "salt_all",
            "start_pick",
        ]
    )
    b["start_money"].int(0, 9)
    _check_costs(b["costs"])
    b["starting_scoring"].int(125, 128)
    spend = [entry.int(0, 9) for entry in b["spend"].list(1, 10)]
    b["spend"].require(all(x < y for x, y in pairwise(spend)), "not strictly ascending")
    if b["phase_b"].str(PHASES_B) == "sets":
        b["spend"].require(set(spend) <= {0, 2, 4}, "phase_b 'sets' allows only 0, 2 and 4")
    for key in ("replace", "salt_all", "start_pick"):
        b[key].bool()


def _cards(table: Reader, first: int, last: int) -> list[Reader]:
    """The cards of a table: ids first..last, each once, ascending."""
    members = table.object(["source", "cards"])
    members["source"].source()
    cards = members["cards"].list(last - first + 1)
    for wanted, card in zip(range(first, last + 1), cards):
        value = card.value
        if not isinstance(value, dict) or "id" not in value:
            raise card.fail("expected a card with an id")
        found = Reader(value["id"], f"{card.path}.id")
        found.require(
            found.int(first, last) == wanted, f"{found.value} instead of {wanted} (ids ascend)"
        )
    return cards


def _check_production(card: Reader) -> bool:
    """A production card; returns whether it is removed with two players."""
    c = card.object(["id", "color", "icons", "tinplate", "effect", "two_player_removed"])
    c["color"].str(COLORS)
    for icon in c["icons"].list(0, 2):
        icon.str(ICONS[:4])
    c["tinplate"].int(0, 3)
    if c["effect"].value is not None:
        c["effect"].str(EFFECTS)
    return c["two_player_removed"].bool()


def _check_market(card: Reader, nations: Sequence[str], cubes: Sequence[int]) -> None:
    c = card.object(["id", "flags", "ap", *CUBES, "reward"])
    for flag in c["flags"].list(1, 2):
        flag.str(nations)
    c["ap"].int(1, 3)
    needed = [c[color].int(0, 4) for color in CUBES]
    card.require(1 <= sum(needed) <= 5, f"{sum(needed)} cubes required instead of 1 to 5")
    for color, need, limit in zip(CUBES, needed, cubes):
        card.require(need <= limit, f"{need} {color} cubes required of {limit} in the game")
    c["reward"].int(1, 2)


def _check_scoring(card: Reader, nations: Sequence[str]) -> bool:
    """A scoring card; returns whether it is removed with two players."""
    c = card.object(["id", "cost", "score_first", "two_player_removed", "rule"])
    c["cost"].int(2, 3)
    c["score_first"].bool()
    _check_rule(c["rule"], nations)
    return c["two_player_removed"].bool()


def _check_starting_scoring(card: Reader, index: int, nations: Sequence[str]) -> None:
    c = card.object(["id", "mode", "rule"])
    c["mode"].str(["multi" if index < 4 else BOARDS[index - 4]])
    _check_rule(c["rule"], nations)


def _check_rule(rule: Reader, nations: Sequence[str]) -> None:
    """A rule of section 6.1: exactly the fields of its kind, each in its range."""
    if not isinstance(rule.value, dict) or "kind" not in rule.value:
        raise rule.fail("expected a rule with a kind")
    kind = Reader(rule.value["kind"], f"{rule.path}.kind").str(KINDS)
    r = rule.object(["kind", *KINDS[kind]])
    ranges = {
        "vp": (0, 20),
        "per_flag": (0, 20),
        "per_pair": (0, 20),
        "per": (1, 20),
        "at_least": (0, 99),
        "ap": (1, 3),
    }
    words: dict[str, Sequence[str]] = {
        "color": COLORS,
        "icon": ICONS,
        "cube": CUBES,
        "scope": SCOPES,
        "what": THRESHOLDS,
    }
    for field in KINDS[kind]:
        if field in ranges:
            r[field].int(*ranges[field])
        elif field in words:
            r[field].str(words[field])
        elif field == "costs":
            costs = [entry.int(0, 3) for entry in r[field].list(1, 4)]
            r[field].require(len(set(costs)) == len(costs), "an entry is listed twice")
        elif field == "colors":
            _words(r[field], COLORS, 1, len(COLORS))
        elif r[field].value is not None or kind == "flag_sets":
            _words(r[field], nations, 1, len(nations))


def _words(entries: Reader, known: Iterable[str], lowest: int, highest: int) -> None:
    """A list of different words."""
    words = [entry.str(known) for entry in entries.list(lowest, highest)]
    entries.require(len(set(words)) == len(words), "an entry is listed twice")


def _check_players(table: Reader, production: int, scoring: int) -> None:
    """Sets and displays; ``production``, ``scoring``: unmarked cards, left with two players."""
    members = table.object(["source", "1", "2", "3", "4"])
    members["source"].source()
    for n in (1, 2, 3, 4):
        row = members[str(n)].object(["sets", "market_display", "scoring_display"])
        row["market_display"].int(1, 8)
        display = row["scoring_display"].int(1, 8)
        sets = row["sets"]
        sizes = sets.ints(1, 2, 0 if n == 1 else n + 1)
        sets.require(all(a >= b for a, b in pairwise(sizes)), "sizes increase")
        dealt = ROUNDS * sum(sizes)
        deck = production if n == 2 else 42
        if n == 3:
            sets.require(dealt <= deck, f"{dealt} cards are dealt of {deck}")
        elif n in (2, 4):
            sets.require(dealt == deck, f"{dealt} cards are dealt of a deck of {deck}")
        if n == 2:
            row["scoring_display"].require(
                display <= scoring, f"a display of {display} with {scoring} cards"
            )


def flatten(data: Mapping[str, Any], options: Mapping[str, Any]) -> FlatTables:
    """The flat tables of the interface page; they do not depend on options."""
    general = data["general"]
    recipes = [[ICONS.index(i) for i in general["recipes"][color]] for color in CUBES]
    rows = [data["players"][str(n)] for n in (1, 2, 3, 4)]
    boards = [data["solo"]["boards"][name] for name in BOARDS]
    nations: list[str] = data["nations"]["list"]
    production = data["starting_production_cards"]["cards"] + data["production_cards"]["cards"]
    scoring = data["scoring_cards"]["cards"] + data["starting_scoring_cards"]["cards"]
    return {
        "start_money": [general["start_money"]],
        "cubes": [general["cubes"][color] for color in CUBES],
        "recipes": [i for recipe in recipes for i in (*recipe, -1)[:2]],
        "set_sizes": [i for row in rows for i in (*row["sets"], 0, 0, 0, 0, 0)[:SPACES]],
        "market_display": [row["market_display"] for row in rows],
        "scoring_display": [row["scoring_display"] for row in rows],
        "space_costs": [c for board in (data["factory"], *boards) for c in board["costs"]],
        "solo": [i for board in boards for i in _flat_board(board)],
        "nations": [len(nations)],
        "production": [i for card in production for i in _flat_production(card)],
        "markets": [
            i for card in data["market_cards"]["cards"] for i in _flat_market(card, nations)
        ],
        "scoring": [i for card in scoring for i in _flat_scoring(card, nations)],
    }


def _flat_board(board: Mapping[str, Any]) -> list[int]:
    return [
        board["start_money"],
        board["starting_scoring"],
        PHASES_B.index(board["phase_b"]),
        int(board["replace"]),
        int(board["salt_all"]),
        int(board["start_pick"]),
        _bits(board["spend"]),
    ]


def _flat_production(card: Mapping[str, Any]) -> list[int]:
    icons = [ICONS.index(icon) for icon in card["icons"]]
    return [
        COLORS.index(card["color"]),
        *(*icons, -1, -1)[:2],
        card["tinplate"],
        0 if card["effect"] is None else 1 + EFFECTS.index(card["effect"]),
        int(card["two_player_removed"]),
    ]


def _flat_market(card: Mapping[str, Any], nations: list[str]) -> list[int]:
    flags = [nations.index(flag) for flag in card["flags"]]
    needed = [card[color] for color in CUBES]
    return [*(*flags, -1)[:2], card["ap"], *needed, card["reward"]]


def _flat_scoring(card: Mapping[str, Any], nations: list[str]) -> list[int]:
    rule = card["rule"]
    return [
        card.get("cost", 0),
        int(card.get("score_first", False)),
        int(card.get("two_player_removed", False)),
        list(KINDS).index(rule["kind"]),
        _select(rule, nations),
        SCOPES.index(rule.get("scope", "visible")),
        rule.get("per", 1),
        rule.get("vp", rule.get("per_flag", 0)),
        rule.get("per_pair", 0),
        rule.get("at_least", 0),
    ]


def _select(rule: Mapping[str, Any], nations: list[str]) -> int:
    """The things that a rule names, as a bit mask."""
    if "nations" in rule:
        names = nations if rule["nations"] is None else rule["nations"]
        return _bits(nations.index(name) for name in names)
    if "colors" in rule:
        return _bits(COLORS.index(color) for color in rule["colors"])
    if "costs" in rule:
        return _bits(rule["costs"])
    if "ap" in rule:
        return _bits([rule["ap"]])
    for field, words in (("color", COLORS), ("icon", ICONS), ("cube", CUBES), ("what", THRESHOLDS)):
        if field in rule:
            return _bits([words.index(rule[field])])
    return 0


def _bits(positions: Iterable[int]) -> int:
    return sum(1 << position for position in positions)
