"""19.1: an airstrike from its arrival to its end: the edge, the line, hex after hex, fire from the ground, attacks."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import LAYERS
from lnlt.core.draft import DOUBLES, Draft
from lnlt.core.flags import PIVOTED, TURNED
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.setup import Airstrike
from lnlt.core.state import NOBODY, NOWHERE, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch14_ordnance.acquisition import prune_locks
from lnlt.rules.ch19_air.airborne import Airborne
from lnlt.rules.ch19_air.arrival import (
    entry_edges,
    entry_lines,
    flight_level,
    flight_line,
    next_side,
    row_from,
    strikes_left,
)
from lnlt.rules.ch19_air.attack import AirAttack, crash
from lnlt.rules.ch19_air.defence import AirWindow
from lnlt.rules.ch19_air.loads import BOMBS, CANNON, around, check_target, is_bomber, load_of, rule_of
from lnlt.rules.facts.control import take_all


def begin_strike(d: Draft) -> bool:
    """19.1, Q-151: if a double is still to count, the strike it brings begins; nothing to come: it is forgotten."""
    doubles = d.notes.get(DOUBLES, 0)
    if not doubles:
        return False
    side = next_side(d.game, d)
    d.emit(ev.Noted(DOUBLES, doubles - 1 if side != NOBODY else 0))
    if side == NOBODY:
        return False
    d.push(AirStrike(side=side))
    return True


class AirStrike(Airborne, frozen=True, gc=False, kw_only=True):
    """19.1: the extra impulse in which an aircraft enters the map, crosses it in a straight line and leaves it."""

    RULE: ClassVar[str] = "19.1"
    STEPS: ClassVar[tuple[str, ...]] = (
        "begin", "choose", "edge", "enter", "advance", "defence", "attack", "again", "fall", "end",
    )  # fmt: skip
    edges: tuple[str, ...] = ()
    strafed: tuple[int, ...] = ()
    bombed: tuple[int, ...] = ()
    """Numbers of the hexes of its path that it has attacked."""
    ready: bool = True
    """It may still attack the hex it is over."""

    def strike(self, game: Game, s: Position) -> Airstrike:
        """What the scenario says of it."""
        return next(row for row in game.setup.airstrikes if row.unit == s.units[self.unit].id)

    def begin(self, d: Draft) -> None:
        """4.0: it is this side's impulse."""
        d.emit(ev.ImpulseBegan(self.side))
        d.emit(ev.Noted(f"air:{self.side}", d.turn))

    def choose(self, d: Draft) -> None:
        """19.1: which aircraft comes; the owner says so if he has different ones."""
        left = strikes_left(d.game, d, self.side, d.turn)
        different = {(d.units[d.ids[row.unit]].type, row.edges, row.over) for row in left}
        if len(different) > 1:
            d.push(StrikeChoice(side=self.side))
        else:
            d.update(self, unit=d.ids[left[0].unit])

    def edge(self, d: Draft) -> None:
        """19.1: a die says from where it comes: north, east, south, west, or as the owner likes."""
        row = self.strike(d.game, d)
        edges = row.edges
        if not edges and not row.over:
            (die,) = d.roll(1, "random", self.side, subject=self.unit)
            edges = entry_edges(die)
        d.update(self, edges=edges)

    def enter(self, d: Draft) -> None:
        """19.1: the owner says where it enters and which line it follows."""
        row = self.strike(d.game, d)
        if not row.over:
            d.push(EntryChoice(side=self.side))
            return
        board = d.game.board
        start, way = board.index[row.over], board.neighbours[board.index[row.over]].index(board.index[row.toward])
        path = row_from(d.game, start, way)
        d.update(self, path=path, way=way, level=flight_level(d.game, d, path))

    def advance(self, d: Draft) -> None:
        """19.1: the next hex of the line, for one MP; after the last it has left the map."""
        index = self.index + 1
        if index < len(self.path):
            d.update(self, index=index, ready=True)
            d.emit(ev.AircraftFlew(self.unit, self.path[index] * LAYERS))
        else:
            d.update(self, index=index, step=self.STEPS.index("end"))
            d.emit(ev.AircraftFlew(self.unit, NOWHERE, "left"))

    def defence(self, d: Draft) -> None:
        """19.1.1, 5.3, Q-395: the enemy may fire at it before it attacks."""
        if not self.let_pass:
            at = self.path[self.index] * LAYERS
            d.push(AirWindow(side=1 - self.side, at=at, plane=self.unit))

    def attack(self, d: Draft) -> None:
        """19.1.2: if it can attack here, the owner says how."""
        if self.fate:
            return
        if self.ready and any(check_attack(d.game, d, self, what, self.index) is None for what in (CANNON, BOMBS)):
            d.push(AirRun(side=self.side))
        else:
            d.update(self, ready=False)

    def again(self, d: Draft) -> None:
        """Attack once more, or fly on."""
        if not self.fate:
            d.update(self, step=self.STEPS.index("attack" if self.ready else "advance"))

    def fall(self, d: Draft) -> None:
        """19.1.1, Q-160: damaged it leaves; destroyed it crashes 1d6 hexes farther along its path, perhaps off map."""
        if self.fate == "damaged":
            d.emit(ev.AircraftFlew(self.unit, NOWHERE, "damaged"))
            return
        (die,) = d.roll(1, "scatter", self.side, subject=self.unit)
        end = self.index + die
        if end >= len(self.path):
            d.emit(ev.AircraftFlew(self.unit, NOWHERE, "crashed"))
            return
        d.emit(ev.AircraftFlew(self.unit, self.path[end] * LAYERS, "crashed"))
        crash(d, self.side, self.unit, self.path[end])

    def end(self, d: Draft) -> None:
        """4.0, 19.1.1, Q-391: it has flown and does not come again; an impulse in which something was done.

        15.1, 1.7.1: who turned to fire at it is done with that.
        """
        d.emit(ev.Noted(f"flown:{d.units[self.unit].id}", d.turn))
        for u in range(len(d.units)):
            d.flag(u, 0, PIVOTED | TURNED)
        take_all(d)
        if d.game.has_ordnance:
            prune_locks(d)
        d.emit(ev.ImpulseEnded(self.side, False, 0))


