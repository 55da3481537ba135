"""The commands `mission`, `shift`, `abort` and `fire_for_effect`: artillery."""

from __future__ import annotations

from lnlt import engine
from lnlt.core.dice import NO_DICE
from lnlt.core.draft import Draft
from lnlt.core.events import MarkerPlaced
from lnlt.core.game import Game
from lnlt.core.state import Marker, State, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch18_indirect.barrage import PointBarrage
from lnlt.rules.ch18_indirect.calling import CallMission, check_call
from lnlt.rules.ch18_indirect.missions import ROUND, AbortMission, Aiming, FireForEffect, FireMission, ShiftRound, left
from lnlt.rules.ch18_indirect.patterns import KINDS, STANDARD
from lnlt.situations.errors import Refused, SituationError, check_word
from lnlt.situations.names import Names, check_on_board
from lnlt.situations.play import Attempt, in_impulse
from lnlt.situations.steps import Step


def play_mission(attempt: Attempt, step: Step, names: Names) -> None:
    """A unit calls the first mission of its side that can be called, or the one that says why not."""
    unit = names.unit(step.by_unit or "", "by_unit")
    side = names.side(step, [unit])
    names.loc(step.at, "at")
    kind = (step.kind or STANDARD).removesuffix("_mission").removesuffix("_fire").removesuffix("_barrage")
    check_word(kind, KINDS, "mission", *names.place("kind"))
    check_on_board(attempt.unit(unit), names)
    in_impulse(attempt, side, attempt.unit(unit).at)
    own = [m for m in attempt.game.setup.missions if attempt.game.side_index[m.side] == side]
    impulse = enclosing(attempt.state, Impulse)
    if not own or impulse is None:
        raise Refused(Refusal("18.2", "no_mission"))
    some = [m for m in own if left(attempt.state, m)] or own
    fit = [m for m in some if check_call(attempt.game, attempt.state, impulse, m, unit) is None]
    attempt.send(CallMission(attempt.unit(unit).id, (fit or some)[0].id, step.at or "", kind), side)


def play_shift(attempt: Attempt, step: Step, names: Names) -> None:
    """Shift the Spotting Round; Fire for Effect follows, at once if no step of its own orders it."""
    names.loc(step.to, "to")
    _check_caller(attempt, step, names)
    command, side = ShiftRound(step.to or ""), names.side(step)
    if next((before.do for before in reversed(names.before) if before.do), None) == "shift":
        raise Refused(Refusal("18.2", "shift_one_hex", {"at": command.at}))
    if next((later.do for later in names.after if later.do), None) != "fire_for_effect":
        attempt.send(command, side)
        _point(attempt, step, names)
        return
    refusal = engine.why_not(attempt.game, attempt.state, command, side)
    if refusal is not None:
        raise Refused(refusal)
    attempt.state = _shifted(attempt.game, attempt.state, names.loc(step.to, "to"))


def _shifted(game: Game, state: State, to: int) -> State:
    """18.2: the Spotting Round in another hex, before anything is fired for effect."""
    d = Draft(game, state, NO_DICE)
    fire = d.enclosing(FireMission)
    assert fire is not None
    fire.lift(d)
    moved = d.enclosing(FireMission)
    assert moved is not None
    d.replace_enclosing(moved, hex=to >> 3)
    d.emit(MarkerPlaced(Marker(ROUND, to, 1, moved.side)))
    return d.publish()


def play_abort(attempt: Attempt, step: Step, names: Names) -> None:
    """Call the mission off."""
    _check_caller(attempt, step, names)
    attempt.send(AbortMission(), names.side(step))


def play_for_effect(attempt: Attempt, step: Step, names: Names) -> None:
    """Fire for effect where the Spotting Round is, or shifted to `at` if that is another hex."""
    _check_caller(attempt, step, names)
    fire = enclosing(attempt.state, FireMission)
    shifted = step.at is not None and fire is not None and names.loc(step.at, "at") >> 3 != fire.hex
    attempt.send(ShiftRound(step.at or "") if shifted else FireForEffect(), names.side(step))
    _point(attempt, step, names)


def _check_caller(attempt: Attempt, step: Step, names: Names) -> None:
    """A mission is under way; whoever is named must be the one who has called it."""
    fire = enclosing(attempt.state, FireMission)
    if fire is None:
        raise Refused(Refusal("18.2", "no_mission"))
    if step.by_unit is not None and fire is not None and names.unit(step.by_unit, "by_unit") != fire.unit:
        raise SituationError(f"the mission is that of {attempt.unit(fire.unit).id!r}", *names.place("by_unit"))


def _point(attempt: Attempt, step: Step, names: Names) -> None:
    """18.2.1: the directions of a barrage, as far as the step states them; else they are asked for."""
    for key in ("toward", "flank"):
        if isinstance(attempt.question, Aiming) and (text := getattr(step, key)) is not None:
            names.loc(text, key)
            attempt.send(PointBarrage(text), attempt.question.side)
