"""10.1-10.7: single conditions of spotting, fire, cover, Caves and adjacency, the first hex of the board included."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers import Scene, U
from lnlt.core import events as ev
from lnlt.core.board import AIR, ROOF, UPPER
from lnlt.core.dice import SEEDED
from lnlt.core.draft import Draft
from lnlt.core.flags import FIRED
from lnlt.core.hooks import Hooks
from lnlt.core.state import enclosing
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch09_administration import Next
from lnlt.rules.ch10_los_spotting.attempts import MAY_SPOT, Spot, SpotAt, Spotting, spot_tally
from lnlt.rules.ch10_los_spotting.burning import beside_fire, is_flammable
from lnlt.rules.ch10_los_spotting.collapse import CaveCollapse, GoInto, IntoTunnel, refuge
from lnlt.rules.ch10_los_spotting.cover import defence_modifiers, location_modifiers
from lnlt.rules.ch10_los_spotting.firefighting import check_fighter, extinguish_odds
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch10_los_spotting.spotting import (
    along_road,
    drop_spotted,
    is_hidden,
    is_spotted,
    keep_spotted,
    roof_pair,
    shows_itself,
)
from lnlt.rules.ch10_los_spotting.watch import watch_of
from lnlt.rules.facts.adjacency import adjacent
from lnlt.rules.facts.caves import check_underground, closed_between, in_front, ways

FAR = U("y", "squad", "H8")
FIRST = "A0"
"""The first hex of a board: its ground is location 0."""
NEXT = "A1"
HOUSE = {"C4": "hc_building", "D4": "hc_building"}


def names(s: Scene, locs: object) -> set[str]:
    """Places by name."""
    return {s.game.board.loc_name(loc) for loc in locs}  # type: ignore[attr-defined]


def test_the_first_hex() -> None:
    """The name below is that of the first hex."""
    s = Scene(U("a", "squad", "C3"), FAR)
    assert (s.loc(FIRST), s.loc(NEXT)) == (0, 8)


@pytest.mark.parametrize(
    ("floors", "pairs"),
    [
        (0, {("", "/upper"), ("", "/roof"), ("", "/air"), ("/upper", "/air"), ("/roof", "/air")}),
        (1, {("", "/upper"), ("", "/roof"), ("", "/air"), ("/upper", "/air"), ("/roof", "/air")}),
        (2, {("", "/upper"), ("/upper", "/roof"), ("", "/air"), ("/upper", "/air"), ("/roof", "/air")}),
    ],
)
def test_above_and_below(floors: int, pairs: set[tuple[str, str]]) -> None:
    """10.4.1#5, 10.6#2: a floor and the next one, the top floor and the roof are adjacent; so is what hovers above."""
    s = Scene(FAR, hexes={"C4": "hc_building" if floors else "clear"}, buildings=[(("C4",), floors)] if floors else ())
    layers = ("", "/upper", "/roof", "/air")
    found = {
        (one, two)
        for n, one in enumerate(layers)
        for two in layers[n + 1 :]
        if adjacent(s.game.board, s.loc(f"C4{one}"), s.loc(f"C4{two}"))
    }
    assert found == pairs


def test_roofs_next_door() -> None:
    """10.6#2, 10.4.1#4: in one building a roof is adjacent to the roof next door, not to floors; Bunkers are."""
    s = Scene(FAR, hexes=HOUSE, buildings=[(("C4", "D4"), 2)], rooftop=True)
    near = {
        (one, two)
        for one in ("", "/upper", "/roof", "/bunker")
        for two in ("", "/upper", "/roof", "/bunker")
        if adjacent(s.game.board, s.loc(f"C4{one}"), s.loc(f"D4{two}"))
    }
    floors = ("", "/upper", "/roof")
    assert near == {(x, x) for x in floors} | {(x, "/bunker") for x in floors} | {
        ("/bunker", x) for x in (*floors, "/bunker")
    }


def test_what_burns() -> None:
    """10.5.6.1#5: floors and roofs of flammable terrain burn, not a Cave or Bunker below it."""
    s = Scene(FAR, hexes={"C4": "forest"})
    assert [is_flammable(s.game, s.state, s.loc(at)) for at in ("C4", "C4/bunker", "C4/cave", "D4")] == [
        True,
        False,
        False,
        False,
    ]


