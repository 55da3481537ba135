"""What cards and log say of a roll is what the engine decides, for every kind of roll in the rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from lnlt.core import engine, events
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.core.tally import Refusal
from lnlt.server.odds import card
from lnlt.server.shapes import Card, Roll, Sum
from lnlt.server.story import cards
from lnlt.situations.runner import run_file
from lnlt.table.chances import Preview
from lnlt.table.previews import preview
from lnlt.words import event_text, log_text

ROOT = Path(__file__).parents[2]
SITUATIONS = ROOT / "tests" / "situations"

DECIDES: dict[str, set[str]] = {
    "armor": {"penetration", "barricade"},
    "attack": {"fire", "overrun", "close_assault", "mines", "barricade"},
    "bailout": {"bailout"},
    "crew": {"crew"},
    "damage check": {"damage_check"},
    "defence": {"fire", "overrun", "close_assault", "mines", "barricade"},
    "hero creation": set(),
    "initiative": set(),
    "melee": {"melee"},
    "mines table": {"mines"},
    "morale check": {"morale_check", "morale", "heal"},
    "penetration": {"penetration", "barricade"},
    "rally": {"rally", "fight_or_die"},
    "random": {
        "extinguish", "fire_intensity", "fire_spreading", "fire_start", "hull_down", "repair", "rubbling",
    },
    "scatter": {"scatter"},
    "smoke": {"smoke"},
    "spot": {"spot"},
    "starshell": {"starshell"},
    "to hit": {"to_hit", "barricade"},
}  # fmt: skip
"""Outcomes that rolls for a purpose decide; those without any are told by themselves."""

PASSED: dict[str, set[str]] = {
    "damage_check": {"none"},
    "extinguish": {"out"},
    "fight_or_die": {"rallied"},
    "fire_start": {"burns"},
    "heal": {"healed", "rallied"},
    "hull_down": {"covered"},
    "melee": {"eliminated"},
    "morale": {"passed"},
    "morale_check": {"passed"},
    "rally": {"rallied"},
    "rubbling": {"drives_on"},
    "smoke": {"smoke"},
    "spot": {"spotted"},
    "starshell": {"light"},
    "to_hit": {"hit"},
}
"""Outcomes of rolls against a number that are good for whoever rolled."""
BEATEN: dict[str, set[str]] = {
    "barricade": {"destroyed"},
    "close_assault": {"destroyed"},
    "fire": {"damage_check"},
    "mines": {"shaken", "shaken_immobilized", "destroyed"},
    "overrun": {"damage_check"},
    "penetration": {"destroyed"},
}
"""Outcomes of a die and a sum against a die and a sum in which the attack has won."""
WITHOUT_NUMBER = {"bailout", "crew", "fire_intensity", "fire_spreading", "melee_lost", "repair", "scatter"}
"""Outcomes that no number on a card decides."""
SAID = {
    "damage_check": {"none": "holds", "shaken": "Shaken", "damaged": "Damaged"},
    "extinguish": {"out": "put out", "failed": "burns on"},
    "fight_or_die": {"rallied": "rallied", "casualties": "casualties", "wounded": "wounded"},
    "fire_start": {"burns": "it catches fire", "none": "does not catch fire"},
    "heal": {"healed": "is healed", "rallied": "is rallied", "failed": "not helped"},
    "hull_down": {"covered": ": Hull Down", "failed": "no Hull Down"},
    "melee": {"eliminated": "eliminated", "none": "no effect"},
    "morale": {"passed": "passed", "failed": "failed"},
    "morale_check": {"passed": "passed", "failed": "failed"},
    "rally": {"rallied": "rallied", "failed": "still Shaken"},
    "rubbling": {"drives_on": "drives through", "abandoned": "stuck"},
    "smoke": {"smoke": "Smoke is laid", "failed": "no Smoke"},
    "spot": {"spotted": ": spotted", "failed": "nothing spotted"},
    "starshell": {"light": "lights", "failed": "no Starshell"},
    "to_hit": {"hit": ": hit", "missed": "missed", "disturbed": "disturbed"},
    "barricade": {"missed": "missed", "none": "stands", "destroyed": "destroyed"},
    "close_assault": {"destroyed": "destroyed", "none": "does not beat"},
    "fire": {"none": "no effect", "damage_check": "Damage Check"},
    "mines": {"shaken": "Shaken", "shaken_immobilized": "Immobilized", "destroyed": "destroyed"},
    "overrun": {"none": "no effect", "damage_check": "Damage Check"},
    "penetration": {"destroyed": "destroyed", "dud": "dud", "equal": "just holds", "less": "does not beat"},
}
"""Words by which the result of an outcome is known."""
UNSEEN = {"damage_check": {"abandoned", "casualties", "destroyed", "eliminated", "wounded"}, "mines": {"none"}}
"""Outcomes whose words need no look here."""

ONE_DIE = {"damage_check", "extinguish", "hull_down", "smoke", "spot", "starshell"}
"""What is rolled for with one die against a number; the rest with two."""

SCENES = (
    "ch01/repair", "ch05/hero-in-melee", "ch05/lost-is-not-good-order", "ch07/smoke-and-double-time",
    "ch07/smoke-first", "ch10/R10.1.1-ex1", "ch10/extinguish", "ch10/fire-climbs", "ch10/fire-melee",
    "ch11/R11.10-ex1a", "ch11/R11.3-ex1", "ch11/R11.4-ex3", "ch11/nurse-just-rallied", "ch14/R14.1-rt1",
    "ch14/R14.1-rt2", "ch14/R14.1.2-rt1", "ch14/R14.3-switched", "ch14/R14.4-riders", "ch15/R15.1.2-rt1",
    "ch15/R15.10-rt1", "ch15/R15.10-rt2", "ch15/R15.7-rt1", "ch16/R16.3-rt1", "ch16/treated-aboard",
    "ch18/mission-kept", "ch19/R19.1.2-ex3b", "ch19/R19.2.11-ex05", "ch19/R19.2.3-ex2c", "ch19/bombs-burn",
    "ch19/damaged", "ch19/down-into-fire", "ch21/R21.4.1-rt1b", "ch21/barricade-arms", "ch21/bunker-overrun",
    "ch22/event-check-riders", "ch23/bombs-of-two", "ch23/claymore-one-pass", "format/letters-and-sides",
    "format/starshell-by-default", "format/works-by-other-words",
)  # fmt: skip
"""Situations in which, together, every kind of roll falls both ways."""

Seen = tuple[Game, State, engine.Step]


@pytest.fixture(scope="module")
def played() -> list[Seen]:
    """Every step with dice of the scenes: the game, the position before, and what happened."""
    found: list[Seen] = []
    carry_out = engine._carry_out

    def note(game: Game, state: State, *rest: object) -> engine.Step:
        step = carry_out(game, state, *rest)  # type: ignore[arg-type]
        if any(isinstance(event, events.Rolled) for event in step.events):
            found.append((game, state, step))
        return step

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "_carry_out", note)
        for scene in SCENES:
            run_file(SITUATIONS / f"{scene}.toml")
    return found


@pytest.fixture(scope="module")
def orders() -> list[tuple[Game, State, Command]]:
    """Every command of the scenes that comes to dice, with the position it is given in."""
    found: list[tuple[Game, State, Command]] = []
    submit = engine.submit

    def note(game: Game, state: State, command: Command, *rest: object) -> engine.Step | Refusal:
        step = submit(game, state, command, *rest)  # type: ignore[arg-type]
        if isinstance(step, engine.Step) and any(isinstance(event, events.Rolled) for event in step.events):
            found.append((game, state, command))
        return step

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "submit", note)
        for scene in SCENES:
            run_file(SITUATIONS / f"{scene}.toml")
    return found


def needed(shown: Sum) -> str:
    """What the client writes beside a sum."""
    strings = (ROOT / "web" / "src" / "strings" / "en.ts").read_text(encoding="utf-8")
    template = re.search(r'"card\.need": "(.*)"', strings)
    assert template is not None
    return template[1].format(need=shown.need) if shown.need else ""


def holds(said: str, dice: tuple[int, ...], more: int) -> bool:
    """Whether dice do what a sentence says is needed.

    >>> holds("needs 8 or more", (3, 4), 1), holds("needs 8 or less, a 2 always does it", (1, 1), 9)
    (True, True)
    """
    need = re.search(r"(\d+) or (less|more)", said)
    assert need is not None, said
    for die, word in re.findall(r"a (\d+) always (does it|fails)", said):
        if sum(dice) == int(die):
            return bool(word == "does it")
    total = sum(dice) + more
    return total <= int(need[1]) if need[2] == "less" else total >= int(need[1])


def pairs(step: Seen) -> Iterator[tuple[events.Resolved, Roll, list[tuple[int, ...]], Card]]:
    """Outcomes of a step with their roll on a card, the dice that fell since the one before, and the card."""
    game, before, made = step
    shown = [(roll, whole) for whole in cards(game, before, made.state, made.events) for roll in whole.rolls]
    fell: list[tuple[int, ...]] = []
    for event in made.events:
        if isinstance(event, events.Rolled):
            fell.append(event.faces)
        elif isinstance(event, events.Resolved) and shown and shown[0][0].what == event.what:
            roll, whole = shown.pop(0)
            yield event, roll, fell, whole
    assert not shown


def calls(name: str) -> Iterator[ast.Call]:
    """Every call of a method or function of this name in the code of the rules."""
    for folder in ("rules", "traits"):
        for path in sorted((ROOT / "src" / "lnlt" / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and name in (
                    getattr(node.func, "attr", ""),
                    getattr(node.func, "id", ""),
                ):
                    yield node


def labels(name: str, position: int) -> set[str]:
    """The texts that stand at a position of all calls of a name; a call in which it is no text is an error."""
    found = set()
    for call in calls(name):
        argument = call.args[position]
        if not isinstance(argument, ast.Constant):
            assert ast.unparse(argument) == "what", f"a label that is not written out: {ast.unparse(call)}"
            continue
        found.add(str(argument.value))
    return found


def test_every_purpose_of_a_roll_is_known_here() -> None:
    """A new purpose of a die, or a new outcome, has to be entered in the tables above."""
    assert labels("roll", 1) == set(DECIDES)
    outcomes = labels("Resolved", 0) | labels("compare", 1)
    assert outcomes == set(PASSED) | set(BEATEN) | WITHOUT_NUMBER
    assert set().union(*DECIDES.values()) == outcomes - {"melee_lost"}


def test_the_scenes_roll_everything(played: list[Seen]) -> None:
    """In the scenes every purpose is rolled, and every outcome that a number decides falls both ways."""
    rolled = {e.purpose for *_, step in played for e in step.events if isinstance(e, events.Rolled)}
    assert rolled == set(DECIDES)
    found = [e for *_, step in played for e in step.events if isinstance(e, events.Resolved)]
    assert {e.what for e in found} == set(PASSED) | set(BEATEN) | WITHOUT_NUMBER
    for what, good in (PASSED | BEATEN).items():
        ways = {e.outcome in good for e in found if e.what == what}
        assert ways == ({True} if what in ("morale", "extinguish") else {True, False}), what


def test_cards_say_what_the_engine_decides(played: list[Seen]) -> None:
    """What a card says is needed, applied to the dice it shows, is the result it shows and the engine's outcome."""
    compared = set()
    for step in played:
        for event, roll, fell, _ in pairs(step):
            told = f"{event.what} {event.outcome}: {roll}"
            for shown in roll.sums:
                dice = shown.dice
                assert not dice or any(set(dice) <= set(faces) for faces in fell), f"other dice: {told}"
            numbers = [shown for shown in roll.sums if needed(shown)]
            assert len(numbers) <= 1, f"said twice: {told}"
            if event.outcome in ("disturbed", "missed") and event.what in ("to_hit", "barricade"):
                continue
            if numbers:
                (shown,) = numbers
                assert shown.dice, f"no dice: {told}"
                good = holds(needed(shown), shown.dice, int(shown.total))
                assert good == (event.outcome in PASSED[event.what]), told
                compared.add(event.what)
            elif event.what in BEATEN and len(roll.sums) == 2:
                attack, defence = (sum(s.dice) + int(s.total) for s in roll.sums)
                assert all(s.dice for s in roll.sums), f"no dice: {told}"
                special = event.what in ("penetration", "barricade") and {6, 1} == {s.dice[0] for s in roll.sums}
                if not special and not (event.what == "mines" and event.outcome == "none"):
                    assert (attack > defence) == (event.outcome in BEATEN[event.what]), told
                compared.add(event.what)
    assert compared == (set(PASSED) | set(BEATEN))


