"""5.0-5.6, 6.1, 6.1.1, 1.6: details of fire that decide who fires, with how much, and what a hit leaves behind."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from helpers import (
    MISS,
    Activate,
    AddFirer,
    AddMover,
    BeginMove,
    Drop,
    Fire,
    FireAlone,
    OpenFire,
    Scene,
    StepTo,
    StopMove,
    U,
    why,
)
from lnlt.core.catalog import Side2, WeaponType
from lnlt.core.dice import SEEDED
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    FIRED,
    HANDLED,
    HIT_AND_RUN,
    JAMMED,
    LOW_CRAWL,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    SMOKED,
    STEALTH,
    WOUNDED,
)
from lnlt.rules.ch05_fire.damage import column, dies_of_wound, stop_moving, take_casualties
from lnlt.rules.ch05_fire.firepower import Firer, ifp_reach, only_with, weapon_share
from lnlt.rules.ch05_fire.firers import check_firer, check_ready, fire_reach
from lnlt.rules.ch05_fire.modifiers import aiding_leader, defence_tally, fire_tally, stack_modifiers
from lnlt.rules.ch10_los_spotting.attempts import Spot, SpotAt

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("z", "squad 1-1-4-5", "H8")


def gun(kind: str = "machine_gun", *abilities: str, fp: int = 2, reach: int = 9, **more: Any) -> WeaponType:
    """A weapon type for a scene with a weapon called "g"."""
    return WeaponType("gun-g", "g", kind, fp=fp, range=reach, abilities=frozenset(abilities), **more)


MORTAR = gun("mortar", min_range=2)
FLAME = gun("flamethrower", fp=4, reach=2)
SATCHEL = gun("satchel_charge", fp=6, reach=1)


def draft(s: Scene) -> Draft:
    """A draft of the scene as it is now."""
    return Draft(s.game, s.state, SEEDED)


@pytest.mark.parametrize(
    "flag", [ASSAULT_MOVE, LOW_CRAWL, STEALTH, HIT_AND_RUN, OPS_COMPLETE, ASSAULT_FIRE, SMOKED, HANDLED]
)
def test_whoever_is_hit_on_the_move_has_moved(flag: int) -> None:
    """5.1, 5.3, Q-036: whatever it declared or did on the way, a moving unit that is hit stops under Moved alone."""
    d = draft(Scene(U("a", "squad", "C3"), FAR))
    d.flag(0, MOVING | flag)
    stop_moving(d, 0)
    assert d.units[0].flags == MOVED


def test_what_stopping_keeps() -> None:
    """5.1: a Fired marker stays; whoever is not moving keeps everything."""
    d = draft(Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), FAR))
    d.flag(0, MOVING | FIRED | MOVED)
    d.flag(1, FIRED | LOW_CRAWL)
    stop_moving(d, 0)
    stop_moving(d, 1)
    assert (d.units[0].flags, d.units[1].flags) == (MOVED | FIRED, FIRED | LOW_CRAWL)


@pytest.mark.parametrize(
    ("kind", "flags", "name"),
    [
        ("squad", MOVED | FIRED, "go_mmc"),
        ("squad", SHAKEN | MOVED, "shaken_mmc"),
        ("weapon_team", SHAKEN, "shaken_mmc"),
        ("leader", MOVED | WOUNDED, "go_smc"),
        ("leader", SHAKEN, "hero_or_shaken_smc"),
        ("hero", 0, "hero_or_shaken_smc"),
    ],
)
def test_columns_of_the_damage_check_table(kind: str, flags: int, name: str) -> None:
    """5.1: kind and morale state choose the column, other markers and wounds do not."""
    s = Scene(U("a", kind, "C3"), FAR)
    assert column(s.game, replace(s.unit("a"), flags=flags)) == name


@pytest.mark.parametrize(("carried", "asked"), [(["g"], False), (["g", "h"], True)])
def test_half_squad_keeps_one_weapon(carried: list[str], asked: bool) -> None:
    """5.1, 1.6: the Half-Squad left by Casualties is asked what to drop only if it has more than it may carry."""
    s = Scene(U("a", "squad", "C3", carries=carried), FAR, guns={"g": (1, 5), "h": (2, 7)})
    d = draft(s)
    depth = len(d.stack)
    take_casualties(d, 0)
    assert len(d.stack) - depth == asked
    assert len(d.units[0].carries) == len(carried)


def test_dropping_names_unit_and_weapon() -> None:
    """1.6: the reduced Squad drops one of its own weapons, named with its own name."""
    s = Scene(U("a", "squad 1-5-4-2", "C3"), U("x", "squad 1-5-4-3", "C6", carries=["g", "h"]), U("y", "squad", "H8"),
              guns={"g": (1, 1), "h": (2, 1), "k": (2, 1)})  # fmt: skip
    s.fire("C3", "C6", "a", dice=("attack 4", "defence 1", "damage check 2"))
    assert "DropWeapon" in s.frames
    assert s.code(Drop("y", "g")) == s.code(Drop("x", "k")) == "not_its_weapon"
    assert s.code(Drop("x", "g")) == ""


@pytest.mark.parametrize(
    ("skills", "flags", "dies"), [((), 0, False), ((), WOUNDED, True), (("bull",), WOUNDED, False)]
)
def test_wounds_that_kill(skills: tuple[str, ...], flags: int, dies: bool) -> None:
    """5.1, 12.0: the second wound kills, of a Bull the third."""
    s = Scene(U("a", "hero", "C3", skills=skills), FAR)
    assert dies_of_wound(s.game, replace(s.unit("a"), flags=flags)) is dies


def test_third_wound_of_a_bull() -> None:
    """12.0, 5.1: a Bull wounded twice dies of the next one."""
    from lnlt.core.flags import WOUNDED_TWICE

    s = Scene(U("a", "hero", "C3", skills=["bull"]), FAR)
    assert dies_of_wound(s.game, replace(s.unit("a"), flags=WOUNDED | WOUNDED_TWICE))


@pytest.mark.parametrize("kind", ["leader", "commissar", "political_officer"])
def test_leaders_have_no_fire_of_their_own(kind: str) -> None:
    """5.0: a Leader's Inherent Firepower reaches nowhere, whatever a counter prints."""
    leader = U("a", kind, "C3")
    leader.type = replace(leader.type, fp=1, range=4)
    s = Scene(leader, FAR)
    assert ifp_reach(s.game, s.state, 0) == 0


