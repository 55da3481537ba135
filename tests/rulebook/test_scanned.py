"""The cache of citations: what changed is read again, and `lnlt where` is quick."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lnlt.rulebook import scanned
from lnlt.rulebook.scanned import scan

BUDGET = 0.5
"""Seconds of computing `lnlt where` may take once the citations are cached."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own."""
    monkeypatch.setenv("LNLT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A package of two modules."""
    package = tmp_path / "tree" / "src" / "lnlt"
    package.mkdir(parents=True)
    (package / "one.py").write_text('"""1.1: one."""\n', encoding="utf-8")
    (package / "two.py").write_text('"""1.2: two."""\n', encoding="utf-8")
    return tmp_path / "tree"


def cited(tree: Path) -> list[str]:
    return [found.text for found in scan(tree, tree / "src" / "lnlt")]


def test_only_changed_files_are_read_again(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is as it was is not parsed a second time; a changed, a new and a lost one are noticed."""
    read: list[str] = []
    original = scanned.scan_python
    monkeypatch.setattr(scanned, "scan_python", lambda text, *rest: (read.append(text), original(text, *rest))[1])
    assert cited(tree) == ["1.1", "1.2"]
    assert len(read) == 2
    assert cited(tree) == ["1.1", "1.2"]
    assert len(read) == 2
    package = tree / "src" / "lnlt"
    (package / "one.py").write_text('"""1.13: changed."""\n', encoding="utf-8")
    (package / "two.py").unlink()
    (package / "three.py").write_text('"""1.3: new."""\n', encoding="utf-8")
    assert cited(tree) == ["1.13", "1.3"]
    assert len(read) == 4


def test_a_damaged_cache_is_no_error(tree: Path, cache: Path) -> None:
    """Whatever lies in the cache, the citations are those of the files."""
    cited(tree)
    (file,) = (cache / "rulebook").iterdir()
    file.write_bytes(b"\x91\xff nonsense")
    assert cited(tree) == ["1.1", "1.2"]
    assert cited(tree) == ["1.1", "1.2"]


def test_a_cache_that_cannot_be_written_is_no_error(tree: Path, cache: Path) -> None:
    """Without a place for the cache everything is read each time."""
    cache.parent.mkdir(exist_ok=True)
    cache.write_text("a file where the folder should be", encoding="utf-8")
    assert cited(tree) == ["1.1", "1.2"]


def test_where_is_quick() -> None:
    """`lnlt where` imports no engine, and the second question takes less than half a second of computing."""
    program = (
        "import os, sys; from lnlt.cli.main import build; build()(standalone_mode=False);"
        "assert not {'lnlt.engine', 'pydantic'} & set(sys.modules); print(sum(os.times()[:2]), file=sys.stderr)"
    )
    command = [sys.executable, "-c", program, "where", "5.3"]
    spent: list[float] = []
    for _ in range(4):
        done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ), timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        assert "Opportunity Fire" in done.stdout
        spent.append(float(done.stderr))
    assert min(spent[1:]) < BUDGET, spent
