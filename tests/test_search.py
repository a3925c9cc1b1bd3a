"""Searches: fair, reproducible, right where the answer is known, and clear about bad input."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time

import bitmeeple as bm
import numpy as np
import pytest
from bitmeeple.search import from_spec, preset
from conftest import ALL_GAMES, TESTS, play_on
from test_isa import RUNNABLE

GAMES = {
    "latria": "latria(players=4)",
    "lata": "lata(players=3)",
    "lumen": "lumen(scenario=A)",
    "el_caballero": "el_caballero(players=2)",
    "toy": "toy(players=3)",
}
# Every algorithm, and every option that takes another way through the code.
SEARCHES = {
    "flat": (bm.FlatMonteCarlo, {}),
    "halving": (bm.FlatMonteCarlo, {"allocation": "sequential_halving", "playout": "uniform"}),
    "single": (bm.ISMCTS, {}),
    "single, closed": (bm.ISMCTS, {"chance": "closed", "final": "value", "mast": 0.0}),
    "multi": (bm.ISMCTS, {"observer": "multi", "tree_policy": True, "margin": 0.3}),
    "multi, closed": (bm.ISMCTS, {"observer": "multi", "chance": "closed", "mast": 0.5}),
    "pimc": (bm.PIMC, {"worlds": 7}),
    "epimc": (bm.PIMC, {"worlds": 5, "postpone": 2, "chance": "closed"}),
}


def make(name, game, **options):
    cls, own = SEARCHES[name]
    return cls(game, **{"iterations": 150, "seed": 3, **own, **options})


def result_bytes(result):
    """All of a result but the time it took."""
    facts = result.to_dict()
    del facts["seconds"]
    return json.dumps(facts).encode() + result.values.tobytes()


def positions(name, count, seed=11):
    """States of random games with a seat that has a choice."""
    game = bm.load_game(GAMES[name])
    found, rng = [], bm.Rng(seed)
    while len(found) < count:
        state = game.new_initial_state()
        play_on(state, rng, rng.below(120), "eager")
        while not state.is_terminal() and (
            not state.is_player_node() or len(state.legal_actions()) < 2
        ):
            play_on(state, rng, 1, "eager")
        if state.is_player_node():
            found.append(state)
    return found


def unlike_pairs(game_name, bot_for, count=40):
    """(pairs of different worlds of one view, pairs with different results)."""
    worlds = results = 0
    for number, state in enumerate(positions(game_name, count)):
        world = state.resample_from_infostate(state.current_player(), bm.Rng(5, number))
        if world == state:
            continue
        bot = bot_for(state.game)
        worlds += 1
        ours, others = bot.search(state), bot.search(world)
        results += result_bytes(ours) != result_bytes(others)
    return worlds, results


@pytest.mark.parametrize("kind", SEARCHES)
@pytest.mark.parametrize("game_name", GAMES)
def test_a_result_depends_on_the_view_alone(game_name, kind):
    worlds, results = unlike_pairs(game_name, lambda game: make(kind, game))
    assert results == 0
    assert (worlds > 0) == (game_name != "el_caballero")


@pytest.mark.parametrize("game_name", ["latria", "toy"])
def test_a_search_that_cheats_is_found_out(game_name):
    cheat = functools.partial(bm.MCTS, omniscient=True, iterations=150)
    worlds, results = unlike_pairs(game_name, cheat)
    assert results > worlds // 2


def test_perfect_information_is_not_assumed():
    state = positions("latria", 1)[0]
    with pytest.raises(ValueError, match="something is hidden"):
        bm.MCTS(state.game).search(state)


@pytest.mark.parametrize("game_name", GAMES)
def test_children_and_lines_are_played_by_the_seats_that_see_them(game_name):
    for state in positions(game_name, 5):
        bot = bm.ISMCTS(state.game, iterations=400)
        result = bot.search(state)
        top = result.children()
        assert sum(move.visits for move in top) == 400 == result.visits.sum()
        assert {m.action: m.visits for m in top} == {
            int(a): int(n) for a, n in zip(result.actions, result.visits) if n
        }
        by_action = dict(zip(result.actions.tolist(), result.values[:, result.player]))
        for move in top:
            assert move.player == state.current_player()
            assert move.value == pytest.approx(by_action[move.action], abs=1e-12)
        line = result.principal_line()
        assert line[0].action == result.action
        for length in range(1, len(line)):
            behind = result.children([move.action for move in line[:length]])
            assert line[length] == behind[0]
        bot.search(state)
        with pytest.raises(RuntimeError, match="searched again"):
            result.children()


# Known answers


def solve(state, known):
    """Values of all seats by expectimax, in the true position."""
    key = state.serialize()
    if key not in known:
        if state.is_terminal():
            known[key] = np.array(state.returns())
        elif state.is_chance_node():
            known[key] = sum(p * solve(state.child(a), known) for a, p in state.chance_outcomes())
        else:
            seat = state.current_player()
            children = [solve(state.child(a), known) for a in state.legal_actions()]
            known[key] = max(children, key=lambda values: values[seat])
    return known[key]


def regrets(states, bots):
    """Mean loss of value of each bot's choice against the best one."""
    lost = np.zeros(len(bots))
    for state in states:
        seat, known = state.current_player(), {}
        exact = {a: solve(state.child(a), known)[seat] for a in state.legal_actions()}
        for k, bot in enumerate(bots):
            lost[k] += max(exact.values()) - exact[bot.step(state)]
    return lost / len(states)


