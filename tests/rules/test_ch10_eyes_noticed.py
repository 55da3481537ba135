"""10.1, 10.3, 10.5.6, 10.9, 21.1: what eyes see in fog and along slopes, how Bunkers and Rubble are spotted, fires."""

from __future__ import annotations

from msgspec.structs import replace

from helpers import Activate, Scene, U, rebuilt
from lnlt.core.game import Clear
from lnlt.core.terrain import BLOCKING, DEGRADING
from lnlt.rules.ch10_los_spotting.attempts import check_spot
from lnlt.rules.ch10_los_spotting.explain import explain
from lnlt.rules.ch10_los_spotting.firefighting import Extinguish, FireFighting
from lnlt.rules.ch10_los_spotting.lines import counters, line, looked_at, report, sees
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch10_los_spotting.spotting import spotting_class
from lnlt.rules.ch10_los_spotting.watch import Watch

A = U("a", "squad", "C3")
FAR = U("x", "squad 0-0-4-5", "H8")


def foggy(s: Scene, limit: int) -> Scene:
    """The same in fog in which one sees so many hexes."""
    clear = Clear(limit, s.game.ranges)
    s.game.clear_sight = (clear, clear)
    return s


def test_fires_are_fought_where_there_are_any() -> None:
    """10.5.6, 10.5.6.3: nobody is asked to put out a fire unless the scenario uses the rule."""
    for options, offered in ((("fire",), True), ((), False)):
        s = Scene(A, FAR, options=options, markers=[("fire", "C3", 1)])
        assert FireFighting().in_play(s.game) is offered
        assert (Extinguish("C3") in s.do(Activate("C3")).options()) is offered


def test_a_slope_ends_above_its_foot() -> None:
    """10.3.1, 10.3.2, P-1: along a hexside, beside a hex on the level of the foot, there is no slope: the report says
    that the higher ground stands on one side only; with higher ground on both sides there is one."""
    for level, code in ((0, "one_side"), (1, "open_side")):
        hexes = {"D1": ("hill", 3), "C1": ("hill", 1), "D2": ("hill", level)}
        s = Scene(U("a", "squad", "A7"), FAR, hexes=hexes)  # type: ignore[arg-type]
        found = explain(s.game.sight, s.loc("D1"), s.loc("C2"), counters(s.game, s.state))
        assert (found.verdict, [r.code for r in found.reasons]) == ("clear", [code])


def test_lines_over_rubble_in_fog() -> None:
    """10.9, 10.3, Q-083: in fog one sees over the Rubble of a Building, as far as the fog lets one."""
    houses = dict.fromkeys(("C4", "C5", "C6"), "hc_building")
    s = foggy(Scene(A, FAR, hexes=houses, markers=[("rubble", "C4", 1)]), 2)  # type: ignore[arg-type]
    assert [sees(s.game, s.state, s.loc("C3"), s.loc(h)) for h in ("C5", "C6")] == [True, False]


def test_bunkers_are_looked_at_from_all_sides() -> None:
    """21.1.1, Q-330: who looks for a Bunker looks at its hex, so it may be spotted from behind; elsewhere one looks at
    the place itself."""
    s = Scene(
        U("a", "squad", "D7"), U("x", "squad", "D5/bunker"), U("y", "squad", "A1"), markers=[("bunker", "D5", 2, "D4")]
    )
    assert [looked_at(s.loc(h)) for h in ("D5/bunker", "D5", "D5/cave")] == [s.loc(h) for h in ("D5", "D5", "D5/cave")]
    assert line(s.game, s.state, s.loc("D7"), s.loc("D5/bunker")) == BLOCKED
    impulse = next(f for f in s.do(Activate("D7")).state.stack if type(f).__name__ == "Impulse")
    assert check_spot(s.game, s.state, impulse, 0, s.loc("D5/bunker")) is None  # type: ignore[arg-type]


def test_fog_is_the_first_reason() -> None:
    """10.9, Q-462: a line that fog ends is blocked for that reason; gaps along it do not count any more."""

    def between() -> Scene:
        houses = dict.fromkeys(("C1", "D2"), "hc_building")
        return Scene(U("a", "squad", "A7"), FAR, hexes=houses, buildings=[(("C1",), 1), (("D2",), 1)])  # type: ignore[arg-type]

    s = between()
    assert report(s.game, s.state, s.loc("D1"), s.loc("C2")).limited == 1
    s = foggy(between(), 1)
    found = report(s.game, s.state, s.loc("D1"), s.loc("C2"))
    assert (found.verdict, found.rule, found.limited, found.decided) == ("blocked", "10.9", 0, 0)
    assert [r.code for r in found.reasons] == ["weather", "between"]


def test_printed_rubble_is_spotted_as_rubble() -> None:
    """10.1, 15.1.2: where Rubble is printed in the hex of a Building it is spotted as Rubble, no more and no less."""
    ruin = Scene(A, FAR, hexes={"D5": "hc_building"}, features={"D5": ("rubble",)})
    rubble = ruin.game.board.chart.counters["rubble"].spots_as
    assert rubble == DEGRADING
    house = Scene(A, FAR, hexes={"D5": "hc_building"})
    found = [spotting_class(s.game, s.state, s.loc("D5")) for s in (ruin, house)]
    assert found == [rubble, BLOCKING]


def test_another_unit_under_the_same_number() -> None:
    """10.1.1: of two positions in which a new counter is a friend here and an enemy there, each has its own targets."""
    s = Scene(A, U("b", "squad", "C5"), FAR, hexes={"D6": "forest"})
    enemy = replace(s.unit("x"), id="y", at=s.loc("D6"))
    one, two = s.state, rebuilt(s.state, units=(s.state.units[0], enemy, s.state.units[2]))
    watch = Watch(s.us)
    for state, places in ((one, set()), (two, {s.loc("D6")}), (one, set())):
        watch.update(s.game, state)
        assert watch.found == places
