"""1.6, 3.0: Support Weapons in the Rally Phase: who handles which, and who is turned away."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import OK, refused
from helpers import Destroy, Drop, Flip, PickUp, Repair, Scene, Swap, U
from lnlt import engine
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import BROKEN, CAPTURED, JAMMED, TRIPOD
from lnlt.core.frames import Command
from scene_helpers import holder, offered, weapon_flags

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("z", "squad 1-1-4-5", "H8")
MG = (2, 9)
FIRST = "A0"
"""The first hex of the board."""


def weapon(name: str, kind: str = "machine_gun", *abilities: str, **more: Any) -> WeaponType:
    """A weapon type."""
    return WeaponType(f"gun-{name}", name, kind, **{"fp": 2, "range": 9, **more}, abilities=frozenset(abilities))


def tripod(name: str) -> WeaponType:
    """A machine gun with a tripod."""
    return weapon(name, "machine_gun", "tripod", bipod=(1, 6))


def rallying(*units: U, **more: Any) -> Scene:
    """The Americans' part of a Rally Phase; a German squad is far away."""
    return Scene(*units, FAR, phase="rally", turn=2, **more)


def marked(s: Scene, name: str, flags: int) -> Scene:
    """The scene with exactly these flags of a weapon."""
    found = tuple(replace(w, flags=flags) if w.id == name else w for w in s.state.weapons)
    s.state = replace(s.state, weapons=found)
    return s


def told(s: Scene, at: str, kind: type[Command]) -> list[tuple[Command, str]]:
    """What the player of a stack is told it may not do, with the reason, of one kind of action."""
    found = engine.refusals(s.game, s.state, at)
    return [(d.command, d.refusal.code) for action in found for d in action.denied if isinstance(d.command, kind)]


# --- 1.6.1, 1.6.5: two sides


def test_only_weapons_with_two_sides_are_flipped() -> None:
    """1.6.1: a weapon with one side is not flipped, and the table does not even speak of it."""
    s = rallying(U("a", "squad", "C3", carries=["g", "h"]), guns={"g": MG, "h": tripod("h")})
    assert refused(s, Flip("a", "g")) == ("1.6.1", "one_side")
    assert offered(s, Flip) == [Flip("a", "h")]
    assert told(s, "C3", Flip) == []


@pytest.mark.parametrize("jam", [JAMMED, BROKEN, JAMMED | BROKEN])
def test_the_jammed_side_is_not_flipped(jam: int) -> None:
    """1.6.1, 1.6.2: a jammed gun lies on its jammed side, for now or for good: there is nothing to assemble."""
    s = rallying(U("a", "squad", "C3", carries=["g"]), guns={"g": tripod("g")})
    assert refused(marked(s, "g", jam), Flip("a", "g")) == ("1.6.1", "one_side")
    assert refused(marked(s, "g", CAPTURED), Flip("a", "g")) == OK


def test_no_flipping_in_melee() -> None:
    """1.6.1: who is locked in Melee neither assembles nor dismantles."""
    s = Scene(
        U("a", "squad", "C3", carries=["g"]), U("x", "squad", "C3"), guns={"g": tripod("g")}, phase="rally", turn=2
    )
    assert refused(s, Flip("a", "g")) == ("1.6.1", "in_melee")


def test_who_is_wounded_assembles() -> None:
    """1.6.1, 1.5: only Shaken units cannot assemble; a wound is no hindrance."""
    units = (U("a", "leader", "C3", "wounded", carries=["g"]), U("b", "leader", "C4", "shaken", carries=["h"]))
    s = marked(marked(rallying(*units, guns={"g": tripod("g"), "h": tripod("h")}), "g", 0), "h", CAPTURED)
    assert refused(s, Flip("a", "g")) == OK
    assert refused(s, Flip("b", "h")) == ("1.6.1", "not_good_order")
    assert refused(marked(s, "h", TRIPOD | CAPTURED), Flip("b", "h")) == OK


@pytest.mark.parametrize(("before", "after"), [(0, TRIPOD), (TRIPOD, 0)])
def test_a_captured_gun_is_flipped_like_others(before: int, after: int) -> None:
    """1.6.1, 1.6.8: flipping turns the gun over and leaves it captured."""
    s = marked(rallying(U("a", "squad", "C3", carries=["g"]), guns={"g": tripod("g")}), "g", before | CAPTURED)
    s.do(Flip("a", "g"))
    assert weapon_flags(s) & (TRIPOD | CAPTURED) == after | CAPTURED


