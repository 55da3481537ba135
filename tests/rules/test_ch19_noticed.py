"""19.1: airstrikes: fire from right below, commands that mean nothing, the first hex of the map, the area of play."""

from __future__ import annotations

from typing import Any

import pytest

from air_helpers import FAR, NEAR, SAM, flak, fly, leave, over, plane, strike
from armour_helpers import MISS, OK, flagged, refused, tank
from helpers import PassWindow, Scene, U, rebuilt, why
from lnlt import engine
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import DOUBLES, Draft
from lnlt.core.flags import ELIMINATED, FIRED, SHAKEN, TURNED
from lnlt.core.setup import Airstrike
from lnlt.core.tally import Refusal
from lnlt.rules.ch10_los_spotting.judge import BLOCKED
from lnlt.rules.ch19_air.airborne import sky_line
from lnlt.rules.ch19_air.arrival import forget_doubles, row_from, strikes_left
from lnlt.rules.ch19_air.defence import FireAtAircraft
from lnlt.rules.ch19_air.flight import DropBombs, FlyIn, Strafe

pytestmark = pytest.mark.usefixtures("either_seat")


class TestFireFromBelow:
    """19.1.1: a gun right below the aircraft."""

    @pytest.mark.parametrize("table", [NEAR, NEAR[:1]])
    def test_it_fires_as_if_next_door(self, table: Any) -> None:
        """19.1.1, 14.1: it needs no arc, uses its first column, and nothing but the 2 for aircraft is added."""
        s = fly(strike(flak("x", "D5", to_hit=table), FAR), "D5")
        assert FireAtAircraft("x") in s.options()
        s.do(FireAtAircraft("x"), dice=["to hit 3 4", "penetration 1", "armor 6"])
        assert (s.tally("to_hit", "p").need, why(s.tally("to_hit", "p"))) == (9, {"aircraft": 2})
        assert s.resolved("to_hit", "p").outcome == "hit"
        assert [t.total for t in s.resolved("penetration", "p").tallies] == [5, 2]

    def test_it_does_not_turn(self) -> None:
        """15.1.1, 19.1.1: there is nothing to turn to when the aircraft is overhead."""
        s = fly(strike(flak("x", "D5"), FAR), "D5")
        assert [c for c in s.options() if isinstance(c, FireAtAircraft)] == [FireAtAircraft("x")]
        assert refused(s, FireAtAircraft("x", pivot="hull", facing="D6/E5"))[1] != ""

    def test_one_hex_away_is_not_overhead(self) -> None:
        """14.1, 19.1.1: a gun that faces away from the next hex must turn, in the first hexes of the map as well."""
        s = strike(flak("x", "A2", facing="A3/B3"), FAR)
        fly(s, "A1", "A0", "A1")
        assert refused(s, FireAtAircraft("x")) == ("14.1", "out_of_arc")
        s.do(PassWindow())
        assert over(s) == "A2"
        assert refused(s, FireAtAircraft("x")) == OK


def test_the_line_to_an_aircraft_that_is_not_there_yet() -> None:
    """19.1.1, 10.3: only what stands next to the gun hides an aircraft, also before it has come or chosen its line."""
    hexes: Any = {"D4": "lc_building"}
    for s in (Scene(U("a", "squad", "A8"), FAR, hexes=hexes), strike(U("a", "squad", "A8"), FAR, hexes=hexes)):
        found = [sky_line(s.game, s.state, s.loc(at), s.loc("D2") >> 3) for at in ("D5", "D6")]
        assert (found[0] == BLOCKED, found[1] == BLOCKED) == (True, False)


class TestWhoComes:
    """19.1: which airstrikes are left, and which doubles count."""

    @pytest.mark.parametrize(("flag", "left"), [(0, True), (SHAKEN, True), (FIRED, True), (ELIMINATED, False)])
    def test_only_a_lost_aircraft_does_not_come(self, flag: int, left: bool) -> None:
        """19.1, 19.1.1: an airstrike carries over until it is used up; Shaken results have no effect on it."""
        s = flagged(strike(U("a", "squad", "A8"), FAR), "p", flag)
        assert [row.unit for row in strikes_left(s.game, s.state, s.us, 1)] == (["p"] if left else [])

    @pytest.mark.parametrize("owner", ["p", "z"])
    @pytest.mark.parametrize(("available", "counts"), [(1, 1), (2, 1), (3, 0), (4, 0)])
    def test_a_double_before_the_turn_began(self, owner: str, available: int, counts: int) -> None:
        """19.1, Q-391: on turn 3 a double of turn 2 still counts if a strike of either side was available then."""
        s = strike(U("a", "squad", "A8"), FAR, planes=(plane(owner),), strikes=(Airstrike(owner, available),))
        d = Draft(s.game, rebuilt(s.state, turn=3, notes={DOUBLES: 1}), ScriptedDice([]))
        forget_doubles(d)
        assert d.notes.get(DOUBLES, 0) == counts

    def test_it_flies_over_the_area_of_play(self) -> None:
        """22.0, 19.1: the line ends where the part of the map in use ends; other hexes do not exist for it."""
        names = [n for n in Scene(U("a", "squad", "A8"), FAR).game.board.names if n not in ("D4", "E0")]
        s = strike(U("a", "squad", "A8"), FAR, playable=names)
        assert [s.game.board.names[i] for i in row_from(s.game, s.loc("D0") >> 3, 3)] == ["D0", "D1", "D2", "D3"]
        for at, toward, unknown in (("D0", "E0", "E0"), ("Z9", "D1", "Z9"), ("D0", "Z9", "Z9")):
            refusal = engine.why_not(s.game, s.state, FlyIn(at, toward))
            assert refusal == Refusal("1.4", "no_such_place", {"at": unknown})


