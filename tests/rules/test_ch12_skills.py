"""12.0: Skills: the cup, and what each one does."""

from __future__ import annotations

import pytest

from helpers import _COMMANDS, MISS, Activate, AddFirer, Done, Fire, OpenFire, Pass, Place, Rally, Scene, StepTo, U, why
from lnlt.content.games import build_game
from lnlt.content.packs import load_catalog
from lnlt.core.catalog import UnitType
from lnlt.core.flags import WOUNDED_TWICE
from lnlt.core.setup import HeroSetup
from lnlt.rules.ch12_skills import cup
from lnlt.traits.skills import KNOWN

UseSkill, AddMover, BeginMove, FireAlone = (_COMMANDS[n] for n in ("UseSkill", "AddMover", "BeginMove", "FireAlone"))
CREATE = ["attack 6", "defence 1", "damage check 1", "hero creation 2", "hero=us-hero1"]


DRAWS = HeroSetup()


def spawn(*draws: str, heroes: HeroSetup = DRAWS, **more: object) -> Scene:
    """A Squad is shot at and brings a Hero, who draws."""
    s = Scene(
        U("a", "squad 1-5-4-7", "C3"),
        U("x", "squad 1-5-4-5", "C6"),
        impulse="de",
        heroes=heroes,
        **more,  # type: ignore[arg-type]
    )
    return s.fire("C6", "C3", "x", dice=[*CREATE, *draws])


def test_known_skills_have_an_effect() -> None:
    """12.0#13: every Skill marked verified has code, and no other has."""
    skills = load_catalog("ww2").skills
    assert {k for k, row in skills.items() if row.verified} == set(KNOWN)


def test_new_hero_draws_until_he_can_use_it() -> None:
    """12.0#2, 11.2.1#2: Leader Skills are put aside and another is drawn; unknown Hero Skills are not in the cup."""
    s = spawn("skill=charismatic", "skill=fanatic", "skill=bull")
    assert s.unit("us-hero1-1").skills == ("bull",)
    assert not {"loner", "rocket_man"} & set(cup(s.game, s.state))
    assert "bull" not in cup(s.game, s.state)


def test_skills_of_the_dead_return() -> None:
    """12.0#3: the Skill of a dead owner is back in the cup."""
    s = Scene(
        U("h", "hero 1-5-6-3", "C3", skills=["deadly"]), U("x", "squad 9-9-4-5", "C6"), impulse="de", heroes=HeroSetup()
    )
    assert "deadly" not in cup(s.game, s.state)
    s.fire("C6", "C3", "x", dice=["attack 6", "defence 1", "damage check 6"])
    assert s.at("h") == ""
    assert "deadly" in cup(s.game, s.state)


def test_scenario_without_skills_or_heroes() -> None:
    """12.0#4, 11.2.1: a scenario may leave out Skills, Heroes, or the Heroes of one side."""
    assert spawn(heroes=HeroSetup(skills=False)).unit("us-hero1-1").skills == ()
    for said in (HeroSetup(creation=False), HeroSetup(none=("us",)), HeroSetup(due={"us": 2})):
        s = Scene(U("a", "squad 1-5-4-7", "C3"), U("x", "squad", "C6"), impulse="de", heroes=said)
        s.fire("C6", "C3", "x", dice=CREATE[:3])
        assert len(s.state.units) == 2
    s = spawn("skill=bull", heroes=HeroSetup(cup=("bull",), types={"us": ("us-hero1",)}))
    assert s.unit("us-hero1-1").skills == ("bull",)
    assert cup(s.game, s.state) == []


def test_assaulter_lends_assault_fire() -> None:
    """12.0#5: with the Leader the Squad may use Assault Fire, without him or while he is Shaken it may not."""
    from lnlt.rules.facts.movement_modes import may_assault

    for words, able in (((), True), (("shaken",), False)):
        s = Scene(U("l", "leader", "C3", *words, skills=["assaulter"]), U("a", "squad", "C3"), U("b", "squad", "D3"))
        assert may_assault(s.game, s.state, s.number("a")) is able
        assert not may_assault(s.game, s.state, s.number("b"))


