"""10.3: line of sight on one board, fast to ask: `Sight.ground` for hexes, `Sight.line` for locations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from lnlt.core.board import LAYERS, Board
from lnlt.core.terrain import BLOCKING, OPEN
from lnlt.rules.ch10_los_spotting import geometry
from lnlt.rules.ch10_los_spotting.geometry import Run
from lnlt.rules.ch10_los_spotting.judge import BLOCKED, Judge, straight_road
from lnlt.rules.ch10_los_spotting.obstacles import WHOLE, Obstacles, side_item
from lnlt.rules.ch10_los_spotting.tables import Builder, Progress
from lnlt.rules.facts.adjacency import sees_near
from lnlt.rules.facts.sight_counters import NO_COUNTERS, SMOKE, Dynamic, Field, Item, Scratch, Screens, SideItem

__all__ = ["BLOCKED", "NO_COUNTERS", "Dynamic", "Item", "SideItem", "Sight", "degraded", "limited", "visible"]

UNKNOWN = 254
"""Marks a verdict not yet computed."""
MOST_JUDGED = 100_000
"""Verdicts with counters that a board remembers at most."""


def visible(verdict: int) -> bool:
    """Whether a verdict leaves a line of sight."""
    return verdict != BLOCKED


def degraded(verdict: int) -> int:
    """10.3: how many degrading hexes an unblocked line has: -1 each on the DFT, +1 each on the OFT and to spot."""
    return verdict & 3


def limited(verdict: int) -> int:
    """10.3.2: how many gaps between separate structures an unblocked line uses: -2 or +2 each."""
    return verdict >> 2


def touched(board: Board, a: int, b: int) -> list[int]:
    """10.3: hexes between two hexes that the line enters or runs beside."""
    dx, dy = board.xs[b] - board.xs[a], board.ys[b] - board.ys[a]
    if a == b:
        return []
    if not geometry.is_first(dx, dy):
        a, dx, dy = b, -dx, -dy
    x, y, by_xy = board.xs[a], board.ys[a], board.by_xy
    places = []
    for step in geometry.line(dx, dy).steps:
        places.append((x + step.x, y + step.y))
        if isinstance(step, Run):
            places.append((x + step.x2, y + step.y2))
    return [by_xy[place] for place in places if place in by_xy]


class _Behind(dict[int, list[int]]):
    """Per hex a, made when asked: for every hex the bits of the hexes whose line from a it can change."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def __missing__(self, a: int) -> list[int]:
        made = [0] * self.board.size
        for b in range(self.board.size):
            bit = 1 << b
            for i in touched(self.board, a, b):
                made[i] |= bit
        self[a] = made
        return made


