"""18.0, 18.1, 18.2.1: Mortar Teams and the patterns of fire missions, detail by detail."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from helpers import Activate, AddFirer, Fire, FireAlone, Pass, PassWindow, Scene, StopMove, U, why
from lnlt import engine
from lnlt.core.board import LAYERS
from lnlt.core.state import NOBODY
from lnlt.rules.ch18_indirect.barrage import points, resolve_point
from lnlt.rules.ch18_indirect.patterns import LINE, LOOSE, WALKING, WALKS, fall, loose_fp, ray
from lnlt.rules.ch18_indirect.shelling import OF_MORTAR, shelling_tally, shelter_tally
from lnlt.server.menus import menu, targets

TEAM = "weapon_team 2-9-2-7"


def mortar(id_: str, at: str, *words: str) -> U:
    """A Mortar Team with the minimum range of most."""
    unit = U(id_, TEAM, at, *words)
    unit.type = replace(unit.type, min_range=2)
    return unit


def test_mortar_team_by_its_numbers() -> None:
    """18.1: a Team with a minimum range and no to-hit table is a Mortar, with or without the word; a gun is none."""
    s = Scene(mortar("a", "C3"), U("b", "weapon_team 3-9-2-6", "C3"), U("x", "squad", "C6"))
    assert [s.game.types[s.unit(u).type].is_mortar_team for u in "ab"] == [True, False]
    assert s.game.types[s.unit("x").type].fires_as == "squad"


def test_mortar_sets_woods_on_fire() -> None:
    """10.5.6.1#8: with the option a natural 6 of a Mortar Team makes a check with 3 more."""
    s = Scene(
        mortar("a", "C3"), U("x", "squad", "C6"), hexes={"C6": "light_woods"}, markers=[("spotted", "C6", 1)],
        options=["fire"],
    )  # fmt: skip
    dice = ("attack 1 6", "defence 6", "damage check 2", "random 3 4")
    s.do(Activate("C3"), FireAlone("a", "C6"), dice=dice)
    assert {m.kind for m in s.state.markers if m.at == s.loc("C6")} == {"ffe", "fire", "spotted"}


def test_chances_of_a_mortar_are_exact() -> None:
    """18.1#2: what is said beforehand is what two dice, of which the higher counts, and the checks come to."""
    s = Scene(mortar("a", "C3"), U("x", "squad 1-5-4-5", "C6"))
    found = engine.preview(s.game, s.state, [Activate("C3"), FireAlone("a", "C6")])
    assert isinstance(found, engine.Preview)
    harmed = Fraction(0)
    for one, two, defence, check in product(range(1, 7), repeat=4):
        ahead = max(one, two) + 2 - defence
        harmed += Fraction(int(ahead > 0 and check + ahead > 5), 6**4)
    assert found.any.fraction == harmed
    assert found.exact


def test_who_may_be_called_is_offered() -> None:
    """18.1#6: a Team behind a wood is offered the fire a Leader can call, by that Leader only."""
    s = Scene(
        mortar("a", "C3"),
        U("b", "leader", "F5"),
        U("c", "leader", "B3"),
        U("d", "leader", "F5", "moved"),
        U("x", "squad", "C6"),
        hexes={"C4": "forest", "C5": "forest", "B4": "forest", "B5": "forest"},
    )  # fmt: skip
    s.do(Activate("C3"))
    called = {(c.caller, c.at) for c in s.options() if isinstance(c, FireAlone)}
    assert called == {("b", "C6")}
    assert s.code(FireAlone("a", "C6")) == "no_line_of_sight"
    assert s.code(FireAlone("a", "C6", caller="c")) == "no_line_of_sight"
    assert s.code(FireAlone("a", "C6", caller="d")) == "has_acted"
    assert s.code(FireAlone("a", "C6", caller="nobody")) == "cannot_call_mortar"
    assert s.code(FireAlone("a", "C6", caller="a")) == "cannot_call_mortar"


def test_machine_gun_teams_are_not_called() -> None:
    """18.1: only Mortars are."""
    s = Scene(U("a", "weapon_team", "C3", abilities=["mg"]), U("b", "leader", "C3"), U("x", "squad", "C6"))
    s.do(Activate("C3"))
    assert s.code(FireAlone("a", "C6", caller="b")) == "cannot_be_called"