def test_deadeye() -> None:
    """12.0#6: a Leader doubles the range of those with him, a Hero his own only; nothing is doubled twice."""
    from lnlt.rules.ch05_fire.firepower import ifp_reach

    s = Scene(
        U("l", "leader", "C3", skills=["deadeye"]),
        U("a", "squad 1-5-4-5", "C3"),
        U("h", "hero 1-4-6-6", "C3", skills=["deadeye"]),
        U("b", "squad 1-5-4-5", "D3"),
        U("k", "hero 1-4-6-6", "D3", skills=["deadeye"]),
        U("x", "squad", "H8"),
    )
    reach = {u: ifp_reach(s.game, s.state, s.number(u)) for u in "ahbk"}
    assert reach == {"a": 10, "h": 8, "b": 5, "k": 8}


def test_deadly_leader_and_hero() -> None:
    """12.0#7, Q-245: one more firepower for a Hero's attacks and those of a Leader's men, in Melee on both sides."""
    from lnlt.rules.ch08_melee.firepower import Fight, side_firepower

    s = Scene(U("a", "squad", "C3"), U("l", "leader 6-0-6", "C3", skills=["deadly"]), U("x", "squad", "C6"))
    s.fire("C3", "C6", "a", dice=MISS)
    assert why(s.tally("fire", "x"))["deadly"] == 1
    s = Scene(U("a", "squad", "C3"), U("h", "hero 2-4-6-6", "C3", skills=["deadly"]), U("x", "squad", "C6"))
    s.fire("C3", "C6", "a", dice=MISS)
    assert "deadly" not in why(s.tally("fire", "x"))
    s = Scene(U("a", "squad", "C3"), U("l", "leader 6-1-6", "C3", skills=["deadly"]), U("x", "squad", "C6"))
    s.fire("C3", "C6", "a", "l", dice=MISS)
    assert why(s.tally("fire", "x"))["deadly"] == 1
    s = Scene(U("h", "hero 2-4-6-6", "C3", skills=["deadly"]), U("x", "squad", "C6"))
    fight = Fight(s.loc("C3"))
    for attacking in (True, False):
        found = side_firepower(s.game, s.state, [s.number("h")], fight, attacking)
        assert sum(m.value for m in found) == 3


def test_deadly_in_melee_is_for_the_command() -> None:
    """12.0, Q-245: a Leader's Deadly counts in Melee too only for men of his command, or for himself."""
    from lnlt.rules.ch08_melee.firepower import Fight, side_firepower

    s = Scene(
        U("a", "squad 1-5-4-5", "C3", badge="rifles"), U("b", "squad 1-5-4-5", "C3", badge="guards"),
        U("l", "leader 6-0-6", "C3", badge="rifles", skills=["deadly"]), U("x", "squad", "C6"),
    )  # fmt: skip
    for who, deadly in (("a", 1), ("b", 0), ("ab", 1), ("l", 1)):
        members = [s.number(u) for u in who]
        found = side_firepower(s.game, s.state, members, Fight(s.loc("C3")), attacking=True)
        assert sum(m.value for m in found if m.why == "deadly") == deadly


def test_decisive_activates_again() -> None:
    """12.0#8: in a later impulse Leader and hex act a second time, once; who does nothing keeps his marker."""
    s = Scene(
        U("l", "leader", "C3", skills=["decisive"]), U("a", "squad", "C3"), U("b", "squad", "C3"), U("x", "squad", "C6")
    )
    assert s.code(UseSkill("l", "decisive")) == "has_not_acted"
    s.fire("C3", "C6", "l", "a", "b", lead="a", dice=MISS)
    assert s.asked == "de"
    s.do(Pass(), UseSkill("l", "decisive"))
    assert s.words("a") == s.words("b") == s.words("l") == set()
    assert s.unit("l").skills == ()
    s.do(Fire("C3", "C6"), AddFirer("a"), OpenFire("a"), Done(), dice=MISS)
    assert s.words("a") == {"fired"}
    assert s.words("b") == {"fired"}


def test_decisive_keeps_the_phase_going() -> None:
    """12.0#8, 4.0: the phase does not end while a Leader may use it."""
    s = Scene(U("l", "leader", "C3", "fired", skills=["decisive"]), U("x", "squad", "C6", "fired"))
    assert s.state.phase == "operations"
    assert s.options() == [Pass(), UseSkill("l", "decisive")]


AMBUSH = UnitType("half", "half", "half_squad", "us", fp=1, range=4, mf=4, morale=5)


