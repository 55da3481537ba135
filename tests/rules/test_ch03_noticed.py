"""3.0: what combining and rallying refuse, and which Squad two halves become."""

from __future__ import annotations

import pytest

from armour_helpers import OK, refused
from helpers import Combine, Rally, Scene, U
from lnlt.core.catalog import Side2, UnitType
from lnlt.core.frames import Command

SQUAD = UnitType("whole", "Whole", "squad", "us", fp=2, range=5, mf=4, morale=6, reduces_to=("type-a", "type-b"))
FAR = U("x", "squad", "H8")
NOBODY = ("1.1", "no_such_unit")


def halves(
    one: str = "C3", two: str = "C3", *words: str, more: tuple[U, ...] = (), types: tuple[UnitType, ...] = ()
) -> Scene:
    """Two halves of one kind of Squad, each with a Leader beside it."""
    units = [U("a", "half_squad", one, *words), U("b", "half_squad", two, *words), U("l", "leader", one)]
    other = [U("m", "leader", two)] if one != two else []
    wait = U("s", "leader", "H1", "shaken")
    return Scene(*units, *other, wait, *more, FAR, types=(SQUAD, *types), phase="rally", turn=2)


@pytest.mark.parametrize(
    ("one", "two", "found"), [("C3", "C3", OK), ("A0", "A0", OK), ("C3", "C4", ("3.0", "not_together"))]
)
def test_halves_of_one_hex(one: str, two: str, found: tuple[str, str]) -> None:
    """3.0: two Half-Squads join in one hex, in any hex of the map, and not across hexes."""
    assert refused(halves(one, two), Combine("a", "b")) == found


def test_a_half_and_itself() -> None:
    """3.0: one Half-Squad cannot join itself, nor one of the enemy."""
    s = halves(more=(U("y", "half_squad", "H7"), U("z", "half_squad", "H7"), U("yl", "leader", "H7")))
    assert refused(s, Combine("a", "a")) == ("3.0", "not_together")
    assert refused(s, Combine("y", "z")) == ("3.0", "not_together")


def test_no_joining_in_melee() -> None:
    """3.0: units locked in Melee cannot join."""
    s = halves("C3", "C3", "melee", more=(U("y", "squad", "C3", "melee"),))
    assert refused(s, Combine("a", "b")) == ("3.0", "in_melee")


@pytest.mark.parametrize(
    "command", [Combine("a", "q"), Combine("q", "a"), Combine("q", "r"), Rally("q"), Rally("s", by="q")]
)
def test_unknown_units(command: Command) -> None:
    """1.1: units that are not in the game neither join, rally nor help."""
    assert refused(halves(), command) == NOBODY


def test_only_a_common_parent() -> None:
    """3.0: a half that could come from two kinds of Squad joins one that comes from the first alone: no die decides."""
    first = UnitType("alone", "Alone", "squad", "us", fp=3, range=5, mf=4, morale=6, reduces_to=("type-a",))
    s = halves(types=(first,)).do(Combine("a", "b"))
    assert s.game.types[s.unit("a").type].key == "whole"


def test_wounded_leaders_rally_first_too() -> None:
    """3.0: a Shaken Leader goes before the units of his hex, wounded or not."""
    leader = U("l", "leader", "C3", "shaken", "wounded", wounded=Side2(0, 0, 3, 5))
    s = Scene(U("a", "squad", "C3", "shaken"), leader, U("c", "hero", "C3"), FAR, phase="rally")
    assert refused(s, Rally("a")) == ("3.0", "leaders_first")


def test_helper_of_the_hex_is_not_named() -> None:
    """3.0: a Leader in the hex helps by himself; only helpers from elsewhere are named."""
    s = Scene(U("a", "squad", "C3", "shaken"), U("l", "leader", "C3"), FAR, phase="rally")
    assert refused(s, Rally("a", by="l")) == ("3.0", "helps_unnamed")
    assert refused(s, Rally("a")) == OK


@pytest.mark.parametrize(("morale", "rallied"), [(1, True), (0, False)])
def test_morale_must_be_reached(morale: int, rallied: bool) -> None:
    """3.0: two ones with a Leader of 1 make a 1: enough for Morale 1, not for Morale 0."""
    s = Scene(U("a", "squad", "C3", "shaken", shaken=(morale, 4)), U("l", "leader 6-1-6", "C3"), FAR, phase="rally")
    assert s.do(Rally("a"), dice=["rally 1 1"]).unit("a").good_order is rallied
