"""Chapter 7: laying Smoke."""

from __future__ import annotations

from fractions import Fraction

from helpers import Activate, AddMover, BeginMove, Done, Fire, PassWindow, Scene, StepTo, StopMove, U, why
from lnlt.core.flags import SMOKED
from lnlt.rules.ch07_smoke import DEFAULT_CAPABILITY, LaySmoke, capability, smoke_odds, smoke_tally
from lnlt.rules.facts.movement_modes import allowance

FAR = U("x", "squad", "H8")
ACROSS = U("x", "squad 1-6-4-5", "C6")


def smoker(*more: U, **keys: object) -> Scene:
    """A squad in C3, activated, with an enemy far off."""
    return Scene(U("a", "squad", "C3"), FAR, *more, **keys).do(Activate("C3"))  # type: ignore[arg-type]


def test_who_lays_smoke() -> None:
    """7.0#1: Squads, Half-Squads and Crews may, Weapon Teams, Single-Man Counters and Shaken units may not."""
    s = Scene(
        U("a", "squad", "C3"),
        U("b", "crew", "C3"),
        U("c", "weapon_team", "C3"),
        U("d", "leader", "C3"),
        U("e", "half_squad", "C3", "shaken", shaken=(4, 4)),
        FAR,
    ).do(Activate("C3"))
    codes = {u: s.code(LaySmoke(u, "C3")) for u in "abcde"}
    assert codes == {
        "a": "",
        "b": "",
        "c": "kind_lays_no_smoke",
        "d": "kind_lays_no_smoke",
        "e": "shaken_lays_no_smoke",
    }


def test_only_first_thing_in_the_impulse() -> None:
    """7.0#2: not by a unit under a marker, and not after the stack has fired or moved."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), U("c", "squad", "C3", "assault_move"), ACROSS)
    s.fire("C3", "C6", "a", dice=("attack 1", "defence 6"))
    assert s.code(LaySmoke("b", "C3")) == "smoke_first"
    assert s.code(LaySmoke("c", "C3")) == "smoke_first"


def test_own_or_adjacent_hex() -> None:
    """7.0#3: seven hexes are offered, farther ones are refused."""
    s = smoker()
    offered = {c.at for c in s.options() if isinstance(c, LaySmoke)}
    assert offered == {"C3", "C2", "C4", "B3", "B4", "D3", "D4"}
    assert s.code(LaySmoke("a", "C5")) == "smoke_next_door"


def test_roll_against_the_capability() -> None:
    """7.0#4: the capability itself is enough, one more is not; unknown nations have the documented default."""
    assert smoker().do(LaySmoke("a", "C4"), dice=("smoke 2",)).state.markers[0].kind == "smoke"
    assert smoker().do(LaySmoke("a", "C4"), dice=("smoke 3",)).state.markers == ()
    s = Scene(U("a", "squad", "C3", nation="atlantis"), FAR)
    assert capability(s.game, s.state, s.number("a")) == 2 == DEFAULT_CAPABILITY
    assert smoke_odds(smoke_tally(s.game, s.state, s.number("a"))) == Fraction(1, 3)