def test_modes_belong_to_impulses() -> None:
    """1.6.1: in the Rally Phase nobody flips a gun as an Assault Move."""
    s = rallying(U("a", "squad", "C3", carries=["g"], abilities=["assault_move"]), guns={"g": tripod("g")})
    assert refused(s, Flip("a", "g", "assault")) == ("1.6.1", "no_such_mode")


# --- 1.6, 3.0: hands


@pytest.mark.parametrize("command", [PickUp("a", "g"), Destroy("a", "g"), PickUp("z", "g"), PickUp("q", "g")])
def test_only_units_that_may_use_weapons(command: Command) -> None:
    """1.6, 3.0: a Weapon Team neither takes nor destroys a weapon; nor does an enemy, nor somebody unknown."""
    s = rallying(U("a", "weapon_team", "C3"), U("b", "squad", "C3"), guns={"g": MG}, lying={"g": "C3"})
    known = command.unit == "a"  # type: ignore[attr-defined]
    assert refused(s, command) == (("1.6", "cannot_use_weapons") if known else ("1.1", "no_such_unit"))


def test_the_first_hex_is_one_like_others() -> None:
    """1.6, 3.0: in the first hex of the board weapons are dropped, picked up and destroyed as well."""
    s = rallying(U("a", "squad", FIRST, carries=["g"]), guns={"g": MG, "h": MG}, lying={"h": FIRST})
    assert offered(s, PickUp, Drop, Destroy) == [
        PickUp("a", "h"), Drop("a", "g"), Destroy("a", "g"), Destroy("a", "h"),
    ]  # fmt: skip
    s.do(Drop("a", "g"))
    assert s.state.weapons[0].at == s.loc(FIRST)
    assert holder(s.do(PickUp("a", "g"))) == "a"


@pytest.mark.parametrize("command", [Drop, Destroy, Repair])
def test_a_wound_leaves_hands_free(command: Any) -> None:
    """1.6, 1.6.2, 1.5: a wounded Leader is in Good Order and handles weapons, a Shaken one does not."""
    units = (U("a", "leader", "C3", "wounded", carries=["g"]), U("b", "leader", "C4", "shaken", carries=["h"]))
    s = marked(marked(rallying(*units, guns={"g": MG, "h": MG}), "g", JAMMED), "h", JAMMED)
    assert refused(s, command("a", "g")) == OK
    assert refused(s, command("b", "h"))[1] == "not_good_order"


@pytest.mark.parametrize("command", [Drop("b", "g"), Drop("a", "q"), Swap("b", "g", "a"), Swap("a", "g", "b", "g")])
def test_nobody_gives_what_he_does_not_have(command: Command) -> None:
    """1.6: a unit drops or hands on only what it holds itself."""
    s = rallying(U("a", "squad", "C3", carries=["g"]), U("b", "squad", "C3"), guns={"g": MG})
    assert refused(s, command) == ("1.6", "not_its_weapon")


def test_what_is_offered_with_a_weapon_at_hand() -> None:
    """1.6, 3.0: each thing a side may do with held and lying weapons is offered once, and enemy weapons not at all."""
    units = (U("x", "squad", "C5", carries=["e"]), U("b", "squad", "C4", carries=["g"]), U("a", "squad", "C3"))
    s = Scene(*units, guns={"e": MG, "g": MG, "h": MG}, lying={"h": "C3"}, phase="rally", turn=2)
    assert offered(s, PickUp, Swap, Drop, Destroy) == [
        PickUp("a", "h"), Drop("b", "g"), Destroy("b", "g"), Destroy("a", "h"),
    ]  # fmt: skip


# --- 3.0: picking up


@pytest.mark.parametrize("gun", ["g", "h"])
def test_only_what_lies_here_is_picked_up(gun: str) -> None:
    """3.0: neither a weapon that another unit holds nor one in the next hex is picked up."""
    s = rallying(
        U("a", "squad", "C3"), U("b", "squad", "C3", carries=["g"]), guns={"g": MG, "h": MG}, lying={"h": "C4"}
    )
    assert refused(s, PickUp("a", gun)) == ("1.6", "not_lying_here")


