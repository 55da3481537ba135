"""The mutation tool on a small project of its own."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parent.parent / "tools"
sys.path.insert(0, str(TOOLS))

import mutants  # noqa: E402
from mutation_points import Point, changed_chart, chart_points, mutated_code, python_points, walked  # noqa: E402
from mutation_selection import moved_lines  # noqa: E402

RULES = """MASK = 1 | 4


def may_act(bits: int, kind: str) -> bool:
    return kind in ("a", "b") and not bits & MASK


def count_down(n: int) -> int:
    while n > 0:
        n -= 1
    return n


def unseen() -> int:
    return 7


def both(one, two):
    return one() and two() or one()
"""
TESTS = """import pytest

from toy.rules import both, count_down, may_act


def test_may_act():
    assert may_act(2, "a") and not may_act(1, "a") and not may_act(2, "c")


def test_count_down():
    assert count_down(2) == 0


@pytest.mark.work
def test_both_asks_no_more_than_it_must():
    asked = []
    assert both(lambda: asked.append(1) or True, lambda: asked.append(2) or True)
    assert asked == [1, 2]
"""
CHART = """[terrain.woods]
name = "Woods"
los = "blocking"
height = "terrain"
tm = 2
cost = { leg = 2, T = "P" }
flammable = true

[counters.smoke]
name = "Smoke"
tms = [1, 2]
shape = "whole"
"""


def points_of(tmp_path: Path, text: str) -> list[Point]:
    """The changes of a piece of source."""
    path = tmp_path / "piece.py"
    path.write_text(text)
    return python_points(path, "piece.py")


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("x = 3", ["3 -> 4", "3 -> 2"]),
        ("def f(a):\n    return a < 3", ["a < 3 -> a <= 3", "3 -> 4"]),
        ("def f(a, b):\n    return a + b", ["a + b -> a - b"]),
        ("def f(a, b):\n    return a and not b", ["a and (not b) -> a or not b", "not b -> b"]),
        ("A = B | C", ["B | C -> B", "B | C -> C"]),
        ("def f(a):\n    return a & B", ["a & B -> a", "a & B -> 0"]),
        ("def f(a):\n    a |= B", ["a |= B -> a &= B"]),
        ("T = {'x': (A, B)}", ["'x' -> 'mutant'", "cell 0: A <-> B"]),
        ("a in ('x', 'y')", ["a in ('x', 'y') -> a not in ('x', 'y')", "'x' -> 'mutant'", "'y' -> 'mutant'"]),
        ("def f(a):\n    return Modifier(a, 'w', '1')", ["a -> -a", "a -> a + 1"]),
        ("def f():\n    return Modifier(-2, 'w', '1')", ["-2 -> 2", "2 -> 3"]),
        ("def f() -> bool:\n    return True", ["True -> False"]),
        ("def f(a) -> 'Refusal | None':\n    return Refusal('1', 'no', {'n': 3})", ["refusal 'no' -> None"]),
        ("def f(a: 'int' = 1) -> 'list[3]':\n    '''Words 3.'''", ["1 -> 2", "1 -> 0"]),
        ("class A(B, frozen=True):\n    __slots__ = ('a',)", []),
        ("X = list[int] | None\nimport a.b\n", []),
    ],
)  # fmt: skip
def test_changes_of_a_piece(tmp_path: Path, text: str, changes: list[str]) -> None:
    """Constants, signs, operators, masks, table cells, verdicts and modifiers are changed; words and types are not."""
    assert [p.change for p in points_of(tmp_path, text)] == changes


def test_changed_code_runs(tmp_path: Path) -> None:
    """The code of a point has its change and no other."""
    text = "A = 2\ndef f(a):\n    return a < A"
    results = []
    for point in points_of(tmp_path, text):
        space: dict[str, object] = {}
        exec(mutated_code(text, "piece.py", point), space)
        results.append((point.line, space["A"], space["f"](2)))  # type: ignore[operator]
    assert results == [(1, 3, True), (1, 1, False), (3, 2, True)]


def test_keys_outlive_moved_lines(tmp_path: Path) -> None:
    """A point keeps its name when lines are put before it; equal changes of a line are told apart."""
    text = "def f(a):\n    return a + 1 + 1"
    before, after = points_of(tmp_path, text), points_of(tmp_path, f"import b\n\n\n{text}")
    assert [p.key for p in before] == [p.key for p in after]
    assert len({p.key for p in before}) == len(before) == 4


def test_results_outlive_changes_elsewhere(tmp_path: Path) -> None:
    """What was found out about a change is kept while its function, or its statement, stays as it is."""

    def parts(text: str) -> dict[str, set[str]]:
        path = tmp_path / "rules.py"
        path.write_text(text, encoding="utf-8")
        points = python_points(path, "rules.py")
        found: dict[str, set[str]] = {}
        for point in points:
            found.setdefault(point.where, set()).add(mutants.part_digests(tmp_path, points)[point.key])
        return found

    before, after = parts(RULES), parts(RULES.replace("return 7", "return 8"))
    assert {where for where in before if before[where] != after[where]} == {"unseen"}
    assert all(len(found) == 1 for found in before.values())


def test_cells_of_a_chart(tmp_path: Path) -> None:
    """Every cell of a row is changed once, also those the file leaves out; the change reaches the parsed chart."""
    path = tmp_path / "chart.toml"
    path.write_text(CHART)
    points = chart_points(path, "chart.toml")
    woods = {p.change for p in points if p.where == "terrain.woods"}
    assert {
        "tm: 2 -> 3",
        "los: 'blocking' -> 'open'",
        "height: 'terrain' -> 1",
        "cost.leg: 2 -> 3",
        "cost.T: 'P' -> 2",
        "flammable: True -> False",
        "road: False -> True",
        "stacking: None -> 1",
    } <= woods
    smoke = [p for p in points if p.where == "counters.smoke"]
    tms = next(p for p in smoke if p.change == "tms.1: 2 -> 3")
    raw = {"counters": {"smoke": {"tms": [1, 2]}}}
    assert tms.line == 11
    assert changed_chart(raw, tms) == {"counters": {"smoke": {"tms": [1, 3]}}}
    assert raw == {"counters": {"smoke": {"tms": [1, 2]}}}


def test_lines_of_a_changed_file() -> None:
    """What tests execute is known for lines that moved; new lines count as executed if the lines around them are."""
    old, new = "a\nb\nc\nd", "x\na\nb\ny\nc\nd"
    assert moved_lines(old, new, 1 << 1 | 1 << 2) == 1 << 2 | 1 << 3 | 1 << 4
    assert moved_lines(old, new, 1 << 4) == 1 << 6
    assert moved_lines(old, "a\nB\nc\nd", 1 << 2) == 1 << 2
    assert moved_lines(old, "a\nd", 1 << 2 | 1 << 4) == 1 << 2


def toy(root: Path) -> list[str]:
    """Write the small project and return the command that tries its changes."""
    package = root / "src" / "toy"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(RULES)
    (root / "tests").mkdir()
    (root / "tests" / "test_toy.py").write_text(TESTS)
    (root / "pyproject.toml").write_text("[tool.pytest.ini_options]\nmarkers = ['work: counts calls']\n")
    tool = [sys.executable, str(TOOLS / "mutants.py"), "--root", str(root)]
    return [*tool, "--target", "src/toy/rules.py", "--tests", "tests"]


def test_whole_run(tmp_path: Path) -> None:
    """Tests kill changes, an endless loop is stopped, survivors without a reason fail the run, no file is touched."""
    root, cache = tmp_path / "toy", tmp_path / "cache"
    command = toy(root)
    env = {**os.environ, "LNLT_CACHE": str(cache), "LNLT_MUTANT_SECONDS": "0.3"}
    before = {p: p.read_bytes() for p in root.rglob("*") if p.is_file()}
    first = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert first.returncode == 1, first.stdout + first.stderr
    lines = first.stdout.splitlines()
    assert [line for line in lines if line.startswith("survived")] == [
        "survived src/toy/rules.py:1 MASK: 1 | 4 -> 1",
        "survived src/toy/rules.py:5 may_act: 'b' -> 'mutant'",
        "survived src/toy/rules.py:10 count_down: 1 -> 2",
        "survived src/toy/rules.py:15 unseen: 7 -> 8",
    ]
    assert "in no test it makes a difference" in first.stdout
    counts = [int(c) for c in next(line.split() for line in lines if line.startswith("all"))[1:5]]
    changes = len(python_points(root / "src" / "toy" / "rules.py", "rules.py"))
    assert counts == [changes, changes - 4, 0, 4], first.stdout  # the loop that counts up was stopped, too
    assert {p: p.read_bytes() for p in root.rglob("*") if p.is_file()} == before


def test_changes_of_a_package_are_noticed(tmp_path: Path) -> None:
    """Functions and constants that stand in the file of a package itself are changed like those of a module."""
    root = tmp_path / "toy"
    command = toy(root)
    (root / "src" / "toy" / "__init__.py").write_text(
        "LIMIT = 3\n\n\ndef over(n: int) -> bool:\n    return n > LIMIT\n"
    )
    told = "assert [over(n) for n in (2, 3, 4)] == [False, False, True]"
    test = f"from toy import over\nimport toy.rules\n\n\ndef test_over():\n    {told}\n"
    (root / "tests" / "test_package.py").write_text(test)
    command[command.index("src/toy/rules.py")] = "src/toy/__init__.py"
    env = {**os.environ, "LNLT_CACHE": str(tmp_path / "cache"), "LNLT_MUTANT_SECONDS": "0.3"}
    found = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    assert "0.0% survive" in found.stdout


def test_a_second_run_begins_with_the_tests_known_to_notice(tmp_path: Path) -> None:
    """Which test notices what is kept in the cache, endless loops included; a second run comes to the same with it."""
    root = tmp_path / "toy"
    command = toy(root)
    env = {**os.environ, "LNLT_CACHE": str(tmp_path / "cache"), "LNLT_MUTANT_SECONDS": "0.3"}
    reports = [subprocess.run(command, env=env, capture_output=True, text=True, check=False).stdout for _ in range(2)]
    assert reports[0] == reports[1]
    noticed = known(tmp_path / "cache").noticed()
    survivors = reports[0].count("survived src/")
    points = python_points(root / "src" / "toy" / "rules.py", "src/toy/rules.py")
    assert len(noticed) == len(points) - survivors
    loop = next(p for p in points if p.change == "n -= 1 -> n += 1")
    assert noticed[mutants.short(loop)].id == "tests/test_toy.py::test_count_down"


def known(cache: Path) -> mutants.Store:
    """What the runs with a cache folder remember."""
    (path,) = (cache / "mutants").glob("*.json")
    return mutants.Store(path)


def test_a_stale_note_is_no_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that the noted test does not notice is tried with all tests; what has a reason is not tried at all."""
    root = tmp_path / "toy"
    command = toy(root)
    points = python_points(root / "src" / "toy" / "rules.py", "src/toy/rules.py")
    monkeypatch.setenv("LNLT_CACHE", str(tmp_path / "cache"))
    wrong = mutants.Test("tests/test_toy.py::test_both_asks_no_more_than_it_must", 0.1, {}, 0)
    gone = mutants.Test("tests/test_toy.py::test_gone", 0.1, {}, 0)
    store = mutants.Store(mutants.store_path(root.resolve()))
    store.note_noticed({mutants.short(p): gone if i % 2 else wrong for i, p in enumerate(points[:8])})
    store.save()
    accepted = "[[accepted]]\nfile = 'rules.py'\nwhere = 'may_act'\nline = {!r}\nchanges = {!r}\nreason = 'why not'\n"
    line = next(p for p in points if p.change == "'a' -> 'mutant'")
    (root / "tests" / "mutants.toml").write_text(accepted.format(line.text, [line.change]))
    env = {**os.environ, "LNLT_CACHE": str(tmp_path / "cache"), "LNLT_MUTANT_SECONDS": "0.3"}
    found = subprocess.run(command, env=env, capture_output=True, text=True, check=False).stdout
    assert found.count("survived src/") == 4
    assert "accepted src/toy/rules.py:5 may_act: 'a' -> 'mutant'" in found
    again = subprocess.run(
        [*command, "--accepted", "--survivors"], env=env, capture_output=True, text=True, check=False
    ).stdout
    assert "not needed: rules.py may_act" in again


