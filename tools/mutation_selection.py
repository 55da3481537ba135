"""Which test executes which line, and the tests that matter for a change."""

from __future__ import annotations

import ast
import difflib
import functools
import hashlib
import itertools
import re
import sys
from pathlib import Path
from typing import Any

from mutation_memory import Store, digest
from mutation_points import Point, python_points
from mutation_progress import bar
from mutation_runs import Layout, Test, in_parallel, trace, watch

TABLE_TESTS = "test_tables"
"""Constants are judged by test files with this in their name first: many tests read a table, few check its cells."""
CHART_TESTS = "test_charts"
"""Charts are judged by the test files with this in their name: a cell must be checked as a cell."""


def test_files(layout: Layout) -> list[str]:
    """Test files below the test folders."""
    found: list[Path] = []
    for name in layout.tests:
        place = layout.root / name
        found += [place] if place.is_file() else sorted(place.rglob("test_*.py"))
    return [p.relative_to(layout.root).as_posix() for p in found]


def moved_lines(old: str, new: str, bits: int) -> int:
    """Bits of executed lines of a file that has changed since: new lines count as executed if their neighbours were."""
    found = 0
    match = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
    for kind, i, j, k, m in match.get_opcodes():
        if kind == "equal":
            found |= (bits >> i + 1 & (1 << j - i) - 1) << k + 1
        elif bits >> i & (1 << j - i + 1) - 1:
            found |= ((1 << m - k) - 1) << k + 1
    return found


def coverage(layout: Layout, files: list[Path], store: Store, processes: int, strict: bool) -> list[Test]:
    """Which test executes which line; test files that have not changed since are not run again."""
    watched = {p.relative_to(layout.root).as_posix(): p for p in files if p.suffix == ".py"}
    known: dict[str, Any] = store.data["coverage"]
    texts: dict[str, str] = store.data["sources"]
    compared: dict[str, str] = store.data["compared"]
    for file, path in watched.items():
        text = path.read_text(encoding="utf-8")
        if file in texts and texts[file] != text:
            for entry in known.values():
                for test in entry["tests"]:
                    test["differ"].pop(file, None)
                    if file in test["lines"]:
                        test["lines"][file] = hex(moved_lines(texts[file], text, int(test["lines"][file], 16)))
            compared.pop(file, None)
        texts[file] = text
    keys = {}
    names = []
    files_watched = hashlib.sha256("\n".join(watched).encode()).hexdigest()[:8]
    for name in test_files(layout):
        path = layout.root / name
        keys[name] = f"{digest([path, *path.parent.rglob('*.toml')])}-{files_watched}"
        if known.get(name, {}).get("key") != keys[name]:
            names.append(name)
    probes = [watch(layout, path, python_points(path, file)) for file, path in watched.items()] if names else []
    todo = [(name, functools.partial(trace, name, probes)) for name in names]
    if len(names) == len(keys):
        compared.update({p.file: hex(p.compared) for p in probes})
    for done, (name, found) in enumerate(in_parallel(todo, processes, layout.root), 1):
        bar(done, len(todo), f"lines executed by {name}")
        if found.get("failed") or "tests" not in found:
            found = {"tests": [{"id": name, "seconds": 0.0, "lines": {}, "differ": {}, "failed": True}]}
        known[name] = {"key": keys[name], "tests": found["tests"]}
        store.save()
    if todo:
        bar(0, 0, "")
    broken = [t["id"] for name in keys for t in known[name]["tests"] if t["failed"]]
    for name in broken:
        print(f"fails without any change, left out: {name}", file=sys.stderr)
        known[name.partition("::")[0]]["key"] = ""
    if broken and strict:
        sys.exit("the tests must pass first (--broken goes on without those that fail)")
    return [
        Test(
            t["id"],
            t["seconds"],
            {file: int(bits, 16) for file, bits in t["lines"].items()},
            sum(int(bits, 16).bit_count() for bits in t["lines"].values()),
            {file: int(bits, 16) for file, bits in t["differ"].items()},
            t.get("work", False),
        )
        for name in keys
        for t in known[name]["tests"]
        if not t["failed"]
    ]


