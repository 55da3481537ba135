"""3.0, 11.7-11.11: who helps a Shaken unit to rally, how far he reaches and which Leadership Modifier counts.

Leaders, Commissars, Chaplains and Heroes help whoever tries in their location, without being named. A Nurse, a Piper
and anybody who reaches next door must be named, because their help costs something or is limited (Q-241).
"""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.board import ROOF
from lnlt.core.draft import Draft
from lnlt.core.flags import BULK, HELPED_ONE, HELPED_TWO, LED, RALLIED_SELF, RALLY_FLAGS, TENDED
from lnlt.core.game import Game
from lnlt.core.hooks import ValueHook
from lnlt.core.state import Marker, Position
from lnlt.core.tally import Modifier, Refusal
from lnlt.rules.facts import units
from lnlt.rules.facts.adjacency import adjacent
from lnlt.rules.facts.kinds import LEADER_KINDS, RALLIERS, RALLY_ONLY
from lnlt.rules.facts.kits import company, kit_of, place_of

RALLY_REACH: ValueHook[bool, [Game, Position, int]] = ValueHook("whether a counter rallies next door", rule="3.0")
UNNAMED = LEADER_KINDS | {"chaplain", "hero"}
"""Kinds that help without being named."""
MODIFIERS = LEADER_KINDS | RALLY_ONLY
"""Kinds with a Leadership Modifier that counts in a rally attempt."""
SECTIONS = {"chaplain": "11.8", "nurse": "11.10", "piper": "11.11"}
"""Sections of those who help to rally and do nothing else [11.8]."""


def check_help(game: Game, s: Position, helper: int, unit: int) -> Refusal | None:
    """3.0, 10.4.1, 11.1.2, 11.10, 11.11: whether a counter may help a Shaken unit's rally attempt."""
    h, u = s.units[helper], s.units[unit]
    kind = game.types[h.type].kind
    who: dict[str, str | int] = {"unit": u.id, "helper": h.id}
    if helper == unit or place_of(s, helper) < 0 or h.side != u.side or kind not in RALLIERS or not h.good_order:
        return Refusal("3.0", "cannot_rally_others", who)
    if u.flags & BULK:
        return Refusal("11.1.1", "no_help_for_vehicles", who)
    if not units.same_command(game, h, u) and game.types[u.type].kind != "weapon_team":
        return Refusal("3.0", "other_command", who)
    if kind == "nurse":
        if h.flags & (TENDED | HELPED_TWO):
            return Refusal("11.10", "nurse_has_done", who)
        if h.flags & RALLIED_SELF:
            return Refusal("11.10", "nurse_just_rallied", who)
    if (h.at < 0 or u.at < 0) and kit_of(h).aboard != kit_of(u).aboard:
        return Refusal("16.0", "not_in_his_vehicle", who)
    if h.at != u.at:
        if kind == "piper":
            if h.flags & TENDED:
                return Refusal("11.11", "one_next_door", who)
        elif not RALLY_REACH.apply(game.hooks, False, game, s, helper):
            section = "11.1.2" if kind in LEADER_KINDS else "3.0"
            if h.at >> 3 == u.at >> 3:  # another part of the same hex
                section = "10.6.1" if ROOF in (h.at & 7, u.at & 7) else "10.4.1"
            return Refusal(section, "not_in_his_hex", who)
        if not adjacent(game.board, h.at, u.at):
            return Refusal("11.11" if kind == "piper" else "3.0", "not_in_his_hex", who)
    return None


def free_helper(game: Game, s: Position, unit: int) -> int | None:
    """3.0: the counter in the unit's location that helps without being named: the best modifier first."""
    here = [o for o in company(s, unit) if game.types[s.units[o].type].kind in UNNAMED]
    able = [o for o in here if check_help(game, s, o, unit) is None]
    return max(able, key=lambda o: lends(game, s, o), default=None)


def named_helpers(game: Game, s: Position, unit: int) -> list[int]:
    """Counters that may be named to help a unit: all in its location but the obvious one, and those who reach it."""
    free = free_helper(game, s, unit)
    near = company(s, unit)
    everybody = dict.fromkeys((*near, *range(len(s.units)))) if game.far_ralliers else near
    return [o for o in everybody if o != free and check_help(game, s, o, unit) is None]


def lends(game: Game, s: Position, helper: int) -> int:
    """11.1.1, Q-240: the modifier a helper lends; nothing if another of his side in his location has lent his."""
    h = s.units[helper]
    if game.types[h.type].kind not in MODIFIERS:
        return 0
    others = [s.units[o] for o in company(s, helper) if o != helper]
    if not h.flags & LED and any(o.flags & LED and o.side == h.side for o in others):
        return 0
    return units.leadership(game, h)


def help_modifier(game: Game, s: Position, helper: int | None) -> list[Modifier]:
    """3.0, 11.1.1: what a helper takes off the roll."""
    if helper is None:
        return []
    lm = lends(game, s, helper)
    kind = game.types[s.units[helper].type].kind
    return [Modifier(-lm, "leader", SECTIONS.get(kind, "11.1.1"), s.units[helper].id)] if lm else []


def note_help(d: Draft, helper: int | None, unit: int) -> None:
    """11.1.1, 11.10, 11.11: remember that a helper has lent his modifier, a Nurse her hand, a Piper his tune."""
    if helper is None:
        return
    h = d.units[helper]
    kind = d.game.types[h.type].kind
    put = 0
    rivals = [o for o in company(d, helper) if o != helper and d.units[o].side == h.side]
    if lends(d.game, d, helper) and any(d.game.types[d.units[o].type].kind in MODIFIERS for o in rivals):
        put |= LED
    if kind == "nurse":
        put |= HELPED_TWO if h.flags & HELPED_ONE else HELPED_ONE
    elif kind == "piper":
        put |= HELPED_ONE | (TENDED if h.at != d.units[unit].at else 0)
    if put:
        d.flag(helper, put)


def forget_rally_phase(d: Draft) -> None:
    """3.0, 11.11: what each has done in the phase is forgotten; the hex of a Piper who played is Spotted."""
    for u, unit in enumerate(d.units):
        if unit.flags & HELPED_ONE and d.game.types[unit.type].kind == "piper" and unit.at >= 0:
            if not any(m.kind == "spotted" for m in d.marks.get(unit.at, ())):
                d.emit(ev.MarkerPlaced(Marker("spotted", unit.at)))
        d.flag(u, 0, RALLY_FLAGS | LED)
