"""12.0: Skills: who has them and who has not, what The Ambush brings, and what stays as it is; 22.0, Q-253: caches."""

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
    Place,
    Rally,
    Scene,
    StepTo,
    U,
    rebuilt,
    why,
)
from lnlt import engine
from lnlt.core.catalog import UnitType, WeaponType
from lnlt.core.frames import Question
from lnlt.rules.ch05_fire.firepower import RANGE, ifp_reach
from lnlt.rules.facts.movement_modes import abilities
from lnlt.traits.skills.ambush import machine_gun, squad_type
from scenario_helpers import Plan

UseSkill = _COMMANDS["UseSkill"]
HALF = UnitType("half", "half", "half_squad", "us", fp=1, range=4, mf=4, morale=5)
HERO = U("h", "hero", "C3", skills=["the_ambush"])
FAR = U("z", "squad 0-0-4-5", "H8")


def mg(name: str, nation: str = "", kind: str = "machine_gun", fp: int | None = 2) -> WeaponType:
    """A weapon of a nation."""
    return WeaponType(f"gun-{name}", name, kind, nation, fp=fp, range=8)


def brought(*guns: WeaponType, nation: str = "us") -> str:
    """The weapon that comes with The Ambush of a Hero of a nation, "" for none."""
    by_name: dict[str, Any] = {gun.name: gun for gun in guns}
    s = Scene(U("h", "hero", "C3", skills=["the_ambush"], nation=nation), FAR, guns=by_name, nations=(nation, "de"))
    found = machine_gun(s.game, s.state, s.number("h"))
    return "" if found is None else s.game.weapon_types[found].name


@pytest.mark.parametrize(
    ("guns", "nation", "name"),
    [
        ((mg("m34", "de"), mg("bar", "us")), "us", "bar"),
        ((mg("m34", "de"), mg("any")), "us", "any"),
        ((mg("m34", "de"), mg("marine", "us_marines")), "us", "marine"),
        ((mg("m34", "de"), mg("bar", "us")), "us_marines", "bar"),
        ((mg("m34", "de_ss"), mg("marine", "us_marines")), "us_army", "marine"),
        ((mg("tube", "us", "flamethrower"), mg("bar", "us")), "us", "bar"),
        ((mg("tube", "us", "mortar", None), mg("odd", "us", fp=None), mg("bar", "us")), "us", "bar"),
        ((mg("m34", "de"),), "zz", ""),
        ((mg("tube", "zz", "flamethrower"),), "zz", ""),
        ((), "zz", ""),
    ],
)
def test_machine_gun_of_the_nation(guns: tuple[WeaponType, ...], nation: str, name: str) -> None:
    """12.0, Q-247: they bring a machine gun of the user's nation, of whatever branch, or one of no nation; no other
    weapon and none that does not fire."""
    assert brought(*guns, nation=nation) == name


def test_squads_of_his_own_side() -> None:
    """12.0, Q-247: they are of the kind most Squads of his side have, though the enemy fields Squads of his nation."""
    turncoat = U("x", "squad", "C4", nation="us", reduces_to=["half"])
    s = Scene(turncoat, U("a", "squad", "A8", reduces_to=["half"]), HERO, types=[HALF])
    found = squad_type(s.game, s.state, s.number("h"))
    assert found is not None
    assert s.game.types[found].key == "type-a"


def test_they_carry_what_they_bring() -> None:
    """12.0: the Squad comes with a machine gun of its own; one that lies about stays where it is."""
    units = (HERO, U("a", "squad", "A8", reduces_to=["half"]), U("x", "squad", "C4"))
    s = Scene(*units, types=[HALF], guns={"g": (2, 6)}, lying={"g": "A1"})
    s.do(UseSkill("h", "the_ambush"), Place("h-ambush-1", "C3"), dice=["random 3"])
    assert [s.state.weapons[w].id for w in s.unit("h-ambush-1").carries] == ["h-ambush-1-mg"]
    lies = s.state.weapons[0]
    assert (lies.id, s.game.board.loc_name(lies.at)) == ("g", "A1")


def test_an_ambush_is_no_pass() -> None:
    """12.0, 4.0, Q-023: an impulse with The Ambush may be ended, also if nobody came, and is no pass."""
    s = Scene(HERO, U("a", "squad", "A8", reduces_to=["half"]), U("x", "squad", "C4"), types=[HALF])
    assert refused(s, Done()) == ("4.0", "nothing_done")
    s.do(UseSkill("h", "the_ambush"), dice=["random 1"])
    assert refused(s, Done()) == OK
    s.do(Done())
    assert (s.asked, s.state.passes) == ("de", 0)


@pytest.mark.parametrize(
    ("words", "skill", "over"),
    [
        (("fired",), "decisive", False),
        (("fired", "shaken"), "decisive", True),
        (("fired",), "bull", True),
    ],
)
def test_for_whom_the_phase_goes_on(words: tuple[str, ...], skill: str, over: bool) -> None:
    """12.0, 4.0: when everybody has acted the phase goes on for a Decisive Leader in Good Order, for no other Skill."""
    units = (U("l", "leader", "C3", *words, skills=[skill]), U("y", "leader", "H8", "fired", "shaken"))
    s = Scene(*units, U("m", "leader", "A8", "fired", "shaken", skills=["decisive"] if skill == "bull" else []))
    assert (UseSkill("l", "decisive") in s.options()) is not over
    assert (Pass() in s.options()) is not over


