"""What a player types, turned into commands: numbers, short orders such as `fire G2 I5`, or any command by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import msgspec

from lnlt import engine
from lnlt.content.files import guess
from lnlt.core.errors import LnltError
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State, enclosing
from lnlt.rules.ch03_rally import Rally
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch04_operations.impulse import Done, Impulse, ImpulseAction, Pass
from lnlt.rules.ch05_fire.action import Fire
from lnlt.rules.ch05_fire.group import AddFirer, FireGroup
from lnlt.rules.ch05_fire.opportunity import OpFire, PassWindow, Reaction
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.move import MoveOn
from lnlt.rules.ch06_movement.steps import AddMover, StepTo, StopMove
from lnlt.rules.ch07_smoke import LaySmoke
from lnlt.rules.ch08_melee.action import FightMelee, WithdrawMelee
from lnlt.rules.ch08_melee.withdrawing import AddWithdrawer
from lnlt.rules.ch10_los_spotting.attempts import Spot, SpotAt, SpotTarget
from lnlt.rules.ch11_smc.heroes import Place
from lnlt.rules.ch15_vehicles.driving import DriveOn
from lnlt.rules.ch19_air.defence import AirDefence
from lnlt.rules.ch20_night.starshells import FireStarshell
from lnlt.table.groups import best_group, everybody, filled_in
from lnlt.words.sentences import GROUP_OF, tag

SHOWN = 30
"""Signs of a word that are repeated in an answer."""


class OrderError(LnltError):
    """Something typed that cannot be understood: a one-line hint."""


def quoted(word: str) -> str:
    """A word a player typed, in quotation marks and not longer than a line can bear.

    >>> quoted("tom"), quoted("x" * 1000)
    ("'tom'", "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'")
    """
    return f"'{word}'" if len(word) <= SHOWN else f"'{word[:SHOWN]}...'"


def place(game: Game, word: str) -> int | None:
    """A location by its name, in any case; None if it is none."""
    name, _, layer = word.partition("/")
    try:
        return game.board.loc(f"{name.upper()}/{layer.lower()}" if layer else name.upper())
    except KeyError:
        return None


def need_place(game: Game, word: str) -> str:
    """Printed name of a location that must exist."""
    loc = place(game, word)
    if loc is None:
        raise OrderError(f"{quoted(word)} is no hex of this map")
    return game.board.loc_name(loc)


def read_order(game: Game, s: State, text: str, options: Sequence[Command]) -> list[Command]:
    """The commands an order stands for, allowed or not; OrderError if it cannot be understood."""
    words = text.split()
    if len(words) == 1 and re.fullmatch(r"[0-9]{1,15}", words[0]):
        number = int(words[0])
        if not 1 <= number <= len(options):
            raise OrderError(f"choose a number from 1 to {len(options)}")
        return [options[number - 1]]
    verb, rest = words[0].lower(), words[1:]
    short = SHORT.get(verb)
    if short is not None:
        commands = short(game, s, rest)
        if not commands:
            raise OrderError(f"{verb} where to? For instance: {verb} G3")
        return commands
    return [_by_name(game, s, verb, rest)]


def _by_name(game: Game, s: State, verb: str, words: list[str]) -> Command:
    """Any command by the name it has in files, its fields in order."""
    kinds = {tag(kind): kind for kind in engine.COMMANDS}
    if verb not in kinds:
        raise OrderError(_no_order(game, s, verb, kinds))
    kind = kinds[verb]
    fields = msgspec.structs.fields(kind)
    values: dict[str, object] = {}
    for number, (field, word) in enumerate(zip(fields, words, strict=False)):
        if field.name in ("at", "origin"):
            values[field.name] = need_place(game, word)
        elif field.name == "weapons":
            values[field.name] = tuple(words[number:])
            break
        elif field.type is bool:
            values[field.name] = True
        elif field.type is int:
            values[field.name] = _need_number(word)
        elif field.name in UNITS:
            values[field.name] = need_unit(s, word)
        else:
            values[field.name] = _unit(s, word)
    try:
        return kind(**values)
    except TypeError:
        raise OrderError(f"say it like this: {verb} {_pattern(fields)}") from None


UNITS = frozenset({"unit", "with_unit", "lead", "leader", "caller", "by", "mate", "helper", "spotter", "vehicle"})
"""Fields of commands that name a unit."""
FIELD_WORDS = {"at": "hex", "origin": "hex", "with_unit": "unit", "ifp": "alone", "mg": "number"}
"""What fields of commands are called to a player, where that is not their name."""


def _pattern(fields: Sequence[msgspec.structs.FieldInfo]) -> str:
    """The fields of a command as a player types them: "UNIT HEX [FACING]"."""
    words = [(FIELD_WORDS.get(f.name, f.name).replace("_", "-").upper(), f.required) for f in fields]
    return " ".join(word if required else f"[{word}]" for word, required in words)


def _no_order(game: Game, s: State, verb: str, kinds: Iterable[str]) -> str:
    """What is said to a line that begins with no order."""
    if place(game, verb) is not None:
        return f"{verb.upper()} is a hex: say first what is to be done, for instance: activate {verb.upper()}"
    if _unit(s, verb) in s.ids:
        return f"{_unit(s, verb)} is a unit: say first what it is to do, for instance: move {_unit(s, verb)} G3"
    return f"{quoted(verb)} is no order{guess(verb[:SHOWN], {*SHORT, *kinds, 'help'})}; type help"


def need_unit(s: State, word: str) -> str:
    """The id of a unit that must exist."""
    if _unit(s, word) not in s.ids:
        raise OrderError(f"{quoted(word)} is no unit of this game")
    return _unit(s, word)


def _need_number(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise OrderError(f"{quoted(word)} is no number")
    return int(word)


def _unit(s: State, word: str) -> str:
    return next((u.id for u in s.units if u.id.lower() == word.lower()), word)


def _activate(game: Game, s: State, words: list[str]) -> list[Command]:  # noqa: ARG001
    if not words:
        raise OrderError("activate which hex? For instance: activate G2")
    return [Activate(need_place(game, word)) for word in words]


def _opening(game: Game, s: State, origin: str) -> list[Command]:
    """Activating a hex first, where a player names its action straight away."""
    impulse = enclosing(s, Impulse)
    if isinstance(engine.question(s), ImpulseAction) and impulse is not None:
        if game.board.loc(origin) not in impulse.named:
            return [Activate(origin)]
    return []


def _fire(game: Game, s: State, words: list[str]) -> list[Command]:
    """`fire FROM AT [units]`; in answer to a move `fire FROM [units]`; while choosing who fires, just `fire`."""
    top = engine.question(s)
    places = [w for w in words if place(game, w) is not None]
    units = {_unit(s, w) for w in words if place(game, w) is None}
    unknown = units - set(s.ids)
    if unknown:
        raise OrderError(f"{quoted(min(unknown))} is neither a hex nor a unit")
    prefix: list[Command] = []
    if isinstance(top, Reaction):
        if not places:
            raise OrderError("fire from which hex? For instance: fire I5")
        prefix = [OpFire(need_place(game, places[0]))]
    elif not isinstance(top, FireGroup):
        if len(places) != 2:
            raise OrderError("fire from where at where? For instance: fire G2 I5")
        origin, at = (need_place(game, w) for w in places)
        prefix = [*_opening(game, s, origin), Fire(origin, at)]
    ahead = engine.explore(game, s, prefix)
    if ahead.refusal is not None:
        return prefix
    return prefix + best_group(game, ahead.state, units)


def _move(game: Game, s: State, words: list[str]) -> list[Command]:
    """`move [units] [FROM] HEX HEX…`; without units everybody in FROM who can; `...` at the end: ask again there."""
    top = engine.question(s)
    asks = bool(words) and words[-1] in ("...", "…")
    words = words[:-1] if asks else words
    hexes = [need_place(game, w) for w in words if place(game, w) is not None]
    units = [_unit(s, w) for w in words if place(game, w) is None]
    unknown = [u for u in units if u not in s.ids]
    if unknown:
        raise OrderError(f"{quoted(unknown[0])} is neither a hex nor a unit")
    if isinstance(top, MoveOn):
        return _path(game, s, [], hexes, asks)
    if isinstance(top, MoveGroup):
        origin = game.board.loc_name(top.origin)
        prefix: list[Command] = []
    else:
        if not hexes and not units:
            raise OrderError("move whom, and where? For instance: move us-a G3 G4, or move G2 G3 for all in G2")
        loc = s.units[s.ids[units[0]]].at if units else game.board.loc(hexes[0])
        if loc < 0:
            raise OrderError(f"{units[0]} is not on the map")
        origin = game.board.loc_name(loc)
        prefix = [*_opening(game, s, origin), BeginMove(origin)]
    hexes = hexes[1:] if hexes and hexes[0] == origin else hexes
    ahead = engine.explore(game, s, prefix)
    if ahead.refusal is not None:
        return prefix
    ordered = sorted(units, key=lambda u: s.ids[u])
    return _path(
        game,
        s,
        prefix + [AddMover(u) for u in ordered] if units else prefix + _all_movers(game, ahead.state),
        hexes,
        asks,
    )


def _all_movers(game: Game, s: State) -> list[Command]:
    """Everybody who can go along, if nobody was chosen yet."""
    top = engine.question(s)
    return [] if isinstance(top, MoveGroup) and top.members else everybody(game, s, AddMover)


def _path(game: Game, s: State, prefix: list[Command], hexes: list[str], asks: bool) -> list[Command]:
    """Steps, and the stop at the end unless the player wants to be asked again or nobody can go farther."""
    commands = [*prefix, *(StepTo(name) for name in hexes)]
    if not hexes or asks:
        return commands
    ahead = engine.explore(game, s, commands)
    if ahead.stopped == "die":
        return commands
    if ahead.stopped == "window" or isinstance(engine.question(ahead.state), MoveOn | Reaction):
        commands.append(StopMove())
    return commands


def _pass(game: Game, s: State, words: list[str]) -> list[Command]:
    """Whatever lets things pass now; `pass all`: the whole move."""
    top = engine.question(s)
    if isinstance(top, Reaction | AirDefence):
        return [PassWindow(bool(words))]
    return [Pass() if isinstance(top, ImpulseAction) else _way_out(game, s, Pass())]


def _end(game: Game, s: State, words: list[str]) -> list[Command]:  # noqa: ARG001
    """Whatever ends what is going on."""
    top = engine.question(s)
    if isinstance(top, MoveOn | MoveGroup | DriveOn):
        return [StopMove()]
    return [Done() if isinstance(top, ImpulseAction) else _way_out(game, s, Done())]


def _way_out(game: Game, s: State, otherwise: Command) -> Command:
    """The option that ends the question that is open."""
    return next((c for c in engine.options(game, s) if GROUP_OF.get(tag(type(c))) == "end"), otherwise)


def _rally(game: Game, s: State, words: list[str]) -> list[Command]:  # noqa: ARG001
    if not words:
        raise OrderError("rally which unit? For instance: rally us-a, or rally us-a pair")
    return [Rally(need_unit(s, words[0]), len(words) > 1)]


def _sorted_out(game: Game, s: State, words: list[str], example: str) -> tuple[list[str], list[str]]:
    """Units and hexes of an order, which needs at least one word."""
    if not words:
        raise OrderError(f"say who and where, for instance: {example}")
    hexes = [need_place(game, w) for w in words if _unit(s, w) not in s.ids]
    return [_unit(s, w) for w in words if _unit(s, w) in s.ids], hexes


def _spot(game: Game, s: State, words: list[str]) -> list[Command]:
    """`spot UNIT HEX`; where a unit was named already, just the hex."""
    units, hexes = _sorted_out(game, s, words, "spot us-a I5")
    found: list[Command] = [] if isinstance(engine.question(s), SpotTarget) else [Spot(units[0])] if units else []
    return [*found, *(SpotAt(name) for name in hexes[:1])]


def _smoke(game: Game, s: State, words: list[str]) -> list[Command]:
    """`smoke UNIT HEX`; its hex is activated if need be."""
    units, hexes = _sorted_out(game, s, words, "smoke us-a G3")
    if not units or not hexes:
        raise OrderError("smoke from whom, and where? For instance: smoke us-a G3")
    return [*_from_hex_of(game, s, units[0]), LaySmoke(units[0], hexes[0])]


def _starshell(game: Game, s: State, words: list[str]) -> list[Command]:
    """`starshell UNIT HEX [MORTAR]`; its hex is activated if need be."""
    units, hexes = _sorted_out(game, s, words, "starshell us-ldr G3")
    if not units or not hexes:
        raise OrderError("a Starshell from whom, and where? For instance: starshell us-ldr G3")
    mortar = units[1] if len(units) > 1 else ""
    return [*_from_hex_of(game, s, units[0]), FireStarshell(units[0], hexes[0], mortar)]


def _from_hex_of(game: Game, s: State, unit: str) -> list[Command]:
    at = s.units[s.ids[unit]].at
    return _opening(game, s, game.board.loc_name(at)) if at >= 0 else []


def _melee(game: Game, s: State, words: list[str]) -> list[Command]:
    """`melee HEX`: fight a round there, against everybody."""
    _, hexes = _sorted_out(game, s, words, "melee I5")
    if not hexes:
        raise OrderError("melee where? For instance: melee I5")
    return filled_in(game, s, [*_opening(game, s, hexes[0]), FightMelee(hexes[0])])


def _withdraw(game: Game, s: State, words: list[str]) -> list[Command]:
    """`withdraw HEX [units]`: try to get out of a Melee; without units everybody who may."""
    units, hexes = _sorted_out(game, s, words, "withdraw I5")
    if not hexes:
        raise OrderError("withdraw from where? For instance: withdraw I5")
    ordered = sorted(units, key=lambda u: s.ids[u])
    start = [*_opening(game, s, hexes[0]), WithdrawMelee(hexes[0])]
    return filled_in(game, s, [*start, *(AddWithdrawer(u) for u in ordered)])


def _place_units(game: Game, s: State, words: list[str]) -> list[Command]:
    """`place UNIT… HEX [UNIT… HEX]…`: units into hexes."""
    found: list[Command] = []
    waiting: list[str] = []
    for word in words:
        if _unit(s, word) in s.ids:
            waiting.append(_unit(s, word))
        elif place(game, word) is None:
            raise OrderError(f"{quoted(word)} is neither a hex nor a unit")
        else:
            name = need_place(game, word)
            found.extend(Place(unit, name) for unit in waiting)
            waiting = []
    if waiting or not found:
        raise OrderError("place whom, and where? For instance: place us-a G3, or place us-a us-b G3 us-c H4")
    return found


def _add(game: Game, s: State, words: list[str]) -> list[Command]:  # noqa: ARG001
    if not words:
        raise OrderError("add which unit? For instance: add us-a bar")
    unit = _unit(s, words[0])
    return [AddMover(unit) if isinstance(engine.question(s), MoveGroup) else AddFirer(unit, tuple(words[1:]))]


SHORT: dict[str, Callable[[Game, State, list[str]], list[Command]]] = {
    "activate": _activate,
    "a": _activate,
    "fire": _fire,
    "f": _fire,
    "move": _move,
    "m": _move,
    "go": _move,
    "pass": _pass,
    "p": _pass,
    "stop": _end,
    "done": _end,
    "end": _end,
    "rally": _rally,
    "r": _rally,
    "add": _add,
    "spot": _spot,
    "smoke": _smoke,
    "starshell": _starshell,
    "melee": _melee,
    "withdraw": _withdraw,
    "place": _place_units,
}
"""Short orders."""
