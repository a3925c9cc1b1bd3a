"""The adapters without their libraries."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

LIBRARIES = [
    ("gymnasium", "gymnasium", "gymnasium"),
    ("pettingzoo", "pettingzoo", "pettingzoo"),
    ("openspiel", "pyspiel", "open_spiel"),
]


@pytest.mark.parametrize(("adapter", "module", "package"), LIBRARIES)
def test_a_missing_library_is_named_with_its_command(adapter, module, package, monkeypatch):
    monkeypatch.delitem(sys.modules, f"bitmeeple.adapters.{adapter}", raising=False)
    monkeypatch.setitem(sys.modules, module, None)  # what Python takes for "not installed"
    with pytest.raises(ImportError) as error:
        importlib.import_module(f"bitmeeple.adapters.{adapter}")
    assert f"pip install 'bitmeeple[{adapter}]'" in str(error.value)
    assert f"pip install {package}" in str(error.value)


def test_bitmeeple_itself_imports_none_of_them():
    code = "import bitmeeple.adapters, sys; print({'gymnasium', 'pyspiel'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
