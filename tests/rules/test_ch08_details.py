"""8.0-8.6: refusals, weapons and markers of Melee, one by one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from helpers import Activate, AddMover, BeginMove, PassWindow, Scene, StepTo, StopMove, U
from lnlt import engine
from lnlt.core import events as ev
from lnlt.core.catalog import UnitType, WeaponType
from lnlt.core.dice import SEEDED
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    ACTION_MARKERS,
    ASSAULT_FIRE,
    CAPTURED,
    DOOMED,
    FIRED,
    JAMMED,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    SMOKED,
    SPENT,
    TRIPOD,
)
from lnlt.core.setup import Exit
from lnlt.core.state import NOBODY, FrozenDict
from lnlt.rules.ch06_movement.steps import ExitMap
from lnlt.rules.ch08_melee.action import FightMelee, WithdrawMelee, check_fight, check_locked
from lnlt.rules.ch08_melee.entering import ambushers, begin_melee, chargers, check_entry, go_back
from lnlt.rules.ch08_melee.firepower import Fight, attackers, choices, fights, is_zero, lending_leader, melee_tally
from lnlt.rules.ch08_melee.round import (
    AddMeleeTarget,
    ArmForMelee,
    MeleeRound,
    MeleeTargets,
    StrikeMelee,
    check_odds,
    use_up,
)
from lnlt.rules.ch08_melee.table import COLUMNS, NAMES, odds_column, worse_than_third
from lnlt.rules.ch08_melee.withdrawing import AddWithdrawer, TryWithdrawal, WithdrawGroup, check_withdrawer
from lnlt.rules.facts.melee_eligibility import check_attacks, half, melee_weapons, weapon_fp
from lnlt.rules.facts.melee_marks import lock
from scene_helpers import cited, impulse_of

pytestmark = pytest.mark.usefixtures("either_seat")

KILL, MISS = "melee 6 6", "melee 1 1"
OLD = ("melee", "C3", 1)
CAVALRY = "mounted_squad 1-4-12-5"
FAR = U("y", "squad", "H8")


def locked(*units: U, **more: object) -> Scene:
    """A Melee of the last turn at C3, named by the Americans."""
    scene = Scene(*units, **{"markers": [OLD], "turn": 2, **more})  # type: ignore[arg-type]
    return scene.do(Activate("C3"))


def armed(*units: U, guns: dict[str, WeaponType], **more: object) -> Scene:
    """A scene with weapons of any type."""
    return Scene(*units, guns=guns, **more)  # type: ignore[arg-type]


def gun(key: str, fp: int | None, kind: str = "machine_gun", *abilities: str, **more: object) -> WeaponType:
    """A weapon type."""
    return WeaponType(f"gun-{key}", key, kind, fp=fp, range=8, abilities=frozenset(abilities), **more)  # type: ignore[arg-type]


def flagged(scene: Scene, id_: str, flags: int) -> Scene:
    """The scene with exactly these flags of a unit."""
    units = list(scene.state.units)
    n = scene.number(id_)
    units[n] = replace(units[n], flags=flags)
    scene.state = replace(scene.state, units=tuple(units))
    return scene


def loaded(scene: Scene, weapon: int, flags: int) -> Scene:
    """The scene with the flags of a weapon."""
    weapons = list(scene.state.weapons)
    weapons[weapon] = replace(weapons[weapon], flags=flags)
    scene.state = replace(scene.state, weapons=tuple(weapons))
    return scene


A, A2, X = U("a", "squad 2-5-4-6", "C3"), U("b", "squad 2-5-4-6", "C3"), U("x", "squad", "C3")


def test_where_a_round_may_be_fought() -> None:
    """8.1#2, 8.0#9: a named place with marker and both sides, once a turn, by units that have not acted."""
    scene = locked(A, X)
    game, at, impulse = scene.game, scene.loc("C3"), impulse_of(scene)
    assert check_locked(game, scene.state, impulse, at) is None
    assert cited(check_locked(game, scene.state, replace(impulse, named=()), at)) == "4.0 not_named"
    assert cited(check_locked(game, scene.state, replace(impulse, fought=(at,)), at)) == "8.0 one_round"
    assert cited(check_locked(game, replace(scene.state, turn=1), impulse, at)) == "8.0 one_round"
    free = replace(impulse, named=(at, scene.loc("C4")))
    assert cited(check_locked(game, scene.state, free, scene.loc("C4"))) == "8.1 no_melee_here"
    tired = flagged(locked(A, X), "a", MELEE | OPS_COMPLETE)
    assert cited(check_locked(game, tired.state, impulse, at)) == "4.0 nobody_to_activate"
    alone = Scene(A, FAR, markers=[OLD], turn=2)
    assert cited(check_locked(alone.game, alone.state, impulse, at)) == "8.1 no_melee_here"
    both = Scene(A, X, turn=2)
    both.state = replace(both.state, markers=(), marks=FrozenDict())
    assert cited(check_locked(both.game, both.state, impulse, at)) == "8.1 no_melee_here"