def check_attack(game: Game, s: Position, strike: AirStrike, what: str, index: int) -> Refusal | None:
    """19.1.2, 19.1.3, Q-158: the weapon is there and not used up, and the hex can be attacked.

    Cannons fire at hexes in a row, as many as the number before the x; bombs at any hexes of the path, each once.
    """
    t = game.types[s.units[strike.unit].type]
    rule = rule_of(t, what)
    hexes, fp = load_of(t.cannon if what == CANNON else t.bombs)
    facts: dict[str, str | int] = {"unit": s.units[strike.unit].id, "at": game.board.names[strike.path[index]]}
    if not hexes:
        return Refusal(rule, "no_such_load", facts)
    if fp is None:
        return Refusal(rule, "unknown_load", facts)
    done = strike.strafed if what == CANNON else strike.bombed
    if index in done:
        return Refusal(rule, "attacked_already", facts)
    spent = index - done[0] >= hexes if what == CANNON and done else len(done) >= hexes
    if spent:
        return Refusal(rule, "load_spent", facts)
    return check_target(game, s, strike.unit, what, strike.path[index], strike.way)


def push_attack(d: Draft, strike: AirStrike, what: str, index: int) -> None:
    """19.1.2, 19.1.3: the attack on a hex of the path; of a bomber also on the six around it, each for itself."""
    t = d.game.types[d.units[strike.unit].type]
    _, fp = load_of(t.cannon if what == CANNON else t.bombs)
    assert fp is not None
    hex_ = strike.path[index]
    rows = [(hex_, fp)]
    if what == BOMBS and is_bomber(t):
        rows += [(j, t.around) for j in around(d.game, hex_)]
    for j, value in reversed(rows):
        d.push(AirAttack(side=strike.side, plane=strike.unit, hex=j, fp=value, what=what, way=strike.way))


class PickStrike(Command, frozen=True, gc=False):
    """Which aircraft comes."""

    unit: str


