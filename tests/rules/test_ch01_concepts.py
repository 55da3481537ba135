"""1.0: stacking, morale, Morale Checks, Support Weapons."""

from __future__ import annotations

import pytest

from helpers import (
    MISS,
    Activate,
    AddFirer,
    AddMover,
    BeginMove,
    Drop,
    Fire,
    Rally,
    Scene,
    StepTo,
    U,
    why,
)
from lnlt.core.view import view
from lnlt.rules.facts.stacking import check_stacking, size
from lnlt.rules.facts.weapons import carries

ELIGIBLE = ("leader", "hero", "scout", "commissar", "political_officer", "advisor")
BARRED = ("medic", "corpsman", "sniper", "armor_leader", "chaplain", "nurse", "piper", "marksman")


def entering(*inside: U, mover: str = "squad") -> str:
    """Refusal of a step into C4, where the given units stand."""
    s = Scene(*inside, U("m", mover, "C3"))
    return s.do(Activate("C3"), BeginMove("C3"), AddMover("m")).code(StepTo("C4"))


def squads(count: int, at: str = "C4", ids: str = "abcd") -> list[U]:
    """So many squads in a hex."""
    return [U(i, "squad", at) for i in ids[:count]]


def test_three_squads_fit() -> None:
    """1.3#1: a third Squad may enter, a fourth may not."""
    assert entering(*squads(2)) == ""
    assert entering(*squads(3)) == "too_many_squads"


def test_two_single_men_fit() -> None:
    """1.3#2: a second SMC may enter, a third may not, whatever the kinds."""
    assert entering(U("a", "leader", "C4"), mover="hero") == ""
    assert entering(U("a", "leader", "C4"), U("b", "hero", "C4"), mover="leader") == "too_many_smcs"


def test_weapon_team_counts_as_squad() -> None:
    """1.3#4: with two Squads and a Weapon Team a location is full."""
    assert entering(*squads(2), mover="weapon_team") == ""
    assert entering(*squads(2), U("w", "weapon_team", "C4"), mover="half_squad") == "too_many_squads"


@pytest.mark.parametrize("pair", [("half_squad", "half_squad"), ("crew", "crew"), ("half_squad", "crew")])
def test_two_half_squads_count_as_squad(pair: tuple[str, str]) -> None:
    """1.3#5: two Half-Squads, two Crews or one of each take the room of one Squad."""
    inside = [*squads(2), U("h", pair[0], "C4")]
    assert entering(*inside, mover=pair[1]) == ""
    assert entering(*inside, U("k", pair[1], "C4"), mover="half_squad") == "too_many_squads"
    assert entering(*inside, mover="squad") == "too_many_squads"


def test_no_passing_through_a_full_hex() -> None:
    """1.3#12: movers with points to spare may not even pass through where they do not fit."""
    s = Scene(*squads(3), U("m", "squad", "C2"))
    s.move("C2", "m", "C3")
    assert s.unit("m").mp == 2
    assert s.code(StepTo("C4")) == "too_many_squads"
    assert s.code(StepTo("D4")) == ""


def test_limit_holds_for_new_heroes_too() -> None:
    """1.3#15: the limit holds at every moment: a Hero who does not fit must go elsewhere at once."""
    s = Scene(
        U("a", "squad", "C3"),
        U("b", "leader", "C3"),
        U("c", "leader", "C3"),
        U("x", "squad 5-5-4-5", "C5"),
        impulse="de",
    )
    dice = (
        "attack 6",
        "defence 1",
        "damage check 1",
        "damage check 1",
        "damage check 1",
        "hero creation 2",
        "hero=us-hero1",
    )
    s.fire("C5", "C3", "x", dice=dice)
    assert s.frames.endswith("PlaceHero")


def test_stacks_are_open() -> None:
    """1.3#16: each player's view shows every unit of every stack."""
    s = Scene(*squads(3), U("x", "squad", "F6"), U("y", "leader", "F6"))
    for side in (0, 1):
        assert view(s.state, side).units == s.state.units


