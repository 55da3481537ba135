"""Help on sections and words of the game, from the rule index: our own words."""

from __future__ import annotations

from functools import lru_cache

from lnlt.rulebook.rulemap import find_tree, load_index
from lnlt.server.shapes import Term


@lru_cache(maxsize=1)
def terms() -> dict[str, Term]:
    """Help by key: numbers of sections, and the words the index knows (in small letters)."""
    index = load_index(find_tree())
    found: dict[str, Term] = {}
    by_topic: dict[str, tuple[str, list[str]]] = {}
    for section in index.sections:
        text = "\n".join(bullet.text for bullet in section.bullets) or section.title
        found[section.number] = Term(key=section.number, title=section.title, text=text, rule=section.number)
        for topic in (section.title, *section.topics):
            by_topic.setdefault(topic.lower(), (topic, []))[1].append(section.number)
    for key, (topic, numbers) in by_topic.items():
        first = found[numbers[0]]
        title = topic[:1].upper() + topic[1:]
        found.setdefault(key, Term(key=key, title=title, text=first.text, rule=first.rule, see=tuple(numbers)))
    return found
