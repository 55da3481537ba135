"""8.0, 8.1, 8.3, 8.6, 23.3.1: who leads and fights in a round of Melee, with what, and what the lock takes away."""

from __future__ import annotations

import pytest

from armour_helpers import draft, flagged
from helpers import Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import ASSAULT_FIRE, ELIMINATED, MELEE, MOVED, MOVING, SHAKEN, SMOKED
from lnlt.core.state import NOBODY
from lnlt.rules.ch08_melee.entering import begin_melee
from lnlt.rules.ch08_melee.firepower import Fight, is_zero, lending_leader, side_firepower
from lnlt.rules.ch08_melee.round import MeleeRound
from lnlt.rules.facts.melee_eligibility import leads
from lnlt.rules.facts.melee_marks import lock

pytestmark = pytest.mark.usefixtures("either_seat")

BOAT = WeaponType("gun-b", "b", "rubber_boat")
GUN = WeaponType("gun-m", "m", "machine_gun", fp=2, range=8)
ENEMY = U("x", "squad", "C3")


@pytest.mark.parametrize(
    ("kind", "flags", "able"),
    [
        ("leader", 0, True),
        ("leader", SHAKEN, False),
        ("leader", ELIMINATED, False),
        ("squad", 0, False),
        ("hero", 0, False),
    ],
)
def test_who_leads(kind: str, flags: int, able: bool) -> None:
    """8.0, 11.1.4: a Leader in Good Order leads an attack, nobody else."""
    s = flagged(Scene(U("a", kind, "C3"), ENEMY), "a", flags)
    assert leads(s.game, s.state, s.number("a")) is able


@pytest.mark.parametrize(
    ("words", "carries", "cowed", "found"),
    [
        ((), (), (), "l"),
        (("shaken",), (), (), ""),
        ((), (), ("l",), ""),
        ((), ("m",), (), ""),
        ((), (), ("a",), "l"),
    ],
)
def test_whose_modifier_counts(
    words: tuple[str, ...], carries: tuple[str, ...], cowed: tuple[str, ...], found: str
) -> None:
    """8.0, 8.6, 11.1.4: a Leader lends it if he is in Good Order, faces the Charge and uses no weapon himself."""
    leader = U("l", "leader 6-1-6", "C3", *words, carries=carries)
    s = Scene(U("a", "squad", "C3"), leader, ENEMY, guns={"m": GUN} if carries else {})
    fight = Fight(s.loc("C3"), cowed=tuple(s.number(u) for u in cowed))
    lends = lending_leader(s.game, s.state, [s.number("a")], fight)
    assert (s.state.units[lends].id if lends is not None else "") == found


@pytest.mark.parametrize(("terrain", "cowed"), [("clear", ()), ("river", ("a",))])
def test_who_comes_out_of_a_boat_does_not_attack(terrain: str, cowed: tuple[str, ...]) -> None:
    """23.3.1, 8.0: who lands among enemies only defends in that round; who comes over land attacks, boats or not."""
    s = Scene(U("a", "squad", "C3", carries=["b"]), ENEMY, guns={"b": BOAT}, hexes={"C4": terrain})
    d = draft(s)
    begin_melee(d, s.us, s.loc("C3"), [s.number("a")], s.loc("C4"), s.loc("C4"))
    fight = d.stack[-1]
    assert isinstance(fight, MeleeRound)
    assert fight.cowed == tuple(s.number(u) for u in cowed)


@pytest.mark.parametrize(
    ("what", "armed", "zero"),
    [
        ("squad 0-5-4-5", False, True),
        ("squad 0-5-4-5", True, False),
        ("squad 1-5-4-5", False, False),
        ("weapon_team 0-0-2-6", False, False),
        ("scout", False, True),
        ("scout", True, False),
    ],
)
def test_who_has_no_firepower(what: str, armed: bool, zero: bool) -> None:
    """8.3, 11.6, Q-062: who has neither firepower nor weapon; teams that only defend do not count."""
    s = Scene(U("a", what, "C3", carries=["m"] if armed else []), ENEMY, guns={"m": GUN} if armed else {})
    assert is_zero(s.game, s.state, s.number("a"), (0,) if armed else ()) is zero


@pytest.mark.parametrize(("weapons", "found"), [((), {"ifp": 2, "charge": 2}), ((0, 1), {"support_weapon": 4})])
def test_only_own_firepower_charges(weapons: tuple[int, ...], found: dict[str, int]) -> None:
    """8.6, 1.6: a Charge doubles the firepower of the riders; who uses two weapons instead of it doubles nothing."""
    guns = {"m": GUN, "n": WeaponType("gun-n", "n", "machine_gun", fp=2, range=8)}
    s = Scene(U("a", "mounted_squad 2-5-9-5", "C3", carries=["m", "n"]), ENEMY, guns=guns)
    unit = s.number("a")
    fight = Fight(s.loc("C3"), arms=((unit, weapons, NOBODY),), charge=(unit,))
    sums: dict[str, int] = {}
    for m in side_firepower(s.game, s.state, [unit], fight, True):
        sums[m.why] = sums.get(m.why, 0) + int(m.value)
    assert sums == found


@pytest.mark.parametrize("flags", [0, MOVING, ASSAULT_FIRE, SMOKED, MOVING | ASSAULT_FIRE | SMOKED])
def test_what_the_lock_ends(flags: int) -> None:
    """8.1, Q-063: who is locked in Melee has acted: nothing he began in this impulse is left to be done."""
    s = flagged(Scene(U("a", "squad", "C3"), ENEMY), "a", flags | MOVED)
    d = draft(s)
    lock(d, s.loc("C3"))
    assert d.publish().units[s.number("a")].flags == MELEE | MOVED
