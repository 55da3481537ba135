"""Help on sections and words of the game, from the rule index: our own words."""

from __future__ import annotations

from functools import lru_cache

from lnlt.cli.rulemap import find_tree, load_index
from lnlt.server.shapes import Term


@lru_cache(maxsize=1)
def terms() -> dict[str, Term]:
    """Help by key: numbers of sections, and the words the index knows (in small letters)."""
    index = load_index(find_tree())
    found: dict[str, Term] = {}
    by_topic: dict[str, list[str]] = {}
    for section in index.sections:
        text = "\n".join(bullet.text for bullet in section.bullets) or section.title
        found[section.number] = Term(key=section.number, title=section.title, text=text, rule=section.number)
        for topic in (section.title, *section.topics):
            by_topic.setdefault(topic.lower(), []).append(section.number)
    for topic, numbers in by_topic.items():
        first = found[numbers[0]]
        found.setdefault(
            topic, Term(key=topic, title=topic.capitalize(), text=first.text, rule=first.rule, see=tuple(numbers))
        )
    return found
