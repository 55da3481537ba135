"""Maps: sizes, names, neighbours, joints, roads, costs, and what is said about broken files."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lnlt.content.charts import load_chart
from lnlt.content.files import shipped
from lnlt.content.maps import Layout, Placement, join, load_map, load_sheet, map_names, plain_board, rotate
from lnlt.content.picture import board_text
from lnlt.core import hexes
from lnlt.core.board import Board
from lnlt.core.errors import ContentError
from lnlt.core.terrain import LEG

WW2, MODERN = load_chart("ww2"), load_chart("modern")
CHARTS = {"1": MODERN, "14": WW2, "15": WW2}
MAP15 = load_map("15", WW2)


def near(board: Board, place: str) -> list[str]:
    """Names of the neighbours, from north clockwise; - off the board."""
    return [board.names[j] if j >= 0 else "-" for j in board.neighbours[board.index[place]]]


OWN_FROM = 901
"""Number of the first map of our own."""


def cost(board: Board, path: list[str]) -> list[float]:
    """Leg cost in points of each step: hex terrain and hexside."""
    out = []
    for a, b in pairwise(path):
        i, j = board.index[a], board.index[b]
        side = board.sides[i][board.neighbours[i].index(j)]
        out.append((board.terrain[j].cost[LEG] + (side.cost[LEG] if side else 0)) / 2)
    return out


def test_shipped_maps() -> None:
    """Three maps of the game are shipped, and our own from 901 on; each loads with the chart of its era."""
    assert [name for name in map_names() if int(name) < OWN_FROM] == ["1", "14", "15"]
    for name, chart in CHARTS.items():
        assert load_map(name, chart).name == name


@pytest.mark.parametrize("name", ["1", "14", "15"])
def test_a_standard_map_has_128_hexes(name: str) -> None:
    """Odd columns have rows 0 to 8, even ones 1 to 8; 128 in all, edges are half-hexes."""
    board = load_map(name, CHARTS[name])
    assert board.size == 128
    for letter in "ABCDEFGHIJKLMNO":
        rows = [int(n[1:]) for n in board.names if n[0] == letter]
        assert rows == list(range(9) if letter in "ACEGIKMO" else range(1, 9))
    half = {s.name for s in board.specs if s.half}
    assert len(half) == 9 + 9 + 2 * 6
    assert {"A4", "O4", "C0", "C8"} <= half
    assert not {"B1", "B8", "H8", "G4"} & half


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("G4", ["G3", "H4", "H5", "G5", "F5", "F4"]),
        ("H4", ["H3", "I3", "I4", "H5", "G4", "G3"]),
        ("A0", ["-", "-", "B1", "A1", "-", "-"]),
        ("B1", ["-", "C0", "C1", "B2", "A1", "A0"]),
        ("O8", ["O7", "-", "-", "-", "-", "N8"]),
    ],
)
def test_neighbours(place: str, expected: list[str]) -> None:
    """Even letters sit half a hex higher than odd ones."""
    assert near(MAP15, place) == expected


@pytest.mark.parametrize(
    ("a", "b", "hexes_between"),
    [("C6", "F7", 3), ("G6", "J3", 5), ("I5", "J3", 3), ("D5", "H7", 4), ("G2", "D7", 6), ("M7", "J6", 3)],
)
def test_ranges(a: str, b: str, hexes_between: int) -> None:
    """Ranges stated by the game's examples."""
    assert MAP15.distance(MAP15.index[a], MAP15.index[b]) == hexes_between


def test_names_of_a_single_map() -> None:
    """On a single map the plain name is the name and the one with the map number an alias."""
    assert MAP15.names[MAP15.index["15H6"]] == "H6"
    assert MAP15.index["15H6"] == MAP15.index["H6"]


