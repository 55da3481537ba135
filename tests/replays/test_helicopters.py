"""19.2.11: the worked helicopter turn, played step by step with its own orders; the dice it does not print are ours."""

from __future__ import annotations

from pathlib import Path

from lnlt import engine, words
from lnlt.core.dice import ScriptedDice
from lnlt.core.flags import ELIMINATED, FIRED, HOVERING, MOVED, OPS_COMPLETE, SHAKEN, WOUNDED
from lnlt.core.frames import Command
from lnlt.core.state import State
from lnlt.rules.ch04_operations.impulse import Pass
from lnlt.rules.ch05_fire.group import AddFirer, OpenFire
from lnlt.rules.ch05_fire.opportunity import OpFire, PassWindow
from lnlt.rules.ch06_movement.steps import StepTo
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun
from lnlt.rules.ch16_passengers.dismounting import Unload
from lnlt.rules.ch16_passengers.mounting import ChooseRider, RidersReady
from lnlt.rules.ch19_air.flying_in import FlyOnto
from lnlt.rules.ch19_air.helicopters import ChangeMode, FlyTo
from lnlt.rules.ch22_scenario.entry import Enter
from lnlt.rules.facts.kits import kit_of, place_of
from lnlt.situations.reading import load
from lnlt.situations.setup import make_game

SITUATION = Path(__file__).parents[1] / "situations" / "ch19" / "R19.2.11-ex01.toml"
DICE = [
    ("to hit", (5, 3)),  # the LAW: 8 + 1 is above 7
    ("attack", (5,)),
    ("defence", (2,)),
    ("damage check", (3,)),  # 3 + 5 against 6: Wounded
    ("to hit", (6, 5)),
    ("to hit", (1, 2)),
    ("attack", (4,)),
    ("defence", (5,)),
    ("damage check", (6,)),  # the second wound
    ("to hit", (1, 3)),  # the Blowpipe: 4 + 2
    ("penetration", (3,)),
    ("armor", (4,)),
    ("scatter", (5, 4)),
    ("bailout", (1,)),
    ("bailout", (2,)),
    ("bailout", (1,)),
    ("attack", (7,)),
    ("defence", (3,)),
    ("damage check", (2,)),
    ("damage check", (3,)),
    ("attack", (4,)),
    ("defence", (6,)),
    ("melee", (3, 4)),
    ("melee", (5,)),
    ("melee", (4,)),
]


class Table:
    """The game as it goes on."""

    def __init__(self) -> None:
        self.game = make_game(load(SITUATION))
        self.dice = ScriptedDice(DICE)
        self.state: State = engine.begin(self.game, 0, self.dice).state
        self.told: list[str] = []

    def order(self, side: str, *commands: Command) -> None:
        """A side gives orders."""
        for command in commands:
            step = engine.submit(self.game, self.state, command, self.dice, self.game.side_index[side])
            assert isinstance(step, engine.Step), (command, step)
            self.told.extend(words.log_text(self.game, None, step.state, step.events))
            assert engine.CODEC.decode_state(engine.CODEC.encode_state(step.state)) == step.state
            self.state = step.state

    def fly(self, *path: str) -> None:
        """The helicopter flies on; the paras let it."""
        for at in path:
            self.order("ar", FlyTo(at))
            self.let_pass()

    def let_pass(self) -> None:
        """The paras hold their fire, if they are asked."""
        if self.asked() == "uk" and self.window():
            self.order("uk", PassWindow())

    def window(self) -> bool:
        """Whether a window of Opportunity Fire is open."""
        question = engine.question(self.state)
        return question is not None and question.WINDOW == "opportunity_fire"

    def enter(self, unit: str, at: str) -> None:
        """A helicopter comes onto the map."""
        self.order("ar", Enter("helicopters"), FlyOnto(unit, at))
        self.let_pass()

    def asked(self) -> str:
        """Who is asked."""
        side = engine.decider(self.state)
        assert side is not None
        return self.game.side_name(side)

    def unit(self, name: str) -> tuple[str, int]:
        """Where a unit is, and its flags."""
        number = self.state.ids[name]
        place = place_of(self.state, number)
        return self.game.board.loc_name(place) if place >= 0 else "", self.state.units[number].flags


