"""21.1.3: those in a Bunker who have survived an Overrun fire at the vehicle on top of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import LAYERS
from lnlt.core.draft import Draft
from lnlt.core.flags import MELEE
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.rules.ch05_fire.firers import has_shot, may_aid
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch17_antitank.exposure import exposed
from lnlt.rules.ch17_antitank.tallies import answer_tally
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.weapons import fire_distance, kind_of


class BunkerNerve(Procedure, frozen=True, gc=False, kw_only=True):
    """21.1.3, Q-376: Morale Checks of those who can fire at an open vehicle, Leaders first; then their fire.

    Anti-Tank Rifles fire without a check, at a closed vehicle too.
    """

    RULE: ClassVar[str] = "21.1.3"
    STEPS: ClassVar[tuple[str, ...]] = ("muster", "nerve", "fire")
    side: int
    at: int
    """The Bunker."""
    target: int
    units: tuple[int, ...]
    passed: tuple[int, ...] = ()

    def muster(self, d: Draft) -> None:
        """17.2: nobody checks in vain: who could fire, at a vehicle that small arms can harm."""
        open_ = exposed(d.game, d, self.target, self.at)
        able = [u for u in self.units if open_ and self.could(d.game, d, u)]
        d.update(self, units=tuple(sorted(able, key=lambda u: not is_leader(d.game, d, u))))

    def could(self, game: Game, s: Position, unit: int) -> bool:
        """21.1.3, 1.7: Good Order and a weapon of the Direct Fire Table, or a Leader who may aid; no marker bars it."""
        hex_ = s.units[self.target].at
        if not s.units[unit].good_order or s.units[unit].flags & MELEE:
            return False
        how = game.lone[s.units[unit].type]
        if how is not None:
            return bool(how.at_vehicles and how.reach(game, s, unit) >= 1)
        distance = fire_distance(game, self.at, hex_)
        return has_shot(game, s, unit, distance, hex_, True, at_vehicle=True) or may_aid(game, s, unit)

    def nerve(self, d: Draft) -> None:
        """1.5.1: the next Morale Check; who fails does not fire."""
        if not self.units:
            return
        unit, rest = self.units[0], self.units[1:]
        tally = answer_tally(d.game, d, unit, [u for u in self.passed if is_leader(d.game, d, u)])
        faces = d.roll(2, "morale check", self.side, subject=unit)
        good = tally.allows(sum(faces))
        outcome = "passed" if good else "failed"
        d.emit(ev.Resolved("morale_check", self.side, self.at, (tally,), outcome, unit, (faces,)))
        passed = (*self.passed, unit) if good else self.passed
        d.update(self, units=rest, passed=passed, step=self.STEPS.index("nerve"))

    def fire(self, d: Draft) -> None:
        """21.1.3, 5.0, 14.1: one attack from the Bunker at the vehicle, if its owner likes."""
        d.push(
            OpportunityFire(
                side=self.side,
                at=self.at // LAYERS * LAYERS,
                budget=1,
                movers=(self.target,),
                bunker=self.at,
                only=tuple(sorted(self.passed)),
            )
        )


def counterattackers(game: Game, s: Position, side: int, bunker: int, target: int, units: Sequence[int]) -> list[int]:
    """21.1.3: who of some units in a Bunker can fire at the vehicle, small arms and Anti-Tank Rifles."""
    nerve = BunkerNerve(side=side, at=bunker, target=target, units=tuple(units))
    open_ = exposed(game, s, target, bunker)
    return [
        u
        for u in units
        if (open_ and nerve.could(game, s, u) and not is_leader(game, s, u))
        or (s.units[u].good_order and any(kind_of(game, s, w) == "atr" for w in s.units[u].carries))
    ]