MAP15_FACTS = """
C2 low_crops, D2 brush, E4 road, E5 road, E6 clear, E7 forest, F1 clear, F2 clear, F3 lc_building, F4 road,
F5 hc_building, F6 road, F7 lc_building, G0 clear, G1 hc_building, G2 hc_building, G4 light_woods, G6 lc_building,
G7 lc_building, H1 road, H3 road, H4 light_woods, H6 road, H7 road, H8 road, I3 road, I4 road, I5 hc_building,
I6 hc_building, I7 road, J1 clear, J2 clear, J3 lc_building, J4 road, J5 hc_building, J6 cemetery, K1 wheat_field,
K3 clear, K4 road, K5 light_woods
"""
MAP14_FACTS = """
D6 lc_building, E3 clear, E4 clear, E5 road, F3 clear, F4 clear, F5 light_woods, F6 road, F7 light_woods, G2 clear,
G6 road, G7 brush, H4 brush, H6 clear, H7 road, I3 clear, I5 clear, C6 low_crops, C7 low_crops
"""
MAP1_FACTS = """
F2 rice_paddy, F3 kunai_grass, F5 brush, G3 road, H1 road, H5 road, H8 road, I3 light_jungle, I6 clear, K4 bamboo_huts,
K7 heavy_jungle, L3 lc_building, J6 heavy_jungle, J5 light_jungle
"""


@pytest.mark.parametrize(("name", "text"), [("15", MAP15_FACTS), ("14", MAP14_FACTS), ("1", MAP1_FACTS)])
def test_stated_terrain(name: str, text: str) -> None:
    """Every hex the game's texts name has that terrain and is listed as a fact."""
    board, sheet = load_map(name, CHARTS[name]), load_sheet(name, CHARTS[name])
    for item in text.replace("\n", " ").split(","):
        place, terrain = item.split()
        assert board.terrain[board.index[place]].key == terrain, place
        assert place in sheet.stated | sheet.derived, place


def test_map_1_hill() -> None:
    """D5 of Map 1 is Level-1."""
    board = load_map("1", MODERN)
    assert board.level(board.loc("D5")) == 1
    assert board.level(board.loc("H5")) == 0


def test_buildings_of_map_15() -> None:
    """Church and G1/G2 are two-hex buildings, G6 and G7 separate ones, all of one story."""
    groups = {frozenset(MAP15.names[h] for h in b.hexes): b.kind for b in MAP15.buildings}
    assert groups == {
        frozenset({"G1", "G2"}): "hc", frozenset({"I5", "I6"}): "hc", frozenset({"F5"}): "hc", frozenset({"J5"}): "hc",
        frozenset({"F3"}): "lc", frozenset({"F7"}): "lc", frozenset({"G6"}): "lc", frozenset({"G7"}): "lc",
        frozenset({"J3"}): "lc",
    }  # fmt: skip
    assert {b.floors for b in MAP15.buildings} == {1}
    assert MAP15.specs[MAP15.index["J5"]].silhouette == 600
    assert MAP15.specs[MAP15.index["I5"]].silhouette == 850


def test_walls_of_map_15() -> None:
    """Known walls and hedges stand on their hexsides, seen from both hexes."""
    for a, b, kind in [("F4", "G4", "wall"), ("G4", "H5", "wall"), ("K6", "L6", "wall"), ("J1", "J2", "hedge")]:
        i, j = MAP15.index[a], MAP15.index[b]
        for one, two in ((i, j), (j, i)):
            side = MAP15.sides[one][MAP15.neighbours[one].index(two)]
            assert side is not None
            assert side.key == kind
    assert sum(s is not None for row in MAP15.sides for s in row) == 2 * (11 + 4)


@pytest.mark.parametrize(
    ("path", "points"),
    [
        ("J1 J2 J3", [2, 2]),
        ("F1 F2 F3 F4 F5", [1, 2, 1, 2]),
        ("F4 G4", [3]),
        ("G0 G1 G2", [2, 2]),
        ("F5 F6", [1]),
        ("F4 E4 E5 E6 F7", [1, 1, 1, 2]),
        ("J3 K3 K4 J5", [1, 1, 2]),
        ("G2 H3 I3 J4 K4", [1, 1, 1, 1]),
        ("G6 H6 I6", [1, 2]),
        ("F7 G7 H8 I7 I6", [2, 1, 1, 2]),
        ("K4 K5 J6", [2, 1]),
    ],
)
def test_costs_paid_on_map_15(path: str, points: list[float]) -> None:
    """Leg movement costs told in the infantry training scenario follow from terrain and hexsides."""
    assert cost(MAP15, path.split()) == points


