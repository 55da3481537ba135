"""18.2, 18.3: fire missions: who calls them, where the Spotting Round falls, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import LAYERS
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, ELIMINATED, HANDLED, MELEE, OPS_COMPLETE, SHAKEN
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.setup import Mission
from lnlt.core.state import NOBODY, NOWHERE, Marker, Position, enclosing
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch01_concepts import units
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch10_los_spotting.lines import line, sees
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, degraded
from lnlt.rules.ch11_smc.kinds import CALLERS
from lnlt.rules.ch18_indirect.barrage import PointBarrage, points, resolve_point, walking
from lnlt.rules.ch18_indirect.callers import note_caller
from lnlt.rules.ch18_indirect.patterns import STANDARD, WALKING, directed, fall, kinds
from lnlt.rules.ch18_indirect.shelling import Shelling, in_melee, place_ffe
from lnlt.rules.ch20_night.darkness import is_night
from lnlt.rules.ch23_equipment.boats import check_on_land

ROUND = "spotting_round"


def mission_of(game: Game, name: str) -> Mission | None:
    """A mission by its id."""
    return next((m for m in game.setup.missions if m.id == name), None)


def left(s: Position, mission: Mission) -> int:
    """18.3: how often a mission can still be fired in this game."""
    return s.notes.get(f"missions:{mission.id}", 0)


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


def scatter_tally(game: Game, s: Position, mission: Mission, unit: int, target: int) -> Tally:
    """18.2, 20.1.4: what is added to the white die: degrading hexes in the caller's line, less his LM."""
    if mission.plain:
        return Tally("scatter", (), ())
    u = s.units[unit]
    verdict = line(game, s, u.at, target)
    items = [Modifier(1, "degrading_hex", "18.2") for _ in range(0 if verdict == BLOCKED else degraded(verdict))]
    if is_night(game, s):
        items.append(Modifier(1, "night", "20.1.4"))
    lm = units.leadership(game, u)
    if lm:
        items.append(Modifier(-lm, "leader", "18.2", u.id))
    return Tally("scatter", (), tuple(items))


