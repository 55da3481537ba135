"""10.1: which locations are spotted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helpers import Activate, Fire, PassWindow, Scene, StepTo, StopMove, U
from lnlt.core.flags import CONTINUOUS, FIRED, IN_TUNNEL, LOW_CRAWL, MOVED, MOVING
from lnlt.core.terrain import BLOCKING, DEGRADING, OPEN
from lnlt.rules.ch10_los_spotting.spotting import (
    is_hidden,
    is_open_road,
    is_spotted,
    is_spotted_from,
    near_locations,
    shows_itself,
    spotting_class,
)
from lnlt.rules.ch10_los_spotting.watch import watch_of

pytestmark = pytest.mark.usefixtures("either_seat")

WOODS = {"C6": "light_woods"}


def spotted(*units: U, at: str = "C6", **board: object) -> bool:
    """Whether a location is spotted for the Americans."""
    s = Scene(*units, **board)  # type: ignore[arg-type]
    return is_spotted(s.game, s.state, s.loc(at), s.us)


def test_the_location_is_spotted() -> None:
    """10.1#1: one unit that gives itself away makes all units of its location targets."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6", "fired"), U("y", "squad", "C6"), hexes=WOODS)
    s.fire("C3", "C6", "a", dice=("attack 1", "defence 6"))
    assert s.resolved("fire", "y").outcome == "none"


def test_parts_of_a_hex_are_spotted_apart() -> None:
    """10.1#2: fire from the ground floor does not give the upper floor away."""
    house = {"C6": "hc_building"}
    units = (U("a", "squad", "C3"), U("x", "squad", "C6", "fired"), U("y", "squad", "C6/upper"))
    board = {"hexes": house, "buildings": [(("C6",), 2)]}
    assert spotted(*units, **board)
    assert not spotted(*units, at="C6/upper", **board)


@pytest.mark.parametrize(
    ("terrain", "open_"), [("clear", True), ("road", True), ("brush", False), ("forest", False), ("hc_building", False)]
)
def test_open_terrain(terrain: str, open_: bool) -> None:
    """10.1#3: open terrain is spotted, degrading and blocking terrain is not."""
    assert spotted(U("a", "squad", "C3"), U("x", "squad", "C6"), hexes={"C6": terrain}) is open_


def test_spotted_marker() -> None:
    """10.1#4: a Spotted marker makes a location spotted."""
    units = (U("a", "squad", "C3"), U("x", "squad", "C6"))
    assert not spotted(*units, hexes=WOODS)
    assert spotted(*units, hexes=WOODS, markers=[("spotted", "C6", 1)])


@pytest.mark.parametrize(("at", "seen"), [("C5", True), ("D6", True), ("C4", False)])
def test_adjacent_units_spot(at: str, seen: bool) -> None:
    """10.1#5: a Good Order unit spots all six neighbours, and none farther off."""
    assert spotted(U("a", "squad", at), U("x", "squad", "C6"), hexes=WOODS) is seen


def test_moving_unit() -> None:
    """10.1#6: a unit on its way gives away the hex it is in now."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad 0-0-4-5", "A1"), U("x", "squad", "C7"), hexes={"C4": "light_woods"})
    s.move("C3", "a", "C4")
    assert (s.asked, is_spotted(s.game, s.state, s.loc("C4"), s.de)) == ("de", True)


@pytest.mark.parametrize("marker", ["moved", "assault_move", "hit_and_run", "fired", "melee"])
def test_revealing_markers(marker: str) -> None:
    """10.1#7: these markers give a location away."""
    assert spotted(U("a", "squad", "C3"), U("x", "squad", "C6", marker), hexes=WOODS)


@pytest.mark.parametrize("marker", ["ops_complete", "low_crawl", "stealth"])
def test_silent_markers(marker: str) -> None:
    """10.1#7, 10.1#8: Ops Complete, Low Crawl and Stealth do not."""
    assert not spotted(U("a", "squad", "C3"), U("x", "squad", "C6", marker), hexes=WOODS)


def test_own_marked_units_reveal_nothing() -> None:
    """10.1#7: what a side's own units do in a hex does not spot it for that side."""
    s = Scene(U("a", "squad", "C6", "fired"), U("b", "squad", "A1"), U("x", "squad", "C3"), hexes=WOODS)
    assert is_spotted(s.game, s.state, s.loc("C6"), s.de)
    assert not is_spotted(s.game, s.state, s.loc("C6"), s.us)


