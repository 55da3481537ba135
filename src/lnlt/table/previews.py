"""The one place to ask what dice can bring: any commands that come to a die, itemised, with exact chances.

Direct fire, the fire of Snipers and Overruns are counted from their sums (the rules' own functions), which takes a
fraction of a millisecond; everything else is played out through the rules, case by case, so that odds cannot disagree
with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from lnlt.core.engine import Explored, explore, question
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, State
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.attack import Attack
from lnlt.rules.ch05_fire.odds import FireOdds, fire_odds
from lnlt.rules.ch08_melee.round import MeleeRound
from lnlt.rules.ch08_melee.withdrawing import Withdrawal
from lnlt.rules.ch11_smc.shot_odds import at_vehicle, shot_odds
from lnlt.rules.ch11_smc.shots import Shot
from lnlt.rules.ch14_ordnance.attack import OrdnanceAttack
from lnlt.rules.ch15_vehicles.machine_guns import Burst
from lnlt.rules.ch15_vehicles.overrun import OverrunAttack
from lnlt.rules.ch15_vehicles.overrun_odds import defenders, overrun_odds
from lnlt.rules.ch17_antitank.close_assault import CloseAssault
from lnlt.rules.ch18_indirect.calling import CallMission
from lnlt.rules.ch18_indirect.missions import FireForEffect, ShiftRound
from lnlt.rules.ch19_air.air_shot import AirShot
from lnlt.rules.ch19_air.attack import AirAttack
from lnlt.table.chances import ALWAYS, NEVER, Chance, Fate, Preview, Roll, ordered
from lnlt.table.groups import ahead_of, taken_for_granted, unanswered
from lnlt.table.outcomes import LIMIT, Assume, Outcome, Outcomes, new_unit, play_out, subject_name
from lnlt.traits.skills.using import UseSkill

RULES = {
    "fire": "5.0",
    "damage_check": "5.1",
    "rally": "3.0",
    "spot": "10.1.1",
    "smoke": "7.0",
    "starshell": "20.2",
    "barricade": "21.5",
    "melee": "8.0",
    "withdraw": "8.1.1",
    "charge": "8.6",
    "heal": "11.3",
    "fight_or_die": "11.7.1",
    "repair": "1.6.2",
    "extinguish": "10.5.6",
    "fire_start": "10.5.6.1",
    "initiative": "2.0",
    "mission": "18.2",
    "morale": "1.5.1",
    "skill": "12.0",
    "to_hit": "14.1",
    "penetration": "14.1",
    "overrun": "15.3",
    "close_assault": "17.1",
}
"""Section of each kind of preview; of others that of the procedure that rolls."""
COMMANDS: dict[type[Command], str] = {
    UseSkill: "skill",
    CallMission: "mission",
    ShiftRound: "mission",
    FireForEffect: "mission",
}
"""Commands that say by themselves what they are about."""
KINDS = {"morale_check": "morale", "scatter": "mission", "fire_intensity": "fire_start", "fire_spreading": "fire_start"}
EPISODES = (
    Attack, Shot, OrdnanceAttack, Burst, MeleeRound, Withdrawal, OverrunAttack, CloseAssault, AirAttack, AirShot,
)  # fmt: skip
"""What is one matter: somebody asked in the middle of it wants to know how all of it ends."""
FRAMES = {"Withdrawal": "withdraw", "CloseAssault": "close_assault"}
"""What a Morale Check is for, by the procedure that asks for it."""


def preview(
    game: Game,
    s: State,
    commands: Sequence[Command],
    limit: int = LIMIT,
    counted: bool = True,
    answers: Assume = taken_for_granted,
) -> Preview | Refusal | None:
    """What commands can bring about; why they are not allowed; or None if they come to no die.

    Details that were left out (who fires with what, whom to attack in Melee) are filled in with the best group, all
    targets, the most firepower; `Preview.commands` says how. With `counted` off, fire is played out too. `answers` are
    the choices in the middle of it.
    """
    ahead, order = ahead_of(game, s, commands)
    if ahead.refusal is not None:
        return ahead.refusal
    order = order[: ahead.done]
    if not ahead.stopped:
        ahead = _let_pass(game, ahead)
    if ahead.stopped != "die":
        return None
    top = ahead.state.stack[-1] if ahead.state.stack else None
    if (
        counted
        and isinstance(top, Attack)
        and top.target == NOBODY
        and ahead.purpose == "attack"
        and not _depends(game, ahead.state, top.at)
    ):
        odds = fire_odds(game, ahead.state, top.group(), top.lead, top.origin, top.at, top.mode)
        if odds.targets:
            return _counted(game, ahead.state, top, odds, order)
    if counted and isinstance(top, Shot) and not at_vehicle(ahead.state, top):
        return _counted(game, ahead.state, top, shot_odds(game, ahead.state, top), order)
    if counted and isinstance(top, OverrunAttack) and top.pending == () and ahead.purpose == "attack":
        if _at_attack(ahead.state, top) and len(defenders(game, ahead.state, top)) > ANSWERED:
            return _overrun(game, ahead.state, top, order)
    if ahead.purpose == SECRET:
        side = s.stack[-1].side if isinstance(s.stack[-1], Question) else 0
        return Preview(SECRET, "1.8", side, (), (), NEVER, tuple(order), secret=ALWAYS)
    before = explore(game, s, order[:-1]).state if len(order) > 1 else s
    outcomes = play_out(game, before, order[-1], answers, limit, EPISODES)
    kind = COMMANDS.get(type(order[-1])) or _kind(outcomes, ahead.purpose, type(top).__name__)
    return _played(game, before, outcomes, kind, RULES.get(kind, top.RULE if top is not None else ""), order)


def _let_pass(game: Game, ahead: Explored) -> Explored:
    """14.4, 15.1: as if nobody answered before a shot."""
    while not ahead.stopped:
        asked = question(ahead.state)
        answer = unanswered(ahead.state, asked) if asked is not None else None
        if answer is None:
            break
        ahead = explore(game, ahead.state, answer)
    return ahead


ANSWERED = 2
"""Defenders of an Overrun up to whom their answer is counted too; of more only that there may be one."""


def _at_attack(s: State, attack: OverrunAttack) -> bool:
    """15.3: the next die is that of the Overrun itself, not of artillery in the hex."""
    return attack.STEPS[attack.step - 1] == "attack" and s.units[attack.unit].at == attack.at


def _overrun(game: Game, s: State, attack: OverrunAttack, order: Sequence[Command]) -> Preview:
    """15.3: an Overrun of many units, counted from its sums; the answer to it is left open."""
    odds = overrun_odds(game, s, attack)
    rolls, fates = _comparisons(game, s, "overrun", attack.side, attack.at, odds.fire)
    answer = Chance.of(odds.answered) if odds.answered else NEVER
    any_ = Chance.of(odds.fire.any)
    return Preview("overrun", "15.3", attack.side, rolls, fates, any_, tuple(order), open=answer)


def _depends(game: Game, s: State, at: int) -> bool:
    """Whether the Morale of units in a location changes while it is attacked: an Advisor may fall (11.9)."""
    return game.has_advisors and any(game.types[s.units[u].type].kind == "advisor" for u in s.by_loc.get(at, ()))


def _counted(game: Game, s: State, attack: Attack | Shot, odds: FireOdds, order: Sequence[Command]) -> Preview:
    """An attack whose chances were counted from its sums."""
    rolls, fates = _comparisons(game, s, "fire", attack.side, attack.at, odds)
    return Preview("fire", attack.RULE, attack.side, rolls, fates, Chance.of(odds.any), tuple(order))


def _comparisons(
    game: Game, s: State, what: str, side: int, at: int, odds: FireOdds
) -> tuple[tuple[Roll, ...], tuple[Fate, ...]]:
    """The comparison with each target, what can become of it, and Heroes who may come of it."""
    place = game.board.loc_name(at)
    rolls, fates = [], []
    for found in odds.targets:
        chances = ordered({"damage_check": found.hit, "none": 1 - found.hit})
        sums = (found.attack, found.defence)
        totals = (found.attack.total, found.defence.total)
        rolls.append(Roll(what, side, chances, found.unit, place, sums, totals))
        fates.append(Fate(found.unit, s.units[s.ids[found.unit]].side, ordered(found.chances)))
    for number, chance in enumerate(odds.heroes):
        fates.append(Fate(new_unit("hero", number), 1 - side, ordered({"created": chance, "none": 1 - chance})))
    return tuple(rolls), tuple(fates)


def _kind(outcomes: Outcomes, purpose: str, frame: str) -> str:
    """The sort of roll: by the first thing that was resolved, else by the purpose of the die."""
    first = next(iter(outcomes.rolls), None)
    what = first[0][0] if first is not None else purpose
    if what in ("morale_check", "morale"):
        return FRAMES.get(frame) or ("charge" if frame == "MeleeRound" else "morale")
    return KINDS.get(what, what)


def _played(game: Game, s: State, found: Outcomes, kind: str, rule: str, order: Sequence[Command]) -> Preview:
    """Everything that was seen while playing out a command."""
    asked = question(s)
    assert asked is not None
    rolls = [_roll(game, s, outcome) for outcome in _by_place(game, found.rolls.values())]
    if not rolls:
        for (purpose, side, subject, _), faces in found.faces.items():
            made = min(sum(faces.values(), Fraction(0)), ONE)
            rolls.append(Roll(purpose, side, ordered(faces), subject_name(s, subject), happens=Chance.of(made)))
    fates = []
    for unit, chances in found.fates.items():
        rest = 1 - found.left - sum(chances.values(), Fraction(0))
        fates.append(Fate(unit, found.sides[unit], ordered({**chances, "none": rest})))
    left = Chance.of(found.left) if found.left else NEVER
    return Preview(
        kind,
        rule,
        asked.side,
        tuple(rolls),
        tuple(fates),
        Chance.of(found.any),
        tuple(order),
        tuple(found.assumed),
        Chance.of(found.open) if found.open else NEVER,
        Chance.of(found.secret) if found.secret else NEVER,
        not found.left,
        left,
        found.steps,
    )


ONE = Fraction(1)
SECRET = "paragraph"
"""What explorations come to when something would be read out that nobody knows yet."""


def _by_place(game: Game, rolls: Iterable[Outcome]) -> Iterator[Outcome]:
    """18.2: where a round can fall is one roll whose outcomes are places."""
    scatter: dict[int, Outcome] = {}
    for outcome in rolls:
        what, side, subject, at = outcome.key
        if what != "scatter":
            yield outcome
            continue
        whole = scatter.setdefault(subject, Outcome((what, side, subject, NOWHERE), outcome.tallies))
        for name, chance in outcome.chances.items():
            place = game.board.loc_name(at) if at >= 0 else name
            whole.chances[place] = whole.chances.get(place, Fraction(0)) + chance
    yield from scatter.values()


def _roll(game: Game, s: State, outcome: Outcome) -> Roll:
    what, side, subject, at = outcome.key
    return Roll(
        what,
        side,
        ordered(outcome.chances),
        subject_name(s, subject) if subject < len(s.units) else "",
        game.board.loc_name(at) if at >= 0 else "",
        outcome.tallies,
        tuple(t.total for t in outcome.tallies),
        Chance.of(sum(outcome.chances.values(), Fraction(0))),
        tuple(s.units[u].id for u in outcome.by),
        tuple(s.units[u].id for u in outcome.targets),
        outcome.varies,
    )
