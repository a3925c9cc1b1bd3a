"""The surface of design 3 on every game and both implementations."""

from __future__ import annotations

import copy
import enum
import inspect
import json
import pickle
import random

import bitmeeple as bm
import numpy as np
import pytest
from bitmeeple.differential import configurations
from conftest import ALL_GAMES, LOADERS, play_on
from hypothesis import given
from hypothesis import strategies as st

CASES = [(name, side) for name in ALL_GAMES for side in LOADERS]
BOUNDS = (
    *("num_players", "num_distinct_actions", "max_chance_outcomes", "max_game_length"),
    *("max_chance_nodes_in_history", "min_utility", "max_utility", "utility_sum"),
    *("observation_tensor_shape", "observation_spec"),
)
every_case = pytest.mark.parametrize(("name", "side"), CASES)


def some_state(name, side, seed, steps, options=None, policy="uniform"):
    """A state reached by a random line of at most ``steps`` nodes."""
    state = LOADERS[side](name, **(options or {})).new_initial_state()
    play_on(state, bm.Rng(seed), steps, policy)
    return state


def states_along(name, side, seed, every=17, policy="eager"):
    """States of one random game, every few nodes, the last one included."""
    state = LOADERS[side](name).new_initial_state()
    rng = bm.Rng(seed)
    count = 0
    while not state.is_terminal():
        if count % every == 0:
            yield state.clone()
        count += 1
        state.apply_action(state.sample(rng, policy))
    yield state


@every_case
def test_game_describes_itself(name, side):
    game = LOADERS[side](name)
    assert isinstance(game, bm.Game)
    assert game.name == name
    assert eval(repr(game), {"bitmeeple": bm}) == game
    assert LOADERS[side](str(game)) == game
    assert hash(LOADERS[side](str(game))) == hash(game)
    assert pickle.loads(pickle.dumps(game)) == game
    assert copy.deepcopy(game) is game
    assert game != "latria"
    with pytest.raises(TypeError):
        game.options["players"] = 3
    with pytest.raises(TypeError):
        game.tables["game"] = "chess"
    assert len(game.data_digest) == 64


@pytest.mark.parametrize("name", ALL_GAMES)
def test_core_and_reference_are_different_games_with_the_same_bounds(name):
    core, ref = (load(name) for load in LOADERS.values())
    assert core != ref
    assert core.new_initial_state() != ref.new_initial_state()
    for options in configurations(name):
        core, ref = (load(name, **options) for load in LOADERS.values())
        for bound in BOUNDS:
            assert getattr(core, bound)() == getattr(ref, bound)(), (options, bound)
        assert core.observation_tensor_shape() == (core._observation_size(),)
        assert core.observation_tensor_shape()[0] <= 4096


@every_case
def test_bounds_hold_in_random_games(name, side):
    game = LOADERS[side](name)
    n = 20 if side == "core" else 2
    for policy in bm.POLICIES:
        result = bm.rollout(game, n, policy=policy)
        assert result.plies.max() <= game.max_game_length()
        assert result.chance.max() <= game.max_chance_nodes_in_history()
        assert result.returns.min() >= game.min_utility()
        assert result.returns.max() <= game.max_utility()
        if game.utility_sum() is not None:
            assert result.returns.sum(axis=1) == pytest.approx(game.utility_sum())


