"""Runs the benchmark suite and writes a result file.

python bench/run.py [--quick] [--out FILE] [--core FILE] [--no-peers] [--no-callgrind]
                    [--wheel FILE] [--games NAME ...]

Needs core_bench (``cmake --preset release -DBITMEEPLE_BENCH=ON``) and the package installed, so
that Python runs the build that is meant for this processor; ``nox -s bench`` makes both. Figures
are ns per unit; what one thread does is CPU time.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import bitmeeple as bm
import machine
import ours
import peers
from timing import Spread, measure, note

ROOT = Path(__file__).parents[1]
CONTRACT = Path(__file__).with_name("contract.toml")
Cases = dict[str, Any]


def main() -> int:
    """Measure and write."""
    arguments = parse()
    contract = tomllib.loads(CONTRACT.read_text(encoding="utf-8"))
    names = arguments.games or bm.registered_games()
    games = {name: contract["games"].get(name, {}) for name in names}
    if not arguments.core.exists():
        print(f"{arguments.core} is not built: cmake --preset release -DBITMEEPLE_BENCH=ON, build",
              file=sys.stderr)  # fmt: skip
        return 2

    facts = machine.facts(arguments.wheel)
    result: dict[str, Any] = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "quick": arguments.quick,
        "machine": facts,
        "peers": peers.versions(),
    }
    core, result["facts"], result["core_build"] = core_cases(arguments, games)
    cases: Cases = dict(core)
    cases |= ours.import_times(5 if arguments.quick else 15)
    result["load_before_threads"] = os.getloadavg()[0]  # of cases on one thread: about 1
    cases |= scaling_cases(arguments, games)
    single, result["missing_peers"] = python_cases(arguments, games)
    cases |= single
    result["cases"] = cases
    result["instructions"] = instructions(arguments, games)
    result["contract"] = contract_rows(contract, games, cases, result["facts"])
    result["contract"].append(wheel_row(contract["wheel"], facts))
    result["load_at_end"] = os.getloadavg()[0]
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(f"wrote {arguments.out}; python bench/table.py {arguments.out}")
    return 0


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a minute or two, rough figures")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench.json")
    parser.add_argument(
        "--core", type=Path, default=ROOT / "build" / "release" / "bench" / "core_bench"
    )
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--no-callgrind", action="store_true")
    parser.add_argument("--wheel", type=Path, help="the wheel that was installed, for its size")
    parser.add_argument("--games", nargs="+", help="default: all")
    return parser.parse_args()


def core_name(name: str, chosen: dict[str, Any]) -> str:
    """A game as core_bench takes it."""
    text: str = chosen.get("core", name)
    return text


def core_cases(arguments: argparse.Namespace, games: dict[str, Any]) -> tuple[Cases, Any, Any]:
    """What core_bench says: cases, facts per game, build."""
    note("core_bench")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "core.json"
        command = [str(arguments.core), "--out", str(out)]
        command += ["--quick"] if arguments.quick else []
        command += [core_name(name, chosen) for name, chosen in games.items()]
        subprocess.run(command, check=True)
        answer = json.loads(out.read_text(encoding="utf-8"))
    suites = answer.pop("suites")
    of = {core_name(name, chosen): name for name, chosen in games.items()} | {"floor": "floor"}
    cases = {
        f"core/{of[suite]}/{case}": measured
        for suite, content in suites.items()
        for case, measured in content["cases"].items()
    }
    facts = {of[suite]: content["facts"] for suite, content in suites.items()}
    return cases, facts, answer


def scaling_cases(arguments: argparse.Namespace, games: dict[str, Any]) -> Cases:
    """Rollouts over threads."""
    listed = [
        case
        for name, chosen in games.items()
        for case in ours.thread_cases(name, chosen.get("options", {}))
    ]
    return measure(listed, 3 if arguments.quick else 9, 0.05 if arguments.quick else 0.4)


def python_cases(arguments: argparse.Namespace, games: dict[str, Any]) -> tuple[Cases, Any]:
    """Everything that one thread does from Python, peers included, on one CPU."""
    cpus = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cpus)})
    try:
        listed, missing = ([], {}) if arguments.no_peers else peers.cases()
        for name, chosen in games.items():
            listed += ours.cases(name, chosen.get("options", {}))
        slice_s = 0.03 if arguments.quick else 0.2
        return measure(listed, 3 if arguments.quick else 9, slice_s), missing
    finally:
        os.sched_setaffinity(0, cpus)


# Instructions

COLLECTED = re.compile(r"Collected : (\d+)")


def instructions(arguments: argparse.Namespace, games: dict[str, Any]) -> dict[str, Any]:
    """Instructions per event by callgrind: the difference of a long and a short run."""
    if arguments.no_callgrind or not shutil.which("valgrind"):
        return {}
    found = {"floor": per_unit(arguments.core, "floor", [], 1_000, 101_000)}
    for name, chosen in games.items():
        for case in ("playout_uniform", "playout_eager"):
            note(f"callgrind {name} {case}")
            work = (10, 110) if arguments.quick else (20, 420)
            found[f"{name}/{case}"] = per_unit(
                arguments.core, case, [core_name(name, chosen)], *work
            )
    note("")
    return found


def per_unit(core: Path, case: str, game: list[str], few: int, many: int) -> float:
    """Instructions of one unit."""
    runs = []
    for work in (few, many):
        answer = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
             str(core), "--run", case, str(work), *game],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        collected = COLLECTED.search(answer.stderr)
        if collected is None:
            raise RuntimeError(f"callgrind said nothing: {answer.stderr[-500:]}")
        runs.append((int(collected[1]), json.loads(answer.stdout)["units"]))
    (i0, u0), (i1, u1) = runs
    return float(i1 - i0) / float(u1 - u0)


# The contract


def contract_rows(
    contract: dict[str, Any], games: dict[str, Any], cases: Cases, facts: Any
) -> list[dict[str, Any]]:
    """Each row with what was measured; None where a peer is missing."""
    rows = []
    for name, chosen in games.items():
        for row, spread in game_ratios(name, cases, facts[name]).items():
            limits = contract["each"][row] | chosen.get(row, {})
            if "must" in limits:
                rows.append(as_row(f"{row}/{name}", limits, name, spread))
    for row, limits in contract["rows"].items():
        rows.append(as_row(row, limits, limits.get("game"), package_ratio(row, limits, cases)))
    return rows


def wheel_row(limits: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    """For information: it has no limit."""
    megabytes = facts["wheel_bytes"] and facts["wheel_bytes"] / 1e6
    return as_row("wheel", limits, None, megabytes and Spread(megabytes, megabytes, megabytes))


def as_row(
    name: str, limits: dict[str, Any], game: str | None, spread: Spread | None
) -> dict[str, Any]:
    """Plain data."""
    row = {"id": name, **limits, "game": game, "measured": None}
    if spread is not None:
        row |= {"measured": spread.value, "low": spread.low, "high": spread.high}
    return row


def game_ratios(name: str, cases: Cases, facts: dict[str, float]) -> dict[str, Spread]:
    """The rows that every game has."""
    core, python = f"core/{name}/", f"python/{name}/"
    # The floor is a BMI2 build, so a playout of that build is held against it; everything that is
    # called from Python is held against playouts of the build that Python got.
    event, installed = cases[core + "playout_uniform"], cases[python + "rollout"]
    events = facts["plies_uniform"] + facts["chance_uniform"]
    apply, empty = cases[python + "apply_action"], cases[python + "empty_call"]
    beyond = Spread.of(apply, installed)
    call = empty["median"] / installed["median"]
    ratios = {
        "playout": Spread.of(event, cases["core/floor/floor"]),
        "vector_env_step": Spread.of(
            cases[python + "vector_env_step"], installed, facts["plies_uniform"] / events
        ),
        "observation": Spread.of(cases[core + "observation"], cases[core + "observation_memcpy"]),
        "apply_calls": Spread.of(apply, empty),
        "apply_events": Spread(beyond.value - call, beyond.low - call, beyond.high - call),
        "reference": Spread.of({"samples": [1e9], "median": 1e9}, cases[python + "reference"]),
    }
    for where in ("start", "middle"):
        search = cases[f"{python}search_{where}"]
        ratios[f"search_{where}"] = Spread.of(cases[f"{python}playout_{where}"], search)
    one, two = (cases.get(f"rollout/{name}/threads={n}") for n in (1, 2))
    if one and two:
        ratios["two_threads"] = Spread.of(one, two)
    return ratios


def package_ratio(row: str, limits: dict[str, Any], cases: Cases) -> Spread | None:
    """The other rows."""
    name = limits.get("game")
    pairs = {
        "rollout_over_hearts": ("peers/open_spiel/evaluate_bots", f"python/{name}/rollout"),
        "loop_over_hearts": ("peers/open_spiel/loop", f"python/{name}/loop"),
        "clone_over_hearts": ("peers/open_spiel/clone", f"python/{name}/clone"),
        "vector_env_over_pgx": ("peers/pgx/connect_four", f"python/{name}/vector_env_observed"),
    }
    if row == "import_ms":
        case = cases["import/bitmeeple"]
        return Spread.of(case, {"samples": [1e6], "median": 1e6})
    theirs, mine = (cases.get(case) for case in pairs[row])
    return Spread.of(theirs, mine) if theirs and mine else None


if __name__ == "__main__":
    sys.exit(main())
