"""19.1.1: the aircraft in the air, and the line from the ground to it."""

from __future__ import annotations

from lnlt.core.board import LAYERS
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.rules.ch05_fire.opportunity import Answerable
from lnlt.rules.ch10_los_spotting.judge import BLOCKED, Judge
from lnlt.rules.ch10_los_spotting.lines import counters, line
from lnlt.rules.ch19_air.arrival import flight_level
from lnlt.rules.facts.caves import closed_between


class Airborne(Answerable, frozen=True, gc=False, kw_only=True):
    """An aircraft on its way across the map."""

    side: int
    unit: int = NOBODY
    path: tuple[int, ...] = ()
    way: int = 0
    level: int = 0
    index: int = -1
    """Number of the hex of its path it is over."""
    fate: str = ""
    """"damaged" or "destroyed" by fire from the ground."""


def flight_of(s: Position) -> Airborne | None:
    """The aircraft that is in the air now."""
    for frame in reversed(s.stack):
        if isinstance(frame, Airborne):
            return frame
    return None


def level_over(game: Game, s: Position, hex_: int) -> int:
    """19.1.1: the level of the aircraft in the air, or of one that would fly over just this hex."""
    flight = flight_of(s)
    return flight.level if flight is not None and flight.path else flight_level(game, s, (hex_,))


def sky_line(game: Game, s: Position, origin: int, hex_: int, tis: bool = False) -> int:
    """19.1.1: the line from a location to an aircraft over a hex: only what stands next to the firer can hide it.

    10.3: so high above, every obstacle on the way has a shadow of one hex.
    """
    if origin >> 3 == hex_:
        return 0
    if (origin, hex_ * LAYERS) in game.los_facts:
        return line(game, s, origin, hex_ * LAYERS, tis)
    if closed_between(game.board, s.marks, origin, hex_ * LAYERS) is not None:
        return BLOCKED
    levels = (int(game.sight.level(origin)), level_over(game, s, hex_))
    return Judge(game.sight.things, origin >> 3, hex_, levels, counters(game, s), tis).run()
