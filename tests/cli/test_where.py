"""`lnlt where`: what counts as a citation, what is a gap, and what the command prints."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import lnlt
from lnlt.cli.main import build
from lnlt.rulebook.citations import scan_python, scan_situation
from lnlt.rulebook.rulemap import Tree, find_tree, load_map

INDEX = """
["1.0"]
title = "Head"
status = "heading"
["1.1"]
title = "Red rule"
status = "done"
topics = ["crimson"]
["1.1".bullets]
1 = "Red things burn."
2 = "Red things fly."
["1.2"]
title = "Green rule"
status = "done"
["1.2".bullets]
1 = "Green things grow."
["2.0"]
title = "Blue rule"
status = "done"
era = "modern"
"""
RULINGS = "| # | Sections | Q | R | W |\n|---|---|---|---|---|\n| Q-001 | 1.1 | Which red? | All. | Simple. |\n"
CODE = '''
"""1.1: red things."""
HEAT = ModifierHook("heat", rule="1.1")

def burn():
    """1.1#1: burns.

    More [Q-001].
    """
    return Refusal("2.0", "too cold")
'''
TEST = '''
def test_burn():
    """1.1#1: red things burn."""

def test_fly():
    """They fly, and green ones grow [1.1#2] [1.2#1]."""

def test_blue():
    """It is blue [2.0]."""
