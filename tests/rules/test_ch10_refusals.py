"""10.1-10.7: refusals and rare cases of sight, spotting, fires and Caves."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from helpers import Activate, Scene, U, why
from lnlt.core import hexes
from lnlt.core.catalog import UnitType
from lnlt.core.flags import ASSAULT_FIRE, CONTINUOUS, FIRED, HANDLED, MELEE, SHAKEN, SMOKED
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch10_los_spotting import geometry
from lnlt.rules.ch10_los_spotting.attempts import Spot, SpotAt, check_spotter, spot_tally
from lnlt.rules.ch10_los_spotting.collapse import IntoTunnel
from lnlt.rules.ch10_los_spotting.firefighting import (
    AddFighter,
    Extinguish,
    FightFire,
    FireFighters,
    check_fight,
    check_fighter,
)
from lnlt.rules.ch10_los_spotting.geometry import SCALE, Run, touches
from lnlt.rules.ch10_los_spotting.lines import line, perhaps_seen, saw
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, visible
from lnlt.rules.ch10_los_spotting.spotting import printed_class
from lnlt.rules.facts.adjacency import adjacent
from lnlt.rules.facts.caves import check_underground
from lnlt.rules.facts.sight_counters import NO_COUNTERS, Dynamic, SideItem
from scene_helpers import cited

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("x", "squad", "H8")


def burning(*units: U, strength: int = 1, **more: object) -> Scene:
    """A fire at C3."""
    marks = [("fire", "C3", strength)]
    return Scene(*units, FAR, hexes={"C3": "brush"}, markers=marks, options=("fire",), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("what", "at", "flags", "expected"),
    [
        ("squad", "C3", 0, ""),
        ("hero", "C3", 0, ""),
        ("leader", "C3", 0, "10.5.6.3 kind_fights_no_fire"),
        ("squad", "C4", 0, "10.5.6.3 not_here"),
        ("squad", "C3", FIRED, "10.5.6.3 has_acted"),
        ("squad", "C3", MELEE, "10.5.6.3 has_acted"),
        ("squad", "C3", SHAKEN, "10.5.6.3 has_acted"),
        ("squad", "C3", SMOKED, "10.5.6.3 has_acted"),
        ("squad", "C3", ASSAULT_FIRE, "10.5.6.3 has_acted"),
        ("squad", "C3", HANDLED, "10.5.6.3 has_acted"),
        ("squad", "C3", CONTINUOUS, "10.5.6.3 has_acted"),
    ],
)
def test_who_fights_a_fire(what: str, at: str, flags: int, expected: str) -> None:
    """10.5.6.3#1: a Good Order MMC or Hero there that has not acted."""
    s = burning(U("a", what, at))
    state = replace(s.state, units=(replace(s.state.units[0], flags=flags), *s.state.units[1:]))
    assert cited(check_fighter(s.game, state, s.us, 0, s.loc("C3"))) == expected
    assert cited(check_fighter(s.game, state, s.de, 0, s.loc("C3"))) == "10.5.6.3 not_here"


def test_where_a_fire_is_fought() -> None:
    """10.5.6.3: in a named place that burns, not out of hand, with somebody able; else the first reason is given."""
    s = burning(U("a", "leader", "C3"), U("b", "medic", "C3"), U("c", "squad", "C5"))
    at, impulse = s.loc("C3"), Impulse(side=s.us, named=(s.loc("C3"), s.loc("C4")))
    assert cited(check_fight(s.game, s.state, impulse, at)) == "10.5.6.3 kind_fights_no_fire"
    assert check_fight(s.game, s.state, impulse, at).params == {"unit": "a"}  # type: ignore[union-attr]
    able = burning(U("a", "leader", "C3"), U("b", "squad", "C3"))
    assert check_fight(able.game, able.state, impulse, at) is None
    assert cited(check_fight(able.game, able.state, replace(impulse, named=()), at)) == "4.0 not_named"
    assert cited(check_fight(able.game, able.state, impulse, s.loc("C4"))) == "10.5.6.3 no_fire_to_fight"
    wild = burning(U("a", "squad", "C3"), strength=2)
    assert cited(check_fight(wild.game, wild.state, impulse, at)) == "10.5.6.3 no_fire_to_fight"
    empty = burning(U("a", "squad", "C4"))
    assert cited(check_fight(empty.game, empty.state, impulse, at)) == "10.5.6.3 nobody_here"


