"""The table walk: what the table offers leads on, in the beginnings of all scenarios; and the walk sees where not."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import Activate, Fire, Scene, U
from lnlt import engine
from lnlt.content.scenarios import scenario_names
from lnlt.core.flags import ASSAULT_FIRE
from lnlt.core.state import State
from lnlt.fuzz import table
from lnlt.fuzz.client import Seat
from lnlt.fuzz.errors import BrokenError
from lnlt.fuzz.flows import IDLE, Given, Going, Press, Stack
from lnlt.fuzz.table import Walk, walk_seed
from lnlt.server import menus, shapes
from lnlt.server.choices import Told
from lnlt.server.lens import Lens

BEGINNING = 12
"""Decisions of a set-up, and of the play after it, that are walked."""


def seat_of(s: Scene) -> Seat:
    """Somebody at the table in a position."""
    return Seat(s.game, s.state, Lens(s.game, {}, Told()))


def walk_in(s: Scene) -> Walk:
    """A walk that has come to a position."""
    walk = Walk(s.game, 1)
    walk.state = s.state
    return walk


def press(presses: list[Press], text: str) -> Any:
    """What comes of pressing something."""
    return next(one for one in presses if one.text == text).act()


def owing() -> Scene:
    """Two Squads and their Leader have used Assault Fire, which missed; nothing else can be done in this impulse."""
    box = {"abilities": ["assault_move"]}
    s = Scene(
        U("a", "squad 2-5-4-6", "C3", **box),
        U("b", "squad 2-5-4-6", "C3", **box),
        U("l", "leader 6-1-6", "C3"),
        U("x", "squad", "C6"),
    )
    s.do(Activate("C3"), Fire("C3", "C6", "assault_fire"), *s.group("a", "b", "l"), dice=["attack 1", "defence 6"])
    assert s.unit("b").flags & ASSAULT_FIRE
    return s


@pytest.mark.parametrize("scenario", scenario_names())
def test_beginnings_of_all_scenarios(scenario: str) -> None:
    """Set-up and first impulses of every scenario can be played by pressing what is offered."""
    report = walk_seed(len(scenario), scenario, BEGINNING)
    assert report.failure is None, f"{scenario}: {report.failure}"
    assert report.positions >= BEGINNING
    assert report.tried >= report.positions


@pytest.mark.parametrize("seed", [3, 23])
def test_generated_battles(seed: int) -> None:
    """So can generated battles."""
    report = walk_seed(seed, beginning=BEGINNING)
    assert report.failure is None, report.failure


def test_same_seed_same_walk() -> None:
    """A seed stands for one walk."""
    assert walk_seed(2, "first-fight", 20) == walk_seed(2, "first-fight", 20)


def test_a_stack_that_owes_a_move_is_not_locked() -> None:
    """6.1.1: after Assault Fire with two Squads the one button leads to hexes, and one of them to an order."""
    s = owing()
    walk = walk_in(s)
    walk.decide()
    assert walk.commands
    seat = seat_of(s)
    assert [option.kind for option in seat.decision.options] == ["begin_move"]
    going = press(seat.presses(IDLE), seat.decision.options[0].text)
    assert isinstance(going, Going)
    assert going.reach.hexes


def test_where_no_hex_is_offered_units_can_be_taken_one_by_one() -> None:
    """6.1.1: whoever leaves somebody behind who has to move is told so, and can still be asked one by one who goes."""
    s = owing()
    seat = seat_of(s)
    stack = seat.select("C3")
    item = next(item for item in stack.menu.items if item.next == "reach")
    going = seat.reach(item, item.mode, ("a", "l"), stack)
    assert isinstance(going, Going)
    assert (going.reach.hexes, going.reach.rule) == ((), "6.1.1")
    assert press(seat.presses(going), seat.decision.options[0].text) == Given(({"do": "begin_move", "origin": "C3"},))


def test_the_walk_sees_a_locked_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every press leads back, the table counts as locked."""
    s = owing()
    monkeypatch.setattr(Seat, "presses", lambda *_: [Press("Back", lambda: IDLE, "button")])
    with pytest.raises(BrokenError, match="locked"):
        walk_in(s).decide()


def test_the_walk_sees_an_offer_that_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order that was offered and is refused ends the walk."""
    wrong = Given(({"do": "begin_move", "origin": "H8"},))
    monkeypatch.setattr(Seat, "presses", lambda *_: [Press("Move", lambda: wrong, "order")])
    with pytest.raises(BrokenError, match="an offered order was refused"):
        walk_in(owing()).decide()


def test_the_walk_sees_an_item_that_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A way to move without a hex and without a reason ends the walk."""

    def nowhere(game: Any, s: State, units: Any, mode: str) -> Any:  # noqa: ARG001
        yield shapes.Reach(at="C3", units=units, mode=mode)

    monkeypatch.setattr(menus, "reach", nowhere)
    seat = seat_of(owing())
    stack = seat.select("C3")
    assert isinstance(stack, Stack)
    with pytest.raises(BrokenError, match="leads nowhere"):
        seat.item(next(item for item in stack.menu.items if item.next), stack)


def test_the_walk_sees_a_button_that_gives_something_else() -> None:
    """Assault Fire leads to the sums of Assault Fire, and plain fire to those of plain fire."""
    box = {"abilities": ["assault_move"]}
    s = Scene(U("a", "squad 2-5-4-6", "C3", **box), U("x", "squad", "C5")).do(Activate("C3"))
    seat = seat_of(s)
    shots = [option for option in seat.decision.options if option.kind == "fire"]
    assert {option.do["mode"] for option in shots} == {"", "assault_fire"}
    for option in shots:
        sure = seat.choose(option, IDLE)
        assert not isinstance(sure, Given)
        assert press(seat.presses(sure), "Confirm").do[0] == option.do


def test_failures_of_a_set_up_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that cannot be made is a failure, too."""

    def broken(*_: object) -> engine.Game:
        raise BrokenError("no board")

    monkeypatch.setattr(table, "table_game", broken)
    failure = walk_seed(1).failure
    assert failure is not None
    assert "no board" in failure.what
