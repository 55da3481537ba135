"""6.0, 1.7, 5.1, 11.6, 23.3.1: who may move, and which step a group may take."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import code, flagged, gun, refused, tank
from helpers import Activate, AddMover, BeginMove, Scene, StepTo, U
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import ASSAULT_FIRE, HANDLED, MOVED, MOVING, OPS_COMPLETE, SHAKEN
from lnlt.core.game import Game
from lnlt.core.hooks import Hooks
from lnlt.core.state import NOWHERE, Position
from lnlt.rules.ch06_movement.costs import STEP_COST
from lnlt.rules.ch06_movement.steps import check_boarding, check_departure, check_mover, check_step, open_steps
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
OK = ("", "")
HOUSE: dict[str, Any] = {"hexes": {"C3": "hc_building", "C4": "hc_building"}, "buildings": [(("C3", "C4"), 2)]}


def step(s: Scene, movers: str, frm: str, to: str, mode: str = "normal") -> tuple[str, str]:
    """Section and code of what stands against a step of some units, from "" onto the map."""
    numbers = [s.number(u) for u in movers]
    origin = s.loc(frm) if frm else NOWHERE
    return code(check_step(s.game, s.state, numbers, [mode] * len(numbers), origin, s.loc(to)))


def going(s: Scene, at: str, *movers: str) -> Scene:
    """Units of a location, about to take their first step."""
    return s.do(Activate(at), BeginMove(at), *(AddMover(u) for u in movers))


@pytest.mark.parametrize(
    ("flags", "found"),
    [
        (0, OK),
        (SHAKEN, OK),
        (ASSAULT_FIRE, OK),
        (ASSAULT_FIRE | SHAKEN, ("6.1", "no_assault_move")),
        (ASSAULT_FIRE | MOVING, ("4.0", "has_acted")),
        (OPS_COMPLETE, ("4.1", "has_acted")),
        (OPS_COMPLETE | SHAKEN, ("4.1", "has_acted")),
        (MOVED, ("4.0", "has_acted")),
        (OPS_COMPLETE | MOVED, ("4.0", "has_acted")),
        (OPS_COMPLETE | MOVING, ("4.0", "has_acted")),
        (MOVING, ("4.0", "has_acted")),
    ],
)
def test_who_may_still_move(flags: int, found: tuple[str, str]) -> None:
    """4.0, 4.1, 6.1.1: nobody who has acted or is on the way; the move owed after Assault Fire needs Good Order."""
    s = flagged(Scene(U("a", "squad", "C3", shaken=(5, 4)), FOE), "a", flags)
    assert code(check_mover(s.game, s.state, 0)) == found


def test_guns_that_only_turn() -> None:
    """1.7: a gun whose counter says so is pivoted and never moved."""
    s = Scene(gun("a", "C3", abilities=["pivot_only"]), gun("b", "D3"), FOE)
    assert [code(check_mover(s.game, s.state, n)) for n in (0, 1)] == [("1.7", "cannot_move"), OK]


@pytest.mark.parametrize(("along", "found"), [("s", OK), ("", ("6.0", "too_few_points"))])
def test_scouts_help_those_they_go_with(along: str, found: tuple[str, str]) -> None:
    """11.6: woods cost one point if a Scout is in the group, and two if he is somewhere else."""
    at = "C3" if along else "F6"
    s = Scene(U("a", "squad 1-5-2-5", "C3"), U("s", "scout 2-5-6-6", at), FOE, hexes={"C5": "light_woods"})
    going(s, "C3", *("a" + along)).do(StepTo("C4"))
    assert refused(s, StepTo("C5")) == found


@pytest.mark.parametrize(
    ("flags", "mode", "found"),
    [
        (0, "normal", OK),
        (SHAKEN, "normal", OK),
        (HANDLED, "normal", ("6.0", "too_few_points")),
        (0, "assault", ("6.1", "too_few_points")),
        (ASSAULT_FIRE, "assault", ("6.1.1", "too_few_points")),
        (0, "stealth_assault", ("6.4.1", "too_few_points")),
        (ASSAULT_FIRE, "stealth_assault", ("6.4.2", "too_few_points")),
    ],
)
def test_the_first_hex(flags: int, mode: str, found: tuple[str, str]) -> None:
    """6.0, 1.6.1, 6.1.1, Q-055: whole units enter one hex at any cost, those with half their points left do not."""
    s = Scene(U("a", "squad 1-5-1-5", "C3", shaken=(5, 1)), FOE, hexes={"C4": "forest"})
    assert step(flagged(s, "a", flags), "a", "C3", "C4", mode) == found


def test_where_guns_go() -> None:
    """1.7, 10.2: a gun enters no Building, on no floor; a Squad does."""
    s = Scene(gun("a", "C2", mf=4), U("b", "squad", "C2"), U("c", "squad", "C3"), FOE, **HOUSE)
    assert [step(s, u, "C2", "C3") for u in "ab"] == [("1.7", "no_weapon_teams"), OK]
    assert [step(s, u, "C3", "C3/upper") for u in "ac"] == [("1.7", "no_weapon_teams"), OK]


@pytest.mark.parametrize("at", ["D4", "D5", "A0", "A1"])
def test_guns_and_caves(at: str) -> None:
    """10.7: of Weapon Teams only machine guns and Mortars enter Caves."""
    toward = {"D4": "D3", "D5": "D4", "A0": "A1", "A1": "A0"}[at]
    s = Scene(
        gun("a", at),
        U("b", "weapon_team 3-9-2-6", at, abilities=("mg",)),
        U("c", "squad", at),
        FOE,
        markers=[("cave", at, 2, toward)],
    )
    found = [step(s, u, at, f"{at}/cave") for u in "abc"]
    assert found == [("10.7", "no_team_in_cave"), OK, OK]


def test_one_hex_of_crawling() -> None:
    """6.3: who crawls has done so after one hex, even if a module lets the next one cost nothing."""

    def free(cost: int, game: Game, s: Position, to: int, mover: int) -> int:  # noqa: ARG001
        return 0 if game.board.loc_name(to) == "C5" else cost

    s = Scene(U("a", "squad", "C4"), FOE)
    s.game.__dict__["hooks"] = Hooks([STEP_COST.attach("scenario", free, "test")])
    assert step(s, "a", "C4", "C5", "low_crawl") == OK
    assert step(flagged(s, "a", 0, mp=2), "a", "C4", "C5", "low_crawl") == ("6.3", "one_hex")


def test_heavy_weapons() -> None:
    """23.1.5: where heavy weapons are about, those who carry none go where they like; a man alone stays with his."""
    heavy = WeaponType("gun-g", "g", "machine_gun", fp=2, range=8, abilities=frozenset({"no_lone_smc"}))
    s = Scene(U("a", "squad", "C3"), U("b", "hero", "C3", carries=["g"]), U("c", "hero", "C3"), FOE, guns={"g": heavy})
    assert [step(s, u, "C3", "C4") for u in ("a", "b", "bc")] == [OK, ("23.1.5", "not_alone"), OK]


def test_too_many_come_onto_the_map() -> None:
    """1.3, 22.0: no more than three Squads enter one hex together, not even an empty one."""
    s = Scene(*(U(u, "squad", f"C{n}") for n, u in enumerate("abcd")), FOE)
    for u in "abcd":
        flagged(s, u, 0, at=NOWHERE)
    assert [step(s, u, "", "A4") for u in ("abc", "abcd")] == [OK, ("1.3", "too_many_squads")]


def test_one_squad_on_the_roof() -> None:
    """10.6: a roof takes one unit of several men; two do not climb up together."""
    s = Scene(U("a", "squad", "C3/upper"), U("b", "squad", "C3/upper"), FOE, **HOUSE, rooftop=True)
    assert [step(s, u, "C3/upper", "C3/roof") for u in ("a", "ab")] == [OK, ("10.6", "roof_full")]


def test_no_way_out_of_the_water() -> None:
    """6.0: a unit that rivers surround cannot set off, and is told what the first of them says."""
    s = Scene(U("a", "squad", "C3"), FOE, hexes=dict.fromkeys(("C2", "D3", "D4", "C4", "B4", "B3"), "river"))
    found = check_departure(s.game, s.state, [0], ["normal"], s.loc("C3"))
    assert code(found) == ("6.0", "terrain_prohibited")
    assert found is not None
    assert found.params["at"] == "C2"
    assert refused(s.do(Activate("C3")), BeginMove("C3")) == ("6.0", "terrain_prohibited")


SHAKEN_ONE: dict[str, Any] = {"shaken": (5, 4)}


def test_shaken_see_into_the_woods() -> None:
    """5.1, Q-041: a Shaken unit comes no closer to an enemy in the edge of a wood, though all around is hidden."""
    woods = dict.fromkeys(("E7", "D3", "D4", "D5"), "forest")
    s = Scene(U("a", "squad", "E4", "shaken", **SHAKEN_ONE), U("x", "squad 0-0-4-5", "E7"), hexes=woods)  # type: ignore[arg-type]
    assert refused(going(s, "E4", "a"), StepTo("E5")) == ("5.1", "shaken_advances")
    assert refused(s, StepTo("E3")) == OK


def test_shaken_are_seen_from_upstairs() -> None:
    """5.1, Q-041: an enemy who looks over the wheat from upstairs keeps the Shaken away; one on the ground does not."""
    for at, found in (("E6/upper", ("5.1", "shaken_advances")), ("E6", OK)):
        s = Scene(
            U("a", "squad", "E1", "shaken", **SHAKEN_ONE),
            U("x", "squad 0-0-4-5", at),
            hexes={"E6": "hc_building", "E4": "wheat_field"},
            buildings=[(("E6",), 2)],
        )
        assert refused(going(s, "E1", "a"), StepTo("E2")) == found


@pytest.mark.parametrize(("enemy", "found"), [("C2", ("5.1", "shaken_advances")), ("C1", OK), ("C0", OK)])
def test_floors_toward_a_hill(enemy: str, found: tuple[str, str]) -> None:
    """5.1, Q-041: upstairs a Shaken unit comes nearer to an enemy uphill next door, not to one further away."""
    s = Scene(
        U("a", "squad", "C3", "shaken", **SHAKEN_ONE),
        U("x", "squad 0-0-4-5", enemy),
        hexes={"C3": "hc_building", enemy: ("hill", 1)},
        buildings=[(("C3",), 2)],
    )
    assert refused(going(s, "C3", "a"), StepTo("C3/upper")) == found


def test_shaken_toward_what_they_do_not_see() -> None:
    """5.1, Q-041: an enemy in a Cave that is open to the other side is not seen and keeps nobody away."""
    s = Scene(
        U("a", "squad", "C3", "shaken", **SHAKEN_ONE),
        U("x", "squad 0-0-4-5", "C7/cave"),
        markers=[("cave", "C7", 2, "C8")],
    )
    assert refused(going(s, "C3", "a"), StepTo("C4")) == OK


def afloat(*units: U) -> Scene:
    """A River down the column D, men beside it, two boats."""
    boats = {b: WeaponType(f"gun-{b}", b, "rubber_boat") for b in ("b1", "b2")}
    return Scene(
        *units, FOE, hexes={f"D{n}": "river" for n in range(1, 8)}, guns=boats, lying=dict.fromkeys(boats, "A7")
    )


def boarding(s: Scene, movers: str) -> tuple[str, str]:
    """What stands against a group that gets into boats at C4."""
    numbers = [s.number(u) for u in movers]
    frm, to = s.loc("C4"), s.loc("D4")
    return code(check_boarding(s.game, s.state, numbers, ["normal"] * len(numbers), frm, to))


def test_boats_to_come() -> None:
    """23.3.1: a group may still be given a boat by one or two who join it later, not by one it has left out."""
    s = afloat(U("a", "squad", "C4", carries=["b1"]), U("b", "squad", "C4"), U("c", "half_squad", "C4"))
    assert [boarding(s, u) for u in ("a", "b", "c", "ab")] == [OK, *[("23.3.1", "no_boat")] * 3]
    s = afloat(U("a", "leader", "C4"), U("b", "half_squad", "C4", carries=["b1"]))
    assert boarding(s, "a") == OK
    s = afloat(U("a", "squad", "C4"), U("b", "crew", "C4", carries=["b1"]), U("c", "crew", "C4", carries=["b2"]))
    assert [boarding(s, u) for u in ("a", "ab")] == [OK, OK]


def test_a_boat_counts_once() -> None:
    """23.3.1: a Squad and a Half-Squad do not fit into the one boat of the latter; the boat left out does not help."""
    s = afloat(
        U("a", "leader", "C4", carries=["b1"]), U("b", "squad", "C4"), U("c", "half_squad", "C4", carries=["b2"])
    )
    assert boarding(s, "bc") == ("23.3.1", "no_boat")
    assert boarding(s, "abc") == OK


def test_boats_of_others() -> None:
    """23.3.1: the boat of somebody who has acted takes no group across."""
    for other in (U("b", "crew", "C4", "moved", carries=["b1"]), U("b", "crew", "C4", "fired", carries=["b1"])):
        assert boarding(afloat(U("a", "leader", "C4"), other), "a") == ("23.3.1", "no_boat")


def test_ways_with_a_boat() -> None:
    """23.3.1: with a boat the hexes of the River beside it are open to a Squad, without one they are not."""
    s = afloat(U("a", "squad", "C4", carries=["b1"]), U("b", "squad", "C4"))

    def ways(unit: int) -> set[str]:
        return {s.game.board.loc_name(to) for to in open_steps(s.game, s.state, [unit], ["normal"], s.loc("C4"))}

    land = {"C3", "C5", "B4", "B5"}
    assert (ways(0), ways(1)) == ({*land, "D4", "D5"}, land)


def cut_off(*units: U) -> Scene:
    """Men on an island; an enemy tank holds the only other dry hex beside it."""
    rivers = dict.fromkeys(("C2", "D3", "D4", "B4", "B3"), "river")
    return Scene(*units, tank("x", "C4", to_hit=(), he=None), FOE, hexes=rivers)  # type: ignore[arg-type]


def test_who_may_join_against_a_tank() -> None:
    """17.1, 6.0: a Leader sets off against a tank if a Squad can still join him, not if he has left it out."""
    leader, squad = "leader 6-1-6", "squad"
    s = cut_off(U("a", leader, "C3"), U("b", squad, "C3")).do(Activate("C3"), BeginMove("C3"))
    assert (refused(s, AddMover("a")), refused(s, AddMover("b"))) == (OK, OK)
    assert AssaultVehicle("x") in s.do(AddMover("a"), AddMover("b")).options()
    s = cut_off(U("a", squad, "C3"), U("b", leader, "C3")).do(Activate("C3"), BeginMove("C3"))
    assert refused(s, AddMover("a")) == OK
    assert refused(s, AddMover("b")) != OK
    assert AssaultVehicle("x") in s.do(AddMover("a"), AddMover("b")).options()


def test_alone_against_a_tank() -> None:
    """17.1, 6.0: a Leader on his own has no way out past a tank."""
    s = cut_off(U("a", "leader 6-1-6", "C3"), U("b", "squad", "C3", "moved"))
    assert code(check_departure(s.game, s.state, [0], ["normal"], s.loc("C3"))) != OK
    s.state = replace(s.state, units=tuple(replace(u, flags=u.flags & ~MOVED) for u in s.state.units))
    assert code(check_departure(s.game, s.state, [0], ["normal"], s.loc("C3"))) == OK
