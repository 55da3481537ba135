"""What is seen of the last positions of a game, worked out once for everybody who sees the same."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from lnlt import engine, words
from lnlt.core.game import Game
from lnlt.core.state import State, Unit
from lnlt.rules.ch01_concepts.units import MORALE, MOVEMENT
from lnlt.server import choices, pieces, shapes

KEPT = 4
"""Positions that are remembered."""
MOST_PIECES = 50_000
ENCODER = msgspec.json.Encoder()

Pieces = dict[Unit, msgspec.Raw]
"""Counters as JSON, by everything their looks depend on."""


class _Seen:
    """A position, what everybody may see of it, and that as JSON."""

    __slots__ = ("asked", "base", "position", "state", "views")

    def __init__(self, state: State) -> None:
        self.state = state
        self.base = msgspec.structs.replace(state, rng=0, queue=None)
        self.position: msgspec.Raw | None = None
        self.views: dict[int, State] = {}
        self.asked: shapes.Decision | None = None


class Lens:
    """The last positions of one game as they are seen."""

    def __init__(self, game: Game, known: Pieces, told: choices.Told) -> None:
        self.game = game
        self._told = told
        self._parts: dict[str, tuple[object, object]] = {}
        self._last: list[_Seen] = []
        self._pieces = None if _changes(game) else known
        self._goals = tuple(words.goal_lines(game))

    def _of(self, state: State) -> _Seen:
        for found in self._last:
            if found.state is state or found.base is state:
                return found
        found = _Seen(state)
        self._last.insert(0, found)
        del self._last[KEPT:]
        return found

    def seen(self, state: State, viewer: int) -> State:
        """The position a viewer may know: for all who see everything the same object."""
        found = self._of(state)
        view = found.views.get(viewer)
        if view is None:
            view = found.views[viewer] = _same_or_less(state, viewer, found.base)
        return view

    def decision(self, s: State, seats: Collection[int]) -> shapes.Decision | None:
        """What is asked in a position a viewer sees, with options for the seats that must choose."""
        found = next((known for known in self._last if s is known.base), None)
        if found is None:
            return choices.decision(self.game, s, seats, choices.asked(self.game, s), self._told)
        if found.asked is None:
            found.asked = choices.asked(self.game, s)
        return choices.decision(self.game, s, seats, found.asked, self._told)

    def position(self, s: State) -> msgspec.Raw:
        """A position from what a viewer sees, as JSON."""
        found = next((known for known in self._last if s is known.base), None)
        if found is not None and found.position is not None:
            return found.position
        made = pieces.position(pieces.public(self.game, s), s, self._shown, self._goals, self._part)
        data = msgspec.Raw(ENCODER.encode(made))
        if found is not None:
            found.position = data
        return data

    def _part(self, name: str, source: object, make: Callable[[], Any]) -> Any:
        """A part of a position, as JSON if it has anything: made again only when what it is made of has changed."""
        kept = self._parts.get(name)
        if kept is None or kept[0] != source:
            made = make()
            kept = self._parts[name] = (source, msgspec.Raw(ENCODER.encode(made)) if made else made)
        return kept[1]

    def _shown(self, game: Game, s: State, unit: int) -> shapes.Piece | msgspec.Raw:
        """A counter, as JSON if it looks as it did before."""
        u = s.units[unit]
        if self._pieces is None or u.at < 0:
            return pieces.piece(game, s, unit)
        data = self._pieces.get(u)
        if data is None:
            if len(self._pieces) > MOST_PIECES:
                self._pieces.clear()
            data = self._pieces[u] = msgspec.Raw(ENCODER.encode(pieces.piece(game, s, unit)))
        return data


def _same_or_less(state: State, viewer: int, base: State) -> State:
    """The whole position if the viewer's View has all of it, else a position made of the View."""
    v = engine.view(state, viewer)
    same = (
        v.units == base.units
        and v.weapons == base.weapons
        and v.markers == base.markers
        and v.stack == base.stack
        and v.control == base.control
        and v.notes == base.notes
    )
    return base if same else v.as_state(0)


def _changes(game: Game) -> bool:
    """Whether the values of a counter depend on more than the counter: Advisors (11.9), Skills (12.0)."""
    return game.has_advisors or MORALE in game.hooks.table or MOVEMENT in game.hooks.table
