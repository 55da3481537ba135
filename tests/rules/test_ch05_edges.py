"""5.0-5.3, 1.6, 1.7, 6.1.1, 10.7: edges of fire: first hex, last hex in range, own hex, what counts as alone."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest
from msgspec.structs import replace

from helpers import (
    MISS,
    Activate,
    AddFirer,
    Fire,
    FireAlone,
    OpenFire,
    OpFire,
    PassWindow,
    RetreatTo,
    Scene,
    U,
    flagged,
)
from lnlt import engine
from lnlt.core import events as ev
from lnlt.core.catalog import WeaponType
from lnlt.core.engine import passes
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    CONTINUOUS,
    FIRED,
    HANDLED,
    HIT_AND_RUN,
    MOVED,
    MOVING,
    SHAKEN,
    SMOKED,
)
from lnlt.core.state import enclosing
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.action import shots
from lnlt.rules.ch05_fire.attack import targets
from lnlt.rules.ch05_fire.firepower import Firer, ifp_reach
from lnlt.rules.ch05_fire.firers import fire_reach
from lnlt.rules.ch05_fire.group import FireGroup
from lnlt.rules.ch05_fire.modifiers import defence_tally, stack_modifiers, target_bonus
from lnlt.rules.ch05_fire.odds import fire_odds
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch05_fire.retreat import check_retreat
from lnlt.rules.ch05_fire.special import only_weapons
from lnlt.rules.ch10_los_spotting.attempts import Spot, SpotAt
from scene_helpers import cited

pytestmark = pytest.mark.usefixtures("either_seat")

NORTH = ("cave", "D5", 0, "D4")
"""A Cave in D5 that opens to the north."""


def gun(kind: str = "machine_gun", *abilities: str, fp: int = 2, reach: int = 9, least: int = 0) -> WeaponType:
    """A weapon called "g"."""
    return WeaponType("gun-g", "g", kind, fp=fp, range=reach, min_range=least, abilities=frozenset(abilities))


def owned(s: Scene, side: int) -> Scene:
    """The scene with all markers belonging to a side."""
    marks = tuple(replace(m, side=side) for m in s.state.markers)
    s.state = replace(s.state, markers=marks, marks=type(s.state.marks)({m.at: (m,) for m in marks}))
    return s


@pytest.mark.parametrize(("inside", "expected"), [("D5/cave", ""), ("H0", "no_enemy_there")])
def test_mortars_directed_at_caves(inside: str, expected: str) -> None:
    """1.6.5, 10.7, Q-270: a Mortar is directed at a held Cave from behind; an empty one is no target for it."""
    s = Scene(
        U("a", "squad 1-1-4-5", "D8", carries=["g"]), U("b", "squad 1-1-4-5", "D7"), U("x", "squad", inside, "fired"),
        guns={"g": gun("mortar")}, markers=[NORTH], size=(9, 9),
    )  # fmt: skip
    owned(s, s.de).do(Activate("D8"))
    assert s.code(Fire("D8", "D5/cave", "indirect", "b")) == expected


def test_assault_fire_of_a_mortar() -> None:
    """6.1.1, 1.6.5: a Mortar that alone reaches the target takes part in Assault Fire."""
    s = Scene(
        U("a", "squad 1-1-4-5", "C3", abilities=("assault_move",), carries=["g"]), U("x", "squad 1-1-4-5", "C7"),
        guns={"g": gun("mortar")},
    )  # fmt: skip
    s.do(Activate("C3"))
    assert s.code(Fire("C3", "C7", "assault_fire")) == ""


@pytest.mark.parametrize(("mates", "expected"), [((), ""), (("shaken",), "no_assault_fire"), (None, "no_assault_fire")])
def test_who_may_still_join_assault_fire(mates: tuple[str, ...] | None, expected: str) -> None:
    """6.1.1: a Squad not capable of it joins if somebody capable of it is in the group or can still join and fire."""
    later = [] if mates is None else [U("c", "squad", "C3", *mates, abilities=("assault_move",))]
    s = Scene(
        U("a", "squad", "C3"), U("b", "squad", "C3"), *later, U("x", "squad", "C5"),
    )  # fmt: skip
    group = FireGroup(side=s.us, origin=s.loc("C3"), at=s.loc("C5"), mode="assault_fire")
    refusal = group.check(s.game, s.state, AddFirer("a"))
    assert (refusal.code if refusal else "") == expected


def test_empty_cave_defends_with_the_enemys_die() -> None:
    """10.7.2, 5.0: the other side rolls for an empty Cave."""
    s = Scene(
        U("a", "squad", "D4", carries=["g"]), U("x", "squad", "H0"), guns={"g": gun("satchel_charge", fp=6, reach=2)},
        markers=[NORTH], size=(9, 9),
    )  # fmt: skip
    owned(s, s.de).fire("D4", "D5/cave", ("a", "g"), dice=MISS)
    assert [(e.purpose, e.side) for e in s.events if isinstance(e, ev.Rolled)] == [("attack", s.us), ("defence", s.de)]
    assert [(e.what, e.outcome) for e in s.events if isinstance(e, ev.Resolved)] == [("fire", "damage_check")]


def test_charges_and_men_on_the_next_floor() -> None:
    """5.6, 1.6.3, Q-013: another floor is one hex away: the Squad's own fire reaches it, so its charge is not alone."""
    s = Scene(
        U("a", "squad 1-1-4-5", "C3", carries=["g"]), U("x", "squad", "C3/upper"),
        guns={"g": gun("satchel_charge", fp=6, reach=1)}, hexes={"C3": "hc_building"}, buildings=[(("C3",), 2)],
    )  # fmt: skip
    found = stack_modifiers(s.game, s.state, [Firer(0, (0,))], s.loc("C3"), s.loc("C3/upper"))
    assert [m.why for m in found] == ["adjacent"]