def test_fire_fighters_are_named_in_order() -> None:
    """10.5.6.3: each once, in order, at least one."""
    s = burning(U("a", "squad", "C3"), U("b", "squad", "C3"), U("c", "squad", "C3"))
    s.do(Activate("C3"), Extinguish("C3"))
    question = s.state.stack[-1]
    assert isinstance(question, FireFighters)
    assert s.options() == [AddFighter("a"), AddFighter("b"), AddFighter("c")]
    assert (s.code(FightFire()), s.code(AddFighter("q"))) == ("nobody_here", "no_such_unit")
    s.do(AddFighter("b"))
    assert s.code(AddFighter("b")) == s.code(AddFighter("a")) == "in_order"
    assert s.options() == [AddFighter("c"), FightFire()]


def test_who_makes_an_attempt() -> None:
    """10.1.1: a unit of the side whose impulse it is, on the map; at a place that exists."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", ""), U("x", "squad", "C5"), hexes={"C5": "forest"})
    impulse = Impulse(side=s.us)
    found = [cited(check_spotter(s.game, s.state, impulse, n)) for n in range(3)]
    assert found == ["", "10.1.1 not_own_unit", "10.1.1 not_own_unit"]
    s.do(Activate("C3"))
    assert s.code(Spot("q")) == "no_such_unit"
    s.do(Spot("a"))
    assert (s.code(SpotAt("Z99")), s.code(SpotAt("C5"))) == ("no_such_place", "")


def test_attempts_at_vehicles() -> None:
    """10.1.1: with the option a vehicle is easier to spot by one, other units are not."""
    for kind, found in (("vehicle", {"vehicle": -1}), ("squad", {})):
        s = Scene(U("a", "squad", "C3"), U("x", "squad", "C5"), hexes={"C5": "forest"}, options=("spot_vehicles",))
        tank = UnitType("tank", "Tank", "vehicle", "de")
        if kind == "vehicle":
            s.game.types = tuple(tank if t.key == "type-x" else t for t in s.game.types)
        assert why(spot_tally(s.game, s.state, 0, s.loc("C5"))) == found


@pytest.mark.parametrize(
    ("what", "abilities", "start", "to", "expected"),
    [
        ("weapon_team 3-9-2-6", ("mg",), "D5", "D5/cave", ""),
        ("weapon_team 0-0-2-6", ("mortar",), "D5", "D5/cave", ""),
        ("weapon_team 0-0-2-6", (), "D5", "D5/cave", "10.7 no_team_in_cave"),
        ("weapon_team 3-9-2-6", (), "D5", "D5/cave", ""),
        ("weapon_team 3-9-2-6", ("mg",), "D5/cave", "D6/tunnel", "10.7.1 no_team_in_tunnel"),
        ("weapon_team 3-9-2-6", ("mg",), "D5/cave", "D6/cave", "10.7.1 no_team_in_tunnel"),
        ("weapon_team 3-9-2-6", ("mg",), "D5/cave", "D5", ""),
        ("squad", (), "D5/cave", "D6/tunnel", ""),
    ],
)
def test_teams_underground(what: str, abilities: tuple[str, ...], start: str, to: str, expected: str) -> None:
    """10.7, 10.7.1: of Weapon Teams machine guns and Mortars enter Caves, none goes through a Tunnel."""
    s = Scene(U("a", what, start, abilities=abilities), FAR, markers=[("cave", "D5", 0, "D4"), ("cave", "D8", 0, "D7")])
    assert cited(check_underground(s.game, s.state, 0, s.loc(to))) == expected


def test_refuge_must_be_a_tunnel() -> None:
    """10.7.2: occupants of a collapsed Cave go into a hex of Tunnel that is there, each for himself."""
    s = Scene(
        U("a", "squad", "D5/cave"), U("b", "squad", "D5/cave"), FAR,
        markers=[("cave", "D5", 0, "D4"), ("cave", "D8", 0, "D7")],
    )  # fmt: skip
    question = IntoTunnel(side=s.us, unit=0)
    names = [c.at for c in question.candidates(s.game, s.state)]
    assert names
    assert all(name.endswith("/tunnel") for name in names)


def test_parts_of_a_hex_without_a_building() -> None:
    """10.4.1: where no building is mapped, ground and what is above it are next to each other, nothing else."""
    s = Scene(U("a", "squad", "C3"), FAR)
    ground, upper, roof = (s.loc("C3") + layer for layer in (0, 1, 2))
    board = s.game.board
    assert adjacent(board, ground, upper)
    assert adjacent(board, ground, roof)
    assert not adjacent(board, upper, roof)


def test_counters_on_hexsides_are_taken_away() -> None:
    """10.3, Q-084: taking away one counter leaves those on hexsides and in hexes as they were."""
    wall = SideItem(4, "barricade", 0, 0b110000)
    both = Dynamic([(4, "smoke"), (7, "smoke"), wall])
    assert list(both.without_(7, "smoke")) == list(Dynamic([(4, "smoke"), wall]))
    assert both.without_(4, "smoke") == Dynamic([(7, "smoke"), wall])
    assert both.without_(4, "barricade", 0) == Dynamic([(4, "smoke"), (7, "smoke")])
    assert both.without_(4, "barricade", 0).mask == 1 << 4 | 1 << 7
    assert both.without_(4, "barricade", 1) is both
    assert Dynamic([wall]).without_(4, "barricade", 0) == NO_COUNTERS


@pytest.mark.parametrize(
    ("shape", "met"),
    [
        (((-400, 0), (400, 0), (0, 500)), True),
        (((-400, 1), (400, 1), (0, 500)), False),
        (((-400, -300), (400, -300), (0, 500)), True),
        (((0, 0), (300, 200), (-300, 200)), True),
    ],
)
def test_art_that_a_line_touches(shape: tuple[tuple[int, int], ...], met: bool) -> None:
    """10.3, Q-081: a line that runs along an edge or through a corner of the art touches it."""
    assert touches(12, 0, 6, 0, shape) is met


@pytest.mark.parametrize(("shape", "met"), [(((2, 1), (5, 2), (0, 500)), False), (((3, 1), (6, 2), (0, 500)), True)])
def test_art_just_missed(shape: tuple[tuple[int, int], ...], met: bool) -> None:
    """10.3, Q-081: the smallest distance is enough to miss art, on either side of the line."""
    assert touches(12, 4, 6, 2, shape) is met
    assert touches(12, 4, 6, 2, tuple((-x, -y) for x, y in shape)) is met


def meet(b: tuple[int, int], p: tuple[int, int], q: tuple[int, int]) -> bool:
    """Whether the way from the origin to b and the way from p to q have a point in common, by solving for it."""
    (ux, uy), across = (q[0] - p[0], q[1] - p[1]), b[0] * (q[1] - p[1]) - b[1] * (q[0] - p[0])
    if across:
        t, u = Fraction(p[0] * uy - p[1] * ux, across), Fraction(p[0] * b[1] - p[1] * b[0], across)
        return 0 <= t <= 1 and 0 <= u <= 1
    if p[0] * b[1] != p[1] * b[0]:
        return False
    shares = [Fraction(x * b[0] + y * b[1], b[0] ** 2 + b[1] ** 2) for x, y in (p, q)]
    return min(shares) <= 1 and max(shares) >= 0


@pytest.mark.parametrize("way", [(1, 0), (1, 1), (2, 1), (1, -2), (-1, 2), (3, 1)])
def test_edges_of_art_everywhere(way: tuple[int, int]) -> None:
    """10.3, Q-081: every edge between two points near a line meets it or not, its ends and parallels included."""
    grid = [(x, y) for x in range(-2, 5) for y in range(-2, 5)]
    for p, q in product(grid, grid):
        if p != q:
            shape = ((SCALE * p[0], SCALE * p[1]), (SCALE * q[0], SCALE * q[1]))
            assert touches(*way, 0, 0, shape) is meet(way, p, q), (p, q)


def test_steps_of_a_line_in_order() -> None:
    """10.3: what a line meets comes in the order it is met, pairs of hexes it runs between by their middle."""
    for dx, dy in product((0, 3, 6, 9, 12), range(-9, 10)):
        if (dx // 3 + dy) % 2 == 0 and geometry.is_first(dx, dy):
            found = geometry.line.__wrapped__(dx, dy)
            middles = [
                (Fraction(s.x + s.x2, 2), Fraction(s.y + s.y2, 2)) if isinstance(s, Run) else (s.x, s.y)
                for s in found.steps
            ]
            along = [dx * x + 3 * dy * y for x, y in middles]
            assert along == sorted(along)
            straight = [d for d, (x, y) in enumerate(hexes.STEPS) if (x * found.n, y * found.n) == (dx, dy)]
            assert found.axis == (straight[0] if straight else None)


def test_stated_lines_of_sight() -> None:
    """10.3: a scenario or an example may state a line; it holds for what was seen before, too."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"))
    a, b = s.loc("C3"), s.loc("C6")
    assert saw(s.game, (), a, b)
    for word, seen in (("blocked", False), ("clear", True), ("degraded", True)):
        s.game.los_facts = {(a, b): (word, 0)}
        assert saw(s.game, (), a, b) is seen
        assert perhaps_seen(s.game, s.state, a) == -1


