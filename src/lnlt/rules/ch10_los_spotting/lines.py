"""10.3: lines of sight between locations in a position: printed terrain, counters on the board, stated facts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from lnlt.core.board import BUNKER, LAYERS
from lnlt.core.game import Clear, Game
from lnlt.core.hexes import CORNERS
from lnlt.core.state import Position
from lnlt.core.terrain import Hexside
from lnlt.rules.ch10_los_spotting.explain import LosReport, Reason, explain
from lnlt.rules.ch10_los_spotting.obstacles import side_item
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, UNKNOWN, Sight
from lnlt.rules.facts.caves import closed_between
from lnlt.rules.facts.sight_counters import NO_COUNTERS, SMOKE, Dynamic, Item, SideItem

_FACTS = {"clear": 0, "degraded": 0, "limited": 4, "blocked": BLOCKED}


FLAT = frozenset(
    {
        "spotted",
        "melee",
        "collapsed_entrance",
        "cave",
        "bunker",
        "mines",
        "wire",
        "foxholes",
        "trench",
        "emplacement",
        "vehicle_emplacement",
        "sangar",
        "fortified",
        "claymore",
        "victory",
        "starshell",
        "spotting_round",
    }
)
"""Markers that never stand in a line of sight; those of Events do not either."""
FRONTED = frozenset({"cave", "bunker"})
"""Markers whose facing decides what those inside see."""
KEPT = 64
"""Layouts of counters a game keeps lines for; when there are more it forgets the oldest."""

Obstacles = tuple[tuple[int, str], ...]


class Lines:
    """10.3: the lines of sight of a game while certain counters lie on the board.

    `rows[a][b]` is a verdict, or UNKNOWN as long as nobody has asked: loops read it in place and ask `judge` for what
    is not known. A game keeps one of these per layout of counters and remembers the one used last (`lines_of`), so
    games never mix; positions that differ only in flat markers share one.
    """

    __slots__ = (
        "_bits",
        "_blank",
        "_clear",
        "_facts",
        "_marks",
        "_thermal",
        "board",
        "dyn",
        "obstacles",
        "rows",
        "sight",
        "smoky",
        "things",
        "tis",
    )

    def __init__(
        self, game: Game, s: Position, things: frozenset[tuple[int, str]], last: object, tis: bool = False
    ) -> None:
        self.obstacles: Obstacles | None = s.obstacles
        """Markers of a position known to have this layout."""
        self.sight: Sight = game.sight
        self.board = game.board
        self.things, self.tis = things, tis
        grows = type(last) is Lines and last.things and last.things <= things
        if type(last) is Lines and grows and not any(_side_of(kind) for _, kind in things - last.things):
            self.dyn: Dynamic = last.dyn.grown(things - last.things)
        else:
            self.dyn = Dynamic(_items(game, things)) if things else NO_COUNTERS
        self.smoky = frozenset([i for i, kind in things if kind in SMOKE])
        """Hexes with Smoke in them or of which any part burns (7.0, 10.5.6.4)."""
        self._blank: bytearray = game.sight.blank
        self.rows: list[bytearray] = [self._blank] * len(self._blank)
        self._marks = s.marks
        self._facts = game.los_facts
        self._thermal: Lines | None = None
        self._clear: Clear | None = game.clear_sight[tis]
        self._bits: dict[int, tuple[int, int]] = {}

    def judge(self, a: int, b: int) -> int:
        """10.3: the verdict between two locations, kept in `rows`."""
        row = self.row(a)
        verdict = row[b]
        if verdict == UNKNOWN:
            verdict = row[b] = self._verdict(a, b)
        return verdict

    def row(self, a: int) -> bytearray:
        """The row of a location, made if there is none; what stands in the printed table is filled in."""
        row = self.rows[a]
        if row is self._blank:
            row = self.rows[a] = self._blank[:]
            if not a & 7 and not self.dyn.mask and not self._facts:
                row[::LAYERS] = self.sight.rows[a >> 3]
                if self._clear is not None:
                    row[::LAYERS] = self._clear.dim(a >> 3, self.sight.rows[a >> 3], BLOCKED)
        return row

    def _verdict(self, a: int, b: int) -> int:
        if self._facts and (fact := self._facts.get((a, b))) is not None:
            word, count = fact
            return _FACTS[word] if word == "blocked" else _FACTS[word] + (count or word == "degraded")
        if self._clear is not None and not self._clear.reaches(a, b):
            return BLOCKED
        if not (a | b) & 7:
            certain, doubtful = self.bits(a >> 3)
            if certain >> (b >> 3) & 1:
                return self.sight.rows[a >> 3][b >> 3]
            if not doubtful >> (b >> 3) & 1:
                return BLOCKED
        elif closed_between(self.board, self._marks, a, b) is not None:
            return BLOCKED
        return self.sight.line(a, b, self.dyn, self.tis)

    def thermal(self, game: Game, s: Position) -> Lines:
        """10.1.2: the same as Thermal Imaging sees it, which looks through Smoke."""
        if self._thermal is None:
            self._thermal = Lines(game, s, self.things, self, True)
        return self._thermal

    def bits(self, hex_: int) -> tuple[int, int]:
        """Bits of the hexes whose ground the ground of a hex sees for certain, and of those it takes a look to say."""
        found = self._bits.get(hex_)
        if found is None:
            if self._facts:
                found = (0, -1)
            elif self.dyn.mask:
                seen, (changed, hidden) = self.sight.visible(hex_), self.sight.field(hex_, self.dyn, self.tis)
                found = (seen & ~changed, (changed if self.dyn.opens else seen & changed) & ~hidden)
            else:
                found = (self.sight.visible(hex_), 0)
            if self._clear is not None:
                near = self._clear.near(hex_)
                found = (found[0] & near, found[1] & near)
            self._bits[hex_] = found
        return found


def lines_of(game: Game, s: Position) -> Lines:
    """The lines of sight of a position: those used last if its markers are the same ones."""
    lines: Lines = game.lines
    if lines.obstacles is not s.obstacles:
        lines = game.lines = _lookup(game, s)
    return lines


def solid(obstacles: Obstacles) -> Obstacles:
    """Those of the markers of a position that may stand in a line of sight."""
    return tuple(item for item in obstacles if item[1] not in FLAT and not item[1].startswith("event_"))


def _side_of(kind: str) -> tuple[str, int] | None:
    """21.5: a counter on a hexside and which side of its hex that is; None for one inside its hex."""
    key, _, side = kind.partition(" ")
    return (key, int(side)) if side else None


def _items(game: Game, things: Iterable[tuple[int, str]]) -> list[Item | SideItem]:
    """Counters of a position for `Dynamic`, those on hexsides with the hexes a line may touch them from."""
    found: list[Item | SideItem] = []
    for hex_, kind in things:
        on_side = _side_of(kind)
        found.append((hex_, kind) if on_side is None else side_item(game.board, hex_, on_side[1], on_side[0]))
    return found


def _lookup(game: Game, s: Position) -> Lines:
    things = solid(s.obstacles)
    turned: tuple[tuple[int, str, int], ...] = ()
    if any(kind in FRONTED for _, kind in s.obstacles):
        turned = tuple((m.at, m.kind, m.facing) for m in s.markers if m.kind in FRONTED)
    lines: Lines | None = game.layouts.get((things, turned))
    if lines is None:
        lines = game.layouts[things, turned] = Lines(game, s, frozenset(things), game.lines)
        if len(game.layouts) > KEPT:
            del game.layouts[next(iter(game.layouts))]
    lines.obstacles = s.obstacles
    return lines


def counters(game: Game, s: Position) -> Dynamic:
    """The markers of a position as lines of sight know them."""
    return lines_of(game, s).dyn


def line(game: Game, s: Position, a: int, b: int, tis: bool = False) -> int:
    """10.3: degrading hexes + 4 * limited gaps between two locations, or BLOCKED; `tis` looks through Smoke (10.1.2).

    Caves and Bunkers are open to their front only, Tunnels to nobody outside (10.7, 10.7.1).
    """
    lines: Lines = game.lines
    if lines.obstacles is s.obstacles and not tis:
        verdict = lines.rows[a][b]
        if verdict != UNKNOWN:
            return verdict
    lines = lines_of(game, s)
    return (lines.thermal(game, s) if tis else lines).judge(a, b)


def has_tis(game: Game, s: Position, unit: int) -> bool:
    """10.1.2: whether a unit has a Thermal Imaging System."""
    return "tis" in game.types[s.units[unit].type].abilities


def any_tis(game: Game, s: Position, at: int) -> bool:
    """10.1.2: whether anybody in a location has a Thermal Imaging System."""
    return any(has_tis(game, s, u) for u in s.by_loc.get(at, ()))


def looked_at(loc: int) -> int:
    """21.1.1, Q-330: where one looks to spot a location: a Bunker is seen from all sides, like its hex."""
    return loc - BUNKER if loc & 7 == BUNKER else loc


def seen_from(game: Game, s: Position, a: int, locs: Iterable[int]) -> list[int]:
    """10.3: those of some locations that a location sees, in the same order; one call for a whole loop."""
    lines = lines_of(game, s)
    row, judge = lines.row(a), lines.judge
    found = []
    for b in locs:
        verdict = row[b]
        if verdict == UNKNOWN:
            verdict = judge(a, b)
        if verdict != BLOCKED:
            found.append(b)
    return found


def perhaps_seen(game: Game, s: Position, a: int) -> int:
    """Bits of the hexes whose ground eyes in a location may see: all others are out of sight for certain."""
    if a & 7:
        return -1
    certain, doubtful = lines_of(game, s).bits(a >> 3)
    return certain | doubtful


def saw(game: Game, obstacles: Obstacles, a: int, b: int) -> bool:
    """10.3: whether two locations saw each other when such counters were on the board."""
    fact = game.los_facts.get((a, b))
    if fact is not None:
        return fact[0] != "blocked"
    if (clear := game.clear_sight[0]) is not None and not clear.reaches(a, b):
        return False
    sight: Sight = game.sight
    return sight.line(a, b, Dynamic(_items(game, solid(obstacles)))) != BLOCKED


def deciding_rule(game: Game, s: Position, a: int, b: int, tis: bool = False) -> str:
    """Section of what decides the line between two locations."""
    if (a, b) in game.los_facts:
        return "10.3"
    rule = closed_between(game.board, s.marks, a, b)
    return rule if rule is not None else report(game, s, a, b, tis).rule


def report(game: Game, s: Position, a: int, b: int, tis: bool = False) -> LosReport:
    """10.3, 10.9, Q-462: a line of sight explained; weather may end it before any terrain does."""
    found = explain(game.sight, a, b, counters(game, s), tis)
    clear = game.clear_sight[tis]
    if clear is None or clear.reaches(a, b):
        return found
    reason = Reason((found.start, found.end), "blocked", "10.9", "weather", {"limit": clear.limit})
    reasons = (reason, *found.reasons)
    return replace(found, verdict="blocked", limited=0, rule="10.9", decided=0, reasons=reasons)


def unit_sees(game: Game, s: Position, unit: int, origin: int, at: int) -> bool:
    """10.3, 10.1.2: whether a unit in a location sees another one, with thermal sights through Smoke."""
    return line(game, s, origin, at, has_tis(game, s, unit)) != BLOCKED


def sees(game: Game, s: Position, a: int, b: int) -> bool:
    """10.3: whether two locations see each other."""
    return line(game, s, a, b) != BLOCKED


@lru_cache(maxsize=65536)
def entry_sides(dx: int, dy: int) -> tuple[int, ...]:
    """Directions of the sides of a hex that a line from its centre toward (dx, dy) touches: one, or two at a corner."""
    if not dx and not dy:
        return ()
    touched = []
    for d in range(6):
        (x1, y1), (x2, y2) = CORNERS[d], CORNERS[(d + 1) % 6]
        if x1 * dy - y1 * dx >= 0 and dx * y2 - dy * x2 >= 0:
            touched.append(d)
    return tuple(touched)


def sides_toward(game: Game, hex_: int, other: int) -> list[Hexside]:
    """Hexside terrain of a hex that the line from another hex touches (Q-091)."""
    board = game.board
    sides = board.sides[hex_]
    dx, dy = board.xs[other] - board.xs[hex_], board.ys[other] - board.ys[hex_]
    return [side for d in entry_sides(dx, dy) if (side := sides[d]) is not None]
