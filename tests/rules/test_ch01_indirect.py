"""1.6.5: indirect fire of Mortars: who directs it, who fires, at what."""

from __future__ import annotations

import pytest

from helpers import Activate, AddFirer, Fire, OpenFire, Scene, U
from lnlt.core.catalog import WeaponType

MORTAR = WeaponType("gun-g", "g", "mortar", fp=2, range=6, min_range=2)
RIFLE = WeaponType("gun-r", "r", "machine_gun", fp=2, range=6)
HIDDEN = {"C4": "forest", "B4": "forest", "D4": "forest"}
"""Woods between the Mortar in C3 and its target in C6."""
TARGET = U("x", "squad 1-1-4-5", "C6")


def scene(*units: U, carrier: str = "squad 1-1-4-5", **more: object) -> Scene:
    """A Mortar in C3 that does not see C6, and units that may direct it."""
    mortar = U("a", carrier, "C3", carries=["g"])
    args: dict[str, object] = {"guns": {"g": MORTAR}, "hexes": HIDDEN, **more}
    return Scene(mortar, *units, TARGET, **args).do(Activate("C3"))  # type: ignore[arg-type]


def indirect(spotter: str, at: str = "C6") -> Fire:
    """The order to fire indirectly."""
    return Fire("C3", at, "indirect", spotter)


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("squad", ""),
        ("half_squad", ""),
        ("crew", ""),
        ("advisor", ""),
        ("leader", ""),
        ("hero", ""),
        ("scout", ""),
        ("medic", "no_spotter"),
        ("weapon_team", "no_spotter"),
    ],
)
def test_who_directs(kind: str, code: str) -> None:
    """1.6.5#4: a fighting man next door directs the fire, a Medic or a Weapon Team does not."""
    s = scene(U("b", kind, "D3"), hexes={"C4": "forest", "B4": "forest"}, size=(9, 9))
    assert s.code(indirect("b")) == code
    assert (indirect("b") in s.options()) is (not code)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), ""),
        (("wounded",), ""),
        (("shaken",), "not_good_order"),
        (("moved",), "has_acted"),
        (("ops_complete",), "has_acted"),
        (("melee",), "has_acted"),
    ],
)
def test_state_of_who_directs(words: tuple[str, ...], code: str) -> None:
    """1.6.5#5: he is in Good Order, not in Melee and has not acted; a wound does not matter."""
    s = scene(U("b", "leader", "D3", *words), hexes={"C4": "forest", "B4": "forest"}, size=(9, 9))
    assert s.code(indirect("b")) == code
    assert (indirect("b") in s.options()) is (not code)


def test_enemies_strangers_and_the_dead_do_not_direct() -> None:
    """1.6.5#4: an enemy, nobody and a unit out of the neighbourhood direct nothing; direct fire has no director."""
    s = scene(U("b", "squad", "D3"), U("c", "squad", "E6"), U("d", "squad", ""), hexes={"C4": "forest", "B4": "forest"})
    assert s.code(indirect("b")) == ""
    assert (
        s.code(indirect("x")) == s.code(indirect("q")) == s.code(indirect("")) == s.code(indirect("d")) == "no_spotter"
    )
    assert s.code(indirect("c")) == "spotter_not_adjacent"
    assert s.code(Fire("C3", "C6", "", "b")) == "no_spotter"
    assert s.code(Fire("C3", "C6", "volley")) == "no_such_mode"


def test_director_in_the_first_location() -> None:
    """1.6.5#4: the first location of the board is a place like any other for who directs."""
    s = Scene(
        U("a", "squad 1-1-4-5", "A2", carries=["g"]), U("b", "leader", "A1"), TARGET, guns={"g": MORTAR}, size=(9, 9)
    )
    s.do(Activate("A2"))
    assert s.code(Fire("A2", "C6", "indirect", "b")) == ""


@pytest.mark.parametrize(
    ("at", "code"), [("C5", ""), ("C4", "nobody_can_fire"), ("C8", ""), ("C9", ""), ("C10", "nobody_can_fire")]
)
def test_range_of_indirect_fire(at: str, code: str) -> None:
    """1.6.5#2: from the minimum to the maximum range, counted from the Mortar."""
    s = Scene(
        U("a", "squad 1-1-4-5", "C3", carries=["g"]),
        U("b", "leader", "D3"),
        U("x", "squad", at),
        guns={"g": MORTAR},
        size=(9, 12),
    )
    s.do(Activate("C3"))
    assert s.code(indirect("b", at)) == code
    assert (indirect("b", at) in s.options()) is (not code)


@pytest.mark.parametrize(
    ("words", "ready"), [((), True), (("moved",), False), (("shaken",), False), (("ops_complete",), False)]
)
def test_crew_must_be_ready(words: tuple[str, ...], ready: bool) -> None:
    """1.6.5#4, 4.0: whoever fires the Mortar has not acted; others of its hex do not stand in for it."""
    s = Scene(
        U("a", "squad 1-1-4-5", "C3", *words, carries=["g"]),
        U("c", "squad 1-1-4-5", "C3"),
        U("b", "leader", "D3"),
        TARGET,
        guns={"g": MORTAR},
    )
    s.do(Activate("C3"))
    assert s.code(indirect("b")) == ("" if ready else "nobody_can_fire")


def test_only_mortars_fire_indirectly() -> None:
    """1.6.5#4, 1.6.5#6: a machine gun does not, nor do men without a Mortar; the Mortar adds no IFP."""
    s = scene(U("c", "squad 1-1-4-5", "C3", carries=["r"]), U("b", "leader", "D3"), guns={"g": MORTAR, "r": RIFLE},
              hexes={"C4": "forest", "B4": "forest"})  # fmt: skip
    s.do(indirect("b"))
    assert s.code(AddFirer("c")) == s.code(AddFirer("c", ("r",))) == s.code(AddFirer("a")) == "cannot_fire_weapons"
    s.do(AddFirer("a", ("g",)), OpenFire("a"), dice=("attack 1 2", "defence 6"))
    assert {i.why for i in s.tally("fire", "x").base} == {"support_weapon"}
    assert "ops_complete" in s.words("b")
    s = Scene(U("c", "squad", "C3", carries=["r"]), U("b", "leader", "D3"), TARGET, guns={"r": RIFLE}).do(
        Activate("C3")
    )
    assert s.code(indirect("b")) == "nobody_can_fire"
    assert not any(isinstance(o, Fire) and o.mode == "indirect" for o in s.options())


def test_target_must_be_seen_by_who_directs() -> None:
    """1.6.5#4: the director sees the target, which is a spotted hex with enemies in it."""
    s = scene(U("b", "leader", "B3"), hexes={**HIDDEN, "C5": "forest", "B5": "forest"})
    assert s.code(indirect("b")) == "no_line_of_sight"
    s = scene(U("b", "leader", "D3"), hexes={"C4": "forest", "B4": "forest", "C6": "light_woods"})
    assert s.code(indirect("b")) == "not_spotted"
    assert s.code(indirect("b", "C7")) == "no_enemy_there"


def test_indirect_options_name_friends_and_enemies() -> None:
    """1.6.5#4: what is offered pairs every enemy in range with every friend next door, nobody else."""
    s = scene(
        U("b", "leader", "D3"), U("c", "squad", "C2"), U("y", "squad", "D2"), hexes={"C4": "forest", "B4": "forest"}
    )
    found = {(o.at, o.spotter) for o in s.options() if isinstance(o, Fire) and o.mode == "indirect"}
    assert ("C6", "b") in found
    assert {spotter for _, spotter in found} <= {"b", "c"}
    assert {at for at, _ in found} == {"C6", "D2"}
