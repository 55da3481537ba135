"""Facts that earlier chapters leave to later ones: badges, Leaders and Caves, artillery, Mounted Units."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helpers import Activate, AddMover, BeginMove, Combine, Fire, PassWindow, Rally, Scene, StepTo, StopMove, U, why
from lnlt.core.catalog import UnitType, WeaponType
from lnlt.core.setup import Mission
from lnlt.rules.ch05_fire.firepower import Firer
from lnlt.rules.ch05_fire.group import AddFirer, OpenFire
from lnlt.rules.ch05_fire.modifiers import fire_tally
from lnlt.rules.ch09_administration import Next
from lnlt.rules.ch10_los_spotting.lines import line
from lnlt.rules.ch10_los_spotting.spotting import is_spotted
from lnlt.rules.ch18_indirect.calling import check_caller
from lnlt.rules.ch18_indirect.shelling import shelling_tally, shelter_tally, targets
from lnlt.rules.facts.leaders import in_leadership_range
from lnlt.rules.facts.melee_eligibility import melee_weapons
from lnlt.rules.facts.stacking import check_stacking
from lnlt.rules.facts.team_places import check_team_step

NORTH = ("cave", "D5", 3, "D4")
FAR = U("y", "squad", "H1")
GUNS = Mission("guns", "us", 4)


@pytest.mark.parametrize(("badge", "his"), [("101st", True), ("", True), ("82nd", False)])
def test_badges(badge: str, his: bool) -> None:
    """1.1#1, Q-201, Q-204: a Leader aids and rallies units of his badge and those without any, no others."""
    s = Scene(U("a", "leader 6-2-6", "C3", badge="101st"), U("b", "squad", "C3", badge=badge), U("x", "squad", "C5"))
    s.do(Activate("C3"), Fire("C3", "C5"))
    assert s.code(AddFirer("a")) == ("" if his else "nobody_to_aid")
    s.do(*(AddFirer(u) for u in ("a", "b") if his or u == "b"))
    group = [Firer(s.number("a")), Firer(s.number("b"))]
    tally = fire_tally(s.game, s.state, group, s.number("b"), s.loc("C3"), s.loc("C5"), s.number("x"))
    assert ("leader" in why(tally)) is his
    r = Scene(
        U("a", "leader 6-2-6", "C3", badge="101st"),
        U("b", "squad", "C3", "shaken", badge=badge),
        U("x", "squad", "H8"),
        phase="rally",
    )
    assert (r.code(Rally("b")) == "") is his


def test_mounted_units_have_a_limit_of_their_own() -> None:
    """1.3#21: two mounted Squads and one on foot fit into a hex, three mounted ones do not."""
    s = Scene(*(U(u, "mounted_squad 1-4-12-5", "C3") for u in "ab"), U("c", "squad", "C4"), FAR)
    assert check_stacking(s.game, s.state, 0, s.loc("C3"), (s.number("c"),)) is None
    t = Scene(*(U(u, "mounted_squad 1-4-12-5", "C3") for u in "ab"), U("c", "mounted_squad 1-4-12-5", "C4"), FAR)
    assert check_stacking(t.game, t.state, 0, t.loc("C3"), (t.number("c"),)) is not None


@pytest.mark.parametrize("die", [2, 5])
def test_a_die_names_the_parent(die: int) -> None:
    """3.0#26: Half-Squads of the order of battle that two Squad types reduce to become the one the die names."""
    half = UnitType("half", "Half", "half_squad", "us", fp=1, range=4, mf=4, morale=5)
    squads = [
        UnitType(f"parent-{fp}", f"Squad {fp}", "squad", "us", fp=fp, range=5, mf=4, morale=5, reduces_to=("half",))
        for fp in (2, 3)
    ]
    one, two = U("a", "half_squad", "C3"), U("b", "half_squad", "C3")
    one.type = two.type = half
    s = Scene(one, two, U("l", "leader", "C3"), U("x", "squad", "H8"), types=squads, phase="rally")
    s.do(Combine("a", "b"), dice=(f"random {die}",))
    assert s.game.types[s.unit("a").type].fp == (2 if die <= 3 else 3)


