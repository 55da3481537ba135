"""1.1-1.7, 15.1, 16.0: units as they stand: facing, place, company, Morale and values; random picks."""

from __future__ import annotations

from typing import Any

import pytest

from armour_helpers import OK, draft, flagged, gun, helicopter, refused, tank
from helpers import (
    Activate,
    AddMover,
    BeginMove,
    OpFire,
    Rally,
    RetreatTo,
    Scene,
    StepTo,
    U,
    why,
)
from lnlt.core.catalog import Side2, WeaponType
from lnlt.core.flags import ELIMINATED
from lnlt.core.tally import Tally
from lnlt.rules.ch01_concepts.morale import morale_tally
from lnlt.rules.ch14_ordnance.teams import PivotTeam
from lnlt.rules.facts.chance import pick_one
from lnlt.rules.facts.kits import armor_leader, new_unit, passengers, place_of, vertex_name
from lnlt.rules.facts.units import morale, movement, same_command

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("z", "squad 1-1-4-5", "H8")
FIRST = "A0"
"""The first hex of the board."""


def facing(s: Scene, id_: str) -> str:
    """The vertex a unit on the board faces."""
    unit = s.unit(id_)
    assert unit.kit is not None
    return vertex_name(s.game.board, unit.at >> 3, unit.kit.facing)


def sections(tally: Tally) -> dict[str, str]:
    """Reasons of a tally and the sections they come from."""
    return {item.why: item.rule for item in tally.items}


# --- random picks


@pytest.mark.parametrize(
    ("count", "dice", "picked"),
    [
        (2, (3,), 0), (2, (4,), 1), (2, (6,), 1), (3, (6,), 2), (3, (2,), 0), (4, (4,), 3), (4, (5, 6, 1), 0),
        (5, (6, 5), 4), (6, (1,), 0), (6, (6,), 5),
    ],
)  # fmt: skip
def test_a_die_picks_one_of_several(count: int, dice: tuple[int, ...], picked: int) -> None:
    """1.2, Q-039: the faces of one die are dealt out evenly, up to six things; faces left over are rolled again."""
    s = Scene(FAR)
    d = draft(s, dice=tuple(("random", (die,)) for die in dice))
    assert pick_one(d, count, s.us) == picked
    d.dice.finish()  # type: ignore[attr-defined]


# --- 1.7.1, 15.1: facing


@pytest.mark.parametrize(
    ("team", "turns"),
    [
        (gun("a", "C3", facing="C2/D3"), True),
        (U("a", "weapon_team 3-9-2-6", "C3"), False),
        (U("a", "weapon_team 3-9-2-6", "C3", abilities=["mg"]), False),
        (U("a", "weapon_team 3-9-2-6", "C3", facing="C2/D3", abilities=["covered_arc"]), True),
        (U("a", "weapon_team 3-9-2-6", "C3", facing="C2/D3", abilities=["pivot_only"]), True),
        (U("a", "squad", "C3", abilities=["assault_move"]), False),
    ],
)
def test_who_has_a_facing(team: U, turns: bool) -> None:
    """1.7.1, 1.7: Teams with ordnance, an arc of fire or a fixed place turn in their hex; machine guns have no arc."""
    s = Scene(team, gun("b", "F6"), FAR).do(Activate("C3"))
    assert any(isinstance(c, PivotTeam) for c in s.options()) is turns
    assert refused(s, PivotTeam("a", "D3/D4")) == (OK if turns else ("1.7.1", "nothing_to_turn"))


def test_guns_face_as_stated_without_vehicles() -> None:
    """1.7.1: where there are guns and no vehicles, a gun faces the vertex that is stated."""
    assert facing(Scene(gun("a", "C3", facing="D4/C4"), FAR), "a") == "D4/C4"


def test_only_some_have_a_facing_at_the_start() -> None:
    """1.7.1, 15.1: beside a tank neither a Squad nor who is still to come has a facing."""
    s = Scene(tank("a", "D4", facing="D5/C4"), U("b", "squad", "C3"), tank("c", ""), U("x", "squad", "D6"))
    assert s.unit("b").kit is None
    late = s.unit("c").kit
    assert late is not None
    assert (late.facing, late.turret) == (0, 0)


@pytest.mark.parametrize("enemy", [FIRST, "G6"])
def test_the_facing_that_nobody_stated(enemy: str) -> None:
    """15.1: a vehicle whose facing is not stated has the nearest enemy in its arc, not a friend, wherever he is."""
    friend = {FIRST: "G6", "G6": FIRST}[enemy]
    s = Scene(tank("a", "G1"), U("b", "squad", friend), U("x", "squad", enemy))
    assert facing(s, "a") == {FIRST: "F2/F1", "G6": "H2/G2"}[enemy]


