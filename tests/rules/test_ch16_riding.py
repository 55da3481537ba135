"""16.1, 16.2, 16.4: getting on and off: what it costs, who needs whom, and what fire does in between."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import flagged, gun, launcher, refused, truck
from helpers import Abandon, Activate, AddMover, BeginMove, OpFire, PassWindow, Scene, StepTo, StopMove, U
from lnlt.core.catalog import WeaponType
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.engine import passes, run
from lnlt.core.flags import DUG_IN, ELIMINATED, LOADED, MARKERS, MOVED, MOVING, SHAKEN, names
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.steps import Pivot
from lnlt.rules.ch16_passengers.capacity import check_room, may_ride
from lnlt.rules.ch16_passengers.dismounting import Disembarking, Unload, check_alight, check_mode, check_unload
from lnlt.rules.ch16_passengers.embarking import Embarking
from lnlt.rules.ch16_passengers.forced import GetOff, PutOut, StayOn, shaken_get_off
from lnlt.rules.ch16_passengers.loading import Loading
from lnlt.rules.ch16_passengers.mounting import ChooseRider, Load, Mount, RidersReady, check_mount, check_rider, loaders
from lnlt.rules.ch16_passengers.shares import leg_share, vehicle_share
from lnlt.rules.facts.kits import kit_of
from scene_helpers import copied

pytestmark = pytest.mark.usefixtures("either_seat")


def code(found: Any) -> str:
    """Code of a refusal, "" if there is none."""
    return found.code if found else ""


def test_who_rides() -> None:
    """16.1, 1.7: men on foot, Teams with machine guns or missiles, guns that may be towed."""
    s = Scene(
        U("a", "squad", "D6"), U("b", "hero", "D6"), U("c", "weapon_team 4-9-2-6", "D6"), gun("d", "D6"),
        launcher("e", "D6"), gun("f", "D6", abilities=["towed"]), U("g", "sniper", "D6"), truck("h", "D6"),
        U("i", "mounted_squad 1-4-8-5", "D6"), U("x", "squad", "D2"), era="modern",
    )  # fmt: skip
    assert [n for n in "abcdefghi" if may_ride(s.game.types[s.unit(n).type])] == ["a", "b", "c", "e", "f"]
    room = [code(check_room(s.game, s.state, s.number("h"), (s.number(n),), False)) for n in "abdgi"]
    assert room == ["", "", "cannot_ride", "cannot_ride", "cannot_ride"]


def test_shares() -> None:
    """16.4, 6.2: half the Movement Factor, fractions up; all of it in an Assault Move."""
    s = Scene(
        truck("h", "D6", what="vehicle 9T-6"), U("a", "squad 1-5-3-5", "D6"), U("l", "leader 6-1-6", "D6"),
        U("b", "squad 1-5-4-5", "D6", abilities=["assault_move"]), U("x", "squad", "D2"),
    )  # fmt: skip
    a, b, l = (s.number(n) for n in "abl")
    assert vehicle_share(s.game, s.state, s.number("h")) == 10
    assert leg_share(s.game, s.state, a, "normal", (a,)) == 4
    assert leg_share(s.game, s.state, b, "normal", (b,)) == 4
    assert leg_share(s.game, s.state, b, "assault", (b,)) == 4
    assert leg_share(s.game, s.state, a, "double_time", (a, l)) == 6


def test_ways_of_getting_off() -> None:
    """16.4, 6.1, Q-361: a Leader makes an Assault Move only with men in Good Order who can."""

    def leader(*words: str, other: tuple[str, ...] = (), able: bool = True) -> str:
        men = U("b", "squad", "D6", *other, abilities=["assault_move"] if able else [])
        s = Scene(U("l", "leader", "D6", *words), men, U("x", "squad", "D2"))
        return code(check_mode(s.game, s.state, 0, "assault", (0, 1)))

    assert leader() == ""
    assert leader(other=("shaken",)) == leader(able=False) == "no_assault_move"
    assert leader("shaken") != ""
    lonely = Scene(U("l", "leader", "D6", abilities=["assault_move"]), U("x", "squad", "D2"))
    assert code(check_mode(lonely.game, lonely.state, 0, "assault", (0,))) == "no_assault_move"
    wounded = Scene(
        U("l", "leader", "D6", "wounded"), U("b", "squad", "D6", abilities=["assault_move"]), U("x", "squad", "D2")
    )
    assert code(check_mode(wounded.game, wounded.state, 0, "assault", (0, 1))) == ""
    assert code(check_mode(wounded.game, wounded.state, 0, "low_crawl", (0, 1))) == "no_riding_mode"


def test_who_gets_off() -> None:
    """16.1, 16.4: passengers who have not acted, with the points for it; a Shaken vehicle only before it moves."""
    s = Scene(
        truck("h", "D6"), U("a", "squad", "", aboard="h"), U("b", "squad", "", "moved", aboard="h"), truck("t", "D6"),
        U("x", "squad", "D2"),
    )  # fmt: skip
    h, a, b = s.number("h"), s.number("a"), s.number("b")

    def off(unit: int, **more: Any) -> str:
        other = flagged(copied(s), s.state.units[unit].id, 0, **more) if more else s
        return code(check_alight(s.game, other.state, h, unit, "normal", ()))

    assert [off(a), off(b), off(s.number("t"))] == ["", "has_acted", "not_aboard"]
    assert [off(a, mp=4), off(a, mp=5), off(a, mp=8)] == ["", "too_few_points", "too_few_points"]
    assert code(check_unload(s.game, s.state, h, "normal", True)) == ""
    shaken = flagged(copied(s), "h", SHAKEN)
    assert code(check_unload(shaken.game, shaken.state, h, "normal", False)) == ""
    assert code(check_unload(shaken.game, shaken.state, h, "normal", True)) == "shaken_has_moved"
    assert code(check_unload(s.game, s.state, s.number("t"), "normal", False)) == "nobody_to_unload"
    spent = flagged(copied(s), "h", 0, mp=12)
    assert code(check_unload(spent.game, spent.state, h, "normal", False)) == "too_few_points"
    gone = flagged(copied(s), "a", MOVED)
    assert code(check_unload(gone.game, gone.state, h, "normal", False)) == "has_acted"


def test_double_time_needs_a_leader_to_come() -> None:
    """16.4, 6.2: a Leader who may still be chosen is enough, one who was passed over is not."""
    s = Scene(
        truck("h", "D6"),
        U("a", "squad", "", aboard="h"),
        U("l", "leader", "", aboard="h"),
        U("b", "squad", "", aboard="h"),
        U("x", "squad", "D2"),
    )
    q = Disembarking(side=s.us, vehicle=s.number("h"))

    def off(command: Any, *chosen: tuple[str, str]) -> str:
        found = replace(q, chosen=tuple((s.number(n), mode) for n, mode in chosen))
        return code(found.check(s.game, s.state, command))

    assert off(ChooseRider("a", "double_time")) == ""
    assert off(ChooseRider("b", "double_time")) == "needs_leader"
    assert off(ChooseRider("b", "double_time"), ("l", "normal")) == ""
    assert off(RidersReady(), ("a", "double_time")) == "needs_leader"
    assert off(RidersReady(), ("a", "double_time"), ("l", "normal")) == ""
    assert off(ChooseRider("a"), ("a", "normal")) == off(ChooseRider("a"), ("l", "normal")) == "in_order"
    later = replace(q, chosen=((s.number("a"), "normal"),)).candidates(s.game, s.state)
    assert [c.unit for c in later if isinstance(c, ChooseRider)] == ["l"] * 3 + ["b"] * 3


def test_getting_on_by_double_time() -> None:
    """16.4, 6.2: the same for those a vehicle picks up."""
    s = Scene(
        truck("h", "D6"), U("a", "squad", "D6"), U("l", "leader", "D6"), U("b", "squad", "D6"), U("x", "squad", "D2"),
        truck("t", "D6", capacity="PP"),
    )  # fmt: skip
    group = tuple(loaders(s.game, s.state, s.number("h")))
    assert group == tuple(s.number(n) for n in "alb")
    q = Embarking(side=s.us, vehicle=s.number("h"), group=group)

    def on(command: Any, *chosen: tuple[str, str], vehicle: str = "h", **more: Any) -> str:
        riders = tuple((s.number(n), mode, "inside") for n, mode in chosen)
        return code(replace(q, chosen=riders, vehicle=s.number(vehicle), **more).check(s.game, s.state, command))

    assert on(ChooseRider("a", "double_time", "inside")) == ""
    assert on(ChooseRider("b", "double_time", "inside")) == "needs_leader"
    assert on(ChooseRider("b", "double_time", "inside"), ("l", "normal")) == ""
    tired = flagged(copied(s), "l", 0, mp=12).state
    refusal = q.check(s.game, tired, ChooseRider("a", "double_time", "inside"))
    assert code(refusal) == "needs_leader"
    assert on(RidersReady(), ("a", "double_time")) == "needs_leader"
    assert on(RidersReady(), ("a", "double_time"), ("l", "normal")) == ""
    assert on(ChooseRider("a", "normal", "inside"), ("a", "normal")) == "in_order"
    assert on(ChooseRider("a", "assault", "inside")) == "no_assault_move"
    modes = {"modes": ("normal", "normal", "double_time")}
    assert on(ChooseRider("a", "double_time", "inside"), **modes) == "no_riding_mode"
    assert on(ChooseRider("b", "double_time", "inside"), **modes) == ""


def test_vehicles_that_take_nobody() -> None:
    """16.4, 15.5: own vehicles of the hex, not in Continuous Movement; one that has loaded makes no Assault Move."""
    s = Scene(
        truck("h", "D6"),
        truck("c", "D6", "continuous"),
        truck("f", "D7"),
        U("a", "squad", "D6"),
        U("b", "squad", "D6", "shaken"),
        truck("x", "D2"),
    )

    def mount(name: str, drive: str = "normal", state: Any = None) -> str:
        return code(
            check_mount(s.game, state or s.state, (s.number("a"),), ("normal",), s.loc("D6"), Mount(name, drive))
        )

    assert mount("h") == mount("h", "assault") == ""
    assert {mount(n) for n in ("nobody", "b", "x")} == {"no_vehicle"}
    no = check_mount(s.game, s.state, (s.number("a"),), ("normal",), s.loc("D6"), Mount("b"))
    assert no is not None
    assert no.rule == "16.4"
    assert mount("f") == "vehicle_not_here"
    assert mount("c") == "must_move"
    loaded = flagged(copied(s), "h", LOADED).state
    assert [mount("h", "normal", loaded), mount("h", "assault", loaded)] == ["", "has_acted"]


def test_who_gets_on() -> None:
    """16.2, 16.4: nobody Shaken on top, nobody on top of a vehicle that has fired its gun; within their points."""
    s = Scene(truck("h", "D6"), U("a", "squad", "D6"), U("b", "squad", "D6", "shaken"), U("x", "squad", "D2"))
    h = s.number("h")

    def on(unit: str, riding: str, mode: str = "normal") -> str:
        number = s.number(unit)
        return code(check_rider(s.game, s.state, h, (number, mode, riding), (), (number,)))

    assert on("a", "inside") == on("a", "outside") == on("b", "inside") == ""
    assert on("b", "outside") == "shaken_outside"
    assert on("a", "below") == "no_place_to_ride"
    assert on("a", "inside", "low_crawl") == "no_riding_mode"
    flagged(s, "a", 0, mp=4)
    assert on("a", "inside") == ""
    flagged(s, "a", 0, mp=5)
    assert on("a", "inside") == "too_few_points"


def loading(*more: U, **options: Any) -> Scene:
    """A squad a is getting onto the truck h in D6 and the enemy may answer."""
    s = Scene(truck("h", "D6"), U("a", "squad", "D6"), U("x", "squad 1-6-4-6", "D3"), *more, **options)
    s.do(
        Activate("D6"), BeginMove("D6"), AddMover("a"), Mount("h"), ChooseRider("a", "normal", "inside"), RidersReady()
    )
    assert s.asked == "de"
    return s


def test_fire_at_those_who_get_on() -> None:
    """16.4, 5.3: who is stopped stays on the ground; else he is aboard, Moved."""
    s = loading().do(PassWindow())
    assert (s.at("a"), kit_of(s.unit("a")).aboard) == ("", s.number("h"))
    assert s.words("a") == {"moved"}
    s = loading()
    s.do(OpFire("D3"), *s.group("x"), dice=("attack 6", "defence 3", "damage check 4"))
    assert (s.at("a"), s.words("a")) == ("D6", {"shaken", "moved"})


def test_short_of_points() -> None:
    """16.4: what is left is never told as less than nothing."""
    s = Scene(truck("h", "D6"), U("a", "squad", "", aboard="h"), U("b", "squad", "D6"), U("x", "squad", "D2"))
    flagged(flagged(s, "a", 0, mp=9), "b", 0, mp=9)
    off = check_alight(s.game, s.state, s.number("h"), s.number("a"), "normal", ())
    on = check_rider(s.game, s.state, s.number("h"), (s.number("b"), "normal", "inside"), (), (s.number("b"),))
    assert off is not None
    assert on is not None
    assert (off.params["left"], on.params["left"], off.params["cost"]) == ("0", "0", "2")


def test_the_shaken_leave_the_top() -> None:
    """16.2, 17.2: whoever is Shaken on top, in A0 too; other marks, and those inside, do not matter."""
    s = Scene(
        truck("h", "A0"),
        U("a", "half_squad", "", "moved", aboard="h", riding="outside"),
        U("b", "half_squad", "", aboard="h", riding="outside"),
        U("c", "half_squad", "", aboard="h", riding="inside"),
        U("x", "squad", "D2"),
    )
    flagged(flagged(s, "b", SHAKEN), "c", SHAKEN)
    d = Draft(s.game, s.state, ScriptedDice([]))
    shaken_get_off(d, s.number("h"))
    out = d.stack[-1]
    assert isinstance(out, PutOut)
    assert (out.units, out.others, out.at) == ((s.number("b"),), (s.number("a"),), 0)
    gone = Draft(s.game, flagged(s, "h", 0, at=-1).state, ScriptedDice([]))
    shaken_get_off(gone, s.number("h"))
    assert not isinstance(gone.stack[-1], PutOut)


def test_fire_at_those_put_out() -> None:
    """16.2, Q-362: in an impulse of their own side the enemy has as many attacks as for two points."""
    s = Scene(
        truck("h", "D6"), U("a", "half_squad", "", aboard="h", riding="outside"), U("x", "squad 3-6-4-6", "D3")
    ).do(Activate("D6"))
    frame = PutOut(side=s.us, at=s.loc("D6"), units=(s.number("a"),))
    d = Draft(s.game, replace(s.state, stack=(*s.state.stack, frame)), ScriptedDice([]))
    frame.off(d)
    frame.window(d)
    window = d.stack[-1]
    assert isinstance(window, OpportunityFire)
    assert (window.side, window.budget, window.movers) == (s.de, 2, (s.number("a"),))


@pytest.mark.parametrize(
    ("flags", "drive", "words"), [(MOVING, "", {"moved"}), (MOVING, "normal", set()), (0, "", set())]
)
def test_who_is_left_on_the_ground(flags: int, drive: str, words: set[str]) -> None:
    """16.4: whoever a driving vehicle wanted to take and did not is Moved; those who came on foot go on."""
    s = flagged(Scene(truck("h", "D6"), U("a", "squad", "D6"), U("x", "squad", "D3")), "a", flags)
    frame = Loading(
        side=s.us, vehicle=s.number("h"), at=s.loc("D6"), units=(s.number("a"),), outside=(), spent=4, drive=drive
    )
    d = Draft(s.game, replace(s.state, stack=(*s.state.stack, frame)), ScriptedDice([]))
    frame.finish(d)
    assert names(d.units[s.number("a")].flags, MARKERS) == tuple(words)
    gone = flagged(s, "a", ELIMINATED | MOVING)
    d = Draft(s.game, replace(gone.state, stack=(*s.state.stack, frame)), ScriptedDice([]))
    frame.finish(d)
    assert not d.units[s.number("a")].flags & MOVED


def test_boarding() -> None:
    """16.0, 16.4: those who still move, are there, and fit."""

    def aboard(flags: int = MOVING, at: str = "D6", capacity: str = "PP", vehicle: str = "D6") -> bool:
        s = Scene(truck("h", vehicle, capacity=capacity), U("a", "squad", at), U("x", "squad", "D3"))
        flagged(s, "a", flags)
        frame = Loading(
            side=s.us, vehicle=s.number("h"), at=s.loc("D6"), units=(s.number("a"),), outside=(), spent=4, drive=""
        )
        d = Draft(s.game, replace(s.state, stack=(*s.state.stack, frame)), ScriptedDice([]))
        frame.board(d)
        return kit_of(d.units[s.number("a")]).aboard == s.number("h")

    assert aboard()
    assert not aboard(flags=DUG_IN)
    assert not aboard(at="D7")
    assert not aboard(capacity="P")
    assert not aboard(vehicle="D7")


def test_riders_who_must_get_off() -> None:
    """16.2: the Shaken on top; the others there may go too; those inside stay."""

    def scene() -> Scene:
        s = Scene(
            truck("h", "A0"),
            U("a", "half_squad", "", aboard="h", riding="outside"),
            U("b", "half_squad", "", aboard="h", riding="outside"),
            U("c", "squad", "", aboard="h", riding="inside"),
            U("d", "hero", "", aboard="h", riding="outside"),
            U("x", "squad", "D2"),
        )
        return flagged(flagged(s, "a", SHAKEN), "c", SHAKEN)

    s = scene()
    d = Draft(s.game, replace(s.state, stack=s.state.stack[:-1]), ScriptedDice([]))
    shaken_get_off(d, s.number("h"))
    run(d)
    s.state = d.publish()
    assert (s.at("a"), s.at("b"), s.at("d")) == ("A0", "", "")
    assert {c.unit for c in s.options() if isinstance(c, GetOff)} == {"b", "d"}
    assert [c for c in s.options() if passes(c)] == [StayOn()], "who lets it pass stays"
    assert refused(s, GetOff("c")) == refused(s, GetOff("nobody")) == ("16.2", "not_aboard")
    s.do(GetOff("b"))
    assert refused(s, GetOff("b")) == ("16.2", "not_aboard")
    s.do(StayOn())
    assert (s.at("a"), s.at("b"), s.at("d")) == ("A0", "A0", "")
    assert s.words("b") == {"moved"}


HERO = ("attack 6", "defence 3", "damage check 1", "damage check 1", "hero creation 2", "hero=us-hero1")


def heroes(s: Scene) -> list[Any]:
    """Our Heroes."""
    return [u for u in s.state.units if s.game.types[u.type].kind == "hero"]


@pytest.mark.parametrize("company", [False, True])
def test_a_hero_among_those_who_got_off(company: bool) -> None:
    """11.2.1, 16.4: he goes on with them, not with those who go along with the vehicle (6.5); then he is Moved."""
    s = Scene(
        truck("h", "D6"), U("a", "squad", "", aboard="h"), U("b", "leader", "D6"), U("x", "squad 1-6-4-6", "D3"),
    )  # fmt: skip
    s.do(Activate("D6"), BeginDrive("h"))
    if company:
        s.do(AddMover("b"), Pivot("D7/C6"), PassWindow())
    s.do(Unload(), ChooseRider("a"), RidersReady())
    s.do(OpFire("D3"), *s.group("x"), dice=HERO)
    (hero,) = heroes(s)
    assert hero.flags & MOVING
    assert s.frames.endswith("Unloading > Move > MoveOn")
    s.do(StepTo("D7"))
    (hero,) = heroes(s)
    assert s.game.board.loc_name(hero.at) == "D7"
    assert not any(u.flags & MOVING and s.game.types[u.type].kind == "hero" for u in s.do(StopMove()).state.units)
    assert s.at("b") == "D6"


def test_a_hero_among_those_who_get_on() -> None:
    """11.2.1, 16.4: he stays on the ground, Moved."""
    s = Scene(truck("h", "D6"), U("a", "squad", "D6"), U("b", "leader", "D6"), U("x", "squad 1-6-4-6", "D3"))
    s.do(Activate("D6"), BeginDrive("h"), Load(), ChooseRider("a", "normal", "inside"), RidersReady())
    s.do(OpFire("D3"), *s.group("x"), dice=HERO)
    (hero,) = heroes(s)
    assert hero.flags & (MOVED | MOVING) == MOVED
    assert s.frames.endswith("Drive > DriveOn")


def test_a_weapon_that_is_set_up() -> None:
    """1.6.1, 6.5, 16.4, Q-533: nobody goes along or is picked up with it; in his own move he abandons it first."""
    mg = WeaponType("gun-g", "MG42", "machine_gun", fp=3, range=10, bipod=(2, 8))
    s = Scene(truck("h", "D6"), U("a", "squad", "D6", carries=["g"]), U("x", "squad", "H1"), guns={"g": mg})
    a, h = s.number("a"), s.number("h")
    assert code(check_rider(s.game, s.state, h, (a, "normal", "inside"), (), (a,))) == "stays_where_it_stands"
    s.do(Activate("D6"), BeginDrive("h"))
    assert s.code(AddMover("a")) == s.code(Load()) == "stays_where_it_stands"
    s = Scene(truck("h", "D6"), U("a", "squad", "D6", carries=["g"]), U("x", "squad", "H1"), guns={"g": mg})
    s.do(Activate("D6"), BeginMove("D6"), AddMover("a"))
    assert s.code(Mount("h")) == "stays_where_it_stands"
    s.do(Abandon("a", "g"), Mount("h"), ChooseRider("a", "normal", "inside"), RidersReady())
    assert (s.at("a"), s.state.weapons[0].carrier) == ("", -1)
