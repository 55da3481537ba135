"""4.0, 5.0, 6.1, 6.1.1, 10.1.1: what an impulse remembers of fire and lets happen, asked for directly."""

from __future__ import annotations

import pytest

from helpers import Activate, AddFirer, Fire, Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.core.state import enclosing
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.action import check_fire
from lnlt.rules.ch10_los_spotting.attempts import Spot, SpotAt

pytestmark = pytest.mark.usefixtures("either_seat")


def test_who_fires_from_where() -> None:
    """4.0, 6.1: units of a named place fire, elsewhere those who have just come by Assault Move."""
    s = Scene(U("a", "squad 1-5-4-5", "C3"), U("b", "squad 1-1-4-5", "C3"), U("x", "squad", "C6"))
    at, target = s.loc("C3"), s.loc("C6")

    def code(**more: tuple[int, ...]) -> str:
        refusal = check_fire(s.game, s.state, Impulse(side=s.us, **more), at, target)  # type: ignore[arg-type]
        return refusal.code if refusal else ""

    assert [code(), code(named=(at,)), code(arrived=(0,)), code(arrived=(1,)), code(named=(at,), arrived=(1,))] == [
        "not_named",
        "",
        "",
        "nobody_can_fire",
        "",
    ]


@pytest.mark.parametrize(("mode", "marked"), [("", False), ("assault_fire", True)])
def test_assault_fire_is_remembered(mode: str, marked: bool) -> None:
    """6.1.1: the impulse knows out of which hex Assault Fire was made."""
    s = Scene(U("a", "squad", "C3", abilities=["assault_move"]), U("x", "squad", "C6"))
    s.do(Activate("C3"), Fire("C3", "C6", mode))
    impulse = enclosing(s.state, Impulse)
    assert impulse is not None
    assert impulse.assaulted == ((s.loc("C3"),) if marked else ())
    assert impulse.fired == ((s.loc("C3"), s.loc("C6")),)


def test_spotter_directs_at_what_he_spotted() -> None:
    """10.1.1, 1.6.5, Q-028: who has just spotted a hex directs Mortars at it, and at no other."""
    mortar = WeaponType("gun-g", "g", "mortar", fp=2, range=9)
    s = Scene(
        U("a", "squad 1-1-4-5", "C3", carries=["g"]), U("b", "leader", "D3"), U("x", "squad 1-1-4-5", "D7"),
        U("y", "squad 1-1-4-5", "D6"), guns={"g": mortar}, hexes={"D7": "light_woods"},
    )  # fmt: skip
    s.do(Activate("D3"), Activate("C3"))
    assert s.code(Fire("C3", "D7", "indirect", "b")) == "not_spotted"
    s.do(Spot("b"), SpotAt("D7"), dice=("spot 1",))
    assert s.code(Fire("C3", "D7", "indirect", "b")) == ""
    assert s.code(Fire("C3", "D6", "indirect", "b")) == "has_acted"


@pytest.mark.parametrize(("at", "code"), [("D7", ""), ("D6", "cannot_fire_weapons")])
def test_spotter_is_helped_at_what_he_spotted(at: str, code: str) -> None:
    """1.6, 10.1.1, Q-028: who has just spotted a hex fires his weapon at it, helped by another man; at no other hex."""
    gun = WeaponType("gun-g", "g", "machine_gun", fp=2, range=9)
    s = Scene(
        U("a", "hero", "D3"), U("b", "hero", "D3", carries=["g"]), U("x", "squad 1-1-4-5", "D7"),
        U("y", "squad 1-1-4-5", "D6"), guns={"g": gun}, hexes={"D7": "light_woods"},
    )  # fmt: skip
    s.do(Spot("b"), SpotAt("D7"), dice=("spot 1",))
    s.do(Activate("D3"), Fire("D3", at))
    assert s.code(AddFirer("a", ("g",))) == code
