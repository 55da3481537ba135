"""16.4, 5.3: those who get onto a vehicle are fired at, and step aboard."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    DUG_IN,
    ELIMINATED,
    HANDLED,
    IN_TRENCHES,
    MOVED,
    MOVING,
    SMOKED,
)
from lnlt.core.state import NOWHERE
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.opportunity import Answerable, newcomers
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted
from lnlt.rules.ch14_ordnance.acquisition import left_behind
from lnlt.rules.ch16_passengers.capacity import check_room
from lnlt.rules.ch16_passengers.shares import open_window, remember
from lnlt.rules.facts.firing_occasion import occasion_of
from lnlt.rules.facts.kits import change_kit, ground_below


class Loading(Answerable, frozen=True, gc=False, kw_only=True):
    """16.4, 5.3: units get onto a vehicle; the enemy may fire at them and at it first."""

    RULE: ClassVar[str] = "16.4"
    STEPS: ClassVar[tuple[str, ...]] = ("window", "board", "finish")
    side: int
    vehicle: int
    at: int
    units: tuple[int, ...]
    outside: tuple[int, ...]
    spent: int
    drive: str

    def on_foot(self) -> tuple[int, ...]:
        """Those who get on."""
        return self.units

    def window(self, d: Draft) -> None:
        """5.3: loading counts as spending Movement Points."""
        flags = d.units[self.vehicle].flags
        if flags & ASSAULT_FIRE if not self.drive else self.drive == "assault" and flags & MOVED:
            open_window(d, self.at, self.spent, self.units)  # 15.2.1: the vehicle itself is not answered yet
        else:
            open_window(d, self.at, self.spent, (*self.units, self.vehicle))

    def board(self, d: Draft) -> None:
        """16.0: who was not stopped is aboard now, if the vehicle is still there."""
        remember(d, self)
        v = d.units[self.vehicle]
        for u in self.units:
            unit = d.units[u]
            if unit.at != self.at or not unit.flags & MOVING:
                continue
            if (
                ground_below(v.at) != self.at
                or check_room(d.game, d, self.vehicle, (u,), u in self.outside) is not None
            ):
                continue
            step_aboard(d, u, self.vehicle, u in self.outside)
        drop_spotted(d, self.at)
        if d.game.has_ordnance:
            left_behind(d, self.side, self.at)

    def finish(self, d: Draft) -> None:
        """15.2: a vehicle that has made it its Assault Move may still fire; who waits on the ground is Moved, so are
        Heroes created there (11.2.1)."""
        v = d.units[self.vehicle]
        impulse = occasion_of(d)
        if v.flags & ASSAULT_MOVE and v.at == self.at and v.good_order and self.drive and isinstance(impulse, Impulse):
            d.replace_enclosing(impulse, arrived=(*impulse.arrived, self.vehicle))
        if self.drive:
            return
        for u in (*self.units, *newcomers(d, self.side, self.at)):
            if d.units[u].flags & (MOVING | ELIMINATED) == MOVING:
                d.flag(u, MOVED, MOVING)


GONE = MOVING | ASSAULT_FIRE | SMOKED | HANDLED | DUG_IN | IN_TRENCHES | ACTION_MARKERS
"""What is taken off a unit that gets aboard, beside its place."""


def step_aboard(d: Draft, unit: int, vehicle: int, outside: bool) -> None:
    """16.0: a unit is now part of the vehicle, Moved."""
    at = d.units[unit].at
    d.flag(unit, MOVED, GONE)
    d.emit(ev.Moved(unit, at, NOWHERE))
    change_kit(d, unit, aboard=vehicle, outside=outside)
