"""3.0, 3.1: the Rally Phase."""

from __future__ import annotations

import pytest

from helpers import EndRally, Rally, Scene, U, why
from lnlt.core.state import State

FAIL = "rally 6 6"


def rallying(*units: U, **more: object) -> Scene:
    """A Rally Phase in which the Americans are to act."""
    return Scene(*units, phase="rally", **more)  # type: ignore[arg-type]


def attempt(s: Scene, unit: str, srp: bool = False) -> str:
    """Code of the refusal of an attempt, "" if allowed, "-" if nobody is asked about rallying at all."""
    return s.code(Rally(unit, srp)) if s.frames.endswith("RallyAction") else "-"


def test_scenario_names_first_initiative() -> None:
    """3.0#1: on turn 1 nobody rolls: the scenario says who begins."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), phase="rally", impulse="", initiative="de")
    assert (s.asked, s.state.phase, s.rolls("initiative")) == ("de", "operations", [])


@pytest.mark.parametrize(("one", "two", "winner"), [(5, 3, "us"), (2, 4, "de")])
def test_initiative_roll(one: int, two: int, winner: str) -> None:
    """3.0#2: later each side rolls a die, the higher one has the initiative and the first impulse."""
    dice = [f"initiative {one}", f"initiative {two}"]
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), phase="rally", impulse="", roll=True, dice=dice)
    assert (s.asked, s.game.side_name(s.state.initiative)) == (winner, winner)


@pytest.mark.parametrize("before", ["us", "de"])
def test_initiative_tie(before: str) -> None:
    """3.0#3: equal rolls leave the initiative where it was."""
    dice = ["initiative 4", "initiative 4"]
    units = (U("a", "squad", "C3"), U("x", "squad", "C6"))
    s = Scene(*units, phase="rally", impulse="", initiative=before, roll=True, dice=dice)
    assert s.game.side_name(s.state.initiative) == before


def test_side_with_initiative_rallies_first() -> None:
    """3.0#4: the side with the initiative makes all its attempts before the other begins."""
    units = (U("a", "leader", "C3", "shaken"), U("b", "leader", "D3", "shaken"), U("x", "leader", "C6", "shaken"))
    s = Scene(*units, phase="rally", impulse="", initiative="us")
    assert s.asked == "us"
    assert s.code(Rally("x")) == "not_shaken"
    s.do(Rally("a"), dice=[FAIL])
    assert s.asked == "us"
    s.do(Rally("b"), dice=[FAIL])
    assert s.asked == "de"


def test_player_may_stop_early() -> None:
    """3.0#4: a side that is done with rallying hands over although units could still try."""
    units = (U("a", "leader", "C3", "shaken"), U("x", "leader", "C6", "shaken"))
    s = Scene(*units, phase="rally", impulse="", initiative="us").do(EndRally())
    assert s.asked == "de"


def test_success_brings_back_good_order() -> None:
    """3.0#5: a Shaken unit that passes is in Good Order."""
    s = rallying(U("a", "squad", "C3", "shaken"), U("b", "leader", "C3")).do(Rally("a"), dice=["rally 1 2"])
    assert s.words("a") == set()


def test_leaders_rally_first() -> None:
    """3.0#6: a Shaken Leader rolls before the units of his hex, and if he succeeds he helps them."""
    s = rallying(U("a", "squad", "C3", "shaken"), U("b", "leader 6-2-6", "C3", "shaken"), U("c", "hero", "C3"))
    assert attempt(s, "a") == "leaders_first"
    s.do(Rally("b"), dice=["rally 1 1"]).do(Rally("a"), dice=[FAIL])
    assert why(s.tally("rally", "a")) == {"leader": -2}


def test_failed_leader_does_not_help() -> None:
    """3.0#6: a Leader who fails neither helps nor stands in the way of units that can try."""
    s = rallying(U("a", "squad", "C3", "shaken"), U("b", "leader 6-2-6", "C3", "shaken"), U("c", "hero", "C3"))
    s.do(Rally("b"), dice=[FAIL]).do(Rally("a"), dice=[FAIL])
    assert why(s.tally("rally", "a")) == {}


