"""1.7.1: Weapon Teams with ordnance: pivoting in their hex, and the facing they choose after entering another."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, BULK, MELEE, MOVING, OPS_COMPLETE, PIVOTED
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.opportunity import Answerable, OpportunityFire
from lnlt.rules.ch14_ordnance.acquisition import moves_off
from lnlt.rules.facts.gun_arcs import check_pivot_to_fire, pay_pivot, pivot_hull
from lnlt.rules.facts.kits import change_kit, has_facing, kit_of, vertex_name, vertex_named


class PivotTeam(Command, frozen=True, gc=False):
    """A Weapon Team pivots in its hex; `facing` names the two hexes beside the vertex."""

    unit: str
    facing: str


class TeamPivot(Answerable, frozen=True, gc=False, kw_only=True):
    """1.7.1: a Weapon Team pivots; the enemy may answer, and it may still fire in this impulse if it is left alone."""

    RULE: ClassVar[str] = "1.7.1"
    STEPS: ClassVar[tuple[str, ...]] = ("turn", "done")
    side: int
    unit: int
    vertex: int

    def turn(self, d: Draft) -> None:
        """5.3, 1.7.1: one Movement Point for two vertices, and the enemy may fire."""
        u = d.units[self.unit]
        cost = pay_pivot(d, self.unit, self.vertex)
        moves_off(d, (self.unit,))
        pivot_hull(d, self.unit, self.vertex)
        d.flag(self.unit, MOVING)
        d.push(OpportunityFire(side=1 - self.side, at=u.at, budget=max(1, cost), movers=(self.unit,)))

    def done(self, d: Draft) -> None:
        """It has pivoted; who was Shaken is Moved already."""
        if d.units[self.unit].flags & MOVING:
            d.flag(self.unit, 0, MOVING)


class PivotingTeam(Action):
    """1.7.1: a Weapon Team of a named location pivots."""

    command = PivotTeam
    needs_named = True

    def in_play(self, game: Game) -> bool:
        """1.7.1: Weapon Teams with ordnance."""
        return game.has_ordnance

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Every such Team of the named locations, every other way."""
        return [
            PivotTeam(s.units[u].id, vertex_name(game.board, loc >> 3, v))
            for loc in impulse.named
            for u in s.by_loc.get(loc, ())
            if s.units[u].side == impulse.side and not s.units[u].flags & BULK
            if has_facing(game.types[s.units[u].type])
            for v in range(6)
            if v != kit_of(s.units[u]).facing
        ]

    def check(self, game: Game, s: Position, impulse: Impulse, command: PivotTeam) -> Refusal | None:
        """1.7.1, 4.0: a Team that has not acted, Shaken or not, within its Movement Factor; once in an impulse."""
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        u = s.units[unit]
        if u.at not in impulse.named or u.side != impulse.side:
            return Refusal("4.0", "not_named", {"at": game.board.loc_name(u.at) if u.at >= 0 else u.id})
        if u.flags & BULK or not has_facing(game.types[u.type]):
            return Refusal("1.7.1", "nothing_to_turn", {"unit": u.id, "at": game.board.loc_name(u.at)})
        if acted := u.flags & (ACTION_MARKERS | MELEE | MOVING | PIVOTED):
            return Refusal("4.1" if acted == OPS_COMPLETE else "4.0", "has_acted", {"unit": u.id})
        try:
            vertex = vertex_named(game.board, u.at >> 3, command.facing)
        except KeyError:
            return Refusal("1.7.1", "no_such_vertex", {"unit": u.id, "facing": command.facing})
        if vertex == kit_of(u).facing:
            return Refusal("1.7.1", "faces_there_already", {"unit": u.id})
        return check_pivot_to_fire(game, s, unit, vertex)

    def answer(self, d: Draft, impulse: Impulse, command: PivotTeam) -> None:
        """It pivots."""
        unit = d.ids[command.unit]
        u = d.units[unit]
        d.update(impulse, did=(*impulse.did, u.at))
        vertex = vertex_named(d.game.board, u.at >> 3, command.facing)
        d.push(TeamPivot(side=u.side, unit=unit, vertex=vertex))


class FaceTeam(Command, frozen=True, gc=False):
    """The facing of a Weapon Team that has entered a hex."""

    facing: str


class TeamFacing(Question, frozen=True, gc=False, kw_only=True):
    """1.7.1: after entering a new hex a Weapon Team faces any way it likes."""

    RULE: ClassVar[str] = "1.7.1"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (FaceTeam,)
    unit: int

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """All six."""
        return [FaceTeam(vertex_name(game.board, s.units[self.unit].at >> 3, v)) for v in range(6)]

    def check(self, game: Game, s: Position, command: FaceTeam) -> Refusal | None:
        """1.7.1: a vertex of its hex."""
        u = s.units[self.unit]
        try:
            vertex_named(game.board, u.at >> 3, command.facing)
        except KeyError:
            return Refusal("1.7.1", "no_such_vertex", {"unit": u.id, "facing": command.facing})
        return None

    def answer(self, d: Draft, command: FaceTeam) -> None:
        """It faces there."""
        change_kit(d, self.unit, facing=vertex_named(d.game.board, d.units[self.unit].at >> 3, command.facing))


def ask_facings(d: Draft, units: tuple[int, ...], origin: int) -> None:
    """1.7.1: ask for the facing of every gun of a group that has come to another hex."""
    for u in reversed(units):
        unit = d.units[u]
        if unit.at >= 0 and unit.at >> 3 != origin >> 3 and has_facing(d.game.types[unit.type]):
            d.push(TeamFacing(side=unit.side, unit=u))
