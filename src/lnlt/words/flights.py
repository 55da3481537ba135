"""Flights of helicopters in words."""

from __future__ import annotations

from lnlt.core.state import Position
from lnlt.words import english_air
from lnlt.words.armour import of_unit
from lnlt.words.names import fill


def fly_name(s: Position, unit: int, code: str = "fly") -> tuple[str, str]:
    """What a menu calls flying, and its section."""
    text, rule = english_air.FLIGHTS[code]
    return (of_unit(s, unit, text) if code == "fly" else fill(text, {"unit": s.units[unit].id})), rule
