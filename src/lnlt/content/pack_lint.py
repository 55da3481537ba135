"""The linter's part for packs: rows that name nothing, and numbers and colours a nation cannot have."""

from __future__ import annotations

import msgspec

from lnlt.content import charts, colours, packs
from lnlt.content.files import Problems, unknown
from lnlt.content.modules import trait_references
from lnlt.core.catalog import Nation, UnitType, WeaponType
from lnlt.core.errors import ContentError


def pack_problems(pack: packs.Pack, label: str) -> Problems:
    """Ids that name nothing, in the pack itself or in the shipped ones."""
    is_shipped = any(d.name == pack.name for d in packs.pack_dirs())
    for era in ("ww2", "modern"):
        mine = packs.catalog_of(era, [pack])
        base = mine if is_shipped else packs.load_catalog(era)
        known = {group: {**getattr(base, group), **getattr(mine, group)} for group in ("units", "nations", "skills")}
        once = (era, "both") if era == "ww2" else (era,)
        typed: list[tuple[str, UnitType | WeaponType]] = [("units", u) for u in mine.units.values()]
        typed += [("weapons", w) for w in mine.weapons.values()]
        for group, row in typed:
            if row.era not in once:
                continue
            where, path = pack.places[group, row.key, row.era]
            if row.nation and row.nation not in known["nations"]:
                yield unknown(row.nation, known["nations"], "nation", where, f"{path}.nation")
            if isinstance(row, UnitType):
                yield from _unit_references(row, known, where, path)
        chart = charts.load_chart(era, rows=pack.chart, where=label)
        terrains = chart.terrains
        both = msgspec.structs.replace(base, units=known["units"], nations=known["nations"])
        for trait, key, reason in trait_references([t for t in mine.traits.values() if t.era in once], both, chart):
            where, path = pack.places["traits", trait.key, trait.era]
            yield ContentError(reason, where, f"{path}.{key}")
        for nation in (n for n in mine.nations.values() if n.era in once):
            where, path = pack.places["nations", nation.key, nation.era]
            for other in nation.shares_with:
                if other not in known["nations"]:
                    yield unknown(other, known["nations"], "nation", where, f"{path}.shares_with")
            yield from _nation_values(nation, where, path)
            for entry in nation.terrain:
                if entry.terrain not in terrains:
                    yield unknown(entry.terrain, terrains, "terrain", where, f"{path}.terrain")


def _nation_values(nation: Nation, where: str, path: str) -> Problems:
    """13.0: numbers a nation can have."""
    for key in ("smoke", "starshell"):
        value = getattr(nation, key)
        if value is not None and not 0 <= value <= 6:
            yield ContentError(f"{value} is no number of faces of a die", where, f"{path}.{key}")
    if not nation.hero_faces or not set(nation.hero_faces) <= set(range(1, 7)):
        yield ContentError(f"{list(nation.hero_faces)} are no faces of a die", where, f"{path}.hero_faces")
    if nation.fire_die not in (6, 8, 10, 12):
        yield ContentError(f"a die with {nation.fire_die} sides is not known", where, f"{path}.fire_die")
    yield from _nation_looks(nation, where, path)
    rows = [row.terrain for row in nation.terrain]
    for key in sorted({key for key in rows if rows.count(key) > 1}):
        yield ContentError(f"two rows for {key!r}", where, f"{path}.terrain")


def _nation_looks(nation: Nation, where: str, path: str) -> Problems:
    """A colour that can be read on, and a known pattern of the edge."""
    if nation.edge and nation.edge not in colours.EDGES:
        yield unknown(nation.edge, colours.EDGES, "edge", where, f"{path}.edge")
    if not nation.colour:
        return
    if not colours.is_colour(nation.colour):
        yield ContentError(f"{nation.colour!r} is no colour, write it as #rrggbb", where, f"{path}.colour")
    elif (found := colours.contrast(nation.colour, colours.INK)) < colours.MIN_CONTRAST:
        yield ContentError(
            f"text on {nation.colour} has a contrast of {found:.1f}, {colours.MIN_CONTRAST} is needed",
            where,
            f"{path}.colour",
        )


def _unit_references(row: UnitType, known: dict[str, dict[str, object]], where: str, path: str) -> Problems:
    for key in row.reduces_to:
        lower = known["units"].get(key)
        if lower is None:
            yield unknown(key, known["units"], "unit type", where, f"{path}.reduces_to")
        elif isinstance(lower, UnitType) and lower.kind not in ("half_squad", "mounted_half_squad"):
            yield ContentError(f"{key!r} is no Half-Squad", where, f"{path}.reduces_to")
    if len(row.reduces_to) not in (0, 1, 2, 3, 6):
        yield ContentError(f"a die does not choose among {len(row.reduces_to)}", where, f"{path}.reduces_to")
    for key in row.skills:
        if key not in known["skills"]:
            yield unknown(key, known["skills"], "skill", where, f"{path}.skills")
    if row.dismounts_to:
        leg = known["units"].get(row.dismounts_to)
        if leg is None:
            yield unknown(row.dismounts_to, known["units"], "unit type", where, f"{path}.dismounts_to")
        elif isinstance(leg, UnitType) and f"mounted_{leg.kind}" != row.kind:
            yield ContentError(f"a {row.kind} does not become a {leg.kind}", where, f"{path}.dismounts_to")
    if row.reduces_to and row.kind not in ("squad", "mounted_squad"):
        yield ContentError(f"a {row.kind} is not reduced", where, f"{path}.reduces_to")
