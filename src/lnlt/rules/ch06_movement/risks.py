"""6.0, 5.3: a move explained before it is made: what every step costs, and what answers to it can do."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from lnlt.core import events as ev
from lnlt.core.dice import NO_DICE
from lnlt.core.draft import Draft
from lnlt.core.flags import CONTINUOUS, MOVED, MOVING
from lnlt.core.game import Game
from lnlt.core.state import Position, State
from lnlt.core.tally import Modifier, Refusal
from lnlt.rules.ch01_concepts.weapons import weapon_sets
from lnlt.rules.ch05_fire.firepower import Firer, fire_tally, ifp_reach
from lnlt.rules.ch05_fire.group import check_firer, check_ready, has_shot, may_aid
from lnlt.rules.ch05_fire.odds import FireOdds, fire_odds
from lnlt.rules.ch05_fire.opportunity import OpportunityFire, check_reaction, opens_window, within_reach
from lnlt.rules.ch06_movement.costs import move_class, step_cost
from lnlt.rules.ch06_movement.modes import MARKERS, allowance
from lnlt.rules.ch06_movement.steps import check_step, has_scout
from lnlt.rules.ch11_smc.leaders import is_leader


class Threat(msgspec.Struct, frozen=True):
    """One enemy location that could answer a step, with all it has, and the exact chances of that attack."""

    origin: str
    units: tuple[str, ...]
    odds: FireOdds


class StepRisk(msgspec.Struct, frozen=True):
    """One step of a move: cost per unit with its parts (half points), and who could answer it."""

    at: str
    costs: tuple[tuple[str, tuple[Modifier, ...]], ...]
    spent: int
    """Half points, the lowest of the group."""
    attacks: int
    """How many locations may answer (5.3)."""
    threats: tuple[Threat, ...] = ()
    refusal: Refusal | None = None
    """Why the step cannot be made; then it is the last one."""


def unit_parts(
    game: Game, s: Position, unit: int, frm: int, to: int, group: Sequence[int]
) -> tuple[Modifier, ...] | Refusal:
    """6.0: the parts of what a unit pays for a step with a group, or why it cannot take it."""
    special = game.special_terrain[s.units[unit].type]
    parts = step_cost(game, s, frm, to, move_class(game, s, unit, group), special, has_scout(game, s, group))
    return parts if isinstance(parts, Refusal) else tuple(parts)


def move_risks(
    game: Game, s: State, units: Sequence[int], modes: Sequence[str], path: Sequence[int]
) -> tuple[StepRisk, ...]:
    """6.0, 5.3: every step of a move along a path, as if each earlier one had passed unharmed.

    A threat is the group of one location with everything it has, as if it were the first to answer; units that fire on
    their own are not counted.
    """
    d = Draft(game, s, NO_DICE)
    side = s.units[units[0]].side
    for u, mode in zip(units, modes, strict=True):
        d.flag(u, MOVING | (MARKERS[mode] & ~MOVED), CONTINUOUS)
    found: list[StepRisk] = []
    for to in path:
        frm, name = d.units[units[0]].at, game.board.loc_name(to)
        refusal = check_step(game, d, units, modes, frm, to)
        if refusal is not None:
            found.append(StepRisk(name, (), 0, 0, (), refusal))
            break
        costs, spent = [], 1_000_000
        for u, mode in zip(units, modes, strict=True):
            parts = unit_parts(game, d, u, frm, to, units)
            assert not isinstance(parts, Refusal)
            left = allowance(game, d, u, mode, units) - d.units[u].mp
            pays = max(1, min(int(sum(p.value for p in parts)), left))
            costs.append((d.units[u].id, parts, pays))
            spent = min(spent, pays)
        for u, (_, _, pays) in zip(units, costs, strict=True):
            d.emit(ev.Moved(u, frm, to, pays))
        budget = max(1, (spent + 1) // 2)
        threats = _threats(game, d, 1 - side, to, tuple(units), budget)
        found.append(StepRisk(name, tuple((id_, parts) for id_, parts, _ in costs), spent, budget, threats))
        if any(d.units[o].side != side for o in d.by_loc[to]):
            break
    return tuple(found)


def threats_at(game: Game, s: State, unit: int, at: int) -> tuple[Threat, ...]:
    """5.3: answers a unit would draw that spends a point in a location, wherever it comes from."""
    d = Draft(game, s, NO_DICE)
    u = s.units[unit]
    d.flag(unit, MOVING, CONTINUOUS)
    if u.at != at:
        d.emit(ev.Moved(unit, u.at, at, 2))
    return _threats(game, d, 1 - u.side, at, (unit,), 1)


def _threats(game: Game, s: Position, side: int, at: int, movers: tuple[int, ...], budget: int) -> tuple[Threat, ...]:
    """5.3: locations of a side that may answer, each with its whole group."""
    if not opens_window(game, s, side, at, movers):
        return ()
    window = OpportunityFire(side=side, at=at, budget=budget, movers=movers)
    found = []
    for origin in within_reach(game, s, window):
        if check_reaction(game, s, window, origin) is None:
            lead, group = whole_group(game, s, side, origin, at)
            ids = tuple(s.units[f.unit].id for f in group)
            found.append(Threat(game.board.loc_name(origin), ids, fire_odds(game, s, group, lead, origin, at)))
    return tuple(found)


def whole_group(game: Game, s: Position, side: int, origin: int, at: int) -> tuple[int, list[Firer]]:
    """5.2: everything that may answer from a location, each unit with its best weapons, under the best lead."""
    distance = game.distance(origin >> 3, at >> 3) or 1
    group: list[Firer] = []
    aide = -1
    for u in s.by_loc[origin]:
        unit = s.units[u]
        if unit.side != side or check_firer(game, s, u, origin, at, True) is not None:
            continue
        if has_shot(game, s, u, distance) and check_ready(game, s, u, True, at) is None:
            group.append(_best(game, s, u, origin, at, distance))
        elif may_aid(game, s, u) and (aide < 0 or _lm(game, s, u) > _lm(game, s, aide)):
            aide = u
    leads = [f.unit for f in group if game.types[s.units[f.unit].type].is_mmc] or [f.unit for f in group]
    if aide >= 0:
        group.append(Firer(aide))
    lead = max(leads, key=lambda u: fire_tally(game, s, group, u, origin, at).total)
    return lead, group


def _lm(game: Game, s: Position, unit: int) -> int:
    return game.types[s.units[unit].type].lm


def _best(game: Game, s: Position, unit: int, origin: int, at: int, distance: int) -> Firer:
    """The weapons with which a unit alone has most firepower."""
    ways = [Firer(unit, pick) for pick in weapon_sets(game, s, s.units[unit], distance)]
    ways = [f for f in ways if f.weapons or (distance <= ifp_reach(game, s, unit) and not is_leader(game, s, unit))]
    return max(ways, key=lambda f: fire_tally(game, s, [f], unit, origin, at).total)