def test_no_picking_up_beside_the_enemy() -> None:
    """1.6, 3.0: not in Melee, and not where there is any enemy: beside a tank nobody is in Melee."""
    lying: dict[str, Any] = {"guns": {"g": MG}, "lying": {"g": "C3"}, "phase": "rally", "turn": 2}
    others = (U("a", "squad", "C3"), U("b", "leader", "E1", "shaken"))
    s = Scene(*others, U("x", "squad", "C3"), **lying)
    assert refused(s, PickUp("a", "g")) == ("1.6", "in_melee")
    s = Scene(*others, U("x", "vehicle 10T-6", "C3", armor=("5", "3", "2")), **lying)
    assert refused(s, PickUp("a", "g")) == refused(s, Destroy("a", "g")) == ("3.0", "enemy_there")


def test_a_weapon_is_taken_once() -> None:
    """3.0, Q-221: what was taken in this phase is neither taken again nor dropped; nor is there what has no name."""
    s = rallying(U("a", "squad", "C3"), U("b", "squad", "C3"), guns={"g": MG}, lying={"g": "C3"}).do(PickUp("a", "g"))
    assert refused(s, PickUp("b", "g")) == refused(s, Drop("a", "g")) == ("3.0", "handled_already")
    assert refused(s, Swap("a", "g", "b")) == ("3.0", "handled_already")
    assert refused(s, PickUp("b", "q")) != OK
    assert told(s, "C3", Swap) == []


def test_what_was_handed_on_stays() -> None:
    """3.0, Q-221: a weapon that was handed on is not dropped in the same phase; destroying it is allowed."""
    s = rallying(U("a", "squad", "C3", carries=["g"]), U("b", "squad", "C3"), guns={"g": MG}).do(Swap("a", "g", "b"))
    assert refused(s, Drop("b", "g")) == ("3.0", "handled_already")
    assert refused(s, Destroy("b", "g")) == OK


@pytest.mark.parametrize("command", [Drop("a", "g"), Swap("a", "g", "b"), Destroy("a", "g")])
def test_the_side_that_is_up_does_not_matter(command: Command) -> None:
    """1.6, 3.0: an assembled or captured gun is dropped, handed on and destroyed like any other."""
    s = rallying(U("a", "squad", "C3", carries=["g"]), U("b", "squad", "C3"), guns={"g": tripod("g")})
    assert weapon_flags(s) == TRIPOD
    assert command in s.options()
    assert command in marked(s, "g", CAPTURED).options()


# --- 3.0: handing on


def test_two_weapons_change_places() -> None:
    """1.6, 3.0: two Half-Squads that each hold all they can carry exchange their weapons, one for one."""
    s = rallying(
        U("a", "half_squad", "C3", carries=["g"]), U("b", "half_squad", "C3", carries=["h"]), guns={"g": MG, "h": MG}
    )
    assert offered(s, Swap) == [Swap("a", "g", "b", "h"), Swap("b", "h", "a", "g")]
    assert refused(s, Swap("a", "g", "b")) == ("1.6", "hands_full")
    s.do(Swap("a", "g", "b", "h"))
    assert (holder(s, "g"), holder(s, "h")) == ("b", "a")


def test_a_squad_takes_a_second_weapon_but_no_third() -> None:
    """1.6: a Squad with one weapon gets a second one, with two of them no third unless it gives one."""
    units = (U("a", "squad", "C3", carries=["g"]), U("b", "squad", "C3", carries=["h"]))
    s = rallying(*units, guns={"g": MG, "h": MG})
    assert refused(s, Swap("a", "g", "b")) == OK
    units = (U("a", "squad", "C3", carries=["g"]), U("b", "squad", "C3", carries=["h", "i"]))
    s = rallying(*units, guns={"g": MG, "h": MG, "i": MG})
    assert refused(s, Swap("a", "g", "b")) == ("1.6", "hands_full")
    assert refused(s, Swap("a", "g", "b", "i")) == OK


def test_grenade_launchers_are_no_load() -> None:
    """23.2.2: a launcher that counts against no limit is handed to a unit whose hands are full; other weapons not."""
    light = weapon("g", "m203", "no_load")
    units = (U("a", "squad", "C3", carries=["g", "i"]), U("b", "half_squad", "C3", carries=["h"]))
    s = rallying(*units, guns={"g": light, "h": MG, "i": MG})
    assert refused(s, Swap("a", "g", "b")) == OK
    assert refused(s, Swap("a", "i", "b")) == ("1.6", "hands_full")


