"""11.3, 11.7-11.11, 3.0: healers, Commissars, Nurses and Pipers in the Rally Phase: refusals, limits, the first hex."""

from __future__ import annotations

import pytest

from armour_helpers import OK, flagged, refused, tank
from helpers import _COMMANDS, EndRally, Rally, Scene, U, why
from lnlt.core.flags import LED, RALLY_TRIED, WOUNDED_TWICE
from lnlt.rules.ch11_smc.rallying import lends
from scene_helpers import rally_scene

Heal, FightOrDie = _COMMANDS["Heal"], _COMMANDS["FightOrDie"]
MEDIC, COMMISSAR = "medic 0-0-6-6", "commissar 7-1-6"
FIRST = "A0"
"""The first hex of the board: nothing about it is special."""


def failed(*units: U, names: str = "a", **more: object) -> Scene:
    """Units that have tried to rally in vain."""
    return rally_scene(*units, **more).do(*(Rally(u) for u in names.split()), dice=["rally 6 5"] * len(names.split()))


def test_shaken_commissar_drives_nobody() -> None:
    """11.7.1: only a Commissar in Good Order announces Fight or Die!."""
    s = failed(U("c", COMMISSAR, "C3", "shaken"), U("h", "hero", "C3"), U("a", "squad", "C3", "shaken"), names="c a")
    assert refused(s, FightOrDie("c", "a")) == ("11.7.1", "no_commissar")
    s = failed(U("c", COMMISSAR, "C3"), U("h", "hero", "C3"), U("a", "squad", "C3", "shaken"))
    assert refused(s, FightOrDie("c", "a")) == OK


@pytest.mark.parametrize(("kind", "found"), [("leader 7-1-6", ("11.7.1", "no_commissar")), (COMMISSAR, OK)])
def test_only_commissars_drive(kind: str, found: tuple[str, str]) -> None:
    """11.7.1: a Leader has no second try for the men who have failed, a Commissar has, in any hex of the board."""
    s = failed(U("c", kind, FIRST), U("a", "squad", FIRST, "shaken"))
    assert refused(s, FightOrDie("c", "a")) == found
    assert (FightOrDie("c") in s.options()) is (found == OK)


def test_enemy_commissar_drives_nobody() -> None:
    """11.7.1: a side forces its own men, with its own Commissars."""
    s = failed(U("x", COMMISSAR, "C3"), U("l", "leader", "C3"), U("a", "squad", "C3", "shaken"))
    assert refused(s, FightOrDie("x", "a")) == ("11.7.1", "no_commissar")


@pytest.mark.parametrize(
    ("what", "badge", "found"),
    [("squad", "q", ("3.0", "other_command")), ("squad", "p", OK), ("weapon_team", "q", OK)],
)
def test_commissar_and_badges(what: str, badge: str, found: tuple[str, str]) -> None:
    """3.0, 11.7.1: he rallies those of his own badge, and Weapon Teams of any."""
    s = failed(
        U("c", COMMISSAR, "C3", badge="p"), U("h", "hero", "C3", badge="q"), U("a", what, "C3", "shaken", badge=badge)
    )
    assert refused(s, FightOrDie("c", "a")) == found


def test_fight_or_die_in_cover() -> None:
    """11.7.1, 3.0: in terrain with a Target Modifier 2 are subtracted, as in any rally attempt."""
    s = failed(U("c", COMMISSAR, "C3"), U("a", "squad 1-5-4-5", "C3", "shaken"), hexes={"C3": "light_woods"})
    s.do(FightOrDie("c"), dice=["rally 5 4"])
    tally = s.tally("fight_or_die", "a")
    assert (why(tally), tally.need) == ({"cover": -2, "leader": -1}, 6)
    assert s.words("a") == set()


def test_twelve_is_a_failure_whatever_the_morale() -> None:
    """11.7.1: on a natural 12 the men suffer, however brave, and the Commissar is removed; on an 11 neither."""
    for dice, place in (("rally 6 6", ""), ("rally 6 5", "C3")):
        units = (U("c", COMMISSAR, "C3"), U("a", "half_squad 1-4-4-9", "C3", "shaken"))
        s = failed(*units, hexes={"C3": "light_woods"}, names="")
        s = flagged(s, "a", RALLY_TRIED)
        s.do(FightOrDie("c"), dice=[dice])
        assert (s.at("c"), s.at("a")) == (place, place)


