"""A simulation in words: what `lnlt simulate` prints."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from lnlt.sim.play import play_game
from lnlt.sim.series import Series, game_of_setup
from lnlt.sim.stats import Spread, percent
from lnlt.sim.summary import Summary

SHOWN = 10
"""Failures that are told one by one."""


def _range(s: Spread, digits: int = 0) -> str:
    return f"{s.mean:.{digits}f} (8 of 10 games {s.tenth:.{digits}f}–{s.ninetieth:.{digits}f})"


def lines(summary: Summary) -> Iterator[str]:
    """The summary, line by line."""
    few = "" if summary.complete else f" of {summary.asked}"
    yield f"{summary.name}: {summary.games}{few} games, seed {summary.head.seed}, lnlt {summary.head.lnlt}"
    if summary.games:
        wide = max(len(side.name) for side in summary.sides)
        for side in summary.sides:
            yield f"  {side.name:<{wide}}  {side.level:<10} won {side.wins:>5}  {percent(side.rate)}"
        yield f"  {'draws':<{wide}}  {'':<10}     {summary.draws:>5}  {percent(summary.draw_rate)}"
        yield "  (95 % intervals in brackets)"
        ended = ", ".join(f"{why} {count}" for why, count in summary.why.items())
        yield f"Ended by: {ended}"
        yield (
            f"Length: {_range(summary.turns, 1)} turns, {_range(summary.impulses)} impulses, "
            f"{_range(summary.decisions)} decisions"
        )
        for side in summary.sides:
            other = f", {side.other.mean:.1f} other counters" if side.other.mean else ""
            yield f"Lost by {side.name}: {_range(side.squads, 1)} Squads, {side.men.mean:.1f} single men{other} a game"
        yield from _luck(summary)
    for failure in summary.failures[:SHOWN]:
        yield f"FAILED: game {failure.game}: {failure.what}"
        yield f"  again with: {failure.again}"
    if len(summary.failures) > SHOWN:
        yield f"… and {len(summary.failures) - SHOWN} more games failed"


def _luck(summary: Summary) -> Iterator[str]:
    one, two = summary.sides
    luck = summary.luck
    for side in summary.sides:
        yield (
            f"Luck of {side.name}: did {side.harm:.2f} Squads of harm a game where the odds promised "
            f"{side.promised:.2f}; its dice fell at {100 * side.dice:.1f} (average 50)"
        )
    yield f"In 8 of 10 games luck was worth {luck.net.tenth:+.1f} to {luck.net.ninetieth:+.1f} Squads to {one.name}"
    yield f"The luckier side won {percent(luck.lucky_won)} of the games that somebody won"
    if luck.luckiest:
        number, worth = luck.luckiest[0]
        yield f"Most luck: game {number}, {abs(worth):.1f} Squads for {(one if worth > 0 else two).name}"


def one_game(series: Series, number: int, patience: float) -> int:
    """Play one game and tell everything about it; exit code 1 if it failed."""
    game = play_game(game_of_setup(series.setup), series.levels, series.seed, number, patience=patience)
    if game.failed:
        print(f"FAILED: game {number}, decision {game.decisions}, turn {game.turns}: {game.failed}")
        if game.trace:
            print(game.trace, file=sys.stderr)
        return 1
    winner = series.setup.sides[game.winner].name if game.winner >= 0 else "nobody"
    print(f"game {number}: {winner} won ({game.why}) after {game.turns} turns, {game.decisions} decisions")
    for side, info in enumerate(series.setup.sides):
        print(f"  {info.name} lost {game.squads[side]:g} Squads and {game.men[side]} single men")
    if game.luck is not None:
        print(f"  luck of {series.setup.sides[0].name}: {game.luck.net:+.2f} Squads in {game.luck.fights} fights")
    return 0
