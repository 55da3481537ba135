"""2.0, 8.1, 15.4: positions in the middle of which a game begins."""

from __future__ import annotations

import pytest

from armour_helpers import tank
from helpers import EndRally, Pass, Rally, Scene, U
from lnlt.core.flags import RALLY_FLAGS
from lnlt.core.state import Marker

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("z", "squad", "H8")


@pytest.mark.parametrize(("words", "marked"), [(("melee",), True), ((), False)])
def test_melee_with_a_vehicle_at_the_start(words: tuple[str, ...], marked: bool) -> None:
    """8.1: beside an enemy vehicle alone nobody is locked in Melee, unless the scenario says that he is."""
    s = Scene(U("a", "squad", "C3", *words), tank("x", "C3"), U("b", "squad", "F6"), FAR)
    assert [m for m in s.state.markers if m.kind == "melee"] == ([Marker("melee", s.loc("C3"), 0)] if marked else [])
    assert s.words("a") == set(words)


def test_initiative_that_nobody_was_given() -> None:
    """2.0, 3.0: a scenario that names nobody leaves the initiative of the first turn to the side it lists first."""
    s = Scene(U("a", "squad", "C3"), FAR, phase="rally", impulse="", initiative="")
    assert (s.state.initiative, s.state.phase) == (0, "operations")
    assert s.asked == s.game.side_name(0)


@pytest.mark.parametrize("at", ["A0", "D4"])
def test_vehicles_that_begin_abandoned(at: str) -> None:
    """15.4: each has one marker of its side in its hex, the first hex of the map included; other tanks have none."""
    s = Scene(tank("a", at, "abandoned"), tank("b", "E5"), U("c", "squad", "C3"), FAR)
    assert s.state.markers == (Marker("abandoned", s.loc(at), 1, s.us),)


@pytest.mark.parametrize("impulse", ["us", "de"])
def test_rally_phases_that_have_begun(impulse: str) -> None:
    """3.0: a game may begin with either side's part of a Rally Phase: when it ends all attempts are forgotten."""
    s = Scene(
        U("a", "squad", "C3"), U("l", "leader", "C3", "shaken"), U("y", "crew", "H7"), U("z", "leader", "H8", "shaken"),
        phase="rally", turn=2, impulse=impulse, initiative="us",
    )  # fmt: skip
    assert s.asked == impulse
    mine = {"us": "l", "de": "z"}[impulse]
    s.do(Rally(mine), dice=["rally 6 6"])
    if impulse == "us":
        s.do(EndRally())
    assert (s.state.phase, s.asked) == ("operations", "us")
    assert not any(u.flags & RALLY_FLAGS for u in s.state.units)


@pytest.mark.parametrize("impulse", ["us", "de"])
def test_operations_that_have_begun(impulse: str) -> None:
    """4.0: a game may begin with an impulse of either side, whoever has the initiative."""
    s = Scene(U("a", "squad", "C3"), FAR, impulse=impulse, initiative="de")
    assert s.asked == impulse
    assert s.do(Pass()).asked != impulse
