"""13.0: national characteristics."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers import MISS, Scene, U, why
from lnlt.content.lint import lint_pack
from lnlt.core.catalog import UnitType
from lnlt.core.setup import HeroSetup
from lnlt.rules.ch05_fire.modifiers import defence_tally
from lnlt.rules.ch06_movement.costs import unit_cost
from lnlt.rules.ch13_nations import fire_die, hero_faces, melee_dice, smoke, starshell
from lnlt.rules.facts.melee_eligibility import can_ambush
from lnlt.rules.facts.stacking import check_stacking


def test_fire_die() -> None:
    """13.0#1: the British of the Falklands roll an eight-sided die in fire, and one beside a six-sided one in Melee."""
    s = Scene(
        U("a", "squad", "C3", nation="uk"), U("x", "squad", "C6", nation="ar"), nations=("uk", "ar"), era="modern"
    )
    assert (fire_die(s.game, 0), fire_die(s.game, 1)) == (8, 6)
    assert (melee_dice(s.game, 0), melee_dice(s.game, 1)) == ((8, 6), (6, 6))
    s.fire("C3", "C6", "a", dice=["attack 8", "defence 6", "damage check 2"])
    assert s.rolls("attack") == [(8,)]


@pytest.mark.parametrize(
    ("nation", "terrain", "tm", "cost"),
    [
        ("vc", "heavy_jungle", 3, 2),
        ("vc", "light_jungle", 2, 2),
        ("nva", "heavy_jungle", 3, None),
        ("us", "light_jungle", 1, None),
    ],
)
def test_terrain(nation: str, terrain: str, tm: int, cost: int | None) -> None:
    """13.0#2: VC and NVA have better cover in jungle, the VC also pay one point."""
    s = Scene(
        U("a", "squad", "C3"),
        U("x", "squad", "C6", nation=nation),
        hexes={"C6": terrain, "C7": terrain},
        nations=("us", nation),
        era="modern",
    )
    x = s.number("x")
    assert defence_tally(s.game, s.state, s.loc("C6"), s.loc("C3"), x).total == tm
    usual = s.game.board.terrain[s.loc("C7") >> 3].cost[0]
    assert unit_cost(s.game, s.state, x, s.loc("C6"), s.loc("C7")) == (usual if cost is None else cost)


def test_stacking() -> None:
    """13.0#2: NVA units ignore the smaller stacking limit of Heavy Jungle, others do not."""
    for nation, fits in (("nva", True), ("us", False)):
        units = [U(i, "squad", "C6" if i != "z" else "C5", nation=nation) for i in ("x", "y", "z")]
        s = Scene(*units, hexes={"C6": "heavy_jungle"}, nations=("arvn", nation), era="modern")
        limit = s.game.board.terrain[s.loc("C6") >> 3].stacking
        assert limit == 2
        refusal = check_stacking(s.game, s.state, 1, s.loc("C6"), [s.number("z")])
        assert (refusal is None) is fits


def test_hero_faces() -> None:
    """13.0#3: ARVN Heroes appear on 1 and 2 only, others on even faces."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), nations=("arvn", "nva"), era="modern")
    assert hero_faces(s.game, 0) == (1, 2)
    assert hero_faces(s.game, 1) == (2, 4, 6)


def test_defaults() -> None:
    """13.0: what no module states has a default: no Smoke, no Starshells, no Ambush."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), nations=("us", "su"))
    assert smoke(s.game, 0) == 2
    assert smoke(s.game, 1) is None
    assert starshell(s.game, 0) is None
    assert not can_ambush(s.game, s.state, s.number("a"))


def half(key: str) -> UnitType:
    """A Half-Squad type of the Americans."""
    return UnitType(key, key, "half_squad", "us", fp=1, range=4, mf=4, morale=5)


@pytest.mark.parametrize(("die", "key"), [(1, "h1"), (2, "h2"), (3, "h3"), (4, "h1"), (6, "h3")])
def test_reduction_table(die: int, key: str) -> None:
    """13.0#4: of several Half-Squad types the die chooses in turn."""
    s = Scene(
        U("a", "squad 1-5-4-5", "C3", reduces_to=["h1", "h2", "h3"]),
        U("x", "squad 1-9-4-5", "C6"),
        types=[half("h1"), half("h2"), half("h3")],
        impulse="de",
        heroes=HeroSetup(creation=False),
    )
    s.fire("C6", "C3", "x", dice=["attack 6", "defence 1", "damage check 6", f"random {die}"])
    assert s.game.types[s.unit("a").type].key == key


def test_combined_fire() -> None:
    """13.0#5: a unit with the exception adds its full firepower although another leads."""
    s = Scene(
        U("a", "squad 2-5-4-5", "C3"), U("b", "squad 2-5-4-5", "C3", abilities=["combined_fire"]), U("x", "squad", "C6")
    )
    s.fire("C3", "C6", "a", "b", lead="a", dice=MISS)
    assert why(s.tally("fire", "x")) == {"lead": 2, "combined_fire": 2}


def test_linter_knows_impossible_nations(tmp_path: Path) -> None:
    """13.0: faces, dice and Half-Squads that cannot be are errors of the linter."""
    (tmp_path / "pack.toml").write_text('name = "bad"\n')
    (tmp_path / "all.toml").write_text(
        "\n".join(
            (
                'era = "ww2"',
                "[nations.bad]",
                'name = "Bad"',
                "smoke = 9",
                "hero_faces = [7]",
                "fire_die = 5",
                'terrain = [{ terrain = "forest", tm = 1 }, { terrain = "forest", tm = 2 }]',
                "[units.sq]",
                'name = "Squad"',
                'kind = "squad"',
                'nation = "bad"',
                'values = "1-5-4-5"',
                'reduces_to = ["sq", "sq", "sq", "sq"]',
            )
        )
    )
    reasons = " / ".join(f.reason for f in lint_pack(tmp_path) if f.level == "error")
    for text in ("9 is no number", "[7] are no faces", "5 sides", "two rows for 'forest'", "no Half-Squad", "among 4"):
        assert text in reasons
