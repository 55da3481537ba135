"""11.4, 11.6, 11.12: Snipers, Scouts and Marksmen in play."""

from __future__ import annotations

from armour_helpers import tank
from helpers import _COMMANDS, Activate, AddFirer, Done, Fire, Pass, PassWindow, Place, Scene, U, why
from lnlt import engine
from lnlt.core import events as ev
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.modifiers import defence_tally

FireAlone = _COMMANDS["FireAlone"]
SNIPER = "sniper 0-8-0-6"
MARKSMAN = "marksman 1-8-6-6"


def shot(s: Scene, target: str) -> ev.Resolved:
    """The fire outcome of the last commands for a target."""
    return s.resolved("fire", target)


def test_placing_activates_and_is_no_pass() -> None:
    """Placing a Sniper activates his hex and is no pass; he need not fire [11.4#2] [11.4#1]."""
    s = Scene(U("s", SNIPER, ""), U("x", "squad", "C6"), hexes={"C3": "forest"})
    assert s.at("s") == ""
    s.do(Place("s", "C3"))
    assert s.at("s") == "C3"
    assert FireAlone("s", "C6") in s.options()
    s.do(Done())
    assert s.state.passes == 0
    assert s.words("s") == set()
    assert s.asked == "de"


def test_sniper_never_moves() -> None:
    """A Sniper on the board has no movement [11.4#7]."""
    s = Scene(U("s", SNIPER, "C3"), U("x", "squad", "C6"), hexes={"C3": "forest"}).do(Activate("C3"))
    assert not [c for c in s.options() if type(c).__name__ == "BeginMove"]


def test_unplaced_sniper_keeps_the_phase_going() -> None:
    """The Operations Phase goes on while a Sniper waits, although everybody has acted [11.4#17]."""
    s = Scene(
        U("s", SNIPER, ""), U("a", "squad", "A1", "moved"), U("x", "squad", "C6", "fired"), hexes={"C3": "forest"}
    )
    assert s.state.phase == "operations"
    assert s.asked == "us"
    assert Pass() in s.options()
    assert Place("s", "C3") in s.options()


def test_scenario_limits_the_place() -> None:
    """Outside his area a Sniper is refused [11.4#6]."""
    s = Scene(U("s", SNIPER, "", area=["C3"]), U("x", "squad", "C6"), hexes={"C3": "forest", "D3": "forest"})
    assert s.code(Place("s", "D3")) == "outside_area"
    assert s.code(Place("s", "C3")) == ""


def test_two_dice_and_one_target() -> None:
    """He rolls 2d6 and attacks one of three units, two faces each [11.4#8] [11.4#9]."""
    s = Scene(U("s", SNIPER, "C3"), *(U(n, "squad 1-5-4-5", "C6") for n in "xyz"))
    s.do(Activate("C3"), FireAlone("s", "C6"), dice=["random 5", "attack 6 5", "defence 1", "damage check 3"])
    assert s.game.types[s.unit("z").type].kind == "half_squad"
    assert s.words("x") == s.words("y") == set()
    assert s.rolls("attack") == [(6, 5)]
    assert s.words("s") == {"fired"}


def test_unused_faces_are_rolled_again() -> None:
    """Among four units 5 and 6 are rolled again [11.4#9]."""
    units = [U(n, "half_squad 1-4-4-5", "C6") for n in ("w1", "w2", "w3", "w4")]
    for u in units:
        u.side = "de"
        u.type = u.type.__class__(**{f: getattr(u.type, f) for f in u.type.__struct_fields__} | {"nation": "de"})
    s = Scene(U("s", SNIPER, "C3"), *units)
    s.do(Activate("C3"), FireAlone("s", "C6"), dice=["random 6", "random 2", "attack 1 1", "defence 6"])
    assert s.resolved("fire", "w2").outcome == "none"


def test_no_printed_range_is_no_limit() -> None:
    """A Sniper without a printed range reaches any hex he sees [11.4#8]."""
    s = Scene(U("s", "sniper 0-0-0-6", "A1"), U("x", "squad", "A15"), size=(4, 16)).do(Activate("A1"))
    assert FireAlone("s", "A15") in s.options()


