"""6.1-6.5: kinds of movement on foot."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helpers import (
    MISS,
    Activate,
    AddFirer,
    AddMover,
    BeginMove,
    Done,
    Fire,
    FireAlone,
    OpenFire,
    OpFire,
    Scene,
    StepTo,
    StopMove,
    U,
    why,
)
from lnlt.core.events import FlagsChanged
from lnlt.core.flags import FIRED, SHAKEN
from lnlt.rules.ch05_fire.attack import targets
from lnlt.rules.ch10_los_spotting.spotting import is_hidden, is_spotted
from scene_helpers import set_off

FOE = U("z", "squad 0-0-4-5", "H1")
"""An enemy without a shot."""
BLIND = U("x", "squad 0-0-4-5", "C7")
"""A target without a shot."""
AM = ("assault_move",)


def group(*firers: str) -> list[object]:
    """Commands of a firing group led by its first unit."""
    return [*(AddFirer(u) for u in firers), OpenFire(firers[0])]


def test_only_red_boxes_assault_move() -> None:
    """6.1#1: a plain Squad cannot Assault Move, one with the ability and a Hero can."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3", abilities=AM), U("c", "hero", "C3"), FOE)
    s.do(Activate("C3"), BeginMove("C3"))
    assert [s.code(AddMover(u, "assault")) for u in "abc"] == ["no_assault_move", "", ""]


def test_leader_joins_an_assault_move() -> None:
    """6.1#3: a Leader Assault Moves only if he starts with a Good Order unit of his badge that can."""
    s = Scene(U("a", "leader", "C3"), U("b", "squad", "C3", abilities=AM), FOE).do(Activate("C3"), BeginMove("C3"))
    assert s.code(AddMover("a", "assault")) == ""
    s = Scene(U("a", "leader", "C3"), U("b", "squad", "C3", "shaken", abilities=AM), FOE)
    assert s.do(Activate("C3"), BeginMove("C3")).code(AddMover("a", "assault")) == "no_assault_move"


def test_fire_in_the_same_impulse() -> None:
    """6.1#5: an Assault Mover fires in the impulse of its move, and then no more."""
    s = set_off(Scene(U("a", "squad 3-5-4-5", "C3", abilities=AM), BLIND, FOE), "C3", ("a", "assault"))
    s.do(StepTo("C4"), StopMove(), Fire("C4", "C7"), *group("a"), dice=MISS)
    assert s.words("a") == {"assault_move", "fired"}
    assert why(s.tally("fire", "x"))["assault_move"] == -2


def test_fire_in_a_later_impulse_or_window() -> None:
    """6.1#5: an Assault Mover may be activated again to fire, or answer an enemy move."""
    s = Scene(U("a", "squad", "C3", "assault_move", abilities=AM), BLIND)
    assert s.do(Activate("C3")).code(Fire("C3", "C7")) == ""
    s = Scene(U("a", "squad", "C3", "assault_move", abilities=AM), U("x", "squad", "C7"), impulse="de")
    assert s.move("C7", "x", "C6").code(OpFire("C3")) == ""


def test_weapons_fire_with_assault_movers() -> None:
    """6.1#6: a machine gun fires with its unit after an Assault Move."""
    s = Scene(U("a", "squad", "C3", "assault_move", abilities=AM, carries=("mg",)), BLIND, guns={"mg": (2, 8)})
    s.fire("C3", "C7", ("a", "mg"), dice=MISS)
    assert s.tally("fire", "x").total == 1 + 2 - 2


@pytest.mark.parametrize(("mode", "code"), [("assault", "no_melee_in_mode"), ("normal", ""), ("low_crawl", "")])
def test_melee_by_mode(mode: str, code: str) -> None:
    """6.1#8, 6.3#8: Assault Move never enters Melee, Low Crawl does."""
    s = set_off(Scene(U("a", "squad", "C3", abilities=AM), U("x", "squad 0-0-4-5", "C4")), "C3", ("a", mode))
    assert s.code(StepTo("C4")) == code


