"""6.0, 10.2, 10.5, 21.1 to 21.6: what steps cost, and that a cost once worked out is not used where it is another."""

from __future__ import annotations

from typing import Any

import pytest

from armour_helpers import code
from helpers import Scene, U, rebuilt
from lnlt.core.game import Game
from lnlt.core.hooks import Hooks
from lnlt.core.state import NOWHERE, Marker, Position
from lnlt.core.tally import Refusal
from lnlt.core.terrain import LEG, PROHIBITED, ROADBOUND
from lnlt.rules.ch06_movement.costs import STEP_COST, is_printed, points_text, step_cost, steps_from, unit_cost
from lnlt.rules.ch06_movement.steps import check_step

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
HOUSE: dict[str, Any] = {"hexes": {"C3": "hc_building", "C4": "hc_building"}, "buildings": [(("C3", "C4"), 2)]}


def scene(**board: Any) -> Scene:
    """A Squad far from what is asked about."""
    return Scene(U("a", "squad", "G6"), FOE, **board)


def price(s: Scene, frm: str, to: str, mover: int = LEG, special: str = "") -> int | tuple[str, str]:
    """Half points of a step, from "" onto the map; or section and code of why it cannot be made."""
    origin = s.loc(frm) if frm else NOWHERE
    found = step_cost(s.game, s.state, origin, s.loc(to), mover, special)
    return code(found) if isinstance(found, Refusal) else int(sum(part.value for part in found))


@pytest.mark.parametrize(("frm", "to"), [("A0", "A1"), ("A1", "A0"), ("C3", "C4")])
def test_own_mines_are_walked_around(frm: str, to: str) -> None:
    """21.4: to enter a hex with Mines of its own side costs a unit one point more, in any hex of the map."""
    s = scene(markers=[("mines", "F6", 1)])
    mined = rebuilt(s.state, markers=(Marker("mines", s.loc(to), 1, side=s.us),))
    theirs = rebuilt(s.state, markers=(Marker("mines", s.loc(to), 1, side=s.de),))
    found = [unit_cost(s.game, state, s.number("a"), s.loc(frm), s.loc(to)) for state in (mined, theirs)]
    assert found == [4, 2]


def test_wire_is_no_bridge() -> None:
    """22.0, 6.0: terrain that the chart forbids is no way onto the map, whatever counters lie there."""
    s = scene(hexes={"B0": "river"}, markers=[("wire", "B0", 1)])
    assert price(s, "", "B0") == ("6.0", "terrain_prohibited")


def test_a_ford_is_a_way_onto_the_map() -> None:
    """10.5.2, 22.0: a River hex with a Ford costs four points, from off the map as from the next hex."""
    s = scene(hexes={"B0": "river"}, markers=[("ford", "B0", 1)])
    assert price(s, "", "B0") == price(s, "B1", "B0") == 8


@pytest.mark.parametrize(
    ("here", "there", "cost"),
    [
        (("road",), ("road", "bridge"), 2),
        (("road", "bridge"), ("road",), 2),
        (("road",), ("road",), 6),
        ((), ("road", "bridge"), 6),
        ((), (), 6),
    ],
)
def test_streams_under_bridges(here: tuple[str, ...], there: tuple[str, ...], cost: int) -> None:
    """10.5.1: who follows a road onto or off a bridge does not wade; beside it or on a road without one he does."""
    s = scene(features={"C3": here, "C4": there}, sides=[("C3", "C4", "stream_3")])
    assert price(s, "C3", "C4") == cost


def test_onto_the_map_by_road() -> None:
    """22.0: the first hex costs what its road costs, if it has one, and no other hex's road counts."""
    s = scene(hexes=dict.fromkeys(("A4", "A5", "A8"), "forest"), features={"A4": ("road",), "A5": ("road",)})
    assert [price(s, "", at) for at in ("A4", "A5", "A8")] == [2, 2, 4]


