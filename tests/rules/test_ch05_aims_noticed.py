"""5.0, 5.3, 1.7, 17.2, 18.1: what is a target, for whom: teams, windows, hidden men, vehicles; and what is added."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from armour_helpers import OK, bazooka, code, draft, flagged, helicopter, refused, tank
from helpers import Activate, FireAlone, Scene, U
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import HIT_AND_RUN
from lnlt.core.state import NOBODY
from lnlt.rules.ch05_fire.firepower import Firer
from lnlt.rules.ch05_fire.lone import FiringAlone, commands_for, vehicles_of
from lnlt.rules.ch05_fire.modifiers import firing_modifiers, stack_modifiers, target_bonus
from lnlt.rules.ch05_fire.odds import fire_odds
from lnlt.rules.ch05_fire.opportunity import GroupAnswer, OpFire, OpportunityFire, check_reaction
from lnlt.rules.ch05_fire.special import countering, only_weapons
from lnlt.rules.ch05_fire.target import check_target
from scene_helpers import impulse_of

pytestmark = pytest.mark.usefixtures("either_seat")

NORTH = ("bunker", "D5", 2, "D4")
TABLED = replace(bazooka("t"), fp=2, range=6, kind="rifle_grenades")
BOAT = WeaponType("gun-b", "b", "rubber_boat")


def test_vehicles_a_team_aims_at() -> None:
    """17.2, 19.2.8: enemy vehicles on the ground; men there are none, nor are own vehicles, nor helicopters above."""
    units = (U("x", "squad", "D6", "fired"), tank("y", "D6"), helicopter("z", "C6/air"), U("xx", "squad", "D3"))
    s = Scene(U("a", "weapon_team", "C3"), tank("b", "D3"), *units, era="modern")
    found = {
        (side, at): [s.state.units[u].id for u in vehicles_of(s.state, side, s.loc(at))]
        for side in (s.us, s.de)
        for at in ("D6", "C6/air", "D3")
    }
    assert found == {
        (s.us, "D6"): ["y"], (s.us, "C6/air"): [], (s.us, "D3"): [],
        (s.de, "D6"): [], (s.de, "C6/air"): [], (s.de, "D3"): ["b"],
    }  # fmt: skip


@pytest.mark.parametrize(("least", "aims"), [(0, {"", "y"}), (2, {""})])
def test_which_teams_aim_at_vehicles(least: int, aims: set[str]) -> None:
    """17.2, 17.4, 18.1: a machine-gun Team may aim at a vehicle; a Mortar Team attacks the whole hex."""
    s = Scene(U("a", "weapon_team 3-9-2-6", "C3", min_range=least), U("x", "squad", "C6"), tank("y", "C6"))
    s.do(Activate("C3"))
    found = commands_for(s.game, s.state, impulse_of(s), s.number("a"), s.loc("C6"))
    assert {c.target for c in found} == aims


def test_mortar_teams_and_what_they_do_not_see() -> None:
    """18.0, 18.1: a Team itself fires at a Bunker from behind; at men out of its sight only if somebody calls."""
    units = (U("a", "weapon_team 2-8-2-7", "D8", min_range=2), U("l", "leader", "B4"))
    enemies = (U("x", "squad", "D5/bunker"), U("y", "squad", "F3"))
    forest: dict[str, str | tuple[str, int]] = dict.fromkeys(("E4", "E5", "E6", "F4", "F5"), "forest")
    s = Scene(*units, *enemies, markers=[NORTH, ("spotted", "D5/bunker", 1)], hexes=forest, size=(8, 10))
    s.do(Activate("D8"))
    assert refused(s, FireAlone("a", "F3"))[1] == "no_line_of_sight"
    assert FireAlone("a", "D5/bunker") in s.options()
    candidates = FiringAlone().candidates(s.game, s.state, impulse_of(s))
    assert FireAlone("a", "F3") not in candidates
    assert FireAlone("a", "F3", caller="l") in candidates
    alone = Scene(units[0], *enemies, markers=[NORTH, ("spotted", "D5/bunker", 1)], hexes=forest, size=(8, 10))
    assert FireAlone("a", "D5/bunker") in alone.do(Activate("D8")).options()


def test_guns_and_bunkers_from_behind() -> None:
    """21.1: a machine-gun Team has no shot at a Bunker from behind, with a Leader on the map or without."""
    units = (U("a", "weapon_team 3-9-2-6", "D8"), U("l", "leader", "B4"), U("x", "squad", "D5/bunker"))
    s = Scene(*units, markers=[NORTH, ("spotted", "D5/bunker", 1)], size=(8, 10)).do(Activate("D8"))
    assert refused(s, FireAlone("a", "D5/bunker"))[1] == "no_line_of_sight"
    assert FireAlone("a", "D5/bunker") not in FiringAlone().candidates(s.game, s.state, impulse_of(s))


@pytest.mark.parametrize(("flags", "mode", "value"), [(0, "", 0), (HIT_AND_RUN, "", -2), (0, "hit_and_run", -2)])
def test_fire_in_hit_and_run(flags: int, mode: str, value: int) -> None:
    """6.7: 2 less for a unit under Hit & Run, and for one that is about to move so."""
    s = flagged(Scene(U("a", "mounted_squad", "C3"), U("x", "squad", "C6")), "a", flags)
    found = stack_modifiers(s.game, s.state, [Firer(s.number("a"))], s.loc("C3"), s.loc("C6"), mode)
    assert sum(m.value for m in found if m.why == "hit_and_run") == value


@pytest.mark.parametrize(("at", "found"), [("C4", [(2, "adjacent")]), ("C5", [])])
def test_mortar_teams_next_door(at: str, found: list[tuple[int, str]]) -> None:
    """18.1, 5.6: 2 more against what is next door."""
    s = Scene(U("a", "weapon_team", "C3"), U("x", "squad", at))
    assert [(m.value, m.why) for m in firing_modifiers(s.game, s.state, s.number("a"), s.loc(at))] == found


def test_mortar_teams_in_smoke() -> None:
    """18.1, 7.0: 1 less out of Smoke, and the tally says where that lies."""
    s = Scene(U("a", "weapon_team", "C3"), U("x", "squad", "C6"), markers=[("smoke", "C3", 1)])
    found = firing_modifiers(s.game, s.state, s.number("a"), s.loc("C6"), called=True)
    assert [(m.value, m.why, m.source) for m in found] == [(-1, "out_of_smoke", "C3")]


@pytest.mark.parametrize(
    ("boats", "at", "found"), [(True, "C6", {}), (True, "D6", {"rubber_boat": 1}), (False, "C6", {})]
)
def test_fire_at_the_bank(boats: bool, at: str, found: dict[str, int]) -> None:
    """23.3.1: 1 more against units in boats; not against those ashore."""
    guns = {"b": BOAT} if boats else {}
    s = Scene(U("a", "squad", "C3"), U("x", "squad", at, carries=tuple(guns)), guns=guns, hexes={"D6": "river"})
    bonus = target_bonus(s.game, s.state, s.number("x"), s.loc("C3"), s.loc(at))
    assert {m.why: m.value for m in bonus} == found


def test_chance_of_a_check() -> None:
    """5.0, 6.0: of two Squads the one that moved has to check more often: the attack must be ahead, not even."""
    s = Scene(U("a", "squad 1-5-4-5", "C3"), U("x", "squad", "C6"), U("y", "squad", "C6", "moved"))
    odds = fire_odds(s.game, s.state, [Firer(s.number("a"))], s.number("a"), s.loc("C3"), s.loc("C6"))
    assert {t.unit: t.hit for t in odds.targets} == {"x": Fraction(21, 36), "y": Fraction(26, 36)}


def window(s: Scene, at: str, *movers: str, **facts: int) -> OpportunityFire:
    """A window of the Germans at American movers."""
    numbers = tuple(s.number(u) for u in movers)
    return OpportunityFire(side=s.de, at=s.loc(at), budget=2, movers=numbers, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(("target", "found"), [("", OK), ("a", ("5.3", "nobody_can_fire"))])
def test_answers_with_a_weapon_that_has_a_table(target: str, found: tuple[str, str]) -> None:
    """5.3, 23.2.5: a weapon with a table answers men on the Direct Fire Table, but not a vehicle."""
    units = (tank("a", "C5"), U("b", "squad", "C5"), U("x", "squad 1-1-4-5", "C8", carries=["t"]))
    s = Scene(*units, guns={"t": TABLED})
    number = s.number(target) if target else NOBODY
    refusal = check_reaction(s.game, s.state, window(s, "C5", "a", "b"), s.loc("C8"), number)
    assert code(refusal) == found


@pytest.mark.parametrize(("movers", "found"), [("a", ("5.3", "not_the_moving_units")), ("ab", OK)])
def test_men_who_have_moved_are_not_moving(movers: str, found: tuple[str, str]) -> None:
    """5.3: where a vehicle comes by, men under a Moved marker are no target; if they go along they are."""
    s = Scene(tank("a", "C5"), U("b", "squad", "C5", "moved"), U("x", "squad", "C8"))
    assert code(check_reaction(s.game, s.state, window(s, "C5", *movers), s.loc("C8"))) == found


def test_answers_worth_asking() -> None:
    """5.3, 17.2: of those in the hex a vehicle can be aimed at by name, men marked Moved cannot."""
    s = Scene(tank("a", "C5"), U("b", "squad", "C5", "moved"), U("x", "squad", "C8"))
    found = GroupAnswer().candidates(s.game, s.state, window(s, "C5", "a", "b"))
    assert list(found) == [OpFire("C8"), OpFire("C8", "a")]


@pytest.mark.parametrize(
    ("bunker", "separate", "able"),
    [("D5/bunker", (), {"x"}), ("D5/bunker", ("x",), set()), ("G5/bunker", (), {"y"}), ("", (), set())],
)
def test_who_counters_in_spite_of_markers(bunker: str, separate: tuple[str, ...], able: set[str]) -> None:
    """21.1.3, Q-376: those in the Bunker that is overrun, each alone once; nobody in another, or without an Overrun."""
    units = (tank("a", "D5"), U("x", "squad", "D5/bunker", "fired"), U("y", "squad", "G5/bunker", "fired"))
    s = Scene(*units, markers=[NORTH, ("bunker", "G5", 2, "G4")])
    answer = window(s, "D5", "a", **({"bunker": s.loc(bunker)} if bunker else {}))
    answer = replace(answer, separate=tuple((s.number(u), s.loc("D5")) for u in separate))
    state = draft(s, answer).publish()
    assert {u for u in ("x", "y") if countering(state, s.number(u))} == able


@pytest.mark.parametrize(
    ("words", "vehicle", "kinds"),
    [(("stealth",), False, {"mortar"}), (("stealth",), True, {"mortar"}), ((), False, set()), ((), True, set())],
)
def test_hidden_men_beside_a_vehicle(words: tuple[str, ...], vehicle: bool, kinds: set[str]) -> None:
    """6.4, Q-271: where the only men are hidden Mortars alone may be fired at them, a vehicle beside them or not."""
    more = (tank("y", "C4"),) if vehicle else ()
    s = Scene(U("a", "squad", "C3"), *more, U("x", "squad", "C4", *words), hexes={"C4": "light_woods"})
    assert only_weapons(s.game, s.state, s.us, s.loc("C3"), s.loc("C4")) == kinds


@pytest.mark.parametrize(
    ("units", "found"),
    [
        ((tank("y", "C4"),), ("17.2", "only_vehicles_there")),
        ((tank("b", "C4"),), ("5.0", "no_enemy_there")),
        ((U("x", "squad", "C4", "stealth"),), ("6.4", "stealth_unseen")),
        ((U("x", "squad", "C4", "stealth", "fired"),), OK),
        ((U("x", "squad", "C4", "stealth"), U("y", "squad", "C4")), OK),
        ((U("x", "squad", "C4"),), OK),
        ((U("x", "squad", "C4"), tank("y", "C4")), OK),
    ],
)
def test_what_is_a_target_next_door(units: tuple[U, ...], found: tuple[str, str]) -> None:
    """5.0, 6.4, 17.2: men in the woods next door, unless all are hidden by Stealth; a vehicle must be named."""
    s = Scene(U("a", "squad", "C3"), *units, U("z", "squad", "H8"), hexes={"C4": "light_woods"})
    assert code(check_target(s.game, s.state, s.us, s.loc("C3"), s.loc("C4"))) == found
