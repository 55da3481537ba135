"""15.3: Overruns: details that situations do not show."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from helpers import Activate, Scene, StopMove, U
from lnlt import engine
from lnlt.content.charts import load_chart
from lnlt.core.catalog import Gun
from lnlt.core.flags import EXPENDED, SHAKEN
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.overrun import (
    Overrun,
    check_ground,
    high_explosive,
    is_armed,
    overrun_cover,
    overrun_tally,
)
from lnlt.rules.ch15_vehicles.overrun_answer import BeginAssault, ForgoAssault, JoinAssault
from lnlt.rules.ch15_vehicles.steps import DriveTo, Pivot
from lnlt.rules.ch17_antitank.close_assault import Assail
from lnlt.rules.ch17_antitank.odds import win_chance
from lnlt.rules.ch22_scenario.facing import check_place

pytestmark = pytest.mark.usefixtures("either_seat")


def tank(id_: str, at: str, *words: str, **fields: Any) -> U:
    """A tank with one machine gun; its lowest armor is 2."""
    found = U(id_, "vehicle 20T-6", at, *words)
    found.type = replace(found.type, **{"armor": ("5/4", "3/4", "2/3"), "mgs": ("2",), **fields})
    return found


def on_its_way(*others: U, **options: Any) -> Scene:
    """A tank a in C5 that is about to drive; C4 is ahead of it."""
    return Scene(tank("a", "C5"), *others, **options).do(Activate("C5"), BeginDrive("a"))


MISSED = ("attack 1", "defence 6")


def test_modules_name_terrain() -> None:
    """15.3#2: a row of a terrain chart may say that it can be overrun whatever else it says."""
    s = Scene(tank("a", "C5"), U("x", "squad", "C4"), hexes={"C4": "light_woods"})
    here, there = s.loc("C5"), s.loc("C4")
    refusal = check_ground(s.game, s.state, here, there)
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("15.3", "no_overrun_terrain")
    row = replace(load_chart("ww2").terrains["light_woods"], overrun=True)
    s.game.board.terrain = tuple(row if t.key == row.key else t for t in s.game.board.terrain)  # type: ignore[misc]
    assert check_ground(s.game, s.state, here, there) is None
    assert overrun_cover(s.game, s.state, s.number("x"), here).total == row.tm


def test_vehicles_keep_out_of_buildings() -> None:
    """1.3#20: neither on an upper floor nor, at set-up, in a Building."""
    s = Scene(tank("a", "C5"), U("x", "squad", "C8"), hexes={"C4": "hc_building"}, buildings=[(("C4",), 2)])
    for place in ("C4", "C4/upper"):
        refusal = check_place(s.game, s.state, s.number("a"), s.loc(place))
        assert refusal is not None
        assert (refusal.rule, refusal.code) == ("1.3", "no_vehicle_there")
    assert check_place(s.game, s.state, s.number("a"), s.loc("C6")) is None


@pytest.mark.parametrize(
    ("guns", "he", "total"),
    [
        ((), 3, 3),
        ((Gun(((7, 8, 4),), 2, rof=2),), None, 4),
        ((Gun(((7, 8, 4),), 2), Gun(((7, 8, 4),), 1)), None, 3),
        ((Gun(((7, 8, 4),), 2), Gun(((7, 8, 4),), 4, "atgm")), None, 2),
        ((Gun(((7, 8, 4),), None, rof=2), Gun(((7, 8, 4),), None, "atgm")), 3, 6),
    ],
)
def test_high_explosive(guns: tuple[Gun, ...], he: int | None, total: int) -> None:
    """15.3, Q-354: every gun as often as it fires, missiles not at all."""
    assert sum(high_explosive(tank("a", "C5", guns=guns, he=he).type)) == total


def test_a_vehicle_without_missiles_is_unarmed() -> None:
    """15.3, Q-354: a missile left makes it armed; spent, it has nothing to overrun with."""
    launcher = Gun(((20, 8, 6),), None, "atgm", 1, 2)
    s = Scene(tank("a", "C5", mgs=(), guns=(launcher,)), U("x", "squad", "C4"))
    number = s.number("a")
    assert is_armed(s.game, s.state, number)
    assert overrun_tally(s.game, s.state, number).total == 2
    spent = replace(s.unit("a"), flags=s.unit("a").flags | EXPENDED)
    state = replace(s.state, units=tuple(spent if u.id == "a" else u for u in s.state.units))
    assert not is_armed(s.game, state, number)