@pytest.mark.parametrize("chance", ["open", "closed"])
def test_the_toy_game_is_solved(chance):
    game = bm.load_game("toy", players=2, open=True)
    states, rng = [], bm.Rng(8)
    while len(states) < 12:
        state = game.new_initial_state()
        play_on(state, rng, 2 + rng.below(4), "uniform")
        if state.is_player_node() and len(state.legal_actions()) > 1:
            states.append(state)
    options = {"chance": chance, "playout": "uniform"}
    few, many = regrets(states, [bm.MCTS(game, iterations=n, **options) for n in (4, 30_000)])
    assert few > many == 0


@functools.cache
def lumen_endings():
    """Positions shortly before the end of Lumen, with a choice that matters."""
    game = bm.load_game("lumen", scenario="A")
    states = []
    for stream in range(60):
        path = list(bm.replay(bm.record_playout(game, 17, stream, "eager")))
        for state in reversed(path[-9:-2]):
            if state.is_player_node() and len(state.legal_actions()) > 2:
                states.append(state)
                break
    kept = []
    for state in states:
        known = {}
        try:
            values = [bounded(state.child(a), known, 1000) for a in state.legal_actions()]
        except OverflowError:
            continue
        seat = state.current_player()
        mine = [v[seat] for v in values]
        if max(mine) - min(mine) > 0.2:
            kept.append(state)
        if len(kept) == 7:
            break
    return kept


def bounded(state, known, most):
    """`solve`, unless there are too many positions."""
    if len(known) > most:
        raise OverflowError
    key = state.serialize()
    if key not in known:
        if state.is_terminal():
            known[key] = np.array(state.returns())
        elif state.is_chance_node():
            outcomes = state.chance_outcomes()
            known[key] = sum(p * bounded(state.child(a), known, most) for a, p in outcomes)
        else:
            seat = state.current_player()
            children = [bounded(state.child(a), known, most) for a in state.legal_actions()]
            known[key] = max(children, key=lambda values: values[seat])
    return known[key]


@pytest.mark.parametrize("chance", ["open", "closed"])
def test_endings_of_lumen_are_solved(chance):
    states = lumen_endings()
    assert len(states) == 7
    plain = {"playout": "uniform", "mast": 0.0, "margin": 0.0, "tree_policy": False}
    bots = [
        bm.MCTS(states[0].game, omniscient=True, iterations=n, chance=chance, **plain)
        for n in (30, 1000, 100_000)
    ]
    few, more, many = regrets(states, bots)
    assert many <= more <= few
    assert many <= 0.001


# Determinism

GOLDEN = TESTS / "search_golden.json"
DIGEST = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
from test_search import GAMES, SEARCHES, digests
import bitmeeple as bm
print(bm._core.isa)
for name in GAMES:
    print(name, digests(name))
