"""8.0-8.6: Melee, as far as the situations do not prove it."""

from __future__ import annotations

import pytest

from helpers import Activate, AddMover, BeginMove, Done, Fire, Pass, PassWindow, Rally, Scene, StepTo, StopMove, U
from lnlt import engine
from lnlt.core import events as ev
from lnlt.core.catalog import WeaponType
from lnlt.core.dice import SEEDED, Dice, enumerate_rolls
from lnlt.core.draft import Draft
from lnlt.core.engine import run
from lnlt.core.flags import ACTION_MARKERS, ELIMINATED, MELEE
from lnlt.core.hooks import Hooks
from lnlt.core.tally import Modifier
from lnlt.rules.ch05_fire.damage import shake
from lnlt.rules.ch08_melee.action import FightMelee, WithdrawMelee
from lnlt.rules.ch08_melee.entering import chargers
from lnlt.rules.ch08_melee.firepower import MELEE_FIREPOWER, Fight, choices, melee_odds, melee_tally
from lnlt.rules.ch08_melee.round import AddMeleeTarget, ArmForMelee, MeleeRound, StrikeMelee
from lnlt.rules.ch08_melee.table import KILL_NUMBERS, NAMES, odds_column
from lnlt.rules.ch08_melee.withdrawing import AddWithdrawer, TryWithdrawal
from lnlt.rules.facts.melee_eligibility import is_eligible, melee_weapons

pytestmark = pytest.mark.usefixtures("either_seat")

KILL, MISS = "melee 6 6", "melee 1 1"
CAVALRY = "mounted_squad 1-4-12-5"
OLD = ("melee", "C3", 1)
"""A Melee whose last round was fought in turn 1."""


def enter(
    scene: Scene, movers: str, to: str = "C3", frm: str = "C4", mode: str = "normal", dice: tuple[str, ...] = ()
) -> Scene:
    """Name a location and move units of it into another."""
    joins = [AddMover(u, mode) for u in movers.split()]
    return scene.do(Activate(frm), BeginMove(frm), *joins, StepTo(to), dice=dice)


def attacks(scene: Scene) -> list[ev.Resolved]:
    """The attacks of the last round, in order."""
    return [e for e in scene.events if isinstance(e, ev.Resolved) and e.what == "melee"]


def fought(scene: Scene, at: str = "C3") -> int:
    """Turn of the last round in a location, -1 without a Melee marker."""
    return next((m.strength for m in scene.state.marks.get(scene.loc(at), ()) if m.kind == "melee"), -1)


@pytest.mark.parametrize("attack", range(1, 41))
def test_table_goes_on_beyond_the_card(attack: int) -> None:
    """8.0#14, Q-056: the column is the smallest that is not below the ratio, also for firepower beyond 14."""
    for defence in range(1, 41):
        name = NAMES[odds_column(attack, defence)]
        one, two = (int(n) for n in name.split(":"))
        lower = [n for n in NAMES if NAMES.index(n) < NAMES.index(name)]
        assert one * defence >= attack * two or name == "5:1"
        assert all(int(n[0]) * defence < attack * int(n[2]) for n in lower)
        assert 3 <= KILL_NUMBERS[name] <= 11


@pytest.mark.parametrize(
    ("what", "words", "able"),
    [
        ("squad", (), True),
        ("squad", ("shaken",), False),
        ("half_squad", (), True),
        ("crew", (), True),
        ("weapon_team", (), True),
        ("hero", (), True),
        ("scout", (), True),
        ("scout", ("shaken",), False),
        ("leader", (), False),
        ("advisor", (), False),
        ("sniper", (), False),
        ("medic", (), False),
        ("corpsman", (), False),
        ("chaplain", (), False),
        ("nurse", (), False),
        ("piper", (), False),
        ("marksman", (), False),
    ],
)
def test_who_can_fight(what: str, words: tuple[str, ...], able: bool) -> None:
    """11.11#8, 8.0#1: Good Order MMCs, Heroes and Scouts can fight in Melee, all others not by themselves."""
    scene = Scene(U("a", what, "C3", *words), U("x", "squad", "F6"))
    assert is_eligible(scene.game, scene.state, scene.number("a")) is able


