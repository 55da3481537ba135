"""Levels against each other over all scenarios: the same seeds with sides swapped, scores and Elo with intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import msgspec

from lnlt.core.setup import GameSetup
from lnlt.sim.levels import Level, budget
from lnlt.sim.play import GameResult
from lnlt.sim.runner import Outcome, Progress, Where, run
from lnlt.sim.series import Series, code
from lnlt.sim.stats import Elo, Rate, elo, wilson
from lnlt.version import RULES, lnlt_version

HEAD = "<!-- Written by `lnlt tournament`; do not edit by hand. -->"


class Pairing(msgspec.Struct, frozen=True):
    """Two levels; the score is the first one's."""

    one: Level
    two: Level

    def __str__(self) -> str:
        return f"{self.one} against {self.two}"


class Score(msgspec.Struct, frozen=True):
    """What the first level of a pairing made: wins, draws, losses."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """Games that came to their end."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Wins and half of the draws."""
        return self.wins + self.draws / 2

    @property
    def rate(self) -> Rate:
        """Points a game with their 95 % interval."""
        return wilson(self.points, self.games)

    def plus(self, other: Score) -> Score:
        """Both together."""
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


class Failed(msgspec.Struct, frozen=True):
    """A game that did not come to its end."""

    scenario: str
    levels: tuple[str, str]
    game: int
    what: str


class Tournament(msgspec.Struct, frozen=True):
    """Scores by pairing and scenario."""

    pairings: tuple[Pairing, ...]
    scenarios: tuple[tuple[str, str], ...]
    """Id and name."""
    seed: int
    rounds: int
    """Seeds per scenario; each is played twice."""
    scores: dict[tuple[int, int], tuple[Score, Score]]
    """Per pairing and scenario: as the first side, as the second side."""
    failed: tuple[Failed, ...]
    outcome: Outcome

    def at(self, pairing: int, scenario: int) -> Score:
        """Score of a pairing in a scenario from both sides."""
        one, two = self.scores[pairing, scenario]
        return one.plus(two)

    def total(self, pairing: int) -> Score:
        """Score of a pairing in all scenarios."""
        total = Score(0, 0, 0)
        for scenario in range(len(self.scenarios)):
            total = total.plus(self.at(pairing, scenario))
        return total

    def elo(self) -> dict[str, Elo]:
        """Strength of all levels, the second of the first pairing at 0."""
        if not self.pairings:
            return {}
        scores: dict[tuple[str, str], tuple[float, int]] = {}
        for k, pair in enumerate(self.pairings):
            total = self.total(k)
            scores[str(pair.one), str(pair.two)] = (total.points, total.games)
        return elo(scores, str(self.pairings[0].two))


def neighbours(levels: Sequence[Level]) -> list[Pairing]:
    """Every level against the next weaker one, from levels in the order of their strength."""
    return [Pairing(strong, weak) for weak, strong in pairwise(levels)]


def everybody(levels: Sequence[Level]) -> list[Pairing]:
    """Every level against every weaker one."""
    return [Pairing(strong, weak) for i, strong in enumerate(levels) for weak in levels[:i]]


def rounds_for(games: int, scenarios: int) -> int:
    """Seeds per scenario so that a pairing has at least so many games in all.

    >>> rounds_for(200, 6)
    17
    """
    return max(1, math.ceil(games / (2 * scenarios)))


def score(results: Sequence[GameResult], side: int) -> Score:
    """Score of the level that played a side."""
    ended = [g for g in results if not g.failed]
    wins = sum(g.winner == side for g in ended)
    draws = sum(g.winner < 0 for g in ended)
    return Score(wins, draws, len(ended) - wins - draws)


