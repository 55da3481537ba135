"""21.5: Barricades shot and torn down where situations do not look: first hex, first weapon, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import BAZOOKA, MISS, MISSILE, OK, bazooka, code, flagged, gun, helicopter, launcher, refused, tank
from helpers import Activate, AddMover, BeginMove, Scene, StepTo, StopMove, U
from lnlt import engine
from lnlt.core import events as ev
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ASSAULT_FIRE,
    DUG_IN,
    ELIMINATED,
    EXPENDED,
    FIRED,
    HANDLED,
    IN_TRENCHES,
    LAUNCHING,
    LED,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    SMOKED,
)
from lnlt.core.state import NOBODY, NOWHERE
from lnlt.rules.ch06_movement.loads import Abandon
from lnlt.rules.ch14_ordnance.to_hit import Aim
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.driving import Drive
from lnlt.rules.ch15_vehicles.steps import DriveTo
from lnlt.rules.ch19_air.flying import BeginFlight
from lnlt.rules.ch19_air.helicopters import ChangeMode, EndFlight, FlyTo
from lnlt.rules.ch21_fortifications.barricade_shots import (
    BarricadeShot,
    FireAtBarricade,
    barricade_tally,
    penetration_at_barricade,
)
from lnlt.rules.ch21_fortifications.tearing_down import AssaultBarricade, check_arrived
from lnlt.rules.facts.barricades import barred_sides, barricade_between, named, sides
from lnlt.rules.facts.firing_occasion import occasion_of
from lnlt.rules.facts.guns import HULL

pytestmark = pytest.mark.usefixtures("either_seat")

BANDS = ((1, 9, 6), (4, 8, 4), (8, 6, 3))
"""A to-hit table with a column of its own for one hex."""


def road(*units: U, at: str = "D4", toward: str = "D5", **more: Any) -> Scene:
    """A road with a Barricade, and an enemy in a far corner."""
    more = {"features": {at: ("road",)}, "markers": [("barricade", at, 1, toward)], **more}
    return Scene(*units, U("x", "squad", "H0"), **more)


def barred(s: Scene) -> list[tuple[str, str]]:
    """The sides that are still barred."""
    return barred_sides(s.game.board, s.state)


def test_barricades_of_the_first_and_the_last_hex() -> None:
    """21.5: towards A0 they bar like any other; what is not on the map is no hex of the map."""
    s = road(U("a", "squad", "D6"), at="A1", toward="A0")
    assert barred(s) == [("A1", "A0")]
    first, second = s.loc("A0") >> 3, s.loc("A1") >> 3
    assert sides(s.game, s.state) == [(second, first), (first, second)]
    s = road(U("a", "squad", "D6"), at="H7", toward="H8")
    assert [getattr(named(s.game, s.state, at, "H7"), "code", "") for at in ("H8", "Z9")] == ["", "no_barricade"]
    assert getattr(named(s.game, s.state, "H7", "Z9"), "code", "") == "no_barricade"


def test_barricades_from_the_other_side() -> None:
    """21.5: one that lies in A0 bars the side of A1 too; what else faces that side is none."""
    s = road(U("a", "squad", "D6"), at="A0", toward="A1")
    board, first, second = s.game.board, s.loc("A0") >> 3, s.loc("A1") >> 3
    found = barricade_between(board, s.state, second, first)
    assert found is not None
    assert (found, found.at) == (barricade_between(board, s.state, first, second), s.loc("A0"))
    s = road(U("a", "squad", "D6"), markers=[("bunker", "D4", 1, "D5"), ("barricade", "D4", 1, "D3")])
    here, near = s.loc("D4") >> 3, s.loc("D5") >> 3
    assert barricade_between(board, s.state, near, here) is barricade_between(board, s.state, here, near) is None


def test_columns_of_the_table() -> None:
    """14.1, 21.5: by the distance to the hex aimed at; in its own hex a gun uses the column of one hex."""
    s = road(gun("a", "D6", to_hit=BANDS))

    def found(origin: str) -> tuple[int | None, int]:
        aim, at = Aim(s.number("a"), -1, s.loc("D4")), s.loc(origin)
        return (
            barricade_tally(s.game, s.state, aim, at).need,
            penetration_at_barricade(s.game, s.state, aim, at).total,
        )

    assert [found(at) for at in ("D4", "D5", "D6", "D8", "H7")] == [(9, 6), (9, 6), (8, 4), (8, 4), (6, 3)]


def test_what_a_gun_turns_for_it() -> None:
    """14.1, 15.1, 1.7.1: the hex aimed at must be in its arc, next door too; for its own hex nothing is turned."""
    s = road(gun("a", "A0", facing="B0/B1"), at="A1", toward="A0").do(Activate("A0"))
    assert refused(s, FireAtBarricade("a", "A1", "A0")) == ("14.1", "out_of_arc")
    assert refused(s, FireAtBarricade("a", "A0", "A1")) == OK
    s = road(gun("b", "A1", facing="A2/B2"), at="A1", toward="A0").do(Activate("A1"))
    assert refused(s, FireAtBarricade("b", "A0", "A1")) == ("14.1", "out_of_arc")
    assert refused(s, FireAtBarricade("b", "A1", "A0")) == OK
    for unit in (tank("a", "D4", "immobilized", facing="D3/E3"), gun("a", "D4", facing="D3/E3")):
        s = road(unit).do(Activate("D4"))
        assert refused(s, FireAtBarricade("a", "D4", "D5")) == OK
        for what in ("hull", "turret"):
            command = FireAtBarricade("a", "D4", "D5", pivot=what, facing="D5/C4")
            assert refused(s, command) == ("14.1", "nothing_to_turn")


def test_a_weapon_in_hands_needs_no_turning() -> None:
    """14.1: the first Support Weapon too is fired to all sides, and used up after its shot if it is used once."""
    single = replace(BAZOOKA, abilities=frozenset({"single_use"}))
    for at, target in (("D7", "D5"), ("D2", "D4"), ("F5", "D5"), ("B4", "D4")):
        s = road(U("a", "squad", at, carries=["baz"]), guns={"baz": single}).do(Activate(at))
        toward = {"D4": "D5", "D5": "D4"}[target]
        shots = [c for c in s.options() if isinstance(c, FireAtBarricade) and c.at == target]
        assert shots == [FireAtBarricade("a", target, toward, "baz")]
        s.do(*shots, dice=MISS)
        assert (s.unit("a").carries, s.words("a")) == ((), {"fired"})


def test_who_may_fire_at_one() -> None:
    """4.0: own units of named locations, and those whom whoever named the location reaches."""
    s = road(gun("a", "D7", facing="D6/E6"), gun("b", "E7", facing="E6/F7")).do(Activate("D7"))
    assert refused(s, FireAtBarricade("a", "D5", "D4")) == OK
    assert refused(s, FireAtBarricade("b", "D5", "D4")) == ("4.0", "not_named")
    s = road(U("a", "squad", "H0"), gun("y", "H0", facing="H1/G0")).do(Activate("H0"))
    assert refused(s, FireAtBarricade("y", "D5", "D4")) == ("4.0", "not_own_unit")
    s = road(U("l", "leader", "D6"), tank("t", "D7", facing="D6/E6"), gun("g", "D7", facing="D6/E6"))
    s.do(Activate("D6"), Activate("D7"))
    assert refused(s, FireAtBarricade("t", "D5", "D4")) == ("4.0", "not_by_that_leader")
    assert refused(s, FireAtBarricade("g", "D5", "D4")) == OK


def test_from_a_flight() -> None:
    """19.2.4, 19.2.1, 21.5: a helicopter fires at a Barricade as at a vehicle, before, between and after its hexes."""
    shot = FireAtBarricade("a", "D5", "D4")
    s = road(helicopter("a", "D8/air"), era="modern").do(Activate("D8/air"))
    assert refused(s, shot) == ("19.2.4", "fires_in_flight")
    s.do(BeginFlight("a"), FlyTo("D7"))
    assert shot in s.options()
    assert refused(s, FireAtBarricade("a", "D4", "E4")) == ("21.5", "no_barricade")
    s.do(shot, dice=["to hit 1 1", "penetration 6", "armor 1"])
    assert barred(s) == []
    s.do(FlyTo("D6"), EndFlight())
    assert s.words("a") == {"fired", "ops_complete"}
    s = road(helicopter("a", "D8/air"), era="modern").do(Activate("D8/air"), BeginFlight("a"), shot, dice=MISS)
    assert barred(s) == [("D4", "D5")]
    assert refused(s, shot) == ("19.2.4", "gun_has_fired")
    assert refused(s, FlyTo("D7")) == OK
    missile = {"he": 0, "to_hit": (), "guns": (MISSILE,)}
    s = road(helicopter("a", "D8/air", **missile), era="modern").do(Activate("D8/air"), BeginFlight("a"))
    assert refused(s, shot) == ("19.2.1", "no_missile_in_flight")
    s.do(ChangeMode("hover"))
    assert refused(s, shot) == OK


def test_in_the_middle_of_an_assault_move() -> None:
    """15.2.2, 21.5: modern armored vehicles fire at a Barricade on the move; others, or by pivoting, do not."""
    shot, no = FireAtBarricade("a", "D5", "D4"), ("15.2.2", "no_fire_on_the_move")
    s = road(tank("a", "D8", facing="D7/E7"), tank("b", "D8", facing="D7/E7"), era="modern")
    s.do(Activate("D8"), BeginDrive("a", "assault"))
    assert refused(s, shot) == no
    s.do(DriveTo("D7"))
    assert shot in s.options()
    assert refused(s, replace(shot, pivot="hull", facing="D6/C6")) == no
    assert refused(s, replace(shot, unit="b")) == refused(s, replace(shot, unit="nobody")) == no
    s.do(shot, dice=["to hit 1 1", "penetration 6", "armor 1"])
    assert barred(s) == []
    s.do(DriveTo("D6"), StopMove())
    s = road(tank("a", "D8", facing="D7/E7")).do(Activate("D8"), BeginDrive("a", "assault"), DriveTo("D7"))
    assert refused(s, shot) == no


def test_after_an_assault_move() -> None:
    """6.1, 15.2, 21.5: who has just arrived fires at a Barricade as at a tank; others of that hex do not."""
    s = road(tank("a", "D8", facing="D7/E7"), gun("b", "D7", facing="D6/E6"))
    s.do(Activate("D8"), BeginDrive("a", "assault"), DriveTo("D7"), StopMove())
    assert [c for c in s.options() if isinstance(c, FireAtBarricade)] == [
        FireAtBarricade("a", "D4", "D5"),
        FireAtBarricade("a", "D5", "D4"),
    ]
    assert refused(s, FireAtBarricade("b", "D5", "D4")) == ("4.0", "not_named")
    s.do(FireAtBarricade("a", "D4", "D5"), dice=MISS)
    assert s.words("a") == {"assault_move", "fired"}


def test_unknown_penetration() -> None:
    """14.1: a table without a penetration value that is known does not tell what a shot would do."""
    s = road(gun("a", "D7", facing="D6/E6", to_hit=((8, 8, "?"),))).do(Activate("D7"))
    assert refused(s, FireAtBarricade("a", "D5", "D4")) == ("14.1", "unknown_table")


def shot(s: Scene, id_: str, **more: Any) -> tuple[Draft, BarricadeShot]:
    """A shot of a unit's own gun at D4, under way."""
    facts = {"side": s.us, "unit": s.number(id_), "weapon": -1, "at": s.loc("D4"), "leader": NOBODY, "mate": NOBODY}
    frame = BarricadeShot(**{**facts, "turn": "", "toward": "D5", **more})  # type: ignore[arg-type]
    d = Draft(s.game, s.state, ScriptedDice([("to hit", (1, 2)), ("penetration", (1,)), ("armor", (6,))]))
    d.push(frame)
    return d, frame


