"""1.8, 6.0, 22.0: when Events are triggered, in which order, and by what is seen without anybody's moving."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import tank
from helpers import (
    Activate,
    AddMover,
    BeginMove,
    Pass,
    PassWindow,
    Place,
    StepTo,
    U,
)
from lnlt.core import events as ev
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.engine import run
from lnlt.core.flags import FIRED, MOVED
from lnlt.core.setup import Effect, EventSetup, Facts, Group, Night, Paragraph
from lnlt.core.state import Marker, State
from lnlt.rules.ch09_administration import AdminPhase, Next
from lnlt.rules.ch22_scenario.event_markers import armed
from scenario_helpers import Plan, set_up

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("z", "squad", "H8")
INITIATIVE = ("initiative 5", "initiative 2")


def plan(
    *units: U, events: tuple[EventSetup, ...], effects: dict[str, list[Effect]] | None = None, **facts: Any
) -> Plan:
    """A scene with Events; each has a paragraph of its own name that notes it, beside other effects."""
    paragraphs = tuple(
        Paragraph(e.paragraph, "Text.", (Effect("note", note=f"read {e.id}"), *(effects or {}).get(e.id, ())))
        for e in events
        if e.paragraph
    )
    scenario = {"events": events, "paragraphs": paragraphs, **facts.pop("scenario", {})}
    return Plan(*units, scenario=scenario, **facts)


def occupation(id_: str, at: str, side: str = "us") -> EventSetup:
    """An Occupation marker."""
    return EventSetup(id_, "occupation", at, side, id_)


def sight(id_: str, at: str, side: str = "us") -> EventSetup:
    """A Line of Sight marker."""
    return EventSetup(id_, "los", at, side, id_)


def read(s: Plan) -> str:
    """The Events read by the last commands, in order."""
    return "".join(e.marker for e in s.events if isinstance(e, ev.ParagraphRead))


def go(s: Plan, origin: str, mover: str, *path: str) -> Plan:
    """A unit sets out."""
    return s.do(Activate(origin), BeginMove(origin), AddMover(mover), *(StepTo(at) for at in path))


def test_several_at_once() -> None:
    """1.8#6, 6.0, Q-560: all that a step triggers is read in it: Occupation first, then lines of sight, by letters."""
    events = (sight("A", "C8"), occupation("D", "C4"), sight("B", "D8"), occupation("C", "C4"))
    facts = Facts(
        los=tuple((a, b, "clear" if a == "C4" else "blocked") for a in ("C5", "C4", "C3") for b in ("C8", "D8"))
    )
    s = go(plan(U("a", "squad", "C5"), FAR, events=events, scenario={"facts": facts}), "C5", "a", "C4")
    assert read(s) == "CDAB"
    assert not [m for m in s.state.markers if m.kind.startswith("event")]


def test_the_rest_of_a_step_waits_for_all() -> None:
    """1.8, 6.0: those whom the second Event brings may answer the step too."""
    men = Group("men", "de", ("x",), held=True, turn=0)
    events = (occupation("A", "C4"), occupation("B", "C4"))
    effects = {"B": [Effect("appear", group="men", units={"x": "C2"})]}
    s = plan(U("a", "squad", "C5"), U("x", "squad", ""), events=events, effects=effects, scenario={"groups": (men,)})
    go(s, "C5", "a", "C4")
    assert s.frames.endswith("OpportunityFire > Reaction")
    assert s.asked == "de"


def test_an_event_that_another_takes_along() -> None:
    """1.8, Q-560: of two that a step would trigger the second is not read if the first removes it."""
    events = (replace(occupation("A", "C4"), removes=("B",)), occupation("B", "C4"))
    assert read(go(plan(U("a", "squad", "C5"), FAR, events=events), "C5", "a", "C4")) == "A"


def test_who_an_event_brings_triggers_the_next() -> None:
    """1.8, Q-542, Q-559: whom a paragraph brings to another marker triggers it once that paragraph is done."""
    men = Group("men", "us", ("b", "c"), held=True, turn=0)
    events = (occupation("A", "C4"), occupation("B", "F4"))
    effects = {"A": [Effect("appear", group="men", units={"b": "F4", "c": "F5"}), Effect("note", note="end of A")]}
    s = plan(
        U("a", "squad", "C5"), U("b", "squad", ""), U("c", "squad", ""), FAR,
        events=events, effects=effects, scenario={"groups": (men,)},
    )  # fmt: skip
    go(s, "C5", "a", "C4")
    assert read(s) == "AB"
    told = [e for e in s.events if isinstance(e, ev.ParagraphRead | ev.Noted | ev.Moved)]
    noted = next(i for i, e in enumerate(told) if isinstance(e, ev.Noted) and e.key == "end of A")
    assert noted < next(i for i, e in enumerate(told) if isinstance(e, ev.ParagraphRead) and e.marker == "B")


