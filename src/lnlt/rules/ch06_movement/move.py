"""6.0: a move: units of one location go together, step by step; each step may draw Opportunity Fire."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.board import ROOF
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ELIMINATED, MELEE, MOVED, MOVING, SHAKEN
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.core.terrain import PROHIBITED
from lnlt.rules.ch01_concepts import units
from lnlt.rules.ch01_concepts.stacking import check_stacking
from lnlt.rules.ch05_fire.opportunity import Answerable, OpportunityFire, opens_window
from lnlt.rules.ch06_movement.costs import leg_cost, step_cost, steps_from
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted


def check_mover(game: Game, s: Position, unit: int) -> Refusal | None:
    """4.0, 6.0: a unit that has not acted and has a Movement Factor may move, Shaken or not."""
    u = s.units[unit]
    if u.flags & MELEE:
        return Refusal("8.0", "in_melee", {"unit": u.id})
    if u.flags & ACTION_MARKERS:
        return Refusal("4.0", "has_acted", {"unit": u.id})
    if units.movement(game, s, u) < 1:
        return Refusal("6.0", "cannot_move", {"unit": u.id})
    if any("tripod_up" in game.weapon_types[s.weapons[w].type].abilities for w in u.carries):
        return Refusal("1.6.1", "tripod_up", {"unit": u.id})
    return None


def check_step(game: Game, s: Position, movers: tuple[int, ...], frm: int, to: int) -> Refusal | None:
    """6.0, 1.3, 5.1: whether a group may take a step."""
    everyone = s.units
    side = everyone[movers[0]].side
    cost = leg_cost(game, s, frm, to)
    if cost == PROHIBITED:
        why = step_cost(game, s, frm, to)
        return why if isinstance(why, Refusal) else Refusal("6.0", "terrain_prohibited")
    there = s.by_loc.get(to, ())
    if there and any(everyone[u].side != side for u in there):
        return Refusal("8.0", "enemy_there", {"at": game.board.loc_name(to)})
    for u in movers:
        unit = everyone[u]
        left = 2 * units.movement(game, s, unit) - unit.mp
        if cost > left and unit.mp:
            return Refusal("6.0", "too_few_points", {"unit": unit.id, "cost": _points(cost), "left": _points(left)})
        if unit.flags & SHAKEN:
            refusal = check_no_advance(game, s, u, frm, to)
            if refusal is not None:
                return refusal
    if there or to & 7 == ROOF or game.board.terrain[to >> 3].stacking is not None:
        return check_stacking(game, s, side, to, movers)
    return None


def _points(half: int) -> str:
    return str(half // 2) if half % 2 == 0 else f"{half / 2:g}"


def check_no_advance(game: Game, s: Position, unit: int, frm: int, to: int) -> Refusal | None:
    """5.1, 6.0, Q-041: a Shaken unit may not come closer to an enemy it sees from where it stands."""
    side = s.units[unit].side
    a, b = frm >> 3, to >> 3
    before, after = game.ranges[a], game.ranges[b]
    for loc, members in s.by_loc.items():
        if s.units[members[0]].side == side:
            continue
        closer = after[loc >> 3] < before[loc >> 3]
        if a == b and before[loc >> 3] <= 1:
            board = game.board
            level = board.level(loc)
            closer = abs(board.level(to) - level) < abs(board.level(frm) - level)
        if closer and sees(game, s, frm, loc):
            return Refusal("5.1", "shaken_advances", {"unit": s.units[unit].id, "enemy": game.board.loc_name(loc)})
    return None


class AddMover(Command, frozen=True, gc=False):
    """Take a unit into the moving group."""

    unit: str


class StepTo(Command, frozen=True, gc=False):
    """Move on to a neighbouring location."""

    at: str


class StopMove(Command, frozen=True, gc=False):
    """End the move here."""


def _where(game: Game, text: str) -> int | None:
    try:
        return game.board.loc(text)
    except KeyError:
        return None


class MoveGroup(Question, frozen=True, gc=False, kw_only=True):
    """6.0: which units of a location move together; the first step begins the move."""

    RULE: ClassVar[str] = "6.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (AddMover, StepTo)
    origin: int
    members: tuple[int, ...] = ()

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Units with a higher number than those already in; then the first step."""
        last = self.members[-1] if self.members else -1
        found: list[Command] = [
            AddMover(s.units[u].id) for u in s.by_loc.get(self.origin, ()) if u > last and s.units[u].side == self.side
        ]
        if self.members:
            found.extend(StepTo(game.board.loc_name(to)) for to in steps_from(game, self.origin))
        return found

    def check(self, game: Game, s: Position, command: AddMover | StepTo) -> Refusal | None:
        """6.0: a unit joins if the group can still take a step with it."""
        if type(command) is AddMover:
            unit = s.ids.get(command.unit)
            if unit is None or s.units[unit].at != self.origin or s.units[unit].side != self.side:
                return Refusal("6.0", "not_here", {"unit": command.unit, "at": game.board.loc_name(self.origin)})
            if self.members and unit <= self.members[-1]:
                return Refusal("6.0", "in_order", {"unit": command.unit})
            return check_mover(game, s, unit) or check_way_out(game, s, (*self.members, unit), self.origin)
        assert type(command) is StepTo
        if not self.members:
            return Refusal("6.0", "nobody_moves")
        to = _where(game, command.at)
        if to is None:
            return Refusal("1.4", "no_such_place", {"at": command.at})
        return check_step(game, s, self.members, self.origin, to)

    def answer(self, d: Draft, command: AddMover | StepTo) -> None:
        """Grow the group, or set off."""
        if type(command) is AddMover:
            d.push(replace(self, members=(*self.members, d.ids[command.unit])))
            return
        assert type(command) is StepTo
        for u in self.members:
            d.flag(u, MOVING)
        d.push(Move(side=self.side, origin=self.origin, at=self.origin, units=self.members))
        take_step(d, d.game.board.loc(command.at))


