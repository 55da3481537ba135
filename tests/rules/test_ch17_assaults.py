"""17.1, 17.2: who assaults a vehicle from next door, with what, and what that comes to."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import BAZOOKA, OK, bazooka, flagged, refused, tank
from helpers import Activate, AddMover, BeginMove, Scene, U, why
from lnlt.core.catalog import WeaponType
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    CAPTURED,
    FIRED,
    JAMMED,
    LOW_CRAWL,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
)
from lnlt.rules.ch15_vehicles.overrun_answer import OverrunAnswer
from lnlt.rules.ch17_antitank.close_assault import Assail, AssaultChoice, CloseAssault
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle, check_assault, check_defended
from lnlt.rules.ch17_antitank.exposure import exposed, in_flames, moving_vehicle, shelled, shelled_cover, vehicle_cover
from lnlt.rules.ch17_antitank.odds import best_assail
from lnlt.rules.ch17_antitank.tallies import answer_tally, assault_tally, nerve_tally

pytestmark = pytest.mark.usefixtures("either_seat")

FLAME = WeaponType("gun-ft", "ft", "flamethrower", fp=6, range=1)


def code(found: Any) -> str:
    """Code of a refusal, "" if there is none."""
    return found.code if found else ""


def test_who_may_assault_what() -> None:
    """17.1, 6.6: enemy vehicles next door, by men on foot in Good Order, and affordable."""
    s = Scene(
        U("a", "squad", "D6"),
        U("b", "squad", "D6", "shaken"),
        U("c", "mounted_squad 1-4-8-5", "D7"),
        U("d", "weapon_team 4-9-2-6", "D6"),
        U("e", "leader", "D6"),
        U("f", "leader", "D6", carries=["baz"]),
        U("g", "medic", "D6"),
        tank("t", "D7"),
        tank("x", "D5"),
        tank("y", "D3"),
        U("z", "squad", "E5", "shaken"),
        tank("x2", "E6", capacity="PPO"),
        U("r", "half_squad", "", aboard="x2", riding="outside"),
        tank("y2", "C5"),
        tank("z2", "C6"),
        U("z3", "squad", "C6"),
        guns={"baz": BAZOOKA},
        markers=[("melee", "C5", 1)],
    )

    def may(name: str, *movers: str, at: str = "D6", mode: str = "normal") -> str:
        numbers = [s.number(m) for m in movers or ("a",)]
        return code(check_assault(s.game, s.state, numbers, [mode] * len(numbers), s.loc(at), name))

    assert may("x") == may("x", "a", "e") == may("x", "f") == ""
    assert {may(n) for n in ("nobody", "t", "z", "a")} == {"no_such_target"}
    assert may("y") == may("x", at="D6/bunker") == "not_adjacent"
    assert may("x", mode="low_crawl") == "no_assault_in_mode"
    assert {may("x", n) for n in ("b", "c", "d", "e", "g")} == {"cannot_close_assault"}
    assert may("x2") == may("z2") == "defended"
    assert may("y2") == "melee_there"
    flagged(s, "a", 0, mp=6)
    assert may("x") == ""
    flagged(s, "a", 0, mp=7)
    assert may("x") == "too_few_points"
    flagged(s, "a", ASSAULT_FIRE, mp=0)
    assert may("x") == "no_assault_in_mode"
    flagged(s, "x", 0, at=-1)
    assert may("x", "f") == may("x", "f", at="A0") == "not_adjacent"


def test_ground_that_cannot_be_entered() -> None:
    """6.0, 17.1: prohibited terrain keeps them out; in A0 a vehicle is assaulted like anywhere."""
    s = Scene(U("a", "squad", "D6"), U("b", "squad", "A1"), tank("x", "D5"), tank("y", "A0"), hexes={"D5": "river"})
    assert code(check_assault(s.game, s.state, [s.number("a")], ["normal"], s.loc("D6"), "x")) == "terrain_prohibited"
    assert code(check_assault(s.game, s.state, [s.number("b")], ["normal"], s.loc("A1"), "y")) == ""


def test_who_defends_a_vehicle() -> None:
    """17.1: Good Order riders on top, or men of its side who could fight; not those inside, nor Shaken ones."""

    def defended(*more: U) -> str:
        s = Scene(U("a", "squad", "D6"), tank("x", "D5", capacity="PP+PO"), *more)
        return code(check_defended(s.game, s.state, s.us, s.number("x")))

    assert defended() == defended(U("y", "squad", "", aboard="x", riding="inside")) == ""
    assert defended(U("y", "half_squad", "", aboard="x", riding="outside")) == "defended"
    assert defended(U("y", "squad", "D5")) == "defended"
    assert defended(U("y", "squad", "D5", "shaken")) == ""
    assert defended(U("b", "squad", "D5")) != "defended"


def test_sums() -> None:
    """17.1, Q-132, Q-135: own firepower and a weapon of a Squad, the weapon instead of it of others, a Leader's LM."""
    s = Scene(
        U("a", "squad 2-5-4-6", "D6", carries=["baz"]),
        U("b", "half_squad 1-4-4-6", "D6", carries=["b2"]),
        U("c", "hero", "D6", carries=["ft"]),
        U("d", "leader 6-2-6", "D6", carries=["f2"]),
        tank("x", "D5"),
        guns={
            "baz": BAZOOKA,
            "b2": bazooka("b2"),
            "ft": FLAME,
            "f2": replace(FLAME, key="gun-f2", kind="satchel_charge"),
            "b4": bazooka("b4", he=0),
            "f4": replace(FLAME, key="gun-f4", fp=0),
        },
    )

    def total(unit: str, weapon: int = -1, leader: str = "") -> dict[str, float]:
        return why(assault_tally(s.game, s.state, s.number(unit), weapon, s.number(leader) if leader else -1))

    assert total("a") == {"ifp": 2}
    assert total("a", 0) == {"ifp": 2, "high_explosive": 2}
    assert total("b", 1) == {"high_explosive": 2}
    assert total("b") == {"ifp": 1}
    assert total("a", leader="d") == {"ifp": 2, "leader": 2}
    assert total("c")["ifp"] == 1
    assert total("c", 2) == {"support_weapon": 3}
    assert total("d", 3) == {"support_weapon": 6}
    assert total("d", 4) == {"high_explosive": 0}
    assert total("d", 5) == {"support_weapon": 0}


