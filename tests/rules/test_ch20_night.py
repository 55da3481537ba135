"""20.0: night, detail by detail: what is lit, who sees whom, Starshells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai_helpers import played_out
from helpers import Activate, AddFirer, Done, Fire, FireAlone, Scene, U, why
from lnlt import engine, words
from lnlt.cli.orders import OrderError, read_order
from lnlt.content.scenario_file import Scenario
from lnlt.content.scenario_lint import scenario_problems
from lnlt.content.scenario_setup import game_setup
from lnlt.content.scenarios import read_scenario
from lnlt.core.flags import FIRED
from lnlt.core.setup import Night
from lnlt.core.state import NOBODY, Marker
from lnlt.fuzz.setups import battle, make_game, with_night
from lnlt.rules.ch05_fire.attack import targets
from lnlt.rules.ch05_fire.modifiers import fires_thermal
from lnlt.rules.ch10_los_spotting.attempts import Spot, SpotAt
from lnlt.rules.ch10_los_spotting.cover import has_cover
from lnlt.rules.ch20_night.darkness import is_dark, is_night, lit
from lnlt.rules.ch20_night.seen import darkness, spotted_for
from lnlt.rules.ch20_night.starshells import FireStarshell
from lnlt.server import looking, pieces

DARK = Night(starshell={"us": 3})


def night(*units: U, **facts: object) -> Scene:
    """A scene by night."""
    return Scene(*units, **{"size": (10, 12), "night": DARK, **facts})  # type: ignore[arg-type]


def names(s: Scene, bits: int) -> set[str]:
    """Hexes of bits."""
    return {name for i, name in enumerate(s.game.board.names) if bits >> i & 1}


def test_lights() -> None:
    """20.2, 10.5.6.4#6: a Starshell and a Fire 2 light their hex and those around; a Fire 1 does not."""
    s = night(U("a", "squad", "A1"), U("x", "squad", "J9"), markers=[("starshell", "C3", 1), ("fire", "H8", 1)])
    assert names(s, lit(s.game, s.state)) == {"C3", "C2", "C4", "B3", "B4", "D3", "D4"}
    more = replace(s.state, markers=(*s.state.markers, Marker("fire", s.loc("H4"), 2)))
    assert len(names(s, lit(s.game, more))) == 14
    assert len(names(s, lit(s.game, s.state))) == 7


def test_how_far_one_sees() -> None:
    """20.1, 20.1.5: two hexes, the target's counted, with thermal sights six; the end of the map is no light."""
    s = night(U("a", "squad", "C3"), U("x", "squad", "C9"))
    here = s.loc("C3")
    assert [is_dark(s.game, s.state, here, s.loc(at)) for at in ("C3", "C4", "C5", "C6")] == [False, False, False, True]
    assert [is_dark(s.game, s.state, here, s.loc(at), True) for at in ("C9", "C10")] == [False, True]


@pytest.mark.parametrize(("first", "last", "turn", "dark"), [(1, 0, 9, True), (2, 0, 1, False), (1, 2, 3, False)])
def test_dusk_and_dawn(first: int, last: int, turn: int, dark: bool) -> None:
    """Q-387: a night may begin later and end earlier than the battle."""
    s = night(U("a", "squad", "C3"), U("x", "squad", "C9"), night=Night(first, last), turn=turn)
    assert is_night(s.game, s.state) is dark
    assert (darkness(s.game, s.state) is None) is not dark


def test_by_day_nothing_is_dark() -> None:
    """20.0: without a night there is none of it: no orders, no darkness, no Night for the table."""
    s = Scene(U("a", "leader", "C3"), U("x", "squad", "C6"))
    s.do(Activate("C3"))
    assert not any(isinstance(c, FireStarshell) for c in s.options())
    assert s.code(FireStarshell("a", "C4")) == "by_day"
    assert pieces.position(s.game, s.state).night == ()


