"""The text game as a person uses it: piped lines in, a readable dialogue out, nothing lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from cli_helpers import Lnlt
from lnlt import engine
from lnlt.ai import RandomPlayer
from lnlt.cli import odds, orders, screen
from lnlt.cli.orders import SHORT
from lnlt.cli.session import TALK, Session
from lnlt.cli.table import Table
from lnlt.core.tally import Refusal
from lnlt.matches import new_match, open_match


@pytest.fixture(scope="module")
def game() -> engine.Game:
    """The shipped first scenario."""
    return engine.load("first-fight")


def test_auto_plays_to_the_end(lnlt: Lnlt, tmp_path: Path) -> None:
    """With --auto random players finish the game; log, result and record are there, the same for the same seed."""
    path = tmp_path / "game.jsonl"
    code, out, _ = lnlt("play", "first-fight", "--auto", "--seed", "3", "--save", str(path))
    assert code == 0
    assert re.search(r"wins: .* \(22\.0\)", out)
    match, _ = open_match(path)
    assert match.state.over is not None
    _, again, _ = lnlt("play", "first-fight", "--auto", "--seed", "3", "--save", str(tmp_path / "other.jsonl"))
    assert again.replace("other.jsonl", "game.jsonl") == out


def test_first_screen(lnlt: Lnlt) -> None:
    """The start shows title, goal, map with stacks, own units, whose decision it is, and numbered options."""
    code, out, _ = lnlt("play", "--seed", "1")
    assert code == 0
    for text in ("The Church at the Crossroads", "HC US3", "HC*de2", "* objective"):
        assert text in out
    assert "wins if after turn 6: has Good Order infantry, and no enemy, in 2 of G6, I5, I6, J5 (22.0)" in out
    assert "Otherwise Wehrmacht wins." in out
    assert "us-a     Squad 2-5-4, morale 6 + BAR 1-6" in out
    assert "101st Airborne: activate a hex, or pass (4.0)" in out
    assert "    2  Activate G2: us-a, us-b, tom" in out
    assert re.search(r"^ +\d+  Pass this impulse$", out, re.MULTILINE)


def test_end_of_input_saves(lnlt: Lnlt, tmp_path: Path) -> None:
    """At the end of piped input the game is saved, the path printed, the exit code 0; --load goes on there."""
    path = tmp_path / "game.jsonl"
    code, out, _ = lnlt("play", "--players", "human,human", "--seed", "1", "--save", str(path), lines="activate J3\n")
    assert code == 0
    assert f"The game is saved in {path}" in out
    code, out, _ = lnlt("play", "--load", str(path))
    assert code == 0
    assert "what do the units in J3 do?" in out
    assert len(open_match(path)[0].entries) == 1


def test_default_save_place(lnlt: Lnlt, tmp_path: Path) -> None:
    """Without --save the record goes to the data folder, and the path is printed."""
    _, out, _ = lnlt("play", "--seed", "1", lines="quit\n")
    (path,) = (tmp_path / "data" / "games").iterdir()
    assert f"Saved in {path}" in out


def test_orders_by_words_and_numbers(lnlt: Lnlt, tmp_path: Path) -> None:
    """Moves and fire can be ordered in one line or by number; what happens is told with dice and sections."""
    path = tmp_path / "game.jsonl"
    lines = "move us-d K3 K4\npass all\nfire j3 j5\n1\n"
    _, out, _ = lnlt("play", "--players", "human,human", "--seed", "8", "--save", str(path), lines=lines)
    assert "Squad us-d moves from J3 to K3, 1 MP (6.0)" in out
    assert "Squad us-d moves from K3 to K4, 1 MP (6.0)" in out
    assert "Wehrmacht: enemies move in K3: Opportunity Fire? (5.3)" in out
    assert "fires from J3 at J5: Squad us-e, Hero hird (5.0)" in out
    assert re.search(r"Squad de-d: attack \d\+4 = \d+ (beats|does not beat) defence \d\+4 = \d+", out)
    assert "+2 Hero hird (11.2)" in out
    entries = open_match(path)[0].entries
    assert [e.side for e in entries] == ["us", "de", "us", "de"]
    assert [type(c).__name__ for c in entries[0].do] == [
        "Activate",
        "BeginMove",
        "AddMover",
        "StepTo",
        "StepTo",
        "StopMove",
    ]


def test_move_order_can_go_on(lnlt: Lnlt) -> None:
    """A path that ends with dots asks again where it ends; without them the move is over."""
    _, out, _ = lnlt("play", "--players", "human,human", "--seed", "8", lines="move us-c F2 ...\nstop\n")
    assert "Squad us-c in F2: where to next? (6.0)" in out
    assert "Wehrmacht: activate a hex, or pass (4.0)" in out


def test_why_and_refusals(lnlt: Lnlt) -> None:
    """`why` and refused orders give the reason with its section and change nothing."""
    _, out, _ = lnlt("play", "--seed", "1", lines="why fire G2 I5\nfire G2 I5\nwhy move us-a G3\nmove us-a A1\n")
    assert out.count("Not allowed: I5 is out of sight of G2 (10.3.2)") == 2
    assert "Allowed: us-a: G2 → G3 (6.0)" in out
    assert "Not allowed: A1 is not one step away (6.0)" in out
    assert "activates" not in out


def test_los_and_tally(lnlt: Lnlt) -> None:
    """Lines of sight are explained, attacks summed item by item with exact chances."""
    lines = "los F3 F5\nmove us-d K3 K4\npass all\ntally J3 J5\n"
    _, out, _ = lnlt("play", "--players", "human,human", "--seed", "8", lines=lines)
    assert "F3 - F5: clear, range 2 [10.3]" in out
    assert "Best attack: us-e, hird; 23% to harm somebody (5.0)" in out
    assert "= +4 to the defence die" in out
    assert "chances: no harm 77%, Shaken 21%, casualties 2%" in out


def test_odds_of_any_order(lnlt: Lnlt) -> None:
    """`tally` explains any order that rolls, and a move step by step with what can answer it."""
    lines = "tally smoke us-a G3\ntally spot us-a F5\ntally move us-d K3 K4\ntally pass\ntally smoke tom G3\n"
    _, out, _ = lnlt("play", "--players", "human,human", "--seed", "8", lines=lines)
    assert "Laying Smoke: 33% to succeed (7.0)" in out
    assert "chances: failed 67%, spotted 33%" in out
    assert "K3: us-d pays 1 MP (+1 Clear in K3 (6.0))" in out
    assert "Fire from I5 · de-a, koch: +5 against +0, 74% to do harm" in out
    assert "That rolls no dice." in out
    assert "Not allowed: tom cannot lay Smoke: only Squads, Half-Squads and Crews can (7.0)" in out


def test_why_of_a_stack(lnlt: Lnlt) -> None:
    """`why HEX` lists what the units there may not do, each reason once with its section."""
    _, out, _ = lnlt("play", "--seed", "1", lines="why G2\nwhy I5\n")
    assert out.count("Not allowed: I5 is out of sight of G2 (10.3.2)\n    Fire from G2 at I5\n") == 1
    assert "Nothing is denied to the units in I5." in out


def test_melee_in_one_line(lnlt: Lnlt) -> None:
    """`melee` and `withdraw` say why they are not allowed, or what is missing."""
    _, out, _ = lnlt("play", "--players", "human,human", "--seed", "1", lines="melee G2\nwithdraw\nmelee us-a\n")
    assert "Not allowed: " in out
    assert "say who and where, for instance: withdraw I5" in out
    assert "melee where? For instance: melee I5" in out


def test_set_up_by_name(lnlt: Lnlt, tmp_path: Path) -> None:
    """Set-up lists units and their area, not every pair, and takes `place UNIT HEX`, several in a line."""
    path = tmp_path / "game.jsonl"
    lines = "1\n1\nplace us-1 us-2 E4 medrow F5\nplace us-half Z9\nplace us-half A1\nplace us-half F4\nready\n"
    args = ("play", "assault-on-vierville", "--players", "human,human", "--seed", "8", "--save", str(path))
    _, out, _ = lnlt(*args, lines=lines)
    assert "place units by name: place UNIT HEX" in out
    assert "Still to be placed: 4" in out
    assert "Still to be placed: 1" in out
    assert "'Z9' is neither a hex nor a unit" in out
    assert "Not allowed: us-half may not be placed in A1 (22.0)" in out
    assert max(len(line) for line in out.splitlines()) < 200
    assert len(out.splitlines()) < 200
    state = open_match(path)[0].state
    assert [u.id for u in state.units if u.at >= 0][:4] == ["us-1", "us-2", "us-half", "medrow"]


def test_undo(lnlt: Lnlt, tmp_path: Path) -> None:
    """Undo takes back what can be taken back, on disk too, and says why it cannot go farther."""
    path = tmp_path / "game.jsonl"
    lines = "undo\nactivate G2\nundo\npass\nundo\n"
    _, out, _ = lnlt("play", "--players", "human,human", "--seed", "1", "--save", str(path), lines=lines)
    assert "No: There is nothing to take back" in out
    assert "Taken back: Activate G2" in out
    assert "No: The other side had its say: entry 1 stands" in out
    assert len(open_match(path)[0].entries) == 1


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("fier G2 I5", "'fier' is no order (did you mean 'fire'?); type help"),
        ("fire", "fire from where at where? For instance: fire G2 I5"),
        ("fire G2", "fire from where at where?"),
        ("fire G2 I5 bob", "'bob' is neither a hex nor a unit"),
        ("move", "move whom, and where?"),
        ("move zz G3", "'zz' is neither a hex nor a unit"),
        ("activate", "activate which hex?"),
        ("activate Z99", "'Z99' is no hex of this map"),
        ("rally", "rally which unit?"),
        ("move ...", "move whom, and where?"),
        ("activate J3\nmove us-d K3 ...\npass\ngo", "go where to?"),
        ("rally us-a", "Not allowed: That is no answer now; what is asked is what to do in this impulse (3.0)"),
        ("add", "add which unit?"),
        ("why", "why what?"),
        ("los G2", "los needs two hexes: los G2 I5"),
        ("tally", "tally needs two hexes"),
        ("0", "choose a number from 1 to "),
        ("999999999999", "choose a number from 1 to "),
        ("place us-a", "place whom, and where?"),
        ("step_to Q77", "'Q77' is no hex"),
        ("{}[]();--", "is no order"),
        ("\x00\x07", "is no order"),
        ("²", "is no order"),
        ("save", "Saved in"),
        ("help", "take back, until dice fell"),
        ("goal", "Otherwise Wehrmacht wins."),
        ("units", "koch     Leader morale 7"),
        ("map all", "A0"),
        ("log", "Nothing has happened yet."),
        ("done", "Not allowed: Nobody has acted in this impulse yet (4.0)"),
        ("stop", "Not allowed: Nobody has acted"),
    ],
)
def test_every_line_has_an_answer(lnlt: Lnlt, line: str, hint: str) -> None:
    """Whatever is typed, the answer is a hint in one line, never a traceback."""
    code, out, err = lnlt("play", "--players", "human,human", "--seed", "1", lines=f"{line}\n\n# a remark\n")
    assert code == 0
    assert hint in out
    assert err == ""


def test_save_elsewhere(lnlt: Lnlt, tmp_path: Path) -> None:
    """`save FILE` goes on in another file; a file that is something else is left alone."""
    other, notes = tmp_path / "b c.jsonl", tmp_path / "notes"
    notes.write_text("mine")
    lines = f"save {other}\npass\nsave {notes}\n"
    _, out, _ = lnlt("play", "--players", "human,human", "--save", str(tmp_path / "a.jsonl"), lines=lines)
    assert "is no game record" in out
    assert notes.read_text() == "mine"
    assert len(open_match(other)[0].entries) == 1
    assert len(open_match(tmp_path / "a.jsonl")[0].entries) == 0


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("nowhere",), "there is no scenario 'nowhere'"),
        (("--players", "human"), "2 players are needed"),
        (("--players", "human,robot"), "no player 'robot'"),
        (("--us", "rnadom"), "did you mean 'random'"),
        (("--load", "/nonexistent/x.jsonl"), "no such file"),
        (("--save", "/dev/null/x"), "cannot be written"),
    ],
)
def test_bad_arguments(lnlt: Lnlt, args: tuple[str, ...], reason: str) -> None:
    """Wrong arguments are one clear line and exit code 2."""
    code, _, err = lnlt("play", *args)
    assert code == 2
    assert reason in err
    assert err.count("\n") == 1


def test_sides_by_name(lnlt: Lnlt) -> None:
    """--us and --de say who plays: here the computer plays the first side, and the person is asked for the second."""
    _, out, _ = lnlt("play", "--us", "random", "--de", "human", "--seed", "5", lines="quit\n")
    assert "101st Airborne (random) against Wehrmacht (human)" in out
    assert "\nde> quit" in out
    assert "us> " not in out


def test_damaged_save(lnlt: Lnlt, tmp_path: Path) -> None:
    """A last line cut short is dropped and the game goes on as it did; other damage needs --repair; a copy is kept."""
    path = tmp_path / "game.jsonl"
    lnlt("play", "--auto", "--seed", "3", "--save", str(path))
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    code, _, err = lnlt("play", "--load", str(path))
    assert code == 0
    assert "damaged entry" in err
    assert (tmp_path / "game.jsonl.damaged").read_bytes() == whole[:-9]
    assert path.read_bytes() == whole
    lines = whole.splitlines(keepends=True)
    broken = b"".join([*lines[:20], b"rubbish\n", *lines[21:]])
    path.write_bytes(broken)
    code, _, err = lnlt("play", "--load", str(path))
    assert code == 2
    assert "line 21" in err
    assert path.read_bytes() == broken
    code, _, err = lnlt("play", "--load", str(path), "--repair")
    assert code == 0
    assert path.read_bytes().startswith(b"".join(lines[:20]))
    assert (tmp_path / "game.jsonl.damaged").read_bytes() == broken


def test_killed_game_goes_on(tmp_path: Path) -> None:
    """A game killed without warning is continued from its file, every accepted command in it."""
    path = tmp_path / "game.jsonl"
    command = [sys.executable, "-c", "from lnlt.cli.main import run; run()", "play", "--players", "human,human"]
    environment = {**os.environ, "LNLT_DATA": str(tmp_path)}
    process = subprocess.Popen(
        [*command, "--seed", "1", "--save", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdin is not None
    process.stdin.write("move G2 G3\npass\nactivate I5\n")
    process.stdin.flush()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and not (path.exists() and path.read_bytes().count(b"\n") >= 4):
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    match, _ = open_match(path)
    assert [e.side for e in match.entries] == ["us", "de", "de"]
    done = subprocess.run(
        [*command, "--load", str(path)], input="quit\n", capture_output=True, text=True, check=True, env=environment
    )
    assert "what do the units in I5 do?" in done.stdout


def test_interrupt_leaves_cleanly(lnlt: Lnlt, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C leaves with the place of the saved game and exit code 0."""

    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    code, out, _ = lnlt("play", "--seed", "1")
    assert code == 0
    assert "Go on with: lnlt play --load" in out


