"""Directions as the table draws them: degrees from the top of the map, clockwise."""

from __future__ import annotations

from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.rules.facts.kits import vertex_named
from lnlt.words.sentences import tag

NOWHERE_AT_ALL = -1
OWN_PLACE = frozenset({"drive_in", "place_work"})
"""Orders that name the hex the direction is meant for."""
TURNING = frozenset({"pivot", "turn_turret", "pivot_team", "face_team", "face_unit", *OWN_PLACE})
"""Orders that end with one of six directions."""


def vertex_bearing(vertex: int) -> int:
    """The direction of a vertex: 0 is at the top left.

    >>> [vertex_bearing(v) for v in range(6)]
    [330, 30, 90, 150, 210, 270]
    """
    return (60 * vertex + 330) % 360


def place_of_turn(game: Game, s: Position, command: Command) -> int:
    """The hex in which something turns."""
    if tag(type(command)) in OWN_PLACE:
        return game.board.loc(str(getattr(command, "at", ""))) >> 3
    unit = s.ids.get(str(getattr(command, "unit", "")), NOWHERE_AT_ALL)
    if unit < 0:
        frames = (getattr(frame, "unit", NOWHERE_AT_ALL) for frame in reversed(s.stack))
        unit = next((u for u in frames if isinstance(u, int) and 0 <= u < len(s.units)), NOWHERE_AT_ALL)
    return s.units[unit].at >> 3 if unit >= 0 else NOWHERE_AT_ALL


def bearing(game: Game, s: Position, command: Command) -> int:
    """The direction an order ends with, -1 if it ends with none."""
    facing = str(getattr(command, "facing", ""))
    if not facing or tag(type(command)) not in TURNING:
        return NOWHERE_AT_ALL
    hex_ = place_of_turn(game, s, command)
    if hex_ < 0:
        return NOWHERE_AT_ALL
    if "/" in facing:
        return vertex_bearing(vertex_named(game.board, hex_, facing))
    names = game.board.near_names[hex_]
    return 60 * names.index(facing) if facing in names else NOWHERE_AT_ALL
