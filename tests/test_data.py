"""Own data files: what holds for every game. Each game's rules: tests/test_data_<game>.py."""

from __future__ import annotations

import copy
import json
import os
import pickle

import bitmeeple as bm
import pytest
from bitmeeple.registry import MAX_DATA_BYTES, MAX_DATA_DEPTH, shipped_data
from conftest import LOADERS


def changed(name):
    """The shipped data with a note added at the top: other bytes, same rules."""
    return {**copy.deepcopy(shipped_data(name)[0]), "note": "changed"}


def test_a_path_a_dict_and_json_text_are_the_same_data(game_name, implementation, tmp_path):
    data = changed(game_name)
    path = tmp_path / "own, (data).json"
    path.write_text(json.dumps(data), encoding="utf-8")
    games = [
        implementation(game_name, data=source)
        for source in (str(path), path, data, json.dumps(data))
    ]
    for game in games:
        assert game == games[0]
        assert game.data_digest == games[0].data_digest
        assert implementation(str(game)) == game
        twin = pickle.loads(pickle.dumps(game))
        assert twin == game
    path.unlink()
    assert pickle.loads(pickle.dumps(games[0])) == games[0]
    assert games[0] != implementation(game_name)


def test_shipped_data_given_as_own_data_is_the_shipped_game(game_name, implementation):
    game = implementation(game_name, data=shipped_data(game_name)[0])
    assert game == implementation(game_name)
    assert game.options["data"] is None


def test_records_embed_data_that_is_not_shipped(game_name):
    game = bm.load_game(game_name, data=changed(game_name))
    record = bm.record_playout(game, 3)
    again = bm.Record.from_json(record.to_json())
    assert again.game == game
    assert again.state == record.state


def test_each_game_names_the_file_it_was_loaded_from(game_name, implementation, tmp_path):
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    for path in (first, second):
        path.write_text(json.dumps(changed(game_name)), encoding="utf-8")
    games = [implementation(game_name, data=str(path)) for path in (first, second)]
    assert games[0] == games[1]
    assert [game.options["data"] for game in games] == [str(first), str(second)]
    first.unlink()
    assert implementation(str(games[1])) == games[0]


def test_data_nested_too_deeply_are_refused_when_they_are_read(game_name, implementation):
    for depth in (MAX_DATA_DEPTH, 600, 100_000):
        note = 0
        for _ in range(depth):
            note = [note]
        with pytest.raises(ValueError, match="nested"):
            implementation(game_name, data={**changed(game_name), "note": note})
        text = "[" * depth + "]" * depth
        with pytest.raises(ValueError, match="nested"):
            implementation(game_name, data='{"note":' + text + "}")
    game = implementation(game_name, data={**changed(game_name), "note": [[[["deep enough"]]]]})
    assert pickle.loads(pickle.dumps(game)).tables["note"] == (((("deep enough",),),),)


def test_states_of_other_data_are_refused(game_name, implementation):
    state = implementation(game_name, data=changed(game_name)).new_initial_state()
    with pytest.raises(ValueError, match="another game"):
        implementation(game_name).deserialize_state(state.serialize())
    assert state != implementation(game_name).new_initial_state()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("{", "not JSON"),
        ("{}", "missing"),
        ('{"a": ' * 100_000, "nested deeper than"),
        ('{"a":' + "[" * 100_000 + "}", "data"),
        ('{"a": 1, "a": 2}', "stands twice"),
        ('{"a": "' + "x" * MAX_DATA_BYTES + '"}', "more than"),
        ('{"a": ' + "9" * 5000 + "}", "data"),
        ({1: 2}, "data"),
        ({"a": {1, 2}}, "data"),
    ],
)
def test_hostile_data_is_refused(game_name, implementation, source, said):
    with pytest.raises(ValueError, match=said):
        implementation(game_name, data=source)


def test_hostile_dicts_are_refused(game_name, implementation):
    cyclic = {}
    cyclic["a"] = cyclic
    deep = {}
    for _ in range(100_000):
        deep = {"a": deep}
    for bad in (cyclic, deep, {"note": deep}):
        with pytest.raises(ValueError):
            implementation(game_name, data=bad)
    while deep:  # or its destruction would recurse
        deep = deep["a"]


def test_hostile_files_are_refused(game_name, tmp_path):
    large = tmp_path / "large.json"
    large.write_bytes(b"[" * (MAX_DATA_BYTES + 10))
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe{}")
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for path in (large, binary, fifo, tmp_path, "/dev/zero"):
        with pytest.raises(ValueError):
            bm.load_game(game_name, data=path)
    with pytest.raises(FileNotFoundError):
        bm.load_game(game_name, data=tmp_path / "missing.json")
    for bad in (3, b"{}", ["x"], True):
        with pytest.raises(TypeError):
            bm.load_game(game_name, data=bad)


def test_every_entry_of_a_file_is_checked(game_name):
    """Each value replaced by something of another type is refused, or leaves a valid file."""
    data = shipped_data(game_name)[0]
    load = LOADERS["core"]

    def walk(value, path):
        yield path
        if isinstance(value, dict):
            for key in value:
                yield from walk(value[key], [*path, key])
        elif isinstance(value, list):
            for index in list(range(len(value)))[:2] + list(range(len(value)))[-1:]:
                yield from walk(value[index], [*path, index])

    paths = [p for p in walk(data, []) if p]
    for path in paths[:: max(1, len(paths) // 150)]:
        for bad in (None, 10**12, -1, 1.5, "no such word", [], {}, True):
            broken = copy.deepcopy(data)
            place = broken
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = bad
            try:
                game = load(game_name, data=broken)
            except (ValueError, TypeError):
                continue
            bm.rollout(game, 2)


def test_generated_tables_equal_the_loaded_json(game_name):
    """What the core carries for use without Python is what the loader makes of the JSON."""
    import importlib.util
    from pathlib import Path

    path = Path(__file__).parents[1] / "cpp" / "cmake" / "generate.py"
    if not path.exists():  # the tests run against an installed wheel, outside the tree
        return
    spec = importlib.util.spec_from_file_location("generate", path)
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    header = generate.header(game_name)
    loader = bm.load_game(game_name)._spec.loader
    for name, changes in getattr(loader, "VARIANTS", {"": {}}).items():
        flat = bm.load_game(game_name, **changes)._spec.flat_tables()
        for key, values in flat.items():
            body = ", ".join(map(str, values)) or "0"
            line = f"tables_{name}_{key}[] = {{{body}}};"
            assert line in header, line
