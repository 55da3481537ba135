"""5.2, 5.0.1, 1.6, 1.7, 6.1: groups and lone firers, asked for directly."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helpers import MISS, Activate, AddFirer, FireAlone, OpenFire, Scene, U, flagged
from lnlt.core.catalog import WeaponType
from lnlt.core.events import FireOpened
from lnlt.core.flags import FIRED, OPS_COMPLETE
from lnlt.core.state import enclosing
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.group import FireGroup
from lnlt.rules.ch05_fire.lone import FiringAlone, LoneAnswer
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch05_fire.special import ONLY
from scene_helpers import cited

pytestmark = pytest.mark.usefixtures("either_seat")


def gun(kind: str = "machine_gun", reach: int = 9) -> WeaponType:
    """A weapon called "g"."""
    return WeaponType("gun-g", "g", kind, fp=2, range=reach)


def group(s: Scene, origin: str = "C3", at: str = "C6", **more: object) -> FireGroup:
    """A group that fires from one place at another."""
    return FireGroup(side=s.us, origin=s.loc(origin), at=s.loc(at), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("mode", "silent", "ifp"),
    [("", (), True), ("", (0,), False), ("assault_fire", (), True), ("indirect", (), False), (ONLY, (), False)],
)
def test_whose_own_fire_counts(mode: str, silent: tuple[int, ...], ifp: bool) -> None:
    """1.6, 1.6.5, 10.7: where weapons fire alone, or the player says so, nobody's own fire is added."""
    s = Scene(U("a", "squad", "C3", carries=["g"]), U("x", "squad", "C6"), guns={"g": gun()})
    (firer,) = group(s, mode=mode, silent=silent, members=((0, (0,)),)).firers()
    assert (firer.unit, firer.weapons, firer.ifp) == (0, (0,), ifp)


THREE = (U("a", "squad", "C3"), U("b", "squad", "C3"), U("c", "squad", "C3"), U("x", "squad", "C6"))


def test_who_is_offered() -> None:
    """5.2: units with a higher number than those already in, of those who may fire; anybody inside may lead."""
    s = Scene(*THREE)
    a, b, c = (AddFirer(u) for u in "abc")
    assert group(s).candidates(s.game, s.state) == [a, b, c]
    assert group(s, members=((0, ()),)).candidates(s.game, s.state) == [b, c, OpenFire("a")]
    assert group(s, only=(1,)).candidates(s.game, s.state) == [b]


@pytest.mark.parametrize(("at", "armed"), [("C6", True), ("C8", False), ("C3/upper", True)])
def test_weapons_in_reach_are_offered(at: str, armed: bool) -> None:
    """5.0, 1.6: a weapon is offered where it reaches, the next floor being at range 1."""
    s = Scene(
        U("a", "squad 1-9-4-5", "C3", carries=["g"]), U("x", "squad", at),
        guns={"g": gun(reach=1 if at == "C3/upper" else 3)}, hexes={"C3": "hc_building"}, buildings=[(("C3",), 2)],
        size=(9, 9),
    )  # fmt: skip
    offered = group(s, at=at).candidates(s.game, s.state)
    assert (AddFirer("a", ("g",)) in offered) is armed
    assert AddFirer("a") in offered


def test_only_those_who_have_arrived() -> None:
    """6.1: where only some may fire, the others are turned away."""
    s = Scene(*THREE)
    some = group(s, only=(0, 2))
    assert [cited(some.check(s.game, s.state, AddFirer(u))) for u in "abc"] == ["", "4.0 not_named", ""]


def test_firers_of_the_next_floor() -> None:
    """5.0, 1.4: a Squad of range 1 joins fire at the next floor."""
    s = Scene(
        U("a", "squad 1-1-4-5", "C3"), U("x", "squad", "C3/upper"), hexes={"C3": "hc_building"},
        buildings=[(("C3",), 2)],
    )  # fmt: skip
    assert group(s, at="C3/upper").check(s.game, s.state, AddFirer("a")) is None


