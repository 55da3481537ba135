"""22.0: who enters a scenario by which edge, who leaves, what paragraphs bring, and what counts at the end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import OK, code, tank
from helpers import Activate, AddMover, BeginMove, Pass, Place, StepTo, StopMove, U, rebuilt
from lnlt import engine
from lnlt.core import events as ev
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import ELIMINATED, FLIPPED, JAMMED
from lnlt.core.frames import Command, Question
from lnlt.core.setup import Condition, Effect, Exit, Group, Points, Victory
from lnlt.core.state import NOWHERE
from lnlt.rules.ch22_scenario.entry import Enter, EnterAt, check_any_entry
from lnlt.rules.ch22_scenario.exits import way_off
from lnlt.rules.ch22_scenario.facing import check_place, facings
from lnlt.rules.ch22_scenario.outfit import Give
from lnlt.rules.ch22_scenario.set_up import Ready, bunkers
from lnlt.rules.ch22_scenario.victory import lost_squads, points, standing
from lnlt.rules.facts.groups import edge_hexes, edges_of, entering, group_named, waiting
from scenario_helpers import Plan, event, late, set_up

FAR = U("z", "squad 0-0-4-5", "H7")
"""An enemy without a shot."""
HOUSE: dict[str, Any] = {"hexes": {"A4": "hc_building"}, "buildings": [(("A4",), 2)]}
EDGE_HEX = {"north": "D0", "east": "H4", "south": "D8", "west": "A4"}


def told(s: Plan) -> set[Command]:
    """Commands that are named as not allowed now, each with its reason."""
    question = engine.question(s.state)
    assert isinstance(question, Question)
    return {command for command, _ in question.refusals(s.game, s.state)}


class TestEntering:
    """22.0: units that come onto the map."""

    def test_not_talked_about_once_a_hex_was_named(self) -> None:
        """22.0: after a location was named entering is neither offered nor named as barred."""
        s = late(U("a", "squad", ""), U("b", "squad", "D4"), FAR)
        assert Enter("late") in s.options()
        s.do(Activate("D4"))
        assert Enter("late") not in {*s.options(), *told(s)}

    def test_who_was_picked_is_not_asked_again(self) -> None:
        """22.0, 6.0: of those who wait only who comes after the last one picked is talked about."""
        s = late(*(U(name, "squad", "") for name in "abc"), FAR).do(Enter("late"))
        assert {c.unit for c in s.offered(AddMover)} == {"a", "b", "c"}
        s.do(AddMover("b"))
        assert {c.unit for c in (*s.options(), *told(s)) if type(c) is AddMover} == {"c"}

    def test_the_first_hex_says_why(self) -> None:
        """22.0: men whom no entry hex takes are told what bars the first one; without any hex, that there is none."""
        s = late(U("a", "squad", ""), *(U(f"b{i}", "squad", "A4") for i in range(3)), FAR, hexes={"A3": "pond"})
        men, modes = (s.number("a"),), ("normal",)
        group = group_named(s.game, "late")
        assert code(check_any_entry(s.game, s.state, group, men, modes)) == ("6.0", "terrain_prohibited")
        turned = replace(group, enter=("A4", "A3"))
        assert code(check_any_entry(s.game, s.state, turned, men, modes)) == ("1.3", "too_many_squads")
        nowhere = replace(group, enter=())
        assert code(check_any_entry(s.game, s.state, nowhere, men, modes)) == ("22.0", "no_entry_hex")

    def test_who_cannot_walk_and_who_cannot_rush(self) -> None:
        """22.0, 1.7, 6.1, 15.1: a tank and a gun that only pivots are not led in on foot, and a Squad without the
        ability makes no Assault Move onto the map."""
        fixed = U("g", "weapon_team 3-9-2-6", "", abilities=("pivot_only",))
        s = late(U("a", "squad", ""), tank("t", ""), fixed, FAR).do(Enter("late"))
        assert s.refused(AddMover("a")) == OK
        assert s.refused(AddMover("a", "assault")) == ("6.1", "no_assault_move")
        assert s.refused(AddMover("t")) == ("15.1", "drives_alone")
        assert s.refused(AddMover("g")) == ("1.7", "cannot_move")


def sided(edges: tuple[str, ...], one_edge: bool) -> Plan:
    """An American impulse in which two Squads may enter by some edges."""
    group = Group("late", "us", ("a", "b"), edges=edges, one_edge=one_edge)
    return Plan(U("a", "squad", ""), U("b", "squad", ""), FAR, scenario={"groups": (group,)})


class TestEdges:
    """22.0: edges of the map."""

    def test_hexes_along_the_edges(self) -> None:
        """22.0: the outer columns are the east and west edge; a hex of the top or bottom row belongs to north or south,
        and only the corners to two edges."""
        s = Plan(U("a", "squad", "B1"), U("x", "squad", "C1"), size=(4, 3), scenario={})
        found = {edge: {s.game.board.names[i] for i in edge_hexes(s.game, edge)} for edge in EDGE_HEX}
        columns = {c: {n for n in s.game.board.names if n[0] == c} for c in "ABCD"}
        assert (found["west"], found["east"]) == (columns["A"], columns["D"])
        assert found["north"] == {min(column) for column in columns.values()}
        assert found["south"] == {max(column) for column in columns.values()}

    @pytest.mark.parametrize("edge", EDGE_HEX)
    @pytest.mark.parametrize("one_edge", [True, False])
    def test_the_edge_of_the_first_unit(self, edge: str, one_edge: bool) -> None:
        """22.0: where the scenario says so all come by the edge the first one chose, else by any of their edges."""
        other = "north" if edge == "south" else "south"
        edges = (edge, other)
        s = sided(edges, one_edge).do(Enter("late"), AddMover("a"), EnterAt(EDGE_HEX[edge]))
        assert edges_of(s.state, group_named(s.game, "late")) == ((edge,) if one_edge else edges)

    @pytest.mark.parametrize("edges", [("east",), ("east", "north")])
    def test_an_edge_is_chosen_once(self, edges: tuple[str, ...]) -> None:
        """22.0: the edge is noted when there is a choice, and never again by those who follow."""
        s = sided(edges, True).do(Enter("late"), AddMover("a"), EnterAt("H4"))
        noted = [e for e in s.events if isinstance(e, ev.Noted) and e.key == "edge:late"]
        assert len(noted) == len(edges) - 1
        s.do(StopMove(), Pass(), Enter("late"), AddMover("b"), EnterAt("H3"))
        assert not [e for e in s.events if isinstance(e, ev.Noted) and e.key == "edge:late"]


class TestWaiting:
    """22.0: who is still expected."""

    @pytest.mark.parametrize("note", ["exited:a", "flown:a"])
    def test_who_has_left_does_not_come_back(self, note: str) -> None:
        """22.0, 19.2.7: who has gone off the map, on foot or by air, is not waiting to enter."""
        s = late(U("a", "squad", ""), U("b", "squad", ""), FAR)
        s.state = rebuilt(s.state, notes={note: 1})
        assert [s.state.units[u].id for u in waiting(s.state, group_named(s.game, "late"))] == ["b"]

    def test_the_lost_do_not_enter(self) -> None:
        """22.0: a unit of the group that was eliminated is not expected any more."""
        s = late(U("a", "squad", ""), FAR)
        assert s.refused(Enter("late")) == OK
        s.state = rebuilt(s.state, units=[replace(u, flags=ELIMINATED) if u.id == "a" else u for u in s.state.units])
        assert s.refused(Enter("late")) == ("22.0", "not_yet")

    @pytest.mark.parametrize(
        ("how", "enters"),
        [
            ({"enter": ("A4",)}, True),
            ({"edges": ("west",)}, True),
            ({"edge_roll": {"1": "west"}}, True),
            ({"setup": ("A4",), "enter": ("A4",)}, False),
            ({"setup": ("A4",)}, False),
            ({}, False),
        ],
    )
    def test_who_enters_at_all(self, how: dict[str, Any], enters: bool) -> None:
        """22.0: a group with hexes or an edge to come by enters; one that is set up, or that only a paragraph places,
        does not, even while its units are off the map."""
        s = Plan(U("a", "squad", ""), U("b", "squad", "D4"), FAR, scenario={})
        group = Group("late", "us", ("a",), **how)
        s.game.setup = replace(s.game.setup, groups=(group,))
        assert bool(entering(s.game, s.state, s.us)) is enters


class TestLeaving:
    """22.0, Q-250: the way off the map."""

    def test_from_the_ground_only(self) -> None:
        """22.0: a side leaves the map from the ground of a hex; not from an upper floor, and not from off the map."""
        last = Plan(U("a", "squad", "A4"), FAR, scenario={}).game.board.names[-1]
        way = Exit("us", hexes=("A4", last))
        s = Plan(U("a", "squad", "A4"), U("b", "squad", "A4/upper"), FAR, scenario={"exits": (way,)}, **HOUSE)
        assert way_off(s.game, s.us, s.loc("A4")) == way_off(s.game, s.us, s.loc(last)) == way
        assert way_off(s.game, s.us, s.loc("A4/upper")) is None
        assert way_off(s.game, s.us, NOWHERE) is None
        assert way_off(s.game, s.de, s.loc("A4")) is None


class TestPlaces:
    """1.3, 22.0: where vehicles begin and which way they face."""

    @pytest.mark.parametrize(("at", "found"), [("C4", OK), ("C4/bunker", ("1.3", "no_vehicle_there"))])
    def test_vehicles_stay_outside(self, at: str, found: tuple[str, str]) -> None:
        """1.3, 22.0: a paragraph that names the inside of a Bunker has no room for a tank there; men fit in."""
        s = Plan(tank("t", ""), U("a", "squad", ""), FAR, markers=[("bunker", "C4", 3, "C3")], scenario={})
        assert code(check_place(s.game, s.state, s.number("t"), s.loc(at))) == found
        assert code(check_place(s.game, s.state, s.number("a"), s.loc(at))) == OK

    def test_men_have_no_front(self) -> None:
        """22.0, 15.1: of a group that stands only its tanks are asked which way they face, and none that is off the
        map."""
        s = Plan(tank("t", "C4"), U("a", "squad", "C4"), tank("u", ""), FAR, scenario={})
        found = facings(s.game, s.state, Group("own", "us", ("t", "a", "u")))
        assert {c.unit for c in found} == {"t"}  # type: ignore[attr-defined]
        assert len(found) == 5

    def test_bunkers_of_the_area(self) -> None:
        """21.1, 22.0: men set up inside the Bunkers of their area; no other marker and no other Bunker is for them."""
        works = [("bunker", "C4", 3, "C3"), ("bunker", "G4", 3, "G3"), ("wire", "C5", 1)]
        group = Group("own", "us", ("a",), setup=("C4", "C5"))
        s = set_up(U("a", "squad", ""), FAR, groups=[group], markers=works)
        assert bunkers(s.game, s.state, group) == ["C4/bunker"]
        assert {c.at for c in s.offered(Place)} == {"C4", "C5", "C4/bunker"}


class TestSetUp:
    """22.0: before the first turn."""

    @pytest.mark.parametrize("order", [("us", "de"), ("de", "us"), ("us",), ("de",)])
    @pytest.mark.parametrize("listed", ["us", "de"])
    def test_who_sets_up_first(self, order: tuple[str, ...], listed: str) -> None:
        """22.0: the side the scenario names first sets up first, whichever group is listed first; a side it does not
        name is the last."""
        groups = [Group("own", "us", ("a",), setup=("C4",)), Group("foe", "de", ("x",), setup=("G4",))]
        s = set_up(
            U("a", "squad", ""),
            U("x", "squad", ""),
            groups=groups if listed == "us" else groups[::-1],
            scenario={"setup_order": order},
        )
        assert s.asked == order[0]

    @pytest.mark.parametrize("how", [{"held": True}, {"secret": True}])
    def test_who_is_held_back(self, how: dict[str, bool]) -> None:
        """22.0: units that come into being by a paragraph are not set up, nor are their weapons given out."""
        groups = [
            Group("own", "us", ("a",), setup=("C4",)),
            Group("later", "us", ("b",), ("mg",), setup=("C4",), turn=0, **how),
        ]
        units = (U("a", "squad", ""), U("b", "squad", ""), FAR)
        s = set_up(*units, groups=groups, guns={"mg": (2, 8)}, lying={"mg": ""})
        s.do(Place("a", "C4"), Ready())
        assert s.state.notes["ready:own"] == 1
        assert "ready:later" not in s.state.notes
        assert s.state.phase != "rally" or not s.offered(Place)

    def test_one_weapon_after_the_other(self) -> None:
        """1.6, 22.0: weapons are given out in order; the second is not talked about before the first is given."""
        guns = {"mg": (2, 8), "two": (2, 8)}
        group = Group("own", "us", ("a",), ("mg", "two"), setup=("C4",))
        s = set_up(U("a", "squad", ""), FAR, groups=[group], guns=guns, lying=dict.fromkeys(guns, ""))
        assert {*s.options(), *told(s)} == {Give("a", "mg")}
        assert s.do(Give("a", "mg")).options() == [Give("a", "two")]

    @pytest.mark.parametrize(("flags", "changed"), [(0, False), (JAMMED, False), (FLIPPED, True)])
    def test_only_what_was_turned_over_is_fresh_again(self, flags: int, changed: bool) -> None:
        """1.6.1, 22.0: when a group is ready the weapons it has turned over may be turned again in play; a jammed one
        is left as it is."""
        mg = WeaponType("gun-mg", "mg", "machine_gun", fp=2, range=9, abilities=frozenset({"tripod"}))
        group = Group("own", "us", ("a",), setup=("C4",))
        s = set_up(U("a", "squad", "", carries=["mg"]), FAR, groups=[group], guns={"mg": mg}).do(Place("a", "C4"))
        s.state = rebuilt(s.state, weapons=[replace(w, flags=flags) for w in s.state.weapons])
        s.do(Ready())
        assert any(isinstance(e, ev.WeaponChanged) for e in s.events) is changed
        assert s.state.weapons[0].flags == flags & ~FLIPPED


def enter(s: Plan) -> Plan:
    """The American Squad steps onto the Event marker."""
    return s.do(Activate("C5"), BeginMove("C5"), AddMover("a"), StepTo("C4"))


class TestParagraphs:
    """22.0: what paragraphs bring."""

    def test_weapons_come_with_their_bearers(self) -> None:
        """22.0, 1.6: each unit a paragraph brings carries its own weapon, of the right kind; what is to be given out
        comes with them."""
        guns = {"mg": (2, 8), "bar": (1, 6), "hmg": (4, 12)}
        units = (U("a", "squad", "C5"), FAR, U("x", "squad", "", carries=["bar"]), U("y", "squad", "", carries=["hmg"]))
        held = Group("ambush", "de", ("x", "y"), ("mg",), held=True, turn=0)
        place = Effect("place", group="ambush", hexes=("G4",))
        s = event(*units, effects=[place], held=[held], guns=guns, lying={"mg": ""})
        assert not {"x", "y"} & set(s.state.ids)
        enter(s).do(Give("x", "mg"))

        def load(id_: str) -> list[tuple[str, int | None]]:
            carried = [s.state.weapons[w] for w in s.unit(id_).carries]
            return [(w.id, s.game.weapon_types[w.type].fp) for w in carried]

        assert (load("x"), load("y")) == ([("bar", 1), ("mg", 2)], [("hmg", 4)])

    @pytest.mark.parametrize(("marker", "words"), [("", set()), ("fired", {"fired"})])
    def test_state_of_who_is_placed(self, marker: str, words: set[str]) -> None:
        """22.0: units a paragraph brings are in Good Order, and have acted only if it says so."""
        held = Group("ambush", "de", ("x",), held=True, turn=0)
        effects = [Effect("place", group="ambush", hexes=("G4",), marker=marker)]
        s = enter(event(U("a", "squad", "C5"), FAR, U("x", "squad", ""), effects=effects, held=[held]))
        s.do(Place("x", "G4"))
        assert s.words("x") == words


def left(*names: str, when: Condition) -> bool:
    """Whether the Americans win by a condition when some units have left the map, and others have not."""
    units = (
        U("a", "squad", "A4"),
        U("b", "half_squad", "A4"),
        U("l", "leader", "A5"),
        U("m", "leader", "A5"),
        U("h", "hero", "A5"),
        U("x", "squad", "D4"),
    )
    s = Plan(*units, scenario={"victory": (Victory("us", (when,)),), "otherwise": "de"})
    s.state = rebuilt(s.state, notes={f"exited:{name}": 1 for name in names})
    return standing(s.game, s.state).winner == s.us


class TestGoals:
    """22.0: what counts at the end."""

    @pytest.mark.parametrize(
        ("gone", "met"),
        [("a", True), ("b", False), ("bl", False), ("blmh", False), ("ab", True), ("lmh", False), ("x", False)],
    )
    def test_squads_that_left(self, gone: str, met: bool) -> None:
        """22.0: a Squad counts as one, a Half-Squad as half, a Single-Man Counter as nothing."""
        assert left(*gone, when=Condition(exit_squads=1)) is met

    @pytest.mark.parametrize(("gone", "met"), [("lm", True), ("l", False), ("lh", False), ("abh", False), ("", False)])
    def test_leaders_that_left(self, gone: str, met: bool) -> None:
        """22.0: two Leaders must have left the map: neither one of them is enough, nor a Hero, nor Squads."""
        assert left(*gone, when=Condition(exit_leaders=2)) is met

    @pytest.mark.parametrize(("at", "met"), [("A4", True), ("D4", False), ("G4", False)])
    def test_who_holds_a_hex(self, at: str, met: bool) -> None:
        """22.0: a hex is held by the side whose Good Order Squad is in it, not by the enemy's and not by nobody's."""
        assert left(when=Condition(hold=(at,))) is met

    def test_nothing_was_noted(self) -> None:
        """22.0: what was never done is not noted, and the goal not met."""
        assert not left(when=Condition(note="found"))
        assert left("a", when=Condition(note="exited:a"))

    def test_points_for_men_who_are_gone(self) -> None:
        """22.0: a Single-Man Counter of the enemy counts when he is eliminated, not when he is wounded or has moved."""
        s = Plan(
            U("a", "squad", "A4"),
            U("x", "leader", "D4", "wounded"),
            U("y", "hero", "D5", "moved"),
            scenario={"points": (Points("us", per_smc=3),)},
        )
        row = s.game.setup.points[0]
        assert points(s.game, s.state, row) == 0
        lost = [replace(u, at=NOWHERE, flags=ELIMINATED) if u.id == "x" else u for u in s.state.units]
        s.state = rebuilt(s.state, units=lost)
        assert points(s.game, s.state, row) == 3

    @pytest.mark.parametrize(("words", "kind"), [("shaken", "squad"), ("moved", "squad"), ("fired", "half_squad")])
    def test_who_acts_is_not_lost(self, words: str, kind: str) -> None:
        """22.0: nothing is lost with a Squad that is Shaken or has acted."""
        s = Plan(U("a", "squad", "A4"), U("x", kind, "D4", words), scenario={})
        assert lost_squads(s.game, s.state, s.number("x")) == 0
