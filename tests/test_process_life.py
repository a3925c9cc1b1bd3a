"""Objects that own threads survive forks, the end of the interpreter, and systems without threads.

Every case is a program of its own: it must end by itself, in time, with its own exit code.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest
from bitmeeple.cpus import cpu_quota

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
needs_limits = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's limits")
START = """
import os, sys, threading, time
import numpy as np
import bitmeeple as bm

def at_work(n=1000, threads=2, **options):
    env = bm.VectorEnv(bm.load_game("toy"), n, seed=1, threads=threads, **options)
    env.reset()
    env.step(env.sample_actions())
    return env

def forked(work):
    child = os.fork()
    if child == 0:
        work()
        sys.exit(5)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
"""


def run(program, timeout=60, **environment):
    """Exit code and both outputs of a program."""
    done = subprocess.run(
        [
            sys.executable,
            "-W",
            "ignore::DeprecationWarning",
            "-c",
            START + textwrap.dedent(program),
        ],
        capture_output=True,
        text=True,
        timeout=timeout,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", **environment},
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def assert_ends(program, code=0, **environment):
    assert run(program, **environment) == (code, "", "")


@needs_fork
@pytest.mark.parametrize(
    "work",
    [
        "",  # the child's interpreter ends, and with it the environment
        "globals().pop('env')",
        "globals().update(env=at_work())",
        "env.step(env.sample_actions())",
        "env.reset(seed=3)",
        "(env.step(env.sample_actions()), globals().pop('env'))",
        "bm.rollout(env.game, 500, threads=2)",
        "os._exit(forked(lambda: env.step(env.sample_actions())))",  # a grandchild
    ],
)
def test_a_forked_child_may_use_or_drop_what_its_parent_made(work):
    assert_ends(f"""
        env = at_work()
        assert forked(lambda: [{work}]) == 5
        env.step(env.sample_actions())
    """)


@needs_fork
def test_a_child_plays_the_same_games_as_its_parent():
    assert_ends("""
        env = at_work()
        def play():
            for _ in range(30):
                step = env.step(env.sample_actions())
            return env.digests.tobytes() + step.rewards.tobytes()
        reader, writer = os.pipe()
        assert forked(lambda: os.write(writer, play())) == 5
        mine = play()
        assert os.read(reader, 2 * len(mine)) == mine
    """)


@needs_fork
def test_a_pool_of_processes_may_rebind_a_global_environment():
    assert_ends("""
        import multiprocessing
        env = at_work()
        def start():
            global env
            env = at_work()
        def work(k):
            return env.step(env.sample_actions()).terminated.sum() >= 0 and k
        with multiprocessing.get_context("fork").Pool(2, start) as pool:
            assert sorted(pool.map(work, range(8))) == list(range(8))
    """)


@needs_fork
def test_gymnasium_vector_environments_survive_forks():
    pytest.importorskip("gymnasium")
    assert_ends("""
        import gymnasium
        import bitmeeple.adapters.gymnasium
        envs = gymnasium.make_vec("bitmeeple/latria-v0", num_envs=300)
        infos = envs.reset(seed=1)[1]
        def play():
            global infos
            for _ in range(5):
                infos = envs.step(infos["action_mask"].argmax(axis=1))[-1]
        play()
        assert forked(play) == 5
        assert forked(lambda: globals().pop("envs")) == 5
        play()
    """)


@needs_fork
def test_a_fork_in_the_middle_of_a_step_leaves_the_child_a_reset():
    assert_ends("""
        env = at_work(400_000, threads=1)
        expected = None
        def steps():
            while True:
                env.step(np.ones(400_000, np.int32))
        def refused(call):
            try:
                call()
            except RuntimeError as error:
                return "forked" in str(error) and "reset()" in str(error)
            return False
        def work():
            calls = [
                lambda: env.step(np.ones(400_000, np.int32)), env.sample_actions,
                lambda: env.state(0), lambda: env.__reduce__(),
                lambda: env.reset(mask=np.arange(400_000) == 0),
            ]
            torn = [refused(call) for call in calls]
            if not any(torn):
                os._exit(6)
            assert all(torn), torn
            env.reset()
            assert env.sample_actions().tobytes() == expected.tobytes()
            env.step(env.sample_actions())
            assert not refused(lambda: env.state(0))
        env = at_work(400_000, threads=1)
        env.reset(seed=9)
        expected = env.sample_actions()
        threading.Thread(target=steps, daemon=True).start()
        codes = set()
        for _ in range(8):  # most hit a step; the others find nothing torn
            time.sleep(0.02)
            codes.add(forked(work))
        assert codes <= {5, 6} and 5 in codes, codes
    """)


CALLS = {
    "rollout": "bm.rollout(bm.load_game('latria'), 1 << 24, threads=2, progress=False)",
    "rollout with progress": "bm.rollout(bm.load_game('latria'), 1 << 24, progress=lambda n: n)",
    "perft": "bm.perft(bm.load_game('latria'), 30)",
    "step": "env.step(np.ones(100_000, np.int32))",
    "error": "state.apply_action(10**6)",
    "wrong node": "state.chance_outcomes()",
    "views": "(state.view(0), state.play_random(bm.Rng(1), 'x'))",
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("busy", [False, True])
def test_a_daemon_thread_at_work_does_not_keep_the_process_from_ending(call, busy):
    """``busy``: the interpreter ends only after others have waited for the GIL for a while."""
    assert_ends(
        f"""
        import atexit
        env = at_work(100_000)
        state = bm.load_game("toy").new_initial_state()
        state.play_random(bm.Rng(1))
        def work():
            while True:
                try:
                    {call}
                except (ValueError, RuntimeError):
                    pass
        def spin():
            end = time.monotonic() + 0.3
            while time.monotonic() < end:
                pass
        if {busy}:
            atexit.register(spin)
            sys.setswitchinterval(1e-5)
        for _ in range(3):
            threading.Thread(target=work, daemon=True).start()
        time.sleep(0.3)
        sys.exit(7)
        """,
        code=7,
    )


NO_THREADS = """
import resource
game = bm.load_game("toy")
def no_threads():
    # Every thread gets a stack of this size, and there is not that much.
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, resource.RLIM_INFINITY))
    try:
        threading.Thread(target=print).start()
    except RuntimeError:
        return
    raise SystemExit("threads start all the same")
