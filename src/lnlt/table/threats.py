"""How dangerous places are: what can answer the steps of every way a group can go, and a move into any hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from lnlt.core.engine import explore, question
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.move import MoveOn
from lnlt.rules.ch06_movement.risks import threats_at
from lnlt.table.reach import Reach, WalkStep, _walk_step


def step_threats(game: Game, s: State, reach: Reach) -> Iterator[tuple[str, tuple[WalkStep, ...]]]:
    """5.3: for each place of a reach, cheapest first, the steps of the way there with what can answer them.

    Each step is looked at once, however many ways go on from it; after a step that ends the move there is none.
    """
    first = explore(game, s, reach.begin).state
    known: dict[tuple[str, ...], tuple[tuple[WalkStep, ...], State | None]] = {(): ((), first)}
    for place in reach.places:
        yield place.at, _walked(game, known, place.path)


def _walked(
    game: Game, known: dict[tuple[str, ...], tuple[tuple[WalkStep, ...], State | None]], path: tuple[str, ...]
) -> tuple[WalkStep, ...]:
    found = known.get(path)
    if found is not None:
        return found[0]
    steps = _walked(game, known, path[:-1])
    before = known[path[:-1]][1]
    asked = question(before) if before is not None else None
    if before is None or not isinstance(asked, MoveGroup | MoveOn):
        known[path] = (steps, None)
        return steps
    step, after = _walk_step(game, before, asked, path[-1])
    known[path] = ((*steps, step), after)
    return known[path][0]


class Danger(msgspec.Struct, frozen=True):
    """What can answer a move into a place: the worst single attack, and where all of them come from."""

    at: str
    worst: float
    origins: tuple[str, ...]


def danger(game: Game, s: State, unit: int, hexes: Sequence[int]) -> Iterator[Danger]:
    """5.3: how dangerous it is for a unit to move in each of these hexes; hexes nobody can answer in are left out."""
    side = s.units[unit].side
    for i in hexes:
        at = i * 8
        if any(s.units[u].side != side for u in s.by_loc.get(at, ())):
            continue
        found = threats_at(game, s, unit, at)
        if found:
            name = game.board.loc_name(at)
            yield Danger(name, float(max(t.odds.any for t in found)), tuple(t.origin for t in found))
