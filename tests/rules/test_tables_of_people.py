"""11.0, 13.0: what each kind of Single-Man Counter may do, entry by entry; the short tables of Heroes and nations."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from armour_helpers import draft, flagged, tank
from helpers import Activate, FireAlone, Scene, U
from lnlt.core.flags import (
    ASSAULT_FIRE,
    ASSAULT_MOVE,
    DUG_IN,
    ELIMINATED,
    FIRED,
    HANDLED,
    HIT_AND_RUN,
    IN_TRENCHES,
    IN_TUNNEL,
    LED,
    LOW_CRAWL,
    MELEE,
    MOVED,
    MOVING,
    OPS_COMPLETE,
    SHAKEN,
    SMOKED,
    STEALTH,
    WOUNDED,
)
from lnlt.core.state import NOBODY
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.firepower import ifp_range
from lnlt.rules.ch10_los_spotting.watch import unable
from lnlt.rules.ch11_smc.commissars import check_fight_or_die, fight_or_die
from lnlt.rules.ch11_smc.healing import check_heal, heal_tally
from lnlt.rules.ch11_smc.heroes import may_be_parent, may_spawn, roll_for_hero, room_for_heroes
from lnlt.rules.ch11_smc.rally_choices import Heal
from lnlt.rules.ch11_smc.rallying import free_helper, help_modifier
from lnlt.rules.ch11_smc.shot_odds import leads_by
from lnlt.rules.ch11_smc.shots import Shot
from lnlt.rules.ch11_smc.snipers import hiding_places
from lnlt.rules.ch13_nations import fire_die, hero_faces, melee_dice
from lnlt.rules.ch18_indirect.mortars import check_mortar_caller
from lnlt.rules.facts import kinds
from lnlt.rules.facts.leaders import extends_activation, is_leader, may_aid_fire
from lnlt.rules.facts.melee_eligibility import is_eligible
from lnlt.rules.facts.weapons import carries

MEN = (
    "leader", "commissar", "political_officer", "hero", "medic", "corpsman", "sniper", "scout", "chaplain", "advisor",
    "nurse", "piper", "marksman",
)  # fmt: skip
LEADERS = {"leader", "commissar", "political_officer"}
PLACES = [f"{column}{row}" for column in "BDF" for row in (2, 3, 4, 5, 6)]


def cast(armed: tuple[str, ...] = ()) -> Scene:
    """One man of each kind, known by its name, each with a Shaken Squad of his own."""
    men = [U(kind, kind, at, carries=[f"gun {kind}"] if kind in armed else ()) for kind, at in zip(MEN, PLACES)]
    squads = [U(f"men of {kind}", "squad", at, "shaken") for kind, at in zip(MEN, PLACES)]
    return Scene(*men, *squads, U("x", "squad", "H1"), guns={f"gun {kind}": (2, 4) for kind in armed})


def who(s: Scene, able: Callable[[int], bool]) -> set[str]:
    """The kinds of which something is true."""
    return {kind for kind in MEN if able(s.number(kind))}


def code(found: Refusal | None) -> str:
    """Code of a refusal, "" if there is none."""
    return found.code if found else ""


def test_kinds_of_men() -> None:
    """11.1 to 11.12: which kinds lead, rally, heal, fire alone, carry weapons, do not spot, call fire."""
    assert {"leader", "commissar", "political_officer"} == kinds.LEADER_KINDS
    assert {"commissar", "political_officer"} == kinds.COMMISSARS
    assert {"chaplain", "nurse", "piper"} == kinds.RALLY_ONLY
    assert {"leader", "commissar", "political_officer", "chaplain", "nurse", "piper", "hero"} == kinds.RALLIERS
    assert {"medic", "corpsman", "nurse"} == kinds.HEALERS
    assert {"sniper", "marksman"} == kinds.LONE_SHOTS
    assert {"leader", "commissar", "political_officer", "hero", "scout", "advisor"} == kinds.SW_USERS
    assert {"medic", "corpsman", "chaplain", "nurse", "piper"} == kinds.NO_SPOTTING
    assert {"medic", "corpsman"} == kinds.NO_AUTO_SPOT
    assert {"leader", "commissar", "political_officer", "scout", "advisor"} == kinds.CALLERS
    assert {"leader", "commissar", "political_officer", "advisor"} == kinds.NME_WITHOUT_WEAPON


def test_who_leads_and_who_forces() -> None:
    """11.7, 11.7.1: Commissars and Political Officers are Leaders, and only they announce Fight or Die!"""
    s = cast()
    assert who(s, lambda u: is_leader(s.game, s.state, u)) == LEADERS
    squad = s.number("men of hero")
    driven = who(s, lambda u: code(check_fight_or_die(s.game, s.state, s.us, u, squad)) != "no_commissar")
    assert driven == {"commissar", "political_officer"}


def test_who_helps_to_rally_and_how() -> None:
    """3.0, 11.2, 11.8, 11.10, 11.11, Q-241: whose presence is enough, who must be named, whose modifier counts."""
    s = cast()

    def without_a_name(kind: str) -> bool:
        return free_helper(s.game, s.state, s.number(f"men of {kind}")) == s.number(kind)

    assert {kind for kind in MEN if without_a_name(kind)} == {*LEADERS, "chaplain", "hero"}
    lent = {
        kind: (modifier.value, modifier.rule)
        for kind in MEN
        for modifier in help_modifier(s.game, s.state, s.number(kind))
    }
    assert lent == {
        "leader": (-1, "11.1.1"), "commissar": (-1, "11.1.1"), "political_officer": (-1, "11.1.1"),
        "chaplain": (-1, "11.8"), "nurse": (-1, "11.10"), "piper": (-1, "11.11"),
    }  # fmt: skip


def test_who_heals() -> None:
    """11.3, 11.10: Medics, Corpsmen and Nurses; -2 in terrain with a positive Target Modifier."""
    s = cast()
    squad = s.number("men of hero")
    able = who(s, lambda u: code(check_heal(s.game, s.state, s.us, u, squad, False)) != "no_healer")
    assert able == {"medic", "corpsman", "nurse"}
    woods = Scene(U("m", "medic", "C3"), U("n", "medic", "C5"), U("x", "squad", "H1"), hexes={"C3": "light_woods"})
    assert [heal_tally(woods.game, woods.state, u).total for u in (0, 1)] == [-2, 0]


def test_who_uses_weapons_spots_and_calls() -> None:
    """1.6, 11.3, 11.6, 11.8 to 11.12: Support Weapons, spotting attempts, Mortar fire."""
    s = cast()
    assert {kind for kind in MEN if carries(kind)} == {*LEADERS, "hero", "scout", "advisor"}
    blind = who(s, lambda u: unable(s.game, s.state.units[u]) == "kind_cannot_spot")
    assert blind == {"medic", "corpsman", "chaplain", "nurse", "piper"}
    at = s.loc("H1")
    calling = who(s, lambda u: code(check_mortar_caller(s.game, s.state, s.us, u, at)) != "cannot_call_mortar")
    assert calling == {*LEADERS, "scout", "advisor"}


def test_who_fights_in_melee() -> None:
    """8.0, 11.1.4, 11.9: Heroes and Scouts; Leaders and Advisors with a weapon, nobody else."""
    s = cast()
    assert who(s, lambda u: is_eligible(s.game, s.state, u)) == {"hero", "scout"}
    s = cast(armed=("leader", "commissar", "political_officer", "advisor"))
    assert who(s, lambda u: is_eligible(s.game, s.state, u)) == {*LEADERS, "hero", "scout", "advisor"}


def test_range_of_lone_shots() -> None:
    """11.4, 11.12, Q-096: without a printed range a Sniper or Marksman has no limit, others have no range."""
    s = Scene(
        U("a", "sniper 0-0-0-6", "C3"), U("b", "marksman 1-0-6-6", "C4"), U("c", "hero 1-0-6-6", "C5"),
        U("x", "squad", "H1"),
    )  # fmt: skip
    assert [ifp_range(s.game, s.state, u) >= 99 for u in range(3)] == [True, True, False]


def test_lone_shots_at_vehicles() -> None:
    """17.2, 11.4: a Sniper may aim at a vehicle."""
    truck = tank("x", "C5", what="vehicle 10R-6", armor=())
    s = Scene(U("a", "sniper 0-8-0-6", "C3"), truck).do(Activate("C3"))
    assert s.code(FireAlone("a", "C5", target="x")) == ""


def test_dice_of_a_shot() -> None:
    """11.4, 11.12: two six-sided dice against one: ahead by 11 at most, behind by 4."""
    ways = leads_by(6)
    assert (min(ways), max(ways), sum(ways.values())) == (-4, 11, 216)


@pytest.mark.parametrize(("roll", "killed"), [((6, 5), False), ((6, 6), True)])
def test_roll_that_kills_a_commissar(roll: tuple[int, int], killed: bool) -> None:
    """11.7.1: a 12 and nothing less; his men have Casualties in either case."""
    s = Scene(U("a", "commissar", "C3"), U("b", "leader", "C3", "shaken"), U("x", "squad", "H1"), phase="rally")
    d = draft(s, dice=(("rally", roll),))
    fight_or_die(d, 0, [1])
    assert bool(d.units[0].flags & ELIMINATED) == killed
    assert d.units[1].flags & WOUNDED


def test_two_heroes_at_most() -> None:
    """11.2, 11.2.1: no third one is created."""
    squad, foe = U("a", "squad", "C3"), U("x", "squad", "H1")
    heroes = [U(name, "hero", "D3") for name in ("h1", "h2")]
    found = []
    for number in range(3):
        s = Scene(squad, foe, *heroes[:number])
        found.append((may_spawn(s.game, s.state, 0), room_for_heroes(s.game, s.state, s.us)))
    assert found == [(True, 2), (True, 1), (False, 0)]


def test_parents_of_heroes() -> None:
    """11.2.1: Squads and Half-Squads; no Crews, Weapon Teams, Mounted Units or single men."""
    able = ("squad", "half_squad", "crew", "weapon_team", "mounted_squad 1-4-8-5", "leader")
    s = Scene(*(U(f"a{n}", what, "C3") for n, what in enumerate(able)), U("x", "squad", "H1"))
    found = [may_be_parent(s.game, s.state, n) for n in range(len(able))]
    assert found == [True, True, False, False, False, False]


SHARED = (
    MOVED, FIRED, OPS_COMPLETE, ASSAULT_MOVE, LOW_CRAWL, STEALTH, HIT_AND_RUN, MOVING, ASSAULT_FIRE, MELEE, IN_TUNNEL,
    IN_TRENCHES,
)  # fmt: skip


def test_what_a_hero_shares_with_his_parent() -> None:
    """11.2.1, 6.1.1, 8.1: what it has done, how it moves, its Melee; never a wound or that it is Shaken."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "H1"))
    for flag in SHARED:
        d = draft(s, dice=(("hero creation", (2,)), ("hero", "us-hero1")))  # type: ignore[arg-type]
        roll_for_hero(d, 0, replace(d.units[0], flags=flag | SHAKEN | WOUNDED | DUG_IN | LED | SMOKED | HANDLED))
        assert d.units[-1].flags == flag


