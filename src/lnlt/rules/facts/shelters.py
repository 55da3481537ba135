"""21.2, 21.6, 21.8 to 21.10: who has the good of which fortification, and Trenches in particular.

Foxholes, Sangars and Fortified hexes: Leg units always, guns and vehicles where they set up, riders never. Trenches and
Emplacements: Leg units with all Weapon Teams; neither vehicles nor riders.
"""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_MOVE, DUG_IN, FIRED, HIT_AND_RUN, IN_TRENCHES, MELEE, MOVED, MOVING
from lnlt.core.game import Game
from lnlt.core.state import Position, Unit
from lnlt.rules.facts.emplacements import emplace
from lnlt.rules.facts.mounts import is_mounted
from lnlt.rules.facts.units import is_mg_team

DUG = frozenset({"foxholes", "sangar", "fortified"})
"""Counters that guns and vehicles must have been set up in to have the good of them."""
TRENCH = "trench"
SHELTERS = DUG | {TRENCH, "emplacement"}
"""Counters that do not protect everybody in their hex."""
SHOWS = MOVED | ASSAULT_MOVE | HIT_AND_RUN | FIRED | MOVING | MELEE
"""Markers under which a unit in a Trench is a target (21.6.1)."""


def needs_digging(game: Game, unit: Unit) -> bool:
    """21.2, Q-174: vehicles and Weapon Teams other than machine guns have cover only where they were dug in."""
    t = game.types[unit.type]
    return t.kind == "vehicle" or (t.kind == "weapon_team" and not is_mg_team(t))


def is_sheltered(game: Game, s: Position, unit: int, kind: str) -> bool:
    """21.2, 21.6, 21.8 to 21.10, Q-174: whether a fortification of its hex protects a unit."""
    u = s.units[unit]
    if kind in DUG and needs_digging(game, u):
        return bool(u.flags & DUG_IN)
    if game.types[u.type].kind == "vehicle":
        return False
    return not (game.mounted and is_mounted(game, s, u))


def dig_in(d: Draft) -> None:
    """21.2: when play begins, guns and vehicles that were set up in Foxholes and the like are dug in there."""
    for marker in d.markers:
        if marker.kind in DUG:
            for u in d.by_loc.get(marker.at, ()):
                if needs_digging(d.game, d.units[u]) and not d.units[u].flags & DUG_IN:
                    d.emit(ev.FlagsChanged(u, DUG_IN))
    if d.game.has_vehicles:
        emplace(d)


def has_trench(s: Position, loc: int) -> bool:
    """21.6: whether a Trench runs through a location."""
    return any(marker.kind == TRENCH for marker in s.marks.get(loc, ()))


def along_trench(s: Position, frm: int, to: int) -> bool:
    """21.6: whether a step leads from one Trench to the next."""
    return frm >> 3 != to >> 3 and to in s.marks and frm in s.marks and has_trench(s, frm) and has_trench(s, to)


def mark_trench(d: Draft, unit: int, frm: int, to: int) -> None:
    """21.6, Q-450: who has come from one Trench to the next is no moving target, wherever he began."""
    if along_trench(d, frm, to):
        d.flag(unit, IN_TRENCHES)
    else:
        d.flag(unit, 0, IN_TRENCHES)


def lies_low(s: Position, unit: int) -> bool:
    """21.6.1, Q-075: a unit in a Trench that has not shown itself is no target before the Trench is marked Spotted."""
    u = s.units[unit]
    if u.flags & SHOWS or u.at not in s.marks:
        return False
    kinds = [marker.kind for marker in s.marks[u.at]]
    return TRENCH in kinds and "spotted" not in kinds
