"""Chapter 5 piece by piece: who is a target, what counts for and against a shot, who is ready, who draws fire."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers import Scene, U
from lnlt.core import flags
from lnlt.core.dice import SEEDED
from lnlt.core.draft import Draft
from lnlt.core.state import NOBODY
from lnlt.core.tally import Modifier
from lnlt.rules.ch05_fire.attack import targets
from lnlt.rules.ch05_fire.damage import TABLE
from lnlt.rules.ch05_fire.firepower import Firer
from lnlt.rules.ch05_fire.firers import check_ready
from lnlt.rules.ch05_fire.modifiers import defence_tally, stack_modifiers
from lnlt.rules.ch05_fire.odds import fire_odds
from lnlt.rules.ch05_fire.opportunity import opens_window
from lnlt.rules.ch05_fire.retreat import check_retreat
from scene_helpers import cited

FAR = U("y", "squad", "H8")


def flagged(s: Scene, unit: str, words: int) -> Draft:
    """The position with some flags put on a unit."""
    d = Draft(s.game, s.state, SEEDED)
    d.flag(s.number(unit), words)
    return d


def test_results_of_a_damage_check_by_name() -> None:
    """5.1: the table as it is written into games, replays and reports."""
    assert TABLE["go_mmc"] == ("none", "shaken", "casualties", "eliminated")
    assert TABLE["go_smc"] == ("none", "shaken", "wounded", "eliminated")
    assert TABLE["hero_or_shaken_smc"] == ("none", "wounded", "wounded", "eliminated")


def test_hidden_units_are_hit_by_mortars_only() -> None:
    """6.4, Q-050, Q-271: who moves by Stealth and has not fired is no target of other fire."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C4"), U("z", "squad", "C4"), hexes={"C4": "forest"})
    d = flagged(s, "x", flags.STEALTH)
    both, seen = {s.number("x"), s.number("z")}, {s.number("z")}
    assert set(targets(s.game, d, s.us, s.loc("C4"))) == seen
    assert set(targets(s.game, d, s.us, s.loc("C4"), True)) == both


@pytest.mark.parametrize(
    ("abilities", "value", "why"), [((), 2, "adjacent"), (("assaulter",), 3, "adjacent_assaulter")]
)
def test_next_to_the_target(abilities: tuple[str, ...], value: int, why: str) -> None:
    """5.6: +2 next to the target, +3 with an Assaulter."""
    s = Scene(U("a", "squad", "C3", abilities=abilities), U("x", "squad", "C4"))
    found = stack_modifiers(s.game, s.state, [Firer(s.number("a"))], s.loc("C3"), s.loc("C4"))
    assert found == [Modifier(value, why, "5.6")]


