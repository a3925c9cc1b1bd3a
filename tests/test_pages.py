"""The Python of README.md and of the pages in docs/ runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXTRAS = ("pettingzoo", "gymnasium", "pyspiel", "open_spiel", "sb3_contrib", "torch", "torchrl")
OWN_TESTS = {"docs/many-machines.md"}  # processes: tests/test_chunks.py


def blocks():
    """Every block of Python, by page and number."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        name = page.relative_to(ROOT).as_posix()
        if not page.is_file() or name in OWN_TESTS:
            continue
        text = page.read_text(encoding="utf-8")
        for number, code in enumerate(re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)):
            yield pytest.param(code, id=f"{name}-{number}")


@pytest.mark.parametrize("code", list(blocks()))
@pytest.mark.filterwarnings("ignore::UserWarning")  # of the libraries
def test_a_block_runs(code, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    try:
        exec(compile(code, "<page>", "exec"), {"__name__": "page"})
    except ImportError as error:
        if error.name not in EXTRAS:
            raise
        pytest.skip(f"needs {error.name}")