@pytest.mark.parametrize(("name", "start", "end"), [("15", "H1", "H8"), ("1", "H1", "H8"), ("14", "H7", "E5")])
def test_roads_are_connected(name: str, start: str, end: str) -> None:
    """The known roads run through from end to end."""
    board = load_map(name, CHARTS[name])
    reached, todo = {board.index[start]}, [board.index[start]]
    while todo:
        i = todo.pop()
        new = {j for d, j in enumerate(board.neighbours[i]) if board.roads[i] >> d & 1} - reached
        reached |= new
        todo += new
    assert board.index[end] in reached
    assert all(board.terrain[i].road for i in reached)


def test_road_of_map_15_goes_around_the_garden() -> None:
    """The road H1-H8 leaves column H at H3 for I3 and I4 because H4 is a walled garden."""
    h3 = MAP15.index["H3"]
    assert MAP15.roads[h3] >> hexes.SE & 1
    assert not MAP15.roads[h3] >> hexes.S & 1


# --- joints -------------------------------------------------------------------------------------------------------


def test_join_side_by_side() -> None:
    """1.4#2: column O of the left map and column A of the right one become one column with both names."""
    board = join([Placement("15"), Placement("14", column=14)], WW2)
    assert board.size == 2 * 128 - 9
    joint = board.specs[board.index["14A4"]]
    assert (joint.name, joint.aliases, joint.maps, joint.half) == ("15O4", ("14A4",), ("15", "14"), False)
    assert near(board, "15O4") == ["15O3", "14B4", "14B5", "15O5", "15N5", "15N4"]
    assert board.distance(board.index["15H6"], board.index["14H6"]) == 14
    assert board.terrain[joint_index(board, "15O4")].key == "road"
    assert board.specs[board.index["15O0"]].half
    assert "H6" not in board.index


def joint_index(board: Board, name: str) -> int:
    return board.index[name]


def test_join_one_above_the_other() -> None:
    """Row 8 of the odd columns above meets row 0 below; even columns touch whole hexes."""
    board = join([Placement("15"), Placement("14", row=8)], WW2)
    assert board.size == 2 * 128 - 8
    assert board.specs[board.index["14C0"]].name == "15C8"
    assert near(board, "15C8") == ["15C7", "15D8", "14D1", "14C1", "14B1", "15B8"]
    assert near(board, "15H8")[hexes.S] == "14H1"
    assert board.distance(board.index["15H8"], board.index["14H1"]) == 1
    assert board.distance(board.index["15G8"], board.index["14G8"]) == 8


def test_join_rotated() -> None:
    """A turned map keeps its printed names; its column O meets the neighbour's column O."""
    board = join([Placement("15"), Placement("14", column=14, orientation=180)], WW2)
    assert board.specs[board.index["14O4"]].name == "15O4"
    assert near(board, "14H4") == ["14H5", "14G4", "14G3", "14H3", "14I3", "14I4"]
    assert near(board, "15O3") == ["15O2", "14N6", "14N5", "15O4", "15N4", "15N3"]
    below = join([Placement("15"), Placement("14", row=8, orientation=180)], WW2)
    assert below.specs[below.index["14M8"]].name == "15C8"


def test_walls_and_buildings_turn_with_the_map() -> None:
    """Hexsides and buildings stay with their hexes when a map is turned."""
    board = join([Placement("15", orientation=180), Placement("14", column=14)], WW2)
    i, j = board.index["15F4"], board.index["15G4"]
    side = board.sides[i][board.neighbours[i].index(j)]
    assert side is not None
    assert side.key == "wall"
    church = board.buildings[board.building_of[board.index["15I5"]]]
    assert {board.names[h] for h in church.hexes} == {"15I5", "15I6"}


