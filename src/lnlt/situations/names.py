"""What a step of a situation names: units, weapons, places, sides; and who may be named."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core import engine
from lnlt.core.flags import ABANDONED, BULK, ELIMINATED
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position, State, Unit
from lnlt.core.tally import Refusal
from lnlt.rules.facts.kits import is_helicopter, kit_of, place_of
from lnlt.rules.facts.leaders import is_leader
from lnlt.situations.boards import check_location
from lnlt.situations.errors import Refused, SituationError, check_word, no_such
from lnlt.situations.steps import Step, is_meant, many


class Names:
    """Looks up what a step names; errors carry file and key path."""

    def __init__(
        self, game: Game, state: State, where: str, path: str, before: Sequence[Step] = (), after: Sequence[Step] = ()
    ) -> None:
        self.game, self.state, self.where, self.path = game, state, where, path
        self.step = Step()
        """The step itself, once it has been played or asked."""
        self.before = before
        """The steps before this one."""
        self.after = after
        """The steps that follow."""
        self.letters: dict[tuple[int, int], str] = {}
        """Letters of the pairs of Acquisition markers, by firing unit and weapon."""
        self.damaged: frozenset[int] = frozenset()
        """Aircraft and helicopters that have left the map Damaged (19.1.1, 19.2.7)."""
        self.flipped: dict[tuple[int, int], int] = {}
        """Half points that flipping a weapon has cost, by turn and unit (1.6.1)."""
        self.new_phase = False
        """Whether the steps before this one have led into another phase and played nothing in it yet."""

    def place(self, key: str) -> tuple[str, str]:
        """File and key path of an argument, for errors."""
        return self.where, f"{self.path}.{key}"

    def unit(self, name: str, key: str) -> int:
        """Number of a unit."""
        if name not in self.state.ids:
            raise no_such(name, self.state.ids, "unit", *self.place(key))
        return self.state.ids[name]

    def units(self, step: Step) -> list[int]:
        """Numbers of the units of `units` or `unit`, in the engine's order."""
        key = "units" if step.units is not None else "unit"
        found = []
        for number, name in enumerate(many(step.units if step.units is not None else step.unit)):
            path = f"{key}[{number}]" if isinstance(step.units, list) else key
            unit = self.unit(name, path)
            if unit in found:
                raise SituationError(f"unit {name!r} is named twice", *self.place(path))
            found.append(unit)
        if not found:
            raise SituationError("no unit is named", *self.place(key))
        return sorted(found)

    def only(self, units: list[int]) -> int:
        """The one unit of a step that is about a single one."""
        if len(units) != 1:
            raise SituationError("one unit is needed", *self.place("units"))
        return units[0]

    def weapon(self, name: str, key: str) -> int:
        """Number of a weapon."""
        known = [w.id for w in self.state.weapons]
        if name not in known:
            raise no_such(name, known, "weapon", *self.place(key))
        return known.index(name)

    def loc(self, text: str | None, key: str) -> int:
        """A location of the board."""
        if text is None:
            raise SituationError(f"the key {key!r} is missing", *self.place(key))
        return check_location(self.game.board, text, *self.place(key))

    def end(self, text: str | None, key: str) -> int:
        """An end of a line: a location, or where a unit is."""
        if text is not None and text in self.state.ids and text not in self.game.board.index:
            at = place_of(self.state, self.state.ids[text])
            if at < 0:
                raise SituationError(f"unit {text!r} is not on the board", *self.place(key))
            return at
        return self.loc(text, key)

    def aim(self, step: Step) -> int:
        """Where a shot goes: `at`, or where the unit named as its target is."""
        if step.at is None and step.target is not None and step.target in self.state.ids:
            unit = self.state.ids[step.target]
            if place_of(self.state, unit) < 0:
                check_on_board(self.state.units[unit], self, "target")
            return self.end(step.target, "target")
        return self.loc(step.at, "at")

    def side(self, step: Step, units: Sequence[int] = ()) -> int:
        """The side a step belongs to: `by`, else that of its units, else the side that is asked."""
        if step.by is not None:
            check_word(step.by, self.game.side_index, "side", *self.place("by"))
            side = self.game.side_index[step.by]
            for u in units:
                unit = self.state.units[u]
                if unit.side != side:
                    name = self.game.side_name(unit.side)
                    raise SituationError(f"unit {unit.id!r} belongs to {name!r}, not to {step.by!r}", *self.place("by"))
            return side
        if units:
            return self.state.units[units[0]].side
        asked = engine.decider(self.state)
        return self.state.active if asked is None else asked

    def along(self, step: Step) -> list[int]:
        """Units of the same side in the orders after this one and in questions about orders.

        They count as long as no other side and no pass comes between.
        """
        found: list[int] = []
        side = self.side_of(step)
        over = self.game.side_index.get(step.expect.asked or "", side) != side  # it expects that its impulse is over
        for later in self.after:
            if not is_meant(later) or (later.do is None and (over or self.side_of(later) != side)):
                continue
            if later.do in ("activate", "pass", "next", "choose") or self.side_of(later) != side:
                break
            found += [self.state.ids[u] for u in _acting(later) if u in self.state.ids]
        return found

    def mentioned(self, name: str) -> bool:
        """Whether any step before this one or after it names a unit, as doing something or as having it done."""
        return any(name in _said(step) for step in (*self.before, *self.after))

    def side_of(self, step: Step) -> int | None:
        """The side a step is of, if it says so or names units of it."""
        if step.by is not None:
            return self.game.side_index.get(step.by)
        return next((self.state.units[self.state.ids[u]].side for u in _acting(step) if u in self.state.ids), None)


