"""6.5: Coordinated Movement: units on foot go along with one vehicle, hex by hex, each paying its own costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, BULK, CONTINUOUS, ELIMINATED, MOVED, MOVING
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch04_operations.leading import is_reached
from lnlt.rules.ch06_movement.costs import unit_cost
from lnlt.rules.ch06_movement.loads import check_assembled
from lnlt.rules.ch06_movement.move import Move, mark_moved
from lnlt.rules.ch06_movement.places import go
from lnlt.rules.ch06_movement.steps import AddMover, check_mover, check_step, has_scout
from lnlt.rules.ch14_ordnance.acquisition import moves_off
from lnlt.rules.facts.firing_occasion import occasion_of
from lnlt.rules.facts.melee_marks import melee_marker
from lnlt.rules.facts.mounts import is_mount
from lnlt.rules.facts.movement_modes import MARKERS, allowance, check_capable, check_company, mode_of

if TYPE_CHECKING:
    from lnlt.rules.ch15_vehicles.driving import Drive

MODES = ("normal", "double_time", "assault")
"""Ways to go along with a vehicle (6.5, Q-364)."""


def has_begun(s: Position, drive: Drive) -> bool:
    """6.5: whether the vehicle has done anything in its move."""
    return bool(s.units[drive.unit].mp or drive.left or drive.loaded)


def joining(s: Position, drive: Drive) -> list[AddMover]:
    """Units on foot that might still go along."""
    if has_begun(s, drive):
        return []
    last = drive.escort[-1] if drive.escort else NOBODY
    return [
        AddMover(s.units[u].id, mode)
        for u in s.by_loc.get(drive.at, ())
        if u > last and s.units[u].side == drive.side and not s.units[u].flags & BULK
        for mode in MODES
    ]


def check_join(game: Game, s: Position, drive: Drive, command: AddMover) -> Refusal | None:
    """6.5, 4.0, 15.1: a unit on foot of the vehicle's hex that may move, before anything is done; no second vehicle."""
    facts: dict[str, str | int] = {"unit": command.unit}
    unit = s.ids.get(command.unit)
    if unit is None or s.units[unit].at != drive.at or s.units[unit].side != drive.side:
        return Refusal("6.0", "not_here", {**facts, "at": game.board.loc_name(drive.at)})
    if s.units[unit].flags & BULK:
        return Refusal("6.5", "one_vehicle", facts)
    if has_begun(s, drive):
        return Refusal("6.5", "start_together", facts)
    if drive.escort and unit <= drive.escort[-1]:
        return Refusal("6.0", "in_order", facts)
    if is_mount(game, s, unit) or command.mode not in MODES:
        return Refusal("6.5", "only_on_foot", facts)
    impulse = occasion_of(s)
    if not isinstance(impulse, Impulse) or drive.origin not in impulse.named:
        return Refusal("4.0", "not_named", {"at": game.board.loc_name(drive.at)})
    if drive.origin in impulse.moved:
        return Refusal("4.0", "move_together", {"at": game.board.loc_name(drive.at)})
    return (
        check_walker(game, s, impulse, unit)
        or check_capable(game, s, unit, command.mode)
        or check_company_to_come(game, s, drive, impulse, (unit, command.mode))
    )


def check_walker(game: Game, s: Position, impulse: Impulse, unit: int) -> Refusal | None:
    """4.0, 6.0, 1.6.1: whether a unit may go along in any mode."""
    if not is_reached(s, impulse, unit):
        return Refusal("4.0", "not_by_that_leader", {"unit": s.units[unit].id})
    return check_mover(game, s, unit) or check_assembled(game, s, (unit,))


def check_company_to_come(
    game: Game, s: Position, drive: Drive, impulse: Impulse, joins: tuple[int, str]
) -> Refusal | None:
    """6.2: with one more unit, Leaders whom Double-Time needs go along or can still be added."""
    unit, mode = joins
    able = [o for o in s.by_loc[drive.at] if o >= unit and check_walker(game, s, impulse, o) is None]
    group = (*drive.escort, *able)
    for u, how in zip((*drive.escort, unit), (*drive.modes, mode), strict=True):
        refusal = check_company(game, s, u, how, group)
        if refusal is not None:
            return refusal
    return None


