"""18.1: Mortar Weapon Teams: direct fire at what they see, indirect fire at what somebody calls them to.

Either way the whole target hex is attacked, with the higher of two dice, and a Fire for Effect marker stays there.
"""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import AIR, CAVE
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, ASSAULT_FIRE, FIRED, HANDLED, MELEE, OPS_COMPLETE, SHAKEN
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import just_spotted
from lnlt.rules.ch05_fire.firers import check_ready
from lnlt.rules.ch05_fire.lone import LoneFire
from lnlt.rules.ch05_fire.special import seen_from
from lnlt.rules.ch10_los_spotting.lines import deciding_rule, line
from lnlt.rules.ch10_los_spotting.sight import BLOCKED
from lnlt.rules.ch10_los_spotting.spotting import is_spotted_from
from lnlt.rules.ch18_indirect.shelling import MORTAR, OF_MORTAR, Shelling, in_melee, place_ffe
from lnlt.rules.ch20_night.darkness import check_dark
from lnlt.rules.facts.boats import check_on_land
from lnlt.rules.facts.callers import note_caller
from lnlt.rules.facts.caves import closed_between
from lnlt.rules.facts.kinds import CALLERS
from lnlt.rules.facts.weapons import mortar_place


def check_mortar(game: Game, s: Position, unit: int, at: int, opportunity: bool) -> Refusal | None:
    """18.1, 10.7: a Mortar Team that is ready, in a place it can fire from, with the target within its range.

    Never in Opportunity Fire; out of a Cave only through its front; not at helicopters (19.2.8, Q-411).
    """
    u = s.units[unit]
    t = game.types[u.type]
    facts: dict[str, str | int] = {"unit": u.id}
    if at & 7 == AIR:
        return Refusal("19.2.8", "team_not_at_helicopters", facts)
    if opportunity:
        return Refusal("18.1", "team_no_opportunity_fire", facts)
    refusal = check_ready(game, s, unit, opportunity, at)
    if refusal is not None:
        return refusal
    if not mortar_place(game, s, u.at):
        return Refusal("18.1", "team_not_from_here", facts)
    distance = game.distance(u.at >> 3, at >> 3) or 1
    if distance < t.min_range:
        return Refusal("18.1", "team_too_near", {**facts, "distance": distance})
    if distance > t.range:
        return Refusal("18.1", "out_of_range", {**facts, "distance": distance})
    if u.at & 7 == CAVE and closed_between(game.board, s.marks, u.at, seen_from(at)) is not None:
        return Refusal("10.7", "no_line_of_sight", {"from": game.board.loc_name(u.at), "at": game.board.loc_name(at)})
    return None


def check_mortar_target(game: Game, s: Position, side: int, eyes: int, at: int) -> Refusal | None:
    """18.0, 18.1, Q-334: enemies in a spotted place in sight of whoever aims, and no Melee anywhere in the hex.

    Which way a Cave or Bunker faces does not matter, nor do Stealth and Trenches hide anybody (Q-050, Q-075).
    """
    name = game.board.loc_name(at)
    if in_melee(s, at >> 3):
        return Refusal("18.0", "melee_there", {"at": name})
    if not any(s.units[u].side != side for u in s.by_loc.get(at, ())):
        return Refusal("18.1", "no_enemy_there", {"at": name})
    to = seen_from(at)
    if line(game, s, eyes, to) == BLOCKED:
        facts: dict[str, str | int] = {"from": game.board.loc_name(eyes), "at": name}
        return Refusal(deciding_rule(game, s, eyes, to), "no_line_of_sight", facts)
    if game.night is not None and (dark := check_dark(game, s, side, eyes, at)) is not None:
        return dark
    if not is_spotted_from(game, s, at, side, eyes):
        return Refusal("10.1", "not_spotted", {"at": name})
    return None