def test_range_of_a_wounded_hero() -> None:
    """5.0, 11.2: a wounded Hero reaches as far as his wounded side says, also after he has been asked unwounded."""
    s = Scene(U("a", "hero 1-6-6-6", "C3", wounded=Side2(1, 3, 5, 6)), FAR)
    assert ifp_reach(s.game, s.state, 0) == 6
    d = draft(s)
    d.flag(0, WOUNDED)
    assert ifp_reach(s.game, d, 0) == 3
    d.flag(0, MOVED, WOUNDED)
    assert ifp_reach(s.game, d, 0) == 6


@pytest.mark.parametrize(
    ("kind", "fp", "words", "value", "reason"),
    [
        ("machine_gun", 4, (), 4, "support_weapon"),
        ("machine_gun", 4, ("ops_complete",), 2, "support_weapon_ops_complete"),
        ("flamethrower", 4, ("ops_complete",), 2, "support_weapon_ops_complete"),
        ("satchel_charge", 4, ("ops_complete",), 4, "support_weapon"),
        ("machine_gun", 3, ("ops_complete",), 1.5, "support_weapon_ops_complete"),
        ("machine_gun", 3, ("moved",), 3, "support_weapon"),
    ],
)
def test_weapons_of_ops_complete_squads(kind: str, fp: int, words: tuple[str, ...], value: float, reason: str) -> None:
    """4.1, 1.6: machine guns and Flamethrowers of an Ops Complete Squad have half their firepower, not yet rounded."""
    s = Scene(U("a", "squad", "C3", *words, carries=["g"]), FAR, guns={"g": gun(kind, fp=fp)})
    share = weapon_share(s.game, s.state, 0, 0, False)
    assert (share.value, share.why) == (value, reason)


