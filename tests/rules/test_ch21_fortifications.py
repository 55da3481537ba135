"""21.1 to 21.4: Bunkers, Foxholes, Wire and Mines, detail by detail."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from helpers import (
    Activate,
    AddFirer,
    BeginMove,
    Fire,
    FireAlone,
    OpenFire,
    PassWindow,
    Place,
    Scene,
    StepTo,
    StopMove,
    U,
    why,
)
from lnlt import engine
from lnlt.content.scenario_lint import scenario_problems
from lnlt.content.scenarios import read_scenario
from lnlt.core.catalog import WeaponType
from lnlt.core.errors import ContentError
from lnlt.core.flags import DUG_IN, IN_TRENCHES
from lnlt.core.tally import Modifier
from lnlt.rules.ch05_fire.modifiers import target_bonus
from lnlt.rules.ch10_los_spotting.cover import location_modifiers
from lnlt.rules.ch21_fortifications.mines import against_vehicle, hull_defence

NORTH = ("bunker", "D5", 2, "D4")
AHEAD = [(mines + 1 - own, check) for mines, own, check in product(range(1, 7), repeat=3)]
"""Every way the dice of Mines of 1 and of a Damage Check can fall."""
SPOT, SPOT_AT = (next(k for k in engine.COMMANDS if k.__name__ == n) for n in ("Spot", "SpotAt"))


@pytest.mark.parametrize(
    ("hexes", "markers", "rule"),
    [
        ({"D5": "lc_building"}, [NORTH], "21.1"),
        ({"D5": "river"}, [NORTH], "21.1"),
        ({}, [("foxholes", "D5", 1), NORTH], "21.1"),
        ({}, [NORTH, ("foxholes", "D5", 1)], "21.1"),
        ({}, [("foxholes", "D5", 1), ("foxholes", "D5", 1)], "21.2"),
        ({}, [("trench", "D5", 1), ("foxholes", "D5", 1)], "21.2"),
        ({"D5": "pond"}, [("foxholes", "D5", 1)], "21.2"),
        ({"D5": "hc_building"}, [("mines", "D5", 1)], "21.4"),
        ({}, [("mines", "D5", 1)] * 3, "21.4"),
        ({"D5": "marsh"}, [("trench", "D5", 1)], "21.6"),
        ({"D5": "lc_building"}, [("trench", "D5", 1)], "21.6"),
        ({}, [("foxholes", "D5", 1), ("trench", "D5", 1)], "21.6"),
        ({"D5": "hc_building"}, [("emplacement", "D5", 2)], "21.8"),
        ({"D5": "pond"}, [("sangar", "D5", 1)], "21.9"),
        ({"D5": "river"}, [("fortified", "D5", 1)], "21.10"),
    ],
)
def test_no_place_for_fortifications(
    hexes: dict[str, str | tuple[str, int]], markers: list[tuple[str, str, int]], rule: str
) -> None:
    """21.1#1, 21.2#7, 21.4#6, 21.6#1, 21.8#3, 21.9#2, 21.10#2: refused where they cannot be, with the section."""
    with pytest.raises(ContentError, match=f"rule {rule}"):
        Scene(U("a", "squad", "A1"), U("x", "squad", "H8"), hexes=hexes, markers=markers)


@pytest.mark.parametrize(
    ("hexes", "markers"),
    [
        ({}, [NORTH, ("wire", "D5", 1), ("mines", "D5", 1), ("mines", "D5", 1)]),
        ({"D5": "hc_building"}, [("foxholes", "D5", 1)]),
        ({"D5": "light_woods"}, [("foxholes", "D5", 1), ("wire", "D5", 1)]),
    ],
)
def test_places_for_fortifications(
    hexes: dict[str, str | tuple[str, int]], markers: list[tuple[str, str, int]]
) -> None:
    """21.1#1, 21.2#2: Wire and Mines go with everything, Foxholes into Buildings."""
    assert len(Scene(U("a", "squad", "A1"), U("x", "squad", "H8"), hexes=hexes, markers=markers).state.markers) > 0


