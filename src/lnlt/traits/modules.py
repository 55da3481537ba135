"""10.5.6.5, 10.8, 10.9, 13.0, 15.9: rules of modules that are data: what each change of a trait attaches.

A trait is a row of a pack: `[traits.ID]` names its owners (unit types, nations, terrain, weather; without any, a
scenario switches it on) and its changes. A change names a point; POINTS says which hook that is, whose it can be and
what may narrow it down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lnlt.core.board import GROUND
from lnlt.core.catalog import AIR_KINDS, VEHICLE_KINDS, Gun
from lnlt.core.game import Game
from lnlt.core.hooks import Attachment, Method
from lnlt.core.module_data import at_work
from lnlt.core.setup import GameSetup
from lnlt.core.state import NOBODY, Position, Unit
from lnlt.core.tally import Modifier
from lnlt.core.terrain import CLASS_NAMES, PROHIBITED
from lnlt.core.trait import Change, Trait
from lnlt.rules.ch05_fire.firepower import RANGE, Firer
from lnlt.rules.ch05_fire.modifiers import FIRE_MODIFIERS
from lnlt.rules.ch06_movement.costs import DRIVE_COST, STEP_COST
from lnlt.rules.ch07_smoke import SMOKE_MODIFIERS
from lnlt.rules.ch08_melee.firepower import MELEE_FIREPOWER
from lnlt.rules.ch10_los_spotting.attempts import SPOT_MODIFIERS
from lnlt.rules.ch10_los_spotting.burning import FIRE_GROWTH, FIRE_START, FLAMMABLE
from lnlt.rules.ch10_los_spotting.cover import TARGET_MODIFIERS
from lnlt.rules.ch14_ordnance.impact import ARMOR_MODIFIERS
from lnlt.rules.ch14_ordnance.to_hit import TO_HIT_MODIFIERS, Aim
from lnlt.rules.facts.units import MORALE, MOVEMENT

BANDS = {"units": "type", "nations": "nation", "terrain": "terrain", "weather": "scenario", "": "scenario"}
"""Band of a trait by what it belongs to."""
SECTIONS = {"units": "13.0", "nations": "13.0", "terrain": "10.8", "weather": "10.9", "": "22.0"}
"""Section under which its items are shown; vehicles and aircraft have their own."""
FIRE = "10.5.6.5"


class Bound(NamedTuple):
    """One change of a trait at work in a game."""

    trait: Trait
    change: Change
    side: str = ""
    """Only for units of this side."""

    def item(self, section: str = "") -> Modifier:
        """The change as an item of a sum."""
        value = self.change.value
        number = int(value) if value == int(value) else value
        return Modifier(number, "module", section or SECTIONS[self.trait.owner], self.trait.name)

    def has(self, game: Game, u: Unit) -> bool:
        """Whether a unit is one the change is about."""
        t, trait = game.types[u.type], self.trait
        if self.side and game.sides[u.side].id != self.side:
            return False
        if self.change.kinds and t.kind not in self.change.kinds:
            return False
        return (not trait.units or t.key in trait.units) and (not trait.nations or t.nation in trait.nations)

    def at(self, game: Game, loc: int) -> bool:
        """Whether a place is one the trait belongs to: everywhere, unless it is a trait of terrain."""
        return not self.trait.terrain or (loc >= 0 and game.board.terrain[loc >> 3].key in self.trait.terrain)

    def about(self, game: Game, loc: int) -> bool:
        """Whether the terrain of a place is one the change is limited to."""
        return not self.change.terrain or game.board.terrain[loc >> 3].key in self.change.terrain

    def reaches(self, game: Game, a: int, b: int) -> bool:
        """Whether two places are as far apart as the change says."""
        if not (self.change.within or self.change.beyond):
            return True
        distance, within, beyond = game.distance(a >> 3, b >> 3), self.change.within, self.change.beyond
        return (not beyond or distance > beyond) and (not within or distance <= within)

    def changed(self, value: int, half: bool = False) -> int:
        """A value with the change; costs are counted in half points."""
        factor = 2 if half else 1
        if self.change.to is not None:
            return PROHIBITED if self.change.to == "P" else int(factor * self.change.to)
        return value if half and value == PROHIBITED else max(0, value + int(factor * self.change.value))

    def section_of(self, game: Game, u: Unit) -> str:
        """Section of a trait of unit types: vehicles, aircraft and helicopters have one for it."""
        if self.trait.owner != "units":
            return ""
        kind = game.types[u.type].kind
        if kind in AIR_KINDS:
            return "19.2.10" if kind == "helicopter" else "19.1.4"
        return "15.9" if kind in VEHICLE_KINDS else ""

    # Each of the following is a handler of the hook that POINTS names for it.

    def fire(self, game: Game, s: Position, firers: Sequence[Firer], origin: int, at: int) -> list[Modifier]:
        """Firepower of an attack one of its units takes part in, or that is made out of its terrain."""
        if not (self.at(game, origin) and self.about(game, at) and self.reaches(game, origin, at)):
            return []
        unit = next((s.units[f.unit] for f in firers if self.has(game, s.units[f.unit])), None)
        return [self.item(self.section_of(game, unit))] if unit is not None else []

    def melee(self, game: Game, s: Position, members: Sequence[int], at: int, attacking: bool) -> list[Modifier]:  # noqa: ARG002
        """Firepower in Melee of the side its units are on."""
        fits = self.at(game, at) and self.about(game, at) and any(self.has(game, s.units[u]) for u in members)
        return [self.item()] if fits else []

    def cover(self, game: Game, s: Position, loc: int) -> list[Modifier]:  # noqa: ARG002
        """Target Modifier of a place on the ground."""
        return [self.item()] if loc & 7 == GROUND and self.at(game, loc) and self.about(game, loc) else []

    def to_hit(self, game: Game, s: Position, aim: Aim, origin: int) -> list[Modifier]:
        """To-hit roll of its units, or out of its terrain."""
        u = s.units[aim.unit]
        fits = self.has(game, u) and self.at(game, origin) and self.about(game, aim.at)
        return [self.item(self.section_of(game, u))] if fits and self.reaches(game, origin, aim.at) else []

    def to_be_hit(self, game: Game, s: Position, aim: Aim, origin: int) -> list[Modifier]:
        """To-hit roll at its vehicles."""
        if aim.target == NOBODY or not self.has(game, s.units[aim.target]):
            return []
        fits = self.about(game, aim.at) and self.reaches(game, origin, aim.at)
        return [self.item(self.section_of(game, s.units[aim.target]))] if fits else []

    def armor(self, game: Game, s: Position, gun: Gun, target: int) -> list[Modifier]:
        """Armor of its vehicles against a shot."""
        u = s.units[target]
        fits = self.has(game, u) and (not self.change.ammo or gun.ammo in self.change.ammo)
        return [self.item(self.section_of(game, u))] if fits else []

    def spot(self, game: Game, s: Position, unit: int, at: int) -> list[Modifier]:
        """Die of the spotting attempts of its units."""
        u = s.units[unit]
        fits = self.has(game, u) and self.at(game, u.at) and self.about(game, at) and self.reaches(game, u.at, at)
        return [self.item(self.section_of(game, u))] if fits else []

    def be_spotted(self, game: Game, s: Position, unit: int, at: int) -> list[Modifier]:
        """Die of attempts to spot its units, or anybody in its terrain."""
        u = s.units[unit]
        if not (self.at(game, at) and self.about(game, at) and self.reaches(game, u.at, at)):
            return []
        there = (s.units[o] for o in s.by_loc.get(at, ()) if s.units[o].side != u.side)
        seen = next((o for o in there if self.has(game, o)), None)
        return [self.item(self.section_of(game, seen))] if seen is not None else []

    def smoke(self, game: Game, s: Position, unit: int) -> list[Modifier]:
        """Die for laying Smoke."""
        u = s.units[unit]
        return [self.item()] if self.has(game, u) and self.at(game, u.at) else []

    def fire_start(self, game: Game, s: Position, loc: int) -> list[Modifier]:  # noqa: ARG002
        """10.5.6.5: roll of a Fire Start check, and of a fire that grows or spreads."""
        return [self.item(FIRE)] if self.at(game, loc) and self.about(game, loc) else []

    def flammable(self, burns: bool, game: Game, loc: int) -> bool:
        """10.5.6.5: whether a place can burn."""
        return bool(self.change.to) if self.at(game, loc) and self.about(game, loc) else burns

    def morale(self, value: int, game: Game, u: Unit) -> int:
        """Morale of its units, or of those in its terrain."""
        return self.changed(value) if self.has(game, u) and self.at(game, u.at) else value

    def movement(self, value: int, game: Game, s: Position, u: Unit) -> int:  # noqa: ARG002
        """Movement Factor of its units."""
        return self.changed(value) if self.has(game, u) and self.at(game, u.at) else value

    def range(self, value: int, game: Game, s: Position, unit: int) -> int:
        """Range of the Inherent Firepower of its units."""
        return self.changed(value) if self.has(game, s.units[unit]) else value

    def cost(self, value: int, game: Game, s: Position, to: int, mover: int) -> int:  # noqa: ARG002
        """What terrain costs everybody, or a movement class."""
        fits = not self.change.movers or CLASS_NAMES[mover] in self.change.movers
        return self.changed(value, half=True) if fits and self.about(game, to) else value

    def drive(self, value: int, game: Game, s: Position, to: int, unit: int) -> int:
        """What terrain costs its vehicles."""
        fits = self.has(game, s.units[unit]) and self.about(game, to)
        return self.changed(value, half=True) if fits else value


class Spot(NamedTuple):
    """What a change may do at a point."""

    owners: frozenset[str]
    keys: frozenset[str]
    """Keys of a change that count here, beside `value` or `to`."""
    attach: Mapping[str, Method[Bound]]
    """By owner (or "*") the method that handles a hook; nothing for what the game itself knows."""
    adds: bool = True
    sets: bool = False


MEN = frozenset({"units", "nations", "weather", ""})
ALL = MEN | {"terrain"}
OUTSIDE = frozenset({"weather", ""})
LOOK = frozenset({"terrain", "kinds", "within", "beyond"})
POINTS: Mapping[str, Spot] = {
    "fire": Spot(ALL, LOOK, {"*": FIRE_MODIFIERS.method(Bound.fire)}),
    "melee": Spot(ALL, frozenset({"terrain", "kinds"}), {"*": MELEE_FIREPOWER.method(Bound.melee)}),
    "cover": Spot(OUTSIDE, frozenset({"terrain"}), {"*": TARGET_MODIFIERS.method(Bound.cover)}),
    "to_hit": Spot(ALL, LOOK, {"*": TO_HIT_MODIFIERS.method(Bound.to_hit)}),
    "to_be_hit": Spot(frozenset({"units", "nations"}), LOOK, {"*": TO_HIT_MODIFIERS.method(Bound.to_be_hit)}),
    "armor": Spot(frozenset({"units", "nations"}), frozenset({"ammo"}), {"*": ARMOR_MODIFIERS.method(Bound.armor)}),
    "spot": Spot(ALL, LOOK, {"*": SPOT_MODIFIERS.method(Bound.spot)}),
    "be_spotted": Spot(ALL, LOOK, {"*": SPOT_MODIFIERS.method(Bound.be_spotted)}),
    "smoke": Spot(ALL, frozenset({"kinds"}), {"*": SMOKE_MODIFIERS.method(Bound.smoke)}),
    "fire_start": Spot(OUTSIDE | {"terrain"}, frozenset({"terrain"}), {"*": FIRE_START.method(Bound.fire_start)}),
    "fire_growth": Spot(OUTSIDE | {"terrain"}, frozenset({"terrain"}), {"*": FIRE_GROWTH.method(Bound.fire_start)}),
    "flammable": Spot(OUTSIDE, frozenset({"terrain"}), {"*": FLAMMABLE.method(Bound.flammable)}, False, True),
    "morale": Spot(ALL, frozenset({"kinds"}), {"*": MORALE.method(Bound.morale)}, sets=True),
    "movement": Spot(ALL, frozenset({"kinds"}), {"*": MOVEMENT.method(Bound.movement)}, sets=True),
    "range": Spot(MEN, frozenset({"kinds"}), {"*": RANGE.method(Bound.range)}, sets=True),
    "cost": Spot(
        MEN,
        frozenset({"terrain", "movers"}),
        {
            "units": DRIVE_COST.method(Bound.drive),
            "nations": DRIVE_COST.method(Bound.drive),
            "*": STEP_COST.method(Bound.cost),
        },
        sets=True,
    ),
    "sight": Spot(OUTSIDE, frozenset(), {}, False, True),
    "thermal_sight": Spot(OUTSIDE, frozenset(), {}, False, True),
}
"""Every point of a change: whose it can be, what narrows it down, where it attaches."""


def attachments(setup: GameSetup) -> Iterator[Attachment]:
    """Everything the traits of a set-up attach."""
    for trait, side in at_work(setup.module, setup.weather):
        for change in trait.changes:
            hooks = POINTS[change.on].attach
            found = hooks.get(trait.owner) or hooks.get("*")
            if found is not None:
                yield found.attach(Bound(trait, change, side), BANDS[trait.owner], trait.key)


def complaint(trait: Trait) -> tuple[str, str]:
    """Why a trait cannot be used, and the key that is wrong; two empty texts if it can."""
    owners = [name for name in BANDS if name and getattr(trait, name)]
    if len(owners) > 1:
        return f"a trait belongs to {owners[0]} or to {owners[1]}, not to both", owners[1]
    if not trait.changes:
        return "a trait without changes", "changes"
    for number, change in enumerate(trait.changes):
        path, point = f"changes.{number}", POINTS[change.on]
        if trait.owner not in point.owners:
            whose = trait.owner or "a scenario"
            return f"{change.on!r} cannot belong to {whose}", f"{path}.on"
        given = {name for name in ("terrain", "kinds", "movers", "ammo", "within", "beyond") if getattr(change, name)}
        if given - point.keys:
            return f"{min(given - point.keys)!r} means nothing for {change.on!r}", f"{path}.{min(given - point.keys)}"
        if change.movers and trait.owner in ("units", "nations"):
            return "'movers' means nothing for vehicles of its own", f"{path}.movers"
        if (change.to is not None and not point.sets) or (change.value and not point.adds):
            wrong = "to" if change.to is not None else "value"
            return f"{wrong!r} means nothing for {change.on!r}", f"{path}.{wrong}"
        if (change.to is None) == (not change.value):
            both = " or ".join(name for name, ok in (("'value'", point.adds), ("'to'", point.sets)) if ok)
            return f"a change needs {both}", path
        if change.to == "P" and change.on != "cost":
            return "only a cost can be 'P'", f"{path}.to"
    return "", ""
