"""Lines of sight, fields of view: questions about the map, answered by chapter 10."""

from __future__ import annotations

from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch10_los_spotting.explain import LosReport, Reason, verdict_name
from lnlt.rules.ch10_los_spotting.lines import line, report
from lnlt.rules.ch20_night.darkness import shows
from lnlt.server.problems import ApiProblem
from lnlt.server.shapes import FieldHex, SightHex, SightLine

EFFECTS = {"none": "clear", "degraded": "degrading", "blocked": "blocking", "limited": "limited"}


def place(game: Game, name: str) -> int:
    """A location of the board; ApiProblem if there is none of that name."""
    try:
        return game.board.loc(name)
    except KeyError:
        raise ApiProblem(404, "no_such_place", at=name) from None


def sight(game: Game, s: State, a: str, b: str) -> SightLine:
    """10.3: the line between two places, hex by hex."""
    found = report(game, s, place(game, a), place(game, b))
    return SightLine(
        a=found.start,
        b=found.end,
        verdict=found.verdict,
        text=_plain(found.summary()),
        range=found.range,
        rule=found.rule,
        hexes=tuple(hex_ for reason in found.reasons for hex_ in _hexes(found, reason)),
    )


def _hexes(found: LosReport, reason: Reason) -> list[SightHex]:
    text = _plain(reason.text())
    ends = {found.start.partition("/")[0], found.end.partition("/")[0]}
    names = [name for name in reason.hexes if name not in ends] or list(reason.hexes[:1])
    return [SightHex(at=name, effect=EFFECTS[reason.effect], text=text, rule=reason.rule) for name in names]


def _plain(text: str) -> str:
    """Without the section at the end, which goes apart."""
    return text.rpartition(" [")[0] if text.endswith("]") else text


def field(game: Game, s: State, at: str) -> tuple[FieldHex, ...]:
    """10.3, 20.1: every hex seen from a place, and how well."""
    a = place(game, at)
    found = []
    for i in sorted(game.playable):
        verdict = verdict_name(line(game, s, a, i * 8))
        if verdict != "blocked" and (game.night is None or shows(game, s, a, i * 8)):
            found.append(FieldHex(at=game.board.names[i], verdict=verdict))
    return tuple(found)