def test_spotting_a_bunker_from_behind() -> None:
    """21.1.1#2, 21.1.2#1, Q-330: it can be spotted from any side, as blocking terrain, and is still closed to fire."""
    s = Scene(U("a", "squad", "D8"), U("x", "squad", "D5/bunker"), markers=[NORTH])
    assert SPOT("a") in s.options()
    s.do(SPOT("a"))
    assert [c.at for c in s.options()] == ["D5/bunker"]
    s.do(SPOT_AT("D5/bunker"), dice=("spot 2",))
    assert s.resolved("spot", "a").outcome == "spotted"
    s.do(Activate("D8"))
    assert s.code(Fire("D8", "D5/bunker")) == "no_line_of_sight"
    assert all(not isinstance(c, Fire) for c in s.options())
    front = Scene(U("a", "squad", "D2"), U("x", "squad", "D5/bunker"), markers=[NORTH])
    front.do(SPOT("a"), SPOT_AT("D5/bunker"), dice=("spot 3",))
    assert front.resolved("spot", "a").outcome == "failed"


def test_those_inside_see_only_their_front() -> None:
    """21.1#6: from inside nothing behind is spotted; what is next to the hex is spotted all around (Q-073)."""
    s = Scene(U("a", "squad", "D5/bunker"), U("x", "squad", "D8"), markers=[NORTH], hexes={"D8": "light_woods"})
    assert SPOT("a") not in s.options()
    t = Scene(U("a", "squad", "D5/bunker"), U("x", "squad", "D2"), markers=[NORTH], hexes={"D2": "light_woods"})
    assert SPOT("a") in t.options()


def test_satchel_charge_from_behind() -> None:
    """21.1.2#2: thrown from behind alone, its firepower against the cover of the Bunker."""
    gun = {"w": WeaponType("gun-w", "w", "satchel_charge", fp=6, range=1)}
    s = Scene(U("a", "squad", "D6", carries=["w"]), U("x", "squad", "D5/bunker"), guns=gun, markers=[NORTH])
    s.do(Activate("D6"), Fire("D6", "D5/bunker"))
    assert s.code(AddFirer("a")) == "no_line_of_sight"
    s.do(AddFirer("a", ("w",)), OpenFire("a"), dice=("attack 1", "defence 6"))
    assert why(s.tally("fire", "x")) == {"support_weapon": 6}
    assert s.tally("fire", "x", 1).total == 2


def test_support_mortar_from_behind() -> None:
    """21.1.2, Q-332: a Mortar carried as a weapon strikes the inside from any side, and only the place it aims at."""
    gun = {"w": WeaponType("gun-w", "w", "mortar", fp=2, range=9, min_range=2)}
    s = Scene(
        U("a", "squad", "D8", carries=["w"]), U("x", "squad", "D5/bunker"),
        U("y", "squad", "D5"), guns=gun, markers=[NORTH, ("spotted", "D5/bunker", 1)],
    )  # fmt: skip
    s.do(Activate("D8"), Fire("D8", "D5/bunker"), AddFirer("a", ("w",)))
    s.do(OpenFire("a"), dice=("attack 1 1", "defence 6"))
    assert {e.subject for e in s.events if type(e).__name__ == "Resolved"} == {s.number("x")}


def test_flames_leave_no_way_out() -> None:
    """21.1, Q-335: who is shaken by a Flamethrower inside has nowhere to go."""
    gun = {"flamethrower": (5, 1)}
    s = Scene(
        U("a", "squad", "D4", carries=["flamethrower"]), U("x", "squad 1-6-4-5", "D5/bunker"), guns=gun, markers=[NORTH]
    )  # fmt: skip
    s.fire("D4", "D5/bunker", ("a", "flamethrower"), dice=("attack 1", "defence 6", "damage check 6"))
    assert s.at("x") == ""


def test_fire_for_effect_and_mines_between_inside_and_outside() -> None:
    """21.1, 18.2, 21.4, Q-331: going in or out of a Bunker enters no hex."""
    both = [NORTH, ("ffe", "D5", 3), ("mines", "D5", 1)]
    s = Scene(U("a", "squad", "D5/bunker"), U("x", "squad", "H8", "fired"), markers=both)
    s.move("D5/bunker", "a", "D5", stop=True)
    assert s.at("a") == "D5"