def test_lending_leader_takes_no_weapon() -> None:
    """5.0.1, 11.1.1: a Leader who has lent his LM on this occasion goes on lending it and fires no weapon."""
    s = Scene(
        U("a", "squad", "C3"), U("l", "leader", "C3", carries=["g"]), U("x", "squad", "C6"), guns={"g": gun()}
    ).do(Activate("C3"))  # fmt: skip
    stack = tuple(replace(f, aided=(1,)) if isinstance(f, Impulse) else f for f in s.state.stack)
    lent = replace(s.state, stack=stack)
    some = group(s, members=((0, ()),))
    assert [cited(some.check(s.game, t, AddFirer("l", ("g",)))) for t in (s.state, lent)] == [
        "",
        "1.6 cannot_fire_weapons",
    ]
    assert some.check(s.game, lent, AddFirer("l")) is None


@pytest.mark.parametrize(("mode", "expected"), [("", "1.6"), ("indirect", "1.6.5")])
def test_section_of_a_wrong_weapon(mode: str, expected: str) -> None:
    """1.6, 1.6.5: a weapon nobody holds is refused by the section of the attack."""
    s = Scene(U("a", "squad", "C3", carries=["g"]), U("x", "squad", "C6"), guns={"g": gun("mortar")})
    refusal = group(s, mode=mode).check(s.game, s.state, AddFirer("a", ("q",)))
    assert cited(refusal) == f"{expected} cannot_fire_weapons"


def test_one_leader_lends() -> None:
    """11.1.1: a second Leader lends nothing beside one who does; beside one who fires a weapon he does."""
    s = Scene(
        U("a", "leader", "C3", carries=["g"]), U("b", "leader", "C3"), U("c", "squad", "C3"), U("x", "squad", "C6"),
        guns={"g": gun()},
    )  # fmt: skip
    assert cited(group(s, members=((0, ()),))._check_aid(s.game, s.state, 1, 3)) == "11.1.1 one_leader"
    assert group(s, members=((0, (0,)),))._check_aid(s.game, s.state, 1, 3) is None


@pytest.mark.parametrize(("nation", "expected"), [("us", ""), ("uk", "5.0.1 not_his_men")])
def test_whose_men_they_are(nation: str, expected: str) -> None:
    """5.0.1, Q-204: a Leader lends his LM to a group of his own men only."""
    s = Scene(U("a", "squad", "C3", nation=nation), U("b", "leader", "C3", nation="us"), U("x", "squad", "C6"))
    assert cited(group(s, members=((0, ()),))._check_aid(s.game, s.state, 1, 3)) == expected


@pytest.mark.parametrize(
    ("units", "leader", "expected"),
    [
        ((U("a", "leader", "C3"), U("b", "squad", "C3")), 0, ""),
        ((U("a", "squad", "C3"), U("b", "leader", "C3")), 1, "5.0.1 nobody_to_aid"),
        ((U("a", "leader", "C3", carries=["g"]),), 0, "5.0.1 nobody_to_aid"),
    ],
)
def test_somebody_to_aid(units: tuple[U, ...], leader: int, expected: str) -> None:
    """5.0.1, 5.2: there must be somebody who can still join and fire; not the Leader himself."""
    s = Scene(*units, U("x", "squad", "C6"), guns={"g": gun()} if len(units) == 1 else {})
    assert cited(group(s)._check_aid(s.game, s.state, leader, 3)) == expected


@pytest.mark.parametrize(("carries", "expected"), [(["g"], ""), ([], "5.0.1 nobody_to_aid")])
def test_somebody_with_the_weapon_to_aid(carries: list[str], expected: str) -> None:
    """5.0.1, 10.7: against a Cave's back the one who is aided needs a weapon that may be fired at it."""
    s = Scene(
        U("a", "leader", "D7"), U("b", "squad", "D7", carries=carries), U("x", "squad", "D5/cave"),
        guns={"g": gun("satchel_charge")}, markers=[("cave", "D5", 0, "D4")], size=(9, 9),
    )  # fmt: skip
    assert cited(group(s, "D7", "D5/cave", mode=ONLY)._check_aid(s.game, s.state, 0, 2)) == expected


