"""Small scenarios for tests: a scene with groups, Events, exits and goals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from helpers import Scene, U
from lnlt import engine
from lnlt.content.games import build_game
from lnlt.core.frames import Command
from lnlt.core.setup import Effect, EventSetup, Group, Paragraph
from lnlt.rules.ch10_los_spotting.sight import Sight
from lnlt.rules.facts.kits import kit_of, vertex_name


class Plan(Scene):
    """A scene with a scenario around it; units without a place belong to the groups.

    `scenario` are facts of the set-up by name: groups, events, paragraphs, exits, playable and so on.
    """

    def __init__(self, *units: U, scenario: dict[str, Any], **facts: Any) -> None:
        super().__init__(*units, **facts)
        board = self.game.board
        self.game = build_game(replace(self.game.setup, **scenario), "test", board, Sight(board))
        self.state = engine.begin(self.game, 1).state

    def do(self, *commands: Command, dice: Sequence[str] = ()) -> Plan:
        """Carry out commands with scripted dice; none may be refused."""
        super().do(*commands, dice=dice)
        return self

    def refused(self, command: Command) -> tuple[str, str]:
        """Section and code of the refusal of a command; two empty texts if it is allowed."""
        found = engine.why_not(self.game, self.state, command)
        return (found.rule, found.code) if found else ("", "")

    def facing(self, id_: str) -> str:
        """The vertex a unit faces, by the two hexes beside it."""
        return vertex_name(self.game.board, self.unit(id_).at >> 3, kit_of(self.unit(id_)).facing)

    def offered(self, kind: type[Command]) -> list[Any]:
        """Commands of a kind that may be given now."""
        return [c for c in self.options() if type(c) is kind]


def set_up(*units: U, groups: Sequence[Group], **facts: Any) -> Plan:
    """A scenario before its first turn: the groups are set up, or wait for their turn."""
    scenario = {"groups": tuple(groups), **facts.pop("scenario", {})}
    return Plan(*units, scenario=scenario, **{"phase": "rally", "impulse": "", **facts})


def late(*units: U, enter: Sequence[str] = ("A3", "A4"), **facts: Any) -> Plan:
    """An American impulse in which the group "late", all Americans without a place, may enter."""
    names = tuple(u.id for u in units if u.side == "us" and not u.at)
    group = Group("late", "us", names, enter=tuple(enter))
    return Plan(*units, scenario={"groups": (group,), **facts.pop("scenario", {})}, **facts)


def event(*units: U, effects: Sequence[Effect], held: Sequence[Group] = (), at: str = "C4", **facts: Any) -> Plan:
    """An American impulse; who enters the hex triggers an Event with these effects."""
    more = facts.pop("scenario", {})
    scenario = {
        "groups": tuple(held),
        "events": (EventSetup("A", "occupation", at, "us", "1"), *more.pop("events", ())),
        "paragraphs": (Paragraph("1", "Text.", tuple(effects)), *more.pop("paragraphs", ())),
        **more,
    }
    return Plan(*units, scenario=scenario, **facts)


def truck(id_: str, at: str, *words: str, **more: Any) -> U:
    """A vehicle without a gun."""
    return U(id_, more.pop("what", "vehicle 10T-6"), at, *words, **{"armor": ("1/1", "1/1", "1/1"), **more})
