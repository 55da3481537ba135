"""1.6, 22.0: the Support Weapons of a group are given to its units."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ELIMINATED
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.setup import Group
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.facts.groups import group_named
from lnlt.rules.facts.weapons import carries, load_of


class Give(Command, frozen=True, gc=False):
    """Give a Support Weapon of a group to one of its units."""

    unit: str
    weapon: str


class OutfitGroup(Question, frozen=True, gc=False, kw_only=True):
    """1.6, 22.0: the owner gives the Support Weapons of a group to its units."""

    RULE: ClassVar[str] = "1.6"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Give,)
    group: str

    def loose(self, game: Game, s: Position) -> list[int]:
        """Weapons of the group nobody carries yet."""
        group = group_named(game, self.group)
        names = set(group.weapons)
        return [
            w for w, weapon in enumerate(s.weapons) if weapon.id in names and weapon.carrier == NOBODY and weapon.at < 0
        ]

    def candidates(self, game: Game, s: Position) -> list[Give]:
        """The next weapon to any unit of the group that can carry it."""
        group = group_named(game, self.group)
        return [Give(name, s.weapons[w].id) for w in self.loose(game, s)[:1] for name in group.units]

    def check(self, game: Game, s: Position, command: Give) -> Refusal | None:
        """1.6: within what the unit may carry; weapons in order."""
        loose = self.loose(game, s)
        group = group_named(game, self.group)
        if not loose or s.weapons[loose[0]].id != command.weapon or command.unit not in group.units:
            return Refusal("1.6", "not_its_weapon", {"unit": command.unit, "weapon": command.weapon})
        u = s.units[s.ids[command.unit]]
        if u.at != NOWHERE or u.flags & ELIMINATED:
            return Refusal("22.0", "not_waiting", {"unit": command.unit})
        if load_of(game, s, u) >= carries(game.types[u.type].kind):
            light = "no_load" in game.weapon_types[s.weapons[loose[0]].type].abilities
            if not light or not carries(game.types[u.type].kind):
                return Refusal("1.6", "carries_enough", {"unit": command.unit})
        if game.heavy and game.types[u.type].is_smc:
            if "no_lone_smc" in game.weapon_types[s.weapons[loose[0]].type].abilities:
                return Refusal("23.1.5", "not_alone", {"unit": command.unit, "weapon": command.weapon})
        return None

    def answer(self, d: Draft, command: Give) -> None:
        """The unit carries it."""
        weapon = self.loose(d.game, d)[0]
        d.emit(ev.WeaponPassed(weapon, d.ids[command.unit], NOWHERE))


def outfitting(d: Draft, group: Group) -> OutfitGroup | None:
    """The question who of a group takes its next weapon, if there is one and somebody can."""
    question = OutfitGroup(side=d.game.side_index[group.side], group=group.id)
    if any(question.check(d.game, d, c) is None for c in question.candidates(d.game, d)):
        return question
    return None