def test_a_side_that_only_defends_starts_no_round() -> None:
    """8.0#7, 1.7: a Weapon Team without a machine gun cannot attack, so it starts no round."""
    scene = locked(U("a", "weapon_team", "C3", he=3), X)
    impulse, at = impulse_of(scene), scene.loc("C3")
    assert cited(check_fight(scene.game, scene.state, impulse, at)) == "8.0 nobody_attacks"
    assert cited(check_attacks(scene.game, scene.state, 0)) == "8.0 only_defends"
    fight = Fight(at)
    assert [m.value for m in melee_tally(scene.game, scene.state, [1], [0], fight).defence.items] == [1]
    assert not is_zero(scene.game, scene.state, 0)
    leader = Scene(U("a", "leader", "C3"), X)
    assert cited(check_attacks(leader.game, leader.state, 0)) == "8.0 not_melee_eligible"


def test_round_only_where_named() -> None:
    """4.0, 8.1: fighting and withdrawing are offered for named locations only."""
    scene = Scene(A, U("b", "squad", "C7"), X, markers=[OLD], turn=2)
    offered = scene.options()
    assert not any(isinstance(c, FightMelee | WithdrawMelee) for c in offered)
    scene.do(Activate("C7"))
    assert scene.code(FightMelee("C3")) == scene.code(WithdrawMelee("C3")) == "not_named"


@pytest.mark.parametrize(
    ("kind", "fp", "one_man"),
    [
        ("machine_gun", 5, 3),
        ("flamethrower", 9, 5),
        ("satchel_charge", 6, 6),
        ("molotov", 4, 4),
        ("stick_bomb", 4, 4),
        ("mortar", None, None),
        ("bazooka", None, None),
    ],
)
def test_kinds_of_weapons(kind: str, fp: int | None, one_man: int | None) -> None:
    """8.0#19, 8.0#21, 8.0#23, Q-061: what kinds of weapons count, and how much in the hands of one man."""
    weapon = gun("w", fp or 3, kind)
    squad = armed(U("a", "squad", "C3", carries=["w"]), X, guns={"w": weapon})
    assert weapon_fp(squad.game, squad.state, 0) == fp
    hero = armed(U("a", "hero 1-4-6-6", "C3", carries=["w"]), X, guns={"w": weapon})
    total = melee_tally(hero.game, hero.state, [0], [1], Fight(hero.loc("C3"))).attack.total
    assert total == (one_man or 1)


@pytest.mark.parametrize("kind", ["satchel_charge", "molotov", "stick_bomb", "machine_gun"])
def test_used_up_by_a_round(kind: str) -> None:
    """8.0#21, 1.6.8: satchel charges, molotovs and stick bombs are gone after the round they are used in."""
    scene = armed(U("a", "squad", "C4", carries=["w"]), X, guns={"w": gun("w", 3, kind)})
    scene.do(Activate("C4"), BeginMove("C4"), AddMover("a"), StepTo("C3"), dice=(MISS, MISS))
    assert (scene.state.weapons[0].carrier == 0) is (kind == "machine_gun")
    other = armed(U("a", "squad", "C4"), U("x", "squad", "C3", carries=["w"]), guns={"w": gun("w", 3, kind)})
    other.do(Activate("C4"), BeginMove("C4"), AddMover("a"), StepTo("C3"), dice=(MISS, MISS))
    assert (other.state.weapons[0].carrier == 1) is (kind == "machine_gun")


