"""10.1: which marks, kinds and terrain decide about spotting, entry by entry."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import draft
from helpers import Scene, U, flagged, rebuilt
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    BUTTONED,
    CONTINUOUS,
    ELIMINATED,
    FIRED,
    HANDLED,
    HIT_AND_RUN,
    IN_TUNNEL,
    LOW_CRAWL,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    SMOKED,
    STEALTH,
    WOUNDED,
)
from lnlt.core.state import Marker, Unit
from lnlt.core.tally import Modifier
from lnlt.rules.ch04_operations.impulse import Impulse, any_action
from lnlt.rules.ch10_los_spotting.attempts import Spotting, spot_need, spot_odds, spot_tally
from lnlt.rules.ch10_los_spotting.spotting import (
    adjacent_spotter,
    drop_spotted,
    keep_spotted,
    shows_itself,
    spotting_class,
)
from lnlt.rules.ch10_los_spotting.watch import unable, watch_of

OPEN, DEGRADING, BLOCKING = 0, 1, 2
FAR = U("x", "squad", "H8")


@pytest.mark.parametrize(("terrain", "need"), [("light_woods", 3), ("brush", 3), ("forest", 2), ("lc_building", 2)])
def test_number_needed(terrain: str, need: int) -> None:
    """10.1.1: 3 or less for degrading terrain, 2 or less for blocking terrain."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), hexes={"C6": terrain})
    assert spot_need(s.game, s.state, 0, s.loc("C6")) == need


def test_a_six_always_fails() -> None:
    """10.1.1: however much is subtracted from it; a 5 may succeed."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), hexes={"C6": "brush"})
    sure = replace(spot_tally(s.game, s.state, 0, s.loc("C6")), mods=(Modifier(-9, "leader", "10.1.1"),))
    assert [sure.allows(die) for die in range(1, 7)] == [True] * 5 + [False]
    assert spot_odds(sure) == Fraction(5, 6)


def test_no_impulse_goes_on_for_an_attempt_alone() -> None:
    """10.1.1, Q-230: when all has been done, a spotting attempt that could be made is not waited for."""
    assert Spotting.prolongs is False
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3", "fired"), U("x", "squad", "C6"), hexes={"C6": "forest"})
    s.game.live_actions = tuple(a for a in s.game.live_actions if isinstance(a, Spotting))
    at = s.loc("C3")
    found = [any_action(s.game, s.state, Impulse(side=s.us, named=(at,), did=did)) for did in ((), (at,))]
    assert found == [True, False]


@pytest.mark.parametrize("flag", [MOVED, ASSAULT_MOVE, HIT_AND_RUN, FIRED, MELEE, CONTINUOUS, MOVING])
def test_what_gives_a_hex_away(flag: int) -> None:
    """10.1, 15.5.1: to move, to fire, to fight; not to be Shaken or Ops Complete, nor what one's own units do."""

    def shown(flags: int, to: int = 0) -> bool:
        s: Any = SimpleNamespace(by_loc={0: (0,)}, units=[Unit("x", side=1, type=0, at=0, flags=flags)])
        return shows_itself(s, 0, to)

    assert shown(flag)
    assert not shown(flag, to=1)
    assert not shown(0)
    assert not shown(SHAKEN | OPS_COMPLETE)
    for silent in (LOW_CRAWL, STEALTH):  # 6.3, 6.4
        assert not shown(silent)
        assert shown(flag | silent) == (flag == FIRED)
    assert shown(flag | IN_TUNNEL) == (flag in (FIRED, MELEE))  # 10.7.1


