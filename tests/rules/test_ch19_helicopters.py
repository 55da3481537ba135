"""19.2: helicopters of scenario files, of set-up and entry, their fall off the map, missiles, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from lnlt import engine
from lnlt.content.files import shipped
from lnlt.content.lint import lint
from lnlt.content.scenarios import load_scenario
from lnlt.core import events as ev
from lnlt.core.dice import ScriptedDice
from lnlt.core.draft import Draft
from lnlt.core.flags import ELIMINATED, HOVERING, LAUNCHING
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch05_fire.opportunity import OpFire, OpportunityFire, PassWindow
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch16_passengers.mounting import Mount
from lnlt.rules.ch19_air.crash import Crash, fall_hex
from lnlt.rules.ch19_air.flying import BeginFlight
from lnlt.rules.ch19_air.flying_in import FlyOnto
from lnlt.rules.ch19_air.helicopters import ChangeMode, EndFlight, FlyTo
from lnlt.rules.ch22_scenario.entry import Enter
from lnlt.rules.facts.kits import place_of
from lnlt.situations.reading import check
from lnlt.situations.setup import make_game

HELICOPTERS = """
[[groups]]
id = "air"
side = "us"
edges = ["south"]

[[units]]
id = "slick"
side = "us"
type = "mod-us-uh60"
group = "air"

[[units]]
id = "team"
side = "us"
type = "mod-us-squad-264"
aboard = "slick"

