"""Games from their set-up: board, lines of sight, and every type the game can come to need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from lnlt.content.charts import load_chart, overlays
from lnlt.content.files import check_id, check_word, guess
from lnlt.content.los_cache import load_sight
from lnlt.content.maps import build_board
from lnlt.content.modules import with_module
from lnlt.content.packs import load_catalog
from lnlt.core.board import BUNKER, Board
from lnlt.core.catalog import Catalog, UnitType, WeaponType
from lnlt.core.errors import ContentError
from lnlt.core.flags import MARKERS, STATUS
from lnlt.core.game import Game
from lnlt.core.hooks import Attachment, Hooks
from lnlt.core.setup import GameSetup, MarkerSetup, SideSetup, parse_setup, setup_bytes
from lnlt.core.tally import Refusal
from lnlt.core.terrain import Chart
from lnlt.rules.actions import ACTIONS, ANSWERS, LONE_FIRE
from lnlt.rules.ch10_los_spotting.sight import Sight
from lnlt.rules.ch15_vehicles.fate import crew_key
from lnlt.rules.ch21_fortifications.placing import check_placing, check_side
from lnlt.rules.ch22_scenario.event_markers import look_for_events
from lnlt.rules.facts.units import same_nation
from lnlt.rules.rally_actions import RALLY_ACTIONS
from lnlt.traits import modules, scenario_rules, skills
from lnlt.traits.skills.using import SkillAction, UseSkill


def build_game(
    setup: GameSetup,
    where: str = "game",
    board: Board | None = None,
    sight: Sight | None = None,
    attachments: Iterable[Attachment] = (),
) -> Game:
    """Everything that stays the same during a game, checked: unknown types, places and words are ContentErrors."""
    setup = kept_setup(setup, where)
    catalog = with_module(load_catalog(setup.era), setup.module)
    if board is None:
        board = build_board(setup.board, setup_chart(setup, where), where)
    types = _types(setup, catalog, where)
    owners = skill_owners(setup, catalog, {t.key: t for t in types})
    weapons = _weapon_types(setup, catalog, where, "the_ambush" in owners)
    _check(setup, board, where)
    _check_heroes(setup, catalog, {t.key for t in types}, where)
    return Game(
        setup,
        board,
        sight or load_sight(board),
        catalog,
        types,
        weapons,
        _actions(owners),
        Hooks(
            [*skills.attachments(owners), *scenario_rules.attachments(setup), *modules.attachments(setup), *attachments]
        ),
        ANSWERS,
        LONE_FIRE,
        RALLY_ACTIONS,
        look_for_events,
    )


def kept_setup(setup: GameSetup, where: str = "game") -> GameSetup:
    """A set-up as a record keeps it, so that a replay finds everything in the same order; sides have their nations."""
    setup = parse_setup(setup_bytes(setup))
    check_id(setup.id, where, "id")
    catalog = with_module(load_catalog(setup.era), setup.module)
    return replace(setup, sides=(_nation(setup.sides[0], catalog), _nation(setup.sides[1], catalog)))


def setup_chart(setup: GameSetup, where: str = "game") -> Chart:
    """The terrain chart of a set-up: of its era, with shipped overlays and the rows it brings along."""
    for i, name in enumerate(setup.board.overlays):
        check_word(name, overlays(), "overlay", where, f"board.overlays.{i}")
    return load_chart(setup.era, setup.board.overlays, setup.module.chart)


def skill_owners(setup: GameSetup, catalog: Catalog, types: Mapping[str, UnitType]) -> dict[str, frozenset[str]]:
    """12.0: per Skill the kinds of units that have it at the start or may draw it (new Heroes, 11.2.1)."""
    found: dict[str, set[str]] = {}
    for unit in setup.units:
        for key in (*unit.skills, *types[unit.type].skills):
            found.setdefault(key, set()).add(types[unit.type].kind)
    if setup.heroes.creation and setup.heroes.skills:
        for key, skill in catalog.skills.items():
            if skill.verified and "hero" in skill.who and (setup.heroes.cup is None or key in setup.heroes.cup):
                found.setdefault(key, set()).add("hero")
    return {key: frozenset(kinds) for key, kinds in found.items()}


def _actions(owners: Mapping[str, frozenset[str]]) -> Mapping[Any, Any]:
    """What a side may do in an impulse, the use of Skills included if there are such in the game."""
    uses = skills.uses(owners)
    return {**ACTIONS, UseSkill: SkillAction(uses)} if uses else ACTIONS


def _nation(side: SideSetup, catalog: Catalog) -> SideSetup:
    """A side without a nation whose id is one has that one."""
    if not side.nation and side.id in catalog.nations:
        return replace(side, nation=side.id)
    return side


def half_squad_of(squad: UnitType) -> UnitType:
    """The default where no source says what a Squad reduces to: one firepower and one hex of range less.

    A Mounted Squad becomes a Mounted Half-Squad.
    """
    return replace(
        squad,
        key=f"{squad.key}-half",
        name=f"{squad.name} (half)",
        kind=squad.kind.replace("squad", "half_squad"),
        fp=max(0, squad.fp - 1),
        range=max(1, squad.range - 1),
        reduces_to=(),
        dismounts_to="",
        verified=False,
    )


def crew_of(vehicle: UnitType) -> UnitType:
    """15.4, Q-305: the Crew of a vehicle, 0-1-3 with the Morale of its vehicle."""
    return UnitType(
        crew_key(vehicle.key),
        f"Crew of {vehicle.name}",
        "crew",
        vehicle.nation,
        vehicle.badge,
        vehicle.era,
        fp=0,
        range=1,
        mf=3,
        morale=vehicle.morale,
        verified=False,
    )


LEG_MF = 4
"""Movement Factor of nearly every Squad on foot."""


def leg_unit_of(mounted: UnitType) -> UnitType:
    """6.6: the default where no source says what a Mounted Unit becomes on foot: its own values, but a Squad's MF."""
    return replace(
        mounted,
        key=f"{mounted.key}-leg",
        name=f"{mounted.name} (dismounted)",
        kind=mounted.kind.removeprefix("mounted_"),
        mf=LEG_MF,
        shaken_mf=None if mounted.shaken_mf is None else min(mounted.shaken_mf, LEG_MF),
        abilities=mounted.abilities - {"hit_and_run", "horse", "motorcycle"},
        reduces_to=(),
        dismounts_to="",
        verified=False,
    )


