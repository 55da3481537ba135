"""How likely a side is to win: named terms, all of them derived from the scenario's own victory conditions.

Each place that counts gets a chance to be held at the end, from who controls it and who is near; each unit that should
leave the map a chance to get off it; each enemy who should be gone a chance to be. From these follow the chances that
the conditions are met. Material and tempo come on top. The sum goes through a logistic curve.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from lnlt.ai.goals import FAR
from lnlt.ai.ground import Lore
from lnlt.ai.tables import PACE, worth_of
from lnlt.ai.threats import against_men
from lnlt.core.catalog import UnitType
from lnlt.core.flags import ACTION_MARKERS, ELIMINATED, MELEE, SHAKEN, WOUNDED
from lnlt.core.game import Game
from lnlt.core.setup import Condition
from lnlt.core.state import NOBODY, State, Unit
from lnlt.rules.ch22_scenario.victory import exited, points, standing
from lnlt.rules.facts.kinds import LEADER_KINDS
from lnlt.rules.facts.kits import place_of
from lnlt.rules.facts.stacking import HALF_SQUADS

SHAKEN_SHARE = 0.35
"""What a Shaken unit still counts."""
HOPE = 0.85
"""What a unit on the map can hope for at best: something may always happen on the way."""
SMALL = 0.02
EVEN = 0.3
"""What nobody is without: the last units do not make all the difference."""
LAST = 0.2
EDGE = 1e-4
ALONE = 0.6
"""What firepower of vehicles and guns counts around a place, which they cannot take by themselves."""


class Weights(msgspec.Struct, frozen=True):
    """How much each term counts; found by comparing estimates with how games ended."""

    hold: float = 0.02
    """Controlling a place, and controlling it when the end is near."""
    hold_late: float = 0.8
    near: float = 0.15
    """Being stronger around a place."""
    objective: float = 0.65
    objective_late: float = 0.05
    """The chance to meet the victory conditions; the more the later it is."""
    standing: float = 1.2
    """Being the one who would win if the game ended now; the more the fewer turns are left."""
    material: float = 0.25
    material_late: float = 2.0
    tempo: float = 0.6
    exit_reach: float = 0.67
    """A turn to spare on the way off the map, and firepower in the way."""
    exit_block: float = 0.3
    clear: float = 1.5
    spread: float = 4.5
    """Victory Points that are still open, roughly, at the start."""
    stay: float = 0.1
    stay_there: float = 0.8
    stay_friends: float = 0.5
    """Time for what is done by staying somewhere, being there, and not alone."""


WEIGHTS = Weights()


def logistic(x: float) -> float:
    """The chance of a side that is ahead by so much."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))


def logit(p: float) -> float:
    """How far ahead a side with such a chance is."""
    p = max(EDGE, min(1 - EDGE, p))
    return math.log(p / (1 - p))


class Judgement(msgspec.Struct, frozen=True):
    """What the terms say of a position, for one side, and the chance to win that follows."""

    terms: dict[str, float]
    chance: float