def test_double_time_before_halving() -> None:
    """6.1#9: beside a Leader the Assault Move is half of MF 4 + 2."""
    s = Scene(U("a", "squad", "C3", abilities=AM), U("d", "leader", "C3"), FOE)
    s = set_off(s, "C3", ("a", "assault"), ("d", "assault")).do(StepTo("C4"), StepTo("C5"), StepTo("C6"))
    assert (s.at("a"), s.words("a"), s.words("d")) == ("C6", {"assault_move"}, {"assault_move"})


def assault(*more: U, **board: object) -> Scene:
    """Assault Fire from C3 at C7 by a Squad capable of it, the group still to be chosen."""
    s = Scene(U("a", "squad", "C3", abilities=AM), *more, BLIND, FOE, **board)  # type: ignore[arg-type]
    return s.do(Activate("C3"), Fire("C3", "C7", "assault_fire"))


def test_assault_fire_then_move() -> None:
    """6.1.1#3, 6.1.1#7: fire, then a move of half the MF is owed, then Moved."""
    s = assault().do(*group("a"), dice=MISS)
    assert s.code(Done()) == "must_move"
    s.do(BeginMove("C3"))
    assert (s.code(AddMover("a", "normal")), s.code(AddMover("a", "assault"))) == ("assault_fire_moves", "")
    s.do(AddMover("a", "assault"), StepTo("C2"), StepTo("C1"))
    assert s.words("a") == {"moved"}


def test_all_who_used_it_move() -> None:
    """6.1.1#3: of two that fired neither stays behind."""
    s = assault(U("b", "squad", "C3", abilities=AM)).do(*group("a", "b"), dice=MISS).do(BeginMove("C3"))
    assert s.code(AddMover("b", "assault")) == "must_move"
    assert s.do(AddMover("a", "assault")).code(StepTo("C2")) == "must_move"
    s.do(AddMover("b", "assault"), StepTo("C2"), StopMove())
    assert (s.words("a"), s.words("b")) == ({"moved"}, {"moved"})


def test_assault_fire_is_no_answer() -> None:
    """6.1.1#4, 5.3#5, 6.4.2#2: a window offers fire without a mode, and who fires there is Fired and does not move."""
    s = Scene(U("a", "squad", "C3", abilities=("assault_move", "stealth")), U("x", "squad", "C7"), impulse="de")
    s.move("C7", "x", "C6").do(OpFire("C3"), *group("a"), dice=MISS)
    assert s.words("a") == {"fired"}


def test_no_melee_after_assault_fire() -> None:
    """6.1.1#5: who has used Assault Fire does not enter Melee."""
    s = assault(U("y", "squad 0-0-4-5", "C2")).do(*group("a"), dice=MISS).do(BeginMove("C3"), AddMover("a", "assault"))
    assert s.code(StepTo("C2")) == "no_melee_in_mode"


def test_others_join_assault_fire() -> None:
    """6.1.1#6: a Squad without the ability adds its firepower and is Fired; alone it cannot begin."""
    s = assault(U("b", "squad", "C3")).do(*group("a", "b"), dice=MISS)
    assert s.words("b") == {"fired"}
    assert s.do(BeginMove("C3")).code(AddMover("b", "assault")) == "has_acted"
    s = Scene(U("b", "squad", "C3"), BLIND, FOE).do(Activate("C3"))
    assert s.code(Fire("C3", "C7", "assault_fire")) == "no_assault_fire"


WOODS = {"C3": "light_woods"}


def test_origin_stays_spotted() -> None:
    """6.1.1#8, 6.1.1#9: the empty woods keep a Spotted marker, and who crawls in is spotted."""
    s = assault(U("b", "squad", "B3"), hexes=WOODS).do(*group("a"), dice=MISS)
    s.do(BeginMove("C3"), AddMover("a", "assault"), StepTo("C2"), StopMove())
    if s.frames.endswith("ImpulseAction") and s.asked == "us":
        s.do(Done())
    assert [(m.kind, m.strength) for m in s.state.markers] == [("spotted", 2)]
    assert is_spotted(s.game, s.state, s.loc("C3"), 1)


