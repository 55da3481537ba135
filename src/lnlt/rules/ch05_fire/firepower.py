"""5.0, 5.2, 5.4, 5.6: firepower of a group and the modifiers of direct fire (procedure P-2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lnlt.core.flags import (
    ASSAULT_MOVE,
    CONTINUOUS,
    FIRED,
    HIT_AND_RUN,
    IN_TRENCHES,
    LOW_CRAWL,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    STEALTH,
    WOUNDED,
)
from lnlt.core.game import Game
from lnlt.core.hooks import ModifierHook, ValueHook
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch01_concepts import units
from lnlt.rules.ch01_concepts.buildings import in_building
from lnlt.rules.ch01_concepts.weapons import (
    THROWN,
    fire_distance,
    goes_along,
    has_backblast,
    is_mortar,
    keeps_ifp,
    printed,
)
from lnlt.rules.ch04_operations.impulse import just_spotted
from lnlt.rules.ch05_fire.special import seen_from
from lnlt.rules.ch06_movement.mounts import is_mounted
from lnlt.rules.ch10_los_spotting.adjacency import adjacent
from lnlt.rules.ch10_los_spotting.cover import capped, defence_modifiers, location_modifiers
from lnlt.rules.ch10_los_spotting.lines import has_tis, line, sides_toward
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch10_los_spotting.spotting import is_smoky
from lnlt.rules.ch11_smc.kinds import LONE_SHOTS
from lnlt.rules.ch11_smc.leaders import is_leader
from lnlt.rules.ch11_smc.snipers import hiding
from lnlt.rules.ch20_night.darkness import night_modifiers
from lnlt.rules.ch23_equipment.boats import boat_target

FIRE_MODIFIERS = ModifierHook("modifiers of a direct-fire attack", rule="5.0")
RANGE: ValueHook[int] = ValueHook("range of Inherent Firepower", rule="5.0")

ADJACENT, ADJACENT_ASSAULTER = 2, 3


class Firer:
    """One unit of a firing group and the Support Weapons it fires; `ifp`: it adds its own firepower if it may.

    A weapon that two of them name is crewed by both: two Single-Man Counters at one weapon (1.6).
    """

    __slots__ = ("ifp", "unit", "weapons")

    def __init__(self, unit: int, weapons: Sequence[int] = (), ifp: bool = True) -> None:
        self.unit = unit
        self.weapons = tuple(weapons)
        self.ifp = ifp


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
    """1.6: firepower of a Support Weapon: halved for one SMC, halved if its MMC is Ops Complete (4.1).

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


def aiding_leader(game: Game, s: Position, firers: Sequence[Firer]) -> int | None:
    """5.0.1, 11.1.1: the Leader of the group who adds his LM: one, without a weapon, for his own men (Q-204)."""
    for f in firers:
        if is_leader(game, s, f.unit) and not f.weapons:
            others = [g.unit for g in firers if g.unit != f.unit]
            if all(
                units.same_command(game, s.units[f.unit], s.units[o])
                or game.types[s.units[o].type].kind == "weapon_team"
                for o in others
            ):
                return f.unit
    return None


def stack_modifiers(
    game: Game, s: Position, firers: Sequence[Firer], origin: int, at: int, mode: str = ""
) -> list[Modifier]:
    """5.0, P-2: modifiers of the whole stack; Mortars alone and thrown charges alone take fewer (Q-013, Q-014)."""
    found: list[Modifier] = []
    special = ""
    if any(f.weapons for f in firers):
        special = only_with(game, s, firers, fire_distance(game, origin, at))
    leader = aiding_leader(game, s, firers) if special != "mortar" else None
    if leader is not None:
        found.append(Modifier(units.leadership(game, s.units[leader]), "leader", "5.0.1", s.units[leader].id))
    if special == "thrown":
        return found
    if adjacent(game.board, origin, at):
        assaulters = any("assaulter" in game.types[s.units[f.unit].type].abilities for f in firers)
        found.append(
            Modifier(ADJACENT_ASSAULTER, "adjacent_assaulter", "5.6")
            if assaulters
            else Modifier(ADJACENT, "adjacent", "5.6")
        )
    flags = 0
    scouts = 0  # 11.6, Q-009: not with a weapon
    for f in firers:
        scout = game.types[s.units[f.unit].type].kind == "scout" and not f.weapons
        scouts += scout
        flags |= s.units[f.unit].flags & ~ASSAULT_MOVE if scout else s.units[f.unit].flags
    if flags & ASSAULT_MOVE or (mode == "assault" and scouts < len(firers)):
        found.append(Modifier(-2, "assault_move", "6.4.1" if flags & STEALTH else "6.1"))
    elif mode == "assault_fire" and scouts < len(firers):
        found.append(Modifier(-2, "assault_fire", "6.1.1"))
    elif flags & HIT_AND_RUN or mode == "hit_and_run":
        found.append(Modifier(-2, "hit_and_run", "6.7"))
    if s.marks and is_smoky(game, s, origin >> 3):
        found.append(Modifier(-1, "out_of_smoke", "7.0", game.board.names[origin >> 3]))
    if not (special == "mortar" and mode == "indirect"):
        found.extend(line_modifiers(line(game, s, origin, at), special == "mortar"))
    if game.night is not None:
        found.extend(night_modifiers(game, s, origin, at, fires_thermal(game, s, [f.unit for f in firers])))
    found.extend(FIRE_MODIFIERS.collect(game.hooks, game, s, firers, origin, at))
    return found