@pytest.mark.parametrize(("armed", "aided"), [(False, (1,)), (True, ())])
def test_who_has_lent_is_remembered(armed: bool, aided: tuple[int, ...]) -> None:
    """5.0.1, 11.1.1: the impulse knows which Leader has lent his LM; one who fires a weapon has not."""
    s = Scene(
        U("a", "squad", "C3"), U("l", "leader", "C3", carries=["g"]), U("m", "squad", "C3"), U("x", "squad", "C6"),
        guns={"g": gun()},
    )  # fmt: skip
    s.fire("C3", "C6", "a", ("l", "g") if armed else "l", dice=MISS)
    impulse = enclosing(s.state, Impulse)
    assert impulse is not None
    assert impulse.aided == aided


def test_who_aids_a_team() -> None:
    """5.0.1, 1.7: a Leader of the hex may aid a team; one who is elsewhere or does not exist may not."""
    s = Scene(
        U("a", "weapon_team", "C3", abilities=("mg",)), U("b", "leader", "C3"), U("c", "leader", "C4"),
        U("x", "squad", "C6"),
    ).do(Activate("C3"))  # fmt: skip
    assert [s.code(FireAlone("a", "C6", who)) for who in ("b", "c", "q")] == ["", "cannot_aid", "cannot_aid"]


def test_what_teams_are_offered() -> None:
    """1.7, 4.0: enemies in sight and in reach, to teams of the side that are ready."""
    s = Scene(
        U("a", "weapon_team 3-4-2-6", "C3", abilities=("mg",)), U("b", "squad", "D3"), U("x", "squad", "C6"),
        U("y", "squad", "C8"), U("z", "squad", "E5"), hexes={"D4": "forest", "D5": "forest", "E4": "forest"},
        size=(9, 9),
    )  # fmt: skip

    def offered(side: int) -> list[object]:
        return list(FiringAlone().candidates(s.game, s.state, Impulse(side=side, named=(s.loc("C3"),))))

    assert offered(s.us) == [FireAlone("a", "C6")]
    assert offered(s.de) == []
    for flags, rule in ((FIRED, "4.0"), (OPS_COMPLETE, "4.1")):
        flagged(s, 0, flags)
        assert offered(s.us) == []
        refusal = FiringAlone().check(
            s.game, s.state, Impulse(side=s.us, named=(s.loc("C3"),)), FireAlone("a", "C6")
        )  # fmt: skip
        assert cited(refusal) == f"{rule} has_acted"


def window(s: Scene, at: str) -> OpportunityFire:
    """The Germans may answer somebody who is in a place."""
    return OpportunityFire(side=s.de, at=s.loc(at), budget=1, movers=(0,))


@pytest.mark.parametrize(("team", "offered"), [("C3", True), ("C2", False)])
def test_which_teams_may_answer(team: str, offered: bool) -> None:
    """1.7, 5.3: teams that reach the movers are offered to answer, up to the last hex of their range."""
    s = Scene(U("a", "squad", "C6"), U("x", "weapon_team 3-3-2-6", team, abilities=("mg",)))
    found = LoneAnswer().candidates(s.game, s.state, window(s, "C6"))
    assert found == ([FireAlone("x", "C6")] if offered else [])


@pytest.mark.parametrize(("flags", "expected"), [(0, ""), (OPS_COMPLETE, ""), (FIRED, "5.3 has_acted")])
def test_teams_answer_when_ready(flags: int, expected: str) -> None:
    """1.7, 5.3, 4.1: an Ops Complete team may answer, one that has fired may not."""
    s = flagged(Scene(U("a", "squad", "C6"), U("x", "weapon_team", "C3", abilities=("mg",))), 1, flags)
    assert cited(LoneAnswer().check(s.game, s.state, window(s, "C6"), FireAlone("x", "C6"))) == expected


def test_kind_of_a_teams_attack() -> None:
    """1.7, 5.3: a team's fire in its own impulse is no Opportunity Fire, its answer to a move is."""
    s = Scene(U("a", "weapon_team", "C3", abilities=("mg",)), U("x", "squad", "C6"))
    s.do(Activate("C3"), FireAlone("a", "C6"), dice=MISS)
    assert [e.opportunity for e in s.events if isinstance(e, FireOpened)] == [False]
    t = Scene(U("a", "squad", "C6"), U("x", "weapon_team", "C2", abilities=("mg",)))
    t.move("C6", "a", "C5").do(FireAlone("x", "C5"), dice=MISS)
    assert [e.opportunity for e in t.events if isinstance(e, FireOpened)] == [True]
