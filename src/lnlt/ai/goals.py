"""What a side wants, read off the scenario's own victory conditions: no scenario needs code of its own."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import msgspec

from lnlt.ai.afloat import crossing
from lnlt.core.game import Game
from lnlt.core.setup import GameSetup
from lnlt.core.state import Position
from lnlt.core.terrain import LEG, PROHIBITED
from lnlt.rules.facts.boats import RIVER
from lnlt.rules.facts.control import controls
from lnlt.rules.facts.groups import edge_hexes

FAR = 1_000
"""Half Movement Points of a way that does not exist."""


class Stay(msgspec.Struct, frozen=True):
    """Something a named unit and a Squad do by staying in a location for a whole turn, once they have found it."""

    at: int
    unit: str
    found: str
    """Note that says they may begin."""
    done: str
    """Note that says it is done."""


class Goals(msgspec.Struct, frozen=True):
    """What the scenario asks of one side and lets it prevent."""

    places: tuple[int, ...]
    """Locations that count for either side: to take, or to keep from the enemy."""
    exits: frozenset[int]
    """Hexes by which leaving the map counts for this side."""
    enemy_exits: frozenset[int]
    """Hexes the enemy wants to leave by."""
    clear: bool
    """Whether the enemy must be driven off or eliminated."""
    kills: float
    """How much a lost enemy Squad counts beside what it is worth as a fighter."""
    stays: tuple[Stay, ...] = ()
    """What this side wins by staying somewhere."""
    hold: frozenset[int] = frozenset()
    """Places that count only while somebody stands there."""


def _exits(game: Game, side: int) -> frozenset[int]:
    """Hexes by which leaving the map counts for a side; none if nothing depends on it."""
    name = game.sides[side].id
    if not any(v.side == name and any(c.exit_squads or c.exit_leaders for c in v.when) for v in game.setup.victory):
        return frozenset()
    found: set[int] = set()
    for way in game.setup.exits:
        if way.side == name and not way.lost:
            found.update(game.board.index[h] for h in way.hexes)
            for edge in way.edges:
                found.update(edge_hexes(game, edge))
    return frozenset(found)


def goals_of(game: Game, side: int) -> Goals:
    """What a side wants.

    >>> from lnlt import engine
    >>> game = engine.load("first-fight")
    >>> [game.board.loc_name(p) for p in goals_of(game, 0).places]
    ['G6', 'I5', 'I6', 'J5']
    """
    places: dict[int, None] = {}
    hold: set[int] = set()
    kills = 0.0
    clear = False
    for victory in game.setup.victory:
        for condition in victory.when:
            for name in (*condition.hold, *condition.control):
                places[game.board.loc(name)] = None
            hold.update(game.board.loc(name) for name in condition.hold)
            if condition.cleared and game.side_index[condition.cleared] != side:
                kills, clear = max(kills, 1.5), True
    for row in game.setup.points:
        for name in row.control:
            places[game.board.loc(name)] = None
        if game.side_index[row.side] == side:
            kills = max(kills, min(2.0, row.per_squad / 2))
    ways = _exits(game, side), _exits(game, 1 - side)
    return Goals(tuple(places), *ways, clear, kills, _stays(game, side), frozenset(hold))


def _stays(game: Game, side: int) -> tuple[Stay, ...]:
    """What is to be destroyed by staying there, where a side needs the note of it."""
    name = game.sides[side].id
    wanted = {c.note for v in game.setup.victory if v.side == name for c in v.when if c.note}
    return tuple(
        Stay(game.board.loc(at), unit, note, f"{note} destroyed")
        for at, unit, note in to_destroy(game.setup)
        if f"{note} destroyed" in wanted
    )


def to_destroy(setup: GameSetup) -> Iterator[tuple[str, str, str]]:
    """Hex, unit and note of each special rule of the kind `destroy:HEX:UNIT:NOTE`."""
    for rule in setup.special_rules:
        kind, *values = rule.split(":")
        if kind == "destroy" and len(values) == 3:
            yield values[0], values[1], values[2]


class Ways:
    """Distances on the bare board, worked out once per destination."""

    def __init__(self, game: Game) -> None:
        self._board = game.board
        self._boats = game.boats
        self._rows: dict[tuple[int, int], list[int]] = {}

    def to(self, hex_: int, by: int = LEG) -> list[int]:
        """Half Movement Points from every hex to one, on foot or in a kind of vehicle, without counters."""
        row = self._rows.get((hex_, by))
        if row is None:
            row = self._rows[hex_, by] = self._search(hex_, by)
        return row

    def _search(self, goal: int, by: int) -> list[int]:
        board = self._board
        best = [FAR] * board.size
        best[goal] = 0
        heap = [(0, goal)]
        while heap:
            far, here = heapq.heappop(heap)
            if far > best[here]:
                continue
            cost = board.terrain[here].cost[by]
            wet = self._boats and by == LEG
            if cost == PROHIBITED and not (wet and board.terrain[here].key == RIVER):
                if here != goal or by == LEG:
                    continue
                cost = 2  # vehicles go as near as they can
            for d, there in enumerate(board.neighbours[here]):
                if there < 0:
                    continue
                side = board.sides[here][d]
                if side is not None and side.cost[by] == PROHIBITED:
                    continue
                total = far + cost + (side.cost[by] if side is not None else 0)
                if wet:
                    total = far + crossing(board.terrain[here].key, board.terrain[there].key, total - far)
                if total < best[there]:
                    best[there] = total
                    heapq.heappush(heap, (total, there))
        return best


def open_places(goals: Goals, s: Position, side: int) -> list[int]:
    """Places that count and that a side does not control."""
    return [p for p in goals.places if not controls(s, side, p)]
