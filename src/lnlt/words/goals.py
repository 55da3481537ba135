"""What the sides must do to win, and who would win now, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.core.game import Game
from lnlt.core.setup import Condition, Points
from lnlt.core.state import NOBODY, Position
from lnlt.rules.ch22_scenario.victory import points, standing
from lnlt.words import english
from lnlt.words.names import cite, fill, side_name


def _places(places: Sequence[str], at_least: int) -> str:
    names = ", ".join(places)
    if not at_least or at_least >= len(places):
        return names
    return f"{at_least} of {names}"


def condition_text(game: Game, condition: Condition) -> str:
    """One thing a side must have done."""
    c = condition
    key = next(
        name for name in ("hold", "control", "exit_squads", "exit_leaders", "note", "cleared") if getattr(c, name)
    )
    facts = {
        "places": _places(c.hold or c.control, c.at_least),
        "squads": f"{c.exit_squads:g}",
        "leaders": c.exit_leaders,
        "note": c.note,
        "side": side_name(game, game.side_index[c.cleared]) if c.cleared else "",
    }
    return fill(english.GOALS[key], facts)


def _points_text(game: Game, row: Points) -> str:
    facts = {
        "side": side_name(game, game.side_index[row.side]),
        "place": f"{row.per_place:g}",
        "places": ", ".join(row.control),
        "squad": f"{row.per_squad:g}",
        "half": f"{row.per_squad / 2:g}",
        "smc": f"{row.per_smc:g}",
    }
    return fill(english.GOALS["points"], facts)


def goal_lines(game: Game) -> list[str]:
    """1.8.1: how each side wins, one line each."""
    lines = []
    for row in game.setup.points:
        lines.append(cite(_points_text(game, row), "22.0"))
    for v in game.setup.victory:
        when = "; ".join(condition_text(game, c) for c in v.when)
        facts = {"side": side_name(game, game.side_index[v.side]), "turn": game.turns, "when": when}
        lines.append(cite(fill(english.GOALS["wins"], facts), "22.0"))
    other = game.setup.otherwise
    key = "most" if game.setup.points else "otherwise" if other else "draw"
    lines.append(fill(english.GOALS[key], {"side": side_name(game, game.side_index[other]) if other else ""}))
    return lines


def standing_text(game: Game, s: Position) -> str:
    """Who would win if the game ended now."""
    result = standing(game, s)
    score = ", ".join(
        f"{side_name(game, game.side_index[row.side])} {points(game, s, row):g}" for row in game.setup.points
    )
    key = "now_draw" if result.winner == NOBODY else "now"
    text = fill(english.GOALS[key], {"side": side_name(game, result.winner) if result.winner >= 0 else ""})
    return cite(f"{text} ({score})" if score else text, "22.0")
