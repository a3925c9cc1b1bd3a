"""One door: nox -s tests | isas | lint | cpp | asan | tsan | diff | golden | long | bench |
strength | wheel.

Sessions reuse the environment of the first run (``nox -r``).
"""

import shutil
from pathlib import Path

import nox

nox.options.sessions = ["tests", "lint", "cpp", "asan", "tsan"]
nox.options.reuse_existing_virtualenvs = True

ROOT = Path(__file__).parent
TOOLS = ("cmake>=3.25", "ninja>=1.11")


def in_place(session: nox.Session, preset: str = "release", *options: str) -> None:
    """Build the module into python/bitmeeple and let the session import it from there."""
    session.install("-r", "requirements-dev.txt")
    session.run("cmake", "--preset", preset, "-DBITMEEPLE_TESTS=OFF", *options, silent=True)
    session.run("cmake", "--build", "--preset", preset)
    session.env["PYTHONPATH"] = str(ROOT / "python")


def ctest(session: nox.Session, preset: str, *options: str) -> None:
    """Build the core and its tests without Python bindings, and run them."""
    session.install(*TOOLS)
    session.run("cmake", "--preset", preset, "-DBITMEEPLE_PYTHON=OFF", *options, silent=True)
    session.run("cmake", "--build", "--preset", preset)
    session.run("ctest", "--preset", preset)


def built_wheel(session: nox.Session) -> Path:
    """A wheel of the tree, in dist/."""
    session.install("build")
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    session.run("python", "-m", "build", "--wheel", "--outdir", str(ROOT / "dist"))
    return next((ROOT / "dist").glob("*.whl"))


@nox.session
def tests(session: nox.Session) -> None:
    """The quick tier on an installed build: pytest on two processes."""
    session.install(".[test]")
    session.run("pytest", "-n", "2", *session.posargs)


@nox.session
def isas(session: nox.Session) -> None:
    """The quick tier with every build of the core that this processor can run."""
    session.install(".[test]")
    code = "from bitmeeple import _cpu, isa; print(*isa.built()[0 if _cpu.runs_v3() else 1:])"
    for isa in str(session.run("python", "-c", code, silent=True)).split():
        session.run("pytest", "-n", "2", *session.posargs, env={"BITMEEPLE_ISA": isa})


@nox.session
def lint(session: nox.Session) -> None:
    """Format, lint, layers, types."""
    session.install("-r", "requirements-dev.txt")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("lint-imports", env={"PYTHONPATH": str(ROOT / "python")})
    session.run("mypy")


@nox.session
def cpp(session: nox.Session) -> None:
    """C++ tests with asserts on, and without them what an iteration of a search allocates."""
    ctest(session, "dev")
    release = ("release", "-DBITMEEPLE_TESTS=ON", "-DBITMEEPLE_PYTHON=OFF")
    session.run("cmake", "--preset", *release, silent=True)
    session.run("cmake", "--build", "--preset", "release", "--target", "test_search")
    session.run("build/release/cpp/tests/test_search")


@nox.session
def asan(session: nox.Session) -> None:
    """C++ tests under AddressSanitizer and UBSan."""
    ctest(session, "asan")


@nox.session
def tsan(session: nox.Session) -> None:
    """C++ tests under ThreadSanitizer."""
    ctest(session, "tsan")


@nox.session
def diff(session: nox.Session) -> None:
    """Core against reference on an assert build; pass ``--long`` for the long tier."""
    in_place(session, "dev")
    session.run("pytest", "-n", "2", "tests/test_differential.py", *session.posargs)


@nox.session
def golden(session: nox.Session) -> None:
    """Write the golden files and the tables of the interface pages anew."""
    in_place(session)
    session.run("pytest", "tests/test_golden.py", "tests/test_interface.py", "--update-golden")


@nox.session
def long(session: nox.Session) -> None:
    """The long tier: before a release, and whenever rules change."""
    session.install(".[test]")
    session.run("pytest", "-n", "2", "--long", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """The benchmark suite with its peers; arguments go to bench/run.py."""
    wheel = built_wheel(session)
    session.install(f"{wheel}[bench]")
    preset = ("release", "-DBITMEEPLE_BENCH=ON", "-DBITMEEPLE_TESTS=OFF", "-DBITMEEPLE_PYTHON=OFF")
    session.install(*TOOLS)
    session.run("cmake", "--preset", *preset, silent=True)
    session.run("cmake", "--build", "--preset", "release")
    session.run("python", "bench/run.py", "--wheel", str(wheel), *session.posargs)


@nox.session
def strength(session: nox.Session) -> None:
    """Matches between the searches, hours; arguments go to bench/strength.py."""
    session.install(built_wheel(session))
    session.run("python", "bench/strength.py", *session.posargs)


@nox.session
def wheel(session: nox.Session) -> None:
    """Build a wheel and test it in an environment of its own, outside the tree."""
    outside = Path(session.create_tmp())
    session.install(f"{built_wheel(session)}[test]")
    shutil.copytree(ROOT / "tests", outside / "tests", dirs_exist_ok=True)
    session.chdir(outside)
    session.run("pytest", "-n", "2", "-c", "/dev/null", "--rootdir", ".", "tests")