def test_fire_upstairs_spreads() -> None:
    """10.5.6.2#3, Q-233: from upstairs to the floor below, the roof and the same floor next door, else its ground."""
    s = Scene(
        FAR,
        hexes={**HOUSE, "C5": "brush"},
        buildings=[(("C4", "D4"), 2)],
        rooftop=True,
        markers=[("fire", "C4/upper", 2)],
        options=["fire"],
    )
    assert names(s, beside_fire(s.game, s.state)) == {"C4", "C4/roof", "D4/upper", "C5"}


def test_fire_in_a_low_house_spreads() -> None:
    """10.5.6.2#3: with one floor the roof is next to the ground floor."""
    s = Scene(FAR, hexes=HOUSE, buildings=[(("C4",), 1)], rooftop=True, markers=[("fire", "C4", 2)], options=["fire"])
    assert names(s, beside_fire(s.game, s.state)) == {"C4/roof", "D4"}


def test_fire_at_the_first_hex() -> None:
    """10.5.6.2#2, 10.5.6.4#2: fire spreads to it, and hurts who stands there."""
    near = Scene(FAR, hexes={FIRST: "brush"}, markers=[("fire", NEXT, 2)], options=["fire"])
    assert names(near, beside_fire(near.game, near.state)) == {FIRST}
    for marker in (("fire", NEXT, 1), ("smoke", NEXT, 2)):
        low = Scene(FAR, hexes={FIRST: "brush"}, markers=[marker], options=["fire"])
        assert beside_fire(low.game, low.state) == []
    s = Scene(
        U("a", "squad 1-5-4-5", FIRST), FAR, hexes={FIRST: "brush"}, markers=[("fire", FIRST, 2)], options=["fire"],
        phase="admin",
    )  # fmt: skip
    s.do(Next(), dice=("damage check 2", "initiative 1", "initiative 2"))
    assert s.tally("damage_check", "a").total == 4


def test_who_fights_a_fire() -> None:
    """10.5.6.3#1: a marker that is none of an action does not keep a unit from it."""
    s = Scene(U("a", "squad", "C4", "in_tunnel"), U("b", "squad", "C4", "fired"), FAR)
    found = [check_fighter(s.game, s.state, s.us, s.number(u), s.loc("C4")) for u in "ab"]
    assert [r.code if r else "" for r in found] == ["", "has_acted"]


def test_certain_to_put_it_out() -> None:
    """10.5.6.3#2: with +5 every die is enough."""
    tally = Tally("extinguish", (), (Modifier(5, "helper", "10.5.6.3"),), 6, reach=True)
    assert extinguish_odds(tally) == Fraction(1)


FACES = ("D4", "E4", "E5", "D6", "C5", "C4")
"""Neighbours of D5 in the order of the directions."""


@pytest.mark.parametrize("facing", range(6))
def test_front_of_a_cave(facing: int) -> None:
    """10.7#3, P-6: three neighbours are in front, whichever way it faces."""
    s = Scene(FAR, markers=[("cave", "D5", 3, FACES[facing])])
    board, here = s.game.board, s.loc("D5") >> 3
    assert [board.names[j] for j in board.neighbours[here]] == list(FACES)
    front = {n for n in FACES if in_front(board, here, facing, board.index[n])}
    assert front == {FACES[(facing + turn) % 6] for turn in (-1, 0, 1)}
    open_ = {n for n in FACES if closed_between(board, s.state.marks, s.loc("D5/cave"), s.loc(n)) is None}
    assert open_ == front


@pytest.mark.parametrize(
    ("one", "two", "rule"),
    [
        ("D6/tunnel", "D6/tunnel", None),
        ("D6/tunnel", "D7/tunnel", None),
        ("D7/tunnel", "D6/tunnel", None),
        ("D5/tunnel", "D7/tunnel", "10.7.1"),
        ("D6/tunnel", "D6", "10.7.1"),
        ("D6", "D7/tunnel", "10.7.1"),
        ("D5/cave", "D4/tunnel", "10.7.1"),
        ("D5/cave", "D5", None),
        ("D5/cave", "D6", "10.7"),
        ("C5/cave", "C8", None),
        ("F5/bunker", "F8", None),
        ("F5/bunker", "F2", None),
        ("H5/bunker", "H6", "21.1"),
    ],
)
def test_closed_places(one: str, two: str, rule: str | None) -> None:
    """10.7#3, 10.7.1#2: Tunnels see the next Tunnel only; Caves and Bunkers that face nowhere are open all around."""
    markers = [("cave", "D5", 3, "D4"), ("bunker", "F5", 3), ("bunker", "H5", 3, "H4")]
    s = Scene(FAR, markers=markers)
    assert closed_between(s.game.board, s.state.marks, s.loc(one), s.loc(two)) == rule