@pytest.mark.parametrize(
    ("marks", "aids"),
    [
        (0, True),
        (ASSAULT_MOVE, True),
        (ASSAULT_MOVE | STEALTH, True),
        (HIT_AND_RUN | MOVING, True),
        (SHAKEN, False),
        (MOVED, False),
        (FIRED, False),
        (LOW_CRAWL, False),
        (OPS_COMPLETE, False),
        (STEALTH, False),
        (HIT_AND_RUN, False),
        (MOVING, False),
        (MELEE, False),
    ],
)
def test_leaders_who_aid_fire(marks: int, aids: bool) -> None:
    """11.1.3, 6.7, Q-033, Q-046: without a marker, with an Assault Move, or in the middle of Hit & Run."""
    s = Scene(U("a", "leader", "C3"), U("x", "squad", "H1"))
    assert may_aid_fire(s.game, flagged(s, "a", marks).state, 0) == aids


def test_leader_who_has_tried_to_spot() -> None:
    """11.1.2, Q-025: his Ops Complete marker ends his reach, but not in the impulse in which he tried."""
    s = Scene(U("a", "leader", "C3", "ops_complete"), U("x", "squad", "H1"))
    assert not extends_activation(s.game, s.state, 0)
    assert extends_activation(s.game, s.state, 0, spotter=True)