@pytest.mark.parametrize(
    ("flags", "fires"), [(MOVING, True), (MOVING | SHAKEN, False), (MOVING | ELIMINATED, False), (0, False)]
)
@pytest.mark.parametrize("unit", [gun("a", "D7", facing="D8/C7"), tank("a", "D7", facing="D8/C7")])
def test_stopped_while_pivoting(unit: U, flags: int, fires: bool) -> None:
    """14.4, Q-303: who is Shaken, lost or no longer in motion does not fire."""
    s = flagged(road(unit).do(Activate("D7")), "a", flags)
    d, frame = shot(s, "a", turn=HULL)
    frame.launch(d)
    found = d.stack[-1]
    assert isinstance(found, BarricadeShot)
    assert (found.origin != NOWHERE, found.step < len(frame.STEPS)) == (fires, fires)


def test_shots_out_of_the_first_hex() -> None:
    """4.0, 16.2: who fires there is Fired, and who rides on the vehicle gets off."""
    s = road(tank("a", "A0", capacity="PPO", facing="A1/B1"), U("r", "half_squad", "", aboard="a", riding="outside"),
             at="A3", toward="A2")  # fmt: skip
    s.do(Activate("A0"), FireAtBarricade("a", "A2", "A3"), dice=(*MISS, "morale check 1 1"))
    assert (s.words("a"), s.at("r"), s.words("r")) == ({"fired"}, "A0", {"moved"})


