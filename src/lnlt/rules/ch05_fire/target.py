"""5.0: what may be fired at: enemies in sight, spotted, and not in Melee."""

from __future__ import annotations

from collections.abc import Collection

from lnlt.core.flags import BULK, FIRED, MELEE, STEALTH
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.special import seen_from
from lnlt.rules.ch10_los_spotting.lines import deciding_rule, has_tis, line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch10_los_spotting.spotting import is_hidden, is_spotted_from
from lnlt.rules.ch17_antitank.exposure import check_exposed
from lnlt.rules.ch20_night.darkness import check_dark, is_dark, too_dark
from lnlt.rules.facts.melee_marks import melee_marker


def check_target(
    game: Game,
    s: Position,
    side: int,
    origin: int,
    at: int,
    only: Collection[str] = (),
    target: int = NOBODY,
    eyes: int = NOBODY,
) -> Refusal | None:
    """5.0, 10.0: the target must hold enemies, in sight, spotted, and not in Melee.

    `only`: kinds of weapons that fire alone at a special target (10.7, 10.7.2, 6.4): an empty Cave will do, its
    facing does not matter, and hidden units are no obstacle. `eyes`: the unit that fires on its own, perhaps with
    thermal sights (10.1.2).
    """
    units = s.units
    enemies = friends = vehicles = False
    stealthy = True
    for u in s.by_loc.get(at, ()):
        flags = units[u].flags
        if units[u].side == side or flags & MELEE:
            friends = True
        elif flags & BULK:
            vehicles = True
        else:
            enemies = True
            stealthy = stealthy and flags & (STEALTH | FIRED) == STEALTH
    if target != NOBODY:
        if units[target].at != at or not units[target].flags & BULK or units[target].side == side:
            return Refusal("17.2", "no_such_target", {"unit": units[target].id, "at": game.board.loc_name(at)})
        enemies, stealthy = True, False
    elif vehicles and not enemies and not friends:
        return Refusal("17.2", "only_vehicles_there", {"at": game.board.loc_name(at)})
    if (not enemies and not only) or friends:
        code = "melee_there" if (friends and enemies) or melee_marker(s, at) is not None else "no_enemy_there"
        return Refusal("5.0", code, {"at": game.board.loc_name(at)})
    to = seen_from(at) if only else at
    tis = eyes != NOBODY and has_tis(game, s, eyes)
    if line(game, s, origin, to, tis) == BLOCKED:
        return Refusal(deciding_rule(game, s, origin, to, tis), "no_line_of_sight", _pair(game, origin, at))
    if game.night is not None and (dark := check_dark(game, s, side, origin, at, tis, target)) is not None:
        return dark
    if not is_spotted_from(game, s, at, side, origin):
        return Refusal("10.1", "not_spotted", {"at": game.board.loc_name(at)})
    if target != NOBODY:
        return check_exposed(game, s, target, origin)
    if only or not (stealthy or game.trenches or game.night is not None) or men_in_view(game, s, side, at, origin, tis):
        return None
    if all(is_hidden(game, s, u, side, origin) or units[u].flags & BULK for u in s.by_loc[at]):
        if stealthy:
            return Refusal("6.4", "stealth_unseen", {"at": game.board.loc_name(at)})
        return Refusal("21.6.1", "trench_unseen", {"at": game.board.loc_name(at)})
    return too_dark(game, origin, at, tis)


def men_in_view(game: Game, s: Position, side: int, at: int, origin: int, tis: bool) -> list[int]:
    """Enemy Leg units of a location that can be aimed at: not those who are hidden (Q-050), nor at night those too far
    away who have not fired (20.1, Q-382)."""
    found = [
        u
        for u in s.by_loc.get(at, ())
        if s.units[u].side != side and not s.units[u].flags & BULK and not is_hidden(game, s, u, side, origin)
    ]
    if game.night is not None and origin != NOWHERE and is_dark(game, s, origin, at, tis):
        return [u for u in found if s.units[u].flags & FIRED]
    return found


def _pair(game: Game, origin: int, at: int) -> dict[str, str | int]:
    return {"from": game.board.loc_name(origin), "at": game.board.loc_name(at)}
