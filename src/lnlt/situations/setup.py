"""From a situation to a game: board, sides, units, weapons, markers, facts, and where the turn begins."""

from __future__ import annotations

from lnlt.content.games import build_game
from lnlt.content.packs import load_catalog
from lnlt.content.scenario_lint import night_problems
from lnlt.core.catalog import Catalog
from lnlt.core.game import Game
from lnlt.core.setup import (
    GameSetup,
    Group,
    HeroSetup,
    Mission,
    Night,
    SideSetup,
    Start,
)
from lnlt.situations import synonyms, words
from lnlt.situations.boards import facts_of, make_board, markers_of
from lnlt.situations.errors import SituationError, check_word
from lnlt.situations.kits import kinds_of
from lnlt.situations.model import Situation
from lnlt.situations.outfit import printed_nation, with_counters
from lnlt.situations.reading import Source
from lnlt.situations.scenario import check_scenario, events_of, groups_of, set_up_groups
from lnlt.situations.strikes import airstrikes_of

FILLERS = ("one", "two")
"""Names of sides nobody has named."""


def make_game(source: Source) -> Game:
    """The game a situation describes, ready to begin."""
    situation, where = source.situation, source.where
    board_setup, board = make_board(source)
    sides = _sides(situation, where)
    catalog = load_catalog(situation.era)
    nations = _nations(situation, sides, catalog, where)
    scenario = situation.scenario
    check_scenario(scenario, board, sides, [u.id for u in situation.units], where)
    kinds = kinds_of(situation, catalog)
    planes = {u.id for u in situation.units if kinds[u.id] == "aircraft"}
    outside = {u.id: u.side for u in situation.units if u.at is None and u.aboard is None and u.id not in planes}
    snipers = {name for name in outside if kinds[name] == "sniper"}
    start = _start(situation, sides, where)
    placed: tuple[Group, ...] = ()
    if start.phase == "rally" and not start.impulse:
        placed = set_up_groups(scenario, situation.step, {u: outside[u] for u in outside if u not in snipers})
        outside = {name: side for name, side in outside.items() if not any(name in group.units for group in placed)}
    setup = GameSetup(
        id=situation.id,
        name=situation.title or situation.id,
        era=situation.era,
        board=board_setup,
        sides=(SideSetup(sides[0], nation=nations[0]), SideSetup(sides[1], nation=nations[1])),
        units=(),
        markers=markers_of(situation, board, sides, where),
        start=start,
        options=situation.options,
        special_rules=situation.special_rules,
        missions=_missions(situation, sides, where),
        airstrikes=airstrikes_of(situation, kinds, board, where) if planes else (),
        heroes=HeroSetup(skills=any(d.purpose == "skill" for d in situation.dice)),
        weather=situation.weather,
        night=_night(situation, sides, where),
        facts=facts_of(situation, board, where),
        turns=scenario.turns,
        groups=(*placed, *groups_of(scenario, situation.step, outside, snipers, situation.board.map is None, where)),
        setup_order=tuple(dict.fromkeys([*(group.side for group in placed), *sides])),
        exits=scenario.exits,
        events=events_of(scenario, situation.board.markers, where),
        paragraphs=scenario.paragraphs,
        victory=scenario.victory,
        points=scenario.points,
        otherwise=scenario.otherwise,
        control=scenario.control,
        pause_at_phase_end=True,
        ask_every_target=True,
    )
    return build_game(with_counters(setup, situation, catalog, board, where), where, board=board)


def _sides(situation: Situation, where: str) -> tuple[str, str]:
    """The two sides: as stated, else in order of first mention."""
    stated = situation.state.sides
    if stated:
        if len(stated) != 2 or stated[0] == stated[1]:
            raise SituationError("two different sides are needed", where, "state.sides")
        found = list(stated)
    else:
        named = [u.side for u in situation.units]
        named += [s.by for s in situation.step if s.by]
        named += [s for s in (situation.state.impulse, situation.state.initiative) if s]
        named += list(situation.state.nations)
        found = list(dict.fromkeys(named))
        if len(found) > 2:
            raise SituationError(f"more than two sides: {', '.join(found)}", where, "state.sides")
        found += [f for f in FILLERS if f not in found][: 2 - len(found)]
    for number, unit in enumerate(situation.units):
        check_word(unit.side, found, "side", where, f"units[{number}].side")
    return found[0], found[1]


def _nations(situation: Situation, sides: tuple[str, str], catalog: Catalog, where: str) -> tuple[str, str]:
    """Nation of each side: stated, or the side's own id if that is one, or that of its counters from a pack."""
    stated_nations = {
        side: synonyms.SAME_NATION.get(nation, nation) for side, nation in situation.state.nations.items()
    }
    for side, nation in stated_nations.items():
        check_word(side, sides, "side", where, f"state.nations.{side}")
        check_word(nation, catalog.nations, "nation", where, f"state.nations.{side}")
    found = []
    for side in sides:
        own = synonyms.SAME_NATION.get(side, side)
        stated = stated_nations.get(side) or (own if own in catalog.nations else "")
        found.append(stated or printed_nation(side, situation, catalog))
    return found[0], found[1]


def _start(situation: Situation, sides: tuple[str, str], where: str) -> Start:
    state = situation.state
    for key, side in (("impulse", state.impulse), ("initiative", state.initiative)):
        if side is not None:
            check_word(side, sides, "side", where, f"state.{key}")
    impulse = state.impulse or ""
    if state.phase == "operations" and not impulse:
        impulse = state.initiative or sides[0]
    roll = state.phase == "rally" and not impulse
    return Start(state.turn, state.phase, impulse, state.initiative or impulse or sides[0], roll)


def _missions(situation: Situation, sides: tuple[str, str], where: str) -> tuple[Mission, ...]:
    """18.2: the fire missions each side has, in the order of the file."""
    found = []
    for side, rows in situation.state.missions.items():
        check_word(side, sides, "side", where, f"state.missions.{side}")
        for number, row in enumerate(rows):
            path = f"state.missions.{side}[{number}]"
            for key in row:
                check_word(key, ("count", "fp", "formation"), "key", where, f"{path}.{key}")
            if not isinstance(row.get("fp"), int):
                raise SituationError("a mission needs its 'fp'", where, path)
            for key in ("fp", "count"):
                if type(row.get(key, 1)) is not int or row.get(key, 1) < 0:
                    raise SituationError(f"{row[key]!r} is no number of it", where, f"{path}.{key}")
            formation = str(row.get("formation", ""))
            found.append(Mission(f"{side}-{number + 1}", side, row["fp"], row.get("count", 1), formation))
    return tuple(found)


def _night(situation: Situation, sides: tuple[str, str], where: str) -> Night | None:
    """The night: as stated; where nothing but that it is night is said, both sides have some Starshells."""
    if isinstance(situation.night, Night):
        for problem in night_problems(situation.night, sides, situation.scenario.turns, where):
            raise SituationError(problem.reason, *problem.place)
        return situation.night
    return Night(starshell=dict.fromkeys(sides, words.STARSHELL)) if situation.night else None