@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        (0, "mounted"),
        (FIRED, "mounted"),
        (MOVED, "mounted_moving"),
        (MOVING, "mounted_moving"),
        (ASSAULT_MOVE, "mounted_moving"),
        (HIT_AND_RUN, "mounted_moving"),
        (CONTINUOUS, "mounted_moving"),
    ],
)
def test_mounted_targets(flags: int, reason: str) -> None:
    """6.6, 15.5.1, Q-044: riders are harder to hit in motion and easier when they stand, whatever else they did."""
    s = flagged(Scene(U("a", "squad", "C3"), U("x", "mounted_squad 1-4-8-5", "C5")), "x", flags)
    (found,) = target_bonus(s.game, s.state, 1, s.loc("C3"), s.loc("C5"))
    assert (found.why, found.value) == (reason, 1 if reason == "mounted" else -1)


def test_no_second_leader_of_a_hex() -> None:
    """5.0.1, 11.1.1: once a Leader has lent his LM, another Good Order Leader of his hex does not join the fire."""
    s = Scene(
        U("a", "leader", "C3"), U("b", "leader", "C3"), U("c", "squad", "C3"), U("t", "weapon_team", "C3",
        abilities=("mg",)), U("x", "squad", "C5"),
    )  # fmt: skip
    s.do(Activate("C3"), FireAlone("t", "C5", "b"), dice=MISS)
    s.do(Fire("C3", "C5"))
    assert s.code(AddFirer("a")) == "one_leader"
    assert s.code(AddFirer("b")) == ""


def test_squads_that_spot_do_not_aid() -> None:
    """5.0.1, 10.1.1: only a Leader who has just spotted lends something; a Squad out of range does not join."""
    s = Scene(
        U("a", "squad 1-2-4-5", "C3"), U("b", "squad 1-6-4-5", "C3"), U("x", "squad", "C6"), hexes={"C6": "light_woods"}
    ).do(Activate("C3"), Spot("a"), SpotAt("C6"), dice=("spot 1",))
    s.do(Fire("C3", "C6"))
    assert s.code(AddFirer("a")) == "out_of_range"
    assert s.code(AddFirer("b")) == ""


def test_leader_who_owns_the_crewed_weapon() -> None:
    """1.6, 11.1.1: he joins with the weapon somebody helps him with, not to lend his LM; one before him may."""
    s = Scene(
        U("a", "hero", "C3"), U("b", "hero", "C3", carries=["v"]), U("c", "leader", "C3"),
        U("d", "leader", "C3", carries=["g"]), U("x", "squad", "C5"),
        guns={"v": WeaponType("gun-v", "v", "machine_gun", fp=1, range=5), "g": gun()},
    )  # fmt: skip
    helped = FireGroup(side=s.us, origin=s.loc("C3"), at=s.loc("C5"), members=((0, (1,)),))
    assert helped.owed(s.state) == (3, 1)
    assert cited(helped._check_aid(s.game, s.state, 3, 2)) == "1.6 owner_first"
    assert helped._check_aid(s.game, s.state, 2, 2) is None


