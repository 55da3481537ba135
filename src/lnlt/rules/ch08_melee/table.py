"""8.0, Q-056: the Melee Table: odds columns and the number that kills (procedure P-4)."""

from __future__ import annotations

COLUMNS: tuple[tuple[str, int, int, int], ...] = (
    ("1:3", 1, 3, 11),
    ("1:2", 1, 2, 10),
    ("2:3", 2, 3, 9),
    ("1:1", 1, 1, 8),
    ("3:2", 3, 2, 7),
    ("2:1", 2, 1, 6),
    ("3:1", 3, 1, 5),
    ("4:1", 4, 1, 4),
    ("5:1", 5, 1, 3),
)
"""Name, attacker's and defender's part, Kill Number; from worst to best."""
NAMES = tuple(name for name, _, _, _ in COLUMNS)
KILL_NUMBERS = {name: kill for name, _, _, kill in COLUMNS}


def odds_column(attack: int, defence: int) -> int:
    """8.0, Q-056: the smallest column not below attack / defence; never worse than 1:3 nor better than 5:1.

    >>> NAMES[odds_column(5, 2)], NAMES[odds_column(3, 4)], NAMES[odds_column(1, 9)], NAMES[odds_column(6, 1)]
    ('3:1', '1:1', '1:3', '5:1')
    """
    for number, (_, one, two, _) in enumerate(COLUMNS):
        if one * defence >= attack * two:
            return number
    return len(COLUMNS) - 1


def shifted(column: int) -> int:
    """8.0: one column in the attacker's favour, not past 5:1."""
    return min(column + 1, len(COLUMNS) - 1)


def worse_than_third(attack: int, defence: int) -> bool:
    """8.0, Q-057: odds worse than 1:3, before any shift."""
    return 3 * attack < defence