@pytest.mark.parametrize(("lost", "words"), [(False, FIRED | EXPENDED), (True, ELIMINATED)])
def test_missiles_of_the_dead(lost: bool, words: int) -> None:
    """14.4.1: a low die ends the supply of who is still there to fire."""
    s = road(launcher("a", "D8", facing="D7/E7"), era="modern").do(Activate("D8"))
    flagged(s, "a", ELIMINATED if lost else LAUNCHING, **({"at": NOWHERE} if lost else {}))
    d, frame = shot(s, "a", origin=s.loc("D8"))
    frame.shoot(d)
    assert d.units[s.number("a")].flags & (FIRED | EXPENDED | LAUNCHING | ELIMINATED) == words


def test_who_tears_one_down() -> None:
    """17.1, 21.5: who could assault a vehicle, from the ground of either hex, with a weapon of his own."""
    s = road(
        U("a", "squad", "D4", carries=["baz"]), U("b", "squad", "D4"),
        U("l", "leader", "D4"), U("k", "leader", "D4", carries=["two"]),
        guns={"baz": BAZOOKA, "two": bazooka("two")},
    ).do(Activate("D4"))  # fmt: skip

    def check(unit: str, weapon: str = "", leader: str = "") -> tuple[str, str]:
        return refused(s, AssaultBarricade(unit, "D5", weapon, leader))

    assert check("a") == check("a", "baz") == check("a", leader="l") == check("b") == check("k", "two") == OK
    assert check("b", "baz") == check("a", "two") == ("17.1", "not_its_weapon")
    assert check("k") == ("17.1", "leader_needs_weapon")
    assert check("l") == ("21.5", "cannot_tear_down")
    for at, found in (("D5", OK), ("D5/bunker", ("21.5", "cannot_tear_down"))):
        works = [("barricade", "D4", 1, "D5"), ("bunker", "D5", 1, "D6")]
        s = road(U("a", "squad", at), markers=works).do(Activate(at))
        assert refused(s, AssaultBarricade("a", "D4")) == found


