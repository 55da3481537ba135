"""11.3, 11.7.1, 11.10: what healers and Commissars may do in the Rally Phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from lnlt.core.draft import Draft
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch03_rally import RallyChoice
from lnlt.rules.ch11_smc.commissars import check_fight_or_die, culprits, fight_or_die
from lnlt.rules.ch11_smc.healing import check_heal, heal
from lnlt.rules.facts.kinds import COMMISSARS, HEALERS
from lnlt.rules.facts.kits import company


class Heal(Command, frozen=True, gc=False):
    """A Medic, Corpsman or Nurse heals a wounded man; `rally`: a Medic brings a Shaken unit back instead."""

    RULE: ClassVar[str] = "11.3"

    by: str
    unit: str
    rally: bool = False


class FightOrDie(Command, frozen=True, gc=False):
    """A Commissar forces a unit that has failed to rally, or without a name all of them, to try again."""

    RULE: ClassVar[str] = "11.7.1"

    by: str
    unit: str = ""


def _all_of(game: Game, s: Position, kinds: frozenset[str]) -> list[int]:
    return [u for u, unit in enumerate(s.units) if game.types[unit.type].kind in kinds]


class Healing(RallyChoice):
    """11.3, 11.10: use the medical kit."""

    command = Heal

    def candidates(self, game: Game, s: Position, side: int) -> Iterator[Command]:  # noqa: ARG002
        """Every healer with everybody in his location."""
        if not game.has_healers:
            return
        for h in _all_of(game, s, HEALERS):
            for u in company(s, h):
                yield Heal(s.units[h].id, s.units[u].id)
                yield Heal(s.units[h].id, s.units[u].id, True)

    def check(self, game: Game, s: Position, side: int, command: Heal) -> Refusal | None:
        """11.3, 11.10: see `check_heal`."""
        for name in (command.by, command.unit):
            if name not in s.ids:
                return Refusal("1.1", "no_such_unit", {"unit": name})
        return check_heal(game, s, side, s.ids[command.by], s.ids[command.unit], command.rally)

    def answer(self, d: Draft, side: int, command: Heal) -> None:  # noqa: ARG002
        """One Morale Check of the healer."""
        heal(d, d.ids[command.by], d.ids[command.unit], command.rally)


class Driving(RallyChoice):
    """11.7.1: Fight or Die!"""

    command = FightOrDie

    def candidates(self, game: Game, s: Position, side: int) -> Iterator[Command]:
        """Every Commissar with each unit that has failed, and with all of them."""
        if not game.has_commissars:
            return
        for c in _all_of(game, s, COMMISSARS):
            men = culprits(game, s, side, c)
            if men:
                yield FightOrDie(s.units[c].id)
            if len(men) > 1:
                yield from (FightOrDie(s.units[c].id, s.units[u].id) for u in men)

    def check(self, game: Game, s: Position, side: int, command: FightOrDie) -> Refusal | None:
        """11.7.1: see `check_fight_or_die`."""
        commissar = s.ids.get(command.by)
        if commissar is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.by})
        if command.unit:
            unit = s.ids.get(command.unit)
            if unit is None:
                return Refusal("1.1", "no_such_unit", {"unit": command.unit})
            return check_fight_or_die(game, s, side, commissar, unit)
        if culprits(game, s, side, commissar):
            return None
        there = [u for u in company(s, commissar) if u != commissar]
        for u in there:
            refusal = check_fight_or_die(game, s, side, commissar, u)
            if refusal is not None:
                return refusal
        return Refusal("11.7.1", "nobody_failed", {"commissar": command.by})

    def answer(self, d: Draft, side: int, command: FightOrDie) -> None:
        """One roll for all of them."""
        commissar = d.ids[command.by]
        men = [d.ids[command.unit]] if command.unit else culprits(d.game, d, side, commissar)
        fight_or_die(d, commissar, men)
