"""22.0, 1.8: what Events and their paragraphs do, and leaving the map."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import OK, helicopter, tank
from helpers import Activate, AddMover, BeginMove, Pass, PassWindow, Place, StepTo, StopMove, U, rebuilt
from lnlt.core.flags import ELIMINATED
from lnlt.core.setup import Effect, EventSetup, Exit, Group, Mission, Paragraph
from lnlt.core.state import NOWHERE
from lnlt.rules.ch06_movement.steps import ExitMap
from lnlt.rules.ch22_scenario.entry import Enter
from lnlt.rules.ch22_scenario.happenings import Choose
from scenario_helpers import Plan, event

MAN = U("a", "squad", "C5")
FAR = U("z", "squad", "H8")


def enter(s: Plan) -> Plan:
    """The American Squad steps onto the Event marker."""
    return s.do(Activate("C5"), BeginMove("C5"), AddMover("a"), StepTo("C4"))


def pass_on(s: Plan) -> Plan:
    """Both sides do nothing more until the Americans have an impulse again."""
    while s.frames.endswith("Reaction"):
        s.do(PassWindow(True))
    if s.asked == "us":
        s.do(StopMove())
    assert s.asked == "de"
    return s.do(Pass())


@pytest.mark.parametrize("happens", [True, False])
def test_events_end_what_was_let_pass(happens: bool) -> None:
    """1.8, 5.3: who lets the whole move pass is asked again if the move triggers an Event, and only then."""
    s = event(MAN, U("x", "squad", "E4"), effects=[Effect("note", note="seen")], at="C3" if happens else "A8")
    s.do(Activate("C5"), BeginMove("C5"), AddMover("a"), StepTo("C4"))
    assert s.asked == "de"
    s.do(PassWindow(True))
    assert s.asked == "us"
    s.do(StepTo("C3"))
    assert bool(s.state.notes.get("seen")) is happens
    assert s.asked == ("de" if happens else "us")


@pytest.mark.parametrize("at", ["A0", "A1"])
def test_leaving_the_map(at: str) -> None:
    """22.0, Q-250: a unit that leaves is off the map, Moved, and counted; the first hex of the map is no exception."""
    way = Exit("us", hexes=(at,))
    s = Plan(U("a", "squad", at), FAR, scenario={"exits": (way,)})
    s.do(Activate(at), BeginMove(at), AddMover("a"), ExitMap())
    assert (s.unit("a").at, s.words("a")) == (NOWHERE, {"moved"})
    assert s.state.notes["exited:a"] == 1
    assert s.loc(at) not in s.state.by_loc


@pytest.mark.parametrize(("next_turn", "now"), [(True, ("22.0", "not_yet")), (False, OK)])
def test_when_a_paragraph_lets_a_group_come(next_turn: bool, now: tuple[str, str]) -> None:
    """22.0: reinforcements of a paragraph may enter at once, or from the next turn on if it says so."""
    group = Group("relief", "us", ("b",), enter=("A4",), turn=0, may_wait=True)
    effects = [Effect("open", group="relief", next_turn=next_turn)]
    s = event(MAN, U("b", "squad", ""), U("c", "squad", "D7"), FAR, effects=effects, held=[group], turn=2)
    assert s.refused(Enter("relief")) == ("22.0", "not_yet")
    pass_on(enter(s))
    assert s.refused(Enter("relief")) == now
    s.state = rebuilt(s.state, turn=3)
    assert s.refused(Enter("relief")) == OK


@pytest.mark.parametrize(("value", "noted"), [(0, 4), (1, 1), (7, 7)])
def test_what_a_paragraph_notes(value: int, noted: int) -> None:
    """22.0: a paragraph notes a number, or the turn if it gives none."""
    s = enter(event(MAN, FAR, effects=[Effect("note", note="found", value=value)], turn=4))
    assert s.state.notes["found"] == noted


def test_events_that_a_paragraph_removes() -> None:
    """1.8, 22.0: the Events a paragraph names cannot be triggered any more, others can."""
    others = tuple(EventSetup(name, "occupation", at, "us", "1") for name, at in (("B", "G2"), ("C", "G4")))
    s = event(MAN, FAR, effects=[Effect("remove", events=("B",))], scenario={"events": others})
    assert {m.kind for m in s.state.markers} == {"event_a", "event_b", "event_c"}
    enter(s)
    assert {m.kind for m in s.state.markers} == {"event_c"}
    assert [bool(s.state.notes.get(f"event:{name}")) for name in "ABC"] == [True, True, False]


@pytest.mark.parametrize(("secret", "have"), [(True, 2), (False, 4)])
def test_missions_that_a_paragraph_gives(secret: bool, have: int) -> None:
    """18.2, 22.0: the missions of the battery a paragraph names are added to those there are."""
    missions = (Mission("near", "us", 3), Mission("far", "us", 5, 2, secret=secret))
    s = enter(event(MAN, FAR, effects=[Effect("mission", mission="far")], missions=missions))
    assert (s.state.notes["missions:near"], s.state.notes["missions:far"]) == (1, have)


@pytest.mark.parametrize("ends", [True, False])
def test_the_impulse_is_over(ends: bool) -> None:
    """22.0: if a paragraph ends the impulse, others of the hex that was named do nothing more in it."""
    effects = [Effect("stop"), *([Effect("end_impulse")] if ends else [])]
    s = enter(event(MAN, U("b", "squad", "C5"), FAR, effects=effects))
    assert s.words("a") == {"moved"}
    assert s.asked == ("de" if ends else "us")


def test_the_lost_do_not_appear() -> None:
    """22.0: a unit that was eliminated before does not come back by a paragraph; the other one named does."""
    s = event(
        MAN, FAR, U("x", "squad", ""), U("y", "squad", ""), effects=[Effect("appear", units={"x": "G4", "y": "G5"})]
    )
    s.state = rebuilt(s.state, units=[replace(u, flags=ELIMINATED) if u.id == "x" else u for u in s.state.units])
    enter(s)
    assert (s.at("x"), s.at("y")) == ("", "G5")


@pytest.mark.parametrize(
    ("new", "there"),
    [
        (U("x", "squad", ""), [U(f"y{i}", "squad", "G4") for i in range(3)]),
        (tank("x", ""), []),
        (U("x", "squad", ""), [U("b", "squad", "G4")]),
    ],
)
def test_places_that_take_nobody(new: U, there: list[U]) -> None:
    """22.0, 1.3, 6.0: where three Squads of its side, an enemy, or for a tank the Forest leave no room, a unit appears
    in a hex next to it that its owner chooses."""
    s = event(MAN, FAR, new, *there, effects=[Effect("appear", units={"x": "G4"})], hexes={"G4": "forest"})
    enter(s)
    assert (s.asked, s.at("x")) == ("de", "")
    assert s.refused(Place("x", "G4")) == ("22.0", "not_allowed_here")
    s.do(Place("x", "G5"))
    assert s.at("x") == "G5"


def test_where_a_group_is_placed() -> None:
    """22.0: only units of the group that wait, not among enemies; instead of a hex that enemies hold, next to it."""
    held = Group("ambush", "de", ("x", "y"), held=True, turn=0)
    units = (MAN, U("b", "squad", "G4"), U("c", "squad", "G5"), FAR, U("x", "squad", ""), U("y", "squad", ""))
    s = enter(event(*units, effects=[Effect("place", group="ambush", hexes=("G4",))], held=[held]))
    assert s.refused(Place("x", "G4")) == ("22.0", "not_allowed_here")
    assert s.refused(Place("x", "G5")) == ("22.0", "enemy_there")
    for other in ("z", "b", "nobody"):
        assert s.refused(Place(other, "G3")) == ("22.0", "not_waiting")
    s.do(Place("x", "G3"))
    assert s.refused(Place("x", "G3")) == ("22.0", "not_waiting")
    assert s.refused(Place("y", "G3")) == OK


def test_helicopters_of_a_paragraph() -> None:
    """19.2.1, 22.0: helicopters are placed in the air, one over each hex."""
    held = Group("lift", "de", ("x", "y"), held=True, turn=0)
    units = (MAN, FAR, helicopter("x", ""), helicopter("y", ""))
    s = event(*units, effects=[Effect("place", group="lift", hexes=("G4", "G5"))], held=[held], era="modern")
    enter(s).do(Place("x", "G4"))
    assert s.at("x") == "G4/air"
    assert s.refused(Place("y", "G4")) == ("19.2.1", "one_helicopter")
    assert s.refused(Place("y", "G5")) == OK


def test_who_takes_the_check() -> None:
    """22.0, 1.5.1: one of the units of the side that see the marker, and no Medic."""
    units = (MAN, U("b", "squad", "C6"), U("c", "squad", "C1"), U("m", "medic", "C6"), FAR)
    texts = (Paragraph("2", "Good."), Paragraph("3", "Bad."))
    s = event(
        *units,
        effects=[Effect("check", passed="2", failed="3")],
        scenario={"paragraphs": texts},
        hexes={"C2": "forest"},
    )
    enter(s)
    assert {c.unit for c in s.offered(Choose)} == {"a", "b"}
    for other in ("c", "m", "z", "nobody"):
        assert s.refused(Choose(other)) == ("22.0", "not_among_them")