def test_who_helps_to_tear_one_down() -> None:
    """17.1, Q-408: a Leader of its side in its hex, in Good Order, who has done nothing yet; not itself."""
    s = road(
        U("a", "squad", "D4"), U("b", "squad", "D4"), U("l", "leader", "D4"), U("k", "leader", "D4", carries=["baz"]),
        U("m", "leader", "D4", "moved"), U("n", "leader", "D4", "shaken"), U("o", "leader", "D3"),
        guns={"baz": BAZOOKA},
    ).do(Activate("D4"))  # fmt: skip
    assert refused(s, AssaultBarricade("a", "D5", "", "l")) == refused(s, AssaultBarricade("a", "D5", "", "k")) == OK
    for leader in ("a", "b", "m", "n", "o", "x", "nobody"):
        assert refused(s, AssaultBarricade("a", "D5", "", leader)) == ("17.1", "cannot_aid")
    assert refused(s, AssaultBarricade("k", "D5", "baz", "k")) == ("17.1", "cannot_aid")
    assert refused(s, AssaultBarricade("k", "D5", "baz", "l")) == OK


@pytest.mark.parametrize("flag", [MOVED, FIRED, MELEE, MOVING, ASSAULT_FIRE, SMOKED, HANDLED])
def test_who_has_acted_tears_nothing_down(flag: int) -> None:
    """4.0, Q-408: before anything else is done; where one lies does not matter."""
    s = road(U("a", "squad", "D4"), U("l", "leader", "D4"), U("b", "squad", "D4")).do(Activate("D4"))
    for other in (DUG_IN, IN_TRENCHES, LED):
        assert refused(flagged(s, "a", other), AssaultBarricade("a", "D5", "", "l")) == OK
    flagged(flagged(s, "a", flag), "l", flag)
    assert refused(s, AssaultBarricade("a", "D5")) == ("4.0", "has_acted")
    assert refused(s, AssaultBarricade("b", "D5", "", "l")) == ("17.1", "cannot_aid")