@pytest.mark.parametrize(
    ("flags", "abilities", "bipod", "fp"),
    [
        (0, (), None, 4),
        (JAMMED, (), None, None),
        (SPENT, (), None, None),
        (TRIPOD, ("tripod",), (2, 6), 4),
        (0, ("tripod",), (2, 6), 2),
        (TRIPOD, ("tripod", "dismantles"), None, 4),
        (0, ("tripod", "dismantles"), None, None),
        (0, (), (2, 6), 4),
    ],
)
def test_state_of_a_weapon(
    flags: int, abilities: tuple[str, ...], bipod: tuple[int, int] | None, fp: int | None
) -> None:
    """8.0#23, 1.6.1: jammed, spent and dismantled weapons do not fight; a tripod gun has the side that is up."""
    weapon = gun("w", 4, "machine_gun", *abilities, bipod=bipod)
    scene = armed(U("a", "squad", "C3", carries=["w"]), X, guns={"w": weapon})
    loaded(scene, 0, flags)
    assert weapon_fp(scene.game, scene.state, 0) == fp


def test_other_weapons_by_ability() -> None:
    """8.0#23: a module may make a kind of weapon Melee-eligible; who cannot use weapons fights without."""
    scene = armed(
        U("a", "squad", "C3", carries=["w"]), U("b", "medic", "C3", carries=["v"]), X,
        guns={"w": gun("w", 2, "mortar", "melee_eligible"), "v": gun("v", 2)},
    )  # fmt: skip
    assert weapon_fp(scene.game, scene.state, 0) == 2
    assert melee_weapons(scene.game, scene.state, 0) == (0,)
    assert melee_weapons(scene.game, scene.state, 1) == ()


@pytest.mark.parametrize(("fp", "share"), [(1, 1), (2, 1), (3, 2), (5, 3), (6, 3), (8, 4)])
def test_half_a_weapon(fp: int, share: int) -> None:
    """8.0#19, Q-061: one man has half of a weapon's firepower, fractions up; two have all of it between them."""
    assert half(fp) == share
    scene = armed(U("a", "hero", "C3", carries=["w"]), U("b", "hero", "C3"), X, guns={"w": gun("w", fp)})
    at = scene.loc("C3")
    alone = melee_tally(scene.game, scene.state, [0], [2], Fight(at, arms=((0, (0,), NOBODY),)))
    assert [(m.why, m.value) for m in alone.attack.items] == [("support_weapon_one_man", share)]
    pair = melee_tally(scene.game, scene.state, [0, 1], [2], Fight(at, arms=((0, (0,), 1),)))
    assert [(m.why, m.value) for m in pair.attack.items] == [
        ("support_weapon_pair", share),
        ("support_weapon_pair", fp - share),
    ]


@pytest.mark.parametrize(
    ("mode", "section"),
    [("assault", "8.0"), ("stealth_assault", "8.0"), ("hit_and_run", "6.7"), ("normal", "")],
)
def test_modes_that_do_not_enter(mode: str, section: str) -> None:
    """8.0#3, 6.7, Q-048: the section that keeps a way of moving out of Melee."""
    scene = Scene(U("a", "squad", "C4"), X)
    refusal = check_entry(scene.game, scene.state, [0], [mode], scene.loc("C3"))
    assert cited(refusal) == (f"{section} no_melee_in_mode" if section else "")


def test_enemy_vehicle_bars_the_way() -> None:
    """17.1, 8.0: nobody enters a location with an enemy vehicle; an own one does not matter."""
    scene = Scene(U("a", "squad", "C4"), U("b", "squad", "C3"), X)
    game = scene.game
    tank = UnitType("tank", "Tank", "vehicle", "de")
    kinds = list(game.types)
    for number, expected in ((2, "17.1 enemy_vehicle_there"), (1, "")):
        game.types = tuple(tank if n == scene.state.units[number].type else t for n, t in enumerate(kinds))
        assert cited(check_entry(game, scene.state, [0], ["normal"], scene.loc("C3"))) == expected


def test_markers_after_entering() -> None:
    """8.1#1, Q-063: who has entered is locked and carries no other marker; so does everybody there."""
    busy = MOVING | SMOKED | ASSAULT_FIRE
    scene = Scene(U("a", "squad", "C3"), X)
    flagged(flagged(scene, "a", busy | MOVED), "x", busy | FIRED)
    d = Draft(scene.game, scene.state, SEEDED)
    assert not begin_melee(d, scene.us, scene.loc("C3"), [0], scene.loc("C4"), scene.loc("C4"))
    assert [u.flags for u in d.units] == [MELEE, MELEE | FIRED]
    lone = Draft(scene.game, scene.state, SEEDED)
    lock(lone, scene.loc("C3"))
    assert [u.flags for u in lone.units] == [MELEE | MOVED, MELEE | FIRED]


