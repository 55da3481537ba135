"""Other ways to say the same: a situation is brought to one spelling when it is read."""

from __future__ import annotations

import re

from msgspec.structs import replace

from lnlt.core.flags import MARKERS, STATUS
from lnlt.situations import synonyms, words
from lnlt.situations.model import BoardTable, DieTable, HexTable, MarkerTable, Situation, UnitTable, WeaponTable

SAME_MARKER = {
    "foxhole": "foxholes", "trenches": "trench", "mine": "mines", "minefield": "mines", "barbed_wire": "wire",
    "sangars": "sangar", "emplacements": "emplacement", "emplaced": "vehicle_emplacement", "claymores": "claymore",
    "claymore_mines": "claymore", "star_shell": "starshell", "fire_for_effect": "ffe", "crater": "craters",
    "bunkers": "bunker", "barricades": "barricade", "roadblocks": "roadblock",
}  # fmt: skip
"""Counters on the board by other names."""
BARRICADE = "barricade"
CLAYMORE = "claymore"
CALL_OUT = re.compile(r" ?\(AM\)")
"""1.1.1: what is written after the MF of a Squad that can Assault Move."""
SUPERSCRIPT = re.compile(r"([AJM]?)\^?(\d+)\^?([AJM]?)(-.+)")
TIMES = re.compile(r"\d+ ?[xX] ?\d+")
"""Hexes and firepower of an attack from the air, as printed: "2x3" (19.1.2)."""
NO_POINTS = re.compile(r"^(u|unlimited|0)-", re.IGNORECASE)
"""What may be written where a helicopter has no Movement Factor."""
ANTI_AIRCRAFT = "anti_aircraft"
LETTERS = {"A": "assaulter", "M": "melee", "J": "jams"}
"""5.6, 8.0, 1.6.2: letters printed at the firepower of units and weapons."""
SAME_TALLY = {
    "he": "high_explosive", "defense": "defence", "spotting": "spot", "morale_check": "morale", "armour": "armor",
}  # fmt: skip
SAME_DIE = {"defense": "defence", "armour": "armor", "spotting": "spot"}
"""Sums and purposes of dice by other names."""


def one_spelling(situation: Situation) -> Situation:
    """Kinds, abilities, Skills, options, counters, sums and dice have one name each."""
    dice = tuple(_die(d) for d in situation.dice)
    steps = tuple(replace(s, of=SAME_TALLY.get(s.of, s.of)) if s.of is not None else s for s in situation.step)
    return _claymores(_counters(_usual_words(replace(situation, dice=dice, step=steps))))


def _die(die: DieTable) -> DieTable:
    """A die under its usual purpose, or a draw; a Skill that is drawn is one word."""
    purpose = SAME_DIE.get(die.purpose, die.purpose.replace("_", " "))
    pick = synonyms.one_word(die.pick) if die.pick is not None and purpose == "skill" else die.pick
    return replace(die, purpose=purpose, pick=pick)


def letters(text: str | None) -> tuple[str | None, tuple[str, ...]]:
    """Printed values without the letters at the firepower, and what those say.

    >>> letters("A1-6-4-6"), letters("2M-3-5-6"), letters("1^J-6"), letters("10T-6")
    (('1-6-4-6', ('assaulter',)), ('2-3-5-6', ('melee',)), ('1-6', ('jams',)), ('10T-6', ()))
    """
    match = SUPERSCRIPT.fullmatch(text or "")
    if match is None:
        return text, ()
    return match[2] + match[4], tuple(LETTERS[letter] for letter in match[1] + match[3])


def _usual_words(situation: Situation) -> Situation:
    """Kinds, abilities and options under their usual names."""
    units = tuple(_unit(u) for u in situation.units)
    weapons = tuple(_weapon(w) for w in situation.weapons)
    options = tuple(synonyms.SAME_OPTION.get(o, o) for o in situation.options)
    return replace(situation, units=units, weapons=weapons, options=options)


def _unit(entry: UnitTable) -> UnitTable:
    """A unit in the usual words; Squads with horses or motorcycles are Mounted Units."""
    u = _printed(replace(entry, kind=_word(entry.kind)))
    values = CALL_OUT.sub("", u.values) if u.values is not None else None
    known = tuple(word for a in u.abilities for word in _abilities(a))
    if values != u.values:
        known = (*known, "assault_move")
    values, marks = letters(values)
    known = (*known, *marks)
    rides = {synonyms.MOUNTS[a] for a in known if a in synonyms.MOUNTS}
    rides |= {mount for word, mount in synonyms.MOUNTS.items() if (u.kind or "").partition("_")[0] == word}
    kind = synonyms.SAME_KIND.get(u.kind or "", u.kind)
    if u.kind in synonyms.TEAMS:
        kind, served = "weapon_team", synonyms.TEAMS[u.kind]
        known = (*known, *served.split())
    known = (*known, *synonyms.SPECIAL.get(u.kind or "", ()))
    if u.turret is not None and u.type is None and kind == "vehicle":
        known = (*known, "turret")  # 15.1.1: what has a facing of its own is there
    if rides and kind in ("squad", "half_squad"):
        kind = f"mounted_{kind}"
    known = tuple(dict.fromkeys((*(a for a in known if a not in synonyms.MOUNTS), *sorted(rides))))
    skills = tuple(synonyms.one_word(skill) for skill in u.skills)
    status, markers = _sorted_out(u.status, u.markers)
    u = replace(u, kind=kind, values=values, abilities=known, skills=skills, status=status, markers=markers)
    return _with_cannon(u) if kind == "aircraft" else u


