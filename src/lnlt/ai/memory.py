"""What looks at several positions have in common: remembered as long as what it depends on is the same."""

from __future__ import annotations

from lnlt.ai.ground import Step
from lnlt.core.state import State

Dangers = tuple[dict[int, float], dict[int, float], dict[int, float]]
"""How dangerous it is to stay in each location, to pass through it on foot, and in the saddle."""
Hit = tuple[float, int, bool, int, int, bool]
"""A gun that sees a location: chance to hit, penetration, hollow charge or not, direction, ready or not."""
Target = tuple[float, int, int]
"""What could be hit from a location, and in which direction it lies."""


class Layout:
    """Ground with certain markers and vehicles on it: cover of locations, and steps by kind of mover."""

    __slots__ = ("covers", "steps")

    def __init__(self) -> None:
        self.covers: dict[int, float] = {}
        self.steps: dict[tuple[int, str, int, int], tuple[Step, ...]] = {}


class Scene:
    """The enemy of a side as he stands on such ground: whom he threatens where, and where he can be hit."""

    __slots__ = ("dangers", "fire_at", "hits", "seen", "targets")

    def __init__(self) -> None:
        self.fire_at: Dangers = ({}, {}, {})
        self.seen: dict[int, dict[int, tuple[int, float]]] = {}
        """Enemy locations in sight of a location: how far, and what hinders the sight."""
        self.hits: dict[int, list[Hit]] = {}
        self.targets: dict[tuple[int, int], list[Target]] = {}
        """By type of vehicle and location."""
        self.dangers: dict[tuple[int, int, int, bool, bool], float] = {}
        """By type of vehicle, location and facing; passing or not; with men beside it or alone."""


class Memory:
    """Layouts and scenes of the last positions looked at; the oldest are forgotten."""

    def __init__(self, kept: int) -> None:
        self._most = kept
        self._layouts: dict[tuple[object, ...], Layout] = {}
        self._scenes: dict[tuple[object, ...], Scene] = {}
        self._fronts: dict[tuple[tuple[int, float], ...], dict[tuple[int, int], float]] = {}

    def layout(self, s: State) -> Layout:
        """The ground of a position."""
        key = (s.markers, s.obstacles)
        found = self._layouts.get(key)
        if found is None:
            if len(self._layouts) >= self._most:
                del self._layouts[next(iter(self._layouts))]
            found = self._layouts[key] = Layout()
        return found

    def scene(self, key: tuple[object, ...]) -> Scene:
        """The enemy where a side's `key` is the same: all that danger depends on."""
        found = self._scenes.get(key)
        if found is None:
            if len(self._scenes) >= self._most:
                del self._scenes[next(iter(self._scenes))]
            found = self._scenes[key] = Scene()
        return found

    def fronts(self, toward: tuple[tuple[int, float], ...]) -> dict[tuple[int, int], float]:
        """How far each facing in each location is turned to where the enemy is, as far as it was asked."""
        found = self._fronts.get(toward)
        if found is None:
            if len(self._fronts) >= self._most:
                del self._fronts[next(iter(self._fronts))]
            found = self._fronts[toward] = {}
        return found
