"""Chapter 22 and 1.8: set-up, entry, exit, Events and their paragraphs, control, victory."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from helpers import rebuilt
from lnlt import engine, words
from lnlt.content.scenarios import load_scenario
from lnlt.core.dice import SEEDED, ScriptedDice
from lnlt.core.events import ParagraphRead
from lnlt.core.flags import ASSAULT_MOVE, ELIMINATED, MOVED, OPS_COMPLETE, SHAKEN, TRIPOD
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.setup import GameSetup, public_setup
from lnlt.core.state import NOWHERE, State
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch04_operations.impulse import Pass
from lnlt.rules.ch05_fire.action import Fire
from lnlt.rules.ch05_fire.opportunity import PassWindow
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.steps import AddMover, ExitMap, StepTo
from lnlt.rules.ch11_smc.heroes import Place
from lnlt.rules.ch18_indirect.calling import CallMission
from lnlt.rules.ch22_scenario.entry import Enter, EnterAt
from lnlt.rules.ch22_scenario.outfit import Give
from lnlt.rules.ch22_scenario.set_up import Assemble, Ready
from lnlt.rules.ch22_scenario.victory import points, standing

KIT = ("assault-on-vierville", "rejoining-the-regiment", "the-weapons-cache", "a-friend-in-need", "infantry-training")


class Play:
    """A scenario under way: units may be put anywhere, commands must be allowed."""

    def __init__(self, scenario: str, seed: int = 1) -> None:
        self.game: Game = engine.load(scenario)
        self.state: State = engine.begin(self.game, seed).state

    def do(self, *commands: Command, dice: list[tuple[str, tuple[int, ...]]] | None = None) -> engine.Step:
        """Carry out commands one by one; the last step comes back."""
        rolls = ScriptedDice(dice) if dice is not None else SEEDED
        for command in commands:
            step = engine.submit(self.game, self.state, command, rolls)
            assert isinstance(step, engine.Step), f"{command}: {step}"
            self.state = step.state
        return step

    def code(self, command: Command) -> str:
        """Code of the refusal of a command, "" if it is allowed."""
        refusal = engine.why_not(self.game, self.state, command)
        return refusal.code if isinstance(refusal, Refusal) else ""

    def set_up(self) -> Play:
        """Let chance do what comes before the first impulse."""
        rng = Random(1)
        while self.state.phase != "operations":
            self.do(rng.choice(engine.options(self.game, self.state)))
        return self

    def put(self, **places: str) -> Play:
        """Move units by hand; "" is off the map, a place may be followed by flags."""
        units = list(self.state.units)
        for name, text in places.items():
            u = self.state.ids[name.replace("_", "-")]
            units[u] = replace(units[u], at=self.game.board.loc(text) if text else NOWHERE)
        self.rebuild(units=units)
        return self

    def rebuild(self, **changes: object) -> None:
        """The same position with other facts."""
        self.state = rebuilt(self.state, **changes)

    def flag(self, name: str, flags: int) -> None:
        """Put flags on a unit."""
        units = list(self.state.units)
        u = self.state.ids[name]
        units[u] = replace(units[u], flags=units[u].flags | flags)
        self.rebuild(units=units)

    def at(self, name: str) -> str:
        """Where a unit is."""
        at = self.state.units[self.state.ids[name]].at
        return self.game.board.loc_name(at) if at >= 0 else ""


@pytest.mark.parametrize("name", KIT)
def test_random_games_end(name: str) -> None:
    """22.0#9: every scenario of the kit runs its full number of turns whatever the players do."""
    game = engine.load(name, ["optional_heroes"])
    for seed in range(3):
        rng = Random(seed)
        state = engine.begin(game, seed).state
        while state.over is None:
            assert standing(game, state).winner in (-1, 0, 1)
            step = engine.submit(game, state, rng.choice(engine.options(game, state)))
            assert isinstance(step, engine.Step)
            state = step.state
        assert state.turn == game.turns


