"""Is a scenario fair, how sure are we, and which handicap would bring it closer?"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

from lnlt.content.balance import Balance, Handicap, digest
from lnlt.core.setup import GameSetup
from lnlt.sim.levels import Level
from lnlt.sim.play import GameResult
from lnlt.sim.runner import Outcome, Progress, Where, run
from lnlt.sim.series import Series, code, game_of_setup
from lnlt.sim.stats import Rate, Z, games_for, percent, wilson
from lnlt.sim.variants import Variant, variants
from lnlt.version import lnlt_version
from lnlt.words.fairness import leaning

SURE_ENOUGH = 0.1
"""An interval that reaches no farther than this to either side can call a scenario even."""
SLIGHT = 0.05
"""An advantage that is worth finding."""


class Tried(msgspec.Struct, frozen=True):
    """A handicap and what came of it."""

    variant: Variant
    score: Rate
    games: int
    closer: float
    """How much nearer to even than without it."""
    sure: bool
    """Whether that is more than chance."""


class Report(msgspec.Struct, frozen=True):
    """What a balance run found."""

    setup: GameSetup
    level: Level
    seed: int
    asked: int
    wins: tuple[int, int]
    draws: int
    score: Rate
    """Of the first side; a draw is half a win."""
    verdict: str
    favoured: int
    tried: tuple[Tried, ...]
    advice: Tried | None
    failed: int
    outcome: Outcome

    @property
    def games(self) -> int:
        """Games without a handicap that came to their end."""
        return sum(self.wins) + self.draws


def points(results: Sequence[GameResult]) -> tuple[float, int]:
    """Points of the first side (a draw is half a win) and games, failed ones left out."""
    ended = [g for g in results if not g.failed]
    return sum(1.0 if g.winner == 0 else 0.5 if g.winner < 0 else 0.0 for g in ended), len(ended)


def judge(score: Rate) -> tuple[str, int]:
    """Verdict on the first side's score, and who is favoured (-1: nobody).

    >>> judge(Rate(0.7, 0.6, 0.8)), judge(Rate(0.5, 0.45, 0.55)), judge(Rate(0.5, 0.3, 0.7))
    (('favours', 0), ('even', -1), ('unknown', -1))
    """
    if score.low > 0.5 or score.high < 0.5:
        return "favours", 0 if score.value > 0.5 else 1
    return ("even", -1) if score.half <= SURE_ENOUGH else ("unknown", -1)


def worth_trying(found: Sequence[Variant], score: Rate) -> list[Variant]:
    """Handicaps that help the side that is behind, and those of which one cannot know whom they help."""
    behind = 1 if score.value > 0.5 else 0
    return [v for v in found if v.helps in (behind, -1)]


def weigh(variant: Variant, base: Rate, results: Sequence[GameResult]) -> Tried:
    """How much closer to even a handicap brings a scenario, and whether that can be chance."""
    made, games = points(results)
    score = wilson(made, games)
    closer = abs(base.value - 0.5) - abs(score.value - 0.5)
    error = math.hypot(base.half, score.half) / Z
    return Tried(variant, score, games, closer, closer > Z * error)


def balance(
    setup: GameSetup,
    level: Level,
    games: int,
    seed: int,
    where: Where,
    show: Callable[[Progress], None] | None = None,
    fresh: bool = False,
    handicaps: bool = True,
) -> Report:
    """Play a scenario with one level on both sides, and with handicaps if one side is ahead."""

    def series(changed: GameSetup, label: str) -> Series:
        return Series(changed, (level, level), seed, games, label)

    first = run([series(setup, setup.name)], where, show=show, fresh=fresh)
    made, ended = points(first.results[0])
    score = wilson(made, ended)
    verdict, favoured = judge(score)
    tried: list[Tried] = []
    second = None
    if handicaps and verdict != "even" and not first.stopped:
        chosen = worth_trying(variants(setup), score)
        second = run([series(v.setup, f"{setup.name}, {v.key}") for v in chosen], where, show=show, fresh=fresh)
        tried = [weigh(v, score, r) for v, r in zip(chosen, second.results, strict=True) if r]
    tried.sort(key=lambda t: (abs(t.score.value - 0.5), t.variant.key))
    advice = tried[0] if tried and verdict == "favours" and tried[0].closer > 0 else None
    wins = [sum(g.winner == side and not g.failed for g in first.results[0]) for side in (0, 1)]
    whole = Outcome(
        first.results + (second.results if second else ()),
        first.files + (second.files if second else ()),
        first.seconds + (second.seconds if second else 0),
        first.played + (second.played if second else 0),
        first.workers,
        first.stopped or (second is not None and second.stopped),
    )
    return Report(
        setup,
        level,
        seed,
        games,
        (wins[0], wins[1]),
        ended - sum(wins),
        score,
        verdict,
        favoured,
        tuple(tried),
        advice,
        len(whole.failed),
        whole,
    )


def row(report: Report) -> Balance:
    """A report as it is kept for the cards."""
    return Balance(
        setup=digest(game_of_setup(report.setup).setup),
        level=str(report.level),
        games=report.games,
        seed=report.seed,
        lnlt=lnlt_version(),
        code=code(),
        score=_rounded(report.score),
        wins=report.wins,
        draws=report.draws,
        verdict=report.verdict,
        favoured=report.favoured,
        handicaps=tuple(Handicap(t.variant.key, t.variant.text, _rounded(t.score), t.games) for t in report.tried),
        advice=report.advice.variant.key if report.advice else "",
    )


def _rounded(rate: Rate) -> tuple[float, float, float]:
    return round(rate.value, 4), round(rate.low, 4), round(rate.high, 4)


def _for(rate: Rate, side: int) -> str:
    """A score as a side sees it."""
    return percent(rate if side == 0 else Rate(1 - rate.value, 1 - rate.high, 1 - rate.low))


def lines(report: Report) -> list[str]:
    """The report in words."""
    names = [side.name or side.id for side in report.setup.sides]
    side = max(report.favoured, 0)
    few = f" of {report.asked}" if report.games < report.asked else ""
    found = [
        f"{report.setup.name}: {report.games}{few} games of {report.level} against itself, seed {report.seed}",
        f"  {names[0]} won {report.wins[0]}, {names[1]} won {report.wins[1]}, draws {report.draws}",
        f"  score of {names[side]}: {_for(report.score, side)} (95 % interval; a draw is half a win)",
    ]
    half = 100 * report.score.half
    if report.verdict == "favours":
        found.append(f"Not even: it {leaning(report.score.value)} favours {names[side]}. That is more than chance.")
    elif report.verdict == "even":
        found.append(
            f"Even, as far as {report.games} games can tell: neither side is ahead by more than "
            f"{100 * max(report.score.high - 0.5, 0.5 - report.score.low):.0f} points."
        )
    else:
        found.append(
            f"Too few games to tell: ±{half:.0f} points. Give --games {games_for(SURE_ENOUGH)} to call it even or not, "
            f"{games_for(SLIGHT)} to find an advantage of {100 * SLIGHT:.0f} points."
        )
    if report.tried:
        found.append("Handicaps, closest to even first:")
        for t in report.tried:
            sure = "closer" if t.sure else "perhaps closer" if t.closer > 0 else "no closer"
            found.append(f"  {t.variant.text}: {names[side]} {_for(t.score, side)}, {sure}")
    if report.advice is not None:
        t = report.advice
        doubt = "" if t.sure else f" That may be chance: {t.games} games a handicap are few."
        found.append(f"Recommended: {t.variant.text}, which brings {names[side]} to {_for(t.score, side)}.{doubt}")
    elif report.verdict == "favours" and report.tried:
        found.append("No single handicap that was tried brings it closer.")
    if report.failed:
        found.append(f"{report.failed} games failed: lnlt simulate tells which.")
    return found
