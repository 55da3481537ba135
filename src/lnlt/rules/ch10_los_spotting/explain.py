"""10.3: why a line of sight is clear, degraded or blocked, as a value that can be sent and put into words."""

from __future__ import annotations

from typing import Literal

import msgspec

from lnlt.core.board import ROOF
from lnlt.core.terrain import BLOCKING, DEGRADING, OPEN
from lnlt.rules.ch10_los_spotting.judge import BLOCKED, LIMITED, Finding, Judge
from lnlt.rules.ch10_los_spotting.sight import NO_COUNTERS, Dynamic, Sight, degraded, limited
from lnlt.rules.facts.adjacency import sees_near

Verdict = Literal["clear", "degraded", "blocked"]
Effect = Literal["none", "degraded", "blocked", "limited"]

EFFECTS: dict[int, Effect] = {OPEN: "none", DEGRADING: "degraded", BLOCKING: "blocked", LIMITED: "limited"}
RULES = {
    "ground": "10.3.1",
    "ground_shadow": "10.3.1",
    "slope": "10.3.1",
    "smoke_side": "10.3.2",
    "both_sides": "10.3.2",
    "one_side": "10.3.2",
    "open_side": "10.3.2",
    "between": "10.3.2",
    "gap": "10.3.2",
    "wall": "10.3.2",
    "along_wall": "10.3.2",
    "wall_level": "10.3.2",
    "other_floor": "10.2",
    "not_adjacent": "10.4.1",
    "roof": "10.6",
}
"""Section behind a code; 10.3 for all others."""
OWN_RULES = {
    "smoke": "7.0",
    "fire": "10.5.6.4",
    "roadblock": "10.5.4",
    "craters": "10.5.5",
    "ffe": "18.1",
    "tree_lined_road": "10.5.3",
    "jungle_lined_road": "10.5.3",
    "railroad": "10.5.7",
}
"""Things with a section of their own, when they act inside their hex."""
WORDS = {
    "open": "{hexes}: open, {name}",
    "missed": "{hexes}: the line misses the {name}",
    "over": "{hexes}: no effect at these levels, {name} (top {top})",
    "level": "{hexes}: {name} on the level of both ends {does} the line",
    "rises": "{hexes}: {name} rises to level {top}, above both ends, and {does} the line",
    "shadow": "{hexes}: {name} (top {top}) casts a shadow on the lower end that {does} the line",
    "ground": "{hexes}: ground at level {top} rises above both ends and {does} the line",
    "ground_shadow": "{hexes}: ground at level {top} hides the lower end and {does} the line",
    "slope": "{hexes}: part of a clear slope",
    "smoke_side": "along {hexes}: {name} beside the hexside {does} the line",
    "both_sides": "along {hexes}: terrain on both sides, {name} {does} the line",
    "one_side": "along {hexes}: terrain on one side only, {name}, no effect",
    "open_side": "along {hexes}: open on both sides",
    "between": "along {hexes}: limited line between two separate structures",
    "gap": "{hexes}: limited line through the gap between two separate structures",
    "wall": "{hexes}: {name} on a hexside of neither end {does} the line",
    "along_wall": "{hexes}: the line runs along the {name} that joins both ends, no effect",
    "wall_level": "{hexes}: no effect at these levels, {name}",
    "weather": "in this weather nobody sees farther than {limit} hexes",
    "adjacent": "adjacent: nothing lies between",
    "same": "the same place",
    "other_floor": "other floors of one building neither see each other nor count as adjacent",
    "roof": "a roof and the floors of its building see each other only directly above and below",
    "not_adjacent": "these two places in one hex or in neighbouring hexes do not see each other",
}
DOES = {"degraded": "degrades", "blocked": "blocks", "none": "does not affect", "limited": "limits"}


class Reason(msgspec.Struct, frozen=True):
    """What one crossed hex, hexside or wall did."""

    hexes: tuple[str, ...]
    effect: Effect
    rule: str
    code: str
    params: dict[str, str | int]

    def text(self) -> str:
        """The reason in words."""
        words = WORDS[self.code].format(hexes="/".join(self.hexes), does=DOES[self.effect], **self.params)
        return f"{words} [{self.rule}]"


