"""Rules of modules in words: what the traits of a game change, for its card."""

from __future__ import annotations

from lnlt.core.game import Game
from lnlt.core.module_data import at_work
from lnlt.core.terrain import CLASS_NAMES
from lnlt.core.trait import Change, Trait
from lnlt.words.names import kind_name, number, plain

POINTS = {
    "fire": "Firepower",
    "melee": "Firepower in Melee",
    "cover": "Target Modifier",
    "to_hit": "to-hit rolls",
    "to_be_hit": "to-hit rolls at it",
    "armor": "armor",
    "spot": "spotting rolls",
    "be_spotted": "rolls to spot it",
    "smoke": "rolls to lay Smoke",
    "fire_start": "Fire Start checks",
    "fire_growth": "rolls for a fire to grow or spread",
    "flammable": "can burn",
    "morale": "Morale",
    "movement": "Movement Factor",
    "range": "range",
    "cost": "Movement Points",
    "sight": "nobody sees farther than",
    "thermal_sight": "thermal sights see up to",
}
"""What a change is about, by its point."""
AT = dict.fromkeys(("fire", "to_hit", "spot"), "at targets in")
CLASSES = dict(zip(CLASS_NAMES, ("on foot", "T", "O", "R")))


def trait_lines(game: Game) -> list[str]:
    """The rules of modules that count in a game, one line each."""
    module = game.setup.module
    return [_line(game, trait, side) for trait, side in at_work(module, game.setup.weather) if _concerns(game, trait)]


def _concerns(game: Game, trait: Trait) -> bool:
    """Whether there is anything in a game that a trait belongs to."""
    return (
        (not trait.units or any(key in game.type_index for key in trait.units))
        and (not trait.nations or any(t.nation in trait.nations for t in game.types))
        and (not trait.terrain or any(t.key in trait.terrain for t in game.board.terrain))
    )


def _line(game: Game, trait: Trait, side: str) -> str:
    owners = [game.types[game.type_index[key]].name for key in trait.units if key in game.type_index]
    owners += [game.catalog.nations[key].name for key in trait.nations if key in game.catalog.nations]
    owners += [_terrain(game, key) for key in trait.terrain]
    owners += [s.name or s.id for s in game.sides if s.id == side]
    whose = f" ({', '.join(dict.fromkeys(owners))})" if owners else ""
    return f"{trait.name}{whose}: {'; '.join(_change(game, change) for change in trait.changes)}"


def _terrain(game: Game, key: str) -> str:
    row = game.board.chart.terrains.get(key)
    return row.name if row else plain(key)


def _value(change: Change) -> str:
    """What is added with its sign, or what it is instead."""
    return number(change.value) if change.to is None else number(float(change.to), sign=False)


def _change(game: Game, change: Change) -> str:
    about = POINTS[change.on]
    if change.on == "flammable":
        text = about if change.to else "cannot burn"
    elif change.on in ("sight", "thermal_sight"):
        text = f"{about} {_value(change)} hexes"
    elif change.to == "P":
        text = "prohibited"
    else:
        text = f"{about} {_value(change)}"
    found = [text]
    if change.kinds:
        found.append("of a " + " or ".join(map(kind_name, change.kinds)))
    if change.terrain:
        found.append(AT.get(change.on, "in") + " " + " and ".join(_terrain(game, key) for key in change.terrain))
    if change.movers:
        found.append("for " + ", ".join(CLASSES[mover] for mover in change.movers))
    if change.ammo:
        found.append("against " + ", ".join(ammo.upper() for ammo in change.ammo))
    if change.within:
        found.append(f"within {change.within} hexes")
    if change.beyond:
        found.append(f"beyond {change.beyond} hexes")
    return " ".join(found)
