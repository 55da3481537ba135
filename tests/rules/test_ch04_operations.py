"""4.0, 4.1: impulses, activation, passing, Ops Complete."""

from __future__ import annotations

import pytest

from helpers import (
    MISS,
    Activate,
    AddFirer,
    AddMover,
    BeginMove,
    Done,
    Fire,
    OpFire,
    Pass,
    PassWindow,
    Scene,
    StepTo,
    StopMove,
    U,
    why,
)

FAR = U("x", "squad 1-1-4-5", "H8")
"""An enemy who cannot shoot at anybody."""


def names(s: Scene) -> set[str]:
    """Locations that may be named now."""
    return {c.at for c in s.options() if isinstance(c, Activate)}


def test_impulses_alternate() -> None:
    """4.0#1: the side with the initiative begins, then the sides take turns."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "D3"), FAR, phase="rally", impulse="", initiative="de")
    order = [s.asked]
    s.move("H8", "x", "H7", stop=True)
    order.append(s.asked)
    s.move("C3", "a", "C4", stop=True)
    order.append(s.asked)
    assert order == ["de", "us", "us"]  # the German has nobody left and passes by force


def test_turns_alternate_while_both_can_act() -> None:
    """4.0#1: after each impulse the other side is asked."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "D3"), FAR, U("y", "squad 1-1-4-5", "G8"))
    order = [s.asked]
    for origin, unit, to in (("C3", "a", "C4"), ("H8", "x", "H7"), ("D3", "b", "D4")):
        s.move(origin, unit, to, stop=True)
        order.append(s.asked)
    assert order == ["us", "de", "us", "de"]


def test_passing_with_units_left() -> None:
    """4.0#2: a side may pass although all its units could act."""
    s = Scene(U("a", "squad", "C3"), FAR).do(Pass())
    assert (s.asked, s.state.passes, s.words("a")) == ("de", 1, set())


def test_three_passes_end_the_phase() -> None:
    """4.0#3: the third pass in a row ends the phase, an action between them starts the count anew."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "D3"), FAR).do(Pass(), Pass())
    assert s.state.phase == "operations"
    s.move("C3", "a", "C4", stop=True)
    assert s.state.passes == 0
    s.do(Pass(), Pass())
    assert s.state.phase == "operations"
    s.do(Pass())
    assert s.state.phase == "admin"


def test_phase_ends_when_nobody_is_left() -> None:
    """4.0#4: without a unit that can still act on either side the phase ends at once, without passes."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "H8", "moved")).move("C3", "a", "C4", stop=True)
    assert s.state.phase == "admin"


def test_some_or_all_units_of_a_hex() -> None:
    """4.0#5, 4.0#25: one unit of a hex may act and the rest later; who has acted is not activated again."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), FAR)
    s.do(Activate("C3"), BeginMove("C3"))
    assert {c.unit for c in s.options() if isinstance(c, AddMover)} == {"a", "b"}
    s.do(AddMover("a"), StepTo("C4"), StopMove(), Pass())
    assert names(s) == {"C3"}
    assert {c.unit for c in s.do(Activate("C3"), BeginMove("C3")).options()} == {"b"}


def test_leader_activates_neighbours() -> None:
    """4.0#6: with an unwounded Leader in it the activated hex brings its neighbours along, without one it does not."""
    near = (U("a", "squad", "C3"), U("b", "squad", "C4"), U("c", "squad", "C5"), FAR)
    assert names(Scene(*near).do(Activate("C3"))) == set()
    assert names(Scene(*near, U("d", "leader", "C3")).do(Activate("C3"))) == {"C4"}
    assert names(Scene(*near, U("d", "leader", "C3", "wounded")).do(Activate("C3"))) == set()


def test_leader_in_a_tall_building() -> None:
    """4.0#7: from a floor a Leader reaches his level next door and the floors right above and below."""
    house = {"C3": "hc_building", "C4": "hc_building"}
    s = Scene(
        U("d", "leader", "C3/upper"),
        U("a", "squad", "C3"),
        U("b", "squad", "C4"),
        U("c", "squad", "C4/upper"),
        U("e", "squad", "C2"),
        FAR,
        hexes=house,
        buildings=[(("C3", "C4"), 2)],
    ).do(Activate("C3/upper"))
    assert names(s) == {"C3", "C4/upper"}