@pytest.mark.parametrize(("distance", "value", "rule"), [(6, 3, "1.6"), (7, 1.5, "5.4")])
def test_weapons_beyond_a_boxed_range(distance: int, value: float, rule: str) -> None:
    """5.4: beyond its printed range a weapon whose range is boxed has half its firepower, not yet rounded."""
    boxed = gun("machine_gun", "extended_range", fp=3, reach=6)
    s = Scene(U("a", "squad", "C3", carries=["g"]), FAR, guns={"g": boxed})
    share = weapon_share(s.game, s.state, 0, 0, False, distance)
    assert (share.value, share.rule) == (value, rule)


def test_jammed_weapon_is_worth_nothing() -> None:
    """1.6.2: a jammed weapon adds no firepower."""
    s = Scene(U("a", "squad", "C3", carries=["g"]), FAR, guns={"g": gun()})
    jammed = replace(s.state, weapons=(replace(s.state.weapons[0], flags=JAMMED),))
    assert weapon_share(s.game, jammed, 0, 0, False).value == 0


@pytest.mark.parametrize(
    ("weapon", "distance", "ifp", "kind"),
    [
        (MORTAR, 3, True, ""),
        (MORTAR, 4, True, "mortar"),
        (MORTAR, 3, False, "mortar"),
        (SATCHEL, 3, True, ""),
        (SATCHEL, 1, False, "thrown"),
        (gun(), 4, True, ""),
    ],
)
def test_firepower_of_one_kind_only(weapon: WeaponType, distance: int, ifp: bool, kind: str) -> None:
    """1.6.3, 1.6.5, Q-013, Q-014: Mortars or charges count as alone where no Inherent Firepower joins them."""
    s = Scene(U("a", "squad 1-3-4-5", "C3", carries=["g"]), FAR, guns={"g": weapon})
    assert only_with(s.game, s.state, [Firer(0, (0,), ifp)], distance) == kind


@pytest.mark.parametrize(
    ("other", "nation", "aids"),
    [("squad", "us", True), ("squad", "uk", False), ("weapon_team", "uk", True), ("hero", "uk", False)],
)
def test_whom_a_leader_aids(other: str, nation: str, aids: bool) -> None:
    """5.0.1, Q-204: a Leader aids his own men, and Weapon Teams of anybody."""
    s = Scene(U("a", "leader", "C3", nation="us"), U("b", other, "C3", nation=nation), FAR)
    assert aiding_leader(s.game, s.state, [Firer(0), Firer(1)]) == (0 if aids else None)


@pytest.mark.parametrize(
    ("target", "leader"), [("C6", True), ("C7", False), ("F5", True), ("F6", False), ("G5", False)]
)
def test_mortars_alone_have_no_leader(target: str, leader: bool) -> None:
    """1.6.5#7, Q-014: a Leader adds his LM unless the target is beyond the Squad's own range."""
    s = Scene(
        U("a", "squad 1-3-4-5", "C3", carries=["g"]),
        U("l", "leader", "C3"),
        U("x", "squad", target),
        guns={"g": MORTAR},
    )
    found = why(fire_tally(s.game, s.state, [Firer(0, (0,)), Firer(1)], 0, s.loc("C3"), s.loc(target), 2))
    assert ("leader" in found) is (s.game.distance(s.loc("C3") >> 3, s.loc(target) >> 3) <= 3)
    assert ("leader" in found) is leader


@pytest.mark.parametrize(
    ("firer", "weapons", "wall"), [("squad 1-3-4-5", True, 0), ("squad 1-6-4-5", True, 1), ("squad 1-6-4-5", False, 1)]
)
def test_walls_and_mortars(firer: str, weapons: bool, wall: int) -> None:
    """1.6.5#7: a Wall does not help against Mortars alone; it does against the men beside them."""
    s = Scene(
        U("a", firer, "C3", carries=["g"]),
        U("x", "squad", "C7"),
        guns={"g": MORTAR},
        sides=[("C7", "C6", "wall")],
    )
    dice = ("attack 1 1", "defence 6") if weapons else MISS
    s.fire("C3", "C7", ("a", "g") if weapons else "a", dice=dice)
    assert s.tally("fire", "x", 1).total == wall


def test_no_adjacency_between_floors_next_door() -> None:
    """5.6, 10.4.1: the bonus of adjacent fire needs adjacent locations, not only neighbouring hexes."""
    house = {"C3": "hc_building", "C4": "hc_building"}
    s = Scene(U("a", "squad", "C3/upper"), U("x", "squad", "C4"), hexes=house, buildings=[(("C3", "C4"), 2)])
    found = stack_modifiers(s.game, s.state, [Firer(0)], s.loc("C3/upper"), s.loc("C4"))
    assert "adjacent" not in {m.why for m in found}


