"""Small positions for tests: a board, a few units, scripted dice, commands in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from lnlt import engine
from lnlt.content.charts import load_chart
from lnlt.content.games import build_game
from lnlt.content.maps import build_board
from lnlt.content.values import LEADER_LIKE, unit_values
from lnlt.core import events as ev
from lnlt.core.catalog import Side2, UnitType, WeaponType
from lnlt.core.dice import ScriptedDice
from lnlt.core.flags import MARKERS, STATUS, names
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.setup import (
    BoardSetup,
    BuildingPatch,
    GameSetup,
    HeroSetup,
    HexPatch,
    MarkerSetup,
    Mission,
    Night,
    SidePatch,
    SideSetup,
    Start,
    UnitSetup,
    Victory,
    WeaponSetup,
)
from lnlt.core.state import State, Unit, make_state
from lnlt.core.tally import Tally
from lnlt.rules.ch10_los_spotting.sight import Sight

_COMMANDS = {kind.__name__: kind for kind in engine.COMMANDS}
Activate, BeginMove, Done, Fire, Pass = (_COMMANDS[n] for n in ("Activate", "BeginMove", "Done", "Fire", "Pass"))
AddFirer, OpenFire, Drop, Place = (_COMMANDS[n] for n in ("AddFirer", "OpenFire", "Drop", "Place"))
AddMover, StepTo, StopMove = (_COMMANDS[n] for n in ("AddMover", "StepTo", "StopMove"))
OpFire, PassWindow, Rally, EndRally = (_COMMANDS[n] for n in ("OpFire", "PassWindow", "Rally", "EndRally"))
FireAlone, Flip, PickUp, Swap, Destroy, Repair = (
    _COMMANDS[n] for n in ("FireAlone", "Flip", "PickUp", "Swap", "Destroy", "Repair")
)
Abandon, Combine, RetreatTo = (_COMMANDS[n] for n in ("Abandon", "Combine", "RetreatTo"))
"""The commands, wherever the rules define them."""

VALUES = {"squad": "1-5-4-5", "half_squad": "1-4-4-5", "crew": "0-2-4-5", "weapon_team": "3-9-2-6", "leader": "6-1-6"}
SMC_VALUES = "1-4-6-6"
HERO_POOL = tuple(
    UnitType(f"{side}-hero{i}", f"Hero {i}", "hero", side, fp=1, range=4, mf=6, morale=6, wounded=Side2(1, 4, 5, 6))
    for side in ("us", "de")
    for i in (1, 2, 3)
)
"""Heroes that Damage Checks may bring into play."""


NO_SKILLS = HeroSetup(skills=False)
"""New Heroes draw no Skill, so that tests of other rules need no draw."""


class U:
    """A unit of a test: `U("a", "squad 2-5-4-6", "C3", "shaken", carries=["mg"])`; ids from "x" on are German.

    Anything else by name is printed on its counter: `armor=("5/4", "3/4", "2/3")`.
    """

    def __init__(
        self,
        id_: str,
        what: str,
        at: str,
        *words: str,
        carries: Sequence[str] = (),
        badge: str = "",
        nation: str = "",
        abilities: Sequence[str] = (),
        reduces_to: Sequence[str] = (),
        shaken: tuple[int, int] | None = None,
        wounded: Side2 | None = None,
        skills: Sequence[str] = (),
        area: Sequence[str] = (),
        facing: str = "",
        turret: str = "",
        hatch: str = "",
        aboard: str = "",
        riding: str = "",
        acquired: Sequence[tuple[str, str, int]] = (),
        **printed: Any,
    ) -> None:
        self.skills, self.area = tuple(skills), tuple(area)
        self.facing, self.turret, self.hatch = facing, turret, hatch
        self.aboard, self.riding, self.acquired = aboard, riding, tuple(acquired)
        self.id, self.at, self.words, self.carries = id_, at, words, tuple(carries)
        kind, _, values = what.partition(" ")
        self.side = "de" if id_[0] in "xyz" else "us"
        fields: dict[str, Any] = dict(
            unit_values(kind, values or VALUES.get(kind, "6-1-6" if kind in LEADER_LIKE else SMC_VALUES))
        )
        if shaken is not None:
            fields |= {"shaken_morale": shaken[0], "shaken_mf": shaken[1]}
        fields |= printed
        self.type = UnitType(
            key=f"type-{id_}",
            name=id_,
            kind=kind,
            nation=nation or self.side,
            badge=badge,
            abilities=frozenset(abilities),
            reduces_to=tuple(reduces_to),
            wounded=wounded,
            **fields,
        )


class Scene:
    """A position that is played on; it pauses before the Administrative Phase.

    Dice are written as "attack 6", "rally 3 4" or "hero=us-hero1".
    """

    mirrored = False
    """Whether the second side comes first in the scenario; rules must not care (tests use `either_seat`)."""

    def __init__(
        self,
        *units: U,
        size: tuple[int, int] = (8, 8),
        hexes: dict[str, str | tuple[str, int]] | None = None,
        sides: Sequence[tuple[str, str, str]] = (),
        buildings: Sequence[tuple[tuple[str, ...], int]] = (),
        rooftop: bool = False,
        guns: dict[str, Any] | None = None,
        lying: dict[str, str] | None = None,
        markers: Sequence[tuple[str, str, int] | tuple[str, str, int, str]] = (),
        options: Sequence[str] = (),
        features: dict[str, tuple[str, ...]] | None = None,
        weather: str = "",
        smoke_markers: int = 0,
        era: str = "ww2",
        types: Sequence[UnitType] = (),
        phase: str = "operations",
        impulse: str = "us",
        initiative: str = "us",
        turn: int = 1,
        turns: int = 9,
        roll: bool = False,
        victory: Sequence[Victory] = (),
        seed: int = 1,
        dice: Sequence[str] = (),
        pause: bool = True,
        heroes: HeroSetup = NO_SKILLS,
        nations: tuple[str, str] = ("us", "de"),
        missions: Sequence[Mission] = (),
        night: Night | None = None,
    ) -> None:
        patches = {
            name: HexPatch(entry) if isinstance(entry, str) else HexPatch(entry[0], entry[1])
            for name, entry in (hexes or {}).items()
        }
        for name, found in (features or {}).items():
            patches[name] = replace(patches.get(name, HexPatch()), features=found)
        sides_of_play = (SideSetup("us", "", nations[0]), SideSetup("de", "", nations[1]))
        guns = guns or {}
        carried = {w for u in units for w in u.carries}
        lying = lying or {}
        setup = GameSetup(
            id="test",
            name="Test",
            era=era,
            board=BoardSetup(
                size=size,
                hexes=patches,
                hexsides=tuple(SidePatch((a, b), kind) for a, b, kind in sides),
                buildings=tuple(BuildingPatch(group, "hc", floors, rooftop) for group, floors in buildings),
            ),
            sides=sides_of_play[::-1] if Scene.mirrored else sides_of_play,
            units=tuple(
                UnitSetup(
                    u.id,
                    u.side,
                    u.type.key,
                    u.at,
                    tuple(w for w in u.words if w in STATUS),
                    tuple(w for w in u.words if w in MARKERS),
                    u.carries,
                    u.skills,
                    u.area,
                    u.facing,
                    u.turret,
                    u.hatch,
                    u.aboard,
                    u.riding,
                    u.acquired,
                )
                for u in units
            ),
            weapons=tuple(WeaponSetup(w, f"gun-{w}", "us", "" if w in carried else lying.get(w, "A1")) for w in guns),
            markers=tuple(MarkerSetup(m[0], m[1], m[2], facing=m[3] if len(m) > 3 else "") for m in markers),
            options=tuple(options),
            weather=weather,
            smoke_markers=smoke_markers,
            types=(*(u.type for u in units), *HERO_POOL, *types),
            weapon_types=tuple(
                gun
                if isinstance(gun, WeaponType)
                else WeaponType(
                    f"gun-{w}",
                    w,
                    w if w in ("flamethrower", "satchel_charge") else "machine_gun",
                    fp=gun[0],
                    range=gun[1],
                )
                for w, gun in guns.items()
            ),
            turns=turns,
            start=Start(turn=turn, phase=phase, impulse=impulse, initiative=initiative, roll=roll),
            victory=tuple(victory),
            pause_at_phase_end=pause,
            heroes=heroes,
            missions=tuple(missions),
            night=night,
        )
        board = build_board(setup.board, load_chart(era), "test")
        self.game: Game = build_game(setup, "test", board, Sight(board))
        script = ScriptedDice([_roll(text) for text in dice]) if dice else None
        first = engine.begin(self.game, seed, script) if script else engine.begin(self.game, seed)
        self.state: State = first.state
        self.events: tuple[ev.Event, ...] = first.events

    def do(self, *commands: Command, dice: Sequence[str] = ()) -> Scene:
        """Carry out commands with scripted dice; none may be refused, no die may be left over."""
        script = ScriptedDice([_roll(text) for text in dice])
        found: list[ev.Event] = []
        for command in commands:
            step = engine.submit(self.game, self.state, command, script)
            assert isinstance(step, engine.Step), f"{command!r} refused: {step!r} in {engine.describe(self.state)}"
            self.state = step.state
            found += step.events
        self.events = tuple(found)
        script.finish()
        return self

    def fire(self, origin: str, at: str, *firers: Any, lead: str = "", dice: Sequence[str] = ()) -> Scene:
        """Name a location and fire from it: firers as "a" or ("a", "gun")."""
        named = [] if self._named(origin) else [Activate(origin)]
        return self.do(*named, Fire(origin, at), *self.group(*firers, lead=lead), dice=dice)

    def group(self, *firers: Any, lead: str = "") -> list[Command]:
        """Commands that build a firing group and open fire."""
        pairs = [(f, ()) if isinstance(f, str) else (f[0], tuple(f[1:])) for f in firers]
        return [*(AddFirer(u, w) for u, w in pairs), OpenFire(lead or pairs[0][0])]

    def move(self, origin: str, movers: str, *path: str, stop: bool = False, dice: Sequence[str] = ()) -> Scene:
        """Name a location and move the units (ids with spaces) along the path."""
        named = [] if self._named(origin) else [Activate(origin)]
        steps: list[Command] = [StepTo(at) for at in path]
        if stop:
            steps.append(StopMove())
        return self.do(*named, BeginMove(origin), *(AddMover(u) for u in movers.split()), *steps, dice=dice)

    def _named(self, origin: str) -> bool:
        impulse = next((f for f in self.state.stack if type(f).__name__ == "Impulse"), None)
        return impulse is not None and self.game.board.loc(origin) in impulse.named  # type: ignore[attr-defined]

    def options(self) -> list[Command]:
        """What may be done now."""
        return engine.options(self.game, self.state)

    def code(self, command: Command) -> str:
        """Code of the refusal of a command, "" if it is allowed."""
        refusal = engine.why_not(self.game, self.state, command)
        return refusal.code if refusal else ""

    @property
    def frames(self) -> str:
        """What the game is in the middle of."""
        return engine.describe(self.state)

    @property
    def asked(self) -> str:
        """Side that must choose."""
        side = engine.decider(self.state)
        return "" if side is None else self.game.side_name(side)

    @property
    def us(self) -> int:
        """Number of the American side."""
        return int(Scene.mirrored)

    @property
    def de(self) -> int:
        """Number of the German side."""
        return 1 - self.us

    def number(self, id_: str) -> int:
        """Number of a unit."""
        return self.state.ids[id_]

    def unit(self, id_: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[self.number(id_)]

    def at(self, id_: str) -> str:
        """Where a unit is, "" out of play."""
        loc = self.unit(id_).at
        return self.game.board.loc_name(loc) if loc >= 0 else ""

    def words(self, id_: str) -> set[str]:
        """Status and markers of a unit."""
        flags = self.unit(id_).flags
        return {*names(flags, STATUS), *names(flags, MARKERS)}

    def loc(self, text: str) -> int:
        """A location."""
        return self.game.board.loc(text)

    def resolved(self, what: str, id_: str) -> ev.Resolved:
        """The last outcome of a kind for a unit."""
        number = self.number(id_)
        return [e for e in self.events if isinstance(e, ev.Resolved) and (e.what, e.subject) == (what, number)][-1]

    def tally(self, what: str, id_: str, which: int = 0) -> Tally:
        """The sum behind an outcome; of fire 0 is the attack, 1 the defence."""
        return self.resolved(what, id_).tallies[which]

    def rolls(self, purpose: str) -> list[tuple[int, ...]]:
        """Faces rolled for a purpose by the last commands."""
        return [e.faces for e in self.events if isinstance(e, ev.Rolled) and e.purpose == purpose]


def _roll(text: str) -> tuple[str, Any]:
    if "=" in text:
        purpose, _, item = text.partition("=")
        return purpose, item
    parts = text.split()
    cut = next(i for i, part in enumerate(parts) if part.isdigit())
    return " ".join(parts[:cut]), tuple(int(part) for part in parts[cut:])


def why(tally: Tally) -> dict[str, float]:
    """Reasons of a tally and their values, added up per reason."""
    found: dict[str, float] = {}
    for item in tally.items:
        found[item.why] = found.get(item.why, 0) + item.value
    return found


MISS = ("attack 1", "defence 6")
"""Dice of an attack that does nothing."""


def flagged(s: Scene, unit: int | str, flags: int) -> Scene:
    """The scene with exactly these flags of a unit, named by its number or its id."""
    number = s.number(unit) if isinstance(unit, str) else unit
    units = list(s.state.units)
    units[number] = replace(units[number], flags=flags)
    s.state = replace(s.state, units=tuple(units))
    return s


def rebuilt(state: State, **changes: Any) -> State:
    """The same position with other facts, its indexes worked out anew."""
    names = ("turn", "phase", "initiative", "active", "units", "weapons", "markers", "stack", "passes", "queue")
    facts = {name: getattr(state, name) for name in (*names, "rng", "seq", "over", "control", "notes")}
    return make_state(**(facts | changes))
