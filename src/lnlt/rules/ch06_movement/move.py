"""6.0: a move: units of one location go together, step by step; each step may draw Opportunity Fire."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, BULK, CONTINUOUS, ELIMINATED, HANDLED, MELEE, MOVED, MOVING, SMOKED
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.opportunity import Answerable, OpportunityFire, opens_window
from lnlt.rules.ch06_movement.advance import go_ahead
from lnlt.rules.ch06_movement.costs import steps_from
from lnlt.rules.ch06_movement.loads import Abandon, check_abandon, check_assembled, check_pick_up, loads, picks
from lnlt.rules.ch06_movement.move_checks import assaults, check_stop, may_go_on
from lnlt.rules.ch06_movement.on_the_way import (
    Dismount,
    FireOnTheRun,
    check_dismount,
    check_fire_on_the_run,
    dismounts,
    running_shots,
)
from lnlt.rules.ch06_movement.steps import ExitMap, StepTo, StopMove, check_step, check_way_out, open_steps, where
from lnlt.rules.ch08_melee.entering import begin_melee, go_back
from lnlt.rules.ch14_ordnance.acquisition import moves_off
from lnlt.rules.ch14_ordnance.teams import ask_facings
from lnlt.rules.ch16_passengers.mounting import Mount, check_mount, mounts
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle, check_assault
from lnlt.rules.ch18_indirect.shelling import enter_hex
from lnlt.rules.ch21_fortifications.tearing_down import AssaultBarricade, attacks_on_barricades, check_arrived
from lnlt.rules.ch22_scenario.exits import check_exit
from lnlt.rules.ch23_equipment.claymores import trip
from lnlt.rules.facts.control import take_control
from lnlt.rules.facts.firing_occasion import occasion_of
from lnlt.rules.facts.handling import PickUp
from lnlt.rules.facts.melee_marks import leg_units
from lnlt.rules.facts.movement_modes import FIRE_AFTER, MARKERS, abilities, mode_of


def set_off(d: Draft, side: int, origin: int, movers: tuple[int, ...], modes: tuple[str, ...]) -> Move:
    """6.0, 6.4: the group begins to move; Stealth is lost in the company of units that lack it or do without it."""
    if not all(
        "stealth" in mode or (mode == "low_crawl" and "stealth" in abilities(d.game, d, u))
        for u, mode in zip(movers, modes, strict=True)
    ):
        modes = tuple({"stealth": "normal", "stealth_assault": "assault"}.get(mode, mode) for mode in modes)
    for u, mode in zip(movers, modes, strict=True):
        d.flag(u, MOVING | (MARKERS[mode] & ~MOVED), CONTINUOUS)
    if d.game.has_ordnance:
        moves_off(d, movers)
    move = Move(side=side, origin=origin, at=origin, came_from=origin, units=movers, modes=modes)
    d.push(move)
    return move


BACK = 2
"""Half points that coming back counts as for Opportunity Fire (Q-068)."""


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
    """Something ends the move here (an Event, a Close Assault)."""
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
        ways = [frame for frame in d.stack if isinstance(frame, Answerable)]
        still, modes = [], []
        for u in d.by_loc.get(self.at, ()):
            unit = everyone[u]
            if unit.flags & (MOVING | ELIMINATED | BULK) == MOVING and unit.side == self.side:
                if u in self.units or not any(u in frame.on_foot() for frame in ways):
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
        enter_hex(d, self.came_from, self.at, self.here(d) if self.returned else self.fit(d)[0])

    def answer_window(self, d: Draft) -> None:
        """5.3, 8.0: the enemy may fire, also at units that the fire they entered has stopped; or there is Melee.

        6.6, P-3: who dismounts draws further attacks, from locations that have not fired in this stay.
        """
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
            budget = len(self.answered) + max(1, (self.spent + 1) // 2)
            d.push(OpportunityFire(side=enemy, at=self.at, budget=budget, movers=watched, used=self.answered))
        if d.game.claymores:
            trip(d, self.at, self.came_from, watched)

    def _enter_melee(self, d: Draft) -> None:
        """8.0, Q-068: Melee in place of Opportunity Fire; units that cannot fight any more may have to go back."""
        own = [u for u in d.by_loc.get(self.at, ()) if d.units[u].side == self.side]  # enemies may move, too (6.8)
        here = tuple(u for u in own if u in self.units or d.units[u].flags & MOVING)
        if here and begin_melee(d, self.side, self.at, here, self.came_from, self.origin):
            go_back(d, here, self.came_from)
            modes = ("normal",) * len(here)
            back = {"at": self.came_from, "came_from": self.at, "units": here, "modes": modes}
            d.update(self, **back, in_melee=False, returned=True, step=0, spent=BACK)

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
        elif fired and mode in FIRE_AFTER:
            marker = MARKERS["stealth"] if "stealth" in mode else MOVED
            d.flag(u, marker, MOVING | ASSAULT_FIRE | SMOKED | MARKERS[mode])
        else:
            d.flag(u, MARKERS[mode], MOVING | ASSAULT_FIRE | SMOKED | HANDLED)
            if mode in FIRE_AFTER:
                arrived.append(u)
    impulse = occasion_of(d)
    if arrived and isinstance(impulse, Impulse):
        d.replace_enclosing(impulse, arrived=(*impulse.arrived, *arrived))
    if d.game.has_ordnance:
        ask_facings(d, movers, origin)


class MoveOn(Question, frozen=True, gc=False, kw_only=True):
    """6.0: the next step of a move, or the end of it."""

    RULE: ClassVar[str] = "6.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (
        StepTo,
        StopMove,
        AssaultVehicle,
        AssaultBarricade,
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
        if game.barricades:
            found.extend(attacks_on_barricades(game, s, move.units, move.at))
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
        if type(command) is AssaultBarricade and move.leaving:
            return Refusal("1.6", "must_leave")
        refusal = check_assembled(game, s, move.units)
        if refusal is not None:
            return refusal
        if type(command) is ExitMap:
            return check_exit(game, s, move.units, move.modes, move.at)
        if type(command) is Dismount:
            return check_dismount(game, s, move.units, move.modes, command.unit)
        if type(command) is AssaultVehicle:
            return check_assault(game, s, move.units, move.modes, move.at, command.target)
        if type(command) is AssaultBarricade:
            return check_arrived(game, s, move.units, move.modes, command)
        if type(command) is Mount:
            return check_mount(game, s, move.units, move.modes, move.at, command)
        assert type(command) is StepTo or type(command) is FireOnTheRun
        to = where(game, command.at)
        if to is None:
            return Refusal("1.4", "no_such_place", {"at": command.at})
        if type(command) is FireOnTheRun:
            return check_fire_on_the_run(game, s, move.units, move.modes, move.at, to, command.target)
        return check_step(game, s, move.units, move.modes, move.at, to)

    def answer(self, d: Draft, command: Command) -> None:
        """Take the step, see to a weapon, dismount, fire, or let the move finish."""
        if type(command) is not StopMove:
            move = d.stack[-1]
            assert isinstance(move, Move)
            go_ahead(d, move, command)
