"""11.3, 11.7-11.11: healers, Commissars, Chaplains, Nurses and Pipers in the Rally Phase."""

from __future__ import annotations

import pytest

from helpers import (
    _COMMANDS,
    Activate,
    AddFirer,
    AddMover,
    BeginMove,
    EndRally,
    Fire,
    Rally,
    Scene,
    Side2,
    StepTo,
    U,
    why,
)
from lnlt import engine
from lnlt.core.catalog import UnitType
from lnlt.rules.ch11_smc.healing import heal_tally
from scene_helpers import rally_scene

Heal, FightOrDie = _COMMANDS["Heal"], _COMMANDS["FightOrDie"]
MEDIC = "medic 0-0-6-6"


def test_medic_heals_a_wounded_man() -> None:
    """A Medic who passes his Morale Check takes the Wounded marker off one man in his location [11.3#4] [11.3#6]."""
    s = rally_scene(U("med", MEDIC, "C3"), U("ldr", "leader", "C3", "wounded"), U("far", "leader", "C5", "wounded"))
    assert s.code(Heal("med", "far")) == "patient_elsewhere"
    s.do(Heal("med", "ldr"), dice=["morale check 3 3"])
    assert s.words("ldr") == set()
    assert s.code(Heal("med", "far")) == "healer_has_done"


def test_medic_heals_himself() -> None:
    """A wounded Medic in Good Order may heal himself, at one Morale less [11.3#11]."""
    s = rally_scene(U("med", MEDIC, "C3", "wounded"))
    s.do(Heal("med", "med"), dice=["morale check 3 2"])
    assert s.words("med") == set()
    assert s.tally("heal", "med").need == 5


def test_failure_has_no_penalty_but_ends_the_work() -> None:
    """A failed check hurts nobody, and the Medic does nothing more in that phase [11.3#10]."""
    s = rally_scene(U("med", MEDIC, "C3"), U("ldr", "leader", "C3", "wounded"), U("a", "squad", "C3", "shaken"))
    s.do(Heal("med", "ldr"), dice=["morale check 6 1"])
    assert s.words("ldr") == {"wounded"}
    assert s.words("med") == set()
    assert s.code(Heal("med", "a", True)) == "healer_has_done"


def test_medic_brings_back_his_own_only() -> None:
    """A Medic revives Shaken units of his badge, and it is no attempt of theirs [11.3#5] [11.3#8]."""
    s = rally_scene(
        U("med", MEDIC, "C3", badge="x"),
        U("a", "squad", "C3", "shaken", badge="x"),
        U("b", "squad", "C3", "shaken", badge="y"),
        U("ldr", "leader 6-1-6", "C3", badge="x"),
    )
    assert s.code(Heal("med", "b", True)) == "other_command"
    s.do(Rally("a"), dice=["rally 6 6"])
    s.do(Heal("med", "a", True), dice=["morale check 3 3"])
    assert s.words("a") == set()
    assert why(s.tally("heal", "a")) == {}


def test_healing_a_hero_turns_him_over() -> None:
    """A healed Hero has the values of his unwounded side again [11.3#12]."""
    s = rally_scene(U("med", MEDIC, "C3"), U("h", "hero 2-4-6-6", "C3", "wounded", wounded=Side2(1, 4, 5, 6)))
    s.do(Heal("med", "h"), dice=["morale check 1 1"])
    from lnlt.rules.facts import units

    assert units.firepower(s.game, s.unit("h")) == 2


def test_healing_takes_a_morale_check() -> None:
    """The check is that of 2d6 up to Morale, two more in cover [11.3#7] [1.5.1]."""
    s = rally_scene(U("med", MEDIC, "C3"), U("two", MEDIC, "C5"), hexes={"C5": "light_woods"})
    open_ground, cover = (heal_tally(s.game, s.state, s.number(name)) for name in ("med", "two"))
    assert (open_ground.need, open_ground.total) == (6, 0)
    assert (cover.need, cover.total) == (6, -2)


