"""6.0, 1.6.1, 10.2: what steps cost, where they lead, and how many points there are: edges of the sums."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import flagged, refused, tank
from helpers import Abandon, Activate, AddMover, BeginMove, Flip, Scene, StepTo, U
from lnlt import engine
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import ABANDONED, ELIMINATED
from lnlt.core.state import NOWHERE
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.costs import step_cost, steps_from
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.steps import DriveTo
from lnlt.rules.facts.movement_modes import mates, may_assault

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
HORSE = "mounted_squad 1-4-12-5"
MG = WeaponType("gun-g", "g", "machine_gun", fp=2, range=8, bipod=(1, 6))
HOUSE = {"hexes": {"C3": "hc_building", "C4": "hc_building"}, "buildings": [(("C3", "C4"), 2)]}


def going(what: str, at: str, **board: object) -> Scene:
    """One unit, about to take its first step."""
    s = Scene(U("a", what, at), FOE, **board)  # type: ignore[arg-type]
    return s.do(Activate(at), BeginMove(at), AddMover("a"))


def entering(s: Scene, to: str) -> float | tuple[str, str]:
    """What it costs to come onto the map at a hex, or section and code of why nobody does."""
    found = step_cost(s.game, s.state, NOWHERE, s.loc(to))
    return (found.rule, found.code) if isinstance(found, Refusal) else sum(m.value for m in found)


@pytest.mark.parametrize("level", [0, 3])
def test_coming_onto_the_map(level: int) -> None:
    """22.0, 6.0: the first hex costs its terrain and its counters, whatever the height of other hexes."""
    s = Scene(U("a", "squad", "C3"), FOE, hexes={"A4": ("hill", level)}, markers=[("wire", "B0", 1)])
    chart = s.game.board.chart
    wire = chart.counters["wire"].cost
    assert wire is not None
    assert entering(s, "B0") == wire[0] != chart.terrains["clear"].cost[0]
    assert entering(s, "B1") == chart.terrains["clear"].cost[0]


def test_nobody_comes_in_through_a_river() -> None:
    """22.0, 6.0: terrain that the chart forbids is no way in."""
    assert entering(Scene(U("a", "squad", "C3"), FOE, hexes={"B0": "river"}), "B0") == ("6.0", "terrain_prohibited")


def test_horses_stay_below() -> None:
    """6.6, Q-267: Mounted Units neither go upstairs nor come down stairs."""
    assert refused(going(HORSE, "C3", **HOUSE), StepTo("C3/upper")) == ("6.6", "not_mounted_there")
    assert refused(going(HORSE, "C3/upper", **HOUSE, markers=()), StepTo("C3")) == ("6.6", "not_mounted_there")


def test_nobody_jumps_out_of_the_window() -> None:
    """10.2: from upstairs no step leads to the ground of the next hex, and none from there up."""
    assert refused(going("squad", "C3/upper", **HOUSE), StepTo("D4")) == ("10.2", "not_same_building")
    assert refused(going("squad", "C3", **HOUSE), StepTo("C4/upper")) == ("10.2", "not_same_building")
    assert refused(going("squad", "C3/upper", **HOUSE), StepTo("C4/upper")) == ("", "")


@pytest.mark.parametrize("at", ["C3", "C4"])
def test_ruined_houses_have_no_stairs_up(at: str) -> None:
    """15.1.2: nobody goes up in a Building that is Rubble; who is still there comes down."""
    ruin = {**HOUSE, "markers": [("rubble", at, 1)]}
    assert refused(going("squad", at, **ruin), StepTo(f"{at}/upper")) == ("15.1.2", "flattened")
    assert refused(going("squad", f"{at}/upper", **ruin), StepTo(at)) == ("", "")


def test_no_floor_leads_into_rubble() -> None:
    """15.1.2, 10.2: upstairs one goes on inside a Building only to hexes of it that still stand."""
    s = going("squad", "C3/upper", **HOUSE, markers=[("rubble", "C4", 1)])
    assert refused(s, StepTo("C4/upper")) == ("15.1.2", "flattened")


def test_stairs_do_not_lead_into_caves() -> None:
    """10.7: the way into a Cave is from the ground of its hex."""
    s = Scene(U("a", "squad", "C3/upper"), FOE, **HOUSE, markers=[("cave", "C3", 2, "C2"), ("spotted", "C3/upper", 1)])  # type: ignore[arg-type]
    below, above = steps_from(s.game, s.loc("C3"), s.state), steps_from(s.game, s.loc("C3/upper"), s.state)
    assert s.loc("C3/cave") in below
    assert set(above) == set(steps_from(s.game, s.loc("C3/upper")))


@pytest.mark.parametrize(
    ("nation", "alone", "with_scout"),
    [("us", ("light_jungle", 4), ("scout", 2)), ("vc", ("light_jungle", 2), ("light_jungle", 2))],
)
def test_scouts_help_where_it_is_slow(nation: str, alone: tuple[str, int], with_scout: tuple[str, int]) -> None:
    """11.6, 13.0: a Scout makes jungle cost one point; who pays no more by his nation owes him nothing."""
    for movers, expected in ((["b"], alone), (["a", "b"], with_scout)):
        s = Scene(
            U("a", "scout 2-5-6-6", "C3", nation=nation),
            U("b", "squad", "C3", nation=nation),
            FOE,
            hexes={"C4": "light_jungle"},
            era="modern",
            nations=(nation, "de"),
        )
        begin = [Activate("C3"), BeginMove("C3"), *(AddMover(u) for u in movers)]
        (step,) = engine.walk(s.game, s.state, begin, ["C4"])
        ((_, parts, _),) = [c for c in step.costs if c[0] == "b"]
        assert [(m.why, m.value) for m in parts] == [expected]


def printed(s: Scene, place: str, leg: int) -> Scene:
    """The scene with another cost on foot, in half points, printed for the terrain of a hex."""
    board = s.game.board
    hex_ = board.index[place]
    other = replace(board.terrain[hex_], cost=(leg, *board.terrain[hex_].cost[1:]))
    board.terrain = (*board.terrain[:hex_], other, *board.terrain[hex_ + 1 :])
    return s


def test_half_a_point() -> None:
    """6.0, 10.9: where a module's terrain costs half a point, one point leads two hexes far."""
    s = Scene(U("a", "squad 1-5-1-5", "C3"), FOE)
    printed(printed(s, "C4", 1), "C5", 1).move("C3", "a", "C4")
    assert s.unit("a").mp == 1
    assert s.do(StepTo("C5")).at("a") == "C5"


