"""Matches and records: what is kept, what replays, what can be taken back, how damage is told."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from lnlt import engine
from lnlt.ai import RandomPlayer
from lnlt.content import saves
from lnlt.core import events as ev
from lnlt.core.dice import RecordedDice
from lnlt.core.errors import RecordError
from lnlt.core.record import Barrier, Entry, Match, parse, replay
from lnlt.core.setup import BoardSetup, Condition, Facts, GameSetup, HexPatch, SideSetup, Start, UnitSetup, Victory
from lnlt.core.tally import Refusal
from lnlt.matches import new_match, open_match


@pytest.fixture(scope="module")
def game() -> engine.Game:
    """The shipped first scenario."""
    return engine.load("first-fight")


def play(match: Match, seed: int, entries: int = 10_000, groups: bool = False) -> Match:
    """Let random players play; with `groups`, now and then a list of commands is given at once."""
    player, luck = RandomPlayer(seed), Random(seed)
    while match.state.over is None and len(match.entries) < entries:
        side = engine.decider(match.state)
        assert side is not None
        options = engine.options(match.game, match.state)
        commands = [player.choose(match.game, engine.view(match.state, side), options)]
        while groups and luck.random() < 0.7:
            ahead = engine.explore(match.game, match.state, commands)
            if ahead.stopped or engine.decider(ahead.state) != side:
                break
            commands.append(luck.choice(sorted(engine.options(match.game, ahead.state), key=repr)))
        assert not isinstance(match.submit_all(commands, side), Refusal)
    return match


def again(text: str) -> Match:
    """A record read and replayed."""
    record = parse(engine.CODEC, text, "test")
    rebuilt = engine.build_game(record.header.setup)
    match, problem = replay(engine.CODEC, engine.begin, rebuilt, record.header, record.entries, "test")
    assert problem is None
    return match


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_replay(game: engine.Game, seed: int) -> None:
    """A whole game, recorded and replayed without the generator, gives the same entries, events and digests."""
    match = play(new_match(game, seed), seed, groups=seed % 2 == 1)
    assert match.state.over is not None
    copy = again(match.text())
    assert copy.text() == match.text()
    assert [s.events for s in copy.steps] == [s.events for s in match.steps]
    assert any(len(e.do) > 1 for e in match.entries) is (seed % 2 == 1)


def test_replay_needs_no_seed(game: engine.Game) -> None:
    """Rolls come from the record: every die of a replayed game equals the recorded one, and none is left over."""
    match = play(new_match(game, "luck"), 3, 120)
    rolled = [r for e in match.entries for r in e.rolls]
    assert rolled
    assert [r for e in again(match.text()).entries for r in e.rolls] == rolled


def test_setup_survives() -> None:
    """The header holds the whole set-up: patches, facts, options and victory come back equal."""
    setup = GameSetup(
        id="t",
        name="T",
        era="ww2",
        board=BoardSetup(size=(5, 5), hexes={"C3": HexPatch("forest", features=("foxholes",))}),
        sides=(SideSetup("us"), SideSetup("de")),
        units=(UnitSetup("a", "us", "ww2-us-101abn-squad-2546", "A1"),),
        start=Start(roll=True),
        victory=(Victory("us", (Condition(hold=("A1",)), Condition(cleared="de"))),),
        otherwise="de",
        facts=Facts(los=(("A1", "B2", "degraded", 2), ("A1", "C3", "clear")), distance=(("A1", "C3", 7),)),
    )
    match = new_match(engine.build_game(setup), 1)
    header = parse(engine.CODEC, match.text()).header
    assert header == match.header
    assert header.setup == match.game.setup
    assert len(header.rolls) == 2
    assert again(match.text()).state == match.state


def test_same_record_every_time(game: engine.Game) -> None:
    """The same commands and seed give the same text, byte for byte."""
    assert play(new_match(game, 4), 4, 80).text() == play(new_match(game, 4), 4, 80).text()


def test_refused_commands_are_not_recorded(game: engine.Game) -> None:
    """A refusal, or a command of the side that is not asked, leaves the match as it was."""
    match = new_match(game, 1)
    before = match.text()
    command = engine.options(game, match.state)[0]
    refusal = match.submit(command, by=1)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not_your_decision"
    assert match.text() == before


def test_undo_goes_back_to_the_barrier(game: engine.Game) -> None:
    """Entries are taken back one by one, up to one that rolled dice, and then undo says so."""
    match = new_match(game, 2)
    player = RandomPlayer(2)
    checked = set[str]()
    while match.state.over is None and len(checked) < 2:
        side = engine.decider(match.state)
        assert side is not None
        options = engine.options(game, match.state)
        text, state, before = match.text(), match.state, len(match.entries)
        match.submit(player.choose(game, engine.view(state, side), options))
        step = match.steps[-1]
        gone = match.undo()
        if isinstance(gone, Entry):
            assert not step.rolls
            assert engine.decider(step.state) == side
            assert match.text() == text
            assert match.state is state
            match.submit_all(gone.do)
        else:
            checked.add(gone.code)
            assert gone.code == ("dice" if step.rolls else "decider")
            assert gone.entry == before + 1
    assert checked == {"dice", "decider"}


def test_undone_moves_are_not_in_the_record(game: engine.Game) -> None:
    """A record holds only what stands: a move taken back leaves no trace, and the match goes on."""
    match = new_match(game, 5)
    assert match.undo() == Barrier("nothing")
    activate = next(c for c in engine.options(game, match.state) if type(c).__name__ == "Activate")
    first = match.text()
    match.submit(activate)
    assert isinstance(match.undo(by=1), Barrier)
    assert isinstance(match.undo(by=0), Entry)
    assert match.text() == first
    assert again(play(match, 5, 60).text()).state == match.state


def test_revealing_is_a_barrier(game: engine.Game) -> None:
    """An entry with an event only one side may see cannot be taken back."""

    class Secret(ev.Event, frozen=True):
        """Seen by side 0 only."""

        @property
        def audience(self) -> int:
            return 0

    match = new_match(game, 5)
    activate = next(c for c in engine.options(game, match.state) if type(c).__name__ == "Activate")
    match.submit(activate)
    match.steps[-1] = msgspec.structs.replace(match.steps[-1], events=(Secret(),))
    assert match.undo() == Barrier("revealed", 1)


def damaged(text: str, change: str) -> bytes:
    """A record with one thing wrong in it."""
    lines = text.splitlines()
    rolled = next(i for i, line in enumerate(lines) if i and json.loads(line)["rolls"])
    entry = json.loads(lines[rolled])
    if change == "flipped roll":
        entry["rolls"][0][0] = 7 - entry["rolls"][0][0]
    elif change == "missing roll":
        entry["rolls"] = entry["rolls"][:-1]
    elif change == "further roll":
        entry["rolls"].append([1])
    elif change == "impossible roll":
        entry["rolls"][0][0] = 9
    elif change == "changed command":
        entry["do"] = [{"do": "activate", "at": "A1"}]
    elif change == "unknown command":
        entry["do"] = [{"do": "surrender"}]
    elif change == "no command":
        entry["do"] = []
    elif change == "wrong number":
        entry["n"] += 1
    elif change == "wrong side":
        entry["side"] = "fr"
    elif change == "wrong digest":
        entry["digest"] = "0" * 24
    lines[rolled] = json.dumps(entry)
    if change == "cut short":
        return "\n".join(lines)[:-20].encode()
    if change == "garbage":
        lines[rolled] = "\x00\x01 garbage"
    if change == "not UTF-8":
        return "\n".join(lines[:rolled]).encode() + b'\n{"n": "\xff\xfe"}\n'
    return ("\n".join(lines) + "\n").encode()


CHANGES = (
    "flipped roll",
    "missing roll",
    "further roll",
    "impossible roll",
    "changed command",
    "unknown command",
    "no command",
    "wrong number",
    "wrong side",
    "wrong digest",
    "garbage",
    "not UTF-8",
)


@pytest.mark.parametrize("change", CHANGES)
def test_damage_is_named(game: engine.Game, tmp_path: Path, change: str) -> None:
    """Each kind of damage is a RecordError that names file and line, and what stands before it can be loaded."""
    match = play(new_match(game, 7), 7, 150)
    line = next(e.n for e in match.entries if e.rolls) + 1
    path = tmp_path / "game.jsonl"
    path.write_bytes(damaged(match.text(), change))
    with pytest.raises(RecordError) as error:
        open_match(path)
    assert error.value.place == (str(path), f"line {line}")
    saved, problem = open_match(path, repair=True)
    assert problem is not None
    assert str(problem) == str(error.value)
    assert saved.entries == match.entries[: line - 2]
    assert saved.state == match.steps[line - 2].state


def test_last_line_cut_short(game: engine.Game, tmp_path: Path) -> None:
    """A record whose last line was not written to the end names that line; everything before it is kept."""
    match = play(new_match(game, 7), 7, 50)
    path = tmp_path / "game.jsonl"
    path.write_bytes(damaged(match.text(), "cut short"))
    with pytest.raises(RecordError, match=r"game\.jsonl: line 51: damaged entry 50"):
        open_match(path)
    saved, _ = open_match(path, repair=True)
    assert saved.entries == match.entries[:-1]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (b"not a record\n", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[1, 2]\n", "no game record of lnlt"),
        (b'{"record": "chess"}\n', "no game record of lnlt"),
        (b'{"record": "lnlt", "format": 2}\n', "format 2"),
        (b'{"record": "lnlt", "format": 1}\n', "damaged header"),
    ],
)
def test_bad_headers(tmp_path: Path, data: bytes, reason: str) -> None:
    """An empty file, something else, another format: each is told apart, for line 1, with and without repair."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    for repair in (False, True):
        with pytest.raises(RecordError, match=reason) as error:
            open_match(path, repair)
        assert error.value.place == (str(path), "line 1")


