"""5.0, 5.0.1, 5.2, 5.4, 5.5, 5.6: who fires at what, firepower, modifiers, groups."""

from __future__ import annotations

import pytest

from helpers import MISS, Activate, AddFirer, Done, Fire, FireAlone, OpenFire, Pass, Scene, U, why

pytestmark = pytest.mark.usefixtures("either_seat")

TARGET = "squad 1-1-4-5"


def duel(
    firer: U | None = None, target: U | None = None, *more: U, dice: tuple[str, ...] = MISS, **board: object
) -> Scene:
    """One squad in C3 fires at one squad in C6, three hexes off."""
    one, two = firer or U("a", "squad 2-5-4-6", "C3"), target or U("x", TARGET, "C6")
    s = Scene(one, two, *more, **board)  # type: ignore[arg-type]
    return s.fire(one.at, two.at, "a", dice=dice)


def target_code(s: Scene, origin: str, at: str) -> str:
    """Code of the refusal of fire from a named hex."""
    return s.do(Activate(origin)).code(Fire(origin, at))


def test_range() -> None:
    """5.0#1, 5.4#3: the target must be within range; without a boxed range there is nothing beyond it."""
    assert target_code(Scene(U("a", "squad 2-3-4-6", "C3"), U("x", TARGET, "C6")), "C3", "C6") == ""
    assert target_code(Scene(U("a", "squad 2-3-4-6", "C3"), U("x", TARGET, "C7")), "C3", "C7") == "nobody_can_fire"


def test_every_weapon_needs_range() -> None:
    """5.0#1: a weapon that does not reach is not fired along."""
    s = Scene(U("a", "squad 2-5-4-6", "C3", carries=["g"]), U("x", TARGET, "C6"), guns={"g": (1, 2)})
    s.do(Activate("C3"), Fire("C3", "C6"))
    assert s.options() == [AddFirer("a")]


def test_line_of_sight() -> None:
    """5.0#2: a blocked line forbids fire."""
    s = Scene(U("a", "squad", "C3"), U("x", TARGET, "C6"), hexes={"C4": "forest"})
    assert target_code(s, "C3", "C6") == "no_line_of_sight"


def test_target_must_be_spotted() -> None:
    """5.0#3, 10.1#1: fire at a location needs it to be spotted."""
    units = (U("a", "squad", "C3"), U("x", TARGET, "C6"))
    assert target_code(Scene(*units, hexes={"C6": "forest"}), "C3", "C6") == "not_spotted"
    spotted = Scene(*units, hexes={"C6": "forest"}, markers=[("spotted", "C6", 1)])
    assert target_code(spotted, "C3", "C6") == ""


@pytest.mark.parametrize(("at", "far"), [("C4", 1), ("C6", 3), ("D3", 1), ("E2", 2), ("G5", 4)])
def test_counting_range(at: str, far: int) -> None:
    """5.0#4: the target's hex counts, the firer's does not."""
    s = Scene(U("a", "squad", "C3"), U("x", TARGET, at))
    assert s.game.distance(s.loc("C3") >> 3, s.loc(at) >> 3) == far


def test_fire_past_units() -> None:
    """5.0#5: friends and enemies between do not matter."""
    s = duel(None, None, U("b", "squad", "C4"), U("y", TARGET, "C5"))
    assert why(s.tally("fire", "x")) == {"ifp": 2}


def test_no_fire_at_melee() -> None:
    """5.0#6: a location under a Melee marker or with friends in it is no target."""
    s = Scene(U("a", "squad", "C3"), U("x", TARGET, "C6", "melee"), U("y", TARGET, "D6"))
    assert target_code(s, "C3", "C6") != ""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C6"), U("x", TARGET, "C6"), U("y", TARGET, "D6"))
    assert target_code(s, "C3", "C6") == "melee_there"


