"""Where a source file or a chart can be changed a little, and the changed file.

A point is one small change: a constant, an operator, a table cell, a sign, a flag of a mask. Points are found in the
order of the file, so the same file always gives the same points.
"""

from __future__ import annotations

import ast
import copy
import functools
import marshal
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SKIPPED_FIELDS = frozenset({"annotation", "returns", "decorator_list", "bases", "type_comment", "ctx"})
SKIPPED_NAMES = frozenset({"__slots__", "__all__", "WORDS", "DOES"})
"""Names of tables that are no rule: slots, exports, sentences for readers."""
SKIPPED_CALLS = frozenset({"Refusal", "TypeVar", "cast", "ModifierHook", "ValueHook", "GateHook"})
"""Calls whose arguments are words for readers, no values of a rule."""
MUTANT = "mutant"

LOS = ("open", "degrading", "blocking")
SHAPES = ("none", "inside", "terrain", "whole")
CHART_DEFAULTS: dict[str, dict[str, Any]] = {
    "terrain": {
        "structure": False,
        "hides_moving": False,
        "flammable": False,
        "road": False,
        "water": False,
        "weapon_teams": True,
        "verified": True,
        "stacking": None,
        "level": 0,
    },
    "hexsides": {"hides_moving": False, "verified": True},
    "counters": {"verified": True, "spots_as": None},
}
"""Cells a row has even if the file does not write them."""


@dataclass(frozen=True)
class Point:
    """One change of one file."""

    file: str
    line: int
    where: str
    """Function or class, or the row of a chart."""
    kind: str
    text: str
    """The line as it stands in the file."""
    change: str
    number: int
    """Number of the node in the file and of the change of that node."""
    variant: int
    at_import: bool = False
    names: tuple[str, ...] = ()
    """Names the statement binds, for changes that take effect at import."""
    twin: int = 0
    """How many points before it read the same."""
    path: tuple[str | int, ...] = ()
    value: Any = None
    """Chart: key path and the new value."""

    @property
    def key(self) -> str:
        """Name that survives moved lines."""
        again = f" #{self.twin + 1}" if self.twin else ""
        return f"{self.file} | {self.where} | {self.text} | {self.change}{again}"


@dataclass
class _Place:
    """What a walk knows about where it is."""

    where: str = ""
    function: ast.FunctionDef | None = None
    at_import: bool = True
    names: tuple[str, ...] = ()
    line: int = 0
    parent: ast.AST | None = None
    member: bool = False
    """Inside the right side of `in`."""


@dataclass
class Found:
    """A node that has changes, and where it hangs."""

    place: _Place
    node: ast.AST
    holder: ast.AST
    field: str
    index: int | None
    number: int
    variants: list[tuple[str, str, ast.AST]] = field(default_factory=list)


def python_points(path: Path, file: str) -> list[Point]:
    """All changes of a Python file that compile to something else."""
    return _points_of(path.read_text(encoding="utf-8"), file)


@functools.lru_cache(maxsize=1000)
def _points_of(source: str, file: str) -> list[Point]:
    lines = source.splitlines()
    points: list[Point] = []
    seen: dict[str, int] = {}
    tree = ast.parse(source)
    parts = _Parts(tree, file)
    for found in walked(tree):
        line = getattr(found.node, "lineno", found.place.line)
        for variant, (kind, change, new) in enumerate(found.variants):
            if not parts.differ(found, new, line):
                continue
            text = lines[line - 1].strip()
            label = f"{found.place.where}|{text}|{change}"
            twin = seen[label] = seen.get(label, -1) + 1
            points.append(
                Point(
                    file=file,
                    line=line,
                    where=found.place.where,
                    kind=kind,
                    text=text,
                    change=change,
                    number=found.number,
                    variant=variant,
                    at_import=found.place.at_import,
                    names=found.place.names,
                    twin=twin,
                )
            )
    return points


class _Parts:
    """The statements of a module one by one: compiling one is enough to see whether a change of it matters."""

    def __init__(self, tree: ast.Module, file: str) -> None:
        self.file = file
        self.by_line: dict[int, ast.stmt] = {}
        for part in tree.body:
            first = min([part.lineno, *(d.lineno for d in getattr(part, "decorator_list", ()))])
            self.by_line.update(dict.fromkeys(range(first, (part.end_lineno or part.lineno) + 1), part))
        self.code: dict[ast.stmt, bytes] = {}

    def differ(self, found: Found, new: ast.AST, line: int) -> bool:
        """Whether the change compiles to something else."""
        part = self.by_line[line]
        if part not in self.code:
            self.code[part] = self._dumped(part)
        put(found, new)
        code = self._dumped(part)
        put(found, found.node)
        return code != self.code[part]

    def _dumped(self, part: ast.stmt) -> bytes:
        return marshal.dumps(_compile(ast.Module([part], []), self.file))


