"""Random play: many small games over generated battles, the shipped scenarios, and the fuzzer's own eyes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from helpers import Activate, AddMover, BeginMove, Scene, U, rebuilt
from lnlt import engine
from lnlt.cli.main import build
from lnlt.content.scenarios import scenario_names
from lnlt.core import events as ev
from lnlt.core.flags import MOVED, MOVING, SHAKEN
from lnlt.engine import CODEC, Step
from lnlt.fuzz import games
from lnlt.fuzz.checks import check_frozen, check_state, check_step
from lnlt.fuzz.errors import BrokenError
from lnlt.fuzz.games import Checks, canonical, fuzz_game, fuzz_seed
from lnlt.fuzz.gear import with_gear
from lnlt.fuzz.ledger import Ledger
from lnlt.fuzz.setups import battle, make_game, random_game, random_setup
from lnlt.fuzz.vehicles import with_vehicles

SMALL = 14


def play(seed: int, largest: int = SMALL, share: float = 0.03) -> None:
    """One random game; the failure says how to repeat it."""
    report = fuzz_game(random_game(seed, largest), seed, Checks(share=share))
    f = report.failure
    assert f is None, f"{f.what}\nseed {seed}, decision {f.decision}\n{f.frames}\n" + "\n".join(f.commands)


@pytest.mark.parametrize("seed", range(1, 4))
def test_battles_with_vehicles(seed: int) -> None:
    """15, 16, 17: random battles with vehicles and those who ride are played to the end, all invariants holding."""
    game = make_game(with_vehicles(battle(12, 9, 8, seed), seed, 0.5))
    assert game.has_vehicles
    f = fuzz_game(game, seed, Checks(share=0.02)).failure
    assert f is None, f"{f.what}\nseed {seed}, decision {f.decision}\n{f.frames}\n" + "\n".join(f.commands)


@pytest.mark.parametrize("seed", [51, 54])
def test_battles_with_gear(seed: int) -> None:
    """23, 21.5: random battles with Claymores, grenades, boats and Barricades are played to the end."""
    game = make_game(with_gear(battle(10, 9, 8, seed), seed))
    assert (game.claymores, game.boats, game.barricades) == (True, True, True)
    f = fuzz_game(game, seed, Checks(share=0.02)).failure
    assert f is None, f"{f.what}\nseed {seed}, decision {f.decision}\n{f.frames}\n" + "\n".join(f.commands)


@pytest.mark.parametrize("block", range(12))
def test_generated_battles(block: int) -> None:
    """Random battles on random boards are played to the end, all invariants holding after every command."""
    for seed in range(10_000 + 8 * block, 10_000 + 8 * block + 8):
        play(seed)


@pytest.mark.parametrize("seed", [20_001, 20_003])
def test_large_battles(seed: int) -> None:
    """The same with up to forty counters a side."""
    play(seed, 40, 0.005)


@pytest.mark.parametrize("scenario", scenario_names())
def test_shipped_scenarios(scenario: str) -> None:
    """Every shipped scenario survives random play."""
    game = engine.load(scenario)
    for seed in range(4):
        report = fuzz_game(game, seed, Checks(share=0.02))
        assert report.failure is None, f"{scenario}, seed {seed}: {report.failure}"


def test_same_seed_same_game() -> None:
    """A seed stands for one game, whether or not positions are looked at closely."""
    one, two = fuzz_seed(7), fuzz_seed(7)
    assert one == two
    bare = fuzz_seed(7, checks=Checks(share=0, invariants=False))
    assert (bare.decisions, bare.turns) == (one.decisions, one.turns)


def test_setups_vary() -> None:
    """Generated set-ups have maps and boards, floors, hills, walls, wounds, markers and machine-guns."""
    setups = [random_setup(seed) for seed in range(60)]
    assert any(s.board.maps for s in setups)
    assert any(s.board.size != (0, 0) for s in setups)
    assert any(b.floors == 2 for s in setups for b in s.board.buildings)
    assert any(h.level for s in setups for h in s.board.hexes.values())
    assert any(s.board.hexsides for s in setups)
    assert {w for s in setups for u in s.units for w in (*u.status, *u.markers)} >= {
        "shaken",
        "wounded",
        "fired",
        "moved",
    }
    assert any(s.weapons for s in setups)
    assert any(s.night for s in setups)
    assert all(4 <= sum(u.side == side for u in s.units) <= 40 for s in setups for side in ("blue", "red"))


def test_battle_for_benchmarks() -> None:
    """The benchmark battle: forty fresh counters a side on 20 by 15 hexes, 8 turns, sides in sight of each other."""
    setup = battle(40, 20, 15, 1)
    assert battle(40, 20, 15, 1) == setup
    game = make_game(setup)
    state = engine.begin(game, 1).state
    sides = [{u.at >> 3 for u in state.units if u.side == side} for side in (0, 1)]
    assert min(sum(u.side == side for u in state.units) for side in (0, 1)) >= 38
    assert (setup.turns, min(game.distance(a, b) for a in sides[0] for b in sides[1])) >= (8, 1)
    assert min(game.distance(a, b) for a in sides[0] for b in sides[1]) <= 6


def scene() -> Scene:
    """A few units with a machine-gun."""
    return Scene(
        U("a", "squad", "C3", carries=["g"]),
        U("h", "hero", "C3"),
        U("b", "squad", "C4"),
        U("x", "squad 0-0-4-5", "C6"),
        guns={"g": (1, 5)},
    )


@pytest.mark.parametrize(
    ("unit", "change"),
    [
        (1, {"flags": SHAKEN}),
        (0, {"flags": 1 << 20}),
        (0, {"flags": 1 << 21}),
        (0, {"flags": 2}),
        (0, {"flags": 4}),
        (0, {"carries": ()}),
        (2, {"carries": (0,)}),
        (2, {"id": "a"}),
        (2, {"at": "C6"}),
    ],
)
def test_fuzzer_sees_broken_states(unit: int, change: dict[str, Any]) -> None:
    """A Shaken Hero, a mover outside a move, lost weapons, mixed locations and the like do not go unseen."""
    s = scene()
    check_state(s.game, s.state)
    if "at" in change:
        change = {"at": s.loc(change["at"])}
    units = list(s.state.units)
    units[unit] = replace(units[unit], **change)
    with pytest.raises(BrokenError):
        check_state(s.game, rebuilt(s.state, units=units))


def test_fuzzer_sees_stale_indexes() -> None:
    """An index that does not follow from the units is found."""
    s = scene()
    with pytest.raises(BrokenError, match="location"):
        check_state(s.game, replace(s.state, by_loc={}))


def test_fuzzer_sees_overstacking() -> None:
    """Too many Squads in a hex are found."""
    s = Scene(*(U(i, "squad", "C3") for i in "abcd"), U("x", "squad", "C6"))
    with pytest.raises(BrokenError, match="overstacked"):
        check_state(s.game, s.state)


def test_fuzzer_sees_mutable_states() -> None:
    """A list or a plain dict inside a state is found."""
    s = scene()
    with pytest.raises(BrokenError):
        check_frozen(replace(s.state, by_loc=dict(s.state.by_loc)))
    with pytest.raises(BrokenError):
        check_frozen(replace(s.state, markers=[]))


def test_fuzzer_sees_changes_without_events() -> None:
    """A state that is not what the events say is found."""
    s = scene()
    step = engine.submit(s.game, s.state, Activate("C3"))
    assert isinstance(step, Step)
    data = CODEC.encode_state(s.state)
    check_step(s.game, s.state, data, step)
    units = (replace(step.state.units[0], flags=MOVED), *step.state.units[1:])
    with pytest.raises(BrokenError, match="without an event"):
        check_step(s.game, s.state, data, Step(replace(step.state, units=units), step.events))


@pytest.mark.parametrize(
    "events",
    [
        [ev.FlagsChanged(0, MOVED), ev.FlagsChanged(0, 1 << 9)],
        [ev.FlagsChanged(0, 1 << 9), ev.FlagsChanged(0, 1 << 9)],
        [ev.FlagsChanged(0, 1 << 9), ev.FlagsChanged(0, 1 << 20)],
        [ev.Moved(0, 8, 16, 2)],
        [ev.FlagsChanged(0, 1 << 20), ev.Moved(0, -2, 16, 40)],
        [ev.Eliminated(2), ev.Eliminated(2)],
        [ev.Eliminated(0)],
        [ev.PhaseBegan("rally")],
        [ev.TurnBegan(5)],
    ],
)
def test_fuzzer_sees_impossible_events(events: list[ev.Event]) -> None:
    """Acting twice, spending too many points, dying twice and phases out of order are found."""
    s = scene()
    moves = [replace(e, origin=s.unit("a").at) if isinstance(e, ev.Moved) and e.origin == -2 else e for e in events]
    with pytest.raises(BrokenError):
        Ledger(s.game, s.state).replay(moves)


@pytest.mark.parametrize(("mode", "points"), [("normal", 4), ("double_time", 6), ("assault", 3)])
def test_fuzzer_knows_the_points_of_a_move(mode: str, points: int) -> None:
    """6.1, 6.2: with a Leader a Squad of MF 4 has 6 points by Double-Time, 3 of them by Assault Move, 4 otherwise."""
    s = Scene(
        U("a", "squad 1-5-4-5", "C3", abilities=["assault_move"]), U("l", "leader 6-1-6", "C3"), U("x", "squad", "H8")
    )
    leader = "assault" if mode == "assault" else "normal"
    s.do(Activate("C3"), BeginMove("C3"), AddMover("a", mode), AddMover("l", leader))
    start = [ev.FlagsChanged(u, MOVING) for u in (0, 1)]
    at = s.unit("a").at
    Ledger(s.game, s.state).replay([*start, ev.Moved(0, at, at + 8, 2 * points)])
    with pytest.raises(BrokenError, match="half points"):
        Ledger(s.game, s.state).replay([*start, ev.Moved(0, at, at + 8, 2 * points + 1)])


def test_fuzzer_reports_stuck_games_and_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that does not end and an exception become failures with seed, frames and commands."""
    stuck = fuzz_game(random_game(5, SMALL), 5, Checks(limit=10))
    assert stuck.failure is not None
    assert stuck.failure.what.startswith("stuck")
    assert (stuck.failure.decision, len(stuck.failure.commands)) == (10, 10)
    monkeypatch.setattr(games.engine, "options", lambda *_: [])
    empty = fuzz_game(random_game(5, SMALL), 5)
    assert empty.failure is not None
    assert "no option" in empty.failure.what


