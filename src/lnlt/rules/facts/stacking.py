"""1.3: how much of one side fits into a location."""

from __future__ import annotations

from collections.abc import Iterable

from lnlt.core.board import ROOF
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch13_nations import squads_allowed
from lnlt.rules.facts.units import is_missile_team

SQUADS, SMCS, VEHICLES = 3, 2, 2
MOUNTED = 2
"""Mounted Squads among the three (6.6, Q-054)."""
HULKS = frozenset({"wreck", "abandoned"})
"""Markers that count as vehicles."""
HALF_SQUADS = {
    "squad": 2,
    "half_squad": 1,
    "crew": 1,
    "weapon_team": 2,
    "mounted_squad": 2,
    "mounted_half_squad": 1,
}
"""Size in Half-Squads: two of them, or one Weapon Team, are a Squad."""
WHOLE = 2


def size(game: Game, s: Position, units: Iterable[int]) -> tuple[int, int, int]:
    """Half-Squads, Single-Man Counters and vehicles among the units."""
    half_squads = smcs = vehicles = 0
    types, everyone = game.types, s.units
    for u in units:
        t = types[everyone[u].type]
        share = HALF_SQUADS.get(t.kind)
        if share is not None:
            half_squads += 1 if share == WHOLE and is_missile_team(t) else share
        elif t.is_smc:
            smcs += 1
        elif t.kind == "vehicle":
            vehicles += 1
    return half_squads, smcs, vehicles


def check_stacking(game: Game, s: Position, side: int, loc: int, joining: Iterable[int]) -> Refusal | None:
    """1.3: limits hold at all times, also in passing; each location of a hex has its own (10.4.1)."""
    units = s.units
    joining = tuple(joining)
    present = [u for u in s.by_loc.get(loc, ()) if units[u].side == side and u not in joining]
    everyone = (*present, *joining)
    half_squads, smcs, vehicles = size(game, s, everyone)
    squads = SQUADS
    if game.board.terrain[loc >> 3].stacking:
        squads = squads_allowed(game, s, loc, list(everyone), SQUADS)
    if loc & 7 == ROOF:
        if sum(1 for u in everyone if game.types[units[u].type].is_mmc) > 1:
            return Refusal("10.6", "roof_full", {"at": game.board.loc_name(loc)})
    elif half_squads > 2 * squads:
        return Refusal("1.3", "too_many_squads", {"at": game.board.loc_name(loc), "limit": squads})
    if game.mounted:
        riders = size(game, s, [u for u in everyone if game.types[units[u].type].kind.startswith("mounted")])[0]
        if riders > 2 * MOUNTED:
            return Refusal("6.6", "too_many_mounted", {"at": game.board.loc_name(loc), "limit": MOUNTED})
    if smcs > SMCS:
        return Refusal("1.3", "too_many_smcs", {"at": game.board.loc_name(loc), "limit": SMCS})
    if vehicles:
        vehicles += sum(1 for marker in s.marks.get(loc, ()) if marker.kind in HULKS)
    if vehicles > VEHICLES:
        return Refusal("1.3", "too_many_vehicles", {"at": game.board.loc_name(loc), "limit": VEHICLES})
    return None