def test_order_of_the_sum() -> None:
    """5.0#7, 5.2#3, 5.2#8: halves of further units are summed, rounded up once, then the stack modifiers follow."""
    units = [U(i, "squad 1-5-4-5", "C3") for i in "abc"]
    s = Scene(*units, U("d", "leader 6-1-6", "C3"), U("x", TARGET, "C4")).fire(
        "C3", "C4", "a", "b", "c", "d", dice=MISS
    )
    tally = s.tally("fire", "x")
    assert [m.value for m in tally.base] == [1, 0.5, 0.5]
    assert (tally.sum, tally.total) == (2, 2 + 1 + 2)


def test_opposed_dice() -> None:
    """5.0#8, 5.0#10: 1d6 plus firepower against 1d6 plus cover; the difference is added to the Damage Check."""
    hexes = {"C6": "forest"}
    s = duel(dice=("attack 6", "defence 2", "damage check 2"), hexes=hexes, markers=[("spotted", "C6", 1)])
    assert (s.tally("fire", "x").total, s.tally("fire", "x", 1).total) == (2, 2)
    assert s.tally("damage_check", "x").total == 8 - 4


@pytest.mark.parametrize("defence", [3, 4, 6])
def test_ties_do_nothing(defence: int) -> None:
    """5.0#9: an attack that is not higher than the defence has no effect."""
    s = duel(dice=("attack 1", f"defence {defence}"))
    assert (s.resolved("fire", "x").outcome, s.words("x")) == ("none", set())


def test_every_unit_checks() -> None:
    """5.0#10, 5.0#11: one attack die and one defence die, but every target has its own check."""
    dice = ("attack 6", "defence 1", "damage check 2", "damage check 3")
    s = duel(None, None, U("y", "squad 1-1-4-6", "C6"), dice=dice)
    assert (len(s.rolls("attack")), len(s.rolls("defence")), len(s.rolls("damage check"))) == (1, 1, 2)


def test_targets_have_their_own_modifiers() -> None:
    """5.0#11: one target counts as moving, the other does not, with the same dice."""
    s = duel(None, U("x", TARGET, "C6", "moved"), U("y", TARGET, "C6"))
    assert (s.tally("fire", "x").total, s.tally("fire", "y").total) == (3, 2)


def test_leader_helps_damage_checks() -> None:
    """5.0#12, 11.1.1#4: he subtracts his modifier from the checks of the others with him, not from his own."""
    dice = ("attack 6", "defence 1", "damage check 2", "damage check 2")
    s = duel(None, None, U("y", "leader 9-2-6", "C6"), dice=dice)
    assert why(s.tally("damage_check", "x")) == {"difference": 7, "leader": -2}
    assert why(s.tally("damage_check", "y")) == {"difference": 7}


def test_leader_of_another_badge_does_not_help() -> None:
    """5.0#12: his badge must be theirs."""
    dice = ("attack 6", "defence 1", "damage check 2", "damage check 2")
    s = duel(None, U("x", TARGET, "C6", badge="A"), U("y", "leader 9-2-6", "C6", badge="B"), dice=dice)
    assert why(s.tally("damage_check", "x")) == {"difference": 7}


def test_leaders_check_first() -> None:
    """5.0#13: the Leader rolls first; if he is Shaken by it he helps nobody."""
    dice = ("attack 6", "defence 1", "damage check 6", "damage check 2")
    s = duel(None, None, U("y", "leader 7-2-6", "C6"), dice=dice)
    assert s.words("y") == {"shaken"}
    assert why(s.tally("damage_check", "x")) == {"difference": 7}


def test_adjacent() -> None:
    """5.0#15: an adjacent target adds 2, one two hexes off does not."""
    assert why(duel(None, U("x", TARGET, "C4")).tally("fire", "x")) == {"ifp": 2, "adjacent": 2}
    assert why(duel(None, U("x", TARGET, "C5")).tally("fire", "x")) == {"ifp": 2}


