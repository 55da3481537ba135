"""11.3, 11.7.1, 11.10, 11.11: what healers, Commissars and Pipers are offered and refused, and what is forgotten."""

from __future__ import annotations

import pytest

from armour_helpers import OK, flagged, refused
from helpers import _COMMANDS, EndRally, Rally, U, why
from lnlt.core.flags import LED, RALLY_FLAGS
from lnlt.rules.ch11_smc.rallying import lends, named_helpers
from scene_helpers import offered, rally_scene

Heal, FightOrDie = _COMMANDS["Heal"], _COMMANDS["FightOrDie"]
MEDIC, COMMISSAR, PIPER = "medic 0-0-6-6", "commissar 7-1-6", "piper 7-1-6"


def test_commissar_drives_those_with_him() -> None:
    """11.7.1: he forces Shaken units stacked with him, not those next door who have failed as well."""
    s = rally_scene(
        U("c", COMMISSAR, "C3"),
        U("a", "squad", "C3", "shaken"),
        U("l", "leader", "C4"),
        U("b", "squad", "C4", "shaken"),
    )
    s.do(Rally("a"), Rally("b"), dice=["rally 6 6"] * 2)
    assert refused(s, FightOrDie("c", "a")) == OK
    assert refused(s, FightOrDie("c", "b")) == ("11.7.1", "not_with_commissar")
    assert offered(s, FightOrDie) == [FightOrDie("c")]


def test_commissar_drives_nobody_who_has_rallied() -> None:
    """11.7.1: the second attempt is for units that have failed; who has tried and rallied is left alone."""
    s = rally_scene(U("c", COMMISSAR, "C3"), U("a", "squad", "C3", "shaken"))
    s.do(Rally("a"), dice=["rally 1 1"])
    assert refused(s, FightOrDie("c", "a")) == ("11.7.1", "has_not_failed")


def test_healers_are_offered_their_patients() -> None:
    """11.3, 11.10: a Medic, wounded himself or not, may heal the wounded and bring back the Shaken who are with him;
    a Nurse only heals, and not herself."""
    s = rally_scene(
        U("m", MEDIC, "C3", "wounded"),
        U("w", "leader", "C3", "wounded"),
        U("a", "squad", "C3", "shaken"),
        U("b", "squad", "C3"),
        U("far", "leader", "C4", "wounded"),
        U("n", "nurse 6-1-6", "D6", "wounded"),
        U("v", "leader", "D6", "wounded"),
    )
    assert offered(s, Heal) == [Heal("m", "m"), Heal("m", "w"), Heal("m", "a", True), Heal("n", "v")]


def test_healers_who_are_not_asked() -> None:
    """11.3: neither a Shaken Medic, nor one who has used his kit, nor an enemy's heals anybody."""
    s = rally_scene(
        U("m", MEDIC, "C3"),
        U("o", MEDIC, "C3", "shaken"),
        U("w", "leader", "C3", "wounded"),
        U("v", "leader", "C3", "wounded"),
        U("x", MEDIC, "F6"),
        U("y", "leader", "F6", "wounded"),
    )
    s.do(Heal("m", "w"), dice=["morale check 1 1"])
    assert offered(s, Heal) == []


def test_helpers_who_are_named() -> None:
    """3.0, Q-241: the best Leader helps unnamed, the other one and the Nurse when named; a Medic and Squads do not."""
    s = rally_scene(
        U("k", "leader 6-1-6", "C3"),
        U("l", "leader 6-2-6", "C3"),
        U("n", "nurse 6-1-6", "C3"),
        U("m", MEDIC, "C3"),
        U("b", "squad", "C3"),
        U("a", "squad", "C3", "shaken"),
        U("far", "leader", "C4"),
    )
    found = [c for c in offered(s, Rally) if c.unit == "a"]  # type: ignore[attr-defined]
    assert found == [Rally("a"), Rally("a", by="k"), Rally("a", by="n")]


def test_leader_without_a_modifier_helps_unnamed() -> None:
    """3.0: a Leader whose modifier is 0, like a Hero, still lets a Squad try."""
    for kind in ("leader 6-0-6", "hero"):
        s = rally_scene(U("l", kind, "C3"), U("a", "squad", "C3", "shaken"))
        assert why(s.do(Rally("a"), dice=["rally 6 6"]).tally("rally", "a")) == {}


@pytest.mark.parametrize("place", ["A0", "C3"])
def test_whom_a_piper_reaches(place: str) -> None:
    """11.11: a Piper may be named by his own Shaken units with him and in the hexes next door, by nobody else."""
    door, far = {"A0": ("A1", "A2"), "C3": ("C4", "C5")}[place]
    s = rally_scene(
        U("p", PIPER, place),
        U("a", "squad", place, "shaken"),
        U("b", "squad", door, "shaken"),
        U("c", "squad", far, "shaken"),
        U("q", PIPER, door, "shaken"),
        U("y", PIPER, "F6"),
        U("z", "squad", "F7", "shaken"),
    )
    reach = {u: [s.state.units[o].id for o in named_helpers(s.game, s.state, s.number(u))] for u in "abcz"}
    assert reach == {"a": ["p"], "b": ["p"], "c": [], "z": ["y"]}
    assert refused(s, Rally("c", by="p")) == ("11.11", "not_in_his_hex")


def test_piper_plays_at_home_and_next_door() -> None:
    """11.11: having played for his own hex, a wounded Piper in Good Order plays for one unit next door, then none."""
    s = rally_scene(
        U("p", PIPER, "C3", "wounded"),
        U("a", "squad", "C3", "shaken"),
        U("b", "squad", "C4", "shaken"),
        U("c", "squad", "C2", "shaken"),
    )
    s.do(Rally("a", by="p"), dice=["rally 6 6"])
    assert s.words("p") == {"wounded"}
    s.do(Rally("b", by="p"), dice=["rally 6 6"])
    assert (s.words("p"), refused(s, Rally("c", by="p"))) == ({"wounded"}, ("11.11", "one_next_door"))


def test_silent_pipers_are_not_heard() -> None:
    """11.11: a Piper who has rallied himself, and played for nobody, does not give his hex away."""
    s = rally_scene(U("p", PIPER, "C3", "shaken"), U("a", "squad", "C3", "shaken"))
    s.do(Rally("p"), EndRally(), EndRally(), dice=["rally 1 1"])
    assert (s.state.phase, s.state.markers, s.words("p")) == ("operations", (), set())


def test_what_was_done_is_forgotten() -> None:
    """3.0, 11.1.1: one Leader of a hex lends his modifier in a Rally Phase; after it either may again, and nobody's
    attempt counts any more."""
    s = rally_scene(U("k", "leader 6-2-6", "C3"), U("l", "leader 6-1-6", "C3"), U("a", "squad", "C3", "shaken"))
    s.do(Rally("a"), dice=["rally 6 6"])
    leaders = [s.number(u) for u in "kl"]
    assert [lends(s.game, s.state, u) for u in leaders] == [2, 0]
    s.do(EndRally(), EndRally())
    assert [lends(s.game, s.state, u) for u in leaders] == [2, 1]
    assert not any(u.flags & (RALLY_FLAGS | LED) for u in s.state.units)
    assert s.words("a") == {"shaken"}


def test_markers_outlast_the_phase() -> None:
    """3.0: what the end of a Rally Phase takes off is what was done in it, nothing else."""
    s = rally_scene(U("w", "leader", "C3", "wounded"), U("a", "squad", "C3", "shaken"))
    before = flagged(s, "w", LED).words("w")
    s.do(EndRally(), EndRally())
    assert (s.words("w"), s.unit("w").flags & LED) == (before, 0)
