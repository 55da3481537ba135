"""6.0 to 6.8, 1.6, 10.2, 10.5: kinds of movement, what steps cost, and the short tables beside them."""

from __future__ import annotations

from inspect import signature
from types import SimpleNamespace
from typing import Any

import pytest

from armour_helpers import code, tank
from helpers import Scene, U, flagged
from lnlt.core.flags import ASSAULT_FIRE, ASSAULT_MOVE, HANDLED, HIT_AND_RUN, LOW_CRAWL, MOVED, STEALTH
from lnlt.core.tally import Refusal
from lnlt.core.terrain import LEG, OFFROAD, ROADBOUND, TRACKED
from lnlt.rules.ch06_movement import coordinated, costs, flipping, loads, steps
from lnlt.rules.ch06_movement.continuous import Declaring, EndDeclaring
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.move import Move
from lnlt.rules.ch06_movement.opportunity_move import OpportunityMove
from lnlt.rules.facts import movement_modes as modes
from lnlt.rules.facts.handling import PickUp
from lnlt.rules.facts.mounts import check_mounted_weapon, is_mount

EVERY_MODE = ("normal", "double_time", "assault", "low_crawl", "stealth", "stealth_assault", "hit_and_run")


def step(s: Scene, frm: str, to: str, mover: int = LEG) -> tuple[int, str]:
    """Half points of a step and the section of the last part of them; -1 and the section if it is refused."""
    found = costs.step_cost(s.game, s.state, s.loc(frm), s.loc(to), mover)
    if isinstance(found, Refusal):
        return -1, found.rule
    return int(sum(part.value for part in found)), found[-1].rule


def test_steps_of_saved_games() -> None:
    """6.0, 6.8, 15.5.1: these words and their order are in saved games: they mean the same in every version."""
    assert Move.STEPS == ("hazards", "events", "answer_window", "after_window", "go_on", "finish")
    assert OpportunityMove.STEPS == ("move",)
    assert Declaring.STEPS == ("clear", "first", "second")


def test_what_goes_without_saying() -> None:
    """6.0: a move that has just begun: no points spent, nobody stopped, no Scout along; ending a list does nothing."""
    move = Move(side=0, origin=0, at=0, came_from=0, units=(), modes=())
    assert (move.spent, move.in_melee, move.halted, move.leaving, move.returned) == (0, False, False, False, False)
    assert not MoveGroup(side=0, origin=0).opportunity
    assert EndDeclaring.PASSES
    for function in (costs.step_cost, costs.unit_cost, costs.terrain_cost):
        assert signature(function).parameters["scout"].default is False
    assert signature(loads.check_abandon).parameters["begun"].default is False


def test_words_for_kinds_of_movement() -> None:
    """6.0 to 6.8: these words are in commands and saved games; each leaves its marker."""
    assert modes.MODES == EVERY_MODE
    assert modes.MARKERS == {
        "normal": MOVED, "double_time": MOVED, "assault": ASSAULT_MOVE, "low_crawl": LOW_CRAWL, "stealth": STEALTH,
        "stealth_assault": STEALTH | ASSAULT_MOVE, "hit_and_run": HIT_AND_RUN, "dismounted": MOVED,
    }  # fmt: skip
    assert coordinated.MODES == ("normal", "double_time", "assault")
    assert flipping.MODES == ("", "assault", "stealth_assault")


def test_half_the_movement_factor() -> None:
    """6.1, 6.4.1, 6.6, 6.7: kinds of movement with half of it, and the sections that say so, also after fire."""
    assert modes.HALF == {"assault": "6.1", "stealth_assault": "6.4.1", "hit_and_run": "6.7", "dismounted": "6.6"}
    assert modes.AFTER_FIRE == {"assault": "6.1.1", "stealth_assault": "6.4.2"}
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "H1"))
    found = [modes.allowance(s.game, s.state, 0, mode, (0,)) for mode in (*EVERY_MODE, "dismounted")]
    assert found == [8, 8, 4, 8, 8, 4, 4, 4]


