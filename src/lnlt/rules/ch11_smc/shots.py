"""11.4, 11.12: the fire of Snipers and Marksmen: two dice, one random unit of the target hex; placing a Sniper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import BULK, FIRED, OPS_COMPLETE
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position, enclosing
from lnlt.core.tally import Refusal, Tally
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.activation import activating_leader
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.attack import leave_when_shaken, targets
from lnlt.rules.ch05_fire.damage import compare, damage_check
from lnlt.rules.ch05_fire.firepower import Firer, ifp_reach
from lnlt.rules.ch05_fire.lone import FireAlone, LoneAnswer, LoneFire, commands_for, vehicles_of
from lnlt.rules.ch05_fire.modifiers import defence_tally, fire_tally
from lnlt.rules.ch05_fire.opportunity import Answer, OpportunityFire, check_location, check_mover_seen, is_mover
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch11_smc.heroes import Place
from lnlt.rules.ch11_smc.snipers import check_placement, hiding_places, waiting
from lnlt.rules.ch17_antitank.exposure import damage_column, exposed, moving_vehicle, vehicle_cover
from lnlt.rules.facts.chance import pick_one
from lnlt.rules.facts.kits import kit_of


class Shot(Procedure, frozen=True, gc=False, kw_only=True):
    """11.4, 11.12: one unit of the target hex, chosen at random, is attacked with 2d6."""

    RULE: ClassVar[str] = "11.4"
    STEPS: ClassVar[tuple[str, ...]] = ("aim", "roll", "check", "leave")
    side: int
    unit: int
    leader: int
    origin: int
    at: int
    target: int = NOBODY
    worse: int = 0

    def firers(self) -> list[Firer]:
        """The man himself and a Leader who aids him."""
        return [Firer(self.unit)] if self.leader == NOBODY else [Firer(self.unit), Firer(self.leader)]

    def aim(self, d: Draft) -> None:
        """11.4, Q-039: a random unit of the hex; of a vehicle he aims at, itself or one of its passengers (Q-430)."""
        if self.target != NOBODY:
            open_to = exposed(d.game, d, self.target, self.origin)
            d.update(self, target=open_to[pick_one(d, len(open_to), self.side)])
            return
        aimed = sorted(targets(d.game, d, self.side, self.at, False, self.origin, (self.unit,)))
        d.update(self, target=aimed[pick_one(d, len(aimed), self.side)])

    def roll(self, d: Draft) -> None:
        """11.4: two dice and the modifiers of direct fire against one die and the cover of the target."""
        game = d.game
        fire, cover = self.sums(game, d, self.target)
        enemy = d.units[self.target].side
        attack = d.roll(2, "attack", self.side, subject=self.unit)
        defence = d.roll(1, "defence", enemy)
        worse = compare(d, "fire", self.side, self.at, (fire, cover), (attack, defence), self.target)
        for firer in self.firers():
            d.flag(firer.unit, FIRED, OPS_COMPLETE)
        d.update(self, worse=worse or 0)

    def sums(self, game: Game, s: Position, target: int) -> tuple[Tally, Tally]:
        """5.0, 17.2: what the shot adds against a unit, and what the unit adds."""
        vehicle = vehicle_of(s, target)
        if vehicle == NOBODY:
            fire = fire_tally(game, s, self.firers(), self.unit, self.origin, self.at, target)
            return fire, defence_tally(game, s, self.at, self.origin, target, self.unit)
        fire = fire_tally(game, s, self.firers(), self.unit, self.origin, self.at, NOBODY)
        fire = Tally(fire.of, fire.base, (*fire.mods, *moving_vehicle(game, s, vehicle)))
        return fire, vehicle_cover(game, s, target, vehicle, self.origin)

    def check(self, d: Draft) -> None:
        """5.1: the target's Damage Check."""
        if self.worse:
            vehicle = vehicle_of(d, self.target)
            table = damage_column(d.game, d, self.target, vehicle, self.origin) if vehicle != NOBODY else ""
            damage_check(d, self.target, self.worse, table=table)

    def leave(self, d: Draft) -> None:
        """16.2: passengers on top who are Shaken get off."""
        vehicle = vehicle_of(d, self.target)
        if vehicle != NOBODY:
            leave_when_shaken(d, vehicle)


def vehicle_of(s: Position, target: int) -> int:
    """17.2: the vehicle that is the target, or that the target rides; NOBODY for men on foot."""
    u = s.units[target]
    return target if u.flags & BULK else kit_of(u).aboard if u.at < 0 else NOBODY


class SharpFire(LoneFire):
    """11.4, 11.12: Snipers and Marksmen fire separately."""

    at_vehicles = True

    def __init__(self, aided: bool) -> None:
        self.aided = aided

    def reach(self, game: Game, s: Position, unit: int) -> int:
        """Q-096: the printed range; without one there is no limit."""
        return ifp_reach(game, s, unit)

    def begin(
        self,
        d: Draft,
        unit: int,
        origin: int,
        at: int,
        leader: int,
        opportunity: bool,  # noqa: ARG002
        target: int = NOBODY,
    ) -> None:
        """Choose the target, roll, check; in the air the helicopter and who is in it (19.2.8, Q-430)."""
        aimed = self.aims_at(d, at) if target == NOBODY else target
        d.push(Shot(side=d.units[unit].side, unit=unit, leader=leader, origin=origin, at=at, target=aimed))


