"""Judgement of all other orders: activation, spotting, Melee, rallying, and who has which weapon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lnlt.ai.tables import NEVER, WORTH
from lnlt.core.flags import SHAKEN, TRIPOD
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.move import MoveOn
from lnlt.rules.ch22_scenario.outfit import OutfitGroup
from lnlt.rules.facts import units as values
from lnlt.rules.facts.handling import weapon_named

if TYPE_CHECKING:
    from lnlt.ai.look import Look
    from lnlt.core.state import Unit


def activate(look: Look, c: Any) -> float:
    """A first location for what it can do; a further one through a Leader if it can do something too."""
    value = look.prospect(look.game.board.loc(c.at))
    if value < look.t.act:
        return -0.5
    more = look.impulse is not None and bool(look.impulse.named)
    leader = any(
        look.game.types[look.s.units[i].type].kind == "leader" for i in look.mind.ready(look.game.board.loc(c.at))
    )
    return value + (3.0 if more else 0.1 * leader)


def spot(look: Look, c: Any) -> float:
    """Look for the enemy when nothing better is to be done; best by somebody who is of little use otherwise."""
    u = look.s.units[look.s.ids[c.unit]]
    if look.mind.is_staying(u.at):
        return NEVER
    if look.errand(u.at) > look.t.spot:
        return -0.1
    return look.t.spot - 0.05 * look.mind.worth(u) if not u.flags & SHAKEN else look.t.spot - 0.03


def fight_melee(look: Look, c: Any) -> float:
    """Fight a round where the odds are not against us."""
    here = [look.s.units[i] for i in look.s.by_loc.get(look.game.board.loc(c.at), ())]
    mine = sum(values.firepower(look.game, u) for u in here if u.side == look.side and u.good_order)
    theirs = sum(values.firepower(look.game, u) for u in here if u.side != look.side and u.good_order)
    return 0.8 if mine >= theirs else 0.3 if mine * 2 >= theirs else 0.05


def withdraw_melee(look: Look, c: Any) -> float:
    """Out of a Melee that is lost."""
    return 0.35 - fight_melee(look, c) / 2


def rally(look: Look, c: Any) -> float:
    """Try with everybody; the best helper first."""
    u = look.s.units[look.s.ids[c.unit]]
    helper = look.s.units[look.s.ids[c.by]] if c.by in look.s.ids else None
    lead = values.leadership(look.game, helper) if helper is not None else 0
    return 2.0 + look.mind.worth(u) + 0.1 * lead - (0.05 if c.srp else 0.0)


def give(look: Look, c: Any) -> float:
    """Support Weapons to Squads, one each; a Leader has other things to do."""
    u = look.s.units[look.s.ids[c.unit]]
    if not isinstance(look.question, OutfitGroup):
        return -0.5
    return _bearer(look, u)


def pick_up(look: Look, c: Any) -> float:
    """What lies about, for those who can use it; not what would have to be left there again."""
    if isinstance(look.question, MoveGroup | MoveOn) and _is_set_up(look, c.weapon):
        return -0.5
    return _bearer(look, look.s.units[look.s.ids[c.unit]]) - 0.5


def abandon(look: Look, c: Any) -> float:
    """Only what cannot be taken along, by those who are about to go."""
    return 0.4 if isinstance(look.question, MoveGroup) and _is_set_up(look, c.weapon) else -1.0


def _is_set_up(look: Look, name: str) -> bool:
    """Whether a Support Weapon stands on its tripod."""
    weapon = weapon_named(look.s, name)
    return weapon is not None and bool(look.s.weapons[weapon].flags & TRIPOD)


def _bearer(look: Look, u: Unit) -> float:
    """How well a Support Weapon is with a unit."""
    kind = look.game.types[u.type]
    return (WORTH.get(kind.kind, 0.5) if kind.is_mmc else 0.1) - 0.3 * len(u.carries)
