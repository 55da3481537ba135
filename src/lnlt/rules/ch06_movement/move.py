"""6.0: a move: units of one location go together, step by step; each step may draw Opportunity Fire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ASSAULT_FIRE,
    BULK,
    CONTINUOUS,
    DUG_IN,
    ELIMINATED,
    FIRED,
    HANDLED,
    IN_TUNNEL,
    MELEE,
    MOVED,
    MOVING,
    SMOKED,
)
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch01_concepts.handling import PickUp
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch04_operations.occasion import occasion_of
from lnlt.rules.ch05_fire.opportunity import Answerable, OpportunityFire, opens_window
from lnlt.rules.ch06_movement.costs import steps_from, unit_cost
from lnlt.rules.ch06_movement.loads import (
    Abandon,
    abandon,
    check_abandon,
    check_assembled,
    check_pick_up,
    loads,
    pick_up,
    picks,
)
from lnlt.rules.ch06_movement.modes import (
    FIRE_AFTER,
    HALF,
    MARKERS,
    abilities,
    allowance,
)
from lnlt.rules.ch06_movement.on_the_way import (
    Dismount,
    FireOnTheRun,
    check_dismount,
    check_fire_on_the_run,
    dismount,
    dismounts,
    may_dismount,
    may_fire_on_the_run,
    open_fire_on_the_run,
    running_shots,
)
from lnlt.rules.ch06_movement.steps import (
    ExitMap,
    StepTo,
    StopMove,
    check_step,
    check_way_out,
    has_scout,
    open_steps,
    where,
)
from lnlt.rules.ch08_melee.entering import begin_melee, go_back
from lnlt.rules.ch08_melee.leaving import after_leaving
from lnlt.rules.ch08_melee.marks import leg_units, melee_marker
from lnlt.rules.ch10_los_spotting.caves import UNDERGROUND
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted
from lnlt.rules.ch14_ordnance.acquisition import left_behind, moves_off
from lnlt.rules.ch14_ordnance.teams import ask_facings
from lnlt.rules.ch16_passengers.mounting import Embarking, Mount, check_mount, may_mount, mounts
from lnlt.rules.ch17_close_assault import AssaultVehicle, CloseAssault, check_assault
from lnlt.rules.ch18_indirect.shelling import shell_entering
from lnlt.rules.ch21_fortifications.mines import mines_entering
from lnlt.rules.ch21_fortifications.shelters import mark_trench
from lnlt.rules.ch22_scenario.control import take_control
from lnlt.rules.ch22_scenario.exits import check_exit, go_off
from lnlt.rules.ch22_scenario.happenings import entered
from lnlt.rules.ch23_equipment.boats import boat_cost, boat_step
from lnlt.rules.ch23_equipment.claymores import trip


def set_off(d: Draft, side: int, origin: int, movers: tuple[int, ...], modes: tuple[str, ...]) -> None:
    """6.0, 6.4: the group begins to move; Stealth is lost in the company of units that lack it or do without it."""
    if any("stealth" in mode for mode in modes) and not all(
        "stealth" in mode or (mode == "low_crawl" and "stealth" in abilities(d.game, d, u))
        for u, mode in zip(movers, modes, strict=True)
    ):
        modes = tuple({"stealth": "normal", "stealth_assault": "assault"}.get(mode, mode) for mode in modes)
    for u, mode in zip(movers, modes, strict=True):
        d.flag(u, MOVING | (MARKERS[mode] & ~MOVED), CONTINUOUS)
    if d.game.has_ordnance:
        moves_off(d, movers)
    d.push(Move(side=side, origin=origin, at=origin, came_from=origin, units=movers, modes=modes))


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

    def on_foot(self) -> tuple[int, ...]:
        """All of them."""
        return self.units

    def fit(self, d: Draft) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """Units of the move that are still moving, new Heroes among them, and their modes."""
        everyone = d.units
        others = [frame for frame in d.stack[:-1] if isinstance(frame, Answerable)]
        still, modes = [], []
        for u in d.by_loc.get(self.at, ()):
            unit = everyone[u]
            if unit.flags & (MOVING | ELIMINATED | BULK) == MOVING and unit.side == self.side:
                if u in self.units or not any(u in frame.on_foot() for frame in others):
                    still.append(u)
                    modes.append(self.modes[self.units.index(u)] if u in self.units else mode_of(unit.flags))
        return tuple(still), tuple(modes)

    def here(self, d: Draft) -> tuple[int, ...]:
        """Units of the move that are where it has come to, also those that something has just stopped."""
        return tuple(u for u in self.units if d.units[u].at == self.at)

    def hazards(self, d: Draft) -> None:
        """6.0, 8.0, 18.2, 21.4: Fire for Effect attacks those who enter a hex under it, or come back; so do Mines."""
        if self.at & ~7 not in d.marks:
            return
        if self.returned or self.at >> 3 != self.came_from >> 3:
            entering = self.here(d) if self.returned else self.fit(d)[0]
            mines_entering(d, self.at, entering)
            shell_entering(d, self.at, entering)

    def events(self, d: Draft) -> None:
        """6.0, 1.8: Events may be triggered."""
        if d.game.setup.events:
            entered(d, self.side, self.at, self.fit(d)[0])

    def answer_window(self, d: Draft) -> None:
        """5.3, 8.0: the enemy may fire, also at units that the fire they entered has stopped; or there is Melee."""
        if self.in_melee or leg_units(d.game, d, 1 - self.side, self.at):
            self._enter_melee(d)
            return
        still, modes = self.fit(d)
        watched = tuple(dict.fromkeys((*self.here(d), *still)))
        d.update(self, units=still, modes=modes)
        if not watched:
            return
        enemy = 1 - self.side
        if not self.let_pass and opens_window(d.game, d, enemy, self.at, watched):
            d.push(OpportunityFire(side=enemy, at=self.at, budget=max(1, (self.spent + 1) // 2), movers=watched))
        if d.game.claymores:
            trip(d, self.at, self.came_from, watched)

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
        if may_go_on(d.game, d, self):
            d.push(MoveOn(side=self.side))

    def finish(self, d: Draft) -> None:
        """4.0, 6.1: the move is over."""
        mark_moved(d, self.units, self.modes, self.origin)


def mark_moved(d: Draft, movers: tuple[int, ...], modes: tuple[str, ...], origin: int) -> None:
    """4.0, 6.1, Q-046: mark those who moved; Assault Movers may still fire in this impulse.

    After Assault Fire all are Moved, a Leader who came along too (6.1.1).
    """
    arrived = []
    fired = any(d.units[u].flags & ASSAULT_FIRE for u in movers)
    for u, mode in zip(movers, modes, strict=True):
        if d.units[u].flags & MELEE:
            d.flag(u, 0, MOVING | ASSAULT_FIRE | SMOKED | HANDLED)
        elif d.units[u].flags & ASSAULT_FIRE or (fired and mode in HALF):
            marker = MARKERS["stealth"] if "stealth" in mode else MOVED
            d.flag(u, marker, MOVING | ASSAULT_FIRE | SMOKED | (MARKERS[mode] & ~marker))
        else:
            d.flag(u, MARKERS[mode], MOVING | SMOKED | HANDLED)
            if mode in FIRE_AFTER:
                arrived.append(u)
    impulse = occasion_of(d)
    if arrived and isinstance(impulse, Impulse):
        d.replace_enclosing(impulse, arrived=(*impulse.arrived, *arrived))
    if d.game.has_ordnance:
        ask_facings(d, movers, origin)


def mode_of(flags: int) -> str:
    """The mode a moving unit's markers say, for Heroes created on the way."""
    for mode in ("stealth_assault", "assault", "low_crawl", "stealth", "hit_and_run"):
        if flags & MARKERS[mode] == MARKERS[mode]:
            return mode
    return "normal"


