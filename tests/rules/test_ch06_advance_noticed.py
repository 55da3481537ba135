"""4.0, 1.6, 10.7.1, 15.5.1: what a move does on its way: Tunnels, weapons taken, tripods flipped, moves still owed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import OK, refused
from helpers import (
    Activate,
    AddMover,
    BeginMove,
    Done,
    Flip,
    Pass,
    PickUp,
    Scene,
    StepTo,
    U,
)
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import CAPTURED, JAMMED, TRIPOD
from lnlt.core.frames import Command, Question

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
HORSE = "mounted_squad 1-4-12-5"
CAVES = [("cave", "D5", 3, "D4"), ("cave", "D8", 3, "D7")]
RIVERS = dict.fromkeys(("C2", "D3", "D4", "C4", "B4", "B3"), "river")
"""Water all around C3."""


def gun_type(name: str, kind: str = "machine_gun", *abilities: str, nation: str = "") -> WeaponType:
    """A weapon type."""
    return WeaponType(f"gun-{name}", name, kind, nation, fp=2, range=9, abilities=frozenset(abilities))


def told(s: Scene, kind: type[Command]) -> dict[Command, tuple[str, str]]:
    """Commands of a kind that a player might expect and is not offered, each with section and code."""
    question = s.state.stack[-1]
    assert isinstance(question, Question)
    return {c: (r.rule, r.code) for c, r in question.refusals(s.game, s.state) if isinstance(c, kind)}


# --- 10.7.1: Tunnels


def test_marked_in_the_tunnel_only() -> None:
    """10.7.1: who steps into a Cave from outside has no marker; between Caves he has one until he leaves the other."""
    s = Scene(U("a", "squad 1-5-9-5", "D5"), FOE, markers=CAVES)
    s.do(Activate("D5"), BeginMove("D5"), AddMover("a"))
    found = []
    for at in ("D5/cave", "D6/tunnel", "D7/tunnel", "D8/cave", "D8"):
        found.append(s.do(StepTo(at)).words("a"))
    assert found == [set(), {"in_tunnel"}, {"in_tunnel"}, {"in_tunnel"}, set()]


def test_shaken_below_and_above() -> None:
    """10.7.1, 5.1: a Tunnel rallies nobody: who enters it Shaken is Shaken in it and when he comes out."""
    s = Scene(U("a", "squad", "D5/cave", "shaken", shaken=(5, 9)), FOE, markers=CAVES)
    s.do(Activate("D5/cave"), BeginMove("D5/cave"), AddMover("a"), StepTo("D6/tunnel"))
    assert s.words("a") == {"shaken", "in_tunnel"}
    assert s.do(StepTo("D7/tunnel"), StepTo("D8/cave"), StepTo("D8")).words("a") >= {"shaken"}


# --- 1.6.8: weapons of the enemy


def taken(by: str, flags: int, *, nation: str = "", begun: bool = False) -> int:
    """Flags of an American gun that had these when a moving unit picked it up; it may have begun as captured."""
    at = {"a": "C3", "x": "C6"}[by]
    s = Scene(
        U("a", "squad", "C3"),
        U("x", "squad 0-0-4-5", "C6"),
        guns={"g": gun_type("g", nation=nation)},
        lying={"g": at},
        impulse={"a": "us", "x": "de"}[by],
    )
    s.game.setup = replace(s.game.setup, weapons=[replace(w, captured=begun) for w in s.game.setup.weapons])
    s.state = replace(s.state, weapons=tuple(replace(w, flags=flags) for w in s.state.weapons))
    s.do(Activate(at), BeginMove(at), AddMover(by), PickUp(by, "g"))
    return s.state.weapons[0].flags


@pytest.mark.parametrize(
    ("by", "before", "after"),
    [
        ("x", 0, CAPTURED),
        ("x", JAMMED, JAMMED | CAPTURED),
        ("x", CAPTURED, CAPTURED),
        ("x", JAMMED | CAPTURED, JAMMED | CAPTURED),
        ("a", 0, 0),
        ("a", JAMMED, JAMMED),
        ("a", CAPTURED, 0),
        ("a", JAMMED | CAPTURED, JAMMED),
    ],
)
def test_taken_on_the_way(by: str, before: int, after: int) -> None:
    """1.6.8, Q-551: an enemy gun is captured, a jammed one too, one's own no longer; nothing else changes about it."""
    assert taken(by, before) == after


