"""22.0, Q-253: special rules of scenarios: something found in a hex is destroyed by staying there."""

from __future__ import annotations

import pytest

from helpers import EndRally, Pass, U, rebuilt
from scenario_helpers import Plan

RULES = {"special_rules": ("destroy:D4:a:cache",)}


def cache(*more: U, notes: dict[str, int], man: tuple[str, ...] = (), **facts: object) -> Plan:
    """A Leader and a Squad in the hex of the cache; what is noted about it."""
    units = (U("a", "leader", "D4", *man), U("b", "squad", "D4"), *more, U("z", "squad", "H8"))
    s = Plan(*units, scenario=RULES, **facts)
    s.state = rebuilt(s.state, notes=notes)
    return s


def rallied(notes: dict[str, int]) -> Plan:
    """The second turn up to its first impulse: there is somebody to rally, so that the Rally Phase waits."""
    hurt = (U("c", "squad", "A1", "shaken"), U("d", "leader", "A1"))
    s = cache(*hurt, notes=notes, phase="rally", impulse="us", turn=2)
    assert s.state.phase == "rally"
    while s.state.phase == "rally":
        s.do(EndRally())
    return s


def play_out(s: Plan) -> Plan:
    """Nobody does anything until the Operations Phase has ended."""
    while s.asked and s.state.phase == "operations" and Pass() in s.options():
        s.do(Pass())
    return s


@pytest.mark.parametrize(
    ("notes", "remembered"),
    [
        ({"cache": 1}, True),
        ({"cache": 2}, False),
        ({}, False),
        ({"cache": 1, "cache destroyed": 1}, False),
    ],
)
def test_who_is_there_when_the_phase_begins(notes: dict[str, int], remembered: bool) -> None:
    """22.0, Q-253: who stays is looked at when the Operations Phase of a turn after the discovery begins, as long as
    the cache is not destroyed."""
    s = rallied(notes)
    assert [s.state.notes.get(f"cache:{u}") == 2 for u in "ab"] == [remembered] * 2


@pytest.mark.parametrize("state", ["", "wounded", "shaken", "moved"])
def test_the_wounded_may_stay(state: str) -> None:
    """22.0, Q-253: whoever is in Good Order and has done nothing, wounded or not, destroys the cache by the end."""
    notes = {"cache": 1, "cache:a": 2, "cache:b": 2}
    s = play_out(cache(notes=notes, man=(state,) if state else (), turn=2))
    assert bool(s.state.notes.get("cache destroyed")) is (state in ("", "wounded"))


def test_not_on_the_turn_of_the_discovery() -> None:
    """22.0, Q-253: those who found it on the first turn and stay to its end have not stayed for a whole turn."""
    s = play_out(cache(notes={"cache": 1}, turn=1))
    assert "cache destroyed" not in s.state.notes


def test_a_whole_turn() -> None:
    """22.0, Q-253: a Leader and a Squad who do nothing for the whole turn after the discovery destroy the cache."""
    s = play_out(rallied({"cache": 1}))
    assert s.state.notes["cache destroyed"] == 2
