"""The format of situations: every word of it is used in some situation, and every mistake names file and place."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lnlt.core.flags import STATUS
from lnlt.situations import model, steps, words
from lnlt.situations.charts import TABLES
from lnlt.situations.report import file_text
from situation_helpers import fails, run

FILES = sorted((Path(__file__).parent / "situations").rglob("*.toml"))


def _used() -> dict[str, set[str]]:
    """Keys and words of all situations, by where they stand."""
    used: dict[str, set[str]] = defaultdict(set)

    def note(key: str, found: Iterable[Any]) -> None:
        used[key].update(str(word) for word in found)

    for path in FILES:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        board, state = raw.get("board", {}), raw.get("state", {})
        note("top", raw)
        note("option", raw.get("options", ()))
        note("board", board)
        note("state", state)
        note("phase", [state.get("phase")])
        note("fact", board.get("facts", ()))
        note("purpose", [die["for"] for die in raw.get("dice", ())])
        for key, rows in (("hex", board.get("hexes", {}).values()), ("building", board.get("buildings", ()))):
            for row in rows:
                note(key, row if isinstance(row, dict) else ())
        for marker in board.get("markers", ()):
            note("marker", [marker["kind"]])
            note("marker key", marker)
        for unit in raw.get("units", ()):
            note("unit", unit)
            note("status", unit.get("status", ()))
        for weapon in raw.get("weapons", ()):
            note("weapon", weapon)
        for step in raw.get("step", ()):
            _note_step(step, note)
    return used


def _note_step(step: dict[str, Any], note: Any) -> None:
    expect = step.get("expect", {})
    command = step.get("do") or step.get("command", "")
    note("step", step)
    note("do", [step.get("do")])
    note("ask", [step.get("ask")])
    note("of", [step.get("of")])
    note("table", [step.get("table")])
    note(f"mode of {command}", [step.get("mode")])
    note("cost", [step.get("command", "move")] if step.get("ask") == "cost" else [])
    note("expect", expect)
    note("verdict", [expect.get("verdict")])
    note("window", [expect.get("window")])
    for key, name in (("units", "unit fact"), ("weapons", "weapon fact"), ("hexes", "hex fact")):
        for facts in expect.get(key, {}).values():
            note(name, facts)


def keys(kind: type[msgspec.Struct]) -> set[str]:
    """The keys of a table of the format."""
    return {field.encode_name for field in msgspec.structs.fields(kind)}


VOCABULARY: dict[str, Iterable[str]] = {
    "top": keys(model.Situation),
    "option": words.OPTIONS,
    "board": keys(model.BoardTable),
    "hex": keys(model.HexTable),
    "building": keys(model.BuildingTable),
    "marker": words.MARKERS,
    "marker key": keys(model.MarkerTable),
    "fact": keys(model.FactsTable),
    "state": keys(model.StateTable),
    "phase": ("rally", "operations", "admin"),
    "unit": keys(model.UnitTable),
    "status": STATUS,
    "weapon": keys(model.WeaponTable),
    "purpose": words.PURPOSES,
    "step": keys(steps.Step),
    "do": words.DO,
    "ask": words.ASK,
    "of": words.TALLIES,
    "table": TABLES,
    "cost": ("move", "mount", "dismount", "pivot"),
    "mode of move": words.MODES,
    "mode of fire": words.FIRE_MODES,
    "mode of fire_ordnance": words.ORDNANCE_MODES,
    "expect": keys(steps.Expect),
    "verdict": ("clear", "degraded", "blocked"),
    "window": words.WINDOWS,
    "unit fact": keys(steps.UnitFacts),
    "weapon fact": keys(steps.WeaponFacts),
    "hex fact": keys(steps.HexFacts),
}
USED = _used()


@pytest.mark.parametrize("place", VOCABULARY)
def test_every_word_is_used(place: str) -> None:
    """Each key, command, question and word of the format stands in a situation that holds."""
    assert not set(VOCABULARY[place]) - USED[place]


BASE = """
id = "x"
{top}
[[units]]
id = "a"
side = "us"
kind = "squad"
values = "2-5-4-6"
at = "D7"
{unit}
[[units]]
id = "tank"
side = "us"
kind = "vehicle"
values = "10T-6"
armor = ["5/4", "3/4", "2/3"]
mgs = ["4"]
at = "D9"
[[units]]
id = "g"
side = "de"
kind = "squad"
values = "1-6-4-5"
at = "P7"
{rest}
"""


def text(rest: str = "", top: str = "", unit: str = "") -> str:
    """The base situation and further lines."""
    return BASE.format(rest=rest, top=top, unit=unit)


def ask(line: str, kind: str = "may") -> str:
    """One question at the end of the base situation."""
    return text(f'[[step]]\nask = "{kind}"\n{line}\n')


MARKER = '[[board.markers]]\nkind = "{kind}"\nat = "D7"\n{more}'

MISTAKES = [
    (text(top='colour = "red"'), "x.toml: colour"),
    (text(top='options = ["fires"]'), "options[0]: unknown option 'fires'"),
    (text(top='weather = "fog"'), "weather: unknown weather 'fog'"),
    (text(top='dice = [{ for = "luck", roll = [1] }]'), "dice[0].for: unknown purpose 'luck'"),
    (text("[board]\nmap = '99'"), "board.map: no map '99'"),
    (text(MARKER.format(kind="flag", more="")), "board.markers[0].kind: unknown marker 'flag'"),
    (text(MARKER.format(kind="smoke", more='trigger = "los"')), "board.markers[0].trigger: only an Event marker"),
    (text(MARKER.format(kind="event", more='paragraph = "7"')), "board.markers[0].paragraph: unknown paragraph '7'"),
    (text(MARKER.format(kind="event", more='trigger = "noise"')), "board.markers[0].trigger"),
    (text(MARKER.format(kind="smoke", more='of = "mortar"')), "board.markers[0].of: only Fire for Effect"),
    (
        text(MARKER.format(kind="fire", more="strength = 3")),
        "board.markers[0].strength: there is a fire 1 and a fire 2",
    ),
    (text(top="night = { starshell = { uk = 3 } }"), "night.starshell: unknown side 'uk'"),
    (text(top="night = { starshell = { us = 7 } }"), "night.starshell.us: a capability is 0 to 6, not 7"),
    (text(top="night = { sight = 0 }"), "night.sight: one sees at least one hex"),
    (text('[[weapons]]\nid = "w"\ntype = "ww2-us-sw-bazooka"\nammo = "peas"\n'), "weapons[0].ammo: unknown ammunition"),
    (text('[[weapons]]\nid = "w"\ntype = "ww2-us-sw-bar"\nbipod = "x"\n'), "weapons[0].bipod"),
    (text(unit='status = ["tired"]'), "units[0].status[0]: unknown status 'tired'"),
    (text(unit='markers = ["busy"]'), "units[0].markers[0]: unknown marker 'busy'"),
    (text(unit='abilities = ["fly"]'), "units[0].abilities[0]: unknown ability 'fly'"),
    (text(unit="speed = 3"), "units[0].speed"),
    (text("[state]\nphase = 'lunch'"), "state.phase"),
    (text("[[step]]\ndo = 'dance'"), "step[0].do: unknown command 'dance'"),
    (text("[[step]]\nask = 'why'"), "step[0].ask: unknown question 'why'"),
    (ask("of = 'luck'\nunit = 'a'", "tally"), "step[0].of: unknown tally 'luck'"),
    (ask("table = 'fates'\ncases = [{ value = 1 }]", "table"), "step[0].table: unknown table 'fates'"),
    (ask("command = 'rally'\nunit = 'a'", "cost"), "step[0].command: unknown command that costs Movement Points"),
    (ask("command = 'move'\nunits = ['a']\npath = ['D6']", "odds"), "step[0].command: 'move' rolls no dice here"),
    (ask("command = 'place'\nunit = 'zed'\nat = 'D6'"), "step[0].unit: no unit 'zed'"),
    (ask("command = 'place'\nunit = 'a'\nat = 'D6'\nfacing = 'D5/E5'"), "step[0].facing: unit 'a' has no facing"),
    (ask("command = 'place'\nunit = 'tank'\nat = 'D6'\nfacing = 'A1/B1'"), "step[0].facing: no vertex 'A1/B1'"),
    (text("[[step]]\ndo = 'pass'\nexpect = { units = {} }"), "step[0].expect.units: names nothing"),
    (text("[[step]]\ndo = 'pass'\nexpect = { units.a = {} }"), "step[0].expect.units.a: says nothing"),
    (text("[[step]]\ndo = 'pass'\nexpect = { hexes.D7 = {} }"), "step[0].expect.hexes.D7: says nothing"),
    (text("[[step]]\ndo = 'pass'\nexpect = { new = {} }"), "step[0].expect.new: says nothing"),
    (text("[[step]]\ndo = 'pass'\nexpect = { victory = 'fr' }"), "step[0].expect.victory: unknown side 'fr'"),
    (
        text("[[step]]\ndo = 'pass'\nexpect = { units.a = { mode = 'up' } }"),
        "step[0].expect.units.a.mode: unknown mode",
    ),
    (text("[[step]]\ndo = 'pass'\nexpect = { hexes.D7.markers = ['flag'] }"), "unknown marker 'flag'"),
]


@pytest.mark.parametrize(("source", "message"), MISTAKES, ids=[m for _, m in MISTAKES])
def test_mistake(source: str, message: str) -> None:
    """A key, word or id that the format does not have is named with its file and place."""
    told = fails(source)
    assert "x.toml" in told
    assert message in told


def test_victory_while_the_game_goes_on() -> None:
    """Nobody has won yet: no side is shown as the winner of a game that is not over."""
    report = run(text("[[step]]\ndo = 'pass'\nexpect = { victory = 'draw' }"))
    assert report.status == "failed"
    assert 'actual    "nobody"' in file_text(report)