def test_each_side_counts_alone() -> None:
    """1.3#17: three enemy Squads in a location use up nothing of a side's own limit."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C4"), U("y", "squad", "C4"), U("z", "squad", "C4"))
    assert check_stacking(s.game, s.state, 0, s.loc("C4"), (s.number("a"),)) is None
    assert check_stacking(s.game, s.state, 1, s.loc("C4"), (s.number("a"),)) is not None


def test_floors_have_their_own_limit() -> None:
    """1.3#18: three Squads on the ground floor leave the upper floor free, and the other way round."""
    house = {"C4": "hc_building", "C5": "hc_building"}
    s = Scene(*squads(3), U("d", "squad", "C4/upper"), hexes=house, buildings=[(("C4", "C5"), 2)])
    assert check_stacking(s.game, s.state, 0, s.loc("C4/upper"), (s.number("a"), s.number("b"))) is None
    s.do(Activate("C4/upper"), BeginMove("C4/upper"), AddMover("d"))
    assert s.code(StepTo("C4")) == "too_many_squads"


def test_terrain_may_lower_the_limit() -> None:
    """1.3#19: where the chart gives a smaller limit, movers together may not exceed it, even in an empty hex."""
    s = Scene(*squads(3, "C3"), hexes={"C4": "heavy_jungle"})
    assert s.game.board.terrain[s.game.board.index["C4"]].stacking == 2
    s.do(Activate("C3"), BeginMove("C3"), AddMover("a"), AddMover("b"))
    assert s.code(StepTo("C4")) == ""
    s.do(AddMover("c"))
    assert s.code(StepTo("C4")) == "too_many_squads"


def test_roof_holds_one_unit() -> None:
    """10.6: two MMCs may not climb an empty roof together, one may."""
    house = {"hexes": {"C3": "hc_building"}, "buildings": [(("C3",), 1)], "rooftop": True}
    s = Scene(*squads(2, "C3"), **house).do(Activate("C3"), BeginMove("C3"), AddMover("a"))  # type: ignore[arg-type]
    assert s.code(StepTo("C3/roof")) == ""
    assert s.do(AddMover("b")).code(StepTo("C3/roof")) == "roof_full"


def test_sizes() -> None:
    """1.3#5: sizes are counted in Half-Squads, single men and vehicles."""
    s = Scene(U("a", "squad", "C3"), U("b", "half_squad", "C3"), U("c", "leader", "C3"), U("x", "squad", "F6"))
    assert size(s.game, s.state, s.state.by_loc[s.loc("C3")]) == (3, 1, 0)


def test_good_order_or_shaken() -> None:
    """1.5#1: a unit is in Good Order exactly if it is not Shaken; a wound or marker does not matter."""
    s = Scene(U("a", "squad", "C3", "moved"), U("b", "squad", "C3", "shaken"), U("c", "leader", "C4", "wounded"))
    assert [s.unit(u).good_order for u in "abc"] == [True, False, True]


def test_values_of_the_side_that_is_up() -> None:
    """1.5#2: a Shaken unit checks against the Morale of its Shaken side."""
    s = Scene(U("a", "leader 7-1-6", "C3", "shaken", shaken=(4, 3)), phase="rally")
    s.do(Rally("a"), dice=["rally 2 3"])
    assert (s.tally("rally", "a").need, s.words("a")) == (4, {"shaken"})


@pytest.mark.parametrize(("dice", "passed"), [("rally 2 4", True), ("rally 3 4", False)])
def test_morale_check(dice: str, passed: bool) -> None:
    """1.5.1#1, 1.5.1#2: 2d6 not above Morale passes, and a passed rally attempt brings back Good Order."""
    s = Scene(U("a", "leader 6-1-6", "C3", "shaken"), phase="rally").do(Rally("a"), dice=[dice])
    assert s.unit("a").good_order is passed


def test_leader_helps_morale_check() -> None:
    """1.5.1#3: a Good Order Leader with the unit subtracts his Leadership Modifier."""
    s = Scene(U("a", "squad", "C3", "shaken"), U("b", "leader 6-2-6", "C3"), phase="rally")
    s.do(Rally("a"), dice=["rally 3 4"])
    assert why(s.tally("rally", "a")) == {"leader": -2}
    assert s.unit("a").good_order


@pytest.mark.parametrize("terrain", ["light_woods", "forest", "lc_building"])
def test_cover_helps_morale_check(terrain: str) -> None:
    """1.5.1#4: any positive Target Modifier gives -2, whatever its size."""
    s = Scene(U("a", "leader", "C3", "shaken"), hexes={"C3": terrain}, phase="rally").do(Rally("a"), dice=["rally 6 6"])
    assert why(s.tally("rally", "a")) == {"cover": -2}


