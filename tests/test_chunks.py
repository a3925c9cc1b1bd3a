"""One rollout over many workers equals one call, whatever happens to the workers."""

from __future__ import annotations

import dataclasses
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import bitmeeple as bm
import pytest
from bitmeeple import chunks, native, registry
from bitmeeple.registry import shipped_data
from conftest import LOADERS

ARRAYS = ("scores", "returns", "plies", "chance", "digests")
FORK = sys.platform == "linux"
needs_fork = pytest.mark.skipif(not FORK, reason="the trap is inherited by fork")


def same(a, b):
    """Whether two rollouts agree in every byte."""
    return a.first == b.first and all(
        getattr(a, k).dtype == getattr(b, k).dtype
        and getattr(a, k).tobytes() == getattr(b, k).tobytes()
        for k in ARRAYS
    )


def pool(workers=2, method="spawn", **more):
    """A pool of processes."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context(method), **more)


# Ranges


@pytest.mark.parametrize("side", LOADERS)
def test_ranges_of_streams_are_rows_of_the_whole(game_name, side):
    game = LOADERS[side](game_name)
    n = 40 if side == "core" else 4
    whole = bm.rollout(game, n, seed=3)
    part = bm.rollout(game, n // 2, seed=3, first=n // 4)
    assert part.first == n // 4
    rows = slice(n // 4, n // 4 + n // 2)
    assert all((getattr(part, k) == getattr(whole, k)[rows]).all() for k in ARRAYS)
    record = part.record(1)
    assert record.stream == n // 4 + 1
    assert record == whole.record(n // 4 + 1)


def test_the_last_stream_can_be_played_and_none_after_it():
    game = bm.load_game("latria")
    last = (1 << 64) - 1
    end = bm.rollout(game, 2, first=last - 1)
    assert end.record(1).stream == last
    assert end.record(1).state.scores() == end.scores[1].tolist()
    assert end.columns()["stream"].tolist() == [last - 1, last]
    for n, first in ((2, last), (3, last - 1), (1 << 40, last)):
        with pytest.raises(ValueError, match=r"first \+ n is \d+; allowed is up to 2\*\*64"):
            bm.rollout(game, n, first=first)
    for bad, error in (
        (-1, ValueError),
        (1 << 64, ValueError),
        (0.5, TypeError),
        (True, TypeError),
    ):
        with pytest.raises(error, match="first"):
            bm.rollout(game, 1, first=bad)


def test_parts_in_any_order_are_the_whole(game_name):
    game = bm.load_game(game_name)
    whole = bm.rollout(game, 60, seed=5, first=100)
    cuts = [(100, 1), (101, 30), (131, 9), (140, 20)]
    parts = [bm.rollout(game, n, seed=5, first=first) for first, n in cuts]
    for order in (parts, parts[::-1], parts[1:] + parts[:1]):
        assert same(bm.RolloutResult.concat(order), whole)
    assert bm.RolloutResult.concat(parts).record(59) == whole.record(59)


def test_parts_that_do_not_fit_are_refused():
    game = bm.load_game("latria")
    head = bm.rollout(game, 10, seed=5)

    def tail(game=game, n=10, **more):
        return bm.rollout(game, n, **{"seed": 5, "first": 10, **more})

    middle = game.new_initial_state()
    middle.apply_action(middle.legal_actions()[0])
    assert len(bm.RolloutResult.concat([head, tail()])) == 20
    older = dataclasses.replace(tail(), version="0.0.9")
    for other, words in (
        (tail(first=11), "streams 10 .. 10 are missing"),
        (tail(first=9), "streams 9 .. 9 are in two parts"),
        (tail(bm.load_game("latria", players=3)), "of another game"),
        (tail(bm.load_game("latria", data=own_data("latria"))), "of another data"),
        (tail(middle), "of another start"),
        (tail(seed=6), "of another seed: 6 and 5|of another seed: 5 and 6"),
        (tail(policy="eager"), "of another policy"),
        (tail(bm.reference.load_game("latria"), n=1), "of another implementation"),
        (older, "of another version"),
    ):
        for order in ([head, other], [other, head]):
            with pytest.raises(ValueError, match=words):
                bm.RolloutResult.concat(order)
    with pytest.raises(ValueError, match="no parts"):
        bm.RolloutResult.concat([])


def own_data(name):
    """Data that differ from the shipped ones."""
    return {**shipped_data(name)[0], "note": "own"}


# Executors


@pytest.mark.parametrize("chunk", [1, 7, 100, 1000])
def test_any_chunk_over_threads_equals_one_call(game_name, chunk):
    game = bm.load_game(game_name)
    one = bm.rollout(game, 200, seed=3, first=50, policy="eager")
    with ThreadPoolExecutor(3) as executor:
        many = bm.rollout(
            game, 200, seed=3, first=50, policy="eager", executor=executor, chunk=chunk
        )
    assert same(one, many)
    assert many.threads == 3


def test_a_pool_of_processes_plays_states_own_data_and_the_reference():
    starts = [
        bm.load_game("latria", players=3, data=own_data("latria")),
        list(bm.replay(bm.record_playout(bm.load_game("lata"), 3)))[60],
        bm.reference.load_game("lumen"),
    ]
    with pool() as executor:
        for start in starts:
            n = 4 if "reference" in repr(start)[:40] else 500
            one = bm.rollout(start, n, seed=9)
            assert same(bm.rollout(start, n, seed=9, executor=executor, chunk=n // 3), one)
        done = []
        bm.rollout(starts[0], 5000, executor=executor, progress=done.append)
        assert done == sorted(done)
        assert done[-1] == 5000


def test_executors_are_told_apart():
    game = bm.load_game("toy")
    for bad in (3, "threads", object()):
        with pytest.raises(TypeError, match=r"executor is a concurrent\.futures\.Executor"):
            bm.rollout(game, 10, executor=bad)
    made = []

    def make():
        made.append(ThreadPoolExecutor(1))
        return made[-1]

    assert same(bm.rollout(game, 10, executor=make, chunk=2), bm.rollout(game, 10))
    assert len(made) == 1
    with pytest.raises(RuntimeError, match="shutdown"):
        made[0].submit(print)
    for name, bad in (("chunk", 0), ("retries", -1), ("chunk", 1.5)):
        with pytest.raises((ValueError, TypeError), match=name):
            bm.rollout(game, 10, executor=make, **{name: bad})


class Fickle:
    """An executor without workers that loses the tasks of some submissions."""

    def __init__(self, lost, error):
        self.lost, self.error, self.count = set(lost), error, 0

    def submit(self, function, task):
        future = Future()
        self.count += 1
        if self.count in self.lost:
            if self.error is None:
                future.cancel()
                future.set_running_or_notify_cancel()
            else:
                future.set_exception(self.error)
        else:
            future.set_result(function(task))
        return future

    def shutdown(self, **_):
        pass


def test_lost_tasks_are_played_again():
    game = bm.load_game("latria")
    one = bm.rollout(game, 300, seed=1)
    fickle = Fickle({1, 2, 5, 6, 7}, None)
    assert same(bm.rollout(game, 300, seed=1, executor=fickle, chunk=10), one)
    pools = iter([Fickle({3, 4, 5}, BrokenProcessPool("x")), Fickle({1}, BrokenProcessPool("x"))])
    last = Fickle((), None)
    assert same(bm.rollout(game, 300, seed=1, executor=lambda: next(pools, last), chunk=10), one)
    with pytest.raises(bm.RolloutError, match="give executor= a function that makes the pool"):
        bm.rollout(game, 300, executor=Fickle({3}, BrokenProcessPool("x")), chunk=10)


def test_a_chunk_that_is_lost_again_and_again_is_named():
    game = bm.load_game("latria")

    class Poison(Fickle):
        def submit(self, function, task):
            if task.first <= 123 < task.first + task.count:
                self.lost.add(self.count + 1)
            return super().submit(function, task)

    for retries in (0, 1, 3):
        executor = Poison((), None)
        with pytest.raises(bm.RolloutError, match=r"streams 120 \.\. 129 were lost") as caught:
            bm.rollout(game, 300, executor=executor, chunk=10, retries=retries)
        assert all(isinstance(part, bm.RolloutResult) for part in caught.value.finished)


def test_a_chunk_that_fails_is_named_at_once():
    class Broken(Fickle):
        def submit(self, function, task):
            future = Future()
            future.set_exception(MemoryError("too little"))
            return future

    with pytest.raises(bm.RolloutError, match=r"streams \d+ \.\. \d+: MemoryError: too little"):
        bm.rollout(bm.load_game("latria"), 100, executor=Broken((), None), chunk=10)


def _other_version():
    native.version = "9.9.9"


def _other_data():
    registry.shipped_data.cache_clear()
    data, _ = registry.shipped_data("latria")
    changed = {**data, "note": "changed"}
    registry.shipped_data = lambda name: (changed, registry.data_digest(changed))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_other_version, "has bitmeeple 9.9.9, the caller .*: install the same version everywhere"),
        (_other_data, "cannot play this game: latria.*was played with other shipped data"),
    ],
)
def test_workers_of_another_version_or_data_are_refused(spoil, words):
    with pool(1, initializer=spoil) as executor, pytest.raises(bm.RolloutError, match=words):
        bm.rollout(bm.load_game("latria"), 100, executor=executor, chunk=10)


# Dying workers


class Trap:
    """Kills the worker that plays a stream, as long as a file does not exist."""

    def __init__(self, stream, path=None):
        self.stream, self.path = stream, path

    def __call__(self, start, first, n, *rest):
        if first <= self.stream < first + n and not (self.path and os.path.exists(self.path)):
            if self.path:
                open(self.path, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return ORIGINAL(start, first, n, *rest)


ORIGINAL = chunks.play_rows


@needs_fork
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.parametrize("stream", [0, 555, 999])
def test_a_killed_worker_costs_nothing_but_time(stream, tmp_path, monkeypatch):
    game = bm.load_game("latria")
    one = bm.rollout(game, 1000, seed=4)
    monkeypatch.setattr(chunks, "play_rows", Trap(stream, tmp_path / "killed"))
    many = bm.rollout(game, 1000, seed=4, executor=lambda: pool(2, "fork"), chunk=50)
    assert (tmp_path / "killed").exists()
    assert same(one, many)


@needs_fork
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_poison_chunk_ends_in_one_error_that_names_it(monkeypatch):
    monkeypatch.setattr(chunks, "play_rows", Trap(333))
    begin = time.monotonic()
    with pytest.raises(bm.RolloutError, match=r"streams 300 \.\. 349 were lost") as caught:
        bm.rollout(bm.load_game("latria"), 1000, executor=lambda: pool(2, "fork"), chunk=50)
    assert time.monotonic() - begin < 60
    assert "last time alone" in str(caught.value)
    for part in caught.value.finished:
        assert same(part, bm.rollout(part.game, len(part), first=part.first))


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent to oneself there")
@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_ctrl_c_returns_at_once_with_what_is_finished(kind):
    game = bm.load_game("el_caballero")
    when = []

    def progress(done):
        if done >= 2000 and not when:
            when.append(time.monotonic())
            threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()

    make = (lambda: ThreadPoolExecutor(2)) if kind == "threads" else pool
    with pytest.raises(bm.RolloutInterrupted) as caught:
        bm.rollout(game, 10**8, seed=2, executor=make, chunk=1000, progress=progress)
    assert time.monotonic() - when[0] < 1.05 + 1
    finished = caught.value.finished
    assert sum(map(len, finished)) >= 2000
    part = finished[0]
    assert same(part, bm.rollout(game, len(part), seed=2, first=part.first))
    assert isinstance(caught.value, KeyboardInterrupt)


# Dask


@pytest.fixture(scope="module")
def dask():
    """A real cluster of two worker processes on this machine."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning:distributed", "ignore::ResourceWarning"
)


