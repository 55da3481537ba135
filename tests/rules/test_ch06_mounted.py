"""6.6-6.8, 15.5.1: Mounted Units, Hit & Run, Opportunity Movement, Continuous Movement; what a move risks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers import (
    MISS,
    Activate,
    AddFirer,
    AddMover,
    BeginMove,
    Fire,
    OpenFire,
    OpFire,
    Pass,
    PassWindow,
    Scene,
    StepTo,
    StopMove,
    U,
    why,
)
from lnlt import engine
from lnlt.core.flags import MOVING
from lnlt.core.state import enclosing
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch06_movement.continuous import EndDeclaring, StayInMotion
from lnlt.rules.ch06_movement.on_the_way import Dismount, FireOnTheRun
from lnlt.rules.ch06_movement.opportunity_move import OpMove
from lnlt.rules.ch09_administration import Next
from scene_helpers import set_off

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
HORSE = "mounted_squad 1-4-12-5"
BIKE = ("motorcycle",)


def group(*firers: str) -> list[object]:
    """Commands of a firing group led by its first unit."""
    return [*(AddFirer(u) for u in firers), OpenFire(firers[0])]


def test_horses_pay_their_own_column() -> None:
    """6.6#2: a Low-Crops hex or woods cost what the O column says, and stairs are not for horses."""
    s = Scene(U("a", HORSE, "C3"), FOE, hexes={"C4": "light_woods", "C2": "hc_building"}, buildings=[(("C2",), 2)])
    set_off(s, "C3", ("a", "normal"))
    assert s.code(StepTo("C2")) == "terrain_prohibited"
    woods = s.game.board.chart.terrains["light_woods"]
    assert s.do(StepTo("C4")).unit("a").mp == woods.cost[2] != woods.cost[0]


@pytest.mark.parametrize(
    ("words", "reason", "value"),
    [((), "mounted", 1), (("moved",), "mounted_moving", -1), (("hit_and_run",), "mounted_moving", -1)],
)
def test_fire_at_riders(words: tuple[str, ...], reason: str, value: int) -> None:
    """6.6#3, 6.6#4: 1 less against riders in motion, 1 more against those that stand."""
    s = Scene(U("a", "squad", "C3"), U("x", HORSE, "C6", *words)).fire("C3", "C6", "a", dice=MISS)
    assert why(s.tally("fire", "x"))[reason] == value


def test_fire_at_leg_units_under_hit_and_run() -> None:
    """6.0#19: a Leg unit under H&R gives 1 more."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6", "hit_and_run", abilities=("hit_and_run",)))
    assert why(s.fire("C3", "C6", "a", dice=MISS).tally("fire", "x"))["moving"] == 1


def test_riders_create_no_heroes() -> None:
    """6.6#5, 6.6#10: a 1 in the Damage Check creates no Hero; Casualties leave a Mounted Half-Squad."""
    s = Scene(U("a", "squad 8-5-4-5", "C3"), U("x", HORSE, "C6"))
    s.fire("C3", "C6", "a", dice=("attack 4", "defence 1", "damage check 1"))
    assert s.game.types[s.unit("x").type].kind == "mounted_half_squad"


def test_leader_rides_along() -> None:
    """6.6#6: a Leader moves as far as the horses, is as hard to hit, and walks when he goes alone."""
    s = Scene(U("a", HORSE, "A1"), U("d", "leader", "A1"), U("x", "squad", "A10"), size=(8, 12))
    set_off(s, "A1", ("a", "normal"), ("d", "normal")).do(*(StepTo(f"A{n}") for n in (2, 3, 4)))
    s.do(StepTo("A5"))
    while s.asked == "de":
        s.do(PassWindow(True))
    s.do(StepTo("A6"), StepTo("A7"), StepTo("A8"), StopMove())
    assert (s.at("d"), s.unit("d").mp) == ("A8", 14)
    s = Scene(U("a", HORSE, "C3"), U("d", "leader", "C3"), U("x", "squad", "C6"), impulse="de")
    s.fire("C6", "C3", "x", dice=MISS)
    assert why(s.tally("fire", "d"))["mounted"] == 1
    s = Scene(U("a", HORSE, "C3"), U("d", "leader", "C3"), FOE, hexes={"C4": "hc_building"})
    assert set_off(s, "C3", ("d", "normal")).code(StepTo("C4")) == ""


