"""The examples run, with small budgets."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"

pytestmark = pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the examples are not installed")


def run(name, *arguments):
    return runpy.run_path(str(EXAMPLES / name))["main"](arguments)


def test_the_numpy_loop_plays_whole_games(capsys):
    returns = run("numpy_loop.py", "--envs", "64", "--games", "200")
    assert returns.sum() == pytest.approx(1)
    assert "decisions per second" in capsys.readouterr().out


def test_the_learner_beats_uniform_play(capsys):
    budget = ("--seconds", "600", "--batches", "8", "--rate", "0.08", "--evaluate", "1200")
    share, low, high = run("learn_latria.py", *budget)
    assert 0.25 < low < share < high
    assert "better than chance" in capsys.readouterr().out


def test_ismcts_plays_lata(capsys):
    pytest.importorskip("pyspiel", reason="needs the extra bitmeeple[openspiel]")
    won = run("ismcts_lata.py", "--games", "1", "--simulations", "4", "--moves", "3")
    assert won in (0, 0.5, 1)
    assert "the bot won" in capsys.readouterr().out