def test_who_is_a_target() -> None:
    """Q-382: of a stack in the dark those who have fired; all of it for Mortars alone, in the light, and near by."""
    s = night(U("a", "squad", "C3"), U("x", "squad", "C6", "fired"), U("y", "squad", "C6"), U("z", "squad", "C5"))
    at, here, a = s.loc("C6"), s.loc("C3"), s.number("a")
    assert targets(s.game, s.state, s.us, at, False, here, (a,)) == (s.number("x"),)
    assert len(targets(s.game, s.state, s.us, at, True, here, (a,))) == 2
    assert len(targets(s.game, s.state, s.us, at, False, s.loc("C4"), (a,))) == 2
    shown = s.do(Activate("C3"), Fire("C3", "C6"), AddFirer("a"))
    odds = engine.preview(shown.game, shown.state, shown.group("a")[1:])
    assert isinstance(odds, engine.Preview)
    assert [roll.subject for roll in odds.rolls if roll.what == "fire"] == ["x"]


def test_groups_have_no_thermal_sights() -> None:
    """Q-383: a Weapon Team that fires on its own has the good of them, a group never."""
    team = U("t", "weapon_team 3-9-2-6", "C3", abilities=["mg", "tis"])
    s = night(team, U("a", "squad", "C3", abilities=["tis"]), U("x", "squad", "C6"), U("y", "squad", "C10", "fired"))
    s.do(Activate("C3"))
    assert s.code(Fire("C3", "C6")) == "too_dark"
    assert s.code(FireAlone("t", "C6")) == ""
    t, a = s.number("t"), s.number("a")
    assert [fires_thermal(s.game, s.state, who) for who in ((t,), (a,), ())] == [True, False, False]
    s.do(FireAlone("t", "C10"), dice=("attack 1", "defence 6"))
    assert why(s.tally("fire", "y"))["night"] == -3
    near = night(team, U("x", "squad", "C6"), U("y", "squad", "C6", "fired"))
    near.do(Activate("C3"), FireAlone("t", "C6"), dice=("attack 1", "defence 6"))
    assert "night" not in why(near.tally("fire", "x"))


def test_machine_gun_teams_and_snipers() -> None:
    """20.1: who fires on his own has the same limits and the same penalty."""
    s = night(
        U("a", "weapon_team 3-9-2-6", "C3", abilities=["mg"]), U("x", "squad", "C6"), U("y", "squad", "D6", "fired")
    )
    s.do(Activate("C3"))
    assert s.code(FireAlone("a", "C6")) == "too_dark"
    s.do(FireAlone("a", "D6"), dice=("attack 1", "defence 6"))
    assert why(s.tally("fire", "y"))["night"] == -3


def test_spotting_attempts() -> None:
    """20.1#1: attempts reach two hexes; whoever sees nothing nearer is not offered one."""
    woods = {"C6": "light_woods", "F5": "light_woods"}
    s = night(U("a", "squad", "C3"), U("b", "squad", "F3"), U("x", "squad", "C6"), U("y", "squad", "F5"), hexes=woods)
    assert [c for c in s.options() if isinstance(c, Spot)] == [Spot("b")]
    assert s.code(Spot("a")) == "nothing_to_spot"
    s.do(Spot("b"))
    assert s.options() == [SpotAt("F5")]
    assert s.code(SpotAt("C6")) == "too_dark"


def test_spotted_for_a_side() -> None:
    """20.1, P-5: open ground is spotted at night only where somebody sees it."""
    s = night(U("a", "squad", "C3"), U("x", "squad", "C6"), U("y", "squad", "C7", "fired"), U("z", "squad", "C5"))
    assert [spotted_for(s.game, s.state, s.loc(at), s.us) for at in ("C5", "C6", "C7")] == [True, False, True]


def test_walls_as_cover_in_the_dark() -> None:
    """Q-386, 3.0: a Wall covers from those who see; from farther away nobody does."""
    wall = [("C5", "C6", "wall")]
    far = night(U("a", "squad", "C3"), U("x", "squad", "C6"), sides=wall)
    near = night(U("a", "squad", "C4"), U("x", "squad", "C6"), sides=wall)
    assert [has_cover(s.game, s.state, s.unit("x")) for s in (far, near)] == [False, True]


def test_what_a_side_sees_of_the_map() -> None:
    """20.1: the hexes near its units, in their line of sight; not those that are lit, which everybody sees."""
    s = night(U("a", "squad", "A1"), U("x", "squad", "J9"), hexes={"A2": "forest"}, markers=[("starshell", "E6", 1)])
    found = darkness(s.game, s.state, s.us)
    assert found is not None
    assert set(found.near) == {"A0", "A1", "A2", "B0", "B1", "B2", "B3", "C0", "C1", "C2"}
    assert "E6" in found.lit
    assert "J9" not in found.near
    both = darkness(s.game, s.state, NOBODY)
    assert both is not None
    assert set(both.near) > set(found.near)
    shown = pieces.position(s.game, s.state).night
    assert (shown[0], shown[1 + s.us]) == (found.lit, found.near)
    field = {hex_.at for hex_ in looking.field(s.game, s.state, "A1")}
    assert "E6" in field
    assert "A4" not in field


