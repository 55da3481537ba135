"""States are values: JSON and back at every point of whole games, never changed, nothing mutable inside."""

from __future__ import annotations

from random import Random
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from lnlt import engine
from lnlt.core.state import FrozenDict, Spread, State
from lnlt.core.tally import Refusal


@pytest.fixture(scope="module")
def game() -> engine.Game:
    """The shipped first scenario."""
    return engine.load("first-fight")


def mutable_parts(value: Any, path: str = "state") -> list[str]:
    """Where inside a value something can be changed."""
    if value is None or isinstance(value, str | bytes | int | float | bool | frozenset):
        return []
    if isinstance(value, msgspec.Struct):
        found = [] if type(value).__struct_config__.frozen else [path]
        return found + [p for f in value.__struct_fields__ for p in mutable_parts(getattr(value, f), f"{path}.{f}")]
    if isinstance(value, Spread):
        with pytest.raises(TypeError):
            value.held = ((), ())
        return [p for f in ("held", "idle") for p in mutable_parts(getattr(value, f), f"{path}.{f}")]
    if isinstance(value, tuple):
        return [p for i, item in enumerate(value) for p in mutable_parts(item, f"{path}[{i}]")]
    if type(value) is FrozenDict or isinstance(value, MappingProxyType):
        return [p for k, item in value.items() for p in mutable_parts(item, f"{path}[{k!r}]")]
    return [path]


def same(one: engine.Step | Refusal, two: engine.Step | Refusal) -> None:
    """Two steps are equal in state, events, rolls and digest."""
    assert isinstance(one, engine.Step)
    assert isinstance(two, engine.Step)
    assert one.events == two.events
    assert one.rolls == two.rolls
    assert engine.CODEC.digest(one.state) == engine.CODEC.digest(two.state)
    assert one.state == two.state


@pytest.mark.parametrize("seed", range(4))
def test_every_position_survives_json(game: engine.Game, seed: int) -> None:
    """Before every command, the state written as JSON and read again goes on identically; the original is unchanged."""
    luck = Random(seed)
    state = engine.begin(game, seed).state
    commands = 0
    while state.over is None:
        text = engine.CODEC.encode_state(state)
        copy = engine.CODEC.decode_state(text)
        assert copy == state
        options = engine.options(game, state)
        assert engine.options(game, copy) == options
        pick = luck.choice(options)
        assert engine.CODEC.decode_command(engine.CODEC.encode(pick)) == pick
        step, twin = engine.submit(game, state, pick), engine.submit(game, copy, pick)
        same(step, twin)
        assert isinstance(step, engine.Step)
        assert engine.CODEC.decode_events(engine.CODEC.encode(step.events)) == step.events
        assert engine.CODEC.encode_state(state) == text
        state = step.state if luck.random() < 0.5 else twin.state  # type: ignore[union-attr]
        commands += 1
    assert commands > 50
    assert engine.CODEC.decode_state(engine.CODEC.encode_state(state)) == state


@pytest.mark.parametrize("seed", [11, 12])
def test_queued_orders_survive_json(game: engine.Game, seed: int) -> None:
    """A state that waits in the middle of a list of commands goes on identically after JSON."""
    luck = Random(seed)
    state = engine.begin(game, seed).state
    queued = 0
    while state.over is None:
        side = engine.decider(state)
        commands = [luck.choice(engine.options(game, state))]
        for _ in range(6):
            ahead = engine.explore(game, state, commands)
            if ahead.stopped or ahead.state.over or engine.decider(ahead.state) != side:
                break
            commands.append(luck.choice(engine.options(game, ahead.state)))
        if not ahead.stopped and engine.decider(ahead.state) != side:
            commands += commands[-1:]
        copy = engine.CODEC.decode_state(engine.CODEC.encode_state(state))
        queued += copy.queue is not None
        step = engine.submit_all(game, state, commands)
        same(step, engine.submit_all(game, copy, commands))
        assert isinstance(step, engine.Step)
        state = step.state
    assert queued > 0


@pytest.mark.parametrize("seed", [21, 22])
def test_states_are_immutable_all_through(game: engine.Game, seed: int) -> None:
    """No published state, decoded state or event holds anything that can be changed."""
    luck = Random(seed)
    step = engine.begin(game, seed)
    while True:
        assert mutable_parts(step.state) == []
        assert mutable_parts(step.events, "events") == []
        if step.state.over is not None:
            break
        decoded = engine.CODEC.decode_state(engine.CODEC.encode_state(step.state))
        assert mutable_parts(decoded) == []
        after = engine.submit(game, step.state, luck.choice(engine.options(game, step.state)))
        assert isinstance(after, engine.Step)
        step = after


def test_the_checker_finds_what_is_mutable(game: engine.Game) -> None:
    """The recursive checker is no rubber stamp: a plain dict, list or open struct inside a state is found."""
    state = engine.begin(game, 1).state
    assert mutable_parts(msgspec.structs.replace(state, by_loc=dict(state.by_loc))) == ["state.by_loc"]
    assert mutable_parts(msgspec.structs.replace(state, units=list(state.units))) == ["state.units"]

    class Open(msgspec.Struct):
        n: int = 0

    assert mutable_parts((Open(),), "x") == ["x[0]"]


def test_published_states_refuse_changes(game: engine.Game) -> None:
    """Fields and indexes of a published state cannot be set."""
    state: State = engine.begin(game, 1).state
    with pytest.raises(AttributeError):
        state.turn = 2  # type: ignore[misc]
    for index in (state.by_loc, state.ids, state.marks):
        with pytest.raises(TypeError):
            index[0] = ()  # type: ignore[index]
        with pytest.raises(TypeError):
            index.clear()  # type: ignore[attr-defined]


def test_refused_commands_change_nothing(game: engine.Game) -> None:
    """A refused command, and a look ahead, leave the state as it was."""
    state = engine.begin(game, 1).state
    text = engine.CODEC.encode_state(state)
    kind = {k.__name__: k for k in engine.COMMANDS}
    assert isinstance(engine.submit(game, state, kind["Done"]()), Refusal)
    engine.explore(game, state, engine.options(game, state)[:1])
    assert engine.CODEC.encode_state(state) == text