def test_melee_inside() -> None:
    """21.1#3, 21.1#7: who goes in among enemies fights them; those outside have no part in it."""
    s = Scene(U("a", "squad", "D5"), U("b", "squad", "D5"), U("x", "squad", "D5/bunker"), markers=[NORTH])
    s.move("D5", "a", "D5/bunker", dice=("melee 1 1", "melee 1 1"))
    assert s.words("a") == {"melee"} == s.words("x")
    assert s.words("b") == set()
    assert [m.at for m in s.state.markers if m.kind == "melee"] == [s.loc("D5/bunker")]


def test_leaving_under_fire() -> None:
    """21.1#5, 5.3: two points spent outside are two attacks, and the enemy in front sees it."""
    s = Scene(
        U("a", "squad 1-5-4-5", "D5/bunker"), U("x", "squad", "D2"), U("y", "squad", "C2"), U("z", "squad", "D8"),
        markers=[NORTH],
    )  # fmt: skip
    s.do(Activate("D5/bunker"), BeginMove("D5/bunker"))
    s.do(next(c for c in s.options() if type(c).__name__ == "AddMover"), StepTo("D5"))
    assert {c.origin for c in s.options() if type(c).__name__ == "OpFire"} == {"D2", "C2", "D8"}
    window = next(f for f in s.state.stack if type(f).__name__ == "OpportunityFire")
    assert window.budget == 2
    s.do(PassWindow(True), StopMove())


def test_sniper_in_a_bunker() -> None:
    """11.4, 21.1: the inside of a Bunker is a place for a Sniper, also over the heads of enemies outside."""
    s = Scene(U("a", "squad", "A1"), U("s", "sniper 0-9-0-7", ""), U("x", "squad", "D5"), markers=[NORTH])
    assert Place("s", "D5/bunker") in s.options()
    assert s.code(Place("s", "D5")) == "enemy_there"
    assert s.code(Place("s", "D6/bunker")) == "no_such_floor"


def test_machine_gun_team_at_those_on_top() -> None:
    """21.1#9, 1.7: a machine-gun Team inside fires at those on top, next door to it."""
    s = Scene(U("a", "weapon_team", "D5/bunker", abilities=["mg"]), U("x", "squad", "D5"), markers=[NORTH])
    s.do(Activate("D5/bunker"), FireAlone("a", "D5"), dice=("attack 1", "defence 6"))
    assert why(s.tally("fire", "x"))["adjacent"] == 2


def test_bunkers_elsewhere_do_not_close_anything() -> None:
    """21.1.1#1: lines over a Bunker's hex are as if it were not there."""
    s = Scene(U("a", "squad", "D3"), U("x", "squad", "D7"), markers=[NORTH])
    s.do(Activate("D3"))
    assert s.code(Fire("D3", "D7")) == ""


def test_dug_in_is_lost_with_the_hex() -> None:
    """21.2#3: guns are dug in when play begins, nobody else needs to be."""
    s = Scene(
        U("a", "weapon_team 2-9-2-7", "D5", abilities=["mortar"]), U("b", "squad", "D5"), U("x", "squad", "H8"),
        markers=[("foxholes", "D5", 1)],
    )  # fmt: skip
    assert s.unit("a").flags & DUG_IN
    assert not s.unit("b").flags & DUG_IN
    assert sum(m.value for m in location_modifiers(s.game, s.state, s.loc("D5"), unit=s.number("a"))) == 1
    s.move("D5", "a", "D4", "D5")
    assert not s.unit("a").flags & DUG_IN
    assert sum(m.value for m in location_modifiers(s.game, s.state, s.loc("D5"), unit=s.number("a"))) == 0
    assert sum(m.value for m in location_modifiers(s.game, s.state, s.loc("D5"), unit=s.number("b"))) == 1


