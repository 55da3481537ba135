"""Runs of tests in forked processes: one that notes which test executes which line, one per changed file.

A process is forked before anything of the package is imported, so a change is made while its module is imported and
the working tree is never touched. Caches on disk go to a folder of the process.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time
import tomllib
import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import pytest
from mutation_points import Point, changed_chart, mutated_code
from mutation_probes import HITS, PROBE, Differences, probed

OPTIONS = ["-x", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:faulthandler"]
OPTIONS += ["-p", "no:logging", "-p", "no:xdist", "--strict-markers", "--assert=plain", "-s"]
IMPORT_SECONDS, TEST_SECONDS, SLOWER = 30.0, float(os.environ.get("LNLT_MUTANT_SECONDS", "4")), 8.0
"""Limits of CPU time: imports and collection, one test, and how many times slower than usual a test may get."""
WALL_SECONDS = 400.0
WORK = "work"
"""Marker of tests that count calls: beside them no other version of an expression is worked out."""
FIRST = 12
"""Tests of the first round of a change; the others follow if they pass."""
_now = [""]
"""The test that is running in this process."""


def running(name: str, seconds: float) -> None:
    """A test begins: it is named if it does not end in time."""
    _now[0] = name
    limit = TEST_SECONDS + SLOWER * seconds
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    signal.setitimer(signal.ITIMER_PROF, 2 * limit + IMPORT_SECONDS)  # where no line of Python is reached any more


@dataclass(frozen=True)
class Layout:
    """A project: its root, the folder of its packages, its tests."""

    root: Path
    source: Path
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Test:
    """One test: what it executes and how long it takes."""

    id: str
    seconds: float
    lines: dict[str, int]
    """File -> bits of the lines executed."""
    size: int
    differ: dict[str, int] = field(default_factory=dict)
    """File -> bits of the changes that made a difference to an expression."""
    work: bool = False
    """It counts calls: it may notice a change that comes to the same value."""


def prepare(layout: Layout, compiled: Path) -> None:
    """Import what every forked process needs, nothing of the project itself; compiled modules go to a folder."""
    sys.path.insert(0, str(layout.source))
    sys.pycache_prefix = str(compiled)
    for name in (
        "hypothesis.strategies",
        "msgspec",
        "rich.console",
        "rich.progress",
        "rich.table",
        "typer",
        "platformdirs",
        "fractions",
        "random",
    ):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    with contextlib.suppress(ImportError):
        from hypothesis import Phase, settings

        settings.register_profile(
            "mutants",
            derandomize=True,
            database=None,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            report_multiple_bugs=False,
        )
        settings.load_profile("mutants")
    gc.collect()
    gc.freeze()


class Chosen:
    """Pytest plugin: only the chosen tests, in the chosen order, each with a limit of CPU time."""

    def __init__(self, order: dict[str, float]) -> None:
        self.order = order
        self.rank = {name: i for i, name in enumerate(order)}
        self.failed = ""
        self.collected: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((i for i in items if i.nodeid in self.rank), key=lambda i: self.rank[i.nodeid])
        self.collected = [i.nodeid for i in items]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        running(item.nodeid, self.order.get(item.nodeid, 0.0))
        yield
        signal.setitimer(signal.ITIMER_VIRTUAL, IMPORT_SECONDS)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport | None:
        """A failure needs no text, which takes longer than most tests."""
        if call.excinfo is None or call.excinfo.errisinstance(pytest.skip.Exception):
            return None
        return pytest.TestReport(item.nodeid, item.location, {}, "failed", "failed", call.when)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid or "collection"


class Traced(Chosen):
    """Pytest plugin: notes the lines of the watched files each test executes."""

    def __init__(self, hits: dict[str, bytearray], differences: dict[str, Differences]) -> None:
        super().__init__({})
        self.hits, self.differences = hits, differences
        self.tests: list[dict[str, Any]] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        pass

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        for found in self.hits.values():
            found[:] = bytes(len(found))
        work = item.get_closest_marker(WORK) is not None
        for differences in self.differences.values():
            differences.reset()
            differences.busy = work
        start = time.process_time()
        yield
        seconds = round(time.process_time() - start, 4)
        lines = {file: hex(_bits(found)) for file, found in sorted(self.hits.items()) if any(found)}
        differ = {f: hex(_bits(d.found)) for f, d in sorted(self.differences.items()) if any(d.found)}
        failed, self.failed = self.failed, ""
        found = {"id": item.nodeid, "seconds": seconds, "lines": lines, "differ": differ, "failed": bool(failed)}
        self.tests.append({**found, "work": work})


def _bits(found: bytearray) -> int:
    return sum(1 << n for n, hit in enumerate(found) if hit)


class _Probes(ast.NodeTransformer):
    """Puts a note of its line before every statement of every function."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self._noted(node)
        return node

    def _noted(self, node: ast.AST) -> None:
        for name, value in ast.iter_fields(node):
            if not isinstance(value, list) or not value:
                continue
            if isinstance(value[0], ast.ExceptHandler | ast.match_case):
                for part in value:
                    self._noted(part)
            elif isinstance(value[0], ast.stmt):
                found: list[ast.stmt] = []
                for number, statement in enumerate(value):
                    words = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
                    if not (words and number == 0):
                        note = ast.parse(f"{HITS}[{statement.lineno}] = 1").body[0]
                        found.append(ast.copy_location(note, statement))
                    self._noted(statement)
                    found.append(statement)
                setattr(node, name, found)


@dataclass
class Watched:
    """A file whose execution is watched: its code with notes, and where they are made."""

    file: str
    name: str
    path: Path
    code: types.CodeType
    hits: bytearray
    differences: Differences
    compared: int
    """Bits of the changes whose expressions are worked out."""


