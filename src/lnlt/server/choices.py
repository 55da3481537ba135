"""What is asked now, of whom, with every option the engine allows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache, lru_cache, partial
from operator import attrgetter

import msgspec

from lnlt import engine, words
from lnlt.core.engine import passes
from lnlt.core.frames import Command, Frame
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch06_movement.steps import where
from lnlt.rules.ch18_indirect.calling import CallMission
from lnlt.rules.ch19_air.airborne import Airborne
from lnlt.rules.ch19_air.flight import FlyIn
from lnlt.rules.ch19_air.flying import FlightAction
from lnlt.server import odds, shapes
from lnlt.server.bearings import TURNING, bearing, place_of_turn
from lnlt.server.pieces import public
from lnlt.server.sky import line_of
from lnlt.words import english
from lnlt.words.armour import turn_text
from lnlt.words.english_indirect import BARRAGES
from lnlt.words.sentences import GROUP_OF, tag

PRIMARY = (
    "open_fire",
    "fire_for_effect",
    "strike_melee",
    "begin_assault",
    "try_withdrawal",
    "fight_fire",
    "ready",
    "stop_move",
    "end_flight",
    "end_rally",
    "done",
    "pass_window",
    "end_declaring",
    "next",
    "pass",
)
"""What the one button of a question does, if it can be done."""

STRAIGHT = frozenset({"open_fire"})
"""Answers that lead straight to dice and whose chances are counted in no time: their card goes with the question."""

ALOFT = {"fly_to": "19.2.2", "change_mode": "19.2.1", "load": "19.2.6", "unload": "19.2.6", "spot": "19.2.3"}
"""Sections of what a helicopter does in its impulse, where they are not that of the question."""

TOLD = frozenset({"unit", "lead", "origin", "at", "facing", "mortar", "mission", "kind"})
"""Fields of an order that the client is told one by one; an order with others is not one choice of a hex."""

GROUPS = tuple(english.GROUPS.items())
MOST = 50_000
"""Options whose words are remembered for a scenario."""
OF_THE_PLACE = frozenset(code.partition(".")[0] for code, text in english.COMMANDS.items() if "{units}" in text)
"""Commands whose words name the units of a place."""
NAMED = attrgetter("id", "type")
ENCODER = msgspec.json.Encoder()


def asked(game: Game, s: State) -> shapes.Decision | None:
    """The question of a position a viewer sees, without its options: what everybody may know."""
    q = engine.question(s)
    if q is None:
        return None
    return shapes.Decision(
        side=q.side,
        question=tag(type(q)),
        text=words.open_question(game, s, q).removesuffix(f" ({q.RULE})"),
        rule=q.RULE,
        window=bool(q.WINDOW),
        focus=focus(game, s),
        picked=picked(s),
    )


def picked(s: State) -> tuple[str, ...]:
    """Units taken so far into the group the question is about, in their order."""
    members = getattr(engine.question(s), "members", ())
    return tuple(s.units[u].id for u in members if isinstance(u, int) and 0 <= u < len(s.units))


Tell = Callable[[Command, bool], "msgspec.Raw"]
"""How one option is put into words; the bool says whether it is the primary one."""


def decision(
    game: Game,
    s: State,
    seats: Collection[int],
    known: shapes.Decision | None,
    state: State | None = None,
    told: Told | None = None,
) -> shapes.Decision | None:
    """What is asked (see `asked`), with options for the seats that must choose; those `told` before as JSON.

    `state`: the position to ask the options of, if it is another object with the same things in it.
    """
    q = engine.question(s)
    if known is None or q is None or q.side not in seats:
        return known
    commands = engine.options(game, state or s)
    kinds = tuple(map(tag, map(type, commands)))
    first, groups = _layout(kinds)
    tell = told.teller(game, s, q.RULE) if told is not None else partial(option, game, s, q.RULE)
    options = tuple([tell(command, number == first) for number, command in enumerate(commands)])
    card = odds.card_of(public(game, s), s, [commands[first]]) if first >= 0 and kinds[first] in STRAIGHT else None
    shown = card if isinstance(card, shapes.Card) else None
    return msgspec.structs.replace(known, options=options, groups=groups, card=shown)


@lru_cache(maxsize=4096)
def _layout(kinds: tuple[str, ...]) -> tuple[int, tuple[tuple[str, str], ...]]:
    """Which of the options is the primary one (-1: none), and the groups they are listed in."""
    keys = {GROUP_OF.get(kind, "choose") for kind in kinds}
    return _first(kinds), tuple(pair for pair in GROUPS if pair[0] in keys)


def _first(kinds: Sequence[str]) -> int:
    """Which of the options is the primary one; -1 if none is."""
    primary = next((kind for kind in PRIMARY if kind in kinds), "")
    return kinds.index(primary) if primary else -1


class Told:
    """Options as JSON, by all that their words depend on: the command, its section, and the names of counters."""

    def __init__(self) -> None:
        self._known: dict[object, dict[object, msgspec.Raw]] = {}
        self._size = 0

    def teller(self, game: Game, s: State, rule: str) -> Tell:
        """How options of a position are told."""
        names = (rule, tuple(map(NAMED, s.units)), tuple(map(NAMED, s.weapons)))
        if self._size > MOST:
            self._known.clear()
            self._size = 0
        known = self._known.setdefault(names, {})
        return partial(self._tell, game, s, rule, known)

    def _tell(
        self, game: Game, s: State, rule: str, known: dict[object, msgspec.Raw], command: Command, primary: bool
    ) -> msgspec.Raw:
        if isinstance(command, FlyIn):  # what a line leads over changes with everything
            return msgspec.Raw(ENCODER.encode(option(game, s, rule, command, primary)))
        key: object = (command, "primary") if primary else command
        if tag(type(command)) in OF_THE_PLACE:
            place = getattr(command, "at", "") or getattr(command, "origin", "")
            key = (key, _there(game, s, place), getattr(s.stack[-1], "side", -1))
        elif tag(type(command)) in TURNING:
            key = (key, place_of_turn(game, s, command))
        data = known.get(key)
        if data is None:
            data = known[key] = msgspec.Raw(ENCODER.encode(option(game, s, rule, command, primary)))
            self._size += 1
        return data


def _there(game: Game, s: State, place: str) -> tuple[int, ...]:
    """Units in a place."""
    loc = where(game, place)
    return s.by_loc.get(loc, ()) if loc is not None else ()


def option(game: Game, s: State, rule: str, command: Command, primary: bool = False) -> shapes.Option:
    """One option in words."""
    kind = tag(type(command))
    text = words.option_text(game, s, command)
    path, strikes = line_of(game, s, command)
    return shapes.Option(
        do=plain(command),
        text=text,
        group=GROUP_OF.get(kind, "choose"),
        kind=kind,
        unit=_text(command, "unit") or _text(command, "lead"),
        origin=_text(command, "origin"),
        at=_text(command, "at"),
        rule=ALOFT.get(kind, rule) if rule == FlightAction.RULE else rule,
        primary=primary,
        passes=passes(command),
        turn=turn_text(game, s, command) if kind in TURNING else "",
        bearing=bearing(game, s, command) if kind in TURNING else -1,
        means=_means(game, command, text),
        path=path,
        strikes=strikes,
    )


def _means(game: Game, command: Command, text: str) -> str:
    """What an order is done with, if the same could be done with something else: a Mortar, a kind of fire mission; all
    its words if orders of its kind differ in more than that and their hex."""
    if isinstance(command, CallMission):
        side = next((m.side for m in game.setup.missions if m.id == command.mission), "")
        battery = command.mission if sum(m.side == side for m in game.setup.missions) > 1 else ""
        return ", ".join(filter(None, (battery, BARRAGES.get(command.kind, ""))))
    more = any(_text(command, name) for name in command.__struct_fields__ if name not in TOLD)
    return text if more and _text(command, "at") else _text(command, "mortar")


def plain(command: Command) -> shapes.Command:
    """A command as clients hand it back."""
    found: shapes.Command = msgspec.to_builtins(command)
    return found


def _text(command: Command, name: str) -> str:
    value = getattr(command, name, "")
    return value if isinstance(value, str) else ""


@cache
def _places(kind: type[Frame]) -> tuple[str, ...]:
    """Fields of a kind of frame that name a place, or a unit in one."""
    return tuple(name for name in ("at", "origin", "unit") if name in kind.__struct_fields__)


def focus(game: Game, s: State) -> tuple[str, ...]:
    """Places the question is about: those of the innermost frame that names any."""
    for frame in reversed(s.stack):
        if isinstance(frame, Airborne) and 0 <= frame.index < len(frame.path):
            return (game.board.names[frame.path[frame.index]],)
        found: list[int] = []
        for name in _places(type(frame)):
            value = getattr(frame, name)
            if not isinstance(value, int):
                continue
            if name != "unit":
                found.append(value)
            elif 0 <= value < len(s.units):
                found.append(s.units[value].at)
        places = dict.fromkeys([game.board.loc_name(loc) for loc in found if loc >= 0])
        if places:
            return tuple(places)
    return ()
