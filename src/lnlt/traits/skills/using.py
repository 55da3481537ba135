"""12.0: using a Skill that works only once, as an action of an impulse."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Protocol

from lnlt.core.draft import Draft
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch12_skills import spend_skill


class UseSkill(Command, frozen=True, gc=False):
    """Use a Skill that works once."""

    unit: str
    skill: str


class SkillUse(Protocol):
    """What a Skill that is used by choice does."""

    skill: str

    def check(self, game: Game, s: Position, impulse: Impulse, unit: int) -> Refusal | None:
        """Whether its owner may use it now."""
        ...

    def use(self, d: Draft, impulse: Impulse, unit: int) -> None:
        """Let it happen; the Impulse is on top of the stack."""
        ...


class SkillAction(Action):
    """12.0: use a Skill in an own impulse. Only games with such a Skill have this action."""

    command = UseSkill

    def __init__(self, uses: Collection[SkillUse]) -> None:
        self.uses = {use.skill: use for use in uses}

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> Iterator[UseSkill]:  # noqa: ARG002
        """Every unit of the side with such a Skill."""
        for u in s.skilled:
            unit = s.units[u]
            if unit.side == impulse.side and unit.at >= 0:
                for key in unit.skills:
                    if key in self.uses:
                        yield UseSkill(unit.id, key)

    def check(self, game: Game, s: Position, impulse: Impulse, command: UseSkill) -> Refusal | None:
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

    def answer(self, d: Draft, impulse: Impulse, command: UseSkill) -> None:
        """It goes back into the cup and takes effect."""
        unit = d.ids[command.unit]
        spend_skill(d, unit, command.skill)
        self.uses[command.skill].use(d, impulse, unit)