def test_read_anew_each_time() -> None:
    """10.1#14: when the adjacent spotter goes, the hex is hidden again."""
    s = Scene(U("a", "squad", "C5"), U("b", "squad", "A1"), U("x", "squad 0-0-4-5", "C6"), hexes=WOODS)
    assert is_spotted(s.game, s.state, s.loc("C6"), s.us)
    s.move("C5", "a", "C4", stop=True)
    assert not is_spotted(s.game, s.state, s.loc("C6"), s.us)


def test_spotted_for_the_whole_side() -> None:
    """10.1#15: what one unit spots by adjacency another may fire at from afar."""
    s = Scene(U("a", "squad 0-0-4-5", "D6"), U("b", "squad", "C3"), U("x", "squad", "C6"), hexes=WOODS)
    assert s.do(Activate("C3")).code(Fire("C3", "C6")) == ""


def test_marker_goes_with_the_last_unit() -> None:
    """10.1#16: a Spotted marker stays while somebody is left in the location and goes with the last one."""
    units = (U("a", "squad", "C6"), U("b", "squad", "C6"), U("c", "squad", "A1"), U("x", "squad 0-0-4-5", "H1"))
    s = Scene(*units, hexes=WOODS, markers=[("spotted", "C6", 1)]).move("C6", "a", "C7", stop=True)
    assert len(s.state.markers) == 1
    passing = next(c for c in s.options() if type(c).__name__ == "Pass")
    s.do(passing).move("C6", "b", "C5", stop=True)
    assert s.state.markers == ()


@pytest.mark.parametrize(
    "marker", ["fired", "moved", "low_crawl", "ops_complete", "hit_and_run", "assault_move", "melee"]
)
def test_marked_units_spot_neighbours(marker: str) -> None:
    """10.1: a Good Order unit under any marker still spots what is next to it."""
    assert spotted(U("a", "squad", "C5", marker), U("b", "squad", "A1"), U("x", "squad", "C6"), hexes=WOODS)


def test_shaken_units_do_not_spot_neighbours() -> None:
    """5.1#11, 10.1#19: a Shaken unit spots nothing."""
    assert not spotted(U("a", "squad", "C5", "shaken"), U("b", "squad", "A1"), U("x", "squad", "C6"), hexes=WOODS)


def test_mover_spots_what_it_comes_next_to() -> None:
    """10.1#5: during a move the neighbours of the mover are spotted for its side, no longer after it has gone on."""
    s = Scene(U("a", "squad", "B4"), U("x", "squad 0-0-4-5", "C6"), hexes=WOODS).move("B4", "a", "B5")
    assert not is_spotted(s.game, s.state, s.loc("C6"), s.us)
    s.do(StepTo("B6"))
    assert is_spotted(s.game, s.state, s.loc("C6"), s.us)
    if s.code(PassWindow()) == "":
        s.do(PassWindow())
    s.do(StopMove())
    assert is_spotted(s.game, s.state, s.loc("C6"), s.us)


@pytest.mark.parametrize("marker", ["low_crawl", "stealth"])
def test_silent_units_that_fire(marker: str) -> None:
    """10.1#7, 6.4, Q-050: fire gives away who has crawled or sneaked there, and makes him a target."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6", marker, "fired"), hexes=WOODS)
    assert shows_itself(s.state, s.loc("C6"), s.us)
    assert not shows_itself(s.state, s.loc("C6"), s.de)
    near = Scene(U("a", "squad", "C5"), U("x", "squad", "C6", marker), U("y", "squad", "C6", "fired"), hexes=WOODS)
    assert not is_hidden(near.game, near.state, near.number("x"), near.us)
    alone = Scene(U("a", "squad", "C5"), U("x", "squad", "C6", marker), hexes=WOODS)
    assert is_hidden(alone.game, alone.state, alone.number("x"), alone.us) is (marker == "stealth")
    fired = Scene(U("a", "squad", "C5"), U("x", "squad", "C6", marker, "fired"), hexes=WOODS)
    assert not is_hidden(fired.game, fired.state, fired.number("x"), fired.us)


def test_stated_as_spotted() -> None:
    """10.1: a place that an example states to be spotted is, others are not."""
    woods = {"C6": "light_woods", "E6": "light_woods"}
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), U("y", "squad", "E6"), hexes=woods)
    s.game.spotted_facts = frozenset({s.loc("C6")})
    assert [is_spotted(s.game, s.state, s.loc(at), s.us) for at in ("C6", "E6")] == [True, False]


@pytest.mark.parametrize(
    ("markers", "seen"),
    [([], True), ([("smoke", "H1", 1)], True), ([("craters", "C5", 1)], True), ([("roadblock", "C5", 1)], False)],
)
def test_open_to_who_looks_along_the_road(markers: list[tuple[str, str, int]], seen: bool) -> None:
    """10.5.3#1, 10.5.4: along a Road between trees its hexes are open, unless a counter hides who is there."""
    road = dict.fromkeys(("C2", "C3", "C4", "C5"), "tree_lined_road")
    s = Scene(U("a", "squad", "C2"), U("x", "squad", "C5"), hexes=road, markers=markers)
    target = s.loc("C5")
    assert not is_spotted(s.game, s.state, target, s.us)
    assert is_spotted_from(s.game, s.state, target, s.us, s.loc("C2")) is seen
    assert is_open_road(s.game, s.state, target, s.us, s.loc("C2")) is seen
    assert not is_spotted_from(s.game, s.state, target, s.us, s.loc("F5"))
    assert not is_open_road(s.game, s.state, target, s.us, s.loc("F5"))


