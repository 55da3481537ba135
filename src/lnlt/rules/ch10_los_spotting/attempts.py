"""10.1.1, 10.1.2: spotting attempts: one per impulse, not an impulse of its own, and fire at what was just spotted."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.arcs import covers
from lnlt.core.draft import Draft
from lnlt.core.flags import BULK, BUTTONED, CONTINUOUS, OPS_COMPLETE
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.hooks import GateHook, ModifierHook
from lnlt.core.state import NOBODY, NOWHERE, Marker, Position, enclosing
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.core.terrain import BLOCKING
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch10_los_spotting.lines import deciding_rule, has_tis, line, looked_at
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, degraded, limited
from lnlt.rules.ch10_los_spotting.spotting import is_open_road, spotting_class
from lnlt.rules.ch10_los_spotting.watch import unable, watch_of
from lnlt.rules.ch20_night.darkness import check_dark
from lnlt.rules.facts import units
from lnlt.rules.facts.kits import armor_leader, in_the_air, is_helicopter, kit_of
from lnlt.rules.facts.leaders import is_leader

SPOT_MODIFIERS: ModifierHook[[Game, Position, int, int]] = ModifierHook(
    "modifiers of a spotting attempt", rule="10.1.1"
)
MAY_SPOT: GateHook[[Game, Position, int]] = GateHook("who may make spotting attempts", rule="10.1.1")

NEED_BLOCKING, NEED_DEGRADING = 2, 3
ALWAYS_FAILS = 6


def check_spotter(game: Game, s: Position, impulse: Impulse, unit: int) -> Refusal | None:
    """10.1.1: a Good Order unit without any marker, of a kind that can; one attempt per impulse."""
    u = s.units[unit]
    if impulse.spotter != NOBODY:
        return Refusal("10.1.1", "one_spotting_attempt", {"unit": u.id})
    if u.side != impulse.side or u.at < 0:
        return Refusal("10.1.1", "not_own_unit", {"unit": u.id})
    if u.flags & CONTINUOUS:
        return Refusal("15.5" if u.flags & BULK else "15.5.1", "must_move", {"unit": u.id})
    code = unable(game, u)
    refusal = Refusal("19.2.3" if is_helicopter(game, u) else "10.1.1", code, {"unit": u.id}) if code else None
    return refusal if game.hooks.empty else MAY_SPOT.ask(game.hooks, refusal, game, s, unit)


def check_spot(game: Game, s: Position, impulse: Impulse, unit: int, at: int) -> Refusal | None:
    """10.1.1, Q-230: an attempt at a location with enemies that is in sight and not spotted."""
    refusal = check_spotter(game, s, impulse, unit)
    if refusal is not None:
        return refusal
    u = s.units[unit]
    name = game.board.loc_name(at)
    if not any(s.units[o].side != u.side for o in s.by_loc.get(at, ())):
        return Refusal("10.1.1", "nobody_to_spot", {"at": name})
    if line(game, s, u.at, looked_at(at), has_tis(game, s, unit)) == BLOCKED:
        params: dict[str, str | int] = {"from": game.board.loc_name(u.at), "at": name}
        rule = deciding_rule(game, s, u.at, looked_at(at), has_tis(game, s, unit))
        return Refusal(rule, "no_line_of_sight", params)
    if game.night is not None and (dark := check_dark(game, s, u.side, u.at, at, has_tis(game, s, unit))):
        return dark
    if at not in watch_of(game, s, u.side).found or is_open_road(game, s, at, u.side, u.at):
        return Refusal("10.1.1", "already_spotted", {"at": name})
    return None


def spot_need(game: Game, s: Position, unit: int, at: int) -> int:
    """10.1.1, Q-076: 3 for degrading, 2 for blocking locations; for thermal sights without Smoke (Q-231)."""
    seen = spotting_class(game, s, at, has_tis(game, s, unit))
    return NEED_BLOCKING if seen == BLOCKING else NEED_DEGRADING


def spot_tally(game: Game, s: Position, unit: int, at: int) -> Tally:
    """10.1.1, 10.1.2, Q-076: everything that is added to the die of an attempt, and the number needed."""
    u = s.units[unit]
    t = game.types[u.type]
    mods: list[Modifier] = []
    verdict = line(game, s, u.at, looked_at(at), has_tis(game, s, unit))
    if verdict != BLOCKED:
        mods.extend(Modifier(1, "degrading_hex", "10.1.1") for _ in range(degraded(verdict)))
        mods.extend(Modifier(2, "limited", "10.3.2") for _ in range(limited(verdict)))
    if (is_leader(game, s, unit) or t.kind == "armor_leader") and (lm := units.leadership(game, u)):
        mods.append(Modifier(-lm, "leader", "10.1.1", u.id))
    if t.kind == "scout":
        mods.append(Modifier(-2, "scout", "11.6", u.id))
    if u.flags & BULK:
        mods.extend(_crew(game, s, unit))
    if has_tis(game, s, unit) and (not u.flags & BUTTONED or looks_there(game, s, unit, at)):
        mods.append(Modifier(-2, "tis", "10.1.2", u.id))
    if "spot_vehicles" in game.options:
        if any(game.types[s.units[o].type].kind == "vehicle" for o in s.by_loc.get(at, ())):
            mods.append(Modifier(-1, "vehicle", "10.1.1", game.board.loc_name(at)))
    mods.extend(SPOT_MODIFIERS.collect(game.hooks, game, s, unit, at))
    return Tally("spot", (), tuple(mods), spot_need(game, s, unit, at), fails=ALWAYS_FAILS)


def _crew(game: Game, s: Position, unit: int) -> list[Modifier]:
    """10.1.1, 11.5, 15.0.1: a vehicle's Armor Leader helps; closed hatches do not."""
    found = [Modifier(1, "buttoned", "15.0.1", s.units[unit].id)] if s.units[unit].flags & BUTTONED else []
    leader = armor_leader(game, s, unit)
    if leader != NOBODY and (lm := units.leadership(game, s.units[leader])):
        found.append(Modifier(-lm, "leader", "11.5", s.units[leader].id))
    return found