def test_set_up_in_order_and_area() -> None:
    """22.0#3: weapons are given out, units placed inside the area and within stacking, and tripods may be turned up."""
    play = Play("infantry-training")
    assert play.code(Give("us-a", "m1919a4")) == "not_its_weapon"
    play.do(Give("us-c", "bar"), Give("us-a", "m1919a4"))
    assert play.code(Place("us-a", "I2")) == "not_allowed_here"
    assert play.code(Assemble("m1919a4")) == "not_all_placed"
    play.do(*(Place(u, "I5") for u in ("us-a", "us-b", "us-c", "tom", "medrow")))
    assert play.code(Assemble("bar")) == "no_tripod"
    play.do(Assemble("m1919a4"))
    assert play.code(Assemble("m1919a4")) == "no_tripod"
    play.do(Ready())
    assert next(w for w in play.state.weapons if w.id == "m1919a4").flags & TRIPOD


def test_mortars_are_assembled_in_the_set_up() -> None:
    """22.0#3, 1.6.5, Q-220: a Mortar, or what else comes apart, is turned over in the set-up, either way, once."""
    for kind, abilities in (("mortar", ()), ("mortar", ("dismantles",)), ("machine_gun", ("dismantles",))):
        for begins in (0, TRIPOD):
            play = Play("infantry-training")
            types = play.game.weapon_types
            plain = {"kind": kind, "abilities": frozenset(abilities)}
            play.game.weapon_types = tuple(replace(t, **plain) if "m1919a4" in t.key else t for t in types)
            play.rebuild(weapons=[replace(w, flags=begins) if w.id == "m1919a4" else w for w in play.state.weapons])
            play.do(Give("us-c", "bar"), Give("us-a", "m1919a4"))
            play.do(*(Place(u, "I5") for u in ("us-a", "us-b", "us-c", "tom", "medrow")))
            play.do(Assemble("m1919a4"))
            assert play.code(Assemble("m1919a4")) == "no_tripod"
            play.do(Ready())
            (weapon,) = (w for w in play.state.weapons if w.id == "m1919a4")
            assert weapon.flags == TRIPOD ^ begins


def test_entering_weapons_are_folded() -> None:
    """22.0#4: weapons of a side that enters the map have their bipod or dismantled side up."""
    play = Play("infantry-training").set_up()
    assert not next(w for w in play.state.weapons if w.id == "mg42").flags & TRIPOD
    assert play.code(Assemble("mg42")) == "no_answer"


def test_entry() -> None:
    """22.0#5, 22.0#6: one stack an impulse, the first hex costs points, any mode, no Assault Fire before entering."""
    play = Play("infantry-training").set_up()
    assert play.code(Pass()) == ""
    play.rebuild(passes=2)
    assert play.code(Pass()) == "must_enter"
    assert play.code(Fire("J1", "I5", "assault_fire")) != ""
    play.do(Enter("de"), AddMover("g-1", "low_crawl"))
    assert play.code(EnterAt("J2")) == "no_entry_hex"
    play.do(EnterAt("J1"))
    assert play.at("g-1") == "J1"
    assert play.code(Place("sniper", "N6")) == "off_limits"
    play.do(PassWindow(True))
    assert play.state.active == 0, "the impulse is over"
    play.do(Pass(), Enter("de"), AddMover("medic"), EnterAt("G0"))
    assert play.state.units[play.state.ids["medic"]].mp == 2


def test_blocked_entry_waits() -> None:
    """22.0#5, Q-178: a unit whose entry hex is full comes as soon as there is room, and its side may pass meanwhile."""
    play = Play("rejoining-the-regiment").set_up()
    play.put(de_1="H1", de_2="H1", de_half_1="H1", de_half_2="H1")
    play.rebuild(passes=2)
    assert play.code(Pass()) == "must_enter"
    play.put(baumann="H1", plassmann="H1")
    assert play.code(Enter("de")) == "entry_blocked"
    assert play.code(Pass()) == ""
    play.put(de_1="H3")
    assert play.code(Enter("de")) == ""


