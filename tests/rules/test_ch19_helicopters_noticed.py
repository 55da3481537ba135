"""19.2: helicopters: what they may not do in flight, who has acted, the first hex, the area of play, how they enter."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from armour_helpers import OK, code, flagged, helicopter, refused
from helpers import Activate, Scene, U
from lnlt import engine
from lnlt.content.games import build_game
from lnlt.core.flags import FIRED, HOVERING, MELEE, MOVED, MOVING, OPS_COMPLETE
from lnlt.core.setup import Exit, Group
from lnlt.core.tally import Refusal
from lnlt.rules.ch06_movement.steps import ExitMap
from lnlt.rules.ch10_los_spotting.attempts import Spot
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun
from lnlt.rules.ch19_air.flying import BeginFlight
from lnlt.rules.ch19_air.flying_in import FlyOnto, may_fly_onto
from lnlt.rules.ch19_air.helicopters import FlyTo, check_pilot
from lnlt.rules.ch22_scenario.entry import Enter

pytestmark = pytest.mark.usefixtures("either_seat")

FAR = U("z", "squad", "H8")


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
