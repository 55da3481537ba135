"""5.5, 10.1 to 10.7: cover of counters, fire and Caves: numbers, sections and kinds, entry by entry."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from armour_helpers import draft, tank
from helpers import Scene, U, rebuilt, why
from lnlt.core.board import BUNKER, CAVE, GROUND, TUNNEL
from lnlt.core.state import Marker
from lnlt.core.tally import Modifier, Refusal
from lnlt.rules.ch05_fire.special import only_weapons
from lnlt.rules.ch10_los_spotting import burning, collapse, cover
from lnlt.rules.ch10_los_spotting.burning import FireDamage, fire_start_check, intensity, spreading, start_tally
from lnlt.rules.ch10_los_spotting.collapse import CaveCollapse
from lnlt.rules.ch10_los_spotting.cover import capped, defence_modifiers, location_modifiers
from lnlt.rules.ch10_los_spotting.firefighting import extinguish_odds, extinguish_tally
from lnlt.rules.facts.caves import check_underground, closed_between, marker_of, passage

FAR = U("x", "squad", "H8")


def covered(s: Scene, place: str, *kinds: str | tuple[str, int], **more: Any) -> list[tuple[str, float, str]]:
    """Cover of a location with markers in its hex: what, how much and by which section."""
    at = s.loc(place)
    markers = [Marker(k, at & ~7) if isinstance(k, str) else Marker(k[0], at & ~7, k[1]) for k in kinds]
    found = location_modifiers(s.game, rebuilt(s.state, markers=tuple(markers)), at, **more)
    return [(m.why, m.value, m.rule) for m in found]


def test_cover_of_counters() -> None:
    """7.0, 10.1, 10.5, 15.1.2, 21.0: Target Modifier and section of each."""
    s = Scene(U("a", "squad", "D5"), FAR)
    for kind, tm, rule in (
        ("smoke", 1, "7.0"),
        ("fire", 1, "10.5.6.4"),
        ("wreck", 2, "10.1"),
        ("vehicle", 2, "10.1"),
        ("abandoned", 2, "10.1"),
        ("foxholes", 1, "21.2"),
        ("craters", 1, "10.5.5"),
        ("roadblock", 2, "10.5.4"),
        ("rubble", 3, "15.1.2"),
        ("ford", 1, "10.5.2"),
        ("trench", 2, "21.6"),
        ("emplacement", 2, "21.8"),
        ("sangar", 1, "21.9"),
        ("fortified", 2, "21.10"),
    ):
        assert covered(s, "D5", kind) == [(kind, tm, rule)]


def test_cover_of_railroads() -> None:
    """10.5.7: tracks add +1 to what else is in the hex: +3 in Forest."""
    s = Scene(U("a", "squad", "D5"), FAR, hexes={"D5": "forest"}, features={"D5": ("railroad",)})
    assert covered(s, "D5") == [("forest", 2, "5.0"), ("railroad", 1, "10.5.7")]


@pytest.mark.parametrize(("kind", "rule"), [("bunker", "21.1"), ("cave", "10.7")])
def test_cover_of_those_inside(kind: str, rule: str) -> None:
    """10.7, 21.1: what is written on the marker, for those inside only."""
    s = Scene(U("a", "squad", "D5"), FAR)
    assert covered(s, f"D5/{kind}", (kind, 3)) == [(kind, 3, rule)]
    assert covered(s, "D5", (kind, 3)) == []
    assert marker_of(rebuilt(s.state, markers=(Marker(kind, s.loc("D5")),)).marks, s.loc(f"D5/{kind}")) is not None


HULKS = ("wreck", "vehicle", "abandoned")


def test_one_of_a_kind() -> None:
    """10.1, 7.0, 10.5.6.4: one vehicle or Wreck covers, one Smoke or fire."""
    s = Scene(U("a", "squad", "D5"), FAR)
    assert {"wreck", "vehicle", "abandoned"} == cover.HULKS
    assert [sorted(group) for group in cover.ONCE] == [["abandoned", "vehicle", "wreck"], ["fire", "smoke"]]
    for one in HULKS:
        assert [covered(s, "D5", one, two)[1:] for two in HULKS] == [[], [], []]
    assert [covered(s, "D5", *pair)[1:] for pair in (("smoke", "fire"), ("fire", "smoke"))] == [[], []]
    assert len(covered(s, "D5", "smoke", "wreck", "craters")) == 3


@pytest.mark.parametrize("kind", HULKS)
def test_vehicles_beside_hulks(kind: str) -> None:
    """10.1: what covers once is not joined by a vehicle in the hex; only a Wreck covers a vehicle."""
    s = Scene(U("a", "squad", "D5"), tank("b", "D5"), FAR)
    assert covered(s, "D5") == [("vehicle", 2, "10.1")]
    assert covered(s, "D5", kind) == [(kind, 2, "10.1")]
    assert bool(covered(s, "D5", kind, unit_type=s.unit("b").type)) == (kind == "wreck")


def test_cover_on_every_level() -> None:
    """7.0, 10.5.6.4: Smoke and fire fill the whole hex, a Wreck or Craters cover nobody upstairs or on the roof."""
    s = Scene(U("a", "squad", "D5"), FAR, hexes={"D5": "hc_building"}, buildings=[(("D5",), 2)], rooftop=True)
    for place in ("D5/upper", "D5/roof"):
        for kind in ("smoke", "fire", "wreck", "craters"):
            assert [m[0] for m in covered(s, place, kind)][1:] == ([kind] if kind in ("smoke", "fire") else [])


def test_most_cover() -> None:
    """5.5: +4, whatever there is."""
    three, one, two = (Modifier(n, "forest", "5.0") for n in (3, 1, 2))
    assert [sum(m.value for m in capped(items)) for items in ([three], [three, one], [three, one, two])] == [3, 4, 4]


def test_cover_against_what_goes_without_saying() -> None:
    """10.1.2, 21.6: fire of ordinary eyes and no bombs, unless it is said: a Trench is +2, Smoke covers."""
    s = Scene(U("a", "squad", "D5"), FAR)
    markers = (Marker("smoke", s.loc("D5")), Marker("trench", s.loc("D5")))
    state, at, from_ = rebuilt(s.state, markers=markers), s.loc("D5"), s.loc("D2")
    for more, want in (
        ({}, {"smoke": 1, "trench": 2}),
        ({"bombs": True}, {"smoke": 1, "trench": 1}),
        ({"tis": True}, {"trench": 2}),
    ):
        assert {m.why: m.value for m in location_modifiers(s.game, state, at, **more)} == want
        assert {m.why: m.value for m in defence_modifiers(s.game, state, at, from_, **more)} == want


@pytest.mark.parametrize(
    ("kind", "weather", "mods"),
    [
        ("flamethrower", "", {"flames": 5}),
        ("molotov", "", {"flames": 5}),
        ("satchel_charge", "", {}),
        ("machine_gun", "rain", {"rain": -1}),
        ("machine_gun", "snow", {"snow": -1}),
        ("machine_gun", "mud", {}),
    ],
)
def test_how_fires_start(kind: str, weather: str, mods: dict[str, float]) -> None:
    """10.5.6.1: 10 or more on two dice, +5 for flames, -1 in rain or snow; after a natural 6."""
    s = Scene(U("a", "squad", "D5"), FAR, weather=weather)
    tally = start_tally(s.game, s.state, s.loc("D5"), [kind])
    assert (why(tally), tally.need) == (mods, 10)
    assert burning.NATURAL == 6


def burns(s: Scene, dice: tuple[int, int]) -> bool:
    """Whether a Fire Start check in D5 comes out so."""
    d = draft(s, dice=(("random", dice),))
    fire_start_check(d, s.us, s.loc("D5"))
    return [m.kind for m in d.markers] == ["fire"]


def test_when_fires_start_grow_and_spread() -> None:
    """10.5.6.1, 10.5.6.2: a start on 10; out on 1, Fire 2 on 6; the next hex burns on 6."""
    s = Scene(U("a", "squad", "D5"), FAR, hexes={"D5": "brush"})
    assert [burns(s, dice) for dice in ((4, 5), (5, 5), (5, 6))] == [False, True, True]
    s.state, found = rebuilt(s.state, markers=(Marker("fire", s.loc("D5")),)), []
    for die in range(1, 7):
        d = draft(s, dice=(("random", (die,)),))
        intensity(d)
        found.append([m.strength for m in d.markers])
    assert found == [[], [1], [1], [1], [1], [2]]
    s.state = rebuilt(s.state, markers=(Marker("fire", s.loc("D4"), 2),))
    for die, many in ((5, 1), (6, 2)):
        d = draft(s, dice=(("random", (die,)),))
        spreading(d)
        assert len(d.markers) == many


def test_who_is_hurt_by_fire() -> None:
    """10.5.6.4: +2 to the Damage Checks of Leg units in a Fire 1, +4 in a Fire 2."""
    for strength, worse in ((1, 2), (2, 4)):
        s = Scene(U("a", "squad", "D5"), FAR, markers=[("fire", "D5", strength)])
        frame = FireDamage()
        d = draft(s, frame)
        frame.find(d)
        assert d.stack[-1] == FireDamage(pending=((0, worse),))


def test_steps_in_saved_games() -> None:
    """10.5.6.4, 10.7.2: saved games know steps by their numbers: they mean the same in every version."""
    assert FireDamage.STEPS == ("find", "check", "leave")
    assert CaveCollapse.STEPS == ("flee", "last", "bury")


def test_putting_fires_out() -> None:
    """10.5.6.3: on a 6, +1 for each who helps."""
    s = Scene(U("a", "squad", "D5"), U("b", "squad", "D5"), U("c", "squad", "D5"), FAR, markers=[("fire", "D5", 1)])
    tallies = [extinguish_tally(s.game, s.state, range(many)) for many in (1, 2, 3)]
    assert {t.need for t in tallies} == {6}
    assert [extinguish_odds(t) for t in tallies] == [Fraction(1, 6), Fraction(2, 6), Fraction(3, 6)]


def test_sections_that_close_caves_and_bunkers() -> None:
    """10.7, 10.7.1, 21.1, 21.1.2: open to the front, closed from inside and from outside; a Tunnel to the next one."""
    s = Scene(U("a", "squad", "D5"), FAR, markers=[("bunker", "D5", 3, "D4"), ("cave", "F5", 3, "F4")])
    board, marks = s.game.board, s.state.marks

    def closed(a: str, b: str) -> str | None:
        return closed_between(board, marks, s.loc(a), s.loc(b))

    assert [closed("D5/bunker", at) for at in ("D2", "D7")] == [None, "21.1"]
    assert [closed(at, "D5/bunker") for at in ("D2", "D7")] == [None, "21.1.2"]
    assert [closed("F5/cave", at) for at in ("F2", "F7")] == [None, "10.7"]
    assert [closed(at, "F5/cave") for at in ("F2", "F7")] == [None, "10.7"]
    assert [closed("F6/tunnel", at) for at in ("F7/tunnel", "F6", "F8/tunnel")] == [None, "10.7.1", "10.7.1"]
    assert (GROUND, BUNKER, CAVE, TUNNEL) == (0, 3, 4, 5)


def test_steps_underground() -> None:
    """10.7, 10.7.1: two points into or out of a Cave, one per hex of Tunnel, the last one, into a Cave, included."""
    s = Scene(U("a", "squad", "D2/cave"), FAR, markers=[("cave", "D2", 3, "D1"), ("cave", "D5", 3, "D6")])

    def cost(a: str, b: str) -> float | str:
        found = passage(s.game, s.state, s.loc(a), s.loc(b))
        return found.code if isinstance(found, Refusal) else sum(m.value for m in found) / 2

    assert [cost("D2", "D2/cave"), cost("D2/cave", "D2")] == [2, 2]
    assert [cost("D2/cave", "D3/tunnel"), cost("D3/tunnel", "D4/tunnel"), cost("D4/tunnel", "D5/cave")] == [1, 1, 1]
    assert [cost("D2/cave", "D3"), cost("D3", "D2/cave")] == ["cave_entrance", "cave_entrance"]


def test_whose_tunnel_it_is() -> None:
    """10.7.1: who is in a Cave or Tunnel of the other side goes no farther; above ground that does not matter."""
    s = Scene(U("a", "squad", "D2"), U("b", "squad", "D2/cave"), U("c", "squad", "D3/tunnel"), FAR)
    theirs = rebuilt(s.state, markers=(Marker("cave", s.loc("D2"), side=s.de), Marker("cave", s.loc("D5"), side=s.de)))
    found = [check_underground(s.game, theirs, s.number(u), s.loc("D4/tunnel")) for u in "abc"]
    assert [r.code if r else "" for r in found] == ["", "not_their_tunnel", "not_their_tunnel"]


def test_what_closes_caves() -> None:
    """10.7, 10.7.2: Satchel Charges and Flamethrowers, from behind only the former; they alone fire at an empty one."""
    assert {"satchel_charge", "flamethrower"} == collapse.COLLAPSING
    s = Scene(U("a", "squad", "D2"), FAR, markers=[("cave", "D5", 3, "D4")])
    found = [only_weapons(s.game, s.state, s.us, s.loc(at), s.loc("D5/cave")) for at in ("D4", "D6")]
    assert found == [{"satchel_charge", "flamethrower"}, {"satchel_charge"}]
