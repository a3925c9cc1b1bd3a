"""Facts about the machine and the builds, for result files."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path
from typing import Any

import bitmeeple as bm
import numpy as np
from bitmeeple import _core, _cpu


def facts(wheel: Path | None) -> dict[str, Any]:
    """What a reader needs to know to trust a figure."""
    here = Path(bm.__file__).parent
    return {
        "cpu": cpu_name(),
        "cpus": len(os.sched_getaffinity(0)),
        "slow_pdep": bool(_cpu.has_slow_pdep()),
        "load": os.getloadavg()[0],
        "system": platform.platform(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "bitmeeple": bm.__version__,
        "commit": commit(),
        "isa": _core.isa,
        "compiler": _core.compiler,
        "flags": _core.flags,
        "asserts": _core.asserts,
        "wheel_bytes": wheel.stat().st_size if wheel else None,
        "module_bytes": {p.name: p.stat().st_size for p in sorted(here.glob("*.so"))},
    }


def cpu_name() -> str:
    """The processor's name as the system gives it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def commit() -> str:
    """The commit of the tree, with a mark if it was changed since."""
    root = Path(__file__).parents[1]
    try:
        answer = subprocess.run(
            ["git", "describe", "--always", "--dirty"],
            cwd=root, check=True, capture_output=True, text=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return answer.stdout.strip()
