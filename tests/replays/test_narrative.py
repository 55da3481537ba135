"""22.0: the infantry narrative of the rules, played from the set-up to the last turn with its own dice."""

from __future__ import annotations

from narrative import SCRIPT
from player import Player

from lnlt import engine


def test_every_step_of_the_narrative() -> None:
    """Every order of the narrative is legal and every position after a step is as told, with the dice as told."""
    player = Player(engine.load("infantry-training"))
    for beat in SCRIPT:
        player.play(beat)
        found = {key: player.fact(key) for key in beat.after}
        assert found == beat.after, f"after {beat.records}: {engine.describe(player.state)}"
    player.dice.finish()
    assert player.state.over is not None
