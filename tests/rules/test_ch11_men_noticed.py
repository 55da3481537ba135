"""11.1, 11.2, 11.4, 11.12: Leaders, new Heroes, Snipers and Marksmen: whom they help, where they go, what they owe."""

from __future__ import annotations

from typing import Any

import pytest

from armour_helpers import draft, flagged, tank
from helpers import Activate, FireAlone, Scene, U, why
from lnlt.core import events as ev
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    FIRED,
    IN_TUNNEL,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    WOUNDED,
)
from lnlt.core.state import NOWHERE
from lnlt.rules.ch05_fire.damage import check_tally
from lnlt.rules.ch05_fire.modifiers import defence_tally
from lnlt.rules.ch11_smc.heroes import Place, PlaceHero, hero_types, on_the_ground
from lnlt.rules.facts.leaders import extends_activation, in_leadership_range, may_aid_fire

SNIPER, MARKSMAN = "sniper 0-8-0-6", "marksman 1-8-6-6"
FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
CAVES = (("cave", "D5", 3, "D4"), ("cave", "D6", 3, "D5"))


def places(s: Scene) -> list[str]:
    """Where a Sniper may be placed now."""
    return [c.at for c in s.options() if isinstance(c, Place)]


def test_heroes_in_play_are_not_drawn_again() -> None:
    """11.2.1: a new Hero is drawn from those of his side who are not in play yet."""
    s = Scene(U("h", "hero", "C3"), U("x", "hero", "C6"), U("y", "squad", "H8"))
    assert not {"type-h", "type-x"} & {*hero_types(s.game, s.state, s.us), *hero_types(s.game, s.state, s.de)}
    assert {"us-hero1", "us-hero2", "us-hero3"} <= set(hero_types(s.game, s.state, s.us))


@pytest.mark.parametrize(
    ("vehicle", "squad", "found"),
    [
        (0, 0, 0),
        (MOVING, 0, MOVED),
        (MOVED, 0, MOVED),
        (ASSAULT_MOVE, FIRED, FIRED | MOVED),
        (FIRED, OPS_COMPLETE, OPS_COMPLETE),
        (0, SHAKEN, SHAKEN),
    ],
)
def test_parents_in_vehicles(vehicle: int, squad: int, found: int) -> None:
    """11.2.1, Q-365: a Squad that rides is a parent in the hex of its vehicle: Moved if that is on the way or has
    been, otherwise as it is."""
    s = Scene(tank("t", "C3", capacity="PP"), U("a", "squad", "", aboard="t"), FOE)
    flagged(flagged(s, "t", vehicle), "a", squad)
    parent = on_the_ground(draft(s), s.number("a"))
    assert (parent.at, parent.flags) == (s.loc("C3"), found)


def test_no_hero_among_enemies() -> None:
    """11.2.1, Q-365: where enemies are in the hex of the vehicle, no passenger becomes a Hero's parent on the ground;
    friends are no obstacle."""
    for other, at in ((U("x", "squad", "C3"), NOWHERE), (U("b", "squad", "C3"), None)):
        s = Scene(tank("t", "C3", capacity="PP"), U("a", "squad", "", aboard="t"), other, FOE)
        place = s.loc("C3") if at is None else at
        assert on_the_ground(draft(s), s.number("a")).at == place


def test_nobody_outside_a_vehicle_is_put_on_the_ground() -> None:
    """11.2.1, Q-365: only passengers are; a unit that is in no vehicle is where it is."""
    s = Scene(U("a", "squad", "C3", "moved"), U("x", "squad", "C5"))
    for at in (NOWHERE, s.loc("C3")):
        flagged(s, "a", 0, at=at)
        assert on_the_ground(draft(s), s.number("a")) == s.unit("a")


@pytest.mark.parametrize(
    ("frm", "to", "before", "after"),
    [
        ("C3", "C4", 0, 0),
        ("C3", "C4", FIRED, FIRED),
        ("C3", "C4", OPS_COMPLETE | MELEE, OPS_COMPLETE),
        ("C3", "C4", MOVING, MOVED),
        ("C3", "C4", MOVING | ASSAULT_FIRE, MOVED),
        ("D5/cave", "D5", MOVED | IN_TUNNEL, MOVED),
        ("D5/cave", "D6/tunnel", MOVED, MOVED | IN_TUNNEL),
        ("D5/cave", "D6/tunnel", MOVED | IN_TUNNEL, MOVED | IN_TUNNEL),
    ],
)
def test_hero_next_door(frm: str, to: str, before: int, after: int) -> None:
    """11.2.1, 10.7.1, Q-202: the step next door is free: out of a Melee, no marker but In Tunnel below ground; only who
    was born on the way has moved, and owes no move after Assault Fire."""
    s = flagged(Scene(U("h", "hero", frm), FOE, markers=CAVES), "h", before)
    d, number = draft(s), s.number("h")
    PlaceHero(side=s.us, unit=number).answer(d, Place("h", to))
    assert (d.units[number].at, d.units[number].flags) == (s.loc(to), after)


def test_leaders_do_not_help_vehicles() -> None:
    """11.1.1, 11.5: a Leader beside a vehicle takes nothing off its Damage Check, only off that of men on foot."""
    s = Scene(tank("t", "C3"), U("a", "squad", "C3"), U("l", "leader 6-1-6", "C3"), FOE)
    tallies = {u: why(check_tally(s.game, s.state, s.number(u), 3)) for u in "ta"}
    assert tallies == {"t": {"difference": 3}, "a": {"difference": 3, "leader": -1}}


def test_leader_without_a_modifier() -> None:
    """11.1.1: a Leader with a modifier of 0 is not named among the modifiers of a Damage Check."""
    s = Scene(U("a", "squad", "C3"), U("l", "leader 6-0-6", "C3"), FOE)
    assert why(check_tally(s.game, s.state, s.number("a"), 3)) == {"difference": 3}