def _with_cannon(u: UnitTable) -> UnitTable:
    """19.1.2: cannon and machine guns of an aircraft are one and the same; YxZ may stand before its morale, too."""
    if u.cannon is not None:
        return u
    if len(u.mgs) == 1 and TIMES.fullmatch(u.mgs[0]):
        return replace(u, cannon=u.mgs[0], mgs=())
    cannon, _, morale = (u.values or "").rpartition("-")
    return replace(u, cannon=cannon, values=morale) if TIMES.fullmatch(cannon) else u


def _printed(u: UnitTable) -> UnitTable:
    """Ammunition in small letters, a lone machine gun as a list; 19.2.1: helicopters have no MF."""
    values = u.values
    if values is not None and u.kind == "helicopter":
        values = NO_POINTS.sub("*-", values)
    mgs = (u.mgs,) if isinstance(u.mgs, str) else u.mgs
    guns = tuple(replace(gun, ammo=gun.ammo.lower()) for gun in u.guns)
    return replace(u, values=values, mgs=mgs, guns=guns, ammo=_small(u.ammo))


def _small(ammo: str | None) -> str | None:
    return None if ammo is None else ammo.lower()


def _weapon(w: WeaponTable) -> WeaponTable:
    """A weapon in the usual words; 1.6.6: one with the ability of anti-aircraft fire has that ammunition."""
    word, ammo = _word(w.kind), _small(w.ammo)
    values, marks = letters(w.values)
    known = (*(synonyms.SAME_ABILITY.get(_word(a) or a, a) for a in w.abilities), *marks)
    known = (*known, *synonyms.SPECIAL.get(word or "", ()))
    if ANTI_AIRCRAFT in known:
        ammo = ammo or "aa"
        known = tuple(a for a in known if a != ANTI_AIRCRAFT)
    if word in synonyms.ANY_WEAPON:
        word = "bazooka" if w.to_hit else "machine_gun"
    kind = synonyms.SAME_KIND.get(word or "", word)
    return replace(w, kind=kind, values=values, abilities=known, ammo=ammo)


def _sorted_out(status: tuple[str, ...], markers: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Status and markers of a unit, words of one said in the other put in their place: most of them are counters."""
    stray, lent = [w for w in status if w in MARKERS], [w for w in markers if w in STATUS]
    own = [*(w for w in status if w not in MARKERS), *lent]
    return tuple(dict.fromkeys(own)), tuple(dict.fromkeys([*(w for w in markers if w not in STATUS), *stray]))


def _abilities(word: str) -> tuple[str, ...]:
    """The abilities a word stands for: that of a Weapon Team may be named by its weapon (1.7, 23.2.7)."""
    named = (_word(word) or "").removesuffix("_wt")
    if named.startswith(("ags", "kpv")):
        return tuple(synonyms.TEAMS.get(named, word).split())
    return (synonyms.SAME_ABILITY.get(_word(word) or word, word),)


def _word(kind: str | None) -> str | None:
    """A kind as one word: RPG-43 is rpg_43."""
    return None if kind is None else synonyms.one_word(kind)


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


def _claymores(situation: Situation) -> Situation:
    """23.2.1: Claymores that are said to be deployed are counters; each lies with those who watch over it."""
    set_up = {w.id: w for w in situation.weapons if w.kind == CLAYMORE and w.side_up == "deployed"}
    laid = [MarkerTable(CLAYMORE, w.at, side=w.side) for w in set_up.values() if w.at is not None]
    for u in situation.units:
        laid += [MarkerTable(CLAYMORE, u.at, side=u.side) for w in u.carries if w in set_up and u.at is not None]
    units = tuple(replace(u, carries=tuple(w for w in u.carries if w not in set_up)) for u in situation.units)
    weapons = tuple(replace(w, side_up=None, at=None) if w.id in set_up else w for w in situation.weapons)
    markers = tuple(_watched(m, units) if m.kind == CLAYMORE else m for m in (*situation.board.markers, *laid))
    return replace(situation, board=replace(situation.board, markers=markers), units=units, weapons=weapons)


def _watched(marker: MarkerTable, units: tuple[UnitTable, ...]) -> MarkerTable:
    """A Claymore of the side that is with it, in the part of its hex where they are, if there is only one."""
    near = [u for u in units if u.at is not None and u.at.partition("/")[0] == marker.at.partition("/")[0]]
    near = [u for u in near if marker.side in (None, u.side) and marker.at in (u.at, (u.at or "").partition("/")[0])]
    sides, places = {u.side for u in near}, {u.at for u in near}
    if len(sides) != 1:
        return marker
    at = places.pop() if len(places) == 1 else marker.at
    return replace(marker, at=at, side=sides.pop())


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
