"""14.3: Acquisition: what a weapon has fired at and may hit better next time, until one of the two moves."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.draft import Draft
from lnlt.core.flags import BULK, SHAKEN
from lnlt.core.state import NOBODY, Lock, Position
from lnlt.rules.ch10_los_spotting.lines import has_tis, looked_at, unit_sees
from lnlt.rules.ch20_night.darkness import may_acquire
from lnlt.rules.facts.firing_occasion import Shooting
from lnlt.rules.facts.kits import change_kit, is_flying, kit_of

BEST = 2
MACHINE_GUNS = -16
"""Weapon numbers from here down are machine guns of a vehicle (15.0); they acquire nothing."""

LOST = NOBODY - 1
"""In place of the target of a shot after which its firer has moved: he will acquire nothing."""

Fired = tuple[int, int, int, int, int]
"""A shot: unit, weapon, vehicle aimed at (NOBODY: all else), location aimed at, location fired from."""


def others_at(s: Position, side: int, at: int) -> bool:
    """Whether an enemy of a side that is no vehicle is in a location."""
    return any(s.units[u].side != side and not s.units[u].flags & BULK for u in s.by_loc.get(at, ()))


def holds(d: Draft, unit: int, lock: Lock) -> bool:
    """14.3, 20.1.1, Q-107: whether an acquired target is still one: both there, in sight, the firer in Good Order."""
    u = d.units[unit]
    if u.at < 0 or u.flags & SHAKEN or (lock.weapon >= 0 and lock.weapon not in u.carries):
        return False
    there = d.units[lock.target].at == lock.at if lock.target != NOBODY else others_at(d, u.side, lock.at)
    if not there or not unit_sees(d.game, d, unit, u.at, looked_at(lock.at)):
        return False
    return d.game.night is None or may_acquire(d.game, d, u.at, lock.at, has_tis(d.game, d, unit))


def settle_locks(d: Draft, shots: Sequence[Fired]) -> None:
    """14.3, Q-107, Q-575: at the end of an impulse each weapon has acquired what it fired at last.

    Not if it destroyed it or has moved since, which loading and unloading are not; a second time in a row it is -2.
    19.2.4: of helicopters only hovering ones acquire. Who has fired at a Barricade has switched targets (21.5, Q-407).
    """
    last = {(unit, weapon): (target, at, origin) for unit, weapon, target, at, origin in shots if weapon > MACHINE_GUNS}
    for (unit, weapon), (target, at, origin) in last.items():
        u = d.units[unit]
        others = tuple(lock for lock in kit_of(u).locks if lock.weapon != weapon)
        old = next((lock for lock in kit_of(u).locks if lock.weapon == weapon), None)
        again = old is not None and old.target == target and (target != NOBODY or old.at == at)
        level = min(BEST, (old.level if old is not None and again else 0) + 1)
        new = Lock(weapon, at, d.turn, target, level)
        if target >= NOBODY and u.at == origin and not is_flying(u) and holds(d, unit, new):
            others = (*others, new)
        if others != kit_of(u).locks:
            change_kit(d, unit, locks=others)


def switch_target(d: Draft, unit: int, weapon: int) -> None:
    """14.3, Q-395: a weapon that fires at what cannot be acquired, an aircraft, loses what it had acquired."""
    left = tuple(lock for lock in kit_of(d.units[unit]).locks if lock.weapon != weapon)
    if left != kit_of(d.units[unit]).locks:
        change_kit(d, unit, locks=left)


def prune_locks(d: Draft) -> None:
    """14.3: what is no longer acquired is forgotten."""
    for unit, u in enumerate(d.units):
        if u.kit is not None and u.kit.locks:
            left = tuple(lock for lock in u.kit.locks if holds(d, unit, lock))
            if left != u.kit.locks:
                change_kit(d, unit, locks=left)


def moves_off(d: Draft, movers: Sequence[int]) -> None:
    """14.3: who moves or pivots loses what he has acquired, and a vehicle is no longer acquired by anybody."""
    for unit in movers:
        if kit_of(d.units[unit]).locks:
            change_kit(d, unit, locks=())
    for unit, u in enumerate(d.units):
        if u.kit is not None and any(lock.target in movers for lock in u.kit.locks):
            change_kit(d, unit, locks=tuple(lock for lock in u.kit.locks if lock.target not in movers))
    for frame in d.stack:
        if isinstance(frame, Shooting) and any(row[0] in movers for row in frame.shots):
            rows = ((row[0], row[1], LOST, *row[3:]) if row[0] in movers else row for row in frame.shots)
            d.replace_enclosing(frame, shots=tuple(rows))


def left_behind(d: Draft, side: int, at: int) -> None:
    """14.3: all units but vehicles have left a location: nothing there is acquired any more."""
    if others_at(d, 1 - side, at):
        return
    for unit, u in enumerate(d.units):
        if u.kit is not None and u.side != side:
            left = tuple(lock for lock in u.kit.locks if lock.target != NOBODY or lock.at != at)
            if left != u.kit.locks:
                change_kit(d, unit, locks=left)


def end_of_turn(d: Draft) -> None:
    """14.3, Q-107: a target the weapon has not fired at again in the turn after is not acquired any more."""
    for unit, u in enumerate(d.units):
        if u.kit is not None and u.kit.locks:
            left = tuple(lock for lock in u.kit.locks if lock.turn >= d.turn)
            if left != u.kit.locks:
                change_kit(d, unit, locks=left)
