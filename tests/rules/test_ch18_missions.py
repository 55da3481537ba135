"""18.0, 18.2, 18.2.1, 18.3: calling fire missions, where rounds fall at the edge of the map, and what is shelled."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import OK, flagged, refused, tank
from helpers import Activate, Scene, U
from lnlt.core.board import LAYERS
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, CAPTURED, ELIMINATED, IN_TUNNEL, MELEE, OPS_COMPLETE
from lnlt.core.setup import Mission
from lnlt.core.state import NOBODY, NOWHERE, Marker
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch18_indirect.barrage import (
    CancelBarrage,
    LiftBarrage,
    MarchOn,
    is_walking,
    march_on,
    points,
    resolve_point,
    stays,
    walking,
)
from lnlt.rules.ch18_indirect.calling import CallMission, check_call, check_caller, has_caller
from lnlt.rules.ch18_indirect.missions import (
    AbortMission,
    Correction,
    FireForEffect,
    FireMission,
    ShiftRound,
    drift,
    scatter_distance,
    scatter_tally,
)
from lnlt.rules.ch18_indirect.mortars import MortarFire, check_mortar, check_mortar_caller, check_mortar_target
from lnlt.rules.ch18_indirect.patterns import CONCENTRATED, LINE, STANDARD, WALKING, WALKS, fall
from lnlt.rules.ch18_indirect.shelling import Shelling, carrier, in_melee, targets
from scene_helpers import copied, only_playable

pytestmark = pytest.mark.usefixtures("either_seat")

BATTERY = Mission("b", "us", 3, 2)


def code(found: Any) -> str:
    """Code of a refusal, "" if there is none."""
    return getattr(found, "code", "")


def test_what_is_called() -> None:
    """18.2, 18.0, 22.0: a whole hex in play, in the caller's sight, without Melee, in a way that exists."""
    s = Scene(
        *(U("l", "leader", "D6"), U("m", "leader", "D7"), U("a", "squad", "C3"), U("x", "squad", "C3")),
        *(U("y", "squad", "D2"), U("z", "leader", "H8")),
        hexes={"E4": "hc_building", "E3": "hc_building"},
        missions=[BATTERY, Mission("x", "de", 3)],
    ).do(Activate("D6"))

    def call(unit: str = "l", mission: str = "b", at: str = "D3", kind: str = STANDARD) -> tuple[str, str]:
        return refused(s, CallMission(unit, mission, at, kind))

    assert call() == OK
    assert call("nobody") == ("18.2", "no_such_unit")
    assert call("m") == call("z") == ("4.0", "not_named")
    assert call(mission="x") == call(mission="none") == ("18.2", "no_mission")
    assert call(kind=LINE) == ("18.2.1", "no_such_mission")
    assert call(at="D3/bunker") == ("18.2", "whole_hexes")
    assert call(at="Z9")[1] == "no_such_place"
    assert call(at="C3") == ("18.0", "melee_there")
    assert call(at="F2") == ("18.2", "no_line_of_sight")
    offered = {c.at for c in s.options() if isinstance(c, CallMission)}
    assert "D3" in offered
    assert not {"C3", "F2"} & offered
    s.do(CallMission("l", "b", "D3"), dice=("scatter 1 6",))
    assert s.state.notes["caller:l"] == 1


def test_only_a_part_of_the_map_in_play() -> None:
    """22.0: rounds are called into the area of play only."""
    s = Scene(U("l", "leader", "D6"), U("x", "squad", "D2"), missions=[BATTERY]).do(Activate("D6"))
    from lnlt.rules.ch18_indirect.calling import Calling

    impulse = next(f for f in s.state.stack if isinstance(f, Impulse))
    game = only_playable(s, {"D6", "D3", "D2"})
    found = [code(Calling().check(game, s.state, impulse, CallMission("l", "b", at))) for at in ("D3", "E3")]
    assert found == ["", "off_limits"]