def test_whom_an_arrived_leader_aids() -> None:
    """6.1, 5.0.1: a Leader who has come by Assault Move aids those who came with him, not those who were there."""
    s = Scene(U("a", "leader", "C3"), U("b", "squad", "C3"), U("c", "squad", "C3"), U("x", "squad", "C5"))
    group = FireGroup(side=s.us, origin=s.loc("C3"), at=s.loc("C5"), only=(0, 1))
    assert group._check_aid(s.game, s.state, 0, 2) is None
    alone = replace(group, only=(0,))
    assert cited(alone._check_aid(s.game, s.state, 0, 2)) == "5.0.1 nobody_to_aid"


def test_a_leader_who_goes_on_aiding_has_no_fire_to_leave_out() -> None:
    """5.0.1: who has lent his modifier lends it to the next fire of his hex, too; he has nothing to keep silent."""
    s = Scene(U("a", "squad", "C3"), U("d", "leader", "C3"), U("x", "squad", "C5")).do(Activate("C3"), Fire("C3", "C5"))
    stack = tuple(replace(f, aided=(1,)) if isinstance(f, Impulse) else f for f in s.state.stack)
    s.state = replace(s.state, stack=stack)
    s.do(AddFirer("a"))
    assert (s.code(AddFirer("d")), s.code(AddFirer("d", (), False))) == ("", "cannot_fire_weapons")


def test_shots_at_the_next_floor() -> None:
    """11.4, 1.4: another floor of the own hex is one hex away for a man who fires on his own."""
    s = Scene(
        U("a", "marksman 1-1-4-6", "C3"), U("x", "squad 1-1-4-5", "C3/upper"), U("y", "squad", "H8"),
        hexes={"C3": "hc_building"}, buildings=[(("C3",), 2)],
    )  # fmt: skip
    s.do(Activate("C3"))
    assert s.code(FireAlone("a", "C3/upper")) == ""


def test_teams_without_a_machine_gun() -> None:
    """1.7: a team of another kind has no Inherent Firepower, not even next door."""
    s = Scene(U("a", "weapon_team 0-9-2-6", "C3"), U("x", "squad", "C4")).do(Activate("C3"))
    assert s.code(FireAlone("a", "C4")) == "out_of_range"


@pytest.mark.parametrize(("origin", "target"), [("H7", "H5"), ("B2", "B4"), ("G3", "E4")])
def test_last_hex_of_a_teams_range(origin: str, target: str) -> None:
    """1.7, 5.0: what is exactly in range is offered to a team, wherever it stands."""
    s = Scene(U("a", "weapon_team 3-2-2-6", origin, abilities=("mg",)), U("x", "squad", target)).do(Activate(origin))
    assert FireAlone("a", target) in s.options()


def test_not_named_tells_the_place() -> None:
    """4.0, 1.4: the refusal names the hex, the first of the board too; a unit off the board is named itself."""
    team = ("mg",)
    s = Scene(
        U("a", "weapon_team", "A0", abilities=team), U("b", "squad", "C3"), U("c", "weapon_team", "", abilities=team),
        U("x", "squad", "A3"),
    ).do(Activate("C3"))  # fmt: skip
    found = [engine.why_not(s.game, s.state, FireAlone(u, "A3")) for u in "ac"]
    assert [(r.code, r.params["at"]) for r in found if r] == [("not_named", "A0"), ("not_named", "c")]


@pytest.mark.parametrize(
    ("origin", "target", "beside", "wall"),
    [("C3", "C7", "C6", 0), ("C3", "C6", "C5", 1), ("H8", "H5", "H6", 1), ("H8", "H4", "H5", 0)],
)
def test_odds_of_mortars_behind_walls(origin: str, target: str, beside: str, wall: int) -> None:
    """1.6.5#7, Q-014: the odds count a Wall unless the Mortar alone reaches the target."""
    s = Scene(
        U("a", "squad 1-3-4-5", origin, carries=["g"]), U("x", "squad", target), guns={"g": gun("mortar", least=2)},
        sides=[(target, beside, "wall")], size=(9, 9),
    )  # fmt: skip
    odds = fire_odds(s.game, s.state, [Firer(0, (0,))], 0, s.loc(origin), s.loc(target))
    assert odds.targets[0].defence.total == wall
    s.fire(origin, target, ("a", "g"), dice=("attack 1 1", "defence 6"))
    assert s.tally("fire", "x", 1).total == wall


