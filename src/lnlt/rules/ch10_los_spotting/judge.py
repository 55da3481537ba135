"""10.3: judging one line of sight [P-1]: the exact procedure behind tables, counters and explanations."""

from __future__ import annotations

from typing import NamedTuple

from lnlt.core import hexes
from lnlt.core.terrain import BLOCKING, DEGRADING, OPEN
from lnlt.rules.ch10_los_spotting import geometry
from lnlt.rules.ch10_los_spotting.geometry import Crossed, Line, Run, Side
from lnlt.rules.ch10_los_spotting.obstacles import ART, GROUND, INSIDE, STRAY, WHOLE, Obstacles, Part, Wall
from lnlt.rules.facts.sight_counters import NO_COUNTERS, Dynamic

BLOCKED = 255
"""Verdict of a blocked line; other verdicts are degraded + 4 * limited."""
LIMITED = 3
"""Effect beside OPEN, DEGRADING and BLOCKING: a limited line [10.3.2]."""


class Finding(NamedTuple):
    """What one hex, hexside pair or wall did to the line, and why."""

    hexes: tuple[int, ...]
    effect: int
    code: str
    key: str
    """Terrain or counter behind it."""
    at: int
    """Order along the line from the first hex."""


class Judge:
    """One line: from hex a to hex b at given levels, with counters. `run` gives the verdict.

    With `findings` everything along the line is looked at and noted; without, the first block ends the search.
    """

    def __init__(
        self,
        things: Obstacles,
        a: int,
        b: int,
        levels: tuple[int, int],
        dyn: Dynamic = NO_COUNTERS,
        tis: bool = False,
        findings: list[Finding] | None = None,
    ) -> None:
        board = things.board
        dx, dy = board.xs[b] - board.xs[a], board.ys[b] - board.ys[a]
        if not geometry.is_first(dx, dy):
            a, b, dx, dy = b, a, -dx, -dy
            levels = (levels[1], levels[0])
        self.things, self.dyn, self.tis, self.findings = things, dyn, tis, findings
        self.a, self.b = a, b
        self.x, self.y = board.xs[a], board.ys[a]
        self.line: Line = geometry.line(dx, dy)
        self.h, self.l = max(levels), min(levels)
        self.from_a = levels[0] == self.h
        self._slope: bool | None = None

    def hex_at(self, x: int, y: int) -> int:
        """Hex at coordinates relative to the first end, -1 off the board."""
        return self.things.by_xy.get((self.x + x, self.y + y), -1)

    def affects(self, part: Part | Wall, k: int) -> bool:
        """10.3: whether an obstacle k hexes from the higher end matters at all, by height and shadow [Q-078, Q-079]."""
        top, h, l = part.top, self.h, self.l
        if top is None:
            base = part.base if isinstance(part, Part) else part.level
            return h == l == base
        if top > h:
            return True
        if top <= l:
            return False
        behind = self.line.n - k
        if top == h:
            return behind <= k
        return behind <= 1 and not (part.__class__ is Part and part.shape == GROUND and self.slope())

    def slope(self) -> bool:
        """10.3.1: levels fall at every hex from the higher end to the lower one, over open ground only [Q-080].

        Along a hexside the lower of its two hexes counts [P-1].
        """
        if self._slope is None:
            self._slope = self._falls()
        return self._slope

    def _falls(self) -> bool:
        level = self.h
        for step in self.line.steps if self.from_a else self.line.steps[::-1]:
            pair = [self.hex_at(step.x, step.y)]
            if isinstance(step, Run):
                pair.append(self.hex_at(step.x2, step.y2))
            near = [i for i in pair if i >= 0]
            if not near:
                continue
            lowest = min(self.things.levels[i] for i in near)
            if lowest >= level or not any(self.things.levels[i] == lowest and self._open(i) for i in near):
                return False
            level = lowest
        return level > self.l

    def _open(self, i: int) -> bool:
        return all(part.shape == STRAY for part in self.things.with_counters(i, self.dyn, self.tis)[0])

    def run(self) -> int:
        """10.3: the verdict."""
        degraded = limited = 0
        blocked = False
        for number, step in enumerate(self.line.steps):
            effect = self._run(step, number) if isinstance(step, Run) else self._crossed(step, number)
            if effect == BLOCKING:
                blocked = True
                if self.findings is None:
                    return BLOCKED
            elif effect == DEGRADING:
                degraded += 1
            elif effect == LIMITED:
                limited += 1
        if degraded > 2 or self._walls():
            blocked = True
        if blocked and self.findings is None:
            return BLOCKED
        limited += self._gaps()
        return BLOCKED if blocked else degraded + 4 * limited

    def _distance(self, step: Crossed | Run | Side) -> int:
        return step.first if self.from_a else step.last

    def touched(self, part: Part, i: int, step: Crossed) -> bool:
        """10.3: whether a line through a hex touches the shape of something in it [Q-077, Q-081, Q-185]."""
        if part.shape not in (ART, STRAY):
            return True
        if self.a in part.owners or self.b in part.owners:
            return False
        if part.shape == ART and step.sides & self.things.joined[i]:
            return True
        if part.road and step.need == 0 and self.line.axis is not None:
            way = 9 << self.line.axis % 3  # a direction and the opposite one
            return self.things.board.roads[i] & way != way
        if isinstance(part.silhouette, int):
            return step.need <= part.silhouette
        return geometry.touches(self.line.dx, self.line.dy, step.x, step.y, part.silhouette)

    def _crossed(self, step: Crossed, number: int) -> int:
        i = self.hex_at(step.x, step.y)
        if i < 0:
            return OPEN
        k, cause = (step.first if self.from_a else step.last), None
        worst = OPEN
        parts = self.things.with_counters(i, self.dyn, self.tis)[0]
        ground = self.things.grounds[i]
        if ground.base > self.l and self.affects(ground, k):
            worst, cause = BLOCKING, ground
        for part in parts:
            if part.kind > worst and self.affects(part, k) and self.touched(part, i, step):
                worst, cause = part.kind, part
        if self.findings is not None:
            if cause is not None:
                self._note((i,), worst, self._why(cause), cause.key, number)
            else:
                self._idle(i, step, number)
        return worst

    def _why(self, part: Part) -> str:
        if part.shape == GROUND:
            return "ground" if part.base > self.h else "ground_shadow"
        if part.top is None:
            return "level"
        return "rises" if part.top > self.h else "shadow"

    def _idle(self, i: int, step: Crossed, number: int) -> None:
        parts = self.things.with_counters(i, self.dyn, self.tis)[0]
        k, ground = self._distance(step), self.things.grounds[i]
        missed = next((p for p in parts if self.affects(p, k)), None)
        if missed is not None:
            self._note((i,), OPEN, "missed", missed.key, number)
        elif parts:
            self._note((i,), OPEN, "over", parts[0].key, number)
        elif ground.base > self.l and self.line.n - k <= 1:
            self._note((i,), OPEN, "slope", "ground", number)
        else:
            self._note((i,), OPEN, "open", self.things.board.terrain[i].key, number)

    def _note(self, where: tuple[int, ...], effect: int, code: str, key: str, number: int) -> None:
        assert self.findings is not None
        self.findings.append(Finding(where, effect, code, key, number))

    def _beside(self, i: int, k: int) -> tuple[int, Part | None, Part | None]:
        """Effect of a hex beside a hexside line as a whole hex, its cause, and Smoke or Fire in it [10.3.2]."""
        worst, cause, smoke = OPEN, None, None
        if i < 0:
            return worst, cause, smoke
        for part in (self.things.grounds[i], *self.things.with_counters(i, self.dyn, self.tis)[0]):
            if part.shape in (INSIDE, STRAY) or not self.affects(part, k):
                continue
            if part.kind > worst:
                worst, cause = part.kind, part
            if part.shape == WHOLE and (smoke is None or part.kind > smoke.kind):
                smoke = part
        return worst, cause, smoke

    def _run(self, step: Run, number: int) -> int:
        """10.3.2: a line along a hexside [Q-083, Q-085]."""
        i, j, k = self.hex_at(step.x, step.y), self.hex_at(step.x2, step.y2), self._distance(step)
        one, cause1, smoke1 = self._beside(i, k)
        two, cause2, smoke2 = self._beside(j, k)
        both = tuple(x for x in (i, j) if x >= 0)
        smoke = max((s for s in (smoke1, smoke2) if s is not None), key=lambda s: s.kind, default=None)
        if one == two == BLOCKING and not smoke and self._apart(i, j):
            if self.findings is not None and cause1:
                self._note(both, LIMITED, "between", cause1.key, number)
            return LIMITED
        effect = max(min(one, two), smoke.kind if smoke is not None else OPEN)
        if self.findings is not None:
            if smoke is not None:
                self._note(both, effect, "smoke_side", smoke.key, number)
            elif effect:
                cause = cause1 if one == effect else cause2
                self._note(both, effect, "both_sides", cause.key if cause else "", number)
            else:
                cause = cause1 or cause2
                self._note(both, OPEN, "one_side" if cause else "open_side", cause.key if cause else "", number)
        return effect

    def _apart(self, i: int, j: int) -> bool:
        one, two = (self.things.with_counters(x, self.dyn, self.tis)[1] for x in (i, j))
        return one >= 0 and two >= 0 and one != two

    def _walls(self) -> bool:
        """10.3.2: Walls, Hedges, Barricades and Bocage that are no side of either end hex [Q-086].

        Bocage rises one level, so it also casts a shadow behind it; everything else as a Wall.
        """
        walls = self.things.all_walls(self.dyn)
        if not walls:
            return False
        hit, x, y = False, self.x, self.y
        for side in self.line.sides:
            wall = walls.get((x + side.x, y + side.y, side.d))
            if wall is None:
                continue
            free = side.along and self.line.n == 2
            stops = self.affects(wall, self._distance(side)) and not free
            hit = hit or stops
            if self.findings is None:
                if hit:
                    return True
                continue
            i = self.hex_at(side.x, side.y)
            pair = (i, self.things.board.neighbours[i][side.d])
            code = "wall" if stops else "along_wall" if free else "wall_level"
            number = max(n for n, s in enumerate(self.line.steps) if s.first <= side.first)
            self._note(pair, BLOCKING if stops else OPEN, code, wall.key, number)
        return hit

    def _gaps(self) -> int:
        """10.3.2: slipping between two separate structures at any angle [Q-087]."""
        found = 0
        for one, two, d in self.line.gaps:
            i = self.hex_at(one.x, one.y)
            if i < 0:
                continue
            j = self.things.board.neighbours[i][d]
            if j < 0 or not self._apart(i, j):
                continue
            if all(self._missed(x, step) for x, step in ((i, one), (j, two))):
                found += 1
                if self.findings is not None:
                    key = self.things.board.terrain[i].key
                    self._note((i, j), LIMITED, "gap", key, self.line.steps.index(one))
        return found

    def _missed(self, i: int, step: Crossed) -> bool:
        """Whether a structure stands high enough to matter and the line touches none of its shape."""
        parts = [p for p in self.things.parts[i] if p.shape == ART]
        k = self._distance(step)
        return any(self.affects(p, k) for p in parts) and not any(self.touched(p, i, step) for p in parts)


def straight_road(things: Obstacles, a: int, b: int) -> bool:
    """10.5.3: whether the line from a to b runs exactly along one road all the way [Q-077]."""
    board = things.board
    dx, dy = board.xs[b] - board.xs[a], board.ys[b] - board.ys[a]
    n = hexes.distance(0, 0, dx, dy)
    d = next((d for d, (x, y) in enumerate(hexes.STEPS) if n and (x * n, y * n) == (dx, dy)), None)
    while d is not None and a != b:
        if not board.roads[a] >> d & 1:
            return False
        a = board.neighbours[a][d]
    return d is not None
