"""Every way a unit can come to stand in D4, played on ground of one's choice, and what looked at it there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from armour_helpers import flagged, helicopter, tank, truck
from helpers import (
    Activate,
    AddMover,
    BeginMove,
    Done,
    Pass,
    PassWindow,
    Place,
    RetreatTo,
    Scene,
    StepTo,
    StopMove,
    U,
    rebuilt,
)
from lnlt import engine
from lnlt.core import events as ev
from lnlt.core.catalog import UnitType, WeaponType
from lnlt.core.draft import Draft
from lnlt.core.engine import run
from lnlt.core.flags import ELIMINATED, HOVERING
from lnlt.core.frames import Command
from lnlt.core.setup import Group
from lnlt.core.state import Marker
from lnlt.rules.ch05_fire.opportunity import OpportunityFire, Reaction
from lnlt.rules.ch05_fire.retreat import Retreat
from lnlt.rules.ch11_smc.heroes import roll_for_hero
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch14_ordnance.teams import TeamFacing
from lnlt.rules.ch15_vehicles.action import BeginDrive
from lnlt.rules.ch15_vehicles.fate import BY_DAMAGE, BY_ORDNANCE, abandon, destroy
from lnlt.rules.ch15_vehicles.overrun import Overrun, OverrunAttack
from lnlt.rules.ch15_vehicles.overrun_answer import Displacement, ForgoAssault, OverrunAnswer
from lnlt.rules.ch15_vehicles.steps import DriveTo
from lnlt.rules.ch16_passengers.dismounting import Unload
from lnlt.rules.ch16_passengers.mounting import ChooseRider, RidersReady
from lnlt.rules.ch17_antitank.close_assault import Assail
from lnlt.rules.ch17_antitank.eligibility import AssaultVehicle
from lnlt.rules.ch19_air.flying import BeginFlight
from lnlt.rules.ch19_air.helicopters import EndFlight, FlyTo
from lnlt.rules.ch22_scenario.entry import Enter, EnterAt
from lnlt.rules.ch22_scenario.happenings import PlaceGroup
from lnlt.rules.ch22_scenario.set_up import Ready
from lnlt.rules.ch23_equipment.claymores import ClaymoreChoice, HoldClaymore
from lnlt.traits.skills.using import UseSkill
from scenario_helpers import Plan
from scene_helpers import only_playable

HERE = "D4"
NORTH = "D4/E4"
"""What a vehicle in D5 faces."""
CLAYMORE = WeaponType("gun-c", "c", "claymore")
CREW = UnitType("type-t-crew", "crew", "crew", "us", fp=0, range=1, mf=3, morale=6)
HALF = UnitType("half", "half", "half_squad", "us", fp=1, range=4, mf=4, morale=5)
CALM = {"attack": 1, "defence": 6, "morale check": 1, "bailout": 2, "crew": 2, "hero creation": 2, "scatter": 1}
"""Dice that harm nobody; what is not named shows a 3."""
MEDIC = U("xm", "medic", "D3")
"""An enemy who cannot fight."""


class Dice:
    """Dice that fall as asked for, purpose by purpose, and calmly otherwise."""

    def __init__(self, **faces: Sequence[int]) -> None:
        self.faces = {purpose.replace("_", " "): list(row) for purpose, row in faces.items()}

    def roll(self, rng: int, count: int, sides: int, purpose: str) -> tuple[tuple[int, ...], int]:  # noqa: ARG002
        """The next faces of that purpose."""
        left = self.faces.get(purpose, [])
        return tuple(left.pop(0) if left else CALM.get(purpose, 3) for _ in range(count)), rng

    def draw(self, rng: int, items: Sequence[str], purpose: str) -> tuple[int, int]:  # noqa: ARG002
        """The first one."""
        return 0, rng


class Ground:
    """What is in and around D4 before somebody comes: units, markers with their side, terrain, the hexes in play."""

    def __init__(
        self,
        *units: U,
        marks: Sequence[tuple[str, str, int]] = (),
        hexes: dict[str, str] | None = None,
        holder: str = "",
        out_of_play: bool = False,
    ) -> None:
        self.units, self.marks, self.hexes, self.holder = units, tuple(marks), hexes or {}, holder
        self.out_of_play = out_of_play


class Played:
    """A scene on some ground, and a journal of who was asked what about those who came."""

    def __init__(
        self, g: Ground, *units: U, plan: dict[str, Any] | None = None, dice: Any = None, **facts: Any
    ) -> None:
        hexes = {**facts.pop("hexes", {}), **g.hexes}
        guns = {"c": CLAYMORE, **facts.pop("guns", {})}
        more = {"era": "modern", "guns": guns, "lying": {"c": "A7"}, "hexes": hexes, "types": (CREW, HALF), **facts}
        everyone = (*units, *g.units)
        self.s = Plan(*everyone, scenario=plan, **more) if plan else Scene(*everyone, **more)
        self.dice = dice or Dice()
        s = self.s
        marks = [Marker(kind, s.loc(at), 1, s.de if kind != "spotted" else -1) for kind, at, _ in g.marks]
        marks = [Marker(m.kind, m.at, n, m.side) for m, (_, _, n) in zip(marks, g.marks, strict=True)]
        control = {**s.state.control, **({s.loc(HERE): s.de} if g.holder else {})}
        s.state = rebuilt(s.state, markers=(*s.state.markers, *marks), control=type(s.state.control)(control))
        if g.out_of_play:
            s.game = only_playable(s, {n for n in s.game.board.names if n != HERE})
        self.events: list[ev.Event] = []
        self.asked: set[str] = set()
        self.refusal = ""

    def do(self, *commands: Command) -> Played:
        """Carry out commands until one is refused; whatever is asked in between is let pass."""
        for command in commands:
            if self.refusal:
                break
            found = engine.why_not(self.s.game, self.s.state, command)
            if found is not None:
                self.refusal = f"{found.rule} {found.code}"
            else:
                self._submit(command)
        return self

    def happen(self, what: Callable[[Draft], Any]) -> Played:
        """Let the rules do something to the position."""
        d = Draft(self.s.game, self.s.state, self.dice)
        what(d)
        run(d)
        self.s.state = d.publish()
        self.events += d.events
        self._settle()
        return self

    def end(self) -> Played:
        """Nobody does anything more until the impulse is over."""
        for _ in range(9):
            active = self.s.state.active
            for command in (StopMove(), EndFlight(), Done(), Pass()):
                if engine.why_not(self.s.game, self.s.state, command) is None:
                    self._submit(command)
                    break
            if self.s.state.active != active or not any(type(f).__name__ == "Impulse" for f in self.s.state.stack):
                break
        return self

    def _submit(self, command: Command) -> None:
        step = engine.submit(self.s.game, self.s.state, command, self.dice)
        assert isinstance(step, engine.Step), (command, step)
        self.s.state = step.state
        self.events += step.events
        self._settle()

    def _settle(self) -> None:
        """Note what is asked about D4, and let it pass."""
        while True:
            question: Any = engine.question(self.s.state)
            here = self.s.loc(HERE)
            passing: Command
            if type(question) is Reaction:
                window = next(f for f in reversed(self.s.state.stack) if isinstance(f, OpportunityFire))
                if window.at >> 3 == here >> 3:
                    self.asked.add("fire")
                passing = PassWindow()
            elif type(question) is ClaymoreChoice:
                if question.at >> 3 == here >> 3:
                    self.asked.add("claymore")
                passing = HoldClaymore()
            elif type(question) is OverrunAnswer:
                passing = ForgoAssault()
            elif type(question) is TeamFacing:
                self.asked.add("facing")
                passing = engine.options(self.s.game, self.s.state)[0]
            else:
                return
            step = engine.submit(self.s.game, self.s.state, passing, self.dice)
            assert isinstance(step, engine.Step), (passing, step)
            self.s.state = step.state
            self.events += step.events

    def struck(self, unit: str, what: str) -> bool:
        """Whether something of a kind attacked a unit."""
        number = self.s.state.ids.get(unit, -1)
        return any(
            isinstance(e, ev.Resolved)
            and e.subject == number
            and any(i.why == what for t in e.tallies for i in t.items)
            for e in self.events
        )

    def came(self, unit: str) -> str:
        """What became of who was to come to D4: there, refused, lost, or where he is."""
        if self.refusal:
            return "refused"
        number = self.s.state.ids.get(unit)
        if number is None or self.s.state.units[number].flags & ELIMINATED:
            return "lost"
        at = self.s.at(unit).partition("/")[0]
        return "there" if at == HERE else at


Way = Callable[[Ground], Played]


def _walk(mode: str, *company: U, kind: str = "squad", **printed: Any) -> Way:
    def way(g: Ground) -> Played:
        p = Played(g, U("a", kind, "D5", **printed), *company)
        joins = [AddMover(u.id) for u in company if u.at == "D5"]
        return p.do(Activate("D5"), BeginMove("D5"), AddMover("a", mode), *joins, StepTo(HERE)).end()

    return way


def drives(g: Ground) -> Played:
    """A tank drives in."""
    return Played(g, tank("a", "D5", facing=NORTH)).do(Activate("D5"), BeginDrive("a"), DriveTo(HERE)).end()


def overruns(g: Ground) -> Played:
    """A tank overruns those who are there."""
    mine = tank("a", "D5", facing=NORTH, what="vehicle 20T-6", mgs=("2",))
    return Played(g, mine).do(Activate("D5"), BeginDrive("a"), Overrun(HERE)).end()


def goes_along(g: Ground) -> Played:
    """A Squad goes along with a tank."""
    p = Played(g, U("a", "squad", "D5"), tank("t", "D5", facing=NORTH))
    return p.do(Activate("D5"), BeginDrive("t"), AddMover("a"), DriveTo(HERE)).end()


def gets_off(g: Ground) -> Played:
    """A Squad gets off a truck that stands there."""
    p = Played(g, truck("t", HERE, facing="D3/E3"), U("a", "squad", "", aboard="t", riding="inside"))
    return p.do(Activate(HERE), BeginDrive("t"), Unload(), ChooseRider("a"), RidersReady()).end()


def thrown_off(g: Ground) -> Played:
    """A Half-Squad rides on a tank that fires its gun."""
    t = tank("t", HERE, facing="D3/E3", capacity="PPO")
    p = Played(g, t, U("a", "half_squad", "", aboard="t", riding="outside"), U("xt", "squad", "D1"))
    return p.do(Activate(HERE), FireOrdnance("t", "D1")).end()


def _with_rider(g: Ground, dice: Any = None) -> Played:
    t = truck("t", HERE, facing="D3/E3")
    return Played(g, t, U("a", "squad", "", aboard="t", riding="inside"), dice=dice)


def put_out(g: Ground) -> Played:
    """A Squad whose truck is abandoned."""
    p = _with_rider(g)
    return p.happen(lambda d: abandon(d, p.s.number("t"))).end()


def bails_out(g: Ground) -> Played:
    """A Squad whose truck is destroyed."""
    p = _with_rider(g)
    return p.happen(lambda d: destroy(d, p.s.number("t"), BY_DAMAGE)).end()


def crew(g: Ground) -> Played:
    """The crew of a truck that is abandoned; it is t-crew."""
    p = Played(g, truck("t", HERE, facing="D3/E3"))
    return p.happen(lambda d: abandon(d, p.s.number("t"))).end()


def flees(g: Ground) -> Played:
    """A Squad retreats from flames."""
    p = Played(g, U("a", "squad", "D5", "shaken"), U("xf", "squad", "D6"))
    p.happen(lambda d: d.push(Retreat(side=p.s.us, unit=p.s.number("a"), attacker=p.s.loc("D6"))))
    return p.do(RetreatTo("a", HERE)).end()


def driven_out(g: Ground) -> Played:
    """A Squad leaves the hex of a tank that has overrun it."""
    p = Played(g, U("a", "squad", "D5"), tank("xt", "D5"))
    p.happen(lambda d: d.push(Displacement(side=p.s.us, at=p.s.loc("D5"))))
    return p.do(RetreatTo("a", HERE)).end()


SHAKING = {"attack": [6], "defence": [1], "damage_check": [2]}
"""The first attack shakes."""


def goes_back(g: Ground) -> Played:
    """A Squad is shaken on entering a Melee next door and comes back."""
    ground = Ground(*g.units, MEDIC, marks=(*g.marks, ("ffe", "D3", 1)), hexes=g.hexes, holder=g.holder)
    p = Played(ground, U("a", "squad", HERE), dice=Dice(**SHAKING))
    return p.do(Activate(HERE), BeginMove(HERE), AddMover("a"), StepTo("D3")).end()


def gets_away(g: Ground) -> Played:
    """A Squad whose truck was lost among enemies next door comes back to where the truck came from."""
    ground = Ground(*g.units, MEDIC, marks=g.marks, hexes=g.hexes, holder=g.holder)
    t, rider = truck("t", "D3"), U("a", "squad", "", aboard="t", riding="inside")
    p = Played(ground, t, rider, dice=Dice(morale_check=[6, 6]))
    p.happen(lambda d: abandon(d, p.s.number("t")))
    frame = OverrunAttack(side=p.s.us, unit=p.s.number("t"), at=p.s.loc("D3"), came_from=p.s.loc(HERE), step=1)
    return p.happen(lambda d: d.push(frame)).end()


def assaults(g: Ground) -> Played:
    """A Squad assaults the tank there and destroys it."""
    p = Played(g, U("a", "squad", "D5"), tank("xt", HERE))
    p.do(Activate("D5"), BeginMove("D5"), AddMover("a"), AssaultVehicle("xt"))
    p.dice.faces = {"attack": [6], "defence": [1]}
    return p.do(Assail("a")).end()


def repelled(g: Ground) -> Played:
    """A Squad assaults a tank next door in vain and comes back."""
    p = Played(g, U("a", "squad", HERE), tank("xt", "D3"))
    return p.do(Activate(HERE), BeginMove(HERE), AddMover("a"), AssaultVehicle("xt"), Assail("a")).end()


def sniper(g: Ground) -> Played:
    """A Sniper is placed."""
    ground = Ground(*g.units, marks=g.marks, hexes={HERE: "light_woods", **g.hexes}, holder=g.holder)
    ground.out_of_play = g.out_of_play
    return Played(ground, U("a", "sniper", ""), U("b", "squad", "A8")).do(Place("a", HERE)).end()


def is_born(g: Ground) -> Played:
    """A Hero appears beside the Squad that brings him forth."""
    p = Played(g, U("b", "squad", HERE))
    return p.happen(lambda d: roll_for_hero(d, p.s.number("b"), p.s.unit("b"))).end()


def is_born_next_door(g: Ground) -> Played:
    """A Hero for whom there is no room beside his Squad goes next door."""
    p = Played(g, U("b", "squad", "D5"), U("l", "leader", "D5"), U("m", "leader", "D5"))
    p.happen(lambda d: roll_for_hero(d, p.s.number("b"), p.s.unit("b")))
    return p.do(Place("us-hero1-1", HERE)).end()


def lies_in_wait(g: Ground) -> Played:
    """A Half-Squad of The Ambush."""
    h, other = U("h", "hero", "D5", skills=["the_ambush"]), U("b", "squad", "A8", reduces_to=["half"])
    p = Played(g, h, other, U("xn", "squad", "C5"), dice=Dice(random=[2]))
    return p.do(UseSkill("h", "the_ambush"), Place("h-ambush-1", HERE)).end()


def brought(g: Ground) -> Played:
    """A Squad that a paragraph brings."""
    p = Played(g, U("a", "squad", ""))
    hexes = () if g.out_of_play else (HERE,)  # a paragraph names hexes in play
    p.happen(lambda d: d.push(PlaceGroup(side=p.s.us, group="", hexes=hexes, unit=p.s.number("a"))))
    return p.do(Place("a", HERE)).end()


def sets_up(g: Ground) -> Played:
    """A Squad is set up."""
    group = Group("g", "us", ("a",), setup=() if g.out_of_play else (HERE, "D5"))
    p = Played(g, U("a", "squad", ""), plan={"groups": (group,)}, phase="rally", impulse="")
    return p.do(Place("a", HERE), Ready())


def enters(g: Ground) -> Played:
    """A Squad comes onto the map."""
    group = Group("g", "us", ("a",), enter=() if g.out_of_play else (HERE,))
    p = Played(g, U("a", "squad", ""), plan={"groups": (group,)})
    return p.do(Enter("g"), AddMover("a"), EnterAt(HERE)).end()


def _hovering(p: Played, id_: str) -> Played:
    flagged(p.s, id_, HOVERING)
    return p


def comes_down(g: Ground) -> Played:
    """A Squad gets off a hovering helicopter."""
    h = helicopter("h", HERE, capacity="PP")
    p = _hovering(Played(g, h, U("a", "squad", "", aboard="h", riding="inside")), "h")
    return p.do(Activate("D4/air"), BeginFlight("h"), Unload(), ChooseRider("a"), RidersReady()).end()


def crashes(g: Ground) -> Played:
    """A Squad bails out of a helicopter that falls there."""
    h = helicopter("h", "D5", capacity="PP")
    p = Played(g, h, U("a", "squad", "", aboard="h", riding="inside"))
    return p.happen(lambda d: destroy(d, p.s.number("h"), BY_ORDNANCE)).end()


def flies(g: Ground) -> Played:
    """A helicopter flies over the hex."""
    return Played(g, helicopter("a", "D5")).do(Activate("D5/air"), BeginFlight("a"), FlyTo(HERE)).end()


WAYS: dict[str, tuple[Way, str]] = {
    "walks": (_walk("normal"), "a"),
    "runs": (_walk("double_time", U("l", "leader", "D5")), "a"),
    "crawls": (_walk("low_crawl"), "a"),
    "assault moves": (_walk("assault", abilities=["assault_move"]), "a"),
    "steals": (_walk("stealth", abilities=["stealth"]), "a"),
    "rides": (_walk("normal", kind="mounted_squad 1-4-8-5"), "a"),
    "enters": (enters, "a"),
    "drives": (drives, "a"),
    "overruns": (overruns, "a"),
    "goes along": (goes_along, "a"),
    "gets off": (gets_off, "a"),
    "comes down": (comes_down, "a"),
    "thrown off": (thrown_off, "a"),
    "put out": (put_out, "a"),
    "bails out": (bails_out, "a"),
    "crew": (crew, "t-crew"),
    "crashes": (crashes, "a"),
    "flees": (flees, "a"),
    "driven out": (driven_out, "a"),
    "goes back": (goes_back, "a"),
    "gets away": (gets_away, "a"),
    "assaults": (assaults, "a"),
    "repelled": (repelled, "a"),
    "sniper": (sniper, "a"),
    "is born": (is_born, "us-hero1-1"),
    "next door": (is_born_next_door, "us-hero1-1"),
    "lies in wait": (lies_in_wait, "h-ambush-1"),
    "brought": (brought, "a"),
    "sets up": (sets_up, "a"),
    "flies": (flies, "a"),
}
"""How somebody comes to D4, and who."""
