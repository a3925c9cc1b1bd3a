"""Shared fixtures: most tests run on both implementations."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import bitmeeple as bm
import hypothesis
import pytest
from bitmeeple.registry import _listed

TESTS = Path(__file__).parent
ALL_GAMES = sorted(_listed())  # the test games too
LOADERS = {"core": bm.load_game, "reference": bm.reference.load_game}

# A shell that starts commands in the background lets them ignore Ctrl-C, which the tests send.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

hypothesis.settings.register_profile(
    "quick", max_examples=25, deadline=None, derandomize=True, database=None
)
hypothesis.settings.load_profile("quick")


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="run the long tier instead")
    parser.addoption("--update-golden", action="store_true", help="write golden files anew")


def pytest_collection_modifyitems(config, items):
    long = config.getoption("--long")
    selected = [item for item in items if (item.get_closest_marker("long") is not None) == long]
    config.hook.pytest_deselected(items=[item for item in items if item not in selected])
    items[:] = selected


def play_on(state, rng, steps, policy):
    """At most ``steps`` more nodes of a random game."""
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(state.sample(rng, policy))


@pytest.fixture(params=sorted(LOADERS))
def implementation(request):
    """`load_game` of the core and of the reference."""
    return LOADERS[request.param]


@pytest.fixture(params=ALL_GAMES)
def game_name(request):
    """Every game of the list."""
    return request.param


def own_file(game, name):
    """A data file of the tests for this game."""
    return TESTS / "games" / game / "data" / name


def read_json(*path):
    """A JSON file below tests/games/."""
    return json.loads((TESTS / "games").joinpath(*path).read_text(encoding="utf-8"))
