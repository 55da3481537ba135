"""8.0, 8.3-8.6: firepower, odds and Kill Number of a Melee attack (procedure P-4), and exact chances."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import msgspec

from lnlt.core.game import Game
from lnlt.core.hooks import ModifierHook
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch08_melee.table import COLUMNS, NAMES, odds_column, shifted
from lnlt.rules.ch13_nations import melee_dice
from lnlt.rules.facts import units
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.melee_eligibility import (
    WHOLE,
    check_attacks,
    half,
    is_eligible,
    leads,
    melee_weapons,
    only_defends,
    weapon_fp,
)
from lnlt.rules.facts.melee_marks import leg_units
from lnlt.rules.facts.weapons import USERS, carries, uses_ifp

MELEE_FIREPOWER: ModifierHook[[Game, Position, Sequence[int], int, bool]] = ModifierHook(
    "further firepower of a side in Melee, attacking or defending", rule="8.0"
)

Choice = tuple[tuple[int, ...], int]
"""Weapons a unit uses in a round, and the Single-Man Counter who crews them with it (or NOBODY)."""


class Fight(msgspec.Struct, frozen=True):
    """What is special about a round: weapons chosen, who charges, who ambushes, who failed to face a Charge."""

    at: int
    arms: tuple[tuple[int, tuple[int, ...], int], ...] = ()
    charge: tuple[int, ...] = ()
    ambush: tuple[int, ...] = ()
    cowed: tuple[int, ...] = ()


def choices(game: Game, s: Position, unit: int, fight: Fight) -> list[Choice]:
    """8.0, Q-060, 11.1.4: sets of weapons a unit may fight with: as many as 1.6 lets it; a Leader may lead instead."""
    found = () if crews(fight, unit) else melee_weapons(game, s, unit)
    if not found:
        return [((), NOBODY)]
    t = game.types[s.units[unit].type]
    if carries(t.kind) > 1:
        ways: list[Choice] = [((w,), NOBODY) for w in found]
        ways += [(pair, NOBODY) for pair in combinations(found, 2)]
        return ways
    ways = [((w,), NOBODY) for w in found]
    if t.is_smc:
        for w in found:
            if game.weapon_types[s.weapons[w].type].kind not in WHOLE:
                ways += [((w,), helper) for helper in _helpers(game, s, unit, fight)]
    if is_leader(game, s, unit) and _others_fight(game, s, unit, fight):
        ways.append(((), NOBODY))
    return ways


def _helpers(game: Game, s: Position, unit: int, fight: Fight) -> list[int]:
    """1.6, Q-061: Good Order Single-Man Counters without a weapon of their own who can crew one with another."""
    taken = {helper for _, _, helper in fight.arms}
    return [
        o
        for o in leg_units(game, s, s.units[unit].side, fight.at)
        if o != unit and o not in taken and s.units[o].good_order and not melee_weapons(game, s, o)
        if game.types[s.units[o].type].is_smc and game.types[s.units[o].type].kind in USERS
    ]


def _others_fight(game: Game, s: Position, leader: int, fight: Fight) -> bool:
    """11.1.4: a Leader leads only if somebody is there to be led."""
    led = {unit for unit, weapons, _ in fight.arms if not weapons}
    return any(
        o != leader and o not in led and is_eligible(game, s, o)
        for o in leg_units(game, s, s.units[leader].side, fight.at)
    )


def best_choice(game: Game, s: Position, unit: int, fight: Fight) -> Choice:
    """The choice with the most firepower, the first of equal ones."""
    ways = choices(game, s, unit, fight)
    if len(ways) == 1:
        return ways[0]
    alone = [way for way in ways if way[1] == NOBODY]
    return max(alone, key=lambda way: sum(m.value for m in _shares(game, s, unit, way, fight)))


def choice_of(game: Game, s: Position, unit: int, fight: Fight) -> Choice:
    """What a unit fights with in this round."""
    for armed, weapons, helper in fight.arms:
        if armed == unit:
            return weapons, helper
    return best_choice(game, s, unit, fight)


def crews(fight: Fight, unit: int) -> bool:
    """1.6, Q-213: whether a man helps another to crew his weapon in this round."""
    return any(helper == unit for _, _, helper in fight.arms)


def fights(game: Game, s: Position, unit: int, fight: Fight) -> bool:
    """8.0, 11.1.4: a unit that can be attacked: Melee-eligible, and no Leader who leads instead of using his weapon."""
    if crews(fight, unit):
        return True
    if not is_eligible(game, s, unit):
        return False
    return not is_leader(game, s, unit) or bool(choice_of(game, s, unit, fight)[0])


def defenders(game: Game, s: Position, side: int, fight: Fight) -> tuple[int, ...]:
    """Units of a side that can be attacked in this round."""
    return tuple(u for u in leg_units(game, s, side, fight.at) if fights(game, s, u, fight))


def attackers(game: Game, s: Position, side: int, fight: Fight) -> tuple[int, ...]:
    """8.0, Q-058: every unit of a side that attacks in this round."""
    return tuple(
        u
        for u in defenders(game, s, side, fight)
        if u not in fight.cowed and (crews(fight, u) or check_attacks(game, s, u) is None)
    )


def is_zero(game: Game, s: Position, unit: int, weapons: Sequence[int] = ()) -> bool:
    """8.3, 11.6, Q-062: MMCs without firepower and Scouts, unless they use a weapon (Heroes too, Q-210)."""
    u = s.units[unit]
    t = game.types[u.type]
    if weapons or only_defends(game, s, unit):
        return False
    return t.kind == "scout" or ((t.is_mmc or t.kind == "hero") and units.firepower(game, u) == 0)


def _shares(game: Game, s: Position, unit: int, choice: Choice, fight: Fight) -> list[Modifier]:
    """P-4: what one unit fights with: IFP and weapons, +1 per M, doubled IFP in a Charge, all tripled in an Ambush."""
    u = s.units[unit]
    t = game.types[u.type]
    weapons, helper = choice
    found: list[Modifier] = []
    pairs = [w for armed, used, second in fight.arms if second == unit for w in used]
    ifp = 0
    if only_defends(game, s, unit):
        return [Modifier(1, "only_defends", "8.0", u.id)]
    if is_zero(game, s, unit, weapons) and not pairs:
        ifp = 1
        found.append(Modifier(1, "zero_firepower", "11.6" if t.kind == "scout" else "8.3", u.id))
    elif uses_ifp(t.kind, len(weapons)) and not is_leader(game, s, unit) and not pairs and t.kind != "advisor":
        ifp = units.firepower(game, u)
        if ifp:
            found.append(Modifier(ifp, "ifp", "8.0", u.id))
    if ifp and unit in fight.charge and unit not in fight.ambush:
        found.append(Modifier(ifp, "charge", "8.6", u.id))
    if "melee" in t.abilities:
        found.append(Modifier(1, "melee_specialist", "8.5", u.id))
    for w in weapons:
        found.extend(_weapon_shares(game, s, w, t.is_smc, helper))
    for w in pairs:
        fp = weapon_fp(game, s, w) or 0
        found.append(Modifier(fp - half(fp), "support_weapon_pair", "1.6", s.weapons[w].id))
    if unit in fight.ambush:
        found.append(Modifier(2 * sum(m.value for m in found), "ambush", "8.4", u.id))
    return found


def _weapon_shares(game: Game, s: Position, weapon: int, smc: bool, helper: int) -> list[Modifier]:
    """8.0, 8.5, Q-061: a weapon's firepower, half of it (up) for one SMC; +1 for its M."""
    w = s.weapons[weapon]
    t = game.weapon_types[w.type]
    fp = weapon_fp(game, s, weapon) or 0
    if smc and t.kind not in WHOLE:
        why = "support_weapon_one_man" if helper == NOBODY else "support_weapon_pair"
        found = [Modifier(half(fp), why, "8.0", w.id)]
    else:
        found = [Modifier(fp, "support_weapon", "8.0", w.id)]
    if "melee" in t.abilities:
        found.append(Modifier(1, "melee_specialist", "8.5", w.id))
    return found


