"""22.0, 1.1.1: the lines of an order of battle, such as "2 x 1-6-4-5/6" or "Hero (Panski) w/ Loner Skill & 1 x LAW"."""

from __future__ import annotations

import re

import msgspec

RANKS = ("Gen", "Col", "Lt Col", "Maj", "Capt", "Cpt", "Lt", "Sgt", "Cpl", "Pvt", "Pfc", "Ens")
SINGLE = ("Sniper", "Medic", "Corpsman", "Scout", "Advisor", "Chaplain", "Commissar", "Nurse", "Piper", "Marksman")
FORTIFICATIONS = ("Bunker", "Foxholes", "Wire", "Mines", "Emplacement", "Trench", "Roadblock", "Cave", "Barricade")
VEHICLES = ("M10 Wolverine", "M4A1 Sherman", "Tiger I", "SdKfz 251", "PzKpfw IVH", "Jeep", "T-34", "Scorpion")
HELICOPTERS = ("Huey Transport", "Huey Gunship", "Puma", "Alouette")

_MMC = re.compile(r"(\d+)-(\d+)-(\d+)(?:-(\d+)(?:/(\d+))?)?( \(AM\))?")
_COUNT = re.compile(r"(\d+) x (.+)")
_SKILL = re.compile(r"(.+?) w/ (.+?) Skill(?: & (.+))?")
_HERO = re.compile(r"Hero \((\w+)\)")
_MISSION = re.compile(r"Off-board (Artillery|Mortar) Missions? \((\d+) FP\)")
_AIR = re.compile(r"(.+) Airstrike(?: \(Available on Turn (\d+)\))?")
_SSR = re.compile(r"\((?:see SSR \d+(?:, )?)+\)")
_MARK = re.compile(r"(.+?) \+(\d)")


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a line says; only what applies is filled in."""

    kind: str
    count: int = 1
    name: str = ""
    rank: str = ""
    skill: str = "none"
    weapon: str = ""
    fp: int = -1
    range: int = -1
    mf: int = -1
    morale: int = -1
    shaken_morale: int = -1
    assault_move: bool = False
    turn: int = 0
    tm: int = 0
    type: str = ""
    rules: tuple[int, ...] = ()


def parse_line(text: str) -> Line:
    """A line of an order of battle; ValueError if it is none.

    >>> parse_line("2 x 1-6-4-5/6").shaken_morale
    6
    >>> parse_line("Col Heath w/ Charismatic Skill").skill
    'Charismatic'
    >>> parse_line("1 x Harrier Airstrike").turn
    1
    """
    text = text.strip()
    if _SSR.fullmatch(text):
        return Line("ssr_reference", rules=tuple(int(n) for n in re.findall(r"SSR (\d+)", text)))
    count = _COUNT.fullmatch(text)
    number, rest = (int(count[1]), count[2]) if count else (1, text)
    skill, weapon = "none", ""
    if match := _SKILL.fullmatch(rest):
        rest, skill = match[1], match[2]
        if match[3]:
            weapon = parse_line(match[3]).name
    if match := _MMC.fullmatch(rest):
        fp, reach, mf = (int(match[n]) for n in (1, 2, 3))
        morale, back = (int(match[n]) if match[n] else -1 for n in (4, 5))
        return Line("mmc", number, rest, "", skill, weapon, fp, reach, mf, morale, back, bool(match[6]))
    if match := _HERO.fullmatch(rest):
        return Line("hero", number, match[1], skill=skill, weapon=weapon)
    if match := _MISSION.fullmatch(rest):
        return Line("fire_mission", number, fp=int(match[2]), type=match[1].lower())
    if match := _AIR.fullmatch(rest):
        return Line("aircraft", number, match[1], turn=int(match[2] or 1))
    return _named(rest.rstrip("*"), number, skill, weapon, bool(count))


def _named(rest: str, number: int, skill: str, weapon: str, counted: bool) -> Line:
    """Lines that only a name tells apart: weapon teams, fortifications, single men, vehicles, Support Weapons."""
    if rest.endswith(" WT"):
        return Line("wt", number, rest[:-3], skill=skill, weapon=weapon)
    mark = _MARK.fullmatch(rest)
    plain = mark[1] if mark else rest
    if plain.partition(" (")[0] in FORTIFICATIONS:
        return Line("fortification", number, plain, tm=int(mark[2]) if mark else 0)
    if rest.partition(" (")[0] in SINGLE:
        return Line(rest.partition(" (")[0].lower(), number, skill=skill)
    for rank in RANKS:
        if rest.startswith(f"{rank} ") and not counted:
            return Line("leader", 1, rest[len(rank) + 1 :], rank, skill, weapon)
    if rest in HELICOPTERS:
        return Line("helicopter", number, rest)
    if rest in VEHICLES:
        return Line("vehicle", number, rest)
    if not counted or not rest:
        raise ValueError(f"{rest!r} is no line of an order of battle")
    return Line("sw", number, rest, skill=skill)


def fact(text: str, field: str) -> object:
    """One fact of a line; what the line does not state is "none"."""
    value = getattr(parse_line(text), field)
    return list(value) if isinstance(value, tuple) else "none" if value in (-1, "") else value
