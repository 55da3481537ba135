"""A slow, plain reading of the line-of-sight rules for comparison: fractions, no templates, no masks.

Every hex is a polygon, the line is cut with each of them; nothing is shared with the code under test but the board.
"""

from __future__ import annotations

from fractions import Fraction as F  # noqa: N817

from lnlt.core import hexes
from lnlt.core.board import AIR, ROOF, UPPER, Board

NONE, DEGRADE, BLOCK = 0, 1, 2


def hex_distance(p, q):
    """Cube distance, another formula than the product's."""
    dq = (q[0] - p[0]) // 3
    dr = ((q[1] - p[1]) - dq) // 2
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def corners(p):
    """Corner points of a hex."""
    return [(F(p[0] + x), F(p[1] + y)) for x, y in hexes.CORNERS]


def cut(a, b, poly):
    """(t0, t1) of the part of the segment inside a convex polygon and the sides its middle lies on, or None."""
    t0, t1 = F(0), F(1)
    for i in range(len(poly)):
        (px, py), (qx, qy) = poly[i], poly[(i + 1) % len(poly)]

        def side(point, px=px, py=py, qx=qx, qy=qy):
            return (qx - px) * (point[1] - py) - (qy - py) * (point[0] - px)

        sa, sb = side(a), side(b)
        if sa < 0 and sb < 0:
            return None
        if sa < 0:
            t0 = max(t0, F(sa) / (sa - sb))
        elif sb < 0:
            t1 = min(t1, F(sa) / (sa - sb))
    if t0 > t1:
        return None
    t = (t0 + t1) / 2
    m = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
    on = []
    for i in range(len(poly)):
        (px, py), (qx, qy) = poly[i], poly[(i + 1) % len(poly)]
        if (qx - px) * (m[1] - py) == (qy - py) * (m[0] - px):
            on.append(i)
    return t0, t1, on


def meet(a, b, p, q):
    """Whether two closed segments have a common point, and whether they overlap along a stretch."""
    d, e = (b[0] - a[0], b[1] - a[1]), (q[0] - p[0], q[1] - p[1])
    det = d[0] * e[1] - d[1] * e[0]
    w = (p[0] - a[0], p[1] - a[1])
    if det:
        t, u = F(w[0] * e[1] - w[1] * e[0]) / det, F(w[0] * d[1] - w[1] * d[0]) / det
        return 0 <= t <= 1 and 0 <= u <= 1, False
    if w[0] * d[1] != w[1] * d[0]:
        return False, False
    size = d[0] * d[0] + d[1] * d[1]
    t, u = sorted(F((z[0] - a[0]) * d[0] + (z[1] - a[1]) * d[1]) / size for z in (p, q))
    low, high = max(F(0), t), min(F(1), u)
    return low <= high, low < high