def test_one_action_per_unit() -> None:
    """4.0#12: who has fired does not move, who has moved does not fire."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), U("x", "squad 1-1-4-5", "C6"))
    s.fire("C3", "C6", "a", dice=MISS)
    assert {c.unit for c in s.do(BeginMove("C3")).options()} == {"b"}
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C4"), U("d", "leader", "C4"), U("x", "squad 1-1-4-5", "C7"))
    s.do(Activate("C4"), Activate("C3"), BeginMove("C3"), AddMover("a"), StepTo("C4"), StopMove())
    s.do(Fire("C4", "C7"))
    assert s.code(AddFirer("a")) == "has_acted"


def test_one_target_for_a_hex() -> None:
    """4.0#13: a hex that has fired in this impulse fires at nothing else."""
    s = Scene(
        U("a", "squad", "C3"), U("b", "squad", "C3"), U("x", "squad 1-1-4-5", "C6"), U("y", "squad 1-1-4-5", "F3")
    )
    s.fire("C3", "C6", "a", dice=MISS)
    assert s.code(Fire("C3", "F3")) == "fire_together"
    assert s.code(Fire("C3", "C6")) == "fire_together"


def test_weapon_alone_uses_up_the_owner() -> None:
    """4.0#15: a Squad out of range that fires only its weapon is Fired and has no second action."""
    s = Scene(U("a", "squad 2-2-4-6", "C2", carries=["g"]), U("x", "squad 1-1-4-5", "C7"), guns={"g": (2, 9)})
    s.do(Activate("C2"), Fire("C2", "C7"))
    assert s.options() == [AddFirer("a", ("g",))]
    s.do(*s.group(("a", "g")), dice=MISS)
    assert (why(s.tally("fire", "x")), s.words("a")) == ({"support_weapon": 2}, {"fired"})
    assert s.asked == "de"


def test_movers_of_a_hex_move_together() -> None:
    """4.0#16: when the movers of a hex have set off nobody else moves out of it in this impulse."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), U("d", "leader", "C4"), FAR)
    s.do(Activate("C4"), Activate("C3"), BeginMove("C3"), AddMover("a"), StepTo("B4"), StopMove())
    assert s.code(BeginMove("C3")) == "move_together"


def test_nobody_joins_on_the_way() -> None:
    """4.0#17: a move offers no unit that stands along its way."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C4"), FAR).move("C3", "a", "C4")
    assert all(isinstance(c, StepTo | StopMove) for c in s.options())
    s.do(StepTo("C5"), StopMove())
    assert (s.at("b"), s.words("b")) == ("C4", set())


def test_markers_of_action() -> None:
    """4.0#18, 5.0#14: movers are marked Moved, firers Fired."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "D3"), U("x", "squad 1-1-4-5", "C7"))
    s.move("D3", "b", "D4", stop=True)
    s.do(Pass()).fire("C3", "C7", "a", dice=MISS)
    assert (s.words("a"), s.words("b")) == ({"fired"}, {"moved"})


@pytest.mark.parametrize("marker", ["moved", "fired", "ops_complete", "low_crawl"])
def test_marked_units_are_not_activated(marker: str) -> None:
    """4.0#19: a unit with an action marker is not activated again this turn."""
    s = Scene(U("a", "squad", "C3", marker), U("b", "squad", "D5"), U("x", "squad 1-1-4-5", "H8"))
    assert names(s) == {"D5"}
    assert s.code(Activate("C3")) == "nobody_to_activate"


def test_hexes_act_by_turns() -> None:
    """4.0#21: of two hexes activated together the first fires, the second fires, then the first moves the rest."""
    s = Scene(
        U("a", "squad", "C3"),
        U("b", "squad", "C3"),
        U("c", "squad", "C4"),
        U("d", "leader", "C3"),
        U("x", "squad 1-1-4-5", "C7"),
    )
    s.do(Activate("C3"), Activate("C4")).fire("C3", "C7", "a", dice=MISS).fire("C4", "C7", "c", dice=MISS)
    s.do(BeginMove("C3"), AddMover("b"), StepTo("B3"), StopMove())
    assert (s.words("a"), s.words("b"), s.words("c")) == ({"fired"}, {"moved"}, {"fired"})


def test_chain_of_leaders() -> None:
    """4.0#22: a Leader reached by a Leader reaches his own neighbours in turn."""
    s = Scene(U("d", "leader", "C3"), U("e", "leader", "C4"), U("a", "squad", "C5"), FAR).do(Activate("C3"))
    assert names(s) == {"C4"}
    s.do(Activate("C4"))
    assert names(s) == {"C5"}