@pytest.mark.parametrize("marker", ["moved", "assault_move"])
def test_moved_target(marker: str) -> None:
    """5.0#16, 6.0#6: a Leg target under Moved or Assault Move adds 1."""
    assert why(duel(None, U("x", TARGET, "C6", marker)).tally("fire", "x")) == {"ifp": 2, "moving": 1}


def test_degrading_hexes() -> None:
    """5.0#17, 10.1#9: each degrading hex on the line subtracts 1; open ground behind it is spotted all the same."""
    one = duel(hexes={"C4": "light_woods"})
    assert why(one.tally("fire", "x")) == {"ifp": 2, "degrading_hex": -1}
    two = duel(hexes={"C4": "light_woods", "C5": "light_woods"})
    assert why(two.tally("fire", "x")) == {"ifp": 2, "degrading_hex": -2}
    three = Scene(U("a", "squad", "C3"), U("x", TARGET, "C7"), hexes=dict.fromkeys(("C4", "C5", "C6"), "light_woods"))
    assert target_code(three, "C3", "C7") == "no_line_of_sight"


def test_between_two_structures() -> None:
    """5.0#18: a line between two separate adjacent buildings subtracts 2."""
    hexes = {"D3": "lc_building", "D4": "lc_building"}
    s = duel(None, U("x", TARGET, "E3"), hexes=hexes, buildings=[(("D3",), 1), (("D4",), 1)])
    assert why(s.tally("fire", "x")) == {"ifp": 2, "limited": -2}


@pytest.mark.parametrize(("terrain", "bonus"), [("clear", 1), ("low_crops", 0), ("brush", 0)])
def test_terrain_hides_movement(terrain: str, bonus: int) -> None:
    """5.0#19: some terrain cancels the 1 for a moving target."""
    s = duel(None, U("x", TARGET, "C6", "moved"), hexes={"C6": terrain})
    assert why(s.tally("fire", "x")).get("moving", 0) == bonus


def test_wall_at_the_target() -> None:
    """5.0#20: a Wall adds to the defence if the line touches that side of the target's hex, else not."""
    assert duel(sides=[("C6", "C5", "wall")]).tally("fire", "x", 1).total == 1
    assert duel(sides=[("C6", "C7", "wall")]).tally("fire", "x", 1).total == 0


def test_uphill() -> None:
    """5.0#21: a target on a Hill adds 1 against fire from below, not from its own level."""
    hill = {"C6": ("hill", 1)}
    assert why(duel(hexes=hill).tally("fire", "x", 1)) == {"hill": 1}
    level = {f"C{r}": ("hill", 1) for r in range(3, 7)}
    assert duel(hexes=level).tally("fire", "x", 1).total == 0


def test_leader_aids_fire() -> None:
    """5.0.1#1, 5.0.1#5, 11.1.1#2, 11.1.3#4: an unmarked Leader adds his modifier and is marked Fired."""
    s = Scene(U("a", "squad 2-5-4-6", "C3"), U("d", "leader 6-2-6", "C3"), U("x", TARGET, "C6"))
    s.fire("C3", "C6", "a", "d", dice=MISS)
    assert (why(s.tally("fire", "x")), s.words("d")) == ({"ifp": 2, "leader": 2}, {"fired"})


@pytest.mark.parametrize("marker", ["moved", "low_crawl", "fired", "ops_complete", "shaken"])
def test_marked_leader_does_not_aid(marker: str) -> None:
    """5.0.1#1, 11.1.3#1, 11.1.1#1, 5.1#15: a marked or Shaken Leader cannot join the fire."""
    s = Scene(U("a", "squad", "C3"), U("d", "leader", "C3", marker), U("x", TARGET, "C6"))
    assert s.do(Activate("C3"), Fire("C3", "C6")).code(AddFirer("d")) in ("has_acted", "shaken")


