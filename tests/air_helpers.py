"""Aircraft, guns that fire at them, and airstrikes for tests, beside `helpers`."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from armour_helpers import gun
from helpers import PassWindow, Scene, U
from lnlt import engine
from lnlt.content.games import build_game
from lnlt.core.catalog import WeaponType
from lnlt.core.setup import Airstrike
from lnlt.core.state import enclosing
from lnlt.rules.ch19_air.flight import AirStrike, FlyIn, FlyOn

NEAR = ((1, 9, 5), (8, 6, 3))
"""To-hit table of a gun whose first column is for the hex next door."""
SAM = WeaponType("gun-sam", "sam", "blowpipe", to_hit=((20, 9, 5),), ammo="aa")
FAR = U("z9", "squad", "H8")


def plane(id_: str = "p", **printed: Any) -> U:
    """An aircraft with cannons for two hexes and bombs for one."""
    return U(id_, "aircraft 6", "", **{"armor": ("2",), "cannon": "2x3", "bombs": "1x3", **printed})


def strike(
    *units: U, planes: tuple[U, ...] = (), strikes: tuple[Airstrike, ...] = (), playable: Any = (), **facts: Any
) -> Scene:
    """A scene with an airstrike of the Americans from the north that is due at once, or others."""
    planes = planes or (plane(),)
    s = Scene(*units, *planes, **{"era": "modern", **facts})
    rows = strikes or tuple(Airstrike(u.id, 1, ("north",), due=True) for u in planes)
    setup = replace(s.game.setup, airstrikes=rows, playable=tuple(playable))
    s.game = build_game(setup, "test", s.game.board, s.game.sight)
    s.state = engine.begin(s.game, 1).state
    return s


def flak(id_: str, at: str, *words: str, **more: Any) -> U:
    """An anti-aircraft gun that faces north, in A0 south."""
    column, row = at[0], int(at[1:])
    north = f"{column}{row - 1}/{chr(ord(column) + 1)}{row if column in 'ACEG' else row - 1}"
    return gun(id_, at, *words, **{"ammo": "aa", "facing": north if row else "A1/B1", **more})


def over(s: Scene) -> str:
    """The hex the aircraft is over."""
    flight = enclosing(s.state, AirStrike)
    return s.game.board.names[flight.path[flight.index]] if flight and flight.index >= 0 else ""


def fly(s: Scene, to: str, at: str = "D0", toward: str = "D1") -> Scene:
    """The aircraft comes and flies on to a hex; nobody does anything before."""
    s.do(FlyIn(at, toward))
    return fly_on(s, to)


def fly_on(s: Scene, to: str) -> Scene:
    """It flies on to a hex; nobody does anything before."""
    while over(s) != to:
        s.do(PassWindow() if s.asked == "de" else FlyOn())
    return s


def leave(s: Scene) -> Scene:
    """Nobody does anything more until the aircraft has left."""
    while enclosing(s.state, AirStrike) is not None:
        s.do(PassWindow() if s.asked == "de" else FlyOn())
    return s
