"""Situations given as text."""

from __future__ import annotations

import tomllib

import pytest

from lnlt.core.errors import LnltError
from lnlt.situations.reading import check
from lnlt.situations.report import FileReport
from lnlt.situations.runner import run_source


def run(text: str) -> FileReport:
    """A situation given as text; mistakes are raised."""
    return run_source(check(tomllib.loads(text), "x.toml"))


def fails(text: str) -> str:
    """The message of the mistake in a situation."""
    with pytest.raises(LnltError) as caught:
        run(text)
    return str(caught.value)
