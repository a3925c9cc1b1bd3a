"""Rule vectors as data, on both implementations. Format: tests/games/README.md."""

from __future__ import annotations

import importlib

import pytest
from conftest import ALL_GAMES, LOADERS, TESTS, own_file, read_json

CASES = [
    (name, case)
    for name in ALL_GAMES
    if (TESTS / "games" / name / "vectors.json").exists()
    for case in read_json(name, "vectors.json")
]


def entry_at(value, path):
    """The entry at ``path.to.0.entry``."""
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def game_of(case, load):
    """The game of a case: a game string, or a mapping whose ``data`` is a file of its tests."""
    game = case["game"]
    if isinstance(game, dict) and "data" in game:
        game = {**game, "data": own_file(game["name"], game["data"])}
    return load(game)


class Runner:
    """One vector on one implementation."""

    def __init__(self, name, case, load):
        self.game = game_of(case, load)
        self.builder = importlib.import_module(f"games.{name}.builder")
        self.state = None
        position = case.get("position")
        if case["steps"] and "refused" in case["steps"][0]:
            self.refuse(position, case["steps"][0]["refused"])
            return
        self.state = self.start(position)
        for number, step in enumerate(case["steps"]):
            try:
                self.run(step)
            except Exception as error:
                error.add_note(f"{case['id']} step {number}: {step}")
                raise

    def start(self, position):
        if position is None:
            return self.game.new_initial_state()
        return self.game.state_from_dict(self.builder.build(self.game, **position))

    def refuse(self, position, invariant):
        with pytest.raises((ValueError, TypeError)) as caught:
            self.start(position)
        assert str(caught.value).startswith(f"{invariant}:"), caught.value

    def run(self, step):
        known = {"do", "player", "play", "legal", "has", "lacks", "chance", "expect", "scores"}
        known |= {"ranking", "returns", "node", "view"}
        assert step and not set(step) - known, f"unknown step {step}"
        s = self.state
        if "player" in step:
            assert s.current_player() == step["player"]
        for word in [*([step["do"]] if "do" in step else []), *step.get("play", [])]:
            s.apply_action(s.string_to_action(word))
        if "node" in step:
            assert s.to_dict()["node"] == step["node"]
        words = [s.action_to_string(a) for a in s.legal_actions()]
        if "legal" in step:
            assert sorted(words) == sorted(step["legal"])
        assert set(step.get("has", [])) <= set(words), words
        assert not set(step.get("lacks", [])) & set(words), words
        if "chance" in step:
            assert {s.action_to_string(a): w for a, w in s.chance_weights()} == step["chance"]
        d = s.to_dict()
        for path, value in step.get("expect", {}).items():
            assert entry_at(d, path) == value, f"{path}: {entry_at(d, path)!r}, not {value!r}"
        for key in ("scores", "ranking", "returns"):
            if key in step:
                assert getattr(s, key)() == pytest.approx(step[key], abs=1e-6), key
        if "view" in step:
            wanted = dict(step["view"])
            view = s.view(wanted.pop("player"))
            for path, value in wanted.items():
                assert entry_at(view, path) == value, path


@pytest.mark.parametrize("load", LOADERS.values(), ids=LOADERS)
@pytest.mark.parametrize(("name", "case"), CASES, ids=[f"{n}:{c['id']}" for n, c in CASES])
def test_vector_holds(name, case, load):
    Runner(name, case, load)


def test_vector_ids_are_unique_within_a_game():
    ids = [(name, case["id"]) for name, case in CASES]
    assert len(ids) == len(set(ids))
