"""The command `place`: set-up before the first turn, new counters, Snipers, units of an Event, reinforcements."""

from __future__ import annotations

from msgspec.structs import replace

from lnlt.core import engine
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch05_fire.opportunity import Reaction
from lnlt.rules.ch06_movement.move import MoveOn
from lnlt.rules.ch06_movement.steps import StopMove
from lnlt.rules.ch11_smc.heroes import Place, PlaceHero
from lnlt.rules.ch14_ordnance.teams import FaceTeam, TeamFacing
from lnlt.rules.ch22_scenario.facing import FaceUnit, PlacedFacing
from lnlt.rules.ch22_scenario.happenings import PlaceGroup
from lnlt.rules.ch22_scenario.set_up import Deploy, Ready
from lnlt.rules.facts.groups import entering, waiting
from lnlt.rules.facts.kits import has_facing, kit_of, vertex_name, vertex_named
from lnlt.situations.errors import SituationError, no_such
from lnlt.situations.moving import play_move
from lnlt.situations.names import Names
from lnlt.situations.play import Attempt, give_way, set_up_now
from lnlt.situations.steps import Step
from lnlt.traits.skills.ambush import PlaceAmbusher

SET_UP = frozenset({"place", "flip", "pivot", "choose", "next", "pass"})
"""Commands that may be part of the set-up."""


def play_place(attempt: Attempt, step: Step, names: Names) -> None:
    """Put a unit on the board: the one the game asks about, by id, type or kind, or without a name; or a Sniper.

    Units of a group that may enter come in as by a move to that hex; vehicles and guns face the vertex named.
    """
    names.loc(step.at, "at")
    side = names.side(step)
    question = attempt.question
    name = _named(attempt, step, side)
    if name not in attempt.state.ids:
        raise no_such(name, attempt.state.ids, "unit", *names.place("unit"))
    unit = attempt.state.ids[name]
    if step.facing is not None:
        _check_facing(attempt, unit, step, names)
    if any(unit in waiting(attempt.state, group) for group in entering(attempt.game, attempt.state, side)):
        if not isinstance(question, Deploy | PlaceGroup):
            _come_in(attempt, step, unit, side, names)
            return
    if not isinstance(question, PlaceHero | PlaceAmbusher | Reaction):
        give_way(attempt, side)
    while isinstance(now := attempt.question, Deploy) and _over(attempt, now, name):
        attempt.send(Ready(), now.side)
    attempt.send(Place(name, step.at or ""), side)
    if isinstance(now, Deploy):
        _face(attempt, now, [*names.before, step])
    elif step.facing is not None and isinstance(attempt.question, PlacedFacing):
        attempt.send(FaceUnit(name, step.facing), side)
    elif step.facing is not None and not _faces(attempt, unit, step.facing):
        raise SituationError(f"unit {name!r} is not turned when it is placed here", *names.place("facing"))


def _named(attempt: Attempt, step: Step, side: int) -> str:
    """The id of the unit that is meant."""
    question, name = attempt.question, step.unit or ""
    if isinstance(question, PlaceHero | PlaceAmbusher):
        asked = attempt.unit(question.unit)
        kind = attempt.game.types[asked.type]
        return asked.id if name in ("", kind.key, kind.kind) else name
    if name in ("", "sniper") and name not in attempt.state.ids:
        kinds = attempt.game.types
        return next((u.id for u in attempt.state.units if u.side == side and kinds[u.type].kind == "sniper"), name)
    return name


def _check_facing(attempt: Attempt, unit: int, step: Step, names: Names) -> None:
    """15.1: only vehicles and guns face a vertex, which is one of the hex."""
    if not has_facing(attempt.game.types[attempt.unit(unit).type]):
        raise SituationError(f"unit {attempt.unit(unit).id!r} has no facing", *names.place("facing"))
    try:
        vertex_named(attempt.game.board, names.loc(step.at, "at") >> 3, step.facing or "")
    except KeyError:
        raise SituationError(f"no vertex {step.facing!r}", *names.place("facing")) from None


def _faces(attempt: Attempt, unit: int, facing: str) -> bool:
    u = attempt.unit(unit)
    return kit_of(u).facing == vertex_named(attempt.game.board, u.at >> 3, facing)


def _over(attempt: Attempt, question: Deploy, name: str) -> bool:
    """Whether the group that is being set up is complete and the unit is not of it."""
    groups = set_up_now(attempt.game, question)
    return not any(name in group.units or waiting(attempt.state, group) for group in groups)


def _face(attempt: Attempt, question: Deploy, steps: list[Step]) -> None:
    """22.0: once all of a group stand, its vehicles and guns are turned as the steps that placed them say."""
    (group,) = set_up_now(attempt.game, question)
    if waiting(attempt.state, group):
        return
    for step in steps:
        if step.do == "place" and step.facing is not None and step.unit in group.units:
            if not _faces(attempt, attempt.state.ids[step.unit], step.facing):
                attempt.send(FaceUnit(step.unit, step.facing), question.side)


def _come_in(attempt: Attempt, step: Step, unit: int, side: int, names: Names) -> None:
    """22.0: a unit enters the map; a gun is turned where it has come to."""
    play_move(attempt, replace(step, path=[step.at or ""], units=[attempt.unit(unit).id], unit=None), names)
    if step.facing is None or attempt.asked != side:
        return
    if isinstance(attempt.question, MoveOn):
        attempt.send(StopMove(), side)
    if isinstance(attempt.question, TeamFacing) and attempt.question.unit == unit:
        attempt.send(FaceTeam(step.facing), side)


def settle(game: Game, state: State, following: Step | None) -> Command | None:
    """The end of the set-up of a group that stands, if the next step is about something else.

    So it is with a vehicle or gun of an Event: it faces the enemy if nobody turns it.
    """
    question = engine.question(state)
    if isinstance(question, PlacedFacing):
        if following is not None and following.do in ("pivot", "choose"):
            return None
        u = state.units[question.unit]
        return FaceUnit(u.id, vertex_name(game.board, u.at >> 3, kit_of(u).facing))
    if not isinstance(question, Deploy) or following is None or following.do is None or following.do in SET_UP:
        return None
    return None if any(waiting(state, group) for group in set_up_now(game, question)) else Ready()
