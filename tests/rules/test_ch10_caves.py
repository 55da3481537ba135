"""10.7: Caves, Tunnels, collapsed entrances."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helpers import Activate, AddMover, BeginMove, Fire, PassWindow, Scene, StepTo, StopMove, U, why
from lnlt.core.events import MarkerPlaced
from lnlt.core.state import NOBODY, FrozenDict, Marker, index_markers
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.costs import step_cost
from lnlt.rules.ch10_los_spotting.collapse import GoInto, refuge
from lnlt.rules.ch10_los_spotting.cover import location_modifiers
from lnlt.rules.ch10_los_spotting.lines import line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch10_los_spotting.spotting import is_spotted, spotting_class
from lnlt.rules.facts.caves import in_front
from lnlt.rules.facts.leaders import in_leadership_range

pytestmark = pytest.mark.usefixtures("either_seat")

NORTH = ("cave", "D5", 3, "D4")
"""A Cave in D5 that opens to the north."""
OTHER = ("cave", "D8", 3, "D7")
FAR = U("y", "squad", "H1")


def cost(s: Scene, frm: str, to: str) -> float | str:
    """Movement Points of a step, or the code of its refusal."""
    parts = step_cost(s.game, s.state, s.loc(frm), s.loc(to))
    return parts.code if isinstance(parts, Refusal) else sum(p.value for p in parts) / 2


def test_in_and_out() -> None:
    """10.7#1: two Movement Points in its own hex; not straight from next door, and not where there is none."""
    s = Scene(U("a", "squad", "D5"), FAR, markers=[NORTH])
    assert (cost(s, "D5", "D5/cave"), cost(s, "D5/cave", "D5")) == (2, 2)
    assert (cost(s, "D4", "D5/cave"), cost(s, "D5/cave", "D4"), cost(s, "E5", "E5/cave")) == (
        "cave_entrance",
        "cave_entrance",
        "no_cave",
    )
    s.do(Activate("D5"), BeginMove("D5"), AddMover("a"), StepTo("D5/cave"))
    assert (s.at("a"), s.unit("a").mp) == ("D5/cave", 4)


def test_spotted_like_blocking_terrain() -> None:
    """10.7#2, 10.7#6: not spotted by itself, no obstacle; a unit next to the hex spots Cave and ground."""
    s = Scene(U("a", "squad", "D2"), U("x", "squad", "D5/cave"), markers=[NORTH])
    cave = s.loc("D5/cave")
    assert spotting_class(s.game, s.state, cave) == 2
    assert not is_spotted(s.game, s.state, cave, s.us)
    assert line(s.game, s.state, s.loc("D3"), s.loc("D7")) == 0
    near = Scene(U("a", "squad", "D6"), U("x", "squad", "D5/cave"), markers=[NORTH])
    assert is_spotted(near.game, near.state, near.loc("D5/cave"), near.us)


def test_open_to_the_front_only() -> None:
    """10.7#3: lines through the three front sides are open, others closed, both ways."""
    s = Scene(U("a", "squad", "D2"), U("x", "squad 1-9-4-5", "D5/cave", "fired"), markers=[NORTH])
    cave = s.loc("D5/cave")
    front = {"D4", "C4", "E4", "D2", "B4", "F4"}
    back = {"D6", "C5", "E5", "D8", "B7", "G7"}
    assert {n for n in front | back if line(s.game, s.state, cave, s.loc(n)) != BLOCKED} == front
    assert {n for n in front | back if line(s.game, s.state, s.loc(n), cave) != BLOCKED} == front
    assert in_front(s.game.board, cave >> 3, 0, s.loc("D2") >> 3)
    s.do(Activate("D2"))
    assert s.code(Fire("D2", "D5/cave")) == ""
    behind = Scene(U("a", "squad 1-9-4-5", "D7"), U("x", "squad", "D5/cave", "fired"), markers=[NORTH]).do(
        Activate("D7")
    )
    assert behind.code(Fire("D7", "D5/cave")) == "no_line_of_sight"


