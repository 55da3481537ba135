"""What the table of arrivals does not show: places left behind, facings, Trenches and Tunnels, ground to stand on."""

from __future__ import annotations

from typing import Any

import pytest

from armour_helpers import gun, helicopter, tank, truck
from arrival_helpers import HERE, NORTH, SHAKING, Dice, Ground, Played
from helpers import Activate, AddFirer, AddMover, BeginMove, Fire, OpenFire, Place, RetreatTo, StepTo, U
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import IN_TRENCHES, SPENT
from lnlt.rules.ch05_fire.retreat import Retreat
from lnlt.rules.ch11_smc.heroes import PlaceHero, roll_for_hero
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.fate import BY_ORDNANCE, abandon, destroy
from lnlt.rules.ch15_vehicles.overrun import Overrun
from lnlt.rules.ch16_passengers.dismounting import Unload
from lnlt.rules.ch16_passengers.forced import put_out
from lnlt.rules.ch17_antitank.close_assault import Assail
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle
from lnlt.rules.ch22_scenario.happenings import PlaceGroup
from lnlt.traits.skills.using import UseSkill

pytestmark = pytest.mark.usefixtures("either_seat")

CAVES = (("cave", "D5", 3, "D4"), ("cave", "D8", 3, "D7"))
SATCHEL = WeaponType("gun-g", "g", "satchel_charge", fp=6, range=1)
TRIPOD = WeaponType("gun-m", "m", "machine_gun", fp=3, range=9, abilities=frozenset({"tripod"}), bipod=(2, 10))


def collapsed(*marks: tuple[str, str, int]) -> Played:
    """A Cave with a Squad and its machine gun has just been closed."""
    mine = U("a", "squad 2-5-4-6", "D4", carries=["g"])
    hers = U("x", "squad 1-5-4-9", "D5/cave", carries=["m", "n"])
    guns = {"g": SATCHEL, "m": TRIPOD, "n": WeaponType("gun-n", "n", "bazooka", he=2)}
    markers = (*CAVES, *marks)
    p = Played(Ground(), mine, hers, markers=markers, guns=guns, dice=Dice(**SHAKING))
    return p.do(Activate("D4"), Fire("D4", "D5/cave"), AddFirer("a", ("g",)), OpenFire("a"))


def test_collapsed_cave_is_forgotten() -> None:
    """10.1.1, 10.7.2, Q-072: when all have gone into the Tunnel, the Spotted marker of the Cave goes, too."""
    p = collapsed(("spotted", "D5/cave", 1))
    assert p.s.at("x") == "D6/tunnel"
    assert "spotted" not in [m.kind for m in p.s.state.markers]


def test_assembled_weapons_are_buried() -> None:
    """10.7.2, 1.6.1, Q-566: a machine gun on its tripod stays in the Cave and is out of play; others come along."""
    p = collapsed()
    mg, baz = (next(w for w in p.s.state.weapons if w.id == name) for name in ("m", "n"))
    assert (mg.carrier, bool(mg.flags & SPENT)) == (-1, True)
    assert baz.carrier == p.s.number("x")


def towed(way: str) -> Played:
    """A gun team comes out of its vehicle in D4 in some way."""
    air = way == "crash"
    t = helicopter("t", "D5", capacity="PP") if air else truck("t", HERE, facing="D5/C4", capacity="PP+PPO")
    p = Played(Ground(), t, gun("a", "", aboard="t", riding="inside"))
    if way == "abandoned":
        return p.happen(lambda d: abandon(d, p.s.number("t")))
    if way == "thrown off":
        return p.happen(lambda d: put_out(d, [p.s.number("a")], p.s.loc(HERE)))
    return p.happen(lambda d: destroy(d, p.s.number("t"), BY_ORDNANCE))


@pytest.mark.parametrize("way", ["abandoned", "thrown off", "destroyed", "crash"])
def test_gun_is_turned(way: str) -> None:
    """1.7.1, 16.2, 16.3, 16.1.1, 19.2.7: a gun that must get out faces any way its owner likes, as when it gets off."""
    p = towed(way)
    assert p.came("a") == "there"
    assert "facing" in p.asked


def test_repelled_out_of_a_trench() -> None:
    """17.1, 21.6, Q-450: who comes back into a Trench from no Trench is a moving target, whatever step led there."""
    marks = (("trench", "D6", 1), ("trench", "D5", 1))
    p = Played(Ground(), U("a", "squad", "D6"), tank("xt", HERE), markers=marks)
    p.do(Activate("D6"), BeginMove("D6"), AddMover("a"), StepTo("D5"))
    assert p.s.unit("a").flags & IN_TRENCHES
    p.do(AssaultVehicle("xt"), Assail("a")).end()
    assert (p.s.at("a"), p.s.words("a")) == ("D5", {"moved"})
    assert not p.s.unit("a").flags & IN_TRENCHES


