"""10.1, 10.3, 10.5.6, 10.9: Armor Leaders who spot, fires, weather, and counters on hexsides."""

from __future__ import annotations

import pytest

from armour_helpers import draft, flagged, tank
from helpers import Scene, U, why
from lnlt.core.flags import ABANDONED
from lnlt.core.game import Clear
from lnlt.core.state import Kit
from lnlt.rules.ch10_los_spotting.attempts import spot_tally
from lnlt.rules.ch10_los_spotting.burning import FireDamage, is_flammable
from lnlt.rules.ch10_los_spotting.lines import Lines, saw
from lnlt.rules.ch10_los_spotting.obstacles import side_item
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.facts.sight_counters import Dynamic, SideItem

FAR = U("x", "squad", "H8")


@pytest.mark.parametrize("lm", [1, 2])
def test_armor_leaders_spot(lm: int) -> None:
    """10.1.1, 11.5: the LM of its Armor Leader is taken off the die of a vehicle that tries to spot."""
    s = Scene(
        tank("a", "C3"), U("l", f"armor_leader 6-{lm}", "", aboard="a"), U("x", "squad", "C6"), hexes={"C6": "forest"}
    )
    assert why(spot_tally(s.game, s.state, s.number("a"), s.loc("C6")))["leader"] == -lm


@pytest.mark.parametrize(("at", "burns"), [("C3", False), ("C3/upper", True), ("D6", True), ("D6/upper", True)])
def test_rubble_on_the_ground(at: str, burns: bool) -> None:
    """10.5.6.1, Q-534: Rubble does not burn; it lies on the ground, what stands above it may burn."""
    houses = {"C3": "lc_building", "D6": "lc_building"}
    s = Scene(U("a", "squad", "A1"), FAR, hexes=houses, markers=[("rubble", "C3", 1)])  # type: ignore[arg-type]
    assert is_flammable(s.game, s.state, s.loc(at)) is burns


def test_every_unit_checks_once_in_a_fire() -> None:
    """10.5.6.4: in a Fire 2 a Leg unit, marked or not, makes one check at +4, a vehicle one at +2."""
    s = Scene(
        U("a", "squad", "C3", "moved"),
        U("b", "squad", "C3"),
        tank("c", "C3", "fired"),
        FAR,
        markers=[("fire", "C3", 2)],
    )
    frame = FireDamage()
    d = draft(s, frame)
    frame.find(d)
    found = d.stack[-1]
    assert isinstance(found, FireDamage)
    assert dict(found.pending) == {s.number("a"): 4, s.number("b"): 4, s.number("c"): 2}
    assert len(found.pending) == 3


def test_the_abandoned_do_not_check() -> None:
    """10.5.6.4, 15.4: a vehicle that was abandoned makes no more Damage Checks in the fire."""
    s = Scene(tank("a", "C3"), U("b", "squad", "D3"), FAR, markers=[("fire", "C3", 2)])
    flagged(s, "a", ABANDONED, at=-1, kit=Kit(left=s.loc("C3")))
    frame = FireDamage(pending=((s.number("a"), 2),))
    d = draft(s, frame)
    frame.check(d)
    assert d.publish().units[s.number("a")].flags == s.unit("a").flags


@pytest.mark.parametrize("at", ["A0", "C3"])
def test_shaken_riders_leave_a_burning_vehicle(at: str) -> None:
    """10.5.6.4, 16.2: passengers on top whom a fire has shaken get off, in the first hex of the map too."""
    s = Scene(
        tank("h", at, capacity="PPO"),
        U("a", "half_squad", "", "shaken", aboard="h", riding="outside"),
        FAR,
        markers=[("fire", at, 2)],
    )
    frame = FireDamage()
    d = draft(s, frame)
    frame.leave(d)
    assert type(d.stack[-1]).__name__ == "PutOut"


def test_taking_one_counter_away_leaves_the_others() -> None:
    """10.3, Q-084: Smoke in a hex stays Smoke in a hex when something else goes, beside a Barricade on a hexside."""
    wall = SideItem(4, "barricade", 0, 0b110000)
    left = Dynamic([(2, "smoke"), (7, "wreck"), wall]).without_(7, "wreck")
    assert (left.mask, left.tis_mask) == (1 << 2 | 0b110000, 0b110000)
    gone = Dynamic([(2, "smoke"), wall]).without_(4, "barricade", 0)
    assert (gone.sided, gone.mask) == (False, 1 << 2)


def fog(*units: U, eyes: int = 3, thermal: int = 6) -> Scene:
    """A game in weather in which eyes and thermal sights see so far."""
    s = Scene(*units, hexes={"C5": "forest"})
    s.game.clear_sight = (Clear(eyes, s.game.ranges), Clear(thermal, s.game.ranges))
    return s


@pytest.mark.parametrize("origin", ["C4", "G6", "B2"])
def test_weather_ends_lines(origin: str) -> None:
    """10.9: in fog a line is what it is by fine weather up to the limit, and blocked beyond it."""
    s = fog(U("a", "squad", "A1"), FAR)
    lines = Lines(s.game, s.state, frozenset(), None)
    i = s.loc(origin) >> 3
    row = lines.row(s.loc(origin))[::8]
    fine = s.game.sight.rows[i]
    far = s.game.ranges[i]
    assert list(row) == [v if far[j] <= 3 else BLOCKED for j, v in enumerate(fine)]


@pytest.mark.parametrize(("at", "seen"), [("F4", True), ("F5", True), ("F6", True), ("F7", False)])
def test_what_was_seen_in_fog(at: str, seen: bool) -> None:
    """10.9, 8.4: who stood farther off than eyes see was not seen, whatever thermal sights would see."""
    s = fog(U("a", "squad", "A1"), FAR)
    assert saw(s.game, (), s.loc("F3"), s.loc(at)) is seen


def test_barricades_at_the_first_hex() -> None:
    """21.5, 10.3: a Barricade stands on the hexside between two hexes, from whichever of them it was placed."""
    s = Scene(U("a", "squad", "C3"), FAR)
    board = s.game.board
    one, two = s.loc("A0") >> 3, s.loc("A1") >> 3
    walls = []
    for i, j in ((one, two), (two, one)):
        item = side_item(board, i, board.neighbours[i].index(j), "barricade")
        walls.append(s.game.sight.things.all_walls(Dynamic([item])))
    assert walls[0] == walls[1]
    assert len(walls[1]) == len(s.game.sight.things.walls_at) + 1
