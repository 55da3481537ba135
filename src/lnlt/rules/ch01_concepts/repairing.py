"""1.6.2: clearing jammed Support Weapons in the Rally Phase."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import BROKEN, JAMMED, SHAKEN
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch03_rally import RallyChoice
from lnlt.rules.facts.handling import Repair, check_holds, weapon_named


def repair_fails(game: Game) -> int:
    """1.6.2: highest face that jams the weapon for good: 1, on a map with Sand 2."""
    return 2 if any(t.key == "sand" for t in game.board.terrain) else 1


class Repairing(RallyChoice):
    """1.6.2: clear a jammed weapon with a die."""

    command = Repair

    def candidates(self, game: Game, s: Position, side: int) -> list[Command]:  # noqa: ARG002
        """Every jammed weapon held."""
        return [
            Repair(s.units[w.carrier].id, w.id)
            for w in s.weapons
            if w.flags & JAMMED and w.carrier != NOBODY and s.units[w.carrier].side == side
        ]

    def check(self, game: Game, s: Position, side: int, command: Repair) -> Refusal | None:
        """1.6.2: by its Good Order holder; one roll decides for good (Q-222)."""
        refusal = check_holds(game, s, side, command.unit, command.weapon, good_order=False)
        if refusal is not None:
            return refusal
        if s.units[s.ids[command.unit]].flags & SHAKEN:
            return Refusal("1.6.2", "not_good_order", {"unit": command.unit})
        weapon = s.weapons[weapon_named(s, command.weapon) or 0]
        if not weapon.flags & JAMMED:
            return Refusal("1.6.2", "not_jammed", {"weapon": weapon.id})
        if weapon.flags & BROKEN:
            return Refusal("1.6.2", "jammed_for_good", {"weapon": weapon.id})
        return None

    def answer(self, d: Draft, side: int, command: Repair) -> None:
        """1.6.2: 1 (with Sand 1 or 2) is the end of it, anything else clears the jam."""
        weapon = weapon_named(d, command.weapon)
        assert weapon is not None
        unit = d.ids[command.unit]
        (die,) = d.roll(1, "random", side, subject=unit)
        broken = die <= repair_fails(d.game)
        d.emit(ev.Resolved("repair", side, d.units[unit].at, (), "broken" if broken else "repaired", unit))
        d.emit(ev.WeaponChanged(weapon, BROKEN) if broken else ev.WeaponChanged(weapon, 0, JAMMED))
