"""10.2-10.4.1: each fact of the index about levels, lines of sight and adjacency, on a board made for it."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import Scene, U
from lnlt.content.charts import load_chart
from lnlt.content.maps import BuildingEntry, HexEntry, SideEntry, custom_board
from lnlt.core.board import Board
from lnlt.rules.ch05_fire.firepower import Firer
from lnlt.rules.ch05_fire.modifiers import fire_tally
from lnlt.rules.ch06_movement.costs import step_cost
from lnlt.rules.ch10_los_spotting.explain import explain
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, Dynamic, Sight
from lnlt.rules.facts.adjacency import adjacent

CLEAR, ONE, TWO = 0, 1, 2
GAP = 4
"""Verdict of a line with one limited gap."""


def board(hexes: dict[str, Any], *, sides: Any = (), buildings: Any = (), era: str = "ww2") -> Board:
    """A clear board with some hexes changed."""
    entries = {h: HexEntry(*t) if isinstance(t, tuple) else t for h, t in hexes.items()}
    return custom_board(
        None,
        load_chart(era),
        entries,
        [SideEntry(tuple(s[0].split("/")), s[1]) for s in sides],
        [BuildingEntry(tuple(h), floors=f) for h, f in buildings],
        needed=["J9"],
    )


def line(b: Board, start: str, end: str, *counters: tuple[str, str]) -> int:
    """The verdict, the same both ways."""
    sight = Sight(b)
    dyn = Dynamic((b.index[h], kind) for h, kind in counters)
    there, back = (sight.line(b.loc(x), b.loc(y), dyn) for x, y in ((start, end), (end, start)))
    assert there == back
    return there


def test_levels_of_hexes() -> None:
    """10.2#1, 10.2#5, 10.2#6: ground counts its level, an upper floor one more, a single story nothing."""
    b = board({"B2": ("hill", 3), "C2": ("hc_building", 1), "D2": ("lc_building", 2)}, buildings=[(["C2"], 2)])
    assert [b.level(b.loc(x)) for x in ("A1", "B2", "C2", "C2/upper", "D2")] == [0, 3, 1, 2, 2]


def test_hills_do_not_end_adjacency() -> None:
    """10.2#2: neighbours on Hills of different levels are adjacent."""
    b = board({"B2": ("hill", 3)})
    assert adjacent(b, b.loc("B2"), b.loc("B3"))


def test_large_heavy_buildings_have_two_floors() -> None:
    """10.2#3: a heavy Building of three hexes has two floors, one of two hexes or a light one has not."""
    three = dict.fromkeys(("B2", "B3", "C2"), "hc_building")
    b = custom_board(None, load_chart("ww2"), three, [], [BuildingEntry(("B2", "B3", "C2"))], needed=["F6"])
    assert b.floors(b.index["B2"]) == 2
    two = custom_board(None, load_chart("ww2"), three, [], [BuildingEntry(("B2", "B3"))], needed=["F6"])
    assert two.floors(two.index["B2"]) == 1
    wood = dict.fromkeys(three, "lc_building")
    light = custom_board(None, load_chart("ww2"), wood, [], [BuildingEntry(("B2", "B3", "C2"))], needed=["F6"])
    assert light.floors(light.index["B2"]) == 1


def test_other_floor_next_door() -> None:
    """10.2#7, 10.4.1#4: inside one building only the same floor next door is adjacent and seen."""
    b = board({"B2": "hc_building", "B3": "hc_building"}, buildings=[(["B2", "B3"], 2)])
    assert not adjacent(b, b.loc("B2"), b.loc("B3/upper"))
    assert line(b, "B2", "B3/upper") == BLOCKED
    assert adjacent(b, b.loc("B2/upper"), b.loc("B3/upper"))
    assert line(b, "B2/upper", "B3/upper") == CLEAR


def test_outside_is_adjacent_to_both_floors() -> None:
    """10.4.1#3: from outside or from another building both floors are adjacent."""
    b = board({"B2": "hc_building", "B3": "lc_building"}, buildings=[(["B2"], 2)])
    for outside in ("B1", "B3"):
        assert adjacent(b, b.loc(outside), b.loc("B2"))
        assert adjacent(b, b.loc(outside), b.loc("B2/upper"))


def test_the_line_joins_the_centres() -> None:
    """10.3#1, 10.3#2: a hex the line from dot to dot misses does not matter; one it passes does, both ways."""
    b = board({"B3": "lc_building", "C3": "lc_building"})
    assert line(b, "A1", "A4") == CLEAR
    assert line(b, "B2", "B4") == BLOCKED


