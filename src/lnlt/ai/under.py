"""Caves and Tunnels as a computer player sees them: how far it is from down there, and whom a Cave guards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lnlt.core.board import BUNKER, CAVE, TUNNEL
from lnlt.core.state import NOBODY
from lnlt.rules.facts.caves import CAVE_COST, TUNNEL_COST

if TYPE_CHECKING:
    from lnlt.ai.mind import Mind

BELOW = (CAVE, TUNNEL)
SHELTERS = (BUNKER, CAVE)
"""From inside them the hex around is guarded."""

BLIND = 0.3
"""What it costs to end a move in a Tunnel, where nobody sees or holds anything."""


def has_tunnels(mind: Mind) -> bool:
    """Whether the Caves of a game are of use to a side beyond their own hex."""
    owners = {m.side for m in mind.s.markers if m.kind == "cave"}
    return mind.side in owners or NOBODY in owners


def way_up(mind: Mind, loc: int, row: Sequence[int]) -> int:
    """Half Movement Points from a Cave or Tunnel to what a row of distances leads to: out here, or out elsewhere."""
    here = loc >> 3
    found = [row[here] + CAVE_COST] if loc & 7 == CAVE else []
    if mind.tunnels:
        ranges = mind.game.ranges[here]
        found += [TUNNEL_COST * ranges[c] + CAVE_COST + row[c] for c in mind.caves if c != here]
    return min(found, default=row[here] + CAVE_COST)


def inside(mind: Mind, place: int) -> int:
    """Own Good Order MMCs in the Cave or Bunker of a place: they come out when somebody takes it."""
    s, types = mind.s, mind.game.types
    return sum(
        1
        for layer in SHELTERS
        for i in s.by_loc.get(place + layer, ())
        if s.units[i].side == mind.side and s.units[i].good_order and types[s.units[i].type].is_mmc
    )


def last_guard(mind: Mind, loc: int) -> bool:
    """Whether a single MMC of a location, or of the Cave or Bunker there, is all that keeps a place that counts."""
    post = loc & ~7 if loc & 7 in SHELTERS else loc
    if post not in mind.posts or (post != loc and post in mind.foes):
        return False
    return mind.guards[post] + inside(mind, post) == 1
