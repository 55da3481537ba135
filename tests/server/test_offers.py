"""What menus and lists offer can be told apart, and is complete."""

from __future__ import annotations

from armour_helpers import truck
from helpers import Activate, Scene, U
from lnlt import engine
from lnlt.core.setup import Mission
from lnlt.fuzz.flows import bundled, item_at
from lnlt.rules.ch18_indirect.patterns import OPTION
from lnlt.rules.ch19_air.flight import FlyIn
from lnlt.rules.ch21_fortifications.barricade_shots import FireAtBarricade
from lnlt.rules.ch22_scenario.entry import Enter
from lnlt.server import entering, menus, shapes
from lnlt.server.choices import option
from scenario_helpers import late


def shots(s: Scene, at: str, mode: str, *units: str) -> list[shapes.Target]:
    """Targets of a stack in a way of firing."""
    return list(menus.targets(s.game, s.state, at, units, mode))


def test_men_and_a_vehicle_in_one_hex_are_two_targets() -> None:
    """17.2: fire at the vehicle and fire at the men beside it have keys, words and orders of their own."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C5"), truck("y", "C5")).do(Activate("C3"))
    found = shots(s, "C3", "")
    assert {target.do[0]["target"] for target in found} == {"", "y"}
    assert len({target.key or target.at for target in found}) == 2
    assert len({target.text for target in found}) == 2


def test_fire_alone_with_and_without_aid_is_one_target() -> None:
    """11.4, 5.0: a Sniper's target is there once: with the Leader's aid or without it are two ways to fire at it."""
    s = Scene(U("s", "sniper 1-8-0-6", "C3"), U("l", "leader 6-1-6", "C3"), U("x", "squad", "C5")).do(Activate("C3"))
    (target,) = shots(s, "C3", "fire_alone", "s")
    assert {way.do[0]["leader"] for way in target.ways} == {"", "l"}
    assert len({way.text for way in target.ways}) == 2
    assert target.do == target.ways[0].do
    for way in target.ways:
        commands = [engine.CODEC.decode_command(raw) for raw in way.do]
        assert engine.explore(s.game, s.state, commands).refusal is None


def test_double_time_on_entry_with_a_leader_of_a_lower_number() -> None:
    """22.0, 6.2: those who were picked together can enter by Double-Time, whoever of them comes first."""
    for names in (("l", "a"), ("a", "l")):
        kinds = {"l": "leader 6-1-6", "a": "squad 1-6-4-5"}
        s = late(*(U(name, kinds[name], "") for name in names), U("x", "squad", "H8")).do(Enter("late"))
        frame = next(iter(entering.reach(s.game, s.state, names, "normal")))
        assert isinstance(frame, shapes.Reach)
        assert "double_time" in [mode for mode, _ in frame.modes]
        hexes = list(entering.reach(s.game, s.state, names, "double_time"))[1:]
        assert hexes


def test_kinds_of_fire_missions_are_choices_of_a_hex_each() -> None:
    """18.2.1: a Leader's calls are told apart by what is called: no two of one choice point at the same hex."""
    s = Scene(
        U("l", "leader 6-1-6", "C3"),
        U("x", "squad", "C6"),
        missions=[Mission("battery", "us", 5), Mission("mortars", "us", 3)],
        options=[OPTION],
    ).do(Activate("C3"))
    calls = [i for i in menus.menu(s.game, s.state, "C3").items if i.options and i.options[0].kind == "call_mission"]
    assert {item.options[0].means for item in calls} >= {"battery", "mortars", "battery, Line Barrage"}
    for bundle in bundled(calls):
        places = [item_at(item) for item in bundle]
        assert len(set(places)) == len(places)


def test_orders_that_differ_in_more_than_their_hex_stay_apart() -> None:
    """21.5, 19.1: shots at several Barricades and lines of an aircraft are not one choice of a hex."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"))
    shots = [FireAtBarricade("a", "C4", "C5"), FireAtBarricade("a", "C4", "D4"), FireAtBarricade("a", "C5", "C4")]
    texts = [option(s.game, s.state, "21.5", shot).means for shot in shots]
    assert len(set(texts)) == len(shots)
    lines = [option(s.game, s.state, "19.1", FlyIn("A1", toward)).means for toward in ("A2", "B1")]
    assert len(set(lines)) == 2