def test_exit() -> None:
    """22.0#10, Q-250: units leave the map where the scenario says so, for one Movement Point, and are counted."""
    play = Play("rejoining-the-regiment").set_up()
    play.put(us_1="A1", us_half="A1", hird="A2", medrow="A2")
    play.put(de_1="H7", de_2="H8", baumann="H8", de_half_1="A5", de_half_2="A5", de_half_3="A5", plassmann="H6")
    play.do(Activate("H8"), BeginMove("H8"), AddMover("de-2"), AddMover("baumann"), ExitMap())
    assert play.at("de-2") == ""
    assert standing(play.game, play.state).winner == 0
    play.do(Pass(), Activate("H7"), BeginMove("H7"), AddMover("de-1"))
    assert play.code(ExitMap()) == "no_exit_here"
    play.do(StepTo("H8"), ExitMap())
    assert standing(play.game, play.state).winner == 1


def test_lost_when_leaving() -> None:
    """22.0#10: in the training scenario Americans who leave the area of play are eliminated."""
    play = Play("infantry-training").set_up()
    play.put(us_a="K7", us_b="I5", us_c="I5", tom="I5", medrow="I5", g_1="E1", g_2="E1", g_3="F1", g_4="F1", g_5="F1")
    play.put(koch="E1", baumann="F1", medic="F1")
    play.do(Pass(), Activate("K7"), BeginMove("K7"), AddMover("us-a"))
    assert play.code(StepTo("L8")) == "off_limits"
    play.do(ExitMap())
    assert play.state.units[play.state.ids["us-a"]].flags & ELIMINATED


def test_reinforcements_of_an_event() -> None:
    """1.8#1, 1.8#3, 22.0#7: an Occupation marker goes off when its side enters, takes its twin along and lets a group
    come; the answer of the other side waits for it and comes by a neighbouring edge."""
    play = Play("assault-on-vierville").set_up()
    play.put(us_1="H8", us_2="H8", us_half="H8", medrow="H8", de_1="J4", de_2="A1", de_3="A1", de_half="A1", koch="A1")
    play.put(plassmann="A2", medic="A2")
    assert {m.kind for m in play.state.markers} == {"event_a", "event_b"}
    step = play.do(Activate("J4"), BeginMove("J4"), AddMover("de-1"), StepTo("J5"))
    assert any(isinstance(e, ParagraphRead) for e in step.events)
    assert not play.state.markers
    assert play.code(Give("relief-1", "mg34-3")) == ""
    play.do(Give("relief-1", "mg34-3"), Give("relief-2", "mg42-2"), Give("us-3", "bar"))
    while play.state.active == 1:
        play.do(engine.options(play.game, play.state)[-1])
    assert play.code(Enter("us-relief")) == "not_yet"
    play.do(Pass(), Enter("de-relief"), AddMover("relief-1"), EnterAt("H1"))
    while play.state.active == 1:
        play.do(engine.options(play.game, play.state)[-1])
    play.do(Enter("us-relief"), AddMover("tom"))
    assert play.code(EnterAt("H8")) == "no_entry_hex"
    assert play.code(EnterAt("A4")) == ""


def test_appearing_beside_the_enemy() -> None:
    """1.8#2, 1.5.1, 22.0#8: a seen marker asks for a Morale Check; units that would appear on enemies appear beside."""
    play = Play("a-friend-in-need").set_up()
    play.put(us_1="G2", us_2="H1", us_3="A1", us_4="A1", us_5="A1", us_6="A2", jenson="A2", medic="A2")
    play.put(vc_1="O8", vc_2="O8", vc_3="O8", diem="O7")
    play.do(Activate("G2"), BeginMove("G2"), AddMover("us-1"))
    play.do(StepTo("F2"))
    assert engine.describe(play.state).endswith("ChooseChecker")
    step = engine.submit(
        play.game, play.state, engine.options(play.game, play.state)[0], ScriptedDice([("morale check", (6, 6))])
    )
    assert isinstance(step, engine.Step)
    play.state = step.state
    assert [e.paragraph for e in step.events if isinstance(e, ParagraphRead)] == ["3"]
    assert play.state.units[play.state.ids["nva-1"]].flags & ASSAULT_MOVE
    assert play.code(Place("nva-2", "H1")) == "not_allowed_here"
    play.do(Place("nva-2", "I0"))
    assert play.at("nva-2") == "I0"
    assert play.at("vandu") == "G1"
    while play.state.active == 0 and not engine.describe(play.state).endswith("ImpulseAction"):
        play.do(PassWindow())
    assert play.state.units[play.state.ids["us-1"]].flags & MOVED, "the unit that saw them stops"


