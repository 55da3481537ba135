"""All benchmarks in one run, side by side with python-chess; prints the tables and writes RESULTS.md.

Every measurement runs in a process of its own, pinned to one core where `taskset` is there; ours and python-chess's
take turns, a ratio is made of two neighbours, and the median of the rounds counts. Times are CPU times.
"""

from __future__ import annotations

import argparse
import gzip
import json
import platform
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import levels

HERE = Path(__file__).resolve().parent
PEER_PYTHON = HERE.parent / ".venv-bench" / "bin" / "python"
NOTES = HERE / "notes.md"
COUNTS = HERE / "icount.json"
SENT = (".html", ".js", ".css", ".svg")
Figures = dict[str, Any]


class Row(NamedTuple):
    """One line of the table. `value` is what floor and goal are compared with; None = only reported."""

    key: str
    what: str
    figure: str
    value: float | None = None
    shown: str = ""
    floor: float | None = None
    goal: float | None = None
    higher: bool = False
    """Whether more is better."""

    def verdict(self) -> str:
        """Floor met, goal met or missed."""
        if self.value is None or self.floor is None or self.goal is None:
            return ""
        sign = 1 if self.higher else -1
        if sign * self.value >= sign * self.goal:
            return "goal met"
        return "floor met, goal missed" if sign * self.value >= sign * self.floor else "**missed**"

    def cells(self) -> list[str]:
        """The cells of the table."""
        bound = "≥ " if self.higher else "≤ "
        limits = [f"{bound}{x:g}" if x is not None else "" for x in (self.floor, self.goal)]
        return [self.key, self.what, self.figure, self.shown, *limits, self.verdict()]


class Bench:
    """Runs measurements and keeps what they found."""

    def __init__(self, peer: bool, core: str) -> None:
        self.peer = peer
        self.pin = ["taskset", "-c", core] if core and shutil.which("taskset") else []
        self.rows: list[Row] = []

    def ours(self, what: str, **options: object) -> Figures:
        """One measurement of `workload.py`."""
        flags = [f"--{name}" if value is True else f"--{name}={value}" for name, value in options.items()]
        return self._run([sys.executable, str(HERE / "workload.py"), what, *flags])

    def chess(self, **options: object) -> Figures:
        """One measurement of `peer_chess.py`; nothing without the environment for it."""
        if not self.peer:
            return {}
        flags = [f"--{name}={value}" for name, value in options.items()]
        return self._run([str(PEER_PYTHON), str(HERE / "peer_chess.py"), *flags])

    def alone(self, script: str, *what: str, **options: object) -> Figures:
        """One measurement of a script that takes care of its cores itself."""
        flags = [f"--{name}={value}" for name, value in options.items()]
        return self._run([sys.executable, str(HERE / script), *what, *flags], ())

    def _run(self, command: list[str], pin: Sequence[str] | None = None) -> Figures:
        done = subprocess.run(
            [*(self.pin if pin is None else pin), *command], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(command[1:])} failed:\n{done.stderr}")
        found: Figures = json.loads(done.stdout.splitlines()[-1])
        return found

    def add(self, *args: Any, **options: Any) -> None:
        """A row of the table."""
        self.rows.append(Row(*args, **options))


def middle(rounds: Sequence[Figures], name: str) -> float:
    """Median of a figure over the rounds; 0 if there is none."""
    found = [r[name] for r in rounds if name in r]
    return statistics.median(found) if found else 0.0


def ratio(
    ours: Sequence[Figures], theirs: Sequence[Figures], of: Callable[[Figures, Figures], float]
) -> tuple[float | None, str]:
    """Median ratio of neighbouring measurements, and how it is shown with its spread."""
    if not any(theirs):
        return None, "no peer"
    found = [of(a, b) for a, b in zip(ours, theirs, strict=True)]
    return statistics.median(found), f"{statistics.median(found):.2f} ({min(found):.2f}–{max(found):.2f})"


def rates(f: Figures) -> str:
    """Rates of random play in words."""
    return (
        f"{f['decisions_per_s']:,.0f} decisions/s, {f['impulses_per_s']:,.0f} impulses/s, "
        f"{f['games_per_s']:.2f} games/s ({f['decisions_per_game']:,.0f} decisions a game, "
        f"{f['options_per_decision']:.1f} options each, {100 * f['forced_share']:.0f} % with one option only)"
    )


def medians(rounds: Sequence[Figures]) -> Figures:
    """Medians of all figures of the rounds."""
    return {name: middle(rounds, name) for name in rounds[0] if isinstance(rounds[0][name], int | float)}


