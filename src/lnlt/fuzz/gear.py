"""Weapons and equipment of chapter 23, Barricades, Vehicle Emplacements and Rivers for random battles."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from lnlt.content.charts import load_chart
from lnlt.content.counter_words import USES, weapon_traits
from lnlt.content.maps import build_board
from lnlt.core.catalog import WeaponType
from lnlt.core.setup import GameSetup, HexPatch, MarkerSetup, UnitSetup, WeaponSetup
from lnlt.fuzz.works import near
from lnlt.rules.ch21_fortifications.placing import check_placing, check_side
from lnlt.rules.facts.emplacements import MARKER as EMPLACEMENT

TABLE = ((1, 8, 4), (4, 6, 4))
GEAR = (
    WeaponType("gear-piat", "PIAT", "piat", to_hit=TABLE, he=2, ammo="heat"),
    WeaponType("gear-rpg43", "RPG-43", "rpg_43", fp=3),
    WeaponType("gear-sticky", "Sticky Bomb", "sticky_bomb", fp=1),
    WeaponType("gear-stick", "Stick Bomb", "stick_bomb", fp=1),
    WeaponType("gear-heavy", "Heavy rifle", "atr", to_hit=TABLE, abilities=frozenset({"no_lone_smc"})),
    WeaponType("gear-claymore", "Claymore", "claymore", fp=0, range=1),
    WeaponType("gear-40mm", "Grenades", "m203", fp=2, range=3),
    WeaponType("gear-flg", "Rifle grenade", "flg_apav", fp=2, range=3, to_hit=TABLE, ammo="heat"),
    WeaponType("gear-lrac", "LRAC", "lrac", to_hit=TABLE, he=3, ammo="heat"),
    WeaponType("gear-apilas", "APILAS", "apilas", to_hit=TABLE, ammo="heat", depletion=4),
    WeaponType("gear-boat", "Rubber Boat", "rubber_boat"),
)
CARRIERS = ("-squad", "-half", "-leader", "-hero")


def with_gear(setup: GameSetup, seed: int, share: float = 0.5) -> GameSetup:
    """The same battle with such weapons in many hands, Claymores and Barricades in place, some hexes made River."""
    rng = Random(f"gear {seed}")
    board = build_board(setup.board, load_chart(setup.era), setup.id)
    kinds = tuple(replace(t, abilities=weapon_traits(t.kind, t.abilities), uses=USES.get(t.kind, 0)) for t in GEAR)
    held = {u.at.partition("/")[0] for u in setup.units}
    weapons, units = list(setup.weapons), []
    for unit in setup.units:
        idle = not unit.carries and not unit.aboard  # a vehicle has room for what its passengers have already
        if idle and any(part in unit.type for part in CARRIERS) and rng.random() < share:
            name = f"gear{len(weapons)}"
            weapons.append(WeaponSetup(name, rng.choice((*kinds, *kinds[-1:] * 4)).key, unit.side))
            unit = replace(unit, carries=(name,))
        units.append(unit)
    markers = list(setup.markers)
    ground = sorted({(u.at, u.side) for u in setup.units if u.at})
    for at, side in rng.sample(ground, min(4, len(ground))):
        markers.append(MarkerSetup("claymore", at, 1, side))
    hexes = dict(setup.board.hexes)
    barred = rng.sample(board.names, min(6, board.size))
    for name in barred:
        hexes[name] = replace(hexes.get(name, HexPatch()), features=("road",))
        toward = rng.choice(near(board, name))
        if check_side(name, toward, [(m.at, m.facing) for m in markers if m.kind == "barricade"]) is None:
            markers.append(MarkerSetup("barricade", name, 1, "", toward))
    held |= {*barred, *(m.at.partition("/")[0] for m in markers)}
    free = [n for n in board.names if n not in held and not board.terrain[board.index[n]].structure]
    if not setup.board.maps:
        for name in rng.sample(free, min(18, len(free))):
            hexes[name] = HexPatch("river")
        units = _afloat(rng, units, weapons, [n for n, patch in hexes.items() if patch.terrain == "river"])
    cars = {t.key for t in setup.types if t.kind == "vehicle"}
    for u in units:
        there = [m.kind for m in markers if m.at == u.at]
        if u.type in cars and u.at and check_placing(board, EMPLACEMENT, board.index[u.at], there) is None:
            markers += [MarkerSetup(EMPLACEMENT, u.at)] * (rng.random() < share)
    return replace(
        setup,
        board=replace(setup.board, hexes=hexes),
        weapons=tuple(weapons),
        weapon_types=(*setup.weapon_types, *kinds),
        units=tuple(units),
        markers=tuple(markers),
    )


def _afloat(rng: Random, units: list[UnitSetup], weapons: list[WeaponSetup], rivers: list[str]) -> list[UnitSetup]:
    """23.3.1: some who have a boat begin on the River, one unit in a hex."""
    boats = {w.id for w in weapons if w.type == "gear-boat"}
    free = rng.sample(rivers, len(rivers))
    found = []
    for unit in units:
        if free and unit.at and boats & set(unit.carries) and rng.random() < 0.5:
            unit = replace(unit, at=free.pop())
        found.append(unit)
    return found
