"""Odds of Close Assaults and Overruns: by hand, and against playing out every way the dice can fall."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from helpers import Activate, Scene, U
from lnlt import engine
from lnlt.core.catalog import WeaponType
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.engine import Preview
from lnlt.rules.ch05_fire.damage import result
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.steps import AddMover
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.overrun import Overrun
from lnlt.rules.ch15_vehicles.overrun_answer import BeginAssault, JoinAssault, OverrunAnswer
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle
from lnlt.table.groups import taken_for_granted
from lnlt.table.outcomes import play_out

F = Fraction
DICE = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def tank(id_: str, at: str, *words: str, **fields: Any) -> U:
    """A tank with one machine gun; its lowest armor is 2."""
    found = U(id_, "vehicle 20T-6", at, *words)
    found.type = replace(found.type, **{"armor": ("5/4", "3/4", "2/3"), "mgs": ("2",), **fields})
    return found


def look(scene: Scene, *commands: Command, **options: Any) -> Preview:
    """A preview that must be one."""
    found = engine.preview(scene.game, scene.state, commands, **options)
    assert isinstance(found, Preview), found
    return found


def fates(found: Preview, unit: str) -> dict[str, Fraction]:
    """What becomes of a unit."""
    return next(({n: c.fraction for n, c in f.chances.items()} for f in found.fates if f.unit == unit), {})


def beats(ahead: int) -> Fraction:
    """Chance that a die and so much is above another."""
    return F(sum(a + ahead > b for a, b in DICE), 36)


def passes(need: int) -> Fraction:
    """Chance of so much or less with two dice."""
    return F(sum(a + b <= need for a, b in DICE), 36)


def assaulting(*movers: str) -> list[Command]:
    """Units in C4 assault the vehicle x."""
    return [BeginMove("C4"), *(AddMover(u) for u in movers), AssaultVehicle("x")]


def test_close_assault_of_a_squad() -> None:
    """17.1: dare, then 2 firepower against armor 2."""
    scene = Scene(U("a", "squad 2-6-4-6", "C4"), tank("x", "C3")).do(Activate("C4"))
    found = look(scene, *assaulting("a"))
    assert (found.kind, found.rule, found.exact) == ("close_assault", "17.1", True)
    assert fates(found, "x") == {"destroyed": passes(6) * beats(0), "none": 1 - passes(6) * beats(0)}
    assert found.any.fraction == passes(6) * beats(0)


def test_close_assault_with_a_leader() -> None:
    """17.1: the Leader helps a check only if he passes his own, and one attack; each attack may be the last."""
    scene = Scene(
        U("a", "squad 2-6-4-6", "C4"), U("b", "squad 1-6-4-5", "C4"), U("c", "leader 6-1-6", "C4"), tank("x", "C3")
    ).do(Activate("C4"))
    found = look(scene, *assaulting("a", "b", "c"))
    led, alone = passes(6), 1 - passes(6)
    lost = F(0)
    for lm, chance in ((1, led), (0, alone)):
        for a, b in product((True, False), repeat=2):
            share = (
                chance * (passes(6 + lm) if a else 1 - passes(6 + lm)) * (passes(5 + lm) if b else 1 - passes(5 + lm))
            )
            holds = {
                (True, True): min((1 - beats(0 + lm)) * (1 - beats(-1)), (1 - beats(0)) * (1 - beats(-1 + lm))),
                (True, False): 1 - beats(0 + lm),
                (False, True): 1 - beats(-1 + lm),
                (False, False): F(1),
            }[a, b]
            lost += share * (1 - holds)
    assert fates(found, "x")["destroyed"] == lost


def test_close_assault_with_weapons() -> None:
    """17.1, Q-132: the best weapon is taken for granted; a Leader with one attacks by himself."""
    charge = WeaponType("gun-charge", "charge", "satchel_charge", fp=6, range=1)
    scene = Scene(U("a", "leader 6-1-6", "C4", carries=["charge"]), tank("x", "C3"), guns={"charge": charge})
    found = look(scene.do(Activate("C4")), *assaulting("a"))
    assert fates(found, "x")["destroyed"] == passes(6) * beats(4)


def overrun(*defenders: U, **fields: Any) -> Scene:
    """A tank a in C5 that is about to overrun C4."""
    scene = Scene(tank("a", "C5", **fields), *defenders)
    return scene.do(Activate("C5"), BeginDrive("a"))


def test_overrun_of_a_team() -> None:
    """15.3: 4 and a die against a die; then the table; nobody is left to answer."""
    found = look(overrun(U("x", "weapon_team 3-9-2-6", "C4")), Overrun("C4"))
    assert (found.kind, found.rule, found.exact) == ("overrun", "15.3", True)
    counts: dict[str, Fraction] = {}
    for (a, b), die in product(DICE, range(1, 7)):
        outcome = result("go_mmc", 6, die + a + 4 - b) if a + 4 > b else "none"
        outcome = "eliminated" if outcome == "casualties" else outcome
        counts[outcome] = counts.get(outcome, F(0)) + F(1, 216)
    assert fates(found, "x") == counts
    assert found.open.fraction == 0
    assert found.rolls[0].totals == (4, 0)


def test_overrun_and_its_answer() -> None:
    """15.3: those left assault the vehicle, which may be destroyed."""
    found = look(overrun(U("x", "crew 1-1-3-6", "C4")), Overrun("C4"))
    stays = sum(F(1, 216) for (a, b), die in product(DICE, range(1, 7)) if a + 4 <= b or die + a + 4 - b <= 6)
    assert fates(found, "a")["destroyed"] == stays * passes(6) * beats(-1)
    assert BeginAssault() in found.assumed
    asked = overrun(U("x", "crew 1-1-3-6", "C4")).do(Overrun("C4"), dice=("attack 1", "defence 6"))
    assert fates(look(asked, JoinAssault("x")), "a")["destroyed"] == passes(6) * beats(-1)


def test_overrun_and_the_answer_of_a_bunker() -> None:
    """21.1.3: those left inside dare and fire at the open vehicle, which may be shaken; counted for many, too."""
    bunker = (("bunker", "C4", 2, "C5"),)
    scene = Scene(tank("a", "C5"), U("x", "crew 1-1-3-6", "C4/bunker"), markers=bunker)
    found = look(scene.do(Activate("C5"), BeginDrive("a")), Overrun("C4"))
    stays = sum(F(1, 216) for (a, b), die in product(DICE, range(1, 7)) if a + 2 <= b or die + a + 2 - b <= 6)
    shaken = sum(F(1, 216) for (a, b), die in product(DICE, range(1, 7)) if a > b and die + a - b > 6)
    assert fates(found, "a")["shaken"] == stays * passes(8) * shaken
    men = [U(id_, "crew 1-1-3-6", "C4/bunker") for id_ in ("x", "y", "z")]
    many = Scene(tank("a", "C5"), *men, markers=bunker).do(Activate("C5"), BeginDrive("a"))
    assert look(many, Overrun("C4")).open.fraction > 0


def leave_open(game: Game, s: State, asked: Question) -> Sequence[Command] | None:
    """Everything but the answer to an Overrun."""
    return None if isinstance(asked, OverrunAnswer) else taken_for_granted(game, s, asked)


@pytest.mark.parametrize("mgs", [("2",), ("4", "4")])
@pytest.mark.parametrize(
    "defenders",
    [
        (
            U("x", "squad 1-6-4-5", "C4", reduces_to=["type-half"]),
            U("y", "leader 6-1-6", "C4"),
            U("z", "hero 1-6-6-7", "C4"),
        ),
        (U("x", "crew 1-1-3-6", "C4"), U("y", "crew 1-1-3-5", "C4", "shaken"), U("z", "weapon_team 3-9-2-6", "C4")),
        (U("x", "leader 6-1-6", "C4"), U("y", "half_squad 1-4-4-5", "C4"), U("z", "leader 5-2-6", "C4")),
    ],
)
def test_overrun_counted_as_it_is_played(defenders: tuple[U, ...], mgs: tuple[str, ...]) -> None:
    """15.3: counted from the sums, the chances are those of playing it, Heroes who are born included."""
    half = U("h", "half_squad 1-4-4-5", "A1")
    half.type = replace(half.type, key="type-half", nation="de")
    scene = overrun(*defenders, half, mgs=mgs)
    found = look(scene, Overrun("C4"))
    assert (found.branches, found.kind) == (0, "overrun")
    played = play_out(scene.game, scene.state, Overrun("C4"), leave_open, limit=100_000)
    assert not played.left
    assert found.open.fraction == played.open
    for unit in ("x", "y", "z"):
        told = {n: c for n, c in fates(found, unit).items() if n != "none"}
        assert told == played.fates.get(unit, {})


def test_overrun_of_leaders_counted_as_it_is_played() -> None:
    """15.3, 17.1: a Leader with an anti-tank weapon answers too; one of low Morale is not checked in vain."""
    bazooka = WeaponType("gun-baz", "baz", "bazooka", he=2, to_hit=((4, 8, 4),), ammo="heat")
    scene = Scene(
        tank("a", "C5"),
        U("x", "leader 4-1-6", "C4", carries=["baz"]),
        U("y", "crew 1-1-3-5", "C4", "shaken"),
        U("z", "leader 4-0-6", "C4"),
        guns={"baz": bazooka},
    ).do(Activate("C5"), BeginDrive("a"))
    found = look(scene, Overrun("C4"))
    played = play_out(scene.game, scene.state, Overrun("C4"), leave_open, limit=100_000)
    assert not played.left
    assert found.open.fraction == played.open > 0