def _said(step: Step) -> list[str]:
    """Every name among the arguments of a step."""
    one = (step.unit, step.lead, step.by_unit, step.spotter, step.target, step.option, step.leader_helps)
    lists = (step.units, step.with_, step.crew, step.attackers, step.targets)
    return [name for value in (*one, *lists) if isinstance(value, str | list) for name in many(value)]


def _acting(step: Step) -> list[str]:
    """Names of the units that act in a step."""
    return [*many(step.units), *many(step.unit), *many(step.by_unit), *many(step.attackers)]


def check_on_board(unit: Unit, names: Names, key: str = "units") -> None:
    """Units out of play or still to enter are refused, others that are not on the board are a mistake in the file.

    19.1.1, 19.2.7: aircraft and helicopters that have left the map Damaged are out of play.
    """
    if unit.flags & ELIMINATED:
        raise Refused(Refusal("5.1", "eliminated", {"unit": unit.id}))
    if unit.at < 0 and any(unit.id in group.units for group in names.game.setup.groups):
        raise Refused(Refusal("22.0", "not_on_the_map", {"unit": unit.id}))
    if unit.at < 0 and kit_of(unit).aboard != NOBODY:
        raise Refused(Refusal("16.0", "is_passenger", {"unit": unit.id}))
    if unit.flags & ABANDONED:
        raise Refused(Refusal("5.1", "eliminated", {"unit": unit.id}))
    if unit.at < 0 and names.state.ids[unit.id] in names.damaged:
        rule = "19.2.7" if is_helicopter(names.game, unit) else "19.1.1"
        raise Refused(Refusal(rule, "eliminated", {"unit": unit.id}))
    if unit.at < 0:
        raise SituationError(f"unit {unit.id!r} is not on the board", *names.place(key))


def carrier_of(s: Position, unit: int) -> int:
    """17.2: the vehicle a passenger is part of, as the target of fire; anybody else himself."""
    u = s.units[unit]
    aboard = kit_of(u).aboard
    return aboard if u.at < 0 and aboard != NOBODY and not u.flags & ELIMINATED else unit


def only_vehicle(s: Position, side: int, at: int) -> int:
    """17.2: the vehicle a hex stands for as a target of a side, if it is the only enemy there; else NOBODY."""
    there = [u for u in s.by_loc.get(at, ()) if s.units[u].side != side and not s.units[u].flags & ABANDONED]
    return there[0] if len(there) == 1 and s.units[there[0]].flags & BULK else NOBODY


def named_in_help(game: Game, s: Position, step: Step, names: Names) -> tuple[int, int]:
    """What `leader_helps` names: the Leader who helps, or else the unit he helps; NOBODY for the other one."""
    if not isinstance(step.leader_helps, str):
        return NOBODY, NOBODY
    unit = names.unit(step.leader_helps, "leader_helps")
    return (unit, NOBODY) if is_leader(game, s, unit) else (NOBODY, unit)
