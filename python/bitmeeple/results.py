"""The rows of a rollout, in memory and in a Parquet file.

A file's rows are a contiguous range of streams, ascending. Its metadata holds the `Origin` and the
first stream, which is all that it takes to play the rows again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bitmeeple import tables
from bitmeeple.arguments import as_int, checked_int, checked_seed, shown
from bitmeeple.game import Game
from bitmeeple.origin import Origin
from bitmeeple.progress import Progress
from bitmeeple.state import State
from bitmeeple.summary import Summary

if TYPE_CHECKING:
    from bitmeeple.records import Record

Rows = tuple[npt.NDArray[Any], ...]


@dataclass(frozen=True, eq=False, repr=False)
class RolloutResult:
    """Results of n playouts; row i is the playout of stream ``first + i``, whoever played it.

    Attributes
    ----------
    start : State
        Where every playout began.
    seed, policy, threads, seconds
        How it was run, and how long it took.
    first : int
        Stream of row 0.
    version : str
        The package that played.
    scores : ndarray of int32, shape (n, players)
    returns : ndarray of float32, shape (n, players)
    plies, chance : ndarray of int32, shape (n,)
        Player decisions and chance events of each playout.
    digests : ndarray of uint64, shape (n,)
        Hash of all ids in order of play and of the scores.
    """

    start: State
    is_initial: bool
    seed: int
    policy: str
    threads: int
    seconds: float
    scores: npt.NDArray[np.int32]
    returns: npt.NDArray[np.float32]
    plies: npt.NDArray[np.int32]
    chance: npt.NDArray[np.int32]
    digests: npt.NDArray[np.uint64]
    # Pickles of 0.1.0 know neither; they take these defaults.
    first: int = field(default=0, kw_only=True)
    version: str = field(default="0.1.0", kw_only=True)

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.start.game

    def __len__(self) -> int:
        return len(self.plies)

    def record(self, i: int) -> Record:
        """Row ``i`` played again, as a `Record`: the playout of stream ``first + i``.

        Raises
        ------
        IndexError
            ``i`` is not in ``0 .. n-1``.
        """
        from bitmeeple.records import record_playout

        i = as_int(i, "a playout")
        if not 0 <= i < len(self):
            raise IndexError(f"playout {shown(i)} is not in 0..{len(self) - 1}")
        start = self.game if self.is_initial else self.start
        return record_playout(start, self.seed, self.first + i, self.policy)

    def summary(self) -> Summary:
        """Means, intervals and quantiles."""
        return Summary.of(self)

    def __repr__(self) -> str:
        where = "" if self.is_initial else f" from {self.start!r}"
        first = f" from stream {self.first} on" if self.first else ""
        return (
            f"<RolloutResult of {len(self):,} playouts{first} of {self.game._spec.label()}{where}, "
            f"policy {self.policy}, seed {self.seed}>"
        )

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_()

    @property
    def origin(self) -> Origin:
        """What the rows depend on but their streams, as plain data."""
        return Origin.of(self.start, self.is_initial, self.seed, self.policy, self.version)

    @classmethod
    def concat(cls, parts: Iterable[RolloutResult]) -> RolloutResult:
        """Results of adjoining ranges of streams as one, as if it had been one rollout.

        Parameters
        ----------
        parts
            In any order.

        Returns
        -------
        RolloutResult
            ``seconds`` is the sum, ``threads`` the greatest.

        Raises
        ------
        ValueError
            No parts, a gap or an overlap between them, or parts that differ in game, options,
            data, start, seed, policy, version or implementation.

        Examples
        --------
        >>> import bitmeeple as bm
        >>> game = bm.load_game("latria")
        >>> halves = [bm.rollout(game, 50, seed=7, first=first) for first in (50, 0)]
        >>> whole = bm.RolloutResult.concat(halves)
        >>> bool((whole.digests == bm.rollout(game, 100, seed=7).digests).all())
        True
        """
        ordered = sorted(parts, key=lambda part: part.first)
        if not ordered:
            raise ValueError("no parts to put together")
        head, end = ordered[0], ordered[0].first
        origin = head.origin
        for part in ordered:
            part.origin.require_same(origin, "a part is")
            require_adjoining(end, part.first)
            end = part.first + len(part)
        rows: dict[str, Any] = {
            name: np.concatenate([getattr(part, name) for part in ordered]) for name in ROWS
        }
        seconds = sum(part.seconds for part in ordered)
        threads = max(part.threads for part in ordered)
        return replace(head, seconds=seconds, threads=threads, **rows)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """The rows as named columns, for any library of tables.

        Returns
        -------
        dict of str to ndarray, shape (n,)
            ``stream`` (uint64), ``score_0``, ... (int32), ``return_0``, ... (float32), ``plies``,
            ``chance`` (int32), ``digest`` (uint64).
        """
        players = range(self.scores.shape[1])
        streams = np.arange(len(self), dtype=np.uint64) + np.uint64(self.first)
        return {
            "stream": streams,
            **{f"score_{p}": self.scores[:, p] for p in players},
            **{f"return_{p}": self.returns[:, p] for p in players},
            "plies": self.plies,
            "chance": self.chance,
            "digest": self.digests,
        }

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The columns for polars, pandas, pyarrow and others (Arrow's PyCapsule interface)."""
        return self._table().__arrow_c_stream__(requested_schema)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the columns, and what reproduces them as metadata, to a Parquet file.

        Raises
        ------
        ImportError
            pyarrow is not installed.
        OSError
            The file cannot be written.
        """
        tables.write(self._table(), path)

    def _table(self) -> Any:
        return tables.table(self.columns(), self.origin.to_json(first=self.first))

    @classmethod
    def from_parquet(cls, path: str | os.PathLike[str]) -> RolloutResult:
        """Read what `to_parquet`, ``rollout(..., out=)`` or ``bitmeeple merge`` wrote.

        Raises
        ------
        ImportError
            pyarrow is not installed.
        ValueError
            Not such a file, or its game cannot be loaded here with the same data.
        OSError
            The file cannot be read.
        """
        return RolloutFile(path).read()


ROWS = ("scores", "returns", "plies", "chance", "digests")


def empty_rows(n: int, players: int) -> Rows:
    """Arrays for the `ROWS` of ``n`` playouts."""
    return (
        np.empty((n, players), np.int32),
        np.empty((n, players), np.float32),
        np.empty(n, np.int32),
        np.empty(n, np.int32),
        np.empty(n, np.uint64),
    )


def require_adjoining(end: int, first: int) -> None:
    """Raise unless the next range of streams starts where the last one ended."""
    if first > end:
        raise ValueError(f"streams {end} .. {first - 1} are missing between the parts")
    if first < end:
        raise ValueError(f"streams {first} .. {end - 1} are in two parts")


def play_rows(
    start: State, first: int, n: int, seed: int, policy: str, threads: int, report: Progress | None
) -> Rows:
    """The `ROWS` of streams ``first .. first + n - 1``; the arguments have been checked."""
    rows = empty_rows(n, start.game.num_players())
    scores, returns, plies, chance, digests = rows
    start._rollout(n, seed, first, policy, threads, scores, returns, plies, chance, digests, report)
    return rows


class RolloutFile:
    """A Parquet file of a rollout: its facts, without its rows.

    Attributes
    ----------
    path : str
    origin : Origin
        Game, data, start, seed, policy and version.
    first : int
        Stream of the first row; the others follow without a gap.

    Raises
    ------
    ImportError
        pyarrow is not installed.
    ValueError
        Not the Parquet file of a rollout, or broken off.
    OSError
        It cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        pyarrow = tables.pyarrow()
        self.path = os.fspath(path)
        try:
            with pyarrow.parquet.ParquetFile(self.path) as file:
                self._rows: int = file.metadata.num_rows
                schema = file.schema_arrow
        except pyarrow.ArrowInvalid as error:
            raise self._refuse(f"not a whole Parquet file ({error})") from None
        metadata = (schema.metadata or {}).get(tables.KEY)
        if metadata is None:
            raise self._refuse("not a rollout: it has no metadata of bitmeeple")
        try:
            self.origin, more = Origin.from_json(metadata)
            self.first = checked_int(more.get("first"), "first", 0, (1 << 64) - self._rows)
        except (TypeError, ValueError) as error:
            raise self._refuse(str(error)) from None
        self._schema = schema
        self._players = sum(name.startswith("score_") for name in schema.names)
        if self._rows < 1 or schema.names != _names(self._players) or not self._types_fit():
            raise self._refuse("its columns are not those of a rollout")

    def __len__(self) -> int:
        return self._rows

    def __repr__(self) -> str:
        last = self.first + len(self) - 1
        return f"<RolloutFile {self.path}: {self.origin.game}, streams {self.first} .. {last}>"

    def read(self) -> RolloutResult:
        """All rows.

        Raises
        ------
        ValueError
            The rows are not those that the metadata says, or the game cannot be loaded here with
            the same data.
        """
        columns = self._columns(self._table())
        origin, start = self.origin, self._start()
        return RolloutResult(
            start.new_initial_state() if isinstance(start, Game) else start.clone(),
            isinstance(start, Game),
            origin.seed,
            origin.policy,
            1,
            float("nan"),
            *columns,
            first=self.first,
            version=origin.version,
        )

    def verify(self, sample: int = 1000, *, seed: int = 0) -> int:
        """Play a sample of the rows again.

        Parameters
        ----------
        sample
            How many, drawn without replacement; all if there are fewer.
        seed
            Of the draw.

        Returns
        -------
        int
            The number of rows played; all were equal to the file's.

        Raises
        ------
        ValueError
            A row differs, the streams are not contiguous, or the game cannot be loaded here with
            the same data.
        """
        sample = checked_int(sample, "sample", 1, 1 << 40)
        rng = np.random.Generator(np.random.PCG64(checked_seed(seed)))
        size = min(sample, len(self))
        chosen = np.sort(rng.choice(len(self), size=size, replace=False))
        loaded, origin = self._start(), self.origin
        start = loaded.new_initial_state() if isinstance(loaded, Game) else loaded
        low = 0
        for batch in self.batches():
            rows = self._columns(batch, low)
            for row in chosen[(low <= chosen) & (chosen < low + batch.num_rows)].tolist():
                stream = self.first + row
                again = play_rows(start, stream, 1, origin.seed, origin.policy, 1, None)
                if any((a != b[row - low]).any() for a, b in zip(again, rows)):
                    raise self._refuse(f"stream {stream}, played again, ends otherwise")
            low += batch.num_rows
        return size

    def batches(self) -> Iterator[Any]:
        """The rows as Arrow record batches, a row group in memory at a time."""
        pyarrow = tables.pyarrow()
        try:
            with pyarrow.parquet.ParquetFile(self.path) as file:
                yield from file.iter_batches(tables.GROUP)
        except pyarrow.ArrowInvalid as error:
            raise self._refuse(f"damaged ({error})") from None

    @classmethod
    def merge(
        cls, parts: Iterable[str | os.PathLike[str] | RolloutFile], out: str | os.PathLike[str]
    ) -> RolloutFile:
        """Put files of adjoining ranges of streams together, a row group in memory at a time.

        Parameters
        ----------
        parts
            Files in any order.
        out
            The file to write; it must not be there yet.

        Raises
        ------
        ValueError
            No parts, a gap or an overlap between them, or parts of different origin.
        FileExistsError
            ``out`` is there already.
        """
        if os.path.lexists(out):
            raise FileExistsError(17, "is there already", os.fspath(out))
        return join([p if isinstance(p, RolloutFile) else cls(p) for p in parts], out)

    def _table(self) -> Any:
        pyarrow = tables.pyarrow()
        return pyarrow.Table.from_batches(list(self.batches()), schema=self._schema)

    def _start(self) -> Game | State:
        try:
            return self.origin.load()
        except (TypeError, ValueError) as error:
            raise self._refuse(str(error)) from None

    def _types_fit(self) -> bool:
        return all(self._schema.field(n).type == _type_of(n) for n in self._schema.names)

    def _columns(self, table: Any, low: int = 0) -> list[npt.NDArray[Any]]:
        """The rows of a table or batch that begins at row ``low``, as the arrays of a result."""
        if any(column.null_count for column in table.columns):
            raise self._refuse("a value is missing")

        def get(name: str) -> npt.NDArray[Any]:
            values: npt.NDArray[Any] = table.column(name).to_numpy(zero_copy_only=False)
            return values

        streams = np.arange(table.num_rows, dtype=np.uint64) + np.uint64(self.first + low)
        if (get("stream") != streams).any():
            raise self._refuse("its streams are not contiguous")
        players = range(self._players)
        wide = [
            np.ascontiguousarray(np.column_stack([get(f"{kind}_{p}") for p in players]))
            for kind in ("score", "return")
        ]
        return [*wide, *(np.array(get(name)) for name in ("plies", "chance", "digest"))]

    def _refuse(self, why: str) -> ValueError:
        return ValueError(f"{self.path}: {why}")


def _names(players: int) -> list[str]:
    seats = range(players)
    wide = [f"{kind}_{p}" for kind in ("score", "return") for p in seats]
    return ["stream", *wide, "plies", "chance", "digest"]


def _type_of(name: str) -> Any:
    pyarrow = tables.pyarrow()
    if name in ("stream", "digest"):
        return pyarrow.uint64()
    return pyarrow.float32() if name.startswith("return_") else pyarrow.int32()


def join(parts: Sequence[RolloutFile], out: str | os.PathLike[str]) -> RolloutFile:
    """Files of adjoining ranges of streams as one, which replaces what is there."""
    if not parts:
        raise ValueError("no parts to put together")
    ordered = sorted(parts, key=lambda part: part.first)
    head = ordered[0]
    end = head.first
    for part in ordered:
        part.origin.require_same(head.origin, f"{part.path} is")
        require_adjoining(end, part.first)
        end += len(part)
    schema = head._schema
    with tables.writer(schema, out) as writer:
        for part in ordered:
            for batch in part.batches():
                writer.write_batch(batch.replace_schema_metadata(schema.metadata))
    return RolloutFile(out)
