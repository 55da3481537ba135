"""Events in plain words: one line for each fact, and a log in which rolls, sums and results stand together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.flags import (
    ABANDONED,
    BROKEN,
    CAPTURED,
    FLIPPED,
    HOVERING,
    IMMOBILIZED,
    JAMMED,
    LOW_AMMO,
    MELEE,
    SHAKEN,
    SPENT,
    WOUNDED,
)
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position, State
from lnlt.core.tally import Refusal, Tally
from lnlt.rules.facts.kits import has_facing, in_the_air, kit_of, vertex_name
from lnlt.words import english
from lnlt.words.names import (
    cite,
    fill,
    flag_words,
    kind_name,
    number,
    place_name,
    plain,
    side_name,
    unit_name,
    unit_names,
    weapon_name,
    with_article,
)
from lnlt.words.sentences import need_text, refusal_text, tag, tally_name, tally_short

FOLDED = frozenset(
    {"attack", "defence", "damage check", "rally", "to hit", "melee", "morale check", "penetration", "armor"}
)
"""What rolls are for that are told together with the outcome they decide."""
ROLLS = (ev.Rolled, ev.Drawn)
MARKS = (ev.MarkerPlaced, ev.MarkerRemoved)
_FLAGS = (
    (SHAKEN, "shaken"),
    (WOUNDED, "wounded"),
    (MELEE, "melee"),
    (ABANDONED, "abandoned"),
    (IMMOBILIZED, "immobilized"),
    (HOVERING, "hover"),
)


def _tell(code: str, variant: str, facts: Mapping[str, object]) -> str:
    entry = english.EVENTS.get(f"{code}.{variant}") or english.EVENTS[code]
    return cite(fill(entry[0], facts), entry[1] or str(facts.get("rule", "")))


def _points(half: int) -> str:
    return number(half / 2, sign=False)


def event_text(game: Game, s: Position, event: ev.Event, numbers: bool = True) -> str | None:
    """One line for an event; None if it needs no words. `s` is a state that knows the units (the one after it).

    Without `numbers` it leaves out what was needed: that stands beside it.
    """
    if isinstance(event, ev.FlagsChanged):
        return _flags_text(game, s, event)
    if isinstance(event, ev.Resolved):
        return _resolved_text(game, s, event, numbers)
    if isinstance(event, ROLLS):
        return _roll_text(game, s, event)
    code = tag(type(event))
    if isinstance(event, ev.PointsReset) and not event.mp:
        return None
    if isinstance(event, ev.Moved) and event.to < 0 and kit_of(s.units[event.unit]).aboard != NOBODY:
        return None  # he rides: told where his kit changes
    if isinstance(event, ev.KitChanged) and game.has_vehicles and (event.kit is None or event.kit.left != NOWHERE):
        return None  # he got off: told where he comes onto the board; or it is lost, which is told too
    variant, facts = _facts(game, s, event)
    if isinstance(event, ev.Noted) and variant and f"{code}.{variant}" not in english.EVENTS:
        return None
    return _tell(code, variant, facts) if code in english.EVENTS or f"{code}.{variant}" in english.EVENTS else None


def _facts(game: Game, s: Position, event: ev.Event) -> tuple[str, dict[str, object]]:
    """What the sentence for an event needs: its variant and its facts."""
    facts, variant = _fields(game, s, event), ""
    if isinstance(event, ev.PhaseBegan):
        variant = event.phase
    elif isinstance(event, ev.ImpulseEnded):
        variant = "passed" if event.passed else ""
    elif isinstance(event, ev.Moved):
        variant = "" if event.mp else "gets_off" if _gets_off(game, s, event) else "free"
    elif isinstance(event, ev.TypeChanged):
        now = game.types[event.type]
        same = game.types[s.units[event.unit].type].kind == now.kind
        facts["type"] = with_article(now.name if same else kind_name(now.kind))
    elif isinstance(event, ev.UnitCreated):
        facts |= {"unit": game.types[event.unit.type].name, "at": place_name(game, event.unit.at)}
    elif isinstance(event, ev.WeaponPassed):
        variant = "taken" if event.carrier != NOBODY else "dropped" if event.at >= 0 else "lost"
        facts |= {"weapon": weapon_name(game, s, event.weapon), "unit": unit_name(game, s, event.carrier)}
    elif isinstance(event, ev.WeaponChanged):
        variant = _weapon_change(event)
        facts["weapon"] = weapon_name(game, s, event.weapon)
    elif isinstance(event, ev.WeaponCreated):
        facts["weapon"] = game.weapon_types[event.weapon.type].name
    elif isinstance(event, MARKS):
        kind = event.marker.kind
        counter = game.board.chart.counters.get(kind)
        facts |= {
            "marker": counter.name if counter else plain(kind).title(),
            "at": place_name(game, event.marker.at),
        }
    elif isinstance(event, ev.FireOpened):
        variant = "opportunity" if event.opportunity else ""
        facts["units"] = unit_names(game, s, event.units)
    elif isinstance(event, ev.AircraftFlew):
        variant = "lost" if event.what == "crashed" and event.at == NOWHERE else event.what
    elif isinstance(event, ev.SkillsChanged):
        variant = "" if event.skills else "none"
        facts["skills"] = ", ".join(plain(key).title() for key in event.skills)
    elif isinstance(event, ev.KitChanged):
        variant, more = _kit_facts(game, s, event)
        facts |= more
    elif isinstance(event, ev.Noted):
        variant, _, facts["key"] = event.key.rpartition(":")
        facts["note"] = plain(event.key)
    elif isinstance(event, ev.ParagraphRead):
        read = next((p.text for p in game.setup.paragraphs if p.id == event.paragraph), "")
        variant, facts["text"] = ("" if read else "unknown"), read
    elif isinstance(event, ev.QueueDropped):
        variant = event.code
        facts["reason"] = refusal_text(game, Refusal(event.rule, event.code, event.params))
    elif isinstance(event, ev.GameEnded):
        variant = event.result.why
        facts |= {"winner": side_name(game, event.result.winner), "why": plain(event.result.why)}
    return variant, facts


def _fields(game: Game, s: Position, event: ev.Event) -> dict[str, object]:
    """The fields of an event as sentences name them."""
    facts: dict[str, object] = {}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name == "side":
            facts["side"] = side_name(game, value)
        elif name == "unit" and isinstance(value, int):
            facts["unit"] = unit_name(game, s, value)
        elif name in ("at", "to", "origin"):
            facts[{"to": "at", "origin": "from"}.get(name, name)] = place_name(game, value)
        elif name == "mp":
            facts["points"] = _points(value)
        else:
            facts[name] = value
    return facts


def _gets_off(game: Game, s: Position, event: ev.Moved) -> bool:
    """Whether somebody who comes onto the board comes off a vehicle."""
    if event.origin >= 0 or event.to < 0 or not game.has_vehicles:
        return False
    return s.phase == "operations" and game.types[s.units[event.unit].type].kind != "sniper"


def _kit_facts(game: Game, s: Position, event: ev.KitChanged) -> tuple[str, dict[str, object]]:
    """Which way a unit faces now, or what it rides."""
    u, kit = s.units[event.unit], event.kit
    if kit is not None and kit.aboard != NOBODY:
        return "outside" if kit.outside else "aboard", {"vehicle": unit_name(game, s, kit.aboard)}
    if kit is None or u.at < 0 or not has_facing(game.types[u.type]):
        return "", {}
    near = u.at >> 3
    facts: dict[str, object] = {"facing": vertex_name(game.board, near, kit.facing)}
    if kit.turret != kit.facing:
        return "turret", {**facts, "turret": vertex_name(game.board, near, kit.turret)}
    return "faces", facts


_WEAPON_CHANGES = (
    (JAMMED, "jammed"),
    (BROKEN, "broken"),
    (CAPTURED, "captured"),
    (SPENT, "spent"),
    (LOW_AMMO, "low_ammo"),
)


def _weapon_change(event: ev.WeaponChanged) -> str:
    """What happened to a weapon; bookkeeping of a phase has no words."""
    for bit, word in _WEAPON_CHANGES:
        if event.put & bit:
            return word
    if event.put & FLIPPED:
        return "flipped"
    return "cleared" if event.taken & JAMMED else "silent"


def _flags_text(game: Game, s: Position, event: ev.FlagsChanged) -> str | None:
    """Status changes are told; markers that only say who has acted are seen on the counters."""
    facts = {"unit": unit_name(game, s, event.unit)}
    told = [_tell("flags_changed", word, facts) for bit, word in _FLAGS if event.put & bit]
    if event.taken & HOVERING and in_the_air(s.units[event.unit].at):
        told.append(_tell("flags_changed", "flies", facts))
    if event.taken & SHAKEN and not event.put & SHAKEN:
        told.append(_tell("flags_changed", "good_order", facts))
    return "; ".join(told) or None


def marker_text(game: Game, s: Position, event: ev.FlagsChanged) -> str | None:
    """All of a change of status and markers, also what the log leaves out."""
    words = flag_words(event.put)
    if not words:
        return None
    return _tell("flags_changed", "", {"unit": unit_name(game, s, event.unit), "marker": words})


def _roll_text(game: Game, s: Position, event: ev.Rolled | ev.Drawn) -> str:
    facts: dict[str, object] = {"side": side_name(game, event.side)}
    if isinstance(event, ev.Rolled):
        facts |= {"dice": "+".join(map(str, event.faces)), "unit": unit_name(game, s, event.subject)}
        known = ("{side} rolls {dice}: " + plain(event.purpose), "1.2")
    else:
        key = event.item
        facts["item"] = game.types[game.type_index[key]].name if key in game.type_index else plain(key)
        known = ("{side} draws {item}", "1.2")
    sentence, rule = english.PURPOSES.get(event.purpose, known)
    return cite(fill(sentence, facts), rule)


def _sum(faces: tuple[int, ...], tally: Tally) -> str:
    """Dice and modifiers as a sum: "4+3 = 7", or only the modifiers if the dice are not known."""
    if not faces:
        return number(tally.total)
    shown = "+".join(map(str, faces))
    total = sum(faces) + tally.total
    if not tally.total and len(faces) == 1:
        return shown
    return f"{shown}{number(tally.total) if tally.total else ''} = {total}"


OPPOSED = frozenset({"fire", "mines", "overrun", "close_assault", "penetration", "barricade"})
"""A die and a sum against a die and a sum."""
BEATEN = {
    "penetration.destroyed": "penetration.catastrophic",
    "barricade.destroyed": "barricade.catastrophic",
}
"""What is destroyed though the attack does not beat the defence (14.1)."""
BEATING = {"barricade.none": "barricade.dud", "mines.none": "mines.spared"}
"""What stands though the attack beats the defence (14.1, 21.4.1)."""


def _resolved_text(game: Game, s: Position, event: ev.Resolved, numbers: bool) -> str:
    facts: dict[str, object] = {
        "unit": unit_name(game, s, event.subject) if event.subject >= 0 else place_name(game, event.at),
        "what": plain(event.what),
        "outcome": plain(event.outcome),
        "at": place_name(game, event.at) if event.at >= 0 else "",
        "by": unit_names(game, s, event.by),
        "targets": unit_names(game, s, event.targets),
    }
    code = f"{event.what}.{event.outcome}"
    if event.what in OPPOSED and len(event.tallies) == 2:
        margin, more = _compared(event)
        facts |= more
        if event.dice:
            code = (BEATING if margin > 0 else BEATEN).get(code, code)
    elif event.tallies:
        tally = event.tallies[-1]
        facts["check"] = _checked(event, tally, numbers)
    else:
        code = f"{code}.unrolled" if f"{code}.unrolled" in english.OUTCOMES else code
    sentence, rule = english.OUTCOMES.get(code, english.OUTCOMES["other"])
    return cite(fill(sentence, facts), rule)


def _compared(event: ev.Resolved) -> tuple[int, dict[str, object]]:
    """By how much an attack beats a defence, and both sums with their dice."""
    attack, defence = event.tallies
    one, two = event.dice or ((), ())
    margin = sum(one) + attack.total - sum(two) - defence.total
    return margin, {"attack": _sum(one, attack), "defence": _sum(two, defence), "margin": margin}


def _checked(event: ev.Resolved, tally: Tally, numbers: bool) -> str:
    """What was rolled and, unless that is said beside it, what was needed."""
    rolled = _sum(event.dice[-1] if event.dice else (), tally)
    if not numbers:
        return rolled
    if tally.need is None:
        return fill(english.CHECKED["pair"], {"rolled": rolled}) if event.what == "rally" else rolled
    if tally.of in english.MORALE:
        return fill(english.CHECKED["morale"], {"rolled": rolled, "need": tally.need})
    needed = need_text(tally, english.CHECKED["need"])
    return fill(english.CHECKED["number"], {"rolled": rolled, "needed": needed})


def as_it_happened(before: State | None, after: State, events: Sequence[ev.Event]) -> Iterator[tuple[ev.Event, State]]:
    """Each event with a position that names the units as they were: a Squad is one until it is told what it becomes."""
    changing = {event.unit for event in events if isinstance(event, ev.TypeChanged)}
    known = before.units if before is not None else ()
    s = _with_types(after, {unit: known[unit].type for unit in changing if unit < len(known)})
    for event in events:
        yield event, s
        if isinstance(event, ev.TypeChanged):
            s = _with_types(s, {event.unit: event.type})


def _with_types(s: State, types: Mapping[int, int]) -> State:
    """A position with other types for some units, to name them by."""
    if not types:
        return s
    units = list(s.units)
    for unit, kind in types.items():
        units[unit] = replace(units[unit], type=kind)
    return replace(s, units=tuple(units))


def log_text(game: Game, before: State | None, after: State, events: Sequence[ev.Event]) -> list[str]:
    """The log of one command: rolls told with their outcome, units that move together in one line, sums below."""
    lines: list[str] = []
    told: set[tuple[int, str]] = set()
    shown_sums: set[str] = set()
    for i, (event, s) in enumerate(as_it_happened(before, after, events)):
        if isinstance(event, ev.Moved):
            following = events[i + 1] if i + 1 < len(events) else None
            if not isinstance(following, ev.Moved) or not _together(event, following):
                lines.append(_group_text(game, s, events, i))
            continue
        if isinstance(event, ev.Rolled):
            if event.purpose in FOLDED:
                continue
        elif isinstance(event, ev.Resolved):
            told.add((event.subject, event.outcome))
        elif _is_told(event, told):
            continue
        text = event_text(game, s, event)
        if text is not None:
            lines.append(text)
        if isinstance(event, ev.Resolved):
            for tally in event.tallies:
                line = f"    {tally_name(tally)}: {tally_short(game, tally)}"
                if tally.items and line not in shown_sums:
                    shown_sums.add(line)
                    lines.append(line)
    return lines


def _is_told(event: ev.Event, told: set[tuple[int, str]]) -> bool:
    """Whether other lines already say it (whose impulse it is shows in every entry)."""
    if isinstance(event, ev.ImpulseBegan):
        return True
    if isinstance(event, ev.ImpulseEnded):
        return not event.passed
    if isinstance(event, ev.Eliminated):
        return (event.unit, "eliminated") in told
    if isinstance(event, ev.FlagsChanged):
        return any((event.unit, word) in told for word in ("shaken", "wounded", "casualties", "rallied"))
    return isinstance(event, ev.QueueDropped) and event.code == "no_answer"


def _together(one: ev.Moved, two: ev.Moved) -> bool:
    return (one.origin, one.to, one.mp) == (two.origin, two.to, two.mp)


def _group_text(game: Game, s: Position, events: Sequence[ev.Event], last: int) -> str:
    """One line for all units that took the same step, the last of them at `last`."""
    event = events[last]
    assert isinstance(event, ev.Moved)
    group = [event.unit]
    for earlier in reversed(events[:last]):
        if not isinstance(earlier, ev.Moved) or not _together(earlier, event):
            break
        group.insert(0, earlier.unit)
    variant, facts = _facts(game, s, event)
    facts["unit"] = unit_names(game, s, group)
    text = _tell("moved", variant, facts)
    return text.replace(" moves ", " move ").replace(" goes ", " go ") if len(group) > 1 else text