class StrikeChoice(Question, frozen=True, gc=False, kw_only=True):
    """19.1: which of several airstrikes comes now."""

    RULE: ClassVar[str] = "19.1"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (PickStrike,)

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Every aircraft that is available."""
        return [PickStrike(row.unit) for row in strikes_left(game, s, self.side, s.turn)]

    def check(self, game: Game, s: Position, command: PickStrike) -> Refusal | None:
        """19.1: one that is available."""
        known = command.unit in [row.unit for row in strikes_left(game, s, self.side, s.turn)]
        return None if known else Refusal("19.1", "no_such_strike", {"unit": command.unit})

    def answer(self, d: Draft, command: PickStrike) -> None:
        """It comes."""
        strike = d.stack[-1]
        assert isinstance(strike, AirStrike)
        d.update(strike, unit=d.ids[command.unit])


class FlyIn(Command, frozen=True, gc=False):
    """Enter the map in a hex and follow the line through the next one."""

    at: str
    toward: str


class EntryChoice(Question, frozen=True, gc=False, kw_only=True):
    """19.1: where the aircraft enters, and its line."""

    RULE: ClassVar[str] = "19.1"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (FlyIn,)

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Every line from the edges it may come from."""
        strike = enclosing(s, AirStrike)
        assert strike is not None
        names = game.board.names
        lines = entry_lines(game, strike.strike(game, s), strike.edges)
        return [FlyIn(names[row.path[0]], names[row.path[1]]) for row in lines]

    def check(self, game: Game, s: Position, command: FlyIn) -> Refusal | None:
        """19.1: a hex of the edge, and a straight line across the map."""
        strike = enclosing(s, AirStrike)
        assert strike is not None
        found = flight_line(game, strike.strike(game, s), strike.edges, command.at, command.toward)
        return found if isinstance(found, Refusal) else None

    def answer(self, d: Draft, command: FlyIn) -> None:
        """The flight begins."""
        strike = d.stack[-1]
        assert isinstance(strike, AirStrike)
        found = flight_line(d.game, strike.strike(d.game, d), strike.edges, command.at, command.toward)
        assert not isinstance(found, Refusal)
        d.update(strike, path=found.path, way=found.way, level=flight_level(d.game, d, found.path))


class Strafe(Command, frozen=True, gc=False):
    """Attack the hex below with cannons."""

    at: str


class DropBombs(Command, frozen=True, gc=False):
    """Drop bombs on the hex below, or on one it has passed."""

    at: str


class FlyOn(Command, frozen=True, gc=False):
    """Leave this hex without a further attack."""


WEAPONS: dict[type[Command], str] = {Strafe: CANNON, DropBombs: BOMBS}


class AirRun(Question, frozen=True, gc=False, kw_only=True):
    """19.1.2: what the aircraft does over this hex."""

    RULE: ClassVar[str] = "19.1.2"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Strafe, DropBombs, FlyOn)

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Both kinds of attack on the hex below, bombs on those behind, or none."""
        strike = enclosing(s, AirStrike)
        assert strike is not None
        at, *passed = (game.board.names[i] for i in reversed(strike.path[: strike.index + 1]))
        return [Strafe(at), DropBombs(at), *(DropBombs(name) for name in passed), FlyOn()]

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """19.1.2, Q-532: the hex below, bombs also on those behind; see `check_attack`."""
        if type(command) is FlyOn:
            return None
        strike = enclosing(s, AirStrike)
        assert strike is not None
        assert isinstance(command, Strafe | DropBombs)
        index = _number(game, strike, command.at)
        if index < 0 or (index != strike.index and type(command) is Strafe):
            return Refusal("19.1.2", "not_below", {"at": command.at})
        return check_attack(game, s, strike, WEAPONS[type(command)], index)

    def answer(self, d: Draft, command: Command) -> None:
        """Attack, or fly on."""
        strike = d.stack[-1]
        assert isinstance(strike, AirStrike)
        if type(command) is FlyOn:
            d.update(strike, ready=False)
            return
        assert isinstance(command, Strafe | DropBombs)
        what = WEAPONS[type(command)]
        index = _number(d.game, strike, command.at)
        key = "strafed" if what == CANNON else "bombed"
        strike = d.update(strike, **{key: (*getattr(strike, key), index)})
        push_attack(d, strike, what, index)


def _number(game: Game, strike: AirStrike, at: str) -> int:
    """Number of a hex of the path that the aircraft is over or has passed; else -1."""
    hex_, path = game.board.hex_named(at), strike.path[: strike.index + 1]
    return path.index(hex_) if hex_ in path else -1
