"""14.1: to-hit tables, armor and the results of penetration, number by number."""

from __future__ import annotations

import pytest

from lnlt.core.catalog import Gun, UnitType
from lnlt.core.tally import Modifier
from lnlt.rules.ch14_ordnance.attack import after_nerve, pierce
from lnlt.rules.ch14_ordnance.impact import is_armored, lowest_armor, part_hit, plate
from lnlt.rules.ch14_ordnance.to_hit import hit_chance, to_hit_sum
from lnlt.rules.facts.guns import check_column, column, has_turret, mount_of, own_guns, reach

SHERMAN = Gun(((7, 8, 4), (14, 6, 3), (28, 5, 3)), 3)


def vehicle(*armor: str, abilities: tuple[str, ...] = ()) -> UnitType:
    """A vehicle with armor as printed."""
    return UnitType("v", "V", "vehicle", armor=armor, abilities=frozenset(abilities), to_hit=SHERMAN.to_hit, he=3)


@pytest.mark.parametrize(("far", "band"), [(1, 0), (7, 0), (8, 1), (14, 1), (15, 2), (28, 2)])
def test_first_column_that_reaches(far: int, band: int) -> None:
    """14.1: the first column whose range is not below the distance."""
    assert column(SHERMAN, far) == SHERMAN.to_hit[band]


def test_columns_that_do_not_fire() -> None:
    """14.1: beyond the last column, with an asterisk, or not known; a penetration value matters for vehicles only."""
    gun = Gun(((3, 8, 4), (6, "*", "*"), (9, 7, "?"), (12, "?", 5)))
    assert check_column(gun, 3, True, "g") is None
    assert [getattr(check_column(gun, n, True, "g"), "code", "") for n in (4, 7, 10, 13)] == [
        "out_of_range",
        "unknown_table",
        "unknown_table",
        "out_of_range",
    ]
    assert check_column(gun, 7, False, "g") is None
    assert reach(gun) == 12


def test_armor_as_printed() -> None:
    """14.1.3, 15.7: hull and turret per facing, red factors, asterisks and what is not known."""
    t = vehicle("5/4r", "3r/4", "*/3")
    assert has_turret(t)
    assert is_armored(t)
    assert plate(t, "front", "hull") == (5, False)
    assert plate(t, "front", "turret") == (4, True)
    assert plate(t, "flank", "hull") == (3, True)
    assert plate(t, "rear", "hull") == (None, False)
    assert lowest_armor(t) == 0
    assert lowest_armor(vehicle("5", "3", "2")) == 2
    assert not has_turret(vehicle("5", "3", "2"))
    assert plate(vehicle("5", "3", "?"), "rear", "turret") == (0, False)
    assert not is_armored(vehicle("*", "*", "*"))
    assert not is_armored(vehicle())


def test_where_guns_sit() -> None:
    """14.1: in the turret of a vehicle that has one, in the hull otherwise, or as the data say."""
    assert mount_of(vehicle("5/4", "3/4", "2/3"), SHERMAN) == "turret"
    assert mount_of(vehicle("5", "3", "2"), SHERMAN) == "hull"
    assert mount_of(vehicle("5/4", "3/4", "2/3"), Gun(mount="hull")) == "hull"
    assert own_guns(vehicle("5")) == (SHERMAN,)
    assert own_guns(UnitType("s", "S", "squad", to_hit=SHERMAN.to_hit)) == ()


def test_part_hit_follows_the_natural_roll() -> None:
    """14.1.3, Q-099: even and above 2 is the turret, if there is one."""
    turreted, flat = vehicle("5/4", "3/4", "2/3"), vehicle("5", "3", "2")
    assert [part_hit(turreted, n) for n in (2, 3, 4, 7, 8, 11)] == ["hull", "hull", "turret", "hull", "turret", "hull"]
    assert {part_hit(flat, n) for n in range(2, 12)} == {"hull"}


def test_every_penetration_roll() -> None:
    """14.1, Q-110: dud and catastrophic hit come before the sums, which decide everything else."""
    for attack in range(1, 7):
        for defence in range(1, 7):
            outcome, margin = pierce(attack, defence, 4, 5)
            gap = defence + 5 - attack - 4
            if (attack, defence) == (1, 6):
                assert (outcome, margin) == ("dud", 0)
            elif (attack, defence) == (6, 1) or gap < 0:
                assert (outcome, margin) == ("destroyed", 0)
            else:
                assert (outcome, margin) == ("equal" if gap == 0 else "less", gap)


def test_after_the_morale_check() -> None:
    """14.1.1, Q-109: equal: Shaken or abandoned; less: nothing or Shaken, and a natural 12 always Shaken."""
    assert [after_nerve("equal", ok, 7) for ok in (True, False)] == ["shaken", "abandoned"]
    assert [after_nerve("less", ok, 7) for ok in (True, False)] == ["none", "shaken"]
    assert after_nerve("less", True, 12) == "shaken"
    assert after_nerve("equal", False, 12) == "abandoned"


@pytest.mark.parametrize("modifier", range(-12, 13))
def test_chance_to_hit_counts_the_same_rolls(modifier: int) -> None:
    """14.1: the exact chance is that of the rolls that hit."""
    tally = to_hit_sum((Modifier(modifier, "x", "14.1"),), 7)
    ways = [a + b for a in range(1, 7) for b in range(1, 7)]
    assert tally.allows(2)
    assert not tally.allows(12)
    hits = sum(1 for n in ways if n == 2 or (n != 12 and n + modifier <= 7))
    assert hit_chance(tally) * 36 == hits
