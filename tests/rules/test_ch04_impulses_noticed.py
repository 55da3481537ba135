"""4.0, 11.1.2: who is still to act, which hexes are named through whom, and what an impulse leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from armour_helpers import OK, draft, refused, tank
from helpers import (
    Activate,
    AddMover,
    BeginMove,
    Done,
    Fire,
    Pass,
    Rally,
    Scene,
    StepTo,
    StopMove,
    U,
    rebuilt,
)
from lnlt.core import events as ev
from lnlt.core.state import NOBODY, Marker, enclosing
from lnlt.rules.ch04_operations.activation import may_act
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch07_smoke import LaySmoke
from lnlt.rules.ch08_melee.action import FightMelee
from lnlt.rules.ch10_los_spotting.attempts import Spot, SpotAt
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.facts.firing_occasion import fires_on, lend
from lnlt.traits.skills.using import UseSkill
from scene_helpers import during

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("z", "squad", "H8")
TANK = tank("x", "H1", to_hit=())
AM = ("assault_move",)
MISS = ("attack 1", "defence 6")


def ended(s: Scene) -> list[tuple[int, bool, int]]:
    """Impulses that ended: of which side, whether by a pass, and the passes in a row then."""
    return [(e.side, e.passed, e.passes) for e in s.events if isinstance(e, ev.ImpulseEnded)]


def offered(s: Scene, kind: type) -> list[Any]:
    """The options of a kind."""
    return [c for c in s.options() if isinstance(c, kind)]


# --- 4.0: who is still to act


def test_who_is_off_the_map_does_not_act() -> None:
    """4.0, 22.0: a unit that has not entered yet is not to be activated, one on the map is, in its first hex too."""
    s = Scene(U("a", "squad", "A0"), U("b", "squad", ""), FAR)
    assert (may_act(s.state, s.number("a")), may_act(s.state, s.number("b"))) == (True, False)


def test_a_side_with_nobody_left_passes() -> None:
    """4.0, Q-022: a Shaken unit under an Assault Move marker has no fire left: its side's impulse is a pass."""
    s = Scene(U("a", "squad", "C3", "assault_move", "shaken"), FAR)
    assert s.asked == "de"
    assert ended(s) == [(s.us, True, 1)]
    s = Scene(U("a", "squad", "C3", "assault_move"), FAR)
    assert (s.asked, ended(s)) == ("us", [])


def test_passes_are_told_from_actions() -> None:
    """4.0, Q-023: an impulse in which nobody acts is a pass; who acts sets the count back."""
    s = Scene(
        U("a", "squad", "C3"), U("b", "squad", "D6"), U("x", "squad 0-0-4-5", "H8"), U("y", "squad 0-0-4-5", "H7")
    )
    assert ended(s.do(Pass())) == [(s.us, True, 1)]
    assert ended(s.do(Activate("H8"), Pass())) == [(s.de, True, 2)]
    s.do(Activate("C3"), BeginMove("C3"), AddMover("a"), StepTo("C4"), StopMove())
    assert ended(s) == [(s.us, False, 0)]


def test_no_pass_after_acting() -> None:
    """4.0: once a unit has acted the impulse is no pass any more."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), U("x", "squad", "C6"))
    assert refused(s.do(Activate("C3")), Pass()) == OK
    s.do(Fire("C3", "C6"), *s.group("a"), dice=MISS)
    assert refused(s, Pass()) == ("4.0", "has_acted_already")


@pytest.mark.parametrize(("passes", "found"), [(0, OK), (1, OK), (2, ("15.5", "must_move"))])
def test_only_the_last_pass_needs_everybody_at_rest(passes: int, found: tuple[str, str]) -> None:
    """4.0, 15.5, Q-023: who owes a vehicle's move may pass, but not for the third time in a row."""
    s = Scene(tank("a", "D5", "continuous"), U("b", "squad", "C3"), FAR)
    s.state = rebuilt(s.state, passes=passes)
    assert refused(s, Pass()) == found


# --- 4.0, 11.1.2: naming


def test_a_hex_is_named_once() -> None:
    """4.0: a hex that is named already is not named again in the impulse."""
    s = Scene(U("l", "leader", "C3"), U("a", "squad", "C4"), FAR).do(Activate("C3"), Activate("C4"))
    assert refused(s, Activate("C3")) == refused(s, Activate("C4")) == ("4.0", "already_named")


@pytest.mark.parametrize(("here", "there"), [("A1", "A0"), ("A0", "A1"), ("B1", "A0"), ("C3", "C4")])
def test_leaders_reach_the_first_hex(here: str, there: str) -> None:
    """11.1.2: the hexes next to a Leader are offered, the first one of the map too."""
    s = Scene(U("l", "leader", here), U("a", "squad", there), FAR).do(Activate(here))
    assert offered(s, Activate) == [Activate(there)]


