"""6.0: commands of a move, who may move, and whether a group may take a step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from lnlt.core.board import ROOF
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, BULK, HANDLED, MELEE, MOVING, OPS_COMPLETE, SHAKEN
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.core.terrain import LEG, PROHIBITED
from lnlt.rules.ch06_movement.costs import (
    Walker,
    is_printed,
    move_class,
    points_text,
    printed_costs,
    step_cost,
    steps_from,
    walker_cost,
)
from lnlt.rules.ch06_movement.on_the_way import may_dismount
from lnlt.rules.ch08_melee.entering import check_entry
from lnlt.rules.ch10_los_spotting.lines import perhaps_seen, sees
from lnlt.rules.ch20_night.darkness import shows
from lnlt.rules.ch22_scenario.exits import check_exit
from lnlt.rules.facts import units
from lnlt.rules.facts.boats import boat_cost, boat_step, check_aboard, check_boats
from lnlt.rules.facts.caves import UNDERGROUND, check_underground
from lnlt.rules.facts.melee_marks import melee_marker
from lnlt.rules.facts.movement_modes import AFTER_FIRE, HALF, allowance, check_capable
from lnlt.rules.facts.stacking import check_stacking
from lnlt.rules.facts.team_places import check_team_step
from lnlt.rules.facts.weapons import check_heavy

NO_LIMIT = 1 << 30
"""More half points than any step costs."""
ANY_COST = frozenset({"normal", "double_time", "stealth"})
"""Modes in which one hex may always be entered, whatever it costs (6.0, Q-055)."""


def check_mover(game: Game, s: Position, unit: int) -> Refusal | None:
    """4.0, 6.0, 6.8: who has not acted, is not on the move and has a Movement Factor may move, Shaken or not."""
    u = s.units[unit]
    if u.flags & SHAKEN and u.flags & ASSAULT_FIRE:  # the Assault Move owed needs Good Order (6.1.1)
        return check_capable(game, s, unit, "assault")
    if u.flags & MELEE:
        return Refusal("8.1", "in_melee", {"unit": u.id})
    if u.flags & (ACTION_MARKERS | MOVING):
        rule = "4.1" if u.flags & (ACTION_MARKERS | MOVING) == OPS_COMPLETE else "4.0"
        return Refusal(rule, "has_acted", {"unit": u.id})
    if u.flags & BULK:
        return Refusal("15.1", "drives_alone", {"unit": u.id})
    if "pivot_only" in game.types[u.type].abilities:
        return Refusal("1.7", "cannot_move", {"unit": u.id})
    if units.movement(game, s, u) < 1:
        rule = "11.4" if game.types[u.type].kind == "sniper" else "6.0"
        return Refusal(rule, "cannot_move", {"unit": u.id})
    return None


Pace = tuple[int, str, Walker, dict[int, int], int, int, bool]
"""How far a unit of a moving group still gets: its number, its mode, what costs depend on and those already known, half
points it may still spend on the next step, what the step must cost less than (6.3), whether it is a Weapon Team."""


def paces(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str]) -> list[Pace]:
    """6.0, 6.3, Q-055: what each unit of a group may spend on its next step, wherever that leads."""
    everyone = s.units
    scout = game.has_scouts and has_scout(game, s, movers)
    found = []
    for u, mode in zip(movers, modes, strict=True):
        unit = everyone[u]
        left = below = NO_LIMIT
        if unit.mp or mode not in ANY_COST or unit.flags & HANDLED:
            left = allowance(game, s, u, mode, movers) - unit.mp
        if mode == "low_crawl":
            below = 0 if unit.mp else allowance(game, s, u, "normal", ())
        mover = move_class(game, s, u, movers) if game.mounted else LEG
        walker = (mover, game.special_terrain[unit.type], scout, unit.side if game.mines else NOBODY)
        known = printed_costs(game, walker)
        found.append((u, mode, walker, known, left, below, game.types[unit.type].kind == "weapon_team"))
    return found


def check_step(
    game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], frm: int, to: int
) -> Refusal | None:
    """6.0, 1.3, 5.1: whether a group may take a step."""
    if game.heavy and (refusal := check_burdens(game, s, movers)) is not None:
        return refusal
    if game.boats and boat_step(game, s, frm, to) and (refusal := check_aboard(game, s, movers, frm)) is not None:
        return refusal
    return check_pace(game, s, paces(game, s, movers, modes), movers, modes, frm, to)


def check_pace(
    game: Game, s: Position, group: Sequence[Pace], movers: Sequence[int], modes: Sequence[str], frm: int, to: int
) -> Refusal | None:
    """6.0, 1.3, 5.1: whether a group may take a step; the paces of its units are known."""
    everyone = s.units
    if to & 7 and to & 7 in UNDERGROUND:
        for u in movers:
            refusal = check_underground(game, s, u, to)
            if refusal is not None:
                return refusal
    boats = game.boats and boat_step(game, s, frm, to)
    if boats:
        refusal = check_boats(game, s, movers, modes, frm, to)
        if refusal is not None:
            return refusal
    printed = boats or is_printed(game, s, frm, to)
    for u, mode, walker, known, left, below, is_team in group:
        if is_team:
            refusal = check_team_step(game, s, u, frm, to)
            if refusal is not None:
                return refusal
        cost = known.get(frm << 20 | to) if printed else None
        if boats:
            cost = boat_cost(game, s, frm, to, allowance(game, s, u, mode, movers))
            left = allowance(game, s, u, mode, movers) - everyone[u].mp
        elif cost is None:
            cost = walker_cost(game, s, walker, frm, to, printed)
        if cost == PROHIBITED:
            why = step_cost(game, s, frm, to, move_class(game, s, u, movers))
            return why if isinstance(why, Refusal) else Refusal("6.0", "terrain_prohibited", {"unit": everyone[u].id})
        if cost > left:
            params: dict[str, str | int] = {
                "unit": everyone[u].id,
                "cost": points_text(cost),
                "left": points_text(left),
            }
            owed = AFTER_FIRE.get(mode) if any(everyone[m].flags & ASSAULT_FIRE for m in movers) else None
            usual = "6.3" if mode == "low_crawl" else "6.2" if "double_time" in modes else "6.0"
            rule = "23.3.1" if boats else owed or HALF.get(mode, usual)
            return Refusal(rule, "too_few_points", params)
        if cost >= below:
            return Refusal("6.3", "one_hex", {"unit": everyone[u].id})
        if everyone[u].flags & SHAKEN and frm != NOWHERE:
            refusal = check_no_advance(game, s, u, frm, to)
            if refusal is not None:
                if any(everyone[o].side != everyone[u].side for o in s.by_loc.get(to, ())):
                    entry = check_entry(game, s, movers, modes, to)
                    if entry is not None and entry.rule == "8.0":  # nearer than 5.1: nobody here could fight
                        return entry
                return refusal
    if to >> 3 not in game.playable:
        return Refusal("22.0", "off_limits", {"at": game.board.loc_name(to)})
    side = everyone[movers[0]].side
    there = s.by_loc.get(to)
    held = to in s.marks and melee_marker(s, to) is not None
    if there and not held:
        for u in there:
            if everyone[u].side != side:
                held = True
                break
    if held:
        refusal = check_entry(game, s, movers, modes, to)
        if refusal is not None:
            return refusal
    if there or frm == NOWHERE or to & 7 == ROOF or game.board.terrain[to >> 3].stacking is not None:
        return check_stacking(game, s, side, to, movers)
    return None


def check_burdens(game: Game, s: Position, movers: Sequence[int]) -> Refusal | None:
    """23.1.5, Q-400: nobody of a group carries off alone what is too heavy for him; he may leave it behind."""
    for u in movers:
        if s.units[u].carries and (refusal := check_heavy(game, s, u, movers)) is not None:
            return refusal
    return None


def check_boarding(
    game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], frm: int, to: int
) -> Refusal | None:
    """23.3.1: whether a group, with others of its location who may still join it, has boats enough for a step."""
    refusal = check_aboard(game, s, movers, frm)
    if refusal is None:
        return None
    last, side = max(movers), s.units[movers[0]].side
    to_come = [
        o for o in s.by_loc.get(frm, ()) if o > last and s.units[o].side == side and check_mover(game, s, o) is None
    ]
    for number in range(1, len(to_come) + 1):
        for more in combinations(to_come, number):
            group, ways = (*movers, *more), (*modes, *("normal",) * number)
            if check_aboard(game, s, group, frm) is None:
                if check_pace(game, s, paces(game, s, group, ways), group, ways, frm, to) is None:
                    return None
    return refusal


def open_steps(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], frm: int) -> list[int]:
    """6.0: the locations next door a group may go to."""
    if game.heavy and check_burdens(game, s, movers) is not None:
        return []
    group = paces(game, s, movers, modes)
    found = [to for to in steps_from(game, frm, s) if check_pace(game, s, group, movers, modes, frm, to) is None]
    if game.boats and check_aboard(game, s, movers, frm) is not None:
        found = [to for to in found if not boat_step(game, s, frm, to)]
    return found


def has_scout(game: Game, s: Position, movers: Iterable[int]) -> bool:
    """11.6, Q-009: whether a Scout moves along, with a weapon or without."""
    return any(game.types[s.units[u].type].kind == "scout" for u in movers)


def check_no_advance(game: Game, s: Position, unit: int, frm: int, to: int) -> Refusal | None:
    """5.1, 6.0, 20.1.3, Q-041: a Shaken unit may not come closer to an enemy it sees from where it stands.

    At night only to those who are near, lit or marked Fired (Q-165).
    """
    side = s.units[unit].side
    a, b = frm >> 3, to >> 3
    before, after = game.ranges[a], game.ranges[b]
    perhaps = perhaps_seen(game, s, frm)
    for loc in s.spread.held[1 - side]:
        closer = after[loc >> 3] < before[loc >> 3]
        if not (closer or a == b) or not (perhaps >> (loc >> 3) & 1 or loc & 7):
            continue
        if a == b and before[loc >> 3] <= 1:
            board = game.board
            level = board.level(loc)
            closer = abs(board.level(to) - level) < abs(board.level(frm) - level)
        if closer and sees(game, s, frm, loc):
            if game.night is not None and not shows(game, s, frm, loc, side=1 - side):
                continue
            return Refusal("5.1", "shaken_advances", {"unit": s.units[unit].id, "enemy": game.board.loc_name(loc)})
    return None


class AddMover(Command, frozen=True, gc=False):
    """Take a unit into the moving group, in a mode of movement."""

    unit: str
    mode: str = "normal"


class StepTo(Command, frozen=True, gc=False):
    """Move on to a neighbouring location."""

    at: str


class StopMove(Command, frozen=True, gc=False):
    """End the move here."""


class ExitMap(Command, frozen=True, gc=False):
    """Leave the map."""


def where(game: Game, text: str) -> int | None:
    """Location of a name, None if the board has none."""
    try:
        return game.board.loc(text)
    except KeyError:
        return None


def check_departure(
    game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], origin: int
) -> Refusal | None:
    """6.0, 6.6, 16.4, 17.1: there must be a step the whole group can take, somebody who can dismount or mount, or a
    vehicle that it, or others who may still join it, can assault."""
    refusal = check_way_out(game, s, movers, modes, origin)
    if refusal is not None and game.mounted and may_dismount(game, s, movers, modes):
        return None
    if refusal is not None and game.has_vehicles:
        from lnlt.rules.ch06_movement.move_checks import may_close_in
        from lnlt.rules.ch16_passengers.mounting import may_mount

        if may_mount(game, s, movers, modes, origin) or may_close_in(game, s, movers, modes, origin):
            return None
        side = s.units[movers[0]].side
        for mate in s.by_loc.get(origin, ()):
            if mate > movers[-1] and s.units[mate].side == side and check_mover(game, s, mate) is None:
                if may_close_in(game, s, (*movers, mate), (*modes, "normal"), origin):
                    return None
    return refusal


def check_way_out(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], origin: int) -> Refusal | None:
    """6.0: there must be a step the whole group can take."""
    first: Refusal | None = None
    group = paces(game, s, movers, modes)
    for to in steps_from(game, origin, s):
        refusal = check_pace(game, s, group, movers, modes, origin, to)
        if refusal is None and game.boats and boat_step(game, s, origin, to):
            refusal = check_boarding(game, s, movers, modes, origin, to)
        if refusal is None:
            return None
        first = first or refusal
    if game.setup.exits and check_exit(game, s, movers, modes, origin) is None:
        return None
    return first or Refusal("6.0", "no_way_out", {"at": game.board.loc_name(origin)})
