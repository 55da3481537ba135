"""12.0: chances of the cup of Skills."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from helpers import Scene, U
from lnlt.core.dice import Dice, enumerate_rolls
from lnlt.core.draft import Draft
from lnlt.core.setup import HeroSetup
from lnlt.rules.ch12_skills import draw_skill


def test_chances_of_a_skill() -> None:
    """11.2.1, 12.0: drawing until one fits, a new Hero gets each Skill that Heroes can use equally often."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), heroes=HeroSetup())

    def play(dice: Dice) -> str:
        return draw_skill(Draft(s.game, s.state, dice), 0, "hero")

    chances: Counter[str] = Counter()
    for chance, skill in enumerate_rolls(play):
        chances[skill] += chance  # type: ignore[assignment]
    assert chances == dict.fromkeys(("deadeye", "deadly", "the_ambush", "versatile", "bull"), Fraction(1, 5))
