"""What there is to play: scenarios and their cards, games built once per set-up, bundled replays."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from hashlib import sha256

import msgspec

from lnlt import engine, words
from lnlt.content import files, saves
from lnlt.content.balance import balance_of
from lnlt.content.colours import looks
from lnlt.content.games import kept_setup
from lnlt.content.scenario_file import Scenario
from lnlt.content.scenarios import load_scenario, read_scenario, scenario_names
from lnlt.core.game import Game
from lnlt.core.record import Match, parse, replay
from lnlt.core.setup import GameSetup, parse_setup, public_setup, setup_bytes
from lnlt.rules.ch10_los_spotting.sight import Sight
from lnlt.server.art import board_art
from lnlt.server.choices import Told
from lnlt.server.lens import Pieces
from lnlt.server.shapes import ForceLine, ReplayListed, ScenarioCard, SideCard, SideInfo
from lnlt.words.english_table import OPTIONS
from lnlt.words.fairness import balance_line
from lnlt.words.forces import forces
from lnlt.words.modules import trait_lines

KEPT = 32
"""Games of different set-ups that are kept built."""


def digest(data: bytes) -> str:
    """Fingerprint of a stored set-up."""
    return sha256(data).hexdigest()


class Kit(msgspec.Struct, frozen=True):
    """A built game with what clients are told of it once."""

    digest: str
    data: bytes
    game: Game
    card: ScenarioCard
    board: msgspec.Raw
    sides: tuple[SideInfo, ...]
    pieces: Pieces
    """Counters of its games as they look, as JSON."""
    told: Told
    """Options of its games in words, as JSON."""


_KITS: OrderedDict[str, Kit] = OrderedDict()


def is_built(data: bytes) -> bool:
    """Whether the game of a stored set-up is at hand."""
    return digest(data) in _KITS


def kit(data: bytes, sight: Sight | None = None) -> Kit:
    """The game of a stored set-up, built when first asked for; with lines of sight that have been worked out."""
    name = digest(data)
    found = _KITS.get(name)
    if found is None:
        setup = parse_setup(data)
        game = engine.build_game(setup, setup.id, None if sight is None else sight.board, sight)
        board = msgspec.Raw(msgspec.json.encode(board_art(game)))
        found = Kit(name, data, game, card_of(game), board, side_infos(game), {}, Told())
        _KITS[name] = found
        if len(_KITS) > KEPT:
            _KITS.popitem(last=False)
    _KITS.move_to_end(name)
    return found


@lru_cache(maxsize=64)
def scenario_setup(name: str, options: tuple[str, ...] = ()) -> bytes:
    """The set-up of a shipped scenario with optional rules switched on."""
    return setup_bytes(kept_setup(load_scenario(name, options), name))


@lru_cache(maxsize=1)
def cards() -> tuple[ScenarioCard, ...]:
    """Every shipped scenario."""
    return tuple(kit(scenario_setup(name)).card for name in scenario_names())


@lru_cache(maxsize=1)
def _scenarios() -> dict[str, Scenario]:
    """The shipped scenarios as written, by id."""
    return {found.id: found for found in (read_scenario(name)[0] for name in scenario_names())}


@lru_cache(maxsize=1)
def scenario_ids() -> dict[str, str]:
    """File names of the shipped scenarios by id."""
    return {read_scenario(name)[0].id: name for name in scenario_names()}


def card_of(game: Game) -> ScenarioCard:
    """A scenario at a glance; what paragraphs bring is not in it."""
    setup = public_setup(game.setup)
    about = _scenarios().get(setup.id)
    rules = optional_rules(about, _has_vehicles(game, setup)) if about else ()
    return ScenarioCard(
        id=setup.id,
        name=setup.name,
        place=about.place if about else "",
        date=about.date if about else "",
        era=setup.era,
        about=about.about if about else "",
        turns=game.turns,
        maps=tuple(m.map for m in setup.board.maps),
        hexes=len(game.playable),
        counters=len(setup.units),
        sides=tuple(_side_card(game, setup, side) for side in range(len(game.sides))),
        first=game.side_index.get(setup.start.initiative, 0),
        goals=tuple(words.goal_lines(game)),
        rules=(*(about.rules if about else ()), *trait_lines(game)),
        optional=tuple((key, OPTIONS[key]) for key in rules),
        balance=balance_line(balance_of(game.setup), [words.side_name(game, i) for i in range(len(game.sides))]),
        new_players=about is not None and about.new_players,
    )


def _has_vehicles(game: Game, setup: GameSetup) -> bool:
    """Whether vehicles are among the units everybody knows of."""
    return any(game.types[game.type_index[u.type]].kind == "vehicle" for u in setup.units)


def optional_rules(about: Scenario, vehicles: bool) -> tuple[str, ...]:
    """Optional rules that change something in a scenario and are not switched on anyway."""
    found = ["fire", "smoke_limit"]
    if vehicles:
        found += ["spot_vehicles", "split_mgs", "size_and_speed", "hull_down"]
    if about.heroes.optional:
        found.append("optional_heroes")
    if any(not mission.plain for mission in about.missions):
        found.append("alternative_missions")
    return tuple(key for key in found if key not in about.options)


def _side_card(game: Game, setup: GameSetup, side: int) -> SideCard:
    found = forces(game, setup, game.sides[side].id)
    lines = tuple(ForceLine(count=force.count, name=force.name, kind=force.kind) for force in found)
    info = side_infos(game)[side]
    return SideCard(id=info.id, name=info.name, nation=info.nation, colour=info.colour, forces=lines)


def side_infos(game: Game) -> tuple[SideInfo, ...]:
    """The sides as counters show them, in the colours of their nations."""
    nations = [game.catalog.nations.get(side.nation) for side in game.sides]
    shown = looks([(n.colour, n.edge) if n else ("", "") for n in nations])
    return tuple(
        SideInfo(id=side.id, name=words.side_name(game, i), nation=side.nation, colour=colour, edge=edge)
        for i, (side, (colour, edge)) in enumerate(zip(game.sides, shown, strict=True))
    )


def replay_names() -> list[str]:
    """Names of the bundled replays."""
    folder = files.shipped("replays")
    return sorted(f.name.removesuffix(saves.ENDING) for f in folder.iterdir() if f.name.endswith(saves.ENDING))


@lru_cache(maxsize=8)
def open_replay(name: str) -> Match:
    """A bundled replay, played through and checked."""
    data = files.shipped("replays", f"{name}{saves.ENDING}").read_bytes()
    record = parse(engine.CODEC, data, name)
    game = kit(setup_bytes(record.header.setup)).game
    match, _ = replay(engine.CODEC, engine.begin, game, record.header, record.entries, name)
    return match


def replays() -> tuple[ReplayListed, ...]:
    """Every bundled replay."""
    found = []
    for name in replay_names():
        match = open_replay(name)
        about = words.log_text(match.game, None, match.state, match.steps[-1].events)[-1] if match.state.over else ""
        found.append(ReplayListed(id=name, name=match.game.setup.name, about=about, entries=len(match.entries)))
    return tuple(found)
