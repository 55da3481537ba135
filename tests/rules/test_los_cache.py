"""The cache of lines of sight on disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lnlt.content import los_cache
from lnlt.content.charts import load_chart
from lnlt.content.disk import cache_folder
from lnlt.content.maps import HexEntry, custom_board, load_map
from lnlt.core.board import Board
from lnlt.rules.ch10_los_spotting.sight import Sight


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own."""
    monkeypatch.setenv("LNLT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def board() -> Board:
    """Map 15."""
    return load_map("15", load_chart("ww2"))


def count_builds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often a table is computed rather than read."""
    builds: list[int] = []

    class Counted(Sight):
        def __init__(
            self, board: Board, table: bytes | None = None, progress: los_cache.Progress | None = None
        ) -> None:
            if table is None:
                builds.append(board.size)
            super().__init__(board, table, progress)

    monkeypatch.setattr(los_cache, "Sight", Counted)
    return builds


def files(store: Path) -> list[Path]:
    """Files in the cache, temporary ones included."""
    return sorted((store / "los").iterdir())


def test_cold_equals_warm(store: Path, board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first call builds and stores the table, the second reads the same verdicts without building."""
    builds = count_builds(monkeypatch)
    cold, warm = los_cache.load_sight(board), los_cache.load_sight(board)
    assert builds == [128]
    assert cold.table == warm.table == Sight(board).table
    assert len(files(store)) == 1


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "other"])
def test_damaged_file_is_ignored_and_mended(
    store: Path, board: Board, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A truncated, changed, empty or foreign file is rebuilt and replaced by a good one."""
    good = los_cache.load_sight(board).table
    (path,) = files(store)
    data = bytearray(path.read_bytes())
    if damage == "flip":
        data[-5] ^= 1
    bad = {"cut": data[:-100], "flip": data, "empty": b"", "other": b"PK" + data}[damage]
    path.write_bytes(bad)
    builds = count_builds(monkeypatch)
    assert los_cache.load_sight(board).table == good
    assert builds == [128]
    assert los_cache.load_sight(board).table == good
    assert builds == [128]


def test_folder_that_cannot_be_written_is_no_error(
    tmp_path: Path, board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no folder can be made the table is just computed."""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("LNLT_CACHE", str(tmp_path / "file"))
    assert los_cache.load_sight(board).table == Sight(board).table


def test_write_that_fails_leaves_nothing_behind(store: Path, board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the new file cannot be put in place no half file stays."""

    def refuse(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", refuse)
    assert los_cache.load_sight(board).board is board
    assert files(store) == []


def test_fingerprint_follows_what_decides_lines(board: Board) -> None:
    """Another terrain, level, shape or wall gives another fingerprint, another name of the board does not."""
    chart = load_chart("ww2")
    base = los_cache.fingerprint(board)
    changes = [
        HexEntry("forest"),
        HexEntry(level=1),
        HexEntry("brush", silhouette=0.5),
    ]
    prints = {los_cache.fingerprint(custom_board("15", chart, {"B6": change})) for change in changes}
    assert len(prints | {base}) == 4
    assert los_cache.fingerprint(load_map("15", chart)) == base
    assert los_cache.fingerprint(load_map("15", load_chart("modern"))) != los_cache.fingerprint(load_map("14", chart))


def test_progress_is_reported_on_a_cold_build(store: Path, board: Board) -> None:
    """A caller that wants progress gets it when the table is built and not when it is read."""
    assert not store.exists()
    seen: list[tuple[int, int]] = []
    los_cache.load_sight(board, lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, 128)
    assert len(seen) > 3
    seen.clear()
    los_cache.load_sight(board, lambda done, total: seen.append((done, total)))
    assert seen == []


def test_the_users_cache_folder_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without LNLT_CACHE tables go to the user's cache folder."""
    monkeypatch.delenv("LNLT_CACHE", raising=False)
    assert "lnlt" in cache_folder().parts
