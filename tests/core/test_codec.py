"""The codec: JSON of states, commands and events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import inspect
from msgspec.structs import replace

from helpers import AddFirer, Pass, PassWindow, Rally, Scene, StepTo, U
from lnlt import engine
from lnlt.core.errors import RecordError
from lnlt.core.record import Entry
from lnlt.core.state import FrozenDict
from lnlt.engine import CODEC, COMMANDS, EVENTS, FRAMES, Step
from lnlt.fuzz.setups import random_game


def played(seed: int, count: int) -> tuple[engine.Game, engine.State, tuple[object, ...]]:
    """A random battle after some commands, with all its events."""
    game = random_game(seed, 12)
    step = engine.begin(game, seed)
    state, events = step.state, list(step.events)
    rng = Random(seed)
    for _ in range(count):
        if state.over is not None:
            break
        after = engine.submit(game, state, rng.choice(engine.options(game, state)))
        assert isinstance(after, Step)
        state = after.state
        events += after.events
    return game, state, tuple(events)


@pytest.mark.parametrize("seed", range(1, 9))
def test_states_round_trip(seed: int) -> None:
    """A state comes back from its JSON as an equal value with the same digest."""
    _, state, _ = played(seed, 20 * seed)
    back = CODEC.decode_state(CODEC.encode_state(state))
    assert back == state
    assert CODEC.digest(back) == CODEC.digest(state)
    assert all(type(m) is FrozenDict for m in (back.by_loc, back.ids, back.marks))


def test_loaded_games_offer_the_same_list() -> None:
    """Equal states offer equal lists of options, in the same order, so that seeded players repeat themselves."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "D3"), U("x", "squad 0-0-4-5", "H8"), pause=False)
    s.move("C3", "a", "C4", stop=True)
    s.do(Pass(), Pass(), Pass(), dice=("initiative 6", "initiative 1"))
    back = CODEC.decode_state(CODEC.encode_state(s.state))
    assert back == s.state
    assert engine.options(s.game, back) == s.options()


@pytest.mark.parametrize("seed", [2, 4])
def test_events_round_trip(seed: int) -> None:
    """Events come back from their JSON."""
    _, _, events = played(seed, 120)
    assert CODEC.decode_events(CODEC.encode(events)) == events


@pytest.mark.parametrize(
    "command", [Pass(), StepTo("C4"), Rally("a", True), AddFirer("a", ("g", "h")), PassWindow(True), AddFirer("a")]
)
def test_commands_round_trip(command: object) -> None:
    """Commands come back from JSON text and from decoded JSON."""
    data = CODEC.encode(command)
    assert CODEC.decode_command(data) == command
    assert CODEC.decode_command(json.loads(data)) == command


@pytest.mark.parametrize(
    "data", ['{"do":"fly"}', '{"do":"step_to"}', '{"do":"step_to","at":4}', "{", "[]", '{"at":"C4"}', "null"]
)
def test_bad_commands(data: str) -> None:
    """What is no command is an error a user can read."""
    with pytest.raises(RecordError):
        CODEC.decode_command(data)


def test_bad_command_dict() -> None:
    """The same for decoded JSON."""
    with pytest.raises(RecordError):
        CODEC.decode_command({"do": "step_to", "at": 4})


@pytest.mark.parametrize("change", [{"turn": "one"}, {"units": 3}, {"stack": [{"frame": "dance"}]}, {"extra": 1}])
def test_bad_states(change: dict[str, object]) -> None:
    """Every field of a state is checked, and unknown ones are refused."""
    _, state, _ = played(1, 5)
    data = json.loads(CODEC.encode_state(state)) | change
    with pytest.raises(RecordError):
        CODEC.decode_state(json.dumps(data))


def test_missing_field() -> None:
    """A state without one of its fields is no state."""
    _, state, _ = played(1, 5)
    data = json.loads(CODEC.encode_state(state))
    del data["rng"]
    with pytest.raises(RecordError):
        CODEC.decode_state(json.dumps(data))


def test_indexes_are_not_written() -> None:
    """The JSON holds facts only; indexes are worked out again."""
    _, state, _ = played(1, 5)
    assert not {"by_loc", "ids", "marks", "obstacles"} & set(json.loads(CODEC.encode_state(state)))


def test_digest_sees_every_fact() -> None:
    """Another generator state, turn or unit gives another digest."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), seed=1)
    t = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), seed=2)
    u = Scene(U("a", "squad", "C3", "wounded"), U("x", "squad", "C6"), seed=1)
    assert len({CODEC.digest(x.state) for x in (s, t, u)}) == 3


def test_unions_are_closed() -> None:
    """All frames, commands and events have different tags."""
    for kinds in (FRAMES, COMMANDS, EVENTS):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(set(tags)) == len(tags)


def test_published_states_refuse_changes() -> None:
    """The indexes of a state cannot be changed in any way a dict knows."""
    _, state, _ = played(1, 5)
    index = state.ids
    for change in (
        lambda: index.__setitem__("q", 1),
        lambda: index.clear(),
        lambda: index.update(q=1),
        lambda: index.pop("q"),
        lambda: index.setdefault("q", 1),
        lambda: index.__delitem__("q"),
        lambda: index.popitem(),
        lambda: index.__ior__({"q": 1}),
    ):
        with pytest.raises(TypeError):
            change()
    with pytest.raises(AttributeError):
        state.turn = 5  # type: ignore[misc]


def test_equal_states_are_equal_text() -> None:
    """Control and notes that came about in another order are the same JSON and have the same digest."""
    _, state, _ = played(2, 120)
    turned = replace(
        state,
        control=FrozenDict(reversed([*state.control.items(), (8, 0), (16, 1)])),
        notes=FrozenDict(reversed([*state.notes.items(), ("missions:a", 1), ("missions:b", 2)])),
    )
    straight = replace(
        turned, control=FrozenDict(sorted(turned.control.items())), notes=FrozenDict(sorted(turned.notes.items()))
    )
    assert list(turned.control) != list(straight.control)
    assert list(turned.notes) != list(straight.notes)
    assert CODEC.encode_state(turned) == CODEC.encode_state(straight)
    assert CODEC.digest(turned) == CODEC.digest(straight)


def test_only_two_mappings_are_written() -> None:
    """Nothing else of a state, and nothing of a command, is a mapping or a set: those have no order of their own."""
    unordered = (inspect.DictType, inspect.SetType, inspect.FrozenSetType)
    seen: set[type] = set()

    def walk(kind: Any, path: str) -> Iterator[str]:
        if isinstance(kind, unordered):
            yield path
        if isinstance(kind, inspect.StructType):
            if kind.cls in seen:
                return
            seen.add(kind.cls)
            for field in kind.fields:
                yield from walk(field.type, f"{kind.cls.__name__}.{field.name}")
        inner = [getattr(kind, name, None) for name in ("item_type", "key_type", "value_type")]
        for one in (*inner, *getattr(kind, "item_types", ()), *getattr(kind, "types", ())):
            if one is not None:
                yield from walk(one, path)

    kinds = (CODEC.wire, *COMMANDS, Entry)
    found = [path for kind in kinds for path in walk(inspect.type_info(kind), kind.__name__)]
    assert found == ["StateWire.control", "StateWire.notes"]
