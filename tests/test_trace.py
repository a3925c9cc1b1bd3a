"""Every ruling is found in the core, in the reference and in a test: docs/games/<game>/trace.toml.

A table per ruling and numbered decision of docs/games/<game>/rules.md names the function of the
core and of the reference that carries its id, `[L-27]`, in its body or in the comment directly
above, and a vector or test that shows it; or it says with `none` why there is no code. What the
loaders do for both implementations has no `core`.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

import bitmeeple as bm
import pytest
from conftest import ALL_GAMES, TESTS

ROOT = TESTS.parent
PACKAGE = Path(bm.__file__).parent
GAMES = ROOT / "docs" / "games"
TRACED = [game for game in ALL_GAMES if (GAMES / game / "trace.toml").exists()]

pytestmark = pytest.mark.skipif(not (ROOT / "cpp").is_dir(), reason="tests run outside the tree")


# Rulings


def ruling_ids(game):
    """The ids in bold of the sections on rulings and decisions."""
    text = (GAMES / game / "rules.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)
    named = re.compile(r"[\d. ]*(Rulings|Decisions of this project)\n")
    chosen = "".join(section for section in sections if named.match(section))
    return re.findall(r"\*\*([A-Z]-\d\d)\b", chosen)


def read_trace(game):
    return tomllib.loads((GAMES / game / "trace.toml").read_text(encoding="utf-8"))


def entries(key):
    """(game, id, value) of every table that has the key."""
    return [
        pytest.param(game, ruling, table[key], id=f"{game}:{ruling}")
        for game in TRACED
        for ruling, table in read_trace(game).items()
        if key in table
    ]


# Functions


def python_functions(text, name):
    """Source of each function or method of that name, with the comment directly above."""
    lines = text.splitlines()
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            first = min([node, *node.decorator_list], key=lambda n: n.lineno).lineno - 1
            found.append("\n".join(lines[comment_start(lines, first, "#") : node.end_lineno]))
    return found


def cpp_functions(text, name):
    """Source of each function that is defined under that name, with the comment directly above."""
    code, lines = blank(text), text.splitlines()
    found = []
    for match in re.finditer(rf"\b{re.escape(name)}\s*\(", code):
        if re.search(r"\b(return|else|throw|new|case)\s*$", code[: match.start()]):
            continue
        end = body_end(code, closing(code, match.end() - 1))
        if end is None:
            continue
        before = max(code.rfind(c, 0, match.start()) for c in ";{}") + 1
        label = re.match(r"\s*(?:(?:public|private|protected):\s*)?", code[before:])
        first = code.count("\n", 0, before + label.end())
        last = code.count("\n", 0, end)
        found.append("\n".join(lines[comment_start(lines, first, "//") : last + 1]))
    return found


def comment_start(lines, first, mark):
    """The first line of the comment that ends directly above line ``first``."""
    while first > 0 and lines[first - 1].lstrip().startswith(mark):
        first -= 1
    return first


def blank(text):
    """C++ with spaces for comments, literals and preprocessor lines; places stay the same."""
    what = r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|(?<!\w)'(?:\\.|[^'\\\n])+'|^[ \t]*#[^\n]*"
    flags = re.DOTALL | re.MULTILINE
    return re.sub(what, lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=flags)


def closing(code, start):
    """The place after the bracket that closes the one at ``start``."""
    depth = 0
    for place in range(start, len(code)):
        depth += (code[place] in "([{") - (code[place] in ")]}")
        if depth == 0:
            return place + 1
    return len(code)


def body_end(code, place):
    """Where the body ends that follows a parameter list; None if none follows."""
    specifiers = re.compile(
        r"(?:\s+|\bconst\b|\bnoexcept\b|\boverride\b|\bfinal\b|&|\brequires\b[^{;]*|->[^{;]*)*"
    )
    place = specifiers.match(code, place).end()
    if code[place : place + 1] == ":":  # members of a constructor
        place += 1
        while member := re.compile(r"[\s,]*[\w:<>]+\s*(?=[({])").match(code, place):
            place = closing(code, member.end())
        place = re.compile(r"\s*").match(code, place).end()
    return closing(code, place) if code[place : place + 1] == "{" else None


def assert_carries(ruling, files, name, functions):
    sources = [s for f in files if f.is_file() for s in functions(f.read_text("utf-8"), name)]
    assert sources, f"no function {name} in {' or '.join(map(str, files))}"
    assert any(f"[{ruling}]" in s for s in sources), f"{name} does not carry [{ruling}]"


# Tests


@pytest.mark.parametrize("game", sorted({*TRACED, *bm.registered_games()}))
def test_every_ruling_has_its_table(game):
    named = ruling_ids(game)
    assert named and len(named) == len(set(named))
    assert sorted(read_trace(game)) == sorted(named)


@pytest.mark.parametrize("game", TRACED)
def test_tables_have_the_right_keys(game):
    for ruling, table in read_trace(game).items():
        shared = {"core"} if table.get("reference", "").startswith("loader.py::") else set()
        keys = ({"none"}, {"core", "reference", "test"}, {"core", "reference", "test"} - shared)
        assert set(table) in keys, ruling
        for key, value in table.items():
            assert isinstance(value, str) and value.strip(), f"{ruling}: {key}"
            assert key in ("none", "test") or "::" in value, f"{ruling}: {key}"


@pytest.mark.parametrize(("game", "ruling", "place"), entries("core"))
def test_the_core_has_the_ruling(game, ruling, place):
    file, name = place.split("::")
    folders = [ROOT / "cpp/include/bitmeeple/games" / game, ROOT / "cpp/src/games" / game]
    assert_carries(ruling, [folder / file for folder in folders], name, cpp_functions)


@pytest.mark.parametrize(("game", "ruling", "place"), entries("reference"))
def test_the_reference_has_the_ruling(game, ruling, place):
    file, name = place.split("::")
    folder = PACKAGE / "games" / game / ("" if file == "loader.py" else "reference")
    assert_carries(ruling, [folder / file], name, python_functions)


@pytest.mark.parametrize(("game", "ruling", "place"), entries("test"))
def test_the_named_test_exists(game, ruling, place):
    if "::" not in place:
        vectors = json.loads((TESTS / "games" / game / "vectors.json").read_text(encoding="utf-8"))
        assert place in [vector["id"] for vector in vectors]
        return
    file, name = place.split("::")
    assert name.startswith("test_")
    assert python_functions((ROOT / file).read_text(encoding="utf-8"), name)


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
"""


@pytest.mark.parametrize(
    ("name", "ids"),
    [("f", ["L-03", "L-04"]), ("calls", ["L-02"]), ("S", ["L-06", "L-07"]), ("g", [])],
)
def test_definitions_are_told_from_calls_and_declarations(name, ids):
    found = "".join(cpp_functions(CPP, name))
    assert re.findall(r"\[(L-\d\d)\]", found) == ids
