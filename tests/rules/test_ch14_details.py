"""14.1, 14.3: details of ordnance that situations do not show."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import BAZOOKA, HIT, MISS, OK, TABLE, bazooka, flagged, gun, launcher, locks, refused, tank
from helpers import Activate, OpFire, PassWindow, Scene, U
from lnlt.core import events as ev
from lnlt.core.catalog import Gun
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, ASSAULT_MOVE, DUG_IN, EXPENDED, FIRED, JAMMED, OPS_COMPLETE
from lnlt.core.state import NOBODY
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch14_ordnance.acquisition import others_at, prune_locks
from lnlt.rules.ch14_ordnance.action import OrdnanceAnswer, check_fire_first
from lnlt.rules.ch14_ordnance.attack import OrdnanceAttack
from lnlt.rules.ch14_ordnance.impact import armor_tally, plate
from lnlt.rules.ch14_ordnance.legality import check_missile
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch14_ordnance.teams import PivotTeam, ask_facings
from lnlt.rules.ch14_ordnance.to_hit import Aim, firer_modifiers
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun
from lnlt.rules.facts.gun_arcs import bears, check_pivot_to_fire, pivot_hull
from lnlt.rules.facts.guns import reach, weapon_name, weapon_named, weapons_of
from lnlt.rules.facts.kits import kit_of
from scene_helpers import impulse_of

pytestmark = pytest.mark.usefixtures("either_seat")


def test_tables_and_plates() -> None:
    """14.1, 14.1.3: no column that fires is no reach; a plate of 0 is armor, none at all is not red either."""
    assert reach(Gun(((4, "*", "*"),))) == reach(Gun()) == 0
    assert plate(tank("a", "D6", armor=()).type, "front", "hull") == (None, False)
    s = Scene(tank("x", "D3", facing="D4/E3", armor=("0", "0", "0")), U("a", "squad", "D6"))
    assert armor_tally(s.game, s.state, Gun(TABLE), s.number("x"), s.loc("D6"), "hull").total == 0


def test_guns_that_turn_all_round() -> None:
    """14.1: every direction, but not the own hex."""
    s = Scene(tank("a", "D6", guns=(Gun(TABLE, 2, mount="all_round"),), facing="D5/E5"), U("x", "squad", "D2"))
    own = s.game.types[s.unit("a").type].guns[0]
    found = [n for n in ("D4", "D8", "B6", "F6", "D6") if bears(s.game, s.state, s.number("a"), own, s.loc(n))]
    assert found == ["D4", "D8", "B6", "F6"]


def test_support_weapons_by_name() -> None:
    """14.1: the first one too, even if it is called like a gun; only who may use them has them."""
    s = Scene(
        U("a", "squad", "D6", carries=["main"]), U("b", "medic", "D6", carries=["baz"]), U("x", "squad", "D2"),
        guns={"main": bazooka("main"), "baz": BAZOOKA},
    )  # fmt: skip
    a = s.number("a")
    assert weapon_name(s.game, s.state, a, 0) == "main"
    assert [weapon_named(s.game, s.state, a, n) for n in ("", "main")] == [0, 0]
    assert weapons_of(s.game, s.state, s.number("b")) == ()


def test_what_is_there_beside_vehicles() -> None:
    """14.3: enemies that are no vehicles."""
    s = Scene(tank("a", "D6"), U("b", "squad", "E6"), tank("x", "D3"), U("y", "squad", "E3"))
    found = [
        (n, side) for n in ("D6", "E6", "D3", "E3", "F3") for side in (s.us, s.de) if others_at(s.state, side, s.loc(n))
    ]
    assert found == [("E6", s.de), ("E3", s.us)]


def test_acquiring() -> None:
    """14.3, Q-107: men in a place as well as vehicles, with the first Support Weapon, from A0, by two weapons."""
    s = Scene(gun("a", "D6", facing="D5/E5", acquired=[("", "E3", 1)]), U("b", "squad", "D6"), U("x", "squad", "E3"))
    s.do(Activate("D6"), FireOrdnance("a", "E3"), dice=MISS)
    assert impulse_of(s).assaulted == ()
    s.do(*_end(s))
    assert locks(s, "a") == [(-1, "E3", "", 2)]
    s = Scene(
        U("a", "squad", "A0", carries=["baz", "b2"]), U("x", "squad", "A3"), tank("y", "A3", to_hit=()),
        guns={"baz": BAZOOKA, "b2": bazooka("b2")},
    )  # fmt: skip
    s.do(Activate("A0"), FireOrdnance("a", "A3", weapon="baz"), FireOrdnance("a", "A3", "y", "b2"), dice=MISS * 2)
    s.do(*_end(s))
    assert sorted(locks(s, "a")) == [(0, "A3", "", 1), (1, "A3", "y", 1)]
    s.state = replace(s.state, units=tuple(replace(u, carries=(1,)) if u.id == "a" else u for u in s.state.units))


def _end(s: Scene) -> list[Any]:
    from helpers import Done

    return [Done()] if s.asked == "us" and "Impulse" in s.frames else []


def test_vehicles_stay_acquired_when_men_leave() -> None:
    """14.3: what is left behind is only the lock on the men."""
    s = Scene(
        U("a", "squad", "D5"), tank("b", "D5", to_hit=()), gun("x", "D2", acquired=[("", "D5", 1)]),
        gun("y", "E2", acquired=[("", "b", 1)]),
    ).move("D5", "a", "C5")  # fmt: skip
    assert (locks(s, "x"), locks(s, "y")) == ([], [(-1, "D5", "b", 1)])


def test_in_the_first_hex() -> None:
    """14.1: guns fire out of A0."""
    s = Scene(gun("a", "A0", facing="A1/B1"), U("x", "squad", "A3")).do(Activate("A0"))
    assert refused(s, FireOrdnance("a", "A3")) == OK


def test_turning_needs_a_facing() -> None:
    """15.1: "hull" alone does not say where to; every vertex that bears is offered."""
    s = Scene(gun("a", "D6", facing="D5/E5"), U("x", "squad", "D8")).do(Activate("D6"))
    assert refused(s, FireOrdnance("a", "D8", pivot="hull")) == ("15.1", "no_such_vertex")
    offered = {(c.pivot, frozenset(c.facing.split("/"))) for c in s.options() if isinstance(c, FireOrdnance)}
    assert offered == {("hull", frozenset({"E6", "D7"})), ("hull", frozenset({"D7", "C6"}))}


def test_no_pivot_after_an_assault_move() -> None:
    """15.1, Q-301: who has moved does not pivot to fire."""
    s = flagged(Scene(tank("a", "D6"), U("x", "squad", "D8")), "a", ASSAULT_MOVE)
    refusal = check_pivot_to_fire(s.game, s.state, s.number("a"), 3)
    assert refusal is not None
    assert refusal.code == "has_moved"


def test_a_pivot_of_one_vertex_draws_one_attack() -> None:
    """15.1, 5.3: as many as the points it cost."""
    for facing, budget in (("E5/E6", 1), ("D5/E5", 2), ("C5/D5", 3)):
        s = Scene(
            tank("a", "D6", facing=facing, armor=("5", "3", "2")), U("b", "squad", "D6"), U("x", "squad 3-6-4-6", "D8")
        )
        s.do(Activate("D6"), FireOrdnance("a", "D8", pivot="hull", facing="E6/D7"))
        window = s.state.stack[-2]
        assert isinstance(window, OpportunityFire)
        assert window.budget == budget


def test_help() -> None:
    """5.0.1, 1.6: a Leader who has aided is noted; a wounded man still helps to crew a weapon."""
    s = Scene(gun("a", "D6", facing="D5/E5"), U("l", "leader", "D6"), U("b", "squad", "D6"), U("x", "squad", "D3"))
    s.do(Activate("D6"), FireOrdnance("a", "D3", leader="l"), dice=MISS)
    assert impulse_of(s).aided == (s.number("l"),)
    s = Scene(
        U("a", "hero", "D6", carries=["baz"]),
        U("b", "hero", "D6", "wounded"),
        U("x", "squad", "D3"),
        guns={"baz": BAZOOKA},
    ).do(Activate("D6"))
    assert refused(s, FireOrdnance("a", "D3", mate="b")) == OK


def test_each_location_has_its_own_hex() -> None:
    """4.0: what another location fires at does not matter."""
    s = Scene(
        gun("a", "D6", facing="D5/E5"), gun("b", "E6", facing="E5/F6"), gun("c", "E6", facing="E5/F6"),
        U("l", "leader", "D6"), U("x", "squad", "D3"), U("y", "squad", "E3"),
    ).do(Activate("D6"), Activate("E6"), FireOrdnance("a", "D3"), FireOrdnance("b", "E3"), dice=MISS * 2)  # fmt: skip
    assert refused(s, FireOrdnance("c", "D3"))[1] in ("same_target", "out_of_arc")
    assert impulse_of(s).aimed == ((s.loc("D6"), s.loc("D3")), (s.loc("E6"), s.loc("E3")))


def test_leaders_reach_no_vehicles() -> None:
    """4.0, 11.5: a vehicle next to a Leader is not named by him."""
    s = Scene(
        U("l", "leader", "D6"),
        tank("t", "D7", facing="D6/E6", mgs=("2",)),
        U("b", "squad", "D7"),
        U("x", "squad", "D3"),
    ).do(Activate("D6"), Activate("D7"))
    for command in (FireOrdnance("t", "D3"), FireMachineGun("t", 0, "D3"), BeginDrive("t")):
        assert refused(s, command) == ("4.0", "not_by_that_leader")


def test_ops_complete_fires_only_at_movers() -> None:
    """4.1: not in an own impulse."""
    s = Scene(gun("a", "D6", "ops_complete", facing="D5/E5"), U("b", "squad", "D6"), U("x", "squad", "D3")).do(
        Activate("D6")
    )
    assert refused(s, FireOrdnance("a", "D3"))[1] == "has_acted"


def test_assault_fire_needs_a_way_out() -> None:
    """6.1.1: who cannot move afterwards does not fire first; other marks make nobody capable of it."""
    shut = dict.fromkeys(("D5", "E5", "E6", "D7", "C6", "C5"), "river")
    able = {"abilities": ["assault_move"]}
    s = Scene(U("a", "squad", "D6", carries=["baz"], **able), U("x", "squad", "D3"), guns={"baz": BAZOOKA}, hexes=shut)  # type: ignore[arg-type]
    s.do(Activate("D6"))
    assert refused(s, FireOrdnance("a", "D3", mode="assault_fire")) != OK
    s = Scene(U("a", "squad", "D6", carries=["baz"]), U("x", "squad", "D3"), guns={"baz": BAZOOKA})
    flagged(s.do(Activate("D6")), "a", DUG_IN)
    found = check_fire_first(s.game, s.state, impulse_of(s), Aim(s.number("a"), 0, s.loc("D3"), mode="assault_fire"))
    assert found is not None
    assert (found.rule, found.code) == ("6.1.1", "no_assault_fire")


def test_only_the_bunker_answers() -> None:
    """21.1.3: in its window nobody else fires, and a missile is answered by no ordnance."""
    s = Scene(gun("x", "D2", facing="D3/E2"), U("y", "squad", "D2"), tank("a", "D4"), U("b", "squad", "D4"))
    window = OpportunityFire(side=s.de, at=s.loc("D4"), budget=1, movers=(s.number("a"),), bunker=s.loc("D4/bunker"))
    shot = FireOrdnance("x", "D4", "a")

    def found(w: OpportunityFire) -> str:
        refusal = OrdnanceAnswer().check(s.game, s.state, w, shot)
        return refusal.code if refusal else ""

    assert found(window) == "not_from_bunker"
    assert found(replace(window, bunker=-1)) == ""
    assert found(replace(window, bunker=-1, missile=True)) == "only_fire_at_missile"
    assert list(OrdnanceAnswer().candidates(s.game, s.state, replace(window, missile=True))) == []


def test_fire_in_a_window_says_so() -> None:
    """5.3: an answer is told as Opportunity Fire, a shot of an impulse not."""
    s = Scene(U("a", "squad", "D6"), gun("x", "D2", facing="D3/E2")).move("D6", "a", "D5")
    s.do(FireOrdnance("x", "D5"), dice=MISS)
    assert [e.opportunity for e in s.events if isinstance(e, ev.FireOpened)] == [True]
    s = Scene(gun("a", "D6", facing="D5/E5"), U("x", "squad", "D3"))
    s.do(Activate("D6"), FireOrdnance("a", "D3"), dice=MISS)
    assert [e.opportunity for e in s.events if isinstance(e, ev.FireOpened)] == [False]


def test_a_launcher_that_is_gone() -> None:
    """14.4, Q-106: its missile misses, and nothing is marked on what is no longer there."""
    s = Scene(
        launcher("a", "D6", facing="D5/E5"),
        U("b", "squad", "E6"),
        tank("x", "D3"),
        U("y", "squad 9-6-4-6", "D3"),
        era="modern",
    )
    s.do(Activate("D6"), FireOrdnance("a", "D3", "x"))
    s.do(OpFire("D3"), *s.group("y"), dice=("attack 6", "defence 1", "damage check 6", "to hit 1 1"))
    assert s.unit("a").at < 0
    assert not s.unit("a").flags & EXPENDED


def test_a_jammed_weapon_is_not_a_captured_one() -> None:
    """1.6.8: only captured ones go with a miss."""
    s = Scene(U("a", "squad", "D6", carries=["baz"]), U("x", "squad", "D3"), guns={"baz": BAZOOKA})
    s.state = replace(s.state, weapons=(replace(s.state.weapons[0], flags=JAMMED),))
    s.do(Activate("D6"), FireOrdnance("a", "D3"), dice=MISS)
    assert s.unit("a").carries == (0,)


def test_riders_on_top_get_off() -> None:
    """16.2: when their vehicle fires its gun, and when it is hit; those inside stay."""
    top = {"capacity": "PP+PPO", "facing": "D5/E5"}
    s = Scene(
        tank("a", "D6", **top), U("r", "half_squad", "", aboard="a", riding="outside"),
        U("i", "half_squad", "", aboard="a", riding="inside"), U("b", "squad", "D6"), U("x", "squad", "D3"),
    )  # fmt: skip
    s.do(Activate("D6"), FireOrdnance("a", "D3"), dice=(*MISS, "morale check 1 1"))
    s.do(*([PassWindow()] if s.asked == "de" else []))
    assert (s.at("r"), s.words("r"), s.at("i")) == ("D6", {"moved"}, "")
    s = Scene(
        gun("a", "D6", facing="D5/E5"), U("b", "squad", "D6"), tank("x", "D3", capacity="PP+PPO", facing="D4/E3"),
        U("y", "half_squad", "", aboard="x", riding="outside"),
    )  # fmt: skip
    s.do(Activate("D6"), FireOrdnance("a", "D3", "x"), dice=MISS)
    assert s.at("y") == ""
    s = Scene(
        gun("a", "D6", facing="D5/E5"), U("b", "squad", "D6"), tank("x", "D3", capacity="PP+PPO", facing="D4/E3"),
        U("y", "half_squad", "", aboard="x", riding="outside"),
    )  # fmt: skip
    dice = (*HIT, "penetration 1", "armor 6", "morale check 1 1")
    s.do(Activate("D6"), FireOrdnance("a", "D3", "x"), dice=dice)
    assert (s.at("y"), s.words("y")) == ("D3", {"moved"})


def test_ordnance_sets_woods_on_fire() -> None:
    """10.5.6.1, Q-093: with the option, from a natural 10 on, hit or miss; 1 more for ordnance."""
    for dice, burns in (("4 5", False), ("4 6", True)):
        s = Scene(
            gun("a", "D6", facing="D5/E5"), U("b", "squad", "D6"), U("x", "squad", "D3"),
            hexes={"D3": "light_woods"}, markers=[("spotted", "D3", 1)], options=["fire"],
        )  # fmt: skip
        s.do(Activate("D6"), FireOrdnance("a", "D3"), dice=(f"to hit {dice}", *(("random 1 1",) if burns else ())))
        found = [e for e in s.events if isinstance(e, ev.Resolved) and e.what == "fire_start"]
        assert len(found) == burns
        assert all([m.value for m in e.tallies[0].items if m.why == "ordnance"] == [1] for e in found)


def test_a_team_that_was_dug_in_pivots() -> None:
    """1.7.1: only what it has done in this turn counts."""
    s = Scene(gun("a", "D6", facing="D5/E5"), U("b", "squad", "D6"), U("x", "squad", "D2")).do(Activate("D6"))
    assert refused(flagged(s, "a", DUG_IN), PivotTeam("a", "E5/E6")) == OK


def test_what_was_laid_down_is_forgotten() -> None:
    """14.3: a weapon that is no longer carried has acquired nothing, the first one too."""
    squad = U("a", "squad", "D6", carries=["baz"], acquired=[("baz", "D3", 1)])
    s = Scene(squad, U("x", "squad", "D3"), guns={"baz": BAZOOKA})
    d = Draft(s.game, s.state, ScriptedDice([]))
    prune_locks(d)
    assert kit_of(d.units[0]).locks
    d = Draft(s.game, flagged(s, "a", 0, carries=()).state, ScriptedDice([]))
    prune_locks(d)
    assert not kit_of(d.units[0]).locks


def test_assault_fire_of_who_has_acted() -> None:
    """6.1.1, 15.2.1: not after anything else; men with those who have moved only."""
    s = Scene(
        tank("t", "D6", "ops_complete"), U("a", "squad", "D6", carries=["baz"], abilities=["assault_move"]),
        U("x", "squad", "D3"), guns={"baz": BAZOOKA},
    ).do(Activate("D6"))  # fmt: skip
    flagged(s, "a", DUG_IN)
    moved = replace(impulse_of(s), moved=(s.loc("D6"),))
    found = [
        check_fire_first(s.game, s.state, moved, Aim(n, w, s.loc("D3"), mode="assault_fire"))
        for n, w in ((0, -1), (1, 0))
    ]
    assert [f.code if f else "" for f in found] == ["no_assault_fire", "move_together"]


def test_marks_of_who_fires() -> None:
    """4.0, 4.1, 6.1.1: Fired; by Assault Fire not yet, unless he has spotted before; in A0 too."""
    for flags, mode, after in (
        (0, "", FIRED),
        (OPS_COMPLETE, "", FIRED),
        (0, "assault_fire", ASSAULT_FIRE),
        (OPS_COMPLETE, "assault_fire", FIRED),
    ):
        able = gun("a", "A0", abilities=["assault_move"])
        s = flagged(Scene(able, U("x", "squad", "A3")), "a", flags)
        attack = OrdnanceAttack(
            side=s.us, origin=s.loc("A0"), unit=0, weapon=-1, at=s.loc("A3"), mode=mode, vertex=0, opportunity=False
        )
        d = Draft(s.game, s.state, ScriptedDice([]))
        attack._mark(d)
        assert d.units[0].flags == after


def test_riders_in_the_first_hex_get_off() -> None:
    """16.2: in A0 as anywhere."""
    s = Scene(
        tank("a", "A0", capacity="PPO", facing="A1/B1"), U("r", "half_squad", "", aboard="a", riding="outside"),
        U("x", "squad", "A3"),
    )  # fmt: skip
    attack = OrdnanceAttack(
        side=s.us, origin=s.loc("A0"), unit=0, weapon=-1, at=s.loc("A3"), vertex=0, opportunity=False
    )
    d = Draft(s.game, replace(s.state, stack=(*s.state.stack, attack)), ScriptedDice([]))
    attack.riders(d)
    assert type(d.stack[-1]).__name__ == "PutOut"


def test_turrets_keep_their_direction() -> None:
    """15.1: all the way round; not when the hull pivots to fire: then it faces the new front."""
    s = Scene(tank("a", "D6", facing="D5/E5", turret="D7/C6"), U("x", "squad", "H1"))
    d = Draft(s.game, s.state, ScriptedDice([]))
    pivot_hull(d, 0, 4, keep_turret=True)
    assert (kit_of(d.units[0]).facing, kit_of(d.units[0]).turret) == (4, 1)
    pivot_hull(d, 0, 5)
    assert (kit_of(d.units[0]).facing, kit_of(d.units[0]).turret) == (5, 5)


def test_missiles_into_bunkers() -> None:
    """14.4: at men in a Bunker, not in a Cave nor on the ground."""
    s = Scene(launcher("a", "D6"), U("x", "squad", "D3"), era="modern")
    found = [check_missile(s.game, s.state, Aim(0, -1, s.loc(n))) for n in ("D3/bunker", "D3/cave", "D3")]
    assert [f.code if f else "" for f in found] == ["", "no_missile_at_men", "no_missile_at_men"]


def test_facings_after_a_step() -> None:
    """1.7.1: in another hex, A0 too; not for going from one part of a hex to another."""
    for origin, at, asked in (("A1", "A0", True), ("D6", "D7", True), ("D6/bunker", "D6", False), ("D7", "D6", True)):
        s = Scene(gun("a", at), U("x", "squad", "H1"))
        d = Draft(s.game, s.state, ScriptedDice([]))
        ask_facings(d, (0,), s.loc(origin))
        assert (type(d.stack[-1]).__name__ == "TeamFacing") == asked


def test_sums_name_their_sources() -> None:
    """7.0, 6.4.1, 6.4.2: the smoke by its hex, Stealth by its section."""
    s = Scene(
        U("a", "squad", "D6", "stealth", carries=["baz"]), gun("g", "D6"), U("x", "squad", "D3"), guns={"baz": BAZOOKA},
        markers=[("smoke", "D6", 2)],
    )  # fmt: skip
    smoke = firer_modifiers(s.game, s.state, Aim(s.number("g"), -1, s.loc("D3")), s.loc("D6"))
    assert [(m.why, m.source) for m in smoke] == [("out_of_smoke", "D6")]
    fired = firer_modifiers(s.game, s.state, Aim(s.number("a"), 0, s.loc("D3"), mode="assault_fire"), s.loc("D6"))
    assert [m.rule for m in fired if m.why == "assault_fire"] == ["6.4.2"]
    assert NOBODY == -1