def test_medics_do_not_spot_or_shoot() -> None:
    """A Medic next to an unspotted enemy spots nothing, has no fire and carries no weapon [11.3#1] [11.3#3] [1.6#3]."""
    from lnlt.rules.ch10_los_spotting.spotting import is_spotted
    from lnlt.rules.facts.weapons import carries

    s = Scene(U("med", MEDIC, "C3"), U("x", "squad", "C4"), U("a", "squad", "A8"), hexes={"C4": "forest"})
    assert not is_spotted(s.game, s.state, s.loc("C4"), 0)
    assert carries("medic") == carries("corpsman") == 0
    assert not [c for c in s.options() if isinstance(c, Fire | AddFirer)]


def test_chaplain_helps_to_rally_only() -> None:
    """A Chaplain lets units try and lends his modifier, but not to Damage Checks or fire [11.8#1] [11.8#2] [11.8#3]."""
    from lnlt.rules.ch05_fire.damage import check_tally
    from lnlt.rules.facts.leaders import may_aid_fire
    from lnlt.rules.facts.weapons import carries

    s = rally_scene(U("ch", "chaplain 7-2-6", "C3"), U("a", "squad", "C3", "shaken"))
    s.do(Rally("a"), dice=["rally 4 3"])
    assert s.words("a") == set()
    assert why(s.tally("rally", "a")) == {"leader": -2}
    assert why(check_tally(s.game, s.state, s.number("a"), 3)) == {"difference": 3}
    assert not may_aid_fire(s.game, s.state, s.number("ch"))
    assert carries("chaplain") == 0


def test_chaplain_just_rallied_helps() -> None:
    """A Shaken Chaplain rallies himself and may then help others in the same phase [11.8#5]."""
    s = rally_scene(U("ch", "chaplain 7-1-6", "C3", "shaken"), U("a", "squad", "C3", "shaken"))
    assert s.code(Rally("a")) == "no_rallier"
    s.do(Rally("ch"), dice=["rally 3 3"])
    s.do(Rally("a"), dice=["rally 3 3"])
    assert s.words("a") == set()


def test_modifiers_of_non_leaders_count_in_rally_attempts() -> None:
    """Chaplain, Nurse and Piper lend their modifiers like Leaders [1.5.1#6] [3.0#23]."""
    for kind in ("chaplain", "nurse", "piper"):
        s = rally_scene(U("m", f"{kind} 7-1-6", "C3"), U("a", "squad", "C3", "shaken"))
        s.do(Rally("a", by="" if kind == "chaplain" else "m"), dice=["rally 6 6"])
        assert why(s.tally("rally", "a")) == {"leader": -1}


def test_nurse_helps_two_at_most() -> None:
    """A Nurse must be named, helps two units, and not a third [11.10#4] [11.10#6]."""
    squads = [U(n, "squad", "C3", "shaken") for n in "abc"]
    s = rally_scene(U("n", "nurse 6-1-6", "C3"), *squads)
    assert s.code(Rally("a")) == "no_rallier"
    s.do(Rally("a", by="n"), Rally("b", by="n"), dice=["rally 6 6", "rally 6 6"])
    assert s.code(Rally("c", by="n")) == "nurse_has_done"


def test_nurse_just_rallied_helps_nobody() -> None:
    """A Nurse who has rallied herself neither heals nor helps in that phase [11.10#3] [3.0#22]."""
    s = rally_scene(
        U("n", "nurse 6-1-6", "C3", "shaken"), U("a", "squad", "C3", "shaken"), U("l", "leader", "C3", "wounded")
    )
    s.do(Rally("n"), dice=["rally 1 2"])
    assert s.code(Rally("a", by="n")) == "nurse_just_rallied"
    assert s.code(Heal("n", "l")) == "nurse_just_rallied"


def test_nurse_does_not_heal_herself() -> None:
    """A wounded Nurse cannot heal herself, nor bring Shaken units back with her kit [11.10#7] [11.10#1] [11.10#8]."""
    from lnlt.rules.ch05_fire.damage import check_tally
    from lnlt.rules.facts.weapons import carries

    s = rally_scene(U("n", "nurse 6-1-6", "C3", "wounded"), U("a", "squad", "C3", "shaken"))
    assert s.code(Heal("n", "n")) == "nurse_heals_others"
    assert s.code(Heal("n", "a", True)) == "heal_or_rally"
    assert carries("nurse") == 0
    assert why(check_tally(s.game, s.state, s.number("a"), 3)) == {"difference": 3}


