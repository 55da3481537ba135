"""8.1: Melee markers on locations and on the units locked there.

The marker's strength is the turn in which the last round was fought, so one look says whether a round is left.
"""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, MELEE, MOVING, SMOKED
from lnlt.core.game import Game
from lnlt.core.state import Marker, Position
from lnlt.rules.facts.units import is_leg

KIND = "melee"


def melee_marker(s: Position, loc: int) -> Marker | None:
    """The Melee marker of a location."""
    for marker in s.marks.get(loc, ()):
        if marker.kind == KIND:
            return marker
    return None


def leg_units(game: Game, s: Position, side: int, loc: int) -> list[int]:
    """Leg units of a side in a location."""
    return [u for u in s.by_loc.get(loc, ()) if s.units[u].side == side and is_leg(game, s, u)]


def has_both_sides(s: Position, loc: int) -> bool:
    """Whether units of both sides are in a location."""
    there = s.by_loc.get(loc, ())
    return bool(there) and any(s.units[u].side != s.units[there[0]].side for u in there)


def round_left(s: Position, loc: int) -> bool:
    """8.0, 8.1: locked units of both sides, and no round fought in this turn."""
    marker = melee_marker(s, loc)
    return marker is not None and marker.strength < s.turn and has_both_sides(s, loc)


def lock(d: Draft, loc: int) -> None:
    """8.1, Q-063: every Leg unit in the location is locked in Melee and has acted."""
    for u in d.by_loc.get(loc, ()):
        if is_leg(d.game, d, u):
            d.flag(u, MELEE, MOVING | ASSAULT_FIRE | SMOKED)


def mark_round(d: Draft, loc: int) -> None:
    """8.0, 8.1: a round has been fought here in this turn."""
    old = melee_marker(d, loc)
    if old is not None:
        d.emit(ev.MarkerRemoved(old))
    d.emit(ev.MarkerPlaced(Marker(KIND, loc, d.turn)))


def release(d: Draft, loc: int) -> None:
    """8.1, 8.1.1: the marker comes off and whoever is left is free."""
    marker = melee_marker(d, loc)
    if marker is not None:
        d.emit(ev.MarkerRemoved(marker))
    for u in d.by_loc.get(loc, ()):
        d.flag(u, 0, MELEE)