def test_leader_who_spots_and_calls_lends_nothing() -> None:
    """18.1#7, 18.1#9: he may call on the hex he has just spotted, but then does not aid others' fire at it."""
    both = {"C6": "light_woods"}
    s = Scene(mortar("a", "C3"), U("b", "leader", "C3"), U("c", "squad", "C3"), U("x", "squad", "C6"), hexes=both)
    spot, spot_at = (next(k for k in engine.COMMANDS if k.__name__ == n) for n in ("Spot", "SpotAt"))
    s.do(spot("b"), spot_at("C6"), dice=("spot 1",))
    aided = Scene(
        mortar("a", "C3"), U("b", "leader", "C3"), U("c", "squad", "C3"), U("x", "squad", "C6"), hexes=both
    ).do(spot("b"), spot_at("C6"), Activate("C3"), Fire("C3", "C6"), dice=("spot 1",))
    assert aided.code(AddFirer("b")) == ""
    s.do(Activate("C3"), FireAlone("a", "C6", caller="b"), dice=("attack 1 1", "defence 6"))
    s.do(Fire("C3", "C6"))
    assert s.code(AddFirer("b")) != ""
    assert s.code(AddFirer("c")) == ""


def test_fire_for_effect_of_a_mortar_is_the_mortars() -> None:
    """18.1#12, Q-333: two dice against who enters; artillery in the same hex has one."""
    s = Scene(mortar("a", "C3"), U("x", "squad", "C6"), U("y", "squad", "C8"), impulse="us", size=(8, 9))
    s.do(Activate("C3"), FireAlone("a", "C6"), dice=("attack 1 1", "defence 6"))
    (marker,) = s.state.markers
    assert (marker.kind, marker.strength, marker.facing) == ("ffe", 2, OF_MORTAR)
    s.move("C8", "y", "C7", "C6", dice=("attack 1 2", "defence 6"))
    assert why(s.tally("fire", "y")) == {"mortar": 2, "moving": 1}
    s.do(StopMove())
    old = Scene(U("a", "squad", "C3"), U("y", "squad", "C8"), impulse="de", size=(8, 9), markers=[("ffe", "C7", 2)])
    old.move("C8", "y", "C7", dice=("attack 1", "defence 6"))
    assert why(old.tally("fire", "y")) == {"artillery": 2, "moving": 1}


def test_friends_in_the_house_are_struck() -> None:
    """18.0#1, Q-334: the whole hex is attacked with one roll, whoever is on which floor."""
    s = Scene(
        mortar("a", "C3"),
        U("b", "squad", "C6/upper"),
        U("x", "squad", "C6"),
        buildings=[(("C6",), 2)],
        hexes={"C6": "hc_building"},
    )  # fmt: skip
    s.do(Activate("C3"), FireAlone("a", "C6"), dice=("attack 1 1", "defence 6"))
    assert {e.subject for e in s.events if type(e).__name__ == "Resolved"} == {s.number("b"), s.number("x")}


def test_stealth_does_not_hide_from_mortars() -> None:
    """18.1, Q-050: units that move by Stealth are struck."""
    s = Scene(
        mortar("a", "C3"), U("b", "squad", "C5"), U("x", "squad", "C6", "stealth"), hexes={"C6": "light_woods"}
    )  # fmt: skip
    s.do(Activate("C3"))
    assert s.code(FireAlone("a", "C6")) == ""


def test_where_and_when_mortars_fire() -> None:
    """18.1#5, 18.1#10: not out of a Forest, not in answer to a move, not at the hex next door."""
    s = Scene(
        mortar("a", "C3"), mortar("b", "E3"), U("x", "squad", "C4"), U("y", "squad", "E7"), hexes={"E3": "forest"}
    )
    s.do(Activate("C3"))
    assert s.code(FireAlone("a", "C4")) == "team_too_near"
    assert s.code(FireAlone("b", "E7")) == "not_named"
    far = Scene(mortar("a", "A1"), U("x", "squad", "H8"), size=(14, 9))
    far.do(Activate("A1"))
    assert far.code(FireAlone("a", "H8")) == "out_of_range"
    wood = Scene(mortar("a", "E3"), U("y", "squad", "E7"), hexes={"E3": "forest"})
    wood.do(Activate("E3"))
    assert wood.code(FireAlone("a", "E7")) == "team_not_from_here"
    window = Scene(mortar("a", "C3"), U("b", "squad", "C3"), U("x", "squad", "C7"), impulse="de")
    window.move("C7", "x", "C6")
    assert window.code(FireAlone("a", "C6")) == "team_no_opportunity_fire"
    assert all(not isinstance(c, FireAlone) for c in window.options())
    window.do(PassWindow(True), StopMove())


