"""9.0: the Administrative Phase, in the order of Q-070."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import TUNNEL
from lnlt.core.draft import Draft
from lnlt.core.flags import ACTION_MARKERS, DOOMED, FLIPPED, IN_TRENCHES, IN_TUNNEL, SPENT
from lnlt.core.frames import Command, Procedure, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Marker, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.continuous import Declaring
from lnlt.rules.ch08_melee.round import surrender
from lnlt.rules.ch10_los_spotting.burning import FireDamage, intensity, spreading
from lnlt.rules.ch14_ordnance.acquisition import end_of_turn
from lnlt.rules.ch18_indirect.barrage import LiftBarrage, stays
from lnlt.rules.facts.melee_marks import has_both_sides, release

REMOVED = frozenset({"spotted", "starshell", "ffe"})


class AdminPhase(Procedure, frozen=True, gc=False, kw_only=True):
    """9.0, Q-070: clean the board for the next turn; the turn marker and the initiative come after it."""

    RULE: ClassVar[str] = "9.0"
    STEPS: ClassVar[tuple[str, ...]] = (
        "begin",
        "continuous_movement",
        "units",
        "barrages",
        "board",
        "melees",
        "smoke",
        "fire_damage",
        "fire_intensity",
        "fire_spreading",
        "events",
    )

    def begin(self, d: Draft) -> None:
        """The phase begins; a game that is to pause here waits for the players."""
        d.emit(ev.PhaseBegan("admin"))
        if d.game.setup.pause_at_phase_end:
            d.push(PhaseEnd(side=d.active))

    def continuous_movement(self, d: Draft) -> None:
        """15.5, 15.5.1: vehicles and Mounted Units that stay in motion are declared here, initiative side first."""
        if d.game.mounted or d.game.has_vehicles:
            d.push(Declaring())

    def units(self, d: Draft) -> None:
        """9.0: action markers come off; Movement Points are whole again; who has come through a Tunnel is there now."""
        for u, unit in enumerate(d.units):
            d.flag(u, 0, ACTION_MARKERS | IN_TRENCHES | (IN_TUNNEL if unit.at & 7 != TUNNEL else 0))
            if unit.mp:
                d.emit(ev.PointsReset(u))
        if d.game.has_ordnance:
            end_of_turn(d)
        for w, weapon in enumerate(d.weapons):
            if weapon.flags & FLIPPED:
                d.emit(ev.WeaponChanged(w, 0, FLIPPED))

    def melees(self, d: Draft) -> None:
        """8.0, 8.1, Q-070: Melee markers of fewer than two sides come off; captured weapons used in vain go."""
        end_empty_melees(d)
        for w, weapon in enumerate(d.weapons):
            if weapon.flags & DOOMED:
                d.emit(ev.WeaponChanged(w, SPENT, DOOMED))
                d.emit(ev.WeaponPassed(w, NOBODY, NOWHERE))

    def barrages(self, d: Draft) -> None:
        """18.2.1: who has a Walking Barrage on the map may call it off."""
        for side in sorted({m.side for m in d.markers if stays(d, m)}, reverse=True):
            d.push(LiftBarrage(side=side))

    def board(self, d: Draft) -> None:
        """9.0, 18.2.1: Spotted, Starshell and FFE markers come off, but not those of a barrage that walks on."""
        for marker in d.markers:
            if marker.kind in REMOVED and not stays(d, marker):
                d.emit(ev.MarkerRemoved(marker))

    def smoke(self, d: Draft) -> None:
        """7.0: Smoke 2 goes, then Smoke 1 turns to Smoke 2."""
        for marker in d.markers:
            if marker.kind == "smoke":
                d.emit(ev.MarkerRemoved(marker))
                if marker.strength == 1:
                    d.emit(ev.MarkerPlaced(Marker("smoke", marker.at, 2, marker.side)))

    def fire_damage(self, d: Draft) -> None:
        """10.5.6.4: before anything else, those in burning hexes check."""
        if "fire" in d.game.options and any(m.kind == "fire" for m in d.markers):
            d.push(FireDamage())

    def fire_intensity(self, d: Draft) -> None:
        """10.5.6.2, Q-094: a Melee that the fire has ended is over; then each Fire 1 goes out, stays or grows.

        10.5.6.4, Q-273: a side left in it without anybody who can fight is lost.
        """
        if "fire" in d.game.options and any(m.kind == "fire" for m in d.markers):
            for marker in d.markers:
                if marker.kind == "melee":
                    surrender(d, marker.at)
            end_empty_melees(d)
            intensity(d)

    def fire_spreading(self, d: Draft) -> None:
        """10.5.6.2: Fire 2 spreads."""
        if "fire" in d.game.options and any(m.kind == "fire" for m in d.markers):
            spreading(d)


def end_empty_melees(d: Draft) -> None:
    """8.1, Q-070, Q-094: a Melee marker where not both sides are left comes off."""
    for marker in d.markers:
        if marker.kind == "melee" and not has_both_sides(d, marker.at):
            release(d, marker.at)


class Next(Command, frozen=True, gc=False):
    """Let the game run on."""

    PASSES: ClassVar[bool] = True


class PhaseEnd(Question, frozen=True, gc=False, kw_only=True):
    """9.0: a pause before the Administrative Phase, for games that want one."""

    RULE: ClassVar[str] = "9.0"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (Next,)

    def candidates(self, game: Game, s: Position) -> list[Command]:  # noqa: ARG002
        """There is only one way."""
        return [Next()]

    def check(self, game: Game, s: Position, command: Next) -> Refusal | None:  # noqa: ARG002
        """Always allowed."""
        return None

    def answer(self, d: Draft, command: Next) -> None:
        """Nothing to do: the phase goes on."""
