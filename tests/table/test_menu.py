"""What a stack may not do, and why, by kind of action; who fires together; set-up in short."""

from __future__ import annotations

from helpers import Activate, AddFirer, AddMover, BeginMove, Fire, OpenFire, Rally, Scene, U
from lnlt import engine
from lnlt.rules.ch07_smoke import LaySmoke
from lnlt.table.groups import filled_in


def denied(scene: Scene, at: str) -> dict[tuple[str, str], str]:
    """Action and order that are not allowed, with rule and code."""
    return {
        (action.action, repr(d.command)): f"{d.refusal.rule} {d.refusal.code}"
        for action in engine.refusals(scene.game, scene.state, at)
        for d in action.denied
    }


def test_refusals_of_a_stack() -> None:
    """4.0, 5.0, 6.0, 7.0, 10.1: each action with the section and the fact that decides, as if the hex was activated."""
    scene = Scene(
        U("a", "squad 1-5-4-5", "C3"),
        U("b", "leader 6-1-6", "C3"),
        U("c", "squad", "C3", "fired"),
        U("x", "squad", "C7"),
        U("y", "squad", "H8"),
        hexes={"C7": "forest"},
    )
    found = denied(scene, "C3")
    assert found["fire", repr(Fire("C3", "C7"))] == "10.1 not_spotted"
    assert found["fire", repr(Fire("C3", "H8"))].startswith("5.0")
    assert found["lay_smoke", repr(LaySmoke("b", "C3"))] == "7.0 kind_lays_no_smoke"
    assert found["add_mover", repr(AddMover("c"))] == "4.0 has_acted"
    assert ("begin_move", repr(BeginMove("C3"))) not in found
    for action in engine.menu(scene.game, scene.state, "C3"):
        for command in action.allowed:
            order = [command] if command == Activate("C3") else [Activate("C3"), command]
            assert engine.explore(scene.game, scene.state, order).refusal is None


def test_refusals_elsewhere() -> None:
    """A stack that cannot be activated says why; enemies and empty hexes have nothing to say; rallying has reasons."""
    scene = Scene(U("a", "squad", "C3", "fired"), U("b", "squad", "D5"), U("x", "squad", "H8"))
    assert denied(scene, "C3")["activate", repr(Activate("C3"))].startswith("4.0")
    assert engine.refusals(scene.game, scene.state, "H8") == ()
    assert engine.refusals(scene.game, scene.state, "A1") == ()
    assert engine.refusals(scene.game, scene.state, "Q99") == ()
    rally = Scene(
        U("a", "squad", "C3", "shaken"),
        U("b", "leader", "D5"),
        U("c", "squad", "D5", "shaken"),
        U("x", "squad", "H8"),
        phase="rally",
    )
    assert denied(rally, "C3") == {("rally", repr(Rally("a"))): "3.0 no_rallier"}
    assert ("rally", repr(Rally("c"))) not in denied(rally, "D5")


def test_best_group() -> None:
    """5.2: the highest sum with the fewest units, led by the one who adds most; only those named, if any are."""
    scene = Scene(
        U("a", "squad 1-5-4-5", "C3"),
        U("b", "squad 3-5-4-5", "C3"),
        U("c", "squad 0-5-4-5", "C3"),
        U("d", "leader 6-1-6", "C3"),
        U("x", "squad", "C5"),
    )
    asked = engine.explore(scene.game, scene.state, [Activate("C3"), Fire("C3", "C5")]).state
    assert engine.best_group(scene.game, asked) == [AddFirer("a"), AddFirer("b"), AddFirer("d"), OpenFire("b")]
    assert engine.best_group(scene.game, asked, {"a"}) == [AddFirer("a"), OpenFire("a")]
    assert engine.best_group(scene.game, asked, {"d"}) == [AddFirer("d")]
    assert engine.best_group(scene.game, scene.state) == []
    assert filled_in(scene.game, scene.state, [Activate("C3"), Fire("C3", "C5")])[-1] == OpenFire("b")


def test_set_up_in_short() -> None:
    """22.0: units with the same places are listed together; placing one takes it off the list."""
    game = engine.load("assault-on-vierville")
    state = engine.begin(game, seed=1).state
    while (found := engine.set_up_menu(game, state)) is None:
        step = engine.submit(game, state, engine.options(game, state)[0])
        assert isinstance(step, engine.Step)
        state = step.state
    ((units, area),) = found.areas
    assert units == found.units
    assert len(units) == 4
    assert len(engine.options(game, state)) == len(units) * len(area)
    step = engine.submit(game, state, engine.options(game, state)[0])
    assert isinstance(step, engine.Step)
    after = engine.set_up_menu(game, step.state)
    assert after is not None
    assert after.units == units[1:]