class Evaluator:
    """Estimates of positions of one game."""

    def __init__(self, game: Game, lore: Lore, weights: Weights = WEIGHTS) -> None:
        self.game = game
        self.lore = lore
        self.w = weights
        setup = game.setup
        names = [name for v in setup.victory for c in v.when for name in (*c.hold, *c.control)]
        names += [name for row in setup.points for name in row.control]
        self._loc = {name: game.board.loc(name) for name in names}
        self._worth = [worth_of(t) for t in game.types]
        self._power = [_power(t) for t in game.types]
        self._whole = max(1.0, sum(self._worth[game.type_index[u.type]] for u in setup.units))

    def judge(self, s: State, side: int) -> Judgement:
        """What the terms say for a side."""
        if s.over is not None:
            won = 1.0 if s.over.winner == side else 0.5 if s.over.winner == NOBODY else 0.0
            return Judgement({"result": won}, won)
        terms = self._terms(s)
        if side == 1:
            terms = {name: -value for name, value in terms.items()}
        return Judgement(terms, logistic(sum(terms.values())))

    def chance(self, s: State, side: int) -> float:
        """The chance of a side to win."""
        return self.judge(s, side).chance

    def _terms(self, s: State) -> dict[str, float]:
        """The terms for side 0; for side 1 they are the same with the other sign."""
        left = self._turns_left(s)
        part = 1 - min(1.0, left / max(1, self.game.turns))
        w = self.w
        weight = w.objective + w.objective_late * 4 * part * part
        mine = [EVEN, EVEN]
        tempo = 0.0
        for i, u in enumerate(s.units):
            if u.flags & ELIMINATED or (u.at < 0 and (u.kit is None or place_of(s, i) < 0 or u.kit.left >= 0)):
                continue
            worth = self._worth[u.type] * self._fit(u)
            mine[u.side] += worth
            if not u.flags & (ACTION_MARKERS | SHAKEN | MELEE):
                tempo += worth if u.side == 0 else -worth
        winner = standing(self.game, s).winner
        ahead = 0 if winner == NOBODY else 1 if winner == 0 else -1
        return {
            "objective": weight * self._objective(s, left),
            "standing": w.standing * ahead / max(LAST, left),
            "material": (w.material + w.material_late * part) * math.log(mine[0] / mine[1]),
            "tempo": w.tempo * tempo / self._whole,
        }

    def _turns_left(self, s: State) -> float:
        """Turns to go, the present one counting for what is left of it."""
        whole = self.game.turns - s.turn if self.game.turns else 5
        if s.phase != "operations":
            return max(0.05, whole + (1.0 if s.phase == "rally" else 0.05))
        alive = [u for u in s.units if u.at >= 0]
        idle = sum(1 for u in alive if not u.flags & ACTION_MARKERS)
        return max(0.05, whole + idle / max(1, len(alive)))

    def _fit(self, u: Unit) -> float:
        share = SHAKEN_SHARE if u.flags & SHAKEN else 1.0
        return share * 0.7 if u.flags & WOUNDED else share

    def _objective(self, s: State, left: float) -> float:
        """How far side 0 is ahead in what decides the game."""
        setup = self.game.setup
        holding = self._holding(s, left)
        if setup.points:
            return self._points(s, left, holding)
        chances = [0.0, 0.0]
        for victory in setup.victory:
            side = self.game.side_index[victory.side]
            ways = [self._condition(s, left, side, c, holding) for c in victory.when]
            chances[side] = max(chances[side], math.prod(ways))
        if setup.otherwise:
            other = self.game.side_index[setup.otherwise]
            chances[other] = max(chances[other], 1 - chances[1 - other])
        return (logit(chances[0]) - logit(chances[1])) / 2

    def _holding(self, s: State, left: float) -> dict[int, float]:
        """Chance of side 0 to hold each place at the end."""
        w = self.w
        reach = PACE * left + 4
        found = {}
        rows = []
        for i, u in enumerate(s.units):
            at = u.at if u.at >= 0 or u.kit is None or u.kit.left >= 0 else place_of(s, i)
            if at >= 0 and not u.flags & ELIMINATED:
                rows.append((u, self._power[u.type] * self._fit(u), at >> 3))
        for loc in self._loc.values():
            row = self.lore.ground.ways.to(loc >> 3)
            near = [SMALL, SMALL]
            for u, power, at in rows:
                far = row[at]
                if far <= reach:
                    near[u.side] += power * math.exp(-far / PACE)
            owner = s.control.get(loc, NOBODY)
            sign = 0 if owner == NOBODY else 1 if owner == 0 else -1
            ahead = w.near * math.log(near[0] / near[1]) * min(1.0, 0.3 + left)
            found[loc] = logistic(sign * (w.hold + w.hold_late / left) + ahead)
        return found

    def _condition(self, s: State, left: float, side: int, c: Condition, holding: dict[int, float]) -> float:
        """Chance that a side meets a condition at the end."""
        if c.hold or c.control:
            places = [self._loc[name] for name in (*c.hold, *c.control)]
            chances = [holding[p] if side == 0 else 1 - holding[p] for p in places]
            return at_least(chances, c.at_least or len(places))
        if c.exit_squads or c.exit_leaders:
            return self._exiting(s, left, side, c)
        if c.note:
            return self._staying(s, left, side, c.note)
        if c.cleared:
            return self._clearing(s, left, self.game.side_index[c.cleared])
        return 0.0

    def _exiting(self, s: State, left: float, side: int, c: Condition) -> float:
        """Chance that enough Squads and Leaders leave the map."""
        exits = tuple(sorted(self.lore.goals[side].exits))
        row = self.lore.ground.far(exits)
        squads = spread = 0.0
        leaders: list[float] = []
        foes = sum(
            self._power[u.type] * self._fit(u) * math.exp(-row[u.at >> 3] / PACE)
            for u in s.units
            if u.side != side and u.at >= 0 and row
        )
        for i, u in enumerate(s.units):
            if u.side != side:
                continue
            t = self.game.types[u.type]
            if exited(s, i):
                p = 1.0
            elif u.flags & ELIMINATED or not row:
                continue
            else:
                far = (row[u.at >> 3] if u.at >= 0 else min(2 * PACE, FAR)) + 2
                slack = (PACE * left - far) / PACE
                p = HOPE * logistic(self.w.exit_reach * slack - self.w.exit_block * foes)
                p *= 0.5 if u.flags & SHAKEN else 1.0
            size = HALF_SQUADS.get(t.kind, 0) / 2
            squads += p * size
            spread += p * (1 - p) * size * size
            if t.kind in LEADER_KINDS:
                leaders.append(p)
        found = 1.0
        if c.exit_squads:
            found *= normal(squads - c.exit_squads + 0.25, spread + 0.05)
        if c.exit_leaders:
            found *= at_least(leaders, c.exit_leaders)
        return found

    def _staying(self, s: State, left: float, side: int, note: str) -> float:
        """Chance that a note is made by staying somewhere."""
        if s.notes.get(note):
            return 1.0
        for stay in self.lore.goals[side].stays:
            i = s.ids.get(stay.unit)
            if stay.done != note or i is None or s.units[i].at < 0:
                continue
            u = s.units[i]
            far = self.lore.ground.ways.to(stay.at >> 3)[u.at >> 3]
            turns = left - 1 - far / PACE - (0.5 if u.flags & SHAKEN else 0)
            there = far == 0 and s.notes.get(stay.found)
            friends = any(
                s.units[o].side == side and s.units[o].good_order and self.game.types[s.units[o].type].is_mmc
                for o in s.by_loc.get(stay.at, ())
            )
            return logistic(
                self.w.stay * turns
                + (self.w.stay_there if there else 0.0)
                + (self.w.stay_friends if friends else 0.0)
                - 0.5
            )
        return 0.02

    def _clearing(self, s: State, left: float, enemy: int) -> float:
        """Chance that no Good Order unit of a side is left."""
        found = 1.0
        for u in s.units:
            if u.side != enemy or u.at < 0:
                continue
            row = self.lore.ground.ways.to(u.at >> 3)
            press = sum(
                self._power[o.type] * self._fit(o) * math.exp(-row[o.at >> 3] / PACE)
                for o in s.units
                if o.side != enemy and o.at >= 0
            )
            stand = 1.2 if not u.flags & SHAKEN else -1.0 + 0.3 * left
            found *= logistic(0.5 * self.w.clear * press * min(2.0, left) - stand)
        return found

    def _points(self, s: State, left: float, holding: dict[int, float]) -> float:
        """Expected lead of side 0 in Victory Points, against what is still open."""
        lead = 0.0
        for row in self.game.setup.points:
            side = self.game.side_index[row.side]
            places = [self._loc[name] for name in row.control]
            sure = points(self.game, s, row) - row.per_place * sum(
                1 for p in places if s.control.get(p, NOBODY) == side
            )
            hoped = row.per_place * sum(holding[p] if side == 0 else 1 - holding[p] for p in places)
            lead += (sure + hoped) * (1 if side == 0 else -1)
        open_ = 0.3 + self.w.spread * math.sqrt(left / max(1, self.game.turns))
        return 1.7 * lead / open_


def _power(t: UnitType) -> float:
    """What a unit adds to the firepower around a place; vehicles and guns hold none by themselves."""
    if t.kind in ("vehicle", "helicopter") or (t.kind == "weapon_team" and (t.to_hit or t.guns)):
        return max(0.3, ALONE * against_men(t)[0])
    return max(0.3, float(t.fp)) if t.is_mmc or t.kind == "hero" else 0.3


def at_least(chances: Sequence[float], need: int) -> float:
    """Chance that at least so many of independent things happen.

    >>> at_least([0.5, 0.5], 1), at_least([1.0], 2)
    (0.75, 0.0)
    """
    counts = [1.0]
    for p in chances:
        counts = [
            (counts[i] * (1 - p) if i < len(counts) else 0.0) + (counts[i - 1] * p if i else 0.0)
            for i in range(len(counts) + 1)
        ]
    return sum(counts[need:], 0.0)


def normal(ahead: float, variance: float) -> float:
    """Chance that something that is ahead by so much on average is ahead in the end."""
    return 0.5 * (1 + math.erf(ahead / math.sqrt(2 * max(1e-3, variance))))