def test_mission_of_a_paragraph() -> None:
    """18.2#2, 1.8#3: a paragraph gives a fire mission; the Leader calls it, a Squad only when he is gone."""
    play = Play("a-friend-in-need").set_up()
    play.put(us_1="E3", us_2="A1", us_3="A1", us_4="A1", us_5="A2", us_6="A2", jenson="D5", medic="A2")
    play.put(vc_1="O8", vc_2="O8", vc_3="O8", diem="O7")
    play.do(Activate("D5"))
    assert play.code(CallMission("jenson", "battery", "D6")) == "no_mission"
    play.rebuild(notes={**play.state.notes, "missions:battery": 1})
    assert play.code(CallMission("jenson", "battery", "D6")) == ""
    play.put(us_2="D5")
    assert play.code(CallMission("us-2", "battery", "D6")) == "cannot_call"
    play.put(jenson="")
    play.flag("jenson", ELIMINATED)
    assert play.code(CallMission("us-2", "battery", "D6")) == ""
    told = engine.preview(play.game, play.state, [CallMission("us-2", "battery", "D6")])
    assert isinstance(told, engine.Preview)
    (scatter,) = [roll for roll in told.rolls if roll.what == "scatter"]
    assert (told.kind, told.rule) == ("mission", "18.2")
    assert sum(chance.fraction for chance in scatter.chances.values()) == 1
    assert scatter.chances["D7"].fraction == Fraction(2, 36), "direction 4, white die 1 or 2"
    play.do(CallMission("us-2", "battery", "D6"), dice=[("scatter", (4, 1))])
    assert play.state.units[play.state.ids["us-2"]].flags & OPS_COMPLETE
    assert sum(m.kind == "ffe" for m in play.state.markers) == 7
    assert any(m.kind == "ffe" and m.at == play.game.board.loc("D7") and m.facing < 0 for m in play.state.markers)


def test_cache_takes_a_whole_turn() -> None:
    """22.0#11, Q-253: the cache is destroyed by Lt Jenson and an MMC who stay idle in its hex for a later turn."""
    for idle in (True, False):
        play = Play("the-weapons-cache").set_up()
        play.put(us_1="M3", us_2="A8", us_3="A8", medic="A8", jenson="M3")
        play.rebuild(
            turn=2, notes={**play.state.notes, "event:A": 1, "cache": 1, "cache:jenson": 2, "cache:us-1": 2}, passes=2
        )
        if not idle:
            play.flag("us-1", OPS_COMPLETE)
        play.do(Pass())
        assert bool(play.state.notes.get("cache destroyed")) == idle


def test_event_units_may_fire_at_once() -> None:
    """1.8#4, 22.0#8: Events come before Opportunity Fire: units an Event brings may answer the step that did it."""
    play = Play("the-weapons-cache").set_up()
    play.put(us_1="J6", us_2="A8", us_3="A8", medic="A8", jenson="A8")
    play.do(Activate("J6"), BeginMove("J6"), AddMover("us-1"), StepTo("J5"))
    assert play.code(Place("vc-1", "J5")) == "not_allowed_here"
    play.do(Place("vc-1", "K4"), Place("vc-2", "J4"), Place("vc-3", "I5"), Place("diem", "K4"))
    assert engine.describe(play.state).endswith("OpportunityFire > Reaction")
    assert "sniper" in play.state.ids


