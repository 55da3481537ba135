"""The rule index: complete, well-formed, and easy to look things up in."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lnlt
from lnlt.core.errors import ContentError
from lnlt.rulebook.index import (
    Citation,
    RuleIndex,
    number_key,
    parent_number,
    parse_citation,
    parse_index,
    parse_rulings,
)

PACKAGE = Path(lnlt.__file__).parent
RULINGS = PACKAGE.parent.parent / "docs" / "rulings.md"

# The shape of the rulebook: per chapter its numbers, with the deeper ones behind their parent.
SHAPE = """
1.0 1.1 1.1.1 1.2 1.3 1.4 1.5 1.5.1 1.6 1.6.1 1.6.2 1.6.3 1.6.4 1.6.5 1.6.6 1.6.7 1.6.8 1.7 1.7.1 1.8 1.8.1 1.9
2.0 3.0 3.1 4.0 4.1 5.0 5.0.1 5.1 5.2 5.3 5.4 5.5 5.6
6.0 6.1 6.1.1 6.2 6.3 6.4 6.4.1 6.4.2 6.5 6.6 6.6.1 6.6.2 6.7 6.8 7.0 8.0 8.1 8.1.1 8.2 8.3 8.4 8.5 8.6 9.0
10.0 10.1 10.1.1 10.1.2 10.2 10.3 10.3.1 10.3.2 10.4 10.4.1 10.5 10.5.1 10.5.2 10.5.3 10.5.4 10.5.5
10.5.6 10.5.6.1 10.5.6.2 10.5.6.3 10.5.6.4 10.5.6.5 10.5.7 10.6 10.6.1 10.7 10.7.1 10.7.2 10.8 10.9
11.0 11.1 11.1.1 11.1.2 11.1.3 11.1.4 11.1.5 11.2 11.2.1 11.3 11.4 11.5 11.6 11.7 11.7.1 11.8 11.9 11.10 11.11 11.12
12.0 13.0 14.0 14.1 14.1.1 14.1.2 14.1.3 14.2 14.2.1 14.2.2 14.3 14.4 14.4.1
15.0 15.0.1 15.1 15.1.1 15.1.2 15.2 15.2.1 15.2.2 15.3 15.4 15.5 15.5.1 15.6 15.7 15.8 15.9 15.10
16.0 16.1 16.1.1 16.2 16.3 16.4 17.0 17.1 17.2 17.3 17.4 18.0 18.1 18.2 18.2.1 18.3
19.0 19.1 19.1.1 19.1.2 19.1.3 19.1.4 19.1.5
19.2 19.2.1 19.2.2 19.2.3 19.2.4 19.2.5 19.2.6 19.2.7 19.2.8 19.2.9 19.2.10 19.2.11
20.0 20.1 20.1.1 20.1.2 20.1.3 20.1.4 20.1.5 20.2 20.3
21.0 21.1 21.1.1 21.1.2 21.1.3 21.2 21.3 21.3.1 21.4 21.4.1 21.4.2 21.5 21.6 21.6.1 21.7 21.8 21.9 21.10
22.0 22.1 23.0 23.1 23.1.1 23.1.2 23.1.3 23.1.4 23.1.5
23.2 23.2.1 23.2.2 23.2.3 23.2.4 23.2.5 23.2.6 23.2.7 23.3 23.3.1 24.0
"""


@pytest.fixture(scope="module")
def index() -> RuleIndex:
    data = tomllib.loads((PACKAGE / "rules" / "index.toml").read_text(encoding="utf-8"))
    return parse_index(data, parse_rulings(RULINGS.read_text(encoding="utf-8")))


def test_every_section_is_there(index: RuleIndex) -> None:
    """The index has exactly the 220 sections of the rulebook, and 24.0 of every module, each once and in order."""
    numbers = [s.number for s in index.sections]
    assert len(SHAPE.split()) == 220 + 1
    assert numbers == SHAPE.split()
    assert numbers == sorted(set(numbers), key=number_key)


def test_every_parent_exists(index: RuleIndex) -> None:
    """Every section below the head of a chapter has its parent in the index."""
    parents = {parent_number(s.number) for s in index.sections} - {None}
    assert parents <= set(index.by_number)
    assert parent_number("10.5.6.4") == "10.5.6"
    assert parent_number("5.0.1") == "5.0"
    assert parent_number("5.3") == "5.0"
    assert parent_number("5.0") is None


def test_facts(index: RuleIndex) -> None:
    """Every section with a rule has numbered facts, each a short sentence that occurs once in its section."""
    for section in index.sections:
        bullets = section.bullets
        assert bool(bullets) == (section.status != "heading"), section.number
        assert len({b.text for b in bullets}) == len(bullets), section.number
        for bullet in bullets:
            assert bullet.text.endswith("."), f"{section.number}#{bullet.id}"
            assert len(bullet.text) < 250, f"{section.number}#{bullet.id}"


def test_eras(index: RuleIndex) -> None:
    """Helicopters and thermal sights are modern, the weapons of 23.1 are of the Second World War."""
    assert {s.era for s in index.sections if s.number.startswith("19.2")} == {"modern"}
    assert {s.era for s in index.sections if s.number.startswith("23.1")} == {"ww2"}
    assert index.by_number["10.1.2"].era == "modern"
    assert index.by_number["5.3"].era == "both"


def test_rulings_touch_known_sections(index: RuleIndex) -> None:
    """Every ruling has a decision and a reason, and every section it names exists."""
    rulings = [r for r in index.rulings if r.number.startswith("Q")]
    assert len(rulings) >= 60
    assert {"P-1", "P-2", "P-3", "P-5"} <= set(index.by_ruling)
    for ruling in index.rulings:
        assert set(ruling.sections) <= set(index.by_number), ruling.number
    for ruling in rulings:
        assert ruling.question, ruling.number
        assert ruling.ruling, ruling.number
        assert ruling.why, ruling.number
    assert "Q-034" in [r.number for r in index.rulings_on("5.3")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5.3", Citation("5.3")),
        ("10.5.6.4", Citation("10.5.6.4")),
        ("5.3#12", Citation("5.3", "12")),
        ("Q-034", Citation("Q-034")),
        ("P-1", Citation("P-1")),
        ("5", None),
        ("5.3#", None),
        ("5.3a", None),
        ("Q-034#1", None),
        ("0.85", None),
        ("fire", None),
    ],
)
def test_citation_syntax(text: str, expected: Citation | None) -> None:
    """A citation is a section, a fact of a section, a ruling or a procedure; nothing else is one."""
    assert parse_citation(text) == expected
    if expected is not None:
        assert str(expected) == text


def test_unknown_places(index: RuleIndex) -> None:
    """An unknown section, fact or ruling is told with near misses."""
    assert index.unknown(Citation("5.3", "1")) is None
    assert index.unknown(Citation("Q-034")) is None
    assert "unknown section 5.9" in str(index.unknown(Citation("5.9")))
    assert index.near("5.9")[0] == "5.6"
    assert index.near("5.3.1")[0] == "5.3"
    assert "has no fact #999" in str(index.unknown(Citation("5.3", "999")))
    assert "unknown ruling Q-999" in str(index.unknown(Citation("Q-999")))
    assert "unknown procedure P-99" in str(index.unknown(Citation("P-99")))


def test_search_by_words(index: RuleIndex) -> None:
    """Words are looked for at the beginnings of words in titles and topics first, then in facts; all must occur."""
    by_name, by_fact = index.search("Opportunity Fire")
    assert by_name[0].number == "5.3"
    assert "4.1" in [s.number for s in by_fact]
    assert [s.number for s in index.search("bazooka")[0]] == ["1.6.4"]
    assert index.search("opportunity bazooka") == ([], [])
    assert index.search("mage") == ([], []), "inside a word does not count"
    assert index.search(" ") == ([], [])


GOOD: dict[str, Any] = {
    "1.0": {"title": "Head", "status": "heading"},
    "1.1": {"title": "One", "status": "done", "bullets": {"1": "A fact.", "2": "Another."}},
    "2.0": {"title": "Two", "era": "modern", "status": "module data", "hook": "packs: units", "topics": ["word"]},
}


def test_index_from_data() -> None:
    """Defaults are filled in and every key arrives where it belongs."""
    head, one, two = parse_index(GOOD).sections
    assert (head.era, head.status, head.bullets) == ("both", "heading", ())
    assert (one.status, [(b.id, b.text) for b in one.bullets]) == ("done", [("1", "A fact."), ("2", "Another.")])
    assert (two.era, two.status, two.hook, two.topics) == ("modern", "module data", "packs: units", ("word",))
    assert [s.chapter for s in (head, one, two)] == [1, 1, 2]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda d: d.update({"x": {}}), "not a section number"),
        (lambda d: d.update({"3.0": 1}), "must be a table"),
        (lambda d: d["1.1"].update(titel="x"), "unknown key 'titel'"),
        (lambda d: d["1.1"].pop("title"), "title is missing"),
        (lambda d: d["1.1"].update(era="old"), "era must be one of"),
        (lambda d: d["1.1"].update(status="finished"), "status must be"),
        (lambda d: d["1.1"].pop("status"), "status must be one of done, module data, heading"),
        (lambda d: d["1.0"].update(bullets={"1": "x"}), "a heading has no facts"),
        (lambda d: d["1.1"].update(hook="packs"), "a hook is a text, and only of a section"),
        (lambda d: d["1.1"].update(status="module data", hook=1), "a hook is a text, and only of a section"),
        (lambda d: d["1.1"].update(topics="word"), "topics must be"),
        (lambda d: d["1.1"].update(bullets=["x"]), "bullets must be"),
        (lambda d: d["1.1"].update(bullets={"a": "x"}), "named by a number"),
        (lambda d: d["1.1"].update(bullets={"1": {"text": "x"}}), "a fact is a sentence"),
        (lambda d: d["1.1"].update(bullets={"1": ""}), "a fact is a sentence"),
        (lambda d: d.update({"1.2": {"title": "late", "status": "done"}}), "must be in order"),
        (lambda d: d.update({"2.1.1": {"title": "orphan", "status": "done"}}), "parent section 2.1 is missing"),
    ],
)
def test_bad_index(change: Callable[[dict[str, Any]], object], reason: str) -> None:
    """A wrong index is refused with one sentence that names the file and the section."""
    data = {number: dict(entry) for number, entry in GOOD.items()}
    change(data)
    with pytest.raises(ContentError, match=reason) as error:
        parse_index(data, source="some.toml")
    assert error.value.place[0] == "some.toml"
    assert len(error.value.place) == 2


def test_rulings_document() -> None:
    """Rows of tables and headings of procedures are read with their sections and lines; other text is not."""
    tables = "# Title\n| # | Sections |\n| Q-002 | all | q | r | w |\n| Q-001 | 5.3, 6.0 | q | r | w |\n"
    text = tables + "### P-1 Name\n\nSections: 5.3. Rulings: Q-001.\n"
    first, second, procedure = parse_rulings(text)
    assert (first.number, first.sections, first.line) == ("Q-001", ("5.3", "6.0"), 4)
    assert second.sections == ()
    assert (procedure.number, procedure.question, procedure.sections, procedure.line) == ("P-1", "Name", ("5.3",), 5)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("| Q-001 | 5.3 | q | r |\n", "five cells"), ("| Q-001 | all | q | r | w |\n" * 2, "Q-001 is there twice")],
)
def test_bad_rulings_document(text: str, reason: str) -> None:
    """A ruling with missing cells or a number used twice is refused with its line."""
    with pytest.raises(ContentError, match=reason) as error:
        parse_rulings(text)
    assert "line" in str(error.value)
