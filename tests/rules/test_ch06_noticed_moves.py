"""6.0, 5.1, 5.2, 8.0: how moves begin and end, where Shaken units go, and who answers a step."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import draft, refused
from helpers import Activate, AddMover, BeginMove, Scene, StepTo, U, flagged
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import ASSAULT_FIRE, HANDLED, MELEE, MOVING, SMOKED
from lnlt.core.setup import Exit, Night
from lnlt.rules.ch06_movement.move import mark_moved
from lnlt.rules.ch06_movement.risks import whole_group
from lnlt.rules.ch06_movement.steps import ExitMap

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
HOUSE = {"hexes": {"C3": "hc_building", "C2": ("hill", 1)}, "buildings": [(("C3",), 2)]}
MORTAR = WeaponType("gun-m", "m", "mortar", fp=2, range=12)
BUNKER = [("bunker", "D5", 2, "D4")]


def test_a_way_off_the_map() -> None:
    """22.0, 6.0: who can only leave the map may begin to move."""
    rivers = dict.fromkeys(("A1", "B0", "B1"), "river")
    s = Scene(U("a", "squad", "A0"), FOE, hexes=rivers)  # type: ignore[arg-type]
    assert refused(s.do(Activate("A0")), BeginMove("A0")) == ("6.0", "terrain_prohibited")
    s.game.__dict__["setup"] = replace(s.game.setup, exits=(Exit("us", ("A0",)),))
    assert refused(s, BeginMove("A0")) == ("", "")
    assert s.do(BeginMove("A0"), AddMover("a")).options() == [ExitMap()]


@pytest.mark.parametrize(
    ("frm", "to", "code"), [("C3", "C3/upper", "shaken_advances"), ("C3/upper", "C3", ""), ("C3", "D4", "")]
)
def test_floors_of_the_shaken(frm: str, to: str, code: str) -> None:
    """5.1, Q-041: a Shaken unit does not climb toward the level of an enemy next door; it may go down."""
    s = Scene(U("a", "squad", frm, "shaken", shaken=(5, 4)), U("x", "squad 0-0-4-5", "C2"), **HOUSE)  # type: ignore[arg-type]
    s.do(Activate(frm), BeginMove(frm), AddMover("a"))
    assert s.code(StepTo(to)) == code


def test_shaken_into_the_bunker() -> None:
    """5.1, Q-041: the Bunker of its hex is no nearer to the enemy next door, so a Shaken unit may take cover there."""
    s = Scene(U("a", "squad", "D5", "shaken", shaken=(5, 4)), U("x", "squad 0-0-4-5", "D4"), markers=BUNKER)
    s.do(Activate("D5"), BeginMove("D5"), AddMover("a"))
    assert refused(s, StepTo("D5/bunker")) == ("", "")
    assert refused(s, StepTo("D4")) != ("", "")


@pytest.mark.usefixtures("either_seat")
@pytest.mark.parametrize(("mark", "code"), [((), ""), (("fired",), "shaken_advances")])
def test_shaken_at_night(mark: tuple[str, ...], code: str) -> None:
    """20.1.3, Q-165: at night a Shaken unit keeps away from a far enemy only if that one is marked Fired."""
    s = Scene(U("a", "squad", "C3", "shaken", shaken=(5, 4)), U("x", "squad 0-0-4-5", "C8", *mark), night=Night())
    s.do(Activate("C3"), BeginMove("C3"), AddMover("a"))
    assert s.code(StepTo("C4")) == code


def test_who_ends_in_a_melee() -> None:
    """8.0, 6.0: a unit locked in Melee has no Moved marker, and nothing of its move is left but the Melee."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), FOE)
    for left in (MOVING, ASSAULT_FIRE, SMOKED, HANDLED):
        flagged(s, 0, MELEE | left)
        flagged(s, 1, MOVING)
        d = draft(s)
        mark_moved(d, (0, 1), ("normal", "normal"), s.loc("C3"))
        assert d.units[0].flags == MELEE
        assert not d.units[1].flags & MOVING