def test_leader_aids_his_badge_only() -> None:
    """5.0.1#1, 11.1.3#1: fire of another badge gets no modifier from him."""
    s = Scene(U("a", "squad", "C3", badge="A"), U("d", "leader", "C3", badge="B"), U("x", TARGET, "C6"))
    s.do(Activate("C3"), Fire("C3", "C6"), AddFirer("a"))
    if s.code(AddFirer("d")) == "":
        s.do(AddFirer("d"))
    s.do(OpenFire("a"), dice=MISS)
    assert "leader" not in why(s.tally("fire", "x"))


def test_leader_aids_a_weapon_team() -> None:
    """5.0.1#2: a Weapon Team on the Direct Fire Table fires its firepower, and the modifier is added."""
    s = Scene(U("w", "weapon_team 3-9-2-6", "C3"), U("y", "squad 1-1-4-5", "C6"), U("d", "leader", "C3"))
    s.do(Activate("C3"), FireAlone("w", "C6", "d"), dice=MISS)
    assert s.tally("fire", "y").total == 3 + 1
    assert s.words("d") == {"fired"}


def test_leader_with_a_weapon_aids_nobody() -> None:
    """5.0.1#4, 11.1.3#7: he fires the weapon or gives his modifier, never both."""
    units = (U("a", "squad 2-5-4-6", "C3"), U("d", "leader", "C3", carries=["g"]), U("x", TARGET, "C6"))
    weapon = Scene(*units, guns={"g": (2, 9)}).fire("C3", "C6", "a", ("d", "g"), dice=MISS)
    assert why(weapon.tally("fire", "x")) == {"lead": 2, "support_weapon_one_man": 1}
    modifier = Scene(*units, guns={"g": (2, 9)}).fire("C3", "C6", "a", "d", dice=MISS)
    assert why(modifier.tally("fire", "x")) == {"ifp": 2, "leader": 1}


def test_leader_cannot_fire_alone() -> None:
    """5.2#2, 11.1#1: a Leader without a weapon has no fire of his own."""
    s = Scene(U("d", "leader", "C3"), U("x", TARGET, "C6"))
    assert target_code(s, "C3", "C6") == "nobody_can_fire"


def test_one_hex_one_target() -> None:
    """5.2#1: only units of the firing hex join, whatever other hexes are activated."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "D3"), U("d", "leader", "C3"), U("x", TARGET, "C6"))
    s.do(Activate("C3"), Activate("D3"), Fire("C3", "C6"))
    assert s.code(AddFirer("b")) == "not_here"


def stack(*units: U, lead: str) -> dict[str, float]:
    """Modifiers of an attack by all the given units."""
    s = Scene(*units, U("x", TARGET, "C6")).fire("C3", "C6", *(u.id for u in units), lead=lead, dice=MISS)
    return why(s.tally("fire", "x"))


def test_lead_and_further_units() -> None:
    """5.2#2, 5.2#3: the lead fires fully, every further MMC half; the owner picks the lead."""
    a, b = U("a", "squad 2-5-4-6", "C3"), U("b", "squad 1-5-4-5", "C3")
    assert stack(a, b, lead="a") == {"lead": 2, "further_unit": 0.5}
    assert stack(a, b, lead="b") == {"lead": 1, "further_unit": 1}


def test_hero_in_a_group() -> None:
    """5.2#4, 11.2#2: a Hero adds his full firepower, and an MMC leads."""
    a, h = U("a", "squad 2-5-4-6", "C3"), U("h", "hero 2-4-6-6", "C3")
    assert stack(a, h, lead="a") == {"lead": 2, "hero": 2}
    s = Scene(a, h, U("x", TARGET, "C6")).do(Activate("C3"), Fire("C3", "C6"), AddFirer("a"), AddFirer("h"))
    assert s.code(OpenFire("h")) == "mmc_leads"


def test_zero_firepower_unit() -> None:
    """5.2#5: a further unit with IFP 0 adds nothing, but its weapon counts."""
    s = Scene(
        U("a", "squad 2-5-4-6", "C3"),
        U("b", "squad 0-5-4-5", "C3", carries=["g"]),
        U("x", TARGET, "C6"),
        guns={"g": (1, 6)},
    ).fire("C3", "C6", "a", ("b", "g"), dice=MISS)
    assert s.tally("fire", "x").total == 3