@pytest.mark.parametrize("before", [0, JAMMED])
def test_captured_once_more(before: int) -> None:
    """1.6.8, Q-551: what began as captured and was taken back by its nation is captured by who takes it again."""
    assert taken("a", before, nation="de", begun=True) == before | CAPTURED
    assert taken("x", before | CAPTURED, nation="de", begun=True) == before
    assert taken("x", before, nation="de", begun=True) == before


# --- 1.6.1: tripods in an impulse


def tripods(*words: str, **more: Any) -> Scene:
    """A Squad at C3, which is named, with a tripod gun and a Mortar; other guns about."""
    guns = {
        "g": gun_type("g", "machine_gun", "tripod"),
        "h": gun_type("h", "mortar"),
        "k": gun_type("k", "machine_gun", "tripod"),
        "m": gun_type("m", "machine_gun", "tripod"),
        "n": gun_type("n"),
    }
    return Scene(
        U("a", "squad", "C3", *words, carries=["g", "h"], **more),
        U("b", "squad", "F6", carries=["k"]),
        U("c", "squad", "C3", carries=["n"]),
        U("d", "squad", "C3"),
        FOE,
        guns=guns,
        lying={"m": "C3"},
    ).do(Activate("C3"))


def test_tripods_a_player_hears_of() -> None:
    """1.6.1, 4.0: a tripod in hands in a named location is spoken of in every mode; nothing else is."""
    s = tripods()
    assert [c for c in s.options() if isinstance(c, Flip)] == [Flip("a", "g")]
    assert told(s, Flip) == {
        Flip("a", "g", "assault"): ("6.1", "no_assault_move"),
        Flip("a", "g", "stealth_assault"): ("6.4", "no_stealth"),
    }


def test_mortars_wait_for_the_rally_phase() -> None:
    """1.6.5: a Mortar is not taken apart in an impulse, not even by who could flip his machine gun."""
    assert refused(tripods(), Flip("a", "h")) == ("1.6.5", "rally_phase_only")


def test_shaken_and_a_tripod() -> None:
    """1.6.1, Q-011: a Shaken Squad that takes its tripod down has half its points left and is not Moved by that."""
    s = tripods("shaken", shaken=(5, 4)).do(Flip("a", "g"))
    assert (s.words("a"), s.state.weapons[0].flags & TRIPOD) == ({"shaken"}, 0)
    assert s.do(Done()).words("a") == {"shaken", "ops_complete"}


# --- 4.0: who moves


def test_why_a_place_does_not_move() -> None:
    """4.0, 6.0: of a named location that cannot move the reason is told; of one that has moved nothing is said."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "F6"), U("x", "squad", "C6"), hexes=RIVERS)
    assert told(s.do(Activate("C3")), BeginMove) == {BeginMove("C3"): ("6.0", "terrain_prohibited")}
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3"), U("x", "squad 0-0-4-5", "C6"))
    s.move("C3", "a", "C2", stop=True)
    assert refused(s, BeginMove("C3")) == ("4.0", "move_together")
    assert told(s, BeginMove) == {}


def test_only_who_stays_in_motion_owes_a_move() -> None:
    """15.5.1, Q-023: where there are riders, a Shaken Squad that could move keeps nobody from the last pass."""
    s = Scene(U("a", HORSE, "C3"), U("b", "squad", "C5", "shaken", shaken=(5, 4)), FOE).do(Pass(), Pass())
    assert (s.asked, refused(s, Pass())) == ("us", OK)