def _types(setup: GameSetup, catalog: Catalog, where: str) -> tuple[UnitType, ...]:
    """The types of the units, what they reduce to, and the Heroes their nations may produce."""
    known = {**catalog.units, **{t.key: t for t in setup.types}}
    found: dict[str, UnitType] = {}

    def add(key: str, path: str) -> None:
        if key in found:
            return
        if key not in known:
            raise ContentError(f"unknown unit type {key!r}{guess(key, known)}", where, path)
        t = known[key]
        if t.kind in ("squad", "mounted_squad") and not t.reduces_to:
            half = half_squad_of(t)
            known[half.key] = half
            t = replace(t, reduces_to=(half.key,))
        if t.kind.startswith("mounted") and not t.dismounts_to:
            leg = leg_unit_of(t)
            known[leg.key] = leg
            t = replace(t, dismounts_to=leg.key)
        if t.kind in ("vehicle", "helicopter"):
            known.setdefault(crew_key(key), crew_of(t))
            add(crew_key(key), f"{path}.crew")
        found[key] = t
        for lower in (*t.reduces_to, *((t.dismounts_to,) if t.dismounts_to else ())):
            if lower not in found:
                add(lower, f"{path}.reduces_to")

    for unit in setup.units:
        add(unit.type, f"units.{unit.id}.type")
    halves = {t.key for t in found.values() if t.kind == "half_squad"}
    for t in known.values():
        if t.kind == "squad" and halves.intersection(t.reduces_to):
            add(t.key, t.key)
    for side in setup.sides:
        for key in setup.heroes.types.get(side.id, ()):
            add(key, f"heroes.types.{side.id}")
        own = [
            t
            for t in known.values()
            if t.kind == "hero" and t.morale and t.era in (setup.era, "both") and same_nation(t.nation, side.nation)
        ]
        made = {t.key for t in setup.types}.intersection(unit.type for unit in setup.units)
        for t in [t for t in own if t.key not in made] or default_heroes(side):
            known.setdefault(t.key, t)
            add(t.key, t.key)
    return tuple(found.values())


def default_heroes(side: SideSetup) -> list[UnitType]:
    """Two Heroes for a side of whose nation no pack has one with known values: 1-6-6-6, unverified."""
    return [
        UnitType(
            f"hero-{side.id}-{letter}",
            f"Hero {letter.upper()}",
            "hero",
            side.nation,
            fp=1,
            range=6,
            mf=6,
            morale=6,
            abilities=frozenset({"assault_move"}),
            verified=False,
        )
        for letter in "ab"
    ]


def _weapon_types(setup: GameSetup, catalog: Catalog, where: str, reserves: bool) -> tuple[WeaponType, ...]:
    """The types of the weapons, and with `reserves` a machine gun per side for men that may still appear (12.0)."""
    known = {**catalog.weapons, **{t.key: t for t in setup.weapon_types}}
    found: dict[str, WeaponType] = {}
    for weapon in setup.weapons:
        if weapon.type not in known:
            raise ContentError(
                f"unknown weapon type {weapon.type!r}{guess(weapon.type, known)}", where, f"weapons.{weapon.id}.type"
            )
        found[weapon.type] = known[weapon.type]
    for side in setup.sides if reserves else ():
        guns = [
            t
            for t in (*found.values(), *catalog.weapons.values())
            if t.kind == "machine_gun" and t.fp is not None and t.nation and same_nation(t.nation, side.nation)
        ]
        if guns:
            found[guns[0].key] = guns[0]
    return tuple(found.values())