def test_the_facing_without_enemies() -> None:
    """15.1: with no enemy on the map a vehicle whose facing is not stated faces the first vertex."""
    s = Scene(tank("a", "D4"), U("b", "squad", "D7"), U("x", "squad", ""))
    assert facing(s, "a") == vertex_name(s.game.board, s.unit("a").at >> 3, 0)


# --- 16.0, 15.4, 19.2: where somebody is


def test_a_helicopter_over_the_first_hex() -> None:
    """19.2.1: a helicopter begins in the air above the hex it is set up in, the first one too."""
    s = Scene(helicopter("a", FIRST), helicopter("b", "C3"), FAR)
    assert [s.at("a"), s.at("b")] == [f"{FIRST}/air", "C3/air"]


def test_a_vehicle_that_begins_abandoned() -> None:
    """15.4: an abandoned vehicle is no unit of its hex, but it is still there."""
    s = Scene(tank("a", "D4", "abandoned"), U("b", "squad", "C3"), FAR)
    assert (s.at("a"), place_of(s.state, s.number("a"))) == ("", s.loc("D4"))
    assert [m.kind for m in s.state.marks[s.loc("D4")]] == ["abandoned"]


@pytest.mark.parametrize("at", [FIRST, "C3"])
def test_rallying_in_the_first_hex(at: str) -> None:
    """3.0, 16.0: a Shaken vehicle and a Shaken Leader who rides in another try to rally, in the first hex as well."""
    s = Scene(
        tank("a", at, "shaken"), tank("b", at, capacity="P"), U("c", "leader", "", "shaken", aboard="b"), FAR,
        phase="rally", turn=2,
    )  # fmt: skip
    assert [c for c in s.options() if isinstance(c, Rally)] == [Rally("a"), Rally("c")]


def test_cover_of_a_gun_in_the_first_hex() -> None:
    """3.0: a gun in woods has -2 for its rally attempt, a gun in the open has not, wherever others stand."""
    for woods, expected in ((FIRST, {"cover": -2}), ("H8", {})):
        s = Scene(gun("a", FIRST, "shaken"), FAR, hexes={woods: "light_woods"}, phase="rally", turn=2)
        assert why(s.do(Rally("a"), dice=["rally 6 6"]).tally("rally", "a")) == expected


def test_sections_of_cover() -> None:
    """3.0, 1.5.1: the -2 of cover is that of the Rally Phase in a rally attempt, else that of Morale Checks."""
    s = Scene(U("a", "leader", "C3", "shaken"), FAR, hexes={"C3": "light_woods"}, phase="rally", turn=2)
    assert sections(morale_tally(s.game, s.state, s.number("a"))) == {"cover": "1.5.1"}
    assert sections(s.do(Rally("a"), dice=["rally 6 6"]).tally("rally", "a")) == {"cover": "3.0"}


def test_the_dead_do_not_ride() -> None:
    """16.0, 11.5: who was killed aboard is neither passenger nor Armor Leader any more."""
    s = Scene(
        tank("a", "D4", capacity="PPO"), U("b", "squad", "", aboard="a", riding="outside"),
        U("c", "armor_leader 7-1", "", aboard="a"), FAR,
    )  # fmt: skip
    a, b, c = (s.number(id_) for id_ in "abc")
    assert (passengers(s.game, s.state, a), armor_leader(s.game, s.state, a)) == ([b], c)
    flagged(flagged(s, "b", ELIMINATED), "c", ELIMINATED)
    assert (passengers(s.game, s.state, a), armor_leader(s.game, s.state, a)) == ([], -1)


@pytest.mark.parametrize("late", [tank("a", ""), helicopter("a", ""), gun("a", ""), U("a", "squad", "")])
def test_who_comes_later_is_like_who_waits(late: U) -> None:
    """22.0: a unit that a paragraph brings is the same as one that waits off the map from the start."""
    s = Scene(late, U("b", "squad", "C3"), FAR)
    waiting = s.unit("a")
    assert new_unit(s.game, "a", s.us, waiting.type) == waiting


# --- 1.7: Weapon Teams


