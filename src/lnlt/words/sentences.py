"""Refusals, sums, commands and questions in plain words, made when somebody reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from lnlt.core.events import Event
from lnlt.core.frames import Command, Frame, Question
from lnlt.core.game import Game
from lnlt.core.record import Barrier
from lnlt.core.state import Position
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch06_movement.steps import where
from lnlt.rules.ch15_vehicles.machine_guns import HALF, HULL_HALF, firepower, is_all_round, is_rear, is_split
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun
from lnlt.words import english
from lnlt.words.names import (
    called,
    chart_name,
    cite,
    fill,
    number,
    place_name,
    plain,
    side_name,
    unit_name,
    unit_names,
    weapon_name,
)

ORDNANCE = ("fire_ordnance", "fire_at_aircraft", "fire_at_barricade")
"""Commands that fire a gun, one of the unit's own if they name no weapon."""


@cache
def tag(kind: type[Command] | type[Frame] | type[Event]) -> str:
    """The code a command, question or event has in files."""
    return str(kind.__struct_config__.tag)


def refusal_text(game: Game, refusal: Refusal) -> str:
    """Why something is not allowed, with the section."""
    facts: dict[str, object] = dict(refusal.params)
    for key in ("terrain", "hexside", "counter"):
        if key in facts:
            facts[key] = chart_name(game, str(facts[key])) or facts[key]
    for key in ("asked", "by"):
        if facts.get(key) in game.side_index:
            facts[key] = side_name(game, game.side_index[str(facts[key])])
    if "question" in facts:
        facts["question"] = english.TOPICS.get(str(facts["question"]), plain(str(facts["question"])))
    sentence = english.REFUSALS.get(refusal.code, plain(refusal.code).capitalize())
    return cite(fill(sentence, facts), refusal.rule)


def barrier_text(barrier: Barrier) -> str:
    """Why nothing more can be taken back."""
    return fill(english.BARRIERS.get(barrier.code, plain(barrier.code)), {"entry": barrier.entry})


def modifier_words(game: Game, m: Modifier) -> str:
    """What a modifier is for, without its number."""
    source = m.source
    weapon = next((w for w in game.setup.weapons if w.id == source), None)
    if weapon is not None and weapon.type in game.weapon_type_index:
        source = game.weapon_types[game.weapon_type_index[weapon.type]].name
    sentence = english.MODIFIERS.get(m.why)
    if sentence is not None:
        return fill(sentence, {"source": source})
    name = chart_name(game, m.why)
    if name is not None:
        return fill(english.MODIFIERS["chart"], {"name": name, "source": source}) if source else name
    return plain(m.why)


def modifier_text(game: Game, m: Modifier) -> str:
    """One item of a sum: number, reason, section."""
    return f"{number(m.value)} {cite(modifier_words(game, m), m.rule)}"


def cost_text(game: Game, m: Modifier) -> str:
    """One part of what a step costs, in Movement Points, with its section."""
    return f"{number(m.value / 2)} {cite(modifier_words(game, m), m.rule)}"


def tally_name(tally: Tally) -> str:
    """What a sum is for."""
    return english.TALLIES.get(tally.of, plain(tally.of))


def tally_lines(game: Game, tally: Tally) -> list[str]:
    """A sum item by item, then what it comes to and, where there is one, the number it is compared with."""
    lines = [modifier_text(game, m) for m in tally.items]
    raw = sum(m.value for m in tally.items)
    rounded = " (halves rounded up)" if raw != tally.total else ""
    weighed = tally.of in english.WEIGHED
    total = f"{number(tally.total, sign=not weighed)}{rounded}"
    said = fill(english.SUMS["weighed" if weighed else "added"], {"total": total, "name": tally_name(tally)})
    return [*lines, said + need_text(tally, english.SUMS["needed"])]


