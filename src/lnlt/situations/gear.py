"""The commands `deploy` and `detonate`: Claymores."""

from __future__ import annotations

from lnlt.core.tally import Refusal
from lnlt.rules.ch23_equipment.claymores import ClaymoreChoice, DeployClaymore, Detonate
from lnlt.situations.errors import Refused, SituationError
from lnlt.situations.play import Attempt, Names, give_way, in_impulse
from lnlt.situations.steps import Step, many


def play_deploy(attempt: Attempt, step: Step, names: Names) -> None:
    """Deploy a Claymore; `with` names the second man of two."""
    units = names.units(step)
    if len(units) != 1:
        raise SituationError("one unit is needed", *names.place("units"))
    names.weapon(step.weapon or "", "weapon")
    mates = many(step.with_)
    for mate in mates:
        names.unit(mate, "with")
    side = names.side(step, units)
    u = attempt.unit(units[0])
    give_way(attempt, side)
    in_impulse(attempt, side, u.at)
    attempt.send(DeployClaymore(u.id, step.weapon or "", mates[0] if mates else ""), side)


def play_detonate(attempt: Attempt, step: Step, names: Names) -> None:
    """Detonate the Claymore that is asked about; `at` says where it lies, if there are several."""
    side = names.side(step)
    question = attempt.question
    if not isinstance(question, ClaymoreChoice) or attempt.asked != side:
        raise Refused(Refusal("23.2.1", "no_claymore_tripped"))
    if step.at is not None and names.loc(step.at, "at") != question.claymore:
        raise Refused(Refusal("23.2.1", "no_claymore_tripped"))
    attempt.send(Detonate(), side)