def test_leader_with_a_machine_gun_can_fight() -> None:
    """8.0#1: a Leader with a Melee-eligible weapon can fight."""
    scene = Scene(U("a", "leader", "C3", carries=["mg"]), U("x", "squad", "F6"), guns={"mg": (2, 9)})
    assert is_eligible(scene.game, scene.state, scene.number("a"))


def test_entering_is_melee_at_once_without_opportunity_fire() -> None:
    """8.0#2: a unit that enters is not fired at on that step, though an enemy next door could, but fights at once."""
    scene = Scene(U("a", "squad", "C4"), U("x", "squad", "C3"), U("y", "squad", "D3"))
    enter(scene, "a", dice=(MISS, MISS))
    assert scene.at("a") == "C3"
    assert scene.words("a") == scene.words("x") == {"melee"}
    assert "OpportunityFire" not in scene.frames
    assert fought(scene) == 1


@pytest.mark.parametrize(
    ("mode", "abilities", "code"),
    [
        ("normal", (), ""),
        ("low_crawl", (), ""),
        ("stealth", ("stealth",), ""),
        ("assault", ("assault_move",), "no_melee_in_mode"),
        ("stealth_assault", ("stealth", "assault_move"), "no_melee_in_mode"),
        ("hit_and_run", ("hit_and_run",), "no_melee_in_mode"),
    ],
)
def test_ways_of_moving_into_melee(mode: str, abilities: tuple[str, ...], code: str) -> None:
    """8.0#3, Q-048: normal movement, Low Crawl and Stealth enter Melee, Assault Move and Hit and Run do not."""
    scene = Scene(U("a", "squad", "C4", abilities=abilities), U("x", "squad", "C3"))
    scene.do(Activate("C4"), BeginMove("C4"), AddMover("a", mode))
    assert scene.code(StepTo("C3")) == code
    if not code:
        scene.do(StepTo("C3"), dice=(MISS, MISS))
        assert scene.words("a") == {"melee"}


def test_double_time_enters_melee() -> None:
    """8.0#3: units that Double-Time with a Leader may enter Melee."""
    scene = Scene(U("a", "squad", "C4"), U("b", "leader", "C4"), U("x", "squad", "C3"))
    scene.do(
        Activate("C4"), BeginMove("C4"), AddMover("a", "double_time"), AddMover("b"), StepTo("C3"), dice=(MISS, MISS)
    )
    assert scene.words("a") == scene.words("b") == {"melee"}


def test_assault_fire_does_not_enter_melee() -> None:
    """8.0#3: after Assault Fire the move does not lead into Melee."""
    scene = Scene(U("a", "squad", "C4", abilities=("assault_move",)), U("x", "squad", "C3"), U("y", "squad", "C7"))
    scene.do(Activate("C4"), Fire("C4", "C7", "assault_fire"), *scene.group("a"), dice=("attack 1", "defence 6"))
    scene.do(BeginMove("C4"), AddMover("a", "assault"))
    assert scene.code(StepTo("C3")) == "no_melee_in_mode"


def test_company_enters_with_fighters_only() -> None:
    """1.7#9, 8.0#4: a Leader enters Melee beside a Squad but not alone, a Weapon Team never."""
    scene = Scene(U("a", "leader", "C4"), U("b", "squad", "C4"), U("c", "weapon_team", "C4"), U("x", "squad", "C3"))
    scene.do(Activate("C4"), BeginMove("C4"), AddMover("a"))
    assert scene.code(StepTo("C3")) == "not_melee_eligible"
    scene.do(AddMover("b"))
    assert scene.code(StepTo("C3")) == ""
    scene.do(AddMover("c"))
    assert scene.code(StepTo("C3")) == "cannot_enter_melee"