def _check(setup: GameSetup, board: Board, where: str) -> None:
    """Ids are unique; places, sides, words and weapons exist."""
    sides = {s.id for s in setup.sides}
    weapons = {w.id for w in setup.weapons}
    seen: set[str] = set()
    carried: set[str] = set()
    bunkers = {board.loc(m.at) for m in setup.markers if m.kind == "bunker" and m.at in board.index}
    for u in setup.units:
        path = f"units.{u.id}"
        if u.id in seen:
            raise ContentError("a second unit with this id", where, path)
        seen.add(u.id)
        if u.side not in sides:
            raise ContentError(f"unknown side {u.side!r}{guess(u.side, sides)}", where, f"{path}.side")
        if u.at:
            place = check_place(board, u.at, where, f"{path}.at")
            if place & 7 == BUNKER and place - BUNKER not in bunkers:
                raise ContentError(f"there is no Bunker in {u.at.partition('/')[0]}", where, f"{path}.at")
        for words, table, key in ((u.status, STATUS, "status"), (u.markers, MARKERS, "markers")):
            for word in words:
                if word not in table:
                    raise ContentError(f"unknown word {word!r}{guess(word, table)}", where, f"{path}.{key}")
        for w in u.carries:
            if w not in weapons:
                raise ContentError(f"unknown weapon {w!r}{guess(w, weapons)}", where, f"{path}.carries")
            if w in carried:
                raise ContentError(f"weapon {w!r} is carried twice", where, f"{path}.carries")
            carried.add(w)
        for hex_ in u.area:
            if hex_ not in board.index:
                raise ContentError(f"no hex {hex_!r} on {board.name}", where, f"{path}.area")
    for number, marker in enumerate(setup.markers):
        place = check_place(board, marker.at, where, f"markers.{marker.kind}.at")
        before = [m.kind for m in setup.markers[:number] if m.at == marker.at]
        refusal = check_placing(board, marker.kind, place >> 3, before)
        if marker.kind == "barricade":
            near = [board.names[j] for j in board.neighbours[place >> 3] if j >= 0]
            if marker.facing not in near:
                text = "a Barricade needs 'facing', the hex it bars the way to (rule 21.5)"
                raise ContentError(text, where, f"markers.{marker.kind}.facing")
            refusal = refusal or check_side(marker.at, marker.facing, _barred(setup.markers[:number]))
        if refusal is not None:
            raise ContentError(placing_text(refusal), where, f"markers.{marker.kind}.at")


def _barred(markers: Iterable[MarkerSetup]) -> list[tuple[str, str]]:
    return [(m.at, m.facing) for m in markers if m.kind == "barricade"]


PLACING = {
    "no_place_for": "{counter} cannot be placed here: {terrain}",
    "side_barred": "there is a Barricade between {at} and {toward} already",
    "mines_full": "at most {limit} Mines lie in one hex",
    "one_fortification": "{counter} cannot be placed where there is already: {other}",
}


def placing_text(refusal: Refusal) -> str:
    """21.1, 21.2, 21.4: why a fortification cannot lie where a file puts it."""
    text = PLACING[refusal.code].format(**{k: str(v).replace("_", " ") for k, v in refusal.params.items()})
    return f"{text} (rule {refusal.rule})"


def _check_heroes(setup: GameSetup, catalog: Catalog, types: Iterable[str], where: str) -> None:
    """Skills exist; what is said about new Heroes names sides, Skills and types that there are."""
    sides = {s.id for s in setup.sides}
    said = setup.heroes
    for u in setup.units:
        for key in u.skills:
            if key not in catalog.skills:
                raise ContentError(f"unknown skill {key!r}{guess(key, catalog.skills)}", where, f"units.{u.id}.skills")
    for side in (*said.none, *said.types, *said.due):
        if side not in sides:
            raise ContentError(f"unknown side {side!r}{guess(side, sides)}", where, "heroes")
    for key in said.cup or ():
        if key not in catalog.skills:
            raise ContentError(f"unknown skill {key!r}{guess(key, catalog.skills)}", where, "heroes.cup")
    for side, keys in said.types.items():
        for key in keys:
            if key not in types:
                raise ContentError(f"unknown hero type {key!r}{guess(key, types)}", where, f"heroes.types.{side}")


def check_place(board: Board, text: str, where: str, path: str) -> int:
    """A location of the board by name."""
    try:
        return board.loc(text)
    except KeyError:
        raise ContentError(f"no place {text!r} on {board.name}", where, path) from None