def test_dask_equals_one_call_also_when_a_worker_is_killed(dask):
    game = bm.load_game("lata")
    one = bm.rollout(game, 20_000, seed=8)
    assert same(bm.rollout(game, 20_000, seed=8, executor=dask), one)
    executor = dask.get_executor()
    assert same(bm.rollout(game, 20_000, seed=8, executor=executor, chunk=3000), one)

    killed = []

    def kill(done):
        if done >= 4000 and not killed:
            pids = dask.run(os.getpid)
            killed.append(next(iter(pids.values())))
            os.kill(killed[0], signal.SIGKILL)

    again = bm.rollout(game, 20_000, seed=8, executor=dask, chunk=1000, progress=kill)
    assert killed
    assert same(again, one)


@pytest.mark.long
def test_any_dask_cluster_equals_one_call():
    distributed = pytest.importorskip("distributed")
    game = bm.load_game("latria")
    one = bm.rollout(game, 3_000_000, seed=8)
    for workers in (1, 2):
        with (
            distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            assert same(bm.rollout(game, 3_000_000, seed=8, executor=client), one)
            if workers == 1:
                cluster.adapt(minimum=1, maximum=2)
                more = bm.rollout(game, 3_000_000, seed=8, executor=client, chunk=100_000)
                assert same(more, one)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_ray_needs_ten_lines_of_the_user():
    """The lines of docs/many-machines.md."""
    ray = pytest.importorskip("ray")
    game = bm.load_game("latria")
    ray.init(num_cpus=2, include_dashboard=False)
    try:

        @ray.remote(max_retries=3)
        def play(first, n):
            return bm.rollout(game, n, seed=8, first=first, threads=1)

        parts = ray.get([play.remote(first, 10_000) for first in range(0, 100_000, 10_000)])
    finally:
        ray.shutdown()
    assert same(bm.RolloutResult.concat(parts), bm.rollout(game, 100_000, seed=8))


def test_the_tutorial_runs(tmp_path):
    """The Python blocks of docs/many-machines.md in one program, as a user would type them."""
    pytest.importorskip("distributed")
    pytest.importorskip("pyarrow")
    page = Path(__file__).parents[1] / "docs" / "many-machines.md"
    if not page.exists():
        pytest.skip("only in the source tree")
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 5
    program = tmp_path / "tutorial.py"
    body = textwrap.indent("\n".join(blocks), "    ")
    program.write_text(f"def main():\n{body}\n\nif __name__ == '__main__':\n    main()\n")
    done = subprocess.run(
        [sys.executable, program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(bm.__file__).parents[1])},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
