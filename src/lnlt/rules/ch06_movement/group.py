"""6.0: which units of a location move together, and how; the first step begins the move."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, SHAKEN
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.core.terrain import PROHIBITED
from lnlt.rules.ch06_movement.advance import go_ahead
from lnlt.rules.ch06_movement.costs import points_text, steps_from, unit_cost
from lnlt.rules.ch06_movement.loads import (
    PICK_UP_COST,
    Abandon,
    abandon,
    check_abandon,
    check_assembled,
    check_pick_up,
    loads,
    pick_up,
    pick_up_cost,
    picks,
)
from lnlt.rules.ch06_movement.move import set_off
from lnlt.rules.ch06_movement.move_checks import assaults
from lnlt.rules.ch06_movement.on_the_way import (
    Dismount,
    FireOnTheRun,
    check_dismount,
    check_fire_on_the_run,
    dismounts,
    running_shots,
)
from lnlt.rules.ch06_movement.steps import (
    AddMover,
    ExitMap,
    StepTo,
    StopMove,
    check_departure,
    check_mover,
    check_step,
    check_way_out,
    has_scout,
    open_steps,
    where,
)
from lnlt.rules.ch16_passengers.mounting import Mount, check_mount, mounts
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle, check_assault
from lnlt.rules.ch22_scenario.exits import check_exit
from lnlt.rules.facts.boats import boat_cost, boat_step
from lnlt.rules.facts.handling import PickUp
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.melee_leaving import check_left_behind
from lnlt.rules.facts.movement_modes import (
    abilities,
    allowance,
    check_capable,
    check_company,
    may_hit_and_run,
    modes_of,
)


class MoveGroup(Question, frozen=True, gc=False, kw_only=True):
    """6.0: which units of a location move together, and how; the first step begins the move."""

    RULE: ClassVar[str] = "6.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (
        AddMover,
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
    origin: int
    opportunity: bool = False
    """An Opportunity Move: only units capable of Hit & Run, and men who ride with them (6.8)."""
    only: tuple[int, ...] = ()
    """If any: these units withdraw from Melee, nobody else moves, and they may stay after all (8.1.1)."""
    members: tuple[int, ...] = ()
    modes: tuple[str, ...] = ()

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Units with a higher number than those already in, in each mode; then the first step."""
        found: list[Command] = [AddMover(s.units[u].id, mode) for u in self.joining(s) for mode in modes_of(game, s, u)]
        if self.members:
            found.extend(StepTo(game.board.loc_name(to)) for to in steps_from(game, self.origin, s))
        return found + self.others(game, s)

    def options(self, game: Game, s: Position) -> list[Command]:
        """The same; what holds for a unit in every mode, or for every step, is checked once."""
        found: list[Command] = [*self.joiners(game, s)]
        if self.members and self._check_complete(game, s) is None:
            names = game.board.loc_names
            found += [StepTo(names[to]) for to in open_steps(game, s, self.members, self.modes, self.origin)]
        found += [c for c in self.others(game, s) if self.check(game, s, c) is None]
        return found

    def joiners(self, game: Game, s: Position) -> list[AddMover]:
        """6.0: who may still join, in each mode."""
        return [
            AddMover(s.units[u].id, mode)
            for u in self.joining(s)
            if check_mover(game, s, u) is None
            for mode in modes_of(game, s, u)
            if self._check_join(game, s, u, mode) is None
        ]

    def others(self, game: Game, s: Position) -> list[Command]:
        """What there is beside joining and taking the first step."""
        found: list[Command] = []
        if self.members:
            if game.has_vehicles:
                found.extend(assaults(s, self.side, (self.origin >> 3, *game.board.neighbours[self.origin >> 3])))
                found.extend(mounts(s, self.members, self.origin))
            if game.setup.exits:
                found.append(ExitMap())
            if game.hit_and_run:
                found.extend(dismounts(game, s, self.members))
                found.extend(running_shots(game, s, self.members, self.modes, self.origin))
            if s.weapons:
                found.extend(picks(s, self.members, self.origin))
                found.extend(loads(s, self.members))
        if self.only:
            found.append(StopMove())
        return found

    def joining(self, s: Position) -> list[int]:
        """Units that might still join."""
        last = self.members[-1] if self.members else NOBODY
        return [
            u
            for u in s.by_loc.get(self.origin, ())
            if u > last and s.units[u].side == self.side and (not self.only or u in self.only)
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
            return check_abandon(game, s, self.members, command)
        if type(command) is PickUp:
            return check_pick_up(game, s, self.members, self.modes, command) or self._check_burdened(game, s, command)
        refusal = self._check_complete(game, s)
        if refusal is not None:
            return refusal
        if type(command) is Dismount:
            if self.only:
                return Refusal("8.1.1", "no_dismounting", {"unit": command.unit})
            return check_dismount(game, s, self.members, self.modes, command.unit)
        if type(command) is ExitMap:
            return check_exit(game, s, self.members, self.modes, self.origin)
        if type(command) is AssaultVehicle:
            if self.only:
                return Refusal("17.1", "in_melee", {"unit": s.units[self.members[0]].id})
            return check_assault(game, s, self.members, self.modes, self.origin, command.target)
        if type(command) is Mount:
            if self.only or self.opportunity:
                return Refusal("16.4", "no_mounting_now", {"unit": command.vehicle})
            return check_mount(game, s, self.members, self.modes, self.origin, command)
        assert type(command) is StepTo or type(command) is FireOnTheRun
        to = where(game, command.at)
        if to is None:
            return Refusal("1.4", "no_such_place", {"at": command.at})
        if type(command) is FireOnTheRun:
            return self._check_fire_first(game, s, to, command.target)
        return check_step(game, s, self.members, self.modes, self.origin, to)

    def _check_complete(self, game: Game, s: Position) -> Refusal | None:
        """1.6.1, 6.1.1, 6.2, 6.7, 6.8, 8.1.1: whether the group may set off as it is."""
        for u, mode in zip(self.members, self.modes, strict=True):
            refusal = check_company(game, s, u, mode, self.members)
            if refusal is not None:
                return refusal
        refusal = (
            check_assembled(game, s, self.members)
            or self._check_bound(game, s, len(s.units))
            or self._check_riders(game, s, self.members)
        )
        if refusal is None and self.only:
            refusal = check_left_behind(game, s, self.side, self.origin, self.members)
        return refusal

    def _check_fire_first(self, game: Game, s: Position, at: int, target: str) -> Refusal | None:
        """6.7, Q-262: who fires before his first step must be able to take one; nobody fires out of a Melee."""
        if self.only:
            return Refusal("8.0", "in_melee", {"unit": s.units[self.members[0]].id})
        refusal = check_fire_on_the_run(game, s, self.members, self.modes, self.origin, at, target)
        return refusal or check_way_out(game, s, self.members, self.modes, self.origin)

    def _check_bound(self, game: Game, s: Position, before: int) -> Refusal | None:
        """6.1.1: who has used Assault Fire moves with the rest if he can; only a Leader who aided may stay."""
        for u in s.by_loc.get(self.origin, ()):
            if u < before and s.units[u].flags & ASSAULT_FIRE and not is_leader(game, s, u):
                if any(
                    self._check_add(game, s, AddMover(s.units[u].id, mode)) is None for mode in modes_of(game, s, u)
                ):
                    return Refusal("6.1.1", "must_move", {"unit": s.units[u].id})
        return None

    def _check_riders(self, game: Game, s: Position, members: tuple[int, ...]) -> Refusal | None:
        """6.8: an Opportunity Move needs somebody with a red Movement Factor."""
        if not self.opportunity or any("hit_and_run" in abilities(game, s, u) for u in members):
            return None
        return Refusal("6.8", "needs_mount", {"unit": s.units[members[0]].id})

    def _check_add(self, game: Game, s: Position, command: AddMover) -> Refusal | None:
        unit = s.ids.get(command.unit)
        if unit is None or s.units[unit].at != self.origin or s.units[unit].side != self.side:
            return Refusal("6.0", "not_here", {"unit": command.unit, "at": game.board.loc_name(self.origin)})
        if self.members and unit <= self.members[-1]:
            return Refusal("6.0", "in_order", {"unit": command.unit})
        if self.only and unit not in self.only:
            return Refusal("8.1.1", "has_not_withdrawn", {"unit": command.unit})
        refusal = check_mover(game, s, unit) or check_capable(game, s, unit, command.mode)
        return refusal or self._check_join(game, s, unit, command.mode)

    def _check_join(self, game: Game, s: Position, unit: int, mode: str) -> Refusal | None:
        """6.0, 6.8: whether a unit that may move, and in this mode, may do so with the group."""
        if self.opportunity and s.units[unit].flags & SHAKEN:
            return Refusal("6.8", "shaken", {"unit": s.units[unit].id})
        if self.opportunity and not may_hit_and_run(game, s, unit):
            return Refusal("6.8", "no_hit_and_run", {"unit": s.units[unit].id})
        members, modes = (*self.members, unit), (*self.modes, mode)
        return (
            self._check_bound(game, s, unit)
            or check_departure(game, s, members, modes, self.origin)
            or self._check_company_to_come(game, s, members, modes)
        )

    def _check_burdened(self, game: Game, s: Position, command: PickUp) -> Refusal | None:
        """1.6: before it sets off a unit picks up a weapon only if the cheapest step is still within its points.

        23.3.1: to get into a boat or out of one takes all of them.
        """
        unit = s.ids[command.unit]
        mode = self.modes[self.members.index(unit)]
        cost = pick_up_cost(game, s, unit, command)
        allowed = allowance(game, s, unit, mode, self.members) - (cost - PICK_UP_COST)
        left = allowed - s.units[unit].mp - PICK_UP_COST
        scout = game.has_scouts and has_scout(game, s, self.members)
        for to in steps_from(game, self.origin, s):
            if game.boats and boat_step(game, s, self.origin, to):
                price = boat_cost(game, s, self.origin, to, allowed)
            else:
                price = unit_cost(game, s, unit, self.origin, to, scout, self.members)
            if price != PROHIBITED and price <= left and mode != "low_crawl":
                if check_step(game, s, self.members, self.modes, self.origin, to) is None:
                    return None
        return Refusal(
            "1.6", "too_few_points", {"unit": command.unit, "cost": points_text(cost), "left": points_text(left)}
        )

    def _check_company_to_come(
        self, game: Game, s: Position, members: tuple[int, ...], modes: tuple[str, ...]
    ) -> Refusal | None:
        """6.2, 6.7, 6.8: a Leader or a mount that somebody needs must be in the group or still be able to join it."""

        def lacking(group: tuple[int, ...]) -> Refusal | None:
            for u, mode in zip(members, modes, strict=True):
                refusal = check_company(game, s, u, mode, group)
                if refusal is not None:
                    return refusal
            return self._check_riders(game, s, group)

        refusal = lacking(members)
        if refusal is None:
            return None
        for o in replace(self, members=members).joining(s):
            if check_mover(game, s, o) is None and lacking((*members, o)) is None:
                if check_way_out(game, s, (*members, o), (*modes, "normal"), self.origin) is None:
                    return None
        return refusal

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
        move = set_off(d, self.side, self.origin, self.members, self.modes)
        go_ahead(d, move, command)
