"""Observation tensors: their description, and nothing hidden in them."""

from __future__ import annotations

import importlib

import bitmeeple as bm
import numpy as np
import pytest
from bitmeeple.contract.tensor import decode, encode
from bitmeeple.differential import configurations
from conftest import ALL_GAMES, LOADERS
from games.decoding import Parts


def some_configurations(name, most=6):
    """Options that differ as much as a few can: evenly from the list of all."""
    every = configurations(name)
    return every[:: max(1, len(every) // most)]


def states_along(game, seed, every, policy="eager"):
    """States of one random game, every few nodes, the last one included."""
    state = game.new_initial_state()
    rng = bm.Rng(seed)
    count = 0
    while not state.is_terminal():
        if count % every == 0:
            yield state.clone()
        count += 1
        state.apply_action(state.sample(rng, policy))
    yield state


def test_slices_lie_one_after_the_other(game_name):
    for options in configurations(game_name):
        game = bm.load_game(game_name, **options)
        spec = game.observation_spec()
        assert len({part.name for part in spec}) == len(spec)
        end = 0
        for part in spec:
            assert part.offset == end
            assert part.size == np.prod(part.shape)
            assert part.meaning
            assert part.low <= part.high
            end += part.size
        assert game.observation_tensor_shape() == (end,)
        assert end <= 4096


@pytest.mark.parametrize("side", LOADERS)
def test_values_are_in_the_ranges_of_their_slices(game_name, side):
    for options in some_configurations(game_name, 6 if side == "core" else 1):
        game = LOADERS[side](game_name, **options)
        low, high = (
            np.concatenate([np.full(part.size, getattr(part, end)) for part in spec])
            for end, spec in (("low", game.observation_spec()), ("high", game.observation_spec()))
        )
        for state in states_along(game, seed=21, every=13):
            for seat in range(game.num_players()):
                tensor = state.observation_tensor(seat)
                assert (tensor >= low).all(), options
                assert (tensor <= high).all(), options


@pytest.mark.parametrize("name", ALL_GAMES)
def test_hidden_things_change_nothing_that_a_seat_gets_in_any_configuration(name):
    for number, options in enumerate(some_configurations(name)):
        game = bm.load_game(name, **options)
        for state in states_along(game, seed=30 + number, every=19):
            for seat in range(game.num_players()):
                world = state.resample_from_infostate(seat, bm.Rng(number, seat))
                assert world.view(seat) == state.view(seat), options
                assert world.observation_string(seat) == state.observation_string(seat)
                assert world.information_state_string(seat) == state.information_state_string(seat)
                mine, theirs = world.observation_tensor(seat), state.observation_tensor(seat)
                assert mine.tobytes() == theirs.tobytes(), options
                assert world.current_player() == state.current_player()
                if seat == state.current_player():
                    mask = world.legal_actions_mask()
                    assert mask.tobytes() == state.legal_actions_mask().tobytes()
                assert world.rewards()[seat] == state.rewards()[seat]


def test_different_views_are_different_information_states_in_any_configuration(game_name):
    for number, options in enumerate(some_configurations(game_name)):
        seen = {}
        game = bm.load_game(game_name, **options)
        for state in states_along(game, seed=50 + number, every=7):
            for seat in range(game.num_players()):
                view = state.view(seat)
                assert seen.setdefault(state.information_state_string(seat), view) == view


def unread(view, decoded, path=""):
    """Paths of the view that a decoder leaves out; what it has must be the view's."""
    if isinstance(decoded, dict) and isinstance(view, dict):
        assert set(decoded) <= set(view), path
        inner = [unread(view[k], decoded[k], f"{path}{k}.") for k in decoded]
        return {f"{path}{k}" for k in view if k not in decoded}.union(*inner)
    if isinstance(decoded, list) and isinstance(view, list):
        assert len(decoded) == len(view), (path, decoded, view)
        return set().union(*(unread(v, d, f"{path}*.") for v, d in zip(view, decoded)))
    assert decoded == view, (path, decoded, view)
    assert type(decoded) is type(view), path
    return set()


def without(entries, path):
    """Entries without those at a path like ``seats.*.drawn``."""
    head, _, rest = path.partition(".")
    if head == "*":
        return [without(entry, rest) for entry in entries]
    kept = {key: value for key, value in entries.items() if key != head}
    return {**kept, head: without(entries[head], rest)} if rest else kept


def derived_paths(fields, path=""):
    """Paths of the derived entries, as `unread` writes them."""
    for key, entry in fields.fields.items():
        if entry.derived:
            yield f"{path}{key}"
        if key == "seats":
            yield from derived_paths(fields.seats, "seats.*.")


@pytest.mark.parametrize("side", LOADERS)
def test_a_tensor_is_the_code_of_the_view(game_name, side):
    """What the interface says of the tensor is so, both ways; and so it holds nothing hidden."""
    for number, options in enumerate(some_configurations(game_name, 6 if side == "core" else 1)):
        game = LOADERS[side](game_name, **options)
        fields, slices = game._spec.fields, game._spec.observation_slices
        if slices[0].code is None:
            pytest.skip("still has a decoder of its own")
        unsaid = game._spec.interface.UNSAID
        left_out = {*unsaid, *derived_paths(fields)}
        for state in states_along(game, seed=70 + number, every=29):
            for seat in range(game.num_players()):
                view, tensor = state.view(seat), state.observation_tensor(seat)
                assert np.array(encode(slices, view), np.float32).tobytes() == tensor.tobytes()
                said = decode(slices, fields, tensor.tolist(), seat, game.num_players())
                for path in unsaid:
                    said = without(said, path)
                assert unread(view, said) <= left_out


@pytest.mark.parametrize("side", LOADERS)
def test_a_tensor_decodes_to_the_view(game_name, side):
    try:
        decoder = importlib.import_module(f"games.{game_name}.decoder")
    except ModuleNotFoundError:
        return
    for number, options in enumerate(some_configurations(game_name, 6 if side == "core" else 1)):
        game = LOADERS[side](game_name, **options)
        for state in states_along(game, seed=70 + number, every=29):
            for seat in range(game.num_players()):
                decoded = decoder.decode(game, Parts(state, seat), seat)
                assert unread(state.view(seat), decoded) <= decoder.DERIVED


def test_explain_observation_says_all_of_it(game_name, capsys):
    *_, state = states_along(bm.load_game(game_name), seed=3, every=29)
    seat = state.game.num_players() - 1
    assert bm.explain_observation(state, seat) is None
    lines = capsys.readouterr().out.splitlines()
    for part in state.game.observation_spec():
        assert any(f"] {part.name} (" in line and part.meaning in line for line in lines)
    with pytest.raises(ValueError, match="seat"):
        bm.explain_observation(state)
    with pytest.raises(ValueError, match="no seat"):
        bm.explain_observation(state, 99)
    with pytest.raises(TypeError, match="takes a state, not int"):
        bm.explain_observation(3, 0)


def test_explain_observation_shows_entries(capsys):
    state = bm.load_game("toy").state_from_dict(
        {
            "node": "TURN",
            "seat": 0,
            "seats": [{"dealt": 1, "drawn": [2, 2]}, {"dealt": 0, "drawn": []}],
        }
    )
    bm.explain_observation(state)
    text = capsys.readouterr().out
    assert "seat0.dealt (4): one-hot token type; zeros if unknown\n           1\n" in text
    assert "\n           2\n" in text
    assert "all 0" in text
