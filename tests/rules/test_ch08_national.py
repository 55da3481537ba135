"""8.0, 8.4, 8.6, 13.0: Melee where nations, skills and modules have a say."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helpers import Activate, AddMover, BeginMove, Scene, StepTo, U
from lnlt import engine
from lnlt.core import events as ev
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import ASSAULT_FIRE, MOVING
from lnlt.core.hooks import Hooks
from lnlt.core.tally import Modifier
from lnlt.rules.ch08_melee.entering import chargers, check_entry
from lnlt.rules.ch08_melee.firepower import MELEE_FIREPOWER, Fight, melee_tally
from lnlt.rules.ch08_melee.round import check_odds
from lnlt.rules.facts.melee_eligibility import can_ambush

pytestmark = pytest.mark.usefixtures("either_seat")


def test_dice_of_the_british() -> None:
    """13.0#1, 8.0: the British of the Falklands roll one eight-sided and one six-sided die in Melee."""
    s = Scene(
        U("a", "squad 2-5-4-6", "C4", nation="uk"), U("x", "squad 2-5-4-6", "C3", nation="ar"),
        nations=("uk", "ar"), era="modern",
    )  # fmt: skip
    s.do(Activate("C4"), BeginMove("C4"), AddMover("a"), StepTo("C3"), dice=("melee 7", "melee 1", "melee 1 1"))
    assert s.rolls("melee") == [(7,), (1,), (1, 1)]
    first = next(e for e in s.events if isinstance(e, ev.Resolved) and e.what == "melee")
    assert (first.tallies[2].need, first.outcome) == (8, "eliminated")


@pytest.mark.parametrize(("own", "side", "able"), [("vc", "us", True), ("us", "vc", False), ("", "vc", True)])
def test_nation_that_ambushes(own: str, side: str, able: bool) -> None:
    """8.4, 13.0: a unit's own nation decides whether it can ambush, its side's where it has none."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), nations=(side, "de"), era="modern")
    game, nations = s.game, s.game.catalog.nations
    game.types = tuple(replace(t, nation=own) for t in game.types)
    game.catalog = replace(game.catalog, nations={**nations, "vc": replace(nations["vc"], ambush=True)})
    assert can_ambush(game, s.state, 0) is able


def test_attacking_and_defending_are_told_apart() -> None:
    """8.0, 12.0, Q-067: firepower that counts only in the attack counts neither in the defence nor in its odds."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C3"), U("y", "squad 3-5-4-5", "C3"))

    def fierce(_game: engine.Game, _s: object, members: tuple[int, ...], _at: int, attacking: bool) -> list[Modifier]:
        return [Modifier(3 if attacking else 20, "fierce", "12.0")] if 0 in members or not attacking else []

    s.game.hooks = Hooks([MELEE_FIREPOWER.attach("skill", fierce, "fierce")])
    tally = melee_tally(s.game, s.state, [0], [1], Fight(s.loc("C3")))
    assert (tally.attack.total, tally.defence.total) == (1 + 3, 1 + 20)
    refusal = check_odds(s.game, s.state, s.us, (1, 2), Fight(s.loc("C3")))
    assert refusal is not None
    assert refusal.params == {"attack": 4, "defence": 24}


@pytest.mark.parametrize(("flags", "code"), [(ASSAULT_FIRE, ""), (MOVING, "no_melee_in_mode")])
def test_versatile_enters_after_assault_fire(flags: int, code: str) -> None:
    """12.0, 6.1.1, 8.0#3: Versatile lets a Hero go from Assault Fire into Melee, not from any other Assault Move."""
    s = Scene(U("a", "hero", "C4", skills=("versatile",)), U("x", "squad", "C3"))
    state = replace(s.state, units=(replace(s.state.units[0], flags=flags), *s.state.units[1:]))
    refusal = check_entry(s.game, state, [0], ["assault"], s.loc("C3"))
    assert (refusal.code if refusal else "") == code


def test_huts_that_are_a_building_are_not_charged() -> None:
    """8.6#2: whatever is mapped as a building keeps Cavalry out, whatever it is built of."""
    s = Scene(
        U("a", "mounted_squad 1-4-12-5", "C5", abilities=("horse",)), U("x", "squad", "C3"),
        hexes={"C3": "bamboo_huts", "C1": "bamboo_huts"}, buildings=[(("C3",), 1), (("C1",), 1)], era="modern",
    )  # fmt: skip
    assert chargers(s.game, s.state, [0], s.loc("C5"), s.loc("C3")) == ()


def test_weapons_before_the_choice() -> None:
    """8.0#22, Q-060: until the owner has chosen, odds are those of the strongest choice; a gun may add nothing."""
    guns = {n: WeaponType(f"gun-{n}", n, "machine_gun", fp=fp, range=8) for n, fp in (("v", 2), ("w", 3), ("z", 0))}
    s = Scene(
        U("a", "squad", "C3", carries=["v", "w"]), U("b", "half_squad", "C3", carries=["z"]),
        U("x", "squad", "C3"), guns=guns,
    )  # fmt: skip
    assert melee_tally(s.game, s.state, [0], [2], Fight(s.loc("C3"))).attack.total == 5
    silent = melee_tally(s.game, s.state, [1], [2], Fight(s.loc("C3"))).attack
    assert [(m.why, m.value) for m in silent.items] == [("support_weapon", 0)]