def test_markers_after_going_back() -> None:
    """8.0#6, Q-068: who goes back is Moved, and nothing else."""
    scene = Scene(U("a", "squad", "C3", "shaken"), X)
    flagged(scene, "a", SHAKEN | MOVING | SMOKED | ASSAULT_FIRE | ACTION_MARKERS)
    d = Draft(scene.game, scene.state, SEEDED)
    go_back(d, [0], scene.loc("C4"))
    assert (d.units[0].at, d.units[0].flags) == (scene.loc("C4"), SHAKEN | MOVED)


@pytest.mark.parametrize("came_from", ["A0", "A2", ""])
def test_shaken_among_shaken(came_from: str) -> None:
    """8.0#6, Q-068: shaken on entry among enemies that cannot fight one goes back to where one came from."""
    scene = Scene(U("a", "squad", "B1", "shaken"), U("x", "squad", "B1", "shaken"), FAR)
    d = Draft(scene.game, scene.state, SEEDED)
    origin = scene.loc(came_from) if came_from else -1
    assert begin_melee(d, scene.us, scene.loc("B1"), [0], origin, origin) is bool(came_from)
    assert (d.units[0].at < 0) is not bool(came_from)


def test_ambush_from_the_corner() -> None:
    """8.4#1: an Ambush is a game's choice and needs a place one comes from, any place of the map."""
    scene = Scene(U("a", "squad", "A0", abilities=("ambush",)), U("x", "squad", "A2"), hexes={"A1": "forest"})
    at, corner = scene.loc("A2"), scene.loc("A0")
    assert corner == 0
    assert ambushers(scene.game, scene.state, [0], corner, at) == (0,)
    assert ambushers(scene.game, scene.state, [0], -1, at) == ()
    assert ambushers(scene.game, scene.state, [], corner, at) == ()


@pytest.mark.parametrize(
    ("what", "start", "at", "abilities", "charges"),
    [
        (CAVALRY, "A0", "A2", ("horse",), True),
        ("mounted_half_squad 1-4-12-5", "A0", "A2", ("horse",), True),
        (CAVALRY, "A0", "A2", ("motorcycle",), False),
        ("squad", "A0", "A2", (), False),
        (CAVALRY, "C5", "C3/upper", ("horse",), False),
        (CAVALRY, "A0", "E3", ("horse",), False),
    ],
)
def test_who_charges(what: str, start: str, at: str, abilities: tuple[str, ...], charges: bool) -> None:
    """8.6#1, 8.6#2: Cavalry charges from anywhere two hexes away, motorcycles and men on foot do not."""
    scene = Scene(
        U("a", what, start, abilities=abilities), U("b", CAVALRY, "H1", abilities=("horse",)), U("x", "squad", at),
        hexes={"E3": "dense_palms", "C3": "hc_building", "C2": "hc_building"}, buildings=[(("C3", "C2"), 1)],
    )  # fmt: skip
    found = chargers(scene.game, scene.state, [0], scene.loc(start), scene.loc(at))
    assert found == ((0,) if charges else ())
    assert chargers(scene.game, scene.state, [0], -1, scene.loc(at)) == ()


def test_cave_is_not_charged() -> None:
    """8.6#2: units in a Cave are not charged, those in the hex outside are."""
    scene = Scene(
        U("a", CAVALRY, "C6", abilities=("horse",)), U("x", "squad", "C3/cave"), markers=[("cave", "C3", 0, "C2")]
    )
    origin = scene.loc("C6")
    assert chargers(scene.game, scene.state, [0], origin, scene.loc("C3/cave")) == ()
    assert chargers(scene.game, scene.state, [0], origin, scene.loc("C3")) == (0,)


