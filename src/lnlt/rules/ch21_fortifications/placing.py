"""21.1, 21.2, 21.4: where fortifications may be placed, and together with what."""

from __future__ import annotations

from collections.abc import Iterable

from lnlt.core.board import Board
from lnlt.core.tally import Refusal
from lnlt.rules.ch21_fortifications.mines import MINES, MOST
from lnlt.rules.facts.emplacements import MARKER as EMPLACEMENT
from lnlt.rules.facts.emplacements import MOST as MOST_EMPLACED

FORTIFICATIONS = frozenset(
    {"bunker", "foxholes", "trench", "emplacement", "vehicle_emplacement", "sangar", "fortified"}
)
"""Of these one at most lies in a hex; Wire and Mines go with any of them."""
WORKS = frozenset(
    {"bunker", "foxholes", "wire", MINES, "trench", "emplacement", "sangar", "fortified", EMPLACEMENT, "barricade"}
)
"""What an owner may be given to place."""
RULES = {
    "bunker": "21.1",
    "foxholes": "21.2",
    MINES: "21.4",
    "barricade": "21.5",
    "trench": "21.6",
    EMPLACEMENT: "21.7",
    "emplacement": "21.8",
    "sangar": "21.9",
    "fortified": "21.10",
}
"""Sections that say where they may lie [21.9, 21.10]."""
NOT_IN_BUILDINGS = frozenset({"bunker", MINES, "trench", EMPLACEMENT, "emplacement", "sangar", "fortified"})
"""Q-537: huts count as Buildings."""
NOT_IN_WATER = frozenset({"bunker", "foxholes", "trench", EMPLACEMENT, "emplacement", "fortified"})
NOT_IN = {
    "trench": frozenset({"rough", "marsh"}),
    "fortified": frozenset({"rough"}),
    "sangar": frozenset({"wadi", "pond", "pool", "ocean"}),
}
"""Further terrain that is closed to a fortification."""
NOT_WITH_CRATERS = frozenset({"foxholes", "sangar"})
"""10.5.5: what Craters leave no room for, nor the other way round."""


def is_road(board: Board, hex_: int) -> bool:
    """21.5: a Road hex: of road terrain, or with a road or a bridge on it."""
    return board.terrain[hex_].road or bool(board.features[hex_] & {"road", "bridge"})


def check_side(at: str, toward: str, others: Iterable[tuple[str, str]]) -> Refusal | None:
    """21.5, Q-442: one Barricade at most on a hexside, from whichever of its two hexes; pairs of names say which.

    >>> check_side("B2", "B3", [("B3", "B2")]).code
    'side_barred'
    """
    if any({at, toward} == {*other} for other in others):
        return Refusal("21.5", "side_barred", {"at": at, "toward": toward})
    return None


def check_placing(board: Board, kind: str, hex_: int, others: Iterable[str]) -> Refusal | None:
    """10.5.5, 21.1, 21.2, 21.4 to 21.10: whether a fortification may lie in a hex beside counters already there."""
    there = list(others)
    name, terrain = board.names[hex_], board.terrain[hex_]
    facts: dict[str, str | int] = {"counter": kind, "at": name}
    barred = NOT_WITH_CRATERS if kind == "craters" else {"craters"} if kind in NOT_WITH_CRATERS else set()
    clash = next((other for other in (*there, *board.features[hex_]) if other in barred), None)
    if clash is not None:
        return Refusal("10.5.5", "one_fortification", {**facts, "other": clash})
    rule = RULES.get(kind)
    if rule is None:
        return None
    if kind in NOT_IN_BUILDINGS and terrain.structure:
        return Refusal(rule, "no_place_for", {**facts, "terrain": terrain.key})
    if kind in NOT_IN_WATER and terrain.water:
        return Refusal(rule, "no_place_for", {**facts, "terrain": terrain.key})
    if terrain.key in NOT_IN.get(kind, ()):
        return Refusal(rule, "no_place_for", {**facts, "terrain": terrain.key})
    if kind == MINES:
        return Refusal(rule, "mines_full", {**facts, "limit": MOST}) if there.count(MINES) >= MOST else None
    if kind == "barricade":
        return None if is_road(board, hex_) else Refusal(rule, "no_place_for", {**facts, "terrain": terrain.key})
    if kind == EMPLACEMENT and 0 < there.count(kind) < MOST_EMPLACED:
        return None
    beside = next((other for other in there if other in FORTIFICATIONS), None)
    if beside is not None:
        return Refusal("21.1" if "bunker" in (kind, beside) else rule, "one_fortification", {**facts, "other": beside})
    return None
