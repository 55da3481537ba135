"""1.6, 1.7: Support Weapons and Weapon Teams."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import (
    MISS,
    Abandon,
    Activate,
    AddFirer,
    AddMover,
    BeginMove,
    Combine,
    Destroy,
    Done,
    Drop,
    EndRally,
    Fire,
    FireAlone,
    Flip,
    OpenFire,
    OpFire,
    PickUp,
    Repair,
    RetreatTo,
    Scene,
    StepTo,
    StopMove,
    Swap,
    U,
    why,
)
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import BROKEN, CAPTURED, JAMMED, TRIPOD
from lnlt.rules.facts.weapons import printed
from scene_helpers import holder, weapon_flags

HIT = ("attack 6", "defence 1")
FAR = U("z", "squad 1-1-4-5", "H8")


def weapon(kind: str = "machine_gun", *abilities: str, fp: int = 2, reach: int = 9, **more: Any) -> WeaponType:
    """A weapon type for a scene with one weapon called "g"."""
    return WeaponType("gun-g", "g", kind, fp=fp, range=reach, abilities=frozenset(abilities), **more)


MG42 = weapon("machine_gun", "tripod", fp=3, reach=14, bipod=(2, 10))
FLAME = weapon("flamethrower", "forces_retreat", fp=4, reach=2)
MOLOTOV = weapon("molotov", fp=1, reach=1)
SATCHEL = weapon("satchel_charge", fp=6, reach=1)
MORTAR = weapon("mortar", min_range=2)


def test_tripod_sides() -> None:
    """3.0#29, 1.6.1#1, 1.6.1#3, 1.6.1#6: the bipod side has its own values; in the Rally Phase it is flipped once."""
    s = Scene(
        U("a", "squad 1-2-4-5", "C3", carries=["g"]), U("x", "squad 1-1-4-5", "C8"), guns={"g": MG42}, phase="rally"
    )
    assert weapon_flags(s) & TRIPOD
    s.do(Flip("a", "g"))
    assert s.code(Flip("a", "g")) == "flipped_already"
    s.do(EndRally()).fire("C3", "C8", ("a", "g"), dice=MISS)
    assert s.tally("fire", "x").total == 2


def test_tripod_stays_behind() -> None:
    """1.6.1#2, 1.6#21, Q-533: who wants to leave the hex abandons an assembled weapon first; it stays as it stands."""
    s = Scene(U("a", "squad", "C3", carries=["g"]), FAR, guns={"g": MG42})
    s.do(Activate("C3"), BeginMove("C3"), AddMover("a"))
    assert s.code(StepTo("C4")) == "stays_where_it_stands"
    assert s.options() == [Abandon("a", "g")]
    s.do(Abandon("a", "g"), StepTo("C4"))
    assert (s.at("a"), holder(s), bool(weapon_flags(s) & TRIPOD)) == ("C4", "", True)


def test_tripod_picked_up_on_the_way() -> None:
    """1.6.1#2, 1.6: an assembled weapon can be taken over where it stands; with it nobody goes on."""
    s = Scene(U("a", "squad", "C3"), FAR, guns={"g": MG42}, lying={"g": "C4"}).move("C3", "a", "C4")
    s.do(PickUp("a", "g"))
    assert (holder(s), s.code(StepTo("C5")), s.code(StopMove())) == ("a", "stays_where_it_stands", "")
    s.do(Abandon("a", "g"))
    assert (holder(s), s.code(StepTo("C5")), s.code(StopMove())) == ("", "", "must_leave")


def test_flip_in_an_impulse() -> None:
    """1.6.1#4: flipping takes half the Movement Factor; who only flips is Ops Complete, who moves on has the rest."""
    units = (U("a", "squad 1-5-5-5", "C3", carries=["g"]), FAR)
    s = Scene(*units, guns={"g": MG42}).do(Activate("C3"), Flip("a", "g"), Done())
    assert s.words("a") == {"ops_complete"}
    s = Scene(*units, guns={"g": MG42}).do(Activate("C3"), Flip("a", "g")).move("C3", "a", "C4", "C5")
    assert (s.at("a"), holder(s), s.frames.endswith("MoveOn")) == ("C5", "a", False)
    assert Scene(*units, guns={"g": MG42}).do(Activate("C3"), Flip("a", "g")).code(Fire("C3", "H8")) != ""


