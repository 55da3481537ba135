"""Further sections of a refusal hold only where they say the same: without the reason for it they do not pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from lnlt.situations.report import file_text
from situation_helpers import run

HERE = Path(__file__).parent / "situations"


@pytest.mark.parametrize(
    ("file", "reason", "other"),
    [
        ("ch21/overrun-from-behind", 'at = "H6/bunker"', 'at = "A1"'),
        ("ch20/thermal-limit", 'abilities = ["tis"], at = "K9"', 'at = "K9"'),
        ("ch23/rifle-for-machine-gun", ', carries = ["rr"] }', ", mgs = [], he = 2, to_hit = [[10, 8, 9]] }"),
        ("ch23/river-without-boat", 'D7 = "river"', 'D7 = "clear"'),
        ("ch03/rallier-outside", 'values = "6-1-6", at = "H6"', 'values = "6-1-6", at = "H7"'),
        (
            "ch05/range-and-weight",
            'values = "1-4-6-6", at = "G10", carries = ["lmg"]',
            'values = "1-4-4-6", at = "G10"',
        ),
        ("ch03/rally-said-elsewhere", 'abilities = ["srp"], ', ""),
        ("ch03/rally-said-elsewhere", 'skills = ["charismatic"], ', ""),
        ("ch03/rally-said-elsewhere", 'kind = "hero", values = "1-6-6-6"', 'kind = "leader", values = "6-1-6"'),
        ("ch20/neither-by-hand-nor-mortar", 'kind = "mortar_team", values', 'kind = "squad", values'),
        ("ch20/neither-by-hand-nor-mortar", 'by_unit = "weak"', 'by_unit = "far"'),
        ("ch06/points-taken", 'H1 = "clear"', 'H1 = "forest"'),
        ("ch05/range-and-weight", '{ id = "g", kind = "m203" }', '{ id = "g", kind = "machine_gun", values = "2-3" }'),
    ],
)
def test_section_without_its_reason(file: str, reason: str, other: str) -> None:
    """With the reason changed, the section expected is not the one that refuses."""
    text = (HERE / f"{file}.toml").read_text(encoding="utf-8")
    assert reason in text
    report = run(text.replace(reason, other))
    failed = [check.key for step in report.steps for check in step.checks if not check.ok]
    assert "rule" in failed, file_text(report, verbose=True)
