"""8.0 to 8.6: the Melee Table, who fights in Melee, with what, and who enters it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from armour_helpers import code
from helpers import Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.core.state import NOBODY
from lnlt.rules.ch08_melee.entering import chargers, check_entry
from lnlt.rules.ch08_melee.firepower import Fight, side_firepower
from lnlt.rules.ch08_melee.round import MeleeRound
from lnlt.rules.ch08_melee.table import COLUMNS, KILL_NUMBERS, NAMES, odds_column
from lnlt.rules.ch08_melee.withdrawing import Withdrawal
from lnlt.rules.facts.melee_eligibility import is_eligible, weapon_fp

CARD = {"1:3": 11, "1:2": 10, "2:3": 9, "1:1": 8, "3:2": 7, "2:1": 6, "3:1": 5, "4:1": 4, "5:1": 3}
"""The Melee Table: odds and Kill Numbers, worst first."""


def test_steps_of_saved_games() -> None:
    """8.0, 8.1.1: these words and their order are in saved games: they mean the same in every version."""
    assert MeleeRound.STEPS == ("arm", "face_charge", "aim", "attack", "reply", "attack", "results")
    assert Withdrawal.STEPS == ("checks", "leave", "stay")


def test_what_goes_without_saying() -> None:
    """8.4: a round surprises nobody unless it is said."""
    assert not MeleeRound(side=0, at=0).surprise


def test_melee_table() -> None:
    """8.0: the columns of the card from worst to best, each with its Kill Number and the ratio it is named after."""
    assert list(NAMES) == list(CARD)
    assert KILL_NUMBERS == CARD
    assert [f"{one}:{two}" for _, one, two, _ in COLUMNS] == list(CARD)


def test_every_cell_of_the_grid() -> None:
    """8.0, Q-056: the smallest column not below the ratio, for each of the 14 by 14 cells of the card."""
    ratios = [Fraction(*map(int, name.split(":"))) for name in CARD]
    for attack in range(1, 15):
        for defence in range(1, 15):
            fitting = [n for n, ratio in enumerate(ratios) if ratio >= Fraction(attack, defence)]
            assert odds_column(attack, defence) == (fitting[0] if fitting else 8)


@pytest.mark.parametrize(
    ("kind", "one_man"),
    [
        ("machine_gun", 2),
        ("flamethrower", 2),
        ("satchel_charge", 4),
        ("molotov", 4),
        ("stick_bomb", 4),
        ("bazooka", None),
        ("mortar", None),
    ],
)
def test_weapons_of_melee(kind: str, one_man: int | None) -> None:
    """8.0, Q-061: which are eligible, and whether one man has half of their firepower or all of it."""
    weapon = WeaponType("gun-w", "w", kind, fp=4, range=1)
    s = Scene(U("a", "hero", "D5", "melee", carries=["w"]), U("x", "squad", "D5", "melee"), guns={"w": weapon})
    assert weapon_fp(s.game, s.state, 0) == (None if one_man is None else 4)
    arms = () if one_man is None else ((0, (0,), NOBODY),)
    found = side_firepower(s.game, s.state, [0], Fight(s.loc("D5"), arms), True)
    assert [m.value for m in found if m.why.startswith("support_weapon")] == ([] if one_man is None else [one_man])


@pytest.mark.parametrize(
    ("kind", "fights"),
    [
        ("squad", True),
        ("hero", True),
        ("scout", True),
        ("leader", False),
        ("advisor", False),
        ("medic", False),
        ("sniper", False),
    ],
)
def test_who_fights_without_a_weapon(kind: str, fights: bool) -> None:
    """8.0: Multi-Man Counters, Heroes and Scouts."""
    s = Scene(U("a", kind, "D6"), U("x", "squad", "H1"))
    assert is_eligible(s.game, s.state, 0) == fights


@pytest.mark.parametrize(
    ("mode", "found"),
    [
        ("assault", ("8.0", "no_melee_in_mode")),
        ("stealth_assault", ("8.0", "no_melee_in_mode")),
        ("hit_and_run", ("6.7", "no_melee_in_mode")),
        ("normal", ("", "")),
        ("double_time", ("", "")),
        ("low_crawl", ("", "")),
        ("stealth", ("", "")),
    ],
)
def test_ways_into_melee(mode: str, found: tuple[str, str]) -> None:
    """8.0, 6.7: nobody enters Melee by Assault Move or Hit & Run."""
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "D5"))
    assert code(check_entry(s.game, s.state, [0], [mode], s.loc("D5"))) == found


@pytest.mark.parametrize(
    ("terrain", "era", "charged"),
    [
        ("clear", "ww2", True),
        ("wheat_field", "ww2", True),
        ("light_woods", "ww2", True),
        ("marsh", "ww2", False),
        ("forest", "ww2", False),
        ("dense_palms", "modern", False),
    ],
)
def test_ground_of_a_charge(terrain: str, era: str, charged: bool) -> None:
    """8.6: nobody is charged in Marsh, Forest or Dense Palms."""
    s = Scene(U("a", "mounted_squad", "D7"), U("x", "squad", "D5"), hexes={"D5": terrain}, era=era)
    assert chargers(s.game, s.state, [0], s.loc("D7"), s.loc("D5")) == ((0,) if charged else ())


def test_who_charges_and_from_where() -> None:
    """8.6: mounted Squads and Half-Squads, from two hexes away or more."""
    riders = (U("a", "mounted_squad", "D7"), U("b", "mounted_half_squad", "D7"), U("c", "squad", "D7"))
    s = Scene(*riders, U("x", "squad", "D5"))
    target = s.loc("D5")
    found = [chargers(s.game, s.state, [0, 1, 2], s.loc(origin), target) for origin in ("D6", "D7", "D8")]
    assert found == [(), (0, 1), (0, 1)]