def test_victory_by_points() -> None:
    """22.0#12: a Squad reduced counts half and, if all of it goes, the whole once; so do men and hexes."""
    play = Play("a-friend-in-need").set_up()
    us, vc = play.game.setup.points
    assert points(play.game, play.state, us) == 0
    start = points(play.game, play.state, vc)
    units = list(play.state.units)
    one, two = play.state.ids["us-1"], play.state.ids["medic"]
    half = play.game.types[units[one].type].reduces_to[0]
    units[one] = replace(units[one], type=play.game.type_index[half])
    play.rebuild(units=units, notes={**play.state.notes, "squad:us-1": 1})
    assert points(play.game, play.state, vc) == start + 1
    play.flag("us-1", ELIMINATED)
    play.put(us_1="")
    assert points(play.game, play.state, vc) == start + 2
    units = list(play.state.units)
    units[two] = replace(units[two], at=NOWHERE, flags=ELIMINATED)
    play.rebuild(units=units)
    assert points(play.game, play.state, vc) == start + 4
    loc = play.game.board.loc("L3")
    play.rebuild(control={**play.state.control, loc: 0})
    assert points(play.game, play.state, us) == 1
    assert points(play.game, play.state, vc) == start + 3


def test_victory_of_vierville() -> None:
    """22.0#12, 22.1#1: four building hexes near H7 win for either side, three and three are a draw."""
    play = Play("assault-on-vierville").set_up()
    goal = play.game.setup.victory[0].when[0]
    assert {"F5", "F7", "G6", "G7", "I5", "I6", "J5"} <= set(goal.control)
    locs = [play.game.board.loc(h) for h in goal.control]
    for german, winner in ((0, 0), (len(locs) - 4, 0), (len(locs) - 3, 1 if len(locs) >= 7 else -1)):
        play.rebuild(control={loc: int(i < german) for i, loc in enumerate(locs)})
        assert standing(play.game, play.state).winner == winner
    play.rebuild(control={loc: i % 2 if i < 6 else -1 for i, loc in enumerate(locs)})
    assert standing(play.game, play.state).winner == -1


def test_melee_keeps_control() -> None:
    """22.1#4, Q-179: while both sides are in a hex its control stays what it was."""
    play = Play("infantry-training").set_up()
    play.put(us_a="I5", us_b="I5", us_c="I5", tom="I5", medrow="I5", g_1="I5", g_2="E1", g_3="E1", g_4="F1", g_5="F1")
    play.put(koch="E1", baumann="F1", medic="F1")
    play.do(Activate("E1"))
    play.do(Pass())
    assert play.state.control[play.game.board.loc("I5")] == 0


def test_shaken_units_control_nothing() -> None:
    """22.1#2: a hex stays with the side that held it last while only Shaken units or Leaders are in it."""
    play = Play("infantry-training").set_up()
    play.put(us_a="I5", us_b="I7", us_c="I7", tom="I7", medrow="I7", g_1="I6", g_2="E1", g_3="E1", g_4="F1", g_5="F1")
    play.put(koch="E1", baumann="F1", medic="F1")
    play.flag("g-1", SHAKEN)
    play.do(Pass())
    assert play.state.control[play.game.board.loc("I6")] == 0


def changed(setup: GameSetup) -> GameSetup:
    """The same scenario with other secrets."""
    return replace(setup, paragraphs=tuple(replace(p, text="other", effects=()) for p in setup.paragraphs))


@pytest.mark.parametrize("name", [n for n in KIT if load_scenario(n).paragraphs])
def test_paragraphs_are_secret(name: str) -> None:
    """22.0#13: before a paragraph is read no View and no list of options depends on what it says or brings."""
    setup = load_scenario(name)
    one, two = engine.build_game(setup), engine.build_game(changed(setup))
    hidden = {u.id for u in setup.units} - {u.id for u in public_setup(setup).units}
    for seed in range(6):
        rng = Random(seed)
        a, b = engine.begin(one, seed).state, engine.begin(two, seed).state
        while a.over is None:
            assert engine.view(a, 0) == engine.view(b, 0)
            assert engine.options(one, a) == engine.options(two, b)
            assert not hidden & set(a.ids)
            assert "missions:battery" not in a.notes
            command = rng.choice(engine.options(one, a))
            look = engine.explore(one, a, [command])
            assert not any(isinstance(e, ParagraphRead) for e in look.events)
            step, other = engine.submit(one, a, command), engine.submit(two, b, command)
            assert isinstance(step, engine.Step)
            assert isinstance(other, engine.Step)
            if any(isinstance(e, ParagraphRead) for e in step.events):
                break
            a, b = step.state, other.state