def test_who_calls() -> None:
    """18.2: Good Order Leaders, Scouts and Advisors who have not acted; deputies when the side has none of them."""
    s = Scene(
        U("l", "leader", "D6"), U("m", "scout", "D6"), U("a", "squad", "D6"), U("n", "leader", "D6", "shaken"),
        U("o", "leader", "D6", "fired"), U("x", "squad", "D2"), missions=[BATTERY],
    )  # fmt: skip

    def calls(id_: str, mission: Mission = BATTERY) -> str:
        return code(check_caller(s.game, s.state, mission, s.number(id_)))

    assert [calls(n) for n in "lmano"] == ["", "", "cannot_call", "shaken", "has_acted"]
    assert calls("a", replace(BATTERY, deputies=("squad",))) == "cannot_call"
    for flag in (MELEE, ASSAULT_FIRE):
        assert code(check_caller(s.game, flagged(copied(s), "l", flag).state, BATTERY, s.number("l"))) == "has_acted"
    lone = Scene(U("l", "leader", "D6", "shaken"), U("a", "squad", "D6"), U("x", "squad", "D2"))
    deputy = replace(BATTERY, deputies=("squad",))
    assert has_caller(lone.game, lone.state, lone.us)
    assert not has_caller(lone.game, lone.state, lone.de)
    flagged(lone, "l", ELIMINATED)
    assert not has_caller(lone.game, lone.state, lone.us)
    assert code(check_caller(lone.game, lone.state, deputy, lone.number("a"))) == ""


def test_how_often() -> None:
    """18.2.1, 18.3: once per formation and turn, as often as there are missions, not while a barrage walks."""
    s = Scene(U("l", "leader", "D6"), U("x", "squad", "D2"), missions=[BATTERY, Mission("c", "us", 2, formation="f")])
    s.do(Activate("D6"))
    impulse = next(f for f in s.state.stack if isinstance(f, Impulse))

    def calls(notes: dict[str, int], mission: Mission = BATTERY, **more: Any) -> str:
        state = replace(s.state, notes={**s.state.notes, **notes}, **more)
        return code(check_call(s.game, state, impulse, mission, s.number("l")))

    assert calls({}) == ""
    assert calls({"missions:b": 0}) == "no_mission"
    assert calls({"called:us": 1}) == "called_this_turn"
    assert calls({"called:us": 1}, s.game.setup.missions[1]) == ""
    assert calls({"called:f": 1}, s.game.setup.missions[1]) == "called_this_turn"
    barrage = Marker("ffe", s.loc("A1"), 2, s.us, WALKS)
    assert calls({}, markers=(barrage,)) == "barrage_walks"
    assert calls({}, markers=(replace(barrage, side=s.de),)) == ""
    assert code(check_call(s.game, s.state, replace(impulse, side=s.de), BATTERY, s.number("x"))) == "no_mission"


def test_where_rounds_drift() -> None:
    """18.2, Q-144: half the white die and its modifiers, rounded up; off the map they are lost, A0 is on it."""
    s = Scene(U("l", "leader 6-1-6", "D6"), U("x", "squad", "D2"), hexes={"D4": "light_woods"}, missions=[BATTERY])
    assert [scatter_distance(w, m) for w, m in ((1, 0), (2, 0), (3, 0), (1, -1), (1, -3), (6, 1))] == [1, 1, 2, 0, 0, 4]

    def to(name: str, direction: int, distance: int) -> str:
        hex_ = drift(s.game, s.loc(name) >> 3, direction, distance)
        return "" if hex_ == NOWHERE else s.game.board.names[hex_]

    assert [to("D6", n, 1) for n in range(1, 7)] == ["D5", "E5", "E6", "D7", "C6", "C5"]
    assert [to("A3", 1, n) for n in (0, 2, 3, 4, 5)] == ["A3", "A1", "A0", "", ""]
    assert to("A0", 4, 2) == "A2"
    assert scatter_tally(s.game, s.state, BATTERY, s.number("l"), s.loc("D2")).total == 0
    assert scatter_tally(s.game, s.state, replace(BATTERY, plain=True), s.number("l"), s.loc("D2")).mods == ()
    assert scatter_tally(s.game, s.state, BATTERY, s.number("l"), s.loc("E5")).total == -1
    walled = Scene(U("l", "leader 6-0-6", "D6"), U("x", "squad", "D2"), hexes={"D4": "hc_building"}, missions=[BATTERY])
    assert scatter_tally(walled.game, walled.state, BATTERY, walled.number("l"), walled.loc("D2")).mods == ()


