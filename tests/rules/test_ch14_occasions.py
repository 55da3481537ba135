"""5.3, 14.1, 14.4, 6.1.1: ordnance in windows of Opportunity Fire, with Assault Fire, and after other fire."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import BAZOOKA, HIT, MISS, MISSILE, OK, bazooka, flagged, gun, launcher, locks, refused, tank
from helpers import Activate, Fire, OpFire, PassWindow, Scene, StopMove, U
from lnlt.core.catalog import Gun
from lnlt.core.flags import ASSAULT_FIRE, CAPTURED, EXPENDED, LAUNCHING, MELEE, MOVED, MOVING, SHAKEN
from lnlt.rules.ch04_operations.impulse import Done, Impulse
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch14_ordnance.action import check_mover_aimed, is_rifle_inside
from lnlt.rules.ch14_ordnance.legality import check_gunner
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch14_ordnance.teams import PivotTeam
from lnlt.rules.ch14_ordnance.to_hit import Aim
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.steps import DriveTo

pytestmark = pytest.mark.usefixtures("either_seat")


def test_answers_to_a_move() -> None:
    """5.3: at what moves only, where it is, and never by Assault Fire."""
    s = Scene(
        tank("a", "D6", facing="D5/E5"),
        tank("b", "D5"),
        U("c", "squad", "D5"),
        gun("x", "D2", facing="D3/E2"),
        U("y", "squad", "D2", carries=["baz"], abilities=["assault_move"]),
        guns={"baz": BAZOOKA},
    ).move("D5", "c", "E5")
    assert s.asked == "de"
    assert refused(s, FireOrdnance("x", "E5")) == OK
    assert refused(s, FireOrdnance("y", "E5")) == OK
    assert refused(s, FireOrdnance("x", "D5", "b")) == ("5.3", "not_the_moving_units")
    assert refused(s, FireOrdnance("y", "E5", mode="assault_fire")) == ("5.3", "no_assault_fire")
    offered = [c for c in s.options() if isinstance(c, FireOrdnance)]
    assert {(c.unit, c.at, c.target, c.mode) for c in offered} == {
        ("x", "E5", "infantry", ""),
        ("y", "E5", "infantry", ""),
    }
    s.do(FireOrdnance("x", "E5"), dice=MISS)
    assert locks(s, "x") == []
    s.do(PassWindow())
    assert locks(s, "x") == []
    s.do(StopMove(), Done())
    assert locks(s, "x") == [(-1, "E5", "", 1)]


def test_at_the_vehicle_that_moves() -> None:
    """5.3: not at men beside it, nor at another vehicle."""
    s = Scene(
        tank("a", "D6", facing="D5/E5"), tank("b", "D5"), U("c", "squad", "D5"), gun("x", "D2", facing="D3/E2"),
        gun("y", "E2", facing="E3/F3"),
    ).do(Activate("D6"), BeginDrive("a"), DriveTo("D5"))  # fmt: skip
    assert s.asked == "de"
    assert refused(s, FireOrdnance("x", "D5", "a")) == OK
    assert refused(s, FireOrdnance("x", "D5", "b")) == ("5.3", "not_the_moving_units")
    assert refused(s, FireOrdnance("x", "D5")) == ("5.3", "not_the_moving_units")


def test_who_moves_in_a_window() -> None:
    """5.3: who is named as mover, and whoever still moves there."""
    s = Scene(U("a", "squad", "D5"), tank("b", "D5"), gun("x", "D2"))
    window = OpportunityFire(side=s.de, at=s.loc("D5"), budget=1, movers=(s.number("b"),))
    men = Aim(s.number("x"), -1, s.loc("D5"))
    assert check_mover_aimed(s.game, s.state, window, men) is not None
    assert check_mover_aimed(s.game, s.state, window, men._replace(target=s.number("b"))) is None
    flagged(s, "a", MOVING)
    assert check_mover_aimed(s.game, s.state, window, men) is None


def test_rifles_in_an_overrun_bunker() -> None:
    """21.1.3: Anti-Tank Rifles inside it, nothing else, nobody outside."""
    rifle = bazooka("atr", kind="atr")
    s = Scene(
        U("x", "squad", "D4/bunker", carries=["atr"]),
        U("y", "squad", "D4/bunker", carries=["baz"]),
        U("z", "squad", "E4", carries=["a2"]),
        gun("x2", "D4/bunker"),
        tank("a", "D6"),
        guns={"atr": rifle, "baz": BAZOOKA, "a2": replace(rifle, key="gun-a2")},
        markers=[("bunker", "D4", 1, "D5")],
    )
    window = OpportunityFire(side=s.de, at=s.loc("D4"), budget=1, movers=(s.number("a"),), bunker=s.loc("D4/bunker"))
    found = [
        is_rifle_inside(s.game, s.state, window, Aim(s.number(u), w, s.loc("D4")))
        for u, w in (("x", 0), ("y", 1), ("z", 2), ("x2", -1))
    ]
    assert found == [True, False, False, False]


def test_pivot_to_fire_is_answered() -> None:
    """15.1, 1.7.1: the enemy may fire at a hull or Team that pivots to fire; one that is stopped does not fire."""
    for firer in (tank("a", "D6", facing="D5/E5"), gun("a", "D6", facing="D5/E5")):
        s = Scene(firer, U("b", "squad", "D6"), U("x", "squad 3-6-4-6", "D8"), U("y", "squad", "E8"))
        s.do(Activate("D6"), FireOrdnance("a", "D8", pivot="hull", facing="E6/D7"))
        assert (s.asked, s.frames.split(" > ")[-2]) == ("de", "OpportunityFire")
        s.do(PassWindow(), dice=MISS)
        assert s.words("a") == {"fired"}
    s = Scene(gun("a", "D6", facing="D5/E5"), U("x", "squad 3-6-4-6", "D8"))
    s.do(Activate("D6"), FireOrdnance("a", "D8", pivot="hull", facing="E6/D7"))
    s.do(OpFire("D8"), *s.group("x"), dice=("attack 6", "defence 5", "damage check 3"))
    assert s.words("a") == {"shaken", "moved"}


def test_teams_pivot_is_answered_by_the_enemy() -> None:
    """1.7.1, 5.3: the other side is asked."""
    s = Scene(gun("a", "D6", facing="D5/E5"), U("b", "squad", "D6"), U("x", "squad 3-6-4-6", "D8"))
    s.do(Activate("D6"), PivotTeam("a", "E5/E6"))
    assert s.asked == "de"
    window = s.state.stack[-2]
    assert isinstance(window, OpportunityFire)
    assert (window.budget, window.movers) == (1, (s.number("a"),))
    s = Scene(gun("a", "D6", facing="D5/E5", mf=3), U("b", "squad", "D6"), U("x", "squad 3-6-4-6", "D8"))
    s.do(Activate("D6"), PivotTeam("a", "C6/D7"))
    window = s.state.stack[-2]
    assert isinstance(window, OpportunityFire)
    assert window.budget == 2


@pytest.mark.parametrize("flag", [MELEE, MOVING])
def test_teams_in_the_middle_of_something_do_not_pivot(flag: int) -> None:
    """1.7.1: neither in Melee nor on the move."""
    s = Scene(gun("a", "D6", facing="D5/E5"), U("b", "squad", "D6"), U("x", "squad", "D2")).do(Activate("D6"))
    assert refused(s, PivotTeam("a", "E5/E6")) == OK
    assert refused(flagged(s, "a", flag), PivotTeam("a", "E5/E6")) == ("4.0", "has_acted")


@pytest.mark.parametrize(
    ("flag", "mode", "found"),
    [
        (0, "", None),
        (SHAKEN, "", "shaken"),
        (MELEE, "", "is_moving"),
        (MOVING, "", "is_moving"),
        (MOVED, "", "has_acted"),
        (ASSAULT_FIRE, "", "has_acted"),
        (ASSAULT_FIRE, "assault_fire", None),
    ],
)
def test_going_on_firing(flag: int, mode: str, found: str | None) -> None:
    """5.1, 5.3, 14.1, 15.2.1: who has fired on this occasion fires on unless something has come in between."""
    s = Scene(tank("a", "D6", rof=2), U("x", "squad", "D3")).do(Activate("D6"))
    a, at = s.number("a"), s.loc("D3")
    occasion = Impulse(side=s.us, shots=((a, -1, -1, at, s.loc("D6")),))
    flagged(s, "a", flag)
    aim = Aim(a, -1, at, mode=mode)
    refusal = check_gunner(s.game, s.state, occasion, aim, False)
    assert (refusal.code if refusal else None) == found
    if found == "is_moving":
        assert check_gunner(s.game, s.state, occasion, aim, False, moving=True) is None
    two = replace(occasion, shots=occasion.shots * 2)
    refusal = check_gunner(s.game, s.state, two, aim, False)
    assert (refusal.code if refusal else None) == (found or "gun_has_fired")
    missing = check_gunner(s.game, s.state, occasion, aim._replace(weapon=-2), False)
    assert missing is not None
    assert missing.code == "no_such_gun"


def test_hands_beside_the_group() -> None:
    """1.6: a Squad that has fired its own firepower has hands for one weapon, a Half-Squad for none."""
    s = Scene(
        U("a", "squad", "D6", carries=["baz", "b2"]),
        U("b", "half_squad", "D6", carries=["b3"]),
        U("c", "squad", "D6", carries=["b4", "mg"]),
        U("x", "squad", "D3"),
        guns={"baz": BAZOOKA, "b2": bazooka("b2"), "b3": bazooka("b3"), "b4": bazooka("b4"), "mg": (2, 9)},
    ).do(Activate("D6"))
    at = s.loc("D3")

    def hands(unit: str, weapon: int, shots: tuple[int, ...], group: tuple[int, bool] | None) -> bool:
        number = s.number(unit)
        occasion = Impulse(
            side=s.us,
            shots=tuple((number, w, -1, at, s.loc("D6")) for w in shots),
            gunners=((number, *group),) if group else (),
        )
        refusal = check_gunner(s.game, s.state, occasion, Aim(number, weapon, at), False)
        assert refusal is None or refusal.code == "no_hand_free"
        return refusal is None

    assert hands("a", 0, (), None)
    assert hands("a", 0, (1,), None)
    assert hands("a", 0, (), (0, True))
    assert not hands("a", 0, (1,), (0, True))
    assert not hands("a", 0, (1, 5), None)
    assert hands("b", 2, (), None)
    assert not hands("b", 2, (), (0, True))
    assert hands("c", 3, (), (1, False))
    assert not hands("c", 3, (), (1, True))
    assert not hands("c", 3, (), (2, False))


def test_machine_guns_do_not_forbid_the_main_gun() -> None:
    """14.1, 15.0: only two guns of ordnance are bound to one hex and to standard ammunition."""
    hollow = Gun(((8, 8, 4),), 2, "heat")
    s = Scene(tank("a", "D6", mgs=("2", "2"), guns=(hollow,)), U("x", "squad", "D3")).do(Activate("D6"))
    a, at = s.number("a"), s.loc("D3")
    for mg in (0, 1):
        occasion = Impulse(side=s.us, shots=((a, -16 - mg, -1, at, s.loc("D6")),))
        assert check_gunner(s.game, s.state, occasion, Aim(a, -1, at), False) is None


def test_assault_fire_of_launchers() -> None:
    """6.1.1, 15.2.1: by who is capable of it and fresh, with somewhere to go, together with those who move."""
    able = {"abilities": ["assault_move"]}
    s = Scene(
        U("a", "squad", "D6", carries=["baz"], **able),
        U("b", "squad", "D6", carries=["b2"]),
        U("c", "squad", "D6", **able),
        tank("t", "D6", facing="D5/E5"),
        tank("u", "D6", facing="D5/E5", armor=("5", "3", "2")),
        U("x", "squad", "D3"),
        U("y", "squad", "D8"),
        guns={"baz": BAZOOKA, "b2": bazooka("b2")},
    ).do(Activate("D6"))
    first: dict[str, Any] = {"mode": "assault_fire"}
    assert refused(s, FireOrdnance("a", "D3", **first)) == OK
    assert refused(s, FireOrdnance("b", "D3", **first)) == ("6.1.1", "no_assault_fire")
    assert refused(s, FireOrdnance("t", "D3", **first)) == OK
    assert refused(s, FireOrdnance("t", "D8", pivot="turret", facing="E6/D7", **first)) == OK
    assert refused(s, FireOrdnance("u", "D8", pivot="hull", facing="E6/D7", **first)) == ("15.2.1", "no_pivot_first")
    offered = [c for c in s.options() if isinstance(c, FireOrdnance)]
    assert {c.mode for c in offered if c.unit == "a"} == {"", "assault_fire"}
    assert {c.mode for c in offered if c.unit == "b"} == {""}
    assert {c.mode for c in offered if c.unit == "t"} == {"", "assault_fire"}
    s.do(FireOrdnance("a", "D3", **first), dice=MISS)
    assert s.unit("a").flags & ASSAULT_FIRE
    assert s.words("a") == set()
    impulse = next(f for f in s.state.stack if isinstance(f, Impulse))
    assert impulse.assaulted == (s.loc("D6"),)
    assert impulse.did == (s.loc("D6"),)
    s = Scene(
        U("a", "squad", "D6", carries=["baz"], **able), U("c", "squad", "D6", **able), U("x", "squad", "D3"),
        guns={"baz": BAZOOKA},
    )  # fmt: skip
    s.move("D6", "c", "E6").do(PassWindow(), StopMove())
    assert refused(s, FireOrdnance("a", "D3")) == OK
    assert refused(s, FireOrdnance("a", "D3", **first)) == ("6.1.1", "move_together")


def test_aiming_elsewhere() -> None:
    """4.0, 14.1: the others of a location fire at the hex of its first shot."""
    s = Scene(
        gun("a", "D6", facing="D5/E5"), gun("b", "D6", facing="D5/E5"), U("c", "squad", "D6"), gun("e", "E6"),
        U("x", "squad", "D3"), U("y", "squad", "E3"),
    ).do(Activate("D6"), FireOrdnance("a", "D3"), dice=MISS)  # fmt: skip
    assert refused(s, FireOrdnance("b", "D3")) == OK
    assert refused(s, FireOrdnance("b", "E3")) == ("4.0", "same_target")
    assert refused(s, Fire("D6", "E3")) == ("4.0", "same_target")


def test_captured_and_single_weapons() -> None:
    """1.6.8, 23.2.6: a captured launcher goes with its first miss, a single one with its shot, a depleted one too."""

    def spent(weapon: Any, dice: tuple[str, ...], captured: bool = False) -> bool:
        s = Scene(U("a", "squad", "D6", carries=["baz"]), U("x", "squad", "D3"), guns={"baz": weapon})
        if captured:
            kept = replace(s.state.weapons[0], flags=s.state.weapons[0].flags | CAPTURED)
            s.state = replace(s.state, weapons=(kept,))
        s.do(Activate("D6"), FireOrdnance("a", "D3"), dice=dice)
        return not s.unit("a").carries

    no_effect = (*HIT, "attack 1", "defence 6")
    assert not spent(BAZOOKA, MISS)
    assert spent(BAZOOKA, MISS, True)
    assert not spent(BAZOOKA, no_effect, True)
    single = replace(BAZOOKA, abilities=frozenset({"single_use"}))
    assert spent(single, MISS)
    assert spent(single, no_effect)
    small = replace(BAZOOKA, depletion=3, to_hit=((8, 2, 4),))
    assert [spent(small, (f"to hit {n} 6",)) for n in (2, 3, 4)] == [True, False, False]


def test_missiles_run_out() -> None:
    """14.4.1: after a colored die below the number, hit or miss; the launcher is Fired at once."""
    for first, gone in ((1, True), (2, False), (6, False)):
        s = Scene(
            launcher("a", "D6", facing="D5/E5", guns=(replace(MISSILE, to_hit=((20, 2, 8),)),)),
            U("b", "squad", "D6"),
            tank("x", "D3"),
            U("y", "squad", "E3"),
            era="modern",
        )
        s.do(Activate("D6"), FireOrdnance("a", "D3", "x"))
        assert s.asked == "de"
        assert s.unit("a").flags & LAUNCHING
        assert s.words("a") == {"fired"}
        s.do(PassWindow(), dice=(f"to hit {first} 6",))
        assert bool(s.unit("a").flags & EXPENDED) == gone
        assert not s.unit("a").flags & LAUNCHING
