"""5.0, 5.1: the odds shown before an attack against playing out every way its dice can fall."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from helpers import Activate, Fire, FireAlone, Scene, U
from lnlt import engine
from lnlt.core import events as ev
from lnlt.core.catalog import WeaponType
from lnlt.core.dice import Dice, enumerate_rolls
from lnlt.core.flags import WOUNDED
from lnlt.core.frames import Command
from lnlt.core.state import NOBODY
from lnlt.core.tally import Tally
from lnlt.rules.ch05_fire.firepower import Firer
from lnlt.rules.ch05_fire.odds import DAMAGE_DIE, Aim, fire_odds
from lnlt.rules.ch11_smc.shot_odds import shot_odds
from lnlt.rules.ch11_smc.shots import Shot

FIRER = U("a", "squad 3-6-4-5", "C3")
CASES = {
    "leader_helps_squad": [U("x", "leader 5-1-6", "C5"), U("y", "squad 1-5-4-4", "C5")],
    "two_leaders": [U("x", "leader 5-1-6", "C5"), U("y", "leader 4-2-6", "C5")],
    "shaken_leader_helps_nobody": [U("x", "leader 5-2-6", "C5", "shaken", shaken=(3, 3)), U("y", "squad", "C5")],
    "other_command": [U("x", "leader 5-2-6", "C5", nation="it"), U("y", "squad 1-5-4-4", "C5", nation="de")],
    "weapon_team_of_another": [U("x", "leader 5-2-6", "C5", nation="it"), U("y", "weapon_team 3-9-2-4", "C5")],
    "half_squad_and_hero": [U("x", "half_squad 1-4-4-3", "C5"), U("y", "hero 1-4-6-4", "C5", "wounded")],
    "leader_of_low_morale": [U("x", "leader 2-1-6", "C5"), U("y", "crew 0-2-4-3", "C5")],
}


def played(
    scene: Scene, ids: list[str], weapons: tuple[str, ...] = (), mode: str = ""
) -> tuple[dict[str, dict[str, Fraction]], Fraction]:
    """Chances by playing: per unit, and that somebody is affected."""
    commands = [Activate("C3"), Fire("C3", "C5", mode), *scene.group(("a", *weapons))]
    return played_out(scene, ids, commands)


def played_out(
    scene: Scene, ids: list[str], commands: list[Command]
) -> tuple[dict[str, dict[str, Fraction]], Fraction]:
    """The same for any commands, the last of which rolls."""
    number = {id_: scene.number(id_) for id_ in ids}
    kinds = {id_: scene.game.types[scene.unit(id_).type].kind for id_ in ids}
    hurt = {id_ for id_ in ids if scene.unit(id_).flags & WOUNDED}
    *first, last = commands
    ready = engine.explore(scene.game, scene.state, first).state

    def play(dice: Dice) -> dict[str, str]:
        step = engine.submit(scene.game, ready, last, dice)
        assert isinstance(step, engine.Step)
        found = dict.fromkeys(ids, "none")
        for event in step.events:
            if isinstance(event, ev.Resolved) and event.what == "damage_check":
                for id_ in ids:
                    if event.subject == number[id_]:
                        found[id_] = event.outcome
        for id_, outcome in found.items():
            lost = outcome == "casualties" and kinds[id_] != "squad"
            if lost or (outcome == "wounded" and id_ in hurt):
                found[id_] = "eliminated"
        return found

    chances: dict[str, Counter[str]] = {id_: Counter() for id_ in ids}
    harmed = Fraction(0)
    for chance, found in enumerate_rolls(play):
        for id_, outcome in found.items():
            chances[id_][outcome] += chance  # type: ignore[assignment]
        if any(outcome != "none" for outcome in found.values()):
            harmed += chance
    return {id_: dict(counts) for id_, counts in chances.items()}, harmed  # type: ignore[arg-type]


@pytest.mark.parametrize("name", CASES)
def test_odds_are_what_play_gives(name: str) -> None:
    """5.0, 5.1, 11.1.1: each target's chances and the chance to harm anybody equal the share of the dice."""
    targets = CASES[name]
    scene = Scene(FIRER, *targets)
    ids = [u.id for u in targets]
    odds = fire_odds(
        scene.game, scene.state, [Firer(scene.number("a"))], scene.number("a"), scene.loc("C3"), scene.loc("C5")
    )
    got = {found.unit: found.chances for found in odds.targets}
    wanted, harmed = played(scene, ids)
    assert got == wanted
    assert odds.any == harmed