def test_names_of_one_place_are_one_command() -> None:
    """Different names of a place count as one command, different places do not."""
    s = scene()
    assert canonical(s.game, s.state, Activate("C3")) == canonical(s.game, s.state, Activate("C3/ground"))
    assert canonical(s.game, s.state, Activate("C3")) != canonical(s.game, s.state, Activate("C4"))


def test_command_line(tmp_path: Path) -> None:
    """`lnlt fuzz` plays, keeps its progress, goes on with it and refuses another job's file."""
    progress = tmp_path / "progress.json"
    base = ["fuzz", "--games", "3", "--jobs", "1", "--seed", "31", "--resume", str(progress), "--json"]
    runner = CliRunner()
    first = runner.invoke(build(), base)
    assert first.exit_code == 0, first.output
    data = json.loads(first.stdout.splitlines()[-1])
    assert (data["games"], data["failure"]) == (3, None)
    again = runner.invoke(build(), base)
    assert json.loads(again.stdout.splitlines()[-1])["decisions"] == data["decisions"]
    other = runner.invoke(build(), [*base, "--share", "0.5"])
    assert other.exit_code != 0
    assert "another job" in str(other.exception)


def test_command_line_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure ends with code 1 and says how to repeat it."""
    monkeypatch.setattr(games, "check_state", lambda *_: (_ for _ in ()).throw(BrokenError("on purpose")))
    result = CliRunner().invoke(build(), ["fuzz", "--games", "1", "--seed", "31", "--jobs", "1"])
    assert result.exit_code == 1
    assert "on purpose" in result.stdout
    assert "--games 1 --seed 31" in result.stdout
