"""14.3, 15.0, 15.1, 21.1.3: what guns and vehicles begin with: lost shots, first pivots, impulses that are over."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import OK, gun, locks, refused, tank
from helpers import Activate, Scene, StopMove, U
from lnlt.core.catalog import WeaponType
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.frames import Frame
from lnlt.core.state import NOBODY
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch14_ordnance.acquisition import moves_off, settle_locks
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.machine_guns import Burst
from lnlt.rules.ch15_vehicles.steps import DriveTo, Pivot

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("z", "squad", "H0")


def draft(s: Scene, frame: Frame | None = None, *dice: tuple[str, tuple[int, ...]]) -> Draft:
    """The position as rules change it, in the middle of something."""
    state = s.state if frame is None else replace(s.state, stack=(*s.state.stack, frame))
    return Draft(s.game, state, ScriptedDice(list(dice)))


@pytest.mark.parametrize("moves", [False, True])
def test_shots_of_who_has_moved(moves: bool) -> None:
    """14.3: he acquires nothing, whatever vehicle is where he fired at; the first unit of all is one like others."""
    s = Scene(tank("x", "D4"), gun("a", "D7", facing="D6/E6"))
    shot = (s.number("a"), -1, s.number("x"), s.loc("D4"), s.loc("D7"))
    d = draft(s, Impulse(side=s.us, shots=(shot,)))
    assert s.number("x") == 0
    moves_off(d, (s.number("a"),) if moves else ())
    impulse = d.stack[-1]
    assert isinstance(impulse, Impulse)
    assert (impulse.shots[0][2] < NOBODY) is moves
    settle_locks(d, impulse.shots)
    s.state = d.publish()
    assert locks(s, "a") == ([] if moves else [(-1, "D4", "x", 1)])


@pytest.mark.parametrize(
    "other",
    [
        tank("b", "D6", "immobilized", armor=("5", "3", "2"), to_hit=(), he=None),
        tank("b", "D6", "immobilized", to_hit=(), he=None, abilities=["open_topped"]),
    ],
)
def test_hatches_and_turrets_do_not_prolong_an_impulse(other: U) -> None:
    """15.0.1, 15.1.1, Q-308: once somebody has acted, that alone is no reason to ask again."""
    s = Scene(tank("a", "D6", facing="D5/E5"), other, FAR).do(Activate("D6"))
    assert [type(c).__name__ for c in s.options() if getattr(c, "unit", "") == "b"]
    s.do(BeginDrive("a", "normal"), DriveTo("D5"), StopMove())
    assert s.asked == "de"


def test_the_first_pivot() -> None:
    """5.3, P-3, 15.1: nothing is spent before it: one point, one attack."""
    s = Scene(tank("a", "D6", facing="D5/E5"), gun("x", "D3", facing="D4/C3")).do(Activate("D6"))
    s.do(BeginDrive("a", "normal"), Pivot("E5/E6"))
    window = next(f for f in s.state.stack if isinstance(f, OpportunityFire))
    assert window.budget == 1


@pytest.mark.parametrize(("mg", "closed"), [("4", False), ("4F", True)])
def test_bursts_into_caves(mg: str, closed: bool) -> None:
    """10.7.2: flames close a Cave, bullets do not."""
    s = Scene(tank("a", "D4", facing="D5/C4", mgs=(mg,)), U("x", "squad", "D5/cave"), markers=[("cave", "D5", 3, "D4")])
    frame = Burst(side=s.us, unit=0, mg=0, origin=s.loc("D4"), at=s.loc("D5/cave"))
    d = draft(s, frame, ("attack", (6,)), ("defence", (1,)))
    frame.roll(d)
    rolled = d.stack[-1]
    assert isinstance(rolled, Burst)
    rolled.after(d)
    assert [m.kind for m in d.marks[s.loc("D5")]] == (["collapsed_entrance"] if closed else ["cave"])


def test_rifles_in_a_bunker_that_is_overrun() -> None:
    """21.1.3: an Anti-Tank Rifle inside answers, one in another hex does not."""
    rifles = {n: WeaponType(f"gun-{n}", n, "atr", to_hit=((9, 9, 2),)) for n in ("one", "two")}
    s = Scene(
        tank("a", "D5"), U("x", "squad", "D5/bunker", carries=["one"]), U("y", "squad", "D7", carries=["two"]),
        guns=rifles, markers=[("bunker", "D5", 1, "D6")],
    )  # fmt: skip
    window = OpportunityFire(
        side=s.de, at=s.loc("D5"), budget=1, movers=(s.number("a"),), bunker=s.loc("D5/bunker"), only=()
    )
    d = draft(s, window)
    window.ask(d)
    s.state = d.publish()
    assert s.asked == "de"
    assert refused(s, FireOrdnance("x", "D5", "a", "one")) == OK
    assert refused(s, FireOrdnance("y", "D5", "a", "two")) == ("21.1.3", "not_from_bunker")