def test_losses_apply_together_and_the_second_side_chooses_later() -> None:
    """8.0#8, 8.0#25: units killed by the first roll still strike back; the reply is aimed after that roll."""
    scene = Scene(U("a", "squad 2-5-4-6", "C4"), U("b", "hero", "C4"), U("x", "squad", "C3"))
    enter(scene, "a b", dice=(KILL,))
    assert scene.asked == "de"
    assert scene.at("x") == "C3"
    assert set(scene.options()) == {AddMeleeTarget("a"), AddMeleeTarget("b")}
    scene.do(AddMeleeTarget("a"), StrikeMelee(), dice=(KILL,))
    assert scene.at("x") == scene.at("a") == ""
    assert scene.at("b") == "C3"


def test_one_round_a_turn_then_either_side_begins_the_next() -> None:
    """8.0#9, 8.1#1, 8.1#2: no second round in the turn; in the next one a locked side fights again, and only that."""
    scene = Scene(U("a", "squad", "C4"), U("b", "squad", "A1"), U("x", "squad", "C3"), U("y", "squad", "H8"))
    enter(scene, "a", dice=(MISS, MISS))
    assert scene.asked == "de"
    assert scene.code(Activate("C3")) == "nobody_to_activate"
    later = Scene(U("a", "squad", "C3"), U("x", "squad", "C3"), U("y", "squad", "H8"), markers=[OLD], turn=2)
    later.do(Pass(), Activate("C3"))
    assert later.asked == "de"
    kinds = {type(c) for c in later.options()}
    assert kinds - {Pass} == {FightMelee, WithdrawMelee}
    assert later.code(BeginMove("C3")) == "in_melee"
    later.do(FightMelee("C3"), dice=(MISS, MISS))
    assert [e.side for e in later.events if isinstance(e, ev.Rolled)] == [later.de, later.us]
    assert fought(later) == 2


def test_locked_units_cannot_fire_nor_be_fired_at() -> None:
    """8.1#1, 8.0#10: a locked unit does not fire, and nobody fires into the Melee."""
    scene = Scene(
        U("a", "squad", "C3"),
        U("b", "squad", "C6"),
        U("x", "squad", "C3"),
        U("y", "squad", "E3"),
        markers=[OLD],
        turn=2,
    )
    scene.do(Activate("C3"))
    assert scene.code(Fire("C3", "E3")) == "nobody_can_fire"
    other = Scene(U("a", "squad", "C3"), U("b", "squad", "C6"), U("x", "squad", "C3"), markers=[OLD], turn=2)
    other.do(Activate("C6"))
    assert other.code(Fire("C6", "C3")) == "melee_there"
    empty = Scene(U("b", "squad", "C6"), U("x", "squad", "H8"), markers=[OLD])
    empty.do(Activate("C6"))
    assert empty.code(Fire("C6", "C3")) == "melee_there"


def test_marked_units_fight_and_everybody_is_used_up() -> None:
    """4.0#20, 8.0#11, Q-059, Q-063: a Fired defender strikes back; a Squad that had not acted has acted afterwards."""
    scene = Scene(U("a", "squad", "C4"), U("x", "squad", "C3", "fired"), U("y", "squad", "C3"), U("z", "squad", "H8"))
    enter(scene, "a")
    scene.do(AddMeleeTarget("x"), StrikeMelee(), dice=(MISS, KILL))
    assert scene.at("a") == ""
    assert "melee" in scene.words("x") & scene.words("y")
    assert scene.code(Activate("C3")) == "nobody_to_activate"


