"""19.1: shots at aircraft column by column, strikes that begin and end, loads, and what a crash does."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from air_helpers import FAR, NEAR, SAM, flak, fly, fly_on, leave, plane, strike
from armour_helpers import MISS, OK, draft, flagged, helicopter, refused, tank
from helpers import PassWindow, Scene, U, rebuilt, why
from lnlt.core import events as ev
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import DOUBLES, Draft
from lnlt.core.flags import ELIMINATED, HOVERING, LAUNCHING, MOVING
from lnlt.core.setup import Airstrike
from lnlt.core.state import enclosing
from lnlt.rules.ch10_los_spotting.judge import BLOCKED
from lnlt.rules.ch19_air.airborne import sky_line
from lnlt.rules.ch19_air.arrival import forget_doubles
from lnlt.rules.ch19_air.attack import AirAttack
from lnlt.rules.ch19_air.crash import Crash, go_down
from lnlt.rules.ch19_air.defence import FireAtAircraft
from lnlt.rules.ch19_air.flight import AirStrike, DropBombs, FlyIn, FlyOn, PickStrike, Strafe, begin_strike
from lnlt.rules.ch19_air.loads import air_cover, air_tally, around, load_of, lowest_rear_armor, soft_targets

pytestmark = pytest.mark.usefixtures("either_seat")

OWN_EYES = ("own_eyes",)
"""An aircraft that needs nobody who has spotted the hex."""


def rolled(s: Scene) -> dict[str, int]:
    """Who has rolled for what in the last command."""
    return {e.purpose: e.side for e in s.events if isinstance(e, ev.Rolled)}


class TestShots:
    """19.1.1: fire at an aircraft."""

    def test_helicopters_do_not_fire_at_it(self) -> None:
        """19.2.9: whatever guns it has, a helicopter fires at no aircraft, though others may."""
        s = fly(strike(helicopter("x", "D5", ammo="aa"), flak("y", "D6"), FAR), "D2")
        assert refused(s, FireAtAircraft("y")) == OK
        assert refused(s, FireAtAircraft("x")) == ("19.2.9", "not_at_aircraft")

    def test_the_column_for_the_distance(self) -> None:
        """14.1, 19.1.1: three hexes away the second column counts, for the hit and for the penetration."""
        s = fly(strike(flak("x", "D5", to_hit=NEAR), FAR), "D2")
        s.do(FireAtAircraft("x"), dice=["to hit 1 2", "penetration 1", "armor 6"])
        assert s.tally("to_hit", "p").need == 6
        assert s.tally("penetration", "p").total == 3
        assert rolled(s) == {"to hit": s.de, "penetration": s.de, "armor": s.us}

    def test_it_is_opportunity_fire(self) -> None:
        """5.3, 19.1.1: whoever fires at an aircraft answers its move."""
        s = fly(strike(flak("x", "D5"), FAR), "D4").do(FireAtAircraft("x"), dice=MISS)
        x = s.number("x")
        assert ev.FireOpened(s.de, s.loc("D5"), s.loc("D4"), (x,), x, True) in s.events

    @pytest.mark.parametrize(("roll", "outcome"), [("2 4", "passed"), ("3 4", "failed")])
    def test_its_nerve(self, roll: str, outcome: str) -> None:
        """19.1.1: with equal rolls its owner checks its Morale, against the number on the counter and nothing else."""
        s = fly(strike(flak("x", "D5", to_hit=NEAR), FAR), "D4")
        s.do(FireAtAircraft("x"), dice=["to hit 1 2", "penetration 1", "armor 4", f"morale check {roll}"])
        found = s.resolved("morale_check", "p")
        assert (found.side, found.outcome, rolled(s)["morale check"]) == (s.us, outcome, s.us)
        assert (found.tallies[0].need, why(found.tallies[0])) == (6, {})
        assert (enclosing(s.state, AirStrike) is None) == (outcome == "failed")

    def test_a_missile_is_used_up(self) -> None:
        """23.2.6, 19.1.1: a weapon for one shot is gone after it."""
        sam = replace(SAM, abilities=frozenset({"single_use"}))
        s = strike(U("x", "squad", "D5", carries=["sam"]), FAR, guns={"sam": sam})
        fly(s, "D4").do(FireAtAircraft("x", "sam"), dice=MISS)
        assert s.unit("x").carries == ()

    @pytest.mark.parametrize("at", ["D3", "D4", "D5", "D6", "D7"])
    def test_a_missile_is_aimed_anywhere(self, at: str) -> None:
        """1.6, 19.1.1: who carries a missile fires it in every direction and turns nothing."""
        s = fly(strike(U("x", "squad", "D5", carries=["sam"]), FAR, guns={"sam": SAM}), at)
        assert [c for c in s.options() if isinstance(c, FireAtAircraft)] == [FireAtAircraft("x", "sam")]

    def test_nobody_fires_at_what_has_fallen(self) -> None:
        """19.1.1, 5.3: when the first gun of a hex has shot the aircraft down, the second one is not asked."""
        s = fly(strike(flak("x", "D5"), flak("y", "D5"), FAR), "D5")
        s.do(FireAtAircraft("x"), dice=["to hit 1 2", "penetration 6", "armor 1", "scatter 4"])
        assert enclosing(s.state, AirStrike) is None
        assert s.words("y") == set()

    @pytest.mark.parametrize(
        ("marker", "want"), [("ops_complete", OK), ("fired", ("5.3", "has_acted")), ("moved", ("5.3", "has_acted"))]
    )
    def test_who_may_still_fire(self, marker: str, want: tuple[str, str]) -> None:
        """4.1, 5.3, 19.1.1: a Squad that is Ops Complete may still answer, also an aircraft."""
        s = strike(U("x", "squad", "D5", marker, carries=["sam"]), flak("y", "D6"), FAR, guns={"sam": SAM})
        assert refused(fly(s, "D4"), FireAtAircraft("x", "sam")) == want

    @pytest.mark.parametrize(("leader", "more"), [("z", ["", "z"]), ("", ["", "z", "z2"])])
    def test_one_leader_of_a_hex(self, leader: str, more: list[str]) -> None:
        """5.0.1, 11.1.1: a Leader who has helped one missile helps the next of his hex too, another does not."""
        guns: dict[str, Any] = {"sam": SAM, "tam": replace(SAM, key="gun-tam")}
        men = [U("x", "squad", "D5", carries=["sam"]), U("y", "squad", "D5", carries=["tam"])]
        s = fly(strike(*men, U("z", "leader", "D5"), U("z2", "leader", "D5"), guns=guns), "D4")
        s.do(FireAtAircraft("x", "sam", leader=leader), dice=MISS)
        assert [c.leader for c in s.options() if isinstance(c, FireAtAircraft)] == more
        assert s.words("z") == ({"fired"} if leader else set())

    @pytest.mark.parametrize(("gun", "at"), [("A4", "A2"), ("A2", "A4"), ("A6", "A3"), ("A3", "A6")])
    def test_a_gun_that_looks_away_is_offered_a_turn(self, gun: str, at: str) -> None:
        """1.7.1, 15.1.1: it fires at an aircraft behind it after a pivot, and only so."""
        away = flak("x", gun).facing if int(at[1]) > int(gun[1]) else f"A{int(gun[1]) + 1}/B{int(gun[1]) + 1}"
        s = strike(flak("x", gun, facing=away), U("z9", "squad", "H8"))
        fly(s, at, "A0", "A1")
        found = [c.pivot for c in s.options() if isinstance(c, FireAtAircraft)]
        assert found
        assert set(found) == {"hull"}


@pytest.mark.parametrize(("wall", "hidden"), [("A3", True), ("B3", False)])
def test_a_house_next_to_the_gun(wall: str, hidden: bool) -> None:
    """19.1.1, 10.3: a gun in A4 does not see an aircraft over A2 behind the house between them."""
    s = Scene(U("a", "squad", "A8"), FAR, hexes={wall: "lc_building"})
    assert (sky_line(s.game, s.state, s.loc("A4"), s.loc("A2") >> 3) == BLOCKED) is hidden
    assert sky_line(s.game, s.state, s.loc("A4"), s.loc("A4") >> 3) == 0


class TestBeginnings:
    """19.1: strikes that come, or do not."""

    def test_one_double_at_the_start(self) -> None:
        """19.1, Q-151: a strike that is due at once comes as if one double had been rolled; the enemy's waits."""
        s = strike(U("a", "squad", "A8"), U("x", "squad", "H8"), planes=(plane("p"), plane("z")))
        assert s.state.notes[DOUBLES] == 0
        assert s.asked == "us"
        s.do(FlyIn("D0", "D1"))
        assert "flown:p" in s.state.notes
        assert "flown:z" not in s.state.notes

    def test_due_before_the_first_turn(self) -> None:
        """19.1: what is due when the game begins is not forgotten because nothing was available on the turn before."""
        s = strike(U("a", "squad", "A8"), FAR, strikes=(Airstrike("p"),))
        d = Draft(s.game, rebuilt(s.state, turn=1, notes={DOUBLES: 1}), ScriptedDice([]))
        forget_doubles(d)
        assert d.notes[DOUBLES] == 1

    def test_doubles_that_bring_nothing(self) -> None:
        """19.1, Q-151: with no strike available they are forgotten, all of them, and no extra impulse begins."""
        s = strike(U("a", "squad", "A8"), FAR, strikes=(Airstrike("p", 5),))
        d = Draft(s.game, rebuilt(s.state, notes={DOUBLES: 2}), ScriptedDice([]))
        before = list(d.stack)
        assert begin_strike(d) is False
        assert (d.notes[DOUBLES], list(d.stack)) == (0, before)

    def test_one_of_two_aircraft(self) -> None:
        """19.1: a side with two different aircraft says which one comes."""
        s = strike(U("a", "squad", "A8"), FAR, planes=(plane("p"), plane("q", cannon="1x6")))
        assert s.options() == [PickStrike("p"), PickStrike("q")]
        assert strike(U("a", "squad", "A8"), FAR).options()[0] == FlyIn("A0", "A1")

    def test_a_line_of_two_hexes(self) -> None:
        """19.1: across a corner of the map the shortest line has two hexes."""
        s = strike(U("a", "squad", "A8"), FAR)
        assert FlyIn("B0", "A0") in s.options()
        s.do(FlyIn("B0", "A0"))
        assert "flown:p" in s.state.notes


