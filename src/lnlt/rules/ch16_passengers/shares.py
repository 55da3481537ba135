"""16.4, 5.3: what getting on and off costs a vehicle and those who do it, and the fire it draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lnlt.core.draft import Draft
from lnlt.core.game import Game
from lnlt.core.state import Position, Unit
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.opportunity import Answerable, OpportunityFire
from lnlt.rules.ch06_movement.costs import points_text
from lnlt.rules.ch15_vehicles.steps import allowance as drive_allowance
from lnlt.rules.facts import units
from lnlt.rules.facts.kits import is_helicopter
from lnlt.rules.facts.movement_modes import allowance

MODES = ("normal", "double_time", "assault")
"""Ways of moving in which one gets on or off (16.4, Q-361)."""


def vehicle_share(game: Game, s: Position, vehicle: int) -> int:
    """16.4: half points loading and unloading costs a vehicle: half its Movement Factor, fractions up."""
    return 2 * -(-units.movement(game, s, s.units[vehicle]) // 2)


def leg_share(game: Game, s: Position, unit: int, mode: str, group: Sequence[int]) -> int:
    """16.4, 6.2: half points getting on or off costs a unit: half its Movement Factor, fractions up; all of an Assault
    Move. With Double-Time half of the greater allowance."""
    points = allowance(game, s, unit, mode, group)
    return points if mode == "assault" else 2 * -(-(points // 2) // 2)


def check_share(game: Game, s: Position, vehicle: int, mode: str) -> Refusal | None:
    """16.4, 19.2.6, Q-129: a vehicle loads and unloads with half its Movement Factor left; a helicopter always."""
    if is_helicopter(game, s.units[vehicle]):
        return None
    cost, left = vehicle_share(game, s, vehicle), drive_allowance(game, s, vehicle, mode) - s.units[vehicle].mp
    if cost > left:
        facts = {"unit": s.units[vehicle].id, "cost": points_text(cost), "left": points_text(max(0, left))}
        return Refusal("16.4", "too_few_points", facts)
    return None


def least_spent(game: Game, vehicle: Unit, share: int, costs: Sequence[int]) -> int:
    """16.4, 19.2.6, Q-128, Q-423, Q-433: what getting on or off counts as in the hex: the least of both sides; a
    helicopter or an immobilized vehicle spends nothing, so that of the passengers."""
    return min(costs) if is_helicopter(game, vehicle) or not share else min(share, *costs)


def note_spent(d: Draft, frame: Any, spent: int) -> None:
    """5.3, P-3: a vehicle's move remembers what was spent in the hex, and that it has taken its time."""
    if hasattr(frame, "loaded"):
        d.replace_enclosing(frame, spent=frame.spent + spent, loaded=True)


def open_window(d: Draft, at: int, spent: int, movers: tuple[int, ...]) -> None:
    """5.3, Q-128, Q-362: so many further attacks as the least of both spent, from locations that have not fired in this
    stay; unless the enemy lets the whole move pass."""
    below = d.stack[-2]
    used = below.answered if isinstance(below, Answerable) else ()
    if isinstance(below, Answerable) and below.let_pass:
        return
    budget = len(used) + max(1, (spent + 1) // 2)
    d.push(OpportunityFire(side=1 - d.units[movers[0]].side, at=at, budget=budget, movers=movers, used=used))


def remember(d: Draft, frame: Answerable) -> None:
    """5.3, P-3: locations that have answered are used up for the rest of the stay."""
    below = d.stack[-2]
    if isinstance(below, Answerable) and (frame.answered or frame.let_pass):
        answered = frame.answered or below.answered
        d.replace_enclosing(below, answered=answered, let_pass=frame.let_pass or below.let_pass)