def test_who_can_help_with_a_weapon() -> None:
    """8.0#19, 1.6, Q-061: another Good Order man without a weapon of his own; nobody helps twice or is a Squad."""
    scene = armed(
        U("a", "hero", "C3", carries=["w"]), U("b", "hero", "C3"), U("c", "hero", "C3", "shaken"),
        U("d", "squad", "C3"), U("e", "medic", "C3"), U("f", "hero", "C3", carries=["v"]), U("g", "leader", "C3"), X,
        guns={"w": gun("w", 4), "v": gun("v", 2)},
    )  # fmt: skip
    at = scene.loc("C3")

    def helpers(arms: tuple[tuple[int, tuple[int, ...], int], ...]) -> list[int]:
        return [h for _, h in choices(scene.game, scene.state, 0, Fight(at, arms=arms))]

    b, g = scene.number("b"), scene.number("g")
    assert helpers(()) == [NOBODY, b, g]
    assert helpers(((scene.number("f"), (1,), b),)) == [NOBODY, g]
    helped = Fight(at, arms=((scene.number("f"), (1,), 0),))
    assert choices(scene.game, scene.state, 0, helped) == [((), NOBODY)]


def test_a_leader_leads_or_shoots() -> None:
    """11.1.4, 8.0#20: a Leader with a gun may lead instead if somebody else fights who is not such a Leader himself."""
    alone = armed(U("a", "leader", "C3", carries=["w"]), X, guns={"w": gun("w", 4)})
    at = alone.loc("C3")
    assert choices(alone.game, alone.state, 0, Fight(at)) == [((0,), NOBODY)]
    two = armed(
        U("a", "leader 6-1-6", "C3", carries=["w"]), U("b", "leader 6-2-6", "C3", carries=["v"]), X,
        guns={"w": gun("w", 4), "v": gun("v", 4)},
    )  # fmt: skip
    assert ((), NOBODY) in choices(two.game, two.state, 0, Fight(at))
    led = Fight(at, arms=((1, (), NOBODY),))
    assert ((), NOBODY) not in choices(two.game, two.state, 0, led)
    used = Fight(at, arms=((1, (1,), NOBODY),))
    assert ((), NOBODY) in choices(two.game, two.state, 0, used)
    assert not fights(two.game, two.state, 1, led)
    assert lending_leader(two.game, two.state, [0], led) == 1


def test_helper_fights_though_he_could_not_alone() -> None:
    """8.0#19, Q-213: a Leader who crews a gun with a Hero attacks and is attacked; he lends no LM then."""
    scene = armed(
        U("a", "hero", "C3", carries=["w"]), U("b", "leader 6-1-6", "C3"), U("c", "leader 6-2-6", "C3"), X,
        guns={"w": gun("w", 4)},
    )  # fmt: skip
    fight = Fight(scene.loc("C3"), arms=((0, (0,), 1),))
    assert attackers(scene.game, scene.state, scene.us, fight) == (0, 1)
    assert lending_leader(scene.game, scene.state, [0, 1], fight) == 2


def test_first_of_equal_leaders_lends() -> None:
    """8.0#20, 11.1.1: of two Leaders with the same LM the first lends it; one without an LM lends nothing."""
    scene = Scene(U("a", "squad", "C3"), U("b", "leader 6-1-6", "C3"), U("c", "leader 6-1-6", "C3"), X)
    assert lending_leader(scene.game, scene.state, [0], Fight(scene.loc("C3"))) == 1
    weak = Scene(U("a", "squad", "C3"), U("b", "leader 6-0-6", "C3"), X)
    assert lending_leader(weak.game, weak.state, [0], Fight(weak.loc("C3"))) is None


def test_leader_of_others_lends_to_all() -> None:
    """11.1.4, 8.0#20, Q-552: in Melee a Leader leads whoever is on his side, whatever their badge."""
    scene = Scene(
        U("a", "squad", "C3", badge="red"), U("b", "weapon_team", "C3", badge="red", abilities=("mg",)),
        U("c", "leader 6-1-6", "C3", badge="blue"), X,
    )  # fmt: skip
    fight = Fight(scene.loc("C3"))
    assert lending_leader(scene.game, scene.state, [1], fight) == 2
    assert lending_leader(scene.game, scene.state, [0, 1], fight) == 2


def test_zero_firepower() -> None:
    """8.3#1, 11.6, Q-062, Q-210: Scouts, and Squads and Heroes without firepower, count as one and roll at one less."""
    scene = Scene(
        U("a", "squad 0-3-4-4", "C3"), U("b", "scout 1-4-6-6", "C3"), U("c", "hero 0-4-6-6", "C3"),
        U("d", "hero 1-4-6-6", "C3"), U("e", "leader", "C3"), X,
    )  # fmt: skip
    assert [is_zero(scene.game, scene.state, n) for n in range(5)] == [True, True, True, False, False]
    tally = melee_tally(scene.game, scene.state, [0], [5], Fight(scene.loc("C3")))
    assert (tally.attack.total, [m.value for m in tally.roll.mods], tally.need) == (1, [1, -1], 8)