def test_single_use_weapon_is_spent_and_weapons_of_the_dead_stay() -> None:
    """8.0#21, 8.0#25, Q-061: a Satchel Charge counts in full and is gone after the round; a dead Squad's gun stays."""
    scene = _armed(
        U("a", "hero 1-4-6-6", "C4", carries=["bag"]),
        U("x", "squad", "C3", carries=["mg"]),
        weapons={"bag": WeaponType("w-bag", "Satchel", "satchel_charge", fp=6, range=1), "mg": _gun("mg", 2)},
    )
    fight = Fight(scene.loc("C4"))
    tally = melee_tally(scene.game, scene.state, [scene.number("a")], [scene.number("x")], fight)
    assert tally.attack.total == 6
    enter(scene, "a", dice=(KILL, MISS))
    bag, mg = scene.state.weapons
    assert (bag.carrier, bag.at) == (-1, -1)
    assert (mg.carrier, mg.at) == (-1, scene.loc("C3"))


def _gun(name: str, fp: int, **more: object) -> WeaponType:
    return WeaponType(f"w-{name}", name, "machine_gun", fp=fp, range=8, **more)  # type: ignore[arg-type]


def _armed(*units: U, weapons: dict[str, WeaponType], **more: object) -> Scene:
    """A scene whose weapons are of any type."""
    scene = Scene(*units, guns=dict.fromkeys(weapons, (1, 1)), **more)  # type: ignore[arg-type]
    game = scene.game
    game.weapon_types = tuple(weapons.values())
    return scene


def _ways(scene: Scene, unit: str) -> set[tuple[str, ...]]:
    found = choices(scene.game, scene.state, scene.number(unit), Fight(scene.unit(unit).at))
    return {tuple(scene.state.weapons[w].id for w in weapons) for weapons, _ in found}


def test_weapons_that_must_be_used() -> None:
    """8.0#23, Q-060: a Squad uses one of two guns or both, a Half-Squad its gun; a mortar is not eligible."""
    scene = _armed(
        U("a", "squad 2-5-4-6", "C3", carries=["m1", "m2"]),
        U("b", "half_squad", "C3", carries=["m3"]),
        U("c", "half_squad", "C3", carries=["tube"]),
        U("x", "squad", "H8"),
        weapons={
            "m1": _gun("m1", 2),
            "m2": _gun("m2", 3),
            "m3": _gun("m3", 2),
            "tube": WeaponType("w-tube", "Mortar", "mortar", fp=2, range=20),
        },
    )
    assert _ways(scene, "a") == {("m1",), ("m2",), ("m1", "m2")}
    assert _ways(scene, "b") == {("m3",)}
    assert _ways(scene, "c") == {()}
    state = scene.state
    assert melee_weapons(scene.game, state, scene.number("c")) == ()
    fight = Fight(scene.loc("C3"))
    alone = melee_tally(scene.game, state, [scene.number("c")], [scene.number("x")], fight)
    assert alone.attack.total == 1
    both = Fight(scene.loc("C3"), arms=((scene.number("a"), (0, 1), -1),))
    assert melee_tally(scene.game, state, [scene.number("a")], [scene.number("x")], both).attack.total == 5


def test_dismantled_gun_is_not_eligible() -> None:
    """8.0#23: a machine gun on its dismantled side is not Melee-eligible, one on its bipod fights with that side."""
    scene = _armed(
        U("a", "squad", "C3", carries=["big", "small"]),
        U("x", "squad", "H8"),
        weapons={
            "big": _gun("big", 3, abilities=frozenset({"tripod", "dismantles"})),
            "small": _gun("small", 3, abilities=frozenset({"tripod"}), bipod=(2, 7)),
        },
    )
    assert _ways(scene, "a") == {("small",)}
    fight = Fight(scene.loc("C3"))
    assert melee_tally(scene.game, scene.state, [0], [1], fight).attack.total == 1 + 2


