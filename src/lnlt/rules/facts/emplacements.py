"""21.7: Vehicle Emplacements: vehicles dug in at set-up, whose hulls are safe from all sides but the rear.

One vehicle has one marker; which vehicle that is a flag of it says. The marker goes when the vehicle leaves or is
destroyed.
"""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.arcs import REAR, facings
from lnlt.core.draft import Draft
from lnlt.core.flags import BULK, EMPLACED
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal

MARKER = "vehicle_emplacement"
MOST = 2
"""Markers that may lie in one hex."""


def emplace(d: Draft) -> None:
    """21.7: when play begins, as many vehicles of a hex as it has Emplacements are in them."""
    for marker in d.markers:
        if marker.kind != MARKER:
            continue
        there = [u for u in d.by_loc.get(marker.at, ()) if d.units[u].flags & BULK]
        there.sort(key=lambda u: not d.units[u].flags & EMPLACED)
        room = sum(1 for m in d.marks[marker.at] if m.kind == MARKER)
        for u in there[:room]:
            d.flag(u, EMPLACED)


def leave_emplacement(d: Draft, unit: int, at: int) -> None:
    """21.7: a vehicle has left its Emplacement, or is lost: the marker is taken off."""
    if not d.units[unit].flags & EMPLACED:
        return
    d.flag(unit, 0, EMPLACED)
    for marker in d.marks.get(at, ()):
        if marker.kind == MARKER:
            d.emit(ev.MarkerRemoved(marker))
            return


def check_emplaced_turn(s: Position, unit: int) -> Refusal | None:
    """21.7: a vehicle does not pivot in its Emplacement."""
    u = s.units[unit]
    return Refusal("21.7", "emplaced", {"unit": u.id}) if u.flags & EMPLACED else None


def check_emplaced_step(s: Position, unit: int, ahead: bool | None) -> Refusal | None:
    """21.7: a vehicle leaves its Emplacement only in reverse."""
    u = s.units[unit]
    if u.flags & EMPLACED and ahead is not False:
        return Refusal("21.7", "emplaced_ahead", {"unit": u.id})
    return None


def saves_hull(game: Game, s: Position, target: int, origin: int) -> bool:
    """21.7, Q-125: whether hits on the hull of a vehicle do nothing: it is emplaced, and no rear side of it is hit."""
    from lnlt.rules.facts.gun_arcs import bearing, vertex_of
    from lnlt.rules.facts.guns import HULL

    u = s.units[target]
    if not u.flags & EMPLACED:
        return False
    dx, dy = bearing(game.board, u.at >> 3, origin >> 3)
    return REAR not in facings(vertex_of(s, target, HULL), dx, dy)
