"""15.3: after an Overrun: those left may Close Assault the vehicle, and must retreat if it stays in their hex."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.board import BUNKER
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, MELEE, MOVED, SHAKEN, TRIPOD
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.core.terrain import PROHIBITED
from lnlt.rules.ch05_fire.damage import eliminate
from lnlt.rules.ch05_fire.retreat import RetreatTo
from lnlt.rules.ch06_movement.costs import steps_from, unit_cost
from lnlt.rules.ch06_movement.places import go, left
from lnlt.rules.ch14_ordnance.acquisition import moves_off
from lnlt.rules.ch14_ordnance.teams import ask_facings
from lnlt.rules.ch17_antitank.close_assault import CloseAssault
from lnlt.rules.ch17_antitank.eligibility import may_assault
from lnlt.rules.ch21_fortifications.mines import mines_entering
from lnlt.rules.facts import units
from lnlt.rules.facts.control import take_control
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.melee_marks import leg_units, melee_marker
from lnlt.rules.facts.mounts import is_mounted
from lnlt.rules.facts.stacking import check_stacking
from lnlt.rules.facts.team_places import check_team_step


class JoinAssault(Command, frozen=True, gc=False):
    """A unit that has survived an Overrun takes part in the Close Assault on the vehicle."""

    unit: str


class BeginAssault(Command, frozen=True, gc=False):
    """The units named Close Assault the vehicle that has overrun them."""


class ForgoAssault(Command, frozen=True, gc=False):
    """Nobody assaults the vehicle."""

    PASSES: ClassVar[bool] = True


class OverrunAnswer(Question, frozen=True, gc=False, kw_only=True):
    """15.3, 17.1: who of those left in Good Order assaults the vehicle, if anybody does."""

    RULE: ClassVar[str] = "15.3"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (JoinAssault, BeginAssault, ForgoAssault)
    at: int
    target: int
    members: tuple[int, ...] = ()

    def able(self, game: Game, s: Position) -> bool:
        """Whether there is a vehicle, and anybody who could assault it."""
        if s.units[self.target].at != self.at:
            return False
        there = leg_units(game, s, self.side, self.at)
        return any(may_assault(game, s, u) and self.why_not(game, s, u) is None for u in there)

    def why_not(self, game: Game, s: Position, unit: int) -> Refusal | None:
        """15.3, 17.1, 6.6: MMCs but Weapon Teams, Heroes and Leaders, in Good Order, on foot."""
        u = s.units[unit]
        facts = {"unit": u.id, "at": game.board.loc_name(self.at)}
        if u.at != self.at or u.side != self.side or not u.good_order or u.flags & MELEE:
            return Refusal("15.3", "cannot_close_assault", facts)
        if is_mounted(game, s, u):
            return Refusal("6.6", "cannot_close_assault", facts)
        if not (may_assault(game, s, unit) or is_leader(game, s, unit)):
            return Refusal("17.1", "cannot_close_assault", facts)
        return None

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Everybody there who is not in yet, going, and letting it be."""
        last = self.members[-1] if self.members else -1
        there = [u for u in leg_units(game, s, self.side, self.at) if u > last]
        found: list[Command] = [JoinAssault(s.units[u].id) for u in there]
        return [*found, BeginAssault(), ForgoAssault()]

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """15.3: see `why_not`; somebody who can attack by himself must be in."""
        if type(command) is BeginAssault:
            if any(may_assault(game, s, u) for u in self.members):
                return None
            return Refusal("17.1", "nobody_assaults", {"unit": s.units[self.target].id})
        if type(command) is JoinAssault:
            unit = s.ids.get(command.unit)
            if unit is None:
                return Refusal("1.1", "no_such_unit", {"unit": command.unit})
            if self.members and unit <= self.members[-1]:
                return Refusal("15.3", "in_order", {"unit": command.unit})
            return self.why_not(game, s, unit)
        return None

    def answer(self, d: Draft, command: Command) -> None:
        """Go on naming, or begin."""
        if type(command) is JoinAssault:
            d.push(replace(self, members=(*self.members, d.ids[command.unit])))
        elif type(command) is BeginAssault:
            d.push(
                CloseAssault(
                    side=self.side,
                    at=self.at,
                    came_from=self.at,
                    target=self.target,
                    units=self.members,
                    overrun=True,
                )
            )


