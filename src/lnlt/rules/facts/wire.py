"""21.3.1: Wire that a vehicle drives out of."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft

WIRE = "wire"
TRACKED = "T"


def clear_wire(d: Draft, vehicle: int, frm: int) -> None:
    """21.3.1: a tracked vehicle that leaves a hex takes the Wire there with it; others do not."""
    if d.game.types[d.units[vehicle].type].move_class == TRACKED:
        for marker in d.marks.get(frm, ()):
            if marker.kind == WIRE:
                d.emit(ev.MarkerRemoved(marker))