def test_fire_inside_the_hex() -> None:
    """10.7#4, 10.7#5: from outside in the same hex as at an adjacent target; the marker covers those inside only."""
    s = Scene(U("a", "squad 2-5-4-5", "D5"), U("x", "squad", "D5/cave"), hexes={"D5": "light_woods"}, markers=[NORTH])
    s.fire("D5", "D5/cave", "a", dice=("attack 1", "defence 6"))
    assert why(s.tally("fire", "x")) == {"ifp": 2, "adjacent": 2}
    assert why(s.tally("fire", "x", 1)) == {"light_woods": 1, "cave": 3}
    outside = location_modifiers(s.game, s.state, s.loc("D5"))
    assert [(m.why, m.value) for m in outside] == [("light_woods", 1)]


@pytest.mark.parametrize(("kind", "rule"), [("cave", "10.7"), ("bunker", "21.1")])
def test_cover_of_those_inside(kind: str, rule: str) -> None:
    """10.7#5, 21.1: what covers those inside does not cover those beside it in the hex."""
    s = Scene(U("a", "squad", "D5"), U("x", "squad", "H8"), markers=[(kind, "D5", 3, "D4")])
    inside = location_modifiers(s.game, s.state, s.loc(f"D5/{kind}"))
    assert [(m.why, m.rule) for m in inside] == [(kind, rule)]
    assert location_modifiers(s.game, s.state, s.loc("D5")) == []


def test_weapon_teams() -> None:
    """10.7#7, 10.7.1#5: machine guns and Mortars enter Caves, guns do not; no team enters a Tunnel."""
    s = Scene(
        U("g", "weapon_team 0-9-2-6", "D5"),
        U("m", "weapon_team 0-9-2-6", "D5", abilities=["mortar"]),
        U("n", "weapon_team 3-9-2-6", "D5/cave", abilities=["mg"]),
        FAR,
        markers=[NORTH, OTHER],
    )
    s.do(Activate("D5"), BeginMove("D5"), AddMover("m"))
    assert s.code(StepTo("D5/cave")) == ""
    t = Scene(U("g", "weapon_team 0-9-2-6", "D5"), FAR, markers=[NORTH]).do(
        Activate("D5"), BeginMove("D5"), AddMover("g")
    )
    assert t.code(StepTo("D5/cave")) == "no_team_in_cave"
    u = Scene(U("n", "weapon_team 3-9-2-6", "D5/cave", abilities=["mg"]), FAR, markers=[NORTH, OTHER])
    u.do(Activate("D5/cave"), BeginMove("D5/cave"), AddMover("n"))
    assert u.code(StepTo("D6/tunnel")) == "no_team_in_tunnel"


def test_no_melee_across_the_mouth() -> None:
    """10.7#8: a unit may enter the hex of an enemy in a Cave and stay outside without meeting him."""
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "D5/cave"), markers=[("cave", "D5", 3, "D4")])
    s.do(Activate("D6"), BeginMove("D6"), AddMover("a"))
    assert s.code(StepTo("D5")) == ""


def test_through_a_tunnel() -> None:
    """10.7.1#1, 10.7.1#2: one point per hex, that of the far Cave included; nobody outside sees those below."""
    s = Scene(U("a", "squad 1-5-4-5", "D5/cave"), U("x", "squad 1-9-4-5", "F6"), markers=[NORTH, OTHER])
    s.do(Activate("D5/cave"), BeginMove("D5/cave"), AddMover("a"), StepTo("D6/tunnel"))
    assert (s.asked, s.words("a"), s.unit("a").mp) == ("us", {"in_tunnel"}, 2)
    assert line(s.game, s.state, s.loc("F6"), s.loc("D6/tunnel")) == BLOCKED
    assert line(s.game, s.state, s.loc("D6"), s.loc("D6/tunnel")) == BLOCKED
    assert s.code(StepTo("D6")) == "no_cave"
    s.do(StepTo("D7/tunnel"), StepTo("D8/cave"))
    assert (s.at("a"), s.unit("a").mp) == ("D8/cave", 6)