def test_leader_who_lends_does_not_lead_the_fire() -> None:
    """5.2: whoever only adds his Leadership cannot be the one the group fires by."""
    s = Scene(U("a", "squad", "C3"), U("b", "leader 6-1-6", "C3"), U("x", "squad", "C5"))
    s.do(Activate("C3"), Fire("C3", "C5"), AddFirer("a"), AddFirer("b"))
    assert s.code(OpenFire("b")) == "leader_does_not_fire"


def test_defence_of_nobody_against_nobody() -> None:
    """1.6.5, Q-014: unless Mortars are said to fire, a Wall helps and hidden men are no targets."""
    s = Scene(
        U("a", "squad", "C3"), U("x", "squad", "C4", "stealth"), U("y", "squad", "C4", "moved"),
        sides=[("C4", "C3", "wall")], hexes={"C4": "forest"},
    )  # fmt: skip
    at = s.loc("C4")
    assert (
        defence_tally(s.game, s.state, at, s.loc("C3")).total
        > defence_tally(s.game, s.state, at, s.loc("C3"), mortar=True).total
    )
    hidden = Scene(U("a", "squad", "C3"), U("x", "squad", "C4", "stealth"), hexes={"C4": "forest"})
    assert targets(hidden.game, hidden.state, hidden.us, at) == ()
    assert targets(hidden.game, hidden.state, hidden.us, at, True) == (1,)


@pytest.mark.parametrize("mark", [MOVING, ASSAULT_FIRE, CONTINUOUS, SMOKED, HANDLED])
def test_reach_of_those_who_cannot_fire(mark: int) -> None:
    """5.0: whoever is in the act of something else adds no range to his location."""
    s = Scene(U("a", "squad 1-6-4-5", "C3"), U("x", "squad", "C5"))
    assert fire_reach(s.game, s.state, s.us, s.loc("C3"), False) == 6
    flagged(s, "a", mark)
    assert fire_reach(s.game, s.state, s.us, s.loc("C3"), False) == 0


def test_letting_a_window_pass_is_passing() -> None:
    """5.3: an automatic player who only lets things pass lets windows pass."""
    assert [passes(c) for c in (PassWindow(), PassWindow(True), OpFire("C3"))] == [True, True, False]


@pytest.mark.parametrize(
    ("kind", "results"),
    [
        ("squad 1-4-4-3", {"none", "shaken", "casualties", "eliminated"}),
        ("mounted_squad 1-4-8-3", {"none", "shaken", "casualties", "eliminated"}),
        ("half_squad 1-4-4-3", {"none", "shaken", "eliminated"}),
        ("half_squad 1-4-4-5", {"none", "shaken", "eliminated"}),
    ],
)
def test_results_of_casualties_in_odds(kind: str, results: set[str]) -> None:
    """5.1, 6.6: Casualties leave something of a Squad, mounted or not; of a Half-Squad nothing."""
    s = Scene(U("a", "squad 3-6-4-5", "C3"), U("x", kind, "C5"))
    (found,) = fire_odds(s.game, s.state, [Firer(0)], 0, s.loc("C3"), s.loc("C5")).targets
    assert set(found.chances) == results
    assert sum(found.chances.values()) == 1


def fleeing(at: str, *more: U, mf: int = 3, **keys: Any) -> Scene:
    """A unit "x" that flames from C3 or beside it have shaken and that must retreat."""
    flame = gun("flamethrower", "forces_retreat", fp=4, reach=2)
    origin = {"C4": "C3", "A1": "A2"}[at]
    s = Scene(
        U("a", "squad 2-5-4-6", origin, carries=["g"]), U("x", "squad 1-5-4-3", at, shaken=(3, mf)), *more,
        guns={"g": flame}, **keys,
    )  # fmt: skip
    return s.fire(origin, at, ("a", "g"), dice=("attack 1", "defence 2", "damage check 1", "hero creation 1"))


def test_no_retreat_to_another_floor() -> None:
    """1.6.3: a retreat leads to another hex."""
    s = Scene(
        U("a", "squad", "D3"), U("x", "squad", "D4", "shaken"), hexes={"D4": "hc_building"}, buildings=[(("D4",), 2)]
    )
    refusal = check_retreat(s.game, s.state, s.number("x"), s.loc("D3"), s.loc("D4/upper"))
    assert cited(refusal) == "1.6.3 not_adjacent"


