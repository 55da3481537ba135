"""10.5.6.3: putting out a fire, as an action of an impulse."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, CONTINUOUS, FIRED, HANDLED, SHAKEN, SMOKED
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.activation import BUSY
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch10_los_spotting.burning import fire_at
from lnlt.rules.facts import units
from lnlt.rules.facts.leaders import is_leader

NEED = 6


def check_fighter(game: Game, s: Position, side: int, unit: int, at: int) -> Refusal | None:
    """10.5.6.3: a Good Order MMC or Hero that has not acted, in the burning location."""
    u = s.units[unit]
    t = game.types[u.type]
    if u.side != side or u.at != at:
        return Refusal("10.5.6.3", "not_here", {"unit": u.id, "at": game.board.loc_name(at)})
    if not (t.is_mmc or t.kind == "hero"):
        return Refusal("10.5.6.3", "kind_fights_no_fire", {"unit": u.id})
    if u.flags & (BUSY | SHAKEN | SMOKED | ASSAULT_FIRE | HANDLED | CONTINUOUS):
        return Refusal("10.5.6.3", "has_acted", {"unit": u.id})
    return None


def check_fight(game: Game, s: Position, impulse: Impulse, at: int) -> Refusal | None:
    """10.5.6.3: somebody in a named location that burns, but not out of hand."""
    name = game.board.loc_name(at)
    if "fire" not in game.options:
        return Refusal("10.5.6", "no_fire_option")
    marker = fire_at(s, at)
    if marker is None or marker.strength > 1:
        return Refusal("10.5.6.3", "no_fire_to_fight", {"at": name})
    if at not in impulse.named:
        return Refusal("4.0", "not_named", {"at": name})
    first: Refusal | None = None
    for u in s.by_loc.get(at, ()):
        refusal = check_fighter(game, s, impulse.side, u, at)
        if refusal is None:
            return None
        first = first or refusal
    return first or Refusal("10.5.6.3", "nobody_here", {"at": name})


def extinguish_tally(game: Game, s: Position, fighters: Sequence[int]) -> Tally:
    """10.5.6.3, Q-234: +1 per further MMC or Hero, and the LM of one Good Order Leader there; 6 puts it out."""
    mods = [Modifier(1, "helper", "10.5.6.3", s.units[u].id) for u in fighters[1:]]
    first = s.units[fighters[0]]
    leaders = [
        (units.leadership(game, s.units[o]), s.units[o].id)
        for o in s.by_loc.get(first.at, ())
        if s.units[o].side == first.side and s.units[o].good_order and is_leader(game, s, o)
    ]
    if leaders and (best := max(leaders))[0]:
        mods.append(Modifier(best[0], "leader", "10.5.6.3", best[1]))
    return Tally("extinguish", (), tuple(mods), NEED, reach=True)


def extinguish_odds(tally: Tally) -> Fraction:
    """10.5.6.3: exact chance to put a fire out."""
    return Fraction(sum(tally.allows(die) for die in range(1, 7)), 6)


class Extinguish(Command, frozen=True, gc=False):
    """Units of a named location try to put out the fire in it; who is asked next."""

    at: str


class AddFighter(Command, frozen=True, gc=False):
    """Take a unit along."""

    unit: str


class FightFire(Command, frozen=True, gc=False):
    """All are there: put it out."""


class FireFighters(Question, frozen=True, gc=False, kw_only=True):
    """10.5.6.3: who tries to put out a fire."""

    RULE: ClassVar[str] = "10.5.6.3"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (AddFighter, FightFire)
    at: int
    members: tuple[int, ...] = ()

    def candidates(self, game: Game, s: Position) -> list[Command]:  # noqa: ARG002
        """Units after the last one taken, and the attempt."""
        here = s.by_loc.get(self.at, ())
        return [*(AddFighter(s.units[u].id) for u in here if all(u > m for m in self.members)), FightFire()]

    def check(self, game: Game, s: Position, command: AddFighter | FightFire) -> Refusal | None:
        """10.5.6.3: at least one, in ascending order."""
        if type(command) is FightFire:
            return None if self.members else Refusal("10.5.6.3", "nobody_here", {"at": game.board.loc_name(self.at)})
        assert type(command) is AddFighter
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        if self.members and unit <= self.members[-1]:
            return Refusal("10.5.6.3", "in_order", {"unit": command.unit})
        return check_fighter(game, s, self.side, unit, self.at)

    def answer(self, d: Draft, command: AddFighter | FightFire) -> None:
        """10.5.6.3: everybody who tries is marked Fired."""
        if type(command) is AddFighter:
            d.push(replace(self, members=(*self.members, d.ids[command.unit])))
            return
        tally = extinguish_tally(d.game, d, self.members)
        (die,) = d.roll(1, "random", self.side)
        out = tally.allows(die)
        d.emit(ev.Resolved("extinguish", self.side, self.at, (tally,), "out" if out else "failed", dice=((die,),)))
        for unit in self.members:
            d.flag(unit, FIRED)
        marker = fire_at(d, self.at)
        if out and marker is not None:
            d.emit(ev.MarkerRemoved(marker))


class FireFighting(Action):
    """10.5.6.3: put out a fire."""

    command = Extinguish

    def in_play(self, game: Game) -> bool:
        """10.5.6: the option for fires."""
        return "fire" in game.options

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Named locations that burn."""
        return [Extinguish(game.board.loc_name(at)) for at in impulse.named if fire_at(s, at) is not None]

    def check(self, game: Game, s: Position, impulse: Impulse, command: Extinguish) -> Refusal | None:
        """10.5.6.3: see `check_fight`."""
        return check_fight(game, s, impulse, game.board.loc(command.at))

    def answer(self, d: Draft, impulse: Impulse, command: Extinguish) -> None:
        """Ask who."""
        at = d.game.board.loc(command.at)
        if at not in impulse.did:
            d.update(impulse, did=(*impulse.did, at))
        d.push(FireFighters(side=impulse.side, at=at))
