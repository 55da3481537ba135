"""Ways to begin, change and look at a Scene that several files of tests share, beside `helpers`."""

from __future__ import annotations

import copy
from typing import Any

from msgspec.structs import replace

from helpers import Activate, AddMover, BeginMove, Scene, U
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import Impulse


def rally_scene(*units: U, **more: Any) -> Scene:
    """The Rally Phase of the first side, kept open by a Shaken Leader far away."""
    return Scene(*units, U("zz", "leader", "H8", "shaken"), U("last", "leader", "A8", "shaken"), phase="rally", **more)


def set_off(s: Scene, at: str, *movers: tuple[str, str]) -> Scene:
    """Name a location and build a group of units, each with its mode."""
    return s.do(Activate(at), BeginMove(at), *(AddMover(u, mode) for u, mode in movers))


def copied(s: Scene) -> Scene:
    """The same position once more, to be played on in another way."""
    other = object.__new__(Scene)
    other.__dict__.update(s.__dict__)
    return other


def only_playable(s: Scene, names: set[str]) -> Game:
    """The game with only some hexes in play."""
    game = copy.copy(s.game)
    game.__dict__["playable"] = frozenset(s.loc(n) >> 3 for n in names)
    return game


def impulse_of(s: Scene) -> Impulse:
    """The impulse that goes on."""
    found = enclosing(s.state, Impulse)
    assert found is not None
    return found


def during(s: Scene, **facts: Any) -> Scene:
    """The scene with an impulse of which these facts are true."""
    impulse = impulse_of(s)
    stack = tuple(replace(f, **facts) if f is impulse else f for f in s.state.stack)
    s.state = replace(s.state, stack=stack)
    return s


def offered(s: Scene, *kinds: type[Command]) -> list[Command]:
    """The options of some kinds."""
    return [c for c in s.options() if isinstance(c, kinds)]


def cited(refusal: Refusal | None) -> str:
    """Section and code of a refusal, "" for none."""
    return f"{refusal.rule} {refusal.code}" if refusal else ""


def weapon_flags(s: Scene, name: str = "g") -> int:
    """Flags of a weapon."""
    return next(w.flags for w in s.state.weapons if w.id == name)


def holder(s: Scene, name: str = "g") -> str:
    """Who holds a weapon, "" if nobody."""
    carrier = next(w.carrier for w in s.state.weapons if w.id == name)
    return s.state.units[carrier].id if carrier >= 0 else ""
