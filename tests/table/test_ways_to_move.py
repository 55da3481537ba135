"""Who of a stack can set out, and how: alone, or only together with others who are taken first."""

from __future__ import annotations

from helpers import Activate, Scene, U, flagged
from lnlt import engine
from lnlt.core.flags import ASSAULT_FIRE
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.server import menus, shapes
from lnlt.table.groups import ways_to_move

BOX = {"abilities": ["assault_move"]}


def after_assault_fire() -> Scene:
    """Two Squads and a Leader have used Assault Fire and owe a move; a third Squad has not fired."""
    s = Scene(
        U("a", "squad 2-5-4-6", "C3", **BOX),
        U("b", "squad 2-5-4-6", "C3", **BOX),
        U("l", "leader 6-1-6", "C3"),
        U("x", "squad", "H8"),
    )
    for unit in ("a", "b", "l"):
        flagged(s, unit, ASSAULT_FIRE)
    return s.do(Activate("C3"))


def items(s: Scene, at: str = "C3") -> dict[str, shapes.MenuItem]:
    """Ways to move a stack's menu offers."""
    found = menus.menu(s.game, s.state, at).items
    return {item.mode: item for item in found if item.next == "reach" and not item.refusal}


def reach(s: Scene, item: shapes.MenuItem) -> list[shapes.ReachHex]:
    """Where an item leads."""
    return [one for one in menus.reach(s.game, s.state, item.units, item.mode) if isinstance(one, shapes.ReachHex)]


def test_all_who_owe_a_move_after_assault_fire_are_taken_together() -> None:
    """6.1.1: the menu names both Squads that have to move, and their hexes can be reached."""
    s = after_assault_fire()
    found = items(s)
    assert {mode: item.units for mode, item in found.items()} == {"assault": ("a", "b", "l")}
    hexes = reach(s, found["assault"])
    assert hexes
    order = [engine.CODEC.decode_command(raw) for raw in hexes[0].do]
    assert isinstance(engine.submit_all(s.game, s.state, order), engine.Step)


def test_who_has_not_fired_moves_along_with_those_who_have_to() -> None:
    """6.1.1: a Squad that did not fire can make a plain move, taking along those before it who owe theirs."""
    s = Scene(U("a", "squad 2-5-4-6", "C3", **BOX), U("c", "squad 1-6-4-5", "C3"), U("x", "squad", "H8"))
    flagged(s, "a", ASSAULT_FIRE)
    s.do(Activate("C3"))
    found = items(s)
    assert found["normal"].units == ("a", "c")
    assert reach(s, found["normal"])


def test_double_time_with_a_leader_of_a_lower_number() -> None:
    """6.2: Double-Time is offered whether the Leader comes before the Squad or after it."""
    for units in (("l", "a"), ("a", "l")):
        kinds = {"l": "leader 6-1-6", "a": "squad 1-6-4-5"}
        s = Scene(*(U(one, kinds[one], "C3") for one in units), U("x", "squad", "H8")).do(Activate("C3"))
        found = items(s)
        assert found["double_time"].units == units
        assert reach(s, found["double_time"])


def test_nobody_is_asked_who_sets_out() -> None:
    """Where it is not asked who moves there are no ways to move."""
    s = after_assault_fire()
    assert ways_to_move(s.game, s.state) == {}
    assert set(ways_to_move(s.game, engine.explore(s.game, s.state, [BeginMove("C3")]).state)) == {"assault"}
