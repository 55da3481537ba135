"""20.2, 20.3: Starshells: fired by Leaders and Heroes with luck, or by a Mortar Team that a Leader or Scout calls."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lnlt.core import events as ev
from lnlt.core.board import LAYERS
from lnlt.core.draft import Draft
from lnlt.core.flags import ASSAULT_FIRE, CONTINUOUS, FIRED, HANDLED, MOVING, OPS_COMPLETE, SHAKEN, SMOKED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.hooks import ModifierHook
from lnlt.core.state import Marker, Position
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch04_operations.action import Action
from lnlt.rules.ch04_operations.activation import BUSY
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch13_nations import starshell
from lnlt.rules.ch18_indirect.mortars import check_mortar
from lnlt.rules.ch20_night.darkness import FLARE, has_fired, is_night
from lnlt.rules.facts import units
from lnlt.rules.facts.boats import check_on_land
from lnlt.rules.facts.callers import note_caller
from lnlt.rules.facts.kinds import LEADER_KINDS

STARSHELL_MODIFIERS: ModifierHook[[Game, Position, int]] = ModifierHook("modifiers of firing a Starshell", rule="20.2")
FIRERS = LEADER_KINDS | {"hero"}
"""Who fires Starshells himself."""
CALLERS = LEADER_KINDS | {"scout"}
"""Who calls a Mortar Team for one (Q-097)."""
REACH = 3
"""Hexes from the man to the light."""
ACTED = BUSY | SMOKED | ASSAULT_FIRE | HANDLED | MOVING | CONTINUOUS


def capability(game: Game, s: Position, unit: int) -> int | None:
    """20.2, 13.0: Starshell Capability of a unit: that of its side in the scenario, else of its nation; None = none."""
    u = s.units[unit]
    assert game.night is not None
    stated = game.night.starshell.get(game.sides[u.side].id)
    if stated is not None:
        return stated
    own = game.catalog.nations.get(game.types[u.type].nation)
    return own.starshell if own is not None and own.starshell is not None else starshell(game, u.side)


def starshell_tally(game: Game, s: Position, unit: int) -> Tally:
    """20.2, Q-166: the die less the Leader's LM must be at most the capability of his nation."""
    lm = units.leadership(game, s.units[unit])
    mods = [Modifier(-lm, "leader", "20.2", s.units[unit].id)] if lm else []
    mods.extend(STARSHELL_MODIFIERS.collect(game.hooks, game, s, unit))
    return Tally("starshell", (), tuple(mods), capability(game, s, unit) or 0)


def starshell_odds(tally: Tally) -> Fraction:
    """20.2: exact chance of light: the modified die is at most the capability."""
    return Fraction(sum(tally.allows(die) for die in range(1, 7)), 6)


def is_mortar_team(game: Game, s: Position, unit: int) -> bool:
    """18.1: whether a unit is a Mortar Weapon Team."""
    return game.types[s.units[unit].type].is_mortar_team


def check_man(game: Game, s: Position, impulse: Impulse, unit: int, called: bool) -> Refusal | None:
    """20.2, 20.3, Q-384: at night, a Leader or Hero (for a Mortar: Leader or Scout) in Good Order who has not acted.

    Nobody calls a Mortar out of a boat (23.3.1).
    """
    u = s.units[unit]
    rule = "20.3" if called else "20.2"
    facts: dict[str, str | int] = {"unit": u.id}
    if not is_night(game, s):
        return Refusal(rule, "by_day", facts)
    if u.side != impulse.side or u.at < 0:
        return Refusal(rule, "not_own_unit", facts)
    if u.at not in impulse.named:
        return Refusal("4.0", "not_named", {"at": game.board.loc_name(u.at)})
    if game.types[u.type].kind not in (CALLERS if called else FIRERS):
        return Refusal(rule, "kind_calls_no_starshell" if called else "kind_fires_no_starshell", facts)
    if u.flags & SHAKEN:
        return Refusal(rule, "shaken", facts)
    if u.flags & ACTED:
        return Refusal(rule, "has_acted", facts)
    if not capability(game, s, unit):
        return Refusal(rule, "no_starshells", {"side": game.side_name(u.side)})
    return check_on_land(game, s, unit) if called and game.boats else None