def module_name(source: Path, path: Path) -> str:
    """The name a file of the package is imported by."""
    parts = path.relative_to(source).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def watch(layout: Layout, path: Path, points: list[Point]) -> Watched:
    """A file with notes of its lines, and with all versions of its expressions."""
    text = path.read_text(encoding="utf-8")
    file = path.relative_to(layout.root).as_posix()
    tree, differences, compared = probed(text, points, _Probes().visit)
    name = module_name(layout.source, path)
    hits = bytearray(text.count("\n") + 2)
    return Watched(file, name, path, compile(tree, str(path), "exec"), hits, differences, compared)


def trace(test_file: str, watched: Iterable[Watched]) -> dict[str, Any]:
    """In a forked process: every test of a file with the lines it executes and the changes that make a difference."""
    for one in watched:
        known = {HITS: one.hits, PROBE: one.differences}
        sys.meta_path.insert(0, _Finder(one.name, _Changed(one.name, str(one.path), one.code, known)))
    plugin = Traced({w.file: w.hits for w in watched}, {w.file: w.differences for w in watched})
    pytest.main([*OPTIONS[1:], test_file], plugins=[plugin])
    return {"failed": plugin.failed, "tests": plugin.tests}


class _Changed(importlib.machinery.SourceFileLoader):
    """Loads a module from changed code."""

    def __init__(self, name: str, path: str, code: types.CodeType, known: dict[str, Any] | None = None) -> None:
        super().__init__(name, path)
        self.code, self.known = code, known or {}

    def exec_module(self, module: types.ModuleType) -> None:
        vars(module).update(self.known)
        super().exec_module(module)

    def get_code(self, fullname: str) -> types.CodeType:  # noqa: ARG002
        return self.code


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, name: str, loader: _Changed) -> None:
        self.name, self.loader = name, loader

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:  # noqa: ARG002
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.loader.path, loader=self.loader)


def change(layout: Layout, point: Point) -> None:
    """In a forked process: make the change before the module is imported or the chart is read."""
    path = layout.root / point.file
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        real = tomllib.loads

        def loads(source: str, /, **options: Any) -> dict[str, Any]:
            raw = real(source, **options)
            return changed_chart(raw, point) if source == text else raw

        tomllib.loads = loads
        return
    name = module_name(layout.source, path)
    sys.meta_path.insert(0, _Finder(name, _Changed(name, str(path), mutated_code(text, str(path), point))))


def judge(layout: Layout, point: Point, tests: list[Test]) -> dict[str, Any]:
    """In a forked process: run the tests against a change, stop at the first that fails."""
    change(layout, point)
    for part in (tests[:FIRST], tests[FIRST:]):
        if not part:
            continue
        plugin = Chosen({t.id: t.seconds for t in part})
        files = dict.fromkeys(t.id.partition("::")[0] for t in part)
        signal.setitimer(signal.ITIMER_VIRTUAL, IMPORT_SECONDS)
        code = pytest.main([*OPTIONS, *files], plugins=[plugin])
        if plugin.failed or int(code) not in (0, 1, 5):
            return {"status": "killed", "by": plugin.failed or part[0].id}
    return {"status": "survived", "by": ""}


def in_parallel(
    jobs: Iterable[tuple[str, Callable[[], dict[str, Any]]]], processes: int, root: Path
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Run each job in a forked process of its own, a few at a time; results as they come."""
    waiting = iter(jobs)
    running: dict[int, tuple[str, int, float, str]] = {}
    exhausted = False
    while True:
        while not exhausted and len(running) < processes:
            job = next(waiting, None)
            if job is None:
                exhausted = True
                break
            read, write = os.pipe()
            cache = tempfile.mkdtemp(prefix="mutant-")
            sys.stdout.flush()
            pid = os.fork()
            if pid == 0:
                os.close(read)
                _child(job[1], write, cache, root)
            os.close(write)
            running[read] = (job[0], pid, time.monotonic(), cache)
        if not running:
            return
        ready, _, _ = select.select(list(running), [], [], 1.0)
        for read in list(running):
            name, pid, start, cache = running[read]
            if read not in ready:
                if time.monotonic() - start > WALL_SECONDS:
                    os.kill(pid, signal.SIGKILL)
                continue
            data = b""
            while piece := os.read(read, 1 << 16):
                data += piece
            os.close(read)
            _, code = os.waitpid(pid, 0)
            del running[read]
            shutil.rmtree(cache, ignore_errors=True)
            if data:
                yield name, {**json.loads(data), "seconds": round(time.monotonic() - start, 2)}
            elif os.WIFSIGNALED(code) and os.WTERMSIG(code) in (signal.SIGPROF, signal.SIGKILL):
                yield name, {"status": "timeout", "by": ""}
            else:
                yield name, {"status": "killed", "by": "crash"}


def silence() -> None:
    """Nothing is read from or written to the terminal from now on."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)


def _child(job: Callable[[], dict[str, Any]], write: int, cache: str, root: Path) -> None:
    try:
        os.chdir(root)
        os.environ["LNLT_CACHE"] = os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = cache
        os.environ["TMPDIR"] = tempfile.tempdir = cache
        silence()

        def tell(answer: dict[str, Any]) -> NoReturn:
            with os.fdopen(write, "wb") as out:
                out.write(json.dumps(answer).encode())
            os._exit(0)

        signal.signal(signal.SIGVTALRM, lambda *_: tell({"status": "timeout", "by": _now[0]}))
        tell(job())
    except BaseException:
        os._exit(3)
