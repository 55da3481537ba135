"""Other words and later markers hold only where they are right: with the reason taken away the file does not pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from lnlt.situations.report import file_text
from lnlt.situations.runner import run_file

HERE = Path(__file__).parent / "situations"
FIRED = "ch06/moved-after-assault-fire"
BATTERY = "ch18/ffe-of-a-battery"
CREW = "ch16/crew-after-passengers"
FLIPPED = "ch01/flip-points"
CALLER = "ch18/caller-to-be-complete"
LOST = "ch05/lost-is-not-good-order"
GONE = "ch19/no-bombs-from-the-damaged"


@pytest.mark.parametrize(
    ("file", "reason", "other", "says"),
    [
        ("ch03/combine-with-additions", 'abilities = ["stealth"]\nat = "D5"\n[[units]]\nid = "l1"',
         'abilities = ["stealth"]\nbadge = "82nd"\nat = "D5"\n[[units]]\nid = "l1"', "no_common_parent"),
        (FIRED, '{ markers = ["assault_move"], at = "P10" }', '{ markers = ["moved"] }', "NOT units.n.markers"),
        (FIRED, '{ markers = ["stealth"], at = "H10" }', '{ markers = ["moved"] }', "NOT units.s.markers"),
        (FIRED, '["moved"], at = "L8" }', '["fired", "assault_move"], at = "L8" }', "NOT units.t.markers"),
        ("ch11/medic-rally-dice", '"morale check", roll = [2, 2]', '"rally", roll = [2, 2]', "scripted for 'rally'"),
        (BATTERY, '["18.2", "18.2#8", "18.2#9"]', '["18.1"]', "left over"),
        (BATTERY, "strength = 3 }", 'strength = 3 }, { kind = "ffe", at = "E4", strength = 3 }', "left over"),
        (BATTERY, 'era = "ww2"', 'era = "ww2"\noptions = ["alternative_missions"]', "left over"),
        (CALLER, "units.other = { markers = [] }", 'units.other = { markers = ["ops_complete"] }',
         "NOT units.other.markers"),
        (CALLER, 'D2 = { markers = ["spotting_round"] }\nunits.l = { markers = ["ops_complete"] }',
         'D2 = { markers = ["spotting_round"] }\nunits.l = { markers = ["fired"] }', "NOT units.l.markers"),
        ("ch21/satchel-into-bunker", 'kind = "satchel_charge", values = "6"', 'kind = "machine_gun", values = "6"',
         "has 1 numbers"),
        ("ch21/satchel-into-bunker", 'values = "6"', 'values = "5"', "NOT total"),
        ("ch23/claymore-by-two-men", '"hero", side = "us", kind = "hero"', '"hero", side = "us", kind = "medic"',
         "cannot_deploy"),
        ("ch23/claymore-by-two-men", '"hero", "lead"', '"hero", "lead", "lone"', "one unit is needed, or two men"),
        ("ch21/rally-behind-works", '"sangar"', '"foxholes"', "NOT items"),
        ("ch21/rally-behind-works", 'at = "T7"', 'at = "T1"', "NOT total"),
        ("ch21/rally-behind-works", 'hexes = {', 'hexes = { T4 = "light_woods",', "NOT items"),
        ("ch17/two-tanks-in-two-steps", 'target = "u"', 'target = "t"', "NOT legal"),
        ("ch23/claymore-sum", "total = 3, items", "total = 2, items", "NOT total"),
        ("ch23/claymore-sum", 'by = "us"\nat = "D5"', 'by = "us"\nat = "D6"', "no unit is named"),
        ("ch18/ffe-with-missions", "missions = { us = [{ count = 1, fp = 3 }] }", "", "left over"),
        (CREW, '{ for = "crew", roll = [3] }', '{ for = "random", roll = [3] }', "scripted for 'random'"),
        (CREW, '{ for = "bailout", roll = [4] }', '{ for = "bailout", roll = [5] }', "NOT new"),
        (CREW, '{ for = "bailout", roll = [2] }', '{ for = "bailout", roll = [1] }', "NOT units.s1.at"),
        (FLIPPED, "value = 3", "value = 2", "NOT value"),
        (FLIPPED, "mp_spent = 5", "mp_spent = 2", "NOT units.a.mp_spent"),
        ("ch20/R20.1-ex1", '{ value = -3, rule = "20.1" }', '{ value = -3, rule = "20.1.1" }', "NOT items"),
        ("ch20/flash-of-a-tank", '{ value = 3, rule = "20.1.1" }', '{ value = 3, rule = "20.1.4" }', "NOT items"),
        (LOST, "green = { eliminated = true }", "green = { status = [] }", "NOT units.green.status"),
        (LOST, 'eliminated = true, at = ""', 'status = ["shaken"]', "NOT units.shaken.status"),
        (GONE, 'status = ["damaged"]', "status = []", "NOT units.plane.status"),
        ("ch19/reasons-of-the-guns", 'D5 = "lc_building"', 'D5 = "clear"', "NOT legal"),
        ("ch19/past-the-melee", 'expect = { legal = false, rule = "5.0" }', 'expect = { legal = false, rule = "19.1" }',
         "NOT rule"),
        ("ch19/cannon-as-machine-guns", 'mgs = ["2x3"]', 'cannon = "1x2", mgs = ["2x3"]', "no value of 'mgs'"),
    ],
)  # fmt: skip
def test_without_its_reason(tmp_path: Path, file: str, reason: str, other: str, says: str) -> None:
    """One thing changed, and the situation fails or cannot be used."""
    text = (HERE / f"{file}.toml").read_text(encoding="utf-8")
    assert reason in text
    path = tmp_path / "changed.toml"
    path.write_text(text.replace(reason, other), encoding="utf-8")
    report = run_file(path)
    assert report.status != "passed"
    assert says in file_text(report, verbose=True)


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ('of = "rally"\nunit = "s1"\nby_unit = "nobody"', "step[0].by_unit: no unit 'nobody'"),
        ('of = "rally"\nunit = "s1"\ntarget = "nobody"', "step[0].target: no unit 'nobody'"),
        ('of = "morale"\nunit = "s1"\nlead = "nobody"', "step[0].lead: no unit 'nobody'"),
        ('of = "smoke"\nunit = "e"\nat = "5D"', "step[0].at: no hex '5D'"),
    ],
)
def test_sum_with_unknown_names(tmp_path: Path, said: str, says: str) -> None:
    """A question that names somebody or some hex that there is not cannot be used, whatever the sum would be."""
    text = (HERE / "ch21/rally-behind-works.toml").read_text(encoding="utf-8")
    path = tmp_path / "changed.toml"
    path.write_text(text.replace('of = "rally"\nunit = "s1"', said, 1), encoding="utf-8")
    report = run_file(path)
    assert report.status == "error"
    assert says in file_text(report, verbose=True)