class TestTheEnd:
    """4.0, 19.1: the extra impulse is over."""

    def test_it_ends_a_row_of_passes(self) -> None:
        """4.0, Q-391: something was done in it: whoever passed before must pass again."""
        s = strike(U("a", "squad", "A8"), FAR)
        s.state = rebuilt(s.state, passes=1)
        leave(s.do(FlyIn("D0", "D1")))
        assert ev.ImpulseEnded(s.us, False, 0) in s.events
        assert s.state.passes == 0

    def test_nothing_else_changes(self) -> None:
        """15.1.1, 19.1: a turret is done with turning; nobody has any other marker than before."""
        s = strike(tank("x", "D5", ammo="aa", facing="D6/E5", turret="D6/E5"), U("a", "squad", "A8", "moved"), FAR)
        before = s.unit("x").flags
        fly(s, "D4")
        s.do(next(c for c in s.options() if isinstance(c, FireAtAircraft) and c.pivot == "turret"), dice=MISS)
        leave(s)
        assert s.words("x") == {"fired"}
        assert s.unit("x").flags & before == before
        assert (s.words("a"), s.words("z9")) == ({"moved"}, set())


class TestLoads:
    """19.1.2, 19.1.3: cannons and bombs."""

    @pytest.mark.parametrize(
        ("text", "load"), [("2x3", (2, 3)), ("8", (1, 8)), ("1x8", (1, 8)), ("2x?", (2, None)), ("", (0, 0))]
    )
    def test_what_is_printed(self, text: str, load: tuple[int, int | None]) -> None:
        """19.1.2, Q-158: hexes and firepower; without a number before the x one hex; nothing printed is no attack."""
        assert load_of(text) == load

    @pytest.mark.parametrize(
        ("order", "want"), [(Strafe, ("19.1.2", "load_spent")), (DropBombs, OK)], ids=["cannon", "bombs"]
    )
    def test_hexes_in_a_row(self, order: Any, want: tuple[str, str]) -> None:
        """19.1.2: cannons attack two hexes in a row, bombs any two hexes."""
        men = [U("x", "squad", "D2"), U("y", "squad", "D4"), U("z", "squad", "D5")]
        s = fly(strike(*men, planes=(plane(bombs="2x3"),)), "D2").do(order("D2"), dice=["attack 1", "defence 6"])
        assert refused(fly_on(s, "D4"), order("D4")) == want

    @pytest.mark.parametrize(("what", "word"), [("cannon", "cannon"), ("bombs", "bombs")])
    def test_the_word_for_it(self, what: str, word: str) -> None:
        """19.1.2: the sum says what the firepower is of."""
        s = Scene(plane(), U("x", "squad", "D5"), era="modern")
        assert why(air_tally(s.game, s.state, s.number("p"), s.number("x"), 3, what)) == {word: 3}

    @pytest.mark.parametrize(
        ("armor", "lowest"), [(("5/4", "3/4", "2/3"), 2), (("2/3", "2/3", "4/3"), 3), (("3/3", "2/2", "*/*"), 0)]
    )
    def test_the_rear_of_a_tank(self, armor: tuple[str, ...], lowest: int) -> None:
        """19.1.3, Q-155, Q-137: a bomber attacks the lower rear factor of hull and turret; an asterisk is 0."""
        assert lowest_rear_armor(tank("x", "D5", armor=armor).type) == lowest

    def test_the_first_hex_is_around_its_neighbour(self) -> None:
        """19.1.3: A0 is one of the hexes around A1."""
        s = Scene(U("a", "squad", "A8"), FAR)
        assert s.loc("A0") >> 3 in around(s.game, s.loc("A1") >> 3)

    @pytest.mark.parametrize("word", ["", "fired", "moved", "shaken"])
    def test_markers_do_not_matter(self, word: str) -> None:
        """19.1.2: units on foot are attacked with firepower, each once, whatever they have done."""
        words = (word,) if word else ()
        s = Scene(plane(), U("x", "squad", "D5", *words), U("y", "half_squad", "D5"), era="modern")
        found = soft_targets(s.game, s.state, s.loc("D5") >> 3, "cannon", 0)
        assert [s.state.units[u].id for u in found] == ["x", "y"]


