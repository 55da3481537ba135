"""The command `lnlt where`: from a rule number or a few words to code, tests, situations and rulings."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from lnlt.rulebook.citations import Found
from lnlt.rulebook.index import Citation, RuleIndex, Section, parse_citation
from lnlt.rulebook.rulemap import RuleMap, find_tree, load_index, load_map, merge

EXIT_GAPS, EXIT_UNKNOWN = 1, 2
CODE_ONLY = "Installed package: code only; tests, situations and rulings are in the source tree."


def register(app: typer.Typer) -> None:
    """Adds `where` to the command line."""
    app.command("where")(where)


def where(
    query: Annotated[list[str] | None, typer.Argument(help="A section, fact, ruling, chapter or words.")] = None,
    gaps: Annotated[bool, typer.Option("--gaps", help="List sections and facts without proof; exit 1 if any.")] = False,
    chapter: Annotated[int, typer.Option("--chapter", help="With --gaps: only this chapter.")] = 0,
    write: Annotated[bool, typer.Option("--write", help="Write docs/rules-map.md again.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Exit 1 on a stale map, unknown citations or gaps.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    root: Annotated[Path | None, typer.Option("--root", help="Source tree to read.", hidden=True)] = None,
) -> None:
    """Find a rule: its facts, functions, hook points, situations, tests and rulings.

    Examples: lnlt where 5.3, lnlt where 5.3#4, lnlt where Q-034, lnlt where opportunity fire
    """
    tree = find_tree(root)
    if write or check or gaps:
        if not tree.is_source:
            raise _fail("this needs the source tree; an installed package has no tests and documents")
        rules = load_map(tree)
        if write:
            tree.map.write_text(rules.render(), encoding="utf-8")
            if not as_json:
                typer.echo(f"wrote {tree.name(tree.map)}")
        if check:
            _report_check(rules, as_json)
        elif gaps:
            _report_gaps(rules, chapter, as_json)
        return
    index = load_index(tree)
    text = " ".join(query or ()).strip()
    note = "" if tree.is_source else CODE_ONLY
    if not text:
        _report_gaps(load_map(tree, index), 0, as_json, summary_only=True)
        return
    citation = parse_citation(text.upper() if text[:1] in "qp" else text)
    if citation is not None:
        reason = index.unknown(citation)
        if reason is not None:
            raise _fail(reason if citation.is_section or tree.is_source else f"{reason}. {note}")
        _show(load_map(tree, index), citation, as_json, note)
    elif re.fullmatch(r"\d+", text):
        sections = [s for s in index.sections if s.chapter == int(text)]
        if not sections:
            raise _fail(f"unknown chapter {text}: the chapters are 1 to {index.sections[-1].chapter}")
        _list(sections, [], as_json)
    else:
        _search(index, text, as_json, root, note)


def _fail(message: str) -> typer.Exit:
    typer.echo(f"error: {message}", err=True)
    return typer.Exit(EXIT_UNKNOWN)


def _search(index: RuleIndex, text: str, as_json: bool, root: Path | None, note: str) -> None:
    by_name, by_fact = index.search(text)
    both = by_name + by_fact
    exact = [s for s in by_name if s.title.casefold() == text.casefold()]
    if not both:
        raise _fail(f"nothing is called {text!r}; try one word, a section number, or `lnlt where` for the chapters")
    if len(both) > 1 and len(exact) != 1:
        _list(by_name, by_fact, as_json)
        return
    section = exact[0] if exact else both[0]
    others = [s for s in both if s is not section]
    also = f"Also: {', '.join(f'{s.number} {s.title}' for s in others)}" if others else ""
    rules = load_map(find_tree(root), index)
    _show(rules, Citation(section.number), as_json, "\n".join(filter(None, (also, note))))


def _list(by_name: list[Section], by_fact: list[Section], as_json: bool) -> None:
    if as_json:
        keys = ("number", "title", "era", "status")
        _json({"matches": [{key: getattr(s, key) for key in keys} for s in by_name + by_fact]})
        return
    for section in by_name:
        typer.echo(_line(section))
    if by_fact:
        typer.echo("In their facts:" if by_name else "Only in their facts:")
    for section in by_fact:
        typer.echo(_line(section))


def _line(section: Section) -> str:
    return f"  {section.number:<9} {section.title:<40} {section.status}"


def _number(lines: list[str], what: str) -> str:
    return f"{len(lines)} {what}{'s' * (len(lines) != 1)}"


def _json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1))


def _entry(item: Found) -> dict[str, Any]:
    line = item.line if item.hook else item.start
    return {"file": item.file, "line": line, "name": item.hook or item.name, "summary": item.summary}


def page(rules: RuleMap, citation: Citation) -> dict[str, Any]:
    """Everything known about a section, fact, ruling or procedure, as plain data."""
    index, number, bullet = rules.index, citation.number, citation.bullet
    code = rules.citing(number, "code", bullet=bullet)
    result: dict[str, Any] = {"number": str(citation)}
    if citation.is_section:
        section = index.by_number[number]
        result |= {"title": section.title, "era": section.era, "status": section.status}
        result["topics"] = list(section.topics)
        result["hook"] = section.hook
        result["facts"] = [
            {
                "number": f"{number}#{fact.id}",
                "text": fact.text,
                "proof": [_entry(i) for i in merge(rules.citing(number, "test", "situation", bullet=fact.id))],
            }
            for fact in section.bullets
            if bullet in ("", fact.id)
        ]
        result["rulings"] = [_ruling(index, r.number) for r in index.rulings_on(number)]
    else:
        result |= _ruling(index, number)
    result["code"] = [_entry(i) for i in merge([i for i in code if not i.hook])]
    result["hooks"] = [_entry(i) for i in code if i.hook]
    result["situations"] = [_entry(i) for i in merge(rules.citing(number, "situation", bullet=bullet))]
    result["tests"] = [_entry(i) for i in merge(rules.citing(number, "test", bullet=bullet))]
    return result


def _ruling(index: RuleIndex, number: str) -> dict[str, Any]:
    found = index.by_ruling[number]
    return {
        "number": found.number,
        "sections": list(found.sections),
        "question": found.question,
        "ruling": found.ruling,
        "why": found.why,
        "line": found.line,
    }


def _show(rules: RuleMap, citation: Citation, as_json: bool, note: str) -> None:
    data = page(rules, citation)
    if as_json:
        _json(data)
        return
    rulings_file = rules.tree.name(rules.tree.rulings)
    out: list[str] = []
    if citation.is_section:
        out += [f"{data['number']}  {data['title']}", f"era: {data['era']}   status: {data['status']}"]
        if data["hook"]:
            out += [f"a module plugs in here: {data['hook']}"]
        if data["facts"]:
            proved = sum(bool(f["proof"]) for f in data["facts"])
            out += ["", f"Facts ({proved} of {len(data['facts'])} proved)"]
            for fact in data["facts"]:
                out.append(f"  [{'x' if fact['proof'] else ' '}] {fact['number']}  {fact['text']}")
                out += [f"        {_place(i)}" for i in fact["proof"]]
    else:
        out.append(f"{data['number']}  {data['question']}")
        if data["ruling"]:
            out += [data["ruling"], f"Why: {data['why']}"]
        out.append(f"sections: {', '.join(data['sections']) or 'all'}   text: {rulings_file}:{data['line']}")
    for title, key in (("Code", "code"), ("Hook points", "hooks"), ("Situations", "situations"), ("Tests", "tests")):
        if data[key]:
            out += ["", title, *(f"  {_place(item)}" for item in data[key])]
    if citation.is_section and data["rulings"]:
        out += ["", f"Rulings ({rulings_file})"]
        out += [f"  {r['number']}  {r['question']} {r['ruling']}".rstrip() for r in data["rulings"]]
    if not (data["code"] or data["hooks"] or data["tests"] or data["situations"]):
        out += ["", "Nothing cites it yet."]
    typer.echo("\n".join([*out, *(["", note] if note else [])]))


def _place(item: dict[str, Any]) -> str:
    return "  ".join(part for part in (f"{item['file']}:{item['line']}", item["name"], item["summary"]) if part)


def _report_gaps(rules: RuleMap, chapter: int, as_json: bool, *, summary_only: bool = False) -> None:
    """Gaps, and a line per chapter on its sections and facts; exit code 1 if there are gaps."""
    if chapter and all(s.chapter != chapter for s in rules.index.sections):
        raise _fail(f"unknown chapter {chapter}: the chapters are 1 to {rules.index.sections[-1].chapter}")
    lines = [] if summary_only else rules.gaps(chapter)
    chapters = [(n, sections[0].title) for n, sections in rules.index.chapters() if chapter in (0, n)]
    if as_json:
        summary = {str(n): rules.counts(n) for n, _ in chapters}
        _json({"gaps": lines, "chapters": summary, "total": rules.counts(chapter)})
    else:
        for line in lines:
            typer.echo(line)
        row = "{:<34}{:>6}{:>13}   {:>13}{:>6}"
        typer.echo(row.format("Chapter", "done", "module data", "facts proved", "open"))
        for number, name in [*chapters, (chapter, "Total")][: None if len(chapters) > 1 else 1]:
            c = rules.counts(number)
            label = name if name == "Total" else f"{number:>2} {name}"
            typer.echo(row.format(label, c["done"], c["module data"], c["proved"], c["unproved"]))
        if not summary_only:
            typer.echo(_number(lines, "gap") if lines else "no gaps: every section and every fact has its proof")
    if lines:
        raise typer.Exit(EXIT_GAPS)


def _report_check(rules: RuleMap, as_json: bool) -> None:
    """Every problem on a line of its own; exit code 1 if there is one."""
    problems = rules.problems()
    if as_json:
        _json({"problems": problems})
    else:
        for line in problems:
            typer.echo(line)
        typer.echo(_number(problems, "problem") if problems else "rule index, citations and rules map agree")
    if problems:
        raise typer.Exit(EXIT_GAPS)
