"""14.1, 14.3, 15.0, 16.4, 17.1, 18.2: edges of ordnance, machine guns and barrages: the first weapon, the first hex."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import BAZOOKA, TABLE, bazooka, code, draft, flagged, gun, helicopter, refused, tank
from helpers import Activate, AddMover, Scene, U, why
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import ASSAULT_MOVE, ELIMINATED, EMPLACED, FIRED, MELEE, MOVING, PIVOTED, SHAKEN
from lnlt.core.setup import HeroSetup, Mission, Night
from lnlt.core.state import NOBODY, Kit, Lock
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch06_movement.move import Move
from lnlt.rules.ch14_ordnance.legality import check_aa_place, check_range, infantry
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch14_ordnance.to_hit import Aim, firer_modifiers, hit_chance, target_modifiers
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.bunker_answer import BunkerNerve, counterattackers
from lnlt.rules.ch15_vehicles.drive_checks import check_emplaced_company
from lnlt.rules.ch15_vehicles.driving import Drive
from lnlt.rules.ch15_vehicles.machine_guns import Burst, mg_tally
from lnlt.rules.ch15_vehicles.overrun import OverrunAttack
from lnlt.rules.ch15_vehicles.overrun_odds import overrun_odds
from lnlt.rules.ch15_vehicles.steps import check_drive
from lnlt.rules.ch16_passengers.dismounting import Unloading
from lnlt.rules.ch17_antitank.eligibility import adds_firepower
from lnlt.rules.ch18_indirect.barrage import resolve_point
from lnlt.rules.ch18_indirect.missions import scatter_tally
from lnlt.rules.facts.guns import gun_of, is_aa

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("x", "squad", "H8")


def test_helicopters_fire_in_their_flight() -> None:
    """19.2.4: not from a location that is merely named."""
    s = Scene(helicopter("a", "D5"), U("x", "squad", "D2"), era="modern").do(Activate("D5/air"))
    assert refused(s, FireOrdnance("a", "D2")) == ("19.2.4", "fires_in_flight")


def test_an_acquired_helicopter() -> None:
    """14.3, 19.2.7: easier to hit by as much as it is acquired."""
    s = Scene(gun("a", "D6", ammo="aa"), helicopter("x", "D2"), era="modern")
    aim = Aim(0, -1, s.loc("D2/air"), target=1)
    for level, found in ((0, {}), (1, {"acquired": -1}), (2, {"acquired": -2})):
        kit = Kit(locks=(Lock(-1, aim.at, 1, target=1, level=level),)) if level else Kit()
        flagged(s, "a", 0, kit=kit)
        sums = Tally("to_hit", (), tuple(target_modifiers(s.game, s.state, aim, s.loc("D6"), 1)))
        assert why(sums) == {"target_flying": 2, **found}


def test_the_weapon_of_an_anti_aircraft_unit() -> None:
    """14.1, Q-164: the unit's own gun is one against aircraft, a bazooka that it carries is not."""
    s = Scene(gun("a", "D6", abilities=["anti_aircraft"], carries=["baz"]), FAR, guns={"baz": BAZOOKA})
    guns = [(w, gun_of(s.game, s.state, 0, w)) for w in (-1, 0)]
    assert [is_aa(s.game, s.state, 0, w, found) for w, found in guns if found] == [True, False]


def test_who_has_fired_in_the_dark() -> None:
    """20.1.1, Q-382: of those too far away only who has fired is aimed at, not who has moved."""
    s = Scene(
        U("a", "squad", "D8"), U("x", "squad", "D2", "fired"), U("y", "squad", "D2", "moved"), U("z", "squad", "D2"),
        night=Night(),
    )  # fmt: skip
    assert infantry(s.game, s.state, s.us, s.loc("D2"), 0, s.loc("D8")) == [1]
    assert infantry(s.game, s.state, s.us, s.loc("D2")) == [1, 2, 3]


