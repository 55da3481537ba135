"""22.0, 22.1: how a scenario is won."""

from __future__ import annotations

from collections.abc import Callable

from lnlt.core.flags import BULK, ELIMINATED, SHAKEN
from lnlt.core.game import Game
from lnlt.core.setup import Condition, Points
from lnlt.core.state import NOBODY, NOWHERE, Position, Result
from lnlt.rules.facts.control import controls, holder
from lnlt.rules.facts.kinds import LEADER_KINDS
from lnlt.rules.facts.kits import place_of
from lnlt.rules.facts.stacking import HALF_SQUADS


def exited(s: Position, unit: int) -> bool:
    """22.0: whether a unit has left the map as it should."""
    return s.notes.get(f"exited:{s.units[unit].id}", 0) > 0


def squads(game: Game, s: Position, units: list[int]) -> float:
    """Squads among units; Half-Squads and Crews count half."""
    return sum(HALF_SQUADS.get(game.types[s.units[u].type].kind, 0) for u in units) / 2


def _enough(game: Game, places: tuple[str, ...], at_least: int, has: Callable[[int], bool]) -> bool:
    return sum(1 for p in places if has(game.board.loc(p))) >= (at_least or len(places))


def holds(game: Game, s: Position, side: int, condition: Condition) -> bool:
    """22.0: whether a side meets a condition."""
    c = condition
    if c.hold:
        return _enough(game, c.hold, c.at_least, lambda loc: holder(game, s, loc) == side)
    if c.control:
        return _enough(game, c.control, c.at_least, lambda loc: controls(s, side, loc))
    if c.exit_squads or c.exit_leaders:
        gone = [u for u, unit in enumerate(s.units) if unit.side == side and exited(s, u)]
        leaders = sum(1 for u in gone if game.types[s.units[u].type].kind in LEADER_KINDS)
        return squads(game, s, gone) >= c.exit_squads and leaders >= c.exit_leaders
    if c.note:
        return s.notes.get(c.note, 0) > 0
    if c.cleared:
        enemy = game.side_index[c.cleared]
        return not any(
            u.side == enemy and not u.flags & (SHAKEN | BULK) and place_of(s, i) != NOWHERE
            for i, u in enumerate(s.units)
        )
    return False


def points(game: Game, s: Position, row: Points) -> float:
    """22.0: Victory Points of a side as things stand."""
    side = game.side_index[row.side]
    total = row.per_place * sum(1 for p in row.control if controls(s, side, game.board.loc(p)))
    for u, unit in enumerate(s.units):
        if unit.side == side:
            continue
        if game.types[unit.type].is_smc:
            total += row.per_smc if unit.flags & ELIMINATED else 0
        else:
            total += row.per_squad * lost_squads(game, s, u)
    return total


def lost_squads(game: Game, s: Position, unit: int) -> float:
    """22.0, 3.0, 6.6: Squads lost with a Squad or Half-Squad, mounted or not, since it came: a step is half a Squad.

    Half-Squads that become a Squad lose nothing: one of them has gained what is gone with the other.
    """
    u = s.units[unit]
    kind = game.types[u.type].kind.removeprefix("mounted_")
    if kind not in ("squad", "half_squad"):
        return 0
    first = game.first_types.get(u.id)
    was_squad = kind == "squad" or s.notes.get(f"squad:{u.id}", 0)
    begun = HALF_SQUADS.get(game.types[first].kind, 0) if first is not None else 2 if was_squad else 1
    return (begun - (0 if u.flags & ELIMINATED else HALF_SQUADS[kind])) / 2


def standing(game: Game, s: Position) -> Result:
    """22.0: who would win if the game ended now."""
    setup = game.setup
    if setup.points:
        scores = {game.side_index[row.side]: points(game, s, row) for row in setup.points}
        best = max(scores.values())
        leading = [side for side, score in scores.items() if score == best]
        return Result(leading[0] if len(leading) == 1 else NOBODY, "points")
    met = [
        game.side_index[v.side]
        for v in setup.victory
        if all(holds(game, s, game.side_index[v.side], c) for c in v.when)
    ]
    if len(met) == 1:
        return Result(met[0], "objective")
    if not met and setup.otherwise:
        return Result(game.side_index[setup.otherwise], "denied")
    return Result(NOBODY, "draw")
