"""Examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import lnlt

ROOT = Path(lnlt.__file__).parent
MODULES = sorted(
    ".".join(("lnlt", *path.relative_to(ROOT).with_suffix("").parts))
    for path in ROOT.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    """Every example of a module gives what it says."""
    found = doctest.testmod(importlib.import_module(name.removesuffix(".__init__")), verbose=False)
    assert found.attempted, "no example was found"
    assert not found.failed