def test_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    """A survivor with a reason is accepted as long as no more than 3 % survive; entries nobody needs are named."""
    points = [
        Point("a/b.py", i, "f", "constant", f"line {i}", "1 -> 2", i, 0) for i in range(100)
    ]  # fmt: skip
    results = {p.key: {"status": "killed", "by": "t"} for p in points}
    results[points[7].key] = {"status": "survived", "by": ""}
    assert mutants.report(points, results, [], sys.stdout) == 1
    assert "NO REASON" in capsys.readouterr().out
    entry = {
        "file": "b.py",
        "where": "f",
        "line": "line 7",
        "changes": ["1 -> 2"],
        "reason": "same",
        "equivalent": True,
    }
    other = {**entry, "line": "line 8"}
    assert mutants.report(points, results, [entry, other], sys.stdout) == 0
    out = capsys.readouterr().out
    assert "equivalent a/b.py:7 f: 1 -> 2" in out
    assert "not needed: b.py f: line 8" in out
    for i in range(4):
        results[points[i].key] = {"status": "survived", "by": ""}
    many = [{**entry, "line": f"line {i}"} for i in (0, 1, 2, 3, 7)]
    assert mutants.report(points, results, many, sys.stdout) == 1


def test_targets() -> None:
    """All rules, traits and charts are changed, and no data that is no chart."""
    files = {p.relative_to(TOOLS.parent).as_posix() for p in mutants.target_files(TOOLS.parent, mutants.TARGETS)}
    code = [p for folder in ("rules", "traits") for p in (TOOLS.parent / "src" / "lnlt" / folder).rglob("*.py")]
    assert {p.relative_to(TOOLS.parent).as_posix() for p in code} <= files
    data = {p for p in files if p.endswith(".toml")}
    assert data
    assert all(p.startswith("src/lnlt/data/charts/") for p in data)


def test_reasons_are_about_changes_that_can_be_made() -> None:
    """Every entry of tests/mutants.toml names a file, a place in it, a line there and changes of that line."""
    files = mutants.target_files(TOOLS.parent, mutants.TARGETS)
    known: dict[Path, set[tuple[str, str, str]]] = {}
    stale = []
    for entry in mutants.read_reasons(TOOLS.parent / "tests" / "mutants.toml"):
        path = next((f for f in files if f.as_posix().endswith(entry["file"])), None)
        if path is None:
            stale.append(entry["file"])
            continue
        if path not in known:
            lines = path.read_text(encoding="utf-8").splitlines()
            known[path] = {
                (found.place.where, lines[getattr(found.node, "lineno", found.place.line) - 1].strip(), change)
                for found in walked(ast.parse("\n".join(lines)))
                for _, change, _ in found.variants
            }
        places = [(entry["where"], entry["line"], change) for change in entry["changes"]]
        stale += [f"{entry['file']}: {place}" for place in places if place not in known[path]]
    assert not stale
