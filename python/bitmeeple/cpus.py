"""How many threads are worth starting: the processors that this process may use."""

from __future__ import annotations

import math
import os


def available_threads() -> int:
    """CPUs that this process may use: its affinity, and the quota of its container."""
    if hasattr(os, "process_cpu_count"):  # from 3.13 on; heeds PYTHON_CPU_COUNT as well
        count = os.process_cpu_count() or 1
    elif hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count() or 1
    quota = cpu_quota()
    return max(1, count if quota is None else min(count, quota))


def cpu_quota(root: str = "/") -> int | None:
    """CPUs that Linux's control groups grant, rounded up; None if they set no limit.

    Version 2 (``cpu.max``) and version 1 (``cpu.cfs_quota_us``); a group has no more than the
    groups around it. In a container the path may be the host's: then only the mounted root counts.
    """
    limits = []
    mount = os.path.join(root, "sys", "fs", "cgroup")
    for line in _lines(os.path.join(root, "proc", "self", "cgroup")):
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if number == "0":
            limits += [_v2(group) for group in _groups(mount, path)]
        elif "cpu" in controllers.split(","):
            for folder in {controllers, "cpu"}:
                limits += [_v1(group) for group in _groups(os.path.join(mount, folder), path)]
    known = [limit for limit in limits if limit is not None]
    return max(1, math.ceil(min(known))) if known else None


def _groups(mount: str, path: str) -> list[str]:
    """The folder of a group and of all groups around it."""
    parts = [part for part in path.split("/") if part not in ("", "..")]
    return [os.path.join(mount, *parts[:k]) for k in range(len(parts), -1, -1)]


def _v2(group: str) -> float | None:
    words = " ".join(_lines(os.path.join(group, "cpu.max"))).split()
    return _ratio(*words) if len(words) == 2 else None


def _v1(group: str) -> float | None:
    files = ("cpu.cfs_quota_us", "cpu.cfs_period_us")
    words = " ".join(" ".join(_lines(os.path.join(group, file))) for file in files).split()
    return _ratio(*words) if len(words) == 2 else None


def _ratio(quota: str, period: str) -> float | None:
    if not (quota.isdecimal() and period.isdecimal() and int(period) > 0):
        return None  # "max", or -1: no limit
    return int(quota) / int(period)


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read().splitlines()
    except OSError:
        return []