@every_case
def test_nodes_agree_with_themselves(name, side):
    for state in states_along(name, side, seed=5):
        player = state.current_player()
        assert [state.is_chance_node(), state.is_terminal(), state.is_player_node()] == [
            player == bm.CHANCE_PLAYER,
            player == bm.TERMINAL_PLAYER,
            player >= 0,
        ]
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        assert all(type(action) is int for action in legal)
        mask = state.legal_actions_mask()
        assert mask.dtype == np.int8
        game = state.game
        chance = state.is_chance_node()
        assert len(mask) == (game.max_chance_outcomes() if chance else game.num_distinct_actions())
        assert list(np.flatnonzero(mask)) == legal
        assert (not legal) == state.is_terminal()
        for seat in range(game.num_players()):
            assert state.legal_actions(seat) == (legal if seat == player else [])
        if chance:
            outcomes, weights = state.chance_outcomes(), state.chance_weights()
            assert [o for o, _ in outcomes] == [o for o, _ in weights] == legal
            total = sum(w for _, w in weights)
            assert all(p == w / total for (_, p), (_, w) in zip(outcomes, weights))
            assert all(type(w) is int and w >= 1 for _, w in weights)
        else:
            with pytest.raises(ValueError, match="needs another node"):
                state.chance_outcomes()
            with pytest.raises(ValueError, match="needs another node"):
                state.chance_weights()
            with pytest.raises(ValueError, match="needs another node"):
                state.sample_chance(bm.Rng(0))
        if not state.is_player_node():
            with pytest.raises(ValueError, match="needs another node"):
                state.sample_action(bm.Rng(0))


@every_case
def test_results_are_zero_before_the_end(name, side):
    *before, last = states_along(name, side, seed=6)
    players = last.game.num_players()
    for state in before:
        assert state.scores() == [0] * players
        assert state.returns() == state.rewards() == [0.0] * players
        assert state.ranking() == [1] * players
    assert last.rewards() == last.returns()
    assert all(type(score) is int for score in last.scores() + last.ranking())
    assert all(type(value) is float for value in last.returns())
    assert sum(last.returns()) == last.game.utility_sum()
    assert min(last.ranking()) == 1


@every_case
def test_round_trips(name, side):
    for state in states_along(name, side, seed=7, every=29):
        game = state.game
        again = game.state_from_dict(state.to_dict())
        assert again == state
        assert again.key() == state.key()
        assert json.loads(state.to_json()) == state.to_dict()
        assert game.deserialize_state(state.serialize()) == state
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(state, protocol)) == state
        for twin in (state.clone(), copy.copy(state), copy.deepcopy(state)):
            assert twin == state
            assert twin is not state
        legal = state.legal_actions()
        words = [state.action_to_string(action) for action in legal]
        assert len(set(words)) == len(words)
        for action, word in zip(legal, words):
            assert word.isascii()
            assert word
            assert not any(c.isspace() for c in word)
            assert state.string_to_action(word) == action
            assert state.action_to_string(state.current_player(), action) == word
            assert state.string_to_action(state.current_player(), word) == action


@every_case
def test_clones_are_independent_and_children_leave_the_parent(name, side):
    for state in states_along(name, side, seed=8, every=23):
        if state.is_terminal():
            continue
        before = state.to_json()
        child = state.child(state.legal_actions()[0])
        twin = state.clone()
        twin.play_random(bm.Rng(1))
        assert state.to_json() == before
        assert twin.is_terminal()
        assert child != state


