"""One rollout in chunks, played by any executor and gathered as they are finished.

A chunk is a range of streams. A worker may die with its chunk: the chunk is played again. A pool
that breaks loses all its chunks, and nobody can tell which of them did it; so chunks that were lost
go out in ever smaller groups, in the end alone, and only one that is lost alone is to blame.
"""

from __future__ import annotations

import heapq
import itertools
import math
import os
import shutil
import socket
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn, Protocol

import numpy as np
import numpy.typing as npt

from bitmeeple import native
from bitmeeple.errors import RolloutError, RolloutInterrupted
from bitmeeple.game import Game
from bitmeeple.origin import Origin
from bitmeeple.progress import Progress
from bitmeeple.results import (
    RolloutFile,
    RolloutResult,
    Rows,
    empty_rows,
    join,
    play_rows,
)
from bitmeeple.state import State

_CHUNK_SECONDS = 2.0
_PROBE_SECONDS = 0.1
_UNKNOWN_WORKERS = 64
_SLICE = 1 << 16  # rows played at a time: memory that is used again costs no page faults
_tokens = itertools.count(1)
_cancelled: set[int] = set()  # tokens of rollouts whose chunks in threads of this process end early


@dataclass(frozen=True)
class Task:
    """A range of streams to play, as it is sent to a worker.

    ``budget``: seconds after which it ends early, with fewer rows.
    """

    origin: Origin
    first: int
    count: int
    threads: int
    budget: float = math.inf
    token: int = 0

    @property
    def streams(self) -> str:
        """For messages."""
        return f"streams {self.first} .. {self.first + self.count - 1}"


@dataclass(order=True)
class _Piece:
    """A task with its history; those that were lost less often come first."""

    losses: int
    first: int
    task: Task = field(compare=False)
    alone: bool = field(default=False, compare=False)
    generation: int = field(default=0, compare=False)


class Sink(Protocol):
    """Where rows go."""

    def missing(self) -> Iterable[tuple[int, int]]:
        """(first, count) of the ranges that are still to be played, ascending."""
        ...

    def put(self, first: int, slices: list[Rows]) -> int:
        """Take the rows of streams ``first ..``; returns how many they are."""
        ...

    def finished(self) -> list[Any]:
        """What is there, one result for each run of streams."""
        ...

    def close(self, seconds: float, threads: int) -> Any:
        """The whole result."""
        ...


def rollout(
    task: Task,
    start: State,
    executor: Any,
    chunk: int | None,
    retries: int,
    out: str | os.PathLike[str] | None,
    report: Progress | None,
) -> RolloutResult | RolloutFile:
    """`bitmeeple.rollout` of a whole ``task`` in chunks; the arguments have been checked."""
    begin = time.perf_counter()
    sink: Sink = _Arrays(task, start) if out is None else _Parts(task, start, out)
    crew = _Crew(executor)
    work = _Work(replace(task, token=next(_tokens)), crew, sink, chunk, retries, report)
    try:
        work.run()
    except KeyboardInterrupt:
        raise RolloutInterrupted("interrupted", sink.finished()) from None
    except RolloutError as error:
        error.finished = sink.finished()
        raise
    finally:
        crew.close()
    workers = crew.workers() or 1
    result: RolloutResult | RolloutFile = sink.close(
        time.perf_counter() - begin, workers * task.threads
    )
    return result


# In the worker


class _Stopped(Exception):
    """The rollout of this chunk is over."""


def play(task: Task) -> tuple[list[Rows], float]:
    """The rows of a task, packed, in slices, and the seconds that playing took."""
    game = _load(task.origin)
    start = game.new_initial_state() if isinstance(game, Game) else game

    def watch(_: int) -> None:
        if task.token in _cancelled:
            raise _Stopped

    slices: list[Rows] = []
    origin = task.origin
    begin = time.perf_counter()
    done, size = 0, 1 if task.budget < math.inf else _SLICE
    while done < task.count and (done == 0 or time.perf_counter() - begin < task.budget):
        size = min(size, task.count - done, _SLICE)
        first = task.first + done
        rows = play_rows(start, first, size, origin.seed, origin.policy, task.threads, watch)
        slices.append(_pack(rows))
        done += size
        size *= 2
    return slices, time.perf_counter() - begin