def test_no_marker_where_somebody_shows_himself() -> None:
    """6.1.1#8: a helper who stays Fired, or open ground, needs no marker."""
    s = assault(U("b", "squad", "C3"), hexes=WOODS).do(*group("a", "b"), dice=MISS)
    s.do(BeginMove("C3"), AddMover("a", "assault"), StepTo("C2"), StopMove())
    assert not s.state.markers
    s = assault().do(*group("a"), dice=MISS).do(BeginMove("C3"), AddMover("a", "assault"), StepTo("C2"), StopMove())
    assert not s.state.markers


def test_leader_with_assault_fire() -> None:
    """6.1.1#10: a Leader who lent his modifier may move along or stay; then he is Fired."""
    s = assault(U("d", "leader", "C3")).do(*group("a", "d"), dice=MISS).do(BeginMove("C3"), AddMover("a", "assault"))
    stays = s.do(StepTo("C2"), StopMove())
    if stays.asked == "us":
        stays.do(Done())
    assert (stays.words("d"), stays.words("a")) == ({"fired"}, {"moved"})


def test_leader_with_assault_fire_who_also_activates() -> None:
    """6.1.1#10, 4.0#23: he is Fired, not Ops Complete as well, though others acted through him."""
    s = Scene(U("a", "squad", "C3", abilities=AM), U("d", "leader", "C3"), U("b", "squad", "B3"), BLIND, FOE).do(
        Activate("C3"), Activate("B3"), Fire("C3", "C7", "assault_fire"), *group("a", "d"), dice=MISS
    )
    s.do(BeginMove("C3"), AddMover("a", "assault"), StepTo("C2"), StopMove())
    s.do(BeginMove("B3"), AddMover("b"), StepTo("B2"), StopMove())
    if s.asked == "us":
        s.do(Done())
    assert s.words("d") == {"fired"}


def test_leader_goes_on_aiding_after_assault_fire() -> None:
    """6.1.1#10, 5.0.1: he lends his modifier to a Weapon Team of his hex too, and is Fired once."""
    s = assault(U("d", "leader", "C3"), U("t", "weapon_team 2-8-3-5", "C3")).do(*group("a", "d"), dice=MISS)
    s.do(BeginMove("C3"), AddMover("a", "assault"), StepTo("C2"), StopMove())
    told = list(s.do(FireAlone("t", "C7", "d"), dice=MISS).events)
    if s.asked == "us":
        told += s.do(Done()).events
    marked = [e for e in told if isinstance(e, FlagsChanged) and e.unit == s.state.ids["d"] and e.put & FIRED]
    assert (s.words("d"), len(marked)) == ({"fired"}, 1)


def test_shaken_after_assault_fire() -> None:
    """6.1.1#3, 5.1: who is Shaken before the move he owes does not move any more, and the impulse can end."""
    s = assault().do(*group("a"), dice=MISS)
    units = list(s.state.units)
    hurt = s.state.ids["a"]
    units[hurt] = units[hurt].flagged(units[hurt].flags | SHAKEN)
    s.state = replace(s.state, units=tuple(units))
    assert s.code(BeginMove("C3")) != ""
    assert s.code(Done()) == ""


def test_double_time_limits() -> None:
    """6.2#2: a Leader with MF 5 makes five points of it."""
    s = Scene(U("a", "squad", "A1"), U("d", "leader 6-1-5", "A1"), FOE)
    s = set_off(s, "A1", ("a", "double_time"), ("d", "normal"))
    s.do(*(StepTo(f"A{n}") for n in (2, 3, 4, 5, 6)))
    assert (s.at("a"), s.words("a")) == ("A6", {"moved"})


def test_shaken_double_time() -> None:
    """6.2#3: a Shaken Squad gains one point."""
    s = Scene(
        U("a", "squad", "A1", "shaken", shaken=(5, 2)),
        U("d", "leader", "A1"),
        U("z", "squad 0-0-4-5", "A8"),
        hexes={"A6": "hc_building"},
    )
    s = set_off(s, "A1", ("a", "double_time"), ("d", "normal"))
    s.do(StepTo("A2"), StepTo("A3"), StepTo("A4"))
    assert (s.at("a"), s.words("a")) == ("A4", {"shaken", "moved"})


