"""Where a helicopter can fly, who may answer it there, and what the table offers for its impulse."""

from __future__ import annotations

from pathlib import Path

import pytest

from lnlt import engine
from lnlt.core.engine import submit_all
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch05_fire.opportunity import OpFire, PassWindow, Reaction
from lnlt.rules.ch19_air.flying import BeginFlight, FlightAction
from lnlt.rules.ch19_air.helicopters import ChangeMode, FlyTo
from lnlt.server import menus, shapes
from lnlt.situations.reading import load
from lnlt.situations.setup import make_game
from lnlt.table.flights import Flights, flight_reach, flight_threats, in_flight

LANDING = Path(__file__).parents[1] / "browser" / "battles" / "landing.toml"


@pytest.fixture(scope="module")
def landing() -> tuple[Game, State]:
    """A helicopter that flies with passengers, one that hovers over a Half-Squad, enemies who wait."""
    game = make_game(load(LANDING))
    return game, engine.begin(game, 1).state


def flights(game: Game, s: State, unit: str = "") -> Flights:
    """Everywhere a helicopter can fly."""
    found = flight_reach(game, s, unit)
    assert isinstance(found, Flights), found
    return found


def go(game: Game, s: State, *commands: Command) -> State:
    """Orders carried out; windows on the way are let pass."""
    for command in commands:
        step = engine.submit(game, s, command)
        assert isinstance(step, engine.Step), step
        s = step.state
        while isinstance(engine.question(s), Reaction):
            step = engine.submit(game, s, PassWindow(True))
            assert isinstance(step, engine.Step), step
            s = step.state
    return s


def test_it_flies_anywhere_but_where_another_is(landing: tuple[Game, State]) -> None:
    """19.2.1, 19.2.2, 1.3: a point for each hex, without an end; over enemies, never over another helicopter."""
    game, s = landing
    found = {place.at: place for place in flights(game, s, "slick").places}
    assert "B3" not in found
    assert "B7" not in found  # there is another helicopter
    assert set(found) == {game.board.names[i] for i in game.playable} - {"B3", "B7"}
    assert (found["C3"].cost, found["C3"].path) == (2, ("B3", "C3"))
    assert found["G5"].cost == 2 * (len(found["G5"].path) - 1) == 10
    assert found["B8"].path[0] == "B3"
    assert "B7" not in found["B8"].path


def test_one_that_hovers_flies_first(landing: tuple[Game, State]) -> None:
    """19.2.1: its change of mode costs a point and comes before the first hex; a second one is refused."""
    game, s = landing
    found = flights(game, s, "lift")
    place = next(place for place in found.places if place.at == "B6")
    assert place.commands == (ChangeMode("fly"), FlyTo("B6"))
    assert place.cost == 4
    s = go(game, s, Activate("B3/air"), BeginFlight("slick"), ChangeMode("hover"))
    refusal = flight_reach(game, s)
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, refusal.code) == ("19.2.1", "mode_changed_already")


def test_the_commands_lead_there(landing: tuple[Game, State]) -> None:
    """19.2: given as one order they bring it there, if nobody answers; from there it flies on."""
    game, s = landing
    found = flights(game, s, "slick")
    place = next(place for place in found.places if place.at == "B5")
    after = submit_all(game, s, [*found.begin, *place.commands])
    assert isinstance(after, engine.Step)
    assert isinstance(engine.question(after.state), FlightAction)
    slick = after.state.units[after.state.ids["slick"]]
    assert game.board.loc_name(slick.at) == "B5/air"
    assert in_flight(after.state, "slick") == after.state.ids["slick"]
    assert in_flight(after.state, "lift") < 0
    onward = flights(game, after.state)
    assert onward.begin == ()
    assert onward.origin == "B5/air"


