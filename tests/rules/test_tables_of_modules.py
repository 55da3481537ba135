"""10.5.6.5, 10.8, 10.9, 13.0, 15.9: points of the traits of modules: whose, narrowed by what, where they attach."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec.structs import replace

from lnlt.core.hooks import Hook
from lnlt.core.module_data import ModuleData
from lnlt.core.setup import BoardSetup, GameSetup, SideSetup
from lnlt.core.trait import Change, Point, Trait
from lnlt.rules.ch05_fire.firepower import RANGE
from lnlt.rules.ch05_fire.modifiers import FIRE_MODIFIERS
from lnlt.rules.ch06_movement.costs import DRIVE_COST, STEP_COST
from lnlt.rules.ch07_smoke import SMOKE_MODIFIERS
from lnlt.rules.ch08_melee.firepower import MELEE_FIREPOWER
from lnlt.rules.ch10_los_spotting.attempts import SPOT_MODIFIERS
from lnlt.rules.ch10_los_spotting.burning import FIRE_GROWTH, FIRE_START, FLAMMABLE
from lnlt.rules.ch10_los_spotting.cover import TARGET_MODIFIERS
from lnlt.rules.ch14_ordnance.impact import ARMOR_MODIFIERS
from lnlt.rules.ch14_ordnance.to_hit import TO_HIT_MODIFIERS
from lnlt.rules.facts.units import MORALE, MOVEMENT
from lnlt.traits import modules
from lnlt.traits.modules import Bound, Spot, attachments, complaint

OWNED: dict[str, dict[str, tuple[str, ...]]] = {
    "units": {"units": ("u",)},
    "nations": {"nations": ("us",)},
    "terrain": {"terrain": ("reeds",)},
    "weather": {"weather": ("fog",)},
    "": {},
}
NARROWING: dict[str, Any] = {
    "terrain": ("reeds",), "kinds": ("squad",), "movers": ("leg",), "ammo": ("heat",), "within": 2, "beyond": 2,
}  # fmt: skip
ALL = ("units", "nations", "terrain", "weather", "")
NOT_TERRAIN = ("units", "nations", "weather", "")
THEIR_OWN = ("units", "nations")
OUTSIDE = ("weather", "")
GROUND = ("terrain", "weather", "")
LOOK = ("terrain", "kinds", "within", "beyond")

TABLE: dict[str, tuple[tuple[str, ...], tuple[str, ...], Hook | None, str, str]] = {
    "fire": (ALL, LOOK, FIRE_MODIFIERS, "fire", "value"),
    "melee": (ALL, ("terrain", "kinds"), MELEE_FIREPOWER, "melee", "value"),
    "cover": (OUTSIDE, ("terrain",), TARGET_MODIFIERS, "cover", "value"),
    "to_hit": (ALL, LOOK, TO_HIT_MODIFIERS, "to_hit", "value"),
    "to_be_hit": (THEIR_OWN, LOOK, TO_HIT_MODIFIERS, "to_be_hit", "value"),
    "armor": (THEIR_OWN, ("ammo",), ARMOR_MODIFIERS, "armor", "value"),
    "spot": (ALL, LOOK, SPOT_MODIFIERS, "spot", "value"),
    "be_spotted": (ALL, LOOK, SPOT_MODIFIERS, "be_spotted", "value"),
    "smoke": (ALL, ("kinds",), SMOKE_MODIFIERS, "smoke", "value"),
    "fire_start": (GROUND, ("terrain",), FIRE_START, "fire_start", "value"),
    "fire_growth": (GROUND, ("terrain",), FIRE_GROWTH, "fire_start", "value"),
    "flammable": (OUTSIDE, ("terrain",), FLAMMABLE, "flammable", "to"),
    "morale": (ALL, ("kinds",), MORALE, "morale", "value to"),
    "movement": (ALL, ("kinds",), MOVEMENT, "movement", "value to"),
    "range": (NOT_TERRAIN, ("kinds",), RANGE, "range", "value to"),
    "cost": (NOT_TERRAIN, ("terrain", "movers"), STEP_COST, "cost", "value to"),
    "sight": (OUTSIDE, (), None, "", "to"),
    "thermal_sight": (OUTSIDE, (), None, "", "to"),
}
"""Point -> whose it can be, what narrows it down, hook and what answers there, whether it adds or sets a value."""
SECTIONS = {"units": "13.0", "nations": "13.0", "terrain": "10.8", "weather": "10.9", "": "22.0"}
BANDS = {"units": "type", "nations": "nation", "terrain": "terrain", "weather": "scenario", "": "scenario"}


def trait(owner: str, on: Any, *words: str, **facts: Any) -> Trait:
    """A trait with one change, which sets or adds 1 as the words say, or as its point lets it."""
    words = words or (TABLE[on][4].split()[0],)
    return Trait("t", "Trait", (Change(on, **dict.fromkeys(words, 1), **facts),), **OWNED[owner])  # type: ignore[arg-type]


def fits(owner: str, on: str, *words: str, **facts: Any) -> bool:
    """Whether a pack may have such a trait."""
    return not complaint(trait(owner, on, *words, **facts))[0]


def attached(owner: str, on: str) -> list[tuple[Hook, str, str]]:
    """Hook, band and answering function of a trait that is at work."""
    sides = (SideSetup("us", "", "us"), SideSetup("de", "", "de"))
    setup = GameSetup("test", "Test", "ww2", BoardSetup(), sides, ())
    module = ModuleData(traits=(trait(owner, on),), rules=("t",))
    found = attachments(replace(setup, module=module, weather="fog"))
    return [(a.hook, a.band, a.handler.__name__) for a in found]


def test_every_point_is_in_the_table() -> None:
    """The words of packs for the points of a change."""
    assert set(TABLE) == set(get_args(Point)) == set(modules.POINTS)


@pytest.mark.parametrize("on", TABLE)
def test_points(on: str) -> None:
    """10.8, 10.9, 13.0, 15.9: each point refuses owners and keys that mean nothing for it."""
    owners, keys, _, _, ways = TABLE[on]
    assert {owner for owner in OWNED if fits(owner, on)} == set(owners)
    found = {key for key, value in NARROWING.items() if fits(owners[-1], on, **{key: value})}
    assert found == set(keys)
    assert [way for way in ("value", "to") if fits(owners[-1], on, way)] == ways.split()


@pytest.mark.parametrize("on", TABLE)
def test_hooks_of_points(on: str) -> None:
    """10.8, 10.9, 13.0, 15.9: where each point attaches; costs of units and nations are those of their vehicles."""
    owners, _, hook, answer, _ = TABLE[on]
    for owner in owners:
        expected = (hook, BANDS[owner], answer)
        if on == "cost" and owner in THEIR_OWN:
            expected = (DRIVE_COST, BANDS[owner], "drive")
        assert attached(owner, on) == ([expected] if hook is not None else [])


@pytest.mark.parametrize("owner", OWNED)
def test_sections_and_bands_of_owners(owner: str) -> None:
    """10.8, 10.9, 13.0, 22.0: the section an item of a sum names, and what comes after what."""
    one = trait(owner, "morale")
    assert Bound(one, one.changes[0]).item().rule == SECTIONS[owner]
    assert SECTIONS == modules.SECTIONS
    assert BANDS == modules.BANDS
    assert [band for _, band, _ in attached(owner, "morale")] == [BANDS[owner]]


def test_groups_of_owners_and_keys() -> None:
    """10.8, 10.9: men's traits belong to all but terrain; weather and scenarios come from outside."""
    assert {"units", "nations", "weather", ""} == modules.MEN
    assert {"units", "nations", "weather", "", "terrain"} == modules.ALL
    assert {"weather", ""} == modules.OUTSIDE
    assert {"terrain", "kinds", "within", "beyond"} == modules.LOOK


def test_what_goes_without_saying() -> None:
    """A point adds and does not set; values are counted in whole points, costs alone in halves."""
    plain = Spot(frozenset(), frozenset(), {})
    assert (plain.adds, plain.sets) == (True, False)
    one = trait("", "cost")
    assert Bound(one, one.changes[0]).changed(4) == 5
    assert Bound(one, one.changes[0]).changed(4, half=True) == 6