class LosReport(msgspec.Struct, frozen=True):
    """A line of sight with every reason, in order from the asker."""

    start: str
    end: str
    verdict: Verdict
    degraded: int
    limited: int
    range: int
    levels: tuple[int, int]
    rule: str
    """Section of what decided."""
    decided: int | None
    """Number of the reason that decided, None for a line nothing hinders."""
    reasons: tuple[Reason, ...]

    def summary(self) -> str:
        """The verdict in one line."""
        words: str = self.verdict
        if self.verdict == "degraded":
            words += f" by {self.degraded} hex{'es' if self.degraded > 1 else ''}"
        if self.limited:
            words += f", limited ({self.limited} gap{'s' if self.limited > 1 else ''})"
        if self.verdict == "blocked" and self.decided is not None and self.reasons[self.decided].effect == "degraded":
            words += " by a third degrading hex"
        return f"{self.start} - {self.end}: {words}, range {self.range} [{self.rule}]"

    def text(self) -> str:
        """Verdict and reasons in words."""
        return "\n".join([self.summary(), *(f"  {reason.text()}" for reason in self.reasons)])


def verdict_name(verdict: int) -> Verdict:
    """clear, degraded or blocked; a limited line is one of the first two."""
    if verdict == BLOCKED:
        return "blocked"
    return "degraded" if degraded(verdict) else "clear"


def explain(sight: Sight, a: int, b: int, dyn: Dynamic = NO_COUNTERS, tis: bool = False) -> LosReport:
    """10.3: the line of sight between two locations, explained; same verdict as `Sight.line`."""
    board = sight.board
    levels = (sight.level(a), sight.level(b))
    if sight.near(a, b):
        verdict = 0 if sees_near(board, a, b) else BLOCKED
        reasons = [_near(a, b, verdict, sight)]
        decided = None if verdict == 0 else 0
    else:
        findings: list[Finding] = []
        judge = Judge(sight.things, a >> 3, b >> 3, levels, dyn, tis, findings)
        verdict = judge.run()
        findings.sort(key=lambda f: f.at, reverse=judge.a != a >> 3)
        decided = _decider(findings, verdict)
        reasons = [_reason(sight, finding, dyn) for finding in findings]
    blocked = verdict == BLOCKED
    return LosReport(
        start=board.loc_name(a),
        end=board.loc_name(b),
        verdict=verdict_name(verdict),
        degraded=min(3, sum(r.effect == "degraded" for r in reasons)) if blocked else degraded(verdict),
        limited=0 if blocked else limited(verdict),
        range=board.distance(a >> 3, b >> 3) if a >> 3 != b >> 3 else int(a != b),
        levels=levels,
        rule=_rule(reasons, decided, blocked),
        decided=decided,
        reasons=tuple(reasons),
    )


def _rule(reasons: list[Reason], decided: int | None, blocked: bool) -> str:
    if decided is None or (blocked and reasons[decided].effect == "degraded"):
        return "10.3"
    return reasons[decided].rule


def _decider(findings: list[Finding], verdict: int) -> int | None:
    """The first block; else the third degrading hex; else the first thing that degrades or limits."""
    if verdict == BLOCKED:
        for number, finding in enumerate(findings):
            if finding.effect == BLOCKING:
                return number
        return [n for n, finding in enumerate(findings) if finding.effect == DEGRADING][2]
    return next((n for n, finding in enumerate(findings) if finding.effect != OPEN), None)


def _near(a: int, b: int, verdict: int, sight: Sight) -> Reason:
    places = tuple(dict.fromkeys((sight.board.loc_name(a), sight.board.loc_name(b))))
    if verdict == 0:
        return Reason(places, "none", "10.3", "same" if a == b else "adjacent", {})
    floors = max(a & 7, b & 7) <= ROOF
    code = "not_adjacent" if not floors else "roof" if ROOF in (a & 7, b & 7) else "other_floor"
    return Reason(places, "blocked", RULES[code], code, {})


def _reason(sight: Sight, finding: Finding, dyn: Dynamic) -> Reason:
    board, key = sight.board, finding.key
    chart = board.chart
    row = chart.terrains.get(key) or chart.counters.get(key) or chart.hexsides.get(key)
    parts = sight.things.with_counters(finding.hexes[0], dyn, False)[0] if finding.hexes else ()
    level = board.levels[finding.hexes[0]] if finding.hexes else 0
    top = next((p.top for p in parts if p.key == key and p.top is not None), level)
    rule = RULES.get(finding.code, "10.3")
    if rule == "10.3" and finding.code != "open":
        rule = OWN_RULES.get(key, rule)
    if key == "barricade":
        rule = "21.5"
    params: dict[str, str | int] = {"key": key, "name": row.name if row else key, "top": top}
    names = tuple(board.names[i] for i in finding.hexes)
    return Reason(names, EFFECTS[finding.effect], rule, finding.code, params)
