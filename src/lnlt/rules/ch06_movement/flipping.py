"""1.6.1, Q-011: assembling or dismantling a tripod machine gun in an impulse, for half the Movement Factor."""

from __future__ import annotations

from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, ASSAULT_MOVE, HANDLED, MOVED, SMOKED, STEALTH
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch01_concepts.flipping import check_flip, flip
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch06_movement.steps import check_mover
from lnlt.rules.facts.handling import Flip, weapon_named
from lnlt.rules.facts.movement_modes import check_capable
from lnlt.rules.facts.units import unloaded
from lnlt.rules.facts.weapons import is_tripod

MODES = ("", "assault", "stealth_assault")


def flip_cost(game: Game, s: Position, unit: int) -> int:
    """1.6.1, Q-011: half points that flipping takes: half the Movement Factor, rounded up, whatever is carried."""
    u = s.units[unit]
    return 2 * -(-(unloaded(game, s, u) - (1 if u.flags & SMOKED else 0)) // 2)


class FlippingInImpulse(Action):
    """1.6.1, Q-011: flip a tripod weapon; no Opportunity Fire, once per turn."""

    command = Flip
    needs_named = True

    def in_play(self, game: Game) -> bool:
        """1.6.1: tripod weapons."""
        return any(is_tripod(t) for t in game.weapon_types)

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Every tripod weapon of named locations, in each mode."""
        return [
            Flip(s.units[w.carrier].id, w.id, mode)
            for w in s.weapons
            if w.carrier != NOBODY and s.units[w.carrier].at in impulse.named and is_tripod(game.weapon_types[w.type])
            for mode in MODES
        ]

    def check(self, game: Game, s: Position, impulse: Impulse, command: Flip) -> Refusal | None:
        """1.6.1, Q-011: a unit that may still move; as an Assault Move only if it is capable of one."""
        refusal = check_flip(game, s, impulse.side, command)
        if refusal is not None:
            return refusal
        unit = s.ids[command.unit]
        u = s.units[unit]
        weapon = s.weapons[weapon_named(s, command.weapon) or 0]
        if not is_tripod(game.weapon_types[weapon.type]):
            return Refusal("1.6.5", "rally_phase_only", {"weapon": weapon.id})
        if u.at not in impulse.named:
            return Refusal("4.0", "not_named", {"at": game.board.loc_name(u.at)})
        if command.mode not in MODES:
            return Refusal("1.6.1", "no_such_mode", {"mode": command.mode})
        if u.flags & HANDLED:
            return Refusal("1.6.1", "has_flipped", {"unit": u.id})
        if u.flags & ASSAULT_FIRE and not command.mode:
            return Refusal("6.1.1", "assault_fire_moves", {"unit": u.id})
        refusal = check_mover(game, s, unit)
        if refusal is None and command.mode:
            refusal = check_capable(game, s, unit, command.mode)
        return refusal

    def answer(self, d: Draft, impulse: Impulse, command: Flip) -> None:
        """The other side is up; the unit has the rest of its Movement Factor, or has made its Assault Move."""
        unit = d.ids[command.unit]
        u = d.units[unit]
        weapon = weapon_named(d, command.weapon)
        assert weapon is not None
        flip(d, weapon)
        arrived = impulse.arrived
        if u.flags & ASSAULT_FIRE:
            d.flag(unit, STEALTH if command.mode == "stealth_assault" else MOVED, ASSAULT_FIRE)
        elif command.mode:
            d.flag(unit, ASSAULT_MOVE | (STEALTH if command.mode == "stealth_assault" else 0), ACTION_MARKERS)
            arrived = (*arrived, unit)
        else:
            d.flag(unit, HANDLED)
        d.update(impulse, did=(*impulse.did, u.at), arrived=arrived)
