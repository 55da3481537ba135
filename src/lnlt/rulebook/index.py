"""The rulebook as an index: sections, the facts in them, rulings, and the syntax of a citation. No files are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal, cast, get_args

import msgspec

from lnlt.core.errors import ContentError

Era = Literal["both", "ww2", "modern"]
Status = Literal["done", "module data", "heading"]

SECTION = r"[1-9]\d?(?:\.\d{1,2})+"
CITATION = rf"{SECTION}(?:#\d+)?|[QP]-\d+"
"""A section, one fact of a section, a ruling or a procedure, as a regular expression."""

_CITATION = re.compile(rf"({SECTION}|[QP]-\d+)(?:#(\d+))?")
_SECTION = re.compile(SECTION)
_RULING_ROW = re.compile(r"\|\s*(Q-\d+)\s*\|")
_PROCEDURE = re.compile(r"###\s+(P-\d+)\s+(.+)")


class Citation(msgspec.Struct, frozen=True, order=True):
    """A place in the rules that code or a test names.

    >>> parse_citation("5.3#4")
    Citation(number='5.3', bullet='4')
    """

    number: str
    bullet: str = ""

    def __str__(self) -> str:
        return f"{self.number}#{self.bullet}" if self.bullet else self.number

    @property
    def is_section(self) -> bool:
        """True for a section or a fact of one, False for a ruling or procedure."""
        return self.number[0] not in "QP"


def parse_citation(text: str) -> Citation | None:
    """The citation a text is, or None; it says nothing about whether the place exists."""
    found = _CITATION.fullmatch(text.strip())
    if found is None or (found[2] and found[1][0] in "QP"):
        return None
    return Citation(found[1], found[2] or "")


def number_key(number: str) -> tuple[int, ...]:
    """Sorting key of a section, ruling or procedure number: 5.10 comes after 5.9."""
    return tuple(int(part) for part in re.findall(r"\d+", number))


def parent_number(number: str) -> str | None:
    """The section above: 5.3.1 -> 5.3 -> 5.0 -> None, and 5.0.1 -> 5.0."""
    head, _, last = number.rpartition(".")
    if "." in head:
        return head
    return None if last == "0" else f"{head}.0"


class Bullet(msgspec.Struct, frozen=True):
    """One fact of a section that changes play."""

    id: str
    text: str


class Section(msgspec.Struct, frozen=True):
    """One numbered section of the rules."""

    number: str
    title: str
    era: Era
    status: Status
    """A heading is a title without a rule of its own."""
    topics: tuple[str, ...] = ()
    bullets: tuple[Bullet, ...] = ()
    hook: str = ""
    """Where a module plugs in, of a section that is left to the modules."""

    @property
    def chapter(self) -> int:
        """The chapter it belongs to."""
        return int(self.number.partition(".")[0])


class Ruling(msgspec.Struct, frozen=True):
    """How an unclear point is read; a procedure is a ruling with a title instead of a question."""

    number: str
    sections: tuple[str, ...]
    question: str
    ruling: str = ""
    why: str = ""
    line: int = 0


class RuleIndex(msgspec.Struct, frozen=True):
    """All sections in order and all rulings, with look-up by number and by words."""

    sections: tuple[Section, ...]
    rulings: tuple[Ruling, ...]
    by_number: Mapping[str, Section]
    by_ruling: Mapping[str, Ruling]

    def unknown(self, citation: Citation) -> str | None:
        """Why a citation names nothing, or None if the place exists."""
        if not citation.is_section:
            known = citation.number in self.by_ruling
            kind = "ruling" if citation.number[0] == "Q" else "procedure"
            return None if known else f"unknown {kind} {citation.number}{_hint(self.near(citation.number))}"
        section = self.by_number.get(citation.number)
        if section is None:
            return f"unknown section {citation.number}{_hint(self.near(citation.number))}"
        if citation.bullet and all(b.id != citation.bullet for b in section.bullets):
            facts = f"1 to {len(section.bullets)}" if section.bullets else "none"
            return f"section {section.number} has no fact #{citation.bullet} (it has {facts})"
        return None

    def near(self, number: str, limit: int = 5) -> list[str]:
        """Existing numbers close to one that does not exist, the closest first."""
        wanted = number_key(number)
        if number[:1] in ("Q", "P"):
            pool = [r.number for r in self.rulings if r.number[0] == number[0]]
            return sorted(pool, key=lambda n: abs(number_key(n)[0] - wanted[0]))[:limit]

        def distance(other: str) -> tuple[int, int, int]:
            key = number_key(other)
            same = next((i for i, (a, b) in enumerate(zip(key, wanted)) if a != b), min(len(key), len(wanted)))
            step = abs(key[same] - wanted[same]) if same < len(key) and same < len(wanted) else 0
            return -same, step, abs(len(key) - len(wanted))

        return sorted((s.number for s in self.sections), key=distance)[:limit]

    def search(self, words: str) -> tuple[list[Section], list[Section]]:
        """Sections that have all words in title or topics, and those that have them only together with their facts."""
        wanted = re.findall(r"[\w&-]+", words.casefold())
        by_name: list[Section] = []
        by_fact: list[Section] = []
        if not wanted:
            return by_name, by_fact
        for section in self.sections:
            name = " ".join((section.title, *section.topics)).casefold()
            if all(_has_word(name, word) for word in wanted):
                by_name.append(section)
            elif any(all(_has_word(f"{name} {b.text.casefold()}", word) for word in wanted) for b in section.bullets):
                by_fact.append(section)
        phrase = " ".join(wanted)
        by_name.sort(key=lambda s: (s.title.casefold() != phrase, phrase not in s.title.casefold()))
        return by_name, by_fact

    def rulings_on(self, number: str) -> list[Ruling]:
        """Rulings and procedures that touch a section."""
        return [r for r in self.rulings if number in r.sections]

    def chapters(self) -> Iterator[tuple[int, tuple[Section, ...]]]:
        """Each chapter with its sections."""
        for chapter in sorted({s.chapter for s in self.sections}):
            yield chapter, tuple(s for s in self.sections if s.chapter == chapter)


def _hint(near: Sequence[str]) -> str:
    return f" (near: {', '.join(near)})" if near else ""


def _has_word(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}", text) is not None


def parse_index(data: Mapping[str, Any], rulings: Sequence[Ruling] = (), source: str = "index.toml") -> RuleIndex:
    """The index from its decoded file; a ContentError names the section and key that cannot be used."""
    sections = tuple(_parse_section(number, entry, source) for number, entry in data.items())
    numbers = [s.number for s in sections]
    for before, after in pairwise(numbers):
        if number_key(before) >= number_key(after):
            raise ContentError(f"sections must be in order: it stands after {before}", source, after)
    by_number = {s.number: s for s in sections}
    for section in sections:
        parent = parent_number(section.number)
        if parent is not None and parent not in by_number:
            raise ContentError(f"its parent section {parent} is missing", source, section.number)
    by_ruling = {r.number: r for r in rulings}
    return RuleIndex(sections, tuple(rulings), MappingProxyType(by_number), MappingProxyType(by_ruling))


def _parse_section(number: str, entry: Any, source: str) -> Section:
    if _SECTION.fullmatch(number) is None:
        raise ContentError("not a section number", source, number)
    if not isinstance(entry, Mapping):
        raise ContentError("a section must be a table", source, number)
    extra = set(entry) - {"title", "era", "status", "topics", "bullets", "hook"}
    if extra:
        raise ContentError(f"unknown key {min(extra)!r}", source, number)
    title, era, status = entry.get("title"), entry.get("era", "both"), entry.get("status")
    if not isinstance(title, str) or not title:
        raise ContentError("a title is missing", source, number)
    if era not in get_args(Era):
        raise ContentError(f"era must be one of {', '.join(get_args(Era))}, not {era!r}", source, number)
    if status not in get_args(Status):
        raise ContentError(f"status must be one of {', '.join(get_args(Status))}, not {status!r}", source, number)
    topics = entry.get("topics", [])
    if not isinstance(topics, list) or not all(isinstance(t, str) for t in topics):
        raise ContentError("topics must be a list of words", source, number)
    hook = entry.get("hook", "")
    if not isinstance(hook, str) or (hook and status != "module data"):
        raise ContentError("a hook is a text, and only of a section with the status 'module data'", source, number)
    bullets = entry.get("bullets", {})
    if not isinstance(bullets, Mapping):
        raise ContentError("bullets must be a table", source, number)
    if bullets and status == "heading":
        raise ContentError("a heading has no facts", source, number)
    return Section(
        number,
        title,
        era,
        cast("Status", status),
        tuple(topics),
        tuple(_parse_bullet(f"{number}#{key}", key, value, source) for key, value in bullets.items()),
        hook,
    )


def _parse_bullet(place: str, key: str, value: Any, source: str) -> Bullet:
    if re.fullmatch(r"[1-9]\d*", key) is None:
        raise ContentError("a fact is named by a number", source, place)
    if not isinstance(value, str) or not value:
        raise ContentError("a fact is a sentence", source, place)
    return Bullet(key, value)


def parse_rulings(text: str, source: str = "rulings.md") -> tuple[Ruling, ...]:
    """Rulings (table rows of five cells) and procedures (third-level headings) of the rulings document."""
    found: dict[str, Ruling] = {}
    procedure: Ruling | None = None
    for line, row in enumerate(text.splitlines(), 1):
        ruling: Ruling | None = None
        if _RULING_ROW.match(row):
            cells = [c.strip() for c in row.strip().strip("|").split("|")]
            if len(cells) != 5:
                raise ContentError(f"a ruling has five cells, not {len(cells)}", source, f"line {line}")
            number, sections, question, decision, why = cells
            ruling = Ruling(number, tuple(_SECTION.findall(sections)), question, decision, why, line)
        elif heading := _PROCEDURE.match(row):
            ruling = procedure = Ruling(heading[1], (), heading[2].strip(), line=line)
        elif procedure is not None and row.startswith("Sections:"):
            places = tuple(_SECTION.findall(row.partition("Rulings:")[0]))
            found[procedure.number] = msgspec.structs.replace(procedure, sections=places)
        if ruling is not None:
            if ruling.number in found:
                raise ContentError(f"{ruling.number} is there twice", source, f"line {line}")
            found[ruling.number] = ruling
    return tuple(sorted(found.values(), key=lambda r: (r.number[0] != "Q", number_key(r.number))))
