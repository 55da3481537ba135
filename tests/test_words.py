"""Every code of the engine has words: a scan of the source finds those that do not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

import lnlt
from lnlt import engine, words
from lnlt.ai import RandomPlayer
from lnlt.content.charts import load_chart
from lnlt.core import events as ev
from lnlt.core.flags import (
    BROKEN,
    CAPTURED,
    ELIMINATED,
    FIRED,
    FLIPPED,
    JAMMED,
    MARKERS,
    SHAKEN,
    SPENT,
    STATUS,
    WOUNDED,
)
from lnlt.core.frames import Command, Question
from lnlt.core.record import Barrier
from lnlt.core.state import Kit, Marker, Result, Weapon
from lnlt.core.tally import Modifier, Refusal, Tally
from lnlt.fuzz.setups import random_game
from lnlt.matches import new_match
from lnlt.rulebook.index import parse_citation
from lnlt.rulebook.rulemap import find_tree, load_index
from lnlt.rules.ch14_ordnance.shot import INFANTRY, FireOrdnance
from lnlt.rules.ch15_vehicles.mg_action import FireMachineGun
from lnlt.rules.ch23_equipment.claymores import Detonate
from lnlt.words import english
from lnlt.words.armour import drive_text
from lnlt.words.names import fill, with_article
from lnlt.words.table import mark_about

SOURCE = Path(lnlt.__file__).parent
CHART_KEYS = {"terrain.key", "side.key", "best.key", "marker.kind", "feature", "board.terrain[j].key", "effect.key"}
"""Expressions that give a key of a terrain chart, which has names of its own."""
SECTION_AND_CODE = "tuple[str, str] | None"
"""What a function returns that says why not, for a refusal to be made of."""
PASSED_ON = {"refusal.code", "event.code", "code"}
"""Expressions that hand on a code made elsewhere."""


class Scan(ast.NodeVisitor):
    """Collects the strings a call's argument can be, and the expressions it cannot resolve."""

    def __init__(self, name: str, position: int, keyword: str) -> None:
        self.name, self.position, self.keyword = name, position, keyword
        self.found: dict[str, str] = {}
        self.open: dict[str, str] = {}
        self._functions: list[ast.AST] = []
        self._returned: dict[str, list[ast.expr]] = {}
        self._file = ""

    def learn(self, path: Path) -> None:
        """Note what the functions of a file return."""
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Name) and node.returns.id == "str":
                values = [r.value for r in ast.walk(node) if isinstance(r, ast.Return) and r.value is not None]
                self._returned[node.name] = [v for v in values if not isinstance(v, ast.Constant) or v.value]
            elif isinstance(node, ast.FunctionDef) and ast.unparse(node.returns or node) == SECTION_AND_CODE:
                for pair in (r.value for r in ast.walk(node) if isinstance(r, ast.Return)):
                    if isinstance(pair, ast.Tuple) and self.name == "Refusal":
                        self._take(pair.elts[1], f"{path.name}:{node.lineno}", frozenset())

    def read(self, path: Path) -> None:
        """Scan one file."""
        self._file = path.name
        self.visit(ast.parse(path.read_text(encoding="utf-8")))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Names are looked up in the innermost function."""
        self._functions.append(node)
        self.generic_visit(node)
        self._functions.pop()

    def visit_Call(self, node: ast.Call) -> None:
        """A call of the name wanted."""
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if called == self.name:
            given = [k.value for k in node.keywords if k.arg == self.keyword]
            if not given and len(node.args) > self.position:
                given = [node.args[self.position]]
            for value in given:
                self._take(value, f"{self._file}:{node.lineno}", frozenset())
        self.generic_visit(node)

    def _take(self, value: ast.expr, where: str, seen: frozenset[str]) -> None:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            self.found.setdefault(value.value, where)
        elif isinstance(value, ast.IfExp):
            self._take(value.body, where, seen)
            self._take(value.orelse, where, seen)
        elif isinstance(value, ast.Name) and value.id in seen:
            return  # a name that gets its own old value
        elif isinstance(value, ast.Name) and (assigned := list(self._assigned(value.id))):
            for one in assigned:
                self._take(one, where, seen | {value.id})
        elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in self._returned:
            for one in self._returned[value.func.id]:
                self._take(one, where, seen)
        else:
            self.open.setdefault(ast.unparse(value), where)

    def _assigned(self, name: str) -> Iterator[ast.expr]:
        """Every value a name gets in the current function, tuples taken apart."""
        for node in ast.walk(self._functions[-1]) if self._functions else ():
            if not isinstance(node, ast.Assign):
                continue
            for target in node.targets:
                yield from self._match(target, node.value, name)

    def _match(self, target: ast.expr, value: ast.expr, name: str) -> Iterator[ast.expr]:
        if isinstance(target, ast.Name) and target.id == name:
            yield value
        elif isinstance(target, ast.Tuple):
            if isinstance(value, ast.IfExp):
                yield from self._match(target, value.body, name)
                yield from self._match(target, value.orelse, name)
            elif isinstance(value, ast.Tuple):
                for one, part in zip(target.elts, value.elts, strict=True):
                    yield from self._match(one, part, name)


def scan(name: str, position: int, keyword: str) -> Scan:
    """Scan all rules, traits and the core."""
    found = Scan(name, position, keyword)
    paths = [path for folder in ("core", "rules", "traits") for path in sorted((SOURCE / folder).rglob("*.py"))]
    for path in paths:
        found.learn(path)
    for path in paths:
        found.read(path)
    return found


@pytest.fixture(scope="module")
def game() -> engine.Game:
    """The shipped first scenario."""
    return engine.load("first-fight")


def test_every_refusal_has_words() -> None:
    """Each code given to a Refusal anywhere in the rules has a sentence."""
    found = scan("Refusal", 1, "code")
    assert len(found.found) > 40
    assert {c: w for c, w in found.found.items() if c not in english.REFUSALS} == {}
    assert {e: w for e, w in found.open.items() if e not in PASSED_ON} == {}


def test_every_modifier_has_words() -> None:
    """Each reason given to a Modifier has words, or is a key of a terrain chart."""
    found = scan("Modifier", 1, "why")
    chart = {key for era in ("ww2", "modern") for key in _chart_keys(era)}
    assert len(found.found) > 20
    assert {c: w for c, w in found.found.items() if c not in english.MODIFIERS and c not in chart} == {}
    assert {e: w for e, w in found.open.items() if e not in CHART_KEYS} == {}


def _chart_keys(era: str) -> set[str]:
    chart = load_chart(era)
    return {*chart.terrains, *chart.hexsides, *chart.counters}


def test_every_roll_and_draw_has_words() -> None:
    """Each purpose of a roll or draw has a sentence and a section."""
    for name, position in (("roll", 1), ("draw", 1)):
        found = scan(name, position, "purpose")
        assert {c: w for c, w in found.found.items() if c not in english.PURPOSES} == {}


def test_every_tally_has_a_name() -> None:
    """Each sum is for something that has a name."""
    assert {c: w for c, w in scan("Tally", 0, "of").found.items() if c not in english.TALLIES} == {}


def test_every_outcome_has_words() -> None:
    """Each outcome that is resolved, and each result of the Damage Check Table units can have, has a sentence."""
    for what in scan("Resolved", 0, "what").found:
        assert any(key.startswith(f"{what}.") for key in english.OUTCOMES), what
    for result in ("none", "shaken", "casualties", "wounded", "eliminated"):
        assert f"damage_check.{result}" in english.OUTCOMES
        assert result in english.RESULTS


def test_every_event_command_and_question_has_words() -> None:
    """Each event, command and question class of the engine has a sentence."""
    special = {"rolled": english.PURPOSES, "drawn": english.PURPOSES, "resolved": english.OUTCOMES}
    for kind in engine.EVENTS:
        tag = str(kind.__struct_config__.tag)
        assert special.get(tag) or any(k.split(".")[0] == tag for k in english.EVENTS), tag
    for kind in engine.COMMANDS:
        assert str(kind.__struct_config__.tag) in english.COMMANDS, kind
    for frame in engine.FRAMES:
        if issubclass(frame, Question):
            assert str(frame.__struct_config__.tag) in english.QUESTIONS, frame
            assert str(frame.__struct_config__.tag) in english.TOPICS, frame


def test_every_section_is_known() -> None:
    """Each section a sentence names is in the index of the rules."""
    index = load_index(find_tree())
    for table in (english.PURPOSES, english.OUTCOMES, english.EVENTS):
        for key, entry in table.items():
            if isinstance(entry, tuple) and entry[1]:
                citation = parse_citation(entry[1])
                assert citation is not None, key
                assert index.unknown(citation) is None, key


def test_every_flag_has_words() -> None:
    """Each status and marker has a word."""
    assert {*STATUS, *MARKERS} <= set(english.STATUS)


def test_the_scan_sees_through_names() -> None:
    """The scan resolves names, conditions and tuples, and reports what it cannot resolve."""
    found = Scan("Refusal", 1, "code")
    found.visit(
        ast.parse(
            "def f(x):\n"
            "    code = 'a' if x else 'b'\n"
            "    why, rule = ('c', '1') if x else ('d', '2')\n"
            "    return Refusal('1', code), Refusal('1', why), Refusal(rule='1', code='e'), Refusal('1', x.y)\n"
        )
    )
    assert set(found.found) == {"a", "b", "c", "d", "e"}
    assert set(found.open) == {"x.y"}


def test_sentences_have_only_known_places() -> None:
    """Sentences can be filled with nothing at all, and no place in them is a number or an expression."""
    clauses = {f"{code}.{key}": clause for code, some in english.ASIDES.items() for key, clause in some.items()}
    tables = (english.REFUSALS, english.MODIFIERS, english.COMMANDS, english.QUESTIONS, english.BARRIERS, clauses)
    for table in tables:
        for sentence in table.values():
            assert re.fullmatch(r"[^{}]*(\{[a-z]+\}[^{}]*)*", sentence), sentence
            fill(sentence, {})


def test_refusal_text(game: engine.Game) -> None:
    """A refusal names the facts that decided and its section; an unknown code is still readable."""
    text = words.refusal_text(game, Refusal("6.0", "too_few_points", {"unit": "us-a", "left": 1, "cost": 2}))
    assert text == "us-a has 1 Movement Points left and needs 2 (6.0)"
    text = words.refusal_text(game, Refusal("6.0", "terrain_prohibited", {"at": "A1", "terrain": "river"}))
    assert text == "A1 cannot be entered: River (6.0)"
    text = words.refusal_text(game, Refusal("4.0", "not_your_decision", {"asked": "us", "by": "de"}))
    assert text == "It is up to 101st Airborne now, not to Wehrmacht (4.0)"
    text = words.refusal_text(game, Refusal("5.3", "no_answer", {"command": "fire", "question": "reaction"}))
    assert text == "That is no answer now; what is asked is whether to answer with Opportunity Fire (5.3)"
    assert words.refusal_text(game, Refusal("9.0", "some_new_code")) == "Some new code (9.0)"
    assert words.barrier_text(Barrier("dice", 4)) == "Dice were rolled: entry 4 stands"


def test_tally_lines(game: engine.Game) -> None:
    """A sum is listed item by item with sections, then its total, halves rounded up once."""
    base = (Modifier(2, "lead", "5.2", "us-a"), Modifier(1, "support_weapon", "1.6", "bar"))
    tally = Tally(
        "fire", (*base, Modifier(0.5, "further_unit", "5.2", "us-b")), (Modifier(-1, "degrading_hex", "10.3"),)
    )
    assert words.tally_lines(game, tally) == [
        "+2 lead us-a (5.2)",
        "+1 BAR (1.6)",
        "+0.5 half of us-b (5.2)",
        "-1 degrading hex on the line (10.3)",
        "= +3 (halves rounded up) to the attack die",
    ]
    assert words.modifier_text(game, Modifier(4, "hc_building", "5.0", "J5")) == "+4 HC Building in J5 (5.0)"


def samples() -> list[ev.Event]:
    """One event of every kind, variants too."""
    marker, weapon = Marker("smoke", 80), Weapon("mg", 0)
    tally = Tally("rally", (), (Modifier(-2, "cover", "3.0", "G2"),), 6)
    return [
        ev.TurnBegan(2),
        ev.PhaseBegan("rally"),
        ev.InitiativeTaken(1),
        ev.ImpulseBegan(0),
        ev.ImpulseEnded(0, True, 1),
        ev.ImpulseEnded(0, False, 0),
        ev.Activated(0, 80),
        ev.Moved(0, 80, 88, 3),
        ev.Moved(0, 80, 88),
        ev.FlagsChanged(0, SHAKEN | WOUNDED),
        ev.FlagsChanged(0, 0, SHAKEN),
        ev.PointsReset(0, 2),
        ev.TypeChanged(0, 1),
        ev.Eliminated(0),
        ev.WeaponPassed(0, 0),
        ev.WeaponPassed(0, -1, 80),
        ev.WeaponPassed(0),
        ev.WeaponCreated(weapon),
        ev.WeaponChanged(0, FLIPPED),
        ev.WeaponChanged(0, JAMMED),
        ev.WeaponChanged(0, 0, JAMMED),
        ev.WeaponChanged(0, BROKEN),
        ev.WeaponChanged(0, CAPTURED),
        ev.WeaponChanged(0, SPENT),
        ev.Combined(0, 1),
        ev.SkillsChanged(0, ("deadly",)),
        ev.SkillsChanged(0, ()),
        ev.ControlChanged(80, 0),
        ev.Noted("exited:us-a", 2),
        ev.Noted("open:second-wave", 3),
        ev.Noted("missions:battery", 1),
        ev.Noted("church_found", 3),
        ev.ParagraphRead("1", "A", 0),
        ev.KitChanged(0, None),
        ev.KitChanged(0, Kit(aboard=1)),
        ev.MarkerPlaced(marker),
        ev.MarkerRemoved(marker),
        ev.Rolled("initiative", 0, (4,)),
        ev.Rolled("something new", 0, (4, 5)),
        ev.Drawn("hero", 0, "ww2-us-hero-hird", 0),
        ev.Resolved("rally", 0, 80, (tally,), "rallied", 0),
        ev.Resolved("something", 0, 80, (), "new"),
        ev.FireOpened(0, 80, 88, (0, 1), 0),
        ev.FireOpened(0, 80, 88, (0,), 0, True),
        ev.AircraftFlew(0, 0),
        ev.AircraftFlew(0, -1, "left"),
        ev.QueueDropped(0, "5.3", "interrupted"),
        ev.QueueDropped(0, "6.0", "cannot_move", {"unit": "us-a"}),
        ev.GameEnded(Result(0, "objective")),
        ev.GameEnded(Result(-1, "draw")),
        ev.GameEnded(Result(1, "something new")),
    ]


def test_every_event_is_told(game: engine.Game) -> None:
    """Every kind of event gives one line with a section, and none leaves a code or an empty place in it."""
    state = engine.begin(game, 1).state
    events = [*samples(), ev.UnitCreated(state.units[0])]
    assert {type(e) for e in events} == set(engine.EVENTS)
    for event in events:
        text = words.event_text(game, state, event)
        assert text is not None, event
        assert "\n" not in text
        assert "_" not in text
        assert "{" not in text
        assert text.endswith(")") or isinstance(event, ev.Resolved)
    assert words.event_text(game, state, ev.PointsReset(0)) is None
    assert words.event_text(game, state, ev.Noted("ready:first", 1)) is None
    assert words.event_text(game, state, ev.FlagsChanged(0, FIRED)) is None
    assert words.marker_text(game, state, ev.FlagsChanged(0, FIRED)) == "Squad us-a gets a marker: Fired (4.0)"


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_told(game: engine.Game, seed: int) -> None:
    """In whole random games every option, question, refusal and log line has words without gaps."""
    match = new_match(game, seed)
    player = RandomPlayer(seed)
    told: list[str] = []
    while match.state.over is None:
        state = match.state
        top = engine.question(state)
        assert top is not None
        options = engine.options(game, state)
        told.append(words.question_text(game, state, top))
        told += [words.command_text(game, state, c) for c in options]
        told += [words.refusal_text(game, refusal) for _, refusal in top.refusals(game, state)]
        command = player.choose(game, engine.view(state, top.side), options)
        told.append(words.order_text(game, state, [command]))
        step = match.submit(command)
        assert isinstance(step, engine.Step)
        told += words.log_text(game, state, step.state, step.events)
    assert len(told) > 1000
    bad = {t for t in told if "…" in t or "{" in t or "_" in t or not re.search(r"\(\d[\d.]*\)", t)}
    assert bad == set()


def first_shaken(game: engine.Game) -> engine.Step:
    """A step of a random game in which fire, and nothing else, shakes a unit."""
    for seed in range(100):
        match, player = new_match(game, seed), RandomPlayer(seed)
        while (side := engine.decider(match.state)) is not None:
            match.submit(player.choose(game, engine.view(match.state, side), engine.options(game, match.state)))
            events = match.steps[-1].events
            purposes = [e.purpose for e in events if isinstance(e, ev.Rolled)]
            if purposes == ["attack", "defence", "damage check"]:
                if any(isinstance(e, ev.Resolved) and e.outcome == "shaken" for e in events):
                    return match.steps[-1]
    raise AssertionError("no unit was shaken in a hundred games")


def test_log_tells_dice_and_sums(game: engine.Game) -> None:
    """An attack is told with its dice, both sums item by item, and the result."""
    step = first_shaken(game)
    text = "\n".join(words.log_text(game, None, step.state, step.events))
    (attack,), (defence,) = (e.faces for e in step.events if isinstance(e, ev.Rolled) and e.purpose != "damage check")
    assert re.search(rf"attack {attack}[+-]?\d* ?=? ?\d* beats defence {defence}", text)
    assert re.search(r"Damage Check \d[+-]\d+ = \d+ against Morale \d: Shaken \(5\.1\)", text)
    assert "(5.0)" in text


def test_units_are_named_as_they_were() -> None:
    """A Squad that loses half its men is called a Squad until it is said what it is now."""
    game = engine.load("first-fight")
    before = engine.begin(game, 1).state
    squad = next(n for n, u in enumerate(before.units) if game.types[u.type].kind == "squad")
    half = game.type_index[game.types[before.units[squad].type].reduces_to[0]]
    units = list(before.units)
    units[squad] = replace(units[squad], type=half)
    after = replace(before, units=tuple(units))
    name = units[squad].id
    events = [
        ev.Resolved("damage_check", 0, units[squad].at, outcome="casualties", subject=squad),
        ev.TypeChanged(squad, half),
        ev.Eliminated(squad),
    ]
    told = words.log_text(game, before, after, events)
    assert [line.partition(name)[0] for line in told] == ["Squad ", "Squad ", "Half-Squad "]
    assert told[1] == f"Squad {name} is now a Half-Squad (5.1)"
    assert words.log_text(game, None, after, events)[0].startswith(f"Half-Squad {name}")
    assert with_article("Infantry Squad") == "an Infantry Squad"
    assert with_article("MG Team") == "an MG Team"
    assert with_article("Squad") == "a Squad"


def test_groups_keep_every_option(game: engine.Game) -> None:
    """Options in groups are the same options, each once, in the order of the groups."""
    options = engine.options(game, engine.begin(game, 1).state)
    groups = words.option_groups(options)
    assert sorted(repr(c) for _, members in groups for c in members) == sorted(map(repr, options))
    assert [title for title, _ in groups] == ["Activate", "Spot", "Otherwise"]


def _without_names(s: engine.State, command: Command) -> str:
    """A command with the kinds of its weapons instead of their names."""
    kinds = {w.id: f"type {w.type}" for w in s.weapons}
    return re.sub(r"'([^']*)'", lambda found: kinds.get(found[1], found[1]), repr(command))


@pytest.mark.parametrize("seed", range(8))
def test_no_two_options_read_alike(seed: int) -> None:
    """A player can tell all options of a question apart, unless only weapons of one type make the difference."""
    game, rng = random_game(seed, largest=16), Random(seed)
    state = engine.begin(game, seed).state
    for n in range(250):
        if state.over is not None:
            break
        options = engine.options(game, state)
        if n % 4 == 0:
            told = dict[str, str]()
            for command in options:
                text, meant = words.option_text(game, state, command), _without_names(state, command)
                assert told.setdefault(text, meant) == meant, text
        step = engine.submit(game, state, rng.choice(options))
        assert isinstance(step, engine.Step)
        state = step.state


def test_asides_tell_what_sentences_leave_out() -> None:
    """How, with whom and with what: who helps and which gun it is are part of an order's sentence."""
    game = engine.load("vehicle-training")
    state = engine.begin(game, 1).state
    vehicle = next(u for u in state.units if game.types[u.type].mgs)
    shot = FireOrdnance(
        vehicle.id, "D1", INFANTRY, weapon="second", pivot="turret", facing="H6/I5", mode="assault_fire"
    )
    text = words.option_text(game, state, shot)
    assert text.endswith("turns its turret to H6/I5 and fires its second gun at the men in D1, then moves")
    assert words.option_text(game, state, Detonate("C5")) == "Detonate the Claymore in C5 first"
    assert words.option_text(game, state, Detonate()) == "Detonate the Claymore"
    gun = FireMachineGun(vehicle.id, 0, "D1", INFANTRY, facing="H6/I5")
    assert re.search(r"machine gun.* \(\d+\) at the men in D1, turned to H6/I5$", words.option_text(game, state, gun))


