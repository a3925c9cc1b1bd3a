"""Rollouts, playouts, perft and records, on every game."""

from __future__ import annotations

import copy
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import bitmeeple as bm
import numpy as np
import pytest
from bitmeeple.origin import Origin
from bitmeeple.reference.playout import Digest
from bitmeeple.registry import shipped_data
from conftest import LOADERS

ARRAYS = ("scores", "returns", "plies", "chance", "digests")


def same(a, b):
    """Whether two rollouts agree in every byte."""
    return all(getattr(a, k).tobytes() == getattr(b, k).tobytes() for k in ARRAYS)


@pytest.mark.parametrize("policy", bm.POLICIES)
def test_output_does_not_depend_on_the_number_of_threads(game_name, policy):
    game = bm.load_game(game_name)
    one = bm.rollout(game, 200, seed=3, policy=policy, threads=1)
    for threads in (2, 3, 7):
        assert same(one, bm.rollout(game, 200, seed=3, policy=policy, threads=threads))
    assert not same(one, bm.rollout(game, 200, seed=4, policy=policy))
    longer = bm.rollout(game, 250, seed=3, policy=policy)
    assert (longer.digests[:200] == one.digests).all()


def test_arrays_have_the_promised_shapes(game_name):
    game = bm.load_game(game_name)
    result = bm.rollout(game, 5, seed=1)
    players = game.num_players()
    assert len(result) == 5
    assert result.scores.shape == result.returns.shape == (5, players)
    assert result.plies.shape == result.chance.shape == result.digests.shape == (5,)
    assert [getattr(result, k).dtype for k in ARRAYS] == [
        np.int32,
        np.float32,
        np.int32,
        np.int32,
        np.uint64,
    ]


@pytest.mark.parametrize("side", LOADERS)
@pytest.mark.parametrize("policy", bm.POLICIES)
def test_a_rollout_is_its_playouts_one_by_one(game_name, side, policy):
    game = LOADERS[side](game_name)
    result = bm.rollout(game, 2, seed=11, policy=policy)
    for i in range(2):
        record = result.record(i)
        assert (record.seed, record.stream, record.policy) == (11, i, policy)
        digest = Digest()
        players = []
        *states, last = bm.replay(record)
        for state, action in zip(states, record.actions, strict=True):
            players.append(state.current_player())
            digest.add_action(action)
        for score in last.scores():
            digest.add_score(score)
        assert last.is_terminal()
        assert last.scores() == result.scores[i].tolist()
        assert last.returns() == result.returns[i].tolist()
        assert sum(p >= 0 for p in players) == result.plies[i]
        assert sum(p == bm.CHANCE_PLAYER for p in players) == result.chance[i]
        assert digest.value == result.digests[i]
        state = game.new_initial_state()
        state.play_random(bm.Rng(11, i), policy)
        assert state == last