def test_weapons_add_fully() -> None:
    """5.2#6: a machine-gun of a further Squad is not halved."""
    s = Scene(
        U("a", "squad 2-5-4-6", "C3"),
        U("b", "squad 2-5-4-5", "C3", carries=["g"]),
        U("x", TARGET, "C6"),
        guns={"g": (2, 9)},
    ).fire("C3", "C6", "a", ("b", "g"), dice=MISS)
    assert why(s.tally("fire", "x")) == {"lead": 2, "further_unit": 1, "support_weapon": 2}


def test_who_may_wait() -> None:
    """5.2#12: a Weapon Team may fire in a later impulse than its hex, a weapon not without its owner, who has fired."""
    s = Scene(
        U("a", "squad", "C3", carries=["g"]),
        U("w", "weapon_team", "C3"),
        U("x", TARGET, "C6"),
        U("y", TARGET, "H8"),
        guns={"g": (1, 6)},
    ).fire("C3", "C6", "a", dice=MISS)
    s.do(Done(), Pass(), Activate("C3"))
    assert s.code(Fire("C3", "C6")) == "nobody_can_fire"
    assert s.code(FireAlone("w", "C6")) == ""


def test_order_of_building_a_group() -> None:
    """5.2#1: a group is built in ascending order, so that each set is offered once."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), U("x", TARGET, "C6"))
    s.do(Activate("C3"), Fire("C3", "C6"), AddFirer("b"))
    assert s.code(AddFirer("a")) == "in_order"
    assert s.options() == [OpenFire("b")]


def test_extended_range() -> None:
    """5.4#1, 5.4#2: a boxed range reaches twice as far, at half IFP."""
    boxed = U("a", "squad 2-2-4-5", "C3", abilities=["extended_range"])
    assert why(duel(boxed, U("x", TARGET, "C7")).tally("fire", "x")) == {"ifp_extended": 1}
    assert why(duel(boxed, U("x", TARGET, "C5")).tally("fire", "x")) == {"ifp": 2}
    assert target_code(Scene(boxed, U("x", TARGET, "C8")), "C3", "C8") == "nobody_can_fire"


def test_extended_range_of_a_further_unit() -> None:
    """5.4#2: beyond range a further unit is halved twice, before the sum is rounded."""
    a, b = (U(i, "squad 2-2-4-5", "C3", abilities=["extended_range"]) for i in "ab")
    s = Scene(a, b, U("x", TARGET, "C6")).fire("C3", "C6", "a", "b", dice=MISS)
    assert [m.value for m in s.tally("fire", "x").base] == [1, 0.5]


def test_cap() -> None:
    """5.5#1: cover adds up, and counts as 4 at most."""
    markers = [("wreck", "C6", 1), ("spotted", "C6", 1)]
    s = duel(hexes={"C6": "forest"}, sides=[("C6", "C5", "wall")], markers=markers)
    assert (sum(m.value for m in s.tally("fire", "x", 1).mods if m.value > 0), s.tally("fire", "x", 1).total) == (5, 4)


def test_assaulters() -> None:
    """5.6#1, 5.6#2: a stack with Assaulters adds 3 once when adjacent, and nothing farther off."""
    a = U("a", "squad 1-6-4-5", "C3", abilities=["assaulter"])
    b, c = U("b", "squad 1-6-4-5", "C3", abilities=["assaulter"]), U("c", "squad 1-6-4-5", "C3")
    s = Scene(a, b, c, U("x", TARGET, "C4")).fire("C3", "C4", "a", "b", "c", dice=MISS)
    assert why(s.tally("fire", "x")) == {"lead": 1, "further_unit": 1, "adjacent_assaulter": 3}
    assert why(duel(a).tally("fire", "x")) == {"ifp": 1}