def test_fight_or_die_with_no_morale_left() -> None:
    """11.7.1: Morale 0 and one more for a wounded man is 0, not 1."""
    units = (U("c", COMMISSAR, "C3"), U("a", "leader 6-0-6", "C3", "shaken", "wounded", shaken=(0, 4)))
    s = failed(*units).do(FightOrDie("c", "a"), dice=["rally 1 1"])
    assert (s.tally("fight_or_die", "a").need, s.resolved("fight_or_die", "a").outcome) == (0, "wounded")


def test_one_who_failed_is_offered_once() -> None:
    """11.7.1: with one unit that has failed, driving it and driving all of them is one choice."""
    s = failed(U("c", COMMISSAR, "C3"), U("a", "squad", "C3", "shaken"))
    assert [c for c in s.options() if isinstance(c, FightOrDie)] == [FightOrDie("c")]


def test_nobody_has_failed() -> None:
    """11.7.1: a Commissar who is alone has nobody to force."""
    s = rally_scene(U("c", COMMISSAR, "C3"), U("a", "squad", "C4", "shaken"))
    assert refused(s, FightOrDie("c")) == ("11.7.1", "nobody_failed")


def test_units_that_do_not_exist() -> None:
    """1.1: who is named must exist."""
    units = (
        U("c", COMMISSAR, "C3"),
        U("m", MEDIC, "C3"),
        U("a", "squad", "C3", "shaken"),
        U("w", "leader", "C3", "wounded"),
    )
    s = failed(*units)
    wrong = (FightOrDie("nobody"), FightOrDie("c", "nobody"), Heal("nobody", "w"), Heal("m", "nobody"))
    assert [refused(s, c) for c in wrong] == [("1.1", "no_such_unit")] * 4
    assert refused(s, FightOrDie("c", "a")) == refused(s, Heal("m", "w")) == OK


@pytest.mark.parametrize(("kind", "found"), [("leader", ("11.3", "no_healer")), (MEDIC, OK), ("corpsman 0-0-6-6", OK)])
def test_only_healers_heal(kind: str, found: tuple[str, str]) -> None:
    """11.3: Medics and Corpsmen heal the wounded of their location, in any hex of the board; a Leader does not."""
    s = rally_scene(U("m", kind, FIRST), U("w", "leader", FIRST, "wounded"))
    assert refused(s, Heal("m", "w")) == found


def test_the_wounded_are_healed_and_the_shaken_revived() -> None:
    """11.3: healing is for the wounded, reviving for Shaken MMCs and SMCs."""
    s = rally_scene(
        U("m", MEDIC, "C3"),
        U("a", "squad", "C3", "shaken"),
        U("w", "leader", "C3", "wounded"),
        U("b", "squad", "C3"),
        tank("t", "C3", "shaken"),
    )
    assert refused(s, Heal("m", "a")) == refused(s, Heal("m", "b")) == ("11.3", "not_wounded")
    assert [refused(s, Heal("m", u, True)) for u in "wbt"] == [("11.3", "not_shaken")] * 3
    assert refused(s, Heal("m", "w")) == refused(s, Heal("m", "a", True)) == OK


def test_healer_without_morale() -> None:
    """11.3: a wounded Medic with Morale 1 needs 0 or less: in cover a roll of 2, and 3 fails."""
    for dice, healed in (("morale check 1 1", True), ("morale check 1 2", False)):
        units = (U("m", "medic 0-0-6-1", "C3", "wounded"), U("w", "leader", "C3", "wounded"))
        s = rally_scene(*units, hexes={"C3": "light_woods"}).do(Heal("m", "w"), dice=[dice])
        assert (s.words("w") == set()) is healed


def test_second_wound_is_healed_first() -> None:
    """11.3, 12.0: of a man who has survived two wounds a Medic heals one."""
    s = rally_scene(U("m", MEDIC, "C3"), U("n", MEDIC, "C3"), U("w", "leader", "C3", "wounded", skills=["bull"]))
    flagged(s, "w", WOUNDED_TWICE)
    s.do(Heal("m", "w"), dice=["morale check 1 1"])
    assert s.words("w") == {"wounded"}
    assert not s.unit("w").flags & WOUNDED_TWICE
    assert s.do(Heal("n", "w"), dice=["morale check 1 1"]).words("w") == set()


