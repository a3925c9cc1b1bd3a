"""Bytes and pickles that version 0.1.0 wrote still load.

Each archive of ``tests/data/v0_1`` holds one game (with the shipped data, or own data): the game's
pickle, and at five points of a game the dict, the bytes and pickles of the state, from the core and
from the reference.
"""

from __future__ import annotations

import json
import pickle
import zipfile
from pathlib import Path

import bitmeeple as bm
import pytest

FOLDER = Path(__file__).parent / "data" / "v0_1"
ARCHIVES = sorted(path.stem for path in FOLDER.glob("*.zip"))


def test_every_game_has_its_archives():
    assert sorted(bm.registered_games()) == [name for name in ARCHIVES if "own" not in name]
    assert all(f"{name}_own" in ARCHIVES for name in bm.registered_games())


@pytest.mark.parametrize("side", ["core", "reference"])
@pytest.mark.parametrize("archive", ARCHIVES)
def test_states_of_0_1_0_load(archive, side):
    with zipfile.ZipFile(FOLDER / f"{archive}.zip") as files:
        old = {name: files.read(name) for name in files.namelist() if name.startswith(side)}
    game = pickle.loads(old[f"{side}/game.pickle"])
    assert game.implementation == side
    points = [name for name in old if name.endswith(".json")]
    assert len(points) == 5
    for name in points:
        expected = game.state_from_dict(json.loads(old[name]))
        stem = name.removesuffix(".json")
        assert game.deserialize_state(old[f"{stem}.bytes"]) == expected
        pickles = [
            old[other] for other in old if other.startswith(f"{stem}.") and "pickle" in other
        ]
        assert pickles
        for data in pickles:
            state = pickle.loads(data)
            assert state == expected
            assert state.game == game


def test_a_result_of_0_1_0_loads():
    with zipfile.ZipFile(FOLDER / "latria.zip") as files:
        old = pickle.loads(files.read("rollout.pickle"))
    now = bm.rollout(bm.load_game("latria"), 5, seed=3)
    assert (old.digests == now.digests).all()
    assert old.record(4) == now.record(4)
    assert old.summary().seats == now.summary().seats