def test_flip_as_an_assault_move() -> None:
    """1.6.1#5: a unit with the box flips as its Assault Move and fires with the penalty."""
    s = Scene(
        U("a", "squad 1-5-4-5", "C3", carries=["g"], abilities=["assault_move"]),
        U("x", "squad 1-1-4-5", "C6"),
        guns={"g": MG42},
    )
    s.do(Activate("C3"), Flip("a", "g", "assault")).fire("C3", "C6", ("a", "g"), dice=MISS)
    assert why(s.tally("fire", "x")) == {"ifp": 1, "support_weapon": 2, "assault_move": -2}


def test_shaken_units_only_dismantle() -> None:
    """1.6.1#7: a Shaken unit takes a tripod down and does not set it up."""
    s = Scene(U("a", "squad", "C3", "shaken", carries=["g"]), FAR, guns={"g": MG42}).do(Activate("C3"), Flip("a", "g"))
    assert not weapon_flags(s) & TRIPOD
    s = Scene(U("a", "squad", "C3", "shaken", carries=["g"]), FAR, guns={"g": MORTAR}, phase="rally", turn=2)
    assert s.code(Flip("a", "g")) == "not_good_order"


def test_tripod_and_floors() -> None:
    """1.6.1#8, 1.7#6: neither a tripod gun nor a Team fires at the other floor of its hex; the Squad itself does."""
    house = {"hexes": {"C3": "hc_building"}, "buildings": [(("C3",), 2)]}
    s = Scene(U("a", "squad 2-5-4-6", "C3", carries=["g"]), U("x", "squad", "C3/upper"), guns={"g": MG42}, **house)
    s.do(Activate("C3"), Fire("C3", "C3/upper"))
    assert [c.weapons for c in s.options() if isinstance(c, AddFirer)] == [()]
    s = Scene(U("a", "weapon_team", "C3"), U("x", "squad", "C3/upper"), **house).do(Activate("C3"))
    assert s.code(FireAlone("a", "C3/upper")) == "other_floor"


def test_flip_and_the_load_of_one_man() -> None:
    """1.6.1#9: a lone SMC has half his 6 points left, less the two for his load."""
    s = Scene(U("a", "hero 1-4-6-6", "C3", carries=["g"]), FAR, guns={"g": MG42})
    s.do(Activate("C3"), Flip("a", "g")).move("C3", "a", "C4")
    assert not s.frames.endswith("MoveOn")


def test_repair_on_sand() -> None:
    """1.6.2#4: with Sand on the map a 2 jams a weapon for good, without it only a 1 does."""
    jam = weapon("machine_gun", "jams")
    for hexes, broken in (({"A1": "sand"}, True), ({}, False)):
        s = Scene(
            U("a", "squad 1-2-4-5", "C3", carries=["g"]), U("x", "squad 1-1-4-5", "C7"), guns={"g": jam}, hexes=hexes
        )
        s.fire("C3", "C7", ("a", "g"), dice=("attack 1", "defence 1"))
        assert weapon_flags(s) & JAMMED
        while not s.frames.endswith("RallyAction"):
            skip = [c for c in s.options() if getattr(type(c), "PASSES", False) or type(c).__name__ == "Done"]
            last = s.state.turn == 1 and "PhaseEnd" in s.frames
            s.do(skip[0], dice=("initiative 6", "initiative 1") if last else ())
        s.do(Repair("a", "g"), dice=("random 2",))
        assert (bool(weapon_flags(s) & BROKEN), bool(weapon_flags(s) & JAMMED)) == (broken, broken)


def test_one_of_two_jams() -> None:
    """1.6.2#5: of two such weapons a die picks one."""
    two = {n: WeaponType(f"gun-{n}", n, "machine_gun", fp=1, range=9, abilities=frozenset({"jams"})) for n in "gh"}
    s = Scene(U("a", "squad", "C3", carries=["g", "h"]), U("x", "squad 1-1-4-5", "C7"), guns=two)
    s.fire("C3", "C7", ("a", "g", "h"), dice=("attack 2", "defence 2", "random 4", "damage check 1", "hero creation 1"))
    assert (bool(weapon_flags(s, "g") & JAMMED), bool(weapon_flags(s, "h") & JAMMED)) == (False, True)


@pytest.mark.parametrize("gun", [FLAME, MOLOTOV])
def test_flames_drive_units_away(gun: WeaponType) -> None:
    """1.6.3#1, 1.6.3#2, 1.6.3#3, 1.6.7#3: a shaken unit goes one hex away from the attacker and is marked Moved."""
    s = Scene(U("a", "squad 2-5-4-6", "C3", carries=["g"]), U("x", "squad 1-5-4-3", "C4"), guns={"g": gun})
    s.fire("C3", "C4", ("a", "g"), dice=("attack 1", "defence 2", "damage check 1", "hero creation 1"))
    assert s.frames.endswith("RetreatChoice")
    assert s.asked == "de"
    assert s.code(RetreatTo("x", "C3")) == "not_away"
    s.do(RetreatTo("x", "C5"))
    assert (s.at("x"), s.words("x")) == ("C5", {"shaken", "moved"})