def mutated_code(source: str, file: str, point: Point) -> Any:
    """The code object of the file with the change of the point made."""
    tree = ast.parse(source)
    return change_of(tree, walked(tree), file, point)


def change_of(tree: ast.Module, places: list[Found], file: str, point: Point) -> Any:
    """The code object of a parsed file, its places known, with the change of the point made; the tree is changed."""
    found = next(f for f in places if f.number == point.number)
    put(found, found.variants[point.variant][2])
    return _compile(tree, file)


def _compile(tree: ast.Module, file: str) -> Any:
    return compile(ast.fix_missing_locations(tree), file, "exec")


def put(found: Found, new: ast.AST) -> None:
    """Hang another node into the place."""
    if found.index is None:
        setattr(found.holder, found.field, new)
    else:
        getattr(found.holder, found.field)[found.index] = new


def walked(tree: ast.Module) -> list[Found]:
    """Every place of a parsed file that has changes, in order."""
    found: list[Found] = []
    has_refusal = any(
        isinstance(n, ast.ImportFrom) and any(a.name == "Refusal" for a in n.names) for n in ast.walk(tree)
    )
    for number, item in enumerate(_nodes(tree, _Place())):
        item.number = number
        item.variants = [
            (kind, change, ast.copy_location(new, item.node) if hasattr(item.node, "lineno") else new)
            for kind, change, new in _variants(item.node, item.place, has_refusal)
        ]
        if item.variants:
            found.append(item)
    return found


def _nodes(node: ast.AST, place: _Place) -> Iterator[Found]:
    """Every node that may be changed, with its place, parents before children."""
    for name, value in ast.iter_fields(node):
        if name in SKIPPED_FIELDS:
            continue
        for index, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(child, ast.AST) or _is_words(child) or _is_type(node, name, place):
                continue
            inner = _inside(node, name, child, place)
            yield Found(inner, child, node, name, index, 0)
            yield from _nodes(child, inner)


def _inside(node: ast.AST, name: str, child: ast.AST, place: _Place) -> _Place:
    inner = copy.copy(place)
    inner.parent = node
    inner.line = getattr(child, "lineno", place.line)
    if isinstance(node, ast.FunctionDef):
        inner.where = f"{place.where}.{node.name}" if place.where else node.name
        inner.function = node
        inner.at_import = place.at_import and name == "args"
        inner.names = (node.name,)
    elif isinstance(node, ast.ClassDef):
        inner.where = f"{place.where}.{node.name}" if place.where else node.name
        inner.names = (node.name,)
    elif isinstance(node, ast.Assign | ast.AnnAssign) and place.function is None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        inner.names = tuple(n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))
        if not place.where:
            inner.where = inner.names[0] if inner.names else ""
    elif isinstance(node, ast.Lambda):
        inner.at_import = False
    if isinstance(node, ast.Compare) and name == "comparators":
        inner.member = any(isinstance(op, ast.In | ast.NotIn) for op in node.ops)
    elif not isinstance(node, ast.Tuple | ast.Set | ast.List):
        inner.member = False
    return inner


def _is_words(child: ast.AST) -> bool:
    """Docstrings, texts for readers, imports and names without a value of their own."""
    if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
        return True
    if isinstance(child, ast.Assign | ast.AnnAssign):
        targets = child.targets if isinstance(child, ast.Assign) else [child.target]
        return any(isinstance(t, ast.Name) and t.id in SKIPPED_NAMES for t in targets)
    return isinstance(child, ast.Import | ast.ImportFrom | ast.JoinedStr | ast.Assert)


