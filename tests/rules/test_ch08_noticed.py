"""8.0, 8.4, 20.1: whom a Leader lends his modifier in Melee, and whom the night hides before an Ambush."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from helpers import Scene, U
from lnlt.core.setup import Night
from lnlt.core.state import Marker
from lnlt.rules.ch08_melee.entering import unlit
from lnlt.rules.ch08_melee.firepower import Fight, lending_leader

ENEMY = U("x", "squad", "C3")


def test_whom_a_leader_leads_in_melee() -> None:
    """8.0, 11.1.4, Q-552: everybody of his side, whatever their badge."""
    found = {}
    for squad, team in (("82nd", "82nd"), ("", ""), ("101st", "82nd"), ("82nd", "101st")):
        units = (U("a", "squad", "C3", badge=squad), U("b", "weapon_team", "C3", badge=team))
        leader = U("l", "leader 6-1-6", "C3", badge="82nd" if squad else "")
        s = Scene(*units, leader, ENEMY)
        lends = lending_leader(s.game, s.state, [s.number("a"), s.number("b")], Fight(s.loc("C3")))
        found[squad, team] = None if lends is None else s.state.units[lends].id
    assert found == {("82nd", "82nd"): "l", ("", ""): "l", ("101st", "82nd"): "l", ("82nd", "101st"): "l"}


def hidden(at: str, origin: str, before: tuple[tuple[str, str], ...] = (), **more: Any) -> bool:
    """Whether the night hid somebody in a place from enemies in another when the impulse began."""
    eyes = {who: ["tis"] if who == more.get("tis") else [] for who in ("us", "de")}
    units = (U("a", "squad", at, abilities=eyes["us"]), U("x", "squad", at, abilities=eyes["de"]))
    s = Scene(*units, U("b", "squad", origin), size=(10, 12), night=Night(first=more.get("first", 1)))
    now = tuple(Marker(kind, s.loc(hex_), 2) for kind, hex_ in more.get("now", ()))
    s.state = replace(s.state, markers=now)
    seen = [(s.loc(hex_) >> 3, kind) for hex_, kind in before]
    return unlit(s.game, s.state, seen, s.loc(at), s.loc(origin))


@pytest.mark.parametrize(("origin", "dark"), [("C4", False), ("C5", False), ("C6", True), ("C8", True)])
def test_the_night_hides_who_is_far(origin: str, dark: bool) -> None:
    """20.1, 8.4: within two hexes one is seen at night, farther off not."""
    assert hidden("C3", origin) is dark
    assert hidden(origin, "C3") is dark


def test_no_night_no_hiding() -> None:
    """20.0, Q-387: before the night begins nobody is hidden by it."""
    assert not hidden("C3", "C8", first=2)
    assert not hidden("C3", "C4", first=2)


@pytest.mark.parametrize(
    ("flare", "dark"), [("C8", False), ("C7", False), ("C9", False), ("C6", True), ("F8", True), ("C3", True)]
)
def test_lights_at_the_beginning(flare: str, dark: bool) -> None:
    """20.2, Q-386: a Starshell that burned when the impulse began lights its hex and the six around it."""
    assert hidden("C3", "C8", ((flare, "starshell"),)) is dark


@pytest.mark.parametrize(
    ("before", "now", "dark"),
    [
        ("smoke", "", True),
        ("", "starshell", True),
        ("", "fire", False),
        ("starshell", "starshell", False),
    ],
)
def test_what_lights(before: str, now: str, dark: bool) -> None:
    """20.2, 10.5.6.4, Q-386: a Fire 2 lights; Smoke does not, nor a Starshell fired since the impulse began."""
    assert hidden("C3", "C8", (("C8", before),) if before else (), now=((now, "C8"),) if now else ()) is dark


@pytest.mark.parametrize(("who", "origin", "dark"), [("de", "C9", False), ("de", "C10", True), ("us", "C8", True)])
def test_thermal_sights_of_the_enemy(who: str, origin: str, dark: bool) -> None:
    """20.1.5, 8.4: enemies with thermal sights saw six hexes far; those of the one who comes do not help them."""
    assert hidden("C3", origin, tis=who) is dark