def test_who_may_answer_is_who_is_asked(landing: tuple[Game, State]) -> None:
    """5.3, 19.2.5, 19.2.8: what is told beforehand of a hex is what the window there offers."""
    game, s = landing
    start = go(game, s, Activate("B3/air"), BeginFlight("slick"), FlyTo("C3"))
    found = flights(game, start)
    seen = set()
    for name in ("B3", "C2", "C4", "D3", "D4"):
        place = next(place for place in found.places if place.at == name)
        step = engine.submit(game, start, FlyTo(name))
        assert isinstance(step, engine.Step)
        asked = isinstance(engine.question(step.state), Reaction)
        told = flight_threats(game, found, place.loc)
        assert bool(told) == asked
        seen.add(asked)
    assert seen == {False, True}
    near = next(place for place in found.places if place.at == "F5")
    assert {muzzle.unit for muzzle in flight_threats(game, found, near.loc)} == {"G5", "dshk"}


def items(game: Game, s: State, at: str) -> dict[str, shapes.MenuItem]:
    """Items of a menu by their words."""
    return {item.text: item for item in menus.menu(game, s, at).items}


def test_the_menu_of_a_helicopter(landing: tuple[Game, State]) -> None:
    """19.2.4: all it can begin with, as whole orders; what it may not, each with its section."""
    game, s = landing
    found = items(game, s, "B3/air")
    assert (found["Fly"].next, found["Fly"].rule, found["Fly"].units) == ("reach", "19.2.2", ("slick",))
    assert [order["do"] for order in found["Hover here"].do] == ["activate", "begin_flight", "change_mode"]
    assert (found["Let passengers off"].refusal, found["Let passengers off"].rule) == (
        "slick must hover for that",
        "19.2.6",
    )
    assert found["Helicopter slick tries to spot"].rule == "19.2.3"
    assert not any("Smoke" in text or "Move units" in text for text in found)
    found = items(game, s, "B7/air")
    assert found["Take passengers aboard"].do
    assert found["Take passengers aboard"].rule == "19.2.6"

    # On its way: the same without the beginning; what is done with is refused.
    s = go(game, s, Activate("B3/air"), BeginFlight("slick"), ChangeMode("hover"))
    found = items(game, s, "B3/air")
    assert found["Fly"].refusal == "slick has changed between flying and hovering in this impulse"
    assert [order["do"] for order in found["Let passengers off"].do] == ["unload"]
    assert not found["End the flight"].refusal
    frame, *_ = menus.reach(game, s, (), "")
    assert isinstance(frame, shapes.Reach)
    assert frame.rule == "19.2.1"


def test_its_weapons_ask_for_a_target(landing: tuple[Game, State]) -> None:
    """19.2.4: a machine gun is an item of its own, before the flight and on the way; its targets have their chances."""
    game, s = landing
    fired = go(game, s, Activate("B3/air"), BeginFlight("slick"), *(FlyTo(x) for x in ("C3", "D4", "E4", "F5", "F6")))
    found = menus.menu(game, fired, "F6/air")
    guns = [item for item in found.items if item.next == "targets"]
    assert [item.units for item in guns] == [("slick",)]
    for gun in guns:
        shots = list(menus.targets(game, fired, "F6/air", gun.units, gun.mode))
        assert shots
        assert all(shot.firers == ("slick",) and shot.card.any > 0 for shot in shots)


def test_why_small_arms_do_not_answer(landing: tuple[Game, State]) -> None:
    """5.3: the reason is about the helicopter that moves, not that something else does."""
    game, s = landing
    s = go(game, s, Activate("B3/air"), BeginFlight("slick"), FlyTo("C3"))
    step = engine.submit(game, s, FlyTo("D3"))
    assert isinstance(step, engine.Step)
    assert isinstance(engine.question(step.state), Reaction)
    refused = [
        d.refusal for a in engine.menu(game, step.state, "G5") for d in a.denied if isinstance(d.command, OpFire)
    ]
    assert [refusal.code for refusal in refused] != ["not_the_moving_units"]
    assert len(refused) == 1