def test_piper_plays_for_the_next_hex() -> None:
    """A Piper helps one unit next door and all with him; his hex alone is then Spotted [11.11#2] [11.11#3]."""
    s = rally_scene(
        U("p", "piper 7-1-6", "C3"),
        U("a", "squad", "C3", "shaken"),
        U("b", "squad", "C4", "shaken"),
        U("c", "squad", "C2", "shaken"),
        U("d", "squad", "F6", "shaken"),
    )
    s.do(Rally("b", by="p"), dice=["rally 3 3"])
    assert why(s.tally("rally", "b")) == {"leader": -1}
    assert s.code(Rally("c", by="p")) == "one_next_door"
    assert s.code(Rally("d", by="p")) in ("one_next_door", "not_in_his_hex")
    s.do(Rally("a", by="p"), EndRally(), EndRally(), dice=["rally 6 6"])
    spotted = {s.game.board.loc_name(m.at) for m in s.state.markers if m.kind == "spotted"}
    assert s.state.phase == "operations"
    assert spotted == {"C3"}


def test_piper_who_does_not_play_is_not_spotted() -> None:
    """Without a rally attempt his hex gets no Spotted marker [11.11#3]."""
    s = rally_scene(U("p", "piper 7-1-6", "C3"), U("a", "squad", "C3", "shaken"))
    s.do(EndRally(), EndRally())
    assert not s.state.markers


def test_piper_limits() -> None:
    """A Piper neither double-times nor carries weapons nor helps Damage Checks; just rallied he may play
    [11.11#1] [11.11#4] [11.11#5] [11.11#7]."""
    from lnlt.rules.ch05_fire.damage import check_tally
    from lnlt.rules.facts.movement_modes import check_capable
    from lnlt.rules.facts.weapons import carries

    s = rally_scene(U("p", "piper 7-1-6", "C3", "shaken"), U("a", "squad", "C3", "shaken"))
    refusal = check_capable(s.game, s.state, s.number("p"), "double_time")
    assert refusal is not None
    assert refusal.rule == "11.11"
    assert carries("piper") == 0
    assert why(check_tally(s.game, s.state, s.number("a"), 3)) == {"difference": 3}
    s.do(Rally("p"), Rally("a", by="p"), dice=["rally 2 2", "rally 2 2"])
    assert s.words("a") == set()


COMMISSAR = "commissar 7-1-6"


def test_commissar_is_a_leader() -> None:
    """A Commissar leads, helps and activates like a Leader [11.7#1]."""
    from lnlt.rules.facts.leaders import extends_activation, helping_leader, may_aid_fire

    s = Scene(U("c", COMMISSAR, "C3"), U("a", "squad", "C3"), U("x", "squad", "C6"))
    c, a = s.number("c"), s.number("a")
    assert helping_leader(s.game, s.state, a) == c
    assert may_aid_fire(s.game, s.state, c)
    assert extends_activation(s.game, s.state, c)


def test_fight_or_die_after_a_failure() -> None:
    """Only who has failed tries again, at one Morale more and with his modifier [11.7.1#1] [11.7.1#2]."""
    s = rally_scene(U("c", COMMISSAR, "C3"), U("a", "squad 1-5-4-5", "C3", "shaken"))
    assert s.code(FightOrDie("c")) == "has_not_failed"
    s.do(Rally("a"), dice=["rally 6 5"])
    s.do(FightOrDie("c"), dice=["rally 4 3"])
    tally = s.tally("fight_or_die", "a")
    assert (tally.need, tally.total) == (6, -1)
    assert s.words("a") == set()


