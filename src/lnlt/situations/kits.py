"""Facing, company and acquired targets of the units of a situation file."""

from __future__ import annotations

from msgspec.structs import replace

from lnlt.core.board import Board
from lnlt.core.catalog import Catalog
from lnlt.core.state import Position
from lnlt.rules.facts.kits import kit_of, vertex_named
from lnlt.situations.errors import SituationError, check_word, no_such
from lnlt.situations.model import Situation, UnitTable

CARRIERS = ("vehicle", "helicopter")
ACQUISITION = ("acquiring_", "acquired_")
"""Beginnings of the names of Acquisition markers; a letter says which belong together (14.3)."""


def kinds_of(situation: Situation, catalog: Catalog) -> dict[str, str]:
    """Kind of every unit of a file."""
    same = {"wt": "weapon_team"}
    return {
        u.id: same.get(u.kind or "", u.kind or (t.kind if (t := catalog.units.get(u.type or "")) else ""))
        for u in situation.units
    }


def check_kit(entry: UnitTable, kinds: dict[str, str], board: Board, where: str, path: str) -> None:
    """15.1, 16.0: facings are vertices of the unit's hex; who is aboard rides a vehicle of the file."""
    for key, text in (("facing", entry.facing), ("turret", entry.turret)):
        if text is not None and entry.at is not None:
            try:
                vertex_named(board, board.loc(entry.at) >> 3, text)
            except KeyError:
                raise SituationError(f"{text!r} are not two hexes beside {entry.at}", where, f"{path}.{key}") from None
    if entry.aboard is not None:
        carriers = [u for u, k in kinds.items() if k in CARRIERS]
        if entry.aboard not in carriers:
            raise no_such(entry.aboard, carriers, "vehicle", where, f"{path}.aboard")
        if entry.at is not None:
            raise SituationError("give either 'at' or 'aboard'", where, f"{path}.at")
        if entry.aboard == entry.id or kinds[entry.id] in CARRIERS:
            raise SituationError(f"{entry.id!r} is a vehicle: it rides in none", where, f"{path}.aboard")
    elif entry.riding is not None:
        raise SituationError("only who is 'aboard' rides", where, f"{path}.riding")


def in_vehicle(entry: UnitTable, situation: Situation, kinds: dict[str, str]) -> UnitTable:
    """16.0: a hex named beside `aboard` is that of the vehicle; 11.5: an Armor Leader is in the only vehicle there."""
    if entry.at is None:
        return entry
    there = [u.id for u in situation.units if kinds[u.id] in CARRIERS and u.at == entry.at and u.side == entry.side]
    if entry.aboard is not None:
        return replace(entry, at=None) if entry.aboard in there else entry
    alone = kinds[entry.id] == "armor_leader" and len(there) == 1
    return replace(entry, at=None, aboard=there[0]) if alone else entry


def acquired(
    entry: UnitTable, situation: Situation, kinds: dict[str, str], catalog: Catalog, where: str, path: str
) -> tuple[tuple[str, str, int], ...]:
    """14.3: what a unit under an Acquiring marker has acquired: who is under the marker with the same letter.

    Its markers belong to its weapons with a to-hit table, in the order it carries them.
    """
    found: list[tuple[str, str, int]] = []
    tables = {w.id for w in situation.weapons if w.to_hit or ((t := catalog.weapons.get(w.type or "")) and t.to_hit)}
    arms = [weapon for weapon in entry.carries if weapon in tables] or list(entry.carries[-1:])
    for number, word in enumerate(entry.markers):
        if not word.startswith("acquiring_"):
            continue
        letter = word.removeprefix("acquiring_")
        targets = [(u, m) for u in situation.units for m in u.markers if m.startswith(f"acquired_{letter}_")]
        if not targets:
            raise SituationError(f"nobody is under 'acquired_{letter}_…'", where, f"{path}.markers[{number}]")
        target, marker = targets[0]
        level = marker.rpartition("_")[2]
        check_word(level, ("1", "2"), "Acquisition", where, f"{path}.markers[{number}]")
        own = kinds[entry.id] in (*CARRIERS, "weapon_team")
        weapon = "" if own or not arms else arms[min(len(found), len(arms) - 1)]
        vehicle = kinds[target.id] in CARRIERS
        found.append((weapon, target.id if vehicle else target.at or "", int(level)))
    return tuple(found)


def written_letters(situation: Situation, s: Position) -> dict[tuple[int, int], str]:
    """14.3: the letters a file gives to pairs of Acquisition markers, by firing unit and weapon."""
    found = {}
    for entry in situation.units:
        unit = s.ids.get(entry.id)
        if unit is not None:
            letters = [word.removeprefix("acquiring_") for word in entry.markers if word.startswith("acquiring_")]
            for letter, lock in zip(letters, kit_of(s.units[unit]).locks, strict=False):
                found[unit, lock.weapon] = letter
    return found
