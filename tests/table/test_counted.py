"""The quick way to odds against the slow ones: playing out through the rules, and every way the dice can fall."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers import Activate, AddFirer, Fire, FireAlone, OpenFire, Scene, U, WeaponType
from lnlt import engine
from lnlt.core.dice import Dice, enumerate_rolls
from lnlt.core.frames import Command
from lnlt.core.setup import HeroSetup
from lnlt.engine import Preview
from lnlt.rules.ch08_melee.action import FightMelee
from lnlt.table.outcomes import fate

NO_HEROES = HeroSetup(skills=False, creation=False)
GUNS = {
    "mg": (2, 9),
    "jam": WeaponType("gun-jam", "jam", "machine_gun", fp=2, range=9, abilities=frozenset({"jams"})),
    "jam2": WeaponType("gun-jam2", "jam2", "machine_gun", fp=1, range=9, abilities=frozenset({"jams"})),
    "mortar": WeaponType("gun-mortar", "mortar", "mortar", fp=2, range=8),
}
Fates = dict[str, dict[str, Fraction]]
TARGETS = (
    "squad 1-5-4-5",
    "squad 2-6-4-4 shaken",
    "half_squad 1-4-4-3",
    "crew 0-2-4-5",
    "leader 6-1-6",
    "leader 5-2-6",
    "leader 4-1-6 shaken",
    "leader 5-1-6 wounded",
    "hero 1-4-6-4",
    "hero 1-4-6-5 wounded",
    "weapon_team 3-9-2-4",
    "sniper 0-8-0-5",
    "medic 0-0-6-6",
)
FIRERS = ("squad 2-6-4-5", "squad 1-6-4-5", "hero 2-6-6-6", "leader 6-1-6", "half_squad 1-5-4-5")
LOADS = ((), (), ("mg",), ("jam",), ("jam", "jam2"), ("mortar",))
TERRAINS = ("clear", "clear", "wheat_field", "lc_building")


@st.composite
def fights(draw: st.DrawFn, most: int = 3) -> Scene:
    """A location that fires and one with targets of every sort, Leaders and Shaken men among them."""
    count = draw(st.integers(1, 2))
    loads = draw(st.sampled_from(LOADS))
    firers = []
    for n in range(count):
        what = draw(st.sampled_from(FIRERS)) if n else draw(st.sampled_from(FIRERS[:2]))
        carries = loads if n == 0 and what.startswith("squad") else ()
        firers.append(U("ab"[n], what, "C3", carries=carries))
    targets = []
    for name in "xyz"[: draw(st.integers(1, most))]:
        kind, values, *state = draw(st.sampled_from(TARGETS)).split()
        marked = (*state, *draw(st.sampled_from(((), ("moved",), ("fired",)))))
        shaken = (4, 3) if "shaken" in state else None
        nation = draw(st.sampled_from(("", "", "it")))
        targets.append(U(name, f"{kind} {values}", "C5", *marked, shaken=shaken, nation=nation))
    ground = draw(st.sampled_from(TERRAINS))
    return Scene(
        *firers,
        *targets,
        hexes={"C5": ground},
        markers=[("spotted", "C5", 1)],
        guns={w: GUNS[w] for w in loads if firers[0].carries},
        heroes=NO_HEROES,
    )


def told(found: Preview) -> Fates:
    """Fates of a preview, those in which nothing happens left out."""
    fates = {f.unit: {name: c.fraction for name, c in f.chances.items()} for f in found.fates}
    return {unit: chances for unit, chances in fates.items() if chances.get("none") != 1}


def looked(scene: Scene, commands: tuple[Command, ...], counted: bool = True) -> Preview:
    """A preview that must be one."""
    found = engine.preview(scene.game, scene.state, commands, counted=counted)
    assert isinstance(found, Preview), found
    return found


def submitted(scene: Scene, commands: tuple[Command, ...]) -> tuple[Fates, Fraction]:
    """Every way the dice can fall in `submit`: what becomes of each unit, and that some enemy is harmed."""
    before = engine.explore(scene.game, scene.state, commands[:-1]).state if len(commands) > 1 else scene.state
    side = engine.decider(before)

    def play(dice: Dice) -> dict[str, str]:
        step = engine.submit(scene.game, before, commands[-1], dice)
        assert isinstance(step, engine.Step)
        pairs = zip(before.units, step.state.units, strict=False)
        return {old.id: fate(old, new) for old, new in pairs}

    found: Fates = {}
    harmed = Fraction(0)
    for chance, fates in enumerate_rolls(play):
        for unit, result in fates.items():
            chances = found.setdefault(unit, {})
            chances[result] = chances.get(result, Fraction(0)) + chance
        if any(r != "none" and before.units[before.ids[u]].side != side for u, r in fates.items()):
            harmed += chance
    return {unit: chances for unit, chances in found.items() if chances.get("none") != 1}, harmed


CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large]


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=CHECKS)
@given(fights())
def test_counted_is_played(scene: Scene) -> None:
    """5.0, 5.1, 11.1.1: counted and played out, an attack has the same chances for every target and the stack."""
    quick = looked(scene, (Activate("C3"), Fire("C3", "C5")))
    slow = looked(scene, quick.commands, counted=False)
    assert quick.branches == 0
    assert slow.branches > 0
    assert slow.exact
    assert told(quick) == told(slow)
    assert quick.any == slow.any
    compared = {r.subject: (r.chances, r.tallies[1]) for r in slow.rolls if r.what == "fire"}
    assert {r.subject: (r.chances, r.tallies[1]) for r in quick.rolls} == compared


@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=CHECKS)
@given(fights(most=1))
def test_counted_is_submitted(scene: Scene) -> None:
    """5.0, 5.1: the same as every way the dice can fall, each played with `submit`."""
    quick = looked(scene, (Activate("C3"), Fire("C3", "C5")))
    assert (told(quick), quick.any.fraction) == submitted(scene, quick.commands)


@pytest.mark.parametrize("aide", ["", "b"])
@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=CHECKS)
@given(names=st.lists(st.sampled_from(TARGETS), min_size=1, max_size=5))
def test_lone_shots(aide: str, names: list[str]) -> None:
    """11.4: a Sniper's fire, aided or not, at one to five units: counted and played out alike."""
    targets = []
    for n, text in enumerate(names):
        kind, values, *state = text.split()
        shaken = (4, 3) if "shaken" in state else None
        targets.append(U(f"x{n}", f"{kind} {values}", "C5", *state, shaken=shaken))
    men = [U("a", "sniper 0-8-0-6", "C3"), U("b", "leader 6-1-6", "C3")]
    scene = Scene(*men, *targets, heroes=NO_HEROES)
    order = (Activate("C3"), FireAlone("a", "C5", aide))
    quick, slow = looked(scene, order), looked(scene, order, counted=False)
    assert (quick.branches, slow.exact) == (0, True)
    assert told(quick) == told(slow)
    assert quick.any == slow.any


