"""Every ruling is found in the core, in the reference and in a test, under one name.

The ids of docs/games/<game>/rules.md stand at the functions that decide them, `[L-27]`, in the body
or in the comment directly above, and in a test: in the list `rulings` of a vector, or in a test
file of the game. Only what such a search cannot find is listed by hand, in trace.toml beside the
rules: `none` says why a ruling has no code, `differs` why its functions have different names.
"""

from __future__ import annotations

import functools

import pytest
import tracing
from conftest import ALL_GAMES
from tracing import GAMES, ROOT, Place

# Of the rulings with code on both sides, those whose function and file have one name. Below the
# aim the figure may only rise.
SHARE_AIM = 0.95
SHARE = {"latria": 0.06, "lata": 0.18, "lumen": 0.06}
# Functions that carry a ruling, on average, on each side. Above the aim it may only fall.
PLACES_AIM = 1.3
PLACES = {"latria": 1.4, "lata": 1.9, "lumen": 2.9}

pytestmark = pytest.mark.skipif(not (ROOT / "cpp").is_dir(), reason="tests run outside the tree")
TRACED = [game for game in ALL_GAMES if (GAMES / game / "trace.toml").exists()]
every_game = pytest.mark.parametrize("game", TRACED)

trace = functools.cache(tracing.trace)


def test_every_registered_game_is_traced():
    assert set(TRACED) >= set(ALL_GAMES) - {"toy"}


@every_game
def test_rulings_have_ids_of_their_own(game):
    named = tracing.ruling_ids(game)
    assert named and len(named) == len(set(named))


@every_game
def test_exceptions_are_exceptions(game):
    for ruling, table in tracing.exceptions(game).items():
        found = trace(game)[ruling]
        assert len(table) == 1 and all(isinstance(v, str) and v.strip() for v in table.values())
        if "none" in table:
            assert not (found.core or found.reference or found.loader), f"{ruling} has code"
        else:
            assert "differs" in table and not found.agrees, f"{ruling}: {table}"


@every_game
def test_every_ruling_has_code_and_a_test(game):
    without = {r for r, table in tracing.exceptions(game).items() if "none" in table}
    for ruling, found in trace(game).items():
        if ruling in without:
            continue
        where = f"{ruling}: core {found.core}, reference {found.reference}, loader {found.loader}"
        assert (found.core and found.reference) or found.loader, where
        assert found.tests, f"{ruling} is in no test"


@every_game
def test_both_sides_use_the_same_names(game):
    both = {r: found for r, found in trace(game).items() if found.core and found.reference}
    same = {r for r, found in both.items() if found.agrees}
    share = len(same) / len(both)
    print(f"{game}: {len(same)} of {len(both)} rulings under the same name ({share:.1%})")
    reasons = {r for r, table in tracing.exceptions(game).items() if "differs" in table}
    assert share >= SHARE.get(game, SHARE_AIM)
    if share >= SHARE_AIM:
        assert reasons == both.keys() - same, "each exception states its reason"


@every_game
@pytest.mark.parametrize("side", ["core", "reference"])
def test_a_ruling_stands_where_it_is_decided(game, side):
    counts = [n for found in trace(game).values() if (n := len(getattr(found, side)))]
    average = sum(counts) / len(counts)
    print(f"{game}: {average:.2f} places a ruling in the {side}")
    assert average <= PLACES.get(game, PLACES_AIM)


CPP = """
/// [L-01] Declared only.
int f(int a);
int calls() { return f(1); }  // [L-02]

/// [L-03]
template <class T>
[[nodiscard]] inline int Game::f(T a) const noexcept {
    if (g(a)) { return '}'; }  // [L-04]
    return 0;
}
// [L-05]

struct S {
    /// [L-06]
    explicit S(int a) : a_{f(a)}, b_(a) {
        // [L-07]
    }
    int a_; // [L-08]
};
inline constexpr int kNine = 9;  // [L-09]
"""


def test_definitions_are_told_from_calls_and_declarations(tmp_path):
    path = tmp_path / "rules.hpp"
    path.write_text(CPP, encoding="utf-8")
    names = ["-", "calls", "f", "f", "-", "S", "S", "-", "kNine"]
    ids = [f"L-0{i}" for i in range(1, 10)]
    assert tracing.carriers(path) == [
        (ruling, Place("rules", name)) for ruling, name in zip(ids, names)
    ]
