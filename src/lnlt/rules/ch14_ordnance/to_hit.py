"""14.1: the to-hit roll: everything that is added to it, firer and target, and the number it must not exceed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from lnlt.core.catalog import Gun, UnitType
from lnlt.core.flags import (
    ASSAULT_MOVE,
    BULK,
    BUTTONED,
    CONTINUOUS,
    EMPLACED,
    FIRED,
    HIT_AND_RUN,
    HULL_DOWN,
    LOW_CRAWL,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    PIVOTED,
    STEALTH,
    TURNED,
)
from lnlt.core.game import Game
from lnlt.core.hooks import ModifierHook
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch04_operations.impulse import just_spotted
from lnlt.rules.ch05_fire.modifiers import defence_tally
from lnlt.rules.ch10_los_spotting.lines import has_tis, line, looked_at
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, degraded, limited
from lnlt.rules.ch10_los_spotting.spotting import is_smoky
from lnlt.rules.ch14_ordnance.impact import is_armored, is_negated
from lnlt.rules.ch20_night.darkness import to_hit_modifiers
from lnlt.rules.facts import units
from lnlt.rules.facts.adjacency import adjacent
from lnlt.rules.facts.boats import boat_target
from lnlt.rules.facts.buildings import in_building
from lnlt.rules.facts.guns import HULL, TURRET, gun_of, is_shot, mount_of, to_hit_number
from lnlt.rules.facts.kits import armor_leader, in_the_air, is_flying, is_helicopter, kit_of
from lnlt.rules.facts.mounts import is_mounted
from lnlt.rules.facts.weapons import has_backblast

TO_HIT_MODIFIERS: ModifierHook[[Game, Position, Aim, int]] = ModifierHook("modifiers of a to-hit roll", rule="14.1")

ADJACENT = -2
IN_MOTION = MOVING | MOVED | ASSAULT_MOVE | HIT_AND_RUN | CONTINUOUS
ALWAYS_HITS, ALWAYS_MISSES = 2, 12


class Aim(NamedTuple):
    """A shot: who fires what at which target, with whose help and how."""

    unit: int
    weapon: int
    at: int
    target: int = NOBODY
    """The vehicle aimed at; NOBODY: everything else there."""
    leader: int = NOBODY
    mate: int = NOBODY
    """A second Single-Man Counter who helps to crew a Support Weapon (1.6)."""
    mode: str = ""
    """"assault_fire", or nothing special."""
    turn: str = ""
    """What is turned for it: the turret, or the hull (a Weapon Team too)."""


def uses_mvam(game: Game, t: UnitType, gun: Gun) -> bool:
    """15.2.2: armored vehicles of the modern era with standard ammunition fire better on the move."""
    return game.setup.era == "modern" and t.kind == "vehicle" and is_armored(t) and is_shot(gun)


def firer_modifiers(game: Game, s: Position, aim: Aim, origin: int, sighted: int | None = None) -> list[Modifier]:
    """14.1: modifiers of the firing weapon, in the order of the Ordnance Fire Table.

    `sighted`: the verdict of the line of sight, where the target is not on the ground (19.1.1).
    """
    u = s.units[aim.unit]
    t = game.types[u.type]
    gun = gun_of(game, s, aim.unit, aim.weapon)
    assert gun is not None
    found: list[Modifier] = []
    found.extend(_leader(game, s, aim))
    if u.flags & BUTTONED:
        found.append(Modifier(1, "buttoned", "15.0.1", u.id))
    if aim.weapon < 0:
        if mount_of(t, gun) == TURRET and (aim.turn == TURRET or u.flags & TURNED):
            found.append(Modifier(1, "turret_turned", "15.1.1", u.id))
        if aim.turn == HULL or (u.flags & PIVOTED and not u.flags & ASSAULT_MOVE):
            found.append(Modifier(1, "pivoted", "15.1" if t.kind == "vehicle" else "1.7.1", u.id))
    found.extend(_assault(game, s, aim, gun))
    tis = has_tis(game, s, aim.unit)
    verdict = line(game, s, origin, looked_at(aim.at), tis) if sighted is None else sighted
    if verdict != BLOCKED:
        found.extend(Modifier(1, "degrading_hex", "10.3") for _ in range(degraded(verdict)))
        found.extend(Modifier(2, "limited", "10.3.2") for _ in range(limited(verdict)))
    if t.is_smc and aim.mate == NOBODY:
        found.append(Modifier(1, "one_man", "1.6", u.id))
    if s.marks and is_smoky(game, s, origin >> 3) and not tis:
        found.append(Modifier(1, "out_of_smoke", "7.0", game.board.names[origin >> 3]))
    if u.flags & OPS_COMPLETE and not just_spotted(s, aim.unit, aim.at):
        if uses_mvam(game, t, gun):
            found.append(Modifier(1, "ops_complete", "15.2.2", u.id))
        else:
            found.append(Modifier(2, "ops_complete", "19.2.5" if in_the_air(u.at) else "4.1", u.id))
    if is_flying(u):
        found.append(Modifier(2, "flying", "19.2.1", u.id))
    if game.night is not None:
        found.extend(to_hit_modifiers(game, s, origin, aim.at, tis))
    found.extend(TO_HIT_MODIFIERS.collect(game.hooks, game, s, aim, origin))
    return found


def _leader(game: Game, s: Position, aim: Aim) -> list[Modifier]:
    """5.0.1, 11.5: the LM of a Leader who aids, or of the Armor Leader of the vehicle, is taken off."""
    leader, rule = aim.leader, "5.0.1"
    if s.units[aim.unit].flags & BULK:
        leader, rule = armor_leader(game, s, aim.unit), "11.5"
    if leader == NOBODY or not (lm := units.leadership(game, s.units[leader])):
        return []
    return [Modifier(-lm, "leader", rule, s.units[leader].id)]


def _assault(game: Game, s: Position, aim: Aim, gun: Gun) -> list[Modifier]:
    """6.1, 6.1.1, 15.2, 15.2.1, 15.2.2: after Assault Movement or with Assault Fire.

    11.6, Q-540: a Scout alone is exempt, one who crews a weapon with another man is not.
    """
    u = s.units[aim.unit]
    t = game.types[u.type]
    moved = u.flags & ASSAULT_MOVE
    if not moved and aim.mode != "assault_fire":
        return []
    why = "assault_move" if moved else "assault_fire"
    if t.kind == "vehicle":
        if uses_mvam(game, t, gun):
            return [Modifier(1, why, "15.2.2", u.id)]
        return [Modifier(2, why, "15.2" if moved else "15.2.1", u.id)]
    if t.kind == "scout" and aim.mate == NOBODY:
        return []
    stealth = ("6.4.1" if moved else "6.4.2") if u.flags & STEALTH else ("6.1" if moved else "6.1.1")
    return [Modifier(1, why, stealth, u.id)]


def target_modifiers(game: Game, s: Position, aim: Aim, origin: int, target: int) -> list[Modifier]:
    """14.1: modifiers of one target, in the order of the Ordnance Fire Table."""
    u = s.units[target]
    if is_helicopter(game, u):
        return _helicopter(game, s, aim, origin, target)
    found: list[Modifier] = []
    vehicle = bool(u.flags & BULK)
    mounted = not vehicle and is_mounted(game, s, u)
    if u.flags & IN_MOTION and not u.flags & (LOW_CRAWL | STEALTH):
        rule = "15.5" if u.flags & CONTINUOUS else "6.6" if mounted else "14.1"
        if vehicle and "size_and_speed" in game.options and is_fast(game, s, target):
            found.append(Modifier(2, "fast_vehicle", "15.6", u.id))
        else:
            found.append(Modifier(1, "target_moving", rule, u.id))
    if adjacent(game.board, origin, aim.at):
        found.append(Modifier(ADJACENT, "adjacent", "14.1"))
    found.extend(defence_tally(game, s, aim.at, origin, target, aim.unit).mods)
    if mounted and not u.flags & IN_MOTION:
        found.append(Modifier(-1, "mounted", "6.6", u.id))
    if vehicle and "size_and_speed" in game.options and (size := game.types[u.type].size):
        found.append(Modifier(size, "vehicle_size", "15.6", u.id))
    level = lock_level(s, aim)
    if level:
        found.append(Modifier(-level, "acquired", "14.3", u.id))
    if game.boats and not vehicle:
        found.extend(boat_target(game, s, target, -1))
    if u.carries and u.flags & FIRED and in_building(game, s, aim.at) and has_backblast(game, s, u):
        found.append(Modifier(-1, "backblast", "1.6.4", u.id))
    return found


def _helicopter(game: Game, s: Position, aim: Aim, origin: int, target: int) -> list[Modifier]:
    """19.2.7, 19.2.9, 14.3: 2 more at a flying helicopter, 1 more at a hovering one; adjacency, and no cover at all.

    What a module adds comes on top [19.2.10].
    """
    u = s.units[target]
    found = [
        Modifier(2, "target_flying", "19.2.7", u.id) if is_flying(u) else Modifier(1, "target_hovering", "19.2.7", u.id)
    ]
    if adjacent(game.board, origin, aim.at):
        found.append(Modifier(ADJACENT, "adjacent", "19.2.7"))
    if evasion := game.types[u.type].evasion:
        found.append(Modifier(evasion, "evasion", "19.2.10", u.id))
    level = lock_level(s, aim)
    if level:
        found.append(Modifier(-level, "acquired", "14.3", u.id))
    return found


FAST = {"T": 16, "O": 20}
ON_ROAD = 12
ROAD_POINTS = 4
"""Half points spent on a road before a road vehicle is fast (15.6)."""


def is_fast(game: Game, s: Position, vehicle: int) -> bool:
    """15.6, Q-309: tracked vehicles from MF 16 on, off-road ones from 20, road vehicles from 12 on a road."""
    u = s.units[vehicle]
    t = game.types[u.type]
    if t.move_class == "R":
        return t.mf >= ON_ROAD and bool(game.board.roads[u.at >> 3]) and u.mp >= ROAD_POINTS
    return t.mf >= FAST.get(t.move_class, 99)


def lock_level(s: Position, aim: Aim) -> int:
    """14.3: how well the weapon has acquired the target: 0, 1 or 2."""
    for lock in kit_of(s.units[aim.unit]).locks:
        if lock.weapon == aim.weapon and lock.target == aim.target:
            if aim.target != NOBODY or lock.at == aim.at:
                return lock.level
    return 0


def to_hit_tally(game: Game, s: Position, aim: Aim, target: int, origin: int) -> Tally:
    """14.1: all modifiers of the roll against one target, and the to-hit number at that range."""
    gun = gun_of(game, s, aim.unit, aim.weapon)
    assert gun is not None
    distance = game.distance(origin >> 3, aim.at >> 3)
    mods = (*firer_modifiers(game, s, aim, origin), *target_modifiers(game, s, aim, origin, target))
    return to_hit_sum(mods, to_hit_number(gun, distance))


def to_hit_sum(mods: tuple[Modifier, ...], need: int | None) -> Tally:
    """14.1: at most the to-hit number with all modifiers; a natural 2 always hits, a natural 12 never.

    >>> [roll for roll in range(2, 13) if to_hit_sum((Modifier(9, "x", "14.1"),), 4).allows(roll)]
    [2]
    """
    return Tally("to_hit", (), mods, need, passes=ALWAYS_HITS, fails=ALWAYS_MISSES)


def hit_chance(tally: Tally) -> Fraction:
    """14.1: the exact chance to hit.

    >>> hit_chance(to_hit_sum((Modifier(9, "x", "14.1"),), 4)), hit_chance(to_hit_sum((), 12))
    (Fraction(1, 36), Fraction(35, 36))
    """
    return _chance((tally.need or 0) - tally.total)


def strike_chance(game: Game, s: Position, aim: Aim, target: int, origin: int) -> Fraction:
    """14.1, 15.10, 21.7: the exact chance of a hit that a Hull Down position or an Emplacement does not negate."""
    tally = to_hit_tally(game, s, aim, target, origin)
    if not s.units[target].flags & (HULL_DOWN | EMPLACED):
        return hit_chance(tally)
    rolls = [a + b for a in range(1, 7) for b in range(1, 7)]
    hits = sum(tally.allows(natural) and not is_negated(game, s, target, origin, natural) for natural in rolls)
    return Fraction(hits, len(rolls))


@lru_cache(maxsize=256)
def _chance(need: int) -> Fraction:
    roll = to_hit_sum((), need)
    return Fraction(sum(roll.allows(a + b) for a in range(1, 7) for b in range(1, 7)), 36)


def aimed_at(s: Position, side: int, at: int, hidden: Sequence[int] = ()) -> list[int]:
    """14.1: every enemy in a location that is no vehicle, without those that are hidden."""
    return [
        u for u in s.by_loc.get(at, ()) if s.units[u].side != side and not s.units[u].flags & BULK and u not in hidden
    ]
