"""A process that has imported the project and collected its tests, and forks once per change.

A change inside a function is made by giving the live function its changed code, which takes milliseconds. What was
already called while the tests were collected has left its results behind; such functions need a process of their own
(`mutation_runs.judge`). A constant is bound anew wherever it is known, a chart is read anew; as something may have been
derived from the old value, such a change counts as survived only if it survives in a process of its own too.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import gc
import importlib
import json
import os
import signal
import sys
import types
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mutation_points import Point, change_of, walked
from mutation_runs import OPTIONS, Chosen, Layout, Test, change, in_parallel, module_name, running, silence

COLD = "cold"
OPTIMIZED = 1
"""Flag of the code of functions; bodies of classes do not have it."""


def functions(code: types.CodeType) -> list[types.CodeType]:
    """Code of the outermost functions of a module, those of its classes included, in order."""
    found: list[types.CodeType] = []
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            found += [const] if const.co_flags & OPTIMIZED else functions(const)
    return found


class Server(Chosen):
    """Pytest plugin: collects everything, then tries one change after the other in forked processes."""

    def __init__(
        self, layout: Layout, jobs: list[tuple[Point, list[Test]]], processes: int, out: Any, first: Iterable[str]
    ) -> None:
        super().__init__({})
        self.layout, self.jobs, self.processes, self.out, self.first = layout, jobs, processes, out, first
        self.executed: dict[str, set[int]] = {str(layout.root / p.file): set() for p, _ in jobs}
        self.items: dict[str, pytest.Item] = {}
        self.places: dict[str, str] = {}
        self.killers: dict[str, Counter[str]] = {}

    def __call__(self, frame: types.FrameType, event: str, arg: object) -> None:  # noqa: ARG002
        """Trace function: notes what is called before the first change."""
        lines = self.executed.get(frame.f_code.co_filename)
        if lines is not None and frame.f_code.co_flags & OPTIMIZED:
            lines.add(frame.f_lineno)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """All tests, in any order."""
        self.items = {i.nodeid: i for i in items}

    def pytest_runtestloop(self) -> bool:
        """Instead of running the tests once."""
        for name in self.first:
            module, _, call = name.partition(":")
            with contextlib.suppress(ImportError):
                function, _, argument = call.partition(" ")
                getattr(importlib.import_module(module), function)(argument)
        sys.settrace(None)
        self.live: dict[tuple[str, str, int], list[types.FunctionType]] = {}
        for f in gc.get_objects():
            if isinstance(f, types.FunctionType) and f.__code__.co_filename in self.executed:
                code = f.__code__
                self.live.setdefault((code.co_filename, code.co_qualname, code.co_firstlineno), []).append(f)
        wrapper = type(functools.lru_cache(len))
        self.caches = [c for c in gc.get_objects() if isinstance(c, wrapper) and c.__module__.startswith("lnlt")]
        gc.collect()
        gc.freeze()
        for name, answer in in_parallel(self._waiting(), self.processes, self.layout.root):
            if answer["status"] == "killed":
                place = self.places[name]
                self.killers[place][answer["by"]] += 1
                self.killers[place.partition(" ")[0]][answer["by"]] += 1
            self._tell(name, answer)
        return True

    def _tell(self, name: str, answer: dict[str, Any]) -> None:
        self.out.write(json.dumps([name, answer]) + "\n")
        self.out.flush()

    def _waiting(self) -> Iterator[tuple[str, Any]]:
        for point, tests in self.jobs:
            if self._is_warm(point):
                place = self.places[point.key] = f"{point.file} {point.where}"
                here = self.killers.setdefault(place, Counter())  # what killed here may do so again
                near = self.killers.setdefault(point.file, Counter())  # and what killed elsewhere in the file
                ordered = sorted(tests, key=lambda t, a=here, b=near: (-a[t.id], -b[t.id]))  # type: ignore[misc]
                yield point.key, functools.partial(self._judge, point, ordered)
            else:
                self._tell(point.key, {"status": COLD})

    @functools.lru_cache(maxsize=64)  # noqa: B019
    def _original(self, path: str) -> tuple[ast.Module, list[Any], list[types.CodeType]]:
        tree = ast.parse(Path(path).read_text(encoding="utf-8"))
        places = walked(tree)  # moves nodes, so it comes before compiling
        return tree, places, functions(compile(ast.fix_missing_locations(tree), path, "exec"))

    def _is_warm(self, point: Point) -> bool:
        if point.kind == "chart":
            return True
        if point.at_import:
            known = self._statement(point) is not None or self._attribute(point) is not None
            return known or bool(self._functions(point))
        path = str(self.layout.root / point.file)
        for code in self._original(path)[2]:
            lines = [n for *_, n in code.co_lines() if n is not None]
            for inner in _inner(code):
                lines += [n for *_, n in inner.co_lines() if n is not None]
            if min(lines) <= point.line <= max(lines):
                called = any(min(lines) <= n <= max(lines) for n in self.executed[path])
                return not called and (path, code.co_qualname, code.co_firstlineno) in self.live
        return False

    def _statement(self, point: Point) -> int | None:
        """Number of the assignment of a module in which a change takes effect."""
        for number, node in enumerate(self._original(str(self.layout.root / point.file))[0].body):
            if node.lineno <= point.line <= (node.end_lineno or node.lineno):
                return number if isinstance(node, ast.Assign | ast.AnnAssign) else None
        return None

    def _attribute(self, point: Point) -> tuple[str, ast.Assign | ast.AnnAssign] | None:
        """The class and the assignment of a class variable in which a change takes effect; no fields of structs."""
        for node in self._original(str(self.layout.root / point.file))[0].body:
            if isinstance(node, ast.ClassDef) and node.lineno <= point.line <= (node.end_lineno or node.lineno):
                for part in node.body:
                    if not part.lineno <= point.line <= (part.end_lineno or part.lineno):
                        continue
                    if isinstance(part, ast.Assign):
                        return node.name, part
                    if isinstance(part, ast.AnnAssign) and "ClassVar" in ast.unparse(part.annotation):
                        return node.name, part
        return None

    def _judge(self, point: Point, tests: list[Test]) -> dict[str, Any]:
        """In a forked process: make the change, run the tests, stop at the first that fails."""
        if point.kind == "chart":
            change(self.layout, point)
            for cache in self.caches:
                cache.cache_clear()
        elif point.at_import and (found := self._functions(point)):
            self._redefault(point, found)
        elif not (self._rebind(point) if point.at_import else self._recode(point)):
            return {"status": COLD}
        for test in tests:
            item = self.items.get(test.id)
            if item is None:
                return {"status": COLD}
            running(test.id, test.seconds)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            if self.failed:
                return {"status": "killed", "by": self.failed}
        return {"status": COLD if point.at_import else "survived", "by": ""}

    def _signature(self, point: Point) -> ast.FunctionDef | None:
        """The function among whose default values a change is."""
        for node in ast.walk(self._original(str(self.layout.root / point.file))[0]):
            if isinstance(node, ast.FunctionDef) and node.lineno <= point.line < node.body[0].lineno:
                return node
        return None

    def _functions(self, point: Point) -> list[types.FunctionType]:
        """The live functions among whose default values a change is."""
        node, path = self._signature(point), str(self.layout.root / point.file)
        if node is None:
            return []
        first = {node.lineno, *(d.lineno for d in node.decorator_list)}
        return [f for (file, _, line), fs in self.live.items() if file == path and line in first for f in fs]

    def _redefault(self, point: Point, functions: list[types.FunctionType]) -> None:
        """Give live functions their changed default values; what was remembered of calls is forgotten."""
        path = str(self.layout.root / point.file)
        tree, found, _ = self._original(path)
        change_of(tree, found, path, point)
        node = self._signature(point)
        assert node is not None

        def value(default: ast.expr, space: dict[str, Any]) -> Any:
            return eval(compile(ast.fix_missing_locations(ast.Expression(default)), path, "eval"), space)

        for function in functions:
            space = function.__globals__
            function.__defaults__ = tuple(value(d, space) for d in node.args.defaults) or None
            named = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            function.__kwdefaults__ = {a.arg: value(d, space) for a, d in named if d is not None} or None
        for cache in self.caches:
            cache.cache_clear()

    def _recode(self, point: Point) -> bool:
        """Give the live function its changed code."""
        path = str(self.layout.root / point.file)
        tree, found, before = self._original(path)
        changed = functions(change_of(tree, found, path, point))
        places = [(old, new) for old, new in zip(before, changed, strict=True) if old != new]
        if len(places) != 1:
            return False
        old, new = places[0]
        with contextlib.suppress(ValueError):
            for function in self.live[(path, old.co_qualname, old.co_firstlineno)]:
                function.__code__ = new
            return True
        return False

    def _rebind(self, point: Point) -> bool:
        """Bind a changed constant, and the constants of its module that follow from it, wherever they are known."""
        path = self.layout.root / point.file
        tree, found, _ = self._original(str(path))
        start, inside = self._statement(point), self._attribute(point)
        change_of(tree, found, str(path), point)
        home = sys.modules.get(module_name(self.layout.source, path))
        if home is None or (start is None and inside is None):
            return False
        space = dict(vars(home))
        if inside is not None and inside[1].value is not None:
            target = inside[1].targets[0] if isinstance(inside[1], ast.Assign) else inside[1].target
            value = eval(compile(ast.fix_missing_locations(ast.Expression(inside[1].value)), str(path), "eval"), space)
            setattr(vars(home)[inside[0]], ast.unparse(target), value)
            return True
        changed: set[str] = set()
        for number, node in enumerate(tree.body[start:]):
            if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
                continue
            if number and not any(isinstance(n, ast.Name) and n.id in changed for n in ast.walk(node.value)):
                continue
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            plain = ast.fix_missing_locations(ast.copy_location(ast.Assign(targets, node.value), node))
            exec(compile(ast.Module([plain], []), str(path), "exec"), space)
            changed |= {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
        for name in changed:
            old = vars(home)[name]
            for module in list(sys.modules.values()):
                if vars(module).get(name) is old:
                    setattr(module, name, space[name])
        return True

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:  # noqa: ARG002
        """The limit of time is set where the test is started."""
        yield


def _inner(code: types.CodeType) -> Iterator[types.CodeType]:
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield const
            yield from _inner(const)


def serve(
    layout: Layout, jobs: list[tuple[Point, list[Test]]], processes: int, first: Iterable[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Results as they come; the status is `cold` for a change that needs a process of its own."""
    files = sorted({t.id.partition("::")[0] for _, tests in jobs for t in tests})
    if not files:
        return
    read, write = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        try:
            os.chdir(layout.root)
            silence()
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            with os.fdopen(write, "w", encoding="utf-8") as out:
                server = Server(layout, jobs, processes, out, first)
                sys.settrace(server)
                pytest.main([*OPTIONS, *files], plugins=[server])
        finally:
            os._exit(0)
    os.close(write)
    try:
        with os.fdopen(read, encoding="utf-8") as lines:
            for line in lines:
                name, answer = json.loads(line)
                yield name, answer
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)
