"""20.1, 5.3: whom Opportunity Fire finds in the dark: who walks there, not who has fired beside him."""

from __future__ import annotations

import pytest

from armour_helpers import flagged, gun, tank
from helpers import Activate, AddMover, BeginMove, FireAlone, OpFire, Scene, StepTo, U
from lnlt.core.flags import FIRED, MOVING
from lnlt.core.frames import Command
from lnlt.core.setup import Night
from lnlt.core.state import NOBODY
from lnlt.rules.ch05_fire.opportunity import OpportunityFire, check_mover_seen
from lnlt.rules.ch11_smc.shots import Place
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun

pytestmark = pytest.mark.usefixtures("either_seat")
FLASH = U("a", "squad", "C3"), U("b", "squad", "C4", "fired"), U("x", "squad", "C6")
"""Who walks, who has fired, and somebody near enough to see both."""


def walk(other: U) -> Scene:
    """A Squad walks by night to one that has fired; somebody else looks on."""
    s = Scene(*FLASH, other, size=(10, 12), night=Night(), hexes={"D6": "light_woods", "C8": "light_woods"})
    return s.do(Activate("C3"), BeginMove("C3"), AddMover("a"), StepTo("C4"))


@pytest.mark.parametrize(
    ("what", "command"),
    [
        (U("y", "squad", "C8"), OpFire("C8")),
        (U("y", "sniper", "C8"), FireAlone("y", "C4")),
        (gun("y", "C8", facing="C7/D8"), FireOrdnance("y", "C4")),
        (tank("y", "C8", facing="C7/D8", mgs=("4",)), FireMachineGun("y", 0, "C4")),
    ],
)
def test_nobody_answers_a_walker_beside_a_flash(what: U, command: Command) -> None:
    """20.1, 5.3, Q-382: far off nobody fires at who walks in the dark where another has fired, but at one who fired."""
    s = walk(what)
    assert s.code(OpFire("C6")) == ""
    assert s.code(command) == "too_dark"
    flagged(s, "a", FIRED)
    assert s.code(command) == ""


def test_no_sniper_appears_for_a_walker_beside_a_flash() -> None:
    """20.1, 11.4: a Sniper still to be placed appears where he sees who walks, not where he sees only the flash."""
    s = walk(U("y", "sniper", "", area=["C8", "D6"]))
    assert [s.code(Place("y", at)) for at in ("D6", "C8")] == ["", "too_dark"]


def test_who_is_found_in_the_dark() -> None:
    """20.1, 10.1.2, Q-382: men beside a flash are not answered unless by thermal sights or as movers who have fired;
    a vehicle aimed at is seen or not for itself."""
    tis = U("t", "squad", "C8", abilities=["tis"])
    s = Scene(*FLASH, tis, tank("v", "C4"), size=(10, 12), night=Night())

    def found(*movers: str, target: str = "", eyes: str = "") -> str:
        window = OpportunityFire(side=1 - s.us, at=s.loc("C4"), budget=1, movers=tuple(s.number(u) for u in movers))
        numbers = [s.number(u) if u else NOBODY for u in (target, eyes)]
        refusal = check_mover_seen(s.game, s.state, window, s.loc("C8"), *numbers)
        return refusal.code if refusal else ""

    assert (found("a"), found("b")) == ("too_dark", "")
    assert found("v", target="v") == ""
    assert (found("a", eyes="x"), found("a", eyes="t")) == ("too_dark", "")
    flagged(s, "b", FIRED | MOVING)
    assert found("a") == "", "one who moves along has fired"
