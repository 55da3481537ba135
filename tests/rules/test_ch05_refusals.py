"""5.0-5.3, 1.6, 1.7: who is turned away from a firing group, from fire on one's own and from a retreat, and why."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helpers import Activate, AddFirer, Fire, FireAlone, OpenFire, OpFire, RetreatTo, Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import JAMMED, TRIPOD
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.firers import check_firer, choices
from lnlt.rules.ch05_fire.group import FireGroup
from lnlt.rules.ch05_fire.lone import aids_here
from lnlt.rules.ch05_fire.retreat import check_retreat
from scene_helpers import cited

pytestmark = pytest.mark.usefixtures("either_seat")


def gun(name: str, kind: str = "machine_gun", reach: int = 9, *abilities: str) -> WeaponType:
    """A weapon type."""
    return WeaponType(f"gun-{name}", name, kind, fp=4, range=reach, abilities=frozenset(abilities))


CREW = (
    U("a", "hero", "C3"), U("b", "hero", "C3", carries=["v"]), U("c", "hero", "C3"),
    U("d", "hero", "C3", carries=["w"]),
    U("e", "leader", "C3"), U("f", "squad", "C3"), U("x", "squad", "C5"),
)  # fmt: skip


def group(s: Scene, *members: tuple[str, str], **more: object) -> FireGroup:
    """A group of units with at most one weapon each."""
    numbers = {w.id: n for n, w in enumerate(s.state.weapons)}
    found = tuple((s.number(u), (numbers[w],) if w else ()) for u, w in members)
    return FireGroup(side=s.us, origin=s.loc("C3"), at=s.loc("C5"), members=found, **more)  # type: ignore[arg-type]


def test_only_named_locations_fire() -> None:
    """4.0: a location that is not named does not fire."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "D6"), U("x", "squad", "C5")).do(Activate("C3"))
    assert (s.code(Fire("C3", "C5")), s.code(Fire("D6", "C5"))) == ("", "not_named")


def test_crews_of_two() -> None:
    """1.6: who helps with a weapon needs its owner, who joins with it before anybody after him; two men, not three."""
    s = Scene(*CREW, guns={"v": gun("v"), "w": gun("w")})
    v, w = 0, 1

    def crews(g: FireGroup, unit: str, *picked: int) -> str:
        return cited(g._check_crews(s.state, s.number(unit), picked))

    helping = group(s, ("a", "w"))
    assert helping.owed(s.state) == (s.number("d"), w)
    assert crews(helping, "b", v) == crews(helping, "d", w) == ""
    assert crews(helping, "d") == crews(helping, "f") == "1.6 owner_first"
    assert crews(group(s, ("b", "v"), ("c", "v")), "d", v) == "1.6 two_men"
    assert crews(group(s, ("b", "v")), "c", v) == ""
    assert crews(group(s, ("b", "")), "c", v) == "1.6 owner_first"
    assert crews(group(s, ("a", "")), "c", v) == "1.6 owner_first"
    assert crews(group(s, only=(0, 3)), "a", w) == ""
    assert crews(group(s, only=(0, 2)), "a", w) == "1.6 owner_first"
    assert group(s, ("a", ""), ("b", "v")).owed(s.state) is None


def test_owed_crews_come_before_leaders_and_fire() -> None:
    """1.6, 11.1.1, 5.2: while the owner of a crewed weapon is missing nobody leads, and no Leader after him joins."""
    s = Scene(*CREW, guns={"v": gun("v"), "w": gun("w")})
    helping = group(s, ("a", "w"))
    assert cited(helping._check_lead(s.game, s.state, "a", 0)) == "1.6 owner_first"
    assert cited(helping._check_aid(s.game, s.state, s.number("e"), 2)) == "1.6 owner_first"
    whole = group(s, ("a", "w"), ("d", "w"))
    assert whole._check_lead(s.game, s.state, "a", 0) is whole._check_aid(s.game, s.state, s.number("e"), 2) is None


