"""A move that leads off the map (22.0): the last word of its path says so."""

from __future__ import annotations

from msgspec.structs import replace

from lnlt.core.state import enclosing
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.move import Move, MoveOn
from lnlt.rules.ch06_movement.steps import ExitMap
from lnlt.situations import words
from lnlt.situations.driving import begin, is_driven
from lnlt.situations.flying import is_flown
from lnlt.situations.moving import modes_of_step, play_move, set_off
from lnlt.situations.names import Names
from lnlt.situations.play import Attempt, let_go_by
from lnlt.situations.steps import Step, many


def play_any_move(attempt: Attempt, step: Step, names: Names) -> None:
    """A move along a path, and off the map if its last word is one of those for that."""
    path = many(step.path)
    if not path or path[-1] not in words.OFF_MAP:
        play_move(attempt, step, names)
        return
    units = names.units(step)
    side = names.side(step, units)
    if len(path) > 1:
        play_move(attempt, replace(step, path=list(path[:-1])), names)
    elif not _is_under_way(attempt, units, side):
        _begin(attempt, step, units, side, names)
    if attempt.halted:
        return
    if attempt.past_windows:
        let_go_by(attempt, side)
    if attempt.asked != side and attempt.question is not None and attempt.question.WINDOW:
        attempt.halted = True  # the map is left after the window, by a further step
        return
    attempt.send(ExitMap(), side)


def _is_under_way(attempt: Attempt, units: list[int], side: int) -> bool:
    """Whether units on foot are asked where they go on to."""
    move = enclosing(attempt.state, Move)
    going = isinstance(attempt.question, MoveOn) and move is not None and set(move.units) == set(units)
    return attempt.asked == side and (going or isinstance(attempt.question, MoveGroup))


def _begin(attempt: Attempt, step: Step, units: list[int], side: int, names: Names) -> None:
    """Those who stand where the map is left set off; a helicopter on its way needs nothing."""
    if is_driven(attempt.state, units):
        begin(attempt, units[0], side, step.mode or "normal", names)
    elif not is_flown(attempt.game, attempt.state, units):
        set_off(attempt, units, side, names, modes_of_step(attempt, step, units, names))