def test_leaders_and_caves() -> None:
    """4.0#8, 4.0#9, 4.0#10: from next door only those outside a Cave; from its hex those inside and all six
    neighbours; from inside only that hex."""
    s = Scene(U("a", "leader", "D5"), FAR, markers=[NORTH])
    reach = {
        (frm, to): in_leadership_range(s.game, s.loc(frm), s.loc(to))
        for frm, to in [
            ("D4", "D5"),
            ("D4", "D5/cave"),
            ("D5", "D5/cave"),
            ("D5", "D6"),
            ("D5/cave", "D5"),
            ("D5/cave", "D4"),
        ]
    }
    assert [pair for pair, able in reach.items() if not able] == [("D4", "D5/cave"), ("D5/cave", "D4")]


@pytest.mark.parametrize(
    ("marker", "mode", "reason"),
    [("assault_move", "", "assault_move"), ("", "assault_fire", "assault_fire"), ("hit_and_run", "", "hit_and_run")],
)
def test_two_less_once_per_stack(marker: str, mode: str, reason: str) -> None:
    """5.0#22: fire after an Assault Move, by Assault Fire or on the run has 2 less, once for two Squads."""
    words = (marker,) if marker else ()
    s = Scene(*(U(u, "squad 3-6-4-5", "C3", *words) for u in "ab"), U("x", "squad", "C5"))
    tally = fire_tally(s.game, s.state, [Firer(0), Firer(1)], 0, s.loc("C3"), s.loc("C5"), 2, mode)
    assert why(tally)[reason] == -2
    assert tally.total == 3 + 2 - 2


@pytest.mark.parametrize(("words", "value"), [((), 1), (("moved",), -1), (("hit_and_run",), -1)])
def test_mounted_targets(words: tuple[str, ...], value: int) -> None:
    """5.0#25: a Mounted Unit is easier to hit while it stands, harder in motion."""
    s = Scene(U("a", "squad 3-6-4-5", "C3"), U("x", "mounted_squad 1-4-12-5", "C5", *words))
    assert fire_tally(s.game, s.state, [Firer(0)], 0, s.loc("C3"), s.loc("C5"), 1).total == 3 + value


def test_wounded_leaders_scouts_advisors_and_commissars_call() -> None:
    """5.1#31, 11.6#7, 11.9#4, 11.7: they call artillery; a Hero does not."""
    for kind in ("leader", "scout", "advisor", "commissar", "political_officer"):
        words = ("wounded",) if kind == "leader" else ()
        s = Scene(U("a", kind, "C3", *words), FAR)
        assert check_caller(s.game, s.state, GUNS, 0) is None, kind
    s = Scene(U("a", "hero", "C3"), FAR)
    assert check_caller(s.game, s.state, GUNS, 0) is not None


def test_melee_stops_movers() -> None:
    """6.0#13: a unit with points left stops in a hex with enemies and fights."""
    s = Scene(U("a", "squad 1-5-6-5", "C4"), U("x", "squad", "C3"), FAR)
    s.move("C4", "a", "C3", dice=("melee 1 1", "melee 1 1"))
    assert (s.at("a"), s.words("a")) == ("C3", {"melee"})
    assert s.asked == "de"


def test_stopped_by_artillery_and_still_a_target() -> None:
    """6.0#21, Q-274: a unit shaken by Fire for Effect on entering can be fired at there."""
    s = Scene(U("a", "squad", "C4"), U("x", "squad 1-6-4-5", "C7"), markers=[("ffe", "C5", 5)])
    s.move("C4", "a", "C5", dice=("attack 4", "defence 4", "damage check 2"))
    assert s.words("a") == {"shaken", "moved"}
    assert (s.asked, s.frames.rpartition(" ")[2]) == ("de", "Reaction")


def test_artillery_is_over_with_the_turn() -> None:
    """9.0#4: Fire for Effect comes off in the Administrative Phase."""
    s = Scene(U("a", "squad", "C4", "moved"), U("x", "squad", "C7", "moved"), markers=[("ffe", "C5", 5)])
    s.do(Next(), dice=("initiative 5", "initiative 2"))
    assert s.state.markers == ()


def test_no_fire_without_sight_or_spotting() -> None:
    """10.0, 10.0#1, 10.0#2: out of sight or unspotted is no target; degrading terrain is spotted once its men act."""
    hexes = {"C5": "light_woods", "F5": "hc_building"}
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "F6"), U("x", "squad", "C5"), U("y", "squad", "F4"), hexes=hexes)
    s.do(Activate("C3"))
    assert s.code(Fire("C3", "C5")) == "not_spotted"
    t = Scene(U("b", "squad", "F6"), U("y", "squad", "F4"), hexes=hexes)
    t.do(Activate("F6"))
    assert t.code(Fire("F6", "F4")) == "no_line_of_sight"
    acted = Scene(U("a", "squad", "C3"), U("x", "squad", "C5", "fired"), hexes=hexes)
    assert not is_spotted(s.game, s.state, s.loc("C5"), 0)
    assert is_spotted(acted.game, acted.state, acted.loc("C5"), 0)


