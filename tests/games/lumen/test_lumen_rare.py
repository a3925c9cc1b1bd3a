"""Rare paths of Lumen: crowded positions, a policy that seeks what was seldom seen, and counters.

Random games from the start hardly reach the objectives of the scenarios. Here core and reference
play in lockstep from positions with many Fighters of both clans in few Territories, Mercenaries on
both sides of their tokens, and tokens face up and face down. `Seeker` counts what was exercised.
"""

from __future__ import annotations

from collections import Counter

import bitmeeple as bm
import pytest
from bitmeeple.differential import lockstep, pair
from conftest import read_json
from games.lumen.builder import Names, build

SCENARIOS = "ABCDEFG"
EDITIONS = ("rulebook", "original")
GAMES = {"C": 10}  # games per edition, else 6
BASIC, MERCENARIES = range(6), range(6, 14)
LOOTS = ("loot_3", "loot_4", "loot_5")


# Positions


def pick(rng, items):
    """One of several, by the generator of the test."""
    return items[rng.below(len(items))]


def shuffled(rng, items):
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        other = rng.below(last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def hot_spots(names):
    """Five Territories around the objectives of the scenario, or around its marker."""
    scenario = names.scenario
    goals = [t for letter in sorted(scenario["frontiers"]) for t in scenario["frontiers"][letter]]
    if scenario["reach_objective"]:
        goals += [scenario["reach_objective"]["territory"]]
    if scenario["great_crossing"]:
        goals += [scenario["great_crossing"][key] for key in ("day_start", "night_start")]
    if scenario["river_banks"]:
        return sorted({*goals, *scenario["river_banks"]})
    if scenario["winter_passages"]:
        return [t for t in scenario["territories"] if t in names.winter]
    goals = goals or [scenario["initiative_territory"], *scenario["territories"][:6]]
    beside = [u for t in goals for u in scenario["adjacency"][str(t)]]
    return sorted({*goals, *beside})


def crowded(game, rng, weak):
    """Nearly all Fighters of both clans in five Territories, bags almost empty.

    ``weak``: None, or a clan that has only one Basic Fighter on the map.
    """
    names = Names(game)
    spots = shuffled(rng, hot_spots(names))[:5]
    counts = [row["count"] for row in game.tables["fighters"]["rows"]]
    armies = [Counter(), Counter()]
    reserves = []
    for clan, army in zip(("day", "night"), armies):
        tokens = shuffled(rng, [y for y in BASIC for _ in range(counts[y])])
        reserves.append(Counter(names.fighters[y] for y in tokens[:3]))
        end = 4 if clan == weak else 14 + rng.below(3)
        for kind in tokens[3:end]:
            place(
                army, clan, names.fighters[kind], kind >= 2 and rng.below(3) == 0, pick(rng, spots)
            )
    bonuses = shuffled(rng, range(pick(rng, (11, 14))))  # without or with Secret Missions
    slots = [bonuses[:2], bonuses[2:4]]
    on_map = pick(rng, (4, 6))
    for index, bonus in enumerate(b for b in bonuses[4:] if b + 6 in MERCENARIES):
        clan = ("day", "night")[index % 2]
        if index < on_map and clan != weak:
            side = rng.below(2) == 0
            place(armies[index % 2], clan, names.fighters[bonus + 6], side, pick(rng, spots))
    fighters = {}
    for army in armies:
        for (spot, word), number in sorted(army.items()):
            fighters.setdefault(str(spot), []).append(f"{word}*{number}")
    others = [t for t in names.scenario["territories"] if t not in spots]
    discovery = {str(t): "down" for t in shuffled(rng, names.scenario["territories"])[:7]}
    loots = shuffled(rng, LOOTS)[:2]
    discovery |= dict(zip(map(str, shuffled(rng, [*others, spots[0]])), loots))
    player = rng.below(2)
    return build(
        game,
        node="ACT",
        player=player,
        half=rng.below(2),
        turn=14 + rng.below(4),
        fighters=fighters,
        discovery=discovery,
        marker=pick(rng, spots),
        actions=4,
        reinforcements=2,
        **{
            clan: {
                "slots": [names.bonuses[b] for b in slots[p]],
                "boxes": 7 if on_map == 6 else 6,
                "reserve": dict(reserves[p]),
                "foul_play": int(p == player),
                "planning": p,
                "cells": {"1": 3, "5": 4, "6": 4} if p == 0 else {"1": 3, "2": 9},
                "objectives": {"4": 1},
            }
            for p, clan in enumerate(("day", "night"))
        },
    )


def place(army, clan, name, inactive, spot):
    army[spot, f"{clan}:{name}{'/inactive' if inactive else ''}"] += 1


# Policy and counters


class Seeker:
    """Takes actions that close an objective, else of a kind seldom taken; counts what happens."""

    def __init__(self, game):
        self.game = game
        self.seen = Counter()

    def kind(self, state, action):
        """What an action exercises: its verb, with the name of an ability or token."""
        d = state.to_dict()
        word = state.action_to_string(action)
        verb, _, rest = word.partition(":")
        if verb in ("glow", "reveal", "bonus"):
            return word
        if verb in ("activate", "deploy", "move"):
            return f"{verb}:{rest.partition('@')[0]}"
        if word == "to:river":
            return "push:river"
        if d["node"] == "MOVE_DEST":
            return f"move:{self.way(d, int(rest))}"
        return f"{d['node']}:{verb}"

    def way(self, d, destination):
        """``land``, ``river`` or ``passage``."""
        scenario = Names(self.game).scenario
        rows = self.game.tables["territories"]["rows"]
        start = rows[d["pending"]["territory"]]["id"]
        if destination in scenario["adjacency"][str(start)]:
            return "land"
        links = [sorted(link) for link in scenario["river_links"]]
        return "river" if sorted((start, destination)) in links else "passage"

    @staticmethod
    def closed(d):
        """Objectives awarded so far, by name."""
        flags = Counter({"frontier": sum(d["frontiers_closed"])})
        flags["reach"] += d["reach_closed"]
        flags["crossing"] += d["crossing_closed"]
        flags["mercenary"] += d["mercenary_closed"]
        flags["bag"] += sum(seat["bag_awarded"] for seat in d["seats"])
        flags["loot"] += sum(sum(seat["loots"]) for seat in d["seats"])
        return flags

    def choose(self, state, rng):
        """An action for `lockstep`."""
        action = self.decide(state, rng)
        before = state.to_dict()
        after = state.child(action).to_dict()
        self.seen[f"node:{before['node']}"] += 1
        self.seen[self.kind(state, action)] += 1
        for name, number in (self.closed(after) - self.closed(before)).items():
            self.seen[f"award:{name}"] += number
        if after["awards"] and after["step"] is None and after["cell"] is None:
            missions = any(b >= 11 for seat in after["seats"] for b in seat["slots"])
            self.seen["award:mission" if missions else "award:end"] += 1
        if after["node"] == "TERMINAL" and not all(seat["fighters"] for seat in after["seats"]):
            self.seen["elimination"] += 1
        return action

    def decide(self, state, rng):
        if state.is_chance_node():
            tokens = [a for a, weight in state.chance_weights() for _ in range(weight)]
            return pick(rng, tokens)
        actions = state.legal_actions()
        if rng.below(4) == 0:
            return pick(rng, actions)
        now = sum(self.closed(state.to_dict()).values())
        gains = [a for a in actions if sum(self.closed(state.child(a).to_dict()).values()) > now]
        if gains:
            return pick(rng, gains)
        rarity = {a: self.seen[self.kind(state, a)] for a in actions}
        least = min(rarity.values())
        return pick(rng, [a for a in actions if rarity[a] == least])


def exercise(scenario):
    """What lockstep games from crowded positions of a scenario reach; raises on a difference."""
    seeker = Seeker(bm.load_game("lumen", scenario=scenario))
    for number, edition in enumerate(EDITIONS):
        core, ref = pair("lumen", scenario=scenario, edition=edition)
        for game in range(GAMES.get(scenario, 6)):
            rng = bm.Rng(game, 10 * number + SCENARIOS.index(scenario))
            weak = (None, None, None, "day", None, "night")[game % 6]
            position = crowded(core, rng, weak)
            start, twin = core.state_from_dict(position), ref.state_from_dict(position)
            lockstep(start, twin, seed=game, stream=number, choose=seeker.choose)
    return seeker.seen


OBJECTIVES = {
    "A": ["award:frontier", "award:mercenary", "award:end"],
    "B": ["award:bag", "award:end"],
    "C": ["award:frontier", "push:river", "move:river"],
    "D": ["award:end", "move:passage"],
    "E": ["award:frontier", "award:reach"],
    "F": ["award:frontier", "award:end"],
    "G": ["award:frontier", "award:crossing"],
}


# What the games of a scenario happen not to reach; the first of E is its rule.
NOT_REACHED = {
    "A": {"deploy:weaver", "reveal:foul_play", "node:LINK_DOWN", "elimination"},
    "B": {"activate:epic_assassin", "reveal:loot_5", "node:LINK_UP"},
    "C": {"reveal:loot_3", "reveal:loot_5", "reveal:foul_play", "elimination"},
    "D": {"activate:weaver", "deploy:epic_pusher", "deploy:bomber", "reveal:loot_5"}
    | {"node:PARA_DRAW", "node:ORDER", "node:FURY_2"},
    "E": {"activate:feathered", "node:FLY_DEST", "activate:epic_assassin", "deploy:epic_pusher"}
    | {"glow:teleportation", "node:SWAP_1", "node:SWAP_2"},
    "F": {"activate:assassin", "activate:epic_assassin", "activate:weaver", "reveal:loot_5"}
    | {"node:LINK_UP", "node:FURY_2"},
    "G": {"glow:fury", "reveal:foul_play", "node:FURY_1", "node:FURY_2", "elimination"},
}


def everything(game):
    """Each ability, Glow Action, Discovery kind, node; deployment of each type; what is rare."""
    names = Names(game)
    wanted = {f"activate:{name}" for name in names.fighters[2:]}
    wanted |= {f"glow:{name}" for name in names.bonuses[8:11]}
    wanted |= {f"reveal:{name}" for name in names.kinds}
    wanted |= {f"deploy:{name}" for name in names.fighters}
    set_up = ("RESERVE_DRAW", "FIRST_PLAYER", "TERMINAL")
    nodes = game._spec.interface.NODES
    wanted |= {f"node:{node}" for node in nodes if node not in set_up}
    return wanted | {"award:loot", "award:mission", "elimination", "ACT:foul_play", "PLANNING:dice"}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_crowded_positions_agree_and_exercise_nearly_everything(scenario):
    seen = exercise(scenario)
    wanted = everything(bm.load_game("lumen")) - NOT_REACHED[scenario]
    missing = [label for label in {*OBJECTIVES[scenario], *wanted} if not seen[label]]
    assert not missing, missing


def test_what_one_scenario_does_not_reach_another_does():
    assert not set.intersection(*NOT_REACHED.values())
    assert set.union(*NOT_REACHED.values()) <= everything(bm.load_game("lumen"))


@pytest.mark.parametrize("scenario", ["every_rule", "small", "A"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_own_file_with_every_rule_agrees(scenario, edition):
    data = read_json("lumen", "data", "every_rule.json")
    core, ref = pair("lumen", data=data, scenario=scenario, edition=edition)
    for stream, policy in enumerate(bm.POLICIES):
        states = core.new_initial_state(), ref.new_initial_state()
        lockstep(*states, seed=41, stream=stream, policy=policy)
    mine, theirs = (bm.rollout(game, 20, seed=43, policy="eager") for game in (core, ref))
    assert (mine.digests == theirs.digests).all()


# Certain of every game


def step(state, rng, policy="eager"):
    state.apply_action(state.sample(rng, policy))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_tokens_are_conserved(implementation, scenario):
    """[L-01] [L-06] [L-32] [L-61] Wherever a token is, it is there once."""
    game = implementation("lumen", scenario=scenario)
    counts = [row["count"] for row in game.tables["fighters"]["rows"]]
    kinds = [row["count"] for row in game.tables["discovery_tokens"]["rows"]]
    state, rng = game.new_initial_state(), bm.Rng(61, SCENARIOS.index(scenario))
    while not state.is_terminal():
        d = state.to_dict()
        mercenaries = Counter()
        for seat in d["seats"]:
            here = Counter()
            for _, kind, _, number in seat["fighters"]:
                here[kind] += number
            for kind in BASIC:
                assert here[kind] + seat["reserve"][kind] + seat["bag"][kind] == counts[kind]
            mercenaries += Counter({y: n for y, n in here.items() if y in MERCENARIES})
            mercenaries += Counter(b + 6 for b in seat["slots"] if b >= 0)
        for bonus, number in enumerate(d["neutral_bag"]):
            assert number + mercenaries[bonus + 6] == 1
        for kind in range(3):
            claimed = sum(seat["loots"][kind] for seat in d["seats"])
            assert claimed + d["discovery"].count(kind) + d["unrevealed"][kind] == kinds[kind]
        assert sum(d["neutral_bag"]) >= 4
        step(state, rng)


def test_only_who_draws_an_objective_token_has_its_value_in_the_record(implementation):
    game = implementation("lumen", scenario="G")
    position = build(game, fighters={"71": ["day:shroomling"], "31": ["night:restorer"]}, actions=2)
    record = bm.Record(game.state_from_dict(position))
    for word in ("move:shroomling@71", "to:75", "objective:3"):
        state = record.state
        record.append(state.string_to_action(word))
    assert record.for_player(0) == list(record.actions)
    assert record.for_player(1) == [*record.actions[:2], None]


def test_hidden_values_are_a_uniform_subset(implementation):
    """Section 7: the other seat's tokens are drawn out of all that one does not hold."""
    game = implementation("lumen")
    both = {"15": ["day:pusher"], "31": ["night:restorer"]}
    holdings = {"day": {"objectives": {"3": 7}}, "night": {"objectives": {"4": 1, "5": 1}}}
    state = game.state_from_dict(build(game, fighters=both, **holdings))
    rng = bm.Rng(7)
    seen = Counter()
    for _ in range(1000):
        world = state.resample_from_infostate(0, rng)
        assert world.view(0) == state.view(0)
        seen[tuple(world.to_dict()["seats"][1]["objectives"])] += 1
        back = state.resample_from_infostate(1, rng)
        assert back.view(1) == state.view(1)
        assert sum(back.to_dict()["seats"][0]["objectives"]) == 7
    # 14 tokens left: 7 of value 4 and 7 of value 5; pairs 21 : 49 : 21 of 91
    assert set(seen) == {(0, 2, 0), (0, 1, 1), (0, 0, 2)}
    expected = {(0, 2, 0): 21 / 91, (0, 1, 1): 49 / 91, (0, 0, 2): 21 / 91}
    chi2 = sum((seen[k] - 1000 * p) ** 2 / (1000 * p) for k, p in expected.items())
    assert chi2 < 27.6  # p = 1e-6 at two degrees of freedom


def test_territories_go_by_index_in_dicts_and_messages_name_the_id_too(implementation):
    game = implementation("lumen")
    d = game.new_initial_state().to_dict()
    with pytest.raises(ValueError, match=r"marker: 75 is the id on the board; .* index 0..15: 15"):
        game.state_from_dict({**d, "marker": 75})
    with pytest.raises(ValueError, match=r"marker: 16 is not 0..15"):
        game.state_from_dict({**d, "marker": 16})
    rows = game.tables["territories"]["rows"]
    sizes = {row["id"]: len(row["territories"]) for row in game.tables["scenarios"]["rows"]}
    game = implementation("lumen", scenario=min(sizes, key=sizes.get))
    state = game.new_initial_state()
    in_play = {entry["territory"] for entry in state.table()["territories"]}
    outside = min(set(range(len(rows))) - in_play)
    with pytest.raises(ValueError, match=rf"I-01: .* {outside} \(id {rows[outside]['id']}\)"):
        game.state_from_dict({**state.to_dict(), "marker": outside})