def test_a_rollout_can_start_at_a_state(game_name):
    record = bm.record_playout(bm.load_game(game_name), 5)
    middle = list(bm.replay(record))[len(record) // 2]
    before = middle.to_json()
    result = bm.rollout(middle, 20, seed=9)
    assert middle.to_json() == before
    assert same(result, bm.rollout(middle, 20, seed=9, threads=2))
    again = result.record(3)
    assert again.state.scores() == result.scores[3].tolist()
    assert next(bm.replay(again)) == middle
    twin = bm.reference.load_game(game_name).state_from_dict(middle.to_dict())
    short = bm.rollout(twin, 2, seed=9)
    assert (short.digests == result.digests[:2]).all()
    over = record.state
    empty = bm.rollout(over, 2)
    assert empty.plies.tolist() == empty.chance.tolist() == [0, 0]
    assert empty.scores[0].tolist() == over.scores()


def test_records_survive_json_and_change_implementation(game_name):
    record = bm.rollout(bm.load_game(game_name), 3, seed=2, policy="eager").record(2)
    again = bm.Record.from_json(record.to_json())
    assert again == record
    assert again.state == record.state
    *_, last = bm.replay(record, implementation="reference")
    assert last.game.implementation == "reference"
    assert last.scores() == record.state.scores()
    ref = bm.Record.from_json(record.to_json(), implementation="reference")
    assert ref.actions == record.actions


def test_a_seat_sees_a_masked_history(game_name):
    game = bm.load_game(game_name)
    record = bm.record_playout(game, 8)
    for seat in range(game.num_players()):
        seen = record.for_player(seat)
        assert len(seen) == len(record.actions)
        assert all(a is None or a == b for a, b in zip(seen, record.actions))
    with pytest.raises(ValueError, match="no seat"):
        record.for_player(99)


def test_an_illegal_action_leaves_a_record_as_it_was(game_name):
    record = bm.Record(bm.load_game(game_name))
    for bad, error in (
        (-1, bm.IllegalActionError),
        (10**9, bm.IllegalActionError),
        ("x", TypeError),
    ):
        with pytest.raises(error):
            record.append(bad)
    assert record.actions == ()
    assert record.state == record.game.new_initial_state()


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", "[" * 100_000, '{"bitmeeple_record": 1}', '{"bitmeeple_record": 99}'],
)
def test_broken_records_are_refused(text):
    with pytest.raises(ValueError):
        bm.Record.from_json(text)


def test_records_that_cannot_be_played_are_refused():
    good = json.loads(bm.record_playout(bm.load_game("toy"), 1).to_json())
    for changes in (
        {"actions": [0, 99]},
        {"actions": [0.5]},
        {"actions": None},
        {"game": "chess"},
        {"options": {"players": 9}},
        {"options": 3},
        {"data_digest": "0" * 64},
        {"start": {"node": "END"}},
    ):
        with pytest.raises(ValueError):
            bm.Record.from_json(json.dumps({**good, **changes}))


def test_a_record_opens_no_file_that_it_names(tmp_path):
    path = tmp_path / "own.json"
    path.write_text(json.dumps(shipped_data("toy")[0]), encoding="utf-8")
    good = json.loads(bm.record_playout(bm.load_game("toy"), 1).to_json())
    for changes in (
        {"data": str(path)},
        {"data": str(tmp_path / "missing.json")},
        {"game": f"toy(data={json.dumps(str(path))})"},
        {"game": {"name": "toy", "data": str(path)}},
        {"options": {**good["options"], "data": str(path)}},
        {"options": {**good["options"], "name": f"toy(data={json.dumps(str(path))})"}},
    ):
        with pytest.raises(ValueError, match=r"record|no game"):
            bm.Record.from_json(json.dumps({**good, **changes}))


def test_the_metadata_of_a_file_of_rows_open_no_file_either(tmp_path):
    path = tmp_path / "own.json"
    path.write_text(json.dumps(shipped_data("toy")[0]), encoding="utf-8")
    good = json.loads(bm.rollout(bm.load_game("toy"), 1).origin.to_json())
    for changes in ({"data": str(path)}, {"game": f"toy(data={json.dumps(str(path))})"}):
        with pytest.raises(ValueError):
            Origin.from_json(json.dumps({**good, **changes}))[0].load()


@pytest.mark.parametrize("key", ["seed", "stream", "policy"])
def test_records_check_where_they_say_they_come_from(key):
    good = json.loads(bm.record_playout(bm.load_game("toy"), 1).to_json())
    assert getattr(bm.Record.from_json(json.dumps({**good, key: None})), key) is None
    for bad in ("nonsense", -1, 2**64, 1.5, True, [], {}):
        with pytest.raises(ValueError, match=key):
            bm.Record.from_json(json.dumps({**good, key: bad}))


def test_record_playout_checks_its_arguments_at_the_end_of_a_game_too(implementation):
    over = bm.record_playout(implementation("toy"), 1).state
    for arguments in ((1, 0, "nonsense"), (-1,), (1, 2**64), (1, 0, None)):
        with pytest.raises(ValueError):
            bm.record_playout(over, *arguments)
    for arguments in ((True,), (1.0,), (1, "0")):
        with pytest.raises(TypeError):
            bm.record_playout(over, *arguments)


def test_a_record_takes_the_members_that_0_1_pickled():
    record = bm.record_playout(bm.load_game("toy"), 5, 6, "eager")
    members = dict(vars(record))
    members["seed"], members["stream"], members["policy"] = members.pop("_origin")
    twin = bm.Record.__new__(bm.Record)
    twin.__setstate__(members)
    assert twin == record
    assert (twin.seed, twin.stream, twin.policy) == (5, 6, "eager")


def test_copies_of_a_record_are_independent(game_name):
    record = bm.Record(bm.load_game(game_name))
    for make in (copy.copy, copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))):
        twin = make(record)
        assert twin == record
        twin.append(twin.state.legal_actions()[0])
        assert record.actions == ()
        assert record.state == record.game.new_initial_state()
        middle = make(bm.Record(twin.state))
        assert middle.state == twin.state
    with pytest.raises(TypeError, match="takes a Record"):
        bm.replay([])


