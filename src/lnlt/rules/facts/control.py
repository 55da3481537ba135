"""22.1: control of locations."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import SHAKEN
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position


def holder(game: Game, s: Position, loc: int) -> int:
    """22.1: the side whose Good Order MMC or Hero is in a location without enemies, or NOBODY."""
    return _held_by(game, s, s.by_loc.get(loc, ()))


def _held_by(game: Game, s: Position, members: Sequence[int]) -> int:
    """The side that holds the location these units are all of."""
    found = side = NOBODY
    everyone, holds = s.units, game.holds
    for u in members:
        unit = everyone[u]
        if side == NOBODY:
            side = unit.side
        elif unit.side != side:
            return NOBODY
        if holds[unit.type] and not unit.flags & SHAKEN:
            found = side
    return found


def take_control(d: Draft, loc: int) -> None:
    """22.1, Q-545: who occupies a location in Good Order, or passes through it, controls it until the other side does.

    Called when all fire at those who have entered is over."""
    side = holder(d.game, d, loc)
    if side != NOBODY and d.control.get(loc, NOBODY) != side:
        d.emit(ev.ControlChanged(loc, side))


def take_all(d: Draft) -> None:
    """22.1: bring control up to date everywhere; at the end of an impulse and of the Rally Phase."""
    units, control = d.units, d.control
    for loc, members in d.by_loc.items():
        if control.get(loc) != units[members[0]].side:  # nobody but the side of its first unit can hold it
            side = _held_by(d.game, d, members)
            if side != NOBODY:
                d.emit(ev.ControlChanged(loc, side))


def controls(s: Position, side: int, loc: int) -> bool:
    """22.1: whether a side controls a location."""
    return s.control.get(loc, NOBODY) == side
