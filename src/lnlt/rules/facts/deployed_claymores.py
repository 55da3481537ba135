"""23.2.1: deployed Claymores: markers in the location of those who watch over them."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.state import Marker, Position

CLAYMORE = "claymore"


def claymore_at(s: Position, loc: int) -> Marker | None:
    """The deployed Claymore of a location."""
    for marker in s.marks.get(loc, ()):
        if marker.kind == CLAYMORE:
            return marker
    return None


def forget_claymore(d: Draft, loc: int) -> None:
    """23.2.1: a Claymore is gone when none of its side is left in its location."""
    marker = claymore_at(d, loc)
    if marker is not None and not any(d.units[u].side == marker.side for u in d.by_loc.get(loc, ())):
        d.emit(ev.MarkerRemoved(marker))