def test_ways_below_ground() -> None:
    """10.7#1, 10.7.1#1: from a Cave to the ground and every hex around, the first one too; from a Tunnel not up."""
    s = Scene(FAR, markers=[("cave", NEXT, 3), ("cave", FIRST, 3)])
    around = {FACES_OF_NEXT[0] + "/cave", *(f"{n}/tunnel" for n in FACES_OF_NEXT[1:])}
    assert names(s, ways(s.game, s.state, s.loc(f"{NEXT}/cave"))) == around | {NEXT}
    assert names(s, ways(s.game, s.state, s.loc(f"{NEXT}/tunnel"))) == around


FACES_OF_NEXT = ("A0", "B1", "B2", "A2")


@pytest.mark.parametrize(
    ("unit", "to", "code"),
    [
        (U("a", "weapon_team 0-9-2-6", "D5"), "D5/cave", "no_team_in_cave"),
        (U("a", "weapon_team 0-9-2-6", "D5", abilities=["at_gun"]), "D5/cave", "no_team_in_cave"),
        (U("a", "weapon_team 1-9-2-6", "D5"), "D5/cave", ""),
        (U("a", "weapon_team 0-9-2-6", "D5", abilities=["mortar"]), "D5/cave", ""),
        (U("a", "weapon_team 1-9-2-6", "D5"), "D6/tunnel", "no_team_in_tunnel"),
        (U("a", "weapon_team 1-9-2-6", "D5/cave"), "D5/cave", ""),
        (U("a", "weapon_team 1-9-2-6", "D5/cave"), "D8/cave", "no_team_in_tunnel"),
        (U("a", "squad", "D5/cave"), "D6/tunnel", ""),
        (U("a", "vehicle 10T-6", "D5"), "D5/cave", "no_team_in_cave"),
    ],
)
def test_who_goes_below(unit: U, to: str, code: str) -> None:
    """10.7#7, 10.7.1#5: of Weapon Teams those with a machine gun or a Mortar enter a Cave, none goes on by Tunnel."""
    s = Scene(unit, FAR, markers=[("cave", "D5", 3), ("cave", "D8", 3)])
    refusal = check_underground(s.game, s.state, 0, s.loc(to))
    assert (refusal.code if refusal else "") == code


def test_refuge_from_a_collapse() -> None:
    """10.7.2#2, Q-235: the next hex toward another Cave, the first hex too; enemies there close it, friends do not."""
    caves = [("cave", "A2", 3), ("cave", FIRST, 3)]
    s = Scene(U("a", "squad", "A2/cave"), FAR, markers=caves)
    assert names(s, refuge(s.game, s.state, 0, s.loc("A2/cave"))) == {f"{NEXT}/tunnel"}
    corner = Scene(U("a", "squad", f"{NEXT}/cave"), FAR, markers=[("cave", NEXT, 3), ("cave", FIRST, 3)])
    assert names(corner, refuge(corner.game, corner.state, 0, corner.loc(f"{NEXT}/cave"))) == {f"{FIRST}/cave"}
    friend = Scene(U("a", "squad", "A2/cave"), U("b", "squad", f"{NEXT}/tunnel"), FAR, markers=caves)
    assert names(friend, refuge(friend.game, friend.state, 0, friend.loc("A2/cave"))) == {f"{NEXT}/tunnel"}
    enemy = Scene(U("a", "squad", "A2/cave"), U("x", "squad", f"{NEXT}/tunnel"), FAR, markers=caves)
    assert refuge(enemy.game, enemy.state, enemy.number("a"), enemy.loc("A2/cave")) == []