def test_nerve() -> None:
    """17.1, 15.3, 1.5.1, Q-352: the best Leader who has passed, cover of where they come from; a Hero has no help."""
    s = Scene(
        U("a", "squad", "D6"),
        U("h", "hero", "D6"),
        U("l", "leader 6-1-6", "D6"),
        U("m", "leader 6-1-6", "D6"),
        U("n", "leader 6-2-6", "D6"),
        U("b", "squad", "E6"),
        tank("x", "D5"),
        hexes={"E6": "light_woods"},
    )
    l, m, n = (s.number(i) for i in "lmn")
    a = s.number("a")
    assert nerve_tally(s.game, s.state, a).mods == ()
    assert why(nerve_tally(s.game, s.state, a, (l, m, n))) == {"leader": -2}
    assert [x.source for x in nerve_tally(s.game, s.state, a, (l, m)).mods] == ["l"]
    assert nerve_tally(s.game, s.state, s.number("h"), (l, n)).mods == ()
    assert why(nerve_tally(s.game, s.state, n, (l, n))) == {"leader": -1}
    assert why(nerve_tally(s.game, s.state, a, (), s.loc("E6"))) == {"cover": -2}
    assert answer_tally(s.game, s.state, a).mods == ()
    assert why(answer_tally(s.game, s.state, s.number("b"), (n,)))["cover"] == -2