@pytest.mark.parametrize(("attack", "defence", "stands"), [(4, 1, False), (3, 1, False), (2, 1, True), (1, 1, True)])
def test_armor_of_a_barricade(attack: int, defence: int, stands: bool) -> None:
    """17.1, 21.5: firepower 1 and a die against a die and 2; an equal sum is not enough."""
    s = road(U("a", "squad", "D4")).do(Activate("D4"))
    s.do(AssaultBarricade("a", "D5"), dice=(f"attack {attack}", f"defence {defence}"))
    assert bool(barred(s)) == stands
    assert s.words("a") == {"moved"}


WEAK_NEAR = ((1, 9, 1), (8, 8, 4))
"""A table too weak at one hex."""


def test_reach_of_a_shot_at_one() -> None:
    """14.1, 14.4.1, 21.5: its column says whether it can do harm; no missiles, no impulse, no sight: no shot."""
    s = road(gun("a", "D4", to_hit=WEAK_NEAR, facing="D3/E3")).do(Activate("D4"))
    assert refused(s, FireAtBarricade("a", "D4", "D5")) == ("21.5", "too_weak")
    s = road(gun("a", "D7", to_hit=WEAK_NEAR, facing="D6/E6")).do(Activate("D7"))
    assert refused(s, FireAtBarricade("a", "D5", "D4")) == OK
    assert refused(flagged(s, "a", OPS_COMPLETE), FireAtBarricade("a", "D5", "D4")) != OK
    s = road(launcher("a", "D7", facing="D6/E6"), era="modern").do(Activate("D7"))
    assert refused(s, FireAtBarricade("a", "D5", "D4")) == OK
    assert refused(flagged(s, "a", EXPENDED), FireAtBarricade("a", "D5", "D4")) == ("14.4.1", "missiles_expended")
    s = road(gun("a", "D7", facing="D6/E6"), hexes={"D6": "hc_building"}).do(Activate("D7"))
    assert refused(s, FireAtBarricade("a", "D5", "D4"))[1] == "no_line_of_sight"


def test_a_leader_lends_himself_to_a_shot() -> None:
    """11.1.3: he who helps has helped; nobody else has."""
    for leader in ("l", ""):
        men = U("a", "squad", "D6", carries=["baz"]), U("l", "leader", "D6"), U("b", "squad", "D6")
        s = road(*men, guns={"baz": BAZOOKA})
        s.do(Activate("D6"), FireAtBarricade("a", "D5", "D4", "baz", leader=leader), dice=MISS)
        impulse = occasion_of(s.state)
        assert impulse is not None
        assert impulse.aided == ((s.number("l"),) if leader else ())


