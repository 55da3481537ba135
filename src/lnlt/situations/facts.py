"""Facts of units, weapons and hexes in a position, in the words of the format."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any

from lnlt.core.board import LAYERS
from lnlt.core.dice import NO_DICE
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    BULK,
    BUTTONED,
    CAPTURED,
    ELIMINATED,
    HOVERING,
    JAMMED,
    LOW_AMMO,
    MARKERS,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    STATUS,
    STEALTH,
    TRIPOD,
    names,
)
from lnlt.core.game import Game
from lnlt.core.state import State, Weapon, enclosing
from lnlt.rules.ch04_operations.impulse import marker_at_end
from lnlt.rules.ch14_ordnance.acquisition import prune_locks, settle_locks
from lnlt.rules.ch16_passengers.dismounting import Unloading
from lnlt.rules.ch16_passengers.loading import Loading
from lnlt.rules.ch18_indirect.missions import FireMission
from lnlt.rules.ch19_air.airborne import flight_of
from lnlt.rules.ch19_air.flying import Flight
from lnlt.rules.ch20_night.seen import spotted_for
from lnlt.rules.facts.firing_occasion import Shooting
from lnlt.rules.facts.guns import has_turret
from lnlt.rules.facts.kits import ground_below, has_facing, kit_of, place_of, vertex_name
from lnlt.rules.facts.weapons import CLAYMORE
from lnlt.situations import words
from lnlt.situations.counters import printed_values
from lnlt.situations.flying import mode_of

ALPHABET = (*ascii_lowercase, *(one + two for one in ascii_lowercase for two in ascii_lowercase))
OFF_BOARD = ""
"""Place of what is not on the board."""


Letters = Mapping[tuple[int, int], str]
"""The letter of each pair of Acquisition markers, by the firing unit and its weapon."""


def unit_fact(game: Game, state: State, unit: int, key: str, letters: Letters) -> Any:
    """One fact of a unit as it is now; values are those of its present type."""
    u = state.units[unit]
    t = game.types[u.type]
    facts: dict[str, Any] = {
        "id": u.id,
        "side": game.side_name(u.side),
        "at": game.board.loc_name(ground_below(place)) if (place := _place(state, unit)) >= 0 else OFF_BOARD,
        "mode": mode_of(game, state, unit),
        "type": t.key,
        "kind": t.kind,
        "values": printed_values(t),
        "abilities": sorted(t.abilities),
        "badge": t.badge,
        "skills": list(u.skills),
        "status": list(names(u.flags, STATUS)),
        "markers": [*names(_marks(state, unit), MARKERS), *acquisition(state, unit, letters)],
        **_vehicle_facts(game, state, unit),
        "carries": [state.weapons[w].id for w in u.carries],
        "reduces_to": [_reduced(game, key_) for key_ in t.reduces_to],
        "dismounts_to": _reduced(game, t.dismounts_to) if t.dismounts_to else "",
        "he": "*" if t.he is None else t.he,
        **{key: getattr(t, key) for key in ("rof", "depletion", "size", "cannon", "bombs", "around", "evasion")},
        "to_hit": [list(band) for band in t.to_hit],
        "min_range": t.min_range,
        "ammo": t.ammo,
        "shaken": f"{t.shaken_morale}-{t.shaken_mf}",
        "wounded": f"{w.fp}-{w.range}-{w.mf}-{w.morale}" if (w := t.wounded) else "",
        "eliminated": bool(u.flags & ELIMINATED),
        "mp_spent": u.mp // 2 if u.mp % 2 == 0 else u.mp / 2,
    }
    return facts[key]


def getting_on(state: State, unit: int) -> dict[str, str]:
    """16.4: the vehicle a unit is getting onto, and where it will ride, while the enemy is asked whether he fires."""
    loading = enclosing(state, Loading)
    if loading is None or unit not in loading.units:
        return {}
    return {"aboard": state.units[loading.vehicle].id, "riding": words.RIDING[unit in loading.outside]}


def _marks(state: State, unit: int) -> int:
    """Flags of a unit; who gets off a vehicle is marked Moved at that moment, though he may go on (16.4, 19.2.6)."""
    flags = state.units[unit].flags & ~HOVERING
    unloading = enclosing(state, Unloading)
    if unloading is None or unit not in unloading.units or not flags & MOVING:
        return flags
    return flags if dict(zip(unloading.units, unloading.modes, strict=True))[unit] == "assault" else flags | MOVED


def _place(state: State, unit: int) -> int:
    """Where a unit is; an aircraft over the hex it has come to (19.1)."""
    flight = flight_of(state)
    if flight is not None and flight.unit == unit and 0 <= flight.index < len(flight.path):
        return flight.path[flight.index] * LAYERS
    return place_of(state, unit)


def _vehicle_facts(game: Game, state: State, unit: int) -> dict[str, Any]:
    """Facts that only vehicles, guns and passengers have."""
    u = state.units[unit]
    t = game.types[u.type]
    kit, place = kit_of(u), place_of(state, unit)
    aims = has_facing(t) and place >= 0
    carrier = state.units[kit.aboard].id if kit.aboard >= 0 else ""
    return {
        "facing": vertex_name(game.board, place >> 3, kit.facing) if aims else "",
        "turret": vertex_name(game.board, place >> 3, kit.turret) if aims and has_turret(t) else "",
        "hatch": ("buttoned" if u.flags & BUTTONED else "open") if t.kind == "vehicle" else "",
        "armor": list(t.armor),
        "mgs": list(t.mgs),
        "capacity": t.capacity,
        "aboard": carrier,
        "riding": ("outside" if kit.outside else "inside") if carrier else "",
    }


def lettered(state: State, letters: Letters) -> dict[tuple[int, int], str]:
    """14.3: the letters of the pairs there are: a pair keeps its own, new ones have the first free, in unit order."""
    pairs = [(i, lock.weapon) for i, u in enumerate(state.units) for lock in kit_of(u).locks]
    found = {pair: letters[pair] for pair in pairs if pair in letters}
    for pair in pairs:
        if pair not in found:
            found[pair] = next(letter for letter in ALPHABET if letter not in found.values())
    return found


def acquisition(state: State, unit: int, letters: Letters) -> list[str]:
    """14.3: the Acquisition markers on a unit."""
    found = []
    pairs = [(i, lock) for i, u in enumerate(state.units) for lock in kit_of(u).locks]
    u = state.units[unit]
    for firer, lock in pairs:
        letter = letters[firer, lock.weapon]
        if firer == unit:
            found.append(f"acquiring_{letter}")
        aimed = lock.target == unit if lock.target >= 0 else lock.at == u.at and not u.flags & BULK
        if aimed and u.side != state.units[firer].side:
            found.append(f"acquired_{letter}_{lock.level}")
    return found


def at_rest(game: Game, state: State, unit: int, letters: Letters) -> list[str]:
    """The markers of a unit if nothing more is done in this impulse.

    Who has set out is Moved (6.0), on the Assault Move after Assault Fire as well, but for Stealth (6.1.1, 6.4.2); who
    has only pivoted or laid Smoke is marked, too (Q-300, 7.0), a helicopter that has done more than fire is Ops
    Complete (19.2.4), so is who calls artillery, however that ends (18.2), and ordnance has acquired what it fired at
    and lost what it no longer sees (14.3).
    """
    d = Draft(game, state, NO_DICE)
    for frame in state.stack:
        if isinstance(frame, Shooting) and frame.shots:
            settle_locks(d, frame.shots)
    prune_locks(d)
    settled = d.publish()
    flags = _marks(state, unit)
    flight = enclosing(state, Flight)
    if flight is not None and flight.unit == unit:
        flags |= OPS_COMPLETE if flight.busy and flags & MOVING else 0
    elif flags & MOVING and not flags & ACTION_MARKERS:
        flags |= MOVED
    if flags & ASSAULT_MOVE and _has_assault_fired(state, unit):
        flags = flags & ~(ASSAULT_FIRE | ASSAULT_MOVE) | (0 if flags & STEALTH else MOVED)
    mission = enclosing(state, FireMission)
    if mission is not None and mission.unit == unit:
        flags |= OPS_COMPLETE
    flags |= marker_at_end(flags)
    return [*names(flags, MARKERS), *acquisition(settled, unit, lettered(settled, letters))]


def _has_assault_fired(state: State, unit: int) -> bool:
    """6.1.1, Q-046: whether a unit on its way has used Assault Fire, or on foot somebody whom it moves with."""
    u = state.units[unit]
    here = [u] if u.flags & BULK else [state.units[o] for o in state.by_loc.get(u.at, ())]
    group = [o for o in here if o.flags & MOVING and o.flags & BULK == u.flags & BULK]
    return bool(u.flags & MOVING) and any(o.flags & ASSAULT_FIRE for o in group)


def _reduced(game: Game, key: str) -> str:
    """A Half-Squad type: by its key in a pack, else by its printed values."""
    return key if key in game.catalog.units else printed_values(game.types[game.type_index[key]])


def weapon_fact(game: Game, state: State, weapon: int, key: str) -> Any:
    """One fact of a weapon."""
    w = state.weapons[weapon]
    facts = {
        "at": game.board.loc_name(w.at) if w.at >= 0 else OFF_BOARD,
        "carried_by": state.units[w.carrier].id if w.carrier >= 0 else "",
        "eliminated": w.carrier < 0 and w.at < 0,
        "side_up": _mode(state, w) if game.weapon_types[w.type].kind == CLAYMORE else side_up(w.flags),
        "captured": bool(w.flags & CAPTURED),
    }
    if key == "at" and w.carrier >= 0 and state.units[w.carrier].at >= 0:
        return game.board.loc_name(state.units[w.carrier].at)
    return facts[key]


def _mode(state: State, claymore: Weapon) -> str:
    """23.2.1: carried or deployed; a deployed one is a marker that nobody owns."""
    gone = claymore.carrier < 0 and claymore.at < 0
    return "deployed" if gone and any(m.kind == CLAYMORE for m in state.markers) else "carried"


def side_up(flags: int) -> str:
    """Which side of a weapon is up: jammed, tripod (assembled) or bipod (dismantled, or its only side)."""
    if flags & LOW_AMMO:
        return "low_ammo"
    return "jammed" if flags & JAMMED else "tripod" if flags & TRIPOD else "bipod"


def spotted_by(game: Game, state: State, loc: int) -> list[str]:
    """Sides for which a location is spotted."""
    return [game.side_name(side) for side in (0, 1) if spotted_for(game, state, loc, side)]


def spotted(game: Game, state: State, loc: int) -> bool | str:
    """Whether a location is spotted for the enemy of the units in it; an empty one for both sides or for none."""
    sides = {1 - state.units[u].side for u in state.by_loc.get(loc, ())} or {0, 1}
    answers = {spotted_for(game, state, loc, side) for side in sides}
    if len(answers) == 1:
        return answers.pop()
    return f"only for {', '.join(spotted_by(game, state, loc))}"
