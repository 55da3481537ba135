"""5.0 to 5.6, 1.6.5, 10.7: the Damage Check Table, who may fire and direct fire, and the short tables beside them."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

import pytest

from armour_helpers import code
from helpers import Activate, Fire, Scene, U, flagged
from lnlt.core.board import BUNKER, CAVE
from lnlt.core.flags import (
    ASSAULT_FIRE,
    CONTINUOUS,
    FIRED,
    HANDLED,
    HIT_AND_RUN,
    LOW_CRAWL,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    SMOKED,
    STEALTH,
)
from lnlt.rules.ch05_fire import action, firers, modifiers, special
from lnlt.rules.ch05_fire.attack import Attack
from lnlt.rules.ch05_fire.damage import damage_check, result
from lnlt.rules.ch05_fire.firepower import Firer, ifp_range, weapon_share
from lnlt.rules.ch05_fire.group import AddFirer, FireGroup
from lnlt.rules.ch05_fire.lone import LoneAnswer, LoneFire, TeamFire
from lnlt.rules.ch05_fire.odds import MISSED, faces
from lnlt.rules.ch05_fire.opportunity import (
    Answer,
    Answerable,
    GroupAnswer,
    OpportunityFire,
    PassAnswer,
    PassWindow,
)
from lnlt.rules.ch05_fire.retreat import Retreat


def test_steps_of_saved_games() -> None:
    """5.0, 5.3, 1.6.3: these words and their order are in saved games: they mean the same in every version."""
    assert Attack.STEPS == ("roll", "check", "after", "retreats")
    assert OpportunityFire.STEPS == ("ask", "again")
    assert Retreat.STEPS == ("ask", "hazards", "events", "window", "finish")


def test_what_goes_without_saying() -> None:
    """5.0, 5.3: what a frame or command leaves out is the ordinary case: own firepower, nothing answered so far."""
    assert Firer(0).ifp
    assert AddFirer("a").ifp
    assert not FireGroup(side=0, origin=0, at=0).opportunity
    assert not PassWindow().whole_move
    assert (Answerable().let_pass, Answerable.COORDINATED) == (False, False)
    window = OpportunityFire(side=0, at=0, budget=1, movers=())
    assert (window.closed, window.missile, window.hull_only) == (False, False, False)


def test_what_calls_leave_out() -> None:
    """5.0, 5.5, 11.2.1, 23.2.2: fire of the enemy, next door, at men, that nobody called and no Mortar is part of."""
    ordinary: dict[tuple[Callable[..., Any], str], object] = {
        (damage_check, "enemy_fire"): True, (weapon_share, "distance"): 1, (firers.check_ready, "first"): False,
        (firers.has_shot, "at_vehicle"): False, (firers.can_fire, "at_vehicle"): False,
        (modifiers.line_modifiers, "bombs"): False, (modifiers.firing_modifiers, "called"): False,
        (modifiers.defence_tally, "bombs"): False,
    }  # fmt: skip
    found = {(function, name): signature(function).parameters[name].default for function, name in ordinary}
    assert found == ordinary


def test_who_fires_at_vehicles_and_from_bunkers() -> None:
    """1.7, 17.2, 5.0.1, 21.1.3: Weapon Teams with machine guns, aided by Leaders; fire and passing from a Bunker."""
    assert (LoneFire.aided, LoneFire.at_vehicles, TeamFire.at_vehicles) == (True, False, True)
    assert not Answer.from_bunker
    assert [kind.from_bunker for kind in (GroupAnswer, LoneAnswer, PassAnswer)] == [True] * 3


@pytest.mark.parametrize(
    ("column", "results"),
    [
        ("go_mmc", ("none", "shaken", "casualties", "eliminated")),
        ("shaken_mmc", ("none", "casualties", "casualties", "eliminated")),
        ("go_smc", ("none", "shaken", "wounded", "eliminated")),
        ("hero_or_shaken_smc", ("none", "wounded", "wounded", "eliminated")),
        ("armored_vehicle", ("none", "shaken", "shaken", "abandoned")),
        ("unarmored_vehicle", ("none", "shaken", "destroyed", "destroyed")),
        ("helicopter", ("none", "damaged", "destroyed", "destroyed")),
    ],
)
def test_damage_check_table(column: str, results: tuple[str, str, str, str]) -> None:
    """5.1: up to Morale, above it, from twice and from three times Morale, for each column of the card."""
    by_total = [result(column, 4, total) for total in range(3, 14)]
    first, second, third, last = results
    assert by_total == [first] * 2 + [second] * 3 + [third] * 4 + [last] * 2


def test_faces_of_a_damage_check() -> None:
    """5.0, 5.1: one six-sided die, whether it matters or not."""
    assert MISSED == {"none": 6}
    assert faces("go_mmc", 4, 3) == {"none": 1, "shaken": 3, "casualties": 2}


def test_range_of_a_sniper() -> None:
    """11.4, Q-096: one whose counter prints no range reaches across any map."""
    s = Scene(U("a", "sniper", "D6", range=0), U("b", "marksman", "D6", range=0), U("x", "squad", "H1"))
    assert [ifp_range(s.game, s.state, n) for n in (0, 1)] == [254, 254]


@pytest.mark.parametrize(("abilities", "bonus"), [((), ("adjacent", 2)), (("assaulter",), ("adjacent_assaulter", 3))])
def test_bonus_next_door(abilities: tuple[str, ...], bonus: tuple[str, int]) -> None:
    """5.6: two at an adjacent hex, three with Assaulters in the group."""
    s = Scene(U("a", "squad", "D6", abilities=abilities), U("x", "squad", "D5"))
    found = modifiers.stack_modifiers(s.game, s.state, [Firer(0)], s.loc("D6"), s.loc("D5"))
    assert [(m.why, m.value) for m in found] == [bonus]


@pytest.mark.parametrize(
    ("kind", "section"),
    [
        ("medic", "11.3"),
        ("corpsman", "11.3"),
        ("chaplain", "11.8"),
        ("nurse", "11.10"),
        ("piper", "11.11"),
    ],
)
def test_men_who_never_fire(kind: str, section: str) -> None:
    """11.3, 11.8, 11.10, 11.11: neither fire nor direct it, each by its own section."""
    s = Scene(U("a", kind, "D7", range=0, fp=0), U("x", "squad", "D2"))
    found = firers.check_firer(s.game, s.state, 0, s.loc("D7"), s.loc("D2"), False)
    assert code(found) == (section, "cannot_aid")


def test_marks_of_those_who_do_not_fire() -> None:
    """5.0, 4.0: everything that makes a unit unready is looked at."""
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "D3"))

    def reach(flags: int) -> int:
        return firers.fire_reach(s.game, flagged(s, 0, flags).state, s.us, s.loc("D6"), False)

    assert reach(0) == 5
    unready = (
        SHAKEN, MELEE, SMOKED, HANDLED, MOVING, ASSAULT_FIRE, CONTINUOUS, MOVED, FIRED, OPS_COMPLETE, LOW_CRAWL,
        STEALTH, HIT_AND_RUN,
    )  # fmt: skip
    assert [reach(flag) for flag in unready] == [0] * len(unready)


@pytest.mark.parametrize(
    ("kind", "directs"),
    [
        ("squad", True),
        ("half_squad", True),
        ("crew", True),
        ("advisor", True),
        ("leader", True),
        ("commissar", True),
        ("political_officer", True),
        ("hero", True),
        ("scout", True),
        ("weapon_team", False),
        ("medic", False),
        ("sniper", False),
        ("chaplain", False),
    ],
)
def test_who_directs_a_mortar(kind: str, directs: bool) -> None:
    """1.6.5: Squads, Half-Squads, Crews, Advisors, Leaders of every kind, Heroes and Scouts; then it needs a Mortar."""
    s = Scene(U("a", "squad", "D6"), U("b", kind, "D7"), U("x", "squad", "D3")).do(Activate("D6"))
    assert s.code(Fire("D6", "D3", "indirect", "b")) == ("nobody_can_fire" if directs else "no_spotter")


def test_weapons_that_reach_what_others_do_not() -> None:
    """10.7, 21.1.2, 6.4, Q-271: closed places from behind, and hexes of hidden units."""
    assert action.CLOSED == {"bunker": BUNKER, "cave": CAVE}
    for kind in ("cave", "bunker"):
        s = Scene(U("a", "squad", "D7"), U("x", "squad", f"D5/{kind}"), markers=[(kind, "D5", 2, "D4")])
        found = special.only_weapons(s.game, s.state, s.us, s.loc("D7"), s.loc(f"D5/{kind}"))
        assert found == {"satchel_charge", "mortar"}
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6", "stealth"), hexes={"C6": "light_woods"})
    assert special.only_weapons(s.game, s.state, s.us, s.loc("C3"), s.loc("C6")) == {"mortar"}
