"""6.0: a moving group goes on: it takes a step, leaves the map, assaults a vehicle, or does something on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lnlt.core.draft import Draft
from lnlt.core.frames import Command
from lnlt.core.state import NOWHERE
from lnlt.rules.ch06_movement.costs import unit_cost
from lnlt.rules.ch06_movement.loads import Abandon, abandon, pick_up
from lnlt.rules.ch06_movement.on_the_way import Dismount, FireOnTheRun, dismount, open_fire_on_the_run
from lnlt.rules.ch06_movement.places import go, left
from lnlt.rules.ch06_movement.steps import ExitMap, StepTo, has_scout
from lnlt.rules.ch16_passengers.embarking import Embarking
from lnlt.rules.ch16_passengers.mounting import Mount
from lnlt.rules.ch17_antitank.close_assault import CloseAssault
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle
from lnlt.rules.ch21_fortifications.tearing_down import AssaultBarricade, tear_down
from lnlt.rules.ch22_scenario.exits import go_off
from lnlt.rules.facts.boats import boat_cost, boat_step
from lnlt.rules.facts.handling import PickUp
from lnlt.rules.facts.melee_marks import melee_marker
from lnlt.rules.facts.movement_modes import allowance

if TYPE_CHECKING:
    from lnlt.rules.ch06_movement.move import Move


def go_ahead(d: Draft, move: Move, command: Command) -> None:
    """6.0, 6.6, 6.7: the move, on top of the stack, goes on with a step, a dismounting or fire on the run."""
    if type(command) is Dismount:
        modes, spent = dismount(d, move.units, move.modes, command.unit)
        d.update(move, modes=modes, spent=spent, step=move.STEPS.index("answer_window"))
    elif type(command) is FireOnTheRun:
        d.update(move, step=move.STEPS.index("after_window"))
        open_fire_on_the_run(d, move.units, move.modes, move.at, command)
    elif type(command) is PickUp:
        pick_up(d, command)
        d.update(move, step=move.STEPS.index("go_on"))
    elif type(command) is Abandon:
        abandon(d, command)
        d.update(move, step=move.STEPS.index("go_on"), leaving=True)
    elif type(command) is ExitMap:
        leave_map(d, move)
    elif type(command) is AssaultVehicle:
        close_in(d, move, command)
    elif type(command) is AssaultBarricade:
        tear_down(d, move.side, command)
        d.update(move, step=move.STEPS.index("after_window"))
    elif type(command) is Mount:
        d.update(move, step=move.STEPS.index("after_window"))
        vehicle = d.ids[command.vehicle]
        d.push(Embarking(side=move.side, vehicle=vehicle, group=move.units, modes=move.modes, drive=command.drive))
    else:
        assert type(command) is StepTo
        take_step(d, move, d.game.board.loc(command.at))


def take_step(d: Draft, move: Move, to: int) -> None:
    """6.0: every unit of the move enters the location and pays."""
    game = d.game
    paid = []
    scout = game.has_scouts and has_scout(game, d, move.units)
    for u, mode in zip(move.units, move.modes, strict=True):
        unit = d.units[u]
        cost = unit_cost(game, d, u, move.at, to, scout, move.units)
        if game.boats and boat_step(game, d, move.at, to):
            cost = boat_cost(game, d, move.at, to, allowance(game, d, u, mode, move.units))
        pays = max(1, min(cost, allowance(game, d, u, mode, move.units) - unit.mp))
        paid.append(pays)
        go(d, u, to, pays)
    if move.at != NOWHERE:
        left(d, move.side, move.at)
    melee = melee_marker(d, to) is not None
    d.update(move, at=to, came_from=move.at, step=0, spent=min(paid), in_melee=melee, leaving=False, answered=())


def leave_map(d: Draft, move: Move) -> None:
    """22.0, 8.1.1: the move leads off the map, perhaps out of a Melee."""
    go_off(d, move.side, move.units, move.at)
    left(d, move.side, move.at)
    d.update(move, units=(), modes=(), step=len(move.STEPS))


def close_in(d: Draft, move: Move, command: AssaultVehicle) -> None:
    """17.1: the group assaults a vehicle next door; its move is over."""
    target = d.ids[command.target]
    moved = any(d.units[u].mp for u in move.units)
    d.update(move, units=(), modes=(), step=len(move.STEPS))
    d.push(
        CloseAssault(
            side=move.side,
            at=d.units[target].at,
            came_from=move.at,
            target=target,
            units=move.units,
            moved=moved,
        )
    )
