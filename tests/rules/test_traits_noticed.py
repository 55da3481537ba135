"""12.0: Skills: refusals, who is meant and who is not, the first hex of the board."""

from __future__ import annotations

from typing import Any

import pytest

from armour_helpers import OK, refused, tank
from helpers import (
    _COMMANDS,
    MISS,
    Activate,
    AddFirer,
    AddMover,
    BeginMove,
    Done,
    Fire,
    OpenFire,
    Pass,
    Rally,
    Scene,
    StepTo,
    U,
)
from lnlt.core.catalog import UnitType
from lnlt.core.flags import BUTTONED
from lnlt.rules.ch05_fire.firepower import ifp_reach
from lnlt.rules.ch08_melee.firepower import Fight, side_firepower
from lnlt.rules.ch11_smc.heroes import Place

UseSkill, SwitchHatch = _COMMANDS["UseSkill"], _COMMANDS["SwitchHatch"]
HALF = UnitType("half", "half", "half_squad", "us", fp=1, range=4, mf=4, morale=5)
NEW = "h-ambush-1"


def ambush(*others: U, hero: tuple[str, ...] = (), at: str = "C3", die: int = 3, **more: Any) -> Scene:
    """A Hero with The Ambush has just used it next to an enemy."""
    units = (U("h", "hero", at, *hero, skills=["the_ambush"]), U("a", "squad", "A8", reduces_to=["half"]), *others)
    s = Scene(*units, types=[HALF], **more)
    return s.do(UseSkill("h", "the_ambush"), dice=[f"random {die}"])


def test_nobody_to_ambush_with() -> None:
    """12.0, Q-247: if the side has no Squads of the user's command, nobody can come."""
    s = Scene(
        U("h", "hero", "C3", badge="p", skills=["the_ambush"]), U("x", "squad", "C4", reduces_to=["half"]), types=[HALF]
    )
    assert refused(s, UseSkill("h", "the_ambush")) == ("12.0", "nobody_to_come")


def test_ambushers_have_done_what_the_user_has_done() -> None:
    """12.0: they have the activation status of the user, not his wound."""
    s = ambush(U("x", "squad", "C4"), hero=("fired", "wounded")).do(Place(NEW, "C3"))
    assert s.words(NEW) == {"fired"}


def test_where_ambushers_come() -> None:
    """12.0, Q-247, 6.0: beside own vehicles and among enemies on foot, not among enemy vehicles, nor into water."""
    s = ambush(
        tank("x", "C4"), U("y", "squad", "C2", "fired"), tank("t", "B3"), U("z", "squad", "H8"),
        hexes={"D3": "pond"},
    )  # fmt: skip
    assert refused(s, Place(NEW, "C4")) == ("12.0", "enemy_there")
    assert refused(s, Place(NEW, "D3")) == ("6.0", "terrain_prohibited")
    assert refused(s, Place(NEW, "Q99")) == ("1.4", "no_such_place")
    assert refused(s, Place(NEW, "C2")) == refused(s, Place(NEW, "B3")) == OK


def test_ambushers_do_not_come_into_bunkers() -> None:
    """12.0, Q-247: they appear outside."""
    s = ambush(U("x", "squad", "C4"), markers=[("bunker", "C3", 3, "C4")])
    assert refused(s, Place(NEW, "C3/bunker")) == ("6.0", "terrain_prohibited")
    assert "C3/bunker" not in {c.at for c in s.options() if isinstance(c, Place)}


def test_ambush_on_a_roof() -> None:
    """12.0, 10.6: a user on a roof may have them beside him there."""
    house: dict[str, Any] = {"hexes": {"C3": "hc_building"}, "buildings": [(("C3",), 2)], "rooftop": True}
    s = ambush(U("x", "squad", "C3/upper"), at="C3/roof", **house)
    assert Place(NEW, "C3/roof") in s.options()
    assert s.do(Place(NEW, "C3/roof")).at(NEW) == "C3/roof"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("fired",), OK),
        (("fired", "wounded"), OK),
        (("wounded",), ("12.0", "has_not_acted")),
        (("fired", "shaken"), ("12.0", "shaken")),
    ],
)
def test_who_may_be_decisive(words: tuple[str, ...], found: tuple[str, str]) -> None:
    """12.0: a Good Order Leader who has acted in this turn, in any hex of the board; a wound is no action."""
    s = Scene(U("l", "leader", "A0", *words, skills=["decisive"]), U("a", "squad", "C3"), U("x", "squad", "C6"))
    assert refused(s, UseSkill("l", "decisive")) == found
    assert (UseSkill("l", "decisive") in s.options()) is (found == OK)