def test_leader_may_aid_a_sniper_but_not_a_marksman() -> None:
    """A Leader adds his modifier to a Sniper's attack, never to a Marksman's [11.12#2] [11.1.3#1]."""
    s = Scene(U("l", "leader 6-2-6", "C3"), U("s", SNIPER, "C3"), U("x", "squad", "C6")).do(Activate("C3"))
    assert FireAlone("s", "C6", "l") in s.options()
    s.do(FireAlone("s", "C6", "l"), dice=["attack 1 1", "defence 6"])
    assert why(s.tally("fire", "x"))["leader"] == 2
    assert s.words("l") == {"fired"}
    s = Scene(U("l", "leader 6-2-6", "C3"), U("m", MARKSMAN, "C3"), U("x", "squad", "C6")).do(Activate("C3"))
    assert s.code(FireAlone("m", "C6", "l")) == "cannot_aid"


def test_they_fire_apart_from_the_group() -> None:
    """They join no group, but fire in the same impulse at the same hex [11.4#14] [11.12#3] [5.2#10]."""
    s = Scene(
        U("a", "squad", "C3"),
        U("m", MARKSMAN, "C3"),
        U("s", SNIPER, "C3"),
        U("x", "squad", "C6"),
        U("y", "squad", "D6"),
    )
    s.do(Activate("C3"), Fire("C3", "C6"))
    assert s.code(AddFirer("m")) == s.code(AddFirer("s")) == "fires_alone"
    s.do(AddFirer("a"), _COMMANDS["OpenFire"]("a"), dice=["attack 1", "defence 6"])
    assert s.code(FireAlone("m", "D6")) == "same_target"
    s.do(FireAlone("m", "C6"), dice=["attack 1 1", "defence 6"])
    s.do(FireAlone("s", "C6"), dice=["attack 1 1", "defence 6"])
    assert s.words("m") == s.words("s") == {"fired"}


def test_marksman_attack_and_cover() -> None:
    """A Marksman rolls 2d6 with his firepower against one unit, has no doubled cover and carries no weapon
    [11.12#1] [11.12#4] [11.12#7]."""
    from lnlt.rules.ch05_fire.modifiers import defence_tally
    from lnlt.rules.facts.weapons import carries

    s = Scene(U("m", MARKSMAN, "C3"), U("x", "squad 1-5-4-5", "C6"), U("y", "squad", "C6"), hexes={"C3": "forest"})
    s.do(Activate("C3"), FireAlone("m", "C6"), dice=["random 1", "attack 3 3", "defence 2", "damage check 6"])
    assert s.tally("fire", "x").total == 1
    assert s.words("y") == set()
    assert defence_tally(s.game, s.state, s.loc("C3"), s.loc("C6"), s.number("m")).total == 2
    assert carries("marksman") == carries("sniper") == 0


def test_shaken_sniper_does_not_fire_wounded_one_does() -> None:
    """A Shaken Sniper is refused; a wounded one in Good Order fires as before [11.4#15] [5.1#17] [5.1#32]."""
    s = Scene(U("s", SNIPER, "C3", "shaken"), U("t", SNIPER, "D3", "wounded"), U("x", "squad", "C6"))
    s.do(Activate("C3"))
    assert s.code(FireAlone("s", "C6")) == "shaken"
    s = Scene(U("t", SNIPER, "D3", "wounded"), U("x", "squad", "C6")).do(Activate("D3"))
    s.do(FireAlone("t", "C6"), dice=["attack 2 2", "defence 6"])
    assert s.tally("fire", "x").total == 0


def test_cover_is_doubled_after_the_cap() -> None:
    """Cover is capped at 4, then doubled to 8 [11.4#10] [5.5#2]."""
    from lnlt.rules.ch05_fire.modifiers import defence_tally

    s = Scene(
        U("x", SNIPER, "C3"),
        U("a", "squad", "C6"),
        hexes={"C3": "forest"},
        markers=[("rubble", "C3", 1), ("smoke", "C3", 1)],
    )
    assert defence_tally(s.game, s.state, s.loc("C3"), s.loc("C6"), s.number("x")).total == 8