def test_nothing_else_changes_a_morale_check() -> None:
    """1.5.1#5: markers, neighbours, other units and degrading terrain without cover add nothing."""
    s = Scene(
        U("a", "squad", "C3", "shaken", "moved"),
        U("b", "hero", "C3"),
        U("c", "leader", "C4"),
        U("x", "squad", "C2"),
        hexes={"C3": "brush"},
        phase="rally",
    ).do(Rally("a"), dice=["rally 6 6"])
    assert s.tally("rally", "a").items == ()


def gunner(kind: str = "squad 2-5-4-6", guns: int = 1, at: str = "C3") -> Scene:
    """A unit with machine-guns of firepower 2 and a German target three hexes off."""
    names = [f"g{i}" for i in range(guns)]
    return Scene(U("a", kind, at, carries=names), U("x", "squad", "C6"), guns=dict.fromkeys(names, (2, 9)))


def test_weapon_needs_a_carrier() -> None:
    """1.6#1: neither a weapon on the ground nor one with a Weapon Team takes part in fire."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), guns={"g": (2, 9)}, lying={"g": "C3"})
    s.do(Activate("C3"), Fire("C3", "C6"))
    assert s.code(AddFirer("a", ("g",))) == "cannot_fire_weapons"
    team = gunner("weapon_team").do(Activate("C3"))
    assert [type(c).__name__ for c in team.options() if "Fire" in type(c).__name__] == ["FireAlone"]


@pytest.mark.parametrize("kind", ELIGIBLE)
def test_eligible_single_men(kind: str) -> None:
    """1.6#2: Leaders, Heroes, Scouts, Commissars, Political Officers and Advisors fire weapons."""
    s = gunner(kind).fire("C3", "C6", ("a", "g0"), dice=MISS)
    assert why(s.tally("fire", "x")) == {"support_weapon_one_man": 1}


@pytest.mark.parametrize("kind", BARRED)
def test_barred_single_men(kind: str) -> None:
    """1.6: all other SMCs cannot fire a Support Weapon."""
    s = gunner(kind).do(Activate("C3"))
    if s.code(Fire("C3", "C6")) == "":
        s.do(Fire("C3", "C6"))
        assert s.code(AddFirer("a", ("g0",))) != ""
    else:
        assert s.code(Fire("C3", "C6")) == "nobody_can_fire"


@pytest.mark.parametrize(
    ("kinds", "limit"),
    [(("squad",), 2), (("half_squad", "crew"), 1), (ELIGIBLE, 1), ((*BARRED, "weapon_team"), 0)],
)
def test_carrying_limits(kinds: tuple[str, ...], limit: int) -> None:
    """1.6#3, 1.6#4, 1.6#5, 1.6#6: two weapons for a Squad, one for small units and eligible SMCs, none for the rest."""
    assert {carries(kind) for kind in kinds} == {limit}


def test_squad_uses_two_at_most() -> None:
    """1.6: a Squad fires two weapons, never a third."""
    s = gunner(guns=3).do(Activate("C3"), Fire("C3", "C6"))
    assert s.code(AddFirer("a", ("g0", "g1"))) == ""
    assert s.code(AddFirer("a", ("g0", "g1", "g2"))) == "cannot_fire_weapons"


@pytest.mark.parametrize("kind", ["half_squad", "crew"])
def test_half_squad_uses_one(kind: str) -> None:
    """1.6: a Half-Squad or Crew fires one weapon."""
    s = gunner(f"{kind} 1-5-4-5", guns=2).do(Activate("C3"), Fire("C3", "C6"))
    assert s.code(AddFirer("a", ("g1",))) == ""
    assert s.code(AddFirer("a", ("g0", "g1"))) == "cannot_fire_weapons"


def test_single_man_is_slower_with_a_weapon() -> None:
    """1.6#6: an SMC with a weapon has 2 MPs less."""
    s = Scene(U("a", "leader 6-1-6", "C1", carries=["g"]), guns={"g": (2, 9)}).move("C1", "a", "C2", "C3", "C4")
    assert s.code(StepTo("C5")) == ""
    s.do(StepTo("C5"))
    assert s.at("a") == "C5"
    assert "moved" in s.words("a")