def test_thermal_sights_see_more_of_the_map() -> None:
    """20.1.5: six hexes around a unit with thermal sights."""
    s = night(U("a", "squad", "C5", abilities=["tis"]), U("x", "squad", "J9"))
    found = darkness(s.game, s.state, s.us)
    assert found is not None
    assert "C11" in found.near
    assert "C12" not in found.near


def test_starshell_orders() -> None:
    """20.2#1: every hex within three, once; a Hero as well; not for those who have acted, lie Shaken or are others."""
    s = night(
        U("a", "leader", "E6"), U("b", "hero", "E6", "moved"), U("c", "leader", "E6", "shaken"), U("d", "squad", "E6"),
        U("x", "squad", "J1"),
    )  # fmt: skip
    assert s.code(FireStarshell("a", "E5")) == "not_named"
    s.do(Activate("E6"))
    found = [c for c in s.options() if isinstance(c, FireStarshell)]
    assert {c.unit for c in found} == {"a"}
    assert len(found) == len({c.at for c in found}) == 37
    codes = [s.code(FireStarshell(u, "E5")) for u in "bcdx"]
    assert codes == ["has_acted", "shaken", "kind_fires_no_starshell", "not_own_unit"]
    assert s.code(FireStarshell("a", "E10")) == "too_far_to_light"
    assert s.code(FireStarshell("a", "Q99")) == "no_such_place"
    assert s.code(FireStarshell("nobody", "E5")) == "no_such_unit"
    assert s.code(FireStarshell("a", "E5", "d")) == "no_mortar_team"
    assert s.code(FireStarshell("a", "E5", "nobody")) == "no_such_unit"


def test_no_starshells() -> None:
    """20.2#7: of a nation or a side without a capability; the scenario's word comes first."""
    for stated in ({}, {"us": 0}):
        s = night(U("a", "leader", "E6"), U("x", "squad", "J1"), night=Night(starshell=stated))
        s.do(Activate("E6"))
        assert s.code(FireStarshell("a", "E5")) == "no_starshells"


def test_light_and_words() -> None:
    """20.2: what the log says, and what can come of it beforehand."""
    s = night(U("a", "leader 6-1-6", "E6"), U("x", "squad", "E2"))
    s.do(Activate("E6"))
    found = engine.preview(s.game, s.state, [FireStarshell("a", "E3")])
    assert isinstance(found, engine.Preview)
    assert (found.kind, found.rule, str(found.any.fraction)) == ("starshell", "20.2", "2/3")
    s.do(FireStarshell("a", "E3"), dice=("starshell 4",))
    text = "\n".join(words.log_text(s.game, None, s.state, s.events))
    assert "3 or less was needed: a Starshell lights E3" in text
    assert s.words("a") == {"ops_complete"}
    assert not is_dark(s.game, s.state, s.loc("E6"), s.loc("E2"))


def test_failed_light() -> None:
    """20.2#3: no light, and he has acted all the same."""
    s = night(U("a", "leader 6-1-6", "E6"), U("x", "squad", "E2"))
    s.do(Activate("E6"), FireStarshell("a", "E3"), dice=("starshell 5",))
    assert "no Starshell" in "\n".join(words.log_text(s.game, None, s.state, s.events))
    assert s.words("a") == {"ops_complete"}
    assert not s.state.markers


def test_a_leader_who_lights_lends_nothing() -> None:
    """20.2#4: not in the same turn, though the impulse goes on with those he has activated."""
    s = night(U("a", "leader 6-1-6", "E6"), U("b", "squad", "E6"), U("c", "squad", "E7"), U("x", "squad", "E4"))
    s.do(Activate("E6"), Activate("E7"), FireStarshell("a", "E4"), dice=("starshell 1",))
    s.do(Fire("E6", "E4"))
    assert s.code(AddFirer("a")) == "has_acted"
    s.do(AddFirer("b"), *s.group("b")[1:], dice=("attack 1", "defence 6"))
    assert s.code(Fire("E7", "E4")) == ""


