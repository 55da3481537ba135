"""Computer players and vehicles, guns, Mortars, Mines: what they fear, what they aim at, where they drive."""

from __future__ import annotations

import random

import pytest

from lnlt import engine
from lnlt.ai.evaluate import Evaluator
from lnlt.ai.ground import lore_of
from lnlt.ai.look import Look
from lnlt.ai.mind import Mind
from lnlt.ai.plans import plans_for
from lnlt.ai.playout import Playout
from lnlt.ai.tables import HARM, pierced, worth_of
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch04_operations.impulse import ImpulseAction
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.steps import allowance
from lnlt.rules.facts.kits import kit_of
from lnlt.table.chances import Preview
from lnlt.table.previews import preview


@pytest.fixture(name="training")
def _training() -> tuple[Game, State]:
    """The training situation at the first impulse."""
    game = engine.load("vehicle-training")
    state = engine.begin(game, 1).state
    while not isinstance(engine.question(state), ImpulseAction):
        step = engine.submit(game, state, engine.options(game, state)[-1])
        assert not isinstance(step, Refusal)
        state = step.state
    return game, state


def _mind(game: Game, state: State, side: int) -> Mind:
    return Mind(game, state, side, lore_of(game))


def test_worth_by_weapons_and_armor(training: tuple[Game, State]) -> None:
    """A tank is worth more than a half-track, that more than a jeep; an anti-tank gun more than a Squad."""
    game, state = training
    worth = {u.id: worth_of(game.types[u.type]) for u in state.units}
    assert worth["pz-west"] > worth["m10"] > worth["track-west"] > worth["jeep"]
    assert worth["atg"] > worth["de-a"] == 1.0


def test_armor_saves() -> None:
    """More penetration costs a vehicle more, more armor less; who is Shaken already is driven out."""
    assert pierced(5, 2, 6) > pierced(5, 3, 6) > pierced(5, 5, 6) > pierced(3, 5, 6)
    assert pierced(5, 5, 6, True) > pierced(5, 5, 6)


def test_a_tank_shows_its_front(training: tuple[Game, State]) -> None:
    """Where a gun sees it, a tank is in least danger facing it."""
    game, state = training
    mind = _mind(game, state, 0)
    tank = state.ids["pz-west"]
    at = state.units[tank].at
    dangers = [mind.armour.danger(tank, at, vertex) for vertex in range(6)]
    assert max(dangers) > min(dangers)
    assert dangers[kit_of(state.units[tank]).facing] < max(dangers)


def test_exact_odds_of_a_shot(training: tuple[Game, State]) -> None:
    """What a shot promises is what playing out all dice says, the results weighed."""
    game, state = training
    step = engine.submit(game, state, Activate("D5"))
    assert not isinstance(step, Refusal)
    mind = _mind(game, step.state, 0)
    shots = [
        c
        for c in engine.options(game, step.state)
        if isinstance(c, FireOrdnance) and c.target.startswith("sherman") and c.pivot != "hull" and not c.mode
    ]
    assert {c.target for c in shots} == {"sherman-front", "sherman-road"}
    for c in shots[:3]:
        found = preview(game, step.state, [c])
        assert isinstance(found, Preview)
        fate = next(f for f in found.fates if f.unit == c.target)
        share = sum(HARM.get(name, 0.0) * chance.value for name, chance in fate.chances.items())
        assert mind.guns.ordnance(c) == pytest.approx(share * mind.guns.prize(state.ids[c.target]))


def test_mines_are_feared(training: tuple[Game, State]) -> None:
    """Going into a hex with Mines is riskier than the danger of staying there tells."""
    game, state = training
    mind = _mind(game, state, 1)
    assert mind.armour.hazard(game.board.loc("E4")) > 0.2
    assert mind.armour.hazard(game.board.loc("D4")) == 0.0
    assert mind.risk(game.board.loc("E4")) >= mind.armour.hazard(game.board.loc("E4")) * 0.7


def test_guns_stay(training: tuple[Game, State]) -> None:
    """Guns and Mortars do not walk about, vehicles do not go on foot."""
    game, state = training
    for side in (0, 1):
        mind = _mind(game, state, side)
        for name in ("atg", "mortar", "jeep", "pz-west"):
            assert not mind.walks(state.ids[name])


def test_drives_are_affordable(training: tuple[Game, State]) -> None:
    """Ways of a vehicle cost no more than it has, and lead somewhere else or turn it."""
    game, state = training
    mind = _mind(game, state, 0)
    tank = state.ids["pz-east"]
    u = state.units[tank]
    left = allowance(game, state, tank, "normal")
    drives = mind.armour.drives(tank, u.at, kit_of(u).facing, left)
    assert drives
    assert all(0 < d.cost <= left and d.path[-1] != (u.at, kit_of(u).facing) for d in drives)
    assert [d.gain for d in drives] == sorted((d.gain for d in drives), reverse=True)


def test_plans_of_vehicles_are_carried_out(training: tuple[Game, State]) -> None:
    """Those who think ahead have plans to drive and to shoot, and a drive ends where it should if nobody stops it."""
    game, state = training
    side = engine.decider(state)
    assert side is not None
    question = engine.question(state)
    assert question is not None
    look = Look(_mind(game, state, side), state, question)
    plans = plans_for(look, engine.options(game, state), 40)
    assert {"drive", "shoot"} <= {p.kind for p in plans}
    lore = lore_of(game)
    arrived = 0
    for plan in [p for p in plans if p.kind == "drive"]:
        playout = Playout(game, lore, Evaluator(game, lore))
        after = playout.carry_out(state, plan, side, random.Random(1))
        unit = after.units[after.ids[getattr(plan.order, "unit", "")]]
        arrived += (unit.at, kit_of(unit).facing) == plan.way[-1]
    assert arrived


def test_passengers_count_in_estimates(training: tuple[Game, State]) -> None:
    """Those aboard a vehicle are no losses."""
    game, state = training
    judge = Evaluator(game, lore_of(game))
    assert 0.2 < judge.chance(state, 0) < 0.8