def test_out_of_the_tunnel_to_a_vehicle() -> None:
    """10.7.1, 17.1, Q-431: who comes out of a Cave to assault a vehicle is In Tunnel no more."""
    marks = (("cave", "D5", 1, "D4"), ("cave", "D7", 1, "D8"))
    p = Played(Ground(), U("a", "squad 2-5-8-6", "D7/cave"), tank("xt", "D5"), markers=marks)
    p.do(Activate("D7/cave"), BeginMove("D7/cave"), AddMover("a"), StepTo("D6/tunnel"), StepTo("D5/cave"))
    assert "in_tunnel" in p.s.words("a")
    p.do(AssaultVehicle("xt"))
    p.dice.faces = {"attack": [6], "defence": [1]}
    p.do(Assail("a")).end()
    assert (p.s.at("a"), p.s.words("a")) == ("D5", {"melee"})


def test_retreat_out_of_a_cave() -> None:
    """1.6.3, 10.7.1: the way out of a Cave may be a Tunnel, and there one is In Tunnel."""
    p = Played(Ground(), U("x", "squad", "D5/cave", "shaken"), U("a", "squad", HERE), markers=CAVES)
    p.happen(lambda d: d.push(Retreat(side=p.s.de, unit=p.s.number("x"), attacker=p.s.loc(HERE))))
    p.do(RetreatTo("x", "D6/tunnel"))
    assert (p.s.at("x"), p.s.words("x")) == ("D6/tunnel", {"shaken", "moved", "in_tunnel"})


def test_teams_do_not_retreat_into_tunnels() -> None:
    """1.6.3, 10.7.1: a machine-gun Team in a Cave has no such way and is lost."""
    team = U("x", "weapon_team 3-9-2-6", "D5/cave", "shaken")
    p = Played(Ground(), team, U("a", "squad", HERE), markers=CAVES)
    p.happen(lambda d: d.push(Retreat(side=p.s.de, unit=p.s.number("x"), attacker=p.s.loc(HERE))))
    assert p.came("x") == "lost"


def test_nobody_gets_off_among_the_overrun() -> None:
    """8.0, 15.3, 16.4, Q-567: passengers stay aboard in a hex their vehicle has overrun while enemies are left."""
    carrier = truck("t", "D5", facing=NORTH, what="vehicle 24T-6", mgs=("2",))
    rider = U("a", "squad", "", aboard="t", riding="inside")
    p = Played(Ground(U("xe", "squad 1-1-4-9", HERE)), carrier, rider)
    assert p.do(Activate("D5"), BeginDrive("t"), Overrun(HERE), Unload()).refusal == "8.0 enemy_there"


def test_nobody_gets_off_into_water() -> None:
    """6.0, 16.4, Q-567: nobody gets off where men cannot stand; over a Bridge they can."""
    for features, want in (({}, "6.0 terrain_prohibited"), ({HERE: ("bridge",)}, "")):
        rider = U("a", "squad", "", aboard="t", riding="inside")
        p = Played(Ground(hexes={HERE: "pond"}), truck("t", HERE, facing="D3/E3"), rider, features=features)
        assert p.do(Activate(HERE), BeginDrive("t"), Unload()).refusal == want


@pytest.mark.parametrize("way", ["abandoned", "destroyed"])
def test_lost_in_the_water(way: str) -> None:
    """15.4, 16.1.1, 16.3, Q-567: who must get out of a vehicle that swims is lost with its crew, and nothing is left to
    be spotted."""
    rider = U("a", "squad", "", aboard="t", riding="inside")
    facts: dict[str, Any] = {"markers": [("spotted", HERE, 1)]}
    p = Played(Ground(hexes={HERE: "pond"}), truck("t", HERE, facing="D3/E3"), rider, **facts)
    number = p.s.number("t")
    p.happen(lambda d: abandon(d, number) if way == "abandoned" else destroy(d, number, BY_ORDNANCE))
    assert p.came("a") == "lost"
    assert p.s.loc(HERE) not in p.s.state.by_loc
    assert "spotted" not in [m.kind for m in p.s.state.markers]


def ambush(**facts: Any) -> Played:
    """A Hero with The Ambush in D5, an enemy beside him, and a Half-Squad that is to be placed."""
    units = (U("h", "hero", "D5", skills=["the_ambush"]), U("b", "squad", "A8", reduces_to=["half"]))
    p = Played(Ground(holder="de"), *units, U("xn", "squad", "C5"), dice=Dice(random=[2]), **facts)
    return p.do(UseSkill("h", "the_ambush"))


