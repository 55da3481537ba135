"""1.6, 3.0: handling Support Weapons: the orders, who may take or hold which weapon, how one leaves play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import CAPTURED, MELEE, SHAKEN, SPENT
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.facts.weapons import USERS, check_room, is_foreign


class PickUp(Command, frozen=True, gc=False):
    """Take a Support Weapon that lies in the unit's location."""

    RULE: ClassVar[str] = "1.6"

    unit: str
    weapon: str


class Swap(Command, frozen=True, gc=False):
    """Hand a Support Weapon to another unit, for one of its weapons or for none."""

    RULE: ClassVar[str] = "1.6"

    unit: str
    weapon: str
    with_unit: str
    other: str = ""


class Drop(Command, frozen=True, gc=False):
    """Leave a Support Weapon lying."""

    RULE: ClassVar[str] = "1.6"

    unit: str
    weapon: str


class Destroy(Command, frozen=True, gc=False):
    """Make a Support Weapon useless for everybody."""

    RULE: ClassVar[str] = "1.6"

    unit: str
    weapon: str


class Flip(Command, frozen=True, gc=False):
    """Assemble or dismantle a two-sided Support Weapon; in an impulse as a whole Assault Move, if `mode` says so."""

    unit: str
    weapon: str
    mode: str = ""


class Repair(Command, frozen=True, gc=False):
    """Try to clear a jammed Support Weapon."""

    RULE: ClassVar[str] = "1.6.2"

    unit: str
    weapon: str


def weapon_named(s: Position, name: str) -> int | None:
    """Number of a weapon by its id."""
    for w, weapon in enumerate(s.weapons):
        if weapon.id == name:
            return w
    return None


def check_hands(game: Game, s: Position, side: int, name: str, good_order: bool = True) -> Refusal | None:
    """1.6, 3.0: a unit of the side in play that may use Support Weapons, in Good Order unless a rule says otherwise."""
    unit = s.ids.get(name)
    if unit is None or s.units[unit].side != side or s.units[unit].at < 0:
        return Refusal("1.1", "no_such_unit", {"unit": name})
    u = s.units[unit]
    if game.types[u.type].kind not in USERS:
        return Refusal("1.6", "cannot_use_weapons", {"unit": name})
    if good_order and u.flags & SHAKEN:
        return Refusal("1.6", "not_good_order", {"unit": name})
    return None


def check_holds(game: Game, s: Position, side: int, name: str, weapon: str, good_order: bool = True) -> Refusal | None:
    """1.6: such a unit that holds the weapon."""
    refusal = check_hands(game, s, side, name, good_order)
    if refusal is not None:
        return refusal
    w = weapon_named(s, weapon)
    if w is None or w not in s.units[s.ids[name]].carries:
        return Refusal("1.6", "not_its_weapon", {"unit": name, "weapon": weapon})
    return None


def check_take(game: Game, s: Position, unit: int, weapon: int) -> Refusal | None:
    """1.6, 1.6.8, 3.0: a free weapon in the unit's location, room to carry it, no enemy there, not in Melee."""
    u, w = s.units[unit], s.weapons[weapon]
    names = {"unit": u.id, "weapon": w.id}
    if w.carrier != NOBODY or w.at != u.at or w.flags & SPENT:
        return Refusal("1.6", "not_lying_here", names)
    if u.flags & MELEE:
        return Refusal("1.6", "in_melee", {"unit": u.id})
    if any(s.units[o].side != u.side for o in s.by_loc[u.at]):
        return Refusal("3.0", "enemy_there", {"at": game.board.loc_name(u.at)})
    if "never_captured" in game.weapon_types[w.type].abilities and is_foreign(game, u.side, w):
        return Refusal("23.2.2", "never_captured", names)
    return check_room(game, s, unit, weapon)


def take(d: Draft, unit: int, weapon: int) -> None:
    """1.6, 1.6.8, Q-551: the unit has the weapon; an enemy one counts as captured from now on, one's own no longer."""
    captured = d.weapons[weapon].flags & CAPTURED
    foreign = is_foreign(d.game, d.units[unit].side, d.weapons[weapon])
    if foreign and not captured:
        d.emit(ev.WeaponChanged(weapon, CAPTURED))
    elif captured and not foreign:
        d.emit(ev.WeaponChanged(weapon, 0, CAPTURED))
    d.emit(ev.WeaponPassed(weapon, unit))


def remove(d: Draft, weapon: int) -> None:
    """1.6: a weapon leaves play: used up, destroyed or lost."""
    d.emit(ev.WeaponPassed(weapon, NOBODY, NOWHERE))
    d.emit(ev.WeaponChanged(weapon, SPENT))


def carriers(s: Position, side: int) -> Iterator[tuple[str, str]]:
    """Units of a side and each weapon they hold, by id."""
    for weapon in s.weapons:
        if weapon.carrier != NOBODY and s.units[weapon.carrier].side == side:
            yield s.units[weapon.carrier].id, weapon.id


def lying(s: Position, side: int) -> Iterator[tuple[str, str]]:
    """Units of a side and each weapon that lies in their location, by id."""
    for weapon in s.weapons:
        if weapon.carrier == NOBODY and weapon.at >= 0:
            for u in s.by_loc.get(weapon.at, ()):
                if s.units[u].side == side:
                    yield s.units[u].id, weapon.id