@pytest.mark.parametrize(
    ("id_", "cover"),
    [("x", {"lowest_armor": 2}), ("y", {"lowest_armor": 1}), ("z", {"lowest_armor": 2}), ("x2", {}), ("y2", {})],
)
def test_armor_against_a_crash(id_: str, cover: dict[str, int]) -> None:
    """19.1.1, 17.2, Q-133: the vehicle and who sits in it have its lowest factor, who rides on it 1, a truck none."""
    s = Scene(
        plane(),
        tank("x", "D5", capacity="PP+PO", abilities=["open_topped"]),
        U("y", "half_squad", "", aboard="x", riding="outside"),
        U("z", "half_squad", "", aboard="x", riding="inside"),
        tank("x2", "D5", armor=(), capacity="PP"),
        U("y2", "half_squad", "", aboard="x2"),
        era="modern",
    )
    assert why(air_cover(s.game, s.state, s.number(id_), "crash")) == cover


class TestAttacks:
    """19.1.2: what else an attack from the air does."""

    @pytest.mark.parametrize(
        ("options", "order", "die", "checks"),
        [
            (("fire",), DropBombs, 6, [{"bombs": 3}]),
            (("fire",), Strafe, 6, [{}]),
            (("fire",), DropBombs, 5, []),
            ((), DropBombs, 6, []),
        ],
    )
    def test_woods_may_burn(self, options: tuple[str, ...], order: Any, die: int, checks: list[Any]) -> None:
        """10.5.6.1, 19.1.2: with the option, after a natural 6, and with 3 more for bombs."""
        weak = plane(abilities=OWN_EYES, cannon="2x1", bombs="1x1")
        s = strike(U("x", "squad", "D5"), planes=(weak,), hexes={"D5": "forest"}, options=options)
        dice = [f"attack {die}", "defence 6", *(["random 1 2"] if checks else [])]
        fly(s, "D5").do(order("D5"), dice=dice)
        found = [e for e in s.events if isinstance(e, ev.Resolved) and e.what == "fire_start"]
        assert [why(e.tallies[0]) for e in found] == checks

    @pytest.mark.parametrize("id_", ["a", "x"])
    def test_heroes(self, id_: str) -> None:
        """11.2.1, 5.1: a 1 in the Damage Check brings forth a Hero of the enemy's men, not of those it bombs itself."""
        s = Scene(plane(), U("a", "squad", "D4"), U("x", "squad", "D5"), era="modern")
        frame = AirAttack(
            side=s.us, plane=s.number("p"), hex=s.loc("D5") >> 3, fp=4, what="bombs", pending=((s.number(id_), 1),)
        )  # fmt: skip
        d = draft(s, frame, dice=(("damage check", (1,)), *([("hero creation", (1,))] if id_ == "x" else [])))
        frame.check(d)
        assert [e.purpose for e in d.events if isinstance(e, ev.Rolled)][1:] == (
            ["hero creation"] if id_ == "x" else []
        )

    @pytest.mark.parametrize(("foe", "taken"), [(True, True), (False, False)])
    def test_who_cannot_fight_on(self, foe: bool, taken: bool) -> None:
        """8.1, 19.1.1: Shaken men among enemies in a Melee are lost; with nobody left against them they are not."""
        others = [U("a", "squad", "D5")] if foe else []
        s = Scene(plane(), U("x", "squad", "D5", "shaken"), *others, FAR, markers=[("melee", "D5", 1)], era="modern")
        frame = AirAttack(side=s.us, plane=s.number("p"), hex=s.loc("D5") >> 3, fp=4, what="bombs")
        d = draft(s, frame)
        frame.after(d)
        assert bool(d.units[s.number("x")].flags & ELIMINATED) is taken

    def test_shaken_riders_get_off(self) -> None:
        """16.2, 17.2: who rides on a tank and is Shaken by the attack gets off at once, of every vehicle there."""
        s = Scene(
            plane(),
            tank("x", "D5", "shaken", capacity="PPO"),
            U("y", "half_squad", "", "shaken", aboard="x", riding="outside"),
            FAR,
            era="modern",
        )
        frame = AirAttack(side=s.us, plane=s.number("p"), hex=s.loc("D5") >> 3, fp=4, what="cannon")
        d = draft(s, frame)
        frame.after(d)
        assert [getattr(f, "units", ()) for f in d.stack][-1] == (s.number("y"),)