def test_no_way_without_another_cave() -> None:
    """10.7.1#1: with one Cave there is no Tunnel, and none leads away from all Caves."""
    one = Scene(U("a", "squad", "D5/cave"), FAR, markers=[NORTH])
    assert cost(one, "D5/cave", "D6/tunnel") == "no_tunnel"
    two = Scene(U("a", "squad", "D5/cave"), FAR, markers=[NORTH, OTHER])
    assert (cost(two, "D5/cave", "D4/tunnel"), cost(two, "D5/cave", "D6/tunnel")) == ("no_tunnel", 1)


def test_leader_and_tunnel() -> None:
    """10.7.1#3: a Leader above ground or in the Cave does not reach into the Tunnel, one in it does."""
    s = Scene(U("a", "squad", "D6/tunnel"), FAR, markers=[NORTH, OTHER])
    reach = [in_leadership_range(s.game, s.loc(frm), s.loc("D6/tunnel")) for frm in ("D6", "D5/cave", "D7/tunnel")]
    assert reach == [False, False, True]


def test_out_of_the_tunnel_unseen() -> None:
    """10.7.1#4: coming into a Cave by Tunnel reveals nobody; an enemy next to the hex spots him."""
    unit = U("a", "squad", "D8/cave", "moved", "in_tunnel")
    for watcher, seen in (("D5", False), ("D7", True)):
        s = Scene(unit, U("x", "squad", watcher), markers=[NORTH, ("cave", "D8", 3, "D7")])
        assert is_spotted(s.game, s.state, s.loc("D8/cave"), s.de) is seen


def test_tunnel_of_one_side() -> None:
    """10.7.1#6: a Tunnel whose Caves belong to the other side is closed."""
    s = Scene(U("a", "squad", "D5/cave"), FAR, markers=[NORTH, OTHER])
    caves = tuple(replace(m, side=s.de) for m in s.state.markers)
    s.state = replace(s.state, markers=caves, marks=FrozenDict(index_markers(caves)))
    s.do(Activate("D5/cave"), BeginMove("D5/cave"), AddMover("a"))
    assert s.code(StepTo("D6/tunnel")) == "not_their_tunnel"


def blast(
    *inside: U, weapon: str = "flamethrower", markers: tuple[tuple[str, str, int, str], ...] = (NORTH, OTHER)
) -> Scene:
    """A squad with a weapon in D4 before the Cave in D5, its hex activated."""
    gun = {weapon: (8, 1)}
    return Scene(
        U("a", "squad 2-5-4-5", "D4", carries=[weapon]), *inside, U("y", "squad", "H8"), guns=gun, markers=markers
    )


def test_collapse() -> None:
    """10.7.2#1, 10.7.2#2, 10.7.2#4: a Damage Check closes the Cave even if it is passed; the men go on below."""
    s = blast(U("x", "squad 1-5-4-9", "D5/cave"))
    s.fire("D4", "D5/cave", ("a", "flamethrower"), dice=("attack 3", "defence 5", "damage check 2"))
    assert any(isinstance(e, MarkerPlaced) and e.marker.kind == "collapsed_entrance" for e in s.events)
    assert (s.at("x"), s.words("x")) == ("D6/tunnel", {"in_tunnel"})
    assert location_modifiers(s.game, s.state, s.loc("D5")) == []
    assert cost(s, "D5", "D5/cave") == "no_cave"


def test_everybody_leaves_a_collapsed_cave() -> None:
    """10.7.2#2: one after the other goes on below; what is left of the entrance belongs to the same side."""
    s = blast(U("x", "squad 1-5-4-9", "D5/cave"), U("z", "leader 8-1-6", "D5/cave"))
    dice = ("attack 3", "defence 5", "damage check 2", "damage check 2")
    s.fire("D4", "D5/cave", ("a", "flamethrower"), dice=dice)
    assert (s.at("x"), s.at("z")) == ("D6/tunnel", "D6/tunnel")
    left = [m for m in s.state.markers if m.kind == "collapsed_entrance"]
    assert left == [Marker("collapsed_entrance", s.loc("D5"), 1, NOBODY)]


