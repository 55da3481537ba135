"""10.3: verdicts between all pairs of hexes at ground level, with whole boards handled as bit masks.

Every hex has a bit; a line's template is a set of masks (hexes crossed, hexes whose disc of a given size it touches,
hexsides touched …) that only has to be shifted to its first hex. What a mask cannot say (polygons, lines along
hexsides, slopes, gaps between structures) goes to the exact procedure in `judge`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from lnlt.core.board import Board
from lnlt.core.terrain import BLOCKING, DEGRADING
from lnlt.rules.ch10_los_spotting import geometry
from lnlt.rules.ch10_los_spotting.geometry import Run
from lnlt.rules.ch10_los_spotting.judge import BLOCKED, Judge
from lnlt.rules.ch10_los_spotting.obstacles import ART, STRAY, Obstacles, Part, Wall

ANY_LINE = inf
"""Radius that stands for the whole inside of a hex."""
ALWAYS, FAR, LAST = range(3)
"""When an obstacle matters: always, if nearer to the lower end than to the higher, in the last hex before it."""

Progress = Callable[[int, int], None]


class Mask(NamedTuple):
    """A line template of one board."""

    near: int
    inside: int
    discs: tuple[int, ...]
    tiers: tuple[tuple[int, int], tuple[int, int]]
    """FAR and LAST hexes, seen from the first end and from the second."""
    joints: tuple[int, ...]
    walls: tuple[int, ...]
    gaps: tuple[int, ...]
    runs: bool


class Layer(NamedTuple):
    """The board for lines between two levels."""

    any: int
    exact: int
    """Hexes that need the exact procedure if crossed, `exact_last` if crossed just before the lower end."""
    exact_last: int
    blocks: tuple[tuple[int, int, int], ...]
    """Disc number, tier, hexes."""
    degrades: tuple[tuple[int, int, int], ...]
    joints: tuple[tuple[int, int, int], ...]
    walls: tuple[int, ...]
    exact_walls: tuple[int, ...]
    gaps: tuple[int, ...]


class Lattice:
    """Bit numbers of the hexes of a board: column by column, with a margin so that masks never wrap."""

    def __init__(self, board: Board) -> None:
        low, high = min(board.ys), max(board.ys)
        left = min(board.xs)
        self.stride = (high - low) // 2 * 2 + 6
        """Bits of a column: an even number, for then the difference of two bits tells the displacement, as
        neighbouring columns are shifted by half a hex."""
        self.bits = tuple(
            ((x - left) // 3 + 1) * self.stride + y - low + 2 for x, y in zip(board.xs, board.ys, strict=True)
        )

    def bit(self, x: int, y: int) -> int:
        """Bit of a hex relative to the first end; masks are moved up by one stride to keep it positive."""
        return 1 << (x // 3 + 1) * self.stride + y


def tier_of(part: Part | Wall, base: int, h: int, l: int) -> int | None:
    """10.3: when an obstacle matters between levels h and l, None = never [Q-078, Q-079]."""
    top = part.top
    if top is None:
        return ALWAYS if h == l == base else None
    if top > h:
        return ALWAYS
    if top <= l:
        return None
    return FAR if top == h else LAST


class Builder:
    """Builds the table of one board."""

    def __init__(self, things: Obstacles) -> None:
        self.things = things
        self.board = things.board
        self.lattice = Lattice(self.board)
        radii: set[float] = {ANY_LINE}
        for parts in things.parts:
            radii |= {p.silhouette for p in parts if p.shape == ART and isinstance(p.silhouette, int)}
        self.radii = sorted(radii)
        self.ground = tuple(self.board.level(8 * i) for i in range(self.board.size))

    def mask(self, dx: int, dy: int) -> Mask:
        """The template of a displacement on this board."""
        line, bit = geometry.line(dx, dy), self.lattice.bit
        near = inside = 0
        discs = [0] * len(self.radii)
        joints, walls, gaps = [0] * 6, [0] * 3, [0] * 3
        tiers = [[0, 0], [0, 0]]
        runs = False
        for step in line.steps:
            here = bit(step.x, step.y)
            near |= here
            if isinstance(step, Run):
                near |= bit(step.x2, step.y2)
                runs = True
                continue
            inside |= here
            for number, radius in enumerate(self.radii):
                if step.need <= radius:
                    discs[number] |= here
            for d in range(len(joints)):
                if step.sides >> d & 1:
                    joints[d] |= here
            for end, k in enumerate((step.first, step.last)):
                if line.n - k <= k:
                    tiers[end][0] |= here
                if line.n - k <= 1:
                    tiers[end][1] |= here
        for side in line.sides:
            walls[side.d] |= bit(side.x, side.y)
        for gap in line.gaps:
            gaps[gap.d] |= bit(gap.one.x, gap.one.y)
        for more in walls:
            near |= more
        both = ((tiers[0][0], tiers[0][1]), (tiers[1][0], tiers[1][1]))
        return Mask(near, inside, tuple(discs), both, tuple(joints), tuple(walls), tuple(gaps), runs)

    def layer(self, h: int, l: int) -> Layer:
        """The board for lines between a higher end at level h and a lower one at level l."""
        things, bits = self.things, self.lattice.bits
        exact = exact_last = 0
        kinds: dict[tuple[int, int, int], int] = {}
        joints: dict[tuple[int, int], int] = {}
        walls, exact_walls, gaps = [0] * 3, [0] * 3, [0] * 3
        for i in range(self.board.size):
            here = 1 << bits[i]
            for part in (things.grounds[i], *things.parts[i]):
                tier = tier_of(part, part.base, h, l)
                if tier is None:
                    continue
                if part is things.grounds[i] and tier == LAST:
                    exact_last |= here
                    continue
                if part.shape == STRAY or part.road or not isinstance(part.silhouette, int):
                    exact |= here
                    continue
                radius = part.silhouette if part.shape == ART else ANY_LINE
                key = (part.kind, self.radii.index(radius), tier)
                kinds[key] = kinds.get(key, 0) | here
                if part.shape == ART:
                    for d in range(len(self.board.neighbours[i])):
                        if things.joined[i] >> d & 1:
                            joints[d, tier] = joints.get((d, tier), 0) | here
            for d, wall in enumerate(things.walls[i]):
                tier = tier_of(wall, wall.level, h, l) if wall else None
                if tier == ALWAYS:
                    walls[d] |= here
                elif tier is not None:
                    exact_walls[d] |= here
                j = self.board.neighbours[i][d]
                if j >= 0 and things.house[i] >= 0 and -1 != things.house[j] != things.house[i]:
                    gaps[d] |= here
        blocks = tuple((r, t, m) for (kind, r, t), m in kinds.items() if kind == BLOCKING)
        degrades = tuple((r, t, m) for (kind, r, t), m in kinds.items() if kind == DEGRADING)
        everything = exact | exact_last
        for mask in (*kinds.values(), *walls, *exact_walls):
            everything |= mask
        return Layer(
            everything,
            exact,
            exact_last,
            blocks,
            degrades,
            tuple((d, t, m) for (d, t), m in joints.items()),
            tuple(walls),
            tuple(exact_walls),
            tuple(gaps),
        )

    def build(self, progress: Progress | None = None) -> list[bytearray]:
        """Verdicts hex by hex: rows[a][b]."""
        size, ground = self.board.size, self.ground
        rows = [bytearray(size) for _ in range(size)]
        order = sorted(range(size), key=lambda i: (self.board.xs[i], self.board.ys[i]))
        bits, stride = self.lattice.bits, self.lattice.stride
        xs, ys = self.board.xs, self.board.ys
        masks: dict[int, Mask] = {}
        layers = {(h, l): self.layer(h, l) for h in set(ground) for l in set(ground) if l <= h}
        for done, a in enumerate(order):
            if progress is not None and done % 16 == 0:
                progress(done, size)
            first, level, row, shift = bits[a], ground[a], rows[a], bits[a] - stride
            moved = {}
            for other in set(ground):
                h = max(level, other)
                moved[other] = (int(level < h), moved_by(layers[h, min(level, other)], shift))
            for b in order[done + 1 :]:
                mask = masks.get(bits[b] - first)
                if mask is None:
                    mask = masks[bits[b] - first] = self.mask(xs[b] - xs[a], ys[b] - ys[a])
                end, layer = moved[ground[b]]
                if mask.near & layer.any:
                    verdict = quick(mask, layer, end)
                    if verdict is None:
                        verdict = Judge(self.things, a, b, (level, ground[b])).run()
                    if verdict:
                        row[b] = rows[b][a] = verdict
        return rows


def moved_by(layer: Layer, shift: int) -> Layer:
    """The layer seen from the first hex of a line."""
    return Layer(
        layer.any >> shift,
        layer.exact >> shift,
        layer.exact_last >> shift,
        tuple((r, t, m >> shift) for r, t, m in layer.blocks),
        tuple((r, t, m >> shift) for r, t, m in layer.degrades),
        tuple((d, t, m >> shift) for d, t, m in layer.joints),
        tuple(m >> shift for m in layer.walls),
        tuple(m >> shift for m in layer.exact_walls),
        tuple(m >> shift for m in layer.gaps),
    )


def quick(mask: Mask, layer: Layer, end: int) -> int | None:
    """Verdict by masks alone, None if the exact procedure must decide; `end` = which end is the higher one."""
    _near, inside, discs, tiers, joints, walls, gaps, runs = mask
    if runs or inside & layer.exact:
        return None
    far, last = tiers[end]
    if last & layer.exact_last:
        return None
    limit = (inside, far, last)
    for r, tier, hexes in layer.blocks:
        if discs[r] & hexes & limit[tier]:
            return BLOCKED
    for d, tier, hexes in layer.joints:
        if joints[d] & hexes & limit[tier]:
            return BLOCKED
    for d in (0, 1, 2):
        if walls[d] & layer.walls[d]:
            return BLOCKED
        if walls[d] & layer.exact_walls[d] or gaps[d] & layer.gaps[d]:
            return None
    degrading = 0
    for r, tier, hexes in layer.degrades:
        degrading |= discs[r] & hexes & limit[tier]
    count = degrading.bit_count()
    return count if count < 3 else BLOCKED
