"""Dice: seeded, scripted, recorded, enumerating."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lnlt.core.dice import (
    NO_DICE,
    SEEDED,
    Dice,
    DiceError,
    DiceNeeded,
    RecordedDice,
    ScriptedDice,
    all_faces,
    enumerate_rolls,
    seed_state,
)


def many(seed: int, count: int, sides: int) -> list[int]:
    """A long row of single rolls."""
    rng, found = seed_state(seed), []
    for _ in range(count):
        (face,), rng = SEEDED.roll(rng, 1, sides, "test")
        found.append(face)
    return found


@pytest.mark.parametrize("sides", [6, 8])
def test_faces_are_uniform(sides: int) -> None:
    """1.2#1: every face of a die comes up equally often: chi-square far below what chance gives once in 10,000."""
    found = Counter(many(1, 12_000, sides))
    expected = 12_000 / sides
    assert set(found) == set(range(1, sides + 1))
    assert sum((n - expected) ** 2 / expected for n in found.values()) < 30


def test_pairs_are_independent() -> None:
    """1.2#1: all 36 pairs of 2d6 come up about equally often."""
    rng, found = seed_state(7), Counter[tuple[int, ...]]()
    for _ in range(18_000):
        faces, rng = SEEDED.roll(rng, 2, 6, "test")
        found[faces] += 1
    assert len(found) == 36
    assert sum((n - 500) ** 2 / 500 for n in found.values()) < 80


@given(st.integers(0, 1 << 200))
def test_same_seed_same_dice(seed: int) -> None:
    """A generator state decides its rolls; using it leaves it usable again."""
    rng = seed_state(seed)
    assert 0 <= rng < 1 << 64
    assert SEEDED.roll(rng, 5, 6, "a") == SEEDED.roll(rng, 5, 6, "b")


def test_two_dice_are_one_after_the_other() -> None:
    """Rolling two dice at once or one by one gives the same faces."""
    rng = seed_state("abc")
    both, end = SEEDED.roll(rng, 2, 6, "x")
    (one,), middle = SEEDED.roll(rng, 1, 6, "x")
    (two,), last = SEEDED.roll(middle, 1, 6, "x")
    assert (both, end) == ((one, two), last)


def test_neighbouring_seeds_differ() -> None:
    """Seeds that differ by one give unrelated first rolls."""
    firsts = [SEEDED.roll(seed_state(s), 8, 6, "x")[0] for s in range(200)]
    assert len(set(firsts)) == 200


def test_seeded_draw() -> None:
    """A draw gives every item sometimes."""
    rng, found = seed_state(3), set()
    for _ in range(60):
        position, rng = SEEDED.draw(rng, ("a", "b", "c"), "x")
        found.add(position)
    assert found == {0, 1, 2}


def test_no_dice() -> None:
    """An exploration that comes to a die learns what it is for."""
    with pytest.raises(DiceNeeded) as roll:
        NO_DICE.roll(0, 1, 6, "attack")
    with pytest.raises(DiceNeeded):
        NO_DICE.draw(0, ("a",), "hero")
    assert roll.value.purpose == "attack"


def test_script_in_order() -> None:
    """Scripted dice come in order, leave the generator alone, and are then used up."""
    dice = ScriptedDice([("attack", (3,)), ("hero", "b"), ("rally", (2, 5))])
    assert dice.roll(9, 1, 6, "attack") == ((3,), 9)
    assert dice.draw(9, ("a", "b"), "hero") == (1, 9)
    assert dice.roll(9, 2, 6, "rally") == ((2, 5), 9)
    dice.finish()


@pytest.mark.parametrize(
    ("script", "purpose", "message"),
    [
        ([], "attack", "no die left"),
        ([("rally", (3,))], "attack", "scripted for 'rally'"),
        ([("attack", (3, 4))], "attack", "is no roll of 1d6"),
        ([("attack", (7,))], "attack", "is no roll of 1d6"),
        ([("attack", (0,))], "attack", "is no roll of 1d6"),
        ([("attack", "hero")], "attack", "is no roll of 1d6"),
    ],
)
def test_script_errors(script: list[tuple[str, object]], purpose: str, message: str) -> None:
    """Missing dice, wrong purposes, counts and faces are errors that say what is wrong."""
    with pytest.raises(DiceError, match=message):
        ScriptedDice(script).roll(0, 1, 6, purpose)  # type: ignore[arg-type]


def test_script_left_over() -> None:
    """Dice left over are an error as well."""
    with pytest.raises(DiceError, match="left over"):
        ScriptedDice([("attack", (3,))]).finish()


def test_script_draw_errors() -> None:
    """A draw of something that is not there is an error."""
    with pytest.raises(DiceError, match="not among"):
        ScriptedDice([("hero", "z")]).draw(0, ("a", "b"), "hero")


def test_eight_sided_dice() -> None:
    """A face of 7 or 8 is a roll of a d8 and none of a d6."""
    assert ScriptedDice([("attack", (8,))]).roll(0, 1, 8, "attack")[0] == (8,)
    assert max(many(5, 300, 8)) == 8


@given(st.integers(0, 1 << 64), st.lists(st.integers(1, 3), max_size=6))
def test_record_moves_the_generator_on(seed: int, counts: list[int]) -> None:
    """Recorded rolls give the same faces and the same generator states as the dice they come from."""
    rng, rolls, states = seed_state(seed), [], []
    for count in counts:
        faces, rng = SEEDED.roll(rng, count, 6, "x")
        rolls.append(faces)
        states.append(rng)
    dice, rng = RecordedDice(rolls), seed_state(seed)
    for count, expected, state in zip(counts, rolls, states, strict=True):
        faces, rng = dice.roll(rng, count, 6, "anything")
        assert (faces, rng) == (expected, state)
    dice.finish()


def test_record_errors() -> None:
    """A record with too few, too many or impossible rolls does not fit."""
    with pytest.raises(DiceError, match="no roll"):
        RecordedDice([]).roll(0, 1, 6, "x")
    with pytest.raises(DiceError, match="too many"):
        RecordedDice([(1,)]).finish()
    with pytest.raises(DiceError, match="no roll of 1d6"):
        RecordedDice([(9,)]).roll(0, 1, 6, "x")
    with pytest.raises(DiceError, match="no draw"):
        RecordedDice([(3,)]).draw(0, ("a",), "x")


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 6), (2, 6), (3, 4), (1, 8)])
def test_all_faces(count: int, sides: int) -> None:
    """Every ordered result is there exactly once."""
    assert sorted(all_faces(count, sides)) == sorted(product(range(1, sides + 1), repeat=count))


def test_enumeration_against_brute_force() -> None:
    """Branches of different depth add up to the odds counted by hand: 1d6, and on a 6 another 1d8."""

    def play(dice: Dice) -> int:
        (one,), _ = dice.roll(0, 1, 6, "one")
        return one if one < 6 else 6 + dice.roll(0, 1, 8, "two")[0][0]

    odds: Counter[int] = Counter()
    for chance, total in enumerate_rolls(play):
        odds[total] += chance  # type: ignore[assignment]
    assert sum(odds.values()) == 1
    assert odds[3] == Fraction(1, 6)
    assert {odds[n] for n in range(7, 15)} == {Fraction(1, 48)}


def test_enumerated_draws() -> None:
    """A draw branches into its items."""
    found = sorted((item, chance) for chance, item in enumerate_rolls(lambda d: d.draw(0, "abcd", "x")[0]))
    assert found == [(n, Fraction(1, 4)) for n in range(4)]