@pytest.mark.parametrize(("abilities", "fate"), [(["mg"], "RetreatChoice"), (["mg", "pivot_only"], "")])
def test_a_team_that_cannot_move_does_not_retreat(abilities: list[str], fate: str) -> None:
    """1.6.3, 1.7: flames drive a Team away; one that only pivots cannot go and is eliminated."""
    flame = WeaponType("gun-g", "g", "flamethrower", fp=4, range=2, abilities=frozenset({"forces_retreat"}))
    team = U("x", "weapon_team 3-9-3-6", "C4", abilities=abilities)
    s = Scene(U("a", "squad 2-5-4-6", "C3", carries=["g"]), team, FAR, guns={"g": flame})
    s.fire("C3", "C4", ("a", "g"), dice=("attack 1", "defence 2", "damage check 1"))
    if fate:
        assert s.frames.endswith(fate)
        assert refused(s, RetreatTo("x", "C5")) == OK
    else:
        assert s.at("x") == ""


@pytest.mark.parametrize("at", [(FIRST, "A1"), ("C3", "C4")])
def test_guns_stay_behind_walls(at: tuple[str, str]) -> None:
    """1.7: a gun does not cross hexside terrain, not out of the first hex of the board either; machine guns do."""
    units = (gun("a", at[0]), U("b", "weapon_team 3-9-3-6", at[0], abilities=["mg"]), FAR)
    s = Scene(*units, sides=[(*at, "wall")]).do(Activate(at[0]), BeginMove(at[0]))
    assert refused(s.do(AddMover("b")), StepTo(at[1])) == OK
    s = Scene(*units, sides=[(*at, "wall")]).do(Activate(at[0]), BeginMove(at[0]), AddMover("a"))
    assert refused(s, StepTo(at[1])) == ("1.7", "no_hexside")


@pytest.mark.parametrize(("values", "answer"), [("1-9-3-6", OK), ("0-0-3-6", ("1.7", "no_weapon_teams"))])
def test_the_weakest_machine_gun_is_one(values: str, answer: tuple[str, str]) -> None:
    """1.7: a Team with firepower and no gun has a machine gun, with 1 as well, and enters Buildings."""
    s = Scene(U("a", f"weapon_team {values}", "C3"), FAR, hexes={"C4": "lc_building"})
    assert refused(s.do(Activate("C3"), BeginMove("C3"), AddMover("a")), StepTo("C4")) == answer


# --- 1.5, 5.1, 11.5: values


@pytest.mark.parametrize(("words", "value"), [((), 8), (("shaken",), 5)])
def test_morale_under_an_armor_leader(words: tuple[str, ...], value: int) -> None:
    """11.5: a vehicle has the Morale of its Armor Leader: of his Shaken side only while it is Shaken."""
    s = Scene(tank("a", "D4", *words), U("b", "armor_leader 8-1", "", aboard="a", shaken=(5, 0)), FAR)
    assert morale(s.game, s.unit("a"), s.state) == value


def test_values_of_a_wounded_hero() -> None:
    """5.1: a wounded Hero fires with the firepower of his wounded side."""
    hero: dict[str, Any] = {"wounded": Side2(1, 4, 5, 6)}
    for words, ifp in (((), 3), (("wounded",), 1)):
        s = Scene(U("a", "hero 3-4-6-6", "C3", *words, **hero), U("x", "squad 1-1-4-5", "C6"))
        s.fire("C3", "C6", "a", dice=("attack 1", "defence 6"))
        assert why(s.tally("fire", "x")) == {"ifp": ifp}


@pytest.mark.parametrize(("words", "reaches"), [((), True), (("assault_move",), True), (("wounded",), False)])
def test_range_of_a_marked_hero(words: tuple[str, ...], reaches: bool) -> None:
    """5.1, 6.1: only a wound shortens a Hero's range to that of his wounded side, not a marker he is under."""
    hero = U("x", "hero 1-4-6-6", "C8", *words, wounded=Side2(1, 2, 5, 6))
    s = Scene(U("a", "squad", "C3"), hero).move("C3", "a", "C4")
    assert (OpFire("C8") in s.options()) is reaches


@pytest.mark.parametrize(("mf", "left"), [(6, 4), (3, 1), (2, 0), (1, 0)])
def test_a_slow_man_with_a_weapon(mf: int, left: int) -> None:
    """1.6: a Single-Man Counter loses two Movement Points to his weapon, and has none left if he had no more."""
    s = Scene(U("a", f"leader 6-1-{mf}", "C3", carries=["g"]), FAR, guns={"g": (2, 9)})
    assert movement(s.game, s.state, s.unit("a")) == left


def test_enemies_are_not_of_one_command() -> None:
    """1.1, 3.0: two sides of one nation and badge do not lead each other's men."""
    same: dict[str, Any] = {"nation": "us", "badge": "eagle"}
    s = Scene(U("a", "squad", "C3", **same), U("b", "leader", "C3", **same), U("x", "squad", "C6", **same))
    a, b, x = (s.unit(id_) for id_ in "abx")
    assert (same_command(s.game, b, a), same_command(s.game, b, x)) == (True, False)
