"""21.2: who has the good of Foxholes: Leg units always, guns and vehicles where they set up, riders never."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import DUG_IN
from lnlt.core.game import Game
from lnlt.core.state import Position, Unit
from lnlt.rules.ch01_concepts.units import is_mg_team
from lnlt.rules.ch06_movement.mounts import is_mounted

SHELTERS = frozenset({"foxholes"})
"""Counters that guns and vehicles must have been set up in to have the good of them."""


def needs_digging(game: Game, unit: Unit) -> bool:
    """21.2, Q-174: vehicles and Weapon Teams other than machine guns have cover only where they were dug in."""
    t = game.types[unit.type]
    return t.kind == "vehicle" or (t.kind == "weapon_team" and not is_mg_team(t))


def is_sheltered(game: Game, s: Position, unit: int) -> bool:
    """21.2, Q-174: whether the Foxholes of its hex protect a unit."""
    u = s.units[unit]
    if needs_digging(game, u):
        return bool(u.flags & DUG_IN)
    return not (game.mounted and is_mounted(game, s, u))


def dig_in(d: Draft) -> None:
    """21.2: when play begins, guns and vehicles that were set up in a hex with Foxholes are dug in there."""
    for marker in d.markers:
        if marker.kind in SHELTERS:
            for u in d.by_loc.get(marker.at, ()):
                if needs_digging(d.game, d.units[u]) and not d.units[u].flags & DUG_IN:
                    d.emit(ev.FlagsChanged(u, DUG_IN))
