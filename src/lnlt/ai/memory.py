"""What looks at several positions have in common: remembered as long as what it depends on is the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from lnlt.ai.ground import Step
from lnlt.core.state import State

T = TypeVar("T")

Dangers = tuple[dict[int, float], dict[int, float], dict[int, float]]
"""How dangerous it is to stay in each location, to pass through it on foot, and in the saddle."""
Hit = tuple[float, int, bool, int, int, bool]
"""A gun that sees a location: chance to hit, penetration, hollow charge or not, direction, ready or not."""
Target = tuple[float, int, int]
"""What could be hit from a location, and in which direction it lies."""


Mover = tuple[str, int, int]
"""What the cost of steps depends on (`ground.mover_of`)."""


class Layout:
    """Ground with certain markers and vehicles on it: cover of locations, Rivers, Caves, and steps by kind of mover."""

    __slots__ = ("caves", "covers", "dry", "steps", "wet")

    def __init__(self) -> None:
        self.covers: dict[int, float] = {}
        self.steps: dict[Mover, dict[int, tuple[Step, ...]]] = {}
        self.dry: dict[Mover, dict[int, tuple[Step, ...]]] = {}
        """Steps over land, where there are boats."""
        self.wet: dict[int, bool] = {}
        self.caves: tuple[int, ...] | None = None
        """Hexes with a working Cave."""


class Spot:
    """A location with certain cover from which certain enemies can be seen, for vehicles."""

    __slots__ = ("dangers", "hits", "seen", "targets")

    def __init__(self, seen: dict[int, tuple[int, float]]) -> None:
        self.seen = seen
        """Enemy locations in sight: how far, and what hinders the sight."""
        self.hits: list[Hit] | None = None
        self.targets: dict[int, list[Target]] = {}
        """By type of vehicle."""
        self.dangers: dict[tuple[int, int, bool, bool, float, float], float] = {}
        """By type of vehicle and facing; passing or not; alone or not; by what small arms and Mines do to it."""


Spots = dict[tuple[object, ...], Spot]


class Scene:
    """The enemy of a side as he stands on such ground: whom he threatens where, and where he can be hit."""

    __slots__ = ("fire_at", "spots")

    def __init__(self) -> None:
        self.fire_at: Dangers = ({}, {}, {})
        self.spots: dict[int, Spot] = {}
        """By location."""


class Memory:
    """What belongs to the last positions looked at; the oldest are forgotten."""

    def __init__(self, kept: int) -> None:
        self._most = kept
        self._layouts: dict[tuple[object, ...], Layout] = {}
        self._scenes: dict[tuple[object, ...], Scene] = {}
        self._spots: dict[tuple[object, ...], Spots] = {}
        self._fronts: dict[tuple[object, ...], dict[tuple[int, int], float]] = {}

    def layout(self, s: State) -> Layout:
        """The ground of a position."""
        return self._recall(self._layouts, (s.markers, s.obstacles), Layout)

    def scene(self, key: tuple[object, ...]) -> Scene:
        """The enemy on his ground; `key`: all that danger depends on."""
        return self._recall(self._scenes, key, Scene)

    def spots(self, key: tuple[object, ...]) -> Spots:
        """Locations by their cover and by what is seen from them; `key`: all that the enemy there can do."""
        return self._recall(self._spots, key, dict)

    def fronts(self, toward: tuple[tuple[int, float], ...]) -> dict[tuple[int, int], float]:
        """How far each facing in each location is turned to where the enemy is, as far as it was asked."""
        return self._recall(self._fronts, toward, dict)

    def _recall(self, among: dict[tuple[object, ...], T], key: tuple[object, ...], new: Callable[[], T]) -> T:
        found = among.get(key)
        if found is None:
            if len(among) >= self._most:
                del among[next(iter(among))]
            found = among[key] = new()
        return found