@pytest.mark.parametrize("friend", [True, False])
def test_who_has_spotted_is_named(friend: bool) -> None:
    """10.1.1, Q-028: a spotter who has succeeded may be named to fire there, alone or with friends: offered once."""
    units = (U("a", "squad 2-5-4-5", "C3"), *([U("b", "squad", "C3")] if friend else []), U("c", "squad", "A5"))
    s = Scene(*units, U("x", "squad 0-0-4-5", "C6"), hexes={"C6": "forest"})
    assert offered(s, Activate) == [Activate("A5"), Activate("C3")]
    s.do(Spot("a"), SpotAt("C6"), dice=("spot 1",))
    assert offered(s, Activate) == [Activate("A5"), Activate("C3")]
    s.fire("C3", "C6", "a", dice=MISS)
    assert s.words("a") == {"fired"}


def test_who_has_spotted_in_vain_is_not_named() -> None:
    """10.1.1, Q-025: a Squad alone in its hex that has failed to spot is Ops Complete; others are still named."""
    s = Scene(U("a", "squad", "C3"), U("c", "squad", "A5"), U("x", "squad 0-0-4-5", "C6"), hexes={"C6": "forest"})
    s.do(Spot("a"), SpotAt("C6"), dice=("spot 6",))
    assert offered(s, Activate) == [Activate("A5")]
    assert refused(s, Activate("C3")) == ("4.0", "nobody_to_activate")


def test_assault_movers_fire_from_where_they_arrive() -> None:
    """6.1: the hex an Assault Mover has come to is active in this impulse: fire from there is offered."""
    s = Scene(U("a", "squad 3-5-4-5", "C3", abilities=AM), U("b", "squad 3-5-4-5", "C4"), U("x", "squad 0-0-4-5", "C7"))
    s.do(Activate("C3"), BeginMove("C3"), AddMover("a", "assault"), StepTo("C4"), StopMove())
    assert Fire("C4", "C7") in offered(s, Fire)
    s.do(Fire("C4", "C7"), *s.group("a"), dice=MISS)
    assert s.words("a") == {"assault_move", "fired"}


@pytest.mark.parametrize("word", ["shaken", "wounded", ""])
def test_leaders_where_there_are_vehicles(word: str) -> None:
    """4.0, 11.1.2, Q-024: a Leader, Good Order or Shaken but not wounded, activates Leg units next door, no vehicle."""
    units = (U("l", "leader", "C3", *([word] if word else [])), U("a", "squad", "C4"), tank("b", "C2"))
    s = Scene(*units, TANK).do(Activate("C3"))
    far = ("11.1.2", "out_of_leadership_range")
    assert refused(s, Activate("C4")) == (far if word == "wounded" else OK)
    assert refused(s, Activate("C2")) == far


@pytest.mark.parametrize("word", ["shaken", ""])
def test_the_shaken_are_led_as_well(word: str) -> None:
    """4.0, 11.1.2: a Leader activates Shaken Squads next door, who then move; a tank beside them does not act."""
    units = (U("l", "leader", "C3"), U("a", "squad", "C4", *([word] if word else [])), tank("b", "C4"))
    s = Scene(*units, TANK).do(Activate("C3"))
    assert refused(s, Activate("C4")) == OK
    s.do(Activate("C4"))
    assert offered(s, BeginMove) == [BeginMove("C3"), BeginMove("C4")]
    assert refused(s, BeginMove("C4")) == OK
    assert refused(s, BeginDrive("b")) == ("4.0", "not_by_that_leader")


# --- 4.0: what an impulse leaves behind


def led(**board: Any) -> Scene:
    """A Leader in C3 has named the hex of a Squad next door."""
    foes = board.pop("foes", (U("x", "squad 0-0-4-5", "C7"),))
    s = Scene(U("l", "leader", "C3"), U("a", "squad 2-5-4-5", "C4"), U("b", "squad", "A5"), *foes, **board)
    return s.do(Activate("C3"), Activate("C4"))


def marked(s: Scene) -> tuple[set[str], str]:
    """What is on the Leader's counter, and whose impulse it is, once this one is over."""
    if s.asked == "us":
        s.do(Done())
    return s.words("l"), s.asked


def test_leaders_through_whom_others_acted() -> None:
    """4.0, Q-024: a Leader is Ops Complete if somebody acted through him: by fire, Smoke or in Melee; not otherwise."""
    assert marked(led().fire("C4", "C7", "a", dice=MISS)) == ({"ops_complete"}, "de")
    assert marked(led().do(LaySmoke("a", "C4"), dice=("smoke 6",))) == ({"ops_complete"}, "de")
    assert led().do(Pass()).words("l") == set()


