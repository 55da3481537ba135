"""What a side may know of a game: a type of its own, filled by whitelist from a state."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from lnlt.core.events import EVERYBODY, Event
from lnlt.core.frames import Frame
from lnlt.core.state import Marker, Result, State, Unit, Weapon, make_state

OPEN = {
    Unit: ("id", "side", "type", "at", "flags", "mp", "carries", "skills", "kit"),
    Weapon: ("id", "type", "side", "carrier", "at", "flags"),
    Marker: ("kind", "at", "strength", "side", "facing"),
}
"""All that is known of what stands on the board: a View shares these values as they are. Whoever gives them another
field must say here that it is open, or hide it in `view`."""

for _kind, _fields in OPEN.items():
    if _kind.__struct_fields__ != _fields:
        raise TypeError(f"a View would show fields of {_kind.__name__} nobody has said are open")


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
        state.units,
        state.weapons,
        state.markers,
        state.stack,
        state.over,
        state.control,
        state.notes,
    )


def visible_events(events: tuple[Event, ...], viewer: int) -> tuple[Event, ...]:
    """The events a side may see."""
    return tuple(e for e in events if e.audience in (EVERYBODY, viewer))
