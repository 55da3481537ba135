"""Handlers that do not fit their hooks: `make types` fails if one of these lines is *not* a type error.

mypy runs here with `warn_unused_ignores`: an ignored error that does not occur is an error.
"""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Modifier, Refusal
from lnlt.rules.ch05_fire.firepower import RANGE
from lnlt.rules.ch08_melee.entering import MAY_ENTER
from lnlt.rules.ch08_melee.firepower import MELEE_FIREPOWER


def fits(game: Game, s: Position, members: Sequence[int], at: int, attacking: bool) -> list[Modifier]:
    """What a handler of Melee firepower looks like."""
    return [Modifier(int(attacking), "fits", "8.0")] if game and s and members and at else []


def other_place(game: Game, s: Position, members: Sequence[int], at: str, attacking: bool) -> list[Modifier]:
    """A fourth argument of another type."""
    return [Modifier(int(attacking), at, "8.0")] if game and s and members else []


def too_few(game: Game, s: Position) -> list[Modifier]:
    """Arguments are missing."""
    return [Modifier(1, "few", "8.0")] if game and s else []


def as_text(value: str, game: Game, s: Position, unit: int) -> str:
    """A value of another type."""
    return value if game and s and unit else ""


def says_how_many(game: Game, s: Position, movers: Sequence[int]) -> str | Refusal:
    """A gate that answers something else."""
    return str(len(movers)) if game and s else Refusal("8.0", "no")


MELEE_FIREPOWER.attach("skill", fits, "fits")
MELEE_FIREPOWER.attach("skill", other_place, "wrong")  # type: ignore[arg-type]
MELEE_FIREPOWER.attach("skill", too_few, "wrong")  # type: ignore[arg-type]
RANGE.attach("skill", as_text, "wrong")  # type: ignore[arg-type]
MAY_ENTER.attach("skill", says_how_many, "wrong")  # type: ignore[arg-type]