@pytest.mark.parametrize(
    ("weapon", "outcome", "words", "retreats"),
    [
        (FLAME, 3, (), True),
        (gun("machine_gun", fp=4, reach=2), 3, (), False),
        (gun("machine_gun", "forces_retreat", fp=4, reach=2), 3, (), True),
        (gun("molotov", fp=4, reach=1), 3, (), True),
        (FLAME, 2, ("fired",), False),
    ],
)
def test_who_flees_from_flames(weapon: WeaponType, outcome: int, words: tuple[str, ...], retreats: bool) -> None:
    """1.6.3, 1.6.7: whom flames shake must retreat; bullets drive nobody away, nor flames whom they do not shake."""
    s = Scene(
        U("a", "squad 0-1-4-5", "C3", carries=["g"]), U("x", "squad 1-5-4-9", "C4", *words), U("y", "squad", "H8"),
        guns={"g": weapon},
    )  # fmt: skip
    s.fire("C3", "C4", AddOnly("a", "g"), dice=("attack 2", "defence 1", f"damage check {outcome}"))
    assert ("RetreatChoice" in s.frames) is retreats


class AddOnly(tuple[str, ...]):
    """A firer with its weapons, as `Scene.fire` takes it."""

    def __new__(cls, *parts: str) -> AddOnly:
        return super().__new__(cls, parts)


def assault_scene(*more: U, **options: Any) -> Scene:
    """A Squad that can Assault Move in C3, another in C4, an enemy far away."""
    return Scene(
        U("a", "squad 1-5-4-5", "C3", abilities=["assault_move"]),
        U("b", "squad 1-5-4-5", "C4"),
        *more,
        U("x", "squad 1-1-4-5", "C8"),
        **options,
    )


def test_arriving_assault_movers_fire_alone() -> None:
    """6.1: who has come by Assault Move fires from a hex that is not named; those already there do not join."""
    s = assault_scene()
    s.do(Activate("C3"))
    s.do(BeginMove("C3"), AddMover("a", "assault"), StepTo("C4"), StopMove())
    assert s.code(Fire("C4", "C8")) == ""
    assert Fire("C4", "C8") in s.options()
    s.do(Fire("C4", "C8"))
    assert s.code(AddFirer("b")) == "not_named"
    s.do(AddFirer("a"), OpenFire("a"), dice=MISS)
    assert why(s.tally("fire", "x"))["assault_move"] == -2


def test_arriving_assault_movers_join_a_named_hex() -> None:
    """6.1, 4.0: in a hex that is named too, everybody fires together."""
    s = assault_scene(U("l", "leader", "C3"))
    s.do(Activate("C3"), Activate("C4"))
    s.do(BeginMove("C3"), AddMover("a", "assault"), StepTo("C4"), StopMove())
    s.do(Fire("C4", "C8"), AddFirer("a"))
    assert s.code(AddFirer("b")) == ""


def test_each_named_hex_fires_once() -> None:
    """4.0: after one hex has fired, the other named ones are still offered."""
    s = assault_scene(U("l", "leader", "C3"), U("y", "squad", "D7"))
    s.do(Activate("C3"), Activate("C4")).fire("C3", "C8", "a", dice=MISS)
    assert {c.origin for c in s.options() if isinstance(c, Fire)} == {"C4"}
    assert s.code(Fire("C3", "D7")) == "fire_together"


def test_targets_at_the_end_of_the_range_are_offered() -> None:
    """5.0: what is exactly in range is offered, what is one hex farther is not."""
    s = Scene(U("a", "squad 1-4-4-5", "C3"), U("x", "squad", "C7"), U("y", "squad", "C8")).do(Activate("C3"))
    assert [c.at for c in s.options() if isinstance(c, Fire)] == ["C7"]


def test_mortar_targets_are_offered() -> None:
    """1.6.5: what only the Mortar of a hex reaches is offered."""
    s = Scene(U("a", "squad 1-1-4-5", "C3", carries=["g"]), U("x", "squad", "C7"), guns={"g": MORTAR}).do(
        Activate("C3")
    )
    assert Fire("C3", "C7") in s.options()


