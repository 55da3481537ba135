"""Every situation below this folder must hold, one test per file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from lnlt.situations.report import file_text
from lnlt.situations.runner import run_file

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.toml"))
EXAMPLES = tomllib.loads((HERE.parent / "examples.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(HERE).as_posix())
def test_situation(path: Path) -> None:
    """Everything the file expects comes out."""
    report = run_file(path)
    assert report.status == "passed", f"\n{file_text(report)}"
    assert report.checks, "the file expects nothing"


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(HERE).as_posix())
def test_named_after_its_id(path: Path) -> None:
    """A situation is found by its id."""
    assert tomllib.loads(path.read_text(encoding="utf-8"))["id"] == path.stem


@pytest.mark.parametrize("chapter", sorted(EXAMPLES))
def test_every_worked_example_has_its_file(chapter: str) -> None:
    """Each example is a situation of that name."""
    ids = EXAMPLES[chapter]["ids"]
    assert len(set(ids)) == len(ids)
    assert set(ids) <= {path.stem for path in (HERE / chapter).glob("*.toml")}