def test_along_a_trench_and_out_of_it() -> None:
    """21.6#6, Q-450: no moving target where the last step led from Trench to Trench; the mark goes with the turn."""
    line = [("trench", name, 1) for name in ("D4", "D5", "D6")]
    s = Scene(U("a", "squad", "D4"), U("x", "squad 1-1-4-5", "D1", "fired"), markers=line)
    s.move("D4", "a", "D5", "D6")
    assert s.unit("a").flags & IN_TRENCHES
    assert target_bonus(s.game, s.state, s.number("a"), s.loc("D1"), s.loc("D6")) == []
    s.do(StepTo("D7"))
    assert why_list(target_bonus(s.game, s.state, s.number("a"), s.loc("D1"), s.loc("D7"))) == ["moving"]
    other = Scene(U("a", "squad", "D3"), U("x", "squad 1-1-4-5", "H8", "fired"), markers=line)
    other.move("D3", "a", "D4")
    assert not other.unit("a").flags & IN_TRENCHES
    other.do(StepTo("D5"))
    assert other.unit("a").flags & IN_TRENCHES


def why_list(items: list[Modifier]) -> list[str]:
    """Reasons of modifiers."""
    return [item.why for item in items]


def test_mortar_among_others_at_a_trench() -> None:
    """21.6#3: a Trench is worth 1 as soon as a Mortar takes part, other firepower beside it or not."""
    gun = {"w": WeaponType("gun-w", "w", "mortar", fp=2, range=9, min_range=2)}
    s = Scene(
        U("a", "squad 2-5-4-6", "D2", carries=["w"]), U("x", "squad", "D5", "fired"), guns=gun,
        markers=[("trench", "D5", 1)],
    )  # fmt: skip
    found = engine.preview(s.game, s.state, [Activate("D2"), Fire("D2", "D5"), AddFirer("a", ("w",)), OpenFire("a")])
    assert isinstance(found, engine.Preview)
    assert found.rolls[0].tallies[1].total == 1
    s.fire("D2", "D5", ("a", "w"), dice=("attack 1 1", "defence 6"))
    assert s.tally("fire", "x", 1).total == 1
    t = Scene(U("a", "squad 2-5-4-6", "D2"), U("x", "squad", "D5", "fired"), markers=[("trench", "D5", 1)])
    t.fire("D2", "D5", "a", dice=("attack 1", "defence 6"))
    assert t.tally("fire", "x", 1).total == 2


def test_mines_of_nobody() -> None:
    """21.4#1: Mines without an owner attack both sides, and cost nobody a point."""
    s = Scene(U("a", "squad", "D4"), U("x", "squad", "D7"), markers=[("mines", "D5", 1)])
    s.move("D4", "a", "D5", dice=("attack 1", "defence 6"))
    assert s.unit("a").mp == 2
    assert why(s.tally("fire", "a")) == {"mines": 1}
    assert s.tally("fire", "a", 1).items == ()


def test_mines_bring_forth_heroes() -> None:
    """21.4, Q-038: a Damage Check from Mines is one from enemy fire."""
    s = Scene(U("a", "squad", "D4"), U("x", "squad", "H8"), markers=[("mines", "D5", 1)])
    s.move("D4", "a", "D5", dice=("attack 3", "defence 3", "damage check 1", "hero creation 2", "hero=us-hero1"))
    assert any(u.id.startswith("us-hero1") for u in s.state.units)


def test_walking_over_mines_is_previewed() -> None:
    """21.4: the step into a minefield can be asked for its odds like any other that comes to dice."""
    s = Scene(U("a", "squad 1-5-4-5", "D4"), U("x", "squad", "H8"), markers=[("mines", "D5", 1)])
    s.do(Activate("D4"), BeginMove("D4"))
    mover = next(c for c in s.options() if type(c).__name__ == "AddMover")
    found = engine.preview(s.game, s.state, [mover, StepTo("D5")])
    assert isinstance(found, engine.Preview)
    (fate,) = [f for f in found.fates if f.unit == "a"]
    shaken = sum(5 < check + max(ahead, 0) < 10 and ahead > 0 for ahead, check in AHEAD)
    assert fate.chances["shaken"].fraction == Fraction(shaken, 216)
    assert sum(c.fraction for c in fate.chances.values()) == 1


def test_mines_against_vehicles_as_data() -> None:
    """21.4.1#2: the table and the armor, ready for vehicles."""
    assert [against_vehicle(die) for die in (1, 3, 5, 6)] == ["none", "shaken", "shaken_immobilized", "destroyed"]
    assert [hull_defence(n) for n in (0, 1, 2, 3, 5)] == [0, 1, 1, 2, 3]


