"""5.3: Opportunity Fire."""

from __future__ import annotations

import pytest

from helpers import MISS, AddFirer, OpFire, Pass, PassWindow, Scene, StepTo, StopMove, U, why
from lnlt.core import events as ev

pytestmark = pytest.mark.usefixtures("either_seat")

IDLE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot, so that his side can always go on."""


def stepping(*units: U, to: str = "C4", movers: str = "a", **more: object) -> Scene:
    """American movers step out of C3; Germans may answer."""
    return Scene(*units, IDLE, **more).move("C3", movers, to)  # type: ignore[arg-type]


def shots(s: Scene) -> set[str]:
    """Locations that may answer now."""
    return {c.origin for c in s.options() if isinstance(c, OpFire)}


def answer(s: Scene, origin: str, *firers: object, dice: tuple[str, ...] = MISS) -> Scene:
    """Fire from a location in the open window."""
    return s.do(OpFire(origin), *s.group(*firers), dice=dice)


MOVER = U("a", "squad 1-5-4-6", "C3")


def test_fire_at_movers() -> None:
    """5.3#1, 5.3#17: a fresh Good Order unit that sees the mover may fire and is Fired."""
    s = stepping(MOVER, U("x", "squad", "C7"))
    assert (s.asked, shots(s)) == ("de", {"C7"})
    assert answer(s, "C7", "x").words("x") == {"fired"}


@pytest.mark.parametrize("word", ["moved", "low_crawl", "hit_and_run", "fired", "stealth", "shaken"])
def test_who_cannot_answer(word: str) -> None:
    """5.3#1: Shaken units and units with these markers are not asked."""
    assert stepping(MOVER, U("x", "squad", "C7", word)).asked == "us"


def test_no_window_for_nobody() -> None:
    """5.3#18: no question is asked where nobody has a shot: out of range here."""
    assert stepping(MOVER, U("x", "squad 1-2-4-5", "C7")).asked == "us"


def test_lines() -> None:
    """5.3#2: a blocked line forbids it, a degraded one does not."""
    assert stepping(MOVER, U("x", "squad", "C7"), hexes={"C5": "forest"}).asked == "us"
    s = answer(stepping(MOVER, U("x", "squad", "C7"), hexes={"C5": "light_woods"}), "C7", "x")
    assert why(s.tally("fire", "a"))["degrading_hex"] == -1


def test_no_impulse_of_the_firer() -> None:
    """5.3#4: it happens in the mover's impulse, which goes on afterwards."""
    s = answer(stepping(MOVER, U("x", "squad", "C7")), "C7", "x")
    assert (s.state.active, s.asked, s.code(StepTo("C5"))) == (s.us, "us", "")
    assert not any(isinstance(e, ev.ImpulseBegan | ev.ImpulseEnded) for e in s.events)


def test_one_attack_per_point() -> None:
    """5.3#7: a step of one point allows one attack, of two points two."""
    foes = (U("x", "squad", "C7"), U("y", "squad", "E5"))
    assert answer(stepping(MOVER, *foes), "C7", "x").asked == "us"
    s = answer(stepping(MOVER, *foes, hexes={"C4": "light_woods"}), "C7", "x")
    assert (s.asked, shots(s)) == ("de", {"E5"})
    assert answer(s, "E5", "y").asked == "us"


def test_attacks_left_after_the_first() -> None:
    """5.3#8: the second attack may be made although the first has stopped the mover."""
    s = stepping(MOVER, U("x", "squad 4-5-4-5", "C7"), U("y", "squad", "E5"), hexes={"C4": "light_woods"})
    s.do(OpFire("C7"), *s.group("x"), dice=("attack 4", "defence 1", "damage check 2"))
    assert s.words("a") == {"shaken", "moved"}
    assert shots(s) == {"E5"}


def test_each_attack_from_another_hex() -> None:
    """5.3#9: units that stayed out of their hex's attack have no second one in this stay."""
    foes = (U("x", "squad", "C7"), U("y", "squad", "C7"), U("w", "squad", "H8"))
    s = stepping(MOVER, *foes[:2], hexes={"C4": "light_woods"})
    s.do(OpFire("C7"), *s.group("x"), dice=MISS)
    assert (s.asked, s.words("y")) == ("us", set())
    s.do(StepTo("C5"))
    assert shots(s) == {"C7"}


def test_group_answers() -> None:
    """5.3#10, 5.0.1#6: all units of a hex fire in its one attack, a Leader adds his modifier, or stays out."""
    foes = (U("x", "squad 2-5-4-5", "C7"), U("y", "squad 2-5-4-5", "C7"), U("z1", "leader 6-1-6", "C7"))
    s = answer(stepping(MOVER, *foes), "C7", "x", "y", "z1")
    assert why(s.tally("fire", "a")) == {"lead": 2, "further_unit": 1, "leader": 1, "moving": 1}
    assert [s.words(u) for u in ("x", "y", "z1")] == [{"fired"}] * 3
    s = answer(stepping(MOVER, *foes), "C7", "x", "y")
    assert s.words("z1") == set()


def test_asked_before_the_movers_leave() -> None:
    """5.3#18: after every step the enemy is asked before the mover is."""
    s = stepping(MOVER, U("x", "squad", "C7"))
    assert s.code(StepTo("C5")) == "no_answer"
    s.do(PassWindow())
    assert (s.asked, s.at("a")) == ("us", "C4")
    assert s.do(StepTo("C5")).asked == "de"


