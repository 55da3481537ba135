"""Status and markers of a unit as bits of one int."""

from __future__ import annotations

SHAKEN = 1 << 0
WOUNDED = 1 << 1
ELIMINATED = 1 << 2
ABANDONED = 1 << 3
IMMOBILIZED = 1 << 4

MOVED = 1 << 8
FIRED = 1 << 9
OPS_COMPLETE = 1 << 10
ASSAULT_MOVE = 1 << 11
LOW_CRAWL = 1 << 12
STEALTH = 1 << 13
HIT_AND_RUN = 1 << 14
MELEE = 1 << 15

ASSAULT_FIRE = 1 << 18
"""Has fired by Assault Fire and must still move in this impulse (6.1.1); no counter on the table."""
SMOKED = 1 << 19
"""Has laid Smoke in this impulse: one Movement Point less (7.0); no counter on the table."""
MOVING = 1 << 20
"""In the act of moving: set while a move goes on, no counter on the table."""
RALLY_TRIED = 1 << 21
"""Has made its attempt of this Rally Phase (3.0)."""

HANDLED = 1 << 22
"""Has flipped a tripod weapon in this impulse: half its Movement Factor is gone (1.6.1); no counter on the table."""
JOINED = 1 << 23
"""Out of play because it became part of another unit, not lost (3.0)."""

TRIPOD = 1 << 0
"""Weapon flag: the tripod or assembled side is up (1.6.1, 1.6.5)."""
JAMMED = 1 << 1
"""Weapon flag: the jammed side is up (1.6.2)."""
CAPTURED = 1 << 2
"""Weapon flag: picked up from the enemy (1.6.8)."""
FLIPPED = 1 << 3
"""Weapon flag: flipped this turn (1.6.1)."""
SPENT = 1 << 4
"""Weapon flag: used up or destroyed, out of play."""
BROKEN = 1 << 5
"""Weapon flag: jammed for the rest of the game (1.6.2)."""
DROPPED = 1 << 6
"""Weapon flag: dropped in this Rally Phase (3.0)."""
TAKEN = 1 << 7
"""Weapon flag: picked up or handed on in this Rally Phase (3.0)."""

STATUS: dict[str, int] = {
    "shaken": SHAKEN,
    "wounded": WOUNDED,
    "abandoned": ABANDONED,
    "immobilized": IMMOBILIZED,
}
MARKERS: dict[str, int] = {
    "moved": MOVED,
    "fired": FIRED,
    "ops_complete": OPS_COMPLETE,
    "assault_move": ASSAULT_MOVE,
    "low_crawl": LOW_CRAWL,
    "stealth": STEALTH,
    "hit_and_run": HIT_AND_RUN,
    "melee": MELEE,
}
ACTION_MARKERS = MOVED | FIRED | OPS_COMPLETE | ASSAULT_MOVE | LOW_CRAWL | STEALTH | HIT_AND_RUN
"""Markers that say a unit has acted this turn; the Administrative Phase removes them."""


def names(flags: int, table: dict[str, int]) -> tuple[str, ...]:
    """Names of the bits set, in the order of the table.

    >>> names(SHAKEN | MOVED, STATUS), names(SHAKEN | MOVED, MARKERS)
    (('shaken',), ('moved',))
    """
    return tuple(name for name, bit in table.items() if flags & bit)
