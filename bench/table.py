"""Prints a result file as the tables of README.md and docs/performance.md.

python bench/table.py RESULT.json [--write FILE...]

``--write`` puts each table between ``<!-- bench: NAME -->`` and ``<!-- /bench -->`` of the files.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from timing import load

Result = dict[str, Any]


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    """Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def number(value: float) -> str:
    """Three digits or so."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def contract(result: Result) -> str:
    """Must, aim and measured, row by row."""
    rows = []
    for row in result["contract"]:
        sign = "<=" if row["side"] == "at_most" else ">="
        limits = [f"{sign} {number(row[key])}" if key in row else "" for key in ("must", "aim")]
        what = row["what"] + (f": {row['game']}" if row["game"] else "")
        if row["measured"] is None:
            rows.append([what, *limits, "not measured", ""])
            continue
        spread = f"{number(row['measured'])} ({number(row['low'])} - {number(row['high'])})"
        busy = row["id"].startswith("two_threads/") and is_busy(result)
        rows.append([what, *limits, spread, "void: machine busy" if busy else verdict(row)])
    return table(["what", "must", "aim", "measured (quartiles)", ""], rows)


def is_busy(result: Result) -> bool:
    """Whether other programs ran, so that wall time says nothing about threads."""
    busy: bool = result["load_before_threads"] > result["machine"]["cpus"]
    return busy


def verdict(row: dict[str, Any]) -> str:
    """How far a row is."""
    if "must" not in row:
        return ""
    sign = 1 if row["side"] == "at_most" else -1
    value = sign * row["measured"]
    if "aim" in row and value <= sign * row["aim"]:
        return "aim reached"
    return "must reached" if value <= sign * row["must"] else "**missed**"


def seconds(result: Result) -> str:
    """Seconds per million playouts, with the build that Python chose on this machine."""
    cases = result["cases"]
    rows = []
    for name, facts in games(result).items():
        events = facts["plies_uniform"] + facts["chance_uniform"]
        eager = facts["plies_eager"] + facts["chance_eager"]
        event = cases[f"python/{name}/rollout"]["median"]
        slow = cases[f"python/{name}/rollout_eager"]["median"]
        row = [name, number(event * events / 1e3), number(slow * eager / 1e3)]
        row += [f"{events:.0f}", number(event), number(1e3 / event)]
        rows.append(row)
    head = ["game", "s per million playouts", "policy eager", "events per playout", "ns per event"]
    return table([*head, "million events/s"], rows)


def events(result: Result) -> str:
    """What an event costs, against three floors, and in instructions."""
    cases, count = result["cases"], result["instructions"]
    floors = [cases[f"core/floor/{name}"]["median"] for name in FLOORS]
    row = ["floor", number(floors[0]), *(number(floors[0] / floor) for floor in floors)]
    rows = [[*row, *instruction_cells(count, "floor")]]
    for name in games(result):
        event = cases[f"core/{name}/playout_uniform"]["median"]
        cells = [number(event), *(number(event / floor) for floor in floors)]
        rows.append([name, *cells, *instruction_cells(count, f"{name}/playout_uniform")])
    head = ["", "ns per event", "over the floor", "over it without `pdep`"]
    head += ["over it with a modelled fast `pdep`"]
    head += ["instructions", "over the floor's"]
    return table(head, rows)


FLOORS = ("floor", "floor_no_pdep", "floor_fast_pdep")


def instruction_cells(count: dict[str, float], name: str) -> list[str]:
    """Instructions per event and their ratio."""
    if name not in count:
        return ["", ""]
    return [number(count[name]), number(count[name] / count["floor"])]


def parts(result: Result) -> str:
    """Every case of the core, one column per game."""
    cases = result["cases"]
    names = list(games(result))
    found = dict.fromkeys(
        case.split("/")[2] for case in cases if case.startswith("core/") and "floor" not in case
    )
    rows = []
    for part in found:
        row = [cases.get(f"core/{name}/{part}") for name in names]
        unit = next(cell["unit"] for cell in row if cell)
        cells = [number(cell["median"]) if cell else "" for cell in row]
        rows.append([f"{part}, ns per {unit}", *cells])
    for fact in ("state_bytes", "observation_floats", "perft_depth"):
        rows.append([fact, *(f"{result['facts'][name][fact]:.0f}" for name in names)])
    return table(["", *names], rows)


def python(result: Result) -> str:
    """From Python, peers included."""
    rows = [
        [name, number(case["median"]), case["unit"], number(1e9 / case["median"])]
        for name, case in result["cases"].items()
        if not name.startswith("core/")
    ]
    return table(["case", "ns", "per", "a second"], rows)


def machine(result: Result) -> str:
    """One paragraph."""
    facts = result["machine"]
    peers = ", ".join(f"{name} {version}" for name, version in result["peers"].items())
    pdep = " (slow `pdep`)" if facts["slow_pdep"] else ""
    quick = ", --quick" if result["quick"] else ""
    return (
        f"{facts['cpus']} CPUs of {facts['cpu']}{pdep}; {facts['compiler']}; core_bench "
        f"{result['core_build']['flags']}, Python's build {facts['isa']}; "
        f"CPython {facts['python']}, NumPy {facts['numpy']}; commit {facts['commit']}; "
        f"load {facts['load']:.1f} to {result['load_at_end']:.1f}{quick}. "
        f"Peers: {peers or 'none'}."
    )


def games(result: Result) -> dict[str, Any]:
    """Facts per game."""
    return {name: facts for name, facts in result["facts"].items() if name != "floor"}


TABLES: dict[str, Callable[[Result], str]] = {
    "machine": machine,
    "contract": contract,
    "seconds": seconds,
    "events": events,
    "parts": parts,
    "python": python,
}


def write(path: Path, result: Result) -> None:
    """Replace the tables of a file."""
    text = path.read_text(encoding="utf-8")
    for name, make in TABLES.items():
        block = f"<!-- bench: {name} -->\n{make(result)}\n<!-- /bench -->"
        pattern = rf"<!-- bench: {name} -->\n.*?<!-- /bench -->"
        text = re.sub(pattern, lambda _, block=block: block, text, flags=re.DOTALL)
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Print or write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("result")
    parser.add_argument("--write", nargs="+", type=Path, metavar="FILE", default=[])
    arguments = parser.parse_args()
    result = load(arguments.result)
    for path in arguments.write:
        write(path, result)
    if not arguments.write:
        for name, make in TABLES.items():
            print(f"## {name}\n\n{make(result)}\n")


if __name__ == "__main__":
    main()