def choosing(*units: U, guns: dict[str, Any] | None = None, waiting: str = "", helped: str = "") -> Scene:
    """Units in D5 are about to attack the vehicle x there."""
    s = Scene(tank("x", "D5"), *units, guns=guns or {})
    frame = CloseAssault(
        side=s.us,
        at=s.loc("D5"),
        came_from=s.loc("D6"),
        target=s.number("x"),
        units=tuple(s.number(u.id) for u in units),
        waiting=tuple(s.number(n) for n in waiting.split()),
        helped=tuple(s.number(n) for n in helped.split()),
        step=CloseAssault.STEPS.index("ask"),
    )
    s.state = replace(s.state, stack=(*s.state.stack[:-1], frame, AssaultChoice(side=s.us)))
    return s


def test_choosing_attackers() -> None:
    """17.1: one of those who wait, with a weapon of his own, helped by a Leader who has neither helped nor attacked."""
    s = choosing(
        U("a", "squad", "D5", carries=["baz"]),
        U("b", "squad", "D5"),
        U("c", "leader 6-1-6", "D5"),
        U("d", "leader 6-1-6", "D5", carries=["b2"]),
        U("e", "leader 6-1-6", "D5", carries=["b3"]),
        U("f", "leader 6-1-6", "D5"),
        guns={"baz": BAZOOKA, "b2": bazooka("b2"), "b3": bazooka("b3")},
        waiting="a d",
        helped="f",
    )
    no = ("17.1", "cannot_close_assault")
    assert refused(s, Assail("a")) == refused(s, Assail("a", "baz")) == refused(s, Assail("a", "", "c")) == OK
    assert refused(s, Assail("b")) == refused(s, Assail("nobody")) == no
    assert refused(s, Assail("a", "b2")) == ("17.1", "not_its_weapon")
    assert refused(s, Assail("d")) == ("17.1", "leader_needs_weapon")
    assert refused(s, Assail("d", "b2")) == refused(s, Assail("d", "b2", "c")) == OK
    assert refused(s, Assail("a", "", "d")) == OK
    for leader in ("b", "e", "f", "nobody", "x"):
        assert refused(s, Assail("a", "", leader)) == ("17.1", "cannot_aid"), leader
    assert refused(s, Assail("d", "b2", "d")) == ("17.1", "cannot_aid")
    offered = {(c.unit, c.weapon, c.leader) for c in s.options() if isinstance(c, Assail)}
    assert offered == {
        *(("a", w, h) for w in ("", "baz") for h in ("", "c", "d")),
        *(("d", "b2", h) for h in ("", "c")),
    }


def test_the_attack_that_does_most() -> None:
    """17.1: the best weapon; the Leader helps where it adds most, unless his own attack would be worth more."""
    one = choosing(
        U("a", "squad 2-5-4-6", "D5", carries=["baz"]), U("b", "squad 1-5-4-6", "D5"), U("c", "leader 6-1-6", "D5"),
        guns={"baz": BAZOOKA}, waiting="a b",
    )  # fmt: skip
    frame = one.state.stack[-2]
    assert isinstance(frame, CloseAssault)
    assert best_assail(one.game, one.state, frame) == Assail("a", "baz", "c")
    spent = replace(frame, helped=(one.number("c"),))
    assert best_assail(one.game, one.state, spent) == Assail("a", "baz", "")
    strong = replace(BAZOOKA, he=9)
    two = choosing(
        U("a", "squad 2-5-4-6", "D5"),
        U("c", "leader 6-1-6", "D5", carries=["baz"]),
        guns={"baz": strong},
        waiting="a c",
    )
    frame = two.state.stack[-2]
    assert isinstance(frame, CloseAssault)
    assert best_assail(two.game, two.state, frame).leader == ""
    weak = replace(BAZOOKA, he=0)
    three = choosing(
        U("a", "squad 2-5-4-6", "D5"), U("c", "leader 6-3-6", "D5", carries=["baz"]), guns={"baz": weak}, waiting="a c"
    )
    frame = three.state.stack[-2]
    assert isinstance(frame, CloseAssault)
    assert best_assail(three.game, three.state, frame) == Assail("a", "", "c")


