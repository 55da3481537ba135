"""What a series of games says: who wins how often, how long, at what cost, with how much luck."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from lnlt.sim.play import GameResult
from lnlt.sim.series import Head, Series
from lnlt.sim.stats import Rate, Spread, spread, wilson


class SideSummary(msgspec.Struct, frozen=True):
    """One side in all games."""

    id: str
    name: str
    level: str
    wins: int
    rate: Rate
    """Share of games it won."""
    score: Rate
    """Wins and half of the draws."""
    squads: Spread
    """Squads it lost a game."""
    men: Spread
    """Single men it lost a game."""
    other: Spread
    harm: float
    """Harm it did in fights a game, in Squads."""
    promised: float
    """What the odds had promised."""
    dice: float
    """How good its own rolls were, one half on average."""


class LuckSummary(msgspec.Struct, frozen=True):
    """How much luck decided. Luck is counted for the first side, in Squads; the second side's is the opposite."""

    net: Spread
    lucky_won: Rate
    """How often the luckier side won, of games that somebody won."""
    correlation: float
    """Between luck and result, -1 to 1."""
    luckiest: tuple[tuple[int, float], ...]
    """Games with most luck for either side: number and luck."""


class TurnSummary(msgspec.Struct, frozen=True):
    """All games at the end of one turn; games that have ended count as they ended."""

    turn: int
    games: int
    """Games that were still going on in this turn."""
    strength: tuple[Spread, Spread]
    ahead: tuple[float, float]
    """Share of games in which each side would win."""


class Failure(msgspec.Struct, frozen=True):
    """A game that did not come to its end."""

    game: int
    what: str
    again: str
    """Command that plays it again."""
    trace: str = ""


class Summary(msgspec.Struct, frozen=True):
    """All there is to say about a series."""

    scenario: str
    name: str
    head: Head
    asked: int
    games: int
    """Games that came to their end."""
    draws: int
    draw_rate: Rate
    sides: tuple[SideSummary, SideSummary]
    why: dict[str, int]
    turns: Spread
    impulses: Spread
    decisions: Spread
    luck: LuckSummary
    by_turn: tuple[TurnSummary, ...]
    failures: tuple[Failure, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether all games that were asked for are in it."""
        return self.games + len(self.failures) >= self.asked


def summarise(
    series: Series, results: Sequence[GameResult], again: Callable[[int], str] = lambda n: f"game {n}"
) -> Summary:
    """Put the games of a series together, in the order of their numbers whatever order they came in."""
    games = sorted((g for g in results if not g.failed), key=lambda g: g.n)
    failed = sorted((g for g in results if g.failed), key=lambda g: g.n)
    draws = sum(g.winner < 0 for g in games)
    return Summary(
        scenario=series.setup.id,
        name=series.setup.name,
        head=series.head(),
        asked=series.games,
        games=len(games),
        draws=draws,
        draw_rate=wilson(draws, len(games)),
        sides=(_side(series, games, 0, draws), _side(series, games, 1, draws)),
        why=dict(sorted(Counter(g.why for g in games).items())),
        turns=spread([g.turns for g in games]),
        impulses=spread([g.impulses for g in games]),
        decisions=spread([g.decisions for g in games]),
        luck=_luck(games),
        by_turn=tuple(_by_turn(games)),
        failures=tuple(Failure(g.n, g.failed, again(g.n), g.trace) for g in failed),
    )


def _side(series: Series, games: Sequence[GameResult], side: int, draws: int) -> SideSummary:
    info = series.setup.sides[side]
    wins = sum(g.winner == side for g in games)
    lucks = [g.luck for g in games if g.luck is not None]
    rolls = sum(x.rolls[side] for x in lucks)
    return SideSummary(
        id=info.id,
        name=info.name or info.id,
        level=str(series.levels[side]),
        wins=wins,
        rate=wilson(wins, len(games)),
        score=wilson(wins + draws / 2, len(games)),
        squads=spread([g.squads[side] for g in games]),
        men=spread([g.men[side] for g in games]),
        other=spread([g.other[side] for g in games]),
        harm=_mean([x.done[side] for x in lucks]),
        promised=_mean([x.expected[side] for x in lucks]),
        dice=math.fsum(x.good[side] for x in lucks) / rolls if rolls else 0.5,
    )


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0


def _luck(games: Sequence[GameResult]) -> LuckSummary:
    pairs = [(g.luck.net, g) for g in games if g.luck is not None]
    nets = [net for net, _ in pairs]
    decided = [(net, g) for net, g in pairs if g.winner >= 0 and abs(net) > 1e-9]
    won = sum((net > 0) == (g.winner == 0) for net, g in decided)
    points = [1.0 if g.winner == 0 else 0.0 if g.winner == 1 else 0.5 for _, g in pairs]
    ranked = sorted(pairs, key=lambda p: (-abs(p[0]), p[1].n))[:5]
    return LuckSummary(
        spread(nets), wilson(won, len(decided)), correlation(nets, points), tuple((g.n, round(x, 4)) for x, g in ranked)
    )


def correlation(one: Sequence[float], two: Sequence[float]) -> float:
    """Pearson's correlation; 0 where one of the two never changes.

    >>> round(correlation([1, 2, 3], [2, 4, 6]), 6)
    1.0
    """
    a, b = _mean(one), _mean(two)
    up = math.fsum((x - a) * (y - b) for x, y in zip(one, two, strict=True))
    down = math.sqrt(math.fsum((x - a) ** 2 for x in one) * math.fsum((y - b) ** 2 for y in two))
    return up / down if down else 0.0


def _by_turn(games: Sequence[GameResult]) -> list[TurnSummary]:
    tracks = [g.track for g in games if g.track]
    found = []
    for turn in range(1, max((t[-1].turn for t in tracks), default=0) + 1):
        rows = [next((row for row in t if row.turn == turn), t[-1]) for t in tracks]
        found.append(
            TurnSummary(
                turn,
                sum(t[-1].turn >= turn for t in tracks),
                (spread([r.strength[0] for r in rows]), spread([r.strength[1] for r in rows])),
                (sum(r.ahead == 0 for r in rows) / len(rows), sum(r.ahead == 1 for r in rows) / len(rows)),
            )
        )
    return found


def to_json(summary: Summary, results: Sequence[GameResult]) -> bytes:
    """The summary and every game, the same bytes whatever played them."""
    data = {
        "complete": summary.complete,
        "summary": summary,
        "games": sorted(results, key=lambda g: g.n),
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


COLUMNS = (
    *("game", "winner", "why", "turns", "impulses", "decisions"),
    *("squads_lost_1", "squads_lost_2", "men_lost_1", "men_lost_2", "other_lost_1", "other_lost_2"),
    *("harm_1", "harm_2", "expected_harm_1", "expected_harm_2", "luck_1", "dice_1", "dice_2", "failed"),
)


def to_csv(series: Series, results: Sequence[GameResult]) -> str:
    """A line per game; winners are named by the id of their side."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for g in sorted(results, key=lambda g: g.n):
        winner = "" if g.failed else series.setup.sides[g.winner].id if g.winner >= 0 else "draw"
        row: list[object] = [g.n, winner, g.why, g.turns, g.impulses, g.decisions]
        row += [*g.squads, *g.men, *g.other]
        if g.luck is not None:
            row += [*g.luck.done, *g.luck.expected, round(g.luck.net, 4)]
            row += [round(g.luck.dice(0), 4), round(g.luck.dice(1), 4)]
        else:
            row += [""] * 7
        rows.writerow([*row, g.failed])
    return out.getvalue()
