"""Compares two result files: python bench/compare.py BEFORE.json AFTER.json [--over PERCENT].

A ratio above 1 is slower. Beside each the spread between the quartiles of both runs, and the ratio
after both are divided by their floors, for runs on machines of different speed.
"""

from __future__ import annotations

import argparse

from timing import Spread, load


def main() -> int:
    """Print the ratios; with ``--over`` exit with 1 if anything became that much slower."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--over", type=float, metavar="PERCENT", help="fail above this slowdown")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    arguments = parser.parse_args()
    before, after = load(arguments.before), load(arguments.after)
    for key in ("cpu", "compiler", "isa", "flags"):
        old, new = before["machine"].get(key), after["machine"].get(key)
        if old != new:
            print(f"note: {key} differs: {old} / {new}")

    floor = "core/floor/floor"
    speed = Spread.of(after["cases"][floor], before["cases"][floor]).value
    slower = []
    print(f"{'case':44} {'before':>12} {'after':>12} {'ratio':>7} {'spread':>15} {'/floor':>7}")
    for name, old in before["cases"].items():
        new = after["cases"].get(name)
        if new is None or arguments.only not in name:
            continue
        ratio = Spread.of(new, old)
        # What both spreads agree on is a change, the rest is noise.
        mark = "" if ratio.low <= 1 <= ratio.high else " slower" if ratio.value > 1 else " faster"
        spread = f"{ratio.low:.2f} - {ratio.high:.2f}"
        print(
            f"{name:44} {old['median']:12,.1f} {new['median']:12,.1f} {ratio.value:7.3f} "
            f"{spread:>15} {ratio.value / speed:7.3f}{mark}"
        )
        if arguments.over is not None and ratio.low > 1 + arguments.over / 100:
            slower.append(name)
    for name, old in before["instructions"].items():
        new = after["instructions"].get(name)
        if new is not None and arguments.only in name:
            print(f"{'instructions/' + name:44} {old:12,.1f} {new:12,.1f} {new / old:7.3f}")
    if slower:
        print(f"more than {arguments.over:g} % slower: {', '.join(slower)}")
    return 1 if slower else 0


if __name__ == "__main__":
    raise SystemExit(main())
