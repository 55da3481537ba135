"""Packs: the shipped counters, the format, and what the linter says about mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lnlt.content.charts import load_chart
from lnlt.content.files import shipped
from lnlt.content.lint import Finding, lint_pack, lint_shipped
from lnlt.content.packs import load_catalog, load_pack, pack_dirs
from lnlt.content.values import unit_values, weapon_values
from lnlt.core.errors import ContentError

WW2, MODERN = load_catalog("ww2"), load_catalog("modern")


def test_all_counters_are_shipped() -> None:
    """The core pack holds 173 counters: 123 unit types (one of them with another gun on it), 37 weapons, 13 others."""
    packs = [load_pack(d) for d in pack_dirs()]
    assert [p.name for p in packs] == ["core"]
    core = packs[0]
    assert (len(core.units), len(core.weapons), len(core.others), core.size) == (123, 37, 13, 173)
    assert len({u.key for u in core.units}) == 123


# key | kind | fp range mf morale
MMC = """
ww2-us-101abn-squad-2546 squad 2 5 4 6
ww2-us-101abn-hs-1446 half_squad 1 4 4 6
ww2-us-82abn-squad-2546 squad 2 5 4 6
ww2-de-wh-squad-1645 squad 1 6 4 5
ww2-de-wh-hs-1545 half_squad 1 5 4 5
ww2-de-wh-hs-0545 half_squad 0 5 4 5
ww2-uk-squad-1745 squad 1 7 4 5
ww2-fr-ffl-squad-234am6 squad 2 3 4 6
ww2-su-guards-squad-2245 squad 2 2 4 5
mod-us-army-squad-2645 squad 2 6 4 5
mod-us-squad-264am5 squad 2 6 4 5
mod-us-army-hs-1545 half_squad 1 5 4 5
mod-vc-squad-1434 squad 1 4 3 4
mod-nva-squad-2545 squad 2 5 4 5
mod-nva-hs-1445 half_squad 1 4 4 5
mod-arvn-squad-244 squad 2 4 4 4
mod-muj-squad-1345 squad 1 3 4 5
ww2-us-wt-m1917a1 weapon_team 3 15 2 7
"""


@pytest.mark.parametrize("row", MMC.strip().splitlines(), ids=lambda r: r.split()[0])
def test_verified_multi_man_counters(row: str) -> None:
    """Values of counters known for certain, transcribed again."""
    key, kind, *numbers = row.split()
    unit = {**WW2.units, **MODERN.units}[key]
    assert (unit.kind, unit.fp, unit.range, unit.mf, unit.morale) == (kind, *map(int, numbers))
    assert unit.verified


@pytest.mark.parametrize(
    ("key", "morale", "lm", "mf"),
    [
        ("ww2-us-leader-medrow", 6, 0, 6),
        ("ww2-us-leader-tom", 6, 2, 6),
        ("ww2-de-leader-koch", 7, 1, 6),
        ("ww2-jp-leader-hiro", 7, 1, 6),
        ("ww2-fr-leader-ries", 7, 1, 6),
        ("mod-arvn-leader-dunk", 5, 1, 6),
    ],
)
def test_verified_leaders(key: str, morale: int, lm: int, mf: int) -> None:
    """Leaders are printed morale-LM-MF."""
    unit = {**WW2.units, **MODERN.units}[key]
    assert (unit.kind, unit.morale, unit.lm, unit.mf, unit.verified) == ("leader", morale, lm, mf, True)


@pytest.mark.parametrize(
    ("key", "fp", "reach"),
    [
        ("ww2-us-sw-bar", 1, 6),
        ("ww2-us-sw-m1919a4", 2, 12),
        ("ww2-de-sw-mg34", 2, 9),
        ("ww2-uk-sw-bren", 1, 7),
        ("sw-flamethrower", 4, 2),
        ("sw-satchel", 6, 1),
        ("sw-molotov", 1, 1),
        ("ww2-uk-sw-51mm", 2, 9),
        ("mod-us-sw-m60", 2, 10),
        ("mod-vcnva-sw-rpd", 2, 8),
        ("mod-sw-claymore", 0, 1),
    ],
)
def test_verified_weapons(key: str, fp: int, reach: int) -> None:
    """Firepower and range of weapons known for certain."""
    weapon = {**WW2.weapons, **MODERN.weapons}[key]
    assert (weapon.fp, weapon.range, weapon.verified) == (fp, reach, True)


def test_more_facts_of_counters() -> None:
    """Reductions, Shaken sides, abilities, tripods, to-hit tables and armor come through."""
    squad, german = WW2.units["ww2-us-101abn-squad-2546"], WW2.units["ww2-de-wh-squad-1645"]
    assert squad.abilities == {"assault_move"}
    assert (squad.badge, squad.shaken_morale, squad.shaken_mf) == ("101st", 6, 2)
    assert german.reduces_to == ("ww2-de-wh-hs-1545", "ww2-de-wh-hs-0545")
    assert german.abilities == frozenset()
    mg42 = WW2.weapons["ww2-de-sw-mg42"]
    assert (mg42.fp, mg42.range, mg42.bipod, mg42.abilities) == (3, 14, (2, 10), {"tripod"})
    gustav = MODERN.weapons["mod-sw-carlgustav"]
    assert (gustav.fp, gustav.he, gustav.to_hit, gustav.ammo) == (None, 3, ((3, 10, 8), (6, 7, 8), (14, 3, 8)), "heat")
    sherman = WW2.units["ww2-m4a1-sherman"]
    assert (sherman.mf, sherman.move_class, sherman.morale, sherman.he) == (10, "T", 6, 3)
    assert (sherman.armor, sherman.mgs, sherman.capacity) == (("5/4", "3/4", "2/3"), ("4", "4*"), "PPO")
    assert sherman.to_hit == ((7, 8, 4), (14, 6, 3), (28, 5, 3))
    assert sherman.verified
    hird = WW2.units["ww2-us-hero-hird"]
    assert hird.wounded is not None
    assert (hird.wounded.fp, hird.wounded.morale) == (1, 6)
    assert WW2.units["ww2-us-wt-60mm-mortar"].min_range == 2
    assert WW2.units["ww2-su-guards-squad-2245"].abilities == {"extended_range"}
    assert "assaulter" in WW2.units["ww2-uk-abn-squad-a164"].abilities


@pytest.mark.parametrize(
    "key", ["mod-vc-hs-033", "ww2-de-leader-plassmann", "ww2-us-hero-hird", "ww2-jp-squad-154", "ww2-us-jeep"]
)
def test_guessed_values_are_marked(key: str) -> None:
    """A counter with a guessed or missing value is not verified."""
    assert not {**WW2.units, **MODERN.units}[key].verified


def test_eras_are_kept_apart() -> None:
    """A catalog holds the types of its era and those of both."""
    assert "mod-us-army-squad-2645" not in WW2.units
    assert "ww2-de-sw-mg34" not in MODERN.weapons
    assert "sw-satchel" in WW2.weapons
    assert "sw-satchel" in MODERN.weapons
    assert (WW2.nations["us"].smoke, MODERN.nations["us"].smoke) == (2, None)


def test_nations() -> None:
    """National facts: jungle values, heroes, dice, shared weapons."""
    vc, nva = MODERN.nations["vc"], MODERN.nations["nva"]
    assert [(t.terrain, t.tm, t.leg) for t in vc.terrain] == [("light_jungle", 2, 1), ("heavy_jungle", 3, 1)]
    assert [(t.terrain, t.tm, t.leg, t.stacking) for t in nva.terrain] == [("heavy_jungle", 3, None, False)]
    assert (vc.shares_with, nva.shares_with) == (("nva",), ("vc",))
    assert MODERN.nations["arvn"].hero_faces == (1, 2)
    assert MODERN.nations["uk"].fire_die == 8
    assert WW2.nations["de"].hero_faces == (2, 4, 6)


def test_skills() -> None:
    """Skills know who may have them and whether they are used up."""
    assert WW2.skills["deadly"].who == ("leader", "hero")
    assert {k for k, s in WW2.skills.items() if s.single_use} == {"decisive", "the_ambush"}
    assert not WW2.skills["fanatic"].verified


def test_what_we_ship_has_no_errors() -> None:
    """The linter finds no error in the shipped data and counts unverified values per file."""
    findings = lint_shipped()
    assert [str(f) for f in findings if f.level == "error"] == []
    counts = {f.file: f.count for f in findings if f.level == "unverified"}
    assert counts["maps/15.toml"] == 128 - 43
    assert counts["packs/core/skills.toml"] == 6
    assert counts["charts/ww2.toml"] == sum(
        not row.verified
        for group in (load_chart("ww2").terrains, load_chart("ww2").hexsides, load_chart("ww2").counters)
        for row in group.values()
    )


# --- values -------------------------------------------------------------------------------------------------------


@given(st.tuples(*[st.integers(0, 30)] * 4))
def test_printed_values_come_back(numbers: tuple[int, int, int, int]) -> None:
    """Values written as printed are read back number by number."""
    found = unit_values("squad", "-".join(map(str, numbers)))
    assert (found["fp"], found["range"], found["mf"], found["morale"]) == numbers
    assert weapon_values(f"{numbers[0]}-{numbers[1]}") == numbers[:2]


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("squad", "2-5-4", "has 3 numbers, expected 4: fp-range-mf-morale"),
        ("leader", "6-1-6-6", "has 4 numbers, expected 3: morale-lm-mf"),
        ("squad", "2-5-4-x", "'x' is no number"),
        ("vehicle", "10X-6", "no MF, class and morale such as '10T-6'"),
        ("sqad", "2-5-4-6", "unknown kind 'sqad'"),
    ],
)
def test_wrong_values(kind: str, text: str, message: str) -> None:
    """Values that do not fit the kind are refused with a reason."""
    with pytest.raises(ValueError, match=message):
        unit_values(kind, text)


def test_stars_and_question_marks() -> None:
    """A star and a question mark read as 0."""
    assert unit_values("sniper", "0-8-*-6") == {"fp": 0, "range": 8, "mf": 0, "morale": 6}
    assert unit_values("vehicle", "?T-6") == {"mf": 0, "move_class": "T", "morale": 6}


# --- broken packs -------------------------------------------------------------------------------------------------

GOOD = """
era = "ww2"
[units.x-squad]
name = "Squad"
kind = "squad"
nation = "us"
values = "2-5-4-6"
reduces_to = ["x-half"]
[units.x-half]
name = "Half-Squad"
kind = "half_squad"
nation = "us"
values = "1-4-4-6"
[weapons.x-mg]
name = "MG"
kind = "machine_gun"
values = "2-9"
"""


def pack(tmp_path: Path, text: str) -> list[Finding]:
    """Findings for a pack with one file."""
    (tmp_path / "pack.toml").write_text('name = "x"\n')
    (tmp_path / "units.toml").write_text(text)
    return lint_pack(tmp_path)


def test_a_good_pack(tmp_path: Path) -> None:
    """A pack without mistakes has no findings and adds its types to the catalog."""
    assert pack(tmp_path, GOOD) == []
    catalog = load_catalog("ww2", [tmp_path])
    assert catalog.units["x-squad"].fp == 2
    assert "ww2-de-wh-squad-1645" in catalog.units


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "squad"', 'knd = "squad"', "units.x-squad.knd: unknown key 'knd' (did you mean 'kind'?)"),
        ('kind = "squad"', 'kind = "sqaud"', "units.x-squad.kind: unknown kind 'sqaud' (did you mean 'squad'?)"),
        ('["x-half"]', '["x-hlf"]', "units.x-squad.reduces_to: unknown unit type 'x-hlf' (did you mean 'x-half'?)"),
        ('nation = "us"', 'nation = "usa"', "units.x-squad.nation: unknown nation 'usa' (did you mean 'us'?)"),
        ('"2-5-4-6"', '"2-5-4"', "units.x-squad.values: '2-5-4' has 3 numbers, expected 4: fp-range-mf-morale"),
        ('"2-5-4-6"', '"2-5-4-?"', "units.x-squad.verified: a row with '?' needs verified = false"),
        ('"machine_gun"', '"machinegun"', "weapons.x-mg.kind: unknown kind 'machinegun' (did you mean 'machine_gun'?)"),
        ('name = "MG"', 'name = "MG"\nabilities = ["trpod"]', "weapons.x-mg.abilities: unknown ability 'trpod' (did"),
        ('reduces_to = ["x-half"]', 'skills = ["dedly"]', "units.x-squad.skills: unknown skill 'dedly' (did you mean"),
        ("x-half]", "X_half]", "units.X_half: an id has only a-z, 0-9, - and _"),
        ('era = "ww2"', 'era = "ww3"', "era: invalid enum value 'ww3'"),
        ('name = "MG"\n', "", "weapons.x-mg.name: the key 'name' is missing"),
    ],
)
def test_broken_pack(tmp_path: Path, old: str, new: str, message: str) -> None:
    """A mistake in a pack is reported with file, key path and reason."""
    assert old in GOOD
    found = [str(f) for f in pack(tmp_path, GOOD.replace(old, new, 1)) if f.level == "error"]
    assert any(f.startswith(f"{tmp_path}/units.toml: {message}") for f in found), found


def test_all_mistakes_are_reported_at_once(tmp_path: Path) -> None:
    """The linter does not stop at the first wrong row; loading does."""
    text = GOOD.replace('"2-5-4-6"', '"2"').replace('"machine_gun"', '"gun"')
    assert [f.key for f in pack(tmp_path, text)] == ["units.x-squad.values", "weapons.x-mg.kind"]
    with pytest.raises(ContentError, match="x-squad"):
        load_pack(tmp_path)


def test_same_id_twice(tmp_path: Path) -> None:
    """An id may be defined once per era."""
    (tmp_path / "more.toml").write_text(GOOD)
    found = [str(f) for f in pack(tmp_path, GOOD)]
    assert f"{tmp_path}/units.toml: units.x-squad: already defined in {tmp_path}/more.toml" in found


def test_unverified_rows_are_counted(tmp_path: Path) -> None:
    """Rows marked unverified are no errors but are counted per file."""
    found = pack(tmp_path, GOOD.replace('values = "2-9"', 'values = "2-?"\nverified = false'))
    assert [(f.level, f.file, f.count) for f in found] == [("unverified", f"{tmp_path}/units.toml", 1)]


def test_folder_without_a_pack(tmp_path: Path) -> None:
    """A folder with neither pack, map nor scenario is an error."""
    assert [f.level for f in lint_pack(tmp_path)] == ["error"]


def test_a_folder_of_maps_is_checked(tmp_path: Path) -> None:
    """The linter also checks map files outside a pack."""
    text = shipped("maps", "15.toml").read_text()
    (tmp_path / "mine.toml").write_text(text.replace('"F4/G4"', '"F4/H4"', 1))
    assert [str(f) for f in lint_pack(tmp_path)] == [
        f"{tmp_path}/mine.toml: hexsides.wall.F4/H4: F4 and H4 are no neighbours"
    ]
