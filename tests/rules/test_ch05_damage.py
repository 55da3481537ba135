"""5.1: Damage Checks and their results."""

from __future__ import annotations

import pytest

from helpers import Activate, AddFirer, AddMover, BeginMove, Fire, Pass, PassWindow, Rally, Scene, StepTo, U, why
from lnlt.core.catalog import Side2, UnitType
from lnlt.rules.ch05_fire.damage import result

pytestmark = pytest.mark.usefixtures("either_seat")

WOUNDED_HERO = Side2(1, 4, 5, 6)


def hit(
    target: U, *others: U, check: int, extra: tuple[str, ...] = (), morale_rolls: tuple[str, ...] = (), **more: object
) -> Scene:
    """A German attack of difference 5 on C3; the target, alone or first in line, rolls the check."""
    s = Scene(target, *others, U("x", "squad 5-5-4-5", "C6"), U("y", "squad", "H8"), impulse="de", **more)  # type: ignore[arg-type]
    return s.fire("C6", "C3", "x", dice=("attack 1", "defence 1", *morale_rolls, f"damage check {check}", *extra))


@pytest.mark.parametrize("column", ["go_mmc", "shaken_mmc", "go_smc", "hero_or_shaken_smc"])
def test_not_above_morale(column: str) -> None:
    """5.1#1: a check not above Morale has no effect, one above it has."""
    assert result(column, 5, 5) == "none"
    assert result(column, 5, 6) != "none"


@pytest.mark.parametrize(
    ("column", "results"),
    [
        ("go_mmc", ("shaken", "casualties", "eliminated")),
        ("shaken_mmc", ("casualties", "casualties", "eliminated")),
        ("go_smc", ("shaken", "wounded", "eliminated")),
        ("hero_or_shaken_smc", ("wounded", "wounded", "eliminated")),
    ],
)
def test_table(column: str, results: tuple[str, str, str]) -> None:
    """5.1#2, 5.1#3, 5.1#4, 5.1#5: what happens above Morale, from twice and from three times Morale."""
    assert tuple(result(column, 4, total) for total in (5, 8, 12)) == results
    assert tuple(result(column, 4, total) for total in (7, 11, 30)) == results


@pytest.mark.parametrize(
    ("what", "words", "check", "after"),
    [
        ("squad 1-5-4-6", (), 1, set()),
        ("squad 1-5-4-6", (), 2, {"shaken"}),
        ("leader 6-1-6", (), 2, {"shaken"}),
        ("leader 5-1-6", (), 5, {"shaken", "wounded"}),
        ("leader 6-1-6", ("shaken",), 2, {"shaken", "wounded"}),
        ("hero 2-4-6-6", (), 2, {"wounded"}),
    ],
)
def test_columns_in_play(what: str, words: tuple[str, ...], check: int, after: set[str]) -> None:
    """5.1#2, 5.1#4, 5.1#5, 5.1#19, 5.1#25: each kind of unit uses its column; a Hero is wounded and never Shaken."""
    extra = ("hero creation 1",) if what.startswith("squad") and check == 1 else ()
    s = hit(U("a", what, "C3", *words, wounded=WOUNDED_HERO), check=check, extra=extra)
    assert s.words("a") == after


def test_shaken_units_do_not_fire() -> None:
    """5.1#8: neither IFP nor weapons of a Shaken unit fire."""
    s = Scene(
        U("a", "squad", "C3", "shaken", carries=["g"]), U("b", "squad", "C3"), U("x", "squad", "C6"), guns={"g": (1, 6)}
    )
    s.do(Activate("C3"), Fire("C3", "C6"))
    assert (s.code(AddFirer("a")), s.code(AddFirer("a", ("g",)))) == ("shaken", "shaken")


def shaken_mover(at: str, *enemies: str, **board: object) -> Scene:
    """A Shaken unit about to move; its enemies cannot shoot."""
    foes = [U(f"x{i}", "squad 0-0-4-5", e) for i, e in enumerate(enemies)]
    s = Scene(U("a", "squad 1-5-4-5", at, "shaken"), *foes, **board)  # type: ignore[arg-type]
    return s.do(Activate(at), BeginMove(at), AddMover("a"))


