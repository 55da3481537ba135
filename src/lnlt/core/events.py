"""Events: primitive facts, the only way a state changes. One reducer per fact, in `lnlt.core.draft`.

The same stream feeds the log, animation, statistics and redaction. Units, weapons and locations are numbers.
"""

from __future__ import annotations

import msgspec

from lnlt.core.frames import _tag
from lnlt.core.state import NOBODY, Kit, Marker, Result, Unit, Weapon
from lnlt.core.tally import Tally

EVERYBODY = -1


class Event(msgspec.Struct, frozen=True, gc=False, kw_only=False, omit_defaults=True, tag_field="event", tag=_tag):
    """A fact. Public unless a subclass says who may know it."""

    @property
    def audience(self) -> int:
        """Side that may see it, or EVERYBODY."""
        return EVERYBODY


class TurnBegan(Event, frozen=True, gc=False):
    """The turn marker moved on."""

    turn: int


class PhaseBegan(Event, frozen=True, gc=False):
    """A phase of the turn began."""

    phase: str


class InitiativeTaken(Event, frozen=True, gc=False):
    """A side has the initiative this turn."""

    side: int


class ImpulseBegan(Event, frozen=True, gc=False):
    """It is a side's impulse."""

    side: int


class ImpulseEnded(Event, frozen=True, gc=False):
    """An impulse is over; `passed` if nothing was done in it. `passes` is the new count of passes in a row."""

    side: int
    passed: bool
    passes: int


class Activated(Event, frozen=True, gc=False):
    """A location was named for this impulse."""

    side: int
    at: int


class Moved(Event, frozen=True, gc=False):
    """A unit went from one location to another (or off or onto the board)."""

    unit: int
    origin: int
    to: int
    mp: int = 0
    """Half Movement Points this took."""


class FlagsChanged(Event, frozen=True, gc=False):
    """Status or markers of a unit changed."""

    unit: int
    put: int
    taken: int = 0


class PointsReset(Event, frozen=True, gc=False):
    """A unit's spent Movement Points were set (to those of its parent, or to none)."""

    unit: int
    mp: int = 0


class TypeChanged(Event, frozen=True, gc=False):
    """A unit was replaced by another type, such as a Squad by its Half-Squad."""

    unit: int
    type: int


class UnitCreated(Event, frozen=True, gc=False):
    """A new counter came into being."""

    unit: Unit


class Eliminated(Event, frozen=True, gc=False):
    """A unit was removed from play."""

    unit: int


class Combined(Event, frozen=True, gc=False):
    """A unit became part of another one and is no longer on the board (3.0)."""

    unit: int
    into: int


class WeaponPassed(Event, frozen=True, gc=False):
    """A Support Weapon changed hands or was left lying: `carrier` NOBODY means it lies at `at`."""

    weapon: int
    carrier: int = NOBODY
    at: int = -1


class WeaponCreated(Event, frozen=True, gc=False):
    """A new Support Weapon came into being."""

    weapon: Weapon


class WeaponChanged(Event, frozen=True, gc=False):
    """A Support Weapon was flipped, jammed, captured, used up …"""

    weapon: int
    put: int
    taken: int = 0


class SkillsChanged(Event, frozen=True, gc=False):
    """A unit has other Skills than before."""

    unit: int
    skills: tuple[str, ...]


class KitChanged(Event, frozen=True, gc=False):
    """A unit faces another way, has got on or off a vehicle, or its weapons have acquired other targets."""

    unit: int
    kit: Kit | None


class ControlChanged(Event, frozen=True, gc=False):
    """A side took control of a location."""

    at: int
    side: int


class Noted(Event, frozen=True, gc=False):
    """The scenario remembers something."""

    key: str
    value: int
    seen_by: int = EVERYBODY

    @property
    def audience(self) -> int:
        """Some notes are for one side only."""
        return self.seen_by


class MarkerPlaced(Event, frozen=True, gc=False):
    """A marker was put on the board."""

    marker: Marker


class MarkerRemoved(Event, frozen=True, gc=False):
    """A marker was taken off the board."""

    marker: Marker


class Rolled(Event, frozen=True, gc=False):
    """Dice were rolled."""

    purpose: str
    side: int
    faces: tuple[int, ...]
    sides: int = 6
    subject: int = NOBODY
    """Unit the roll is for, if any."""


class Drawn(Event, frozen=True, gc=False):
    """Something was drawn at random."""

    purpose: str
    side: int
    item: str
    position: int


class FireOpened(Event, frozen=True, gc=False):
    """Units of one location fire at another."""

    side: int
    origin: int
    at: int
    units: tuple[int, ...]
    lead: int
    opportunity: bool = False


class Resolved(Event, frozen=True):
    """An outcome with the sums behind it: log and combat card read it; it changes nothing."""

    what: str
    side: int
    at: int
    tallies: tuple[Tally, ...] = ()
    outcome: str = ""
    subject: int = NOBODY
    dice: tuple[tuple[int, ...], ...] = ()
    """The dice that decided, for each sum those added to it."""
    by: tuple[int, ...] = ()
    """Who attacks, where several do as one."""
    targets: tuple[int, ...] = ()
    """Whom they attack, where one roll is for all."""


class AircraftFlew(Event, frozen=True, gc=False):
    """An aircraft is over a location, or its flight is over: `what` says how (left, damaged, crashed)."""

    unit: int
    at: int
    what: str = ""


class QueueDropped(Event, frozen=True, gc=False):
    """The rest of a list of commands was dropped."""

    side: int
    rule: str
    code: str
    params: dict[str, str | int] = {}


class ParagraphRead(Event, frozen=True, gc=False):
    """An Event was triggered and its paragraph is read out: from now on it is no secret."""

    marker: str
    paragraph: str
    side: int


class GameEnded(Event, frozen=True, gc=False):
    """The game is over."""

    result: Result
