"""Questions of situations: each is answered from the position and changes nothing."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from lnlt.core.board import BUNKER, LAYERS
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal, Tally
from lnlt.rules.ch10_los_spotting.explain import verdict_name
from lnlt.rules.ch10_los_spotting.lines import counters, deciding_rule, has_tis, line, report
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, degraded, limited
from lnlt.rules.ch10_los_spotting.spotting import is_lined_road, is_spotted_from
from lnlt.rules.ch19_air.airborne import Airborne, flight_of, sky_line
from lnlt.rules.ch19_air.helicopters import check_airspace
from lnlt.rules.ch20_night.darkness import is_dark, shows
from lnlt.rules.ch20_night.seen import spotted_for
from lnlt.rules.facts.adjacency import adjacent
from lnlt.rules.facts.bunkers import check_in_bunker
from lnlt.rules.facts.stacking import check_stacking
from lnlt.rules.facts.team_places import check_team_place
from lnlt.situations.answers import Answer
from lnlt.situations.asked_sums import ask_tally
from lnlt.situations.chances import odds_of, their_turn
from lnlt.situations.charts import look_up, same_cell
from lnlt.situations.costs import cost_of, points
from lnlt.situations.errors import SituationError
from lnlt.situations.flying import is_flown, overhead
from lnlt.situations.names import Names
from lnlt.situations.orders import may
from lnlt.situations.ordnance import armor_facing, in_arc
from lnlt.situations.reading import asked_command
from lnlt.situations.steps import Step

SIGHT = "10.3"
"""Section that answers for a line that is stated as a fact."""
Asker = Callable[[Game, State, Step, Names], Answer]


def _refused(refusal: Refusal | None) -> Answer:
    if refusal is None:
        return Answer(legal=True)
    return Answer(legal=False, rule=refusal.rule, refusal=refusal)


def ask_may(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Whether a command is allowed now; what the side's own impulse would not allow either is refused for that."""
    command = asked_command(step)
    refusal = may(game, state, command, step, names)
    if refusal is not None and refusal.code == "not_your_decision":
        refusal = may(game, their_turn(game, state, step, names), command, step, names) or refusal
    return _refused(refusal)


def ask_los(game: Game, state: State, step: Step, names: Names) -> Answer:
    """A line of sight and what decided it; from a unit with thermal sights it is theirs (10.1.2, 20.1.5)."""
    viewer = state.ids.get(step.from_ or "")
    tis = viewer is not None and has_tis(game, state, viewer)
    for end, other, key in ((step.to, step.from_, "from"), (step.from_, step.to, "to")):
        plane = _in_flight(state, end)
        if plane is not None:
            return _ask_sky(game, state, names.end(other, key), plane, tis)
    a, b = names.end(step.from_, "from"), names.end(step.to, "to")
    if game.night is not None and not shows(game, state, a, b, tis):
        return Answer(verdict="blocked", degrading=0, limited=0, rule="20.1", note="too dark")
    if (a, b) in game.los_facts:
        return _said(line(game, state, a, b), SIGHT, "a stated fact")
    told = report(game, state, a, b, tis)
    if line(game, state, a, b, tis) == BLOCKED and told.verdict != "blocked":
        return Answer(verdict="blocked", degrading=0, limited=0, rule=deciding_rule(game, state, a, b))
    return Answer(
        verdict=told.verdict,
        degrading=told.degraded,
        limited=told.limited,
        rule=told.rule,
        note=told.text(),
    )


def _said(verdict: int, rule: str, note: str = "") -> Answer:
    """A line without its story."""
    count, gaps = (0, 0) if verdict == BLOCKED else (degraded(verdict), limited(verdict))
    return Answer(verdict=verdict_name(verdict), degrading=count, limited=gaps, rule=rule, note=note)


def _in_flight(state: State, text: str | None) -> Airborne | None:
    """19.1: the aircraft in the air, if that is what is named."""
    flight = flight_of(state)
    return flight if flight is not None and flight.index >= 0 and state.ids.get(text or "") == flight.unit else None


def _ask_sky(game: Game, state: State, origin: int, plane: Airborne, tis: bool) -> Answer:
    """19.1.1, Q-444: the line between a place and an aircraft; at night it is near, or over a lit hex."""
    over = plane.path[plane.index]
    if game.night is not None and is_dark(game, state, origin, over * LAYERS, tis):
        return _said(BLOCKED, "20.1", "too dark")
    return _said(sky_line(game, state, origin, over, tis), "19.1.1")


def ask_distance(game: Game, state: State, step: Step, names: Names) -> Answer:  # noqa: ARG001
    """Range in hexes; parts of one hex are 1 apart."""
    a, b = names.end(step.from_, "from"), names.end(step.to, "to")
    value = game.distance(a >> 3, b >> 3)
    return Answer(value=1 if a >> 3 == b >> 3 and a != b else value)


