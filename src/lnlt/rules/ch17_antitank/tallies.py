"""17.1: the sums of a Close Assault: Morale Check, attack and armor."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch01_concepts.morale import COVER_BONUS
from lnlt.rules.ch10_los_spotting.cover import has_cover, location_modifiers
from lnlt.rules.ch14_ordnance.impact import lowest_armor
from lnlt.rules.ch17_antitank.eligibility import adds_firepower
from lnlt.rules.facts import units
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.weapons import kind_of, uses_ifp

WHOLE = frozenset({"satchel_charge", "molotov", "sticky_bomb", "stick_bomb"})
"""Weapons one man uses with all their firepower (Q-132)."""


def assault_tally(game: Game, s: Position, unit: int, weapon: int = NOBODY, leader: int = NOBODY) -> Tally:
    """17.1, Q-132, Q-135: firepower of the unit and of one anti-tank weapon, and the LM of a Leader who helps it.

    1.6, 1.6.7: a Squad adds a weapon to its own firepower, others only a Molotov Cocktail.
    """
    u = s.units[unit]
    t = game.types[u.type]
    base: list[Modifier] = []
    molotov = weapon != NOBODY and kind_of(game, s, weapon) == "molotov"
    if not is_leader(game, s, unit) and uses_ifp(t.kind, int(weapon != NOBODY), molotov):
        base.append(Modifier(units.firepower(game, u), "ifp", "17.1", u.id))
    if weapon != NOBODY:
        w = game.weapon_types[s.weapons[weapon].type]
        if adds_firepower(w):
            value = w.fp or 0
            if t.is_smc and w.kind not in WHOLE and "light" not in w.abilities:
                value = -(-value // 2)
            base.append(Modifier(value, "support_weapon", "17.1", s.weapons[weapon].id))
        else:
            base.append(Modifier(w.he or 0, "high_explosive", "17.1", s.weapons[weapon].id))
    mods: tuple[Modifier, ...] = ()
    if leader != NOBODY:
        mods = (Modifier(units.leadership(game, s.units[leader]), "leader", "17.1", s.units[leader].id),)
    return Tally("close_assault", tuple(base), mods)


def armor_of(game: Game, s: Position, vehicle: int) -> Tally:
    """17.1, Q-137: the vehicle adds its lowest armor factor."""
    u = s.units[vehicle]
    return Tally("defence", (), (Modifier(lowest_armor(game.types[u.type]), "lowest_armor", "17.1", u.id),))


def nerve_tally(game: Game, s: Position, unit: int, leaders: Sequence[int] = (), place: int = NOWHERE) -> Tally:
    """17.1, Q-135: the Morale Check before it: -2 if the hex they come from gives cover, and the LM of one of `leaders`
    who has passed; a Hero has no help. `place`: where they come from, if they are not there any more."""
    u = s.units[unit]
    here = u if place == NOWHERE else replace(u, at=place)
    mods = [Modifier(COVER_BONUS, "cover", "17.1", game.board.loc_name(here.at))] if has_cover(game, s, here) else []
    best, lm = NOBODY, 0
    for o in leaders:
        other = s.units[o]
        if o != unit and units.same_command(game, other, u) and units.leadership(game, other) > lm:
            best, lm = o, units.leadership(game, other)
    if best != NOBODY and game.types[u.type].kind != "hero":
        mods.append(Modifier(-lm, "leader", "17.1", s.units[best].id))
    return Tally("morale", (), tuple(mods), units.morale(game, u, s))


def answer_tally(game: Game, s: Position, unit: int, leaders: Sequence[int] = ()) -> Tally:
    """15.3, 1.5.1, Q-352, Q-574: the same in answer to an Overrun: cover of their own hex; the vehicle gives none."""
    u = s.units[unit]
    tally = nerve_tally(game, s, unit, leaders)
    mods = [m for m in tally.mods if m.why != "cover"]
    if any(m.value > 0 and m.why != "vehicle" for m in location_modifiers(game, s, u.at, u.type, unit)):
        mods.insert(0, Modifier(COVER_BONUS, "cover", "1.5.1", game.board.loc_name(u.at)))
    return Tally(tally.of, (), tuple(mods), tally.need)