def test_leader_and_hero_crew_a_gun_together() -> None:
    """8.0#19, Q-213: a weapon crewed by two Single-Man Counters has its full firepower, and no LM is lent."""
    scene = _armed(
        U("a", "leader 6-1-6", "C3", carries=["mg"]),
        U("b", "hero 1-4-6-6", "C3"),
        U("x", "squad", "C3"),
        weapons={"mg": _gun("mg", 3)},
    )
    scene.do(Activate("C3"), FightMelee("C3"))
    assert ArmForMelee("a", ("mg",), "b") in scene.options()
    scene.do(ArmForMelee("a", ("mg",), "b"), dice=(MISS,))
    melee = next(f for f in scene.state.stack if isinstance(f, MeleeRound))
    tally = melee_tally(scene.game, scene.state, [0, 1], [2], melee.fight)
    assert (tally.attack.total, tally.roll.total, tally.column) == (3, 0, "4:1")


def test_only_one_leader_lends_his_lm() -> None:
    """11.1.1#6, 8.0#20: of two Leaders the better one adds his LM."""
    scene = Scene(
        U("a", "squad", "C3"), U("b", "leader 6-1-6", "C3"), U("c", "leader 6-2-6", "C3"), U("x", "squad", "C3")
    )
    tally = melee_tally(scene.game, scene.state, [0], [3], Fight(scene.loc("C3")))
    assert [m.value for m in tally.roll.mods] == [2]


def test_nobody_left_to_fight_loses_all() -> None:
    """5.1#13, 8.1#5, Q-066: when the last fighter falls, Leader, Medic and Shaken Squad with him are removed."""
    scene = Scene(
        U("a", "squad", "C4"),
        U("x", "squad", "C3"),
        U("y", "leader", "C3"),
        U("z", "medic", "C3"),
        U("x2", "squad", "C3", "shaken"),
        U("y2", "squad", "H8"),
    )
    enter(scene, "a", dice=(KILL, KILL))
    assert [scene.at(u) for u in ("a", "x", "y", "z", "x2")] == [""] * 5
    assert fought(scene) == 1


def test_failed_withdrawal_is_a_round_after_the_others_left() -> None:
    """8.1.1#2, Q-064: all check first, who passed leaves, then who failed fights a round at once."""
    scene = Scene(
        U("a", "squad 2-5-4-6", "C3"), U("b", "squad 2-5-4-6", "C3"), U("x", "squad", "C3"), markers=[OLD], turn=2
    )
    scene.do(
        Activate("C3"),
        WithdrawMelee("C3"),
        AddWithdrawer("a"),
        AddWithdrawer("b"),
        TryWithdrawal(),
        dice=("morale check 1 2", "morale check 6 6"),
    )
    assert scene.options() == [AddMover("a", m) for m in ("normal", "low_crawl")] + [StopMove()]
    scene.do(AddMover("a"), StepTo("C2"), StopMove(), dice=(MISS, KILL))
    assert (scene.at("a"), scene.at("b"), scene.at("x")) == ("C2", "", "C3")
    assert fought(scene) == 2


def test_all_fail_and_fight() -> None:
    """8.1.1#2: if nobody passes, nobody leaves and the round is fought with the withdrawing side first."""
    scene = Scene(U("a", "squad 2-5-4-6", "C3"), U("x", "squad", "C3"), markers=[OLD], turn=2)
    scene.do(
        Activate("C3"), WithdrawMelee("C3"), AddWithdrawer("a"), TryWithdrawal(), dice=("morale check 6 6", KILL, MISS)
    )
    assert (scene.at("a"), scene.at("x")) == ("C3", "")


def test_withdrawal_by_every_way_of_moving() -> None:
    """8.1.1#3: those who pass may leave by any movement they are capable of, Assault Move included."""
    able = ("assault_move", "stealth", "hit_and_run")
    scene = Scene(U("a", "squad 2-5-4-6", "C3", abilities=able), U("x", "squad", "C3"), markers=[OLD], turn=2)
    scene.do(Activate("C3"), WithdrawMelee("C3"), AddWithdrawer("a"), TryWithdrawal(), dice=("morale check 1 1",))
    modes = {c.mode for c in scene.options() if isinstance(c, AddMover)}
    assert modes == {"normal", "assault", "low_crawl", "stealth", "stealth_assault", "hit_and_run"}


