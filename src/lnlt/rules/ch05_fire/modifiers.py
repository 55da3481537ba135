"""5.0, 5.3, 5.5, 5.6: modifiers of direct fire and the sums of both sides (procedure P-2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lnlt.core.flags import ASSAULT_MOVE, CONTINUOUS, FIRED, HIT_AND_RUN, IN_TRENCHES, LOW_CRAWL, MOVED, MOVING, STEALTH
from lnlt.core.game import Game
from lnlt.core.hooks import ModifierHook
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch05_fire.firepower import Firer, crewed, group_base, only_with
from lnlt.rules.ch05_fire.special import seen_from
from lnlt.rules.ch10_los_spotting.cover import capped, defence_modifiers, location_modifiers
from lnlt.rules.ch10_los_spotting.lines import has_tis, line, sides_toward
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch10_los_spotting.spotting import is_smoky
from lnlt.rules.ch11_smc.snipers import hiding
from lnlt.rules.ch20_night.darkness import night_modifiers
from lnlt.rules.facts import units
from lnlt.rules.facts.adjacency import adjacent
from lnlt.rules.facts.boats import boat_target
from lnlt.rules.facts.buildings import in_building
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.mounts import is_mounted
from lnlt.rules.facts.weapons import fire_distance, has_backblast

FIRE_MODIFIERS: ModifierHook[[Game, Position, Sequence[Firer], int, int]] = ModifierHook(
    "modifiers of a direct-fire attack", rule="5.0"
)

ADJACENT, ADJACENT_ASSAULTER = 2, 3


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
    """5.0, P-2: modifiers of the whole stack; Mortars alone and thrown charges alone take fewer (Q-013, Q-014).

    10.1.2, Q-383: Smoke does not hinder thermal sights, but only units that fire on their own use them.
    """
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
    scouts = 0  # 11.6, Q-009: not as one of two at a weapon
    for f in firers:
        scout = game.types[s.units[f.unit].type].kind == "scout" and not crewed(firers, f)
        scouts += scout
        flags |= s.units[f.unit].flags & ~ASSAULT_MOVE if scout else s.units[f.unit].flags
    if flags & ASSAULT_MOVE or (mode == "assault" and scouts < len(firers)):
        found.append(Modifier(-2, "assault_move", "6.4.1" if flags & STEALTH else "6.1"))
    elif mode == "assault_fire" and scouts < len(firers):
        found.append(Modifier(-2, "assault_fire", "6.1.1"))
    elif flags & HIT_AND_RUN or mode == "hit_and_run":
        found.append(Modifier(-2, "hit_and_run", "6.7"))
    tis = fires_thermal(game, s, [f.unit for f in firers])
    if s.marks and is_smoky(game, s, origin >> 3) and not tis:
        found.append(Modifier(-1, "out_of_smoke", "7.0", game.board.names[origin >> 3]))
    if not (special == "mortar" and mode == "indirect"):
        found.extend(line_modifiers(line(game, s, origin, at, tis), special == "mortar"))
    if game.night is not None:
        found.extend(night_modifiers(game, s, origin, at, tis))
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
    tis = has_tis(game, s, unit)
    found = [] if called else line_modifiers(line(game, s, u.at, seen_from(at), tis), True)
    if adjacent(game.board, u.at, at):
        found.append(Modifier(ADJACENT, "adjacent", "5.6"))
    if u.flags & ASSAULT_MOVE:
        found.append(Modifier(-2, "assault_move", "6.1"))
    if s.marks and is_smoky(game, s, u.at >> 3) and not tis:
        found.append(Modifier(-1, "out_of_smoke", "7.0", game.board.names[u.at >> 3]))
    if game.night is not None:
        found.extend(night_modifiers(game, s, u.at, at, tis))
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