def test_ambusher_without_firepower_of_his_own() -> None:
    """8.4, 8.6: an Ambush triples what a unit has; a charging unit that only uses its gun has nothing to double."""
    scene = armed(U("a", "half_squad 2-4-4-5", "C3", carries=["w"]), X, guns={"w": gun("w", 3)})
    at = scene.loc("C3")
    assert melee_tally(scene.game, scene.state, [0], [1], Fight(at, ambush=(0,))).attack.total == 9
    assert melee_tally(scene.game, scene.state, [0], [1], Fight(at, charge=(0,))).attack.total == 3


@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [(4, 1, "4:1"), (5, 1, "5:1"), (9, 2, "5:1"), (8, 2, "4:1"), (10, 2, "5:1"), (30, 1, "5:1")],
)
def test_best_columns(attack: int, defence: int, name: str) -> None:
    """8.0#14, Q-056: beyond 4:1 everything is 5:1, whose name says its parts."""
    assert NAMES[odds_column(attack, defence)] == name
    assert all(column == f"{one}:{two}" for column, one, two, _ in COLUMNS)


@pytest.mark.parametrize(("attack", "defence", "worse"), [(1, 3, False), (1, 4, True), (2, 6, False), (2, 7, True)])
def test_worse_than_one_to_three(attack: int, defence: int, worse: bool) -> None:
    """8.0#15, Q-057: odds below 1:3 forbid several targets."""
    assert worse_than_third(attack, defence) is worse
    scene = Scene(U("a", f"squad {attack}-5-4-5", "C3"), X, U("y", f"squad {defence - 1}-5-4-5", "C3"))
    fight = Fight(scene.loc("C3"))
    assert cited(check_odds(scene.game, scene.state, scene.us, (1, 2), fight)) == (
        "8.0 worse_than_third" if worse else ""
    )
    assert check_odds(scene.game, scene.state, scene.us, (2,), fight) is None


def question(scene: Scene, kind: type) -> object:
    """The question that is asked, of a kind."""
    found = engine.question(scene.state)
    assert isinstance(found, kind)
    return found


def test_targets_are_named_in_order() -> None:
    """8.0#13: enemies there that can be attacked, each once; the attack needs one; anything else is refused."""
    scene = Scene(
        A, X, U("y", "squad", "C3"), U("z", "leader", "C3"), U("x2", "squad", "C6"), U("x3", "hero", "C3"),
        markers=[OLD], turn=2,
    )  # fmt: skip
    scene.do(Activate("C3"), FightMelee("C3"))
    question(scene, MeleeTargets)
    assert scene.options() == [AddMeleeTarget("x"), AddMeleeTarget("y"), AddMeleeTarget("x3")]
    assert scene.code(StrikeMelee()) == "no_target"
    for unit, why in {
        "a": "no_enemy_here",
        "x2": "no_enemy_here",
        "nobody": "no_enemy_here",
        "z": "not_melee_eligible",
    }.items():
        assert scene.code(AddMeleeTarget(unit)) == why
    scene.do(AddMeleeTarget("y"))
    assert scene.code(AddMeleeTarget("y")) == scene.code(AddMeleeTarget("x")) == "in_order"
    assert scene.options() == [AddMeleeTarget("x3"), StrikeMelee()]


def test_choice_of_arms_is_the_units_own() -> None:
    """8.0#22, Q-060: only the unit that is asked answers, with weapons it has."""
    scene = armed(
        U("a", "squad", "C3", carries=["v", "w"]), U("b", "squad", "C3"), X, markers=[OLD], turn=2,
        guns={"v": gun("v", 2), "w": gun("w", 3)},
    )  # fmt: skip
    scene.do(Activate("C3"), FightMelee("C3"))
    assert len(scene.options()) == 3
    assert scene.code(ArmForMelee("b")) == "not_asked"
    assert scene.code(ArmForMelee("a")) == scene.code(ArmForMelee("a", ("gun",))) == "not_its_arms"