def test_whole_side_leaves() -> None:
    """8.1.1#4: the marker is gone and the enemy left behind may fire at those who leave."""
    scene = Scene(U("a", "squad 2-5-4-6", "C3"), U("x", "squad", "C3"), markers=[OLD], turn=2)
    scene.do(Activate("C3"), WithdrawMelee("C3"), AddWithdrawer("a"), TryWithdrawal(), dice=("morale check 1 1",))
    scene.do(AddMover("a"), StepTo("C2"))
    assert (scene.asked, fought(scene), scene.words("x")) == ("de", -1, set())
    scene.do(PassWindow(), StopMove())
    assert scene.words("a") == {"moved"}


def test_who_passes_may_stay() -> None:
    """8.1.1#1, Q-212: a unit that passed its check and stays is Ops Complete and still locked."""
    scene = Scene(U("a", "squad 2-5-4-6", "C3"), U("x", "squad", "C3"), U("y", "squad", "H8"), markers=[OLD], turn=2)
    scene.do(Activate("C3"), WithdrawMelee("C3"), AddWithdrawer("a"), TryWithdrawal(), dice=("morale check 1 1",))
    scene.do(StopMove())
    assert scene.words("a") == {"melee", "ops_complete"}
    assert scene.asked == "de"


def test_leader_and_cover_help_a_withdrawal() -> None:
    """8.1.1#1: the LM of a Leader and -2 for cover count in the check to get out."""
    scene = Scene(
        U("a", "squad 2-5-4-5", "C3"), U("b", "leader 6-1-6", "C3"), U("x", "squad", "C3"),
        hexes={"C3": "forest"}, markers=[OLD], turn=2,
    )  # fmt: skip
    scene.do(Activate("C3"), WithdrawMelee("C3"), AddWithdrawer("a"), AddWithdrawer("b"), TryWithdrawal(),
             dice=("morale check 6 6", "morale check 4 4"))  # fmt: skip
    assert scene.resolved("morale_check", "a").outcome == "passed"
    scene.do(StopMove(), dice=(MISS, MISS))


def test_joining_before_the_round() -> None:
    """8.2#1: a unit that joins before the round of the turn fights it together with the locked ones."""
    scene = Scene(U("a", "squad", "C3"), U("b", "squad", "C4"), U("x", "squad 2-5-4-5", "C3"), markers=[OLD], turn=2)
    enter(scene, "b", dice=("melee 4 4",))
    assert fought(scene) == 1
    attack = attacks(scene)[0].tallies[0]
    assert attack.total == 2


def test_joining_after_the_round() -> None:
    """8.2#2: a unit that joins after the round is locked without dice and waits."""
    scene = Scene(
        U("a", "squad", "C3"), U("b", "squad", "C4"), U("x", "squad", "C3"), markers=[("melee", "C3", 2)], turn=2
    )
    enter(scene, "b")
    assert scene.words("b") == {"melee"}
    assert fought(scene) == 2


def test_joining_ambusher_triples_but_strikes_with_the_rest() -> None:
    """8.2#3: a joining ambusher has three times his firepower, the others theirs, and the enemy strikes back."""
    scene = Scene(
        U("a", "squad", "C3"), U("b", "squad", "C5", abilities=("ambush",)), U("x", "squad", "C3"),
        hexes={"C4": "forest"}, markers=[OLD], turn=2,
    )  # fmt: skip
    scene.do(Activate("C5"), BeginMove("C5"), AddMover("b"), StepTo("C4"), StepTo("C3"), dice=(KILL,))
    attack = attacks(scene)[0].tallies[0]
    assert attack.total == 1 + 3
    assert scene.asked == "de"


def test_ambush_needs_surprise_and_ability() -> None:
    """8.4#4: no Ambush by units the enemy saw when the impulse began, nor by those who are not capable of it."""
    for abilities, screen in ((("ambush",), "clear"), ((), "forest")):
        scene = Scene(U("a", "squad", "C5", abilities=abilities), U("x", "squad", "C3"), hexes={"C4": screen})
        scene.do(
            Activate("C5"), BeginMove("C5"), AddMover("a"), StepTo("C4"), PassWindow(), StepTo("C3"), dice=(KILL, KILL)
        )
        assert scene.at("a") == scene.at("x") == ""


