"""22.0: Squads lost count for Victory Points, and special rules of a scenario are attached by name."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import tank
from helpers import Scene, U, rebuilt
from lnlt.core.flags import ELIMINATED
from lnlt.core.state import NOWHERE, Unit
from lnlt.rules.ch22_scenario.victory import lost_squads
from lnlt.traits.scenario_rules import attachments


def lost(s: Scene, id_: str) -> tuple[float, float]:
    """Squads lost with a unit, as things stand and after it is eliminated."""
    now = lost_squads(s.game, s.state, s.number(id_))
    gone = [replace(u, at=NOWHERE, flags=u.flags | ELIMINATED) if u.id == id_ else u for u in s.state.units]
    return now, lost_squads(s.game, rebuilt(s.state, units=gone), s.number(id_))


@pytest.mark.parametrize(
    ("unit", "worth"),
    [
        (U("x", "squad", "D4"), 1),
        (U("x", "half_squad", "D4"), 0.5),
        (U("x", "crew", "D4"), 0),
        (U("x", "weapon_team", "D4"), 0),
        (U("x", "leader", "D4"), 0),
        (tank("x", "D4"), 0),
    ],
)
def test_squads_lost(unit: U, worth: float) -> None:
    """22.0: with a Squad one Squad is lost, with a Half-Squad half of one, with any other unit none."""
    assert lost(Scene(U("a", "squad", "A4"), unit), "x") == (0, worth)


@pytest.mark.parametrize(
    ("kind", "was_squad", "found"), [("x", 0, (0, 1)), ("y", 0, (0, 0.5)), ("y", 1, (0.5, 1)), ("x", 1, (0, 1))]
)
def test_squads_lost_of_later_units(kind: str, was_squad: int, found: tuple[float, float]) -> None:
    """22.0, 3.0: a unit no list names came as a Squad or as a Half-Squad; one that came as a Squad and is reduced has
    lost half of it."""
    s = Scene(U("a", "squad", "A4"), U("x", "squad", "D4"), U("y", "half_squad", "D6"))
    new = Unit("new", s.de, s.unit(kind).type, s.loc("D5"))
    s.state = rebuilt(s.state, units=[*s.state.units, new], notes={"squad:new": was_squad} if was_squad else {})
    assert lost(s, "new") == found


@pytest.mark.parametrize(
    ("rules", "names"),
    [((), []), (("destroy:D4:a:cache",), ["destroy"] * 2), (("of another kind", "destroy:D4:a:b"), ["destroy"] * 2)],
)
def test_rules_of_a_scenario_by_name(rules: tuple[str, ...], names: list[str]) -> None:
    """22.0: of the special rules of a scenario those that need code attach it, at two moments for what is destroyed;
    any other rule attaches nothing."""
    s = Scene(U("a", "squad", "A4"), U("x", "squad", "D4"))
    found = attachments(replace(s.game.setup, special_rules=rules))
    assert [attachment.source for attachment in found] == names