def test_a_miss_shows_dice_that_miss(played: list[Seen]) -> None:
    """A shot that misses, at a man or a Barricade, shows a to-hit roll that is not good; a disturbed missile apart."""
    seen = set()
    for step in played:
        for event, roll, _, _ in pairs(step):
            if event.outcome == "missed":
                (shown,) = roll.sums
                assert not holds(needed(shown), shown.dice, int(shown.total)), roll
                seen.add(event.what)
    assert seen == {"to_hit", "barricade"}


def test_results_name_the_outcome(played: list[Seen]) -> None:
    """The words under the dice are those of the outcome, and of no other."""
    for step in played:
        for event, roll, _, _ in pairs(step):
            words = SAID.get(event.what, {})
            if event.outcome in UNSEEN.get(event.what, ()) or event.what in WITHOUT_NUMBER or not event.tallies:
                continue
            assert words[event.outcome] in roll.result, (event.outcome, roll.result)


def test_lines_of_the_log_say_what_the_engine_decides(played: list[Seen]) -> None:
    """What a line says was needed, or beats what, or is against which Morale, agrees with dice, sums and outcome."""
    compared = set()
    for game, _, step in played:
        for event in step.events:
            if not isinstance(event, events.Resolved) or event.what in WITHOUT_NUMBER or not event.tallies:
                continue
            said, tally = event_text(game, step.state, event) or "", event.tallies[-1]
            if event.what in BEATEN and len(event.tallies) == 2:
                sums = [sum(dice) + part.total for dice, part in zip(event.dice, event.tallies, strict=True)]
                verb = re.search(r"(not beat|beats?|equals|against a) ", said)
                assert verb is not None, said
                if verb[1] == "against a":
                    assert {die for dice in event.dice for die in dice} == {1, 6}, said
                    continue
                assert {"not beat": sums[0] <= sums[1], "equals": sums[0] == sums[1]}.get(verb[1], sums[0] > sums[1])
                assert all(re.search(rf"\b{total}\b", said) for total in sums), said
            elif "was needed" in said:
                natural = sum(event.dice[-1])
                good = event.outcome in PASSED.get(event.what, ())
                assert holds(said, event.dice[-1], tally.total) == good or "pair" in said, said
                assert f"{natural + tally.total}, " in said, said
            elif event.outcome != "disturbed":
                assert f"{sum(event.dice[-1]) + tally.total} against Morale {tally.need}" in said, said
            compared.add(event.what)
    assert compared == set(PASSED) | set(BEATEN)


