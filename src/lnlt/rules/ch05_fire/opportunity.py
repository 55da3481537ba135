"""5.3: Opportunity Fire: the enemy answers a move, hex by hex (procedure P-3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, ClassVar

from lnlt.core.draft import Draft
from lnlt.core.flags import BULK, ELIMINATED, LOW_CRAWL, MOVING, STEALTH
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.firers import can_fire, check_firer, fire_reach
from lnlt.rules.ch05_fire.group import FireGroup
from lnlt.rules.ch05_fire.target import check_target, men_in_view
from lnlt.rules.ch10_los_spotting.lines import has_tis, perhaps_seen, sees
from lnlt.rules.ch10_los_spotting.spotting import is_lined_road, is_spotted
from lnlt.rules.ch14_ordnance.acquisition import settle_locks
from lnlt.rules.ch20_night.darkness import is_dark, too_dark
from lnlt.rules.facts.firing_occasion import Shooting


class Answerable(Procedure, frozen=True, gc=False, kw_only=True):
    """Something that goes on for a while and that the enemy may answer, such as a move."""

    let_pass: bool = False
    """The enemy has said he lets all of it pass."""
    answered: tuple[int, ...] = ()
    """Locations that have answered in this stay: vehicles and Mounted Units may spend points in a hex again (P-3)."""

    COORDINATED: ClassVar[bool] = False
    """Its units on foot go along with a vehicle (6.5)."""

    def on_foot(self) -> tuple[int, ...]:
        """Units on foot whose way this is."""
        return ()


def goes_along(s: Position, movers: Iterable[int]) -> bool:
    """6.5, Q-539: whether one of the units has set off with a vehicle in the move that is under way."""
    for frame in s.stack:
        if isinstance(frame, Answerable) and frame.COORDINATED and not set(movers).isdisjoint(frame.on_foot()):
            return True
    return False


def newcomers(d: Draft, side: int, at: int) -> tuple[int, ...]:
    """11.2.1: Heroes created there among units on foot under way, who belong to nobody's way yet."""
    known = {u for frame in d.stack if isinstance(frame, Answerable) for u in frame.on_foot()}
    return tuple(
        u
        for u in d.by_loc.get(at, ())
        if d.units[u].side == side and d.units[u].flags & (MOVING | ELIMINATED | BULK) == MOVING and u not in known
    )


class OpportunityFire(Shooting, frozen=True, gc=False, kw_only=True):
    """5.3: the answers to one stay of a moving group in a location: at most one attack per MP spent there.

    One attack is everything that fires from one location: its group, and each unit of it that fires on its own
    (Q-034). `side` is the side that may fire.
    """

    RULE: ClassVar[str] = "5.3"
    STEPS: ClassVar[tuple[str, ...]] = ("ask", "again")
    at: int
    budget: int
    movers: tuple[int, ...]
    used: tuple[int, ...] = ()
    """Locations that have fired in this stay; each attack needs another one."""
    closed: bool = False
    missile: bool = False
    """The answer to a guided missile: only fire on the Direct Fire Table (14.4)."""
    bunker: int = NOWHERE
    """The Bunker that answers an Overrun, and nobody else (21.1.3)."""
    only: tuple[int, ...] = ()
    """Units in it that may use the Direct Fire Table."""
    hull_only: bool = False
    """Only the vehicle has spent points, not the men who go along with it (6.5, Q-538)."""

    def ask(self, d: Draft) -> None:
        """Open the window if somebody can still fire."""
        if not self.closed and may_react(d.game, d, self):
            d.push(Reaction(side=self.side))
        else:
            d.update(self, closed=True)

    def again(self, d: Draft) -> None:
        """As long as the window is open, ask again; what was fired at is acquired when the impulse ends (14.3)."""
        if not self.closed:
            d.update(self, step=0)
            return
        if self.shots:
            outer = next(frame for frame in d.stack if isinstance(frame, Shooting))
            if outer is self:
                settle_locks(d, self.shots)
            else:
                d.replace_enclosing(outer, shots=(*outer.shots, *self.shots))
        if self.used and (d.game.has_vehicles or d.game.mounted) and not self.missile:
            below = d.stack[-2]
            if isinstance(below, Answerable):
                d.replace_enclosing(below, answered=self.used)


def check_location(game: Game, window: OpportunityFire, origin: int) -> Refusal | None:
    """5.3, P-3, Q-034: a location begins an attack while Movement Points are left; one that has begun may go on, but
    not in a later window of the same stay."""
    if origin not in window.used:
        full = len(window.used) >= window.budget
        return Refusal("5.3", "no_attacks_left", {"attacks": window.budget}) if full else None
    if any(origin == used for used, _ in (*window.fired, *window.aimed)):
        return None
    return Refusal("5.3", "location_has_fired", {"from": game.board.loc_name(origin)})