@pytest.mark.parametrize("smoke", ["C3", "C2", "C7", "E5"])
def test_fire_out_of_smoke(smoke: str) -> None:
    """7.0: -1 if Smoke lies in the hex of those who fire, and in no other."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), markers=[("smoke", smoke, 1)])
    found = stack_modifiers(s.game, s.state, [Firer(s.number("a"))], s.loc("C3"), s.loc("C6"))
    assert (Modifier(-1, "out_of_smoke", "7.0", "C3") in found) is (smoke == "C3")


def test_what_helps_a_target() -> None:
    """5.5, 11.4, 1.6.5: cover and Walls, not against Mortars; a Sniper counts his cover twice; a place has its own."""
    s = Scene(
        U("a", "squad", "C2"),
        U("x", "sniper", "C5"),
        FAR,
        hexes={"C5": "light_woods"},
        sides=[("C4", "C5", "wall")],
    )
    at, origin, unit = s.loc("C5"), s.loc("C2"), s.number("x")
    cover = [m.why for m in defence_tally(s.game, s.state, at, origin).mods]
    assert cover == ["light_woods", "wall"]
    assert [m.why for m in defence_tally(s.game, s.state, at, origin, NOBODY, mortar=True).mods] == ["light_woods"]
    assert [m.why for m in defence_tally(s.game, s.state, at, origin, unit).mods] == [*cover, "sniper_alone"]


@pytest.mark.parametrize(
    ("words", "opportunity", "wanted"),
    [
        (0, False, ""),
        (flags.SHAKEN, False, "5.1 shaken"),
        (flags.MELEE, False, "8.1 in_melee"),
        (flags.HANDLED, False, "1.6.1 has_flipped"),
        (flags.HANDLED | flags.ASSAULT_MOVE, False, ""),
        (flags.SMOKED, False, "7.0 no_fire_after_smoke"),
        (flags.MOVING, False, "6.0 is_moving"),
        (flags.MOVING, True, "5.3 is_moving"),
        (flags.MOVING | flags.HIT_AND_RUN, False, ""),
        (flags.MOVING | flags.HIT_AND_RUN, True, "5.3 is_moving"),
        (flags.ASSAULT_FIRE, False, "6.1.1 has_acted"),
        (flags.CONTINUOUS, False, "15.5.1 must_move"),
        (flags.CONTINUOUS, True, "15.5.1 must_move"),
        (flags.ASSAULT_MOVE, False, ""),
        (flags.FIRED, False, "4.0 has_acted"),
        (flags.OPS_COMPLETE, False, "4.1 has_acted"),
        (flags.OPS_COMPLETE, True, ""),
        (flags.OPS_COMPLETE | flags.FIRED, True, "5.3 has_acted"),
    ],
)
def test_who_is_ready_to_fire(words: int, opportunity: bool, wanted: str) -> None:
    """4.0, 5.3, 6.1, 6.7, 7.0: fresh units, Assault Movers, Hit & Run once; Ops Complete MMCs by Opportunity Fire."""
    s = Scene(U("a", "squad", "C3"), FAR)
    assert cited(check_ready(s.game, flagged(s, "a", words), s.number("a"), opportunity)) == wanted


def test_chance_of_a_damage_check() -> None:
    """5.0: the attack must beat the defence; every target's chances add up to one, whoever is lost by Casualties."""
    s = Scene(
        U("a", "squad 2-5-4-6", "C3"),
        U("x", "half_squad 1-4-4-9", "C5"),
        U("z", "squad 1-5-4-3", "C5"),
        FAR,
        hexes={"C5": "light_woods"},
    )
    found = fire_odds(s.game, s.state, [Firer(0)], 0, s.loc("C3"), s.loc("C5")).targets
    assert {t.unit for t in found} == {"x", "z"}
    for target in found:
        lead = target.attack.total - target.defence.total
        beats = sum(one + lead > two for one in range(1, 7) for two in range(1, 7))
        assert target.hit == Fraction(beats, 36)
        assert sum(target.chances.values()) == 1


def test_casualties_alone_eliminate() -> None:
    """5.1: a Half-Squad is lost by Casualties even if no result says eliminated."""
    s = Scene(U("a", "squad 2-5-4-6", "C3"), U("x", "half_squad 1-4-4-6", "C5"), FAR)
    (found,) = fire_odds(s.game, s.state, [Firer(0)], 0, s.loc("C3"), s.loc("C5")).targets
    assert sum(found.chances.values()) == 1
    assert set(found.chances) == {"none", "shaken", "eliminated"}


@pytest.mark.parametrize(
    ("terrain", "words", "opens"),
    [
        ("forest", flags.LOW_CRAWL, False),
        ("forest", flags.STEALTH | flags.MOVING, False),
        ("clear", flags.LOW_CRAWL, True),
        ("tree_lined_road", flags.LOW_CRAWL, True),
        ("forest", flags.WOUNDED, True),
        ("forest", flags.IN_TUNNEL | flags.MOVING, True),
    ],
)
def test_who_draws_opportunity_fire(terrain: str, words: int, opens: bool) -> None:
    """5.3, 10.5.3: crawlers and sneakers only where they are spotted or may be seen along a Road; others always."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C7"), hexes={"C3": terrain})
    d = flagged(s, "a", words)
    assert opens_window(s.game, d, s.de, s.loc("C3"), (s.number("a"),)) is opens


def test_a_retreat_leads_away() -> None:
    """1.6.3: not to a hex as far from the attacker as before, let alone a closer one."""
    s = Scene(U("a", "squad", "D2"), U("x", "squad", "D4", "shaken"))
    start, unit = s.loc("D2"), s.number("x")
    far = [s.game.distance(start >> 3, s.loc(to) >> 3) for to in ("D3", "D4", "E3", "D5")]
    assert far == [1, 2, 2, 3]
    ways = [cited(check_retreat(s.game, s.state, unit, start, s.loc(to))) for to in ("D3", "E3", "D5")]
    assert ways == ["1.6.3 not_away", "1.6.3 not_away", ""]
