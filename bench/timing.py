"""How Python cases are timed: samples of all cases in turn, CPU time where one thread works."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Run = Callable[[int], int]
NS = 1e9


@dataclass
class Case:
    """``run(work)`` does so much work and returns the number of units it was.

    A run that prepares something times itself: it returns (units, seconds).
    """

    name: str
    unit: str
    run: Callable[[int], Any]
    wall: bool = False  # several threads work: wall time
    share: float = 1.0  # of a slice: less for what is slow by nature
    work: int = 1
    samples: list[float] = field(default_factory=list)  # ns per unit

    def timed(self) -> tuple[int, float]:
        """Units and seconds of one run."""
        clock = time.perf_counter if self.wall else time.process_time
        begin = clock()
        result = self.run(self.work)
        seconds = clock() - begin
        return result if isinstance(result, tuple) else (result, seconds)

    def calibrate(self, slice_s: float) -> None:
        """Find how much work fills a slice."""
        while True:
            seconds = self.timed()[1]
            if seconds >= slice_s * self.share / 4:
                self.work = max(1, int(self.work * slice_s * self.share / seconds))
                return
            self.work *= 2

    def to_dict(self) -> dict[str, Any]:
        """Plain data: ns per unit."""
        return summary(
            self.unit, self.samples, work=self.work, clock="wall" if self.wall else "cpu"
        )


def summary(unit: str, samples: list[float], **more: Any) -> dict[str, Any]:
    """A case as it is in a result file."""
    middle = statistics.median(samples)
    extremes = {"min": min(samples), "max": max(samples)}
    return {"unit": unit, "median": middle, **extremes, **more, "samples": samples}


def measure(cases: Iterable[Case], repeat: int, slice_s: float) -> dict[str, Any]:
    """Samples of all cases in turn, so that a slow minute of the machine hits all alike."""
    listed = list(cases)
    for case in listed:
        note(case.name)
        case.calibrate(slice_s)
    for r in range(repeat):
        note(f"round {r + 1} of {repeat}")
        for case in listed:
            units, seconds = case.timed()
            case.samples.append(seconds / units * NS)
    note("")
    return {case.name: case.to_dict() for case in listed}


def note(text: str) -> None:
    """Progress, if somebody watches."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Spread:
    """A ratio of medians, and what it would be between the quartiles of both."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, above: dict[str, Any], below: dict[str, Any], factor: float = 1.0) -> Spread:
        """``above / below`` of two cases of a result file, times ``factor``."""
        (a1, a3), (b1, b3) = quartiles(above["samples"]), quartiles(below["samples"])
        return cls(factor * above["median"] / below["median"], factor * a1 / b3, factor * a3 / b1)


def quartiles(samples: list[float]) -> tuple[float, float]:
    """First and third quartile; of few samples the extremes."""
    if len(samples) < 4:
        return min(samples), max(samples)
    first, _, third = statistics.quantiles(samples, n=4, method="inclusive")
    return first, third


def load(path: str | Path) -> dict[str, Any]:
    """A result file."""
    result: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return result
