"""Situations given as text."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from lnlt.core.errors import LnltError
from lnlt.situations.reading import check
from lnlt.situations.report import FileReport, Report
from lnlt.situations.runner import find_files, run_file, run_source


def run(text: str) -> FileReport:
    """A situation given as text; mistakes are raised."""
    return run_source(check(tomllib.loads(text), "x.toml"))


def run_files(paths: Sequence[str | Path]) -> Report:
    """All files meant by the paths."""
    return Report([run_file(path) for path in find_files(paths)])


def fails(text: str) -> str:
    """The message of the mistake in a situation."""
    with pytest.raises(LnltError) as caught:
        run(text)
    return str(caught.value)