def test_leaders_through_whom_others_fought() -> None:
    """4.0, 8.1, Q-024: a Leader through whom a Melee round next door was begun is Ops Complete."""
    s = led(foes=(U("x", "squad 1-0-4-5", "C4"), FAR))
    s.do(FightMelee("C4"), dice=("melee 1 1", "melee 1 1"))
    assert marked(s) == ({"ops_complete"}, "de")


@pytest.mark.parametrize(("fires", "words"), [(True, {"fired"}), (False, {"moved"})])
def test_decisive_takes_the_old_marker(fires: bool, words: set[str]) -> None:
    """12.0, Q-246: who acts in his second activation has the marker of that; who does nothing has his old one back."""
    leader = U("l", "leader", "C3", "fired", skills=["decisive"])
    units = (leader, U("a", "squad", "C3", "moved"), U("b", "squad", "C3", "moved"), U("x", "squad", "C6"))
    s = Scene(*units).do(UseSkill("l", "decisive"))
    s.do(Fire("C3", "C6"), *s.group("a" if fires else "b"), Done(), dice=MISS)
    assert s.words("a") == words


@pytest.mark.parametrize(
    ("left", "kept"),
    [((), True), ((U("b", "squad", "D7", "fired"),), False), ((tank("x", "D7", "moved"),), True)],
)
def test_marks_of_assault_fire(left: tuple[U, ...], kept: bool) -> None:
    """6.1.1, Q-072: a Spotted marker stays where Assault Fire came from, unless a friend left there is Fired or Moved;
    an enemy vehicle in the hex gives nobody away."""
    s = Scene(U("a", "squad", "D6", "moved"), U("c", "squad", "C3"), *left, FAR, hexes={"D7": "light_woods"})
    at = s.loc("D7")
    during(s.do(Activate("C3")), assaulted=(at,), did=(s.loc("C3"),)).do(Done())
    assert [m for m in s.state.markers if m.kind == "spotted"] == ([Marker("spotted", at, 2)] if kept else [])


def test_a_leader_who_aids_assault_fire() -> None:
    """6.1, 6.1.1, Q-046: a Leader under an Assault Move marker who aids Assault Fire is Fired in addition to it."""
    units = (U("a", "squad 4-5-4-5", "C3", abilities=AM), U("l", "leader", "C3", "assault_move"))
    s = Scene(*units, U("x", "squad 0-0-4-5", "C7"), FAR).do(Activate("C3"), Fire("C3", "C7", "assault_fire"))
    s.do(*s.group("a", "l"), dice=MISS)
    s.do(BeginMove("C3"), AddMover("a", "assault"), StepTo("B4"), StopMove())
    if s.asked == "us":
        s.do(Done())
    assert (s.words("a"), s.words("l")) == ({"moved"}, {"assault_move", "fired"})


# --- 1.6, 5.0.1: what was done on an occasion


@pytest.mark.parametrize(("shots", "left"), [((("a", 0),), 1), ((("b", 0),), 0), ((("a", -1),), 0), ((), 0)])
def test_whose_weapons_were_fired(shots: tuple[tuple[str, int], ...], left: int) -> None:
    """1.6, 14.1: of shots on an occasion a unit's own Support Weapons count, not a friend's, nor a gun of its own."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), U("x", "squad", "C6")).do(Activate("C3"))
    rows = tuple((s.number(u), w, NOBODY, s.loc("C6"), s.loc("C3")) for u, w in shots)
    assert fires_on(during(s, shots=rows).state, s.number("a")) == left


def test_a_leader_lends_once() -> None:
    """5.0.1, 11.1.1: who has lent his Leadership Modifier goes on aiding his hex; he is noted once."""
    s = Scene(U("l", "leader", "C3"), U("m", "leader", "C3"), FAR).do(Activate("C3"))
    d = draft(s)
    for id_ in ("l", "m", "l"):
        lend(d, s.number(id_))
    impulse = enclosing(d, Impulse)
    assert impulse is not None
    assert impulse.aided == (s.number("l"), s.number("m"))


def test_nothing_is_lent_outside_an_impulse() -> None:
    """5.0.1: without an impulse or a window there is nothing to note a lent Leadership Modifier in."""
    s = Scene(U("l", "leader", "C3", "shaken"), FAR, phase="rally", turn=2)
    assert refused(s, Rally("l")) == OK
    d = draft(s)
    lend(d, s.number("l"))
    assert d.publish() == s.state