def test_assault_fire_needs_somebody_capable() -> None:
    """6.1.1: a group without a unit capable of Assault Fire does not open it."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3", abilities=("assault_move",)), U("x", "squad", "C5"))
    alone = group(s, ("a", ""), mode="assault_fire")
    both = group(s, ("a", ""), ("b", ""), mode="assault_fire")
    assert cited(alone._check_lead(s.game, s.state, "a", 0)) == "6.1.1 no_assault_fire"
    assert both._check_lead(s.game, s.state, "a", 0) is None
    assert group(s, ("a", ""))._check_lead(s.game, s.state, "a", 0) is None


def test_second_man_of_a_mortar() -> None:
    """1.6, 1.6.5: two men crew a Mortar in indirect fire, no other weapon."""
    s = Scene(
        U("a", "hero", "C3", carries=["v"]), U("b", "hero", "C3", carries=["w"]), U("c", "hero", "C3"),
        U("x", "squad", "C7"), guns={"v": gun("v", "mortar"), "w": gun("w")},
    )  # fmt: skip
    assert choices(s.game, s.state, 2, 4, s.loc("C7"), False, "indirect") == [((0,), True)]
    assert choices(s.game, s.state, 0, 4, s.loc("C7"), False, "indirect") == [((0,), True)]


def test_helper_out_of_his_own_range() -> None:
    """5.0, 1.6: a Hero takes part beyond his range if he helps to crew a weapon that reaches, else not."""
    s = Scene(
        U("a", "hero 1-2-6-6", "C3"), U("b", "hero 1-2-6-6", "C3", carries=["w"]), U("x", "squad", "C7"),
        guns={"w": gun("w")},
    )  # fmt: skip
    assert check_firer(s.game, s.state, 0, s.loc("C3"), s.loc("C7"), False) is None
    alone = Scene(U("a", "hero 1-2-6-6", "C3"), U("x", "squad", "C7"))
    assert cited(check_firer(alone.game, alone.state, 0, alone.loc("C3"), alone.loc("C7"), False)) == "5.0 out_of_range"


def test_fire_on_ones_own() -> None:
    """1.7, 4.0: only units that fire on their own do so, in range."""
    s = Scene(
        U("a", "weapon_team 3-3-2-6", "C3", abilities=("mg",)), U("b", "squad", "C3"), U("x", "squad", "C6"),
        U("y", "squad", "C7"),
    )  # fmt: skip
    s.do(Activate("C3"))
    assert (s.code(FireAlone("a", "C6")), s.code(FireAlone("a", "C7"))) == ("", "out_of_range")
    assert s.code(FireAlone("b", "C6")) == "fires_with_others"
    assert s.code(FireAlone("q", "C6")) == "no_such_unit"


def test_one_leader_per_hex_and_occasion() -> None:
    """5.0.1, 11.1.1: who has lent his LM goes on lending it while in Good Order; no other Leader of the hex does."""
    s = Scene(
        U("a", "weapon_team", "C3", abilities=("mg",)), U("b", "leader", "C3"), U("c", "leader", "C3"),
        U("d", "leader", "C3", "shaken"), U("x", "squad", "C5"),
    )  # fmt: skip
    fresh = Impulse(side=s.us)
    assert [aids_here(s.game, s.state, fresh, n, 0, s.loc("C5")) for n in (1, 2, 3)] == [True, True, False]
    lent = replace(fresh, aided=(1,))
    assert [aids_here(s.game, s.state, lent, n, 0, s.loc("C5")) for n in (1, 2, 3)] == [True, False, False]
    assert not aids_here(s.game, s.state, replace(fresh, aided=(3,)), 3, 0, s.loc("C5"))


def test_answers_on_ones_own() -> None:
    """5.3: a team that answers on its own fires at the movers, from a place that exists."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "E3"), U("x", "weapon_team", "C7", abilities=("mg",)))
    s.move("C3", "a", "C4")
    assert s.code(FireAlone("x", "C4")) == ""
    assert s.code(FireAlone("x", "E3")) == "not_the_moving_units"
    assert s.code(FireAlone("q", "C4")) == "no_such_unit"
    assert s.code(OpFire("Z99")) == "no_such_place"


