"""Odds before the dice fall: each kind of roll against chances worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from helpers import (
    Activate,
    AddMover,
    BeginMove,
    Fire,
    FireAlone,
    OpenFire,
    Pass,
    Rally,
    Repair,
    Scene,
    StepTo,
    U,
    UnitType,
    WeaponType,
)
from lnlt import engine
from lnlt.core.flags import JAMMED
from lnlt.core.frames import Command
from lnlt.engine import Preview
from lnlt.rules.ch07_smoke import LaySmoke
from lnlt.rules.ch08_melee.action import FightMelee, WithdrawMelee
from lnlt.rules.ch08_melee.round import AddMeleeTarget, StrikeMelee
from lnlt.rules.ch10_los_spotting.attempts import Spot, SpotAt
from lnlt.rules.ch11_smc.rally_choices import Heal
from lnlt.traits.skills.using import UseSkill
from lnlt.words import english

F = Fraction
BRAWL = (U("a", "squad 3-6-4-5", "C3", "melee"), U("b", "leader 6-1-6", "C3", "melee"))
FOES = (U("x", "squad 2-5-4-4", "C3", "melee"), U("y", "squad 2-5-4-4", "C3", "melee"))


def look(scene: Scene, *commands: Command, **options: object) -> Preview:
    """A preview that must be one."""
    found = engine.preview(scene.game, scene.state, commands, **options)  # type: ignore[arg-type]
    assert isinstance(found, Preview), found
    return found


def chances(found: Preview, what: str, subject: str = "") -> dict[str, Fraction]:
    """Chances of the only roll of a kind."""
    (roll,) = [r for r in found.rolls if r.what == what and r.subject == subject]
    assert sum(c.fraction for c in roll.chances.values()) == roll.happens.fraction
    return {name: chance.fraction for name, chance in roll.chances.items()}


def fates(found: Preview) -> dict[str, dict[str, Fraction]]:
    """What becomes of whom."""
    return {f.unit: {name: chance.fraction for name, chance in f.chances.items()} for f in found.fates}


def test_fire_by_hand() -> None:
    """5.0, 5.1: firepower 2 on a Squad with Morale 5 in the open: of 216 dice 112 spare it, 84 shake, 20 reduce it."""
    scene = Scene(U("a", "squad 2-6-4-5", "C3"), U("x", "squad 1-5-4-5", "C5"))
    found = look(scene, Activate("C3"), Fire("C3", "C5"))
    assert (found.kind, found.rule, found.side, found.exact) == ("fire", "5.0", 0, True)
    assert found.commands[-1] == OpenFire("a")
    (roll,) = found.rolls
    assert (roll.subject, roll.at, roll.totals) == ("x", "C5", (2, 0))
    assert [(m.value, m.why, m.rule) for m in roll.tallies[0].items] == [(2, "ifp", "5.0")]
    assert chances(found, "fire", "x") == {"damage_check": F(26, 36), "none": F(10, 36)}
    hurt = {"none": F(112, 216), "shaken": F(84, 216), "casualties": F(20, 216)}
    assert fates(found) == {"x": hurt, "new hero": {"created": F(26, 36) / 12, "none": 1 - F(26, 36) / 12}}
    assert found.any.fraction == F(104, 216)


def test_sniper_by_hand() -> None:
    """11.4, 5.1: one of two Squads (Morale 5) at random, two dice and the sum against one die and the cover."""
    scene = Scene(U("s", "sniper 0-8-0-6", "C3"), U("x", "squad", "C5"), U("y", "squad", "C5"))
    found = look(scene, Activate("C3"), FireAlone("s", "C5"))
    assert (found.kind, found.rule, found.rolls[0].totals) == ("fire", "11.4", (0, 0))
    ahead = [a + b - d for a in range(1, 7) for b in range(1, 7) for d in range(1, 7)]
    hit = F(sum(lead > 0 for lead in ahead), 216)
    harm = F(sum(lead + check > 5 for lead in ahead if lead > 0 for check in range(1, 7)), 216 * 6)
    assert chances(found, "fire", "x") == {"none": 1 - hit / 2, "damage_check": hit / 2}
    assert found.any.fraction == harm
    happens = {u: 1 - f["none"] for u, f in fates(found).items()}
    assert happens == {"x": harm / 2, "y": harm / 2, "new hero": hit / 12}


@pytest.mark.parametrize(("srp", "chance"), [(False, F(15, 36)), (True, F(1, 6))])
def test_rally_by_hand(srp: bool, chance: Fraction) -> None:
    """3.0, 3.1: Morale 5 with a Leader's 1 needs six or less on two dice; a pair is one in six."""
    unit = U("a", "squad", "C3", "shaken", abilities=["srp"])
    scene = Scene(unit, U("b", "leader 6-1-6", "C3"), U("x", "squad", "H8"), phase="rally")
    found = look(scene, Rally("a", srp))
    assert (found.kind, found.rule) == ("rally", "3.0")
    assert chances(found, "rally", "a")["rallied"] == chance == found.any.fraction
    assert fates(found) == {"a": {"rallied": chance, "none": 1 - chance}}


