"""14.1, 15.1.1, 1.7.1: which way guns point: covered arcs, turrets that turn, hulls and Weapon Teams that pivot."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.arcs import covers, turn_between, vertices_toward
from lnlt.core.board import Board
from lnlt.core.catalog import Gun
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_MOVE, EMPLACED, FIRED, HULL_DOWN, IMMOBILIZED, PIVOTED, TURNED
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.facts import units
from lnlt.rules.facts.guns import ALL_ROUND, HULL, TURRET, mount_of
from lnlt.rules.facts.kits import change_kit, in_the_air, kit_of

HALVES = 2
"""Movement Points are counted in halves."""


def bearing(board: Board, frm: int, to: int) -> tuple[int, int]:
    """The vector from one hex to another."""
    return board.xs[to] - board.xs[frm], board.ys[to] - board.ys[frm]


def vertex_of(s: Position, unit: int, mount: str) -> int:
    """The vertex a turret, or a hull or Weapon Team, faces."""
    kit = kit_of(s.units[unit])
    return kit.turret if mount == TURRET else kit.facing


def bears(game: Game, s: Position, unit: int, gun: Gun, at: int) -> bool:
    """14.1: whether a target lies in the covered arc of a unit's own gun as it points now.

    A gun in a turret may also fire through the hull's arc only if it points there itself.
    """
    u = s.units[unit]
    mount = mount_of(game.types[u.type], gun)
    dx, dy = bearing(game.board, u.at >> 3, at >> 3)
    if not (dx or dy):  # overhead, or right below (19.2.1)
        return in_the_air(at) != in_the_air(u.at)
    if mount == ALL_ROUND:
        return True
    return covers(vertex_of(s, unit, mount), dx, dy)


def turns(game: Game, s: Position, unit: int, gun: Gun, at: int) -> list[tuple[str, int]]:
    """15.1.1, 1.7.1, Q-103: the ways to bring a gun to bear: turning the turret, pivoting the hull or the Team.

    Each with the vertex faced then; nothing if the target is in the arc already or in the own hex.
    """
    if bears(game, s, unit, gun, at):
        return []
    u = s.units[unit]
    wanted = vertices_toward(*bearing(game.board, u.at >> 3, at >> 3))
    found = []
    if mount_of(game.types[u.type], gun) == TURRET:
        found += [(TURRET, v) for v in wanted]
    return found + [(HULL, v) for v in wanted]


def pivot_cost(game: Game, s: Position, unit: int, vertex: int) -> int:
    """15.1, 1.7.1, Q-015: Movement Points for a pivot: one per vertex, for a Weapon Team one per two."""
    u = s.units[unit]
    steps = turn_between(kit_of(u).facing, vertex)
    return steps if game.types[u.type].kind == "vehicle" else -(-steps // 2)


def check_pivot_to_fire(game: Game, s: Position, unit: int, vertex: int) -> Refusal | None:
    """15.1, 1.7.1, 21.4.2, Q-301, Q-370, Q-375: a pivot within the Movement Factor, by who has not moved or fired."""
    u = s.units[unit]
    rule = "15.1" if game.types[u.type].kind == "vehicle" else "1.7.1"
    if u.flags & IMMOBILIZED:
        return Refusal("21.4.2", "immobilized", {"unit": u.id})
    if u.flags & ASSAULT_MOVE:
        return Refusal(rule, "has_moved", {"unit": u.id})
    if u.flags & FIRED:
        return Refusal(rule, "has_acted", {"unit": u.id})
    if u.flags & EMPLACED:
        return Refusal("21.7", "emplaced", {"unit": u.id})
    cost, left = pivot_cost(game, s, unit, vertex), units.movement(game, s, u) - -(-u.mp // HALVES)
    if cost > left:
        return Refusal(rule, "too_few_points", {"unit": u.id, "cost": cost, "left": left})
    return None


def pay_pivot(d: Draft, unit: int, vertex: int) -> int:
    """15.1, 1.7.1: take the Movement Points of a pivot off those of this turn; the points are returned."""
    cost = pivot_cost(d.game, d, unit, vertex)
    d.emit(ev.PointsReset(unit, d.units[unit].mp + HALVES * cost))
    return cost


def turn_turret(d: Draft, unit: int, vertex: int) -> None:
    """15.1.1: the turret turns; it costs nothing but counts for fire in this impulse."""
    if kit_of(d.units[unit]).turret != vertex:
        change_kit(d, unit, turret=vertex)
        d.flag(unit, TURNED)


def pivot_hull(d: Draft, unit: int, vertex: int, keep_turret: bool = False) -> None:
    """15.1, 1.7.1: a hull or Weapon Team pivots, and the turret with it; a Hull Down position is lost (15.10).

    `keep_turret`: the turret keeps its own direction against the hull; else it faces the new front.
    """
    old = kit_of(d.units[unit])
    turret = (old.turret + vertex - old.facing) % 6 if keep_turret else vertex
    change_kit(d, unit, facing=vertex, turret=turret)
    d.flag(unit, PIVOTED, HULL_DOWN)