def test_cover_is_doubled_beside_a_vehicle() -> None:
    """A vehicle beside him does not cost a Sniper his doubled cover, a man does [11.4#10] [Q-043]."""
    for mate, doubled in ((tank("y", "C3"), True), (U("y", "medic", "C3"), False)):
        s = Scene(U("a", "squad 2-8-4-6", "C6"), U("x", SNIPER, "C3"), mate, hexes={"C3": "light_woods"})
        whys = [m.why for m in defence_tally(s.game, s.state, s.loc("C3"), s.loc("C6"), s.number("x")).mods]
        assert ("sniper_alone" in whys) is doubled


def test_placed_in_a_window_he_must_fire() -> None:
    """Placed against movers he can only fire at them; his hex has used one of the attacks [11.4#3]."""
    s = Scene(U("s", SNIPER, ""), U("x", "squad", "C6"), hexes={"C2": "forest"}, impulse="de")
    s.move("C6", "x", "C5")
    assert s.asked == "us"
    assert Place("s", "C2") in s.options()
    s.do(Place("s", "C2"))
    assert {type(c).__name__ for c in s.options()} == {"FireAlone"}
    assert isinstance(engine.submit(s.game, s.state, PassWindow()), Refusal)
    s.do(FireAlone("s", "C5"), dice=["attack 1 1", "defence 6"])
    assert s.words("s") == {"fired"}
    assert s.asked == "de"


def test_scout_keeps_his_fire_after_stealth() -> None:
    """A Scout can move by Stealth, also with fire, with a weapon if he fires it alone [11.6#1] [11.6#3] [11.6#4]."""
    from lnlt.rules.ch05_fire.firepower import Firer
    from lnlt.rules.ch05_fire.modifiers import fire_tally
    from lnlt.rules.ch06_movement.steps import has_scout
    from lnlt.rules.facts.movement_modes import check_capable

    s = Scene(
        U("s", "scout 1-4-6-6", "C3", "assault_move", "stealth"),
        U("t", "scout 1-4-6-6", "C3", "assault_move", "stealth", carries=["g"]),
        U("x", "squad", "C6"),
        guns={"g": (2, 6)},
    )
    one, two, origin, at = s.number("s"), s.number("t"), s.loc("C3"), s.loc("C6")
    assert "assault_move" not in why(fire_tally(s.game, s.state, [Firer(one)], one, origin, at))
    gun = s.unit("t").carries
    assert "assault_move" not in why(fire_tally(s.game, s.state, [Firer(two, gun)], two, origin, at))
    both = [Firer(one, gun), Firer(two, gun)]
    assert why(fire_tally(s.game, s.state, both, two, origin, at))["assault_move"] == -2
    fresh = Scene(U("s", "scout 1-4-6-6", "C3"), U("x", "squad", "C6"))
    for mode in ("stealth", "stealth_assault"):
        assert check_capable(fresh.game, fresh.state, fresh.number("s"), mode) is None
    assert has_scout(s.game, s.state, [one])
    assert has_scout(s.game, s.state, [two])
    assert not has_scout(s.game, s.state, [s.number("x")])


def test_scout_leads_through_the_woods() -> None:
    """Units that move with a Scout pay one point for woods [11.6#6]."""
    from lnlt.rules.ch06_movement.costs import unit_cost

    s = Scene(U("s", "scout 1-4-6-6", "C3"), U("a", "squad", "C3"), U("x", "squad", "H8"), hexes={"C4": "forest"})
    a, frm, to = s.number("a"), s.loc("C3"), s.loc("C4")
    assert unit_cost(s.game, s.state, a, frm, to) == 4
    assert unit_cost(s.game, s.state, a, frm, to, True) == 2


def test_placed_upstairs_over_the_enemy() -> None:
    """A Sniper may be placed on one floor of a Building while enemies are on the other, not beside them [10.4.1#6]."""
    s = Scene(
        U("s", SNIPER, ""),
        U("a", "squad", "A1"),
        U("x", "squad", "C3"),
        hexes={"C3": "hc_building", "C4": "hc_building", "C5": "hc_building"},
        buildings=[(("C3", "C4", "C5"), 2)],
    )
    assert s.code(Place("s", "C3/upper")) == ""
    assert s.code(Place("s", "C3")) != ""