def need_text(tally: Tally, sentence: str = "{need}") -> str:
    """What must be rolled, everything added: "8 or more"; then dice that always or never do, if that matters.

    >>> need_text(Tally("melee", need=8, reach=True)), need_text(Tally("spot", need=5, fails=6))
    ('8 or more', '5 or less')
    >>> need_text(Tally("spot", need=6, fails=6)), need_text(Tally("morale"))
    ('6 or less, a 6 always fails', '')
    """
    if tally.need is None:
        return ""
    need = fill(english.NEEDS["reach" if tally.reach else "stay"], {"need": tally.need})
    said = fill(sentence, {"need": need})
    for die, word in ((tally.passes, "passes"), (tally.fails, "fails")):
        bare = Tally(tally.of, tally.base, tally.mods, tally.need, tally.reach)
        if die and bare.allows(die) != tally.allows(die):
            said += fill(english.NEEDS[word], {"die": die})
    return said


def tally_short(game: Game, tally: Tally) -> str:
    """A sum in one line."""
    return ", ".join(modifier_text(game, m) for m in tally.items) or "nothing"


def command_text(game: Game, s: Position, command: Command) -> str:
    """What a command does, with the section of the question it answers where that is known."""
    return cite(option_text(game, s, command), _rule(game, s, command))


def option_text(game: Game, s: Position, command: Command) -> str:
    """What a command does."""
    code, facts = tag(type(command)), _order_facts(game, s, command)
    variant = _order_variant(command, code, facts)
    sentence = english.COMMANDS.get(code + variant) or english.COMMANDS.get(code)
    if sentence is None:
        rest = " ".join(str(getattr(command, n)) for n in command.__struct_fields__)
        return f"{plain(code).capitalize()} {rest}".rstrip()
    if "{units}" in sentence and s.stack:
        place = facts.get("at", facts.get("from"))
        facts["units"] = _own_units(game, s, str(place))
    return fill(sentence + _asides(command, code), facts)


def _asides(command: Command, code: str) -> str:
    """What tells a command apart from others of its kind and is in none of its sentences: who helps, with what, how."""
    told = ""
    for key, clause in english.ASIDES.get(code, {}).items():
        name, _, wanted = key.partition(".")
        value = getattr(command, name)
        if value == wanted if wanted else value:
            told += clause
    return told


def _order_facts(game: Game, s: Position, command: Command) -> dict[str, object]:
    """What the sentence of a command tells."""
    facts: dict[str, object] = {}
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if name in ("unit", "lead"):
            facts["unit"] = called(game, s, value)
        elif name in ("weapon", "weapons"):
            facts[name] = _weapons(game, s, (value,) if isinstance(value, str) else value)
        elif name == "origin":
            facts["from"] = value
        elif name in ("with_unit", "leader", "mate", "caller", "mortar", "vehicle"):
            key = "other" if name == "with_unit" else name
            facts[key] = called(game, s, value)
        elif name == "target":
            facts[name] = unit_name(game, s, s.ids[value]) if value in s.ids else english.MEN
        elif name == "other":
            facts["price"] = _weapons(game, s, (value,))
        else:
            facts[name] = value
    code = tag(type(command))
    if code in ORDNANCE:
        facts["weapon"] = english.OWN_GUNS.get(str(facts["weapon"]), facts["weapon"])
    elif isinstance(command, FireMachineGun):
        gun, fp = machine_gun(game, s, s.ids[command.unit], command.mg)
        facts["gun"] = fill(english.OWN_GUNS[gun], {"fp": fp})
    elif code == "place_work":
        facts["kind"] = plain(str(facts["kind"])).title()
    return facts


def machine_gun(game: Game, s: Position, unit: int, mg: int) -> tuple[str, int]:
    """15.0: which kind of machine gun of a vehicle that is, as a code, and its Firepower."""
    t = game.types[s.units[unit].type]
    code = "mg_hull" if mg >= HULL_HALF else "mg"
    code = "mg_all_round" if is_all_round(t, mg) else "mg_rear" if is_rear(t, mg) else code
    code = "mg_air" if t.kind == "helicopter" else code
    return code, HALF if is_split(game, s, unit, mg) else firepower(t, mg)