@pytest.mark.parametrize("mode", ["double_time", "low_crawl"])
def test_who_cannot(mode: str) -> None:
    """6.2#4, 6.3#6, 6.6#2: Weapon Teams and Mounted Units neither Double-Time nor crawl."""
    units = (U("a", "weapon_team", "C3"), U("b", "mounted_squad 1-4-12-5", "C3"), U("d", "leader", "C3"), FOE)
    s = Scene(*units).do(Activate("C3"), BeginMove("C3"))
    assert [s.code(AddMover(u, mode)) for u in "ab"] == [f"no_{mode}"] * 2


def test_crawl_is_one_hex() -> None:
    """6.3#1, 6.3#5: one hex, a Low Crawl marker, no bonus against it."""
    s = set_off(Scene(U("a", "squad", "C3"), U("x", "squad", "C7"), FOE), "C3", ("a", "low_crawl")).do(StepTo("C4"))
    s.do(OpFire("C7"), *group("x"), dice=MISS)
    assert s.words("a") == {"low_crawl"}
    assert "moving" not in why(s.tally("fire", "a"))


def test_crawl_into_woods_is_unseen() -> None:
    """6.3#2, 5.3#3: woods stay unspotted and draw no fire, unless a Good Order enemy is next to them."""
    far = Scene(U("a", "squad", "C3"), U("x", "squad", "C7"), FOE, hexes={"C4": "light_woods"})
    assert set_off(far, "C3", ("a", "low_crawl")).do(StepTo("C4")).words("a") == {"low_crawl"}
    assert not is_spotted(far.game, far.state, far.loc("C4"), 1)
    near = Scene(U("a", "squad", "C3"), U("x", "squad", "C5"), FOE, hexes={"C4": "light_woods"})
    assert set_off(near, "C3", ("a", "low_crawl")).do(StepTo("C4")).asked == "de"


def test_crawl_upstairs() -> None:
    """6.3#3: a floor or a hex, not both."""
    s = Scene(U("a", "squad", "C3"), FOE, hexes={"C3": "hc_building"}, buildings=[(("C3",), 2)])
    s = set_off(s, "C3", ("a", "low_crawl")).do(StepTo("C3/upper"))
    assert (s.at("a"), s.words("a")) == ("C3/upper", {"low_crawl"})


def test_no_crawl_with_the_last_point() -> None:
    """6.3#4, 6.0#10: a step that takes all points is no Low Crawl."""
    s = Scene(U("a", "squad 1-5-2-5", "C3"), FOE, hexes={"C4": "forest"})
    s = set_off(s, "C3", ("a", "low_crawl"))
    assert (s.code(StepTo("C4")), s.code(StepTo("C2"))) == ("one_hex", "")


SM = ("stealth",)


def test_stealth_move() -> None:
    """6.4#1, 6.4#3, 6.4#10: full MF, a Stealth marker, the woods unspotted, no bonus for moving in the open."""
    s = Scene(U("a", "squad", "C3", abilities=SM), U("x", "squad", "C8"), FOE, hexes={"C5": "light_woods"})
    s = set_off(s, "C3", ("a", "stealth")).do(StepTo("C4"))
    s.do(OpFire("C8"), *group("x"), dice=MISS)
    assert "moving" not in why(s.tally("fire", "a"))
    s.do(StepTo("C5"), StopMove())
    assert s.words("a") == {"stealth"}
    assert not is_spotted(s.game, s.state, s.loc("C5"), 1)


def test_stealth_in_company() -> None:
    """6.4#2: with a Squad that lacks it the unit is simply Moved."""
    s = set_off(
        Scene(U("a", "squad", "C3", abilities=SM), U("b", "squad", "C3"), FOE), "C3", ("a", "stealth"), ("b", "normal")
    )
    assert s.do(StepTo("C4"), StopMove()).words("a") == {"moved"}


@pytest.mark.parametrize(
    ("mark", "terrain", "hidden"),
    [((), "light_woods", True), (("fired",), "light_woods", False), ((), "clear", False)],
)
def test_what_reveals_stealth(mark: tuple[str, ...], terrain: str, hidden: bool) -> None:
    """6.4#4: fire or open ground makes it a target; the neighbour of an enemy in woods is none."""
    s = Scene(U("a", "squad", "C3", "stealth", *mark, abilities=SM), U("x", "squad", "C4"), hexes={"C3": terrain})
    assert is_hidden(s.game, s.state, s.number("a"), 1) is hidden


