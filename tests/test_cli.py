"""The command line, as a user runs it."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys

import bitmeeple as bm
import click
import numpy as np
import pytest
from bitmeeple.cli.csv_rows import write_csv
from bitmeeple.cli.game_command import GameCommand
from bitmeeple.cli.main import cli
from bitmeeple.files import complete_file
from bitmeeple.registry import game_options
from click.testing import CliRunner
from conftest import ALL_GAMES

GAME_COMMANDS = [name for name, command in cli.commands.items() if isinstance(command, GameCommand)]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of POSIX")


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


def page(*arguments):
    """A help page at 80 columns, read in this process."""
    done = CliRunner().invoke(
        cli, [*arguments, "--help"], prog_name="bitmeeple", env={"COLUMNS": "80"}
    )
    assert done.exit_code == 0, done.output
    assert max(map(len, done.output.splitlines())) <= 80
    return done.output


def test_the_first_help_page_lists_every_command_with_a_whole_sentence():
    out = page()
    for name in cli.commands:
        line = next(line for line in out.splitlines() if line.startswith(f"  {name} "))
        assert line.endswith(".")
        assert "..." not in line


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_help_has_examples_and_a_word_on_every_option(command):
    out = page(command)
    assert "Example" in out
    assert f"bitmeeple {command}" in out
    for option in cli.commands[command].params:
        if isinstance(option, click.Option) and not option.hidden:
            assert option.help
            assert option.opts[0] in out


@pytest.mark.parametrize("command", GAME_COMMANDS)
def test_help_of_a_command_says_where_options_stand_and_which_game_has_which(command):
    out = page(command)
    assert out.startswith(f"Usage: bitmeeple {command} GAME [OPTIONS]\n")
    assert "Options may stand before or after the game." in out
    assert f"bitmeeple {command} GAME --help" in out
    for name in bm.registered_games():
        assert f"  {name} " in out
        for option in game_options(name):
            assert f"--{option.name.replace('_', '-')}" in out


@pytest.mark.parametrize("command", GAME_COMMANDS)
def test_help_of_a_game_explains_its_options_and_those_of_the_command(command, game_name):
    out = page(command, game_name)
    assert out.startswith(f"Usage: bitmeeple {command} {game_name} [OPTIONS]\n")
    assert "Options may stand before or after the game." in out
    words = out.replace("\n", " ").split()
    for option in game_options(game_name):
        assert f"--{option.name.replace('_', '-')}" in words
        assert " ".join(option.help.split()) in " ".join(words)
    for option in cli.commands[command].params:
        if isinstance(option, click.Option):
            assert option.opts[0] in out


def test_help_stands_on_either_side_of_the_game():
    runner = CliRunner()
    pages = [
        runner.invoke(cli, arguments, prog_name="bitmeeple").output
        for arguments in (
            ["show", "-h", "lata"],
            ["show", "lata", "-h"],
            ["show", "lata", "--help"],
        )
    ]
    assert pages[0] == pages[1] == pages[2]
    assert "--solo-board" in pages[0]


def test_no_option_of_a_game_has_the_name_of_one_of_a_command():
    own = {option.name for name in ALL_GAMES for option in game_options(name)}
    for command in GAME_COMMANDS:
        assert own.isdisjoint(parameter.name for parameter in cli.commands[command].params)


@pytest.mark.parametrize(
    "arguments",
    [
        ["-n", "12", "--seed", "3", "toy", "--players", "3", "--open"],
        ["--players", "3", "toy", "-n", "12", "--open", "--seed", "3"],
        ["--open", "--players=3", "--seed", "3", "-n12", "toy"],
        ["toy", "--open", "--seed", "3", "--players", "3", "-n", "1.2e1"],
        ["--seed", "3", "toy(players=3,open=true)", "-n", "12"],
        ["-n", "12", "--seed", "3", "--", "toy(open=true,players=3)"],
    ],
)
def test_options_stand_on_either_side_of_the_game(arguments):
    done = CliRunner().invoke(cli, ["rollout", "--json", "--threads", "1", *arguments])
    summary = json.loads(done.output)
    expected = bm.rollout(bm.load_game("toy", players=3, open=True), 12, seed=3).summary()
    assert summary["seats"] == json.loads(json.dumps(expected.to_dict()))["seats"]
    assert summary["game"] == "toy(players=3,open=true)"


@pytest.mark.parametrize(
    ("text", "n"), [("7", 7), ("1e1", 10), ("2.5E1", 25), ("1_0", 10), ("+4", 4), ("3.0", 3)]
)
def test_numbers_may_be_written_in_several_ways(text, n):
    done = CliRunner().invoke(cli, ["rollout", "toy", "--json", "-n", text])
    assert json.loads(done.output)["playouts"] == n


def test_games_lists_the_options_of_one_game():
    out = run("games", "latria")
    assert out.startswith("latria: trick-taking")
    assert "3 to 6 players" in out
    assert "lumen:" not in out
    assert "3 needs 4 players, 4 needs 5, 5 needs 6" in " ".join(out.split())
    assert "standard (default), simple, star_eclipse" in out


def test_games_as_json_says_which_values_go_with_which_players():
    games = {game["name"]: game for game in json.loads(run("games", "--json"))}
    assert list(games) == bm.registered_games()
    options = {option["name"]: option for option in games["el_caballero"]["options"]}
    assert options["players"]["values"] == [2, 3, 4]
    assert "values_by_players" not in options["players"]
    for players in (2, 3, 4):
        allowed = options["first_player"]["values_by_players"][str(players)]
        assert allowed == list(range(players))
        for seat in allowed:
            bm.load_game("el_caballero", players=players, first_player=seat)
    assert json.loads(run("games", "toy", "--json"))[0]["options"][1]["default"] is False


@pytest.mark.parametrize("name", ALL_GAMES)
def test_every_value_that_is_listed_can_be_played(name):
    (game,) = json.loads(CliRunner().invoke(cli, ["games", name, "--json"]).output)
    for option in game["options"]:
        for players, values in option.get("values_by_players", {"": option["values"]}).items():
            for value in values:
                chosen = {"players": int(players)} if players else {}
                assert bm.load_game(name, **{**chosen, option["name"]: value})


def test_no_explanation_sends_to_the_rules():
    for name in ALL_GAMES:
        for option in game_options(name):
            assert "section" not in option.help
            assert "rules)" not in option.help


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rolout"], "did you mean 'rollout'"),
        (["rollout", "chess"], "no game 'chess'"),
        (["rollout", "-n", "5"], "name a game after 'rollout': el_caballero, lata, latria, lumen"),
        (["rollout", "el-caballero"], "did you mean 'el_caballero'"),
        (["show", "LATRIA"], "did you mean 'latria'"),
        (["games", "el-caballero"], "did you mean 'el_caballero'"),
        (["rollout", "lumen", "--scenario", "a"], "did you mean 'A'"),
        (
            ["rollout", "latria(players=3)", "--players", "4"],
            "'players' is given twice: in 'latria",
        ),
        (["rollout", "--players", "3", "latria(players=3)"], "'players' is given twice"),
        (["rollout", "latria", "--first-parent", "3", "--players", "3"], "'random', 0, 1, 2"),
        (["rollout", "--scenario", "A", "latria"], "bitmeeple rollout latria --help lists all"),
        (["rollout", "--playrs", "2", "toy"], "--players"),
        (["rollout", "toy", "lata"], "unexpected extra argument"),
        (["rollout", "toy", "-n", "1e6x"], "'1e6x' is not a whole number such as"),
        (["rollout", "toy", "-n", "1.5"], "'1.5' is not a whole number such as"),
        (["rollout", "toy", "-n", "nan"], "not a whole number"),
        (["rollout", "toy", "-n", "1e999999999"], "not in 1 .. 1099511627776"),
        (["rollout", "toy", "-n"], "requires an argument"),
        (["games", "latria(players=3)"], "leave the options out"),
        (["rollout", "toy", "--playrs", "2"], "--players"),
        (["rollout", "toy", "--players", "9"], "allowed are 2, 3"),
        (["rollout", "toy", "--players", "x"], "option 'players'"),
        (["rollout", "toy", "-n", "0"], "0 is not in 1 .. "),
        (["rollout", "toy", "-n", "-5"], "-5 is not in 1 .. "),
        (["rollout", "toy", "-n", "x"], "not a whole number"),
        (["rollout", "toy", "--seed", "-1"], "-1 is not in 0 .. "),
        (["rollout", "toy", "--policy", "greedy"], "not one of"),
        (["rollout", "toy", "--csv", "/nonexistent/x.csv"], "/nonexistent/x.csv"),
        (["rollout", "toy", "--csv", "/"], "directory"),
        (["rollout", "toy", "--data", "/nonexistent.json"], "/nonexistent.json"),
        (["rollout", "toy", "--data", "/"], "not a regular file"),
        (["rollout", "toy(players=3"], "not a game string"),
        (["perft", "toy", "-d", "0"], "0 is not in 1 .. 100"),
        (["selftest", "--game", "chess"], "no game 'chess'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments, said):
    assert said.lower() in run(*arguments, code=2).lower()


def test_every_registered_game_is_suggested():
    for name in ALL_GAMES:
        if name in bm.registered_games():
            assert f"did you mean '{name}'" in run("rollout", name + "x", code=2)


def test_csv_is_what_the_csv_module_writes(tmp_path, game_name):
    """More rows than a block; a range of streams whose numbers get longer."""
    result = bm.rollout(bm.load_game(game_name), 300, seed=5, first=950)
    path = tmp_path / "rows.csv"
    assert write_csv(str(path), lambda: result) is result
    expected = io.StringIO(newline="")
    writer = csv.writer(expected)
    writer.writerow(["playout", *list(result.columns())[1:]])
    for row in zip(*(column.tolist() for column in result.columns().values())):
        writer.writerow([*row[:-1], f"{row[-1]:016x}"])
    assert path.read_bytes() == expected.getvalue().encode()


def test_csv_on_standard_output_stands_alone(tmp_path):
    path = tmp_path / "rows.csv"
    run("rollout", "toy", "-n", "30", "--csv", str(path))
    assert run("rollout", "toy", "-n", "30", "--csv", "-") == path.read_text(encoding="utf-8")


def test_csv_in_several_blocks(tmp_path, monkeypatch):
    game = bm.load_game("toy", players=3)
    paths = [tmp_path / "whole.csv", tmp_path / "blocks.csv"]
    write_csv(str(paths[0]), lambda: bm.rollout(game, 1000))
    monkeypatch.setattr("bitmeeple.cli.csv_rows.ROWS", 7)
    write_csv(str(paths[1]), lambda: bm.rollout(game, 1000))
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_csv_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("what stood here", encoding="utf-8")

    def broken():
        assert len(list(tmp_path.iterdir())) == 2
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_csv(str(path), broken)
    assert path.read_text(encoding="utf-8") == "what stood here"
    assert list(tmp_path.iterdir()) == [path]


@POSIX
def test_a_complete_file_follows_links_and_keeps_permissions(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    with complete_file(link) as path, open(path, "wb") as file:
        file.write(b"new")
        assert real.read_bytes() == b"old"
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert real.stat().st_mode & 0o777 == 0o640
    with complete_file("/dev/null") as path:
        assert path == "/dev/null"


def test_perft_in_parts_counts_the_same(game_name, implementation):
    game = implementation(game_name)
    seen = []
    depth = 3 if game.implementation == "core" else 2
    state = game.new_initial_state()
    assert bm.perft(state, depth, progress=seen.append) == state._perft(depth)
    assert seen == list(range(1, len(seen) + 1))


def test_perft_below_the_end_of_a_game():
    record = bm.record_playout(bm.load_game("toy"), 3)
    before_last = list(bm.replay(record))[-2]
    assert [bm.perft(before_last, d) for d in range(4)] == [before_last._perft(d) for d in range(4)]
    assert bm.perft(record.state, 3) == 0


def _start(*arguments, **kwargs):
    command = [sys.executable, "-m", "bitmeeple", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, **kwargs)


@POSIX
@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "latria"],
        ["show", "el_caballero", "--boards"],
        ["games"],
        ["rollout", "toy", "-n", "10", "--csv", "/dev/stdout"],
    ],
)
def test_a_pipe_whose_reader_has_gone_ends_the_command_silently(arguments):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "bitmeeple", *arguments],
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writer)
    assert done.stderr == b""
    assert done.returncode == -signal.SIGPIPE


@POSIX
def test_a_full_device_is_one_line():
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bitmeeple", "info"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "bitmeeple: No space left on device\n"


def _read_until(descriptor, words):
    """What a terminal shows until all of the words have been on it."""
    shown = b""
    while not all(word in shown for word in words):
        shown += os.read(descriptor, 4096)
    return shown


@POSIX
@pytest.mark.parametrize(
    ("arguments", "work"),
    [
        (["rollout", "lumen", "-n", "1e7"], b"playouts"),
        (["rollout", "lata", "-n", "1e6", "--reference"], b"playouts"),
        (["perft", "lumen", "-d", "40"], b"parts"),
        (["selftest", "el_caballero", "--games", "1000"], b"el_caballero: games"),
    ],
)
def test_long_work_shows_the_time_left_and_ends_with_ctrl_c(arguments, work):
    ours, terminal = os.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    process = _start(*arguments, stderr=terminal, env=environment)
    os.close(terminal)
    try:
        assert b"Traceback" not in _read_until(ours, [work, b"left"])
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=20)
        assert process.returncode == 130
        assert b"Traceback" not in (os.read(ours, 1 << 16) + rest[0])
    finally:
        process.kill()
        os.close(ours)


@POSIX
def test_ctrl_c_leaves_no_half_file(tmp_path):
    path = tmp_path / "rows.csv"
    process = _start("rollout", "lumen", "-n", "1e7", "--csv", str(path), stderr=subprocess.PIPE)
    try:
        while not list(tmp_path.iterdir()):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert b"Traceback" not in process.communicate(timeout=20)[1]
        assert process.returncode == 130
    finally:
        process.kill()
    assert list(tmp_path.iterdir()) == []


def test_returns_of_a_shared_victory_are_written_as_python_writes_them(tmp_path):
    result = bm.rollout(bm.load_game("toy", players=3), 2000)
    shared = np.unique(result.returns)
    assert len(shared) > 2
    path = tmp_path / "rows.csv"
    write_csv(str(path), lambda: result)
    rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    assert {float(row["return_0"]) for row in rows} <= set(shared.tolist())