@pytest.mark.parametrize(("fp", "value"), [(1, 0), (2, 0), (3, 1), (6, 2), (9, 4), (0, 0)])
def test_loose_firepower(fp: int, value: int) -> None:
    """18.2.1#3, Q-145: the table, and how it goes on."""
    assert loose_fp(fp) == value


def test_where_missions_fall() -> None:
    """18.2.1: hexes of every kind, cut off by the edge of the map."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "F6"), size=(8, 8))
    game, names = s.game, s.game.board.names
    centre = game.board.index["D4"]
    assert len(fall(game, LOOSE, 5, centre)) == 19
    line = fall(game, LINE, 4, centre, 0)
    assert {names[h] for h, _, _ in line} == {f"D{n}" for n in range(1, 8)}
    assert [names[h] for h in ray(game, game.board.index["D2"], 0, 3)] == ["D1", "D0"]
    row = fall(game, WALKING, 4, centre, 3, 1)
    assert {names[h] for h, _, _ in row} == {"D4", "C4", "E3"}
    assert {facing for _, _, facing in row} == {WALKS + 3}
    corner = fall(game, WALKING, 4, game.board.index["A1"], 3, 4)
    assert [names[h] for h, _, _ in corner] == ["A1", "B1"]
    assert fall(game, "standard", 4, centre)[0] == (centre, 4, NOBODY)


def test_pointing_a_barrage() -> None:
    """18.2.1, Q-146: a hex in a straight line says which way; outer markers are not on the axis of the march."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "F6"), size=(8, 8))
    centre = s.game.board.index["D4"]
    ways = [c.at for c in points(s.game, centre, NOBODY)]
    assert (len(ways), ways[::3], ways[2::3]) == (
        18,
        ["D3", "E3", "E4", "D5", "C4", "C3"],
        ["D1", "G2", "G5", "D7", "A5", "A2"],
    )
    assert [c.at for c in points(s.game, centre, 0)][::3] == ["E3", "E4", "C4", "C3"]
    assert resolve_point(s.game, centre, "D7", NOBODY) == 3
    codes = [
        getattr(resolve_point(s.game, centre, text, toward), "code", "")
        for text, toward in (("D6", 0), ("D8", NOBODY), ("F2", NOBODY), ("Q9", NOBODY), ("E3", 0))
    ]
    assert codes == ["on_the_march", "no_straight_line", "no_straight_line", "no_such_place", ""]


def test_mortar_sums_name_the_team() -> None:
    """18.1#4: Smoke it fires out of counts while it fires, and no more when its fire lies there."""
    s = Scene(mortar("a", "C3"), U("x", "squad", "C6", "moved"), markers=[("smoke", "C3", 1)])
    target, team = s.number("x"), s.number("a")
    assert why(shelling_tally(s.game, s.state, target, 2, "mortar", team)) == {
        "mortar": 2,
        "out_of_smoke": -1,
        "moving": 1,
    }
    assert why(shelling_tally(s.game, s.state, target, 2, "mortar")) == {"mortar": 2, "moving": 1}
    assert shelling_tally(s.game, s.state, target, 2, "mines").items[0].rule == "21.4"
    assert shelter_tally(s.game, s.state, target, "mines").items == ()
    assert s.loc("C6") % LAYERS == 0
    s.do(Pass())


def test_the_table_offers_called_fire() -> None:
    """18.1#6: the menu of a Mortar Team has one way to fire for each who calls it, and targets with odds."""
    s = Scene(
        mortar("a", "C3"), U("b", "leader", "F5"), U("x", "squad", "C6"),
        hexes={"C4": "forest", "C5": "forest", "B4": "forest", "B5": "forest"},
    )  # fmt: skip
    ways = [item for item in menu(s.game, s.state, "C3").items if item.group == "fire" and not item.refusal]
    assert [(item.mode, item.rule) for item in ways] == [("called:b", "18.1")]
    assert ways[0].text == "a fires, called by b"
    (target,) = targets(s.game, s.state, "C3", ("a",), "called:b")
    assert target.at == "C6"
    assert target.card is not None
