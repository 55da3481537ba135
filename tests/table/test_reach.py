"""Where a group can go: the same as walking every path; what answers a step, with its odds."""

from __future__ import annotations

import time

import msgspec
import pytest

from helpers import Abandon, Activate, AddMover, BeginMove, FireAlone, OpFire, Scene, StepTo, U
from lnlt import engine
from lnlt.core.catalog import WeaponType
from lnlt.core.frames import Command
from lnlt.engine import Preview, Reach
from lnlt.rules.ch06_movement.move import MoveOn

WOODS = {"D4": "forest", "D5": "light_woods", "E4": "marsh", "C5": "wheat_field", "B4": "lc_building"}
BLIND = U("x", "squad 0-1-4-5", "H8")


def went(scene: Scene, reach: Reach) -> dict[str, int]:
    """Every location some path leads to by the engine's own commands, with the lowest cost of the dearest unit."""
    numbers = [scene.number(u) for u in reach.units]
    found: dict[str, int] = {}
    todo: list[tuple[str, ...]] = [()]
    seen: dict[str, list[tuple[int, ...]]] = {}
    while todo:
        path = todo.pop()
        state = engine.explore(scene.game, scene.state, [*reach.begin, *(StepTo(p) for p in path)]).state
        paid = tuple(state.units[n].mp for n in numbers)
        if path:
            at = path[-1]
            found[at] = min(found.get(at, 99), max(paid))
            if any(all(a <= b for a, b in zip(old, paid, strict=True)) for old in seen.get(at, ())):
                continue
            seen.setdefault(at, []).append(paid)
        if not path or isinstance(engine.question(state), MoveOn):
            steps = [c.at for c in engine.options(scene.game, state) if isinstance(c, StepTo)]
            todo.extend((*path, at) for at in steps)
    found.pop(reach.origin, None)
    return found


def reached(scene: Scene, *units: str, modes: str = "normal") -> Reach:
    """A reach that must be one."""
    found = engine.reach(scene.game, scene.state, units, modes)
    assert isinstance(found, Reach), found
    return found


@pytest.mark.parametrize("mode", ["normal", "assault", "low_crawl", "double_time"])
def test_reach_is_walking(mode: str) -> None:
    """6.0-6.3: the locations and costs found are those of trying every path step by step."""
    squad = U("a", "squad 1-5-4-5", "D3", abilities=["assault_move"])
    scene = Scene(squad, U("b", "leader 6-1-6", "D3"), BLIND, hexes=WOODS)
    units, modes = (("a", "b"), ("double_time", "normal")) if mode == "double_time" else (("a",), mode)
    found = engine.reach(scene.game, scene.state, units, modes)
    assert isinstance(found, Reach)
    assert {p.at: p.cost for p in found.places} == went(scene, found)
    for place in found.places:
        assert sum(place.steps) >= place.cost
        assert engine.explore(scene.game, scene.state, found.commands(place.at)).refusal is None


def test_units_that_pay_differently() -> None:
    """6.0: a group goes where all of its units can, and the dearest says what it costs."""
    scene = Scene(U("a", "squad 1-5-4-5", "D3"), U("b", "squad 1-5-3-5", "D3"), BLIND, hexes=WOODS)
    both, one = reached(scene, "a", "b"), reached(scene, "a")
    assert {p.at for p in both.places} < {p.at for p in one.places}
    assert {p.at: p.cost for p in both.places} == went(scene, both)
    assert both.begin == (Activate("D3"), BeginMove("D3"), AddMover("a"), AddMover("b"))


def test_melee_ends_a_move() -> None:
    """8.0: an enemy location is reached but not passed through."""
    scene = Scene(U("a", "squad 3-5-4-5", "C3"), U("x", "squad 0-1-4-5", "C4"))
    found = reached(scene, "a")
    there = found.to("C4")
    assert there is not None
    assert there.ends == "melee"
    assert all("C4" not in p.path[:-1] for p in found.places)


def test_no_reach() -> None:
    """Who cannot move gives the reason; where no move is possible there is nothing to say."""
    scene = Scene(U("a", "squad", "C3", "fired"), U("b", "squad", "D5"), BLIND)
    refused = engine.reach(scene.game, scene.state, ["a"])
    assert isinstance(refused, engine.Refusal)
    assert refused.rule == "4.0"
    rally = Scene(U("a", "squad", "C3", "shaken"), U("b", "leader", "C3"), BLIND, phase="rally")
    assert engine.reach(rally.game, rally.state, ["a"]) is None