def test_dismounting() -> None:
    """6.6#7, 6.6#9: half the MF, a Leg Squad with half its own MF, nothing to mount again."""
    s = set_off(Scene(U("a", HORSE, "C3"), FOE), "C3", ("a", "normal"))
    s.do(*(StepTo(p) for p in ("C4", "C5", "C6", "C5", "C4", "C3")))
    s.do(Dismount("a"))
    t = s.game.types[s.unit("a").type]
    assert (t.kind, t.mf, s.unit("a").mp) == ("squad", 4, 0)
    assert s.code(Dismount("a")) == "not_mounted"
    s.do(StepTo("C4"), StepTo("C5"))
    assert (s.at("a"), s.words("a")) == ("C5", {"moved"})


def test_too_late_to_dismount() -> None:
    """6.6#7: with fewer than half its points left a unit stays mounted; Hit & Run does not dismount."""
    s = set_off(Scene(U("a", HORSE, "C3"), FOE), "C3", ("a", "normal"))
    s.do(*(StepTo(p) for p in ("C4", "C5", "C6", "C5", "C4", "C3", "C4")))
    assert s.code(Dismount("a")) == "too_few_points"
    assert set_off(Scene(U("a", HORSE, "C3"), FOE), "C3", ("a", "hit_and_run")).code(Dismount("a")) == "no_dismounting"


def test_dismounting_into_melee() -> None:
    """6.6#7: who has dismounted may enter Melee."""
    s = set_off(Scene(U("a", HORSE, "C3"), U("x", "squad 0-0-4-5", "C4")), "C3", ("a", "normal")).do(Dismount("a"))
    assert s.code(StepTo("C4")) == ""


def test_fire_at_those_who_dismount() -> None:
    """6.6#8: six points spent are six answers, with the bonus against moving Leg units."""
    s = set_off(Scene(U("a", HORSE, "C3"), U("x", "squad", "C6")), "C3", ("a", "normal")).do(Dismount("a"))
    window = enclosing(s.state, OpportunityFire)
    assert window is not None
    assert window.budget == 6
    s.do(OpFire("C6"), *group("x"), dice=MISS)
    assert why(s.tally("fire", "a"))["moving"] == 1


def test_cavalry_uses_no_weapons() -> None:
    """6.6.1#1: a machine gun is carried but not fired from a horse."""
    s = Scene(U("a", HORSE, "C3", carries=("mg",)), U("x", "squad", "C6"), guns={"mg": (1, 6)})
    s.do(Activate("C3"), Fire("C3", "C6"))
    assert (s.code(AddFirer("a", ("mg",))), s.code(AddFirer("a"))) == ("not_from_the_saddle", "")


def test_motorcycles_fire_light_weapons() -> None:
    """6.6.2#1, 6.6.2#2: Firepower 2 is fired from a motorcycle, 3 is not."""
    s = Scene(
        U("a", HORSE, "C3", carries=("one", "two"), abilities=BIKE),
        U("x", "squad", "C6"),
        guns={"one": (2, 6), "two": (3, 8)},
    )
    s.do(Activate("C3"), Fire("C3", "C6"))
    assert (s.code(AddFirer("a", ("one",))), s.code(AddFirer("a", ("two",)))) == ("", "not_from_the_saddle")


def test_hit_and_run_fires_first() -> None:
    """6.7#1, 6.7#7: fire before the first step obliges to take one; half of 12 is left for it."""
    s = set_off(Scene(U("a", HORSE, "C3"), U("x", "squad 0-0-4-5", "C6"), FOE), "C3", ("a", "hit_and_run"))
    s.do(FireOnTheRun("C6"), *group("a"), dice=MISS)
    assert s.code(StopMove()) == "must_move"
    s.do(*(StepTo(p) for p in ("C2", "C1", "C2", "C1", "C2", "C1")))
    assert s.words("a") == {"hit_and_run", "fired"}


