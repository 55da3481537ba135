"""6.0: a move: units of one location go together, step by step; each step may draw Opportunity Fire."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.board import ROOF
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    ELIMINATED,
    HANDLED,
    IN_TUNNEL,
    MELEE,
    MOVED,
    MOVING,
    SHAKEN,
    SMOKED,
    TRIPOD,
)
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.core.terrain import PROHIBITED
from lnlt.rules.ch01_concepts import units
from lnlt.rules.ch01_concepts.handling import PickUp
from lnlt.rules.ch01_concepts.stacking import check_stacking
from lnlt.rules.ch01_concepts.teams import check_team_step
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.opportunity import Answerable, OpportunityFire, opens_window
from lnlt.rules.ch06_movement.costs import step_cost, steps_from, unit_cost
from lnlt.rules.ch06_movement.loads import (
    Abandon,
    abandon,
    check_abandon,
    check_pick_up,
    loads,
    pick_up,
    pick_up_cost,
    picks,
)
from lnlt.rules.ch06_movement.modes import (
    HALF,
    MARKERS,
    allowance,
    check_capable,
    check_company,
    modes_of,
)
from lnlt.rules.ch08_melee.entering import begin_melee, check_entry, go_back
from lnlt.rules.ch08_melee.leaving import after_leaving, check_left_behind
from lnlt.rules.ch08_melee.marks import leg_units
from lnlt.rules.ch10_los_spotting.caves import UNDERGROUND, check_underground
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted
from lnlt.rules.ch18_indirect.shelling import shell_entering
from lnlt.rules.ch22_scenario.control import take_control
from lnlt.rules.ch22_scenario.exits import check_exit, go_off
from lnlt.rules.ch22_scenario.happenings import entered

ANY_COST = frozenset({"normal", "double_time", "stealth"})
"""Modes in which one hex may always be entered, whatever it costs (6.0, Q-055)."""


def check_mover(game: Game, s: Position, unit: int) -> Refusal | None:
    """4.0, 6.0: a unit that has not acted and has a Movement Factor may move, Shaken or not."""
    u = s.units[unit]
    if u.flags & MELEE:
        return Refusal("8.1", "in_melee", {"unit": u.id})
    if u.flags & ACTION_MARKERS:
        return Refusal("4.0", "has_acted", {"unit": u.id})
    if "pivot_only" in game.types[u.type].abilities:
        return Refusal("1.7", "cannot_move", {"unit": u.id})
    if units.movement(game, s, u) < 1:
        return Refusal("6.0", "cannot_move", {"unit": u.id})
    return None


def check_step(
    game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], frm: int, to: int
) -> Refusal | None:
    """6.0, 1.3, 5.1: whether a group may take a step."""
    everyone = s.units
    side = everyone[movers[0]].side
    if to & 7 in UNDERGROUND:
        for u in movers:
            refusal = check_underground(game, s, u, to)
            if refusal is not None:
                return refusal
    scout = game.has_scouts and has_scout(game, s, movers)
    for u, mode in zip(movers, modes, strict=True):
        unit = everyone[u]
        if game.types[unit.type].kind == "weapon_team":
            refusal = check_team_step(game, s, u, frm, to)
            if refusal is not None:
                return refusal
        cost = unit_cost(game, s, u, frm, to, scout)
        if cost == PROHIBITED:
            why = step_cost(game, s, frm, to)
            return why if isinstance(why, Refusal) else Refusal("6.0", "terrain_prohibited", {"unit": unit.id})
        if unit.mp or unit.flags & HANDLED or mode not in ANY_COST:
            left = allowance(game, s, u, mode, movers) - unit.mp
            if cost > left:
                rule = "6.1" if mode in HALF else "6.0"
                return Refusal(rule, "too_few_points", {"unit": unit.id, "cost": _points(cost), "left": _points(left)})
        if mode == "low_crawl" and (unit.mp or cost >= allowance(game, s, u, "normal", ())):
            return Refusal("6.3", "one_hex", {"unit": unit.id})
        if unit.flags & SHAKEN and frm != NOWHERE:
            refusal = check_no_advance(game, s, u, frm, to)
            if refusal is not None:
                return refusal
    if to >> 3 not in game.playable:
        return Refusal("22.0", "off_limits", {"at": game.board.loc_name(to)})
    there = s.by_loc.get(to, ())
    held = there and any(everyone[u].side != side for u in there)
    if held or any(m.kind == "melee" for m in s.marks.get(to, ())):
        refusal = check_entry(game, s, movers, modes, to)
        if refusal is not None:
            return refusal
    if there or frm == NOWHERE or to & 7 == ROOF or game.board.terrain[to >> 3].stacking is not None:
        return check_stacking(game, s, side, to, movers)
    return None


def has_scout(game: Game, s: Position, movers: Iterable[int]) -> bool:
    """11.6: whether a Scout moves along who does not crew a weapon."""
    return any(game.types[s.units[u].type].kind == "scout" and not s.units[u].carries for u in movers)


def _points(half: int) -> str:
    return str(half // 2) if half % 2 == 0 else f"{half / 2:g}"


def check_no_advance(game: Game, s: Position, unit: int, frm: int, to: int) -> Refusal | None:
    """5.1, 6.0, Q-041: a Shaken unit may not come closer to an enemy it sees from where it stands."""
    side = s.units[unit].side
    a, b = frm >> 3, to >> 3
    before, after = game.ranges[a], game.ranges[b]
    for loc, members in s.by_loc.items():
        if all(s.units[u].side == side for u in members):
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
    """Take a unit into the moving group, in a mode of movement."""

    unit: str
    mode: str = "normal"


class StepTo(Command, frozen=True, gc=False):
    """Move on to a neighbouring location."""

    at: str


class StopMove(Command, frozen=True, gc=False):
    """End the move here."""


class ExitMap(Command, frozen=True, gc=False):
    """Leave the map."""


def where(game: Game, text: str) -> int | None:
    """Location of a name, None if the board has none."""
    try:
        return game.board.loc(text)
    except KeyError:
        return None


class MoveGroup(Question, frozen=True, gc=False, kw_only=True):
    """6.0: which units of a location move together, and how; the first step begins the move."""

    RULE: ClassVar[str] = "6.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (AddMover, StepTo, StopMove, ExitMap, PickUp, Abandon)
    origin: int
    only: tuple[int, ...] = ()
    """If any: these units withdraw from Melee, nobody else moves, and they may stay after all (8.1.1)."""
    members: tuple[int, ...] = ()
    modes: tuple[str, ...] = ()

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Units with a higher number than those already in, in each mode; then the first step."""
        found: list[Command] = [*self.joining(game, s)]
        if self.members:
            found.extend(StepTo(game.board.loc_name(to)) for to in steps_from(game, self.origin, s))
            if game.setup.exits:
                found.append(ExitMap())
            if s.weapons:
                found.extend(picks(s, self.members, self.origin))
                found.extend(loads(s, self.members))
        if self.only:
            found.append(StopMove())
        return found

    def joining(self, game: Game, s: Position) -> list[AddMover]:
        """Units that might still join, in each mode they are capable of."""
        last = self.members[-1] if self.members else -1
        return [
            AddMover(s.units[u].id, mode)
            for u in s.by_loc.get(self.origin, ())
            if u > last and s.units[u].side == self.side and (not self.only or u in self.only)
            for mode in modes_of(game, s, u)
        ]

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """6.0, 8.1.1: a unit joins if the group can still take a step with it; only who withdraws may stay instead."""
        if type(command) is StopMove:
            return None if self.only else Refusal("6.0", "nobody_moves")
        if type(command) is AddMover:
            return self._check_add(game, s, command)
        if not self.members:
            return Refusal("6.0", "nobody_moves")
        if type(command) is Abandon:
            return check_abandon(s, self.members, command)
        if type(command) is PickUp:
            return check_pick_up(game, s, self.members, self.modes, command) or self._check_burdened(game, s, command)
        to = where(game, command.at) if type(command) is StepTo else NOWHERE
        if to is None:
            return Refusal("1.4", "no_such_place", {"at": getattr(command, "at", "")})
        for u, mode in zip(self.members, self.modes, strict=True):
            refusal = check_company(game, s, u, mode, self.members)
            if refusal is not None:
                return refusal
        if self.only:
            refusal = check_left_behind(game, s, self.side, self.origin, self.members)
            if refusal is not None:
                return refusal
        if to == NOWHERE:
            return check_exit(game, s, self.members, self.modes, self.origin)
        return check_step(game, s, self.members, self.modes, self.origin, to)

    def _check_add(self, game: Game, s: Position, command: AddMover) -> Refusal | None:
        unit = s.ids.get(command.unit)
        if unit is None or s.units[unit].at != self.origin or s.units[unit].side != self.side:
            return Refusal("6.0", "not_here", {"unit": command.unit, "at": game.board.loc_name(self.origin)})
        if self.members and unit <= self.members[-1]:
            return Refusal("6.0", "in_order", {"unit": command.unit})
        if self.only and unit not in self.only:
            return Refusal("8.1.1", "has_not_withdrawn", {"unit": command.unit})
        refusal = check_mover(game, s, unit) or check_capable(game, s, unit, command.mode)
        if refusal is not None:
            return refusal
        members, modes = (*self.members, unit), (*self.modes, command.mode)
        return check_way_out(game, s, members, modes, self.origin) or self._check_leader_to_come(
            game, s, members, modes
        )

    def _check_burdened(self, game: Game, s: Position, command: PickUp) -> Refusal | None:
        """1.6: before it sets off a unit picks up a weapon only if the cheapest step is still within its points."""
        unit = s.ids[command.unit]
        mode = self.modes[self.members.index(unit)]
        cost = pick_up_cost(game, s, unit, command)
        left = allowance(game, s, unit, mode, self.members) - s.units[unit].mp - cost
        for to in steps_from(game, self.origin):
            price = unit_cost(game, s, unit, self.origin, to)
            if price != PROHIBITED and price <= left and mode != "low_crawl":
                if check_step(game, s, self.members, self.modes, self.origin, to) is None:
                    return None
        return Refusal("1.6", "too_few_points", {"unit": command.unit, "cost": _points(cost), "left": _points(left)})

    def _check_leader_to_come(
        self, game: Game, s: Position, members: tuple[int, ...], modes: tuple[str, ...]
    ) -> Refusal | None:
        """6.2: a Leader a Double-Time needs must be in the group or still be able to join it."""
        to_come = [o for o in s.by_loc[self.origin] if o > members[-1] and check_mover(game, s, o) is None]
        for u, mode in zip(members, modes, strict=True):
            if check_company(game, s, u, mode, members) is not None:
                found = any(
                    check_company(game, s, u, mode, (*members, o)) is None
                    and check_way_out(game, s, (*members, o), (*modes, "normal"), self.origin) is None
                    for o in to_come
                )
                if not found:
                    return check_company(game, s, u, mode, members)
        return None

    def answer(self, d: Draft, command: Command) -> None:
        """Grow the group, see to its weapons, set off, or stay."""
        if type(command) is StopMove:
            return
        if type(command) is PickUp:
            pick_up(d, command)
            d.push(self)
            return
        if type(command) is Abandon:
            abandon(d, command)
            d.push(self)
            return
        if type(command) is AddMover:
            members = (*self.members, d.ids[command.unit])
            d.push(replace(self, members=members, modes=(*self.modes, command.mode)))
            return
        set_off(d, self.side, self.origin, self.members, self.modes)
        if type(command) is StepTo:
            take_step(d, d.game.board.loc(command.at))
        else:
            leave_map(d)