def test_assault_fire_needs_a_way_out() -> None:
    """6.1.1: whoever could not move afterwards has no Assault Fire."""
    around = dict.fromkeys(("B3", "B4", "C2", "C4", "D3", "D4", "B2", "D2"), "river")
    free = Scene(U("a", "squad", "C3", abilities=["assault_move"]), U("x", "squad 1-1-4-5", "C7")).do(Activate("C3"))
    shut = Scene(U("a", "squad", "C3", abilities=["assault_move"]), U("x", "squad 1-1-4-5", "C7"), hexes=around)
    shut.do(Activate("C3"))
    assert free.code(Fire("C3", "C7", "assault_fire")) == ""
    assert shut.code(Fire("C3", "C7", "assault_fire")) == "no_assault_fire"


def test_assault_fire_of_the_wounded() -> None:
    """6.1.1: a wound hinders nobody; the shooter moves on afterwards."""
    hero = U("a", "hero 1-6-6-6", "C3", "wounded", abilities=["assault_move"], wounded=Side2(1, 6, 5, 6))
    s = Scene(hero, U("x", "squad 1-1-4-5", "C7")).do(Activate("C3"))
    assert s.code(Fire("C3", "C7", "assault_fire")) == ""
    s.do(Fire("C3", "C7", "assault_fire"), AddFirer("a"), OpenFire("a"), dice=MISS)
    assert s.unit("a").flags & ASSAULT_FIRE
    assert not s.unit("a").flags & FIRED


def test_assault_fire_before_anybody_moves() -> None:
    """6.1.1: no Assault Fire out of a hex whose units have begun to move."""
    s = Scene(
        U("a", "squad", "C3"),
        U("b", "squad", "C3", abilities=["assault_move"]),
        U("x", "squad 1-1-4-5", "C7"),
    ).do(Activate("C3"))
    assert s.code(Fire("C3", "C7", "assault_fire")) == ""
    s.do(BeginMove("C3"), AddMover("a"), StepTo("C2"), StopMove())
    assert s.code(Fire("C3", "C7", "assault_fire")) == "move_together"


def test_defence_without_a_target() -> None:
    """5.5: cover can be asked for a place as well as for a unit in it."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), hexes={"C6": "light_woods"})
    place, unit = (defence_tally(s.game, s.state, s.loc("C6"), s.loc("C3"), t) for t in (-1, 1))
    assert place.total == unit.total == 1


def test_fire_after_spotting() -> None:
    """10.1.1, Q-028: who has just spotted a hex fires at it although he is Ops Complete, and at nothing else."""
    units = (U("a", "squad 1-6-4-5", "C3"), U("x", "squad", "C6"), U("y", "squad", "D6"))
    s = Scene(*units, hexes={"C6": "light_woods"}).do(Activate("C3"))
    assert s.code(Fire("C3", "C6")) == "not_spotted"
    s.do(Spot("a"), SpotAt("C6"), dice=("spot 1",))
    assert (s.code(Fire("C3", "C6")), s.code(Fire("C3", "D6"))) == ("", "nobody_can_fire")
    assert check_ready(s.game, s.state, 0, True, s.loc("C6")) is None
    s.do(Fire("C3", "C6"), AddFirer("a"), OpenFire("a"), dice=MISS)
    assert why(s.tally("fire", "x"))["ifp"] == 1


@pytest.mark.parametrize(
    ("target", "codes"), [("C6", ("", "", "")), ("C7", ("out_of_range", "", "cannot_fire_weapons"))]
)
def test_weapons_with_or_without_the_men(target: str, codes: tuple[str, str, str]) -> None:
    """1.6: a Squad fires itself, with its weapon, or the weapon alone where it could add its own fire."""
    s = Scene(U("a", "squad 1-3-4-5", "C3", carries=["g"]), U("x", "squad", target), guns={"g": gun()})
    s.do(Activate("C3"), Fire("C3", target))
    assert tuple(s.code(AddFirer("a", w, ifp)) for w, ifp in (((), True), (("g",), True), (("g",), False))) == codes
    assert {c for c in s.options() if isinstance(c, AddFirer)} == {
        AddFirer("a", w, ifp)
        for (w, ifp), code in zip((((), True), (("g",), True), (("g",), False)), codes)
        if not code
    }


@pytest.mark.parametrize(
    ("holder", "helper", "code"),
    [
        ("hero", "hero", ""),
        ("leader", "hero", ""),
        ("squad", "hero", "cannot_fire_weapons"),
        ("hero", "squad", "cannot_fire_weapons"),
        ("hero", "medic", "cannot_use_weapons"),
    ],
)
def test_who_helps_to_crew(holder: str, helper: str, code: str) -> None:
    """1.6: only Single-Man Counters who may use weapons crew one together, and only another such man's."""
    s = Scene(U("a", holder, "C3", carries=["g"]), U("b", helper, "C3"), U("x", "squad", "C5"), guns={"g": gun()})
    s.do(Activate("C3"), Fire("C3", "C5"), AddFirer("a", ("g",)))
    assert s.code(AddFirer("b", ("g",))) == code
    assert (AddFirer("b", ("g",)) in s.options()) is (not code)


