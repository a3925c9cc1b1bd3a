"""Rows as tables: Arrow, Parquet, rollouts into a file, and the commands for them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import bitmeeple as bm
import numpy as np
import pytest
from bitmeeple.cli import main
from bitmeeple.registry import shipped_data
from conftest import LOADERS

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

ARRAYS = ("scores", "returns", "plies", "chance", "digests")


def same(a, b):
    """Whether two rollouts agree in every byte and in where they come from."""
    return (
        a.first == b.first
        and a.origin == b.origin
        and all(
            getattr(a, k).dtype == getattr(b, k).dtype
            and getattr(a, k).tobytes() == getattr(b, k).tobytes()
            for k in ARRAYS
        )
    )


def rewritten(path, **changes):
    """Change columns of a file, keeping its metadata."""
    table = pq.read_table(path)
    for name, values in changes.items():
        at = table.column_names.index(name)
        table = table.set_column(at, table.schema.field(name), pa.array(values))
    pq.write_table(table, path)


def run(*arguments):
    """Exit code of a command line in this process."""
    with pytest.raises(SystemExit) as end:
        main([str(a) for a in arguments])
    return end.value.code


def test_columns_are_the_rows(game_name):
    result = bm.rollout(bm.load_game(game_name), 5, seed=1, first=7)
    columns = result.columns()
    assert columns["stream"].tolist() == [7, 8, 9, 10, 11]
    assert columns["stream"].dtype == columns["digest"].dtype == np.uint64
    for p in range(result.game.num_players()):
        assert (columns[f"score_{p}"] == result.scores[:, p]).all()
        assert columns[f"return_{p}"].dtype == np.float32
    table = pa.table(result)
    assert table.column_names == list(columns)
    assert table.column("digest").to_numpy().tolist() == result.digests.tolist()


def test_libraries_of_tables_read_the_rows_whole(tmp_path):
    result = bm.rollout(bm.load_game("latria"), 300, seed=1)
    path = tmp_path / "x.parquet"
    result.to_parquet(path)
    assert max(result.digests) > 1 << 63
    for module, of, read in (
        ("polars", lambda m: m.DataFrame(result), lambda m: m.read_parquet(path)),
        ("pandas", lambda m: m.DataFrame(result.columns()), lambda m: m.read_parquet(path)),
    ):
        library = pytest.importorskip(module)
        for frame in (of(library), read(library)):
            for name, column in result.columns().items():
                got = frame[name].to_numpy()
                assert got.dtype == column.dtype
                assert (got == column).all()


@pytest.mark.parametrize("side", LOADERS)
def test_a_file_alone_plays_its_rows_again(game_name, side, tmp_path):
    load = LOADERS[side]
    shipped = load(game_name)
    own = load(game_name, data={**shipped_data(game_name)[0], "note": "own"})
    middle = list(bm.replay(bm.record_playout(shipped, 5)))[1]
    for k, start in enumerate((shipped, own, middle)):
        result = bm.rollout(start, 5, seed=11, first=k, policy="eager")
        result.to_parquet(tmp_path / "x.parquet")
        again = bm.RolloutResult.from_parquet(tmp_path / "x.parquet")
        assert same(again, result)
        assert again.start == result.start
        assert again.record(3) == result.record(3)
        assert bm.RolloutFile(tmp_path / "x.parquet").verify(3) == 3


def test_verify_finds_a_changed_row(tmp_path, capsys):
    path = tmp_path / "x.parquet"
    result = bm.rollout(bm.load_game("latria"), 50, seed=3, first=1000)
    result.to_parquet(path)
    assert run("verify", path, "--sample", 20) == 0
    assert "20 of 50 rows" in capsys.readouterr().out
    for name in ("digest", "score_2", "return_1", "plies", "chance"):
        result.to_parquet(path)
        column = result.columns()[name].copy()
        column[17] += 1
        rewritten(path, **{name: column})
        with pytest.raises(ValueError, match="stream 1017, played again, ends otherwise"):
            bm.RolloutFile(path).verify()
    assert run("verify", path, "--sample", 50) == 1
    assert "stream 1017" in capsys.readouterr().err
    result.to_parquet(path)
    rewritten(path, stream=result.columns()["stream"][::-1].copy())
    with pytest.raises(ValueError, match="streams are not contiguous"):
        bm.RolloutFile(path).verify()
    with pytest.raises(ValueError, match="streams are not contiguous"):
        bm.RolloutResult.from_parquet(path)


def test_other_files_are_refused(tmp_path):
    path = tmp_path / "x.parquet"
    with pytest.raises(OSError):
        bm.RolloutFile(path)
    for text in ("", "not a table", "PAR1" + "x" * 100 + "PAR1"):
        path.write_text(text)
        with pytest.raises(ValueError, match="not a whole Parquet file"):
            bm.RolloutFile(path)
    pq.write_table(pa.table({"a": [1]}), path)
    with pytest.raises(ValueError, match="no metadata of bitmeeple"):
        bm.RolloutFile(path)
    bm.rollout(bm.load_game("latria"), 5).to_parquet(path)
    good = pq.read_table(path)
    metadata = json.loads(good.schema.metadata[b"bitmeeple"])
    for change, words in (
        ({"format": 2}, "format is 2"),
        ({"seed": -1}, "not that of a rollout"),
        ({"policy": "best"}, "not that of a rollout"),
        ({"first": (1 << 64) - 1}, "first"),
        ({"first": None}, "first"),
        ({"game": 3}, "not that of a rollout"),
    ):
        text = json.dumps({**metadata, **change})
        pq.write_table(good.replace_schema_metadata({"bitmeeple": text}), path)
        with pytest.raises(ValueError, match=words):
            bm.RolloutFile(path)
    for change, words in (
        ({"data_digest": "0" * 64}, "other shipped data"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"start": "{}"}, "missing"),
    ):
        text = json.dumps({**metadata, **change})
        pq.write_table(good.replace_schema_metadata({"bitmeeple": text}), path)
        with pytest.raises(ValueError, match=words):
            bm.RolloutFile(path).read()
    pq.write_table(good.drop_columns(["plies"]), path)
    with pytest.raises(ValueError, match="columns are not those"):
        bm.RolloutFile(path)


# Rollouts into a file


@pytest.mark.parametrize("chunk", [None, 7, 100])
def test_a_rollout_into_a_file_equals_one_in_memory(chunk, tmp_path):
    game = bm.load_game("lata")
    one = bm.rollout(game, 60, seed=2, first=5)
    path = tmp_path / "x.parquet"
    with ThreadPoolExecutor(2) as executor:
        for pool in (None, executor):
            file = bm.rollout(game, 60, seed=2, first=5, out=path, chunk=chunk, executor=pool)
            assert isinstance(file, bm.RolloutFile)
            assert (len(file), file.first) == (60, 5)
            assert same(file.read(), one)
            assert os.listdir(tmp_path) == ["x.parquet"]
            path.unlink()


def test_a_broken_off_rollout_goes_on_where_it_was(tmp_path, monkeypatch):
    from bitmeeple import chunks

    game = bm.load_game("latria")
    path = tmp_path / "x.parquet"
    played = []
    original = chunks.play_rows

    def counted(start, first, n, *rest):
        played.append(n)
        if sum(played) > 400:
            raise KeyboardInterrupt
        return original(start, first, n, *rest)

    monkeypatch.setattr(chunks, "play_rows", counted)
    with pytest.raises(bm.RolloutInterrupted) as caught:
        bm.rollout(game, 1000, seed=2, out=path, chunk=100)
    assert sum(map(len, caught.value.finished)) == 400
    assert not path.exists()
    (tmp_path / "x.parquet.parts" / "400-100.parquet.77.tmp").write_text("broken off")
    played.clear()
    monkeypatch.setattr(chunks, "play_rows", lambda *a: played.append(a[2]) or original(*a))
    file = bm.rollout(game, 1000, seed=2, out=path, chunk=100)
    assert sum(played) == 600
    assert same(file.read(), bm.rollout(game, 1000, seed=2))
    assert os.listdir(tmp_path) == ["x.parquet"]
    # A whole file is taken for what it is, and may be lengthened.
    played.clear()
    assert len(bm.rollout(game, 1000, seed=2, out=path)) == 1000
    assert played == []
    longer = bm.rollout(game, 1200, seed=2, out=path)
    assert sum(played) == 200
    assert same(longer.read(), bm.rollout(game, 1200, seed=2))


def test_a_file_of_something_else_is_not_touched(tmp_path):
    game = bm.load_game("latria")
    path = tmp_path / "x.parquet"
    bm.rollout(game, 100, seed=2, first=10, out=path)
    before = path.read_bytes()
    for options, words in (
        ({"seed": 3, "first": 10}, "is there already, and is of another seed"),
        ({"seed": 2, "first": 10, "policy": "eager"}, "of another policy"),
        ({"seed": 2, "first": 11}, "streams 10 .. 109, not all of which are asked for"),
    ):
        with pytest.raises(ValueError, match=words):
            bm.rollout(game, 100, out=path, **options)
    path.write_bytes(before[:-10])
    with pytest.raises(ValueError, match="not a whole Parquet file"):
        bm.rollout(game, 100, seed=2, first=10, out=path)
    assert path.read_bytes() == before[:-10]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL there")
def test_a_killed_process_leaves_parts_that_are_gone_on_with(tmp_path):
    path = tmp_path / "x.parquet"
    code = (
        "import bitmeeple as bm, sys;"
        "bm.rollout(bm.load_game('latria'), 10**9, seed=2, out=sys.argv[1], chunk=1000)"
    )
    process = subprocess.Popen([sys.executable, "-c", code, path])
    parts = tmp_path / "x.parquet.parts"
    deadline = time.monotonic() + 60
    while not (parts.is_dir() and len(list(parts.glob("*.parquet"))) > 3):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.wait()
    done = sum(len(bm.RolloutFile(part)) for part in parts.glob("*.parquet"))
    game = bm.load_game("latria")
    file = bm.rollout(game, done + 5000, seed=2, out=path)
    assert same(file.read(), bm.rollout(game, done + 5000, seed=2))


# Merging, and the command line


def test_the_commands_play_a_slurm_array(tmp_path, capsys):
    for task in range(3):
        part = tmp_path / f"part-{task}.parquet"
        options = ("--players", 3, "-n", 100, "--first", 100 * task, "--seed", 7, "--out", part)
        assert run("rollout", "latria", *options) == 0
    whole = tmp_path / "all.parquet"
    parts = sorted(tmp_path.glob("part-*"), reverse=True)
    assert run("merge", whole, *parts) == 0
    assert "300 rows" in capsys.readouterr().out
    one = bm.rollout(bm.load_game("latria", players=3), 300, seed=7)
    assert same(bm.RolloutResult.from_parquet(whole), one)
    assert run("merge", whole, *parts) == 2
    assert "is there already" in capsys.readouterr().err
    assert run("merge", tmp_path / "y.parquet", parts[0], parts[2]) == 2
    assert "streams 100 .. 199 are missing" in capsys.readouterr().err
    assert run("merge", tmp_path / "y.parquet", *parts, parts[0]) == 2
    assert "in two parts" in capsys.readouterr().err
    bm.rollout(bm.load_game("latria", players=4), 10, seed=7, first=300).to_parquet(parts[0])
    assert run("merge", tmp_path / "y.parquet", *parts) == 2
    assert "of another game" in capsys.readouterr().err
    assert not (tmp_path / "y.parquet").exists()


def test_the_command_for_a_range_prints_its_rows(capsys):
    assert run("rollout", "latria", "-n", 5, "--first", 10, "--csv", "-") == 0
    lines = capsys.readouterr().out.splitlines()
    digest = int(bm.rollout(bm.load_game("latria"), 1, first=10).digests[0])
    assert lines[0].startswith("playout,")
    assert lines[1].startswith("10,")
    assert lines[1].endswith(f"{digest:016x}")
    assert run("rollout", "latria", "-n", 5, "--first", 1 << 64) == 2
    assert run("rollout", "latria", "-n", 5, "--first", (1 << 64) - 1) == 2


def test_without_pyarrow_the_install_line_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install 'bitmeeple\[data\]'"):
        bm.rollout(bm.load_game("latria"), 5).to_parquet("x.parquet")