def check_way_out(game: Game, s: Position, movers: tuple[int, ...], origin: int) -> Refusal | None:
    """6.0: there must be a step the whole group can take."""
    first: Refusal | None = None
    for to in steps_from(game, origin):
        refusal = check_step(game, s, movers, origin, to)
        if refusal is None:
            return None
        first = first or refusal
    return first or Refusal("6.0", "no_way_out", {"at": game.board.loc_name(origin)})


class Move(Answerable, frozen=True, gc=False, kw_only=True):
    """6.0: a group on its way. Each step: enter, then Opportunity Fire, then those still fit go on."""

    RULE: ClassVar[str] = "6.0"
    STEPS: ClassVar[tuple[str, ...]] = ("after_window", "go_on", "finish")
    side: int
    origin: int
    at: int
    units: tuple[int, ...]

    def after_window(self, d: Draft) -> None:
        """5.3: Shaken, wounded and eliminated units stay behind; a Hero created on the way may go on (11.2.1)."""
        fit = tuple(
            u
            for u in d.by_loc.get(self.at, ())
            if d.units[u].side == self.side and d.units[u].flags & MOVING and not d.units[u].flags & ELIMINATED
        )
        d.update(self, units=fit)

    def go_on(self, d: Draft) -> None:
        """Ask for the next step if there is one."""
        if self.units and check_way_out(d.game, d, self.units, self.at) is None:
            d.push(MoveOn(side=self.side))

    def finish(self, d: Draft) -> None:
        """4.0: mark those who moved."""
        for u in self.units:
            d.flag(u, MOVED, MOVING)


def take_step(d: Draft, to: int) -> None:
    """6.0: every unit of the move enters the location and pays; then the enemy may answer."""
    move = d.stack[-1]
    assert isinstance(move, Move)
    game = d.game
    cost = leg_cost(game, d, move.at, to)
    spent = 1_000_000
    for u in move.units:
        unit = d.units[u]
        pays = min(cost, 2 * units.movement(game, d, unit) - unit.mp)
        spent = min(spent, pays)
        d.emit(ev.Moved(u, move.at, to, pays))
    drop_spotted(d, move.at)
    d.update(move, at=to, step=0)
    enemy = 1 - move.side
    if not move.let_pass and opens_window(game, d, enemy, to, move.units):
        d.push(OpportunityFire(side=enemy, at=to, budget=max(1, (spent + 1) // 2), movers=move.units))


class MoveOn(Question, frozen=True, gc=False, kw_only=True):
    """6.0: the next step of a move, or the end of it."""

    RULE: ClassVar[str] = "6.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (StepTo, StopMove)

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Every neighbouring location, and stopping."""
        move = enclosing(s, Move)
        assert move is not None
        found: list[Command] = [StepTo(game.board.loc_name(to)) for to in steps_from(game, move.at)]
        found.append(StopMove())
        return found

    def check(self, game: Game, s: Position, command: StepTo | StopMove) -> Refusal | None:
        """6.0: see `check_step`."""
        if type(command) is StopMove:
            return None
        assert type(command) is StepTo
        move = enclosing(s, Move)
        assert move is not None
        to = _where(game, command.at)
        if to is None:
            return Refusal("1.4", "no_such_place", {"at": command.at})
        return check_step(game, s, move.units, move.at, to)

    def answer(self, d: Draft, command: StepTo | StopMove) -> None:
        """Take the step, or let the move finish."""
        if type(command) is StepTo:
            take_step(d, d.game.board.loc(command.at))