def corrected(s: Scene, at: str, **more: Any) -> Correction:
    """A round of mission b lies somewhere and its caller l is asked."""
    fire = FireMission(side=s.us, unit=s.number("l"), mission="b", hex=s.loc(at) >> 3, step=2, **more)
    s.state = replace(s.state, stack=(*s.state.stack[:-1], fire, Correction(side=s.us)))
    return Correction(side=s.us)


def test_correcting() -> None:
    """18.2, Q-143: one hex, in play and in sight, without Melee; some missions cannot be called off."""
    units = [U("l", "leader", "D6"), U("x", "squad", "A3")]
    s = Scene(*units, missions=[BATTERY])
    corrected(s, "B1")
    offered = {c.at for c in s.options() if isinstance(c, ShiftRound)}
    assert offered == {"A0", "A1", "B0", "B2", "C0", "C1"}
    assert refused(s, ShiftRound("D4")) == refused(s, ShiftRound("Z9")) == ("18.2", "shift_one_hex")
    assert refused(s, AbortMission()) == refused(s, FireForEffect()) == OK
    s = Scene(*units, missions=[replace(BATTERY, plain=True)])
    corrected(s, "B2")
    assert refused(s, AbortMission()) == ("22.0", "no_calling_off")
    s = Scene(U("l", "leader", "D6"), U("a", "squad", "B2"), U("x", "squad", "B2"), missions=[BATTERY])
    corrected(s, "B2")
    assert refused(s, FireForEffect()) == ("18.0", "melee_there")
    corrected(s, "B3")
    assert refused(s, ShiftRound("B2")) == ("18.0", "melee_there")


def test_patterns_at_the_edge() -> None:
    """18.2.1, Q-147: what would fall off the map does not fall."""
    s = Scene(U("l", "leader", "D6"), U("x", "squad", "D2"), missions=[BATTERY])

    def where(kind: str, at: str, *ways: int) -> list[tuple[str, int, int]]:
        return [(s.game.board.names[h], fp, f) for h, fp, f in fall(s.game, kind, 3, s.loc(at) >> 3, *ways)]

    assert where(STANDARD, "A0") == [("A0", 3, NOBODY), ("B0", 3, 4), ("B1", 3, 5), ("A1", 3, 0)]
    assert where(CONCENTRATED, "A0")[:2] == [("A0", 5, NOBODY), ("B0", 2, 4)]
    assert [n for n, _, _ in where(LINE, "A2", 0)] == ["A2", "A1", "A0", "A3", "A4", "A5"]
    assert where(WALKING, "D6", 1, 0) == [("D6", 3, WALKS + 1), ("D5", 3, WALKS + 1), ("D7", 3, WALKS + 1)]
    assert [n for n, _, _ in where(WALKING, "D6", 0, 4)] == ["D6", "C6", "E5"]
    game = only_playable(s, {"D6", "D5"})
    assert [h for h, _, _ in fall(game, STANDARD, 3, s.loc("D6") >> 3)] == [s.loc("D6") >> 3, s.loc("D5") >> 3]


