"""The builds of the core: which one is imported, and that all of them play the same games."""

import os
import subprocess
import sys

import bitmeeple as bm
import pytest
from bitmeeple import _cpu
from bitmeeple.isa import built, choose
from conftest import ALL_GAMES

BOTH = ["v3", "baseline"]
RUNNABLE = [isa for isa in built() if isa != "v3" or _cpu.runs_v3()]


@pytest.mark.parametrize(
    ("forced", "installed", "runs_v3", "slow_pdep", "chosen"),
    [
        (None, BOTH, True, False, "v3"),
        (None, BOTH, True, True, "baseline"),  # Zen 1 and 2
        (None, BOTH, False, False, "baseline"),
        (None, ["baseline"], True, False, "baseline"),  # arm64
        (None, ["v3"], True, True, "v3"),  # slow, but there is no other
        ("v3", BOTH, True, True, "v3"),
        ("baseline", BOTH, True, False, "baseline"),
        ("", BOTH, True, False, "v3"),
    ],
)
def test_the_build_for_a_processor(forced, installed, runs_v3, slow_pdep, chosen):
    assert choose(forced, installed, runs_v3, slow_pdep) == chosen


@pytest.mark.parametrize(
    ("forced", "installed", "runs_v3"),
    [("v4", BOTH, True), ("v3", ["baseline"], True), ("v3", BOTH, False), (None, ["v3"], False)],
)
def test_a_build_that_cannot_run_is_refused(forced, installed, runs_v3):
    with pytest.raises(ImportError, match=forced or "no build"):
        choose(forced, installed, runs_v3, False)


def forced(isa, code, *arguments):
    """Output of a fresh interpreter with this build."""
    environment = os.environ | {"BITMEEPLE_ISA": isa}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment, check=False, capture_output=True, text=True,
    )  # fmt: skip


PLAY = """
import sys, hashlib
import bitmeeple as bm
print(bm._core.isa)
for name in sys.argv[1:]:
    game = bm.load_game(name)
    for policy in ("uniform", "eager"):
        print(name, bm.rollout(game, 300, seed=5, policy=policy, threads=2).digests.tolist())
    print(bm.perft(game.new_initial_state(), 3))
    env = bm.VectorEnv(game, 70, seed=3, observations=True)
    env.reset()
    for _ in range(50):
        step = env.step(env.sample_actions())
        print(hashlib.sha256(step.observations.tobytes()).hexdigest())
    state, rng = env.state(0), bm.Rng(9)
    if state.is_player_node():
        print(state.resample_from_infostate(state.current_player(), rng).serialize().hex())
"""


def test_every_build_plays_the_same_games():
    outputs = {}
    for isa in RUNNABLE:
        result = forced(isa, PLAY, *ALL_GAMES)
        assert result.returncode == 0, result.stderr
        first, _, outputs[isa] = result.stdout.partition("\n")
        assert first == isa
    assert bm._core.isa in outputs
    assert len(set(outputs.values())) == 1


def test_forcing_a_build_that_is_not_there():
    result = forced("mmx", "import bitmeeple")
    assert result.returncode != 0
    assert "BITMEEPLE_ISA='mmx'" in result.stderr
