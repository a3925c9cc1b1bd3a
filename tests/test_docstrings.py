"""The examples of the docstrings run, each module in a process of its own, and end."""

from __future__ import annotations

import importlib.util
import pkgutil
import subprocess
import sys
from pathlib import Path

import bitmeeple
import pytest

SECONDS = 60
RUN = """
import doctest, importlib, sys
found = doctest.testmod(importlib.import_module(sys.argv[1]))
sys.exit("no example" if not found.attempted else found.failed)
"""
NEEDS = {"openspiel": "pyspiel"}  # libraries that are not called like their adapter


def modules_with_examples():
    for module in pkgutil.walk_packages(bitmeeple.__path__, "bitmeeple."):
        source = Path(importlib.util.find_spec(module.name).origin)
        if source.suffix == ".py" and ">>> " in source.read_text(encoding="utf-8"):
            yield module.name
    yield "bitmeeple"


@pytest.mark.parametrize("name", sorted(modules_with_examples()))
def test_the_examples_of_a_module_run(name):
    *_, package, last = ["", *name.split(".")]
    if package == "adapters":
        pytest.importorskip(NEEDS.get(last, last))
    subprocess.run([sys.executable, "-c", RUN, name], check=True, timeout=SECONDS)