def line_modifiers(verdict: int, bombs: bool = False) -> list[Modifier]:
    """10.3, 10.3.2: what a line of sight takes off; fire of Mortars alone goes over hexes that degrade it (Q-014)."""
    if verdict == BLOCKED:
        return []
    hexes = 0 if bombs else verdict & 3
    found = [Modifier(-1, "degrading_hex", "10.3") for _ in range(hexes)]
    return found + [Modifier(-2, "limited", "10.3.2") for _ in range(verdict >> 2)]


def fires_thermal(game: Game, s: Position, firers: Iterable[int]) -> bool:
    """20.1.5, Q-383: whether units fire with thermal sights: one that fires on its own has them; groups never do."""
    return any(game.lone[s.units[u].type] is not None and has_tis(game, s, u) for u in firers)


def firing_modifiers(game: Game, s: Position, unit: int, at: int, called: bool = False) -> list[Modifier]:
    """18.1, Q-140: what holds for a Mortar Team where it stands: its target next door, an Assault Move, Smoke.

    10.3.2: and a limited line, unless somebody else sees for it.
    """
    u = s.units[unit]
    found = [] if called else line_modifiers(line(game, s, u.at, seen_from(at)), True)
    if adjacent(game.board, u.at, at):
        found.append(Modifier(ADJACENT, "adjacent", "5.6"))
    if u.flags & ASSAULT_MOVE:
        found.append(Modifier(-2, "assault_move", "6.1"))
    if s.marks and is_smoky(game, s, u.at >> 3):
        found.append(Modifier(-1, "out_of_smoke", "7.0", game.board.names[u.at >> 3]))
    if game.night is not None:
        found.extend(night_modifiers(game, s, u.at, at, has_tis(game, s, unit)))
    found.extend(FIRE_MODIFIERS.collect(game.hooks, game, s, [Firer(unit)], u.at, at))
    return found


def target_bonus(game: Game, s: Position, target: int, origin: int, at: int) -> list[Modifier]:
    """5.3, 6.0: +1 against a Leg unit that moves or is marked Moved, Assault Move or H&R, unless terrain cancels it.

    1.6.4: +1 against one marked Fired in a Building, whose ordnance cannot be fired from Bunkers.
    """
    u = s.units[target]
    if game.boats and (afloat := boat_target(game, s, target, 1)):
        return [*_moving_bonus(game, s, target, origin, at), *afloat]
    if u.carries and u.flags & FIRED and in_building(game, s, at) and has_backblast(game, s, u):
        return [*_moving_bonus(game, s, target, origin, at), Modifier(1, "backblast", "1.6.4", u.id)]
    return _moving_bonus(game, s, target, origin, at)


def _moving_bonus(game: Game, s: Position, target: int, origin: int, at: int) -> list[Modifier]:
    """6.6, 15.5.1, 21.6, Q-044: against Mounted Units -1 while they are in motion, +1 while they are not."""
    u = s.units[target]
    t = game.types[u.type]
    if not (t.is_mmc or t.is_smc) or u.flags & (LOW_CRAWL | STEALTH | IN_TRENCHES):
        return []
    if is_mounted(game, s, u):
        in_motion = u.flags & (MOVING | MOVED | ASSAULT_MOVE | HIT_AND_RUN | CONTINUOUS)
        return [Modifier(-1, "mounted_moving", "6.6", u.id) if in_motion else Modifier(1, "mounted", "6.6", u.id)]
    if not u.flags & (MOVING | MOVED | ASSAULT_MOVE | HIT_AND_RUN):
        return []
    board = game.board
    if board.terrain[at >> 3].hides_moving:
        return []
    across = sides_toward(game, at >> 3, origin >> 3) + sides_toward(game, origin >> 3, at >> 3)
    if any(side.hides_moving for side in across):
        return []
    return [Modifier(1, "moving", "5.3" if u.flags & MOVING else "6.0", u.id)]


def fire_tally(
    game: Game,
    s: Position,
    firers: Sequence[Firer],
    lead: int,
    origin: int,
    at: int,
    target: int = NOBODY,
    mode: str = "",
    jammed: int = NOBODY,
) -> Tally:
    """5.0: everything a group adds to its die against a target unit (or, without one, against the location)."""
    distance = fire_distance(game, origin, at)
    mods = stack_modifiers(game, s, firers, origin, at, mode)
    if target != NOBODY and not thrown_alone(game, s, firers, distance):
        mods += target_bonus(game, s, target, origin, at)
    return Tally("fire", group_base(game, s, firers, lead, distance, jammed), tuple(mods))


def thrown_alone(game: Game, s: Position, firers: Sequence[Firer], distance: int) -> bool:
    """1.6.3, Q-013: thrown charges alone take no modifier of the DFT but a Leader's."""
    return any(f.weapons for f in firers) and only_with(game, s, firers, distance) == "thrown"


def defence_tally(
    game: Game,
    s: Position,
    at: int,
    origin: int,
    target: int = NOBODY,
    firer: int = NOBODY,
    mortar: bool = False,
    bombs: bool = False,
) -> Tally:
    """5.0, 5.5: what a target adds to its die; `firer` is a unit that fires on its own.

    Walls and Hills do not help against Mortars alone (1.6.5, Q-014); `bombs`: a Mortar takes part (21.6).
    """
    kind = s.units[target].type if target != NOBODY else NOBODY
    if mortar:
        cover = capped(location_modifiers(game, s, at, kind, target, True))
    else:
        tis = firer != NOBODY and has_tis(game, s, firer)
        cover = defence_modifiers(game, s, at, origin, kind, target, bombs, tis)
    if target == NOBODY:
        return Tally("defence", (), cover)
    return Tally("defence", (), (*cover, *hiding(game, s, target, firer, cover)))