def check_reaction(
    game: Game, s: Position, window: OpportunityFire, origin: int, target: int = NOBODY
) -> Refusal | None:
    """5.3: whether a group may answer: its location not used in this stay, in sight, somebody ready and in range.

    Fire is at what moves: a vehicle (17.2), or all else of which something does.
    """
    if game.has_vehicles and not is_mover(s, window, target):
        return Refusal("5.3", "not_the_moving_units", {"at": game.board.loc_name(window.at)})
    if any(origin == used for used, _ in window.fired):
        return Refusal("5.3", "location_has_fired", {"from": game.board.loc_name(origin)})
    refusal = check_location(game, window, origin)
    if refusal is not None:
        return refusal
    if window.bunker != NOWHERE and not counters(game, s, window, origin):
        return Refusal("21.1.3", "not_from_bunker", {"from": game.board.loc_name(origin)})
    if not can_fire(game, s, window.side, origin, window.at, True, at_vehicle=target != NOBODY):
        return Refusal("5.3", "nobody_can_fire", {"from": game.board.loc_name(origin)})
    refusal = check_target(game, s, window.side, origin, window.at, target=target)
    return refusal or check_mover_seen(game, s, window, origin, target)


def check_mover_seen(
    game: Game, s: Position, window: OpportunityFire, origin: int, target: int = NOBODY, eyes: int = NOBODY
) -> Refusal | None:
    """20.1, Q-167, Q-382: who moves in the dark too far away is not answered, even if somebody beside him has fired."""
    if game.night is None or target != NOBODY:
        return None
    tis = eyes != NOBODY and has_tis(game, s, eyes)
    if not is_dark(game, s, origin, window.at, tis):
        return None
    seen = men_in_view(game, s, window.side, window.at, origin, tis)
    if any(u in window.movers or s.units[u].flags & MOVING for u in seen):
        return None
    return too_dark(game, origin, window.at, tis)


def counters(game: Game, s: Position, window: OpportunityFire, origin: int) -> bool:
    """21.1.3: whether anybody in the Bunker that was overrun may use the Direct Fire Table now."""
    return origin == window.bunker and any(
        s.units[u].at == origin and check_firer(game, s, u, origin, window.at, True) is None for u in window.only
    )


def is_mover(s: Position, window: OpportunityFire, target: int) -> bool:
    """5.3: whether a vehicle, or (NOBODY) something else in the location of a window, moves or is answered there."""
    there = s.by_loc.get(window.at, ())
    if target != NOBODY or window.hull_only:
        return target in there and target in window.movers
    return any((u in window.movers or s.units[u].flags & MOVING) and not s.units[u].flags & BULK for u in there)


def may_react(game: Game, s: Position, window: OpportunityFire) -> bool:
    """No empty windows: whether there is a legal answer beside passing, and any of the movers is still there."""
    if not _movers_there(s, window):
        return False
    for answer in game.live_answers:
        if answer.command is not PassWindow and (answer.from_bunker or window.bunker == NOWHERE):
            for c in answer.candidates(game, s, window):
                if answer.check(game, s, window, c) is None:
                    return True
    return False


def _movers_there(s: Position, window: OpportunityFire) -> bool:
    """Whether one of the movers, or somebody who has become one, is in the location of the window."""
    for u in window.movers:
        if s.units[u].at == window.at:
            return True
    return any(s.units[u].flags & MOVING for u in s.by_loc.get(window.at, ()))


def within_reach(game: Game, s: Position, window: OpportunityFire) -> Iterator[int]:
    """Locations of the reacting side from which somebody sees the moving units and his fire reaches them."""
    units, side = s.units, window.side
    row = game.ranges[window.at >> 3]
    full = len(window.used) >= window.budget
    perhaps = perhaps_seen(game, s, window.at)
    for loc in s.spread.held[side]:
        if not (perhaps >> (loc >> 3) & 1 or loc & 7) or units[s.by_loc[loc][0]].side != side:
            continue
        if not full or loc in window.used:
            far = row[loc >> 3]
            if far <= fire_reach(game, s, side, loc, True, far) and sees(game, s, loc, window.at):
                yield loc


def opens_window(game: Game, s: Position, side: int, at: int, movers: tuple[int, ...]) -> bool:
    """5.3: Low Crawl and Stealth draw fire only in a spotted location."""
    if all(s.units[u].flags & (LOW_CRAWL | STEALTH) for u in movers):
        # on a Road between trees it depends on who looks (10.5.3)
        return is_spotted(game, s, at, side) or is_lined_road(game, at >> 3)
    return True


class Answer:
    """One kind of thing a side may do in a window of Opportunity Fire; a game holds them all."""

    command: type[Command]
    from_bunker: ClassVar[bool] = False
    """It may also be the answer of a Bunker to an Overrun (21.1.3)."""

    def in_play(self, game: Game) -> bool:  # noqa: ARG002
        """Whether the counters it needs are in the game at all."""
        return True

    def candidates(self, game: Game, s: Position, window: OpportunityFire) -> Iterable[Command]:
        """Commands worth checking."""
        raise NotImplementedError

    def check(self, game: Game, s: Position, window: OpportunityFire, command: Any) -> Refusal | None:
        """The one place that says whether it is allowed."""
        raise NotImplementedError

    def answer(self, d: Draft, window: OpportunityFire, command: Any) -> None:
        """Do it; the window is on top of the stack."""
        raise NotImplementedError


