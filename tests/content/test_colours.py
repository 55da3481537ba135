"""Colours of counters: readable, and told apart by everybody."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from lnlt.content import colours
from lnlt.content.pack_lint import _nation_looks
from lnlt.content.packs import load_catalog
from lnlt.content.scenario_lint import _side_looks
from lnlt.core.catalog import Nation

ENEMIES = {
    "ww2": [(a, b) for a in ("us", "us_airborne", "uk", "fr", "nl") for b in ("de", "it", "jp")] + [("su", "de")],
    "modern": [("us", "vc"), ("us", "nva"), ("arvn", "vc"), ("arvn", "nva"), ("uk", "ar"), ("su", "muj"), ("fr", "ly")],
}


def test_contrast_and_distance_of_known_colours() -> None:
    """Black and white have the greatest contrast; red and green of one lightness look alike without red cones."""
    assert colours.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert colours.contrast("#777777", "#777777") == pytest.approx(1)
    assert colours.distance("#8f7f2f", "#6f8f2f") > colours.distance("#8f7f2f", "#6f8f2f", "deuteranopia")
    assert list(colours.confusions("#ffffff", "#000000")) == []
    assert "normal sight" in colours.confusions("#808080", "#828282")


@pytest.mark.parametrize("era", ["ww2", "modern"])
def test_every_nation_has_a_colour_one_can_read_on(era: str) -> None:
    """All shipped nations have a colour with enough contrast, and a known edge."""
    for nation in load_catalog(era).nations.values():
        assert colours.is_colour(nation.colour), nation.key
        assert nation.edge in colours.EDGES, nation.key
        assert list(_nation_looks(nation, "file", "nation")) == []


@pytest.mark.parametrize("era", ["ww2", "modern"])
def test_enemies_look_different_to_everybody(era: str) -> None:
    """Nations that fought each other are told apart with normal sight, the three deficiencies, and by edge."""
    nations = load_catalog(era).nations
    for one, two in ENEMIES[era]:
        assert list(colours.confusions(nations[one].colour, nations[two].colour)) == [], (one, two)
        assert nations[one].edge != nations[two].edge, (one, two)


def test_linter_names_bad_colours() -> None:
    """A colour that is none, one too dark for text, an unknown edge, and two that look alike are errors."""
    nation = Nation("x", "X", colour="#112233", edge="wavy")
    assert ["contrast" in str(e) or "edge" in str(e) for e in _nation_looks(nation, "f", "n")] == [True, True]
    assert "no colour" in str(next(_nation_looks(replace(nation, colour="blue", edge=""), "f", "n")))
    pair = [replace(nation, key="a", colour="#b8c878"), replace(nation, key="b", colour="#b9c878")]
    assert "cannot be told apart" in str(next(_side_looks(pair, "f")))


def test_sides_always_look_different() -> None:
    """Sides of one nation, and sides without a colour, get colours and edges that differ."""
    for nations in ([("", ""), ("", "")], [("#b8c878", "plain")] * 2, [("#93a0b3", "notched"), ("", "notched")]):
        found = colours.looks(nations)
        for one, two in combinations(found, 2):
            assert list(colours.confusions(one[0], two[0])) == []
            assert one[1] != two[1]
