"""19.2: helicopters: what they may not do in flight, who has acted, the first hex, the area of play, how they enter."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import OK, code, flagged, gun, helicopter, refused
from helpers import Activate, PassWindow, Scene, U
from lnlt import engine
from lnlt.content.games import build_game
from lnlt.core import events as ev
from lnlt.core.flags import FIRED, HOVERING, MELEE, MOVED, MOVING, OPS_COMPLETE
from lnlt.core.setup import Exit, Group
from lnlt.core.state import NOWHERE, enclosing
from lnlt.core.tally import Refusal
from lnlt.rules.ch04_operations.impulse import Impulse
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch06_movement.steps import ExitMap
from lnlt.rules.ch10_los_spotting.attempts import Spot
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun
from lnlt.rules.ch16_passengers.mounting import ChooseRider, Load, RidersReady
from lnlt.rules.ch19_air.flying import BeginFlight, Flight
from lnlt.rules.ch19_air.flying_in import FlyOnto, may_fly_onto
from lnlt.rules.ch19_air.helicopters import ChangeMode, EndFlight, FlyTo, check_pilot
from lnlt.rules.ch22_scenario.entry import Enter

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("z", "squad", "H8")
QUIET = U("z", "squad 0-0-4-5", "H8")
"""An enemy without a shot."""


def sky(*units: U, playable: Any = (), exits: Any = (), groups: Any = (), **facts: Any) -> Scene:
    """A scene of the modern era, perhaps in a part of the map, with ways off it and groups that enter."""
    s = Scene(*units, **{"era": "modern", **facts})
    setup = replace(s.game.setup, playable=tuple(playable), exits=tuple(exits), groups=tuple(groups))
    s.game = build_game(setup, "test", s.game.board, s.game.sight)
    s.state = engine.begin(s.game, 1).state
    return s


def up(s: Scene, at: str) -> Scene:
    """The helicopter a over a hex has begun its impulse."""
    return s.do(Activate(f"{at}/air"), BeginFlight("a"))


def hovering(s: Scene, id_: str = "a") -> Scene:
    """The same with the helicopter in hover mode."""
    return flagged(s, id_, HOVERING)


def path(s: Scene) -> list[str]:
    """The hexes the helicopter has been over in its impulse."""
    flight = enclosing(s.state, Flight)
    return [s.game.board.names[i] for i in flight.path] if flight else []


class TestInFlight:
    """19.2.4: what the side is told that is asked what its helicopter does next."""

    def test_where_it_flies(self) -> None:
        """19.2.1, 1.4: from hex to hex, over A0 as over any other; floors are no places for it."""
        s = up(sky(helicopter("a", "A1"), FAR, hexes={"A2": "hc_building"}, buildings=[(("A2",), 2)]), "A1")
        assert {c.at for c in s.options() if isinstance(c, FlyTo)} == {"A0", "A2", "B1", "B2"}
        for at, want in (("A2/upper", ("1.4", "no_such_place")), ("A2", OK), ("A3", ("6.0", "not_adjacent"))):
            assert refused(s, FlyTo(at)) == want

    def test_it_stays_in_the_area_of_play(self) -> None:
        """22.0: a helicopter does not leave the part of the map that is used."""
        names = [n for n in Scene(FAR, U("b", "squad", "A8")).game.board.names if n != "D4"]
        s = up(sky(helicopter("a", "D5"), FAR, playable=names), "D5")
        assert engine.why_not(s.game, s.state, FlyTo("D4")) == Refusal("22.0", "off_limits", {"at": "D4"})
        assert {c.at for c in s.options() if isinstance(c, FlyTo)} == {"E4", "E5", "D6", "C5", "C4"}
        near = up(sky(helicopter("a", "D5"), FAR, playable=("D5", "D4", "H8")), "D5")
        assert refused(near, FlyTo("D4")) == OK

    def test_it_leaves_the_map_flying(self) -> None:
        """19.2.1, 22.0: hovering helicopters cannot leave their hex, nor the map."""
        ways = [Exit("us", edges=("north",))]
        assert refused(up(sky(helicopter("a", "D0"), FAR, exits=ways), "D0"), ExitMap()) == OK
        s = up(hovering(sky(helicopter("a", "D0"), FAR, exits=ways)), "D0")
        assert engine.why_not(s.game, s.state, ExitMap()) == Refusal("19.2.1", "hovers", {"unit": "a"})
        assert ExitMap() not in s.options()

    def test_others_do_not_act_in_its_impulse(self) -> None:
        """19.2.3, 19.2.4: nobody but the helicopter itself spots or fires."""
        s = sky(
            helicopter("a", "D5", mgs=("2*",)),
            helicopter("b", "F5", mgs=("2*",)),
            U("x", "squad", "D2"),
            hexes={"D2": "forest"},
        )
        s = up(hovering(hovering(s), "b"), "D5")
        assert engine.why_not(s.game, s.state, Spot("b")) == Refusal("19.2.3", "not_own_unit", {"unit": "b"})
        assert refused(s, Spot("a")) == OK
        for shot in (FireOrdnance("b", "D2"), FireMachineGun("b", 0, "D2"), FireOrdnance("nobody", "D2")):
            refusal = Refusal("19.2.4", "not_own_unit", {"unit": shot.unit})
            assert engine.why_not(s.game, s.state, shot) == refusal

    def test_how_it_fires(self) -> None:
        """19.2.4: not if it has fired before in this turn, and without the ways of ground units."""
        s = up(sky(helicopter("a", "D5", mgs=("2*",)), U("x", "squad", "D2")), "D5")
        shots: list[Any] = [FireOrdnance("a", "D2"), FireMachineGun("a", 0, "D2")]
        assert [refused(s, shot) for shot in shots] == [OK, OK]
        assert [refused(s, replace(shot, mode="assault_fire")) for shot in shots] == [("19.2.4", "no_assault_fire")] * 2
        flagged(s, "a", FIRED)
        assert [refused(s, shot) for shot in shots] == [("19.2.4", "has_acted")] * 2

    def test_the_way_off_the_map(self) -> None:
        """22.0: a helicopter leaves the map only from a hex with a way off it."""
        ways = [Exit("us", edges=("north",))]
        s = up(sky(helicopter("a", "D5"), FAR, exits=ways), "D5")
        assert engine.why_not(s.game, s.state, ExitMap()) == Refusal("22.0", "no_exit_here", {"at": "D5"})
        assert ExitMap() not in s.options()

    def test_hexes_that_are_not_next_door(self) -> None:
        """6.0, 19.2.1: it flies from hex to hex; the refusal names both."""
        s = up(sky(helicopter("a", "D5"), FAR), "D5")
        assert engine.why_not(s.game, s.state, FlyTo("F7")) == Refusal(
            "6.0", "not_adjacent", {"from": "D5", "at": "F7"}
        )

    def test_its_path(self) -> None:
        """19.2.4: the hexes it has been over in this impulse are remembered, the first one as well."""
        s = up(sky(helicopter("a", "D6"), FAR), "D6").do(FlyTo("D5"), FlyTo("E4"))
        assert path(s) == ["D6", "D5", "E4"]

    @pytest.mark.parametrize("mode", ["hover", "fly"])
    def test_a_change_of_mode(self, mode: str) -> None:
        """19.2.1: it hovers, or it does not any more; nothing else about it changes."""
        s = sky(helicopter("a", "D5"), FAR)
        s = up(s if mode == "hover" else hovering(s), "D5")
        s.do(ChangeMode(mode))
        put, taken = (HOVERING, 0) if mode == "hover" else (0, HOVERING)
        assert next(e for e in s.events if isinstance(e, ev.FlagsChanged)) == ev.FlagsChanged(0, put, taken)

    def test_answers_for_each_point(self) -> None:
        """5.3, 19.2.2: one location answers the hex it flies to; when it begins to hover there, a second one may."""
        foes = [U(name, "squad 2-8-4-6", at) for name, at in (("x", "D2"), ("y", "E2"), ("z", "C2"))]
        s = up(sky(helicopter("a", "D6"), *foes), "D6")
        budgets = []
        for order in (FlyTo("D5"), ChangeMode("hover")):
            s.do(order)
            window = enclosing(s.state, OpportunityFire)
            assert window is not None
            budgets.append(window.budget)
            s.do(PassWindow())
        assert budgets == [1, 2]

    def test_answers_to_a_change_of_mode(self) -> None:
        """5.3, 19.2.2: where it has begun its impulse the change of mode is its only Movement Point."""
        s = up(sky(helicopter("a", "D5"), U("x", "squad 2-8-4-6", "D2")), "D5").do(ChangeMode("hover"))
        window = enclosing(s.state, OpportunityFire)
        assert window is not None
        assert window.budget == 1

    @pytest.mark.parametrize("mode", ["hover", "fly"])
    def test_after_fire_nobody_spots(self, mode: str) -> None:
        """19.2.3: a helicopter that has fired does not try to spot any more, whatever its mode."""
        s = sky(helicopter("a", "D5", mgs=("2*",)), U("x", "squad 0-0-4-5", "D2"), FAR, hexes={"D2": "forest"})
        s = up(hovering(s) if mode == "hover" else s, "D5")
        assert (refused(s, Spot("a")) == OK) == (mode == "hover")
        assert refused(flagged(s, "a", FIRED), Spot("a")) == ("19.2.3", "has_acted")

    @pytest.mark.parametrize("changes", [False, True])
    def test_what_it_fired_before_it_changed(self, changes: bool) -> None:
        """14.3, 19.2.4: it acquires its target only if it stays as it was; a change of mode ends that."""
        s = up(hovering(sky(helicopter("a", "D5"), U("x", "squad 0-0-4-5", "D2"), FAR)), "D5")
        s.do(FireOrdnance("a", "D2"), dice=["to hit 6 5"])
        if changes:
            s.do(ChangeMode("fly"))
        impulse = enclosing(s.state, Impulse)
        assert impulse is not None
        assert [row[4] for row in impulse.shots] == [NOWHERE if changes else s.loc("D5/air")]

    def test_taking_men_on_is_its_impulse(self) -> None:
        """19.2.6, Q-416: a helicopter that has only loaded may end its impulse and is Ops Complete."""
        s = up(hovering(sky(helicopter("a", "D5", capacity="PP"), U("b", "squad", "D5"), QUIET)), "D5")
        assert refused(s, EndFlight()) == ("19.2.4", "nothing_done")
        s.do(Load(), ChooseRider("b", riding="inside"), RidersReady(), EndFlight())
        kit = s.unit("b").kit
        assert kit is not None
        assert kit.aboard == s.number("a")
        assert s.words("a") == {"hover", "ops_complete"}


class TestBeginning:
    """4.0, 19.2.4: who begins a flight."""

    @pytest.mark.parametrize(("armed", "want"), [(False, ("22.0", "off_limits")), (True, OK)])
    def test_there_must_be_something_to_do(self, armed: bool, want: tuple[str, str]) -> None:
        """19.2.1, 19.2.4: over enemies, with nowhere to fly to, it cannot even hover: it may begin if it can fire."""
        guns: dict[str, Any] = {"mgs": ("2*",)} if armed else {}
        s = sky(helicopter("a", "D5", he=0, to_hit=(), **guns), U("x", "squad", "D5"), playable=("D5",))
        s.do(Activate("D5/air"))
        assert refused(s, BeginFlight("a")) == want
        assert (BeginFlight("a") in s.options()) == armed

    @pytest.mark.parametrize(
        ("flags", "moves", "fires"),
        [
            (0, ("", ""), ("", "")),
            (OPS_COMPLETE, ("4.1", "has_acted"), ("4.1", "has_acted")),
            (FIRED, ("4.0", "has_acted"), ("19.2.4", "has_acted")),
            (FIRED | OPS_COMPLETE, ("4.0", "has_acted"), ("19.2.4", "has_acted")),
            (MOVED, ("4.0", "has_acted"), ("4.0", "has_acted")),
            (MOVING, ("4.0", "has_acted"), ("4.0", "has_acted")),
            (MELEE, ("4.0", "has_acted"), ("4.0", "has_acted")),
        ],
    )
    def test_who_has_acted(self, flags: int, moves: tuple[str, str], fires: tuple[str, str]) -> None:
        """4.0, 4.1, 19.2.4, Q-419: once in a turn; after it has fired it does not fire again."""
        s = flagged(sky(helicopter("a", "D5"), FAR), "a", flags)
        assert code(check_pilot(s.game, s.state, s.number("a"))) == moves
        assert code(check_pilot(s.game, s.state, s.number("a"), True)) == fires
        assert code(check_pilot(s.game, s.state, s.number("z"))) == ("19.2", "no_helicopter")

    def test_whose_helicopter(self) -> None:
        """4.0, 19.2: only an own helicopter on the map begins a flight."""
        s = sky(helicopter("a", "D5"), helicopter("x", "D5"), helicopter("b", ""), U("y", "squad", "H1"))
        s.do(Activate("D5/air"))
        assert [refused(s, BeginFlight(id_)) for id_ in ("x", "b")] == [("19.2", "no_helicopter")] * 2

    @pytest.mark.parametrize("at", ["A0", "D5"])
    def test_it_is_acquired_in_the_air(self, at: str) -> None:
        """14.3, 19.2.1: what has acquired a helicopter from the beginning aims above its hex, the first one too."""
        s = sky(helicopter("x", at), gun("a", "D8", acquired=[("", "x", 1)]), FAR)
        kit = s.unit("a").kit
        assert kit is not None
        assert [lock.at for lock in kit.locks] == [s.loc(f"{at}/air")]


class TestEntry:
    """22.0, 19.2.2: helicopters of a group that enters."""

    def scene(self, *more: U, enter: tuple[str, ...] = ("D0", "E0")) -> Scene:
        """Two helicopters and a Squad wait to come by D0 and E0, where a house of two floors stands."""
        names = ("a", "b", "c")
        men = (helicopter("a", ""), helicopter("b", ""), U("c", "squad", ""))
        group = Group("air", "us", names, enter=enter)
        return sky(
            *men,
            helicopter("d", "H4"),
            *more,
            FAR,
            groups=[group],
            hexes={"E0": "hc_building"},
            buildings=[(("E0",), 2)],
        )

    def test_who_comes_and_where(self) -> None:
        """22.0, 19.2.1: a helicopter that waits, over an entry hex, where no other one is."""
        s = self.scene(helicopter("e", "D0")).do(Enter("air"))
        waits = [FlyOnto(unit, "E0") for unit in ("c", "d", "nobody", "z")]
        for order in waits:
            refusal = Refusal("22.0", "not_waiting", {"unit": order.unit})
            assert engine.why_not(s.game, s.state, order) == refusal
        for at in ("F0", "Z9", "E0/upper", ""):
            refusal = Refusal("22.0", "no_entry_hex", {"group": "air", "at": at})
            assert engine.why_not(s.game, s.state, FlyOnto("a", at)) == refusal
        assert refused(s, FlyOnto("a", "D0")) == ("19.2.1", "one_helicopter")
        assert [c for c in s.options() if isinstance(c, FlyOnto)] == [FlyOnto("a", "E0"), FlyOnto("b", "E0")]

    @pytest.mark.parametrize(
        ("enter", "taken", "want"),
        [
            (("D0", "E0"), (), ("", "")),
            (("D0", "E0"), ("D0",), ("", "")),
            (("D0", "E0"), ("D0", "E0"), ("19.2.1", "one_helicopter")),
            ((), (), ("22.0", "no_entry_hex")),
        ],
    )
    def test_some_hex_must_take_it(self, enter: tuple[str, ...], taken: tuple[str, ...], want: tuple[str, str]) -> None:
        """22.0, 19.2.1: it cannot come where helicopters are over all entry hexes, nor where there is none."""
        others = [helicopter(f"e{i}", at) for i, at in enumerate(taken)]
        s = self.scene(*others, enter=enter)
        assert code(may_fly_onto(s.game, s.state, s.game.setup.groups[0], s.number("a"))) == want

    def test_it_has_come_flying(self) -> None:
        """22.0, 19.2.2, 19.2.6: to come is its move: it takes nobody on any more, and may end its impulse at once."""
        s = self.scene().do(Enter("air"), FlyOnto("a", "D0"))
        assert path(s) == ["D0"]
        assert refused(s, Load()) == ("19.2.6", "came_flying")
        assert refused(s, EndFlight()) == OK
        assert s.do(EndFlight()).words("a") == {"ops_complete"}
