"""18.2, 18.3: who calls a fire mission, and of which kind."""

from __future__ import annotations

from collections.abc import Iterator

from lnlt.core import events as ev
from lnlt.core.board import LAYERS
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, ELIMINATED, HANDLED, MELEE, SHAKEN
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.setup import Mission
from lnlt.core.state import NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch18_indirect.barrage import walking
from lnlt.rules.ch18_indirect.missions import FireMission, left, mission_of
from lnlt.rules.ch18_indirect.patterns import STANDARD, kinds
from lnlt.rules.ch18_indirect.shelling import in_melee
from lnlt.rules.facts.boats import check_on_land
from lnlt.rules.facts.callers import note_caller
from lnlt.rules.facts.kinds import CALLERS


def _called(mission: Mission) -> str:
    return f"called:{mission.formation or mission.side}"


def has_caller(game: Game, s: Position, side: int) -> bool:
    """18.2: whether a side has a Leader, Scout or Advisor in play, whatever his state."""
    return any(
        u.side == side and not u.flags & ELIMINATED and game.types[u.type].kind in CALLERS and u.at != NOWHERE
        for u in s.units
    )


def check_caller(game: Game, s: Position, mission: Mission, unit: int) -> Refusal | None:
    """18.2: a Good Order Leader, Scout or Advisor who has not acted calls; others only where the scenario lets them."""
    u = s.units[unit]
    kind = game.types[u.type].kind
    if kind not in CALLERS and (kind not in mission.deputies or has_caller(game, s, u.side)):
        return Refusal("18.2", "cannot_call", {"unit": u.id})
    if u.flags & SHAKEN:
        return Refusal("18.2", "shaken", {"unit": u.id})
    if u.flags & (ACTION_MARKERS | ASSAULT_FIRE | HANDLED | MELEE):
        return Refusal("4.0", "has_acted", {"unit": u.id})
    return check_on_land(game, s, unit) if game.boats else None


def check_call(game: Game, s: Position, impulse: Impulse, mission: Mission | None, unit: int) -> Refusal | None:
    """18.2, 18.3: a mission of the side is left, its formation has not called this turn, and the unit may call."""
    if mission is None or game.side_index[mission.side] != impulse.side or not left(s, mission):
        return Refusal("18.2", "no_mission")
    if s.units[unit].side != impulse.side or s.units[unit].at not in impulse.named:
        return Refusal("4.0", "not_named", {"at": game.board.loc_name(s.units[unit].at)})
    if walking(s, impulse.side):
        return Refusal("18.2.1", "barrage_walks")
    if s.notes.get(_called(mission), 0) == s.turn:
        return Refusal("18.3", "called_this_turn")
    return check_caller(game, s, mission, unit)


def mission_kinds(game: Game, mission: Mission) -> tuple[str, ...]:
    """18.2.1: kinds a mission can be called as; what a scenario has plotted beforehand is a Standard one."""
    return (STANDARD,) if mission.plain else kinds(game)


class CallMission(Command, frozen=True, gc=False):
    """A unit calls a fire mission and names the hex the Spotting Round is meant for."""

    unit: str
    mission: str
    at: str
    kind: str = STANDARD
    """Kind of mission (18.2.1), said before the Spotting Round is placed."""


class Calling(Action):
    """18.2: a Leader, Scout or Advisor uses the impulse to place a Spotting Round."""

    command = CallMission
    needs_named = True

    def in_play(self, game: Game) -> bool:
        """18.2: fire missions."""
        return bool(game.setup.missions)

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> Iterator[Command]:
        """Every hex a caller in a named location sees."""
        for mission in game.setup.missions:
            if game.side_index[mission.side] != impulse.side or not left(s, mission):
                continue
            for loc in impulse.named:
                for u in s.by_loc.get(loc, ()):
                    if check_call(game, s, impulse, mission, u) is None:
                        for i in sorted(game.playable):
                            if sees(game, s, loc, i * LAYERS):
                                for kind in mission_kinds(game, mission):
                                    yield CallMission(s.units[u].id, mission.id, game.board.names[i], kind)

    def check(self, game: Game, s: Position, impulse: Impulse, command: CallMission) -> Refusal | None:
        """18.2, 18.0: see `check_call`; the target lies in the caller's line of sight and is no Melee hex."""
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("18.2", "no_such_unit", {"unit": command.unit})
        mission = mission_of(game, command.mission)
        refusal = check_call(game, s, impulse, mission, unit)
        if refusal is not None:
            return refusal
        if mission is not None and command.kind not in mission_kinds(game, mission):
            return Refusal("18.2.1", "no_such_mission", {"kind": command.kind})
        target = game.board.loc(command.at)
        if target & 7:
            return Refusal("18.2", "whole_hexes", {"at": command.at})
        if target >> 3 not in game.playable:
            return Refusal("22.0", "off_limits", {"at": command.at})
        if in_melee(s, target >> 3):
            return Refusal("18.0", "melee_there", {"at": command.at})
        if not sees(game, s, s.units[unit].at, target):
            return Refusal(
                "18.2", "no_line_of_sight", {"from": game.board.loc_name(s.units[unit].at), "at": command.at}
            )
        return None

    def answer(self, d: Draft, impulse: Impulse, command: CallMission) -> None:
        """The round is on its way."""
        unit = d.ids[command.unit]
        mission = mission_of(d.game, command.mission)
        assert mission is not None
        d.update(impulse, did=(*impulse.did, d.units[unit].at))
        d.emit(ev.Noted(_called(mission), d.turn))
        note_caller(d, unit)
        hex_ = d.game.board.loc(command.at) >> 3
        d.push(FireMission(side=impulse.side, unit=unit, mission=mission.id, hex=hex_, kind=command.kind))
