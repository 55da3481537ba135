"""20.1 to 20.3: the numbers and kinds of the night, entry by entry."""

from __future__ import annotations

from typing import Any

import pytest

from armour_helpers import flagged
from helpers import Activate, Scene, U
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    CONTINUOUS,
    FIRED,
    HANDLED,
    HIT_AND_RUN,
    LOW_CRAWL,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SMOKED,
    STEALTH,
    WOUNDED,
)
from lnlt.core.setup import Night
from lnlt.core.state import Marker, enclosing
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch20_night.darkness import check_dark, glow, night_modifiers, shows, to_hit_modifiers
from lnlt.rules.ch20_night.starshells import check_light, check_man

DARK = Night(starshell={"us": 3})


def night(*units: U) -> Scene:
    """A scene by night whose first named location is D6."""
    return Scene(*units, U("x", "squad", "D1"), night=DARK).do(Activate("D6"))


def may_light(s: Scene, called: bool) -> str:
    """What stands against a Starshell of the unit "a"; "" if nothing does."""
    impulse = enclosing(s.state, Impulse)
    assert impulse is not None
    found = check_man(s.game, s.state, impulse, s.number("a"), called)
    return found.code if found else ""


@pytest.mark.parametrize(
    ("kind", "fires", "calls"),
    [
        ("leader", True, True), ("commissar", True, True), ("political_officer", True, True), ("hero", True, False),
        ("scout", False, True), ("medic", False, False), ("squad", False, False), ("advisor", False, False),
    ],
)  # fmt: skip
def test_who_lights_the_night(kind: str, fires: bool, calls: bool) -> None:
    """20.2, 20.3, Q-097: Leaders and Heroes fire Starshells, Leaders and Scouts call a Mortar for one."""
    s = night(U("a", kind, "D6"))
    assert may_light(s, False) == ("" if fires else "kind_fires_no_starshell")
    assert may_light(s, True) == ("" if calls else "kind_calls_no_starshell")


@pytest.mark.parametrize(
    ("flag", "acted"),
    [
        (0, False), (WOUNDED, False), (MOVED, True), (FIRED, True), (OPS_COMPLETE, True), (ASSAULT_MOVE, True),
        (LOW_CRAWL, True), (STEALTH, True), (HIT_AND_RUN, True), (MELEE, True), (SMOKED, True), (ASSAULT_FIRE, True),
        (HANDLED, True), (MOVING, True), (CONTINUOUS, True),
    ],
)  # fmt: skip
def test_who_has_done_something_else(flag: int, acted: bool) -> None:
    """20.2: no Starshell of a man who has moved or fired in any way, is at it, or is Ops Complete."""
    s = flagged(night(U("a", "leader", "D6")), "a", flag)
    assert (may_light(s, False), may_light(s, True)) == (("has_acted",) * 2 if acted else ("", ""))


def test_how_far_a_starshell_flies() -> None:
    """20.2: three hexes, not four."""
    s = night(U("a", "leader", "D6"))
    found: list[Any] = [check_light(s.game, s.state, 0, s.loc(at), None) for at in ("D6", "D3", "D2")]
    assert found[:2] == [None, None]
    assert (found[2].code, found[2].params["limit"]) == ("too_far_to_light", 3)


@pytest.mark.parametrize(("kind", "strength", "hexes"), [("starshell", 1, 7), ("fire", 1, 0), ("fire", 2, 7)])
def test_what_gives_light(kind: str, strength: int, hexes: int) -> None:
    """20.2, 10.5.6.4: a Starshell and a Fire 2 light seven hexes, a Fire 1 none."""
    s = night(U("a", "leader", "D6"))
    assert glow(s.game, (Marker(kind, s.loc("D4"), strength),)).bit_count() == hexes


def test_fire_in_the_dark() -> None:
    """20.1, 20.1.1, 20.1.5: firepower less 3, to-hit rolls plus 3, with thermal sights beyond six hexes plus 1."""
    s = night(U("a", "squad", "D6"))
    near, far, farther = (s.loc("D6"), s.loc("D4")), (s.loc("D6"), s.loc("D3")), (s.loc("D8"), s.loc("D1"))
    assert [[m.value for m in night_modifiers(s.game, s.state, *row, False)] for row in (near, far)] == [[], [-3]]
    assert [[m.value for m in to_hit_modifiers(s.game, s.state, *row, False)] for row in (near, far)] == [[], [3]]
    assert [m.value for m in to_hit_modifiers(s.game, s.state, *farther, True)] == [1]


def test_eyes_without_thermal_sights() -> None:
    """20.1, 20.1.5: unless it is said that one has them, three hexes away all is dark."""
    s = night(U("a", "squad", "D6"))
    here, at = s.loc("D6"), s.loc("D3")
    assert not shows(s.game, s.state, here, at)
    assert shows(s.game, s.state, here, at, True)
    dark = check_dark(s.game, s.state, s.us, here, at)
    assert (dark.rule, dark.code) == ("20.1", "too_dark") if dark else False
    assert check_dark(s.game, s.state, s.us, here, at, True) is None