def test_spotted_marker_of_assault_fire() -> None:
    """10.1#17: the hex that Assault Fire came from stays spotted when it is empty, for whoever comes there."""
    s = Scene(U("a", "squad 3-5-4-5", "C3", abilities=["assault_move"]), U("x", "squad", "C5"), hexes={"C3": "brush"})
    s.do(Activate("C3"), Fire("C3", "C5", "assault_fire"), *s.group("a"), dice=("attack 1", "defence 6"))
    s.do(BeginMove("C3"), AddMover("a", "assault"), StepTo("C2"))
    while s.asked == "de" and s.frames.endswith("Reaction"):
        s.do(PassWindow())
    if s.frames.endswith("MoveOn"):
        s.do(StopMove())
    assert [(m.kind, m.at) for m in s.state.markers] == [("spotted", s.loc("C3"))]
    assert is_spotted(s.game, s.state, s.loc("C3"), 1)


@pytest.mark.parametrize("level", [0, 2])
def test_artillery_degrades_at_every_height(level: int) -> None:
    """10.3#20: a line through a hex under Fire for Effect is degraded, between hills too."""
    hexes = {"C3": ("clear", level), "C7": ("clear", level)}
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C7"), hexes=hexes, markers=[("ffe", "C5", 5)])
    assert line(s.game, s.state, s.loc("C3"), s.loc("C7")) == 1


def test_artillery_reaches_into_caves_not_tunnels() -> None:
    """10.7#10, 10.7.1#2: those inside a Cave are hit with its Target Modifier, those In Tunnel are not."""
    s = Scene(
        U("a", "squad", "D5"), U("b", "squad", "D5/cave"), U("c", "squad", "D5/tunnel"), FAR, markers=[NORTH]
    )  # fmt: skip
    assert set(targets(s.game, s.state, s.loc("D5") >> 3)) == {s.number("a"), s.number("b")}
    assert shelter_tally(s.game, s.state, s.number("b")).total == 3


def test_mortar_in_a_cave() -> None:
    """10.7#12: a Mortar is fired out of a Cave through its front."""
    gun = {"m": WeaponType("gun-m", "m", "mortar", fp=2, range=9, min_range=2)}
    s = Scene(U("a", "squad", "D5/cave", carries=["m"]), U("x", "squad", "D2"), guns=gun, markers=[NORTH])
    s.do(Activate("D5/cave"), Fire("D5/cave", "D2"), AddFirer("a", ("m",)))
    assert s.code(OpenFire("a")) == ""
    back = Scene(U("a", "squad", "D5/cave", carries=["m"]), U("x", "squad", "D7"), guns=gun, markers=[NORTH])
    back.do(Activate("D5/cave"))
    assert back.code(Fire("D5/cave", "D7")) == "no_line_of_sight"


def test_melee_in_a_tunnel() -> None:
    """10.7.1#7, Q-095: who comes along the Tunnel fights those in it; units above do not."""
    caves = [NORTH, ("cave", "D8", 3, "D7")]
    s = Scene(U("a", "squad", "D5/cave"), U("b", "squad", "D6"), U("x", "squad", "D6/tunnel"), FAR, markers=caves)
    assert s.words("b") == set()
    s.move("D5/cave", "a", "D6/tunnel", dice=("melee 1 1", "melee 1 1"))
    assert {"melee"} <= s.words("a") & s.words("x")
    assert s.words("b") == set()


def test_who_calls_lends_no_modifier() -> None:
    """11.1.3#5: a Leader who has called artillery is Ops Complete and lends nothing to fire in that turn."""
    s = Scene(U("a", "leader", "C3", "ops_complete"), U("b", "squad", "C3"), U("x", "squad", "C5"))
    s.do(Activate("C3"), Fire("C3", "C5"))
    assert s.code(AddFirer("a")) == "has_acted"


def test_no_modifier_in_indirect_fire() -> None:
    """11.1.3#6: neither Mortars alone nor artillery have a Leader's modifier."""
    gun = {"m": WeaponType("gun-m", "m", "mortar", fp=2, range=9, min_range=2)}
    s = Scene(U("a", "squad", "C3", carries=["m"]), U("l", "leader", "C3"), U("x", "squad", "C6"), guns=gun)
    tally = fire_tally(s.game, s.state, [Firer(0, (0,), False), Firer(1)], 0, s.loc("C3"), s.loc("C6"), 2, "indirect")
    assert why(tally) == {"support_weapon": 2}
    assert why(shelling_tally(s.game, s.state, 2, 5)) == {"artillery": 5}


