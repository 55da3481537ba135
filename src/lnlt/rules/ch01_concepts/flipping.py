"""1.6.1, 1.6.5, 3.0: assembling and dismantling two-sided Support Weapons."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import BROKEN, FLIPPED, JAMMED, MELEE, SHAKEN, TRIPOD
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch03_rally import RallyChoice
from lnlt.rules.facts.handling import Flip, check_holds, weapon_named
from lnlt.rules.facts.weapons import is_tripod, is_two_sided


def check_flip(game: Game, s: Position, side: int, command: Flip) -> Refusal | None:
    """1.6.1, 1.6.5: a two-sided weapon of a Good Order unit not in Melee, once per turn; Shaken ones only dismantle."""
    refusal = check_holds(game, s, side, command.unit, command.weapon, good_order=False)
    if refusal is not None:
        return refusal
    unit = s.units[s.ids[command.unit]]
    weapon = s.weapons[weapon_named(s, command.weapon) or 0]
    t = game.weapon_types[weapon.type]
    if not is_two_sided(t) or weapon.flags & (JAMMED | BROKEN):
        return Refusal("1.6.1", "one_side", {"weapon": weapon.id})
    if weapon.flags & FLIPPED:
        return Refusal("1.6.1", "flipped_already", {"weapon": weapon.id})
    if unit.flags & MELEE:
        return Refusal("1.6.1", "in_melee", {"unit": unit.id})
    if unit.flags & SHAKEN and not (is_tripod(t) and weapon.flags & TRIPOD):
        return Refusal("1.6.1" if is_tripod(t) else "1.6.5", "not_good_order", {"unit": unit.id})
    return None


def flip(d: Draft, weapon: int) -> None:
    """1.6.1: the other side is up."""
    up = d.weapons[weapon].flags & TRIPOD
    d.emit(ev.WeaponChanged(weapon, FLIPPED | (0 if up else TRIPOD), up))


class Flipping(RallyChoice):
    """1.6.1, 1.6.5, 3.0: assemble or dismantle a weapon, free of charge."""

    command = Flip
    idle = True

    def candidates(self, game: Game, s: Position, side: int) -> list[Command]:
        """Every two-sided weapon held."""
        return [
            Flip(s.units[w.carrier].id, w.id)
            for w in s.weapons
            if w.carrier != NOBODY and s.units[w.carrier].side == side and is_two_sided(game.weapon_types[w.type])
        ]

    def check(self, game: Game, s: Position, side: int, command: Flip) -> Refusal | None:
        """1.6.1: see `check_flip`; modes belong to impulses."""
        if command.mode:
            return Refusal("1.6.1", "no_such_mode", {"mode": command.mode})
        return check_flip(game, s, side, command)

    def answer(self, d: Draft, side: int, command: Flip) -> None:  # noqa: ARG002
        """The other side is up."""
        weapon = weapon_named(d, command.weapon)
        assert weapon is not None
        flip(d, weapon)
