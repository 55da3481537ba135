"""The commands about Support Weapons: pick up, drop, destroy, swap, flip, repair; and combining Half-Squads."""

from __future__ import annotations

from lnlt.core import engine
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch01_concepts.handling import Destroy, Drop, Flip, PickUp, Repair, Swap
from lnlt.rules.ch03_combining import Combine
from lnlt.rules.ch03_rally import EndRally, RallyAction, any_choice
from lnlt.rules.ch05_fire.damage import DropWeapon
from lnlt.rules.ch06_movement.modes import abilities
from lnlt.rules.ch22_scenario.set_up import Assemble, Deploy
from lnlt.situations.errors import SituationError
from lnlt.situations.play import Attempt, Names, check_on_board, give_way, in_impulse
from lnlt.situations.steps import Step, many

RALLY_COMMANDS = frozenset(
    {"rally", "heal", "combine", "fight_or_die", "pick_up", "drop", "destroy", "swap", "flip", "repair"}
)
"""Commands of the Rally Phase."""


def _one(step: Step, names: Names) -> int:
    """The unit that handles a weapon; those `with` it must be where it is."""
    units = names.units(step)
    if len(units) != 1:
        raise SituationError("one unit is needed", *names.place("units"))
    for name in many(step.with_) if step.do != "swap" and step.command != "swap" else ():
        if names.state.units[names.unit(name, "with")].at != names.state.units[units[0]].at:
            raise SituationError(f"unit {name!r} is not there", *names.place("with"))
    return units[0]


def _send(attempt: Attempt, command: Command, side: int) -> None:
    give_way(attempt, side)
    attempt.send(command, side)


def play_pick_up(attempt: Attempt, step: Step, names: Names) -> None:
    """Take a weapon that lies there, in the Rally Phase or in the middle of a move."""
    unit = _one(step, names)
    names.weapon(step.weapon or "", "weapon")
    _send(attempt, PickUp(attempt.unit(unit).id, step.weapon or ""), names.side(step, [unit]))


def play_drop(attempt: Attempt, step: Step, names: Names) -> None:
    """Leave a weapon lying: in the Rally Phase, or which of two when a Squad is reduced."""
    unit = _one(step, names)
    side = names.side(step, [unit])
    names.weapon(step.weapon or "", "weapon")
    command = Drop(attempt.unit(unit).id, step.weapon or "")
    if isinstance(attempt.question, DropWeapon):
        attempt.send(command, side)
    else:
        _send(attempt, command, side)


def play_destroy(attempt: Attempt, step: Step, names: Names) -> None:
    """Destroy a weapon."""
    unit = _one(step, names)
    names.weapon(step.weapon or "", "weapon")
    _send(attempt, Destroy(attempt.unit(unit).id, step.weapon or ""), names.side(step, [unit]))


def play_swap(attempt: Attempt, step: Step, names: Names) -> None:
    """Hand a weapon on: `with` names the other unit, or the weapon given for it."""
    unit = _one(step, names)
    weapon = names.weapon(step.weapon or "", "weapon")
    other = many(step.with_)
    if len(other) != 1:
        raise SituationError("'with' names a unit or a weapon", *names.place("with"))
    price = ""
    if other[0] in attempt.state.ids:
        taker = attempt.state.ids[other[0]]
    else:
        price = other[0]
        taker = attempt.state.weapons[names.weapon(price, "with")].carrier
        if taker < 0:
            raise SituationError(f"nobody holds weapon {price!r}", *names.place("with"))
    ids = attempt.state.weapons[weapon].id
    _send(attempt, Swap(attempt.unit(unit).id, ids, attempt.unit(taker).id, price), names.side(step, [unit]))


def play_flip(attempt: Attempt, step: Step, names: Names) -> None:
    """Turn a weapon to its other side; in an impulse `mode = "assault"` makes it a whole Assault Move.

    In the set-up it is turned over, once.
    """
    unit = _one(step, names)
    names.weapon(step.weapon or "", "weapon")
    side = names.side(step, [unit])
    u = attempt.unit(unit)
    mode = step.mode or ""
    if isinstance(attempt.question, Deploy):
        _send(attempt, Assemble(step.weapon or ""), side)
        return
    if attempt.state.phase == "rally":
        _send(attempt, Flip(u.id, step.weapon or "", mode), side)
        return
    if mode == "assault" and "stealth" in abilities(attempt.game, attempt.state, unit):
        mode = "stealth_assault"
    check_on_board(u, names)
    in_impulse(attempt, side, u.at)
    attempt.send(Flip(u.id, step.weapon or "", mode), side)


def play_repair(attempt: Attempt, step: Step, names: Names) -> None:
    """Try to clear a jam."""
    unit = _one(step, names)
    names.weapon(step.weapon or "", "weapon")
    _send(attempt, Repair(attempt.unit(unit).id, step.weapon or ""), names.side(step, [unit]))


def play_combine(attempt: Attempt, step: Step, names: Names) -> None:
    """Two Half-Squads become a Squad."""
    units = sorted(names.units(step))
    if len(units) != 2:
        raise SituationError("two units are needed", *names.place("units"))
    ids = [attempt.unit(u).id for u in units]
    _send(attempt, Combine(ids[0], ids[1]), names.side(step, units))


def settle(game: Game, state: State, following: Step | None) -> Command | None:
    """The end of a side's Rally Phase, if only weapons could still be handed about and the next step does not do so."""
    question = engine.question(state)
    if not isinstance(question, RallyAction) or any_choice(game, state, question.side, quiet=True):
        return None
    if following is not None and (following.do or following.command) in RALLY_COMMANDS | {"next", "pass"}:
        return None
    return EndRally()
