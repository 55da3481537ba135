"""What menus and lists offer can be told apart, and is complete."""

from __future__ import annotations

from armour_helpers import truck
from helpers import Activate, Scene, U
from lnlt import engine
from lnlt.rules.ch22_scenario.entry import Enter
from lnlt.server import entering, menus, shapes
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
