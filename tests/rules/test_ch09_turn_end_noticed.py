"""9.0, Q-070: what comes off units and weapons when a turn ends, and fires that the game does not play with."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import draft, flagged
from helpers import Pass, Scene, U
from lnlt.core import events as ev
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import CAPTURED, FIRED, FLIPPED, IN_TRENCHES, IN_TUNNEL, JAMMED, SHAKEN, TRIPOD
from lnlt.rules.ch09_administration import AdminPhase

pytestmark = pytest.mark.usefixtures("either_seat")

CAVES = [("cave", "D5", 1, "D4"), ("cave", "D8", 1, "D9")]


@pytest.mark.parametrize(
    ("at", "flags", "left"),
    [
        ("D5/cave", IN_TUNNEL | FIRED, 0),
        ("D6/tunnel", IN_TUNNEL | FIRED, IN_TUNNEL),
        ("D6/tunnel", IN_TUNNEL | SHAKEN, IN_TUNNEL | SHAKEN),
        ("C3", IN_TRENCHES | FIRED, 0),
        ("C3", IN_TRENCHES | SHAKEN, SHAKEN),
    ],
)
def test_markers_below_ground(at: str, flags: int, left: int) -> None:
    """9.0, 10.7.1, 21.6: who is in a Tunnel stays so marked, who has come to its Cave does not; status stays."""
    s = flagged(Scene(U("a", "squad", at), U("x", "squad", "H8"), markers=CAVES, size=(8, 10)), "a", flags)
    phase = AdminPhase()
    d = draft(s, phase)
    phase.units(d)
    assert d.publish().units[s.number("a")].flags == left


@pytest.mark.parametrize(
    ("flags", "turned"), [(0, False), (JAMMED, False), (CAPTURED, False), (FLIPPED, True), (FLIPPED | JAMMED, True)]
)
def test_weapons_at_the_end_of_a_turn(flags: int, turned: bool) -> None:
    """9.0, 1.6.1: only a weapon flipped in the turn is free to be flipped again; nothing happens to the others."""
    gun = WeaponType("gun-m", "m", "machine_gun", fp=2, range=8, bipod=(1, 6), abilities=frozenset({"tripod", "jams"}))
    s = Scene(U("a", "squad", "C3", carries=["m"]), U("x", "squad", "H8"), guns={"m": gun}, pause=False)
    s.state = replace(s.state, weapons=(replace(s.state.weapons[0], flags=flags | TRIPOD),))
    s.do(Pass(), Pass(), Pass(), dice=("initiative 3", "initiative 3"))
    assert any(isinstance(e, ev.WeaponChanged) for e in s.events) is turned
    assert s.state.weapons[0].flags == flags & ~FLIPPED | TRIPOD


def test_fires_without_the_option() -> None:
    """10.5.6, 9.0: without the option a Fire neither harms nor grows nor spreads when the turn ends."""
    hexes: dict[str, str | tuple[str, int]] = dict.fromkeys(("C3", "C4", "D3", "F6"), "brush")
    fires = [("fire", "C3", 2), ("fire", "F6", 1)]
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "H8"), hexes=hexes, markers=fires, pause=False)
    before = s.state.markers
    s.do(Pass(), Pass(), Pass(), dice=("initiative 3", "initiative 3"))
    assert (s.state.markers, s.words("a"), s.state.turn) == (before, set(), 2)