def pass_impulse(table: Table) -> None:
    """The British player passes."""
    assert table.asked() == "uk"
    table.order("uk", Pass())


def test_worked_helicopter_turn() -> None:
    """19.2.11#1, 19.2.1 to 19.2.8: every order legal, every result as told."""
    table = Table()

    # The first Alouette pops up over M7 and hovers; the LAW misses it
    table.enter("al1", "O7")
    table.fly("N7", "M7")
    table.order("ar", ChangeMode("hover"))
    table.order("uk", FireOrdnance("hs", "M7/air", "al1", "law"))
    table.let_pass()
    table.order("ar", FireMachineGun("al1", 0, "J6"))
    assert table.unit("beckin")[1] & WOUNDED
    table.order("ar", FireOrdnance("al1", "J6"), FireOrdnance("al1", "J6"))
    assert table.unit("beckin")[1] & ELIMINATED
    place, flags = table.unit("al1")
    assert place == "M7/air"
    assert flags & (FIRED | OPS_COMPLETE | HOVERING) == FIRED | OPS_COMPLETE | HOVERING
    pass_impulse(table)

    # The Puma on the road: shot down by the Blowpipe over L7
    table.enter("pu1", "O7")
    table.fly("N7", "M6")
    table.order("ar", FlyTo("L7"))
    table.order("uk", FireOrdnance("paras1", "L7/air", "pu1", "blowpipe"))
    assert any(m.kind == "wreck" for m in table.state.marks[table.game.board.loc("J8")])
    assert table.unit("mar1")[1] & ELIMINATED
    assert table.unit("mar2")[0] == "J8"
    assert table.unit("mar2")[1] & (SHAKEN | MOVED) == SHAKEN | MOVED
    assert not any(u.id == "pu1-crew" for u in table.state.units), "the crew is lost"
    pass_impulse(table)

    # The second Alouette: rifles, a machine gun and Lt Abnett
    table.enter("al2", "O7")
    table.fly("N7", "M6")
    table.order("ar", FlyTo("L7"))
    table.order("uk", OpFire("J7", "al2"), AddFirer("paras2", ("l7a2",)), AddFirer("abnett"), OpenFire("paras2"))
    assert table.unit("al2")[0] == ""
    assert not table.unit("al2")[1] & ELIMINATED, "Damaged, not destroyed"
    assert table.unit("mar_hs")[1] & SHAKEN
    assert table.unit("paras2")[1] & table.unit("abnett")[1] & FIRED

    # The last Puma fires at what is below it, hovers over I5 and sets its Marines down
    table.enter("pu2", "O7")
    table.fly("N7", "M6", "L6", "K5")
    table.order("ar", FireMachineGun("pu2", 0, "K5"))
    table.fly("J5", "I5")
    table.order("ar", ChangeMode("hover"))
    table.let_pass()
    riders = [ChooseRider("mar3", "double_time"), ChooseRider("mar4", "double_time"), ChooseRider("weigand")]
    table.order("ar", Unload(), *riders, RidersReady())
    table.let_pass()
    assert kit_of(table.state.units[table.state.ids["mar3"]]).aboard < 0
    table.order("ar", StepTo("I6"))
    while (question := engine.question(table.state)) is not None and type(question).__name__ == "MeleeTargets":
        options = engine.options(table.game, table.state)
        strike = [c for c in options if type(c).__name__ == "StrikeMelee"]
        table.order(table.asked(), strike[0] if strike else options[0])
    assert table.unit("paras1")[1] & ELIMINATED
    assert table.unit("mar3")[1] & ELIMINATED, "the paras take one Squad with them"
    assert table.unit("mar4")[0] == table.unit("weigand")[0] == "I6"
    place, flags = table.unit("pu2")
    assert place == "I5/air"
    assert flags & (FIRED | OPS_COMPLETE | HOVERING) == FIRED | OPS_COMPLETE | HOVERING
    blowpipe = next(w for w in table.state.weapons if w.id == "blowpipe")
    assert table.game.board.loc_name(blowpipe.at) == "I6"
    table.dice.finish()
    assert any("crashes in J8" in line for line in table.told), table.told