def play(
    pairings: Sequence[Pairing],
    setups: Sequence[GameSetup],
    games: int,
    seed: int,
    where: Where,
    show: Callable[[Progress], None] | None = None,
    fresh: bool = False,
) -> Tournament:
    """Play all pairings, each seed with sides swapped; goes on where an earlier run of the same ended."""
    rounds = rounds_for(games, len(setups))
    keys: list[tuple[int, int, int]] = []
    series: list[Series] = []
    for p, pair in enumerate(pairings):
        for s, setup in enumerate(setups):
            for first, levels in enumerate(((pair.one, pair.two), (pair.two, pair.one))):
                keys.append((p, s, first))
                series.append(Series(setup, levels, seed, rounds, f"{pair}, {setup.name}"))
    outcome = run(series, where, show=show, fresh=fresh)
    found: dict[tuple[int, int, int], Score] = {}
    failed = []
    for key, one, results in zip(keys, series, outcome.results, strict=True):
        found[key] = score(results, key[2])
        names = (str(one.levels[0]), str(one.levels[1]))
        failed += [Failed(one.setup.id, names, g.n, g.failed) for g in results if g.failed]
    return Tournament(
        tuple(pairings),
        tuple((setup.id, setup.name) for setup in setups),
        seed,
        rounds,
        {(p, s): (found[p, s, 0], found[p, s, 1]) for p, s, first in keys if first == 0},
        tuple(failed),
        outcome,
    )


def _rate(rate: Rate) -> str:
    return f"{rate.value:.3f} ({rate.low:.3f}–{rate.high:.3f})"


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def lines(t: Tournament) -> list[str]:
    """The results in words, for the terminal."""
    found = []
    for k, pair in enumerate(t.pairings):
        total = t.total(k)
        found.append(f"{pair}: {_rate(total.rate)} in {total.games} games ({total.wins}–{total.draws}–{total.losses})")
        for s, (_, name) in enumerate(t.scenarios):
            found.append(f"  {name:<32} {_rate(t.at(k, s).rate)} in {t.at(k, s).games} games")
    for level, strength in t.elo().items():
        found.append(f"Elo {level:<12} {strength.points:+.0f} ({strength.low:+.0f} to {strength.high:+.0f})")
    for failure in t.failed:
        one, two = failure.levels
        again = f"lnlt simulate {failure.scenario} --sides {one},{two} --seed {t.seed} --game {failure.game}"
        found += [f"FAILED: {failure.what}", f"  again with: {again}"]
    return found


def page(t: Tournament, command: str) -> str:
    """The whole of docs/ai-strength.md."""
    levels = dict.fromkeys(level for pair in t.pairings for level in (pair.two, pair.one))
    text = [
        "# How strong the computer players are",
        "",
        HEAD,
        "",
        f"lnlt {lnlt_version()}, rules {RULES}, code {code()}. Written by `{command}`.",
        "",
        f"Every pairing plays every scenario with seeds {t.seed}-0 … {t.seed}-{t.rounds - 1}, each seed twice with "
        "sides swapped. A win counts 1, a draw one half; score is points a game. Brackets hold 95 % intervals. "
        f"Budgets for a decision: {', '.join(budget(level) for level in levels)}.",
        "",
        "## Scores",
        "",
        _row("level", "against", "games", "won–drawn–lost", "score"),
        _row(*["---"] * 5),
    ]
    for k, pair in enumerate(t.pairings):
        total = t.total(k)
        won = f"{total.wins}–{total.draws}–{total.losses}"
        text.append(_row(str(pair.one), str(pair.two), str(total.games), won, _rate(total.rate)))
    text += [
        "",
        "## Elo",
        "",
        f"Bradley–Terry fit of these scores, {t.pairings[0].two} at 0, one drawn game added per pairing. "
        "Intervals are those of the difference to it.",
        "",
        _row("level", "Elo", "95 % interval"),
        _row(*["---"] * 3),
    ]
    for level, found in sorted(t.elo().items(), key=lambda rated: -rated[1].points):
        text.append(_row(level, f"{found.points:+.0f}", f"{found.low:+.0f} to {found.high:+.0f}"))
    for k, pair in enumerate(t.pairings):
        text += ["", f"## {str(pair)[0].upper()}{str(pair)[1:]}", ""]
        text += [_row("scenario", "games", "score", "as first side", "as second side"), _row(*["---"] * 5)]
        for s, (key, name) in enumerate(t.scenarios):
            both, (one, two) = t.at(k, s), t.scores[k, s]
            text.append(
                _row(
                    f"{name} (`{key}`)",
                    str(both.games),
                    _rate(both.rate),
                    f"{one.rate.value:.2f}",
                    f"{two.rate.value:.2f}",
                )
            )
    if t.failed:
        text += ["", "## Games that failed", ""]
        text += [f"* {f.scenario}, {f.levels[0]},{f.levels[1]}, game {f.game}: {f.what}" for f in t.failed]
    return "\n".join(text) + "\n"