def looks_there(game: Game, s: Position, unit: int, at: int) -> bool:
    """10.1.2, Q-076: whether a location lies in the arc of a vehicle's turret."""
    u, board = s.units[unit], game.board
    i, j = u.at >> 3, at >> 3
    return covers(kit_of(u).turret, board.xs[j] - board.xs[i], board.ys[j] - board.ys[i])


def spot_odds(tally: Tally) -> Fraction:
    """10.1.1: exact chance of an attempt."""
    return Fraction(sum(tally.allows(die) for die in range(1, 7)), 6)


class Spot(Command, frozen=True, gc=False):
    """A unit makes the spotting attempt of this impulse; where is asked next."""

    unit: str


class SpotAt(Command, frozen=True, gc=False):
    """The location it tries to spot."""

    at: str


class SpotTarget(Question, frozen=True, gc=False, kw_only=True):
    """10.1.1: which location a unit tries to spot."""

    RULE: ClassVar[str] = "10.1.1"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (SpotAt,)
    unit: int

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Unspotted enemy locations."""
        here, tis = s.units[self.unit].at, has_tis(game, s, self.unit)
        name = game.board.loc_name
        found = sorted(watch_of(game, s, self.side).found)
        found = [at for at in found if line(game, s, here, looked_at(at), tis) != BLOCKED]
        if game.night is not None:
            found = [at for at in found if check_dark(game, s, self.side, here, at, tis) is None]
        return [SpotAt(name(at)) for at in found]

    def check(self, game: Game, s: Position, command: SpotAt) -> Refusal | None:
        """10.1.1: see `check_spot`."""
        impulse = enclosing(s, Impulse)
        assert impulse is not None
        try:
            at = game.board.loc(command.at)
        except KeyError:
            return Refusal("1.4", "no_such_place", {"at": command.at})
        return check_spot(game, s, impulse, self.unit, at)

    def answer(self, d: Draft, command: SpotAt) -> None:
        """10.1.1, 4.1: roll; the spotter is Ops Complete whatever comes out, a Spotted marker is placed on success.

        19.2.3: a helicopter is not Ops Complete for it.
        """
        at = d.game.board.loc(command.at)
        tally = spot_tally(d.game, d, self.unit, at)
        (die,) = d.roll(1, "spot", self.side, subject=self.unit)
        success = tally.allows(die)
        d.emit(ev.Resolved("spot", self.side, at, (tally,), "spotted" if success else "failed", self.unit, ((die,),)))
        if not in_the_air(d.units[self.unit].at):
            d.flag(self.unit, OPS_COMPLETE)
        if success and not any(m.kind == "spotted" for m in d.marks.get(at, ())):
            d.emit(ev.MarkerPlaced(Marker("spotted", at)))
        impulse = d.enclosing(Impulse)
        assert impulse is not None
        d.replace_enclosing(impulse, spotter=self.unit, spotted=at if success else NOWHERE)


class Spotting(Action):
    """10.1.1, Q-230: a spotting attempt, before or between the actions of an impulse, but not after the last."""

    command = Spot
    prolongs = False

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> Iterator[Command]:  # noqa: ARG002
        """Own units on the board."""
        for members in s.by_loc.values():
            for u in members:
                if s.units[u].side == impulse.side:
                    yield Spot(s.units[u].id)

    def options(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """The same as the candidates that pass, location by location; not if a Skill has a say in who may spot."""
        if MAY_SPOT in game.hooks.table or game.night is not None:
            return super().options(game, s, impulse)
        if impulse.spotter != NOBODY or not (watch := watch_of(game, s, impulse.side)).found:
            return []
        if watch.spots is None:
            watch.spots = [Spot(name) for name in watch.spotters(game, s)]
        return watch.spots

    def check(self, game: Game, s: Position, impulse: Impulse, command: Spot) -> Refusal | None:
        """10.1.1: the unit may spot and sees something to spot."""
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        refusal = check_spotter(game, s, impulse, unit)
        if refusal is not None:
            return refusal
        watch = watch_of(game, s, impulse.side)
        at, tis = s.units[unit].at, has_tis(game, s, unit)
        if game.night is not None:
            found = (loc for loc in watch.found if check_spot(game, s, impulse, unit, loc) is None)
            if next(found, None) is not None:
                return None
        elif watch.found and watch.sees(game, s, at, tis):
            return None
        return Refusal("10.1.1", "nothing_to_spot", {"unit": command.unit})

    def answer(self, d: Draft, impulse: Impulse, command: Spot) -> None:
        """Ask where."""
        d.push(SpotTarget(side=impulse.side, unit=d.ids[command.unit]))
