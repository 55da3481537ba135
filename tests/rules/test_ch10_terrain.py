"""10.4 to 10.6: cover, parts of a hex, streams, fords, lined roads, roadblocks, craters, railroads, rooftops."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helpers import Activate, AddMover, BeginMove, Fire, Scene, StepTo, U, why
from lnlt.content.charts import load_chart, with_stream
from lnlt.content.scenario_lint import _marker
from lnlt.content.scenario_setup import scenario_board
from lnlt.content.scenarios import read_scenario
from lnlt.core.setup import MarkerSetup
from lnlt.core.tally import Refusal
from lnlt.core.terrain import LEG, OFFROAD, ROADBOUND, TRACKED
from lnlt.rules.ch06_movement.costs import step_cost
from lnlt.rules.ch10_los_spotting.cover import capped, defence_modifiers, location_modifiers
from lnlt.rules.ch10_los_spotting.lines import line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch10_los_spotting.spotting import is_spotted, spotting_class
from lnlt.rules.facts.adjacency import adjacent
from lnlt.rules.facts.stacking import check_stacking

pytestmark = pytest.mark.usefixtures("either_seat")

US = U("a", "squad", "C2")
DE = U("x", "squad", "C5")


def cost(s: Scene, frm: str, to: str, mover: int = LEG) -> float | str:
    """Movement Points of a step, or the code of its refusal."""
    parts = step_cost(s.game, s.state, s.loc(frm), s.loc(to), mover)
    return parts.code if isinstance(parts, Refusal) else sum(p.value for p in parts) / 2


def cover(s: Scene, at: str, firer: str = "") -> dict[str, float]:
    """Target Modifiers of a location by reason."""
    loc = s.loc(at)
    items = defence_modifiers(s.game, s.state, loc, s.loc(firer)) if firer else location_modifiers(s.game, s.state, loc)
    return {m.why: m.value for m in items}


def test_chart_and_cover() -> None:
    """1.4#3, 10.4#1, 10.4#2, 10.4#3, 10.4#4: terrain of the centre, counters on top up to 4, none of them upstairs."""
    s = Scene(
        US,
        DE,
        hexes={"C5": "hc_building", "D5": "hc_building", "E5": "hc_building", "F5": "light_woods", "G5": "forest"},
        buildings=[(("C5", "D5", "E5"), 2)],
        markers=[("wreck", "C5", 1), ("smoke", "C5", 1), ("wreck", "F5", 1), ("smoke", "F5", 1), ("foxholes", "F5", 1)],
    )
    assert cover(s, "F5") == {"light_woods": 1, "wreck": 2, "smoke": 1, "foxholes": 1}
    assert sum(m.value for m in capped(location_modifiers(s.game, s.state, s.loc("F5")))) == 4
    assert cover(s, "C5/upper") == {"hc_building": 4, "smoke": 1}
    assert (cover(s, "G5"), cost(s, "G4", "G5"), spotting_class(s.game, s.state, s.loc("G5"))) == ({"forest": 2}, 2, 2)


def test_parts_of_a_hex() -> None:
    """10.4.1#1, 10.4.1#3, 10.4.1#4: own stacking, own spotting, own targets; adjacency by floors and buildings."""
    squads = [U(c, "squad", "C5") for c in "abc"]
    s = Scene(
        *squads,
        U("d", "squad", "C5/upper", "fired"),
        U("x", "squad 1-9-4-5", "C1"),
        hexes=dict.fromkeys(("C5", "D5", "E5"), "hc_building"),
        buildings=[(("C5", "D5", "E5"), 2)],
    )
    up, down = s.loc("C5/upper"), s.loc("C5")
    assert check_stacking(s.game, s.state, s.us, down, ()) is None
    assert is_spotted(s.game, s.state, up, s.de)
    assert not is_spotted(s.game, s.state, down, s.de)
    board = s.game.board
    assert adjacent(board, s.loc("C4"), up)
    assert adjacent(board, s.loc("C4"), down)
    assert adjacent(board, down, s.loc("D5"))
    assert not adjacent(board, down, s.loc("D5/upper"))


@pytest.mark.parametrize(
    ("kind", "costs"), [(1, (1, 1, 1, 2)), (2, (2, 3, 4, 6)), (3, (3, 5, 7, "hexside_prohibited"))]
)
def test_streams(kind: int, costs: tuple[float | str, ...]) -> None:
    """10.5.1#1, 10.5.1#2: each type adds its own cost; sight across it is free."""
    s = Scene(US, DE, sides=[("C3", "C4", f"stream_{kind}")])
    assert tuple(cost(s, "C3", "C4", m) for m in (LEG, TRACKED, OFFROAD, ROADBOUND)) == costs
    assert line(s.game, s.state, s.loc("C2"), s.loc("C5")) == 0


