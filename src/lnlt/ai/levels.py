"""How far the levels think. Budgets are in nodes: the same nodes and seed give the same choice on every machine."""

from __future__ import annotations

import msgspec

from lnlt.ai.playout import WHIM
from lnlt.ai.search import Depth


class Level(msgspec.Struct, frozen=True):
    """How a player that thinks ahead does it."""

    nodes: int
    """Commands carried out in thought before an impulse."""
    width: int
    """Plans looked at."""
    depth: Depth
    whim: float = WHIM
    """How far both sides stray from what seems best when plans are played on: the enemy thinks otherwise, too."""


REGULAR = Level(nodes=600, width=6, depth=Depth(impulses=6))
VETERAN = Level(nodes=2500, width=8, depth=Depth(impulses=8, tree=2, width=3), whim=0.25)
NODES_PER_SECOND = 2_000
"""Nodes an ordinary computer does in a second, with some to spare: tables turn seconds into nodes with it."""


def nodes_in(seconds: float) -> int:
    """Nodes for so many seconds of thought.

    >>> nodes_in(5) > nodes_in(1) >= 1
    True
    """
    return max(1, int(seconds * NODES_PER_SECOND))


TABLE_SECONDS = {"veteran": 2.5}
"""What players that take their time get at the table: half of what people are willing to wait, for slower machines."""


def table_nodes(level: str) -> int:
    """Nodes a player gets for one choice at the table; 0: as many as its level says."""
    return nodes_in(TABLE_SECONDS[level]) if level in TABLE_SECONDS else 0
