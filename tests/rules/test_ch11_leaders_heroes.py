"""11.1, 11.2: Leaders and Heroes."""

from __future__ import annotations

from copy import copy

import pytest

from helpers import MISS, Activate, AddFirer, Fire, Place, Rally, Scene, StepTo, U, why
from lnlt.core.flags import IN_TRENCHES, MOVING

FOE = U("x", "squad 0-0-4-5", "H8")


def test_leader_has_no_fire() -> None:
    """11.1#1: Morale, modifier and MF, but neither IFP nor range."""
    s = Scene(U("d", "leader 7-2-5", "C3"), FOE)
    t = s.game.types[s.unit("d").type]
    assert (t.morale, t.lm, t.mf, t.fp, t.range) == (7, 2, 5, 0, 0)


def test_modifier_on_rally() -> None:
    """11.1.1#5: it is subtracted from the rally rolls of the Shaken units with him."""
    s = Scene(U("a", "squad 1-5-4-5", "C3", "shaken"), U("d", "leader 6-2-6", "C3"), phase="rally")
    assert s.do(Rally("a"), dice=["rally 3 4"]).unit("a").good_order


def test_one_leader_per_attack() -> None:
    """11.1.1#8, 11.1.3#2: of two Leaders one adds his modifier, once for the attack and not per unit."""
    units = [U(i, "squad 2-5-4-5", "C3") for i in "abc"] + [U(i, "leader 6-1-6", "C3") for i in "de"]
    s = Scene(*units, U("x", "squad 1-1-4-5", "C6")).do(Activate("C3"), Fire("C3", "C6"))
    s.do(*(AddFirer(i) for i in "abcd"))
    assert s.code(AddFirer("e")) == "one_leader"
    s.do(*s.group("a")[1:], dice=("attack 1", "defence 6"))
    assert why(s.tally("fire", "x"))["leader"] == 1
    assert s.words("e") == set()


def test_one_leader_per_damage_check() -> None:
    """11.1.1#8: of two Leaders with a unit one helps its Damage Check."""
    units = (U("a", "squad 1-5-4-6", "C3"), U("d", "leader 9-1-6", "C3"), U("e", "leader 9-2-6", "C3"))
    s = Scene(*units, U("x", "squad 5-5-4-5", "C6"), impulse="de")
    s.fire("C6", "C3", "x", dice=("attack 1", "defence 1", "damage check 2", "damage check 2", "damage check 2"))
    assert why(s.tally("damage_check", "a")) == {"difference": 5, "leader": -2}


def reach(*units: U, first: str = "C3", **board: object) -> set[str]:
    """What may be named after the first hex."""
    s = Scene(*units, FOE, **board).do(Activate(first))  # type: ignore[arg-type]
    return {c.at for c in s.options() if isinstance(c, Activate)}


def test_leadership_range() -> None:
    """11.1.2#1: his range is one hex, for activation."""
    others = (U("a", "squad", "C4"), U("b", "squad", "C5"))
    assert reach(U("d", "leader", "C3"), *others) == {"C4"}


def test_shaken_leader_activates() -> None:
    """11.1.2#2: a Shaken Leader reaches his neighbours too."""
    assert reach(U("d", "leader", "C3", "shaken"), U("a", "squad", "C4")) == {"C4"}


def test_wounded_leader_activates_his_hex_only() -> None:
    """11.1.2#3: a wounded Leader reaches nobody next door."""
    assert reach(U("d", "leader", "C3", "wounded"), U("a", "squad", "C4")) == set()


def test_range_does_not_rally() -> None:
    """11.1.2#4: a Leader next door neither allows nor helps a rally attempt."""
    s = Scene(U("a", "squad", "C3", "shaken"), U("b", "hero", "C3"), U("d", "leader 6-2-6", "C4"), phase="rally")
    assert s.do(Rally("a"), dice=["rally 6 6"]).tally("rally", "a").items == ()


def test_marked_leader_does_not_activate_neighbours() -> None:
    """11.1.2#1: a Leader who has acted extends no activation of others."""
    assert reach(U("d", "leader", "C3", "moved"), U("b", "squad", "C3"), U("a", "squad", "C4")) == set()


def test_rally_with_a_hero() -> None:
    """11.2#5: units in a Hero's location, and on his floor only, may try to rally."""
    s = Scene(U("a", "squad", "C3", "shaken"), U("h", "hero", "C3"), phase="rally")
    assert s.code(Rally("a")) == ""
    house = {"hexes": {"C3": "hc_building"}, "buildings": [(("C3",), 2)]}
    s = Scene(
        U("a", "squad", "C3", "shaken"),
        U("b", "leader", "D1", "shaken"),
        U("h", "hero", "C3/upper"),
        phase="rally",
        **house,
    )
    assert s.code(Rally("a")) == "no_rallier"