def test_directions() -> None:
    """18.2.1, Q-146: by a hex in a straight line; the outer markers not on the axis of the march."""
    s = Scene(U("l", "leader", "D6"), U("x", "squad", "D2"), size=(12, 12))
    centre = s.loc("F6") >> 3
    assert [resolve_point(s.game, centre, n, NOBODY) for n in ("F5", "G5", "G6", "F7", "E6", "E5")] == [
        0,
        1,
        2,
        3,
        4,
        5,
    ]
    names = ["F5", "G5", "G6", "F7", "E6", "E5"]
    for toward in range(6):
        found = [code(resolve_point(s.game, centre, n, toward) or None) for n in names]
        assert [i for i, what in enumerate(found) if what == "on_the_march"] == sorted({toward, (toward + 3) % 6})
        offered = [c.at for c in points(s.game, centre, toward)]  # type: ignore[attr-defined]
        assert [n for n in offered if n in names] == [n for i, n in enumerate(names) if (i - toward) % 3]
        assert all(isinstance(resolve_point(s.game, centre, n, toward), int) for n in offered)
    assert resolve_point(s.game, centre, "F5/ground", NOBODY) == resolve_point(s.game, centre, "F5", NOBODY)
    assert code(resolve_point(s.game, centre, "F5/upper", NOBODY)) == "no_such_place"
    assert code(resolve_point(s.game, centre, "G3", NOBODY)) == "no_straight_line"
    assert code(resolve_point(s.game, centre, "Z9", NOBODY)) == "no_such_place"


def test_walking_barrages() -> None:
    """18.2.1, Q-070: three turns on the map; one hex a turn, off the map they are gone."""
    s = Scene(U("l", "leader", "D6"), U("x", "squad", "H8"))
    march = Marker("ffe", s.loc("A3"), 2, s.us, WALKS)
    plain = Marker("ffe", s.loc("B3"), 2, s.us, 3)
    assert [is_walking(m) for m in (march, plain, replace(march, kind="smoke"))] == [True, False, False]
    state = replace(s.state, markers=(march,), notes={f"walking:{s.us}": 1})
    assert walking(state, s.us)
    assert not walking(state, s.de)
    assert [stays(replace(state, turn=n), march) for n in (1, 2, 3)] == [True, True, False]
    assert not stays(state, plain)


def test_a_march() -> None:
    """18.2.1: each marker of the side goes one hex on, to A0 too; others stay where they are."""
    s = Scene(U("l", "leader", "D6"), U("x", "squad", "H8"), markers=[("ffe", "H1", 2)])
    rows = (
        Marker("ffe", s.loc("A1"), 2, s.us, WALKS),
        Marker("ffe", s.loc("C0"), 2, s.us, WALKS),
        Marker("ffe", s.loc("E4"), 2, s.de, WALKS),
        Marker("ffe", s.loc("G4"), 2, s.us, 3),
    )
    marks: dict[int, tuple[Marker, ...]] = {m.at: (m,) for m in rows}
    s.state = replace(s.state, markers=rows, marks=marks)
    d = Draft(s.game, s.state, ScriptedDice([]))
    d.push(MarchOn(side=s.us))
    MarchOn(side=s.us).march(d)
    found = {(s.game.board.loc_name(m.at), m.side) for m in d.markers}
    assert found == {("A0", s.us), ("E4", s.de), ("G4", s.us)}


def mortar(id_: str, at: str, *words: str) -> U:
    """A Mortar Team with a range of 2 to 4."""
    return U(id_, "weapon_team 2-4-2-7", at, *words, min_range=2)


def test_range_of_mortars() -> None:
    """18.1, 10.7: from the minimum to the maximum, not in Opportunity Fire, out of a Cave only through its front."""
    s = Scene(
        mortar("a", "D6"), mortar("b", "G6/cave"), U("x", "squad", "D2"), U("y", "squad", "G4"), U("z", "squad", "G8"),
        markers=[("cave", "G6", 1, "G5")], size=(8, 9),
    )  # fmt: skip
    a, b = s.number("a"), s.number("b")

    def fires(unit: int, at: str, opportunity: bool = False) -> str:
        return code(check_mortar(s.game, s.state, unit, s.loc(at), opportunity))

    assert [fires(a, at) for at in ("D6", "D5", "D4", "D2", "D1")] == [
        "team_too_near", "team_too_near", "", "", "out_of_range",
    ]  # fmt: skip
    assert fires(a, "D4", True) == "team_no_opportunity_fire"
    near = Scene(U("a", "weapon_team 2-1-2-7", "D6", min_range=1), U("x", "squad", "D2"))
    assert code(check_mortar(near.game, near.state, 0, near.loc("D6"), False)) == ""
    assert [fires(b, "G4"), fires(b, "G8")] == ["", "no_line_of_sight"]
    assert code(check_mortar_target(s.game, s.state, s.us, s.loc("D6"), s.loc("D4"))) == "no_enemy_there"
    assert code(check_mortar_target(s.game, s.state, s.us, s.loc("D6"), s.loc("D2"))) == ""


