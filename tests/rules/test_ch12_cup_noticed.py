"""12.0: counters of a Skill that are left in the cup."""

from __future__ import annotations

from collections import Counter
from copy import copy

from msgspec.structs import replace

from armour_helpers import flagged
from helpers import Scene, U
from lnlt.core.flags import ELIMINATED
from lnlt.rules.ch12_skills import cup


def test_each_owner_takes_one_counter() -> None:
    """12.0: of a Skill with three counters two are left when one unit has it, one when two have; the dead give theirs
    back."""
    s = Scene(
        U("a", "leader", "C3", skills=["deadly"]),
        U("b", "leader", "C4", skills=["deadly", "bull"]),
        U("x", "squad", "C8"),
    )
    game, skills = copy(s.game), s.game.catalog.skills
    three = {key: replace(skill, count=3 if key == "deadly" else 1) for key, skill in skills.items()}
    game.__dict__["catalog"] = replace(game.catalog, skills=three)
    left = Counter(cup(game, s.state))
    assert (left["deadly"], left["bull"], left["deadeye"]) == (1, 0, 1)
    left = Counter(cup(game, flagged(s, "b", ELIMINATED).state))
    assert (left["deadly"], left["bull"]) == (2, 1)
