"""12.0: Skills: who has one, and the cup of those nobody has.

What each Skill does, and using one that works only once, is in `lnlt.traits.skills`.
"""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.dice import PathDice
from lnlt.core.draft import Draft
from lnlt.core.flags import ELIMINATED
from lnlt.core.game import Game
from lnlt.core.state import Position


def cup(game: Game, s: Position) -> list[str]:
    """12.0: Skill counters that no living unit has; used ones and those of the dead are back in it.

    A Skill whose effect is not known is left out if a Hero could get it; others are drawn and put aside.
    """
    stated = game.setup.heroes.cup
    taken: dict[str, int] = {}
    for unit in s.units:
        if unit.skills and not unit.flags & ELIMINATED:
            for key in unit.skills:
                taken[key] = taken.get(key, 0) + 1
    found: list[str] = []
    for key, skill in game.catalog.skills.items():
        if stated is not None and key not in stated:
            continue
        if not skill.verified and "hero" in skill.who:
            continue
        found += [key] * max(0, skill.count - taken.get(key, 0))
    return found


def draw_skill(d: Draft, side: int, kind: str) -> str:
    """11.2.1, 12.0: draw until a Skill comes that this kind of unit can use; "" if the cup has none.

    Where every way the draws can go is counted, those in between are left out: they change no chance.
    """
    skills = d.game.catalog.skills
    left = cup(d.game, d)
    if isinstance(d.dice, PathDice):
        left = [key for key in left if kind in skills[key].who]
    while any(kind in skills[key].who for key in left):
        key = left[d.draw(left, "skill", side)]
        if kind in skills[key].who:
            return key
        left.remove(key)
    return ""


def spend_skill(d: Draft, unit: int, skill: str) -> None:
    """12.0: a Skill that works once goes back into the cup."""
    rest = tuple(key for key in d.units[unit].skills if key != skill)
    d.emit(ev.SkillsChanged(unit, rest))
