"""10.1.1, 10.1.2: spotting attempts, and 10.1: what is and is not spotted."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers import Activate, AddFirer, Done, Fire, Pass, PassWindow, Scene, StopMove, U, why
from lnlt.rules.ch10_los_spotting.attempts import Spot, SpotAt, spot_odds, spot_tally
from lnlt.rules.ch10_los_spotting.spotting import is_spotted

pytestmark = pytest.mark.usefixtures("either_seat")

TARGET = U("x", "squad 1-6-4-5", "C6")


def watcher(*units: U, terrain: str = "forest", **keys: object) -> Scene:
    """Units of ours around C3 and a German squad in C6, in woods."""
    hexes = {"C6": terrain, **keys.pop("hexes", {})}  # type: ignore[dict-item]
    return Scene(*units, TARGET, hexes=hexes, **keys)  # type: ignore[arg-type]


def test_who_may_try() -> None:
    """5.1#11, 10.1.1#1, 10.1#18: Good Order units without a marker; not Shaken ones, not those who have acted."""
    s = watcher(U("a", "squad", "C3"), U("b", "squad", "C3", "shaken"), U("c", "squad", "C3", "moved"))
    assert [s.code(Spot(u)) for u in "abc"] == ["", "shaken_cannot_spot", "has_acted"]


@pytest.mark.parametrize("kind", ["medic", "corpsman", "chaplain", "nurse", "piper"])
def test_kinds_that_cannot(kind: str) -> None:
    """11.3#2, 11.8#4, 10.1.1#2: healers, Chaplains and Pipers make no attempts."""
    assert watcher(U("a", "squad", "C3"), U("m", kind, "C3")).code(Spot("m")) == "kind_cannot_spot"


def test_medics_do_not_spot_next_door() -> None:
    """10.1#21: a Medic beside the enemy does not spot his hex."""
    s = watcher(U("m", "medic", "C5"))
    assert not is_spotted(s.game, s.state, s.loc("C6"), s.us)


def test_what_may_be_tried() -> None:
    """10.1.1#3: an enemy location in sight that is not spotted."""
    s = watcher(U("a", "squad", "C3"), U("y", "squad", "E3"), U("z", "squad", "C8"), hexes={"C8": "forest"})
    s.do(Spot("a"))
    codes = [s.code(SpotAt(at)) for at in ("C6", "E3", "C8", "C4")]
    assert codes == ["", "already_spotted", "no_line_of_sight", "nobody_to_spot"]
    assert watcher(U("a", "squad", "C3"), terrain="clear").code(Spot("a")) == "nothing_to_spot"


@pytest.mark.parametrize(("terrain", "need"), [("light_woods", 3), ("forest", 2), ("lc_building", 2)])
def test_number_needed(terrain: str, need: int) -> None:
    """10.1.1#4: 3 or less for degrading, 2 or less for blocking locations."""
    s = watcher(U("a", "squad", "C3"), terrain=terrain)
    assert spot_odds(spot_tally(s.game, s.state, 0, s.loc("C6"))) == Fraction(need, 6)
    s.do(Spot("a"), SpotAt("C6"), dice=(f"spot {need}",))
    assert [m.kind for m in s.state.markers] == ["spotted"]
    t = watcher(U("a", "squad", "C3"), terrain=terrain).do(Spot("a"), SpotAt("C6"), dice=(f"spot {need + 1}",))
    assert t.state.markers == ()


def test_modifiers() -> None:
    """10.1.1#5, 10.1.1#6: degrading hexes add, a Leader's own LM and a Scout subtract."""
    s = watcher(
        U("a", "squad", "C3"),
        U("l", "leader 6-2-6", "C3"),
        U("s", "scout 1-4-6-6", "C3"),
        hexes={"C4": "brush", "C5": "brush"},
        terrain="light_woods",
    )
    at = s.loc("C6")
    found = {u: why(spot_tally(s.game, s.state, s.number(u), at)) for u in "als"}
    assert found == {
        "a": {"degrading_hex": 2},
        "l": {"degrading_hex": 2, "leader": -2},
        "s": {"degrading_hex": 2, "scout": -2},
    }