def test_light_under_a_roof() -> None:
    """20.2: whole hexes are lit, every floor of them."""
    s = night(
        U("a", "leader", "E6"), U("x", "squad", "E3/upper"), hexes={"E3": "hc_building"}, buildings=[(("E3",), 2)]
    )
    s.do(Activate("E6"))
    assert s.code(FireStarshell("a", "E3/upper")) == "whole_hexes"
    s.do(FireStarshell("a", "E3"), dice=("starshell 1",))
    assert not is_dark(s.game, s.state, s.loc("E6"), s.loc("E3/upper"))


def test_who_fires_is_answered() -> None:
    """20.1#2: whoever fires at night is a target from afar until the turn ends."""
    s = night(U("a", "squad 2-8-4-6", "C3"), U("x", "squad 2-8-4-6", "C6", "fired"), U("y", "squad 2-8-4-6", "D6"))
    s.fire("C3", "C6", "a", dice=("attack 1", "defence 6"))
    assert s.unit("a").flags & FIRED
    s.do(*([Done()] if s.asked == "us" else []), Activate("D6"))
    assert s.code(Fire("D6", "C3")) == ""


def test_starshell_from_a_mortar_team() -> None:
    """20.3: the orders offered: within three hexes or where somebody has fired, in range; what is said of them."""
    team = U("m", "weapon_team 2-9-2-7", "E9")
    team.type = replace(team.type, min_range=2)
    s = night(U("a", "scout", "E8"), team, U("x", "squad", "E2", "fired"), U("y", "squad", "A2"), U("z", "squad", "E4"))
    s.do(Activate("E8"))
    found = [c for c in s.options() if isinstance(c, FireStarshell)]
    assert {c.mortar for c in found} == {"m"}
    places = {c.at for c in found}
    assert {"E2", "E5", "E7"} <= places
    assert not places & {"E8", "E9", "E4", "A2"}
    assert s.code(FireStarshell("a", "E7")) == "kind_fires_no_starshell"
    assert s.code(FireStarshell("a", "E4", "m")) == "no_flash_there"
    assert words.command_text(s.game, s.state, found[0]) == "Scout a calls a Starshell over B7 from Weapon Team m (4.0)"
    s.do(FireStarshell("a", "E2", "m"))
    assert (s.words("a"), s.words("m")) == ({"ops_complete"}, {"fired"})
    assert s.state.markers == (Marker("starshell", s.loc("E2"), 1, s.us),)


def test_text_orders() -> None:
    """The text game: `starshell UNIT HEX [MORTAR]`."""
    s = night(U("a", "leader", "E6"), U("x", "squad", "J1"))
    assert read_order(s.game, s.state, "starshell a E5", ()) == [Activate("E6"), FireStarshell("a", "E5")]
    with pytest.raises(OrderError, match="a Starshell from whom, and where"):
        read_order(s.game, s.state, "starshell E5", ())


@pytest.mark.parametrize("level", ["random", "recruit"])
def test_players_play_by_night(level: str) -> None:
    """A battle by night goes to its end with players of the computer, who know only what they see."""
    game = make_game(replace(with_night(battle(8, 8, 8, 3), 1), turns=2))
    assert played_out(game, level).over is not None


def scenario(night: bool | Night) -> Scenario:
    """A shipped scenario by night."""
    found, _ = read_scenario("first-fight")
    return replace(found, night=night)


def test_scenario_files() -> None:
    """20.0: `night = true`, or a table that says more."""
    assert game_setup(scenario(False), "x").night is None
    assert game_setup(scenario(True), "x").night == Night()
    assert game_setup(scenario(Night(last=3)), "x").night == Night(last=3)


@pytest.mark.parametrize(
    ("night", "path"),
    [
        (Night(starshell={"it": 3}), "night.starshell"),
        (Night(starshell={"us": 9}), "night.starshell.us"),
        (Night(sight=0), "night.sight"),
        (Night(thermal=0), "night.thermal"),
        (Night(first=3, last=2), "night.first"),
        (Night(first=99), "night.first"),
    ],
)
def test_nights_that_cannot_be(night: Night, path: str) -> None:
    """The linter names what is wrong with a night."""
    assert [error.place[1] for error in scenario_problems(scenario(night), "x")] == [path]
    assert not list(scenario_problems(scenario(DARK), "x"))
