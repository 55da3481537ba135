"""22.1: control of locations."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import SHAKEN
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position


def holder(game: Game, s: Position, loc: int) -> int:
    """22.1: the side whose Good Order MMC or Hero is in a location without enemies, or NOBODY."""
    members = s.by_loc.get(loc, ())
    found = NOBODY
    for u in members:
        unit = s.units[u]
        if unit.side != s.units[members[0]].side:
            return NOBODY
        t = game.types[unit.type]
        if not unit.flags & SHAKEN and (t.is_mmc or t.kind == "hero"):
            found = unit.side
    return found


def take_control(d: Draft, loc: int) -> None:
    """22.1: who occupies a location in Good Order, or passes through it, controls it until the other side does."""
    side = holder(d.game, d, loc)
    if side != NOBODY and d.control.get(loc, NOBODY) != side:
        d.emit(ev.ControlChanged(loc, side))


def take_all(d: Draft) -> None:
    """22.1: bring control up to date everywhere; at the end of an impulse and of the Rally Phase."""
    units, control = d.units, d.control
    for loc, members in d.by_loc.items():
        if control.get(loc) != units[members[0]].side:  # nobody but the side of its first unit can hold it
            take_control(d, loc)


def controls(s: Position, side: int, loc: int) -> bool:
    """22.1: whether a side controls a location."""
    return s.control.get(loc, NOBODY) == side