@pytest.mark.parametrize(("what", "others"), [("hero", False), ("leader", True)])
def test_whose_range_deadeye_changes(what: str, others: bool) -> None:
    """12.0, Q-245: where only a Hero is a Deadeye nobody without a Skill has another range for it; where a Leader is,
    others may."""
    s = Scene(U("h", what, "C3", skills=["deadeye"]), U("a", "squad 1-5-4-5", "C3"), FAR)
    assert (RANGE in s.game.hooks.open) is others
    assert ifp_reach(s.game, s.state, s.number("a")) == (10 if others else 5)


def test_other_skills_are_not_deadly() -> None:
    """12.0: where somebody else is Deadly, a Hero who is a Bull fires as ever."""
    deadly = U("k", "hero", "A8", skills=["deadly"])
    s = Scene(U("h", "hero 2-4-6-6", "C3", skills=["bull"]), deadly, U("x", "squad", "C6"))
    s.fire("C3", "C6", "h", dice=MISS)
    assert "deadly" not in why(s.tally("fire", "x"))


def test_other_skills_survive_no_second_wound() -> None:
    """12.0: where somebody else is a Bull, a Deadly Leader dies of his second wound."""
    leader, bull = U("l", "leader 5-1-6", "C3", "wounded", skills=["deadly"]), U("k", "hero", "A8", skills=["bull"])
    s = Scene(leader, bull, U("x", "squad 1-9-4-5", "C6"), impulse="de")
    s.fire("C6", "C3", "x", dice=["attack 6", "defence 1", "damage check 3"])
    assert s.at("l") == ""


def test_versatile_goes_in() -> None:
    """12.0, 8.0: after Assault Fire a Versatile Hero does enter the hex of the enemy, and Melee begins."""
    s = Scene(U("h", "hero 1-4-6-6", "C3", skills=["versatile"]), U("x", "squad 0-0-4-5", "C4"))
    s.do(Activate("C3"), Fire("C3", "C4", "assault_fire"), AddFirer("h"), OpenFire("h"), dice=MISS)
    s.do(BeginMove("C3"), AddMover("h", "assault"))
    assert engine.why_not(s.game, s.state, StepTo("C4")) is None
    s.do(StepTo("C4"), dice=["melee 1 1", "melee 1 1"])
    assert (s.at("h"), s.words("h")) == ("C4", {"melee"})


def test_assaulter_takes_nothing_away() -> None:
    """12.0, 6.4: men to whom a Leader lends the Assault Move keep the abilities of their own."""
    s = Scene(U("l", "leader", "C3", skills=["assaulter"]), U("a", "squad", "C3", abilities=["stealth"]), FAR)
    assert abilities(s.game, s.state, s.number("a")) == {"stealth", "assault_move"}


@pytest.mark.parametrize(("at", "found"), [("C4", OK), ("C5", ("3.0", "not_in_his_hex"))])
def test_reach_of_charisma(at: str, found: tuple[str, str]) -> None:
    """12.0: a Charismatic Leader rallies units next to his hex, not two hexes away."""
    units = (U("l", "leader 6-1-6", "C3", skills=["charismatic"]), U("a", "squad", at, "shaken"))
    s = Scene(*units, U("b", "leader", "A1", "shaken"), FAR, phase="rally")
    assert refused(s, Rally("a", by="l")) == found


def test_skills_of_others_are_not_talked_about() -> None:
    """12.0: neither the Skill of an enemy nor that of somebody off the map is offered or named as barred."""
    units = (HERO, U("k", "hero", "", skills=["the_ambush"]), U("x", "hero", "C4", skills=["the_ambush"]))
    s = Scene(*units, U("a", "squad", "A8", reduces_to=["half"]), types=[HALF])
    question = engine.question(s.state)
    assert isinstance(question, Question)
    told = {c for c, _ in question.refusals(s.game, s.state)}
    assert {c.unit for c in {*s.options(), *told} if isinstance(c, UseSkill)} == {"h"}


@pytest.mark.parametrize("enemy", [True, False])
def test_no_enemy_beside_the_cache(enemy: bool) -> None:
    """22.0, Q-253: a cache is not destroyed while an enemy vehicle stands in the hex, without a Melee too."""
    units = (U("a", "leader", "D4"), U("b", "squad", "D4"), tank("x", "D4" if enemy else "G4"))
    s = Plan(*units, scenario={"special_rules": ("destroy:D4:a:cache",)}, turn=2)
    s.state = rebuilt(s.state, notes={"cache": 1, "cache:a": 2, "cache:b": 2})
    while s.asked and s.state.phase == "operations" and Pass() in s.options():
        s.do(Pass())
    assert ("cache destroyed" in s.state.notes) is not enemy
