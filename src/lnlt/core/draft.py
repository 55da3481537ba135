"""A draft: the next state while it is being made. Copies only what changes; every change is an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.dice import NO_DICE, Dice, DiceNeeded, Faces
from lnlt.core.flags import BULK, ELIMINATED, JOINED
from lnlt.core.frames import Frame
from lnlt.core.game import Game
from lnlt.core.state import (
    ACTED,
    NOBODY,
    NOWHERE,
    FrozenDict,
    Marker,
    Queue,
    Result,
    Spread,
    State,
    Unit,
    Weapon,
    index_markers,
    index_obstacles,
    index_skilled,
    respread,
)

F = TypeVar("F", bound=Frame)
DOUBLES = "doubles:rolled"
"""Note of the doubles that have brought no airstrike yet (19.1)."""


class Draft:
    """Reads like a State (it is a Position), changes through `emit`, rolls through `roll` and `draw`."""

    __slots__ = (
        "_spread",
        "active",
        "by_loc",
        "control",
        "dice",
        "events",
        "game",
        "ids",
        "initiative",
        "looked",
        "markers",
        "marks",
        "notes",
        "obstacles",
        "origin",
        "over",
        "passes",
        "phase",
        "queue",
        "rng",
        "seq",
        "skilled",
        "stack",
        "stale",
        "stirred",
        "turn",
        "units",
        "weapons",
    )

    def __init__(self, game: Game, state: State, dice: Dice) -> None:
        self.game = game
        self.origin = state
        self.dice = dice
        self.events: list[ev.Event] = []
        self.turn = state.turn
        self.phase = state.phase
        self.initiative = state.initiative
        self.active = state.active
        self.passes = state.passes
        self.units: Sequence[Unit] = state.units
        self.weapons: Sequence[Weapon] = state.weapons
        self.markers: tuple[Marker, ...] = state.markers
        self.stack: list[Frame] = list(state.stack)
        self.queue: Queue | None = state.queue
        self.rng = state.rng
        self.seq = state.seq
        self.over: Result | None = state.over
        self.control: Mapping[int, int] = state.control
        self.notes: Mapping[str, int] = state.notes
        self.by_loc = state.by_loc
        self.ids = state.ids
        self.marks = state.marks
        self.obstacles = state.obstacles
        self.skilled = state.skilled
        self._spread = state.spread
        self.stale: set[int] = set()
        """Locations in which units have changed since `_spread` was made."""
        self.looked = -1
        """How many of `events` have been looked at for what they trigger (1.8); -1: it has not begun."""
        self.stirred = False
        """Whether there is something among them that may trigger an Event."""

    @property
    def spread(self) -> Spread:
        """Locations with units, brought up to date."""
        if self.stale:
            self._spread = respread(self._spread, self.units, self.by_loc, self.stale)
            self.stale.clear()
        return self._spread

    # Frames

    def push(self, frame: Frame) -> None:
        """Begin something inside what is going on."""
        self.stack.append(frame)

    def update(self, frame: F, **changes: Any) -> F:
        """Change fields of the frame on top; gives back the new one."""
        assert self.stack[-1] is frame, f"{frame!r} is not on top of the stack"
        new = replace(frame, **changes)
        self.stack[-1] = new
        return new

    def enclosing(self, kind: type[F]) -> F | None:
        """The innermost frame of a kind."""
        for frame in reversed(self.stack):
            if type(frame) is kind:
                return frame
        return None

    def replace_enclosing(self, old: Frame, **changes: Any) -> None:
        """Change fields of a frame further down the stack."""
        for i in range(len(self.stack) - 1, -1, -1):
            if self.stack[i] is old:
                self.stack[i] = replace(old, **changes)
                return
        raise LookupError(f"{type(old).__name__} is not on the stack")

    # Dice

    def roll(self, count: int, purpose: str, side: int, sides: int = 6, subject: int = NOBODY) -> Faces:
        """Roll dice and log them; where aircraft may come, every double of two dice is noted (19.1)."""
        faces, self.rng = self.dice.roll(self.rng, count, sides, purpose)
        self.events.append(ev.Rolled(purpose, side, faces, sides, subject))
        if self.game.has_aircraft and count == 2 and faces[0] == faces[1]:
            self.emit(ev.Noted(DOUBLES, self.notes.get(DOUBLES, 0) + 1))
        return faces

    def draw(self, items: Sequence[str], purpose: str, side: int) -> int:
        """Draw one of the items and log it; gives its position."""
        position, self.rng = self.dice.draw(self.rng, items, purpose)
        self.events.append(ev.Drawn(purpose, side, items[position], position))
        return position

    def reveal(self, what: str) -> None:
        """Something secret comes to light: an exploration ends here, as at a die, and so does counting chances."""
        if self.dice is NO_DICE or getattr(self.dice, "blind", False):
            raise DiceNeeded(what)

    # Changes

    def emit(self, event: ev.Event) -> None:
        """Let a fact happen."""
        self.events.append(event)
        reducer = REDUCERS.get(type(event))
        if reducer is not None:
            reducer(self, event)

    def flag(self, unit: int, put: int, taken: int = 0) -> None:
        """Put and take status or markers of a unit, if that changes anything."""
        flags = self.units[unit].flags
        if (flags & ~taken) | put != flags:
            self.emit(ev.FlagsChanged(unit, put, taken))

    def publish(self) -> State:
        """The finished state."""
        by_loc, ids, marks = self.by_loc, self.ids, self.marks
        return State(
            self.turn,
            self.phase,
            self.initiative,
            self.active,
            self.passes,
            tuple(self.units),
            tuple(self.weapons),
            self.markers,
            tuple(self.stack),
            self.queue,
            self.rng,
            self.seq,
            self.over,
            self.control,
            self.notes,
            by_loc if type(by_loc) is FrozenDict else FrozenDict(sorted(by_loc.items())),
            ids if type(ids) is FrozenDict else FrozenDict(ids),
            marks if type(marks) is FrozenDict else FrozenDict(marks),
            self.obstacles,
            self.spread,
            self.skilled,
        )

    # What reducers use

    def set_unit(self, i: int, unit: Unit) -> None:
        """Put a changed unit in place, copying the list of units once per draft."""
        units = self.units
        if type(units) is tuple:
            units = self.units = list(units)
        old, units[i] = units[i], unit  # type: ignore[index]
        if (old.flags ^ unit.flags) & ACTED and unit.at >= 0:
            self.stale.add(unit.at)

    def place(self, i: int, origin: int, to: int) -> None:
        """Keep the index of units by location."""
        index = self.by_loc
        if type(index) is FrozenDict:
            index = self.by_loc = dict(index)
        if origin >= 0:
            self.stale.add(origin)
            rest = tuple(u for u in index[origin] if u != i)
            if rest:
                index[origin] = rest  # type: ignore[index]
            else:
                del index[origin]  # type: ignore[attr-defined]
        if to >= 0:
            self.stale.add(to)
            index[to] = tuple(sorted((*index.get(to, ()), i)))  # type: ignore[index]
        if self.game.has_vehicles and self.units[i].flags & BULK and not (to if to >= 0 else origin) & 7:
            self.obstacles = index_obstacles(self.markers, self.units)

    def set_weapon(self, i: int, weapon: Weapon) -> None:
        """Put a changed weapon in place."""
        weapons = list(self.weapons)
        weapons[i] = weapon
        self.weapons = weapons

    def set_markers(self, markers: tuple[Marker, ...]) -> None:
        """Replace the markers and what is derived from them."""
        self.markers = markers
        self.marks = FrozenDict(index_markers(markers))
        self.obstacles = index_obstacles(markers, self.units if self.game.has_vehicles else ())


def _turn(d: Draft, e: ev.TurnBegan) -> None:
    d.turn = e.turn


def _phase(d: Draft, e: ev.PhaseBegan) -> None:
    d.phase = e.phase
    d.passes = 0


def _initiative(d: Draft, e: ev.InitiativeTaken) -> None:
    d.initiative = e.side


def _impulse(d: Draft, e: ev.ImpulseBegan) -> None:
    d.active = e.side


def _impulse_ended(d: Draft, e: ev.ImpulseEnded) -> None:
    d.passes = e.passes


def _moved(d: Draft, e: ev.Moved) -> None:
    u = d.units[e.unit]
    d.set_unit(e.unit, u.placed(e.to, e.mp))
    d.place(e.unit, e.origin, e.to)


def _flags(d: Draft, e: ev.FlagsChanged) -> None:
    u = d.units[e.unit]
    d.set_unit(e.unit, u.flagged((u.flags & ~e.taken) | e.put))


def _points(d: Draft, e: ev.PointsReset) -> None:
    d.set_unit(e.unit, replace(d.units[e.unit], mp=e.mp))


def _type(d: Draft, e: ev.TypeChanged) -> None:
    d.set_unit(e.unit, replace(d.units[e.unit], type=e.type))


def _created(d: Draft, e: ev.UnitCreated) -> None:
    number = len(d.units)
    d.units = [*d.units, e.unit]
    d.ids = FrozenDict({**d.ids, e.unit.id: number})
    d.skilled = index_skilled(d.units)
    d.place(number, NOWHERE, e.unit.at)


def _eliminated(d: Draft, e: ev.Eliminated) -> None:
    u = d.units[e.unit]
    d.set_unit(e.unit, replace(u, at=NOWHERE, flags=u.flags | ELIMINATED))
    d.place(e.unit, u.at, NOWHERE)


def _combined(d: Draft, e: ev.Combined) -> None:
    u = d.units[e.unit]
    d.place(e.unit, u.at, NOWHERE)
    d.set_unit(e.unit, replace(u, at=NOWHERE, flags=u.flags | ELIMINATED | JOINED))


def _weapon(d: Draft, e: ev.WeaponPassed) -> None:
    weapon = d.weapons[e.weapon]
    if weapon.carrier != NOBODY:
        old = d.units[weapon.carrier]
        d.set_unit(weapon.carrier, replace(old, carries=tuple(w for w in old.carries if w != e.weapon)))
    if e.carrier != NOBODY:
        new = d.units[e.carrier]
        d.set_unit(e.carrier, replace(new, carries=(*new.carries, e.weapon)))
    d.set_weapon(e.weapon, replace(weapon, carrier=e.carrier, at=e.at))


def _weapon_created(d: Draft, e: ev.WeaponCreated) -> None:
    d.weapons = [*d.weapons, e.weapon]


def _marker(d: Draft, e: ev.MarkerPlaced) -> None:
    d.set_markers(tuple(sorted((*d.markers, e.marker))))


def _marker_removed(d: Draft, e: ev.MarkerRemoved) -> None:
    rest = list(d.markers)
    rest.remove(e.marker)
    d.set_markers(tuple(rest))


def _weapon_flags(d: Draft, e: ev.WeaponChanged) -> None:
    weapon = d.weapons[e.weapon]
    d.set_weapon(e.weapon, replace(weapon, flags=(weapon.flags & ~e.taken) | e.put))


def _control(d: Draft, e: ev.ControlChanged) -> None:
    d.control = FrozenDict({**d.control, e.at: e.side})


def _noted(d: Draft, e: ev.Noted) -> None:
    d.notes = FrozenDict({**d.notes, e.key: e.value})


def _skills(d: Draft, e: ev.SkillsChanged) -> None:
    d.set_unit(e.unit, replace(d.units[e.unit], skills=e.skills))
    d.skilled = index_skilled(d.units)


def _kit(d: Draft, e: ev.KitChanged) -> None:
    d.set_unit(e.unit, replace(d.units[e.unit], kit=e.kit))


def _ended(d: Draft, e: ev.GameEnded) -> None:
    d.over = e.result
    d.stack.clear()
    d.queue = None


REDUCERS: dict[type[ev.Event], Callable[[Draft, Any], None]] = {
    ev.TurnBegan: _turn,
    ev.PhaseBegan: _phase,
    ev.InitiativeTaken: _initiative,
    ev.ImpulseBegan: _impulse,
    ev.ImpulseEnded: _impulse_ended,
    ev.Moved: _moved,
    ev.FlagsChanged: _flags,
    ev.PointsReset: _points,
    ev.TypeChanged: _type,
    ev.UnitCreated: _created,
    ev.Eliminated: _eliminated,
    ev.Combined: _combined,
    ev.WeaponPassed: _weapon,
    ev.WeaponCreated: _weapon_created,
    ev.MarkerPlaced: _marker,
    ev.MarkerRemoved: _marker_removed,
    ev.WeaponChanged: _weapon_flags,
    ev.ControlChanged: _control,
    ev.Noted: _noted,
    ev.SkillsChanged: _skills,
    ev.KitChanged: _kit,
    ev.GameEnded: _ended,
}
"""One reducer per fact; facts without one (rolls, outcomes) change nothing."""