def test_ambush_is_judged_by_the_board_when_the_impulse_began() -> None:
    """8.4#1: who is hidden from the enemy when the impulse begins fights with three times his firepower."""
    scene = Scene(U("a", "squad", "C5", abilities=("ambush",)), U("x", "squad", "C3"), markers=[("smoke", "C4", 1)])
    scene.do(Activate("C5"), BeginMove("C5"), AddMover("a"), StepTo("C4"), PassWindow(), StepTo("C3"), dice=(KILL,))
    assert (scene.at("a"), scene.at("x")) == ("C3", "")


def test_zero_firepower_with_a_weapon() -> None:
    """8.3#4: a Squad without firepower fights with its weapon's, and the roll is not changed; nor against it."""
    scene = _armed(U("a", "squad 0-3-4-4", "C3", carries=["mg"]), U("x", "squad", "C3"), weapons={"mg": _gun("mg", 2)})
    fight = Fight(scene.loc("C3"))
    one = melee_tally(scene.game, scene.state, [0], [1], fight)
    two = melee_tally(scene.game, scene.state, [1], [0], fight)
    assert (one.attack.total, one.roll.total, two.roll.total) == (2, 0, 0)


def test_weapon_with_an_m() -> None:
    """8.5#2: a weapon with an M has one more firepower in Melee."""
    gun = _gun("mg", 2, abilities=frozenset({"melee"}))
    scene = _armed(U("a", "squad", "C3", carries=["mg"]), U("x", "squad", "C3"), weapons={"mg": gun})
    assert melee_tally(scene.game, scene.state, [0], [1], Fight(scene.loc("C3"))).attack.total == 1 + 2 + 1


@pytest.mark.parametrize(("start", "charges"), [("C5", True), ("C4", False)])
def test_where_cavalry_charges_from(start: str, charges: bool) -> None:
    """8.6#1: Cavalry charges from two hexes away or more, from next door it fights a normal Melee."""
    scene = Scene(U("a", CAVALRY, start, abilities=("horse",)), U("x", "squad", "C3"))
    path = [StepTo("C4"), PassWindow()] if start == "C5" else []
    dice = ("morale check 1 1", MISS, MISS) if charges else (MISS, MISS)
    scene.do(Activate(start), BeginMove(start), AddMover("a"), *path, StepTo("C3"), dice=dice)
    assert attacks(scene)[0].tallies[0].total == (2 if charges else 1)


@pytest.mark.parametrize(
    ("terrain", "charged"),
    [("clear", True), ("brush", True), ("forest", False), ("marsh", False), ("hc_building", False)],
)
def test_terrain_that_cannot_be_charged(terrain: str, charged: bool) -> None:
    """8.6#2: units in Forest, Marsh and buildings are not charged, others are."""
    scene = Scene(U("a", CAVALRY, "C5", abilities=("horse",)), U("x", "squad", "C3"), hexes={"C3": terrain})
    assert chargers(scene.game, scene.state, [0], scene.loc("C5"), scene.loc("C3")) == ((0,) if charged else ())


def test_charge_that_is_not_faced() -> None:
    """8.6#4: who fails the check only defends, and a Leader who fails lends no LM."""
    scene = Scene(
        U("a", CAVALRY, "C5", abilities=("horse",)),
        U("x", "squad", "C3"),
        U("y", "leader 6-1-6", "C3"),
    )
    scene.do(
        Activate("C5"), BeginMove("C5"), AddMover("a"), StepTo("C4"), PassWindow(), StepTo("C3"),
        dice=("morale check 6 6", "morale check 1 1", MISS, MISS),
    )  # fmt: skip
    reply = attacks(scene)[1].tallies
    assert reply[2].total == 0
    other = Scene(U("a", CAVALRY, "C5", abilities=("horse",)), U("x", "squad", "C3"))
    other.do(
        Activate("C5"), BeginMove("C5"), AddMover("a"), StepTo("C4"), PassWindow(), StepTo("C3"),
        dice=("morale check 6 6", MISS),
    )  # fmt: skip
    assert other.words("x") == {"melee"}


