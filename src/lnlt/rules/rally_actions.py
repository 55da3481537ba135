"""3.0: everything a side may do in the Rally Phase, in the order it is offered."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from lnlt.core.frames import Command
from lnlt.rules.ch01_concepts.flipping import Flipping
from lnlt.rules.ch01_concepts.passing import Destroying, Dropping, PickingUp, Swapping
from lnlt.rules.ch01_concepts.repairing import Repairing
from lnlt.rules.ch03_combining import Combining
from lnlt.rules.ch03_rally import EndingRally, RallyChoice, Rallying
from lnlt.rules.ch11_smc.rally_choices import Driving, Healing

CHOICES: tuple[RallyChoice, ...] = (
    Rallying(),
    Healing(),
    Driving(),
    Combining(),
    PickingUp(),
    Swapping(),
    Dropping(),
    Destroying(),
    Flipping(),
    Repairing(),
    EndingRally(),
)

RALLY_ACTIONS: Mapping[type[Command], RallyChoice] = MappingProxyType({choice.command: choice for choice in CHOICES})
