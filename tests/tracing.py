"""Where the ids of rulings stand: in the functions of both implementations and in the tests.

``python tests/tracing.py GAME`` prints a line per ruling: what a newcomer's search would find.
"""

from __future__ import annotations

import ast
import bisect
import json
import re
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "docs" / "games"
PACKAGE = ROOT / "python" / "bitmeeple" / "games"
MARK = re.compile(r"\[([A-Z]-\d\d)\]")
NOT_NAMES = {"if", "for", "while", "switch", "catch", "return", "sizeof", "decltype", "requires"}
NOT_NAMES |= {"alignas", "static_assert", "noexcept", "defined", "else", "throw", "new", "case"}


# What stands before a name that is called, not defined.
CALLED = re.compile(r"(\b(return|else|throw|new|case)|[.]|->|=|[(,&|!?:+<-])\s*$")


@dataclass(frozen=True)
class Place:
    """A function, by the name of its file without ending and its own."""

    file: str
    name: str

    def __str__(self) -> str:
        return f"{self.file}::{self.name}"


@dataclass
class Found:
    """Everything that carries one ruling's id."""

    core: set[Place] = field(default_factory=set)
    reference: set[Place] = field(default_factory=set)
    loader: set[Place] = field(default_factory=set)  # of data, or the interface: for both sides
    tests: set[str] = field(default_factory=set)

    @property
    def agrees(self) -> bool:
        """Whether one function of the core has its namesake in the reference."""
        return bool(self.core & self.reference)


# Rulings


def ruling_ids(game: str) -> list[str]:
    """The ids in bold of the sections on rulings and decisions."""
    text = (GAMES / game / "rules.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)
    named = re.compile(r"[\d. ]*(Rulings|Decisions of this project)\n")
    chosen = "".join(section for section in sections if named.match(section))
    return re.findall(r"\*\*([A-Z]-\d\d)\b", chosen)


def exceptions(game: str) -> dict[str, dict[str, str]]:
    """What a search cannot find: rulings without code, names that differ for a reason."""
    path = GAMES / game / "trace.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


# Functions: (first line, last line, name), the comment directly above included


def python_functions(text: str) -> list[tuple[int, int, str]]:
    """Every function and class of a Python file, and every name that it assigns."""
    lines = text.splitlines()
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node, *node.decorator_list], key=lambda n: n.lineno).lineno - 1
            name = node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if node.col_offset > 4 or not isinstance(target, ast.Name):
                continue
            first, name = node.lineno - 1, target.id
        else:
            continue
        found.append((comment_start(lines, first, "#"), (node.end_lineno or 0) - 1, name))
    return found


def cpp_functions(text: str) -> list[tuple[int, int, str]]:
    """Every function that a C++ file defines, and every constant."""
    code, lines = blank(text), text.splitlines()
    starts = [0, *(match.end() for match in re.finditer("\n", code))]
    found = []
    for match in re.finditer(r"(~?\b[a-z_]\w*|\b[A-Z]\w*|\boperator\W+?)\s*\(", code):
        before = code[: match.start()]
        called = match[1] in NOT_NAMES or CALLED.search(before)
        if called and not re.search(r"::\s*$", before):
            continue
        end = body_end(code, closing(code, match.end() - 1))
        if end is not None:
            found.append((match.start(), end, match[1]))
    for match in re.finditer(r"\bconstexpr\b[^;(){}]*?\b(k[A-Z]\w*)(?:\[[^\]]*\])?\s*[={]", code):
        end = code.find(";", match.end())
        found.append((match.start(), end if end >= 0 else len(code), match[1]))
    result = []
    for start, end, name in found:
        before = max(code.rfind(c, 0, start) for c in ";{}") + 1
        label = re.match(r"\s*(?:(?:public|private|protected):\s*)?", code[before:])
        assert label is not None
        first = bisect.bisect(starts, min(before + label.end(), start)) - 1
        last = bisect.bisect(starts, end) - 1
        result.append((comment_start(lines, first, "//"), last, name))
    return result