def test_limited_line() -> None:
    """10.3.2#14, 10.1.1#5: the gap between two separate buildings adds 2."""
    s = Scene(
        U("a", "squad", "E2"),
        U("x", "squad", "F4"),
        hexes={"E3": "lc_building", "F3": "lc_building", "F4": "light_woods"},
    )
    assert why(spot_tally(s.game, s.state, 0, s.loc("F4"))) == {"limited": 2}


def test_natural_six_fails() -> None:
    """10.1.1#7: even a Leader who would need a 5 fails with a 6."""
    s = watcher(U("l", "leader 6-4-6", "C3"), terrain="light_woods")
    tally = spot_tally(s.game, s.state, 0, s.loc("C6"))
    assert 6 + tally.total <= (tally.need or 0)
    assert spot_odds(tally) == Fraction(5, 6)
    assert s.do(Spot("l"), SpotAt("C6"), dice=("spot 6",)).state.markers == ()


def test_one_attempt_no_activation() -> None:
    """4.1#1, 10.1.1#8, 10.1.1#9, 10.1.1#10: one attempt; the spotter is Ops Complete, any hex may act after it."""
    s = watcher(U("a", "squad", "C3"), U("b", "squad", "A3"))
    s.do(Spot("a"), SpotAt("C6"), dice=("spot 5",))
    assert s.words("a") == {"ops_complete"}
    assert s.asked == "us"
    assert s.code(Spot("b")) == "one_spotting_attempt"
    assert s.code(Activate("A3")) == ""
    assert s.code(Activate("C3")) == "nobody_to_activate"


def test_attempt_alone_is_a_pass() -> None:
    """10.1.1#11: an impulse in which only an attempt was made counts as a pass."""
    s = watcher(U("a", "squad", "C3"), U("b", "squad", "A3")).do(Spot("a"), SpotAt("C6"), Pass(), dice=("spot 5",))
    assert (s.state.passes, s.asked) == (1, "de")
    t = watcher(U("a", "squad", "C3")).do(Spot("a"), SpotAt("C6"), dice=("spot 5",))
    assert (t.state.passes, t.asked) == (1, "de")


def test_fire_at_what_was_spotted() -> None:
    """4.1#9, 4.1#11, 4.1#12, 10.1.1#12, 10.1.1#14: his hex fires with him at full firepower; he ends under Fired."""
    s = watcher(U("a", "squad 2-5-4-5", "C3", carries=["mg"]), U("b", "squad 2-5-4-5", "C3"), guns={"mg": (2, 8)})
    s.do(Spot("a"), SpotAt("C6"), dice=("spot 1",))
    s.fire("C3", "C6", ("a", "mg"), "b", lead="a", dice=("attack 1", "defence 6"))
    assert why(s.tally("fire", "x")) == {"lead": 2, "support_weapon": 2, "further_unit": 1}
    assert s.words("a") == s.words("b") == {"fired"}


def test_lone_spotter_may_be_activated() -> None:
    """10.1.1#12: a spotter alone in his hex is activated by his success and fires."""
    s = watcher(U("a", "squad 2-5-4-5", "C3")).do(Spot("a"), SpotAt("C6"), dice=("spot 1",))
    s.fire("C3", "C6", "a", dice=("attack 1", "defence 6"))
    assert s.words("a") == {"fired"}


def test_leader_who_has_spotted_aids() -> None:
    """4.1#10, 10.1.1#13, 10.1.1#16: his LM counts at the location he spotted, and only there."""
    s = watcher(
        U("a", "squad 2-5-4-5", "C3"),
        U("l", "leader 6-1-6", "C3"),
        U("y", "squad", "F3"),
    )
    s.do(Spot("l"), SpotAt("C6"), Activate("C3"), dice=("spot 1",))
    s.do(Fire("C3", "F3"), AddFirer("a"))
    assert s.code(AddFirer("l")) == "has_acted"
    t = watcher(U("a", "squad 2-5-4-5", "C3"), U("l", "leader 6-1-6", "C3"))
    t.do(Spot("l"), SpotAt("C6"), dice=("spot 1",)).fire("C3", "C6", "a", "l", dice=("attack 1", "defence 6"))
    assert why(t.tally("fire", "x")) == {"ifp": 2, "leader": 1}
    assert t.words("l") == {"fired"}