def check_way_out(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], origin: int) -> Refusal | None:
    """6.0: there must be a step the whole group can take."""
    first: Refusal | None = None
    for to in steps_from(game, origin, s):
        refusal = check_step(game, s, movers, modes, origin, to)
        if refusal is None:
            return None
        first = first or refusal
    if game.setup.exits and check_exit(game, s, movers, modes, origin) is None:
        return None
    return first or Refusal("6.0", "no_way_out", {"at": game.board.loc_name(origin)})


def set_off(d: Draft, side: int, origin: int, movers: tuple[int, ...], modes: tuple[str, ...]) -> None:
    """6.0, 6.4: the group begins to move; Stealth is lost in the company of units that lack it."""
    silent = all("stealth" in mode for mode in modes)
    if not silent:
        modes = tuple({"stealth": "normal", "stealth_assault": "assault"}.get(mode, mode) for mode in modes)
    for u, mode in zip(movers, modes, strict=True):
        d.flag(u, MOVING | (MARKERS[mode] & ~MOVED))
        if origin != NOWHERE:
            abandon_assembled(d, u)
    d.push(Move(side=side, origin=origin, at=origin, came_from=origin, units=movers, modes=modes))


def abandon_assembled(d: Draft, unit: int) -> None:
    """1.6.1, 1.6.5: a weapon whose tripod or assembled side is up stays behind when its unit leaves the hex."""
    u = d.units[unit]
    for w in u.carries:
        if d.weapons[w].flags & TRIPOD:
            d.emit(ev.WeaponPassed(w, at=u.at))


