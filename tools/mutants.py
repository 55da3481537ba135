"""Change one constant, operator, table cell or modifier of the rules at a time and see whether a test notices.

    python tools/mutants.py                        everything, two processes
    python tools/mutants.py --module ch05          files whose path has this in it
    python tools/mutants.py --sample 200 --seed 7  a random part
    python tools/mutants.py --list                 only print the changes
    python tools/mutants.py --resume               go on where the last run of the same files stopped
    python tools/mutants.py --survivors            only what survived last time, with the tests as they are now
    python tools/mutants.py --accepted             what has a reason, too: is it still needed?

Each change is first tried with the test that is known to notice it, which takes a fraction of a second; only for what
gets past that the tests that execute it are looked for. What has a reason counts as survived without being tried.

Exit code 1 if more than 3 % survive, or a survivor has no reason in tests/mutants.toml.
"""

from __future__ import annotations

import argparse
import ast
import functools
import hashlib
import itertools
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from mutation_memory import Store, digest, short, store_path
from mutation_points import Point, chart_points, python_points
from mutation_progress import bar
from mutation_runs import Layout, Test, in_parallel, judge, prepare
from mutation_selection import Selection, coverage
from mutation_server import COLD, serve

ROOT = Path(__file__).resolve().parent.parent
TARGETS = ("src/lnlt/rules", "src/lnlt/traits", "src/lnlt/data/charts")
NO_CHARTS = ("index.toml",)
"""Files of data that are no charts: the rule index is checked by `lnlt where --check`."""
TESTS = (
    "tests/rules",
    "tests/situations",
    "tests/table/test_counted.py",
    "tests/table/test_assaults.py",
    "tests/content/test_charts.py",
    "tests/content/test_module_packs.py",
    "tests/cli",
    "tests/replays",
)
FIRST_CALLS = ("lnlt.content.charts:load_chart ww2", "lnlt.content.charts:load_chart modern")
"""Called once before functions are changed: what every test needs and no changed function takes part in."""
SECONDS = 30.0
"""Seconds of tests that a change must get past, of those that execute it."""
MORE = 4
"""So many times as long for constants of modules: more tests read them, and few of these depend on any one."""
LIMIT = 0.03
COLUMNS = ("killed", "with reason", "no reason")


def target_files(root: Path, targets: tuple[str, ...]) -> list[Path]:
    """The files to be changed, in a fixed order."""
    found = []
    for target in targets:
        place = root / target
        below = [*place.rglob("*.py"), *(p for p in place.rglob("*.toml") if p.name not in NO_CHARTS)]
        found += [place] if place.is_file() else sorted(below)
    return found


def all_points(root: Path, files: list[Path]) -> list[Point]:
    """Every change of the files."""
    points: list[Point] = []
    for path in files:
        name = path.relative_to(root).as_posix()
        points += chart_points(path, name) if path.suffix == ".toml" else python_points(path, name)
    return points


def part_digests(root: Path, points: list[Point]) -> dict[str, str]:
    """Per change the hash of the function or statement it is in; of a chart, of the whole file."""
    found: dict[str, str] = {}
    for file, group in itertools.groupby(points, key=lambda p: p.file):
        text = (root / file).read_text(encoding="utf-8")
        lines = text.splitlines()
        parts: dict[int, str] = {}
        if file.endswith(".py"):
            for node in ast.walk(ast.parse(text)):  # outer statements come before those inside them
                if isinstance(node, ast.FunctionDef | ast.Assign | ast.AnnAssign) and (node.col_offset in (0, 4)):
                    part = "\n".join(lines[node.lineno - 1 : node.end_lineno])
                    for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                        if not isinstance(node, ast.Assign | ast.AnnAssign) or line not in parts:
                            parts[line] = part
        for point in group:
            found[point.key] = hashlib.sha256(parts.get(point.line, text).encode()).hexdigest()[:20]
    return found


def source_files(layout: Layout) -> list[Path]:
    """Everything the results depend on besides the tests."""
    return [p for p in layout.source.rglob("*") if p.suffix in (".py", ".toml")]