def side_firepower(game: Game, s: Position, members: Sequence[int], fight: Fight, attacking: bool) -> list[Modifier]:
    """8.0: firepower of some units of one side, attacking or defending."""
    found: list[Modifier] = []
    for u in members:
        found.extend(_shares(game, s, u, choice_of(game, s, u, fight), fight))
    found.extend(MELEE_FIREPOWER.collect(game.hooks, game, s, tuple(members), fight.at, attacking))
    return found


def lending_leader(game: Game, s: Position, members: Sequence[int], fight: Fight) -> int | None:
    """8.0, 11.1.4, Q-552: the Leader with the best LM, whatever his badge: no weapon, a Charge faced."""
    best, best_lm = None, 0
    side = s.units[members[0]].side
    for u in leg_units(game, s, side, fight.at):
        if not leads(game, s, u) or u in fight.cowed or fights(game, s, u, fight):
            continue
        lm = units.leadership(game, s.units[u])
        if lm > best_lm:
            best, best_lm = u, lm
    return best


class MeleeTally(msgspec.Struct, frozen=True):
    """One Melee attack: both firepowers, odds before and after a Hero's shift, Kill Number, modifiers of the roll."""

    attack: Tally
    defence: Tally
    roll: Tally
    odds: str
    column: str

    @property
    def need(self) -> int:
        """The Kill Number of the column."""
        assert self.roll.need is not None
        return self.roll.need

    @property
    def tallies(self) -> tuple[Tally, Tally, Tally]:
        """Attack, defence and roll, as the log keeps them."""
        return self.attack, self.defence, self.roll


def melee_tally(game: Game, s: Position, members: Sequence[int], targets: Sequence[int], fight: Fight) -> MeleeTally:
    """8.0, P-4: everything about one attack of `members` on `targets`."""
    attack = side_firepower(game, s, members, fight, True)
    defence = side_firepower(game, s, targets, fight, False)
    att = max(1, int(sum(m.value for m in attack)))
    dfn = max(1, int(sum(m.value for m in defence)))
    odds = column = odds_column(att, dfn)
    if any(game.types[s.units[u].type].kind == "hero" for u in members):
        column = shifted(odds)
    mods: list[Modifier] = []
    leader = lending_leader(game, s, members, fight)
    if leader is not None:
        mods.append(Modifier(units.leadership(game, s.units[leader]), "leader", "8.0", s.units[leader].id))
    for group, value in ((members, -1), (targets, 1)):
        for u in group:
            if not crews(fight, u) and is_zero(game, s, u, choice_of(game, s, u, fight)[0]):
                mods.append(Modifier(value, "zero_firepower", "8.3", s.units[u].id))
    kill = COLUMNS[column][3]
    return MeleeTally(
        Tally("melee", tuple(attack)),
        Tally("melee_defence", tuple(defence)),
        Tally("melee_roll", (), tuple(mods), kill, reach=True),
        NAMES[odds],
        NAMES[column],
    )


def melee_odds(game: Game, s: Position, members: Sequence[int], targets: Sequence[int], fight: Fight) -> Fraction:
    """8.0: the exact chance that an attack eliminates its targets."""
    tally = melee_tally(game, s, members, targets, fight)
    one, two = melee_dice(game, s.units[members[0]].side)
    ways = sum(1 for a in range(1, one + 1) for b in range(1, two + 1) if tally.roll.allows(a + b))
    return Fraction(ways, one * two)
