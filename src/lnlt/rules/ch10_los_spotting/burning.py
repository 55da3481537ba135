"""10.5.6: the option "fire": how a hex catches fire, how fire grows and spreads, what it does to those in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import GROUND, ROOF, UPPER
from lnlt.core.draft import Draft
from lnlt.core.flags import ABANDONED, BULK, ELIMINATED
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.hooks import ModifierHook, ValueHook
from lnlt.core.state import Marker, Position
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch05_fire.damage import damage_check
from lnlt.rules.facts.buildings import is_ruined
from lnlt.rules.facts.kits import place_of
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.units import is_leg

FIRE_START: ModifierHook[[Game, Position, int]] = ModifierHook("modifiers of a Fire Start check", rule="10.5.6.1")
FIRE_GROWTH: ModifierHook[[Game, Position, int]] = ModifierHook(
    "modifiers of the die for a fire that grows or spreads", rule="10.5.6.5"
)
FLAMMABLE: ValueHook[bool, [Game, int]] = ValueHook("whether terrain can burn", rule="10.5.6.1")

NATURAL = 6
"""Attack die that may start a fire."""
START = 10
FLAMES = frozenset({"flamethrower", "molotov"})
OUT, GROWS = 1, 6
WORSE, MUCH_WORSE = 2, 4
"""How much is added to a Damage Check in a Fire 1 and in a Fire 2."""
WET = frozenset({"rain", "snow"})


def is_flammable(game: Game, s: Position, loc: int) -> bool:
    """10.5.6.1, Q-534: whether a location can burn: the floors and the roof of flammable terrain, but no Rubble."""
    burns = loc & 7 in (GROUND, UPPER, ROOF) and game.board.terrain[loc >> 3].flammable
    burns = burns and not (loc & 7 == GROUND and is_ruined(game, s, loc >> 3))
    return FLAMMABLE.apply(game.hooks, burns, game, loc)


def fire_at(s: Position, loc: int) -> Marker | None:
    """The Fire marker of a location."""
    return next((m for m in s.marks.get(loc, ()) if m.kind == "fire"), None)


def starts_check(game: Game, s: Position, firers: Sequence[int], weapons: Collection[str]) -> bool:
    """10.5.6.1: one man alone starts no fire, except with a Flamethrower."""
    alone = len(firers) == 1 and game.types[s.units[firers[0]].type].is_smc
    return not alone or "flamethrower" in weapons


def start_tally(game: Game, s: Position, loc: int, weapons: Collection[str], more: Sequence[Modifier] = ()) -> Tally:
    """10.5.6.1: +5 for flames, -1 in rain or snow; `more` is what ordnance and artillery add; 10 starts a fire."""
    mods = list(more)
    if FLAMES & set(weapons):
        mods.append(Modifier(5, "flames", "10.5.6.1"))
    if game.setup.weather in WET:
        mods.append(Modifier(-1, "rain" if game.setup.weather == "rain" else "snow", "10.5.6.1"))
    mods.extend(FIRE_START.collect(game.hooks, game, s, loc))
    return Tally("fire_start", (), tuple(mods), START, reach=True)


def fire_start_check(
    d: Draft, side: int, loc: int, weapons: Collection[str] = (), more: Sequence[Modifier] = ()
) -> None:
    """10.5.6.1: 2d6 with modifiers for the location fired at, if it can burn and does not yet."""
    if not is_flammable(d.game, d, loc) or fire_at(d, loc) is not None:
        return
    tally = start_tally(d.game, d, loc, weapons, more)
    faces = d.roll(2, "random", side)
    starts = tally.allows(sum(faces))
    d.emit(ev.Resolved("fire_start", side, loc, (tally,), "burns" if starts else "none", dice=(faces,)))
    if starts:
        d.emit(ev.MarkerPlaced(Marker("fire", loc)))


class FireDamage(Procedure, frozen=True, gc=False, kw_only=True):
    """10.5.6.4: Leg units in burning locations make Damage Checks, Leaders of each location first; then vehicles."""

    RULE: ClassVar[str] = "10.5.6.4"
    STEPS: ClassVar[tuple[str, ...]] = ("find", "check", "leave")
    pending: tuple[tuple[int, int], ...] = ()

    def find(self, d: Draft) -> None:
        """Who stands in a fire, and how strong it is; vehicles and those exposed on them only in a Fire 2."""
        from lnlt.rules.ch17_antitank.exposure import in_flames

        found: list[tuple[int, int]] = []
        for marker in d.markers:
            if marker.kind == "fire":
                here = [u for u in d.by_loc.get(marker.at, ()) if is_leg(d.game, d, u)]
                here.sort(key=lambda u: not is_leader(d.game, d, u))
                found.extend((u, MUCH_WORSE if marker.strength > 1 else WORSE) for u in here)
                if marker.strength > 1:
                    cars = [u for u in d.by_loc.get(marker.at, ()) if d.units[u].flags & BULK]
                    found.extend((u, WORSE) for car in cars for u in in_flames(d.game, d, car))
        d.update(self, pending=tuple(found))

    def check(self, d: Draft) -> None:
        """The next unit checks; no Hero comes of it (Q-038)."""
        if not self.pending:
            return
        (unit, worse), rest = self.pending[0], self.pending[1:]
        d.update(self, pending=rest, step=1)
        if place_of(d, unit) >= 0 and not d.units[unit].flags & (ELIMINATED | ABANDONED):
            damage_check(d, unit, worse, [u for u, _ in rest], enemy_fire=False)

    def leave(self, d: Draft) -> None:
        """16.2: passengers on top whom the fire has shaken get off, others if they like; nobody fires at them."""
        from lnlt.rules.ch16_passengers.forced import shaken_get_off

        if d.game.has_vehicles:
            for car, u in enumerate(d.units):
                if u.flags & BULK and u.at >= 0 and fire_at(d, u.at) is not None:
                    shaken_get_off(d, car)


def growth(game: Game, s: Position, loc: int) -> tuple[Tally, ...]:
    """10.5.6.5, Q-461: what a module adds to the die for a fire that grows or spreads; no sum if it adds nothing."""
    mods = FIRE_GROWTH.collect(game.hooks, game, s, loc)
    return (Tally("fire_growth", (), tuple(mods), GROWS, reach=True),) if mods else ()


def intensity(d: Draft) -> None:
    """10.5.6.2: every Fire 1 goes out on a 1 and grows to Fire 2 on a 6."""
    for marker in [m for m in d.markers if m.kind == "fire" and m.strength == 1]:
        (die,), sums = d.roll(1, "random", d.initiative), growth(d.game, d, marker.at)
        die += sum(int(tally.total) for tally in sums)
        outcome = "out" if die <= OUT else "grows" if die >= GROWS else "none"
        d.emit(ev.Resolved("fire_intensity", d.initiative, marker.at, sums, outcome))
        if outcome != "none":
            d.emit(ev.MarkerRemoved(marker))
        if outcome == "grows":
            d.emit(ev.MarkerPlaced(Marker("fire", marker.at, 2)))


def beside_fire(game: Game, s: Position) -> list[int]:
    """10.5.6.2, Q-233: flammable locations next to a Fire 2 that do not burn: same level next door, else the ground;
    and the level above and below."""
    board = game.board
    found: set[int] = set()
    for marker in s.markers:
        if marker.kind == "fire" and marker.strength >= 2:
            hex_, layer = marker.at >> 3, marker.at & 7
            near = [j * 8 + (layer if board.has_layer(j, layer) else GROUND) for j in board.neighbours[hex_] if j >= 0]
            ladder = [x for x in (GROUND, UPPER, ROOF) if board.has_layer(hex_, x)]
            place = ladder.index(layer)
            near += [hex_ * 8 + x for n, x in enumerate(ladder) if abs(n - place) == 1]
            found.update(near)
    return sorted(loc for loc in found if is_flammable(game, s, loc) and fire_at(s, loc) is None)


def spreading(d: Draft) -> None:
    """10.5.6.2: each of them begins to burn on a 6; one roll however many fires are near."""
    for loc in beside_fire(d.game, d):
        (die,), sums = d.roll(1, "random", d.initiative), growth(d.game, d, loc)
        burns = die + sum(int(tally.total) for tally in sums) >= GROWS
        d.emit(ev.Resolved("fire_spreading", d.initiative, loc, sums, "burns" if burns else "none"))
        if burns:
            d.emit(ev.MarkerPlaced(Marker("fire", loc)))