def test_enemies_an_event_brings_trigger_theirs() -> None:
    """1.8, Q-560: an Event for both sides is triggered by whoever comes; of both at once by whose impulse it is."""
    men = Group("men", "de", ("x",), held=True, turn=0)
    events = (occupation("A", "C4"), replace(occupation("B", "F4"), side=""))
    effects = {"A": [Effect("appear", group="men", units={"x": "F4"})]}
    s = plan(
        U("a", "squad", "C5"), U("x", "squad", ""), FAR, events=events, effects=effects, scenario={"groups": (men,)}
    )
    go(s, "C5", "a", "C4")
    assert [(e.marker, e.side) for e in s.events if isinstance(e, ev.ParagraphRead)] == [("A", s.us), ("B", s.de)]


def changed(s: Plan, *facts: ev.Event) -> State:
    """What becomes of facts that happen between two steps."""
    d = Draft(s.game, s.state, ScriptedDice([]))
    for fact in facts:
        d.emit(fact)
    run(d)
    return d.publish()


@pytest.mark.parametrize(("kind", "hexes"), [("smoke", (3,)), ("wreck", (3, 4, 5))])
def test_what_stood_in_the_way_is_taken_away(kind: str, hexes: tuple[int, ...]) -> None:
    """1.8#7, 10.3, Q-559: a line of sight that opens because a counter is taken away triggers at once."""
    things = [(kind, f"C{i}", 2) for i in hexes]
    s = plan(U("a", "squad", "C7"), FAR, events=(sight("A", "C1"),), markers=things)
    assert "read A" not in s.state.notes
    first = next(m for m in s.state.markers if m.kind == kind)
    assert "read A" in changed(s, ev.MarkerRemoved(first)).notes


def test_smoke_that_lifts() -> None:
    """1.8, 7.0, 9.0, Q-559: when Smoke goes in the Administrative Phase who sees through triggers when it is over."""
    smoke = [("smoke", f"C{i}", 2) for i in (3, 4, 5)]
    s = plan(U("a", "squad", "C7"), U("z", "squad", "H8"), events=(sight("A", "C1"),), markers=smoke, turns=3)
    assert "read A" not in s.state.notes
    s.do(Pass(), Pass(), Pass())
    assert "read A" not in s.state.notes
    s.do(Next(), dice=INITIATIVE)
    assert s.state.notes["read A"] == 1
    assert s.state.turn == 2


def test_fire_for_effect_that_ends() -> None:
    """1.8, 18.2, 9.0, Q-559: the same when Fire for Effect is over."""
    shells = [("ffe", f"C{i}", 3) for i in (3, 4, 5)]
    s = plan(U("a", "squad", "C7"), U("z", "squad", "H8"), events=(sight("A", "C1"),), markers=shells, turns=3)
    assert "read A" not in s.state.notes
    s.do(Pass(), Pass(), Pass(), Next(), dice=INITIATIVE)
    assert s.state.notes["read A"] == 1


def test_a_starshell_over_the_hex() -> None:
    """1.8, 20.1, 20.2, Q-167: at night light over the hex of the marker lets one see it, and so does who has fired."""
    s = plan(U("a", "squad", "C7"), U("x", "squad", "C1"), events=(sight("A", "C1"),), night=Night())
    assert "read A" not in s.state.notes
    assert "read A" in changed(s, ev.MarkerPlaced(Marker("starshell", s.loc("C1")))).notes
    assert "read A" in changed(s, ev.FlagsChanged(s.number("x"), FIRED)).notes
    assert "read A" not in changed(s, ev.FlagsChanged(s.number("x"), MOVED)).notes


def test_the_night_is_over() -> None:
    """1.8, 20.1, Q-387, Q-559: when a turn begins by day what the night hid is seen before anything else is done."""
    s = plan(U("a", "squad", "C7"), FAR, events=(sight("A", "C1"),), night=Night(last=1), turns=3)
    s.do(Pass(), Pass(), Pass())
    assert "read A" not in s.state.notes
    s.do(Next(), dice=INITIATIVE)
    told = [type(e) for e in s.events if isinstance(e, ev.TurnBegan | ev.ParagraphRead | ev.Rolled)]
    assert told[:3] == [ev.TurnBegan, ev.ParagraphRead, ev.Rolled]


