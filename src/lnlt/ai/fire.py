"""Judgement of fire: who fires at what, in an impulse or at somebody who moves; smoke, Claymores and artillery."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lnlt.ai import heavy
from lnlt.ai.guns import FRIENDS
from lnlt.core.state import enclosing
from lnlt.rules.ch05_fire.firepower import Firer
from lnlt.rules.ch05_fire.group import FireGroup
from lnlt.rules.ch05_fire.modifiers import fire_tally
from lnlt.rules.ch05_fire.opportunity import OpportunityFire

if TYPE_CHECKING:
    from lnlt.ai.look import Look


def fire(look: Look, c: Any) -> float:
    """Fire in an impulse, unless those who would fire had better go somewhere."""
    origin = look.game.board.loc(c.origin)
    at = look.game.board.loc(c.at)
    value = look.t.fire * (look.mind.guns.volley(origin, at, c.target) if c.target else look.mind.shot(origin, at))
    return value if value >= look.t.act and value >= look.errand(origin) else -0.2


def op_fire(look: Look, c: Any) -> float:
    """Fire at somebody who moves."""
    frame = enclosing(look.s, OpportunityFire)
    if frame is None:
        return 0.0
    origin = look.game.board.loc(c.origin)
    if look.mind.is_staying(origin):
        return -0.2
    shot = look.mind.guns.volley(origin, frame.at, c.target) if c.target else look.mind.shot(origin, frame.at)
    value = look.t.react * shot
    return value if value >= look.t.shoot and value >= look.t.errand * look.errand(origin) else -0.2


def fire_alone(look: Look, c: Any) -> float:
    """Fire of a unit on its own."""
    bombs = heavy.fire_alone(look, c) if look.mind.heavy else None
    if bombs is not None:
        return bombs
    targets = [look.s.units[i] for i in look.s.by_loc.get(look.game.board.loc(c.at), ())] if c.at else []
    return 0.15 + 0.05 * sum(look.mind.worth(u) for u in targets)


def add_firer(look: Look, c: Any) -> float:
    """Everybody who adds to the sum takes part, in the order the group is built in, with the best weapons."""
    q = look.question
    if not isinstance(q, FireGroup):
        return 1.0
    unit = look.s.ids[c.unit]
    if look.mind.stay is not None and c.unit == look.mind.stay.unit:
        return -0.1
    picked = tuple(w for w, weapon in enumerate(look.s.weapons) if weapon.id in c.weapons)
    now = q.firers()
    then = [*now, Firer(unit, picked, c.ifp and q.mode != "indirect")]
    if look.firepower is None:
        look.firepower = _sum(look, q, now) if now else 0.0
    gain = _sum(look, q, then) - look.firepower
    return 1000.0 - unit + min(0.9, gain / 20) if gain > 0 else -0.1


def _sum(look: Look, q: FireGroup, firers: list[Firer]) -> float:
    """Firepower of a group, led as well as can be."""
    tallies = (fire_tally(look.game, look.s, firers, f.unit, q.origin, q.at) for f in firers)
    return max((float(sum(m.value for m in t.items)) for t in tallies), default=0.0)


def open_fire(look: Look, c: Any) -> float:
    """Who leads best."""
    q = look.question
    if not isinstance(q, FireGroup):
        return 0.5
    tally = fire_tally(look.game, look.s, q.firers(), look.s.ids[c.lead], q.origin, q.at)
    return 0.5 + 0.01 * tally.total


def lay_smoke(look: Look, c: Any) -> float:
    """Smoke where it is dangerous to go on."""
    return 0.1 if look.mind.risk(look.game.board.loc(c.at)) > 0.4 else -0.2


def deploy_claymore(look: Look, c: Any) -> float:
    """A Claymore where enemies may come, not where none is near or they are there already."""
    row = look.game.ranges[look.s.units[look.s.ids[c.unit]].at >> 3]
    nearest = min((row[at >> 3] for at in look.mind.foes), default=99)
    return 0.2 if 2 <= nearest <= 5 else -0.2


def call_mission(look: Look, c: Any) -> float:
    """A fire mission where it does most harm."""
    return heavy.call_mission(look, c) if look.mind.heavy else _shelled(look, c)


def shift_round(look: Look, c: Any) -> float:
    """The round of a fire mission where it does most harm."""
    return heavy.shift_round(look, c) if look.mind.heavy else _shelled(look, c)


def fire_for_effect(look: Look, c: Any) -> float:
    """Fire where the round is; with heavy weapons about only if that is worth a mission."""
    return heavy.fire_for_effect(look, c) if look.mind.heavy else 0.5


def _shelled(look: Look, c: Any) -> float:
    """Artillery in rough: on enemies, away from friends."""
    board = look.game.board
    hex_ = board.loc(c.at) >> 3
    value = -0.2
    for near in (hex_, *(n for n in board.neighbours[hex_] if n >= 0)):
        share = 0.6 if near == hex_ else 0.3
        for layer in range(3):
            for i in look.s.by_loc.get(near * 8 + layer, ()):
                u = look.s.units[i]
                value += share * look.mind.worth(u) * (1.0 if u.side != look.side else FRIENDS)
    return value
