"""6.0: what hangs on the place a unit leaves and the one it comes to, however it goes there.

Every way from one location of the map to another ends in `go`; who has emptied a location says so by `left`.
"""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import DUG_IN, IN_TUNNEL
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted
from lnlt.rules.ch14_ordnance.acquisition import left_behind
from lnlt.rules.facts.caves import UNDERGROUND
from lnlt.rules.facts.melee_leaving import after_leaving
from lnlt.rules.facts.shelters import mark_trench


def go(d: Draft, unit: int, to: int, pays: int = 0) -> None:
    """A unit goes to another location, for so many half points.

    21.2: in another hex it is not dug in. 21.6, Q-450: from Trench to Trench it is no moving target. 10.7.1: on the way
    between Caves, until it leaves the one at the other end, it is In Tunnel.
    """
    frm = d.units[unit].at
    d.emit(ev.Moved(unit, frm, to, pays))
    if frm >> 3 != to >> 3:
        d.flag(unit, 0, DUG_IN)
    if d.game.trenches:
        mark_trench(d, unit, frm, to)
    inside = to & 7 in UNDERGROUND and frm >> 3 != to >> 3
    d.flag(unit, IN_TUNNEL if inside else 0, 0 if inside else IN_TUNNEL)


def left(d: Draft, side: int, at: int) -> None:
    """10.1.1, 8.1.1, 14.3: units of a side have left a location: what depends on somebody being there may be over."""
    drop_spotted(d, at)
    after_leaving(d, side, at)
    if d.game.has_ordnance:
        left_behind(d, side, at)
