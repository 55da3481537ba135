"""16.2, 16.3, 17.2: passengers who must get off: thrown off, driven off by fire, or out of an abandoned vehicle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lnlt.core.draft import Draft
from lnlt.core.flags import SHAKEN
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.opportunity import Answerable, OpportunityFire
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted
from lnlt.rules.ch14_ordnance.teams import ask_facings
from lnlt.rules.ch15_vehicles.fate import RidersCheck, get_off, has_riders
from lnlt.rules.ch21_fortifications.mines import mines_entering

FORCED_COST = 2
"""Movement Points that getting off against one's will counts as for Opportunity Fire (16.2)."""


class PutOut(Procedure, frozen=True, gc=False, kw_only=True):
    """16.2, 16.3, Q-362: passengers get off at once, Moved, at no cost; some check Morale; the enemy may fire."""

    RULE: ClassVar[str] = "16.2"
    STEPS: ClassVar[tuple[str, ...]] = ("off", "ask", "hazards", "nerve", "window", "facings")
    MOMENT: ClassVar[str] = "nerve"
    side: int
    at: int
    units: tuple[int, ...]
    """Those who must get off."""
    others: tuple[int, ...] = ()
    """Those who may get off with them."""
    checks: bool = False
    """They check their Morale once they are off."""

    def off(self, d: Draft) -> None:
        """1.3: they get off in order; for whom there is no room, he is lost."""
        for rider in self.units:
            get_off(d, rider, self.at)
        drop_spotted(d, self.at)

    def ask(self, d: Draft) -> None:
        """16.2: those who must are off at once; who is not Shaken may get off too."""
        if self.others:
            d.push(GetOffToo(side=self.side))

    def hazards(self, d: Draft) -> None:
        """21.4, Q-573: Mines attack who gets off where they lie, before anybody checks Morale."""
        mines_entering(d, self.at, self.here(d))

    def nerve(self, d: Draft) -> None:
        """16.2, 16.3: a Morale Check each; who fails is Shaken."""
        if self.checks and self.here(d):
            d.push(RidersCheck(side=self.side, units=self.here(d)))

    def window(self, d: Draft) -> None:
        """5.3, P-3, 16.2, 17.2, Q-362: in an impulse of their side they may be fired at as if they had spent two
        points, from locations that have not fired in this stay of their vehicle."""
        if self.here(d) and d.phase == "operations" and d.active == self.side:
            used = answered_here(d, self.at)
            budget = len(used) + FORCED_COST
            d.push(OpportunityFire(side=1 - self.side, at=self.at, budget=budget, movers=self.here(d), used=used))

    def facings(self, d: Draft) -> None:
        """1.7.1: a gun that is put out is turned as its owner likes."""
        ask_facings(d, self.here(d), NOWHERE)

    def here(self, d: Draft) -> tuple[int, ...]:
        """Those of them who are still there."""
        return tuple(u for u in self.units if d.units[u].at == self.at)


def answered_here(d: Draft, at: int) -> tuple[int, ...]:
    """5.3, P-3: locations that have fired at what moves in a hex: in the window under way, else in the move so far."""
    for frame in reversed(d.stack):
        if isinstance(frame, OpportunityFire):
            return frame.used if frame.at == at else ()
        if isinstance(frame, Answerable):
            return frame.answered
    return ()


def put_out(d: Draft, riders: Sequence[int], at: int, checks: bool = True) -> None:
    """16.2, 16.3: passengers must get off where their vehicle is."""
    if riders:
        d.push(PutOut(side=d.units[riders[0]].side, at=at, units=tuple(riders), checks=checks))


def shaken_get_off(d: Draft, vehicle: int) -> None:
    """16.2, 17.2: Shaken passengers on top of a vehicle get off at once; the others may go with them."""
    v = d.units[vehicle]
    if v.at < 0:
        return
    riders = has_riders(d.game, d, vehicle, outside=True)
    shaken = tuple(u for u in riders if d.units[u].flags & SHAKEN)
    if shaken:
        others = tuple(u for u in riders if u not in shaken)
        d.push(PutOut(side=v.side, at=v.at, units=shaken, others=others))


class GetOff(Command, frozen=True, gc=False):
    """A passenger gets off with those who must."""

    unit: str


class StayOn(Command, frozen=True, gc=False):
    """The rest of the passengers stay where they are."""

    PASSES: ClassVar[bool] = True


class GetOffToo(Question, frozen=True, gc=False, kw_only=True):
    """16.2: which passengers on top, who are not Shaken, get off with those who are."""

    RULE: ClassVar[str] = "16.2"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (GetOff, StayOn)

    def candidates(self, game: Game, s: Position) -> list[Command]:  # noqa: ARG002
        """Each of them, or nobody more."""
        out = enclosing(s, PutOut)
        assert out is not None
        return [*(GetOff(s.units[u].id) for u in out.others), StayOn()]

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:  # noqa: ARG002
        """16.2: a passenger of that vehicle who has the choice."""
        out = enclosing(s, PutOut)
        assert out is not None
        if type(command) is GetOff and s.ids.get(command.unit) not in out.others:
            return Refusal("16.2", "not_aboard", {"unit": command.unit})
        return None

    def answer(self, d: Draft, command: Command) -> None:
        """He goes with them, and perhaps another; or the rest stay."""
        out = d.stack[-1]
        assert isinstance(out, PutOut)
        if type(command) is GetOff:
            unit = d.ids[command.unit]
            rest = tuple(u for u in out.others if u != unit)
            d.update(out, units=(*out.units, unit), others=rest)
            get_off(d, unit, out.at)
            if rest:
                d.push(self)
