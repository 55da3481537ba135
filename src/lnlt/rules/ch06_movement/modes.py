"""6.0-6.7: kinds of movement: who is capable of which, how far it goes, which marker it leaves."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    ELIMINATED,
    HANDLED,
    HIT_AND_RUN,
    LOW_CRAWL,
    MOVED,
    SHAKEN,
    SMOKED,
    STEALTH,
)
from lnlt.core.game import Game
from lnlt.core.hooks import ValueHook
from lnlt.core.state import NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch01_concepts import units
from lnlt.rules.ch11_smc.leaders import is_leader

ABILITIES: ValueHook[frozenset[str]] = ValueHook("abilities of a unit", rule="6.1")

MARKERS = {
    "normal": MOVED,
    "double_time": MOVED,
    "assault": ASSAULT_MOVE,
    "low_crawl": LOW_CRAWL,
    "stealth": STEALTH,
    "stealth_assault": STEALTH | ASSAULT_MOVE,
    "hit_and_run": HIT_AND_RUN,
}
"""Marker each mode leaves on a unit that ends its move in Good Order."""
MODES = tuple(MARKERS)
HALF = frozenset({"assault", "stealth_assault", "hit_and_run"})
"""Modes with half the Movement Factor."""
FOOT_ONLY = frozenset({"weapon_team", "mounted_squad", "mounted_half_squad"})
"""Kinds that neither Double-Time nor Low Crawl."""


def abilities(game: Game, s: Position, unit: int) -> frozenset[str]:
    """Printed abilities of a unit and those lent to it by Skills; Heroes can always Assault Move (11.2)."""
    t = game.types[s.units[unit].type]
    found = t.abilities | {"assault_move"} if t.kind == "hero" else t.abilities
    if t.kind == "scout":
        found |= {"stealth"}
    return ABILITIES.apply(game.hooks, found, game, s, unit)


def may_assault(game: Game, s: Position, unit: int) -> bool:
    """6.1: units with the box, and Leaders who start with one of their own who has it."""
    if "assault_move" in abilities(game, s, unit):
        return True
    u = s.units[unit]
    if not is_leader(game, s, unit):
        return False
    mates = s.by_loc.get(u.at, ()) if u.at != NOWHERE else off_map(s, u.side)
    return any(
        o != unit and units.same_command(game, u, s.units[o]) and "assault_move" in abilities(game, s, o) for o in mates
    )


def off_map(s: Position, side: int) -> list[int]:
    """22.0: units of a side that are still to enter the map."""
    return [o for o, u in enumerate(s.units) if u.side == side and u.at == NOWHERE and not u.flags & ELIMINATED]


def modes_of(game: Game, s: Position, unit: int) -> list[str]:
    """Modes a unit is capable of, company not considered."""
    return [mode for mode in MODES if check_capable(game, s, unit, mode) is None]


def first_mode(game: Game, s: Position, unit: int) -> str:
    """The first of them: the ordinary move, but for units that have used Assault Fire."""
    return next(mode for mode in MODES if check_capable(game, s, unit, mode) is None)


def check_capable(game: Game, s: Position, unit: int, mode: str) -> Refusal | None:
    """6.1-6.7: whether a unit is capable of a kind of movement."""
    u = s.units[unit]
    t = game.types[u.type]
    shaken = u.flags & SHAKEN
    if u.flags & ASSAULT_FIRE:
        want = "stealth_assault" if "stealth" in abilities(game, s, unit) else "assault"
        return None if mode == want else Refusal("6.1.1", "assault_fire_moves", {"unit": u.id})
    if mode in HALF and u.flags & HANDLED:
        return Refusal("1.6.1", "has_flipped", {"unit": u.id})
    if mode == "normal":
        return None
    if mode == "double_time":
        return Refusal("6.2", "no_double_time", {"unit": u.id}) if t.kind in (*FOOT_ONLY, "piper") else None
    if mode == "low_crawl":
        if u.flags & SMOKED:
            return Refusal("7.0", "no_crawl_after_smoke", {"unit": u.id})
        return Refusal("6.3", "no_low_crawl", {"unit": u.id}) if t.kind in FOOT_ONLY else None
    if mode == "assault":
        able = not shaken and may_assault(game, s, unit)
        return None if able else Refusal("6.1", "no_assault_move", {"unit": u.id})
    if mode in ("stealth", "stealth_assault"):
        able = not shaken and "stealth" in abilities(game, s, unit)
        return None if able else Refusal("6.4", "no_stealth", {"unit": u.id})
    if mode == "hit_and_run":
        able = not shaken and "hit_and_run" in abilities(game, s, unit)
        return None if able else Refusal("6.7", "no_hit_and_run", {"unit": u.id})
    return Refusal("6.0", "no_such_mode", {"unit": u.id, "mode": mode})


def pacing_leader(game: Game, s: Position, unit: int, group: Sequence[int]) -> int | None:
    """6.2: a Good Order Leader of the unit's command who moves along."""
    for other in group:
        leader = s.units[other]
        if other != unit and is_leader(game, s, other) and leader.good_order:
            if units.same_command(game, leader, s.units[unit]):
                return other
    return None


def allowance(game: Game, s: Position, unit: int, mode: str, group: Sequence[int]) -> int:
    """6.0-6.7, Q-047, Q-053: half points a unit may spend in this impulse, moving in a mode with a group.

    1.6.1, Q-011: who has flipped a tripod weapon has lost half, before the load of a Single-Man Counter is taken off.
    """
    u = s.units[unit]
    t = game.types[u.type]
    points = units.movement(game, s, u) - (1 if u.flags & SMOKED else 0)
    loaded = 0
    if u.flags & HANDLED and t.is_smc:
        loaded = min(2, units.unloaded(game, s, u) - units.movement(game, s, u))
        points += loaded
    if mode in ("double_time", "assault") and t.is_mmc and t.kind not in FOOT_ONLY:
        leader = pacing_leader(game, s, unit, group)
        if leader is not None:
            limit = min(game.types[s.units[leader].type].mf, units.movement(game, s, s.units[leader]))
            points = max(points, min(points + (1 if u.flags & SHAKEN else 2), limit))
    if u.flags & HANDLED:
        points = max(0, points - -(-points // 2) - loaded)
    if mode in HALF:
        points = -(-points // 2)
    return 2 * points


def check_company(game: Game, s: Position, unit: int, mode: str, group: Sequence[int]) -> Refusal | None:
    """6.2: Double-Time needs a Good Order Leader who moves along."""
    if mode == "double_time" and game.types[s.units[unit].type].is_mmc:
        if pacing_leader(game, s, unit, group) is None:
            return Refusal("6.2", "needs_leader", {"unit": s.units[unit].id})
    return None
