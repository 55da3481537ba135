"""19.1.2, 19.1.3: what an aircraft carries, which hexes it may attack with it, and whom it finds there."""

from __future__ import annotations

from functools import lru_cache

from lnlt.core.arcs import REAR, in_front_of
from lnlt.core.board import AIR, CAVE, LAYERS, TUNNEL
from lnlt.core.catalog import UnitType
from lnlt.core.flags import BULK
from lnlt.core.game import Game
from lnlt.core.hexes import STEPS
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch05_fire.modifiers import defence_tally, target_bonus
from lnlt.rules.ch10_los_spotting.cover import capped, location_modifiers
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch14_ordnance.impact import is_armored, lowest_armor, plate
from lnlt.rules.ch17_antitank.exposure import OUTSIDE_ARMOR, exposed, moving_vehicle
from lnlt.rules.ch18_indirect.shelling import carrier, in_melee, targets
from lnlt.rules.ch20_night.darkness import shows
from lnlt.rules.ch20_night.seen import spotted_for
from lnlt.rules.facts.caves import marker_of
from lnlt.rules.facts.guns import HULL, TURRET, has_turret
from lnlt.rules.facts.kits import kit_of, passengers
from lnlt.rules.facts.leaders import is_leader

CANNON, BOMBS, CRASH = "cannon", "bombs", "crash"
CRASH_FP = 6
RULES = {CANNON: "19.1.2", BOMBS: "19.1.2", CRASH: "19.1.1"}


@lru_cache(maxsize=256)
def load_of(text: str) -> tuple[int, int | None]:
    """Hexes and firepower of a printed attack; without a number before the x one hex (Q-158), None unknown.

    >>> load_of("2x3"), load_of("8"), load_of("2x?"), load_of("")
    ((2, 3), (1, 8), (2, None), (0, 0))
    """
    if not text:
        return 0, 0
    hexes, _, value = text.rpartition("x")
    return int(hexes or 1), None if value == "?" else int(value)


def is_bomber(t: UnitType) -> bool:
    """19.1.3: an aircraft with a grid of seven hexes on its counter."""
    return "bomber" in t.abilities or t.around > 0


def rule_of(t: UnitType, what: str) -> str:
    """Section of an attack; a helicopter only crashes (19.2.7)."""
    if t.kind == "helicopter":
        return "19.2.7"
    return "19.1.3" if what == BOMBS and is_bomber(t) else RULES[what]


def air_armor(t: UnitType) -> int:
    """19.1.1: the one armor factor of an aircraft; what is not known counts as 0."""
    return int(t.armor[0]) if t.armor and t.armor[0].isdigit() else 0


def lowest_rear_armor(t: UnitType) -> int:
    """19.1.3, Q-155: the lower rear factor of hull and turret."""
    parts = (HULL, TURRET) if has_turret(t) else (HULL,)
    return min(plate(t, REAR, part)[0] or 0 for part in parts)


def around(game: Game, hex_: int) -> tuple[int, ...]:
    """19.1.3: the hexes around the middle of a bomb run."""
    return tuple(j for j in game.board.neighbours[hex_] if j in game.playable)


def found_at(game: Game, s: Position, hex_: int, what: str, way: int) -> list[int]:
    """19.1.2: everybody in a hex, on all its levels, inside and outside Bunkers and Caves; Leaders first.

    10.7, Q-394: cannons reach into a Cave only if the aircraft comes from before its front.
    """
    found = [u for u in targets(game, s, hex_) if carrier(s, u) == NOBODY]
    if what == CANNON and (cave := marker_of(s.marks, hex_ * LAYERS + CAVE)) is not None:
        behind = STEPS[(way + 3) % 6]
        if cave.facing != NOBODY and not in_front_of(cave.facing, *behind):
            found = [u for u in found if s.units[u].at & 7 != CAVE]
    return found + cars_at(s, hex_)


def cars_at(s: Position, hex_: int) -> list[int]:
    """Vehicles in a hex."""
    return [u for u in s.by_loc.get(hex_ * LAYERS, ()) if s.units[u].flags & BULK]


def check_target(game: Game, s: Position, plane: int, what: str, hex_: int, way: int) -> Refusal | None:
    """19.1.2, Q-157, Q-392, Q-393: enemies are there and no friends, and the hex is spotted or a Leader sees it.

    19.1.3: a bomber needs neither, but enemies in one of its seven hexes; no Melee in the middle.
    """
    side, t = s.units[plane].side, game.types[s.units[plane].type]
    name: dict[str, str | int] = {"at": game.board.names[hex_]}
    if in_melee(s, hex_):
        return Refusal("5.0", "melee_there", name)
    if is_bomber(t):
        near = (hex_, *around(game, hex_))
        there = [u for j in near for u in found_at(game, s, j, what, way)]
        return None if any(s.units[u].side != side for u in there) else Refusal("5.0", "no_enemy_there", name)
    there = found_at(game, s, hex_, what, way)
    if any(s.units[u].side == side for u in targets(game, s, hex_)):
        return Refusal("5.0", "friends_there", name)
    if not there:
        return Refusal("5.0", "no_enemy_there", name)
    if "own_eyes" in t.abilities or is_marked(game, s, side, hex_):
        return None
    return Refusal("19.1.2", "unseen_from_the_ground", name)