class Move(Answerable, frozen=True, gc=False, kw_only=True):
    """6.0: a group on its way. Each step: enter, hazards, events, Opportunity Fire or Melee, then those fit go on."""

    RULE: ClassVar[str] = "6.0"
    STEPS: ClassVar[tuple[str, ...]] = ("hazards", "events", "answer_window", "after_window", "go_on", "finish")
    side: int
    origin: int
    at: int
    came_from: int
    units: tuple[int, ...]
    modes: tuple[str, ...]
    spent: int = 0
    """Half points of the last step, the lowest if units paid differently (5.3)."""
    in_melee: bool = False
    halted: bool = False
    """Something ends the move here (an Event, a Melee)."""
    leaving: bool = False
    """A weapon has been abandoned here, so the group goes on (1.6)."""
    returned: bool = False
    """Units shaken on entering a Melee are back where they came from (8.0, Q-068)."""

    def fit(self, d: Draft) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """Units of the move that are still moving, new Heroes among them, and their modes."""
        modes = dict(zip(self.units, self.modes, strict=True))
        still = tuple(
            u
            for u in d.by_loc.get(self.at, ())
            if d.units[u].side == self.side and d.units[u].flags & MOVING and not d.units[u].flags & ELIMINATED
        )
        return still, tuple(modes.get(u, mode_of(d.units[u].flags)) for u in still)

    def hazards(self, d: Draft) -> None:
        """6.0, 18.2: Fire for Effect attacks those who enter a hex under it; so do Mines."""
        if d.markers and self.at >> 3 != self.came_from >> 3:
            shell_entering(d, self.at, self.fit(d)[0])

    def events(self, d: Draft) -> None:
        """6.0, 1.8: Events may be triggered."""
        entered(d, self.side, self.at, self.fit(d)[0])

    def answer_window(self, d: Draft) -> None:
        """5.3, 8.0: the enemy may fire, or there is Melee if he holds the location."""
        if self.in_melee or leg_units(d.game, d, 1 - self.side, self.at):
            self._enter_melee(d)
            return
        still, modes = self.fit(d)
        d.update(self, units=still, modes=modes)
        watched = self.units if self.returned else still
        if not watched:
            return
        enemy = 1 - self.side
        if not self.let_pass and opens_window(d.game, d, enemy, self.at, watched):
            d.push(OpportunityFire(side=enemy, at=self.at, budget=max(1, (self.spent + 1) // 2), movers=watched))

    def _enter_melee(self, d: Draft) -> None:
        """8.0, Q-068: Melee in place of Opportunity Fire; units that cannot fight any more may have to go back."""
        here = tuple(u for u in d.by_loc.get(self.at, ()) if u in self.units or d.units[u].flags & MOVING)
        move = d.update(self, halted=True)
        if here and begin_melee(d, self.side, self.at, here, self.came_from, self.origin):
            go_back(d, here, self.at, self.came_from)
            modes = ("normal",) * len(here)
            d.update(move, at=self.came_from, units=here, modes=modes, in_melee=False, returned=True, step=0, spent=2)

    def after_window(self, d: Draft) -> None:
        """5.3: Shaken, wounded and eliminated units stay behind; a Hero created on the way may go on (11.2.1).

        Good Order MMCs and Heroes take control of what they pass through (22.1).
        """
        still, modes = self.fit(d)
        d.update(self, units=still, modes=modes)
        take_control(d, self.at)

    def go_on(self, d: Draft) -> None:
        """Ask for the next step if there is one."""
        if not self.units or self.halted:
            return
        if check_way_out(d.game, d, self.units, self.modes, self.at) is None or may_pick_up(d.game, d, self):
            d.push(MoveOn(side=self.side))

    def finish(self, d: Draft) -> None:
        """4.0, 6.1, Q-046: mark those who moved; Assault Movers may still fire in this impulse.

        After Assault Fire all are Moved, a Leader who came along too (6.1.1).
        """
        arrived = []
        fired = any(d.units[u].flags & ASSAULT_FIRE for u in self.units)
        for u, mode in zip(self.units, self.modes, strict=True):
            if d.units[u].flags & MELEE:
                d.flag(u, 0, MOVING | ASSAULT_FIRE | SMOKED | HANDLED)
            elif d.units[u].flags & ASSAULT_FIRE or (fired and mode in HALF):
                marker = MARKERS["stealth"] if "stealth" in mode else MOVED
                d.flag(u, marker, MOVING | ASSAULT_FIRE | SMOKED | (MARKERS[mode] & ~marker))
            else:
                d.flag(u, MARKERS[mode], MOVING | SMOKED | HANDLED)
                if mode in HALF:
                    arrived.append(u)
        impulse = d.enclosing(Impulse)
        if arrived and impulse is not None:
            d.replace_enclosing(impulse, arrived=(*impulse.arrived, *arrived))


def mode_of(flags: int) -> str:
    """The mode a moving unit's markers say, for Heroes created on the way."""
    for mode in ("stealth_assault", "assault", "low_crawl", "stealth", "hit_and_run"):
        if flags & MARKERS[mode] == MARKERS[mode]:
            return mode
    return "normal"


def take_step(d: Draft, to: int) -> None:
    """6.0: every unit of the move enters the location and pays."""
    move = d.stack[-1]
    assert isinstance(move, Move)
    game = d.game
    spent = 1_000_000
    scout = game.has_scouts and has_scout(game, d, move.units)
    for u, mode in zip(move.units, move.modes, strict=True):
        unit = d.units[u]
        cost = unit_cost(game, d, u, move.at, to, scout)
        pays = max(1, min(cost, allowance(game, d, u, mode, move.units) - unit.mp))
        spent = min(spent, pays)
        d.emit(ev.Moved(u, unit.at, to, pays))
        if (move.at | to) & 4 and move.at >= 0:
            _mark_tunnel(d, u, move.at, to)
    if move.at != NOWHERE:
        drop_spotted(d, move.at)
        after_leaving(d, move.side, move.at)
    melee = any(m.kind == "melee" for m in d.marks.get(to, ()))
    d.update(move, at=to, came_from=move.at, step=0, spent=spent, in_melee=melee, leaving=False)


def may_pick_up(game: Game, s: Position, move: Move) -> bool:
    """1.6: whether a unit of the move can pick up a weapon where it is now."""
    if not any(w.at == move.at for w in s.weapons):
        return False
    check = check_pick_up
    return any(
        type(c) is PickUp and check(game, s, move.units, move.modes, c) is None for c in picks(s, move.units, move.at)
    )


def _mark_tunnel(d: Draft, unit: int, frm: int, to: int) -> None:
    """10.7.1: an In Tunnel marker for those on the way between Caves, until they leave the Cave at the other end."""
    inside = to & 7 in UNDERGROUND and frm >> 3 != to >> 3
    d.flag(unit, IN_TUNNEL if inside else 0, 0 if inside else IN_TUNNEL)


def leave_map(d: Draft) -> None:
    """22.0: the move leads off the map."""
    move = d.stack[-1]
    assert isinstance(move, Move)
    go_off(d, move.side, move.units, move.at)
    d.update(move, units=(), modes=(), step=len(Move.STEPS) - 1)


class MoveOn(Question, frozen=True, gc=False, kw_only=True):
    """6.0: the next step of a move, or the end of it."""

    RULE: ClassVar[str] = "6.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (StepTo, StopMove, ExitMap, PickUp, Abandon)

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Every neighbouring location, weapons to take or leave, and stopping."""
        move = enclosing(s, Move)
        assert move is not None
        found: list[Command] = [StepTo(game.board.loc_name(to)) for to in steps_from(game, move.at, s)]
        if s.weapons:
            found.extend(picks(s, move.units, move.at))
            found.extend(loads(s, move.units))
        found.append(StopMove())
        if game.setup.exits:
            found.append(ExitMap())
        return found

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """6.0, 1.6, 22.0: see the checks of each command; who has abandoned a weapon leaves the hex."""
        move = enclosing(s, Move)
        assert move is not None
        if type(command) is StopMove:
            return Refusal("1.6", "must_leave") if move.leaving else None
        if type(command) is PickUp:
            if move.leaving:
                return Refusal("1.6", "must_leave")
            return check_pick_up(game, s, move.units, move.modes, command)
        if type(command) is ExitMap:
            return check_exit(game, s, move.units, move.modes, move.at)
        if type(command) is Abandon:
            refusal = check_abandon(s, move.units, command)
            return refusal or check_way_out(game, s, move.units, move.modes, move.at)
        assert type(command) is StepTo
        to = where(game, command.at)
        if to is None:
            return Refusal("1.4", "no_such_place", {"at": command.at})
        return check_step(game, s, move.units, move.modes, move.at, to)

    def answer(self, d: Draft, command: Command) -> None:
        """Take the step, leave the map, see to a weapon and go on, or let the move finish."""
        move = d.stack[-1]
        assert isinstance(move, Move)
        if type(command) is StepTo:
            take_step(d, d.game.board.loc(command.at))
        elif type(command) is ExitMap:
            leave_map(d)
        elif type(command) is PickUp:
            pick_up(d, command)
            d.update(move, step=Move.STEPS.index("go_on"))
        elif type(command) is Abandon:
            abandon(d, command)
            d.update(move, step=Move.STEPS.index("go_on"), leaving=True)
