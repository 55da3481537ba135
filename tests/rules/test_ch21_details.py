"""21.1, 21.2, 21.4, 21.6: fortifications where situations do not look: the first hex, Mines of nobody, works."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import flagged, gun, tank
from helpers import Activate, Scene, U
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.events import Resolved
from lnlt.core.flags import BULK, DUG_IN, EMPLACED, FIRED, IMMOBILIZED, IN_TRENCHES, SHAKEN
from lnlt.core.setup import Group
from lnlt.core.state import NOBODY, Marker
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.steps import DriveTo
from lnlt.rules.ch21_fortifications.mines import MinesUnderVehicle, friendly_mines, lowest_hull, mines_entering
from lnlt.rules.ch21_fortifications.placing import check_placing
from lnlt.rules.ch21_fortifications.set_up import PlaceWork, WorkPlacing, next_work, works_of
from lnlt.rules.facts.bunkers import bunker_step, check_in_bunker
from lnlt.rules.facts.emplacements import emplace, leave_emplacement
from lnlt.rules.facts.shelters import along_trench, dig_in, is_sheltered, lies_low

pytestmark = pytest.mark.usefixtures("either_seat")


def code(found: Any) -> str:
    """Code of a refusal, "" if there is none."""
    return getattr(found, "code", "")


def draft(s: Scene, *dice: tuple[str, tuple[int, ...]]) -> Draft:
    """The position as rules change it."""
    return Draft(s.game, s.state, ScriptedDice(list(dice)))


def test_who_sets_up_in_a_bunker() -> None:
    """21.1: neither vehicles nor riders, and only where there is one."""
    s = Scene(
        U("a", "squad", "D6"), tank("b", "D6"), U("c", "mounted_squad 1-4-8-5", "D6"), U("x", "squad", "D2"),
        markers=[("bunker", "D5", 1, "D4")],
    )  # fmt: skip
    found = [code(check_in_bunker(s.game, s.state, s.number(n), s.loc("D5/bunker"))) for n in "abc"]
    assert found == ["", "not_mounted_there", "not_mounted_there"]
    assert code(check_in_bunker(s.game, s.state, s.number("a"), s.loc("D6/bunker"))) == "no_bunker"


def test_ways_into_a_bunker() -> None:
    """21.1: from the ground of its hex and back, on foot."""
    s = Scene(U("a", "squad", "D5"), U("x", "squad", "D2"), markers=[("bunker", "D5", 1, "D4")])

    def step(frm: str, to: str, mover: int = 0) -> str:
        return code(bunker_step(s.game, s.state, s.loc(frm), s.loc(to), mover))

    assert step("D5", "D5/bunker") == step("D5/bunker", "D5") == ""
    assert step("D6", "D5/bunker") == step("D6", "D6/bunker") == step("D5", "D5") == "no_bunker"
    assert step("D5", "D5/bunker", 1) == "not_mounted_there"


def test_mines_of_nobody_in_the_first_hex() -> None:
    """21.4.1: Mines that belong to nobody attack like those of the enemy; so do those in A0."""
    s = Scene(tank("a", "A1", facing="A0/B1"), tank("x", "H8", to_hit=()))
    a = s.number("a")
    for side in (NOBODY, s.de):
        mine = Marker("mines", s.loc("A1"), 1, side)
        s.state = replace(s.state, markers=(mine,), marks={mine.at: (mine,)})
        d = draft(s, ("attack", (6,)), ("defence", (1,)), ("mines table", (4,)))
        MinesUnderVehicle(side=side, unit=a, at=s.loc("A1"), fp=1).blast(d)
        assert d.units[a].flags & IMMOBILIZED
        assert d.units[a].flags & SHAKEN
        assert {e.side for e in d.events if type(e).__name__ == "Rolled" and e.purpose == "attack"} == {s.de}  # type: ignore[attr-defined]
    gone = draft(s)
    MinesUnderVehicle(side=s.de, unit=a, at=s.loc("D4"), fp=1).blast(gone)
    assert gone.events == []


def test_mines_and_friends() -> None:
    """21.4: friends pay a point, enemies are attacked, each marker in turn; nobody underground."""
    s = Scene(U("a", "squad", "D6"), tank("b", "D6"), U("x", "squad", "D2"), markers=[("mines", "D5", 2)])
    mines = [Marker("mines", s.loc("D5"), n, s.de) for n in (1, 2)]
    s.state = replace(s.state, markers=tuple(mines), marks={s.loc("D5"): tuple(mines)})
    assert [m.value for m in friendly_mines(s.state, s.de, s.loc("D5"), "D5")] == [2]
    assert friendly_mines(s.state, s.us, s.loc("D5"), "D5") == []

    def attacks(at: str, *movers: str) -> list[tuple[str, int]]:
        d = draft(s)
        before = len(d.stack)
        mines_entering(d, s.loc(at), tuple(s.number(m) for m in movers))
        return [(type(f).__name__, f.fp) for f in reversed(d.stack[before:])]  # type: ignore[attr-defined]

    assert attacks("D5", "a") == [("Shelling", 1), ("Shelling", 2)]
    assert attacks("D5", "b") == [("MinesUnderVehicle", 1), ("MinesUnderVehicle", 2)]
    assert attacks("D5", "b", "a") == [
        ("MinesUnderVehicle", 1),
        ("Shelling", 1),
        ("MinesUnderVehicle", 2),
        ("Shelling", 2),
    ]
    assert attacks("D5", "x") == attacks("D5/bunker", "a") == attacks("D4", "a") == attacks("D5") == []


def test_driving_onto_mines() -> None:
    """21.4.1: the first die of the table does no harm, the last destroys; no crew is saved."""
    for die, words, outcome in (
        (1, set(), "none"),
        (2, {"shaken", "moved"}, "shaken"),
        (4, {"shaken", "moved", "immobilized"}, "shaken_immobilized"),
    ):
        s = Scene(
            tank("a", "D6", facing="D5/E5"),
            U("b", "squad", "D6"),
            tank("x", "H1", to_hit=()),
            markers=[("mines", "D5", 1)],
        )
        mine = Marker("mines", s.loc("D5"), 1, s.de)
        s.state = replace(s.state, markers=(mine,), marks={mine.at: (mine,)})
        s.do(Activate("D6"), BeginDrive("a"), DriveTo("D5"), dice=("attack 6", "defence 1", f"mines table {die}"))
        assert s.words("a") == words
        assert [e.outcome for e in s.events if isinstance(e, Resolved)] == [outcome]


def test_no_works_in_buildings() -> None:
    """21.1, 21.4: Mines in none, Foxholes wherever there is ground."""
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "D2"), hexes={"C4": "lc_building", "A0": "hc_building"})
    board = s.game.board
    found = {n: code(check_placing(board, "mines", board.index[n], ())) for n in ("A0", "C4", "C5")}
    assert found == {"A0": "no_place_for", "C4": "no_place_for", "C5": ""}
    assert code(check_placing(board, "foxholes", board.index["C4"], ())) == ""


def test_barricades_on_roads() -> None:
    """21.5: where there is a road or a bridge; other things in a hex make it no Road hex."""
    s = Scene(
        U("a", "squad", "D6"), U("x", "squad", "D2"),
        features={"C4": ("road",), "C5": ("bridge",), "C6": ("railroad",), "C7": ("road", "railroad")},
    )  # fmt: skip
    board = s.game.board
    found = {n: code(check_placing(board, "barricade", board.index[n], ())) for n in ("C3", "C4", "C5", "C6", "C7")}
    assert found == {"C3": "no_place_for", "C4": "", "C5": "", "C6": "no_place_for", "C7": ""}


def test_emplacements_of_a_hex() -> None:
    """21.7: two at most, beside no other fortification."""
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "D2"))
    there = [code(check_placing(s.game.board, "vehicle_emplacement", 0, ["vehicle_emplacement"] * n)) for n in range(4)]
    assert there == ["", "", "one_fortification", "one_fortification"]
    assert code(check_placing(s.game.board, "vehicle_emplacement", 0, ["trench"])) == "one_fortification"


@pytest.mark.parametrize(("markers", "inside"), [(1, ["b"]), (2, ["b", "c"])])
def test_who_is_emplaced(markers: int, inside: list[str]) -> None:
    """21.7: as many vehicles as there are Emplacements, once; nobody else, whatever he is marked with."""
    s = Scene(
        U("a", "squad", "D6", "shaken", "moved"), tank("b", "D6"), tank("c", "D6"), tank("x", "D2"),
        markers=[("vehicle_emplacement", "D6", 1)] * markers + [("vehicle_emplacement", "D2", 1)] * 2,
    )  # fmt: skip
    assert [n for n in "abc" if s.unit(n).flags & EMPLACED] == inside
    d = draft(s)
    emplace(d)
    assert d.events == []


@pytest.mark.parametrize(("markers", "inside"), [(1, ["c"]), (2, ["a", "c"])])
def test_who_is_emplaced_already(markers: int, inside: list[str]) -> None:
    """21.7: he keeps his Emplacement, and others have what is left."""
    s = Scene(
        tank("a", "D6"), tank("b", "D6"), tank("c", "D6", "emplaced"), U("x", "squad", "D2"),
        markers=[("vehicle_emplacement", "D6", 1)] * markers,
    )  # fmt: skip
    assert [n for n in "abc" if s.unit(n).flags & EMPLACED] == inside


def test_who_leaves_an_emplacement() -> None:
    """21.7: its marker goes with the vehicle that was in it, which is otherwise as before; not with any other."""
    s = Scene(tank("a", "D6"), tank("b", "D6"), tank("x", "D2"), markers=[("vehicle_emplacement", "D6", 1)])
    at, d = s.loc("D6"), draft(s)
    leave_emplacement(d, s.number("b"), at)
    assert d.events == []
    leave_emplacement(d, s.number("a"), at)
    assert (d.units[s.number("a")].flags, d.marks.get(at, ())) == (BULK, ())


def placing(*works: str, setup: tuple[str, ...] = ("A0", "D4")) -> tuple[Scene, Group, WorkPlacing]:
    """A side that has works to place, and the question where."""
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "D2"), hexes={"D4": "river"})
    group = Group(id="g", side="us", units=(), setup=setup, works=works)
    s.game.__dict__["setup"] = replace(s.game.setup, groups=(group,))
    return s, group, WorkPlacing(side=s.us, group="g")


def test_placing_works() -> None:
    """21.1, 22.0: in the area and on the map, a Bunker towards a neighbour, the one that is next."""
    s, group, question = placing("bunker 2", "wire", setup=("A1", "D4", "Z9"))
    assert next_work(s.state, group) == ("bunker", 2)
    found = question.candidates(s.game, s.state)
    assert {c.facing for c in found if c.at == "A1"} == {"A0", "A2", "B1", "B2"}
    assert {c.at for c in found} == {"A1", "D4"}

    def check(*args: str) -> str:
        return code(question.check(s.game, s.state, PlaceWork(*args)))

    assert check("bunker", "A1", "A0") == check("bunker", "A1/ground", "A0/ground") == ""
    assert (check("bunker", "A1/upper", "A0"), check("bunker", "A1", "A0/air")) == ("work_not_here", "no_facing")
    assert check("bunker", "A1", "A1") == check("bunker", "A1") == "no_facing"
    assert check("wire", "A1") == "not_next_work"
    assert check("bunker", "C4", "C5") == check("bunker", "Z9", "C5") == "work_not_here"
    assert check("bunker", "D4", "D5") == "no_place_for"


def test_works_in_the_first_hex() -> None:
    """22.0: A0 is a hex of the area like any other."""
    s, _, question = placing("wire")
    found = {n: code(question.check(s.game, s.state, PlaceWork("wire", n))) for n in ("A0", "A1", "Z9")}
    assert found == {"A0": "", "A1": "work_not_here", "Z9": "work_not_here"}


def test_works_without_a_place() -> None:
    """22.0: what has no place left is left out, and the next one is asked for."""
    s, group, _ = placing("bunker 1", "foxholes", "wire", setup=("D4",))
    d = draft(s)
    question = works_of(d, group)
    assert question is not None
    assert d.notes["works:g"] == 2
    assert next_work(d, group) == ("wire", 1)
    s, group, _ = placing("bunker 1", "wire", setup=("D4",))
    d = draft(s)
    assert works_of(d, group) is not None
    assert d.notes["works:g"] == 1
    s, group, _ = placing("bunker 1", "foxholes", setup=("D4",))
    d = draft(s)
    assert works_of(d, group) is None
    assert d.notes["works:g"] == 2


def test_digging_in() -> None:
    """21.2, Q-174: guns and vehicles set up in Foxholes, once; men need no digging."""
    s = Scene(
        gun("a", "D6"), tank("b", "D6"), U("c", "squad", "D6"), gun("d", "D7"), U("x", "squad", "D2"),
        markers=[("foxholes", "D6", 1)],
    )  # fmt: skip
    assert [n for n in "abcd" if s.unit(n).flags & DUG_IN] == ["a", "b"]
    d = draft(s)
    dig_in(d)
    assert d.events == []
    assert [is_sheltered(s.game, s.state, s.number(n), "foxholes") for n in "abcd"] == [True, True, True, False]
    assert [is_sheltered(s.game, s.state, s.number(n), "trench") for n in "abcd"] == [True, False, True, True]


def test_hulls_without_armor() -> None:
    """21.4.1: none counts as 0, the lowest hull factor counts."""
    found = [
        lowest_hull(tank("a", "D6", armor=armor).type)
        for armor in (("3/9", "*", "2"), ("3", "2/1", "4"), ("0", "1", "1"))
    ]
    assert found == [0, 2, 0]


def test_lying_low() -> None:
    """21.6.1, Q-075: in a Trench nobody has spotted, until one shows himself; other marks do not matter."""
    s = Scene(U("a", "squad", "D6"), U("b", "squad", "E6"), U("x", "squad", "D2"), markers=[("trench", "D6", 1)])
    assert [lies_low(s.state, n) for n in (0, 1)] == [True, False]
    assert lies_low(flagged(s, "a", IN_TRENCHES).state, 0)
    assert not lies_low(flagged(s, "a", FIRED).state, 0)


def test_along_a_trench() -> None:
    """21.6: between two different hexes that both have one; neighbours share no number by accident."""
    s = Scene(
        U("a", "squad", "D6"),
        U("x", "squad", "D2"),
        markers=[("trench", "D6", 1), ("trench", "D5", 1), ("trench", "D7", 1)],
    )
    pairs = (("D6", "D5"), ("D5", "D6"), ("D6", "D7"), ("D6", "D6"), ("D6", "E6"))
    assert [along_trench(s.state, s.loc(a), s.loc(b)) for a, b in pairs] == [True, True, True, False, False]