def close_in(d: Draft, command: AssaultVehicle) -> None:
    """17.1: the group assaults a vehicle next door; its move is over."""
    move = d.stack[-1]
    assert isinstance(move, Move)
    target = d.ids[command.target]
    moved = any(d.units[u].mp for u in move.units)
    d.update(move, units=(), modes=(), halted=True, step=len(Move.STEPS))
    d.push(
        CloseAssault(
            side=move.side,
            at=d.units[target].at,
            came_from=move.at,
            target=target,
            units=move.units,
            moved=moved,
        )
    )


def assaults(s: Position, side: int, near: Sequence[int]) -> list[Command]:
    """17.1: enemy vehicles next door, or around a Bunker."""
    return [
        AssaultVehicle(s.units[u].id)
        for j in near
        if j >= 0
        for u in s.by_loc.get(j * 8, ())
        if s.units[u].flags & BULK and s.units[u].side != side
    ]


def may_close_in(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], at: int) -> bool:
    """17.1: whether a group can assault a vehicle from where it is."""
    side = s.units[movers[0]].side
    return any(
        isinstance(c, AssaultVehicle) and check_assault(game, s, movers, modes, at, c.target) is None
        for c in assaults(s, side, (at >> 3, *game.board.neighbours[at >> 3]))
    )


