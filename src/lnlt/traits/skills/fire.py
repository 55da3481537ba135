"""12.0: Skills that change fire: Deadeye and Deadly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lnlt.core.game import Game
from lnlt.core.hooks import Attachment
from lnlt.core.state import Position
from lnlt.core.tally import Modifier
from lnlt.rules.ch05_fire.firepower import RANGE, Firer
from lnlt.rules.ch05_fire.modifiers import FIRE_MODIFIERS
from lnlt.rules.ch08_melee.entering import MAY_ENTER
from lnlt.rules.ch08_melee.firepower import MELEE_FIREPOWER
from lnlt.rules.facts import units
from lnlt.rules.facts.kinds import LEADER_KINDS

SKILL = "skill"
"""Band of all Skills."""


def leads_with(game: Game, s: Position, unit: int, skill: str) -> bool:
    """Whether a Good Order Leader with a Skill stands with a unit of his command (himself included)."""
    u = s.units[unit]
    for other in s.by_loc.get(u.at, ()):
        o = s.units[other]
        if o.skills and skill in o.skills and o.good_order and game.types[o.type].kind in LEADER_KINDS:
            if other == unit or units.same_command(game, o, u):
                return True
    return False


def own_deadeye(value: int, game: Game, s: Position, unit: int) -> int:
    """12.0 Deadeye: a Hero's own range is doubled."""
    u = s.units[unit]
    return 2 * value if u.skills and "deadeye" in u.skills and game.types[u.type].kind == "hero" else value


def stack_deadeye(value: int, game: Game, s: Position, unit: int) -> int:
    """12.0 Deadeye: a Leader doubles the range of the units stacked with him, not again what is doubled (Q-245)."""
    if "deadeye" in s.units[unit].skills:
        return value
    return 2 * value if leads_with(game, s, unit, "deadeye") else value


def deadeye(kinds: frozenset[str]) -> Iterator[Attachment]:
    """12.0 Deadeye: double range."""
    if "hero" in kinds:
        yield RANGE.attach(SKILL, own_deadeye, "deadeye", skilled_only=True)
    if kinds & LEADER_KINDS:
        yield RANGE.attach(SKILL, stack_deadeye, "deadeye")


def deadly_fire(game: Game, s: Position, firers: Sequence[Firer], origin: int, at: int) -> list[Modifier]:  # noqa: ARG001
    """12.0 Deadly, Q-245: one more Firepower for the attacks of a Hero, and for those of the men a Leader is with."""
    owners = []
    for u in s.by_loc.get(origin, ()):
        unit = s.units[u]
        if not unit.skills or "deadly" not in unit.skills:
            continue
        fires = any(f.unit == u for f in firers)
        leads = unit.good_order and game.types[unit.type].kind in LEADER_KINDS
        if fires or (leads and any(units.same_command(game, unit, s.units[f.unit]) for f in firers)):
            owners.append(Modifier(1, "deadly", "12.0", unit.id))
    return owners


def deadly_melee(game: Game, s: Position, members: Sequence[int], at: int, attacking: bool) -> list[Modifier]:  # noqa: ARG001
    """12.0 Deadly, Q-067, Q-245: one more Firepower in Melee, attacking and defending; a Leader's for his command."""
    found = []
    for u in s.by_loc.get(at, ()):
        unit = s.units[u]
        if unit.skills and "deadly" in unit.skills and unit.good_order and unit.side == s.units[members[0]].side:
            leads = game.types[unit.type].kind in LEADER_KINDS
            if u in members or (leads and any(units.same_command(game, unit, s.units[m]) for m in members)):
                found.append(Modifier(1, "deadly", "12.0", unit.id))
    return found


def deadly(kinds: frozenset[str]) -> Iterator[Attachment]:  # noqa: ARG001
    """12.0 Deadly: +1 in fire and in Melee (Q-067)."""
    yield FIRE_MODIFIERS.attach(SKILL, deadly_fire, "deadly")
    yield MELEE_FIREPOWER.attach(SKILL, deadly_melee, "deadly")


def from_fire_to_melee(game: Game, s: Position, movers: Sequence[int]) -> bool | None:
    """12.0 Versatile: after Assault Fire a Hero may enter Melee, a Leader with his whole group."""
    able = [u for u in movers if "versatile" in s.units[u].skills]
    led = any(game.types[s.units[u].type].kind in LEADER_KINDS for u in able)
    return True if able and (led or len(able) == len(movers)) else None


def versatile(kinds: frozenset[str]) -> Iterator[Attachment]:  # noqa: ARG001
    """12.0 Versatile: Assault Fire, then Melee."""
    yield MAY_ENTER.attach(SKILL, from_fire_to_melee, "versatile")
