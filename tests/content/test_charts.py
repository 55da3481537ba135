"""The terrain charts, cell by cell against an independent transcription of the printed cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from lnlt.content.charts import eras, load_chart
from lnlt.core.errors import ContentError
from lnlt.core.terrain import LOS_NAMES, PROHIBITED, UNLIMITED

# key | type | T | O | R | Leg | TM | height: as printed (T = per terrain height, 0/1/2 = Level-n)
WW2_HEX = """
brush       degrading 1 1  2  1 0 T
bridge      open      1 1  ½  1 0 0
cemetery    degrading P P  P  1 2 T
clear       open      1 1  2  1 0 0
forest      blocking  P P  P  2 2 2
light_woods degrading 4 6  8  2 1 1
low_crops   degrading 1 1  3  1 0 T
marsh       degrading P P  P  2 1 0
river       open      P P  P  P 0 T
road        open      1 1  ½  1 0 T
hc_building blocking  P P  P  2 4 1
wheat_field blocking  2 2  6  2 0 T
lc_building blocking  6 12 P  2 3 1
"""
# Bamboo Hut R: 12 on the card, prohibited by 15.1.2. LC height: Level-1 (10.2).
MODERN_HEX = """
hc_building   blocking  P P  P 2 4 1
lc_building   blocking  6 12 P 2 3 1
bamboo_huts   blocking  4 9  P 2 1 1
kunai_grass   blocking  1 1  2 2 0 1
rice_paddy    open      P P  P 2 1 T
heavy_jungle  blocking  P P  P 2 2 2
light_jungle  degrading 4 6  8 2 1 1
brush         degrading 1 1  2 1 0 T
clear         open      1 1  2 1 0 0
soccer_field  open      1 1  1 1 0 0
soccer_stands degrading P P  P 2 2 1
road          open      1 1  ½ 1 0 T
pool          open      P P  P P 0 0
"""
WW2_SIDES = """
bocage blocking 9 P P 4 3 1
hedge  blocking 0 3 4 1 0 T
wall   blocking 1 P P 1 1 T
"""
MODERN_SIDES = """
wall   blocking 1 P P 1 1 T
"""
COMMON_SIDES = """
barricade blocking P P P 1 2 T
stream    open     0 0 0 0 0 T
stream_1  open     0 0 0 0 0 T
stream_2  open     2 3 4 1 0 T
stream_3  open     4 6 P 2 0 T
stream_4  open     8 P P 4 0 T
stream_5  open     P P P P 0 T
cliff     open     P P P P 0 T
"""
COMMON_HEX = """
ford open 4 4 4 4 1 T
hill open 1 1 2 1 0 T
"""
# Rows no printed chart gives in full: the railroad (10.5.7), and guesses that scenarios may replace.
GUESSED_HEX = """
railroad          degrading 1 1 2 1 1 T
tree_lined_road   degrading 4 6 8 2 1 1
jungle_lined_road degrading 4 6 8 2 1 1
rough             degrading 4 P P 3 3 T
hammada           degrading 2 4 P 2 2 T
wadi              open      2 4 P 2 1 T
sand              open      1 2 4 1 0 T
dense_palms       blocking  P P P 2 2 2
pond              open      P P P P 0 T
ocean             open      P P P P 0 T
"""
# key | type | total cost T O R Leg (- = per hex) | TM | height | shape | spotted as (- = by the hex)
COUNTERS = """
smoke               blocking  - - - - 1 2 whole   blocking
fire                blocking  - - - - 1 2 whole   blocking
ffe                 degrading - - - - 0 U terrain -
vehicle             degrading - - - - 2 T inside  -
abandoned           degrading - - - - 2 T inside  -
wreck               degrading - - - - 2 T inside  -
rubble              degrading 4 P P 3 3 1 inside  degrading
roadblock           blocking  P P P 4 2 T inside  blocking
craters             degrading - - - - 1 T terrain degrading
wire                open      2 4 6 4 0 T none    -
mines               open      - - - - 0 T none    -
ford                open      4 4 4 4 1 T none    -
rooftop             open      - - - - 1 T none    degrading
bunker              open      - - - - 2 T none    blocking
cave                open      - - - - 2 T none    blocking
collapsed_entrance  open      - - - - 0 T none    -
foxholes            open      - - - - 1 T none    -
trench              open      - - - - 2 T none    blocking
emplacement         open      - - - - 2 T none    -
vehicle_emplacement open      - - - - 0 T none    -
sangar              open      - - - - 1 T none    -
fortified           open      - - - - 2 T none    -
"""
HALF = {"P": PROHIBITED, "½": 1}
HEIGHTS: dict[str, int | None] = {"T": None, "0": None, "1": 1, "2": 2, "U": UNLIMITED}


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def half(cell: str) -> int:
    return HALF[cell] if cell in HALF else 2 * int(cell)


def hex_cases() -> list[tuple[str, list[str]]]:
    both = [(era, row) for era in ("ww2", "modern") for row in rows(COMMON_HEX) + rows(GUESSED_HEX)]
    return [("ww2", r) for r in rows(WW2_HEX)] + [("modern", r) for r in rows(MODERN_HEX)] + both


def side_cases() -> list[tuple[str, list[str]]]:
    both = [(era, row) for era in ("ww2", "modern") for row in rows(COMMON_SIDES)]
    return [("ww2", r) for r in rows(WW2_SIDES)] + [("modern", r) for r in rows(MODERN_SIDES)] + both


@pytest.mark.parametrize(("era", "row"), hex_cases(), ids=lambda v: v if isinstance(v, str) else v[0])
def test_every_cell_of_hex_terrain(era: str, row: list[str]) -> None:
    """Type, costs, TM and height of each hex terrain are the printed ones."""
    key, los, t, o, r, leg, tm, height = row
    got = load_chart(era).terrains[key]
    assert (LOS_NAMES[got.los], got.tm, got.height) == (los, int(tm), HEIGHTS[height])
    assert got.cost == (half(leg), half(t), half(o), half(r))
    assert got.verified == (key == "railroad" or row not in rows(GUESSED_HEX))


@pytest.mark.parametrize(("era", "row"), side_cases(), ids=lambda v: v if isinstance(v, str) else v[0])
def test_every_cell_of_hexsides(era: str, row: list[str]) -> None:
    """Type, extra costs, TM and height of each hexside are the printed ones."""
    key, los, t, o, r, leg, tm, height = row
    got = load_chart(era).hexsides[key]
    assert (LOS_NAMES[got.los], got.tm, got.height) == (los, int(tm), HEIGHTS[height])
    assert got.cost == (half(leg), half(t), half(o), half(r))
    assert got.hides_moving == (key == "hedge")


@pytest.mark.parametrize("era", ["ww2", "modern"])
@pytest.mark.parametrize("row", rows(COUNTERS), ids=lambda r: r[0])
def test_every_cell_of_counters(era: str, row: list[str]) -> None:
    """Type, total costs, TM, height, shape and spotting class of each counter are the printed ones."""
    key, los, t, o, r, leg, tm, height, shape, spots = row
    got = load_chart(era).counters[key]
    assert (LOS_NAMES[got.los], got.tm, got.height, got.shape) == (los, int(tm), HEIGHTS[height], shape)
    assert got.cost == (None if t == "-" else (half(leg), half(t), half(o), half(r)))
    assert (None if got.spots_as is None else LOS_NAMES[got.spots_as]) == (None if spots == "-" else spots)


def test_the_tables_above_are_complete() -> None:
    """Every verified row of a chart is checked by one of the tables above, and nothing else is in them."""
    for era, hex_text, side_text in (("ww2", WW2_HEX, WW2_SIDES), ("modern", MODERN_HEX, MODERN_SIDES)):
        chart = load_chart(era)
        known = {r[0] for r in rows(hex_text) + rows(COMMON_HEX)} | {"railroad"}
        assert {k for k, t in chart.terrains.items() if t.verified} == known
        assert {k for k, s in chart.hexsides.items() if s.verified} == {
            r[0] for r in rows(side_text) + rows(COMMON_SIDES)
        }
        assert set(chart.counters) == {r[0] for r in rows(COUNTERS)}
        assert {k for k, c in chart.counters.items() if not c.verified} == {"cave"}


@pytest.mark.parametrize("era", ["ww2", "modern"])
def test_tm_only_facts(era: str) -> None:
    """Terrain known only in part has the known TM and is marked unverified."""
    terrains = load_chart(era).terrains
    assert (terrains["rough"].tm, terrains["hammada"].tm, terrains["wadi"].tm) == (3, 2, 1)
    assert not any(terrains[k].verified for k in ("rough", "hammada", "wadi", "sand", "dense_palms"))
    assert (terrains["railroad"].tm, LOS_NAMES[terrains["railroad"].los]) == (1, "degrading")
    for key in ("tree_lined_road", "jungle_lined_road"):
        assert terrains[key].road
        assert (terrains[key].tm, LOS_NAMES[terrains[key].los]) == (1, "degrading")


# Own flags of each chart and of the rows both share; the other era's rows are borrowed with theirs.
FLAGS: dict[str, dict[str, set[str]]] = {
    "ww2": {
        "hides_moving": {"brush", "low_crops", "wheat_field"},
        "flammable": {"brush", "wheat_field", "light_woods", "forest", "hc_building", "lc_building"},
        "structure": {"hc_building", "lc_building"},
        "road": {"road", "bridge"},
        "water": {"river"},
        "weapon_teams": {"marsh"},
    },
    "modern": {
        "hides_moving": {"brush", "kunai_grass"},
        "flammable": {"brush", "kunai_grass", "bamboo_huts", "hc_building", "lc_building"},
        "structure": {"hc_building", "lc_building", "bamboo_huts"},
        "road": {"road"},
        "water": {"pool"},
    },
    "common": {
        "flammable": {"dense_palms"},
        "road": {"tree_lined_road", "jungle_lined_road"},
        "water": {"ford", "pond", "ocean"},
    },
}
BORROWED = {
    "ww2": "bamboo_huts kunai_grass rice_paddy heavy_jungle light_jungle soccer_field soccer_stands pool",
    "modern": "low_crops wheat_field cemetery light_woods forest marsh river bridge hedge bocage",
}


@pytest.mark.parametrize("era", ["ww2", "modern"])
def test_rows_of_each_chart(era: str) -> None:
    """A chart has its own rows, those of every era and the borrowed ones, and no others."""
    chart = load_chart(era)
    hexes, sides = (WW2_HEX, WW2_SIDES) if era == "ww2" else (MODERN_HEX, MODERN_SIDES)
    own = {r[0] for text in (hexes, COMMON_HEX, GUESSED_HEX, sides, COMMON_SIDES) for r in rows(text)}
    assert {*chart.terrains, *chart.hexsides} == own | set(BORROWED[era].split())


@pytest.mark.parametrize("flag", ["hides_moving", "flammable", "structure", "road", "water", "weapon_teams"])
@pytest.mark.parametrize("era", ["ww2", "modern"])
def test_flags_of_terrain(era: str, flag: str) -> None:
    """What cancels the moving modifier, burns, houses people, carries a road, is water or shuts out Weapon Teams."""
    other = FLAGS["modern" if era == "ww2" else "ww2"].get(flag, set())
    wanted = FLAGS[era].get(flag, set()) | FLAGS["common"].get(flag, set()) | other & set(BORROWED[era].split())
    usual = flag == "weapon_teams"
    assert {k for k, t in load_chart(era).terrains.items() if getattr(t, flag) != usual} == wanted


@pytest.mark.parametrize("era", ["ww2", "modern"])
def test_limits_of_terrain(era: str) -> None:
    """Only Heavy Jungle limits stacking, to two Squads; only the stands of a stadium lift units by a level."""
    terrains = load_chart(era).terrains
    assert {k: t.stacking for k, t in terrains.items() if t.stacking is not None} == {"heavy_jungle": 2}
    assert {k: t.level for k, t in terrains.items() if t.level} == {"soccer_stands": 1}


def test_craters_and_marker_values() -> None:
    """Craters add to the cost of the hex; markers that exist in two strengths list both."""
    counters = load_chart("ww2").counters
    assert counters["craters"].extra == (2, 2, 4, PROHIBITED)
    assert counters["craters"].tms == (1, 2)
    assert counters["bunker"].tms == (2, 3, 4)
    assert counters["emplacement"].tms == (2, 3)
    assert counters["cave"].tms == (2, 3, 4)
    assert {k for k, c in counters.items() if any(c.extra)} == {"craters"}


def test_rows_of_the_other_era_are_unverified() -> None:
    """Terrain an era's own chart lacks is borrowed with the same numbers but counts as unverified."""
    ww2, modern = load_chart("ww2").terrains, load_chart("modern").terrains
    assert ww2["light_jungle"].cost == modern["light_jungle"].cost
    assert modern["light_jungle"].verified
    assert not ww2["light_jungle"].verified
    assert not modern["light_woods"].verified