def test_random_player_continues_alike(game: engine.Game) -> None:
    """A random player's choice follows from seed and position, whatever order the options come in."""
    state = engine.begin(game, 1).state
    options = engine.options(game, state)
    view = engine.view(state, 0)
    picks = {repr(RandomPlayer(5).choose(game, view, order)) for order in (options, options[::-1])}
    assert len(picks) == 1
    assert len({repr(RandomPlayer(seed).choose(game, view, options)) for seed in range(30)}) > 1


@pytest.mark.parametrize("seed", range(3))
def test_best_group_is_allowed_and_best(game: engine.Game, seed: int) -> None:
    """In random games the group chosen for a player is allowed, and no other single unit's fire sums higher."""
    match, player = new_match(game, seed), RandomPlayer(seed)
    groups = 0
    while match.state.over is None:
        state = match.state
        side = engine.decider(state)
        assert side is not None
        for command in engine.options(game, state):
            if type(command).__name__ in ("Fire", "OpFire"):
                groups += 1
                attack = odds.preview(game, state, [command])
                assert attack is not None
                assert 0 <= attack.any.fraction <= 1
                assert all(sum(c.fraction for c in fate.chances.values()) == 1 for fate in attack.fates)
                ahead = engine.explore(game, state, [command]).state
                assert engine.explore(game, ahead, orders.best_group(game, ahead)).stopped == "die"
                for add in engine.options(game, ahead):
                    rest = orders.best_group(game, engine.explore(game, ahead, [add]).state)
                    assert engine.explore(game, ahead, [add, *rest]).stopped in ("die", "refused")
        assert not isinstance(
            match.submit(player.choose(game, engine.view(state, side), engine.options(game, state))), Refusal
        )
    assert groups > 10