def test_one_man_is_not_handed_a_solothurn() -> None:
    """23.1.5, Q-400: a man alone is not given it, with a second one beside him he is."""
    heavy = weapon("g", "atr", "no_lone_smc")
    s = rallying(U("a", "squad", "C3", carries=["g"]), U("b", "leader", "C3"), guns={"g": heavy})
    assert refused(s, Swap("a", "g", "b")) == ("23.1.5", "not_alone")
    s = rallying(U("a", "squad", "C3", carries=["g"]), U("b", "leader", "C3"), U("c", "hero", "C3"), guns={"g": heavy})
    assert refused(s, Swap("a", "g", "b")) == OK


def test_weapons_are_handed_on_within_a_hex() -> None:
    """3.0: to a friend in the same hex, not to one next door, nor to oneself."""
    s = rallying(U("a", "squad", "C3", carries=["g"]), U("b", "squad", "C4"), U("c", "squad", "C3"), guns={"g": MG})
    assert refused(s, Swap("a", "g", "b")) == refused(s, Swap("a", "g", "a")) == ("3.0", "not_together")
    assert offered(s, Swap) == [Swap("a", "g", "c")]


def test_the_table_speaks_of_friends_only() -> None:
    """3.0: beside an enemy in Melee the table lists what friends could be handed, and why not: nothing of others."""
    s = Scene(
        U("a", "squad", "C3", carries=["g"]), U("b", "squad", "C3"), U("x", "squad", "C3", carries=["e"]),
        guns={"e": MG, "g": MG}, phase="rally", turn=2,
    )  # fmt: skip
    assert told(s, "C3", Swap) == [(Swap("a", "g", "b"), "in_melee")]
    assert refused(s, Swap("a", "g", "b")) == ("1.6", "in_melee")


def test_markers_do_not_keep_from_handing_on() -> None:
    """1.6, 3.0: units in Good Order hand weapons on, whatever wounds they have."""
    s = rallying(U("a", "leader", "C3", "wounded", carries=["g"]), U("b", "squad", "C3"), guns={"g": MG})
    assert refused(s, Swap("a", "g", "b")) == OK


# --- 3.0: destroying


def test_weapons_that_are_destroyed() -> None:
    """1.6, 3.0: one's own and free ones of the hex; not a friend's, not one next door, not one there never was."""
    units = (U("a", "squad", "C3", carries=["f"]), U("b", "squad", "C3", carries=["g"]))
    guns = {"f": MG, "g": MG, "h": MG, "i": MG}
    s = rallying(*units, guns=guns, lying={"h": "C3", "i": "C4"})
    assert [refused(s, Destroy("a", w)) for w in "fh"] == [OK, OK]
    assert {refused(s, Destroy("a", w)) for w in "giq"} == {("1.6", "not_its_weapon")}
    s.do(Destroy("a", "h"))
    assert (holder(s, "h"), s.state.weapons[2].at) == ("", -1)
    assert refused(s, PickUp("a", "h")) == ("1.6", "not_lying_here")


# --- 1.6.2: jams


def test_which_weapons_are_repaired() -> None:
    """1.6.2: a side tries to clear every jammed weapon it holds: no other, no lying one, no enemy one."""
    units = (
        U("a", "squad", "C3", carries=["g", "h"]), U("b", "squad", "C4", carries=["i"]),
        U("x", "squad", "C7", carries=["e"]),
    )  # fmt: skip
    s = rallying(*units, guns={"g": tripod("g"), "h": MG, "i": MG, "e": MG, "k": MG}, lying={"k": "C3"})
    for name in "heik":
        marked(s, name, JAMMED)
    assert offered(s, Repair) == [Repair("a", "h"), Repair("b", "i")]
    assert told(s, "C3", Repair) == []
    assert refused(s, Repair("a", "g")) == ("1.6.2", "not_jammed")
    assert refused(s, Repair("a", "k")) == refused(s, Repair("a", "i")) == ("1.6", "not_its_weapon")


@pytest.mark.parametrize(("die", "broken"), [(2, True), (3, False)])
def test_repairs_on_a_map_with_sand(die: int, broken: bool) -> None:
    """1.6.2: with Sand on the map a 1 or 2 jams it for good, a 3 clears it."""
    s = rallying(U("a", "squad", "C3", carries=["g"]), guns={"g": MG}, hexes={"A1": "sand"})
    marked(s, "g", JAMMED).do(Repair("a", "g"), dice=(f"random {die}",))
    assert weapon_flags(s) == (JAMMED | BROKEN if broken else 0)
