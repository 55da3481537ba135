"""10.1, 10.1.1, 19.2.3: a helicopter that begins or ceases to hover: whom it spots then."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armour_helpers import helicopter
from helpers import Scene, U
from lnlt.core.flags import HOVERING
from lnlt.rules.ch10_los_spotting.watch import watch_of


def over(enemy: str) -> Scene:
    """A helicopter that flies over D4, the enemy in a hex of Light Woods."""
    return Scene(helicopter("h", "D4/air"), U("x", "squad", enemy), era="modern", hexes={enemy: "light_woods"})


def looked(s: Scene, hovers: bool) -> tuple[list[str], set[str]]:
    """Who may make a spotting attempt, and which places are worth one, when the helicopter hovers or not."""
    flags = s.unit("h").flags & ~HOVERING | (HOVERING if hovers else 0)
    s.state = replace(s.state, units=tuple(replace(u, flags=flags) if u.id == "h" else u for u in s.state.units))
    watch = watch_of(s.game, s.state, s.us)
    return watch.spotters(s.game, s.state), {s.game.board.loc_name(at) for at in watch.found}


@pytest.mark.usefixtures("either_seat")
def test_hovering_helicopters_make_attempts() -> None:
    """10.1.1, 19.2.3: a helicopter tries to spot men in Woods while it hovers, not while it flies."""
    s = over("D7")
    found = [looked(s, hovers) for hovers in (False, True, False)]
    assert found == [([], {"D7"}), (["h"], {"D7"}), ([], {"D7"})]


@pytest.mark.usefixtures("either_seat")
def test_hovering_helicopters_spot_their_neighbours() -> None:
    """10.1, 19.2.3: men in Woods next to a helicopter are spotted while it hovers; when it flies on, it takes an
    attempt again."""
    s = over("D5")
    found = [looked(s, hovers)[1] for hovers in (False, True, False)]
    assert found == [{"D5"}, set(), {"D5"}]
