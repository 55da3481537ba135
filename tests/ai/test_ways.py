"""Computer players underground and in the saddle: where they go, what they guard, when they get off."""

from __future__ import annotations

import pytest

from ai_helpers import fight, mind_of, order
from lnlt import engine
from lnlt.ai import make_player, riders, under
from lnlt.ai.company import Company
from lnlt.ai.look import Look
from lnlt.ai.plans import Plan, follow
from lnlt.core.board import CAVE
from lnlt.core.game import Game
from lnlt.core.setup import MarkerSetup, UnitSetup, WeaponSetup
from lnlt.core.state import State
from lnlt.core.terrain import LEG, OFFROAD
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.loads import Abandon
from lnlt.rules.ch06_movement.on_the_way import Dismount
from lnlt.rules.ch06_movement.steps import AddMover, StepTo

SQUAD = "ww2-us-101abn-squad-2546"
FOE = "ww2-de-wh-squad-1645"
RIDER = "ww2-it-cavalry-squad-1412"


def _play(
    units: list[UnitSetup], hexes: dict[str, str], *, markers: tuple[MarkerSetup, ...] = ()
) -> tuple[Game, State]:
    """A fight about J5 with Italians at its first impulse."""
    return fight(units, hexes, turns=4, nation="it", markers=markers)


CAVES = (MarkerSetup("cave", "C3", 2, "a", "C4"), MarkerSetup("cave", "J5", 2, "a", "J6"))


def test_tunnels_are_short_cuts() -> None:
    """For those who own the Tunnels it is nearer from a Cave far away than from its entrance; others must come out."""
    game, state = _play([UnitSetup("x", "a", SQUAD, "C3/cave"), UnitSetup("y", "b", FOE, "O8")], {}, markers=CAVES)
    loc, place = game.board.loc("C3/cave"), game.board.loc("J5")
    mine, theirs = mind_of(game, state, 0), mind_of(game, state, 1)
    row = mine.ground.far((place >> 3,))
    assert mine.tunnels
    assert not theirs.tunnels
    assert under.way_up(mine, loc, row) == 2 * game.distance(loc >> 3, place >> 3) + 4
    assert under.way_up(theirs, loc, row) == row[loc >> 3] + 4


def test_a_cave_guards_its_hex() -> None:
    """Who sits in the Cave of a place that counts guards it, and the last one stays."""
    units = [UnitSetup("x", "b", FOE, "J5/cave"), UnitSetup("y", "a", SQUAD, "A1")]
    game, state = _play(units, {}, markers=(MarkerSetup("cave", "J5", 2, "b", "J6"),))
    mind = mind_of(game, state, 1)
    post = game.board.loc("J5")
    assert under.inside(mind, post) == 1
    assert post in mind.posts
    assert under.last_guard(mind, post + CAVE)
    group = Company(mind, (0,), post + CAVE)
    assert mind.value(post + CAVE, group, 1) > mind.value(game.board.loc("K5"), group) + 0.5


def test_a_charge_promises_more() -> None:
    """Cavalry that sets off two hexes away charges; next to the enemy it only fights."""
    game, state = _play([UnitSetup("x", "a", RIDER, "F5"), UnitSetup("y", "b", FOE, "J5")], {})
    mind = mind_of(game, state, 0)
    at, rider = game.board.loc("J5"), state.units[0]
    far = mind.assault((0,), (rider,), at, game.board.loc("F5"))
    near = mind.assault((0,), (rider,), at, game.board.loc("I5"))
    assert far > near
    assert riders.charge(mind, (0,)) == 1


def test_riders_use_their_own_ways() -> None:
    """A group rides if all of its MMCs do; one Squad on foot makes all walk."""
    units = [UnitSetup("x", "a", RIDER, "F5"), UnitSetup("z", "a", SQUAD, "F5"), UnitSetup("y", "b", FOE, "J5")]
    game, state = _play(units, {})
    assert riders.ride(game, state, (0,)) == OFFROAD
    assert riders.ride(game, state, (0, 1)) == LEG
    assert riders.slowest(game, state, (0, 1)) == 1
    mind = mind_of(game, state, 0)
    assert Company(mind, (0,), 0).rides
    open_ground = game.board.loc("H4")
    assert mind.risk(open_ground, True) < mind.risk(open_ground)


@pytest.mark.parametrize(("terrain", "off"), [("hc_building", True), ("clear", False)])
def test_off_the_horse_where_it_cannot_go(terrain: str, off: bool) -> None:
    """Next to a building they want riders dismount and go in; into the open they ride."""
    game, state = _play([UnitSetup("x", "a", RIDER, "H5"), UnitSetup("y", "b", FOE, "A0")], {"J5": terrain})
    state = order(game, state, Activate("H5"), BeginMove("H5"), AddMover("x", "normal"), StepTo("I5"))
    while (side := engine.decider(state)) == 1:
        state = order(game, state, engine.options(game, state)[-1])
    question = engine.question(state)
    assert side == 0
    assert question is not None
    look = Look(mind_of(game, state, 0), state, question)
    scores = {type(c).__name__: look.score(c) for c in engine.options(game, state) if isinstance(c, Dismount)}
    ahead = max(look.score(c) for c in engine.options(game, state) if not isinstance(c, Dismount))
    assert (scores["Dismount"] > ahead) is off


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_a_weapon_that_is_set_up_is_left(level: str) -> None:
    """1.6.1: who goes leaves a machine gun on its tripod, nothing else."""
    guns = (WeaponSetup("mg", "ww2-us-sw-m1919a4", "a"), WeaponSetup("bz", "ww2-us-sw-bazooka", "a"))
    units = [UnitSetup("x", "a", SQUAD, "J4", carries=("mg", "bz")), UnitSetup("y", "b", FOE, "O8")]
    game, state = fight(units, {}, turns=1, weapons=guns)
    state = order(game, state, Activate("J4"), BeginMove("J4"), AddMover("x"))
    player = make_player(level, 1, nodes=60)
    chosen = player.choose(game.public(state), engine.view(state, 0), engine.options(game, state))
    assert chosen == Abandon("x", "mg")


def test_a_plan_leaves_what_is_set_up() -> None:
    """1.6.1: a planned move abandons the weapon before the first step."""
    guns = (WeaponSetup("mg", "ww2-us-sw-m1919a4", "a"),)
    units = [UnitSetup("x", "a", SQUAD, "J4", carries=("mg",)), UnitSetup("y", "b", FOE, "O8")]
    game, state = fight(units, {}, turns=1, weapons=guns)
    plan = Plan("move", 0.0, game.board.loc("J4"), path=(game.board.loc("J5"),), party=(state.ids["x"],))
    done = []
    for _ in range(5):
        question = engine.question(state)
        assert question is not None
        command = follow(plan, game, state, question, engine.options(game, state))
        assert command is not None
        done.append(command)
        state = order(game, state, command)
    assert done == [Activate("J4"), BeginMove("J4"), AddMover("x"), Abandon("x", "mg"), StepTo("J5")]