def test_retreat_not_toward_others() -> None:
    """1.6.3#2: a hex closer to another enemy in sight is no way out."""
    s = Scene(
        U("a", "squad 2-5-4-6", "C3", carries=["g"]),
        U("b", "squad 1-1-4-6", "C6"),
        U("x", "squad 1-5-4-3", "C4"),
        guns={"g": FLAME},
    ).fire("C3", "C4", ("a", "g"), dice=("attack 1", "defence 2", "damage check 1", "hero creation 1"))
    assert s.at("x") == "" or s.code(RetreatTo("x", "C5")) == "closer_to_enemy"


def test_no_way_out_is_the_end() -> None:
    """1.6.3#4: a unit that cannot move at all is eliminated."""
    s = Scene(U("a", "squad 2-5-4-6", "C3", carries=["g"]), U("x", "squad 1-5-0-3", "C4"), guns={"g": FLAME})
    s.fire("C3", "C4", ("a", "g"), dice=("attack 1", "defence 2", "damage check 1", "hero creation 1"))
    assert s.at("x") == ""


def test_charges_of_one_man() -> None:
    """1.6.3#9, 1.6.7#1, 1.6.7#2, 1.6.7#4: neither is halved; a Molotov goes with a Hero's fire; both are used up."""
    s = Scene(U("a", "hero 1-4-6-6", "C3", carries=["g"]), U("x", "squad 1-1-4-6", "C4"), guns={"g": SATCHEL})
    s.fire("C3", "C4", ("a", "g"), dice=("attack 1", "defence 6", "damage check 1", "hero creation 1"))
    assert why(s.tally("fire", "x")) == {"support_weapon": 6}
    s = Scene(U("a", "hero 1-4-6-6", "C3", carries=["g"]), U("x", "squad 1-1-4-6", "C4"), guns={"g": MOLOTOV})
    s.fire("C3", "C4", ("a", "g"), dice=MISS)
    assert why(s.tally("fire", "x")) == {"ifp": 1, "support_weapon": 1, "adjacent": 2}
    assert holder(s) == ""


def test_leader_and_charges() -> None:
    """1.6.3#6, 1.6.3#7: a charge goes into the next hex only, and a Leader who does not throw it adds his modifier."""
    units = (U("a", "half_squad", "C3", carries=["g"]), U("d", "leader 6-2-6", "C3"))
    s = Scene(*units, U("x", "squad 1-1-4-6", "C4"), guns={"g": SATCHEL})
    s.fire("C3", "C4", ("a", "g"), "d", dice=("attack 1", "defence 6", "damage check 1", "hero creation 1"))
    assert why(s.tally("fire", "x")) == {"support_weapon": 6, "leader": 2}
    s = Scene(*units, U("x", "squad 1-1-4-6", "C5"), guns={"g": SATCHEL}).do(Activate("C3"), Fire("C3", "C5"))
    assert s.code(AddFirer("a", ("g",))) == "out_of_range"


def test_two_men_crew_a_weapon() -> None:
    """1.6#13: two Single-Man Counters fire one weapon at full firepower, without their own."""
    s = Scene(
        U("a", "hero 1-4-6-6", "C3"),
        U("b", "leader 6-1-6", "C3", carries=["g"]),
        U("x", "squad 1-1-4-6", "C6"),
        guns={"g": (3, 9)},
    ).fire("C3", "C6", ("a", "g"), ("b", "g"), dice=MISS)
    assert why(s.tally("fire", "x")) == {"support_weapon": 3}


def test_mortar_must_stand() -> None:
    """1.6.5#1, 1.6.5#10: a dismantled Mortar does not fire, and none answers a move."""
    s = Scene(
        U("a", "squad 1-1-4-5", "C3", carries=["g"]), U("x", "squad 1-1-4-5", "C7"), guns={"g": MORTAR}, impulse="de"
    )
    s.move("C7", "x", "C8", stop=True)
    assert not any(isinstance(c, OpFire) for c in s.options())
    s = Scene(
        U("a", "squad 1-1-4-5", "C3", carries=["g"]),
        U("x", "squad 1-1-4-5", "C7"),
        guns={"g": MORTAR},
        phase="rally",
        turn=2,
    )
    s.do(Flip("a", "g"), EndRally()).do(Activate("C3"))
    assert s.code(Fire("C3", "C7")) == "nobody_can_fire"


