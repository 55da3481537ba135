"""A state of a game is a value: never changed after publication, ints and ids inside, JSON in and out.

Indexes (units by location, ids, markers by location, obstacles) are part of the value but not of its JSON:
they follow from the rest. Drafts (`lnlt.core.draft`) make the next state from this one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, Protocol, TypeVar

import msgspec

from lnlt.core.flags import ACTION_MARKERS, ASSAULT_MOVE, BULK, ELIMINATED, MELEE, SHAKEN
from lnlt.core.frames import Command, Frame

NOWHERE = -1
"""Location of what is off the board or out of play."""
NOBODY = -1
"""Side number of nobody."""

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dict that refuses every change."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a published state cannot be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(sorted(self.items())))


class Lock(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A weapon has acquired a target (14.3): a vehicle, or all other units of a location."""

    weapon: int
    """A Support Weapon by its position in `State.weapons`, or the complement of the number of an own gun."""
    at: int
    turn: int
    """Turn of the last shot."""
    target: int = NOBODY
    """The vehicle; NOBODY: the others there."""
    level: int = 1


class Kit(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, cache_hash=True):
    """What only some units have: which way they face, what they ride on, what their weapons have acquired."""

    facing: int = 0
    """Vertex faced by a vehicle's hull or a Weapon Team (14.1), numbered as in `arcs`."""
    turret: int = 0
    """Vertex faced by the turret (15.1.1)."""
    aboard: int = NOBODY
    """The vehicle a passenger or Armor Leader is in or on (16.0, 11.5); he is at NOWHERE meanwhile."""
    outside: bool = False
    """A passenger on top of it (16.2)."""
    left: int = NOWHERE
    """Where an abandoned vehicle stands (15.4); it is at NOWHERE, a marker stands for it."""
    locks: tuple[Lock, ...] = ()


class Unit(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, cache_hash=True):
    """One counter: what it is, where it is, what is on it."""

    id: str
    side: int
    type: int
    """Position in `Game.types`."""
    at: int = NOWHERE
    flags: int = 0
    mp: int = 0
    """Half Movement Points spent in this impulse."""
    carries: tuple[int, ...] = ()
    """Support Weapons it possesses, as positions in `State.weapons`."""
    skills: tuple[str, ...] = ()
    """Skills it has (12.0)."""
    kit: Kit | None = None

    def placed(self, at: int, mp: int = 0) -> Unit:
        """The unit elsewhere, with so many more half points spent."""
        return Unit(self.id, self.side, self.type, at, self.flags, self.mp + mp, self.carries, self.skills, self.kit)

    def flagged(self, flags: int) -> Unit:
        """The unit with other status and markers."""
        return Unit(self.id, self.side, self.type, self.at, flags, self.mp, self.carries, self.skills, self.kit)

    @property
    def good_order(self) -> bool:
        """In play and not Shaken (1.5)."""
        return not self.flags & (SHAKEN | ELIMINATED)


class Weapon(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, cache_hash=True):
    """One Support Weapon: carried by a unit, lying in a hex, or out of play."""

    id: str
    type: int
    """Position in `Game.weapon_types`."""
    side: int = NOBODY
    carrier: int = NOBODY
    at: int = NOWHERE
    flags: int = 0


class Marker(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, order=True, cache_hash=True):
    """A marker on the board: Spotted, Smoke, Wreck …"""

    kind: str
    at: int
    strength: int = 1
    side: int = NOBODY
    facing: int = NOBODY


class Queue(msgspec.Struct, frozen=True, gc=False):
    """Commands still to be carried out for a side that gave a list of them."""

    side: int
    commands: tuple[Command, ...]


class Result(msgspec.Struct, frozen=True, gc=False):
    """How a game ended; winner NOBODY is a draw."""

    winner: int
    why: str


Locs = tuple[int, ...]


_set = object.__setattr__