def check_displaced(game: Game, s: Position, unit: int, to: int) -> Refusal | None:
    """15.3, 17.1: an adjacent hex it may enter, or the Bunker of its own, without enemies or a Melee, with room."""
    u = s.units[unit]
    names = {"unit": u.id, "at": game.board.loc_name(to)}
    if to not in steps_from(game, u.at, s) or (to >> 3 == u.at >> 3 and to & 7 != BUNKER):
        return Refusal("15.3", "not_adjacent", {"from": game.board.loc_name(u.at), "at": names["at"]})
    if to >> 3 not in game.playable:
        return Refusal("22.0", "off_limits", {"at": names["at"]})
    if unit_cost(game, s, unit, u.at, to) == PROHIBITED or check_team_step(game, s, unit, u.at, to) is not None:
        return Refusal("15.3", "cannot_retreat_there", names)
    if any(s.units[o].side != u.side for o in s.by_loc.get(to, ())) or melee_marker(s, to) is not None:
        return Refusal("17.1", "enemy_there", {"at": names["at"]})
    return check_stacking(game, s, u.side, to, (unit,))


class Displacement(Procedure, frozen=True, gc=False, kw_only=True):
    """15.3: the vehicle stays: all enemies on foot leave its hex, one by one; who cannot is eliminated.

    Q-355: it is no movement of theirs: no Opportunity Fire, and Fire for Effect does not attack them.
    """

    RULE: ClassVar[str] = "15.3"
    STEPS: ClassVar[tuple[str, ...]] = ("next", "events", "again")
    side: int
    at: int

    def next(self, d: Draft) -> None:
        """15.3: who is lost in any case is eliminated first; then the owner says where each one goes."""
        left = sorted(leg_units(d.game, d, self.side, self.at), key=lambda u: not is_lost(d.game, d, u))
        if not left:
            d.update(self, step=len(self.STEPS))
            return
        question = DisplacedTo(side=self.side, unit=left[0], at=self.at)
        if is_lost(d.game, d, left[0]) or not question.options(d.game, d):
            eliminate(d, left[0])
        else:
            d.push(question)

    def again(self, d: Draft) -> None:
        """The next one leaves."""
        d.update(self, step=0)


def is_lost(game: Game, s: Position, unit: int) -> bool:
    """15.3, Q-355: Snipers, Shaken Weapon Teams, and whoever cannot move."""
    u = s.units[unit]
    t = game.types[u.type]
    if t.kind == "sniper" or "pivot_only" in t.abilities or units.movement(game, s, u) < 1:
        return True
    return t.kind == "weapon_team" and bool(u.flags & SHAKEN)


class DisplacedTo(Question, frozen=True, gc=False, kw_only=True):
    """15.3: where a unit retreats to from the vehicle in its hex."""

    RULE: ClassVar[str] = "15.3"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (RetreatTo,)
    unit: int
    at: int

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Every neighbouring location."""
        name = s.units[self.unit].id
        return [RetreatTo(name, game.board.loc_name(to)) for to in steps_from(game, self.at, s)]

    def check(self, game: Game, s: Position, command: RetreatTo) -> Refusal | None:
        """15.3: see `check_displaced`."""
        if command.unit != s.units[self.unit].id:
            return Refusal("15.3", "another_retreats", {"unit": s.units[self.unit].id})
        try:
            to = game.board.loc(command.at)
        except KeyError:
            return Refusal("1.4", "no_such_place", {"at": command.at})
        return check_displaced(game, s, self.unit, to)

    def answer(self, d: Draft, command: RetreatTo) -> None:
        """15.3, 1.6.5, 21.4: it goes and is Moved; what stands assembled stays behind; Mines attack it."""
        u = d.units[self.unit]
        to = d.game.board.loc(command.at)
        for w in u.carries:
            if d.weapons[w].flags & TRIPOD:
                d.emit(ev.WeaponPassed(w, at=u.at))
        if d.game.has_ordnance:
            moves_off(d, (self.unit,))
        go(d, self.unit, to)
        d.flag(self.unit, MOVED, ACTION_MARKERS)
        left(d, self.side, self.at)
        take_control(d, to)
        if d.game.has_ordnance:
            ask_facings(d, (self.unit,), self.at)
        mines_entering(d, to, (self.unit,))


def vehicle_stays(d: Draft, vehicle: int) -> None:
    """15.3: a vehicle ends its move in the hex it has overrun; the enemies in it must go."""
    u = d.units[vehicle]
    if leg_units(d.game, d, 1 - u.side, u.at):
        d.push(Displacement(side=1 - u.side, at=u.at))