def scatter_distance(white: int, modifier: int) -> int:
    """18.2, Q-144: half of the modified white die, rounded up, never below 0."""
    return max(0, -(-(white + modifier) // 2))


def drift(game: Game, hex_: int, direction: int, distance: int) -> int:
    """18.2: the hex so far away in the direction of the colored die (1 = north, clockwise); NOWHERE off the map."""
    for _ in range(distance):
        if hex_ < 0:
            break
        hex_ = game.board.neighbours[hex_][direction - 1]
    return hex_ if hex_ >= 0 else NOWHERE


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


class FireMission(Procedure, frozen=True, gc=False, kw_only=True):
    """18.2: Spotting Round, scatter, correction, Fire for Effect; the caller is Ops Complete however it ends."""

    RULE: ClassVar[str] = "18.2"
    STEPS: ClassVar[tuple[str, ...]] = ("scatter", "correct", "point", "flanks", "effect", "finish")
    side: int
    unit: int
    mission: str
    hex: int
    """Where the Spotting Round is, NOWHERE if it is lost."""
    kind: str = STANDARD
    toward: int = NOBODY
    """Direction of a Line Barrage or of the march of a Walking Barrage (18.2.1)."""
    flank: int = NOBODY
    """Direction of one of the outer markers of a Walking Barrage."""

    def row(self, game: Game) -> Mission:
        """The mission."""
        found = mission_of(game, self.mission)
        assert found is not None
        return found

    def scatter(self, d: Draft) -> None:
        """18.2: the colored die is the direction, the white one the distance; out of sight the round is lost."""
        mission = self.row(d.game)
        target = self.hex * LAYERS
        tally = scatter_tally(d.game, d, mission, self.unit, target)
        colored, white = d.roll(2, "scatter", self.side, subject=self.unit)
        there = drift(d.game, self.hex, colored, scatter_distance(white, tally.total))
        if there not in d.game.playable:
            there = NOWHERE
        at = there * LAYERS if there != NOWHERE else NOWHERE
        if there != NOWHERE and not mission.plain and not sees(d.game, d, d.units[self.unit].at, at):
            there = NOWHERE
        outcome = "lost" if there == NOWHERE else "seen"
        d.emit(ev.Resolved("scatter", self.side, at, (tally,), outcome, self.unit))
        if there != NOWHERE:
            d.emit(ev.MarkerPlaced(Marker(ROUND, at, 1, self.side)))
        d.update(self, hex=there)

    def correct(self, d: Draft) -> None:
        """18.2: the caller may shift the round, fire where it is, or call it off; a deputy has no choice."""
        if self.hex == NOWHERE:
            return
        deputy = d.game.types[d.units[self.unit].type].kind not in CALLERS
        if not deputy:
            d.push(Correction(side=self.side))
        elif in_melee(d, self.hex):
            self.lift(d)

    def lift(self, d: Draft) -> None:
        """18.2: the round is taken off the map; the mission is kept."""
        for marker in d.marks.get(self.hex * LAYERS, ()):
            if marker.kind == ROUND:
                d.emit(ev.MarkerRemoved(marker))
        d.replace_enclosing(self, hex=NOWHERE)

    def point(self, d: Draft) -> None:
        """18.2.1: which way a Line Barrage lies, or a Walking Barrage marches."""
        if self.hex != NOWHERE and directed(self.kind):
            d.push(Aiming(side=self.side))

    def flanks(self, d: Draft) -> None:
        """18.2.1, Q-146: on which of the two other axes the outer markers of a Walking Barrage lie."""
        if self.hex != NOWHERE and self.kind == WALKING:
            d.push(Aiming(side=self.side))

    def effect(self, d: Draft) -> None:
        """18.2: Fire for Effect takes the place of the round and attacks its hexes; now the mission is used up."""
        if self.hex == NOWHERE:
            return
        mission = self.row(d.game)
        for marker in d.marks.get(self.hex * LAYERS, ()):
            if marker.kind == ROUND:
                d.emit(ev.MarkerRemoved(marker))
        d.emit(ev.Noted(f"missions:{mission.id}", left(d, mission) - 1))
        area = fall(d.game, self.kind, mission.fp, self.hex, self.toward, self.flank)
        place_ffe(d, self.side, area)
        if self.kind == WALKING:
            d.emit(ev.Noted(f"walking:{self.side}", d.turn))
        middle, rest = area[0][1], area[-1][1]
        around = tuple(hex_ for hex_, _, _ in area[1:])
        if middle == rest:
            d.push(Shelling(side=self.side, fp=middle, hexes=(self.hex, *around)))
        else:
            d.push(Shelling(side=self.side, fp=rest, hexes=around))
            d.push(Shelling(side=self.side, fp=middle, hexes=(self.hex,)))

    def finish(self, d: Draft) -> None:
        """18.2: the caller is Ops Complete."""
        if not d.units[self.unit].flags & ELIMINATED:
            d.flag(self.unit, OPS_COMPLETE)


class ShiftRound(Command, frozen=True, gc=False):
    """Shift the Spotting Round to a neighbouring hex and fire for effect there."""

    at: str


class FireForEffect(Command, frozen=True, gc=False):
    """Fire for effect where the Spotting Round is."""


class AbortMission(Command, frozen=True, gc=False):
    """Call the mission off; it can be called again on a later turn."""


class Correction(Question, frozen=True, gc=False, kw_only=True):
    """18.2: what the caller does about the Spotting Round."""

    RULE: ClassVar[str] = "18.2"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (FireForEffect, ShiftRound, AbortMission)

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Fire here, one hex in any direction, or not at all."""
        mission = enclosing(s, FireMission)
        assert mission is not None
        near = [ShiftRound(game.board.names[j]) for j in game.board.neighbours[mission.hex] if j >= 0]
        return [FireForEffect(), *near, AbortMission()]

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """18.2, Q-143: no Melee hex; a shift goes one hex, to one in the caller's sight."""
        fire = enclosing(s, FireMission)
        assert fire is not None
        row = fire.row(game)
        if type(command) is FireForEffect:
            names = game.board.names[fire.hex]
            return Refusal("18.0", "melee_there", {"at": names}) if in_melee(s, fire.hex) else None
        if type(command) is AbortMission:
            others = (c for c in self.candidates(game, s) if type(c) is not AbortMission)
            if row.plain and any(self.check(game, s, c) is None for c in others):
                return Refusal("22.0", "no_calling_off")
            return None
        assert type(command) is ShiftRound
        to = game.board.hex_named(command.at)
        if to < 0 or to not in game.board.neighbours[fire.hex] or to not in game.playable:
            return Refusal("18.2", "shift_one_hex", {"at": command.at})
        if in_melee(s, to):
            return Refusal("18.0", "melee_there", {"at": command.at})
        at = s.units[fire.unit].at
        if not row.plain and not sees(game, s, at, to * LAYERS):
            return Refusal("18.2", "no_line_of_sight", {"from": game.board.loc_name(at), "at": command.at})
        return None

    def answer(self, d: Draft, command: Command) -> None:
        """Shift, fire, or call it off."""
        fire = d.enclosing(FireMission)
        assert fire is not None
        if type(command) is AbortMission:
            fire.lift(d)
        elif type(command) is ShiftRound:
            fire.lift(d)
            moved = d.enclosing(FireMission)
            assert moved is not None
            d.replace_enclosing(moved, hex=d.game.board.loc(command.at) >> 3)


class Aiming(Question, frozen=True, gc=False, kw_only=True):
    """18.2.1: the direction of a Line Barrage, or of a Walking Barrage and its outer markers, by a hex in it."""

    RULE: ClassVar[str] = "18.2.1"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (PointBarrage,)

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Hexes for each way it can lie."""
        fire = enclosing(s, FireMission)
        assert fire is not None
        return points(game, fire.hex, fire.toward)

    def check(self, game: Game, s: Position, command: PointBarrage) -> Refusal | None:
        """18.2.1, Q-146: a hex in a straight line; outer markers do not lie on the axis of the march."""
        fire = enclosing(s, FireMission)
        assert fire is not None
        found = resolve_point(game, fire.hex, command.at, fire.toward)
        return found if isinstance(found, Refusal) else None

    def answer(self, d: Draft, command: PointBarrage) -> None:
        """The direction is set."""
        fire = d.enclosing(FireMission)
        assert fire is not None
        way = resolve_point(d.game, fire.hex, command.at, fire.toward)
        assert isinstance(way, int)
        d.replace_enclosing(fire, **({"toward": way} if fire.toward == NOBODY else {"flank": way}))
