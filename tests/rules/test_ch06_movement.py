"""6.0: movement."""

from __future__ import annotations

import pytest

from helpers import MISS, Activate, AddMover, BeginMove, Done, Fire, OpFire, Scene, StepTo, StopMove, U
from lnlt.core import events as ev
from lnlt.rules.ch10_los_spotting.spotting import is_spotted

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""


def walker(what: str = "squad 1-5-4-5", *words: str, at: str = "C3", **board: object) -> Scene:
    """One unit, about to move."""
    s = Scene(U("a", what, at, *words, shaken=(5, 2)), FOE, **board)  # type: ignore[arg-type]
    return s.do(Activate(at), BeginMove(at), AddMover("a"))


def test_points_of_an_impulse() -> None:
    """6.0#1: a unit has as many points as its MF, and when they are spent the move is over."""
    s = walker("squad 1-5-3-5").do(StepTo("C4"), StepTo("C5"), StepTo("C6"))
    assert (s.at("a"), s.words("a"), s.unit("a").mp) == ("C6", {"moved"}, 6)


def test_shaken_side_has_its_own_mf() -> None:
    """6.0#1: a Shaken unit has the MF of its Shaken side."""
    s = walker("squad 1-5-4-5", "shaken", at="A4").do(StepTo("A5"), StepTo("A6"))
    assert s.words("a") == {"shaken", "moved"}


@pytest.mark.parametrize(
    ("terrain", "half_points"), [("clear", 2), ("light_woods", 4), ("forest", 4), ("lc_building", 4), ("brush", 2)]
)
def test_terrain_costs(terrain: str, half_points: int) -> None:
    """6.0#2: a hex costs what the chart says when it is entered."""
    assert walker(hexes={"C4": terrain}).do(StepTo("C4")).unit("a").mp == half_points


def test_hexsides_and_slopes_cost_more() -> None:
    """6.0#2: a Wall adds a point, a step up another one."""
    assert walker(sides=[("C3", "C4", "wall")]).do(StepTo("C4")).unit("a").mp == 4
    assert walker(hexes={"C4": ("hill", 1)}).do(StepTo("C4")).unit("a").mp == 4


def test_too_few_points() -> None:
    """6.0#2: a later hex must be paid in full."""
    s = walker("squad 1-5-2-5", hexes={"C5": "forest"}).do(StepTo("C4"))
    assert s.code(StepTo("C5")) == "too_few_points"
    assert s.code(StepTo("D5")) == ""


def test_stack_moves_together() -> None:
    """6.0#3: all movers of a hex take every step together and stop together."""
    s = Scene(U("a", "squad", "C3"), U("b", "leader", "C3"), FOE).move("C3", "a b", "C4", "C5", stop=True)
    assert (s.at("a"), s.at("b"), s.words("a"), s.words("b")) == ("C5", "C5", {"moved"}, {"moved"})


def test_slowest_unit_ends_the_move() -> None:
    """6.0#3: a stack cannot go on when one of it has no points left."""
    s = Scene(U("a", "squad 1-5-2-5", "C3"), U("b", "leader", "C3"), FOE).move("C3", "a b", "C4", "C5")
    assert (s.words("b"), s.at("b")) == ({"moved"}, "C5")


def test_hexes_activated_by_a_leader_act_apart() -> None:
    """6.0#5: neighbours move their own way while the Leader's hex fires."""
    s = Scene(U("a", "squad", "C3"), U("d", "leader", "C3"), U("b", "squad", "B3"), U("x", "squad 0-0-4-5", "C6"))
    s.do(Activate("C3"), Activate("B3")).fire("C3", "C6", "a", dice=MISS).move("B3", "b", "A3", stop=True)
    assert (s.words("a"), s.words("b")) == ({"fired"}, {"moved"})
    assert s.asked == "us"
    assert s.code(Fire("B3", "C6")) in ("fire_together", "nobody_can_fire")
    assert s.do(Done()).words("d") == {"ops_complete"}


