"""10.1.1, 10.1.2, 10.4, 10.5.6: crews that spot, cover of Hills and Barricades, vehicles in burning hexes."""

from __future__ import annotations

import pytest

from armour_helpers import draft, tank
from helpers import Activate, Scene, U, why
from lnlt.core.tally import Modifier
from lnlt.rules.ch10_los_spotting.attempts import spot_tally
from lnlt.rules.ch10_los_spotting.burning import FireDamage
from lnlt.rules.ch10_los_spotting.cover import has_cover, line_modifiers
from lnlt.rules.ch10_los_spotting.firefighting import Extinguish

FAR = U("x", "squad", "H8")


def watching(at: str, hatch: str, *abilities: str, turret: str = "D3/E3") -> dict[str, float]:
    """What a tank in D4, its turret toward the corner between two hexes, adds to an attempt at a hex with an enemy."""
    s = Scene(
        tank("a", "D4", facing="D3/E3", turret=turret, hatch=hatch, abilities=abilities),
        U("x", "squad", at),
        hexes={at: "light_woods"},
    )
    return why(spot_tally(s.game, s.state, s.number("a"), s.loc(at)))


@pytest.mark.parametrize(("hatch", "more"), [("open", {}), ("buttoned", {"buttoned": 1})])
def test_closed_hatches_hinder(hatch: str, more: dict[str, float]) -> None:
    """10.1.1, 15.0.1: a buttoned vehicle adds 1 to its attempt, an open one nothing."""
    assert watching("D6", hatch) == more


@pytest.mark.parametrize("at", ["D2", "F3", "F5", "D6", "B5", "B3"])
@pytest.mark.parametrize(
    ("turret", "arc"),
    [("D3/E3", {"D2", "F3"}), ("E3/E4", {"F3", "F5"}), ("D5/C4", {"D6", "B5"}), ("C4/C3", {"B5", "B3"})],
)
def test_thermal_sights_of_closed_vehicles(turret: str, arc: set[str], at: str) -> None:
    """10.1.2, Q-076: thermal sights take 2 off, of an open vehicle in every direction, of a buttoned one only in the
    arc of its turret."""
    assert watching(at, "open", "tis", turret=turret) == {"tis": -2}
    assert watching(at, "buttoned", "tis", turret=turret) == {"buttoned": 1} | ({"tis": -2} if at in arc else {})


@pytest.mark.parametrize(("strength", "worse"), [(1, {"b": 2}), (2, {"b": 4, "a": 2})])
def test_vehicles_in_small_fires(strength: int, worse: dict[str, int]) -> None:
    """10.5.6.4: in a Fire 1 Leg units check at +2 and vehicles are unaffected; in a Fire 2 they check at +4 and +2."""
    s = Scene(tank("a", "C3"), U("b", "squad", "C3"), FAR, markers=[("fire", "C3", strength)])
    frame = FireDamage()
    d = draft(s, frame)
    frame.find(d)
    found = d.stack[-1]
    assert isinstance(found, FireDamage)
    assert {s.state.units[u].id: more for u, more in found.pending} == worse


@pytest.mark.parametrize(("fire", "leaves"), [("C3", True), ("C4", False)])
def test_only_riders_in_the_fire_get_off(fire: str, leaves: bool) -> None:
    """10.5.6.4, 16.2: Shaken passengers on top must get off a vehicle that stands in a fire, not one beside it."""
    s = Scene(
        tank("h", "C3", capacity="PPO"),
        U("a", "half_squad", "", "shaken", aboard="h", riding="outside"),
        FAR,
        markers=[("fire", fire, 2)],
    )
    frame = FireDamage()
    d = draft(s, frame)
    frame.leave(d)
    assert (type(d.stack[-1]).__name__ == "PutOut") is leaves


@pytest.mark.parametrize(("options", "offered"), [(("fire",), True), ((), False)])
def test_fires_are_fought_with_the_option(options: tuple[str, ...], offered: bool) -> None:
    """10.5.6.3: a Squad in a burning hex may put the fire out, if fires are played."""
    s = Scene(U("a", "squad", "C3"), FAR, hexes={"C3": "brush"}, markers=[("fire", "C3", 1)], options=options)
    assert (Extinguish("C3") in s.do(Activate("C3")).options()) is offered


@pytest.mark.parametrize(("at", "toward"), [("D4", "D5"), ("A1", "A2"), ("G6", "G7")])
def test_barricades_cover(at: str, toward: str) -> None:
    """21.5: a Barricade on the side of the target's hex that the line crosses gives +2 there, on no other side."""
    s = Scene(FAR, features={at: ("road",)}, markers=[("barricade", at, 1, toward)])
    assert line_modifiers(s.game, s.state, s.loc(at), s.loc(toward)) == [Modifier(2, "barricade", "21.5", at)]
    behind = at[0] + str(int(at[1:]) - 1)
    assert line_modifiers(s.game, s.state, s.loc(at), s.loc(behind)) == []


@pytest.mark.parametrize(
    ("own", "enemy", "covered"),
    [(0, 0, False), (1, 0, True), (2, 0, True), (2, 1, True), (1, 1, False), (1, 2, False)],
)
def test_hills_cover_who_is_fired_at_from_below(own: int, enemy: int, covered: bool) -> None:
    """3.0, 10.4, Q-019: a Hill of any level is cover if the enemy who sees it is below, none if he is as high."""
    hills = {name: ("hill", level) for name, level in (("C4", own), ("C5", enemy)) if level}
    s = Scene(U("a", "squad", "C4"), U("x", "squad", "C5"), hexes=hills)  # type: ignore[arg-type]
    assert has_cover(s.game, s.state, s.unit("a")) is covered
