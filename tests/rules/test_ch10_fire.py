"""10.5.6: the option "fire"."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers import MISS, Activate, Done, Fire, Scene, U, why
from lnlt.rules.ch09_administration import Next
from lnlt.rules.ch10_los_spotting.burning import beside_fire, start_tally, starts_check
from lnlt.rules.ch10_los_spotting.firefighting import (
    AddFighter,
    Extinguish,
    FightFire,
    FireFighters,
    extinguish_odds,
    extinguish_tally,
)
from lnlt.rules.ch10_los_spotting.spotting import spotting_class

pytestmark = pytest.mark.usefixtures("either_seat")

FIRE = ("fire",)
SHOOTER = U("a", "squad 1-5-4-5", "C2")


def shot(at: U, *more: str, options: tuple[str, ...] = FIRE, terrain: str = "brush", **keys: object) -> Scene:
    """A natural 6 at a unit in C4; further dice as given."""
    s = Scene(SHOOTER, at, hexes={"C4": terrain}, options=options, **keys)  # type: ignore[arg-type]
    return s.fire("C2", "C4", "a", dice=("attack 6", "defence 6", *more))


def kinds(s: Scene) -> list[str]:
    """Markers on the board."""
    return [f"{m.kind} {m.strength} {s.game.board.loc_name(m.at)}" for m in s.state.markers]


TARGET = U("x", "squad", "C4", "fired")


def test_fire_start_check() -> None:
    """10.5.6.1#1: a natural 6 into flammable terrain, then 10 or more on two dice; without the option nothing."""
    hit = ("damage check 1", "hero creation 3")
    assert kinds(shot(TARGET, *hit, "random 5 5")) == ["fire 1 C4"]
    assert kinds(shot(TARGET, *hit, "random 5 4")) == []
    assert kinds(shot(TARGET, *hit, options=())) == []
    assert kinds(shot(TARGET, *hit, terrain="clear")) == []


def test_only_with_the_option() -> None:
    """10.5.6#1: without the option burning hexes are neither fought nor checked."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "H8"), hexes={"C3": "brush"}, markers=[("fire", "C3", 1)])
    s.do(Activate("C3"))
    assert s.code(Extinguish("C3")) == "no_fire_option"


def test_one_man_alone() -> None:
    """10.5.6.1#2: a Hero alone causes no check, with a Flamethrower he does."""
    s = Scene(U("h", "hero", "C2"), U("a", "squad", "C2"), TARGET)
    hero, squad = s.number("h"), s.number("a")
    assert [
        starts_check(s.game, s.state, *w) for w in (([hero], []), ([hero], ["flamethrower"]), ([hero, squad], []))
    ] == [
        False,
        True,
        True,
    ]


def test_start_modifiers() -> None:
    """10.5.6.1#3, 10.5.6.1#4: flames +5, rain or snow -1."""
    s = Scene(SHOOTER, TARGET, weather="rain")
    assert why(start_tally(s.game, s.state, s.loc("C4"), ["molotov"])) == {"flames": 5, "rain": -1}
    assert why(start_tally(s.game, s.state, s.loc("C4"), ["machine_gun"])) == {"rain": -1}
    snow = Scene(SHOOTER, TARGET, weather="snow")
    assert why(start_tally(snow.game, snow.state, snow.loc("C4"), ["flamethrower"])) == {"flames": 5, "snow": -1}
    dry = Scene(SHOOTER, TARGET, weather="mud")
    assert why(start_tally(dry.game, dry.state, dry.loc("C4"), ["satchel_charge"])) == {}


def test_only_the_level_fired_at() -> None:
    """10.5.6.1#5: upstairs burns, the ground floor does not; a second 6 rolls no further check."""
    house = {"hexes": dict.fromkeys(("C4", "D4", "E4"), "hc_building"), "buildings": [(("C4", "D4", "E4"), 2)]}
    up = U("x", "squad", "C4/upper", "fired")
    s = Scene(SHOOTER, up, options=FIRE, **house)  # type: ignore[arg-type]
    s.fire("C2", "C4/upper", "a", dice=("attack 6", "defence 6", "random 5 6"))
    assert kinds(s) == ["fire 1 C4/upper"]
    t = Scene(SHOOTER, up, options=FIRE, markers=[("fire", "C4/upper", 1)], **house)  # type: ignore[arg-type]
    assert kinds(t.fire("C2", "C4/upper", "a", dice=("attack 6", "defence 6"))) == ["fire 1 C4/upper"]