def test_who_calls_mortars() -> None:
    """18.1: own Leaders, Scouts and Advisors in Good Order who have not acted, in A0 too."""
    s = Scene(
        mortar("a", "D6"), U("l", "leader", "A0"), U("m", "leader", "D6", "shaken"), U("n", "squad", "D6"),
        U("o", "leader", "D6", "fired"), U("x", "leader", "D2"),
        tank("t", "D6", capacity="PP"), U("p", "leader", "", aboard="t"),
    )  # fmt: skip
    at = s.loc("D2")

    def calls(id_: str, state: Any = None) -> str:
        return code(check_mortar_caller(s.game, state or s.state, s.us, s.number(id_), at))

    assert [calls(n) for n in "lmnoxp"] == [
        "", "not_good_order", "cannot_call_mortar", "has_acted", "cannot_call_mortar", "cannot_call_mortar",
    ]  # fmt: skip
    for flag in (MELEE, ASSAULT_FIRE, OPS_COMPLETE):
        assert calls("l", flagged(copied(s), "l", flag).state) == "has_acted"
    assert MortarFire().callers(s.game, s.state, s.number("a")) == [s.number(n) for n in "lmo"]


def test_what_is_shelled() -> None:
    """18.0, 10.7.1, 17.4: everybody on all levels but those In Tunnel and those gone; riders with their vehicle."""
    s = Scene(
        U("a", "squad", "A0"), U("l", "leader", "A0"), tank("t", "A0", capacity="PP+PO"),
        U("i", "squad", "", aboard="t", riding="inside"), U("o", "half_squad", "", aboard="t", riding="outside"),
        U("x", "squad", "D2"),
    )  # fmt: skip

    def hit(*only: str, state: Any = None) -> list[str]:
        found = targets(s.game, state or s.state, 0, [s.number(n) for n in only])
        return [s.state.units[u].id for u in found]

    assert hit() == ["l", "a", "t", "o"]
    assert hit("a") == ["a"]
    assert hit(state=flagged(copied(s), "a", IN_TUNNEL).state) == ["l", "t", "o"]
    assert hit(state=flagged(copied(s), "a", ELIMINATED).state) == ["l", "t", "o"]
    assert [carrier(s.state, s.number(n)) for n in "atio"] == [NOBODY, *[s.number("t")] * 3]


def test_barrages_of_this_turn_wait() -> None:
    """18.2.1: those of an earlier turn march, that of the side with the initiative first of all."""
    s = Scene(U("l", "leader", "D6"), U("x", "squad", "H8"), turn=2)
    rows = tuple(Marker("ffe", s.loc(n), 2, side, WALKS) for n, side in (("A2", s.us), ("C4", s.de)))
    s.state = replace(s.state, markers=rows, initiative=s.us)
    for notes, sides in (((1, 1), [s.de, s.us]), ((2, 1), [s.de]), ((1, 2), [s.us]), ((2, 2), [])):
        state = replace(s.state, notes={f"walking:{s.us}": notes[0], f"walking:{s.de}": notes[1]})
        d = Draft(s.game, state, ScriptedDice([]))
        march_on(d)
        assert [f.side for f in d.stack if isinstance(f, MarchOn)] == sides


def test_nobody_checks_twice() -> None:
    """18.2: who is gone makes no Damage Check any more."""
    s = flagged(Scene(U("a", "squad", "D6"), U("x", "squad", "H8")), "a", ELIMINATED)
    frame = Shelling(side=s.de, fp=2, hexes=(), pending=((s.number("a"), 2),), step=1)
    s.state = replace(s.state, stack=(*s.state.stack, frame))
    d = Draft(s.game, s.state, ScriptedDice([]))
    frame.check(d)
    assert d.events == []