@pytest.mark.parametrize(
    ("flags", "aids", "leads"),
    [
        (0, True, True),
        (SHAKEN, False, True),
        (WOUNDED, True, False),
        (MELEE, False, False),
        (FIRED, False, False),
        (ASSAULT_MOVE, True, False),
        (ASSAULT_FIRE, False, True),
    ],
)
def test_what_a_leader_still_does(flags: int, aids: bool, leads: bool) -> None:
    """5.0.1, 11.1.2, 11.1.3, Q-024: whether he lends his modifier to fire, and whether he activates his neighbours."""
    s = flagged(Scene(U("l", "leader", "C3"), FOE), "l", flags)
    assert may_aid_fire(s.game, s.state, 0) is aids
    assert extends_activation(s.game, s.state, 0) is leads


def test_levels_matter_in_houses_of_two_floors() -> None:
    """4.0: a Leader in a Multi-story Building reaches the hexes next door on his own level; one in the open or in a
    house of one floor reaches uphill too."""
    hill: dict[str, Any] = dict.fromkeys(("C2", "D5", "F5"), ("hill", 1))
    houses = {"D4": "hc_building", "F4": "hc_building"}
    s = Scene(U("l", "leader", "C3"), FOE, hexes=hill | houses, buildings=[(("D4",), 1), (("F4",), 2)])
    pairs = [("C3", "C2"), ("D4", "D5"), ("F4", "F5"), ("F4", "F3"), ("F4/upper", "F5"), ("F4/upper", "F3")]
    found = [in_leadership_range(s.game, s.loc(a), s.loc(b)) for a, b in pairs]
    assert found == [True, True, False, True, True, False]


def test_placed_at_first_anywhere_then_near() -> None:
    """11.4, 11.1.2: before a location is named a Sniper may be placed in any cover, afterwards in that hex or next to a
    Leader there."""
    woods: dict[str, Any] = dict.fromkeys(("C3", "C4", "B3", "F6", "A1"), "light_woods")
    s = Scene(U("l", "leader", "C3"), U("s", SNIPER, ""), FOE, hexes=woods)
    assert set(places(s)) == set(woods)
    assert set(places(s.do(Activate("C3")))) == {"C3", "C4", "B3"}


@pytest.mark.parametrize(("at", "new"), [("C3", []), ("C4", ["C4"])])
def test_placing_activates_a_new_location(at: str, new: list[str]) -> None:
    """11.4, Q-096: placing a Sniper activates his location, unless it was named before."""
    woods: dict[str, Any] = {"C3": "light_woods", "C4": "light_woods"}
    s = Scene(U("l", "leader", "C3"), U("s", SNIPER, ""), FOE, hexes=woods).do(Activate("C3"))
    s.do(Place("s", at))
    assert [s.game.board.loc_name(e.at) for e in s.events if isinstance(e, ev.Activated)] == new


@pytest.mark.parametrize(("cover", "found"), [("H2", ["H2"]), ("H1", ["H1"]), ("H0", [])])
def test_placed_within_range_of_the_movers(cover: str, found: list[str]) -> None:
    """11.4, 5.3: in an enemy impulse a Sniper is placed where the movers are within his range, that far and no more."""
    s = Scene(U("s", "sniper 0-4-0-6", ""), U("x", "squad", "H6"), impulse="de", hexes={cover: "light_woods"})
    assert places(s.move("H6", "x", "H5")) == found


def test_placed_in_sight_of_the_movers() -> None:
    """11.4, 5.3: in an enemy impulse a Sniper is not placed behind woods, from where he does not see the movers."""
    woods: dict[str, Any] = {"C2": "light_woods", "C3": "forest"}
    s = Scene(U("s", SNIPER, ""), U("x", "squad", "C6"), impulse="de", hexes=woods)
    assert places(s.move("C6", "x", "C5")) == ["C3"]


@pytest.mark.parametrize("words", [(), ("fired",), ("moved",), ("shaken",)])
def test_sniper_in_company(words: tuple[str, ...]) -> None:
    """11.4: stacked with men, whatever they have done, a Sniper counts his cover once."""
    s = Scene(U("a", "squad", "C6"), U("x", SNIPER, "C3"), U("y", "squad", "C3", *words), hexes={"C3": "light_woods"})
    tally = defence_tally(s.game, s.state, s.loc("C3"), s.loc("C6"), s.number("x"))
    assert "sniper_alone" not in why(tally)


def test_sniper_in_the_open() -> None:
    """11.4: where there is no cover nothing is doubled, and nothing is said of it."""
    s = Scene(U("a", "squad", "C6"), U("x", SNIPER, "C3"))
    assert defence_tally(s.game, s.state, s.loc("C3"), s.loc("C6"), s.number("x")).items == ()


@pytest.mark.parametrize(("die", "at", "words"), [(6, "C5", {"shaken", "moved"}), (2, "", set())])
def test_shaken_by_a_shot_he_gets_off(die: int, at: str, words: set[str]) -> None:
    """16.2, 11.12: a man on top of a vehicle whom a Marksman's shot has Shaken gets off at once; who is not stays."""
    s = Scene(
        U("m", MARKSMAN, "C3"),
        tank("x", "C5", capacity="+PP", facing="C6/D6", hatch="buttoned"),
        U("y", "half_squad 1-4-4-5", "", aboard="x", riding="outside", shaken=(5, 4)),
        FOE,
    )
    shot = ("attack 2 2", "defence 2", f"damage check {die}")
    s.do(Activate("C3"), FireAlone("m", "C5", target="x"), dice=shot)
    assert (s.at("y"), s.words("y")) == (at, words)