def test_choice_of_refuge() -> None:
    """10.7.2#2: of several hexes the owner names one for the unit that is asked about, and no other."""
    s = Scene(U("a", "squad", "D5/cave"), U("b", "squad", "H7"), FAR, markers=[("cave", "D5", 3), ("cave", "F7", 3)])
    d = Draft(s.game, s.state, SEEDED)
    d.push(CaveCollapse(at=s.loc("D5/cave")))
    question = IntoTunnel(side=s.us, unit=s.number("a"))
    d.push(question)
    places = names(s, refuge(s.game, s.state, s.number("a"), s.loc("D5/cave")))
    assert len(places) > 1
    for command, code in (
        (GoInto("a", min(places)), ""),
        (GoInto("b", min(places)), "no_tunnel"),
        (GoInto("a", "D4/tunnel"), "no_tunnel"),
    ):
        refusal = question.check(s.game, d, command)
        assert (refusal.code if refusal else "") == code
    assert {c.at for c in question.candidates(s.game, d) if isinstance(c, GoInto)} == places


def test_leaders_spot_better() -> None:
    """10.1.1#4: a Leader and the leader of a tank subtract their Leadership, nobody else does."""
    for unit, mods in (("leader 6-1-6", [-1]), ("armor_leader 6-2-6", [-2]), ("squad", [])):
        s = Scene(U("a", unit, "C3"), U("x", "squad", "C5"), hexes={"C5": "forest"})
        tally = spot_tally(s.game, s.state, s.number("a"), s.loc("C5"))
        assert [m.value for m in tally.mods if m.why == "leader"] == mods


def test_who_is_offered_an_attempt() -> None:
    """10.1.1#1: every unit that may make one and sees something; worked out once; nobody after the attempt."""
    units = [U("a", "squad", "C3"), U("b", "squad", "C3", "shaken"), U("c", "squad", "D2"), U("d", "squad", "C8")]
    units.append(U("e", "squad", "D2", "in_tunnel"))
    s = Scene(*units, U("x", "squad", "C5"), hexes={"C5": "forest", "C6": "forest", "C7": "forest"})

    def offered() -> list[str]:
        return [c.unit for c in s.options() if isinstance(c, Spot)]

    assert offered() == ["a", "c", "e"]
    impulse, spotting = enclosing(s.state, Impulse), Spotting()
    assert impulse is not None
    assert spotting.options(s.game, s.state, impulse) is spotting.options(s.game, s.state, impulse)
    s.game.hooks = Hooks([MAY_SPOT.attach("skill", lambda *_: True, "everybody")])
    assert sorted(offered()) == ["a", "b", "c", "e"]
    none = Refusal("12.0", "has_acted", {})
    s.game.hooks = Hooks([MAY_SPOT.attach("skill", lambda *_: none, "nobody")])
    assert offered() == []
    s.game.hooks = Hooks()
    s.do(Spot("a"), SpotAt("C5"), dice=("spot 6",))
    assert offered() == []


def test_roads_and_bridges_give_no_cover() -> None:
    """10.4: what runs through a hex changes costs only."""
    s = Scene(FAR, features={"C4": ("road",), "D4": ("bridge",)})
    assert [location_modifiers(s.game, s.state, s.loc(at)) for at in ("C4", "D4")] == [[], []]


def test_high_ground() -> None:
    """10.4, Q-091: +1 on a Hill against fire from below; a firer on the same level or higher meets no Hill."""
    s = Scene(FAR, hexes={"C4": ("hill", 1), "C6": ("hill", 2)})
    found = [
        [m.why for m in defence_modifiers(s.game, s.state, s.loc(at), s.loc(frm))]
        for at, frm in (("C4", "C2"), ("C4", "C6"), ("C6", "C4"), ("C2", "C4"))
    ]
    assert found == [["hill"], [], ["hill"], []]


def test_a_helicopter_over_a_road() -> None:
    """10.5.3: a line along a Road between trees is open to those on the road, not to who hovers over it."""
    s = Scene(FAR, hexes=dict.fromkeys(("C3", "C4", "C5"), "tree_lined_road"))
    assert along_road(s.game, s.loc("C3"), s.loc("C5"))
    assert not along_road(s.game, s.loc("C3"), s.loc("C5") + AIR)


def test_what_flies_is_seen() -> None:
    """10.1: a location in the air is spotted whatever terrain lies below."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), hexes={"C6": "forest", "D6": "forest"})
    for name in ("C6", "D6", "D7"):
        assert is_spotted(s.game, s.state, s.loc(name) + AIR, s.us)
    assert not is_spotted(s.game, s.state, s.loc("C6"), s.us)


def test_out_of_a_tunnel() -> None:
    """10.7.1#4: who has come by Tunnel is not given away by having moved, but by fire and by Melee."""
    for word, seen in (("moved", False), ("fired", True), ("melee", True)):
        s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6/cave", "in_tunnel", word), markers=[("cave", "C6", 3)])
        assert shows_itself(s.state, s.loc("C6/cave"), s.us) is seen