def test_leader_still_activates_neighbours() -> None:
    """10.1.1#15: a Leader who has failed to spot names his hex and, through it, the next one."""
    s = watcher(U("l", "leader 6-1-6", "C3"), U("b", "squad", "C2"))
    s.do(Spot("l"), SpotAt("C6"), Activate("C3"), Activate("C2"), dice=("spot 6",))
    s.move("C2", "b", "B2").do(PassWindow(True), StopMove())
    assert "moved" in s.words("b")
    assert s.words("l") == {"ops_complete"}


def test_spotter_fires_nowhere_else() -> None:
    """10.1.1#16: without success he does not fire, and with it only at what he spotted."""
    s = watcher(U("a", "squad 2-5-4-5", "C3"), U("b", "squad 2-5-4-5", "C3"), U("y", "squad", "E5"))
    s.do(Spot("a"), SpotAt("C6"), Activate("C3"), Fire("C3", "E5"), dice=("spot 1",))
    assert [c.unit for c in s.options() if isinstance(c, AddFirer)] == ["b"]


def test_stealth_next_door() -> None:
    """10.1#22, 10.1.1#19, 10.1#8: adjacency spots the hex but not a Stealth unit; an attempt reveals it."""
    hexes = {"C6": "forest"}
    s = Scene(U("a", "squad 2-5-4-5", "C5"), U("x", "squad", "C6", "stealth"), hexes=hexes)
    assert is_spotted(s.game, s.state, s.loc("C6"), s.us)
    s.do(Activate("C5"))
    assert s.code(Fire("C5", "C6")) == "stealth_unseen"
    both = Scene(U("a", "squad 2-5-4-5", "C5"), U("x", "squad", "C6", "stealth"), U("y", "squad", "C6"), hexes=hexes)
    both.fire("C5", "C6", "a", dice=("attack 1", "defence 6"))
    assert both.tally("fire", "y").total
    assert len([e for e in both.events if getattr(e, "what", "") == "fire"]) == 1
    t = Scene(U("a", "squad 2-5-4-5", "C5"), U("x", "squad", "C6", "stealth"), hexes=hexes)
    t.do(Spot("a"), SpotAt("C6"), dice=("spot 1",)).fire("C5", "C6", "a", dice=("attack 1", "defence 6"))
    assert t.words("a") == {"fired"}
    crawl = Scene(U("a", "squad", "C3"), U("x", "squad", "C6", "low_crawl"), hexes=hexes)
    assert not is_spotted(crawl.game, crawl.state, crawl.loc("C6"), crawl.us)


def test_thermal_sight() -> None:
    """10.1.2#1, 10.1.2#2: -2, and Smoke neither blocks the line nor raises the number; a natural 6 fails."""
    smoke = [("smoke", "C5", 1), ("smoke", "C6", 1)]
    s = watcher(U("t", "squad", "C3", abilities=["tis"]), U("a", "squad", "C3"), terrain="light_woods", markers=smoke)
    assert s.code(Spot("a")) == "nothing_to_spot"
    tally = spot_tally(s.game, s.state, 0, s.loc("C6"))
    assert (why(tally), tally.need, spot_odds(tally)) == ({"tis": -2}, 3, Fraction(5, 6))
    s.do(Spot("t"), SpotAt("C6"), dice=("spot 5",))
    assert any(m.kind == "spotted" for m in s.state.markers)


def test_done_is_not_for_an_attempt() -> None:
    """10.1.1#11: after an attempt alone the impulse is passed, not ended as if something had been done."""
    s = watcher(U("a", "squad", "C3"), U("b", "squad", "A3")).do(Spot("a"), SpotAt("C6"), dice=("spot 5",))
    assert s.code(Done()) == "nothing_done"