def test_both_sides_choose_arms() -> None:
    """8.0#22, 11.1.4: first the side that begins chooses, one unit after the other, then the other side."""
    scene = armed(
        U("a", "squad", "C3", carries=["p", "q"]), U("b", "leader 6-1-6", "C3", carries=["r"]),
        U("x", "squad", "C3", carries=["s", "t"]), markers=[OLD], turn=2,
        guns={k: gun(k, 2) for k in "pqrst"},
    )  # fmt: skip
    scene.do(Activate("C3"), FightMelee("C3"))
    assert scene.asked == "us"
    scene.do(ArmForMelee("a", ("p", "q")))
    assert (scene.asked, set(scene.options())) == ("us", {ArmForMelee("b", ("r",)), ArmForMelee("b")})
    scene.do(ArmForMelee("b"))
    assert (scene.asked, len(scene.options())) == ("de", 3)
    scene.do(ArmForMelee("x", ("s",)), dice=(MISS, MISS))
    first = next(e for e in scene.events if isinstance(e, ev.Resolved) and e.what == "melee")
    assert (first.tallies[0].total, first.tallies[2].total) == (4, 1)


def test_nobody_to_choose_arms_against() -> None:
    """8.0#22: where no enemy can fight there is nothing to choose, no weapon is used up and nobody rolls."""
    scene = armed(
        U("a", "squad", "C4", carries=["p", "q"]), U("x", "leader", "C3"), FAR,
        guns={"p": gun("p", 2, "molotov"), "q": gun("q", 2, "molotov")},
    )  # fmt: skip
    scene.do(Activate("C4"), BeginMove("C4"), AddMover("a"), StepTo("C3"))
    assert (scene.at("x"), scene.state.weapons[0].carrier) == ("", 0)


@pytest.mark.parametrize(("scored", "doomed"), [((), True), ((0, 1), False)])
def test_captured_weapon(scored: tuple[int, ...], doomed: bool) -> None:
    """1.6.8: a captured weapon used without a kill goes; the Shaken and those without weapons use none."""
    scene = armed(
        U("a", "squad", "C3", carries=["v"]), U("b", "squad", "C3", "shaken", carries=["w"]), U("c", "squad", "C3"), X,
        guns={"v": gun("v", 2), "w": gun("w", 2)},
    )  # fmt: skip
    loaded(loaded(scene, 0, CAPTURED), 1, CAPTURED)
    d = Draft(scene.game, scene.state, SEEDED)
    use_up(d, MeleeRound(side=scene.us, at=scene.loc("C3"), scored=scored), scene.us)
    assert [bool(w.flags & DOOMED) for w in d.weapons] == [doomed, False]


def test_ambushed_weapons_are_used_up_first() -> None:
    """8.4#2, 8.0#21: victims of an Ambush fall at once, their satchel charge is used up all the same."""
    scene = armed(
        U("a", "squad 2-5-4-6", "C5", abilities=("ambush",)), U("x", "squad", "C3", carries=["w"]), FAR,
        guns={"w": gun("w", 3, "satchel_charge")}, hexes={"C4": "forest"},
    )  # fmt: skip
    scene.do(Activate("C5"), BeginMove("C5"), AddMover("a"), StepTo("C4"), PassWindow(), StepTo("C3"), dice=(KILL,))
    weapon = scene.state.weapons[0]
    assert (scene.at("x"), weapon.carrier, weapon.at) == ("", NOBODY, -1)


def test_charge_is_faced_by_everybody() -> None:
    """8.6#3, Q-211: all Good Order units charged check, Leaders first; others do not."""
    scene = Scene(
        U("a", CAVALRY, "C5", abilities=("horse",)), X, U("y", "leader 6-1-6", "C3"), U("z", "squad", "C3", "shaken")
    )
    scene.do(
        Activate("C5"), BeginMove("C5"), AddMover("a"), StepTo("C4"), PassWindow(), StepTo("C3"),
        dice=("morale check 1 1", "morale check 6 6", MISS),
    )  # fmt: skip
    checks = [(e.subject, e.outcome) for e in scene.events if isinstance(e, ev.Resolved) and e.what == "morale_check"]
    assert checks == [(2, "passed"), (1, "failed")]


def leaving(*units: U, **more: object) -> Scene:
    """A withdrawal that has begun."""
    return locked(*units, **more).do(WithdrawMelee("C3"))


