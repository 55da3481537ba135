"""Words for a table one looks at: hexes, counters, chips, markers, the end of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from lnlt.core.board import Board
from lnlt.core.engine import why_not
from lnlt.core.events import GameEnded
from lnlt.core.flags import BUTTONED, ELIMINATED, SHAKEN, WOUNDED
from lnlt.core.frames import Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Marker, Position, State, enclosing
from lnlt.core.tally import Tally
from lnlt.rules.ch04_operations.impulse import ImpulseAction, Pass
from lnlt.rules.ch15_vehicles.fate import can_button
from lnlt.rules.ch18_indirect.patterns import WALKS
from lnlt.rules.ch22_scenario.set_up import SetUp
from lnlt.rules.ch22_scenario.victory import points
from lnlt.rules.facts.guns import has_turret
from lnlt.rules.facts.kits import has_facing, is_flying, kit_of, place_of, vertex_name
from lnlt.words import english, english_air
from lnlt.words import english_table as table
from lnlt.words.log import event_text
from lnlt.words.names import (
    chart_name,
    fill,
    kind_name,
    number,
    place_name,
    plain,
    roll_name,
    side_name,
    unit_names,
    unit_states,
    unit_values,
)
from lnlt.words.sentences import question_text

SIDES = 6
"""Sides of a hex."""


def phase_name(s: Position) -> str:
    """The phase of the turn in words; before the first one the set-up."""
    phase = "set_up" if enclosing(s, SetUp) is not None else s.phase
    return table.PHASES.get(phase, plain(phase).capitalize())


def open_question(game: Game, s: State, asked: Question) -> str:
    """What is asked, and why an impulse cannot be passed."""
    bound = why_not(game, s, Pass()) if isinstance(asked, ImpulseAction) else None
    return question_text(game, s, asked, bound)


def level_name(level: str) -> tuple[str, str]:
    """Name and description of a kind of player."""
    return table.LEVELS.get(level, (plain(level).capitalize(), ""))


def chip_words(key: str) -> tuple[str, str, str]:
    """Two letters, name and section of a status or marker of a unit."""
    short, rule = table.CHIPS.get(key, (key[:2].upper(), ""))
    return short, english.STATUS.get(key, plain(key)), rule


def weapon_chip(key: str) -> tuple[str, str, str]:
    """Two letters, name and section of a state of a Support Weapon."""
    return table.WEAPON_CHIPS.get(key, (key[:2].upper(), plain(key), ""))


def mark_words(game: Game, marker: Marker) -> tuple[str, str]:
    """Two letters and name of a marker on the board."""
    if marker.kind.startswith("event_"):
        short, name = table.EVENT_MARK
        return short, fill(name, {"id": marker.kind.removeprefix("event_")})
    if marker.kind in table.MARKS:
        return table.MARKS[marker.kind]
    name = chart_name(game, marker.kind) or plain(marker.kind).title()
    return "".join(word[0] for word in name.split()[:2]).upper() or "??", name


def mark_about(marker: Marker) -> tuple[str, str]:
    """What a marker does, and the section; both empty for those that only say what they are."""
    text, rule = table.MARK_NOTES.get(marker.kind, ("", ""))
    return fill(text, {"strength": marker.strength}), rule


def mark_way(marker: Marker) -> int:
    """The side of its hex a marker lies on or points to, for a barrage the way it walks; NOBODY if there is none."""
    way = marker.facing - WALKS if marker.facing >= WALKS else marker.facing
    return way if 0 <= way < SIDES else NOBODY


def mark_label(game: Game, marker: Marker) -> str:
    """A marker and where it lies, with the side it lies on or faces."""
    way = mark_way(marker)
    facts = {"name": mark_words(game, marker)[1], "at": game.board.loc_name(marker.at)}
    toward = game.board.neighbours[marker.at >> 3][way] if way != NOBODY else NOBODY
    if toward == NOBODY:
        return "{name}, {at}".format(**facts)
    return fill(table.MARK_TOWARD, {**facts, "toward": game.board.names[toward]})


def load_text(what: str, fp: int | None, left: int) -> str:
    """What an aircraft has left (19.1.2)."""
    return fill(english_air.LOADS[what], {"fp": "?" if fp is None else fp, "left": left})


def edge_name(edge: str) -> str:
    """An edge of the map."""
    return fill(english_air.LOADS["edge"], {"edge": edge})


def hex_text(board: Board, i: int, playable: bool) -> str:
    """What a hex is, for somebody who does not see it.

    Terrain, floors, roads, features, level.
    """
    said = [board.terrain[i].name]
    b = board.building_of[i]
    if b >= 0 and board.buildings[b].floors > 1:
        said.append(fill(table.HEX["floors"], {"floors": board.buildings[b].floors}))
    if b >= 0 and board.buildings[b].rooftop:
        said.append(table.HEX["roof"])
    if board.roads[i] and not board.terrain[i].road:
        said.append(table.HEX["road"])
    for feature in sorted(board.features[i] - {"road"}):
        row = board.chart.terrains.get(feature) or board.chart.counters.get(feature)
        said.append(row.name if row else plain(feature))
    if board.levels[i]:
        said.append(fill(table.HEX["level"], {"level": board.levels[i]}))
    if board.specs[i].half:
        said.append(table.HEX["half"])
    if not playable:
        said.append(table.HEX["off"])
    return ", ".join(said)


def piece_text(game: Game, s: Position, unit: int, out: str = "") -> str:
    """A counter in one sentence: who, whose, where, values, what is on it and what it carries."""
    u = s.units[unit]
    said = [
        fill(table.PIECE, {"kind": kind_name(game.types[u.type].kind), "id": u.id, "side": side_name(game, u.side)})
    ]
    said.append(table.OUT.get(out, plain(out)) if out else fill(table.AT, {"at": place_name(game, place_of(s, unit))}))
    kit = kit_of(u)
    if kit.aboard != NOBODY and not out:
        said.append(fill(table.RIDES[kit.outside], {"vehicle": s.units[kit.aboard].id}))
    said.append(unit_values(game, u))
    said += _gear_text(game, s, unit)
    states = unit_states(u)
    if states:
        said.append(states)
    if u.carries:
        weapons = ", ".join(game.weapon_types[s.weapons[w].type].name for w in u.carries)
        said.append(fill(table.CARRIES, {"weapons": weapons}))
    return "; ".join(said)


def _gear_text(game: Game, s: Position, unit: int) -> list[str]:
    """What a vehicle or gun shows beside its values: facings, hatches, armor."""
    u = s.units[unit]
    t = game.types[u.type]
    said = []
    if u.kit is not None and has_facing(t) and u.at >= 0:
        facing = vertex_name(game.board, u.at >> 3, u.kit.facing)
        said.append(fill(table.FACES["hull"], {"facing": facing}))
        if has_turret(t) and u.kit.turret != u.kit.facing:
            turret = vertex_name(game.board, u.at >> 3, u.kit.turret)
            said.append(fill(table.FACES["turret"], {"facing": turret}))
    if t.kind == "vehicle" and can_button(game, u):
        said.append(table.FACES["buttoned" if u.flags & BUTTONED else "open"])
    if t.kind == "helicopter" and u.at >= 0:
        said.append(fill(table.FACES["flies" if is_flying(u) else "hovers"], {"level": game.board.level(u.at)}))
    if len(t.armor) == 3:
        said.append(fill(table.FACES["armor"], dict(zip(("front", "flank", "rear"), t.armor, strict=True))))
    return said


def card_title(kind: str, origin: str, at: str, facts: Mapping[str, object] | None = None) -> tuple[str, str]:
    """Title and section of a combat card."""
    title, rule = table.CARDS.get(kind, (roll_name(kind).capitalize(), ""))
    return fill(title, {**(facts or {}), "from": origin, "at": at}), rule


def roll_title(what: str, subject: str, tallies: Sequence[Tally]) -> str:
    """What one roll of a card is about: whose, and where a hit lands."""
    said = roll_name(what).capitalize()
    spot = next((m.source for tally in tallies if tally.of == "armor" for m in tally.items), "")
    if spot == what or (spot and subject.endswith(spot)):  # the whole of it
        spot = ""
    return fill(table.ROLL["spot" if spot else "of" if subject else ""], {"roll": said, "of": subject, "spot": spot})


def fight_title(game: Game, s: Position, by: Sequence[int], targets: Sequence[int]) -> str:
    """Who attacks whom, where one roll is for all of them."""
    return fill(table.FIGHT, {"by": unit_names(game, s, by), "targets": unit_names(game, s, targets)})


def move_name(mode: str) -> tuple[str, str]:
    """Name and section of a way to move."""
    return table.MOVES.get(mode, (plain(mode).capitalize(), "6.0"))


def fire_name(mode: str, unit: str = "") -> tuple[str, str]:
    """Name and section of a way to fire."""
    way, _, caller = mode.partition(":")
    name, rule = table.FIRES.get(way, (plain(way).capitalize(), "5.0"))
    return fill(name, {"unit": unit, "caller": caller}), rule


def command_rule(code: str) -> str:
    """Section of a kind of order; empty: that of the question it answers."""
    return table.SECTIONS.get(code, "")


def threat_text(units: Sequence[str], p: float) -> str:
    """A reaction a step may draw."""
    return fill(table.REACH["threat"], {"units": ", ".join(units), "p": round(100 * p)})


def shot_text(at: str, p: float) -> str:
    """A target and the chance to harm somebody there."""
    return fill(table.SHOT, {"at": at, "p": round(100 * p)})


def points_text(half: int) -> str:
    """Movement Points from half points."""
    return fill(table.REACH["cost"], {"cost": number(half / 2, sign=False)})


def melee_end_text() -> str:
    """Said of a step that ends in Melee."""
    return table.REACH["melee"]


def leaving_text(weapons: Sequence[str]) -> str:
    """Said of a move that leaves weapons behind which are set up."""
    return fill(table.REACH["leaves"], {"weapons": ", ".join(weapons)})


def end_text(game: Game, s: Position) -> str:
    """Who won and why."""
    assert s.over is not None
    return event_text(game, s, GameEnded(s.over)) or table.DRAW


def loss_lines(game: Game, s: Position) -> list[str]:
    """What each side has lost."""
    lines = []
    for side in range(len(game.sides)):
        own = [u for u in s.units if u.side == side]
        lost = Counter(game.types[u.type].name for u in own if u.flags & ELIMINATED)
        facts = {"side": side_name(game, side), "lost": lost.total(), "all": len(own)}
        line = fill(table.END["losses"], facts)
        if lost:
            units = ", ".join(name if n == 1 else f"{n} {name}" for name, n in lost.items())
            line = fill(table.END["lost"], {"losses": line, "units": units})
        lines.append(line)
    return lines


def end_lines(game: Game, s: Position) -> list[str]:
    """The end of a game in a few lines: when, the points, and what each side has left on the map."""
    lines = [fill(table.END["turn"], {"turn": s.turn, "turns": game.turns})]
    for row in game.setup.points:
        facts: dict[str, object] = {"side": side_name(game, game.side_index[row.side])}
        lines.append(fill(table.END["points"], {**facts, "points": f"{points(game, s, row):g}"}))
    for side in range(len(game.sides)):
        there = [u for u in s.units if u.side == side and u.at >= 0]
        facts = {
            "side": side_name(game, side),
            "ready": sum(u.good_order for u in there),
            "shaken": sum(bool(u.flags & SHAKEN) for u in there),
            "wounded": sum(bool(u.flags & WOUNDED) for u in there),
        }
        lines.append(fill(table.END["left"], facts))
    return lines


def problem_text(code: str, **facts: object) -> str:
    """What went wrong, in one sentence."""
    return fill(table.PROBLEMS.get(code, plain(code).capitalize()), facts)