def test_moves_with_one_point_less() -> None:
    """7.0#5: MF 4 leaves 3, half of which is 2 for an Assault Move; a Double-Time is possible with a Leader."""
    s = Scene(U("a", "squad", "C3", abilities=["assault_move"]), U("l", "leader 6-1-6", "C3"), FAR)
    s.do(Activate("C3"), LaySmoke("a", "C4"), dice=("smoke 1",))
    a = s.number("a")
    assert s.unit("a").flags & SMOKED
    assert [allowance(s.game, s.state, a, m, (a,)) // 2 for m in ("normal", "assault")] == [3, 2]
    s.do(BeginMove("C3"))
    assert s.code(AddMover("a", "double_time")) == ""
    s.do(AddMover("a", "double_time"), AddMover("l"), StepTo("C4"))
    assert s.at("a") == s.at("l") == "C4"


def test_assault_move_and_fire_later() -> None:
    """4.1#2, 7.0#6: after Smoke an Assault Move and its fire are allowed."""
    s = Scene(U("a", "squad 1-5-4-5", "C3", abilities=["assault_move"]), ACROSS)
    s.do(Activate("C3"), LaySmoke("a", "B3"), BeginMove("C3"), AddMover("a", "assault"), dice=("smoke 1",))
    s.do(StepTo("C4"), PassWindow(True), StopMove())
    assert "assault_move" in s.words("a")
    assert not s.unit("a").flags & SMOKED
    s.do(Fire("C4", "C6"), *s.group("a"), dice=("attack 1", "defence 6"))
    assert "fired" in s.words("a")


def test_no_low_crawl_and_no_fire() -> None:
    """7.0#7, 7.0#8: a unit that has laid Smoke neither crawls nor fires, by Assault Fire either; its stack may fire."""
    s = Scene(U("a", "squad", "C3", abilities=["assault_move"]), U("b", "squad", "C3"), ACROSS)
    s.do(Activate("C3"), LaySmoke("a", "B3"), dice=("smoke 1",))
    fires = [c for c in s.options() if type(c).__name__ == "Fire"]
    assert [(c.at, c.mode) for c in fires] == [("C6", "")]
    s.do(fires[0])
    assert [c.unit for c in s.options() if type(c).__name__ == "AddFirer"] == ["b"]
    t = smoker().do(LaySmoke("a", "C4"), BeginMove("C3"), dice=("smoke 1",))
    assert t.code(AddMover("a", "low_crawl")) == "no_crawl_after_smoke"


def test_ops_complete_after_failure_or_nothing_more() -> None:
    """4.1#2, 7.0#9, 7.0#10: failure marks at once, success when the impulse ends; neither tries again."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), FAR).do(
        Activate("C3"), LaySmoke("a", "C4"), dice=("smoke 6",)
    )
    assert s.words("a") == {"ops_complete"}
    assert s.code(LaySmoke("a", "C4")) == "smoke_first"
    s.do(LaySmoke("b", "C4"), dice=("smoke 1",))
    assert s.words("b") == set()
    assert s.code(LaySmoke("b", "C4")) == "smoke_first"
    s.do(Done())
    assert s.words("b") == {"ops_complete"}
    assert s.state.passes == 0


def test_fire_out_of_smoke() -> None:
    """5.0#23, 7.0#13: direct fire out of a smoked hex has 1 less, once however many markers lie there."""
    s = Scene(U("a", "squad 3-5-4-5", "C3"), ACROSS, markers=[("smoke", "C3", 1), ("smoke", "C3", 2)])
    s.fire("C3", "C6", "a", dice=("attack 1", "defence 6"))
    assert why(s.tally("fire", "x")) == {"ifp": 3, "out_of_smoke": -1}


def test_smoke_covers_once() -> None:
    """7.0#11, 7.0#12: two markers add 1 to the Target Modifier of the hex."""
    s = Scene(
        U("a", "squad 3-5-4-5", "C3"),
        U("x", "squad", "C6", "fired"),
        hexes={"C6": "forest"},
        markers=[("smoke", "C6", 1), ("smoke", "C6", 2)],
    )
    s.fire("C3", "C6", "a", dice=("attack 1", "defence 6"))
    assert why(s.tally("fire", "x", 1)) == {"forest": 2, "smoke": 1}


def test_number_of_markers() -> None:
    """7.0#16: with as many markers in play as the module has, nobody lays Smoke; without a number there is no limit."""
    s = smoker(smoke_markers=1, markers=[("smoke", "G7", 1)])
    assert s.code(LaySmoke("a", "C4")) == "no_smoke_left"
    assert smoker(markers=[("smoke", "G7", 1)] * 9).code(LaySmoke("a", "C4")) == ""


def test_laying_draws_no_fire() -> None:
    """5.3#13, 7.0#17: an enemy in plain sight is not asked when Smoke is laid."""
    s = Scene(U("a", "squad", "C3"), ACROSS).do(Activate("C3"), LaySmoke("a", "C4"), dice=("smoke 1",))
    assert (s.asked, s.frames.split(" > ")[-1]) == ("us", "ImpulseAction")


def test_smoke_only_on_hexes_in_play() -> None:
    """7.0, 22.0: Smoke is laid on hexes in play, not next to them."""
    import copy

    s = smoker()
    s.game = copy.copy(s.game)
    s.game.__dict__["playable"] = frozenset(s.loc(n) >> 3 for n in ("C3", "C4", "H8"))
    assert s.code(LaySmoke("a", "C2")) == "off_limits"
    assert s.code(LaySmoke("a", "C4")) == ""
    assert {c.at for c in s.options() if isinstance(c, LaySmoke)} == {"C3", "C4"}
