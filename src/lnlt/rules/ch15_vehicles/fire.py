"""15.0: vehicles never fire with the group of their hex: each of their weapons fires on its own."""

from __future__ import annotations

from lnlt.core.draft import Draft
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.lone import LoneFire


class VehicleFire(LoneFire):
    """15.0: neither with a group nor as one attack: guns by `FireOrdnance`."""

    def reach(self, game: Game, s: Position, unit: int) -> int:  # noqa: ARG002
        """15.0: nothing of it fires this way."""
        return 0

    def check(
        self,
        game: Game,  # noqa: ARG002
        s: Position,
        unit: int,
        origin: int,  # noqa: ARG002
        at: int,  # noqa: ARG002
        opportunity: bool,  # noqa: ARG002
        target: int = NOBODY,  # noqa: ARG002
    ) -> Refusal | None:
        """15.0: its weapons fire one by one."""
        return Refusal("15.0", "weapons_one_by_one", {"unit": s.units[unit].id})

    def begin(
        self,
        d: Draft,
        unit: int,
        origin: int,  # noqa: ARG002
        at: int,  # noqa: ARG002
        leader: int,  # noqa: ARG002
        opportunity: bool,  # noqa: ARG002
        target: int = NOBODY,  # noqa: ARG002
    ) -> None:
        """15.0: never."""
        raise LookupError(f"{d.units[unit].id} fires its weapons one by one")
