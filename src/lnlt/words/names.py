"""Names of sides, units, weapons and places as sentences use them, and how a sentence is filled in."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import lru_cache

from lnlt.core.flags import MARKERS, STATUS, WOUNDED, names
from lnlt.core.game import Game
from lnlt.core.state import Position, Unit
from lnlt.rules.facts import units as values
from lnlt.words import english


class _Facts(dict[str, object]):
    """Facts of a sentence; a missing one shows as an ellipsis, so that words never break a game."""

    def __missing__(self, key: str) -> str:
        return "…"


def fill(sentence: str, facts: Mapping[str, object]) -> str:
    """A sentence with its places filled.

    >>> fill("{unit} has {left} points", {"unit": "tom"})
    'tom has … points'
    """
    return sentence.format_map(_Facts(facts))


@lru_cache(maxsize=1024)
def plain(code: str) -> str:
    """A code as words, for the rare one without a sentence."""
    return code.replace("_", " ").replace("-", " ")


def cite(text: str, rule: str) -> str:
    """A sentence with its section."""
    return f"{text} ({rule})" if rule else text


def number(value: float, sign: bool = True) -> str:
    """A number as sums show it.

    >>> number(2), number(-0.5), number(3, sign=False)
    ('+2', '-0.5', '3')
    """
    return f"{value:+g}" if sign else f"{value:g}"


def side_name(game: Game, side: int) -> str:
    """Name of a side as players know it."""
    if side < 0:
        return "nobody"
    return game.sides[side].name or game.sides[side].id


def place_name(game: Game, loc: int) -> str:
    """Printed name of a location; off the board has a name too."""
    return game.board.loc_name(loc) if loc >= 0 else "off the board"


@lru_cache(maxsize=1024)
def kind_name(kind: str) -> str:
    """What sort of counter, in words."""
    return english.KINDS.get(kind, plain(kind).title())


def result_name(result: str, among: Container[str] = ()) -> str:
    """A result of an attack, in words; `among` all that can come of it: "none" of who may appear is that he does not.

    >>> result_name("none"), result_name("none", ("created", "none"))
    ('no harm', 'does not appear')
    """
    if result == "none" and ("created" in among or "lost" in among):
        result = "not_created"
    return english.RESULTS.get(result, plain(result))


def roll_name(what: str) -> str:
    """What a roll is for, in words."""
    return english.ROLLS.get(what, plain(what))


def unit_name(game: Game, s: Position, unit: int) -> str:
    """Sort and id of a unit: the id is what a player types."""
    if not 0 <= unit < len(s.units):
        return "a unit"
    u = s.units[unit]
    return f"{kind_name(game.types[u.type].kind)} {u.id}"


def called(game: Game, s: Position, name: str) -> str:
    """Sort and id of the unit with an id; the id alone if there is none."""
    return unit_name(game, s, s.ids[name]) if name in s.ids else name


def unit_names(game: Game, s: Position, units: Iterable[int]) -> str:
    """Several units."""
    return ", ".join(unit_name(game, s, u) for u in units)


def with_article(name: str) -> str:
    """A name with a or an before it, as it is spoken: a Squad, an Infantry Squad, an MG Team."""
    spelled = len(name) > 1 and name[:2].isupper()
    return f"{'an' if name[:1] in ('AEFHILMNORSX' if spelled else 'AEIOU') else 'a'} {name}"


def weapon_name(game: Game, s: Position, weapon: int) -> str:
    """Name of a Support Weapon."""
    if not 0 <= weapon < len(s.weapons):
        return "a weapon"
    return game.weapon_types[s.weapons[weapon].type].name


def unit_values(game: Game, u: Unit) -> str:
    """Values of a unit as they are now: firepower-range-movement-morale, or morale-leadership-movement."""
    t = game.types[u.type]
    if t.kind in ("leader", "commissar", "political_officer"):
        return f"morale {values.morale(game, u)}, leadership {values.leadership(game, u)}, moves {t.mf}"
    if not (t.is_mmc or t.is_smc):
        return t.name
    mf = t.wounded.mf if u.flags & WOUNDED and t.wounded else t.mf
    fight = f"{values.firepower(game, u)}-{values.fire_range(game, u)}-{mf}"
    return f"{fight}, morale {values.morale(game, u)}"


def unit_states(u: Unit) -> str:
    """What is on a unit, in words; empty for one that is fresh and in Good Order."""
    return flag_words(u.flags)


def flag_words(flags: int) -> str:
    """Status and markers in words."""
    found = names(flags, STATUS) + names(flags, MARKERS)
    return ", ".join(english.STATUS.get(word, plain(word)) for word in found)


def chart_name(game: Game, key: str) -> str | None:
    """Name of a terrain, hexside or counter of the chart."""
    chart = game.board.chart
    row = chart.terrains.get(key) or chart.hexsides.get(key) or chart.counters.get(key)
    return row.name if row is not None else None