def test_four_maps() -> None:
    """Maps join in both directions at once; the middle corner hex has all its names."""
    board = join([Placement("15"), Placement("14", column=14, orientation=180), Placement("1", row=8)], WW2)
    assert board.size == 3 * 128 - 9 - 8
    assert set(board.specs[board.index["15O8"]].aliases) == {"14O0", "1O0"}


@given(st.sampled_from([0, 180]), st.sampled_from([0, 180]), st.sampled_from([(14, 0), (0, 8)]))
@settings(max_examples=8, deadline=None)
def test_joins_are_symmetric(first: int, second: int, offset: tuple[int, int]) -> None:
    """Naming the two maps in the other order gives the same neighbours under some of the names."""
    a = Placement("15", orientation=180 if first else 0)
    b = Placement("14", *offset, orientation=180 if second else 0)
    one, two = join([a, b], WW2), join([b, a], WW2)
    assert one.size == two.size
    assert set(one.index) == set(two.index)
    for name, i in one.index.items():
        j = two.index[name]
        assert one.terrain[i] == two.terrain[j]
        theirs = [two.index[one.names[n]] if n >= 0 else -1 for n in one.neighbours[i]]
        assert theirs == list(two.neighbours[j])


@given(st.sampled_from(["1", "14", "15"]))
@settings(max_examples=3, deadline=None)
def test_turning_twice_changes_nothing(name: str) -> None:
    """Two half turns are no turn."""
    sheet = load_sheet(name, CHARTS[name])
    assert rotate(sheet) != sheet
    assert rotate(rotate(sheet)) == sheet


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_turning_keeps_distances(data: st.DataObject) -> None:
    """Distances between printed names are the same on a turned map."""
    turned = join([Placement("15", orientation=180)], WW2)
    a, b = data.draw(st.sampled_from(MAP15.names)), data.draw(st.sampled_from(MAP15.names))
    assert turned.distance(turned.index[a], turned.index[b]) == MAP15.distance(MAP15.index[a], MAP15.index[b])


def test_joint_conflict_needs_a_decision(tmp_path: Path) -> None:
    """Two halves with different terrain are an error until the layout decides."""
    other = tmp_path / "x.toml"
    text = shipped("maps", "14.toml").read_text().replace('name = "14"', 'name = "99"')
    other.write_text(text.replace('A = ".. .. .. .. rd', 'A = ".. .. .. .. br'))
    maps = (Placement("15"), Placement(str(other), column=14))
    with pytest.raises(ContentError) as caught:
        join(maps, WW2)
    message = "layout: joints.15O4: the halves 15O4 and 99A4 have different terrain brush and road"
    assert str(caught.value) == message
    board = join(Layout(maps, {"99A4": "brush"}), WW2)
    assert board.terrain[board.index["15O4"]].key == "brush"


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        (Layout((Placement("15"), Placement("14", column=13))), "layout: maps.1.column: column offset 13 is odd"),
        (Layout((Placement("15"), Placement("14", column=12))), "layout: maps: 15M1 and 14A1 lie on the same spot"),
        (Layout((Placement("15"), Placement("15", column=14))), "layout: maps.1.map: map 15 is already on the table"),
        (Layout((Placement("15"),), {"15H6": "brush"}), "layout: joints.15H6: no hex of a joint has this name"),
        (Layout(()), "layout: maps: no map given"),
        (Layout((Placement("77"),)), "maps: there is no map '77'"),
    ],
)
def test_impossible_layouts(layout: Layout, message: str) -> None:
    """A layout that cannot be laid out says why."""
    with pytest.raises(ContentError) as caught:
        join(layout, WW2)
    assert str(caught.value).startswith(message)


