"""JSON for states, commands and events. The closed unions of frames, commands and events are given from outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from hashlib import blake2b
from operator import or_
from typing import Any

import msgspec

from lnlt.core.bounds import INDEX, check_bounds
from lnlt.core.errors import RecordError
from lnlt.core.events import Event
from lnlt.core.frames import Command, Frame
from lnlt.core.state import (
    FrozenDict,
    Marker,
    Queue,
    Result,
    State,
    Unit,
    Weapon,
    index_markers,
    index_obstacles,
    index_units,
)

DATA = (
    "turn",
    "phase",
    "initiative",
    "active",
    "passes",
    "units",
    "weapons",
    "markers",
    "stack",
    "queue",
    "rng",
    "seq",
)
"""Fields of a state that are written; the indexes follow from them."""


def _tuple_of(kind: Any) -> Any:
    return tuple.__class_getitem__((kind, ...))


def _fingerprint(data: bytes) -> str:
    return blake2b(data, digest_size=12).hexdigest()


def _union(kinds: Iterable[type]) -> Any:
    return reduce(or_, kinds)


class Codec:
    """Turns the values of a game into JSON and back, checking every field."""

    def __init__(
        self, frames: Iterable[type[Frame]], commands: Iterable[type[Command]], events: Iterable[type[Event]]
    ) -> None:
        self.frames, self.commands, self.events = tuple(frames), tuple(commands), tuple(events)
        command = _union(self.commands)
        queue = msgspec.defstruct("Queue", [("side", int), ("commands", _tuple_of(command))], frozen=True)
        types: dict[str, Any] = {
            "turn": int,
            "phase": str,
            "units": tuple[Unit, ...],
            "weapons": tuple[Weapon, ...],
            "markers": tuple[Marker, ...],
            "stack": _tuple_of(_union(self.frames)),
            "queue": queue | None,
        }
        fields = [(name, types.get(name, int)) for name in DATA]
        self.wire: Any = msgspec.defstruct(
            "StateWire",
            [
                *fields,
                ("over", Result | None, None),
                ("control", dict[int, int], msgspec.field(default_factory=dict)),
                ("notes", dict[str, int], msgspec.field(default_factory=dict)),
            ],
            frozen=True,
            forbid_unknown_fields=True,
            omit_defaults=True,
        )
        self._encoder = msgspec.json.Encoder()
        self._state = msgspec.json.Decoder(self.wire)
        self._command = msgspec.json.Decoder(command)
        self._events = msgspec.json.Decoder(_tuple_of(_union(self.events)))

    def encode_state(self, s: State) -> bytes:
        """A state as JSON; equal states are equal text, however they came about."""
        return self._encode(s, dict(sorted(s.control.items())), dict(sorted(s.notes.items())))

    def _encode(self, s: State, control: Mapping[int, int], notes: Mapping[str, int]) -> bytes:
        return self._encoder.encode(
            self.wire(
                s.turn,
                s.phase,
                s.initiative,
                s.active,
                s.passes,
                s.units,
                s.weapons,
                s.markers,
                s.stack,
                s.queue,
                s.rng,
                s.seq,
                s.over,
                control,
                notes,
            )
        )

    def decode_state(self, data: bytes | str) -> State:
        """A state from JSON, indexes worked out again."""
        w = self._read(self._state, data, "state")
        queue = None if w.queue is None else Queue(w.queue.side, w.queue.commands)
        index = index_units(w.units)
        return State(
            w.turn,
            w.phase,
            w.initiative,
            w.active,
            w.passes,
            w.units,
            w.weapons,
            w.markers,
            w.stack,
            queue,
            w.rng,
            w.seq,
            w.over,
            FrozenDict(w.control),
            FrozenDict(w.notes),
            index.by_loc,
            index.ids,
            FrozenDict(index_markers(w.markers)),
            index_obstacles(w.markers, w.units),
            index.spread,
            index.skilled,
        )

    def digest(self, s: State) -> str:
        """A short fingerprint of a state."""
        return _fingerprint(self.encode_state(s))

    def fits(self, digest: str, s: State) -> bool:
        """Whether a recorded fingerprint is that of a state. Records of 0.1 kept mappings as they had come about."""
        return digest in (self.digest(s), _fingerprint(self._encode(s, s.control, s.notes)))

    def encode(self, value: Any) -> bytes:
        """Any value of the engine as JSON."""
        return self._encoder.encode(value)

    def decode_command(self, data: bytes | str | dict[str, Any]) -> Command:
        """A command from JSON text or from decoded JSON."""
        if isinstance(data, dict):
            check_bounds(data, "command", number=INDEX)
            data = self._encoder.encode(data)  # there and back: a compiled decoder is far quicker than `convert`
        result: Command = self._read(self._command, data, "command")
        return result

    def decode_events(self, data: bytes | str) -> tuple[Event, ...]:
        """Events from JSON."""
        result: tuple[Event, ...] = self._read(self._events, data, "events")
        return result

    def _read(self, decoder: Any, data: bytes | str, what: str) -> Any:
        try:
            return decoder.decode(data)
        except msgspec.DecodeError as error:
            raise RecordError(str(error), what) from None