def test_ambush_on_a_bridge() -> None:
    """12.0, 10.5.2: a Bridge over water is a place to lie in wait; the water is none."""
    assert ambush(hexes={HERE: "pond"}, features={HERE: ("bridge",)}).do(Place("h-ambush-1", HERE)).refusal == ""
    assert ambush(hexes={HERE: "pond"}).do(Place("h-ambush-1", HERE)).refusal == "6.0 terrain_prohibited"


def test_ambush_holds_the_place_at_once() -> None:
    """22.1, 12.0, Q-565: those of The Ambush hold where they appear, even if they leave it in the same impulse."""
    p = ambush().do(Place("h-ambush-1", HERE))
    assert p.s.state.control[p.s.loc(HERE)] == p.s.us
    p.do(Activate(HERE), BeginMove(HERE), AddMover("h-ambush-1"), StepTo("D3")).end()
    assert (p.s.at("h-ambush-1"), p.s.state.control[p.s.loc(HERE)]) == ("D3", p.s.us)


def test_brought_by_an_event_holds_the_place_at_once() -> None:
    """22.1, 22.0, Q-565: so do those whom a paragraph brings."""
    p = Played(Ground(holder="de"), U("a", "squad", ""))
    p.happen(lambda d: d.push(PlaceGroup(side=p.s.us, group="", hexes=(HERE,), unit=p.s.number("a"))))
    p.do(Place("a", HERE))
    assert p.s.state.control[p.s.loc(HERE)] == p.s.us


def test_falls_onto_a_bridge() -> None:
    """19.2.7, Q-418, 10.5.2: a helicopter that comes down on a Bridge over water drowns nobody."""
    h = helicopter("h", "D5", capacity="PP")
    rider = U("a", "squad", "", aboard="h", riding="inside")
    p = Played(Ground(hexes={HERE: "pond"}), h, rider, features={HERE: ("bridge",)})
    p.happen(lambda d: destroy(d, p.s.number("h"), BY_ORDNANCE))
    assert p.came("a") == "there"


def test_placed_under_a_melee_marker() -> None:
    """8.1, 8.2, Q-568: a Melee marker without enemies locks those of The Ambush, and a Hero who goes there."""
    p = ambush(markers=[("melee", HERE, 1)]).do(Place("h-ambush-1", HERE))
    assert p.s.words("h-ambush-1") == {"melee"}
    men = (U("b", "squad", "D5"), U("l", "leader", "D5"), U("m", "leader", "D5"), U("n", "squad", HERE, "melee"))
    p = Played(Ground(), *men, markers=[("melee", HERE, 1)])
    p.happen(lambda d: roll_for_hero(d, p.s.number("b"), p.s.unit("b")))
    p.do(Place("us-hero1-1", HERE))
    assert p.s.words("us-hero1-1") == {"melee"}


def repelled_with_hero(*more: U) -> Played:
    """Fire for Effect has made a Hero of a Squad in Close Assault, who comes back with it."""
    company = (U("a", "squad", HERE), tank("xt", "D3"), *more)
    p = Played(Ground(marks=(("ffe", "D3", 1),)), *company, dice=Dice(attack=[6], defence=[1], damage_check=[1]))
    return p.do(Activate(HERE), BeginMove(HERE), AddMover("a"), AssaultVehicle("xt"))


def test_hero_finds_no_room_on_the_way_back() -> None:
    """1.3, 11.2.1, 17.1: a Hero for whom there is no room where the others return to goes next door."""
    p = repelled_with_hero(U("l", "leader", HERE), U("m", "leader", HERE))
    assert type(p.s.state.stack[-1]) is PlaceHero
    p.do(Place("us-hero1-1", "D5"))
    assert (p.s.at("us-hero1-1"), p.s.at("a")) == ("D5", HERE)


def test_hero_comes_back_with_the_others() -> None:
    """17.1: where there is room he stays with them."""
    assert repelled_with_hero().s.at("us-hero1-1") == HERE


def test_hero_next_door_is_shelled_before_claymores_are_asked_about() -> None:
    """11.2.1, 18.2, 23.2.1, Q-565: he is attacked by Fire for Effect first, then the Claymores' owner is asked."""
    foe = U("y", "squad", "E4")
    men = (U("b", "squad", "D5"), U("l", "leader", "D5"), U("m", "leader", "D5"))
    marks = (("ffe", HERE, 1), ("claymore", "E4", 1))
    p = Played(Ground(foe, marks=marks), *men)
    p.happen(lambda d: roll_for_hero(d, p.s.number("b"), p.s.unit("b")))
    p.do(Place("us-hero1-1", HERE))
    assert p.struck("us-hero1-1", "artillery")
    assert "claymore" in p.asked
