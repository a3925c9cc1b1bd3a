"""Small tables in HTML, for notebooks; everything shown is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape


def table_html(
    title: str, head: Sequence[str], rows: Iterable[Sequence[str]], notes: Iterable[str] = ()
) -> str:
    """A table with a caption, a row of headings and lines below it.

    Examples
    --------
    >>> table_html("a < b", ["x"], [["1"]])
    '<table><caption>a &lt; b</caption><tr><th>x</th></tr><tr><td>1</td></tr></table>'
    """
    body = _row("th", head) + "".join(_row("td", row) for row in rows)
    table = f"<table><caption>{escape(title)}</caption>{body}</table>"
    return table + "".join(f"<div>{escape(note)}</div>" for note in notes)


def rows_html(title: str, facts: Mapping[str, object]) -> str:
    """A table of names and values; those that are None are left out.

    Examples
    --------
    >>> rows_html("t", {"seed": 7, "stream": None})
    '<table><caption>t</caption><tr><th>seed</th><td>7</td></tr></table>'
    """
    rows = [
        f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>"
        for name, value in facts.items()
        if value is not None
    ]
    return f"<table><caption>{escape(title)}</caption>{''.join(rows)}</table>"


def _row(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"
