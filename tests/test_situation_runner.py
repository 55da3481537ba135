"""The situation runner: translation of steps, refusals, expectations, errors with key paths, reports."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lnlt.core.errors import LnltError
from lnlt.situations.errors import SituationError
from lnlt.situations.reading import check
from lnlt.situations.report import FileReport, Report, file_text
from lnlt.situations.runner import run_file, run_source
from situation_helpers import fails, run, run_files

HERE = Path(__file__).parent / "situations"
WINDOW = HERE / "ch05" / "R5.3-window.toml"
SAMPLES = [WINDOW, HERE / "ch05" / "R5.2-ex3.toml", HERE / "ch03" / "R3.1-ex3b.toml", HERE / "ch10" / "R10.3-ex9.toml"]

BASE = """
id = "x"
[board.hexes]
D4 = "light_woods"
[[weapons]]
id = "mg"
kind = "machine_gun"
values = "2-9"
[[weapons]]
id = "bar"
kind = "machine_gun"
values = "1-6"
[[units]]
id = "a"
side = "us"
kind = "squad"
values = "2-5-4-6"
at = "D7"
carries = ["mg", "bar"]
[[units]]
id = "b"
side = "us"
kind = "squad"
values = "1-5-4-6"
at = "D7"
[[units]]
id = "g"
side = "de"
kind = "squad"
values = "1-6-4-5"
at = "F7"
"""


def with_head(lines: str) -> str:
    """The base situation with further top-level lines."""
    return BASE.replace('id = "x"', f'id = "x"\n{lines}')


def failed(report: FileReport) -> list[str]:
    """Keys of the expectations that did not hold."""
    return [c.key for s in report.steps for c in s.checks if not c.ok]


class TestOrders:
    """Steps become engine commands."""

    def test_names_in_any_order(self) -> None:
        """Units may be named in any order; the engine gets them in its own."""
        report = run(
            BASE.replace(
                'id = "x"', 'id = "x"\ndice = [{ for = "attack", roll = [1] }, { for = "defence", roll = [6] }]'
            )
            + '[[step]]\ndo = "fire"\nunits = ["b", "a"]\nat = "F7"\nexpect = { legal = true }\n'
        )
        assert report.steps[0].commands == [
            "activate D7",
            "fire D7 F7",
            "add_firer a mg",
            "add_firer b",
            "open_fire a",
        ]

    def test_two_weapons_or_one_with_firepower(self) -> None:
        """A Squad with two weapons fires what is better: IFP 2 and the best gun (4), not both guns (3)."""
        report = run(
            BASE + '[[step]]\nask = "tally"\nof = "fire"\nunits = ["a"]\nat = "F7"\nexpect = { total = 4 }\n'
            '[[step]]\nask = "tally"\nof = "fire"\nunits = ["a"]\nweapons = ["mg", "bar"]\nat = "F7"\n'
            "expect = { total = 3 }\n"
            '[[step]]\nask = "tally"\nof = "fire"\nunits = ["a"]\nweapons = []\nat = "F7"\nexpect = { total = 2 }\n'
        )
        assert report.status == "passed", file_text(report)

    def test_best_lead(self) -> None:
        """Without a lead the one with the most firepower leads: 4 and half of 1, not 1 and half of 2 and 2."""
        report = run(
            BASE + '[[step]]\nask = "tally"\nof = "fire"\nunits = ["b", "a"]\nat = "F7"\nexpect = { total = 5 }\n'
            '[[step]]\nask = "tally"\nof = "fire"\nunits = ["b", "a"]\nlead = "b"\nat = "F7"\nexpect = { total = 4 }\n'
        )
        assert report.status == "passed", file_text(report)

    def test_refusal_changes_nothing(self) -> None:
        """All commands of a step happen or none: a path that cannot be finished leaves the unit where it was."""
        report = run(
            BASE.replace('at = "F7"', 'at = "P7"')
            + '[[step]]\ndo = "move"\nunits = ["b"]\npath = ["D6", "D5", "D4", "D3"]\n'
            '[step.expect]\nlegal = false\nrule = "6.0"\nunits.b = { at = "D7", mp_spent = 0, markers = [] }\n'
            'asked = "us"\n'
        )
        assert report.status == "passed", file_text(report)

    def test_refusal_without_expectation_fails(self) -> None:
        """A refusal nobody expects is a failure that shows rule and reason."""
        report = run(BASE + '[[step]]\ndo = "fire"\nby = "de"\nunits = ["g"]\nat = "D7"\n')
        assert failed(report) == ["legal"]
        assert "refused by 4.0: not_your_decision" in file_text(report)

    def test_other_side_ends_an_impulse(self) -> None:
        """A step of the other side ends a move that could go on, and with it the impulse."""
        report = run(
            BASE.replace('at = "F7"', 'at = "P7"')
            + '[[step]]\ndo = "move"\nunits = ["b"]\npath = ["D6"]\nexpect = { asked = "us" }\n'
            '[[step]]\ndo = "pass"\nby = "de"\nexpect = { asked = "us" }\n'
        )
        assert report.status == "passed", file_text(report)
        assert report.steps[1].commands == ["stop_move", "pass"]

    def test_question_does_not_end_a_move(self) -> None:
        """Asking what the enemy may do is about now: after his window he may not fire at the mover."""
        report = run(
            BASE + '[[step]]\ndo = "move"\nunits = ["b"]\npath = ["D6"]\nexpect = { window = "opportunity_fire" }\n'
            '[[step]]\ndo = "pass"\nby = "de"\nexpect = { asked = "us" }\n'
            '[[step]]\nask = "may"\ncommand = "fire"\nunits = ["g"]\nat = "D6"\n'
            'expect = { legal = false, rule = "5.3" }\n'
        )
        assert report.status == "passed", file_text(report)

    def test_shot_elsewhere_in_a_window(self) -> None:
        """A window is for the movers only."""
        report = run(
            BASE + '[[step]]\ndo = "move"\nunits = ["b"]\npath = ["D6"]\n'
            '[[step]]\ndo = "fire"\nunits = ["g"]\nat = "D7"\nexpect = { legal = false, rule = "5.3" }\n'
        )
        assert report.status == "passed", file_text(report)

    def test_specific_refusal(self) -> None:
        """Fire of a Shaken unit is refused for that, not because nobody in its hex can fire."""
        report = run(
            BASE.replace('values = "1-5-4-6"', 'values = "1-5-4-6"\nstatus = ["shaken"]')
            + '[[step]]\nask = "may"\ncommand = "fire"\nunits = ["b"]\nat = "F7"\n'
            'expect = { legal = false, rule = "5.1" }\n'
        )
        assert report.status == "passed", file_text(report)

    def test_drop_and_choose(self) -> None:
        """A reduced Squad with two weapons drops one; `choose` and `drop` both answer."""
        head = BASE.replace(
            'id = "x"',
            'id = "x"\ndice = [{ for = "attack", roll = [6] }, { for = "defence", roll = [1] },\n'
            '{ for = "damage check", roll = [6] }, { for = "damage check", roll = [2] }]\n'
            '[state]\nimpulse = "de"\nsides = ["us", "de"]',
        )
        fire = '[[step]]\ndo = "fire"\nunits = ["g"]\nat = "D7"\nexpect = { asked = "us" }\n'
        after = '[step.expect]\nunits.a = { kind = "half_squad", carries = ["mg"] }\n'
        after += 'weapons.bar = { at = "D7", carried_by = "" }\n'
        for answer in ('do = "drop"\nunit = "a"\nweapon = "bar"\n', 'do = "choose"\noption = "bar"\n'):
            report = run(head + fire + "[[step]]\n" + answer + after)
            assert report.status == "passed", file_text(report)

    def test_initiative_roll(self) -> None:
        """The Rally Phase without impulse begins with the roll for initiative, in order of the sides."""
        report = run(
            BASE.replace(
                'id = "x"',
                'id = "x"\ndice = [{ for = "initiative", roll = [2] }, { for = "initiative", roll = [3] }]\n'
                '[state]\nphase = "rally"\nsides = ["us", "de"]',
            )
            + '[[step]]\nask = "distance"\nfrom = "D7"\nto = "F7"\n'
            'expect = { value = 2, initiative = "de", asked = "de" }\n'
        )
        assert report.status == "passed", file_text(report)

    def test_pass_without_units(self) -> None:
        """A side with nobody left passes without being asked; a file may write that pass down."""
        report = run(
            BASE.replace('at = "F7"', 'at = "F7"\nmarkers = ["fired"]')
            + '[[step]]\ndo = "pass"\nby = "us"\nexpect = { asked = "us" }\n'
            '[[step]]\ndo = "pass"\nby = "de"\nexpect = { asked = "us" }\n'
            '[[step]]\ndo = "pass"\nby = "us"\nexpect = { phase = "admin" }\n'
        )
        assert report.status == "passed", file_text(report)

    def test_eliminated_unit(self) -> None:
        """A unit out of play is refused, not an error."""
        report = run(
            with_head(
                'dice = [{ for = "attack", roll = [6] }, { for = "defence", roll = [1] },\n'
                '{ for = "damage check", roll = [6] }]'
            ).replace('values = "1-6-4-5"', 'values = "1-6-4-3"')
            + '[[step]]\ndo = "fire"\nunits = ["a", "b"]\nat = "F7"\n'
            '[step.expect]\nunits.g = { eliminated = true, at = "" }\n'
            '[[step]]\nask = "may"\ncommand = "fire"\nunits = ["g"]\nat = "D7"\n'
            'expect = { legal = false, rule = "5.1" }\n'
        )
        assert report.status == "passed", file_text(report)


class TestAsks:
    """Questions change nothing and answer from the rules."""

    @pytest.mark.parametrize(
        ("question", "expect", "holds"),
        [
            ('ask = "cost"\nunits = ["b"]\npath = ["D6", "D5", "D4"]', "value = 4", True),
            ('ask = "cost"\nfrom = "D5"\npath = ["D4"]', "value = 1", False),
            ('ask = "cost"\nfrom = "D5"\npath = ["D3"]', 'legal = false, rule = "6.0"', True),
            ('ask = "cost"\nfrom = "D5"\npath = ["D3"]', "value = 2", False),
            ('ask = "adjacent"\nfrom = "D5"\nto = "D4"', "value = true", True),
            ('ask = "adjacent"\nfrom = "D5"\nto = "D3"', "value = true", False),
            ('ask = "stacking"\nunits = ["a", "b"]\nat = "D5"', "legal = true", True),
            ('ask = "odds"\nunits = ["b"]\nat = "F7"', 'odds = { hit = "15/36" }', False),
            ('ask = "odds"\nunits = ["b"]\nat = "F7"', 'odds = { hit = "21/36" }', True),
            ('ask = "tally"\nof = "defence"\nat = "D4"', "total = 1", True),
            ('ask = "tally"\nof = "damage_check"\nunit = "b"\ndifference = 3', "total = 3", True),
            ('ask = "tally"\nof = "morale"\nunit = "b"', "total = 0, items = [], exactly = true", True),
            ('ask = "table"\ntable = "terrain"\ncases = [{ terrain = "forest", field = "tm", value = 2 }]', "", True),
            ('ask = "table"\ntable = "terrain"\ncases = [{ terrain = "forest", field = "tm", value = 3 }]', "", False),
            ('ask = "level"\nof = "obstacle"\nat = "D4"', "value = 1", True),
            ('ask = "spotted"\nby = "us"\nat = "D4"', "value = true", False),
        ],
    )
    def test_answer(self, question: str, expect: str, holds: bool) -> None:
        """The answer is compared with what is expected."""
        report = run(BASE + f"[[step]]\n{question}\nexpect = {{ {expect} }}\n")
        assert (report.status == "passed") is holds, file_text(report, verbose=True)

    def test_exact_items(self) -> None:
        """`exactly` allows no further item, and an item occurs as often as it is listed."""
        text = BASE + '[[step]]\nask = "tally"\nof = "fire"\nunits = ["a"]\nat = "F7"\n'
        assert failed(run(text + "expect = { items = [{ value = 2 }, { value = 2 }] }\n")) == []
        assert failed(run(text + "expect = { items = [{ value = 2 }, { value = 2 }, { value = 2 }] }\n")) == ["items"]
        assert failed(run(text + "expect = { items = [{ value = 2 }], exactly = true }\n")) == ["items exactly"]
        assert failed(run(text + "expect = { items = [] }\n")) == ["items exactly"]

    def test_continuous_movement(self) -> None:
        """15.5, 15.5.1: its marker or that of a movement such units make turned round, each once."""
        head = BASE.replace('at = "F7"', 'at = "F7"\nmarkers = ["fired"]') + (
            '[[units]]\nid = "t"\nside = "us"\nkind = "vehicle"\nvalues = "10T-6"\narmor = ["5/4", "3/4", "2/3"]\n'
            'at = "D6"\nmarkers = ["continuous"]\n[[step]]\nask = "distance"\nfrom = "D7"\nto = "F7"\n[step.expect]\n'
        )
        for markers, holds in (
            ('["continuous"]', True),
            ('["moved"]', True),
            ('["moved", "continuous"]', True),
            ('["moved", "moved"]', False),
            ('["continuous", "continuous"]', False),
            ('["hit_and_run"]', False),
            ('["continuous", "hit_and_run"]', False),
            ("[]", False),
        ):
            assert (failed(run(head + f"units.t = {{ markers = {markers} }}\n")) == []) is holds, markers

    def test_only_aircraft_are_in_the_air(self) -> None:
        """A place in the air is none of men on the ground."""
        text = BASE + '[[step]]\nask = "distance"\nfrom = "D7"\nto = "F7"\n[step.expect]\nunits.a = { at = "D7/air" }\n'
        assert failed(run(text)) == ["units.a.at"]


class TestMistakes:
    """Every mistake names file and key path."""

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (("step", 2, "expect", "units"), "x.toml: step[2].expect.units.g9: no unit 'g9'"),
            (("units", 1, "side"), "x.toml: units[1].side: unknown side 'g9'"),
            (("step", 0, "do"), "x.toml: step[0].do: unknown command 'g9'"),
            (("step", 0, "path"), "x.toml: step[0].path[0]: no hex 'g9' on the board"),
            (("units", 0, "kind"), "x.toml: units[0].kind: unknown kind 'g9'"),
            (("dice", 0, "for"), "x.toml: dice[0].for: unknown purpose 'g9'"),
            (("board", "hexes", "D4"), "x.toml: board.hexes.D4: unknown terrain 'g9'"),
        ],
    )
    def test_path(self, change: tuple[Any, ...], message: str) -> None:
        """Unknown words and ids are found where they stand."""
        raw = tomllib.loads(WINDOW.read_text())
        holder: Any = raw
        for key in change[:-1]:
            holder = holder[key]
        holder[change[-1]] = {"g9": {"at": "D2"}} if change[-1] == "units" else ["g9"] if change[-1] == "path" else "g9"
        with pytest.raises(LnltError) as caught:
            run_source(check(raw, "x.toml"))
        assert str(caught.value).startswith(message)

    def test_no_bunker(self) -> None:
        """Who is to be in a Bunker needs one there."""
        raw = tomllib.loads(WINDOW.read_text())
        raw["units"][0]["at"] = "D5/bunker"
        with pytest.raises(SituationError, match=r"units\[0\].at: D5 has no bunker"):
            run_source(check(raw, "x.toml"))

    def test_night(self) -> None:
        """A night is a word or a table; other keys are none."""
        assert "night" in fails(BASE.replace('id = "x"', 'id = "x"\nnight = { moon = 3 }'))

    def test_dice_left_over(self) -> None:
        """Dice nobody rolled are an error."""
        text = BASE.replace('id = "x"', 'id = "x"\ndice = [{ for = "attack", roll = [1] }]')
        assert fails(text) == "x.toml: dice[0]: left over: (1,) for 'attack'"

    def test_dice_missing(self) -> None:
        """A die the file does not have is an error."""
        message = fails(BASE + '[[step]]\ndo = "fire"\nunits = ["a"]\nat = "F7"\n')
        assert message == "x.toml: dice[0]: no die left: the game rolls 1d6 for 'attack' (in step[0])"

    def test_dice_for_something_else(self) -> None:
        """A die must be for what the game rolls."""
        text = BASE.replace('id = "x"', 'id = "x"\ndice = [{ for = "rally", roll = [1, 2] }]')
        assert "scripted for 'rally', but the game rolls for 'attack'" in fails(
            text + '[[step]]\ndo = "fire"\nunits = ["a"]\nat = "F7"\n'
        )

    def test_argument_of_another_command(self) -> None:
        """An argument that the command does not have is an error."""
        message = fails(BASE + '[[step]]\ndo = "pass"\nat = "D6"\n')
        assert message == "x.toml: step[0].at: 'pass' has no argument 'at'"

    def test_expectation_that_names_nothing(self) -> None:
        """A total after a command, or a case fact the table does not know, is an error."""
        assert "step[0].expect.total: names nothing" in fails(BASE + '[[step]]\ndo = "pass"\nexpect = { total = 3 }\n')
        message = fails(
            BASE + '[[step]]\nask = "table"\ntable = "dct"\n'
            'cases = [{ colum = "go_mmc", morale = 5, total = 5, value = "none" }]\n'
        )
        assert message == "x.toml: step[0].cases[0].colum: unknown fact 'colum' (did you mean 'column'?)"

    def test_unknown_key(self) -> None:
        """A mistyped key is found and the right one offered."""
        assert "units[0].carrys: unknown key 'carrys' (did you mean 'carries'?)" in fails(
            BASE.replace('carries = ["mg", "bar"]', 'carrys = ["mg"]')
        )

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ('at = "D6"', 'aboard = "t"', "units[3].aboard: 't' is a vehicle: it rides in none"),
            ('at = "F7"', 'aboard = "t"', "units[2].aboard: vehicle 't' is of the other side"),
            ('at = "F7"', 'at = "F7"\nriding = "inside"', "units[2].riding: only who is 'aboard' rides"),
            ('"PPO"', '"POX"', "units[3].capacity: 'POX' is no capacity such as 'PPO'"),
            ('"PPO"', '"PPO"\nhe = -1', "units[3].he: expected 'int' >= 0"),
            ('"PPO"', '"PPO"\nrof = 0', "units[3].rof: expected 'int' >= 1"),
            ('values = "2-9"', 'values = "2-9"\nammo = "haet"', "weapons[0].ammo: unknown ammunition 'haet'"),
            ('values = "2-9"', 'values = "2-9"\nbipod = "x"', "weapons[0].bipod: "),
            ('values = "2-9"', 'values = "2-9"\nmin_range = -2', "weapons[0].min_range: expected 'int' >= 0"),
            (
                "[state]",
                '[board.facts]\ndistance = [["D7", "F7", 9999]]\n[state]',
                "board.facts.distance[0][2]: 9999 is no distance",
            ),
            ("[state]", "[state]\nturn = 0", "state.turn: expected 'int' >= 1"),
            (
                "[state]",
                "[state]\nmissions = { us = [{ fp = 5, count = -1 }] }",
                "state.missions.us[0].count: -1 is no",
            ),
            ("[state]", '[state]\nmissions = { us = [{ fp = 5, count = "x" }] }', "state.missions.us[0].count: 'x' is"),
        ],
    )
    def test_what_cannot_be(self, old: str, new: str, message: str) -> None:
        """Numbers below the least, vehicles in each other, passengers of the enemy and words that are none."""
        tank = (
            '[[units]]\nid = "t"\nside = "us"\nkind = "vehicle"\nvalues = "10T-6"\narmor = ["5/4", "3/4", "2/3"]\n'
            'at = "D6"\ncapacity = "PPO"\n[state]\nsides = ["us", "de"]\n[[step]]\ndo = "pass"\n'
        )
        assert run(BASE + tank).status == "passed"
        assert fails((BASE + tank).replace(old, new, 1)).startswith(f"x.toml: {message}")

    @pytest.mark.parametrize(
        ("step", "message"),
        [
            ('ask = "distance"\nby = "fr"\nfrom = "D7"\nto = "F7"', "step[0].by: unknown side 'fr'"),
            ('ask = "may"\ncommand = "mount"\nunits = ["a"]\nvehicle = "g"\nmode = "asault"', "step[0].mode: unknown"),
            ('ask = "may"\ncommand = "mount"\nunits = ["a"]\nvehicle = "g"\nriding = "on"', "step[0].riding: unknown"),
            ('ask = "armor_facing"\nunit = "a"\ntarget = "g"', "step[0].target: unit 'g' has no armor"),
        ],
    )
    def test_words_in_steps(self, step: str, message: str) -> None:
        """A word that means nothing is a mistake, not a refusal that may have been expected."""
        text = BASE + '[state]\nsides = ["us", "de"]\n[[step]]\n' + step
        assert fails(text).startswith(f"x.toml: {message}")


def test_documented_example() -> None:
    """The example of the documentation holds."""
    text = (Path(__file__).parents[1] / "docs" / "situations.md").read_text(encoding="utf-8")
    example = text.partition("## A whole example")[2].partition("```toml")[2].partition("```")[0]
    report = run(example)
    assert report.status == "passed", file_text(report)
    assert report.checks == 6


class TestReport:
    """Reports and exit codes."""

    def test_exit_codes(self, tmp_path: Path) -> None:
        """0 if all held, 1 if an expectation failed, 2 if a file could not be used."""
        good, bad, broken = tmp_path / "good.toml", tmp_path / "bad.toml", tmp_path / "broken.toml"
        step = '[[step]]\nask = "distance"\nfrom = "D7"\nto = "F7"\nexpect = { value = %d }\n'
        good.write_text(BASE + step % 2)
        bad.write_text(BASE + step % 5)
        broken.write_text("id = ")
        assert run_files([good]).exit_code == 0
        assert run_files([good, bad]).exit_code == 1
        assert run_files([tmp_path]).exit_code == 2

    def test_expected_and_actual(self) -> None:
        """A failure shows both, and where the game is."""
        report = run(BASE + '[[step]]\ndo = "pass"\n[step.expect]\nasked = "us"\nunits.a = { status = ["shaken"] }\n')
        text = file_text(report)
        assert failed(report) == ["asked", "units.a.status"]
        assert 'expected  ["shaken"]' in text
        assert "actual    []" in text
        assert "asked: de; in: GameTurn > OperationsPhase > Impulse > ImpulseAction" in text

    def test_json(self) -> None:
        """The JSON report has every check."""
        whole = json.loads(Report([run_file(WINDOW)]).json())
        assert whole["exit_code"] == 0
        assert whole["files"][0]["id"] == "R5.3-window"
        assert whole["files"][0]["steps"][0]["checks"][0]["key"] == "asked"

    def test_missing_file_and_empty_folder(self, tmp_path: Path) -> None:
        """A file that is not there is reported; a folder without situations is a mistake."""
        assert run_file(tmp_path / "nothing.toml").error.endswith("nothing.toml: no such file")
        report = run_files([tmp_path, WINDOW])
        assert [f.status for f in report.files] == ["error", "passed"]
        assert report.files[0].error == f"{tmp_path}: a folder without *.toml"

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"\xff\xfe\x00", "is not UTF-8 text"),
            (b"\x00", "no valid TOML: Invalid statement (at line 1, column 1)"),
            (b"", "id: the key 'id' is missing"),
            (b'id = "x"', "step: there is no step: nothing is checked"),
            (b"id = " + b"[" * 5000 + b"]" * 5000, "no valid TOML: too many brackets in each other"),
            (
                b'id = "x"\n[[board.hexsides]]\nbetween = ["D4", "D9"]\nkind = "wall"\n[state]\nsides = ["us", "de"]',
                "board.hexsides[0].between: D4 and D9 are no neighbours",
            ),
        ],
    )
    def test_garbage(self, content: bytes, message: str, tmp_path: Path) -> None:
        """Whatever a file holds, the report says what is wrong with it and where."""
        file = tmp_path / "x.toml"
        file.write_bytes(content)
        report = run_files([file])
        assert (report.exit_code, report.files[0].error) == (2, f"{file}: {message}")

    def test_byte_order_mark(self, tmp_path: Path) -> None:
        """Some editors write one; it is no mistake."""
        file = tmp_path / "x.toml"
        file.write_bytes(b"\xef\xbb\xbf" + WINDOW.read_bytes())
        assert run_file(file).status == "passed"

    def test_command_line(self, tmp_path: Path) -> None:
        """`lnlt check` prints a line per file and a summary, and ends with the exit code."""
        program = [sys.executable, "-c", "from lnlt.cli.main import run; run()", "check"]
        good = subprocess.run([*program, str(WINDOW)], capture_output=True, text=True, check=False)
        assert good.returncode == 0, good.stderr
        assert good.stdout.splitlines()[-1].startswith("1 situation, ")
        (tmp_path / "x.toml").write_text('id = "x"\n[[step]]\ndo = "land"\n')
        bad = subprocess.run([*program, "-v", str(tmp_path)], capture_output=True, text=True, check=False)
        assert bad.returncode == 2
        assert "step[0].unit: the key 'unit' is missing" in bad.stdout


def _paths(raw: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [here] if here else []
    items = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    for key, value in items:
        found += _paths(value, (*here, key))
    return found


WORDS = [
    "",
    "us",
    "de",
    "a",
    "g9",
    "D4",
    "D4/upper",
    "D4/cellar",
    "Q8",
    "fire",
    "rally",
    "stop",
    "5.3",
    "0-0-0-0",
    "5/0",
]
ODD = st.one_of(
    st.sampled_from(WORDS),
    st.integers(-3, 9),
    st.booleans(),
    st.sampled_from([[], {}, [1], ["us"], ["D4", "D4"], {"a": 1}, 1.5, [[1]]]),
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_input_gets_through(data: st.DataObject) -> None:
    """Whatever is dropped, retyped or renamed in a file ends in a report or in an error with a place."""
    raw = copy.deepcopy(tomllib.loads(data.draw(st.sampled_from(SAMPLES)).read_text()))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(_paths(raw) or [("id",)]))
        holder = raw
        for key in path[:-1]:
            holder = holder[key]
        way = data.draw(st.sampled_from(["drop", "odd", "rename", "copy"]))
        if way == "drop":
            del holder[path[-1]]
        elif way == "odd":
            holder[path[-1]] = copy.deepcopy(data.draw(ODD))
        elif way == "rename" and isinstance(holder, dict):
            holder[data.draw(st.sampled_from([*WORDS[1:], "at", "units", "unit", "path"]))] = holder.pop(path[-1])
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[path[-1]]))
    assert outcome_of(raw) in ("passed", "failed", "x.toml")


def outcome_of(raw: dict[str, Any]) -> str:
    """How a file ends: the status of its report, or the first part of the place of its mistake."""
    try:
        return run_source(check(raw, "x.toml")).status
    except LnltError as error:
        return error.place[0]
