"""Intervals and strengths against values that are known."""

from __future__ import annotations

import math

import pytest

from lnlt.sim.stats import ELO, PRIOR_GAMES, Z, elo, games_for, spread, wilson
from lnlt.sim.summary import correlation


@pytest.mark.parametrize(
    ("successes", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_has_the_published_values(successes: int, games: int, low: float, high: float) -> None:
    """The four rates every comparison of such intervals uses come out to four places."""
    found = wilson(successes, games)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_wilson_is_symmetric_and_narrows() -> None:
    """Losses mirror wins, draws count half, more games say more, no games say nothing."""
    for made, games in ((3, 10), (0, 7), (12.5, 40)):
        one, two = wilson(made, games), wilson(games - made, games)
        assert (one.low, one.high) == pytest.approx((1 - two.high, 1 - two.low))
        assert one.low <= made / games <= one.high
    assert wilson(50, 100).half > wilson(500, 1000).half
    assert wilson(0, 0) == (0.5, 0.0, 1.0)
    assert wilson(192.5, 385).half <= 0.05 < wilson(190, 380).half + 0.001
    assert games_for(0.05) == 385


def test_spread_of_known_values() -> None:
    """Average, its interval and the middle 80 % of 0 … 10."""
    found = spread([float(x) for x in range(11)])
    assert (found.mean, found.tenth, found.ninetieth) == (5.0, 1.0, 9.0)
    assert found.high - found.mean == pytest.approx(Z * math.sqrt(11 / 11))
    assert spread([]) == (0.0, 0.0, 0.0, 0.0, 0.0)


def test_correlation() -> None:
    """Perfect, opposite, and none where nothing varies."""
    assert correlation([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert correlation([1, 1, 1], [3, 2, 1]) == 0


def exact(points: float, games: int) -> tuple[float, float]:
    """Strength of one pairing and its error, worked out by hand."""
    n = games + PRIOR_GAMES
    p = (points + PRIOR_GAMES / 2) / n
    return ELO * math.log(p / (1 - p)), ELO * Z / math.sqrt(n * p * (1 - p))


def test_elo_of_one_pairing() -> None:
    """A score of three quarters is worth 400 log10(3) points; its error is that of the log-odds."""
    found = elo({("a", "b"): (750_000, 1_000_000)}, "b")
    assert found["a"].points == pytest.approx(400 * math.log10(3), abs=0.01)
    small = elo({("a", "b"): (75, 100)}, "b")["a"]
    points, half = exact(75, 100)
    assert small.points == pytest.approx(points)
    assert (small.low, small.high) == pytest.approx((points - half, points + half))


def test_elo_adds_up_along_a_chain() -> None:
    """With neighbours only, differences add and so do their variances."""
    found = elo({("b", "a"): (80, 100), ("c", "b"): (65, 100), ("d", "c"): (60, 100)}, "a")
    steps = [exact(80, 100), exact(65, 100), exact(60, 100)]
    assert found["d"].points == pytest.approx(sum(p for p, _ in steps))
    assert found["d"].high - found["d"].points == pytest.approx(math.hypot(*(h for _, h in steps)))
    assert list(found) == ["b", "a", "c", "d"]


def test_elo_finds_known_strengths() -> None:
    """From scores that strengths bring about, everybody against everybody, the strengths come back."""
    true = {"a": 0.0, "b": 120.0, "c": -75.0, "d": 310.0}
    games = 10_000_000
    scores = {
        (x, y): (games / (1 + 10 ** ((true[y] - true[x]) / 400)), games)
        for i, x in enumerate(true)
        for y in list(true)[i + 1 :]
    }
    found = elo(scores, "a")
    assert {k: round(v.points, 1) for k, v in found.items()} == true


def test_elo_stays_finite_and_leaves_out_strangers() -> None:
    """Somebody who never lost has a finite strength; who never met anybody comparable has none."""
    found = elo({("a", "b"): (200, 200), ("x", "y"): (5, 10)}, "b")
    assert 800 < found["a"].points < 2000
    assert found["a"].low > 300
    assert set(found) == {"a", "b"}
    assert elo({}) == {}