def _order_variant(command: Command, code: str, facts: Mapping[str, object]) -> str:
    """Which of the sentences of a command is meant: ".rally", or "" for the plain one."""
    variant = ""
    if getattr(command, "srp", False):
        variant = ".pair"
    elif code == "rally" and facts.get("by"):
        variant = ".by"
    elif getattr(command, "rally", False):
        variant = ".rally"
    elif code == "fight_or_die" and facts.get("unit"):
        variant = ".one"
    elif getattr(command, "weapons", ()):
        variant = ".weapons" if getattr(command, "ifp", True) else ".only"
    elif code == "swap" and getattr(command, "other", "") != "":
        variant = ".exchange"
    elif code == "flip" and getattr(command, "mode", "") != "":
        variant = ".assault"
    elif getattr(command, "buttoned", False):
        variant = ".buttoned"
    elif code in ("fire", "add_mover", "begin_drive", "change_mode"):
        variant = f".{getattr(command, 'mode', '')}"
    elif code == "mount":
        variant = f".{getattr(command, 'drive', '')}"
    elif code == "choose_rider":
        variant = f".{getattr(command, 'riding', '') or getattr(command, 'mode', '')}"
    elif code in ORDNANCE:
        variant = f".{getattr(command, 'pivot', '')}"
    elif code == "fire_alone" and facts.get("target", english.MEN) != english.MEN:
        variant = ".vehicle_aided" if facts["leader"] else ".vehicle"
    elif getattr(command, "leader", ""):
        variant = ".aided"
    elif getattr(command, "caller", ""):
        variant = ".called"
    elif code == "deploy_claymore":
        variant = ".mate" if facts.get("mate") else ""
    elif code == "place_work":
        variant = ".facing" if facts.get("facing") else ""
    elif getattr(command, "mortar", ""):
        variant = ".mortar"
    elif code == "call_mission":
        variant = f".{getattr(command, 'kind', '')}"
    elif getattr(command, "whole_move", False):
        variant = ".whole"
    return variant


def _rule(game: Game, s: Position, command: Command) -> str:
    """Section of the question a command answers in this position."""
    top = s.stack[-1] if s.stack else None
    return top.RULE if isinstance(top, Question) and type(command) in top.accepts(game) else ""


WHOLE = frozenset({"open_fire", "step_to"})
"""Commands that may be told as a whole with others."""


def order_text(game: Game, s: Position, commands: Sequence[Command]) -> str:
    """A list of commands, given in position `s`, in one line: fire and moves as a whole."""
    codes = {tag(type(command)) for command in commands}
    if not codes & WHOLE:
        return "; ".join([command_text(game, s, command) for command in commands])
    origin, at, path, units = "", "", list[str](), list[str]()
    for frame in s.stack[-1:]:
        origin = place_name(game, getattr(frame, "origin", -1)) if hasattr(frame, "origin") else ""
        at = place_name(game, getattr(frame, "at", -1)) if hasattr(frame, "at") else ""
        for member in getattr(frame, "members", ()):
            one, weapons = member if isinstance(member, tuple) else (member, ())
            units.append(_with_weapons(s.units[one].id, ", ".join(weapon_name(game, s, w) for w in weapons)))
    for frame in s.stack:
        if tag(type(frame)) in ("opportunity_fire", "move"):
            at = place_name(game, getattr(frame, "at", -1))
    for command in commands:
        code = tag(type(command))
        origin = getattr(command, "origin", origin)
        if code == "fire":
            at = getattr(command, "at", at)
        elif code in ("add_firer", "add_mover"):
            weapons_of = _weapons(game, s, getattr(command, "weapons", ()))
            units.append(_with_weapons(getattr(command, "unit", ""), weapons_of))
        elif code == "step_to":
            path.append(getattr(command, "at", ""))
    facts = {"from": origin, "at": at, "units": ", ".join(units)}
    if "open_fire" in codes:
        return cite(fill(english.ORDERS["fire"], facts), "5.2")
    if path and units:
        facts["path"] = " → ".join((origin, *path))
        return cite(fill(english.ORDERS["move"], facts), "6.0")
    return "; ".join(command_text(game, s, command) for command in commands)


def _with_weapons(unit: str, weapons: str) -> str:
    return f"{unit} with {weapons}" if weapons else unit


def _weapons(game: Game, s: Position, ids: Iterable[str]) -> str:
    numbers = {w.id: i for i, w in enumerate(s.weapons)}
    return ", ".join(weapon_name(game, s, numbers[i]) if i in numbers else i for i in ids)


