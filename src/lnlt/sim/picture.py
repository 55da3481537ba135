"""The picture of a simulation: who wins, how strong the sides are turn by turn, who would win if it ended then.

A small SVG made by hand. Its colours are readable on white and on black; it has no background of its own.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from lnlt.core.errors import LnltError
from lnlt.sim.stats import percent
from lnlt.sim.summary import Summary, TurnSummary

WIDTH, HEIGHT = 640, 470
LEFT, RIGHT = 52, 16
COLOURS = ("#2f7ed8", "#d9731a")
"""Of the two sides; told apart by everybody, on light and dark. The second side's lines are dashed as well."""
GREY = "#808080"
STYLE = (
    'font-family="system-ui, sans-serif" font-size="12" fill="#808080" stroke-linecap="round" stroke-linejoin="round"'
)
BAR, UPPER, LOWER = (58, 22), (124, 150), (330, 90)
"""Top and height of the three parts."""


def svg(summary: Summary) -> str:
    """The picture."""
    one, two = summary.sides
    title = f"{summary.name}: {summary.games} games, {one.level} against {two.level}"
    told = f"{one.name} wins {percent(one.rate)}, {two.name} {percent(two.rate)}, draws {percent(summary.draw_rate)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-labelledby="title told" {STYLE}>',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="told">{escape(told)}</desc>',
        _text(LEFT, 20, summary.name, 'font-size="16" font-weight="bold"'),
        _text(LEFT, 38, f"{summary.games} games · {one.level} against {two.level} · seed {summary.head.seed}"),
        *_bar(summary),
        *_strength(summary),
        *_ahead(summary),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(text)}</text>'


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{height:.1f}" fill="{fill}"/>'


def _bar(summary: Summary) -> list[str]:
    """Wins, draws and wins of the other side as one bar with the intervals under it."""
    one, two = summary.sides
    top, height = BAR
    width = WIDTH - LEFT - RIGHT
    a, b = one.rate.value * width, two.rate.value * width
    if not summary.games:
        a = b = 0.0
    found = [
        _rect(LEFT, top, width, height, f'{GREY}" fill-opacity="0.35'),
        _rect(LEFT, top, a, height, COLOURS[0]),
        _rect(LEFT + width - b, top, b, height, COLOURS[1]),
        f'<path d="M{LEFT + width / 2:.1f} {top - 3}v{height + 6}" stroke="{GREY}" stroke-dasharray="2 3"/>',
        _text(LEFT, top + height + 16, f"{one.name} {percent(one.rate)}", f'fill="{COLOURS[0]}"'),
        _text(
            WIDTH - RIGHT,
            top + height + 16,
            f"{two.name} {percent(two.rate)}",
            f'fill="{COLOURS[1]}" text-anchor="end"',
        ),
    ]
    for rate, side in ((one.rate, 0), (two.rate, 1)):
        ends = [LEFT + r * width if side == 0 else WIDTH - RIGHT - r * width for r in (rate.low, rate.high)]
        y = top + height / 2 + (4 if side else -4)
        found.append(f'<path d="M{ends[0]:.1f} {y:.1f}H{ends[1]:.1f}" stroke="#fff" stroke-width="2"/>')
    return found


def _columns(rows: Sequence[TurnSummary]) -> Callable[[int], float]:
    """Where the end of a turn lies from left to right."""
    wide = WIDTH - LEFT - RIGHT
    return lambda i: LEFT + wide * (i + 0.5) / max(1, len(rows))