@pytest.mark.parametrize(
    ("flags", "dice", "kept"),
    [(0, "1 6", True), (CAPTURED, "1 6", False), (CAPTURED, "6 1", True), (JAMMED, "1 6", True)],
)
def test_captured_weapons(flags: int, dice: str, kept: bool) -> None:
    """1.6.8, 17.1: a captured weapon goes if the attack fails."""
    s = choosing(U("a", "squad 2-5-4-6", "D5", carries=["baz"]), guns={"baz": BAZOOKA}, waiting="a")
    s.state = replace(s.state, weapons=(replace(s.state.weapons[0], flags=flags),))
    one, two = dice.split()
    s.do(Assail("a", "baz"), dice=(f"attack {one}", f"defence {two}"))
    assert bool(s.unit("a").carries) == kept


def test_an_assault_from_the_start() -> None:
    """17.1: who passes goes in; beaten off they go back, Moved; who fails is Ops Complete, or Moved after a step."""
    s = Scene(
        U("a", "squad 2-6-4-6", "D6"), U("b", "squad 2-6-4-6", "D6"), tank("x", "D5", mgs=()), U("c", "squad", "D6")
    )
    s.do(Activate("D6"), BeginMove("D6"), AddMover("a"), AddMover("b"))
    s.do(AssaultVehicle("x"), dice=("morale check 3 3", "morale check 6 6"))
    assert (s.at("a"), s.at("b")) == ("D5", "D6")
    assert s.words("b") == {"ops_complete"}
    s.do(Assail("a"), dice=("attack 1", "defence 6"))
    assert (s.at("a"), s.words("a")) == ("D6", {"moved"})
    s = Scene(U("a", "squad 2-6-4-6", "D6"), tank("x", "D5"), tank("y", "D5"), U("c", "squad", "D6"))
    s.do(Activate("D6"), BeginMove("D6"), AddMover("a"), AssaultVehicle("x"), dice=("morale check 3 3",))
    s.do(Assail("a"), dice=("attack 6", "defence 1", "morale check 6 6"))
    assert s.unit("x").at < 0
    assert (s.at("a"), s.words("a")) == ("D6", {"moved"})
    s = Scene(U("a", "squad 2-6-4-6", "D6"), tank("x", "D5"), U("y", "squad", "D5", "shaken"), U("c", "squad", "D6"))
    s.do(Activate("D6"), BeginMove("D6"), AddMover("a"), AssaultVehicle("x"), dice=("morale check 3 3",))
    s.do(Assail("a"), dice=("attack 6", "defence 1"))
    assert s.unit("y").at < 0
    assert s.unit("a").flags & MELEE
    assert s.at("a") == "D5"


def test_who_is_exposed() -> None:
    """10.5.6.4, 17.2, 17.4, Q-134: crews of open vehicles, riders on top, and those inside where there is no roof."""
    riders = [U("i", "squad", "", aboard="a", riding="inside"), U("o", "half_squad", "", aboard="a", riding="outside")]

    def found(what: Any, **more: Any) -> list[str]:
        s = Scene(tank("a", "D5", capacity="PP+PO", **more), *riders, U("x", "squad", "D2"))
        numbers = what(s.game, s.state, s.number("a"), s.loc("D2")) if what is exposed else what(s.game, s.state, 0)
        return [s.state.units[n].id for n in numbers]

    assert found(exposed) == found(in_flames) == ["a", "o"]
    assert found(exposed, hatch="buttoned") == found(in_flames, hatch="buttoned") == ["o"]
    top = {"abilities": ["open_topped"]}
    assert found(exposed, **top) == found(in_flames, **top) == ["a", "i", "o"]
    assert found(in_flames, armor=()) == found(shelled, armor=()) == ["a", "i", "o"]
    assert found(shelled) == found(shelled, hatch="buttoned") == ["a", "o"]
    assert found(shelled, **top) == ["a", "i", "o"]