def test_one_hex_is_always_possible() -> None:
    """6.0#7: whatever it costs, a unit with MF 1 or more moves one hex; not where the chart forbids it."""
    s = walker("squad 1-5-1-5", hexes={"C4": "forest", "D4": "river"})
    assert (s.code(StepTo("C4")), s.code(StepTo("D4"))) == ("", "terrain_prohibited")
    assert s.do(StepTo("C4")).words("a") == {"moved"}


def test_units_without_mf_do_not_move() -> None:
    """6.0#7: a unit with MF 0 may not use the minimum."""
    s = Scene(U("a", "sniper 0-8-0-6", "C3"), U("b", "squad", "C3"), FOE).do(Activate("C3"), BeginMove("C3"))
    assert s.code(AddMover("a")) == "cannot_move"


def test_one_floor_is_always_possible() -> None:
    """6.0#8: a unit too slow for the stairs may still change one floor."""
    s = walker("squad 1-5-1-5", hexes={"C3": "hc_building"}, buildings=[(("C3",), 2)]).do(StepTo("C3/upper"))
    assert (s.at("a"), s.unit("a").mp) == ("C3/upper", 2)


def test_minimum_move_spends_all() -> None:
    """6.0#11: such a move spends what the unit has, and that many attacks may answer it."""
    units = (U("a", "squad 1-5-2-5", "C3"), U("x", "squad", "C7"), U("y", "squad", "E5"), U("z", "squad", "E6"))
    s = Scene(*units, hexes={"C4": ("forest", 1)}).move("C3", "a", "C4")
    assert s.unit("a").mp == 4
    attacks = 0
    while s.asked == "de":
        shot = next(c for c in s.options() if isinstance(c, OpFire))
        firer = next(u.id for u in s.state.units if u.at == s.loc(shot.origin))
        s.do(shot, *s.group(firer), dice=MISS)
        attacks += 1
        if s.frames.endswith("ImpulseAction"):
            break
    assert attacks == 2


def test_through_friends() -> None:
    """6.0#12: movers pass through friends within the stacking limit and leave them where they are."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C4"), U("c", "squad", "C4"), FOE)
    s.move("C3", "a", "C4", "C5", stop=True)
    assert (s.at("a"), s.at("b"), s.words("c")) == ("C5", "C4", set())


def test_shaken_on_arrival_does_not_spot() -> None:
    """6.0#15: a unit Shaken by the answer to its step does not spot its neighbours."""
    units = (
        U("a", "squad 1-5-4-5", "C3"),
        U("b", "squad", "A3"),
        U("x", "squad 5-5-4-5", "C7"),
        U("y", "squad 0-0-4-5", "C5"),
    )
    s = Scene(*units, hexes={"C5": "light_woods"}).move("C3", "a", "C4")
    s.do(OpFire("C7"), *s.group("x"), dice=("attack 6", "defence 1", "damage check 1", "hero creation 1"))
    assert "shaken" in s.words("a") or s.at("a") == ""
    assert not is_spotted(s.game, s.state, s.loc("C5"), 0)


def test_order_after_entering() -> None:
    """6.0: first the unit enters, then the answers come, then its next step."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C7"), FOE).move("C3", "a", "C4")
    assert [type(e).__name__ for e in s.events if isinstance(e, ev.Moved)] == ["Moved"]
    assert (s.at("a"), s.asked) == ("C4", "de")
    s.do(OpFire("C7"), *s.group("x"), dice=MISS)
    assert s.asked == "us"
    assert s.code(StopMove()) == ""


def test_far_hexes_are_no_step() -> None:
    """6.0#2: a step goes to a neighbouring hex or another floor."""
    assert walker().code(StepTo("C6")) == "not_adjacent"


def test_cliffs() -> None:
    """6.0#7: three levels at once are climbed by nobody."""
    assert walker(hexes={"C4": ("hill", 3)}).code(StepTo("C4")) == "cliff"