def test_decisive_keeps_the_phase_going_anywhere() -> None:
    """12.0, 4.0: as long as he can act a second time the phase is not over, in the first hex of the board too."""
    s = Scene(U("l", "leader", "A0", "fired", skills=["decisive"]), U("x", "squad", "C6", "fired"))
    assert s.state.phase == "operations"
    assert s.options() == [Pass(), UseSkill("l", "decisive")]


def test_not_decisive_in_melee() -> None:
    """12.0, 8.1: who has moved into a Melee is locked in it and acts no second time."""
    s = Scene(
        U("l", "leader", "C3", "moved", "melee", skills=["decisive"]), U("a", "squad", "C3", "moved", "melee"),
        U("x", "squad", "C3", "melee"), U("b", "squad", "A8"), U("y", "squad", "H8"),
    )  # fmt: skip
    assert refused(s, UseSkill("l", "decisive")) == ("12.0", "has_not_acted")


def test_decisive_is_not_for_the_enemy() -> None:
    """12.0: markers come off the Leader and his own units, not off an enemy vehicle in the same hex."""
    s = Scene(
        U("l", "leader", "C3", "fired", skills=["decisive"]), U("a", "squad", "C3", "fired"), tank("x", "C3", "fired"),
        U("y", "squad", "H8"),
    )  # fmt: skip
    s.do(UseSkill("l", "decisive"))
    assert (s.words("l"), s.words("a"), s.words("x")) == (set(), set(), {"fired"})


def test_decisive_gives_markers_back_and_nothing_else() -> None:
    """12.0, Q-246: who does nothing in the second activation has his marker again; a hatch he has opened stays open."""
    s = Scene(
        U("l", "leader", "C3", "fired", skills=["decisive"]), tank("t", "C3", "fired", hatch="buttoned"),
        U("x", "squad", "C6"),
    )  # fmt: skip
    s.do(UseSkill("l", "decisive"), SwitchHatch("t", False), Done())
    assert (s.words("l"), s.words("t")) == ({"fired"}, {"fired"})
    assert not s.unit("t").flags & BUTTONED


@pytest.mark.parametrize(("badge", "reach"), [("p", 10), ("q", 5)])
def test_deadeye_is_for_his_own_men(badge: str, reach: int) -> None:
    """12.0, Q-245: a Leader doubles the range of the men of his command."""
    s = Scene(
        U("l", "leader", "C3", badge="p", skills=["deadeye"]), U("a", "squad 1-5-4-5", "C3", badge=badge),
        U("x", "squad", "H8"),
    )  # fmt: skip
    assert ifp_reach(s.game, s.state, s.number("a")) == reach


@pytest.mark.parametrize(("what", "firepower"), [("leader 6-1-6", 3), ("hero 2-4-6-6", 2)])
def test_deadly_in_melee(what: str, firepower: int) -> None:
    """12.0, Q-067: a Leader makes his men deadlier in Melee, a Hero himself only."""
    s = Scene(U("l", what, "C3", skills=["deadly"]), U("a", "squad 2-5-4-5", "C3"), U("x", "squad", "H8"))
    found = side_firepower(s.game, s.state, [s.number("a")], Fight(s.loc("C3")), True)
    assert sum(m.value for m in found) == firepower


@pytest.mark.parametrize(
    ("what", "mate", "found"),
    [("hero 1-4-6-6", "h", ("8.0", "no_melee_in_mode")), ("leader 6-1-6", "l", OK)],
)
def test_versatile_with_others(what: str, mate: str, found: tuple[str, str]) -> None:
    """12.0: after Assault Fire a Leader takes his whole group into Melee, a Hero goes alone."""
    s = Scene(
        U("a", "squad", "C3", abilities=["assault_move"]), U(mate, what, "C3", skills=["versatile"]),
        U("x", "squad", "C4"),
    )  # fmt: skip
    s.do(Activate("C3"), Fire("C3", "C4", "assault_fire"), AddFirer("a"), AddFirer(mate), OpenFire("a"), dice=MISS)
    s.do(BeginMove("C3"), AddMover("a", "assault"), AddMover(mate, "assault"))
    assert refused(s, StepTo("C4")) == found


def test_charismatic_who_has_just_rallied() -> None:
    """12.0, 3.0: a Charismatic Leader who has just rallied himself helps a unit next door in the same phase."""
    units = (U("l", "leader 6-1-6", "C3", "shaken", skills=["charismatic"]), U("a", "squad", "C4", "shaken"))
    s = Scene(*units, U("b", "leader", "A1", "shaken"), phase="rally").do(Rally("l"), dice=["rally 1 1"])
    assert refused(s, Rally("a", by="l")) == OK