def test_who_may_try() -> None:
    """3.0#7: without a Good Order Leader or Hero in its own location a Squad cannot try."""
    other = U("y", "leader", "H8", "shaken")
    wait = U("d", "leader", "H1", "shaken")
    assert attempt(rallying(U("a", "squad", "C3", "shaken"), U("b", "leader", "C4"), wait, other), "a") == "no_rallier"
    assert attempt(rallying(U("a", "squad", "C3", "shaken"), U("b", "leader", "C3"), wait, other), "a") == ""
    assert attempt(rallying(U("a", "squad", "C3", "shaken"), U("b", "hero", "C3"), wait, other), "a") == ""


def test_leader_upstairs_does_not_count() -> None:
    """3.0#7: a Leader on another floor of the hex is in another location."""
    house = {"C3": "hc_building"}
    units = (U("a", "squad", "C3", "shaken"), U("b", "leader", "C3/upper"), U("d", "leader", "H1", "shaken"))
    assert attempt(rallying(*units, hexes=house, buildings=[(("C3",), 2)]), "a") == "no_rallier"


def test_one_leader_lends_his_modifier() -> None:
    """3.0#8: of two Leaders one counts, the better."""
    s = rallying(U("a", "squad", "C3", "shaken"), U("b", "leader 6-1-6", "C3"), U("c", "leader 6-2-6", "C3"))
    s.do(Rally("a"), dice=[FAIL])
    assert why(s.tally("rally", "a")) == {"leader": -2}


def test_hero_gives_no_modifier() -> None:
    """3.0#9: with a Hero a unit may try, at its bare Morale."""
    s = rallying(U("a", "squad", "C3", "shaken"), U("b", "hero", "C3")).do(Rally("a"), dice=[FAIL])
    assert s.tally("rally", "a").items == ()


def test_cover() -> None:
    """3.0#10: terrain with a positive Target Modifier gives -2, terrain without gives nothing."""
    for terrain, bonus in (("forest", -2), ("low_crops", 0)):
        s = rallying(U("a", "leader", "C3", "shaken"), hexes={"C3": terrain}).do(Rally("a"), dice=[FAIL])
        assert s.tally("rally", "a").total == bonus


@pytest.mark.parametrize(
    ("enemies", "bonus"),
    [(("C1",), -2), ((), 0), (("C1", "C6"), 0)],
)
def test_wall(enemies: tuple[str, ...], bonus: int) -> None:
    """3.0#11: a Wall gives the -2 only if an enemy sees the hex and every such enemy would fire across it."""
    foes = [U(f"x{i}", "squad", at) for i, at in enumerate(enemies)]
    s = rallying(U("a", "leader", "C3", "shaken"), *foes, sides=[("C3", "C2", "wall")]).do(Rally("a"), dice=[FAIL])
    assert s.tally("rally", "a").total == bonus


@pytest.mark.parametrize(("level", "bonus"), [(0, -2), (1, 0)])
def test_hill(level: int, bonus: int) -> None:
    """3.0#12: a clear Hill hex gives the -2 only against enemies who are all below."""
    hexes = {"C3": ("hill", 1), "C5": ("hill", level), "C4": ("hill", level)}
    s = rallying(U("a", "leader", "C3", "shaken"), U("x", "squad", "C5"), hexes=hexes).do(Rally("a"), dice=[FAIL])
    assert s.tally("rally", "a").total == bonus


def test_badges() -> None:
    """3.0#13: a Leader of another badge does not help, except a Weapon Team of his side."""
    wait = U("d", "leader", "H1", "shaken")
    s = rallying(U("a", "squad", "C3", "shaken", badge="82nd"), U("b", "leader", "C3", badge="101st"), wait)
    assert attempt(s, "a") == "no_rallier"
    team = U("w", "weapon_team", "C3", "shaken", badge="82nd")
    s = rallying(team, U("b", "leader", "C3", badge="101st")).do(Rally("w"), dice=[FAIL])
    assert why(s.tally("rally", "w")) == {"leader": -1}


def test_weapon_team_alone() -> None:
    """3.0#14: a Weapon Team may try without a helper; a Leader who is there counts."""
    assert attempt(rallying(U("w", "weapon_team", "C3", "shaken")), "w") == ""
    s = rallying(U("w", "weapon_team", "C3", "shaken"), U("b", "leader", "C3")).do(Rally("w"), dice=[FAIL])
    assert why(s.tally("rally", "w")) == {"leader": -1}


