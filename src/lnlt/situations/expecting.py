"""Expectations against what came out: one check per thing expected, expected and actual side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from lnlt.core import engine
from lnlt.core import events as ev
from lnlt.core.board import CAVE, LAYER_NAMES, TUNNEL
from lnlt.core.catalog import AIR_KINDS
from lnlt.core.flags import ELIMINATED, MARKERS, STATUS
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Marker, State
from lnlt.rules.ch18_indirect.shelling import FFE
from lnlt.rules.ch22_scenario.happenings import marker_kind
from lnlt.rules.facts.control import holder
from lnlt.rules.facts.kits import kit_of
from lnlt.rules.facts.mounts import is_mounted
from lnlt.rules.facts.weapons import CLAYMORE, is_two_sided
from lnlt.situations import words
from lnlt.situations.answers import Answer
from lnlt.situations.comparing import Check, equal, refusal_text, show
from lnlt.situations.costs import points
from lnlt.situations.errors import SituationError, check_word, no_such
from lnlt.situations.expected_sums import cover_sections, odds_checks, own_sections, tally_check
from lnlt.situations.facts import at_rest, getting_on, spotted, spotted_by, unit_fact, weapon_fact
from lnlt.situations.kits import ACQUISITION
from lnlt.situations.names import Names
from lnlt.situations.outfit import SIDES_UP
from lnlt.situations.sections import said_also, said_of_line
from lnlt.situations.spelling import SAME_MARKER
from lnlt.situations.steps import Expect, MarkerFacts, UnitFacts, given
from lnlt.situations.synonyms import one_word

STRAY = {"status": ("markers", MARKERS), "markers": ("status", STATUS)}
"""Words of the other list: most of them are counters that lie on the unit."""
LISTS = frozenset({"status", "markers", "carries", "abilities", "skills", "reduces_to", "to_hit", "armor", "mgs"})
SAME_SIDE = {"assembled": "tripod", "dismantled": "bipod", "deployed": "tripod", "carried": "bipod"}
"""Other words for the sides of a weapon."""
IN_TUNNEL = "in_tunnel"
UNJAMMED = "unjammed"
"""1.6.2: the word for any side of a gun but the jammed one."""


class Outcome(msgspec.Struct):
    """What a step brought: the answer of a question or of a command, events, and dice used."""

    answer: Answer
    events: Sequence[ev.Event] = ()
    rolls: int = 0
    placed: int | None = None
    """A new Hero who did not fit, or a unit of an Ambush, that is placed in this step."""


def checks(expect: Expect, outcome: Outcome, game: Game, state: State, names: Names) -> Iterator[Check]:
    """Every expectation of a step, compared."""
    answer = outcome.answer
    wanted = given(expect)
    if answer.cases is not None:
        for number, (expected, actual) in enumerate(answer.cases):
            yield equal(f"cases[{number}]", expected, actual)
    if answer.legal is False and not {"legal", "rule", "value"} & set(wanted):
        yield Check("legal", "true", refusal_text(answer), False)
    for key in wanted:
        if key == "legal":
            actual = "true" if answer.legal else refusal_text(answer)
            yield Check(key, show(expect.legal), actual, expect.legal == answer.legal)
        elif key == "rule":
            line = answer.verdict is not None
            also = said_of_line(answer.rule) if line else said_also(answer.refusal, game, state, names)
            same = expect.rule is not None and expect.rule in (answer.rule, *also)
            yield Check(key, show(expect.rule), show(answer.rule), same)
        elif key in ("verdict", "degrading", "limited"):
            yield equal(key, wanted[key], getattr(answer, key), answer.note)
        elif key == "value":
            refused = answer.value is None and answer.refusal is not None
            yield (
                Check(key, show(expect.value), refusal_text(answer), False)
                if refused
                else equal(key, expect.value, answer.value)
            )
        elif key in ("total", "items"):
            cover = cover_sections(game, state, names.step)
            yield tally_check(key, expect, answer.tally, answer, own_sections(game, state), cover)
        elif key == "odds":
            yield from odds_checks(expect, answer, names)
        elif key == "rolls_used":
            yield equal(key, expect.rolls_used, outcome.rolls)
        elif key == "new":
            yield from _new_checks(expect, outcome, game, state, names)
        elif key != "exactly":
            yield from _state_checks(key, expect, game, state, names)


def _new_checks(expect: Expect, outcome: Outcome, game: Game, state: State, names: Names) -> Iterator[Check]:
    """New counters of this step: each expected one is matched with another."""
    wanted = [expect.new] if isinstance(expect.new, UnitFacts) else expect.new or []
    created = [state.ids[e.unit.id] for e in outcome.events if isinstance(e, ev.UnitCreated)]
    created += [e.into for e in outcome.events if isinstance(e, ev.Combined)]  # 3.0: a Squad, under the id of one half
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
                yield equal(f"{key}.mode", mode, unit_fact(game, state, unit, "mode", names.letters))
            if name == "mode":
                check_word(facts.mode or "", words.FLIGHT_MODES, "mode", where, path)
                continue
        if name == "at" and game.types[state.units[unit].type].kind in AIR_KINDS:
            expected = expected.removesuffix("/air")
        if name == "at" and state.units[unit].at & 7 == TUNNEL and expected and "/" not in expected:
            expected += f"/{LAYER_NAMES[TUNNEL]}"  # the marker says that he is below the hex (10.7.1)
        if name in STRAY:
            said = [word for word in expected if word in STRAY[name][1]]
            expected = [word for word in expected if word not in said]
            have = unit_fact(game, state, unit, STRAY[name][0], names.letters) if said else []
            if said and name == "status":
                have = [*have, *at_rest(game, state, unit, names.letters)]
            for word in said:
                yield Check(f"{key}.{name}", show(word), show(have), word in have)
        for word in expected if isinstance(expected, list) else ():
            if name == "status" and word != words.DAMAGED:
                check_word(word, STATUS, "status", where, path)
            elif name == "markers":
                if not word.startswith(ACQUISITION) and word not in words.CONTINUOUS:
                    check_word(word, MARKERS, "marker", where, path)
        actual = unit_fact(game, state, unit, name, names.letters)
        if name == "status":
            actual = _state_of(state, unit, actual, facts, names)
        if name in ("facing", "turret") and isinstance(expected, str):  # two hexes, in either order
            same = sorted(expected.split("/")) == sorted(actual.split("/"))
            yield Check(f"{key}.{name}", show(expected), show(actual), same)
        elif name in LISTS:
            expected = [expected] if isinstance(expected, str) else expected
            if name == "skills":
                expected = [one_word(skill) for skill in expected]
            if name == "markers" and "emplaced" not in expected:
                actual = [word for word in actual if word != "emplaced"]  # the counter may be said of the hex (21.7)
            if name == "markers" and "stealth" in expected and "assault_move" not in expected:
                actual = [word for word in actual if word != "assault_move"]  # beside Stealth a mere reminder (6.4.1)
            at_end = name == "markers" and state.units[unit].at & 7 == CAVE and IN_TUNNEL not in expected
            if at_end:
                actual = [word for word in actual if word != IN_TUNNEL]  # he has come out of it (10.7.1)
            same = sorted(map(str, expected)) == sorted(map(str, actual))
            if name == "markers" and words.CONTINUOUS[0] in actual:
                rides = is_mounted(game, state, state.units[unit])
                same = _in_motion(expected, actual, "assault_move" if rides else "hit_and_run")
            elif name == "markers" and not same:  # as they are now, or will be when the impulse ends
                rest = [w for w in at_rest(game, state, unit, names.letters) if w != IN_TUNNEL or not at_end]
                same, actual = (True, rest) if sorted(expected) == sorted(rest) else (False, actual)
            yield Check(f"{key}.{name}", show(expected), show(actual), same)
        else:
            if name in ("aboard", "riding") and expected and not actual:
                actual = getting_on(state, unit).get(name, actual)  # as it will be if the enemy lets them (16.4)
            if name == "mp_spent":
                actual += points(names.flipped.get((state.turn, unit), 0))
            if name == "eliminated" and _left_damaged(state, unit, names):
                actual = expected  # out of play for good, and no step lost: either word will do (5.1, 19.2.8)
            yield equal(f"{key}.{name}", expected, actual)


def _state_of(state: State, unit: int, actual: list[str], facts: UnitFacts, names: Names) -> list[str]:
    """The status of a unit; who is out of play is not in Good Order, unless the expectation says that he is gone."""
    said = facts.eliminated is True or facts.at == ""
    if unit in names.damaged and (words.DAMAGED in (facts.status or ()) or not said):
        return [*actual, words.DAMAGED]
    lost = bool(state.units[unit].flags & ELIMINATED)
    return ["eliminated"] if lost and not said else actual


def _left_damaged(state: State, unit: int, names: Names) -> bool:
    """19.1.1, 19.2.8: whether an aircraft or helicopter has left the map Damaged, or somebody in it."""
    return unit in names.damaged or kit_of(state.units[unit]).aboard in names.damaged


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
                    known = (*SIDES_UP, UNJAMMED)
                    check_word(expected, known, "side", *names.place(f"expect.weapons.{name}.side_up"))
                    expected = _side_meant(expected, game, state, weapon)
                yield equal(f"weapons.{name}.{fact}", expected, weapon_fact(game, state, weapon, fact))
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
        yield equal(key, wanted, told)
    elif key == "window":
        question = engine.question(state)
        check_word(expect.window or "", words.WINDOWS, "window", *names.place("expect.window"))
        window = question.WINDOW if question is not None and question.WINDOW else "none"
        first = window == "claymore" and expect.window == "opportunity_fire"  # it comes before that (23.2.1)
        yield equal(key, expect.window, expect.window if first else window)
    else:
        yield equal(key, getattr(expect, key), getattr(state, key))


def _side_meant(word: str, game: Game, state: State, weapon: int) -> str:
    """The side of a weapon that a word stands for; one with a single good side has it assembled, full, unjammed."""
    t = game.weapon_types[state.weapons[weapon].type]
    if t.kind == CLAYMORE:
        return word
    now = weapon_fact(game, state, weapon, "side_up")
    single = word in ("assembled", "full") and not is_two_sided(t)
    if (single or word == UNJAMMED) and now in ("tripod", "bipod"):
        return str(now)
    return word if single else SAME_SIDE.get(word, word)


def _side_check(key: str, expected: str | None, side: int | None, game: Game, names: Names) -> Check:
    expected = "nobody" if expected in words.NO_SIDE else expected
    check_word(expected or "", [*game.side_index, "nobody"], "side", *names.place(f"expect.{key}"))
    return equal(key, expected, "nobody" if side is None else game.side_name(side))


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
            yield equal(f"{key}.control", told, game.side_name(held))
        if facts.spotted is not None:
            yield equal(f"{key}.spotted", facts.spotted, spotted(game, state, loc))
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
    which is as well a status of the unit (Abandoned), nor works that stay for good (21.0).
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
    lasting = {*words.PERMANENT, "abandoned"}
    left = [m for m in left if m.kind not in lasting and (m.kind != FFE or m.facing not in range(6))]
    return Check(f"{key}.markers", show(wanted), show(shown), ok and not left)


def _marker(text: str) -> MarkerFacts:
    text = SAME_MARKER.get(text, text)
    kind, _, number = text.rpartition("_")
    return MarkerFacts(kind, int(number)) if kind in words.MARKERS and number.isdigit() else MarkerFacts(text)
