"""5.0, 5.2, 5.4: firepower of a group: what its units and weapons add (procedure P-2)."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.flags import OPS_COMPLETE, WOUNDED
from lnlt.core.game import Game
from lnlt.core.hooks import ValueHook
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Modifier
from lnlt.rules.ch04_operations.impulse import just_spotted
from lnlt.rules.facts import units
from lnlt.rules.facts.kinds import LONE_SHOTS
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.weapons import THROWN, goes_along, is_mortar, keeps_ifp, printed

RANGE: ValueHook[int, [Game, Position, int]] = ValueHook("range of Inherent Firepower", rule="5.0")


class Firer:
    """One unit of a firing group and the Support Weapons it fires; `ifp`: it adds its own firepower if it may.

    A weapon that two of them name is crewed by both: two Single-Man Counters at one weapon (1.6).
    """

    __slots__ = ("ifp", "unit", "weapons")

    def __init__(self, unit: int, weapons: Sequence[int] = (), ifp: bool = True) -> None:
        self.unit = unit
        self.weapons = tuple(weapons)
        self.ifp = ifp


def crewed(firers: Sequence[Firer], firer: Firer) -> bool:
    """1.6: whether somebody else of the group crews a weapon together with this one."""
    return any(w in other.weapons for other in firers if other.unit != firer.unit for w in firer.weapons)


NO_LIMIT = 254
"""Range of a Sniper or Marksman whose counter prints none (Q-096)."""


def ifp_range(game: Game, s: Position, unit: int) -> int:
    """5.0, Q-096: range of a unit's Inherent Firepower; Skills may change it."""
    u = s.units[unit]
    printed = units.fire_range(game, u)
    if not printed and game.types[u.type].kind in LONE_SHOTS:
        return NO_LIMIT
    return RANGE.apply(game.hooks, printed, game, s, unit)


def ifp_reach(game: Game, s: Position, unit: int) -> int:
    """5.0, 5.4: how far a unit's Inherent Firepower reaches; twice the printed range if that is boxed."""
    u = s.units[unit]
    plain = not u.flags & WOUNDED and not u.skills and RANGE not in game.hooks.open
    if plain and (known := game.reaches[u.type]) is not None:
        return known
    t = game.types[u.type]
    if t.kind in ("leader", "commissar", "political_officer"):
        reach = 0
    else:
        reach = ifp_range(game, s, unit) * (2 if "extended_range" in t.abilities else 1)
    if plain:
        game.reaches[u.type] = reach
    return reach


def ifp_share(game: Game, s: Position, unit: int, distance: int, lead: bool, alone: bool) -> Modifier | None:
    """5.0, 5.2: what a unit's Inherent Firepower adds: -1 if Ops Complete, halved beyond range, halved if not lead."""
    if distance > ifp_reach(game, s, unit):
        return None
    u = s.units[unit]
    t = game.types[u.type]
    value: float = units.firepower(game, u)
    why, rule = "ifp", "5.0"
    if u.flags & OPS_COMPLETE and t.is_mmc and not just_spotted(s, unit):
        value -= 1
        why, rule = "ifp_ops_complete", "4.1"
    if distance > ifp_range(game, s, unit):
        value /= 2
        why, rule = "ifp_extended", "5.4"
    if not alone:
        if t.kind == "hero":
            why, rule = "hero", "11.2"
        elif lead:
            why, rule = ("lead", "5.2") if rule == "5.0" else (why, rule)
        elif t.is_mmc and "combined_fire" in t.abilities:
            why, rule = "combined_fire", "13.0"
        elif t.is_mmc:
            value = max(0, value / 2)
            why, rule = "further_unit", "5.2"
    return Modifier(int(value) if value == int(value) else value, why, rule, u.id)


def weapon_share(game: Game, s: Position, weapon: int, unit: int, pair: bool, distance: int = 1) -> Modifier:
    """1.6: firepower of a Support Weapon: halved for one SMC, halved if its MMC is Ops Complete (4.1, Q-570).

    23.2.2: halved beyond a boxed range; grenades are no Support Weapons, and a man alone has all of them (Q-403).
    """
    w = s.weapons[weapon]
    t = game.weapon_types[w.type]
    u = s.units[unit]
    values = printed(t, w.flags)
    value: float = values[0] if values is not None else 0
    rule, why = "1.6", "support_weapon"
    along = goes_along(game, s, weapon)
    whole = t.kind in THROWN or along
    if along:
        rule, why = "23.2.2" if "no_load" in t.abilities else "23.2.5", "grenades"
    if values is not None and distance > values[1]:
        value /= 2
        rule = "5.4" if not along else rule
    if game.types[u.type].is_smc and not pair and not whole:
        value /= 2
        why = "support_weapon_one_man"
    weak = u.flags & OPS_COMPLETE and game.types[u.type].is_mmc and not just_spotted(s, unit)
    if weak and t.kind in ("machine_gun", "flamethrower"):
        value /= 2
        why, rule = "support_weapon_ops_complete", "4.1"
    return Modifier(int(value) if value == int(value) else value, why, rule, w.id)


def group_base(
    game: Game, s: Position, firers: Sequence[Firer], lead: int, distance: int, jammed: int = NOBODY
) -> tuple[Modifier, ...]:
    """5.2, P-2: the shares of all units and weapons, not yet rounded; a weapon that has jammed adds nothing (1.6.2)."""
    firing = [f for f in firers if f.weapons or not is_leader(game, s, f.unit)]
    alone = len(firing) <= 1
    found: list[Modifier] = []
    done: set[int] = set()
    for f in sorted(firing, key=lambda f: (f.unit != lead, f.unit)):
        t = game.types[s.units[f.unit].type]
        if f.ifp and not is_leader(game, s, f.unit) and keeps_ifp(game, s, t.kind, f.weapons):
            share = ifp_share(game, s, f.unit, distance, f.unit == lead, alone)
            if share is not None:
                found.append(share)
        for w in f.weapons:
            if w != jammed and w not in done:
                done.add(w)
                pair = sum(1 for g in firers if w in g.weapons) > 1
                found.append(weapon_share(game, s, w, f.unit, pair, distance))
    return tuple(found)


def only_with(game: Game, s: Position, firers: Sequence[Firer], distance: int) -> str:
    """1.6.3, 1.6.5, Q-013, Q-014: "mortar" or "thrown" if all the firepower comes from such weapons, else nothing."""
    kinds: set[str] = set()
    for f in firers:
        t = game.types[s.units[f.unit].type]
        if f.ifp and not is_leader(game, s, f.unit):
            if keeps_ifp(game, s, t.kind, f.weapons) and distance <= ifp_reach(game, s, f.unit):
                return ""
        for w in f.weapons:
            kind = game.weapon_types[s.weapons[w].type].kind
            kinds.add("mortar" if kind == "mortar" else "thrown" if kind in THROWN else "other")
    return kinds.pop() if kinds in ({"mortar"}, {"thrown"}) else ""


def with_mortar(game: Game, s: Position, firers: Sequence[Firer]) -> bool:
    """1.6.5: whether a Mortar takes part, so that the attack rolls two dice and keeps the higher."""
    return any(is_mortar(game, s, w) for f in firers for w in f.weapons)