def _is_type(node: ast.AST, name: str, place: _Place) -> bool:
    """Type expressions written as values, and arguments that are words."""
    if isinstance(node, ast.Subscript) and name == "slice":
        return place.at_import
    if isinstance(node, ast.Call) and name in ("args", "keywords"):
        return _called(node) in SKIPPED_CALLS
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    return isinstance(node, ast.ClassDef) and name == "keywords"


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _variants(node: ast.AST, place: _Place, has_refusal: bool) -> Iterator[tuple[str, str, ast.AST]]:
    """The changes of one node: kind, change in words, the new node."""
    if isinstance(node, ast.Constant):
        yield from _constants(node, place)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not | ast.Invert):
        kind = {ast.USub: "sign", ast.Not: "logic", ast.Invert: "mask"}[type(node.op)]
        yield kind, _change(node, node.operand), node.operand
    elif isinstance(node, ast.BinOp):
        yield from _operators(node, place)
    elif isinstance(node, ast.AugAssign):
        swaps = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr}
        if type(node.op) in swaps:
            new = copy.copy(node)
            new.op = swaps[type(node.op)]()
            yield "arithmetic", _change(node, new), new
    elif isinstance(node, ast.BoolOp):
        swapped = copy.copy(node)
        swapped.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "logic", _change(node, swapped), swapped
    elif isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            if type(op) in COMPARE:
                compared = copy.copy(node)
                compared.ops = [*node.ops[:i], COMPARE[type(op)](), *node.ops[i + 1 :]]
                yield "comparison", _change(node, compared), compared
    elif isinstance(node, ast.Return):
        yield from _returns(node, place, has_refusal)
    elif isinstance(node, ast.Call) and _called(node) == "Modifier" and node.args:
        value = node.args[0]
        plain = value.operand if isinstance(value, ast.UnaryOp) else value
        if not isinstance(plain, ast.Constant):
            less = ast.UnaryOp(ast.USub(), value)
            more = ast.BinOp(value, ast.Add(), ast.Constant(1))
            for new_value in (less, more):
                call = copy.copy(node)
                call.args = [new_value, *node.args[1:]]
                yield "modifier", _change(value, new_value), call
    elif isinstance(node, ast.Tuple | ast.List) and place.at_import and isinstance(node.ctx, ast.Load):
        if place.names != ("ACCEPTS",):  # only ever searched, so the order means nothing
            yield from _swaps(node)
    elif isinstance(node, ast.Set) and (place.at_import or place.member):
        for i, element in enumerate(node.elts):
            if not isinstance(element, ast.Constant) and len(node.elts) > 1:
                rest = copy.copy(node)
                rest.elts = node.elts[:i] + node.elts[i + 1 :]
                yield "table", f"without {ast.unparse(element)}", rest


def _constants(node: ast.Constant, place: _Place) -> Iterator[tuple[str, str, ast.AST]]:
    value = node.value
    if isinstance(value, bool):
        yield "constant", f"{value} -> {not value}", ast.Constant(not value)
    elif isinstance(value, int | float):
        yield "constant", f"{value} -> {value + 1}", ast.Constant(value + 1)
        in_modifier = isinstance(place.parent, ast.Call) and _called(place.parent) == "Modifier"
        if value > 0 and (place.at_import or in_modifier):
            yield "constant", f"{value} -> {value - 1}", ast.Constant(value - 1)
    elif isinstance(value, str) and isinstance(place.parent, ast.Tuple | ast.List | ast.Set | ast.Dict):
        if place.at_import or place.member:
            yield "table", f"{value!r} -> {MUTANT!r}", ast.Constant(MUTANT)


def _operators(node: ast.BinOp, place: _Place) -> Iterator[tuple[str, str, ast.AST]]:
    sides = (node.left, node.right)
    if isinstance(node.op, ast.Add | ast.Sub):
        if any(isinstance(s, ast.JoinedStr | ast.Tuple | ast.List) for s in sides):
            return
        new = copy.copy(node)
        new.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        yield "arithmetic", _change(node, new), new
    elif isinstance(node.op, ast.BitOr):
        if place.at_import and any(_is_type_part(s) for s in sides):
            return
        for side in sides:
            yield "mask", _change(node, side), side
    elif isinstance(node.op, ast.BitAnd):
        yield "mask", _change(node, node.left), node.left
        yield "mask", _change(node, ast.Constant(0)), ast.Constant(0)


