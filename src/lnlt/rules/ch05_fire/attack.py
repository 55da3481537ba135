"""5.0: the attack itself: an opposed roll, then Damage Checks, Leaders first."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import CAVE
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, FIRED, OPS_COMPLETE
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.rules.ch05_fire.damage import damage_check, damage_check_modifier
from lnlt.rules.ch05_fire.firepower import Firer, defence_tally, fire_tally
from lnlt.rules.ch06_movement.modes import may_assault
from lnlt.rules.ch10_los_spotting.burning import NATURAL, fire_start_check, starts_check
from lnlt.rules.ch10_los_spotting.collapse import COLLAPSING, collapse
from lnlt.rules.ch10_los_spotting.spotting import is_hidden
from lnlt.rules.ch11_smc.leaders import is_leader
from lnlt.rules.ch13_nations import fire_die


def targets(game: Game, s: Position, side: int, at: int) -> tuple[int, ...]:
    """Enemy Leg units an attack on a location hits: Leaders first, then in order (Q-032); not hidden ones (Q-050)."""
    found = [u for u in s.by_loc.get(at, ()) if s.units[u].side != side and not is_hidden(game, s, u, side)]
    return tuple(sorted(found, key=lambda u: not is_leader(game, s, u)))


class Attack(Procedure, frozen=True, gc=False, kw_only=True):
    """5.0: one direct-fire attack of one location on another."""

    RULE: ClassVar[str] = "5.0"
    STEPS: ClassVar[tuple[str, ...]] = ("roll", "check", "after")
    side: int
    origin: int
    at: int
    lead: int
    firers: tuple[tuple[int, tuple[int, ...]], ...]
    mode: str = ""
    opportunity: bool = False
    pending: tuple[tuple[int, int], ...] = ()
    """Units that still have a Damage Check to make, each with the difference of the rolls."""
    natural: int = 0
    """The attack die as rolled."""
    hit: bool = False
    """Somebody has to make a Damage Check."""

    def group(self) -> list[Firer]:
        """The firing units and their weapons."""
        return [Firer(unit, weapons) for unit, weapons in self.firers]

    def roll(self, d: Draft) -> None:
        """5.0: one die each; every target compares with its own modifiers (Q-032)."""
        game = d.game
        group = self.group()
        aimed = targets(game, d, self.side, self.at)
        everyone = tuple(unit for unit, _ in self.firers)
        d.emit(ev.FireOpened(self.side, self.origin, self.at, everyone, self.lead, self.opportunity))
        enemy = d.units[aimed[0]].side
        (attack,) = d.roll(1, "attack", self.side, fire_die(game, self.side))
        (defence,) = d.roll(1, "defence", enemy, fire_die(game, enemy))
        pending = []
        for unit in aimed:
            fire = fire_tally(game, d, group, self.lead, self.origin, self.at, unit, self.mode)
            cover = defence_tally(game, d, self.at, self.origin, unit)
            worse = damage_check_modifier(attack + fire.total, defence + cover.total)
            outcome = "none" if worse is None else "damage_check"
            d.emit(ev.Resolved("fire", self.side, self.at, (fire, cover), outcome, unit))
            if worse is not None:
                pending.append((unit, worse))
        for unit, _ in self.firers:
            spotter = d.units[unit].flags & OPS_COMPLETE
            if self.mode == "assault_fire" and may_assault(game, d, unit) and not spotter:
                d.flag(unit, ASSAULT_FIRE)
            else:
                d.flag(unit, FIRED, OPS_COMPLETE)
        d.update(self, pending=tuple(pending), natural=attack, hit=bool(pending))

    def check(self, d: Draft) -> None:
        """5.0, 5.1: the next unit makes its Damage Check; a Leader must survive his own before he helps."""
        if not self.pending:
            return
        (unit, worse), rest = self.pending[0], self.pending[1:]
        d.update(self, pending=rest, step=1)
        damage_check(d, unit, worse, [u for u, _ in rest])

    def after(self, d: Draft) -> None:
        """10.7.2, 10.5.6.1: what an attack does to its target hex: Caves collapse, flammable terrain may burn."""
        used = [w for _, weapons in self.firers for w in weapons]
        kinds = [d.game.weapon_types[d.weapons[w].type].kind for w in used]
        if self.hit and self.at & 7 == CAVE and COLLAPSING.intersection(kinds):
            collapse(d, self.at)
        if "fire" in d.game.options and self.natural == NATURAL:
            firers = [unit for unit, _ in self.firers]
            if starts_check(d.game, d, firers, kinds):
                fire_start_check(d, self.side, self.at, kinds)
