"""10.1.1: what a side could still spot and who could, kept from position to position.

A game keeps one `Watch` per side. It remembers the position it was asked about last, finds out which units and markers
are other ones now and looks again at those places only; so it is right for any two positions of a game in any order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from operator import is_not

from lnlt.core.board import AIR, LAYERS
from lnlt.core.flags import ASSAULT_FIRE, CONTINUOUS, HANDLED, HOVERING, SHAKEN, SMOKED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Marker, Position, Unit
from lnlt.rules.ch04_operations.activation import BUSY
from lnlt.rules.ch10_los_spotting.lines import Lines, line, lines_of, looked_at
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch10_los_spotting.spotting import SHOWS, UNSEEING, is_lined_road, is_open_road, needs_spotting
from lnlt.rules.facts.kinds import NO_SPOTTING

CANNOT_SPOT = NO_SPOTTING | {"aircraft"}
"""Kinds that make no attempts."""
NO_SPOTTER = SHAKEN | BUSY | SMOKED | HANDLED | ASSAULT_FIRE | CONTINUOUS
"""Status and markers of units that make none."""
LONGEST = 1000
"""Entries of the log of new places to spot before it is begun anew."""


def unable(game: Game, unit: Unit) -> str:
    """10.1.1: what keeps a unit from spotting attempts, as the code of a refusal; "" if nothing does."""
    if game.types[unit.type].kind in CANNOT_SPOT:
        return "kind_cannot_spot"
    if unit.at & 7 == AIR and not unit.flags & HOVERING:
        return "flying_cannot_spot"
    if unit.flags & NO_SPOTTER:
        return "shaken_cannot_spot" if unit.flags & SHAKEN else "has_acted"
    return ""


def _bit(loc: int) -> int:
    return 1 << (loc >> 3) if loc >= 0 else 0


class Watch:
    """Enemy locations worth an attempt of a side, own units able to make one, and which places see one of them."""

    __slots__ = (
        "able",
        "foes",
        "found",
        "known",
        "lined",
        "lines",
        "log",
        "marks",
        "mask",
        "maybe",
        "others",
        "side",
        "spots",
        "sure",
        "units",
    )

    def __init__(self, side: int) -> None:
        self.side = side
        self.units: Sequence[Unit] = ()
        self.marks: Mapping[int, tuple[Marker, ...]] = {}
        self.lines: Lines | None = None
        self.foes: int
        """Bits of the hexes with enemies."""
        self.found: set[int] = set()
        """Enemy locations worth an attempt, of three sorts:"""
        self.mask: int
        """bits of the hexes whose ground is one,"""
        self.others: set[int] = set()
        """those on other layers, and"""
        self.lined: set[int] = set()
        """Roads between trees: who sees them depends on what units do (10.5.3), so nothing is kept about them."""
        self.sure: int
        """Bits of the hexes whose ground sees one of the former for certain,"""
        self.maybe: int
        """and of those it takes a look to say."""
        self.able: dict[int, tuple[tuple[str, bool], ...]] = {}
        """Own locations with units that may make an attempt: their ids and whether they have thermal sights."""
        self.spots: list[Command] | None = None
        """The commands of those of them who see something, once they were asked for."""
        self.log: list[int] = []
        """Places that became worth an attempt, in order."""
        self.known: dict[int, int] = {}
        """Per location (twice its number, + 1 with thermal sights) a place it sees, or the complement of how much of
        the log was looked at in vain."""
        self._forget()

    def update(self, game: Game, s: Position) -> None:
        """Take note of what is other than in the position asked about last."""
        self.spots = None
        units, marks, side, bits = s.units, s.marks, self.side, game.hex_bits
        certain = near = 0
        places: set[int] = set()
        if len(units) != len(self.units):
            self._forget()
            for unit in units:
                if unit.side == side:
                    places.add(unit.at)
                else:
                    certain |= _bit(unit.at)
        elif units is not self.units:
            for was, now in compress(zip(self.units, units, strict=True), map(is_not, self.units, units)):
                same = was.at == now.at and was.type == now.type and was.id == now.id
                other = was.flags ^ now.flags if same else -1
                if other & SHOWS and (was.side != side or now.side != side):
                    certain |= _bit(was.at) | _bit(now.at)
                if was.side != side and now.side != side:
                    continue
                if other & (NO_SPOTTER | HOVERING):
                    places.add(was.at)
                    places.add(now.at)
                if other & (UNSEEING | HOVERING):  # how it spots its neighbours
                    if was.at >= 0:
                        near |= bits[was.at >> 3]
                    if now.at >= 0:
                        near |= bits[now.at >> 3]
        if marks is not self.marks:
            old = self.marks
            for loc in old.keys() | marks.keys():
                if old.get(loc) != marks.get(loc):
                    near |= 1 << (loc >> 3)
            self.marks = marks
        lines = lines_of(game, s)
        changed = lines is not self.lines
        if changed:
            self.lines = lines
            self.known.clear()
        self.units = units if type(units) is tuple else tuple(units)
        mask, todo = self.mask, certain | near & self.foes
        while todo:
            bit = todo & -todo
            todo ^= bit
            self._look(game, s, bit)
        if self.mask != mask or changed:
            self._look_back()
        for loc in places:
            self._list(game, s, loc)
        if len(self.log) > LONGEST:
            self.log.clear()
            self.known.clear()

    def _forget(self) -> None:
        self.foes = self.mask = self.sure = self.maybe = 0
        for kept in (self.found, self.others, self.lined, self.able, self.log, self.known):
            kept.clear()

    def _look(self, game: Game, s: Position, bit: int) -> None:
        """Look again at every location of a hex."""
        units, by_loc, side, found = s.units, s.by_loc, self.side, self.found
        hex_ = bit.bit_length() - 1
        self.foes &= ~bit
        for loc in range(hex_ * LAYERS, hex_ * LAYERS + LAYERS):
            worth = False
            for u in by_loc.get(loc, ()):
                if units[u].side != side:
                    self.foes |= bit
                    worth = needs_spotting(game, s, loc, side)
                    break
            if worth != (loc in found):
                (found.add if worth else found.discard)(loc)
                if is_lined_road(game, hex_):
                    (self.lined.add if worth else self.lined.discard)(loc)
                    continue
                if loc & 7:
                    (self.others.add if worth else self.others.discard)(loc)
                else:
                    self.mask ^= bit
                if worth:
                    self.log.append(loc)

    def _look_back(self) -> None:
        """Note from where the ground of the places worth an attempt can be seen: sight is reciprocal."""
        assert self.lines is not None
        bits, todo = self.lines.bits, self.mask
        sure = maybe = 0
        while todo:
            hex_ = todo.bit_length() - 1
            todo ^= 1 << hex_
            certain, doubtful = bits(hex_)
            sure |= certain
            maybe |= doubtful
        self.sure, self.maybe = sure, maybe & ~sure

    def _list(self, game: Game, s: Position, loc: int) -> None:
        """Note again who in a location may make an attempt."""
        units, types, found = s.units, game.types, []
        for u in s.by_loc.get(loc, ()):
            unit = units[u]
            if unit.side == self.side and not unable(game, unit):
                found.append((unit.id, "tis" in types[unit.type].abilities))
        if found:
            self.able[loc] = tuple(found)
        else:
            self.able.pop(loc, None)

    def spotters(self, game: Game, s: Position) -> list[str]:
        """Own units that may make an attempt and see a place worth it, location by location."""
        able, sure, maybe = self.able, self.sure, -1 if self.others or self.lined else self.maybe
        found: list[str] = []
        for here in sorted(able):
            if not here & 7 and sure >> (here >> 3) & 1:
                found += [name for name, _ in able[here]]
            else:
                plain = not here & 7 and not maybe >> (here >> 3) & 1
                found += [name for name, tis in able[here] if (tis or not plain) and self.sees(game, s, here, tis)]
        return found

    def sees(self, game: Game, s: Position, here: int, tis: bool) -> bool:
        """Whether somebody in a location sees a place worth an attempt."""
        if not here & 7 and self.sure >> (here >> 3) & 1:
            return True
        if tis or here & 7 or self.others or self.maybe >> (here >> 3) & 1:
            key = here << 1 | tis
            at = self.known.get(key)
            if at is None or (at >= 0 and at not in self.found):
                at = self._first(game, s, here, tis)
            elif at < 0 and (log := self.log[~at:]):
                new = (at for at in log if at in self.found)
                at = next((at for at in new if line(game, s, here, looked_at(at), tis) != BLOCKED), ~len(self.log))
            self.known[key] = at
            if at >= 0:
                return True
        return any(
            line(game, s, here, looked_at(road), tis) != BLOCKED and not is_open_road(game, s, road, self.side, here)
            for road in self.lined
        )

    def _first(self, game: Game, s: Position, here: int, tis: bool) -> int:
        """A place a location sees, found line by line; the complement of the length of the log if there is none."""
        assert self.lines is not None
        mask = self.mask
        if not tis and not here & 7:
            mask &= self.lines.bits(here >> 3)[1]
        while mask:
            hex_ = mask.bit_length() - 1
            mask ^= 1 << hex_
            if line(game, s, here, hex_ * LAYERS, tis) != BLOCKED:
                return hex_ * LAYERS
        others = (at for at in self.others if line(game, s, here, looked_at(at), tis) != BLOCKED)
        return next(others, ~len(self.log))


def watch_of(game: Game, s: Position, side: int) -> Watch:
    """What a side could spot in a position."""
    watch: Watch | None = game.watches[side]
    if watch is None:
        watch = game.watches[side] = Watch(side)
        watch.update(game, s)
    elif watch.units is not s.units or watch.marks is not s.marks:
        watch.update(game, s)
    return watch
