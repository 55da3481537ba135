"""Expectations against what came out: one check per thing expected, expected and actual side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from lnlt.core import engine
from lnlt.core import events as ev
from lnlt.core.catalog import AIR_KINDS
from lnlt.core.flags import MARKERS, STATUS
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Marker, State
from lnlt.core.tally import Modifier, Tally
from lnlt.rules.ch06_movement.mounts import is_mounted
from lnlt.rules.ch18_indirect.shelling import FFE
from lnlt.rules.ch22_scenario.control import holder
from lnlt.rules.ch22_scenario.happenings import marker_kind
from lnlt.situations import words
from lnlt.situations.asks import Answer
from lnlt.situations.errors import SituationError, check_word, no_such
from lnlt.situations.facts import at_rest, spotted, spotted_by, unit_fact, weapon_fact
from lnlt.situations.kits import ACQUISITION
from lnlt.situations.melee import ShownTally
from lnlt.situations.names import Names
from lnlt.situations.outfit import SIDES_UP
from lnlt.situations.spelling import SAME_MARKER
from lnlt.situations.steps import Expect, Item, MarkerFacts, UnitFacts, given

LISTS = frozenset({"status", "markers", "carries", "abilities", "skills", "reduces_to", "to_hit", "armor", "mgs"})

CHARTS = {
    "to_hit": ("14.1",),
    "fire": ("5.0",),
    "defence": ("5.0", "10.4"),
    "damage_check": ("5.0",),
    "rally": ("3.0", "1.5.1"),
    "melee": ("8.0",),
    "morale": ("1.5.1",),
    "spot": ("10.1.1",),
}
"""Sections of tables and checks: an item may be named by its own section or by that of what it stands in."""
SAID_TWICE: dict[tuple[str, str], tuple[str, ...]] = {
    ("10.1", "not_spotted"): ("5.0",),
    ("11.1.2", "out_of_leadership_range"): ("4.0",),
    ("1.6.4", "no_high_explosive"): ("14.1",),
    ("14.1", "no_high_explosive"): ("1.7.1",),
    ("14.1", "out_of_arc"): ("1.7.1",),
    ("14.1", "too_far_apart"): ("1.7.1", "15.0"),
    ("14.1", "gun_has_fired"): ("14.4.1", "15.0"),
    ("14.1", "one_ammunition"): ("14.4",),
    ("14.4", "no_missile_on_the_move"): ("15.2", "15.2.1"),
    ("19.2.1", "no_missile_in_flight"): ("14.4",),
    ("4.0", "same_target"): ("1.7", "5.2"),
    ("4.1", "has_acted"): ("4.0",),
    ("15.0", "same_target"): ("5.2",),
    ("5.1", "shaken"): ("15.0",),
    ("15.0", "shaken"): ("5.1",),
    ("15.0.1", "always_open"): ("15.8",),
    ("15.8", "always_open"): ("15.0.1",),
    ("15.0.1", "needs_open_hatch"): ("15.0",),
    ("15.1.2", "occupied_building"): ("15.3",),
    ("7.0", "kind_lays_no_smoke"): ("15.0",),
    ("6.2", "no_double_time"): ("1.7",),
    ("6.5", "one_vehicle"): ("15.1",),
    ("6.0", "move_is_over"): ("4.0",),
    ("15.1", "move_is_over"): ("4.0", "6.0"),
    ("15.2", "move_is_over"): ("4.0", "6.0"),
    ("15.3", "move_is_over"): ("4.0",),
    ("15.10", "move_is_over"): ("4.0",),
    ("6.3", "no_low_crawl"): ("1.7", "6.6"),
}
"""Refusals that a further section words as well: 5.0 asks for a spotted hex, 4.0 gives the reach of Leaders."""
SAID_OF_PLACES = {"bunker": "21.1", "cave": "1.6.4"}
"""Sections that bar ordnance from firing out of a place, beside that of the weapon."""
ALIKE = (("15.2", "15.2.1", "15.2.2"), ("20.1", "20.1.1", "20.1.5"))
"""Sections that name the same modifier: fire on the move, fire at night."""
LEADING = ("5.0.1", "11.1.1", "11.1.3")
"""Sections that say the same of a Leader's modifier in an attack."""
WEAPON_SECTIONS = {"satchel_charge": "1.6.3", "flamethrower": "1.6.3", "mortar": "1.6.5", "molotov": "1.6.7"}
"""Sections of single Support Weapons, where their firepower (1.6) is an item."""
SAME_SIDE = {"assembled": "tripod", "dismantled": "bipod"}
"""Other words for the sides of a weapon."""


