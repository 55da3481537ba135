"""Runs the command line as users do, with results in a folder of the test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lnlt.cli import main
from sim_helpers import COMMAND, Done, Lnlt


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own; lines of sight come from the one everybody uses."""
    from lnlt.content.disk import cache_folder

    shared = cache_folder() / "los"
    shared.mkdir(parents=True, exist_ok=True)
    own = tmp_path / "cache"
    own.mkdir()
    (own / "los").symlink_to(shared)
    monkeypatch.setenv("LNLT_CACHE", str(own))
    return own


@pytest.fixture
def lnlt(cache: Path, tmp_path: Path) -> Lnlt:
    """The command `lnlt` in a process of its own."""

    def run(*args: object) -> Done:
        environment = {**os.environ, "LNLT_CACHE": str(cache)}
        words = [*COMMAND, *(str(a) for a in args)]
        done = subprocess.run(words, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
        return Done(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def here(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lnlt:
    """The command `lnlt` in this process, which is quicker."""
    assert cache.exists()
    monkeypatch.chdir(tmp_path)

    def run(*args: object) -> Done:
        monkeypatch.setattr(sys, "argv", ["lnlt", *(str(a) for a in args)])
        code = 0
        try:
            main.run()
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    return run
