"""The text game's screen: map, units, whose decision it is, numbered options."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable

from lnlt import engine, words
from lnlt.cli import odds
from lnlt.content.picture import board_text, symbol
from lnlt.core.engine import passes
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch05_fire.action import Fire
from lnlt.rules.ch05_fire.group import FireGroup
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.costs import unit_cost
from lnlt.rules.ch06_movement.group import MoveGroup
from lnlt.rules.ch06_movement.move import Move
from lnlt.rules.ch06_movement.steps import StepTo
from lnlt.rules.facts import units as values
from lnlt.rules.facts.handling import Drop

SIDE_COLOURS = ("36", "33")
NEAR = 2
"""Hexes shown around units and objectives on the small map."""


def colours() -> bool:
    """Whether the output is a terminal that wants colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    """Bold on terminals."""
    return f"\033[1m{text}\033[0m" if colours() else text


def dim(text: str) -> str:
    """Faint on terminals."""
    return f"\033[2m{text}\033[0m" if colours() else text


def tag(game: Game, side: int) -> str:
    """Short sign of a side on the map: the first in capitals, the second in small letters."""
    name = game.sides[side].id[:2]
    return name.upper() if side == 0 else name.lower()


def objectives(game: Game) -> frozenset[str]:
    """Hexes the victory conditions name."""
    goals = [h for v in game.setup.victory for c in v.when for h in (*c.hold, *c.control)]
    return frozenset(goals) | {h for row in game.setup.points for h in row.control}


def stacks(game: Game, s: State, short: bool = False) -> dict[int, str]:
    """What stands in each hex as a sign: side and count, ! if somebody is Shaken, * for an objective."""
    marks: dict[int, str] = {}
    for loc, members in sorted(s.by_loc.items()):
        for side in (0, 1):
            own = [u for u in members if s.units[u].side == side]
            if own:
                sign = tag(game, side)[:1] if short else f" {tag(game, side)}"
                shaken = "!" if any(not s.units[u].good_order for u in own) else ""
                marks[loc >> 3] = marks.get(loc >> 3, "") + f"{sign}{len(own)}{shaken}"
    for marker in s.markers:
        if marker.kind != "spotted":
            marks[marker.at >> 3] = marks.get(marker.at >> 3, "") + f"~{marker.kind[:1]}"
    for name in objectives(game):
        i = game.board.index[name]
        marks[i] = "*" + marks.get(i, "").lstrip()
    return marks


