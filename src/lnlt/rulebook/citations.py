"""Finds where source, tests and situations cite the rules.

A citation is recognised in these places only:

* a string given as `rule` or `rules` (keyword or dict key), alone or in a tuple, list or set; the first argument of a
  call to `Refusal`; in the package any other string that is nothing but a citation;
* the beginning of the docstring of a module, class or function: section numbers with commas, ended by a colon or space;
  "19.2.1 to 19.2.5" are five;
* a docstring or comment: in square brackets; a ruling also without them;
* a situation: the top-level key `rule`.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from lnlt.rulebook.index import CITATION, SECTION, Citation, parse_citation

Kind = Literal["code", "test", "situation"]

_ANY = re.compile(rf"\b(?:{CITATION})")
_HEAD = re.compile(rf"((?:{CITATION})(?:(?:,\s*| to )(?:{CITATION}))*)(?=[:\s]|$)")
_RANGE = re.compile(rf"({SECTION}) to ({SECTION})")
_BRACKETS = re.compile(rf"\[\s*((?:{CITATION})(?:\s*,\s*(?:{CITATION}))*)\s*\]|\b(Q-\d+)\b")
_ONE = re.compile(CITATION)
_COMMENT = re.compile(rf"#.*(?:\[\s*(?:{SECTION}|P-\d)|Q-\d)")
_LOOKS_CITED = re.compile(r"\d|[QP]-")
_TOML_RULE = re.compile(r"^rule\s*=\s*(\[[^\]]*\]|[\"'][^\"']*[\"'])", re.MULTILINE)
_TOML_TITLE = re.compile(r"^title\s*=\s*[\"'](.*)[\"']\s*$", re.MULTILINE)
_TOML_TABLE = re.compile(r"^\s*\[", re.MULTILINE)
_TOML_STRING = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'|#[^\n]*")

Defs = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Found(msgspec.Struct, frozen=True, array_like=True):
    """One citation and where it stands."""

    citation: Citation | None
    """None: it should be a citation but cannot be read; `text` has what is written."""
    text: str
    kind: Kind
    file: str
    line: int
    name: str
    """Qualified name of the function or class around it, empty for the module; title of a situation."""
    start: int
    """Line where that function or class begins."""
    summary: str
    """First line of the docstring of that function, class or module."""
    hook: str = ""
    """Name of the hook point declared by the call that has the citation."""


class _Scope(NamedTuple):
    name: str
    start: int
    end: int
    summary: str


def scan_situation(text: str, file: str) -> Iterator[Found]:
    """The citations of one situation: its top-level key `rule`, one string or a list of them."""
    table = _TOML_TABLE.search(text)
    head = text
    while table is not None and (head := text[: table.start()]).count("[") > head.count("]"):
        table = _TOML_TABLE.search(text, table.end())
        head = text
    rule = _TOML_RULE.search(head)
    if rule is None:
        return
    title = _TOML_TITLE.search(head)
    name = title[1] if title else ""
    for item in _TOML_STRING.finditer(rule[1]):
        value = item[1] if item[1] is not None else item[2]
        if value is not None:
            line = text.count("\n", 0, rule.start(1) + item.start()) + 1
            yield Found(parse_citation(value), value, "situation", file, line, name, 1, "")


def scan_python(text: str, file: str, kind: Kind) -> Iterator[Found]:
    """The citations of one Python file; a file that does not parse has none."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return
    reader = _Reader(text, file, kind)
    reader.read(tree)
    yield from sorted(reader.found, key=lambda f: f.line)


