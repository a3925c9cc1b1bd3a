"""What is accepted stays acceptable: from extreme positions to the end, each state round trips."""

from __future__ import annotations

import pickle

import bitmeeple as bm
import pytest
from bitmeeple.contract.shapes import Fields, Int, ListOf, Optional, Tuple
from bitmeeple.differential import configurations
from conftest import ALL_GAMES, LOADERS, play_on


def int_leaves(d, shape):
    """(container, key, lowest, highest) of each entry that is an int in a range."""
    if isinstance(shape, Optional):
        shape = shape.inner
    entries = ()
    if isinstance(shape, Fields) and isinstance(d, dict):
        entries = [(key, shape.fields[key].shape) for key in d]
    elif isinstance(shape, ListOf) and isinstance(d, list):
        entries = [(index, shape.inner) for index in range(len(d))]
    elif isinstance(shape, Tuple) and isinstance(d, list):
        entries = list(enumerate(shape.inner))
    for key, inner in entries:
        bound = inner.inner if isinstance(inner, Optional) else inner
        if isinstance(bound, Int) and type(d[key]) is int:
            yield d, key, bound.lowest, bound.highest
        else:
            yield from int_leaves(d[key], inner)


def accepted(game, d):
    try:
        return game.state_from_dict(d)
    except ValueError:
        return None


def push(game, state, rng):
    """Push each number of a position as far up, or down, as is accepted, in random order."""
    shape = game._spec.fields
    d = shape.without_derived(state.to_dict())
    leaves = list(int_leaves(d, shape))
    for _ in range(len(leaves)):
        container, key, lowest, highest = leaves.pop(rng.below(len(leaves)))
        good, bad = container[key], lowest - 1 if rng.below(4) == 0 else highest + 1
        while abs(bad - good) > 1:  # the furthest accepted value, if there are no gaps
            container[key] = (good + bad) // 2
            if accepted(game, d) is None:
                bad = container[key]
            else:
                good = container[key]
        container[key] = good
    return accepted(game, d)


def round_trips(state):
    game = state.game
    assert game.state_from_dict(state.to_dict()) == state
    assert game.deserialize_state(state.serialize()) == state
    assert pickle.loads(pickle.dumps(state)) == state


def play_from_an_extreme(name, options, stream):
    """On the core to the end; the reference must accept the first and the last position too."""
    rng = bm.Rng(11, stream)
    core, ref = (load(name, **options) for load in LOADERS.values())
    state = core.new_initial_state()
    play_on(state, rng, 1 + rng.below(150), "eager")
    state = push(core, state, rng)
    twin = ref.state_from_dict(state.to_dict())
    assert twin.to_dict() == state.to_dict()
    while True:
        try:
            round_trips(state)
        except ValueError as error:
            raise AssertionError(f"{options}, stream {stream}: {state.to_json()}") from error
        if state.is_terminal():
            break
        state.apply_action(state.sample(rng, "eager"))
    assert ref.state_from_dict(state.to_dict()).scores() == state.scores()


@pytest.mark.parametrize("stream", range(2))
@pytest.mark.parametrize("name", ALL_GAMES)
def test_play_from_extreme_positions_stays_acceptable(name, stream):
    known = list(configurations(name))
    play_from_an_extreme(name, known[stream * (len(known) - 1)], stream)


@pytest.mark.long
@pytest.mark.parametrize("name", ALL_GAMES)
def test_play_from_extreme_positions_stays_acceptable_under_all_options(name):
    for number, options in enumerate(configurations(name)):
        for stream in range(2):
            play_from_an_extreme(name, options, 100 * number + stream)


@pytest.mark.parametrize("side", LOADERS)
def test_points_leave_room_for_the_scorings_to_come(side):
    """I-27 of El Caballero: the greatest accepted points, in the first and in the last round."""
    game = LOADERS[side]("el_caballero", variant="expanded")
    state = game.new_initial_state()
    scorings = len(game.tables["variants"]["expanded"]["scoring_after"])
    most = 65_535 - 3168 * scorings
    d = {**state.to_dict(), "points": [most, 0]}
    assert game.state_from_dict(d).to_dict()["points"] == [most, 0]
    with pytest.raises(ValueError, match=f"I-27: seat 1 has {most + 1} points, at most {most}"):
        game.state_from_dict({**d, "points": [0, most + 1]})
    state.play_random(bm.Rng(1))
    over = {**state.to_dict(), "points": [65_535, 0]}
    assert game.state_from_dict(over).scores() == [65_535, 0]
