"""Helicopters and missiles against them for random battles (`lnlt.fuzz.setups`), and what must hold of them."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from lnlt.core.catalog import Gun, UnitType, WeaponType
from lnlt.core.flags import HOVERING, MELEE, SHAKEN
from lnlt.core.game import Game
from lnlt.core.setup import GameSetup, UnitSetup, WeaponSetup
from lnlt.core.state import State
from lnlt.fuzz.vehicles import MISSILE, fill
from lnlt.rules.facts.kits import in_the_air, is_helicopter

TRANSPORT = UnitType("slick", "Slick", "helicopter", morale=6, armor=("1",), mgs=("2*",), capacity="PP")
HELICOPTERS = (
    TRANSPORT,
    replace(TRANSPORT, key="lifter", armor=("2",), mgs=("2",), capacity="2xPP"),
    replace(TRANSPORT, key="gunship", mgs=("4*",), capacity="P", guns=(Gun(((5, 9, 3), (12, 6, 3)), he=4, rof=2),)),
    replace(
        TRANSPORT,
        key="hunter",
        armor=("2",),
        mgs=("4*",),
        capacity="",
        guns=(Gun(((12, 8, 4),), he=4, rof=2), MISSILE),
    ),
)
STINGER = WeaponType("tool-stinger", "Missile", "aa_missile", to_hit=((6, 8, 4), (20, 6, 4)), ammo="aa")
LAUNCHER = WeaponType("tool-rocket", "Rocket", "law", he=2, to_hit=((4, 8, 4), (8, 5, 4)), ammo="heat")


def with_helicopters(setup: GameSetup, seed: int, share: float = 0.5) -> GameSetup:
    """The same battle with helicopters over its units, some full of them, and missiles in some hands (19.2)."""
    rng = Random(f"helicopters {seed}")
    types = [
        replace(t, key=f"{side.id}-{t.key}", nation=side.nation, era=setup.era)
        for side in setup.sides
        for t in HELICOPTERS
    ]
    units = list(setup.units)
    weapons = list(setup.weapons)
    for side in setup.sides:
        spots = sorted({u.at for u in setup.units if u.side == side.id and u.at and "/" not in u.at})
        for number, at in enumerate(rng.sample(spots, min(3, len(spots)))):
            t = rng.choice(HELICOPTERS)
            hovers = ("hover",) if rng.random() < 0.5 else ()
            flyer = UnitSetup(f"{side.id[0]}h{number}", side.id, f"{side.id}-{t.key}", at, markers=hovers)
            units.append(flyer)
            fill(rng, setup, units, flyer, t, share)
    for i, unit in enumerate(units):
        if "-squad" in unit.type and not unit.carries and rng.random() < share / 3:
            name = f"aa{i}"
            weapons.append(WeaponSetup(name, rng.choice((STINGER, LAUNCHER)).key, unit.side))
            units[i] = replace(unit, carries=(name,))
    kinds = (*setup.weapon_types, STINGER, LAUNCHER)
    return replace(setup, types=(*setup.types, *types), units=tuple(units), weapons=tuple(weapons), weapon_types=kinds)


def broken_flight(game: Game, s: State) -> str:
    """19.2.1: what is wrong with helicopters: each alone in the air, never Shaken or in Melee; "" = nothing."""
    for loc, members in s.by_loc.items():
        if in_the_air(loc):
            if len(members) > 1:
                return f"two helicopters in {game.board.loc_name(loc)}"
            if not is_helicopter(game, s.units[members[0]]):
                return f"{s.units[members[0]].id} is in the air"
    for unit in s.units:
        if is_helicopter(game, unit):
            if unit.at >= 0 and not in_the_air(unit.at):
                return f"{unit.id} is on the ground"
            if unit.flags & (SHAKEN | MELEE):
                return f"{unit.id} is Shaken or in Melee"
        elif unit.flags & HOVERING:
            return f"{unit.id} hovers"
    for weapon in s.weapons:
        if in_the_air(weapon.at):
            return f"{weapon.id} lies in the air"
    return ""