def test_healing_by_hand() -> None:
    """11.3: a Medic with Morale 6 in the open passes with six or less."""
    scene = Scene(
        U("m", "medic 0-0-6-6", "C3"), U("l", "leader 6-1-6", "C3", "wounded"), U("x", "squad", "H8"), phase="rally"
    )
    found = look(scene, Heal("m", "l"))
    assert (found.kind, chances(found, "heal", "l")) == ("heal", {"failed": F(21, 36), "healed": F(15, 36)})
    assert fates(found)["l"]["healed"] == F(15, 36)


def test_repair_by_hand() -> None:
    """1.6.2: a jam is cleared by everything but a one."""
    gun = WeaponType("gun-g", "g", "machine_gun", fp=1, range=9, abilities=frozenset({"jams"}))
    scene = Scene(U("a", "squad", "C3", carries=["g"]), U("x", "squad", "C5"), guns={"g": gun}, phase="rally")
    scene.state = replace(scene.state, weapons=(replace(scene.state.weapons[0], flags=JAMMED),))
    found = look(scene, Repair("a", "g"))
    assert (found.kind, found.rule) == ("repair", "1.6.2")
    assert chances(found, "repair", "a") == {"repaired": F(5, 6), "broken": F(1, 6)}


def test_spotting_and_smoke_by_hand() -> None:
    """10.1.1, 7.0: two or less into blocking terrain, two or less for Smoke: one in three each."""
    scene = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), hexes={"C6": "forest"})
    found = look(scene, Spot("a"), SpotAt("C6"))
    assert (found.kind, found.rule) == ("spot", "10.1.1")
    assert chances(found, "spot", "a") == {"failed": F(4, 6), "spotted": F(2, 6)}
    assert found.any.fraction == F(1, 3)
    assert look(scene, Spot("a")).commands == (Spot("a"), SpotAt("C6"))
    smoke = look(scene, Activate("C3"), LaySmoke("a", "C4"))
    assert (smoke.kind, smoke.rule, chances(smoke, "smoke", "a")["smoke"]) == ("smoke", "7.0", F(1, 3))


def test_melee_by_hand() -> None:
    """8.0: 3 against 4 is 1:1, with a Leader's 1 seven kills (21 of 36); the answer, 4 to 3 at 3:2, needs seven too."""
    scene = Scene(*BRAWL, *FOES, markers=[("melee", "C3", 0)], turn=2)
    order = [Activate("C3"), FightMelee("C3"), AddMeleeTarget("x"), AddMeleeTarget("y"), StrikeMelee()]
    for commands in (order, order[:2]):
        found = look(scene, *commands)
        assert found.commands == tuple(order)
        assert (found.kind, found.rule, found.open.num) == ("melee", "8.0", 0)
        attack, answer = [r for r in found.rolls if r.what == "melee"]
        assert (attack.side, answer.side) == (0, 1)
        assert attack.totals == (3, 4, 1)
        assert [r.chances["eliminated"].fraction for r in (attack, answer)] == [F(21, 36), F(21, 36)]
        assert {u: f["eliminated"] for u, f in fates(found).items()} == dict.fromkeys("abxy", F(21, 36))
        assert found.any.fraction == F(21, 36)


def test_part_of_a_melee() -> None:
    """8.0: who names one target only is shown that attack, and the whole round is still played to its end."""
    scene = Scene(*BRAWL, *FOES, markers=[("melee", "C3", 0)], turn=2)
    found = look(scene, Activate("C3"), FightMelee("C3"), AddMeleeTarget("x"))
    assert found.commands[-1] == StrikeMelee()
    assert fates(found)["x"]["eliminated"] == found.any.fraction
    assert "y" not in fates(found)


def test_withdrawal_by_hand() -> None:
    """8.1.1, 1.5.1: each checks on his own; who fails fights at once, who passes is asked where he goes."""
    scene = Scene(*BRAWL, *FOES, markers=[("melee", "C3", 0)], turn=2)
    found = look(scene, Activate("C3"), WithdrawMelee("C3"))
    assert (found.kind, found.rule) == ("withdraw", "8.1.1")
    assert chances(found, "morale_check", "b") == {"passed": F(15, 36), "failed": F(21, 36)}
    assert chances(found, "morale_check", "a") == {"passed": F(15, 36), "failed": F(21, 36)}
    assert found.open.fraction == 1 - F(21, 36) ** 2


