"""21.1: Bunkers: the way in and out, and who may take it.

A Bunker is a marker with a facing; those in it are in the layer BUNKER of its hex, those on top or around it on the
ground of the hex. What a Bunker is open to is said together with Caves (`caves.closed_between`).
"""

from __future__ import annotations

from lnlt.core.board import BUNKER, GROUND
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Modifier, Refusal
from lnlt.core.terrain import LEG

BUNKER_COST = 4
"""Half points to go in or out, whatever the terrain of the hex."""


def has_bunker(s: Position, hex_: int) -> bool:
    """21.1: whether a Bunker stands in a hex."""
    return any(marker.kind == "bunker" for marker in s.marks.get(hex_ * 8, ()))


def bunker_step(game: Game, s: Position, frm: int, to: int, mover: int) -> list[Modifier] | Refusal:
    """21.1: two points from the hex into its Bunker or back; no other way leads in or out, and nobody rides in."""
    name = game.board.loc_name(to)
    if mover != LEG:
        return Refusal("21.1", "not_mounted_there", {"from": game.board.loc_name(frm), "at": name})
    if frm >> 3 != to >> 3 or {frm & 7, to & 7} != {GROUND, BUNKER} or not has_bunker(s, to >> 3):
        return Refusal("21.1", "no_bunker", {"at": name})
    return [Modifier(BUNKER_COST, "bunker", "21.1", name)]


def check_in_bunker(game: Game, s: Position, unit: int, loc: int) -> Refusal | None:
    """21.1: who sets up inside a Bunker: there is one, and neither a vehicle nor a Mounted Unit goes in."""
    u = s.units[unit]
    kind = game.types[u.type].kind
    if kind == "vehicle" or kind.startswith("mounted"):
        return Refusal("21.1", "not_mounted_there", {"from": u.id, "at": game.board.loc_name(loc)})
    return None if has_bunker(s, loc >> 3) else Refusal("21.1", "no_bunker", {"at": game.board.loc_name(loc)})