@pytest.mark.parametrize(("options", "burns"), [(("fire",), True), ((), False)])
def test_artillery_sets_woods_on_fire(options: tuple[str, ...], burns: bool) -> None:
    """10.5.6.1#7: with the option a natural 6 of artillery in flammable terrain makes a check with 3 more."""
    s = Scene(U("a", "squad", "C4"), FAR, hexes={"C5": "light_woods"}, markers=[("ffe", "C5", 1)], options=options)
    start = ("random 3 4",) if burns else ()
    s.move("C4", "a", "C5", dice=("attack 6", "defence 6", "damage check 3", *start))
    assert any(m.kind == "fire" for m in s.state.markers) is burns


def test_sniper_under_artillery() -> None:
    """11.4#12: a Sniper's doubled cover does not count against artillery."""
    s = Scene(U("a", "squad", "C3"), U("x", "sniper 0-9-0-7", "C5"), hexes={"C5": "forest"})
    assert shelter_tally(s.game, s.state, 1).total == 2


MORTAR = {"m": WeaponType("gun-m", "m", "mortar", fp=2, range=9, min_range=2)}


def test_mortars_leave_no_barrage_and_stay_out_of_melee() -> None:
    """1.6.5#15, 1.6.5#16: no marker after a Mortar's fire; in Melee its Squad fights with its own firepower."""
    s = Scene(U("a", "squad 1-7-4-5", "C3", carries=["m"]), U("x", "squad", "C6"), guns=MORTAR)
    s.fire("C3", "C6", ("a", "m"), dice=("attack 1 1", "defence 6"))
    assert s.state.markers == ()
    m = Scene(U("a", "squad 1-7-4-5", "C3", carries=["m"]), U("x", "squad", "C3"), guns=MORTAR)
    assert melee_weapons(m.game, m.state, 0) == ()


def test_molotov_alone() -> None:
    """1.6.7#6: a Hero's Molotov at a moved neighbour has its 1 and the modifier of a Leader beside him, no more."""
    bottle = {"b": WeaponType("gun-b", "b", "molotov", fp=1, range=1)}
    s = Scene(
        U("a", "hero", "C3", carries=["b"]), U("l", "leader 6-1-6", "C3"), U("x", "squad", "C4", "moved"), guns=bottle
    )
    tally = fire_tally(s.game, s.state, [Firer(0, (0,), False), Firer(1)], 0, s.loc("C3"), s.loc("C4"), 2)
    assert why(tally) == {"support_weapon": 1, "leader": 1}


def test_weapon_of_a_team_dies_with_it() -> None:
    """1.7#12: nothing is left to pick up where a Weapon Team was."""
    s = Scene(U("a", "squad 9-5-4-5", "C3"), U("x", "weapon_team 3-9-2-4", "C5"), FAR)
    s.fire("C3", "C5", "a", dice=("attack 6", "defence 1", "damage check 6"))
    assert (s.at("x"), s.state.weapons) == ("", ())


@pytest.mark.parametrize(("abilities", "code"), [((), "team_not_here"), (("enters_buildings",), "")])
def test_teams_that_enter_buildings(abilities: tuple[str, ...], code: str) -> None:
    """1.7#13: a gun stays out of Buildings unless its counter is one of the exceptions."""
    gun = U("a", "weapon_team 3-20-2-6", "C3", abilities=["covered_arc", *abilities])
    gun.type = replace(gun.type, to_hit=((10, 8, 6),), he=3)
    s = Scene(gun, FAR, hexes={"C4": "hc_building"})
    refusal = check_team_step(s.game, s.state, 0, s.loc("C3"), s.loc("C4"))
    assert (refusal is not None) is bool(code)


def test_mortar_on_a_roof() -> None:
    """10.6#9: Mortars are fired from a roof, not from the room below it."""
    board = {"hexes": {"C3": "lc_building"}, "buildings": [(("C3",), 1)], "rooftop": True}
    for at, code in (("C3/roof", ""), ("C3", "nobody_can_fire")):
        s = Scene(U("a", "squad 1-1-4-5", at, carries=["m"]), U("x", "squad", "C6"), guns=MORTAR, **board)
        s.do(Activate(at))
        assert s.code(Fire(at, "C6")) == code