def test_a_hull_turned_for_it() -> None:
    """14.1: a gun out of arc is offered its turns, and is Fired, not Shaken, after the shot."""
    s = road(tank("a", "E7", facing="E8/D8")).do(Activate("E7"))
    turned = [c for c in s.options() if isinstance(c, FireAtBarricade) and c.pivot == HULL]
    assert turned
    s.do(turned[0], dice=MISS)
    assert "shaken" not in s.words("a")
    assert "fired" in s.words("a")


def test_offers_to_tear_one_down() -> None:
    """21.5: own units of named locations beside it, each with its weapons and Leaders; not the enemy."""
    s = road(U("a", "squad", "D4", carries=["baz"]), U("l", "leader", "D4"), U("c", "squad", "D6"),
             guns={"baz": BAZOOKA}).do(Activate("D4"))  # fmt: skip
    found = {c for c in s.options() if isinstance(c, AssaultBarricade)}
    assert found == {AssaultBarricade("a", "D5", w, leader) for w in ("", "baz") for leader in ("", "l")}
    assert refused(s, AssaultBarricade("x", "D5")) == ("1.1", "no_such_unit")
    assert refused(s, AssaultBarricade("nobody", "D5")) == ("1.1", "no_such_unit")
    s.do(AssaultBarricade("a", "D5"), dice=("attack 2", "defence 1"))
    assert barred(s), "a weapon that is not named adds nothing"


def test_whose_dice_they_are() -> None:
    """14.1, 17.1: the owner's enemy rolls for the Barricade."""
    s = road(U("a", "squad", "D4")).do(Activate("D4"))
    s.do(AssaultBarricade("a", "D5"), dice=("attack 1", "defence 6"))
    rolls = {e.purpose: e.side for e in s.events if isinstance(e, ev.Rolled)}
    assert rolls == {"attack": s.us, "defence": 1 - s.us}
    s = road(gun("a", "D7", facing="D6/E6")).do(Activate("D7"))
    s.do(FireAtBarricade("a", "D5", "D4"), dice=("to hit 1 2", "penetration 1", "armor 6"))
    rolls = {e.purpose: e.side for e in s.events if isinstance(e, ev.Rolled)}
    assert rolls["armor"] == 1 - s.us


def gone_up(*units: U, mode: str = "normal", **more: Any) -> Scene:
    """The units on their way from D2 to D4, beside the Barricade, with the question what next."""
    s = flagged(road(*units, **more), "x", MOVED).do(Activate("D2"), BeginMove("D2"))
    for u in units:
        if u.at == "D2":
            s.do(AddMover(u.id, mode))
    return s.do(*(StepTo(at) for at in ("D3", "D4")[: 1 if mode in ("assault", "low_crawl") else 2]))


def test_moving_up_to_one() -> None:
    """17.1, 21.5, Q-408: a group moves up; each of it attacks or goes on; a Leader of the group helps once."""
    men = U("a", "squad", "D2"), U("b", "squad", "D2"), U("c", "squad", "D2"), U("l", "leader", "D2")
    s = gone_up(*men, U("k", "leader", "D4"))
    assert AssaultBarricade("a", "D5", "", "l") in engine.options(s.game, s.state)
    assert refused(s, AssaultBarricade("a", "D5")) == refused(s, AssaultBarricade("a", "D5", "", "l")) == OK
    assert refused(s, AssaultBarricade("a", "D3")) == ("21.5", "no_barricade")
    assert refused(s, AssaultBarricade("l", "D5")) == ("21.5", "cannot_tear_down")
    for unit in ("k", "x", "nobody"):
        assert refused(s, AssaultBarricade(unit, "D5")) == ("6.0", "not_here")
    for leader in ("k", "a", "b", "x", "nobody"):
        assert refused(s, AssaultBarricade("a", "D5", "", leader)) == ("17.1", "cannot_aid")
    s.do(AssaultBarricade("a", "D5", "", "l"), dice=("attack 1", "defence 6"))
    assert (s.words("a"), s.words("l"), barred(s)) == ({"moved"}, {"moved"}, [("D4", "D5")])
    assert refused(s, AssaultBarricade("a", "D5")) == ("6.0", "not_here")
    assert refused(s, AssaultBarricade("b", "D5", "", "l")) == ("17.1", "cannot_aid")
    s.do(AssaultBarricade("b", "D5"), dice=("attack 6", "defence 1"))
    assert (s.words("b"), barred(s)) == ({"moved"}, [])
    s.do(StepTo("D5"), StopMove())
    assert (s.at("c"), s.words("c")) == ("D5", {"moved"})


