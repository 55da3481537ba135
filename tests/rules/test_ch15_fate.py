"""14.1.1, 15.3, 15.4, 16.1.1: what becomes of vehicles, their crews and riders, and of those they drive over."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import HIT, flagged, gun, locks, refused, tank
from helpers import Activate, RetreatTo, Scene, StopMove, U, why
from lnlt.core.catalog import UnitType, WeaponType
from lnlt.core.flags import (
    ASSAULT_FIRE,
    BUTTONED,
    ELIMINATED,
    MELEE,
    TRIPOD,
)
from lnlt.rules.ch14_ordnance.attack import nerve_tally
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.fate import can_button, rider_tally
from lnlt.rules.ch15_vehicles.overrun import Overrun, check_ground, check_overrun, is_bridge, overrun_cover, victims
from lnlt.rules.ch15_vehicles.overrun_answer import (
    DisplacedTo,
    Displacement,
    ForgoAssault,
    JoinAssault,
    OverrunAnswer,
    check_displaced,
    is_lost,
)

pytestmark = pytest.mark.usefixtures("either_seat")

CREW = UnitType("type-x-crew", "crew", "crew", "de", fp=0, range=1, mf=3, morale=6)
MISSED = ("attack 1", "defence 6")


def code(found: Any) -> str:
    """Code of a refusal, "" if there is none."""
    return found.code if found else ""


def runner() -> U:
    """A tank in C5 with 4 against those in C4."""
    return tank("a", "C5", facing="C4/D5", to_hit=(), he=None, mgs=("2",), what="vehicle 20T-6")


def test_who_can_close_hatches() -> None:
    """15.0.1, 15.8, Q-112: armored vehicles with a roof."""
    s = Scene(tank("a", "D6"), tank("b", "D6", armor=()), tank("c", "D6", abilities=["open_topped"]), tank("x", "D2"))
    assert [can_button(s.game, s.unit(n)) for n in "abc"] == [True, False, False]


def shot(*more: U, dice: tuple[str, ...], **options: Any) -> Scene:
    """A gun in D6 fires at the vehicle x in D3 (4 against front armor 5), with what follows."""
    s = Scene(gun("a", "D6", facing="D5/E5"), U("b", "squad", "D6"), *more, types=[CREW], **options)
    return s.do(Activate("D6"), FireOrdnance("a", "D3", "x"), dice=(*HIT, *dice))


def test_a_shaken_vehicle() -> None:
    """14.1.1, 15.0: after an equal hit it is Shaken if it passes, and closes its hatches; it forgets its target."""
    x = tank("x", "D3", facing="D4/E3", acquired=[("", "a", 1)])
    s = shot(x, dice=("penetration 3", "armor 2", "morale check 3 3"))
    assert s.words("x") == {"shaken"}
    assert s.unit("x").flags & BUTTONED
    assert locks(s, "x") == []
    s = shot(
        tank("x", "D3", facing="D4/E3", abilities=["open_topped"]),
        dice=("penetration 3", "armor 2", "morale check 3 3"),
    )
    assert s.words("x") == {"shaken"}
    assert not s.unit("x").flags & BUTTONED


def test_an_abandoned_vehicle() -> None:
    """14.1.1, 15.4: after an equal hit that it fails, or a second shaking; a Shaken crew under Moved stays behind."""
    for words, armor, check in (((), 2, "6 6"), (("shaken",), 2, "3 3"), (("shaken",), 4, "6 6")):
        s = shot(
            tank("x", "D3", *words, facing="D4/E3"), dice=("penetration 3", f"armor {armor}", f"morale check {check}")
        )
        assert s.unit("x").at < 0
        assert s.words("x") == {"abandoned"}
        assert s.at("x-crew") == "D3"
        assert s.words("x-crew") == {"shaken", "moved"}
        assert [m.kind for m in s.state.marks[s.loc("D3")]] == ["abandoned"]


def test_lesser_hits() -> None:
    """14.1.1: the check is better by what the armor is ahead; a failed one shakes, a natural 12 always does."""
    s = shot(tank("x", "D3", facing="D4/E3"), dice=("penetration 2", "armor 4", "morale check 5 4"))
    assert why(s.tally("morale_check", "x")) == {"armor_ahead": -3}
    assert s.resolved("morale_check", "x").outcome == "passed"
    assert s.words("x") == set()
    s = shot(tank("x", "D3", facing="D4/E3"), dice=("penetration 2", "armor 4", "morale check 5 5"))
    assert s.resolved("morale_check", "x").outcome == "failed"
    assert s.words("x") == {"shaken"}
    s = shot(
        tank("x", "D3", facing="D4/E3", what="vehicle 10T-12"), dice=("penetration 2", "armor 4", "morale check 6 6")
    )
    assert s.resolved("morale_check", "x").outcome == "passed"
    assert s.words("x") == {"shaken"}
    assert nerve_tally(s.game, s.state, s.number("x"), 0).total == 0


def test_riders_of_a_shaken_vehicle() -> None:
    """14.1.1, Q-108: those inside check like their vehicle, with the LM of a Leader among them."""
    riders = (U("y", "squad 1-5-4-5", "", aboard="x"), U("z", "leader 6-1-6", "", aboard="x"))
    x = tank("x", "D3", facing="D4/E3", capacity="PPPP")
    dice = ("penetration 2", "armor 4", "morale check 5 5", "morale check 5 4", "morale check 5 4")
    s = shot(x, *riders, dice=dice)
    assert why(s.tally("morale_check", "z")) == {"armor_ahead": -3}
    assert why(s.tally("morale_check", "y")) == {"armor_ahead": -3, "leader": -1}
    assert s.words("y") == s.words("z") == set()
    assert why(rider_tally(s.game, s.state, s.number("z"), -3)) == {"armor_ahead": -3}
    assert why(rider_tally(s.game, s.state, s.number("y"), 0)) == {"leader": -1}


def test_the_best_leader_helps() -> None:
    """14.1.1, Q-108: the highest LM of those in Good Order in the vehicle."""
    s = Scene(
        tank("a", "A0", capacity="PPPP"),
        U("b", "squad", "", aboard="a"),
        U("l", "leader 6-1-6", "", aboard="a"),
        U("m", "leader 6-2-6", "", aboard="a"),
        U("n", "leader 6-1-6", "", aboard="a"),
        U("o", "leader 6-3-6", "", "shaken", aboard="a"),
        U("c", "squad", "A0"),
        tank("x", "D3"),
    )
    assert why(rider_tally(s.game, s.state, s.number("b"), 0)) == {"leader": -2}
    assert why(rider_tally(s.game, s.state, s.number("m"), -1)) == {"leader": -1, "armor_ahead": -1}
    assert [m.source for m in rider_tally(s.game, s.state, s.number("m"), 0).mods] == ["l"]
    assert why(rider_tally(s.game, s.state, s.number("c"), -3)) == {"cover": -2}


@pytest.mark.parametrize(("die", "saved"), [(1, True), (2, False), (6, False)])
def test_crews_of_destroyed_vehicles(die: int, saved: bool) -> None:
    """15.4: after ordnance a 1 saves the crew, Moved and in Good Order."""
    s = shot(tank("x", "D3", facing="D4/E3"), dice=("penetration 6", "armor 1", f"crew {die}"))
    assert s.unit("x").flags & ELIMINATED
    assert ("x-crew" in s.state.ids) == saved
    if saved:
        assert s.words("x-crew") == {"moved"}
    assert [m.kind for m in s.state.marks[s.loc("D3")]] == ["wreck"]


def test_passengers_bail_out() -> None:
    """16.1.1, Q-127: an even die saves each and each weapon; the saved are Shaken and Moved, a Hero only Moved."""
    riders = (
        U("y", "squad", "", aboard="x", carries=["mg"]),
        U("z", "hero", "", aboard="x"),
        U("z2", "squad", "", aboard="x", carries=["m2"]),
    )
    dice = ("penetration 6", "armor 1", "crew 2", "bailout 2", "bailout 3", "bailout 4", "bailout 1", "bailout 2")
    s = shot(tank("x", "D3", facing="D4/E3", capacity="PPPP"), *riders, dice=dice, guns={"mg": (2, 9), "m2": (2, 9)})
    assert (s.at("y"), s.words("y"), s.unit("y").carries) == ("D3", {"shaken", "moved"}, ())
    assert (s.at("z"), s.words("z")) == ("D3", {"moved"})
    assert s.unit("z2").flags & ELIMINATED
    assert s.state.weapons[1].at == s.loc("D3")


def test_crews_are_told_apart() -> None:
    """15.4: a second crew of the same name gets a number."""
    s = shot(
        tank("x", "D3", facing="D4/E3"),
        U("x-crew", "crew", "D1"),
        U("x-crew2", "crew", "D1"),
        dice=("penetration 6", "armor 1", "crew 1"),
    )
    assert s.at("x-crew3") == "D3"


def test_ground_for_overruns() -> None:
    """15.3, Q-118: open ground and Bridges; Smoke, fire, Craters and cover prevent it, Fortifications do not."""

    def ground(terrain: str, marker: str = "", features: tuple[str, ...] = (), frm: tuple[str, ...] = ()) -> str:
        s = Scene(
            tank("a", "C5"),
            U("x", "squad", "C4"),
            hexes={"C4": terrain},
            markers=[(marker, "C4", 1)] if marker else (),
            features={"C4": features, "C5": frm},
        )
        return code(check_ground(s.game, s.state, s.loc("C5"), s.loc("C4")))

    assert ground("clear") == ground("clear", "foxholes") == ground("clear", "wreck") == ""
    assert {ground("clear", m) for m in ("smoke", "craters", "fire")} == {"counter_prevents_overrun"}
    assert ground("clear", "rubble") == "counter_prevents_overrun"
    assert {ground(t) for t in ("light_woods", "lc_building", "river")} == {"no_overrun_terrain"}
    assert ground("bridge") == ground("river", features=("bridge",)) == ""
    assert ground("tree_lined_road") == ground("tree_lined_road", frm=("craters",)) == "overrun_only_along_road"
    assert ground("tree_lined_road", frm=("road",)) == ground("tree_lined_road", frm=("bridge",)) == ""


def test_cover_against_overruns() -> None:
    """15.3, Q-118: none of a Bridge, nor of a Road along which the vehicle comes."""
    s = Scene(
        tank("a", "C5"),
        U("x", "squad", "C4"),
        U("y", "squad", "D4"),
        hexes={"C4": "tree_lined_road", "C5": "tree_lined_road", "C6": "tree_lined_road", "D4": "bridge"},
    )
    assert is_bridge(s.game, s.loc("D4") >> 3)
    assert not is_bridge(s.game, s.loc("C4") >> 3)
    assert overrun_cover(s.game, s.state, s.number("y"), s.loc("C5")).total == 0
    assert overrun_cover(s.game, s.state, s.number("x"), s.loc("C5")).total == 0
    assert overrun_cover(s.game, s.state, s.number("x"), s.loc("B4")).total > 0


def test_who_overruns() -> None:
    """15.3, 15.1, 15.2: a neighbour ahead or behind with enemies on foot, in a normal move, with the points for it."""
    s = Scene(
        tank("a", "D6", facing="D5/E5", mgs=("2",)),
        tank("b", "D6", "shaken", facing="D5/E5", mgs=("2",)),
        tank("c", "D6", facing="D5/E5", to_hit=(), he=None, mgs=("2*",), hatch="buttoned"),
        tank("d", "D6", facing="D5/E5", mgs=("2",), capacity="PPO"),
        U("r", "half_squad", "", aboard="d", riding="outside"),
        tank("e", "D6", facing="D5/E5", mgs=("2",), what="vehicle 4T-6"),
        tank("f", "D6", facing="D5/E5", mgs=("2",), what="vehicle 5T-6"),
        U("x", "squad", "D5"),
        U("y", "squad", "E6"),
        tank("z", "E5"),
        U("x2", "squad", "E5"),
        U("y2", "squad", "D7", "moved"),
    )
    here = s.loc("D6")

    def runs(id_: str, to: str, mode: str = "normal", game: Any = None) -> str:
        return code(check_overrun(game or s.game, s.state, s.number(id_), mode, here, s.loc(to)))

    assert runs("a", "D5") == ""
    assert runs("a", "D4") == runs("a", "D5/bunker") == "not_adjacent"
    assert runs("a", "D5", "assault") == runs("a", "D5", "coordinated") == "no_overrun_in_mode"
    assert runs("a", "E5") == "enemy_vehicle_there"
    assert runs("a", "C6") == "nobody_to_overrun"
    assert runs("a", "E6") == "not_ahead"
    assert runs("a", "D7") == ""
    assert runs("b", "D5") == "shaken"
    assert runs("c", "D5") == "nothing_to_overrun_with"
    assert runs("d", "D5") == "riders_on_top"
    assert [runs("e", "D5"), runs("f", "D5")] == ["too_few_points", ""]
    flagged(s, "a", ASSAULT_FIRE)
    assert runs("a", "D5") == "no_overrun_in_mode"
    assert victims(s.game, s.state, s.de, here, s.loc("D5")) == [s.number("x")]
    assert victims(s.game, s.state, s.us, here, s.loc("D5")) == []


def test_where_the_overrun_go() -> None:
    """15.3, 17.1: to a neighbour without enemies that they may enter; Snipers, guns that cannot move are lost."""
    s = Scene(
        tank("a", "C4"),
        U("x", "squad", "D4"),
        U("y", "sniper", "D4"),
        gun("z", "D4", "shaken"),
        gun("x2", "D4", "moved"),
        gun("y2", "D4", abilities=["pivot_only"]),
        gun("z2", "D4", mf=0),
        gun("x3", "D4", mf=1),
        U("b", "squad", "E3"),
        hexes={"D3": "river"},
        markers=[("melee", "E4", 1)],
    )
    game, state, x = s.game, s.state, s.number("x")

    def goes(to: str) -> str:
        return code(check_displaced(game, state, x, s.loc(to)))

    assert goes("D5") == ""
    assert goes("D6") == goes("D4") == "not_adjacent"
    assert goes("D3") == "cannot_retreat_there"
    assert goes("C4") == goes("E3") == goes("E4") == "enemy_there"
    assert [is_lost(game, state, s.number(n)) for n in ("x", "y", "z", "x2", "y2", "z2", "x3")] == [
        False, True, True, False, True, True, False,
    ]  # fmt: skip


def test_driving_them_out() -> None:
    """15.3, Q-355: they go one by one, Moved, what stands assembled stays; who has no place to go is lost."""
    mg = WeaponType("gun-mg", "mg", "machine_gun", fp=2, range=9, abilities=frozenset({"tripod"}), bipod=(1, 7))
    s = Scene(
        U("x", "squad", "C4", carries=["mg"]), U("y", "sniper", "C4"), runner(),
        guns={"mg": mg},
    )  # fmt: skip
    s.state = replace(s.state, weapons=(replace(s.state.weapons[0], flags=TRIPOD),))
    s.do(Activate("C5"), BeginDrive("a"), Overrun("C4"), dice=MISSED)
    s.do(ForgoAssault(), StopMove())
    assert s.asked == "de"
    assert refused(s, RetreatTo("y", "C3"))[1] == "another_retreats"
    assert refused(s, RetreatTo("x", "Z9")) == ("1.4", "no_such_place")
    s.do(RetreatTo("x", "C3"))
    assert (s.at("x"), s.words("x"), s.unit("x").carries, s.unit("x").mp) == ("C3", {"moved"}, (), 0)
    assert s.state.weapons[0].at == s.loc("C4")
    assert s.unit("y").flags & ELIMINATED
    assert s.at("a") == "C4"


def test_what_is_carried_folded_goes_along() -> None:
    """1.6.5, 15.3: a jammed weapon is not an assembled one."""
    s = Scene(
        U("x", "squad", "C4", carries=["mg"]), runner(), guns={"mg": (2, 9)}
    )  # fmt: skip
    s.state = replace(s.state, weapons=(replace(s.state.weapons[0], flags=2),))
    s.do(Activate("C5"), BeginDrive("a"), Overrun("C4"), dice=MISSED)
    s.do(ForgoAssault(), StopMove(), RetreatTo("x", "C3"))
    assert s.unit("x").carries == (0,)


def test_who_answers_an_overrun() -> None:
    """15.3, 17.1, 6.6, 8.0: on foot, in Good Order, in the hex, not in Melee; in order."""
    s = Scene(
        tank("a", "C4"),
        U("b", "squad", "C4"),
        U("x", "squad", "C4"),
        U("y", "mounted_squad 1-4-8-5", "C4"),
        U("z", "squad", "C3"),
        U("x2", "squad", "C4"),
    )
    s.state = replace(s.state, units=tuple(replace(u, flags=u.flags & ~MELEE) for u in s.state.units))
    question = OverrunAnswer(side=s.de, at=s.loc("C4"), target=s.number("a"))

    def no(id_: str) -> str:
        return code(question.why_not(s.game, s.state, s.number(id_)))

    assert [no(n) for n in ("x", "y", "z", "b", "x2")] == ["", *["cannot_close_assault"] * 3, ""]
    assert question.able(s.game, s.state)
    assert not replace(question, target=s.number("z")).able(s.game, s.state)
    found = [c.unit for c in question.candidates(s.game, s.state) if isinstance(c, JoinAssault)]
    assert found == ["x", "y", "x2"]
    later = replace(question, members=(s.number("x"),))
    assert [c.unit for c in later.candidates(s.game, s.state) if isinstance(c, JoinAssault)] == ["y", "x2"]
    assert code(later.check(s.game, s.state, JoinAssault("x"))) == "in_order"
    flagged(s, "x", MELEE)
    assert no("x") == "cannot_close_assault"


def test_driving_out_asks_the_owner() -> None:
    """15.3: the side of those overrun chooses."""
    s = Scene(U("x", "squad", "C4"), runner())
    s.do(Activate("C5"), BeginDrive("a"), Overrun("C4"), dice=MISSED)
    s.do(ForgoAssault(), StopMove())
    assert any(isinstance(f, Displacement) and f.side == s.de for f in s.state.stack)
    assert isinstance(s.state.stack[-1], DisplacedTo)
    assert {c.at for c in s.options()} == {"B4", "B5", "C3", "D4", "D5", "C5"}  # type: ignore[attr-defined]


def test_an_advisor_among_the_riders() -> None:
    """11.9, 14.1.1: he raises the Morale of those in the vehicle with him."""
    s = Scene(
        tank("a", "A0", capacity="PPPP"),
        U("b", "squad 1-5-4-5", "", aboard="a"),
        U("v", "advisor", "", aboard="a"),
        tank("e", "C0", capacity="PPPP"),
        U("f", "squad 1-5-4-5", "", aboard="e"),
        tank("x", "D3"),
    )
    assert [rider_tally(s.game, s.state, s.number(u), 0).need for u in ("b", "f")] == [6, 5]
