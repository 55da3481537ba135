"""8.0, 8.3, 8.4: weapons of an Ambush that kills at once, and men who crew a weapon together."""

from __future__ import annotations

import pytest

from helpers import Activate, AddMover, BeginMove, PassWindow, Scene, StepTo, U
from lnlt.core import events as ev
from lnlt.core.catalog import WeaponType
from lnlt.core.state import NOBODY
from lnlt.rules.ch08_melee.firepower import Fight, melee_tally
from lnlt.rules.ch08_melee.round import AddMeleeTarget, StrikeMelee

pytestmark = pytest.mark.usefixtures("either_seat")

CHARGE = WeaponType("gun-w", "w", "satchel_charge", fp=3, range=1)


def ambush(*units: U) -> Scene:
    """An Ambush on C3 that is about to be rolled for."""
    scene = Scene(
        *units, U("y", "squad", "H8"), guns={"w": CHARGE}, hexes={"C4": "forest"}
    )  # fmt: skip
    return scene.do(Activate("C5"), BeginMove("C5"), AddMover("a"), StepTo("C4"), PassWindow())


def test_a_charge_thrown_in_an_ambush_is_gone() -> None:
    """8.0#21, 8.4#3: who has killed everybody at once has used his Satchel Charge like anybody else."""
    scene = ambush(U("a", "squad 2-5-4-6", "C5", abilities=("ambush",), carries=["w"]), U("x", "squad", "C3"))
    scene.do(StepTo("C3"), dice=("melee 6 6",))
    weapon = scene.state.weapons[0]
    assert (scene.at("x"), weapon.carrier, weapon.at) == ("", NOBODY, -1)


def test_who_survives_an_ambush_strikes_back_with_his_charge() -> None:
    """8.4#3, 8.0#21, Q-060: the victim of an Ambush falls first; his friend still has all he fights with."""
    scene = ambush(
        U("a", "squad 2-5-4-6", "C5", abilities=("ambush",)),
        U("x", "squad 1-5-4-5", "C3"),
        U("z", "squad 1-5-4-5", "C3", carries=["w"]),
    )
    scene.do(StepTo("C3"), AddMeleeTarget("x"), StrikeMelee(), dice=("melee 6 6", "melee 1 1"))
    reply = [e for e in scene.events if isinstance(e, ev.Resolved) and e.what == "melee"][-1]
    attack, _, _ = reply.tallies
    assert [(m.why, m.value) for m in attack.items] == [("ifp", 1), ("support_weapon", 3)]
    assert (scene.at("x"), scene.at("z"), scene.state.weapons[0].carrier) == ("", "C3", NOBODY)


def test_who_helps_to_crew_a_weapon_uses_one() -> None:
    """8.3#4, 11.6, 1.6, Q-062, Q-213: a Scout at another man's machine gun takes nothing off the roll, nor adds any."""
    scene = Scene(
        U("a", "hero 1-4-6-6", "C3", carries=["w"]), U("b", "scout 0-4-6-6", "C3"), U("x", "squad", "C3"),
        guns={"w": (4, 8)},
    )  # fmt: skip
    at = scene.loc("C3")
    pair = Fight(at, arms=((0, (0,), 1),))
    tally = melee_tally(scene.game, scene.state, [0, 1], [2], pair)
    assert (tally.attack.total, tally.roll.mods) == (4, ())
    assert melee_tally(scene.game, scene.state, [2], [1], pair).roll.mods == ()
    alone = melee_tally(scene.game, scene.state, [0, 1], [2], Fight(at))
    assert (alone.attack.total, [m.value for m in alone.roll.mods]) == (3, [-1])
