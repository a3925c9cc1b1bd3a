"""Prose is wrapped like the code."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
UNWRAPPED = {  # lines that a renderer would take for lists if they were wrapped as they are
    "docs/games/el_caballero/rules.md",
    "docs/games/lata/interface.md",
    "docs/games/lata/rules.md",
}
DOCS = {str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md")}
PAGES = ("README.md", "CONTRIBUTING.md", *sorted(DOCS - UNWRAPPED))


def prose(text):
    """Number and text of the lines that are no code, table, heading or table that bench wrote."""
    code = written = False
    for number, line in enumerate(text.splitlines(), 1):
        fence = line.lstrip().startswith("```")
        code ^= fence
        written = (written or line.startswith("<!-- bench")) and not line.startswith("<!-- /bench")
        if not (code or written or fence or line.startswith(("|", "#", "<"))):
            yield number, line


@pytest.mark.parametrize("page", PAGES)
def test_prose_is_wrapped_at_100_columns(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    long = [
        number
        for number, line in prose(text)
        if len(line) > 100 and len(line.split()) > 2  # a link may be as long as it is
    ]
    assert long == []


def test_a_long_line_is_seen():
    assert [number for number, _ in prose("a\n```\ncode\n```\n| table |\nb")] == [1, 6]
