"""Which plans come into question: of several locations rather than many of one, and nothing twice."""

from __future__ import annotations

from ai_helpers import fight, mind_of
from lnlt import engine
from lnlt.ai.judge import Look
from lnlt.ai.plans import TRIPS, Plan, plans_for
from lnlt.core.game import Game
from lnlt.core.setup import UnitSetup
from lnlt.core.state import State
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch10_los_spotting.attempts import Spot

SQUAD = "ww2-us-101abn-squad-2546"
FOE = "ww2-de-wh-squad-1645"


def _fight() -> tuple[Game, State]:
    """Three Squads on their way to J5, in sight of an enemy nobody has spotted."""
    own = [UnitSetup(name, "a", SQUAD, at) for name, at in (("x", "C3"), ("y", "D6"), ("z", "E4"))]
    return fight([*own, UnitSetup("foe", "b", FOE, "J5")], {"J5": "light_woods"})


def _plans(limit: int) -> tuple[Game, list[Plan]]:
    game, state = _fight()
    question = engine.question(state)
    assert question is not None
    return game, plans_for(Look(mind_of(game, state), state, question), engine.options(game, state), limit)


def test_every_location_comes_into_question() -> None:
    """The third location, which seems to have least to do, comes before the third way of the others."""
    game, plans = _plans(7)
    places = [game.board.loc_name(p.at) for p in plans if p.at >= 0]
    assert plans[0].command == Activate("C3")
    assert set(places) == {"C3", "D6", "E4"}
    assert max(places.count(at) for at in places) <= 2


def test_what_judgement_does_is_not_planned_twice() -> None:
    """The first plan is what judgement would do: of the three ways looked at one is that, the other two are plans."""
    game, plans = _plans(40)
    ways = [game.board.loc_name(p.at) for p in plans if p.at >= 0]
    assert (ways.count("C3"), ways.count("D6"), ways.count("E4")) == (TRIPS - 1, TRIPS, TRIPS)
    assert len({p.key for p in plans}) == len(plans)


def test_one_looks_around() -> None:
    """Three who could look for the enemy are one plan, as long as there is something else to compare it with."""
    _, plans = _plans(8)
    assert sum(type(p.command) is Spot for p in plans) <= 1