def admin(*units: U, dice: tuple[str, ...], **keys: object) -> Scene:
    """An Administrative Phase with the option, up to the initiative roll."""
    s = Scene(*units, phase="admin", options=FIRE, **keys)  # type: ignore[arg-type]
    return s.do(Next(), dice=(*dice, "initiative 1", "initiative 2"))


QUIET = (U("a", "squad", "A8"), U("x", "squad", "H8"))


def test_intensity_and_spreading() -> None:
    """10.5.6.2#1, 10.5.6.2#2, 9.0#6: out on 1, Fire 2 on 6; then each flammable neighbour once, on a 6."""
    one = [("fire", "C4", 1)]
    assert kinds(admin(*QUIET, dice=("random 1",), markers=one)) == []
    for die in (2, 3, 5):
        assert kinds(admin(*QUIET, dice=(f"random {die}",), markers=one)) == ["fire 1 C4"]
    grown = admin(*QUIET, dice=("random 6", "random 6", "random 5"), markers=one, hexes={"C5": "brush", "D4": "forest"})
    assert kinds(grown) == ["fire 1 C5", "fire 2 C4"] or kinds(grown) == ["fire 2 C4", "fire 1 C5"]


def test_one_roll_for_two_fires() -> None:
    """10.5.6.2#2: a hex between two Fire 2 rolls once."""
    s = Scene(*QUIET, hexes={"C5": "brush"}, markers=[("fire", "C4", 2), ("fire", "C6", 2)], options=FIRE)
    assert [s.game.board.loc_name(loc) for loc in beside_fire(s.game, s.state)] == ["C5"]


def test_floors_catch_fire() -> None:
    """10.5.6.2#3: the floor above a Fire 2 is next to it."""
    s = Scene(
        *QUIET,
        hexes=dict.fromkeys(("C4", "D4", "E4"), "hc_building"),
        buildings=[(("C4", "D4", "E4"), 2)],
        markers=[("fire", "C4", 2)],
        options=FIRE,
    )
    assert {s.game.board.loc_name(loc) for loc in beside_fire(s.game, s.state)} == {"C4/upper", "D4"}


def brigade() -> Scene:
    """Two squads, a Leader and a Medic in a burning hex."""
    return Scene(
        U("a", "squad", "C4"),
        U("b", "squad", "C4"),
        U("l", "leader 6-1-6", "C4"),
        U("m", "medic", "C4"),
        U("x", "squad", "H8"),
        hexes={"C4": "brush"},
        markers=[("fire", "C4", 1)],
        options=FIRE,
    ).do(Activate("C4"))


def test_putting_it_out() -> None:
    """10.5.6.3#1, 10.5.6.3#2, 10.5.6.3#3: die +1 for the second squad +1 for the Leader; all who try are Fired."""
    s = brigade()
    tally = extinguish_tally(s.game, s.state, [0, 1])
    assert (why(tally), extinguish_odds(tally)) == ({"helper": 1, "leader": 1}, Fraction(1, 2))
    s.do(Extinguish("C4"))
    assert s.code(AddFighter("m")) == "kind_fights_no_fire"
    assert s.code(FightFire()) == "nobody_here"
    s.do(AddFighter("a"), AddFighter("b"), FightFire(), dice=("random 4",))
    assert kinds(s) == []
    assert s.words("a") == s.words("b") == {"fired"}
    assert s.words("l") == set()
    t = brigade().do(Extinguish("C4"), AddFighter("a"), FightFire(), Done(), dice=("random 4",))
    assert kinds(t) == ["fire 1 C4"]
    assert t.words("b") == set()
    assert t.state.passes == 0


def test_who_is_offered_a_fire_to_fight() -> None:
    """10.5.6.3#1: the attempt is offered where it burns; asked who, only units not taken yet."""
    s = brigade()
    assert [c for c in s.options() if isinstance(c, Extinguish)] == [Extinguish("C4")]
    s.do(Extinguish("C4"), AddFighter("a"))
    asked = s.state.stack[-1]
    assert isinstance(asked, FireFighters)
    assert asked.candidates(s.game, s.state) == [*(AddFighter(u) for u in "blm"), FightFire()]


def test_which_leader_helps_with_a_fire() -> None:
    """10.5.6.3#3: a Leader in Good Order with a modifier; nobody else, and no Leader without one."""
    for leader in (U("l", "leader 6-1-6", "C4", "shaken"), U("l", "leader 6-0-6", "C4"), U("l", "medic", "C4")):
        s = Scene(U("a", "squad", "C4"), leader, U("x", "squad", "H8"), markers=[("fire", "C4", 1)], options=FIRE)
        assert extinguish_tally(s.game, s.state, [s.number("a")]).mods == ()


