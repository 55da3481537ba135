"""18.0, 18.1, 18.2, 21.6: whom bombs and shells find, who rolls, and what is told about it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import flagged, refused, tank
from helpers import Activate, FireAlone, Scene, U, why
from lnlt.core import events as ev
from lnlt.core.board import AIR, LAYERS, TUNNEL
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.flags import DUG_IN, MELEE
from lnlt.core.setup import Mission
from lnlt.rules.ch17_antitank.exposure import shelled_cover
from lnlt.rules.ch18_indirect.calling import check_caller
from lnlt.rules.ch18_indirect.missions import Correction, FireMission, ShiftRound
from lnlt.rules.ch18_indirect.patterns import CONCENTRATED, STANDARD
from lnlt.rules.ch18_indirect.shelling import Shelling, in_melee, shelling_tally, shelter_tally, targets

pytestmark = pytest.mark.usefixtures("either_seat")


def test_tunnels_are_deep_enough() -> None:
    """10.7.1, 18.0, 19.2: nobody in a Tunnel or in the air is found, nor does a Melee in a Tunnel matter."""
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "H8"))
    hex_ = s.loc("D6") >> 3
    for layer in range(LAYERS):
        loc = hex_ * LAYERS + layer
        state = replace(flagged(s, "a", MELEE, at=loc).state, by_loc={loc: (0,)})
        assert targets(s.game, state, hex_) == ([] if layer in (TUNNEL, AIR) else [0])
        assert layer == AIR or in_melee(state, hex_) == (layer != TUNNEL)


def test_the_middle_of_a_mission() -> None:
    """18.2, 18.2.1: a Concentrated mission of 3 strikes its middle with 5 and the hexes around with 2; others alike."""
    s = Scene(
        U("l", "leader", "D6"), U("x", "squad", "D3"), U("y", "squad", "D4"), missions=[Mission("b", "us", 3, 2)],
        options=["alternative_missions"],
    )  # fmt: skip
    middle = s.loc("D3") >> 3
    around = {hex_ for hex_ in s.game.board.neighbours[middle] if hex_ >= 0}
    for kind, blows in ((CONCENTRATED, [(5, {middle}), (2, around)]), (STANDARD, [(3, {middle, *around})])):
        frame = FireMission(side=s.us, unit=0, mission="b", hex=middle, kind=kind, step=5)
        d = Draft(s.game, replace(s.state, stack=(*s.state.stack, frame)), ScriptedDice([]))
        frame.effect(d)
        pushed = [f for f in reversed(d.stack) if isinstance(f, Shelling)]
        assert [(f.fp, set(f.hexes)) for f in pushed] == blows
        assert pushed[0].hexes[0] == middle, "first"


def test_shifting_out_of_sight() -> None:
    """18.2: a shift goes to a hex in the caller's sight, but for plotted missions."""
    for plain, found in ((False, ("18.2", "no_line_of_sight")), (True, ("", ""))):
        mission = Mission("b", "us", 3, 2, plain=plain)
        s = Scene(U("l", "leader", "D6"), U("x", "squad", "H8"), hexes={"D4": "hc_building"}, missions=[mission])
        fire = FireMission(side=s.us, unit=0, mission="b", hex=s.loc("C3") >> 3, step=2)
        s.state = replace(s.state, stack=(*s.state.stack[:-1], fire, Correction(side=s.us)))
        assert refused(s, ShiftRound("D3")) == found
        assert refused(s, ShiftRound("B3")) == ("", "")


def test_a_caller_who_was_dug_in() -> None:
    """18.2: only what he has done in this turn counts."""
    s = flagged(Scene(U("l", "leader", "D6"), U("x", "squad", "H8")), "l", DUG_IN)
    assert check_caller(s.game, s.state, Mission("b", "us", 3), 0) is None


def test_who_fires_is_named() -> None:
    """18.1: the Team; artillery has no name."""
    s = Scene(U("a", "weapon_team 2-9-2-7", "D6", min_range=2), U("x", "squad", "D3"))
    assert [m.source for m in shelling_tally(s.game, s.state, 1, 2, "mortar", 0).base] == ["a"]
    assert [m.source for m in shelling_tally(s.game, s.state, 1, 2).base] == [""]


def test_trenches_under_bombs() -> None:
    """21.6, 17.4: they protect less against bombs than against bullets, men and vehicles beside them alike."""
    s = Scene(
        U("a", "squad", "D6"),
        tank("t", "E6"),
        U("x", "squad", "D3"),
        markers=[("trench", "D6", 1), ("trench", "E6", 1)],
    )
    bombs = why(shelter_tally(s.game, s.state, 0))
    assert bombs.get("trench", 0) == 1
    assert "trench" not in why(shelled_cover(s.game, s.state, 1, 1))


def shelled(side: Any, **more: Any) -> list[int]:
    """Sides that roll for an attack on the American a in D6."""
    s = Scene(U("a", "squad", "D6"), U("x", "squad", "H8"))
    frame = Shelling(side=side(s), fp=2, hexes=(s.loc("D6") >> 3,), **more)
    dice = ScriptedDice([("attack", (1,)), ("defence", (6,))])
    d = Draft(s.game, replace(s.state, stack=(*s.state.stack, frame)), dice)
    frame.roll(d)
    return [int(e.side == s.us) for e in d.events if isinstance(e, ev.Rolled)]


def test_who_rolls() -> None:
    """18.2, 21.4: the owner of the shells, also at his own men; for Mines of nobody the other side."""
    assert shelled(lambda s: s.de) == [0, 1]
    assert shelled(lambda s: s.us) == [1, 1]
    assert shelled(lambda _: -1, what="mines") == [0, 1]


def test_fire_started_by_bombs() -> None:
    """10.5.6.1: 3 more, for a Mortar Team or for artillery."""
    s = Scene(
        U("a", "weapon_team 2-9-2-7", "D6", min_range=2), U("b", "squad", "D6"), U("x", "squad", "D3"),
        hexes={"D3": "light_woods"}, markers=[("spotted", "D3", 1)], options=["fire"],
    )  # fmt: skip
    s.do(
        Activate("D6"),
        FireAlone("a", "D3"),
        dice=("attack 6 1", "defence 6", "damage check 1", "hero creation 1", "random 1 1"),
    )
    (found,) = [e for e in s.events if isinstance(e, ev.Resolved) and e.what == "fire_start"]
    assert why(found.tallies[0]).get("mortar") == 3
    frame = Shelling(side=s.us, fp=2, hexes=(), sparks=(s.loc("D3"),))
    d = Draft(s.game, replace(s.state, stack=(*s.state.stack, frame)), ScriptedDice([("random", (1, 1))]))
    frame._after(d)
    (found,) = [e for e in d.events if isinstance(e, ev.Resolved) and e.what == "fire_start"]
    assert why(found.tallies[0]).get("artillery") == 3
    assert found.side == s.us
