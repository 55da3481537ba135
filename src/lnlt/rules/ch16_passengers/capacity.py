"""16.1, 16.2: how much fits into a vehicle and onto it, and who may ride."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lnlt.core.catalog import UnitType
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.facts.kits import is_helicopter, kit_of, passengers
from lnlt.rules.facts.mounts import MOUNTED
from lnlt.rules.facts.stacking import size
from lnlt.rules.facts.units import is_mg_team, is_missile_team

CODE = re.compile(r"(?:(\d+)x?)?(P+)(O?)")
INSIDE, OUTSIDE = "inside", "outside"
NO_RIDERS = MOUNTED | {"armor_leader", "sniper"}
"""Men who are never passengers: who rides already, and whose place is elsewhere."""


def rooms(capacity: str) -> tuple[int, int]:
    """16.1, 16.2: Half-Squads that fit inside and on top; as many Support Weapons and as many Single-Man Counters.

    >>> [rooms(code) for code in ("P", "PP", "2xPP", "PPPP", "PO", "PPO", "2PPO", "PP+PO", "")]
    [(1, 0), (2, 0), (4, 0), (4, 0), (0, 1), (0, 2), (0, 4), (2, 1), (0, 0)]
    """
    inside = outside = 0
    for times, places, top in CODE.findall(capacity):
        share = (int(times) if times else 1) * len(places)
        if top:
            outside += share
        else:
            inside += share
    return inside, outside


def room(t: UnitType, outside: bool) -> int:
    """16.1, 16.2: how much of each kind a vehicle takes inside, or on top."""
    return rooms(t.capacity)[outside]


def may_ride(t: UnitType) -> bool:
    """16.1, 1.7: men on foot; of the Weapon Teams those with machine guns or missiles, others where a scenario lets
    vehicles tow them."""
    if t.kind == "weapon_team":
        return is_mg_team(t) or is_missile_team(t) or "towed" in t.abilities
    return (t.is_mmc or t.is_smc) and t.kind not in NO_RIDERS


def ways_to_ride(t: UnitType) -> list[str]:
    """16.1, 16.2: in, on, or both."""
    return [riding for riding in (INSIDE, OUTSIDE) if room(t, riding == OUTSIDE)]


def check_room(
    game: Game, s: Position, vehicle: int, joining: Sequence[int], outside: bool, gone: Iterable[int] = ()
) -> Refusal | None:
    """16.1, 16.2: passengers, their weapons and single men within the capacity, inside and on top each by itself.

    19.2.6: so it is in helicopters, always inside.
    """
    v = s.units[vehicle]
    facts: dict[str, str | int] = {"vehicle": v.id}
    inside = "19.2.6" if is_helicopter(game, v) else "16.1"
    rule = "16.2" if outside else inside
    limit = room(game.types[v.type], outside)
    for u in joining:
        if not may_ride(game.types[s.units[u].type]):
            return Refusal("16.1", "cannot_ride", {"unit": s.units[u].id})
    if not limit:
        return Refusal(rule, "no_place_to_ride", {**facts, "riding": OUTSIDE if outside else INSIDE})
    left = set(gone)
    riding = [p for p in passengers(game, s, vehicle) if kit_of(s.units[p]).outside == outside and p not in left]
    everyone = [*riding, *joining]
    half_squads, smcs, _ = size(game, s, everyone)
    weapons = sum(len(s.units[u].carries) for u in everyone)
    for number, what in ((half_squads, "squads"), (smcs, "smcs"), (weapons, "weapons")):
        if number > limit:
            return Refusal(rule, "vehicle_full", {**facts, "what": what})
    return None