def test_no_retreat_out_of_the_area_in_play() -> None:
    """1.6.3, 22.0: a hex that is not in play is no way out."""
    s = Scene(U("a", "squad", "D3"), U("x", "squad", "D4", "shaken"))
    game = copy(s.game)
    game.__dict__["playable"] = frozenset({s.loc("D3") >> 3, s.loc("D4") >> 3})
    assert cited(check_retreat(s.game, s.state, s.number("x"), s.loc("D3"), s.loc("D5"))) == ""
    assert cited(check_retreat(game, s.state, s.number("x"), s.loc("D3"), s.loc("D5"))) == "22.0 off_limits"


def test_no_retreat_into_the_enemy() -> None:
    """1.6.3#2: not into a hex with an enemy in it."""
    s = Scene(U("a", "squad", "D3"), U("b", "squad", "D5"), U("x", "squad", "D4", "shaken"))
    assert cited(check_retreat(s.game, s.state, s.number("x"), s.loc("D3"), s.loc("D5"))) == "1.6.3 enemy_there"


@pytest.mark.parametrize(("mf", "goes"), [(1, True), (0, False)])
def test_who_cannot_retreat_at_all(mf: int, goes: bool) -> None:
    """1.6.3: one Movement Point is enough; who has none is eliminated."""
    s = fleeing("C4", U("y", "squad", "H8"), mf=mf)
    assert ("RetreatChoice" in s.frames) is goes
    assert (s.at("x") == "C4") is goes


def test_retreat_into_the_corner() -> None:
    """1.6.3, 5.3: a retreat to the first hex of the board is answered like any other and leaves a Moved marker."""
    s = fleeing("A1", U("b", "squad 1-9-4-5", "B3"), U("y", "squad", "H8"))
    assert s.loc("A0") == 0
    s.do(RetreatTo("x", "A0"))
    assert enclosing(s.state, OpportunityFire) is not None
    assert s.asked == "us"
    s.do(PassWindow())
    assert (s.at("x"), s.words("x")) == ("A0", {"shaken", "moved"})
    assert not s.unit("x").flags & MOVING
    assert s.unit("x").mp == 0


@pytest.mark.parametrize(("terrain", "attacks"), [("clear", 1), ("light_woods", 2), ("rough", 3)])
def test_answers_to_a_retreat(terrain: str, attacks: int) -> None:
    """1.6.3, 5.3: as many attacks as the step costs Movement Points."""
    s = fleeing("C4", U("b", "squad 1-9-4-5", "B2"), U("y", "squad", "H8"), hexes={"C5": terrain})
    s.do(RetreatTo("x", "C5"))
    window = enclosing(s.state, OpportunityFire)
    assert window is not None
    assert window.budget == attacks


def test_caves_that_are_none() -> None:
    """10.7: without a marker there is no Cave to be closed, and from a Tunnel nobody fires at one."""
    s = Scene(U("a", "squad", "D7"), U("x", "squad", "D5/cave"), markers=[NORTH])
    at, tunnel = s.loc("D5/cave"), s.loc("D6/tunnel")
    assert only_weapons(s.game, s.state, s.us, s.loc("D7"), at) == {"satchel_charge", "mortar"}
    assert only_weapons(s.game, s.state, s.us, tunnel, at) == frozenset()
    assert only_weapons(s.game, s.state, s.us, s.loc("D7"), s.loc("E5/cave")) == frozenset()


@pytest.mark.parametrize(("row", "origin"), [(7, 3), (6, 2)])
def test_upper_floors_of_all_hexes(row: int, origin: int) -> None:
    """10.2, 5.0: an upper floor is a target though the ground of its hex is out of sight, in every hex."""
    place, start = f"C{row}", f"C{origin}"
    s = Scene(
        U("a", "squad 1-6-4-5", start), U("x", "squad", f"{place}/upper", "fired"),
        hexes={place: "hc_building", f"C{row - 1}": ("clear", 1)}, buildings=[((place,), 2)], size=(9, 9),
    )  # fmt: skip
    s.do(Activate(start))
    assert Fire(start, f"{place}/upper") in s.options()


def test_targets_at_the_edge_of_the_woods() -> None:
    """5.0, 10.3: out of a lane the first trees on both sides are in sight, whatever the hexes around them are."""
    hexes = dict.fromkeys((f"{c}{r}" for c in "ABDEFGHI" for r in range(9)), "forest")
    s = Scene(U("a", "squad 1-6-4-5", "C1"), U("x", "squad", "D3"), U("y", "squad", "F3"), hexes=hexes, size=(9, 9))
    at = s.loc("C1")
    assert shots(s.game, s.state, Impulse(side=s.us, named=(at,)), at) == [s.loc("D3")]


