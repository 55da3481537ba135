"""Units that go somewhere together, and the ways they could go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from lnlt.ai import riders
from lnlt.ai.tables import LONERS
from lnlt.core.flags import SHAKEN
from lnlt.core.terrain import LEG

if TYPE_CHECKING:
    from lnlt.ai.mind import Mind


class Trip(msgspec.Struct, frozen=True):
    """A way some units could go: where to, how, what it is worth in all."""

    path: tuple[int, ...]
    cost: int
    gain: float
    risk: float = 0.0


class Company:
    """Some units that go together, summed up."""

    __slots__ = (
        "aids",
        "called",
        "count",
        "fighters",
        "leads",
        "pull",
        "rides",
        "row",
        "shaken",
        "size",
        "units",
        "worth",
    )

    def __init__(self, mind: Mind, members: Sequence[int], start: int) -> None:
        types, everyone = mind.game.types, mind.s.units
        self.units = [everyone[i] for i in members]
        self.count = len(members)
        self.worth = sum(mind.worth(u) for u in self.units)
        self.called = called = mind.is_called(self.units)
        by = riders.ride(mind.game, mind.s, members)
        near = mind.ground.ways.to(mind.stay.at >> 3) if called and mind.stay else None
        self.row = mind.ground.far(mind.wanted, by) if near is None else near
        self.shaken = all(u.flags & SHAKEN for u in self.units)
        self.rides = by != LEG
        swift = riders.SWIFT if self.rides else 1
        idle = self.shaken and not mind.last_chance
        self.pull = 0.0 if idle else self.count * mind.pull(self.row, start, called, swift)
        self.leads = mind.led(members)
        self.fighters = sum(1 for u in self.units if types[u.type].is_mmc and not u.flags & SHAKEN)
        self.aids = sum(1 for u in self.units if not types[u.type].is_mmc and types[u.type].kind not in LONERS)
        self.size = sum(1 for u in self.units if types[u.type].is_mmc)
