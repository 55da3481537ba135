"""Computer players as they are named on the command line: `recruit`, or with a budget, `veteran:2000`."""

from __future__ import annotations

import msgspec

from lnlt.ai.players import PLAYERS, Player, make_player
from lnlt.content.files import guess
from lnlt.core.errors import LnltError


class Level(msgspec.Struct, frozen=True):
    """A level and how many nodes it may look at for a decision (None: its own default)."""

    name: str
    nodes: int | None = None

    def __str__(self) -> str:
        return self.name if self.nodes is None else f"{self.name}:{self.nodes}"

    def player(self, seed: str) -> Player:
        """A player of this level."""
        return make_player(self.name, seed, self.nodes or 0)


def read_level(text: str) -> Level:
    """A level from its name, with a budget after a colon.

    >>> read_level("recruit")
    Level(name='recruit', nodes=None)
    """
    name, colon, nodes = text.strip().partition(":")
    if name not in PLAYERS:
        choices = ", ".join(PLAYERS)
        raise LnltError(f"there is no level {name!r}{guess(name, PLAYERS)}: choose one of {choices}", "levels")
    if not colon:
        return Level(name)
    if not nodes.isdecimal() or int(nodes) < 1:
        raise LnltError(f"{nodes!r} is no budget: give nodes as in {name}:2000", "levels")
    return Level(name, int(nodes))


def read_sides(text: str) -> tuple[Level, Level]:
    """Two levels, first side and second side, from `veteran,regular`."""
    parts = text.split(",")
    if len(parts) != 2:
        raise LnltError(f"two levels are needed, as in recruit,random; {text!r} has {len(parts)}", "--sides")
    return read_level(parts[0]), read_level(parts[1])


def budget(level: Level) -> str:
    """A level and the nodes it may look at, as people read it; levels without a budget look at each option once."""
    nodes = level.nodes if level.nodes is not None else getattr(level.player("0"), "nodes", None)
    return f"{level} {nodes} nodes" if nodes else f"{level} none"