class Oracle:
    """The rules of one board with counters: a list of (hex, key) and of (hex, direction, key)."""

    def __init__(self, board: Board, counters=(), barricades=(), tis=False):
        self.board = board
        self.counters = [c for c in counters if not (tis and c[1] in ("smoke", "fire"))]
        self.barricades = barricades

    def level(self, loc):
        i, layer = loc >> 3, loc & 7
        level = self.board.specs[i].level
        if layer == AIR:
            return level + (self.height(i) or 0) + 1
        level += self.board.terrain[i].level
        return level + (1 if layer == UPPER else max(1, self.floors(i)) if layer == ROOF else 0)

    def building(self, i):
        return next((n for n, b in enumerate(self.board.buildings) if i in b.hexes), None)

    def floors(self, i):
        n = self.building(i)
        return 0 if n is None else self.board.buildings[n].floors

    def height(self, i):
        height = self.board.terrain[i].height
        return max(height, self.floors(i)) if height else None

    def ruined(self, i):
        return any(c == (i, "rubble") for c in self.counters) and self.board.terrain[i].structure

    def structure(self, i):
        """Name of the structure in a hex, None without one."""
        if not self.board.terrain[i].structure or self.ruined(i):
            return None
        n = self.building(i)
        return ("lone", i) if n is None else ("building", n)

    def parts(self, i):
        """kind, top (None = low), what: ground, printed, art, counter shape; extra."""
        spec, terrain, level = self.board.specs[i], self.board.terrain[i], self.board.specs[i].level
        yield BLOCK, level, "ground", None
        if terrain.los and not self.ruined(i):
            height = self.height(i)
            yield terrain.los, level + height if height else None, "printed", spec.silhouette
        for art in spec.art:
            row = self.board.chart.terrains[art.terrain]
            if row.los:
                yield row.los, level + row.height if row.height else None, "art", art
        for j, key in self.counters:
            if j == i:
                row = self.board.chart.counters[key]
                if row.los and row.shape != "none":
                    yield row.los, level + row.height if row.height else None, row.shape, None

    def touches(self, i, what, extra, a, b, ends):
        p = (self.board.xs[i], self.board.ys[i])
        if what not in ("printed", "art"):
            return True
        if what == "printed" and self.structure(i):
            for d, j in enumerate(self.board.neighbours[i]):
                if j >= 0 and self.structure_printed(j) == self.structure_printed(i):
                    c = corners(p)
                    if meet(a, b, c[d], c[(d + 1) % 6])[0]:
                        return True
        if what == "printed" and self.board.terrain[i].road:
            for d in range(3):
                sx, sy = hexes.STEPS[d]
                row = (b[0] - a[0]) * sy == (b[1] - a[1]) * sx
                centre = (p[0] - a[0]) * sy == (p[1] - a[1]) * sx
                if row and centre and self.board.roads[i] >> d & 1 and self.board.roads[i] >> (d + 3) & 1:
                    return False
        if what == "printed" and isinstance(extra, int):
            d = (b[0] - a[0], b[1] - a[1])
            w = (p[0] - a[0], p[1] - a[1])

            def dot(u, v):
                return F(u[0] * v[0], 3) + u[1] * v[1]

            t = min(F(1), max(F(0), dot(w, d) / dot(d, d)))
            z = (w[0] - t * d[0], w[1] - t * d[1])
            return dot(z, z) <= F(extra, 1000) ** 2
        shape = extra.shape if what == "art" else extra
        poly = [(p[0] + F(x, 1000), p[1] + F(y, 1000)) for x, y in shape]
        if what == "art":
            for d, j in enumerate(self.board.neighbours[i]):
                if j in ends and self.board.terrain[j].key == extra.terrain:
                    c = corners(p)
                    if any(meet(c[d], c[(d + 1) % 6], poly[n - 1], poly[n])[0] for n in range(len(poly))):
                        return False
        return any(meet(a, b, poly[n - 1], poly[n])[0] for n in range(len(poly)))

    def structure_printed(self, i):
        n = self.building(i)
        return None if not self.board.terrain[i].structure else ("lone", i) if n is None else ("building", n)

    def line(self, la, lb):
        """("blocked", None, None) or ("open", degraded, limited) between two far locations."""
        if self.level(la) < self.level(lb):
            la, lb = lb, la
        board = self.board
        h, l = self.level(la), self.level(lb)
        i, j = la >> 3, lb >> 3
        a, b = (board.xs[i], board.ys[i]), (board.xs[j], board.ys[j])
        n = hex_distance(a, b)
        chain, runs = [], {}
        for x in range(board.size):
            if x in (i, j):
                continue
            p = (board.xs[x], board.ys[x])
            got = cut(a, b, corners(p))
            if got is None or got[0] == got[1]:
                continue
            t0, t1, on = got
            if not on:
                chain.append((t0 + t1, (x,)))
            else:
                other = (p[0] + hexes.STEPS[on[0]][0], p[1] + hexes.STEPS[on[0]][1])
                pair = frozenset((p, other))
                runs.setdefault(pair, (t0 + t1, tuple(board.by_xy.get(q, -1) for q in sorted(pair))))
        chain = sorted([*chain, *runs.values()])

        def k_of(x):
            return hex_distance(a, (board.xs[x], board.ys[x]))

        def slope():
            level = h
            for _, xs in chain:
                here = [x for x in xs if x >= 0]
                low = min(board.specs[x].level for x in here)
                lowest = [x for x in here if board.specs[x].level == low]
                clear = [x for x in lowest if all(w in ("ground", "art") for _, _, w, _ in self.parts(x))]
                if low >= level or not clear:
                    return False
                level = low
            return level > l

        def affects(x, top, ground):
            k = k_of(x)
            if top is None:
                return h == l == board.specs[x].level
            if top > h:
                return True
            if top <= l:
                return False
            if top == h:
                return n - k <= k
            return n - k <= 1 and not (ground and slope())

        degraded = limited = 0
        for _, xs in chain:
            if len(xs) == 1:
                x = xs[0]
                hits = [
                    kind
                    for kind, top, what, extra in self.parts(x)
                    if affects(x, top, what == "ground") and self.touches(x, what, extra, a, b, (i, j))
                ]
                e = max(hits, default=NONE)
            else:
                worst, smoke = [], False
                for x in xs:
                    hits = [NONE]
                    if x >= 0:
                        for kind, top, what, _ in self.parts(x):
                            if what not in ("inside", "art") and affects(x, top, what == "ground"):
                                hits.append(kind)
                                smoke = smoke or what == "whole"
                    worst.append(max(hits))
                e = min(worst)
                if smoke:
                    e = BLOCK
                elif worst == [BLOCK, BLOCK] and None not in (s := [self.structure(x) for x in xs]) and s[0] != s[1]:
                    e, limited = NONE, limited + 1
            if e == BLOCK:
                return "blocked", None, None
            degraded += e == DEGRADE
        for x, d, row in self.hexsides():
            y = board.neighbours[x][d]
            if {x, y} & {i, j}:
                continue
            c = corners((board.xs[x], board.ys[x]))
            hit, along = meet(a, b, c[d], c[(d + 1) % 6])
            if not hit or (along and n == 2):
                continue
            base = max(board.specs[x].level, board.specs[y].level)
            k = min(k_of(x), k_of(y))
            top = base + row.height if row.height else None
            if top is None:
                stops = h == l == base
            elif top == h:
                stops = top > l and n - k <= k
            else:
                stops = top > h or (top > l and n - k <= 1)
            if stops:
                return "blocked", None, None
        crossed = {xs[0] for _, xs in chain if len(xs) == 1}
        for x in crossed:
            for d in range(3):
                y = board.neighbours[x][d]
                if y not in crossed or None in (self.structure(x), self.structure(y)):
                    continue
                c = corners((board.xs[x], board.ys[x]))
                if self.structure(x) == self.structure(y) or not meet(a, b, c[d], c[(d + 1) % 6])[0]:
                    continue
                both = True
                for z in (x, y):
                    _, top, what, extra = next(p for p in self.parts(z) if p[2] == "printed")
                    both = both and affects(z, top, False) and not self.touches(z, what, extra, a, b, (i, j))
                limited += both
        if degraded > 2:
            return "blocked", None, None
        return "open", degraded, limited

    def hexsides(self):
        rows = self.board.chart.hexsides
        placed = {(i, d): key for i, d, key in self.barricades}
        for x in range(self.board.size):
            for d in range(3):
                y = self.board.neighbours[x][d]
                if y < 0:
                    continue
                row = self.board.sides[x][d]
                key = placed.get((x, d)) or placed.get((y, d + 3))
                if key:
                    row = rows[key]
                if row is not None and row.los == BLOCK:
                    yield x, d, row