"""


def digests(game_name):
    """A digest of each kind of search over some positions."""
    found = {}
    for kind in SEARCHES:
        total = hashlib.sha256()
        for state in positions(game_name, 3, seed=23):
            total.update(result_bytes(make(kind, state.game, iterations=300).search(state)))
        found[kind] = total.hexdigest()[:16]
    return found


@pytest.mark.parametrize("game_name", GAMES)
def test_results_are_those_of_the_golden_file(game_name, request):
    found = digests(game_name)
    golden = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    if request.config.getoption("--update-golden"):
        golden[game_name] = found
        GOLDEN.write_text(json.dumps(golden, indent=1, sort_keys=True) + "\n")
    assert found == golden[game_name]


def test_every_build_finds_the_same():
    outputs = set()
    for isa in RUNNABLE:
        environment = os.environ | {"BITMEEPLE_ISA": isa}
        command = [sys.executable, "-c", DIGEST, str(TESTS)]
        run = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        first, _, rest = run.stdout.partition("\n")
        assert first == isa
        outputs.add(rest)
    assert len(outputs) == 1


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_search_does_not_remember_the_one_before(kind):
    one, two = positions("lata", 2)
    bot = make(kind, one.game)
    first = result_bytes(bot.search(one))
    bot.search(two)
    assert result_bytes(bot.search(one)) == first
    assert result_bytes(make(kind, one.game, seed=4).search(one)) != first


def test_what_ran_by_the_clock_is_repeated_by_its_iterations():
    state = positions("lumen", 1)[0]
    timed = bm.ISMCTS(state.game, seconds=0.05).search(state)
    assert timed.stopped_by == "seconds"
    assert timed.seconds < 2  # some ms more than asked for where the machine is not busy
    again = bm.ISMCTS(state.game, iterations=timed.iterations).search(state)
    assert again.visits.tolist() == timed.visits.tolist()
    assert again.values.tobytes() == timed.values.tobytes()


# Limits and interruptions


def test_the_memory_is_a_hard_limit_and_the_search_goes_on():
    state = bm.load_game("latria", players=4).new_initial_state()
    while not state.is_player_node():
        play_on(state, bm.Rng(4), 1, "uniform")
    for options in ({}, {"observer": "multi"}, {"chance": "closed"}):
        bot = bm.ISMCTS(state.game, iterations=100_000, memory_mb=1, **options)
        result = bot.search(state)
        assert result.memory_full
        assert result.bytes <= 1 << 20
        assert result.iterations == 100_000 == result.visits.sum()
        assert result.stopped_by == "iterations"
    assert not bm.ISMCTS(state.game, iterations=1000, memory_mb=1).search(state).memory_full


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals as on POSIX")
def test_control_c_is_obeyed_at_once_and_the_search_stays_usable():
    state = positions("el_caballero", 1)[0]
    bot = bm.ISMCTS(state.game, seconds=60.0)
    sent = []

    def interrupt(_):
        if not sent:
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        bot.search(state, progress=interrupt)
    assert time.perf_counter() - sent[0] < 2  # 20 ms where the machine is not busy
    assert bm.ISMCTS(state.game, iterations=20).search(state).iterations == 20
    stopped = bot.search(state, progress=lambda _: bot.stop())
    assert stopped.stopped_by == "request"
    assert stopped.visits.sum() == stopped.iterations > 0


def test_an_exception_of_progress_comes_out_and_the_search_stays_usable():
    state = positions("lumen", 1)[0]
    bot = bm.ISMCTS(state.game, seconds=60.0)

    def fail(_):
        raise LookupError("no")

    with pytest.raises(LookupError):
        bot.search(state, progress=fail)
    with pytest.raises(LookupError):
        bot.search(state, progress=fail)


def test_a_second_thread_is_refused():
    state = positions("lumen", 1)[0]
    bot = bm.ISMCTS(state.game, seconds=60.0)
    errors = []

    def intrude(_):
        def run():
            try:
                bot.search(state)
            except RuntimeError as error:
                errors.append(str(error))

        other = threading.Thread(target=run)
        other.start()
        other.join()
        bot.stop()

    assert bot.search(state, progress=intrude).stopped_by == "request"
    assert errors == ["this search is being run by another thread"]


# What a result says


def test_a_result_is_a_table_and_plain_data():
    state = positions("latria", 1)[0]
    result = bm.ISMCTS(state.game, iterations=500).search(state)
    text = str(result)
    assert "500 iterations" in text
    for action in result.actions:
        assert state.action_to_string(int(action)) in text
        assert state.action_to_string(int(action)) in result._repr_html_()
    data = json.loads(result.to_json())
    assert data["action"] == result.action
    assert [move["visits"] for move in data["moves"]] == result.visits.tolist()
    assert result.values.shape == (len(result.actions), 4)
    played = result.values[result.visits > 0]
    assert ((played >= 0) & (played <= 1)).all()


def test_the_policy_is_made_of_visits():
    state = positions("lumen", 1)[0]
    result = bm.ISMCTS(state.game, iterations=300).search(state)
    assert np.allclose(result.policy(), result.visits / 300)
    greedy = result.policy(0)
    assert greedy.sum() == 1
    assert result.actions[greedy.argmax()] == result.action
    flatter = result.policy(2.0)
    assert flatter.max() < result.policy().max()
    for wrong in (-1, float("inf"), float("nan")):
        with pytest.raises(ValueError, match="temperature"):
            result.policy(wrong)


def test_a_bot_steps_as_those_of_openspiel_do():
    game = bm.load_game("toy", players=2)
    bot = bm.ISMCTS(game, iterations=50)
    state, rng = game.new_initial_state(), bm.Rng(1)
    bot.restart()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(rng))
            continue
        policy, action = bot.step_with_policy(state)
        assert action == bot.step(state)
        assert [a for a, _ in policy] == state.legal_actions()
        assert dict(policy)[action] == 1 == sum(p for _, p in policy)
        bot.inform_action(state, state.current_player(), action)
        state.apply_action(action)


def test_values_without_opponents_are_on_the_scale_of_the_returns():
    game = bm.load_game("lata", players=1)
    state, rng = game.new_initial_state(), bm.Rng(2)
    while not state.is_player_node() or len(state.legal_actions()) < 2:
        play_on(state, rng, 1, "eager")
    result = bm.ISMCTS(game, iterations=300, margin=0.0, playout="eager").search(state)
    played = result.values[result.visits > 0]
    assert ((game.min_utility() <= played) & (played <= game.max_utility())).all()
    assert played.shape[1] == 1


@pytest.mark.parametrize("game_name", ALL_GAMES)
def test_presets_are_options(game_name):
    assert set(preset(game_name)) <= set(bm.ISMCTS(bm.load_game(game_name)).options)


# Bad input


def test_bad_input_is_refused_and_the_search_stays_usable():
    game = bm.load_game("latria", players=4)
    bot = bm.ISMCTS(game, iterations=10)
    start = game.new_initial_state()
    with pytest.raises(ValueError, match="chance is to act"):
        bot.search(start)
    over = start.clone()
    over.play_random(bm.Rng(0))
    with pytest.raises(ValueError, match="the game is over"):
        bot.step(over)
    with pytest.raises(ValueError, match=r"the state is of latria\(players=3\)"):
        bot.search(bm.load_game("latria", players=3).new_initial_state())
    with pytest.raises(TypeError, match="searches a state, not int"):
        bot.search(3)
    assert bot.search(positions("latria", 1)[0]).iterations == 10


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"iterations": 0}, ValueError, "iterations is 0; allowed is 1"),
        ({"iterations": 1.5}, TypeError, "iterations is an int, not float"),
        ({"iterations": True}, TypeError, "iterations is an int, not bool"),
        ({"iterations": None}, ValueError, "both None"),
        ({"seconds": 0}, ValueError, "seconds is 0"),
        ({"seconds": float("nan")}, ValueError, "seconds is nan"),
        ({"seconds": "1"}, TypeError, "seconds is a number, not str"),
        ({"seed": -1}, ValueError, "seed is -1"),
        ({"memory_mb": 0}, ValueError, "memory_mb is 0; allowed is 1"),
        ({"playout": "greedy"}, ValueError, "allowed are uniform, eager"),
        ({"chance": "ajar"}, ValueError, "allowed are open, closed"),
        ({"final": "best"}, ValueError, "allowed are visits, value"),
        ({"observer": "all"}, ValueError, "allowed are single, multi"),
        ({"mast": 1.1}, ValueError, "mast is 1.1; allowed is 0 .. 1"),
        ({"margin": -0.1}, ValueError, "margin is -0.1"),
        ({"margin_scale": 0}, ValueError, "margin_scale is 0"),
        ({"exploration": -1}, ValueError, "exploration is -1"),
        ({"tree_policy": 1}, TypeError, "tree_policy is True or False"),
        ({"iteration": 5}, TypeError, "no option 'iteration'.*did you mean 'iterations'"),
    ],
)
def test_bad_options_are_refused(options, error, words):
    with pytest.raises(error, match=words):
        bm.ISMCTS(bm.load_game("toy"), **options)


def test_what_a_search_cannot_do_is_said():
    game = bm.load_game("toy")
    for worlds in (0, 1001):
        with pytest.raises(ValueError, match="worlds is"):
            bm.PIMC(game, worlds=worlds)
    with pytest.raises(ValueError, match="needs iterations"):
        bm.FlatMonteCarlo(game, allocation="sequential_halving", seconds=1.0)
    with pytest.raises(TypeError, match="no option 'exploration'"):
        bm.FlatMonteCarlo(game, exploration=1.0)
    with pytest.raises(ValueError, match="compiled core"):
        bm.ISMCTS(bm.reference.load_game("toy"))
    with pytest.raises(TypeError, match="takes a game, not str"):
        bm.ISMCTS("toy")


def test_a_search_by_a_line_of_text():
    game = bm.load_game("toy")
    bot = from_spec(game, "ismcts:iterations=100,mast=0.25,tree_policy=true,observer=multi")
    assert isinstance(bot, bm.ISMCTS)
    assert {"iterations": 100, "mast": 0.25, "tree_policy": True}.items() <= bot.options.items()
    assert from_spec(game, "ismcts:iterations=none,seconds=1").options["iterations"] is None
    assert isinstance(from_spec(game, "flat"), bm.FlatMonteCarlo)
    for wrong, words in [
        ("ismct", "did you mean 'ismcts'"),
        ("flat:iterations", "expected 'option=value'"),
        ("flat:iterations=1,iterations=2", "given twice"),
        ("pimc:worlds=0", "worlds is 0"),
        ("", "no search ''"),
    ]:
        with pytest.raises(ValueError, match=words):
            from_spec(game, wrong)


def test_suggest_searches_a_position_from_the_command_line(tmp_path):
    def run(*arguments, **kwargs):
        command = [sys.executable, "-m", "bitmeeple", "suggest", *arguments]
        return subprocess.run(command, check=False, capture_output=True, text=True, **kwargs)

    position = ["latria", "--seed", "7", "--ply", "60"]
    shown = run(*position, "--iterations", "500")
    assert shown.returncode == 0, shown.stderr
    assert "500 iterations" in shown.stdout
    data = json.loads(run(*position, "--iterations", "500", "--json").stdout)
    assert sum(move["visits"] for move in data["moves"]) == 500
    game = bm.load_game(data["game"])
    state = game.state_from_dict(data["state"])
    assert bm.ISMCTS(game, iterations=500).search(state).action == data["action"]

    text = json.dumps(data["state"])
    piped = run("latria", "--state", "-", "--bot", "ismcts:iterations=500", "--json", input=text)
    assert json.loads(piped.stdout)["moves"] == data["moves"]

    for arguments, words in [
        ((*position, "--bot", "ismct"), "did you mean 'ismcts'"),
        (("toy", "--ply", "5000"), "no choice after 5000 events"),
        (("toy", "--state", "-"), "is not JSON"),
        ((*position, "--iterations", "0"), "0 is not in 1 .."),
    ]:
        refused = run(*arguments, input="{")
        assert refused.returncode == 2
        assert words in refused.stderr
        assert refused.stderr.count("\n") == 1