class Selection:
    """The tests that matter for a change, the most telling first."""

    def __init__(self, root: Path, files: list[Path], tests: list[Test], compared: dict[str, str]) -> None:
        self.root, self.tests = root, tests
        self.compared = {file: int(bits, 16) for file, bits in compared.items()}
        self.useful = [t for t in tests if t.lines]
        self.sources = {p.relative_to(root).as_posix(): p for p in files if p.suffix == ".py"}

    @functools.cached_property
    def uses(self) -> dict[str, dict[str, int]]:
        """Name -> file -> bits of the lines that read it."""
        found: dict[str, dict[str, int]] = {}
        for file, path in self.sources.items():
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
                if name:
                    lines = found.setdefault(name, {})
                    lines[file] = lines.get(file, 0) | 1 << node.lineno
        return found

    def spans(self, point: Point) -> int:
        """Bits of the lines of the statement a change is in: a tracer sees only its first line or lines."""
        bits = 1 << point.line
        best = None
        for node in ast.walk(self._tree(point.file)):
            if isinstance(node, ast.stmt) and node.lineno <= point.line <= (node.end_lineno or node.lineno):
                if best is None or node.lineno > best.lineno or (node.end_lineno or 0) < (best.end_lineno or 0):
                    best = node
        if best is not None and not isinstance(best, ast.FunctionDef | ast.ClassDef):
            last = best.end_lineno or best.lineno
            if isinstance(best, ast.If | ast.For | ast.While | ast.With | ast.Try):
                last = best.body[0].lineno - 1
            for line in range(best.lineno, max(last, best.lineno) + 1):
                bits |= 1 << line
        return bits

    @functools.lru_cache(maxsize=1000)  # noqa: B019
    def _tree(self, file: str) -> ast.Module:
        return ast.parse(self.sources[file].read_text(encoding="utf-8"))

    @functools.lru_cache(maxsize=1000)  # noqa: B019
    def _numbers(self, file: str) -> dict[tuple[int, int], int]:
        points = python_points(self.sources[file], file)
        return {(p.number, p.variant): i for i, p in enumerate(points)}

    def of(self, point: Point) -> list[Test]:
        """Tests in the order they should run; empty if no test executes the line."""
        if point.kind == "chart":
            return [t for t in self.tests if CHART_TESTS in t.id]
        if not point.at_import:
            number, bits = self._numbers(point.file).get((point.number, point.variant), 0), self.spans(point)
            near = [t for t in self.tests if t.lines.get(point.file, 0) & bits]
            if self.compared.get(point.file, 0) >> number & 1:
                telling = [t for t in self.tests if t.differ.get(point.file, 0) >> number & 1]
                near = [*telling, *(t for t in near if t.work)]
            return self._ordered(near, point)
        tables = [t for t in self.tests if TABLE_TESTS in t.id]
        near = self._readers(point) or self.useful
        return [*tables, *(t for t in self._ordered(near, point) if TABLE_TESTS not in t.id)]

    def _readers(self, point: Point) -> list[Test]:
        """Tests that execute something of the class a change is in, or lines that read the constant it is in."""
        for node in self._tree(point.file).body:
            if isinstance(node, ast.ClassDef) and node.lineno <= point.line <= (node.end_lineno or node.lineno):
                bits = (1 << (node.end_lineno or node.lineno) + 1) - (1 << node.lineno)
                return [t for t in self.useful if t.lines.get(point.file, 0) & bits]
        wanted: dict[str, int] = {}
        for name in point.names:
            for file, bits in self.uses.get(name, {}).items():
                wanted[file] = wanted.get(file, 0) | bits
        return [t for t in self.useful if any(t.lines.get(f, 0) & bits for f, bits in wanted.items())]

    @staticmethod
    def _ordered(tests: list[Test], point: Point) -> list[Test]:
        """Tests of the chapter and others in turn, from every file in turn, narrow ones first, slow ones last."""
        found = re.search(r"/(ch\d\d)_", point.file)
        words = (found[1], "test_los") if found and found[1] == "ch10" else (found[1] if found else point.file,)
        own = _dealt([t for t in tests if any(word in t.id for word in words)])
        others = _dealt([t for t in tests if not any(word in t.id for word in words)])
        mixed = [t for pair in itertools.zip_longest(own, others) for t in pair if t is not None]
        return sorted(mixed, key=lambda t: t.seconds > 0.5)

    def within(self, tests: list[Test], seconds: float) -> list[Test]:
        """The first tests, as many as fit into some seconds; at least one."""
        spent = itertools.accumulate(t.seconds for t in tests)
        return [t for i, (t, used) in enumerate(zip(tests, spent, strict=True)) if not i or used <= seconds]


def _dealt(tests: list[Test]) -> list[Test]:
    """One test of each file in turn, narrow ones first."""
    files: dict[str, list[Test]] = {}
    for test in sorted(tests, key=lambda t: (t.size, t.id)):
        files.setdefault(test.id.partition("::")[0], []).append(test)
    return [t for row in itertools.zip_longest(*files.values()) for t in row if t is not None]