def take_step(d: Draft, to: int) -> None:
    """6.0: every unit of the move enters the location and pays."""
    move = d.stack[-1]
    assert isinstance(move, Move)
    game = d.game
    spent = 1_000_000
    scout = game.has_scouts and has_scout(game, d, move.units)
    for u, mode in zip(move.units, move.modes, strict=True):
        unit = d.units[u]
        cost = unit_cost(game, d, u, move.at, to, scout, move.units)
        if game.boats and boat_step(game, d, move.at, to):
            cost = boat_cost(game, d, move.at, to, allowance(game, d, u, mode, move.units))
        pays = max(1, min(cost, allowance(game, d, u, mode, move.units) - unit.mp))
        spent = min(spent, pays)
        d.emit(ev.Moved(u, unit.at, to, pays))
        if unit.flags & DUG_IN and unit.at >> 3 != to >> 3:
            d.flag(u, 0, DUG_IN)
        if game.trenches:
            mark_trench(d, u, unit.at, to)
        if (move.at | to) & 4 and move.at >= 0:
            _mark_tunnel(d, u, move.at, to)
    if move.at != NOWHERE:
        drop_spotted(d, move.at)
        after_leaving(d, move.side, move.at)
        if game.has_ordnance:
            left_behind(d, move.side, move.at)
    melee = melee_marker(d, to) is not None
    d.update(move, at=to, came_from=move.at, step=0, spent=spent, in_melee=melee, leaving=False, answered=())


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
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (
        StepTo,
        StopMove,
        AssaultVehicle,
        Mount,
        Dismount,
        FireOnTheRun,
        PickUp,
        Abandon,
        ExitMap,
    )

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Every neighbouring location, vehicles, weapons to take or leave, dismounting, fire on the run, stopping."""
        move = enclosing(s, Move)
        assert move is not None
        names = game.board.loc_names
        steps: list[Command] = [StepTo(names[to]) for to in steps_from(game, move.at, s)]
        return steps + self.others(game, s, move)

    def options(self, game: Game, s: Position) -> list[Command]:
        """The same, all steps looked at together."""
        move = enclosing(s, Move)
        assert move is not None
        names = game.board.loc_names
        found: list[Command] = []
        if check_assembled(game, s, move.units) is None:
            found += [StepTo(names[to]) for to in open_steps(game, s, move.units, move.modes, move.at)]
        found += [c for c in self.others(game, s, move) if self.check(game, s, c) is None]
        return found

    def others(self, game: Game, s: Position, move: Move) -> list[Command]:
        """What there is beside steps."""
        found: list[Command] = []
        if game.has_vehicles:
            found.extend(assaults(s, move.side, (move.at >> 3, *game.board.neighbours[move.at >> 3])))
            found.extend(mounts(s, move.units, move.at))
        if s.weapons:
            found.extend(picks(s, move.units, move.at))
            found.extend(loads(s, move.units))
        if game.hit_and_run:
            found.extend(dismounts(game, s, move.units))
            found.extend(running_shots(game, s, move.units, move.modes, move.at))
        found.append(StopMove())
        if game.setup.exits:
            found.append(ExitMap())
        return found

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """6.0, 1.6, 6.6, 6.7, 22.0: see the checks of each command; who has abandoned a weapon leaves the hex."""
        move = enclosing(s, Move)
        assert move is not None
        if type(command) is StopMove:
            return Refusal("1.6", "must_leave") if move.leaving else check_stop(game, s, move)
        if type(command) is PickUp:
            if move.leaving:
                return Refusal("1.6", "must_leave")
            return check_pick_up(game, s, move.units, move.modes, command)
        if type(command) is Abandon:
            refusal = check_abandon(game, s, move.units, command, True)
            return refusal or check_way_out(game, s, move.units, move.modes, move.at)
        refusal = check_assembled(game, s, move.units)
        if refusal is not None:
            return refusal
        if type(command) is ExitMap:
            return check_exit(game, s, move.units, move.modes, move.at)
        if type(command) is Dismount:
            return check_dismount(game, s, move.units, move.modes, command.unit)
        if type(command) is AssaultVehicle:
            return check_assault(game, s, move.units, move.modes, move.at, command.target)
        if type(command) is Mount:
            return check_mount(game, s, move.units, move.modes, move.at, command)
        assert type(command) is StepTo or type(command) is FireOnTheRun
        to = where(game, command.at)
        if to is None:
            return Refusal("1.4", "no_such_place", {"at": command.at})
        if type(command) is FireOnTheRun:
            return check_fire_on_the_run(game, s, move.units, move.modes, move.at, to)
        return check_step(game, s, move.units, move.modes, move.at, to)

    def answer(self, d: Draft, command: Command) -> None:
        """Take the step, see to a weapon, dismount, fire, or let the move finish."""
        if type(command) is not StopMove:
            go_ahead(d, command)


def may_go_on(game: Game, s: Position, move: Move) -> bool:
    """6.0, 1.6, 6.6, 6.7: whether a moving group has anything left to do."""
    if check_way_out(game, s, move.units, move.modes, move.at) is None:
        return True
    if not move.leaving and may_pick_up(game, s, move):
        return True
    if game.has_vehicles:
        if may_close_in(game, s, move.units, move.modes, move.at) or may_mount(
            game, s, move.units, move.modes, move.at
        ):
            return True
    if not game.hit_and_run:
        return False
    return may_dismount(game, s, move.units, move.modes) or may_fire_on_the_run(
        game, s, move.units, move.modes, move.at
    )


def check_stop(game: Game, s: Position, move: Move) -> Refusal | None:
    """6.7, Q-262: who has fired on the run before his first step takes one if he can."""
    for u, mode in zip(move.units, move.modes, strict=True):
        if mode == "hit_and_run" and s.units[u].flags & FIRED and not s.units[u].mp:
            if check_way_out(game, s, move.units, move.modes, move.at) is None:
                return Refusal("6.7", "must_move", {"unit": s.units[u].id})
    return None


def go_ahead(d: Draft, command: Command) -> None:
    """6.0, 6.6, 6.7: the move on top of the stack goes on with a step, a dismounting or fire on the run."""
    move = d.stack[-1]
    assert isinstance(move, Move)
    if type(command) is Dismount:
        modes, spent = dismount(d, move.units, move.modes, command.unit)
        d.update(move, modes=modes, spent=spent, step=Move.STEPS.index("answer_window"))
    elif type(command) is FireOnTheRun:
        d.update(move, step=Move.STEPS.index("after_window"))
        open_fire_on_the_run(d, move.units, move.modes, move.at, d.game.board.loc(command.at))
    elif type(command) is PickUp:
        pick_up(d, command)
        d.update(move, step=Move.STEPS.index("go_on"))
    elif type(command) is Abandon:
        abandon(d, command)
        d.update(move, step=Move.STEPS.index("go_on"), leaving=True)
    elif type(command) is ExitMap:
        leave_map(d)
    elif type(command) is AssaultVehicle:
        close_in(d, command)
    elif type(command) is Mount:
        d.update(move, step=Move.STEPS.index("after_window"))
        vehicle = d.ids[command.vehicle]
        d.push(Embarking(side=move.side, vehicle=vehicle, group=move.units, modes=move.modes, drive=command.drive))
    else:
        assert type(command) is StepTo
        take_step(d, d.game.board.loc(command.at))