def test_hit_and_run_once() -> None:
    """6.7#4: one attack in the impulse, none later."""
    s = set_off(Scene(U("a", HORSE, "C3"), U("x", "squad 0-0-4-5", "C7"), FOE), "C3", ("a", "hit_and_run")).do(
        StepTo("C4")
    )
    s.do(FireOnTheRun("C7"), *group("a"), dice=MISS)
    assert s.code(FireOnTheRun("C7")) == "nobody_can_fire"
    s = Scene(U("a", HORSE, "C3", "hit_and_run"), U("b", "squad", "A1"), U("x", "squad 0-0-4-5", "C6"))
    assert s.code(Activate("C3")) == "nobody_to_activate"


def test_hit_and_run_limits() -> None:
    """6.7#5, 6.7#6: never into Melee; a man joins only with the riders; a Squad on foot cannot."""
    s = Scene(U("a", "leader", "C3"), U("b", HORSE, "C3"), U("c", "squad", "C3"), U("x", "squad 0-0-4-5", "C4"))
    s.do(Activate("C3"), BeginMove("C3"))
    assert [s.code(AddMover(u, "hit_and_run")) for u in "abc"] == ["", "", "no_hit_and_run"]
    s.do(AddMover("a", "hit_and_run"))
    assert s.code(StepTo("C2")) == "needs_mount"
    s.do(AddMover("b", "hit_and_run"))
    assert (s.code(StepTo("C4")), s.code(StepTo("C2"))) == ("no_melee_in_mode", "")


def chase(*more: U, **board: object) -> Scene:
    """A Squad moves in sight of a Mounted Unit far away, and the enemy is asked."""
    s = Scene(U("a", "squad", "C3"), U("x", HORSE, "C9"), *more, size=(8, 12), **board)  # type: ignore[arg-type]
    return s.move("C3", "a", "C4")


def test_opportunity_move_at_any_range() -> None:
    """6.8#1, 6.8#2: out of range of its fire the unit may still move, in sight only and without action markers."""
    s = chase()
    assert (s.asked, s.code(OpFire("C9")), s.code(OpMove("C9"))) == ("de", "nobody_can_fire", "")
    blind = Scene(U("a", "squad", "C3"), U("x", HORSE, "C9"), size=(8, 12), hexes={"C6": "hc_building"})
    assert blind.move("C3", "a", "C4").asked == "us"
    done = Scene(U("a", "squad", "C3"), U("x", HORSE, "C9", "moved"), size=(8, 12))
    assert done.move("C3", "a", "C4").asked == "us"


def test_opportunity_move_fires_and_is_answered() -> None:
    """6.8#3, 6.8#4, 6.8#5: it may fire on the run, can be answered by others than the movers, and then they go on."""
    s = chase(U("b", "squad", "A9")).do(OpMove("C9"), AddMover("x", "hit_and_run"), StepTo("C8"))
    assert (s.asked, s.code(OpFire("C4")), s.code(OpFire("A9"))) == ("us", "nobody_can_fire", "")
    s.do(OpFire("A9"), *group("b"), dice=MISS).do(FireOnTheRun("C4"), *group("x"), dice=MISS)
    assert why(s.tally("fire", "a"))["hit_and_run"] == -2
    s.do(StopMove())
    assert (s.words("x"), s.asked, s.code(StepTo("C5"))) == ({"hit_and_run", "fired"}, "us", "")


def test_riders_answer_riders() -> None:
    """6.8#4: an Opportunity Move may be answered by another one."""
    s = chase(U("b", HORSE, "E3")).do(OpMove("C9"), AddMover("x"), StepTo("C8"))
    s.do(OpMove("E3"), AddMover("b"), StepTo("E4"))
    assert s.frames.count("Move >") >= 3


