"""15.1, 15.2: commands of a vehicle's move, what its steps and pivots cost, and where it may go."""

from __future__ import annotations

from lnlt.core.arcs import turn_between
from lnlt.core.board import AIR, BUNKER, CAVE, LAYERS
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    BULK,
    IMMOBILIZED,
    LOADED,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    PIVOTED,
    SHAKEN,
)
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Position
from lnlt.core.tally import Modifier, Refusal
from lnlt.core.terrain import ROADBOUND
from lnlt.rules.ch06_movement.costs import driver_class, points_text, step_cost
from lnlt.rules.ch06_movement.steps import check_no_advance
from lnlt.rules.ch14_ordnance.impact import plate
from lnlt.rules.facts import units
from lnlt.rules.facts.buildings import is_ruined
from lnlt.rules.facts.emplacements import check_emplaced_step, check_emplaced_turn
from lnlt.rules.facts.guns import HULL
from lnlt.rules.facts.kits import kit_of
from lnlt.rules.facts.melee_marks import melee_marker
from lnlt.rules.facts.stacking import check_stacking

PIVOT_COST = 2
"""Half points for a pivot by one vertex."""
NO_DRIVING = frozenset({"double_time", "low_crawl", "hit_and_run", "stealth", "stealth_assault"})
"""Ways of moving on foot or horseback (15.1)."""
LC, HUTS = "lc_building", "bamboo_huts"
RUBBLES = {LC: 3, HUTS: 1}
"""15.1.2: terrain a vehicle with more front hull armor than this may drive into, which rubbles it."""


class DriveTo(Command, frozen=True, gc=False):
    """A vehicle moves on to a neighbouring hex, forward or in reverse."""

    at: str


class Pivot(Command, frozen=True, gc=False):
    """A vehicle pivots in its hex; `facing` names the two hexes beside the vertex."""

    facing: str


class HullDown(Command, frozen=True, gc=False):
    """A vehicle seeks a Hull Down position where it is, and its move ends."""