# --- broken files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('H = "   rd rd rd', 'H = "   rd rd swamp', "hexes.H.3: unknown terrain 'swamp'"),
        ('H = "   rd rd rd', 'H = "   rd rd mrsh', "hexes.H.3: unknown terrain 'mrsh' (did you mean 'marsh'?)"),
        ('H = "   rd rd rd', 'H = "   rd rd', "hexes.H: 7 hexes, but rows 1 to 8 are 8"),
        ('H = "   rd rd rd', 'H = "   rd rd rd rd', "hexes.H: 9 hexes, but rows 1 to 8 are 8"),
        ('H = "', 'HH = "', "hexes.HH: the map has columns A to O"),
        ('H = "', '#H = "', "hexes.H: column H is missing"),
        ('H = "', 'G = "', "no valid TOML: Cannot overwrite a value"),
        ('"F4/G4"', '"F4/H4"', "hexsides.wall.F4/H4: F4 and H4 are no neighbours"),
        ('"F4/G4"', '"F4/G44"', "hexsides.wall.F4/G44: there is no hex 'G44'"),
        ('"F4/G4"', '"F4"', "hexsides.wall: 'F4' is no hexside, expected something like 'F4/G4'"),
        ('["J1/J2"', '["F4/G4"', "hexsides.hedge: F4/G4 is already wall"),
        ("hedge = [", "hedg = [", "hexsides.hedg: unknown hexside 'hedg' (did you mean 'hedge'?)"),
        ('["G1", "G2"]', '["G1", "G3"]', "buildings.0.hexes: G3 is Road, no building hex"),
        ('["G1", "G2"]', '["G1", "G9"]', "buildings.0.hexes: there is no hex 'G9'"),
        ('["G1", "G2"]', '["G1", "F5"]', "buildings.0.hexes: F5 not next to the rest of the building"),
        ('["I5", "I6"]', '["G1", "G2"]', "buildings.1.hexes: G1 is already part of a building"),
        ("J5 = 0.6", "J5 = 6", "silhouettes.J5: radius 6.0 is not between 0 and 1.2"),
        ("J5 = 0.6", "Q5 = 0.6", "silhouettes.Q5: map 15 has no hex 'Q5'"),
        ("J5 = 0.6", "J5 = [[0, 1], [1, 0]]", "silhouettes.J5: a polygon needs at least three points"),
        ("[silhouettes]", "[levels]\nH6 = 40\n[silhouettes]", "levels.H6: expected 'int' <= 9"),
        ("[silhouettes]", "[levels]\nH6 = 'high'\n[silhouettes]", "levels.H6: expected 'int', got 'str'"),
        ("[silhouettes]", "[features]\nH6 = ['brige']\n[silhouettes]", "features.H6: unknown feature 'brige' (did you"),
        ('title = "', 'titel = "', "titel: unknown key 'titel' (did you mean 'title'?)"),
        ('"K1",', '"Z1",', "facts.stated: map 15 has no hex 'Z1'"),
        (
            '"cr" = "low_crops"',
            '"cr" = "low_crop"',
            "legend.cr: unknown terrain 'low_crop' (did you mean 'low_crops'?)",
        ),
    ],
)
def test_broken_map(tmp_path: Path, old: str, new: str, message: str) -> None:
    """A mistake in a map file is reported with file, key path and reason."""
    text = shipped("maps", "15.toml").read_text()
    assert old in text
    file = tmp_path / "15.toml"
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(ContentError) as caught:
        load_map(file, WW2)
    assert str(caught.value).startswith(f"{file}: {message}")


def test_missing_map_file() -> None:
    """A map file that is not there is named."""
    with pytest.raises(ContentError, match=r"^nowhere/x\.toml: no such file$"):
        load_map("nowhere/x.toml", WW2)


# --- more of the format -------------------------------------------------------------------------------------------


def small(tmp_path: Path, extra: str) -> Board:
    """A map of three columns and two rows with further tables."""
    file = tmp_path / "small.toml"
    hexes_text = 'A = "clear clear clear"\nB = "hc_building hc_building"\nC = "clear hc_building clear"\n'
    file.write_text(
        f'name = "s"\ncolumns = 3\nrows = 2\n{extra.partition("|")[0]}\n[hexes]\n{hexes_text}{extra.partition("|")[2]}'
    )
    return load_map(file, WW2)