def test_shaken_units_do_not_advance() -> None:
    """5.1#9, 6.0#9: no step closer to an enemy in sight; sideways and away are allowed."""
    s = shaken_mover("C4", "C7")
    assert (s.code(StepTo("C5")), s.code(StepTo("C3")), s.code(StepTo("B4"))) == ("shaken_advances", "", "")


def test_unseen_enemies_do_not_matter() -> None:
    """5.1#9: an enemy who is not in sight may be approached."""
    assert shaken_mover("C4", "C7", hexes={"C6": "forest"}).code(StepTo("C5")) == ""


def test_shaken_units_do_not_change_floor_toward_the_enemy() -> None:
    """5.1#9: a change of floor toward an adjacent enemy in sight is an advance."""
    house = {"C4": "hc_building", "C3": "hc_building"}
    s = shaken_mover("C4/upper", "D5", hexes=house, buildings=[(("C4", "C3"), 2)])
    assert s.code(StepTo("C3/upper")) == ""
    assert s.code(StepTo("C4")) == "shaken_advances"


def test_sight_is_looked_up_before_every_step() -> None:
    """5.1#10: a Shaken unit may step to where it sees the enemy, but from there on no closer."""
    s = shaken_mover("C3", "C7", hexes={"C4": "brush", "C5": "forest", "D5": "clear"})
    s.do(StepTo("D4"))
    assert s.code(StepTo("D5")) == "shaken_advances"


def test_shaken_units_do_not_spot() -> None:
    """5.1, 10.1#19: an enemy in cover next to a Shaken unit is not spotted by it."""
    units = (U("b", "squad", "C1"), U("x", "squad", "C4"))
    for words, code in (((), ""), (("shaken",), "not_spotted")):
        s = Scene(U("a", "squad", "C3", *words), *units, hexes={"C4": "light_woods"}).do(Activate("C1"))
        assert s.code(Fire("C1", "C4")) == code


def test_shaken_squad_spawns_a_hero() -> None:
    """5.1#12: a natural 1 of a Shaken Squad brings a Hero too."""
    s = hit(U("a", "squad 1-5-4-6", "C3", "shaken"), check=1, extra=("hero creation 4", "hero=us-hero2"))
    assert s.at("us-hero2-1") == "C3"


def test_shaken_leader_does_not_rally_others() -> None:
    """5.1#14: with only a Shaken Leader a Squad cannot try."""
    s = Scene(U("a", "squad", "C3", "shaken"), U("d", "leader", "C3", "shaken"), phase="rally")
    s.do(Rally("d"), dice=["rally 6 6"])
    assert not s.frames.endswith("RallyAction")


def test_shaken_leader_gives_no_modifier() -> None:
    """5.1#15, 11.1.1#1: his modifier does not count for Damage Checks."""
    s = hit(
        U("a", "squad 1-5-4-6", "C3"),
        U("d", "leader 9-2-6", "C3", "shaken"),
        morale_rolls=("damage check 2",),
        check=2,
    )
    assert why(s.tally("damage_check", "a")) == {"difference": 5}


def moving_into_fire(*units: U, dice: tuple[str, ...], **more: object) -> Scene:
    """All given units step from C3 to C4 and are fired at with difference 5 by a German in C7."""
    s = Scene(*units, U("x", "squad 4-5-4-5", "C7"), U("y", "squad 0-0-4-5", "H8"), **more)  # type: ignore[arg-type]
    s.move("C3", " ".join(u.id for u in units), "C4")
    op_fire = next(c for c in s.options() if type(c).__name__ == "OpFire")
    return s.do(op_fire, *s.group("x"), dice=("attack 1", "defence 1", *dice))


def test_shaken_mover_stops_and_others_go_on() -> None:
    """5.1#21, 5.3#30: a mover who is Shaken stays behind under Moved; the rest of the stack may go on."""
    s = moving_into_fire(
        U("a", "squad 1-5-4-6", "C3"), U("b", "squad 1-5-4-9", "C3"), dice=("damage check 2", "damage check 2")
    )
    assert s.words("a") == {"shaken", "moved"}
    s.do(StepTo("C5"))
    assert (s.at("a"), s.at("b")) == ("C4", "C5")