def test_odds_are_those_of_what_is_said_to_be_needed(orders: list[tuple[Game, State, Command]]) -> None:
    """The chance on a card before the dice is the share of the dice that do what the card says is needed."""
    counted: set[str] = set()
    for game, state, command in orders:
        found = preview(game, state, [command], limit=300)
        if not isinstance(found, Preview) or {roll.what for roll in found.rolls} <= counted:
            continue
        shown = {(roll.what, roll.name): roll for roll in card(game, state, found).rolls}
        for roll, told in zip(found.rolls, shown.values(), strict=False):
            numbers = [one for one in told.sums if needed(one)]
            if roll.varies or not numbers or roll.happens.value != 1 or roll.what != told.what:
                continue
            faces = (1, 2, 3, 4, 5, 6)
            ways = [(one,) for one in faces] if roll.what in ONE_DIE else list(product(faces, repeat=2))
            good = sum(holds(needed(numbers[0]), dice, int(numbers[0].total)) for dice in ways)
            chance = sum(roll.chances[key].fraction for key in roll.chances if key in PASSED[roll.what])
            assert chance == Fraction(good, len(ways)), (roll, told)
            counted.add(roll.what)
    assert {"spot", "smoke", "rally", "melee", "extinguish", "starshell", "to_hit", "heal"} <= counted


def test_a_melee_names_both_sides(played: list[Seen]) -> None:
    """Card and log say who attacks whom, and what was needed, once."""
    named = 0
    for game, before, step in played:
        for event, roll, _, shown_on in pairs((game, before, step)):
            if event.what != "melee":
                continue
            assert shown_on.title.startswith("Melee in ")
            for unit in (*event.by, *event.targets):
                assert before.units[unit].id in roll.name
            assert sum(bool(needed(shown)) for shown in roll.sums) == 1
            assert "needed" not in roll.result
            lines = [line for line in log_text(game, before, step.state, step.events) if line.startswith("Melee in")]
            assert any(f"{roll.name}: " in line and " or more was needed: " in line for line in lines), lines
            named += 1
    assert named >= 2