def _load(origin: Origin) -> Game | State:
    """The start, unless this worker would play something else than the caller means."""
    host = socket.gethostname()
    if native.version != origin.version:
        raise RolloutError(
            f"a worker on {host} has bitmeeple {native.version}, the caller "
            f"{origin.version}: install the same version everywhere"
        )
    try:
        return origin.load()
    except ValueError as error:
        raise RolloutError(f"a worker on {host} cannot play this game: {error}") from None


def _pack(rows: Rows) -> Rows:
    """The same numbers in fewer bytes: counts and scores mostly fit into one or two."""
    return tuple(_narrow(array) if array.dtype == np.int32 else array for array in rows)


def _narrow(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    low, high = int(array.min()), int(array.max())
    for kind in (np.int8, np.int16):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return array.astype(kind)
    return array


# At the caller


class _Arrays:
    """Rows into arrays, made once."""

    def __init__(self, task: Task, start: State) -> None:
        self.task, self.start = task, start
        self.rows = empty_rows(task.count, start.game.num_players())
        self.done: list[tuple[int, int]] = []  # ranges of rows

    def missing(self) -> list[tuple[int, int]]:
        return [(self.task.first, self.task.count)]

    def put(self, first: int, slices: list[Rows]) -> int:
        low = high = first - self.task.first
        for rows in slices:
            for whole, part in zip(self.rows, rows):
                whole[high : high + len(part)] = part
            high += len(rows[0])
        self.done.append((low, high))
        return high - low

    def finished(self) -> list[RolloutResult]:
        return [self._result(low, high, math.nan, 1) for low, high in _runs(self.done)]

    def close(self, seconds: float, threads: int) -> RolloutResult:
        return self._result(0, self.task.count, seconds, threads)

    def _result(self, low: int, high: int, seconds: float, threads: int) -> RolloutResult:
        origin = self.task.origin
        return RolloutResult(
            self.start,
            origin.start is None,
            origin.seed,
            origin.policy,
            threads,
            seconds,
            *(array[low:high] for array in self.rows),
            first=self.task.first + low,
            version=origin.version,
        )


def _runs(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Adjoining ranges as one."""
    runs: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        adjoins = runs and runs[-1][1] == low
        runs.append((runs.pop()[0] if adjoins else low, high))
    return runs


class _Parts:
    """Rows into a folder beside ``out``, one file a chunk, and in the end into ``out``.

    A file appears under its name when it is complete, so whatever is there may be relied on. What
    an earlier call left, or ``out`` itself with fewer rows, is gone on with.
    """

    def __init__(self, task: Task, start: State, out: str | os.PathLike[str]) -> None:
        self.origin, self.first, self.count = task.origin, task.first, task.count
        self.start = start
        self.out = Path(out)
        self.folder = self.out.with_name(self.out.name + ".parts")
        self.parts = self._found()

    def _found(self) -> list[RolloutFile]:
        """What is there, ascending, without overlaps."""
        paths = [self.out] if self.out.exists() else []
        if self.folder.is_dir():
            paths += sorted(self.folder.glob("*.parquet"))
        files = [RolloutFile(path) for path in paths]
        last = self.first + self.count
        kept: list[RolloutFile] = []
        end = self.first
        for file in sorted(files, key=lambda file: file.first):
            file.origin.require_same(self.origin, f"{file.path} is there already, and is")
            if not (self.first <= file.first and file.first + len(file) <= last):
                raise ValueError(
                    f"{file.path} is there already with streams {file.first} .. "
                    f"{file.first + len(file) - 1}, not all of which are asked for"
                )
            if file.first >= end:  # else its rows are in another part
                kept.append(file)
                end = file.first + len(file)
        return kept

    def missing(self) -> list[tuple[int, int]]:
        """The gaps between the parts."""
        gaps, end = [], self.first
        for part in sorted(self.parts, key=lambda part: part.first):
            if part.first > end:
                gaps.append((end, part.first - end))
            end = part.first + len(part)
        if end < self.first + self.count:
            gaps.append((end, self.first + self.count - end))
        return gaps

    def put(self, first: int, slices: list[Rows]) -> int:
        """Write a part; returns its number of rows."""
        kinds = (np.int32, np.float32, np.int32, np.int32, np.uint64)
        wide = [np.concatenate(arrays, dtype=kind) for arrays, kind in zip(zip(*slices), kinds)]
        origin = self.origin
        result = RolloutResult(
            self.start,
            origin.start is None,
            origin.seed,
            origin.policy,
            1,
            float("nan"),
            *wide,
            first=first,
            version=origin.version,
        )
        self.folder.mkdir(exist_ok=True)
        path = self.folder / f"{first}-{len(result)}.parquet"
        result.to_parquet(path)
        self.parts.append(RolloutFile(path))
        return len(result)

    def finished(self) -> list[RolloutFile]:
        """All parts."""
        return sorted(self.parts, key=lambda part: part.first)

    def close(self, seconds: float, threads: int) -> RolloutFile:
        """Put the parts together, and remove them."""
        if [part.path for part in self.parts] != [os.fspath(self.out)]:
            join(self.parts, self.out)
        shutil.rmtree(self.folder, ignore_errors=True)
        return RolloutFile(self.out)


class _Work:
    """The chunks of one rollout: which wait, which are out, and what became of them."""

    def __init__(
        self,
        whole: Task,
        crew: _Crew,
        sink: Sink,
        chunk: int | None,
        retries: int,
        report: Progress | None,
    ) -> None:
        self.whole, self.crew, self.sink = whole, crew, sink
        self.chunk, self.retries, self.report = chunk, retries, report
        self.gaps = list(sink.missing())[::-1]
        self.left = sum(count for _, count in self.gaps)  # not yet sent out for the first time
        self.missing = self.left
        self.lost: list[_Piece] = []  # a heap
        self.out: dict[Future[Any], _Piece] = {}

    def run(self) -> None:
        """Play it all."""
        try:
            while self.missing:
                self._send()
                self._gather()
        except BaseException:
            _cancelled.add(self.whole.token)
            for future in self.out:
                future.cancel()
            raise

    # Out

    def _send(self) -> None:
        while (piece := self._next()) is not None:
            piece.generation = self.crew.generation
            try:
                future = self.crew.submit(play, piece.task)
            except BrokenExecutor as error:  # it broke while nobody looked: nothing was played
                heapq.heappush(self.lost, piece)
                if not self.out:
                    self.crew.renew(piece.generation, piece.task, error)
                return
            self.out[future] = piece

    def _next(self) -> _Piece | None:
        """The piece to send now, if any."""
        losses = max((piece.losses for piece in self.out.values()), default=0)
        if self.lost:
            losses = max(losses, self.lost[0].losses)
        limit = self._limit(losses)
        if len(self.out) >= limit:
            return None
        piece = heapq.heappop(self.lost) if self.lost else self._fresh()
        if piece is not None:
            piece.alone = limit == 1
        return piece

    def _limit(self, losses: int) -> int:
        """How many pieces may be out if one of them was lost ``losses`` times."""
        if losses > self.retries:
            return 1
        return max(1, self.crew.capacity() >> (losses * (losses + 1) // 2))

    def _fresh(self) -> _Piece | None:
        if not self.gaps or (self.chunk is None and self.out):  # the first is being measured
            return None
        first, count = self.gaps.pop()
        if self.chunk is None:
            task = replace(self.whole, first=first, count=count, budget=_PROBE_SECONDS)
        else:
            size = min(count, self._size(self.chunk))
            if count > size:
                self.gaps.append((first + size, count - size))
            task = replace(self.whole, first=first, count=size)
        self.left -= task.count
        return _Piece(0, task.first, task)

    def _size(self, chunk: int) -> int:
        """Towards the end chunks get smaller, so that all workers end together."""
        share = self.left // (2 * (self.crew.workers() or 1))
        return max(min(chunk, share), chunk // 8, 1)

    # In

    def _gather(self) -> None:
        done, _ = wait(self.out, timeout=0.2, return_when=FIRST_COMPLETED)
        for future in done:
            piece = self.out.pop(future)
            error = CancelledError() if future.cancelled() else future.exception()
            if error is None:
                self._take(piece.task, *future.result())
            elif _is_loss(error):
                self._count_loss(piece, error)
            else:
                self._fail(piece.task, error)
        if done and self.report is not None:
            self.report(self.whole.count - self.missing)

    def _take(self, task: Task, slices: list[Rows], seconds: float) -> None:
        played = self.sink.put(task.first, slices)
        self.missing -= played
        if self.chunk is None:
            self.chunk = max(1, int(played / max(seconds, 1e-6) * _CHUNK_SECONDS))
        if played < task.count:
            self.gaps.append((task.first + played, task.count - played))
            self.left += task.count - played

    def _count_loss(self, piece: _Piece, error: BaseException) -> None:
        piece.losses += 1
        if type(error).__name__ == "KilledWorker":  # Dask has tried it on several workers
            piece.losses = max(piece.losses, self.retries)
        if piece.alone and piece.losses > self.retries:
            raise RolloutError(
                f"{piece.task.streams} were lost with their worker {piece.losses} times, the last "
                f"time alone ({type(error).__name__}); they may need more memory than it has, or "
                "crash it"
            ) from error
        heapq.heappush(self.lost, piece)
        if isinstance(error, BrokenExecutor):
            self.crew.renew(piece.generation, piece.task, error)

    def _fail(self, task: Task, error: BaseException) -> NoReturn:
        if isinstance(error, KeyboardInterrupt | _Stopped):  # Ctrl-C reached the worker first
            raise KeyboardInterrupt
        if isinstance(error, RolloutError):
            raise error
        raise RolloutError(f"{task.streams}: {type(error).__name__}: {error}") from error


def _is_loss(error: BaseException) -> bool:
    """Whether a task was lost, rather than failed: another worker may well do it."""
    distributed = type(error).__module__.partition(".")[0] == "distributed"
    return isinstance(error, BrokenExecutor | CancelledError) or distributed


class _Inline:
    """An executor that plays at once, in this thread."""

    _max_workers = 1

    def submit(self, function: Callable[..., Any], task: Task) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(task))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Nothing to do."""


class _Crew:
    """Whoever plays: an executor, made anew when it breaks if there is a function that makes it."""

    def __init__(self, given: Any) -> None:
        self.generation = 0
        self._make: Callable[[], Any] | None = None
        self._client: Any = None
        self._counted = (-math.inf, 0)
        if given is None:
            self._pool: Any = _Inline()
        elif hasattr(given, "get_executor") and hasattr(given, "nthreads"):  # a Dask client
            if given.asynchronous:
                raise TypeError("executor is an asynchronous Dask client; make a synchronous one")
            self._client = given
            self._pool = given.get_executor(pure=False)
        elif hasattr(given, "submit") and not isinstance(given, type):
            self._pool = given
        elif callable(given):
            self._make = given
            self._pool = given()
        else:
            raise TypeError(
                "executor is a concurrent.futures.Executor, a dask.distributed.Client or a "
                f"function that makes an executor, not {type(given).__name__}"
            )

    def submit(self, function: Callable[..., Any], task: Task) -> Future[Any]:
        """Hand a task to a worker."""
        future: Future[Any] = self._pool.submit(function, task)
        return future

    def workers(self) -> int | None:
        """How many tasks run at a time, if known."""
        if self._client is not None:
            when, count = self._counted
            if time.monotonic() - when > 1:
                count = sum(self._client.nthreads().values())
                self._counted = time.monotonic(), count
            return max(count, 1)
        for name in ("_max_workers", "num_workers"):
            size = getattr(self._pool, name, None)
            if isinstance(size, int) and size > 0:
                return size
        return None

    def capacity(self) -> int:
        """How many tasks may be out, so that no worker waits for the next."""
        if isinstance(self._pool, _Inline):
            return 1
        capacity = 2 * (self.workers() or _UNKNOWN_WORKERS)
        return capacity if self._client is None else max(32, capacity)  # a cluster may grow

    def renew(self, generation: int, task: Task, error: BaseException) -> None:
        """A pool that broke while ``task`` was in it is made anew, once."""
        if generation < self.generation:
            return
        if self._make is None:
            raise RolloutError(
                f"the pool broke while {task.streams} were in it ({type(error).__name__}); give "
                "executor= a function that makes the pool, and it is made anew"
            ) from error
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._make()
        self.generation += 1

    def close(self) -> None:
        """End the pool, if it was made here."""
        if self._make is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
