"""5.3: Opportunity Fire: the enemy answers a move, hex by hex (procedure P-3)."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core.draft import Draft
from lnlt.core.flags import LOW_CRAWL, MOVING, STEALTH
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.group import FireGroup, can_fire, check_target, fire_reach
from lnlt.rules.ch10_los_spotting.lines import sees
from lnlt.rules.ch10_los_spotting.spotting import is_spotted


class Answerable(Procedure, frozen=True, gc=False, kw_only=True):
    """Something that goes on for a while and that the enemy may answer, such as a move."""

    let_pass: bool = False
    """The enemy has said he lets all of it pass."""


class OpportunityFire(Procedure, frozen=True, gc=False, kw_only=True):
    """5.3: the answers to one stay of a moving group in a location: at most one attack per MP spent there."""

    RULE: ClassVar[str] = "5.3"
    STEPS: ClassVar[tuple[str, ...]] = ("ask", "again")
    side: int
    """The side that may fire."""
    at: int
    budget: int
    movers: tuple[int, ...]
    used: tuple[int, ...] = ()
    """Locations that have fired in this stay; each attack needs another one."""
    closed: bool = False

    def ask(self, d: Draft) -> None:
        """Open the window if somebody can still fire."""
        if not self.closed and len(self.used) < self.budget and may_react(d.game, d, self):
            d.push(Reaction(side=self.side))
        else:
            d.update(self, closed=True)

    def again(self, d: Draft) -> None:
        """As long as the window is open, ask again."""
        if not self.closed:
            d.update(self, step=0)


def check_reaction(game: Game, s: Position, window: OpportunityFire, origin: int) -> Refusal | None:
    """5.3: whether a location may answer: not used in this stay, in sight, somebody in it ready and in range."""
    if origin in window.used:
        return Refusal("5.3", "location_has_fired", {"from": game.board.loc_name(origin)})
    if not can_fire(game, s, window.side, origin, window.at, True):
        return Refusal("5.3", "nobody_can_fire", {"from": game.board.loc_name(origin)})
    return check_target(game, s, window.side, origin, window.at)


def may_react(game: Game, s: Position, window: OpportunityFire) -> bool:
    """No empty windows: whether any location has a legal answer, and any of the movers is still there."""
    if not any(s.units[u].at == window.at for u in window.movers) and not any(
        s.units[u].flags & MOVING for u in s.by_loc.get(window.at, ())
    ):
        return False
    return any(check_reaction(game, s, window, loc) is None for loc in within_reach(game, s, window))


def within_reach(game: Game, s: Position, window: OpportunityFire) -> list[int]:
    """Locations of the reacting side from which somebody sees the moving units and his fire reaches them."""
    units, side = s.units, window.side
    row = game.ranges[window.at >> 3]
    found = []
    for loc, members in s.by_loc.items():
        if units[members[0]].side == side and loc not in window.used:
            if row[loc >> 3] <= fire_reach(game, s, side, loc, True) and sees(game, s, loc, window.at):
                found.append(loc)
    return found


def opens_window(game: Game, s: Position, side: int, at: int, movers: tuple[int, ...]) -> bool:
    """5.3: Low Crawl and Stealth draw fire only in a spotted location."""
    if all(s.units[u].flags & (LOW_CRAWL | STEALTH) for u in movers):
        return is_spotted(game, s, at, side)
    return True


class OpFire(Command, frozen=True, gc=False):
    """Answer with fire from a location."""

    origin: str


class PassWindow(Command, frozen=True, gc=False):
    """Let this step pass; with `whole_move`, every further step of this move too."""

    PASSES: ClassVar[bool] = True
    whole_move: bool = False


class Reaction(Question, frozen=True, gc=False, kw_only=True):
    """5.3: fire at the moving units from one of the locations that can, or let it pass."""

    RULE: ClassVar[str] = "5.3"
    WINDOW: ClassVar[str] = "opportunity_fire"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (OpFire, PassWindow)

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Every location of the side that reaches the target, and both ways to pass."""
        window = enclosing(s, OpportunityFire)
        assert window is not None
        found: list[Command] = [OpFire(game.board.loc_name(loc)) for loc in within_reach(game, s, window)]
        found.append(PassWindow())
        found.append(PassWindow(True))
        return found

    def check(self, game: Game, s: Position, command: OpFire | PassWindow) -> Refusal | None:
        """5.3: see `check_reaction`."""
        if type(command) is PassWindow:
            return None
        assert type(command) is OpFire
        window = enclosing(s, OpportunityFire)
        assert window is not None
        try:
            origin = game.board.loc(command.origin)
        except KeyError:
            return Refusal("1.4", "no_such_place", {"at": command.origin})
        return check_reaction(game, s, window, origin)

    def answer(self, d: Draft, command: OpFire | PassWindow) -> None:
        """Build the firing group, or close the window."""
        window = d.enclosing(OpportunityFire)
        assert window is not None
        if type(command) is OpFire:
            origin = d.game.board.loc(command.origin)
            d.replace_enclosing(window, used=(*window.used, origin))
            d.push(FireGroup(side=self.side, origin=origin, at=window.at, opportunity=True))
            return
        d.replace_enclosing(window, closed=True)
        assert type(command) is PassWindow
        if command.whole_move:
            move = next(frame for frame in reversed(d.stack) if isinstance(frame, Answerable))
            d.replace_enclosing(move, let_pass=True)