class Placing(Action):
    """11.4, Q-096: put a Sniper on the board in an own impulse; this activates his location, firing is optional."""

    command = Place

    def in_play(self, game: Game) -> bool:
        """11.4: Snipers."""
        return game.has_snipers

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> Iterator[Command]:
        """At first anywhere, later only into locations named or in a Leader's reach."""
        if not game.has_snipers:
            return
        board = game.board
        for u in waiting(game, s, impulse.side):
            near = {h for loc in impulse.named for h in (loc >> 3, *board.neighbours[loc >> 3])}
            for loc in hiding_places(game, s, u):
                if not near or loc >> 3 in near:
                    yield Place(s.units[u].id, board.loc_name(loc))

    def check(self, game: Game, s: Position, impulse: Impulse, command: Place) -> Refusal | None:
        """11.4, 4.0: see `check_placement`; a new location cannot be activated after somebody has acted."""
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        loc = game.board.loc(command.at)
        refusal = check_placement(game, s, impulse.side, unit, loc)
        if refusal is not None or not impulse.named or loc in impulse.named:
            return refusal
        if impulse.has_acted:
            return Refusal("4.0", "named_before_acting", {"at": command.at})
        if activating_leader(game, s, impulse, loc) is None:
            return Refusal("11.1.2", "out_of_leadership_range", {"at": command.at})
        return None

    def answer(self, d: Draft, impulse: Impulse, command: Place) -> None:
        """He appears, and his location is activated."""
        unit, loc = d.ids[command.unit], d.game.board.loc(command.at)
        leader = activating_leader(d.game, d, impulse, loc) if impulse.named and loc not in impulse.named else None
        reached = impulse.reached_by if leader is None else (*impulse.reached_by, (loc, leader))
        named = impulse.named if loc in impulse.named else (*impulse.named, loc)
        d.update(impulse, named=named, reached_by=reached, placed=True)
        d.emit(ev.Moved(unit, d.units[unit].at, loc))
        if loc not in impulse.named:
            d.emit(ev.Activated(impulse.side, loc))


class PlacingAnswer(Answer):
    """11.4, 5.3, Q-096: in an enemy impulse a Sniper is placed only to fire at the movers."""

    command = Place

    def in_play(self, game: Game) -> bool:
        """11.4: Snipers."""
        return game.has_snipers

    def candidates(self, game: Game, s: Position, window: OpportunityFire) -> Iterator[Command]:
        """Every hiding place that sees the movers."""
        if not game.has_snipers:
            return
        row = game.ranges[window.at >> 3]
        for u in waiting(game, s, window.side):
            reach = ifp_reach(game, s, u)
            for loc in hiding_places(game, s, u):
                if row[loc >> 3] <= reach and sees(game, s, loc, window.at):
                    yield Place(s.units[u].id, game.board.loc_name(loc))

    def check(self, game: Game, s: Position, window: OpportunityFire, command: Place) -> Refusal | None:
        """11.4, 5.3: a legal place, from which he can fire at the movers as one of the attacks of this stay."""
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        loc = game.board.loc(command.at)
        refusal = check_placement(game, s, window.side, unit, loc) or check_location(game, window, loc)
        if refusal is not None:
            return refusal
        how: LoneFire = game.lone[s.units[unit].type]
        aims = [NOBODY, *(vehicles_of(s, window.side, window.at) if game.has_vehicles else ())]
        if game.has_vehicles:
            aims = [target for target in aims if is_mover(s, window, target)] or aims
        found = [
            how.check(game, s, unit, loc, window.at, True, target) or check_mover_seen(game, s, window, loc, target)
            for target in aims
        ]
        return None if None in found else found[0]

    def answer(self, d: Draft, window: OpportunityFire, command: Place) -> None:
        """He appears and must fire."""
        unit = d.ids[command.unit]
        d.emit(ev.Moved(unit, d.units[unit].at, d.game.board.loc(command.at)))
        d.push(SniperShot(side=window.side, unit=unit))


class SniperShot(Question, frozen=True, gc=False, kw_only=True):
    """11.4, Q-096: the Sniper just placed fires at the movers, aided by a Leader or not."""

    RULE: ClassVar[str] = "11.4"
    WINDOW: ClassVar[str] = "opportunity_fire"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (FireAlone,)
    unit: int

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """He alone, at the movers."""
        window = enclosing(s, OpportunityFire)
        assert window is not None
        return list(commands_for(game, s, window, self.unit, window.at))

    def check(self, game: Game, s: Position, command: FireAlone) -> Refusal | None:
        """5.3: as for any unit that fires on its own in a window."""
        window = enclosing(s, OpportunityFire)
        assert window is not None
        if command.unit != s.units[self.unit].id:
            return Refusal("11.4", "sniper_fires", {"unit": s.units[self.unit].id})
        try:
            return _LONE.check(game, s, window, command)
        except KeyError as error:
            return Refusal("1.4", "no_such_place", {"at": str(error.args[0])})

    def answer(self, d: Draft, command: Any) -> None:
        """The attack."""
        window = d.stack[-1]
        assert isinstance(window, OpportunityFire)
        _LONE.answer(d, window, command)


_LONE = LoneAnswer()