def ask_adjacent(game: Game, state: State, step: Step, names: Names) -> Answer:  # noqa: ARG001
    """Whether two locations are adjacent."""
    return Answer(value=adjacent(game.board, names.end(step.from_, "from"), names.end(step.to, "to")))


def ask_spotted(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Whether a location is spotted for a side (`by`; without it, for the enemy of the units there).

    Where only a helicopter is, it is meant (19.2.1).
    """
    at = overhead(state, names.loc(step.at, "at"))
    if step.by is not None:
        return Answer(value=_spotted(game, state, at, names.side(step)))
    there = state.by_loc.get(at, ())
    if not there:
        raise SituationError("for an empty hex 'by' says for whom", *names.place("by"))
    return Answer(value=_spotted(game, state, at, 1 - state.units[there[0]].side))


def _spotted(game: Game, state: State, at: int, side: int) -> bool:
    """For a side, or for one of its units that looks exactly along a Road between trees (10.5.3)."""
    if spotted_for(game, state, at, side):
        return True
    if not is_lined_road(game, at >> 3):
        return False
    watching = [u.at for u in state.units if u.side == side and u.at >= 0 and u.good_order]
    return any(is_spotted_from(game, state, at, side, o) and line(game, state, o, at) != BLOCKED for o in watching)


def ask_stacking(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Whether units may be in a location together with those of their side already there."""
    at = names.loc(step.at, "at")
    if step.units is not None or step.unit is not None:
        units = names.units(step)
        sides = [names.side(step, units)]
        if is_flown(game, state, units) and (refusal := check_airspace(game, state, units[0], at)) is not None:
            answer = _refused(refusal)
            answer.value = False
            return answer
    else:
        units = []
        there = {state.units[u].side for u in state.by_loc.get(at, ())}
        sides = [names.side(step)] if step.by is not None else sorted(there) or [0]
    refusals = [check_in_bunker(game, state, u, at) for u in units] if at & 7 == BUNKER else []
    refusals += [check_team_place(game, state, u, at) for u in units]
    refusals += [check_stacking(game, state, side, at, units) for side in sides]
    for refusal in refusals:
        if refusal is not None:
            answer = _refused(refusal)
            answer.value = False
            return answer
    return Answer(legal=True, value=True)


def ask_cost(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Movement Points a path or another command takes."""
    found = cost_of(game, state, asked_command(step), step, names)
    if isinstance(found, Refusal):
        return _refused(found)
    if isinstance(found, int):
        return Answer(legal=True, value=points(found))
    items = tuple(replace(p, value=points(p.value)) for p in found)
    return Answer(legal=True, value=points(sum(p.value for p in found)), tally=Tally("cost", items))


def ask_level(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Level of a location or unit, or (`of = "obstacle"`) the level the highest obstacle of its hex rises to.

    19.1.1: that of an aircraft in the air is the same all along its path.
    """
    flight = _in_flight(state, step.unit)
    if flight is not None:
        return Answer(value=flight.level)
    at = names.loc(step.at, "at") if step.unit is None else names.end(step.unit, "unit")
    if step.of not in (None, "obstacle", "location"):
        raise SituationError(f"{step.of!r} is no 'location' or 'obstacle'", *names.place("of"))
    if step.of == "obstacle":
        return Answer(value=game.sight.obstacle_level(at >> 3, counters(game, state)))
    return Answer(value=game.sight.level(at))


def ask_table(game: Game, state: State, step: Step, names: Names) -> Answer:  # noqa: ARG001
    """Cells of a chart."""
    cases = []
    for number, case in enumerate(step.cases or []):
        where, path = names.place(f"cases[{number}]")
        if "value" not in case:
            raise SituationError("a case needs 'value'", where, path)
        facts = {k: v for k, v in case.items() if k != "value"}
        cell = look_up(game.setup.era, step.table or "", facts, names.place("table"), where, path)
        cases.append((same_cell(case["value"], cell), cell))
    if not cases:
        raise SituationError("no case is given", *names.place("cases"))
    return Answer(cases=cases)


def ask_odds(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Exact chances of what a command can bring."""
    return Answer(odds=dict(odds_of(game, state, asked_command(step), step, names)))


def ask_armor_facing(game: Game, state: State, step: Step, names: Names) -> Answer:
    """The facing of a vehicle that a unit's shot would hit."""
    return Answer(value=armor_facing(game, state, step, names))


def ask_in_arc(game: Game, state: State, step: Step, names: Names) -> Answer:
    """Whether a location is in a unit's covered arc."""
    return Answer(value=in_arc(game, state, step, names))


ASKERS: dict[str, Asker] = {
    "armor_facing": ask_armor_facing,
    "in_arc": ask_in_arc,
    "tally": ask_tally,
    "may": ask_may,
    "los": ask_los,
    "cost": ask_cost,
    "adjacent": ask_adjacent,
    "distance": ask_distance,
    "spotted": ask_spotted,
    "stacking": ask_stacking,
    "table": ask_table,
    "odds": ask_odds,
    "level": ask_level,
}
"""Questions that can be answered."""
