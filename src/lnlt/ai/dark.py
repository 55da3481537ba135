"""The night as a computer player sees it: whom a Starshell would show, to whom, and what that is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lnlt.ai.tables import harm
from lnlt.core.flags import ACTION_MARKERS, MELEE, SHAKEN
from lnlt.rules.ch10_los_spotting.lines import line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, degraded, limited
from lnlt.rules.ch20_night.darkness import is_dark, is_night, lit
from lnlt.rules.ch20_night.starshells import FIRERS, REACH, capability, starshell_odds, starshell_tally

if TYPE_CHECKING:
    from lnlt.ai.look import Look
    from lnlt.ai.mind import Mind

SHARE = 0.4
"""Share of a unit's worth that harm costs, roughly."""
FEARED = 0.7
"""What own units that are lit count, as a share of what enemies do."""


def shown(mind: Mind) -> dict[int, float]:
    """What light on each hex that is dark now is worth: fire it lets one's own units open, less what the enemy's
    could. Found once per position."""
    found = mind.lights
    if found is None:
        found = mind.lights = {}
        if is_night(mind.game, mind.s):
            for side, sign in ((mind.side, 1.0), (1 - mind.side, -FEARED)):
                for hex_, value in _targets(mind, side).items():
                    found[hex_] = found.get(hex_, 0.0) + sign * value
    return found


def _targets(mind: Mind, side: int) -> dict[int, float]:
    """What a side's units that have not acted could do to enemies in the dark, by the hexes of those."""
    game, s = mind.game, mind.s
    bright = lit(game, s)
    guns = []
    for loc in s.spread.held[side]:
        fp, far = mind.power(loc, side, True)
        if fp:
            guns.append((loc, fp, far))
    found: dict[int, float] = {}
    for at in s.spread.held[1 - side]:
        if bright >> (at >> 3) & 1:
            continue
        best = 0.0
        for loc, fp, far in guns:
            if game.ranges[loc >> 3][at >> 3] > far or not is_dark(game, s, loc, at):
                continue
            verdict = line(game, s, loc, at)
            if verdict != BLOCKED:
                best = max(best, harm(fp - mind.cover(at) - degraded(verdict) - 2 * limited(verdict)))
        worth = sum(mind.worth(s.units[i]) for i in s.by_loc[at])
        if best:
            found[at >> 3] = found.get(at >> 3, 0.0) + SHARE * best * worth
    return found


def light(mind: Mind, hex_: int) -> float:
    """What a Starshell over a hex is worth."""
    bits = mind.game.hex_bits[hex_]
    return sum(value for at, value in shown(mind).items() if bits >> at & 1)


def starshell(look: Look, c: Any) -> float:
    """Light where it lets one's own units fire at more than it shows of them; a Mortar needs no luck."""
    unit = look.s.ids[c.unit]
    chance = 1.0 if c.mortar else float(starshell_odds(starshell_tally(look.game, look.s, unit)))
    value = light(look.mind, look.game.board.loc(c.at) >> 3) * chance
    return value if value > look.t.act else -0.2


def prospect(look: Look, loc: int) -> float:
    """What the men of a location could do with Starshells."""
    game, s = look.game, look.s
    if not is_night(game, s) or not any(value > 0 for value in shown(look.mind).values()):
        return 0.0
    found = 0.0
    for i in s.by_loc.get(loc, ()):
        u = s.units[i]
        if u.side != look.side or game.types[u.type].kind not in FIRERS or u.flags & (ACTION_MARKERS | MELEE | SHAKEN):
            continue
        if capability(game, s, i):
            chance = float(starshell_odds(starshell_tally(game, s, i)))
            row = game.ranges[loc >> 3]
            found = max(found, chance * max(light(look.mind, h) for h in range(game.board.size) if row[h] <= REACH))
    return found