def test_end_of_a_game_in_words() -> None:
    """Who was lost by name, the points, and what each side has left."""
    game = engine.load("a-friend-in-need")
    match, player = new_match(game, 5), RandomPlayer(5)
    while (side := engine.decider(match.state)) is not None:
        options = engine.options(game, match.state)
        match.submit(player.choose(game, engine.view(match.state, side), options))
    state = match.state
    lost = [u for u in state.units if u.flags & ELIMINATED]
    assert lost
    lines = words.loss_lines(game, state)
    assert len(lost) == sum(int(line.split(": ")[1].split()[0]) for line in lines)
    assert all(any(game.types[u.type].name in line for line in lines) for u in lost)
    end = words.end_lines(game, state)
    assert end[0] == "The game ended in turn 8 of 8"
    assert len([line for line in end if line.endswith(" points")]) == 2
    there = [u for u in state.units if u.at >= 0]
    numbers = [[int(n) for n in re.findall(r"(\d+) (?:in Good|Shaken)", line)] for line in end[-2:]]
    assert sum(sum(pair) for pair in numbers) == len(there)


def test_mines_and_overruns_name_their_ruling() -> None:
    """15.3, 21.4, Q-117: the note on Mines and that on an Overrun say what happens there, and by which ruling."""
    mines, rule = mark_about(Marker("mines", 0, 1))
    assert "before its Overrun (Q-117)" in mines
    assert rule == "21.4"
    assert "Mines and Fire for Effect there strike first (Q-117)" in drive_text("overrun")