def test_casualties_stop_a_mover() -> None:
    """5.1#21, 5.1#22: a Squad reduced on the move becomes its Half-Squad, Shaken and stopped."""
    half = UnitType("half", "half", "half_squad", "us", fp=0, range=3, mf=4, morale=5)
    s = moving_into_fire(U("a", "squad 1-5-4-4", "C3", reduces_to=["half"]), types=[half], dice=("damage check 3",))
    assert s.game.types[s.unit("a").type].key == "half"
    assert s.words("a") == {"shaken", "moved"}


@pytest.mark.parametrize(("die", "key"), [(1, "one"), (3, "one"), (2, "two"), (6, "two")])
def test_two_ways_to_reduce(die: int, key: str) -> None:
    """5.1#22: where a Squad has two Half-Squads an odd die picks the first, an even one the second."""
    types = [UnitType(k, k, "half_squad", "us", fp=1, range=3, mf=4, morale=5) for k in ("one", "two")]
    s = hit(U("a", "squad 1-5-4-4", "C3", reduces_to=["one", "two"]), check=3, extra=(f"random {die}",), types=types)
    assert s.game.types[s.unit("a").type].key == key


@pytest.mark.parametrize("kind", ["half_squad 1-4-4-4", "crew 0-2-4-4", "weapon_team 3-9-2-4"])
def test_casualties_eliminate_small_units(kind: str) -> None:
    """5.1#23: Half-Squads, Crews and Weapon Teams do not survive Casualties."""
    assert hit(U("a", kind, "C3"), check=3).at("a") == ""


def test_wounded_single_man_stops() -> None:
    """5.1#24: a wounded SMC stops, is Shaken and carries a Wounded marker."""
    s = moving_into_fire(U("a", "leader 4-1-6", "C3"), dice=("damage check 3",))
    assert s.words("a") == {"shaken", "wounded", "moved"}
    assert not s.frames.endswith("MoveOn")


def test_wounded_hero_stops() -> None:
    """5.1#24, 5.1#25: a Hero wounded on the move stops too, on his wounded side and in Good Order."""
    s = moving_into_fire(U("a", "hero 2-4-6-5", "C3", wounded=WOUNDED_HERO), dice=("damage check 3",))
    assert s.words("a") == {"wounded", "moved"}
    assert not s.frames.endswith("MoveOn")


def test_wounded_unit_may_act_later() -> None:
    """5.1#26: an SMC wounded before he acted may still be activated this turn."""
    s = hit(U("a", "leader 5-1-6", "C3"), check=5)
    assert (s.words("a"), s.code(Activate("C3"))) == ({"shaken", "wounded"}, "")


@pytest.mark.parametrize("kind", ["leader 5-1-6", "hero 2-4-6-5"])
def test_second_wound_kills(kind: str) -> None:
    """5.1#27: who is wounded again is eliminated."""
    assert hit(U("a", kind, "C3", "wounded", wounded=Side2(1, 4, 5, 5)), check=5).at("a") == ""


@pytest.mark.parametrize(("lm", "left"), [(2, 1), (0, 0)])
def test_wounded_leader(lm: int, left: int) -> None:
    """5.1#28, 11.1.2#3: Morale and modifier are 1 less, never below 0, and he reaches no neighbour."""
    s = Scene(
        U("d", f"leader 6-{lm}-6", "C3", "wounded"),
        U("a", "squad", "C3"),
        U("b", "squad", "C4"),
        U("x", "squad 1-1-4-5", "C6"),
    )
    s.do(Activate("C3"))
    assert s.code(Activate("C4")) == "out_of_leadership_range"
    s.do(Fire("C3", "C6"), AddFirer("d"), AddFirer("a"), *s.group("a")[1:], dice=("attack 1", "defence 6"))
    assert why(s.tally("fire", "x")).get("leader", 0) == left
    rally = Scene(U("d", f"leader 6-{lm}-6", "C3", "shaken", "wounded"), phase="rally").do(
        Rally("d"), dice=["rally 3 3"]
    )
    assert (rally.tally("rally", "d").need, rally.unit("d").good_order) == (5, False)


@pytest.mark.parametrize(("kind", "morale"), [("medic *-*-6-6", 5), ("scout 1-4-6-6", 5)])
def test_other_wounded_men(kind: str, morale: int) -> None:
    """5.1#29: every wounded SMC but a Hero checks against 1 less."""
    s = Scene(U("a", kind, "C3", "shaken", "wounded"), phase="rally").do(Rally("a"), dice=["rally 6 6"])
    assert s.tally("rally", "a").need == morale