def test_reading_cannot_be_taken_back() -> None:
    """22.0#13: a move that makes a paragraph be read stands."""
    from lnlt.core.record import Barrier
    from lnlt.matches import new_match

    game = engine.load("the-weapons-cache")
    rng = Random(3)
    match = new_match(game, 3)
    while not any(isinstance(e, ParagraphRead) for e in match.steps[-1].events):
        if match.state.over is not None:
            match = new_match(game, rng.randrange(1000))
        match.submit(rng.choice(engine.options(game, match.state)))
    assert match.barrier() in (Barrier("revealed", len(match.entries)), Barrier("dice", len(match.entries)))


@pytest.mark.parametrize("name", KIT)
def test_cards_tell_no_secrets(name: str) -> None:
    """22.0#13, 1.8.1#1: a scenario card names neither paragraphs nor what they bring; goals are told in words."""
    from typer.testing import CliRunner

    from lnlt.cli.main import build

    setup = load_scenario(name)
    shown = public_setup(setup)
    text = CliRunner().invoke(build(), ["card", name]).output
    game = engine.load(name)
    for unit in setup.units:
        kind = game.types[game.type_index[unit.type]].name
        if unit not in shown.units and not any(u.type == unit.type for u in shown.units):
            assert kind not in text
    assert not any(p.text[:30] in text for p in setup.paragraphs)
    for line in words.goal_lines(game):
        assert line in text


def test_edge_of_the_attack() -> None:
    """22.0#1: the edge the Germans come by is rolled after the Americans have set up, never the south."""
    edges = set()
    for seed in range(12):
        play = Play("assault-on-vierville", seed)
        assert not play.state.notes.get("edge:de")
        play.set_up()
        edges.add(play.state.notes["edge:de"])
    assert edges <= {1, 2, 4}
    assert len(edges) == 3


def test_heroes_of_the_kit() -> None:
    """11.2.1, 22.0#11: Vierville creates no Heroes, the Germans of the training scenario none, the others by option."""
    assert not load_scenario("assault-on-vierville").heroes.creation
    assert load_scenario("infantry-training").heroes.none == ("de",)
    assert not load_scenario("the-weapons-cache").heroes.creation
    chosen = load_scenario("the-weapons-cache", ["optional_heroes"]).heroes
    assert chosen.creation
    assert not chosen.skills
    assert {side: len(types) for side, types in chosen.types.items()} == {"us": 2, "vc": 2}


def test_half_hexes_of_two_maps() -> None:
    """22.0#14: an area "map 15" leaves out the hexes that two maps share."""
    from lnlt.content.areas import Places
    from lnlt.content.charts import load_chart
    from lnlt.content.maps import Placement, join

    board = join([Placement("15"), Placement("14", column=14)], load_chart("ww2"))
    shared = {i for i in range(board.size) if len(board.specs[i].maps) > 1}
    places = Places(board, "test")
    one, two = set(places.find(["map 15"], "x")), set(places.find(["map 14"], "x"))
    assert shared
    assert not shared & (one | two)
    assert one | two | shared == set(range(board.size))


def test_levels_are_controlled_separately() -> None:
    """22.1#3, 10.4.1: the upper floor of a building is a place of its own to set up in and to control."""
    from helpers import Scene, U
    from lnlt.content.areas import Places

    scene = Scene(
        U("a", "squad", "C3/upper"),
        U("x", "squad", "C7"),
        hexes=dict.fromkeys(("C3", "C4", "D4"), "hc_building"),
        buildings=[(("C3", "C4", "D4"), 2)],
    )
    board = scene.game.board
    assert set(Places(board, "test").locations(["C3"], "x")) == {"C3", "C3/upper"}
    assert scene.state.control[board.loc("C3/upper")] == 0
    assert board.loc("C3") not in scene.state.control
