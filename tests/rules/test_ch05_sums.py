"""5.0-5.6, 6.1, 6.6, 6.7, 1.6.4: single lines of the sums of fire, asked for directly."""

from __future__ import annotations

import pytest

from helpers import Scene, U, flagged, why
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import ASSAULT_MOVE, FIRED, HIT_AND_RUN, MOVED, MOVING, OPS_COMPLETE, STEALTH
from lnlt.core.tally import Tally
from lnlt.rules.ch05_fire.firepower import Firer, group_base, ifp_reach, ifp_share
from lnlt.rules.ch05_fire.modifiers import fire_tally, stack_modifiers, target_bonus, thrown_alone

pytestmark = pytest.mark.usefixtures("either_seat")


@pytest.mark.parametrize("lead", [0, 1])
def test_the_lead_is_counted_first(lead: int) -> None:
    """5.2: the leading unit's share stands first, those of the others after it, halved."""
    s = Scene(U("a", "squad 2-5-4-5", "C3"), U("b", "squad 2-5-4-5", "C3"), U("x", "squad", "C6"))
    shares = group_base(s.game, s.state, [Firer(0), Firer(1)], lead, 3)
    assert [(m.why, m.value, m.source) for m in shares] == [
        ("lead", 2, "ab"[lead]),
        ("further_unit", 1, "ab"[1 - lead]),
    ]


@pytest.mark.parametrize(
    ("kind", "flags", "mode", "reason"),
    [
        ("squad", 0, "", None),
        ("squad", HIT_AND_RUN, "", ("hit_and_run", "6.7")),
        ("squad", 0, "hit_and_run", ("hit_and_run", "6.7")),
        ("squad", ASSAULT_MOVE, "", ("assault_move", "6.1")),
        ("squad", ASSAULT_MOVE | STEALTH, "", ("assault_move", "6.4.1")),
        ("squad", 0, "assault", ("assault_move", "6.1")),
        ("squad", 0, "assault_fire", ("assault_fire", "6.1.1")),
        ("scout", ASSAULT_MOVE, "", None),
        ("scout", 0, "assault_fire", None),
        ("scout", HIT_AND_RUN, "", ("hit_and_run", "6.7")),
    ],
)
def test_fire_on_the_move(kind: str, flags: int, mode: str, reason: tuple[str, str] | None) -> None:
    """6.1, 6.1.1, 6.4.1, 6.7, 11.6: 2 less for firers on the move, once; Scouts assault without it."""
    s = flagged(Scene(U("a", kind, "C3"), U("x", "squad", "C6")), "a", flags)
    found = stack_modifiers(s.game, s.state, [Firer(0)], s.loc("C3"), s.loc("C6"), mode)
    assert [(m.why, m.rule, m.value) for m in found] == ([] if reason is None else [(*reason, -2)])


def test_limited_lines_are_not_degraded() -> None:
    """10.3.2: a Limited Line of Sight costs 2, and nothing for degrading hexes there are none of."""
    hexes = {"E3": "lc_building", "F3": "lc_building"}
    s = Scene(U("a", "squad", "E2"), U("x", "squad", "F4"), hexes=hexes)
    found = stack_modifiers(s.game, s.state, [Firer(0)], s.loc("E2"), s.loc("F4"))
    assert why(Tally("fire", (), tuple(found))) == {"limited": -2}


@pytest.mark.parametrize(
    ("flags", "place", "bonus"), [(FIRED, "C6", 1), (MOVED, "C6", 0), (0, "C6", 0), (FIRED, "C7", 0)]
)
def test_backblast(flags: int, place: str, bonus: int) -> None:
    """1.6.4: 1 more against who has fired such ordnance in a Building, none if he has not fired or is outside."""
    tube = WeaponType("gun-g", "g", "bazooka", to_hit=((5, 8, 6),))
    s = Scene(
        U("a", "squad", "C3"), U("x", "squad", place, carries=["g"]), guns={"g": tube}, hexes={"C6": "hc_building"},
        buildings=[(("C6",), 1)],
    )  # fmt: skip
    flagged(s, "x", flags)
    found = target_bonus(s.game, s.state, 1, s.loc("C3"), s.loc(place))
    assert sum(m.value for m in found if m.why == "backblast") == bonus