def test_weapon_acts_with_its_owner_only() -> None:
    """1.6#7: another unit of the stack cannot fire it, and it is not used again after its owner has fired."""
    s = Scene(
        U("a", "squad", "C3", carries=["g"]), U("b", "squad", "C3"), U("x", "squad", "C6"), guns={"g": (2, 9)}
    ).do(Activate("C3"), Fire("C3", "C6"))
    assert s.code(AddFirer("b", ("g",))) == "cannot_fire_weapons"
    assert [u for u, unit in enumerate(s.state.units) if 0 in unit.carries] == [0]


@pytest.mark.parametrize(
    ("kind", "guns", "fired", "expected"),
    [
        ("squad 2-5-4-6", 1, ("g0",), {"ifp": 2, "support_weapon": 2}),
        ("squad 2-5-4-6", 2, ("g0", "g1"), {"support_weapon": 4}),
        ("half_squad 1-5-4-5", 1, ("g0",), {"support_weapon": 2}),
        ("crew 1-5-4-5", 1, ("g0",), {"support_weapon": 2}),
        ("hero 2-5-6-6", 1, ("g0",), {"support_weapon_one_man": 1}),
    ],
)
def test_what_fires_with_a_weapon(kind: str, guns: int, fired: tuple[str, ...], expected: dict[str, int]) -> None:
    """1.6#8, 1.6#9, 1.6#10, 1.6#11, 1.6#14: a Squad keeps its IFP beside one weapon, others give it up."""
    s = gunner(kind, guns).fire("C3", "C6", ("a", *fired), dice=MISS)
    assert why(s.tally("fire", "x")) == expected


def test_odd_weapon_of_one_man_is_rounded_up_with_the_sum() -> None:
    """1.6#11: half of firepower 3 is 1.5 and the sum is rounded up."""
    s = Scene(U("a", "leader", "C3", carries=["g"]), U("x", "squad", "C6"), guns={"g": (3, 9)})
    s.fire("C3", "C6", ("a", "g"), dice=MISS)
    assert (why(s.tally("fire", "x")), s.tally("fire", "x").total) == ({"support_weapon_one_man": 1.5}, 2)


def test_choice_between_weapon_and_own_fire() -> None:
    """1.6#15: a Half-Squad may fire either its weapon or its IFP, whichever it likes."""
    s = gunner("half_squad 1-5-4-5").do(Activate("C3"), Fire("C3", "C6"))
    assert s.options() == [AddFirer("a"), AddFirer("a", ("g0",))]


def test_leader_with_weapon_gives_no_modifier() -> None:
    """1.6#16: a Leader who fires a weapon adds no Leadership Modifier, not even to his own attack."""
    s = Scene(
        U("a", "leader 6-2-6", "C3", carries=["g"]),
        U("b", "squad 2-5-4-6", "C3"),
        U("x", "squad", "C6"),
        guns={"g": (2, 9)},
    )
    s.fire("C3", "C6", ("a", "g"), "b", lead="b", dice=MISS)
    assert "leader" not in why(s.tally("fire", "x"))
    alone = gunner("leader 6-2-6").fire("C3", "C6", ("a", "g0"), dice=MISS)
    assert "leader" not in why(alone.tally("fire", "x"))


def hit(*units: U, dice: tuple[str, ...], **more: object) -> Scene:
    """A strong German attack from C6 on C3."""
    s = Scene(*units, U("x", "squad 9-5-4-5", "C6"), impulse="de", **more)  # type: ignore[arg-type]
    return s.fire("C6", "C3", "x", dice=("attack 1", "defence 1", *dice))


def test_reduced_squad_drops_one_weapon() -> None:
    """1.6#17: a Squad with two weapons that becomes a Half-Squad must drop one; its owner picks which."""
    s = hit(
        U("a", "squad 1-5-4-5", "C3", carries=["g", "h"]), dice=("damage check 2",), guns={"g": (1, 5), "h": (2, 9)}
    )
    assert (s.asked, s.options()) == ("us", [Drop("a", "g"), Drop("a", "h")])
    s.do(Drop("a", "g"))
    assert s.unit("a").carries == (1,)
    assert (s.state.weapons[0].carrier, s.state.weapons[0].at) == (-1, s.loc("C3"))


def test_weapons_of_the_dead_stay() -> None:
    """1.6#18: the weapons of an eliminated unit lie in its hex."""
    s = hit(U("a", "squad 1-5-4-5", "C3", carries=["g"]), dice=("damage check 6",), guns={"g": (1, 5)})
    assert s.at("a") == ""
    assert (s.state.weapons[0].carrier, s.state.weapons[0].at) == (-1, s.loc("C3"))