def test_three_hex_hc_building_has_two_stories(tmp_path: Path) -> None:
    """An HC building of three hexes is two-story by 10.2, unless the file says otherwise."""
    text = '|[[buildings]]\nhexes = ["B1", "B2", "C1"]\n'
    board = small(tmp_path, text)
    assert board.floors(board.index["B1"]) == 2
    assert board.heights[board.index["B1"]] == 2
    assert small(tmp_path, text + "floors = 1\n").floors(0) == 0
    assert small(tmp_path, text + "floors = 1\n").buildings[0].floors == 1


def test_unlisted_building_hexes_are_separate(tmp_path: Path) -> None:
    """Building hexes without an entry are buildings of one hex each, even side by side."""
    board = small(tmp_path, "|")
    assert sorted(b.hexes for b in board.buildings) == [(board.index[n],) for n in ("B1", "B2", "C1")]


def test_features_levels_art_and_cut_roads(tmp_path: Path) -> None:
    """Features, levels, polygons, artwork, rooftops and cut roads come through to the board."""
    board = small(
        tmp_path,
        'no_road = ["A1/A2"]|'
        '[features]\nA0 = ["road"]\nA1 = ["road"]\nA2 = ["road", "foxholes"]\n'
        "[levels]\nC0 = 2\n"
        "[silhouettes]\nB1 = [[-1, -0.5], [1, -0.5], [0, 0.9]]\n"
        '[[art]]\nhex = "C2"\nterrain = "light_woods"\nshape = [[0, 0], [1, 0], [0, 0.5]]\n'
        '[[buildings]]\nhexes = ["B1"]\nrooftop = true\n',
    )
    at = board.index
    assert board.roads[at["A0"]] == 1 << hexes.S
    assert board.roads[at["A1"]] == 1 << hexes.N
    assert board.roads[at["A2"]] == 0
    assert board.features[at["A2"]] == {"road", "foxholes"}
    assert board.level(board.loc("C0")) == 2
    assert board.specs[at["B1"]].silhouette == ((-1000, -500), (1000, -500), (0, 900))
    assert board.specs[at["C2"]].art[0].shape == ((0, 0), (1000, 0), (0, 500))
    assert board.has_layer(at["B1"], 2)
    assert not board.has_layer(at["B2"], 2)


def test_the_example_of_the_guide(tmp_path: Path) -> None:
    """The example map of docs/maps.md loads and is what the guide says."""
    guide = Path(__file__).parents[2] / "docs" / "maps.md"
    file = tmp_path / "99.toml"
    file.write_text(guide.read_text().split("```toml\n")[1].split("```")[0])
    board = load_map(file, WW2)
    assert (board.size, board.terrain[board.index["99B2"]].key) == (8, "forest")
    assert board.roads[board.index["A1"]] == 0
    side = board.sides[board.index["A1"]][hexes.NE]
    assert side is not None
    assert side.key == "wall"


def test_plain_board() -> None:
    """A plain board is clear, starts with A0 and has the grid of a printed map."""
    board = plain_board(5, 4, WW2)
    assert board.size == 25
    assert near(board, "C2") == near(MAP15, "C2")
    assert {t.key for t in board.terrain} == {"clear"}


def test_picture_of_a_board() -> None:
    """The text picture shows every hex once, with terrain, level and mark."""
    text = board_text(load_map("1", MODERN), {"K4": "*"})
    words = text.split()
    assert all(words.count(name) == 1 for name in MAP15.names)
    assert "BH*" in words
    assert words.count(".+1") + words.count("kg+1") == 4
    window = board_text(MAP15, center="H6", radius=1, legend=False).split()
    assert sorted(w for w in window if w[-1].isdigit()) == ["G5", "G6", "H5", "H6", "H7", "I5", "I6"]
