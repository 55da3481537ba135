"""How tests of the simulation run the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple

COMMAND = [sys.executable, "-P", "-c", "from lnlt.cli.main import run; run()"]


class Done(NamedTuple):
    """What a command left behind."""

    returncode: int
    stdout: str
    stderr: str


Lnlt = Callable[..., Done]
"""Runs `lnlt` with words as a user would."""