class Spread:
    """Locations with units, per side and in ascending order: where a search begins. Worked out when first asked for."""

    __slots__ = ("_source", "held", "idle")
    held: tuple[Locs, Locs]
    """With any unit of the side."""
    idle: tuple[Locs, Locs]
    """With a unit that may still have something to do: no action marker, or one that leaves a choice (an Assault Move,
    a Melee)."""

    def __init__(self, units: Sequence[Unit], by_loc: Mapping[int, Sequence[int]]) -> None:
        _set(self, "_source", (units, by_loc))

    @classmethod
    def known(cls, held: tuple[Locs, Locs], idle: tuple[Locs, Locs]) -> Spread:
        """One that is worked out already."""
        found = cls.__new__(cls)
        _set(found, "held", held)
        _set(found, "idle", idle)
        return found

    def __getattr__(self, name: str) -> Any:
        """Called only while `held` and `idle` are not there yet."""
        if name not in ("held", "idle"):
            raise AttributeError(name)
        units, by_loc = self._source
        locs: tuple[list[int], ...] = ([], [], [], [])
        for loc, members in by_loc.items():
            bits = 0  # 0 and 1: the sides there, 2 and 3: those with something to do
            for u in members:
                flags = units[u].flags
                bits |= (1 if flags & ACTED and not flags & CHOICE_LEFT else 5) << units[u].side
            for place in PLACES[bits]:
                locs[place].append(loc)
        first, second, third, fourth = (tuple(found) for found in locs)
        _set(self, "held", (first, second))
        _set(self, "idle", (third, fourth))
        return getattr(self, name)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise TypeError("a published state cannot be changed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spread) and (self.held, self.idle) == (other.held, other.idle)

    def __hash__(self) -> int:
        return hash((self.held, self.idle))

    def __repr__(self) -> str:
        return f"Spread({self.held}, {self.idle})"


class State(msgspec.Struct, frozen=True):
    """Everything that can change in a game."""

    turn: int
    phase: str
    initiative: int
    active: int
    """Side whose impulse it is."""
    passes: int
    """Passes in a row (4.0)."""
    units: tuple[Unit, ...]
    weapons: tuple[Weapon, ...]
    markers: tuple[Marker, ...]
    stack: tuple[Frame, ...]
    queue: Queue | None
    rng: int
    seq: int
    """Commands accepted so far."""
    over: Result | None
    control: Mapping[int, int]
    """Side that controls a location (22.1), where one ever did."""
    notes: Mapping[str, int]
    """What a scenario remembers: events that have happened, groups that may enter, points."""
    # Indexes, derived from the above:
    by_loc: Mapping[int, tuple[int, ...]]
    ids: Mapping[str, int]
    marks: Mapping[int, tuple[Marker, ...]]
    obstacles: tuple[tuple[int, str], ...]
    """Markers and vehicles on hexes in order; which of them matter to a line of sight is for chapter 10 to say."""
    spread: Spread
    skilled: tuple[int, ...]
    """Units with Skills."""


class Position(Protocol):
    """What rules may read, of a published State or of a Draft on its way to the next."""

    @property
    def turn(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def initiative(self) -> int: ...
    @property
    def active(self) -> int: ...
    @property
    def passes(self) -> int: ...
    @property
    def units(self) -> Sequence[Unit]: ...
    @property
    def weapons(self) -> Sequence[Weapon]: ...
    @property
    def markers(self) -> Sequence[Marker]: ...
    @property
    def stack(self) -> Sequence[Frame]: ...
    @property
    def over(self) -> Result | None: ...
    @property
    def control(self) -> Mapping[int, int]: ...
    @property
    def notes(self) -> Mapping[str, int]: ...
    @property
    def by_loc(self) -> Mapping[int, tuple[int, ...]]: ...
    @property
    def ids(self) -> Mapping[str, int]: ...
    @property
    def marks(self) -> Mapping[int, tuple[Marker, ...]]: ...
    @property
    def obstacles(self) -> tuple[tuple[int, str], ...]: ...
    @property
    def spread(self) -> Spread: ...
    @property
    def skilled(self) -> tuple[int, ...]: ...


F = TypeVar("F", bound=Frame)


def enclosing(s: Position, kind: type[F]) -> F | None:
    """The innermost frame of a kind on the stack."""
    for frame in reversed(s.stack):
        if type(frame) is kind:
            return frame
    return None


PLACES = tuple(tuple(i for i in range(4) if bits >> i & 1) for bits in range(16))
"""Positions of the bits set in a number below 16."""


class Index(NamedTuple):
    """What follows from the units: by location and by id, where each side is, who has Skills."""

    by_loc: FrozenDict[int, tuple[int, ...]]
    ids: FrozenDict[str, int]
    spread: Spread
    skilled: tuple[int, ...]


def index_units(units: Sequence[Unit]) -> Index:
    """All indexes of units; locations and units in ascending order."""
    found: dict[int, list[int]] = {}
    skilled: list[int] = []
    for i, unit in enumerate(units):
        if unit.skills:
            skilled.append(i)
        at = unit.at
        if at >= 0:
            if at in found:
                found[at].append(i)
            else:
                found[at] = [i]
    by_loc = FrozenDict({loc: tuple(found[loc]) for loc in sorted(found)})
    ids = FrozenDict({unit.id: i for i, unit in enumerate(units)})
    return Index(by_loc, ids, Spread(units, by_loc), tuple(skilled))


def index_markers(markers: Sequence[Marker]) -> dict[int, tuple[Marker, ...]]:
    """Markers by location."""
    found: dict[int, list[Marker]] = {}
    for marker in markers:
        found.setdefault(marker.at, []).append(marker)
    return {loc: tuple(members) for loc, members in found.items()}


ON_SIDES = frozenset({"barricade"})
"""Markers that lie on a side of their hex; their facing says which."""


def index_obstacles(markers: Sequence[Marker], units: Sequence[Unit] = ()) -> tuple[tuple[int, str], ...]:
    """Hex and kind of every marker, and of every vehicle on the ground, sorted; of one on a hexside also which."""
    found = [(m.at >> 3, f"{m.kind} {m.facing}" if m.kind in ON_SIDES else m.kind) for m in markers]
    for unit in units:
        if unit.flags & BULK and unit.at >= 0 and not unit.at & 7:
            found.append((unit.at >> 3, "vehicle"))
    return tuple(sorted(found))


def respread(last: Spread, units: Sequence[Unit], by_loc: Mapping[int, Sequence[int]], locs: Iterable[int]) -> Spread:
    """An index made earlier with some locations looked at again."""
    held, idle = list(last.held), list(last.idle)
    for loc in locs:
        present, waiting = [False, False], [False, False]
        for u in by_loc.get(loc, ()):
            unit = units[u]
            present[unit.side] = True
            if not unit.flags & ACTED or unit.flags & CHOICE_LEFT:
                waiting[unit.side] = True
        for side in (0, 1):
            held[side] = _adjusted(held[side], loc, present[side])
            idle[side] = _adjusted(idle[side], loc, waiting[side])
    return Spread.known((held[0], held[1]), (idle[0], idle[1]))


def _adjusted(locs: Locs, loc: int, inside: bool) -> Locs:
    """Locations in ascending order, with or without one of them."""
    i = bisect_left(locs, loc)
    if (i < len(locs) and locs[i] == loc) is inside:
        return locs
    return (*locs[:i], loc, *locs[i:]) if inside else locs[:i] + locs[i + 1 :]


ACTED = ACTION_MARKERS | MELEE
CHOICE_LEFT = ASSAULT_MOVE | MELEE
"""Markers under which a unit has acted, and those of them that leave it a choice."""


def index_skilled(units: Sequence[Unit]) -> tuple[int, ...]:
    """Units with Skills."""
    return tuple(i for i, unit in enumerate(units) if unit.skills)


def make_state(
    *,
    turn: int,
    phase: str,
    initiative: int,
    active: int,
    units: Sequence[Unit],
    weapons: Sequence[Weapon] = (),
    markers: Sequence[Marker] = (),
    stack: Sequence[Frame] = (),
    passes: int = 0,
    queue: Queue | None = None,
    rng: int = 0,
    seq: int = 0,
    over: Result | None = None,
    control: Mapping[int, int] | None = None,
    notes: Mapping[str, int] | None = None,
) -> State:
    """A state from its plain facts, indexes worked out."""
    index = index_units(units)
    return State(
        turn,
        phase,
        initiative,
        active,
        passes,
        tuple(units),
        tuple(weapons),
        tuple(markers),
        tuple(stack),
        queue,
        rng,
        seq,
        over,
        FrozenDict(control or {}),
        FrozenDict(notes or {}),
        index.by_loc,
        index.ids,
        FrozenDict(index_markers(markers)),
        index_obstacles(markers, units),
        index.spread,
        index.skilled,
    )
