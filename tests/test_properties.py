"""Properties of any line of play, drawn and shrunk by hypothesis, on both implementations."""

from __future__ import annotations

from itertools import pairwise

import bitmeeple as bm
import pytest
from conftest import ALL_GAMES, LOADERS, play_on
from hypothesis import given, settings
from hypothesis import strategies as st

CASES = [(name, side) for name in ALL_GAMES for side in LOADERS]

# A line: how far to go with a seeded playout, then choices among the legal ones.
lines = st.tuples(
    st.integers(0, 2**32 - 1),
    st.integers(0, 250),
    st.sampled_from(bm.POLICIES),
    st.lists(st.integers(0, 2**16), min_size=1, max_size=12),
)


def walk(state, line):
    """The states of the drawn choices, after a seeded beginning."""
    seed, steps, policy, choices = line
    play_on(state, bm.Rng(seed), steps, policy)
    yield state
    for choice in choices:
        legal = state.legal_actions()
        if not legal:
            return
        state.apply_action(legal[choice % len(legal)])
        yield state


@pytest.mark.parametrize(("name", "side"), CASES)
@settings(max_examples=6)
@given(line=lines)
def test_every_state_of_a_line_is_sound(name, side, line):
    game = LOADERS[side](name)
    for state in walk(game.new_initial_state(), line):
        assert game.state_from_dict(state.to_dict()) == state
        legal = state.legal_actions()
        assert (not legal) == state.is_terminal()
        ids = game.max_chance_outcomes() if state.is_chance_node() else game.num_distinct_actions()
        assert all(0 <= a < ids for a in legal)
        assert all(game.min_utility() <= u <= game.max_utility() for u in state.returns())
        before = state.to_json()
        bad = (legal[-1] if legal else 0) + 1
        if bad not in legal:
            with pytest.raises(bm.IllegalActionError):
                state.apply_action(bad)
        if legal:
            child = state.child(legal[len(legal) // 2])
            assert child != state
            assert game.state_from_dict(child.to_dict()) == child
        assert state.to_json() == before


@pytest.mark.parametrize("name", ALL_GAMES)
@settings(max_examples=15)
@given(line=lines)
def test_core_and_reference_agree_on_any_line(name, line):
    core, ref = (load(name).new_initial_state() for load in LOADERS.values())
    for mine, theirs in zip(walk(core, line), walk(ref, line), strict=True):
        assert mine.to_dict() == theirs.to_dict()
        assert mine.legal_actions() == theirs.legal_actions()


@pytest.mark.parametrize("name", ALL_GAMES)
@settings(max_examples=20)
@given(line=lines)
def test_equal_positions_reached_on_two_ways_are_equal_bytes(name, line):
    """A pair of moves that may be made in either order and meets in equal dicts is equal."""
    game = bm.load_game(name)
    for state in walk(game.new_initial_state(), line):
        legal = state.legal_actions()
        for a, b in pairwise(legal):
            ways = [two_steps(state, a, b), two_steps(state, b, a)]
            if None not in ways and ways[0].to_dict() == ways[1].to_dict():
                assert ways[0] == ways[1]
                assert ways[0].key() == ways[1].key()


def two_steps(state, first, second):
    """The state after two actions, None if the second is not legal after the first."""
    middle = state.child(first)
    return middle.child(second) if second in middle.legal_actions() else None


@pytest.mark.parametrize("name", ALL_GAMES)
@settings(max_examples=10)
@given(line=lines, seed=st.integers(0, 2**32 - 1))
def test_a_resampled_world_can_be_played(name, line, seed):
    game = bm.load_game(name)
    *_, state = walk(game.new_initial_state(), line)
    for seat in range(game.num_players()):
        world = state.resample_from_infostate(seat, bm.Rng(seed))
        assert world.view(seat) == state.view(seat)
        world.play_random(bm.Rng(seed))
        assert world.is_terminal()