def test_overlay_changes_only_its_cells() -> None:
    """The Days of Villainy overlay makes Roadblocks +1 TM and 3 MP and leaves the rest."""
    plain, villainy = load_chart("modern"), load_chart("modern", ["days-of-villainy"])
    block = villainy.counters["roadblock"]
    assert (block.tm, block.cost) == (1, (6, PROHIBITED, PROHIBITED, PROHIBITED))
    assert block.los == plain.counters["roadblock"].los
    assert villainy.terrains == plain.terrains
    assert {k for k in plain.counters if plain.counters[k] != villainy.counters[k]} == {"roadblock"}


def test_eras() -> None:
    """There is a chart for each of the two eras."""
    assert eras() == ["modern", "ww2"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[counters.roadblock]\ntmm = 1", "counters.roadblock.tmm: unknown key 'tmm' (did you mean 'tm'?)"),
        ("[counters.roadblock]\ntm = 'x'", "counters.roadblock.tm: expected 'int', got 'str'"),
        ("[terrain.clear]\nlos = 'foggy'", "terrain.clear.los: invalid enum value 'foggy'"),
        ("[terrain.clear]\ncost = {leg = 0.7, T = 1, O = 1, R = 1}", "terrain.clear.cost.leg: 0.7 is no cost"),
        ("[terrain.swamp]\ntm = 1", "terrain.swamp.name: the key 'name' is missing"),
        ("[terrain", "no valid TOML"),
    ],
)
def test_broken_overlay(tmp_path: Path, text: str, message: str) -> None:
    """A mistake in a chart file is reported with file, key path and reason."""
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(ContentError) as caught:
        load_chart("ww2", [str(file)])
    assert str(caught.value).startswith(f"{file}: {message}")


def test_unknown_era() -> None:
    """Asking for an era without a chart names the near one."""
    with pytest.raises(ContentError, match="there is no chart 'modren' \\(did you mean 'modern'\\?\\)"):
        load_chart("modren")
