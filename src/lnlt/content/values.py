"""Printed values: "2-5-4-6" of a squad, "6-1-6" of a leader, "10T-6" of a vehicle, "1-6" of a weapon.

"?" = not known (read as 0, the type is unverified), "*" = the counter has no such value.
"""

from __future__ import annotations

import re

from lnlt.core.catalog import AIR_KINDS, UNIT_KINDS, VEHICLE_KINDS

LEADER_LIKE = frozenset({"leader", "armor_leader", "commissar", "political_officer", "chaplain", "nurse", "piper"})
"""Kinds printed as morale-LM-MF."""
UNARMED = frozenset({"medic", "corpsman", "advisor", "scout"})
"""Kinds of whom firepower and range may be left out: printed in full, or as morale-MF."""
_VEHICLE = re.compile(r"(\d+|\?)([TOR?])-(\d+|\?)")


def unit_values(kind: str, text: str) -> dict[str, int | str]:
    """Fields of a unit type for printed values; ValueError says what is wrong.

    >>> unit_values("squad", "2-5-4-6")
    {'fp': 2, 'range': 5, 'mf': 4, 'morale': 6}
    >>> unit_values("squad", "1-6-4-5/6") == unit_values("squad", "1-6-4-5-6")  # 1.1.1: Morale when Shaken differs
    True
    >>> unit_values("leader", "6-1-6")
    {'morale': 6, 'lm': 1, 'mf': 6}
    >>> unit_values("vehicle", "10T-6")
    {'mf': 10, 'move_class': 'T', 'morale': 6}
    >>> unit_values("medic", "6-4")
    {'fp': 0, 'range': 0, 'morale': 6, 'mf': 4}
    >>> unit_values("sniper", "1-6")  # neither range (Q-096) nor MF (11.4)
    {'fp': 1, 'range': 0, 'mf': 0, 'morale': 6}
    >>> unit_values("weapon_team", "2-7")  # a gun: no firepower of its own
    {'fp': 0, 'range': 0, 'mf': 2, 'morale': 7}
    >>> unit_values("helicopter", "*-6") == unit_values("helicopter", "6")  # no MF is printed
    True
    """
    if kind not in UNIT_KINDS:
        raise ValueError(f"unknown kind {kind!r}")
    if kind in VEHICLE_KINDS:
        match = _VEHICLE.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is no MF, class and morale such as '10T-6'")
        move_class = match[2].replace("?", "")
        return {"mf": number(match[1]), "move_class": move_class, "morale": number(match[3])}
    if kind in AIR_KINDS:
        return _fields(text.removeprefix("*-"), ("morale",))
    if kind == "armor_leader" and text.count("-") == 1:
        text = f"{text}-*"
    if kind in LEADER_LIKE:
        return _fields(text, ("morale", "lm", "mf"))
    if kind in UNARMED and text.count("-") == 1:
        return {"fp": 0, "range": 0} | _fields(text, ("morale", "mf"))
    if kind == "sniper" and text.count("-") in (1, 2):
        found = _fields(text, ("fp", "range", "morale") if text.count("-") == 2 else ("fp", "morale"))
        return {"fp": 0, "range": 0, "mf": 0} | found
    if kind == "weapon_team" and text.count("-") == 1:
        return {"fp": 0, "range": 0} | _fields(text, ("mf", "morale"))
    names: tuple[str, ...] = ("fp", "range", "mf", "morale")
    if kind in ("squad", "half_squad") and (text.count("-") == 4 or "/" in text):
        text, names = text.replace("/", "-"), (*names, "shaken_morale")
    return _fields(text, names)


def weapon_values(text: str) -> tuple[int, int]:
    """Firepower and range of a Support Weapon.

    >>> weapon_values("2-9")
    (2, 9)
    """
    found = _fields(text, ("fp", "range"))
    return int(found["fp"]), int(found["range"])


def number(text: str) -> int:
    """One printed number; unknown and absent ones are 0."""
    if text in ("?", "*"):
        return 0
    if not re.fullmatch(r"-?\d+", text):
        raise ValueError(f"{text!r} is no number")
    return int(text)


def _fields(text: str, names: tuple[str, ...]) -> dict[str, int | str]:
    parts = text.split("-")
    if len(parts) != len(names):
        raise ValueError(f"{text!r} has {len(parts)} numbers, expected {len(names)}: {'-'.join(names)}")
    return {name: number(part) for name, part in zip(names, parts, strict=True)}
