"""19.1, 19.2.7: lines and heights of flights, where helicopters fall, what a crash leaves behind."""

from __future__ import annotations

import copy

import pytest
from msgspec.structs import replace

from helpers import Scene, U
from lnlt.core.board import AIR, TUNNEL
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.setup import Airstrike
from lnlt.core.state import NOWHERE
from lnlt.rules.ch19_air.arrival import entry_edges, entry_lines, flight_level, flight_line, row_from
from lnlt.rules.ch19_air.attack import leave_hulk
from lnlt.rules.ch19_air.crash import enemies_below, fall_hex

pytestmark = pytest.mark.usefixtures("either_seat")


def board(**facts: object) -> Scene:
    """An empty board with a man of each side in its corners."""
    return Scene(U("a", "squad", "A0"), U("x", "squad", "H7"), **facts)  # type: ignore[arg-type]


def name(s: Scene, hex_: int) -> str:
    """Name of a hex, "" off the map."""
    return s.game.board.names[hex_] if hex_ >= 0 else ""


@pytest.mark.parametrize(
    ("colored", "white", "at"),
    [
        (1, 1, "D3"), (1, 2, "D3"), (1, 3, "D2"), (1, 4, "D2"), (1, 5, "D1"), (1, 6, "D1"), (4, 1, "D5"), (4, 6, "D7"),
        (2, 1, "E3"), (3, 1, "E4"), (5, 1, "C4"), (6, 1, "C3"), (2, 4, "F3"),
    ],
)  # fmt: skip
def test_where_a_helicopter_falls(colored: int, white: int, at: str) -> None:
    """19.2.7, Q-160: 1 is north, then clockwise; half the white die, rounded up."""
    s = board()
    assert name(s, fall_hex(s.game, s.loc("D4") >> 3, 2, colored, white)) == at


def test_what_stops_a_fall() -> None:
    """19.2.7, Q-417: ground higher than the helicopter; off the map, or out of the area of play, all is lost."""
    s = board(hexes={"D3": ("clear", 2)})
    start = s.loc("D5") >> 3
    assert [name(s, fall_hex(s.game, start, level, 1, 6)) for level in (1, 2, 3)] == ["D3", "D2", "D2"]
    assert fall_hex(s.game, s.loc("D1") >> 3, 2, 1, 6) == NOWHERE
    game = copy.copy(s.game)
    game.__dict__["playable"] = frozenset(s.loc(n) >> 3 for n in ("D5", "D4", "D2"))
    assert [name(s, fall_hex(game, start, 2, 1, white)) for white in (2, 4, 6)] == ["D4", "", ""]


def test_enemies_below_a_helicopter() -> None:
    """19.2.1, 19.2.6: on any level of the hex and in a Cave, not in a Tunnel or in the air; in the first hex, too."""
    s = board()
    ours, theirs = s.number("a"), s.number("x")
    for layer in range(8):
        state = replace(s.state, by_loc={layer: (theirs,)})
        assert enemies_below(state, s.us, 0) == (layer not in (AIR, TUNNEL)), layer
        assert not enemies_below(state, s.de, 0)
        assert not enemies_below(state, s.us, 1)
        state = replace(s.state, by_loc={8 + layer: (ours,)})
        assert enemies_below(state, s.de, 1) == (layer not in (AIR, TUNNEL))


def test_edges_of_the_die() -> None:
    """19.1: 1 to 4 are north, east, south, west; with 5 and 6 the owner chooses."""
    every = ("north", "east", "south", "west")
    assert [entry_edges(die) for die in range(1, 7)] == [*((edge,) for edge in every), every, every]


@pytest.mark.parametrize(
    ("edge", "at", "ways"),
    [
        ("north", "D0", {"D1", "C0", "E0"}), ("south", "D8", {"D7", "C7", "E7"}), ("west", "A4", {"B4", "B5"}),
        ("east", "H4", {"G3", "G4"}),
    ],
)  # fmt: skip
def test_lines_from_an_edge(edge: str, at: str, ways: set[str]) -> None:
    """19.1, Q-390: straight across, never back or along the edge; at least two hexes; to the end of the map."""
    s = board()
    strike = Airstrike("a")
    lines = [line for line in entry_lines(s.game, strike, (edge,)) if name(s, line.path[0]) == at]
    found = {name(s, line.path[1]) for line in lines}
    allowed = {to for to in s.game.board.names if not hasattr(flight_line(s.game, strike, (edge,), at, to), "code")}
    assert found == allowed == ways
    for line in lines:
        assert line.path == row_from(s.game, line.path[0], line.way)
        assert s.game.board.neighbours[line.path[-1]][line.way] < 0


def test_how_high_an_aircraft_flies() -> None:
    """19.1.1, Q-153: two levels above the highest obstacle of its path, no other."""
    flat, hill = board(), board(hexes={"D3": ("clear", 2), "F3": ("clear", 4)})
    paths = [row_from(s.game, s.loc("D7") >> 3, 0) for s in (flat, hill)]
    assert [name(flat, p) for p in paths[0]] == [f"D{i}" for i in range(7, -1, -1)]
    low, high = flight_level(flat.game, flat.state, paths[0]), flight_level(hill.game, hill.state, paths[1])
    assert (low, high) == (2, 4)


@pytest.mark.parametrize(
    ("terrain", "plane", "helicopter"),
    [
        ("clear", "wreck", "wreck"), ("lc_building", "rubble", "rubble"), ("hc_building", "rubble", "rubble"),
        ("bamboo_huts", "rubble", "wreck"),
    ],
)  # fmt: skip
def test_what_a_crash_leaves(terrain: str, plane: str, helicopter: str) -> None:
    """19.1.1, 19.2.7, Q-397: a Wreck, in a Building Rubble; a helicopter leaves huts standing; never two of a kind."""
    for fallen, kind in (("aircraft", plane), ("helicopter", helicopter)):
        s = board(hexes={"A1": terrain}, era="modern")
        d = Draft(s.game, s.state, ScriptedDice([]))
        hex_ = s.loc("A1") >> 3
        leave_hulk(d, hex_, fallen)
        leave_hulk(d, hex_, fallen)
        assert [(m.kind, m.at) for m in d.markers] == [(kind, s.loc("A1"))]
