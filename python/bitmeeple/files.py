"""Files that appear when they are complete."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Iterator


@contextlib.contextmanager
def complete_file(path: str | os.PathLike[str]) -> Iterator[str]:
    """A path beside ``path`` to write to; it takes the name when the block ends well.

    Whatever ends the block otherwise leaves what stood under the name, and nothing beside it.
    Links are followed, permissions kept; a device or a pipe is written to directly.

    Raises
    ------
    OSError
        The file cannot be written there.
    """
    given = os.fspath(path)
    real = os.path.realpath(given)
    if os.path.isdir(real):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), given)
    if os.path.exists(given) and not os.path.isfile(real):
        yield given
        return
    unfinished = f"{real}.{os.getpid()}.tmp"
    try:
        _create(unfinished, given)
        yield unfinished
        if os.path.exists(real):
            shutil.copymode(real, unfinished)
        os.replace(unfinished, real)
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(unfinished)
        raise


def _create(unfinished: str, given: str) -> None:
    """An empty file, so that a place where none can be written is known before the work."""
    try:
        with open(unfinished, "wb"):
            pass
    except OSError as error:
        error.filename = given
        raise