def test_moving_up_with_the_last_point() -> None:
    """Q-408: it takes no Movement Points; the question comes also where no step is left."""
    s = flagged(road(U("a", "squad", "D0")), "x", MOVED).do(Activate("D0"), BeginMove("D0"), AddMover("a"))
    s.do(*(StepTo(at) for at in ("D1", "D2", "D3", "D4")))
    assert [type(c) for c in engine.options(s.game, s.state)] == [AssaultBarricade, StopMove]
    s = flagged(road(U("a", "squad", "D0"), toward="E4"), "x", MOVED).do(Activate("D0"), BeginMove("D0"), AddMover("a"))
    s.do(*(StepTo(at) for at in ("D1", "D2", "D3", "D4")), AssaultBarricade("a", "E4"), dice=("attack 6", "defence 1"))
    assert barred(s) == []


def test_ways_of_moving_up() -> None:
    """17.1: by Stealth, not in an Assault Move, and nobody helps who has used Assault Fire."""
    able = {"abilities": ["assault_move", "stealth"]}
    s = gone_up(U("a", "squad", "D2", **able), mode="stealth")
    assert refused(s, AssaultBarricade("a", "D5")) == OK
    s.do(AssaultBarricade("a", "D5"), dice=("attack 1", "defence 1"))
    assert s.words("a") == {"moved"}
    s = gone_up(U("a", "squad", "D2", **able), mode="assault", at="D3", toward="D4")
    assert refused(s, AssaultBarricade("a", "D4")) == ("17.1", "no_assault_in_mode")
    s = gone_up(U("a", "squad", "D2"), U("l", "leader", "D2"))
    flagged(s, "a", SMOKED | HANDLED)
    s.do(AssaultBarricade("a", "D5"), dice=("attack 1", "defence 1"))
    assert s.unit("a").flags & (MOVED | MOVING | SMOKED | HANDLED) == MOVED
    s = gone_up(U("a", "squad", "D2"), U("l", "leader", "D2"))
    flagged(s, "l", ASSAULT_FIRE)
    assert refused(s, AssaultBarricade("a", "D5")) == OK
    assert refused(s, AssaultBarricade("a", "D5", "", "l")) == ("17.1", "no_assault_in_mode")


def test_beside_a_vehicle() -> None:
    """6.5, Q-539: nobody who has set off with a vehicle attacks one in this move, stopped or not."""
    s = road(U("a", "squad", "D4"), U("b", "squad", "D4"), tank("t", "D4"))
    drive = Drive(side=s.us, unit=s.number("t"), origin=s.loc("D4"), at=s.loc("D4"), mode="normal")
    drive = replace(drive, escort=(s.number("a"),), modes=("normal",))
    state = replace(s.state, stack=(drive,))
    found = [
        code(check_arrived(s.game, state, [s.number(u)], ["normal"], AssaultBarricade(u, "D5"))) for u in ("a", "b")
    ]
    assert found == [("6.5", "no_coordinated_attack"), OK]


def test_who_abandons_a_weapon_tears_nothing_down() -> None:
    """1.6: after a weapon was abandoned the group leaves the hex and does not attack from it."""
    s = gone_up(U("a", "squad", "D2", carries=["g"]), guns={"g": (1, 6)})
    assert refused(s, AssaultBarricade("a", "D5")) == OK
    s.do(Abandon("a", "g"))
    assert refused(s, AssaultBarricade("a", "D5")) == ("1.6", "must_leave")
    assert all(isinstance(c, StepTo) for c in s.options())
