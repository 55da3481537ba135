"""How dangerous places are: what can answer the steps of every way a group can go, and a move into any hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from lnlt.core.dice import NO_DICE
from lnlt.core.draft import Draft
from lnlt.core.engine import explore, question
from lnlt.core.events import Moved
from lnlt.core.flags import CONTINUOUS, MOVING
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch05_fire.lone import FireAlone
from lnlt.rules.ch05_fire.odds import fire_odds
from lnlt.rules.ch05_fire.opportunity import (
    OpFire,
    OpportunityFire,
    Reaction,
    check_reaction,
    opens_window,
    within_reach,
)
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.move import MoveOn
from lnlt.rules.ch06_movement.risks import whole_group
from lnlt.rules.ch11_smc.heroes import Place
from lnlt.table.reach import Reach, WalkStep, answers, walk_step


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
    step, after = walk_step(game, before, asked, path[-1])
    known[path] = ((*steps, step), after)
    return known[path][0]


class Threat(msgspec.Struct, frozen=True):
    """One attack that could answer: where it comes from, who takes part, and the exact chance of an effect."""

    origin: str
    units: tuple[str, ...]
    any: Fraction


def threats_at(game: Game, s: State, unit: int, at: int) -> tuple[Threat, ...]:
    """5.3: answers a unit would draw that spends a point in a location, wherever it comes from.

    A threat is the group of one location with all it has, or a unit that fires on its own (Q-034), each as if it were
    the first to answer; a Sniper who waits counts in the worst place he could be put in (11.4).
    """
    d = Draft(game, s, NO_DICE)
    u = s.units[unit]
    d.flag(unit, MOVING, CONTINUOUS)
    if u.at != at:
        d.emit(Moved(unit, u.at, at, 2))
    if not opens_window(game, d, 1 - u.side, at, (unit,)):
        return ()
    window = OpportunityFire(side=1 - u.side, at=at, budget=1, movers=(unit,))
    found = []
    for origin in within_reach(game, d, window):
        if check_reaction(game, d, window, origin) is None:
            lead, group = whole_group(game, d, window.side, origin, at)
            ids = tuple(d.units[f.unit].id for f in group)
            found.append(Threat(game.board.loc_name(origin), ids, fire_odds(game, d, group, lead, origin, at).any))
    if game.has_lone:
        found += _alone(game, d, window)
    return tuple(found)


def _alone(game: Game, d: Draft, window: OpportunityFire) -> list[Threat]:
    """Q-034, 11.4: units that fire on their own, each with the aid that makes it worst."""
    d.push(window)
    d.push(Reaction(side=window.side))
    s = d.publish()
    worst: dict[str, Threat] = {}
    for found in answers(game, s, skip=OpFire):
        command = found.command
        if found.preview is None or not isinstance(command, FireAlone | Place):
            continue
        at = s.units[s.ids[command.unit]].at
        origin = command.at if isinstance(command, Place) else game.board.loc_name(at)
        threat = Threat(origin, (command.unit,), found.preview.any.fraction)
        if command.unit not in worst or threat.any > worst[command.unit].any:
            worst[command.unit] = threat
    return list(worst.values())


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
            yield Danger(name, float(max(t.any for t in found)), tuple(dict.fromkeys(t.origin for t in found)))
