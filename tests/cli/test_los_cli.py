"""The commands `lnlt los` and `lnlt fov`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from lnlt.cli.main import run
from lnlt.content.files import shipped


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LNLT_CACHE", str(tmp_path_factory.getbasetemp() / "los-cache"))


def lnlt(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run the command line: exit code, output, errors."""
    monkeypatch.setattr(sys, "argv", ["lnlt", *words])
    with pytest.raises(SystemExit) as stop:
        run()
    out = capsys.readouterr()
    return int(stop.value.code or 0), out.out, out.err


def test_blocked_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A blocked line names what blocks it with its section and shows the hexes around it."""
    code, out, _ = lnlt(monkeypatch, capsys, "los", "15", "I5", "F4")
    assert code == 0
    assert out.startswith("I5 - F4: blocked, range 3 [10.3.2]\n")
    assert "G4/H5: Wall on a hexside of neither end blocks the line [10.3.2]" in out
    assert "HC @" in out
    assert "X blocks" in out


def test_counters_change_the_answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Smoke given on the command line blocks, Thermal Imaging sees through it."""
    assert lnlt(monkeypatch, capsys, "los", "15", "j5", "k3")[1].startswith("J5 - K3: clear")
    for option in (["--smoke", "J4"], ["--counter", "smoke@J4"]):
        code, out, _ = lnlt(monkeypatch, capsys, "los", "15", "J5", "K3", *option)
        assert (code, out.split(",")[0]) == (0, "J5 - K3: blocked")
    assert lnlt(monkeypatch, capsys, "los", "15", "J5", "K3", "--smoke", "J4", "--tis")[1].startswith("J5 - K3: clear")


def test_barricade_on_a_hexside(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A Barricade is given by the two hexes beside its hexside."""
    code, out, _ = lnlt(monkeypatch, capsys, "los", "14", "I3", "I7", "--counter", "barricade@I4/I5")
    assert code == 0
    assert "[21.5]" in out.splitlines()[0]


def test_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json the whole report is one JSON object."""
    code, out, _ = lnlt(monkeypatch, capsys, "los", "15", "F7", "H7", "--json")
    report = json.loads(out)
    assert code == 0
    assert (report["verdict"], report["limited"], report["rule"]) == ("clear", 1, "10.3.2")
    assert report["reasons"][0]["hexes"] == ["G6", "G7"]


def test_field_of_view(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The field of view draws every hex with a sign and counts them."""
    code, out, _ = lnlt(monkeypatch, capsys, "fov", "15", "H6")
    assert code == 0
    assert "viewer" in out
    last = out.strip().splitlines()[-1]
    assert last.startswith("H6: ")
    assert sum(int(word) for word in last.replace(",", "").split() if word.isdigit()) - 3 == 127
    shown = json.loads(lnlt(monkeypatch, capsys, "fov", "15", "H6", "--json")[1])
    assert sum(shown["counts"].values()) == len(shown["hexes"]) == 127
    assert shown["hexes"]["H1"] == {"verdict": "blocked"}


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["los", "15", "Z9", "F4"], "Z9"),
        (["los", "15", "F4", "I5/attic"], "attic"),
        (["los", "15", "F4", "I5/upper"], "I5"),
        (["los", "99", "F4", "I5"], "99"),
        (["los", "nowhere/map.toml", "F4", "I5"], "nowhere/map.toml"),
        (["los", "15", "F4", "I5", "--counter", "fog@H4"], "fog"),
        (["los", "15", "F4", "I5", "--counter", "smoke"], "smoke"),
        (["los", "15", "F4", "I5", "--counter", "barricade@H4/A1"], "H4/A1"),
        (["los", "15", "F4", "I5", "--smoke", "Q1"], "Q1"),
        (["los", "15", "F4", "I5", "--era", "stone"], "stone"),
        (["fov", "15", "Q1"], "Q1"),
    ],
)
def test_mistakes_are_named(
    words: list[str], named: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong map, hex, layer, counter or era ends with an error that names it, without a traceback."""
    code, out, err = lnlt(monkeypatch, capsys, *words)
    assert code not in (0, 70)
    assert named in err
    assert "Traceback" not in err + out


def test_map_file_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A map file of one's own works like a shipped one."""
    from lnlt.content.files import shipped

    own = tmp_path / "own.toml"
    own.write_text(shipped("maps", "15.toml").read_text(encoding="utf-8"), encoding="utf-8")
    code, out, _ = lnlt(monkeypatch, capsys, "los", str(own), "I5", "F4")
    assert (code, out.split(",")[0]) == (0, "I5 - F4: blocked")


@pytest.mark.parametrize("command", ["los", "fov"])
def test_help(command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Help shows the arguments and an example."""
    code, out, _ = lnlt(monkeypatch, capsys, command, "--help")
    assert code == 0
    assert "MAP" in out
    assert f"lnlt {command} 15" in out


def test_a_map_without_an_era(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A map that names no era is looked at with the chart of the default one."""
    text = "\n".join(row for row in shipped("maps", "15.toml").read_text().splitlines() if not row.startswith("era"))
    (tmp_path / "mine.toml").write_text(text)
    code, out, err = lnlt(monkeypatch, capsys, "los", str(tmp_path / "mine.toml"), "J5", "K3")
    assert (code, err) == (0, "")
    assert out.startswith("J5")