@pytest.mark.parametrize(
    ("face", "kinds", "guns"), [(1, [], 0), (2, ["half_squad"], 1), (3, ["squad"], 1), (6, ["squad", "squad"], 0)]
)
def test_the_ambush(face: int, kinds: list[str], guns: int) -> None:
    """12.0#9: next to an enemy a die brings nobody, a Half-Squad or Squad with a gun, or two Squads."""
    s = Scene(
        U("h", "hero", "C3", skills=["the_ambush"]),
        U("a", "squad", "A8", reduces_to=["half"]),
        U("x", "squad", "C4"),
        types=[AMBUSH],
        guns={"g": (2, 6)},
        lying={"g": "A1"},
    )
    s.do(UseSkill("h", "the_ambush"), dice=[f"random {face}"])
    for kind in kinds:
        assert s.code(Place("h-ambush-1" if kind == kinds[-1] else "h-ambush-2", "C6")) != ""
        s.do(s.options()[0])
    new = s.state.units[3:]
    assert [s.game.types[u.type].kind for u in new] == kinds
    assert sum(len(u.carries) for u in new) == guns
    assert all(s.game.board.loc_name(u.at) == "C3" for u in new)
    assert s.unit("h").skills == ()


def test_the_ambush_needs_an_enemy_near() -> None:
    """12.0#9: without an enemy in or next to his hex it cannot be used."""
    s = Scene(U("h", "hero", "C3", skills=["the_ambush"]), U("a", "squad", "C3"), U("x", "squad", "C5"))
    assert s.code(UseSkill("h", "the_ambush")) == "no_enemy_near"
    assert s.code(UseSkill("h", "decisive")) == "no_such_skill"


def test_versatile_enters_melee_after_assault_fire() -> None:
    """12.0#10: after Assault Fire a Hero with it may enter Melee, another may not."""
    for skills, allowed in ((["versatile"], True), ([], False)):
        s = Scene(U("h", "hero 1-4-6-6", "C3", skills=skills), U("x", "squad", "C4"))
        s.do(Activate("C3"), Fire("C3", "C4", "assault_fire"), AddFirer("h"), OpenFire("h"), dice=MISS)
        s.do(BeginMove("C3"), AddMover("h", "assault"))
        assert (s.code(StepTo("C4")) == "") is allowed


def test_bull_survives_two_wounds() -> None:
    """12.0#11: a second wound makes nothing worse, the third kills; another man dies of the second."""
    from lnlt.rules.facts import units

    for skills, alive in ((["bull"], True), ([], False)):
        s = Scene(U("l", "leader 5-1-6", "C3", "wounded", skills=skills), U("x", "squad 1-9-4-5", "C6"), impulse="de")
        s.fire("C6", "C3", "x", dice=["attack 6", "defence 1", "damage check 3"])
        assert (s.at("l") == "C3") is alive
        if alive:
            assert s.unit("l").flags & WOUNDED_TWICE
            assert units.morale(s.game, s.unit("l")) == 4


def test_charismatic_rallies_next_door() -> None:
    """12.0#12: he rallies units in adjacent hexes too, unless he is wounded."""
    for words, code in (((), ""), (("wounded",), "not_in_his_hex")):
        leader = U("l", "leader 6-1-6", "C3", *words, skills=["charismatic"])
        s = Scene(leader, U("a", "squad", "C4", "shaken"), U("b", "leader", "A1", "shaken"), phase="rally")
        assert s.code(Rally("a", by="l")) == code
    s = Scene(U("l", "leader 6-1-6", "C3", skills=["charismatic"]), U("a", "squad", "C4", "shaken"), phase="rally")
    s.do(Rally("a", by="l"), dice=["rally 3 3"])
    assert why(s.tally("rally", "a")) == {"leader": -1}


def test_unknown_skill_is_an_error() -> None:
    """12.0#1: a set-up with a Skill that no pack has is refused."""
    from msgspec.structs import replace

    from lnlt.core.errors import ContentError

    s = Scene(U("l", "leader", "C3"), U("x", "squad", "C6"))
    setup = replace(s.game.setup, units=(replace(s.game.setup.units[0], skills=("flying",)),))
    with pytest.raises(ContentError, match="unknown skill"):
        build_game(setup)
