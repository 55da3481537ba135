"""Words for vehicles and guns at the table: their weapons, what they aim at, which way they turn, where they drive."""

from __future__ import annotations

from fractions import Fraction

from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.rules.ch14_ordnance.shot import INFANTRY, FireOrdnance
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun
from lnlt.rules.ch19_air.defence import FireAtAircraft
from lnlt.rules.facts.guns import gun_of, has_turret, is_missile, weapon_named
from lnlt.words import english_ordnance as english
from lnlt.words.names import called, fill, plain, unit_name, weapon_name
from lnlt.words.sentences import machine_gun, tag


def gun_name(game: Game, s: Position, command: FireOrdnance | FireMachineGun) -> tuple[str, str]:
    """What a menu calls the weapon of a shot, and its section."""
    unit = s.ids[command.unit]
    facts: dict[str, object] = {}
    if isinstance(command, FireMachineGun):
        code, facts["fp"] = machine_gun(game, s, unit, command.mg)
    else:
        weapon = weapon_named(game, s, unit, command.weapon)
        gun = gun_of(game, s, unit, weapon) if weapon is not None else None
        code = command.weapon
        if weapon is not None and weapon >= 0:
            code, facts["weapon"] = "weapon", weapon_name(game, s, weapon)
        elif gun is not None and is_missile(gun):
            code = "missile"
    text, rule = english.GUNS[code]
    said = fill(text, facts)
    if command.mode:
        said, rule = fill(english.THEN_MOVES, {"gun": said}), "15.2.1"
    return of_unit(s, unit, said), rule


def of_unit(s: Position, unit: int, what: str) -> str:
    """What a unit may do, with its name where there are others of its side in the place."""
    u = s.units[unit]
    if sum(s.units[o].side == u.side for o in s.by_loc.get(u.at, ())) < 2:
        return what
    return fill(english.OF_UNIT, {"unit": u.id, "what": what})


def shot_facts(game: Game, s: Position, command: FireOrdnance | FireMachineGun | FireAtAircraft) -> dict[str, str]:
    """Who fires what at whom, for the title of a card."""
    weapon = next((n for n, w in enumerate(s.weapons) if w.id == getattr(command, "weapon", "") != ""), -1)
    return {
        "unit": unit_name(game, s, s.ids[command.unit]),
        "weapon": weapon_name(game, s, weapon) if weapon >= 0 else english.OWN_GUN,
        "target": target_name(game, s, getattr(command, "target", "")),
    }


def target_name(game: Game, s: Position, target: str) -> str:
    """A vehicle that is aimed at, or everybody else in its hex."""
    return english.SHOTS["men"] if target == INFANTRY or target not in s.ids else unit_name(game, s, s.ids[target])


def target_text(game: Game, s: Position, target: str, at: str, p: float) -> str:
    """A target and the chance to harm it."""
    return fill(english.SHOTS["target"], {"target": target_name(game, s, target), "at": at, "p": round(100 * p)})


def way_text(game: Game, s: Position, command: FireOrdnance | FireMachineGun) -> str:
    """How a gun is brought to bear, and who helps."""
    turn = getattr(command, "pivot", "")
    if isinstance(command, FireMachineGun) and command.facing:
        turn = "turret" if has_turret(game.types[s.units[s.ids[command.unit]].type]) else "hull"
    said = fill(english.SHOTS[turn or "plain"], {"facing": command.facing})
    for code, name in (("aided", "leader"), ("crewed", "mate")):
        helper = getattr(command, name, "")
        if helper:
            said = fill(english.SHOTS[code], {"way": said, name: unit_name(game, s, s.ids[helper])})
    return said


def turn_text(game: Game, s: Position, command: Command) -> str:
    """An order that ends with a direction, without the direction; empty for every other."""
    if not getattr(command, "facing", ""):
        return ""
    code = tag(type(command))
    sentence = english.TURNS.get(f"{code}.{getattr(command, 'mode', '')}") or english.TURNS.get(code)
    if sentence is None:
        return ""
    unit = getattr(command, "unit", "") or next((s.units[u].id for u in _turning(s)), "")
    facts = {"unit": called(game, s, unit), "at": getattr(command, "at", "")}
    return fill(sentence, {**facts, "kind": plain(getattr(command, "kind", "")).title()})


def _turning(s: Position) -> list[int]:
    """The unit the innermost frame is about."""
    for frame in reversed(s.stack):
        unit = getattr(frame, "unit", None)
        if isinstance(unit, int) and 0 <= unit < len(s.units):
            return [unit]
    return []


def drive_name(s: Position, unit: int, mode: str) -> tuple[str, str]:
    """Name and section of a way to drive."""
    text, rule = english.DRIVES[mode]
    return of_unit(s, unit, text), rule


def drive_text(code: str, **facts: object) -> str:
    """A part of a vehicle's move."""
    text = english.DRIVES[code]
    return fill(text if isinstance(text, str) else text[0], facts)


def muzzle_text(unit: str, hit: Fraction | None) -> str:
    """Who may fire at what goes by, with the chance of a gun to hit."""
    return drive_text("fire", unit=unit) if hit is None else drive_text("hit", unit=unit, p=round(100 * float(hit)))


def facing_text(facing: str) -> str:
    """A facing of a vehicle."""
    return english.FACINGS.get(facing, facing)