def test_places_next_to_a_place() -> None:
    """10.4.1, 10.7: every floor, Bunker and Cave that is adjacent, and no place that is not there."""
    s = Scene(
        U("a", "squad", "A1"), U("x", "squad", "H8"), hexes={"C4": "hc_building"}, buildings=[(("C4",), 2)],
        rooftop=True,
    )  # fmt: skip
    board = s.game.board
    around = [board.names[j] for j in board.neighbours[s.loc("C4") >> 3]]
    outside = {f"{n}{layer}" for n in around for layer in ("", "/bunker", "/cave")}
    for at, inside in (
        ("C4", {"C4/upper", "C4/bunker", "C4/cave"}),
        ("C4/upper", {"C4", "C4/roof"}),
        ("C4/roof", {"C4/upper"}),
    ):
        found = near_locations(s.game, s.loc(at))
        assert len(found) == len(set(found))
        assert {board.loc_name(loc) for loc in found} == inside | outside
    above = {board.loc_name(loc) for loc in near_locations(s.game, s.loc("C5"))}
    assert {n for n in above if n.startswith("C4")} == {
        f"C4{layer}" for layer in ("", "/upper", "/roof", "/bunker", "/cave")
    }


@pytest.mark.parametrize(
    ("before", "after"),
    [(0, MOVING), (0, FIRED), (0, CONTINUOUS), (LOW_CRAWL | FIRED, LOW_CRAWL), (MOVED, MOVED | IN_TUNNEL)],
)
def test_what_a_unit_does_is_noticed_at_once(before: int, after: int) -> None:
    """10.1#7, 10.7.1#4: a status that shows or hides who is in a place decides whether it is worth an attempt."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), hexes=WOODS)
    x, at = s.number("x"), s.loc("C6")

    def worth_it(flags: int) -> bool:
        units = tuple(replace(u, flags=flags) if n == x else u for n, u in enumerate(s.state.units))
        return at in watch_of(s.game, replace(s.state, units=units), s.us).found

    assert worth_it(before) is not worth_it(after)
    assert worth_it(before) is not worth_it(after)


@pytest.mark.parametrize(
    ("kind", "at", "seen"),
    [
        ("bunker", "C6", OPEN),
        ("cave", "C6", OPEN),
        ("trench", "C6", BLOCKING),
        ("rooftop", "C6", OPEN),
        ("rubble", "C6", DEGRADING),
        ("smoke", "C6", BLOCKING),
        ("fire", "C6", BLOCKING),
        ("bunker", "C6/bunker", BLOCKING),
    ],
)
def test_counters_and_the_ground_beside_them(kind: str, at: str, seen: int) -> None:
    """10.1, 21.6.1: Bunkers, Caves and roofs hide who is inside or on top, not who is beside them; Trenches all."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), markers=[(kind, "C6", 2)])
    assert spotting_class(s.game, s.state, s.loc(at)) == seen
    if kind == "smoke":
        assert spotting_class(s.game, s.state, s.loc(at), True) == OPEN


@pytest.mark.parametrize("kind", ["aircraft", "squad"])
def test_aircraft_do_not_spot_what_is_below(kind: str) -> None:
    """10.1, Q-073: next to a place everybody spots it but who flies past."""
    s = Scene(U("a", "squad", "C5"), U("x", "squad", "C6"), hexes=WOODS)
    number = s.unit("a").type
    types = list(s.game.types)
    types[number] = replace(types[number], kind=kind)
    s.game.types = tuple(types)
    assert is_spotted(s.game, s.state, s.loc("C6"), s.us) is (kind == "squad")
