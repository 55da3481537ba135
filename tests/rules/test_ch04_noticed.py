"""4.0: markers at the end of an impulse, who leads vehicles on, what was fired on an occasion."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from armour_helpers import OK, flagged, helicopter, refused, tank
from helpers import Activate, Done, Fire, OpFire, Scene, U
from lnlt.core.board import AIR, BUNKER, CAVE, GROUND
from lnlt.core.flags import ACTION_MARKERS, FIRED, HANDLED, MELEE, MOVED
from lnlt.core.state import NOBODY, enclosing
from lnlt.rules.ch04_operations.activation import same_hex
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.facts.firing_occasion import fires_on
from lnlt.traits.skills.using import UseSkill
from scene_helpers import during

MISS = ("attack 1", "defence 6")
FAR = tank("x", "H1", to_hit=())


def test_own_places_are_explained() -> None:
    """4.0: a player who asks is told why an own hex may not be named, and nothing of the enemy's."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C5", "fired"), U("x", "squad", "C8"))
    found = [(c.at, r.code) for c, r in s.state.stack[-1].refusals(s.game, s.state) if isinstance(c, Activate)]  # type: ignore[attr-defined]
    assert found == [("C5", "nobody_to_activate")]


def test_decisive_gives_shaken_units_their_markers_back() -> None:
    """12.0, Q-246: who does nothing when activated again has his marker back, Shaken or not."""
    leader = U("l", "leader", "C3", "fired", skills=["decisive"])
    units = (leader, U("a", "squad", "C3", "fired"), U("b", "squad", "C3", "moved", "shaken"))
    s = Scene(*units, U("x", "squad", "C6")).do(UseSkill("l", "decisive"))
    assert s.words("b") == {"shaken"}
    s.do(Fire("C3", "C6"), *s.group("a"), Done(), dice=MISS)
    assert s.words("b") == {"shaken", "moved"}


def test_decisive_marks_no_dead() -> None:
    """12.0, Q-246: who is eliminated in his second activation gets no marker back."""
    leader = U("l", "leader", "C3", "fired", skills=["decisive"])
    s = Scene(leader, U("a", "half_squad", "C3", "fired"), U("x", "squad 6-6-4-5", "C6")).do(UseSkill("l", "decisive"))
    s.move("C3", "a", "C4")
    s.do(OpFire("C6"), *s.group("x"), dice=("attack 6", "defence 1", "damage check 6"))
    assert s.at("a") == ""
    assert not s.unit("a").flags & ACTION_MARKERS


def test_one_marker_is_enough() -> None:
    """4.0, 1.6.1: a unit that has flipped its gun and has a marker already is not marked Ops Complete on top."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), U("c", "squad", "C3"), U("x", "squad", "C6"))
    flagged(s.do(Activate("C3")), "a", HANDLED | MOVED)
    flagged(s, "c", HANDLED)
    s.do(Fire("C3", "C6"), *s.group("b"), Done(), dice=MISS)
    assert (s.words("a"), s.words("c")) == ({"moved"}, {"ops_complete"})


@pytest.mark.parametrize(("word", "kept"), [("moved", True), ("fired", False)])
def test_who_fired_on_the_move_leaves_no_spotted_marker(word: str, kept: bool) -> None:
    """15.2.1, 6.1.1, Q-072: a vehicle's Assault Fire leaves a Spotted marker in the open, fire of another kind none."""
    s = Scene(tank("a", "D5", word), U("b", "squad", "F6"), U("x", "squad", "D2"))
    at = s.loc("D7")
    during(s.do(Activate("F6")), assaulted=(at,), shots=((s.number("a"), 0, NOBODY, s.loc("D2"), at),)).do(Done())
    assert [m.at for m in s.state.markers if m.kind == "spotted"] == ([at] if kept else [])


