"""A vehicle's move at the table: where it can go, which way it can face there, what that costs and who may answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lnlt import engine, words
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch15_vehicles.action import MODES, BeginDrive
from lnlt.rules.ch15_vehicles.driving import DriveOn
from lnlt.rules.ch15_vehicles.steps import Pivot
from lnlt.server import odds, shapes
from lnlt.server.bearings import vertex_bearing
from lnlt.server.story import cited
from lnlt.table.drives import Drives, Faced, drive_reach, muzzles
from lnlt.words.armour import drive_name, drive_text

PREFIX = "drive:"


def item(s: State, command: BeginDrive) -> shapes.MenuItem:
    """The menu item of a way to drive."""
    text, rule = drive_name(s, s.ids[command.unit], command.mode)
    mode = f"{PREFIX}{command.mode}"
    return shapes.MenuItem(
        key=f"{mode}.{command.unit}", text=text, group="move", rule=rule, next="reach", units=(command.unit,), mode=mode
    )


def drives(s: State, mode: str) -> bool:
    """Whether a question about reach is about a vehicle: one that drives already, or one in a mode of driving."""
    return mode.startswith(PREFIX) or isinstance(engine.question(s), DriveOn)


def reach(game: Game, s: State, units: Sequence[str], mode: str) -> Iterator[shapes.ReachHex | shapes.Reach]:
    """15.1: everywhere a vehicle can go: the frame of the answer first, then hex by hex."""
    way = mode.removeprefix(PREFIX)
    found = drive_reach(game, s, units[0] if units else "", way if way in MODES else "normal")
    frame = shapes.Reach(at="", units=tuple(units), mode=mode)
    if isinstance(found, engine.Refusal):
        text, rule = cited(words.refusal_text(game, found))
        yield shapes.Reach(at="", units=tuple(units), mode=mode, refusal=text, rule=rule)
        return
    if found is None:
        yield frame
        return
    yield shapes.Reach(at=found.origin, units=(found.unit,), mode=mode)
    for place in found.places:
        yield _hex(game, found, place)


def _hex(game: Game, found: Drives, place: tuple[Faced, ...]) -> shapes.ReachHex:
    best = place[0]
    return shapes.ReachHex(
        at=best.at,
        cost=words.points_text(best.cost),
        path=best.path,
        steps=tuple(shapes.SumLine(value=words.points_text(half), text=_step(command)) for command, half in best.steps),
        threats=tuple(odds.threat(muzzle) for muzzle in muzzles(game, best)),
        do=odds.plain_all([*found.begin, *best.commands]),
        text=drive_text(best.ends) if best.ends else "",
        card=_card(game, best) if best.ends == "overrun" else None,
        facings=tuple(
            shapes.Facing(
                bearing=vertex_bearing(faced.vertex),
                text=faced.facing,
                cost=words.points_text(faced.cost),
                do=odds.plain_all([*found.begin, *faced.commands]),
            )
            for faced in place
        ),
    )


def _card(game: Game, faced: Faced) -> shapes.Card | None:
    """What an Overrun can bring about."""
    found = odds.card_of(game, faced.before, [faced.steps[-1][0]])
    return found if isinstance(found, shapes.Card) else None


def _step(command: Command) -> str:
    """One step or pivot in words."""
    if isinstance(command, Pivot):
        return drive_text("pivot", facing=command.facing)
    return str(getattr(command, "at", ""))
