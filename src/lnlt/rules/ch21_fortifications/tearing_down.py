"""21.5, Q-408: tearing down Barricades by Close Assault."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.board import LAYERS
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, HANDLED, MELEE, MOVED, MOVING, SHAKEN, SMOKED, STEALTH
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.opportunity import goes_along
from lnlt.rules.ch13_nations import fire_die
from lnlt.rules.ch17_antitank.close_assault import use_up_in_assault
from lnlt.rules.ch17_antitank.eligibility import NO_ASSAULT, anti_tank, may_assault
from lnlt.rules.ch17_antitank.tallies import assault_tally
from lnlt.rules.facts.barricades import ARMOR, armor_of_barricade, named, settle, sides
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.mounts import is_mounted


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
        """Every unit of the named hexes beside one, each weapon, each Leader."""
        found: list[Command] = []
        for loc in dict.fromkeys(a * LAYERS for a, _ in sides(game, s)):
            if loc in impulse.named:
                here = [u for u in s.by_loc.get(loc, ()) if s.units[u].side == impulse.side]
                found += attacks_on_barricades(game, s, here, loc)
        return found

    def check(self, game: Game, s: Position, impulse: Impulse, command: AssaultBarricade) -> Refusal | None:
        """17.1, 21.5: who could assault a vehicle and has not acted; from either hex beside it."""
        unit = s.ids.get(command.unit, NOBODY)
        if unit == NOBODY or s.units[unit].side != impulse.side:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        u = s.units[unit]
        if u.at not in impulse.named:
            return Refusal("4.0", "not_named", {"at": game.board.loc_name(u.at) if u.at >= 0 else u.id})
        refusal = _check_attack(game, s, unit, command) or _check_fresh(s, unit) or _check_leader(game, s, command)
        if refusal is None and command.leader and _check_fresh(s, s.ids[command.leader]) is not None:
            return Refusal("17.1", "cannot_aid", {"unit": command.leader})
        return refusal

    def answer(self, d: Draft, impulse: Impulse, command: AssaultBarricade) -> None:
        """17.1, 21.5: the attack."""
        d.update(impulse, did=(*impulse.did, d.units[d.ids[command.unit]].at))
        tear_down(d, impulse.side, command)


def attacks_on_barricades(game: Game, s: Position, units: Sequence[int], at: int) -> list[AssaultBarricade]:
    """21.5: each of these units at every Barricade on a side of its hex, with each weapon, with each Leader."""
    found = []
    names = [game.board.names[b] for a, b in sides(game, s) if a * LAYERS == at]
    for u in units if names else ():
        leaders = ["", *(s.units[o].id for o in units if o != u and is_leader(game, s, o))]
        arms = ["", *(s.weapons[w].id for w in anti_tank(game, s, u))]
        found += [AssaultBarricade(s.units[u].id, b, w, o) for b in names for w in arms for o in leaders]
    return found


def check_arrived(
    game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], command: AssaultBarricade
) -> Refusal | None:
    """17.1, 21.5, Q-408: who has moved up to a Barricade may attack it, if he could end his move in a Close Assault.

    6.5, Q-539: nobody who has set off with a vehicle in this move.
    """
    unit, leader = s.ids.get(command.unit, NOBODY), s.ids.get(command.leader, NOBODY)
    if unit not in movers:
        return Refusal("6.0", "not_here", {"unit": command.unit, "at": game.board.loc_name(s.units[movers[0]].at)})
    if command.leader and leader not in movers:
        return Refusal("17.1", "cannot_aid", {"unit": command.leader})
    for u, mode in zip(movers, modes, strict=True):
        if u in (unit, leader) and (mode in NO_ASSAULT or s.units[u].flags & ASSAULT_FIRE):
            facts: dict[str, str | int] = {"unit": s.units[u].id, "mode": mode, "at": command.toward}
            return Refusal("17.1", "no_assault_in_mode", facts)
    if goes_along(s, movers):
        return Refusal("6.5", "no_coordinated_attack", {"at": command.toward})
    return _check_attack(game, s, unit, command) or _check_leader(game, s, command)


def may_tear_down(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], at: int) -> bool:
    """21.5: whether anybody of a moving group could attack a Barricade where they are."""
    return any(check_arrived(game, s, movers, modes, c) is None for c in attacks_on_barricades(game, s, movers, at))


def tear_down(d: Draft, side: int, command: AssaultBarricade) -> None:
    """17.1, 21.5: a die each; more destroys it. Whoever took part is Moved."""
    game, unit = d.game, d.ids[command.unit]
    at = d.units[unit].at
    weapon = next((w for w in d.units[unit].carries if d.weapons[w].id == command.weapon), NOBODY)
    leader = d.ids[command.leader] if command.leader else NOBODY
    fire = assault_tally(game, d, unit, weapon, leader)
    (attack,) = d.roll(1, "attack", side, fire_die(game, side), subject=unit)
    (defence,) = d.roll(1, "defence", 1 - side)
    won = attack + fire.total > defence + ARMOR
    for u in (unit, leader):
        if u != NOBODY:
            d.flag(u, MOVED, MOVING | STEALTH | SMOKED | HANDLED)
    if weapon != NOBODY:
        use_up_in_assault(d, weapon, won)
    settle(d, side, at, (fire, armor_of_barricade()), (attack, defence), won, command.toward)


def _check_attack(game: Game, s: Position, unit: int, command: AssaultBarricade) -> Refusal | None:
    """21.5, 17.1: there is one, on a side of his hex; he is on foot and could assault a vehicle with that weapon."""
    u = s.units[unit]
    marker = named(game, s, game.board.names[u.at >> 3], command.toward)
    if isinstance(marker, Refusal):
        return marker
    if u.at & 7 or is_mounted(game, s, u) or not may_assault(game, s, unit):
        return Refusal("21.5", "cannot_tear_down", {"unit": u.id})
    if command.weapon and command.weapon not in [s.weapons[w].id for w in anti_tank(game, s, unit)]:
        return Refusal("17.1", "not_its_weapon", {"unit": u.id, "weapon": command.weapon})
    if not command.weapon and is_leader(game, s, unit):
        return Refusal("17.1", "leader_needs_weapon", {"unit": u.id})
    return None


def _check_leader(game: Game, s: Position, command: AssaultBarricade) -> Refusal | None:
    """17.1: another Leader of the hex may help."""
    if not command.leader:
        return None
    leader, u = s.ids.get(command.leader, NOBODY), s.units[s.ids[command.unit]]
    fits = leader != NOBODY and leader != s.ids[command.unit] and is_leader(game, s, leader)
    if not fits or s.units[leader].at != u.at or s.units[leader].side != u.side:
        return Refusal("17.1", "cannot_aid", {"unit": command.leader})
    return None


def _check_fresh(s: Position, unit: int) -> Refusal | None:
    """4.0: Good Order and nothing done yet."""
    u = s.units[unit]
    if u.flags & SHAKEN:
        return Refusal("17.1", "not_good_order", {"unit": u.id})
    if u.flags & (ACTION_MARKERS | MELEE | MOVING | ASSAULT_FIRE | SMOKED | HANDLED):
        return Refusal("4.0", "has_acted", {"unit": u.id})
    return None
