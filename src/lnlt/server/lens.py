"""What is seen of the last positions of a game, worked out once for everybody who sees the same."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import compress
from operator import is_not, ne
from typing import Any

import msgspec
from msgspec.structs import astuple

from lnlt import engine, words
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State, Unit
from lnlt.rules.facts.kits import place_of
from lnlt.rules.facts.units import MORALE, MOVEMENT
from lnlt.server import choices, messages, pieces, shapes

KEPT = 4
"""Positions that are remembered."""
MOST_PIECES = 50_000
ENCODER = msgspec.json.Encoder()
FIELDS = shapes.Position.__struct_fields__

Pieces = dict[tuple[Unit, str], msgspec.Raw]
"""Counters as JSON, by everything their looks depend on: the unit, and why it is not on the board."""


class Picture:
    """A position as somebody sees it, and what of it has been put into words."""

    __slots__ = ("asked", "full", "position", "s", "state", "whole")

    def __init__(self, s: State, state: State) -> None:
        self.s = s
        """What he may know, as something words and sums can be made of."""
        self.state = state
        """The position options are asked of: the true one if he sees all of it."""
        self.full = s is not state
        self.asked: shapes.Decision | None = None
        self.position: shapes.Position | None = None
        self.whole: msgspec.Raw | None = None


class Lens:
    """The last positions of one game as they are seen."""

    def __init__(self, game: Game, known: Pieces, told: choices.Told) -> None:
        self.game = game
        self._told = told
        self._parts: dict[str, tuple[object, object]] = {}
        self._last: dict[int, tuple[State, dict[int, Picture]]] = {}
        """Positions by what they are, not by what is in them."""
        self._pieces = None if _changes(game) else known
        self._goals = tuple(words.goal_lines(game))
        self._drawn: Picture | None = None
        """The position whose counters were drawn last: those that are the same need not be drawn again."""
        self._changed: tuple[Picture | None, Picture | None, msgspec.Raw | None] = (None, None, None)
        """The changes asked for last."""

    def look(self, state: State, viewer: int) -> Picture:
        """The position a viewer may know: for all who see everything the same object."""
        known = self._last.get(id(state))
        if known is None:
            known = self._last[id(state)] = (state, {})
            if len(self._last) > KEPT:
                del self._last[next(iter(self._last))]
        view = known[1].get(viewer)
        if view is None:
            view = known[1][viewer] = self._same_or_less(state, viewer, known[1])
        return view

    def view(self, state: State, viewer: int) -> engine.View:
        """What a viewer may know."""
        return engine.view(state, viewer)

    def _same_or_less(self, state: State, viewer: int, known: dict[int, Picture]) -> Picture:
        """All of a position if the viewer's View has all of it, else what the View has."""
        v = self.view(state, viewer)
        if not (
            v.units == state.units
            and v.weapons == state.weapons
            and v.markers == state.markers
            and v.stack == state.stack
            and v.control == state.control
            and v.notes == state.notes
        ):
            s = v.as_state(0)
            return Picture(s, s)
        for picture in known.values():
            if picture.full:
                return picture
        return Picture(msgspec.structs.replace(state, rng=0, queue=None), state)

    def decision(self, picture: Picture, seats: Collection[int]) -> shapes.Decision | None:
        """What is asked in a position a viewer sees, with options for the seats that must choose."""
        if picture.asked is None:
            picture.asked = choices.asked(self.game, picture.s)
        return choices.decision(self.game, picture.s, seats, picture.asked, picture.state, self._told)

    # Positions

    def position(self, picture: Picture) -> msgspec.Raw:
        """A position from what a viewer sees, as JSON."""
        if picture.whole is None:
            picture.whole = msgspec.Raw(ENCODER.encode(self._draw(picture)))
        return picture.whole

    def changes(self, old: Picture, new: Picture) -> msgspec.Raw | None:
        """What is other in a position than in one seen before, as JSON; None if counters have come or gone."""
        if self._changed[:2] == (old, new):
            return self._changed[2]
        if old.s.ids is not new.s.ids and old.s.ids != new.s.ids:
            return None
        was, now = self._draw(old), self._draw(new)
        found = {name: getattr(now, name) for name in compress(FIELDS, map(ne, astuple(was), astuple(now)))}
        if "pieces" in found:
            found["pieces"] = tuple(compress(now.pieces, map(ne, was.pieces, now.pieces)))
        data = msgspec.Raw(ENCODER.encode(messages.Changes(**found)))
        self._changed = (old, new, data)
        return data

    def _draw(self, picture: Picture) -> shapes.Position:
        if picture.position is None:
            s = picture.s
            game = pieces.public(self.game, s)
            picture.position = pieces.position(game, s, self._counters(game, s), self._goals, self._part)
            self._drawn = picture
        return picture.position

    def _part(self, name: str, source: object, make: Callable[[], Any]) -> Any:
        """A part of a position, as JSON if it has anything: made again only when what it is made of has changed."""
        kept = self._parts.get(name)
        if kept is None or kept[0] != source:
            made = make()
            kept = self._parts[name] = (source, msgspec.Raw(ENCODER.encode(made)) if made else made)
        return kept[1]

    def _counters(self, game: Game, s: State) -> tuple[msgspec.Raw, ...]:
        """All counters as JSON; those that are as they were when last drawn are the same objects."""
        last, known, units = self._drawn, self._pieces, s.units
        numbers = range(len(units))
        if known is None:
            return tuple([msgspec.Raw(ENCODER.encode(pieces.piece(game, s, u))) for u in numbers])
        if last is None or last.position is None or len(last.s.units) != len(units):
            return tuple([self._counter(game, s, u, known) for u in numbers])
        drawn: list[Any] = list(last.position.pieces)
        for u in compress(numbers, map(is_not, last.s.units, units)):
            drawn[u] = self._counter(game, s, u, known)
        if s.notes is not last.s.notes:  # they say where those have gone that are not on the board
            for u in numbers:
                if units[u].at < 0:
                    drawn[u] = self._counter(game, s, u, known)
        if game.has_vehicles:  # passengers are where their vehicle is
            for u in numbers:
                kit = units[u].kit
                if kit is not None and kit.aboard != NOBODY:
                    drawn[u] = self._counter(game, s, u, known)
        return tuple(drawn)

    def _counter(self, game: Game, s: State, unit: int, known: Pieces) -> msgspec.Raw:
        u = s.units[unit]
        key = (
            u,
            pieces.whereabouts(s, unit) if u.kit is None else f"{pieces.whereabouts(s, unit)} {place_of(s, unit)}",
        )
        data = known.get(key)
        if data is None:
            if len(known) > MOST_PIECES:
                known.clear()
            data = known[key] = msgspec.Raw(ENCODER.encode(pieces.piece(game, s, unit)))
        return data


def _changes(game: Game) -> bool:
    """Whether the values of a counter depend on more than the counter: Advisors (11.9), Skills (12.0)."""
    return game.has_advisors or MORALE in game.hooks.table or MOVEMENT in game.hooks.table