def test_all_leave_a_collapsed_cave() -> None:
    """10.7.2#1, 10.7.2#2: one after the other; the Collapsed Entrance belongs to the side of the Cave."""
    s = blast(U("x", "squad 1-5-4-9", "D5/cave"), U("z", "squad 1-5-4-9", "D5/cave"))
    before = next(m for m in s.state.markers if m.at == s.loc("D5"))
    s.fire("D4", "D5/cave", ("a", "flamethrower"), dice=("attack 3", "defence 5", "damage check 2", "damage check 2"))
    assert (s.at("x"), s.at("z")) == ("D6/tunnel", "D6/tunnel")
    assert Marker("collapsed_entrance", s.loc("D5"), 1, before.side) in s.state.markers


def test_machine_gun_closes_nothing() -> None:
    """10.7.2#1: other fire leaves the Cave open."""
    s = blast(U("x", "squad 1-5-4-9", "D5/cave"), weapon="mg")
    s.fire("D4", "D5/cave", ("a", "mg"), dice=("attack 5", "defence 1", "damage check 2"))
    assert sorted(m.kind for m in s.state.markers) == ["cave", "cave"]


def test_nowhere_to_go() -> None:
    """10.7.2#2, 10.7.2#3: without another Cave the occupants are lost, and so is everybody in a Tunnel."""
    s = blast(U("x", "squad 1-5-4-9", "D5/cave"), U("z", "squad", "D6/tunnel"), markers=(NORTH,))
    s.fire("D4", "D5/cave", ("a", "flamethrower"), dice=("attack 3", "defence 5", "damage check 2"))
    assert s.at("x") == s.at("z") == ""


def test_no_tunnel_out_of_play() -> None:
    """10.7.2#2, 22.0: hexes out of play are no Tunnel: who has no other way is lost, who has one takes it."""
    dice = ("attack 3", "defence 5", "damage check 2")
    s = blast(U("x", "squad 1-5-4-9", "D5/cave"))
    s.game.__dict__["playable"] = s.game.playable - {s.loc("D6") >> 3}
    s.fire("D4", "D5/cave", ("a", "flamethrower"), dice=dice)
    assert s.at("x") == ""
    s = blast(U("x", "squad 1-5-4-9", "D5/cave"), markers=(NORTH, ("cave", "F7", 3, "F6")))
    ways = refuge(s.game, s.state, s.number("x"), s.loc("D5/cave"))
    assert len(ways) == 2
    s.game.__dict__["playable"] = s.game.playable - {ways[0] >> 3}
    s.fire("D4", "D5/cave", ("a", "flamethrower"), dice=dice)
    assert s.at("x") == s.game.board.loc_name(ways[1])


def test_choice_of_tunnel() -> None:
    """10.7.2#2: where two hexes lead closer to a Cave the owner chooses."""
    s = blast(U("x", "squad 1-5-4-9", "D5/cave"), markers=(NORTH, ("cave", "F7", 3, "F6")))
    s.fire("D4", "D5/cave", ("a", "flamethrower"), dice=("attack 3", "defence 5", "damage check 2"))
    places = {c.at for c in s.options() if isinstance(c, GoInto)}
    assert s.asked == "de"
    assert len(places) >= 2
    s.do(GoInto("x", min(places)))
    assert s.at("x") == min(places)


def test_no_leaps_below_ground() -> None:
    """10.7.1#1: a Tunnel is walked hex by hex, to a far Cave too."""
    s = Scene(U("a", "squad", "D5/cave"), FAR, markers=[NORTH, OTHER])
    assert (cost(s, "D5/cave", "D8/cave"), cost(s, "D6/tunnel", "D8/cave")) == ("not_adjacent", "not_adjacent")
    assert cost(s, "D7/tunnel", "D8/cave") == 1


def test_cave_arrivals_lose_the_marker() -> None:
    """10.7.1#2: who has come out of a Tunnel into the open is no longer In Tunnel."""
    s = Scene(U("a", "squad 1-5-6-5", "D7/tunnel"), FAR, markers=[NORTH, OTHER])
    s.do(Activate("D7/tunnel"), BeginMove("D7/tunnel"), AddMover("a"), StepTo("D8/cave"), StepTo("D8"))
    if s.asked == "de":
        s.do(PassWindow(True))
    s.do(StopMove())
    assert s.words("a") == {"moved"}