def test_wheels_uphill() -> None:
    """6.0, chart: a level up costs two points in the R column and one in others."""
    s = scene(hexes={"C4": ("clear", 1), "C5": ("clear", 3)})
    assert [price(s, "C3", "C4", mover) for mover in (LEG, ROADBOUND)] == [4, 8]
    assert [price(s, "C4", "C5", mover) for mover in (LEG, ROADBOUND)] == [6, 12]


def test_along_the_upper_floor() -> None:
    """10.2, 6.0: upstairs the next hex of a Building costs what it costs on the ground."""
    s = Scene(U("a", "squad", "C3/upper"), FOE, **HOUSE).move("C3/upper", "a", "C4/upper", stop=True)
    assert price(s, "C3/upper", "C4/upper") == price(s, "C3", "C4") == 4
    assert s.at("a") == "C4/upper"


@pytest.mark.parametrize(("terrain", "cost"), [("light_jungle", 2), ("heavy_jungle", 2), ("forest", 4), ("marsh", 4)])
def test_jungle_of_the_viet_cong(terrain: str, cost: int) -> None:
    """13.0: they pay one point in jungle and in other terrain what everybody pays."""
    s = scene(hexes={"C4": terrain}, era="modern", nations=("vc", "de"))
    assert price(s, "C3", "C4", special="vc") == cost
    assert price(s, "C3", "C4") == 4


def test_where_a_step_may_lead() -> None:
    """10.2, 10.6: to the six hexes around on the same floor, and to the other floors of the hex, if it has any."""
    s = scene(**HOUSE, rooftop=True)
    around = ["C2", "D3", "D4", "C4", "B4", "B3"]

    def ways(at: str) -> list[str]:
        return sorted(s.game.board.loc_name(to) for to in steps_from(s.game, s.loc(at)))

    assert ways("C3") == sorted([*around, "C3/upper", "C3/roof"])
    assert ways("C3/upper") == sorted([*(f"{at}/upper" for at in around), "C3", "C3/roof"])
    assert ways("F6") == sorted(["F5", "G5", "G6", "F7", "E6", "E5"])
    assert ways("A0") == sorted(["A1", "B0", "B1"])


@pytest.mark.parametrize(
    ("half", "text"), [(0, "0"), (1, "0.5"), (2, "1"), (3, "1.5"), (4, "2"), (9, "4.5"), (12, "6")]
)
def test_points_as_they_are_told(half: int, text: str) -> None:
    """6.0: a reason names points as the counters do, with a half where there is one."""
    assert points_text(half) == text


COUNTERS: list[Any] = [
    ("C6", "C7", [("wire", "C7", 1)], 2, 8),
    ("A0", "A1", [("wire", "A1", 1)], 2, 8),
    ("A1", "A0", [("craters", "A0", 1)], 2, 4),
    ("D6", "D7", [("trench", "D6", 1), ("trench", "D7", 1)], 4, 2),
    ("C3", "C3/upper", [("rubble", "C3", 1)], 4, PROHIBITED),
    ("C3/upper", "C4/upper", [("rubble", "C4", 1)], 4, PROHIBITED),
    ("D4", "D4/bunker", [("bunker", "D4", 2, "D3")], PROHIBITED, 4),
    ("D4/bunker", "D4", [("bunker", "D4", 2, "D3")], PROHIBITED, 4),
    ("D5", "D5/bunker", [("bunker", "D5", 2, "D4")], PROHIBITED, 4),
    ("D5/bunker", "D5", [("bunker", "D5", 2, "D4")], PROHIBITED, 4),
    ("D4", "D4/cave", [("cave", "D4", 2, "D3")], PROHIBITED, 4),
    ("D5/cave", "D5", [("cave", "D5", 2, "D4")], PROHIBITED, 4),
    ("E4", "E5", [("barricade", "E4", 1, "E5")], 2, 4),
    ("E5", "E4", [("barricade", "E4", 1, "E5")], 2, 4),
]


