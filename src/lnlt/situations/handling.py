"""The commands about Support Weapons: pick up, drop, destroy, swap, flip, repair; and combining Half-Squads."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core import engine
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch03_combining import Combine
from lnlt.rules.ch03_rally import EndingRally, EndRally, RallyAction, any_choice
from lnlt.rules.ch04_operations.impulse import side_may_act
from lnlt.rules.ch05_fire.damage import DropWeapon
from lnlt.rules.ch06_movement.loads import Abandon
from lnlt.rules.ch22_scenario.set_up import Assemble, Deploy
from lnlt.rules.facts.handling import Destroy, Drop, Flip, PickUp, Repair, Swap
from lnlt.rules.facts.movement_modes import abilities
from lnlt.rules.facts.weapons import carries
from lnlt.situations.errors import SituationError
from lnlt.situations.moving import handle_first
from lnlt.situations.names import Names, check_on_board
from lnlt.situations.play import Attempt, give_way, in_impulse
from lnlt.situations.steps import Step, is_meant, many

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
    """Take a weapon that lies there: in the Rally Phase, in the middle of a move, or before it sets off."""
    unit = _one(step, names)
    names.weapon(step.weapon or "", "weapon")
    side = names.side(step, [unit])
    command = PickUp(attempt.unit(unit).id, step.weapon or "")
    if not handle_first(attempt, names, unit, command):
        _send(attempt, command, side)


def play_drop(attempt: Attempt, step: Step, names: Names) -> None:
    """Leave a weapon lying: in the Rally Phase, which of two when a Squad is reduced, or abandoned before a move."""
    unit = _one(step, names)
    side = names.side(step, [unit])
    names.weapon(step.weapon or "", "weapon")
    command = Drop(attempt.unit(unit).id, step.weapon or "")
    if isinstance(attempt.question, DropWeapon):
        attempt.send(command, side)
    elif not handle_first(attempt, names, unit, Abandon(command.unit, command.weapon)):
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
        price = _in_exchange(attempt, step, unit, taker)
    else:
        price = other[0]
        taker = attempt.state.weapons[names.weapon(price, "with")].carrier
        if taker < 0:
            raise SituationError(f"nobody holds weapon {price!r}", *names.place("with"))
    ids = attempt.state.weapons[weapon].id
    _send(attempt, Swap(attempt.unit(unit).id, ids, attempt.unit(taker).id, price), names.side(step, [unit]))


def _in_exchange(attempt: Attempt, step: Step, unit: int, taker: int) -> str:
    """The weapon a unit gives for another: one that is expected to change hands, or its only one if they are full."""
    s = attempt.state
    held = [s.weapons[w].id for w in s.units[taker].carries]
    wanted = step.expect.weapons or {}
    moved = [w for w in held if w in wanted and wanted[w].carried_by == s.units[unit].id]
    full = len(held) == 1 == carries(attempt.game.types[s.units[taker].type].kind) and step.expect.legal is not False
    return moved[0] if moved else held[0] if full else ""


def play_flip(attempt: Attempt, step: Step, names: Names) -> None:
    """Turn a weapon to its other side; in an impulse `mode = "assault"` makes it a whole Assault Move.

    In the set-up it is turned over, once.
    """
    unit = _one(step, names)
    names.weapon(step.weapon or "", "weapon")
    side = names.side(step, [unit])
    u = attempt.unit(unit)
    if isinstance(attempt.question, Deploy):
        _send(attempt, Assemble(step.weapon or ""), side)
        return
    mode = step.mode or ""
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


class Staying(EndingRally):
    """A situation stays in the Rally Phase even if nothing is left to do: the next step may ask why not."""

    idle = True


def settle(game: Game, state: State, steps: Sequence[Step]) -> Command | None:
    """The end of a side's Rally Phase, if only weapons could still be handed about and the next step does not do so.

    If nothing at all is left, it lasts as long as the next step is about a unit of that side in this phase.
    """
    question = engine.question(state)
    if not isinstance(question, RallyAction) or any_choice(game, state, question.side, quiet=True):
        return None
    if _handling_left(game, state, question.side):
        following = steps[0] if steps else None
        about = following is not None and (following.do or following.command) in RALLY_COMMANDS | {"next", "pass"}
    else:
        following = next((s for s in steps if s.do or s.command), None)
        about = following is not None and (
            _rallies(game, state, question.side, following) or _ends_rally(game, question.side, steps)
        )
    return None if about else EndRally()


def _handling_left(game: Game, state: State, side: int) -> bool:
    """Whether a weapon could still change hands."""
    choices = [c for c in game.rally_actions.values() if c.idle and not isinstance(c, EndingRally)]
    return any(c.check(game, state, side, way) is None for c in choices for way in c.candidates(game, state, side))


def _rallies(game: Game, state: State, side: int, step: Step) -> bool:
    """Whether a step is a command of the Rally Phase, or a question about one, for a unit of this side.

    `next` goes on to the Operations Phase; a `pass` of the side that would not be asked first there ends this phase.
    """
    if step.do == "next":
        return any(side_may_act(game, state, s) for s in range(2))
    if (step.do or step.command) not in RALLY_COMMANDS and (step.do != "pass" or side == state.initiative):
        return False
    if step.by is not None:
        return step.by == game.side_name(side)
    units = (*many(step.unit), *many(step.units), *many(step.by_unit))
    return any(state.units[state.ids[u]].side == side for u in units if u in state.ids)


def _ends_rally(game: Game, side: int, steps: Sequence[Step]) -> bool:
    """Whether a side says `pass` and then orders something that is no rally: it has not passed its first impulse."""
    name = game.side_name(side)
    coming = [step for step in steps if is_meant(step)][:2]
    if len(coming) < 2 or coming[0].do != "pass" or coming[0].by != name or coming[1].by != name:
        return False
    return (coming[1].do or coming[1].command) not in RALLY_COMMANDS | {"pass", "next"}
