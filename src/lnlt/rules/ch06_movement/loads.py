"""1.6, 1.6.8: Support Weapons on the move: picking up and abandoning."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import SHAKEN, TRIPOD
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.facts.boats import check_boat_left
from lnlt.rules.facts.handling import PickUp, check_take, take, weapon_named
from lnlt.rules.facts.movement_modes import allowance
from lnlt.rules.facts.units import is_light
from lnlt.rules.facts.weapons import USERS

PICK_UP_COST = 4
"""Half points for picking up a weapon."""
LOAD = 4
"""Half points a Single-Man Counter loses while he carries a weapon."""


class Abandon(Command, frozen=True, gc=False):
    """Leave a Support Weapon behind on leaving the hex."""

    unit: str
    weapon: str


def picks(s: Position, movers: Sequence[int], at: int) -> list[PickUp]:
    """Weapons lying where a moving group is, for each of its units."""
    found: list[PickUp] = []
    for weapon in s.weapons:
        if weapon.carrier == NOBODY and weapon.at == at:
            found.extend(PickUp(s.units[u].id, weapon.id) for u in movers)
    return found


def check_pick_up(
    game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], command: PickUp
) -> Refusal | None:
    """1.6: a moving Good Order unit takes a free weapon of its hex for two more Movement Points (Q-225)."""
    unit, weapon = s.ids.get(command.unit), weapon_named(s, command.weapon)
    if unit is None or unit not in movers or weapon is None:
        return Refusal("1.6", "not_lying_here", {"unit": command.unit, "weapon": command.weapon})
    u = s.units[unit]
    t = game.types[u.type]
    if t.kind not in USERS:
        return Refusal("1.6", "cannot_use_weapons", {"unit": u.id})
    if u.flags & SHAKEN:
        return Refusal("1.6", "not_good_order", {"unit": u.id})
    refusal = check_take(game, s, unit, weapon)
    if refusal is not None:
        return refusal
    left = allowance(game, s, unit, modes[movers.index(unit)], movers) - u.mp
    cost = pick_up_cost(game, s, unit, command)
    if left < cost:
        return Refusal("1.6", "too_few_points", {"unit": u.id, "cost": cost // 2, "left": left // 2})
    return None


def pick_up_cost(game: Game, s: Position, unit: int, command: PickUp) -> int:
    """1.6, Q-225: two points, and for a Single-Man Counter the two he loses by carrying."""
    u = s.units[unit]
    weapon = s.weapons[weapon_named(s, command.weapon) or 0]
    heavy = not is_light(game.weapon_types[weapon.type])
    return PICK_UP_COST + (LOAD if heavy and not u.carries and game.types[u.type].is_smc else 0)


def pick_up(d: Draft, command: PickUp) -> None:
    """The unit takes the weapon and pays; nobody fires at it for that (5.3)."""
    unit, weapon = d.ids[command.unit], weapon_named(d, command.weapon)
    assert weapon is not None
    take(d, unit, weapon)
    d.emit(ev.PointsReset(unit, d.units[unit].mp + PICK_UP_COST))


def loads(s: Position, movers: Sequence[int]) -> list[Command]:
    """Weapons a moving group could leave behind."""
    return [Abandon(s.units[u].id, s.weapons[w].id) for u in movers for w in s.units[u].carries]


def check_abandon(
    game: Game, s: Position, movers: Sequence[int], command: Abandon, begun: bool = False
) -> Refusal | None:
    """1.6: a unit, Good Order or Shaken, abandons a weapon it holds when it leaves the hex."""
    unit, weapon = s.ids.get(command.unit), weapon_named(s, command.weapon)
    if unit is None or unit not in movers or weapon is None or weapon not in s.units[unit].carries:
        return Refusal("1.6", "not_its_weapon", {"unit": command.unit, "weapon": command.weapon})
    return check_boat_left(game, s, weapon, s.units[unit].at, begun) if game.boats else None


def abandon(d: Draft, command: Abandon) -> None:
    """The weapon stays where the unit is now, on the side that is up."""
    weapon = weapon_named(d, command.weapon)
    assert weapon is not None
    d.emit(ev.WeaponPassed(weapon, NOBODY, d.units[d.ids[command.unit]].at))


def check_assembled(game: Game, s: Position, movers: Sequence[int]) -> Refusal | None:
    """1.6.1, 1.6.5, Q-533: nobody moves with a weapon whose tripod or assembled side is up: he abandons it first."""
    for w in (w for u in movers for w in s.units[u].carries):
        if s.weapons[w].flags & TRIPOD:
            mortar = game.weapon_types[s.weapons[w].type].kind == "mortar"
            return Refusal("1.6.5" if mortar else "1.6.1", "stays_where_it_stands", {"weapon": s.weapons[w].id})
    return None
