"""Guns, tanks and their weapons for tests, beside `helpers`."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from helpers import Scene, U
from lnlt import engine
from lnlt.core.catalog import Gun, WeaponType
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.frames import Command
from lnlt.core.state import NOBODY

TABLE = ((4, 8, 4), (8, 6, 3))
"""To-hit table of every gun here: 8 and 4 up to 4 hexes away, 6 and 3 up to 8."""
BAZOOKA = WeaponType("gun-baz", "baz", "bazooka", he=2, to_hit=TABLE, ammo="heat")
MISSILE = Gun(((20, 9, 8),), 3, "atgm", 1, 2)
MISS = ("to hit 6 6",)
HIT = ("to hit 1 2",)
OK = ("", "")


def bazooka(name: str, **more: Any) -> WeaponType:
    """A bazooka under another name."""
    return replace(BAZOOKA, key=f"gun-{name}", **more)


def gun(id_: str, at: str, *words: str, **more: Any) -> U:
    """A Weapon Team with a gun."""
    return U(id_, "weapon_team 0-0-2-6", at, *words, **{"he": 2, "to_hit": TABLE, **more})


def launcher(id_: str, at: str, *words: str, **more: Any) -> U:
    """A Weapon Team with guided missiles."""
    return U(id_, "weapon_team 0-0-2-6", at, *words, **{"guns": (MISSILE,), **more})


def tank(id_: str, at: str, *words: str, what: str = "vehicle 10T-6", **more: Any) -> U:
    """A tank with a turret and one gun."""
    return U(id_, what, at, *words, **{"armor": ("5/4", "3/4", "2/3"), "he": 2, "to_hit": TABLE, **more})


def truck(id_: str, at: str, *words: str, **more: Any) -> U:
    """A vehicle with room inside and on top."""
    return tank(id_, at, *words, **{"capacity": "PPPP+PPO", "to_hit": (), "he": None, "armor": ("1", "1", "1"), **more})


def refused(s: Scene, command: Command) -> tuple[str, str]:
    """Section and code of a refusal; two empty texts if the command is allowed."""
    found = engine.why_not(s.game, s.state, command)
    return (found.rule, found.code) if found else OK


def flagged(s: Scene, id_: str, flags: int, **more: Any) -> Scene:
    """The scene with flags set on a unit, and whatever else of it is said."""
    new = replace(s.unit(id_), flags=s.unit(id_).flags | flags, **more)
    s.state = replace(s.state, units=tuple(new if u.id == id_ else u for u in s.state.units))
    return s


def locks(s: Scene, id_: str) -> list[tuple[int, str, str, int]]:
    """What a unit has acquired: weapon, place, vehicle and level."""
    kit = s.unit(id_).kit
    return [
        (k.weapon, s.game.board.loc_name(k.at), s.state.units[k.target].id if k.target != NOBODY else "", k.level)
        for k in (kit.locks if kit else ())
    ]


def code(found: Any) -> tuple[str, str]:
    """Section and code of a refusal; two empty texts if there is none."""
    return (found.rule, found.code) if found else ("", "")


def draft(s: Scene, *frames: Any, dice: tuple[tuple[str, tuple[int, ...]], ...] = ()) -> Draft:
    """The position as rules change it, with frames on the stack."""
    return Draft(s.game, replace(s.state, stack=(*s.state.stack, *frames)), ScriptedDice(list(dice)))


def helicopter(id_: str, at: str, *words: str, **more: Any) -> U:
    """A helicopter with a gun."""
    return U(id_, "helicopter 6", at, *words, **{"armor": ("1",), "he": 2, "to_hit": TABLE, **more})
