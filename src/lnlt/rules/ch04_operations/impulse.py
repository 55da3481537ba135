"""4.0: the Operations Phase: impulses that alternate, what is done in one, passing, how the phase ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    BULK,
    ELIMINATED,
    FIRED,
    HANDLED,
    LOADED,
    MOVED,
    OPS_COMPLETE,
    PIVOTED,
    SMOKED,
    SWITCHED,
    TURNED,
)
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.hooks import ValueHook
from lnlt.core.state import NOBODY, NOWHERE, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.activation import any_may_act, may_act, may_name
from lnlt.rules.ch10_los_spotting.spotting import keep_spotted
from lnlt.rules.ch11_smc.snipers import waiting
from lnlt.rules.ch14_ordnance.acquisition import prune_locks, settle_locks
from lnlt.rules.facts.control import take_all
from lnlt.rules.facts.firing_occasion import Shooting, occasion_of
from lnlt.rules.facts.groups import entering

PASSES_TO_END = 3
THIS_IMPULSE = ASSAULT_FIRE | SMOKED | HANDLED | PIVOTED | TURNED | SWITCHED | LOADED
"""What is forgotten when an impulse ends."""
LEFT_TO_DO: ValueHook[bool, [Game, Position, int]] = ValueHook("whether a side has something left to do", rule="4.0")


def side_may_act(game: Game, s: Position, side: int) -> bool:
    """4.0, Q-022: whether a side still has a unit to activate, a Sniper to place or units to bring onto the map."""
    found = any_may_act(s, side) or bool(waiting(game, s, side))
    found = found or (bool(game.setup.groups) and bool(entering(game, s, side)))
    return LEFT_TO_DO.apply(game.hooks, found, game, s, side)


class OperationsPhase(Procedure, frozen=True, gc=False, kw_only=True):
    """4.0: players alternate impulses, the side with the initiative first, until the phase ends."""

    RULE: ClassVar[str] = "4.0"
    STEPS: ClassVar[tuple[str, ...]] = ("begin", "impulse", "next_side")
    side: int = -1

    def begin(self, d: Draft) -> None:
        """The side with the initiative has the first impulse."""
        if d.phase != "operations":
            d.emit(ev.PhaseBegan("operations"))
        if self.side < 0:
            d.update(self, side=d.initiative)

    def impulse(self, d: Draft) -> None:
        """4.0, Q-022: the phase ends at once when nobody can act, or after three passes in a row.

        22.0, Q-569: three passes do not end it while units that are due could still enter.
        19.1, Q-151: an airstrike that is due comes before the next impulse, whosever that is.
        """
        if d.game.has_aircraft and _air_arrives(d):
            d.replace_enclosing(self, step=1)
            return
        passed = d.passes >= PASSES_TO_END and not any(owes_entry(d.game, d, side) for side in (0, 1))
        if passed or not (side_may_act(d.game, d, 0) or side_may_act(d.game, d, 1)):
            d.emit(ev.ImpulseBegan(self.side))
            d.update(self, step=len(self.STEPS))
            return
        d.emit(ev.ImpulseBegan(self.side))
        if side_may_act(d.game, d, self.side):
            d.push(Impulse(side=self.side, obstacles=d.obstacles if d.game.ambush else ()))
        else:
            d.emit(ev.ImpulseEnded(self.side, True, d.passes + 1))

    def next_side(self, d: Draft) -> None:
        """The other player's impulse."""
        d.update(self, side=1 - self.side, step=1)


def _air_arrives(d: Draft) -> bool:
    """19.1: let an airstrike that is due begin."""
    from lnlt.rules.ch19_air.flight import begin_strike

    return begin_strike(d)


