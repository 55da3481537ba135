"""The house rules of the code: who imports whom, what the core may touch, how long a module gets."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "lnlt"
FLOORS = (
    "version",
    "core",
    "rules",
    "traits",
    "content",
    "rulebook",
    "table",
    "words",
    "engine",
    "matches",
    "ai",
    "sim",
    "situations",
    "server",
    "fuzz",
    "cli",
)
"""Every part of the package: each may import itself and those before it."""
ENGINE = ("version", "core", "rules", "traits", "content", "table")
"""What the public face of the engine may use."""
PURE = ("core", "rules", "traits")
FORBIDDEN = frozenset(
    {
        "os",
        "io",
        "time",
        "random",
        "logging",
        "threading",
        "pathlib",
        "socket",
        "subprocess",
        "asyncio",
        "datetime",
        "secrets",
    }
)
THIRD_PARTY = frozenset({"msgspec"})
MAX_LINES = 600


def modules() -> dict[str, Path]:
    """All modules of the package by dotted name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def layer(name: str) -> str:
    """The part of the package a module belongs to."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def imports(path: Path, at_import_time: bool = False) -> Iterator[str]:
    """Names of imported modules; at import time: without those inside functions or for type checkers only."""
    todo: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""
            for alias in node.names:
                if f"{node.module}.{alias.name}" in MODULES:
                    yield f"{node.module}.{alias.name}"
        elif at_import_time and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        elif at_import_time and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            todo.extend(node.orelse)
            continue
        todo.extend(ast.iter_child_nodes(node))


def test_every_part_has_its_floor() -> None:
    """A new package or module at the top gets a place in the order before it imports anything."""
    assert {layer(name) for name in MODULES} == {"", *FLOORS}


@pytest.mark.parametrize("name", MODULES)
def test_import_direction(name: str) -> None:
    """A module imports its own part and those before it, also inside functions and for type checkers."""
    allowed = FLOORS[: FLOORS.index(layer(name)) + 1] if layer(name) else ()
    wrong = {t for t in imports(MODULES[name]) if t.startswith("lnlt.") and layer(t) not in allowed}
    assert wrong == set()


def test_engine_knows_no_shell() -> None:
    """The public face of the engine imports no words, server, computer player or fuzzer."""
    used = {layer(t) for t in imports(PACKAGE / "engine.py") if t.startswith("lnlt.")}
    assert used <= set(ENGINE)


@pytest.mark.parametrize("part", PURE)
def test_core_is_pure(part: str) -> None:
    """Core, rules and traits use the standard library and msgspec, and nothing that touches the world or chance."""
    wrong = []
    for name, path in MODULES.items():
        if layer(name) != part:
            continue
        for target in imports(path):
            top = target.partition(".")[0]
            known = top == "lnlt" or top in THIRD_PARTY or top in sys.stdlib_module_names
            if not known or top in FORBIDDEN:
                wrong.append(f"{name} imports {target}")
    assert wrong == []


@pytest.mark.parametrize("part", PURE)
def test_core_reads_and_prints_nothing(part: str) -> None:
    """No print, open, input or global statement in core, rules and traits."""
    wrong = []
    for name, path in MODULES.items():
        if layer(name) != part:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if called in {"print", "open", "input", "exec", "eval"} or isinstance(node, ast.Global):
                wrong.append(f"{name}:{node.lineno}")  # type: ignore[attr-defined]
    assert wrong == []


def test_no_cycles() -> None:
    """No module needs itself while it is imported."""
    graph = {
        name: {t for t in imports(path, at_import_time=True) if t in MODULES and t != name}
        for name, path in MODULES.items()
    }
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " > ".join((*trail[trail.index(name) :], name))
        if name in done:
            return
        for target in sorted(graph[name]):
            if MODULES[target].name != "__init__.py" or not name.startswith(target):
                visit(target, (*trail, name))
        done.add(name)

    for name in sorted(graph):
        visit(name, ())


def test_modules_are_short() -> None:
    """A module of source or tests can be read in one sitting."""
    long = {}
    for folder in (PACKAGE, ROOT / "tests"):
        for path in folder.rglob("*.py"):
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > MAX_LINES:
                long[str(path.relative_to(ROOT))] = lines
    assert long == {}


def test_everything_says_what_it_is() -> None:
    """Every module of the package and of the tests has a docstring, and so has every test."""
    silent = []
    for folder in (PACKAGE, ROOT / "tests"):
        for path in folder.rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            if tree.body and not ast.get_docstring(tree):
                silent.append(str(path.relative_to(ROOT)))
            for node in tree.body:
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not ast.get_docstring(node):
                    silent.append(f"{path.relative_to(ROOT)}:{node.name}")
    assert silent == []