class TestCommands:
    """19.1.1: what is said to the side that is asked when the aircraft is overhead."""

    def scene(self) -> Scene:
        """A gun that faces south, a carrier with a passenger, and an aircraft over the hex next to the gun."""
        s = strike(
            flak("x", "D5", facing="D6/E5"), tank("y", "D7", capacity="PP"), U("z", "half_squad", "", aboard="y"),
            U("a", "squad", "A8"), flak("b", "A4"),
        )  # fmt: skip
        return fly(s, "D4")

    @pytest.mark.parametrize(
        ("order", "refusal"),
        [
            ({"unit": "nobody"}, Refusal("1.1", "no_such_unit", {"unit": "nobody"})),
            ({"unit": ""}, Refusal("1.1", "no_such_unit", {"unit": ""})),
            ({"unit": "x", "leader": "nobody"}, Refusal("1.1", "no_such_unit", {"unit": "nobody"})),
            ({"unit": "x", "mate": "nobody"}, Refusal("1.1", "no_such_unit", {"unit": "nobody"})),
            ({"unit": "z"}, Refusal("1.1", "not_on_the_board", {"unit": "z"})),
            ({"unit": "x", "weapon": "sam"}, Refusal("14.1", "no_such_gun", {"unit": "x"})),
            (
                {"unit": "x", "pivot": "hull", "facing": "A0/A1"},
                Refusal("15.1", "no_such_vertex", {"unit": "x", "facing": "A0/A1"}),
            ),
            ({"unit": "x", "facing": "D4/E4"}, Refusal("15.1.1", "nothing_to_turn", {"unit": "x", "at": "D4"})),
            ({"unit": "b"}, Refusal("4.0", "not_own_unit", {"unit": "b"})),
            ({"unit": "x"}, Refusal("14.1", "out_of_arc", {"unit": "x", "at": "D4"})),
            ({"unit": "x", "pivot": "hull", "facing": "D4/E4"}, None),
        ],
    )
    def test_each_has_its_refusal(self, order: dict[str, str], refusal: Refusal | None) -> None:
        """1.1, 4.0, 14.1, 15.1: units, weapons and vertices must exist, be there, and belong to the side."""
        s = self.scene()
        assert engine.why_not(s.game, s.state, FireAtAircraft(**order)) == refusal

    def test_who_is_lost_does_not_fire(self) -> None:
        """1.1: an eliminated gun is not on the board."""
        s = flagged(self.scene(), "x", ELIMINATED)
        order = FireAtAircraft("x", pivot="hull", facing="D4/E4")
        assert refused(s, order) == ("1.1", "not_on_the_board")

    @pytest.mark.parametrize(
        ("table", "want"),
        [
            (((3, 9, 5),), ("14.1", "out_of_range")),
            (((4, 9, 5),), OK),
            (((3, 9, 5), (8, "*", "*")), ("14.1", "out_of_range")),
            (((3, 9, 5), (8, 9, "?")), ("14.1", "unknown_table")),
        ],
    )
    def test_the_column_of_the_gun(self, table: Any, want: tuple[str, str]) -> None:
        """14.1, 19.1.1: the aircraft must be within range, and both numbers of the column known."""
        s = strike(flak("x", "D5", to_hit=table), flak("y", "D6"), FAR)
        fly(s, "D1")
        assert refused(s, FireAtAircraft("x")) == want
        assert (FireAtAircraft("x") in s.options()) == (want == OK)

    def test_one_location_fires_from_the_first_hex(self) -> None:
        """5.3, 19.1.1, Q-034: when a gun in A0 has fired, others of A0 may, those elsewhere may not."""
        s = strike(flak("x", "A0"), flak("y", "A0"), flak("z", "A3"))
        fly(s, "A0", "A0", "A1")
        assert {c.unit for c in s.options() if isinstance(c, FireAtAircraft)} == {"x", "y", "z"}
        s.do(FireAtAircraft("x"), dice=MISS)
        assert {c.unit for c in s.options() if isinstance(c, FireAtAircraft)} == {"y"}
        assert refused(s, FireAtAircraft("z")) == ("5.3", "no_attacks_left")

    def test_a_leader_helps(self) -> None:
        """5.0.1, 19.1.1: a Squad with a missile is offered the help of a Leader of its hex, no other's."""
        guns = {"sam": SAM}
        s = strike(
            U("x", "squad", "D5", carries=["sam"]), U("y", "leader", "D5"), U("z", "leader", "D6"), guns=guns
        )  # fmt: skip
        fly(s, "D4")
        found = [c for c in s.options() if isinstance(c, FireAtAircraft)]
        assert found == [FireAtAircraft("x", "sam"), FireAtAircraft("x", "sam", leader="y")]

    def test_a_second_man_helps(self) -> None:
        """1.6, 19.1.1: a lone man with a missile is offered the help of another man in his hex who can use weapons."""
        s = strike(
            U("x", "hero", "D5", carries=["sam"]), U("y", "hero", "D5"), U("z", "medic", "D5"), U("z2", "hero", "D6"),
            guns={"sam": SAM},
        )  # fmt: skip
        fly(s, "D4")
        found = [c for c in s.options() if isinstance(c, FireAtAircraft)]
        assert found == [FireAtAircraft("x", "sam"), FireAtAircraft("x", "sam", mate="y")]