@pytest.mark.parametrize(("kind", "rule"), [("bunker", "21.1"), ("cave", "10.7")])
def test_anti_aircraft_guns_in_bunkers_and_caves(kind: str, rule: str) -> None:
    """21.1, 10.7: a Weapon Team's does not fire from there."""
    s = Scene(gun("a", f"D6/{kind}", ammo="aa"), FAR, markers=[(kind, "D6", 1, "D5")])
    found = [check_aa_place(s.game, s.state, Aim(0, -1, s.loc("D2")), s.loc(n)) for n in (f"D6/{kind}", "D6")]
    assert [code(f) for f in found] == [(rule, "not_from_here"), ("", "")]


def test_grenades_with_a_table() -> None:
    """23.2.5: by it at vehicles only, whichever weapon of the game it is."""
    grenades = bazooka("gre", abilities=frozenset({"with_ifp"}))
    for first in (True, False):
        weapons = {"gre": grenades, "baz": BAZOOKA} if first else {"baz": BAZOOKA, "gre": grenades}
        s = Scene(U("a", "squad", "D6", carries=["gre", "baz"]), U("x", "squad", "D4"), tank("y", "D4"), guns=weapons)
        numbers = {s.state.weapons[w].id: w for w in range(2)}
        found = {}
        for name, w in numbers.items():
            held = gun_of(s.game, s.state, 0, w)
            assert held is not None
            for target in (NOBODY, 2):
                aim = Aim(0, w, s.loc("D4"), target=target)
                found[name, target] = code(check_range(s.game, s.state, aim, held, s.loc("D6")))
        assert found == {
            ("gre", NOBODY): ("23.2.5", "no_high_explosive"),
            ("gre", 2): ("", ""),
            ("baz", NOBODY): ("", ""),
            ("baz", 2): ("", ""),
        }


def test_a_pivot_is_part_of_an_assault_move() -> None:
    """15.1, 15.2: it counts for a gun and a machine gun, but not on top of the move."""
    for flags, gunfire, burst in (
        (PIVOTED, {"pivoted": 1}, {"pivoted": -1}),
        (PIVOTED | ASSAULT_MOVE, {"assault_move": 2}, {"assault_move": -2}),
    ):
        s = flagged(Scene(tank("a", "D6", mgs=("2",)), U("x", "squad", "D3")), "a", flags)
        origin, at = s.loc("D6"), s.loc("D3")
        sums = Tally("to_hit", (), tuple(firer_modifiers(s.game, s.state, Aim(0, -1, at), origin)))
        assert why(sums) == gunfire
        assert why(mg_tally(s.game, s.state, 0, 0, origin, at)) == {"vehicle_mg": 2, **burst}


def test_a_sum_without_a_number() -> None:
    """14.1: what is not needed counts as 0."""
    sums = Tally("to_hit", (), (Modifier(-3, "x", "14.1"),))
    assert [sums.allows(n) for n in (2, 3, 4, 12)] == [True, True, False, False]
    assert hit_chance(sums) == Fraction(3, 36)


def test_a_shaken_vehicle_that_cannot_move_unloads() -> None:
    """16.4, Q-433: before it has moved its passengers get off, though it has no way out of its Emplacement."""
    closed = dict.fromkeys(("C6", "D7", "E6", "E7"), "pond")
    s = Scene(
        tank("a", "D6", "shaken", facing="D5/E5", capacity="PP"),
        U("b", "squad", "", aboard="a", riding="inside"),
        FAR,
        hexes=closed,
    )  # type: ignore[arg-type]
    flagged(s, "a", EMPLACED).do(Activate("D6"))
    assert refused(s, BeginDrive("a")) == ("", "")


def test_company_of_an_emplaced_vehicle() -> None:
    """21.7, 6.5: an Assault Move does not reach far enough behind it, Double-Time does; others do not ask."""
    s = Scene(
        tank("a", "D6", facing="D5/E5"), U("b", "squad", "D6", abilities=["assault_move"]), U("c", "leader", "D6"), FAR,
        hexes=dict.fromkeys(("C6", "C7", "D5", "D7", "E5", "E6", "E7"), "rough"),
    )  # fmt: skip
    drive = Drive(side=s.us, unit=0, origin=s.loc("D6"), at=s.loc("D6"), mode="normal")
    modes = ("normal", "double_time", "assault")
    for flags, assault in ((0, ("", "")), (EMPLACED, ("21.7", "emplaced_company"))):
        flagged(s, "a", flags)
        found = [code(check_emplaced_company(s.game, s.state, drive, AddMover("b", mode))) for mode in modes]
        assert found == [("", ""), ("", ""), assault]


