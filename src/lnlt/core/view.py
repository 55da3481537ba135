"""What a side may know of a game: a type of its own, filled by whitelist from a state."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from lnlt.core.events import EVERYBODY, Event
from lnlt.core.frames import Frame
from lnlt.core.state import Marker, Result, State, Unit, Weapon, make_state


class View(msgspec.Struct, frozen=True):
    """A game as one side sees it (`viewer` EVERYBODY: an onlooker). The generator state is never in it."""

    viewer: int
    turn: int
    phase: str
    initiative: int
    active: int
    passes: int
    seq: int
    units: tuple[Unit, ...]
    weapons: tuple[Weapon, ...]
    markers: tuple[Marker, ...]
    stack: tuple[Frame, ...]
    over: Result | None
    control: Mapping[int, int]
    notes: Mapping[str, int]

    def as_state(self, rng: int) -> State:
        """A state that looks like this view, with other luck: what a computer player thinks with."""
        return make_state(
            turn=self.turn,
            phase=self.phase,
            initiative=self.initiative,
            active=self.active,
            passes=self.passes,
            units=self.units,
            weapons=self.weapons,
            markers=self.markers,
            stack=self.stack,
            rng=rng,
            seq=self.seq,
            over=self.over,
            control=self.control,
            notes=self.notes,
        )


def view(state: State, viewer: int) -> View:
    """What a side sees. Stacks are open (1.3); queued orders of the enemy and future dice are not."""
    return View(
        viewer,
        state.turn,
        state.phase,
        state.initiative,
        state.active,
        state.passes,
        state.seq,
        tuple(Unit(u.id, u.side, u.type, u.at, u.flags, u.mp, u.carries, u.skills) for u in state.units),
        tuple(Weapon(w.id, w.type, w.side, w.carrier, w.at, w.flags) for w in state.weapons),
        tuple(Marker(m.kind, m.at, m.strength, m.side, m.facing) for m in state.markers),
        state.stack,
        state.over,
        state.control,
        state.notes,
    )


def visible_events(events: tuple[Event, ...], viewer: int) -> tuple[Event, ...]:
    """The events a side may see."""
    return tuple(e for e in events if e.audience in (EVERYBODY, viewer))
