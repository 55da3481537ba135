"""How dangerous a place is: the same as walking there and looking at what can answer."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers import FireAlone, OpFire, Place, Scene, U
from lnlt import engine
from lnlt.engine import Reach
from lnlt.table.threats import Threat, danger, threats_at

MOVER = U("a", "squad 1-5-4-5", "C3")
ENEMIES = {
    "a squad": [U("x", "squad 1-5-4-5", "C7")],
    "a team that fires on its own": [U("x", "weapon_team 3-9-2-6", "C7")],
    "a team, a Leader and a Squad": [
        U("x", "weapon_team 3-9-2-6", "C7"),
        U("z", "leader 6-1-6", "C7"),
        U("y", "squad 1-5-4-5", "C7"),
    ],
    "a Sniper on the map": [U("x", "sniper 0-8-0-6", "C7")],
    "a Sniper who waits": [U("x", "sniper 0-8-0-6", ""), U("y", "squad 0-1-4-5", "H8")],
}


def worst(threats: list[Threat]) -> dict[tuple[str, ...], Fraction]:
    """Chances by who takes part, everybody once."""
    found: dict[tuple[str, ...], Fraction] = {}
    for t in threats:
        found[t.units] = max(found.get(t.units, Fraction(0)), t.any)
    return found


def walked(scene: Scene, at: str) -> list[Threat]:
    """What can answer the step itself."""
    reach = engine.reach(scene.game, scene.state, ["a"])
    assert isinstance(reach, Reach)
    (step,) = engine.walk(scene.game, scene.state, reach.begin, [at])
    found = []
    for response in step.reactions:
        command, told = response.command, response.preview
        assert told is not None
        if isinstance(command, OpFire):
            group = [c for c in told.commands if type(c).__name__ == "AddFirer"]
            found.append(Threat(command.origin, tuple(c.unit for c in group), told.any.fraction))  # type: ignore[attr-defined]
        else:
            assert isinstance(command, FireAlone | Place)
            found.append(Threat("", (command.unit,), told.any.fraction))
    return found


@pytest.mark.parametrize("who", list(ENEMIES))
def test_danger_is_what_can_answer_the_step(who: str) -> None:
    """5.3, Q-034, 11.4: groups, units that fire on their own and a Sniper who waits, as in a real step."""
    scene = Scene(MOVER, *ENEMIES[who], hexes={"E6": "light_woods", "B6": "light_woods"})
    at = scene.game.board.loc("C4")
    found = list(threats_at(scene.game, scene.state, scene.number("a"), at))
    real = walked(scene, "C4")
    assert real
    assert sorted(worst(found).values()) == sorted(worst(real).values())
    assert {u for t in found for u in t.units} == {u for t in real for u in t.units}
    (place,) = danger(scene.game, scene.state, scene.number("a"), [at >> 3])
    assert place.worst == pytest.approx(float(max(t.any for t in real)))
    assert len(set(place.origins)) == len(place.origins)
