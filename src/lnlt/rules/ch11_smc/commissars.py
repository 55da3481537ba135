"""11.7.1: Fight or Die!: a Commissar tries a second time with men who have failed to rally."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import RALLIED_SELF, RALLY_TRIED, SECOND_TRY, SHAKEN
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch01_concepts.morale import COVER_BONUS
from lnlt.rules.ch05_fire.damage import CASUALTIES, WOUNDED_RESULT, apply_result, eliminate
from lnlt.rules.ch10_los_spotting.cover import has_cover
from lnlt.rules.ch11_smc.rallying import help_modifier
from lnlt.rules.facts import units
from lnlt.rules.facts.kinds import COMMISSARS
from lnlt.rules.facts.kits import company, place_of, sheltered_by

KILLED = 12
"""Natural roll at which the men kill him."""


def check_fight_or_die(game: Game, s: Position, side: int, commissar: int, unit: int) -> Refusal | None:
    """11.7.1, Q-242: a Good Order Commissar, and a unit of his with him that has failed to rally in this phase.

    16.0, Q-541: passengers are with those in or on the same vehicle.
    """
    c, u = s.units[commissar], s.units[unit]
    t = game.types[u.type]
    who: dict[str, str | int] = {"commissar": c.id, "unit": u.id}
    here = place_of(s, commissar) >= 0 and c.good_order
    if game.types[c.type].kind not in COMMISSARS or c.side != side or not here:
        return Refusal("11.7.1", "no_commissar", who)
    if unit == commissar or unit not in company(s, commissar) or u.side != side or not (t.is_mmc or t.is_smc):
        return Refusal("11.7.1", "not_with_commissar", who)
    if not units.same_command(game, c, u) and t.kind != "weapon_team":
        return Refusal("3.0", "other_command", who)
    if not u.flags & SHAKEN or not u.flags & RALLY_TRIED:
        return Refusal("11.7.1", "has_not_failed", who)
    if u.flags & SECOND_TRY:
        return Refusal("11.7.1", "second_try_made", who)
    return None


def culprits(game: Game, s: Position, side: int, commissar: int) -> list[int]:
    """11.7.1: units a Commissar may force to try again."""
    return [u for u in company(s, commissar) if check_fight_or_die(game, s, side, commissar, u) is None]


def fight_or_die_tally(game: Game, s: Position, commissar: int, unit: int) -> Tally:
    """11.7.1, 3.0: a rally attempt with the Commissar's help and one more Morale."""
    u = s.units[unit]
    mods = help_modifier(game, s, commissar)
    sheltered = sheltered_by(s, u)
    if has_cover(game, s, sheltered):
        mods = [Modifier(COVER_BONUS, "cover", "3.0", game.board.loc_name(sheltered.at)), *mods]
    return Tally("rally", (), tuple(mods), units.morale(game, u, s) + 1, fails=KILLED)


def fight_or_die(d: Draft, commissar: int, men: list[int]) -> None:
    """11.7.1, Q-242, Q-243: one roll for all he names; who fails has Casualties, single men a wound; 12 kills him."""
    game = d.game
    side = d.units[commissar].side
    tallies = {u: fight_or_die_tally(game, d, commissar, u) for u in men}
    one, two = d.roll(2, "rally", side, subject=commissar)
    for u in men:
        tally = tallies[u]
        fails = not tally.allows(one + two)
        outcome = CASUALTIES if fails else "rallied"
        if fails and game.types[d.units[u].type].is_smc:
            outcome = WOUNDED_RESULT
        d.emit(ev.Resolved("fight_or_die", side, place_of(d, u), (tally,), outcome, u, ((one, two),)))
        if fails:
            d.flag(u, SECOND_TRY)
            apply_result(d, u, outcome)
        else:
            d.flag(u, RALLIED_SELF, SHAKEN)
    if one + two >= KILLED:
        eliminate(d, commissar)