def test_seen_from_the_beginning() -> None:
    """1.8, Q-559: what is seen or held when everybody is set up is triggered then, not while they set up."""
    groups = (Group("us", "us", ("a",), setup=("C5", "C6")), Group("de", "de", ("x",), setup=("H7", "H8")))
    events = (occupation("A", "C5"), sight("B", "C2"))
    scenario = {
        "events": events,
        "paragraphs": tuple(Paragraph(e.id, "Text.", (Effect("note", note=f"read {e.id}"),)) for e in events),
    }
    s = set_up(U("a", "squad", ""), U("x", "squad", ""), groups=groups, scenario=scenario)
    placed = {"us": Place("a", "C5"), "de": Place("x", "H7")}
    while "Deploy" in s.frames:
        assert not {"read A", "read B"} & set(s.state.notes)
        if placed.get(s.asked) in s.options():
            s.do(placed[s.asked])
        else:
            s.do(s.options()[-1])
    assert {"read A", "read B"} <= set(s.state.notes)


def test_thermal_sights_look_through_smoke() -> None:
    """1.8, 10.1.2: a vehicle with thermal sights sees the hex of a marker through Smoke that hides it from others."""
    smoke = [("smoke", f"C{i}", 2) for i in (3, 4, 5)]
    for abilities, found in (((), False), (("tis",), True)):
        s = plan(tank("a", "C7", abilities=abilities), FAR, events=(sight("A", "C1"),), markers=smoke, era="modern")
        assert ("read A" in s.state.notes) is found


def test_only_those_who_saw_it_stop() -> None:
    """22.0, Q-562: the units that triggered an Event stop; a move of the enemy in which they did goes on."""
    effects = {"A": [Effect("stop"), Effect("end_impulse")]}
    sniper = U("x", "sniper 1-12-6", "", area=("C4",))
    s = plan(
        U("a", "squad", "C7"),
        sniper,
        FAR,
        events=(occupation("A", "C4", "de"),),
        effects=effects,
        hexes={"C4": "forest"},
    )
    go(s, "C7", "a", "C6")
    s.do(Place("x", "C4"))
    assert read(s) == "A"
    assert s.frames.endswith("SniperShot")
    shots = s.options()
    s.do(shots[0], dice=("attack 1 1", "defence 6"))
    while s.asked == "de":
        s.do(PassWindow())
    assert s.frames.endswith("MoveOn")


def test_what_is_not_worth_a_look() -> None:
    """1.8: a game without Events is not looked at; markers that are gone are not armed, the others come in order."""
    assert Plan(U("a", "squad", "C5"), FAR, scenario={}).game.look_for_events is None
    events = (sight("B", "C2", "de"), occupation("D", "F2"), occupation("C", "C5"))
    unseen = Facts(los=(("H8", "C2", "blocked"),))
    s = plan(U("a", "squad", "C5"), FAR, events=events, scenario={"facts": unseen})
    assert [e.id for e in armed(s.game, s.state)] == ["D", "B"]


def test_markers_put_down_after_the_clean_up() -> None:
    """22.0, 9.0, Q-559: who appears in the Administrative Phase has no marker of the turn that is over."""
    men = Group("men", "de", ("x",), held=True, turn=0)
    smoke = [("smoke", f"C{i}", 2) for i in (3, 4, 5)]
    effects = {"A": [Effect("appear", group="men", units={"x": "G2"}, marker="moved")]}
    s = plan(
        U("a", "squad", "C7"), U("x", "squad", ""), FAR,
        events=(sight("A", "C1"),), effects=effects, markers=smoke, turns=3, scenario={"groups": (men,)},
    )  # fmt: skip
    s.do(Pass(), Pass(), Pass(), Next(), dice=INITIATIVE)
    assert (s.at("x"), s.words("x")) == ("G2", set())
    assert AdminPhase.STEPS[-1] == "events"


def test_a_hero_who_lives_when_his_squad_dies() -> None:
    """1.8#5, 6.0: Mines come first; whoever is left on the hex then triggers the Event, if anybody is."""
    for checks, found in ((("damage check 1", "hero creation 2", "hero=us-hero1"), "A"), (("damage check 6",), "")):
        s = plan(U("a", "half_squad 1-5-4-2", "C5"), FAR, events=(occupation("A", "C4"),), markers=[("mines", "C4", 1)])
        s.do(Activate("C5"), BeginMove("C5"), AddMover("a"), StepTo("C4"), dice=("attack 6", "defence 1", *checks))
        assert s.at("a") == ""
        assert read(s) == found
