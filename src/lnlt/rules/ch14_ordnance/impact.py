"""14.1.2, 14.1.3, 14.2.2: where a hit lands, the armor there, and what a shot adds to its penetration roll."""

from __future__ import annotations

from functools import lru_cache

from lnlt.core.arcs import FLANK, FRONT, REAR, covers, facings
from lnlt.core.catalog import Gun, UnitType
from lnlt.core.flags import HULL_DOWN
from lnlt.core.game import Game
from lnlt.core.hooks import ModifierHook
from lnlt.core.state import Position
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.facts.emplacements import saves_hull
from lnlt.rules.facts.gun_arcs import bearing, vertex_of
from lnlt.rules.facts.guns import HULL, TURRET, has_turret, is_hollow, penetration_value
from lnlt.rules.facts.kits import is_helicopter

ROWS = {FRONT: 0, FLANK: 1, REAR: 2}
ARMOR_MODIFIERS: ModifierHook[[Game, Position, Gun, int]] = ModifierHook(
    "modifiers of the armor of a vehicle", rule="15.9"
)
RED_ARMOR = -4
"""14.2.2: hollow charges against red factors."""

Plate = tuple[int | None, bool]
"""An armor factor and whether it is red; None: no armor at all."""


@lru_cache(maxsize=1024)
def plate(t: UnitType, facing: str, part: str) -> Plate:
    """14.1.3: the armor factor of a facing of hull or turret; what is not known counts as 0.

    19.2.7: a helicopter has one factor.
    """
    row = 0 if t.kind == "helicopter" else ROWS[facing]
    if len(t.armor) <= row:
        return None, False
    hull, _, turret = t.armor[row].partition("/")
    text = turret if part == TURRET and turret else hull
    if text == "*":
        return None, False
    digits = text.rstrip("r")
    return (int(digits) if digits.isdigit() else 0), text.endswith("r")


@lru_cache(maxsize=1024)
def is_armored(t: UnitType) -> bool:
    """17.2: a vehicle with an armor factor on its counter."""
    return any(plate(t, facing, part)[0] is not None for facing in ROWS for part in (HULL, TURRET))


@lru_cache(maxsize=1024)
def lowest_armor(t: UnitType) -> int:
    """17.1, 17.2, Q-137: the lowest factor on the counter; an asterisk is 0."""
    parts = (HULL, TURRET) if has_turret(t) else (HULL,)
    return min(plate(t, facing, part)[0] or 0 for facing in ROWS for part in parts)


def part_hit(t: UnitType, natural: int) -> str:
    """14.1.3, Q-099: natural even rolls above 2 hit the turret if there is one, all others the hull."""
    return TURRET if has_turret(t) and natural > 2 and natural % 2 == 0 else HULL


def facing_hit(game: Game, s: Position, target: int, origin: int, part: str, heat: bool = False) -> str:
    """14.1.3, Q-100, Q-101: the facing a shot from a location hits; between two the one better for the firer.

    Where both have no armor, or are as good, the first of front, flank and rear.
    """
    u = s.units[target]
    t = game.types[u.type]
    if t.kind == "helicopter":
        return FRONT
    dx, dy = bearing(game.board, u.at >> 3, origin >> 3)
    found = facings(vertex_of(s, target, part), dx, dy)
    return min(found, key=lambda facing: _strength(game, plate(t, facing, part), heat))


def _strength(game: Game, found: Plate, heat: bool) -> int:
    """What a plate adds against a shot: none at all is weaker than 0."""
    value, red = found
    if value is None:
        return -1
    return value - (RED_ARMOR if red and heat and game.setup.era == "modern" else 0)


def ignores_hull_hits(game: Game, s: Position, target: int, origin: int) -> bool:
    """15.10, Q-125: a vehicle in a Hull Down position, shot at through its front covered arc."""
    u = s.units[target]
    if not u.flags & HULL_DOWN:
        return False
    return covers(vertex_of(s, target, HULL), *bearing(game.board, u.at >> 3, origin >> 3))


def is_negated(game: Game, s: Position, target: int, origin: int, natural: int) -> str:
    """15.10, 21.7, Q-099, Q-125, Q-172: what saves a vehicle from a hit with a natural 2 or odd roll, turret or not:
    a Hull Down position or an Emplacement; "" if nothing does."""
    if natural != 2 and natural % 2 == 0:
        return ""
    if saves_hull(game, s, target, origin):
        return "emplaced"
    return "hull_down" if ignores_hull_hits(game, s, target, origin) else ""


def penetration_tally(game: Game, s: Position, gun: Gun, target: int, origin: int, part: str) -> Tally:
    """14.1, 14.2.2: penetration value at that range, less 4 of a hollow charge against a red factor."""
    u = s.units[target]
    distance = game.distance(origin >> 3, u.at >> 3)
    base = (Modifier(penetration_value(gun, distance), "penetration", "14.1"),)
    facing = facing_hit(game, s, target, origin, part, is_hollow(gun))
    _, red = plate(game.types[u.type], facing, part)
    mods: tuple[Modifier, ...] = ()
    if red and is_hollow(gun) and game.setup.era == "modern":
        mods = (Modifier(RED_ARMOR, "red_armor", "14.2.2", u.id),)
    return Tally("penetration", base, mods)


def armor_tally(game: Game, s: Position, gun: Gun, target: int, origin: int, part: str) -> Tally:
    """14.1, 14.1.3: armor factor at the point of impact, and what rules of the vehicle's own add (15.9)."""
    u = s.units[target]
    facing = facing_hit(game, s, target, origin, part, is_hollow(gun))
    value, _ = plate(game.types[u.type], facing, part)
    mods = tuple(ARMOR_MODIFIERS.collect(game.hooks, game, s, gun, target))
    rule, source = ("19.2.7", u.id) if is_helicopter(game, u) else ("14.1.3", f"{facing} {part}")
    return Tally("armor", (Modifier(value or 0, "armor", rule, source),), mods)


def is_bare(game: Game, s: Position, gun: Gun, target: int, origin: int, part: str) -> bool:
    """14.1.2, 15.7: a hit where there is no armor at all."""
    facing = facing_hit(game, s, target, origin, part, is_hollow(gun))
    return plate(game.types[s.units[target].type], facing, part)[0] is None