def spawning(
    *others: U, target: U | None = None, dice: tuple[str, ...], size: tuple[int, int] = (8, 8), **more: object
) -> Scene:
    """A German attack of difference 5 on C3; the target is last in line for its check."""
    units = (target or U("a", "squad 1-5-4-6", "C3"), *others)
    s = Scene(*units, U("x", "squad 5-5-4-5", "C6"), U("y", "squad", "H8"), impulse="de", size=size, **more)  # type: ignore[arg-type]
    return s.fire("C6", "C3", "x", dice=("attack 1", "defence 1", *dice))


def test_two_heroes_at_most() -> None:
    """11.2#1, 11.2.1#6: with two Heroes in play no third is created, and nobody rolls for one."""
    s = spawning(U("h", "hero", "A1"), U("i", "hero", "B1"), dice=("damage check 1",))
    assert s.rolls("hero creation") == []
    s = spawning(U("h", "hero", "A1"), dice=("damage check 1", "hero creation 2", "hero=us-hero1"))
    assert "us-hero1-1" in s.state.ids


def test_hero_is_drawn_at_random() -> None:
    """11.2.1: the Hero is drawn from those of the nation who are not in play."""
    born = set()
    for pick in ("us-hero1", "us-hero2", "us-hero3"):
        s = spawning(dice=("damage check 1", "hero creation 2", f"hero={pick}"))
        born.add(s.game.types[s.state.units[-1].type].key)
    assert born == {"us-hero1", "us-hero2", "us-hero3"}


def test_hero_without_room_goes_next_door() -> None:
    """11.2.1#5: a Hero who does not fit goes to an adjacent hex without enemies, free and without a marker."""
    lead = (U("d", "leader 9-1-6", "C3"), U("e", "leader 9-1-6", "C3"), U("z", "squad 0-0-4-5", "C4"))
    checks = ("damage check 1", "damage check 1", "damage check 1", "hero creation 2", "hero=us-hero1")
    s = spawning(*lead, dice=checks)
    assert (s.asked, s.code(Place("us-hero1-1", "C4"))) == ("us", "enemy_there")
    assert s.code(Place("us-hero1-1", "C5")) == "not_adjacent"
    small = copy(s.game)
    small.__dict__["playable"] = s.game.playable - {s.loc("D3") >> 3}
    found = s.state.stack[-1].check(small, s.state, Place("us-hero1-1", "D3"))
    assert found is not None
    assert (found.rule, found.code) == ("22.0", "off_limits")
    s.do(Place("us-hero1-1", "D3"))
    assert (s.at("us-hero1-1"), s.words("us-hero1-1"), s.unit("us-hero1-1").mp) == ("D3", set(), 0)


TRENCHES = (("trench", "C3", 1), ("trench", "C4", 1), ("trench", "D4", 1))
CAVES = (("cave", "D5", 3, "D4"), ("cave", "D8", 3, "D7"))


def born_on_the_way(*leaders: U, to: str = "C4", markers: tuple[tuple[str, str, int], ...] = TRENCHES) -> Scene:
    """A Squad on its way from C3 is hit next door and spawns a Hero."""
    movers = " ".join(("a", *(u.id for u in leaders)))
    s = Scene(
        U("a", "squad 1-5-4-6", "C3"),
        *leaders,
        U("x", "squad 5-9-4-5", "C7"),
        U("y", "squad 0-0-4-5", "H8"),
        markers=markers,
    )
    s.move("C3", movers, to)
    shot = next(c for c in s.options() if type(c).__name__ == "OpFire")
    checks = ("damage check 1",) * len(leaders)
    return s.do(
        shot,
        *s.group("x"),
        dice=("attack 6", "defence 1", *checks, "damage check 1", "hero creation 2", "hero=us-hero1"),
    )


def test_hero_born_in_a_trench() -> None:
    """11.2.1#1, 21.6: a Hero of a Squad that goes from Trench to Trench is no moving target; over open ground he is."""
    assert born_on_the_way().unit("us-hero1-1").flags & IN_TRENCHES
    assert not born_on_the_way(markers=TRENCHES[:1]).unit("us-hero1-1").flags & IN_TRENCHES


@pytest.mark.parametrize(("to", "kept"), [("D4", True), ("B4", False)])
def test_hero_beside_a_trench(to: str, kept: bool) -> None:
    """11.2.1#5, 21.6: who finds no room is in the Trench if the next hex has one, and on open ground elsewhere."""
    s = born_on_the_way(U("d", "leader 12-1-6", "C3"), U("e", "leader 12-1-6", "C3")).do(Place("us-hero1-1", to))
    assert bool(s.unit("us-hero1-1").flags & IN_TRENCHES) is kept


def born_below(*inside: U, at: str = "D8/cave", word: str = "in_tunnel") -> Scene:
    """A Squad in a Cave is hit from D7 and spawns a Hero."""
    units = (U("a", "squad 1-5-4-6", at, "moved", *([word] if word else [])), *inside)
    s = Scene(*units, U("x", "squad 5-9-4-5", "D7"), U("y", "squad 0-0-4-5", "H8"), impulse="de", markers=CAVES)
    checks = ("damage check 1",) * len(inside)
    dice = ("attack 6", "defence 1", *checks, "damage check 1", "hero creation 2", "hero=us-hero1")
    return s.fire("D7", at, "x", dice=dice)


