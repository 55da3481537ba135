"""23.2.1: Claymores in detail: who deploys and watches over them, what they reach, whom they attack."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import flagged, tank
from helpers import Activate, Scene, U, why
from lnlt.core.catalog import WeaponType
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.engine import passes
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ELIMINATED,
    FIRED,
    HANDLED,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    SMOKED,
    WOUNDED,
)
from lnlt.core.state import Marker
from lnlt.rules.ch23_equipment.claymores import (
    ClaymoreChoice,
    DeployClaymore,
    Detonate,
    Detonation,
    HoldClaymore,
    Tripped,
    check_fresh,
    claymore_tallies,
    claymore_targets,
    covers_step,
    has_watch,
    trip,
)
from lnlt.rules.facts.deployed_claymores import claymore_at, forget_claymore

pytestmark = pytest.mark.usefixtures("either_seat")

MEN = ("leader", "commissar", "political_officer", "hero", "sniper", "scout", "advisor", "marksman")


def field(*units: U, **facts: Any) -> Scene:
    """A scene with the Claymores c1 and c2 and a machine gun."""
    guns: dict[str, Any] = {c: WeaponType(f"gun-{c}", c, "claymore") for c in ("c1", "c2")}
    lying = {"c1": "A7", "c2": "A7", "mg": "A7"}
    return Scene(*units, **{"era": "modern", "guns": {**guns, "mg": (2, 8)}, "lying": lying, **facts})


def deployed(s: Scene, *places: str) -> Scene:
    """The scene with Claymores of the Americans."""
    found = tuple(Marker("claymore", s.loc(at), 1, s.us) for at in places)
    marks = {m.at: (m,) for m in found}
    s.state = replace(s.state, markers=(*s.state.markers, *found), marks={**s.state.marks, **marks})
    return s


def code(found: Any) -> str:
    """Code of a refusal, "" if there is none."""
    return found.code if found else ""


@pytest.mark.parametrize(
    ("flag", "want"),
    [
        (0, ""), (WOUNDED, ""), (SHAKEN, "not_good_order"), (MELEE, "in_melee"),
        *((f, "has_acted") for f in (FIRED, MOVED, OPS_COMPLETE, MOVING, ASSAULT_FIRE, SMOKED, HANDLED)),
    ],
)  # fmt: skip
def test_who_is_fresh(flag: int, want: str) -> None:
    """4.0, 23.2.1: Good Order, and nothing done yet in this turn."""
    s = field(U("a", "squad", "D6"), U("x", "squad", "H1"))
    assert code(check_fresh(flagged(s, "a", flag).state, 0)) == want


def test_one_unit_deploys() -> None:
    """23.2.1: a Squad, Half-Squad or Crew that has one does it alone, where it is; no Weapon Team."""
    s = field(
        U("a", "squad", "A0", carries=["c1", "mg"]), U("b", "squad", "A0"), U("c", "weapon_team", "A0", carries=["c2"]),
        U("x", "squad", "H1"),
    )  # fmt: skip
    assert s.code(DeployClaymore("a", "c1")) == "not_named"
    s.do(Activate("A0"))
    assert [c for c in s.options() if isinstance(c, DeployClaymore)] == [DeployClaymore("a", "c1")]
    asked = [("a", "mg", ""), ("b", "c1", ""), ("c", "c2", ""), ("a", "c1", "b"), ("x", "c1", ""), ("a", "none", "")]
    assert [s.code(DeployClaymore(*order)) for order in asked] == [
        "not_its_weapon", "not_its_weapon", "cannot_deploy", "cannot_deploy", "no_such_unit", "not_its_weapon",
    ]  # fmt: skip
    s.do(DeployClaymore("a", "c1"))
    assert (s.words("a"), s.words("b")) == ({"ops_complete"}, set())
    assert s.state.markers == (Marker("claymore", s.loc("A0"), 1, s.us),)
    assert "c1" not in [s.state.weapons[w].id for w in s.unit("a").carries]


@pytest.mark.parametrize("kind", [*MEN, "medic", "chaplain"])
def test_two_men_deploy(kind: str) -> None:
    """23.2.1, Q-010: two men of the right kinds in one location, both fresh; both have acted then."""
    s = field(
        U("a", kind, "D6", carries=["c1"]), U("b", "hero", "D6"), U("c", "hero", "D7"), U("d", "medic", "D6"),
        U("x", "hero", "H1"),
    )  # fmt: skip
    s.do(Activate("D6"))
    codes = [s.code(DeployClaymore("a", "c1", mate)) for mate in ("b", "c", "d", "a", "", "x", "nobody")]
    assert codes == ["" if kind in MEN else "cannot_deploy", *["cannot_deploy"] * 6]
    if kind in MEN:
        assert DeployClaymore("a", "c1", "b") in s.options()
        assert s.code(DeployClaymore("a", "c1", "b")) == ""
        s.do(DeployClaymore("a", "c1", "b"))
        assert s.words("a") == s.words("b") == {"ops_complete"}


def test_who_watches_over_it() -> None:
    """23.2.1: a Good Order MMC or one man of the right kinds of its side, even if he has acted."""
    for kind in ("squad", "weapon_team", *MEN, "medic"):
        s = deployed(field(U("a", kind, "D6"), U("b", "squad", "D7"), U("x", "squad", "H1")), "D6")
        (marker,) = s.state.markers
        assert has_watch(s.game, s.state, marker) == (kind != "medic"), kind
        assert not has_watch(s.game, s.state, replace(marker, side=s.de))
        assert has_watch(s.game, flagged(s, "a", FIRED).state, marker) == (kind != "medic")
        for flag in (SHAKEN, MELEE):
            fresh = deployed(field(U("a", kind, "D6"), U("x", "squad", "H1")), "D6")
            assert not has_watch(fresh.game, flagged(fresh, "a", flag).state, marker)


def test_it_is_gone_with_its_side() -> None:
    """23.2.1: once nobody of its side is left in the location."""
    for who, left in ((("a", "D6"), True), (("a", "D7"), False), (("x", "D6"), False)):
        s = deployed(field(U(who[0], "squad", who[1]), U("y", "squad", "H1"), U("b", "squad", "H7")), "D6")
        d = Draft(s.game, s.state, ScriptedDice([]))
        forget_claymore(d, s.loc("D6"))
        assert (claymore_at(d, s.loc("D6")) is not None) is left
        assert claymore_at(d, s.loc("D7")) is None


def reaches(s: Scene, claymore: str, came_from: str, to: str) -> bool:
    """Whether a Claymore may attack those who come to a place."""
    return covers_step(s.game, s.state, s.loc(claymore), s.loc(came_from) if came_from else -1, s.loc(to))


def test_what_it_reaches_on_the_ground() -> None:
    """23.2.1: what is adjacent, not its own location, but from the ground of a house no other upper floor."""
    s = field(
        U("a", "squad", "D6"), U("x", "squad", "H1"), hexes=dict.fromkeys(("D5", "A0", "A1"), "hc_building"),
        buildings=[(("D5",), 2), (("A0", "A1"), 2)],
    )  # fmt: skip
    found = [reaches(s, "D6", "D4", at) for at in ("D6", "D5", "D7", "D4", "D5/upper")]
    assert found == [False, True, True, False, True]
    assert [reaches(s, "A0", "A2", at) for at in ("A0", "A0/upper", "A1", "A1/upper")] == [False, True, True, False]


def test_what_it_reaches_on_a_floor() -> None:
    """23.2.1, Q-405: the floor below and the same floor of its own building, not the ground beside it."""
    s = field(
        U("a", "squad", "D6"), U("x", "squad", "H1"),
        hexes={"D5": "hc_building", "D6": "hc_building", "D7": "hc_building"},
        buildings=[(("D5", "D6"), 2), (("D7",), 2)],
    )  # fmt: skip
    places = ("D6", "D5/upper", "D5", "D7/upper", "C5", "D6/upper")
    assert [reaches(s, "D6/upper", "D4", at) for at in places] == [True, True, False, False, False, False]


def test_what_it_reaches_from_a_bunker() -> None:
    """23.2.1, Q-180: before its front; its own hex only if entered from elsewhere than before the front or the hex."""
    s = field(U("a", "squad", "D6/bunker"), U("x", "squad", "H1"), markers=[("bunker", "D6", 1, "D5")])
    assert [reaches(s, "D6/bunker", "D4", at) for at in ("D5", "D7")] == [True, False]
    found = [reaches(s, "D6/bunker", frm, "D6") for frm in ("D7", "D5", "D6", "")]
    assert found == [True, False, False, False]


def test_whom_it_attacks() -> None:
    """23.2.1, 17.3: all on foot if any of those who came is; else one of them without armor; nobody who is gone."""
    s = field(
        U("a", "squad", "H1"), U("x", "squad", "D5"), U("y", "squad", "D5"), tank("y2", "D5"),
        tank("z", "D5", armor=()), tank("z2", "D5", armor=()),
    )  # fmt: skip
    x, y, armored, soft, second = (s.number(n) for n in ("x", "y", "y2", "z", "z2"))

    def hit(*movers: int, at: str = "D5", s: Scene = s) -> list[int]:
        return claymore_targets(s.game, s.state, s.us, s.loc(at), movers)

    assert set(hit(x)) == set(hit(x, soft)) >= {x, y}
    assert not set(hit(x)) & {armored}
    assert (hit(armored), hit(soft), hit(soft, second), hit(armored, second)) == ([], [soft], [soft], [second])
    assert hit(x, at="D6") == []
    assert hit() == []


def test_who_is_asked() -> None:
    """23.2.1: the owner, for each one within reach of what the enemy has entered; none for his own men."""
    s = deployed(field(U("a", "squad", "D6"), U("b", "squad", "C5"), U("x", "squad", "D5")), "D6", "C5", "H7")
    d = Draft(s.game, s.state, ScriptedDice([]))
    trip(d, s.loc("D5"), s.loc("D4"), (s.number("x"),))
    top = d.stack[-1]
    assert isinstance(top, Tripped)
    assert (top.side, set(top.left), top.movers) == (s.us, {s.loc("D6"), s.loc("C5")}, (s.number("x"),))
    for movers, at in (((s.number("a"),), "D5"), ((), "D5"), ((s.number("x"),), "F1")):
        d = Draft(s.game, s.state, ScriptedDice([]))
        trip(d, s.loc(at), s.loc("D4"), movers)
        assert not isinstance(d.stack[-1], Tripped)


def test_each_is_asked_for() -> None:
    """23.2.1: one after the other; not without a watch, nor when nobody is left; holding it passes."""
    s = deployed(field(U("a", "squad", "D6"), U("x", "squad", "D5")), "D6", "C5")
    frame = Tripped(side=s.us, at=s.loc("D5"), movers=(s.number("x"),), left=(s.loc("C5"), s.loc("D6")))
    d = Draft(s.game, replace(s.state, stack=(*s.state.stack, frame)), ScriptedDice([]))
    frame.ask(d)
    after = d.stack[-1]
    assert isinstance(after, Tripped), "nobody is in C5"
    assert after.left == (s.loc("D6"),)
    after.ask(d)
    asked = d.stack[-1]
    assert isinstance(asked, ClaymoreChoice)
    assert (asked.side, asked.origin, asked.at) == (s.us, s.loc("D6"), s.loc("D5"))
    assert [c for c in asked.candidates(s.game, d) if passes(c)] == [HoldClaymore()]
    asked.answer(d, HoldClaymore())
    assert claymore_at(d, s.loc("D6")) is not None
    asked.answer(d, Detonate())
    assert claymore_at(d, s.loc("D6")) is None
    assert isinstance(d.stack[-1], Detonation)
    gone = flagged(s, "x", ELIMINATED)
    d = Draft(gone.game, replace(gone.state, stack=(*gone.state.stack, after)), ScriptedDice([]))
    after.ask(d)
    assert isinstance(d.stack[-1], Tripped), "nobody is left to attack"


def test_the_last_of_three_first() -> None:
    """23.2.1: whichever of several Claymores is detonated first, the others are asked about afterwards."""
    s = deployed(field(U("a", "squad", "D6"), U("x", "squad", "D5")), "D6", "C5", "E5")
    first, second, third = (s.loc(at) for at in ("D6", "C5", "E5"))
    asked = ClaymoreChoice(side=s.us, origin=first, at=s.loc("D5"), movers=(s.number("x"),), others=(second, third))
    tripped = Tripped(side=s.us, at=s.loc("D5"), movers=(s.number("x"),), left=(second, third))
    d = Draft(s.game, replace(s.state, stack=(*s.state.stack, tripped)), ScriptedDice([]))
    asked.answer(d, Detonate("E5"))
    left = next(frame.left for frame in d.stack if isinstance(frame, Tripped))
    assert left == (first, second)
    assert claymore_at(d, third) is None


def test_sums_of_a_detonation() -> None:
    """23.2.1, 5.6, 17.3: 0 and 2 for being next door, 1 more for men who move, 1 less for a vehicle."""
    s = field(
        U("a", "leader 6-2-6", "D6"), U("x", "squad", "D5", "moved"), U("y", "squad", "D5"),
        tank("z", "E5", armor=()), hexes={"D5": "light_woods", "E5": "light_woods"},
    )  # fmt: skip
    flagged(s, "x", MOVING)
    flagged(s, "z", MOVING)
    for unit, extra in (("x", 1), ("y", 0), ("z", -1)):
        fire, cover = claymore_tallies(s.game, s.state, s.number(unit), s.loc("D6"), s.unit(unit).at)
        assert (why(fire)["claymore"], why(fire)["adjacent"], fire.total) == (0, 2, 2 + extra), unit
        assert cover.total == 1
        assert "leader" not in why(fire)


def test_a_vehicle_that_is_let_pass() -> None:
    """23.2.1: whoever lets the rest of a move pass is still asked for his Claymores, as with men on foot."""
    from lnlt.rules.ch15_vehicles.driving import Drive

    s = deployed(field(U("a", "squad", "D6"), tank("x", "D5")), "D6")
    x = s.number("x")
    frame = Drive(side=s.de, unit=x, origin=s.loc("D4"), at=s.loc("D5"), mode="normal", entered=True, let_pass=True)
    d = Draft(s.game, replace(s.state, stack=(*s.state.stack, frame)), ScriptedDice([]))
    frame.answer_window(d)
    assert isinstance(d.stack[-1], Tripped)