def is_marked(game: Game, s: Position, side: int, hex_: int) -> bool:
    """19.1.2, 20.1, Q-393, Q-444: whether a side has spotted enemies in a hex, or a Leader of it has it in sight.

    At night only near by, lit, or with an enemy in it who has fired.
    """
    locs = [
        loc
        for loc in range(hex_ * LAYERS, hex_ * LAYERS + LAYERS)
        if loc & 7 not in (TUNNEL, AIR) and s.by_loc.get(loc)
    ]
    if any(spotted_for(game, s, loc, side) for loc in locs):
        return True
    ground = hex_ * LAYERS
    return any(
        sees(game, s, here, ground) and (game.night is None or shows(game, s, here, ground, side=1 - side))
        for here in s.spread.held[side]
        if any(s.units[u].side == side and is_leader(game, s, u) for u in s.by_loc[here])
    )


def soft_targets(game: Game, s: Position, hex_: int, what: str, way: int) -> list[int]:
    """19.1.2, 17.3: who is attacked with firepower: units on foot, unarmored vehicles and all aboard, who rides on top.

    19.1.1, 17.2: a crash attacks armored vehicles in this way too, as if they were open.
    """
    found = []
    for u in found_at(game, s, hex_, what, way):
        if not is_armored(game.types[s.units[u].type]):
            found += [u, *passengers(game, s, u)]
        elif what == CRASH:
            found += [u, *(p for p in exposed(game, s, u, s.units[u].at) if p != u)]
        else:
            found += [p for p in passengers(game, s, u) if kit_of(s.units[p]).outside]
    return found


def hard_targets(game: Game, s: Position, hex_: int, what: str) -> list[int]:
    """19.1.2, 19.1.3: armored vehicles, open or buttoned, which are attacked with a penetration value."""
    return [] if what == CRASH else [u for u in cars_at(s, hex_) if is_armored(game.types[s.units[u].type])]


def _strength(game: Game, s: Position, plane: int, fp: int, what: str) -> Modifier:
    """The number of an attack, as firepower or as penetration value."""
    u = s.units[plane]
    rule = rule_of(game.types[u.type], what)
    if what == CRASH:
        return Modifier(fp, "crash", rule, u.id)
    return Modifier(fp, "cannon", rule, u.id) if what == CANNON else Modifier(fp, "bombs", rule, u.id)


def air_tally(game: Game, s: Position, plane: int, unit: int, fp: int, what: str) -> Tally:
    """19.1.2, 19.1.3: firepower and the modifiers of the target itself; no adjacency.

    19.1.1, Q-396: a crash has just its 6.
    """
    base = (_strength(game, s, plane, fp, what),)
    if what == CRASH:
        return Tally("fire", base)
    vehicle = carrier(s, unit)
    if vehicle != NOBODY:
        return Tally("fire", base, tuple(moving_vehicle(game, s, vehicle)))
    at = s.units[unit].at
    return Tally("fire", base, tuple(target_bonus(game, s, unit, at, at)))


def air_cover(game: Game, s: Position, unit: int, what: str) -> Tally:
    """19.1.2, 19.1.3, Q-156: all Target Modifiers of the place but those of its hexsides; none against a crash.

    17.2, Q-133: on top of a vehicle at most 1 of its armor; an armored vehicle its lowest factor.
    """
    vehicle = carrier(s, unit)
    mods: tuple[Modifier, ...] = ()
    if what != CRASH:
        if vehicle == NOBODY:
            at = s.units[unit].at
            mods = defence_tally(game, s, at, at, unit, NOBODY).mods
        else:
            v = s.units[vehicle]
            mods = capped(location_modifiers(game, s, v.at, v.type, vehicle))
    if vehicle != NOBODY:
        t = game.types[s.units[vehicle].type]
        armor = lowest_armor(t)
        outside = kit_of(s.units[unit]).outside
        if armor:
            value = min(armor, OUTSIDE_ARMOR) if outside else armor
            mods = (*mods, Modifier(value, "lowest_armor", "17.2", s.units[vehicle].id))
    return Tally("defence", (), mods)


def piercing(game: Game, s: Position, plane: int, target: int, fp: int, what: str) -> tuple[Tally, Tally]:
    """19.1.2, 19.1.3, Q-155: the firepower as penetration value against the lowest factor; of bombers the rear one."""
    t = game.types[s.units[plane].type]
    rule, armored = rule_of(t, what), game.types[s.units[target].type]
    factor = lowest_rear_armor(armored) if is_bomber(t) else lowest_armor(armored)
    pen = Tally("penetration", (_strength(game, s, plane, fp, what),))
    return pen, Tally("armor", (Modifier(factor, "lowest_armor", rule, s.units[target].id),))