def _is_type_part(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return node.value is None
    return isinstance(node, ast.Name) and not node.id.isupper()


def _returns(node: ast.Return, place: _Place, has_refusal: bool) -> Iterator[tuple[str, str, ast.AST]]:
    function = place.function
    if function is None or function.returns is None or "Refusal" not in ast.unparse(function.returns):
        return
    value = node.value
    if isinstance(value, ast.Call) and _called(value) == "Refusal":
        code = value.args[1] if len(value.args) > 1 else value.args[0]
        yield "verdict", f"refusal {ast.unparse(code)} -> None", ast.Return(ast.Constant(None))
    elif has_refusal and (value is None or (isinstance(value, ast.Constant) and value.value is None)):
        refusal = ast.Call(ast.Name("Refusal", ast.Load()), [ast.Constant("1.0"), ast.Constant(MUTANT)], [])
        yield "verdict", "None -> a refusal", ast.Return(refusal)


def _swaps(node: ast.Tuple | ast.List) -> Iterator[tuple[str, str, ast.AST]]:
    for i, (one, two) in enumerate(zip(node.elts, node.elts[1:], strict=False)):
        if isinstance(one, ast.Name) and isinstance(two, ast.Name | ast.Constant) and ast.dump(one) != ast.dump(two):
            new = copy.copy(node)
            new.elts = [*node.elts[:i], two, one, *node.elts[i + 2 :]]
            yield "table", f"cell {i}: {ast.unparse(one)} <-> {ast.unparse(two)}", new


def _change(old: ast.AST, new: ast.AST) -> str:
    return f"{_short(old)} -> {_short(new)}"


def _short(node: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(copy.deepcopy(node)))
    return text if len(text) <= 70 else f"{text[:67]}..."


def chart_points(path: Path, file: str) -> list[Point]:
    """All changes of a chart: every cell of every row, written or by default, and every borrowed row."""
    text = path.read_text(encoding="utf-8")
    raw = tomllib.loads(text)
    lines = text.splitlines()
    overlay = path.parent.name == "overlays"
    points: list[Point] = []

    def add(row: tuple[str, ...], cell: tuple[str | int, ...], old: Any, new: Any) -> None:
        line = _chart_line(lines, row, str(cell[0]))
        label = ".".join(str(c) for c in cell)
        change = f"{label}: {old!r} -> {new!r}"
        points.append(
            Point(
                file=file,
                line=line,
                where=".".join(row),
                kind="chart",
                text=label,
                change=change,
                number=len(points),
                variant=0,
                at_import=True,
                path=(*row, *cell),
                value=new,
            )
        )

    for other, keys in raw.get("borrow", {}).items():
        for i, key in enumerate(keys):
            rest = keys[:i] + keys[i + 1 :]
            add(("borrow",), (other,), f"... {key} ...", rest)
    for group in ("terrain", "hexsides", "counters"):
        for name, row in raw.get(group, {}).items():
            cells = row if overlay else {**CHART_DEFAULTS[group], **row}
            for cell, old in cells.items():
                for sub, was, new in _chart_cells(cell, old):
                    add((group, name), (cell, *sub), was, new)
    return points


def _chart_cells(cell: str, old: Any) -> Iterator[tuple[tuple[str | int, ...], Any, Any]]:
    if cell == "name":
        return
    if isinstance(old, bool):
        yield (), old, not old
    elif isinstance(old, dict):
        for key, value in old.items():
            for sub, was, new in _chart_cells(key, value):
                yield (key, *sub), was, new
    elif isinstance(old, list):
        for i, value in enumerate(old):
            if isinstance(value, int):
                yield (i,), value, value + 1
    elif isinstance(old, int | float):
        yield (), old, old + 1
    elif cell == "spots_as":
        yield (), old, LOS[(LOS.index(old) + 1) % 3] if old else "blocking"
    elif cell == "stacking":
        yield (), old, 1
    elif cell == "los":
        yield (), old, LOS[(LOS.index(old) + 1) % 3]
    elif cell == "shape":
        yield (), old, SHAPES[(SHAPES.index(old) + 1) % 4]
    elif old == "P":
        yield (), old, 2
    elif cell == "height":
        yield (), old, 1


def _chart_line(lines: list[str], row: tuple[str, ...], cell: str) -> int:
    head = f"[{'.'.join(row)}]"
    start = next((i for i, line in enumerate(lines) if line.startswith(head)), 0)
    for i in range(start + 1, len(lines)):
        if lines[i].startswith("["):
            break
        if lines[i].split("=")[0].strip() == cell:
            return i + 1
    return start + 1


def changed_chart(raw: dict[str, Any], point: Point) -> dict[str, Any]:
    """The parsed chart with the cell of the point changed."""
    changed = copy.deepcopy(raw)
    holder: Any = changed
    for part in point.path[:-1]:
        holder = holder[part]
    holder[point.path[-1]] = point.value
    return changed