@pytest.mark.parametrize("kind", ["leader", "medic", "scout", "advisor", "sniper"])
def test_single_men_alone(kind: str) -> None:
    """3.0#15, 5.1#18: every SMC may try without a helper; another Leader's modifier counts."""
    s = rallying(U("a", kind, "C3", "shaken"), U("b", "leader", "C3"))
    s.do(Rally("a"), dice=[FAIL])
    assert why(s.tally("rally", "a")) == {"leader": -1}
    assert attempt(rallying(U("a", kind, "C3", "shaken")), "a") == ""


def test_self_rally() -> None:
    """3.0#16: a unit marked for self-rally may try alone, against its Morale."""
    s = rallying(U("a", "squad 1-5-4-5", "C3", "shaken", abilities=["self_rally"])).do(Rally("a"), dice=["rally 1 4"])
    assert s.unit("a").good_order


def test_one_attempt() -> None:
    """3.0#17: who has failed may not try again in the same phase, but in the next."""
    s = rallying(U("a", "leader", "C3", "shaken"), U("b", "leader", "D3", "shaken"), U("x", "squad", "H8"))
    s.do(Rally("a"), dice=[FAIL])
    assert s.code(Rally("a")) == "one_attempt"
    s.do(EndRally())
    assert not [u for u in s.state.units if u.flags >> 21 & 1]


def test_no_splitting() -> None:
    """3.0#31: nothing a side may do splits a Squad in Good Order."""
    s = rallying(U("a", "squad", "C3"), U("b", "leader", "C3", "shaken"))
    before = s.unit("a").type
    for command in s.options():
        copy = rallying(U("a", "squad", "C3"), U("b", "leader", "C3", "shaken"))
        copy.do(command, dice=["rally 1 1"] if isinstance(command, Rally) else [])
        assert (copy.unit("a").type, len(copy.state.units)) == (before, 2)


def srp_squad() -> U:
    """A Squad that rallies by pairs, with hopeless Morale."""
    return U("a", "squad 2-3-4-2", "C3", "shaken", abilities=["srp"])


@pytest.mark.parametrize(("dice", "rallied"), [("rally 5 5", True), ("rally 1 2", False), ("rally 1 1", True)])
def test_pairs(dice: str, rallied: bool) -> None:
    """3.1#1: alone, any double rallies it and nothing else does."""
    s = rallying(srp_squad())
    assert (attempt(s, "a"), attempt(s, "a", True)) == ("no_rallier", "")
    assert s.do(Rally("a", True), dice=[dice]).unit("a").good_order is rallied


def test_pairs_ignore_modifiers() -> None:
    """3.1#2: Morale, cover and Leaders do not change that roll."""
    s = rallying(srp_squad(), U("b", "leader 6-2-6", "C3"), hexes={"C3": "forest"}).do(
        Rally("a", True), dice=["rally 1 2"]
    )
    assert s.tally("rally", "a").items == ()
    assert not s.unit("a").good_order


def test_pairs_or_normal_once() -> None:
    """3.1#3: with a helper it may rally the normal way, but has one attempt in all."""
    s = rallying(srp_squad(), U("b", "leader", "C3"), U("c", "leader", "H1", "shaken"))
    assert (attempt(s, "a"), attempt(s, "a", True)) == ("", "")
    s.do(Rally("a"), dice=[FAIL])
    assert (attempt(s, "a"), attempt(s, "a", True)) == ("one_attempt", "one_attempt")


def test_pairs_after_a_failed_leader() -> None:
    """3.1#4: after its Shaken Leader has failed the unit may use its pairs, not before he has rolled."""
    s = rallying(srp_squad(), U("b", "leader", "C3", "shaken"))
    assert attempt(s, "a", True) == "leaders_first"
    s.do(Rally("b"), dice=[FAIL])
    assert (attempt(s, "a"), attempt(s, "a", True)) == ("no_rallier", "")


def test_units_without_pairs_cannot_use_them() -> None:
    """3.1#1: a unit without the mark has no attempt by pairs."""
    s = rallying(U("a", "squad", "C3", "shaken"), U("b", "leader", "C3"))
    assert attempt(s, "a", True) == "no_srp"
    assert isinstance(s.state, State)