@pytest.mark.parametrize(("floors", "under"), [(1, 0), (2, UPPER)])
@pytest.mark.parametrize("hex_", [FIRST, "C4"])
def test_roof_and_top_floor(hex_: str, floors: int, under: int) -> None:
    """10.6.1, Q-074: the roof and the floor under it are spotted together, at the first hex of a board as well."""
    s = Scene(FAR, hexes={hex_: "hc_building"}, buildings=[((hex_,), floors)], rooftop=True)
    loc = s.loc(hex_)
    assert roof_pair(s.game, loc + ROOF) == loc + under
    assert roof_pair(s.game, loc + under) == loc + ROOF
    others = [x for x in (0, UPPER, ROOF + 1) if x != under]
    assert [roof_pair(s.game, loc + x) for x in others] == [-1] * len(others)
    assert roof_pair(s.game, s.loc("E5") + ROOF) == -1


@pytest.mark.parametrize("hex_", [FIRST, "C4"])
def test_seen_on_the_roof_by_what_happens_below(hex_: str) -> None:
    """10.6.1, 6.4: fire from the ground floor spots those on the roof, Stealth or not; so does a neighbour of it."""
    house = {"hexes": {hex_: "hc_building"}, "buildings": [((hex_,), 1)], "rooftop": True}
    up = U("x", "squad", f"{hex_}/roof", "stealth")
    s = Scene(U("a", "squad", "H7"), up, U("z", "squad", hex_, "fired"), **house)  # type: ignore[arg-type]
    assert is_spotted(s.game, s.state, s.loc(f"{hex_}/roof"), s.us)
    assert not is_hidden(s.game, s.state, s.number("x"), s.us)
    quiet = Scene(U("a", "squad", "H7"), up, U("z", "squad", hex_), **house)  # type: ignore[arg-type]
    assert not is_spotted(quiet.game, quiet.state, quiet.loc(f"{hex_}/roof"), quiet.us)
    assert is_hidden(quiet.game, quiet.state, quiet.number("x"), quiet.us)


def emitted(s: Scene, act: object, *args: object) -> list[str]:
    """What happens to markers when something is done in a draft."""
    d = Draft(s.game, s.state, SEEDED)
    act(d, *args)  # type: ignore[operator]
    return [
        f"{'+' if isinstance(e, ev.MarkerPlaced) else '-'}{e.marker.kind} {e.marker.strength}"
        for e in d.events
        if isinstance(e, ev.MarkerPlaced | ev.MarkerRemoved)
    ]


def test_spotted_markers_that_stay() -> None:
    """10.1.1#6, 6.1.1, Q-072: a Spotted marker goes with the last unit, one left by Assault Fire does not."""
    for strength, gone in ((1, ["-spotted 1"]), (2, [])):
        s = Scene(U("a", "squad", "C3"), FAR, hexes={"C6": "forest"}, markers=[("spotted", "C6", strength)])
        assert emitted(s, drop_spotted, s.loc("C6")) == gone
        kept = emitted(s, keep_spotted, s.loc("C6"), s.us)
        assert kept == (["-spotted 1", "+spotted 2"] if strength == 1 else [])
    none = Scene(U("a", "squad", "C3"), FAR, hexes={"C6": "forest"})
    assert emitted(none, keep_spotted, none.loc("C6"), none.us) == ["+spotted 2"]
    assert emitted(none, keep_spotted, none.loc("D6"), none.us) == []


def test_something_to_spot_in_the_first_hex() -> None:
    """10.1.1: an enemy there is worth an attempt, and stays so however often he is asked about."""
    s = Scene(
        U("a", "squad", "A4"), U("x", "squad", FIRST), U("z", "squad", "F4"),
        hexes={FIRST: "forest", "F4": "forest"}, markers=[("smoke", "C4", 1)],
    )  # fmt: skip
    watch = watch_of(s.game, s.state, s.us)
    assert names(s, watch.found) == {FIRST, "F4"}
    for _ in range(3):
        for tis in (True, False):
            assert watch.sees(s.game, s.state, s.loc("A4"), tis)
            assert watch.sees(s.game, s.state, s.loc("A4") + UPPER, tis)
    assert watch.spotters(s.game, s.state) == ["a"]