@pytest.mark.parametrize("side", LOADERS)
def test_bad_arguments_are_refused(side):
    game = LOADERS[side]("toy")
    for bad in (0, -1, 1 << 41):
        with pytest.raises(ValueError, match="n is"):
            bm.rollout(game, bad)
    for bad in (1.0, "10", None, True):
        with pytest.raises(TypeError):
            bm.rollout(game, bad)
    for bad in (-1, 1 << 64):
        with pytest.raises(ValueError, match="seed is"):
            bm.rollout(game, 1, seed=bad)
    for bad in (0, -2, 5000):
        with pytest.raises(ValueError, match="threads is"):
            bm.rollout(game, 1, threads=bad)
    with pytest.raises(ValueError, match="policy"):
        bm.rollout(game, 1, policy="greedy")
    with pytest.raises(TypeError):
        bm.rollout("toy", 1)
    with pytest.raises(IndexError):
        bm.rollout(game, 2).record(2)
    for bad in (-1, 10**6):
        with pytest.raises(ValueError, match="depth"):
            bm.perft(game, bad)
    with pytest.raises(TypeError):
        bm.perft(game, 1.5)


def test_perft_agrees_with_walking_the_tree(game_name):
    def count(state, depth):
        if depth == 0:
            return 1
        return sum(count(state.child(a), depth - 1) for a in state.legal_actions())

    record = bm.record_playout(bm.load_game(game_name), 4, policy="eager")
    states = list(bm.replay(record))
    for state in (states[0], states[len(states) // 2], states[-3], states[-1]):
        depth = 2 if len(state.legal_actions()) > 30 else 3
        ref = bm.reference.load_game(game_name).state_from_dict(state.to_dict())
        for d in range(depth):
            assert bm.perft(state, d) == bm.perft(ref, d) == count(state, d)


def test_a_summary_adds_up(game_name):
    game = bm.load_game(game_name)
    result = bm.rollout(game, 500, seed=1)
    summary = result.summary()
    assert summary.playouts == 500
    assert summary.plies_mean == pytest.approx(result.plies.mean())
    if game.num_players() > 1:
        assert sum(seat.win_share for seat in summary.seats) == pytest.approx(1, abs=1e-5)
        assert all(seat.win_low <= seat.win_share <= seat.win_high for seat in summary.seats)
    assert json.loads(json.dumps(summary.to_dict()))["seed"] == 1
    assert str(game) in str(summary)


def test_progress_is_reported():
    seen = []
    game = bm.load_game("toy")
    bm.rollout(game, 400_000, progress=seen.append)
    assert seen == sorted(seen)
    assert all(0 <= done <= 400_000 for done in seen)
    seen.clear()
    bm.rollout(bm.reference.load_game("toy"), 3, progress=seen.append)
    assert seen == [1, 2, 3]


def test_ctrl_c_stops_a_rollout_within_half_a_second():
    game = bm.load_game("toy")
    pressed = []

    def press():
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.3, press).start()
    with pytest.raises(KeyboardInterrupt):
        bm.rollout(game, 1 << 27, threads=2)
    assert time.monotonic() - pressed[0] < 0.5


def test_python_goes_on_while_a_rollout_runs():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.005):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    bm.rollout(bm.load_game("toy"), 3_000_000, threads=1)
    stop.set()
    thread.join()
    assert len(ticks) > 3


def test_memory_of_a_rollout_is_its_output_arrays():
    script = """
import resource, bitmeeple as bm
game = bm.load_game("toy")
bm.rollout(game, 1000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
result = bm.rollout(game, 1_000_000)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
arrays = sum(getattr(result, k).nbytes for k in ("scores", "returns", "plies", "chance", "digests"))
print((after - before) * 1024 - arrays)
"""
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(out.stdout) < 8 << 20
