"""21.4: Mines: who is attacked by them, what they cost their friends, and what they do to vehicles."""

from __future__ import annotations

from lnlt.core.board import GROUND
from lnlt.core.draft import Draft
from lnlt.core.state import Position
from lnlt.core.tally import Modifier

MINES = "mines"
MOST = 2
"""Markers that may lie in one hex."""
FRIENDS_PAY = 2
"""Half points that friends pay on top."""
VEHICLES = ("none", "shaken", "shaken", "shaken_immobilized", "shaken_immobilized", "destroyed")
"""21.4.1: what Mines that win do to a vehicle, by the die."""


def against_vehicle(die: int) -> str:
    """21.4.1: the Mines vs. Vehicles Table; used with chapter 15."""
    return VEHICLES[die - 1]


def hull_defence(lowest: int) -> int:
    """21.4.1, Q-170: what a vehicle adds to its die: its lowest hull armor, halved and rounded up."""
    return -(-lowest // 2)


def friendly_mines(s: Position, side: int, loc: int, name: str) -> list[Modifier]:
    """21.4: a side pays one point more to enter a hex with Mines of its own."""
    if any(m.kind == MINES and m.side == side for m in s.marks.get(loc, ())):
        return [Modifier(FRIENDS_PAY, "mines", "21.4", name)]
    return []


def mines_entering(d: Draft, at: int, movers: tuple[int, ...]) -> None:
    """21.4, Q-331: each marker attacks the enemies who enter its hex, one after the other; not underground."""
    from lnlt.rules.ch18_indirect.shelling import Shelling

    if at & 7 != GROUND or not movers:
        return
    side = d.units[movers[0]].side
    for marker in reversed(d.marks.get(at, ())):
        if marker.kind == MINES and marker.side != side:
            d.push(Shelling(side=marker.side, fp=marker.strength, hexes=(at >> 3,), only=movers, what=MINES))
