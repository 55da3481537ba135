"""Which changes make a difference in which test: every changed expression is worked out beside the one that counts.

A test can only notice a change of an expression if the expression around it comes out differently at least once. So one
run of the tests with every expression worked out in all its versions tells which tests are worth running per change.
Expressions that do something (roll dice, change a draft) are left alone; for those the executed lines must do.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from mutation_points import Found, Point, put, walked

HITS, PROBE = "__lines_executed__", "__worked_out__"
"""Names in a watched module: the table of executed lines, and the function that works out all versions."""
ENOUGH = 300
"""A test that has worked out an expression so often has seen what it will see."""
DOERS = frozenset(
    {"append", "extend", "add", "pop", "setdefault", "remove", "update", "sort", "insert", "clear", "discard", "send"}
)
"""Methods that change what they are called on."""
NO_VALUE = ast.Starred | ast.Slice | ast.Lambda | ast.GeneratorExp | ast.FormattedValue | ast.JoinedStr


class Differences:
    """What one file's expressions came to: per change whether it made a difference since the last reset."""

    def __init__(self, changes: int) -> None:
        self.found = bytearray(changes)
        self.left: list[list[tuple[int, int]]] = []
        """Per expression its versions that have made no difference yet: number of the version, number of the change."""
        self.all: list[list[tuple[int, int]]] = []
        self.calls: list[int] = []
        self.busy = False

    def reset(self) -> None:
        """Forget everything; a new test begins."""
        self.found[:] = bytes(len(self.found))
        self.left = [list(versions) for versions in self.all]
        self.calls = [0] * len(self.all)

    def __call__(self, number: int, version: Callable[[int], Any]) -> Any:
        """Work out an expression: version 0 counts, the others are compared with it."""
        value = version(0)
        left = self.left[number]
        if not left or self.busy or self.calls[number] > ENOUGH:
            return value
        self.calls[number] += 1
        self.busy = True
        try:
            self.left[number] = [pair for pair in left if not self._differs(value, version, *pair)]
        finally:
            self.busy = False
        return value

    def _differs(self, value: Any, version: Callable[[int], Any], number: int, change: int) -> bool:
        try:
            other = version(number)
            same = other is value or (type(other) is type(value) and bool(other == value))
        except Exception:
            same = False
        if not same:
            self.found[change] = 1
        return not same


def _does_something(node: ast.AST) -> bool:
    if isinstance(node, ast.NamedExpr | ast.Yield | ast.YieldFrom | ast.Await):
        return True
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute):
        if node.func.attr in DOERS or (isinstance(node.func.value, ast.Name) and node.func.value.id == "d"):
            return True
    elif isinstance(node.func, ast.Name) and node.func.id in ("next", "super"):
        return True
    return bool(node.args) and isinstance(node.args[0], ast.Name) and node.args[0].id == "d"


def probed(text: str, points: list[Point], notes: Callable[[ast.Module], None]) -> tuple[ast.Module, Differences, int]:
    """A file with all versions of its expressions, what they will come to, and bits of the changes that are in it."""
    tree = ast.parse(text)
    number_of = {(p.number, p.variant): i for i, p in enumerate(points) if not p.at_import}
    places = walked(tree)
    parents: dict[ast.AST, ast.AST] = {}
    busy: set[ast.AST] = set()
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            parents[child] = node
    for node in ast.walk(tree):
        if _does_something(node):
            up: ast.AST | None = node
            while up is not None and up not in busy:
                busy.add(up)
                up = parents.get(up)
    holders = _holders(tree)
    versions: dict[ast.expr, list[tuple[int, ast.expr]]] = {}
    for place in places:
        for variant, (_, _, new) in enumerate(place.variants):
            change = number_of.get((place.number, variant))
            root = _root(place.node, parents, busy)
            if change is None or root is None or not isinstance(new, ast.expr):
                continue
            if root is place.node:
                changed = copy.deepcopy(new)
            else:
                put(place, new)
                changed = copy.deepcopy(root)
                put(place, place.node)
            versions.setdefault(root, []).append((change, changed))
    differences = Differences(len(points))
    bits = 0
    for number, (root, found) in enumerate(versions.items()):
        body: ast.expr = root
        pairs = []
        for version, (change, changed) in enumerate(found, 1):
            test = ast.Compare(ast.Name("__v", ast.Load()), [ast.Eq()], [ast.Constant(version)])
            body = ast.IfExp(test, changed, body)
            pairs.append((version, change))
            bits |= 1 << change
        # version 0 is the innermost alternative, so a plain number is compared a few times at most
        arguments = ast.arguments([], [ast.arg("__v")], None, [], [], None, [])
        call = ast.Call(ast.Name(PROBE, ast.Load()), [ast.Constant(number), ast.Lambda(arguments, body)], [])
        holder, name, index = holders[root]
        ast.copy_location(call, root)
        if index is None:
            setattr(holder, name, call)
        else:
            getattr(holder, name)[index] = call
        differences.all.append(pairs)
    differences.reset()
    notes(tree)
    return ast.fix_missing_locations(tree), differences, bits


def _holders(tree: ast.Module) -> dict[ast.AST, tuple[ast.AST, str, int | None]]:
    found: dict[ast.AST, tuple[ast.AST, str, int | None]] = {}
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.AST):
                found[value] = (node, name, None)
            elif isinstance(value, list):
                for index, child in enumerate(value):
                    if isinstance(child, ast.AST):
                        found[child] = (node, name, index)
    return found


def _root(node: ast.AST, parents: dict[ast.AST, ast.AST], busy: set[ast.AST]) -> ast.expr | None:
    """The largest expression around a node that does nothing and has a value to compare."""
    best: ast.expr | None = None
    at: ast.AST | None = node
    while at is not None and at not in busy and not isinstance(at, ast.stmt | ast.mod | ast.arguments):
        if isinstance(at, ast.expr) and not isinstance(at, NO_VALUE):
            if not isinstance(getattr(at, "ctx", ast.Load()), ast.Load):
                return None
            best = at
        at = parents.get(at)
    if isinstance(at, ast.arguments | ast.match_case | ast.pattern):
        return None
    return best


__all__ = ["HITS", "PROBE", "Differences", "Found", "probed"]
