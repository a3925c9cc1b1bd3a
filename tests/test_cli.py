"""The command line, as a user runs it."""

from __future__ import annotations

import csv
import json
import subprocess
import sys

import bitmeeple as bm
import pytest
from conftest import ALL_GAMES


def run(*arguments, code=0):
    """Standard output of a command; checks the exit code."""
    done = subprocess.run(
        [sys.executable, "-m", "bitmeeple", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == code, done.stderr
    if code == 2:
        assert done.stdout == ""
        assert done.stderr.startswith("bitmeeple: ")
        assert done.stderr.count("\n") == 1
        return done.stderr
    return done.stdout


def test_rollout_prints_a_readable_summary(game_name):
    out = run("rollout", game_name, "-n", "50", "--seed", "3", "--threads", "1")
    assert out.startswith("50 playouts of ")
    for word in ("seat", "95 % interval", "mean score", "plies", "chance events", "playouts/s"):
        assert word in out
    assert "seed 3" in out
    assert bm.__version__ in out


def test_rollout_writes_json_and_csv(tmp_path):
    path = tmp_path / "out.csv"
    out = run("rollout", "toy", "--players", "3", "-n", "20", "--json", "--csv", str(path))
    summary = json.loads(out)
    assert summary["playouts"] == 20
    assert summary["game"] == "toy(players=3)"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    result = bm.rollout(bm.load_game("toy", players=3), 20)
    assert [int(row["digest"], 16) for row in rows] == result.digests.tolist()
    assert [int(row["score_2"]) for row in rows] == result.scores[:, 2].tolist()


def test_a_game_string_and_the_reference_give_the_same():
    a = json.loads(run("rollout", "toy(players=3,open=true)", "-n", "9", "--json"))
    b = json.loads(
        run("rollout", "toy", "--players", "3", "--open", "-n", "9", "--json", "--reference")
    )
    assert a["seats"] == b["seats"]


def test_show_tells_a_game(game_name):
    out = run("show", game_name, "--seed", "7")
    record = bm.record_playout(bm.load_game(game_name), 7, policy="eager")
    lines = out.splitlines()
    assert len([line for line in lines if line]) > len(record.actions)
    assert f"seat 0: score {record.state.scores()[0]}" in out


def test_perft_counts(game_name):
    out = run("perft", game_name, "--depth", "2")
    game = bm.load_game(game_name)
    assert out == f"perft(1) = {bm.perft(game, 1):,}\nperft(2) = {bm.perft(game, 2):,}\n"


def test_selftest_passes():
    assert "no difference" in run("selftest", "--game", "toy")


def test_info_and_games_name_every_game():
    info = json.loads(run("info", "--json"))
    assert info["bitmeeple"] == bm.__version__
    games = run("games")
    for name in bm.registered_games():
        assert len(info[f"data of {name}"]) == 64
        assert name in games


@pytest.mark.parametrize("command", ["rollout", "perft", "show", "selftest", "info", "games"])
def test_help_has_examples(command):
    out = run(command, "--help")
    assert "Example" in out
    assert f"bitmeeple {command}" in out


def test_help_of_a_game_lists_its_options(game_name):
    out = run("rollout", game_name, "--help")
    for option in bm.load_game(game_name)._spec.interface.OPTIONS:
        assert f"--{option.name.replace('_', '-')}" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rolout"], "did you mean 'rollout'"),
        (["rollout", "chess"], "no game 'chess'"),
        (["rollout", "toy", "--playrs", "2"], "--players"),
        (["rollout", "toy", "--players", "9"], "allowed are 2, 3"),
        (["rollout", "toy", "--players", "x"], "option 'players'"),
        (["rollout", "toy", "-n", "0"], "0 is not in the range"),
        (["rollout", "toy", "-n", "-5"], "-5 is not in the range"),
        (["rollout", "toy", "-n", "x"], "not a valid int"),
        (["rollout", "toy", "--seed", "-1"], "not in the range"),
        (["rollout", "toy", "--policy", "greedy"], "not one of"),
        (["rollout", "toy", "--csv", "/nonexistent/x.csv"], "/nonexistent/x.csv"),
        (["rollout", "toy", "--data", "/nonexistent.json"], "/nonexistent.json"),
        (["rollout", "toy", "--data", "/"], "not a regular file"),
        (["rollout", "toy(players=3"], "not a game string"),
        (["perft", "toy", "-d", "0"], "not in the range"),
        (["selftest", "--game", "chess"], "no game 'chess'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, said):
    assert said.lower() in run(*arguments, code=2).lower()


def test_every_registered_game_is_suggested():
    for name in ALL_GAMES:
        if name in bm.registered_games():
            assert f"did you mean '{name}'" in run("rollout", name + "x", code=2)
