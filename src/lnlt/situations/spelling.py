"""Other ways to say the same: a situation is brought to one spelling when it is read."""

from __future__ import annotations

import re

from msgspec.structs import replace

from lnlt.core.flags import MARKERS, STATUS
from lnlt.situations import words
from lnlt.situations.model import BoardTable, HexTable, MarkerTable, Situation

SAME_MARKER = {
    "foxhole": "foxholes", "trenches": "trench", "mine": "mines", "minefield": "mines", "barbed_wire": "wire",
    "sangars": "sangar", "emplacements": "emplacement", "emplaced": "vehicle_emplacement", "claymores": "claymore",
    "claymore_mines": "claymore", "star_shell": "starshell", "fire_for_effect": "ffe", "crater": "craters",
    "bunkers": "bunker", "barricades": "barricade", "roadblocks": "roadblock",
}  # fmt: skip
"""Counters on the board by other names."""
BARRICADE = "barricade"
CALL_OUT = re.compile(r" ?\(AM\)")
"""1.1.1: what is written after the MF of a Squad that can Assault Move."""


def one_spelling(situation: Situation) -> Situation:
    """Kinds, abilities, options and counters have one name each."""
    return _counters(_usual_words(situation))


def _usual_words(situation: Situation) -> Situation:
    """Kinds, abilities and options under their usual names; Squads with horses or motorcycles are Mounted Units."""
    units = []
    for u in (replace(u, kind=_word(u.kind)) for u in situation.units):
        values = CALL_OUT.sub("", u.values) if u.values is not None else None
        known = tuple(words.SAME_ABILITY.get(a, a) for a in u.abilities)
        if values != u.values:
            known = (*known, "assault_move")
        rides = {words.MOUNTS[a] for a in known if a in words.MOUNTS}
        rides |= {mount for word, mount in words.MOUNTS.items() if (u.kind or "").partition("_")[0] == word}
        kind = words.SAME_KIND.get(u.kind or "", u.kind)
        if u.kind in words.TEAMS:
            kind, served = "weapon_team", words.TEAMS[u.kind]
            known = (*known, *served.split())
        known = (*known, *words.SPECIAL.get(u.kind or "", ()))
        if u.turret is not None and u.type is None and kind == "vehicle":
            known = (*known, "turret")  # 15.1.1: what has a facing of its own is there
        if rides and kind in ("squad", "half_squad"):
            kind = f"mounted_{kind}"
        known = tuple(dict.fromkeys((*(a for a in known if a not in words.MOUNTS), *sorted(rides))))
        status, markers = _sorted_out(u.status, u.markers)
        units.append(replace(u, kind=kind, values=values, abilities=known, status=status, markers=markers))
    weapons = []
    for w in situation.weapons:
        word = _word(w.kind)
        known = (*(words.SAME_ABILITY.get(a, a) for a in w.abilities), *words.SPECIAL.get(word or "", ()))
        weapons.append(replace(w, kind=words.SAME_KIND.get(word or "", word), abilities=known))
    options = tuple(words.SAME_OPTION.get(o, o) for o in situation.options)
    return replace(situation, units=tuple(units), weapons=tuple(weapons), options=options)


def _sorted_out(status: tuple[str, ...], markers: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Status and markers of a unit, words of one said in the other put in their place: most of them are counters."""
    stray, lent = [w for w in status if w in MARKERS], [w for w in markers if w in STATUS]
    own = [*(w for w in status if w not in MARKERS), *lent]
    return tuple(dict.fromkeys(own)), tuple(dict.fromkeys([*(w for w in markers if w not in STATUS), *stray]))


def _word(kind: str | None) -> str | None:
    """A kind as one word: RPG-43 is rpg_43."""
    return None if kind is None else kind.lower().replace("-", "_").replace(" ", "_")


def _counters(situation: Situation) -> Situation:
    """Counters on the board; 21.5: Barricades said as hexsides are counters, too."""
    board = situation.board
    markers = [replace(m, kind=SAME_MARKER.get(m.kind, m.kind)) for m in board.markers]
    sides = tuple(side for side in board.hexsides if side.kind != BARRICADE)
    for one, two in (side.between for side in board.hexsides if side.kind == BARRICADE):
        if not _has_road(board, one) and _has_road(board, two):
            one, two = two, one  # it lies in either of them
        markers.append(MarkerTable(BARRICADE, one, facing=two))
    board = replace(board, markers=tuple(markers), hexsides=sides)
    board = replace(board, hexes=_roads(board, {name: _hex(entry) for name, entry in board.hexes.items()}))
    return replace(situation, board=board)


def _hex(entry: str | HexTable) -> str | HexTable:
    """A hex with its counters as features, also where one of them is named as its terrain."""
    ground = entry if isinstance(entry, str) else entry.terrain or ""
    counter = SAME_MARKER.get(ground, ground)
    if isinstance(entry, str):
        entry = HexTable(entry) if counter in words.AS_GROUND else entry
    if isinstance(entry, str) or (not entry.features and counter not in words.AS_GROUND):
        return entry
    features = tuple(SAME_MARKER.get(word, word) for word in entry.features or ())
    if counter in words.AS_GROUND:
        return replace(entry, terrain=words.AS_GROUND[counter], features=(*features, counter))
    return replace(entry, features=features)


def bunkers(situation: Situation) -> set[str]:
    """21.1: hexes with a Bunker, be it a marker or a feature of the hex."""
    board = situation.board
    named = {name for name, h in board.hexes.items() if not isinstance(h, str) and "bunker" in (h.features or ())}
    return named | {m.at for m in board.markers if m.kind == "bunker"}


def _roads(board: BoardTable, hexes: dict[str, str | HexTable]) -> dict[str, str | HexTable]:
    """21.5: Barricades stand on Roads; on a board without a map there is one, through whatever else the hex holds."""
    if board.map is not None:
        return hexes
    found = dict(hexes)
    for at in (m.at for m in board.markers if m.kind == BARRICADE):
        entry = found.get(at, "road")
        if not _has_road(board, at):
            entry = HexTable(entry) if isinstance(entry, str) else entry
            entry = replace(entry, features=(*(entry.features or ()), "road"))
        found[at] = entry
    return found


def _has_road(board: BoardTable, at: str) -> bool:
    """Whether a Road is stated in a hex, or nothing at all."""
    entry = board.hexes.get(at, "road")
    return "road" in ((entry,) if isinstance(entry, str) else (entry.terrain, *(entry.features or ())))
