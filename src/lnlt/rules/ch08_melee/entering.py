"""8.0, 8.2, 8.4, 8.6: entering a location that enemies hold or that has a Melee marker."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.board import BUNKER, CAVE, LAYERS
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, MOVED, MOVING, SMOKED
from lnlt.core.game import Game
from lnlt.core.hooks import GateHook
from lnlt.core.state import Marker, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.damage import eliminate
from lnlt.rules.ch05_fire.opportunity import goes_along
from lnlt.rules.ch06_movement.places import go
from lnlt.rules.ch08_melee.round import MeleeRound
from lnlt.rules.ch10_los_spotting.lines import has_tis, saw
from lnlt.rules.ch20_night.darkness import FLARE, glow, is_night, sight
from lnlt.rules.facts.boats import is_river
from lnlt.rules.facts.melee_eligibility import any_eligible, can_ambush, is_eligible
from lnlt.rules.facts.melee_marks import leg_units, lock, melee_marker
from lnlt.rules.facts.units import is_leg

MAY_ENTER: GateHook[[Game, Position, Sequence[int]]] = GateHook("who may enter Melee after Assault Fire", rule="6.1.1")

NO_ENTRY = {
    "assault": "8.0",
    "stealth_assault": "8.0",
    "hit_and_run": "6.7",
}
"""Modes that never enter Melee (8.0), each with its section."""
CAVALRY = frozenset({"mounted_squad", "mounted_half_squad"})
NO_CHARGE = frozenset({"marsh", "forest", "dense_palms"})
"""Terrain whose holders cannot be charged, beside buildings and Bunkers (8.6)."""
CHARGE_FROM = 2


def check_entry(game: Game, s: Position, movers: Sequence[int], modes: Sequence[str], to: int) -> Refusal | None:
    """8.0, 8.1, 8.2, Q-048, Q-065: whether a moving group may enter a location with enemies or a Melee marker.

    6.5, Q-539: who has set off with a vehicle does not, even if it was stopped.
    """
    side = s.units[movers[0]].side
    at = game.board.loc_name(to)
    for o in s.by_loc.get(to, ()):
        if s.units[o].side != side and game.types[s.units[o].type].kind == "vehicle":
            return Refusal("17.1", "enemy_vehicle_there", {"at": at})
    if game.has_vehicles and goes_along(s, movers):
        return Refusal("6.5", "no_coordinated_attack", {"at": at})
    for u, mode in zip(movers, modes, strict=True):
        unit = s.units[u]
        t = game.types[unit.type]
        if mode in NO_ENTRY:
            refusal: Refusal | None = Refusal(
                NO_ENTRY[mode], "no_melee_in_mode", {"unit": unit.id, "mode": mode, "at": at}
            )
            if unit.flags & ASSAULT_FIRE:
                refusal = MAY_ENTER.ask(game.hooks, refusal, game, s, tuple(movers))
            if refusal is not None:
                return refusal
        if not is_leg(game, s, u) or t.kind == "weapon_team":
            return Refusal("8.0", "cannot_enter_melee", {"unit": unit.id, "at": at})
        if t.kind == "marksman":
            return Refusal("11.12", "cannot_enter_melee", {"unit": unit.id, "at": at})
    if not any(is_eligible(game, s, u) for u in movers):
        return Refusal("8.0", "not_melee_eligible", {"unit": s.units[movers[0]].id})
    return None


def begin_melee(d: Draft, side: int, at: int, entered: Sequence[int], came_from: int, origin: int) -> bool:
    """8.0, 8.2, Q-068: what an entry brings: a round, or waiting for the next turn, or the end of those who came in.

    `entered` are the units that came from `came_from` and whose move began at `origin`. True if they must go back.
    """
    game = d.game
    if not any_eligible(game, d, side, at):
        if not any_eligible(game, d, 1 - side, at) and came_from >= 0:
            return True
        for u in entered:
            eliminate(d, u)
        return False
    for u in entered:
        d.flag(u, 0, ACTION_MARKERS)
    lock(d, at)
    marker = melee_marker(d, at)
    if not leg_units(game, d, 1 - side, at) or (marker is not None and marker.strength >= d.turn):
        return False
    fresh = [u for u in entered if d.units[u].good_order]
    ambush = ambushers(game, d, fresh, origin, at)
    d.push(
        MeleeRound(
            side=side,
            at=at,
            charge=chargers(game, d, fresh, origin, at),
            ambush=ambush,
            surprise=bool(ambush) and marker is None,
            cowed=tuple(entered) if game.boats and is_river(game, d, came_from) else (),
        )
    )
    return False


def go_back(d: Draft, entered: Sequence[int], came_from: int) -> None:
    """8.0, Q-068: units shaken on entry among enemies that cannot fight return to where they came from, Moved."""
    for u in entered:
        go(d, u, came_from)
        d.flag(u, MOVED, MOVING | SMOKED | ASSAULT_FIRE | (ACTION_MARKERS & ~MOVED))


def ambushers(game: Game, s: Position, entered: Sequence[int], origin: int, at: int) -> tuple[int, ...]:
    """8.4, 20.1: those capable of it, if nobody in the location saw where they stood when their impulse began."""
    if not game.ambush or origin < 0:
        return ()
    able = tuple(u for u in entered if can_ambush(game, s, u))
    if not able:
        return ()
    impulse = enclosing(s, Impulse)
    before = s.obstacles if impulse is None else impulse.obstacles
    if saw(game, before, at, origin) and not (game.night is not None and unlit(game, s, before, at, origin)):
        return ()
    return able


def unlit(game: Game, s: Position, before: Sequence[tuple[int, str]], at: int, origin: int) -> bool:
    """20.1, Q-386: whether the night hid those who stood in a place from a location when the impulse began."""
    flares = {hex_ for hex_, kind in before if kind == FLARE}
    then = [m for m in s.markers if m.kind != FLARE] + [Marker(FLARE, hex_ * LAYERS) for hex_ in flares]
    tis = any(has_tis(game, s, u) for u in s.by_loc.get(at, ()) if s.units[u].side != s.active)
    near = game.distance(at >> 3, origin >> 3) <= sight(game, tis)
    return is_night(game, s) and not near and not glow(game, then) >> (origin >> 3) & 1


def chargers(game: Game, s: Position, entered: Sequence[int], origin: int, at: int) -> tuple[int, ...]:
    """8.6: Cavalry that set off at least two hexes away, against units in terrain it can charge into."""
    if not game.mounted or origin < 0 or at & 7 in (BUNKER, CAVE):
        return ()
    terrain = game.board.terrain[at >> 3]
    if terrain.key in NO_CHARGE or game.board.building_of[at >> 3] >= 0 or "building" in terrain.key:
        return ()
    if game.distance(origin >> 3, at >> 3) < CHARGE_FROM:
        return ()
    types = game.types
    return tuple(
        u
        for u in entered
        if types[s.units[u].type].kind in CAVALRY and "motorcycle" not in types[s.units[u].type].abilities
    )