def test_reach_of_a_hex() -> None:
    """5.0, 1.6.5#10: the farthest weapon counts, a Mortar not in a window; a hex of the other side reaches nowhere."""
    s = Scene(U("a", "squad 1-3-4-5", "C3", carries=["g"]), U("b", "squad 1-5-4-5", "C3"), FAR, guns={"g": MORTAR})
    here = s.loc("C3")
    assert (fire_reach(s.game, s.state, s.us, here, False), fire_reach(s.game, s.state, s.us, here, True)) == (9, 5)
    assert fire_reach(s.game, s.state, s.de, here, False) == 0
    armed = Scene(U("a", "squad 1-3-4-5", "C3", carries=["g"]), FAR, guns={"g": gun()})
    assert fire_reach(armed.game, armed.state, armed.us, here, True) == 9


@pytest.mark.parametrize(("target", "code"), [("C6", ""), ("C7", "out_of_range")])
def test_firers_in_range(target: str, code: str) -> None:
    """5.0: a unit takes part as far as its range goes."""
    s = Scene(U("a", "squad 1-3-4-5", "C3"), U("x", "squad", target))
    refusal = check_firer(s.game, s.state, 0, s.loc("C3"), s.loc(target), False)
    assert (refusal.code if refusal else "") == code


@pytest.mark.parametrize("team", [False, True])
def test_fire_between_floors(team: bool) -> None:
    """1.7, 5.0: another floor of the same hex is one hex away for every range; Weapon Teams do not fire there."""
    kind = "weapon_team 3-9-2-6" if team else "squad 1-1-4-5"
    s = Scene(
        U("a", kind, "C3", abilities=["mg"] if team else []),
        U("x", "squad 1-1-4-5", "C3/upper"),
        U("y", "squad", "H8"),
        hexes={"C3": "hc_building"},
        buildings=[(("C3",), 2)],
    ).do(Activate("C3"))
    if team:
        assert s.code(FireAlone("a", "C3/upper")) == "other_floor"
        return
    assert s.code(Fire("C3", "C3/upper")) == ""
    assert Fire("C3", "C3/upper") in s.options()
    s.do(Fire("C3", "C3/upper"))
    assert AddFirer("a") in s.options()
    s.do(AddFirer("a"), OpenFire("a"), dice=MISS)
    assert why(s.tally("fire", "x"))["ifp"] == 1


def test_groups_grow_in_order() -> None:
    """5.2: nobody is added twice or after a later one; unknown units and weapons are refused."""
    s = Scene(
        U("a", "squad", "C3"),
        U("b", "squad", "C3"),
        U("c", "squad", "C3"),
        U("d", "squad", "D3"),
        U("x", "squad", "C5"),
    )
    s.do(Activate("C3"), Fire("C3", "C5"), AddFirer("b"))
    assert [s.code(AddFirer(u)) for u in "abcdxq"] == ["in_order", "in_order", "", "not_here", "not_here", "not_here"]
    assert s.code(AddFirer("c", ("g",))) == "cannot_fire_weapons"
    assert [s.code(OpenFire(u)) for u in "abcq"] == ["lead_not_in_group", "", "lead_not_in_group", "lead_not_in_group"]
    assert set(s.options()) == {AddFirer("c"), OpenFire("b")}
