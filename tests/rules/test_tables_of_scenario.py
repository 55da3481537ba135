"""22.0: edges, exits, paragraphs and the steps of set-up and reading, entry by entry."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import code, draft, flagged, tank
from helpers import Scene, U
from lnlt.core import events as ev
from lnlt.core.setup import Effect, EventSetup, Exit, Group, Paragraph
from lnlt.rules.ch19_air.arrival import entry_edges
from lnlt.rules.ch22_scenario.exits import check_exit, go_off
from lnlt.rules.ch22_scenario.happenings import EFFECTS, ChooseChecker, Reading
from lnlt.rules.ch22_scenario.set_up import SetUp
from lnlt.rules.ch22_scenario.vehicles import DriveIn, drives_in
from lnlt.rules.facts.groups import edges_of

FAR = U("x", "squad", "H1")


def test_edges_by_number() -> None:
    """19.1, 22.0: 1 to 4 are north, east, south, west: on the die of an airstrike and in the notes of saved games."""
    every = ("north", "east", "south", "west")
    assert [entry_edges(die) for die in (1, 2, 3, 4, 5)] == [*((edge,) for edge in every), every]
    group = Group("g", "us", (), edges=every)
    for number, edge in enumerate(every, 1):
        noted: Any = SimpleNamespace(notes={"edge:g": number})
        assert edges_of(noted, group) == (edge,)


def test_edges_next_to_another() -> None:
    """22.0: the edges that touch that of another group."""
    group = Group("g", "us", (), edges=("north", "east", "south", "west"), edges_near="o")
    near = []
    for number in (1, 2, 3, 4):
        noted: Any = SimpleNamespace(notes={"edge:o": number})
        near.append(edges_of(noted, group))
    assert near == [("east", "west"), ("north", "south"), ("east", "west"), ("north", "south")]


def test_price_of_leaving_the_map() -> None:
    """22.0, Q-250: one Movement Point."""
    s = Scene(U("a", "squad 1-5-4-5", "D6"), FAR)
    s.game.__dict__["setup"] = replace(s.game.setup, exits=(Exit("us", ("D6",)),))
    here = s.loc("D6")
    for spent, found in ((6, ("", "")), (7, ("6.0", "too_few_points"))):
        flagged(s, "a", 0, mp=spent)
        assert code(check_exit(s.game, s.state, (0,), ("normal",), here)) == found
    d = draft(s)
    go_off(d, s.us, (0,), here)
    assert [e.mp for e in d.events if isinstance(e, ev.Moved)] == [2]


@pytest.mark.parametrize(("kind", "checks"), [("medic", False), ("corpsman", False), ("scout", True), ("squad", True)])
def test_who_checks_for_an_event(kind: str, checks: bool) -> None:
    """22.0: all who see the marker may take the Morale Check of a paragraph, but no Medic or Corpsman."""
    s = Scene(U("a", "squad", "D6"), U("b", "squad", "D6"), U("c", kind, "D6"), FAR)
    event = EventSetup("A", "los", "D5")
    s.game.__dict__["setup"] = replace(s.game.setup, events=(event,))
    reading = Reading(event="A", paragraph="1", side=s.us, movers=(0,))
    d = draft(s, reading)
    EFFECTS["check"](d, reading, Effect("check", passed="2", failed="3"))
    asked = d.stack[-1]
    assert isinstance(asked, ChooseChecker)
    assert (2 in asked.able) == checks


def test_what_paragraphs_do() -> None:
    """22.0: the words of scenario files for what a paragraph does."""
    assert {word: effect.__name__.strip("_") for word, effect in EFFECTS.items()} == {
        "open": "open", "note": "note", "remove": "remove", "mission": "mission", "stop": "stop",
        "end_impulse": "end_impulse", "place": "place", "appear": "appear", "check": "check",
    }  # fmt: skip


def test_a_paragraph_is_read_from_its_beginning() -> None:
    """22.0: the first effect happens first, then the others."""
    s = Scene(U("a", "squad", "D6"), FAR)
    notes = (Effect("note", note="one"), Effect("note", note="two"))
    s.game.__dict__["setup"] = replace(s.game.setup, paragraphs=(Paragraph("1", "", notes),))
    reading = Reading(event="A", paragraph="1", side=s.us, movers=(0,))
    d = draft(s, reading)
    reading.next_effect(d)
    assert {"one", "two"} & set(d.notes) == {"one"}
    again = d.stack[-1]
    assert isinstance(again, Reading)
    again.next_effect(d)
    assert {"one", "two"} <= set(d.notes)


def test_steps_of_set_up_and_reading() -> None:
    """22.0: a saved game says by its number which step comes next: they stay in this order."""
    assert SetUp.STEPS == ("next_group", "edges", "finish", "events")
    assert Reading.STEPS == ("read", "next_effect", "events")


def test_how_vehicles_come_in() -> None:
    """22.0, 15.2: at a normal or an Assault Move, facing six ways, also what is refused unless only that is wanted
    which is allowed; a Shaken vehicle makes no Assault Move."""
    group = Group("g", "us", ("a",), enter=("A3",))
    for words, able in (((), ["normal", "assault"]), (("shaken",), ["normal"])):
        s = Scene(tank("a", "", *words), tank("b", "D6"), FAR)
        every = drives_in(s.game, s.state, group)
        assert [c.mode for c in every if isinstance(c, DriveIn)] == ["normal", "assault"] * 6
        allowed = drives_in(s.game, s.state, group, True)
        assert [c.mode for c in allowed if isinstance(c, DriveIn)] == able * 6
