"""4.0: everything a side may do in an impulse, in the order it is offered."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from lnlt.core.frames import Command
from lnlt.rules.ch04_operations.impulse import Action, Activation, Ending, Passing
from lnlt.rules.ch05_fire.action import Firing
from lnlt.rules.ch06_movement.action import Moving
from lnlt.rules.ch07_smoke import SmokeLaying
from lnlt.rules.ch10_los_spotting.attempts import Spotting
from lnlt.rules.ch10_los_spotting.firefighting import FireFighting

ACTIONS: Mapping[type[Command], Action] = MappingProxyType(
    {
        action.command: action
        for action in (
            Passing(),
            Ending(),
            Activation(),
            Moving(),
            Firing(),
            SmokeLaying(),
            FireFighting(),
            Spotting(),
        )
    }
)