def test_blocking_and_degrading() -> None:
    """10.3#3, 10.3#4, 10.3#5: a blocking shape blocks; each degrading hex counts one; the third blocks."""
    assert line(board({"B3": "lc_building"}), "B2", "B5") == BLOCKED
    assert line(board({"B3": "light_woods"}), "B2", "B7") == ONE
    assert line(board({"B3": "light_woods", "B4": "light_woods"}), "B2", "B7") == TWO
    assert line(board(dict.fromkeys(("B3", "B4", "B5"), "light_woods")), "B2", "B7") == BLOCKED


def test_a_degrading_hex_costs_one_firepower() -> None:
    """10.3#4, 10.3.2#12: each degrading hex is an item of -1 in the tally, a limited gap one of -2."""
    s = Scene(U("a", "squad 2-9-4-6", "B2"), U("x", "squad", "B6"), hexes={"B3": "light_woods", "B4": "brush"})
    game, state = s.game, s.state
    tally = fire_tally(game, state, [Firer(0)], 0, game.board.loc("B2"), game.board.loc("B6"))
    assert [m.value for m in tally.mods if m.rule == "10.3"] == [-1, -1]
    s = Scene(U("a", "squad 2-9-4-6", "E2"), U("x", "squad", "F4"), hexes={"E3": "lc_building", "F3": "lc_building"})
    game, state = s.game, s.state
    tally = fire_tally(game, state, [Firer(0)], 0, game.board.loc("E2"), game.board.loc("F4"))
    assert [m.value for m in tally.mods if m.rule == "10.3.2"] == [-2]


def test_one_factor_per_hex() -> None:
    """10.3#6: a wreck in woods degrades no more than the woods."""
    assert line(board({"B3": "light_woods"}), "B2", "B4", ("B3", "wreck")) == ONE


def test_end_hexes_do_not_count() -> None:
    """10.3#7: terrain in the hex of either end is not in the way."""
    assert line(board({"B2": "forest", "B5": "hc_building"}), "B2", "B5") == CLEAR


def test_top_of_an_obstacle() -> None:
    """10.3#9, 10.3#11: Forest on a Hill of level 1 reaches level 3 and blocks between two Hills of level 2."""
    hexes = {"B3": ("forest", 1), "B2": ("hill", 2), "B4": ("hill", 2)}
    assert Sight(board(hexes)).obstacle_level(board(hexes).index["B3"]) == 3
    assert line(board(hexes), "B2", "B4") == BLOCKED


def test_low_obstacles_count_on_their_level_only() -> None:
    """10.3#10: Brush degrades between ends on its level, not between higher ones or different ones."""
    assert line(board({"B3": "brush"}), "B2", "B4") == ONE
    assert line(board({"B3": "brush", "B2": ("hill", 1), "B4": ("hill", 1)}), "B2", "B4") == CLEAR
    assert line(board({"B3": "brush", "B2": ("hill", 1)}), "B2", "B4") == CLEAR


def test_looking_over() -> None:
    """10.3#12: an obstacle no higher than either end is looked over."""
    assert line(board({"B3": "light_woods", "B2": ("hill", 1), "B5": ("hill", 1)}), "B2", "B5") == CLEAR


@pytest.mark.parametrize(("obstacle", "hidden", "seen"), [("B3", ["B4"], ["B5", "B6"]), ("B4", ["B5", "B6"], ["B7"])])
def test_shadow_from_level_with_the_top(obstacle: str, hidden: list[str], seen: list[str]) -> None:
    """10.3#13, 10.3#14: level with the top the shadow is one hex and the hexes between viewer and obstacle."""
    b = board({"B2": ("hill", 1), obstacle: "lc_building"})
    assert [line(b, "B2", h) for h in hidden] == [BLOCKED] * len(hidden)
    assert [line(b, "B2", h) for h in seen] == [CLEAR] * len(seen)


def test_shadow_from_above() -> None:
    """10.3#15, 10.3#16: from above the top the shadow is one hex, and degrades if its obstacle does."""
    b = board({"B2": ("hill", 2), "B5": "lc_building"})
    assert [line(b, "B2", h) for h in ("B6", "B7")] == [BLOCKED, CLEAR]
    b = board({"B2": ("hill", 2), "B5": "light_woods"})
    assert [line(b, "B2", h) for h in ("B6", "B7")] == [ONE, CLEAR]


def test_any_line_may_be_asked() -> None:
    """10.3#17: the answer needs no units, no turn and no side, and explains itself."""
    b = board({"B3": "forest"})
    report = explain(Sight(b), b.loc("B2"), b.loc("B9"))
    assert (report.verdict, report.rule) == ("blocked", "10.3")
    assert "B3" in report.text()


def test_ground_blocks() -> None:
    """10.3.1#1: a Hill between two lower hexes blocks like an obstacle of its level."""
    assert line(board({"B4": ("hill", 1)}), "B2", "B6") == BLOCKED


