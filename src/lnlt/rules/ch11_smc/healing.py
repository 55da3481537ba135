"""11.3, 11.10: Medics, Corpsmen and Nurses: one Morale Check of the healer himself, then the patient is well."""

from __future__ import annotations

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import HELPED_ONE, RALLIED_SELF, SHAKEN, TENDED, WOUNDED, WOUNDED_TWICE
from lnlt.core.game import Game
from lnlt.core.state import Position
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.rules.ch10_los_spotting.cover import has_cover
from lnlt.rules.facts import units
from lnlt.rules.facts.kinds import HEALERS
from lnlt.rules.facts.kits import alive, company, place_of, sheltered_by

COVER_BONUS = -2


def check_heal(game: Game, s: Position, side: int, healer: int, unit: int, rally: bool) -> Refusal | None:
    """11.3, 11.10: a Good Order healer tries once per Rally Phase for somebody in his location.

    16.0, Q-541: in a vehicle, for somebody in the same one.
    """
    h, u = s.units[healer], s.units[unit]
    kind = game.types[h.type].kind
    section = "11.10" if kind == "nurse" else "11.3"
    who: dict[str, str | int] = {"healer": h.id, "unit": u.id}
    if kind not in HEALERS or h.side != side or place_of(s, healer) < 0 or not alive(h):
        return Refusal("11.3", "no_healer", who)
    if h.flags & SHAKEN:
        return Refusal(section, "healer_shaken", who)
    if h.flags & TENDED:
        return Refusal(section, "healer_has_done", who)
    if u.side != side or unit not in company(s, healer):
        return Refusal(section, "patient_elsewhere", who)
    if kind == "nurse":
        if rally or h.flags & HELPED_ONE:
            return Refusal("11.10", "heal_or_rally", who)
        if h.flags & RALLIED_SELF:
            return Refusal("11.10", "nurse_just_rallied", who)
        if unit == healer:
            return Refusal("11.10", "nurse_heals_others", who)
    if rally:
        return _check_revive(game, s, healer, unit)
    if not u.flags & WOUNDED:
        return Refusal(section, "not_wounded", who)
    return None


def _check_revive(game: Game, s: Position, healer: int, unit: int) -> Refusal | None:
    """11.3, 3.0: a Medic brings a Shaken MMC or SMC of his own command back; it is no rally attempt of the unit."""
    h, u = s.units[healer], s.units[unit]
    t = game.types[u.type]
    who: dict[str, str | int] = {"helper": h.id, "unit": u.id}
    if not u.flags & SHAKEN or not (t.is_mmc or t.is_smc):
        return Refusal("11.3", "not_shaken", who)
    if not units.same_command(game, h, u) and t.kind != "weapon_team":
        return Refusal("3.0", "other_command", who)
    return None


def heal_tally(game: Game, s: Position, healer: int) -> Tally:
    """11.3: the healer's own Morale Check: -2 in terrain with a positive Target Modifier, nobody's LM."""
    h = s.units[healer]
    section = "11.10" if game.types[h.type].kind == "nurse" else "11.3"
    sheltered = sheltered_by(s, h)
    place = game.board.loc_name(sheltered.at)
    mods = [Modifier(COVER_BONUS, "cover", section, place)] if has_cover(game, s, sheltered) else []
    return Tally("morale", (), tuple(mods), units.morale(game, h, s))


def heal(d: Draft, healer: int, unit: int, rally: bool) -> bool:
    """11.3: one roll; a failure has no penalty but ends his work of this phase."""
    game = d.game
    h = d.units[healer]
    tally = heal_tally(game, d, healer)
    one, two = d.roll(2, "morale check", h.side, subject=healer)
    passed = tally.allows(one + two)
    outcome = ("rallied" if rally else "healed") if passed else "failed"
    d.emit(ev.Resolved("heal", h.side, place_of(d, healer), (tally,), outcome, unit, ((one, two),)))
    d.flag(healer, TENDED)
    if passed and rally:
        d.flag(unit, RALLIED_SELF, SHAKEN)
    elif passed:
        d.flag(unit, 0, WOUNDED_TWICE if d.units[unit].flags & WOUNDED_TWICE else WOUNDED)
    return passed