def bunker(*units: U, **more: Any) -> Scene:
    """A tank on a Bunker, and who is in it."""
    where = {"markers": [("bunker", "D5", 1, "D6")], **more}
    return Scene(tank("a", "D5"), *units, **where)


def could(s: Scene, unit: int) -> bool:
    """Whether a unit in the Bunker could fire at the tank."""
    at = s.loc("D5/bunker")
    return BunkerNerve(side=s.de, at=at, target=0, units=(unit,)).could(s.game, s.state, unit)


def test_who_could_fire_from_the_bunker() -> None:
    """21.1.3, 1.7: who is in Good Order, not in Melee, and has what fires at vehicles on the Direct Fire Table."""
    s = bunker(U("x", "squad", "D5/bunker"))
    assert could(s, 1)
    assert not could(flagged(s, "x", MELEE), 1)
    s = bunker(U("x", "weapon_team 3-1-2-6", "D5/bunker"), gun("y", "D5/bunker"))
    assert [could(s, u) for u in (1, 2)] == [True, False], "a machine gun with a range of 1; a gun fires by its table"
    s = bunker(U("x", "weapon_team 2-9-2-7", "D5/bunker", min_range=2))
    assert not could(s, 1), "a Mortar"


def test_a_leader_with_a_weapon_in_the_bunker() -> None:
    """21.1.3, 23.2.5: one who cannot aid fires a machine gun at the vehicle; what has a to-hit table fires by that."""
    weapon = WeaponType("gun-w", "w", "machine_gun", fp=2, range=4)
    for held, found in ((weapon, True), (replace(weapon, to_hit=TABLE), False)):
        s = bunker(U("x", "leader", "D5/bunker", "fired", carries=["w"]), guns={"w": held})
        assert could(s, 1) == found


def test_who_answers_from_the_bunker() -> None:
    """21.1.3: nobody but Anti-Tank Rifles if the vehicle is closed; else all but Leaders, who only help."""
    units = (
        U("x", "squad", "D5/bunker", carries=["atr"]),
        U("y", "squad", "D5/bunker", carries=["mg"]),
        U("z", "squad", "D5/bunker", "shaken", carries=["a2"]),
        U("x2", "leader", "D5/bunker"),
    )
    rifle = bazooka("atr", kind="atr")
    weapons = {"atr": rifle, "mg": (2, 8), "a2": replace(rifle, key="gun-a2")}
    for hatch, found in (("buttoned", [1]), ("open", [1, 2])):
        s = Scene(tank("a", "D5", hatch=hatch), *units, guns=weapons, markers=[("bunker", "D5", 1, "D6")])
        at = s.loc("D5/bunker")
        assert counterattackers(s.game, s.state, s.de, at, 0, (1, 2, 3, 4)) == found


def test_chances_of_an_answer_from_a_bunker() -> None:
    """15.3, 21.1.3: one Squad in it answers unless it is harmed, or the vehicle is closed."""
    for hatch in ("open", "buttoned"):
        s = Scene(
            tank("a", "D5", mgs=("2",), hatch=hatch), U("x", "squad", "D5/bunker"),
            markers=[("bunker", "D5", 1, "D6")], heroes=HeroSetup(creation=False),
        )  # fmt: skip
        attack = OverrunAttack(side=s.us, unit=0, at=s.loc("D5"), came_from=s.loc("D6"))
        found = overrun_odds(s.game, s.state, attack)
        assert [t.unit for t in found.fire.targets] == ["x"]
        assert found.answered == (found.fire.targets[0].chances["none"] if hatch == "open" else 0)


def burst(s: Scene, at: str, **more: Any) -> Burst:
    """What is left to do after the dice of a burst from D6 have been rolled, 6 against 1."""
    frame = Burst(side=s.us, unit=0, mg=0, origin=s.loc("D6"), at=s.loc(at), **more)
    d = draft(s, frame, dice=(("attack", (6,)), ("defence", (1,))))
    frame.roll(d)
    top = d.stack[-1]
    assert isinstance(top, Burst)
    return top


