"""11.2, 11.4, 11.12: Heroes out of vehicles and Caves, placing Snipers, whom a single shot hits: details, refusals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from armour_helpers import OK, flagged, refused, tank
from helpers import Activate, Done, Fire, FireAlone, Scene, U
from lnlt.core.flags import ELIMINATED
from lnlt.core.state import NOBODY
from lnlt.rules.ch11_smc.heroes import Place
from lnlt.rules.ch11_smc.shot_odds import shot_odds
from lnlt.rules.ch11_smc.shots import Shot

SNIPER, MARKSMAN = "sniper 0-8-0-6", "marksman 1-8-6-6"
NEW = "us-hero1-1"
BORN = ("hero creation 2", "hero=us-hero1")
SHOT = ("attack 1 1", "defence 6")
WOODS: dict[str, str | tuple[str, int]] = {"C3": "light_woods", "C4": "light_woods"}


def test_dead_heroes_make_room() -> None:
    """11.2.1: two Heroes in play are the limit; the dead do not count."""
    s = Scene(
        U("a", "squad 1-5-4-6", "C3"), U("h", "hero", ""), U("i", "hero", ""), U("x", "squad 5-5-4-5", "C6"),
        impulse="de",
    )  # fmt: skip
    flagged(flagged(s, "h", ELIMINATED), "i", ELIMINATED)
    s.fire("C6", "C3", "x", dice=("attack 1", "defence 1", "damage check 1", *BORN))
    assert s.at(NEW) == "C3"


def test_hero_has_a_name_of_his_own() -> None:
    """11.2.1: a new Hero is never taken for a unit that is there already: he has the next free number."""
    s = Scene(U("a", "squad 1-5-4-6", "C3"), U(NEW, "leader", "A1"), U("x", "squad 5-5-4-5", "C6"), impulse="de")
    s.fire("C6", "C3", "x", dice=("attack 1", "defence 1", "damage check 1", *BORN))
    assert (s.at(NEW), s.at("us-hero1-2")) == ("A1", "C3")


@pytest.mark.parametrize(
    ("place", "vehicle", "squad", "words"),
    [
        ("A0", (), (), set()),
        ("C3", ("moved",), (), {"moved"}),
        ("C3", ("assault_move",), (), {"moved"}),
        ("C3", (), ("moved",), {"moved"}),
        ("C3", (), ("fired",), {"fired"}),
    ],
)
def test_hero_out_of_a_vehicle(place: str, vehicle: tuple[str, ...], squad: tuple[str, ...], words: set[str]) -> None:
    """11.2.1, Q-365: he appears in the hex with what his Squad has done, Moved if the vehicle has moved in any way."""
    s = Scene(
        tank("t", place, *vehicle, armor=("*", "*", "*"), capacity="PP", he=None, to_hit=()),
        U("a", "squad 1-5-4-9", "", *squad, aboard="t"),
        U("x", "squad 1-9-4-5", "C5"),
        impulse="de",
    )
    s.do(Activate("C5"), Fire("C5", place, target="t"), *s.group("x"), dice=(
        "attack 6", "defence 1", "damage check 1", "damage check 1", *BORN,
    ))  # fmt: skip
    assert (s.at(NEW), s.words(NEW)) == (place, words)


@pytest.mark.parametrize(("frm", "to"), [("A0", "A1"), ("A1", "A0")])
def test_hero_goes_through_the_tunnel(frm: str, to: str) -> None:
    """11.2.1, 10.7.1: who finds no room in a Cave and goes to the next one below ground is In Tunnel there."""
    s = Scene(
        U("a", "squad 1-5-4-6", f"{frm}/cave"),
        U("d", "leader 12-1-6", f"{frm}/cave"),
        U("e", "leader 12-1-6", f"{frm}/cave"),
        U("x", "squad 5-9-4-5", "B1"),
        impulse="de",
        markers=[("cave", "A0", 3, "B1"), ("cave", "A1", 3, "B1")],
    )
    checks = ("damage check 1",) * 3
    s.fire("B1", f"{frm}/cave", "x", dice=("attack 6", "defence 1", *checks, *BORN))
    assert s.do(Place(NEW, f"{to}/cave")).words(NEW) == {"in_tunnel"}


def test_who_waits_to_be_placed() -> None:
    """11.4: only an own Sniper who is neither on the board nor dead can be placed; a wound is no obstacle."""
    s = Scene(
        U("s", SNIPER, ""), U("t", SNIPER, "", "wounded"), U("d", SNIPER, ""), U("b", SNIPER, "D3"),
        U("a", "squad", ""), U("x", SNIPER, ""), U("y", "squad", "H8"),
        hexes={**WOODS, "D3": "light_woods"},
    )  # fmt: skip
    flagged(s, "d", ELIMINATED)
    assert [refused(s, Place(u, "C3")) for u in ("a", "b", "d", "x")] == [("11.4", "no_sniper_waiting")] * 4
    assert {c.unit for c in s.options() if isinstance(c, Place)} == {"s", "t"}
    assert refused(s, Place("nobody", "C3")) == ("1.1", "no_such_unit")


def test_every_level_is_a_hiding_place() -> None:
    """11.4, 10.4.1: a Sniper may be placed on any level of a house with a roof."""
    s = Scene(
        U("s", SNIPER, ""), U("x", "squad", "H8"), hexes={"C3": "hc_building"}, buildings=[(("C3",), 2)], rooftop=True
    )
    assert {c.at for c in s.options() if isinstance(c, Place)} == {"C3", "C3/upper", "C3/roof"}


def test_placed_in_reach_of_a_leader() -> None:
    """11.4, 11.1.2, Q-024: after a location is named, only where a Leader of it reaches; who activates so is Ops
    Complete once the Sniper has fired."""
    s = Scene(U("l", "leader", "C3"), U("s", SNIPER, ""), U("x", "squad", "C7"), hexes={**WOODS, "F3": "light_woods"})
    s.do(Activate("C3"))
    assert refused(s, Place("s", "F3")) == ("11.1.2", "out_of_leadership_range")
    assert refused(s, Place("s", "C4")) == OK
    s.do(Place("s", "C4"), FireAlone("s", "C7"), dice=SHOT)
    s.do(*(c for c in s.options() if isinstance(c, Done)))
    assert (s.words("l"), s.words("s")) == ({"ops_complete"}, {"fired"})


def test_placed_where_others_are_active() -> None:
    """11.4, Q-024: a Sniper placed in the location that was named first owes his activation to nobody next door."""
    s = Scene(U("l", "leader", "C3"), U("m", "leader", "C4"), U("s", SNIPER, ""), U("x", "squad", "C7"), hexes=WOODS)
    s.do(Activate("C4"), Activate("C3"), Place("s", "C4"), FireAlone("s", "C7"), dice=SHOT)
    s.do(*(c for c in s.options() if isinstance(c, Done)))
    assert (s.words("l"), s.words("s")) == (set(), {"fired"})


def window() -> Scene:
    """A German Squad has moved; a Sniper waits, another is on the board."""
    s = Scene(
        U("s", "sniper 0-4-0-6", ""), U("t", SNIPER, "D2"), U("x", "squad", "C6"), impulse="de", size=(8, 16),
        hexes={"C2": "light_woods", "C13": "light_woods"},
    )  # fmt: skip
    return s.move("C6", "x", "C5")


def test_placed_in_a_window() -> None:
    """11.4, 5.3: in an enemy impulse a Sniper is placed only where he can fire at those who move."""
    s = window()
    assert refused(s, Place("s", "C13")) == ("5.0", "out_of_range")
    assert refused(s, Place("nobody", "C2")) == ("1.1", "no_such_unit")
    assert [c.at for c in s.options() if isinstance(c, Place)] == ["C2"]


def test_the_sniper_placed_is_the_one_who_fires() -> None:
    """11.4, 1.4: placed in a window he fires before anybody else, at the movers, who are in a hex that exists."""
    s = window().do(Place("s", "C2"))
    assert refused(s, FireAlone("t", "C5")) == ("11.4", "sniper_fires")
    assert refused(s, FireAlone("s", "Q99")) == ("1.4", "no_such_place")
    assert refused(s, FireAlone("s", "C5")) == OK


def test_hidden_units_are_not_chosen() -> None:
    """11.4, 6.4: a shot at random is at one of those in view; who is hidden by Stealth is not among them."""
    s = Scene(
        U("m", MARKSMAN, "C4"), U("x", "squad 1-5-4-4", "C5"), U("y", "leader 6-0-6", "C5", "stealth"),
        hexes={"C5": "light_woods"},
    )  # fmt: skip
    shot = Shot(side=0, unit=s.number("m"), leader=NOBODY, origin=s.loc("C4"), at=s.loc("C5"))
    assert [t.unit for t in shot_odds(s.game, s.state, shot).targets] == ["x"]
    s.do(Activate("C4"), FireAlone("m", "C5"), dice=("attack 1 1", "defence 6"))
    assert s.resolved("fire", "x").outcome == "none"


@pytest.mark.parametrize(("firer", "target"), [("m", "x"), ("x", "m")])
def test_chance_of_a_hero_by_a_shot(firer: str, target: str) -> None:
    """11.2.1, 11.4: 181 of 216 rolls beat the defence, then a 1 in the Damage Check and an even die bring a Hero."""
    s = Scene(U(firer, SNIPER, "C3"), U(target, "squad 1-5-4-5", "C6"), impulse="us" if firer == "m" else "de")
    side = s.unit(firer).side
    shot = Shot(side=side, unit=s.number(firer), leader=NOBODY, origin=s.loc("C3"), at=s.loc("C6"))
    assert shot_odds(s.game, s.state, shot).heroes == (Fraction(181, 216) * Fraction(1, 12),)


@pytest.mark.parametrize(("facing", "alive"), [("C4/D4", False), ("C2/D3", True)])
def test_shot_at_a_bare_side(facing: str, alive: bool) -> None:
    """17.3, 11.12: through a side without armor a vehicle checks as an unarmored one, through another as armored."""
    s = Scene(
        U("m", MARKSMAN, "C1"),
        tank("x", "C3", what="vehicle 10O-3", armor=("0", "0", "*"), facing=facing),
        U("y", "squad", "H8"),
    )
    dice = ("attack 2 2", "defence 1", "damage check 3", *(() if alive else ("crew 6",)))
    s.do(Activate("C1"), FireAlone("m", "C3", target="x"), dice=dice)
    assert s.resolved("damage_check", "x").outcome == ("shaken" if alive else "destroyed")
