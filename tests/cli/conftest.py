"""Runs commands as a user does."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from cli_helpers import Lnlt
from lnlt.cli.main import run


@pytest.fixture
def lnlt(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Lnlt:
    """Runs `lnlt` with arguments and piped lines; gives exit code, output and errors."""
    monkeypatch.setenv("LNLT_DATA", str(tmp_path / "data"))

    def call(*args: str, lines: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["lnlt", *args])
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        capsys.readouterr()
        code: object = 0
        try:
            run()
        except SystemExit as stop:
            code = stop.code or 0
        out, err = capsys.readouterr()
        assert isinstance(code, int)
        assert "Traceback" not in out + err
        return code, out, err

    return call
