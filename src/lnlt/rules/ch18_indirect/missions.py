"""18.2, 18.3: fire missions: which are left, where the Spotting Round falls, and what becomes of it."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import LAYERS
from lnlt.core.draft import Draft
from lnlt.core.flags import ELIMINATED, OPS_COMPLETE
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.setup import Mission
from lnlt.core.state import NOBODY, NOWHERE, Marker, Position, enclosing
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch10_los_spotting.lines import line, sees
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, degraded
from lnlt.rules.ch18_indirect.barrage import PointBarrage, points, resolve_point
from lnlt.rules.ch18_indirect.patterns import STANDARD, WALKING, directed, fall
from lnlt.rules.ch18_indirect.shelling import Shelling, in_melee, place_ffe
from lnlt.rules.ch20_night.darkness import is_night
from lnlt.rules.facts import units
from lnlt.rules.facts.kinds import CALLERS

ROUND = "spotting_round"


def mission_of(game: Game, name: str) -> Mission | None:
    """A mission by its id."""
    return next((m for m in game.setup.missions if m.id == name), None)


def left(s: Position, mission: Mission) -> int:
    """18.3: how often a mission can still be fired in this game."""
    return s.notes.get(f"missions:{mission.id}", 0)


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
        d.emit(ev.Resolved("scatter", self.side, at, (tally,), outcome, self.unit, ((colored, white),)))
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