def comment_start(lines: list[str], first: int, mark: str) -> int:
    """The first line of the comment that ends directly above line ``first``."""
    while first > 0 and lines[first - 1].lstrip().startswith(mark):
        first -= 1
    return first


def blank(text: str) -> str:
    """C++ with spaces for comments, literals and preprocessor lines; places stay the same."""
    what = r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|(?<!\w)'(?:\\.|[^'\\\n])+'|^[ \t]*#[^\n]*"
    flags = re.DOTALL | re.MULTILINE
    return re.sub(what, lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=flags)


def closing(code: str, start: int) -> int:
    """The place after the bracket that closes the one at ``start``."""
    depth = 0
    for match in re.compile(r"[(\[{)\]}]").finditer(code, start):
        depth += 1 if match[0] in "([{" else -1
        if depth == 0:
            return match.end()
    return len(code)


SPECIFIERS = re.compile(
    r"(?:\s+|\bconst\b|\bnoexcept\b|\boverride\b|\bfinal\b|&|\brequires\b[^{;]*|->[^{;]*)*"
)


def body_end(code: str, place: int) -> int | None:
    """Where the body ends that follows a parameter list; None if none follows."""
    specifiers = SPECIFIERS.match(code, place)
    assert specifiers is not None
    place = specifiers.end()
    if code[place : place + 1] == ":":  # members of a constructor
        place += 1
        while member := re.compile(r"[\s,]*[\w:<>]+\s*(?=[({])").match(code, place):
            place = closing(code, member.end())
        space = re.compile(r"\s*").match(code, place)
        assert space is not None
        place = space.end()
    return closing(code, place) if code[place : place + 1] == "{" else None


def carriers(path: Path) -> list[tuple[str, Place]]:
    """Each id of a file with the innermost function that carries it (``-``: none does)."""
    text = path.read_text(encoding="utf-8")
    find = python_functions if path.suffix == ".py" else cpp_functions
    functions = find(text)
    found = []
    for number, line in enumerate(text.splitlines()):
        for match in MARK.finditer(line):
            around = [f for f in functions if f[0] <= number <= f[1]]
            name = min(around, key=lambda f: f[1] - f[0])[2] if around else "-"
            found.append((match[1], Place(path.stem, name)))
    return found


# Everything of a game


def trace(game: str) -> dict[str, Found]:
    """What carries each ruling of a game."""
    found = {ruling: Found() for ruling in ruling_ids(game)}

    def collect(paths: list[Path], side: str) -> None:
        for path in sorted(paths):
            for ruling, place in carriers(path):
                if ruling in found:
                    getattr(found[ruling], side).add(place)

    for folder in ("include/bitmeeple", "src"):
        collect([*(ROOT / "cpp" / folder / "games" / game).glob("*.?pp")], "core")
    collect([*(PACKAGE / game / "reference").glob("*.py")], "reference")
    collect([PACKAGE / game / name for name in ("interface.py", "loader.py")], "loader")
    tests = ROOT / "tests" / "games" / game
    for path in sorted([*tests.glob("test_*.py"), *tests.glob("test_*.cpp")]):
        for ruling in MARK.findall(path.read_text(encoding="utf-8")):
            if ruling in found:
                found[ruling].tests.add(path.name)
    for vector in json.loads((tests / "vectors.json").read_text(encoding="utf-8")):
        for ruling in vector.get("rulings", []):
            found[ruling].tests.add(vector["id"])
    return found


def main() -> None:
    """Print the trace of the games named."""
    for game in sys.argv[1:]:
        for ruling, found in trace(game).items():
            sides = (found.core, found.reference, found.loader)
            places = " | ".join(" ".join(map(str, sorted(side, key=str))) or "-" for side in sides)
            mark = "=" if found.agrees else "!" if found.core and found.reference else " "
            print(f"{mark} {ruling} {places} | {' '.join(sorted(found.tests)) or '-'}")


if __name__ == "__main__":
    main()
