"""13.0: national characteristics: what modules say about a side's dice, terrain, Smoke, Starshells and Heroes."""

from __future__ import annotations

from lnlt.core.catalog import Nation, NationTerrain
from lnlt.core.game import Game
from lnlt.core.state import Position

DIE = 6
HERO_FACES = (2, 4, 6)


def nation(game: Game, side: int) -> Nation | None:
    """The nation of a side, if its characteristics are known."""
    return game.catalog.nations.get(game.sides[side].nation)


def fire_die(game: Game, side: int) -> int:
    """13.0, Q-531: sides of the die a nation attacks with; who is attacked rolls an ordinary one."""
    own = nation(game, side)
    return own.fire_die if own is not None else DIE


def melee_dice(game: Game, side: int) -> tuple[int, int]:
    """13.0: the two dice a nation rolls in Melee: one of them is its fire die."""
    return fire_die(game, side), DIE


def hero_faces(game: Game, side: int) -> tuple[int, ...]:
    """13.0, 11.2.1: faces of the second die that bring a Hero."""
    own = nation(game, side)
    return own.hero_faces if own is not None else HERO_FACES


def smoke(game: Game, side: int) -> int | None:
    """13.0, 7.0: Smoke capability; None = the module gives none."""
    own = nation(game, side)
    return own.smoke if own is not None else None


def starshell(game: Game, side: int) -> int | None:
    """13.0, 20.2: Starshell capability; None = the module gives none."""
    own = nation(game, side)
    return own.starshell if own is not None else None


def terrain_row(game: Game, unit_type: int, terrain: str) -> NationTerrain | None:
    """13.0: how Leg units of a type differ from the chart in a terrain."""
    key = game.special_terrain[unit_type]
    if not key:
        return None
    return next((row for row in game.catalog.nations[key].terrain if row.terrain == terrain), None)


def squads_allowed(game: Game, s: Position, loc: int, members: list[int], usual: int) -> int:
    """13.0, 1.3: Squads a side may have in a location; the smaller limit of a terrain binds unless all ignore it."""
    terrain = game.board.terrain[loc >> 3]
    if not terrain.stacking:
        return usual
    rows = [terrain_row(game, s.units[u].type, terrain.key) for u in members]
    if rows and all(row is not None and not row.stacking for row in rows):
        return usual
    return terrain.stacking
