"""Boards with single hexes, hexsides and buildings replaced, as situations and set-ups write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lnlt.content.charts import load_chart
from lnlt.content.files import shipped
from lnlt.content.maps import BuildingEntry, HexEntry, SideEntry, build_board, carried, custom_board, extent
from lnlt.core.errors import ContentError
from lnlt.core.setup import BoardSetup, BuildingPatch, HexPatch, MapPlace, SidePatch

WW2 = load_chart("ww2")


def test_open_ground_reaches_beyond_what_is_needed() -> None:
    """Without a map the board is clear ground around the hexes named anywhere."""
    board = custom_board(None, WW2, {"J3": "hc_building"}, needed=["B12/upper"], margin=4)
    assert board.terrain[board.index["J3"]].key == "hc_building"
    assert board.terrain[board.index["A1"]].key == "clear"
    assert {"N16", "A0"} <= set(board.index)
    assert "O1" not in board.index
    assert extent(["J3", "B12"], margin=4) == (14, 16)


def test_listed_and_unlisted_buildings() -> None:
    """A listed building has its floors, an unlisted building hex next to it is a building of its own."""
    board = custom_board(
        None, WW2, {"J3": "hc_building", "J4": "hc_building"}, buildings=[BuildingEntry(("J4",), "hc", 2)]
    )
    assert board.floors(board.index["J4"]) == 2
    assert board.floors(board.index["J3"]) == 1
    assert board.building_of[board.index["J3"]] != board.building_of[board.index["J4"]]
    assert board.level(board.loc("J4/upper")) == 1


def test_hex_table_changes_only_what_it_names() -> None:
    """Terrain, level, silhouette and features can be set one by one; the rest stays as printed."""
    board = custom_board(
        "15",
        WW2,
        {"J5": HexEntry(level=1), "H6": HexEntry("brush", features=("foxholes",)), "I5": HexEntry(silhouette=0.5)},
    )
    j5, h6, i5 = (board.specs[board.index[n]] for n in ("J5", "H6", "I5"))
    assert (j5.terrain, j5.level, j5.silhouette) == ("hc_building", 1, 600)
    assert (h6.terrain, h6.features) == ("brush", {"foxholes"})
    assert i5.silhouette == 500


def test_hexsides_added_and_taken_away() -> None:
    """A hexside entry adds terrain to a side; the kind "none" removes a printed one."""
    board = custom_board(
        "15", WW2, sides=[SideEntry(("H6", "H7"), "hedge"), SideEntry(("F4", "G4"), "none")], no_road=[("H7", "H8")]
    )
    at = board.index
    side = board.sides[at["H7"]][0]
    assert side is not None
    assert side.key == "hedge"
    assert board.sides[at["F4"]][board.neighbours[at["F4"]].index(at["G4"])] is None
    assert not board.roads[at["H8"]] & 1


def test_replacing_part_of_a_building() -> None:
    """A building hex turned into something else leaves its building; the rest stands."""
    board = custom_board("15", WW2, {"I6": "clear"})
    assert board.building_of[board.index["I6"]] == -1
    assert [board.names[h] for h in board.buildings[board.building_of[board.index["I5"]]].hexes] == ["I5"]


@pytest.mark.parametrize(
    ("base", "changes", "message"),
    [
        (None, {"overrides": {"B2": "swmap"}}, "f.toml: board.hexes.B2: unknown terrain 'swmap'"),
        ("15", {"overrides": {"Z2": "brush"}}, "f.toml: board.hexes.Z2: the board has no hex 'Z2'"),
        (None, {"overrides": {"2B": "brush"}}, "f.toml: board: '2B' is no hex name"),
        (None, {"sides": [SideEntry(("B2", "D2"), "wall")]}, "f.toml: board.hexsides.0.between: B2 and D2 are no neig"),
        (
            None,
            {"sides": [SideEntry(("B2", "B3"), "wal")]},
            "f.toml: board.hexsides.0.kind: unknown hexside 'wal' (did",
        ),
        (None, {"sides": [SideEntry(("B2",), "wall")]}, "f.toml: board.hexsides.0.between: a hexside lies between two"),
        (
            None,
            {"buildings": [BuildingEntry(("B2",))]},
            "f.toml: board.buildings.0.hexes: B2 is Clear, no building hex",
        ),
    ],
)
def test_errors_name_the_key(base: str | None, changes: dict[str, object], message: str) -> None:
    """A mistake in a board table is reported with file and key path."""
    with pytest.raises(ContentError) as caught:
        custom_board(base, WW2, where="f.toml", **changes)  # type: ignore[arg-type]
    assert str(caught.value).startswith(message)


def test_board_of_a_game_setup() -> None:
    """The set-up of a game gives the same board as the map with the changes."""
    setup = BoardSetup(
        maps=(MapPlace("15"), MapPlace("14", column=14, turned=True)),
        hexes={"15H6": HexPatch("brush")},
        hexsides=(SidePatch(("15H7", "15H8"), "wall"),),
    )
    board = build_board(setup, WW2)
    assert board.terrain[board.index["15H6"]].key == "brush"
    assert board.index["14O4"] == board.index["15O4"]
    plain = build_board(BoardSetup(size=(5, 4), hexes={"B2": HexPatch("hc_building")}), WW2)
    assert plain.size == 25
    single = build_board(BoardSetup(maps=(MapPlace("15"),), buildings=(BuildingPatch(("I5", "I6"), floors=2),)), WW2)
    assert single.names[single.index["15H6"]] == "H6"
    assert single.floors(single.index["I6"]) == 2


def test_a_changed_joint_needs_no_decision(tmp_path: Path) -> None:
    """Halves that differ are fine if the set-up says what the hex is."""
    other = tmp_path / "x.toml"
    text = shipped("maps", "14.toml").read_text().replace('name = "14"', 'name = "99"')
    other.write_text(text.replace('A = ".. .. .. .. rd', 'A = ".. .. .. .. br'))
    (one, two), sheets = carried(["15", str(other)])
    setup = BoardSetup((MapPlace(one), MapPlace(two, column=14)), sheets, hexes={"99A4": HexPatch("road")})
    board = build_board(setup, WW2)
    assert board.terrain[board.index["15O4"]].key == "road"
