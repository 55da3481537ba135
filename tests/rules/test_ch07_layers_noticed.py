"""7.0: who is offered to lay Smoke, and who is told why not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import OK, flagged, refused
from helpers import MISS, Activate, Scene, U
from lnlt.core.flags import ASSAULT_FIRE, DUG_IN, HANDLED, MELEE, MOVED, OPS_COMPLETE, SHAKEN, SMOKED
from lnlt.core.state import NOWHERE
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch07_smoke import LaySmoke, SmokeLaying, check_smoke
from scene_helpers import impulse_of

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("x", "squad", "H8")


def offered(s: Scene) -> set[str]:
    """Units that may lay Smoke now."""
    return {c.unit for c in s.options() if isinstance(c, LaySmoke)}


def asked(s: Scene, impulse: Impulse) -> set[str]:
    """Units it is worth asking about."""
    return {s.state.units[u].id for u in SmokeLaying.layers(s.game, s.state, impulse)}


def test_whose_smoke() -> None:
    """7.0, 4.0: units of one's own, on the map, in a location that was named."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "E5"), FAR).do(Activate("C3"))
    assert refused(s, LaySmoke("a", "C4")) == OK
    assert refused(s, LaySmoke("x", "C4")) == ("7.0", "not_own_unit")
    assert refused(s, LaySmoke("b", "E5")) == ("4.0", "not_named")
    gone = flagged(s, "a", 0, at=NOWHERE)
    assert refused(gone, LaySmoke("a", "C4")) == ("7.0", "not_own_unit")


def test_smoke_from_the_first_hex() -> None:
    """7.0: Smoke is laid from every hex of the map, the first one too."""
    s = Scene(U("a", "squad", "A0"), FAR).do(Activate("A0"))
    assert refused(s, LaySmoke("a", "A0")) == OK
    assert offered(s) == {"a"}


@pytest.mark.parametrize(
    ("flags", "found"),
    [
        (0, OK),
        (DUG_IN, OK),
        (SMOKED, ("7.0", "smoke_first")),
        (HANDLED, ("7.0", "smoke_first")),
        (ASSAULT_FIRE, ("7.0", "smoke_first")),
        (OPS_COMPLETE, ("7.0", "smoke_first")),
        (MELEE, ("7.0", "smoke_first")),
        (SHAKEN, ("7.0", "shaken_lays_no_smoke")),
    ],
)
def test_what_keeps_a_squad_from_smoke(flags: int, found: tuple[str, str]) -> None:
    """7.0: a Good Order unit that has done nothing yet; that it sits in a Foxhole does not matter."""
    s = flagged(Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), FAR).do(Activate("C3")), "a", flags)
    assert refused(s, LaySmoke("a", "C4")) == found
    assert offered(s) == ({"a", "b"} if found == OK else {"b"})


@pytest.mark.parametrize(
    ("kind", "flags", "layers"),
    [
        ("squad", 0, {"a", "b"}),
        ("squad", DUG_IN, {"a", "b"}),
        ("squad", SHAKEN, {"b"}),
        ("squad", SMOKED, {"b"}),
        ("squad", MOVED, {"b"}),
        ("squad", MELEE, {"b"}),
        ("leader", 0, {"b"}),
        ("weapon_team", 0, {"b"}),
    ],
)
def test_who_is_asked(kind: str, flags: int, layers: set[str]) -> None:
    """7.0: Multi-Man Counters except Weapon Teams, if they are in Good Order and have not acted."""
    s = flagged(Scene(U("a", kind, "C3"), U("b", "squad", "C3"), FAR).do(Activate("C3")), "a", flags)
    assert asked(s, impulse_of(s)) == layers


@pytest.mark.parametrize(
    ("moved", "fired", "layers"),
    [
        ("", "", {"a", "b"}),
        ("C3", "", {"b"}),
        ("", "C3", {"b"}),
        ("C4", "", {"a"}),
        ("", "C4", {"a"}),
        ("C3", "C4", set()),
    ],
)
def test_smoke_comes_first_in_each_location(moved: str, fired: str, layers: set[str]) -> None:
    """7.0, 4.0: no Smoke from a location that has moved or fired in this impulse; others may still lay it."""
    s = Scene(U("l", "leader", "D4"), U("a", "squad", "C3"), U("b", "squad", "C4"), FAR)
    s.do(Activate("D4"), Activate("C3"), Activate("C4"))
    impulse = replace(
        impulse_of(s),
        moved=(s.loc(moved),) if moved else (),
        fired=((s.loc(fired), s.loc("H8")),) if fired else (),
    )
    assert asked(s, impulse) == layers
    allowed = {u for u in "ab" if check_smoke(s.game, s.state, impulse, s.number(u), s.loc("D4")) is None}
    assert allowed == layers


def test_smoke_after_the_fire_of_another_hex() -> None:
    """7.0: a Squad lays Smoke although the hex next door has fired before; those who stayed silent there do not."""
    units = (U("l", "leader", "D4"), U("a", "squad", "C3"), U("b", "squad", "C4"), U("c", "squad", "C4"))
    s = Scene(*units, U("x", "squad 0-1-4-5", "C7")).do(Activate("D4"), Activate("C3"), Activate("C4"))
    assert offered(s) == {"a", "b", "c"}
    s.fire("C4", "C7", "b", dice=MISS)
    assert offered(s) == {"a"}
    assert refused(s, LaySmoke("c", "C4")) == ("7.0", "smoke_first")
