"""Other ways to say the same: a situation is brought to one spelling when it is read."""

from __future__ import annotations

import re

from msgspec.structs import replace

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

SUPERSCRIPT = re.compile(r"(?P<before>[AJM]?)\^?(?P<fp>\d+)\^?(?P<after>[AJM]?)(?=-)")
"""1.6.2, 5.6, 8.5: a letter at the firepower of a unit or weapon."""
LETTERS = {"A": "assaulter", "J": "jams", "M": "melee"}


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
        values, letters = plain_values(values)
        known = (*known, *letters)
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
        units.append(replace(u, kind=kind, values=values, abilities=known))
    weapons = []
    for w in situation.weapons:
        word = _word(w.kind)
        known = (*(words.SAME_ABILITY.get(a, a) for a in w.abilities), *words.SPECIAL.get(word or "", ()))
        values, letters = plain_values(w.values)
        kind = words.SAME_KIND.get(word or "", word)
        weapons.append(replace(w, kind=kind, values=values, abilities=(*known, *letters)))
    options = tuple(words.SAME_OPTION.get(o, o) for o in situation.options)
    return replace(situation, units=tuple(units), weapons=tuple(weapons), options=options)


def plain_values(values: str | None) -> tuple[str | None, tuple[str, ...]]:
    """Values without the letters at the firepower, and the abilities these mean.

    >>> plain_values("2M-3-5-6"), plain_values("A1-6-4-5"), plain_values("1^J-6"), plain_values("2-5-4-6")
    (('2-3-5-6', ('melee',)), ('1-6-4-5', ('assaulter',)), ('1-6', ('jams',)), ('2-5-4-6', ()))
    """
    match = SUPERSCRIPT.match(values or "")
    if values is None or match is None:
        return values, ()
    return match["fp"] + values[match.end() :], tuple(LETTERS[x] for x in match["before"] + match["after"])


def _word(kind: str | None) -> str | None:
    """A kind as one word: RPG-43 is rpg_43."""
    return None if kind is None else kind.lower().replace("-", "_").replace(" ", "_")


def _counters(situation: Situation) -> Situation:
    """Counters on the board; 21.5: Barricades said as hexsides are counters, too."""
    board = situation.board
    markers = [replace(m, kind=SAME_MARKER.get(m.kind, m.kind)) for m in board.markers]
    sides = tuple(side for side in board.hexsides if side.kind != BARRICADE)
    markers += [
        MarkerTable(BARRICADE, s.between[0], facing=s.between[1]) for s in board.hexsides if s.kind == BARRICADE
    ]
    board = replace(board, markers=tuple(markers), hexsides=sides)
    board = replace(board, hexes={**_roads(board), **{name: _hex(entry) for name, entry in board.hexes.items()}})
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


def _roads(board: BoardTable) -> dict[str, str | HexTable]:
    """21.5: Barricades stand on Roads; on open ground of which nothing else is said there is one."""
    if board.map is not None:
        return {}
    return {m.at: "road" for m in board.markers if m.kind == BARRICADE and m.at not in board.hexes}
