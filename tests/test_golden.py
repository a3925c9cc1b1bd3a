"""Signatures and perft as golden data: behaviour changes only on purpose.

``pytest tests/test_golden.py --update-golden`` writes the files anew (nox -s golden); a commit that
changes them says so in its last line.
"""

from __future__ import annotations

import json

import bitmeeple as bm
import pytest
from bitmeeple.differential import configurations
from conftest import ALL_GAMES, TESTS, read_json

PLAYOUTS = 100


def signature(result):
    """One number for the digests of a rollout."""
    total = 0xCBF29CE484222325
    for digest in result.digests.tolist():
        total = (total ^ digest) * 0x100000001B3 % 2**64
    return f"{total:016x}"


def measure(name):
    """Signatures of every configuration under both policies, and perft of some positions."""
    signatures = {}
    for options in configurations(name):
        game = bm.load_game(name, **options)
        signatures[str(game)] = [
            signature(bm.rollout(game, PLAYOUTS, seed=1, policy=policy)) for policy in bm.POLICIES
        ]
    counts = []
    game = bm.load_game(name)
    record = bm.record_playout(game, 1, policy="eager")
    states = list(bm.replay(record))
    for part in (0, 3, 6, 9):
        number = (len(states) - 1) * part // 10
        counts.append([number, [bm.perft(states[number], d) for d in range(4)]])
    return {"signatures": signatures, "perft": counts}


@pytest.mark.parametrize("name", ALL_GAMES)
def test_signatures_and_perft_are_as_recorded(name, request):
    path = TESTS / "games" / name / "golden.json"
    found = measure(name)
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    assert found == json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ALL_GAMES)
def test_perft_of_the_reference_is_as_recorded(name):
    golden = read_json(name, "golden.json")
    states = list(bm.replay(bm.record_playout(bm.load_game(name), 1, policy="eager")))
    for number, counts in golden["perft"]:
        ref = bm.reference.load_game(name).state_from_dict(states[number].to_dict())
        small = [n for n in counts if n <= 3000]
        assert [bm.perft(ref, d) for d in range(len(small))] == small