@pytest.mark.parametrize("terrain", ["lc_building", "forest"])
def test_mortar_places(terrain: str) -> None:
    """1.6.5#9: no Mortar fires from a Building or Forest."""
    units = (U("a", "squad 1-1-4-5", "C3", carries=["g"]), U("x", "squad 1-1-4-5", "C5", "fired"))
    assert (
        Scene(*units, guns={"g": MORTAR}, hexes={"C3": terrain}).do(Activate("C3")).code(Fire("C3", "C5"))
        == "nobody_can_fire"
    )
    assert Scene(*units, guns={"g": MORTAR}).do(Activate("C3")).code(Fire("C3", "C5")) == ""


def test_one_man_and_a_mortar() -> None:
    """1.6.5#11: a lone man fires it at half firepower."""
    s = Scene(U("a", "leader", "C3", carries=["g"]), U("x", "squad 1-1-4-5", "C6"), guns={"g": MORTAR})
    s.fire("C3", "C6", ("a", "g"), dice=("attack 1 1", "defence 6"))
    assert s.tally("fire", "x").total == 1


def test_captured_weapon_goes() -> None:
    """1.6#25, 1.6.8#2: an enemy weapon is captured, and gone after an attack without a Damage Check."""
    s = Scene(
        U("x", "squad", "C3"),
        U("a", "squad 1-1-4-5", "C6"),
        guns={"g": (1, 9)},
        lying={"g": "C3"},
        phase="rally",
        impulse="de",
    )
    s.do(PickUp("x", "g"))
    assert weapon_flags(s) & CAPTURED
    s.do(EndRally()).do(*[c for c in s.options() if type(c).__name__ == "Pass"])
    s.fire("C3", "C6", ("x", "g"), dice=MISS)
    assert (holder(s), s.state.weapons[0].at) == ("", -1)


def test_aa_weapons_do_not_fire_on_the_dft() -> None:
    """1.6.6#3: a missile is carried and never joins direct fire."""
    missile = WeaponType("gun-g", "g", "aa_missile", to_hit=((20, 7, 9),), ammo="aa")
    s = Scene(U("a", "squad", "C3", carries=["g"]), U("x", "squad", "C6"), guns={"g": missile})
    s.do(Activate("C3"), Fire("C3", "C6"))
    assert s.code(AddFirer("a", ("g",))) == "not_on_the_dft"


def test_handling_in_the_rally_phase() -> None:
    """1.6#19, 1.6#20, 1.6#22, 1.6#23, 3.0#27, 3.0#28, 3.0#30: drop, pick up, hand on and destroy weapons."""
    units = (U("a", "squad", "C3", carries=["g"]), U("b", "half_squad", "C3"), U("c", "squad", "C3", "shaken"), FAR)
    s = Scene(*units, guns={"g": (1, 6)}, phase="rally", turn=2)
    assert s.code(Swap("a", "g", "c")) == "not_good_order"
    s.do(Drop("a", "g"))
    assert (holder(s), s.code(PickUp("c", "g"))) == ("", "not_good_order")
    s.do(PickUp("b", "g"))
    assert (holder(s), s.code(Swap("b", "g", "a"))) == ("b", "handled_already")
    s = Scene(*units, guns={"g": (1, 6)}, phase="rally", turn=2).do(Swap("a", "g", "b"))
    assert holder(s) == "b"
    s.do(Destroy("b", "g"))
    assert (holder(s), s.state.weapons[0].at) == ("", -1)


def test_weapons_on_the_move() -> None:
    """1.6#21, 1.6#24: a moving unit picks a weapon up for two points, and abandons one when it goes on."""
    s = Scene(U("a", "squad", "C3"), FAR, guns={"g": (1, 6)}, lying={"g": "C4"}).move("C3", "a", "C4")
    s.do(PickUp("a", "g"))
    assert (holder(s), s.unit("a").mp) == ("a", 6)
    s.do(Abandon("a", "g"))
    assert s.code(StopMove()) == "must_leave"
    s.do(StepTo("C5"))
    assert (holder(s), s.at("a")) == ("", "C5")
    s = Scene(U("a", "squad", "C3", "shaken", carries=["g"]), FAR, guns={"g": (1, 6)})
    s.do(Activate("C3"), BeginMove("C3"), AddMover("a"), Abandon("a", "g"), StepTo("C2"))
    assert holder(s) == ""


