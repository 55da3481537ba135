"""22.0, Q-250: leaving the map."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import MOVED, MOVING
from lnlt.core.game import Game
from lnlt.core.setup import Exit
from lnlt.core.state import NOWHERE, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.costs import points_text
from lnlt.rules.ch10_los_spotting.spotting import drop_spotted
from lnlt.rules.facts.groups import edge_hexes
from lnlt.rules.facts.kits import aboard
from lnlt.rules.facts.movement_modes import allowance

EXIT_COST = 2
"""Half points to leave the map (Q-250)."""


def way_off(game: Game, side: int, at: int) -> Exit | None:
    """22.0: by which rule of the scenario a side may leave the map at a location."""
    if at & 7:  # above or below the ground, or nowhere
        return None
    name, place = game.sides[side].id, game.board.names[at >> 3]
    for way in game.setup.exits:
        if way.side == name and (place in way.hexes or any(at >> 3 in edge_hexes(game, edge) for edge in way.edges)):
            return way
    return None


def check_exit(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], at: int) -> Refusal | None:
    """22.0, Q-250: the side may leave the map here, and every unit has a Movement Point left for it."""
    if way_off(game, s.units[movers[0]].side, at) is None:
        return Refusal("22.0", "no_exit_here", {"at": game.board.loc_name(at)})
    for u, mode in zip(movers, modes, strict=True):
        left = allowance(game, s, u, mode, movers) - s.units[u].mp
        if left < EXIT_COST:
            short = {"unit": s.units[u].id, "cost": points_text(EXIT_COST), "left": points_text(left)}
            return Refusal("6.0", "too_few_points", short)
    return None


def go_off(d: Draft, side: int, movers: Sequence[int], at: int) -> None:
    """22.0, 16.0: units leave the map for good, with what they carry and who rides them; some scenarios count them as
    lost."""
    way = way_off(d.game, side, at)
    assert way is not None
    riding = [p for u in movers for p in aboard(d, u)]
    for u in (*movers, *riding):
        if way.lost:
            d.flag(u, MOVED, MOVING)
            for w in d.units[u].carries:
                d.emit(ev.WeaponPassed(w))
            d.emit(ev.Eliminated(u))
        else:
            d.emit(ev.Noted(f"exited:{d.units[u].id}", d.turn))
            if d.units[u].at >= 0:
                d.emit(ev.Moved(u, d.units[u].at, NOWHERE, EXIT_COST))  # a helicopter out of the air above (19.2.1)
                d.flag(u, MOVED, MOVING)
    drop_spotted(d, at)
