"""1.8, 6.0, 22.0: every way to come to stand in a hex triggers its Events, and those that are seen from there."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from lnlt.situations.reading import check
from lnlt.situations.report import FileReport
from lnlt.situations.runner import Run

WAYS: dict[str, dict[str, Any]] = {
    way["name"]: way for way in tomllib.loads(Path(__file__).with_name("ways_to_arrive.toml").read_text())["way"]
}
"""Each way as a situation, and where it leads (`to`), and whose units go there (`by`)."""
HIDDEN = ("X20", "X26")
WALLS = {
    place: {"terrain": "forest", "level": 3}
    for place in ("X19", "X21", "W19", "W20", "Y19", "Y20", "X25", "X27", "W25", "W26", "Y25", "Y26")
}
"""Wooded hills around the two hidden hexes: only who is said to see them does."""


def triggered(way: dict[str, Any], to: str, by: str, kinds: str, *, seen: bool = True) -> str:
    """The Events that a situation triggers of those it is given: occupation (o) of a place, a line of sight (l) from
    it."""
    data = {"id": "x", "title": "x", "rule": ["1.8"], **deepcopy(way)}
    board = data.setdefault("board", {})
    board["hexes"] = {**board.get("hexes", {}), **WALLS}
    if seen:
        board["facts"] = {"los": [[to, hidden, "clear"] for hidden in HIDDEN]}
    scenario = data.setdefault("scenario", {})
    events, paragraphs = scenario.setdefault("events", []), scenario.setdefault("paragraphs", [])
    for letter, kind, hidden in zip("AB", kinds, HIDDEN, strict=False):
        event = {"kind": "occupation", "at": to} if kind == "o" else {"kind": "los", "at": hidden}
        events.append({"id": letter, "side": by, "paragraph": letter, **event})
        paragraphs.append({"id": letter, "text": letter, "effects": [{"do": "note", "note": f"read {letter}"}]})
    for key in ("name", "to", "by"):
        data.pop(key, None)
    run = Run(check(data, "x.toml"), FileReport("x.toml"))
    run.steps()
    assert [s.answer for s in run.report.steps if "refused" in s.answer] == []
    return "".join(letter for letter in "AB" if f"read {letter}" in run.state.notes)


@pytest.mark.parametrize("kinds", ["o", "l", "oo", "ll", "ol"])
@pytest.mark.parametrize("name", WAYS)
def test_every_way_triggers_events(name: str, kinds: str) -> None:
    """1.8, 6.0, Q-542, Q-559: who comes to stand somewhere triggers all Events of the place and all he sees there."""
    way = WAYS[name]
    assert triggered(way, way["to"], way["by"], kinds) == "AB"[: len(kinds)]


@pytest.mark.parametrize("name", WAYS)
def test_nothing_is_triggered_from_elsewhere(name: str) -> None:
    """1.8: the same ways trigger nothing that nobody sees, nor an Event that is for the other side."""
    way = WAYS[name]
    other = next(side for side in way["state"]["sides"] if side != way["by"])
    assert triggered(way, way["to"], way["by"], "ll", seen=False) == ""
    if name not in ("in an Overrun", "into Melee", "in a Close Assault"):  # the other side is there already
        assert triggered(way, way["to"], other, "ol") == ""


FLIGHT = """
era = "modern"
state = { impulse = "us", sides = ["us", "de"] }
units = [
  { id = "h", side = "us", kind = "helicopter", values = "6", armor = ["1"], at = "D6", mode = "flying" },
  { id = "far", side = "de", kind = "squad", values = "1-2-4-5", at = "D32" },
]
step = [{ by = "us", do = "move", units = ["h"], path = ["D5"] }]
"""


@pytest.mark.parametrize(("to", "kinds", "found"), [("D5", "o", ""), ("D5/air", "l", "A")])
def test_a_helicopter_above(to: str, kinds: str, found: str) -> None:
    """1.8, Q-424, Q-561: in the air nobody is in the hex below, but what he sees from there is seen."""
    assert triggered(tomllib.loads(FLIGHT), to, "us", kinds) == found