def check_mortar_caller(game: Game, s: Position, side: int, unit: int, at: int) -> Refusal | None:
    """18.1, 11.6, 11.9: a Good Order Leader, Scout or Advisor who has not acted, or has just spotted the target."""
    u = s.units[unit]
    if u.side != side or u.at < 0 or game.types[u.type].kind not in CALLERS:
        return Refusal("18.1", "cannot_call_mortar", {"unit": u.id})
    if u.flags & SHAKEN:
        return Refusal("18.1", "not_good_order", {"unit": u.id})
    acted = u.flags & (ACTION_MARKERS | ASSAULT_FIRE | HANDLED | MELEE)
    if acted and not (acted == OPS_COMPLETE and just_spotted(s, unit, at)):
        return Refusal("18.1", "has_acted", {"unit": u.id})
    return check_on_land(game, s, unit) if game.boats else None


class MortarFire(LoneFire):
    """18.1: how a Mortar Team fires: never with a Leader's help (Q-141), perhaps called by somebody."""

    aided = False
    from_above = True

    def reach(self, game: Game, s: Position, unit: int) -> int:
        """18.1: the printed range."""
        return game.types[s.units[unit].type].range

    def check(
        self,
        game: Game,
        s: Position,
        unit: int,
        origin: int,
        at: int,
        opportunity: bool,
        target: int = NOBODY,  # noqa: ARG002
    ) -> Refusal | None:
        """18.1, Q-142: direct fire at what the Team sees itself."""
        refusal = check_mortar(game, s, unit, at, opportunity)
        return refusal or check_mortar_target(game, s, s.units[unit].side, origin, at)

    def begin(
        self,
        d: Draft,
        unit: int,
        origin: int,  # noqa: ARG002
        at: int,
        leader: int,  # noqa: ARG002
        opportunity: bool,  # noqa: ARG002
        target: int = NOBODY,  # noqa: ARG002
    ) -> None:
        """The bombs fall."""
        d.push(MortarAttack(side=d.units[unit].side, unit=unit, at=at))

    def callers(self, game: Game, s: Position, unit: int) -> list[int]:
        """18.1: own Leaders, Scouts and Advisors on the map."""
        side = s.units[unit].side
        return [
            u
            for u, other in enumerate(s.units)
            if other.side == side and other.at >= 0 and game.types[other.type].kind in CALLERS
        ]

    def check_called(self, game: Game, s: Position, unit: int, at: int, caller: int) -> Refusal | None:
        """18.1, 20.1, Q-381: indirect fire: the Team needs range, the caller the line of sight; at night both see."""
        side = s.units[unit].side
        refusal = check_mortar_caller(game, s, side, caller, at) or check_mortar(game, s, unit, at, False)
        if refusal is None and game.night is not None:
            refusal = check_dark(game, s, side, s.units[unit].at, at)
        return refusal or check_mortar_target(game, s, side, s.units[caller].at, at)

    def begin_called(self, d: Draft, unit: int, at: int, caller: int) -> None:
        """18.1: the caller is Ops Complete, and lends no Leadership in this turn."""
        note_caller(d, caller)
        d.flag(caller, OPS_COMPLETE)
        d.push(MortarAttack(side=d.units[unit].side, unit=unit, at=at, called=True))


class MortarAttack(Procedure, frozen=True, gc=False, kw_only=True):
    """18.1: one attack of a Mortar Team on a hex, then the Fire for Effect marker (Q-139)."""

    RULE: ClassVar[str] = "18.1"
    STEPS: ClassVar[tuple[str, ...]] = ("fire", "mark")
    side: int
    unit: int
    at: int
    called: bool = False

    def fire(self, d: Draft) -> None:
        """18.1: the Team is Fired, and the hex attacked."""
        origin = d.units[self.unit].at
        d.emit(ev.FireOpened(self.side, origin, self.at, (self.unit,), self.unit))
        d.flag(self.unit, FIRED, OPS_COMPLETE)
        hexes = (self.at >> 3,)
        d.push(Shelling(side=self.side, fp=self.fp(d), hexes=hexes, what=MORTAR, firer=self.unit, called=self.called))

    def mark(self, d: Draft) -> None:
        """18.1, Q-139: the marker stays until the Administrative Phase and attacks whoever enters the hex."""
        place_ffe(d, self.side, [(self.at >> 3, self.fp(d), OF_MORTAR)])

    def fp(self, d: Draft) -> int:
        """Firepower of the Team."""
        return d.game.types[d.units[self.unit].type].fp