class TestFlight:
    """19.1: what becomes of the aircraft and of those who fired at it."""

    @pytest.mark.parametrize(("die", "wreck"), [(3, ["D8"]), (4, []), (5, [])])
    def test_it_falls_at_the_edge_or_past_it(self, die: int, wreck: list[str]) -> None:
        """19.1.1, Q-160: shot down over D5 it falls on D8 with a 3; with more there is no hex to fall on."""
        s = fly(strike(flak("x", "D5"), FAR), "D5")
        shot = ["to hit 1 2", "penetration 6", "armor 1", f"scatter {die}"]
        s.do(FireAtAircraft("x"), dice=shot)
        assert [s.game.board.loc_name(m.at) for m in s.state.markers if m.kind == "wreck"] == wreck
        assert s.unit("p").flags & ELIMINATED

    def test_the_turret_is_done_with_turning(self) -> None:
        """15.1.1, 19.1: a turret that has turned to fire at the aircraft is not turned any more when it has left."""
        s = strike(tank("x", "D5", ammo="aa", facing="D6/E5", turret="D6/E5"), FAR)
        fly(s, "D4")
        s.do(next(c for c in s.options() if isinstance(c, FireAtAircraft) and c.pivot == "turret"), dice=MISS)
        assert why(s.tally("to_hit", "p"))["turret_turned"] == 1
        assert s.unit("x").flags & TURNED
        leave(s)
        assert not s.unit("x").flags & TURNED

    def test_attacks_on_other_hexes(self) -> None:
        """19.1.2, Q-532: cannons hit the hex below only, bombs one that was passed too, neither any other."""
        s = fly(strike(U("x", "squad", "D5"), U("y", "squad", "E5"), U("z", "squad", "D4")), "D5")
        for order in (Strafe("D4"), Strafe("E5"), DropBombs("E5"), DropBombs("D6"), DropBombs("Z9")):
            assert engine.why_not(s.game, s.state, order) == Refusal("19.1.2", "not_below", {"at": order.at})
        assert [refused(s, order) for order in (Strafe("D5"), DropBombs("D5"), DropBombs("D4"))] == [OK, OK, OK]

    def test_a_load_nobody_knows(self) -> None:
        """19.1.2: what is not known of an aircraft is not attacked with."""
        s = fly(strike(U("x", "squad", "D5"), planes=(plane(cannon="2x?"),)), "D5")
        assert refused(s, Strafe("D5")) == ("19.1.2", "unknown_load")
        assert [c for c in s.options() if isinstance(c, Strafe)] == []

    def test_every_tank_is_attacked(self) -> None:
        """19.1.2: each armored vehicle of the hex for itself, with the firepower against its lowest factor."""
        s = fly(strike(tank("x", "D5"), tank("y", "D5"), FAR), "D5")
        s.do(Strafe("D5"), dice=["penetration 6", "armor 1", "crew 6", "penetration 6", "armor 1", "crew 6"])
        assert [s.resolved("penetration", u).outcome for u in "xy"] == ["destroyed", "destroyed"]

    def test_riders_in_the_first_hex(self) -> None:
        """16.2, 19.1.2: who rides on a tank that is hit gets off, in A0 as anywhere."""
        s = strike(tank("x", "A0", capacity="PPO"), U("y", "half_squad", "", aboard="x", riding="outside"), FAR)
        fly(s, "A0", "A0", "A1")
        dice = ["attack 1", "defence 6", "penetration 1", "armor 6", "morale check 1 1"]
        s.do(Strafe("A0"), dice=dice)
        assert (s.at("y"), s.words("y")) == ("A0", {"moved"})
