"""16, 6.5: passengers and company of vehicles: what is refused, what is seen, what random play would notice."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lnlt import engine, words
from lnlt.content.charts import load_chart
from lnlt.content.games import build_game
from lnlt.content.maps import build_board
from lnlt.core.catalog import UnitType
from lnlt.core.dice import ScriptedDice
from lnlt.core.flags import LOADED, SHAKEN
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.setup import BoardSetup, GameSetup, SideSetup, Start, UnitSetup
from lnlt.core.state import Kit, Marker, State, make_state
from lnlt.core.tally import Refusal
from lnlt.fuzz.setups import random_setup
from lnlt.fuzz.vehicles import VEHICLES, broken_riding
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.steps import AddMover, StepTo, StopMove
from lnlt.rules.ch10_los_spotting.sight import Sight
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.steps import DriveTo
from lnlt.rules.ch16_passengers.dismounting import Unload
from lnlt.rules.ch16_passengers.mounting import ChooseRider, Load, Mount, RidersReady
from lnlt.rules.facts.kits import company, place_of
from lnlt.server import pieces
from lnlt.server.choices import Told
from lnlt.server.lens import Lens

MEN = {"morale": 6, "shaken_morale": 6, "shaken_mf": 2}
TYPES = (
    UnitType("car", "Car", "vehicle", mf=10, morale=6, move_class="O", armor=("1", "1", "1"), capacity="PP+PO"),
    UnitType("squad", "Squad", "squad", fp=1, range=5, mf=4, **MEN),  # type: ignore[arg-type]
    UnitType("half", "Half-Squad", "half_squad", fp=1, range=4, mf=4, **MEN),  # type: ignore[arg-type]
    UnitType("leader", "Leader", "leader", lm=1, mf=6, **MEN),  # type: ignore[arg-type]
    UnitType("horse", "Horse", "mounted_half_squad", fp=1, range=4, mf=12, **MEN),  # type: ignore[arg-type]
)
UNITS = (
    UnitSetup("car", "us", "car", "D6", facing="D5/E5"),
    UnitSetup("van", "us", "car", "D6", facing="D5/E5"),
    UnitSetup("in", "us", "squad", "", aboard="car", riding="inside"),
    UnitSetup("top", "us", "half", "", aboard="car", riding="outside"),
    UnitSetup("a", "us", "squad", "D6"),
    UnitSetup("l", "us", "leader", "D6"),
    UnitSetup("b", "us", "squad", "D7"),
    UnitSetup("h", "us", "horse", "D6"),
    UnitSetup("x", "de", "squad", "H12"),
)


class Ride:
    """A car with a Squad inside and a Half-Squad on top, men beside it, an empty van, and an enemy far away."""

    def __init__(self, **changes: Any) -> None:
        setup = GameSetup(
            id="ride",
            name="Ride",
            era="ww2",
            board=BoardSetup(size=(8, 12)),
            sides=(SideSetup("us", "", "us"), SideSetup("de", "", "de")),
            units=tuple(replace(u, **changes.get(u.id, {})) for u in UNITS),
            types=TYPES,
            turns=3,
            start=Start(phase="operations", impulse="us", initiative="us"),
        )
        board = build_board(setup.board, load_chart("ww2"), "ride")
        self.game: Game = build_game(setup, "ride", board, Sight(board))
        self.state: State = engine.begin(self.game, 1).state

    def do(self, *commands: Command) -> Ride:
        """Carry out commands; the enemy lets everything pass."""
        for command in commands:
            step = engine.submit(self.game, self.state, command, ScriptedDice([]))
            assert not isinstance(step, Refusal), (command, step)
            self.state = step.state
        return self

    def why(self, command: Command) -> tuple[str, str]:
        """Section and code of the refusal of a command."""
        refusal = engine.why_not(self.game, self.state, command)
        assert refusal is not None, command
        assert words.refusal_text(self.game, refusal)
        return refusal.rule, refusal.code

    def unit(self, name: str) -> int:
        return self.state.ids[name]


def drive() -> Ride:
    """The car has set off."""
    return Ride().do(Activate("D6"), BeginDrive("car"))


def test_choosing_who_gets_off() -> None:
    """16.4: one after the other, passengers of this vehicle only, and somebody must be chosen."""
    s = drive().do(Unload())
    assert s.why(RidersReady()) == ("16.4", "nobody_chosen")
    assert s.why(ChooseRider("a")) == ("16.4", "not_aboard")
    assert s.why(ChooseRider("nobody")) == ("16.4", "not_aboard")
    assert s.why(ChooseRider("in", "low_crawl")) == ("16.4", "no_riding_mode")
    assert s.why(ChooseRider("in", "assault")) == ("6.1", "no_assault_move")
    assert s.why(ChooseRider("in", "double_time")) == ("6.2", "needs_leader")
    assert s.why(ChooseRider("in", "normal", "inside")) == ("16.4", "no_place_to_ride")
    s.do(ChooseRider("top"))
    assert s.why(ChooseRider("in")) == ("6.0", "in_order")
    s.do(RidersReady(), StepTo("D5"))
    assert place_of(s.state, s.unit("top")) == s.game.board.loc("D5")


def test_choosing_who_gets_on() -> None:
    """16.4: units of the hex that have not acted; the room inside and on top is counted apart."""
    s = drive()
    assert s.why(Mount("van")) == ("15.1", "no_answer")
    s.do(Load())
    assert s.why(RidersReady()) == ("16.4", "nobody_chosen")
    assert s.why(ChooseRider("b", "normal", "inside")) == ("16.4", "not_here")
    assert s.why(ChooseRider("a", "normal", "inside")) == ("16.1", "vehicle_full")
    assert s.why(ChooseRider("a", "normal", "outside")) == ("16.2", "vehicle_full")
    assert s.why(ChooseRider("a", "normal", "below")) == ("16.1", "no_place_to_ride")
    assert s.why(ChooseRider("h", "normal", "inside")) == ("16.1", "cannot_ride")
    s.do(ChooseRider("l", "normal", "inside"), RidersReady())
    assert [s.state.units[u].id for u in company(s.state, s.unit("l"))] == ["in", "top", "l"]


def test_mounting_on_foot() -> None:
    """16.4, 4.0: a vehicle of the hex that has not acted; it is activated by it and drives on in the same impulse."""
    s = Ride().do(Activate("D7"), BeginMove("D7"), AddMover("b"))
    assert s.why(Mount("van")) == ("16.4", "vehicle_not_here")
    assert s.why(Mount("x")) == ("16.4", "no_vehicle")
    s.do(StepTo("D6"))
    assert s.why(Mount("car")) == ("16.1", "vehicle_full")
    s.do(Mount("van"), ChooseRider("b", "normal", "inside"), RidersReady())
    van = s.unit("van")
    assert s.state.units[van].flags & LOADED
    assert s.why(BeginDrive("car")) == ("4.0", "not_named")
    s.do(BeginDrive("van"), DriveTo("D5"))
    assert not s.state.units[van].flags & LOADED
    assert place_of(s.state, s.unit("b")) == s.game.board.loc("D5")


def test_a_loaded_vehicle_may_stay() -> None:
    """16.4: whoever takes passengers on and drives no farther has moved all the same."""
    s = Ride().do(Activate("D6"), BeginMove("D6"), AddMover("a"), Mount("van"))
    s.do(ChooseRider("a", "normal", "inside"), RidersReady())
    while engine.decider(s.state) == 0 and s.state.stack[-1].__class__.__name__ != "ImpulseAction":
        s.do(StopMove())
    assert s.why(Mount("van")) == ("4.0", "no_answer")
    assert "moved" in str(words.piece_text(s.game, s.state, s.unit("van"))).lower()


def test_nobody_gets_off_into_a_melee() -> None:
    """8.1, 16.4: a hex with a Melee takes no passengers."""
    s = drive()
    kept = {f: getattr(s.state, f) for f in ("turn", "phase", "initiative", "active", "units", "weapons", "stack")}
    s.state = make_state(**kept, markers=(Marker("melee", s.game.board.loc("D6")),))
    assert s.why(Unload()) == ("8.1", "melee_there")


def test_company_of_a_vehicle() -> None:
    """6.5: units on foot of its hex, before anything is done, each once and in order; nobody mounted, no second one."""
    s = drive()
    assert s.why(AddMover("van")) == ("6.5", "one_vehicle")
    assert s.why(AddMover("h")) == ("6.5", "only_on_foot")
    assert s.why(AddMover("a", "low_crawl")) == ("6.5", "only_on_foot")
    assert s.why(AddMover("b")) == ("6.0", "not_here")
    s.do(AddMover("a", "double_time"))
    assert s.why(DriveTo("D5")) == ("6.2", "needs_leader")
    s.do(AddMover("l"))
    assert s.why(Load()) == ("16.1", "cannot_ride")
    assert s.why(AddMover("a")) == ("6.0", "in_order")
    s.do(DriveTo("D5"))
    assert {place_of(s.state, s.unit(u)) for u in ("car", "a", "l", "in", "top")} == {s.game.board.loc("D5")}
    assert s.why(AddMover("a")) == ("6.5", "start_together")
    s.do(StopMove())
    assert s.why(BeginMove("D6")) == ("4.0", "move_together")


def test_double_time_without_leader_cannot_go_along() -> None:
    """6.2, 6.5: without a Leader in the hex nobody goes along by Double-Time."""
    s = Ride(l={"at": "D8"}).do(Activate("D6"), BeginDrive("car"))
    assert s.why(AddMover("a", "double_time")) == ("6.2", "needs_leader")


def test_leader_of_those_who_double_time_is_not_passed_over() -> None:
    """6.2, 6.5: nobody joins after the only Leader whom those chosen so far need: no way would be left."""
    s = Ride(b={"at": "D6"}).do(Activate("D6"), BeginDrive("car"), AddMover("a", "double_time"))
    assert s.why(AddMover("b")) == ("6.2", "needs_leader")
    s.do(AddMover("l"), AddMover("b"), DriveTo("D5"))


def test_passengers_are_seen_with_their_vehicle() -> None:
    """16.0: a viewer sees passengers where their vehicle is, and what they ride, also while it drives."""
    s = drive()
    lens = Lens(s.game, {}, Told())
    for to in ("D6", "D5", "D4"):
        if to != "D6":
            s.do(DriveTo(to))
        shown = engine.view(s.state, 1).as_state(0)
        found = {p.id: p for p in (pieces.piece(s.game, shown, u) for u in range(len(shown.units)))}
        assert (found["in"].at, found["in"].aboard, found["in"].riding, found["in"].out) == (to, "car", "inside", "")
        assert (found["top"].at, found["top"].riding) == (to, "outside")
        assert found["a"].aboard == ""
        assert "inside car" in found["in"].label
        assert "on top of car" in found["top"].label
        seen = bytes(lens.position(lens.look(s.state, 1)))
        assert seen.count(b'"aboard":"car"') == 2
        assert seen.count(f'"at":"{to}"'.encode()) >= 3


@pytest.mark.parametrize(
    ("name", "changes", "what"),
    [
        ("in", {"at": 0}, "on the board"),
        ("in", {"side": 1}, "enemy vehicle"),
        ("top", {"flags": SHAKEN}, "on top of"),
        ("h", {"at": -1, "kit": Kit(aboard=0)}, "cannot ride"),
        ("a", {"at": -1, "kit": Kit(aboard=0)}, "too much in"),
        ("a", {"at": -1, "kit": Kit(aboard=0, outside=True)}, "too much on"),
    ],
)
def test_random_play_sees_broken_riding(name: str, changes: dict[str, Any], what: str) -> None:
    """16: passengers on the board, on the wrong side, too many or Shaken on top would be noticed."""
    s = Ride()
    assert broken_riding(s.game, s.state) == ""
    units = list(s.state.units)
    units[s.unit(name)] = replace(units[s.unit(name)], **changes)
    assert what in broken_riding(s.game, replace(s.state, units=tuple(units)))


def test_random_battles_have_passengers() -> None:
    """16: random battles have vehicles of all sorts with passengers inside and on top."""
    found = [random_setup(seed) for seed in range(3, 120, 4)]
    riding = [u for s in found for u in s.units if u.aboard]
    assert {u.riding for u in riding} == {"inside", "outside"}
    assert len({u.type.partition("-")[2] for s in found for u in s.units if u.hatch}) == len(VEHICLES)