class Impulse(Shooting, frozen=True, gc=False, kw_only=True):
    """4.0: one side names locations, then their units act in any order."""

    RULE: ClassVar[str] = "4.0"
    STEPS: ClassVar[tuple[str, ...]] = ("ask", "again", "end")
    named: tuple[int, ...] = ()
    reached_by: tuple[tuple[int, int], ...] = ()
    """Locations named through a Leader, each with him."""
    moved: tuple[int, ...] = ()
    """Locations whose moving units have set off in this impulse."""
    assaulted: tuple[int, ...] = ()
    """Locations that Assault Fire came from in this impulse (6.1.1)."""
    arrived: tuple[int, ...] = ()
    """Units that have made an Assault Move in this impulse and may still fire in it."""
    placed: bool = False
    """A Sniper was placed (11.4): the impulse is no pass, but further locations may still be named."""
    reactivated: tuple[tuple[int, int], ...] = ()
    """Units activated a second time by a Skill, each with the markers it had (12.0)."""
    did: tuple[int, ...] = ()
    """Locations whose units have done something else: laid Smoke, fought a fire, handled a weapon."""
    spotter: int = NOBODY
    """Unit that has made the spotting attempt of this impulse (10.1.1)."""
    spotted: int = NOWHERE
    """Location it has spotted by that."""
    fought: tuple[int, ...] = ()
    """Locations where a Melee round or a withdrawal was begun in this impulse."""
    obstacles: tuple[tuple[int, str], ...] = ()
    """Counters on the board when the impulse began, where an Ambush may depend on them (8.4)."""
    done: bool = False

    @property
    def has_done(self) -> bool:
        """Whether the impulse is more than a pass (Q-023)."""
        return self.has_acted or self.placed or bool(self.reactivated)

    @property
    def has_acted(self) -> bool:
        """Whether a unit has done anything in this impulse; a spotting attempt does not count (Q-023)."""
        return bool(self.fired or self.moved or self.separate or self.did or self.fought or self.shots)

    def ask(self, d: Draft) -> None:
        """Ask what to do while anything but ending is left."""
        if self.done:
            return
        free = self.spotter == NOBODY or may_name(d.game, d, self)
        if any_action(d.game, d, self) if self.named else free:
            d.push(ImpulseAction(side=self.side))
        else:
            d.update(self, done=True)

    def again(self, d: Draft) -> None:
        """Until the player is done."""
        if not self.done:
            d.update(self, step=0)

    def end(self, d: Draft) -> None:
        """4.0, Q-023, Q-024: count passes; mark Leaders who only activated others, along the whole chain."""
        take_all(d)
        for u in [u for u, unit in enumerate(d.units) if unit.flags & THIS_IMPULSE]:
            unit = d.units[u]
            d.flag(u, 0, PIVOTED | TURNED | SWITCHED | LOADED)
            if not unit.flags & ELIMINATED:
                begun = ASSAULT_FIRE | SMOKED | HANDLED
                d.flag(u, marker_at_end(unit.flags), begun if unit.flags & begun else 0)
        fired = {origin for origin, _ in (*self.fired, *self.aimed)}
        used = fired | set(self.moved) | set(self.did) | set(self.fought)
        for loc, leader in reversed(self.reached_by):
            if loc in used:
                used.add(d.units[leader].at)
                if may_act(d, leader):
                    d.flag(leader, OPS_COMPLETE)
        for u, marks in self.reactivated:
            if not d.units[u].flags & (ACTION_MARKERS | ELIMINATED):
                d.flag(u, marks)
        for loc in self.assaulted:
            tracks = any(row[4] == loc and d.units[row[0]].flags & (BULK | FIRED) == BULK for row in self.shots)
            keep_spotted(d, loc, 1 - self.side, tracks)
        if d.game.has_ordnance:
            settle_locks(d, self.shots)
            prune_locks(d)
        d.emit(ev.ImpulseEnded(self.side, not self.has_done, 0 if self.has_done else d.passes + 1))


def marker_at_end(flags: int) -> int:
    """4.0, 4.1, Q-300: the marker that a unit on the map with these flags is given when the impulse ends."""
    if flags & (ASSAULT_FIRE | SMOKED | HANDLED):
        marker = FIRED if flags & ASSAULT_FIRE else OPS_COMPLETE
        return 0 if flags & (HANDLED | FIRED) and flags & ACTION_MARKERS else marker
    if flags & PIVOTED and not flags & ACTION_MARKERS:
        return OPS_COMPLETE if flags & BULK else MOVED
    return 0


class Pass(Command, frozen=True, gc=False):
    """Do nothing in this impulse."""

    PASSES: ClassVar[bool] = True


class Done(Command, frozen=True, gc=False):
    """End an impulse in which something was done; units that have not acted may be activated later."""


def just_spotted(s: Position, unit: int, at: int = NOWHERE) -> bool:
    """10.1.1, Q-028: whether a unit has spotted that location (or any) by an attempt in this very impulse.

    That does not help it in Opportunity Fire at a move that answers the impulse (6.8).
    """
    impulse = enclosing(s, Impulse)
    if impulse is None or impulse.spotter != unit or impulse.spotted == NOWHERE or occasion_of(s) is not impulse:
        return False
    return at in (NOWHERE, impulse.spotted)