def test_wounded_hero_uses_his_wounded_side() -> None:
    """5.1#25, 5.1#29: a wounded Hero has the values printed there, Morale too."""
    s = hit(U("a", "hero 2-4-6-9", "C3", "wounded", wounded=Side2(1, 3, 4, 8)), check=1)
    assert s.tally("damage_check", "a").need == 8


def test_wounded_leader_keeps_his_pace() -> None:
    """5.1#30: a wounded Leader has his full MF."""
    s = Scene(U("d", "leader 6-1-6", "C1", "wounded"), U("x", "squad 0-0-4-5", "H8"))
    s.move("C1", "d", "C2", "C3", "C4", "C5", "C6", "C7")
    assert s.at("d") == "C7"


def test_eliminated_units_leave() -> None:
    """5.1#33: an eliminated unit is nowhere and is never asked for again."""
    s = hit(U("a", "squad 1-5-4-3", "C3"), U("b", "squad", "A1"), check=4)
    assert (s.at("a"), s.loc("C3") in s.state.by_loc) == ("", False)


@pytest.mark.parametrize(("die", "born"), [(2, True), (3, False), (6, True), (5, False)])
@pytest.mark.parametrize("kind", ["squad 1-5-4-6", "half_squad 1-4-4-6"])
def test_hero_creation(kind: str, die: int, born: bool) -> None:
    """5.1#34, 11.2.1#1: a natural 1 calls for a die, and an even one brings a Hero."""
    extra = (f"hero creation {die}", "hero=us-hero1") if born else (f"hero creation {die}",)
    s = hit(U("a", kind, "C3"), check=1, extra=extra)
    assert ("us-hero1-1" in s.state.ids) is born


@pytest.mark.parametrize("kind", ["crew 0-2-4-6", "weapon_team 3-9-2-6", "leader 6-1-6", "mounted_squad 1-4-8-6"])
def test_who_spawns_no_hero(kind: str) -> None:
    """5.1#35, 11.2.1#9: Crews, Weapon Teams and Mounted Units spawn none, nor do single men."""
    assert len(hit(U("a", kind, "C3"), check=1).state.units) == 3


@pytest.mark.parametrize("marker", ["fired", "moved", "ops_complete", ""])
def test_hero_takes_over_the_marker(marker: str) -> None:
    """5.1#36, 11.2.1#3: the Hero has the marker of the unit he comes from, or none."""
    words = (marker,) if marker else ()
    s = hit(U("a", "squad 1-5-4-9", "C3", *words), check=1, extra=("hero creation 2", "hero=us-hero1"))
    assert s.words("us-hero1-1") == set(words)


def test_hero_of_a_stopped_squad_moves_on() -> None:
    """5.1#37, 11.2.1#4: his MMC is stopped, he goes on with its MPs counted as spent."""
    s = moving_into_fire(U("a", "squad 1-5-4-5", "C3"), dice=("damage check 1", "hero creation 2", "hero=us-hero1"))
    assert (s.words("a"), s.unit("us-hero1-1").mp) == ({"shaken", "moved"}, 2)
    s.do(StepTo("D5"))
    if s.code(PassWindow(True)) == "":
        s.do(PassWindow(True))
    s.do(StepTo("D4"), StepTo("D5"), StepTo("D4"), StepTo("D5"))
    assert (s.at("us-hero1-1"), s.words("us-hero1-1"), s.unit("us-hero1-1").mp) == ("D5", {"moved"}, 12)
    assert s.at("a") == "C4"


def test_unhurt_squad_and_hero_go_on_together() -> None:
    """11.2.1#4: if the moving MMC passes its check both go on as one group."""
    s = moving_into_fire(U("a", "squad 1-5-4-9", "C3"), dice=("damage check 1", "hero creation 2", "hero=us-hero1"))
    s.do(StepTo("C3"))
    assert (s.at("a"), s.at("us-hero1-1")) == ("C3", "C3")


def test_passing_is_still_possible_after_damage() -> None:
    """5.1#26: a Shaken unit that has not acted leaves its side free to pass or act."""
    s = hit(U("a", "squad 1-5-4-5", "C3"), check=1, extra=("hero creation 1",))
    assert (s.words("a"), s.asked, s.code(Pass())) == ({"shaken"}, "us", "")