@pytest.mark.parametrize(("frm", "to", "markers", "before", "after"), COUNTERS)
def test_counters_that_come_and_go(frm: str, to: str, markers: Any, before: int, after: int) -> None:
    """10.2, 10.5, 10.7, 15.1.2, 21.1 to 21.6: a counter changes the cost of a step while it lies there, not longer."""
    board = {**HOUSE, "features": {"E4": ("road",), "E5": ("road",)}}
    board["hexes"] = {**HOUSE["hexes"], "D7": "forest"}
    s = scene(**board, markers=markers)
    bare = rebuilt(s.state, markers=())
    found = [unit_cost(s.game, state, 0, s.loc(frm), s.loc(to)) for state in (bare, s.state, bare)]
    assert found == [before, after, before]


def test_own_mines_that_come_later() -> None:
    """21.4: a hex that was free costs a point more once Mines of one's own lie in it."""
    s = scene(markers=[("mines", "F6", 1)])
    steps = s.loc("C3"), s.loc("C4")
    mined = rebuilt(s.state, markers=(Marker("mines", s.loc("C4"), 1, side=s.us),))
    assert [unit_cost(s.game, state, 0, *steps) for state in (s.state, mined, s.state)] == [2, 4, 2]


def test_one_counter_after_the_other() -> None:
    """21.3, 10.5.5: where Wire lay and Craters are now, the Craters count."""
    s = scene()
    at = s.loc("C4")
    places = [rebuilt(s.state, markers=(Marker(kind, at),)) for kind in ("wire", "craters", "rubble", "wire")]
    assert [unit_cost(s.game, state, 0, s.loc("C3"), at) for state in places] == [8, 4, 6, 8]


def test_ground_that_turns_to_mud() -> None:
    """10.9: where a module's weather decides the cost of terrain, it is asked anew for every step."""

    def mud(cost: int, game: Game, s: Position, to: int, mover: int) -> int:  # noqa: ARG001
        return cost + 2 * (s.turn - 1)

    s = scene()
    s.game.__dict__["hooks"] = Hooks([STEP_COST.attach("scenario", mud, "test")])
    steps = s.loc("C3"), s.loc("C4")
    assert [unit_cost(s.game, rebuilt(s.state, turn=turn), 0, *steps) for turn in (1, 2, 3)] == [2, 4, 6]


def test_what_the_map_says_alone() -> None:
    """6.0, 10.2: stairs and hexes without a counter cost what is printed, also where Barricades are about."""
    s = scene(**HOUSE, features={"E4": ("road",), "E5": ("road",)}, markers=[("barricade", "E4", 1, "E5")])
    steps = [("C3", "C3/upper"), ("C4/upper", "C4"), ("C3/upper", "C4/upper"), ("E6", "E7"), ("E3", "E4"), ("D4", "D5")]
    assert all(is_printed(s.game, s.state, s.loc(frm), s.loc(to)) for frm, to in steps)


SLOPES: list[tuple[str, str, bool]] = [
    ("A0", "B1", False),
    ("A1", "A0", True),
    ("A1", "B1", True),
    ("A1", "B2", True),
    ("A1", "A2", False),
    ("A2", "B2", False),
    ("A2", "A3", True),
]
"""Steps between hexes of two levels, and whether one point is enough for them."""


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("again", [False, True])
def test_every_step_has_its_own_cost(order: int, again: bool) -> None:
    """6.0, 10.4: what a step costs follows from both its hexes, whichever steps were looked at before."""
    hexes: dict[str, str | tuple[str, int]] = dict.fromkeys(("A1", "B1", "B2"), ("clear", 1))
    s = Scene(U("a", "squad 1-5-2-5", "G6", abilities=("assault_move",)), FOE, hexes={**hexes, "A2": "light_woods"})

    def enough(frm: str, to: str) -> bool:
        return check_step(s.game, s.state, [0], ["assault"], s.loc(frm), s.loc(to)) is None

    for _ in range(1 + again):
        found = [(frm, to, enough(frm, to)) for frm, to, _ in SLOPES[::order]]
        assert found == SLOPES[::order]