def test_men_on_foot_beside_riders() -> None:
    """6.6, 5.3: with Mounted Units in the game, men on foot are still hit as men on foot."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), U("y", "mounted_squad 1-4-8-5", "D6"))
    assert target_bonus(s.game, s.state, 1, s.loc("C3"), s.loc("C6")) == []
    flagged(s, "x", MOVING)
    assert [m.why for m in target_bonus(s.game, s.state, 1, s.loc("C3"), s.loc("C6"))] == ["moving"]


@pytest.mark.parametrize(
    ("side", "bonus"), [(("C4", "C5"), 0), (("C7", "C6"), 0), (("C4", "C3"), 1), (("C5", "C6"), 1)]
)
def test_hedges_hide_movers(side: tuple[str, str], bonus: int) -> None:
    """5.3, 10.5: a Hedge at the mover's hex or the firer's, on the line between them, takes the bonus away."""
    s = flagged(Scene(U("a", "squad", "C7"), U("x", "squad", "C4"), sides=[(*side, "hedge")]), "x", MOVING)
    assert len(target_bonus(s.game, s.state, 1, s.loc("C7"), s.loc("C4"))) == bonus


@pytest.mark.parametrize(("abilities", "reach"), [((), 3), (("extended_range",), 6)])
def test_extended_range(abilities: tuple[str, ...], reach: int) -> None:
    """5.4: a boxed range reaches twice as far."""
    s = Scene(U("a", "squad 2-3-4-5", "C3", abilities=abilities), U("x", "squad", "C6"))
    assert ifp_reach(s.game, s.state, 0) == reach


@pytest.mark.parametrize(
    ("what", "flags", "value", "reason"),
    [
        ("squad 3-5-4-5", 0, 3, "ifp"),
        ("squad 3-5-4-5", MOVED, 3, "ifp"),
        ("squad 3-5-4-5", OPS_COMPLETE, 2, "ifp_ops_complete"),
        ("hero 3-5-6-6", OPS_COMPLETE, 3, "ifp"),
    ],
)
def test_firepower_of_the_ops_complete(what: str, flags: int, value: int, reason: str) -> None:
    """4.1: the Inherent Firepower of an Ops Complete MMC is one less, nobody else's."""
    s = flagged(Scene(U("a", what, "C3"), U("x", "squad", "C6")), "a", flags)
    share = ifp_share(s.game, s.state, 0, 3, True, True)
    assert share is not None
    assert (share.value, share.why) == (value, reason)


@pytest.mark.parametrize(("smoke", "found"), [("C3", {"out_of_smoke": -1}), ("H1", {})])
def test_fire_out_of_smoke(smoke: str, found: dict[str, float]) -> None:
    """7.0: fire out of a smoky hex is one less."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), markers=[("smoke", smoke, 1)])
    assert (
        why(Tally("fire", (), tuple(stack_modifiers(s.game, s.state, [Firer(0)], s.loc("C3"), s.loc("C6"))))) == found
    )


def test_sums_between_floors() -> None:
    """5.0, 1.4: the next floor is at range 1, where a Squad of that range still fires."""
    s = Scene(
        U("a", "squad 2-1-4-5", "C3"), U("x", "squad", "C3/upper"), hexes={"C3": "hc_building"},
        buildings=[(("C3",), 2)],
    )  # fmt: skip
    assert why(fire_tally(s.game, s.state, [Firer(0)], 0, s.loc("C3"), s.loc("C3/upper"), 1)) == {
        "ifp": 2,
        "adjacent": 2,
    }


@pytest.mark.parametrize(
    ("kind", "weapons", "alone"),
    [("satchel_charge", (0,), True), ("machine_gun", (0,), False), ("satchel_charge", (), False)],
)
def test_charges_alone(kind: str, weapons: tuple[int, ...], alone: bool) -> None:
    """1.6.3, Q-013: charges thrown without anybody's own fire take no modifiers but a Leader's."""
    gun = WeaponType("gun-g", "g", kind, fp=6, range=1)
    s = Scene(U("a", "squad", "C3", carries=["g"]), U("x", "squad", "C4"), guns={"g": gun})
    assert thrown_alone(s.game, s.state, [Firer(0, weapons, False)], 1) is alone
