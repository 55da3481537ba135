"""Views: what a side may know."""

from __future__ import annotations

from random import Random

import msgspec

from helpers import Activate, AddMover, BeginMove, Scene, StepTo, U
from lnlt import engine
from lnlt.core.events import EVERYBODY, Rolled
from lnlt.core.state import State
from lnlt.core.view import View, visible_events


def scene() -> Scene:
    """A fight with weapons, markers and a waiting list of orders."""
    s = Scene(
        U("a", "squad", "C3", carries=["g"]),
        U("b", "leader", "C3"),
        U("x", "squad", "C7"),
        guns={"g": (2, 9)},
        markers=[("smoke", "F6", 1)],
        seed=77,
    )
    step = engine.submit_all(
        s.game, s.state, [Activate("C3"), BeginMove("C3"), AddMover("a"), StepTo("C4"), StepTo("C5")]
    )
    assert isinstance(step, engine.Step)
    s.state = step.state
    return s


def test_whitelist() -> None:
    """A View has these fields and no others: no generator state, no queue."""
    assert View.__struct_fields__ == (
        "viewer",
        "turn",
        "phase",
        "initiative",
        "active",
        "passes",
        "seq",
        "units",
        "weapons",
        "markers",
        "stack",
        "over",
        "control",
        "notes",
    )
    assert {"rng", "queue"} <= set(State.__struct_fields__)


def test_nothing_secret_in_the_json() -> None:
    """The generator state and the waiting orders are nowhere in a View's JSON."""
    s = scene()
    assert s.state.queue is not None
    data = msgspec.json.encode(engine.view(s.state, 1)).decode()
    assert str(s.state.rng) not in data
    assert "C5" not in data


def test_view_shows_the_board() -> None:
    """Units, weapons, markers and the frames are as they are."""
    s = scene()
    v = engine.view(s.state, 0)
    assert (v.units, v.weapons, v.markers, v.stack) == (s.state.units, s.state.weapons, s.state.markers, s.state.stack)


def test_view_plays_on() -> None:
    """A View turned into a state offers the same options and can be played to the end."""
    s = scene()
    state = engine.view(s.state, 1).as_state(123)
    assert (state.rng, state.queue) == (123, None)
    key = repr
    assert sorted(engine.options(s.game, state), key=key) == sorted(s.options(), key=key)
    rng = Random(4)
    for _ in range(300):
        if state.over is not None:
            break
        step = engine.submit(s.game, state, rng.choice(engine.options(s.game, state)))
        assert isinstance(step, engine.Step)
        state = step.state
    assert state.seq > s.state.seq


def test_events_for_a_side() -> None:
    """Public events are seen by everybody, others by their side only."""

    class Secret(Rolled, frozen=True):
        @property
        def audience(self) -> int:
            return 1

    public, secret = Rolled("attack", 0, (3,)), Secret("hidden", 1, (4,))
    assert public.audience == EVERYBODY
    assert visible_events((public, secret), 0) == (public,)
    assert visible_events((public, secret), 1) == (public, secret)
