"""Units and weapons of a situation, as the set-up of its game has them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from lnlt.content.games import default_heroes
from lnlt.core.board import BUNKER, LAYER_NAMES, TUNNEL, Board
from lnlt.core.catalog import Catalog, UnitType, WeaponType
from lnlt.core.flags import MARKERS, STATUS
from lnlt.core.setup import GameSetup, UnitSetup, WeaponSetup
from lnlt.rules.ch14_ordnance.impact import is_armored
from lnlt.situations import words
from lnlt.situations.arms import weapon_type, with_rifle
from lnlt.situations.boards import check_location
from lnlt.situations.counters import VEHICLE_WEAPON, merged, unit_types
from lnlt.situations.errors import SituationError, check_word, no_such
from lnlt.situations.kits import ACQUISITION, acquired, check_kit, in_vehicle, kinds_of
from lnlt.situations.model import Situation, UnitTable
from lnlt.situations.spelling import bunkers

SIDES_UP = ("tripod", "assembled", "bipod", "dismantled", "jammed", "low_ammo", "full", "carried", "deployed")
"""Sides of a Support Weapon, and the modes of Claymores."""


def _new_heroes(setup: GameSetup, situation: Situation, catalog: Catalog) -> list[UnitType]:
    """11.2.1: where Heroes may be created every side has enough of them, and those drawn whose values no pack knows."""
    if not any(d.purpose == "hero creation" for d in situation.dice):
        return []
    found = [hero for side in setup.sides for hero in default_heroes(side)]
    for pick in {d.pick for d in situation.dice if d.purpose == "hero" and d.pick in catalog.units}:
        hero = catalog.units[pick or ""]
        if hero.kind == "hero" and not hero.morale:
            found.append(replace(hero, morale=found[0].morale, range=hero.range or found[0].range))
    return found


def with_counters(setup: GameSetup, situation: Situation, catalog: Catalog, board: Board, where: str) -> GameSetup:
    """The set-up with all units and weapons."""
    units, types, holders = _units(setup, situation, catalog, board, where)
    types, same = merged([*types, *_new_heroes(setup, situation, catalog)])
    units = [replace(u, type=same.get(u.type, u.type)) for u in units]
    weapons, weapon_types = _weapons(setup, situation, catalog, board, holders, where)
    return replace(
        setup, units=tuple(units), weapons=tuple(weapons), types=tuple(types), weapon_types=tuple(weapon_types)
    )


def _units(
    setup: GameSetup, situation: Situation, catalog: Catalog, board: Board, where: str
) -> tuple[list[UnitSetup], list[UnitType], dict[str, UnitTable]]:
    """The units, their types that are in no pack, and who carries each weapon."""
    holders: dict[str, UnitTable] = {}
    weapon_ids = [w.id for w in situation.weapons]
    units: list[UnitSetup] = []
    types: list[UnitType] = []
    seen: set[str] = set()
    known = bunkers(situation)
    kinds = kinds_of(situation, catalog)
    nation_of = {s.id: printed_nation(s.id, situation, catalog) or s.nation for s in setup.sides}
    for number, entry in enumerate(situation.units):
        path = f"units[{number}]"
        if entry.id in seen:
            raise SituationError(f"a second unit {entry.id!r}", where, f"{path}.id")
        seen.add(entry.id)
        entry = _below_ground(in_vehicle(entry, situation, kinds))
        for place, skill in enumerate(entry.skills):
            check_word(skill, catalog.skills, "skill", where, f"{path}.skills[{place}]")
        made = unit_types(entry, catalog, nation_of[entry.side], situation.era, where, path)
        if kinds[entry.id] == "vehicle" and (rifle := _rifle(entry, situation, catalog, where)) is not None:
            made[0] = with_rifle(made[0], rifle)
        types += [t for t in made if catalog.units.get(t.key) is not t]
        _check_unit(entry, board, known, where, path)
        _check_flyer(entry, made[0].kind, where, path)
        check_kit(entry, kinds, board, where, path)
        if any(u.id == entry.aboard and u.side != entry.side for u in situation.units):
            raise SituationError(f"vehicle {entry.aboard!r} is of the other side", where, f"{path}.aboard")
        for place, weapon in enumerate(entry.carries):
            if weapon not in weapon_ids:
                raise no_such(weapon, weapon_ids, "weapon", where, f"{path}.carries[{place}]")
            if weapon in holders:
                raise SituationError(f"weapon {weapon!r} is carried twice", where, f"{path}.carries[{place}]")
            holders[weapon] = entry
        units.append(
            UnitSetup(
                id=entry.id,
                side=entry.side,
                type=made[0].key,
                at="" if kinds[entry.id] == "aircraft" else entry.at or "",
                status=tuple(word for word in entry.status if word not in words.FLIGHT_MODES),
                markers=_marks(entry, situation.state.phase),
                carries=entry.carries,
                skills=entry.skills,
                facing=entry.facing or "",
                turret=entry.turret or "",
                hatch=entry.hatch or _hatch(entry, made[0]),
                aboard=entry.aboard or "",
                riding=entry.riding or "",
                acquired=acquired(entry, situation, kinds, catalog, where, path),
            )
        )
    return units, types, holders


def _weapons(
    setup: GameSetup,
    situation: Situation,
    catalog: Catalog,
    board: Board,
    holders: Mapping[str, UnitTable],
    where: str,
) -> tuple[list[WeaponSetup], list[WeaponType]]:
    """The Support Weapons, and their types that are in no pack."""
    weapons: list[WeaponSetup] = []
    types: list[WeaponType] = []
    for number, entry in enumerate(situation.weapons):
        path = f"weapons[{number}]"
        if any(w.id == entry.id for w in weapons):
            raise SituationError(f"a second weapon {entry.id!r}", where, f"{path}.id")
        kind = weapon_type(entry, catalog, situation.era, where, path)
        if catalog.weapons.get(kind.key) is not kind:
            types.append(kind)
        holder = holders.get(entry.id)
        if holder is not None and entry.at is not None:
            raise SituationError(f"weapon {entry.id!r} is carried and lies in a hex", where, f"{path}.at")
        if entry.at is not None:
            check_location(board, entry.at, where, f"{path}.at")
        side_up = entry.side_up or ""
        if side_up:
            check_word(side_up, SIDES_UP, "side", where, f"{path}.side_up")
        side_up = {"deployed": "assembled", "carried": "dismantled"}.get(side_up, side_up)
        if side_up in SIDES_UP[:2] and holder is not None and holder.at is None:
            raise SituationError("who enters the map carries it folded (rule 22.0)", where, f"{path}.side_up")
        owner = entry.side or (holder.side if holder else "")
        if owner:
            check_word(owner, [s.id for s in setup.sides], "side", where, f"{path}.side")
        weapons.append(WeaponSetup(entry.id, kind.key, owner, entry.at or "", side_up, bool(entry.captured)))
    return weapons, types


def _rifle(entry: UnitTable, situation: Situation, catalog: Catalog, where: str) -> WeaponType | None:
    """23.2.3: the weapon for vehicles that one of them has."""
    carried = [(n, w) for n, w in enumerate(situation.weapons) if w.id in entry.carries]
    known = [weapon_type(w, catalog, situation.era, where, f"weapons[{n}]") for n, w in carried]
    return next((t for t in known if t.kind == VEHICLE_WEAPON), None)


def _below_ground(entry: UnitTable) -> UnitTable:
    """10.7.1: who has an In Tunnel marker and stands in no other part of his hex is below it."""
    if "in_tunnel" not in entry.markers or entry.at is None or "/" in entry.at:
        return entry
    return replace(entry, at=f"{entry.at}/{LAYER_NAMES[TUNNEL]}")


def _hatch(entry: UnitTable, kind: UnitType) -> str:
    """15.0, 15.8: a Shaken vehicle with a roof is buttoned; others are open if the file does not say."""
    shut = kind.kind == "vehicle" and "shaken" in entry.status and is_armored(kind)
    return "buttoned" if shut and "open_topped" not in kind.abilities else ""


def _marks(entry: UnitTable, phase: str) -> tuple[str, ...]:
    """Markers of a unit; a helicopter that hovers has one, however the file says so (19.2.1).

    15.5: the marker of a unit that stays in motion may be named, too; in the new turn it has not moved yet.
    """
    hovers = any(word in words.HOVER for word in (entry.mode, *entry.markers, *entry.status))
    found = [m for m in entry.markers if not m.startswith(ACQUISITION) and m not in words.FLIGHT_MODES]
    if any(m in words.CONTINUOUS for m in found):
        kept = words.CONTINUOUS if phase == "admin" else (*words.CONTINUOUS, *words.MOVED_ON)
        found = [*(m for m in found if m not in kept), words.CONTINUOUS[0]]
    return (*found, "hover") if hovers else tuple(found)


def printed_nation(side: str, situation: Situation, catalog: Catalog) -> str:
    """Nation on the first counter of a side that comes from a pack and has one."""
    for unit in situation.units:
        if unit.side == side and unit.type in catalog.units and catalog.units[unit.type or ""].nation:
            return catalog.units[unit.type or ""].nation
    return ""


def _check_flyer(entry: UnitTable, kind: str, where: str, path: str) -> None:
    """19.2.1: only helicopters are in the air, fly or hover."""
    if kind == "helicopter":
        return
    if entry.at is not None and entry.at.endswith("/air"):
        raise SituationError("only helicopters are in the air", where, f"{path}.at")
    for key, words_ in (("mode", (entry.mode,)), ("markers", entry.markers), ("status", entry.status)):
        if any(word in words.FLIGHT_MODES for word in words_):
            raise SituationError("only helicopters fly or hover", where, f"{path}.{key}")


def _check_unit(entry: UnitTable, board: Board, bunkers: Collection[str], where: str, path: str) -> None:
    if entry.at is not None:
        layer = entry.at.partition("/")[2]
        check_location(board, entry.at, where, f"{path}.at")
        if layer == LAYER_NAMES[BUNKER] and entry.at.partition("/")[0] not in bunkers:
            raise SituationError(f"{entry.at.partition('/')[0]} has no bunker", where, f"{path}.at")
    for number, word in enumerate(entry.status):
        if word in words.FLIGHT_MODES:
            continue
        check_word(word, STATUS, "status", where, f"{path}.status[{number}]")
    for number, word in enumerate(entry.markers):
        if word.startswith(ACQUISITION) or word in words.FLIGHT_MODES or word in words.CONTINUOUS:
            continue
        check_word(word, MARKERS, "marker", where, f"{path}.markers[{number}]")
