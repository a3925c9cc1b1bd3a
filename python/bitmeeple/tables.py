"""Arrow tables and Parquet files; pyarrow is imported when first used."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from typing import Any

import numpy.typing as npt

from bitmeeple.files import complete_file

KEY = b"bitmeeple"
GROUP = 1 << 18  # rows of a row group: what is in memory at a time


def pyarrow() -> Any:
    """pyarrow with its Parquet part, imported when first used."""
    try:
        import pyarrow as arrow
        import pyarrow.parquet
    except ImportError:
        raise ImportError(
            "tables need pyarrow; install it with: pip install 'bitmeeple[data]' "
            "(or: pip install pyarrow)",
            name="pyarrow",
        ) from None
    return arrow


def table(columns: Mapping[str, npt.NDArray[Any]], metadata: str) -> Any:
    """Columns as a ``pyarrow.Table`` that carries ``metadata`` (ASCII)."""
    arrow = pyarrow()
    arrays = {name: arrow.array(column) for name, column in columns.items()}
    return arrow.table(arrays).replace_schema_metadata({KEY: metadata.encode("ascii")})


def write(whole: Any, path: str | os.PathLike[str]) -> None:
    """Write a table to a Parquet file: all of it, or nothing."""
    with writer(whole.schema, path) as sink:
        sink.write_table(whole, row_group_size=GROUP)


@contextlib.contextmanager
def writer(schema: Any, path: str | os.PathLike[str]) -> Iterator[Any]:
    """A Parquet writer; the file appears under its name when it is complete."""
    plain = {"stream", "digest"}  # all different: a dictionary is of no use
    options = {
        "compression": "zstd",
        "use_dictionary": [name for name in schema.names if name not in plain],
        "column_encoding": {"stream": "DELTA_BINARY_PACKED", "digest": "PLAIN"},
    }
    with (
        complete_file(path) as unfinished,
        pyarrow().parquet.ParquetWriter(unfinished, schema, **options) as sink,
    ):
        yield sink