def test_leader_who_only_activates() -> None:
    """4.0#23: a Leader through whom others acted and who did nothing is Ops Complete; if nobody acted he is not."""
    units = (U("d", "leader", "C3"), U("a", "squad", "C4"), U("b", "squad", "C3"), FAR)
    s = Scene(*units).do(
        Activate("C3"), Activate("C4"), BeginMove("C4"), AddMover("a"), StepTo("C5"), StopMove(), Done()
    )
    assert (s.words("d"), s.words("b")) == ({"ops_complete"}, set())
    s = Scene(*units).do(
        Activate("C3"), Activate("C4"), BeginMove("C3"), AddMover("b"), StepTo("B4"), StopMove(), Done()
    )
    assert s.words("d") == set()


def test_leader_who_acts_himself() -> None:
    """4.0#23: a Leader who moves himself gets the marker of his move only."""
    s = Scene(U("d", "leader", "C3"), U("a", "squad", "C4"), FAR).do(Activate("C3"), Activate("C4"))
    s.do(BeginMove("C4"), AddMover("a"), StepTo("C5"), StopMove())
    s.do(BeginMove("C3"), AddMover("d"), StepTo("C4"), StopMove())
    assert s.words("d") == {"moved"}


def test_hexes_are_named_first() -> None:
    """4.0#24: once a unit has acted no further hex is named, and named units need not act."""
    s = Scene(U("d", "leader", "C3"), U("a", "squad", "C4"), U("b", "squad", "B4"), FAR).do(
        Activate("C3"), Activate("C4")
    )
    s.do(BeginMove("C4"), AddMover("a"), StepTo("C5"), StopMove())
    assert s.code(Activate("B4")) == "named_before_acting"
    assert s.do(Done()).words("b") == set()


def test_named_units_need_not_do_anything() -> None:
    """4.0#24: after naming a hex the side may end the impulse without an action; that counts as a pass."""
    s = Scene(U("a", "squad", "C3"), FAR).do(Activate("C3"))
    endings = [c for c in s.options() if isinstance(c, Pass | Done)]
    assert len(endings) == 1
    s.do(endings[0])
    assert (s.asked, s.state.passes, s.words("a")) == ("de", 1, set())


def mover_seen_by(firer: U, *more: U, guns: dict[str, tuple[int, int]] | None = None) -> Scene:
    """An American squad has just stepped to C6 in the open, two hexes from the German firer in C8."""
    return Scene(U("a", "squad", "C5"), firer, *more, guns=guns).move("C5", "a", "C6")


def test_marker_forbids_actions() -> None:
    """4.1#3: a unit under Ops Complete is not activated, and a Leader under it adds nothing to fire."""
    s = Scene(U("a", "squad", "C3"), U("d", "leader", "C3", "ops_complete"), U("x", "squad 1-1-4-5", "C6"))
    s.do(Activate("C3"), Fire("C3", "C6"))
    assert s.code(AddFirer("d")) == "has_acted"
    s.do(*s.group("a"), dice=MISS)
    assert "leader" not in why(s.tally("fire", "x"))


@pytest.mark.parametrize(("values", "total"), [("2-5-4-6", 1 + 1), ("0-5-4-6", -1 + 1)])
def test_ops_complete_squad_fires_with_less(values: str, total: int) -> None:
    """4.1#4, 5.3#19: an MMC under Ops Complete may Opportunity Fire with 1 less, below 0 too."""
    s = mover_seen_by(U("x", f"squad {values}", "C8", "ops_complete")).do(OpFire("C8"))
    s.do(*s.group("x"), dice=MISS)
    assert (s.tally("fire", "a").total, s.words("x")) == (total, {"fired"})


def test_ops_complete_machine_gun_is_halved() -> None:
    """4.1#5, 5.3#20: the machine-gun of an Ops Complete MMC fires at half firepower."""
    s = mover_seen_by(U("x", "squad 2-5-4-6", "C8", "ops_complete", carries=["g"]), guns={"g": (2, 9)}).do(OpFire("C8"))
    s.do(*s.group(("x", "g")), dice=MISS)
    assert why(s.tally("fire", "a")) == {"ifp_ops_complete": 1, "support_weapon_ops_complete": 1, "moving": 1}


def test_ops_complete_single_man_does_not_fire() -> None:
    """4.1#8: an SMC under Ops Complete cannot Opportunity Fire: no window opens for him."""
    s = mover_seen_by(U("x", "hero 2-5-6-6", "C8", "ops_complete"))
    assert s.asked == "us"
    s = mover_seen_by(U("x", "hero 2-5-6-6", "C8"))
    assert (s.asked, s.code(PassWindow())) == ("de", "")
