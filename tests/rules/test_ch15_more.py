"""15.0, 15.1, 15.2.2, 15.4, 22.0: vehicles and their machine guns where situations do not look."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import flagged, refused, tank
from helpers import Activate, PassWindow, Scene, U, why
from lnlt.core.catalog import UnitType
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, BULK, ELIMINATED, EMPLACED, LAUNCHING, MOVING, SHAKEN
from lnlt.core.setup import Exit
from lnlt.core.state import Marker
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch06_movement.steps import ExitMap
from lnlt.rules.ch15_vehicles.action import BeginDrive, vehicles_named
from lnlt.rules.ch15_vehicles.bunker_answer import BunkerNerve
from lnlt.rules.ch15_vehicles.drive_checks import check_move, check_stop
from lnlt.rules.ch15_vehicles.driving import Drive
from lnlt.rules.ch15_vehicles.fate import BY_ASSAULT, BY_ORDNANCE, abandon, bail_out, destroy, get_off, place_crew
from lnlt.rules.ch15_vehicles.fire_on_the_move import fires_running
from lnlt.rules.ch15_vehicles.machine_guns import mg_tally
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun
from lnlt.rules.ch15_vehicles.overrun import OverrunAttack, check_overrun
from lnlt.rules.ch15_vehicles.overrun_answer import check_displaced
from lnlt.rules.facts.kits import kit_of
from scene_helpers import copied

pytestmark = pytest.mark.usefixtures("either_seat")


def draft(s: Scene, *dice: tuple[str, tuple[int, ...]]) -> Draft:
    """The position as rules change it."""
    return Draft(s.game, s.state, ScriptedDice(list(dice)))


def code(found: Any) -> str:
    """Code of a refusal, "" if there is none."""
    return found.code if found else ""


def test_vehicles_of_named_locations() -> None:
    """4.0: own vehicles, whatever else is there and marked."""
    s = Scene(tank("a", "D6"), U("b", "squad", "D6", "shaken"), tank("c", "D7"), tank("x", "D2"), U("y", "squad", "D2"))
    named = Impulse(side=s.us, named=(s.loc("D6"), s.loc("D2")))
    assert [s.state.units[u].id for u in vehicles_named(s.state, named)] == ["a"]


def test_what_is_left_of_a_vehicle() -> None:
    """14.1, 15.4: a Wreck or an abandoned vehicle, once; nothing of what it was about."""
    s = flagged(Scene(tank("a", "D6"), U("x", "squad", "H1")), "a", MOVING | LAUNCHING)
    d = draft(s)
    destroy(d, 0, BY_ORDNANCE)
    assert d.units[0].flags == BULK | ELIMINATED
    assert d.marks[s.loc("D6")] == (Marker("wreck", s.loc("D6"), 1, s.us),)
    d = draft(s)
    abandon(d, 0)
    assert d.marks[s.loc("D6")] == (Marker("abandoned", s.loc("D6"), 1, s.us),)


def test_names_of_crews() -> None:
    """15.4: the first free one."""
    crew = UnitType("type-a-crew", "crew", "crew", "us", mf=3, morale=6)
    for taken, name in (((), "a-crew"), (("a-crew",), "a-crew2"), (("a-crew", "a-crew2"), "a-crew3")):
        s = Scene(tank("a", "D6"), *(U(n, "crew", "D8") for n in taken), U("x", "squad", "H1"), types=[crew])
        d = draft(s)
        place_crew(d, d.units[0], SHAKEN)
        assert d.units[-1].id == name
        assert d.units[-1].flags == SHAKEN


def test_nobody_keeps_riding() -> None:
    """16.0: who gets off, falls out or is lost is no longer on top of anything."""
    s = Scene(
        tank("a", "D6", capacity="PPO"), U("b", "half_squad", "", aboard="a", riding="outside"), U("x", "squad", "H1")
    )
    d = draft(s)
    get_off(d, 1, s.loc("D6"))
    assert d.units[1].kit is None
    for die in (1, 2):
        d = draft(s, ("bailout", (die,)))
        bail_out(d, 1, s.loc("D6"))
        assert d.units[1].kit is None
    d = draft(s)
    destroy(d, 0, BY_ASSAULT)
    lost: Any = d.stack[-1]
    lost.riders(d)
    assert d.units[1].kit is None
    assert d.units[1].flags & ELIMINATED
    assert kit_of(d.units[0]).left == s.loc("D6")


def test_company_that_must_move() -> None:
    """6.1.1, 6.5: the vehicle leaves with those who have used Assault Fire, if it can."""
    for closed in (False, True):
        shut = dict.fromkeys(("D5", "E5", "D7", "C6"), "hc_building") if closed else {}
        s = Scene(
            tank("a", "D6", facing="D5/E5"),
            U("b", "squad", "D6", abilities=["assault_move"]),
            U("x", "squad", "H1"),
            hexes=shut,
        )  # type: ignore[arg-type]
        flagged(flagged(s, "a", MOVING, mp=2), "b", ASSAULT_FIRE | MOVING)
        drive = Drive(
            side=s.us, unit=0, origin=s.loc("D6"), at=s.loc("D6"), mode="normal", escort=(1,), modes=("assault",)
        )
        assert code(check_stop(s.game, s.state, drive)) == ("" if closed else "must_move")


def test_after_assault_fire_no_fire_on_the_move() -> None:
    """15.2.2: either first or in the middle."""
    s = flagged(Scene(tank("a", "D6"), U("x", "squad", "D3"), era="modern"), "a", MOVING, mp=2)
    drive = Drive(side=s.us, unit=0, origin=s.loc("D6"), at=s.loc("D6"), mode="assault")
    assert fires_running(s.game, s.state, drive, 0)
    assert not fires_running(s.game, s.state, replace(drive, mode="normal"), 0)
    assert not fires_running(s.game, s.state, drive, 1)
    assert not fires_running(s.game, flagged(s, "a", ASSAULT_FIRE).state, drive, 0)
    assert not fires_running(s.game, flagged(s, "a", 0, mp=0).state, drive, 0)


def test_exits() -> None:
    """22.0: with a point left, where the side may leave."""
    s = Scene(tank("a", "D6"), U("x", "squad", "H1"))
    s.game.__dict__["setup"] = replace(s.game.setup, exits=(Exit("us", ("D6",)),))
    for mp, found in ((0, ""), (18, ""), (19, "too_few_points"), (20, "too_few_points")):
        flagged(s, "a", 0, mp=mp)
        assert code(check_move(s.game, s.state, 0, "normal", s.loc("D6"), ExitMap())) == found
    assert code(check_move(s.game, s.state, 0, "normal", s.loc("D5"), ExitMap())) == "no_exit_here"


def test_emplacement_of_who_leaves_the_map() -> None:
    """21.7: it is taken off like that of any vehicle that drives out."""
    s = Scene(tank("a", "D6"), U("x", "squad", "H1"), markers=(("vehicle_emplacement", "D6", 1),))
    s.game.__dict__["setup"] = replace(s.game.setup, exits=(Exit("us", ("D6",)),))
    flagged(s, "a", EMPLACED)
    s.do(Activate("D6"), BeginDrive("a"), ExitMap())
    assert not s.state.markers


def test_machine_guns_in_the_first_hex() -> None:
    """15.0: out of A0 too, and the smoke is named by its hex."""
    s = Scene(tank("a", "A0", facing="A1/B1", mgs=("2",)), U("x", "squad", "A3"), markers=[("smoke", "A0", 2)])
    s.do(Activate("A0"))
    assert refused(s, FireMachineGun("a", 0, "A3")) == ("", "")
    found = mg_tally(s.game, s.state, 0, 0, s.loc("A0"), s.loc("A3"))
    assert [m.source for m in found.mods if m.why == "out_of_smoke"] == ["A0"]


def test_machine_guns_through_gaps() -> None:
    """10.3.2: 2 less for a line between two Buildings."""
    hexes = {"D3": "lc_building", "D4": "lc_building"}
    pair = [(("D3",), 1), (("D4",), 1)]
    s = Scene(tank("a", "C3", mgs=("4",)), U("x", "squad", "E3"), hexes=hexes, buildings=pair)  # type: ignore[arg-type]
    assert why(mg_tally(s.game, s.state, 0, 0, s.loc("C3"), s.loc("E3"))) == {"vehicle_mg": 4, "limited": -2}


def fired(s: Scene) -> list[bool]:
    """Whether the fire just told was Opportunity Fire."""
    return [e.opportunity for e in s.events if type(e).__name__ == "FireOpened"]  # type: ignore[attr-defined]


def test_occasions_of_machine_guns() -> None:
    """4.0, 5.3, 15.2.1: told as what they are; only Assault Fire is noted as such, once; not while Ops Complete."""
    units = (tank("a", "D6", mgs=("2", "2"), facing="D5/E5"), U("b", "squad", "D6"), U("x", "squad", "D3"))
    s = Scene(*units).do(Activate("D6"), FireMachineGun("a", 0, "D3"), dice=("attack 1", "defence 6"))
    assert fired(s) == [False]
    impulse = next(f for f in s.state.stack if isinstance(f, Impulse))
    assert (impulse.assaulted, impulse.did) == ((), (s.loc("D6"),))
    s = Scene(*units).do(Activate("D6"))
    for mg in (0, 1):
        s.do(FireMachineGun("a", mg, "D3", mode="assault_fire"), dice=("attack 1", "defence 6"))
        impulse = next(f for f in s.state.stack if isinstance(f, Impulse))
        assert impulse.assaulted == (s.loc("D6"),)
    s = Scene(U("a", "squad", "D6"), tank("x", "D2", facing="D3/E2", mgs=("2",), to_hit=())).move("D6", "a", "D5")
    s.do(FireMachineGun("x", 0, "D5"), dice=("attack 1", "defence 6"))
    assert fired(s) == [True]
    s = Scene(tank("a", "D6", "ops_complete", mgs=("2",), facing="D5/E5"), *units[1:]).do(Activate("D6"))
    assert refused(s, FireMachineGun("a", 0, "D3"))[1] == "has_acted"


def test_shots_of_others_do_not_count() -> None:
    """15.2.1: who has moved by Assault Move does not fire by Assault Fire, though another vehicle has."""
    s = Scene(
        tank("a", "D6", mgs=("2",), facing="D5/E5"), tank("c", "D6", "assault_move", mgs=("2",), facing="D5/E5"),
        U("b", "squad", "D6"), U("x", "squad", "D3"),
    )  # fmt: skip
    s.do(Activate("D6"), FireMachineGun("a", 0, "D3", mode="assault_fire"), dice=("attack 1", "defence 6"))
    assert refused(s, FireMachineGun("c", 0, "D3", mode="assault_fire")) == ("15.2.1", "no_assault_fire")


def test_overruns_that_are_refused() -> None:
    """15.1, 15.3, 22.0: into a Melee, beyond the area of play, without the points: 4 more than for the hex."""
    import copy

    s = Scene(
        tank("a", "D6", facing="D5/E5", mgs=("2",)),
        U("x", "squad", "D5"),
        U("y", "squad", "E5"),
        markers=[("melee", "E5", 1)],
    )

    def runs(to: str, game: Any = None, mp: int = 0) -> Any:
        flagged(s, "a", 0, mp=mp)
        return check_overrun(game or s.game, s.state, 0, "normal", s.loc("D6"), s.loc(to))

    assert code(runs("E5")) == "no_driving_into_melee"
    assert [code(runs("D5", mp=n)) for n in (0, 10, 11)] == ["", "", "too_few_points"]
    assert runs("D5", mp=11).params["cost"] == "5"
    game = copy.copy(s.game)
    game.__dict__["playable"] = frozenset({s.loc("D6") >> 3})
    assert code(runs("D5", game)) == "off_limits"
    game.__dict__["playable"] = frozenset({s.loc("D6") >> 3, s.loc("D5") >> 3})
    assert code(runs("D5", game)) == ""


def test_after_the_answer() -> None:
    """21.1.3, Q-351: those in the Bunker are asked while the vehicle is there; its men fight once it is lost."""
    s = Scene(
        tank("a", "D5"), U("x", "squad", "D5/bunker"), U("y", "squad", "D5"), U("b", "squad", "D5"),
        markers=[("bunker", "D5", 1, "D6")],
    )  # fmt: skip
    attack = OverrunAttack(side=s.us, unit=0, at=s.loc("D5"), came_from=s.loc("D6"))

    def after(step: str, **more: Any) -> Any:
        state = flagged(copied(s), "a", 0, **more).state
        d = Draft(s.game, replace(state, stack=(*state.stack, attack)), ScriptedDice([]))
        getattr(attack, step)(d)
        return d

    asked = after("counter").stack[-1]
    assert isinstance(asked, BunkerNerve)
    assert (asked.side, asked.units) == (s.de, (1,))
    assert isinstance(after("counter", at=-1).stack[-1], OverrunAttack)
    behind = replace(attack, came_from=s.loc("D4"))
    d = Draft(s.game, replace(s.state, stack=(*s.state.stack, behind)), ScriptedDice([]))
    behind.counter(d)
    assert isinstance(d.stack[-1], OverrunAttack)


def test_everybody_hit_checks() -> None:
    """15.0, 5.1: one Damage Check each."""
    s = Scene(tank("a", "D6", mgs=("4",), facing="D5/E5"), U("b", "squad", "D6"), *(U(n, "squad", "D3") for n in "xyz"))
    dice = ("attack 6", "defence 6", "damage check 4", "damage check 4", "damage check 4")
    s.do(Activate("D6"), FireMachineGun("a", 0, "D3"), dice=dice)
    assert [s.words(n) for n in "xyz"] == [{"shaken"}] * 3


def test_shaken_riders_get_off_under_fire() -> None:
    """16.2, 17.2: when a machine gun shakes them."""
    s = Scene(
        tank("a", "D6", mgs=("4",), facing="D5/E5"), U("b", "squad", "D6"),
        tank("x", "D3", hatch="buttoned", capacity="PPO"), U("y", "half_squad", "", aboard="x", riding="outside"),
    )  # fmt: skip
    s.do(Activate("D6"), FireMachineGun("a", 0, "D3", "x"), dice=("attack 6", "defence 6", "damage check 4"))
    s.do(*([PassWindow()] if s.asked == "de" and "Reaction" in s.frames else []))
    assert (s.at("y"), s.words("y")) == ("D3", {"shaken", "moved"})


def test_ops_complete_answers_from_a_bunker() -> None:
    """21.1.3, 5.3: it is Opportunity Fire: Ops Complete is no hindrance."""
    s = Scene(
        tank("a", "D5"), U("x", "squad", "D5/bunker", "ops_complete"), U("y", "leader", "D5/bunker"),
        markers=[("bunker", "D5", 1, "D6")],
    )  # fmt: skip
    frame = BunkerNerve(side=s.de, at=s.loc("D5/bunker"), target=0, units=(1, 2))
    d = Draft(s.game, replace(s.state, stack=(*s.state.stack, frame)), ScriptedDice([]))
    frame.muster(d)
    top = d.stack[-1]
    assert isinstance(top, BunkerNerve)
    assert 1 in top.units


def test_into_the_bunker_of_the_hex() -> None:
    """15.3: those outside may retreat inside it, nowhere else in their hex; and only within the area of play."""
    import copy

    s = Scene(U("x", "squad", "D5"), tank("a", "D5"), U("b", "squad", "H1"), markers=[("bunker", "D5", 1, "D6")])
    assert code(check_displaced(s.game, s.state, 0, s.loc("D5/bunker"))) == ""
    game = copy.copy(s.game)
    game.__dict__["playable"] = frozenset({s.loc("D5") >> 3, s.loc("D6") >> 3})
    assert [code(check_displaced(game, s.state, 0, s.loc(n))) for n in ("D6", "D4")] == ["", "off_limits"]
    cave = Scene(U("x", "squad", "D5"), tank("a", "D5"), U("b", "squad", "H1"), markers=[("cave", "D5", 1, "D6")])
    assert code(check_displaced(cave.game, cave.state, 0, cave.loc("D5/cave"))) == "not_adjacent"


def test_men_of_a_lost_vehicle_fight() -> None:
    """Q-351: once it is gone and nobody fights there yet."""
    s = Scene(tank("a", "D5"), U("y", "squad", "D5"), U("b", "squad", "D5"))
    s.state = replace(
        s.state, markers=(), marks={}, units=tuple(replace(u, flags=u.flags & BULK) for u in s.state.units)
    )
    attack = OverrunAttack(side=s.us, unit=0, at=s.loc("D5"), came_from=s.loc("D6"))

    def happens(gone: bool, marks: dict[int, tuple[Marker, ...]]) -> bool:
        state = replace(s.state, marks=marks)
        if gone:
            units = tuple(replace(u, at=-1) if u.id == "a" else u for u in state.units)
            state = replace(state, units=units, by_loc={s.loc("D5"): (1, 2)})
        d = Draft(s.game, replace(state, stack=(*state.stack, attack)), ScriptedDice([]))
        attack.settle(d)
        return bool(d.events) or d.stack[-1] is not attack

    assert happens(True, {})
    assert not happens(False, {})
    assert not happens(True, {s.loc("D5"): (Marker("melee", s.loc("D5"), 1),)})