class _Reader:
    """Walks one syntax tree and keeps what it finds."""

    def __init__(self, text: str, file: str, kind: Kind) -> None:
        self.text, self.file, self.kind = text, file, kind
        self.found: list[Found] = []
        self.scopes: list[_Scope] = []
        self.strings: list[tuple[int, int, int, int]] = []
        self.told: set[tuple[int, int]] = set()
        """Where strings stand that are citations already by their place."""

    def read(self, tree: ast.Module) -> None:
        """Docstrings and arguments from the tree, then comments from the text."""
        scope = _Scope("", 1, self.text.count("\n") + 1, _summary(tree))
        self.scopes.append(scope)
        self._docstring(tree, scope)
        self._children(tree, scope)
        self._comments()

    def _add(self, text: str, line: int, scope: _Scope, hook: str = "") -> None:
        citation = parse_citation(text)
        if citation is None and not _LOOKS_CITED.match(text):
            return
        self.found.append(
            Found(citation, text, self.kind, self.file, line, scope.name, scope.start, scope.summary, hook)
        )

    def _children(self, node: ast.AST, scope: _Scope) -> None:
        for child in ast.iter_child_nodes(node):
            self._visit(child, scope)

    def _visit(self, node: ast.AST, scope: _Scope, target: str = "") -> None:
        if isinstance(node, Defs):
            name = f"{scope.name}.{node.name}" if scope.name else node.name
            scope = _Scope(name, node.lineno, node.end_lineno or node.lineno, _summary(node))
            self.scopes.append(scope)
            self._docstring(node, scope)
            for keyword in node.keywords if isinstance(node, ast.ClassDef) else ():
                self._keyword(keyword, scope, "")
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                self._string(node)
                plain = self.kind == "code" and _ONE.fullmatch(node.value)
                if plain and (node.lineno, node.col_offset) not in self.told:
                    self._add(node.value, node.lineno, scope)
            return
        elif isinstance(node, ast.JoinedStr):
            self._string(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            if isinstance(node.value.value, str):
                self._bracketed(node.value.value, node.value.lineno, scope)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Call):
            first = node.targets[0] if isinstance(node, ast.Assign) else node.target
            for child in ast.iter_child_nodes(node):
                self._visit(child, scope, ast.unparse(first) if child is node.value else "")
            return
        elif isinstance(node, ast.Call):
            callee = _callee(node.func)
            hook = ""
            if callee.endswith("Hook"):
                first_string = next((a.value for a in node.args if isinstance(a, ast.Constant)), "")
                hook = target or str(first_string) or callee
            if callee == "Refusal" and node.args:
                self._values(node.args[0], scope, "")
            for keyword in node.keywords:
                self._keyword(keyword, scope, hook)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values):
                if isinstance(key, ast.Constant) and key.value in ("rule", "rules"):
                    self._values(value, scope, "")
        self._children(node, scope)

    def _keyword(self, keyword: ast.keyword, scope: _Scope, hook: str) -> None:
        if keyword.arg in ("rule", "rules"):
            self._values(keyword.value, scope, hook)

    def _values(self, node: ast.expr, scope: _Scope, hook: str) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.told.add((node.lineno, node.col_offset))
            self._add(node.value, node.lineno, scope, hook)
        elif isinstance(node, ast.Tuple | ast.List | ast.Set):
            for item in node.elts:
                self._values(item, scope, hook)

    def _string(self, node: ast.Constant | ast.JoinedStr) -> None:
        end = node.end_lineno or node.lineno
        self.strings.append((node.lineno, node.col_offset, end, node.end_col_offset or 0))

    def _docstring(self, node: ast.Module | Defs, scope: _Scope) -> None:
        first = node.body[0] if node.body else None
        if not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)):
            return
        text = first.value.value
        if not isinstance(text, str):
            return
        head = _HEAD.match(text.lstrip())
        if head is not None:
            for item in _ONE.findall(_RANGE.sub(_all_between, head[1])):
                if item[0] != "Q":  # rulings are found wherever they stand in the docstring
                    self._add(item, scope.start, scope)

    def _bracketed(self, text: str, line: int, scope: _Scope) -> None:
        for match in _BRACKETS.finditer(text):
            at = line + text.count("\n", 0, match.start())
            for item in _ONE.findall(match[1] or match[2]):
                self._add(item, at, scope)

    def _comments(self) -> None:
        """Only lines that could have a citation are looked at; in doubt the tokenizer tells where a comment begins."""
        exact: dict[int, int] | None = None
        for number, line in enumerate(self.text.splitlines(), 1):
            if "#" not in line or _COMMENT.search(line) is None:
                continue
            around = [s for s in self.strings if s[0] <= number <= s[2]]
            if any(first != last for first, _, last, _ in around) or not line.isascii():
                if exact is None:
                    tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
                    exact = {t.start[0]: t.start[1] for t in tokens if t.type == tokenize.COMMENT}
                at = exact.get(number, -1)
            else:
                hashes = (m.start() for m in re.finditer("#", line))
                at = next((h for h in hashes if not any(left <= h < right for _, left, _, right in around)), -1)
            if at >= 0:
                inner = max((s for s in self.scopes if s.start <= number <= s.end), key=lambda s: s.start)
                self._bracketed(line[at:], number, inner)


def _all_between(found: re.Match[str]) -> str:
    """Every section from the first of a range to the last, if only their last numbers differ."""
    head, _, first = found[1].rpartition(".")
    other, _, last = found[2].rpartition(".")
    if head != other:
        return f"{found[1]}, {found[2]}"
    return ", ".join(f"{head}.{number}" for number in range(int(first), int(last) + 1))


def _callee(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _summary(node: ast.Module | Defs) -> str:
    text = ast.get_docstring(node, clean=False) or ""
    return text.strip().partition("\n")[0].strip()
