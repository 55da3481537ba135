"""6.1-6.8, 5.2: who is capable of which way of moving, riders and their company, fire on the run, answers."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from armour_helpers import code, flagged, refused, tank
from helpers import (
    MISS,
    Activate,
    AddFirer,
    AddMover,
    BeginMove,
    Fire,
    OpenFire,
    Pass,
    PassWindow,
    Scene,
    StepTo,
    StopMove,
    U,
)
from lnlt.core.catalog import WeaponType
from lnlt.core.flags import FIRED, HANDLED, MOVING
from lnlt.core.state import NOWHERE, enclosing
from lnlt.rules.ch05_fire.opportunity import OpportunityFire
from lnlt.rules.ch06_movement.on_the_way import Dismount, FireOnTheRun, runners, running_shots
from lnlt.rules.ch06_movement.opportunity_move import MoveAnswer, OpMove, check_op_move
from lnlt.rules.ch06_movement.risks import whole_group
from lnlt.rules.facts.mounts import company, is_mounted, rides
from lnlt.rules.facts.movement_modes import allowance, check_capable, off_map

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
HORSE = "mounted_squad 1-4-12-5"
OK = ("", "")
NO_RUN = ("6.7", "no_hit_and_run")


def capable(s: Scene, unit: str, mode: str) -> tuple[str, str]:
    """Section and code of why a unit is not capable of a kind of movement."""
    return code(check_capable(s.game, s.state, s.number(unit), mode))


def test_heroes_keep_what_is_printed_on_them() -> None:
    """6.1, 6.4, 11.2: every Hero can Assault Move; one with a yellow box can use Stealth as well."""
    s = Scene(U("a", "hero", "C3", abilities=("stealth",)), U("b", "hero", "C3"), FOE)
    assert [capable(s, u, "assault") for u in "ab"] == [OK, OK]
    assert [capable(s, u, "stealth") for u in "ab"] == [OK, ("6.4", "no_stealth")]


def test_who_is_still_to_enter() -> None:
    """22.0: vehicles off the map are still to enter it, those aboard them come with them and the dead do not come."""
    s = Scene(tank("a", "C3"), U("b", "squad", "", aboard="a"), U("c", "squad", "C4"), U("d", "squad", "C5"), FOE)
    flagged(flagged(s, "a", 0, at=NOWHERE), "c", 0, at=NOWHERE)
    assert [s.state.units[u].id for u in off_map(s.state, s.us)] == ["a", "c"]


def test_no_hit_and_run_without_riders() -> None:
    """6.7: where nobody has a red Movement Factor nobody does Hit & Run."""
    s = Scene(U("a", "squad", "C3"), U("b", "leader", "C3"), FOE)
    assert [capable(s, u, "hit_and_run") for u in "ab"] == [NO_RUN, NO_RUN]


def test_whom_single_men_run_with() -> None:
    """6.7: a Leader does Hit & Run if he stands with riders of his side; not among Squads, alone, or with enemies."""
    s = Scene(
        U("a", HORSE, "C3"),
        U("b", "leader", "C3"),
        U("c", "leader", "C4"),
        U("d", "squad", "C5"),
        U("e", "leader", "C5"),
        U("f", "leader", "C6", "melee"),
        U("x", HORSE, "C6", "melee"),
        markers=[("melee", "C6", 1)],
    )
    assert [capable(s, u, "hit_and_run") for u in "bcef"] == [OK, NO_RUN, NO_RUN, NO_RUN]


def test_modes_nobody_knows() -> None:
    """6.0: who names no kind of movement is told what he named; else the unit says it all."""
    s = Scene(U("a", "squad", "C3"), FOE)
    found = [check_capable(s.game, s.state, 0, mode) for mode in ("waltz", "stealth")]
    assert [f and dict(f.params) for f in found] == [{"unit": "a", "mode": "waltz"}, {"unit": "a"}]


def test_wounds_teach_nobody_to_assault() -> None:
    """6.1: a Leader among plain Squads makes no Assault Move, wounded or not."""
    s = Scene(U("a", "leader", "C3", "wounded"), U("b", "leader", "C3"), U("c", "squad", "C3"), FOE)
    assert [capable(s, u, "assault") for u in "abc"] == [("6.1", "no_assault_move")] * 3


def test_how_far_those_beside_riders_go() -> None:
    """6.6: of those who go with horses only single men have the points of the slowest; all others have their own."""
    s = Scene(
        U("a", HORSE, "C3"), U("b", "mounted_squad 1-4-8-5", "C3"), U("c", "squad", "C3"), U("d", "leader", "C3"), FOE
    )
    found = [allowance(s.game, s.state, u, "normal", (0, 1, 2, 3)) for u in range(4)]
    assert found == [24, 16, 8, 16]


def test_whose_horses_a_leader_sits_on() -> None:
    """6.6, Q-260: he shares the status of riders who move, or stand, as he does, whatever else befell him."""

    def riders(flags: int, horses: int, *words: str) -> list[str]:
        s = Scene(U("a", HORSE, "C3"), U("b", "leader", "C3", *words), U("c", "squad", "C3"), FOE)
        flagged(flagged(s, "b", flags), "a", horses)
        found = company(s.game, s.state, s.unit("b"))
        assert is_mounted(s.game, s.state, s.unit("b")) is bool(found)
        return [u.id for u in found]

    assert riders(0, 0) == riders(0, 0, "wounded") == riders(MOVING, MOVING) == ["a"]
    assert riders(MOVING, 0) == riders(0, MOVING) == []


def test_who_rides() -> None:
    """6.6: a Leader who goes with riders rides, one who goes with a Squad walks, and no Squad gets on a horse."""
    s = Scene(U("a", HORSE, "C3"), U("b", "leader", "C3"), U("c", "squad", "C3"), FOE)
    assert [rides(s.game, s.state, u, group) for u, group in ((1, (0, 1)), (1, (1, 2)), (2, (0, 2)))] == [
        True,
        False,
        False,
    ]


def test_dismounting_beside_men_on_foot() -> None:
    """6.6, Q-260: a Squad that walks along keeps the points it has spent when the last riders dismount."""
    s = Scene(U("a", HORSE, "C3"), U("b", "leader", "C3"), U("c", "squad", "C3"), FOE)
    s.do(Activate("C3"), BeginMove("C3"), *(AddMover(u) for u in "abc"), StepTo("C4"), Dismount("a"))
    assert [s.unit(u).mp for u in "abc"] == [0, 0, 2]


def test_dismounting_beside_assault_fire() -> None:
    """6.1.1, 6.6: a man who has fired before the move and stands on foot when the last riders dismount is Moved."""
    s = Scene(
        U("a", HORSE, "C3"), U("h", "hero 1-5-6-7", "C3", abilities=("assault_move",)), FOE, U("x", "squad", "C6")
    )
    s.do(Activate("C3"), Fire("C3", "C6", "assault_fire"), AddFirer("h"), OpenFire("h"), dice=MISS)
    s.do(BeginMove("C3"), AddMover("a"), AddMover("h", "assault"))
    for step in (StepTo("B3"), Dismount("a")):
        s.do(step)
        while s.asked == "de":
            s.do(PassWindow(True))
    s.do(StopMove(), Pass())
    assert (s.words("a"), s.words("h")) == ({"moved"}, {"moved"})


def test_who_fires_on_the_run() -> None:
    """6.7: those who do Hit & Run and have not fired yet; not who moves in another way beside them."""
    s = Scene(U("a", HORSE, "C3"), U("b", HORSE, "C3"), U("c", HORSE, "C3"), FOE)
    flagged(s, "b", FIRED)
    assert runners(s.state, (0, 1, 2), ("hit_and_run", "hit_and_run", "normal")) == (0,)


def test_fire_on_the_run_has_its_range() -> None:
    """6.7, 5.0: riders fire on the run as far as they fire at all."""
    s = Scene(U("a", HORSE, "C3"), U("x", "squad 0-0-4-5", "C7"), U("y", "squad 0-0-4-5", "C8"), size=(8, 10))
    s.do(Activate("C3"), BeginMove("C3"), AddMover("a", "hit_and_run"))
    assert refused(s, FireOnTheRun("C7")) == OK
    assert refused(s, FireOnTheRun("C8")) == ("6.7", "nobody_can_fire")


def test_targets_of_riders_on_the_move() -> None:
    """6.7, 17.2: every place with enemies in sight and range, and each vehicle there; for who does Hit & Run only."""
    s = Scene(
        U("a", HORSE, "C2"),
        U("b", "squad", "B4"),
        U("x", "squad 0-0-4-5", "C7", "moved"),
        U("y", "squad 0-0-4-5", "G3"),
        U("z", "squad 0-0-4-5", "C8"),
        tank("zz", "D6", to_hit=(), he=None),
        hexes=dict.fromkeys(("E3", "E4", "F3", "F4"), "hc_building"),
        size=(8, 10),
    )
    s.do(Activate("C2"), BeginMove("C2"), AddMover("a", "hit_and_run"), StepTo("C3"))

    def shots(mode: str) -> list[FireOnTheRun]:
        return list(running_shots(s.game, s.state, (s.number("a"),), (mode,), s.loc("C3")))

    assert shots("normal") == []
    assert shots("hit_and_run") == [FireOnTheRun("C7"), FireOnTheRun("D6"), FireOnTheRun("D6", "zz")]
    fire = [c for c in s.options() if isinstance(c, FireOnTheRun)]
    assert fire == [FireOnTheRun("C7"), FireOnTheRun("D6", "zz")]


def answered(*units: U, **board: Any) -> Scene:
    """A Squad has moved to C4, and the enemy is asked; riders of his in C9 see it."""
    s = Scene(U("a", "squad", "C3"), U("x", HORSE, "C9"), *units, size=(8, 12), **board)
    return s.move("C3", "a", "C4")


def window_of(s: Scene, **facts: Any) -> OpportunityFire:
    """The window that is open, with other facts."""
    found = enclosing(s.state, OpportunityFire)
    assert found is not None
    return replace(found, **facts)


def may_ride(s: Scene, at: str, **facts: Any) -> tuple[str, str, str]:
    """Section, code and unit of why a location may not answer with a move."""
    found = check_op_move(s.game, s.state, window_of(s, **facts), s.loc(at))
    return (found.rule, found.code, str(found.params.get("unit", ""))) if found else ("", "", "")


def test_only_fire_answers_a_missile() -> None:
    """14.4, 6.8: a guided missile on its way is answered by fire, not by a move."""
    s = answered()
    assert may_ride(s, "C9") == ("", "", "")
    assert may_ride(s, "C9", missile=True)[:2] == ("14.4", "only_fire_at_missile")


def test_moves_in_answer_are_counted() -> None:
    """6.8, 5.3, Q-264: an Opportunity Move needs an attack left, like fire, and a place that has not answered."""
    s = answered()
    assert may_ride(s, "C9", used=(s.loc("H1"),))[:2] == ("5.3", "no_attacks_left")
    assert may_ride(s, "C9", used=(s.loc("C9"),), budget=2)[:2] == ("5.3", "location_has_fired")
    assert may_ride(s, "C9", used=(s.loc("H1"),), budget=2) == ("", "", "")


def test_who_answers_with_a_move() -> None:
    """6.8: somebody in Good Order with a red Movement Factor who has not acted; else the first of them says why."""
    s = answered(
        U("x1", "squad", "D9"),
        U("x2", HORSE, "E9", "shaken", shaken=(4, 12)),
        U("x3", HORSE, "E9", "moved"),
        U("x4", HORSE, "F9", "moved"),
        U("x5", HORSE, "F9", "shaken", shaken=(4, 12)),
        U("x6", HORSE, "G9", "moved"),
        U("x7", HORSE, "G9"),
    )
    assert may_ride(s, "D9") == ("6.8", "no_hit_and_run", "D9")
    assert may_ride(s, "E9") == ("6.8", "shaken", "x2")
    assert may_ride(s, "F9") == ("4.0", "has_acted", "x4")
    assert may_ride(s, "G9") == ("", "", "")


def test_what_is_offered_in_answer() -> None:
    """6.8: the places of that side with riders who see the movers and have not answered; nobody else's."""
    s = answered(
        U("x1", "squad", "D9"),
        U("x2", HORSE, "A9"),
        U("x3", HORSE, "E9"),
        U("b", HORSE, "C1"),
        hexes=dict.fromkeys(("A5", "A6", "A7", "B6", "B7"), "hc_building"),
    )
    window = window_of(s, used=(s.loc("E9"),))
    assert MoveAnswer().candidates(s.game, s.state, window) == [OpMove("C9")]


def answer(s: Scene) -> dict[str, tuple[str, ...]]:
    """Who answers from C7 at C3, and with which weapons."""
    _, group = whole_group(s.game, s.state, s.de, s.loc("C7"), s.loc("C3"))
    return {s.state.units[f.unit].id: tuple(s.state.weapons[w].id for w in f.weapons) for f in group}


def test_mortars_do_not_answer() -> None:
    """1.6.5, 5.3: a Squad with a Mortar answers with its own firepower."""
    mortar = WeaponType("gun-m", "m", "mortar", fp=5, range=12)
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C7", carries=["m"]), guns={"m": mortar})
    assert answer(s) == {"x": ()}


def test_leaders_with_their_hands_full() -> None:
    """1.6.1, 5.2: a Leader who has flipped a tripod weapon in this impulse lends his modifier to no answer."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "C7"), U("y", "leader", "C7"))
    assert answer(s) == {"x": (), "y": ()}
    assert answer(flagged(s, "y", HANDLED)) == {"x": ()}