def test_stated_lines_beside_counters() -> None:
    """10.3, 7.0: where one line is stated, Smoke still hides what lies behind it on others, the first hex too."""
    s = Scene(U("a", "squad", "A3"), U("x", "squad", "A0"), markers=[("smoke", "A1", 1)])
    s.game.los_facts = {(s.loc("C3"), s.loc("C6")): ("clear", 0)}
    assert line(s.game, s.state, s.loc("A3"), s.loc("A0")) == BLOCKED
    assert line(s.game, s.state, s.loc("A3"), s.loc("B3")) == 0


def test_rubble_opens_lines() -> None:
    """10.3, Q-083: where a building has become Rubble hexes behind it may be seen."""
    houses = {"C4": "hc_building", "C5": "hc_building"}
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), hexes=houses, markers=[("rubble", "C4", 1)])
    bit = 1 << (s.loc("C6") >> 3)
    shut = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), hexes=houses)
    assert not perhaps_seen(shut.game, shut.state, shut.loc("C3")) & bit
    assert perhaps_seen(s.game, s.state, s.loc("C3")) & bit
    assert perhaps_seen(s.game, s.state, s.loc("C3")) & 1 << (s.loc("C4") >> 3)


def test_verdicts() -> None:
    """10.3: every verdict but a blocked line is sight."""
    assert not visible(BLOCKED)
    assert visible(0)
    assert visible(4)


def test_class_of_printed_counters() -> None:
    """10.1, 10.5.7: what is printed in a hex decides how it is spotted; a feature without a class changes nothing."""
    s = Scene(U("a", "squad", "C3"), FAR, features={"C3": ("craters",), "D4": ("road",)}, hexes={"E5": "forest"})
    assert [printed_class(s.game, s.loc(at) >> 3) for at in ("C3", "D4", "E5", "F6")] == [
        s.game.board.chart.counters["craters"].spots_as or 0, 0, s.game.board.terrain[s.loc("E5") >> 3].los, 0,
    ]  # fmt: skip


@pytest.mark.parametrize(("x", "met"), [(-4, False), (-3, True), (0, True), (12, True), (15, True), (16, False)])
def test_art_along_the_line_beyond_its_ends(x: int, met: bool) -> None:
    """10.3, Q-081: an edge on the same straight line counts only as far as the line goes."""
    edge = ((-3 * SCALE, 0), (3 * SCALE, 0), (0, SCALE))
    assert touches(12, 0, x, 0, edge) is met