def test_team_fires_apart() -> None:
    """5.2#9, 1.7#1, 1.7#2: a Team rolls for itself, at the same hex as others; one Leader aids both attacks."""
    s = Scene(
        U("a", "squad 2-5-4-6", "C3"),
        U("b", "weapon_team 3-9-2-6", "C3"),
        U("d", "leader", "C3"),
        U("x", "squad 1-1-4-5", "C6"),
        U("y", "squad 1-1-4-5", "F3"),
    )
    s.do(Activate("C3"), FireAlone("b", "C6", "d"), dice=MISS)
    assert s.code(Fire("C3", "F3")) == "same_target"
    s.fire("C3", "C6", "a", "d", dice=MISS)
    assert why(s.tally("fire", "x")) == {"ifp": 2, "leader": 1}


def test_team_in_a_window() -> None:
    """1.7#3: a hex answers once, but its Team may still fire as part of that answer."""
    s = Scene(
        U("a", "squad 1-5-4-6", "C3"),
        U("b", "weapon_team 3-9-2-6", "C3"),
        U("c", "squad 1-5-4-6", "D4"),
        U("x", "squad 1-1-4-6", "C8"),
        impulse="de",
    ).move("C8", "x", "C7")
    s.do(OpFire("C3"), AddFirer("a"), OpenFire("a"), dice=MISS)
    assert s.code(OpFire("D4")) == "no_attacks_left"
    s.do(FireAlone("b", "C7"), dice=MISS)
    assert s.words("b") == {"fired"}


def test_where_teams_go() -> None:
    """1.7#4, 1.7#7, 1.7#8: guns stay out of Buildings and behind Walls; none crawls or runs; some never move."""
    gun = U("a", "weapon_team 0-0-3-6", "C3", abilities=["mortar"])
    mg = U("b", "weapon_team 3-9-3-6", "C3", abilities=["mg"])
    s = Scene(gun, mg, FAR, hexes={"C4": "lc_building"}, sides=[("C3", "D3", "wall")]).do(
        Activate("C3"), BeginMove("C3")
    )
    assert {c.mode for c in s.options()} == {"normal"}
    s.do(AddMover("a"))
    assert s.code(StepTo("C4")) == "no_weapon_teams"
    assert s.code(StepTo("D3")) == "no_hexside"
    s = Scene(mg, FAR, hexes={"C4": "lc_building"}).do(Activate("C3"), BeginMove("C3"), AddMover("b"))
    assert s.code(StepTo("C4")) == ""
    s = Scene(U("a", "weapon_team 0-0-3-6", "C3", abilities=["pivot_only"]), FAR).do(Activate("C3"))
    assert s.code(BeginMove("C3")) == "cannot_move"


def test_teams_have_no_weapons() -> None:
    """1.7#5: a Weapon Team cannot pick up a Support Weapon."""
    s = Scene(
        U("a", "weapon_team", "C3"),
        U("b", "squad", "C3"),
        FAR,
        guns={"g": (1, 6)},
        lying={"g": "C3"},
        phase="rally",
        turn=2,
    )
    assert s.code(PickUp("a", "g")) == "cannot_use_weapons"


def test_half_squads_combine() -> None:
    """3.0#24, 3.0#25: two halves of one kind of Squad combine with a Leader beside them; Crews do not."""
    halves = [U(i, "half_squad 1-4-4-5", "C3", carries=[g]) for i, g in (("a", "g"), ("b", "h"))]
    squad = U("s", "squad 2-5-4-6", "H1", reduces_to=["type-a", "type-b"])
    guns = {"g": (1, 6), "h": (1, 6)}
    s = Scene(*halves, squad, FAR, guns=guns, phase="rally", turn=2)
    assert s.code(Combine("a", "b")) == "needs_leader_here"
    s = Scene(*halves, squad, U("d", "leader", "C3"), U("e", "crew", "C3"), FAR, guns=guns, phase="rally", turn=2)
    assert s.code(Combine("a", "e")) == "no_half_squad"
    s.do(Combine("a", "b"))
    assert (s.game.types[s.unit("a").type].kind, s.at("b"), holder(s, "g"), holder(s, "h")) == ("squad", "", "a", "a")


def test_jammed_weapons_are_silent() -> None:
    """1.6.2#6: the jammed side of a weapon has no firepower."""
    assert printed(MG42, TRIPOD) == (3, 14)
    assert printed(MG42, TRIPOD | JAMMED) is None
