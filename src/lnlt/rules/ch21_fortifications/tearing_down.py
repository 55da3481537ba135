"""21.5, Q-408: tearing down Barricades by Close Assault."""

from __future__ import annotations

from lnlt.core.board import LAYERS
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, HANDLED, MELEE, MOVED, MOVING, SHAKEN, SMOKED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch06_movement.mounts import is_mounted
from lnlt.rules.ch11_smc.leaders import is_leader
from lnlt.rules.ch13_nations import fire_die
from lnlt.rules.ch17_antitank.close_assault import use_up_in_assault
from lnlt.rules.ch17_antitank.eligibility import anti_tank, may_assault
from lnlt.rules.ch17_antitank.tallies import assault_tally
from lnlt.rules.ch21_fortifications.barricades import ARMOR, armor_of_barricade, named, settle, sides


class AssaultBarricade(Command, frozen=True, gc=False):
    """A unit attacks the Barricade on a side of its hex hand to hand, perhaps with a weapon and a Leader's help."""

    unit: str
    toward: str
    weapon: str = ""
    leader: str = ""


class AssaultingBarricades(Action):
    """21.5, 17.1, Q-408: a unit beside a Barricade tears it down, without a Morale Check."""

    command = AssaultBarricade
    needs_named = True

    def in_play(self, game: Game) -> bool:
        """21.5: Barricades."""
        return game.barricades

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Every unit beside one, each weapon, each Leader."""
        found: list[Command] = []
        for a, b in sides(game, s):
            here = [u for u in s.by_loc.get(a * LAYERS, ()) if s.units[u].side == impulse.side]
            if a * LAYERS not in impulse.named:
                continue
            for u in here:
                leaders = ["", *(s.units[o].id for o in here if o != u and is_leader(game, s, o))]
                arms = ["", *(s.weapons[w].id for w in anti_tank(game, s, u))]
                name = game.board.names[b]
                found += [AssaultBarricade(s.units[u].id, name, w, o) for w in arms for o in leaders]
        return found

    def check(self, game: Game, s: Position, impulse: Impulse, command: AssaultBarricade) -> Refusal | None:
        """17.1, 21.5: who could assault a vehicle and has not acted; from either hex beside it."""
        unit = s.ids.get(command.unit, NOBODY)
        if unit == NOBODY or s.units[unit].side != impulse.side:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        u = s.units[unit]
        if u.at not in impulse.named:
            return Refusal("4.0", "not_named", {"at": game.board.loc_name(u.at) if u.at >= 0 else u.id})
        marker = named(game, s, game.board.names[u.at >> 3], command.toward)
        if isinstance(marker, Refusal):
            return marker
        if u.at & 7 or is_mounted(game, s, u) or not may_assault(game, s, unit):
            return Refusal("21.5", "cannot_tear_down", {"unit": u.id})
        if command.weapon and command.weapon not in [s.weapons[w].id for w in anti_tank(game, s, unit)]:
            return Refusal("17.1", "not_its_weapon", {"unit": u.id, "weapon": command.weapon})
        if not command.weapon and is_leader(game, s, unit):
            return Refusal("17.1", "leader_needs_weapon", {"unit": u.id})
        refusal = _check_fresh(s, unit)
        if refusal is None and command.leader:
            leader = s.ids.get(command.leader, NOBODY)
            fits = leader not in (NOBODY, unit) and s.units[leader].at == u.at and is_leader(game, s, leader)
            if not fits or s.units[leader].side != u.side or _check_fresh(s, leader) is not None:
                return Refusal("17.1", "cannot_aid", {"unit": command.leader})
        return refusal

    def answer(self, d: Draft, impulse: Impulse, command: AssaultBarricade) -> None:
        """17.1, 21.5: a die each; more destroys it. Whoever took part is Moved."""
        game, unit = d.game, d.ids[command.unit]
        at, side = d.units[unit].at, impulse.side
        weapon = next((w for w in d.units[unit].carries if d.weapons[w].id == command.weapon), NOBODY)
        leader = d.ids[command.leader] if command.leader else NOBODY
        d.update(impulse, did=(*impulse.did, at))
        fire = assault_tally(game, d, unit, weapon, leader)
        (attack,) = d.roll(1, "attack", side, fire_die(game, side), subject=unit)
        (defence,) = d.roll(1, "defence", 1 - side)
        won = attack + fire.total > defence + ARMOR
        for u in (unit, leader):
            if u != NOBODY:
                d.flag(u, MOVED)
        if weapon != NOBODY:
            use_up_in_assault(d, weapon, won)
        settle(d, side, at, (fire, armor_of_barricade()), won, command.toward)


def _check_fresh(s: Position, unit: int) -> Refusal | None:
    """4.0: Good Order and nothing done yet."""
    u = s.units[unit]
    if u.flags & SHAKEN:
        return Refusal("17.1", "not_good_order", {"unit": u.id})
    if u.flags & (ACTION_MARKERS | MELEE | MOVING | ASSAULT_FIRE | SMOKED | HANDLED):
        return Refusal("4.0", "has_acted", {"unit": u.id})
    return None