@pytest.mark.parametrize("field", ["setup", "seed", "digest", "rolls"])
def test_changed_header(game: engine.Game, tmp_path: Path, field: str) -> None:
    """A header that begins another game than recorded, or that lost a field, is refused for line 1."""
    header, *rest = play(new_match(game, 1), 1, 5).text().splitlines()
    raw = json.loads(header)
    if field == "setup":
        raw["setup"]["bogus"] = 1
    else:
        raw[field] = {"seed": 99, "digest": "0" * 24, "rolls": [[3]]}[field]
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join([json.dumps(raw), *rest]) + "\n")
    with pytest.raises(RecordError) as error:
        open_match(path)
    assert error.value.place == (str(path), "line 1")


def test_recorded_dice_move_the_generator(game: engine.Game) -> None:
    """Replaying moves the generator as rolling did, so a replayed game goes on with the same luck."""
    match = play(new_match(game, 9), 9, 100)
    copy = again(match.text())
    assert copy.state.rng == match.state.rng
    assert play(copy, 1, 140).text() == play(match, 1, 140).text()
    assert RecordedDice([]).rolls == ()


def test_save_append_load(game: engine.Game, tmp_path: Path) -> None:
    """A file begun with save and continued by appending equals the whole record, and loads to the same state."""
    path = tmp_path / "deep" / "game.jsonl"
    match = new_match(game, 3)
    saves.save(path, match)
    for _ in range(40):
        play(match, 3, len(match.entries) + 1)
        saves.append(path, engine.CODEC, match.entries[-1])
    assert path.read_text() == match.text()
    assert open_match(path)[0].state == match.state
    assert [p.name for p in path.parent.iterdir()] == ["game.jsonl"]


