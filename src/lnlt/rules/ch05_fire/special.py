"""10.7, 10.7.2, 6.4: targets that only some weapons can be fired at, by themselves.

A Cave or Bunker from behind: Satchel Charges and Mortars (10.7, 21.1.2, Q-332). An empty Cave: Satchel Charges and,
from its front, Flamethrowers (Q-270). A hex in which the only enemies are hidden Stealth units: Mortars (Q-271).
"""

from __future__ import annotations

from lnlt.core.board import BUNKER, CAVE, TUNNEL
from lnlt.core.flags import BULK
from lnlt.core.game import Game
from lnlt.core.state import NOWHERE, Position
from lnlt.rules.ch10_los_spotting.collapse import COLLAPSING
from lnlt.rules.ch10_los_spotting.spotting import is_hidden
from lnlt.rules.facts.caves import FROM_BEHIND, closed_between, marker_of
from lnlt.rules.facts.firing_occasion import occasion_of

ONLY = "weapons"
"""Mode of such an attack: weapons fire, nobody's Inherent Firepower."""
NONE: frozenset[str] = frozenset()
ANY_SIDE = frozenset({"satchel_charge", "mortar"})
MORTAR = frozenset({"mortar"})


def only_weapons(game: Game, s: Position, side: int, origin: int, at: int) -> frozenset[str]:
    """Kinds of weapons that alone may be fired at a location from another; none if it is a target like any other."""
    there = s.by_loc.get(at, ())
    if at & 7 == CAVE:
        marker = marker_of(s.marks, at)
        if marker is None or origin & 7 == TUNNEL:
            return NONE
        behind = closed_between(game.board, s.marks, origin, at) is not None
        if not there:
            return NONE if marker.side == side else COLLAPSING - {"flamethrower"} if behind else COLLAPSING
        return ANY_SIDE if behind else NONE
    if at & 7 == BUNKER and there and closed_between(game.board, s.marks, origin, at) == FROM_BEHIND[BUNKER]:
        return ANY_SIDE
    found = NONE
    for u in there:
        unit = s.units[u]
        if unit.side != side and not unit.flags & BULK:
            if not is_hidden(game, s, u, side, origin):
                return NONE
            found = MORTAR
    return found


def seen_from(at: int) -> int:
    """The location whose line of sight counts: the hex of a Cave or Bunker, whichever way that faces."""
    return at & ~7 if at & 7 in (BUNKER, CAVE) else at


def countering(s: Position, unit: int) -> bool:
    """21.1.3, Q-376: markers keep nobody in an overrun Bunker from the counterattack; who fires alone does so once."""
    occasion = occasion_of(s)
    if getattr(occasion, "bunker", NOWHERE) != s.units[unit].at:
        return False
    return occasion is not None and not any(u == unit for u, _ in occasion.separate)