def test_neighbours_of_the_first_hex() -> None:
    """10.1#4, 10.1.1: an enemy next to it needs no attempt while somebody is there, and one as soon as he is gone."""
    s = Scene(U("a", "squad", FIRST), U("b", "squad", "A5"), U("x", "squad", NEXT), hexes={NEXT: "forest"})
    d = Draft(s.game, s.state, SEEDED)
    unit, here, away = s.number("a"), s.loc(FIRST), s.loc("H7")
    found = [names(s, watch_of(s.game, d, s.us).found)]
    for frm, to in ((here, away), (away, here)):
        d.emit(ev.Moved(unit, frm, to))
        found.append(names(s, watch_of(s.game, d, s.us).found))
    assert found == [set(), {NEXT}, set()]


@pytest.mark.parametrize("hex_", ["C5", "C6"])
def test_a_cave_that_faces_away_is_nothing_to_spot(hex_: str) -> None:
    """10.1.1, 10.7#3: who sees the ground of a hex does not see into the Cave in it."""
    away = {"C5": "C6", "C6": "C7"}[hex_]
    s = Scene(U("a", "squad", "C3"), U("x", "squad", f"{hex_}/cave"), markers=[("cave", hex_, 3, away)])
    watch = watch_of(s.game, s.state, s.us)
    assert names(s, watch.found) == {f"{hex_}/cave"}
    assert not watch.sees(s.game, s.state, s.loc("C3"), False)
    assert watch.spotters(s.game, s.state) == []
    assert watch.sees(s.game, s.state, s.loc("C8"), False)


def test_past_a_wreck() -> None:
    """10.1.1, 10.3#4: what lies behind a counter that degrades can be spotted, behind one that blocks it cannot."""
    for kind, seen in (("wreck", True), ("smoke", False)):
        s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), hexes={"C6": "forest"}, markers=[(kind, "C5", 1)])
        watch = watch_of(s.game, s.state, s.us)
        assert watch.sees(s.game, s.state, s.loc("C3"), False) is seen
        assert watch.spotters(s.game, s.state) == (["a"] if seen else [])
        assert watch.sees(s.game, s.state, s.loc("C3"), True)


def test_out_of_a_cave() -> None:
    """10.1.1, 10.7#3: who is in a Cave that faces away does not see what those on the ground above him do."""
    s = Scene(
        U("a", "squad", "C3/cave"), U("x", "squad", "C6"), hexes={"C6": "forest"}, markers=[("cave", "C3", 3, "C2")]
    )
    watch = watch_of(s.game, s.state, s.us)
    assert watch.sees(s.game, s.state, s.loc("C3"), False)
    assert not watch.sees(s.game, s.state, s.loc("C3/cave"), False)
    assert watch.spotters(s.game, s.state) == []


def test_with_and_without_thermal_sights() -> None:
    """10.1.2: what one unit of a place looks for in vain another one with thermal sights finds, whoever asks first."""
    units = [U("x", "squad", "C6"), U("z", "squad", "F6/cave")]
    markers = [("smoke", "C5", 1), ("cave", "F6", 3, "F7")]
    s = Scene(U("a", "squad", "C3"), *units, hexes={"C6": "forest"}, markers=markers)
    watch = watch_of(s.game, s.state, s.us)
    for tis in (False, True, False, True):
        assert watch.sees(s.game, s.state, s.loc("C3"), tis) is tis


def test_new_places_to_spot() -> None:
    """10.1.1: of two places that become worth an attempt at once the first one is not passed over."""
    s = Scene(
        U("a", "squad", "B4"),
        U("x", "squad", "B6", "fired"),
        U("z", "squad", "H6", "fired"),
        hexes={"B6": "forest", "H6": "forest", **dict.fromkeys(("G5", "G6", "G7", "F5", "F6"), "hc_building")},
    )
    d = Draft(s.game, s.state, SEEDED)
    watch = watch_of(s.game, d, s.us)
    assert watch.found == set()
    assert not watch.sees(s.game, d, s.loc("B4"), True)
    for unit in "xz":
        d.flag(s.number(unit), 0, FIRED)
    watch = watch_of(s.game, d, s.us)
    assert [s.game.board.loc_name(at) for at in watch.log] == ["B6", "H6"]
    assert not sees(s.game, d, s.loc("B4"), s.loc("H6"))
    assert watch.sees(s.game, d, s.loc("B4"), True)