class OpFire(Command, frozen=True, gc=False):
    """Answer with fire from a location."""

    origin: str
    target: str = ""
    """The vehicle that moves (17.2); nothing: everything else there."""


class PassWindow(Command, frozen=True, gc=False):
    """Let this step pass; with `whole_move`, every further step of this move too."""

    PASSES: ClassVar[bool] = True
    whole_move: bool = False


class GroupAnswer(Answer):
    """5.3: the group of a location fires."""

    command = OpFire
    from_bunker: ClassVar[bool] = True

    def candidates(self, game: Game, s: Position, window: OpportunityFire) -> Iterator[Command]:
        """Every location of the side that reaches the target."""
        names = [""]
        if game.has_vehicles:
            names += [s.units[u].id for u in s.by_loc.get(window.at, ()) if s.units[u].flags & BULK]
        return (OpFire(game.board.loc_name(loc), name) for loc in within_reach(game, s, window) for name in names)

    def check(self, game: Game, s: Position, window: OpportunityFire, command: OpFire) -> Refusal | None:
        """5.3: see `check_reaction`."""
        target = NOBODY
        if command.target:
            target = s.ids.get(command.target, NOBODY)
            if target == NOBODY or not s.units[target].flags & BULK:
                return Refusal("17.2", "no_such_target", {"unit": command.target, "at": command.origin})
        return check_reaction(game, s, window, game.board.loc(command.origin), target)

    def answer(self, d: Draft, window: OpportunityFire, command: OpFire) -> None:
        """Build the firing group."""
        origin = d.game.board.loc(command.origin)
        d.update(window, **used_by(window, origin), fired=(*window.fired, (origin, window.at)))
        target = d.ids[command.target] if command.target else NOBODY
        d.push(
            FireGroup(side=window.side, origin=origin, at=window.at, opportunity=True, target=target, only=window.only)
        )


def used_by(window: OpportunityFire, origin: int) -> dict[str, Any]:
    """Change of a window that a location fires in."""
    return {} if origin in window.used else {"used": (*window.used, origin)}


class PassAnswer(Answer):
    """5.3: let the window go by."""

    command = PassWindow
    from_bunker: ClassVar[bool] = True

    def candidates(self, game: Game, s: Position, window: OpportunityFire) -> list[Command]:  # noqa: ARG002
        """Both ways to pass."""
        return [PassWindow(), PassWindow(True)]

    def check(self, game: Game, s: Position, window: OpportunityFire, command: PassWindow) -> Refusal | None:  # noqa: ARG002
        """Always allowed."""
        return None

    def answer(self, d: Draft, window: OpportunityFire, command: PassWindow) -> None:
        """The window closes."""
        d.update(window, closed=True)
        if command.whole_move:
            move = next((frame for frame in reversed(d.stack) if isinstance(frame, Answerable)), None)
            if move is not None:
                d.replace_enclosing(move, let_pass=True)


class Reaction(Question, frozen=True, gc=False, kw_only=True):
    """5.3: fire at the moving units from one of the locations that can, or let it pass."""

    RULE: ClassVar[str] = "5.3"
    WINDOW: ClassVar[str] = "opportunity_fire"

    def accepts(self, game: Game) -> Collection[type[Command]]:
        """Every answer of the game."""
        return game.answers

    def candidates(self, game: Game, s: Position) -> Iterable[Command]:
        """What each answer offers."""
        window = enclosing(s, OpportunityFire)
        assert window is not None
        for answer in game.answers.values():
            yield from answer.candidates(game, s, window)

    def options(self, game: Game, s: Position) -> list[Command]:
        """What each answer allows."""
        window = enclosing(s, OpportunityFire)
        assert window is not None
        return [
            c
            for answer in game.live_answers
            if answer.from_bunker or window.bunker == NOWHERE
            for c in answer.candidates(game, s, window)
            if answer.check(game, s, window, c) is None
        ]

    def check(self, game: Game, s: Position, command: Command) -> Refusal | None:
        """5.3: what the answer needs; places must exist."""
        window = enclosing(s, OpportunityFire)
        assert window is not None
        if window.bunker != NOWHERE and not game.answers[type(command)].from_bunker:
            return Refusal("21.1.3", "not_from_bunker", {"from": game.board.loc_name(window.bunker)})
        try:
            refusal: Refusal | None = game.answers[type(command)].check(game, s, window, command)
        except KeyError as error:
            return Refusal("1.4", "no_such_place", {"at": str(error.args[0])})
        return refusal

    def answer(self, d: Draft, command: Command) -> None:
        """Carry out the answer."""
        window = d.stack[-1]
        assert isinstance(window, OpportunityFire)
        d.game.answers[type(command)].answer(d, window, command)