@pytest.mark.parametrize(("flag", "reached"), [(0, True), (MOVED, False), (FIRED, False), (MELEE, False)])
def test_armor_leaders_must_be_free_to_lead(flag: int, reached: bool) -> None:
    """4.0, 11.5, Q-024: an Armor Leader reaches vehicles next door unless his own has acted or is locked in Melee."""
    leader = U("l", "armor_leader 6-1", "", aboard="a")
    s = Scene(tank("a", "D6"), leader, U("c", "squad", "D6"), tank("b", "D5"), FAR).do(Activate("D6"))
    found = OK if reached else ("11.1.2", "out_of_leadership_range")
    assert refused(flagged(s, "a", flag), Activate("D5")) == found


def test_nobody_leads_helicopters() -> None:
    """4.0, 19.2, Q-414: an Armor Leader reaches no helicopter next door, not even over a vehicle that he reaches."""
    s = Scene(
        tank("a", "D6"),
        U("l", "armor_leader 6-1", "", aboard="a"),
        tank("b", "E6"),
        helicopter("h", "D5/air"),
        helicopter("i", "E6/air"),
        FAR,
    )
    assert refused(s, Activate("D5/air")) == OK
    s.do(Activate("D6"))
    far = "out_of_leadership_range"
    assert [refused(s, Activate(at))[1] for at in ("E6", "D5/air", "E6/air")] == ["", far, far]
    s.do(Activate("E6"))
    assert refused(s, Activate("E6/air"))[1] == far


def test_a_helicopter_and_who_is_below_it() -> None:
    """4.0, 19.2.1, Q-554: they are named together, whoever is named; not those on other floors, nor the enemy's."""
    own = [U("a", "squad", "D6"), helicopter("h", "D6/air"), U("b", "squad", "D5"), helicopter("i", "B3/air"), FAR]
    foe = [U("c", "squad", "G6"), U("y", "squad", "B3"), helicopter("z", "G6/air")]
    named = {}
    for at in ("D6", "D6/air", "D5", "G6", "B3/air"):
        s = Scene(*own, *foe).do(Activate(at))
        impulse = enclosing(s.state, Impulse)
        assert impulse is not None
        named[at] = [s.game.board.loc_name(loc) for loc in impulse.named]
    assert named == {
        "D6": ["D6", "D6/air"],
        "D6/air": ["D6/air", "D6"],
        "D5": ["D5"],
        "G6": ["G6"],
        "B3/air": ["B3/air"],
    }


@pytest.mark.parametrize(("gunner", "left"), [("", 1), ("a", 0), ("b", 1)])
def test_weapons_fired_on_this_occasion(gunner: str, left: int) -> None:
    """1.6, 14.1: one weapon with a to-hit table leaves a Squad the rest, unless it has fired with its group itself."""
    s = Scene(U("o", "squad", "B3"), U("a", "squad", "C3"), U("b", "squad", "C3"), U("x", "squad", "C6")).do(
        Activate("C3")
    )
    rows = ((s.number(gunner), s.number("a"), True),) if gunner else ()
    during(s, shots=((s.number("a"), 0, NOBODY, s.loc("C6"), s.loc("C3")),), gunners=rows)
    assert fires_on(s.state, s.number("a")) == left


@pytest.mark.parametrize(("layer", "together"), [(GROUND, True), (AIR, True), (BUNKER, False), (CAVE, False)])
def test_only_ground_and_air_are_one_hex(layer: int, together: bool) -> None:
    """4.0, 10.4.1, Q-554: men and a helicopter over them are named together, no other parts of a hex."""
    s = Scene(U("a", "squad", "C3"), FAR)
    here, other = s.loc("C3") + layer, s.loc("C3") + (layer ^ GROUND ^ AIR)
    position: Any = SimpleNamespace(units=s.state.units, by_loc={other: (s.number("a"),)})
    assert same_hex(position, s.us, here) == ((other,) if together else ())
    assert same_hex(position, 1 - s.us, here) == ()