def test_nothing_is_overwritten(game: engine.Game, tmp_path: Path) -> None:
    """A file that is no record, or holds another game, is left as it is."""
    path = tmp_path / "notes.txt"
    path.write_text("my notes\n")
    with pytest.raises(RecordError, match="no game record"):
        saves.save(path, new_match(game, 1))
    assert path.read_text() == "my notes\n"
    other = tmp_path / "other.jsonl"
    saves.save(other, new_match(game, 1))
    with pytest.raises(RecordError, match="another game"):
        saves.save(other, new_match(game, 2))
    saves.save(other, play(new_match(game, 1), 1, 5))
    assert len(open_match(other)[0].entries) == 5


def test_unwritable_places(game: engine.Game, tmp_path: Path) -> None:
    """A folder, a missing file, a place under a file: RecordErrors that name the path."""
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "file" / "game.jsonl"):
        with pytest.raises(RecordError) as error:
            saves.save(path, new_match(game, 1))
        assert error.value.place[0] == str(path)
    with pytest.raises(RecordError, match="no such file"):
        open_match(tmp_path / "nothing.jsonl")


def test_new_paths_are_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """New games get file names of their own in the folder that LNLT_DATA names."""
    monkeypatch.setenv("LNLT_DATA", str(tmp_path))
    first = saves.new_path("fight", "now")
    assert first == tmp_path / "games" / "fight-now.jsonl"
    saves.write(first, "x")
    assert saves.new_path("fight", "now") == tmp_path / "games" / "fight-now-2.jsonl"