def test_spotting_marker_reveals_stealth() -> None:
    """6.4#4: a Spotted marker makes it a target."""
    s = Scene(
        U("a", "squad", "C3", "stealth", abilities=SM),
        U("x", "squad", "C4"),
        hexes=WOODS,
        markers=[("spotted", "C3", 1)],
    )
    assert not is_hidden(s.game, s.state, s.number("a"), 1)


def test_company_of_a_stealth_unit() -> None:
    """6.4#5: next to the enemy its companion is a target and it is not."""
    units = (U("a", "squad", "C3", "stealth", abilities=SM), U("b", "squad", "C3"), U("x", "squad", "C4"))
    s = Scene(*units, hexes=WOODS)
    assert targets(s.game, s.state, 1, s.loc("C3")) == (s.number("b"),)


def test_friends_give_stealth_away() -> None:
    """6.4#6: beside a Moved friend it can be fired at."""
    units = (U("a", "squad", "C3", "stealth", abilities=SM), U("b", "squad", "C3", "moved"), U("x", "squad", "C7"))
    s = Scene(*units, hexes=WOODS)
    assert targets(s.game, s.state, 1, s.loc("C3")) == (s.number("a"), s.number("b"))


def test_stealth_limits() -> None:
    """6.4#7, 6.4#9: Double-Time is a mode of its own, and Leaders have no Stealth unless the scenario gives it."""
    units = (U("a", "leader", "C3"), U("b", "leader", "C3", abilities=SM), U("c", "squad", "C3", abilities=SM), FOE)
    s = Scene(*units).do(Activate("C3"), BeginMove("C3"))
    assert [s.code(AddMover(u, "stealth")) for u in "abc"] == ["no_stealth", "", ""]
    s.do(AddMover("b", "normal"), AddMover("c", "double_time"), StepTo("C4"), StopMove())
    assert s.words("c") == {"moved"}


def test_stealth_into_melee() -> None:
    """6.4#8, 6.4.1#3: Stealth enters Melee, its Assault Move does not."""
    for mode, code in (("stealth", ""), ("stealth_assault", "no_melee_in_mode")):
        s = set_off(Scene(U("a", "squad", "C3", abilities=SM), U("x", "squad 0-0-4-5", "C4")), "C3", ("a", mode))
        assert s.code(StepTo("C4")) == code


def test_stealth_assault_move() -> None:
    """6.4.1#1, 6.4.1#2: half the MF, fire with 2 less, both markers; later Opportunity Fire is open to it."""
    s = set_off(Scene(U("a", "squad 3-5-4-5", "C3", abilities=SM), BLIND, FOE), "C3", ("a", "stealth_assault"))
    s.do(StepTo("C4"), StepTo("C5"))
    assert s.words("a") == {"stealth", "assault_move"}
    s.do(Fire("C5", "C7"), *group("a"), dice=MISS)
    assert why(s.tally("fire", "x"))["assault_move"] == -2
    s = Scene(U("a", "squad", "C3", "stealth", "assault_move", abilities=SM), U("x", "squad", "C7"), impulse="de")
    assert s.move("C7", "x", "C6").code(OpFire("C3")) == ""


def test_scout_fires_without_penalty() -> None:
    """6.4.1#1: a Scout has no penalty after a Stealth Assault Move."""
    s = Scene(U("a", "scout 2-5-6-6", "C3", "stealth", "assault_move"), BLIND)
    s.fire("C3", "C7", "a", dice=MISS)
    assert "assault_move" not in why(s.tally("fire", "x"))


def test_stealth_assault_fire() -> None:
    """6.4.2#1: fire, move, Stealth marker."""
    s = Scene(U("a", "squad", "C3", abilities=SM), BLIND, FOE)
    s.do(Activate("C3"), Fire("C3", "C7", "assault_fire"), *group("a"), dice=MISS)
    assert why(s.tally("fire", "x"))["assault_fire"] == -2
    s.do(BeginMove("C3"), AddMover("a", "stealth_assault"), StepTo("C2"), StopMove())
    assert s.words("a") == {"stealth"}