def test_stream_of_a_map() -> None:
    """10.5.1#3: a plain stream has the type the scenario says."""
    chart = load_chart("ww2")
    assert chart.hexsides["stream"].cost == chart.hexsides["stream_1"].cost
    assert with_stream(chart, 4).hexsides["stream"].cost == chart.hexsides["stream_4"].cost


def test_ford() -> None:
    """10.5.2#1, 10.5.2#2: a River hex with a Ford costs 4, is open and has a Target Modifier of 1."""
    s = Scene(US, DE, hexes={"C4": "river", "D4": "river"}, markers=[("ford", "C4", 1)])
    assert (cost(s, "C3", "C4"), cost(s, "D3", "D4")) == (4, "terrain_prohibited")
    assert cover(s, "C4") == {"ford": 1}
    assert spotting_class(s.game, s.state, s.loc("C4")) == 0


ROAD = {"C2": "tree_lined_road", "C3": "tree_lined_road", "C4": "tree_lined_road", "C5": "tree_lined_road"}


def test_along_a_lined_road() -> None:
    """10.5.3#1, 10.5.3#2: along it open and without cover, from the side to be spotted and with 1."""
    s = Scene(U("a", "squad 1-9-4-5", "C2"), U("b", "squad 1-9-4-5", "F5"), DE, hexes=ROAD)
    assert line(s.game, s.state, s.loc("C2"), s.loc("C5")) == 0
    assert (cover(s, "C5", "C2"), cover(s, "C5", "F5")) == ({}, {"tree_lined_road": 1})
    assert not is_spotted(s.game, s.state, s.loc("C5"), s.us)
    s.do(Activate("C2"))
    assert s.code(Fire("C2", "C5")) == ""
    t = Scene(U("a", "squad 1-9-4-5", "C2"), U("b", "squad 1-9-4-5", "F5"), DE, hexes=ROAD).do(Activate("F5"))
    assert t.code(Fire("F5", "C5")) == "not_spotted"
    across = Scene(U("a", "squad", "A4"), U("x", "squad", "E4"), hexes=ROAD)
    assert line(across.game, across.state, across.loc("A4"), across.loc("E4")) == 1


def test_moving_on_a_lined_road() -> None:
    """10.5.3#3: road cost between two such hexes, their own cost from anywhere else."""
    s = Scene(US, DE, hexes={**ROAD, "C6": "road"})
    assert (cost(s, "C3", "C4"), cost(s, "C6", "C5"), cost(s, "D4", "C4"), cost(s, "C5", "C6")) == (1, 2, 2, 1)


def test_roadblock() -> None:
    """10.5.4#1, 10.5.4#2: 4 points in all, no vehicles; blocking, cover of 2; a line along its side is free."""
    s = Scene(
        U("a", "squad", "C2"),
        U("x", "squad", "C5"),
        hexes=dict.fromkeys(("C2", "C3", "C4", "C5"), "road"),
        markers=[("roadblock", "C4", 1)],
    )
    assert [cost(s, "C3", "C4", m) for m in (LEG, TRACKED, OFFROAD)] == [4, "counter_prohibited", "counter_prohibited"]
    assert cover(s, "C4") == {"roadblock": 2}
    assert spotting_class(s.game, s.state, s.loc("C4")) == 2
    assert line(s.game, s.state, s.loc("C2"), s.loc("C5")) == BLOCKED
    assert line(s.game, s.state, s.loc("B3"), s.loc("D3")) == 0
    village = load_chart("ww2", ("days-of-villainy",)).counters["roadblock"]
    assert (village.tm, village.cost and village.cost[LEG]) == (1, 6)


def test_module_roadblock() -> None:
    """10.5.4#3: a module overlay changes the values."""
    plain, other = (
        load_chart("ww2").counters["roadblock"],
        load_chart("ww2", ("days-of-villainy",)).counters["roadblock"],
    )
    assert (plain.tm, other.tm) == (2, 1)


def test_where_a_scenario_puts_markers() -> None:
    """10.5.4#4, 10.5.5#4: a Roadblock off the Road and Foxholes in Craters are mistakes of the file."""
    scenario, where = read_scenario("first-fight")
    board = scenario_board(scenario, where)
    clear = next(n for n, t in zip(board.names, board.terrain, strict=True) if t.key == "clear")
    markers = (MarkerSetup("roadblock", clear), MarkerSetup("craters", clear), MarkerSetup("foxholes", clear))
    wrong = replace(scenario, markers=markers)
    assert [len(list(_marker(wrong, i, board, where))) for i in range(3)] == [1, 0, 1]


def test_craters() -> None:
    """10.5.5#1, 10.5.5#2, 10.5.5#3: cover of the marker on top, degrading, one more point for Leg and T, two for O."""
    s = Scene(US, DE, hexes={"C4": "brush"}, markers=[("craters", "C4", 2), ("craters", "E4", 1), ("wreck", "E4", 1)])
    assert (cover(s, "C4"), cover(s, "E4")) == ({"craters": 2}, {"craters": 1, "wreck": 2})
    assert spotting_class(s.game, s.state, s.loc("E4")) == 1
    assert line(s.game, s.state, s.loc("E3"), s.loc("E6")) == 1
    codes = [cost(s, "E3", "E4", m) for m in (LEG, TRACKED, OFFROAD, ROADBOUND)]
    assert codes == [2, 2, 3, "counter_prohibited"]


