"""Handicaps: a scenario with a Leader or Squad more or less, or a turn more or less, made in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from lnlt.content.packs import load_catalog
from lnlt.core.catalog import UnitType
from lnlt.core.errors import LnltError
from lnlt.core.setup import GameSetup, UnitSetup
from lnlt.rules.facts.kinds import LEADER_KINDS
from lnlt.rules.facts.stacking import HALF_SQUADS
from lnlt.rules.facts.units import same_nation
from lnlt.sim.series import game_of_setup

ONE_MORE = "handicap"
"""Id of a unit that is added."""
SQUADS = ("squad", "mounted_squad")


class Variant(msgspec.Struct, frozen=True):
    """A changed scenario and how the change is called."""

    key: str
    text: str
    setup: GameSetup
    helps: int = -1
    """Side it should help; -1 if that is open."""


def variants(setup: GameSetup) -> list[Variant]:
    """Every handicap that can be given; those that make no game are left out."""
    found = []
    for variant in _all(setup):
        try:
            game_of_setup(variant.setup)
        except (LnltError, ValueError, KeyError):
            continue
        found.append(variant)
    return found


def _all(setup: GameSetup) -> Iterator[Variant]:
    catalog = load_catalog(setup.era)
    types = {**catalog.units, **{t.key: t for t in setup.types}}
    for side, info in enumerate(setup.sides):
        name = info.name or info.id
        for what, kinds in (("leader", LEADER_KINDS), ("squad", SQUADS)):
            more = _more(setup, types, info.id, tuple(kinds), other=what == "leader")
            if more is not None:
                kind, changed = more
                yield Variant(f"{info.id}+{what}", f"a {what} more for {name} (like {kind.name})", changed, side)
            less = _less(setup, types, info.id, tuple(kinds))
            if less is not None:
                kind, changed = less
                yield Variant(f"{info.id}-{what}", f"a {what} less for {name} (without {kind.name})", changed, 1 - side)
    yield Variant("turns+1", f"{setup.turns + 1} turns instead of {setup.turns}", replace(setup, turns=setup.turns + 1))
    if setup.turns > 1:
        fewer = setup.turns - 1
        yield Variant("turns-1", f"{fewer} turns instead of {setup.turns}", replace(setup, turns=fewer))


def _held(setup: GameSetup) -> set[str]:
    """Units that only a paragraph brings."""
    return {name for g in setup.groups if g.held or g.secret for name in g.units}


def _named(setup: GameSetup) -> set[str]:
    """Units that paragraphs or special rules speak of: they cannot be left out."""
    found = {name for p in setup.paragraphs for e in p.effects for name in e.units}
    return found | {part for rule in setup.special_rules for part in rule.split(":")[1:]}


def _group(setup: GameSetup, unit: str) -> int:
    return next((k for k, g in enumerate(setup.groups) if unit in g.units), -1)


def _own(setup: GameSetup, types: dict[str, UnitType], side: str, kinds: tuple[str, ...]) -> list[UnitSetup]:
    """Units of some kinds a side has, but none that only a paragraph brings: those are secret."""
    held = _held(setup)
    return [u for u in setup.units if u.side == side and types[u.type].kind in kinds and u.id not in held]


def _more(
    setup: GameSetup, types: dict[str, UnitType], side: str, kinds: tuple[str, ...], other: bool
) -> tuple[UnitType, GameSetup] | None:
    """One unit more, beside one the side has; with `other` a man nobody has yet, if the packs know one."""
    own = _own(setup, types, side, kinds)
    place = own or [
        u for u in setup.units if u.side == side and types[u.type].kind in HALF_SQUADS and u.id not in _held(setup)
    ]
    if not place:
        return None
    crowd = Counter(u.at for u in setup.units if u.at)
    beside = min(place, key=lambda u: crowd[u.at] if u.at else 0)
    common = Counter(u.type for u in own).most_common(1)
    kind = types[common[0][0]] if common else None
    if other:
        kind = _another(setup, types, side, kinds, kind) or kind
    if kind is None:
        return None
    name = ONE_MORE
    while any(name == u.id for u in setup.units):
        name += "-more"
    unit = UnitSetup(name, side, kind.key, beside.at, area=beside.area)
    k = _group(setup, beside.id)
    groups = tuple(replace(g, units=(*g.units, unit.id)) if i == k else g for i, g in enumerate(setup.groups))
    return kind, replace(setup, units=(*setup.units, unit), groups=groups)


def _another(
    setup: GameSetup, types: dict[str, UnitType], side: str, kinds: tuple[str, ...], like: UnitType | None
) -> UnitType | None:
    """A man of the side's nation who is not in the scenario, as like as can be to one who is."""
    nation = next(s.nation or s.id for s in setup.sides if s.id == side)
    used = {u.type for u in setup.units}
    free = [
        t
        for t in types.values()
        if t.kind in kinds and t.key not in used and t.era in (setup.era, "both") and same_nation(t.nation, nation)
    ]
    free = [t for t in free if t.morale]
    if not free:
        return None
    if like is None:
        return free[0]
    return min(free, key=lambda t: (abs(t.morale - like.morale) + abs(t.lm - like.lm), t.key))


def _less(
    setup: GameSetup, types: dict[str, UnitType], side: str, kinds: tuple[str, ...]
) -> tuple[UnitType, GameSetup] | None:
    """One unit less: one without weapons if there is one, nobody a paragraph names, never the last of a group."""
    named = _named(setup)
    last = list(reversed(_own(setup, types, side, kinds)))
    for unit in sorted(last, key=lambda u: bool(u.carries)):
        k = _group(setup, unit.id)
        rest = setup.groups[k].units if k >= 0 else tuple(u.id for u in setup.units if u.side == side)
        if unit.id in named or len(rest) < 2:
            continue
        near = [u for u in setup.units if u.id != unit.id and u.id in rest and u.at == unit.at]
        heir = next((u for u in near if types[u.type].is_mmc and not u.carries), None)
        if unit.carries and heir is None:
            continue
        units = []
        for u in setup.units:
            if u.id == unit.id:
                continue
            keeps = heir is not None and u.id == heir.id and unit.carries
            units.append(replace(u, carries=(*u.carries, *unit.carries)) if keeps else u)
        groups = tuple(
            replace(g, units=tuple(n for n in g.units if n != unit.id)) if i == k else g
            for i, g in enumerate(setup.groups)
        )
        return types[unit.type], replace(setup, units=tuple(units), groups=groups)
    return None
