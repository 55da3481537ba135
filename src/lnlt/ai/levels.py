"""How far the levels think. Budgets are in nodes: the same nodes and seed give the same choice on every machine."""

from __future__ import annotations

import msgspec

from lnlt.ai.search import Depth


class Level(msgspec.Struct, frozen=True):
    """How a player that thinks ahead does it."""

    nodes: int
    """Commands carried out in thought before an impulse."""
    width: int
    """Plans looked at."""
    depth: Depth


REGULAR = Level(nodes=600, width=6, depth=Depth(impulses=6))
VETERAN = Level(nodes=2500, width=8, depth=Depth(impulses=8, tree=2, width=3))
NODES_PER_SECOND = 2_000
"""Nodes an ordinary computer does in a second, with some to spare: tables turn seconds into nodes with it."""
HEAVY_PER_SECOND = 800
"""The same with vehicles, guns or fortifications about."""


def nodes_in(seconds: float, heavy: bool = False) -> int:
    """Nodes for so many seconds of thought, in a game with vehicles, guns or fortifications or in another one.

    >>> nodes_in(5) > nodes_in(5, heavy=True) > nodes_in(1, heavy=True) >= 1
    True
    """
    return max(1, int(seconds * (HEAVY_PER_SECOND if heavy else NODES_PER_SECOND)))


TABLE_SECONDS = 0.5, 2.5
"""What `regular` and `veteran` get at the table: half of what people are willing to wait, for slower machines."""


def table_nodes(level: str, heavy: bool) -> int:
    """Nodes a player gets for one choice at the table; 0: as many as its level says. Only `veteran` takes longer than
    in a tournament."""
    quick, patient = TABLE_SECONDS
    if level == "regular":
        return min(REGULAR.nodes, nodes_in(quick, heavy))
    return nodes_in(patient, heavy) if level == "veteran" else 0