def allowance(game: Game, s: Position, unit: int, mode: str) -> int:
    """15.1, 15.2: half points a vehicle may spend: its Movement Factor, or half of it, fractions up."""
    points = units.movement(game, s, s.units[unit])
    return 2 * (-(-points // 2) if mode == "assault" else points)


def is_ahead(game: Game, s: Position, unit: int, frm: int, to: int) -> bool | None:
    """15.1: whether a neighbour lies at the faced vertex (True) or at the opposite one (False); None: on a flank."""
    near = game.board.neighbours[frm >> 3]
    if to >> 3 not in near:
        return None
    off = (near.index(to >> 3) - kit_of(s.units[unit]).facing) % 6
    return True if off in (0, 5) else False if off in (2, 3) else None


def drive_parts(game: Game, s: Position, unit: int, frm: int, to: int) -> list[Modifier] | Refusal:
    """15.1, 15.1.2: the parts of what a step costs a vehicle, in half points; reverse costs twice as much."""
    refusal = check_rubbling(game, s, unit, to)
    if refusal is not None:
        return refusal
    parts = step_cost(game, s, frm, to, driver_class(game, s, unit), payer=s.units[unit].side, driver=unit)
    if isinstance(parts, Refusal):
        return parts
    if frm != NOWHERE and is_ahead(game, s, unit, frm, to) is False:
        parts = [*parts, Modifier(sum(p.value for p in parts), "reverse", "15.1", game.board.loc_name(to))]
    return parts


def drive_cost(game: Game, s: Position, unit: int, frm: int, to: int) -> int | Refusal:
    """15.1: half points a vehicle pays for a step, or why it cannot take it."""
    parts = drive_parts(game, s, unit, frm, to)
    return parts if isinstance(parts, Refusal) else int(sum(p.value for p in parts))


def straight_cost(game: Game, s: Position, unit: int, frm: int, to: int) -> int | Refusal:
    """15.1, 21.7: what a step costs a vehicle; it must lead ahead or behind, and out of an emplacement only behind."""
    ahead = is_ahead(game, s, unit, frm, to)
    refusal = check_emplaced_step(s, unit, ahead)
    if refusal is None and ahead is None:
        refusal = Refusal("15.1", "not_ahead", {"unit": s.units[unit].id, "at": game.board.loc_name(to)})
    return refusal or drive_cost(game, s, unit, frm, to)


def rubbles(game: Game, s: Position, to: int) -> str:
    """15.1.2: the kind of Building or hut a vehicle would flatten by entering a hex; "" if there is none."""
    key = game.board.terrain[to >> 3].key
    return key if game.board.terrain[to >> 3].structure and not is_ruined(game, s, to >> 3) else ""


def check_rubbling(game: Game, s: Position, unit: int, to: int) -> Refusal | None:
    """15.1.2, Q-121, Q-123: into wooden Buildings and huts only T and O vehicles with armor, if nobody is in."""
    key = rubbles(game, s, to)
    if not key:
        return None
    u = s.units[unit]
    facts: dict[str, str | int] = {"unit": u.id, "at": game.board.loc_name(to)}
    armor = plate(game.types[u.type], "front", HULL)[0]
    if key not in RUBBLES or driver_class(game, s, unit) == ROADBOUND or armor is None or armor <= RUBBLES[key]:
        return Refusal("15.1.2", "cannot_rubble", facts)
    hex_ = (to >> 3) * LAYERS
    if any(hex_ + layer in s.by_loc for layer in range(LAYERS) if layer != AIR):
        return Refusal("15.1.2", "occupied_building", facts)
    return None


def check_driver(game: Game, s: Position, unit: int, mode: str) -> Refusal | None:
    """15.1, 15.2, 15.2.1: a vehicle that has not acted, Shaken or not, and in which way it moves.

    16.4: one that passengers have just got onto has not acted by that.
    """
    u = s.units[unit]
    facts: dict[str, str | int] = {"unit": u.id}
    if not u.flags & BULK:
        return Refusal("15.1", "no_vehicle", facts)
    if mode in NO_DRIVING:
        return Refusal("15.1", "no_such_driving", {**facts, "mode": mode})
    if mode not in ("normal", "assault"):
        return Refusal("6.0", "no_such_mode", {"mode": mode})
    acted = u.flags & (ACTION_MARKERS | MOVING | PIVOTED | MELEE)
    if acted & ~MOVED if u.flags & LOADED else acted:
        return Refusal("4.1" if acted == OPS_COMPLETE else "4.0", "has_acted", facts)
    if u.flags & SHAKEN and mode == "assault":
        return Refusal("15.2", "shaken", facts)
    if u.flags & ASSAULT_FIRE and mode != "assault":
        return Refusal("15.2.1", "assault_fire_moves", facts)
    if u.flags & IMMOBILIZED:
        return Refusal("21.4.2", "immobilized", facts)
    if units.movement(game, s, u) < 1:
        return Refusal("15.0", "cannot_move", facts)
    return None


def check_drive(game: Game, s: Position, unit: int, mode: str, frm: int, to: int) -> Refusal | None:
    """15.1: whether a vehicle may take a step: ahead or behind, affordable, and nothing there that keeps it out.

    21.1, 10.7: never into a Bunker or Cave.
    """
    u = s.units[unit]
    if to & 7 in (BUNKER, CAVE):
        names: dict[str, str | int] = {"from": game.board.loc_name(frm), "at": game.board.loc_name(to)}
        return Refusal("21.1" if to & 7 == BUNKER else "10.7", "not_mounted_there", names)
    if to >> 3 not in game.board.neighbours[frm >> 3] or to & 7:
        return Refusal("6.0", "not_adjacent", {"from": game.board.loc_name(frm), "at": game.board.loc_name(to)})
    cost = straight_cost(game, s, unit, frm, to)
    if isinstance(cost, Refusal):
        return cost
    left = allowance(game, s, unit, mode) - u.mp
    if cost > left and (u.mp or mode != "normal"):
        return short_of_points(game, s, unit, mode, cost, left)
    if u.flags & SHAKEN:
        refusal = check_no_advance(game, s, unit, frm, to)
        if refusal is not None:
            return refusal
    if to >> 3 not in game.playable:
        return Refusal("22.0", "off_limits", {"at": game.board.loc_name(to)})
    return check_entry(game, s, unit, to)


def check_entry(game: Game, s: Position, unit: int, to: int) -> Refusal | None:
    """15.1, 1.3: no Melee, no enemy vehicle, no enemy infantry (but for an Overrun), and room for it."""
    u = s.units[unit]
    if melee_marker(s, to) is not None:
        return Refusal("15.1", "no_driving_into_melee", {"unit": u.id, "at": game.board.loc_name(to)})
    for o in s.by_loc.get(to, ()):
        if s.units[o].side != u.side:
            at = {"unit": u.id, "at": game.board.loc_name(to)}
            if s.units[o].flags & BULK:
                return Refusal("15.1", "enemy_vehicle_there", at)
            return Refusal("15.1", "only_by_overrun", at)
    return check_stacking(game, s, u.side, to, (unit,))


def check_pivot(game: Game, s: Position, unit: int, mode: str, vertex: int) -> Refusal | None:
    """15.1: one Movement Point per vertex, the short way round."""
    u = s.units[unit]
    steps = turn_between(kit_of(u).facing, vertex)
    if not steps:
        return Refusal("15.1", "faces_there_already", {"unit": u.id})
    refusal = check_emplaced_turn(s, unit)
    if refusal is not None:
        return refusal
    cost, left = PIVOT_COST * steps, allowance(game, s, unit, mode) - u.mp
    return short_of_points(game, s, unit, mode, cost, left) if cost > left else None


def short_of_points(game: Game, s: Position, unit: int, mode: str, cost: int, left: int) -> Refusal:
    """15.1; 15.0: half of it if Shaken; 15.2: if it Assault Moves; 15.2.1: after Assault Fire (15.2.2 joins both)."""
    u = s.units[unit]
    rule = "15.2" if mode == "assault" else "15.0" if u.flags & SHAKEN else "15.1"
    if u.flags & ASSAULT_FIRE and game.setup.era != "modern":
        rule = "15.2.1"
    return Refusal(rule, "too_few_points", {"unit": u.id, "cost": points_text(cost), "left": points_text(left)})