"""


def without_threads(program):
    """Runs a program in a process whose threads would need 64 GiB of stack each."""
    code = (
        "import os, resource, sys\n"
        "hard = resource.getrlimit(resource.RLIMIT_STACK)[1]\n"
        "resource.setrlimit(resource.RLIMIT_STACK, (64 << 30, hard))\n"
        "os.execv(sys.executable, [sys.executable, '-c', sys.argv[1]])\n"
    )
    source = START + NO_THREADS + textwrap.dedent(program)
    done = subprocess.run(
        [sys.executable, "-c", code, source],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@needs_limits
def test_without_threads_everything_runs_in_the_calling_thread():
    without_threads("""
        no_threads()
        one = bm.rollout(game, 1000, seed=3, threads=4)
        state = game.new_initial_state()
        nodes = bm.perft(state, 6)
        env = at_work(4096, threads=4)
        for _ in range(10):
            env.step(env.sample_actions())
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
        assert one.digests.tobytes() == bm.rollout(game, 1000, seed=3, threads=1).digests.tobytes()
        assert nodes == bm.perft(state, 6)
        twin = at_work(4096, threads=1)
        for _ in range(10):
            twin.step(twin.sample_actions())
        assert env.digests.tobytes() == twin.digests.tobytes()
    """)


@needs_limits
@pytest.mark.parametrize(
    "call",
    [
        "bm.rollout(bm.load_game('latria'), 1 << 22, progress=seen.append)",
        "bm.perft(bm.load_game('latria'), 40)",
    ],
)
def test_without_threads_control_c_is_heard(call):
    without_threads(f"""
        import signal
        seen = [0, 1]
        no_threads()
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        begin = time.monotonic()
        try:
            {call}
        except KeyboardInterrupt:
            assert time.monotonic() - begin < 1.5
            assert sorted(seen) == seen and len(seen) > 1
        else:
            raise SystemExit("not interrupted")
    """)


def write(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


V2 = "sys/fs/cgroup"
V1 = "sys/fs/cgroup/cpu,cpuacct"


@pytest.mark.parametrize(
    ("files", "quota"),
    [
        ({}, None),
        ({"proc/self/cgroup": "0::/\n", f"{V2}/cpu.max": "max 100000\n"}, None),
        ({"proc/self/cgroup": "0::/\n", f"{V2}/cpu.max": "200000 100000\n"}, 2),
        ({"proc/self/cgroup": "0::/\n", f"{V2}/cpu.max": "150000 100000\n"}, 2),
        ({"proc/self/cgroup": "0::/\n", f"{V2}/cpu.max": "5000 100000\n"}, 1),
        ({"proc/self/cgroup": "0::/a/b\n", f"{V2}/a/b/cpu.max": "max 100000\n",
          f"{V2}/a/cpu.max": "300000 100000\n"}, 3),
        ({"proc/self/cgroup": "0::/a/b\n", f"{V2}/a/b/cpu.max": "100000 100000\n",
          f"{V2}/a/cpu.max": "300000 100000\n"}, 1),
        ({"proc/self/cgroup": "0::/not/seen/here\n", f"{V2}/cpu.max": "100000 50000\n"}, 2),
        ({"proc/self/cgroup": "0::/../up\n", f"{V2}/cpu.max": "100000 50000\n"}, 2),
        ({"proc/self/cgroup": "0::/\n", f"{V2}/cpu.max": "nonsense\n"}, None),
        ({"proc/self/cgroup": "0::/\n", f"{V2}/cpu.max": "100000 0\n"}, None),
        ({"proc/self/cgroup": "5:cpu,cpuacct:/job\n4:memory:/job\n0::/\n",
          f"{V1}/job/cpu.cfs_quota_us": "250000\n", f"{V1}/job/cpu.cfs_period_us": "100000\n"}, 3),
        ({"proc/self/cgroup": "5:cpu,cpuacct:/job\n",
          f"{V1}/cpu.cfs_quota_us": "-1\n", f"{V1}/cpu.cfs_period_us": "100000\n"}, None),
        ({"proc/self/cgroup": "5:cpu,cpuacct:/outside/of/the/container\n",
          f"{V1}/cpu.cfs_quota_us": "400000\n", f"{V1}/cpu.cfs_period_us": "100000\n"}, 4),
        ({"proc/self/cgroup": "5:cpu:/\n",
          f"{V2}/cpu/cpu.cfs_quota_us": "100000\n", f"{V2}/cpu/cpu.cfs_period_us": "100000\n"}, 1),
    ],
)  # fmt: skip
def test_the_quota_of_a_container_is_read(tmp_path, files, quota):
    write(tmp_path, files)
    assert cpu_quota(str(tmp_path)) == quota


def test_the_default_number_of_threads_keeps_to_the_quota(monkeypatch):
    from bitmeeple import cpus

    monkeypatch.setattr(cpus, "cpu_quota", lambda: 1)
    assert cpus.available_threads() == 1
    monkeypatch.setattr(cpus, "cpu_quota", lambda: None)
    if hasattr(os, "sched_getaffinity"):
        assert cpus.available_threads() <= len(os.sched_getaffinity(0))
    monkeypatch.setattr(cpus, "cpu_quota", lambda: 10_000)
    assert 1 <= cpus.available_threads() <= (os.cpu_count() or 1)
