"""Computer players and mass simulation: how fast each level plays, and what a second worker brings.

`python bench/levels.py play --level recruit` and `python bench/levels.py scaling` each print one line of JSON;
`run.py` makes rows of the table of them.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lnlt import engine
from lnlt.ai.players import PLAYERS
from lnlt.content.scenarios import load_scenario
from lnlt.core.events import ImpulseBegan
from lnlt.core.tally import Refusal
from lnlt.sim.levels import read_level
from lnlt.sim.runner import Where, run
from lnlt.sim.series import Series, game_of_setup

if TYPE_CHECKING:
    from run import Bench

HERE = Path(__file__).resolve().parent
SCENARIO = "first-fight"


def play(level: str, seconds: float, scenario: str = SCENARIO) -> dict[str, float]:
    """One level against itself for some CPU seconds; a game that is not over counts by its turns."""
    game = engine.load(scenario)
    chosen = read_level(level)
    decisions = impulses = number = 0
    games = longest = 0.0
    began = time.process_time()
    while time.process_time() - began < seconds:
        players = [chosen.player(f"bench-{number}-{side}") for side in (0, 1)]
        state = engine.begin(game, f"bench-{number}").state
        while (side := engine.decider(state)) is not None and time.process_time() - began < seconds:
            at = time.process_time()
            command = players[side].choose(game.public(state), engine.view(state, side), engine.options(game, state))
            longest = max(longest, time.process_time() - at)
            step = engine.submit(game, state, command)
            assert not isinstance(step, Refusal), command
            state = step.state
            decisions += 1
            impulses += sum(type(e) is ImpulseBegan for e in step.events)
        games += 1 if state.over is not None else (state.turn - 1) / game.turns
        number += 1
    spent = time.process_time() - began
    return {
        "decisions_per_s": decisions / spent,
        "impulses_per_s": impulses / spent,
        "games_per_s": games / spent,
        "longest_s": longest,
    }


def scaling(games: int, rounds: int) -> dict[str, float]:
    """Seconds of the same random games with one worker and with two, start-up included; medians of the rounds."""
    setup = load_scenario(SCENARIO)
    game_of_setup(setup)
    level = read_level("random")
    found: dict[int, list[float]] = {1: [], 2: []}
    spent = dict.fromkeys(found, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            for workers in (1, 2):
                path = Path(folder) / f"{number}-{workers}.jsonl"
                before = cpu_seconds()
                done = run([Series(setup, (level, level), number, games)], Where(workers=workers), path=path)
                found[workers].append(done.seconds)
                spent[workers] += cpu_seconds() - before
    shares = [one / (2 * two) for one, two in zip(found[1], found[2], strict=True)]
    return {
        "one_s": statistics.median(found[1]),
        "two_s": statistics.median(found[2]),
        "efficiency": statistics.median(shares),
        "lowest": min(shares),
        "highest": max(shares),
        "games": games,
        "more_cpu": spent[2] / spent[1],
    }


def cpu_seconds() -> float:
    """CPU seconds of this process and of those it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def measure(*command: str, pin: Sequence[str] = ()) -> dict[str, Any]:
    """A measurement in a process of its own."""
    words = [*pin, sys.executable, str(HERE / "levels.py"), *command]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def rows(bench: Bench, seconds: float, games: int, rounds: int) -> None:
    """The rows of the table: every level, and D1."""
    for name in PLAYERS:
        f = measure("play", "--level", name, "--seconds", str(seconds), pin=bench.pin)
        text = (
            f"{f['decisions_per_s']:,.1f} decisions/s, {f['impulses_per_s']:,.1f} impulses/s, "
            f"{f['games_per_s']:.3g} games/s, longest decision {f['longest_s']:.2f} s"
        )
        bench.add("A1", f"level {name} against itself, {SCENARIO}", text)
    f = measure("scaling", "--games", str(games), "--rounds", str(rounds))
    text = (
        f"{f['games']} random games: {f['one_s']:.1f} s with one worker, {f['two_s']:.1f} s with two, "
        f"{f['games'] / f['two_s']:.1f} games/s, {f['more_cpu']:.2f} times the CPU time"
    )
    shown = f"{f['efficiency']:.2f} ({f['lowest']:.2f}–{f['highest']:.2f})"
    bench.add("D1", "mass simulation: efficiency of two workers", text, f["efficiency"], shown, 0.8, 0.9, True)


def main() -> None:
    """Measure one thing and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "scaling"))
    parser.add_argument("--level", default="recruit")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    print(json.dumps(play(args.level, args.seconds) if args.what == "play" else scaling(args.games, args.rounds)))


if __name__ == "__main__":
    main()
