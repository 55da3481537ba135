"""How a computer player weighs things against each other."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True):
    """How things are weighed against each other, a Squad being worth 1; found by playing."""

    pull: float = 0.05
    """Half a Movement Point nearer to a goal."""
    kept: float = 0.012
    """The same when everything wanted is held."""
    hurry: float = 5.0
    """How much more it counts for those who will hardly be in time."""
    slack: float = 0.3
    """Share of the time left that a way may take without hurry."""
    fear: float = 0.15
    """Chance to come to harm where one stays."""
    risk: float = 0.3
    """Chance to come to harm on the way."""
    nerve: float = 0.1
    """What is left of fear and risk for a side that is losing, in the last turn; they fall toward that."""
    cover: float = 0.06
    guard: float = 0.8
    """First Good Order MMC in a place that counts."""
    company: float = 0.3
    """A Leader with a Squad."""
    lonely: float = 0.4
    rescue: float = 0.3
    """A Leader with an MMC that is Shaken."""
    crowd: float = 0.15
    prize: float = 1.5
    """A place that counts, won in a Melee."""
    melee: float = 0.7
    """What a kill in Melee counts, and a loss there."""
    loss: float = 1.0
    act: float = 0.08
    """What must be gained by an action to be worth an activation."""
    shoot: float = 0.12
    """What a reaction must promise: units that fire now do nothing else this turn."""
    fire: float = 1.0
    """What harm to the enemy counts in an impulse, and in a reaction."""
    react: float = 1.0
    leave: float = 3.0
    """To be where the map can be left."""
    spot: float = 0.1
    quiet: float = 0.1
    """Risk of a way up to which everybody goes together, at the pace of a Leader."""
    errand: float = 0.7
    """Share of what could be gained by going somewhere that a reaction must be worth."""
    together: float = 1.0
    """MMCs that go together."""
    aim: float = 0.4
    """What a vehicle could hit from somewhere."""
    dread: float = 0.35
    """Chance to be knocked out there, as a share of its worth."""
    drive: float = 0.02
    """Half a Movement Point nearer to what counts, for a vehicle."""
    front: float = 0.08
    """Facing the enemy."""


TEMPER = Temper()