@pytest.mark.parametrize(("parents", "heroes"), [(1, 0), (3, 0), (3, 1), (2, 2)])
def test_new_heroes(parents: int, heroes: int) -> None:
    """11.2.1, Q-037: chances of a first and second new Hero, as far as there is room, counted and played out."""
    squads = [U(f"x{n}", "squad 1-5-4-5", "C5", *["moved"][:n]) for n in range(parents)]
    there = [U(f"y{n}", f"hero 1-{4 + n}-6-5", "A1") for n in range(heroes)]
    scene = Scene(U("a", "squad 3-6-4-5", "C3"), *squads, *there)
    quick = looked(scene, (Activate("C3"), Fire("C3", "C5")))
    slow = looked(scene, quick.commands, counted=False)
    assert told(quick) == told(slow)
    assert ("new hero" in told(quick), "new hero 2" in told(quick)) == (heroes < 2, heroes == 0 and parents > 1)


def test_new_hero_by_sniper() -> None:
    """11.2.1, 11.4: a Squad that a Sniper picks may bring a Hero too."""
    scene = Scene(U("a", "sniper 0-8-0-6", "C3"), U("x", "squad 1-5-4-5", "C5"), U("y", "leader 6-1-6", "C5"))
    order = (Activate("C3"), FireAlone("a", "C5"))
    assert told(looked(scene, order)) == told(looked(scene, order, counted=False))
    assert "new hero" in told(looked(scene, order))


def test_advisor_changes_morale() -> None:
    """11.9: an Advisor who falls first takes his help with him, so such an attack is played out."""
    scene = Scene(
        U("a", "squad 3-6-4-5", "C3"), U("x", "advisor 0-0-6-4", "C5"), U("y", "crew 0-2-4-5", "C5"), heroes=NO_HEROES
    )
    order = (Activate("C3"), Fire("C3", "C5"), AddFirer("a"), OpenFire("a"))
    found = looked(scene, order)
    assert found.branches > 0
    assert (told(found), found.any.fraction) == submitted(scene, order)


@settings(max_examples=5, deadline=None, derandomize=True, suppress_health_check=CHECKS)
@given(own=st.sampled_from(FIRERS[:3]), foe=st.sampled_from(TARGETS[:4]), led=st.booleans())
def test_melee_is_submitted(own: str, foe: str, led: bool) -> None:
    """8.0: a round of Melee played out is the round every way the dice can fall."""
    kind, values, *state = foe.split()
    shaken = (4, 3) if "shaken" in state else None
    men = [U("a", own, "C3", "melee")] + ([U("b", "leader 6-1-6", "C3", "melee")] if led else [])
    scene = Scene(
        *men,
        U("x", f"{kind} {values}", "C3", "melee", *state, shaken=shaken),
        U("y", "hero 1-4-6-5", "C3", "melee"),
        markers=[("melee", "C3", 0)],
        turn=2,
        heroes=NO_HEROES,
    )
    found = looked(scene, (Activate("C3"), FightMelee("C3")))
    wanted, harmed = submitted(scene, found.commands)
    assert found.assumed == ()
    assert (told(found), found.any.fraction) == (wanted, harmed)