def test_directing_is_indirect() -> None:
    """1.6.5: who names a man to direct the fire fires indirectly; indirect fire needs such a man."""
    s = Scene(
        U("a", "squad 1-6-4-5", "C3", carries=["g"]), U("b", "squad", "D3"), U("x", "squad", "C6"),
        guns={"g": gun("mortar")},
    ).do(Activate("C3"))  # fmt: skip
    ways = [("", ""), ("indirect", "b"), ("", "b"), ("indirect", "")]
    assert [s.code(Fire("C3", "C6", mode, man)) for mode, man in ways] == ["", "", "no_spotter", "no_spotter"]


def test_caves_from_behind_need_the_weapon() -> None:
    """10.7, 5.0: with weapons in the game too, a place whose units carry none for it does not fire at a Cave's back."""
    charge = gun("satchel_charge", fp=6, reach=2)
    s = Scene(
        U("a", "squad", "C7"), U("b", "squad", "D7", carries=["g"]), U("x", "squad", "D5/cave", "fired"),
        guns={"g": charge}, markers=[NORTH], size=(9, 9),
    )  # fmt: skip
    far, near = (Fire(origin, "D5/cave") for origin in ("C7", "D7"))
    s.do(Activate("C7"))
    assert s.code(far) == "no_line_of_sight"
    assert far not in s.options()
    t = Scene(
        U("b", "squad", "D7", carries=["g"]), U("x", "squad", "D5/cave", "fired"), guns={"g": charge}, markers=[NORTH],
        size=(9, 9),
    ).do(Activate("D7"))  # fmt: skip
    assert t.code(near) == ""
    assert near in t.options()


def test_hidden_units_are_offered_to_mortars() -> None:
    """6.4, Q-271: a Mortar may be fired at units hidden by Stealth, rifles may not."""
    hexes = {"C6": "light_woods"}
    units = (U("b", "squad", "C7"), U("x", "squad", "C6", "stealth"))
    s = Scene(U("a", "squad 1-6-4-5", "C3", carries=["g"]), *units, guns={"g": gun("mortar")}, hexes=hexes)
    plain = Scene(U("a", "squad 1-6-4-5", "C3"), *units, hexes=hexes)
    assert [(t.do(Activate("C3")), Fire("C3", "C6") in t.options())[1] for t in (s, plain)] == [True, False]


def test_walls_count_unless_told_otherwise() -> None:
    """5.5, 1.6.5: the defence counts a Wall except against Mortars alone."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), sides=[("C6", "C5", "wall")])
    at, origin = s.loc("C6"), s.loc("C3")
    assert defence_tally(s.game, s.state, at, origin, 1).total == 1
    assert defence_tally(s.game, s.state, at, origin, 1, mortar=True).total == 0


def test_reach_follows_skills_and_leaders() -> None:
    """5.0, 12.0: a Hero reaches as far as the Skill he has now says, a Squad as that of the Leader who leads it."""
    s = Scene(U("a", "hero 1-4-6-6", "C3", skills=["deadeye"]), U("x", "squad", "H8"))
    found = []
    for skills in (("deadeye",), ("bull",), (), ("deadeye",)):
        hero = replace(s.unit("a"), skills=skills)
        found.append(ifp_reach(s.game, replace(s.state, units=(hero, *s.state.units[1:])), 0))
    assert found == [8, 4, 4, 8]
    led = Scene(U("a", "squad 1-4-4-5", "C3"), U("l", "leader", "C3", skills=["deadeye"]), U("x", "squad", "H8"))
    assert ifp_reach(led.game, led.state, 0) == 8
    assert ifp_reach(led.game, flagged(led, "l", SHAKEN).state, 0) == 4


@pytest.mark.parametrize(
    ("what", "reach"), [("marksman 1-3-4-6", 3), ("marksman 1-0-4-6", 254), ("squad 1-0-4-6", 0), ("squad 1-3-4-6", 3)]
)
def test_printed_and_missing_ranges(what: str, reach: int) -> None:
    """5.0, Q-096: the printed range counts; a Marksman whose counter prints none reaches everything."""
    s = Scene(U("a", what, "C3"), U("x", "squad", "H8"))
    assert ifp_reach(s.game, s.state, 0) == reach
