"""Colours of counters: can they be read, and can two of them be told apart, also by the colour-blind?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import sqrt

RGB = tuple[float, float, float]

INK = "#23261f"
"""Text on counters."""
MIN_CONTRAST = 4.5
"""Of text on a counter, as the web's guidelines want it."""
MIN_DISTANCE = 11.0
"""Between the colours of two sides, in steps of the Lab space; 2.3 is just noticeable."""
EDGES = ("plain", "notched", "dashed", "double", "dotted")
"""Patterns of a counter's edge, so that sides differ without colour."""
FALLBACK = (("#b8c878", "plain"), ("#93a0b3", "notched"), ("#e0c890", "dashed"))
"""Colour and edge of a side whose nation has none, or the same as the other side."""

_HEX = re.compile(r"#[0-9a-f]{6}")

DEFICIENCIES: dict[str, tuple[RGB, RGB, RGB]] = {
    "normal sight": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What the eye makes of linear light, by kind of sight."""


def is_colour(text: str) -> bool:
    """Whether a text is a colour such as "#9caf6e"."""
    return _HEX.fullmatch(text) is not None


def linear(text: str) -> RGB:
    """Linear light of a colour."""
    parts = [int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return r, g, b


def luminance(text: str) -> float:
    """How light a colour is, 0 to 1."""
    r, g, b = linear(text)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, two: str) -> float:
    """Contrast of two colours, 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def seen_by(text: str, kind: str) -> RGB:
    """Linear light as a kind of sight perceives it."""
    light = linear(text)
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, light, strict=True)))) for row in DEFICIENCIES[kind])
    return r, g, b


def _lab(light: RGB) -> RGB:
    r, g, b = light
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, two: str, kind: str = "normal sight") -> float:
    """How different two colours look to a kind of sight."""
    a, b = _lab(seen_by(one, kind)), _lab(seen_by(two, kind))
    return sqrt(sum((p - q) ** 2 for p, q in zip(a, b, strict=True)))


def confusions(one: str, two: str) -> Iterator[str]:
    """Kinds of sight that do not tell two colours apart."""
    for kind in DEFICIENCIES:
        if distance(one, two, kind) < MIN_DISTANCE:
            yield kind


def looks(nations: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Colour and edge of each side from those of its nation; a later side that looks like an earlier one gets others.

    >>> looks([("#b8c878", "plain"), ("#b8c878", "plain")])[1]
    ('#93a0b3', 'notched')
    """
    found: list[tuple[str, str]] = []
    for colour, edge in nations:
        ways = [(colour, edge or EDGES[0])] if is_colour(colour) else []
        spare = [way for way in (*ways, *FALLBACK) if not any(_alike(way[0], other[0]) for other in found)]
        colour, edge = (spare or [*ways, *FALLBACK])[0]
        if any(edge == other[1] for other in found):
            edge = next(e for e in EDGES if all(e != other[1] for other in found))
        found.append((colour, edge))
    return found


def _alike(one: str, two: str) -> bool:
    return next(confusions(one, two), None) is not None
