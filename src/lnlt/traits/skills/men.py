"""12.0: Skills of the man himself: Assaulter, Bull, Charismatic."""

from __future__ import annotations

from collections.abc import Iterator

from lnlt.core.flags import WOUNDED
from lnlt.core.game import Game
from lnlt.core.hooks import Attachment
from lnlt.core.state import Position, Unit
from lnlt.rules.ch05_fire.damage import DEADLY_WOUND
from lnlt.rules.ch11_smc.rallying import RALLY_REACH
from lnlt.rules.facts.movement_modes import ABILITIES
from lnlt.traits.skills.fire import SKILL, leads_with


def lend_assault_move(value: frozenset[str], game: Game, s: Position, unit: int) -> frozenset[str]:
    """12.0 Assaulter: units in the Leader's hex can Assault Move, and so Assault Fire."""
    if "assault_move" in value or not leads_with(game, s, unit, "assaulter"):
        return value
    return value | {"assault_move"}


def assaulter(kinds: frozenset[str]) -> Iterator[Attachment]:  # noqa: ARG001
    """12.0 Assaulter: Assault Move for the stack."""
    yield ABILITIES.attach(SKILL, lend_assault_move, "assaulter")


def third_wound(value: int, game: Game, unit: Unit) -> int:  # noqa: ARG001
    """12.0 Bull: survives two wounds; the second makes nothing worse, the third kills."""
    return 3 if unit.skills and "bull" in unit.skills else value


def bull(kinds: frozenset[str]) -> Iterator[Attachment]:  # noqa: ARG001
    """12.0 Bull: one wound more."""
    yield DEADLY_WOUND.attach(SKILL, third_wound, "bull")


def rallies_next_door(value: bool, game: Game, s: Position, helper: int) -> bool:  # noqa: ARG001
    """12.0 Charismatic: the Leader rallies units in adjacent hexes too, unless he is wounded."""
    u = s.units[helper]
    return value or ("charismatic" in u.skills and not u.flags & WOUNDED)


def charismatic(kinds: frozenset[str]) -> Iterator[Attachment]:  # noqa: ARG001
    """12.0 Charismatic: rallies next door."""
    yield RALLY_REACH.attach(SKILL, rallies_next_door, "charismatic")