def check_escort(game: Game, s: Position, drive: Drive) -> Refusal | None:
    """6.2: a Leader whom Double-Time needs goes along."""
    for u, mode in zip(drive.escort, drive.modes, strict=True):
        refusal = check_company(game, s, u, mode, drive.escort)
        if refusal is not None:
            return refusal
    return None


def check_together(game: Game, s: Position, drive: Drive, to: int) -> Refusal | None:
    """6.5: whether those on foot may take the step with the vehicle: never to the enemy."""
    if melee_marker(s, to) is not None or any(s.units[u].side != drive.side for u in s.by_loc.get(to, ())):
        return Refusal("6.5", "no_coordinated_attack", {"at": game.board.loc_name(to)})
    return check_step(game, s, drive.escort, drive.modes, drive.at, to)


def set_off_together(d: Draft, drive: Drive) -> None:
    """6.5: those on foot begin to move; nobody else of the location does in this impulse (4.0)."""
    for u, mode in zip(drive.escort, drive.modes, strict=True):
        d.flag(u, MOVING | (MARKERS[mode] & ~MOVED), CONTINUOUS)
    moves_off(d, drive.escort)
    impulse = occasion_of(d)
    if isinstance(impulse, Impulse):
        d.replace_enclosing(impulse, moved=(*impulse.moved, drive.origin))


def step_together(d: Draft, drive: Drive, to: int, spent: int) -> int:
    """6.5, 5.3: each enters the hex and pays by its own movement; gives the least that anybody pays."""
    game = d.game
    scout = game.has_scouts and has_scout(game, d, drive.escort)
    for u, mode in zip(drive.escort, drive.modes, strict=True):
        cost = unit_cost(game, d, u, drive.at, to, scout, drive.escort)
        pays = max(1, min(cost, allowance(game, d, u, mode, drive.escort) - d.units[u].mp))
        spent = min(spent, pays)
        go(d, u, to, pays)
    return spent


def still_going(d: Draft, drive: Drive) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """5.3, 11.2.1: those on foot who have not been stopped, new Heroes among them, and how they move."""
    if not drive.escort:
        return (), ()
    found, modes = [], []
    apart = [u for frame in d.stack if type(frame) is Move for u in frame.units]
    for u in d.by_loc.get(drive.at, ()):
        unit = d.units[u]
        if unit.side == drive.side and unit.flags & (MOVING | ELIMINATED | BULK) == MOVING and u not in apart:
            found.append(u)
            modes.append(drive.modes[drive.escort.index(u)] if u in drive.escort else mode_of(unit.flags))
    return tuple(found), tuple(modes)


def arrive_together(d: Draft, drive: Drive) -> None:
    """6.5, 4.0: those on foot end their move with the vehicle."""
    movers, modes = still_going(d, drive)
    if movers:
        mark_moved(d, movers, modes, drive.origin)


def go_on_alone(d: Draft, drive: Drive) -> None:
    """5.3, 6.5, Q-364: when the vehicle is stopped, those on foot may go on by themselves."""
    movers, modes = still_going(d, drive)
    if not movers:
        return
    start = Move.STEPS.index("go_on")
    d.push(
        Move(
            side=drive.side,
            origin=drive.origin,
            at=drive.at,
            came_from=drive.at,
            units=movers,
            modes=modes,
            step=start,
            let_pass=drive.let_pass,
            halted=drive.halted,
        )
    )


def owes_move(s: Position, drive: Drive) -> bool:
    """6.1.1: whether somebody who goes along has used Assault Fire and must leave the hex."""
    return not drive.left and any(s.units[u].flags & ASSAULT_FIRE for u in drive.escort)
