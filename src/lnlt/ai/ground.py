"""What a computer player remembers of a board: distances, steps and cover without counters, worked out once."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from lnlt.ai.goals import Goals, Ways, goals_of
from lnlt.core.board import Board
from lnlt.core.flags import BULK
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.core.terrain import LEG, PROHIBITED
from lnlt.rules.ch06_movement.costs import STEP_COST, move_class, step_cost, steps_from, unit_cost
from lnlt.rules.ch10_los_spotting.cover import TARGET_MODIFIERS, location_modifiers
from lnlt.rules.ch15_vehicles.steps import rubbles

MAX_COVER = 4.0
Tree = tuple[dict[int, tuple[int, int]], dict[int, tuple[int, int]]]
"""Where a vehicle can get: cost and facing there; and from where it comes, with the facing on the way."""
Step = tuple[int, int]
"""A location next door and what it costs to go there."""


class Ground:
    """A board as it is printed."""

    def __init__(self, game: Game) -> None:
        self.ways = Ways(game)
        self._fars: dict[tuple[tuple[int, ...], int], list[int]] = {}
        self._drives: dict[tuple[int, int, int], int] = {}
        self.trees: dict[tuple[object, ...], Tree] = {}
        self._cover: dict[int, float] = {}
        self._around: dict[int, frozenset[int]] = {}
        self._steps: dict[tuple[int, str, int], tuple[Step, ...]] = {}

    def far(self, goals: tuple[int, ...], by: int = LEG) -> list[int]:
        """Half Movement Points from every hex to the nearest of some hexes, on foot or in a kind of vehicle."""
        row = self._fars.get((goals, by))
        if row is None:
            rows = [self.ways.to(goal, by) for goal in goals]
            row = self._fars[goals, by] = [min(column) for column in zip(*rows, strict=True)] if rows else []
        return row

    def cover(self, game: Game, s: Position, loc: int) -> float:
        """Target Modifier of a location, whoever fires."""
        hex_ = loc & ~7
        plain = TARGET_MODIFIERS not in game.hooks.table and not (
            s.marks and (hex_ in s.marks or hex_ + 1 in s.marks or hex_ + 2 in s.marks)
        )
        if plain and game.has_vehicles:
            plain = not any(s.units[u].flags & BULK for u in s.by_loc.get(hex_, ()))
        if plain and loc in self._cover:
            return self._cover[loc]
        found = min(MAX_COVER, float(sum(m.value for m in location_modifiers(game, s, loc))))
        if plain:
            self._cover[loc] = found
        return found

    def steps(self, game: Game, s: Position, unit: int, loc: int) -> tuple[Step, ...]:
        """Where a unit can go from a location, and what it costs."""
        plain = STEP_COST not in game.hooks.table and loc & 4 == 0
        key = (loc, *mover_of(game, s, unit)[:2])
        if plain and s.marks:
            around = self._around.get(loc)
            if around is None:
                around = self._around[loc] = frozenset(to & ~7 for to in (loc, *steps_from(game, loc)))
            plain = around.isdisjoint(s.marks)
        if plain and key in self._steps:
            return self._steps[key]
        found = []
        for to in steps_from(game, loc, s):
            if to >> 3 in game.playable:
                cost = unit_cost(game, s, unit, loc, to)
                if cost != PROHIBITED:
                    found.append((to, cost))
        if plain:
            self._steps[key] = tuple(found)
        return tuple(found)

    def drive(self, game: Game, s: Position, by: int, frm: int, to: int) -> int:
        """Half points a kind of vehicle pays for a step ahead; PROHIBITED where it cannot go. Buildings it would have
        to flatten are left alone."""
        plain = STEP_COST not in game.hooks.table and not (s.marks and (to & ~7 in s.marks or frm & ~7 in s.marks))
        key = (frm, to, by)
        found = self._drives.get(key) if plain else None
        if found is None:
            parts = step_cost(game, s, frm, to, by)
            barred = isinstance(parts, Refusal) or to >> 3 not in game.playable or bool(rubbles(game, s, to))
            found = PROHIBITED if barred or isinstance(parts, Refusal) else int(sum(p.value for p in parts))
            if plain:
                self._drives[key] = found
        return found


def is_plain(game: Game) -> bool:
    """Whether cover and the cost of steps follow from the map and the counters alone."""
    return STEP_COST not in game.hooks.table and TARGET_MODIFIERS not in game.hooks.table


def mover_of(game: Game, s: Position, unit: int) -> tuple[str, int, int]:
    """What the cost of a unit's steps depends on: nation with values of its own, movement class, side."""
    u = s.units[unit]
    return game.special_terrain[u.type], move_class(game, s, unit) if game.mounted else LEG, u.side


class Lore:
    """What stays the same in a game for those who think about it: the ground and what each side wants."""

    def __init__(self, game: Game) -> None:
        self.setup = game.setup
        self.ground = ground_of(game)
        self.goals: tuple[Goals, Goals] = (goals_of(game, 0), goals_of(game, 1))


WORKS = frozenset({"mines", "wire", "bunker", "trench"})


def is_heavy(game: Game) -> bool:
    """Whether a game has vehicles, guns or fortifications: what is not looked at in others for the sake of speed."""
    return game.has_vehicles or game.has_ordnance or any(m.kind in WORKS for m in game.setup.markers)


_GROUNDS: WeakKeyDictionary[Board, Ground] = WeakKeyDictionary()
_LORE: WeakKeyDictionary[Board, Lore] = WeakKeyDictionary()


def ground_of(game: Game) -> Ground:
    """The ground of a game's board."""
    found = _GROUNDS.get(game.board)
    if found is None:
        found = _GROUNDS[game.board] = Ground(game)
    return found


def lore_of(game: Game) -> Lore:
    """What is remembered of a game; of the board's last one only."""
    found = _LORE.get(game.board)
    if found is None or (found.setup.victory, found.setup.points, found.setup.exits, found.setup.special_rules) != (
        game.setup.victory,
        game.setup.points,
        game.setup.exits,
        game.setup.special_rules,
    ):
        found = _LORE[game.board] = Lore(game)
    return found