def test_reach_on_the_way() -> None:
    """A move that is under way goes on from where it is, with what is left."""
    scene = Scene(U("a", "squad 1-5-4-5", "D3"), BLIND).move("D3", "a", "D4")
    found = reached(scene)
    assert (found.origin, found.begin) == ("D4", ())
    assert max(p.cost for p in found.places) == 6
    assert all(p.left == 6 - p.cost for p in found.places)


def test_walk_with_answers() -> None:
    """5.3, 6.0, 11.4: each step with its parts, and every answer with exact odds, those of lone shots too."""
    scene = Scene(
        U("a", "squad 1-5-4-5", "C3"),
        U("x", "squad 2-5-4-5", "E6"),
        U("y", "sniper 0-8-0-6", "F5"),
        hexes={"C5": "wheat_field"},
    )
    begin: list[Command] = [Activate("C3"), BeginMove("C3"), AddMover("a")]
    one, two = engine.walk(scene.game, scene.state, begin, ["C4", "C5"])
    ((unit, parts, paid),) = one.costs
    assert (unit, paid, [(p.value, p.why, p.rule) for p in parts]) == ("a", 2, [(2, "clear", "6.0")])
    assert (one.attacks, one.ends, one.refusal) == (1, False, None)
    answers = {r.command: r.preview for r in one.reactions}
    assert {OpFire("E6"), FireAlone("y", "C4")} <= set(answers)
    moved = engine.explore(scene.game, scene.state, [*begin, StepTo("C4")]).state
    for command, told in answers.items():
        assert isinstance(told, Preview)
        played = engine.preview(scene.game, moved, told.commands, counted=False)
        assert isinstance(played, Preview)
        assert (command, told.any) == (command, played.any)
        assert [f.unit for f in told.fates] == ["a", "new hero"]
    assert two.at == "C5"
    assert two.costs[0][2] == 4
    assert two.attacks == 2


def test_walk_into_trouble() -> None:
    """A step that is not allowed says why and ends the walk; so does one that comes to dice, with its odds."""
    scene = Scene(U("a", "squad 3-5-4-5", "C3"), U("x", "squad 0-1-4-5", "C5"))
    begin: list[Command] = [Activate("C3"), BeginMove("C3"), AddMover("a")]
    *_, last = engine.walk(scene.game, scene.state, begin, ["C4", "C8"])
    assert last.refusal is not None
    assert last.refusal.rule == "6.0"
    *_, last = engine.walk(scene.game, scene.state, begin, ["C4", "C5", "C6"])
    assert (last.at, last.ends) == ("C5", True)
    assert last.happens is not None
    assert last.happens.kind == "melee"
    assert msgspec.json.decode(msgspec.json.encode(last))["happens"]["kind"] == "melee"
    refused = engine.walk(scene.game, scene.state, [Activate("C8")], ["C4"])
    assert refused[0].refusal is not None


def test_quick_enough_for_a_click() -> None:
    """On a whole map, with everybody around, a reach takes a small part of the time a click may take."""
    game = engine.load("first-fight")
    state = engine.begin(game, seed=1).state
    units = [u.id for u in state.units if u.at == game.board.loc("G2")]
    engine.reach(game, state, units)
    start = time.process_time()
    found = engine.reach(game, state, units)
    assert time.process_time() - start < 0.15
    assert isinstance(found, Reach)
    assert len(found.places) > 30


def test_what_is_set_up_is_left() -> None:
    """1.6.1: the order to go leaves a machine gun on its tripod behind; a folded one comes along."""
    gun = WeaponType("gun-g", "MG42", "machine_gun", fp=3, range=10, bipod=(2, 8))
    scene = Scene(U("a", "squad 1-5-4-5", "D3", carries=["g", "h"]), BLIND, guns={"g": gun, "h": (1, 6)})
    found = reached(scene, "a")
    assert found.begin == (Activate("D3"), BeginMove("D3"), AddMover("a"), Abandon("a", "g"))
    after = engine.explore(scene.game, scene.state, found.commands("D4")).state
    assert [w.carrier for w in after.weapons] == [-1, scene.number("a")]
