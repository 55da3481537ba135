"""10.1.1, 10.1.2: spotting attempts: one per impulse, not an impulse of its own, and fire at what was just spotted."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import GROUND
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, CONTINUOUS, OPS_COMPLETE, SHAKEN, SMOKED, STEALTH
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.hooks import GateHook, ModifierHook
from lnlt.core.state import NOBODY, NOWHERE, Marker, Position, enclosing
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.core.terrain import BLOCKING, OPEN
from lnlt.rules.ch01_concepts import units
from lnlt.rules.ch04_operations.impulse import BUSY, Action, Impulse
from lnlt.rules.ch10_los_spotting.lines import counters, deciding_rule, line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, Sight, degraded, limited
from lnlt.rules.ch10_los_spotting.spotting import (
    along_road,
    is_hidden,
    is_lined_road,
    is_revealed,
    is_spotted,
    is_spotted_from,
    spotting_class,
)
from lnlt.rules.ch11_smc.leaders import is_leader

SPOT_MODIFIERS = ModifierHook("modifiers of a spotting attempt", rule="10.1.1")
MAY_SPOT = GateHook("who may make spotting attempts", rule="10.1.1")

NEED_BLOCKING, NEED_DEGRADING = 2, 3
ALWAYS_FAILS = 6
CANNOT_SPOT = frozenset({"medic", "corpsman", "chaplain", "nurse", "piper", "aircraft"})
"""Kinds that make no attempts."""
NO_SPOTTER = SHAKEN | BUSY | SMOKED | ASSAULT_FIRE | CONTINUOUS
"""Status and markers of units that make none."""


def has_tis(game: Game, s: Position, unit: int) -> bool:
    """10.1.2: whether a unit has a Thermal Imaging System."""
    return "tis" in game.types[s.units[unit].type].abilities


def check_spotter(game: Game, s: Position, impulse: Impulse, unit: int) -> Refusal | None:
    """10.1.1: a Good Order unit without any marker, of a kind that can; one attempt per impulse."""
    u = s.units[unit]
    if impulse.spotter != NOBODY:
        return Refusal("10.1.1", "one_spotting_attempt", {"unit": u.id})
    if u.side != impulse.side or u.at < 0:
        return Refusal("10.1.1", "not_own_unit", {"unit": u.id})
    refusal = None
    if game.types[u.type].kind in CANNOT_SPOT:
        refusal = Refusal("10.1.1", "kind_cannot_spot", {"unit": u.id})
    elif u.flags & SHAKEN:
        refusal = Refusal("10.1.1", "shaken_cannot_spot", {"unit": u.id})
    elif u.flags & NO_SPOTTER:
        refusal = Refusal("10.1.1", "has_acted", {"unit": u.id})
    return refusal if game.hooks.empty else MAY_SPOT.ask(game.hooks, refusal, game, s, unit)


def needs_spotting(game: Game, s: Position, loc: int, side: int) -> bool:
    """10.1.1, 6.4: a location that is not spotted, or in which a Stealth unit is still no target."""
    if not is_spotted(game, s, loc, side):
        return True
    units = s.units
    return any(units[u].flags & STEALTH and is_hidden(game, s, u, side) for u in s.by_loc.get(loc, ()))


class Unspotted:
    """Enemy locations worth an attempt of a side in one position, and which own locations see one of them."""

    __slots__ = ("found", "lasts", "mask", "obstacles", "others", "s", "seen_from", "side", "spots", "stamp")

    def __init__(
        self, game: Game, s: Position, side: int, stamp: int, found: tuple[int, ...], last: Unspotted | None
    ) -> None:
        self.s, self.side, self.stamp, self.found, self.obstacles = s, side, stamp, found, s.obstacles
        same = last is not None and last.lasts and last.found == found and last.obstacles is s.obstacles
        self.seen_from: dict[int, bool] = last.seen_from if last is not None and same else {}
        self.lasts: bool = same or not any(is_lined_road(game, at >> 3) for at in found)
        """Whether who sees them depends on the counters on the board alone, not on what units do (10.5.3)."""
        plain = [] if game.los_facts else [at for at in found if at & 7 == GROUND and not is_lined_road(game, at >> 3)]
        self.mask = sum(1 << (at >> 3) for at in plain)
        """Bits of the hexes whose ground is worth an attempt; all other places are in `others`."""
        self.others = tuple(at for at in found if at not in plain)
        self.spots: list[Command] | None = None
        """What a side with an attempt left is offered, once it was asked for."""

    def seen(self, tis: bool, game: Game, here: int) -> bool:
        """The same, worked out once per location."""
        key = here << 1 | tis
        known = self.seen_from.get(key)
        if known is None:
            known = self.seen_from[key] = self.sees(game, here, tis)
        return known

    def sees(self, game: Game, here: int, tis: bool) -> bool:
        """Whether somebody in a location sees one of them: by bits where the ground says enough, else line by line."""
        s, todo = self.s, self.others
        if here & 7 == GROUND and not tis:
            sight: Sight = game.sight
            seen = sight.visible(here >> 3) & self.mask
            if s.obstacles:
                dyn = counters(s.obstacles)
                changed = 0
                if seen or dyn.opens:
                    changed = sight.affected(here >> 3, dyn)
                if seen & ~changed:
                    return True
                doubtful = (self.mask if dyn.opens else seen) & changed
                if doubtful:
                    todo += tuple(at for at in self.found if at & 7 == GROUND and doubtful >> (at >> 3) & 1)
            elif seen:
                return True
        else:
            todo = self.found
        for at in todo:
            if line(game, s, here, at, tis) != BLOCKED and not is_open_road(game, s, at, self.side, here):
                return True
        return False


def _memo(game: Game, s: Position, side: int) -> Unspotted:
    """What could be spotted, kept for the last position asked about: a draft changes only by its events."""
    stamp = len(s.events) if isinstance(s, Draft) else -1
    last: Unspotted | None = game.spot_memos[side]
    memo = last
    if memo is not None and memo.stamp == stamp:
        if memo.s is s or (stamp < 0 and memo.s.units is s.units and memo.s.marks is s.marks):
            return memo
    everyone, classes, marks = s.units, game.hex_classes, s.marks
    found: list[int] = []
    enemies: list[int] = []
    near, bits = 0, game.hex_bits
    for loc, members in s.by_loc.items():
        own = foes = False
        for u in members:  # both sides may be here
            if everyone[u].side == side:
                own = True
            else:
                foes = True
        if own:
            near |= bits[loc >> 3]
        if foes:
            enemies.append(loc)
    for loc in enemies:
        if not loc & 7 and classes.get(loc >> 3) == OPEN and loc not in marks:
            continue  # open ground is spotted
        close = near >> (loc >> 3) & 1
        if needs_spotting(game, s, loc, side) if close else not is_revealed(game, s, loc, side):
            found.append(loc)
    memo = game.spot_memos[side] = Unspotted(game, s, side, stamp, tuple(found), last)
    return memo


def unspotted(game: Game, s: Position, side: int) -> tuple[int, ...]:
    """10.1.1: enemy locations worth an attempt of a side."""
    return _memo(game, s, side).found


def sees_unspotted(game: Game, s: Position, side: int, here: int, tis: bool) -> bool:
    """Whether somebody in a location sees anything worth an attempt."""
    return _memo(game, s, side).seen(tis, game, here)


def is_open_road(game: Game, s: Position, at: int, side: int, here: int) -> bool:
    """10.5.3: who looks along a Road between trees needs no attempt."""
    return is_lined_road(game, at >> 3) and along_road(game, here, at) and is_spotted_from(game, s, at, side, here)


def check_spot(game: Game, s: Position, impulse: Impulse, unit: int, at: int) -> Refusal | None:
    """10.1.1, Q-230: an attempt at a location with enemies that is in sight and not spotted."""
    refusal = check_spotter(game, s, impulse, unit)
    if refusal is not None:
        return refusal
    u = s.units[unit]
    name = game.board.loc_name(at)
    if not any(s.units[o].side != u.side for o in s.by_loc.get(at, ())):
        return Refusal("10.1.1", "nobody_to_spot", {"at": name})
    if line(game, s, u.at, at, has_tis(game, s, unit)) == BLOCKED:
        params: dict[str, str | int] = {"from": game.board.loc_name(u.at), "at": name}
        return Refusal(deciding_rule(game, s, u.at, at), "no_line_of_sight", params)
    if not needs_spotting(game, s, at, u.side) or is_open_road(game, s, at, u.side, u.at):
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
    verdict = line(game, s, u.at, at, has_tis(game, s, unit))
    if verdict != BLOCKED:
        mods.extend(Modifier(1, "degrading_hex", "10.1.1") for _ in range(degraded(verdict)))
        mods.extend(Modifier(2, "limited", "10.3.2") for _ in range(limited(verdict)))
    if (is_leader(game, s, unit) or t.kind == "armor_leader") and (lm := units.leadership(game, u)):
        mods.append(Modifier(-lm, "leader", "10.1.1", u.id))
    if t.kind == "scout" and not u.carries:
        mods.append(Modifier(-2, "scout", "11.6", u.id))
    if has_tis(game, s, unit):
        mods.append(Modifier(-2, "tis", "10.1.2", u.id))
    if "spot_vehicles" in game.options:
        if any(game.types[s.units[o].type].kind == "vehicle" for o in s.by_loc.get(at, ())):
            mods.append(Modifier(-1, "vehicle", "10.1.1", game.board.loc_name(at)))
    mods.extend(SPOT_MODIFIERS.collect(game.hooks, game, s, unit, at))
    return Tally("spot", (), tuple(mods), spot_need(game, s, unit, at))


def succeeds(tally: Tally, die: int) -> bool:
    """10.1.1: the die with its modifiers is at most the number needed; a natural 6 always fails."""
    return die != ALWAYS_FAILS and die + tally.total <= (tally.need or 0)


def spot_odds(tally: Tally) -> Fraction:
    """10.1.1: exact chance of an attempt."""
    return Fraction(sum(succeeds(tally, die) for die in range(1, 7)), 6)


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
        return [SpotAt(name(at)) for at in unspotted(game, s, self.side) if line(game, s, here, at, tis) != BLOCKED]

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
        """10.1.1, 4.1: roll; the spotter is Ops Complete whatever comes out, a Spotted marker is placed on success."""
        at = d.game.board.loc(command.at)
        tally = spot_tally(d.game, d, self.unit, at)
        (die,) = d.roll(1, "spot", self.side, subject=self.unit)
        success = succeeds(tally, die)
        d.emit(ev.Resolved("spot", self.side, at, (tally,), "spotted" if success else "failed", self.unit))
        d.flag(self.unit, OPS_COMPLETE)
        if success and not any(m.kind == "spotted" for m in d.marks.get(at, ())):
            d.emit(ev.MarkerPlaced(Marker("spotted", at)))
        impulse = d.stack[-1]
        assert isinstance(impulse, Impulse)
        d.update(impulse, spotter=self.unit, spotted=at if success else NOWHERE)


class Spotting(Action):
    """10.1.1, Q-230: a spotting attempt, before or between the actions of an impulse, but not after the last."""

    command = Spot
    prolongs = False

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """Own units without markers that see something to spot."""
        if impulse.spotter != NOBODY or not (memo := _memo(game, s, impulse.side)).found:
            return []
        side, everyone = impulse.side, s.units
        found: list[Command] = []
        for here, members in s.by_loc.items():
            if everyone[members[0]].side != side:
                continue
            for u in members:
                unit = everyone[u]
                if not unit.flags & (BUSY | SHAKEN | SMOKED | CONTINUOUS):
                    if memo.seen("tis" in game.types[unit.type].abilities, game, here):
                        found.append(Spot(unit.id))
        return found

    def options(self, game: Game, s: Position, impulse: Impulse) -> list[Command]:
        """The same as the candidates that pass, location by location; not if a Skill has a say in who may spot."""
        if MAY_SPOT in game.hooks.table:
            return super().options(game, s, impulse)
        if impulse.spotter != NOBODY or not (memo := _memo(game, s, impulse.side)).found:
            return []
        if memo.spots is not None:
            return memo.spots
        side, everyone, types = impulse.side, s.units, game.types
        found: list[Command] = []
        for here, members in s.by_loc.items():
            if everyone[members[0]].side != side:
                continue
            for u in members:
                unit = everyone[u]
                if not unit.flags & NO_SPOTTER:
                    t = types[unit.type]
                    if t.kind not in CANNOT_SPOT and memo.seen("tis" in t.abilities, game, here):
                        found.append(Spot(unit.id))
        memo.spots = found
        return found

    def check(self, game: Game, s: Position, impulse: Impulse, command: Spot) -> Refusal | None:
        """10.1.1: the unit may spot and sees something to spot."""
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        refusal = check_spotter(game, s, impulse, unit)
        if refusal is not None:
            return refusal
        if sees_unspotted(game, s, impulse.side, s.units[unit].at, has_tis(game, s, unit)):
            return None
        return Refusal("10.1.1", "nothing_to_spot", {"unit": command.unit})

    def answer(self, d: Draft, impulse: Impulse, command: Spot) -> None:
        """Ask where."""
        d.push(SpotTarget(side=impulse.side, unit=d.ids[command.unit]))