def check_light(game: Game, s: Position, unit: int, at: int, mortar: int | None) -> Refusal | None:
    """20.2, 20.3, Q-384: a hex within three of the man; for a Mortar also one in his sight with somebody Fired in it,
    and either within its range."""
    here, name = s.units[unit].at, game.board.loc_name(at)
    if at & 7:
        return Refusal("20.2", "whole_hexes", {"at": name})
    if at >> 3 not in game.playable:
        return Refusal("22.0", "off_limits", {"at": name})
    if game.distance(here >> 3, at >> 3) > REACH:
        if mortar is None:
            return Refusal("20.2", "too_far_to_light", {"at": name, "limit": REACH})
        flash = any(has_fired(s, at + layer) and sees(game, s, here, at + layer) for layer in range(LAYERS))
        if not flash:
            return Refusal("20.3", "no_flash_there", {"at": name, "limit": REACH})
    refusal = check_mortar(game, s, mortar, at, False) if mortar is not None else None
    if refusal is not None and refusal.code in ("team_too_near", "out_of_range"):
        return Refusal("20.3", refusal.code, refusal.params)
    return refusal


class FireStarshell(Command, frozen=True, gc=False):
    """A Leader or Hero of a named location fires a Starshell, or a Leader or Scout calls one from a Mortar Team."""

    unit: str
    at: str
    mortar: str = ""
    """The Mortar Team that is called (20.3)."""


class Lighting(Action):
    """20.2, 20.3: Starshells."""

    command = FireStarshell
    needs_named = True

    def in_play(self, game: Game) -> bool:
        """20.0: battles by night."""
        return game.night is not None

    def candidates(self, game: Game, s: Position, impulse: Impulse) -> Iterator[Command]:
        """Leaders, Heroes and Scouts of named locations, every hex they may light, with every Mortar Team."""
        if game.night is None:
            return
        teams = [u for u, unit in enumerate(s.units) if unit.side == impulse.side and is_mortar_team(game, s, u)]
        fired = {loc & ~7 for loc in s.by_loc if has_fired(s, loc)}
        for here in impulse.named:
            row = game.ranges[here >> 3]
            near = [i * LAYERS for i in range(game.board.size) if row[i] <= REACH]
            for u in s.by_loc.get(here, ()):
                kind, name = game.types[s.units[u].type].kind, s.units[u].id
                if kind in FIRERS and check_man(game, s, impulse, u, False) is None:
                    yield from (FireStarshell(name, game.board.loc_name(at)) for at in near)
                if kind in CALLERS and teams and check_man(game, s, impulse, u, True) is None:
                    for team in teams:
                        for at in sorted({*near, *fired}):
                            yield FireStarshell(name, game.board.loc_name(at), s.units[team].id)

    def check(self, game: Game, s: Position, impulse: Impulse, command: FireStarshell) -> Refusal | None:
        """20.2, 20.3: see `check_man` and `check_light`; a Mortar is one of the side."""
        unit = s.ids.get(command.unit)
        if unit is None:
            return Refusal("1.1", "no_such_unit", {"unit": command.unit})
        mortar: int | None = None
        if command.mortar:
            mortar = s.ids.get(command.mortar)
            if mortar is None:
                return Refusal("1.1", "no_such_unit", {"unit": command.mortar})
            if s.units[mortar].side != impulse.side or s.units[mortar].at < 0 or not is_mortar_team(game, s, mortar):
                return Refusal("20.3", "no_mortar_team", {"unit": command.mortar})
        refusal = check_man(game, s, impulse, unit, mortar is not None)
        return refusal or check_light(game, s, unit, game.board.loc(command.at), mortar)

    def answer(self, d: Draft, impulse: Impulse, command: FireStarshell) -> None:
        """20.2: roll, and light the hex or not; 20.3: a Mortar needs no roll and is Fired.

        The man is Ops Complete however it ends, and lends no Leadership to fire in this turn.
        """
        unit, at = d.ids[command.unit], d.game.board.loc(command.at)
        d.update(impulse, did=(*impulse.did, d.units[unit].at))
        light = True
        if command.mortar:
            d.flag(d.ids[command.mortar], FIRED, OPS_COMPLETE)
            d.emit(ev.Resolved("starshell", impulse.side, at, (), "light", unit))
        else:
            tally = starshell_tally(d.game, d, unit)
            (die,) = d.roll(1, "starshell", impulse.side, subject=unit)
            light = tally.allows(die)
            d.emit(
                ev.Resolved("starshell", impulse.side, at, (tally,), "light" if light else "failed", unit, ((die,),))
            )
        if light:
            d.emit(ev.MarkerPlaced(Marker(FLARE, at, 1, impulse.side)))
        note_caller(d, unit)
        d.flag(unit, OPS_COMPLETE)
