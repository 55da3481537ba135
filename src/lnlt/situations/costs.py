"""What commands cost in Movement Points: `ask = "cost"`."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.dice import NO_DICE, DiceNeeded
from lnlt.core.flags import HANDLED
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, State
from lnlt.core.tally import Modifier, Refusal
from lnlt.rules.ch06_movement.costs import step_cost
from lnlt.rules.ch06_movement.flipping import flip_cost
from lnlt.rules.ch06_movement.loads import PICK_UP_COST
from lnlt.rules.ch06_movement.on_the_way import dismount_cost
from lnlt.rules.ch06_movement.risks import unit_parts
from lnlt.rules.ch15_vehicles.overrun import EXTRA_COST
from lnlt.rules.ch15_vehicles.steps import drive_cost
from lnlt.rules.ch16_passengers.shares import leg_share, vehicle_share
from lnlt.rules.ch19_air.helicopters import HEX_COST, check_airspace, check_fly
from lnlt.rules.facts.boats import boat_cost, boat_step, check_boats
from lnlt.rules.facts.kits import alive, is_helicopter, kit_of
from lnlt.rules.facts.movement_modes import allowance
from lnlt.situations.driving import hex_overrun, is_driven, path_cost
from lnlt.situations.errors import SituationError
from lnlt.situations.flying import is_flown
from lnlt.situations.names import Names
from lnlt.situations.orders import play
from lnlt.situations.play import tunnelled
from lnlt.situations.steps import Step, many


def cost_of(game: Game, state: State, command: str, step: Step, names: Names) -> Sequence[Modifier] | int | Refusal:
    """Half points a command takes, item by item where it is a path; or why it cannot be done."""
    if command in ("move", "withdraw"):
        return _path(game, state, step, names)
    units = names.units(step)
    if command in ("mount", "dismount"):
        carrier = _carrier(state, step, units, names)
        if carrier == NOBODY:
            return max(dismount_cost(game, state, u) for u in units)
        if not is_helicopter(game, state.units[carrier]):
            return vehicle_share(game, state, carrier)
        if command == "dismount":
            return 0  # 19.2.6: the helicopter pays nothing
        return max(leg_share(game, state, u, step.mode or "normal", units) for u in units)
    if command == "overrun":
        to = hex_overrun(game, state, state.units[units[0]].at, names.loc(step.at, "at"))
        if isinstance(to, Refusal):
            return to
        cost = drive_cost(game, state, units[0], state.units[units[0]].at, to)
        return cost if isinstance(cost, Refusal) else cost + EXTRA_COST
    paid = _played(game, state, command, step, units[0], names)
    if command == "flip" and not isinstance(paid, Refusal):
        return 0 if state.phase == "rally" else flip_cost(game, state, units[0])
    return paid


def flipping(game: Game, state: State) -> dict[tuple[int, int], int]:
    """1.6.1: what flipping a weapon in this impulse has cost units, in half points, by turn and unit."""
    units = (number for number, u in enumerate(state.units) if u.flags & HANDLED)
    return {(state.turn, unit): flip_cost(game, state, unit) for unit in units}


def points(half: float) -> int | float:
    """Half points as Movement Points."""
    return int(half // 2) if half % 2 == 0 else half / 2


def _path(game: Game, state: State, step: Step, names: Names) -> Sequence[Modifier] | Refusal:
    """What the steps of a path cost those of a group who pay most."""
    path = [names.loc(text, f"path[{n}]") for n, text in enumerate(many(step.path))]
    named = names.units(step) if step.units is not None or step.unit is not None else []
    if step.from_ is not None:
        here = names.loc(step.from_, "from")
    elif named:
        here = state.units[named[0]].at
    else:
        raise SituationError("a cost needs 'units' or 'from'", *names.place("units"))
    if here < 0:
        if any(kit_of(state.units[u]).aboard != NOBODY or not alive(state.units[u]) for u in named):
            raise SituationError("the units are not on the board", *names.place("units"))
        here = NOWHERE  # 22.0: they enter
    if is_flown(game, state, named):
        return _flown(game, state, named[0], here, path)
    if is_driven(state, named):
        return path_cost(game, state, named[0], here, path)
    items: list[Modifier] = []
    for to in tunnelled(game, state, here, path):
        parts = _dearest(game, state, named, here, to)
        if isinstance(parts, Refusal):
            return parts
        items += parts
        here = to
    named_arms = [] if isinstance(step.pick_up, bool) else many(step.pick_up)
    taken = [state.weapons[names.weapon(w, "pick_up")] for w in named_arms]
    if step.pick_up is True:
        taken = [w for w in state.weapons if w.carrier < 0 and w.at == here]
    return [*items, *(Modifier(PICK_UP_COST, "pick_up", "1.6", w.id) for w in taken)]


def _flown(game: Game, state: State, unit: int, here: int, path: list[int]) -> Sequence[Modifier] | Refusal:
    """19.2.2: one Movement Point for each hex a helicopter flies over, also where it enters the map (22.0)."""
    items = []
    enters = here == NOWHERE
    for to in path:
        refusal = check_airspace(game, state, unit, to) if enters else check_fly(game, state, unit, here, to)
        if enters and here != NOWHERE and to >> 3 not in game.board.neighbours[here >> 3]:
            refusal = Refusal("6.0", "not_adjacent", {"from": game.board.loc_name(here), "at": game.board.loc_name(to)})
        if refusal is not None:
            return refusal
        items.append(Modifier(HEX_COST, "flying", "19.2.2", game.board.names[to >> 3]))
        here = to
    return items


def _dearest(game: Game, state: State, named: list[int], here: int, to: int) -> Sequence[Modifier] | Refusal:
    """Parts of the cost of a step for the unit of a group that pays most; without units: for a Leg unit."""
    if named and game.boats and boat_step(game, state, here, to):
        return _afloat(game, state, named, here, to)
    found: list[Sequence[Modifier] | Refusal] = [unit_parts(game, state, u, here, to, named) for u in named]
    for parts in found:
        if isinstance(parts, Refusal):
            return parts
    costs = [parts for parts in found if not isinstance(parts, Refusal)]
    return max(costs, key=lambda p: sum(m.value for m in p)) if costs else step_cost(game, state, here, to)


def _afloat(game: Game, state: State, named: list[int], here: int, to: int) -> Sequence[Modifier] | Refusal:
    """23.3.1: what a step with boats costs the unit of a group that has most to pay."""
    refusal = check_boats(game, state, named, ["normal"] * len(named), here, to)
    if refusal is not None:
        return refusal
    cost = {u: boat_cost(game, state, here, to, allowance(game, state, u, "normal", named)) for u in named}
    most = max(named, key=lambda u: cost[u])
    return [Modifier(cost[most], "rubber_boat", "23.3.1", state.units[most].id)]


def _carrier(state: State, step: Step, named: list[int], names: Names) -> int:
    """16.4: the vehicle units get onto or off, which pays its share; NOBODY of Mounted Units."""
    if step.vehicle is not None:
        return names.unit(step.vehicle, "vehicle")
    return next((kit_of(state.units[u]).aboard for u in named), NOBODY)


def _played(game: Game, state: State, command: str, step: Step, unit: int, names: Names) -> int | Refusal:
    """What a command takes off the points of a unit that carries it out."""
    try:
        outcome = play(game, state, NO_DICE, command, step, names, asking=True)
    except DiceNeeded:
        raise SituationError(f"{command!r} rolls dice here before it is paid for", *names.place("command")) from None
    return outcome if isinstance(outcome, Refusal) else outcome.unit(unit).mp - state.units[unit].mp
