"""15.10: the option Hull Down: seeking a position in which the hull is covered from the front."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, HULL_DOWN, SHAKEN
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.core.terrain import OPEN
from lnlt.rules.ch06_movement.costs import points_text
from lnlt.rules.ch10_los_spotting.spotting import spotting_class
from lnlt.rules.ch15_vehicles.steps import allowance
from lnlt.rules.facts import units
from lnlt.rules.facts.kits import armor_leader

NEED = {"ww2": 2, "modern": 3}
COST = 2
"""Half points for an attempt."""


def check_hull_down(game: Game, s: Position, unit: int, mode: str) -> Refusal | None:
    """15.10: with the option, a Good Order vehicle with a point left, not in an Assault Move or after Assault Fire."""
    u = s.units[unit]
    facts: dict[str, str | int] = {"unit": u.id}
    if "hull_down" not in game.options:
        return Refusal("15.10", "no_hull_down", facts)
    if u.flags & SHAKEN:
        return Refusal("15.10", "shaken", facts)
    if mode == "assault" or u.flags & ASSAULT_FIRE:
        return Refusal("15.10", "no_hull_down", facts)
    if u.flags & HULL_DOWN:
        return Refusal("15.10", "is_hull_down", facts)
    left = allowance(game, s, unit, mode) - u.mp
    if left < COST:
        return Refusal("15.10", "too_few_points", {"unit": u.id, "cost": points_text(COST), "left": points_text(left)})
    return None


def hull_down_tally(game: Game, s: Position, unit: int) -> Tally:
    """15.10, Q-098: less the Armor Leader's LM, 1 more where the ground is neither degrading, blocking nor a hill."""
    u = s.units[unit]
    mods: list[Modifier] = []
    leader = armor_leader(game, s, unit)
    if leader != NOBODY and (lm := units.leadership(game, s.units[leader])):
        mods.append(Modifier(-lm, "leader", "15.10", s.units[leader].id))
    if spotting_class(game, s, u.at) == OPEN and game.board.levels[u.at >> 3] < 1:
        mods.append(Modifier(1, "open_ground", "15.10", game.board.loc_name(u.at)))
    return Tally("hull_down", (), tuple(mods), NEED[game.setup.era])


def roll_hull_down(d: Draft, unit: int) -> None:
    """15.10: one die, with its modifiers at most 2, in the modern era 3."""
    u = d.units[unit]
    tally = hull_down_tally(d.game, d, unit)
    (die,) = d.roll(1, "random", u.side, subject=unit)
    found = tally.allows(die)
    d.emit(ev.Resolved("hull_down", u.side, u.at, (tally,), "covered" if found else "failed", unit, ((die,),)))
    if found:
        d.flag(unit, HULL_DOWN)
