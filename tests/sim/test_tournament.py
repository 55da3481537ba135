"""`lnlt tournament`: same seeds with sides swapped, scores, Elo, and the page."""

from __future__ import annotations

from pathlib import Path

from lnlt.ai.players import PLAYERS
from lnlt.content.scenarios import load_scenario
from lnlt.sim.levels import Level
from lnlt.sim.play import GameResult
from lnlt.sim.runner import Outcome, Where
from lnlt.sim.tournament import (
    Failed,
    Pairing,
    Score,
    Tournament,
    everybody,
    lines,
    neighbours,
    page,
    play,
    rounds_for,
    score,
)
from sim_helpers import Lnlt

A, B, C = Level("random"), Level("recruit"), Level("recruit", 50)


def test_pairings_and_rounds() -> None:
    """Each against the next weaker one, or everybody; at least as many games as asked for."""
    assert neighbours([A, B, C]) == [Pairing(B, A), Pairing(C, B)]
    assert everybody([A, B, C]) == [Pairing(B, A), Pairing(C, A), Pairing(C, B)]
    assert rounds_for(200, 6) * 12 >= 200
    assert rounds_for(1, 6) == 1


def test_score_counts_draws_half() -> None:
    """Wins, draws and losses of either side; failed games are left out."""
    games = [GameResult(0, 0), GameResult(1, 1), GameResult(2, -1), GameResult(3, 0), GameResult(4, failed="x")]
    assert score(games, 0) == Score(2, 1, 1)
    assert score(games, 1) == Score(1, 1, 2)
    assert score(games, 0).points == 2.5
    assert score(games, 0).plus(score(games, 1)) == Score(3, 2, 3)
    assert score(games, 0).rate.value == 0.625


def test_sides_are_swapped_on_the_same_seeds(cache: Path) -> None:
    """A level against itself scores one half whatever the scenario: each game is there once from either side."""
    found = play([Pairing(A, A)], [load_scenario("first-fight")], 6, 1, Where(workers=1))
    one, two = found.scores[0, 0]
    assert (one.wins, one.losses) == (two.losses, two.wins)
    assert found.total(0).rate.value == 0.5
    assert found.outcome.played == 3
    assert cache.exists()


def made(failed: tuple[Failed, ...] = ()) -> Tournament:
    """Results as they could be."""
    outcome = Outcome((), (), 1.0, 0, 1)
    scores = {
        (0, 0): (Score(9, 0, 1), Score(8, 2, 0)),
        (0, 1): (Score(10, 0, 0), Score(7, 0, 3)),
        (1, 0): (Score(6, 0, 4), Score(6, 1, 3)),
        (1, 1): (Score(5, 0, 5), Score(7, 0, 3)),
    }
    return Tournament((Pairing(B, A), Pairing(C, B)), (("x", "X"), ("y", "Y")), 1, 10, scores, failed, outcome)


def test_totals_and_elo() -> None:
    """Scenarios add up; strength is counted from the weakest."""
    found = made()
    assert found.total(0) == Score(34, 2, 4)
    assert found.at(1, 0) == Score(12, 1, 7)
    strength = found.elo()
    assert strength["random"].points == 0
    assert strength["recruit:50"].points > strength["recruit"].points > 200


def test_page_has_everything_that_repeats_it() -> None:
    """Scores, Elo, scenarios, seeds, version, command; failures with the command that shows them."""
    text = page(made(), "lnlt tournament --levels random,recruit")
    for part in (
        "0.875 (",
        "34–2–4",
        "| X (`x`) |",
        "1-0 … 1-9",
        "rules 5.1",
        "lnlt tournament --levels",
        "recruit:50",
    ):
        assert part in text
    bad = made((Failed("x", ("recruit", "random"), 3, "ValueError: y"),))
    assert "Games that failed" in page(bad, "")
    assert "lnlt simulate x --sides recruit,random --seed 1 --game 3" in "\n".join(lines(bad))


def test_command_writes_the_page_and_goes_on(here: Lnlt, tmp_path: Path) -> None:
    """A tiny tournament; the second time nothing is played and the page is the same."""
    out = tmp_path / "strength.md"
    words = ("tournament", "--levels", "random,recruit", "--games", 2, "--scenarios", "first-fight", "--workers", 1)
    first = here(*words, "--out", out)
    assert first.returncode == 0, first.stderr
    text = out.read_text(encoding="utf-8")
    assert "| recruit | random | 2 |" in text
    assert str(tmp_path) not in text
    second = here(*words, "--out", out)
    assert "from an earlier run" in second.stderr
    assert out.read_text(encoding="utf-8") == text


def test_mistakes(here: Lnlt, tmp_path: Path) -> None:
    """Unknown levels, one level only, unknown scenarios, a folder that is not there."""
    assert ", ".join(PLAYERS) in here("tournament", "--levels", "random,x").stderr
    assert "at least two" in here("tournament", "--levels", "random").stderr
    assert "no scenario 'x'" in here("tournament", "--scenarios", "x").stderr
    done = here("tournament", "--out", tmp_path / "no" / "a.md")
    assert done.returncode == 2
    assert "its folder does not exist" in done.stderr