def test_melee_on_entering() -> None:
    """6.0, 8.0: a step into an enemy hex is shown as the Melee it begins."""
    scene = Scene(U("a", "squad 3-6-4-5", "C3"), U("x", "squad 1-5-4-4", "C4"))
    scene.do(Activate("C3"), BeginMove("C3"), AddMover("a"))
    found = look(scene, StepTo("C4"))
    assert found.kind == "melee"
    assert found.any.fraction == fates(found)["x"]["eliminated"]


def test_skill_by_hand() -> None:
    """12.0: The Ambush rolls one die for who comes; a one brings nobody, who comes is asked for a place."""
    half = UnitType("half", "Half", "half_squad", "us", fp=1, range=4, mf=4, morale=5)
    scene = Scene(
        U("h", "hero", "C3", skills=["the_ambush"]),
        U("a", "squad", "A8", reduces_to=["half"]),
        U("x", "squad", "C4"),
        types=[half],
    )
    found = look(scene, UseSkill("h", "the_ambush"))
    assert (found.kind, found.rule) == ("skill", "12.0")
    assert chances(found, "random", "h") == {str(face): F(1, 6) for face in range(1, 7)}
    assert found.open.fraction == F(5, 6)


def test_initiative_by_hand() -> None:
    """3.0: the pass that ends a turn is shown as the roll for the next initiative: who has it keeps it on a tie."""
    scene = Scene(U("a", "squad", "C3"), U("x", "squad", "H8"), pause=False).do(Pass(), Pass())
    found = look(scene, Pass())
    assert found.kind == "initiative"
    assert chances(found, "initiative") == {"us": F(21, 36), "de": F(15, 36)}


def test_secrets_stay_secret() -> None:
    """1.8: a step that triggers an Event says that a paragraph will be read, and nothing of what it does."""
    game = engine.load("the-weapons-cache")
    found = []
    for seed in range(6):
        rng, state = Random(seed), engine.begin(game, seed=seed).state
        for _ in range(150):
            options = engine.options(game, state)
            if not options:
                break
            for command in options:
                if isinstance(command, StepTo):
                    told = engine.preview(game, state, [command])
                    if isinstance(told, Preview) and told.secret.num:
                        found.append(told)
            state = engine.submit(game, state, rng.choice(options)).state  # type: ignore[union-attr]
    assert found
    for told in found:
        assert (told.kind, told.rule, told.rolls, told.fates) == ("paragraph", "1.8", (), ())


def test_refused_and_diceless() -> None:
    """What is not allowed gives its refusal, what rolls nothing gives nothing."""
    scene = Scene(U("a", "squad 2-6-4-5", "C3"), U("x", "squad", "C5"))
    refused = engine.preview(scene.game, scene.state, [Activate("C3"), Fire("C3", "C8")])
    assert isinstance(refused, engine.Refusal)
    assert refused.rule == "5.0"
    assert engine.preview(scene.game, scene.state, [Activate("C3")]) is None
    assert engine.preview(scene.game, scene.state, []) is None


def test_json() -> None:
    """A preview is JSON as it stands; a chance is numerator, denominator and decimal."""
    scene = Scene(U("a", "squad 2-6-4-5", "C3"), U("x", "squad 1-5-4-5", "C5"))
    told = msgspec.json.decode(msgspec.json.encode(look(scene, Activate("C3"), Fire("C3", "C5"))))
    assert told["any"] == [13, 27, 13 / 27]
    assert told["rolls"][0]["tallies"][0]["base"][0]["rule"] == "5.0"
    assert told["commands"][0] == {"do": "activate", "at": "C3"}


def test_bounded() -> None:
    """What takes too many cases says so: the first rolls are exact, the rest is counted as left."""
    scene = Scene(U("a", "squad 9-6-4-5", "C3"), *(U(i, "squad", "C5") for i in ("x", "y", "z")))
    found = look(scene, Activate("C3"), Fire("C3", "C5"), limit=200, counted=False)
    assert not found.exact
    assert 0 < found.left.fraction <= 1
    for fate in found.fates:
        assert sum(c.fraction for c in fate.chances.values()) == 1 - found.left.fraction
    assert chances(found, "fire", "x") == {"damage_check": F(1)}
    assert found.branches < 600


def test_every_roll_has_a_name() -> None:
    """Everything the rules resolve has a name for those who list odds."""
    for key in english.OUTCOMES:
        what, dot, outcome = key.partition(".")
        assert not dot or outcome not in english.RESULTS or what in english.ROLLS, key