def riders(*more: U) -> Scene:
    """A half-track with a Leader, and men in it and beside it."""
    return rally_scene(tank("t", "C3", capacity="PPPP"), U("l", "leader 6-1-6", "", aboard="t"), *more)


def test_passengers_are_helped_by_passengers() -> None:
    """16.0, Q-365: who rides is helped by those in the same vehicle, who stands beside it by those on the ground."""
    s = riders(U("a", "squad", "C3", "shaken"), U("b", "squad", "", "shaken", aboard="t"), U("m", "leader", "C3"))
    assert refused(s, Rally("a", by="l")) == refused(s, Rally("b", by="m")) == ("16.0", "not_in_his_vehicle")
    s.do(Rally("b"), dice=["rally 6 6"])
    assert why(s.tally("rally", "b")) == {"leader": -1}


@pytest.mark.parametrize(("place", "section"), [("C3/roof", "10.6.1"), ("C3/upper", "10.4.1")])
def test_other_levels_of_the_house(place: str, section: str) -> None:
    """10.4.1, 10.6.1: from the ground a Leader helps nobody upstairs, nor on the roof."""
    s = rally_scene(
        U("l", "leader", "C3"),
        U("a", "squad", place, "shaken"),
        hexes={"C3": "hc_building"},
        buildings=[(("C3",), 2)],
        rooftop=True,
    )
    assert refused(s, Rally("a", by="l")) == (section, "not_in_his_hex")


def test_only_one_modifier_in_a_hex() -> None:
    """11.1.1, Q-240: when one Leader has used his modifier, a second in the hex lends none, wounded or not."""
    s = rally_scene(
        U("k", "leader 6-2-6", "C3"),
        U("l", "leader 6-2-6", "C3", "wounded"),
        U("a", "squad", "C3", "shaken"),
        U("b", "squad", "C3", "shaken"),
    )
    s.do(Rally("a"), dice=["rally 6 6"])
    assert why(s.tally("rally", "a")) == {"leader": -2}
    s.do(Rally("b", by="l"), dice=["rally 6 6"])
    assert s.tally("rally", "b").items == ()


def test_a_modifier_lent_by_an_enemy_leader_is_his_own_affair() -> None:
    """11.1.1, Q-240: in a Melee one Leader of each side may use his modifier."""
    s = rally_scene(
        U("k", "leader 6-2-6", "C3", "melee"),
        U("l", "leader 6-2-6", "C3", "melee"),
        U("x", "leader 6-1-6", "C3", "melee"),
        U("y", "squad", "C3", "melee"),
    )
    flagged(s, "k", LED)
    assert [lends(s.game, s.state, s.number(u)) for u in "klx"] == [2, 0, 1]


def test_wounded_nurse_helps_two() -> None:
    """11.10: a Nurse helps two units, wounded or not, and no third."""
    squads = [U(n, "squad", "C3", "shaken") for n in "abc"]
    s = rally_scene(U("n", "nurse 6-1-6", "C3", "wounded"), *squads)
    s.do(Rally("a", by="n"), dice=["rally 6 6"])
    assert refused(s, Rally("b", by="n")) == OK
    s.do(Rally("b", by="n"), dice=["rally 6 6"])
    assert refused(s, Rally("c", by="n")) == ("11.10", "nurse_has_done")


@pytest.mark.parametrize("place", [FIRST, "C3"])
def test_a_tune_is_heard(place: str) -> None:
    """11.11: the hex of a Piper who has played is Spotted, in any hex and whatever other markers are there; once."""
    for marker, before in (("smoke", 0), ("spotted", 1)):
        s = rally_scene(U("p", "piper 7-1-6", place), U("a", "squad", place, "shaken"), markers=[(marker, place, 1)])
        assert [m.kind for m in s.state.markers].count("spotted") == before
        s.do(Rally("a", by="p"), EndRally(), EndRally(), dice=["rally 6 6"])
        assert [s.game.board.loc_name(m.at) for m in s.state.markers if m.kind == "spotted"] == [place]
