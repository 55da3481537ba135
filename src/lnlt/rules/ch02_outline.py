"""2.0: a turn: Rally, Operations, Administrative Phase; and how a game begins and ends."""

from __future__ import annotations

from typing import ClassVar

from lnlt.core import events as ev
from lnlt.core.board import Board
from lnlt.core.dice import SEEDED, Dice, seed_state
from lnlt.core.draft import Draft
from lnlt.core.engine import Step, run
from lnlt.core.flags import MARKERS, MELEE, STATUS
from lnlt.core.frames import Procedure
from lnlt.core.game import Game
from lnlt.core.hooks import MomentHook
from lnlt.core.setup import MarkerSetup
from lnlt.core.state import NOBODY, NOWHERE, Marker, Unit, Weapon, make_state
from lnlt.rules.ch03_rally import RallyPhase, RallySide
from lnlt.rules.ch04_operations.impulse import OperationsPhase
from lnlt.rules.ch09_administration import AdminPhase
from lnlt.rules.ch18_indirect.barrage import march_on
from lnlt.rules.ch18_indirect.shelling import FFE, MORTAR, OF_MORTAR
from lnlt.rules.ch19_air.arrival import first_note, forget_doubles
from lnlt.rules.ch22_scenario.event_markers import event_markers
from lnlt.rules.ch22_scenario.set_up import SetUp
from lnlt.rules.ch22_scenario.victory import standing
from lnlt.rules.facts.control import take_all
from lnlt.rules.facts.kits import fit_out
from lnlt.rules.facts.melee_marks import leg_units, lock, melee_marker
from lnlt.rules.facts.shelters import dig_in
from lnlt.rules.facts.weapons import starting_flags

OPERATIONS_BEGIN: MomentHook[[Draft]] = MomentHook("the Operations Phase begins", rule="2.0")
OPERATIONS_END: MomentHook[[Draft]] = MomentHook(
    "the Operations Phase is over, markers are still on the counters", rule="2.0"
)


class GameTurn(Procedure, frozen=True, gc=False, kw_only=True):
    """2.0: the three phases of a turn, turn after turn."""

    RULE: ClassVar[str] = "2.0"
    STEPS: ClassVar[tuple[str, ...]] = ("rally", "operations", "administration", "advance")

    def rally(self, d: Draft) -> None:
        """3.0: on the first turn the scenario says who has the initiative."""
        start = d.game.setup.start
        if d.game.has_aircraft:
            forget_doubles(d)
        d.push(RallyPhase(roll=d.turn != start.turn or start.roll))

    def operations(self, d: Draft) -> None:
        """4.0: impulses until the phase ends; before the first of them barrages walk on (18.2.1)."""
        OPERATIONS_BEGIN.fire(d.game.hooks, d)
        d.push(OperationsPhase())
        march_on(d)

    def administration(self, d: Draft) -> None:
        """9.0: clean up."""
        OPERATIONS_END.fire(d.game.hooks, d)
        d.push(AdminPhase())

    def advance(self, d: Draft) -> None:
        """2.0, 22.0, Q-179: the game ends after the last turn's Administrative Phase, or the next turn begins."""
        if d.turn >= d.game.turns:
            d.emit(ev.GameEnded(standing(d.game, d)))
            return
        d.emit(ev.TurnBegan(d.turn + 1))
        d.update(self, step=0)


def _facing(board: Board, marker: MarkerSetup) -> int:
    """Direction a marker points to, NOBODY without one; Fire for Effect may be that of a Mortar Team (Q-333)."""
    if not marker.facing:
        return NOBODY
    if marker.kind == FFE and marker.facing == MORTAR:
        return OF_MORTAR
    return board.neighbours[board.loc(marker.at) >> 3].index(board.index[marker.facing])


def set_up_melees(d: Draft) -> None:
    """8.1: units that begin the game in one location with enemies are locked in Melee, no round fought yet."""
    for loc in d.by_loc:
        mixed = leg_units(d.game, d, 0, loc) and leg_units(d.game, d, 1, loc)
        if melee_marker(d, loc) is None:
            if not mixed and not any(d.units[u].flags & MELEE for u in d.by_loc[loc]):
                continue
            d.emit(ev.MarkerPlaced(Marker("melee", loc, 0)))
        lock(d, loc)


def begin(game: Game, seed: int | str = 0, dice: Dice = SEEDED) -> Step:
    """Set a game up and let it run to its first question."""
    setup = game.setup
    board = game.board
    there = [w for w in setup.weapons if w.id not in game.held_weapons]
    known = {t.key: t for t in game.weapon_types}
    on_map = {w for u in setup.units if u.at for w in u.carries}
    weapons = [
        Weapon(
            w.id,
            game.weapon_type_index[w.type],
            game.side_index.get(w.side, NOBODY),
            NOBODY,
            board.loc(w.at) if w.at else NOWHERE,
            starting_flags(known[w.type], w.side_up, w.captured, w.id in on_map or bool(w.at)),
        )
        for w in there
    ]
    number = {w.id: i for i, w in enumerate(there)}
    units = []
    present = [u for u in setup.units if u.id not in game.held_units]
    for i, u in enumerate(present):
        flags = 0
        for word in u.status:
            flags |= STATUS[word]
        for word in u.markers:
            flags |= MARKERS[word]
        load = tuple(number[w] for w in u.carries)
        for w in load:
            old = weapons[w]
            weapons[w] = Weapon(old.id, old.type, game.side_index[u.side], i, NOWHERE, old.flags)
        at = board.loc(u.at) if u.at else NOWHERE
        kind = game.type_index[u.type]
        skills = tuple(dict.fromkeys((*game.types[kind].skills, *u.skills)))
        units.append(Unit(u.id, game.side_index[u.side], kind, at, flags, 0, load, skills))
    units = fit_out(game, units, present, [w.id for w in there])
    start = setup.start
    first = game.side_index.get(start.initiative or start.impulse, 0)
    active = game.side_index.get(start.impulse, first)
    state = make_state(
        turn=start.turn,
        phase=start.phase,
        initiative=first,
        active=active,
        units=units,
        weapons=weapons,
        markers=sorted(
            [
                Marker(m.kind, board.loc(m.at), m.strength, game.side_index.get(m.side, NOBODY), _facing(board, m))
                for m in setup.markers
            ]
            + event_markers(game)
            + [Marker("abandoned", u.kit.left, 1, u.side) for u in units if u.kit is not None and u.kit.left >= 0]
        ),
        notes={f"missions:{m.id}": m.count for m in setup.missions if not m.secret} | first_note(setup),
        control={board.loc(place): game.side_index[side] for place, side in setup.control.items()},
        rng=seed_state(seed),
    )
    d = Draft(game, state, dice)
    set_up_melees(d)
    dig_in(d)
    take_all(d)
    d.events.clear()
    d.stirred = True
    if start.phase == "rally" and not start.impulse:
        d.push(GameTurn())
        if setup.groups:
            d.push(SetUp())
    elif start.phase == "rally":
        d.push(GameTurn(step=1))
        d.push(RallyPhase(step=3 if active == first else 4))
        d.push(RallySide(side=active))
    elif start.phase == "operations":
        d.push(GameTurn(step=2))
        d.push(OperationsPhase(side=active))
    else:
        d.push(GameTurn(step=3))
        d.push(AdminPhase())
    run(d)
    return Step(d.publish(), tuple(d.events))
