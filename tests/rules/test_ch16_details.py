"""16.0, 16.4, 5.3: passengers step by step: what they are marked with, who may be fired at, what is remembered."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import flagged, launcher, tank, truck
from helpers import Activate, Scene, U
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, ASSAULT_MOVE, BUTTONED, DUG_IN, FIRED, LOADED, MOVED, MOVING, SHAKEN
from lnlt.core.state import NOBODY
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch06_movement.move import Move
from lnlt.rules.ch14_ordnance.teams import TeamFacing
from lnlt.rules.ch15_vehicles.driving import Drive
from lnlt.rules.ch16_passengers.capacity import may_ride
from lnlt.rules.ch16_passengers.dismounting import Unloading, alight, check_alight, check_mode
from lnlt.rules.ch16_passengers.embarking import Embarking, get_on
from lnlt.rules.ch16_passengers.loading import Loading
from lnlt.rules.ch16_passengers.mounting import Mount, check_load, check_mount, check_rider, mounts
from lnlt.rules.ch16_passengers.shares import check_share, note_spent, open_window, remember
from lnlt.rules.facts.kits import kit_of
from scene_helpers import copied

pytestmark = pytest.mark.usefixtures("either_seat")


def code(found: Any) -> str:
    """Code of a refusal, "" if there is none."""
    return found.code if found else ""


def riding(**options: Any) -> Scene:
    """A truck h in D6 with men in and on it, and men beside it."""
    return Scene(
        truck("h", "D6"),
        U("a", "squad", "", aboard="h", riding="inside", abilities=["assault_move"]),
        U("b", "half_squad", "", aboard="h", riding="outside"),
        U("c", "squad", "D6"),
        U("x", "squad", "H1"),
        **options,
    )


def draft(s: Scene, *frames: Any) -> Draft:
    """The position as rules change it, with frames on the stack."""
    return Draft(s.game, replace(s.state, stack=(*s.state.stack, *frames)), ScriptedDice([]))


def drive(s: Scene, **more: Any) -> Drive:
    """The truck on its way."""
    return Drive(side=s.us, unit=0, origin=s.loc("D6"), at=s.loc("D6"), **{"mode": "normal", **more})


def test_armor_leaders_and_snipers_stay_where_they_are() -> None:
    """16.1: neither is a passenger."""
    assert not may_ride(U("a", "armor_leader 6-1", "D6").type)
    assert not may_ride(U("a", "sniper", "D6").type)
    assert not may_ride(truck("a", "D6").type)


def test_marks_of_those_who_get_off() -> None:
    """16.4: on the move, with the mark of an Assault Move if it is one; no longer inside nor on top; both pay."""
    s = riding()
    d = draft(s, drive(s, spent=1))
    alight(d, 0, ((1, "assault"), (2, "normal")))
    assert d.units[1].flags == MOVING | ASSAULT_MOVE
    assert d.units[2].flags == MOVING
    assert [(kit_of(d.units[n]).aboard, kit_of(d.units[n]).outside) for n in (1, 2)] == [(NOBODY, False)] * 2
    assert [d.units[n].at for n in (1, 2)] == [s.loc("D6")] * 2
    assert [d.units[n].mp for n in (0, 1, 2)] == [10, 4, 4]
    below, frame = d.stack[-2], d.stack[-1]
    assert isinstance(below, Drive)
    assert isinstance(frame, Unloading)
    assert (below.spent, below.loaded, frame.spent, frame.units, frame.modes) == (
        5,
        True,
        4,
        (1, 2),
        ("assault", "normal"),
    )


def unloading(s: Scene, *modes: str, **more: Any) -> Unloading:
    """Units from the second on have got off."""
    units = tuple(range(1, 1 + len(modes)))
    return Unloading(side=s.us, vehicle=0, at=s.loc("D6"), units=units, modes=modes, spent=4, **more)


def test_going_on_after_getting_off() -> None:
    """16.4: who made an Assault Move stays and may fire; the others go on together; who was stopped does neither."""
    s = Scene(truck("h", "D6"), *(U(n, "squad", "D6") for n in "abc"), U("x", "squad", "H1")).do(Activate("D6"))
    flagged(flagged(s, "a", MOVING | ASSAULT_MOVE), "b", MOVING)
    flagged(s, "c", SHAKEN | MOVED)
    frame = unloading(s, "assault", "normal", "normal")
    d = draft(s, drive(s), frame)
    frame.go_on(d)
    assert [d.units[n].flags for n in (1, 2, 3)] == [ASSAULT_MOVE, MOVING, SHAKEN | MOVED]
    assert next(f for f in d.stack if isinstance(f, Impulse)).arrived == (1,)
    move = d.stack[-1]
    assert isinstance(move, Move)
    assert (move.units, move.modes) == ((2,), ("normal",))
    flagged(s, "b", 0)
    s.state = replace(
        s.state, units=tuple(replace(u, flags=SHAKEN | MOVED) if u.id in "ab" else u for u in s.state.units)
    )
    d = draft(s, drive(s), unloading(s, "assault", "normal"))
    unloading(s, "assault", "normal").go_on(d)
    assert isinstance(d.stack[-1], Unloading)
    assert d.units[1].flags == SHAKEN | MOVED
    assert next(f for f in d.stack if isinstance(f, Impulse)).arrived == ()


def test_facing_after_getting_off() -> None:
    """1.7.1: a gun that stands where it got off is turned as its owner likes; men and those who went on are not."""
    s = Scene(
        truck("h", "D6"),
        launcher("a", "D6"),
        U("b", "squad", "D6"),
        launcher("c", "D7"),
        U("x", "squad", "H1"),
        era="modern",
    )
    frame = unloading(s, "normal", "normal", "normal")
    d = draft(s, frame)
    frame.facings(d)
    assert [f.unit for f in d.stack if isinstance(f, TeamFacing)] == [1]


def test_windows() -> None:
    """5.3, Q-128, Q-362: so many more attacks as were spent; those who have fired are used up; or none at all."""
    s = riding()
    for spent, used, budget in ((1, (), 1), (4, (), 2), (5, (), 3), (4, (7,), 3)):
        d = draft(s, drive(s, answered=used), unloading(s, "normal"))
        open_window(d, s.loc("D6"), spent, (1, 0))
        window = d.stack[-1]
        assert isinstance(window, OpportunityFire)
        assert (window.side, window.budget, window.used, window.movers) == (s.de, budget, used, (1, 0))
    d = draft(s, drive(s, let_pass=True), unloading(s, "normal"))
    open_window(d, s.loc("D6"), 4, (1, 0))
    assert isinstance(d.stack[-1], Unloading)


@pytest.mark.parametrize(
    ("mine", "below", "after"),
    [
        (((), False), ((), False), ((), False)),
        (((5,), False), ((), False), ((5,), False)),
        (((5,), False), ((4,), True), ((5,), True)),
        (((), True), ((4,), False), ((4,), True)),
        (((), False), ((4,), True), ((4,), True)),
        (((5,), True), ((), False), ((5,), True)),
    ],
)
def test_what_a_move_remembers(mine: Any, below: Any, after: Any) -> None:
    """5.3, P-3: locations that have answered, and that the enemy lets the rest pass."""
    s = riding()
    frame = unloading(s, "normal", answered=mine[0], let_pass=mine[1])
    d = draft(s, drive(s, answered=below[0], let_pass=below[1]), frame)
    remember(d, frame)
    found = d.stack[-2]
    assert isinstance(found, Drive)
    assert (found.answered, found.let_pass) == after


def test_what_loading_costs_a_move() -> None:
    """5.3, P-3: the points are added to those of the stay."""
    s = riding()
    frame = drive(s, spent=3)
    d = draft(s, frame)
    note_spent(d, frame, 4)
    found = d.stack[-1]
    assert isinstance(found, Drive)
    assert (found.spent, found.loaded) == (7, True)


def loading(s: Scene, how: str = "") -> Loading:
    """The squad c gets on."""
    return Loading(side=s.us, vehicle=0, at=s.loc("D6"), units=(3,), outside=(), spent=4, drive=how)


@pytest.mark.parametrize(
    ("flags", "how", "movers"),
    [(0, "", (3, 0)), (ASSAULT_FIRE, "", (3,)), (ASSAULT_FIRE, "assault", (3, 0)), (BUTTONED, "", (3, 0))],
)
def test_who_is_fired_at(flags: int, how: str, movers: tuple[int, ...]) -> None:
    """15.2.1, 5.3: a vehicle that has used Assault Fire and not left its hex is not answered itself."""
    s = flagged(riding(), "h", flags)
    frame = loading(s, how)
    d = draft(s, drive(s), frame)
    frame.window(d)
    window = d.stack[-1]
    assert isinstance(window, OpportunityFire)
    assert window.movers == movers


@pytest.mark.parametrize(
    ("flags", "how", "at", "arrived"),
    [
        (ASSAULT_MOVE, "assault", "D6", (0,)),
        (MOVED, "normal", "D6", ()),
        (ASSAULT_MOVE, "", "D6", ()),
        (ASSAULT_MOVE | SHAKEN, "assault", "D6", ()),
        (ASSAULT_MOVE, "assault", "D5", ()),
    ],
)
def test_who_may_still_fire(flags: int, how: str, at: str, arrived: tuple[int, ...]) -> None:
    """15.2: a vehicle in Good Order that made loading its Assault Move."""
    s = riding().do(Activate("D6"))
    flagged(s, "h", flags, at=s.loc(at))
    frame = loading(s, how)
    d = draft(s, frame)
    frame.finish(d)
    assert next(f for f in d.stack if isinstance(f, Impulse)).arrived == arrived


def test_who_waits_keeps_other_marks() -> None:
    """16.4: Moved, whatever else he bears."""
    s = flagged(riding(), "c", MOVING | DUG_IN)
    frame = loading(s)
    d = draft(s, frame)
    frame.finish(d)
    assert d.units[3].flags == MOVED | DUG_IN


@pytest.mark.parametrize(
    ("flags", "how", "after"),
    [
        (0, "assault", ASSAULT_MOVE),
        (ASSAULT_FIRE, "assault", MOVED),
        (BUTTONED, "assault", ASSAULT_MOVE | BUTTONED),
        (0, "normal", MOVED | LOADED),
        (0, "", 0),
    ],
)
def test_marks_of_a_vehicle_that_loads(flags: int, how: str, after: int) -> None:
    """15.2, 15.2.1, 16.4: its Assault Move, the move it owed after Assault Fire, or a mark that it has loaded."""
    s = flagged(riding(), "h", flags)
    bulk = s.unit("h").flags & ~flags
    question = Embarking(side=s.us, vehicle=0, group=(3,), drive=how, chosen=((3, "normal", "inside"),))
    d = draft(s, drive(s))
    get_on(d, question)
    assert d.units[0].flags == bulk | after
    assert isinstance(d.stack[-1], Loading)


def test_vehicles_worth_asking() -> None:
    """16.4: own ones in the hex, both ways."""
    s = Scene(
        truck("h", "D6"),
        truck("i", "D7"),
        U("c", "squad", "D6"),
        U("e", "squad", "D6", "shaken"),
        U("x", "squad", "H1"),
    )
    assert mounts(s.state, (2,), s.loc("D6")) == [Mount("h", "normal"), Mount("h", "assault")]

    def mount(name: str, **more: Any) -> str:
        other = flagged(copied(s), "h", more.pop("flags", 0), **more)
        return code(check_mount(s.game, other.state, (2,), ("normal",), s.loc("D6"), Mount(name)))

    assert mount("e") == "no_vehicle"
    assert mount("h", mp=11) == "too_few_points"
    assert mount("h", flags=FIRED) == "has_acted"
    refusal = check_share(s.game, flagged(copied(s), "h", 0, mp=25).state, 0, "normal")
    assert refusal is not None
    assert refusal.params["left"] == "0"


def test_on_top_after_fire() -> None:
    """16.4, 15.2.1: not on top of a vehicle that has fired its gun by Assault Fire; one without room takes nobody."""
    s = Scene(truck("h", "D6"), U("c", "half_squad", "D6"), U("x", "squad", "H1")).do(Activate("D6"))
    shot = (0, -1, -1, s.loc("H1"), s.loc("D6"))
    s.state = replace(
        s.state, stack=tuple(replace(f, shots=(shot,)) if isinstance(f, Impulse) else f for f in s.state.stack)
    )
    flagged(s, "h", BUTTONED)
    assert code(check_rider(s.game, s.state, 0, (1, "normal", "outside"), (), (1,))) == ""
    flagged(s, "h", ASSAULT_FIRE)
    assert code(check_rider(s.game, s.state, 0, (1, "normal", "outside"), (), (1,))) == "only_inside"
    assert code(check_rider(s.game, s.state, 0, (1, "normal", "inside"), (), (1,))) == ""
    empty = Scene(tank("h", "D6"), U("c", "squad", "D6"), U("x", "squad", "H1"))
    assert code(check_load(empty.game, empty.state, 0, "normal")) == "no_place_to_ride"
    assert code(check_load(riding().game, riding().state, 0, "normal")) == ""


def test_other_marks_do_not_keep_passengers_in() -> None:
    """16.4: only what was done in this turn; a wounded Leader gets off by Assault Move with men who can."""
    s = riding()
    flagged(s, "a", DUG_IN)
    assert code(check_alight(s.game, s.state, 0, 1, "normal", ())) == ""
    t = Scene(
        truck("h", "D6"),
        U("l", "leader", "", aboard="h"),
        U("a", "squad", "", aboard="h", abilities=["assault_move"]),
        U("x", "squad", "H1"),
    )
    flagged(t, "l", DUG_IN)
    assert code(check_mode(t.game, t.state, 1, "assault", (1, 2))) == ""