def random_play(bench: Bench, args: argparse.Namespace) -> None:
    """P1, P6, P7: the rounds in turn with python-chess."""
    main, small = f"battle-{args.counters}-{args.size}-1", max(1, args.games // 3)
    battle, uniform, scenario, costs, chess = [], [], [], [], []
    for number in range(args.rounds):
        battle.append(bench.ours("play", setup=main, games=args.games))
        chess.append(bench.chess(games=20 * args.games, repeat=args.repeat))
        uniform.append(bench.ours("play", setup=main, games=5 * args.games, uniform=True))
        scenario.append(bench.ours("play", setup="first-fight", games=10 * args.games))
        costs.append(bench.ours("small", setup=main, rounds=3, amount=small * args.repeat))
        print(f"round {number + 1} of {args.rounds}", file=sys.stderr, flush=True)

    def speed(a: Figures, b: Figures) -> float:
        return float(a["decisions_per_s"] / b["actions_per_s"])

    title = f"lively random play, {args.counters} v {args.counters} on {args.size.replace('x', '×')}"
    value, shown = ratio(battle, chess, speed)
    bench.add("P1", title, rates(medians(battle)), value, shown, 0.35, 1.0, True)
    value, shown = ratio(uniform, chess, speed)
    text = "the same, uniformly random (soon passes)"
    bench.add("P1", text, rates(medians(uniform)), value, shown, 0.35, 1.0, True)
    value, shown = ratio(scenario, chess, speed)
    bench.add(
        "P1",
        "lively random play, scenario first-fight on Map 15",
        rates(medians(scenario)),
        value,
        shown,
        0.35,
        1.0,
        True,
    )
    if bench.peer:
        text = (
            f"{middle(chess, 'actions_per_s'):,.0f} moves/s, {middle(chess, 'games_per_s'):.1f} games/s, "
            f"copy {middle(chess, 'copy_us'):.2f} µs, fen {middle(chess, 'fen_us'):.1f} µs"
        )
        bench.add("", f"python-chess {chess[0]['version']}", text, None, "1")
    add_counts(bench)
    grown = bench.ours("growth", setup=main, games=small)
    text = f"{grown['small_us']:.1f} → {grown['large_us']:.1f} µs a decision"
    bench.add("P3", f"growth: {2 * args.counters} counters in all ÷ {args.counters}", text, grown["ratio"],
              f"{grown['ratio']:.2f}", 2, 1.5)  # fmt: skip
    value, shown = ratio(costs, chess, lambda a, b: a["draft_us"] / b["copy_us"])
    text = f"{middle(costs, 'draft_us'):.2f} µs"
    bench.add("P6", "open a draft and publish ÷ python-chess copy", text, value, shown, 6, 3)
    value, shown = ratio(costs, chess, lambda a, b: a["draft_change_us"] / b["copy_us"])
    text = f"{middle(costs, 'draft_change_us'):.2f} µs"
    bench.add("P6", "the same with one unit changed", text, value, shown, 6, 3)
    value, shown = ratio(costs, chess, lambda a, b: a["encode_us"] / b["fen_us"])
    text = f"{middle(costs, 'encode_us'):.1f} µs, {middle(costs, 'json_bytes'):,.0f} bytes"
    bench.add("P7", f"state of {middle(costs, 'counters'):.0f} counters → JSON ÷ python-chess fen", text, value, shown,
              2, 0.75)  # fmt: skip
    value, shown = ratio(costs, chess, lambda a, b: a["there_and_back_us"] / b["fen_us"])
    bench.add("P7", "there and back ÷ fen", f"{middle(costs, 'there_and_back_us'):.1f} µs", value, shown, 4, 2)


def add_counts(bench: Bench) -> None:
    """P2 as `icount.py` last stored it."""
    if not COUNTS.exists():
        return
    kept = json.loads(COUNTS.read_text())
    share = kept["ours"]["per_action"] / kept["chess"]["per_action"] if kept.get("chess") else None
    text = f"{kept['ours']['per_action']:,} instructions a decision (stored by icount.py)"
    bench.add("P2", "instructions per decision ÷ python-chess", text, share, f"{share:.2f}" if share else "", 2.5, 1.0)


def odds(bench: Bench, args: argparse.Namespace) -> None:
    """P8."""
    found = bench.ours("odds", rounds=args.rounds, amount=3 * args.repeat)
    for name, what in (("single_ms", "one Squad at one Squad"), ("stack_ms", "stack of 4 at 3 Squads and 2 Leaders")):
        ms = found[name]
        bench.add("P8", f"exact odds of one attack, {what}", f"{ms:.3f} ms", ms, f"{ms:.2f} ms", 5, 1)


def lines_of_sight(bench: Bench, args: argparse.Namespace) -> None:
    """L1, L2, L4, L5."""
    main = f"battle-{args.counters}-{args.size}-1"
    f = bench.ours("lines", setup=main, rounds=args.rounds, amount=args.queries)
    base, loop = f["list_ns"], f["loop_ns"]
    text = f"{base:.0f} ns, loop included (the loop alone {loop:.0f} ns), {1e3 / base:.1f} M/s"
    bench.add("", "list look-up `table[a][b]`", text, None, "1")

    def query(key: str, what: str, ns: float, floor: float | None, goal: float | None) -> None:
        text = f"{ns:,.0f} ns, {1e9 / ns:,.0f} queries/s"
        shown = f"{ns / base:.1f} (without the loop {(ns - loop) / (base - loop):.1f})"
        bench.add(key, what, text, ns / base, shown, floor, goal)

    query("L1", "LOS query, in place: `sight.rows[a][b]`", f["inline_ns"], 4, 2)
    query("L1", "LOS query, `Sight.line(a, b)`", f["line_ns"], 4, 2)
    query("L1", "LOS query of the rules, `line(game, state, a, b)`", f["rules_ns"], 4, 2)
    query("L1", "the same from one location to many, `seen_from(game, state, a, [b…])`", f["loops_ns"], 4, 2)
    query("L2", "six smoke hexes, `Sight.line(a, b, dyn)`", f["line_smoke_ns"], 8, 4)
    query("L2", "six smoke hexes, `line(game, state, a, b)`", f["rules_smoke_ns"], 8, 4)
    query("L2", "six smoke hexes, `seen_from(game, state, a, [b…])`", f["loops_smoke_ns"], 8, 4)
    query("L2", "the same, `Sight.line`, when smoke has just moved", f["line_smoke_first_ns"], None, None)
    bench.add("L2", "what the board keeps for counters, made once, when first asked for", f"{f['fill_s']:.3f} s")
    for name, what, limits in (
        ("first-fight", "a 15×8 map", (None, None)),
        (main, f"a {args.size.replace('x', '×')} board", (3, 0.75)),
        (f"battle-{args.counters}-{args.large}-1", f"a {args.large.replace('x', '×')} board", (None, None)),
    ):
        found = [bench.ours("sight", setup=name) for _ in range(args.builds)]
        cold = middle(found, "cold_s")
        text = f"{cold:.3f} s for {found[0]['hexes']} hexes, from the cache {middle(found, 'cached_ms'):.1f} ms"
        bench.add("L4", f"lines of sight of {what}, cold", text, cold, f"{cold:.2f} s", *limits)
    for name, what in (("smoke_placed_us", "placed"), ("smoke_removed_us", "removed")):
        bench.add("L5", f"smoke {what}", f"{f[name]:.2f} µs", f[name], f"{f[name]:.2f} µs", 50, 1)
    us = f["smoke_events_us"]
    bench.add("L5", "smoke placed or removed as an event of the game", f"{us:.2f} µs", us, f"{us:.2f} µs", 50, 1)


def server(bench: Bench, args: argparse.Namespace) -> None:
    """S1, S3, memory: `server.py`, which gives server and clients a core each."""
    f = bench.alone("server.py", "orders", rounds=args.rounds, rooms=args.rooms, actions=args.actions)
    text = f"{f['order_us']} µs of the server's CPU an order, {f['bare_us']} µs a broadcast, {f['errors']} errors"
    value = statistics.median(f["ratios"])
    shown = f"{value:.1f} ({f['ratios'][0]:.1f}–{f['ratios'][-1]:.1f})"
    bench.add("S1", "stored order told to five ÷ bare broadcast to five", text, value, shown, 8, 4)
    live = bench.alone("server.py", "live", games=args.live, seconds=args.seconds, pause=args.pause)
    held = 0
    for f in live["live"]:
        if f["p99_ms"] is not None and f["p99_ms"] < 50 and not f["errors"]:
            held = max(held, f["games"])
    for f in live["live"]:
        text = (
            f"p50 {f['p50_ms']} ms, p99 {f['p99_ms']} ms, {100 * f['cpu_share']:.0f} % of a core, "
            f"{f['kB_per_game']} kB of memory an idle game, {f['errors']} errors"
        )
        bench.add("", f"{f['games']} games side by side, an order every {live['pause_s']:g} s in each", text)
    bench.add("S3", "live games per core at p99 < 50 ms, of these", f"{held} games", held, str(held), 200, 1000,
              True)  # fmt: skip


def the_map(bench: Bench) -> None:
    """The map in a browser."""
    try:
        found = bench.alone("map.py")
    except SystemExit as error:
        found = {"missing": str(error).strip().splitlines()[-1]}
    if "missing" in found:
        bench.add("", "map in the browser", f"not measured: {found['missing']}")
    else:
        size = f"map of {found['hexes']} hexes with {found['counters']} counters"
        for name, what in (
            ("pan", "a frame while panning"),
            ("zoom", "a frame while zooming"),
            ("click", "from a click to the changed screen"),
            ("moved", "from a changed position to the changed screen"),
        ):
            f = found[name]
            text = f"median {f['median']} ms, 95 % below {f['most']} ms, longest {f['longest']} ms ({f['count']})"
            bench.add("", f"{size}: {what}", text)


def bundle(bench: Bench) -> None:
    """How much a visitor loads: before the first picture, and with what comes after it."""
    static = HERE.parent / "src" / "lnlt" / "server" / "static"
    built = [p for p in sorted(static.rglob("*.*")) if p.suffix in SENT]
    if not built:
        bench.add("", "the client", "not measured: it is not built (make web)")
        return
    page = (static / "index.html").read_text(encoding="utf-8")
    packed = {p.name: len(gzip.compress(p.read_bytes(), 9)) / 1000 for p in built}
    first = sum(size for name, size in packed.items() if name in page or name == "index.html")
    text = f"{first:.1f} kB packed before the first picture, {sum(packed.values()):.1f} kB in all"
    bench.add("", "the client as a visitor loads it, scripts and styles", text)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines)


