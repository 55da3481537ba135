"""6.0-6.7: kinds of movement: who is capable of which, how far it goes, which marker it leaves."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.catalog import UnitType
from lnlt.core.flags import (
    ABANDONED,
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
from lnlt.core.state import NOBODY, NOWHERE, Position, Unit
from lnlt.core.tally import Refusal
from lnlt.rules.facts import units
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.mounts import MOUNTED, is_mount

ABILITIES: ValueHook[frozenset[str], [Game, Position, int]] = ValueHook("abilities of a unit", rule="6.1")

MARKERS = {
    "normal": MOVED,
    "double_time": MOVED,
    "assault": ASSAULT_MOVE,
    "low_crawl": LOW_CRAWL,
    "stealth": STEALTH,
    "stealth_assault": STEALTH | ASSAULT_MOVE,
    "hit_and_run": HIT_AND_RUN,
    "dismounted": MOVED,
}
"""Marker each mode leaves on a unit that ends its move in Good Order."""
MODES = tuple(mode for mode in MARKERS if mode != "dismounted")
"""Modes a unit may declare; who has dismounted goes on on foot (6.6)."""
HALF = {"assault": "6.1", "stealth_assault": "6.4.1", "hit_and_run": "6.7", "dismounted": "6.6"}
"""Modes with half the Movement Factor, each with its section."""
AFTER_FIRE = {"assault": "6.1.1", "stealth_assault": "6.4.2"}
"""The same after Assault Fire."""
FIRE_AFTER = frozenset({"assault", "stealth_assault"})
"""Modes after which a unit may fire, in this impulse or later (6.1, Q-045)."""
FOOT_ONLY = MOUNTED | {"weapon_team"}
"""Kinds that neither Double-Time nor Low Crawl."""


def abilities(game: Game, s: Position, unit: int) -> frozenset[str]:
    """Printed abilities of a unit and those lent to it by Skills; Heroes can always Assault Move (11.2)."""
    found = game.abilities.get(kind := s.units[unit].type)
    if found is None:
        found = game.abilities[kind] = _printed_abilities(game.types[kind])
    return ABILITIES.apply(game.hooks, found, game, s, unit) if ABILITIES in game.hooks.table else found


def _printed_abilities(t: UnitType) -> frozenset[str]:
    """6.1, 6.4, 6.7: abilities of a counter by its kind."""
    found = t.abilities | {"assault_move"} if t.kind == "hero" else t.abilities
    if t.kind == "scout":
        found |= {"stealth"}
    elif t.kind in MOUNTED:
        found |= {"hit_and_run"}
    return found


ASSAULT = frozenset({"assault_move", "stealth"})
"""Abilities that include Assault Move and Assault Fire (6.1, 6.4.1, 6.4.2)."""


def may_assault(game: Game, s: Position, unit: int) -> bool:
    """6.1, 6.4.1, Q-046: units with a red or yellow box, and Leaders who start with a Good Order unit of theirs that
    has one."""
    if not ASSAULT.isdisjoint(abilities(game, s, unit)):
        return True
    u = s.units[unit]
    if not is_leader(game, s, unit):
        return False
    for o in mates(s, u):
        if o != unit and s.units[o].good_order and not ASSAULT.isdisjoint(abilities(game, s, o)):
            if units.same_command(game, u, s.units[o]):
                return True
    return False


def mates(s: Position, unit: Unit) -> Sequence[int]:
    """Units in the location of a unit; of one that is still to enter the map: those of its side that are too (22.0)."""
    return s.by_loc.get(unit.at, ()) if unit.at != NOWHERE else off_map(s, unit.side)


def off_map(s: Position, side: int) -> list[int]:
    """22.0: units of a side that are still to enter the map."""
    return [
        o
        for o, u in enumerate(s.units)
        if u.side == side and u.at == NOWHERE and not u.flags & (ELIMINATED | ABANDONED)
        if u.kit is None or u.kit.aboard == NOBODY
    ]


def may_assault_fire(game: Game, s: Position, unit: int) -> bool:
    """6.1.1, 6.4.2: units with a red or yellow box; a Leader only joins in their Assault Fire (Q-046)."""
    return not ASSAULT.isdisjoint(abilities(game, s, unit)) and not is_leader(game, s, unit)


def may_hit_and_run(game: Game, s: Position, unit: int) -> bool:
    """6.7: units with a red Movement Factor, and Single-Man Counters stacked with one."""
    if not game.hit_and_run:
        return False
    u = s.units[unit]
    if "hit_and_run" in abilities(game, s, unit):
        return True
    return game.types[u.type].is_smc and any(
        s.units[o].side == u.side and "hit_and_run" in abilities(game, s, o) for o in mates(s, u)
    )


def modes_of(game: Game, s: Position, unit: int) -> list[str]:
    """Modes a unit is capable of, company not considered."""
    return [mode for mode in MODES if incapable(game, s, unit, mode) is None]


def first_mode(game: Game, s: Position, unit: int) -> str:
    """The first of them: the ordinary move, but for units that have used Assault Fire."""
    for mode in MODES:
        if incapable(game, s, unit, mode) is None:
            return mode
    raise LookupError(f"{s.units[unit].id} is capable of no kind of movement")


def check_capable(game: Game, s: Position, unit: int, mode: str) -> Refusal | None:
    """6.1-6.7: whether a unit is capable of a kind of movement."""
    why = incapable(game, s, unit, mode)
    if why is None:
        return None
    rule, code = why
    params: dict[str, str | int] = {"unit": s.units[unit].id}
    if mode not in MODES:
        params["mode"] = mode
    return Refusal(rule, code, params)


def incapable(game: Game, s: Position, unit: int, mode: str) -> tuple[str, str] | None:
    """6.1-6.7: section and code of why a unit is not capable of a kind of movement, None if it is."""
    u = s.units[unit]
    if u.flags & ASSAULT_FIRE and mode not in FIRE_AFTER:
        return "6.1.1", "assault_fire_moves"
    if u.flags & HANDLED and mode in HALF:
        return "1.6.1", "has_flipped"
    if mode == "normal":
        return None
    t = game.types[u.type]
    if mode == "double_time":
        if t.kind == "piper":
            return "11.11", "no_double_time"
        return None if t.is_mmc and t.kind not in FOOT_ONLY else ("6.2", "no_double_time")
    if mode == "low_crawl":
        if u.flags & SMOKED:
            return "7.0", "no_crawl_after_smoke"
        return ("6.3", "no_low_crawl") if t.kind in FOOT_ONLY else None
    shaken = u.flags & SHAKEN
    if mode == "assault":
        able = not shaken and (u.flags & ASSAULT_FIRE or may_assault(game, s, unit))
        return None if able else ("6.1", "no_assault_move")
    if mode in ("stealth", "stealth_assault"):
        return None if not shaken and "stealth" in abilities(game, s, unit) else ("6.4", "no_stealth")
    if mode == "hit_and_run":
        return None if not shaken and may_hit_and_run(game, s, unit) else ("6.7", "no_hit_and_run")
    return "6.0", "no_such_mode"


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
    if game.mounted and t.is_smc:
        points = min((units.movement(game, s, s.units[o]) for o in group if is_mount(game, s, o)), default=points)
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
    """6.2, 6.7: Double-Time needs a Good Order Leader who moves along; a man's Hit & Run, a unit capable of it."""
    if mode == "double_time" and game.types[s.units[unit].type].is_mmc:
        if pacing_leader(game, s, unit, group) is None:
            return Refusal("6.2", "needs_leader", {"unit": s.units[unit].id})
    if mode == "hit_and_run" and "hit_and_run" not in abilities(game, s, unit):
        if not any("hit_and_run" in abilities(game, s, o) for o in group):
            return Refusal("6.7", "needs_mount", {"unit": s.units[unit].id})
    return None


def mode_of(flags: int) -> str:
    """The mode a moving unit's markers say, for Heroes created on the way."""
    for mode in ("stealth_assault", "assault", "low_crawl", "stealth", "hit_and_run"):
        if flags & MARKERS[mode] == MARKERS[mode]:
            return mode
    return "normal"