GUNS = {
    "mortar": WeaponType("gun-mortar", "mortar", "mortar", fp=2, range=9, min_range=2),
    "one": WeaponType("gun-one", "one", "machine_gun", fp=3, range=9, abilities=frozenset({"jams"})),
    "two": WeaponType("gun-two", "two", "machine_gun", fp=1, range=9, abilities=frozenset({"jams"})),
}


@pytest.mark.parametrize(
    ("weapons", "mode"), [(("mortar",), ""), (("one",), ""), (("one", "two"), ""), (("one",), "assault_fire")]
)
def test_odds_with_weapons(weapons: tuple[str, ...], mode: str) -> None:
    """1.6.2#2, 1.6.5#3, 6.1.1#2: two dice of a Mortar, jams on equal dice and Assault Fire are in the odds."""
    firer = U("a", "squad 2-6-4-5", "C3", carries=weapons, abilities=["assault_move"])
    scene = Scene(firer, U("x", "squad 1-5-4-5", "C5"), guns={w: GUNS[w] for w in weapons})
    numbers = [i for i, _ in enumerate(scene.state.weapons)]
    odds = fire_odds(
        scene.game, scene.state, [Firer(0, numbers)], scene.number("a"), scene.loc("C3"), scene.loc("C5"), mode
    )
    wanted, harmed = played(scene, ["x"], weapons, mode)
    assert {t.unit: t.chances for t in odds.targets} == wanted
    assert odds.any == harmed


@pytest.mark.parametrize("kind", ["sniper", "marksman"])
def test_odds_of_a_shot(kind: str) -> None:
    """11.4#8, 11.4#9, 11.12#1: two dice against one unit of the hex, at random; a Leader there helps him."""
    targets = [U("x", "squad 1-5-4-7", "C5"), U("y", "leader 6-2-6", "C5"), U("z", "half_squad 1-4-4-8", "C5")]
    scene = Scene(
        U("a", f"{kind} 1-9-0-7", "C3"), *targets, hexes={"C5": "light_woods"}, markers=[("spotted", "C5", 1)]
    )
    shot = Shot(side=0, unit=0, leader=NOBODY, origin=scene.loc("C3"), at=scene.loc("C5"))
    odds = shot_odds(scene.game, scene.state, shot)
    wanted, harmed = played_out(scene, ["x", "y", "z"], [Activate("C3"), FireAlone("a", "C5")])
    assert {t.unit: t.chances for t in odds.targets} == wanted
    assert odds.any == harmed


def test_damage_die() -> None:
    """5.1: a Damage Check is one die of six sides."""
    assert DAMAGE_DIE == 6


@pytest.mark.parametrize(
    ("what", "words", "lm"), [("squad", (), 0), ("leader 6-2-6", (), 2), ("leader 6-2-6", ("shaken",), 0)]
)
def test_who_helps_in_odds(what: str, words: tuple[str, ...], lm: int) -> None:
    """11.1.1, 5.0: only a Good Order Leader helps others; an attack that is not ahead leaves everybody unharmed."""
    s = Scene(U("a", "squad", "C3"), U("x", what, "C5", *words))
    aim = Aim(s.game, s.state, 1, Tally("fire"), Tally("defence"), (1,))
    assert aim.lm == lm
    assert [dict(aim.results(ahead, {})) for ahead in (-1, 0)] == [{"none": 6}, {"none": 6}]


def test_jammed_weapon_against_cover() -> None:
    """1.6.2, 5.5: on equal dice the gun does not count, but the cover still does."""
    gun = WeaponType("gun-g", "g", "machine_gun", fp=3, range=9, abilities=frozenset({"jams"}))
    s = Scene(
        U("a", "squad 1-6-4-5", "C3", carries=["g"]), U("x", "squad", "C6"), guns={"g": gun},
        hexes={"C6": "light_woods"},
    )  # fmt: skip
    (found,) = fire_odds(s.game, s.state, [Firer(0, (0,))], 0, s.loc("C3"), s.loc("C6")).targets
    assert found.hit == Fraction(24, 36)


def test_hidden_leaders_help() -> None:
    """11.1.1, 6.4: a Leader who is no target himself, being hidden, helps the others of his hex."""
    chances = []
    for leader in ("leader 6-2-6", "leader 6-0-6"):
        s = Scene(
            U("a", "squad 3-6-4-5", "C4"), U("x", "squad 1-5-4-4", "C5"), U("y", leader, "C5", "stealth"),
            hexes={"C5": "light_woods"},
        )  # fmt: skip
        odds = fire_odds(s.game, s.state, [Firer(0)], 0, s.loc("C4"), s.loc("C5"))
        chances.append({t.unit: t.chances["none"] for t in odds.targets})
    assert [list(c) for c in chances] == [["x"], ["x"]]
    assert chances[0]["x"] > chances[1]["x"]
