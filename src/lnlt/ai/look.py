"""One question as a computer player sees it: what all judgements of commands share, and how good a command seems."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lnlt import engine
from lnlt.ai import barriers, dark, heavy, helicopters, under
from lnlt.ai.company import Trip
from lnlt.ai.drives import Drive
from lnlt.ai.judge import JUDGES
from lnlt.ai.mind import Mind
from lnlt.core.frames import Command, Question
from lnlt.core.state import State, enclosing
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.move import Move
from lnlt.rules.facts.kits import in_the_air
from lnlt.rules.facts.movement_modes import allowance


class Going(NamedTuple):
    """Units that move or are about to: in which modes, where they are, and where they set out."""

    members: tuple[int, ...]
    modes: tuple[str, ...]
    at: int
    origin: int


class Look:
    """One question and how good each answer seems, in units of a Squad's worth."""

    def __init__(self, mind: Mind, s: State, question: Question) -> None:
        self.mind = mind
        self.game = mind.game
        self.s = s
        self.side = mind.side
        self.t = mind.temper
        self.question = question
        self.impulse = enclosing(self.s, Impulse)
        self.onwards: dict[int, list[Trip]] = {}
        """How those who move could go on, by where they are."""
        self.firepower: float | None = None
        """Of the fire group as it is, once that was asked."""
        self.party: list[int] | None = None
        """Who is to go together, once that was asked."""
        self.drives: dict[int, list[Drive]] = {}
        """The best way on of the vehicle that drives, by where it is."""
        self.flights: dict[int, tuple[int, float]] = {}
        """Where each helicopter had best be, and what that promises."""
        self.prey: dict[tuple[int, str, int], float] = {}
        """What attacks of the aircraft that flies are worth: by hex, weapon and way."""

    def score(self, command: Command) -> float:
        """How good a command seems."""
        kind = type(command)
        judge = _KNOWN.get(kind)
        if judge is None:
            judge = _KNOWN[kind] = JUDGES.get(str(kind.__struct_config__.tag), Look.after)
        return judge(self, command)

    # What a location could do

    def best_trip(self, loc: int) -> Trip | None:
        """Where the units of a location had best go; None if they had better stay."""
        if under.last_guard(self.mind, loc) and not self.mind.goals.exits:
            party = self.mind.outing(loc)[0]
            if any(self.game.types[self.s.units[i].type].is_mmc for i in party):
                return None
        found = self.mind.trips_from(loc)
        return found[0] if found and found[0].gain > 0 else None

    def errand(self, loc: int) -> float:
        """What is lost if those of a location who could still go somewhere do not."""
        if in_the_air(loc):
            return 0.0
        trip = self.best_trip(loc)
        return trip.gain if trip is not None else 0.0

    def prospect(self, loc: int) -> float:
        """What activating a location promises."""
        if in_the_air(loc):
            return helicopters.prospect(self, loc)
        if self.mind.is_staying(loc):
            return 0.0
        trip = self.best_trip(loc)
        melee = any(self.s.units[i].side != self.side for i in self.s.by_loc.get(loc, ()))
        found = max(self.t.fire * self.mind.best_shot(loc)[0], trip.gain if trip else 0.0, 0.5 if melee else 0.0)
        if self.game.barricades:
            found = max(found, barriers.prospect(self, loc))
        if self.game.night is not None:
            found = max(found, dark.prospect(self, loc))
        return max(found, heavy.prospect(self, loc)) if self.mind.heavy else found

    # Who moves

    def going(self) -> Going | None:
        """Those who move, or are about to; None if nobody does."""
        q = self.question
        if isinstance(q, MoveGroup):
            return Going(q.members, q.modes, q.origin, q.origin)
        move = enclosing(self.s, Move)
        return Going(move.units, move.modes, move.at, move.origin) if move is not None else None

    def left(self, going: Going) -> int:
        """Half points that all of those who move still have."""
        return min(
            allowance(self.game, self.s, i, mode, going.members) - self.s.units[i].mp
            for i, mode in zip(going.members, going.modes, strict=True)
        )

    # Where a command leads

    def after(self, command: Command) -> float:
        """How good the position is that a command leads to, before any die."""
        ahead = engine.explore(self.game, self.s, [command])
        if ahead.refusal is not None:
            return -9.0
        now = Mind(self.game, ahead.state, self.side, self.mind.lore, self.t)
        return now_value(now) - now_value(self.mind) + (0.1 if ahead.stopped == "die" else 0.0)


def now_value(mind: Mind) -> float:
    """Rough value of a position for the side that looks at it."""
    value = 0.0
    for u in mind.s.units:
        if u.at < 0:
            continue
        worth = mind.worth(u)
        value += worth + mind.desire(u.at, u) if u.side == mind.side else -worth
        if u.side == mind.side:
            value += 0.05 * len(u.carries)
    return value


_KNOWN: dict[type[Command], Callable[[Look, Any], float]] = {}
"""Judges of the kinds of commands that have come up."""
