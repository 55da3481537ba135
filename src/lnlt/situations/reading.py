"""Reading situation files: TOML to typed values, then every word and argument checked before anything is played."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lnlt.content import files
from lnlt.core.errors import ContentError
from lnlt.core.hexes import is_hex_name
from lnlt.rulebook.index import parse_citation
from lnlt.situations import words
from lnlt.situations.errors import SituationError, check_word
from lnlt.situations.model import Situation
from lnlt.situations.spelling import one_spelling
from lnlt.situations.steps import Step, given, many
from lnlt.traits.scenario_rules import RULES

PLACE_KEYS = frozenset(
    {
        "at",
        "path",
        "from",
        "to",
        "hexes",
        "between",
        "los",
        "distance",
        "spotted",
        "enter",
        "toward",
        "option",
        "control",
        "hold",
        "facing",
        "turret",
    }
)
"""Keys whose strings name hexes; an endless board reaches at least so far."""
NUMBER = re.compile(r"\.(\d+)(?=\.|$)")
"""A position in a list, as other readers write it in a key path."""


class Source:
    """A situation, the label of its file and the hexes it names."""

    def __init__(self, situation: Situation, where: str, places: frozenset[str]) -> None:
        self.situation = situation
        self.where = where
        self.places = places
        """Every place named anywhere in the file."""


def load(path: str | Path) -> Source:
    """A situation file, checked as far as that goes without a board."""
    where = str(path)
    if os.path.isdir(path):
        raise SituationError("a folder without *.toml", where)
    return check(files.parse(Path(path), where), where)


def check(raw: dict[str, Any], where: str) -> Source:
    """The raw tables of a file as a checked situation."""
    try:
        situation = files.convert(raw, Situation, where)
    except ContentError as error:
        place = [error.place[0], *(NUMBER.sub(r"[\1]", p) for p in error.place[1:])]
        raise SituationError(error.reason, *place) from None
    situation = one_spelling(situation)
    _check_head(situation, where)
    for number, step in enumerate(situation.step):
        check_step(step, where, f"step[{number}]")
    return Source(situation, where, frozenset(_places(raw)))


def _places(raw: object, inside: bool = False) -> Iterator[str]:
    """Strings that name places, wherever the format has places."""
    if isinstance(raw, str):
        if inside and is_hex_name(raw.partition("/")[0]):
            yield raw
    elif isinstance(raw, list):
        for item in raw:
            yield from _places(item, inside)
    elif isinstance(raw, dict):
        for key, value in raw.items():
            if key == "hexes" and isinstance(value, dict):
                yield from _places(list(value), True)
            yield from _places(value, key in PLACE_KEYS)


def _check_head(situation: Situation, where: str) -> None:
    for number, text in enumerate(many(situation.rule)):
        if parse_citation(text) is None:
            raise SituationError(f"{text!r} is no section such as '5.3' or '5.3#4'", where, f"rule[{number}]")
    for number, option in enumerate(situation.options):
        check_word(option, words.OPTIONS, "option", where, f"options[{number}]")
    for number, text in enumerate(situation.special_rules):
        check_word(text.partition(":")[0], RULES, "special rule", where, f"special_rules[{number}]")
    if situation.weather:
        check_word(situation.weather, words.WEATHER, "weather", where, "weather")
    for number, die in enumerate(situation.dice):
        path = f"dice[{number}]"
        check_word(die.purpose, words.PURPOSES, "purpose", where, f"{path}.for")
        if (die.roll is None) == (die.pick is None):
            raise SituationError("a die has either 'roll' or 'pick'", where, path)


def check_step(step: Step, where: str, path: str) -> None:
    """Whether a step has a known command or question with arguments that belong to it."""
    if (step.do is None) == (step.ask is None):
        raise SituationError("a step has either 'do' or 'ask'", where, path)
    if step.do is not None:
        check_word(step.do, words.DO, "command", where, f"{path}.do")
        _check_arguments(step, words.DO[step.do], step.do, where, path)
        _check_command(step, step.do, where, path)
    else:
        assert step.ask is not None
        check_word(step.ask, words.ASK, "question", where, f"{path}.ask")
        _check_arguments(step, words.ASK[step.ask], step.ask, where, path)
        _check_question(step, step.ask, where, path)
    _check_expectations(step, where, path)


def _check_arguments(step: Step, order: words.Order, name: str, where: str, path: str) -> None:
    have = set(given(step)) - {"do", "ask", "by", "expect"}
    known = order.needs | order.takes
    alias = {"unit", "units"} if known & {"unit", "units"} else set()
    for key in sorted(have - known - alias):
        raise SituationError(f"{name!r} has no argument {key!r}{files.guess(key, known)}", where, f"{path}.{key}")
    if "units" in have and "unit" in have and not {"unit", "units"} <= known:
        raise SituationError("give either 'unit' or 'units'", where, f"{path}.unit")
    for key in sorted(order.needs - have):
        aimed = key == "at" and name in ("fire", "fire_ordnance") and step.target not in (None, "infantry", "barricade")
        if not aimed and not (key in ("unit", "units") and have & {"unit", "units"}):
            raise SituationError(f"{name!r} needs the argument {key!r}", where, f"{path}.{key}")


def _check_command(step: Step, name: str, where: str, path: str) -> None:
    """Words in the arguments of a command."""
    if name in words.MOVES and step.mode is not None:
        check_word(step.mode, words.MODES, "way of moving", where, f"{path}.mode")
    if step.riding is not None:
        check_word(step.riding, words.RIDING, "way of riding", where, f"{path}.riding")
    for unit, mode in (step.modes or {}).items():
        check_word(mode, words.MODES, "way of moving", where, f"{path}.modes.{unit}")
    if name == "fire_ordnance":
        for key, known in (("mode", words.ORDNANCE_MODES), ("pivot", words.PIVOTS)):
            if getattr(step, key) is not None:
                check_word(getattr(step, key), known, key, where, f"{path}.{key}")
    if name == "fire":
        ways = {"mode": words.FIRE_MODES, "pivot": words.PIVOTS}
        for key in ways:
            if getattr(step, key) is not None:
                check_word(getattr(step, key), ways[key], key, where, f"{path}.{key}")


def _check_question(step: Step, name: str, where: str, path: str) -> None:
    if name == "tally":
        assert step.of is not None
        check_word(step.of, words.TALLIES, "tally", where, f"{path}.of")
        if step.mode is not None:
            known = words.FIRE_MODES if step.of == "fire" else words.ORDNANCE_MODES
            check_word(step.mode, known, "way of firing", where, f"{path}.mode")
        if step.pivot is not None:
            check_word(step.pivot, words.PIVOTS, "pivot", where, f"{path}.pivot")
    if name in ("may", "cost", "odds"):
        command = asked_command(step)
        check_word(command, words.DO, "command", where, f"{path}.command")
        order = words.DO[command]
        extra = frozenset({"command", "from"} if name == "cost" else {"command", "unit"})
        if name == "cost":
            check_word(command, words.COSTLY, "command that costs Movement Points:", where, f"{path}.command")
            needs = order.needs - ({"units"} if command == "move" else {"vehicle"})
            order = order._replace(needs=needs, takes=order.takes | {"units", "vehicle"})
        _check_arguments(step, order._replace(takes=order.takes | extra), command, where, path)
        _check_command(step, command, where, path)


def asked_command(step: Step) -> str:
    """The command a question is about: for `cost` a move, for `odds` fire, unless it says another."""
    return step.command or {"cost": "move", "odds": "fire"}.get(step.ask or "", "")


def _check_expectations(step: Step, where: str, path: str) -> None:
    kind = "do" if step.do else step.ask or ""
    known = words.ANSWERS.get(kind, frozenset()) | words.STATE_ANSWERS
    expect = given(step.expect)
    for key in sorted(set(expect) - known):
        raise SituationError(
            f"names nothing: {step.do or step.ask!r} gives no {key!r}{files.guess(key, known)}",
            where,
            f"{path}.expect.{key}",
        )
    for key in ("units", "weapons", "hexes", "odds", "new"):
        if key in expect and isinstance(expect[key], dict | list) and not expect[key]:
            raise SituationError("names nothing", where, f"{path}.expect.{key}")
    if "exactly" in expect and "items" not in expect:
        raise SituationError("'exactly' needs 'items'", where, f"{path}.expect.exactly")