def test_rally_while_locked() -> None:
    """3.0#18, 3.0, 8.1: a Shaken unit locked in Melee may try to rally."""
    scene = Scene(
        U("a", "squad", "C3", "shaken"), U("b", "hero", "C3"), U("x", "squad", "C3"), markers=[OLD], turn=2,
        phase="rally", impulse="us",
    )  # fmt: skip
    assert scene.code(Rally("a")) == ""


def test_exact_chance_is_what_dice_give() -> None:
    """8.0#14: the exact chance of a kill equals playing out every way the dice can fall."""
    scene = Scene(
        U("a", "squad 2-5-4-6", "C3"), U("b", "leader", "C3"), U("x", "squad 3-5-4-6", "C3"), markers=[OLD], turn=2
    )
    scene.do(Activate("C3"))

    def one_way(dice: Dice) -> bool:
        step = engine.submit(scene.game, scene.state, FightMelee("C3"), dice)
        assert isinstance(step, engine.Step)
        return bool(step.state.units[2].flags & ELIMINATED)

    played = sum(p for p, killed in enumerate_rolls(one_way) if killed)
    assert played == melee_odds(scene.game, scene.state, [0], [2], Fight(scene.loc("C3")))


def test_further_firepower_comes_through_a_hook() -> None:
    """8.0, Q-067: a Skill may add firepower, attacking and defending."""
    scene = Scene(U("a", "hero", "C3"), U("x", "squad", "C3"))

    def deadly(_game: engine.Game, _s: object, members: tuple[int, ...], _at: int, _attacking: bool) -> list[Modifier]:
        return [Modifier(1, "deadly", "12.0")] if 0 in members else []

    scene.game.hooks = Hooks([MELEE_FIREPOWER.attach("skill", deadly, "deadly")])
    fight = Fight(scene.loc("C3"))
    assert melee_tally(scene.game, scene.state, [0], [1], fight).attack.total == 2
    assert melee_tally(scene.game, scene.state, [1], [0], fight).defence.total == 2


@pytest.mark.parametrize(("shaken", "back"), [(True, True), (False, False)])
def test_shaken_on_entry(shaken: bool, back: bool) -> None:
    """8.0#6, Q-068: shaken on entry a unit goes back if no enemy there can fight, and is eliminated if one can."""
    scene = Scene(U("a", "squad", "C4"), U("x", "squad", "C3", *(["shaken"] if shaken else [])), U("y", "squad", "H8"))
    step = engine.explore(scene.game, scene.state, [Activate("C4"), BeginMove("C4"), AddMover("a")])
    d = Draft(scene.game, step.state, SEEDED)
    question = d.stack.pop()
    question.answer(d, StepTo("C3"))  # type: ignore[attr-defined]
    shake(d, 0)
    run(d)
    a = d.units[0]
    assert (a.at == scene.loc("C4")) is back
    assert bool(a.flags & ELIMINATED) is not back
    assert not back or (a.flags & ACTION_MARKERS and not a.flags & MELEE)


def test_impulse_may_end_after_a_round() -> None:
    """4.0, 8.1: a round is something done in an impulse, so the impulse is no pass."""
    scene = Scene(
        U("a", "squad", "C3"),
        U("b", "squad", "A1"),
        U("x", "squad", "C3"),
        U("y", "squad", "H8"),
        markers=[OLD],
        turn=2,
    )
    scene.do(Activate("C3"), FightMelee("C3"), dice=(MISS, MISS))
    assert scene.asked == "de" or scene.code(Done()) == ""
    assert scene.state.passes == 0