def test_a_hero_comes_into_the_melee() -> None:
    """11.2.1, 8.0: a Hero whom Mines bring forth on entering a Melee fights in it like his Squad and crawls no more."""
    s = Scene(U("a", "squad 2-5-4-6", "C3"), U("x", "squad", "C4"), FOE, markers=[("mines", "C4", 1)])
    s.do(Activate("C3"), BeginMove("C3"), AddMover("a", "low_crawl"))
    mines = ("attack 3", "defence 3", "damage check 1", "hero creation 2", "hero=us-hero1")
    s.do(StepTo("C4"), dice=(*mines, "melee 1 1"))
    assert (s.words("a"), s.words("us-hero1-1")) == ({"melee"}, {"melee"})


def answer(s: Scene, origin: str = "C7", at: str = "C3") -> tuple[str, dict[str, tuple[str, ...]]]:
    """Who leads and who takes part with which weapons in the whole answer of a German location."""
    lead, group = whole_group(s.game, s.state, s.de, s.loc(origin), s.loc(at))
    everyone, weapons = s.state.units, s.state.weapons
    return everyone[lead].id, {everyone[f.unit].id: tuple(weapons[w].id for w in f.weapons) for f in group}


A = U("a", "squad", "C3")


def test_a_wounded_leader_does_not_lead_the_answer() -> None:
    """5.1, 5.2, 11.1.1: a wound takes one off a Leader's modifier, so another with the same values is better."""
    s = Scene(A, U("x", "squad 2-4-4-5", "C7"), U("y", "leader 6-1-6", "C7", "wounded"), U("z", "leader 6-1-6", "C7"))
    assert set(answer(s)[1]) == {"x", "z"}


def test_ops_complete_squads_answer() -> None:
    """4.1, 5.2: an Ops Complete Squad still answers, and so does one that has just the range; Shaken ones do not."""
    s = Scene(
        A,
        U("x1", "squad 2-4-4-5", "C7", "ops_complete"),
        U("x2", "squad 2-4-4-5", "C7", "shaken"),
        U("x3", "squad 1-4-4-5", "C7"),
        U("x4", "squad 1-3-4-5", "C7"),
        U("x5", "squad 1-4-4-5", "C7", "moved"),
    )
    lead, group = answer(s)
    assert (lead in ("x1", "x3"), set(group)) == (True, {"x1", "x3"})


def test_answers_from_upstairs() -> None:
    """5.0, 5.2: fire within a hex needs a range of one."""
    house = {"hexes": {"C3": "hc_building"}, "buildings": [(("C3",), 2)]}
    s = Scene(A, U("x", "squad 2-1-4-5", "C3/upper"), **house)  # type: ignore[arg-type]
    assert answer(s, "C3/upper") == ("x", {"x": ()})


def test_the_better_leader_aids() -> None:
    """5.0.1, 5.2: of two Leaders the one with the higher modifier joins the answer, whoever comes first."""
    for first, second, best in (("6-2-6", "6-1-6", "x"), ("6-1-6", "6-2-6", "y")):
        s = Scene(U("x", f"leader {first}", "C7"), U("y", f"leader {second}", "C7"), U("z", "squad", "C7"), A)
        assert answer(s) == ("z", {"z": (), best: ()})


def test_a_leader_with_a_mortar_aids() -> None:
    """1.6.5, 5.0.1: a Mortar does not answer; the Leader who holds it lends his modifier to the Squad."""
    s = Scene(A, U("x", "leader", "C7", carries=["m"]), U("y", "squad", "C7"), guns={"m": MORTAR})
    assert answer(s) == ("y", {"y": (), "x": ()})


def test_men_without_a_shot_stay_out() -> None:
    """1.6, 5.2: a Hero out of range who might crew another man's weapon is no Leader who aids."""
    s = Scene(A, U("x", "hero 1-2-6-6", "C7"), U("y", "hero 1-2-6-6", "C7", carries=["g"]), guns={"g": (2, 8)})
    assert answer(s) == ("y", {"y": ("g",)})


def test_what_reaches_is_fired() -> None:
    """1.6, 5.0: beyond its own range a Squad answers with its weapon, however weak, and not without it."""
    s = Scene(A, U("x", "squad 2-2-4-5", "C7", carries=["g"]), guns={"g": (0, 8)})
    assert answer(s) == ("x", {"x": ("g",)})