class TestCrash:
    """19.2.7: a helicopter that is lost."""

    def test_it_is_done_with_everything(self) -> None:
        """19.2.7, 14.4: it neither flies nor hovers any more, and the missile it guided is lost."""
        s = flagged(Scene(helicopter("h", "D5"), FAR, era="modern"), "h", MOVING | LAUNCHING | HOVERING)
        left = s.unit("h").flags & ~(MOVING | LAUNCHING | HOVERING)
        d = draft(s)
        go_down(d, s.number("h"))
        assert d.units[s.number("h")].flags == left | ELIMINATED

    def test_the_dead_do_not_bail_out(self) -> None:
        """16.1.1, Q-530: who has died in the Damage Check before rolls no die any more."""
        s = Scene(helicopter("h", "D4", capacity="PP"), U("a", "squad", "", aboard="h"), FAR, era="modern")
        frame = Crash(
            side=s.us, unit=s.number("h"), origin=s.loc("D4/air"), at=s.loc("D4"), left=(s.number("a"),)
        )  # fmt: skip
        d = draft(flagged(s, "a", ELIMINATED), frame)
        frame.riders(d)
        assert d.events == []


def test_attacks_go_on_over_every_hex() -> None:
    """19.1.2: the owner is asked again over each hex with enemies until the loads are spent."""
    s = fly(strike(U("x", "squad", "D4"), U("y", "squad", "D5"), planes=(plane(bombs=""),)), "D4")
    s.do(Strafe("D4"), dice=["attack 1", "defence 6"])
    assert s.options() == [Strafe("D5"), FlyOn()]
    assert refused(s, PassWindow())[1] != ""
