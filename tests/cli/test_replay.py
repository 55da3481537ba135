"""`lnlt replay`, `lnlt scenarios` and `lnlt card`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli_helpers import Lnlt
from lnlt.content.scenarios import scenario_names


@pytest.fixture
def record(lnlt: Lnlt, tmp_path: Path) -> Path:
    """A whole recorded game."""
    path = tmp_path / "game.jsonl"
    lnlt("play", "--auto", "--seed", "3", "--save", str(path))
    return path


def test_replay_tells_the_game(lnlt: Lnlt, record: Path) -> None:
    """A replay tells every entry in words, shows the last position and how it ended."""
    code, out, _ = lnlt("replay", str(record))
    assert code == 0
    entries = record.read_text().count("\n") - 1
    told = [int(n) for n in re.findall(r"^ *(\d+) (?:us|de): ", out, re.MULTILINE)]
    assert told == list(range(1, entries + 1))
    assert re.search(r"wins: .* \(22\.0\)", out)
    assert "* objective" in out


def test_replay_at_an_entry(lnlt: Lnlt, record: Path) -> None:
    """--at shows the position after an entry, 0 the beginning; a number that is not there is refused."""
    _, out, _ = lnlt("replay", str(record), "--at", "0")
    assert "Turn 1 of 6" in out
    assert "HC US3" in out
    _, out, _ = lnlt("replay", str(record), "--at", "9", "--text")
    assert "   9 " in out
    assert "  10 " not in out
    assert "* objective" not in out
    code, _, err = lnlt("replay", str(record), "--at", "99999")
    assert code == 2
    assert "the record has entries 1 to" in err


def test_replay_check(lnlt: Lnlt, record: Path) -> None:
    """--check says only that every position is as recorded."""
    code, out, _ = lnlt("replay", str(record), "--check")
    assert code == 0
    assert re.fullmatch(r".*game\.jsonl: \d+ entries, every position as recorded\n", out)


@pytest.mark.parametrize("damage", ["empty", "garbage", "changed", "missing", "folder"])
def test_damaged_files(lnlt: Lnlt, record: Path, damage: str) -> None:
    """A damaged or missing file is one clear line and exit code 2."""
    lines = record.read_text().splitlines(keepends=True)
    if damage == "empty":
        record.write_text("")
    elif damage == "garbage":
        record.write_bytes(bytes(range(256)))
    elif damage == "changed":
        record.write_text("".join([*lines[:30], *lines[31:]]))
    elif damage == "missing":
        record.unlink()
    else:
        record.unlink()
        record.mkdir()
    code, out, err = lnlt("replay", str(record))
    assert code == 2
    assert out == ""
    assert err.startswith(f"error: {record}: ")
    assert err.count("\n") == 1


def test_readable_beginning(lnlt: Lnlt, record: Path) -> None:
    """--repair shows what stands of a damaged record and names the damage."""
    lines = record.read_text().splitlines(keepends=True)
    record.write_text("".join([*lines[:30], "rubbish\n", *lines[31:]]))
    code, out, err = lnlt("replay", str(record), "--repair", "--text")
    assert code == 0
    assert "line 31" in err
    assert "\n  29 " in out
    assert "\n  30 " not in out


def test_scenarios_are_listed(lnlt: Lnlt) -> None:
    """Every shipped scenario is in the list with its name, sides and length."""
    code, out, _ = lnlt("scenarios")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == scenario_names()
    assert "The Church at the Crossroads · 101st Airborne against Wehrmacht · 6 turns" in out


@pytest.mark.parametrize("name", scenario_names())
def test_cards(lnlt: Lnlt, name: str) -> None:
    """Every shipped scenario has a card with both sides, their forces, the length and the goal."""
    code, out, _ = lnlt("card", name)
    assert code == 0
    assert re.search(r"^\d+ turns · ", out, re.MULTILINE)
    assert len(re.findall(r"^  \d+ ", out, re.MULTILINE)) >= 2


def test_card_tells_weapons_and_fire_missions(lnlt: Lnlt) -> None:
    """A card counts like Support Weapons together and does not forget the artillery."""
    _, out, _ = lnlt("card", "the-bald-hill")
    assert "  2 × M-60 (Support Weapon)\n" in out
    assert "  2 × fire mission of 5 FP\n" in out


def test_card_of_nothing(lnlt: Lnlt) -> None:
    """A card of a scenario that does not exist is refused in one line."""
    code, _, err = lnlt("card", "first-figth")
    assert code == 2
    assert "did you mean 'first-fight'" in err
