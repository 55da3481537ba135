"""A player of one's own, as the guide for their authors shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lnlt import engine
from lnlt.ai import PLAYERS, make_player
from lnlt.sim.levels import read_sides

GUIDE = Path(__file__).parents[2] / "docs" / "ai.md"


def test_the_guides_player_is_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program in the guide gives its player a name, and the player chooses options until its impulses are over."""
    (text,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.setitem(PLAYERS, "stubborn", None)
    exec(compile(text, str(GUIDE), "exec"), {"__name__": "guide"})
    assert [level.name for level in read_sides("stubborn,recruit")] == ["stubborn", "recruit"]
    game = engine.load("first-fight")
    player = make_player("stubborn", 1)
    state = engine.begin(game, seed=1).state
    for _ in range(30):
        side = engine.decider(state)
        assert side is not None
        view = engine.view(state, side)
        options = engine.options(game, state)
        command = player.choose(game.public(view), view, options)
        assert command in options
        step = engine.submit(game, state, command)
        assert isinstance(step, engine.Step)
        state = step.state
