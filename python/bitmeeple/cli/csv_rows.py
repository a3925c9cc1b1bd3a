"""The rows of a rollout as CSV, formatted a column at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import IO, Any

import click
import numpy as np
import numpy.typing as npt

from bitmeeple.files import complete_file
from bitmeeple.progress import reporting
from bitmeeple.results import RolloutResult

ROWS = 1 << 16  # formatted at a time


def write_csv(path: str, play: Callable[[], RolloutResult]) -> RolloutResult:
    """Play, and write a line a playout; the file appears when it is complete.

    A place where nothing can be written is known before the games are played. ``-`` is the
    standard output.
    """
    with _opened(path) as file:
        result = play()
        with reporting(None, len(result), "lines") as report:
            for done, lines in _blocks(result):
                file.write(lines)
                if report is not None:
                    report(done)
    return result


@contextlib.contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    if path == "-":
        with click.open_file("-", "wb") as file:
            yield file
        return
    with complete_file(path) as unfinished, open(unfinished, "wb") as file:
        yield file


def _blocks(result: RolloutResult) -> Iterator[tuple[int, bytes]]:
    """The number of rows so far, and the next lines."""
    columns = {"playout" if k == "stream" else k: v for k, v in result.columns().items()}
    texts = [_texts(name, values) for name, values in columns.items()]
    yield 0, ",".join(columns).encode() + b"\r\n"
    for begin in range(0, len(result), ROWS):
        rows = slice(begin, begin + ROWS)
        yield min(begin + ROWS, len(result)), _lines([text(rows) for text in texts])


def _texts(name: str, values: npt.NDArray[Any]) -> Any:
    """A function from a slice of the rows to the column's texts, as bytes filled up with NUL.

    All columns but the first begin with their comma.
    """
    if name == "playout":
        width = len(str(values[-1]))
        return lambda rows: values[rows].astype(f"S{width}")
    if name == "digest":
        return lambda rows: _hexadecimal(values[rows])
    distinct = np.unique(values)  # few: each is made text once
    texts = np.array([f",{value}".encode() for value in distinct.tolist()])
    return lambda rows: texts[np.searchsorted(distinct, values[rows])]


def _hexadecimal(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.bytes_]:
    text = "," + values.astype(">u8").tobytes().hex(",", 8)
    return np.frombuffer(text.encode(), "S17")


def _lines(columns: list[npt.NDArray[np.bytes_]]) -> bytes:
    """The texts of the columns side by side, without the NULs."""
    ends = np.full(len(columns[0]), b"\r\n")
    pieces = [text.view(np.uint8).reshape(len(text), -1) for text in [*columns, ends]]
    return np.concatenate(pieces, axis=1).tobytes().translate(None, b"\0")
