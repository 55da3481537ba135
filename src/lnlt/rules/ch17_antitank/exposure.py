"""17.2 to 17.4: small arms, Mortars and artillery against vehicles: who of them is exposed, and what they add."""

from __future__ import annotations

from lnlt.core.catalog import UnitType
from lnlt.core.flags import BULK, BUTTONED, CONTINUOUS
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch10_los_spotting.cover import capped, defence_modifiers, location_modifiers
from lnlt.rules.ch14_ordnance.impact import ROWS, facing_hit, is_armored, lowest_armor, plate
from lnlt.rules.ch14_ordnance.to_hit import IN_MOTION
from lnlt.rules.facts.guns import HULL, TURRET, has_turret
from lnlt.rules.facts.kits import is_flying, is_helicopter, kit_of, passengers

OUTSIDE_ARMOR = 1
"""At most so much of the armor protects those on top (17.2, Q-133)."""


def is_soft(game: Game, s: Position, vehicle: int, origin: int) -> bool:
    """17.3, 15.7: an unarmored vehicle, or one fired at through a facing without armor."""
    t = game.types[s.units[vehicle].type]
    if not is_armored(t):
        return True
    parts = (HULL, TURRET) if has_turret(t) else (HULL,)
    return any(plate(t, facing_hit(game, s, vehicle, origin, part), part)[0] is None for part in parts)


def exposed(game: Game, s: Position, vehicle: int, origin: int) -> list[int]:
    """17.2, 17.3: who must check when fire from a location is ahead: the vehicle first, then its passengers.

    Buttoned armor keeps all but those on top safe; inside passengers are exposed in open tops and soft vehicles.
    19.2.8: a helicopter and all aboard always are.
    """
    u = s.units[vehicle]
    if is_helicopter(game, u):
        return [vehicle, *passengers(game, s, vehicle)]
    soft = is_soft(game, s, vehicle, origin)
    found = [vehicle] if soft or not u.flags & BUTTONED else []
    inside = soft or "open_topped" in game.types[u.type].abilities
    return found + [p for p in passengers(game, s, vehicle) if kit_of(s.units[p]).outside or inside]


def in_flames(game: Game, s: Position, vehicle: int) -> list[int]:
    """10.5.6.4: the same in a burning hex, where no side of a vehicle counts more than another."""
    u = s.units[vehicle]
    t = game.types[u.type]
    soft = not is_armored(t)
    inside = soft or "open_topped" in t.abilities
    found = [vehicle] if soft or not u.flags & BUTTONED else []
    return found + [p for p in passengers(game, s, vehicle) if kit_of(s.units[p]).outside or inside]


def check_exposed(game: Game, s: Position, vehicle: int, origin: int) -> Refusal | None:
    """17.2: small arms need somebody they can affect."""
    if exposed(game, s, vehicle, origin):
        return None
    return Refusal("17.2", "buttoned_up", {"unit": s.units[vehicle].id})


def vehicle_cover(game: Game, s: Position, unit: int, vehicle: int, origin: int, mortar: bool = False) -> Tally:
    """17.2, 17.3, Q-133, Q-137, Q-138: cover of the terrain, and the lowest armor factor; at most 1 for riders.

    19.2.8: a helicopter, and who is in it, has its armor factor and no cover. 1.6.5, Q-014: Walls and Hills do not help
    against Mortars alone.
    """
    v = s.units[vehicle]
    if is_helicopter(game, v):
        return Tally("defence", (), (Modifier(lowest_armor(game.types[v.type]), "armor", "19.2.8", v.id),))
    if mortar:
        mods = list(capped(location_modifiers(game, s, v.at, v.type, vehicle)))
    else:
        mods = list(defence_modifiers(game, s, v.at, origin, v.type, vehicle))
    if not is_soft(game, s, vehicle, origin):
        mods.extend(armor_cover(game, s, unit, vehicle))
    return Tally("defence", (), tuple(mods))


def armor_cover(game: Game, s: Position, unit: int, vehicle: int) -> list[Modifier]:
    """17.2, Q-133, Q-137: the lowest armor factor of a vehicle, for it and its passengers; at most 1 for riders."""
    v = s.units[vehicle]
    armor = lowest_armor(game.types[v.type])
    if not armor:
        return []
    outside = unit != vehicle and kit_of(s.units[unit]).outside
    return [Modifier(min(armor, OUTSIDE_ARMOR) if outside else armor, "lowest_armor", "17.2", v.id)]


def moving_vehicle(game: Game, s: Position, vehicle: int, firer: int = NOBODY) -> list[Modifier]:
    """5.3, 15.5: fire at a vehicle in motion, and at its passengers, has 1 less.

    19.2.8, 19.2.9, Q-161: at a flying helicopter 2 less, at a hovering one 1 less, unless a hovering one fires.
    """
    u = s.units[vehicle]
    if is_helicopter(game, u):
        if is_flying(u):
            return [Modifier(-2, "target_flying", "19.2.8", u.id)]
        duel = firer != NOBODY and is_helicopter(game, s.units[firer]) and not is_flying(s.units[firer])
        return [] if duel else [Modifier(-1, "target_hovering", "19.2.8", u.id)]
    if not u.flags & IN_MOTION:
        return []
    return [Modifier(-1, "vehicle_moving", "15.5" if u.flags & CONTINUOUS else "5.3", u.id)]


def damage_column(game: Game, s: Position, unit: int, vehicle: int, origin: int) -> str:
    """5.1, 17.3: the column of a soft vehicle; "" for everybody else: the usual one."""
    return "unarmored_vehicle" if unit == vehicle and is_soft(game, s, vehicle, origin) else ""


def is_soft_above(t: UnitType) -> bool:
    """17.4, Q-134: against bombs a vehicle without armor, without a roof, or with a facing without armor is soft."""
    parts = (HULL, TURRET) if has_turret(t) else (HULL,)
    bare = any(plate(t, facing, part)[0] is None for facing in ROWS for part in parts)
    return bare or "open_topped" in t.abilities


def shelled(game: Game, s: Position, vehicle: int) -> list[int]:
    """17.4, Q-342: whom bombs attack: the vehicle, open or buttoned; those on top; in a soft one those inside."""
    soft = is_soft_above(game.types[s.units[vehicle].type])
    return [vehicle, *(p for p in passengers(game, s, vehicle) if soft or kit_of(s.units[p]).outside)]


def shelled_cover(game: Game, s: Position, unit: int, vehicle: int) -> Tally:
    """17.4, Q-134, Q-140: cover of the place and the lowest armor factor, none if soft; at most 1 for those on top."""
    v = s.units[vehicle]
    t = game.types[v.type]
    mods = list(capped(location_modifiers(game, s, v.at, v.type, vehicle)))
    if not is_soft_above(t) and (armor := lowest_armor(t)):
        mods.append(Modifier(armor if unit == vehicle else min(armor, OUTSIDE_ARMOR), "lowest_armor", "17.4", v.id))
    return Tally("defence", (), tuple(mods))


def shelled_column(game: Game, s: Position, unit: int) -> str:
    """5.1, 17.4: the column of a soft vehicle; "" for everybody else: the usual one."""
    u = s.units[unit]
    return "unarmored_vehicle" if u.flags & BULK and is_soft_above(game.types[u.type]) else ""