def _strength(summary: Summary) -> list[str]:
    """Strength of both sides after each turn: average as a line, most games as a band."""
    rows = summary.by_turn
    top, height = UPPER
    x = _columns(rows)
    most = max((s.ninetieth for row in rows for s in row.strength), default=1.0) or 1.0
    most = max(1.0, most)

    def y(value: float) -> float:
        return top + height * (1 - value / most)

    found = [_text(LEFT, top - 8, "Squads left after each turn (average, and where 8 of 10 games lie)")]
    found += _axis(top, height, [(y(v), f"{v:g}") for v in _ticks(most)])
    for side, colour in enumerate(COLOURS):
        spreads = [row.strength[side] for row in rows]
        there = [f"{x(i):.1f},{y(s.ninetieth):.1f}" for i, s in enumerate(spreads)]
        back = [f"{x(i):.1f},{y(s.tenth):.1f}" for i, s in reversed(list(enumerate(spreads)))]
        line = [f"{x(i):.1f},{y(s.mean):.1f}" for i, s in enumerate(spreads)]
        dash = ' stroke-dasharray="6 4"' if side else ""
        found.append(f'<polygon points="{" ".join(there + back)}" fill="{colour}" fill-opacity="0.18"/>')
        found.append(f'<polyline points="{" ".join(line)}" fill="none" stroke="{colour}" stroke-width="2.5"{dash}/>')
        for i, s in enumerate(spreads):
            found.append(f'<circle cx="{x(i):.1f}" cy="{y(s.mean):.1f}" r="3" fill="{colour}"/>')
    return found


def _ahead(summary: Summary) -> list[str]:
    """Who would win if the game ended after a turn: a stacked column per turn."""
    rows = summary.by_turn
    top, height = LOWER
    x = _columns(rows)
    wide = (WIDTH - LEFT - RIGHT) / max(1, len(rows)) * 0.7
    found = [_text(LEFT, top - 8, "Who would win if it ended after the turn")]
    found += _axis(top, height, [(top + height * (1 - v), f"{100 * v:.0f} %") for v in (0, 0.5, 1)])
    for i, row in enumerate(rows):
        one, two = (height * share for share in row.ahead)
        found.append(_rect(x(i) - wide / 2, top, wide, height, f'{GREY}" fill-opacity="0.35'))
        found.append(_rect(x(i) - wide / 2, top + height - one, wide, one, COLOURS[0]))
        found.append(_rect(x(i) - wide / 2, top, wide, two, COLOURS[1]))
        found.append(_text(x(i), top + height + 16, f"turn {row.turn}", 'text-anchor="middle"'))
    key = top + height + 38
    for side, at in ((0, LEFT), (1, LEFT + 210)):
        found.append(_rect(at, key - 10, 12, 12, COLOURS[side]))
        found.append(_text(at + 18, key, summary.sides[side].name[:28]))
    found.append(_rect(LEFT + 420, key - 10, 12, 12, f'{GREY}" fill-opacity="0.35'))
    found.append(_text(LEFT + 438, key, "nobody"))
    return found


def _axis(top: float, height: float, marks: Sequence[tuple[float, str]]) -> list[str]:
    found = []
    for y, label in marks:
        found.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{GREY}" stroke-opacity="0.3"/>')
        found.append(_text(LEFT - 8, y + 4, label, 'text-anchor="end"'))
    found.append(f'<path d="M{LEFT} {top}v{height}" stroke="{GREY}" stroke-opacity="0.6"/>')
    return found


def _ticks(most: float) -> list[float]:
    step = next(s for s in (0.5, 1, 2, 5, 10, 20, 50, 100, 1000) if most / s <= 5 or s == 1000)
    return [step * i for i in range(int(most / step) + 1)]


def check_picture(path: Path) -> None:
    """Complain beforehand about a picture that could not be written."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise LnltError("a picture is an .svg or a .png file", str(path))
    if path.suffix.lower() == ".png":
        _resvg()


def _resvg() -> Callable[..., bytes]:
    try:
        found: Callable[..., bytes] = importlib.import_module("resvg_py").svg_to_bytes
    except ImportError:
        raise LnltError("PNG needs resvg-py: pip install 'lnlt[png]', or write an .svg file") from None
    return found


def write_picture(summary: Summary, path: Path) -> None:
    """Write the picture as SVG, or as PNG on white if the name of the file says so."""
    check_picture(path)
    text = svg(summary)
    if path.suffix.lower() == ".png":
        path.write_bytes(bytes(_resvg()(svg_string=text, background="#ffffff", zoom=2)))
    else:
        path.write_text(text, encoding="utf-8")