@pytest.mark.parametrize(
    ("was", "now", "hidden"),
    [
        *((0, flag, False) for flag in (MOVED, ASSAULT_MOVE, HIT_AND_RUN, FIRED, MELEE, CONTINUOUS, MOVING)),
        *((MOVED, MOVED | flag, True) for flag in (LOW_CRAWL, STEALTH, IN_TUNNEL)),
    ],
)
def test_what_is_looked_at_again(was: int, now: int, hidden: bool) -> None:
    """10.1, 10.1.1: who gives himself away, or no longer does, changes what is worth an attempt."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), hexes={"C6": "forest"})
    worth = [s.loc("C6")]
    found = watch_of(s.game, flagged(s, 1, was).state, s.us).found
    assert sorted(found) == ([] if hidden else worth)
    assert sorted(watch_of(s.game, flagged(s, 1, now).state, s.us).found) == (worth if hidden else [])


@pytest.mark.parametrize(
    ("kind", "flags", "spots"),
    [
        ("squad", 0, True),
        ("squad", FIRED | OPS_COMPLETE, True),
        ("chaplain", 0, True),
        ("medic", 0, False),
        ("corpsman", 0, False),
        ("aircraft", 0, False),
        ("squad", SHAKEN, False),
        ("vehicle", BUTTONED, False),
        ("vehicle", 0, True),
    ],
)
def test_who_spots_next_door(kind: str, flags: int, spots: bool) -> None:
    """10.1, 11.3, Q-073: Good Order units, whatever their marker; no buttoned vehicles, Medics or Corpsmen."""
    game: Any = SimpleNamespace(near={8: (16,)}, types=[SimpleNamespace(kind=kind)])
    s: Any = SimpleNamespace(by_loc={16: (0,)}, units=[Unit("a", side=0, type=0, at=16, flags=flags)])
    assert adjacent_spotter(game, s, 8, 0) == spots


@pytest.mark.parametrize(
    ("kind", "flags", "code"),
    [
        *((kind, 0, "kind_cannot_spot") for kind in ("medic", "corpsman", "chaplain", "nurse", "piper", "aircraft")),
        ("squad", SHAKEN, "shaken_cannot_spot"),
        *(
            ("squad", flag, "has_acted")
            for flag in (MOVED, FIRED, OPS_COMPLETE, ASSAULT_MOVE, LOW_CRAWL, STEALTH, HIT_AND_RUN, MELEE, ELIMINATED)
        ),
        *(("squad", flag, "has_acted") for flag in (SMOKED, HANDLED, ASSAULT_FIRE, CONTINUOUS)),
        ("vehicle", BUTTONED, ""),
        ("hero", WOUNDED, ""),
    ],
)
def test_who_makes_no_attempt(kind: str, flags: int, code: str) -> None:
    """10.1.1, 11.3, 11.8, 11.10, 11.11: kinds that never do, Shaken units, whoever has acted."""
    game: Any = SimpleNamespace(types=[SimpleNamespace(kind=kind)])
    assert unable(game, Unit("a", side=0, type=0, at=0, flags=flags)) == code


@pytest.mark.parametrize(
    ("kind", "seen", "thermal"),
    [
        ("smoke", BLOCKING, OPEN),
        ("fire", BLOCKING, OPEN),
        ("bunker", OPEN, OPEN),
        ("cave", OPEN, OPEN),
        ("rooftop", OPEN, OPEN),
        ("craters", DEGRADING, DEGRADING),
        ("roadblock", BLOCKING, BLOCKING),
        ("rubble", DEGRADING, DEGRADING),
    ],
)
def test_counters_that_hide_the_ground(kind: str, seen: int, thermal: int) -> None:
    """10.1, 10.1.2, 10.5.4, 10.5.5, 10.7: Smoke but for thermal sights; Bunkers and Caves hide only those inside."""
    s = Scene(U("a", "squad", "D5"), FAR)
    at = s.loc("D5")
    state = rebuilt(s.state, markers=(Marker(kind, at),))
    assert spotting_class(s.game, state, at) == seen
    assert spotting_class(s.game, state, at, True) == thermal


def test_marker_that_stays() -> None:
    """6.1.1, 15.2.1, Q-072: Spotted 2 stays where Assault Fire came from: not in the open, but for a vehicle."""
    s = Scene(U("a", "squad", "A1"), FAR, hexes={"D5": "forest"})
    open_, woods = s.loc("C3"), s.loc("D5")
    for at, vehicle, strengths in ((woods, (), [2]), (woods, (True,), [2]), (open_, (), []), (open_, (True,), [2])):
        d = draft(s)
        keep_spotted(d, at, s.de, *vehicle)
        assert [(m.kind, m.at, m.strength) for m in d.markers] == [("spotted", at, n) for n in strengths]
    for strength, left in ((1, 0), (2, 1)):
        s.state = rebuilt(s.state, markers=(Marker("spotted", woods, strength),))
        d = draft(s)
        drop_spotted(d, woods)
        assert len(d.markers) == left


def test_length_of_the_log() -> None:
    """10.1.1: a thousand new places to spot are remembered, then the log is begun anew."""
    s = Scene(U("a", "squad", "C3"), FAR)
    watch = watch_of(s.game, s.state, s.us)
    for many, left in ((1000, 1000), (1001, 0)):
        watch.log = [0] * many
        watch.update(s.game, s.state)
        assert len(watch.log) == left