def test_cover_against_bombs() -> None:
    """17.4, Q-140: cover of the place and the lowest armor, at most 1 for those on top, none if soft."""
    s = Scene(
        tank("a", "D5", capacity="PO"), U("o", "half_squad", "", aboard="a", riding="outside"),
        tank("b", "E5", armor=("5", "*", "2")), U("x", "squad", "D2"), hexes={"E5": "light_woods", "D5": "light_woods"},
    )  # fmt: skip

    def total(unit: str, vehicle: str) -> dict[str, float]:
        return why(shelled_cover(s.game, s.state, s.number(unit), s.number(vehicle)))

    assert total("a", "a")["lowest_armor"] == 2
    assert total("o", "a")["lowest_armor"] == 1
    assert "lowest_armor" not in total("b", "b")


def best(*units: U, waiting: str, **guns: Any) -> Assail:
    """The attack that does most."""
    s = choosing(*units, guns=guns, waiting=waiting)
    frame = s.state.stack[-2]
    assert isinstance(frame, CloseAssault)
    return best_assail(s.game, s.state, frame)


def test_where_a_leader_helps_most() -> None:
    """17.1: not who wins anyway; not if his own attack is worth more; Leaders who attack do not help each other."""
    a, b = U("a", "squad 2-5-4-6", "D5", carries=["baz"]), U("b", "squad 2-5-4-6", "D5")
    assert best(a, b, U("c", "leader 6-1-6", "D5"), waiting="a b", baz=replace(BAZOOKA, he=20)) == Assail("b", "", "c")
    for he, leader in ((1, "c"), (2, "")):
        own = U("c", "leader 6-1-6", "D5", carries=["baz"])
        assert best(b, own, waiting="b c", baz=replace(BAZOOKA, he=he)).leader == leader
    armed = U("c", "leader 6-1-6", "D5", carries=["baz"])
    assert best(armed, U("e", "leader 6-1-6", "D5"), waiting="c", baz=BAZOOKA) == Assail("c", "baz", "e")
    other = U("d", "leader 6-2-6", "D5", carries=["b2"])
    assert best(armed, other, waiting="c d", baz=BAZOOKA, b2=bazooka("b2", he=0)).leader == ""


def test_who_rolls() -> None:
    """17.1: each side its own die."""
    s = choosing(U("a", "squad 2-5-4-6", "D5"), waiting="a").do(Assail("a"), dice=("attack 1", "defence 6"))
    assert [e.side for e in s.events if type(e).__name__ == "Rolled"] == [s.us, s.de]  # type: ignore[attr-defined]


def test_vehicles_in_motion() -> None:
    """5.3, 15.5: 1 less at a vehicle that moves, also if it stays in motion from the last turn."""
    s = Scene(tank("x", "D5", "moved"), tank("y", "D6", "continuous"), tank("z", "D7", "fired"), U("a", "squad", "D2"))
    found = [[(m.value, m.rule) for m in moving_vehicle(s.game, s.state, n)] for n in (0, 1, 2)]
    assert found == [[(-1, "5.3")], [(-1, "15.5")], []]


@pytest.mark.parametrize(
    ("more", "before", "after"),
    [
        ({}, MOVING | ASSAULT_MOVE, OPS_COMPLETE),
        ({"moved": True}, MOVING, MOVED),
        ({"entered": True}, MOVING | LOW_CRAWL, MOVED),
        ({"overrun": True}, FIRED, FIRED),
    ],
)
def test_who_stays_behind(more: dict[str, bool], before: int, after: int) -> None:
    """17.1: Ops Complete, or Moved if they had moved; in answer to an Overrun nothing."""
    s = flagged(choosing(U("a", "squad", "D5"), waiting="a"), "a", before)
    frame = s.state.stack[-2]
    assert isinstance(frame, CloseAssault)
    d = Draft(s.game, s.state, ScriptedDice([]))
    replace(frame, **more)._stay(d, 1)
    assert d.units[1].flags == after
    assert d.units[1].at == s.loc("D6" if more.get("entered") else "D5")