def test_who_is_offered_to_put_it_out() -> None:
    """10.5.6.3#1: the attempt and those who can make it are offered, in a named hex that burns and with the option."""
    s = brigade()
    assert Extinguish("C4") in s.options()
    s.do(Extinguish("C4"))
    assert s.options() == [AddFighter("a"), AddFighter("b")]
    s.do(AddFighter("a"))
    assert s.options() == [AddFighter("b"), FightFire()]
    for fires, options in (([("fire", "C4", 1)], ()), ([("fire", "C4", 2)], FIRE), ([("smoke", "C4", 1)], FIRE)):
        t = Scene(U("a", "squad", "C4"), U("x", "squad", "H8"), markers=fires, options=options).do(Activate("C4"))
        assert not [c for c in t.options() if isinstance(c, Extinguish)]


def test_whose_leadership_counts() -> None:
    """10.5.6.3#2, Q-234: that of the best own Good Order Leader; one without any adds nothing."""
    for others, mods in (
        ((U("l", "leader 6-2-6", "C4"), U("m", "leader 6-1-6", "C4")), {"leader": 2}),
        ((U("l", "leader 6-0-6", "C4"),), {}),
        ((U("l", "leader 6-2-6", "C4", "shaken"),), {}),
        ((U("x", "leader 6-2-6", "C4"),), {}),
        ((U("l", "armor_leader 6-2-6", "C4"),), {}),
        ((U("l", "leader 6-2-6", "C5"),), {}),
    ):
        s = Scene(U("a", "squad", "C4"), *others, U("y", "squad", "H8"), options=FIRE)
        tally = extinguish_tally(s.game, s.state, [s.number("a")])
        assert why(tally) == mods
        assert all(m.value for m in tally.mods)


def test_who_has_fired_fights_no_fire() -> None:
    """10.5.6.3#1, 6.1.1#3: who has used Assault Fire owes a move and does nothing else."""
    s = Scene(
        U("a", "squad", "C4", abilities=("assault_move",)),
        U("x", "squad 1-1-4-5", "C7"),
        hexes={"C4": "brush"},
        markers=[("fire", "C4", 1)],
        options=FIRE,
    ).do(Activate("C4"))
    assert s.code(Extinguish("C4")) == ""
    s.do(Fire("C4", "C7", "assault_fire"), *s.group("a"), dice=MISS)
    assert s.code(Extinguish("C4")) == "has_acted"


def test_fire_two_cannot_be_fought() -> None:
    """10.5.6.3#4: a Fire 2 burns on."""
    s = Scene(U("a", "squad", "C4"), U("x", "squad", "H8"), markers=[("fire", "C4", 2)], options=FIRE).do(
        Activate("C4")
    )
    assert s.code(Extinguish("C4")) == "no_fire_to_fight"


def test_burning_hex_is_smoky() -> None:
    """10.5.6.4#1: it is blocking for spotting and covers like Smoke, also when only a floor burns."""
    s = Scene(*QUIET, markers=[("fire", "C4", 1)], options=FIRE)
    assert spotting_class(s.game, s.state, s.loc("C4")) == 2


def test_damage_before_anything_else() -> None:
    """10.5.6.4#2, 10.5.6.4#3, 9.0#10: +2 in Fire 1, +4 in Fire 2, checked before intensity; no Hero for a 1."""
    men = (U("a", "squad 1-5-4-5", "C4"), U("b", "squad 1-5-4-5", "E4"), U("x", "squad", "H8"))
    s = admin(
        *men,
        dice=("damage check 1", "damage check 2", "random 3"),
        markers=[("fire", "C4", 1), ("fire", "E4", 2)],
    )
    checks = [(s.tally("damage_check", u).total, s.resolved("damage_check", u).outcome) for u in "ab"]
    assert checks == [(2, "none"), (4, "shaken")]
    assert s.rolls("hero creation") == []


def test_melee_in_a_fire() -> None:
    """10.5.6.4#4, 9.0#8: units in Melee check too; the marker goes when one side is gone."""
    s = admin(
        U("a", "squad 1-5-4-9", "C4", "melee"),
        U("x", "half_squad 1-5-4-2", "C4", "melee"),
        U("y", "squad", "H8"),
        dice=("damage check 1", "damage check 6", "random 3"),
        markers=[("fire", "C4", 1), ("melee", "C4", 1), ("melee", "G4", 1)],
    )
    assert kinds(s) == ["fire 1 C4"]
    assert s.words("a") == set()
    assert s.at("x") == ""
