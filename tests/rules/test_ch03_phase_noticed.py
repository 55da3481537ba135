"""3.0: initiative, what the end of the Rally Phase forgets, whom the table speaks of, and halves that join."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import flagged, refused
from helpers import Combine, Drop, EndRally, PickUp, Rally, Scene, U
from lnlt.core import events as ev
from lnlt.core.catalog import UnitType, WeaponType
from lnlt.core.flags import DROPPED, DUG_IN, ELIMINATED, RALLIED_SELF, RALLY_TRIED, SHAKEN, TAKEN, TRIPOD
from lnlt.core.frames import Command
from lnlt.rules.ch03_rally import shaken

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("z", "squad", "H8")
MG = (2, 9)
SQUAD = UnitType("whole", "Whole", "squad", "us", fp=2, range=5, mf=4, morale=6, reduces_to=("type-a", "type-b"))


def told(s: Scene, kind: type[Command]) -> list[tuple[Command, str]]:
    """What the side is told it may not do, with the reason, of one kind."""
    question: Any = s.state.stack[-1]
    return [(c, r.code) for c, r in question.refusals(s.game, s.state) if isinstance(c, kind)]


@pytest.mark.parametrize(("first", "second", "has"), [(3, 5, 1), (5, 3, 0), (4, 4, 1)])
def test_each_side_rolls_for_initiative(first: int, second: int, has: int) -> None:
    """3.0: each player rolls one die; the higher one has the initiative, a tie leaves it where it was."""
    before = Scene(U("a", "squad", "C3"), FAR).game.side_name(1)
    s = Scene(
        U("a", "squad", "C3"), FAR, phase="rally", impulse="", initiative=before, turn=2, roll=True,
        dice=(f"initiative {first}", f"initiative {second}"),
    )  # fmt: skip
    found = [(e.side, e.faces) for e in s.events if isinstance(e, ev.Rolled)]
    assert found == [(0, (first,)), (1, (second,))]
    assert s.state.initiative == has


def test_the_next_phase_begins() -> None:
    """2.0, 4.0: after the Rally Phase it is the Operations Phase, which is said once; nothing is said in its midst."""
    s = Scene(U("a", "leader", "C3", "shaken"), FAR, phase="rally", turn=2)
    s.do(EndRally())
    assert s.state.phase == "operations"
    assert [e.phase for e in s.events if isinstance(e, ev.PhaseBegan)] == ["operations"]
    s = Scene(U("a", "squad", "C3"), FAR)
    assert not any(isinstance(e, ev.PhaseBegan) for e in s.events)


def test_hands_are_free_again() -> None:
    """3.0, Q-221: weapons taken or dropped in this phase change hands again in the next; others are not touched."""
    tripod = WeaponType("gun-t", "t", "machine_gun", fp=2, range=9, bipod=(1, 6), abilities=frozenset({"tripod"}))
    units = (U("a", "squad", "C3", carries=["h"]), U("b", "squad", "C4", carries=["t"]), FAR)
    s = Scene(*units, guns={"g": MG, "h": MG, "t": tripod}, lying={"g": "C3"}, phase="rally", turn=2)
    s.do(PickUp("a", "g"), Drop("a", "h"))
    assert [w.flags for w in s.state.weapons] == [TAKEN, DROPPED, TRIPOD]
    s.do(EndRally())
    assert s.state.phase == "operations"
    assert [w.flags for w in s.state.weapons] == [0, 0, TRIPOD]
    assert [e.weapon for e in s.events if isinstance(e, ev.WeaponChanged)] == [0, 1]


def test_a_weapon_dropped_and_taken() -> None:
    """3.0, Q-221: one that was dropped and picked up in one phase is free of both in the next."""
    s = Scene(
        U("a", "squad", "C3", carries=["g"]), U("b", "squad", "C3"), FAR, guns={"g": MG}, phase="rally", turn=2
    ).do(Drop("a", "g"), PickUp("b", "g"))
    assert s.state.weapons[0].flags == TAKEN | DROPPED
    assert s.do(EndRally()).state.weapons[0].flags == 0


def test_whom_the_table_speaks_of() -> None:
    """3.0: a side is told about its own Shaken units, not about those in Good Order, nor about the enemy's."""
    units = (U("a", "squad", "C3", "shaken"), U("b", "squad", "C3"), U("l", "leader", "C3", "shaken"))
    s = Scene(*units, U("x", "squad", "H8", "shaken"), phase="rally", turn=2)
    assert told(s, Rally) == [(Rally("a"), "leaders_first")]
    assert [c for c in s.options() if isinstance(c, Rally)] == [Rally("l")]


