"""1.7: where Weapon Teams may go."""

from __future__ import annotations

from lnlt.core.board import BUNKER, CAVE, ROOF
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.facts.barricades import barricade_between
from lnlt.rules.facts.buildings import in_building
from lnlt.rules.facts.units import is_mg_team


def check_team_place(game: Game, s: Position, unit: int, loc: int) -> Refusal | None:
    """1.7, 21.1: only machine-gun Teams (and a few by name) are in Buildings, on roofs, in Bunkers; none in Marsh.

    Caves take machine-gun and Mortar Teams.
    """
    u = s.units[unit]
    t = game.types[u.type]
    if t.kind != "weapon_team":
        return None
    names = {"unit": u.id, "at": game.board.loc_name(loc)}
    if not game.board.terrain[loc >> 3].weapon_teams:
        return Refusal("1.7", "no_weapon_teams", names)
    if is_mg_team(t):
        return None
    if loc & 7 == CAVE:
        return None if t.is_mortar_team else Refusal("1.7", "no_weapon_teams", names)
    closed = in_building(game, s, loc) or loc & 7 in (ROOF, BUNKER)
    if closed and "enters_buildings" not in t.abilities:
        return Refusal("21.1" if loc & 7 == BUNKER else "1.7", "no_weapon_teams", names)
    return None


def check_team_step(game: Game, s: Position, unit: int, frm: int, to: int) -> Refusal | None:
    """1.7: a Team that cannot move stays; others than machine-gun Teams do not cross hexside terrain."""
    u = s.units[unit]
    t = game.types[u.type]
    if t.kind != "weapon_team":
        return None
    if "pivot_only" in t.abilities:
        return Refusal("1.7", "cannot_move", {"unit": u.id})
    if frm >= 0 and not is_mg_team(t) and "enters_buildings" not in t.abilities:
        i, j = frm >> 3, to >> 3
        near = game.board.neighbours[i]
        wall = j in near and game.board.sides[i][near.index(j)] is not None
        if wall or (game.barricades and barricade_between(game.board, s, i, j) is not None):
            return Refusal("1.7", "no_hexside", {"unit": u.id, "at": game.board.loc_name(to)})
    return check_team_place(game, s, unit, to)