def test_clear_slope() -> None:
    """10.3.1#2, 10.3.1#3, 10.3.1#4: only a slope that falls at every open step casts no shadow."""
    falling = {"B2": ("hill", 3), "B3": ("hill", 2), "B4": ("hill", 1)}
    assert line(board(falling), "B2", "B5") == CLEAR
    assert line(board({**falling, "B4": ("hill", 2)}), "B2", "B5") == BLOCKED
    assert line(board({**falling, "B4": ("light_woods", 1)}), "B2", "B5") == BLOCKED


def test_flat_hilltop() -> None:
    """10.3.1#5: behind two further hexes of hilltop two lower hexes are hidden, the third is seen."""
    b = board(dict.fromkeys(("B2", "B3", "B4"), ("hill", 1)))
    assert [line(b, "B2", h) for h in ("B5", "B6", "B7")] == [BLOCKED, BLOCKED, CLEAR]


@pytest.mark.parametrize(
    ("one", "two", "verdict"),
    [
        ("forest", "clear", CLEAR),
        ("light_woods", "clear", CLEAR),
        ("forest", "forest", BLOCKED),
        ("light_woods", "brush", ONE),
        ("forest", "light_woods", ONE),
    ],
)
def test_along_a_hexside(one: str, two: str, verdict: int) -> None:
    """10.3.2#1, 10.3.2#2, 10.3.2#3, 10.3.2#4, 10.3.2#5: both hexes beside the line decide, each as a whole."""
    assert line(board({"E3": one, "F3": two}), "E2", "F4") == verdict


@pytest.mark.parametrize("kind", ["rubble", "roadblock"])
def test_rubble_and_roadblocks_beside_the_line(kind: str) -> None:
    """10.3.2#7: along the side of their hex they do nothing, through its inside they do."""
    assert line(board({"F3": "light_woods"}), "E2", "F4", ("E3", kind)) == CLEAR
    assert line(board({}), "E2", "E4", ("E3", kind)) != CLEAR


def test_walls() -> None:
    """10.3.2#9, 10.3.2#10: along the Wall that joins the ends is free; across it only from or to its own hexes."""
    assert line(board({}, sides=[("E3/F3", "wall")]), "E2", "F4") == CLEAR
    across = board({}, sides=[("B3/B4", "hedge")])
    assert [line(across, "B2", "B5"), line(across, "B3", "B5"), line(across, "B2", "B4")] == [BLOCKED, CLEAR, CLEAR]
    assert line(board({"B2": ("hill", 1)}, sides=[("B3/B4", "hedge")]), "B2", "B5") == CLEAR


def test_between_two_buildings() -> None:
    """10.3.2#11, 10.3.2#15: a line between two separate structures is limited, along their side and at an angle."""
    b = board({"E3": "lc_building", "F3": "hc_building"})
    assert line(b, "E2", "F4") == GAP
    slim = {"E3": ("lc_building", None, 0.3), "F4": ("lc_building", None, 0.3)}
    b = board(slim)
    assert line(b, "F1", "D11") == GAP
    one = board({"E3": "lc_building", "F3": "lc_building"}, buildings=[(["E3", "F3"], 1)])
    assert line(one, "E2", "F4") == BLOCKED


def test_nobody_squeezes_through() -> None:
    """10.3.2#16: a step goes to a neighbour; along the side between two structures there is none."""
    s = Scene(U("a", "squad", "E2"), U("x", "squad", "A8"), hexes={"E3": "lc_building", "F3": "lc_building"})
    refusal = step_cost(s.game, s.state, s.game.board.loc("E2"), s.game.board.loc("F4"))
    assert getattr(refusal, "code", "") == "not_adjacent"


def test_terrain_is_what_the_chart_says_of_the_hex() -> None:
    """10.4#1, 10.4#2: the hex has one terrain and one level, and cost, cover, class and height of its row."""
    b = board({"B3": ("forest", 2)})
    row = load_chart("ww2").terrains["forest"]
    i = b.index["B3"]
    assert (b.terrain[i], b.levels[i], b.heights[i]) == (row, 2, row.height)


def test_smoke_is_two_levels_high() -> None:
    """10.3#18: Smoke blocks between ends on level 0 and on level 1; from level 2 to level 2 it is looked over."""
    for level, verdict in ((0, BLOCKED), (1, BLOCKED), (2, CLEAR)):
        b = board({"B2": ("hill", level), "B6": ("hill", level)} if level else {})
        assert line(b, "B2", "B6", ("B4", "smoke")) == verdict, level


@pytest.mark.parametrize("at", ["E3", "F3"])
def test_smoke_beside_the_line(at: str) -> None:
    """10.3.2#6: along a hexside Smoke in one of the two hexes is enough to block."""
    assert line(board({}), "E2", "F4") == CLEAR
    assert line(board({}), "E2", "F4", (at, "smoke")) == BLOCKED