def test_bursts_in_the_dark() -> None:
    """15.0, 20.1, Q-271: who is too far away and has not fired is not hit; only Mortars find him."""
    s = Scene(tank("a", "D6", mgs=("4",)), U("x", "squad", "D2", "fired"), U("y", "squad", "D2"), night=Night())
    assert [u for u, _ in burst(s, "D2").pending] == [1]


def test_who_flees_from_flames() -> None:
    """1.6.3, Q-445: men in Good Order before, whatever they have done; not who was Shaken already, no vehicle."""
    s = Scene(
        tank("a", "D6", mgs=("4F",)), U("x", "squad", "D5", "fired"), U("y", "squad", "D5", "shaken"),
        U("z", "squad", "D5"), tank("x2", "D5", hatch="open"),
    )  # fmt: skip
    after = burst(s, "D5")
    assert ([u for u, _ in after.pending], after.fleeing) == ([1, 2, 3], (1, 3))
    assert not after.closes, "there is no Cave"
    after = burst(s, "D5", target=4)
    assert ([u for u, _ in after.pending], after.fleeing) == ([4], ())


def test_who_is_not_shaken_stays() -> None:
    """1.6.3: flames drive away who is Shaken, not who has fired."""
    for flags, goes in ((FIRED, False), (SHAKEN, True)):
        s = flagged(Scene(tank("a", "D6", mgs=("4F",)), U("x", "squad", "D5")), "x", flags)
        frame = Burst(side=s.us, unit=0, mg=0, origin=s.loc("D6"), at=s.loc("D5"), fleeing=(1,))
        d = draft(s, frame)
        frame.retreats(d)
        assert (d.stack[-1] != frame) == goes


def test_vehicles_stay_on_the_ground() -> None:
    """15.1: the upper floor of a Building ahead is no step."""
    s = Scene(tank("a", "D6", facing="D5/E5"), FAR, hexes={"D5": "lc_building"}, buildings=[(("D5",), 2)])
    found = check_drive(s.game, s.state, 0, "normal", s.loc("D6"), s.loc("D5/upper"))
    assert code(found) == ("6.0", "not_adjacent")


def test_the_dead_do_not_go_on() -> None:
    """16.4: who has got off and fallen is not among those who may move on."""
    s = Scene(tank("a", "D6"), U("b", "squad", "D6"), U("c", "squad", "D6"), FAR)
    flagged(flagged(s, "b", MOVING | ELIMINATED), "c", MOVING)
    at = s.loc("D6")
    frame = Unloading(side=s.us, vehicle=0, at=at, units=(1, 2), modes=("normal", "normal"), spent=4)
    d = draft(s, frame)
    frame.go_on(d)
    top = d.stack[-1]
    assert isinstance(top, Move)
    assert top.units == (2,)


@pytest.mark.parametrize(("ability", "adds"), [("close_assault", True), ("close_assault_only", True), ("light", False)])
def test_weapons_of_a_module_for_assaults(ability: str, adds: bool) -> None:
    """17.1, 23.1.2: a weapon of another kind that is marked so adds its firepower."""
    assert adds_firepower(WeaponType("w", "w", "pole_charge", abilities=frozenset({ability}))) == adds


def test_a_barrage_towards_the_first_hex() -> None:
    """18.2.1: the first hex of the map is a hex like others."""
    s = Scene(U("a", "squad", "C3"), FAR)
    index = s.game.board.index
    assert index["A0"] == 0
    assert resolve_point(s.game, index["A2"], "A0", NOBODY) == 0
    assert code(resolve_point(s.game, index["A2"], "Q9", NOBODY)) == ("1.4", "no_such_place")


def test_missions_by_day_and_night() -> None:
    """18.2, 20.1.4, Q-387: rounds scatter more at night, not after it has ended."""
    for turn, found in ((1, {"night": 1, "leader": -1}), (2, {"leader": -1})):
        s = Scene(U("a", "leader 6-1-6", "D6"), FAR, night=Night(last=1), turn=turn)
        assert why(scatter_tally(s.game, s.state, Mission("m", "us", 4), 0, s.loc("D4"))) == found
