"""20.1 to 20.3: night at its edges: the first hex, upper floors, either seat, who has acted, whose capability."""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest
from msgspec.structs import replace

from armour_helpers import flagged
from helpers import Activate, Scene, U
from lnlt.core.flags import ASSAULT_FIRE, CONTINUOUS, FIRED, MOVED, MOVING, OPS_COMPLETE, SMOKED, WOUNDED
from lnlt.core.setup import Night
from lnlt.core.tally import Tally
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch18_indirect.mortars import check_mortar_target
from lnlt.rules.ch20_night.seen import darkness, spotted_for
from lnlt.rules.ch20_night.starshells import (
    FireStarshell,
    capability,
    check_light,
    check_man,
    starshell_odds,
    starshell_tally,
)

pytestmark = pytest.mark.usefixtures("either_seat")


def night(*units: U, **facts: object) -> Scene:
    """A scene by night."""
    dark = Night(starshell={"us": 3})
    return Scene(*units, **{"size": (10, 12), "night": dark, **facts})  # type: ignore[arg-type]


def mortar(id_: str, at: str) -> U:
    """A Mortar Team that reaches from two to nine hexes."""
    team = U(id_, "weapon_team 2-9-2-7", at)
    team.type = replace(team.type, min_range=2)
    return team


def test_mortars_have_no_thermal_sights() -> None:
    """20.1, 20.1.5: whoever aims a Mortar sees two hexes, like anybody else."""
    s = night(U("a", "leader", "C3"), U("x", "squad", "C5"), U("y", "squad", "C6"), U("z", "squad", "C7", "fired"))
    found = [check_mortar_target(s.game, s.state, s.us, s.loc("C3"), s.loc(at)) for at in ("C5", "C6", "C7")]
    assert [(f.rule, f.code) if f else None for f in found] == [None, ("20.1", "too_dark"), None]


def test_nobody_sees_through_a_forest() -> None:
    """20.1, 10.1: a place is spotted at night if somebody has a line to it, near or not."""
    s = night(
        U("a", "squad", "C3"), U("x", "squad", "C5"), U("y", "squad", "D4", "fired"), U("z", "squad", "C1"),
        hexes={"C4": "forest", "C1": "light_woods"},
    )  # fmt: skip
    assert [spotted_for(s.game, s.state, s.loc(at), s.us) for at in ("C5", "D4", "C1")] == [False, True, False]
    far = night(U("a", "squad", "C3"), U("x", "squad", "C7", "fired"))
    assert spotted_for(far.game, far.state, far.loc("C7"), far.us), "by what it has fired"


def test_the_map_at_night() -> None:
    """20.1, 20.2: exactly the lit hexes, and exactly the dark ones near a unit; the first hex of the map as well."""
    lit = {"D5", "D4", "D6", "C4", "C5", "E4", "E5"}
    s = night(U("a", "squad", "D7"), U("x", "squad", "A0"), markers=[("starshell", "D5", 1)])
    ours, theirs = darkness(s.game, s.state, s.us), darkness(s.game, s.state, s.de)
    assert ours is not None
    assert theirs is not None
    assert set(ours.lit) == set(theirs.lit) == lit
    board = s.game.board
    around = {n for n in board.names if s.game.distance(board.index[n], board.index["D7"]) <= 2}
    assert set(ours.near) == around - lit
    assert "A0" not in ours.near
    assert set(theirs.near) == {n for n in board.names if s.game.distance(board.index[n], board.index["A0"]) <= 2}


@pytest.mark.parametrize(
    ("flag", "code"),
    [
        *((flag, "has_acted") for flag in (FIRED, MOVED, OPS_COMPLETE, SMOKED, ASSAULT_FIRE, MOVING, CONTINUOUS)),
        *((flag, "") for flag in (0, WOUNDED)),
    ],
)
def test_who_has_acted(flag: int, code: str) -> None:
    """20.2, 4.0, Q-384: who has done anything fires no Starshell; a wound is no hindrance."""
    s = night(U("a", "leader", "A0"), U("x", "squad", "J9"))
    s.do(Activate("A0"))
    impulse = next(f for f in s.state.stack if isinstance(f, Impulse))
    refusal = check_man(s.game, flagged(s, "a", flag).state, impulse, s.number("a"), False)
    assert (refusal.code if refusal else "") == code


