"""Sums and chances that are expected, against those that came out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from msgspec.structs import replace

from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch10_los_spotting.cover import location_modifiers
from lnlt.rules.facts.barricades import sides_of
from lnlt.rules.facts.kits import sheltered_by
from lnlt.situations.answers import Answer
from lnlt.situations.comparing import Check, refusal_text, show
from lnlt.situations.errors import SituationError, check_word
from lnlt.situations.melee import ShownTally
from lnlt.situations.names import Names
from lnlt.situations.sections import SAID_OF_ITEMS, WEAPON_SECTIONS
from lnlt.situations.steps import Expect, Item, Step, many

CHARTS = {
    "to_hit": ("14.1",),
    "penetration": ("14.1",),
    "armor": ("14.1",),
    "fire": ("5.0",),
    "defence": ("5.0", "10.4"),
    "damage_check": ("5.0",),
    "rally": ("3.0", "1.5.1"),
    "melee": ("8.0",),
    "morale": ("1.5.1",),
    "spot": ("10.1.1",),
}
"""Sections of tables and checks: an item may be named by its own section or by that of what it stands in."""
ALIKE = (("15.2", "15.2.1", "15.2.2"),)
"""Sections that name the same modifier: fire on the move."""
LEADING = ("5.0.1", "11.1.1", "11.1.3")
"""Sections that say the same of a Leader's modifier in an attack."""


KIND_SECTIONS = {"hero": "11.2", "weapon_team": "1.7", "scout": "11.6", "sniper": "11.4", "marksman": "11.12"}
"""Sections of units, where their firepower (5.0, 8.0, 17.1) is an item."""


SHELTERING = frozenset({"21.1", "21.2", "21.5", "21.8", "21.9", "21.10"})
"""Sections of works that name the bonus of a rally attempt themselves."""


def own_sections(game: Game, state: State) -> dict[str, str | None]:
    """The section of its own that each unit and Support Weapon has."""
    units = {u.id: KIND_SECTIONS.get(game.types[u.type].kind) for u in state.units}
    return units | {w.id: WEAPON_SECTIONS.get(game.weapon_types[w.type].kind) for w in state.weapons}


def cover_sections(game: Game, state: State, step: Step) -> frozenset[str]:
    """3.0: the works that cover a unit which rallies: those in its hex, or without them a Barricade beside it."""
    number = state.ids.get(next(iter([*many(step.unit), *many(step.units)]), ""), NOBODY)
    if step.of != "rally" or number == NOBODY:
        return frozenset()
    u = sheltered_by(state, state.units[number])
    here = {m.rule for m in location_modifiers(game, state, u.at, u.type, state.ids.get(u.id, NOBODY)) if m.value > 0}
    if not here and u.at >= 0 and sides_of(game.board, state, u.at >> 3):
        here = {"21.5"}
    return SHELTERING & here


def tally_check(
    key: str,
    expect: Expect,
    tally: Tally | None,
    answer: Answer,
    sections: dict[str, str | None],
    cover: frozenset[str] = frozenset(),
) -> Check:
    """The total or the items of a sum."""
    if tally is None:
        return Check(key, show(getattr(expect, key)), refusal_text(answer), False)
    have = tally_items(tally)
    if key == "total":
        total: Any = sum(i.value for i in have) if tally.of == "cost" else tally.total
        same = expect.total == total
        return Check(key, show(expect.total), show(total) + ("" if same else f" from {show(have)}"), same)
    wanted = expect.items or []
    if Item(-1, "4.1") in wanted:
        tally = as_on_the_card(tally)
    fits = _fits(wanted, tally, sections, cover)
    missing = [item for i, item in enumerate(wanted) if i not in fits.values()]
    left = [m for i, m in enumerate(tally.items) if i not in fits]
    if isinstance(tally, ShownTally) and left == list(tally.items[len(tally.base) :]):
        left = []  # of a Melee attack the firepower may be listed alone: its modifiers are no part of the total
    exactly = expect.exactly or not wanted  # an empty list says that there is none
    ok = not missing and not (exactly and left)
    text = show(have) + (f"; missing {show(missing)}" if missing else "")
    if exactly and left:
        text += f"; too many {show([Item(m.value, m.rule) for m in left])}"
    return Check("items" + (" exactly" if exactly else ""), show(wanted), text, ok)


def as_on_the_card(tally: Tally) -> Tally:
    """4.1: the firepower of units that are Ops Complete, and -1 for each as a row of its own."""
    base: list[Modifier] = []
    for m in tally.base:
        if m.why == "ifp_ops_complete" and m.value >= 0:
            base += [replace(m, value=m.value + 1, rule="5.0"), replace(m, value=-1)]
        else:
            base.append(m)
    return replace(tally, base=tuple(base))


def _fits(
    wanted: Sequence[Item], tally: Tally, sections: dict[str, str | None], cover: frozenset[str]
) -> dict[int, int]:
    """Which item of a tally is which expected one, so that as many as can be are found."""
    found: dict[int, int] = {}

    def find(i: int, tried: set[int]) -> bool:
        item = wanted[i]
        for j, m in enumerate(tally.items):
            named = _named_by(tally, m, sections) | (cover if m.why == "cover" else frozenset())
            if j in tried or item.value not in _values(tally, m) or item.rule not in named:
                continue
            tried.add(j)
            if j not in found or find(found[j], tried):
                found[j] = i
                return True
        return False

    for i in range(len(wanted)):
        find(i, set())
    return found


def _values(tally: Tally, m: Modifier) -> set[float]:
    """What an item may be given as: 1.6, 4.1 and 5.4 round a half up, which makes no odds if it is the only one."""
    halves = [i.value for i in tally.items if i.value != int(i.value)]
    return {m.value, ceil(m.value)} if len(halves) == 1 else {m.value}


def _named_by(tally: Tally, m: Modifier, sections: dict[str, str | None]) -> set[str | None]:
    """Sections an item may be named by: its own, those printed with its row, that of its table or weapon, or none."""
    names = {None, m.rule, *CHARTS.get(tally.of, ()), *SAID_OF_ITEMS.get((tally.of, m.why), ())}
    names.update(name for group in ALIKE if m.rule in group for name in group)
    if m.rule == LEADING[0]:
        names.update(LEADING)
    elif m.why == "leader" and m.rule == "10.1.1":
        names.add("11.1.1")
    elif m.rule == "5.0" and tally.of == "to_hit":  # the terrain of the target
        names.update(("5.5", "10.4"))
    elif m.rule in ("1.6", "5.0", "8.0", "17.1"):
        names.add(sections.get(m.source))
    return names


def tally_items(tally: Tally) -> list[Item]:
    """The items of a tally as the format shows them."""
    return [Item(m.value, m.rule) for m in tally.items]


def odds_checks(expect: Expect, answer: Answer, names: Names) -> Iterator[Check]:
    """Chances, as fractions."""
    odds = answer.odds or {}
    for outcome, text in (expect.odds or {}).items():
        where, path = names.place(f"expect.odds.{outcome}")
        check_word(outcome, odds, "outcome", where, path)
        try:
            expected = Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise SituationError(f"{text!r} is no fraction such as '11/36'", where, path) from None
        yield Check(f"odds.{outcome}", str(expected), str(odds[outcome]), expected == odds[outcome])