class Check(msgspec.Struct, frozen=True):
    """One thing expected: key path, expected and actual in words, and whether it held."""

    key: str
    expected: str
    actual: str
    ok: bool


class Outcome(msgspec.Struct):
    """What a step brought: the answer of a question or of a command, events, and dice used."""

    answer: Answer
    events: Sequence[ev.Event] = ()
    rolls: int = 0
    placed: int | None = None
    """A new Hero who did not fit, or a unit of an Ambush, that is placed in this step."""


def show(value: Any) -> str:
    """A value as the file would write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(show(v) for v in value)}]"
    if isinstance(value, msgspec.Struct):
        return show(given(value))
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {show(v)}" for k, v in value.items()) + " }"
    return "nothing" if value is None else str(value)


def checks(expect: Expect, outcome: Outcome, game: Game, state: State, names: Names) -> Iterator[Check]:
    """Every expectation of a step, compared."""
    answer = outcome.answer
    wanted = given(expect)
    if answer.cases is not None:
        for number, (expected, actual) in enumerate(answer.cases):
            yield _equal(f"cases[{number}]", expected, actual)
    if answer.legal is False and not {"legal", "rule", "value"} & set(wanted):
        yield Check("legal", "true", _refusal(answer), False)
    for key in wanted:
        if key == "legal":
            actual = "true" if answer.legal else _refusal(answer)
            yield Check(key, show(expect.legal), actual, expect.legal == answer.legal)
        elif key == "rule":
            same = expect.rule is not None and expect.rule in (answer.rule, *_also(answer))
            yield Check(key, show(expect.rule), show(answer.rule), same)
        elif key in ("verdict", "degrading", "limited"):
            yield _equal(key, wanted[key], getattr(answer, key), answer.note)
        elif key == "value":
            refused = answer.value is None and answer.refusal is not None
            yield (
                Check(key, show(expect.value), _refusal(answer), False)
                if refused
                else _equal(key, expect.value, answer.value)
            )
        elif key in ("total", "items"):
            yield _tally_check(key, expect, answer.tally, answer, _weapon_sections(game, state))
        elif key == "odds":
            yield from _odds_checks(expect, answer, names)
        elif key == "rolls_used":
            yield _equal(key, expect.rolls_used, outcome.rolls)
        elif key == "new":
            yield from _new_checks(expect, outcome, game, state, names)
        elif key != "exactly":
            yield from _state_checks(key, expect, game, state, names)


def _also(answer: Answer) -> list[str]:
    """Further sections that refuse the same thing."""
    if (refusal := answer.refusal) is None:
        return []
    found = list(SAID_TWICE.get((refusal.rule, refusal.code), ()))
    if refusal.code == "not_from_here":
        layer = str(refusal.params.get("at", "")).partition("/")[2]
        found += [SAID_OF_PLACES[layer]] if layer in SAID_OF_PLACES else []
    if refusal.code == "no_such_driving" and "stealth" in str(refusal.params.get("mode", "")):
        found.append("6.4")
    return found


def _refusal(answer: Answer) -> str:
    if answer.refusal is None:
        return "no answer" if answer.legal is None else "true"
    facts = ", ".join(f"{k} {v}" for k, v in answer.refusal.params.items())
    return f"refused by {answer.refusal.rule}: {answer.refusal.code}" + (f" ({facts})" if facts else "")


def _equal(key: str, expected: Any, actual: Any, note: str = "") -> Check:
    same = isinstance(expected, bool) == isinstance(actual, bool) and expected == actual
    return Check(key, show(expected), show(actual) + (f"\n{note}" if note and not same else ""), same)


def _weapon_sections(game: Game, state: State) -> dict[str, str | None]:
    """The section of its own that each Support Weapon has."""
    return {w.id: WEAPON_SECTIONS.get(game.weapon_types[w.type].kind) for w in state.weapons}


def _tally_check(
    key: str, expect: Expect, tally: Tally | None, answer: Answer, sections: dict[str, str | None]
) -> Check:
    if tally is None:
        return Check(key, show(getattr(expect, key)), _refusal(answer), False)
    have = tally_items(tally)
    if key == "total":
        total: Any = sum(i.value for i in have) if tally.of == "cost" else tally.total
        same = expect.total == total
        return Check(key, show(expect.total), show(total) + ("" if same else f" from {show(have)}"), same)
    wanted = expect.items or []
    fits = _fits(wanted, tally, sections)
    missing = [item for i, item in enumerate(wanted) if i not in fits.values()]
    left = [m for i, m in enumerate(tally.items) if i not in fits]
    if isinstance(tally, ShownTally) and left == list(tally.items[len(tally.base) :]):
        left = []  # of a Melee attack the firepower may be listed alone: its modifiers are no part of the total
    exactly = expect.exactly or not wanted  # an empty list says that there is none
    ok = not missing and not (exactly and left)
    text = show(have) + (f"; missing {show(missing)}" if missing else "")
    if exactly and left:
        text += f"; too many {show([Item(m.value, m.rule) for m in left])}"
    return Check("items" + (" exactly" if exactly else ""), show(wanted), text, ok)


def _fits(wanted: Sequence[Item], tally: Tally, sections: dict[str, str | None]) -> dict[int, int]:
    """Which item of a tally is which expected one, so that as many as can be are found."""
    found: dict[int, int] = {}

    def find(i: int, tried: set[int]) -> bool:
        item = wanted[i]
        for j, m in enumerate(tally.items):
            if j in tried or m.value != item.value or item.rule not in _named_by(tally, m, sections):
                continue
            tried.add(j)
            if j not in found or find(found[j], tried):
                found[j] = i
                return True
        return False

    for i in range(len(wanted)):
        find(i, set())
    return found


def _named_by(tally: Tally, m: Modifier, sections: dict[str, str | None]) -> set[str | None]:
    """Sections an item may be named by: its own, those printed with its row, that of its table or weapon, or none."""
    names = {None, m.rule, *CHARTS.get(tally.of, ()), *words.CARDS.get((tally.of, m.why), ())}
    names.update(name for group in ALIKE if m.rule in group for name in group)
    if m.rule == LEADING[0]:
        names.update(LEADING)
    elif m.why == "leader" and m.rule == "10.1.1":
        names.add("11.1.1")
    elif m.rule == "5.0" and tally.of == "to_hit":  # the terrain of the target
        names.update(("5.5", "10.4"))
    elif m.rule == "1.6":
        names.add(sections.get(m.source))
    return names


def tally_items(tally: Tally) -> list[Item]:
    """The items of a tally as the format shows them."""
    return [Item(m.value, m.rule) for m in tally.items]


def _odds_checks(expect: Expect, answer: Answer, names: Names) -> Iterator[Check]:
    odds = answer.odds or {}
    for outcome, text in (expect.odds or {}).items():
        where, path = names.place(f"expect.odds.{outcome}")
        check_word(outcome, odds, "outcome", where, path)
        try:
            expected = Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise SituationError(f"{text!r} is no fraction such as '11/36'", where, path) from None
        yield Check(f"odds.{outcome}", str(expected), str(odds[outcome]), expected == odds[outcome])


def _new_checks(expect: Expect, outcome: Outcome, game: Game, state: State, names: Names) -> Iterator[Check]:
    """New counters of this step: each expected one is matched with another."""
    wanted = [expect.new] if isinstance(expect.new, UnitFacts) else expect.new or []
    created = [state.ids[e.unit.id] for e in outcome.events if isinstance(e, ev.UnitCreated)]
    if outcome.placed is not None:
        created.append(outcome.placed)
    markers = [e.marker for e in outcome.events if isinstance(e, ev.MarkerPlaced)]
    for number, facts in enumerate(wanted):
        key = "new" if isinstance(expect.new, UnitFacts) else f"new[{number}]"
        if not given(facts):
            raise SituationError("says nothing about the counter", *names.place(f"expect.{key}"))
        fit = next((u for u in created if _has(game, state, u, facts, names, key)), None)
        if fit is not None:
            created.remove(fit)
            yield Check(key, show(facts), f"unit {show(state.units[fit].id)}", True)
            continue
        put = [m for m in markers if _is_marker(game, m, facts)]
        if put:
            markers.remove(put[0])
        shown = [f"{game.types[state.units[u].type].kind} {state.units[u].id}" for u in created] or ["nothing new"]
        yield Check(key, show(facts), "a marker" if put else ", ".join(shown), bool(put))


def _is_marker(game: Game, marker: Marker, facts: UnitFacts) -> bool:
    place = facts.at in (None, game.board.loc_name(marker.at))
    return marker.kind == facts.kind and place and facts.side in (None, game.side_name(marker.side))


def _has(game: Game, state: State, unit: int, facts: UnitFacts, names: Names, key: str) -> bool:
    return all(check.ok for check in _unit_checks(game, state, unit, facts, names, key))


def _unit_checks(game: Game, state: State, unit: int, facts: UnitFacts, names: Names, key: str) -> Iterator[Check]:
    for name, expected in given(facts).items():
        where, path = names.place(f"expect.{key}.{name}")
        if name in ("markers", "status", "mode"):
            expected, mode = _without_mode(expected)
            if mode:
                yield _equal(f"{key}.mode", mode, unit_fact(game, state, unit, "mode", names.letters))
            if name == "mode":
                check_word(facts.mode or "", words.FLIGHT_MODES, "mode", where, path)
                continue
        if name == "at" and game.types[state.units[unit].type].kind in AIR_KINDS:
            expected = expected.removesuffix("/air")
        for word in expected if isinstance(expected, list) else ():
            if name == "status":
                check_word(word, STATUS, "status", where, path)
            elif name == "markers":
                if not word.startswith(ACQUISITION) and word not in words.CONTINUOUS:
                    check_word(word, MARKERS, "marker", where, path)
        actual = unit_fact(game, state, unit, name, names.letters)
        if name in ("facing", "turret") and isinstance(expected, str):  # two hexes, in either order
            same = sorted(expected.split("/")) == sorted(actual.split("/"))
            yield Check(f"{key}.{name}", show(expected), show(actual), same)
        elif name in LISTS:
            expected = [expected] if isinstance(expected, str) else expected
            if name == "markers" and "emplaced" not in expected:
                actual = [word for word in actual if word != "emplaced"]  # the counter may be said of the hex (21.7)
            if name == "markers" and "stealth" in expected and "assault_move" not in expected:
                actual = [word for word in actual if word != "assault_move"]  # beside Stealth a mere reminder (6.4.1)
            same = sorted(map(str, expected)) == sorted(map(str, actual))
            if name == "markers" and words.CONTINUOUS[0] in actual:
                rides = is_mounted(game, state, state.units[unit])
                same = _in_motion(expected, actual, "assault_move" if rides else "hit_and_run")
            elif name == "markers" and not same:  # as they are now, or will be when the impulse ends
                rest = at_rest(game, state, unit, names.letters)
                same, actual = (True, rest) if sorted(expected) == sorted(rest) else (False, actual)
            yield Check(f"{key}.{name}", show(expected), show(actual), same)
        else:
            yield _equal(f"{key}.{name}", expected, actual)


def _in_motion(expected: list[str], actual: list[str], foreign: str) -> bool:
    """15.5: Continuous Movement is told by its own marker, by the marker of movement turned round, or by both.

    That marker is the one it bears, else Moved or the other one of its kind (15.5.1), once.
    """
    told = [words.CONTINUOUS[0] if word in words.CONTINUOUS else word for word in expected]
    rest, others = ([w for w in list_ if w not in words.MOVED_ON] for list_ in (told, actual))
    said, borne = ([w for w in list_ if w in words.MOVED_ON] for list_ in (told, actual))
    turned = [w for w in said if w != words.CONTINUOUS[0]]
    fits = turned[0] in borne if turned and len(borne) > 1 else foreign not in turned
    return sorted(rest) == sorted(others) and bool(said) and len(turned) <= 1 and len(said) - len(turned) <= 1 and fits


def _without_mode(expected: Any) -> tuple[Any, str]:
    """19.2.1: a list of markers without the mode of a helicopter, and that mode, which has several names."""
    found = [expected] if isinstance(expected, str) else list(expected)
    said = [word for word in found if word in words.FLIGHT_MODES]
    mode = ("hovering" if said[0] in words.HOVER else said[0]) if said else ""
    return [word for word in found if word not in words.FLIGHT_MODES], mode


def _state_checks(key: str, expect: Expect, game: Game, state: State, names: Names) -> Iterator[Check]:
    """What holds after the step."""
    if key == "units":
        for name, facts in (expect.units or {}).items():
            if name not in state.ids:
                raise no_such(name, state.ids, "unit", *names.place(f"expect.units.{name}"))
            if not given(facts):
                raise SituationError("says nothing about the unit", *names.place(f"expect.units.{name}"))
            yield from _unit_checks(game, state, state.ids[name], facts, names, f"units.{name}")
    elif key == "weapons":
        for name, weapon_facts in (expect.weapons or {}).items():
            weapon = names.weapon(name, f"expect.weapons.{name}")
            if not given(weapon_facts):
                raise SituationError("says nothing about the weapon", *names.place(f"expect.weapons.{name}"))
            for fact, expected in given(weapon_facts).items():
                if fact == "side_up":
                    check_word(expected, SIDES_UP, "side", *names.place(f"expect.weapons.{name}.side_up"))
                    expected = SAME_SIDE.get(expected, expected)
                yield _equal(f"weapons.{name}.{fact}", expected, weapon_fact(game, state, weapon, fact))
    elif key == "hexes":
        yield from _hex_checks(expect, game, state, names)
    elif key == "asked":
        yield _side_check(key, expect.asked, engine.decider(state), game, names)
    elif key == "initiative":
        yield _side_check(key, expect.initiative, state.initiative, game, names)
    elif key == "victory":
        wanted = "nobody" if expect.victory in words.NO_SIDE else expect.victory
        check_word(wanted or "", [*game.side_index, "draw", "nobody"], "side", *names.place("expect.victory"))
        winner = state.over.winner if state.over else None
        told = "nobody" if winner is None else "draw" if winner == NOBODY else game.side_name(winner)
        yield _equal(key, wanted, told)
    elif key == "window":
        question = engine.question(state)
        check_word(expect.window or "", words.WINDOWS, "window", *names.place("expect.window"))
        window = question.WINDOW if question is not None and question.WINDOW else "none"
        first = window == "claymore" and expect.window == "opportunity_fire"  # it comes before that (23.2.1)
        yield _equal(key, expect.window, expect.window if first else window)
    else:
        yield _equal(key, getattr(expect, key), getattr(state, key))


def _side_check(key: str, expected: str | None, side: int | None, game: Game, names: Names) -> Check:
    expected = "nobody" if expected in words.NO_SIDE else expected
    check_word(expected or "", [*game.side_index, "nobody"], "side", *names.place(f"expect.{key}"))
    return _equal(key, expected, "nobody" if side is None else game.side_name(side))


def _hex_checks(expect: Expect, game: Game, state: State, names: Names) -> Iterator[Check]:
    for text, facts in (expect.hexes or {}).items():
        loc = names.loc(text, f"expect.hexes.{text}")
        key = f"hexes.{text}"
        if not given(facts):
            raise SituationError("says nothing about the hex", *names.place(f"expect.{key}"))
        if facts.control is not None:
            told = "nobody" if facts.control in words.NO_SIDE else facts.control
            check_word(told, [*game.side_index, "nobody"], "side", *names.place(f"expect.{key}.control"))
            held = holder(game, state, loc)  # who has just come in holds it already, whatever may yet answer
            held = state.control.get(loc, NOBODY) if held == NOBODY else held
            yield _equal(f"{key}.control", told, game.side_name(held))
        if facts.spotted is not None:
            yield _equal(f"{key}.spotted", facts.spotted, spotted(game, state, loc))
        if facts.spotted_by is not None:
            for number, side in enumerate(facts.spotted_by):
                check_word(side, game.side_index, "side", *names.place(f"expect.{key}.spotted_by[{number}]"))
            have = spotted_by(game, state, loc)
            yield Check(
                f"{key}.spotted_by", show(facts.spotted_by), show(have), sorted(facts.spotted_by) == sorted(have)
            )
        if facts.markers is not None:
            yield _marker_check(key, facts.markers, loc, game, state, names)


def _marker_check(key: str, wanted: list[str | MarkerFacts], loc: int, game: Game, state: State, names: Names) -> Check:
    """All markers of a location, in any order: "smoke" is Smoke of any strength, "smoke_2" Smoke 2.

    "event" is any Event marker, "event_a" that of Event A. 18.2: the hexes around an FFE marker are under fire without
    a counter of their own; to name it there does no harm, nor to leave it out. 14.1.1: nor that of a vehicle left,
    which is as well a status of the unit (Abandoned).
    """
    left = list(state.marks.get(loc, ()))
    events = {marker_kind(event) for event in game.setup.events}
    shown = [m.kind if m.kind in events else f"{m.kind}_{m.strength}" for m in left]
    ok = True
    for number, item in enumerate(wanted):
        facts = item if isinstance(item, MarkerFacts) else _marker(item)
        known = [*words.MARKERS, *sorted(events)]
        check_word(facts.kind, known, "marker", *names.place(f"expect.{key}.markers[{number}]"))
        fit = [
            m
            for m in left
            if (m.kind == facts.kind or (facts.kind == "event" and m.kind in events))
            and facts.strength in (None, m.strength)
            and facts.side in (None, game.side_name(m.side))
        ]
        if fit:
            left.remove(fit[0])
        ok = ok and bool(fit)
    left = [m for m in left if m.kind != "abandoned" and (m.kind != FFE or m.facing not in range(6))]
    return Check(f"{key}.markers", show(wanted), show(shown), ok and not left)


def _marker(text: str) -> MarkerFacts:
    text = SAME_MARKER.get(text, text)
    kind, _, number = text.rpartition("_")
    return MarkerFacts(kind, int(number)) if kind in words.MARKERS and number.isdigit() else MarkerFacts(text)
