"""1.5.1: Morale Checks: 2d6 and modifiers against Morale."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.game import Game
from lnlt.core.state import Position, Unit
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch10_los_spotting.cover import has_cover
from lnlt.rules.facts import units
from lnlt.rules.facts.kits import sheltered_by
from lnlt.rules.facts.leaders import helping_leader

COVER_BONUS = -2


def morale_tally(
    game: Game, s: Position, unit: int, of: str = "morale", helps: Sequence[Modifier] | None = None
) -> Tally:
    """1.5.1: the only modifiers are a Leader's LM and -2 in terrain with a positive Target Modifier.

    `helps` is the help of a rally attempt, for which a Chaplain, Nurse or Piper counts too (11.8, 11.10, 11.11).
    """
    u: Unit = s.units[unit]
    mods: list[Modifier] = []
    sheltered = sheltered_by(s, u)
    if has_cover(game, s, sheltered):
        at = game.board.loc_name(sheltered.at)
        mods.append(Modifier(COVER_BONUS, "cover", "3.0" if of == "rally" else "1.5.1", at))
    leader = helping_leader(game, s, unit) if helps is None else None
    mods.extend(helps or ())
    if leader is not None:
        mods.append(Modifier(-units.leadership(game, s.units[leader]), "leader", "11.1.1", s.units[leader].id))
    return Tally(of, (), tuple(mods), units.morale(game, u, s))