def test_where_a_retreat_leads() -> None:
    """1.6.3#2, Q-041: next door, away from the attacker, where one can go and no enemy or Melee is."""
    s = Scene(
        U("a", "squad", "C2"), U("b", "squad", "E5"), U("x", "squad", "D4", "shaken"),
        hexes={"D5": "pond", "C5": "forest", "E4": "forest"}, markers=[("melee", "C4", 1)],
    )  # fmt: skip

    def way(to: str, attacker: str = "D3") -> str:
        return cited(check_retreat(s.game, s.state, s.number("x"), s.loc(attacker), s.loc(to)))

    assert way("D6") == way("D4") == "1.6.3 not_adjacent"
    assert way("D5") == "1.6.3 cannot_retreat_there"
    assert way("D3") == way("C3", "B3") == "1.6.3 not_away"
    assert way("C4", "E3") == "1.6.3 enemy_there"


def fleeing(*more: U, **keys: object) -> Scene:
    """A unit that flames have shaken and that must retreat from C4."""
    flame = WeaponType("gun-g", "g", "flamethrower", fp=4, range=2, abilities=frozenset({"forces_retreat"}))
    guns = {"g": flame, **keys.pop("guns", {})}  # type: ignore[dict-item]
    s = Scene(U("a", "squad 2-5-4-6", "C3", carries=["g"]), *more, guns=guns, **keys)  # type: ignore[arg-type]
    return s.fire("C3", "C4", ("a", "g"), dice=("attack 1", "defence 2", "damage check 1", "hero creation 1"))


def test_who_retreats_where() -> None:
    """1.6.3: the shaken unit itself, to a place that exists."""
    s = fleeing(U("x", "squad 1-5-4-3", "C4"), U("y", "squad", "H8"))
    assert (s.code(RetreatTo("y", "C5")), s.code(RetreatTo("x", "Z99"))) == ("another_retreats", "no_such_place")
    assert s.code(RetreatTo("x", "C5")) == ""


@pytest.mark.parametrize(("flags", "left"), [(TRIPOD, True), (0, False), (JAMMED, False)])
def test_what_stands_on_a_tripod_stays(flags: int, left: bool) -> None:
    """1.6.3, 1.6.1: who retreats leaves an assembled weapon behind and takes any other along."""
    mg = WeaponType("gun-m", "m", "machine_gun", fp=2, range=9, abilities=frozenset({"tripod"}), bipod=(1, 5))
    s = fleeing(U("x", "squad 1-5-4-3", "C4", carries=["m"]), guns={"m": mg})
    weapons = tuple(replace(w, flags=flags) if w.id == "m" else w for w in s.state.weapons)
    s.state = replace(s.state, weapons=weapons)
    s.do(RetreatTo("x", "C5"))
    weapon = next(w for w in s.state.weapons if w.id == "m")
    assert (weapon.carrier < 0) is left
    assert s.at("x") == "C5"


def test_leader_of_the_group() -> None:
    """5.2: a unit that is not in the group does not lead it."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), U("x", "squad", "C5"))
    s.do(Activate("C3"), Fire("C3", "C5"), AddFirer("a"))
    assert [s.code(OpenFire(u)) for u in ("a", "b", "q")] == ["", "lead_not_in_group", "lead_not_in_group"]
    assert [s.code(AddFirer(u)) for u in ("a", "q", "x")] == ["in_order", "not_here", "not_here"]


def test_corner_of_the_board() -> None:
    """1.7, 4.0: a team in the first hex of the board fires on its own like any other."""
    s = Scene(U("a", "weapon_team", "A0", abilities=("mg",)), U("x", "squad", "A3"))
    assert s.loc("A0") == 0
    s.do(Activate("A0"))
    assert s.code(FireAlone("a", "A3")) == ""
    assert FireAlone("a", "A3") in s.options()


def test_leaders_and_teams_of_another_badge() -> None:
    """5.0.1, 1.7, Q-490: a Leader of another badge leads no Weapon Team, nor does an enemy's Leader."""
    s = Scene(
        U("a", "weapon_team", "C3", badge="red", abilities=("mg",)), U("b", "leader", "C3", badge="blue"),
        U("c", "sniper", "C3", badge="red"), U("x", "leader", "C4"), U("y", "squad", "C6"),
    )  # fmt: skip
    fresh = Impulse(side=s.us)
    assert not aids_here(s.game, s.state, fresh, 1, 0, s.loc("C6"))
    assert not aids_here(s.game, s.state, fresh, 1, 2, s.loc("C6"))
    assert not aids_here(s.game, s.state, fresh, 3, 0, s.loc("C6"))