def read_reasons(path: Path) -> list[dict[str, Any]]:
    """Survivors that are accepted, each with a reason."""
    if not path.is_file():
        return []
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("accepted", [])
    for entry in entries:
        missing = [k for k in ("file", "where", "line", "changes", "reason") if not entry.get(k)]
        unknown = sorted(set(entry) - {"file", "where", "line", "changes", "reason", "equivalent"})
        if missing or unknown:
            sys.exit(f"{path.name}: {entry.get('file')} {entry.get('where')}: missing {missing}, unknown {unknown}")
    return list(entries)


def reason_of(point: Point, entries: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The entry that accepts a survivor."""
    for entry in entries:
        if point.file.endswith(entry["file"]) and (point.where, point.text) == (entry["where"], entry["line"]):
            if point.change in entry["changes"]:
                return entry
    return None


def report(points: list[Point], results: dict[str, dict[str, Any]], entries: list[dict[str, Any]], out: Any) -> int:
    """Counts per file, survivors with their reasons; the exit code."""
    rows: dict[str, Counter[str]] = {}
    survivors = []
    used = set()
    for point in points:
        column = "killed"
        if results[point.key]["status"] == "survived":
            entry = reason_of(point, entries)
            column = "no reason"
            if entry is not None:
                used.add(id(entry))
                column = "with reason"
            survivors.append((point, entry, results[point.key].get("by", "")))
        rows.setdefault(point.file, Counter())[column] += 1
    width = max((len(f) for f in rows), default=4)
    print(f"{'file':{width}} {'all':>6}" + "".join(f"{c:>12}" for c in COLUMNS) + f"{'survive':>9}", file=out)
    total: Counter[str] = Counter()
    for file, row in rows.items():
        print(_row(file, row, width), file=out)
        total += row
    print(_row("all", total, width), file=out)
    bad = 0
    for point, entry, note in survivors:
        kind = "survived" if entry is None else "equivalent" if entry.get("equivalent") else "accepted"
        why = entry["reason"] if entry else "NO REASON" + (f" ({note})" if note else "")
        bad += entry is None
        print(f"{kind} {point.file}:{point.line} {point.where}: {point.change}\n    {point.text}\n    {why}", file=out)
    ran = {p.file for p in points}
    for entry in entries:
        if id(entry) not in used and any(f.endswith(entry["file"]) for f in ran):
            print(f"not needed: {entry['file']} {entry['where']}: {entry['line']} {entry['changes']}", file=out)
    rate = _rate(total)
    print(f"{rate:.1%} survive (limit {LIMIT:.0%}), {bad} without a reason", file=out)
    return 1 if rate > LIMIT or bad else 0


def _rate(row: Counter[str]) -> float:
    return (row["with reason"] + row["no reason"]) / max(1, row.total())


def _row(name: str, row: Counter[str], width: int) -> str:
    return f"{name:{width}} {row.total():6}" + "".join(f"{row[c]:12}" for c in COLUMNS) + f"{_rate(row):9.1%}"


def run(
    layout: Layout, files: list[Path], points: list[Point], entries: list[dict[str, Any]], args: argparse.Namespace
) -> dict[str, dict[str, Any]]:
    """Judge every change that has no result yet."""
    store = Store(store_path(layout.root))
    sources = part_digests(layout.root, points)
    state = digest([*source_files(layout), *(p for p in (layout.root / "tests").rglob("*") if p.is_file())])
    old: dict[str, dict[str, Any]] = store.data["results"]
    results: dict[str, dict[str, Any]] = {}
    for point in points:
        known = old.get(point.key)
        if not args.accepted and reason_of(point, entries) is not None:
            results[point.key] = {"status": "survived", "by": "not tried: it has a reason"}
        elif known is None or known["source"] != sources[point.key]:
            continue
        elif (args.survivors and known["status"] != "survived") or (args.resume and known["state"] == state):
            results[point.key] = known
    todo = {p.key: p for p in points if p.key not in results}
    started = saved = time.monotonic()

    def note(key: str, found: dict[str, Any]) -> None:
        nonlocal saved
        results[key] = found
        old[key] = {**found, "source": sources[key], "state": state}
        done = len([k for k in todo if k in results])
        alive = sum(r["status"] == "survived" for r in results.values())
        bar(done, len(todo), f"{alive} survived, {time.monotonic() - started:.0f} s, {todo[key].file}")
        if time.monotonic() - saved > 20:
            saved = time.monotonic()
            store.save()

    noticed = store.noticed()
    jobs = [(p, [noticed[short(p)]]) for p in todo.values() if short(p) in noticed]
    for key, found in _judged(layout, jobs, args.jobs, args.look):
        if found["status"] != "survived":
            note(key, found)
    rest = {key: p for key, p in todo.items() if key not in results}
    if rest:
        tests = coverage(layout, files, store, args.jobs, not args.broken)
        seconds = {t.id: t.seconds for t in tests}
        selection = Selection(layout.root, files, tests, store.data["compared"])
        jobs = []
        for key, p in rest.items():
            chosen = selection.within(selection.of(p), args.seconds * (MORE if p.at_import else 1))
            if not chosen:
                note(key, {"status": "survived", "by": "in no test it makes a difference"})
            elif old.get(key, {}).get("status") == "killed":
                chosen.sort(key=lambda t, by=old[key]["by"]: t.id != by)  # what killed it last time may do so again
            if chosen:
                jobs.append((p, chosen))
        for key, found in _judged(layout, jobs, args.jobs, args.look):
            note(key, found)
        for p in points:  # those of an earlier run, too
            found = results.get(p.key, {"status": "", "by": ""})
            if found["status"] == "survived":
                noticed.pop(short(p), None)
            elif found["by"] in seconds:
                noticed[short(p)] = Test(found["by"], seconds[found["by"]], {}, 0)
    bar(0, 0, "")
    known_changes = {short(p) for p in all_points(layout.root, files)}
    store.note_noticed({change: test for change, test in noticed.items() if change in known_changes})
    store.save()
    return results


def _judged(
    layout: Layout, jobs: list[tuple[Point, list[Test]]], processes: int, look: bool
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Results as they come: functions are changed in a process that has imported everything, the rest one by one.

    `look`: without the rest, which takes most of the time.
    """
    warm = set()
    for key, found in serve(layout, jobs, processes, FIRST_CALLS):
        if found["status"] != COLD:
            warm.add(key)
            yield key, found
    if look:
        return
    rest = [(p.key, functools.partial(judge, layout, p, tests)) for p, tests in jobs if p.key not in warm]
    yield from in_parallel(rest, processes, layout.root)


def main(argv: list[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", default="", help="only files whose path has this in it")
    parser.add_argument("--sample", type=int, default=0, help="only this many changes, picked at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="print the changes and stop")
    parser.add_argument("--resume", action="store_true", help="keep results of a run of the same files")
    parser.add_argument("--survivors", action="store_true", help="try again only what survived")
    parser.add_argument("--accepted", action="store_true", help="try what has a reason, too")
    parser.add_argument(
        "--look", action="store_true", help="leave out what needs a process of its own: no final result"
    )
    parser.add_argument("--broken", action="store_true", help="leave out tests that fail without any change")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of tests that a change must get past")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--target", action="append", help="file or folder to change, instead of the rules")
    parser.add_argument("--tests", action="append", help="file or folder of tests")
    args = parser.parse_args(argv)
    root = args.root.resolve()
    layout = Layout(root, root / "src", tuple(args.tests or TESTS))
    files = target_files(root, tuple(args.target or TARGETS))
    points = all_points(root, [f for f in files if args.module in f.as_posix()])
    if args.sample and args.sample < len(points):
        chosen = set(random.Random(args.seed).sample(range(len(points)), args.sample))
        points = [p for i, p in enumerate(points) if i in chosen]
    if args.list:
        for point in points:
            print(f"{point.file}:{point.line} {point.where} [{point.kind}] {point.change}")
        print(f"{len(points)} changes")
        return 0
    prepare(layout, store_path(root).with_suffix(".compiled"))
    entries = read_reasons(root / "tests" / "mutants.toml")
    results = run(layout, files, points, entries, args)
    points = [p for p in points if p.key in results]
    return report(points, results, entries, sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