def test_from_the_first_hex() -> None:
    """20.2, 20.3: a Hero in A0 fires one himself; a Mortar Team in A0 is called by a Leader beside it."""
    s = night(U("a", "hero", "A0"), U("x", "squad", "J9")).do(Activate("A0"))
    assert {c.at for c in s.options() if isinstance(c, FireStarshell)} >= {"A0", "A3"}
    called = night(U("a", "leader", "A1"), mortar("m", "A0"), U("x", "squad", "J9")).do(Activate("A1"))
    assert called.code(FireStarshell("a", "A3", "m")) == ""
    called.do(FireStarshell("a", "A3", "m"))
    assert (called.words("m"), [m.at for m in called.state.markers]) == ({"fired"}, [called.loc("A3")])


def test_only_over_the_area_of_play() -> None:
    """22.0: no light outside it."""
    s = night(U("a", "leader", "C3"), U("x", "squad", "J9"))
    game = copy.copy(s.game)
    for inside, outside in ((("C3", "C4"), "C5"), (("C3", "C5"), "C4")):
        game.__dict__["playable"] = frozenset(s.loc(name) >> 3 for name in inside)
        codes = [check_light(game, s.state, s.number("a"), s.loc(name), None) for name in (*inside, outside)]
        assert [c.code if c else "" for c in codes] == ["", "", "off_limits"]


def test_a_flash_on_an_upper_floor() -> None:
    """20.3: a Mortar lights the hex of a house from whose upper floor somebody fires."""
    s = night(
        U("a", "leader", "E8"), mortar("m", "E9"), U("x", "squad", "E2/upper", "fired"), U("y", "squad", "F3"),
        hexes={"E2": "hc_building"}, buildings=[(("E2",), 2)],
    )  # fmt: skip
    s.do(Activate("E8"))
    assert FireStarshell("a", "E2", "m") in s.options()
    assert s.code(FireStarshell("a", "F3", "m")) == "no_flash_there"


def test_ranges_of_a_called_mortar() -> None:
    """20.3, 18.1: a hex nearer to the Mortar or farther from it than it fires is refused for its Starshell."""
    s = night(U("a", "leader", "E8"), mortar("m", "E9"), U("x", "squad", "J9"), U("far", "leader", "E1"))
    found = [
        check_light(s.game, s.state, s.number(man), s.loc(at), s.number("m"))
        for man, at in (("a", "E8"), ("a", "E7"), ("far", "F0"))
    ]
    assert [(f.rule, f.code) if f else None for f in found] == [
        ("20.3", "team_too_near"),
        None,
        ("20.3", "out_of_range"),
    ]


def test_whose_capability() -> None:
    """20.2#7, 13.0: the scenario's word for the side, else that of the unit's nation, else of the side's."""
    s = night(U("a", "leader", "C3", nation="uk"), U("b", "leader", "C3", nation="nowhere"), U("x", "squad", "J9"))
    unit, other = s.number("a"), s.number("b")
    nations = s.game.catalog.nations
    for stated, uk, us, want in ((None, 4, 2, (4, 2)), (None, None, 2, (2, 2)), (5, 4, 2, (5, 5)), (0, 4, 2, (0, 0))):
        game = copy.copy(s.game)
        rows = {**nations, "uk": replace(nations["uk"], starshell=uk), "us": replace(nations["us"], starshell=us)}
        game.__dict__["catalog"] = replace(s.game.catalog, nations=rows)
        game.__dict__["night"] = Night(starshell={} if stated is None else {"us": stated})
        assert (capability(game, s.state, unit), capability(game, s.state, other)) == want


@pytest.mark.parametrize(("stated", "leader", "hero"), [(0, 1, 0), (3, 4, 3), (6, 6, 6)])
def test_chances_of_light(stated: int, leader: int, hero: int) -> None:
    """20.2, Q-166: so many faces of six, one more with a Leader of 1, never more than all."""
    s = night(
        U("a", "leader 6-1-6", "C3"), U("b", "hero", "C3"), U("x", "squad", "J9"), night=Night(starshell={"us": stated})
    )
    odds = [starshell_odds(starshell_tally(s.game, s.state, s.number(u))) for u in "ab"]
    assert odds == [Fraction(leader, 6), Fraction(hero, 6)]
    assert not Tally("starshell").allows(1), "nothing to roll against"