'''
SITUATION = 'id = "x"\ntitle = "Fire"\nrule = ["1.1"]\n[board]\nrule = "9.9"\n'


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small project in which everything is in order."""
    files = {
        "src/lnlt/rules/index.toml": INDEX,
        "src/lnlt/rules/red.py": CODE,
        "tests/rules/test_red.py": TEST,
        "tests/situations/ch01/red.toml": SITUATION,
        "docs/rulings.md": RULINGS,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert run("--write", "--root", str(tmp_path)).exit_code == 0
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(build(), ["where", *args])


def edit(tree: Path, name: str, old: str, new: str) -> None:
    """Replaces a text in a file of the tree and writes the map again."""
    path = tree / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    run("--write", "--root", str(tree))


def cited(source: str) -> list[str]:
    return [f"{f.line} {f.name} {f.text}" for f in scan_python(textwrap.dedent(source).lstrip(), "x.py", "code")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('f(rule="1.1")', ["1  1.1"]),
        ('f(rules=("1.1", "1.2#3"))', ["1  1.1", "1  1.2#3"]),
        ('f(rules=["Q-001"])', ["1  Q-001"]),
        ('x = {"rule": "1.1", "other": "1.2 ft"}', ["1  1.1"]),
        ('Modifier(2, "ops_complete", "1.1" if air else "1.2", u)', ["1  1.1", "1  1.2"]),
        ('class A(B, rule="1.1"): pass', ["1 A 1.1"]),
        ('core.Refusal("1.1", "text")', ["1  1.1"]),
        ('f("1.1", other="1.2")', ["1  1.1", "1  1.2"]),
        ('f("v1.1", other="1.2 and more")', []),
        ('f(rule="text")', []),
        ('f(rule="1.1x")', ["1  1.1x"]),
        ('"""1.1, 1.2#3: module."""', ["1  1.1", "1  1.2#3"]),
        ('"""1.1 says so, not 1.2."""', ["1  1.1"]),
        ('"""1.1.1 to 1.1.3: three."""', ["1  1.1.1", "1  1.1.2", "1  1.1.3"]),
        ('"""1.1 to 2.3: the ends only."""', ["1  1.1", "1  2.3"]),
        ('"""See 1.1: no."""', []),
        ('"""1.15x no."""', []),
        ('"""P-2, 1.1: both."""', ["1  P-2", "1  1.1"]),
        ('"""Head.\n\nText [1.1, Q-002] and Q-003, not P-1 or (1.2)."""', ["3  1.1", "3  Q-002", "3  Q-003"]),
        ('A = 1\n"""Attribute [1.1]."""', ["2  1.1"]),
        ('A = 1\n"""1.1: only brackets count here."""', []),
        ("x = 1  # why [1.1], Q-002", ["1  1.1", "1  Q-002"]),
        ('x = "# [1.1]"', []),
        ('x = "# [1.1]"  # [1.2]', ["1  1.2"]),
        ('x = """\n# [1.1]\n"""  # [1.2]', ["3  1.2"]),
        ('x = ("ä"  # [1.1]\n"b")', ["1  1.1"]),
        ("x = a[1.1]", []),
        ("class A:\n    def f(self):\n        # [1.1]\n        pass", ["3 A.f 1.1"]),
        ("async def f():\n    g(rule='1.1')", ["2 f 1.1"]),
        ("def broken(:", []),
    ],
)
def test_where_citations_are_recognised(source: str, expected: list[str]) -> None:
    """Whole strings, beginnings of docstrings, brackets in docstrings and comments cite; nothing else does."""
    assert cited(source) == expected


def test_strings_of_tests_cite_as_rule_only() -> None:
    """A test names section numbers as expectations, too: there only arguments called rule are citations."""
    found = scan_python('f("1.1", other="1.2", rule="1.3")', "x.py", "test")
    assert [f.text for f in found] == ["1.3"]


def test_hooks_are_named() -> None:
    """A hook point is known by the variable it is assigned to, also with a type parameter."""
    source = 'HEAT: X = ModifierHook[int]("a", rule="1.1")\nf(GateHook("b", rule="1.2"))'
    found = list(scan_python(source, "x.py", "code"))
    assert [(f.hook, f.text) for f in found] == [("HEAT", "1.1"), ("b", "1.2")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('title = "T"\nrule = ["1.1", "1.2#3"]\n', ["2 T 1.1", "2 T 1.2#3"]),
        ('rule = [\n  "1.1",  # and not "1.3"\n  "1.2",\n]\n', ["2  1.1", "3  1.2"]),
        ("rule = '1.1'\n", ["1  1.1"]),
        ('dice = [\n  [1],\n]\nrule = ["1.1"]\n[a]\n', ["4  1.1"]),
        ('[[step]]\nrule = ["1.1"]\n', []),
    ],
)
def test_situations_cite_at_the_top(text: str, expected: list[str]) -> None:
    """A situation cites by its top-level key only; comments and keys in tables do not count."""
    assert [f"{f.line} {f.name} {f.text}" for f in scan_situation(text, "x.toml")] == expected


def test_clean_tree_passes(tree: Path) -> None:
    """In a project where every fact is proved, check and gaps are content."""
    assert run("--check", "--root", str(tree)).exit_code == 0
    result = run("--gaps", "--root", str(tree))
    assert result.exit_code == 0
    assert "no gaps" in result.output


def test_unproved_fact_is_a_gap(tree: Path) -> None:
    """A fact needs a citation of its own; citing its section is not enough."""
    edit(tree, "tests/rules/test_red.py", "1.1#1: red", "1.1: red")
    result = run("--gaps", "--root", str(tree))
    assert result.exit_code == 1
    assert "1.1#1 is not proved: Red things burn." in result.output
    assert "1.1#2" not in result.output
    assert "1.2#1" not in result.output
    assert run("--gaps", "--chapter", "2", "--root", str(tree)).exit_code == 0
    check = run("--check", "--root", str(tree))
    assert check.exit_code == 1
    assert "src/lnlt/rules/index.toml: 1.1#1 is not proved" in check.output


def test_code_alone_is_no_proof(tree: Path) -> None:
    """A section without facts still needs a test or a situation; code that cites it does not prove it."""
    edit(tree, "tests/rules/test_red.py", "[2.0]", "")
    result = run("--gaps", "--root", str(tree))
    assert result.exit_code == 1
    assert "2.0 Blue rule: done, but no test or situation cites it" in result.output
    edit(tree, "tests/situations/ch01/red.toml", '["1.1"]', '["2.0"]')
    assert run("--gaps", "--root", str(tree)).exit_code == 0


def test_section_left_to_modules_needs_hook_and_proof(tree: Path) -> None:
    """`module data` is finished only with a hook named in the index and a test of it, and of each of its facts."""
    with (tree / "src/lnlt/rules/index.toml").open("a", encoding="utf-8") as file:
        file.write('["2.1"]\ntitle = "Grey rule"\nstatus = "module data"\n')
    result = run("--gaps", "--root", str(tree))
    assert result.exit_code == 1
    assert "2.1 Grey rule: module data, but no test or situation cites it" in result.output
    assert "2.1 Grey rule: module data, but the index names no hook" in result.output
    edit(tree, "src/lnlt/rules/index.toml", 'status = "module data"', 'status = "module data"\nhook = "packs: grey"')
    edit(tree, "tests/rules/test_red.py", "[2.0]", "[2.0, 2.1]")
    assert run("--gaps", "--root", str(tree)).exit_code == 0
    assert "a module plugs in here: packs: grey" in run("2.1", "--root", str(tree)).output
    with (tree / "src/lnlt/rules/index.toml").open("a", encoding="utf-8") as file:
        file.write('["2.1".bullets]\n1 = "Grey things fade."\n')
    assert "2.1#1 is not proved: Grey things fade." in run("--gaps", "--root", str(tree)).output


def test_new_fact_and_new_section_are_gaps(tree: Path) -> None:
    """Whatever is written into the index is a gap until something proves it."""
    edit(tree, "src/lnlt/rules/index.toml", '2 = "Red things fly."', '2 = "Red things fly."\n3 = "They land."')
    edit(tree, "src/lnlt/rules/index.toml", '["2.0"]', '["1.3"]\ntitle = "Pink rule"\nstatus = "done"\n["2.0"]')
    output = run("--gaps", "--root", str(tree)).output
    assert "1.1#3 is not proved: They land." in output
    assert "1.3 Pink rule: done, but no test or situation cites it" in output
    assert "2 gaps" in output
    text = (tree / "docs/rules-map.md").read_text(encoding="utf-8")
    assert "| 1.1 | Red rule | both | done | 2 of 3 |" in text
    assert "[ ] 1.1#3  They land." in run("1.1", "--root", str(tree)).output


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("src/lnlt/rules/red.py", '"2.0"', '"2.7"', "src/lnlt/rules/red.py:10: unknown section 2.7 (near: 2.0"),
        ("src/lnlt/rules/red.py", "1.1#1", "1.1#7", "src/lnlt/rules/red.py:5: section 1.1 has no fact #7"),
        ("src/lnlt/rules/red.py", "[Q-001]", "[Q-009]", "src/lnlt/rules/red.py:8: unknown ruling Q-009 (near: Q-001)"),
        ("src/lnlt/rules/red.py", "[Q-001]", "[P-1]", "src/lnlt/rules/red.py:8: unknown procedure P-1"),
        ("src/lnlt/rules/red.py", '"2.0"', '"2.0x"', "src/lnlt/rules/red.py:10: '2.0x' is not a citation"),
        ("tests/rules/test_red.py", "[2.0]", "[2.0, 3.1]", "tests/rules/test_red.py:9: unknown section 3.1"),
        ("tests/situations/ch01/red.toml", '"1.1"', '"1.9"', "tests/situations/ch01/red.toml:3: unknown section 1.9"),
        ("docs/rulings.md", "| 1.1 |", "| 1.9 |", "docs/rulings.md:3: Q-001 touches unknown section 1.9"),
    ],
)
def test_unknown_citations_are_found(tree: Path, name: str, old: str, new: str, complaint: str) -> None:
    """A citation of something that does not exist fails the check and is told with file and line."""
    edit(tree, name, old, new)
    result = run("--check", "--root", str(tree))
    assert result.exit_code == 1
    assert complaint in result.output


def test_stale_map_is_found(tree: Path) -> None:
    """The check fails when the map does not match, and writing it again mends that."""
    (tree / "tests/rules/test_more.py").write_text('def test_x():\n    """1.2: x."""\n', encoding="utf-8")
    result = run("--check", "--root", str(tree))
    assert result.exit_code == 1
    assert "docs/rules-map.md: stale" in result.output
    assert run("--write", "--root", str(tree)).exit_code == 0
    assert run("--check", "--root", str(tree)).exit_code == 0


def test_map_has_a_row_per_section(tree: Path) -> None:
    """The map shows status, number of facts, code files, counts and rulings of each section."""
    text = (tree / "docs/rules-map.md").read_text(encoding="utf-8")
    assert "Generated by `lnlt where --write`" in text
    code = "[rules/red.py](../src/lnlt/rules/red.py)"
    assert f"| 1.1 | Red rule | both | done | 2 | {code} | 1 | 2 | [Q-001](rulings.md) |" in text
    assert "| 1.0 | Head | both | - |" in text
    assert "| 1.2 | Green rule | both | done | 1 |  |  | 1 |  |" in text


def test_page_of_a_section(tree: Path) -> None:
    """The page of a section shows facts with their proof, functions, hook points, situations, tests and rulings."""
    output = run("1.1", "--root", str(tree)).output
    for line in (
        "1.1  Red rule",
        "era: both   status: done",
        "[x] 1.1#1  Red things burn.",
        "[x] 1.1#2  Red things fly.",
        "src/lnlt/rules/red.py:5  burn  1.1#1: burns.",
        "src/lnlt/rules/red.py:3  HEAT  1.1: red things.",
        "tests/situations/ch01/red.toml:1  Fire",
        "tests/rules/test_red.py:2  test_burn  1.1#1: red things burn.",
        "Q-001  Which red? All.",
    ):
        assert line in output


def test_page_of_a_fact(tree: Path) -> None:
    """The page of one fact leaves out what does not cite it."""
    output = run("1.1#1", "--root", str(tree)).output
    assert "Red things burn." in output
    assert "Red things fly." not in output
    assert "test_burn" in output
    assert "red.toml" not in output


def test_page_of_a_ruling(tree: Path) -> None:
    """A ruling is shown with its text, its place and the code that follows it; small letters will do."""
    output = run("q-001", "--root", str(tree)).output
    assert "Q-001  Which red?" in output
    assert "docs/rulings.md:3" in output
    assert "src/lnlt/rules/red.py:5  burn" in output


def test_words(tree: Path) -> None:
    """Words that fit one section show its page, words that fit several show a list, one exact title wins."""
    assert "[x] 1.1#1" in run("crimson", "--root", str(tree)).output
    listed = run("rule", "--root", str(tree)).output
    assert "1.1 " in listed
    assert "1.2 " in listed
    assert "Facts" not in listed
    assert "[x] 1.2#1" in run("green", "rule", "--root", str(tree)).output
    assert "1.2 " in run("1", "--root", str(tree)).output


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("1.7", "unknown section 1.7 (near: 1.2, 1.1"),
        ("1.1#9", "section 1.1 has no fact #9 (it has 1 to 2)"),
        ("Q-77", "unknown ruling Q-77 (near: Q-001)"),
        ("9", "unknown chapter 9: the chapters are 1 to 2"),
        ("purple", "nothing is called 'purple'"),
    ],
)
def test_unknown_queries(tree: Path, query: str, message: str) -> None:
    """An unknown number or word is answered with a hint and exit code 2."""
    result = run(query, "--root", str(tree))
    assert result.exit_code == 2
    assert message in result.output


def test_json(tree: Path) -> None:
    """Every mode can print JSON with the same content."""
    page = json.loads(run("1.1", "--json", "--root", str(tree)).output)
    assert page["facts"][0]["proof"][0]["name"] == "test_burn"
    assert page["hooks"][0]["name"] == "HEAT"
    assert json.loads(run("rule", "--json", "--root", str(tree)).output)["matches"][0]["number"] == "1.1"
    gaps = json.loads(run("--gaps", "--json", "--root", str(tree)).output)
    assert gaps["gaps"] == []
    assert gaps["total"] == {"done": 3, "module data": 0, "heading": 1, "proved": 3, "unproved": 0}
    assert gaps["chapters"]["1"]["proved"] == 3
    assert json.loads(run("--check", "--json", "--root", str(tree)).output) == {"problems": []}


def test_overview(tree: Path) -> None:
    """Without a question there is a line per chapter and a total."""
    output = run("--root", str(tree)).output
    assert " 1 Head" in output
    assert "Total" in output


def test_installed_package_shows_code_only(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside a source tree the page has code only and says so; checks are refused with exit code 2."""
    monkeypatch.setattr(lnlt, "__file__", str(tree / "src/lnlt/__init__.py"))
    assert find_tree() == Tree(tree / "src", tree / "src/lnlt", is_source=False)
    output = run("1.1").output
    assert "burn" in output
    assert "test_burn" not in output
    assert "code only" in output
    assert run("--check").exit_code == 2
    assert run("Q-001").exit_code == 2


def test_this_project() -> None:
    """The real tree: no unknown citation, no gap, and docs/rules-map.md is up to date."""
    result = run("--check")
    assert result.exit_code == 0, result.output


def test_this_project_is_found() -> None:
    """The real tree is a source tree, and its citations are read from code."""
    rules = load_map(find_tree())
    assert rules.tree.is_source
    assert rules.citing("10.3", "code")