def test_moves_after_assault_fire() -> None:
    """6.1.1, 6.4.2: an Assault Move, by Stealth or not, and nothing else."""
    able = U("a", "squad", "D6", abilities=("assault_move", "stealth", "hit_and_run"))
    s = Scene(able, U("x", "squad", "H1"))
    assert modes.modes_of(s.game, s.state, 0) == [*EVERY_MODE]
    assert modes.modes_of(s.game, flagged(s, 0, ASSAULT_FIRE).state, 0) == ["assault", "stealth_assault"]
    assert modes.modes_of(s.game, flagged(s, 0, HANDLED).state, 0) == ["normal", "double_time", "low_crawl", "stealth"]


@pytest.mark.parametrize("kind", ["mounted_squad", "mounted_half_squad", "weapon_team"])
def test_who_neither_runs_nor_crawls(kind: str) -> None:
    """6.2, 6.3, 6.6, 1.7: Mounted Units and Weapon Teams; the former ride."""
    s = Scene(U("a", kind, "D6"), U("b", "squad", "D6"), U("x", "squad", "H1"))
    for mode, found in (("double_time", ("6.2", "no_double_time")), ("low_crawl", ("6.3", "no_low_crawl"))):
        assert code(modes.check_capable(s.game, s.state, 0, mode)) == found
        assert code(modes.check_capable(s.game, s.state, 1, mode)) == ("", "")
    assert is_mount(s.game, s.state, 0) == (kind != "weapon_team")


@pytest.mark.parametrize(
    ("ability", "able"), [("assault_move", True), ("stealth", True), ("hit_and_run", False), ("assaulter", False)]
)
def test_boxes_that_allow_assault_fire(ability: str, able: bool) -> None:
    """6.1, 6.1.1, 6.4.1, 6.4.2: a red or a yellow box."""
    s = Scene(U("a", "squad", "D6", abilities=(ability,)), U("x", "squad", "H1"))
    assert modes.may_assault(s.game, s.state, 0) == able
    assert modes.may_assault_fire(s.game, s.state, 0) == able


@pytest.mark.parametrize(("fp", "found"), [(1, ("", "")), (2, ("", "")), (3, ("6.6.2", "not_from_the_saddle"))])
def test_weapons_fired_from_motorcycles(fp: int, found: tuple[str, str]) -> None:
    """6.6.2: a firepower of 2 or less."""
    rider = U("a", "mounted_squad", "D6", abilities=("motorcycle",), carries=["w"])
    s = Scene(rider, U("x", "squad", "H1"), guns={"w": (fp, 6)})
    assert code(check_mounted_weapon(s.game, s.state, s.unit("a"), 0)) == found


@pytest.mark.parametrize(
    ("mode", "found"),
    [
        ("normal", ("", "")),
        ("double_time", ("", "")),
        ("stealth", ("", "")),
        ("assault", ("6.1", "too_few_points")),
        ("stealth_assault", ("6.4.1", "too_few_points")),
        ("hit_and_run", ("6.7", "too_few_points")),
        ("low_crawl", ("6.3", "too_few_points")),
    ],
)
def test_one_hex_whatever_it_costs(mode: str, found: tuple[str, str]) -> None:
    """6.0, Q-055: by an ordinary move, Double-Time and Stealth; nobody crawls or assaults beyond his points."""
    s = Scene(U("a", "squad 1-5-1-5", "D6"), U("x", "squad", "H1"), hexes={"D5": "forest"})
    assert code(steps.check_step(s.game, s.state, [0], [mode], s.loc("D6"), s.loc("D5"))) == found


def test_points_of_weapons() -> None:
    """1.6, Q-225: two points to pick one up, and two that a Single-Man Counter loses while he carries it."""
    s = Scene(
        U("a", "squad", "D6"), U("b", "leader", "D6"), U("x", "squad", "H1"), guns={"w": (2, 6)}, lying={"w": "D6"}
    )
    found = [loads.pick_up_cost(s.game, s.state, s.number(unit), PickUp(unit, "w")) for unit in ("a", "b")]
    assert found == [4, 8]