def test_the_dead_do_not_rally() -> None:
    """3.0: Shaken units of a side are those still in play."""
    units = (U("a", "squad", "C3", "shaken"), U("b", "squad", "C4", "shaken"), U("c", "squad", "C5"))
    s = flagged(Scene(*units, U("x", "squad", "H8", "shaken")), "b", ELIMINATED, at=-1)
    assert shaken(s.state, s.us) == [s.number("a")]
    assert shaken(s.state, s.de) == [s.number("x")]


@pytest.mark.parametrize("word", ["wounded", "melee"])
def test_good_order_units_have_nothing_to_rally_from(word: str) -> None:
    """3.0: a Leader in Good Order does not try to rally, whatever else is on his counter."""
    units = (U("l", "leader", "C3", word), U("m", "leader", "C5", "shaken"), FAR)
    foes = (U("x", "squad", "C3", "melee"),) if word == "melee" else ()
    s = Scene(*units, *foes, phase="rally", turn=2)
    assert refused(s, Rally("l")) == ("3.0", "not_shaken")


@pytest.mark.parametrize(("dice", "left"), [("rally 6 6", SHAKEN), ("rally 1 1", 0)])
def test_what_an_attempt_leaves(dice: str, left: int) -> None:
    """3.0: who fails stays Shaken, who passes is not; either way the attempt of this phase is made."""
    units = (U("a", "leader", "C3", "shaken"), U("b", "leader", "C5", "shaken"), FAR)
    s = Scene(*units, phase="rally", turn=2).do(Rally("a"), dice=[dice])
    assert s.unit("a").flags == RALLY_TRIED | (left or RALLIED_SELF)
    assert refused(s, Rally("a")) == ("3.0", "one_attempt" if left else "not_shaken")


def halves(**more: Any) -> Scene:
    """Two American halves of one Squad with a Leader, and as many Germans."""
    ours = (U("a", "half_squad", "C3"), U("b", "half_squad", "C3", *more.pop("words", ())), U("l", "leader", "C3"))
    theirs = (U("x", "half_squad", "G3"), U("y", "half_squad", "G3"), U("z", "leader", "G3"))
    return Scene(*ours, U("s", "leader", "H1", "shaken"), *theirs, types=(SQUAD,), phase="rally", turn=2, **more)


def test_nothing_of_the_halves_of_the_enemy() -> None:
    """3.0: a side is offered its own Half-Squads to join and is told nothing of the enemy's."""
    s = halves()
    assert [c for c in s.options() if isinstance(c, Combine)] == [Combine("a", "b")]
    assert told(s, Combine) == []


@pytest.mark.parametrize("tried", [True, False])
def test_an_attempt_of_one_half_is_that_of_the_squad(tried: bool) -> None:
    """3.0: each unit tries once per phase: a Squad has made its attempt if either half has; that alone is kept."""
    s = halves(words=["shaken"] if tried else [])
    if tried:
        s.do(Rally("b"), dice=["rally 1 1"])
    flagged(s, "b", DUG_IN).do(Combine("a", "b"))
    assert s.unit("a").flags == (RALLY_TRIED if tried else 0)
    if tried:
        s.state = replace(
            s.state,
            units=tuple(replace(u, flags=u.flags | SHAKEN) if u.id == "a" else u for u in s.state.units),
        )
        assert refused(s, Rally("a")) == ("3.0", "one_attempt")