def test_fight_or_die_costs_casualties() -> None:
    """Who fails again loses men: a Squad is halved, a Half-Squad is gone, a man is wounded [11.7.1#3]."""
    half = UnitType("half", "half", "half_squad", "us", fp=1, range=4, mf=4, morale=5)
    s = rally_scene(
        U("c", COMMISSAR, "C3"),
        U("a", "squad 1-5-4-5", "C3", "shaken", reduces_to=["half"]),
        U("h", "half_squad 1-4-4-5", "C3", "shaken"),
        U("m", MEDIC, "C3", "shaken"),
        types=[half],
    )
    s.do(*(Rally(u) for u in "ahm"), dice=["rally 6 5"] * 3)
    s.do(FightOrDie("c"), dice=["rally 5 4"])
    assert s.game.types[s.unit("a").type].kind == "half_squad"
    assert s.words("a") == {"shaken"}
    assert s.at("h") == ""
    assert s.words("m") == {"shaken", "wounded"}
    assert s.at("c") == "C3"
    assert s.code(FightOrDie("c")) == "second_try_made"


def test_twelve_kills_the_commissar() -> None:
    """A natural 12 removes the Commissar, and the units suffer all the same [11.7.1#4]."""
    s = rally_scene(U("c", COMMISSAR, "C3"), U("h", "half_squad 1-4-4-9", "C3", "shaken"), hexes={"C3": "forest"})
    s.do(Rally("h"), dice=["rally 6 6"])
    assert s.words("h") == {"shaken"} or s.at("h")
    s = rally_scene(U("c", COMMISSAR, "C3"), U("h", "half_squad 1-4-4-5", "C3", "shaken"))
    s.do(Rally("h"), dice=["rally 6 5"])
    s.do(FightOrDie("c"), dice=["rally 6 6"])
    assert s.at("c") == ""
    assert s.at("h") == ""


def test_fight_or_die_for_one_of_two() -> None:
    """The Commissar may name one unit; the other keeps its second attempt [11.7.1#1]."""
    s = rally_scene(
        U("c", COMMISSAR, "C3"), U("a", "squad", "C3", "shaken"), U("b", "squad", "C3", "shaken"), U("d", "squad", "D8")
    )
    s.do(Rally("a"), Rally("b"), dice=["rally 6 5", "rally 6 5"])
    assert FightOrDie("c", "a") in s.options()
    assert FightOrDie("c") in s.options()
    s.do(FightOrDie("c", "a"), dice=["rally 1 1"])
    assert s.words("a") == set()
    assert s.words("b") == {"shaken"}
    assert s.code(FightOrDie("c", "b")) == ""


def test_advisor() -> None:
    """An Advisor raises Morale by one for others, once, Shaken or not; he uses weapons and self-rallies
    [11.9#1] [11.9#2] [11.9#6]."""
    from lnlt.rules.facts import units
    from lnlt.rules.facts.weapons import carries

    s = rally_scene(U("v", "advisor 0-0-6-7", "C3", "shaken"), U("w", "advisor 0-0-6-7", "C3"), U("a", "squad", "C3"))
    assert units.morale(s.game, s.unit("a"), s.state) == 6
    assert units.morale(s.game, s.unit("v"), s.state) == 8
    assert carries("advisor") == 1
    assert s.code(Rally("v")) == ""


@pytest.mark.parametrize("kind", ["medic", "sniper", "marksman", "nurse", "piper", "chaplain", "advisor", "scout"])
def test_every_single_man_self_rallies(kind: str) -> None:
    """All Single-Man Counters may rally without company [5.1#16] [5.1#17] [11.12#5]."""
    s = rally_scene(U("m", kind, "C3", "shaken"))
    assert s.code(Rally("m")) == ""
    assert isinstance(engine.options(s.game, s.state), list)


def test_leader_alone_in_melee() -> None:
    """Without a Melee weapon a lone Leader cannot enter Melee, and is eliminated if enemies enter [11.1.4#1]."""
    s = Scene(U("l", "leader", "C3"), U("x", "squad", "C4"))
    s.do(Activate("C3"), BeginMove("C3"), AddMover("l"))
    assert s.code(StepTo("C4")) == "not_melee_eligible"
    s = Scene(U("l", "leader", "C3"), U("x", "squad", "C4"), impulse="de")
    s.move("C4", "x", "C3")
    assert s.at("l") == ""