def _own_units(game: Game, s: Position, place: str) -> str:
    """Units of the side that is asked in a place, by id."""
    loc = where(game, place)
    if loc is None:
        return ""
    side = getattr(s.stack[-1], "side", -1)
    return ", ".join(s.units[u].id for u in s.by_loc.get(loc, ()) if s.units[u].side == side)


def question_text(game: Game, s: Position, question: Question, bound: Refusal | None = None) -> str:
    """What is asked, of whom, with the section; `bound`: why what else could be left alone must be answered."""
    code = tag(type(question))
    facts: dict[str, object] = {"why": refusal_text(game, bound)} if bound is not None else {}
    sentence = english.QUESTIONS.get(code, plain(code))
    for frame in (*s.stack, question) if "{" in sentence or f"{code}.named" in english.QUESTIONS else ():
        for name in _gathered(type(frame)):
            _gather(game, s, facts, name, getattr(frame, name))
    if facts.get("named") and f"{code}.named" in english.QUESTIONS:
        sentence = english.QUESTIONS[f"{code}.named"]
    elif bound is not None:
        sentence = english.QUESTIONS.get(f"{code}.bound", sentence)
    return cite(f"{side_name(game, question.side)}: {fill(sentence, facts)}", question.RULE)


GATHERED = frozenset({"origin", "at", "unit", "units", "named"})
"""Fields of frames that questions speak of."""


@cache
def _gathered(kind: type[Frame]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name in GATHERED)


def _gather(game: Game, s: Position, facts: dict[str, object], name: str, value: object) -> None:
    """Facts of a frame as words: places and units of inner frames take the place of those of outer ones."""
    if name == "origin" and isinstance(value, int):
        facts["from"] = place_name(game, value)
    elif name == "at" and isinstance(value, int):
        facts["at"] = place_name(game, value)
    elif name == "unit" and isinstance(value, int):
        facts["unit"] = unit_name(game, s, value)
    elif name == "units" and isinstance(value, tuple):
        facts["units"] = unit_names(game, s, value)
    elif name == "named" and isinstance(value, tuple):
        facts["named"] = ", ".join(place_name(game, loc) for loc in value)


GROUP_OF = {
    "activate": "activate",
    "fire": "fire",
    "op_fire": "fire",
    "open_fire": "fire",
    "fire_on_the_run": "fire",
    "begin_move": "move",
    "op_move": "move",
    "dismount": "move",
    "step_to": "move",
    "lay_smoke": "smoke",
    "spot": "spot",
    "spot_at": "spot",
    "fire_alone": "fire",
    "keep_barrage": "end",
    "fire_ordnance": "fire",
    "fire_machine_gun": "fire",
    "begin_drive": "move",
    "drive_to": "move",
    "pivot": "move",
    "pivot_team": "move",
    "mount": "move",
    "load": "move",
    "unload": "move",
    "riders_ready": "end",
    "stay_on": "end",
    "turn_turret": "move",
    "hull_down": "move",
    "assault_vehicle": "move",
    "assail": "fire",
    "overrun": "fire",
    "begin_assault": "fire",
    "forgo_assault": "end",
    "drive_in": "move",
    "begin_flight": "move",
    "fly_to": "move",
    "fly_onto": "move",
    "change_mode": "move",
    "end_flight": "end",
    "call_mission": "fire",
    "fire_for_effect": "fire",
    "shift_round": "fire",
    "strafe": "fire",
    "drop_bombs": "fire",
    "fire_at_aircraft": "fire",
    "fly_on": "end",
    "fire_starshell": "light",
    "fire_at_barricade": "fire",
    "assault_barricade": "fire",
    "detonate": "fire",
    "rally": "rally",
    "heal": "rally",
    "fight_or_die": "rally",
    "combine": "rally",
    "end_rally": "end",
    "pass": "end",
    "done": "end",
    "pass_window": "end",
    "stop_move": "end",
    "next": "end",
    "end_declaring": "end",
}
"""Group a command is listed in; all others are choices."""


def option_groups(options: Sequence[Command]) -> list[tuple[str, list[Command]]]:
    """Options by group with the title of each, in the order of the titles."""
    found: dict[str, list[Command]] = {key: [] for key in english.GROUPS}
    for command in options:
        found[GROUP_OF.get(tag(type(command)), "choose")].append(command)
    return [(english.GROUPS[key], members) for key, members in found.items() if members]
