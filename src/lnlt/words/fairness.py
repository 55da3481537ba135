"""How balanced a scenario is, in a few words for its card."""

from __future__ import annotations

from collections.abc import Sequence

from lnlt.content.balance import Balance


def leaning(score: float) -> str:
    """How far a score is from even.

    >>> leaning(0.55), leaning(0.3), leaning(0.95)
    ('slightly', 'clearly', 'heavily')
    """
    away = abs(score - 0.5)
    return "slightly" if away < 0.1 else "clearly" if away < 0.3 else "heavily"


def balance_line(found: Balance | None, names: Sequence[str]) -> str:
    """One line for a card; "" if nothing is known."""
    if found is None:
        return ""
    score, low, high = found.score
    side = max(found.favoured, 0)
    if side:
        score, low, high = 1 - score, 1 - high, 1 - low
    share = f"{100 * score:.0f} % ({100 * low:.0f}–{100 * high:.0f}) of {found.games} games"
    between = f"both sides {found.level}"
    if found.verdict == "even":
        return f"even: {names[side]} won {share}, {between}"
    if found.verdict == "favours":
        return f"{leaning(score)} favours {names[side]}, who won {share}, {between}"
    return f"too few games to say: {names[side]} won {share}, {between}"