def test_opportunity_move_into_the_movers() -> None:
    """6.8#3: riders may charge into those who move; the Melee ends the other side's move."""
    s = Scene(U("a", "squad", "C3"), U("x", HORSE, "C6")).move("C3", "a", "C4").do(OpMove("C6"), AddMover("x"))
    s.do(StepTo("C5"))
    while s.asked == "us" and "Reaction" in s.frames:
        s.do(PassWindow())
    assert s.code(StepTo("C4")) == ""
    state = s.state
    for command in (StepTo("C4"), *[None] * 20):
        if "Melee" not in engine.describe(state) and command is None:
            break
        step = engine.submit(s.game, state, command or engine.options(s.game, state)[0])
        assert isinstance(step, engine.Step)
        state = step.state
    assert "MoveOn" not in engine.describe(state)
    alive = [u for u in state.units if u.at >= 0]
    assert not any(u.flags & MOVING for u in alive)
    assert any(m.kind == "melee" for m in state.markers)


def test_continuous_movement() -> None:
    """15.5.1#1, 15.5.1#2, 15.5.1#3: declared by the side with the initiative first, -1 to be hit, and it must move."""
    units = (U("a", HORSE, "C3", "moved"), U("x", HORSE, "G3", "hit_and_run"), U("y", HORSE, "G6", "shaken", "moved"))
    s = Scene(*units, phase="admin").do(Next())
    assert (s.asked, s.code(StayInMotion("x"))) == ("us", "not_mounted")
    s.do(StayInMotion("a"))
    assert (s.asked, s.code(StayInMotion("y"))) == ("de", "not_in_motion")
    s.do(EndDeclaring(), dice=("initiative 6", "initiative 1"))
    assert (s.words("a"), s.words("x")) == ({"continuous"}, set())
    s = Scene(U("a", HORSE, "C3", "continuous"), U("x", "squad", "C6"), impulse="de").fire("C6", "C3", "x", dice=MISS)
    assert why(s.tally("fire", "a"))["mounted_moving"] == -1
    s = Scene(U("a", HORSE, "C3", "continuous"), U("x", "squad 0-0-4-5", "C6")).do(Activate("C3"))
    assert (s.code(Fire("C3", "C6")), s.code(BeginMove("C3"))) == ("nobody_can_fire", "")
    s.do(BeginMove("C3"), AddMover("a"))
    assert s.code(Dismount("a")) == "must_move"
    assert s.do(StepTo("C2"), StopMove()).words("a") == {"moved"}


def test_continuous_movement_is_owed() -> None:
    """15.5.1#4: the third pass in a row is not open to a side with a unit that must still move."""
    s = Scene(U("a", HORSE, "C3", "continuous"), U("x", "squad 0-0-4-5", "G6")).do(Pass())
    s.do(Pass())
    assert (s.asked, s.code(Pass())) == ("us", "must_move")


def test_risks_of_a_move() -> None:
    """6.0#2, 5.3#7: each step tells its cost in parts, how often it may be answered, and the chances of answers."""
    s = Scene(U("a", "squad 1-5-4-5", "C3"), U("x", "squad 1-5-4-5", "C7"), hexes={"C4": "light_woods"})
    begin = [Activate("C3"), BeginMove("C3"), AddMover("a")]
    one, two, three = engine.walk(s.game, s.state, begin, ["C4", "C5", "C8"])
    assert ([m.value for m in one.costs[0][1]], one.costs[0][2], one.attacks) == ([4], 4, 2)
    assert (two.costs[0][2], two.attacks, three.refusal and three.refusal.code) == (2, 1, "not_adjacent")
    (threat,) = two.reactions
    assert threat.command == OpFire("C7")
    assert threat.preview is not None
    chances = {name: c.fraction for name, c in threat.preview.fates[0].chances.items()}
    assert sum(chances.values()) == 1
    assert threat.preview.any.fraction == 1 - chances["none"] > Fraction(0)
