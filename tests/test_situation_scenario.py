"""Situations with units still to come, special rules and Events: what is made of them, and mistakes in them."""

from __future__ import annotations

from lnlt.situations.report import file_text
from situation_helpers import fails, run

BASE = """
id = "x"
[[weapons]]
id = "mg"
kind = "machine_gun"
values = "2-9"
{weapon}
[[units]]
id = "late"
side = "us"
kind = "squad"
values = "2-5-4-6"
carries = ["mg"]
[[units]]
id = "g"
side = "de"
kind = "squad"
values = "1-6-4-5"
at = "F7"
{more}
"""


def text(more: str, weapon: str = "") -> str:
    """The base situation and further lines."""
    return BASE.format(more=more, weapon=weapon)


ENTER = '[[step]]\ndo = "move"\nunits = ["late"]\npath = ["{path}"]\n{rest}'


def test_entry_by_an_edge() -> None:
    """22.0#5: on a map units enter by the edge a step names and pay for the first hex; elsewhere they cannot."""
    on_map = text('[board]\nmap = "15"\n' + ENTER.format(path="A4", rest='entry_edge = "west"\n'))
    report = run(on_map + 'expect = { units.late = { at = "A4" } }\n')
    assert report.status == "passed", file_text(report)
    assert report.steps[0].commands == ["enter entering-us", "add_mover late", "enter_at A4"]
    refused = run(on_map.replace("west", "east") + 'expect = { legal = false, rule = "22.0" }\n')
    assert refused.status == "passed", file_text(refused)


def test_mistakes() -> None:
    """Edges, groups, Events, special rules and folded weapons are checked, each with its key path."""
    assert "step[0].entry_edge: unknown edge 'up'" in fails(text(ENTER.format(path="A4", rest='entry_edge = "up"\n')))
    assert "special_rules[0]: unknown special rule 'x'" in fails('special_rules = ["x"]\n' + text(""))
    folded = fails(text("", 'side_up = "tripod"'))
    assert "weapons[0].side_up: who enters the map carries it folded" in folded
    group = '[[scenario.groups]]\nid = "r"\nside = "us"\nunits = ["{unit}"]\nenter = ["{at}"]\n'
    assert "scenario.groups[0].units: no unit 'nobody'" in fails(text(group.format(unit="nobody", at="A1")))
    assert "scenario.groups[0]: no hex 'nowhere'" in fails(text(group.format(unit="late", at="nowhere")))
    event = '[[scenario.events]]\nid = "A"\nkind = "los"\nat = "F6"\nparagraph = "1"\n'
    assert "scenario.events[0].paragraph: unknown paragraph '1'" in fails(text(event))
    assert "scenario.points[0].side: unknown side 'fr'" in fails(text('[[scenario.points]]\nside = "fr"\n'))


def test_markers_without_rules() -> None:
    """1.8.1, 10.6: Victory markers only show a place; a Rooftop marker gives its building a roof."""
    markers = (
        '[board.hexes]\nB2 = "lc_building"\n[[board.markers]]\nkind = "victory"\nat = "F7"\n'
        '[[board.markers]]\nkind = "rooftop"\nat = "B2"\n'
    )
    roof = '[[step]]\nask = "level"\nat = "B2/roof"\nexpect = { value = 1, hexes.F7.markers = ["victory"] }\n'
    assert run(text(markers + roof)).status == "passed"


def test_buildings_by_name() -> None:
    """10.2: a building's kind makes its hexes; a floor that the file names exists; a stated number of floors holds."""
    one = '[[board.buildings]]\nhexes = ["B2"]\nkind = "{kind}"\n{floors}'
    level = '[[step]]\nask = "level"\nat = "B2/upper"\nexpect = { value = 1 }\n'
    for kind in ("hc", "lc_building"):
        assert run(text(one.format(kind=kind, floors="") + level)).status == "passed"
    assert "B2 has no upper" in fails(text(one.format(kind="hc", floors="floors = 1\n") + level))
    assert "B2 has no upper" in fails(text(level))
