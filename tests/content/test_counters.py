"""Vehicles, guns, Weapon Teams and Support Weapons fact by fact, and the values of our own that fill their gaps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lnlt.content.assumed import filled
from lnlt.content.files import parse, shipped
from lnlt.content.lint import lint_pack, lint_shipped
from lnlt.content.packs import load_catalog
from lnlt.core.errors import ContentError
from lnlt.rules.ch14_ordnance.impact import is_armored, lowest_armor
from lnlt.rules.facts.guns import own_guns, weapon_gun

WW2, MODERN = load_catalog("ww2"), load_catalog("modern")
UNITS = {**MODERN.units, **WW2.units}
WEAPONS = {**MODERN.weapons, **WW2.weapons}

# What the rules and their examples state, key by key; a fact that is not stated is not in here.
UNIT_FACTS: dict[str, dict[str, Any]] = {
    "ww2-us-wt-m1917a1": {"fp": 3, "range": 15, "mf": 2, "morale": 7, "shaken_morale": 7, "shaken_mf": 1},
    "wt-37mm-atg": {"he": 2, "rof": 1, "morale": 6, "mf": 1, "to_hit": ((5, 6, 2), (9, 5, 1), (16, 4, 0))},
    "wt-20mm-aa-a": {"he": 2, "rof": 2, "morale": 7, "to_hit": ((5, 8, 1), (9, 7, 1), (18, 5, 0)), "ammo": "aa"},
    "wt-20mm-aa-b": {"he": 2, "rof": 1, "morale": 6, "mf": 1, "to_hit": ((5, 8, 3), (10, 6, 2), (20, 5, 1))},
    "mod-wt-milan": {"depletion": 5, "morale": 6, "mf": 2, "to_hit": ((1, 5, 16), (4, 8, 16), (36, 11, 16))},
    "ww2-de-wt-50mm-mortar": {"fp": 2, "min_range": 2, "range": 30, "is_mortar_team": True},
    "ww2-us-wt-60mm-mortar": {"fp": 2, "min_range": 2, "range": 30, "is_mortar_team": True},
    "ww2-de-wt-88mm-atg": {"mf": 1, "abilities": {"pivot_only"}},
    "mod-su-wt-ags17": {"rof": 3, "abilities": {"enters_buildings", "next_to_any"}},
    "ww2-m4a1-sherman": {"mf": 10, "move_class": "T", "morale": 6, "he": 3, "mgs": ("4", "4*"), "capacity": "PPO"},
    "ww2-us-m10": {"mf": 12, "move_class": "T", "morale": 6, "abilities": {"open_topped", "turret"}, "capacity": "PPO"},
    "ww2-de-sdkfz251": {
        "mf": 11,
        "morale": 6,
        "abilities": {"open_topped"},
        "mgs": ("2",),
        "capacity": "PP",
        "size": 1,
    },
    "ww2-us-jeep": {"mf": 20, "move_class": "R", "armor": ("*", "*", "*"), "capacity": "P", "size": 1},
    "ww2-uk-crusader3": {"morale": 6},
    "ww2-su-t34": {"mf": 11, "capacity": "PPO"},
    "mod-uk-scorpion": {"mf": 20, "abilities": {"mvam", "tis"}},
    "mod-aml90": {"armor": ("1/1", "1/1", "1/1"), "abilities": {"tis"}},
    "mod-us-m2bradley": {"abilities": {"tis"}},
    "mod-us-lvtp5": {"mgs": ("3",), "capacity": "PPPP"},
    "ly-technical": {"armor": ("*", "*", "*")},
}
WEAPON_FACTS: dict[str, dict[str, Any]] = {
    "mod-su-sw-pkm": {"fp": 2, "range": 9},
    "ww2-fr-sw-chauchat": {"fp": 1, "range": 6, "abilities": {"jams"}},
    "ww2-it-sw-breda30": {"fp": 1, "range": 6, "abilities": {"jams"}},
    "ww2-it-sw-breda37": {"fp": 2, "range": 10, "abilities": {"dismantles", "tripod"}},
    "mod-uk-sw-l7a2": {"fp": 2, "verified": False},
    "sw-flamethrower": {"fp": 4, "range": 2, "abilities": {"close_assault", "forces_retreat"}},
    "sw-satchel": {"fp": 6, "range": 1, "abilities": {"close_assault", "single_use"}},
    "sw-molotov": {"fp": 1, "range": 1, "abilities": {"close_assault", "forces_retreat", "single_use"}},
    "ww2-uk-sw-51mm": {"fp": 2, "min_range": 2, "range": 9},
    "ww2-us-sw-bazooka": {"he": 2, "ammo": "heat"},
    "ww2-de-sw-pzf30": {"ammo": "heat"},
    "mod-sw-carlgustav": {"he": 3, "ammo": "heat", "to_hit": ((3, 10, 8), (6, 7, 8), (14, 3, 8))},
    "mod-sw-stinger": {"ammo": "aa", "to_hit": ((20, 7, 9), (45, 6, 9), (70, 5, 9))},
    "mod-sw-blowpipe": {"ammo": "aa", "to_hit": ((20, 6, 5), (45, 6, 5), (70, 5, 5))},
    "mod-fr-sw-apilas": {"ammo": "heat", "depletion": 4},
    "mod-fr-sw-lrac": {"abilities": {"no_heat_penalty"}},
    "mod-fr-sw-flgapav": {
        "fp": 2,
        "range": 3,
        "abilities": {"extended_range", "fires_from_bunkers", "single_use", "with_ifp"},
    },
    "ww2-uk-sw-piat": {"ammo": "heat", "abilities": {"fires_from_bunkers", "no_downhill"}},
    "ww2-su-sw-rpg43": {"fp": 3, "abilities": {"close_assault_only", "single_use"}},
    "ww2-us-sw-stickybomb": {"fp": 1, "abilities": {"close_assault_only", "light", "single_use"}},
    "ww2-jp-sw-stickbomb": {"fp": 1, "abilities": {"close_assault", "light", "single_use"}},
    "ww2-it-sw-solothurn": {"he": None, "kind": "atr", "abilities": {"fires_from_bunkers", "no_lone_smc"}},
    "mod-us-m203": {
        "fp": 2,
        "range": 3,
        "uses": 2,
        "abilities": {"extended_range", "never_captured", "no_load", "with_ifp"},
    },
    "mod-sw-claymore": {"fp": 0, "range": 1, "abilities": {"single_use"}},
    "rubber-boat": {"capacity": "PPO"},
    "mod-sw-106rr": {"he": 5, "ammo": "heat"},
}


@pytest.mark.parametrize("key", [*UNIT_FACTS, *WEAPON_FACTS])
def test_facts(key: str) -> None:
    """Every number that is stated is in the pack."""
    row = UNITS[key] if key in UNIT_FACTS else WEAPONS[key]
    for field, value in {**UNIT_FACTS, **WEAPON_FACTS}[key].items():
        assert getattr(row, field) == value, field


def test_armor_and_tables_of_examples() -> None:
    """Columns and armor factors that examples reveal; the rest of these counters is marked as not verified."""
    tank, gun = UNITS["ww2-de-pzivh"], UNITS["ww2-de-wt-75mm-atg"]
    assert own_guns(tank)[0].to_hit[0] == own_guns(gun)[0].to_hit[0] == (7, 9, 5)
    assert own_guns(tank)[0].to_hit == own_guns(gun)[0].to_hit
    assert (lowest_armor(tank), lowest_armor(UNITS["ww2-us-m10"]), lowest_armor(UNITS["ww2-de-sdkfz251"])) == (2, 1, 0)
    assert UNITS["ww2-us-m10"].armor[2].endswith("/1")
    assert UNITS["ww2-de-sdkfz251"].armor[0] == "1"
    assert UNITS["mod-us-m2bradley"].armor[1].startswith("2r")
    assert not is_armored(UNITS["ww2-us-jeep"])
    for key, column in (("ww2-us-sw-bazooka", (3, 7, 3)), ("ww2-de-sw-pzf30", (1, 8, 4))):
        found = weapon_gun(WEAPONS[key])
        assert found is not None
        assert found.to_hit[0] == column
    assert WEAPONS["ww2-de-sw-pzf30"].to_hit[-1][0] == 2
    assert WEAPONS["mod-sw-law"].to_hit[0][:2] == (4, 7)
    rpg = WEAPONS["mod-su-sw-rpg16"].to_hit
    assert (rpg[0][0], rpg[0][2], rpg[-1][0]) == (5, 9, 9)
    assert [g.rof for g in own_guns(UNITS["mod-us-m3bradley"])] == [2, 1]
    assert [g.ammo for g in own_guns(UNITS["mod-su-bmp1"])] == ["heat", "atgm"]
    assert own_guns(UNITS["mod-su-bmp1"])[1].depletion == 5
    assert [g.ammo for g in own_guns(UNITS["mod-su-bmp2"])] == ["ap", "atgm"]
    for row in (tank, gun, UNITS["ww2-us-m10"], UNITS["mod-su-bmp1"], WEAPONS["mod-sw-law"]):
        assert not row.verified


def test_values_of_our_own_are_counted() -> None:
    """The linter counts them per file; what is verified has none."""
    counts = {f.file: f.count for f in lint_shipped() if f.reason == "values of our own"}
    assert set(counts) == {f"packs/core/{k}/{e}.toml" for k in ("units", "weapons") for e in ("ww2", "modern")}
    for file in counts:
        raw = parse(shipped(*file.split("/")), file)
        rows = [row for group in ("units", "weapons") for row in raw.get(group, {}).values()]
        assert counts[file] == sum(filled(row, file, "")[1] for row in rows)
        assert all(row["verified"] is False for row in rows if "assumed" in row)


@pytest.mark.parametrize(
    ("known", "said", "result", "count"),
    [
        ({"values": "??-?"}, {"values": "9T-6"}, {"values": "9T-6"}, 3),
        ({"values": "20?-?"}, {"values": "20R-6"}, {"values": "20R-6"}, 2),
        ({"armor": ["?/?", "2r/?"]}, {"armor": ["3r/3", "2r/1"]}, {"armor": ["3r/3", "2r/1"]}, 3),
        ({"to_hit": [[7, 9, 5]]}, {"to_hit": [[7, 9, 5], [9, 4, 2]]}, {"to_hit": [[7, 9, 5], [9, 4, 2]]}, 3),
        ({"to_hit": [[4, 7, "?"]]}, {"to_hit": [[4, 7, 8]]}, {"to_hit": [[4, 7, 8]]}, 1),
        ({"guns": [{"rof": 2}]}, {"guns": [{"he": 2}]}, {"guns": [{"rof": 2, "he": 2}]}, 1),
        ({"abilities": ["a"]}, {"abilities": ["b"]}, {"abilities": ["a", "b"]}, 1),
        ({}, {"mgs": ["4", "2*"]}, {"mgs": ["4", "2*"]}, 2),
        ({"he": 3}, {"he": 3}, {"he": 3}, 0),
    ],
)
def test_gaps_are_filled(known: dict[str, Any], said: dict[str, Any], result: dict[str, Any], count: int) -> None:
    """What is known stays, the rest is taken from `assumed` and counted."""
    raw = {**known, "verified": False, "assumed": said}
    assert filled(raw, "", "") == ({**result, "verified": False}, count)
    assert raw["assumed"] == said


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"values": "20?-?", "assumed": {"values": "19R-6"}}, "'19R-6' contradicts what is known, '20[?]-[?]'"),
        ({"to_hit": [[7, 9, 5]], "assumed": {"to_hit": [[7, 8, 5]]}}, "8 contradicts what is known, 9"),
        ({"to_hit": [[7, 9, 5]], "assumed": {"to_hit": [[6, 9, 5]]}}, "the column of range 7 is missing"),
        ({"armor": ["1", "?"], "assumed": {"armor": ["1"]}}, "contradicts what is known"),
        ({"he": 3, "assumed": {"he": 2}}, "2 contradicts what is known, 3"),
        ({"assumed": {"name": "x"}}, "'name' cannot be assumed"),
        ({"assumed": 3}, "a table of values is needed"),
        ({"verified": True, "assumed": {"he": 2}}, "a row with values of our own needs verified = false"),
    ],
)
def test_contradictions(row: dict[str, Any], message: str) -> None:
    """Nothing known may be contradicted, and the row must say that it is not verified."""
    with pytest.raises(ContentError, match=message):
        filled({"verified": False, **row}, "pack", "units.x")


def test_contradictions_are_linted(tmp_path: Path) -> None:
    """The linter names file, row and key."""
    (tmp_path / "pack.toml").write_text('name = "x"\n')
    row = 'name = "T"\nkind = "vehicle"\nvalues = "9?-?"\nverified = false\nassumed = { values = "8T-6" }\n'
    (tmp_path / "u.toml").write_text(f"[units.x-tank]\n{row}")
    found = next(f for f in lint_pack(tmp_path) if f.level == "error")
    assert str(found).endswith("u.toml: units.x-tank.assumed.values: '8T-6' contradicts what is known, '9?-?'")