class Sight:
    """10.3: all lines of sight of a board. Never changes after it is built; reciprocal.

    `table` is a finished table (all rows of verdicts one after the other), for instance from a cache.
    """

    def __init__(self, board: Board, table: bytes | None = None, progress: Progress | None = None) -> None:
        size = board.size
        self.board = board
        self.things = Obstacles(board)
        rows: Sequence[bytes | bytearray]
        if table is None:
            rows = Builder(self.things).build(progress)
        elif len(table) != size * size:
            raise ValueError(f"a table for {size} hexes has {size * size} entries, not {len(table)}")
        else:
            rows = [table[i * size : (i + 1) * size] for i in range(size)]
        self.rows: tuple[bytes, ...] = tuple(bytes(row) for row in rows)
        """Verdicts between hexes at ground level: `rows[a][b]`, for loops that cannot afford a call."""
        self._lines: list[bytearray] = []
        for i in range(size):
            for layer in range(LAYERS):
                line = bytearray([UNKNOWN]) * (size * LAYERS) if layer == 0 else bytearray()
                if layer == 0:
                    line[::LAYERS] = self.rows[i]
                self._lines.append(line)
        self.blank = bytearray([UNKNOWN]) * (size * LAYERS)
        """A row of verdicts nobody has asked for yet; never written to."""
        self._behind = _Behind(board)
        self._visible: dict[int, int] = {}
        self._hidden: dict[tuple[int, str], int] = {}
        self._lowers: dict[int, int] = {}
        self._masks: dict[tuple[int, int], int] = {}
        self._judged: dict[tuple[int, int, bool, object], int] = {}
        """Verdicts by ends and by the counters on the way, whatever lies elsewhere."""

    @property
    def table(self) -> bytes:
        """The verdicts between hexes as one block, to be stored."""
        return b"".join(self.rows)

    def ground(self, a: int, b: int) -> int:
        """10.3: verdict between two hexes at ground level without counters: BLOCKED, or degraded + 4 * limited."""
        return self.rows[a][b]

    def line(self, a: int, b: int, dyn: Dynamic = NO_COUNTERS, tis: bool = False) -> int:
        """10.3: verdict between two locations with counters; Thermal Imaging ignores Smoke [10.1.2]."""
        try:
            verdict = self._lines[a][b]
        except IndexError:
            self._lines[a] = bytearray([UNKNOWN]) * (self.board.size * LAYERS)
            verdict = UNKNOWN
        if verdict == UNKNOWN:
            verdict = self._judge(a, b)
        if dyn is NO_COUNTERS:
            return verdict
        if verdict == BLOCKED:
            if not dyn.opens:
                return BLOCKED
        elif not dyn.mask:
            return verdict
        scratch = dyn.scratch
        if scratch is None or scratch.owner is not self:
            scratch = dyn.scratch = Scratch(self)
        try:
            changed, hidden = scratch.fields[tis][a >> 3]
        except KeyError:
            changed, hidden = self.field(a >> 3, dyn, tis)
        if not changed >> (b >> 3) & 1:
            return verdict
        if hidden >> (b >> 3) & 1 and not (a | b) & 7:
            return BLOCKED
        key = a, b, tis
        try:
            return scratch.memo[key]
        except KeyError:
            verdict = scratch.memo[key] = self._judge_with(a, b, dyn, tis)
            return verdict

    def mask(self, a: int, b: int) -> int:
        """Bits of the hexes between two hexes whose counters can change the line."""
        bits = self._masks.get((a, b))
        if bits is None:
            bits = self._masks[a, b] = sum(1 << i for i in touched(self.board, a, b))
        return bits

    def visible(self, a: int) -> int:
        """Bits of the hexes a hex sees at ground level without counters."""
        bits = self._visible.get(a)
        if bits is None:
            bits = self._visible[a] = sum(1 << b for b, verdict in enumerate(self.rows[a]) if verdict != BLOCKED)
        return bits

    def field(self, a: int, dyn: Dynamic, tis: bool) -> Field:
        """What counters do to the view from a hex, as bits: lines they may change, ground they hide from its ground."""
        scratch = dyn.scratch
        if scratch is None or scratch.owner is not self:
            scratch = dyn.scratch = Scratch(self)
        field = scratch.fields[tis].get(a)
        if field is None:
            behind, field = self._behind[a], (0, 0)
            which = scratch.all
            if dyn.before is not None:
                before = dyn.before[0].scratch
                if before is not None and before.owner is self and (known := before.fields[tis].get(a)) is not None:
                    which, field = scratch.more, known
            screens = which[tis]
            if screens is None:
                hexes = -1 if which is scratch.all or dyn.before is None else dyn.before[1]
                screens = which[tis] = self._screens(dyn, tis, hexes)
            changed, hidden = field
            for lower, places in screens:
                found = reduce(or_, map(behind.__getitem__, places))
                changed |= found
                if lower >> a & 1:
                    hidden |= found & lower
            field = scratch.fields[tis][a] = changed, hidden
        return field

    def _screens(self, dyn: Dynamic, tis: bool, hexes: int) -> Screens:
        """Those of some hexes (as bits) that have counters, put together by what the counters hide.

        A counter that fills its hex and blocks, such as Smoke, stops every line into its hex or along one of its sides
        between two ends that are lower than it [Q-083]; each group comes with the bits of the hexes whose ground is.
        """
        groups: dict[int, list[int]] = {}
        hexes &= dyn.tis_mask if tis else dyn.mask
        while hexes:
            i = hexes.bit_length() - 1
            hexes ^= 1 << i
            lower = 0
            for key in dyn.at(i):
                if not (tis and key in SMOKE):
                    lower |= self._hides(i, key)
            groups.setdefault(lower, []).append(i)
        return tuple((lower, tuple(places)) for lower, places in groups.items())

    def _hides(self, hex_: int, key: str) -> int:
        """Bits of the hexes that a counter in a hex hides from each other if they are on its two sides."""
        found = self._hidden.get((hex_, key))
        if found is None:
            row = self.board.chart.counters.get(key)
            parts = self.things.counter(hex_, row) if row is not None else ()  # one at most
            tops = [p.top for p in parts if p.kind == BLOCKING and p.shape == WHOLE and p.top is not None]
            found = self._hidden[hex_, key] = sum(map(self._lower, tops))
        return found

    def _lower(self, top: int) -> int:
        """Bits of the hexes whose ground is lower than a level."""
        found = self._lowers.get(top)
        if found is None:
            found = sum(1 << i for i in range(self.board.size) if self.level(i * LAYERS) < top)
            self._lowers[top] = found
        return found

    def level(self, loc: int) -> int:
        """10.2: level of a location."""
        return self.things.level(loc)

    def near(self, a: int, b: int) -> bool:
        """Whether two locations are in one hex or in neighbouring hexes."""
        i, j = a >> 3, b >> 3
        return i == j or j in self.board.neighbours[i]

    def counters(self, items: Iterable[Item | SideItem]) -> Dynamic:
        """Counters as a value, leaving out those that never stand in a line of sight."""
        rows = self.board.chart.counters
        solid = {key for key, row in rows.items() if row.los != OPEN}
        return Dynamic(item for item in items if isinstance(item, SideItem) or item[1] in solid)

    def side_counter(self, hex_: int, direction: int, key: str) -> SideItem:
        """21.5: a counter on a hexside, for `Dynamic`."""
        return side_item(self.board, hex_, direction, key)

    def along_road(self, a: int, b: int) -> bool:
        """10.5.3: whether the line between two hexes runs exactly along a road all the way [Q-077]."""
        return straight_road(self.things, a, b)

    def obstacle_level(self, hex_: int, dyn: Dynamic = NO_COUNTERS) -> int:
        """10.3: level the highest obstacle in a hex rises to, its ground at least."""
        parts = self.things.with_counters(hex_, dyn, False)[0]
        return max([self.board.levels[hex_], *(p.top for p in parts if p.top is not None)])

    def _judge(self, a: int, b: int) -> int:
        if self.near(a, b):
            verdict = 0 if sees_near(self.board, a, b) else BLOCKED
        else:
            verdict = Judge(self.things, a >> 3, b >> 3, (self.level(a), self.level(b))).run()
        self._lines[a][b] = verdict
        return verdict

    def _judge_with(self, a: int, b: int, dyn: Dynamic, tis: bool) -> int:
        if self.near(a, b):
            return self.line(a, b)
        if dyn.sided:
            return Judge(self.things, a >> 3, b >> 3, (self.level(a), self.level(b)), dyn, tis).run()
        key = (a, b, tis, dyn.among(self.mask(a >> 3, b >> 3)))
        verdict = self._judged.get(key)
        if verdict is None:
            if len(self._judged) >= MOST_JUDGED:
                self._judged.clear()
            verdict = Judge(self.things, a >> 3, b >> 3, (self.level(a), self.level(b)), dyn, tis).run()
            self._judged[key] = verdict
        return verdict
