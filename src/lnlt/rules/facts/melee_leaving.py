"""8.1.1: who stays behind when units leave a Melee, and what happens to those who held them."""

from __future__ import annotations

from collections.abc import Collection

from lnlt.core.draft import Draft
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Refusal
from lnlt.rules.facts.melee_eligibility import is_eligible
from lnlt.rules.facts.melee_marks import leg_units, melee_marker, release


def left_behind(game: Game, s: Position, side: int, at: int, leaving: Collection[int]) -> list[int]:
    """Units of a side that stay in a location when some leave."""
    return [u for u in leg_units(game, s, side, at) if u not in leaving]


def check_left_behind(game: Game, s: Position, side: int, at: int, leaving: Collection[int]) -> Refusal | None:
    """8.1.1, Q-064: a rearguard needs a Melee-eligible unit."""
    stay = left_behind(game, s, side, at, leaving)
    if stay and not any(is_eligible(game, s, u) for u in stay):
        return Refusal("8.1.1", "rearguard_not_eligible", {"unit": s.units[stay[0]].id})
    return None


def after_leaving(d: Draft, side: int, at: int) -> None:
    """8.1.1: once a whole side has left, the marker goes and the enemy is free to fire."""
    if melee_marker(d, at) is not None and not leg_units(d.game, d, side, at):
        release(d, at)