def test_let_the_whole_move_pass() -> None:
    """5.3#18: who lets the whole move pass is not asked again in it, but in the next move."""
    s = Scene(MOVER, U("b", "squad", "B3"), U("x", "squad", "C7"), IDLE).move("C3", "a", "C4")
    s.do(PassWindow(True), StepTo("C3"), StepTo("C4"), StopMove())
    s.do(Pass()).move("B3", "b", "B4")
    assert s.asked == "de"


def test_moving_bonus() -> None:
    """5.3#23, 5.3#24: moving Leg units add 1, unless the terrain cancels it."""
    s = answer(stepping(MOVER, U("x", "squad 2-5-4-5", "C7")), "C7", "x")
    assert why(s.tally("fire", "a")) == {"ifp": 2, "moving": 1}
    s = answer(stepping(MOVER, U("x", "squad 2-5-4-5", "C7"), hexes={"C4": "low_crops"}), "C7", "x")
    assert why(s.tally("fire", "a")) == {"ifp": 2}


def test_bystanders() -> None:
    """5.3#26: units that stand there are attacked by the same dice without the modifier for moving."""
    s = stepping(MOVER, U("b", "half_squad", "C4"), U("x", "squad 2-5-4-5", "C7"))
    answer(s, "C7", "x")
    assert (s.tally("fire", "a").total, s.tally("fire", "b").total) == (3, 2)
    assert (len(s.rolls("attack")), len(s.rolls("defence"))) == (1, 1)


def test_hex_is_hidden_again_after_the_movers() -> None:
    """5.3#27, 10.1#14: movers give their hex away only while they are in it."""
    units = (MOVER, U("b", "half_squad", "C4"), U("x", "squad", "C7"))
    s = stepping(*units, hexes={"C4": "light_woods"})
    assert shots(s) == {"C7"}
    s.do(PassWindow(True), StepTo("C3"), StopMove())
    assert s.asked == "de"
    fires = {(c.origin, c.at) for c in s.do(*_name(s, "C7")).options() if type(c).__name__ == "Fire"}
    assert fires == {("C7", "C3")}


def _name(s: Scene, at: str) -> list[object]:
    return [c for c in s.options() if type(c).__name__ == "Activate" and c.at == at]


def test_stopped_mover_keeps_the_hex_spotted() -> None:
    """5.3#28, 10.1#7: a mover left behind under Moved keeps giving the hex away."""
    units = (
        MOVER,
        U("c", "squad 1-5-4-9", "C3"),
        U("b", "half_squad 1-4-4-9", "C4"),
        U("x", "squad 3-5-4-5", "C7"),
        U("y", "squad", "D7"),
    )
    s = stepping(*units, movers="a c", hexes={"C4": "light_woods"})
    dice = ("attack 4", "defence 1", "damage check 2", "damage check 2", "damage check 2")
    s.do(OpFire("C7"), *s.group("x"), dice=dice)
    assert s.words("a") == {"shaken", "moved"}
    s.do(PassWindow(True)).do(StepTo("C3"), StopMove())
    assert "C4" in {c.at for c in s.do(*_name(s, "D7")).options() if type(c).__name__ == "Fire"}


def test_other_floors_are_not_hit() -> None:
    """5.3#29, 10.1#2: units on another floor of the mover's hex are no part of the target."""
    s = stepping(
        MOVER, U("b", "squad", "C4/upper"), U("x", "squad", "C7"), hexes={"C4": "hc_building"}, buildings=[(("C4",), 2)]
    )
    answer(s, "C7", "x")
    assert {e.subject for e in s.events if isinstance(e, ev.Resolved)} == {s.number("a")}


def test_survivors_go_on() -> None:
    """5.3#30: movers who are not Shaken go on with the points they have left, and no farther."""
    s = answer(stepping(MOVER, U("x", "squad", "C7")), "C7", "x").do(StepTo("C5"), StepTo("C6"), StepTo("D6"))
    assert (s.at("a"), s.words("a")) == ("D6", {"moved"})


def test_marked_units_cannot_be_added() -> None:
    """5.3#1, 5.3#10: a marked unit of the answering hex stays out of the attack."""
    s = stepping(MOVER, U("x", "squad", "C7"), U("y", "squad", "C7", "moved")).do(OpFire("C7"))
    assert s.code(AddFirer("y")) == "has_acted"


def test_lowest_amount_counts() -> None:
    """5.3#7: when a group's units have spent different amounts the lowest counts: a one-hex move of a slow unit."""
    slow = U("b", "squad 1-5-1-5", "C3")
    foes = (U("x", "squad", "C7"), U("y", "squad", "E5"))
    s = stepping(MOVER, slow, *foes, movers="a b", hexes={"C4": "light_woods"})
    assert not answer(s, "C7", "x").frames.endswith("Reaction")


def test_assault_movers_answer_with_their_penalty() -> None:
    """5.3#6: a unit under Assault Move may answer, with 2 less once for the stack; not after it has fired."""
    able = ["assault_move"]
    x = U("x", "squad 3-6-4-5", "C6", "assault_move", abilities=able)
    y = U("y", "squad 3-6-4-5", "C6", "assault_move", abilities=able)
    s = stepping(MOVER, x, y)
    answer(s, "C6", "x", "y")
    assert why(s.tally("fire", "a"))["assault_move"] == -2
    done = U("x", "squad 3-6-4-5", "C6", "assault_move", "fired", abilities=able)
    assert shots(stepping(MOVER, done)) == set()