def test_railroad() -> None:
    """10.5.7#1, 10.5.7#2: one more cover, degrading also in the open, cost of the other terrain."""
    s = Scene(US, DE, hexes={"C4": "forest"}, features={"C4": ("railroad",), "E4": ("railroad",)})
    assert cover(s, "C4") == {"forest": 2, "railroad": 1}
    assert cover(s, "E4") == {"railroad": 1}
    assert spotting_class(s.game, s.state, s.loc("E4")) == 1
    assert line(s.game, s.state, s.loc("E3"), s.loc("E6")) == 1
    assert (cost(s, "C3", "C4"), cost(s, "E3", "E4")) == (2, 1)


def roofs(*units: U) -> Scene:
    """Two buildings side by side, one of three hexes and two floors, both with roofs."""
    hexes = dict.fromkeys(("C5", "D5", "E5", "C6"), "hc_building")
    return Scene(*units, hexes=hexes, buildings=[(("C5", "D5", "E5"), 2), (("C6",), 1)], rooftop=True)


def test_roof_steps_and_levels() -> None:
    """10.6#1, 10.6#2, 10.6#5, 10.6#6, 10.6#7: one point up or down and along one building; levels; neighbours."""
    s = roofs(U("a", "squad", "C6"), U("x", "squad", "H8"))
    assert (cost(s, "C6", "C6/roof"), cost(s, "C5", "C5/roof"), cost(s, "C5/upper", "C5/roof")) == (
        1,
        "no_such_floor",
        1,
    )
    assert (cost(s, "C5/roof", "D5/roof"), cost(s, "C5/roof", "C6/roof")) == (1, "not_same_building")
    board = s.game.board
    assert (board.level(s.loc("C6/roof")), board.level(s.loc("C5/roof"))) == (1, 2)
    assert adjacent(board, s.loc("C6/roof"), s.loc("C6"))
    assert adjacent(board, s.loc("C6/roof"), s.loc("C5/upper"))
    assert cost(Scene(US, DE, hexes={"C4": "lc_building"}), "C4", "C4/roof") == "no_such_floor"


def test_roof_stacking_and_cover() -> None:
    """10.6#3, 10.6#4: one MMC and two SMCs; degrading, cover of 1 only."""
    men = [U("b", "leader", "C6"), U("c", "hero", "C6"), U("d", "leader", "C6")]
    s = roofs(U("a", "squad", "C6/roof"), U("e", "half_squad", "C6"), *men, U("x", "squad", "H8"))
    roof = s.loc("C6/roof")
    joined = [check_stacking(s.game, s.state, s.us, roof, [s.number(u) for u in group]) for group in ("e", "bc", "bcd")]
    assert [r and r.code for r in joined] == ["roof_full", None, "too_many_smcs"]
    assert cover(s, "C6/roof") == {"rooftop": 1}
    assert spotting_class(s.game, s.state, roof) == 1


def test_roof_is_spotted_with_the_floor_below() -> None:
    """10.6.1#1, 10.6.1#2: fire from the roof reveals the top floor, not the ground; an attack hits one of them."""
    s = roofs(
        U("a", "squad 3-9-4-5", "C1"),
        U("x", "hero", "C5/roof", "fired"),
        U("y", "squad", "C5/upper"),
        U("z", "squad", "C5"),
    )
    seen = [is_spotted(s.game, s.state, s.loc(at), s.us) for at in ("C5/roof", "C5/upper", "C5")]
    assert seen == [True, True, False]
    s.do(Activate("C1"))
    assert {c.at for c in s.options() if isinstance(c, Fire)} <= {"C5/roof", "C5/upper"}


def test_movement_onto_a_roof() -> None:
    """10.6#2: a move up takes one Movement Point."""
    s = roofs(U("a", "squad", "C6"), U("x", "squad", "H8")).do(
        Activate("C6"), BeginMove("C6"), AddMover("a"), StepTo("C6/roof")
    )
    assert (s.at("a"), s.unit("a").mp) == ("C6/roof", 2)


def test_why_of_a_defence() -> None:
    """10.4#3: fire at a unit on Craters in woods names both covers."""
    s = Scene(
        U("a", "squad 3-5-4-5", "C2"),
        U("x", "squad", "C5", "fired"),
        hexes={"C5": "light_woods"},
        markers=[("craters", "C5", 1)],
    )
    s.fire("C2", "C5", "a", dice=("attack 1", "defence 6"))
    assert why(s.tally("fire", "x", 1)) == {"light_woods": 1, "craters": 1}
