"""Status and markers of a unit as bits of one int."""

from __future__ import annotations

SHAKEN = 1 << 0
WOUNDED = 1 << 1
ELIMINATED = 1 << 2
ABANDONED = 1 << 3
IMMOBILIZED = 1 << 4
WOUNDED_TWICE = 1 << 5
"""A second wound of somebody who survives two (12.0, Bull); WOUNDED is set as well."""

MOVED = 1 << 8
FIRED = 1 << 9
OPS_COMPLETE = 1 << 10
ASSAULT_MOVE = 1 << 11
LOW_CRAWL = 1 << 12
STEALTH = 1 << 13
HIT_AND_RUN = 1 << 14
MELEE = 1 << 15
CONTINUOUS = 1 << 16
"""Stays in motion from the last turn: it must move and counts as moving until it does (15.5.1)."""

ASSAULT_FIRE = 1 << 18
"""Has fired by Assault Fire and must still move in this impulse (6.1.1); no counter on the table."""
SMOKED = 1 << 19
"""Has laid Smoke in this impulse: one Movement Point less (7.0); no counter on the table."""
MOVING = 1 << 20
"""In the act of moving: set while a move goes on, no counter on the table."""
RALLY_TRIED = 1 << 21
"""Has made its attempt of this Rally Phase (3.0)."""
LED = 1 << 28
"""Has used his Leadership Modifier in this impulse or Rally Phase (11.1.1); no counter on the table."""
TENDED = 1 << 29
"""Has used his medical kit in this Rally Phase (11.3, 11.10), or rallied next door (11.11)."""
HELPED_ONE = 1 << 30
"""Nurse: has helped one unit to rally in this Rally Phase (11.10)."""
HELPED_TWO = 1 << 31
"""Nurse: has helped two units."""
SECOND_TRY = 1 << 32
"""Has failed its second attempt, under Fight or Die! (11.7.1)."""
RALLIED_SELF = 1 << 33
"""Was Shaken at the start of this Rally Phase and has rallied in it."""
RALLY_FLAGS = RALLY_TRIED | TENDED | HELPED_ONE | HELPED_TWO | SECOND_TRY | RALLIED_SELF
"""What is forgotten when the Rally Phase ends."""

IN_TUNNEL = 1 << 24
"""Under an In Tunnel marker: on the way through a Tunnel, or come into a Cave through one (10.7.1)."""

HANDLED = 1 << 22
"""Has flipped a tripod weapon in this impulse: half its Movement Factor is gone (1.6.1); no counter on the table."""
DUG_IN = 1 << 26
"""Was set up in the Foxholes of its hex and has not left them (21.2); no counter on the table."""
IN_TRENCHES = 1 << 27
"""Has moved from Trench to Trench only (21.6); no counter on the table."""
JOINED = 1 << 23
"""Out of play because it became part of another unit, not lost (3.0)."""

BULK = 1 << 40
"""A vehicle: stands in lines of sight (10.3); no counter on the table."""
BUTTONED = 1 << 41
"""Hatches closed (15.0.1)."""
HULL_DOWN = 1 << 42
"""In a Hull Down position (15.10)."""
EXPENDED = 1 << 43
"""Out of guided missiles for the rest of the game (14.4.1)."""
PIVOTED = 1 << 44
"""Has pivoted in its hex in this impulse (15.1, 1.7.1); no counter on the table."""
TURNED = 1 << 45
"""Has turned its turret in this impulse (15.1.1); no counter on the table."""
LAUNCHING = 1 << 46
"""Has launched a guided missile that nothing has disturbed so far (14.4); no counter on the table."""
SWITCHED = 1 << 47
"""Has opened or closed its hatches in this impulse (15.0.1); no counter on the table."""

LOADED = 1 << 48
"""Has taken on passengers in this impulse, who came to it, and may still drive (16.4); no counter on the table."""

EMPLACED = 1 << 39
"""A vehicle in the Vehicle Emplacement it was set up in (21.7)."""
HOVERING = 1 << 50
"""A helicopter that hovers; without it, it flies (19.2.1)."""

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
DOOMED = 1 << 5
"""Weapon flag: captured and used in Melee in vain; removed in the Administrative Phase (8.0)."""
BROKEN = 1 << 8
"""Weapon flag: jammed for the rest of the game (1.6.2)."""
DROPPED = 1 << 6
"""Weapon flag: dropped in this Rally Phase (3.0)."""
TAKEN = 1 << 7
"""Weapon flag: picked up or handed on in this Rally Phase (3.0)."""

LOW_AMMO = 1 << 9
"""Weapon flag: the Low Ammo side is up: one more use and it is gone (23.2.2)."""

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
    "continuous": CONTINUOUS,
    "in_tunnel": IN_TUNNEL,
    "hull_down": HULL_DOWN,
    "emplaced": EMPLACED,
    "atgm_expended": EXPENDED,
    "hover": HOVERING,
}
ACTION_MARKERS = MOVED | FIRED | OPS_COMPLETE | ASSAULT_MOVE | LOW_CRAWL | STEALTH | HIT_AND_RUN
"""Markers that say a unit has acted this turn; the Administrative Phase removes them."""


def names(flags: int, table: dict[str, int]) -> tuple[str, ...]:
    """Names of the bits set, in the order of the table.

    >>> names(SHAKEN | MOVED, STATUS), names(SHAKEN | MOVED, MARKERS)
    (('shaken',), ('moved',))
    """
    return tuple(name for name, bit in table.items() if flags & bit)