def test_where_a_sniper_may_hide() -> None:
    """11.4, 10.4.1: ground, upper floor and rooftop of a building, in this order."""
    s = Scene(
        U("a", "sniper 0-8-0-6", ""), U("x", "squad", "H1"), hexes={"C3": "hc_building"}, buildings=[(("C3",), 2)],
        rooftop=True,
    )  # fmt: skip
    names = [s.game.board.loc_name(loc) for loc in hiding_places(s.game, s.state, 0)]
    assert names == ["C3", "C3/upper", "C3/roof"]


def test_dice_and_heroes_of_a_nation_without_characteristics() -> None:
    """13.0, 11.2.1: six-sided dice, and a Hero on an even number."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad", "H1"), nations=("nowhere", "de"))
    assert fire_die(s.game, s.us) == 6
    assert melee_dice(s.game, s.us) == (6, 6)
    assert hero_faces(s.game, s.us) == (2, 4, 6)


def test_shots_and_healing_in_saved_games() -> None:
    """11.4, 11.3: steps of a shot; what goes without saying is that nobody is hit yet, and that a man is healed."""
    assert Shot.STEPS == ("aim", "roll", "check", "leave")
    shot = Shot(side=0, unit=0, leader=NOBODY, origin=0, at=8)
    assert (shot.target, shot.worse) == (NOBODY, 0)
    assert Heal("medic", "leader").rally is False
