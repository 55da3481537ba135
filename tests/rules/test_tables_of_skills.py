"""12.0, 22.0: Skills with an effect, what the Ambush brings, special rules of scenarios, entry by entry."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import draft, flagged
from helpers import Scene, U
from lnlt.core.flags import (
    ASSAULT_MOVE,
    DUG_IN,
    ELIMINATED,
    FIRED,
    HIT_AND_RUN,
    LOW_CRAWL,
    MELEE,
    MOVED,
    OPS_COMPLETE,
    SHAKEN,
    STEALTH,
    WOUNDED,
)
from lnlt.rules.ch02_outline import OPERATIONS_BEGIN, OPERATIONS_END
from lnlt.rules.ch04_operations.impulse import LEFT_TO_DO
from lnlt.rules.ch05_fire.damage import DEADLY_WOUND
from lnlt.rules.ch05_fire.firepower import RANGE
from lnlt.rules.ch05_fire.modifiers import FIRE_MODIFIERS
from lnlt.rules.ch08_melee.entering import MAY_ENTER
from lnlt.rules.ch08_melee.firepower import MELEE_FIREPOWER
from lnlt.rules.ch11_smc.rallying import RALLY_REACH
from lnlt.rules.facts.movement_modes import ABILITIES
from lnlt.traits import scenario_rules, skills
from lnlt.traits.scenario_rules.destroy import Destroying
from lnlt.traits.skills import ambush


@pytest.mark.parametrize(
    ("skill", "hooks"),
    [
        ("assaulter", [ABILITIES]),
        ("bull", [DEADLY_WOUND]),
        ("charismatic", [RALLY_REACH]),
        ("deadeye", [RANGE, RANGE]),
        ("deadly", [FIRE_MODIFIERS, MELEE_FIREPOWER]),
        ("decisive", [LEFT_TO_DO]),
        ("versatile", [MAY_ENTER]),
    ],
)
def test_what_a_skill_changes(skill: str, hooks: list[object]) -> None:
    """12.0: where each Skill takes effect; nobody has it: nowhere."""
    found = skills.attachments({skill: frozenset({"leader", "hero"})})
    assert [a.hook for a in found] == hooks
    assert {a.source for a in found} == {skill}
    assert skills.attachments({skill: frozenset()}) == []


def test_skills_used_by_choice() -> None:
    """12.0: Decisive and The Ambush work once, when their owner says so; these are all that have an effect."""
    owner = frozenset({"leader"})
    assert [use.skill for use in skills.uses({"decisive": owner, "the_ambush": owner, "deadly": owner})] == [
        "decisive",
        "the_ambush",
    ]
    assert [use.skill for use in skills.uses({"the_ambush": owner})] == ["the_ambush"]
    assert {
        "assaulter", "bull", "charismatic", "deadeye", "deadly", "decisive", "versatile", "the_ambush",
    } == skills.KNOWN  # fmt: skip


def test_whom_the_ambush_brings() -> None:
    """12.0, Skills PAC: 1 nothing; 2 Half-Squad and MG; 3 and 4 Squad and MG; 5 and 6 two Squads."""
    assert ambush.ARRIVALS == {
        1: ((), False),
        2: (("half_squad",), True),
        3: (("squad",), True),
        4: (("squad",), True),
        5: (("squad", "squad"), False),
        6: (("squad", "squad"), False),
    }


def test_special_rules_of_scenarios() -> None:
    """22.0: `destroy` attaches at the beginning and the end of the Operations Phase, an unknown word nowhere."""
    setup = Scene(U("a", "leader", "C3"), U("x", "squad", "H1")).game.setup
    found = scenario_rules.attachments(replace(setup, special_rules=("destroy:C3:a:cache", "flying")))
    assert [(a.hook, a.band, a.source) for a in found] == [
        (OPERATIONS_BEGIN, "scenario", "destroy"),
        (OPERATIONS_END, "scenario", "destroy"),
    ]


BUSY = (
    SHAKEN, ELIMINATED, MELEE, MOVED, FIRED, OPS_COMPLETE, ASSAULT_MOVE, LOW_CRAWL, STEALTH, HIT_AND_RUN,
)  # fmt: skip


def test_who_is_busy_while_others_destroy() -> None:
    """22.0, Q-253: who is not in Good Order, fights or has acted does not help; a wound or a Foxhole is no matter."""
    rule = Destroying("C3", "a", "cache")
    s = Scene(U("a", "leader", "C3"), U("b", "squad", "C3"), U("x", "squad", "H1"))
    first = s.state
    for flag in (*BUSY, 0, WOUNDED, DUG_IN):
        s.state = first
        idle = rule.idle(draft(flagged(s, "b", flag)))
        assert idle == ([0] if flag in BUSY else [0, 1]), flag