SCENARIO = """
name = "Bunker"
era = "ww2"
turns = 4
initiative = "us"
otherwise = "de"
setup_order = ["de", "us"]

[[maps]]
map = "15"

[[sides]]
id = "us"
name = "US"
nation = "us"

[[sides]]
id = "de"
name = "German"
nation = "de"

[[victory]]
side = "us"
when = [{ control = ["D4"] }]

[[markers]]
kind = "bunker"
at = "D4"
facing = "D5"
side = "de"

[[groups]]
id = "defenders"
side = "de"
setup = ["within 1 of D4"]

[[units]]
side = "de"
kind = "squad"
values = "1-6-4-5"
count = 2
group = "defenders"

[[units]]
side = "de"
kind = "weapon_team"
values = "*-*-2-6"
id = "gun"
abilities = ["covered_arc"]
group = "defenders"

[[units]]
side = "us"
kind = "squad"
values = "2-5-4-6"
at = "N5"
"""


def test_set_up_in_a_bunker(tmp_path: Path) -> None:
    """21.1#2, 22.0: a scenario file places a Bunker, and Squads set up inside it; guns do not."""
    path = tmp_path / "bunker.toml"
    path.write_text(SCENARIO)
    game = engine.load(str(path))
    state = engine.begin(game, 1).state
    options = engine.options(game, state)
    inside = {c.unit for c in options if isinstance(c, Place) and c.at == "D4/bunker"}
    assert len(inside) == 2
    assert "gun" not in inside
    refusal = engine.why_not(game, state, Place("gun", "D4/bunker"))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("21.1", "no_weapon_teams")


def test_the_linter_looks_at_bunkers(tmp_path: Path) -> None:
    """21.1#1: a Bunker without a facing, or in a bad place, is named by the linter."""
    path = tmp_path / "bad.toml"
    path.write_text(SCENARIO.replace('facing = "D5"\n', ""))
    problems = [str(p) for p in scenario_problems(*read_scenario(str(path)))]
    assert any("facing" in p and "21.1" in p for p in problems)


def test_the_owner_places_his_works(tmp_path: Path) -> None:
    """21.1#1, 21.2#7, 21.4#2, 22.0: fortifications of a group are placed by its owner, then his units, also inside."""
    path = tmp_path / "works.toml"
    text = SCENARIO.replace(
        'setup = ["within 1 of D4"]', 'setup = ["D4", "D5", "I5"]\nworks = ["bunker 3", "2 x mines", "wire"]'
    )
    path.write_text(text.replace('[[markers]]\nkind = "bunker"\nat = "D4"\nfacing = "D5"\nside = "de"\n', ""))
    game = engine.load(str(path))
    assert game.mines
    work = next(k for k in engine.COMMANDS if k.__name__ == "PlaceWork")
    state = engine.begin(game, 1).state
    assert {c.at for c in engine.options(game, state)} <= {"D4", "D5"}  # I5 is a Building
    codes = [
        getattr(engine.why_not(game, state, c), "code", "")
        for c in (
            work("wire", "D4"), work("bunker", "N5", "N4"), work("bunker", "D4", "D4"), work("bunker", "I5", "I4"),
            work("bunker", "D4", "D3"),
        )
    ]  # fmt: skip
    assert codes == ["not_next_work", "work_not_here", "no_facing", "no_place_for", ""]
    orders = [work("bunker", "D4", "D3"), work("mines", "D5"), work("mines", "D5"), work("wire", "D4")]
    for order in orders:
        step = engine.submit(game, state, order)
        assert isinstance(step, engine.Step), step
        state = step.state
    kinds = [(m.kind, m.strength, game.side_name(m.side), m.facing) for m in state.markers]
    assert kinds == [("bunker", 3, "de", 0), ("mines", 1, "de", -1), ("mines", 1, "de", -1), ("wire", 1, "de", -1)]
    assert any(isinstance(c, Place) and c.at == "D4/bunker" for c in engine.options(game, state))
    path.write_text(SCENARIO.replace('setup = ["within', 'works = ["castle"]\nsetup = ["within'))
    with pytest.raises(ContentError, match=r"groups.0.works.0: 'castle' is no fortification"):
        engine.load(str(path))
