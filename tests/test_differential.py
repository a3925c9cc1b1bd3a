"""Core against reference: lockstep, digests, perft; every option, both policies.

A failure prints seed, line and both sides; how to read it is in CONTRIBUTING.md.
"""

from __future__ import annotations

import bitmeeple as bm
import pytest
from bitmeeple.differential import configurations, lockstep, pair
from conftest import ALL_GAMES

CONFIGURATIONS = [
    (name, number, options)
    for name in ALL_GAMES
    for number, options in enumerate(configurations(name))
]
IDS = [f"{name}-{number}" for name, number, _ in CONFIGURATIONS]
DEFAULTS = [
    (name, options)
    for name, _, options in CONFIGURATIONS
    if all(
        options[o.name] == o.default
        for o in bm.load_game(name)._spec.interface.OPTIONS
        if o.name != "players"
    )
]


def play_lockstep(name, options, policy, games, seed):
    core, ref = pair(name, **options)
    for stream in range(games):
        lockstep(
            core.new_initial_state(),
            ref.new_initial_state(),
            seed=seed,
            stream=stream,
            policy=policy,
        )


def compare_digests(name, options, policy, n):
    core, ref = pair(name, **options)
    mine, theirs = (bm.rollout(g, n, seed=17, policy=policy) for g in (core, ref))
    wrong = (mine.digests != theirs.digests).nonzero()[0]
    assert not len(wrong), f"{core}, policy {policy}, seed 17: playouts {wrong[:5]} differ"
    for key in ("scores", "returns", "plies", "chance"):
        assert (getattr(mine, key) == getattr(theirs, key)).all()


@pytest.mark.parametrize(("name", "number", "options"), CONFIGURATIONS, ids=IDS)
def test_digests_agree_under_every_option(name, number, options):
    compare_digests(name, options, bm.POLICIES[number % 2], 1)


@pytest.mark.parametrize("policy", bm.POLICIES)
@pytest.mark.parametrize(("name", "options"), DEFAULTS, ids=[f"{n}-{o}" for n, o in DEFAULTS])
def test_lockstep_agrees_for_every_player_count(name, options, policy):
    play_lockstep(name, options, policy, 1, seed=23)
    compare_digests(name, options, policy, 5)


@pytest.mark.long
@pytest.mark.parametrize("policy", bm.POLICIES)
@pytest.mark.parametrize(("name", "number", "options"), CONFIGURATIONS, ids=IDS)
def test_lockstep_and_100_digests_under_every_option(name, number, options, policy):
    play_lockstep(name, options, policy, 2, seed=31 + number)
    compare_digests(name, options, policy, 100)


@pytest.mark.long
@pytest.mark.parametrize("policy", bm.POLICIES)
@pytest.mark.parametrize(("name", "options"), DEFAULTS, ids=[f"{n}-{o}" for n, o in DEFAULTS])
def test_2000_digests_for_every_player_count(name, options, policy):
    compare_digests(name, options, policy, 2000)
