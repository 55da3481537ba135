"""Horses and motorcycles as a computer player sees them: who rides, what a Charge adds, when to get off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lnlt import engine
from lnlt.core.state import State
from lnlt.core.terrain import LEG, OFFROAD
from lnlt.rules.facts import units as values
from lnlt.rules.facts.mounts import MOUNTED, is_mount
from lnlt.rules.facts.movement_modes import allowance

if TYPE_CHECKING:
    from lnlt.ai.look import Look
    from lnlt.ai.mind import Mind
    from lnlt.core.game import Game

SWIFT = 3
"""How much faster than men on foot riders are, roughly."""
STANDS = 0.6
"""Chance that men who are charged keep their heads and strike back, roughly."""
SADDLE = 0.25
"""What it is worth to go on riding, while what counts is still far."""
NEAR = 8
"""Half Movement Points on foot that are not far."""
EXPOSED = 0.2
"""Riders that stand still under fire had better get off."""


def ride(game: Game, s: State, group: Sequence[int]) -> int:
    """The movement class of a group: riders only if all of its MMCs are mounted."""
    if not game.mounted:
        return LEG
    big = [i for i in group if game.types[s.units[i].type].is_mmc]
    return OFFROAD if big and all(is_mount(game, s, i) for i in big) else LEG


def slowest(game: Game, s: State, group: Sequence[int]) -> int:
    """Whose costs count for a group: somebody on foot, else a mount, else the first."""
    big = [i for i in group if game.types[s.units[i].type].is_mmc] or list(group)
    return next((i for i in big if game.types[s.units[i].type].kind not in MOUNTED), big[0])


def charge(mind: Mind, riders: Sequence[int]) -> int:
    """8.6: Firepower that a Charge adds: the riders' own once more."""
    return sum(max(1, values.firepower(mind.game, mind.s.units[i])) for i in riders)


def dismount(look: Look, c: Any) -> float:
    """Off the horse where more can be reached or held on foot than in the saddle."""
    game, s, mind = look.game, look.s, look.mind
    ahead = engine.explore(game, s, [c])
    if ahead.refusal is not None or ahead.state.units[s.ids[c.unit]].at < 0:
        return -9.0
    going = look.going()
    if going is None:
        return -0.5
    unit, at = s.ids[c.unit], going.at
    on = mind.trips(going.members, look.left(going), at, at)
    riding = max(0.0, on[0].gain) if on else 0.0
    afoot = type(mind)(game, ahead.state, mind.side, mind.lore, mind.temper)
    walk = afoot.trips([unit], allowance(game, ahead.state, unit, "dismounted", [unit]), at, at)
    walking = max(0.0, walk[0].gain) if walk else 0.0
    row = mind.ground.far(mind.wanted)
    keep = SADDLE if row and row[at >> 3] > NEAR else 0.0
    if mind.danger(at) > EXPOSED:
        keep -= EXPOSED
    return walking - riding - keep