def test_screens_of_whole_games(game: engine.Game) -> None:
    """Map, units, heading and numbered options can be drawn at every point of a whole game."""
    match, player = new_match(game, 4), RandomPlayer(4)
    while match.state.over is None:
        state = match.state
        side = engine.decider(state)
        assert side is not None
        options = engine.options(game, state)
        groups = screen.words.option_groups(options)
        text = screen.options_text(game, state, groups)
        assert re.findall(r"^ +(\d+)  ", text, re.MULTILINE) == [str(i + 1) for i in range(len(options))]
        assert "_" not in screen.heading(game, state) + text
        drawn = screen.map_text(game, state)
        for loc in state.by_loc:
            assert game.board.names[loc >> 3] in drawn
        match.submit(player.choose(game, engine.view(state, side), options))
        lost = any(unit.at < 0 for unit in match.state.units)
        assert ("lost" in screen.units_text(game, match.state)) is lost


@pytest.mark.parametrize("seed", [1, 2])
def test_any_dialogue(game: engine.Game, tmp_path: Path, seed: int) -> None:
    """Two people who type anything at all play a game to its end: nothing breaks, and the file is the match."""
    luck = Random(seed)
    match = new_match(game, seed, ("human", "human"))
    table = Table(match, ("human", "human"), tmp_path / "game.jsonl")
    table.open_file()
    names = [*game.board.names[::7], *(unit.id for unit in game.setup.units), "bar", "...", "pair"]
    verbs = [*SHORT, *TALK, *(str(kind.__struct_config__.tag) for kind in engine.COMMANDS), "why fire", "why move"]
    verbs = [verb for verb in verbs if verb not in ("quit", "exit", "q", "save")]

    def read(_: str) -> str:
        if luck.random() < 0.6:
            return str(luck.randint(0, 8))
        here = [game.board.loc_name(loc) for loc in table.state.by_loc]
        return " ".join([luck.choice(verbs), *(luck.choice([*names, *here, *here]) for _ in range(luck.randint(0, 4)))])

    said: list[str] = []
    Session(table, read, said.append).run()
    assert match.state.over is not None
    assert table.path.read_text() == match.text()
    assert open_match(table.path)[0].state == match.state
    text = "\n".join(said).replace("HEX…", "")
    assert "…" not in text
    assert "{" not in text
