"""Positions as a viewer may see them: counters with their values, weapons, markers, control, how things stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lnlt import engine, words
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import (
    ACTION_MARKERS,
    BROKEN,
    BUTTONED,
    CAPTURED,
    ELIMINATED,
    JAMMED,
    JOINED,
    LOW_AMMO,
    MARKERS,
    SHAKEN,
    SPENT,
    STATUS,
    TRIPOD,
    WOUNDED,
    names,
)
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, State, Unit, enclosing
from lnlt.rules.ch15_vehicles.fate import can_button
from lnlt.rules.ch19_air.airborne import flight_of
from lnlt.rules.ch19_air.flying import Flight
from lnlt.rules.ch20_night.seen import darkness
from lnlt.rules.facts import units as values
from lnlt.rules.facts.boats import in_boat
from lnlt.rules.facts.guns import GUN_NAMES, has_turret, own_guns
from lnlt.rules.facts.kits import has_facing, is_flying, is_helicopter, kit_of, place_of
from lnlt.server.shapes import Aloft, Chip, FlightPath, Gear, GunTable, Item, Mark, Outcome, Piece, Position
from lnlt.server.sky import flight

WEAPON_FLAGS = {
    "tripod": TRIPOD,
    "jammed": JAMMED,
    "broken": BROKEN,
    "captured": CAPTURED,
    "spent": SPENT,
    "low_ammo": LOW_AMMO,
}
BOXES = (("assault_move", "assault"), ("stealth", "stealth"), ("extended_range", "extended"))
BOAT = "in_boat"
LETTERS = (("assaulter", "A"), ("melee", "M"))


def seen(state: State, viewer: int) -> State:
    """The position a viewer may know, as something words and sums can be made of: no dice, no waiting orders."""
    return engine.view(state, viewer).as_state(0)


def public(game: Game, s: State) -> Game:
    """The game without what a viewer of this position may not know: for words, options and looking ahead."""
    setup = game.setup
    if not setup.paragraphs and not any(g.secret for g in setup.groups) and not any(m.secret for m in setup.missions):
        return game
    return game.public(s)


Part = Callable[[str, object, Callable[[], Any]], Any]
"""A part of a position from its name, what it is made of, and how it is made."""


def _make(name: str, source: object, make: Callable[[], Any]) -> Any:  # noqa: ARG001
    return make()


def position(
    game: Game, s: State, counters: tuple[Any, ...] | None = None, goals: tuple[str, ...] = (), part: Part = _make
) -> Position:
    """A position from what a viewer sees (see `seen`); counters, goals and parts known already may be given."""
    if counters is None:
        counters = tuple(piece(game, s, u) for u in range(len(s.units)))
    board = game.board
    over = outcome(game, s)
    return Position(
        turn=s.turn,
        turns=game.turns,
        phase=s.phase,
        phase_name=words.phase_name(s),
        initiative=s.initiative,
        active=s.active,
        pieces=counters,
        items=part("items", (s.weapons, s.ids), lambda: items(game, s)),
        marks=part("marks", (s.markers, in_the_air(s)), lambda: marks(game, s)),
        control=part("control", s.control, lambda: {board.loc_name(loc): side for loc, side in s.control.items()}),
        goals=goals or tuple(words.goal_lines(game)),
        standing=over.text
        if over is not None
        else part("standing", (s.units, s.control, s.notes), lambda: words.standing_text(game, s)),
        flown=flown(game, s),
        over=over,
        night=part("night", (s.units, s.markers, s.turn), lambda: night(game, s)) if game.night is not None else (),
        flight=flight(game, s) if game.setup.airstrikes else None,
    )


def night(game: Game, s: State) -> tuple[tuple[str, ...], ...]:
    """20.1: what is lit, and what each side sees of the rest; empty by day."""
    found = [dark for side in (0, 1) if (dark := darkness(game, s, side)) is not None]
    return (found[0].lit, *(dark.near for dark in found)) if found else ()


def chip(key: str) -> Chip:
    """A status or marker of a unit."""
    short, name, rule = words.chip_words(key)
    return Chip(key=key, short=short, name=name, rule=rule)


CHIPS = {key: chip(key) for key in (*STATUS, "buttoned", *MARKERS, BOAT)}
WEAPON_CHIPS = {
    key: Chip(key=key, short=short, name=name, rule=rule)
    for key in WEAPON_FLAGS
    for short, name, rule in [words.weapon_chip(key)]
}


def whereabouts(s: State, unit: int) -> str:
    """Why a unit is not on the board; empty if it is, also in or on a vehicle (16.0)."""
    u = s.units[unit]
    if u.at >= 0 or (not u.flags & ELIMINATED and place_of(s, unit) >= 0):
        return ""
    if u.flags & JOINED:
        return "joined"
    if u.flags & ELIMINATED:
        return "eliminated"
    gone = s.notes.get(f"exited:{u.id}") or s.notes.get(f"flown:{u.id}")
    return "exited" if gone else "to_enter"


def gear(game: Game, u: Unit) -> Gear | None:
    """What a vehicle or gun has beside other counters; None for men."""
    t = game.types[u.type]
    guns = own_guns(t)
    if t.kind not in ("vehicle", "helicopter") and not guns:
        return None
    kit = kit_of(u)
    faces = u.kit is not None and has_facing(t) and u.at >= 0
    hatch = "" if t.kind != "vehicle" or not can_button(game, u) else "buttoned" if u.flags & BUTTONED else "open"
    return Gear(
        facing=kit.facing if faces else NOBODY,
        turret=kit.turret if faces and has_turret(t) else NOBODY,
        armor=t.armor,
        hatch=hatch,
        drives=t.move_class,
        mgs=t.mgs,
        guns=tuple(
            GunTable(
                name=GUN_NAMES[n] if len(guns) > 1 else "",
                he="" if gun.he is None else str(gun.he),
                ammo=gun.ammo,
                bands=tuple((str(far), str(hit), str(pen)) for far, hit, pen in gun.to_hit),
            )
            for n, gun in enumerate(guns)
        ),
        capacity=t.capacity,
    )


def aloft(game: Game, u: Unit) -> Aloft | None:
    """Mode and height of a helicopter on the map; None for all else (19.2.1, 19.2.3)."""
    if u.at < 0 or not is_helicopter(game, u):
        return None
    mode = "flying" if is_flying(u) else "hovering"
    return Aloft(mode=mode, level=game.board.level(u.at), over=game.board.names[u.at >> 3])


def flown(game: Game, s: State) -> FlightPath | None:
    """19.2: the way of a helicopter in its impulse."""
    way = enclosing(s, Flight)
    if way is None:
        return None
    u = s.units[way.unit]
    path = tuple(game.board.names[j] for j in way.path)
    return FlightPath(unit=u.id, side=u.side, level=game.board.level(way.at), path=path)


def states(u: Unit) -> tuple[str, ...]:
    """Names of everything on a counter."""
    hatch = ("buttoned",) if u.flags & BUTTONED else ()
    return (*names(u.flags, STATUS), *hatch, *names(u.flags, MARKERS))


def piece(game: Game, s: State, unit: int) -> Piece:
    """One counter."""
    u = s.units[unit]
    t = game.types[u.type]
    out = whereabouts(s, unit)
    kit = kit_of(u)
    fights = t.is_mmc or t.is_smc
    leads = bool(t.lm) or t.kind in ("leader", "commissar", "political_officer")
    return Piece(
        id=u.id,
        type=t.key,
        name=t.name,
        kind=t.kind,
        side=u.side,
        at=game.board.loc_name(place) if (place := place_of(s, unit)) >= 0 and not out else "",
        aboard=s.units[kit.aboard].id if kit.aboard != NOBODY and not out else "",
        riding=("outside" if kit.outside else "inside") if kit.aboard != NOBODY and not out else "",
        badge=t.badge,
        fp=str(values.firepower(game, u)) if fights and not leads else "",
        range=str(values.fire_range(game, u)) if fights and not leads else "",
        mf=str(values.movement(game, s, u)) if t.kind != "helicopter" else "",
        morale=str(values.morale(game, u, s)) if fights or t.kind in ("vehicle", "helicopter") else "",
        lm=str(values.leadership(game, u)) if leads else "",
        boxes=tuple(box for ability, box in BOXES if ability in t.abilities),
        letters=tuple(letter for ability, letter in LETTERS if ability in t.abilities),
        chips=tuple(CHIPS[key] for key in (*states(u), *((BOAT,) if u.at >= 0 and in_boat(game, s, unit) else ()))),
        shaken=bool(u.flags & SHAKEN),
        wounded=bool(u.flags & WOUNDED),
        done=bool(u.flags & ACTION_MARKERS),
        out=out,
        carries=tuple(s.weapons[w].id for w in u.carries),
        skills=tuple(skill_name(game, key) for key in u.skills),
        gear=gear(game, u),
        aloft=aloft(game, u),
        label=words.piece_text(game, s, unit, out),
    )


def skill_name(game: Game, key: str) -> str:
    """Name of a Skill."""
    found = game.catalog.skills.get(key)
    return found.name if found else key


def weapon_values(t: WeaponType, tripod: bool) -> str:
    """Firepower and range of the side that is up."""
    if t.fp is None:
        return ""
    fp, reach = t.bipod if t.bipod is not None and not tripod else (t.fp, t.range)
    return f"{fp}-{reach}"


def item(game: Game, s: State, weapon: int) -> Item:
    """One Support Weapon."""
    w = s.weapons[weapon]
    t = game.weapon_types[w.type]
    return Item(
        id=w.id,
        name=t.name,
        kind=t.kind,
        values=weapon_values(t, bool(w.flags & TRIPOD)),
        carrier=s.units[w.carrier].id if w.carrier != NOBODY else "",
        at=game.board.loc_name(w.at) if w.at >= 0 else "",
        side=w.side,
        chips=tuple(WEAPON_CHIPS[key] for key, bit in WEAPON_FLAGS.items() if w.flags & bit),
    )


def items(game: Game, s: State) -> tuple[Item, ...]:
    """All Support Weapons in play."""
    return tuple(item(game, s, w) for w, weapon in enumerate(s.weapons) if not weapon.flags & SPENT)


def marks(game: Game, s: State) -> tuple[Mark, ...]:
    """All markers on the board."""
    found = []
    for m in s.markers:
        short, name = words.mark_words(game, m)
        about, rule = words.mark_about(m)
        place = game.board.loc_name(m.at)
        found.append(
            Mark(
                kind=m.kind,
                name=name,
                at=place,
                short=short,
                strength=m.strength,
                side=m.side,
                facing=words.mark_way(m),
                label=words.mark_label(game, m),
                about=about,
                rule=rule,
            )
        )
    air = in_the_air(s)
    if air is not None:
        unit, hex_, way = air
        name, place = game.types[s.units[unit].type].name, game.board.names[hex_]
        side = s.units[unit].side
        label = f"{name}, {place}"
        found.append(Mark(kind="aircraft", name=name, at=place, short="AC", side=side, facing=way, label=label))
    return tuple(found)


def in_the_air(s: State) -> tuple[int, int, int] | None:
    """The aircraft over the map, the hex below it and the direction it flies in (19.1)."""
    flight = flight_of(s)
    if flight is None or not 0 <= flight.index < len(flight.path):
        return None
    return flight.unit, flight.path[flight.index], flight.way


def outcome(game: Game, s: State) -> Outcome | None:
    """How the game ended, if it did."""
    if s.over is None:
        return None
    return Outcome(
        winner=s.over.winner,
        text=words.end_text(game, s),
        losses=tuple(words.loss_lines(game, s)),
        summary=tuple(words.end_lines(game, s)),
    )