def test_marks_after_an_assault() -> None:
    """17.1, Q-350: beaten off they are Moved and nothing else; who has won is locked in the hex for the turn."""
    s = choosing(U("a", "squad", "D5"), waiting="a")
    flagged(s, "a", MOVING | ASSAULT_MOVE)
    frame = s.state.stack[-2]
    assert isinstance(frame, CloseAssault)
    d = Draft(s.game, s.state, ScriptedDice([]))
    frame.end(d)
    assert (d.units[1].flags, d.units[1].at) == (MOVED, s.loc("D6"))
    s = flagged(s, "x", 0, at=-1)
    d = Draft(s.game, replace(s.state, by_loc={s.loc("D5"): (1,)}), ScriptedDice([]))
    frame.end(d)
    assert (d.units[1].flags, d.units[1].at) == (MELEE, s.loc("D5"))


def test_the_next_vehicle_of_the_hex() -> None:
    """17.1: an enemy vehicle, not one of their own side."""
    s = Scene(tank("x", "D5"), U("a", "squad", "D5"), tank("b", "D5"), tank("y", "D5"))
    s.state = replace(s.state, units=tuple(replace(u, flags=u.flags & ~MELEE) for u in s.state.units))
    flagged(s, "x", 0, at=-1)
    state = replace(s.state, by_loc={s.loc("D5"): (1, 2, 3)})
    frame = CloseAssault(side=s.us, at=s.loc("D5"), came_from=s.loc("D6"), target=0, units=(1,))
    d = Draft(s.game, replace(state, stack=(*state.stack, frame)), ScriptedDice([]))
    frame.end(d)
    top = d.stack[-1]
    assert isinstance(top, CloseAssault)
    assert top.target == 3


def test_a_leader_who_helps_does_not_attack() -> None:
    """17.1: neither before nor after; the others still do."""
    s = choosing(
        *(U("a", "squad", "D5"), U("b", "squad", "D5"), U("c", "leader 6-1-6", "D5", carries=["baz"])),
        guns={"baz": BAZOOKA},
        waiting="a b c",
    )
    s.do(Assail("a", "", "c"), dice=("attack 1", "defence 6"))
    frame = s.state.stack[-2]
    assert isinstance(frame, CloseAssault)
    assert frame.waiting == (s.number("b"),)
    assert frame.helped == (s.number("c"),)
    s = choosing(U("a", "squad", "D5"), U("b", "squad", "D5"), waiting="a b")
    s.do(Assail("a"), dice=("attack 1", "defence 6"))
    frame = s.state.stack[-2]
    assert isinstance(frame, CloseAssault)
    assert (frame.waiting, frame.helped) == ((s.number("b"),), ())


def test_cover_of_riders() -> None:
    """17.2, Q-137, Q-138: the lowest armor for the vehicle and those inside, at most 1 for those on top."""
    s = Scene(
        tank("x", "D5", capacity="PP+PO"), U("y", "squad", "", aboard="x", riding="inside"),
        U("z", "half_squad", "", aboard="x", riding="outside"), U("a", "squad", "D2"),
    )  # fmt: skip
    found = [why(vehicle_cover(s.game, s.state, n, 0, s.loc("D2")))["lowest_armor"] for n in (0, 1, 2)]
    assert found == [2, 2, 1]


def test_answering_is_for_those_overrun() -> None:
    """15.3: the question is the defender's."""
    s = Scene(tank("a", "D5"), U("x", "squad", "D4"))
    assert not OverrunAnswer(side=s.de, at=s.loc("D5"), target=s.number("a")).able(s.game, s.state)
