"""The commands `lnlt los` and `lnlt fov`: lines of sight on a map, explained and drawn."""

from __future__ import annotations

from collections import Counter as Count
from typing import Annotated

import msgspec
import typer

from lnlt.content import files
from lnlt.content.charts import load_chart
from lnlt.content.los_cache import load_sight
from lnlt.content.mapfile import DEFAULT_ERA, MapFile
from lnlt.content.maps import load_map
from lnlt.content.picture import board_text
from lnlt.core.board import LAYER_NAMES, ROOF, UPPER, Board
from lnlt.core.errors import LnltError
from lnlt.rules.ch10_los_spotting.explain import LosReport, explain, verdict_name
from lnlt.rules.ch10_los_spotting.sight import BLOCKED, Sight, degraded, limited
from lnlt.rules.facts.sight_counters import Dynamic, Item, SideItem

MARKS = {"none": "+", "degraded": "-", "limited": "|", "blocked": "X"}
LEGEND = "@ ends · + crossed, no effect · - degrades · | limited · X blocks"
VIEW_LEGEND = "@ viewer · + clear · 1 2 degraded · | limited · x blocked"

MapArg = Annotated[str, typer.Argument(metavar="MAP", help="Number of a shipped map (15) or path of a map file.")]
Hexes = Annotated[list[str] | None, typer.Option(metavar="HEX", help="A counter of this kind in a hex; repeatable.")]
CounterOpt = Annotated[
    list[str] | None,
    typer.Option("--counter", metavar="KIND@HEX", help="Any counter: fire@J4, or barricade@J4/J5 on a hexside."),
]
Tis = Annotated[bool, typer.Option("--tis", help="The viewer has Thermal Imaging: Smoke is ignored.")]
Era = Annotated[str, typer.Option("--era", help="Terrain chart: ww2 or modern; default: the era of the map.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def register(app: typer.Typer) -> None:
    """Adds `los` and `fov` to the command line."""
    app.command("los")(los)
    app.command("fov")(fov)


def los(
    map_name: MapArg,
    start: Annotated[str, typer.Argument(metavar="FROM", help="Hex, or hex and layer: H6, H6/upper, H6/roof.")],
    end: Annotated[str, typer.Argument(metavar="TO", help="Hex, or hex and layer.")],
    smoke: Hexes = None,
    wreck: Hexes = None,
    vehicle: Hexes = None,
    rubble: Hexes = None,
    ffe: Hexes = None,
    counter: CounterOpt = None,
    tis: Tis = False,
    era: Era = "",
    as_json: AsJson = False,
) -> None:
    """Line of sight between two places (10.3): verdict, every reason with its rule section, and a picture.

    Example: lnlt los 15 J5 K3 --smoke J4
    """
    sight = _sight(map_name, era)
    dyn = _counters(sight, map_name, counter, smoke=smoke, wreck=wreck, vehicle=vehicle, rubble=rubble, ffe=ffe)
    a, b = place(sight.board, start, map_name), place(sight.board, end, map_name)
    report = explain(sight, a, b, dyn, tis)
    if as_json:
        typer.echo(msgspec.json.encode(report).decode())
        return
    typer.echo(report.text())
    typer.echo()
    typer.echo(picture(sight.board, a, b, report))


def fov(
    map_name: MapArg,
    start: Annotated[str, typer.Argument(metavar="FROM", help="Hex, or hex and layer: H6, H6/upper, H6/roof.")],
    smoke: Hexes = None,
    wreck: Hexes = None,
    vehicle: Hexes = None,
    rubble: Hexes = None,
    ffe: Hexes = None,
    counter: CounterOpt = None,
    tis: Tis = False,
    era: Era = "",
    as_json: AsJson = False,
) -> None:
    """Field of view (10.3): what a place sees of all hexes at ground level, drawn and counted.

    Example: lnlt fov 15 H6
    """
    sight = _sight(map_name, era)
    board = sight.board
    dyn = _counters(sight, map_name, counter, smoke=smoke, wreck=wreck, vehicle=vehicle, rubble=rubble, ffe=ffe)
    a = place(board, start, map_name)
    verdicts = {i: sight.line(a, 8 * i, dyn, tis) for i in range(board.size) if i != a >> 3}
    counts = Count(_kind(v) for v in verdicts.values())
    kinds = ("clear", "degraded 1", "degraded 2", "limited", "blocked")
    if as_json:
        shown = {board.names[i]: _verdict(v) for i, v in verdicts.items()}
        answer = {"from": board.loc_name(a), "counts": {k: counts[k] for k in kinds}, "hexes": shown}
        typer.echo(msgspec.json.encode(answer).decode())
        return
    signs = {"clear": "+", "degraded 1": "1", "degraded 2": "2", "limited": "|", "blocked": "x"}
    marks: dict[str | int, str] = {i: " " + signs[_kind(v)] for i, v in verdicts.items()}
    marks[a >> 3] = " @"
    typer.echo(board_text(board, marks, width=6, legend=False))
    typer.echo(VIEW_LEGEND)
    typer.echo(f"{board.loc_name(a)}: " + ", ".join(f"{counts[k]} {k}" for k in kinds))


def place(board: Board, text: str, map_name: str) -> int:
    """The location a user means; an error that names it if the map has no such place."""
    name, _, layer = text.partition("/")
    name, layer = name.upper(), layer.lower() or LAYER_NAMES[0]
    if name not in board.index:
        raise LnltError(f"no hex {name!r} on this map", f"map {map_name}")
    if layer not in LAYER_NAMES:
        raise LnltError(f"no layer {layer!r}, there are {', '.join(LAYER_NAMES)}", f"map {map_name}", text)
    number = LAYER_NAMES.index(layer)
    if number in (UPPER, ROOF) and not board.has_layer(board.index[name], number):
        raise LnltError(f"{name} has no {'upper floor' if number == UPPER else 'roof to stand on'}", f"map {map_name}")
    return board.index[name] * 8 + number


def picture(board: Board, a: int, b: int, report: LosReport) -> str:
    """The part of the map around the line, crossed hexes marked."""
    marks: dict[str | int, str] = {}
    rank = list(MARKS)
    for reason in report.reasons:
        for name in reason.hexes:
            i = board.index.get(name)
            sign = MARKS[reason.effect]
            if i is not None and rank.index(reason.effect) >= rank.index(_effect(marks.get(i, "+"))):
                marks[i] = sign
    marks[a >> 3] = marks[b >> 3] = "@"
    shown = {i: f" {sign}" for i, sign in marks.items()}
    return board_text(board, shown, only=list(marks), width=8) + "\n" + LEGEND


def _effect(sign: str) -> str:
    return next(effect for effect, mark in MARKS.items() if mark == sign)


def _sight(map_name: str, era: str) -> Sight:
    if not era:
        source, where = files.find("maps", map_name)
        era = files.read(source, MapFile, where).era or DEFAULT_ERA
    return load_sight(load_map(map_name, load_chart(era)))


def _counters(sight: Sight, map_name: str, more: list[str] | None, **kinds: list[str] | None) -> Dynamic:
    wanted = [(kind, h) for kind, hexes in kinds.items() for h in hexes or ()]
    for text in more or ():
        kind, at, where = text.partition("@")
        if not at:
            raise LnltError(f"{text!r} is no counter, write KIND@HEX, for instance fire@J4", "--counter")
        wanted.append((kind, where))
    board, items = sight.board, list[Item | SideItem]()
    for kind, where in wanted:
        key = kind.lower()
        if key in board.chart.hexsides:
            items.append(_on_side(sight, key, where, map_name))
        elif key in board.chart.counters:
            items.append((place(board, where.partition("/")[0], map_name) >> 3, key))
        else:
            known = ", ".join(sorted(board.chart.counters))
            raise LnltError(f"no counter {kind!r}, there are {known}; on hexsides barricade", "--counter")
    return sight.counters(items)


def _on_side(sight: Sight, key: str, where: str, map_name: str) -> SideItem:
    one, _, two = where.partition("/")
    i = place(sight.board, one, map_name) >> 3
    j = place(sight.board, two, map_name) >> 3 if two else -1
    if j < 0 or j not in sight.board.neighbours[i]:
        raise LnltError(f"{where!r} is no hexside, write the two hexes beside it: {key}@J4/J5", "--counter")
    return sight.side_counter(i, sight.board.neighbours[i].index(j), key)


def _kind(verdict: int) -> str:
    if verdict == BLOCKED:
        return "blocked"
    if limited(verdict):
        return "limited"
    return f"degraded {degraded(verdict)}" if degraded(verdict) else "clear"


def _verdict(verdict: int) -> dict[str, str | int]:
    if verdict == BLOCKED:
        return {"verdict": "blocked"}
    return {"verdict": verdict_name(verdict), "degrading": degraded(verdict), "limited": limited(verdict)}