def test_lifting_a_barrage() -> None:
    """18.2.1: only the owner's, and only what walks."""
    s = Scene(U("l", "leader", "D6"), U("x", "squad", "H8"))
    own, theirs = (Marker("ffe", s.loc(n), 2, side, WALKS) for n, side in (("A2", s.us), ("C4", s.de)))
    plain = Marker("ffe", s.loc("E4"), 2, s.us, 3)
    rows = (own, theirs, plain)
    s.state = replace(s.state, markers=rows, marks={m.at: (m,) for m in rows})
    d = Draft(s.game, s.state, ScriptedDice([]))
    LiftBarrage(side=s.us).answer(d, CancelBarrage())
    assert d.markers == (theirs, plain)


def scattered(*dice: int, plain: bool = False, at: str = "D3", game: Any = None, **more: Any) -> tuple[Scene, Draft]:
    """The round called at a hex after its dice."""
    mission = replace(BATTERY, plain=plain)
    s = Scene(U("l", "leader 6-0-6", "D6"), U("x", "squad", "H8"), missions=[mission], **more)
    frame = FireMission(side=s.us, unit=0, mission="b", hex=s.loc(at) >> 3)
    state = replace(s.state, stack=(*s.state.stack, frame))
    d = Draft(game(s) if game else s.game, state, ScriptedDice([("scatter", dice)]))
    frame.scatter(d)
    return s, d


def outcome(d: Draft) -> tuple[str, list[Marker]]:
    """How the round was seen, and what lies on the map."""
    return [e.outcome for e in d.events if type(e).__name__ == "Resolved"][-1], list(d.markers)  # type: ignore[attr-defined]


def test_where_the_round_is_seen() -> None:
    """18.2, 22.0: in play and in the caller's sight, but for plotted missions; a marker lies there."""
    s, d = scattered(1, 1)
    assert outcome(d) == ("seen", [Marker("spotting_round", s.loc("D2"), 1, s.us)])
    _, d = scattered(1, 1, at="D0")
    assert outcome(d) == ("lost", [])
    _, d = scattered(1, 1, game=lambda s: only_playable(s, {"D3", "D6"}))
    assert outcome(d) == ("lost", [])
    wall = {"hexes": {"D4": "hc_building"}}
    _, d = scattered(1, 1, **wall)
    assert outcome(d) == ("lost", [])
    _, d = scattered(1, 1, plain=True, **wall)
    assert outcome(d)[0] == "seen"


def test_a_mission_is_used_up() -> None:
    """18.2: by its effect, not by its call; the caller is Ops Complete if he is still there."""
    s = Scene(U("l", "leader", "D6", "wounded"), U("x", "squad", "H8"), missions=[BATTERY])
    frame = FireMission(side=s.us, unit=0, mission="b", hex=s.loc("D3") >> 3, step=5)
    state = replace(s.state, stack=(*s.state.stack, frame))
    d = Draft(s.game, state, ScriptedDice([]))
    frame.effect(d)
    assert d.notes["missions:b"] == 1
    frame.finish(d)
    assert d.units[0].flags & OPS_COMPLETE
    gone = flagged(copied(s), "l", ELIMINATED).state
    d = Draft(s.game, replace(gone, stack=(*s.state.stack, frame)), ScriptedDice([]))
    frame.finish(d)
    assert not d.units[0].flags & OPS_COMPLETE


def test_hexes_with_melee() -> None:
    """18.0, Q-143: by the marker or by units locked in it, on any floor."""
    s = Scene(U("a", "squad", "D6"), U("b", "squad", "E6"), U("x", "squad", "D2"), markers=[("melee", "C3", 1)])
    assert [in_melee(s.state, s.loc(n) >> 3) for n in ("C3", "D6", "E6")] == [True, False, False]
    flagged(s, "a", MELEE)
    flagged(s, "b", CAPTURED)
    assert [in_melee(s.state, s.loc(n) >> 3) for n in ("D6", "E6")] == [True, False]
    assert LAYERS == 8
