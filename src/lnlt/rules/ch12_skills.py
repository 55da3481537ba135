"""12.0: Skills: who has one, the cup of those nobody has, and using one that works only once.

What each Skill does is in `lnlt.traits.skills`, attached at the hooks of the chapters concerned.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Protocol

from lnlt.core import events as ev
from lnlt.core.dice import PathDice
from lnlt.core.draft import Draft
from lnlt.core.flags import ELIMINATED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal


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


class UseSkill(Command, frozen=True, gc=False):
    """Use a Skill that works once."""

    unit: str
    skill: str


class SkillUse(Protocol):
    """What a Skill that is used by choice does."""

    skill: str

    def check(self, game: Game, s: Position, impulse: Any, unit: int) -> Refusal | None:
        """Whether its owner may use it now."""
        ...

    def use(self, d: Draft, impulse: Any, unit: int) -> None:
        """Let it happen; the Impulse is on top of the stack."""
        ...


class SkillAction:
    """12.0: use a Skill in an own impulse. Only games with such a Skill have this action."""

    prolongs = True
    needs_named = False
    command = UseSkill

    def in_play(self, game: Game) -> bool:  # noqa: ARG002
        """Always, where a game has it."""
        return True

    def __init__(self, uses: Collection[SkillUse]) -> None:
        self.uses = {use.skill: use for use in uses}

    def before_end(self, game: Game, s: Position, impulse: Any) -> Refusal | None:  # noqa: ARG002
        """A Skill never has to be used."""
        return None

    before_last_pass = before_end

    def candidates(self, game: Game, s: Position, impulse: Any) -> Iterable[UseSkill]:  # noqa: ARG002
        """Every unit of the side with such a Skill."""
        for unit in s.units:
            if unit.skills and unit.side == impulse.side and unit.at >= 0:
                for key in unit.skills:
                    if key in self.uses:
                        yield UseSkill(unit.id, key)

    def options(self, game: Game, s: Position, impulse: Any) -> list[Command]:
        """Those that may be used now."""
        return [c for c in self.candidates(game, s, impulse) if self.check(game, s, impulse, c) is None]

    def check(self, game: Game, s: Position, impulse: Any, command: UseSkill) -> Refusal | None:
        """12.0: the unit must have it and be on the board; the rest is the Skill's."""
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        u = s.units[unit]
        if u.side != impulse.side or u.at < 0 or command.skill not in u.skills or command.skill not in self.uses:
            return Refusal("12.0", "no_such_skill", {"unit": command.unit, "skill": command.skill})
        if not u.good_order:
            return Refusal("12.0", "shaken", {"unit": command.unit})
        return self.uses[command.skill].check(game, s, impulse, unit)

    def answer(self, d: Draft, impulse: Any, command: UseSkill) -> None:
        """It goes back into the cup and takes effect."""
        unit = d.ids[command.unit]
        spend_skill(d, unit, command.skill)
        self.uses[command.skill].use(d, impulse, unit)