def test_hero_born_below_ground() -> None:
    """11.2.1#1, 10.7.1: a Hero has the In Tunnel marker of his parent, and none if it has none."""
    assert born_below().words("us-hero1-1") == {"moved", "in_tunnel"}
    assert born_below(word="").words("us-hero1-1") == {"moved"}


def test_hero_goes_on_below_ground() -> None:
    """11.2.1#5, 10.7.1: who finds no room in a Cave is In Tunnel in the next hex of it; outside he is not."""
    full = (U("d", "leader 12-1-6", "D8/cave"), U("e", "leader 12-1-6", "D8/cave"))
    below = born_below(*full, word="").do(Place("us-hero1-1", "D7/tunnel"))
    assert below.words("us-hero1-1") == {"moved", "in_tunnel"}
    above = born_below(*full).do(Place("us-hero1-1", "D8"))
    assert above.words("us-hero1-1") == {"moved"}


def moving_hero() -> Scene:
    """A full stack on the move is hit, its Squad spawns a Hero who does not fit."""
    units = (
        U("a", "squad 1-5-4-5", "C3"),
        U("d", "leader 9-1-6", "C3"),
        U("e", "leader 9-1-6", "C3"),
        U("b", "squad", "A1"),
    )
    s = Scene(*units, U("x", "squad 4-5-4-5", "C7"), U("y", "squad 0-0-4-5", "H8")).move("C3", "a d e", "C4")
    shot = next(c for c in s.options() if type(c).__name__ == "OpFire")
    checks = ("damage check 1", "damage check 1", "damage check 1", "hero creation 2", "hero=us-hero1")
    return s.do(shot, *s.group("x"), dice=("attack 1", "defence 1", *checks)).do(Place("us-hero1-1", "D4"))


def test_hero_placed_beside_a_move_is_no_longer_moving() -> None:
    """11.2.1#5: a Hero put next door is out of the move he was born in: when it is over he is not moving."""
    s = moving_hero()
    while s.asked == "us" and not s.frames.endswith("ImpulseAction"):
        s.do(next(c for c in s.options() if type(c).__name__ == "StopMove"))
    assert not s.unit("us-hero1-1").flags & MOVING


def test_surrounded_hero_leaves_nobody_without_options() -> None:
    """11.2.1#5: if there is no room anywhere around, the question is not asked without an answer."""
    ring = [U(f"z{i}", "squad 0-0-4-5", at) for i, at in enumerate(("C2", "D3", "D4", "C4", "B4", "B3"))]
    lead = (U("d", "leader 9-1-6", "C3"), U("e", "leader 9-1-6", "C3"))
    checks = ("damage check 1", "damage check 1", "damage check 1", "hero creation 2", "hero=us-hero1")
    s = spawning(*lead, *ring, dice=checks)
    assert s.options()


def test_hero_is_born_whole() -> None:
    """11.2.1#7: the Hero is neither wounded nor Shaken, whatever his MMC was."""
    s = spawning(
        target=U("a", "squad 1-5-4-6", "C3", "shaken"), dice=("damage check 1", "hero creation 6", "hero=us-hero1")
    )
    assert s.words("us-hero1-1") == set()


def test_hero_of_an_eliminated_unit() -> None:
    """11.2.1#8: he appears although his MMC does not survive the check."""
    s = spawning(target=U("a", "half_squad 1-4-4-2", "C3"), dice=("damage check 1", "hero creation 6", "hero=us-hero1"))
    assert (s.at("a"), s.at("us-hero1-1")) == ("", "C3")


def test_hero_may_go_on_alone() -> None:
    """11.2.1#4, 11.2.1#8: the Hero of a Squad eliminated on the move may go on."""
    s = Scene(U("a", "half_squad 1-4-4-2", "C3"), U("x", "squad 4-5-4-5", "C7"), FOE_2).move("C3", "a", "C4")
    shot = next(c for c in s.options() if type(c).__name__ == "OpFire")
    s.do(shot, *s.group("x"), dice=("attack 1", "defence 1", "damage check 1", "hero creation 2", "hero=us-hero1"))
    assert s.do(StepTo("C5")).at("us-hero1-1") == "C5"


FOE_2 = U("y", "squad 0-0-4-5", "H8")


@pytest.mark.parametrize("lead", ["h"])
def test_hero_leads_where_no_mmc_fires(lead: str) -> None:
    """11.2#2: alone or with a Leader a Hero fires his full IFP."""
    s = Scene(U("h", "hero 2-5-6-6", "C3"), U("d", "leader", "C3"), U("x", "squad 1-1-4-5", "C6"))
    s.do(Activate("C3"), Fire("C3", "C6"), AddFirer("h"), AddFirer("d"), *s.group(lead)[1:], dice=MISS)
    assert why(s.tally("fire", "x")) == {"ifp": 2, "leader": 1}
