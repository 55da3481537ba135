"""19: random battles with aircraft and helicopters: nothing breaks, and they do fly, attack, are hit and crash."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lnlt import engine
from lnlt.ai.players import PLAYERS
from lnlt.core import events as ev
from lnlt.core.flags import ELIMINATED
from lnlt.fuzz.air import with_aircraft
from lnlt.fuzz.games import Checks, fuzz_game
from lnlt.fuzz.helicopters import with_helicopters
from lnlt.fuzz.setups import battle, make_game
from lnlt.fuzz.vehicles import with_vehicles


@pytest.mark.parametrize("seed", [1, 3])
def test_battles_with_aircraft(seed: int) -> None:
    """19.1: played to the end, all invariants holding after every command."""
    game = make_game(with_aircraft(with_vehicles(battle(12, 9, 8, seed), seed, 0.3), seed, 0.3))
    assert game.has_aircraft
    f = fuzz_game(game, seed, Checks(share=0.02)).failure
    assert f is None, f"{f.what}\nseed {seed}, decision {f.decision}\n{f.frames}\n" + "\n".join(f.commands)


def test_aircraft_fly_once() -> None:
    """19.1, 19.1.1: each aircraft crosses the map once at most, one a side and turn, whatever becomes of it."""
    seen: Counter[str] = Counter()
    for seed in range(11, 17):
        game = make_game(with_aircraft(battle(12, 9, 10, seed), seed, 0.4))
        rng = Random(seed)
        state = engine.begin(game, seed).state
        over: Counter[int] = Counter()
        arrivals: Counter[tuple[int, int]] = Counter()
        for _ in range(600):
            options = engine.options(game, state)
            if not options:
                break
            step = engine.submit(game, state, rng.choice(options))
            assert isinstance(step, engine.Step)
            for e in step.events:
                if isinstance(e, ev.AircraftFlew):
                    seen[e.what or "over"] += 1
                    if e.what:
                        over[e.unit] += 1
                elif isinstance(e, ev.Noted) and e.key.startswith("air:"):
                    arrivals[int(e.key[4:]), e.value] += 1
                elif isinstance(e, ev.Resolved) and e.tallies and e.tallies[0].base:
                    seen[e.tallies[0].base[0].why] += 1
            state = step.state
        assert all(n == 1 for n in over.values())
        assert all(n == 1 for n in arrivals.values())
        for unit in over:
            u = state.units[unit]
            assert u.at < 0
            assert f"flown:{u.id}" in state.notes
        assert not any(u.flags & ELIMINATED and i not in over for i, u in enumerate(state.units) if "air" in u.id)
    assert all(seen[what] for what in ("over", "left", "crashed", "cannon", "bombs", "penetration")), seen


def test_computer_flies() -> None:
    """A computer player that is asked where to fly and what to attack takes a line with enemies and attacks."""
    seed = 3
    game = make_game(with_aircraft(battle(12, 9, 10, seed), seed, 0.3))
    players = [PLAYERS["recruit"](1), PLAYERS["recruit"](2)]
    state = engine.begin(game, seed).state
    did: Counter[str] = Counter()
    for _ in range(250):
        options = engine.options(game, state)
        side = engine.decider(state)
        if not options or side is None:
            break
        command = players[side].choose(game.public(), engine.view(state, side), options)
        did[type(command).__name__] += 1
        step = engine.submit(game, state, command)
        assert isinstance(step, engine.Step)
        state = step.state
        if did["FlyIn"] and (did["Strafe"] or did["DropBombs"]):
            return
    raise AssertionError(f"no attack from the air: {did}")


@pytest.mark.parametrize("seed", [2, 5])
def test_battles_with_helicopters(seed: int) -> None:
    """19.2: played to the end, all invariants holding after every command; with aircraft above them too."""
    setup = with_helicopters(battle(12, 9, 8, seed), seed)
    game = make_game(with_aircraft(setup, seed, 0.1) if seed % 2 else setup)
    assert game.has_helicopters
    f = fuzz_game(game, seed, Checks(share=0.02)).failure
    assert f is None, f"{f.what}\nseed {seed}, decision {f.decision}\n{f.frames}\n" + "\n".join(f.commands)


def test_recruits_use_helicopters() -> None:
    """19.2: the computer flies, fires, sets men down and shoots helicopters down, and every flight ends."""
    seen: Counter[str] = Counter()
    for seed in (1, 3):
        game = make_game(with_helicopters(battle(10, 10, 9, seed), seed))
        players = [PLAYERS["recruit"](f"{seed} {side}") for side in (0, 1)]
        state = engine.begin(game, seed).state
        for _ in range(450):
            side = engine.decider(state)
            if side is None:
                break
            command = players[side].choose(game, engine.view(state, side), engine.options(game, state))
            step = engine.submit(game, state, command)
            assert isinstance(step, engine.Step)
            seen[type(command).__name__] += 1
            for e in step.events:
                if isinstance(e, ev.AircraftFlew):
                    seen[e.what] += 1
            state = step.state
    assert {"BeginFlight", "FlyTo", "ChangeMode", "Unload", "EndFlight", "FireMachineGun", "crashed"} <= set(seen), seen
    assert seen["FlyTo"] < 12 * seen["BeginFlight"]