def map_text(game: Game, s: State, whole: bool = False) -> str:
    """The board with stacks: around units and objectives (all of it while there are none) or whole; in panels if the
    terminal is narrow."""
    board = game.board
    room = shutil.get_terminal_size((120, 24)).columns - 1
    marks = stacks(game, s)
    whole = whole or not marks
    near = [i for i in range(board.size) if whole or any(board.distance(i, j) <= NEAR for j in marks)]
    columns = sorted({board.xs[i] for i in near})
    width = _cell(game, marks)
    if width * len(columns) > room and not whole:
        small = stacks(game, s, short=True)
        if _cell(game, small) * len(columns) <= room:
            marks, width = small, _cell(game, small)
    per_panel = max(1, room // width)
    width = max(width, min(9, room // len(columns)))
    rows = (min(board.ys[i] for i in near), max(board.ys[i] for i in near))
    panels = []
    for first in range(0, len(columns), per_panel):
        part = columns[first : first + per_panel]
        shown = [i for i in range(board.size) if board.xs[i] in part and rows[0] - 1 <= board.ys[i] <= rows[1] + 1]
        panels.append(board_text(board, dict(marks.items()), only=shown, width=width, legend=False))
    used = {board.terrain[i].key: board.terrain[i].name for i in near if board.terrain[i].key != "clear"}
    legend = " · ".join(sorted(f"{symbol(key)} {name}" for key, name in used.items()))
    letters = 1 if marks != stacks(game, s) else 2
    names = " · ".join(f"{tag(game, side)[:letters]} {words.side_name(game, side)}" for side in (0, 1))
    notes = [legend, f"{names}, with number of units · ! Shaken · * objective"]
    picture = paint(game, "\n\n".join(panels))
    return "\n".join([picture, *(dim(textwrap.fill(note, max(60, room))) for note in notes if note)])


def _cell(game: Game, marks: dict[int, str]) -> int:
    """Signs a hex needs so that nothing is cut off."""
    board = game.board
    longest = 4
    for i, mark in marks.items():
        level = f"{board.levels[i]:+d}" if board.levels[i] else ""
        longest = max(longest, len(f"{symbol(board.terrain[i].key)}{level}{mark}"))
    return longest + 1


def paint(game: Game, text: str) -> str:
    """Stacks in the colours of their sides."""
    if not colours():
        return text
    for side, colour in enumerate(SIDE_COLOURS):
        sign = tag(game, side)
        text = re.sub(rf"((?:(?<=[ *])|^){sign}(?:\d+!?| │))", rf"\033[1;{colour}m\1\033[0m", text)
    return text


def units_text(game: Game, s: State, side: int | None = None) -> str:
    """Every unit in play, hex by hex, with values, weapons and states."""
    lines: list[str] = []
    for number, about in enumerate(game.sides):
        if side is not None and side != number:
            continue
        lines.append(bold(f"{words.side_name(game, number)} ({about.id})"))
        for loc, members in sorted(s.by_loc.items()):
            own = [u for u in members if s.units[u].side == number]
            place = f"{game.board.loc_name(loc)} {game.board.terrain[loc >> 3].name}"
            for u in own:
                lines.append(f"  {place:<18} {unit_line(game, s, u)}")
                place = ""
        lost = sum(u.side == number and u.at < 0 for u in s.units)
        if lost:
            lines.append(f"  {'':<18} {lost} lost")
    return "\n".join(lines)


def unit_line(game: Game, s: State, unit: int) -> str:
    """One unit: id, sort, values, weapons, what is on it."""
    u = s.units[unit]
    weapons = "".join(f" + {weapon_line(game, s, w)}" for w in u.carries)
    states = words.unit_states(u)
    kind = words.kind_name(game.types[u.type].kind)
    return f"{u.id:<8} {kind} {words.unit_values(game, u)}{weapons}" + (f"  [{states}]" if states else "")


def weapon_line(game: Game, s: State, weapon: int) -> str:
    """A Support Weapon with firepower and range."""
    t = game.weapon_types[s.weapons[weapon].type]
    return f"{t.name} {t.fp}-{t.range}" if t.fp is not None else t.name


def goal_text(game: Game) -> str:
    """What the sides must do to win."""
    return "\n".join(words.goal_lines(game))


def heading(game: Game, s: State) -> str:
    """Turn, phase, initiative, and the question that is open."""
    about = f"Turn {s.turn} of {game.turns} · {words.phase_name(s)}"
    about += f" · initiative: {words.side_name(game, s.initiative)}"
    top = engine.question(s)
    if top is None:
        return bold(about)
    ask = words.open_question(game, s, top)
    return f"{dim(about)}\n{bold(ask)}"


def hint(game: Game, s: State) -> str:
    """The quick way through the question that is open, if there is one."""
    top = engine.question(s)
    if isinstance(top, FireGroup):
        attack = odds.preview(game, s, [])
        return f"`fire` fires with the best group · {odds.short(attack)}" if attack is not None else ""
    if in_set_up(game, s) is not None:
        return "`place UNIT HEX` places a unit, `place UNIT UNIT HEX UNIT HEX` several; `map all` shows the board"
    if isinstance(top, MoveGroup) and not top.members:
        return "`move HEX HEX…` moves everybody who can; add unit names to move only some"
    return ""


def in_set_up(game: Game, s: State) -> engine.SetUpMenu | None:
    """The set-up that goes on, as long as somebody has to be placed."""
    found = engine.set_up_menu(game, s)
    return found if found is not None and found.units else None


def numbered(groups: Iterable[tuple[str, list[Command]]]) -> list[Command]:
    """The options in the order they are numbered."""
    return [command for _, members in groups for command in members]


def set_up_text(game: Game, s: State, found: engine.SetUpMenu) -> str:
    """A set-up in a few lines: who still has to be placed, and where."""
    lines = [f"  Still to be placed: {len(found.units)}"]
    for units, area in found.areas:
        lines.extend(f"    {unit_line(game, s, s.ids[u])}" for u in units)
        told = ", ".join(area) if area else "no room left"
        lines.append(textwrap.fill(f"may be in {told}", 110, initial_indent="      ", subsequent_indent="      "))
    return "\n".join(lines)


def options_text(game: Game, s: State, groups: list[tuple[str, list[Command]]]) -> str:
    """Numbered options by group, with costs and odds."""
    lines: list[str] = []
    number = 0
    for title, members in groups:
        lines.append(f"  {title}")
        for command in members:
            number += 1
            text = words.option_text(game, s, command)
            note = _note(game, s, command)
            lines.append(f"  {number:>3}  {text}" + (dim(f"  · {note}") if note else ""))
    return "\n".join(lines)


def _note(game: Game, s: State, command: Command) -> str:
    """What an option costs or promises, where that is cheap to say."""
    if isinstance(command, StepTo):
        return _step_note(game, s, command)
    if isinstance(command, Activate):
        ahead = engine.explore(game, s, [command])
        found = engine.options(game, ahead.state)
        fire = dict.fromkeys(c.at for c in found if isinstance(c, Fire) and c.origin == command.at)
        moves = any(isinstance(c, BeginMove) and c.origin == command.at for c in found)
        can = (["may move"] if moves else []) + ([f"may fire at {', '.join(fire)}"] if fire else [])
        return ", ".join(can)
    if type(command).__name__.startswith("Add") or isinstance(command, Drop) or passes(command):
        return ""
    return odds.short(odds.preview(game, s, [command]))


def _step_note(game: Game, s: State, command: StepTo) -> str:
    frame = next((f for f in reversed(s.stack) if isinstance(f, Move | MoveGroup)), None)
    if frame is None:
        return ""
    group = frame.units if isinstance(frame, Move) else frame.members
    frm = frame.at if isinstance(frame, Move) else frame.origin
    to = game.board.loc(command.at)
    left = min((2 * values.movement(game, s, s.units[u]) - s.units[u].mp for u in group), default=0)
    cost = max((unit_cost(game, s, u, frm, to) for u in group), default=0)
    told = f"{game.board.terrain[to >> 3].name}, costs {cost / 2:g} of {left / 2:g} MP"
    risk = _risk(game, s, command)
    return f"{told}, {risk}" if risk else told


def _risk(game: Game, s: State, command: StepTo) -> str:
    """What a step leads to: dice at once, or how bad the worst answer could be."""
    (step,) = engine.walk(game, s, (), (command.at,)) or (None,)
    if step is None or step.refusal is not None:
        return ""
    if step.happens is not None:
        return odds.short(step.happens) or words.roll_name(step.happens.kind)
    if not step.reactions:
        return ""
    worst = max((r.preview.any for r in step.reactions if r.preview is not None), key=lambda c: c.value, default=None)
    count = len(step.reactions)
    answers = "1 answer" if count == 1 else f"{count} answers"
    return f"{answers} possible" + (f", the worst {worst.percent}" if worst is not None else "")