[[units]]
id = "cobra"
side = "us"
type = "mod-us-ah1"
at = "B2"
mode = "hovering"
"""


def written(tmp_path: Path, more: str) -> str:
    """A copy of a shipped scenario with something added."""
    path = tmp_path / "lift.toml"
    path.write_text(shipped("scenarios", "a-friend-in-need.toml").read_text(encoding="utf-8") + more, encoding="utf-8")
    return str(path)


def us_squad() -> str:
    """A Squad type of the pack that the scenario uses."""
    text = shipped("scenarios", "a-friend-in-need.toml").read_text(encoding="utf-8")
    return next(line.split('"')[1] for line in text.splitlines() if line.startswith('type = "') and "squad" in line)


def with_squad(text: str) -> str:
    """The addition with a type that the pack has."""
    return text.replace("mod-us-squad-264", us_squad())


class TestScenarioFiles:
    """Helicopters on the map and of groups that enter, with passengers."""

    def test_brings_helicopters(self, tmp_path: Path) -> None:
        """19.2.1, 22.0: one hovers over its hex from the start, one waits with a Squad inside and flies in."""
        game = engine.build_game(load_scenario(written(tmp_path, with_squad(HELICOPTERS))))
        assert game.has_helicopters
        state = engine.begin(game, 1).state
        cobra = state.units[state.ids["cobra"]]
        assert game.board.loc_name(cobra.at) == "B2/air"
        assert cobra.flags & HOVERING
        while Enter("air") not in engine.options(game, state):
            state = go(game, state, engine.options(game, state)[-1])
        state = go(game, state, Enter("air"))
        entries = [c for c in engine.options(game, state) if isinstance(c, FlyOnto)]
        assert entries
        assert {c.unit for c in entries} == {"slick"}
        state = go(game, state, entries[0])
        slick = state.ids["slick"]
        assert game.board.loc_name(state.units[slick].at) == f"{entries[0].at}/air"
        assert place_of(state, state.ids["team"]) == state.units[slick].at

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ('mode = "hovering"', 'mode = "landed"', "mode"),
            ('aboard = "slick"', 'aboard = "slack"', "slack"),
            ('at = "B2"\nmode = "hovering"', 'group = "air"\nmode = "hovering"', "with a place"),
            (
                'group = "air"\n\n[[units]]\nid = "team"',
                'at = "B2"\n\n[[units]]\nid = "team"',
                "more than one helicopter",
            ),
        ],
    )
    def test_mistakes(self, tmp_path: Path, old: str, new: str, message: str) -> None:
        """The linter names what is wrong."""
        assert old in HELICOPTERS
        found = lint(written(tmp_path, with_squad(HELICOPTERS.replace(old, new, 1))))
        assert any(message in str(f) for f in found if f.level == "error"), [str(f) for f in found]


def go(game: Game, state: State, command: Command, *dice: tuple[str, tuple[int, ...]]) -> State:
    """A command of the side that is asked."""
    script = ScriptedDice(list(dice)) if dice else None
    step = engine.submit(game, state, command, script) if script else engine.submit(game, state, command)
    assert isinstance(step, engine.Step), (command, step)
    if script:
        script.finish()
    return step.state


def table(units: list[dict[str, object]], **more: object) -> tuple[Game, State]:
    """A game of a few units on open ground."""
    raw: dict[str, object] = {"id": "x", "rule": ["19.2"], "era": "modern", "units": units, "step": [], **more}
    raw.setdefault("state", {"impulse": "us", "sides": ["us", "su"]})
    game = make_game(check(raw, "x.toml"))
    return game, engine.begin(game, 0).state


HELI: dict[str, object] = {"kind": "helicopter", "values": "6", "armor": ["1"], "mgs": ["2*"]}
SQUAD: dict[str, object] = {"kind": "squad", "values": "2-8-4-6"}


def test_falls() -> None:
    """19.2.7, Q-160, Q-417: north is 1, clockwise; half the white die, fractions up; off the map."""
    game, _ = table([{"id": "a", "side": "us", "at": "E5", **HELI}, {"id": "b", "side": "su", "at": "H9", **SQUAD}])
    index, names = game.board.index, game.board.names
    here = index["E5"]
    fallen = {(c, w): fall_hex(game, here, 1, c, w) for c in range(1, 7) for w in range(1, 7)}
    assert names[fallen[1, 1]] == "E4"
    assert names[fallen[4, 4]] == "E7"
    assert names[fallen[3, 5]] == "H7"
    assert [game.distance(here, j) for (c, w), j in fallen.items() if c == 4] == [1, 1, 2, 2, 3, 3]
    edge = min(index.values(), key=lambda j: (game.board.ys[j], game.board.xs[j]))
    assert fall_hex(game, edge, 1, 1, 6) == -1


def test_missile_of_a_helicopter_is_answered() -> None:
    """14.4, 19.2.4: the enemy may fire at the launcher; a Damage Check and the missile misses, Damaged it is gone."""
    cobra = {"id": "cobra", "side": "us", "at": "E5", "mode": "hover", **HELI, "ammo": "atgm", "to_hit": [[36, 9, 12]]}
    tank = {"id": "t", "side": "su", "kind": "vehicle", "values": "10T-6", "armor": ["5/5", "4/4", "3/3"], "at": "E12"}
    game, state = table([cobra, tank, {"id": "men", "side": "su", "at": "E8", **SQUAD}])
    state = go(game, state, Activate("E5/air"))
    state = go(game, state, BeginFlight("cobra"))
    state = go(game, state, FireOrdnance("cobra", "E12", "t"))
    window = enclosing(state, OpportunityFire)
    assert window is not None
    assert window.missile
    assert OpFire("E8", "cobra") in engine.options(game, state)
    assert state.units[state.ids["cobra"]].flags & LAUNCHING


def test_refusals() -> None:
    """19.2.1, 19.2.4: what helicopters do not do, each with its section."""
    slick = {"id": "slick", "side": "us", "at": "E5", "mode": "hover", **HELI, "capacity": "PP"}
    game, state = table(
        [slick, {"id": "men", "side": "us", "at": "E5", **SQUAD}, {"id": "foe", "side": "su", "at": "E9", **SQUAD}]
    )
    assert engine.why_not(game, state, BeginFlight("slick")) == Refusal("4.0", "not_named", {"at": "E5/air"})
    state = go(game, state, Activate("E5/air"))
    assert engine.why_not(game, state, BeginFlight("men")) == Refusal("19.2", "no_helicopter", {"unit": "men"})
    shot = FireOrdnance("slick", "E9")
    assert engine.why_not(game, state, shot) == Refusal("14.1", "no_such_gun", {"unit": "slick"})
    state = go(game, state, BeginFlight("slick"))
    for command, rule, code in (
        (FlyTo("E4"), "19.2.1", "hovers"),
        (FlyTo("E99"), "1.4", "no_such_place"),
        (ChangeMode("hover"), "19.2.1", "is_so_already"),
        (ChangeMode("land"), "19.2.1", "no_such_mode"),
        (EndFlight(), "19.2.4", "nothing_done"),
    ):
        refusal = engine.why_not(game, state, command)
        assert refusal is not None
        assert (refusal.rule, refusal.code) == (rule, code)
    state = go(game, state, ChangeMode("fly"))
    state = go(game, state, PassWindow(whole_move=True))
    state = go(game, state, FlyTo("E6"))
    refusal = engine.why_not(game, state, ChangeMode("hover"))
    assert refusal is not None
    assert refusal.code == "mode_changed_already"


def test_infantry_does_not_climb_aboard() -> None:
    """19.2.6: units on foot are taken on by the helicopter as it begins to act, they do not mount it by themselves."""
    slick = {"id": "slick", "side": "us", "at": "E5", "mode": "hover", **HELI, "capacity": "PP"}
    game, state = table(
        [slick, {"id": "men", "side": "us", "at": "E5", **SQUAD}, {"id": "foe", "side": "su", "at": "E9", **SQUAD}]
    )
    state = go(game, state, Activate("E5"))
    names = {type(c) for c in engine.options(game, state)}
    assert BeginFlight in names
    assert Mount not in names


def test_everybody_is_lost_off_the_map() -> None:
    """19.2.7, Q-160, Q-418: a crash past the edge spares nobody and leaves nothing."""
    aa = {"id": "aa", "side": "su", "kind": "weapon_team", "values": "*-*-1-6", "ammo": "aa", "to_hit": [[20, 9, 6]]}
    units = [
        {"id": "slick", "side": "us", "at": "E2", **HELI, "capacity": "PP"},
        {"id": "men", "side": "us", "aboard": "slick", **SQUAD},
        {**aa, "at": "E9", "facing": "E8/F9"},
    ]
    hexes = {"E1": {"level": 0}}
    state_ = {"impulse": "su", "sides": ["us", "su"]}
    game, state = table(units, state=state_, board={"hexes": hexes})
    column = [j for j in game.playable if game.board.names[j][0] == "E"]
    top = min(column, key=lambda j: game.board.ys[j])
    assert game.distance(state.units[state.ids["slick"]].at >> 3, top) < 3, "a fall of three hexes ends off the map"
    state = go(game, state, Activate("E9"))
    dice = (("to hit", (1, 2)), ("penetration", (6,)), ("armor", (1,)), ("scatter", (1, 6)))
    state = go(game, state, FireOrdnance("aa", "E2/air", "slick"), *dice)
    assert all(state.units[state.ids[name]].flags & ELIMINATED for name in ("slick", "men"))
    assert not any(m.kind == "wreck" for m in state.markers)


def test_who_died_before_the_fall_dies_once() -> None:
    """19.2.7, 5.1: a fall off the map takes those who are still alive."""
    slick = {"id": "slick", "side": "us", "at": "A0", **HELI, "capacity": "PPPP"}
    men = [{"id": n, "side": "us", "aboard": "slick", **SQUAD} for n in ("dead", "alive")]
    game, state = table([slick, *men, {"id": "foe", "side": "su", "at": "H9", **SQUAD}])
    unit, dead, alive = (state.ids[n] for n in ("slick", "dead", "alive"))
    frame = Crash(side=0, unit=unit, origin=state.units[unit].at, left=(dead, alive))
    d = Draft(game, replace(state, stack=(*state.stack, frame)), ScriptedDice([("scatter", (1, 6))]))
    d.emit(ev.Eliminated(dead))
    before = len(d.events)
    frame.fall(d)
    assert [e.unit for e in d.events[before:] if isinstance(e, ev.Eliminated)] == [alive]