@every_case
def test_illegal_actions_are_refused_and_change_nothing(name, side):
    class Wrapped:
        def __init__(self, value):
            self.value = value

        def __index__(self):
            return self.value

    for state in states_along(name, side, seed=9, every=31):
        before = state.to_json()
        legal = state.legal_actions()
        ids = range(
            -2, max(state.game.num_distinct_actions(), state.game.max_chance_outcomes()) + 2
        )
        illegal = [a for a in ids if a not in legal]
        step = max(1, len(illegal) // 25)
        for bad in [*illegal[::step], -(2**31), 2**31, 2**63, -(2**64), 10**30]:
            with pytest.raises(bm.IllegalActionError):
                state.apply_action(bad)
            with pytest.raises(ValueError):
                state.child(bad)
        for bad in (np.int64(illegal[0]), np.int8(-1), Wrapped(illegal[0])):
            with pytest.raises(bm.IllegalActionError):
                state.apply_action(bad)
        for bad in (
            True,
            False,
            np.True_,
            1.0,
            np.float64(0),
            None,
            "0",
            b"0",
            [0],
            (0,),
            object(),
        ):
            with pytest.raises(TypeError):
                state.apply_action(bad)
        assert state.to_json() == before
        if legal:
            number = enum.IntEnum("number", {"first": legal[0]})
            for good in (np.int64(legal[0]), np.array(legal[0]), Wrapped(legal[0]), number.first):
                assert state.child(good) == state.child(legal[0])


@every_case
def test_seats_are_checked_everywhere(name, side):
    state = some_state(name, side, 1, 3)
    players = state.game.num_players()
    calls = [
        state.view,
        state.observation_string,
        state.information_state_string,
        state.observation_tensor,
        state.legal_actions,
        lambda p: state.resample_from_infostate(p, bm.Rng(0)),
    ]
    for call in calls:
        for bad in (-1, players, 2**40, -(2**70)):
            with pytest.raises(ValueError, match="no seat"):
                call(bad)
        for bad in ("0", 1.0, True):
            with pytest.raises(TypeError):
                call(bad)


@every_case
def test_unknown_notation_names_close_ones(name, side):
    state = some_state(name, side, 1, 2)
    word = state.action_to_string(state.legal_actions()[0])
    with pytest.raises(bm.IllegalActionError, match="legal are"):
        state.string_to_action(word + "!")
    for bad in (None, 3, b"x"):
        with pytest.raises(TypeError):
            state.string_to_action(bad)
    with pytest.raises(ValueError, match="is not in"):
        state.action_to_string(10**6)


@every_case
def test_any_id_has_a_notation_or_means_nothing(name, side):
    for state in states_along(name, side, seed=19, every=19):
        game = state.game
        node = state.to_dict()["node"]
        for player, count in ((0, game.num_distinct_actions()), (-1, game.max_chance_outcomes())):
            for number in {*range(min(count, 40)), *range(0, count, 1 + count // 40), count - 1}:
                try:
                    word = state.action_to_string(player, number)
                except ValueError as error:
                    assert player == -1
                    assert str(error) == f"outcome {number} means nothing at {node}"
                else:
                    assert word.isascii()
                    assert not any(c.isspace() for c in word)
            for bad in (-1, count, 10**30):
                with pytest.raises(ValueError, match=f"is not in 0..{count - 1}"):
                    state.action_to_string(player, bad)


@every_case
def test_a_sample_is_what_a_playout_draws(name, side):
    game = LOADERS[side](name)
    for policy in bm.POLICIES:
        state, rng = game.new_initial_state(), bm.Rng(5, 2)
        line = []
        while not state.is_terminal():
            line.append(state.sample(rng, policy))
            state.apply_action(line[-1])
        assert tuple(line) == bm.record_playout(game, 5, 2, policy).actions
        with pytest.raises(ValueError, match="needs another node: the game is over"):
            state.sample(rng)
    for bad in ("Uniform", None, 3):
        with pytest.raises(ValueError, match="policy is"):
            game.new_initial_state().sample(rng, bad)
    for bad in (None, 3, random.Random(1), "rng", bm.Rng):
        with pytest.raises(TypeError, match="rng is a"):
            game.new_initial_state().sample(bad)


@every_case
def test_serialized_bytes_are_checked(name, side):
    state = some_state(name, side, 2, 5)
    game, data = state.game, state.serialize()
    for cut in (0, 3, 10, 46, len(data) // 2, len(data) - 1):
        with pytest.raises(ValueError, match="truncated"):
            game.deserialize_state(data[:cut])
    for position in range(0, len(data), 7):
        broken = bytearray(data)
        broken[position] ^= 0x41
        with pytest.raises(ValueError):
            game.deserialize_state(bytes(broken))
    for bad in ("text", None, 3, [1]):
        with pytest.raises(TypeError):
            game.deserialize_state(bad)
    other = LOADERS["core" if side == "reference" else "reference"](name)
    with pytest.raises(ValueError, match="other implementation"):
        other.deserialize_state(data)
    foreign = LOADERS[side]("toy" if name != "toy" else "toy(players=3)")
    with pytest.raises(ValueError, match="another game"):
        foreign.deserialize_state(data)


@every_case
def test_state_dicts_of_a_wrong_shape_are_refused(name, side):
    state = some_state(name, side, 3, 40)
    game, good = state.game, state.to_dict()
    for bad in (None, [], "x", 3):
        with pytest.raises(TypeError):
            game.state_from_dict(bad)
    with pytest.raises(ValueError, match="unknown key"):
        game.state_from_dict({**good, "extra": 1})
    with pytest.raises(ValueError, match="missing"):
        game.state_from_dict({})
    for key in good:
        for bad in (object(), 1.5, {"x": 1}, "?", 10**20, -(10**20), [[[]]]):
            try:
                twin = game.state_from_dict({**good, key: bad})
            except (TypeError, ValueError) as error:
                assert str(error)
            else:
                raise AssertionError(f"{key}={bad!r} was accepted: {twin!r}")


@every_case
def test_derived_keys_may_be_left_out_and_errors_say_what_they_should_be(name, side):
    for state in states_along(name, side, seed=17, every=41):
        game, d = state.game, state.to_dict()
        shape = game._spec.fields
        assert game.state_from_dict(shape.without_derived(d)) == state
        places = [(d, "", key) for key, entry in shape.fields.items() if entry.derived]
        inner = shape.fields["seats"].shape.inner.fields
        for seat, entry in enumerate(d["seats"]):
            places += [(entry, f"seats[{seat}].", key) for key in inner if inner[key].derived]
        for entry, path, key in places:
            right = entry[key]
            wrong = changed_a_little(right)
            entry[key] = wrong
            with pytest.raises(ValueError) as caught:
                game.state_from_dict(d)
            entry[key] = right
            if not str(caught.value).startswith("state."):  # no longer of the right shape
                said = f"{path}{key} is {wrong}, but follows to be {right} (it may be left out)"
                assert said in str(caught.value)


def changed_a_little(value):
    """Another value of the same shape."""
    if isinstance(value, list):
        return [changed_a_little(value[0]), *value[1:]] if value else [0]
    return not value if isinstance(value, bool) else value + 1


@every_case
def test_views_and_tensors(name, side):
    for state in states_along(name, side, seed=11, every=37):
        complete = state.to_dict()
        for seat in range(state.game.num_players()):
            view = state.view(seat)
            assert view["player"] == seat
            assert set(view) == {*complete, "player"}
            assert json.loads(state.information_state_string(seat)) == view
            assert isinstance(state.observation_string(seat), str)
            tensor = state.observation_tensor(seat)
            assert tensor.dtype == np.float32
            assert tensor.shape == state.game.observation_tensor_shape()
            assert np.isfinite(tensor).all()
            out = np.full_like(tensor, 7)
            assert state.observation_tensor(seat, out=out) is out
            assert out.tobytes() == tensor.tobytes()
            with pytest.raises(ValueError):
                state.observation_tensor(seat, out=np.zeros(len(out) + 1, np.float32))
            with pytest.raises(ValueError):
                state.observation_tensor(seat, out=np.zeros(2 * len(out), np.float32)[::2])
            with pytest.raises(TypeError):
                state.observation_tensor(seat, out=np.zeros(len(out)))


@every_case
def test_another_consistent_world_changes_nothing_that_a_seat_sees(name, side):
    for state in states_along(name, side, seed=12, every=11):
        for seat in range(state.game.num_players()):
            world = state.resample_from_infostate(seat, bm.Rng(3, seat))
            again = state.resample_from_infostate(seat, bm.Rng(3, seat))
            assert world == again
            assert world.view(seat) == state.view(seat)
            assert world.information_state_string(seat) == state.information_state_string(seat)
            assert world.observation_string(seat) == state.observation_string(seat)
            mine, theirs = world.observation_tensor(seat), state.observation_tensor(seat)
            assert mine.tobytes() == theirs.tobytes()
            assert world.current_player() == state.current_player()
            assert world.legal_actions(seat) == state.legal_actions(seat)
            assert world.rewards() == state.rewards()
            assert world.game.state_from_dict(world.to_dict()) == world


@every_case
def test_a_table_is_what_everybody_can_work_out(name, side):
    """It is plain data, the same on both implementations, and no hidden part changes it."""
    for state in states_along(name, side, seed=21, every=13):
        table = state.table()
        assert json.loads(json.dumps(table)) == table
        other = LOADERS["core" if side == "reference" else "reference"](name)
        assert other.state_from_dict(state.to_dict()).table() == table
        for seat in range(state.game.num_players()):
            assert state.resample_from_infostate(seat, bm.Rng(5, seat)).table() == table


@every_case
def test_different_views_are_different_information_states(name, side):
    seen = {}
    for state in states_along(name, side, seed=13, every=5):
        for seat in range(state.game.num_players()):
            view = json.dumps(state.view(seat), sort_keys=True)
            text = state.information_state_string(seat)
            assert seen.setdefault(text, view) == view


@every_case
def test_states_are_values(name, side):
    state = some_state(name, side, 4, 6)
    with pytest.raises(TypeError):
        hash(state)
    assert state != 3
    assert isinstance(state, bm.State)
    assert state.game == LOADERS[side](name)
    assert str(state)


@given(
    seed=st.integers(0, 2**64 - 1), stream=st.integers(0, 2**64 - 1), n=st.integers(1, 2**32 - 1)
)
def test_generators_agree(seed, stream, n):
    core, ref = bm.Rng(seed, stream), bm.reference.Rng(seed, stream)
    assert [core.next() for _ in range(5)] == [ref.next() for _ in range(5)]
    assert [core.below(n) for _ in range(5)] == [ref.below(n) for _ in range(5)]
    twin = pickle.loads(pickle.dumps(core))
    assert twin == core
    assert twin.next() == core.next()


@pytest.mark.parametrize("make", [bm.Rng, bm.reference.Rng])
def test_generators_refuse_bad_arguments(make):
    for bad in (-1, 2**64):
        with pytest.raises(ValueError):
            make(bad, 0)
        with pytest.raises(ValueError):
            make(0, bad)
    for bad in (0, -1, 2**32):
        with pytest.raises(ValueError):
            make(0, 0).below(bad)
    for bad in ("1", 1.0, True, None):
        with pytest.raises(TypeError):
            make(bad, 0)


def test_options_are_typed_and_typos_are_named():
    with pytest.raises(ValueError, match="no game 'toyy'"):
        bm.load_game("toyy")
    with pytest.raises(ValueError, match="did you mean 'players'"):
        bm.load_game("toy", player=2)
    for bad in ("2", 2.0, True, None):
        with pytest.raises(TypeError):
            bm.load_game("toy", players=bad)
    with pytest.raises(ValueError, match="allowed are 2, 3"):
        bm.load_game("toy", players=7)
    with pytest.raises(TypeError):
        bm.load_game("toy", open=1)
    with pytest.raises(ValueError, match="given twice"):
        bm.load_game("toy(players=2)", players=3)
    for bad in (None, 3, ["toy"], {"players": 2}):
        with pytest.raises(TypeError):
            bm.load_game(bad)
    assert bm.load_game({"name": "toy", "players": 3}) == bm.load_game("toy(players=3)")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(",
        "toy(",
        "toy)",
        "toy(players)",
        "toy(players=)",
        "toy(players=2,,)",
        "toy(players=2",
        "toy(players=2)x",
        "toy(players=2,players=3)",
        'toy(data="x)',
        "to y",
        "toy(=2)",
        "toy(players=2 3)",
    ],
)
def test_broken_game_strings_are_refused(text):
    with pytest.raises(ValueError):
        bm.load_game(text)


def test_methods_of_compiled_states_refuse_what_is_no_state():
    """They are C methods of their own (bindings/object.hpp)."""
    state = bm.load_game("toy").new_initial_state()
    native = type(state)
    for make in (native, native.__new__, object.__new__):
        with pytest.raises(TypeError):  # no state without a game
            make(*(() if isinstance(make, type) else (native,)))
    with pytest.raises(TypeError, match="base type"):
        type("Mine", (native,), {})
    with pytest.raises(TypeError):
        native.apply_action(5, 0)
    for wrong in ((), (0, 1)):
        with pytest.raises(TypeError):
            state.apply_action(*wrong)
    with pytest.raises(TypeError, match="at most 1"):
        state.legal_actions(0, 1)
    with pytest.raises(TypeError):
        state.legal_actions(player=0)
    assert str(inspect.signature(native.apply_action)) == "(self, action, /)"