class Passing(Action):
    """4.0, Q-023: do nothing."""

    command = Pass
    opens = True

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:  # noqa: ARG002
        """Before anybody acts."""
        return [] if impulse.has_acted else [Pass()]

    def check(self, game: Game, s: Position, impulse: Impulse, command: Pass) -> Refusal | None:  # noqa: ARG002
        """4.0, 22.0, Q-023, Q-024, Q-569: not once a unit has acted.

        Who still owes a move, or has units due that can enter, cannot make the pass that ends the phase.
        """
        if impulse.has_acted:
            return Refusal("4.0", "has_acted_already")
        if s.passes + 1 < PASSES_TO_END:
            return None
        if owes_entry(game, s, impulse.side):
            return Refusal("22.0", "must_enter")
        return next((r for a in game.actions.values() if (r := a.before_last_pass(game, s, impulse)) is not None), None)

    def answer(self, d: Draft, impulse: Impulse, command: Pass) -> None:  # noqa: ARG002
        """The impulse is over."""
        d.update(impulse, done=True)


class Ending(Action):
    """4.0: end an impulse in which something was done."""

    command = Done

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:  # noqa: ARG002
        """Once something was done."""
        return [Done()] if impulse.has_done else []

    def check(self, game: Game, s: Position, impulse: Impulse, command: Done) -> Refusal | None:  # noqa: ARG002
        """4.0, 6.1.1: who has done nothing passes; who has used Assault Fire must still move if he can."""
        if not impulse.has_done:
            return Refusal("4.0", "nothing_done")
        for action in game.actions.values():
            refusal: Refusal | None = action.before_end(game, s, impulse)
            if refusal is not None:
                return refusal
        return None

    def answer(self, d: Draft, impulse: Impulse, command: Done) -> None:  # noqa: ARG002
        """The impulse is over."""
        d.update(impulse, done=True)


def owes_entry(game: Game, s: Position, side: int) -> bool:
    """22.0, Q-178, Q-569: whether a side has units that may not be held back, and some of them find room."""
    due = [g.id for g in entering(game, s, side) if not g.may_wait] if game.setup.groups else []
    if not due:
        return False
    impulse = Impulse(side=side)  # one of its own, in which nothing has been done yet
    entry = next(a for a in game.actions.values() if a.command.__name__ == "Enter")
    return any(c.group in due and entry.check(game, s, impulse, c) is None for c in entry.candidates(game, s, impulse))


def any_action(game: Game, s: Position, impulse: Impulse) -> bool:
    """Whether anything but ending the impulse is left to do."""
    has_acted = impulse.has_acted
    for action in game.live_actions:
        if type(action) is Ending or (has_acted and (action.opens or not action.prolongs)):
            continue
        if action.possible(game, s, impulse):
            return True
    return False


class ImpulseAction(Question, frozen=True, gc=False, kw_only=True):
    """4.0: what the side whose impulse it is does next."""

    RULE: ClassVar[str] = "4.0"

    def accepts(self, game: Game) -> Collection[type[Command]]:
        """Every action of the game."""
        return game.actions

    def candidates(self, game: Game, s: Position) -> Iterable[Command]:
        """What each action offers."""
        impulse = enclosing(s, Impulse)
        assert impulse is not None
        for action in game.actions.values():
            yield from action.candidates(game, s, impulse)

    def options(self, game: Game, s: Position) -> list[Command]:
        """What each action allows."""
        impulse = enclosing(s, Impulse)
        assert impulse is not None
        found: list[Command] = []
        somebody, has_acted = bool(impulse.named or impulse.arrived), impulse.has_acted
        for action in game.live_actions:
            if (somebody or not action.needs_named) and not (has_acted and action.opens):
                found += action.options(game, s, impulse)
        return found

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """4.0: what the action needs; places must exist."""
        impulse = enclosing(s, Impulse)
        assert impulse is not None
        try:
            refusal: Refusal | None = game.actions[type(command)].check(game, s, impulse, command)
        except KeyError as error:
            return Refusal("1.4", "no_such_place", {"at": str(error.args[0])})
        return refusal

    def answer(self, d: Draft, command: Command) -> None:
        """Carry out the action."""
        impulse = d.stack[-1]
        assert isinstance(impulse, Impulse)
        d.game.actions[type(command)].answer(d, impulse, command)
