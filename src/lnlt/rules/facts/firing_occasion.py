"""4.0, 5.3: an occasion on which locations fire: an impulse, or a window of Opportunity Fire; what was fired on it."""

from __future__ import annotations

from lnlt.core.draft import Draft
from lnlt.core.frames import Procedure
from lnlt.core.state import Position
from lnlt.core.tally import Refusal


class Shooting(Procedure, frozen=True, gc=False, kw_only=True):
    """4.0, 5.3: an occasion on which locations fire: an impulse, or a window of Opportunity Fire."""

    side: int
    fired: tuple[tuple[int, int], ...] = ()
    """Locations whose group has fired on this occasion, each with its target."""
    separate: tuple[tuple[int, int], ...] = ()
    """Units that have fired on their own, each with its target."""
    aimed: tuple[tuple[int, int], ...] = ()
    """Locations such units fired from, each with the target."""
    aided: tuple[int, ...] = ()
    """Leaders who have lent their LM: they go on aiding the fire of their hex on this occasion (5.0.1)."""
    shots: tuple[tuple[int, int, int, int, int], ...] = ()
    """Shots of ordnance and of machine guns of vehicles: unit, weapon, vehicle aimed at, its location, the firer's;
    of an impulse those that have answered it, too (14.3)."""
    gunners: tuple[tuple[int, int, bool], ...] = ()
    """Units that have fired with their group, where there is ordnance: Support Weapons used, and whether their own
    firepower was (1.6)."""


def same_hex_only(occasion: Shooting, origin: int, at: int, rule: str = "4.0") -> Refusal | None:
    """4.0, 1.7: whatever fires from one location on one occasion fires at the same hex; `rule`: 15.0 for the weapons of
    one vehicle."""
    if any(used == origin and target != at for used, target in (*occasion.fired, *occasion.aimed)):
        return Refusal(rule, "same_target")
    return None


def occasion_of(s: Position) -> Shooting | None:
    """The innermost impulse or window."""
    for frame in reversed(s.stack):
        if isinstance(frame, Shooting):
            return frame
    return None


def fires_on(s: Position, unit: int) -> int:
    """1.6, 14.1: Support Weapons with a to-hit table that a unit has fired on this occasion, if it fired nothing else.

    Its Fired marker does not keep it from firing the rest then; 0 otherwise.
    """
    occasion = occasion_of(s)
    if occasion is None or not occasion.shots or any(row[0] == unit for row in occasion.gunners):
        return 0
    return len({weapon for u, weapon, _, _, _ in occasion.shots if u == unit and weapon >= 0})


def lend(d: Draft, leader: int) -> None:
    """5.0.1, 11.1.1: a Leader lends his LM on this occasion."""
    occasion = occasion_of(d)
    if occasion is not None and leader not in occasion.aided:
        d.replace_enclosing(occasion, aided=(*occasion.aided, leader))
