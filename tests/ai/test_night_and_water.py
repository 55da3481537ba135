"""Computer players by night, on Rivers, before Barricades and under aircraft."""

from __future__ import annotations

from ai_helpers import fight, mind_of, order
from lnlt import engine
from lnlt.ai import afloat, barriers, dark
from lnlt.ai.look import Look
from lnlt.ai.players import make_player
from lnlt.core.game import Game
from lnlt.core.setup import (
    Airstrike,
    MarkerSetup,
    Night,
    UnitSetup,
    WeaponSetup,
)
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch16_passengers.dismounting import Disembarking
from lnlt.rules.ch16_passengers.embarking import Embarking
from lnlt.rules.ch16_passengers.mounting import ChooseRider
from lnlt.rules.ch19_air.defence import FireAtAircraft
from lnlt.rules.ch20_night.starshells import FireStarshell
from lnlt.rules.ch21_fortifications.barricade_shots import FireAtBarricade

SQUAD, LEADER, FOE = "ww2-us-101abn-squad-2546", "ww2-us-leader-tom", "ww2-de-wh-squad-1645"
TANK, GUN = "ww2-m4a1-sherman", "wt-37mm-atg"


def _look(game: Game, state: State, *commands: object) -> Look:
    state = order(game, state, *commands)
    question = engine.question(state)
    assert question is not None
    return Look(mind_of(game, state), state, question)


def test_light_over_the_enemy() -> None:
    """A Starshell is worth most over enemies in the dark that somebody could fire at, nothing over empty ground."""
    units = [UnitSetup("tom", "a", LEADER, "F5"), UnitSetup("x", "a", SQUAD, "F5"), UnitSetup("y", "b", FOE, "J5")]
    night = Night(starshell={"a": 4})
    game, state = fight(units, {}, night=night)
    mind = mind_of(game, state)
    assert set(dark.shown(mind)) == {game.board.index["J5"], game.board.index["F5"]}
    look = _look(game, state, Activate("F5"))
    assert look.score(FireStarshell("tom", "I5")) > look.t.act > look.score(FireStarshell("tom", "C5"))
    assert dark.prospect(look, game.board.loc("F5")) > 0
    game, state = fight(units, {}, night=Night(last=1, first=1, starshell={"a": 0}))
    assert dark.prospect(_look(game, state, Activate("F5")), game.board.loc("F5")) == 0


RIVER = {f"{c}{5 if i % 2 == 0 else 6}": "river" for i, c in enumerate("ABCDEFGHIJKLMNO")}
BOATS = (WeaponSetup("boat", "rubber-boat", "a"),)


def test_a_river_is_crossed_in_boats() -> None:
    """Who has a boat goes to the bank and into it with a whole move; who has none stays on the bank."""
    units = [UnitSetup("x", "a", SQUAD, "G6", carries=("boat",)), UnitSetup("z", "a", SQUAD, "C7")]
    units.append(UnitSetup("y", "b", FOE, "O0"))
    water = {h: t for h, t in RIVER.items() if h != "J6"} | {"J6": "river"}
    game, state = fight(units, {**water, "J5": "clear"}, weapons=BOATS)
    mind = mind_of(game, state)
    far = mind.ground.far((game.board.index["J5"],))
    assert far[game.board.index["G6"]] < 100
    bank = game.board.loc("G6")
    wet = {t.path[0] for t in mind.trips((0,), 8, bank) if afloat.embarks(mind, t.path, bank)}
    assert wet
    assert all(t.cost == 8 for t in mind.trips((0,), 8, bank) if t.path[-1] in wet)
    dry = game.board.loc("C7")
    assert not any(game.board.terrain[loc >> 3].key == "river" for t in mind.trips((1,), 8, dry) for loc in t.path)


def test_barricades_in_the_way() -> None:
    """Tanks break the enemy's Barricades that keep them from what counts, nobody his own."""
    units = [UnitSetup("tank", "a", TANK, "F5"), UnitSetup("gun", "b", GUN, "L5")]
    hexes = dict.fromkeys(("F5", "G5", "H5", "I5", "J5", "K5", "L5"), "road")
    for side, sign in (("b", True), ("a", False)):
        game, state = fight(units, hexes, markers=(MarkerSetup("barricade", "H5", 1, side, "G5"),))
        look = _look(game, state, Activate("F5"))
        g, h = game.board.index["G5"], game.board.index["H5"]
        assert (barriers.in_the_way(look, g, h) > 0) is sign
        assert (barriers.prospect(look, game.board.loc("F5")) > 0) is sign
        shots = [c for c in engine.options(game, look.s) if isinstance(c, FireAtBarricade)]
        assert shots
        assert (max(look.score(c) for c in shots) > look.t.act) is sign


def test_guns_wait_for_aircraft_to_come_near() -> None:
    """A gun that fires once at an aircraft lets it come; when it is as near as it will get, it fires."""
    units = [UnitSetup("plane", "b", "ww2-jp-d3a", ""), UnitSetup("flak", "a", "wt-20mm-aa-b", "H8")]
    units.append(UnitSetup("z", "b", FOE, "O0"))
    game, state = fight(units, {}, strikes=(Airstrike("plane", over="H0", toward="H1"),))
    fired, waited = [], 0
    while (question := engine.question(state)) is not None and not fired and state.over is None:
        options = engine.options(game, state)
        look = Look(mind_of(game, state, question.side), state, question)
        best = max(options, key=look.score)
        if any(isinstance(c, FireAtAircraft) for c in options):
            waited += not isinstance(best, FireAtAircraft)
            fired += [state.ids["plane"]] if isinstance(best, FireAtAircraft) else []
        step = engine.submit(game, state, best)
        assert not isinstance(step, Refusal)
        state = step.state
    assert fired
    assert waited


def test_a_helicopter_takes_on_who_would_be_long_on_foot() -> None:
    """19.2.6: men below it come along where a way through woods takes three turns more, and are set down near J5."""
    units = [UnitSetup("heli", "a", "mod-su-mi8", "A1"), UnitSetup("y", "b", "mod-muj-squad-1345", "O0")]
    units += [UnitSetup(name, "a", "mod-su-squad-334", "A1") for name in ("x", "z")]
    woods = {f"{column}{row}": "light_woods" for column in "BCDEFGHI" for row in range(11)}
    loaded: list[list[str]] = []
    for hexes in (woods, {}):
        game, state = fight(units, hexes, turns=8, nation="su", foes="muj", era="modern")
        players = [make_player("recruit", side, 0) for side in (0, 1)]
        taken, beside = [], 99
        while (side := engine.decider(state)) is not None and state.turn < 4:
            command = players[side].choose(game, engine.view(state, side), engine.options(game, state))
            if type(engine.question(state)) is Embarking and type(command) is ChooseRider:
                taken.append(command.unit)
            if type(engine.question(state)) is Disembarking:
                beside = min(beside, game.distance(game.board.index["J5"], state.units[state.ids["heli"]].at >> 3))
            state = order(game, state, command)
        loaded.append(taken)
        assert beside <= 2 or not taken
    assert loaded == [["x", "z"], []]