def test_floors_roofs_and_trenches() -> None:
    """10.2, 10.6, 21.6: two points between floors, one to the roof and along it, one from Trench to Trench."""
    s = Scene(
        U("a", "squad", "C3"), U("x", "squad", "H1"), hexes={"C3": "hc_building", "C4": "hc_building"},
        buildings=[(("C3", "C4"), 2)], rooftop=True, markers=[("trench", "E5", 1), ("trench", "E6", 1)],
    )  # fmt: skip
    assert [step(s, "C3", "C3/upper"), step(s, "C3/upper", "C3")] == [(4, "10.2")] * 2
    assert [step(s, "C3/upper", "C3/roof"), step(s, "C3/roof", "C4/roof")] == [(2, "10.6")] * 2
    assert step(s, "E5", "E6") == (2, "21.6")


@pytest.mark.parametrize(
    ("kind", "terrain", "leg", "roadbound"),
    [
        ("ford", "river", (8, "10.5.2"), (8, "10.5.2")),
        ("roadblock", "clear", (8, "10.5.4"), (-1, "10.5.4")),
        ("craters", "clear", (4, "10.5.5"), (-1, "10.5.5")),
        ("wire", "clear", (8, "21.3"), (12, "21.3")),
    ],
)
def test_counters_that_cost_points(kind: str, terrain: str, leg: tuple[int, str], roadbound: tuple[int, str]) -> None:
    """10.5.2, 10.5.4, 10.5.5, 21.3: each by its own section; such a step is never what the map alone says."""
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "H1"), hexes={"D5": terrain}, markers=[(kind, "D5", 1)])
    assert (step(s, "D6", "D5"), step(s, "D6", "D5", ROADBOUND)) == (leg, roadbound)
    assert not costs.is_printed(s.game, s.state, s.loc("D6"), s.loc("D5"))


def test_counters_that_cost_nothing() -> None:
    """6.0: Foxholes and Smoke leave a step at what the map says."""
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "H1"), markers=[("foxholes", "D5", 1), ("smoke", "D5", 1)])
    assert costs.is_printed(s.game, s.state, s.loc("D6"), s.loc("D5"))


def test_columns_of_vehicles() -> None:
    """15.0: the letter on the counter names the column of the terrain chart."""
    letters = [tank(id_, "D6", what=f"vehicle 9{letter}-6") for id_, letter in zip("abc", "TRO", strict=True)]
    s = Scene(*letters, U("x", "squad", "H1"))
    assert [costs.driver_class(s.game, s.state, n) for n in range(3)] == [TRACKED, ROADBOUND, OFFROAD]


def test_levels_that_nobody_climbs() -> None:
    """10.4: two levels up or down are steep, three are a cliff."""
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "H1"), hexes={"D5": ("clear", 2), "D4": ("clear", 5)})
    assert [step(s, "D6", "D5"), step(s, "D5", "D6")] == [(6, "6.0"), (4, "6.0")]
    assert [step(s, "D5", "D4"), step(s, "D4", "D5")] == [(-1, "6.0"), (-1, "6.0")]


@pytest.mark.parametrize(
    ("terrain", "cheap"),
    [
        ("heavy_jungle", True),
        ("light_jungle", True),
        ("forest", True),
        ("light_woods", True),
        ("wheat_field", True),
        ("kunai_grass", True),
        ("tall_grass", True),
        ("brush", False),
        ("marsh", False),
        ("rough", False),
    ],
)
def test_ground_of_scouts(terrain: str, cheap: bool) -> None:
    """11.6: Heavy and Light Jungle, Forest, Light Woods, Wheatfield, Tall and Kunai Grass cost one point with one."""
    ground = SimpleNamespace(key=terrain, cost=(6, 6, 6, 6))
    game: Any = SimpleNamespace(board=SimpleNamespace(terrain=[ground]))
    assert costs.terrain_cost(game, 0, scout=True) == ((2, "scout") if cheap else (6, terrain))
    assert costs.terrain_cost(game, 0) == (6, terrain)