def test_half_a_point_beside_a_tank() -> None:
    """6.5, 6.0: so it is for those who go along with a vehicle."""
    s = Scene(U("a", "squad 1-5-1-5", "D6"), tank("t", "D6", facing="D5/E5"), FOE)
    printed(printed(s, "D5", 1), "D4", 1).do(Activate("D6"), BeginDrive("t"), AddMover("a"), DriveTo("D5"))
    assert s.unit("a").mp == 1
    assert s.do(DriveTo("D4")).at("a") == "D4"


def test_scouts_help_by_half_a_point() -> None:
    """11.6: with a Scout a field that costs a point and a half costs one."""
    s = Scene(U("a", "scout 2-5-6-6", "C3"), U("b", "squad", "C3"), FOE, hexes={"C4": "wheat_field"})
    printed(s, "C4", 3).move("C3", "a b", "C4")
    assert s.unit("b").mp == 2


def test_off_the_map_with_whom() -> None:
    """6.1, 22.0: of those who are still to come, a Leader has the Shaken and the fresh with him, not the lost."""
    s = Scene(
        U("a", "leader", "C3"),
        U("b", "squad", "C3", abilities=["assault_move"]),
        U("c", "squad", "C3", "shaken"),
        U("d", "squad", "C3"),
        FOE,
    )
    for u in "abcd":
        flagged(s, u, 0, at=NOWHERE)
    leader = s.unit("a")

    def company() -> str:
        return "".join(s.state.units[u].id for u in mates(s.state, leader))

    assert (company(), may_assault(s.game, s.state, 0)) == ("abcd", True)
    flagged(s, "d", ABANDONED)
    assert (company(), may_assault(s.game, s.state, 0)) == ("abc", True)
    flagged(s, "b", ELIMINATED)
    assert (company(), may_assault(s.game, s.state, 0)) == ("ac", False)


def handled(what: str) -> Scene:
    """A man who has taken down his tripod weapon and is about to move."""
    s = Scene(U("a", what, "C3", carries=["g"]), FOE, guns={"g": MG})
    return s.do(Activate("C3"), Flip("a", "g"))


def test_flip_and_leave_it() -> None:
    """1.6.1, Q-011: the two points for the load come off after the half; without the load all of the half is left."""
    s = handled("hero 1-4-6-6").do(BeginMove("C3"), AddMover("a"), Abandon("a", "g"))
    s.do(StepTo("C4"), StepTo("C5"), StepTo("C6"))
    assert (s.at("a"), s.words("a")) == ("C6", {"moved"})


def test_flip_and_nothing_left() -> None:
    """1.6.1, Q-011: half of four less two for the load is nothing, so he does not take his weapon away."""
    s = handled("hero 1-4-4-6")
    assert (s.asked, s.words("a")) == ("de", {"ops_complete"})
    s = handled("hero 1-4-5-6")
    assert (s.asked, s.words("a")) == ("de", {"ops_complete"})
    s = handled("hero 1-4-6-6")
    assert (s.asked, refused(s, BeginMove("C3"))) == ("us", ("", ""))