def profile(bench: Bench, args: argparse.Namespace) -> str:
    """Where random play spends its time."""
    found = bench.ours("profile", setup=f"battle-{args.counters}-{args.size}-1", games=max(1, args.games // 3))
    rows = [
        [f"`{r['function']}`", f"{100 * r['own']:.1f} %", f"{100 * r['with_calls']:.0f} %", f"{r['calls']:.1f}"]
        for r in found["top"]
    ]
    head = ["function", "own time", "with what it calls", "calls per decision"]
    return f"cProfile of {found['decisions']:,} decisions, the eight with most own time:\n\n{table(head, rows)}"


def machine() -> str:
    """What it ran on; no names of hosts."""
    model = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{time.strftime('%Y-%m-%d')}, Python {platform.python_version()}, {model}"


def report(bench: Bench, top: str) -> str:
    """The whole of RESULTS.md."""
    head = ["#", "what", "figure", "ratio", "floor", "goal", "verdict"]
    notes = NOTES.read_text(encoding="utf-8").strip() if NOTES.exists() else ""
    return (
        "# Benchmarks\n\n"
        "Written by `make bench` (`bench/run.py`); do not edit by hand, remarks belong into `bench/notes.md`.\n\n"
        f"{machine()}. Rates are per CPU second on one core; ratios are medians of neighbouring measurements "
        "(lowest–highest round). Only ratios can be compared between machines and days.\n\n"
        f"{table(head, [row.cells() for row in bench.rows])}\n\n## Profile\n\n{top}\n\n{notes}\n"
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=3, help="battles a round")
    parser.add_argument("--counters", type=int, default=40)
    parser.add_argument("--size", default="20x15")
    parser.add_argument("--large", default="30x20")
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("--queries", type=int, default=20_000)
    parser.add_argument("--builds", type=int, default=3)
    parser.add_argument("--rooms", type=int, default=20, help="games with five people each")
    parser.add_argument("--actions", type=int, default=1000, help="orders of a round")
    parser.add_argument("--live", default="200,500,1000", help="games side by side")
    parser.add_argument("--seconds", type=float, default=20, help="time live games are watched")
    parser.add_argument("--pause", type=float, default=10, help="seconds a person thinks")
    parser.add_argument("--level-seconds", type=float, default=20.0, help="CPU seconds of each level")
    parser.add_argument("--sim-games", type=int, default=600, help="games of the mass simulation")
    parser.add_argument("--sim-rounds", type=int, default=3)
    parser.add_argument("--core", default="1", help="core to run on, empty for any")
    parser.add_argument("--no-chess", action="store_true")
    parser.add_argument("--no-map", action="store_true", help="without the browser")
    parser.add_argument("--out", type=Path, default=HERE / "RESULTS.md")
    args = parser.parse_args(argv)
    peer = not args.no_chess
    if peer and not PEER_PYTHON.exists():
        raise SystemExit("no .venv-bench: run `make bench`, or give --no-chess")
    bench = Bench(peer, args.core)
    random_play(bench, args)
    odds(bench, args)
    lines_of_sight(bench, args)
    server(bench, args)
    if not args.no_map:
        the_map(bench)
    bundle(bench)
    levels.rows(bench, args.level_seconds, args.sim_games, args.sim_rounds)
    text = report(bench, profile(bench, args))
    print(text)
    args.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