def test_who_may_withdraw() -> None:
    """8.1.1#1: locked units there that have not acted and can move."""
    scene = locked(A, X, U("b", "squad", "C4"), U("c", "squad 1-5-1-5", "C3"), U("e", "squad 1-5-0-5", "C3"))
    game, at, us = scene.game, scene.loc("C3"), scene.us
    found = [cited(check_withdrawer(game, scene.state, us, at, n)) for n in range(5)]
    assert found == ["", "8.1.1 not_locked_here", "8.1.1 not_locked_here", "", "6.0 cannot_move"]
    tired = flagged(locked(A, X), "a", MELEE | OPS_COMPLETE)
    assert cited(check_withdrawer(game, tired.state, us, at, 0)) == "4.0 has_acted"
    free = flagged(Scene(A, X), "a", SHAKEN)
    assert cited(check_withdrawer(free.game, free.state, us, at, 0)) == "8.1.1 not_locked_here"
    elsewhere = flagged(Scene(U("a", "squad", "C4"), X), "a", MELEE)
    assert cited(check_withdrawer(elsewhere.game, elsewhere.state, us, at, 0)) == "8.1.1 not_locked_here"


def test_withdrawers_are_named_in_order() -> None:
    """8.1.1#1: each unit once, in order; at least one; units that are not there are refused."""
    scene = leaving(A, X, U("b", "squad", "C3"), U("c", "squad", "C3"), U("d", "squad", "C7"))
    question(scene, WithdrawGroup)
    assert scene.options() == [AddWithdrawer("a"), AddWithdrawer("b"), AddWithdrawer("c")]
    assert scene.code(TryWithdrawal()) == "nobody_withdraws"
    assert scene.code(AddWithdrawer("nobody")) == "no_such_unit"
    assert scene.code(AddWithdrawer("d")) == scene.code(AddWithdrawer("x")) == "not_locked_here"
    scene.do(AddWithdrawer("b"))
    assert scene.code(AddWithdrawer("b")) == scene.code(AddWithdrawer("a")) == "in_order"
    assert scene.options() == [AddWithdrawer("c"), TryWithdrawal()]


def test_rearguard_must_be_able_to_fight() -> None:
    """8.1.1#5, Q-064: a group is only begun that can end with all out or a fighter left behind."""
    scene = leaving(U("a", "leader", "C3"), A2, X)
    assert scene.options() == [AddWithdrawer("a"), AddWithdrawer("b")][:1]
    scene.do(AddWithdrawer("a"))
    assert scene.options() == [AddWithdrawer("b"), TryWithdrawal()]
    behind = locked(U("b", "squad 2-5-4-6", "C3"), U("c", "leader 0-0-0", "C3", "shaken", shaken=(3, 0)), X)
    assert behind.code(WithdrawMelee("C3")) == "rearguard_not_eligible"
    nobody = locked(U("a", "squad 1-5-0-5", "C3"), X)
    assert nobody.code(WithdrawMelee("C3")) == "cannot_move"


def test_leaving_the_map_frees_those_who_held() -> None:
    """8.1.1#4, 22.0: once a side has left straight off the map, the marker goes and the enemy is free."""
    scene = leaving(A, X)
    scene.game.__dict__["setup"] = replace(scene.game.setup, exits=(Exit("us", ("C3",)),))
    scene.do(AddWithdrawer("a"), TryWithdrawal(), dice=("morale check 1 1",))
    scene.do(AddMover("a"), ExitMap())
    assert "melee" not in scene.words("x")
    assert not any(m.kind == "melee" for m in scene.state.markers)


def test_all_who_leave_are_gone_before_the_others_fight() -> None:
    """8.1.1#2, 8.1.1#3: checks, then the moves of those who passed, then the round of those who did not."""
    scene = leaving(A, A2, U("c", "squad 2-5-4-6", "C3"), X)
    scene.do(AddWithdrawer("a"), AddWithdrawer("b"), TryWithdrawal(), dice=("morale check 6 6", "morale check 1 1"))
    assert [e.outcome for e in scene.events if isinstance(e, ev.Resolved)] == ["failed", "passed"]
    assert "melee" not in scene.words("b")
    scene.do(AddMover("b"), StepTo("C2"), StopMove(), dice=(MISS,))
    assert (scene.at("b"), scene.asked) == ("C2", "de")