def test_the_vehicle_gives_no_cover() -> None:
    """15.3, Q-352: neither against its own attack nor for the check before the answer; a Wreck gives both."""
    s = on_its_way(U("x", "squad 1-5-4-6", "C4"))
    s.do(Overrun("C4"), dice=MISSED)
    assert s.tally("overrun", "x", 1).total == 0
    s.do(JoinAssault("x"), BeginAssault(), dice=("morale check 4 3",))
    assert s.tally("morale_check", "x").total == 0
    s = on_its_way(U("x", "squad 1-5-4-6", "C4"), markers=[("wreck", "C4", 1)])
    s.do(Overrun("C4"), dice=MISSED)
    assert s.tally("overrun", "x", 1).total == 2
    s.do(JoinAssault("x"), BeginAssault(), dice=("morale check 4 4",))
    assert s.tally("morale_check", "x").total == -2
    assert s.resolved("morale_check", "x").outcome == "passed"


def test_a_sniper_alone_hides_twice_as_well() -> None:
    """15.3, 11.4: the cover of the hex counts twice for a Sniper who is alone in it."""
    s = on_its_way(U("x", "sniper", "C4"), markers=[("foxholes", "C4", 1)])
    s.do(Overrun("C4"), dice=MISSED)
    assert s.tally("overrun", "x", 1).total == 2


def test_nobody_fires_while_it_is_there() -> None:
    """15.3#13: not at the Overrun, not at a pivot in the hex; next door they do again."""
    s = on_its_way(U("x", "weapon_team 4-9-2-6", "C4"), U("y", "squad 3-6-4-6", "C2"))
    s.do(Overrun("C4"), dice=("attack 1", "defence 6"))
    assert s.asked == "us"
    s.do(Pivot("D4/D5"))
    assert s.asked == "us"
    s.do(DriveTo("D4"))
    assert s.asked == "de"
    assert "OpportunityFire" in s.frames


def test_going_on_leaves_them_alone() -> None:
    """15.3#16, Q-355: only a vehicle that stays drives them out of the hex."""
    s = on_its_way(U("x", "squad 1-5-4-6", "C4"))
    s.do(Overrun("C4"), ForgoAssault(), dice=MISSED)
    s.do(DriveTo("C3"))
    assert s.at("x") == "C4"
    assert not s.words("x")
    s = on_its_way(U("x", "squad 1-5-4-6", "C4"))
    s.do(Overrun("C4"), ForgoAssault(), StopMove(), dice=MISSED)
    assert (s.asked, type(engine.question(s.state)).__name__) == ("de", "DisplacedTo")


def test_who_joins_the_answer() -> None:
    """15.3, 17.1: in order, Good Order, no Weapon Teams; somebody must be able to attack; a Leader comes along."""
    s = on_its_way(U("x", "leader 6-1-6", "C4"), U("y", "squad 2-5-4-6", "C4"), U("z", "weapon_team 4-9-2-6", "C4"))
    s.do(Overrun("C4"), dice=MISSED)
    assert s.code(BeginAssault()) == "nobody_assaults"
    assert s.code(JoinAssault("z")) == "cannot_close_assault"
    assert s.code(JoinAssault("nobody")) == "no_such_unit"
    s.do(JoinAssault("x"))
    assert s.code(BeginAssault()) == "nobody_assaults"
    assert s.code(JoinAssault("x")) == "in_order"
    s.do(JoinAssault("y"), BeginAssault(), dice=("morale check 1 1", "morale check 1 1"))
    s.do(Assail("y", "", "x"), dice=("attack 6", "defence 1"))
    assert s.unit("a").at < 0
    assert s.words("y") == s.words("x") == {"melee"}
    assert s.words("z") == set()


def test_a_weapon_team_cannot_answer() -> None:
    """15.3: nobody is asked if nobody can."""
    s = on_its_way(U("x", "weapon_team 4-9-2-6", "C4"), U("y", "squad", "C4", "shaken"))
    s.do(Overrun("C4"), dice=MISSED)
    assert s.asked == "us"
    assert not s.unit("a").flags & SHAKEN


def test_chances_of_one_attack() -> None:
    """17.1: counted with any dice."""
    assert [str(win_chance(n)) for n in (-6, -5, -4, 0, 5, 6)] == ["0", "0", "1/36", "5/12", "35/36", "1"]
    assert str(win_chance(0, 10, 6)) == "13/20"
